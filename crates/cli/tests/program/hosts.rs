//! Several processes that are started by hand with `--hosts FILE --process N`, as on several machines: the same counts as
//! in memory, and an end in good order when one of them is lost.

use crate::disk::alive::{ended, kill, layers, wait_for};
use crate::disk::{counts, explore};
use crate::folder::Scratch;
use crate::run::{Text, file_in, program, telusur};
use std::net::TcpListener;
use std::process::Child;

/// Addresses that nobody uses at this moment, as a file.
fn hosts_file(folder: &Scratch, processes: usize) -> String {
    let listeners: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: Vec<String> = listeners.iter().map(|l| format!("{}\n", l.local_addr().unwrap())).collect();
    let path = file_in(folder, "hosts");
    std::fs::write(&path, format!("# all processes\n\n{}", lines.concat())).unwrap();
    path
}

/// Starts all processes of a search, the last one first: they wait for each other.
fn start_all(words: &[&str], folder: &Scratch, processes: usize) -> Vec<Child> {
    let hosts = hosts_file(folder, processes);
    let start = |process: usize| {
        let process = process.to_string();
        let mut command = program();
        command.args(words).args(["--hosts", &hosts, "--process", &process, "--threads", "1", "--json"]);
        command.spawn().unwrap()
    };
    let mut children: Vec<Child> = (0..processes).rev().map(start).collect();
    children.reverse();
    children
}

/// Waits until something happens or all have ended. Somebody else may take a port before a process does: then all are
/// ended, and `None` says to begin again with other ports.
fn wait_until(mut children: Vec<Child>, mut happens: impl FnMut() -> bool) -> Option<Vec<Child>> {
    let mut is_refused = false;
    wait_for("the processes go on", || {
        let codes: Vec<_> = children.iter_mut().map(|child| child.try_wait().unwrap()).collect();
        is_refused = codes.iter().flatten().any(|status| status.code() == Some(2));
        is_refused || codes.iter().all(Option::is_some) || happens()
    });
    if !is_refused {
        return Some(children);
    }
    children.iter_mut().for_each(|child| _ = child.kill());
    let said: Vec<Text> = children.into_iter().map(ended).collect();
    let refused: Vec<&Text> = said.iter().filter(|said| said.code == 2).collect();
    assert!(refused.iter().all(|said| said.err.contains("it can't listen at")), "{}", refused[0].err);
    None
}

/// Runs all processes of a search to their end.
fn together(words: &[&str], processes: usize) -> (Scratch, String, Vec<Text>) {
    for _ in 0..20 {
        let folder = Scratch::new();
        let disk = file_in(&folder, "layers");
        let words: Vec<&str> = words.iter().copied().chain(["--disk", &disk]).collect();
        if let Some(children) = wait_until(start_all(&words, &folder, processes), || false) {
            return (folder, disk, children.into_iter().map(ended).collect());
        }
    }
    panic!("no free ports");
}

#[test]
fn processes_that_are_started_by_hand_count_as_one_does() {
    let levels: [&[&str]; 3] = [
        &["hanoi", "--pegs", "4", "--discs", "6"],
        &["hanoi", "--discs", "5", "--rule", "cyclic"],
        &["water"],
    ];
    for level in levels {
        let expected = counts(&explore(level, &[]));
        for processes in [2, 3] {
            let words: Vec<&str> = ["explore"].into_iter().chain(level.iter().copied()).collect();
            let (_folder, disk, all) = together(&words, processes);
            for said in &all {
                assert_eq!(counts(said), expected, "{level:?}, {processes} processes");
            }
            assert_eq!(counts(&telusur(["explore", "--resume", &disk, "--json"])), expected, "{level:?}");
        }
    }
}

#[test]
fn a_solution_is_found_by_processes_that_are_started_by_hand() {
    let level = ["solve", "hanoi", "--discs", "5", "--rule", "cyclic"];
    let expected = telusur(level.iter().chain(&["--algorithm", "bfs", "--json"])).json();
    let (_folder, _, all) = together(&level, 2);
    let found = all[0].json();
    assert_eq!((&found["claim"], &found["length"]), (&"optimal".into(), &expected["length"]));
    assert_eq!((all[1].code, all[1].out.as_str()), (0, ""), "{}", all[1].err);
    all[1].one_line("process 0 has the answer");
}

/// Whichever of three processes is killed, the two others end by themselves, say how to go on, and nothing but the
/// unfinished layer is lost: three others go on, and one alone ends it.
#[test]
fn when_one_process_is_killed_the_others_end_and_say_how_to_go_on() {
    const LEVEL: &[&str] = &["hanoi", "--pegs", "4", "--discs", "9"];
    let expected = counts(&explore(LEVEL, &[]));
    let mut victim = 0;
    let mut tries = 0;
    while victim < 3 {
        tries += 1;
        assert!(tries < 30, "no process was killed in time");
        let folder = Scratch::new();
        let disk = file_in(&folder, "layers");
        let words: Vec<&str> = ["explore"].iter().chain(LEVEL).copied().chain(["--disk", &disk]).collect();
        // Killed once in a fresh run and once in a resumed one.
        let resumed: &[&str] = &["explore", "--resume", &disk];
        let mut kills = 0;
        for words in [&words[..], resumed] {
            let wanted = layers(&disk) + 5;
            let Some(children) = wait_until(start_all(words, &folder, 3), || layers(&disk) >= wanted) else {
                break;
            };
            kill(children[victim].id());
            let said: Vec<Text> = children.into_iter().map(ended).collect();
            if said[victim].code != -1 {
                // It was faster.
                break;
            }
            let others: Vec<&Text> = (0..3).filter(|&i| i != victim).map(|i| &said[i]).collect();
            if others.iter().any(|other| other.code == 0) {
                break;
            }
            for other in others {
                assert_eq!(
                    (other.code, &other.json()["error"]["kind"]),
                    (3, &"interrupted".into()),
                    "{}",
                    other.err
                );
                // One of the others may have gone first, for the same reason.
                other.one_line("was lost; go on with: telusur explore --resume");
            }
            kills += 1;
        }
        if kills > 0 {
            assert_eq!(counts(&telusur(["explore", "--resume", &disk, "--json"])), expected);
        }
        victim += usize::from(kills == 2);
    }
}
