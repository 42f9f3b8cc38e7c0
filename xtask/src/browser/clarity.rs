//! Clear at first sight: what to do in this level, hints in stages, a board that does not jump, sheets on phones, an end
//! that leads on.

use super::Scene;
use super::desk::By;
use crate::devtools::Page;
use crate::server::Server;
use anyhow::{Result, ensure};

pub(super) const SCENES: &[Scene] = &[
    ("says the goal and the rules of every level, and marks the goal", instructions),
    ("hints in three stages, also where the best move is out of reach", stages),
    ("keeps the board in its place whatever comes and goes", steady),
    ("opens views as sheets on a phone, with the board in view", sheets),
    ("does not scroll when a blocked block is dragged", blocked),
    ("shows an end beside the board and leads on by Enter", end),
    ("slides a whole row by one click and tiles by arrows, and closes full tubes", rows),
    ("begins again when somebody else is to begin, and says so", begins),
    ("draws whole blocks and keeps a drawing that was closed", drawing),
];

fn instructions(page: &mut Page, server: &mut Server) -> Result<()> {
    for (hash, english, indonesian, goals) in [
        ("#/hanoi/four", "Move all discs to peg C:", "Pindahkan semua cakram ke tiang C:", 1),
        (
            "#hanoi:2+1+$+$?to=any",
            "Move all discs to peg B or C:",
            "Pindahkan semua cakram ke tiang B atau C:",
            2,
        ),
        (
            "#/stones/last-loses",
            "Take 1 to 3 stones from one pile; whoever takes the last stone loses.",
            "Ambil 1 sampai 3 batu",
            0,
        ),
        ("#/water/rack-01", "Pour until every colour has a tube of its own;", "Tuang sampai setiap warna", 0),
        (
            "#/klotski/first-steps",
            "Slide blocks until block B is on its marked place.",
            "Geser balok sampai balok B",
            1,
        ),
        (
            "#/tiles/fifteen",
            "Slide tiles into the blank until they read 1 to 15",
            "Geser ubin ke petak kosong",
            0,
        ),
        ("#/crossing", "Ferry wolf, goat and cabbage across;", "Seberangkan serigala", 0),
    ] {
        page.begin(server, hash)?;
        let told = page.says("#instructions")?;
        ensure!(told.starts_with(english), "{hash}: {told}");
        let marked = page.evaluate("[...document.querySelectorAll('#board .pieces .form')].filter(e => e.style.strokeDasharray).length")?;
        ensure!(marked == goals, "{hash} marks {marked} goals");
        page.click("#language")?;
        page.wait_for(&format!(
            "document.querySelector('#instructions').textContent.startsWith('{indonesian}')"
        ))?;
        page.click("#language")?;
        page.wait_for("document.documentElement.lang === 'en'")?;
    }
    // Another rule is another line, and a move changes nothing.
    page.begin(server, "#/water/rack-01")?;
    page.click("#view-play .segment:nth-child(2) input")?;
    page.wait_for("document.querySelector('#instructions').textContent.includes('one unit at a time')")?;
    page.quiet()?;
    let play = page.game()?["position"]["plays"][0]["text"].as_str().unwrap_or_default().to_owned();
    page.make(&play, By::Keyboard, false)?;
    ensure!(page.says("#instructions")?.contains("one unit at a time"));
    Ok(())
}

fn stages(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/hanoi/three")?;
    for said in ["It can be solved from here.", "7 moves left.", "Try A>C."] {
        page.expect("document.querySelector('#board .halo') === null")?;
        page.press("H")?;
        page.is_told(said)?;
    }
    page.wait_for("document.querySelector('#board .halo') !== null")?;
    // After a move it is another position, and the stages begin anew.
    page.make("A>C", By::Keyboard, false)?;
    page.press("H")?;
    page.is_told("It can be solved from here.")?;
    page.begin(server, "#/stones/three")?;
    page.press("H")?;
    page.is_told("You can win from here.")?;
    // Sixty-four cells, far from any proof: a good move comes all the same, and times are said in words.
    page.begin(server, "#tiles:8+7+6+5+4+3+2+1/16+15+14+13+12+11+10+9/24+23+22+21+20+19+18+17/32+31+30+29+28+27+26+25/40+39+38+37+36+35+34+33/48+47+46+45+44+43+42+41/56+55+54+53+52+51+50+49/63+62+61+60+59+57+58+.")?;
    page.hint_to_the_end()?;
    let told = page.says("#line")?;
    ensure!(told.starts_with("Try ") && !told.contains("0000"), "{told}");
    Ok(())
}

fn steady(page: &mut Page, server: &mut Server) -> Result<()> {
    for (width, height) in [(1280, 860), (1000, 700)] {
        page.look(width, height, "light")?;
        page.begin(server, "#/hanoi/three")?;
        let before = page.edges("#board")?;
        let check = |page: &mut Page, what: &str| -> Result<()> {
            page.frames(2)?;
            let now = page.edges("#board")?;
            let moved = before.iter().zip(now).any(|(before, now)| (before - now).abs() > 0.5);
            ensure!(!moved, "{what} moves the board at {width} x {height}: {before:?} {now:?}");
            Ok(())
        };
        for tab in ["solve", "compare", "watch", "map", "race", "play"] {
            page.click(&format!("#tab-{tab}"))?;
            check(page, tab)?;
        }
        page.click("#hint")?;
        page.is_told("It can be solved")?;
        check(page, "a hint")?;
        page.press("a")?;
        page.wait_for("document.querySelector('.chip[data-judged]') !== null")?;
        check(page, "the analysis")?;
        page.press("s")?;
        page.wait_for("document.querySelector('.player-count')?.textContent === '7 / 7'")?;
        page.quiet()?;
        check(page, "the player")?;
        page.show(&format!("steady {width}"))?;
    }
    // Tabs keep their size however much is below them.
    let [_, top, _, bottom] = page.edges("#tab-play")?;
    ensure!(bottom - top >= 43.5, "tabs are {} high", bottom - top);
    Ok(())
}

fn sheets(page: &mut Page, server: &mut Server) -> Result<()> {
    for (width, height) in [(390, 844), (320, 640)] {
        page.look(width, height, "light")?;
        page.begin(server, "#/klotski/first-steps")?;
        page.show(&format!("phone {width}"))?;
        for tab in ["solve", "compare", "watch", "map"] {
            page.click(&format!("#tab-{tab}"))?;
            page.wait_for("Math.abs(document.querySelector('#board').getBoundingClientRect().top) < 60")?;
            let [_, top, _, bottom] = page.edges("#board")?;
            let [_, sheet, _, foot] = page.edges(".panel")?;
            ensure!(foot <= f64::from(height) + 1.0, "the sheet of {tab} ends at {foot}, {width} wide");
            let seen = (sheet.min(bottom) - top.max(0.0)) / (bottom - top);
            ensure!(seen > 0.8, "{tab} at {width}: {seen:.2} of the board is in view");
            page.frames(10)?;
            page.show(&format!("sheet {tab} {width}"))?;
        }
        page.click("#sheet-close")?;
        page.wait_for("document.querySelector('#main').dataset.view === 'play' && !document.querySelector('#view-play').hidden")?;
        // A solution that plays: the player bar lies over no board.
        page.press("s")?;
        page.wait_for("document.querySelector('.player-count')?.textContent === '2 / 2'")?;
        page.quiet()?;
        let [_, player, _, _] = page.edges("#player")?;
        let [_, _, _, bottom] = page.edges("#board")?;
        ensure!(player >= bottom - 1.0, "the player at {player} covers the board, which ends at {bottom}");
        page.show(&format!("player {width}"))?;
    }
    Ok(())
}

fn blocked(page: &mut Page, server: &mut Server) -> Result<()> {
    page.look(390, 640, "light")?;
    page.begin(server, "#klotski:aBBb/aBBb/cdde/cfge/h..i")?;
    page.evaluate("scrollTo(0, 40)")?;
    let before = page.evaluate("scrollY")?;
    let (x, y) = page.middle("#board [data-id='piece-B'] .body")?;
    page.evaluate("scrollTo(0, 40)")?;
    page.touch((x, y), &[(x, y - 150.0), (x, y - 220.0)])?;
    page.frames(6)?;
    let after = page.evaluate("scrollY")?;
    ensure!(before == after, "the page scrolled from {before} to {after}");
    Ok(())
}

fn end(page: &mut Page, server: &mut Server) -> Result<()> {
    for (width, height, scheme) in [(1280, 860, "light"), (390, 844, "dark")] {
        page.look(width, height, scheme)?;
        page.begin(server, "#/tiles/first")?;
        for text in server.solution("tiles", "first")? {
            page.make(&text, By::Keyboard, false)?;
        }
        page.wait_for("!document.querySelector('#win').hidden")?;
        page.expect("document.querySelector('#win .stars').getAttribute('aria-label') === '3 of 3 stars'")?;
        let [_, win, _, _] = page.edges("#win")?;
        let [_, _, _, board] = page.edges("#board")?;
        ensure!(win >= board - 1.0, "the end at {win} hides the board, which ends at {board}");
        page.show(&format!("end {width}"))?;
        // Enter goes on to the next level, and the board has the keys there.
        page.expect("document.activeElement.closest('#win') !== null")?;
        page.press("Enter")?;
        page.wait_for("document.querySelector('#level-title').textContent !== 'First steps' && document.querySelector('#win').hidden && document.activeElement.id === 'board'")?;
    }
    // A longer solution has fewer stars.
    page.begin(server, "#/tiles/first")?;
    for text in ["4", "4", "5", "8"] {
        page.make(text, By::Keyboard, false)?;
    }
    page.wait_for("document.querySelector('#win .stars')?.getAttribute('aria-label') === '2 of 3 stars'")
}

fn rows(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#tiles:1+2+3+4/5+6+7+8/9+10+11+./13+14+15+12")?;
    let counted = |page: &mut Page, expected: u32| {
        page.wait_for(&format!("document.querySelector('#count-moves').textContent === '{expected}'"))
    };
    page.click("#board [data-id='tile-9'] .body")?;
    counted(page, 3)?;
    page.quiet()?;
    ensure!(page.game()?["position"]["text"] == "1 2 3 4/5 6 7 8/. 9 10 11/13 14 15 12");
    // Out of line nothing slides, and the rule says why.
    page.click("#board [data-id='tile-7'] .body")?;
    page.is_told("only a tile beside, above or below the blank can slide")?;
    // An arrow slides the one tile that can go that way.
    page.press("ArrowLeft")?;
    counted(page, 4)?;
    page.quiet()?;
    page.press("ArrowUp")?;
    counted(page, 5)?;
    page.quiet()?;
    ensure!(page.game()?["position"]["text"] == "1 2 3 4/5 6 7 8/9 14 10 11/13 . 15 12");
    // A tube that is full of one colour is closed.
    page.begin(server, "#water:1+1+$+2+2+$+1+2+$+-?capacity=2")?;
    page.expect("document.querySelectorAll('#board [data-kind=cork]').length === 2")
}

fn begins(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/stones/three")?;
    page.type_number(3)?;
    page.type_number(1)?;
    page.wait_for("document.querySelector('#count-moves').textContent === '2'")?;
    page.quiet()?;
    page.wait_for(
        "document.querySelector('#view-play .options').textContent.includes('restarts the level')",
    )?;
    page.click("#view-play .segment:nth-child(2) input")?;
    // The level begins again with the machine's move.
    page.wait_for("document.querySelector('#count-moves').textContent === '1'")?;
    page.quiet()?;
    let game = page.game()?;
    ensure!(game["moves_made"] == 1 && game["seats"][1] == "person", "{game}");
    Ok(())
}

fn drawing(page: &mut Page, server: &mut Server) -> Result<()> {
    page.begin(server, "#/klotski/first-steps")?;
    let open = |page: &mut Page| -> Result<()> {
        page.click("#levels-button")?;
        page.wait_for("document.querySelector('dialog .generator') !== null")?;
        page.click("dialog .own-level-button")?;
        page.wait_for("document.querySelector('dialog textarea') !== null")
    };
    open(page)?;
    page.fill("dialog textarea", "..../..../....")?;
    // What is wrong with it is said below the text and pushes the drawing down.
    page.wait_for("document.querySelectorAll('dialog .grid-row').length === 3 && document.querySelector('dialog .problem').textContent !== ''")?;
    page.frames(3)?;
    // A diagonal stroke is a block of two by two, not two blocks that touch at a corner.
    let to = page.middle("dialog [data-x='2'][data-y='1']")?;
    let from = page.middle("dialog [data-x='1'][data-y='0']")?;
    page.drag(from, &[to])?;
    page.wait_for("document.querySelector('dialog textarea').value === '.aa./.aa./....'")?;
    page.show("drawing")?;
    page.press("Escape")?;
    page.wait_for("document.querySelector('dialog') === null")?;
    open(page)?;
    page.expect("document.querySelector('dialog textarea').value === '.aa./.aa./....'")?;
    page.press("Escape")
}
