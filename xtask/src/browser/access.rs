//! Every view, light and dark, in both languages: names, roles, labels, contrast, structure, focus that can be seen.
//! `access.js` looks at the document; names come from the browser's own accessibility tree. `cargo xtask axe` asks
//! axe-core about the same views.

use super::Scene;
use super::desk::By;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub(super) const SCENES: &[Scene] = &[
    // In three parts, which browsers share.
    ("is accessible in every view, first part", |page, server| views(page, server, 0)),
    ("is accessible in every view, second part", |page, server| views(page, server, 1)),
    ("is accessible in every view, third part", |page, server| views(page, server, 2)),
    ("shows where the focus is, and Tab reaches everything", focus),
    ("says each move to a screen reader", spoken),
];

const CHECKS: &str = include_str!("access.js");

/// A view: its name and how to get there from a fresh page.
type View = (&'static str, &'static str, fn(&mut Page) -> Result<()>);

const VIEWS: &[View] = &[
    ("hanoi", "#/hanoi/four", |_| Ok(())),
    ("stones", "#/stones/paper-2", |_| Ok(())),
    ("water", "#/water/rack-40", |_| Ok(())),
    ("klotski", "#/klotski/serpent", |_| Ok(())),
    ("tiles", "#/tiles/fifteen", |_| Ok(())),
    ("tinted moves and a refusal", "#/klotski/first-steps", tinted),
    ("solve", "#/klotski/tee-time", solved),
    ("compare", "#/tiles/eight", compared),
    ("map", "#/hanoi/three", |page| {
        page.click("#tab-map")?;
        page.wait_for("document.querySelector('.map-canvas') !== null")
    }),
    ("watch", "#/hanoi/three", |page| {
        page.click("#tab-watch")?;
        page.wait_for("document.querySelector('#watch-play') !== null")?;
        page.click("#watch-last")
    }),
    ("race", "#/hanoi?view=race", |page| {
        page.wait_for("document.querySelector('#view-race .strong') !== null")?;
        page.click("#view-race .strong")?;
        page.wait_for("document.querySelectorAll('#view-race tbody tr').length > 2")
    }),
    ("win", "#hanoi:1+$", |page| {
        page.make("A>B", By::Keyboard, false)?;
        page.wait_for("!document.querySelector('#win').hidden")
    }),
    ("levels", "#/klotski/tee-time", |page| {
        page.click("#levels-button")?;
        page.wait_for("document.querySelectorAll('dialog .level-picture svg').length > 3")
    }),
    ("editor", "#/klotski/tee-time", |page| {
        page.click("#levels-button")?;
        page.wait_for("document.querySelector('dialog .generator') !== null")?;
        page.click("dialog .own-level-button")?;
        page.wait_for("document.querySelector('dialog textarea') !== null")?;
        page.fill("dialog textarea", "??")?;
        page.wait_for("document.querySelector('dialog .problem').textContent !== ''")
    }),
    ("import", "#/tiles/first", |page| {
        super::levels::menu(page, "import")?;
        page.wait_for("document.querySelector('dialog textarea') !== null")?;
        page.fill("dialog textarea", "1 2/3 .\n===\n1 1/2 .")?;
        page.wait_for("document.querySelector('.import-problem') !== null")
    }),
    ("menu", "#/tiles/first", |page| {
        page.click("#menu")?;
        page.wait_for("document.querySelector('dialog .menu-list') !== null")
    }),
    ("puzzles of the day", "#/tiles/first", |page| {
        super::levels::menu(page, "daily")?;
        page.wait_for("document.querySelector('#streak') !== null")
    }),
    ("statistics", "#/tiles/first", |page| {
        super::levels::menu(page, "statistics")?;
        page.wait_for("document.querySelector('dialog.statistics') !== null")
    }),
    ("preferences", "#/tiles/first", |page| {
        super::levels::menu(page, "preferences")?;
        page.wait_for("document.querySelector('dialog.preferences') !== null")
    }),
    ("an assignment", "#/tiles/first?task=Solve%20it", |page| {
        page.wait_for("!document.querySelector('#task').hidden")
    }),
    ("a lesson", "#/lessons/deepening", |page| {
        page.wait_for("document.querySelectorAll('.lesson-task').length === 2")
    }),
    ("lessons", "#/lessons", |page| {
        page.wait_for("document.querySelectorAll('.lesson [data-lesson]').length === 9")
    }),
    ("a collection", "#/hanoi/three", |page| {
        super::levels::keep_collection(page)?;
        super::levels::open_collection(page)
    }),
    ("rules", "#/rules?view=rules", |page| {
        page.wait_for(
            "document.querySelector('#view-rules textarea, #view-rules [contenteditable]') !== null",
        )
    }),
    ("papers", "#/lessons/papers", |page| page.wait_for("document.querySelectorAll('.paper').length === 5")),
    ("keys", "#/tiles/first", |page| {
        page.press("?")?;
        page.wait_for("document.querySelectorAll('dialog kbd').length > 20")
    }),
    ("about", "#/tiles/first", |page| {
        page.click("#about")?;
        page.wait_for("document.querySelector('dialog .papers') !== null")
    }),
    ("share", "#/tiles/first", |page| {
        page.click("#share")?;
        page.wait_for("document.querySelector('dialog input[readonly]') !== null")
    }),
];

fn tinted(page: &mut Page) -> Result<()> {
    page.press("a")?;
    page.wait_for("document.querySelector('.chip[data-judged]') !== null")?;
    page.click("#board [data-id='piece-B'] .body")?;
    page.is_told("blocked")
}

fn solved(page: &mut Page) -> Result<()> {
    page.press("s")?;
    page.wait_for("document.querySelector('.player-count')?.textContent === '34 / 34'")?;
    page.quiet()
}

fn compared(page: &mut Page) -> Result<()> {
    page.open_view("compare")?;
    page.click("#view-compare .strong")?;
    page.wait_for("document.querySelectorAll('#view-compare tbody tr').length > 1 && document.querySelector('#view-compare .searching') === null")
}

/// Shows a view in one size and scheme, and waits until its colours have faded over; what is folded away never does.
fn settle(page: &mut Page, width: u32, scheme: &str) -> Result<()> {
    page.look(width, 860, scheme)?;
    page.frames(2)?;
    page.evaluate("Promise.all(document.getAnimations().filter(a => a.effect.getComputedTiming().iterations !== Infinity && a.effect.target?.checkVisibility()).map(a => a.finished.catch(() => {})))")?;
    Ok(())
}

/// Every third view, from the first, second or third on.
fn views(page: &mut Page, server: &mut Server, first: usize) -> Result<()> {
    for (name, hash, reach) in VIEWS.iter().skip(first).step_by(3) {
        page.look(1280, 860, "light")?;
        page.begin(server, hash)?;
        reach(page).with_context(|| format!("on the way to {name}"))?;
        // Each size in one of the colour schemes; axe looks at all four.
        for (width, scheme) in [(1280, "light"), (390, "dark")] {
            let shown = || format!("{name}, {width} wide, {scheme}");
            settle(page, width, scheme).with_context(shown)?;
            let faults = page.evaluate(CHECKS).with_context(shown)?;
            ensure!(faults == json!([]), "{}: {faults:#}", shown());
            unnamed(page).with_context(shown)?;
        }
        page.look(320, 568, "light")?;
        page.fits(320).with_context(|| (*name).to_owned())?;
    }
    Ok(())
}

/// What axe-core calls serious or critical, with where it is.
const VIOLATIONS: &str = "axe.run(document, { resultTypes: ['violations'] }).then(r => r.violations.filter(v => ['serious', 'critical'].includes(v.impact)).map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160) + ' ' + n.failureSummary).join(' | ')))";

/// Asks axe-core about every view, in both sizes and schemes, and tells everything that it finds serious.
pub(super) fn study(page: &mut Page, server: &Server, axe: &str) -> Result<()> {
    let mut found = Vec::new();
    for (name, hash, reach) in VIEWS {
        page.look(1280, 860, "light")?;
        page.begin(server, hash)?;
        reach(page).with_context(|| format!("on the way to {name}"))?;
        page.evaluate(&format!("{axe}; 0"))?;
        for (width, scheme) in [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")] {
            let shown = format!("{name}, {width} wide, {scheme}");
            settle(page, width, scheme).with_context(|| shown.clone())?;
            let violations = page.evaluate(VIOLATIONS).with_context(|| shown.clone())?;
            let violations = violations.as_array().cloned().unwrap_or_default();
            println!("{shown}: {} serious or critical", violations.len());
            found.extend(violations.iter().map(|violation| format!("{shown}: {violation}")));
        }
    }
    ensure!(found.is_empty(), "axe finds:\n{}", found.join("\n"));
    println!("axe finds nothing serious or critical in {} views", VIEWS.len());
    Ok(())
}

/// Everything that can be operated has a name in the browser's own accessibility tree.
fn unnamed(page: &mut Page) -> Result<()> {
    const OPERATED: [&str; 11] = [
        "button",
        "link",
        "textbox",
        "checkbox",
        "radio",
        "switch",
        "slider",
        "combobox",
        "tab",
        "tabpanel",
        "application",
    ];
    let tree = page.call("Accessibility.getFullAXTree", &json!({}))?;
    let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
    ensure!(nodes.len() > 20, "the accessibility tree has {} nodes", nodes.len());
    let nameless: Vec<&Value> = nodes
        .iter()
        .filter(|node| {
            node["ignored"] == false && OPERATED.iter().any(|role| node["role"]["value"] == **role)
        })
        .filter(|node| node["name"]["value"].as_str().is_none_or(|name| name.trim().is_empty()))
        .collect();
    ensure!(nameless.is_empty(), "without a name: {nameless:?}");
    Ok(())
}

fn focus(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/tee-time")?;
    let reachable = page.evaluate(
        "[...document.querySelectorAll('a[href], button, input, select, [tabindex=\"0\"]')].filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && e.tabIndex >= 0 && !(e.type === 'radio' && !e.checked)).length",
    )?;
    let mut met = BTreeSet::new();
    for _ in 0..reachable.as_u64().unwrap_or(0) + 3 {
        page.press("Tab")?;
        let here = page.evaluate(
            "(() => { const e = document.activeElement; if (!e || e === document.body) return null; \
             const shown = e.type === 'radio' ? e.nextElementSibling : e; const s = getComputedStyle(shown); \
             const r = shown.getBoundingClientRect(); \
             return [e.id || e.outerHTML.slice(0, 90), s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2, r.bottom > 0 && r.top < innerHeight]; })()",
        )?;
        if here.is_null() {
            continue;
        }
        ensure!(here[1] == true && here[2] == true, "the focus can't be seen: {here}");
        met.insert(here[0].to_string());
    }
    let all = reachable.as_u64().unwrap_or(0) as usize;
    ensure!(met.len() + 1 >= all, "Tab reaches {} of {all}: {met:?}", met.len());
    // A dialog takes the focus and gives it back.
    page.evaluate("document.querySelector('#levels-button').focus()")?;
    page.press("Enter")?;
    page.wait_for("document.querySelector('dialog')?.contains(document.activeElement)")?;
    page.press("Escape")?;
    page.wait_for(
        "document.querySelector('dialog') === null && document.activeElement.id === 'levels-button'",
    )?;
    // The first Tab stop leads past the menu to the board.
    page.evaluate("document.activeElement.blur(), document.querySelector('#skip').focus()")?;
    page.press("Enter")?;
    page.wait_for("document.activeElement.id === 'board'")?;
    // Tabs of the panel are walked with arrows.
    page.evaluate("document.querySelector('#tab-play').focus()")?;
    page.press("ArrowRight")?;
    page.wait_for(
        "document.activeElement.id === 'tab-solve' && !document.querySelector('#view-solve').hidden",
    )
}

fn spoken(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    let described = page.says("#description")?;
    ensure!(described.contains("peg A holds"), "{described}");
    page.make("A>C", By::Keyboard, false)?;
    let said = page.says("#whisper")?;
    ensure!(said == "disc 1 to peg C", "{said}");
    ensure!(page.says("#description")? != described);
    page.press("l")?;
    page.wait_for("document.querySelector('#whisper').textContent.includes('peg')")?;
    page.press("u")?;
    page.wait_for("document.querySelector('#whisper').textContent === 'undone'")?;
    page.expect("document.querySelector('#whisper').getAttribute('aria-live') === 'polite' && document.querySelector('#line').getAttribute('role') === 'status'")
}
