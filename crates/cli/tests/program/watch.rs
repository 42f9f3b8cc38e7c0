//! `watch`: the tree for people, the recording for tools, the order of expansion for pipes.

use crate::folder::Scratch;
use crate::run::{EASY, HARD, file_in, telusur};
use serde_json::Value;

#[test]
fn a_tree_of_text() {
    let said = telusur(["watch", "tiles", EASY, "--algorithm", "greedy"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], "Sliding tiles, greedy best-first search: 2 moves, proved shortest", "{}", said.out);
    assert_eq!(lines[2], "start ★  #1  g 0 + h 2 = 2");
    assert!(lines.contains(&"└─ 5 ★  #2  g 1 + h 1 = 2"), "{}", said.out);
    assert!(lines.contains(&"   └─ 8 ★  goal!  g 2 + h 0 = 2"), "{}", said.out);
    assert!(said.out.contains("2 states expanded, 7 generated"), "{}", said.out);
    let part = telusur(["watch", "tiles", HARD, "--algorithm", "bfs", "--steps", "20"]);
    assert_eq!(part.code, 0);
    assert!(part.out.contains("these are its first steps"), "{}", part.out);
    assert!(part.out.contains("(waits in the open list)"), "{}", part.out);
    let none = telusur(["watch", "tiles", "2 1/3 .", "--algorithm", "bfs"]);
    assert_eq!((none.code, none.out.contains("no solution exists (proved)")), (1, true), "{}", none.out);
}

#[test]
fn a_recording_for_tools() {
    for algorithm in ["bfs", "dfs", "iddfs", "bidirectional", "astar", "idastar", "greedy"] {
        let said =
            telusur(["watch", "hanoi", "2 1 | |", "--algorithm", algorithm, "--steps", "5000", "--json"]);
        let json = said.json();
        let keys: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = [
            "algorithm",
            "claim",
            "events",
            "lower_bound",
            "nodes",
            "path",
            "puzzle",
            "schema",
            "states",
            "stats",
            "whole",
        ];
        assert_eq!(keys, expected, "{algorithm}");
        let events = json["events"].as_array().unwrap();
        let expanded = events.iter().filter(|event| event["event"] == "expand").count();
        assert_eq!(json["stats"]["expanded"], Value::from(expanded), "{algorithm}");
        let length = json["path"].as_array().unwrap().len() - 1;
        assert!(length == 3 || length > 3 && ["dfs", "greedy"].contains(&algorithm), "{algorithm}: {length}");
        let root = &json["nodes"][0];
        assert_eq!((&root["parent"], &root["move"], &root["g"]), (&Value::Null, &Value::Null, &0.into()));
    }
}

#[test]
fn the_order_for_pipes() {
    let order = telusur(["watch", "tiles", EASY, "--algorithm", "bfs", "--quiet"]);
    let first: Vec<&str> = order.out.lines().take(2).collect();
    assert_eq!(first, [EASY, "1 . 3/4 2 6/7 5 8"]);
}

#[test]
fn what_can_not_be_watched_is_refused() {
    telusur(["watch", "tiles", EASY, "--algorithm", "frontier"]).refused("possible values: auto, bfs, dfs");
    telusur(["watch", "stones"]).refused("can't be watched");
    telusur(["watch", "tiles", "--steps", "0"]).refused("--steps");
}

#[test]
fn algorithms_are_explained_and_figures_drawn() {
    let said = telusur(["list", "--algorithms"]);
    assert_eq!(said.code, 0);
    assert!(
        said.out.starts_with("auto\n") && said.out.contains("\nastar\n  A* always expands"),
        "{}",
        said.out
    );
    let json = telusur(["list", "--algorithms", "--json"]).json();
    assert_eq!(json.as_array().unwrap().len(), 12);
    telusur(["list", "tiles", "--algorithms"]).refused("--algorithms");
    let folder = Scratch::new();
    let svg = file_in(&folder, "chart.svg");
    let drawn = telusur(["explore", "hanoi", "three", "--svg", &svg]);
    assert_eq!((drawn.code, drawn.out.contains("▂▃▃▅▃▅▅█")), (0, true), "{}", drawn.out);
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{picture}");
    assert_eq!(picture.matches("<rect x=").count(), 8, "a bar for each depth");
    telusur(["explore", "hanoi", "three", "--svg", &file_in(&folder, "none/chart.svg")])
        .refused("can't write");
}
