//! A solution as a film: who is in it, where everybody stands at the start, and what each of them does in each move.
//! SVG, sheet and GIF are drawn from it, so they show the same.

use crate::caption::{self, Layout};
use crate::error::{MOST_ITEMS, MOST_MOVES, PictureError};
use std::collections::HashMap;
use telusur_look::motion::{Acts, Ease, Key, Pose, pose_at};
use telusur_look::scene::{Part, Piece, Rect, Scene};
use telusur_look::{ASPECT, Look, Passage};
use telusur_puzzles::{Board, Language, Picture, Play};
use telusur_search::Deadline;
use telusur_session::palette::{Rgb, Theme, Tone};

/// Time is counted in hundredths of a second, and everything happens at whole frames.
pub const FRAME: u32 = 5;
/// How long the first position is shown, and the last.
const OPENING: u32 = 120;
const ENDING: u32 = 280;
/// A move and the pause after it, at leisure and in the longest films.
const LEISURE: f32 = 60.0;
const HURRY: f32 = 10.0;
/// Films of many moves go faster, so that they last about this long.
const LASTS: f32 = 4_500.0;

/// How a film is made.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Paper or slate.
    pub theme: Theme,
    /// What the film is about.
    pub title: String,
    /// The language of captions.
    pub language: Language,
    /// When to give up.
    pub deadline: Option<Deadline>,
}

/// Somebody in a film: a drawing that moves as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// The piece that it is a drawing of. A piece that changes its looks has several.
    pub key: String,
    /// Whom it goes with, by number; it is drawn at that one's empty [`Part::Inside`].
    pub within: Option<usize>,
    /// What it is made of.
    pub parts: Vec<Part>,
}

/// What an actor does in a move; the last pose stays.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Who, by number.
    pub actor: usize,
    /// What, in the order of time.
    pub keys: Vec<Key>,
}

impl Change {
    /// Whether it is over at once.
    #[must_use]
    pub fn is_sudden(&self) -> bool {
        self.keys.len() == 1
    }
}

/// A move.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// The move as text.
    pub text: String,
    /// When it begins, in hundredths of a second.
    pub begin: u32,
    /// How long things move.
    pub length: u32,
    /// How long they rest afterwards.
    pub pause: u32,
    /// Who does what.
    pub changes: Vec<Change>,
}

/// A film of a solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Film {
    /// What it is about.
    pub title: String,
    /// The first position and the moves in words, for people who hear it.
    pub description: String,
    /// The part of the plane that is seen.
    pub frame: Rect,
    /// The part of it that the board and its moving pieces fill.
    pub board: Rect,
    /// The part of it that the board fills while nothing moves.
    pub still: Rect,
    /// Pixels per unit at the usual size.
    pub scale: f32,
    /// Paper or slate.
    pub theme: Theme,
    /// The colour of everything that is not drawn on.
    pub ground: Rgb,
    /// What stands behind everybody.
    pub back: Vec<Part>,
    /// Everybody.
    pub cast: Vec<Actor>,
    /// Who is seen at the start, and how.
    pub opening: Vec<(usize, Pose)>,
    /// The moves.
    pub shots: Vec<Shot>,
}

impl Film {
    /// Plays moves from a position and films them.
    ///
    /// # Errors
    /// If there are too many moves or things, or one of the moves is none.
    pub fn new(start: &dyn Board, moves: &[String], options: &Options) -> Result<Self, PictureError> {
        if moves.len() > MOST_MOVES {
            return Err(PictureError::TooLong { moves: moves.len().to_string() });
        }
        let look = Look::of(start.puzzle());
        let picture = start.picture().without_buttons();
        if picture.items.len() > MOST_ITEMS {
            return Err(PictureError::Size);
        }
        let mut scene = look.scene(&picture, options.theme, ASPECT);
        let layout = Layout::around(scene.frame).ok_or(PictureError::Size)?;
        let mut film = Film {
            title: options.title.clone(),
            description: described(start, &picture, moves, options.language),
            frame: layout.frame,
            board: scene.frame,
            still: scene.still,
            scale: layout.scale,
            theme: options.theme,
            ground: options.theme.tone(Tone::Paper),
            back: std::mem::take(&mut scene.back),
            cast: Vec::new(),
            opening: Vec::new(),
            shots: Vec::with_capacity(moves.len()),
        };
        film.back.push(layout.track(options.theme));
        let mut casting = Casting::default();
        let mut seen = casting.scene(&mut film.cast, &scene);
        film.opening.extend(seen.values().copied());
        let words = caption::Words { title: &options.title, theme: options.theme, total: moves.len() };
        let mut shown = casting.actor(&mut film.cast, layout.caption(&words, 0, None), None);
        film.opening.push((shown, Pose::at((0.0, 0.0))));
        film.opening.sort_by_key(|(actor, _)| *actor);
        let (length, pause) = pace(moves.len(), look.pace);
        let mut board = start.boxed();
        for (i, text) in moves.iter().enumerate() {
            let number = i + 1;
            options.deadline.as_ref().map_or(Ok(()), Deadline::check)?;
            let next = board.play(text).map_err(|error| PictureError::Move { number, error })?;
            let play = board.plays().into_iter().find(|play| play.text == text.trim());
            let after = look.scene(&next.picture().without_buttons(), options.theme, ASPECT);
            let acts = look.acts(&Passage { before: &scene, after: &after, play: play.as_ref() });
            let now = casting.scene(&mut film.cast, &after);
            let mut changes = direct(&seen, &now, &acts);
            for (piece, keys) in acts.extras {
                let actor = casting.actor(&mut film.cast, piece, None);
                changes.push(Change { actor, keys });
            }
            let said = said(&*board, play.as_ref(), text, options.language);
            let caption = casting.actor(&mut film.cast, layout.caption(&words, number, Some(&said)), None);
            let rest = Pose::at((0.0, 0.0));
            changes.push(Change { actor: shown, keys: vec![Key::new(0.0, rest.seen(0.0), Ease::EVEN)] });
            changes.push(Change { actor: caption, keys: vec![Key::new(0.0, rest, Ease::EVEN)] });
            shown = caption;
            let begin = OPENING + i as u32 * (length + pause);
            film.shots.push(Shot { text: text.clone(), begin, length, pause, changes });
            (board, scene, seen) = (next, after, now);
        }
        Ok(film)
    }

    /// How long it lasts, in hundredths of a second.
    #[must_use]
    pub fn lasts(&self) -> u32 {
        self.shots.last().map_or(OPENING, |shot| shot.begin + shot.length + shot.pause) + ENDING
    }

    /// How long the first position is shown.
    #[must_use]
    pub fn opening_lasts(&self) -> u32 {
        if self.shots.is_empty() { OPENING + ENDING } else { OPENING }
    }

    /// How long a position is shown after the moves that led to it have ended.
    #[must_use]
    pub fn rest_after(&self, shot: usize) -> u32 {
        let last = shot + 1 == self.shots.len();
        self.shots.get(shot).map_or(0, |shot| shot.pause) + if last { ENDING } else { 0 }
    }

    /// Width and height in pixels at the usual size.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        let pixels = |units: f32| (units * self.scale).round().max(1.0) as u32;
        (pixels(self.frame.w), pixels(self.frame.h))
    }

    /// How everybody stands at the start; `None` for who is not seen.
    #[must_use]
    pub fn start(&self) -> Stage {
        let mut poses = vec![None; self.cast.len()];
        for &(actor, pose) in &self.opening {
            poses[actor] = Some(pose);
        }
        Stage { poses }
    }
}

/// How everybody stands at a moment, by number; `None` for who is not seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The poses.
    pub poses: Vec<Option<Pose>>,
}

impl Stage {
    /// Sets everybody who acts in a move to the pose at a moment of it, from 0 to 1.
    pub fn set<'c>(&mut self, changes: impl IntoIterator<Item = &'c Change>, when: f32) {
        for change in changes {
            let pose = pose_at(&change.keys, when).filter(|pose| pose.opacity > 0.0);
            if let Some(place) = self.poses.get_mut(change.actor) {
                *place = pose;
            }
        }
    }
}

/// How long a move of a film takes, and the pause after it.
fn pace(moves: usize, slow: f32) -> (u32, u32) {
    let leisure = LEISURE * slow;
    let whole = leisure.min((LASTS * slow / moves.max(1) as f32).max(HURRY));
    let frames = (whole / FRAME as f32).round().max(2.0);
    let moving = (frames * 0.78).ceil().min(frames);
    (moving as u32 * FRAME, (frames - moving) as u32 * FRAME)
}

fn described(start: &dyn Board, picture: &Picture, moves: &[String], language: Language) -> String {
    let first = picture.description.in_language(language);
    let count = telusur_session::words::counted(&moves.len().into(), start.metric(), language);
    format!("{}. {count}: {}", first.trim_end_matches('.'), moves.join(" "))
}

/// A move as it is written below the board: who makes it, where that is a question.
fn said(board: &dyn Board, play: Option<&Play>, text: &str, language: Language) -> String {
    let text = play.map_or(text.trim(), |play| &play.text);
    match board.turn() {
        Some((player, _)) => format!("{} {}: {text}", language.choose("Player", "Pemain"), player + 1),
        None => text.to_owned(),
    }
}

/// Who is seen, by key: number and pose.
type Seen = HashMap<String, (usize, Pose)>;

/// Finds or makes the actors of pieces.
#[derive(Default)]
struct Casting {
    by_key: HashMap<String, Vec<usize>>,
}

impl Casting {
    fn scene(&mut self, cast: &mut Vec<Actor>, scene: &Scene) -> Seen {
        let mut seen = Seen::new();
        self.pieces(cast, &scene.pieces, None, &mut seen);
        seen
    }

    fn pieces(&mut self, cast: &mut Vec<Actor>, pieces: &[Piece], within: Option<usize>, seen: &mut Seen) {
        for piece in pieces {
            let actor = self.actor(cast, piece.clone(), within);
            seen.insert(piece.key.clone(), (actor, Pose::at(piece.at)));
            for part in &piece.parts {
                if let Part::Inside(inner) = part {
                    self.pieces(cast, inner, Some(actor), seen);
                }
            }
        }
    }

    /// The actor that looks like a piece.
    fn actor(&mut self, cast: &mut Vec<Actor>, piece: Piece, within: Option<usize>) -> usize {
        let Piece { key, mut parts, .. } = piece;
        for part in &mut parts {
            if let Part::Inside(inner) = part {
                inner.clear();
            }
        }
        let known = self.by_key.entry(key.clone()).or_default();
        let is_it = |&&actor: &&usize| cast[actor].within == within && cast[actor].parts == parts;
        if let Some(&actor) = known.iter().find(is_it) {
            return actor;
        }
        cast.push(Actor { key, within, parts });
        known.push(cast.len() - 1);
        cast.len() - 1
    }
}

/// What everybody does between two positions.
fn direct(before: &Seen, after: &Seen, acts: &Acts) -> Vec<Change> {
    let special: HashMap<&str, &Vec<Key>> =
        acts.pieces.iter().map(|(key, keys)| (key.as_str(), keys)).collect();
    let mut changes = Vec::new();
    for (key, &(actor, pose)) in after {
        let old = before.get(key);
        if let Some(&(other, stood)) = old.filter(|(old, _)| *old != actor) {
            changes.push(Change { actor: other, keys: vec![Key::new(0.0, stood.seen(0.0), Ease::EVEN)] });
        }
        let keys = match (special.get(key.as_str()), old) {
            (Some(keys), _) => (*keys).clone(),
            (None, None) => {
                vec![Key::new(0.0, pose.seen(0.0), Ease::EVEN), Key::new(0.6, pose, Ease::EVEN)]
            }
            (None, Some(&(other, stood))) => match (stood == pose, other == actor) {
                (true, true) => continue,
                (true, false) => vec![Key::new(0.0, pose, Ease::EVEN)],
                (false, _) => vec![Key::new(0.0, stood, Ease::EVEN), Key::new(1.0, pose, Ease::GLIDE)],
            },
        };
        changes.push(Change { actor, keys });
    }
    for (key, &(actor, pose)) in before.iter().filter(|(key, _)| !after.contains_key(*key)) {
        let (x, y) = pose.at;
        let keys = special.get(key.as_str()).map_or_else(
            || {
                let away = pose.moved((x, y - 0.9)).seen(0.0);
                vec![Key::new(0.0, pose, Ease::EVEN), Key::new(1.0, away, Ease::IN)]
            },
            |keys| (*keys).clone(),
        );
        changes.push(Change { actor, keys });
    }
    changes.sort_by_key(|change| change.actor);
    changes
}
