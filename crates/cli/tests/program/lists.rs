//! Files with several levels: which one is meant, all of them, and what is wrong in one.

use crate::folder::Scratch;
use crate::run::{TempFile, file_in, telusur, with_input};
use serde_json::Value;

const TWO: &str = "title: One\n\n1 2 3/4 5 6/7 . 8\n\ntitle: Two\n\n1 2 3/4 5 6/. 7 8\n";

#[test]
fn one_of_several_is_chosen_by_its_number() {
    let file = TempFile::new("two-levels.txt", TWO.as_bytes());
    let first = telusur(["solve", "tiles", "--file", file.path(), "--json"]);
    assert_eq!(first.json()["length"], 1);
    first
        .one_line("has 2 levels; this is the first (One). --number chooses another, --all-levels solves all");
    let second = telusur(["solve", "tiles", "--file", file.path(), "--number", "2", "--json"]);
    assert_eq!((second.json()["length"].as_u64(), second.err.as_str()), (Some(2), ""));
    telusur(["solve", "tiles", "--file", file.path(), "--number", "3"]).refused("there is no level 3");
    let explored = telusur(["explore", "tiles", "--file", file.path(), "--number", "2", "--quiet"]);
    assert_eq!(explored.out, "181440\n", "{}", explored.err);
    let verified = telusur(["verify", "tiles", "--file", file.path(), "--number", "2", "7", "8"]);
    assert_eq!((verified.code, verified.err.as_str()), (0, ""), "{}", verified.out);
}

#[test]
fn all_levels_are_solved_in_a_line_each() {
    let said = with_input(["solve", "tiles", "-", "--all-levels"], TWO.as_bytes());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines, ["1  One  1 move, optimal", "2  Two  2 moves, optimal"]);
    let said = with_input(["solve", "tiles", "-", "--all-levels", "--json"], TWO.as_bytes());
    let lines: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (&lines[1]["number"], &lines[1]["title"], &lines[1]["length"]),
        (&2.into(), &"Two".into(), &2.into())
    );
    // One that has no solution decides the exit code; the others are solved all the same.
    let mixed = format!("{TWO}===\n2 1 3/4 5 6/7 8 .\n");
    let said = with_input(["solve", "tiles", "-", "--all-levels", "--quiet"], mixed.as_bytes());
    assert_eq!((said.code, said.out.as_str()), (1, "1\n2\nunsolvable\n"));
    telusur(["solve", "tiles", "--all-levels", "--svg", "x.svg"]).refused("cannot be used with");
}

#[test]
fn lists_of_others_are_read_and_faults_are_said_at_their_line() {
    let korf = "# number, then the tiles\n1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15\n2 1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15\n";
    let said = with_input(["solve", "tiles", "-", "--all-levels", "--quiet"], korf.as_bytes());
    assert_eq!((said.code, said.out.as_str()), (0, "1\n2\n"), "{}", said.err);
    let rush = "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN";
    assert_eq!(telusur(["solve", "klotski", rush, "--json"]).json()["length"], 58);
    with_input(["solve", "tiles", "-", "--number", "2"], b"1 2/. 3\n===\n1 2\n3 x\n")
        .refused("standard input, line 4, column 3");
    with_input(["solve", "tiles", "-"], b"puzzle: klotski\n\nab\n")
        .refused("a level of klotski, not of tiles");
}

#[test]
fn the_levels_of_a_puzzle_are_a_level_file() {
    let all = telusur(["list", "hanoi", "--level-file"]);
    assert_eq!((all.code, all.err.as_str()), (0, ""));
    let listed: Value = telusur(["list", "hanoi", "--json"]).json();
    let levels = listed["levels"].as_array().unwrap().len();
    assert_eq!(all.out.matches("title: ").count(), levels);
    let file = TempFile::new("all-levels.txt", all.out.as_bytes());
    let last = levels.to_string();
    let opened = telusur(["verify", "hanoi", "--file", file.path(), "--number", &last]);
    assert!(!opened.err.contains("there is no level"), "{}", opened.err);
    telusur(["list", "--level-file"]).refused("PUZZLE");
}

/// What one command makes, the next one solves: levels behind blank lines are never glued together, in any puzzle whose
/// levels may have several lines.
#[test]
fn levels_that_are_made_one_after_another_are_solved_one_after_another() {
    for (puzzle, more) in
        [("water", &[][..]), ("stones", &[]), ("water", &["--quiet"]), ("hanoi", &["--quiet"])]
    {
        let make = ["generate", puzzle, "--difficulty", "5", "--count", "3", "--seed", "1"];
        let made = telusur(make.iter().chain(more)).out;
        let together = with_input(["solve", puzzle, "-", "--all-levels", "--json"], made.as_bytes());
        let together: Vec<Value> =
            together.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(together.len(), 3, "{made}");
        let listed = telusur(make.iter().chain(&["--json"])).out;
        for (answer, line) in together.iter().zip(listed.lines()) {
            let level: Value = serde_json::from_str(line).unwrap();
            assert_eq!(
                (&answer["level"], &answer["options"]),
                (&level["level"], &level["options"]),
                "{made}"
            );
            let options = level["options"].as_object().unwrap().iter();
            let options = options.map(|(name, value)| format!("--{name}={}", value.as_str().unwrap()));
            let words = ["solve", puzzle, level["level"].as_str().unwrap(), "--json"].map(str::to_owned);
            let alone = telusur(words.into_iter().chain(options)).json();
            for field in ["outcome", "length", "turns"] {
                assert_eq!(answer[field], alone[field], "{puzzle} {field} {made}");
            }
        }
    }
}

#[test]
fn several_files_and_folders_are_read_and_a_wrong_level_takes_nothing_from_the_others() {
    let folder = Scratch::new();
    std::fs::create_dir(folder.path().join("more")).unwrap();
    let write = |name: &str, text: &[u8]| {
        std::fs::write(folder.path().join(name), text).unwrap();
        file_in(&folder, name)
    };
    let one = write("one.txt", b"title: One\n\n1 2 3/4 5 6/7 . 8\n");
    let bad = write("more/a.txt", b"title: Good\n\n1 2/. 3\n\ntitle: Bad\n\n1 2\n3 x\n");
    write("more/b.txt", "\u{feff}1 2 3/4 5 6/. 7 8\r\n".as_bytes());
    write("more/c.bin", b"\xff\xfe");
    write("more/.hidden", b"nothing");
    let more = file_in(&folder, "more");
    let said = telusur(["solve", "tiles", "--file", &one, &more, "--all-levels", "--quiet"]);
    assert_eq!((said.code, said.out.as_str()), (2, "1\n1\nerror\n2\nerror\n"), "{}", said.err);
    let wrong: Vec<&str> = said.err.lines().collect();
    assert_eq!(wrong.len(), 2, "{}", said.err);
    assert!(wrong[0].contains(&format!("'{bad}', line 8, column 3: 'x'")), "{}", wrong[0]);
    assert!(wrong[1].contains("c.bin") && wrong[1].contains("byte 1 "), "{}", wrong[1]);
    let said = telusur(["solve", "tiles", "--file", &one, "--file", &bad, "--all-levels", "--json"]);
    let lines: Vec<Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((said.code, lines.len()), (2, 3));
    assert_eq!((&lines[0]["file"], &lines[1]["title"]), (&one.as_str().into(), &"Good".into()));
    assert_eq!((&lines[2]["error"]["line"], &lines[2]["number"]), (&8.into(), &3.into()), "{}", lines[2]);
    // As a shell joins them.
    let joined = [std::fs::read(&one).unwrap(), std::fs::read(folder.path().join("more/b.txt")).unwrap()];
    let said = with_input(["solve", "tiles", "-", "--all-levels", "--quiet"], &joined.concat());
    assert_eq!((said.code, said.out.as_str()), (0, "1\n2\n"), "{}", said.err);
    let both = telusur(["solve", "tiles", "--file", &one, &bad, "--number", "2", "--quiet"]);
    assert_eq!((both.code, both.out.as_str()), (0, "3\n"), "{}", both.err);
    telusur(["solve", "tiles", "--file", &one, "-"]).refused("--file - is standard input");
    let empty = file_in(&folder, "empty");
    std::fs::create_dir(&empty).unwrap();
    telusur(["solve", "tiles", "--file", &empty]).refused("there is no file in the folder");
    telusur(["solve", "tiles", &one]).refused("read it with --file");
}
