//! Every puzzle to its end: by mouse, by touch, by keyboard alone; what is refused, taken back and begun again.

use super::Scene;
use super::desk::By;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Context, Result, ensure};

pub(super) const SCENES: &[Scene] = &[
    ("lets every puzzle be solved by mouse", |page, server| solve_all(page, server, By::Mouse)),
    ("lets every puzzle be solved by touch", |page, server| solve_all(page, server, By::Touch)),
    ("lets every puzzle be solved by keyboard alone", |page, server| solve_all(page, server, By::Keyboard)),
    ("refuses what the rules forbid, and says why", refuses),
    ("takes numbers of two digits, and says that it waits for the second", two_digits),
    ("takes back, makes again, begins again", history),
    ("drags blocks round corners but not through others", corners),
    ("lets the first paper's keys change tower and speed", paper_keys),
    ("shows and opens the levels, and marks the solved ones", levels),
    ("counts in another metric, pours by another rule, makes new levels", choices),
    ("takes one's own level and says what is wrong with it", editor),
];

/// Small levels of every puzzle for one.
const LEVELS: [(&str, &str); 4] =
    [("hanoi", "three"), ("water", "rack-01"), ("klotski", "first-steps"), ("tiles", "corner")];

fn solve_all(page: &mut Page, server: &mut Server, by: By) -> Result<()> {
    if by == By::Touch {
        page.look(390, 844, "dark")?;
    }
    for (puzzle, level) in LEVELS {
        let moves = server.solution(puzzle, level)?;
        page.begin(server, &format!("#/{puzzle}/{level}"))?;
        for (i, text) in moves.iter().enumerate() {
            page.make(text, by, i % 2 == 1).with_context(|| format!("{puzzle} {level}"))?;
        }
        page.wait_for("!document.querySelector('#win').hidden")?;
        let said = page.says("#win-title")?;
        ensure!(said == format!("Solved in {} moves", moves.len()), "{said}");
        ensure!(page.game()?["position"]["status"] == "solved");
    }
    // The game for two: both sides by hand, five stones, each turn takes what is left to the other's disadvantage.
    page.begin(server, "#stones:2+3")?;
    seat_people(page)?;
    for (i, text) in ["2:1", "1:1", "2:1", "2:1", "1:1"].iter().enumerate() {
        page.make(text, by, i % 2 == 1).context("stones")?;
    }
    page.wait_for("!document.querySelector('#win').hidden")?;
    let said = page.says("#win-title")?;
    ensure!(said == "Player 1 wins", "{said}");
    Ok(())
}

/// Two people at the board, whoever sat there before.
pub(super) fn seat_people(page: &mut Page) -> Result<()> {
    page.evaluate("(() => { const s = document.querySelector('#view-play select'); if (s && s.value !== 'person') { s.value = 'person'; s.dispatchEvent(new Event('change')); } })()")?;
    page.quiet()
}

fn refuses(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#hanoi:3+2+$+$+1")?;
    page.press("1")?;
    page.press("3")?;
    page.is_told("disc 2 is larger than disc 1")?;
    ensure!(page.counter("moves")? == "0");
    page.begin(server, "#stones:5+7")?;
    seat_people(page)?;
    page.click("#board [data-id='stone-2-2'] .body")?;
    page.is_told("take")?;
    ensure!(page.counter("moves")? == "0");
    page.begin(server, "#water:1+1+2+$+2+2+1+$+-?capacity=3")?;
    page.press("1")?;
    page.press("2")?;
    page.is_told("on top of tube")?;
    page.begin(server, "#klotski:aBBb/aBBb/cdde/cfge/h..i")?;
    page.click("#board [data-id='piece-B'] .body")?;
    page.is_told("Block B is blocked on every side.")?;
    page.begin(server, "#water:1+1+1+$+2+2+$+2?capacity=3")?;
    page.press("1")?;
    page.is_told("Tube 1 is complete.")
}

fn two_digits(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#tiles:1+2+3+4/5+6+7+8/9+10+.+11/13+14+15+12")?;
    page.press("1")?;
    page.is_told("1 so far")?;
    ensure!(page.counter("moves")? == "0", "it waits");
    page.press("1")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '1'")?;
    page.press("1")?;
    page.press("Enter")?;
    page.is_told("only a tile beside, above or below the blank can slide")?;
    // Whatever else is pressed, the digit is forgotten.
    page.press("1")?;
    page.press("u")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '0'")?;
    page.press("7")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '1'")?;
    page.press("u")?;
    page.type_number(11)?;
    page.type_number(12)?;
    page.wait_for("!document.querySelector('#win').hidden")?;
    // Eleven tubes: from the tenth into the eleventh, and from the first where 1 could go on.
    page.begin(server, "#water:1+1+$+2+2+$+3+3+$+4+4+$+5+5+$+6+6+$+7+7+$+8+8+$+9+8+$+8+9+$+-?capacity=4")?;
    for tube in [10, 11] {
        page.type_number(tube)?;
    }
    page.wait_for("document.querySelector('#count-moves').textContent === '1'")?;
    page.quiet()
}

fn history(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    page.make("A>C", By::Keyboard, false)?;
    page.make("A>B", By::Mouse, false)?;
    let counted = |page: &mut Page, expected: &str| -> Result<()> {
        page.wait_for(&format!("document.querySelector('#count-moves').textContent === '{expected}'"))
    };
    page.press("u")?;
    counted(page, "1")?;
    page.press_control("z")?;
    counted(page, "0")?;
    page.press("r")?;
    counted(page, "1")?;
    page.click("#redo")?;
    counted(page, "2")?;
    page.press("R")?;
    counted(page, "0")?;
    // A restart is a step like any other.
    page.click("#undo")?;
    counted(page, "2")?;
    page.wait_for("document.querySelectorAll('#view-play .step:not(.branch)').length === 2")?;
    // What comes next in the tree is offered, too.
    page.wait_for("document.querySelector('#view-play .branch')?.textContent.includes('restart') === true")?;
    page.click("#view-play .step")?;
    counted(page, "1")?;
    // Fast fingers: nothing is lost while the server answers.
    for key in ["u", "1", "3", "1", "2", "3", "2"] {
        page.press(key)?;
    }
    counted(page, "3")?;
    page.quiet()
}

fn corners(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    // Piece i can go right, then down; the finger cuts the corner and goes far beyond.
    let (x, y) = page.middle("#board [data-id='piece-i'] .body")?;
    let unit =
        page.evaluate("document.querySelector('#board svg').getScreenCTM().a")?.as_f64().unwrap_or(1.0);
    page.drag((x, y), &[(x + 0.9 * unit, y + 0.1 * unit), (x + 1.3 * unit, y + 1.2 * unit)])?;
    page.wait_for("document.querySelector('#count-moves').textContent === '1'")?;
    page.quiet()?;
    ensure!(page.game()?["undo"] == "ird");
    page.press("u")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '0'")?;
    page.quiet()?;
    // Piece e has two free cells below it and piece k under those: however far the finger goes, it stops there.
    let (x, y) = page.middle("#board [data-id='piece-e'] .body")?;
    page.drag((x, y), &[(x, y + 5.0 * unit)])?;
    page.wait_for("document.querySelector('#count-moves').textContent === '1'")?;
    page.quiet()?;
    ensure!(page.game()?["undo"] == "edd");
    // To the sides there is no way at all.
    let (x, y) = page.middle("#board [data-id='piece-e'] .body")?;
    page.drag((x, y), &[(x + 3.0 * unit, y), (x - 3.0 * unit, y)])?;
    page.quiet()?;
    ensure!(page.counter("moves")? == "1");
    // Counted in steps, one drag of two cells is two moves.
    page.begin(server, "#klotski:bacd/faeg/fi.j/BB.h/BBkh?metric=steps")?;
    let (x, y) = page.middle("#board [data-id='piece-e'] .body")?;
    page.drag((x, y), &[(x, y + 1.0 * unit), (x, y + 2.0 * unit), (x, y + 2.1 * unit)])?;
    page.wait_for("document.querySelector('#count-moves').textContent === '2'")?;
    page.quiet()
}

fn paper_keys(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    let discs = |page: &mut Page, count: u32| -> Result<()> {
        page.wait_for(&format!("document.querySelectorAll('#board [data-kind=disc]').length === {count}"))
    };
    page.press("ArrowRight")?;
    discs(page, 4)?;
    page.press("ArrowRight")?;
    discs(page, 5)?;
    page.press("ArrowLeft")?;
    discs(page, 4)?;
    ensure!(page.counter("optimum")? == "15");
    page.press("ArrowDown")?;
    page.wait_for("JSON.parse(localStorage.getItem('telusur.settings')).speed === 8")?;
    page.press("ArrowUp")?;
    page.wait_for("JSON.parse(localStorage.getItem('telusur.settings')).speed === 9")?;
    // With a disc in the hand the arrows walk.
    page.press("1")?;
    page.press("ArrowRight")?;
    page.press("Enter")?;
    page.wait_for("document.querySelector('#count-moves').textContent === '1'")?;
    page.quiet()?;
    discs(page, 4)?;
    // Pegs by button.
    page.click("#view-play .field:nth-child(2) button:last-child")?;
    page.wait_for("document.querySelectorAll('#board [data-kind=peg]').length === 4")?;
    page.quiet()?;
    // A changed tower can be undone, and the move before it is still there.
    page.press("u")?;
    page.wait_for("document.querySelectorAll('#board [data-kind=peg]').length === 3 && document.querySelector('#count-moves').textContent === '1'")
}

fn levels(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/tiles/first")?;
    for text in server.solution("tiles", "first")? {
        page.make(&text, By::Mouse, false)?;
    }
    page.wait_for("!document.querySelector('#win').hidden")?;
    page.click("#levels-button")?;
    page.wait_for("document.querySelectorAll('dialog .level-picture svg').length > 4")?;
    let known =
        page.asks("api.get('/api/puzzles').then(all => all.find(p => p.name === 'tiles').levels.length)")?;
    ensure!(page.evaluate("document.querySelectorAll('dialog .level-card').length")? == known);
    page.expect("document.querySelector('dialog .level-card[data-level=first] .level-solved') !== null")?;
    page.expect("document.querySelector('dialog .level-card[data-level=fifteen] .level-solved') === null")?;
    page.click("dialog .level-card[data-level=eight]")?;
    page.wait_for("document.querySelectorAll('#board [data-kind=tile]').length === 8 && !document.querySelector('dialog')")?;
    page.wait_for("document.title.startsWith('Eight, shuffled')")?;
    // Back leads to the level before.
    page.evaluate("history.back()")?;
    page.wait_for("document.title.startsWith('First steps')")
}

fn choices(page: &mut Page, server: &mut Server) -> Result<()> {
    let optimum = |page: &mut Page, number: u32| {
        page.wait_for(&format!("document.querySelector('#count-optimum').textContent === '{number}'"))
    };
    page.begin(server, "#/klotski/tee-time")?;
    optimum(page, 34)?;
    page.click("#view-play .segment:nth-child(2) input")?;
    optimum(page, 41)?;
    page.click("#view-play .segment:nth-child(3) input")?;
    optimum(page, 51)?;
    ensure!(page.game()?["metric"] == "steps" && page.says("#level-title")? == "Tee Time");
    page.begin(server, "#/water/rack-01")?;
    optimum(page, 4)?;
    page.click("#view-play .segment:nth-child(2) input")?;
    optimum(page, 6)?;
    // Symbols: shapes or names.
    page.expect("document.querySelector('#board .sign').checkVisibility() && !document.querySelector('#board .letters').checkVisibility()")?;
    page.click("#view-play .field:nth-child(2) .segment:nth-child(2) input")?;
    page.wait_for("!document.querySelector('#board .sign').checkVisibility() && document.querySelector('#board .letters').checkVisibility()")?;
    for puzzle in ["hanoi", "tiles", "water"] {
        page.begin(server, &format!("#/{puzzle}"))?;
        let before = page.game()?["key"].clone();
        page.press("n")?;
        page.wait_for(&format!(
            "JSON.parse(localStorage.getItem('telusur.games'))['{puzzle}'] !== {before}"
        ))?;
        page.quiet()?;
        ensure!(page.says("#level-title")? == "A level made for you");
        ensure!(page.game()?["position"]["status"] == "playing");
    }
    Ok(())
}

fn editor(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/tiles/first")?;
    page.click("#levels-button")?;
    page.wait_for("document.querySelector('dialog .generator') !== null")?;
    page.click("dialog .own-level-button")?;
    page.wait_for("document.querySelector('dialog textarea') !== null")?;
    // Markup in a level must stay text.
    page.fill("dialog textarea", "1 <img src=x onerror=alert(1)> .")?;
    page.wait_for(
        "document.querySelector('dialog .problem').textContent.startsWith(\"Line 1, column 3: '<img'\")",
    )?;
    page.expect(
        "document.querySelector('dialog img') === null && document.querySelector('dialog .strong').disabled",
    )?;
    page.fill("dialog textarea", "1 2 3/4 5 6/. 7 8")?;
    page.wait_for("document.querySelector('dialog .problem').textContent === '' && document.querySelectorAll('dialog [data-kind=tile]').length === 8")?;
    // Drawing changes the text.
    page.click("dialog .grid-cells [data-x='0'][data-y='0']")?;
    page.click("dialog .grid-cells [data-x='1'][data-y='0']")?;
    page.wait_for("document.querySelector('dialog textarea').value === '2 1 3/4 5 6/. 7 8'")?;
    page.click("dialog .grid-cells [data-x='0'][data-y='0']")?;
    page.click("dialog .grid-cells [data-x='1'][data-y='0']")?;
    page.wait_for("document.querySelector('dialog textarea').value === '1 2 3/4 5 6/. 7 8'")?;
    page.click("dialog .editor-form > .row .strong")?;
    page.wait_for("!document.querySelector('dialog') && document.querySelector('#level-title').textContent !== 'First steps'")?;
    ensure!(page.game()?["position"]["text"] == "1 2 3/4 5 6/. 7 8");
    Ok(())
}
