//! Everything that can be reached from a position of a game, with who wins where.

use super::{GameAt, GamePuzzle};
use crate::board::Board;
use crate::reached::{Reached, Unreached};
use std::sync::Arc;
use telusur_search::game::{Value, Verdict};
use telusur_search::reach::Reach;
use telusur_search::{Run, Space};

/// The positions of a game as a space whose goals are its ends.
struct Positions<'g, G>(&'g G);

impl<G: GamePuzzle> Space for Positions<'_, G> {
    type State = G::State;
    type Move = ();

    fn start(&self) -> G::State {
        self.0.start()
    }

    fn is_goal(&self, state: G::State) -> bool {
        self.0.is_over(state)
    }

    fn expand(&self, state: G::State, mut visit: impl FnMut((), G::State)) {
        self.0.expand(state, |_, next| visit((), next));
    }

    fn canonical(&self, state: G::State) -> G::State {
        self.0.canonical(state)
    }
}

struct ReachedGame<G: GamePuzzle> {
    game: Arc<G>,
    reach: Reach<G::State>,
    /// By position; empty where nobody can be said to win.
    values: Vec<Value>,
    /// Whose turn it is in the first position.
    turn: u32,
    symmetric: bool,
}

/// Everything that can be reached from a position of a game.
pub(super) fn reach_game<G: GamePuzzle>(
    at: &GameAt<G>,
    symmetric: bool,
    run: &mut Run<'_>,
) -> Result<Box<dyn Reached>, Unreached> {
    let game = &at.game;
    if !game.is_searchable(at.state) {
        return Err(Unreached::Unlisted);
    }
    let reach = Reach::explore(&Positions(&**game), at.state, symmetric, run).map_err(Unreached::Limit)?;
    let values = match game.players() {
        2 => values(&reach, |state| game.result(state)),
        _ => Vec::new(),
    };
    Ok(Box::new(ReachedGame { game: game.clone(), reach, values, turn: at.turn, symmetric }))
}

/// The value of every position, from the ends backwards. Positions are settled in the order of their turns, so the
/// first lost reply is the fastest win and the last won reply the slowest loss.
fn values<T: telusur_search::State>(reach: &Reach<T>, result: impl Fn(T) -> Verdict) -> Vec<Value> {
    let count = reach.len();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
    let mut open_replies = vec![0usize; count];
    let mut values: Vec<Option<Value>> = vec![None; count];
    let mut settled = Vec::new();
    for number in 0..count as u32 {
        let next = reach.next(number);
        open_replies[number as usize] = next.len();
        next.iter().for_each(|&to| before[to as usize].push(number));
        if next.is_empty() {
            values[number as usize] = match reach.state(number).map(&result) {
                Some(Verdict::Win) => Some(Value::Win(0)),
                Some(Verdict::Loss) => Some(Value::Loss(0)),
                Some(Verdict::Draw) | None => None,
            };
            settled.extend(values[number as usize].map(|value| (number, value)));
        }
    }
    let mut at = 0;
    while let Some(&(number, value)) = settled.get(at) {
        at += 1;
        for &previous in &before[number as usize] {
            let open = &mut open_replies[previous as usize];
            *open -= 1;
            let found = match value {
                Value::Loss(turns) => Some(Value::Win(turns + 1)),
                Value::Win(turns) if *open == 0 => Some(Value::Loss(turns + 1)),
                Value::Win(_) | Value::Draw => None,
            };
            if let (None, Some(found)) = (values[previous as usize], found) {
                values[previous as usize] = Some(found);
                settled.push((previous, found));
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
}

impl<G: GamePuzzle> Reached for ReachedGame<G> {
    fn len(&self) -> usize {
        self.reach.len()
    }

    fn find(&self, board: &dyn Board) -> Option<u32> {
        let state = board.as_any().downcast_ref::<GameAt<G>>()?.state;
        self.reach.find(if self.symmetric { self.game.canonical(state) } else { state })
    }

    fn board(&self, number: u32) -> Option<Box<dyn Board>> {
        let state = self.reach.state(number)?;
        // Whose turn it is depends on the way; this is the shortest.
        let turn = (self.turn + self.reach.depth(number)) % self.game.players().max(1);
        Some(Box::new(GameAt { game: self.game.clone(), state, turn }))
    }

    fn depth(&self, number: u32) -> u32 {
        self.reach.depth(number)
    }

    fn to_goal(&self, number: u32) -> Option<u32> {
        match self.values.is_empty() {
            true => self.reach.to_goal(number),
            false => self.values.get(number as usize)?.turns(),
        }
    }

    fn next(&self, number: u32) -> &[u32] {
        self.reach.next(number)
    }

    fn verdict(&self, number: u32) -> Option<Verdict> {
        self.values.get(number as usize).map(|value| value.verdict())
    }

    fn place(&self, number: u32) -> Option<(f32, f32)> {
        self.game.place_on_map(self.reach.state(number)?)
    }

    fn bytes(&self) -> u64 {
        self.reach.bytes() + (self.values.capacity() * size_of::<Value>()) as u64
    }
}
