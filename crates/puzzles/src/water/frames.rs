//! Whether a solution exists at all: the board without what doesn't matter for that.
//!
//! *Frames.* The top run of a framed tube and everything in plain tubes is *loose*: single units of a colour can be
//! shifted among the tubes that have this colour on top, as long as one unit stays behind, and back again. So for
//! solvability it does not matter how many units lie where, only which runs are still *covered*. A position is reduced
//! to the frame of each framed tube and the colour on it, written as the content "frame and one unit"; plain and empty
//! tubes become empty. For a colour `c` let `L(c)` be its loose units (all less those in frames) and `R(c)` the places
//! above the frames that have `c` on them. It needs a plain tube exactly if `L(c) > R(c)`. With `V` the number of tubes
//! that are not framed, the one kind of step is to *clear* a framed tube `A` with `c` on it: allowed if, with the places
//! above `A` taken from `R(c)`, at most `V` colours need a plain tube.
//!
//! *Why this is exact* (rule `unit`; pours solve the same positions). A real solution clears tube after tube, and when it
//! clears `A` all loose units lie elsewhere, so the condition holds. Conversely, let it hold. Plain tubes of one colour can
//! be joined, and colours that need no plain tube can go onto their frames; then at most as many plain tubes are in use as
//! colours need one, and if `c` comes to need one by losing `A`, a tube is empty for it. So all units of `c` can leave `A`.
//! When no frame is left, joining the plain tubes solves the puzzle.
//!
//! Every step uncovers a run for good, so there are no cycles, and far fewer reduced than full positions.

use super::rack::{Number, Rack};
use super::realise::Walk;
use super::space::{Pour, Rule, Water};
use crate::puzzle::Puzzle;
use telusur_search::{Algorithm, Outcome, Report, Run, Space, dfs};

/// The reduced space of a level, from some position.
pub(super) struct Frames<'w, I, const N: usize> {
    pub(super) water: &'w Water<I, N>,
    pub(super) start: Rack<I, N>,
}

impl<I: Number, const N: usize> Water<I, N> {
    /// The position without what doesn't matter for solvability, in sorted order.
    pub(super) fn reduced(&self, state: &Rack<I, N>) -> Rack<I, N> {
        let mut reduced = Rack::EMPTY;
        for tube in 0..self.tubes {
            reduced.0[tube] = I::new(self.contents.framed(state.get(tube)));
        }
        reduced.sorted()
    }

    /// What a framed tube of a reduced position holds after it has been cleared.
    #[inline(always)]
    fn cleared(&self, content: usize) -> usize {
        self.contents.framed(self.contents.less(content, 1))
    }

    /// Some solution, which is not a short one, or that there is none. `None` under the rule `strict`, for which the
    /// reduction does not hold.
    pub(super) fn first_solution(&self, from: Rack<I, N>, run: &mut Run<'_>) -> Option<Report<Pour>> {
        if self.hopeless {
            return Some(Report::new(Algorithm::Dfs, Outcome::Unsolvable, 0, run.stats(0, 0)));
        }
        if self.rule == Rule::Strict {
            return None;
        }
        let frames = Frames { water: self, start: self.reduced(&from) };
        let report = dfs::dfs(&frames, frames.start, run);
        let outcome = match report.outcome {
            Outcome::Stopped(limit) => Outcome::Stopped(limit),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Solved { path, .. } => {
                let mut reduced = frames.start;
                let mut walk = Walk::new(self, from);
                for step in path {
                    let content = reduced.get(step as usize);
                    let framed = |tube: &usize| self.contents.framed(walk.state.get(*tube)) == content;
                    let cleared = (0..self.tubes).find(framed).and_then(|tube| walk.clear(tube));
                    debug_assert!(cleared.is_some(), "{}", self.text(from));
                    cleared?;
                    reduced = reduced.with(step as usize, self.cleared(content)).sorted();
                }
                walk.join();
                debug_assert!(self.is_goal(walk.state), "{}", self.text(from));
                Outcome::Solved { path: walk.moves, optimal: false }
            }
        };
        Some(Report::new(Algorithm::Dfs, outcome, 0, report.stats))
    }
}

impl<I: Number, const N: usize> Frames<'_, I, N> {
    /// Whether a colour needs a plain tube now and ever after: (★) of [`guide`](super::guide).
    fn always_needed(&self, state: &Rack<I, N>, colour: u8) -> bool {
        let contents = &self.water.contents;
        let mut held = 0;
        for tube in 0..self.water.tubes {
            let content = state.get(tube);
            if content == 0 {
                break;
            }
            held += contents.cap(content, colour);
            let facts = contents.facts(content);
            if facts.bottom == colour {
                held += facts.bottom_run as usize;
            }
        }
        self.water.colours[colour as usize - 1].count > held
    }
}

impl<I: Number, const N: usize> Space for Frames<'_, I, N> {
    type State = Rack<I, N>;
    type Move = u8;

    fn start(&self) -> Rack<I, N> {
        self.start
    }

    fn is_goal(&self, state: Rack<I, N>) -> bool {
        state == Rack::EMPTY
    }

    fn expand(&self, state: Rack<I, N>, mut visit: impl FnMut(u8, Rack<I, N>)) {
        let water = self.water;
        let contents = &water.contents;
        // Loose units less places for them, by colour.
        let mut excess = [0i16; 256];
        for (excess, colour) in excess.iter_mut().skip(1).zip(&water.colours) {
            *excess = colour.count as i16;
        }
        let mut vacant = water.tubes;
        for tube in 0..water.tubes {
            let content = state.get(tube);
            if content == 0 {
                break;
            }
            vacant -= 1;
            let units = contents.units(content);
            let (frame, top) = (&units[..units.len() - 1], units[units.len() - 1]);
            for &unit in frame {
                excess[unit as usize] -= 1;
            }
            excess[top as usize] -= (contents.capacity - frame.len()) as i16;
        }
        let needed = excess[1..=water.colours.len()].iter().filter(|&&e| e > 0).count();
        let mut steps = [(0u8, 0u8, 0u8); N];
        let mut count = 0;
        for tube in 0..water.tubes {
            let content = state.get(tube);
            if content == 0 {
                break;
            }
            if tube > 0 && state.get(tube - 1) == content {
                continue;
            }
            let facts = contents.facts(content);
            let places = (contents.capacity - usize::from(facts.height) + 1) as i16;
            let now = excess[facts.top as usize];
            let more = now <= 0 && now + places > 0;
            if needed + usize::from(more) > vacant {
                continue;
            }
            if now > 0 && self.always_needed(&state, facts.top) {
                return visit(tube as u8, state.with(tube, water.cleared(content)).sorted());
            }
            steps[count] = (u8::from(more), facts.runs, tube as u8);
            count += 1;
        }
        let steps = &mut steps[..count];
        steps.sort_unstable();
        for &(_, _, tube) in steps.iter() {
            let next = water.cleared(state.get(tube as usize));
            visit(tube, state.with(tube as usize, next).sorted());
        }
    }

    fn lower_bound(&self, state: Rack<I, N>) -> u32 {
        (0..self.water.tubes)
            .map(|tube| u32::from(self.water.facts(&state, tube).runs).saturating_sub(1))
            .sum()
    }
}
