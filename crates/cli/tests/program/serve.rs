//! `telusur serve` as a process: what it keeps, also when it is killed, and what it refuses.

use crate::run::{program, telusur};
use crate::server::Server;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The server with games kept in a directory.
fn start(data: &Path, more: &[&str]) -> Server {
    let data = data.to_str().unwrap();
    Server::start(program(), &[&["--data", data], more].concat())
}

/// An empty directory of the test's own.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    _ = std::fs::remove_dir_all(&directory);
    directory
}

#[test]
fn every_step_that_was_answered_survives_a_kill() {
    let data = directory("killed");
    let mut server = start(&data, &[]);
    let game = server.json("POST", "/api/games", &json!({ "puzzle": "hanoi", "options": { "discs": "5" } }));
    let path = format!("/api/games/{}", game["key"].as_str().unwrap());
    server.json("PUT", "/api/settings", &json!({ "language": "id" }));
    for turn in 1..=12 {
        let here = server.json("GET", &path, &Value::Null);
        let text = here["position"]["plays"].as_array().unwrap().last().unwrap()["text"].clone();
        let after =
            server.json("POST", &format!("{path}/moves"), &json!({ "moves": [text], "node": here["node"] }));
        assert_eq!(after["moves_made"], turn);
        if turn % 3 == 0 {
            // Dropping kills.
            drop(server);
            server = start(&data, &[]);
            let again = server.json("GET", &path, &Value::Null);
            for field in ["moves_made", "node", "undo", "position"] {
                assert_eq!(again[field], after[field], "{field}");
            }
        }
    }
    assert_eq!(server.json("POST", &format!("{path}/undo"), &Value::Null)["moves_made"], 11);
    assert_eq!(server.json("GET", "/api/settings", &Value::Null)["language"], "id");
    assert_eq!(server.json("GET", "/api/games", &Value::Null).as_array().unwrap().len(), 1);
}

#[test]
fn the_page_comes_from_disk_if_asked() {
    let ui = directory("page");
    std::fs::create_dir_all(&ui).unwrap();
    std::fs::write(ui.join("index.html"), "<title>mine</title>").unwrap();
    let server = start(&directory("dev"), &[&format!("--dev={}", ui.display())]);
    assert_eq!(server.ask("GET", "/", ""), (200, "<title>mine</title>".to_owned()));
    std::fs::write(ui.join("index.html"), "<title>changed</title>").unwrap();
    assert_eq!(server.ask("GET", "/", ""), (200, "<title>changed</title>".to_owned()));
    telusur(["serve", "--dev=/nowhere"]).refused("there is no page in /nowhere");
}

#[test]
fn a_place_that_can_not_be_used_is_refused_in_one_line() {
    let data = directory("unusable");
    std::fs::create_dir_all(data.join("telusur.db")).unwrap();
    let listen = ["serve", "--listen", "127.0.0.1:0", "--data"];
    let refused =
        |place: &Path| telusur(listen.into_iter().map(Into::into).chain([place.as_os_str().to_owned()]));
    refused(&data).refused("can't keep games in");
    let file = directory("a-file");
    std::fs::write(&file, "not a directory").unwrap();
    refused(&file).refused("can't keep games in");
    let foreign = directory("foreign");
    std::fs::create_dir_all(&foreign).unwrap();
    std::fs::write(foreign.join("telusur.db"), "something else entirely\n".repeat(100)).unwrap();
    refused(&foreign).refused("");
}

/// Other machines are let in with a token only, and whoever starts the server is told what that is worth.
#[test]
fn an_address_that_others_can_reach_has_a_token_and_a_warning() {
    for (arguments, chosen) in
        [(&[][..], None), (&["--token=my-own-secret-word"], Some("my-own-secret-word"))]
    {
        let data = directory("exposed");
        let mut command = program();
        command.args(["serve", "--listen", "0.0.0.0:0", "--data"]).arg(&data).args(arguments);
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        lines.read_line(&mut line).unwrap();
        let link = |line: &str| {
            let link = line
                .split_once("http://")
                .and_then(|(_, link)| link.split_whitespace().next()?.split_once("/?token="));
            let (address, token) = link.unwrap_or_else(|| panic!("no link with a token: {line}"));
            (address.to_owned(), token.to_owned())
        };
        let (address, token) = link(&line);
        let (address, token) = (address.as_str(), token.as_str());
        // A machine in a network says what others open, and that works as well.
        let in_network = std::net::UdpSocket::bind("0.0.0.0:0")
            .and_then(|socket| socket.connect("192.0.2.1:9").and_then(|()| socket.local_addr()))
            .is_ok_and(|own| !own.ip().is_loopback() && !own.ip().is_unspecified());
        if in_network {
            let mut other = String::new();
            lines.read_line(&mut other).unwrap();
            let (seen, same) = link(&other);
            assert!(
                other.starts_with("Other machines open ") && !seen.starts_with("127.") && same == token,
                "{other}"
            );
            assert_eq!(crate::server::get(&seen, &format!("/?token={token}")).0, 200, "{other}");
        }
        assert!(address.starts_with("127.0.0.1:") && token.len() >= 16, "{line}");
        assert!(chosen.is_none_or(|chosen| chosen == token), "{line}");
        let status = |path: &str| crate::server::get(address, path).0;
        assert_eq!((status("/"), status("/api/games"), status("/?token=x")), (401, 401, 401));
        assert_eq!(status(&format!("/?token={token}")), 200);
        _ = child.kill();
        let mut warning = String::new();
        child.stderr.take().unwrap().read_to_string(&mut warning).unwrap();
        _ = child.wait();
        assert_eq!(warning.lines().count(), 1, "{warning}");
        assert!(
            warning.contains("other machines can reach") && warning.contains("nothing is encrypted"),
            "{warning}"
        );
    }
    telusur(["serve", "--listen", "0.0.0.0:0", "--token=short"]).refused("16 to 128 letters");
    telusur(["serve", "--token=with;sign;in;between"]).refused("letters, digits");
}

/// Ctrl-C and a request to terminate are how a server ends, at once after it has said where it is as well as in the
/// middle of a search; and what was answered is kept.
#[cfg(unix)]
#[test]
fn an_interrupted_server_ends_well_and_keeps_its_games() {
    for signal in ["INT", "TERM"] {
        let data = directory(&format!("interrupted-{signal}"));
        assert_eq!(start(&data, &[]).end(signal), Some(0), "{signal}");
        let mut server = start(&data, &[]);
        let game = server.json("POST", "/api/games", &json!({ "puzzle": "hanoi" }));
        let path = format!("/api/games/{}", game["key"].as_str().unwrap());
        server.json("POST", &format!("{path}/moves"), &json!({ "moves": ["A>C"] }));
        let hard = json!({ "kind": "solve", "puzzle": "tiles", "level": crate::run::HARD });
        server.json("POST", "/api/jobs", &hard);
        assert_eq!(server.end(signal), Some(0), "{signal}");
        let left = std::fs::read_dir(&data).unwrap().map(|file| file.unwrap().file_name());
        assert_eq!(left.collect::<Vec<_>>(), ["telusur.db"], "its log is in the file");
        assert_eq!(start(&data, &[]).json("GET", &path, &Value::Null)["moves_made"], 1);
    }
}

/// Requests that would take ages, or ask for more than can be, hold up nobody else.
#[test]
fn slow_requests_hold_up_nobody() {
    let server = start(&directory("slow"), &[]);
    let game = server.json("POST", "/api/games", &json!({ "puzzle": "tiles" }));
    let moves = format!("/api/games/{}/moves", game["key"].as_str().unwrap());
    let slow = [
        json!({ "puzzle": "hanoi", "options": { "pegs": "14" }, "difficulty": 10 }),
        json!({ "puzzle": "water", "options": { "colours": "50" }, "difficulty": 10 }),
    ];
    let wishes = slow.iter().cycle().take(24);
    let asked: Vec<_> = wishes.map(|wish| server.send("POST", "/api/generate", &wish.to_string())).collect();
    let pegs = json!({ "puzzle": "hanoi", "options": { "pegs": "18446744073709551615" } });
    let (status, answer) = server.ask("POST", "/api/open", &pegs.to_string());
    assert!(status == 400 && answer.contains("pegs"), "{status}: {answer}");
    let (status, answer) = server.ask("POST", "/api/generate", &pegs.to_string());
    // There may be no place for it to wait in; if there is one, it need not wait to be refused.
    assert!(matches!(status, 400 | 503), "{status}: {answer}");
    server.json("POST", &moves, &json!({ "moves": [game["position"]["plays"][0]["text"]] }));
    server.json("POST", "/api/open", &json!({ "puzzle": "klotski" }));
    server.json("GET", "/api/puzzles", &Value::Null);
    let is_unanswered = |asked: &std::net::TcpStream| {
        asked.set_nonblocking(true).unwrap();
        asked.peek(&mut [0]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock)
    };
    assert!(asked.iter().any(is_unanswered), "nothing of this was slow");
}

/// What the process holds stays below `--memory`, whatever is asked of it, by sixteen at once.
#[cfg(target_os = "linux")]
#[test]
fn the_limit_of_memory_holds() {
    const MEBIBYTES: u64 = 256;
    let server = start(&directory("memory"), &["--memory", &format!("{MEBIBYTES}M")]);
    let tower = |discs: u32| json!({ "puzzle": "hanoi", "options": { "discs": discs.to_string() } });
    let piles = |size: &str| {
        let level = vec![size; 256].join(" ");
        json!({ "puzzle": "stones", "level": level, "options": { "take": "any", "opponent": "friendly-bfs" } })
    };
    // Done, too large, or no room now.
    let ask = |method: &str, path: &str, body: &Value| -> Option<Value> {
        let (status, answer) = server.ask(method, path, &body.to_string());
        assert!(matches!(status, 200..300 | 413 | 503), "{path}: {status} {answer}");
        (status < 300).then(|| serde_json::from_str(&answer).unwrap())
    };
    let play = |level: &Value, moves: &[&str]| {
        let Some(game) = ask("POST", "/api/games", level) else { return };
        let path = format!("/api/games/{}", game["key"].as_str().unwrap());
        ask("POST", &format!("{path}/moves"), &json!({ "moves": moves }));
        ask("GET", &path, &Value::Null);
        ask("POST", &format!("{path}/hint"), &json!({}));
    };
    let there_and_back: Vec<&str> = ["A>B", "B>A"].into_iter().cycle().take(60).collect();
    std::thread::scope(|scope| {
        for number in 0..16 {
            let (ask, play, there_and_back) = (&ask, &play, &there_and_back);
            scope.spawn(move || {
                assert!(ask("POST", "/api/games", &tower(1_000_000)).is_none());
                assert!(ask("POST", "/api/open", &piles("5000")).is_none());
                play(&tower(19_900), there_and_back);
                play(&piles("70"), &["1:1"]);
                let mut job = tower(17);
                (job["kind"], job["client"]) = ("solve".into(), number.to_string().into());
                ask("POST", "/api/jobs", &job);
            });
        }
    });
    // A machine player whose search would take a gigabyte.
    let large =
        json!({ "puzzle": "stones", "level": "255 255 255", "options": { "opponent": "friendly-bfs" } });
    let game = server.json("POST", "/api/games", &large);
    let path = format!("/api/games/{}", game["key"].as_str().unwrap());
    server.json("POST", &format!("{path}/moves"), &json!({ "moves": ["1:1"] }));
    ask("POST", &format!("{path}/reply"), &json!({}));
    let most = server.most_mebibytes();
    assert!(most <= MEBIBYTES, "{most} MiB");
}
