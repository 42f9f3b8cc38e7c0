//! Positions as bytes: [`PackedBoard`], a level's space in batches of bytes with the way back to text.

use crate::puzzle::{At, PositionOf, Puzzle};
use std::sync::Arc;
use telusur_search::bytes::{ByteSpace, Coded, Numbered, Plain, ToBytes};
use telusur_search::{Ranked, Reversible};

/// The space of a position as bytes, and what its states and paths are in text.
///
/// ```
/// use telusur_puzzles::{Setup, catalogue};
/// let board = catalogue::find("tiles").unwrap().open(&Setup::level("1 2 3/4 5 6/7 . 8")).unwrap();
/// let packed = board.as_bytes().unwrap();
/// let start = packed.space().start();
/// assert_eq!(packed.text(&start), board.text());
/// let mut path = start.clone();
/// packed.space().expand(&start, &mut path);
/// // The start and its last successor.
/// let path = [&start, &path[path.len() - start.len()..]].concat();
/// assert!(board.moves().contains(&packed.moves(&path).unwrap()[0]));
/// ```
pub trait PackedBoard: Send + Sync {
    /// The space, from the position on.
    fn space(&self) -> Arc<dyn ByteSpace>;

    /// A packed state as level text.
    fn text(&self, state: &[u8]) -> String;

    /// The moves along a path of packed states, one after another in one slice, the start included; `None` if that is
    /// no path.
    fn moves(&self, path: &[u8]) -> Option<Vec<String>>;
}

/// A position of a typed puzzle or game, and its space as bytes.
struct Packed<P: Puzzle> {
    at: At<P>,
    view: Arc<dyn Coded<P>>,
}

impl<P: Puzzle> PackedBoard for Packed<P> {
    fn space(&self) -> Arc<dyn ByteSpace> {
        self.view.clone()
    }

    fn text(&self, state: &[u8]) -> String {
        self.at.puzzle.text(P::Position::of(self.view.decode(state)))
    }

    fn moves(&self, path: &[u8]) -> Option<Vec<String>> {
        let mut states = path.chunks(self.view.width());
        let mut packed = Vec::new();
        let mut state = self.at.state();
        self.view.encode(state, &mut packed);
        if states.next() != Some(&packed) {
            return None;
        }
        let mut moves = Vec::new();
        for wanted in states {
            let mut chosen = None;
            self.at.puzzle.expand(state, |m, next| {
                if chosen.is_none() {
                    packed.clear();
                    self.view.encode(next, &mut packed);
                    chosen = (packed == wanted).then_some((m, next));
                }
            });
            let (m, next) = chosen?;
            moves.push((m, next));
            state = next;
        }
        Some(self.at.move_texts(moves))
    }
}

fn packed<P: Puzzle>(
    puzzle: &Arc<P>,
    position: P::Position,
    view: impl Coded<P> + 'static,
) -> Box<dyn PackedBoard> {
    Box::new(Packed { at: At { puzzle: puzzle.clone(), position }, view: Arc::new(view) })
}

/// States as themselves, in a space that may be directed.
pub fn plain<P: Puzzle>(puzzle: &Arc<P>, from: P::Position) -> Box<dyn PackedBoard>
where
    P::State: ToBytes,
{
    let view = Plain::new(puzzle.clone(), from.state());
    packed(puzzle, from, view)
}

/// States as themselves, in a space that says whether it is undirected.
pub fn reversible<P: Puzzle + Reversible>(puzzle: &Arc<P>, from: P::Position) -> Box<dyn PackedBoard>
where
    P::State: ToBytes,
{
    let view = Plain::new(puzzle.clone(), from.state()).reversible();
    packed(puzzle, from, view)
}

/// States as their numbers, in a space that says whether it is undirected.
pub fn numbered<P: Puzzle + Ranked + Reversible>(puzzle: &Arc<P>, from: P::Position) -> Box<dyn PackedBoard> {
    let view = Numbered::new(puzzle.clone(), from.state()).reversible();
    packed(puzzle, from, view)
}
