//! The test of the page: the real program, a real Chromium, real clicks and keys.

use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Result, ensure};
use serde_json::Value;

const EASY: &str = "1 2 3/4 . 6/7 5 8";

type Scene = (&'static str, fn(&mut Page, &mut Server) -> Result<()>);

const SCENES: &[Scene] = &[
    ("lists every puzzle of the catalogue", lists_every_puzzle),
    ("shows a level as soon as it is chosen", shows_the_level),
    ("solves a typed level by mouse", solves_by_mouse),
    ("solves by keyboard", solves_by_keyboard),
    ("says that a level has no solution", says_unsolvable),
    ("says what is wrong with a level", says_what_is_wrong),
    ("fits a phone and a desktop, light and dark", fits_every_screen),
    ("asks nobody but its server and causes no error", is_clean),
    ("says when the server is gone", says_when_alone),
];

pub(crate) fn test() -> Result<()> {
    let mut server = Server::start()?;
    let mut page = Page::open()?;
    page.look(1200, 900, "light")?;
    page.visit(&server.url.clone())?;
    for (name, scene) in SCENES {
        scene(&mut page, &mut server).map_err(|error| error.context(format!("the page {name}")))?;
        println!("the page {name}: ok");
    }
    Ok(())
}

fn lists_every_puzzle(page: &mut Page, _: &mut Server) -> Result<()> {
    let known =
        page.evaluate("fetch('/api/puzzles').then(r => r.json()).then(all => all.map(p => p.title))")?;
    let shown =
        page.evaluate("[...document.querySelectorAll('nav button strong')].map(e => e.textContent)")?;
    ensure!(known.as_array().is_some_and(|all| !all.is_empty()) && known == shown, "{known} against {shown}");
    Ok(())
}

fn shows_the_level(page: &mut Page, _: &mut Server) -> Result<()> {
    page.click("nav button[data-puzzle='tiles']")?;
    page.wait_for("document.querySelectorAll('#board svg g').length > 0")?;
    page.fill("#level", EASY)?;
    page.wait_for("document.querySelectorAll('#board svg g').length === 8")?;
    let name = page.evaluate("document.querySelector('#board svg').getAttribute('aria-label')")?;
    ensure!(name == "3 by 3 board, blank in row 2, column 2", "{name}");
    Ok(())
}

/// What the page says about the level.
fn answer(page: &mut Page) -> Result<(Value, Value)> {
    page.wait_for("!document.querySelector('#answer').hidden")?;
    let headline = page.evaluate("document.querySelector('#headline').innerText")?;
    let moves =
        page.evaluate("[...document.querySelectorAll('#moves li')].map(e => e.textContent).join(' ')")?;
    Ok((headline, moves))
}

fn solves_by_mouse(page: &mut Page, _: &mut Server) -> Result<()> {
    page.fill("#level", EASY)?;
    page.click("#solve")?;
    let (headline, moves) = answer(page)?;
    ensure!(
        headline == "Solved in 2 moves. No solution is shorter; this is proved." && moves == "5 8",
        "{headline} {moves}"
    );
    Ok(())
}

fn solves_by_keyboard(page: &mut Page, _: &mut Server) -> Result<()> {
    page.fill("#level", "1 2 3/4 5 6/7 . 8")?;
    // Any change puts the old answer away.
    page.wait_for("document.querySelector('#answer').hidden")?;
    for _ in 0..20 {
        page.press("Tab", 9, "")?;
        if page.evaluate("document.activeElement.id === 'solve'")? == true {
            page.press("Enter", 13, "\r")?;
            let (headline, moves) = answer(page)?;
            ensure!(
                headline.as_str().is_some_and(|h| h.starts_with("Solved in 1 move.")) && moves == "8",
                "{headline} {moves}"
            );
            return Ok(());
        }
    }
    anyhow::bail!("Tab never reaches the button")
}

fn says_unsolvable(page: &mut Page, _: &mut Server) -> Result<()> {
    page.fill("#level", "2 1 3/4 5 6/7 8 .")?;
    page.click("#solve")?;
    page.wait_for("document.querySelector('#headline').innerText === 'No solution exists. This is proved.'")?;
    let (_, moves) = answer(page)?;
    let details = page.evaluate("document.querySelector('#details').innerText")?;
    ensure!(moves == "" && details.as_str().is_some_and(|d| d.contains("parity")), "{moves} {details}");
    Ok(())
}

fn says_what_is_wrong(page: &mut Page, _: &mut Server) -> Result<()> {
    // Markup in a level must stay text.
    page.fill("#level", "1 <img src=x onerror=alert(1)> .")?;
    page.wait_for("!document.querySelector('#problem').hidden")?;
    let problem = page.evaluate("document.querySelector('#problem').innerText")?;
    ensure!(problem.as_str().is_some_and(|p| p.starts_with("Line 1, column 3: '<img'")), "{problem}");
    ensure!(page.evaluate("document.querySelector('#desk img') === null")? == true, "markup came through");
    page.fill("#level", EASY)?;
    page.wait_for("document.querySelector('#problem').hidden")
}

fn fits_every_screen(page: &mut Page, _: &mut Server) -> Result<()> {
    let mut grounds = Vec::new();
    for (width, height, scheme) in
        [(320, 640, "light"), (390, 844, "dark"), (768, 1024, "light"), (1600, 1000, "dark")]
    {
        page.look(width, height, scheme)?;
        page.click("#solve")?;
        answer(page)?;
        let overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")?;
        ensure!(overflow.as_f64().is_some_and(|o| o <= 0.0), "{width} wide: {overflow} pixels too many");
        let small = page.evaluate(
            "[...document.querySelectorAll('button, select, summary')].filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).map(e => e.outerHTML)",
        )?;
        ensure!(small == Value::Array(vec![]), "{width} wide: targets below 44 pixels: {small}");
        grounds.push(page.evaluate("getComputedStyle(document.body).backgroundColor")?);
    }
    ensure!(grounds[0] == grounds[2] && grounds[1] == grounds[3] && grounds[0] != grounds[1], "{grounds:?}");
    page.look(1200, 900, "light")
}

fn is_clean(page: &mut Page, server: &mut Server) -> Result<()> {
    let complaints = page.complaints(&server.url);
    // A level with a mistake is answered with status 400, which the browser notes as an error of its own.
    let real: Vec<_> =
        complaints.into_iter().filter(|complaint| !complaint.contains("400 (Bad Request)")).collect();
    ensure!(real.is_empty(), "{real:?}");
    Ok(())
}

fn says_when_alone(page: &mut Page, server: &mut Server) -> Result<()> {
    server.kill();
    page.click("#solve")?;
    page.wait_for("document.querySelector('#problem').innerText.startsWith('The server does not answer')")
}
