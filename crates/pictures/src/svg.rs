//! A film as one SVG file that plays by itself: no script, no style sheet, nothing from elsewhere. Where animations
//! are not played, the first position is seen.

use crate::film::{Change, Film, Shot};
use crate::markup::{self, FONTS, escaped};
use std::fmt::Write as _;
use std::io::{self, Write};
use telusur_look::decimals::{decimal, number};
use telusur_look::motion::{Ease, Pose};
use telusur_look::scene::{Form, Part, Rect};

/// Writes the animated solution.
///
/// # Errors
/// If the writer fails.
pub fn write(film: &Film, out: &mut dyn Write) -> io::Result<()> {
    let (width, height) = film.size();
    let mut text = head(film, film.frame, (width, height));
    ground(film, film.frame, &mut text);
    for part in &film.back {
        markup::part(part, &mut text);
    }
    text.push('\n');
    let tracks = tracks(film);
    let clock = Clock { film, lasts: f64::from(film.lasts()) };
    out.write_all(text.as_bytes())?;
    let inner = insiders(film);
    let outer = (0..film.cast.len()).filter(|&actor| film.cast[actor].within.is_none());
    let mut lifted = String::new();
    for actor in outer {
        let mut text = String::new();
        let shown = clock.lifts(actor, &tracks[actor]);
        if let Some((below, above)) = &shown {
            _ = write!(text, "<g>{below}<g id=\"a{actor}\">");
            _ = writeln!(lifted, "<g opacity=\"0\">{above}<use href=\"#a{actor}\"/></g>");
        }
        clock.actor(actor, &tracks, &inner, &mut text);
        if shown.is_some() {
            text += "</g></g>";
        }
        text.push('\n');
        out.write_all(text.as_bytes())?;
    }
    out.write_all(lifted.as_bytes())?;
    out.write_all(b"</svg>\n")
}

/// The beginning of a picture: its size, its title and description for people who hear it, and its shades.
pub(crate) fn head(film: &Film, view: Rect, (width, height): (u32, u32)) -> String {
    let [x, y, w, h] = [view.x, view.y, view.w, view.h].map(number);
    let title = escaped(&film.title);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{x} {y} {w} {h}\" role=\"img\" aria-labelledby=\"title desc\" \
         font-family=\"{FONTS}\">\n<title id=\"title\">{title}</title>\n"
    );
    let (description, shades) = (escaped(&film.description), markup::shades());
    _ = writeln!(text, "<desc id=\"desc\">{description}</desc>\n<defs>{shades}</defs>");
    text
}

/// The ground that everything is drawn on.
pub(crate) fn ground(film: &Film, view: Rect, out: &mut String) {
    markup::part(&Part::flat(Form::Box(view, 0.0), film.ground), out);
    out.push('\n');
}

/// Who stands in whom, by number.
pub(crate) fn insiders(film: &Film) -> Vec<Vec<usize>> {
    let mut inner = vec![Vec::new(); film.cast.len()];
    for (actor, one) in film.cast.iter().enumerate() {
        if let Some(places) = one.within.and_then(|outer| inner.get_mut(outer)) {
            places.push(actor);
        }
    }
    inner
}

/// A pose at a time of the film, in hundredths of a second, and how one comes to it.
#[derive(Clone, Copy)]
struct Mark {
    time: f32,
    pose: Pose,
    ease: Ease,
}

/// All poses of each actor over the whole film.
fn tracks(film: &Film) -> Vec<Vec<Mark>> {
    let start = film.start();
    let mut tracks: Vec<Vec<Mark>> = start
        .poses
        .iter()
        .map(|pose| pose.map(|pose| vec![Mark { time: 0.0, pose, ease: Ease::EVEN }]).unwrap_or_default())
        .collect();
    for shot in &film.shots {
        extend(&mut tracks, shot);
    }
    tracks
}

fn extend(tracks: &mut [Vec<Mark>], shot: &Shot) {
    for change in &shot.changes {
        let Some(track) = tracks.get_mut(change.actor) else { continue };
        for (i, key) in change.keys.iter().enumerate() {
            let time = shot.begin as f32 + key.when * shot.length as f32;
            let before = track.last().copied();
            // Who was not seen before waits, unseen, where it is going to appear.
            let waits = before.map_or_else(|| key.pose.seen(0.0), |mark| mark.pose);
            if before.is_none() {
                track.push(Mark { time: 0.0, pose: waits, ease: Ease::EVEN });
            }
            if i == 0 {
                // It stays as it is until the move begins, and is then set.
                track.push(Mark { time, pose: waits, ease: Ease::EVEN });
            }
            track.push(Mark { time, pose: key.pose, ease: key.ease });
        }
    }
}

struct Clock<'f> {
    film: &'f Film,
    lasts: f64,
}

impl Clock<'_> {
    fn actor(&self, actor: usize, tracks: &[Vec<Mark>], inner: &[Vec<usize>], out: &mut String) {
        let track = &tracks[actor];
        let Some(first) = track.first() else { return };
        let place = |pose: &Pose| format!("{} {}", number(pose.at.0), number(pose.at.1));
        let start = first.pose;
        *out += "<g";
        if start.at != (0.0, 0.0) {
            _ = write!(out, " transform=\"translate({})\"", place(&start));
        }
        if start.opacity < 1.0 {
            _ = write!(out, " opacity=\"{}\"", number(start.opacity));
        }
        out.push('>');
        self.transform(track, "translate", place, out);
        self.fade(track, out);
        let turns = track.iter().any(|mark| mark.pose.turn != 0.0);
        if turns {
            *out += "<g>";
            let turn = |pose: &Pose| {
                format!("{} {} {}", number(pose.turn), number(pose.pivot.0), number(pose.pivot.1))
            };
            self.transform(track, "rotate", turn, out);
        }
        let shrinks = track.iter().any(|mark| mark.pose.tall != 1.0);
        if shrinks {
            // As it stands when the film does not play.
            let (sunk, tall) = (number(start.sunk), number(start.tall));
            _ = write!(out, "<g transform=\"translate(0 {sunk})\">");
            self.transform(track, "translate", |pose| format!("0 {}", number(pose.sunk)), out);
            _ = write!(out, "<g transform=\"scale(1 {tall})\">");
            self.transform(track, "scale", |pose| format!("1 {}", number(pose.tall)), out);
        }
        for part in &self.film.cast[actor].parts {
            match part {
                Part::Inside(_) => {
                    for &one in &inner[actor] {
                        self.actor(one, tracks, inner, out);
                    }
                }
                part => markup::part(part, out),
            }
        }
        if shrinks {
            *out += "</g></g>";
        }
        if turns {
            *out += "</g>";
        }
        *out += "</g>";
    }

    /// Who is lifted and turned goes over the others, whatever the order of the drawing: a copy in front is seen for as
    /// long as that lasts, and the original is not. Two animations, for the original and the copy.
    fn lifts(&self, actor: usize, track: &[Mark]) -> Option<(String, String)> {
        if track.iter().all(|mark| mark.pose.turn == 0.0) {
            return None;
        }
        let mut marks: Vec<(f32, bool)> = vec![(0.0, false)];
        for shot in &self.film.shots {
            let turns = |change: &&Change| {
                change.actor == actor && change.keys.iter().any(|key| key.pose.turn != 0.0)
            };
            if shot.changes.iter().any(|change| turns(&change)) {
                let begin = shot.begin as f32;
                marks.extend([(begin, true), (begin + shot.length as f32, false)]);
            }
        }
        let times: Vec<String> = marks.iter().map(|mark| self.share(mark.0)).collect();
        let animation = |seen: bool| {
            let values: Vec<&str> = marks.iter().map(|mark| if mark.1 == seen { "1" } else { "0" }).collect();
            self.animation(OPACITY, "discrete", &times, &values, "")
        };
        Some((animation(false), animation(true)))
    }

    fn transform(&self, track: &[Mark], kind: &str, say: impl Fn(&Pose) -> String, out: &mut String) {
        let marks = needed(track, say);
        if marks.len() > 1 {
            let what = format!("animateTransform attributeName=\"transform\" type=\"{kind}\"");
            *out += &self.glide(&what, &marks);
        }
    }

    fn fade(&self, track: &[Mark], out: &mut String) {
        let marks = needed(track, |pose| number(pose.opacity));
        if marks.len() < 2 {
            return;
        }
        let sudden = marks.windows(2).all(|two| two[0].1 == two[1].1 || two[0].0 == two[1].0);
        if !sudden {
            *out += &self.glide(OPACITY, &marks);
            return;
        }
        // Only where it changes; each value stays until the next.
        let mut steps: Vec<Keyframe> = Vec::new();
        for mark in marks {
            match steps.last_mut() {
                Some(last) if last.0 == mark.0 => *last = mark,
                Some(last) if last.1 == mark.1 => {}
                _ => steps.push(mark),
            }
        }
        let times: Vec<String> = steps.iter().map(|mark| self.share(mark.0)).collect();
        let values: Vec<&str> = steps.iter().map(|mark| mark.1.as_str()).collect();
        *out += &self.animation(OPACITY, "discrete", &times, &values, "");
    }

    /// A time as a share of the whole.
    fn share(&self, time: f32) -> String {
        decimal(f64::from(time) / self.lasts.max(1.0), 6)
    }

    /// An animation from value to value by curves, which ends when the film does.
    fn glide(&self, what: &str, marks: &[Keyframe]) -> String {
        let mut times: Vec<String> = marks.iter().map(|mark| self.share(mark.0)).collect();
        let mut values: Vec<&str> = marks.iter().map(|mark| mark.1.as_str()).collect();
        let curve = |Ease(a, b, c, d): Ease| [a, b, c, d].map(number).join(" ");
        let mut curves: Vec<String> = marks.iter().skip(1).map(|mark| curve(mark.2)).collect();
        if let Some(last) = values.last().copied() {
            times.push("1".to_owned());
            values.push(last);
            curves.push(curve(Ease::EVEN));
        }
        let curves = format!(" keySplines=\"{}\"", curves.join(";"));
        self.animation(what, "spline", &times, &values, &curves)
    }

    /// An animation of something over the whole film, again and again.
    fn animation(&self, what: &str, mode: &str, times: &[String], values: &[&str], more: &str) -> String {
        let (seconds, times, values) = (decimal(self.lasts / 100.0, 2), times.join(";"), values.join(";"));
        format!(
            "<{what} dur=\"{seconds}s\" repeatCount=\"indefinite\" calcMode=\"{mode}\" keyTimes=\"{times}\" \
             values=\"{values}\"{more}/>"
        )
    }
}

/// What an animation changes that lets things appear and fade.
const OPACITY: &str = "animate attributeName=\"opacity\"";

/// A time, a value as it is written, and how one comes to it.
type Keyframe = (f32, String, Ease);

/// The marks at which a value begins or ends to change; none but the first if it never does.
fn needed(track: &[Mark], say: impl Fn(&Pose) -> String) -> Vec<Keyframe> {
    let all: Vec<Keyframe> = track.iter().map(|mark| (mark.time, say(&mark.pose), mark.ease)).collect();
    let mut marks: Vec<Keyframe> = Vec::new();
    for (i, mark) in all.iter().enumerate() {
        let same_before = marks.last().is_some_and(|last| last.1 == mark.1);
        let same_after = all.get(i + 1).is_none_or(|next| next.1 == mark.1);
        if !(same_before && same_after) {
            marks.push(mark.clone());
        }
    }
    // The first is at the beginning, as players demand.
    if let Some(first) = marks.first_mut() {
        first.0 = 0.0;
    }
    if marks.len() == 2 && marks[0].1 == marks[1].1 {
        marks.truncate(1);
    }
    marks
}
