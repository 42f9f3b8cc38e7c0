//! What a survey of a game says: every position settled, from the ends backwards.

use super::GamePuzzle;
use crate::answer::Survey;
use crate::level::counted;
use crate::puzzle::{PositionOf, Task};
use telusur_search::Algorithm;
use telusur_search::game::Verdict;
use telusur_search::game::retrograde::{self, Surveyed};

/// Surveys everything that can be reached, with counts of won, lost and drawn positions.
pub fn survey<G: GamePuzzle>(game: &G, from: G::State, task: &mut Task<'_>) -> Survey {
    let found = retrograde::survey(game, from, &mut task.run());
    let Surveyed { values, depths, partial, complete, ends, edges, stats } = found;
    let goal_distance = ends.nearest.map(u64::from);
    // Positions are looked at layer by layer; of the last complete one not all may have been.
    let looked_at = depths.len() as u64 - u64::from(!complete);
    let survey = Survey {
        complete,
        goals: ends.count,
        goal_distance,
        goal_at_least: goal_distance.unwrap_or(looked_at),
        edges,
        stats,
        depths,
        ..Survey::nothing(Algorithm::Bfs, "backward search settles every position")
    };
    let tablebase = match values {
        Ok(tablebase) => tablebase,
        Err(limit) => return Survey { partial, stopped: Some(limit), ..survey },
    };
    let longest = tablebase.positions().filter_map(|(_, value)| value.turns()).max().unwrap_or(0);
    let example = tablebase.positions().find(|(_, value)| value.turns() == Some(longest));
    let longest = match example {
        Some((state, _)) => {
            format!("{}, from {}", counted(longest, "turn"), game.text(G::Position::of(state)))
        }
        None => "every position is drawn".to_owned(),
    };
    let verdicts = [
        ("won positions", Verdict::Win),
        ("lost positions", Verdict::Loss),
        ("drawn positions", Verdict::Draw),
    ];
    let counts = verdicts.map(|(name, verdict)| (name, verdict, tablebase.count(verdict)));
    // Of most games no position is drawn.
    let counts = counts.into_iter().filter(|&(_, verdict, count)| verdict != Verdict::Draw || count > 0);
    let findings = counts.map(|(name, _, count)| (name.to_owned(), count.to_string()));
    // Positions are reached depth by depth, so the farthest come last.
    let farthest_count = survey.depths[survey.depths.len() - 1];
    let farthest = tablebase.positions().skip(tablebase.len() - farthest_count as usize);
    Survey {
        farthest: farthest
            .take(Survey::WRITTEN)
            .map(|(state, _)| game.text(G::Position::of(state)))
            .collect(),
        farthest_count,
        findings: findings.chain([("longest game under best play".to_owned(), longest)]).collect(),
        ..survey
    }
}
