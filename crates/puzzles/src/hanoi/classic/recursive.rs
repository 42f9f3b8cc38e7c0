//! The recursive algorithm.

use super::super::step::{Step, third};
use super::Walk;

/// To move a tower, move all but its largest disc to the spare peg, then the disc, then the rest onto it.
///
/// As old as the puzzle (Lucas 1883), and everybody's first example of recursion. The base case is no disc at
/// all, which takes no move.
pub fn recursive(discs: u32, from: u8, to: u8, visit: &mut impl FnMut(Step)) {
    if discs > 0 {
        let spare = third(from, to);
        recursive(discs - 1, from, spare, visit);
        visit(Step { disc: discs - 1, from, to });
        recursive(discs - 1, spare, to, visit);
    }
}

/// The recursion with its stack in the open, so that it can pause.
pub struct Recursive {
    calls: Vec<Call>,
}

enum Call {
    Tower(u32, u8, u8),
    Move(Step),
}

impl Walk for Recursive {
    fn new(discs: u32) -> Self {
        Recursive { calls: vec![Call::Tower(discs, 0, 2)] }
    }

    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool {
        while let Some(call) = self.calls.pop() {
            match call {
                Call::Move(step) => {
                    visit(step);
                    return true;
                }
                Call::Tower(0, ..) => {}
                Call::Tower(discs, from, to) => {
                    let spare = third(from, to);
                    self.calls.push(Call::Tower(discs - 1, spare, to));
                    self.calls.push(Call::Move(Step { disc: discs - 1, from, to }));
                    self.calls.push(Call::Tower(discs - 1, from, spare));
                }
            }
        }
        false
    }

    fn run(discs: u32, visit: &mut impl FnMut(Step)) {
        recursive(discs, 0, 2, visit);
    }
}
