//! Pictures and tables from outside: what stands in the files and on standard output, and what is refused.

use crate::folder::Scratch;
use crate::run::{EASY, HARD, file_in, names, program, solve, telusur};
use std::fs;
use std::path::Path;

/// A level of each puzzle that is solved in a few moves.
const SHORT: [(&str, &str); 5] = [
    ("hanoi", "2 1 | |"),
    ("klotski", "first-steps"),
    ("stones", "2 3"),
    ("tiles", EASY),
    ("water", "1 2 | 2 1 | - | -"),
];

#[test]
fn every_puzzle_has_pictures_and_the_usual_answer() {
    let folder = Scratch::new();
    for (puzzle, level) in SHORT {
        let usual = telusur(["solve", puzzle, level, "--json"]);
        let (svg, gif) = (file_in(&folder, "a.svg"), file_in(&folder, "a.gif"));
        let said =
            telusur(["solve", puzzle, level, "--json", "--svg", &svg, "--gif", &gif, "--theme", "dark"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{puzzle}");
        for name in ["outcome", "length", "moves", "winning_moves"] {
            assert_eq!(said.json()[name], usual.json()[name], "{puzzle}: {name}");
        }
        let picture = fs::read_to_string(&svg).unwrap();
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{puzzle}");
        assert!(picture.contains("<animateTransform") || puzzle == "stones", "{puzzle}");
        // Night has its own ground.
        assert!(picture.contains("#1a2124"), "{puzzle}");
        let moving = fs::read(&gif).unwrap();
        assert!(moving.starts_with(b"GIF89a") && moving.ends_with(b";"), "{puzzle}");
        let sheet = telusur(["solve", puzzle, level, "--quiet", "--svg", &svg, "--sheet"]);
        assert_eq!(sheet.code, 0, "{puzzle}: {}", sheet.err);
        let picture = fs::read_to_string(&svg).unwrap();
        assert!(!picture.contains("<animate") && picture.contains("<use"), "{puzzle}");
    }
    assert_eq!(names(folder.path()), ["a.gif", "a.svg"], "nothing else is left");
}

#[test]
fn people_are_told_where_the_picture_is() {
    let folder = Scratch::new();
    let svg = file_in(&folder, "easy.svg");
    let said = solve(EASY, &["--svg", &svg]);
    assert_eq!(said.code, 0);
    assert!(
        said.out.contains("solved in 2 moves") && said.out.contains(&format!("Picture: {svg}, ")),
        "{}",
        said.out
    );
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(
        picture.contains("<title id=\"title\">Sliding tiles</title>") && picture.contains(">2 / 2</text>")
    );
    let named = telusur(["solve", "klotski", "first-steps", "--quiet", "--svg", &svg]);
    assert_eq!((named.code, named.out.lines().count()), (0, 2));
    assert!(fs::read_to_string(&svg).unwrap().contains("Klotski: First Steps"));
}

#[test]
fn rows_of_positions() {
    let said = telusur(["solve", "hanoi", "2 1 | |", "--csv"]);
    let expected =
        "step,move,position,moves_left\n0,,2 1 | |,3\n1,A>B,2 | 1 |,2\n2,A>C,| 1 | 2,1\n3,B>C,| | 2 1,0\n";
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, expected, ""));
    // Every row's position is a level, and its move leads to the next.
    for (puzzle, level) in SHORT {
        let said = telusur(["solve", puzzle, level, "--csv"]);
        assert_eq!(said.code, 0, "{puzzle}: {}", said.err);
        let rows: Vec<Vec<&str>> = said.out.lines().map(|line| line.split(',').collect()).collect();
        let columns = if puzzle == "stones" { 5 } else { 4 };
        assert!(rows.len() > 2 && rows.iter().all(|row| row.len() == columns), "{puzzle}: {}", said.out);
        for (step, row) in rows[1..].iter().enumerate() {
            assert_eq!(row[0], step.to_string());
            assert_eq!(row[3], (rows.len() - 2 - step).to_string(), "{puzzle}");
        }
    }
    // Both sides play their best: 2 3 is won by making the piles equal.
    let said = telusur(["solve", "stones", "2 3", "--csv"]);
    assert!(said.out.starts_with("step,move,position,moves_left,player\n0,,2 3,"), "{}", said.out);
    assert!(
        said.out.contains("\n1,2:1,2 2,") && said.out.lines().last().unwrap().ends_with(",0,1"),
        "{}",
        said.out
    );
    // Pieces may be named by any letter, so some positions need quotes.
    let said = telusur(["solve", "klotski", "\",X./....", "--goal", "...X/....", "--csv"]);
    assert!(said.out.contains("\n1,Xr,\"\"\",.X/....\",0\n"), "{}{}", said.out, said.err);
}

#[test]
fn boards_of_text() {
    let said = solve(EASY, &["--frames"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let heads: Vec<&str> = said.out.lines().filter(|line| line.contains(" / 2")).collect();
    assert_eq!(heads, ["0 / 2", "1 / 2  5", "2 / 2  8"]);
    assert!(!said.out.is_ascii() && said.out.split("\n\n").count() == 3, "{}", said.out);
    let said = telusur(["solve", "stones", "2 3", "--frames", "--ascii"]);
    assert!(said.code == 0 && said.out.is_ascii() && said.out.contains("  player 1  2:1\n"), "{}", said.out);
}

#[test]
fn methods_that_write_lines() {
    let folder = Scratch::new();
    let svg = file_in(&folder, "tower.svg");
    let said = telusur(["solve", "hanoi", "--discs", "3", "--method", "iterative", "--svg", &svg]);
    assert_eq!((said.code, said.out.lines().count()), (0, 7), "{}", said.err);
    assert!(said.out.starts_with("move disc 1 from A to C\n"));
    assert!(fs::read_to_string(&svg).unwrap().contains(">7 / 7</text>"));
    let said = telusur(["solve", "hanoi", "--discs", "13", "--method", "er", "--csv"]);
    assert_eq!((said.code, said.out.lines().count()), (0, 8193), "no picture, no limit");
    let said = telusur([
        "solve",
        "hanoi",
        "--discs",
        "13",
        "--method",
        "er",
        "--gif",
        &file_in(&folder, "long.gif"),
    ]);
    said.refused("5000");
    assert_eq!(names(folder.path()), ["tower.svg"]);
}

#[test]
fn without_a_solution_there_is_no_picture() {
    let folder = Scratch::new();
    let gif = file_in(&folder, "none.gif");
    let said = solve("2 1 3/4 5 6/7 8 .", &["--gif", &gif]);
    assert!(said.code == 1 && said.out.contains("no solution exists"), "{}", said.out);
    said.one_line("there is no picture: no solution exists");
    let said = solve("2 1 3/4 5 6/7 8 .", &["--gif", &gif, "--quiet"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    said.one_line("there is no picture");
    let said = solve("2 1 3/4 5 6/7 8 .", &["--csv"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    said.one_line("no solution exists");
    let said = solve(HARD, &["--states", "1000", "--gif", &gif, "--json"]);
    assert_eq!((said.code, said.json()["outcome"].as_str()), (3, Some("stopped")));
    said.one_line("1,000 states");
    let said =
        telusur(["solve", "hanoi", "--discs", "64", "--quiet", "--svg", &file_in(&folder, "huge.svg")]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("18446744073709551615 moves are too many"), "{}", said.err);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn what_can_t_be_written_is_said_before_the_search() {
    let folder = Scratch::new();
    // These searches would not end.
    solve(HARD, &["--svg", "/nonexistent/a.svg"]).refused("can't write '/nonexistent/a.svg'");
    for scale in ["0", "0.1", "5", "NaN", "x"] {
        solve(HARD, &["--gif", &file_in(&folder, "scaled.gif"), "--scale", scale]).refused("from 0.25 to 4");
    }
    solve(HARD, &["--gif", folder.path().to_str().unwrap()]).refused("is a folder");
    let same = file_in(&folder, "same");
    solve(HARD, &["--gif", &same, "--svg", &same]).refused("the same file");
    if Path::new("/dev/null").exists() {
        solve(HARD, &["--gif", "/dev/null"]).refused("not a plain file");
    }
    let guarded = file_in(&folder, "guarded.svg");
    fs::write(&guarded, "mine").unwrap();
    let mut rights = fs::metadata(&guarded).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&guarded, rights).unwrap();
    solve(HARD, &["--svg", &guarded]).refused("write-protected");
    assert_eq!((fs::read(&guarded).unwrap().as_slice(), names(folder.path()).len()), (&b"mine"[..], 1));
    for (options, why) in [
        (&["--csv", "--frames"][..], "cannot be used with"),
        (&["--csv", "--json"], "cannot be used with"),
        (&["--frames", "--quiet"], "cannot be used with"),
        (&["--sheet"], "--svg"),
        (&["--ascii"], "--frames"),
        (&["--theme", "pink"], "pink"),
        (&["--theme", "dark"], "--svg"),
        (&["--svg"], "--svg"),
    ] {
        solve(EASY, options).refused(why);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_no_half_file() {
    use std::time::{Duration, Instant};
    let folder = Scratch::new();
    let gif = file_in(&folder, "long.gif");
    let mut child =
        program().args(["solve", "hanoi", "--discs", "11", "--quiet", "--gif", &gif]).spawn().unwrap();
    // It is drawing as soon as its unfinished file is there for longer than a look takes.
    let started = Instant::now();
    let mut seen = 0;
    while seen < 3 && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(100));
        seen = if names(folder.path()).iter().any(|name| name.ends_with(".part")) { seen + 1 } else { 0 };
    }
    let asked = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(asked.success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_gif_has_the_size_that_was_asked_for() {
    let folder = Scratch::new();
    let size = |scale: &str| {
        let gif = file_in(&folder, &format!("{scale}.gif"));
        let said = telusur(["solve", "hanoi", "1 | | ", "--gif", &gif, "--scale", scale, "--quiet"]);
        assert_eq!(said.code, 0, "{}", said.err);
        let bytes = fs::read(&gif).unwrap();
        (u16::from_le_bytes([bytes[6], bytes[7]]), u16::from_le_bytes([bytes[8], bytes[9]]))
    };
    let (usual, half, double) = (size("1"), size("0.5"), size("2"));
    assert!(half.0.abs_diff(usual.0 / 2) <= 1 && half.1.abs_diff(usual.1 / 2) <= 1, "{usual:?} {half:?}");
    assert!(
        double.0.abs_diff(usual.0 * 2) <= 1 && double.1.abs_diff(usual.1 * 2) <= 1,
        "{usual:?} {double:?}"
    );
}

/// A draw is as good a verdict as any: it names moves that keep it, and best play is drawn.
#[test]
fn a_drawn_game_has_pictures_and_best_moves() {
    let folder = Scratch::new();
    let svg = file_in(&folder, "noughts.svg");
    // Only the middle answers a corner.
    let drawn = telusur(["solve", "noughts", "o../.../...", "--json"]).json();
    assert_eq!(drawn["outcome"], "draw");
    assert_eq!(drawn["best_moves"], serde_json::json!(["put-b2"]));
    let said = telusur(["solve", "noughts", "--svg", &svg]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("Moves that keep the draw:"), "{}", said.out);
    let picture = fs::read_to_string(&svg).unwrap();
    assert!(picture.contains(">9 / 9</text>"), "the whole game is shown");
    // Buttons are for hands.
    let sheet = telusur(["solve", "sokoban", "two", "--quiet", "--svg", &svg, "--sheet"]);
    assert_eq!(sheet.code, 0, "{}", sheet.err);
    let picture = fs::read_to_string(&svg).unwrap();
    // A move's name has dashes, and its button has blanks.
    assert!(picture.contains(">push-down<") && !picture.contains(">walk right<"), "no buttons");
}
