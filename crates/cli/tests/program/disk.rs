//! Searches on disk: the same counts as in memory, by any number of workers and processes, whatever happens between.

use crate::folder::Scratch;
use crate::run::{TempFile, Text, file_in, names, program, telusur};
use serde_json::Value;
use std::path::Path;

/// Small levels of every puzzle, in every metric and kind of rule.
const LEVELS: &[&[&str]] = &[
    &["hanoi", "--pegs", "4", "--discs", "6"],
    &["hanoi", "--discs", "5", "--rule", "cyclic"],
    &["hanoi", "--pegs", "5", "--discs", "4", "--rule", "linear"],
    &["tiles", "--size", "2x3"],
    &["klotski", "aab/cdb/c..", "--goal", "..b/..b/..."],
    &["klotski", "aab/cdb/c..", "--goal", "none", "--metric", "slides"],
    &["klotski", "aab/cdb/c..", "--goal", "none", "--metric", "steps"],
    &["water"],
    &["stones", "4 3 5"],
];

/// What must be the same of two explorations.
pub(crate) fn counts(said: &Text) -> Vec<Value> {
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    let json = said.json();
    ["states", "depths", "goals", "goal_distance", "radius", "edges", "complete"]
        .map(|name| json[name].clone())
        .to_vec()
}

pub(crate) fn explore(level: &[&str], more: &[&str]) -> Text {
    telusur(["explore"].iter().chain(level).chain(more).chain(&["--json"]))
}

#[test]
fn counts_are_those_in_memory_for_any_number_of_workers_and_processes() {
    for level in LEVELS {
        let expected = counts(&explore(level, &[]));
        for (threads, processes) in [("1", "1"), ("2", "1"), ("4", "1"), ("1", "2"), ("1", "3")] {
            let folder = Scratch::new();
            let disk = file_in(&folder, "layers");
            let more = ["--disk", &disk, "--threads", threads, "--processes", processes];
            assert_eq!(counts(&explore(level, &more)), expected, "{level:?} {more:?}");
            // What is complete is only read.
            assert_eq!(counts(&telusur(["explore", "--resume", &disk, "--json"])), expected, "{level:?}");
        }
    }
}

#[test]
fn a_solution_is_rebuilt_from_layers() {
    let folder = Scratch::new();
    for (i, level) in
        [&["klotski"][..], &["tiles", "eight"], &["water"], &["hanoi", "--discs", "4", "--rule", "cyclic"]]
            .iter()
            .enumerate()
    {
        let disk = file_in(&folder, &i.to_string());
        let solve = |more: &[&str]| telusur(["solve"].iter().chain(*level).chain(more));
        let expected = solve(&["--algorithm", "bfs", "--json"]).json();
        let found = solve(&["--disk", &disk, "--threads", "2", "--json"]).json();
        assert_eq!(
            (&found["claim"], &found["length"]),
            (&"optimal".into(), &expected["length"]),
            "{level:?}"
        );
        let moves: Vec<&str> =
            found["moves"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
        assert_eq!(moves.len() as u64, found["length"].as_u64().unwrap());
        // Asked again, nothing is searched.
        assert_eq!(solve(&["--disk", &disk, "--quiet"]).out.lines().collect::<Vec<_>>(), moves);
        telusur(["explore", "--resume", &disk]).refused("belongs to 'telusur solve'");
    }
    let unsolvable = telusur(["solve", "tiles", "2 1 3/4 5 .", "--disk", &file_in(&folder, "no"), "--json"]);
    assert_eq!((unsolvable.code, &unsolvable.json()["claim"]), (1, &"unsolvable".into()));
    let part =
        telusur(["solve", "tiles", "eight-hardest", "--disk", &file_in(&folder, "part"), "--states", "99"]);
    assert_eq!(part.code, 3, "{}{}", part.out, part.err);
    assert!(
        part.out.contains("at least 7 moves") && part.err.contains("repeat the command"),
        "{}{}",
        part.out,
        part.err
    );
}

#[test]
fn layers_are_a_table() {
    let folder = Scratch::new();
    let (disk, table) = (file_in(&folder, "layers"), file_in(&folder, "layers.csv"));
    let level = ["explore", "tiles", "--size", "3x2", "--disk", &disk, "--csv", &table];
    let part = telusur(level.iter().chain(&["--states", "100", "--quiet"]));
    assert_eq!(part.code, 3);
    assert!(part.err.contains("go on with: telusur explore --resume"), "{}", part.err);
    let rows = |text: &str| text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    let before: Vec<Vec<String>> = rows(&std::fs::read_to_string(&table).unwrap());
    let whole = telusur(["explore", "--resume", &disk, "--csv", &table, "--json"]).json();
    let after: Vec<Vec<String>> = rows(&std::fs::read_to_string(&table).unwrap());
    assert_eq!(after[0], ["depth", "states", "total", "goals", "edges", "seconds", "written", "read"]);
    assert!(before.len() > 3 && after[..before.len()] == before, "{before:?}");
    let states: Vec<u64> = after[1..].iter().map(|row| row[1].parse().unwrap()).collect();
    assert_eq!(Value::from(states.clone()), whole["depths"]);
    assert_eq!(after.last().unwrap()[2], states.iter().sum::<u64>().to_string());
}

#[test]
fn hostile_input_is_refused_in_a_line_and_damages_nothing() {
    let folder = Scratch::new();
    let disk = file_in(&folder, "layers");
    let on = |disk: &str, more: &[&str]| {
        telusur(["explore", "tiles", "--size", "2x3", "--disk", disk].iter().chain(more))
    };
    assert_eq!(on(&disk, &[]).code, 0);
    let before = names(Path::new(&disk));
    telusur(["explore", "tiles", "--size", "3x3", "--disk", &disk]).refused("its level is");
    telusur(["explore", "hanoi", "--disk", &disk]).refused("its puzzle is 'tiles', here it is 'hanoi'");
    telusur(["solve", "tiles", "1 2 3/4 5 .", "--disk", &disk])
        .refused("its task is 'explore', here it is 'solve'");
    telusur(["explore", "--resume", &file_in(&folder, "none")]).refused("holds no exploration to resume");
    telusur(["explore", "--resume", "/dev/null"]).refused("");
    on(&file_in(&folder, ""), &[]).refused("is not empty and holds no exploration");
    on("/dev/null/x", &[]).refused("can't");
    on("/proc/layers", &[]).refused("can't create");
    on(&disk, &["--memory", "1M"]).refused("too little memory");
    on(&disk, &["--threads", "65"]).refused("at most 64");
    telusur(["explore", "tiles", "--processes", "2"]).refused("--disk");
    assert_eq!(names(Path::new(&disk)), before);
    let hosts = |text: &str, more: &[&str]| {
        let file = TempFile::new(&format!("hosts-{}", text.len()), text.as_bytes());
        let more: Vec<&str> = ["--hosts", file.path()].into_iter().chain(more.iter().copied()).collect();
        on(&disk, &more)
    };
    hosts("127.0.0.1:99999\n", &["--process", "0"])
        .refused("line 1: '127.0.0.1:99999' is no address; write host:port");
    hosts("# all\nhere:1\nhere\n", &["--process", "0"]).refused("line 3: 'here' is no address");
    hosts("a:1\na:1\n", &["--process", "0"]).refused("line 2: 'a:1' is there twice");
    hosts("\n\n", &["--process", "0"]).refused("has no line");
    hosts("a:1\nb:2", &[]).refused("--hosts needs --process");
    hosts("a:1\nb:22", &["--process", "2"]).refused("there is no process 2");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let text = format!("{}\nlocalhost:9\n", taken.local_addr().unwrap());
    hosts(&text, &["--process", "0"]).refused("it can't listen at");
    // One who is none of us does not disturb.
    assert_eq!(on(&disk, &[]).code, 0);
}

/// What happens to processes is watched through the system's own files.
#[cfg(target_os = "linux")]
pub(crate) mod alive {
    use super::*;
    use crate::waiting::interrupt;
    use std::process::{Child, Command};
    use std::time::{Duration, Instant};
    use telusur_puzzles::random::Random;

    /// No test waits longer for what should have happened.
    const PATIENCE: Duration = Duration::from_secs(90);

    fn start(level: &[&str], disk: &str, more: &[&str]) -> Child {
        program().arg("explore").args(level).args(["--disk", disk, "--json"]).args(more).spawn().unwrap()
    }

    pub(crate) fn wait_for(what: &str, mut happens: impl FnMut() -> bool) {
        let since = Instant::now();
        while !happens() {
            assert!(since.elapsed() < PATIENCE, "{what}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Complete layers of a run.
    pub(crate) fn layers(disk: &str) -> usize {
        std::fs::read_to_string(Path::new(disk).join("journal")).map_or(0, |text| text.lines().count())
    }

    /// Processes that a process has started.
    fn children(of: u32) -> Vec<u32> {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
        let is_child = |number: &u32| {
            let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            let parent =
                stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)?.parse().ok());
            parent == Some(of)
        };
        numbers.filter(is_child).collect()
    }

    pub(crate) fn kill(number: u32) {
        let killed = Command::new("kill").args(["-9", &number.to_string()]).output();
        assert!(killed.is_ok());
    }

    pub(crate) fn ended(child: Child) -> Text {
        let output = child.wait_with_output().unwrap();
        Text {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Killed at any moment, one of two processes or the first or the only one, a run goes on from its last complete
    /// layer and counts the same in the end.
    #[test]
    fn a_run_that_is_killed_often_counts_the_same() {
        const KILLS: u32 = 20;
        const LEVEL: &[&str] = &["hanoi", "--pegs", "4", "--discs", "8"];
        let expected = counts(&explore(LEVEL, &[]));
        let mut random = Random::new(17);
        let (mut kills, mut runs, mut between) = (0, 0, 0);
        while kills < KILLS {
            let folder = Scratch::new();
            let disk = file_in(&folder, "layers");
            runs += 1;
            loop {
                let processes = 1 + random.below(2);
                let more = ["--threads", "1", "--processes", &processes.to_string()];
                let mut child = start(LEVEL, &disk, &more);
                if kills == KILLS {
                    assert_eq!(counts(&ended(child)), expected);
                    break;
                }
                // A few layers more, and a moment, which may be in the midst of anything.
                let wanted = layers(&disk) + random.below(12);
                wait_for("it goes on", || layers(&disk) >= wanted || child.try_wait().unwrap().is_some());
                std::thread::sleep(Duration::from_micros(random.below(4000) as u64));
                if child.try_wait().unwrap().is_some() {
                    assert_eq!(counts(&ended(child)), expected);
                    break;
                }
                let others = children(child.id());
                let victim = match random.below(2) {
                    0 => others.first().copied().unwrap_or(child.id()),
                    _ => child.id(),
                };
                kill(victim);
                kills += 1;
                between += u32::from(layers(&disk) > 0);
                let said = ended(child);
                if said.code == 0 {
                    // It was faster.
                    assert_eq!(counts(&said), expected);
                    break;
                }
                if victim != others.first().copied().unwrap_or(0) {
                    assert_eq!(said.code, -1);
                    if !said.out.is_empty() {
                        // It had said everything, and was about to end.
                        assert_eq!(counts(&said), expected);
                        break;
                    }
                } else if said.code == 2 {
                    said.one_line("process 1 can't take part: it ended before it began");
                } else {
                    assert_eq!(
                        (said.code, &said.json()["error"]["kind"]),
                        (3, &"interrupted".into()),
                        "{}",
                        said.err
                    );
                    said.one_line("process 1 was lost; go on with: telusur explore --resume");
                }
                for other in others {
                    let gone = || !Path::new(&format!("/proc/{other}/exe")).exists();
                    wait_for("the others end by themselves", gone);
                }
            }
        }
        assert!(
            between > KILLS / 4 && runs < 200,
            "{between} of {kills} kills between two layers, {runs} runs"
        );
    }

    #[test]
    fn ctrl_c_ends_all_processes_and_a_directory_has_one_run() {
        const LEVEL: &[&str] = &["hanoi", "--pegs", "4", "--discs", "11"];
        for processes in ["1", "2"] {
            let folder = Scratch::new();
            let disk = file_in(&folder, "layers");
            let child = start(LEVEL, &disk, &["--threads", "1", "--processes", processes]);
            wait_for("layers", || layers(&disk) > 5);
            let second = explore(LEVEL, &["--disk", &disk]);
            second.refused("another run works in");
            let others = children(child.id());
            interrupt(&child);
            let said = ended(child);
            assert_eq!(said.code, 3, "{}{}", said.out, said.err);
            assert!(said.err.contains("go on with: telusur explore --resume"), "{}", said.err);
            assert_eq!(said.json()["complete"], Value::from(false));
            for other in others {
                wait_for("the others end", || !Path::new(&format!("/proc/{other}/exe")).exists());
            }
            let more = telusur(["explore", "--resume", &disk, "--states", "1000", "--quiet"]);
            assert_eq!(more.code, 3, "{}", more.err);
        }
    }

    /// Runs a script in which `$0` is the program and `$1` a directory; what it says, and its exit code.
    fn script(shell: &mut Command, text: &str, dir: &str) -> Text {
        let output = shell.args([text, env!("CARGO_BIN_EXE_telusur"), dir]).output().unwrap();
        Text {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    const SMALL: &str = "explore hanoi --pegs 4 --discs 10";

    fn check_full(full: &Text) {
        assert_eq!((full.code, full.out.as_str()), (3, ""), "{}", full.err);
        assert!(
            full.err.starts_with("telusur: can't write ") && full.err.contains("go on with"),
            "{}",
            full.err
        );
    }

    /// A limit on the size of files answers as a disk does that is full.
    #[test]
    fn a_file_that_can_not_grow_stops_a_run_and_damages_nothing() {
        let expected = counts(&telusur(SMALL.split(' ').chain(["--json"])));
        let folder = Scratch::new();
        let disk = file_in(&folder, "layers");
        let text = format!("trap '' XFSZ; ulimit -f 4; exec \"$0\" {SMALL} --disk \"$1\" --threads 2");
        check_full(&script(Command::new("sh").arg("-c"), &text, &disk));
        // How many of the thin layers were written down before depends on how quick the machine was; all go on.
        assert_eq!(counts(&telusur(["explore", "--resume", &disk, "--json"])), expected);
    }

    /// A file system of 40 KiB, in a namespace of its own, which is made larger afterwards. Where the system does not
    /// let anybody mount one, the limit on files above must do.
    #[test]
    fn a_full_disk_stops_a_run_and_damages_nothing() {
        let expected = counts(&telusur(SMALL.split(' ').chain(["--json"])));
        let folder = Scratch::new();
        let dir = file_in(&folder, "small");
        std::fs::create_dir(&dir).unwrap();
        let mount = "mount -t tmpfs -o size=40k tmpfs \"$1\"";
        let unshared = || {
            let mut command = Command::new("unshare");
            command.args(["--map-root-user", "--mount", "sh", "-c"]);
            command
        };
        let can_mount =
            unshared().args([mount, "sh", &dir]).output().is_ok_and(|tried| tried.status.success());
        if !can_mount {
            eprintln!("no file system can be mounted here");
            return;
        }
        // The first part's end, then the second part's answer.
        let text = format!(
            "{mount} || exit 99
             \"$0\" {SMALL} --disk \"$1/layers\" --threads 2 --processes 2 >&2; echo \"ended with $?\" >&2
             \"$0\" explore --resume \"$1/layers\" >&2; echo \"ended with $?\" >&2
             mount -o remount,size=64m tmpfs \"$1\" || exit 98
             exec \"$0\" explore --resume \"$1/layers\" --json"
        );
        let said = script(&mut unshared(), &text, &dir);
        let lines: Vec<&str> = said.err.lines().collect();
        assert_eq!(lines.len(), 4, "{}", said.err);
        for part in lines.chunks(2) {
            assert!(
                part[0].starts_with("telusur: can't write ") && part[0].contains("No space left"),
                "{}",
                said.err
            );
            assert_eq!(part[1], "ended with 3");
        }
        assert_eq!(counts(&Text { err: String::new(), ..said }), expected);
    }
}
