//! Positions as bytes: [`PackedBoard`], a level's space in batches of bytes with the way back to text.

use crate::puzzle::{PositionOf, Puzzle};
use std::sync::Arc;
use telusur_search::bytes::{ByteSpace, Coded, Numbered, Plain, ToBytes};
use telusur_search::{Ranked, Reversible, Space};

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

/// The moves from a state of a typed space along a path of packed states, with the states that they lead to.
pub(crate) fn moves_along<S: Space>(
    space: &S,
    from: S::State,
    coded: &dyn Coded<S>,
    path: &[u8],
) -> Option<Vec<(S::Move, S::State)>> {
    let mut states = path.chunks(coded.width());
    let mut packed = Vec::new();
    coded.encode(from, &mut packed);
    if states.next() != Some(&packed) {
        return None;
    }
    let mut state = from;
    let mut moves = Vec::new();
    for wanted in states {
        let mut chosen = None;
        space.expand(state, |m, next| {
            if chosen.is_none() {
                packed.clear();
                coded.encode(next, &mut packed);
                chosen = (packed == wanted).then_some((m, next));
            }
        });
        let (m, next) = chosen?;
        moves.push((m, next));
        state = next;
    }
    Some(moves)
}

/// A position of a typed puzzle.
struct PackedAt<P: Puzzle, V> {
    puzzle: Arc<P>,
    from: P::Position,
    view: Arc<V>,
}

impl<P: Puzzle, V: Coded<P> + 'static> PackedBoard for PackedAt<P, V> {
    fn space(&self) -> Arc<dyn ByteSpace> {
        self.view.clone()
    }

    fn text(&self, state: &[u8]) -> String {
        self.puzzle.text(P::Position::of(self.view.decode(state)))
    }

    fn moves(&self, path: &[u8]) -> Option<Vec<String>> {
        let mut position = self.from.clone();
        let mut texts = Vec::new();
        for (m, next) in moves_along(&*self.puzzle, position.state(), &*self.view, path)? {
            texts.push(self.puzzle.move_text(position.clone(), m));
            position = self.puzzle.after(&position, m, next);
        }
        Some(texts)
    }
}

/// States as themselves, in a space that may be directed.
pub fn plain<P: Puzzle>(puzzle: &Arc<P>, from: P::Position) -> Box<dyn PackedBoard>
where
    P::State: ToBytes,
{
    let view = Plain::new(puzzle.clone(), from.state());
    Box::new(PackedAt { puzzle: puzzle.clone(), from, view: Arc::new(view) })
}

/// States as themselves, in a space that says whether it is undirected.
pub fn reversible<P: Puzzle + Reversible>(puzzle: &Arc<P>, from: P::Position) -> Box<dyn PackedBoard>
where
    P::State: ToBytes,
{
    let view = Plain::new(puzzle.clone(), from.state()).reversible();
    Box::new(PackedAt { puzzle: puzzle.clone(), from, view: Arc::new(view) })
}

/// States as their numbers, in a space that says whether it is undirected.
pub fn numbered<P: Puzzle + Ranked + Reversible>(puzzle: &Arc<P>, from: P::Position) -> Box<dyn PackedBoard> {
    let view = Numbered::new(puzzle.clone(), from.state()).reversible();
    Box::new(PackedAt { puzzle: puzzle.clone(), from, view: Arc::new(view) })
}
