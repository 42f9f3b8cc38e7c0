//! Nothing is lost: a reload in the middle, a server that is killed, two windows on one game, links and Back.

use super::Scene;
use super::desk::By;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::json;

pub(super) const SCENES: &[Scene] = &[
    ("goes on after a reload in mid-game", reload),
    ("opens a link with position and history", link),
    ("notices that the game went on elsewhere", elsewhere),
    ("loses nothing when the server is killed and comes back", killed),
];

fn reload(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/four")?;
    for text in ["A>B", "A>C", "B>C"] {
        page.make(text, By::Keyboard, false)?;
    }
    page.press("u")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '2'")?;
    let before = page.game()?;
    page.wait_for(&format!("location.hash === '#' + {}", before["id"]))?;
    page.call("Page.reload", &json!({}))?;
    page.wait_for("document.documentElement?.dataset.ready === 'true' && performance.getEntriesByType('navigation')[0].type === 'reload'")?;
    ensure!(page.counter("moves")? == "2");
    let after = page.game()?;
    ensure!(before["key"] == after["key"] && after["redo"] == "B>C", "{before} {after}");
    page.press("r")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '3'")
}

fn link(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    page.make("kuu", By::Mouse, false)?;
    let game = page.game()?;
    let id = game["id"].as_str().context("no id")?.to_owned();
    // Somebody else, who has never been here, opens it and can take the move back.
    page.begin(server, &format!("#{id}"))?;
    let other = page.game()?;
    ensure!(other["key"] != game["key"] && other["position"]["text"] == game["position"]["text"], "{id}");
    page.press("u")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '0'")?;
    page.quiet()?;
    // A broken link says so and leaves something to play.
    page.begin(server, "#klotski:aa/zz?goal=qq")?;
    page.wait_for("document.querySelectorAll('#board .piece').length > 0 && document.querySelector('#line').textContent.length > 5")
}

fn elsewhere(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/tiles/first")?;
    let key = page.game()?["key"].as_str().context("no key")?.to_owned();
    page.asks(&format!("api.post('/api/games/{key}/moves', {{ moves: ['5'] }}).then(() => true)"))?;
    // This window still shows the start; its next move brings it up to date and nothing is overwritten.
    page.click("#board [data-id='tile-4'] .body")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '1'")?;
    page.quiet()?;
    ensure!(page.game()?["undo"] == "5");
    Ok(())
}

fn killed(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/four")?;
    for text in ["A>B", "A>C", "B>C", "A>B"] {
        page.make(text, By::Keyboard, false)?;
    }
    let before = page.game()?;
    server.kill();
    page.press("3")?;
    page.press("1")?;
    page.wait_for("!document.querySelector('#offline').hidden && document.querySelector('#offline').textContent.startsWith('The server does not answer')")?;
    ensure!(page.counter("moves")? == "4", "a move that was never kept is not shown");
    server.restart()?;
    page.wait_for("document.querySelector('#offline').hidden")?;
    page.quiet()?;
    let after = page.game()?;
    ensure!(
        after["position"]["text"] == before["position"]["text"] && after["undo"] == before["undo"],
        "{before} {after}"
    );
    page.make("C>A", By::Keyboard, false)?;
    // A new visit finds the game too, with its whole tree.
    server.restart()?;
    page.open_at(server, "#/hanoi")?;
    ensure!(page.counter("moves")? == "5");
    for left in ["4", "3", "2", "1", "0"] {
        page.press("u")?;
        page.wait_for(&format!("document.querySelector('#count-moves').textContent === '{left}'"))?;
    }
    Ok(())
}
