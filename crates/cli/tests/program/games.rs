//! Games from outside: verdicts, reports, judged records, with their exit codes.

use crate::run::telusur;
use serde_json::json;

#[test]
fn a_verdict_for_tools() {
    let said = telusur(["solve", "stones", "7 11 6", "--json"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let json = said.json();
    assert_eq!((&json["puzzle"], &json["outcome"]), (&"stones".into(), &"win".into()));
    assert_eq!((&json["turns"], &json["grundy"]), (&15.into(), &2.into()));
    assert_eq!(json["winning_moves"], json!(["1:2", "2:2", "3:2"]));
    let why = "7 mod 4 = 3, 11 mod 4 = 3, 6 mod 4 = 2; their XOR is 2; taking 2 from pile 1 makes it 0";
    assert_eq!(json["why"], why);

    let said = telusur(["solve", "stones", "8 12 4", "--json"]);
    let json = said.json();
    assert_eq!((said.code, &json["outcome"], &json["turns"]), (0, &"loss".into(), &12.into()));
    assert_eq!(json["winning_moves"], json!([]));

    let misere = telusur(["solve", "stones", "5 7 9", "--misere", "--take", "1,3,4", "--json"]).json();
    assert!(misere["grundy"].is_null() && misere["turns"].is_u64(), "{misere}");
}

#[test]
fn a_verdict_for_people_and_scripts() {
    let said = telusur(["solve", "stones", "1000000000000", "--take", "any"]);
    assert_eq!(said.code, 0);
    assert!(
        said.out.contains("the player to move wins") && said.out.contains("1:1000000000000"),
        "{}",
        said.out
    );
    let said = telusur(["solve", "stones", "3 4 5", "--quiet"]);
    assert_eq!((said.code, said.out.as_str()), (0, "win\n1:2\n2:2\n3:2\n"));
    // A search that may not go on has no verdict.
    let said = telusur(["solve", "stones", "90 90 90", "--algorithm", "dfs", "--states", "2000", "--json"]);
    let json = said.json();
    assert_eq!((said.code, &json["outcome"]), (3, &"stopped".into()));
    assert!(json["limit"].as_str().unwrap().contains("2000 states") && json["turns"].is_null());
}

#[test]
fn odd_input_is_one_line() {
    telusur(["solve", "stones", ""]).refused("there is no pile");
    telusur(["solve", "stones", "-4 3"]).refused("'-4'");
    telusur(["solve", "stones", "99999999999999999999"]).refused("too large");
    telusur(["solve", "stones", "3 4", "--take", ""]).refused("the take set is empty");
    telusur(["solve", "stones", "3 4", "--take", "0-2"]).refused("at least one stone");
    telusur(["solve", "stones", "3 4", "--players", "3"]).refused("more than two players");
    telusur(["solve", "stones", "1000000000000", "--take", "any", "--algorithm", "bfs"])
        .refused("more moves");
    telusur(["explore", "stones", "--report", "weather"]).refused("weather");
    telusur(["explore", "tiles", "--report", "strategies"]).refused("no option '--report'");
    telusur(["explore", "stones", "900 900 900", "--report", "strategies"]).refused("too many");
}

#[test]
fn a_survey_and_the_tournament() {
    let json = telusur(["explore", "stones", "12 12 12", "--json"]).json();
    assert_eq!((&json["states"], &json["complete"]), (&2197.into(), &true.into()));
    assert_eq!(json["findings"]["lost positions"], "550");
    let said = telusur(["explore", "stones", "--report", "strategies"]);
    assert_eq!(said.code, 0);
    let row = said.out.lines().find(|line| line.contains("friendly-dfs")).unwrap();
    assert!(row.contains("66.") || row.contains("67."), "two thirds are thrown away: {row}");
    let said = telusur(["explore", "stones", "nim", "--report", "strategies", "--json"]);
    assert_eq!(said.out.lines().count(), 2, "one object for each table: {}", said.out);
}

#[test]
fn a_judged_record() {
    let moves = ["3:2", "2:3", "1:3", "2:2", "2:2", "2:1", "2:3", "1:1", "1:3", "3:2", "3:2"];
    let said = telusur(["verify", "stones", "7 11 6"].into_iter().chain(moves));
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("player 1 wins") && said.out.contains("none gives a win away"), "{}", said.out);
    assert_eq!(said.out.matches("keeps the win").count(), 6);

    let json = telusur(["verify", "stones", "7 11 6", "1:1", "2:3", "--json"]).json();
    assert_eq!((&json["valid"], &json["over"], &json["mistakes"]), (&true.into(), &false.into(), &1.into()));
    assert_eq!(json["moves"][0]["judgement"], "loses the win");
    assert_eq!(json["moves"][0]["winning_moves"], json!(["1:2", "2:2", "3:2"]));
    assert_eq!((&json["moves"][1]["player"], &json["moves"][1]["after"]), (&2.into(), &"win".into()));

    let said = telusur(["verify", "stones", "7 11 6", "1:1", "1:9"]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("move 2: '1:9' is not possible"), "{}", said.out);
}

#[test]
fn the_bench_and_the_generator() {
    let said = telusur(["bench", "stones", "--quick"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("DFS with memory") && said.out.contains("backward BFS"), "{}", said.out);
    let made =
        telusur(["generate", "stones", "--seed", "4", "--difficulty", "6", "--misere", "--json"]).json();
    let level = made["level"].as_str().unwrap();
    let solved = telusur(["solve", "stones", level, "--misere", "--json"]).json();
    assert_eq!(solved["outcome"], "win");
}
