//! Sliding blocks from outside: drawings, metrics, reports and graphs, with their exit codes.

use crate::folder::Scratch;
use crate::run::{TempFile, telusur, with_input};

const USUAL: &str = "aBBb/aBBb/cdde/cfge/h..i";

#[test]
fn a_solution_for_tools_and_its_check() {
    for (metric, optimum) in [("moves", 81), ("slides", 90), ("steps", 116)] {
        let said = telusur(["solve", "klotski", USUAL, "--metric", metric, "--json"]);
        let json = said.json();
        assert_eq!((said.code, &json["claim"], &json["length"]), (0, &"optimal".into(), &optimum.into()));
        assert_eq!((&json["puzzle"], &json["metric"]), (&"klotski".into(), &metric.into()));
        let moves = telusur(["solve", "klotski", USUAL, "--metric", metric, "--quiet"]).out;
        let checked = with_input(["verify", "klotski", "--metric", metric, USUAL, "-"], moves.as_bytes());
        assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    }
    let all = telusur(["solve", "klotski", "heng-dao-li-ma", "--all", "--json"]).json();
    assert_eq!(all["shortest_solutions"], 256);
}

#[test]
fn a_whole_space() {
    let json = telusur(["explore", "klotski", USUAL, "--json"]).json();
    assert_eq!(
        (&json["states"], &json["goals"], &json["radius"]),
        (&25_955.into(), &964.into(), &124.into())
    );
    assert_eq!((&json["goal_distance"], &json["complete"]), (&81.into(), &true.into()));
    // What is known of all layouts of the pieces is a report.
    assert_eq!(json["findings"], serde_json::json!({ "undirected edges": "47151" }));
    let said = telusur(["explore", "klotski", USUAL, "--report", "layouts"]);
    let holds =
        |name: &str, value: &str| said.out.lines().any(|line| line.contains(name) && line.contains(value));
    assert!(holds("components", "898") && holds("layouts of these pieces", "65880"), "{}", said.out);
    let said = telusur(["explore", "klotski", USUAL, "--report", "layouts", "--states", "500"]);
    assert_eq!((said.code, said.out.as_str()), (3, ""));
    said.one_line("there is no report: ");
}

#[test]
fn levels_files_with_goals_doors_and_axes() {
    let file = TempFile::new("door", b"title: A way out\ngoal: ...../....X/.....\n\n#####\n#aX.-\n#####\n");
    let said = telusur(["solve", "klotski", "--file", file.path(), "--quiet"]);
    assert_eq!((said.code, said.out.as_str()), (0, "Xrr\n"), "{}", said.err);
    let said =
        telusur(["solve", "klotski", "XXa/..a/...", "--goal", ".XX/.../...", "--axes", "along", "--quiet"]);
    assert_eq!((said.code, said.out.as_str()), (0, "ad\nXr\n"), "{}", said.err);
}

#[test]
fn odd_input_is_one_line_and_hopeless_boards_are_proved() {
    telusur(["solve", "klotski", "aBBa/aBBa/...."]).refused("several parts");
    telusur(["solve", "klotski", "ab/c"]).refused("this row of the level has 1 cell,");
    telusur(["solve", "klotski", "ab/.c"]).refused("there is no goal");
    telusur(["solve", "klotski", "."]).refused("there is no goal");
    telusur(["solve", "klotski", "a.", "--goal", ".x"]).refused("no piece of the level has this letter");
    telusur(["solve", "klotski", &vec![".".repeat(200); 200].join("/")]).refused("40000 cells");
    telusur(["solve", "klotski", USUAL, "--metric", "leaps"]).refused("moves, slides or steps");
    for (level, goal) in [("abBB/cdBB", "BB../BB.."), ("a#.", "..a")] {
        let said = telusur(["solve", "klotski", level, "--goal", goal, "--json"]);
        assert_eq!((said.code, &said.json()["claim"]), (1, &"unsolvable".into()), "{level}");
    }
    assert_eq!(telusur(["solve", "klotski", "a", "--goal", "a"]).code, 0);
}

/// Every puzzle and game writes its graph, to standard output or to a file that is put there whole.
#[test]
fn graphs_of_every_puzzle() {
    let levels = [
        ("hanoi", "3 2 1 | |", 27, 39),
        ("stones", "2 3", 12, 30),
        ("water", "1 2 | 2 1 | -", 17, 34),
        ("klotski", "a.", 2, 1),
        ("tiles", "1 2/3 .", 12, 12),
    ];
    let folder = Scratch::new();
    for (puzzle, level, states, moves) in levels {
        let path = folder.path().join(format!("{puzzle}.graphml"));
        let file = path.to_str().unwrap();
        let goal = if puzzle == "klotski" { vec!["--goal", ".a"] } else { Vec::new() };
        let said =
            telusur(["explore", puzzle, level, "--graph", file].into_iter().chain(goal.iter().copied()));
        assert_eq!(said.code, 0, "{puzzle}: {}{}", said.out, said.err);
        assert!(said.out.starts_with(&format!("Graph: {file}, {states} states and ")), "{}", said.out);
        let xml = std::fs::read_to_string(&path).unwrap();
        assert_eq!(xml.matches("<node ").count(), states, "{puzzle}");
        let edges = xml.matches("<edge ").count();
        assert_eq!(edges, moves, "{puzzle}");
        let dot = telusur(["explore", puzzle, level, "--graph", "dot", "--tree"].into_iter().chain(goal));
        assert_eq!(dot.out.matches(" -> ").count(), states - 1, "{puzzle}: {}", dot.out);
        // What is there stays if there is no graph.
        let stopped = telusur(["explore", puzzle, "--graph", file, "--memory", "1"]);
        assert_eq!((stopped.code, stopped.out.as_str()), (3, ""), "{puzzle}: {}", stopped.err);
        stopped.one_line("no graph was written: the memory budget");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), xml);
    }
    telusur(["explore", "hanoi", "--discs", "1000", "--graph", "dot"]).refused("can't be listed");
    telusur(["explore", "tiles", "--tree"]).refused("--graph");
}

#[test]
fn graphs_and_reports() {
    let graph = telusur(["explore", "klotski", "ab/.c", "--goal", "b./..", "--graph", "csv-edges"]);
    // Four positions in a ring, since a and c are alike.
    assert_eq!(graph.code, 0, "{}", graph.err);
    let dot = telusur(["explore", "klotski", USUAL, "--graph", "dot", "--states", "30"]);
    assert_eq!((dot.code, dot.out.matches("label=").count()), (3, 30));
    dot.one_line("only the first 30 states");
    telusur(["explore", "klotski", "--graph", "png"]).refused("name a file that ends in .dot");
    let tree = telusur(["explore", "klotski", "abBB/ccBB/dd../efgg/efhi", "--report", "tree"]);
    assert!(tree.code == 0 && tree.out.contains("| abBB/ccBB/dd../efgg/efhi"), "{}", tree.out);
    let family = telusur(["explore", "klotski", "--report", "family"]);
    assert!(family.out.contains("1588914") && family.out.contains("21132"), "{}", family.out);
}

#[test]
fn made_levels_can_be_solved() {
    for mix in ["classic", "odd", "rush"] {
        let made = telusur(["generate", "klotski", "--mix", mix, "--seed", "5", "--difficulty", "2"]);
        assert_eq!(made.code, 0, "{}", made.err);
        let said = with_input(["solve", "klotski", "-", "--quiet"], made.out.as_bytes());
        let moves = said.out.lines().count();
        assert!(said.code == 0 && (3..6).contains(&moves), "{mix}: {moves} moves for\n{}", made.out);
    }
}
