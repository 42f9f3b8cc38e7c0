//! What a survey of a game says: every position settled, from the ends backwards.

use super::GamePuzzle;
use crate::answer::Survey;
use crate::level::counted;
use crate::puzzle::{PositionOf, Task};
use telusur_search::game::Verdict;
use telusur_search::game::retrograde::{self, Surveyed};

/// Surveys everything that can be reached, with counts of won, lost and drawn positions.
pub fn survey<G: GamePuzzle>(game: &G, from: G::State, task: &mut Task<'_>) -> Survey {
    let Surveyed { values, reached } = retrograde::survey(game, from, &mut task.run());
    let text = |&state: &G::State| game.text(G::Position::of(state));
    let reason = "backward search settles every position".to_owned();
    let survey = Survey { reason, ..Survey::reached(reached, text) };
    let Ok(tablebase) = values else { return survey };
    let longest = tablebase.positions().filter_map(|(_, value)| value.turns()).max().unwrap_or(0);
    let example = tablebase.positions().find(|(_, value)| value.turns() == Some(longest));
    let longest = match example {
        Some((state, _)) => {
            format!("{}, from {}", counted(longest, "turn"), text(&state))
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
    let farthest = tablebase.positions().skip(tablebase.len() - survey.farthest_count as usize);
    Survey {
        farthest: farthest.take(Survey::WRITTEN).map(|(state, _)| text(&state)).collect(),
        findings: findings.chain([("longest game under best play".to_owned(), longest)]).collect(),
        ..survey
    }
}
