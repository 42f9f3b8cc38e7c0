//! Tower of Hanoi: rods on a plank, discs as soft bars whose colour runs from light to deep with their size.

use crate::Passage;
use crate::motion::{Acts, Ease, Key, Pose};
use crate::outline::bounds;
use crate::scene::{Form, Label, Motion, Part, Piece, Rect, Scene, Shade, Stroke, Zone};
use telusur_puzzles::{Item, Picture};
use telusur_session::palette::{Colours, Theme, Tone};

const MARGIN: f32 = 0.8;
const PLANK: f32 = 0.7;
/// Half of the room around a rod.
const REACH: f32 = 5.0;

/// Measures of a board.
struct Measures {
    letter: f32,
    foot: f32,
    thick: f32,
    rod: f32,
    /// How many discs there are.
    discs: f32,
}

impl Measures {
    fn of(discs: usize, width: f32, aspect: f32) -> Self {
        // On a narrow board everything is small, so letters are larger there, and discs thicker.
        let is_narrow = aspect < 1.1;
        let letter = 1.9 * (width / 44.0).max(1.0) * if is_narrow { 1.45 } else { 1.0 };
        let foot = letter * 1.1;
        let room = width / aspect - PLANK - foot - 0.6;
        let discs = discs as f32;
        // Discs are as thick as the space allows, but never thicker than looks like a disc.
        let most = if is_narrow { 3.1 } else { 2.3 };
        let thick = (room / (discs + 2.4)).clamp(0.7, most);
        // Short towers stand on tall rods, so that the board keeps its proportions.
        let rod = ((discs + 0.7) * thick).max((0.62 * room).min(12.0));
        Measures { letter, foot, thick, rod, discs }
    }

    /// Where the board begins: a disc that is held stands there.
    fn top(&self) -> f32 {
        -1.7 * self.thick
    }

    /// How high a disc is held.
    fn high(&self) -> f32 {
        self.top() + 0.25 * self.thick
    }
}

pub(super) fn scene(picture: &Picture, theme: Theme, aspect: f32) -> Scene {
    let pegs: Vec<_> = picture.items.iter().filter(|item| item.kind == "peg").collect();
    let discs: Vec<_> = picture.items.iter().filter(|item| item.kind == "disc").collect();
    let is_goal = |peg: &Item| {
        let goal = format!("goal-{}", peg.label);
        picture.items.iter().any(|item| item.kind == "goal" && item.id == goal)
    };
    let colours = Colours::of(picture, theme);
    let width = picture.width + 2.0 * MARGIN;
    let measures = Measures::of(discs.len(), width, aspect);
    let Measures { letter, foot, thick, rod, .. } = measures;
    let mut pieces: Vec<Piece> = Vec::with_capacity(picture.items.len());
    let mut zones = Vec::with_capacity(pegs.len());
    for item in pegs {
        let place = bounds(item);
        let peg = peg(item, place.x + place.w / 2.0, &measures, is_goal(item), theme);
        zones.push(Zone { item: item.id.clone(), area: Rect { x: peg.at.0, y: peg.at.1, ..peg.area } });
        pieces.push(peg);
    }
    for item in discs {
        let place = bounds(item);
        let at = (place.x, rod - (picture.height - place.y) * thick);
        let gap = (thick * 0.04).min(0.05);
        let body = || Form::Box(Rect::new(0.0, gap, place.w, thick - 2.0 * gap), thick * 0.42);
        let room = (thick * 1.15).min(letter.max(1.9));
        let parts = vec![
            Part::body(body(), colours.body(item)),
            Part::shade(body(), Shade::Gloss),
            Part::label(&item.label, (place.w / 2.0, thick / 2.0 + 0.02), room, colours.ink(item)),
        ];
        let lift = (0.0, measures.high() - at.1);
        pieces.push(Piece { lift, ..Piece::of(item, at, (place.w, thick), parts) });
    }
    let plank = || Form::Box(Rect::new(-0.2, rod, picture.width + 0.4, PLANK), 0.35);
    let under = |top: f32| Rect::new(-MARGIN, top, width, rod - top + PLANK + foot);
    Scene {
        still: under(-0.3),
        back: vec![Part::flat(plank(), theme.tone(Tone::Plank)), Part::shade(plank(), Shade::Gloss)],
        zones,
        step: 4.0,
        motion: Motion::Over,
        ..Scene::of(under(measures.top()), pieces)
    }
}

/// A rod with its letter. Where the tower must get to, its outline waits, and the letter stands out.
fn peg(item: &Item, middle: f32, measures: &Measures, is_goal: bool, theme: Theme) -> Piece {
    let Measures { letter, foot, thick, rod, discs } = *measures;
    let top = measures.top();
    // Everything is seen from the upper left corner of the room around the rod.
    let ground = rod - top;
    let mut parts = vec![Part::Touch(Rect::new(0.0, 0.0, 2.0 * REACH, ground + PLANK + foot))];
    if is_goal {
        let tall = discs * thick;
        let tower = Rect::new(0.25, ground - tall, 2.0 * REACH - 0.5, tall);
        let colour = theme.tone(Tone::Chief);
        let stroke = Stroke { colour, opacity: 0.7, width: 0.14, dash: Some((0.6, 0.45)) };
        parts.push(Part::line(Form::Box(tower, (thick * 0.4).min(0.5)), stroke));
        // Longer names than a letter have a wider ground.
        let half = letter * (0.72 + 0.17 * (item.label.chars().count() as f32 - 1.0)).max(0.72);
        let pill = Rect::new(REACH - half, ground + PLANK + foot * 0.02, 2.0 * half, foot);
        parts.push(Part::flat(Form::Box(pill, foot * 0.3), theme.tone(Tone::AccentSoft)));
    }
    let stick = Form::Box(Rect::new(REACH - 0.28, -top, 0.56, rod), 0.28);
    parts.push(Part::flat(stick, theme.tone(Tone::Rod)));
    let (ink, weight) = if is_goal { (Tone::Accent, 700) } else { (Tone::Soft, 500) };
    let at = (REACH, ground + PLANK + foot * 0.55);
    let name = Part::Label(Label::fitted(&item.label, at, (2.0 * REACH, letter), theme.tone(ink)));
    parts.push(name.lettered(weight, 1.0));
    Piece::of(item, (middle - REACH, top), (2.0 * REACH, ground + PLANK), parts)
}

/// Up, across, down: discs go over the rods.
pub(super) fn acts(passage: &Passage<'_>) -> Acts {
    let mut acts = Acts::default();
    let thick = -passage.after.frame.y / 1.7;
    let high = passage.after.frame.y + 0.25 * thick;
    for piece in &passage.after.pieces {
        let Some(old) = passage.before.piece(&piece.key).filter(|old| old.at.0 != piece.at.0) else {
            continue;
        };
        let ((fx, fy), (tx, ty)) = (old.at, piece.at);
        let up = (fy - high).max(0.2);
        let across = (fx - tx).abs() * 0.8;
        let down = (ty - high).max(0.2);
        let whole = up + across + down;
        let pose = |x: f32, y: f32| Pose::at((x, y));
        let keys = vec![
            Key::new(0.0, pose(fx, fy), Ease::EVEN),
            Key::new(up / whole, pose(fx, high), Ease::IN),
            Key::new((up + across) / whole, pose(tx, high), Ease::IN_OUT),
            Key::new(1.0, pose(tx, ty), Ease::FALL),
        ];
        acts.pieces.push((piece.key.clone(), keys));
    }
    acts
}
