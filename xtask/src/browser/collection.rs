//! Every text of the collection, played to its end by hand: things are dragged, clicked and walked to by keys, as the play
//! of each move describes it.

use super::Scene;
use super::desk::By;
use super::play::seat_people;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::json;

pub(super) const SCENES: &[Scene] = &[
    ("lets rivers be crossed, jugs be poured and stacks be turned by hand", |page, server| {
        play_all(page, server, &levels()[..7])
    }),
    ("lets rings, lamps, cubes and pegs be played by hand", |page, server| {
        play_all(page, server, &levels()[7..13])
    }),
    ("lets boxes be pushed and towers be moved by hand", |page, server| {
        play_all(page, server, &levels()[13..])
    }),
    ("lets games written as text be played by hand", play_games),
    ("knows no text that is not played by hand", all_are_played),
    ("lets a vessel be carried with its water in it", water_goes_along),
];

/// A short level of every text for one, in the order of menus.
fn levels() -> Vec<(&'static str, &'static str)> {
    let lines = include_str!("../../../crates/rules/tests/data/short-levels.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).collect()
}

/// The games for two, and how they go here.
const GAMES: &[(&str, &str, &[&str])] = &[
    ("nim", "usual", &["take-3-1", "take-4-2", "take-5-3"]),
    ("noughts", "empty", &["put-a1", "put-b2", "put-b1", "put-c3", "put-c1"]),
];

/// By what the move with a number is made, and whether in the other of two ways: dragging, walking with the cursor,
/// clicking.
const WAYS: [(By, bool); 3] = [(By::Mouse, false), (By::Keyboard, true), (By::Mouse, true)];

fn play_all(page: &mut Page, server: &mut Server, levels: &[(&str, &str)]) -> Result<()> {
    for (puzzle, level) in levels {
        let moves = server.solution(puzzle, level)?;
        page.begin(server, &format!("#/{puzzle}/{level}"))?;
        make_all(page, puzzle, moves.iter().map(String::as_str))?;
        let said = page.says("#win-title")?;
        let count = if moves.len() == 1 { "1 move".to_owned() } else { format!("{} moves", moves.len()) };
        ensure!(said == format!("Solved in {count}"), "{puzzle}: {said}");
        ensure!(page.game()?["position"]["status"] == "solved", "{puzzle}");
    }
    Ok(())
}

fn play_games(page: &mut Page, server: &mut Server) -> Result<()> {
    for (game, level, moves) in GAMES {
        page.begin(server, &format!("#/{game}/{level}"))?;
        seat_people(page)?;
        make_all(page, game, moves.iter().copied())?;
        let said = page.says("#win-title")?;
        ensure!(said == "Player 1 wins", "{game}: {said}");
    }
    Ok(())
}

fn make_all<'m>(page: &mut Page, puzzle: &str, moves: impl Iterator<Item = &'m str>) -> Result<()> {
    for (text, (by, other_way)) in moves.zip(WAYS.into_iter().cycle()) {
        page.make(text, by, other_way).with_context(|| format!("{puzzle}: {text}"))?;
    }
    page.wait_for("!document.querySelector('#win').hidden")
}

fn all_are_played(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/jugs/empty")?;
    let names =
        page.asks("api.get('/api/rules').then(texts => texts.examples.map(example => example.name))")?;
    let mut played: Vec<&str> = levels().iter().map(|(name, _)| *name).collect();
    played.extend(GAMES.iter().map(|(name, ..)| *name));
    ensure!(names == json!(played), "{names}");
    Ok(())
}

fn water_goes_along(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/jugs/full")?;
    let vessel = "#board [data-id='small']";
    let (x, y) = page.middle(vessel)?;
    // From frame to frame, how far the vessel has gone and how far its water is from where it was in it.
    page.evaluate(&format!(
        "{{ const at = id => document.querySelector(`#board [data-id='${{id}}']`).getBoundingClientRect(); \
         const [vessel, water] = [at('small'), at('water-small-3')]; globalThis.gone = [0, 0]; \
         const look = () => {{ const [here, there] = [at('small'), at('water-small-3')]; \
             const [along, behind] = [here.x - vessel.x, there.x - water.x]; \
             gone = [Math.max(gone[0], along), Math.max(gone[1], Math.abs(along - behind))]; \
             if (document.querySelector({})) requestAnimationFrame(look); }}; look(); true }}",
        json!(vessel)
    ))?;
    page.drag((x, y), &[(x + 60.0, y - 40.0), (x, y)])?;
    let gone = page.evaluate("gone")?;
    ensure!(gone[0].as_f64() > Some(40.0) && gone[1].as_f64() < Some(4.0), "{gone}");
    page.expect("document.querySelector('#count-moves').textContent === '0'")
}
