//! Every puzzle written as text, made move by move with the mouse and with the cursor.

use super::stage::{COLOURS, LINES};
use crate::board::{self, Marks, Shown};
use crate::hand::{Deed, Hand, Sight};
use crate::paint::{Depth, Paint};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use telusur_puzzles::{Board, Drop, Entry, Play, Setup, Task, catalogue};
use telusur_rules::collection;
use telusur_session::palette::{Colours, Theme};

/// How a hand makes a move.
#[derive(Clone, Copy, Debug)]
enum Way {
    Clicks,
    Drag,
    Cursor,
}

/// A line of every game for two.
const GAMES: [(&str, &[&str]); 2] = [
    ("nim", &["take-3-1", "take-4-2", "take-5-3"]),
    ("noughts", &["put-a1", "put-b2", "put-b1", "put-c3", "put-c1"]),
];

struct Scene {
    sight: Sight,
    shown: Shown,
    hand: Hand,
}

impl Scene {
    fn new(board: &dyn Board, paint: &Paint) -> Self {
        let sight = Sight::of(board);
        let window = Rect::new(3, 2, 74, 30);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 100, 40));
        let shown = board::show(&sight.picture, &Marks::default(), paint, window, &mut buffer);
        Scene { sight, shown, hand: Hand::default() }
    }

    /// A cell of the screen at which an item is hit.
    fn cell(&self, id: &str) -> Position {
        let number = self.sight.picture.items.iter().position(|item| item.id == id);
        let cell = number.and_then(|number| self.shown.cell_of(number));
        cell.unwrap_or_else(|| panic!("{id} is nowhere to be hit"))
    }

    fn click(&mut self, at: Position) -> Deed {
        self.hand.mouse_down(at, &self.shown, &self.sight);
        self.hand.mouse_up(at, &self.shown, &self.sight)
    }

    /// Walks the cursor to an item.
    fn walk(&mut self, id: &str) {
        let middle = |sight: &Sight, id: &str| {
            let item = sight.picture.items.iter().find(|item| item.id == id).unwrap();
            let squares = board::squares(item);
            let sum = |part: fn(&(i32, i32)) -> i32| {
                squares.iter().map(part).sum::<i32>() * 60 / squares.len() as i32
            };
            (sum(|square| square.0), sum(|square| square.1))
        };
        for _ in 0..200 {
            let cursor = self.hand.marks(&self.sight).cursor;
            if cursor.as_deref() == Some(id) {
                return;
            }
            let Some(at) = cursor else {
                self.hand.step(1, 0, &self.sight);
                continue;
            };
            let (from, to) = (middle(&self.sight, &at), middle(&self.sight, id));
            let (across, down) = (to.0 - from.0, to.1 - from.1);
            let (level, upright) = ((across.signum(), 0), (0, down.signum()));
            let order = if across.abs() >= down.abs() { [level, upright] } else { [upright, level] };
            for (right, down) in order.into_iter().filter(|step| *step != (0, 0)).chain([(1, 0), (0, 1)]) {
                self.hand.step(right, down, &self.sight);
                if self.hand.marks(&self.sight).cursor.as_deref() != Some(at.as_str()) {
                    break;
                }
            }
        }
        panic!("the cursor never comes to {id}");
    }

    fn make(&mut self, play: &Play, way: Way) -> Deed {
        let grip = play.grips[0].as_str();
        let target = match &play.drop {
            Drop::Onto(targets) => Some(targets[0].as_str()),
            Drop::Tap => None,
            Drop::By(_) => panic!("texts have no sliding pieces: {play:?}"),
        };
        match (way, target) {
            (Way::Cursor, target) => {
                // Where places have numbers, the cursor walks from one to the other.
                let has_slot = |id: &&String| {
                    self.sight.picture.items.iter().any(|item| item.id == **id && item.slot.is_some())
                };
                let stop = play.grips.iter().find(has_slot).map_or(grip, String::as_str);
                self.walk(stop);
                let deed = self.hand.grip(&self.sight);
                let Some(target) = target else { return deed };
                self.walk(target);
                self.hand.grip(&self.sight)
            }
            (_, None) => self.click(self.cell(grip)),
            (Way::Clicks, Some(target)) => {
                assert!(matches!(self.click(self.cell(grip)), Deed::Say(..)), "{play:?}");
                // Put back, and taken once more.
                assert_eq!(self.click(self.cell(grip)), Deed::Nothing, "{play:?}");
                assert!(!self.hand.is_holding());
                self.click(self.cell(grip));
                self.click(self.cell(target))
            }
            (Way::Drag, Some(target)) => {
                let (from, to) = (self.cell(grip), self.cell(target));
                self.hand.mouse_down(from, &self.shown, &self.sight);
                self.hand.mouse_drag(to, &self.shown);
                self.hand.mouse_up(to, &self.shown, &self.sight)
            }
        }
    }
}

fn play(puzzle: &str, mut board: Box<dyn Board>, moves: &[String], paint: &Paint) -> Box<dyn Board> {
    let ways = [Way::Clicks, Way::Drag, Way::Cursor].into_iter().cycle();
    for (text, way) in moves.iter().zip(ways) {
        let mut scene = Scene::new(&*board, paint);
        let wanted = scene.sight.plays.iter().find(|play| play.text == *text).cloned();
        let wanted = wanted.unwrap_or_else(|| panic!("{puzzle}: {text} is no play"));
        assert_eq!(scene.make(&wanted, way), Deed::Play(text.clone()), "{puzzle}: {way:?} of {wanted:?}");
        board = board.play(text).unwrap();
    }
    board
}

#[test]
fn every_text_is_played_to_its_end_by_mouse_and_cursor() {
    for (entry, paint) in collection().iter().zip([COLOURS, LINES].iter().cycle()) {
        use telusur_puzzles::Entry;
        let name = entry.name();
        // The level with the shortest solution.
        let shortest = entry.levels().iter().filter(|level| !level.optimum.is_empty());
        let level = shortest.min_by_key(|level| level.optimum[0].1).unwrap_or(&entry.levels()[0]);
        let board = catalogue::open(entry, &Setup::level(level.name)).unwrap();
        let moves = match GAMES.iter().find(|(game, _)| *game == name) {
            Some((_, moves)) => moves.iter().map(|text| (*text).to_owned()).collect(),
            None => board.solve(Task::new(&mut ())).unwrap().path().unwrap().moves.clone(),
        };
        assert!(!moves.is_empty(), "{name}");
        let end = play(name, board, &moves, paint);
        assert_ne!(end.status(), telusur_puzzles::Status::Playing, "{name}");
    }
}

/// With sixteen colours every piece stands out from the ground and its label can be read; cells that a board lacks are
/// seen with any.
#[test]
fn pieces_and_missing_cells_are_seen_in_any_colours() {
    for theme in [Theme::Light, Theme::Dark] {
        for depth in [Depth::Sixteen, Depth::Many, Depth::True, Depth::None] {
            let paint = Paint { depth, theme, ..COLOURS };
            for entry in collection() {
                let board = entry.open(&Setup::default()).unwrap();
                let picture = board.picture();
                let area = Rect::new(0, 0, 100, 60);
                let mut buffer = Buffer::empty(area);
                let shown = board::show(&picture, &Marks::default(), &paint, area, &mut buffer);
                for (number, item) in picture.items.iter().enumerate() {
                    let body = Colours::of(&picture, theme).body(item);
                    if item.kind == "void" {
                        let is_seen = |at: &Position| {
                            shown.items_at(*at).first() == Some(&number) && buffer[*at].symbol() == "░"
                        };
                        assert!(area.positions().any(|at| is_seen(&at)), "{}: {}", entry.name(), item.id);
                    }
                    if item.kind != "token" || depth != Depth::Sixteen {
                        continue;
                    }
                    let style = paint.on(body, body);
                    assert_ne!(style.fg, style.bg, "{}: {}", entry.name(), item.id);
                    let ground = picture.items.iter().find(|item| item.kind == "place");
                    if let Some(ground) = ground.filter(|_| item.colour >= 256 && item.label != "·") {
                        let ground = paint.colour(Colours::of(&picture, theme).body(ground));
                        assert_ne!(paint.colour(body), ground, "{} {theme:?}: {}", entry.name(), item.id);
                    }
                }
            }
        }
    }
}
