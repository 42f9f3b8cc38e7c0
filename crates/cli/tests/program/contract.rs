//! The contract with tools: fields and types of the JSON, exit codes, what `--quiet` prints.

use crate::run::{EASY, HARD, solve, telusur, with_input};
use serde_json::Value;

fn keys(object: &Value) -> Vec<&str> {
    // serde_json keeps the order only with a feature; the text does in any case.
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

fn check_stats(stats: &Value) {
    assert_eq!(keys(stats), ["expanded", "generated", "peak_bytes", "seconds", "stored"]);
    assert!(stats["seconds"].is_f64());
    for name in ["expanded", "generated", "stored", "peak_bytes"] {
        assert!(stats[name].is_u64(), "{name}: {stats}");
    }
}

#[test]
fn a_solution() {
    let said = solve(EASY, &["--json"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.starts_with(r#"{"puzzle":"tiles","outcome":"solved","claim":"optimal","length":2,"lower_bound":2,"moves":["5","8"],"metric":"moves","algorithm":""#), "{}", said.out);
    let json = said.json();
    check_stats(&json["stats"]);
    assert!(json["reason"].is_string());
}

#[test]
fn a_solution_without_proof() {
    let said = solve(EASY, &["--json", "--algorithm", "greedy"]);
    let json = said.json();
    assert_eq!((said.code, &json["outcome"], &json["algorithm"]), (0, &"solved".into(), &"greedy".into()));
    assert!(json["claim"] == "feasible" || json["claim"] == "optimal");
    assert!(json["lower_bound"].as_u64() <= json["length"].as_u64());
}

#[test]
fn every_algorithm_finds_the_same_length() {
    for algorithm in ["auto", "bfs", "iddfs", "bidirectional", "astar", "idastar", "frontier", "dense"] {
        let json = solve("1 2 3/. 5 6/4 7 8", &["--json", "--algorithm", algorithm]).json();
        assert_eq!((&json["length"], &json["claim"]), (&3.into(), &"optimal".into()), "{algorithm}");
    }
    let json = solve("1 2 3/. 5 6/4 7 8", &["--json", "--algorithm", "dfs"]).json();
    assert!(json["length"].as_u64() >= Some(3));
}

#[test]
fn no_solution() {
    let said = solve("2 1 3/4 5 6/7 8 .", &["--json"]);
    let json = said.json();
    assert_eq!((said.code, said.err.as_str()), (1, ""));
    assert_eq!((&json["outcome"], &json["claim"]), (&"unsolvable".into(), &"unsolvable".into()));
    assert_eq!((&json["length"], &json["moves"]), (&Value::Null, &Value::Array(vec![])));
    assert_eq!(json["lower_bound"], Value::Null, "of a level without a solution nothing is a bound");
    assert!(json["why"].as_str().unwrap().contains("parity"));
    check_stats(&json["stats"]);
}

#[test]
fn stopped() {
    let said = solve(HARD, &["--json", "--algorithm", "bfs", "--states", "1000"]);
    let json = said.json();
    assert_eq!((said.code, said.err.as_str()), (3, ""));
    assert_eq!((&json["outcome"], &json["claim"]), (&"stopped".into(), &"stopped".into()));
    assert_eq!((&json["length"], &json["moves"]), (&Value::Null, &Value::Array(vec![])));
    assert!(json["lower_bound"].as_u64() > Some(5), "{json}");
    assert!(json["limit"].as_str().unwrap().contains("1000 states"));
    check_stats(&json["stats"]);
}

#[test]
fn the_number_of_shortest_solutions() {
    let json = solve(EASY, &["--json", "--all"]).json();
    assert_eq!(json["shortest_solutions"], 1);
    assert!(solve(EASY, &["--json"]).json().get("shortest_solutions").is_none());
    let said = solve(EASY, &["--all"]);
    assert!(said.out.contains("There is 1 shortest solution."), "{}", said.out);
}

#[test]
fn an_exploration() {
    let said = telusur(["explore", "tiles", "--size", "3x3", "--json"]);
    let json = said.json();
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(
        said.out.starts_with(
            r#"{"puzzle":"tiles","metric":"moves","states":181440,"radius":31,"depths":[1,2,4,8,"#
        )
    );
    assert_eq!(
        (&json["goals"], &json["goal_distance"], &json["complete"]),
        (&1.into(), &0.into(), &true.into())
    );
    assert_eq!(json["depths"].as_array().unwrap().len(), 32);
    assert_eq!((&json["farthest_count"], json["farthest"].as_array().unwrap().len()), (&2.into(), 2));
    check_stats(&json["stats"]);
}

#[test]
fn an_exploration_cut_short() {
    let said =
        telusur(["explore", "tiles", "--size", "4x4", "--algorithm", "bfs", "--states", "5000", "--json"]);
    let json = said.json();
    assert_eq!((said.code, &json["complete"]), (3, &false.into()));
    assert!(json["states"].as_u64() >= Some(5000));
    assert!(json["limit"].is_string());
}

#[test]
fn quiet_prints_the_bare_answer() {
    let said = solve(EASY, &["--quiet"]);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "5\n8\n", ""));
    let said = solve("1 2 3/4 5 6/7 8 .", &["--quiet"]);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", ""));
    let said = solve("2 1 3/4 5 6/7 8 .", &["--quiet"]);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    said.one_line("no solution exists");
    let said = solve(HARD, &["--quiet", "--states", "10"]);
    assert_eq!((said.code, said.out.as_str()), (3, ""));
    said.one_line("at least");
    let said = telusur(["explore", "tiles", "--size", "2x3", "--quiet"]);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "360\n", ""));
    let said = telusur(["verify", "tiles", EASY, "5", "8", "--quiet"]);
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "2\n", ""));
}

#[test]
fn a_verification() {
    let verify = |more: &[&str]| telusur(["verify", "tiles", EASY].iter().chain(more).chain(&["--json"]));
    let said = verify(&["5", "8"]);
    assert_eq!(
        (said.code, said.out.as_str()),
        (
            0,
            "{\"puzzle\":\"tiles\",\"valid\":true,\"metric\":\"moves\",\"length\":2,\"failed_move\":null,\"schema\":1}\n"
        )
    );
    let said = verify(&["5", "1"]);
    let json = said.json();
    assert_eq!((said.code, &json["valid"], &json["failed_move"]), (1, &false.into(), &2.into()));
    assert!(json["rejection"].as_str().unwrap().contains("move 2"));
    let said = verify(&["5", "8", "--optimal"]);
    let optimality = &said.json()["optimality"];
    assert_eq!((said.code, &optimality["optimal"], &optimality["optimum"]), (0, &true.into(), &2.into()));
    assert_eq!(optimality["reference_agrees"], true);
    check_stats(&optimality["stats"]);
    let said = verify(&["4", "4", "5", "8", "--optimal"]);
    let optimality = &said.json()["optimality"];
    assert_eq!((said.code, &optimality["optimal"], &optimality["optimum"]), (1, &false.into(), &2.into()));
    let said = verify(&["4", "4", "5", "8", "--optimal", "--algorithm", "bfs", "--states", "1"]);
    let json = said.json();
    assert_eq!((said.code, &json["valid"], &json["optimality"]["optimal"]), (3, &true.into(), &Value::Null));
    assert!(json["optimality"]["limit"].is_string());
}

#[test]
fn a_generated_level() {
    let said = telusur(["generate", "tiles", "--seed", "7", "--difficulty", "3", "--json"]);
    let json = said.json();
    assert_eq!((said.code, &json["puzzle"], &json["seed"]), (0, &"tiles".into(), &7.into()));
    assert!(json["difficulty"].is_u64() && json["note"].is_string() && json["options"].is_object());
    let level = json["level"].as_str().unwrap();
    assert_eq!(solve(level, &["--json"]).json()["outcome"], "solved");
}

#[test]
fn the_list() {
    let said = telusur(["list", "--json"]);
    let json = said.json();
    let tiles = json.as_array().unwrap().iter().find(|puzzle| puzzle["name"] == "tiles").unwrap();
    assert!(tiles["title"].is_string() && tiles["summary"].is_string());
    assert!(!tiles["levels"].as_array().unwrap().is_empty());
    let json = telusur(["list", "tiles", "--json"]).json();
    assert!(json["level_format"].is_string());
    assert_eq!(json["options"][0]["name"], "size");
    let level = &json["levels"][0];
    assert!(level["name"].is_string() && level["text"].is_string() && level["optimum"].is_object());
}

/// What programs read is whole, however long it is and however little memory there is: a list of moves is never cut in
/// silence.
#[test]
fn a_long_solution_is_whole() {
    let long = ["solve", "hanoi", "--discs", "14", "--memory", "256K"];
    let long = |more: &str| telusur(long.iter().copied().chain([more]));
    let quiet = long("--quiet");
    assert_eq!((quiet.code, quiet.err.as_str(), quiet.out.lines().count()), (0, "", 16_383));
    let said = long("--json");
    let json = said.json();
    assert_eq!((said.code, &json["length"], &json["claim"]), (0, &16_383.into(), &"optimal".into()));
    let moves: Vec<&str> =
        json["moves"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    assert_eq!(moves, quiet.out.lines().collect::<Vec<_>>());
    assert!(json.get("truncated").is_none(), "{}", said.err);
    let rows = long("--csv");
    let last = rows.out.lines().last().unwrap();
    assert_eq!((rows.code, rows.out.lines().count()), (0, 16_385), "{}", rows.err);
    assert!(last.starts_with("16383,") && last.ends_with(",0"), "{last}");
    let verified = with_input(["verify", "hanoi", "--discs", "14", "-", "--quiet"], quiet.out.as_bytes());
    assert_eq!((verified.code, verified.out.as_str()), (0, "16383\n"), "{}", verified.err);
    let beyond_list = telusur(["solve", "hanoi", "--discs", "21", "--quiet"]);
    assert_eq!((beyond_list.code, beyond_list.out.lines().count()), (0, 2_097_151));
    let method = telusur(["solve", "hanoi", "--method", "er", "--discs", "14", "--memory", "256K", "--json"]);
    assert_eq!((method.code, method.json()["moves"].as_array().unwrap().len()), (0, 16_383));
}

#[test]
fn what_can_t_be_whole_says_so_and_how_to_get_it() {
    let said = telusur(["solve", "hanoi", "--discs", "40", "--json"]);
    let json = said.json();
    assert_eq!((said.code, &json["truncated"]), (3, &true.into()));
    assert_eq!(json["all_moves"], "telusur solve hanoi --discs 40 --quiet");
    assert!(!json["moves"].as_array().unwrap().is_empty());
    // The time is up in the middle: what was begun is an object all the same.
    let said = telusur(["solve", "hanoi", "--discs", "24", "--json", "--time", "300ms"]);
    assert_eq!((said.code, &said.json()["truncated"]), (3, &true.into()));
    for form in ["--quiet", "--csv"] {
        let said = telusur(["solve", "hanoi", "--discs", "64", form, "--time", "300ms"]);
        assert!(
            said.code == 3 && said.out.lines().count() > 1024 && said.out.ends_with('\n'),
            "{}",
            said.err
        );
        said.one_line("the time limit of 300.0 ms was reached");
    }
}

#[test]
fn an_answer_names_its_level_and_its_device() {
    let json =
        telusur(["solve", "water", "1 2 | 2 1 | -", "--rule", "unit", "--capacity", "2", "--json"]).json();
    assert_eq!(
        (&json["puzzle"], &json["level"], &json["device"]),
        (&"water".into(), &"1 2 | 2 1 | -".into(), &"cpu".into())
    );
    assert_eq!((&json["options"]["rule"], &json["schema"]), (&"unit".into(), &1.into()));
    let json = telusur(["explore", "tiles", "--size", "2x2", "--json"]).json();
    assert_eq!((&json["device"], &json["level"]), (&"cpu".into(), &"1 2/3 .".into()));
    let listed = telusur(["list", "tiles", "--json"]).json();
    assert!(
        listed["titles"]["en"].is_string() && listed["levels"][0]["titles"]["id"].is_string(),
        "{listed}"
    );
}

/// Programs find an error where they look for the answer, with the exit code that it has anyway.
#[test]
fn errors_are_objects_too() {
    for (arguments, code, expected) in [
        (&["solve", "tiles", "1 2/3 x", "--json"][..], 2, "'x'"),
        (&["solve", "tiles", "--jsno", "--json"], 2, "no option"),
        (&["solve", "tiles", "--json", "--algorithm", "bsf"], 2, "bsf"),
        (&["slove", "--json"], 2, "slove"),
        (&["explore", "tiles", "--json", "--file", "/no/such/file"], 2, "can't open"),
        (&["list", "chess", "--json"], 2, "chess"),
    ] {
        let said = telusur(arguments);
        let json = said.json();
        assert_eq!(
            (said.code, &json["exit_code"], &json["schema"]),
            (code, &code.into(), &1.into()),
            "{json}"
        );
        assert_eq!(json["error"]["kind"], "input");
        assert!(json["error"]["message"].as_str().unwrap().contains(expected), "{json}");
        said.one_line(expected);
    }
    let wrong = telusur(["solve", "tiles", "1 2/3 x", "--json"]).json();
    let error = &wrong["error"];
    assert_eq!((&error["line"], &error["column"], &error["token"]), (&1.into(), &7.into(), &"x".into()));
    assert!(error["remedy"].is_string() && error["problem"].is_string());
}
