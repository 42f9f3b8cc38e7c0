//! What a survey of a game says: every position settled, from the ends backwards.

use super::GamePuzzle;
use crate::answer::Survey;
use crate::level::counted;
use crate::puzzle::Task;
use telusur_search::Algorithm;
use telusur_search::game::{Value, Verdict, retrograde};

/// Surveys everything that can be reached, with counts of won, lost and drawn positions.
pub fn survey<G: GamePuzzle>(game: &G, from: G::State, task: &mut Task<'_>) -> Survey {
    let base = Survey::nothing(Algorithm::Bfs, "backward search settles every position");
    match retrograde::survey(game, from, &mut task.run()) {
        Err(stopped) => {
            let goal_distance = stopped.ends.nearest.map(u64::from);
            // Positions are looked at layer by layer; of the last complete one not all may have been.
            let looked_at = stopped.depths.len() as u64 - u64::from(!stopped.complete);
            Survey {
                goals: stopped.ends.count,
                goal_distance,
                goal_at_least: goal_distance.unwrap_or(looked_at),
                partial: stopped.partial,
                complete: stopped.complete,
                edges: stopped.edges,
                depths: stopped.depths,
                stopped: Some(stopped.limit),
                stats: stopped.stats,
                ..base
            }
        }
        Ok(tablebase) => {
            let count = |verdict| (tablebase.count(verdict)).to_string();
            let longest = tablebase.positions().filter_map(|(_, value)| value.turns()).max().unwrap_or(0);
            let slow = |value: Value| value.turns() == Some(longest);
            let last_depth = tablebase.depths.len() - 1;
            // Positions are reached depth by depth, so the farthest come last.
            let farthest_count = tablebase.depths[last_depth];
            let skip = tablebase.len() - farthest_count as usize;
            let farthest = tablebase
                .positions()
                .skip(skip)
                .take(Survey::WRITTEN)
                .map(|(state, _)| game.text(state))
                .collect();
            let goal_distance = tablebase.ends.nearest.map(u64::from);
            let mut findings = vec![
                ("won positions".to_owned(), count(Verdict::Win)),
                ("lost positions".to_owned(), count(Verdict::Loss)),
            ];
            if tablebase.count(Verdict::Draw) > 0 {
                findings.push(("drawn positions".to_owned(), count(Verdict::Draw)));
            }
            let example = tablebase.positions().find(|&(_, value)| slow(value));
            findings.push((
                "longest game under best play".to_owned(),
                match example {
                    Some((state, _)) => format!("{}, from {}", counted(longest, "turn"), game.text(state)),
                    None => "every position is drawn".to_owned(),
                },
            ));
            Survey {
                complete: true,
                goals: tablebase.ends.count,
                goal_distance,
                goal_at_least: goal_distance.unwrap_or(tablebase.depths.len() as u64),
                farthest,
                farthest_count,
                edges: tablebase.edges,
                findings,
                stats: tablebase.stats,
                depths: tablebase.depths,
                ..base
            }
        }
    }
}
