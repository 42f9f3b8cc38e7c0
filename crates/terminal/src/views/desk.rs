//! The screen of a game: what is played, the board, what is known, and what can be done.

use super::panel;
use super::sheet::Sheet;
use crate::board;
use crate::desk::Desk;
use crate::format;
use crate::paint::Paint;
use crate::words::{self, Phrase};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use std::time::Instant;
use telusur_puzzles::{Language, Status};
use telusur_session::palette::Tone;
use telusur_session::{Distance, Seat};

const MOVES: Phrase = Phrase("Moves", "Langkah");
const TURNS: Phrase = Phrase("Turns", "Giliran");
const OPTIMUM: Phrase = Phrase("optimum", "optimum");
const LEFT: Phrase = Phrase("left", "sisa");
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

pub(crate) fn draw(
    desk: &mut Desk,
    showing: Showing,
    area: Rect,
    paint: &Paint,
    language: Language,
    buffer: &mut Buffer,
) {
    let Showing { speed, is_analysing, now } = showing;
    header(desk, showing, area, paint, language, buffer);
    let top = area.y + 1 + instructions(desk, area, paint, language, buffer);
    let mut bottom = area.bottom();
    bottom -= 1;
    let keys = Rect::new(area.x, bottom, area.width, 1);
    let mut sheet = Sheet::new(buffer, keys, *paint, language);
    let style = sheet.soft();
    sheet.line(KEYS.say(language), style);
    bottom -= 2;
    message(desk, Rect::new(area.x, bottom, area.width, 2), paint, language, buffer);
    desk.bar = Rect::ZERO;
    if desk.player.is_some() {
        bottom -= 1;
        desk.bar = Rect::new(area.x, bottom, area.width, 1);
        player(desk, speed, paint, language, buffer);
    }
    let middle = Rect::new(area.x, top, area.width, bottom.saturating_sub(top));
    let wanted = panel::width(desk, is_analysing, area.width);
    let table = Rect { width: middle.width - wanted, ..middle };
    if wanted > 0 {
        let beside = Rect::new(table.right() + 1, middle.y, wanted - 1, middle.height);
        panel::draw(desk, is_analysing, now, Sheet::new(buffer, beside, *paint, language));
    }
    desk.shown = board::show(&desk.sight.picture, &desk.marks(), paint, table, buffer);
}

/// The goal and the rules of the level; how many lines they take.
fn instructions(desk: &Desk, area: Rect, paint: &Paint, language: Language, buffer: &mut Buffer) -> u16 {
    /// Rows of a window that has room for a third line.
    const TALL: u16 = 24;
    let most = if area.height < TALL { 2 } else { 3 };
    let said = desk.session().start().instructions();
    let lines = format::wrapped(said.in_language(language), usize::from(area.width));
    let shown = lines.len().min(most);
    let below = Rect { y: area.y + 1, height: shown as u16, ..area };
    let mut sheet = Sheet::new(buffer, below, *paint, language);
    let style = sheet.soft();
    for (i, line) in lines.iter().take(shown).enumerate() {
        match i + 1 == shown && lines.len() > shown {
            true => {
                let cut = format::cut(line, usize::from(area.width).saturating_sub(2));
                sheet.line(&format!("{cut} …"), style);
            }
            false => sheet.line(line, style),
        }
    }
    shown as u16
}

/// The puzzle and the level; moves, optimum, what is left, time.
fn header(desk: &Desk, showing: Showing, area: Rect, paint: &Paint, language: Language, buffer: &mut Buffer) {
    let session = desk.session();
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
            match desk.outlook.left.as_ref().filter(|_| showing.is_analysing) {
                Some(Distance::Exact(left)) => {
                    parts.push(format!("{} {}", LEFT.say(language), format::large(left, language)));
                }
                Some(Distance::Between(least, _)) => {
                    parts.push(format!("{} ≥ {}", LEFT.say(language), format::large(least, language)));
                }
                Some(Distance::Never) => parts.push(DEAD_END.say(language).to_owned()),
                None if showing.is_analysing && desk.outlook.solvable == Some(false) => {
                    parts.push(DEAD_END.say(language).to_owned());
                }
                None => {}
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
    parts.push(format::clock(desk.played(showing.now)));
    let mut sheet = Sheet::new(buffer, Rect { height: 1, ..area }, *paint, language);
    let strong = paint.tone(Tone::Accent).add_modifier(Modifier::BOLD);
    sheet.pair(&title, strong, &parts.join(" · "), paint.tone(Tone::Ink));
}

fn message(desk: &Desk, area: Rect, paint: &Paint, language: Language, buffer: &mut Buffer) {
    let mut sheet = Sheet::new(buffer, area, *paint, language);
    if let Some(message) = &desk.message {
        let style = match message.tone {
            Tone::Good | Tone::Bad | Tone::Open => paint.tone(message.tone).add_modifier(Modifier::BOLD),
            tone => paint.tone(tone),
        };
        sheet.wrapped(&message.text, style);
    }
}

/// Play or pause, how far, how fast. The scale can be clicked.
fn player(desk: &Desk, speed: u8, paint: &Paint, language: Language, buffer: &mut Buffer) {
    let Some(player) = &desk.player else { return };
    let at = player.at(desk.session());
    let count = format!(
        " {} {}/{} ",
        if player.is_playing() { "▶" } else { "║" },
        at.map_or("–".to_owned(), |at| at.to_string()),
        player.len()
    );
    let fast = format!(" {}  p [ ] + -", SPEED.fill(language, &[&speed.to_string()]));
    let mut sheet = Sheet::new(buffer, desk.bar, *paint, language);
    let (accent, soft) = (paint.tone(Tone::Accent), sheet.soft());
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
    let width = desk.bar.width.saturating_sub(before + after);
    Rect::new(desk.bar.x + before, desk.bar.y, width, desk.bar.height)
}
