//! The screen of a game: what is played, the board, what is known, and what can be done.

use super::panel;
use super::sheet::{ROOMY, Sheet};
use crate::board;
use crate::desk::{Desk, Message};
use crate::format;
use crate::words::{self, Phrase};
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use std::time::Instant;
use telusur_puzzles::Status;
use telusur_session::palette::Tone;
use telusur_session::{Distance, Outlook, Seat};

const MOVES: Phrase = Phrase("Moves", "Langkah");
const TURNS: Phrase = Phrase("Turns", "Giliran");
const OPTIMUM: Phrase = Phrase("best", "terbaik");
const LEFT: Phrase = Phrase("to go", "sisa");
const TO_MOVE: Phrase = Phrase("Player {} to move", "Giliran pemain {}");
const YOUR_MOVE: Phrase = Phrase("Your move", "Giliran Anda");
const MACHINE_MOVES: Phrase = Phrase("Machine to move", "Giliran mesin");
const DEAD_END: Phrase = Phrase("dead end", "jalan buntu");
const KEYS: Phrase = Phrase(
    "? keys  H hint  a analysis  s solve  u undo  n new  q back",
    "? tombol  H petunjuk  a analisis  s selesaikan  n baru  q kembali",
);
const SPEED: Phrase = Phrase("speed {}", "laju {}");

/// What the screen shows beside the game itself.
#[derive(Clone, Copy)]
pub(crate) struct Showing {
    /// Of the player bar.
    pub(crate) speed: u8,
    /// Whether what is known about the position is shown.
    pub(crate) is_analysing: bool,
    pub(crate) now: Instant,
}

pub(crate) fn draw(desk: &mut Desk, showing: Showing, mut screen: Sheet<'_>) {
    let Showing { speed, is_analysing, now } = showing;
    let area = screen.area;
    header(desk, now, is_analysing, screen.part(Rect { height: 1, ..area }));
    let top = area.y + 1 + instructions(desk, &mut screen);
    let mut bottom = area.bottom() - 1;
    screen.foot(KEYS);
    let rows = message_rows(desk, &screen);
    bottom -= rows;
    message(desk, screen.part(Rect::new(area.x, bottom, area.width, rows)));
    desk.bar = Rect::ZERO;
    if desk.player.is_some() {
        bottom -= 1;
        desk.bar = Rect::new(area.x, bottom, area.width, 1);
        player(desk, speed, screen.part(desk.bar));
    }
    let middle = Rect::new(area.x, top, area.width, bottom.saturating_sub(top));
    let (table, panel) = shared(middle, desk, is_analysing, screen.is_compact);
    if !panel.is_empty() {
        panel::draw(desk, is_analysing, now, screen.part(panel));
    }
    desk.shown = board::show(&desk.sight.picture, &desk.marks(), &screen.paint, table, screen.buffer);
}

/// Divides the middle of the screen between the board and the panel: beside it, or in a small window below it.
fn shared(middle: Rect, desk: &Desk, is_analysing: bool, is_compact: bool) -> (Rect, Rect) {
    if is_compact {
        let is_wanted = desk.search.is_some() || is_analysing;
        let rows = if is_wanted { (middle.height / 3).min(6) } else { 0 };
        let table = Rect { height: middle.height - rows, ..middle };
        return (table, Rect { y: table.bottom(), height: rows, ..middle });
    }
    let wanted = panel::width(desk, is_analysing, middle.width);
    let table = Rect { width: middle.width - wanted, ..middle };
    match wanted {
        0 => (table, Rect::ZERO),
        _ => (table, Rect { x: table.right() + 1, width: wanted - 1, ..middle }),
    }
}

/// Returns how many rows the message takes: two, or more for a longer one where there is room.
fn message_rows(desk: &Desk, screen: &Sheet<'_>) -> u16 {
    let (least, most) = match (screen.is_compact, screen.area.height) {
        (true, ..12) => (1, 1),
        (true, _) => (1, 3),
        (false, ..24) => (2, 3),
        (false, _) => (2, 5),
    };
    let text = desk.message.as_ref().map_or("", |message| &message.text);
    (format::wrapped(text, screen.width()).len() as u16).clamp(least, most)
}

/// The goal and the rules of the level; how many lines they take.
fn instructions(desk: &Desk, screen: &mut Sheet<'_>) -> u16 {
    /// Rows of a window that has room for a third line.
    const TALL: u16 = 24;
    let (area, language) = (screen.area, screen.language);
    let most = match (screen.is_compact, area.height) {
        (true, ..12) => 0,
        (true, _) => 1,
        (false, ..TALL) => 2,
        (false, _) => 3,
    };
    let said = desk.session().start().instructions();
    let said = said.in_language(language);
    let shown = format::wrapped(said, usize::from(area.width)).len().min(most) as u16;
    let mut sheet = screen.part(Rect { y: area.y + 1, height: shown, ..area });
    let style = sheet.soft();
    sheet.wrapped(said, style);
    shown
}

/// The puzzle and the level; moves, optimum, what is left, time.
fn header(desk: &Desk, now: Instant, is_analysing: bool, mut sheet: Sheet<'_>) {
    let (session, language) = (desk.session(), sheet.language);
    let level = session.level().map_or_else(
        || session.start().text().replace('\n', "/"),
        |level| words::title(level.title, language),
    );
    let title = format!("{} · {level}", session.title(language));
    let mut parts = Vec::new();
    let made = format::grouped(session.moves_made() as u64, language);
    match session.board().turn() {
        None => {
            parts.push(format!("{} {made}", MOVES.say(language)));
            if let Some(optimum) = &desk.optimum {
                parts.push(format!("{} {}", OPTIMUM.say(language), format::large(optimum, language)));
            }
            match &desk.known.outlook {
                _ if !is_analysing => {}
                Outlook { left: Some(Distance::Never), .. }
                | Outlook { left: None, solvable: Some(false) } => {
                    parts.push(DEAD_END.say(language).to_owned());
                }
                Outlook { left: Some(left), .. } => {
                    parts.push(format!("{} {}", LEFT.say(language), panel::short_left(left, language)));
                }
                Outlook { left: None, .. } => {}
            }
        }
        Some((turn, _)) => {
            parts.push(format!("{} {made}", TURNS.say(language)));
            if session.board().status() == Status::Playing {
                let people = session.seats().iter().filter(|seat| **seat == Seat::Person).count();
                let is_person = session.machine_to_move().is_none();
                parts.push(match (is_person, people) {
                    (false, _) => MACHINE_MOVES.say(language).to_owned(),
                    (true, 1) => YOUR_MOVE.say(language).to_owned(),
                    (true, _) => TO_MOVE.fill(language, &[&(turn + 1).to_string()]),
                });
            }
        }
    }
    if !sheet.is_compact {
        parts.push(format::clock(desk.played(now)));
    }
    sheet.pair(&title, sheet.strong(), &parts.join(" · "), sheet.paint.tone(Tone::Ink));
}

fn message(desk: &Desk, mut sheet: Sheet<'_>) {
    if let Some(Message { tone, text }) = &desk.message {
        let style = sheet.paint.tone(*tone);
        let is_bold = matches!(tone, Tone::Good | Tone::Bad | Tone::Open);
        sheet.wrapped(text, if is_bold { style.add_modifier(Modifier::BOLD) } else { style });
    }
}

/// Play or pause, how far, how fast. The scale can be clicked.
fn player(desk: &Desk, speed: u8, mut sheet: Sheet<'_>) {
    let Some(player) = &desk.player else { return };
    let at = player.at(desk.session());
    let count = format!(
        " {} {}/{} ",
        if player.is_playing() { "▶" } else { "║" },
        at.map_or("–".to_owned(), |at| at.to_string()),
        player.len()
    );
    let fast = format!(" {}  p [ ] + -", SPEED.fill(sheet.language, &[&speed.to_string()]));
    let (accent, soft) = (sheet.paint.tone(Tone::Accent), sheet.soft());
    let y = sheet.y;
    sheet.write(desk.bar.x, y, &count, accent);
    let scale = scale(desk);
    let done = at.map_or(0, |at| at * usize::from(scale.width.saturating_sub(1)) / player.len().max(1));
    for (i, x) in (scale.left()..scale.right()).enumerate() {
        let (sign, style) = match i.cmp(&done) {
            std::cmp::Ordering::Less => ("━", accent),
            std::cmp::Ordering::Equal => ("●", accent),
            std::cmp::Ordering::Greater => ("─", soft),
        };
        sheet.write(x, y, sign, style);
    }
    sheet.write(scale.right(), y, &fast, soft);
}

/// The cells of the player bar that stand for places in the solution.
pub(crate) fn scale(desk: &Desk) -> Rect {
    let digits = desk.player.as_ref().map_or(1, |player| player.len().to_string().len() as u16);
    let (before, after) = (5 + 2 * digits, 22);
    // In a small window the keys of the player go before its scale.
    let after = if desk.bar.width < ROOMY.0 { 0 } else { after };
    let width = desk.bar.width.saturating_sub(before + after);
    Rect::new(desk.bar.x + before, desk.bar.y, width, desk.bar.height)
}
