//! The test of the page: the real program, a real Chromium, real clicks, touches and keys. One file per theme.

mod access;
mod axe;
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

use self::desk::FRESH_SETTINGS;
use crate::devtools::Page;
use crate::server::{self, Server};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Nothing scrolls gently under a hand that clicks.
const AT_ONCE: &str = "{ const scroll = Element.prototype.scrollIntoView; \
     Element.prototype.scrollIntoView = function (how) { \
         scroll.call(this, how instanceof Object ? { ...how, behavior: 'instant' } : how); }; }";

/// A name, and what happens.
pub(crate) type Scene = (&'static str, fn(&mut Page, &mut Server) -> Result<()>);

/// All scenes, each from a page of its own choice; later ones don't depend on earlier ones.
const THEMES: &[&[Scene]] = &[
    weight::SCENES,
    // The longest first, so that all browsers end together.
    access::SCENES,
    collection::SCENES,
    play::SCENES,
    clarity::SCENES,
    rules::SCENES,
    solve::SCENES,
    watch::SCENES,
    looks::SCENES,
    keep::SCENES,
    levels::SCENES,
    lessons::SCENES,
    drawing::SCENES,
    manners::SCENES,
];

/// How many browsers play scenes at a time: most of the time they wait.
const BROWSERS: usize = 3;

/// What only a program that serves the page can show, and why the page without a server is not asked to.
const ABOUT_A_SERVER: &[(&str, &str)] = &[
    (
        "is light and quick",
        "counts requests over HTTP; 'cargo xtask site' weighs its files, and a scene of its own times it",
    ),
    (
        "loses nothing when the server is killed and comes back",
        "there is no server to kill; without its host the page goes on, as a scene of its own shows",
    ),
];

/// Runs all scenes, or those whose names contain a word, against a program or the one that the tests build.
pub(crate) fn test(program: Option<PathBuf>, only: Option<&str>) -> Result<()> {
    let program = program.map_or_else(server::program, Ok)?;
    let scenes = THEMES.iter().copied().flatten();
    let scenes = scenes.filter(|(name, _)| only.is_none_or(|word| name.contains(word)));
    play_all(scenes.collect(), || Ok((Server::of(program.clone(), &[])?, fresh_page()?)))
}

/// Plays scenes, several at a time, each browser with a server of its own, and to the end even if some fail.
pub(crate) fn play_all(
    scenes: VecDeque<&Scene>,
    open: impl Fn() -> Result<(Server, Page)> + Sync,
) -> Result<()> {
    let (count, started) = (scenes.len(), Instant::now());
    ensure!(count > 0, "there is no such scene");
    let waiting = Mutex::new(scenes);
    let failures = Mutex::new(Vec::new());
    let lane = || {
        let played = play_next(&open, &waiting, &failures);
        // Without a server or a browser, the others go on.
        if let Err(error) = played {
            locked(&failures).push((None, error));
        }
    };
    std::thread::scope(|scope| (0..BROWSERS.min(count)).for_each(|_| drop(scope.spawn(lane))));
    let mut failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    play_again(&open, &mut failures);
    println!("{count} scenes in {:.0} s", started.elapsed().as_secs_f64());
    let failures: Vec<String> = failures.iter().map(|(_, error)| format!("{error:#}")).collect();
    ensure!(failures.is_empty(), "{}", failures.join("; "));
    Ok(())
}

/// What went wrong, and in which scene.
type Failure<'s> = (Option<&'s Scene>, anyhow::Error);

/// How many failures are played again: more than that is no accident.
const MOST_AGAIN: usize = 3;

/// Plays the few scenes that have failed once more, alone and from nothing: beside three browsers and all other tests, one
/// may fail because the machine had no time for it. Both results are told, and what fails twice has failed.
fn play_again(open: impl Fn() -> Result<(Server, Page)>, failures: &mut Vec<Failure<'_>>) {
    if failures.len() > MOST_AGAIN {
        return;
    }
    failures.retain(|(scene, first)| {
        let Some(scene) = scene else { return true };
        match open().and_then(|(mut server, mut page)| play(&mut page, &mut server, scene)) {
            Ok(()) => {
                println!("PASSED ONLY WHEN PLAYED AGAIN, ALONE: the page {}; before: {first:#}", scene.0);
                false
            }
            Err(again) => {
                println!("FAILED AGAIN: {again:#}");
                true
            }
        }
    });
}

/// Plays scenes that nobody has played, until there are none.
fn play_next<'s>(
    open: impl Fn() -> Result<(Server, Page)>,
    waiting: &Mutex<VecDeque<&'s Scene>>,
    failures: &Mutex<Vec<Failure<'s>>>,
) -> Result<()> {
    let (mut server, mut page) = open()?;
    // The lock is released before the scene is played.
    while let Some(scene) = { locked(waiting).pop_front() } {
        if let Err(error) = play(&mut page, &mut server, scene) {
            println!("FAILED: {error:#}");
            locked(failures).push((Some(scene), error));
            // Whatever it has left behind is nobody else's fault.
            (server, page) = open()?;
        }
    }
    Ok(())
}

/// Asks axe-core about every view; a study, not a part of the test.
pub(crate) fn axe() -> Result<()> {
    let axe = axe::fetch()?;
    let server = Server::of(server::program()?, &[])?;
    access::study(&mut fresh_page()?, &server, &axe)
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The scenes that a page without a server can play: all but those about a server.
pub(crate) fn without_a_server() -> impl Iterator<Item = &'static Scene> {
    let is_left_out = |name: &str| ABOUT_A_SERVER.iter().any(|(left_out, _)| *left_out == name);
    THEMES.iter().copied().flatten().filter(move |(name, _)| !is_left_out(name))
}

/// Says which scenes a page without a server does not play, and why.
pub(crate) fn tell_left_out() {
    for (name, why) in ABOUT_A_SERVER {
        println!("left out: the page {name}: {why}");
    }
}

/// A browser that has kept nothing.
pub(crate) fn fresh_page() -> Result<Page> {
    let mut page = Page::open()?;
    let source = format!(
        "try {{ if (!localStorage.getItem('telusur.settings')) \
         localStorage.setItem('telusur.settings', JSON.stringify({FRESH_SETTINGS})); }} catch {{}} {AT_ONCE}"
    );
    page.call("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": source }))?;
    Ok(page)
}

/// Plays one scene.
fn play(page: &mut Page, server: &mut Server, (name, scene): &Scene) -> Result<()> {
    let begun = Instant::now();
    page.look(1280, 860, "light")?;
    page.forget();
    scene(page, server).with_context(|| format!("the page {name}"))?;
    page.show(name)?;
    clean(page, server).with_context(|| format!("the page {name}"))?;
    println!("the page {name}: ok, {:.1} s", begun.elapsed().as_secs_f64());
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
