//! Tables that are kept between runs.

use crate::folder::Scratch;
use crate::run::telusur;
use std::fs;
use std::path::PathBuf;

/// Too much for the quick bound, and little for tables.
const LEVEL: &str = ". 2 13 7/15 6 8 4/9 10 12 3/11 1 5 14";

fn files(folder: &Scratch) -> Vec<PathBuf> {
    let Ok(folder) = fs::read_dir(folder.path().join("tables")) else { return Vec::new() };
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn tables_are_built_once_and_again_if_they_are_damaged() {
    let folder = Scratch::new();
    let data = folder.path().to_str().unwrap();
    let solve = |more: &[&str]| {
        let said = telusur(["solve", "tiles", LEVEL, "--json", "--data", data].iter().chain(more));
        assert_eq!(said.code, 0, "{}", said.err);
        let answer = said.json();
        assert_eq!((answer["claim"].as_str(), answer["length"].as_u64()), (Some("optimal"), Some(52)));
        (answer["reason"].as_str().unwrap().to_owned(), answer["moves"].clone(), said.err)
    };
    // A search that stops before it needs tables leaves nothing behind.
    let said = telusur(["solve", "tiles", LEVEL, "--data", data, "--states", "1000"]);
    assert_eq!((said.code, files(&folder).len()), (3, 0));
    let (reason, moves, err) = solve(&[]);
    assert!(reason.contains("6-6-3 tiles, built for it") && err.is_empty(), "{reason} {err}");
    let kept = files(&folder);
    assert_eq!(kept.len(), 3, "{kept:?}");
    let whole: Vec<Vec<u8>> = kept.iter().map(|path| fs::read(path).unwrap()).collect();
    let (reason, again, err) = solve(&["--threads", "1"]);
    assert!(reason.contains("kept from an earlier run") && err.is_empty(), "{reason} {err}");
    assert_eq!(again, moves);
    // Large tables are not built for a level that the usual ones solve soon, even if they may be.
    let (reason, again, err) = solve(&["--large-tables"]);
    assert!(reason.contains("6-6-3") && !reason.contains("8-7") && err.is_empty(), "{reason} {err}");
    assert_eq!((again, files(&folder)), (moves.clone(), kept.clone()));
    // Without memory for tables the answer is the same.
    let (reason, again, _) = solve(&["--memory", "1M"]);
    assert!(reason.contains("no memory for pattern databases"), "{reason}");
    assert_eq!(again, moves);
    fs::write(&kept[0], &whole[0][..1000]).unwrap();
    let (reason, again, err) = solve(&[]);
    assert!(reason.contains("built for it"), "{reason}");
    assert_eq!(again, moves);
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(
        err.starts_with("telusur: '") && err.contains("is not used and built again: it has 1000 bytes"),
        "{err}"
    );
    let mended: Vec<Vec<u8>> = files(&folder).iter().map(|path| fs::read(path).unwrap()).collect();
    assert_eq!(mended, whole);
}

#[test]
fn a_folder_that_cannot_be_written_is_said_if_it_was_asked_for() {
    let folder = Scratch::new();
    let file = folder.path().join("file");
    fs::write(&file, "something").unwrap();
    // Easy levels need no tables, so nothing is said.
    let said = telusur(["solve", "tiles", "first", "--quiet", "--data", file.to_str().unwrap()]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert_eq!(fs::read(&file).unwrap(), b"something");
}
