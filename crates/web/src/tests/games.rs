//! Games: good, bad and hostile requests; what outlives the server; ten thousand of them.

use super::{Answer, EASY, Site, usual_room};
use crate::games::CacheLimits;
use axum::http::{Method, StatusCode, header};
use serde_json::{Value, json};

impl Site {
    /// Begins a game and says its key.
    pub(super) async fn begin(&self, puzzle: &str, level: &str) -> String {
        let answer = self.post("/api/games", json!({ "puzzle": puzzle, "level": level })).await;
        assert_eq!(answer.status, StatusCode::CREATED);
        answer.good()["key"].as_str().unwrap().to_owned()
    }

    async fn play(&self, key: &str, text: &str) -> Answer {
        self.post(&format!("/api/games/{key}/moves"), json!({ "moves": [text] })).await
    }

    async fn act(&self, key: &str, what: &str) -> Answer {
        self.ask(Method::POST, &format!("/api/games/{key}/{what}"), "").await
    }
}

#[tokio::test]
async fn a_game_from_beginning_to_end() {
    let site = Site::new();
    let answer = site.post("/api/games", json!({ "puzzle": "tiles", "level": EASY })).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    let game = answer.json();
    let key = game["key"].as_str().unwrap();
    assert_eq!(
        (&game["puzzle"], &game["metric"], &game["node"]),
        (&"tiles".into(), &"moves".into(), &0.into())
    );
    assert_eq!((&game["undo"], &game["redo"], &game["moves_made"]), (&Value::Null, &Value::Null, &0.into()));
    assert_eq!(game["position"]["text"], EASY);

    let game = site.play(key, "5").await.good();
    assert_eq!((&game["node"], &game["moves_made"], &game["undo"]), (&1.into(), &1.into(), &"5".into()));
    let game = site.act(key, "undo").await.good();
    assert_eq!((&game["node"], &game["redo"]), (&0.into(), &"5".into()));
    assert_eq!(site.act(key, "redo").await.good()["node"], 1);
    let game = site.act(key, "restart").await.good();
    assert_eq!(
        (&game["node"], &game["moves_made"], &game["undo"]),
        (&2.into(), &0.into(), &"restart".into())
    );
    assert_eq!(site.act(key, "undo").await.good()["node"], 1);
    let game = site.play(key, "8").await.good();
    assert_eq!((&game["position"]["status"], &game["solved_now"]), (&"solved".into(), &true.into()));
    let game = site.post(&format!("/api/games/{key}/go"), json!({ "node": 0 })).await.good();
    assert_eq!((&game["node"], &game["positions"]), (&0.into(), &4.into()));

    let tree = site.get(&format!("/api/games/{key}/tree")).await.good();
    assert_eq!(tree["here"], 0);
    let nodes = tree["nodes"].as_array().unwrap();
    let steps: Vec<_> = nodes.iter().map(|node| (&node["parent"], &node["step"])).collect();
    let (zero, one) = (&0.into(), &1.into());
    let null = &Value::Null;
    assert_eq!(steps, [(null, null), (zero, &"5".into()), (one, &"restart".into()), (one, &"8".into())]);

    let save = site.get(&format!("/api/games/{key}/save")).await;
    assert!(save.headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/plain"));
    let copy = site.post("/api/games", json!({ "save": String::from_utf8(save.body).unwrap() })).await.good();
    assert_eq!((&copy["positions"], &copy["node"]), (&4.into(), &0.into()));
    assert_ne!(copy["key"], key);
    let by_id = site.post("/api/games", json!({ "id": game["id"] })).await.good();
    assert_eq!(by_id["position"]["text"], EASY);

    let recent = site.get("/api/games").await.good();
    assert_eq!(recent.as_array().unwrap().len(), 1, "only what was played: {recent}");
    assert_eq!((&recent[0]["key"], &recent[0]["title"]), (&key.into(), &game["title"]));
    assert_eq!(site.delete(&format!("/api/games/{key}")).await.status, StatusCode::NO_CONTENT);
    site.get(&format!("/api/games/{key}")).await.refused(StatusCode::NOT_FOUND, "no such game");
    assert_eq!(site.get("/api/games").await.good(), json!([]));
}

#[tokio::test]
async fn every_puzzle_can_be_played_and_taken_up_again() {
    let site = Site::new();
    for entry in telusur_puzzles::catalogue::all() {
        let answer = site.post("/api/games", json!({ "puzzle": entry.name() })).await.good();
        let key = answer["key"].as_str().unwrap();
        let mut game = answer.clone();
        for turn in 0..6 {
            let plays = game["position"]["plays"].as_array().unwrap().clone();
            let Some(play) = plays.get(turn % plays.len().max(1)) else { break };
            game = site.play(key, play["text"].as_str().unwrap()).await.good();
        }
        let again = site.another().get(&format!("/api/games/{key}")).await.good();
        for field in ["node", "moves_made", "undo", "redo", "position", "id", "title"] {
            assert_eq!(again[field], game[field], "{} {field}", entry.name());
        }
    }
}

#[tokio::test]
async fn illegal_moves_leave_the_game_alone() {
    let site = Site::new();
    let key = site.begin("tiles", EASY).await;
    let before = site.get(&format!("/api/games/{key}")).await.good();
    site.play(&key, "1").await.refused(StatusCode::CONFLICT, "beside, above or below the blank");
    site.play(&key, "").await.refused(StatusCode::CONFLICT, "not");
    site.play(&key, &"9".repeat(10_000)).await.refused(StatusCode::CONFLICT, "not");
    let moves = format!("/api/games/{key}/moves");
    site.post(&moves, json!({ "moves": ["5", "8", "1"] }))
        .await
        .refused(StatusCode::CONFLICT, "'1' is not possible");
    site.post(&moves, json!({ "moves": [] })).await.refused(StatusCode::BAD_REQUEST, "list of moves");
    for what in ["undo", "redo", "restart"] {
        site.act(&key, what).await.refused(StatusCode::CONFLICT, "nothing to");
    }
    let go = format!("/api/games/{key}/go");
    site.post(&go, json!({ "node": 1 })).await.refused(StatusCode::NOT_FOUND, "no such position");
    site.post(&go, json!({ "node": -1 })).await.refused(StatusCode::UNPROCESSABLE_ENTITY, "node");
    site.post(&go, json!({ "node": u64::MAX })).await.refused(StatusCode::NOT_FOUND, "no such position");
    let after = site.get(&format!("/api/games/{key}")).await.good();
    assert_eq!((&before["node"], &before["positions"]), (&after["node"], &after["positions"]));
}

/// A tab that has fallen behind is told where the game stands instead of playing somewhere else.
#[tokio::test]
async fn a_stale_position_is_refused_with_the_present_one() {
    let site = Site::new();
    let key = site.begin("tiles", EASY).await;
    let path = format!("/api/games/{key}/moves");
    let game = site.post(&path, json!({ "moves": ["5"], "node": 0 })).await.good();
    assert_eq!(game["node"], 1);
    let answer = site.post(&path, json!({ "moves": ["4"], "node": 0 })).await;
    answer.refused(StatusCode::CONFLICT, "moved on");
    assert_eq!((&answer.json()["code"], &answer.json()["game"]["node"]), (&"moved_on".into(), &1.into()));
}

#[tokio::test]
async fn requests_for_games_that_are_wrong() {
    let site = Site::new();
    let bad = StatusCode::BAD_REQUEST;
    for (body, status, expected) in [
        (json!({}), bad, "a game begins with"),
        (json!({ "puzzle": "tiles", "id": "tiles:1+." }), bad, "a game begins with"),
        (json!({ "id": "x", "options": { "a": "b" } }), bad, "a game begins with"),
        (json!({ "puzzle": "stones", "seats": ["person"] }), bad, "2 seats"),
        (json!({ "puzzle": "stones", "seats": ["person", "nobody"] }), bad, "nobody"),
        (json!({ "puzzle": "tiles", "seats": ["person"] }), bad, "0 seats"),
        (json!({ "puzzle": "chess" }), StatusCode::NOT_FOUND, "no puzzle 'chess'"),
        (json!({ "puzzle": "tiles", "level": "1 1" }), bad, "line 1, column 3"),
        (json!({ "puzzle": "tiles", "options": { "x": "y" } }), bad, "unknown option"),
        (json!({ "id": "" }), bad, "id"),
        (json!({ "id": "%%%" }), bad, "id"),
        (json!({ "id": "\u{0}" }), bad, "id"),
        (json!({ "save": "" }), bad, "not a saved game"),
        (json!({ "save": "telusur game 1\npuzzle: tiles\n\n0 play 99" }), bad, "line 4"),
        (json!({ "puzzle": 7 }), StatusCode::UNPROCESSABLE_ENTITY, "puzzle"),
        (json!({ "puzzle": "tiles", "extra": 1 }), StatusCode::UNPROCESSABLE_ENTITY, "extra"),
        (json!({ "puzzle": "tiles", "\u{1b}\n": 1 }), StatusCode::UNPROCESSABLE_ENTITY, "\\u{1b}\\n"),
    ] {
        site.post("/api/games", body).await.refused(status, expected);
    }
    assert_eq!(site.games.in_memory(), 0);
}

#[tokio::test]
async fn keys_that_are_unknown_or_no_keys() {
    let site = Site::new();
    let long = "a".repeat(5000);
    for key in ["0123456789abcdef0123", "x", "%00", "..%2f..%2fetc", "%27%20OR%201=1", "a%ff", &long] {
        for path in ["", "/tree", "/save"] {
            site.get(&format!("/api/games/{key}{path}")).await.refused(StatusCode::NOT_FOUND, "no such game");
        }
        for path in ["/undo", "/redo", "/restart"] {
            site.act(key, path.trim_start_matches('/')).await.refused(StatusCode::NOT_FOUND, "no such game");
        }
        site.play(key, "5").await.refused(StatusCode::NOT_FOUND, "no such game");
        site.delete(&format!("/api/games/{key}")).await.refused(StatusCode::NOT_FOUND, "no such game");
    }
    assert_eq!(site.games.in_memory(), 0, "what does not exist takes no room");
}

#[tokio::test]
async fn oversized_bodies() {
    let site = Site::new();
    let key = site.begin("tiles", EASY).await;
    let large = json!({ "moves": ["5".repeat(70 << 10)] });
    let too_large = StatusCode::PAYLOAD_TOO_LARGE;
    site.post(&format!("/api/games/{key}/moves"), large).await.refused(too_large, "larger than");
    let save = "x".repeat(1 << 20);
    site.post("/api/games", json!({ "save": save }))
        .await
        .refused(StatusCode::BAD_REQUEST, "not a saved game");
    let save = "x".repeat(3 << 20);
    site.post("/api/games", json!({ "save": save })).await.refused(too_large, "larger than");
}

/// More games than memory holds: the ones used longest ago wait in the store, and all can be played on.
#[tokio::test]
async fn many_more_games_than_memory_holds() {
    let site = Site::with_room(CacheLimits { games: 100, ..usual_room() });
    let mut keys = Vec::new();
    for _ in 0..1_500 {
        keys.push(site.begin("tiles", EASY).await);
    }
    assert!(site.games.in_memory() <= 100, "{}", site.games.in_memory());
    for key in keys.iter().step_by(17) {
        assert_eq!(site.play(key, "5").await.good()["moves_made"], 1);
    }
    for key in keys.iter().step_by(17) {
        assert_eq!(site.play(key, "8").await.good()["solved_now"], true);
    }
    assert!(site.games.in_memory() <= 100);
}

/// A few games with very many positions make room for each other too.
#[tokio::test]
async fn large_games_leave_memory_sooner() {
    const ROOM: u64 = 2_000_000;
    let site = Site::with_room(CacheLimits::of(ROOM));
    let head = "telusur game 1\npuzzle: tiles\nlevel: 1 2 3/4 . 6/7 5 8\nhere: 0\n\n";
    let mut save = head.to_owned();
    for step in 0..200 {
        save += &format!("{} play 5\n{} restart\n", 2 * step, 2 * step + 1);
    }
    let mut keys = Vec::new();
    for _ in 0..60 {
        let game = site.post("/api/games", json!({ "save": save })).await.good();
        assert_eq!(game["positions"], 401);
        keys.push(game["key"].as_str().unwrap().to_owned());
    }
    // All weigh the same, by what their trees hold: as many stay as there is room for, and not one more.
    let (games, bytes) = (site.games.in_memory() as u64, site.games.bytes());
    assert!((10..60).contains(&games), "{games} games of {} bytes", bytes / games);
    assert!(bytes <= ROOM && bytes + bytes / games > ROOM, "{games} games with {bytes} bytes");
    assert_eq!(site.get(&format!("/api/games/{}", keys[0])).await.good()["positions"], 401);
}

/// Many at the same game and many at their own: every step is answered once and kept in order.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn players_at_the_same_time() {
    let site = std::sync::Arc::new(Site::with_room(CacheLimits { games: 4, ..usual_room() }));
    let shared = site.begin("hanoi", "3 2 1 | |").await;
    let players = (0..16).map(|number| {
        let (site, shared) = (site.clone(), shared.clone());
        tokio::spawn(async move {
            let own = site.begin("hanoi", "3 2 1 | |").await;
            for turn in 0..20 {
                let text = if turn % 2 == 0 { "A>B" } else { "B>A" };
                assert_eq!(site.play(&own, text).await.good()["node"], turn + 1, "player {number}");
                let status = site.play(&shared, text).await.status;
                assert!(status == StatusCode::OK || status == StatusCode::CONFLICT);
            }
            own
        })
    });
    let players: Vec<_> = players.collect();
    let again = site.another();
    for player in players {
        let key = player.await.unwrap();
        assert_eq!(again.get(&format!("/api/games/{key}")).await.good()["moves_made"], 20);
    }
    let path = format!("/api/games/{shared}/tree");
    assert_eq!(again.get(&path).await.good(), site.get(&path).await.good());
}

/// Two programs over one store: neither overwrites what the other has kept.
#[tokio::test]
async fn another_program_on_the_same_store() {
    let one = Site::new();
    let two = one.another();
    let key = one.begin("tiles", EASY).await;
    assert_eq!(two.play(&key, "5").await.good()["node"], 1);
    // The first still has the start in memory; it notices that the store has more, and loads the game again.
    assert_eq!(one.get(&format!("/api/games/{key}")).await.good()["node"], 1);
    let game = one.play(&key, "5").await.good();
    assert_eq!((&game["node"], &game["undo"], &game["moves_made"]), (&2.into(), &"5".into(), &2.into()));
    let tree = format!("/api/games/{key}/tree");
    assert_eq!(one.get(&tree).await.good(), one.another().get(&tree).await.good());
}

/// What a hand tries is played, or refused with the rule that forbids it.
#[tokio::test]
async fn attempts() {
    let site = Site::new();
    let key = site.begin("hanoi", "3 2 1 | |").await;
    let path = format!("/api/games/{key}/moves");
    let attempt = async |attempt: Value| site.post(&path, json!({ "attempt": attempt })).await;
    assert_eq!(attempt(json!({ "grip": "disc-1", "onto": "peg-C" })).await.good()["undo"], "A>C");
    let onto_smaller = attempt(json!({ "grip": "disc-2", "onto": "disc-1" })).await;
    onto_smaller.refused(StatusCode::CONFLICT, "larger than disc 1");
    attempt(json!({ "grip": "disc-9", "onto": "peg-C" })).await.refused(StatusCode::CONFLICT, "");
    attempt(json!({ "grip": "disc-2", "tap": true })).await.refused(StatusCode::CONFLICT, "");
    let bad = StatusCode::BAD_REQUEST;
    attempt(json!({ "grip": "disc-2" })).await.refused(bad, "one of onto, by and tap");
    attempt(json!({ "grip": "disc-2", "onto": "peg-B", "tap": true })).await.refused(bad, "one of");
    let both = json!({ "moves": ["A>B"], "attempt": { "grip": "disc-2", "onto": "peg-B" } });
    site.post(&path, both).await.refused(bad, "list of moves, or an attempt");
    let malformed = attempt(json!({ "grip": "disc-2", "by": [[1, 1000]] })).await;
    malformed.refused(StatusCode::UNPROCESSABLE_ENTITY, "");
    assert_eq!(site.get(&format!("/api/games/{key}")).await.good()["node"], 1);
}

/// A solution is put into the tree without being played, walked, and never counted as somebody's own.
#[tokio::test]
async fn lines_are_no_feats() {
    let site = Site::new();
    let key = site.begin("tiles", EASY).await;
    let line = format!("/api/games/{key}/line");
    let game = site.post(&line, json!({ "moves": ["5", "8"], "node": 0 })).await.good();
    assert_eq!((&game["line"], &game["node"], &game["redo"]), (&json!([0, 1, 2]), &0.into(), &"5".into()));
    let tree = site.get(&format!("/api/games/{key}/tree")).await.good();
    assert_eq!([&tree["nodes"][0]["line"], &tree["nodes"][2]["line"]], [&Value::Null, &true.into()]);
    let game = site.post(&format!("/api/games/{key}/go"), json!({ "node": 2 })).await.good();
    assert_eq!((&game["position"]["status"], &game["best"]), (&"solved".into(), &Value::Null));
    // Nor does following it by hand.
    site.post(&format!("/api/games/{key}/go"), json!({ "node": 0 })).await.good();
    site.play(&key, "5").await.good();
    assert_eq!(site.play(&key, "8").await.good()["best"], Value::Null);
    assert_eq!(site.another().get(&format!("/api/games/{key}")).await.good()["node"], 2);
    // After a restart it is one's own again.
    site.act(&key, "restart").await.good();
    site.play(&key, "5").await.good();
    assert_eq!(site.play(&key, "8").await.good()["best"], 2);

    site.post(&line, json!({ "moves": ["1"] })).await.refused(StatusCode::CONFLICT, "");
    site.post(&line, json!({ "moves": ["5"], "node": 0 })).await.refused(StatusCode::CONFLICT, "moved on");
    site.post(&line, json!({})).await.refused(StatusCode::BAD_REQUEST, "a list of moves, or a job");
    site.post(&line, json!({ "job": "nothing" })).await.refused(StatusCode::NOT_FOUND, "no such job");
}

#[tokio::test]
async fn a_game_against_a_machine() {
    let site = Site::new();
    let begin = json!({ "puzzle": "stones", "level": "3 4 5", "seats": ["person", "perfect"] });
    let game = site.post("/api/games", begin).await.good();
    let key = game["key"].as_str().unwrap();
    assert_eq!(game["seats"], json!(["person", "perfect"]));
    assert!(!game["opponents"].as_array().unwrap().is_empty());
    assert_eq!((&game["position"]["turn"], &game["position"]["players"]), (&0.into(), &2.into()));
    site.play(key, "1:1").await.good();
    let reply = format!("/api/games/{key}/reply");
    let game = site.post(&reply, json!({ "seed": 1 })).await.good();
    assert_eq!((&game["moves_made"], &game["position"]["turn"]), (&2.into(), &0.into()));
    // The machine's answer is taken back together with the move that it answers, and made again with it.
    assert_eq!(site.act(key, "undo").await.good()["moves_made"], 0);
    assert_eq!(site.act(key, "redo").await.good()["moves_made"], 2);
    site.post(&reply, json!({ "opponent": "nobody" })).await.refused(StatusCode::BAD_REQUEST, "nobody");
    let seats = format!("/api/games/{key}/seats");
    let game = site.put(&seats, json!({ "seats": ["random", "person"] })).await.good();
    assert_eq!(game["seats"], json!(["random", "person"]));
    site.put(&seats, json!({ "seats": ["person", "nobody"] }))
        .await
        .refused(StatusCode::BAD_REQUEST, "nobody");
    site.put(&seats, json!({ "seats": [] })).await.refused(StatusCode::BAD_REQUEST, "2 seats");
    let again = site.another().get(&format!("/api/games/{key}")).await.good();
    assert_eq!((&again["seats"], &again["moves_made"]), (&json!(["random", "person"]), &2.into()));
    let tiles = site.begin("tiles", EASY).await;
    let answer = site.post(&format!("/api/games/{tiles}/reply"), json!({})).await;
    assert!(answer.status.is_client_error(), "{}", answer.status);
}

#[tokio::test]
async fn nobody_moves_for_a_machine_and_a_new_level_keeps_it() {
    let site = Site::new();
    let begin = json!({ "puzzle": "stones", "level": "3 4 5", "seats": ["perfect", "person"] });
    let game = site.post("/api/games", begin).await.good();
    let key = game["key"].as_str().unwrap();
    site.play(key, "1:1").await.refused(StatusCode::CONFLICT, "the machine's turn");
    site.post(&format!("/api/games/{key}/reply"), json!({})).await.good();
    site.act(key, "undo").await.refused(StatusCode::CONFLICT, "nothing to undo");
    let next = json!({ "puzzle": "stones", "level": "7 11 6", "after": key });
    assert_eq!(site.post("/api/games", next).await.good()["seats"], json!(["perfect", "person"]));
    let other = json!({ "puzzle": "stones", "level": "7 11 6", "after": key, "seats": ["person", "person"] });
    assert_eq!(site.post("/api/games", other).await.good()["seats"], json!(["person", "person"]));
    let tiles = json!({ "puzzle": "tiles", "level": EASY, "after": key });
    assert!(site.post("/api/games", tiles).await.good().get("seats").is_none());
    let unknown = json!({ "puzzle": "tiles", "level": EASY, "after": "nobody" });
    site.post("/api/games", unknown).await.refused(StatusCode::NOT_FOUND, "no such game");
}

#[tokio::test]
async fn other_options_and_levels_can_be_undone() {
    let site = Site::new();
    let key = site.begin("hanoi", "three").await;
    let level = format!("/api/games/{key}/level");
    site.play(&key, "A>C").await.good();
    let game = site.post(&level, json!({ "options": { "discs": "4" } })).await.good();
    assert_eq!((&game["level_text"], &game["moves_made"]), (&"4 3 2 1 | |".into(), &0.into()));
    assert_eq!((&game["level"], &game["undo"]), (&"four".into(), &"level".into()));
    site.post(&level, json!({ "options": { "discs": "4" } }))
        .await
        .refused(StatusCode::CONFLICT, "being played");
    site.post(&level, json!({ "options": { "discs": "many" } }))
        .await
        .refused(StatusCode::BAD_REQUEST, "discs");
    site.post(&level, json!({ "level": "1 1 | |" })).await.refused(StatusCode::BAD_REQUEST, "1");
    // Another server finds it so, and the list calls it by the level that is played.
    let again = site.another();
    let game = again.get(&format!("/api/games/{key}")).await.good();
    assert_eq!((&game["level"], &game["positions"]), (&"four".into(), &3.into()));
    assert_eq!(again.get("/api/games").await.good()[0]["level"], "four");
    let game = again.act(&key, "undo").await.good();
    assert_eq!(
        (&game["level"], &game["moves_made"], &game["redo"]),
        (&"three".into(), &1.into(), &"level".into())
    );
    // A tube more in the middle of a game is no reason to lose it.
    let key = site.begin("water", "1 2 1 2 | 2 1 2 1 | -").await;
    let before = site.play(&key, "1>3").await.good();
    let more = format!("{} | -", before["position"]["text"].as_str().unwrap());
    let game = site.post(&format!("/api/games/{key}/level"), json!({ "level": more })).await.good();
    assert_ne!(game["position"]["text"], before["position"]["text"]);
    assert_eq!(site.act(&key, "undo").await.good()["position"]["text"], before["position"]["text"]);
}

#[tokio::test]
async fn a_generated_game_keeps_its_address() {
    let site = Site::new();
    let id = "tiles#7?difficulty=3&size=2x3";
    let game = site.post("/api/games", json!({ "id": id })).await.good();
    let key = game["key"].as_str().unwrap();
    assert_eq!(game["id"], id);
    let text = game["position"]["plays"][0]["text"].as_str().unwrap();
    site.play(key, text).await.good();
    let again = site.another().get(&format!("/api/games/{key}")).await.good();
    assert_eq!(again["id"], format!("{id}&moves={text}"));
    // A saved text may say anything of where it comes from.
    let save = site.get(&format!("/api/games/{key}/save")).await;
    let save = String::from_utf8(save.body).unwrap().replace("tiles#7", "tiles#8");
    let copy = site.post("/api/games", json!({ "save": save })).await.good();
    assert!(copy["id"].as_str().unwrap().starts_with("tiles:"), "{}", copy["id"]);
}

#[tokio::test]
async fn a_solution_is_taken_back_as_a_whole() {
    let site = Site::new();
    let key = site.begin("hanoi", "three").await;
    site.play(&key, "A>C").await.good();
    let moves = ["A>B", "C>B", "A>C", "B>A", "B>C", "A>C"];
    let line = site.post(&format!("/api/games/{key}/line"), json!({ "moves": moves })).await.good();
    let last = line["line"].as_array().unwrap().last().unwrap().clone();
    let game = site.post(&format!("/api/games/{key}/go"), json!({ "node": last })).await.good();
    assert_eq!((&game["position"]["status"], &game["solved_now"]), (&"solved".into(), &true.into()));
    assert_eq!(site.act(&key, "undo").await.good()["moves_made"], 1);
    assert_eq!(site.act(&key, "redo").await.good()["moves_made"], 7);
    assert!(
        site.get("/api/statistics").await.good()["bests"].as_array().unwrap().is_empty(),
        "it was no feat"
    );
}
