//! How hard a level is, by exact analysis: how long, how easily one goes wrong, how easily one loses.

use crate::answer::Answer;
use crate::board::Board;
use crate::puzzle::Task;
use std::collections::BTreeSet;
use std::time::Duration;
use telusur_search::{Budget, Claim};

/// What the analysis of a level found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grade {
    /// From 1 to 10.
    pub(super) difficulty: u8,
    /// Moves of a shortest solution, or of the best one known.
    pub(super) length: u32,
    /// Whether the length is proved.
    pub(super) proved: bool,
    /// Of the different moves along the solution, the share that is on no shortest one.
    pub(super) wrong: f64,
    /// The share after which there is no solution any more.
    pub(super) lost: f64,
    /// What the difficulty is read off.
    pub(super) effort: f64,
}

impl Grade {
    /// The analysis in a line.
    pub(super) fn note(&self, metric: &str) -> String {
        let exact = if self.proved { "" } else { " or fewer" };
        format!(
            "{}{exact} {metric}; of the moves on the way {:.0} % lead off the shortest way and {:.0} % lose the game",
            self.length,
            self.wrong * 100.0,
            self.lost * 100.0
        )
    }
}

/// Walks a shortest solution and judges every move on the way.
///
/// The effort is the length, weighted by how many moves are wrong and, three times as heavily, by how many lose: a
/// wrong move costs a few moves, a lost game is begun again.
pub(super) fn analyse(board: &dyn Board) -> Grade {
    let mut nobody = ();
    let mut task = Task::new(&mut nobody);
    task.limits = Budget::default().with_states(1 << 20).with_time(Duration::from_secs(5)).into();
    let (mut moves, mut proved) = (Vec::new(), false);
    if let Some(path) = board.solve(task).ok().as_ref().and_then(Answer::path) {
        moves.clone_from(&path.moves);
        proved = path.claim == Claim::Optimal;
    }
    let (mut tried, mut wrong, mut lost) = (0u32, 0u32, 0u32);
    let mut at = board.boxed();
    for (i, right) in moves.iter().enumerate() {
        let left = moves.len() - i - 1;
        let mut seen = BTreeSet::new();
        for text in at.moves() {
            let Ok(next) = at.play(&text) else { continue };
            // Moves that differ only in the order of tubes count once.
            if !seen.insert(sorted_tubes(&*next)) {
                continue;
            }
            tried += 1;
            if text == *right {
                continue;
            }
            match next.solvable() {
                Some(false) => {
                    lost += 1;
                    wrong += 1;
                }
                _ => wrong += u32::from(next.moves_left() != Some(left.into())),
            }
        }
        match at.play(right) {
            Ok(next) => at = next,
            Err(_) => break,
        }
    }
    let share = |part: u32| f64::from(part) / f64::from(tried.max(1));
    let (wrong, lost) = (share(wrong), share(lost));
    let effort = moves.len() as f64 * (0.4 + wrong + 3.0 * lost);
    let difficulty = (effort / 6.0).round().clamp(1.0, 10.0) as u8;
    Grade { difficulty, length: moves.len() as u32, proved, wrong, lost, effort }
}

fn sorted_tubes(board: &dyn Board) -> Vec<String> {
    let text = board.text();
    let mut tubes: Vec<String> = text.split('|').map(|tube| tube.trim().to_owned()).collect();
    tubes.sort_unstable();
    tubes
}

#[cfg(test)]
mod tests {
    use super::super::generate::board;
    use super::super::space::Rule;
    use super::*;

    #[test]
    fn judges_moves_exactly() {
        // One pour solves it; the other pours, into the empty tube, put that off by one or by two.
        let grade = analyse(&*board(&[vec![1, 1], vec![2, 1], vec![]], 4, Rule::Pour));
        assert_eq!((grade.length, grade.proved, grade.lost), (1, true, 0.0));
        assert!(grade.wrong > 0.5 && grade.wrong < 1.0, "{grade:?}");
        assert_eq!(grade.difficulty, 1);
        // Pouring 2 onto 2 leads on; 1 onto 1 as well; with no empty tube nothing else is possible.
        let tight = analyse(&*board(&[vec![1, 2], vec![2, 1], vec![]], 2, Rule::Pour));
        assert_eq!((tight.length, tight.proved), (3, true));
    }
}
