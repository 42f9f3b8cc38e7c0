//! Everything that can be reached from a position of a game, with who wins where.

use super::{GameAt, GamePuzzle};
use crate::board::Board;
use crate::puzzle::Task;
use crate::reached::{ReachOptions, Reached, Unreached, explored};
use std::sync::Arc;
use telusur_search::game::retrograde::Positions;
use telusur_search::game::{Value, Verdict};
use telusur_search::reach::Reach;

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
    options: ReachOptions,
    task: &mut Task<'_>,
) -> Result<Box<dyn Reached>, Unreached> {
    let game = &at.game;
    // A game has verdicts, not distances, and verdicts need the moves.
    if !options.moves || !game.is_searchable(at.state) {
        return Err(Unreached::Unlisted);
    }
    let reach = explored(&Positions(&**game), at.state, options, task)?;
    let values = match game.players() {
        2 if reach.is_whole() => {
            reach.values(|state| game.result(state), &mut task.run()).map_err(Unreached::Limit)?
        }
        _ => Vec::new(),
    };
    let symmetric = options.symmetric;
    Ok(Box::new(ReachedGame { game: game.clone(), reach, values, turn: at.turn, symmetric }))
}

impl<G: GamePuzzle> Reached for ReachedGame<G> {
    fn len(&self) -> usize {
        self.reach.len()
    }

    fn is_whole(&self) -> bool {
        self.reach.is_whole()
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
