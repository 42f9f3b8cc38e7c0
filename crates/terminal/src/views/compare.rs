//! Several algorithms on the same position, side by side.

use super::sheet::Sheet;
use crate::format;
use crate::jobs::{Finding, Jobs};
use crate::search::Search;
use crate::surroundings::SearchOptions;
use crate::words::Phrase;
use std::time::Instant;
use telusur_puzzles::{Answer, Board, Language, MetricName};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim, Limit};
use telusur_session::Patience;
use telusur_session::palette::Tone;

const TITLE: Phrase = Phrase("Compare", "Perbandingan");
const HEADS: [Phrase; 6] = [
    Phrase("algorithm", "algoritma"),
    Phrase("result", "hasil"),
    Phrase("states", "keadaan"),
    Phrase("memory", "memori"),
    Phrase("time", "waktu"),
    Phrase("", ""),
];
const RUNNING: Phrase = Phrase("… {} states, depth {}", "… {} keadaan, kedalaman {}");
const WAITING: Phrase = Phrase("waiting", "menunggu");
const FOOT: Phrase = Phrase(
    "Esc closes  Each has ten seconds; bars: states, logarithmic.",
    "Esc menutup  Masing-masing sepuluh detik; batang: keadaan, logaritmis.",
);

/// The comparison: one search after another, so that they don't disturb each other.
pub(crate) struct Compare {
    board: Box<dyn Board>,
    search_options: SearchOptions,
    algorithms: Vec<Algorithm>,
    /// Those that have begun, in the order of the algorithms.
    searches: Vec<Search>,
}

impl Compare {
    /// Starts it.
    pub(crate) fn start(
        board: Box<dyn Board>,
        search_options: SearchOptions,
        jobs: &mut Jobs,
        now: Instant,
    ) -> Self {
        let known = board.algorithms().into_iter().filter(|&algorithm| algorithm != Algorithm::Auto);
        let algorithms = known.collect();
        let mut compare = Compare { board, search_options, algorithms, searches: Vec::new() };
        compare.start_next(jobs, now);
        compare
    }

    fn start_next(&mut self, jobs: &mut Jobs, now: Instant) {
        if let Some(&algorithm) = self.algorithms.get(self.searches.len()) {
            let options = SearchOptions { algorithm, ..self.search_options };
            let time = Some(Patience::COMPARING.time);
            self.searches.push(Search::start(self.board.boxed(), time, options, jobs, now));
        }
    }

    pub(crate) fn is(&self, job: u64) -> bool {
        self.searches.last().is_some_and(|search| search.is(job))
    }

    pub(crate) fn is_running(&self) -> bool {
        self.searches.last().is_some_and(Search::is_running)
    }

    pub(crate) fn found(&mut self, finding: Finding, jobs: &mut Jobs, now: Instant) {
        if let Some(search) = self.searches.last_mut() {
            search.finish(finding, now);
            self.start_next(jobs, now);
        }
    }

    pub(crate) fn draw(&self, mut screen: Sheet<'_>) {
        let (area, language, paint) = (screen.area, screen.language, screen.paint);
        let size = (area.width.min(96), area.height.min(self.algorithms.len() as u16 + 7));
        let mut sheet = screen.framed(size, TITLE.say(language));
        let left = sheet.area.x;
        let columns = [left, left + 15, left + 29, left + 38, left + 47, left + 57];
        let y = sheet.y;
        for (x, head) in columns.iter().zip(HEADS) {
            sheet.write(*x, y, head.say(language), paint.tone(Tone::Soft));
        }
        sheet.gap();
        let most = self.searches.iter().filter_map(Search::stats).map(|stats| stats.expanded).max();
        for (i, algorithm) in self.algorithms.iter().enumerate() {
            let y = sheet.y;
            sheet.write(columns[0], y, algorithm.name(), paint.tone(Tone::Accent));
            match self.searches.get(i) {
                None => _ = sheet.write(columns[1], y, WAITING.say(language), paint.tone(Tone::Soft)),
                Some(search) if search.is_running() => {
                    let progress = search.seen().progress;
                    let states = format::short(progress.expanded.max(progress.stored), language);
                    let text = RUNNING.fill(language, &[&states, &progress.depth.to_string()]);
                    sheet.write(columns[1], y, &text, paint.tone(Tone::Open));
                }
                Some(search) => {
                    let (tone, text) = result(search, self.board.metric(), language);
                    sheet.write(columns[1], y, &format::cut(&text, 13), paint.tone(tone));
                    if let Some(stats) = search.stats() {
                        let ink = paint.tone(Tone::Ink);
                        sheet.write(columns[2], y, &format::short(stats.expanded, language), ink);
                        sheet.write(columns[3], y, &format::bytes(stats.peak_bytes, language), ink);
                        sheet.write(columns[4], y, &format::duration(stats.elapsed, language), ink);
                        let room = usize::from(sheet.area.right().saturating_sub(columns[5]));
                        let bar = bar(stats.expanded, most.unwrap_or(1), room);
                        sheet.write(columns[5], y, &bar, paint.tone(tone));
                    }
                }
            }
            sheet.gap();
        }
        sheet.foot(FOOT);
    }
}

fn bar(states: u64, most: u64, room: usize) -> String {
    let log = |number: u64| (number.max(1) as f64).log10() + 0.2;
    let long = (log(states) / log(most) * room as f64).round() as usize;
    "█".repeat(long.min(room))
}

/// The result in two words.
fn result(search: &Search, metric: MetricName, language: Language) -> (Tone, String) {
    let limit = |limit: Option<Limit>| match limit {
        Some(Limit::Bytes(_) | Limit::Memory(_)) => language.choose("memory", "memori"),
        Some(Limit::Cancelled) => language.choose("stopped", "berhenti"),
        _ => language.choose("time is up", "waktu habis"),
    };
    match search.answer() {
        None => search.verdict(metric, language),
        Some(Answer::Path(path)) => match (path.claim, &path.length) {
            (Claim::Optimal, Some(length)) => (
                Tone::Good,
                format!("{} {}", format::large(length, language), language.choose("optimal", "optimal")),
            ),
            (Claim::Feasible, Some(length)) => {
                let length = u64::try_from(length)
                    .map_or_else(|_| format::large(length, language), |n| format::short(n, language));
                (Tone::Open, metric.counted(length, language))
            }
            (Claim::Unsolvable, _) => (Tone::Bad, language.choose("unsolvable", "mustahil").to_owned()),
            _ => (Tone::Soft, limit(path.limit).to_owned()),
        },
        Some(Answer::Game(game)) => match game.verdict {
            Some(Verdict::Win) => (Tone::Good, language.choose("win", "menang").to_owned()),
            Some(Verdict::Loss) => (Tone::Bad, language.choose("loss", "kalah").to_owned()),
            Some(Verdict::Draw) => (Tone::Open, language.choose("draw", "seri").to_owned()),
            None => (Tone::Soft, limit(game.limit).to_owned()),
        },
    }
}
