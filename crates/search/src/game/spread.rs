//! Values of a game from its ends backwards, turn by turn.
//!
//! Who can move to a lost position has won one turn later; who can only move to won positions has lost one turn after
//! the slowest of them. Layer by layer this gives the exact number of turns with the winner in a hurry and the loser
//! delaying. What is never settled is a draw: both can stay away from loss for ever. A move that leads back to the
//! position that it is made in is such a way of staying away, so it must not be forgotten.

use super::{Value, Verdict};
use crate::budget::Limit;
use crate::edges::{Edges, OnLayer, spread_back};
use crate::limits::Pace;
use crate::memory::{List, Memory};

/// The value of every position, given all moves between them.
///
/// `stays` says of which positions a move leads to the position itself, where the arrows don't show it. Positions
/// without any move are asked for their `result`.
///
/// # Errors
/// What `turn` says, or that there is no memory for it.
pub(crate) fn spread(
    edges: &Edges,
    stays: &dyn Fn(u32) -> bool,
    result: &mut dyn FnMut(u32) -> Verdict,
    turn: OnLayer<'_>,
    memory: &Memory,
) -> Result<List<Value>, Limit> {
    let count = edges.tails();
    let back = edges.reversed(memory, &mut || turn(0, 0, 0))?;
    let mut values = List::filled(Value::Draw, count, memory)?;
    // Moves of a position that are not known to lose; none are left where it is settled.
    let mut open_moves = List::filled(0u32, count, memory)?;
    let mut ends = List::new(memory);
    let mut pace = Pace::new();
    for number in 0..count as u32 {
        pace.look(number.into(), None, || turn(0, 0, 0))?;
        let at = number as usize;
        // A way of staying is never closed: the position itself would have to be won first.
        open_moves[at] = edges.of(number).len() as u32 + u32::from(stays(number));
        if open_moves[at] == 0 {
            let verdict = result(number);
            // A drawn end settles nothing: positions that can reach it stay draws unless won.
            if verdict != Verdict::Draw {
                values[at] = Value::of_end(verdict);
                ends.push(number)?;
            }
        }
    }
    let settles = |settled: u32, earlier: u32, turns: u32| {
        let at = earlier as usize;
        if open_moves[at] == 0 {
            return false;
        }
        let lost = values[settled as usize].verdict() == Verdict::Loss;
        open_moves[at] = if lost { 0 } else { open_moves[at] - 1 };
        if open_moves[at] == 0 {
            values[at] = if lost { Value::Win(turns) } else { Value::Loss(turns) };
        }
        open_moves[at] == 0
    };
    spread_back(&back, ends, settles, turn, memory)?;
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::super::tests::samples::Graph;
    use super::super::{Game, Value, retrograde};
    use crate::reach::Reach;
    use crate::run::Run;
    use crate::space::Space;

    /// The fields of a game as a space.
    struct Fields<'g>(&'g Graph);

    impl Space for Fields<'_> {
        type State = u8;
        type Move = usize;
        fn start(&self) -> u8 {
            0
        }
        fn is_goal(&self, field: u8) -> bool {
            self.0.0[field as usize].is_empty()
        }
        fn expand(&self, field: u8, visit: impl FnMut(usize, u8)) {
            self.0.expand(field, visit);
        }
    }

    #[test]
    fn staying_where_one_is_keeps_a_loss_away() {
        // Field 0 leads to itself and to 1, from which the other wins: the player to move had better stay.
        let game = Graph(vec![vec![0, 1], vec![2], vec![]]);
        let reach = Reach::explore(&Fields(&game), 0, false, &mut Run::unlimited()).unwrap();
        assert!(reach.stays(0) && !reach.stays(1));
        let values = reach.values(|field| game.result(field), &mut Run::unlimited()).unwrap();
        assert_eq!(values, [Value::Draw, Value::Win(1), Value::Loss(0)]);
        // And whoever can only stay is not at the end of the game.
        let alone = Graph(vec![vec![0]]);
        let reach = Reach::explore(&Fields(&alone), 0, false, &mut Run::unlimited()).unwrap();
        assert_eq!(reach.values(|field| alone.result(field), &mut Run::unlimited()), Ok(vec![Value::Draw]));
    }

    #[test]
    fn both_ways_of_writing_a_game_down_have_the_same_values() {
        let mut loops = 0;
        for seed in 0..500 {
            let game = Graph::random(seed);
            loops += game.0.iter().enumerate().filter(|(i, next)| next.contains(&(*i as u8))).count();
            let tablebase = retrograde::survey(&game, 0, &mut Run::unlimited()).values.unwrap();
            let reach = Reach::explore(&Fields(&game), 0, false, &mut Run::unlimited()).unwrap();
            let values = reach.values(|field| game.result(field), &mut Run::unlimited()).unwrap();
            for (number, value) in (0..).zip(values) {
                assert_eq!(tablebase.value(reach.state(number).unwrap()), Some(value), "{game:?}");
            }
        }
        assert!(loops > 100, "{loops}");
    }
}
