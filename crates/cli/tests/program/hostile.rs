//! Input of every wrong kind gives one clear line and exit code 2, never a panic.

use crate::run::{TempFile, solve, telusur, with_input};

#[test]
fn levels_that_are_none() {
    let long = "1 ".repeat(50_000);
    let cases = [
        ("", "empty"),
        (" \n\t", "empty"),
        ("1 2 3", "no blank"),
        ("1 2 3/4 5 6/7 8 9", "no blank"),
        ("1 1/. 2", "twice"),
        ("1 2/3 . .", "second blank"),
        ("1 2 3/4 .", "same number of cells"),
        ("1 9/2 .", "'9'"),
        ("-1 ./2 3", "'-1'"),
        ("99999999999999999999999999 .", "not a tile number"),
        ("1e3 .", "not a tile number"),
        ("\u{1b}[31mred", "not a tile number"),
        ("💥 .", "not a tile number"),
        ("no-such-level", "not a tile number"),
        (&long, "twice"),
    ];
    for (level, expected) in cases {
        for command in ["solve", "explore"] {
            telusur([command, "tiles", level]).refused(expected);
        }
        with_input(["solve", "tiles", "-"], level.as_bytes()).refused(expected);
    }
}

#[test]
fn unsolvable_is_an_answer_not_an_error() {
    let said = solve("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 .", &[]);
    assert!(said.code == 1 && said.err.is_empty() && said.out.contains("parity"), "{}{}", said.out, said.err);
}

#[test]
fn bytes_that_are_no_text() {
    with_input(["solve", "tiles", "-"], b"1 2 3/4 \xff 6").refused("byte 9");
    with_input(["solve", "tiles", "-"], &[0xfe; 1000]).refused("byte 1 ");
    with_input(["verify", "tiles", "1 ./2 3", "-"], b"1 \xff\xff").refused("UTF-8");
    let file = TempFile::new("binary", b"\x00\x01\xc3\x28");
    telusur(["solve", "tiles", "--file", file.path()]).refused("byte 3");
    with_input(["solve", "tiles", "-"], b"\0\0\0").refused("not a tile number");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let bad = std::ffi::OsStr::from_bytes(b"1 \xff");
        telusur([std::ffi::OsStr::new("solve"), "tiles".as_ref(), bad]).refused("UTF-8");
    }
}

#[test]
fn a_line_of_100_megabytes() {
    let line = vec![b'1'; 100_000_000];
    with_input(["solve", "tiles", "-"], &line).refused("larger than 16 MiB");
    with_input(["verify", "tiles", "1 2 3/4 . 6/7 5 8", "-"], &line).refused("longer than");
    let spaced: Vec<u8> = b"1 ".iter().copied().cycle().take(100_000_000).collect();
    with_input(["explore", "tiles", "-"], &spaced).refused("larger than 16 MiB");
    let file = TempFile::new("huge", &line);
    telusur(["solve", "tiles", "--file", file.path()]).refused("larger than 16 MiB");
}

#[test]
fn files_that_cannot_be_read() {
    telusur(["solve", "tiles", "--file", "/no/such/file"]).refused("can't open '/no/such/file'");
    let file = TempFile::new("head", b"goal: 1 2\n3 4\n");
    telusur(["solve", "tiles", "--file", file.path()]).refused("head line");
    let file = TempFile::new("option", b"colour: red\n\n1 2 3/4 . 6/7 5 8\n");
    telusur(["solve", "tiles", "--file", file.path()]).refused("unknown option 'colour'");
    telusur(["solve", "tiles", "1 .", "--file", file.path()]).refused("both a level and --file");
}

#[test]
fn options_that_are_wrong() {
    let cases: &[(&[&str], &str)] = &[
        (&["--memory", "lots"], "64M"),
        (&["--memory", "-1"], "--memory"),
        (&["--memory", "99999999999G"], "too large"),
        (&["--time", "soon"], "30s"),
        (&["--time", "1e308h"], "30s"),
        (&["--states", "many"], "a count"),
        (&["--threads", "0"], "--threads"),
        (&["--threads", "1000000000"], "--threads"),
        (&["--algorithm", "magic"], "possible values: auto, bfs"),
        (&["--metric", "steps"], "tiles counts moves, not 'steps'"),
        (&["--size", "0x0"], "size"),
        (&["--size", "99999999999x99999999999"], "size"),
        (&["--goal", "--json"], "--goal needs a value"),
        (&["--goal", "1 2/3 ."], "the goal is 2 x 2"),
        (&["--json", "--quiet"], "cannot be used with"),
        (&["--jsno"], "no option '--jsno'"),
        (&["--size=3x3", "1 ./2 3"], "the level is 2 x 2, but the size is 3 x 3"),
        (&["1 2 3 4 5 ."], "give the option size, such as 2x3"),
    ];
    for (arguments, expected) in cases {
        telusur(["solve", "tiles"].iter().chain(*arguments)).refused(expected);
    }
    assert_eq!(telusur(["solve", "tiles", "1 2/3 .", "--metric", "moves"]).code, 0);
    telusur(["generate", "tiles", "--difficulty", "11"]).refused("--difficulty");
    telusur(["generate", "tiles", "--seed", "x"]).refused("--seed");
    telusur(["generate", "tiles", "--size", "x"]).refused("size");
}

#[test]
fn commands_that_do_not_exist() {
    telusur(["slove"]).refused("did you mean");
    telusur(["solve"]).refused("no puzzle is named");
    telusur(["solve", "chess"]).refused("chess");
    telusur(["list", "chess"]).refused("chess");
    telusur(["solve", "tiles", "1 .", "2"]).refused("unexpected argument '2'");
    telusur(["completions"]).refused("<SHELL>");
    telusur(["completions", "tcsh"]).refused("tcsh");
    telusur(["man", "--dir", "/dev/null/x"]).refused("can't make");
    telusur(["explore", "tiles", "--size", "3x3", "--algorithm", "astar"])
        .refused("possible values: auto, bfs, frontier, dense, planes");
}
