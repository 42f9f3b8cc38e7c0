//! Files that are not as they were written.

use super::{Shared, counts, cube, limited, name, names, options, reference, spaces};
use crate::test_dir::TestDir;
use crate::{ExploreError, Options, explore};
use std::collections::BTreeSet;
use telusur_search::Limits;

/// A byte that changed anywhere, in any kind of file, is noticed, or does not matter: the answer is never wrong.
#[test]
fn damage_is_refused_or_does_not_matter() {
    let wheel = spaces()[4].1.clone();
    let cases: [(&str, Shared, bool); 5] = [
        ("small", cube(6), false),
        ("undirected", cube(14), false),
        ("directed", wheel.clone(), false),
        ("undirected path", cube(14), true),
        ("directed path", wheel, true),
    ];
    let mut kinds: BTreeSet<char> = BTreeSet::new();
    for (what, space, stop_at_goal) in cases {
        let expected = reference(&*space);
        let distance = expected.1.iter().position(|&goals| goals > 0);
        let dir = TestDir::new("damage");
        let whole = || Options { stop_at_goal, ..options(dir.path(), 2) };
        // As far as half of the states, and not as far as the goal.
        let before = expected.0.iter().take(distance.filter(|_| stop_at_goal).unwrap_or(usize::MAX));
        let half = Limits::none().with_states(before.sum::<u64>() / 2);
        let options = Options { stop_at_goal, ..limited(dir.path(), 2, half) };
        assert!(explore(space.clone(), name(), options, &mut ()).unwrap().stopped.is_some());
        let files: Vec<(String, Vec<u8>)> = names(dir.path())
            .into_iter()
            .filter(|name| name != "lock")
            .map(|name| (name.clone(), std::fs::read(dir.path().join(name)).unwrap()))
            .collect();
        kinds.extend(files.iter().filter_map(|(name, _)| name.chars().next()));
        let (mut refused, mut fine) = (0, 0);
        for (i, (file, content)) in files.iter().enumerate() {
            for place in 0..3 {
                for name in names(dir.path()) {
                    std::fs::remove_file(dir.path().join(name)).unwrap();
                }
                for (file, content) in &files {
                    std::fs::write(dir.path().join(file), content).unwrap();
                }
                let mut torn = content.clone();
                torn[(content.len() - 1) * (2 * place + 1) / 5] ^= 1 << (i % 8);
                std::fs::write(dir.path().join(file), torn).unwrap();
                match explore(space.clone(), name(), whole(), &mut ()) {
                    Ok(found) if stop_at_goal => {
                        assert_eq!(found.goal_distance(), distance.map(|d| d as u64), "{what}: {file}");
                        assert!(found.path.is_some(), "{what}: {file}");
                        fine += 1;
                    }
                    Ok(found) => {
                        assert_eq!(counts(&found), expected, "{what}: {file}");
                        fine += 1;
                    }
                    Err(error) => {
                        let named =
                            matches!(error, ExploreError::Damaged { .. } | ExploreError::Differs { .. });
                        let says = error.to_string();
                        assert!(named && says.contains("telusur-damage"), "{what}: {file}: {error}");
                        refused += 1;
                    }
                }
            }
        }
        assert!(refused > fine && refused > 6, "{what}: {refused} refused, {fine} fine");
    }
    // Header, journal, layers, all states, and packs of both kinds.
    assert_eq!(kinds.iter().collect::<String>(), "jklptv", "a kind of file was never damaged");
}
