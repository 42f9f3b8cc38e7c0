//! A hand at the board: cursor, digits and mouse become moves. The hand knows no rules: it takes only what has a play
//! and moves it only along plays; what else is tried goes to the board, whose answer says why not.

mod digits;

use crate::board::{Marks, Shown};
use crate::ways::{Offset, Ways};
use crate::words::Phrase;
use ratatui::layout::Position;
use telusur_puzzles::{Board, Drop, Item, Picture, Play, Shape, Text};
use telusur_session::Numbers;

/// What can be seen and done in a position.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    pub(crate) picture: Picture,
    pub(crate) plays: Vec<Play>,
    numbers: Numbers,
}

impl Sight {
    pub(crate) fn of(board: &dyn Board) -> Self {
        let (picture, plays) = (board.picture(), board.plays());
        Sight { numbers: Numbers::of(&picture, &plays), picture, plays }
    }

    fn item(&self, id: &str) -> Option<&Item> {
        self.picture.items.iter().find(|item| item.id == id)
    }

    pub(crate) fn name(&self, id: &str) -> Text {
        self.item(id).map(|item| item.name.clone()).unwrap_or_default()
    }

    fn plays_of(&self, id: &str) -> Vec<Play> {
        self.plays.iter().filter(|play| play.grips.iter().any(|grip| grip == id)).cloned().collect()
    }

    fn has_play(&self, id: &str) -> bool {
        self.plays.iter().any(|play| play.grips.iter().any(|grip| grip == id))
    }

    fn slot(&self, number: u64) -> Option<&Item> {
        self.picture.items.iter().find(|item| item.slot.map(u64::from) == Some(number))
    }

    /// The place or piece with a number.
    fn numbered(&self, number: u64) -> Option<&Item> {
        self.item(self.numbers.items.get(&number)?)
    }

    /// Where the cursor can stand: places to put things on where there are such, pieces otherwise.
    fn stops(&self) -> Vec<&Item> {
        let is_tapped = self.plays.iter().any(|play| play.drop == Drop::Tap);
        let places = self.picture.items.iter().filter(|item| item.slot.is_some());
        if !is_tapped && places.clone().next().is_some() {
            return places.collect();
        }
        let pieces = self.picture.items.iter().filter(|item| !item.is_furniture());
        let pieces: Vec<&Item> = pieces.filter(|item| !is_tapped || self.is_used(&item.id)).collect();
        // What lies on a place covers it, if it is as large.
        let size = |item: &Item| crate::board::squares(item).len();
        let covers =
            |other: &&Item, place: &Item| centre(other) == centre(place) && size(other) >= size(place);
        let is_covered = |i: usize| {
            pieces[i].kind == "place" && pieces[i + 1..].iter().any(|other| covers(other, pieces[i]))
        };
        (0..pieces.len()).filter(|&i| !is_covered(i)).map(|i| pieces[i]).collect()
    }

    /// Whether something can be taken, or something else put onto it.
    fn is_used(&self, id: &str) -> bool {
        let is_target =
            |play: &Play| matches!(&play.drop, Drop::Onto(onto) if onto.iter().any(|to| to == id));
        self.has_play(id) || self.plays.iter().any(is_target)
    }
}

/// What a gesture leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Nothing to be done.
    Nothing,
    /// A move.
    Play(String),
    /// Something that is no move, perhaps; the board knows why not.
    Try { grip: String, drop: Drop },
    /// Something to say about an item.
    Say(Phrase, Text),
}

const BLOCKED: Phrase = Phrase("{} can't go that way.", "{} tidak dapat ke sana.");
const NO_STOP: Phrase = Phrase(
    "This move is not possible here: {} can't stop there.",
    "Langkah ini tidak bisa di sini: {} tidak bisa berhenti di sana.",
);
const PICKED_UP: Phrase = Phrase("{}: in your hand.", "{}: di tangan Anda.");

/// What is in the hand.
#[derive(Clone, Debug)]
struct Held {
    grip: String,
    plays: Vec<Play>,
    ways: Option<Ways>,
    at: Offset,
}

/// A mouse button that is down.
#[derive(Clone, Debug)]
struct Press {
    begun: Position,
    grip: Option<String>,
    base: Offset,
    has_moved: bool,
    /// Whether this press took hold of what is held.
    took: bool,
}

/// A hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hand {
    cursor: Option<String>,
    is_cursor_shown: bool,
    held: Option<Held>,
    /// The number that says where from, when it is to be followed by another.
    number: Option<u64>,
    /// A number that may have more digits.
    typed: Option<u64>,
    press: Option<Press>,
}

impl Hand {
    pub(crate) fn is_holding(&self) -> bool {
        self.held.is_some()
    }

    /// The position has changed: nothing is held any more. The cursor stays, unless what it was at is gone.
    pub(crate) fn forget(&mut self) {
        (self.held, self.number, self.typed, self.press) = (None, None, None, None);
    }

    /// Lets go of everything; false if there was nothing.
    pub(crate) fn let_go(&mut self) -> bool {
        let had = self.held.is_some() || self.number.is_some() || self.typed.is_some();
        self.forget();
        had
    }

    /// What stands out.
    pub(crate) fn marks(&self, sight: &Sight) -> Marks {
        let cursor = self.cursor.clone().filter(|_| self.is_cursor_shown);
        let mut marks = Marks { cursor, ..Marks::default() };
        if let Some(held) = &self.held {
            marks.by = held.at;
            marks.held = match (&held.ways, held.plays.first()) {
                (None, Some(play)) => play.grips.clone(),
                _ => vec![held.grip.clone()],
            };
            marks.targets = targets(&held.plays);
        }
        // What the digits mean so far.
        let meant = self.typed.or(self.number.filter(|_| self.held.is_none()));
        if let Some(item) = meant.and_then(|number| sight.numbered(number)) {
            marks.cursor = Some(item.id.clone());
        }
        marks
    }

    /// The cursor walks, or what is held slides.
    pub(crate) fn step(&mut self, right: i32, down: i32, sight: &Sight) -> Deed {
        (self.number, self.typed) = (None, None);
        if let Some(held) = &mut self.held
            && let Some(ways) = &held.ways
        {
            let to = (held.at.0 + right, held.at.1 + down);
            if !ways.has(to) {
                return Deed::Say(BLOCKED, sight.name(&held.grip));
            }
            held.at = to;
            return Deed::Nothing;
        }
        let stops = sight.stops();
        let here = stops.iter().find(|item| Some(&item.id) == self.cursor.as_ref());
        let next = match here {
            Some(here) if self.is_cursor_shown => neighbour(here, &stops, right, down),
            Some(here) => Some(here.id.clone()),
            None => first(&stops, sight),
        };
        (self.cursor, self.is_cursor_shown) = (next, true);
        Deed::Nothing
    }

    /// Picks up, puts down, or takes; or ends a number.
    pub(crate) fn grip(&mut self, sight: &Sight) -> Deed {
        if let Some(number) = self.typed.take() {
            return self.number(number, sight);
        }
        self.number = None;
        if let Some(held) = self.held.as_ref().filter(|held| held.ways.is_some()) {
            let end = held.ways.as_ref().and_then(|ways| ways.end(held.at));
            let deed = end.map_or(Deed::Nothing, |text| Deed::Play(text.to_owned()));
            if deed == Deed::Nothing && held.at != (0, 0) {
                return Deed::Say(NO_STOP, sight.name(&held.grip));
            }
            self.held = None;
            return deed;
        }
        let is_there = sight.stops().iter().any(|item| Some(&item.id) == self.cursor.as_ref());
        match self.cursor.clone().filter(|_| self.is_cursor_shown && is_there) {
            None => {
                self.cursor = first(&sight.stops(), sight);
                self.is_cursor_shown = true;
                Deed::Nothing
            }
            Some(at) if self.held.is_some() => self.put_on(&at),
            Some(at) => self.take(&at, sight),
        }
    }

    fn put_on(&mut self, zone: &str) -> Deed {
        let Some(held) = self.held.take() else { return Deed::Nothing };
        let is_zone = |id: &String| id == zone;
        let play = held.plays.iter().find(|play| match &play.drop {
            Drop::Onto(targets) => targets.iter().any(is_zone),
            _ => false,
        });
        match play {
            Some(play) => Deed::Play(play.text.clone()),
            // Back where it was.
            None if held.plays.iter().any(|play| play.grips.iter().any(is_zone)) => Deed::Nothing,
            None => Deed::Try { grip: held.grip, drop: Drop::Onto(vec![zone.to_owned()]) },
        }
    }

    fn take(&mut self, id: &str, sight: &Sight) -> Deed {
        let plays = sight.plays_of(id);
        let Some(play) = plays.first() else {
            return Deed::Try { grip: id.to_owned(), drop: Drop::Tap };
        };
        match &play.drop {
            Drop::Tap => return Deed::Play(play.text.clone()),
            Drop::By(_) if plays.len() == 1 => return Deed::Play(play.text.clone()),
            _ => {}
        }
        let ways = Ways::of(&plays);
        // What moves, rather than what it stands on.
        let moving = play.grips.iter().find(|grip| sight.item(grip).is_some_and(|item| !item.is_furniture()));
        let named = moving.map_or(id, String::as_str);
        let said = Deed::Say(PICKED_UP, sight.name(if ways.is_some() { id } else { named }));
        self.held = Some(Held { grip: id.to_owned(), plays, ways, at: (0, 0) });
        said
    }

    /// The mouse button goes down.
    pub(crate) fn mouse_down(&mut self, at: Position, shown: &Shown, sight: &Sight) -> Deed {
        self.is_cursor_shown = false;
        (self.number, self.typed) = (None, None);
        let id = |i: usize| sight.picture.items.get(i).map(|item| item.id.clone());
        let items = shown.items_at(at).into_iter().chain(shown.zone_at(at)).filter_map(id);
        let grip = items.clone().find(|id| sight.has_play(id));
        let mut press = Press { begun: at, grip: grip.clone(), base: (0, 0), has_moved: false, took: false };
        match (&self.held, grip) {
            (None, Some(grip)) => {
                let is_tap = sight.plays_of(&grip).iter().all(|play| play.drop == Drop::Tap);
                if !is_tap {
                    press.took = true;
                    let plays = sight.plays_of(&grip);
                    let ways = Ways::of(&plays);
                    self.held = Some(Held { grip, plays, ways, at: (0, 0) });
                }
            }
            (Some(held), grip) => {
                // Another piece is taken instead; a place to put down on is decided when the button goes up.
                let is_other = held.ways.is_some() && grip.as_ref().is_some_and(|grip| *grip != held.grip);
                if is_other {
                    self.held = None;
                    self.press = None;
                    return self.mouse_down(at, shown, sight);
                }
                press.base = held.at;
            }
            (None, None) => {}
        }
        self.press = Some(press);
        Deed::Nothing
    }

    /// The mouse moves with its button down.
    pub(crate) fn mouse_drag(&mut self, at: Position, shown: &Shown) -> Deed {
        if let (Some(press), Some(held)) = (&mut self.press, &mut self.held) {
            press.has_moved |= press.begun != at;
            if let Some(ways) = &held.ways {
                let (right, down) = shown.units(press.begun, at);
                held.at = ways.nearest(press.base.0 as f32 + right, press.base.1 as f32 + down);
            }
        }
        Deed::Nothing
    }

    /// The mouse button goes up.
    pub(crate) fn mouse_up(&mut self, at: Position, shown: &Shown, sight: &Sight) -> Deed {
        let Some(press) = self.press.take() else { return Deed::Nothing };
        let id = |i: usize| sight.picture.items.get(i).map(|item| item.id.clone());
        let Some(held) = &self.held else {
            // A tap takes; whatever else was hit can't move.
            let there = shown.items_at(press.begun).into_iter().chain(shown.zone_at(press.begun));
            return match (press.grip, there.filter_map(id).next()) {
                (Some(grip), _) => self.take(&grip, sight),
                (None, Some(hit))
                    if sight.item(&hit).is_some_and(|item| matches!(item.kind, "floor" | "void")) =>
                {
                    Deed::Nothing
                }
                (None, Some(hit)) => Deed::Try { grip: hit, drop: Drop::Tap },
                (None, None) => Deed::Nothing,
            };
        };
        if let Some(ways) = &held.ways {
            if held.at != (0, 0) && press.has_moved {
                let end = ways.end(held.at).map(str::to_owned);
                self.held = None;
                return end.map_or(Deed::Nothing, Deed::Play);
            }
            return self.click_sliding(&press, shown, sight);
        }
        let zone = shown.zone_at(at).and_then(id);
        // Over what is held itself, or over the place that stands for it.
        let is_back = shown.items_at(at).into_iter().filter_map(id).any(|id| id == held.grip)
            || zone.as_ref().is_some_and(|zone| held.plays.iter().any(|play| play.grips.contains(zone)));
        match zone {
            // The first click only takes hold.
            _ if is_back && press.took => Deed::Say(PICKED_UP, sight.name(&held.grip)),
            _ if is_back => {
                self.held = None;
                Deed::Nothing
            }
            Some(zone) => self.put_on(&zone),
            None => {
                self.held = None;
                Deed::Nothing
            }
        }
    }

    /// A click with a sliding piece in the hand: on a piece with one way it goes, on an empty square the piece goes
    /// there, on itself it stays in the hand or is put back.
    fn click_sliding(&mut self, press: &Press, shown: &Shown, sight: &Sight) -> Deed {
        let Some(held) = &self.held else { return Deed::Nothing };
        if press.took {
            if let [only] = held.plays.as_slice() {
                let text = only.text.clone();
                self.held = None;
                return Deed::Play(text);
            }
            return Deed::Say(PICKED_UP, sight.name(&held.grip));
        }
        let own = sight.item(&held.grip).map(crate::board::squares).unwrap_or_default();
        let wish = shown.square_at(press.begun);
        let ends = held.ways.iter().flat_map(Ways::ends);
        let reaches =
            ends.filter(|((right, down), _)| own.iter().any(|&(x, y)| Some((x + right, y + down)) == wish));
        // The nearest place that covers the square.
        let nearest = reaches.min_by_key(|((right, down), _)| right.abs() + down.abs());
        let is_self = wish.is_some_and(|wish| own.contains(&wish));
        let deed = match nearest {
            Some((_, text)) if !is_self => Deed::Play(text.to_owned()),
            _ => Deed::Nothing,
        };
        self.held = None;
        deed
    }
}

/// Where things can be put: the places themselves, not what stands there.
fn targets(plays: &[Play]) -> Vec<String> {
    let first = |play: &Play| match &play.drop {
        Drop::Onto(targets) => targets.first().cloned(),
        Drop::By(_) | Drop::Tap => None,
    };
    plays.iter().filter_map(first).collect()
}

fn first(stops: &[&Item], sight: &Sight) -> Option<String> {
    let movable = stops.iter().find(|item| sight.has_play(&item.id));
    movable.or(stops.first()).map(|item| item.id.clone())
}

/// The stop that lies nearest in a direction; the same one if there is none.
fn neighbour(here: &Item, stops: &[&Item], right: i32, down: i32) -> Option<String> {
    let (x, y) = centre(here);
    let (right, down) = (right as f32, down as f32);
    let far = |item: &&&Item| {
        let (dx, dy) = (centre(item).0 - x, centre(item).1 - y);
        let along = dx * right + dy * down;
        let across = (dx * down).abs() + (dy * right).abs();
        (along > 1e-3).then_some(along + 2.2 * across)
    };
    let others = stops.iter().filter(|item| item.id != here.id && far(item).is_some());
    let next = others.min_by(|a, b| far(a).partial_cmp(&far(b)).unwrap_or(std::cmp::Ordering::Equal));
    Some(next.map_or_else(|| here.id.clone(), |item| item.id.clone()))
}

fn centre(item: &Item) -> (f32, f32) {
    match &item.shape {
        Shape::Rect { x, y, w, h } => (x + w / 2.0, y + h / 2.0),
        Shape::Circle { x, y, .. } => (*x, *y),
        Shape::Cells(cells) => {
            let mean = |part: fn(&(u16, u16)) -> u16| {
                let sum: f32 = cells.iter().map(|cell| f32::from(part(cell)) + 0.5).sum();
                sum / cells.len().max(1) as f32
            };
            (mean(|cell| cell.0), mean(|cell| cell.1))
        }
    }
}
