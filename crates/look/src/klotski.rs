//! Klotski: blocks in a tray. Where the goal touches the edge the frame has a door.

use crate::Passage;
use crate::motion::{Acts, Ease, Key, Pose};
use crate::outline::{Cell, bounds, cells, outline};
use crate::path::Point;
use crate::scene::{Exit, Form, Motion, Part, Piece, Rect, Scene, Shade, Stroke};
use telusur_puzzles::{Drop, Item, Picture, Shape};
use telusur_session::palette::{Colours, Theme, Tone};

const FRAME: f32 = 0.34;

pub(super) fn scene(picture: &Picture, theme: Theme, _aspect: f32) -> Scene {
    let colours = Colours::of(picture, theme);
    let shown = |item: &&Item| matches!(item.shape, Shape::Cells(_)) && item.kind != "floor";
    let pieces = picture.items.iter().filter(shown).map(|item| {
        let place = bounds(item);
        let own = cells(item);
        let parts = match item.kind {
            "piece" => block(item, &own, &colours),
            kind => vec![furniture(item, &own, kind, theme, &colours)],
        };
        Piece::of(item, (place.x, place.y), (place.w, place.h), parts)
    });
    let pieces: Vec<Piece> = pieces.collect();
    let around = |by: f32| Rect::new(-by, -by, picture.width + 2.0 * by, picture.height + 2.0 * by);
    let mut back = vec![
        Part::flat(Form::Box(around(FRAME), 0.36), theme.tone(Tone::Frame)),
        Part::flat(Form::Box(around(0.07), 0.2), theme.tone(Tone::Tray)),
    ];
    let mut exit = None;
    if let Some(door) = Door::of(picture) {
        let colour = theme.tone(Tone::Frame).blended(theme.tone(Tone::Chief), 0.55);
        let first = back.len();
        back.extend(door.leaves().map(|leaf| Part::flat(Form::Box(leaf, 0.09), colour)));
        let chief = picture.items.iter().find(|item| item.kind == "piece" && item.colour == 0);
        let chief = chief.and_then(|chief| pieces.iter().find(|piece| piece.key == chief.id));
        exit = chief.map(|chief| door.exit(chief, first));
    }
    let frame = around(FRAME + 0.1);
    Scene { back, exit, motion: Motion::Along, ..Scene::of(frame, pieces) }
}

fn block(item: &Item, own: &[Cell], colours: &Colours) -> Vec<Part> {
    let body = outline(own, 0.035, 0.15);
    let edge = body.placed(1.0, (0.0, 0.035));
    vec![
        Part::flat(Form::Path(edge), colours.edge(item)),
        Part::body(Form::Path(body.clone()), colours.body(item)),
        Part::shade(Form::Path(body), Shade::Gloss),
        Part::label(&item.label, label_place(own), 0.5, colours.ink(item)),
    ]
}

fn furniture(item: &Item, own: &[Cell], kind: &str, theme: Theme, colours: &Colours) -> Part {
    if kind != "goal" {
        return Part::flat(Form::Path(outline(own, 0.03, 0.16)), colours.body(item));
    }
    let colour = theme.tone(Tone::Chief);
    let stroke = Stroke { colour, opacity: 0.85, width: 0.05, dash: Some((0.14, 0.1)) };
    Part::line(Form::Path(outline(own, 0.12, 0.16)), stroke)
}

/// The middle of a block, or of its first cell if the middle is a hole.
fn label_place(cells: &[Cell]) -> Point {
    let Some(&first) = cells.first() else { return (0.5, 0.5) };
    let count = cells.len() as f32;
    let x = cells.iter().map(|cell| cell.0 as f32 + 0.5).sum::<f32>() / count;
    let y = cells.iter().map(|cell| cell.1 as f32 + 0.5).sum::<f32>() / count;
    let within = |at: f32, cell: i32| (0.2..=0.8).contains(&(at - cell as f32));
    let inside = cells.iter().any(|&(cx, cy)| within(x, cx) && within(y, cy));
    let right = cells.iter().map(|cell| cell.0).max().unwrap_or(0) + 1;
    let bottom = cells.iter().map(|cell| cell.1).max().unwrap_or(0) + 1;
    match inside || (right * bottom) as usize == cells.len() {
        true => (x, y),
        false => (first.0 as f32 + 0.5, first.1 as f32 + 0.5),
    }
}

/// The side of the frame where the only goal touches it.
struct Door {
    at: Point,
    /// Which way it leads.
    way: (i8, i8),
    long: f32,
}

impl Door {
    fn of(picture: &Picture) -> Option<Self> {
        let mut goals = picture.items.iter().filter(|item| item.kind == "goal");
        let Rect { x, y, w, h } = bounds(goals.next()?);
        if goals.next().is_some() {
            return None;
        }
        let door = |at: Point, way: (i8, i8), long: f32| Some(Door { at, way, long });
        match () {
            () if y + h == picture.height => door((x, picture.height), (0, 1), w),
            () if x + w == picture.width => door((picture.width, y), (1, 0), h),
            () if y == 0.0 => door((x, 0.0), (0, -1), w),
            () if x == 0.0 => door((0.0, y), (-1, 0), h),
            () => None,
        }
    }

    /// How a block leaves, and how the leaves, the first of which is this part of the back, make way for it.
    fn exit(&self, chief: &Piece, first: usize) -> Exit {
        let (dx, dy) = (f32::from(self.way.0), f32::from(self.way.1));
        let far = (chief.area.w * dx.abs() + chief.area.h * dy.abs()) + FRAME + 0.4;
        let half = self.long / 2.0;
        // Along the door: across the way out.
        let aside = |side: f32| (side * half * dy.abs(), side * half * dx.abs());
        Exit {
            piece: chief.key.clone(),
            by: (dx * far, dy * far),
            leaves: vec![(first, aside(-1.0)), (first + 1, aside(1.0))],
        }
    }

    /// Two leaves that close it.
    fn leaves(&self) -> [Rect; 2] {
        let thick = FRAME - 0.06;
        let half = self.long / 2.0;
        let (x, y) = self.at;
        let beyond = |at: f32, way: i8| if way > 0 { at + 0.05 } else { at - 0.05 - thick };
        [0.0, 1.0].map(|i| match self.way {
            (0, dy) => Rect::new(x + i * half + 0.02, beyond(y, dy), half - 0.04, thick),
            (dx, _) => Rect::new(beyond(x, dx), y + i * half + 0.02, thick, half - 0.04),
        })
    }
}

/// A move goes along its path, corner by corner.
pub(super) fn acts(passage: &Passage<'_>) -> Acts {
    let walk = passage.play.and_then(|play| match &play.drop {
        Drop::By(steps) => Some((play.grips.first()?, steps)),
        Drop::Onto(_) | Drop::Tap => None,
    });
    let found = walk.and_then(|(key, steps)| Some((key, along(passage, key, steps)?)));
    Acts { pieces: found.into_iter().map(|(key, keys)| (key.clone(), keys)).collect(), extras: Vec::new() }
}

fn along(passage: &Passage<'_>, key: &str, steps: &[(i8, i8)]) -> Option<Vec<Key>> {
    let (from, to) = (passage.before.piece(key)?.at, passage.after.piece(key)?.at);
    let mut corners = vec![(0usize, from)];
    let mut here = from;
    for (i, &(dx, dy)) in steps.iter().enumerate() {
        here = (here.0 + f32::from(dx), here.1 + f32::from(dy));
        if steps.get(i + 1) != Some(&(dx, dy)) {
            corners.push((i + 1, here));
        }
    }
    // A straight way is the usual one.
    if corners.len() < 3 || (here.0 - to.0).abs() + (here.1 - to.1).abs() > 1e-4 {
        return None;
    }
    let last = corners.len() - 1;
    let keys = corners.iter().enumerate().map(|(i, &(step, at))| {
        let ease = match i {
            1 => Ease::IN,
            _ if i == last => Ease::OUT,
            _ => Ease::EVEN,
        };
        Key::new(step as f32 / steps.len() as f32, Pose::at(at), ease)
    });
    Some(keys.collect())
}
