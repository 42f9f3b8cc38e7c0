//! The test of the page: the real program, a real Chromium, real clicks, touches and keys. One file per theme.

mod access;
mod clarity;
mod collection;
pub(crate) mod desk;
mod drawing;
mod keep;
mod lessons;
mod levels;
mod looks;
mod manners;
mod play;
mod rules;
mod solve;
mod watch;
mod weight;

use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::PathBuf;
use std::time::Instant;

/// A browser that has kept nothing begins with English at full speed.
const FRESH: &str = "try { if (!localStorage.getItem('telusur.settings')) \
     localStorage.setItem('telusur.settings', JSON.stringify({ speed: 9, language: 'en' })); } catch {}";

/// A name, and what happens.
pub(crate) type Scene = (&'static str, fn(&mut Page, &mut Server) -> Result<()>);

/// All scenes, each from a page of its own choice; later ones don't depend on earlier ones.
const THEMES: &[&[Scene]] = &[
    // About what travels; the page without a server leaves it out.
    weight::SCENES,
    play::SCENES,
    clarity::SCENES,
    rules::SCENES,
    collection::SCENES,
    solve::SCENES,
    watch::SCENES,
    looks::SCENES,
    access::SCENES,
    keep::SCENES,
    levels::SCENES,
    lessons::SCENES,
    drawing::SCENES,
    manners::SCENES,
];

/// Runs all scenes, or those whose names contain a word, against a program or the one that the tests build.
pub(crate) fn test(program: Option<PathBuf>, only: Option<&str>) -> Result<()> {
    let mut server = match program {
        Some(program) => Server::of(program, &[])?,
        None => Server::start()?,
    };
    let mut page = fresh_page()?;
    let scenes =
        THEMES.iter().copied().flatten().filter(|(name, _)| only.is_none_or(|word| name.contains(word)));
    play(&mut page, &mut server, scenes)
}

/// The scenes that a page without a server can play: all but those about a server.
pub(crate) fn without_a_server() -> impl Iterator<Item = &'static Scene> {
    const ABOUT_A_SERVER: &[&str] = &["loses nothing when the server is killed and comes back"];
    let scenes = THEMES.iter().copied().skip(1).flatten();
    scenes.filter(|(name, _)| !ABOUT_A_SERVER.contains(name))
}

/// A browser that has kept nothing.
pub(crate) fn fresh_page() -> Result<Page> {
    let mut page = Page::open()?;
    page.call("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": FRESH }))?;
    Ok(page)
}

/// Plays scenes one after another.
pub(crate) fn play<'s>(
    page: &mut Page,
    server: &mut Server,
    scenes: impl Iterator<Item = &'s Scene>,
) -> Result<()> {
    let started = Instant::now();
    let mut passed = 0;
    for (name, scene) in scenes {
        let begun = Instant::now();
        page.look(1280, 860, "light")?;
        page.forget();
        scene(page, server).with_context(|| format!("the page {name}"))?;
        page.show(name)?;
        clean(page, server).with_context(|| format!("the page {name}"))?;
        println!("the page {name}: ok, {:.1} s", begun.elapsed().as_secs_f64());
        passed += 1;
    }
    ensure!(passed > 0, "there is no such scene");
    println!("{passed} scenes in {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// No error in the console, no exception, no request to anybody else.
fn clean(page: &Page, server: &Server) -> Result<()> {
    let complaints = page.complaints(&server.url);
    // Refusals of the server (400, 409, 404) and a server that is gone are part of some scenes; the browser notes them
    // as errors of its own.
    let expected = [
        "400 (Bad Request)",
        "409 (Conflict)",
        "ERR_CONNECTION_REFUSED",
        "ERR_CONNECTION_RESET",
        "ERR_EMPTY_RESPONSE",
    ];
    let real: Vec<_> =
        complaints.into_iter().filter(|line| !expected.iter().any(|known| line.contains(known))).collect();
    ensure!(real.is_empty(), "{real:#?}");
    Ok(())
}
