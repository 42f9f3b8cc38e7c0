//! Water Sort: glass tubes. A tube and what stands in it go together; a pour tips the tube and lets the water run.

use crate::Passage;
use crate::motion::{Acts, Ease, Key, Pose};
use crate::outline::bounds;
use crate::path::{Path, Point, Step};
use crate::scene::{Fill, Form, Label, Motion, Part, Piece, Rect, Scene, Shade, Stroke, Zone};
use crate::signs::sign;
use telusur_puzzles::{Item, Picture};
use telusur_session::palette::{Colours, Rgb, Theme, Tone};

/// Height of a unit, thickness of the glass, height of the lip, room for the number below.
const UNIT: f32 = 0.82;
const WALL: f32 = 0.07;
const LIP: f32 = 0.42;
const FOOT: f32 = 0.72;
/// From a tube to the next, at least; from a row to the next, besides the tubes.
const PITCH: f32 = 1.42;
const GAP: f32 = 0.5;
/// How far a tube is tipped, in degrees, and how high it stands above the other.
const TILT: f32 = 62.0;
const ABOVE: f32 = 0.55;

/// The line around the glass and the glass itself, by day and by night, and how much each covers.
const GLASS_LINE: [Rgb; 2] = [Rgb(70, 90, 100), Rgb(190, 215, 225)];
const GLASS_FILL: [Rgb; 2] = [Rgb(120, 150, 165), Rgb(150, 190, 205)];
const LINE_COVER: f32 = 0.43;
const FILL_COVER: f32 = 0.1;
/// How far a tube is lifted while it is held.
const LIFT: f32 = 0.38;

pub(super) fn scene(picture: &Picture, theme: Theme, aspect: f32) -> Scene {
    let tubes: Vec<&Item> = picture.items.iter().filter(|item| item.kind == "tube").collect();
    let units: Vec<&Item> = picture.items.iter().filter(|item| item.kind == "unit").collect();
    let colours = Colours::of(picture, theme);
    let tall = tubes.first().map_or(4.0, |tube| bounds(tube).h) * UNIT + LIP;
    let line = tall + FOOT + GAP;
    let columns = columns_for(tubes.len(), line, aspect);
    let rows = tubes.len().div_ceil(columns).max(1);
    // Where height is what lacks, tubes stand farther apart.
    let roomy = (aspect * (rows as f32 * line + 0.7) - 0.6) / columns as f32;
    let pitch = roomy.clamp(PITCH, 2.1);
    let width = (columns as f32 * pitch).max(3.0);
    let mut pieces: Vec<Piece> = Vec::with_capacity(2 * tubes.len());
    let mut zones = Vec::with_capacity(tubes.len());
    for (i, tube) in tubes.iter().enumerate() {
        let row = i / columns;
        let in_row = columns.min(tubes.len() - row * columns);
        let here = bounds(tube);
        let stands_here = |unit: &&&Item| {
            let place = bounds(unit);
            (place.x - here.x).abs() < 0.1 && place.y >= here.y - 0.1 && place.y < here.y + here.h
        };
        let mut inside: Vec<&Item> = units.iter().filter(stands_here).copied().collect();
        inside.sort_by(|a, b| bounds(b).y.total_cmp(&bounds(a).y));
        let left = (width - in_row as f32 * pitch) / 2.0;
        let at = (left + (i % columns) as f32 * pitch + (pitch - 1.0) / 2.0, row as f32 * line);
        // The number stays where it is when its tube is lifted.
        let number = Part::label(&tube.label, (0.5, tall + 0.42), 0.62, colours.ink(tube));
        pieces.push(Piece::ornament(format!("{}-number", tube.id), at, vec![number]));
        let items = [tube].into_iter().chain(&inside).map(|item| item.id.clone()).collect();
        let room = Rect::new(at.0 - 0.2, at.1 - 0.6, 1.4, tall + 0.6 + FOOT);
        zones.push(Zone { item: tube.id.clone(), area: room });
        let parts = tube_parts(tube, &inside, tall, theme, &colours);
        // The glass itself is what a hand takes.
        let (is_furniture, lift) = (false, (0.0, -LIFT));
        pieces.push(Piece { items, is_furniture, lift, ..Piece::of(tube, at, (1.0, tall), parts) });
    }
    // A tipped tube needs room beside and above the others.
    let second = (pitch - 1.0) / 2.0 + pitch + 0.5;
    let side = if tubes.len() > 1 { (reach(tall) - second).max(0.0) + 0.35 } else { 0.3 };
    let above = ABOVE + TILT.to_radians().sin() + 0.12;
    let foot = rows as f32 * line - GAP + 0.15;
    let frame = Rect::new(-side, -above, width + 2.0 * side, foot + above);
    Scene {
        still: Rect::new(0.0, -0.2, width, foot),
        view: Rect::new(-0.3, -1.0, width + 0.6, rows as f32 * line + 0.7),
        zones,
        motion: Motion::Pour,
        ..Scene::of(frame, pieces)
    }
}

/// How far a tipped tube reaches to the side.
fn reach(tall: f32) -> f32 {
    TILT.to_radians().sin() * tall + TILT.to_radians().cos() * 0.05
}

/// How many tubes stand in a row, so that they become as large as the space allows.
fn columns_for(count: usize, line: f32, aspect: f32) -> usize {
    let mut best = (0.0f32, count.max(1));
    for columns in 1..=count {
        let rows = count.div_ceil(columns);
        let scale = (aspect / (columns as f32 * PITCH + 0.6)).min(1.0 / (rows as f32 * line + 0.7));
        if scale > best.0 * 1.001 {
            best = (scale, columns);
        }
    }
    // Rows of nearly equal length are calmer than a full one and a rest.
    let rows = count.div_ceil(best.1).max(1);
    count.div_ceil(rows).max(1)
}

/// The inside of the glass from a height down, with its round bottom.
fn inner(from: f32, tall: f32) -> Path {
    let r = 0.4;
    let (left, right, bottom) = (WALL, 1.0 - WALL, tall - WALL);
    let steps = vec![
        Step::Move((left, from)),
        Step::Line((left, bottom - r)),
        Step::Quad((left, bottom), (left + r, bottom)),
        Step::Line((right - r, bottom)),
        Step::Quad((right, bottom), (right, bottom - r)),
        Step::Line((right, from)),
        Step::Close,
    ];
    Path { steps }
}

const RIM: &str = "M-.04 .03Q-.04-.05 .06-.05H.94Q1.04-.05 1.04 .03Q1.04 .1 .95 .1H.05Q-.04 .1-.04 .03Z";

/// Closes a tube that is done.
const CORK: &str = "M.1 .2L.05-.24Q.05-.32 .14-.32H.86Q.95-.32 .95-.24L.9 .2Z";

fn tube_parts(tube: &Item, inside: &[&Item], tall: f32, theme: Theme, colours: &Colours) -> Vec<Part> {
    let glass = || Form::Path(inner(0.0, tall));
    let fill = theme.choose(GLASS_FILL[0], GLASS_FILL[1]);
    let colour = theme.choose(GLASS_LINE[0], GLASS_LINE[1]);
    let read = |text: &str| Form::Path(Path::read(text).unwrap_or_default());
    let liquid = inside.iter().enumerate().map(|(level, unit)| {
        let is_top = inside.get(level + 1).is_none_or(|above| above.colour != unit.colour);
        unit_piece(unit, level, tall, is_top, colours)
    });
    // A tube that is done is closed with a cork.
    let cork = (tube.colour > 0).then(|| {
        let line = Stroke { colour: theme.tone(Tone::Rod), opacity: 1.0, width: 0.03, dash: None };
        let parts = vec![Part::flat(read(CORK), theme.tone(Tone::Frame)), Part::line(read(CORK), line)];
        Piece { kind: "cork", ..Piece::ornament(format!("{}-cork", tube.id), (0.0, 0.0), parts) }
    });
    vec![
        Part::Touch(Rect::new(-0.2, -0.6, 1.4, tall + FOOT + 0.6)),
        Part::veil(glass(), fill, FILL_COVER),
        Part::Inside(liquid.chain(cork).collect()),
        Part::Form {
            form: glass(),
            fill: Fill::Shade(Shade::Glass),
            stroke: Some(Stroke { colour, opacity: LINE_COVER, width: 0.05, dash: None }),
            opacity: 1.0,
            is_body: false,
        },
        Part::veil(read(RIM), colour, LINE_COVER),
    ]
}

/// A unit; with the surface of the liquid where another colour or nothing is above it.
fn unit_piece(unit: &Item, level: usize, tall: f32, is_top: bool, colours: &Colours) -> Piece {
    let top = tall - WALL - (level as f32 + 1.0) * UNIT;
    let across = |y: f32, h: f32| Form::Box(Rect::new(WALL, y, 1.0 - 2.0 * WALL, h), 0.0);
    let body = if level == 0 { Form::Path(inner(top, tall)) } else { across(top, UNIT + 0.02) };
    let ink = colours.ink(unit);
    let middle = (0.5, top + UNIT / 2.0 + 0.02);
    let mut parts = vec![Part::body(body, colours.body(unit))];
    if is_top {
        parts.push(Part::veil(across(top, 0.09), Rgb(255, 255, 255), 0.28));
    }
    let outline = sign(usize::from(unit.colour).wrapping_sub(1), middle, 0.17);
    let letters = Label::fitted(&unit.label, middle, (0.6, 0.6), ink);
    parts.push(Part::Sign { outline, letters }.lettered(650, 0.82));
    let area = Rect::new(WALL, top, 1.0 - 2.0 * WALL, UNIT);
    Piece { area, ..Piece::of(unit, (0.0, 0.0), (0.0, 0.0), parts) }
}

fn inside(tube: &Piece) -> &[Piece] {
    let inside = tube.parts.iter().find_map(|part| match part {
        Part::Inside(pieces) => Some(pieces.as_slice()),
        _ => None,
    });
    inside.unwrap_or_default()
}

/// What stands in a tube, from below; the cork comes after it.
fn units(tube: &Piece) -> &[Piece] {
    let inside = inside(tube);
    let count = inside.iter().take_while(|piece| piece.kind == "unit").count();
    &inside[..count]
}

/// The cork of a tube that is done.
fn cork(tube: &Piece) -> Option<&Piece> {
    inside(tube).iter().find(|piece| piece.kind == "cork")
}

/// The tube that gave and the one that took, seen from the two scenes: how they stand afterwards.
fn pour<'p>(passage: &Passage<'p>) -> Option<(&'p Piece, &'p Piece)> {
    let (mut giver, mut taker) = (None, None);
    for tube in &passage.after.pieces {
        let had = units(passage.before.piece(&tube.key)?).len();
        match units(tube).len().cmp(&had) {
            std::cmp::Ordering::Less => giver = Some(tube),
            std::cmp::Ordering::Greater => taker = Some(tube),
            std::cmp::Ordering::Equal => {}
        }
    }
    giver.zip(taker)
}

/// The giver goes over the taker, tips, and comes back; what leaves shrinks, what arrives rises, a stream between.
pub(super) fn acts(passage: &Passage<'_>) -> Acts {
    let mut acts = Acts::default();
    let Some((giver, taker)) = pour(passage) else { return acts };
    let Some(before) = passage.before.piece(&giver.key) else { return acts };
    let frame = passage.after.frame;
    let tall = giver.area.h;
    let (from, to) = (giver.at, taker.at);
    let middle = frame.x + frame.w / 2.0;
    // The body of a tipped tube lies on the side that it came from, or where there is room.
    let rightwards = match to.0 - from.0 {
        way if way.abs() < 0.01 => to.0 + 0.5 > middle,
        way => way > 0.0,
    };
    let mouth: Point = if rightwards { (1.0, 0.0) } else { (0.0, 0.0) };
    let tilt = if rightwards { TILT } else { -TILT };
    let over = (to.0 + 0.5 - mouth.0, to.1 - ABOVE);
    let upright = |at: Point| Pose::at(at).turned(0.0, mouth);
    let tipped = Pose::at(over).turned(tilt, mouth);
    acts.pieces.push((
        giver.key.clone(),
        vec![
            Key::new(0.0, upright(from), Ease::EVEN),
            Key::new(0.22, upright(over), Ease::GLIDE),
            Key::new(0.38, tipped, Ease::IN_OUT),
            Key::new(0.72, tipped, Ease::EVEN),
            Key::new(1.0, upright(from), Ease::IN_OUT),
        ],
    ));
    let here = Pose::at((0.0, 0.0));
    let surface = |level: usize| tall - WALL - level as f32 * UNIT;
    let left = units(giver).len();
    for unit in units(before).iter().skip(left) {
        let gone = here.shrunk(0.0, surface(left));
        let keys = Key::evenly([(0.0, here), (0.38, here), (0.72, gone), (1.0, gone.seen(0.0))]);
        acts.pieces.push((unit.key.clone(), keys));
    }
    let had = passage.before.piece(&taker.key).map_or(0, |old| units(old).len());
    for unit in units(taker).iter().skip(had) {
        let none = here.shrunk(0.0, surface(had));
        let keys = Key::evenly([(0.0, none), (0.4, none), (0.74, here), (1.0, here)]);
        acts.pieces.push((unit.key.clone(), keys));
    }
    if let Some(cork) = cork(taker) {
        let above = Pose::at((0.0, -0.5)).seen(0.0);
        let keys = vec![
            Key::new(0.0, above, Ease::EVEN),
            Key::new(0.78, above, Ease::EVEN),
            Key::new(1.0, here, Ease::IN),
        ];
        acts.pieces.push((cork.key.clone(), keys));
    }
    if let Some(colour) = units(taker).get(had).and_then(colour_of) {
        acts.extras.push(stream(to, surface(had), colour));
    }
    acts
}

fn colour_of(unit: &Piece) -> Option<Rgb> {
    unit.parts.iter().find_map(|part| match part {
        Part::Form { fill: Fill::Flat(colour), .. } => Some(*colour),
        _ => None,
    })
}

fn stream(to: Point, surface: f32, colour: Rgb) -> (Piece, Vec<Key>) {
    let form = Form::Box(Rect::new(-0.04, 0.0, 0.08, surface + ABOVE), 0.04);
    let at = (to.0 + 0.5, to.1 - ABOVE);
    let key = format!("stream-{:02x}{:02x}{:02x}", colour.0, colour.1, colour.2);
    let piece = Piece::ornament(key, at, vec![Part::flat(form, colour)]);
    let pose = Pose::at(at);
    let seen = [(0.0, 0.0), (0.36, 0.0), (0.38, 1.0), (0.71, 1.0), (0.74, 0.0), (1.0, 0.0)];
    (piece, Key::evenly(seen.map(|(when, seen)| (when, pose.seen(seen)))))
}
