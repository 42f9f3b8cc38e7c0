//! The lessons: every task is done, wrong answers are told apart from right ones, and the papers are counted again.

use super::Scene;
use super::desk::By;
use super::levels::menu;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::json;

pub(super) const SCENES: &[Scene] = &[
    ("teaches eight lessons whose tasks are checked by the engine", lessons),
    ("counts the tables of the five papers again", papers),
];

/// Answers a task with a number.
fn answer(page: &mut Page, task: usize, text: &str) -> Result<()> {
    page.fill(&format!("[data-task='{task}'] input[type=text]"), text)?;
    page.click(&format!("[data-task='{task}'] button[type=submit]"))
}

fn choose(page: &mut Page, task: usize, value: &str) -> Result<()> {
    page.click(&format!("[data-task='{task}'] input[value='{value}'] + label"))?;
    page.click(&format!("[data-task='{task}'] .row .soft"))
}

fn is_done(page: &mut Page, task: usize) -> Result<()> {
    page.wait_for(&format!("document.querySelector('[data-task=\"{task}\"]')?.dataset.done === 'true'"))
}

fn is_wrong(page: &mut Page, task: usize) -> Result<()> {
    page.wait_for(&format!(
        "document.querySelector('[data-task=\"{task}\"] .lesson-said').textContent.startsWith('Not yet.')"
    ))
}

/// What the engine counts about a lesson's board, asked by another way than the page's own check.
fn explored(page: &mut Page, puzzle: &str, level: &str) -> Result<serde_json::Value> {
    page.asks(&format!(
        "api.startJob({{ kind: 'explore', puzzle: {}, level: {}, seconds: 20 }}).done",
        json!(puzzle),
        json!(level)
    ))
}

/// Solves the board at the table by the engine's hints.
fn solve(page: &mut Page) -> Result<()> {
    for _ in 0..60 {
        let game = page.game()?;
        if game["position"]["status"] != "playing" {
            return Ok(());
        }
        let key = game["key"].as_str().context("no key")?.to_owned();
        let hint = page.asks(&format!("api.post('/api/games/{key}/hint')"))?;
        let text = hint["move"].as_str().context("no move")?.to_owned();
        page.make(&text, By::Mouse, false)?;
    }
    Ok(())
}

fn next(page: &mut Page, title: &str) -> Result<()> {
    page.click(".lesson-next")?;
    page.wait_for(&format!("document.querySelector('.lesson h2')?.textContent === {}", json!(title)))?;
    page.quiet()
}

fn lessons(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    menu(page, "lessons")?;
    page.wait_for("document.querySelectorAll('.lesson [data-lesson]').length === 9")?;
    page.show("the list of lessons")?;
    page.click(".lesson [data-lesson=states]")?;
    page.wait_for("document.querySelector('.lesson h2')?.textContent === 'What is a state?'")?;
    page.quiet()?;
    // Tabs that come later make the others narrower: all seven stand in one row.
    page.expect("(tabs => tabs.length === 7 && new Set(tabs.map(tab => tab.offsetTop)).size === 1)([...document.querySelectorAll('[role=tab]')].filter(tab => !tab.hidden))")?;
    // 1: a position on the board, and a number.
    page.make("A>B", By::Mouse, false)?;
    page.make("A>C", By::Mouse, false)?;
    is_done(page, 0)?;
    answer(page, 1, "8")?;
    is_wrong(page, 1)?;
    answer(page, 1, "9")?;
    is_done(page, 1)?;
    page.show("a lesson")?;
    page.expect("document.activeElement?.classList.contains('lesson-next') && document.querySelector('#level-title').textContent === 'What is a state?'")?;
    // A reload leaves neither the lesson nor what was done in it.
    page.call("Page.reload", &json!({}))?;
    page.wait_for("document.documentElement?.dataset.ready === 'true' && performance.getEntriesByType('navigation')[0].type === 'reload'")?;
    page.wait_for("document.querySelector('.lesson h2')?.textContent === 'What is a state?' && document.querySelector('#level-title').textContent === 'What is a state?'")?;
    is_done(page, 0)?;
    is_done(page, 1)?;
    page.expect("document.querySelector('#count-moves').textContent === '2'")?;
    page.evaluate("document.querySelector('.lesson-next').focus()")?;
    // 2: by keyboard alone.
    page.press("Enter")?;
    page.wait_for("document.querySelector('.lesson h2')?.textContent === 'The state space is a graph'")?;
    let space = explored(page, "hanoi", "2 1 | |")?;
    answer(page, 0, &space["depths"][2].to_string())?;
    is_done(page, 0)?;
    page.evaluate("document.querySelector('[data-task=\"1\"] input').focus()")?;
    page.call("Input.insertText", &json!({ "text": space["radius"].to_string() }))?;
    page.press("Enter")?;
    is_done(page, 1)?;
    // 3
    next(page, "Breadth-first search: layer by layer")?;
    let space = explored(page, "tiles", "1 . 2/4 5 3")?;
    let within: u64 = (0..4).filter_map(|depth| space["depths"][depth].as_u64()).sum();
    answer(page, 0, &(within + 1).to_string())?;
    is_wrong(page, 0)?;
    answer(page, 0, &within.to_string())?;
    is_done(page, 0)?;
    // A detour is no shortest solution.
    let first = page.game()?["position"]["plays"][0]["text"].as_str().context("no move")?.to_owned();
    page.make(&first, By::Mouse, false)?;
    page.make(&first, By::Mouse, false)?;
    solve(page)?;
    page.expect("document.querySelector('[data-task=\"1\"]').dataset.done === 'false'")?;
    page.press("R")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '0'")?;
    page.quiet()?;
    solve(page)?;
    is_done(page, 1)?;
    // 4
    next(page, "Depth-first search: quick, but not short")?;
    answer(page, 0, "2")?;
    is_wrong(page, 0)?;
    page.open_view("solve")?;
    page.evaluate("(() => { const s = document.querySelector('#view-solve select'); s.value = 'dfs'; s.dispatchEvent(new Event('change')); })()")?;
    page.click("#solve")?;
    page.wait_for(
        "!document.querySelector('#player').hidden && document.documentElement.dataset.state !== 'solving'",
    )?;
    let length =
        page.evaluate("Number(document.querySelector('.player-count').textContent.split('/')[1])")?;
    page.click("#player-close")?;
    page.click("#tab-lessons")?;
    answer(page, 0, &length.to_string())?;
    is_done(page, 0)?;
    page.press("R")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '0'")?;
    page.quiet()?;
    solve(page)?;
    is_done(page, 1)?;
    // 5
    next(page, "Iterative deepening: short with little memory")?;
    choose(page, 0, "bfs")?;
    is_wrong(page, 0)?;
    choose(page, 0, "iddfs")?;
    is_done(page, 0)?;
    choose(page, 1, "bfs")?;
    is_done(page, 1)?;
    // 6
    next(page, "Bounds: how far at least?")?;
    answer(page, 0, "1")?;
    is_wrong(page, 0)?;
    answer(page, 0, "5")?;
    is_done(page, 0)?;
    let solved = page.asks(
        "api.startJob({ kind: 'solve', puzzle: 'tiles', level: '1 2 3/8 5 6/4 . 7', seconds: 20 }).done",
    )?;
    answer(page, 1, &solved["length"].to_string())?;
    is_done(page, 1)?;
    // 7
    next(page, "A*, and why it is optimal")?;
    page.make("4", By::Mouse, false)?;
    page.expect("document.querySelector('[data-task=\"0\"]').dataset.done === 'false'")?;
    page.press("u")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '0'")?;
    page.quiet()?;
    page.make("7", By::Mouse, false)?;
    is_done(page, 0)?;
    choose(page, 1, "astar")?;
    is_done(page, 1)?;
    // 8: in the other language and on a phone.
    next(page, "Against somebody: winning positions")?;
    page.click("#language")?;
    page.wait_for("document.querySelector('.lesson h2').textContent === 'Melawan seseorang: posisi menang'")?;
    page.look(390, 844, "dark")?;
    page.show("a lesson on a phone")?;
    page.look(1280, 860, "light")?;
    for _ in 0..30 {
        page.wait_for_answer("{ const kept = JSON.parse(localStorage.getItem('telusur.games')); return api.get('/api/games/' + kept[kept['']]).then(game => game.position.status !== 'playing' || game.position.turn === 0); }")?;
        page.quiet()?;
        let game = page.game()?;
        if game["position"]["status"] != "playing" {
            break;
        }
        let key = game["key"].as_str().context("no key")?.to_owned();
        let hint = page.asks(&format!("api.post('/api/games/{key}/hint')"))?;
        let text = hint["move"].as_str().context("no move")?.to_owned();
        // The page would answer by itself after a moment; here nobody waits for it.
        page.asks(&format!(
            "api.post('/api/games/{key}/moves', {{ moves: [{}] }}).then(() => true)",
            json!(text)
        ))?;
        page.asks(&format!("api.post('/api/games/{key}/reply').then(() => true, () => true)"))?;
    }
    ensure!(page.game()?["position"]["status"] == "over", "{}", page.game()?["position"]["text"]);
    page.click("#language")?;
    page.wait_for(
        "document.querySelector('.lesson h2').textContent === 'Against somebody: winning positions'",
    )?;
    is_done(page, 0)?;
    // What is done is remembered.
    page.click(".lesson-way .quiet")?;
    page.wait_for("document.querySelectorAll('.lesson [data-lesson] .daily-solved').length === 8")
}

fn papers(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/lessons/papers")?;
    page.wait_for("document.querySelectorAll('.paper').length === 5")?;
    let column = |page: &mut Page, paper: &str| -> Result<Vec<String>> {
        page.click(&format!("[data-paper={paper}] .paper-count"))?;
        page.wait_for(&format!("[...document.querySelectorAll('[data-paper={paper}] tbody td:last-child')].every(cell => cell.textContent !== '' && cell.textContent !== '…')"))?;
        let cells = page.evaluate(&format!("[...document.querySelectorAll('[data-paper={paper}] tbody td:last-child')].map(cell => cell.textContent)"))?;
        Ok(cells
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|cell| cell.as_str().map(str::to_owned))
            .collect())
    };
    ensure!(column(page, "hanoi")? == ["7", "15", "31", "63", "127", "255 differs"]);
    page.show("the five papers")?;
    let race = column(page, "race")?;
    ensure!(race.len() == 5 && race.iter().all(|cell| cell.ends_with('s')), "{race:?}");
    let stones = column(page, "stones")?;
    ensure!(
        stones[0] == "lost for the player to move"
            && stones[1].starts_with("won: ")
            && stones[2].starts_with("won: "),
        "{stones:?}"
    );
    ensure!(column(page, "water")? == ["12", "impossible (proved)", "18", "18", "9"]);
    ensure!(column(page, "klotski")? == ["34", "35", "48", "81,462"]);
    page.look(390, 844, "dark")?;
    page.show("the five papers on a phone")
}
