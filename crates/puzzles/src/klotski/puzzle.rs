//! A level as a [`Puzzle`]: what people see of a position. States know classes of equal pieces; letters go along with them
//! in [`Places`].

use super::engine::{BY_LAYERS, Klotski, Packs};
use super::hand;
use super::instructions;
use super::options::{Asked, Axis, GoalAsked, Metric, write_axes};
use super::picture;
use super::position::{MOVE_FORM, Position, draw, standing};
use super::space::Shift;
use super::text::Cell;
use crate::answer::Survey;
use crate::board::MoveError;
use crate::bytes::{self, PackedBoard};
use crate::language::{Text, text};
use crate::metric_name::MetricName;
use crate::picture::Picture;
use crate::play::{Drop, Play};
use crate::players::OnePlayer;
use crate::puzzle::{PositionOf, Puzzle, Task, given};
use std::sync::Arc;
use telusur_search::{Algorithm, Report, Solver, State, Unsupported};

/// A state with the place of every piece of the drawing, if it matters which of the equal pieces is which.
#[derive(Clone)]
pub(super) struct Places<T> {
    state: T,
    at: Option<Arc<[u16]>>,
}

impl<T: State + 'static> PositionOf<T> for Places<T> {
    type Players = OnePlayer;

    fn of(state: T) -> Self {
        Places { state, at: None }
    }

    fn state(&self) -> T {
        self.state
    }

    fn bytes_elsewhere(&self) -> usize {
        self.at.as_deref().map_or(0, size_of_val)
    }
}

impl<S: Packs> Klotski<S> {
    fn position(&self, places: &Places<S::State>) -> Position<'_> {
        let at = places.at.clone().unwrap_or_else(|| match places.state == self.space.start() {
            // The drawing says which piece is where.
            true => self.rules.start.as_slice().into(),
            false => self.space.unpack(&self.rules, places.state).into(),
        });
        Position { rules: &self.rules, at }
    }
}

impl<S: Packs> Puzzle for Klotski<S> {
    const NAME: &'static str = super::NAME;
    const MOVE_FORM: Text = MOVE_FORM;

    type Position = Places<S::State>;

    fn metric(&self) -> MetricName {
        self.rules.asked.metric.name()
    }

    fn text(&self, places: Places<S::State>) -> String {
        draw(&self.rules, &self.position(&places).at).write()
    }

    fn instructions(&self) -> Text {
        instructions::instructions(&self.rules)
    }

    fn options(&self, places: &Places<S::State>) -> Vec<(String, String)> {
        let Asked { drawing, goal, axes, metric, paper_order, in_parts, .. } = &self.rules.asked;
        let goal = match goal {
            GoalAsked::Usual => None,
            GoalAsked::None => Some("none".to_owned()),
            GoalAsked::Drawn(goal) => Some(goal.write()),
        };
        // A door under a piece does not show in the drawing.
        let standing = standing(&self.rules, &self.position(places).at);
        let hidden = self.rules.doors.iter().zip(standing).map(|(&door, piece)| door && piece.is_some());
        let doors: Vec<Cell> = hidden.map(|door| if door { Cell::Door } else { Cell::Empty }).collect();
        given([
            ("goal", goal),
            ("metric", (*metric != Metric::Moves && !paper_order).then(|| metric.name().to_string())),
            ("axes", write_axes(axes)),
            ("order", paper_order.then(|| "paper".to_owned())),
            ("parts", in_parts.then(|| "true".to_owned())),
            ("doors", doors.contains(&Cell::Door).then(|| drawing.with(doors).write())),
        ])
    }

    /// Piece by piece, in the order of the drawing.
    fn moves(&self, places: &Places<S::State>) -> Vec<(Shift, S::State)> {
        let position = self.position(places);
        let mut moves = Vec::new();
        for (piece, &from) in position.at.iter().enumerate() {
            let class = self.rules.pieces[piece].class as u16;
            for (to, _) in position.ways(piece) {
                let next = self.space.pack(&self.rules, &position.with(piece, to));
                moves.push((Shift { class, from, to }, next));
            }
        }
        moves
    }

    fn after(&self, places: &Places<S::State>, shift: Shift, next: S::State) -> Places<S::State> {
        let position = self.position(places);
        Places { state: next, at: position.piece_of(shift).map(|piece| position.with(piece, shift.to)) }
    }

    fn move_text(&self, places: Places<S::State>, shift: Shift) -> String {
        // Two ways of looking for free cells have come to the same moves, or one of them is wrong.
        let text = self.position(&places).spell(shift);
        text.unwrap_or_else(|| panic!("{shift:?} is no move of {}", self.text(places)))
    }

    /// Any way round that ends where a listed move ends is as good.
    fn read_move(&self, places: &Places<S::State>, text: &str) -> Result<Places<S::State>, MoveError> {
        let at = self.position(places).make(text)?;
        Ok(Places { state: self.space.pack(&self.rules, &at), at: Some(at) })
    }

    fn picture(&self, places: Places<S::State>) -> Picture {
        let position = self.position(&places);
        let movable: Vec<bool> =
            (0..position.at.len()).map(|piece| !position.ways(piece).is_empty()).collect();
        picture::picture(&self.rules, &position.at, &movable)
    }

    fn items(&self, _: Places<S::State>) -> usize {
        picture::items(&self.rules)
    }

    fn level_bytes(&self) -> usize {
        self.rules.bytes()
    }

    fn play(&self, places: Places<S::State>, shift: Shift) -> Play {
        hand::play(self.move_text(places, shift))
    }

    fn attempts(&self, _: Places<S::State>, grip: &str, drop: &Drop) -> Vec<String> {
        hand::attempt(grip, drop).into_iter().collect()
    }

    fn explain_idle(&self, places: Places<S::State>, grip: &str) -> Option<Text> {
        let letter = grip.strip_prefix("piece-")?;
        let position = self.position(&places);
        let piece =
            (0..position.at.len()).find(|&piece| self.rules.pieces[piece].letter.to_string() == letter)?;
        position.ways(piece).is_empty().then(|| match self.rules.kind_of(piece).axis {
            Axis::Both => {
                text!("block {letter} is blocked on every side", "balok {letter} terhalang di semua sisi")
            }
            Axis::Horizontal => text!(
                "block {letter} moves left and right only, and both ways are blocked",
                "balok {letter} hanya bergerak ke kiri dan ke kanan, dan keduanya terhalang"
            ),
            Axis::Vertical => text!(
                "block {letter} moves up and down only, and both ways are blocked",
                "balok {letter} hanya bergerak ke atas dan ke bawah, dan keduanya terhalang"
            ),
        })
    }

    fn refute(&self, _: S::State) -> Option<Text> {
        self.rules.refutation()
    }

    /// Places of a level with other pieces would mean other cells.
    fn shares_states(&self, other: &Self) -> bool {
        self.rules.pieces.len() == other.rules.pieces.len() && self.rules.kinds == other.rules.kinds
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        let offered = |a: &Algorithm| match a {
            Algorithm::Dense | Algorithm::Planes => false,
            Algorithm::Bidirectional => self.lists_goals(),
            _ => true,
        };
        Algorithm::ALL.into_iter().filter(offered).collect()
    }

    /// Recordings show small spaces, where `auto` searches by layers.
    fn solver(&self) -> Solver<'_, Self> {
        Solver::new(self).prefer(Algorithm::Bfs, BY_LAYERS)
    }

    fn solve(&self, from: S::State, task: &mut Task<'_>) -> Result<Report<Shift>, Unsupported> {
        self.search(from, task)
    }

    fn survey(&self, from: S::State, task: &mut Task<'_>) -> Result<Survey, Unsupported> {
        self.count(from, task)
    }

    /// Every state counts, so mirror images are told apart.
    fn as_bytes(puzzle: &Arc<Self>, from: Places<S::State>) -> Option<Box<dyn PackedBoard>> {
        Some(bytes::reversible(&Arc::new(puzzle.apart()), from))
    }
}
