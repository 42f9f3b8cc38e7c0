//! The examples of the documentation, word by word: every `$ telusur …` of a `console` block is run by the shell, and
//! what stands below it is what the program says.
//!
//! - A line `…` stands for any number of lines, and `…` in a line for the rest of it. Where nothing stands below a
//!   command, its output is left out, and it must only succeed.
//! - In the line that says what a search cost, its memory and its time vary ([`masked`]); with `--time`, so does the
//!   bound that was proved until then.

use crate::folder::Scratch;
use crate::run::program;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

struct Example {
    file: String,
    command: String,
    shown: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files of documentation: in the root, in `docs` and beside the crates.
fn documents() -> Vec<PathBuf> {
    let mut folders = vec![root(), root().join("docs")];
    folders.extend(std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path()));
    let files = folders
        .iter()
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|ending| ending == "md")).collect();
    files.sort();
    files
}

fn examples() -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for path in documents() {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut is_console = false;
        // Whether the lines that follow are what a command of ours says.
        let mut is_ours = false;
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            if line.starts_with("```") {
                is_console = line == "```console";
                is_ours = false;
            } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_console) {
                is_ours = command.split('|').any(|part| part.trim_start().starts_with("telusur "));
                if is_ours {
                    let command = command.to_owned();
                    examples.push(Example { file: file.clone(), command, shown: Vec::new() });
                }
            } else if let Some(example) = examples.last_mut().filter(|_| is_ours) {
                example.shown.push(line.to_owned());
            }
        }
    }
    for example in &mut examples {
        while example.shown.last().is_some_and(String::is_empty) {
            example.shown.pop();
        }
    }
    examples
}

/// What varies from machine to machine and from run to run.
fn masked(command: &str, line: &str) -> String {
    let is_limited = command.contains(" --time ");
    if let Some((head, tail)) = line.split_once(" at least ").filter(|_| is_limited) {
        let rest = tail.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ',');
        return format!("{head} at least NUMBER{rest}");
    }
    // "181,440 states expanded, 483,840 generated, 181,440 stored; 76 KiB; 1.3 ms"
    match line.rsplitn(3, "; ").collect::<Vec<_>>()[..] {
        [time, memory, counts] if counts.ends_with(" stored") => {
            let is_figure = |text: &str, units: &[&str]| {
                let (number, unit) = text.split_once(' ').unwrap_or_default();
                number.parse::<f64>().is_ok() && units.contains(&unit)
            };
            assert!(is_figure(memory, &["byte", "bytes", "KiB", "MiB", "GiB"]), "{line}");
            assert!(is_figure(time, &["µs", "ms", "s"]), "{line}");
            format!("{counts}; MEMORY; TIME")
        }
        _ => line.to_owned(),
    }
}

fn line_fits(shown: &str, said: &str) -> bool {
    match shown.split_once('…') {
        None => shown == said,
        Some((head, tail)) => {
            said.len() >= head.len() + tail.len() && said.starts_with(head) && said.ends_with(tail)
        }
    }
}

fn fits(shown: &[String], said: &[String]) -> bool {
    match (shown, said) {
        ([], []) => true,
        ([gap, shown @ ..], _) if gap == "…" => (0..=said.len()).any(|more| fits(shown, &said[more..])),
        ([first, shown @ ..], [line, said @ ..]) => line_fits(first, line) && fits(shown, said),
        _ => false,
    }
}

fn run(command: &str, folder: &Path) -> (Option<i32>, Vec<String>) {
    let binary = Path::new(env!("CARGO_BIN_EXE_telusur")).parent().unwrap();
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(binary.to_owned()).chain(std::env::split_paths(&paths));
    let output = Command::new("sh")
        // One stream, as on a terminal.
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .env("PATH", std::env::join_paths(paths).unwrap())
        .env("XDG_DATA_HOME", folder.join("data"))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), said.lines().map(str::to_owned).collect())
}

#[cfg(unix)]
#[test]
fn every_example_of_the_documentation_is_true() {
    let folder = Scratch::new();
    // The file that the tutorial writes.
    let collection = root().join("crates/rules/collection");
    std::fs::copy(collection.join("jugs.puzzle"), folder.path().join("jugs.puzzle")).unwrap();
    let examples = examples();
    assert!(examples.len() >= 14, "{}", examples.len());
    let mut compared = 0;
    for Example { file, command, shown } in &examples {
        // A game on a screen needs somebody in front of it.
        if command.starts_with("telusur play ") && !command.contains("--plain") {
            assert!(shown.is_empty(), "{file}: {command}");
            continue;
        }
        let (code, said) = run(command, folder.path());
        // Bad usage, or worse.
        assert!(matches!(code, Some(0 | 1 | 3)), "{file}: {command}: {code:?}\n{}", said.join("\n"));
        if shown.is_empty() {
            assert_eq!(code, Some(0), "{file}: {command}");
            continue;
        }
        let mask =
            |lines: &[String]| lines.iter().map(|line| masked(command, line.trim())).collect::<Vec<_>>();
        assert!(
            fits(&mask(shown), &mask(&said)),
            "{file}: {command}\n--- shown\n{}\n--- said\n{}",
            shown.join("\n"),
            said.join("\n")
        );
        compared += 1;
    }
    assert!(compared >= 9, "{compared}");
}

#[test]
fn gaps_are_what_they_seem() {
    let lines = |text: &str| text.split('|').map(str::to_owned).collect::<Vec<_>>();
    assert!(fits(&lines("a|…"), &lines("a|b|c")) && fits(&lines("a|…|c"), &lines("a|c")));
    assert!(!fits(&lines("a"), &lines("a|b")) && !fits(&lines("a|…|d"), &lines("a|b|c")));
    assert!(line_fits("{\"a\":1,…}", "{\"a\":1,\"b\":2}") && !line_fits("ab…bc", "abc"));
    assert_eq!(
        masked("", "1 state expanded, 2 generated, 1 stored; 76 KiB; 1.3 ms"),
        masked("", "1 state expanded, 2 generated, 1 stored; 1.2 MiB; 551 µs")
    );
    assert!(
        masked("", "Algorithm: x; 1 state expanded, 2 generated, 1 stored; 1 byte; 1.3 s").ends_with("TIME")
    );
    let bound = "Proved so far: every solution has at least 66 moves.";
    assert_eq!(masked("x", bound), bound);
    assert!(masked("x --time 2s", bound).ends_with("at least NUMBER moves."));
    // The program is there to be run.
    assert!(program().arg("--version").output().unwrap().status.success());
}
