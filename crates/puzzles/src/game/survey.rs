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
            Survey { depths: stopped.depths, stopped: Some(stopped.limit), stats: stopped.stats, ..base }
        }
        Ok(atlas) => {
            let count = |verdict| (atlas.count(verdict)).to_string();
            let longest = atlas.positions().filter_map(|(_, value)| value.turns()).max().unwrap_or(0);
            let slow = |value: Value| value.turns() == Some(longest);
            let last_depth = atlas.depths.len() - 1;
            // Positions are met depth by depth, so the farthest come last.
            let farthest_count = atlas.depths[last_depth];
            let skip = atlas.len() - farthest_count as usize;
            let farthest = atlas
                .positions()
                .skip(skip)
                .take(Survey::WRITTEN)
                .map(|(state, _)| game.text(state))
                .collect();
            let depth_of = atlas.depths.iter().enumerate().flat_map(|(d, &n)| (0..n).map(move |_| d as u64));
            let ends = atlas.positions().zip(depth_of).filter(|&((state, _), _)| game.is_over(state));
            let (mut over, mut nearest_end) = (0, None);
            for (_, depth) in ends {
                over += 1;
                nearest_end.get_or_insert(depth);
            }
            let mut findings = vec![
                ("won positions".to_owned(), count(Verdict::Win)),
                ("lost positions".to_owned(), count(Verdict::Loss)),
            ];
            if atlas.count(Verdict::Draw) > 0 {
                findings.push(("drawn positions".to_owned(), count(Verdict::Draw)));
            }
            let example = atlas.positions().find(|&(_, value)| slow(value));
            findings.push((
                "longest game under best play".to_owned(),
                match example {
                    Some((state, _)) => format!("{}, from {}", counted(longest, "turn"), game.text(state)),
                    None => "every position is drawn".to_owned(),
                },
            ));
            Survey {
                goals: over,
                goal_distance: nearest_end,
                farthest,
                farthest_count,
                edges: atlas.edges,
                findings,
                stats: atlas.stats,
                depths: atlas.depths,
                ..base
            }
        }
    }
}
