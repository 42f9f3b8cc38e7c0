//! How hard a level is, by exact analysis: how long, how easily one goes wrong, how easily one loses.
//!
//! All of it is limited by states, so that a level has the same grade on every machine. What can't be settled within
//! the limits is left out of the shares, and the note says so.

use super::frames::Solvability;
use super::rack::{Number, Rack};
use super::space::Water;
use crate::board::Board;
use crate::making::Work;
use crate::metric_name::MetricName;
use crate::puzzle::At;
use std::collections::BTreeSet;
use telusur_search::anytime::anytime;
use telusur_search::{Limit, Run, Space};

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
        let (way, wrong, lost) =
            (if self.proved { "shortest" } else { "known" }, self.wrong * 100.0, self.lost * 100.0);
        let settled = match self.settled < 1.0 {
            true => format!(" that were judged ({:.0} %)", (self.settled * 100.0).floor()),
            false => String::new(),
        };
        format!(
            "{}{exact} {metric}; of the moves on the way{settled} {wrong:.0} % lead off the {way} way and {lost:.0} % \
             lose the game",
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
        self.puzzle.grade(self.state(), work)
    }

    fn is_solvable(&self, work: &mut Work) -> Result<Option<bool>, Limit> {
        self.puzzle.has_solution(self.state(), work)
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
    fn grade(&self, from: Rack<I, N>, work: &mut Work) -> Result<Grade, Limit> {
        let (path, proved) = self.best_path(from, work)?;
        let mut counts = Counts::default();
        let most = self.scaled(JUDGEMENTS);
        work.within(most, |work| -> Result<(), Limit> {
            let mut at = from;
            for (made, &right) in path.iter().enumerate() {
                let left = (path.len() - made - 1) as u32;
                let mut seen = BTreeSet::new();
                let mut others = Vec::new();
                let mut next = at;
                self.expand(at, |m, to| {
                    if m == right {
                        next = to;
                    }
                    // Moves that differ only in the order of tubes count once.
                    if seen.insert(self.canonical(to)) {
                        others.push((m, to));
                    }
                });
                for (m, to) in others {
                    counts.add(if m == right { Judgement::Right } else { self.judge(to, left, work)? });
                }
                at = next;
            }
            Ok(())
        })?;
        let (wrong, lost) = (counts.share(counts.wrong), counts.share(counts.lost));
        let effort = path.len() as f64 * (0.4 + wrong + 3.0 * lost);
        // What nobody has solved is not easy.
        let is_unsolved = path.is_empty() && !self.is_goal(from);
        let difficulty = if is_unsolved { 10 } else { (effort / 6.0).round().clamp(1.0, 10.0) as u8 };
        let settled = f64::from(counts.settled) / f64::from(counts.tried.max(1));
        Ok(Grade { difficulty, length: path.len() as u32, proved, wrong, lost, settled, effort })
    }

    /// A number of states for a board of this width.
    fn scaled(&self, states: u64) -> u64 {
        let tubes = (self.tubes as u64).max(USUAL_TUBES);
        states * (USUAL_TUBES * USUAL_TUBES) / (tubes * tubes)
    }

    /// The best solution that the states suffice for, and whether it is proved shortest.
    fn best_path(&self, from: Rack<I, N>, work: &mut Work) -> Result<(Vec<super::Pour>, bool), Limit> {
        let most = self.scaled(SOLUTION);
        let (verdict, expanded) = self.first_solution(from, &mut Run::new(work.limits(most / 4)));
        work.spend(expanded)?;
        let first = match verdict {
            Some(Solvability::Unsolvable) => return Ok((Vec::new(), false)),
            Some(Solvability::Solvable(moves)) => Some(moves),
            None => None,
        };
        let report = self.improve(from, first, u64::MAX, &mut Run::new(work.limits(most)));
        work.spend(report.stats.expanded)?;
        let proved = report.is_optimal();
        Ok((report.path().map(<[_]>::to_vec).unwrap_or_default(), proved))
    }

    fn has_solution(&self, state: Rack<I, N>, work: &mut Work) -> Result<Option<bool>, Limit> {
        let most = self.scaled(SOLVABLE);
        let (verdict, expanded) = self.first_solution(state, &mut Run::new(work.limits(most)));
        work.spend(expanded)?;
        if let Some(verdict) = verdict {
            return Ok(Some(matches!(verdict, Solvability::Solvable(_))));
        }
        let report = anytime(self, state, &mut Run::new(work.limits(self.scaled(DISTANCE))));
        work.spend(report.stats.expanded)?;
        Ok(report.is_solvable())
    }

    /// Judges a move by the position that it leads to, from which `left` moves should be left.
    fn judge(&self, next: Rack<I, N>, left: u32, work: &mut Work) -> Result<Judgement, Limit> {
        if work.is_done() {
            return Ok(Judgement::Unsettled);
        }
        let solvable = self.has_solution(next, work)?;
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

/// How many moves were what.
#[derive(Default)]
struct Counts {
    tried: u32,
    settled: u32,
    wrong: u32,
    lost: u32,
}

impl Counts {
    fn add(&mut self, judgement: Judgement) {
        self.tried += 1;
        self.settled += u32::from(judgement != Judgement::Unsettled);
        self.wrong += u32::from(matches!(judgement, Judgement::Wrong | Judgement::Loses));
        self.lost += u32::from(judgement == Judgement::Loses);
    }

    fn share(&self, part: u32) -> f64 {
        f64::from(part) / f64::from(self.settled.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::super::generate::board;
    use super::super::space::Rule;
    use super::*;
    use crate::random::Random;
    use telusur_search::Deadline;

    fn graded(tubes: &[Vec<u8>], capacity: usize, rule: Rule, states: u64) -> Grade {
        board(tubes, capacity, rule).grade(&mut Work::new(states, Deadline::never())).unwrap()
    }

    #[test]
    fn judges_moves_exactly() {
        // One pour solves it; the other pours, into the empty tube, put that off by one or by two.
        let grade = graded(&[vec![1, 1], vec![2, 1], vec![]], 4, Rule::Pour, u64::MAX);
        assert_eq!((grade.length, grade.proved, grade.lost, grade.settled), (1, true, 0.0, 1.0));
        assert!(grade.wrong > 0.5 && grade.wrong < 1.0, "{grade:?}");
        assert_eq!(grade.difficulty, 1);
        // Pouring 2 onto 2 leads on; 1 onto 1 as well; with no empty tube nothing else is possible.
        let tight = graded(&[vec![1, 2], vec![2, 1], vec![]], 2, Rule::Pour, u64::MAX);
        assert_eq!((tight.length, tight.proved), (3, true));
    }

    #[test]
    fn what_is_not_settled_is_left_out_and_said() {
        let mut random = Random::new(3);
        let mut units: Vec<u8> = (0..200).map(|i| (i / 4) as u8 + 1).collect();
        random.shuffle(&mut units);
        let mut tubes: Vec<Vec<u8>> = units.chunks(4).map(<[u8]>::to_vec).collect();
        tubes.resize(53, Vec::new());
        let unsolved = graded(&tubes, 4, Rule::Pour, 30);
        assert_eq!((unsolved.difficulty, unsolved.length), (10, 0), "what nobody has solved is not easy");
        for states in [1000, 20_000, 60_000] {
            let grade = graded(&tubes, 4, Rule::Pour, states);
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
