//! Beside the board: a running search and what it found, the judgement of every move, and the moves made.

use super::sheet::Sheet;
use crate::desk::Desk;
use crate::format;
use crate::own_keys::{self, Own};
use crate::search::Search;
use crate::words::{self, Phrase};
use ratatui::layout::Rect;
use ratatui::widgets::{Sparkline, Widget};
use std::time::Instant;
use telusur_puzzles::{Answer, Language, Status};
use telusur_search::game::Verdict;
use telusur_session::palette::Tone;
use telusur_session::{Distance, Judgement};
use unicode_width::UnicodeWidthStr;

const SEARCH: Phrase = Phrase("Search", "Pencarian");
const DEPTH: Phrase = Phrase("Depth", "Kedalaman");
const STATES: Phrase = Phrase("States", "Keadaan");
const RATE: Phrase = Phrase("Rate", "Laju");
const MEMORY: Phrase = Phrase("Memory", "Memori");
const BOUNDS: Phrase = Phrase("Bounds", "Batas");
const TIME: Phrase = Phrase("Time", "Waktu");
const SHARE: Phrase = Phrase("Done", "Selesai");
const PER_DEPTH: Phrase = Phrase("States per depth 0-{}", "Keadaan per kedalaman 0-{}");
const STOP: Phrase = Phrase("Esc stops it", "Esc menghentikan");
const MOVES_NOW: Phrase = Phrase("Moves now", "Langkah kini");
const PLAYED: Phrase = Phrase("Played", "Dimainkan");
const PLAYERS: Phrase = Phrase("Players (o)", "Pemain (o)");
const YOURS: Phrase = Phrase("Your best: {}", "Rekor Anda: {}");
const WINNING: Phrase = Phrase("Winning moves: {}", "Langkah menang: {}");
const KEEPING: Phrase = Phrase("Moves that keep the draw: {}", "Langkah yang mempertahankan seri: {}");
const TREE: Phrase = Phrase("t: {} positions", "t: {} posisi");

/// Columns for the panel, with the gap before it; none if there is nothing that must be shown and little room.
pub(crate) fn width(desk: &Desk, is_analysing: bool, columns: u16) -> u16 {
    let is_wanted = desk.search.is_some() || is_analysing;
    match columns {
        110.. => 38,
        80..110 => 30,
        _ if is_wanted => 25,
        _ => 0,
    }
}

pub(crate) fn draw(desk: &Desk, is_analysing: bool, now: Instant, mut sheet: Sheet<'_>) {
    if let Some(search) = &desk.search {
        searching(search, now, &mut sheet);
        sheet.gap();
    }
    if is_analysing && desk.session().board().status() == Status::Playing {
        judged(desk, &mut sheet);
        sheet.gap();
    }
    if !desk.session().seats().is_empty() {
        seats(desk, &mut sheet);
        sheet.gap();
    }
    played(desk, &mut sheet);
    keys(desk, &mut sheet);
}

/// The terminal's own keys, where there is room for them; who plays is a question in games only, and few puzzles have
/// variants.
fn keys(desk: &Desk, sheet: &mut Sheet<'_>) {
    let is_useful = |own: &Own| match own {
        Own::Seats => !desk.session().seats().is_empty(),
        Own::Variants => {
            let mut choices = desk.session().choices().into_iter();
            !desk.known.variants.is_empty() || choices.any(|choice| choice.others().next().is_some())
        }
        _ => true,
    };
    let shown: Vec<_> = own_keys::KEYS.iter().filter(|(own, ..)| is_useful(own)).collect();
    if sheet.room() <= shown.len() {
        return;
    }
    sheet.y = sheet.area.bottom() - shown.len() as u16;
    let (accent, soft) = (sheet.paint.tone(Tone::Accent), sheet.soft());
    for (_, key, does) in shown {
        let x = sheet.area.x;
        sheet.write(x, sheet.y, key, accent);
        sheet.write(x + 2, sheet.y, does.say(sheet.language), soft);
        sheet.gap();
    }
}

fn entry(sheet: &mut Sheet<'_>, name: Phrase, value: &str) {
    sheet.pair(name.say(sheet.language), sheet.soft(), value, sheet.paint.tone(Tone::Ink));
}

fn searching(search: &Search, now: Instant, sheet: &mut Sheet<'_>) {
    let language = sheet.language;
    let algorithm = search.algorithm();
    let dot = if algorithm.is_empty() { "" } else { " · " };
    sheet.heading(&format!("{}{dot}{algorithm}", SEARCH.say(language)));
    let seen = search.seen();
    let progress = seen.progress;
    let elapsed = search.elapsed(now);
    let (states, expanded, bytes, elapsed) = match search.stats() {
        Some(stats) => (stats.expanded.max(stats.stored), stats.expanded, stats.peak_bytes, stats.elapsed),
        None => (progress.expanded.max(progress.stored), progress.expanded, progress.bytes, elapsed),
    };
    let depth = match search.answer().and_then(Answer::path) {
        Some(path) if !path.depths.is_empty() => path.depths.len() as u64 - 1,
        _ => u64::from(progress.depth),
    };
    let rate = expanded as f64 / elapsed.as_secs_f64().max(1e-6);
    entry(sheet, DEPTH, &format::grouped(depth, language));
    entry(sheet, STATES, &format::grouped(states, language));
    entry(sheet, RATE, &format!("{}/s", format::short(rate as u64, language)));
    let used = format::bytes(bytes, language);
    let memory = search.budget.map(|most| format!("{used} / {}", format::bytes(most, language)));
    entry(sheet, MEMORY, &memory.unwrap_or(used));
    if search.is_running() {
        let best = progress.best.map_or(String::new(), |best| format!(" … {best}"));
        if progress.lower_bound > 0 || progress.best.is_some() {
            entry(sheet, BOUNDS, &format!("{}{best}", progress.lower_bound));
        }
        if let Some(total) = progress.total.filter(|&total| total > 0) {
            let share = 100.0 * states as f64 / total as f64;
            entry(sheet, SHARE, &format!("{:.1} %", share.min(100.0)));
        }
    }
    entry(sheet, TIME, &format::duration(elapsed, language));
    chart(&seen.depths, sheet);
    let soft = sheet.soft();
    match search.answer() {
        None if search.is_running() => sheet.line(STOP.say(language), soft),
        Some(Answer::Path(path)) if !path.reason.is_empty() => {
            sheet.wrapped_within(&path.reason, 4, soft);
        }
        Some(Answer::Game(game)) => {
            if !game.winning_moves.is_empty() {
                let winning = WINNING.fill(language, &[&game.winning_moves.join(" ")]);
                sheet.wrapped(&winning, sheet.paint.tone(Tone::Good));
            }
            if game.verdict == Some(Verdict::Draw) && !game.best_moves.is_empty() {
                let keeping = KEEPING.fill(language, &[&game.best_moves.join(" ")]);
                sheet.wrapped(&keeping, sheet.paint.tone(Tone::Open));
            }
            sheet.wrapped_within(game.why.in_language(language), 6, soft);
        }
        _ => {}
    }
}

/// States per depth as a little chart; several depths share a column where there are more of them than columns.
fn chart(depths: &[u64], sheet: &mut Sheet<'_>) {
    const HEIGHT: u16 = 3;
    if depths.len() < 2 || sheet.room() < usize::from(HEIGHT) + 2 {
        return;
    }
    let columns = sheet.width().min(depths.len()).max(1);
    let column = |i: usize| {
        let (from, to) = (i * depths.len() / columns, (i + 1) * depths.len() / columns);
        depths[from..to.max(from + 1)].iter().copied().max().unwrap_or(0)
    };
    let bars: Vec<u64> = (0..columns).map(column).collect();
    let area = Rect::new(sheet.area.x, sheet.y, columns as u16, HEIGHT).intersection(sheet.area);
    Sparkline::default().data(&bars).style(sheet.paint.tone(Tone::Accent)).render(area, sheet.buffer);
    sheet.y += HEIGHT;
    let (soft, text) = (sheet.soft(), PER_DEPTH.fill(sheet.language, &[&(depths.len() - 1).to_string()]));
    sheet.line(&text, soft);
}

fn judged(desk: &Desk, sheet: &mut Sheet<'_>) {
    let (language, is_game) = (sheet.language, desk.session().board().turn().is_some());
    sheet.heading(MOVES_NOW.say(language));
    let soft = sheet.soft();
    let Some(analysis) = &desk.known.analysis else {
        sheet.line(desk.judging().say(language), soft);
        return;
    };
    let mut moves: Vec<_> = analysis.moves.iter().collect();
    moves.sort_by_key(|judged| judged.judgement);
    let room = sheet.room().saturating_sub(3).max(3);
    for judged in moves.iter().take(room) {
        let (sign, tone) = sign(judged.judgement);
        let style = sheet.paint.tone(tone);
        let left = judged.left.as_ref().map_or(String::new(), |left| short_left(left, language));
        if is_game {
            let words = words::judgement_in_game(judged, analysis.verdict, language);
            let whole = format!("{sign} {}  {words}", judged.text);
            if whole.width() <= sheet.width() {
                sheet.line(&whole, style);
                continue;
            }
        }
        let verdict = analysis.verdict.filter(|_| is_game);
        let words = words::judgement(judged.judgement, verdict, language);
        sheet.pair(&format!("{sign} {}  {words}", judged.text), style, &left, soft);
    }
    if moves.len() > room {
        sheet.line(&format!("… {}", moves.len() - room), soft);
    }
}

/// A sign that says the same as the colour.
fn sign(judgement: Judgement) -> (&'static str, Tone) {
    match judgement {
        Judgement::Better => ("+", Tone::Good),
        Judgement::Equal => ("=", Tone::Soft),
        Judgement::Worse => ("-", Tone::Open),
        Judgement::Loses => ("!", Tone::Bad),
        Judgement::Unknown => ("?", Tone::Soft),
    }
}

/// How far it is, in a few characters.
pub(super) fn short_left(left: &Distance, language: Language) -> String {
    match left {
        Distance::Exact(left) => format::large(left, language),
        Distance::Between(least, _) => format!("≥ {}", format::large(least, language)),
        Distance::Never => "×".to_owned(),
    }
}

fn seats(desk: &Desk, sheet: &mut Sheet<'_>) {
    sheet.heading(PLAYERS.say(sheet.language));
    let turn = desk.session().board().turn().map(|(turn, _)| turn as usize);
    for (i, seat) in desk.session().seats().iter().enumerate() {
        let name = words::player(seat, sheet.language);
        let mark = if turn == Some(i) { "▶" } else { " " };
        let style = sheet.paint.tone(if turn == Some(i) { Tone::Accent } else { Tone::Soft });
        sheet.line(&format!("{mark} {}: {name}", i + 1), style);
    }
}

/// The last moves that fit.
fn played(desk: &Desk, sheet: &mut Sheet<'_>) {
    let moves = desk.session().moves();
    let language = sheet.language;
    let soft = sheet.soft();
    if let Some(best) = desk.best {
        sheet.line(&YOURS.fill(language, &[&format::grouped(best, language)]), soft);
    }
    if moves.is_empty() || sheet.room() < 3 {
        return;
    }
    sheet.heading(PLAYED.say(language));
    let positions = desk.session().positions();
    let has_more = positions > moves.len() + 1;
    let room = sheet.room() - usize::from(has_more);
    let most = room * sheet.width() / 2 + 1;
    let recent: Vec<&str> = moves[moves.len().saturating_sub(most)..].iter().map(|(text, _)| *text).collect();
    let lines = format::wrapped(&recent.join(" "), sheet.width());
    let ink = sheet.paint.tone(Tone::Ink);
    for line in &lines[lines.len().saturating_sub(room)..] {
        sheet.line(line, ink);
    }
    if has_more {
        sheet.line(&TREE.fill(language, &[&format::grouped(positions as u64, language)]), soft);
    }
}
