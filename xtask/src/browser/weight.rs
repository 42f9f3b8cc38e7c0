//! How heavy the page is and how soon it is there; how long a move takes.

use super::Scene;
use super::desk::By;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Result, ensure};

pub(super) const SCENES: &[Scene] = &[("is light and quick", quick)];

/// Bytes of all files together, as they are and as they travel.
const WEIGHT: &str = "(() => { const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource').filter(e => !e.name.includes('/api/'))]; \
    return [all.length, all.reduce((sum, e) => sum + e.decodedBodySize, 0), all.reduce((sum, e) => sum + e.encodedBodySize, 0)]; })()";

/// Scripts that are loaded without being announced, or announced without being loaded.
const LATE: &str = "(() => { const path = url => new URL(url, location.href).pathname; \
    const loaded = new Set(performance.getEntriesByType('resource').map(e => path(e.name)).filter(name => name.endsWith('.js'))); \
    const named = new Set([...document.querySelectorAll('link[rel=modulepreload], script[src]')].map(e => path(e.href ?? e.src))); \
    return [...[...loaded].filter(name => !named.has(name)), ...[...named].filter(name => !loaded.has(name))]; })()";

fn quick(page: &mut Page, server: &mut Server) -> Result<()> {
    // Once to warm up, then what a user sees.
    page.begin(server, "#/hanoi/three")?;
    let mut paints = Vec::new();
    for _ in 0..5 {
        page.begin(server, "#/hanoi/three")?;
        let paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")?;
        paints.extend(paint.as_f64());
    }
    paints.sort_by(f64::total_cmp);
    let weight = page.evaluate(WEIGHT)?;
    // Every script that the first view needs is announced in the head, so none waits for another to name it.
    let late = page.evaluate(LATE)?;
    ensure!(late == serde_json::json!([]), "loaded, but not announced, or the other way round: {late}");
    let bytes = weight[1].as_f64().unwrap_or(f64::INFINITY);
    let mut moves = Vec::new();
    for text in ["A>C", "A>B", "C>B", "A>C", "B>A", "B>C", "A>C"] {
        page.make(text, By::Keyboard, false)?;
        let took = page.evaluate(
            "performance.getEntriesByType('resource').filter(e => e.name.endsWith('/moves')).at(-1).duration",
        )?;
        moves.extend(took.as_f64());
    }
    moves.sort_by(f64::total_cmp);
    println!(
        "    {} files, {:.0} KB, {:.0} KB packed; first paint {:.0} ms; a move {:.1} ms there and back (medians)",
        weight[0],
        bytes / 1e3,
        weight[2].as_f64().unwrap_or(0.0) / 1e3,
        paints.get(paints.len() / 2).copied().unwrap_or(f64::NAN),
        moves.get(moves.len() / 2).copied().unwrap_or(f64::NAN),
    );
    ensure!(bytes < 300e3, "the page has {bytes} bytes");
    // A loaded machine paints late; these bounds only catch what is broken.
    ensure!(paints.first().is_some_and(|&first| first < 5_000.0), "{paints:?}");
    ensure!(moves.first().is_some_and(|&first| first < 2_000.0), "{moves:?}");
    Ok(())
}
