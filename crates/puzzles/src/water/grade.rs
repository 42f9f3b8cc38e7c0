//! How hard a level is, by exact analysis: how long, how easily one goes wrong, how easily one loses.
//!
//! All of it is limited by states, so that a level has the same grade on every machine. What can't be settled within
//! the limits is left out of the shares, and the note says so.

use super::rack::{Number, Rack};
use super::space::Water;
use crate::board::Board;
use crate::making::Work;
use crate::metric_name::MetricName;
use crate::puzzle::At;
use std::collections::BTreeSet;
use telusur_search::anytime::anytime;
use telusur_search::{Limit, Outcome, Run, Space};

/// States for a shortest solution of a level of usual width.
const SOLUTION: u64 = 1 << 20;
/// States for all judgements of moves, on a level of usual width.
const JUDGEMENTS: u64 = 1 << 22;
/// States for one question whether a solution exists, and how far it is.
const SOLVABLE: u64 = 1 << 16;
const DISTANCE: u64 = 1 << 14;
/// Tubes of a level of usual width. On wider ones a state costs more and there are more moves: the square of that is
/// taken off.
const USUAL_TUBES: u64 = 20;

/// What the analysis of a level found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grade {
    /// From 1 to 10.
    pub(super) difficulty: u8,
    /// Moves of a shortest solution, or of the best one known.
    pub(super) length: u32,
    /// Whether the length is proved.
    pub(super) proved: bool,
    /// Of the different moves along the solution that were settled, the share that is on no shortest one.
    pub(super) wrong: f64,
    /// The share after which there is no solution any more.
    pub(super) lost: f64,
    /// The share of moves that was settled.
    pub(super) settled: f64,
    /// What the difficulty is read off.
    pub(super) effort: f64,
}

impl Grade {
    /// The analysis in a line.
    pub(super) fn note(&self, metric: MetricName) -> String {
        if self.length == 0 && !self.proved {
            return "no solution was found with as many states as a generator has".to_owned();
        }
        let exact = if self.proved { "" } else { " or fewer" };
        let metric = if self.length == 1 { metric.one } else { metric.many };
        let (wrong, lost) = (self.wrong * 100.0, self.lost * 100.0);
        let longer = if self.proved { "make it longer" } else { "lead away from the known solution" };
        let unsolvable = match lost {
            0.0 => "none makes it unsolvable".to_owned(),
            lost => format!("{lost:.0} % make it unsolvable"),
        };
        let settled = match self.settled < 1.0 {
            true => format!(" that were judged ({:.0} %)", (self.settled * 100.0).floor()),
            false => String::new(),
        };
        format!(
            "{}{exact} {metric}. On the way, {wrong:.0} % of the possible moves{settled} {longer}; {unsolvable}",
            self.length
        )
    }
}

/// A board of this puzzle, whatever its packing, as the generator asks about it.
pub(super) trait Gradable: Board {
    /// Walks a shortest solution and judges every move on the way.
    ///
    /// The effort is the length, weighted by how many moves are wrong and, three times as heavily, by how many lose: a
    /// wrong move costs a few moves, a lost game is begun again.
    ///
    /// # Errors
    /// If the work must end.
    fn grade(&self, work: &mut Work) -> Result<Grade, Limit>;

    /// Whether a solution exists; `None` if the states do not suffice to tell.
    ///
    /// # Errors
    /// If the work must end.
    fn is_solvable(&self, work: &mut Work) -> Result<Option<bool>, Limit>;
}

impl<I: Number, const N: usize> Gradable for At<Water<I, N>> {
    fn grade(&self, work: &mut Work) -> Result<Grade, Limit> {
        let (water, from) = (&*self.puzzle, self.state());
        let (path, proved) = water.best_path(from, work)?;
        let mut judged = Vec::new();
        work.within(water.scaled(JUDGEMENTS), |work| -> Result<(), Limit> {
            let mut at = from;
            for (made, &right) in path.iter().enumerate() {
                let left = (path.len() - made - 1) as u32;
                let mut seen = BTreeSet::new();
                let mut others = Vec::new();
                let mut next = at;
                water.expand(at, |m, to| {
                    if m == right {
                        next = to;
                    }
                    // Moves that differ only in the order of tubes count once.
                    if seen.insert(water.canonical(to)) {
                        others.push((m, to));
                    }
                });
                for (m, to) in others {
                    judged.push(if m == right { Judgement::Right } else { water.judge(to, left, work)? });
                }
                at = next;
            }
            Ok(())
        })?;
        let count = |judgement| judged.iter().filter(|&&judged| judged == judgement).count() as f64;
        let lost = count(Judgement::Loses);
        let settled = judged.len() as f64 - count(Judgement::Unsettled);
        let share = |part: f64, all: f64| part / all.max(1.0);
        let (wrong, lost) = (share(count(Judgement::Wrong) + lost, settled), share(lost, settled));
        let effort = path.len() as f64 * (0.4 + wrong + 3.0 * lost);
        // What nobody has solved is not easy.
        let is_unsolved = path.is_empty() && !water.is_goal(from);
        let difficulty = if is_unsolved { 10 } else { (effort / 6.0).round().clamp(1.0, 10.0) as u8 };
        let settled = share(settled, judged.len() as f64);
        Ok(Grade { difficulty, length: path.len() as u32, proved, wrong, lost, settled, effort })
    }

    fn is_solvable(&self, work: &mut Work) -> Result<Option<bool>, Limit> {
        self.puzzle.is_solvable(self.state(), work)
    }
}

/// What a move is on the way to the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Judgement {
    Right,
    Wrong,
    Loses,
    Unsettled,
}

impl<I: Number, const N: usize> Water<I, N> {
    /// A number of states for a board of this width.
    fn scaled(&self, states: u64) -> u64 {
        let tubes = (self.tubes as u64).max(USUAL_TUBES);
        states * (USUAL_TUBES * USUAL_TUBES) / (tubes * tubes)
    }

    /// The best solution that the states suffice for, and whether it is proved shortest.
    fn best_path(&self, from: Rack<I, N>, work: &mut Work) -> Result<(Vec<super::Pour>, bool), Limit> {
        let most = self.scaled(SOLUTION);
        let first = self.first_solution(from, &mut Run::new(work.limits(most / 4)));
        work.spend(first.as_ref().map_or(0, |report| report.stats.expanded))?;
        let first = match first.map(|report| report.outcome) {
            Some(Outcome::Unsolvable) => return Ok((Vec::new(), false)),
            Some(Outcome::Solved { path, .. }) => Some(path),
            Some(Outcome::Stopped(_)) | None => None,
        };
        let report = self.improve(from, first, u64::MAX, &mut Run::new(work.limits(most)));
        work.spend(report.stats.expanded)?;
        let proved = report.is_optimal();
        Ok((report.path().map(<[_]>::to_vec).unwrap_or_default(), proved))
    }

    fn is_solvable(&self, state: Rack<I, N>, work: &mut Work) -> Result<Option<bool>, Limit> {
        self.has_solution(state, [SOLVABLE, DISTANCE].map(|states| self.scaled(states)), work)
    }

    /// Whether a solution exists, by so many states of the reduced space and then of the whole one.
    pub(super) fn has_solution(
        &self,
        state: Rack<I, N>,
        states: [u64; 2],
        work: &mut Work,
    ) -> Result<Option<bool>, Limit> {
        let first = self.first_solution(state, &mut Run::new(work.limits(states[0])));
        work.spend(first.as_ref().map_or(0, |report| report.stats.expanded))?;
        if let Some(solvable) = first.and_then(|report| report.is_solvable()) {
            return Ok(Some(solvable));
        }
        let report = anytime(self, state, &mut Run::new(work.limits(states[1])));
        work.spend(report.stats.expanded)?;
        Ok(report.is_solvable())
    }

    /// Judges a move by the position that it leads to, from which `left` moves should be left.
    fn judge(&self, next: Rack<I, N>, left: u32, work: &mut Work) -> Result<Judgement, Limit> {
        if work.is_done() {
            return Ok(Judgement::Unsettled);
        }
        let solvable = self.is_solvable(next, work)?;
        if solvable == Some(false) {
            return Ok(Judgement::Loses);
        }
        if self.lower_bound(next) > left {
            return Ok(Judgement::Wrong);
        }
        let report = anytime(self, next, &mut Run::new(work.limits(self.scaled(DISTANCE))));
        work.spend(report.stats.expanded)?;
        Ok(match (report.length(), report.lower_bound) {
            (Some(length), _) if length as u64 <= u64::from(left) => Judgement::Right,
            (_, bound) if bound > left => Judgement::Wrong,
            _ => Judgement::Unsettled,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::generate::Order;
    use super::super::open;
    use super::super::space::Rule;
    use super::super::text::Draft;
    use super::*;
    use crate::random::Random;
    use telusur_search::Deadline;

    fn graded(draft: Draft, states: u64) -> Grade {
        open(draft, Rule::Pour).grade(&mut Work::new(states, Deadline::never())).unwrap()
    }

    #[test]
    fn judges_moves_exactly() {
        // One pour solves it; the other pours, into the empty tube, put that off by one or by two.
        let grade = graded(Draft::parse("1 1 | 2 1 | -", Some(4)).unwrap(), u64::MAX);
        assert_eq!((grade.length, grade.proved, grade.lost, grade.settled), (1, true, 0.0, 1.0));
        assert!(grade.wrong > 0.5 && grade.wrong < 1.0, "{grade:?}");
        assert_eq!(grade.difficulty, 1);
        // Pouring 2 onto 2 leads on; 1 onto 1 as well; with no empty tube nothing else is possible.
        let tight = graded(Draft::parse("1 2 | 2 1 | -", Some(2)).unwrap(), u64::MAX);
        assert_eq!((tight.length, tight.proved), (3, true));
    }

    #[test]
    fn what_is_not_settled_is_left_out_and_said() {
        let order = Order { colours: 50, capacity: 4, empties: 3, rule: Rule::Pour };
        let draft = order.draw(&mut Random::new(3));
        let unsolved = graded(draft.clone(), 30);
        assert_eq!((unsolved.difficulty, unsolved.length), (10, 0), "what nobody has solved is not easy");
        for states in [1000, 20_000, 60_000] {
            let grade = graded(draft.clone(), states);
            assert!(grade.difficulty == 10 && !grade.proved && grade.settled < 1.0, "{grade:?}");
            let note = grade.note(Rule::Pour.metric());
            let is_said = match grade.length {
                0 => note.starts_with("no solution was found"),
                _ => note.contains(" or fewer pours; of the moves on the way that were judged ("),
            };
            assert!(is_said, "{note}");
        }
    }
}
