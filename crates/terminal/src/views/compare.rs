//! Several algorithms on the same position, side by side.

use super::sheet::Sheet;
use crate::format;
use crate::jobs::{Finding, Job, Jobs};
use crate::search::stats;
use crate::surroundings::SearchOptions;
use crate::watch::Watch;
use crate::words::Phrase;
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
    "Each has ten seconds; bars: states, logarithmic. Esc closes",
    "Masing-masing sepuluh detik; batang: keadaan, logaritmis. Esc menutup",
);

/// What one algorithm found and what it cost.
struct Row {
    algorithm: Algorithm,
    found: Option<Result<Answer, String>>,
}

/// The comparison.
pub(crate) struct Compare {
    job: Job,
    watch: Watch,
    rows: Vec<Row>,
    is_over: bool,
    metric: MetricName,
}

impl Compare {
    /// Starts it: one algorithm after another, so that they don't disturb each other.
    pub(crate) fn start(board: Box<dyn Board>, search_options: &SearchOptions, jobs: &mut Jobs) -> Self {
        let known = board.algorithms().into_iter().filter(|&algorithm| algorithm != Algorithm::Auto);
        let algorithms: Vec<Algorithm> = known.collect();
        let rows = algorithms.iter().map(|&algorithm| Row { algorithm, found: None }).collect();
        let metric = board.metric();
        let watch = Watch::default();
        let (observer, search_options) = (watch.clone(), *search_options);
        let job = jobs.start(move |cancel, teller| {
            for algorithm in algorithms {
                let mut observer = observer.clone();
                let answer = board.solve(search_options.task(
                    algorithm,
                    Some(Patience::COMPARING.time),
                    cancel,
                    &mut observer,
                ));
                teller.tell(Finding::Row(algorithm, answer));
                if cancel.is_cancelled() {
                    break;
                }
            }
            Finding::Compared
        });
        Compare { job, watch, rows, is_over: false, metric }
    }

    pub(crate) fn is(&self, job: u64) -> bool {
        self.job.is(job)
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.is_over
    }

    pub(crate) fn found(&mut self, finding: Finding) {
        match finding {
            Finding::Row(algorithm, answer) => {
                let row = self.rows.iter_mut().find(|row| row.algorithm == algorithm);
                if let Some(row) = row {
                    row.found = Some(answer.map_err(|error| error.to_string()));
                }
            }
            _ => self.is_over = true,
        }
    }

    pub(crate) fn draw(&self, mut screen: Sheet<'_>) {
        let (area, language, paint) = (screen.area, screen.language, screen.paint);
        let size = (area.width.min(96), area.height.min(self.rows.len() as u16 + 7));
        let mut sheet = screen.framed(size, TITLE.say(language));
        let left = sheet.area.x;
        let columns = [left, left + 15, left + 29, left + 38, left + 47, left + 57];
        let y = sheet.y;
        for (x, head) in columns.iter().zip(HEADS) {
            sheet.write(*x, y, head.say(language), paint.tone(Tone::Soft));
        }
        sheet.gap();
        let running = self.rows.iter().position(|row| row.found.is_none()).filter(|_| self.is_running());
        let most =
            self.rows.iter().filter_map(|row| Some(stats(row.found.as_ref()?.as_ref().ok()?).expanded)).max();
        for (i, row) in self.rows.iter().enumerate() {
            let y = sheet.y;
            sheet.write(columns[0], y, row.algorithm.name(), paint.tone(Tone::Accent));
            match &row.found {
                None if running == Some(i) => {
                    let progress = self.watch.seen().progress;
                    let states = format::short(progress.expanded.max(progress.stored), language);
                    let text = RUNNING.fill(language, &[&states, &progress.depth.to_string()]);
                    sheet.write(columns[1], y, &text, paint.tone(Tone::Open));
                }
                None => {
                    let text = if self.is_running() { WAITING.say(language) } else { "–" };
                    sheet.write(columns[1], y, text, paint.tone(Tone::Soft));
                }
                Some(found) => {
                    let (tone, text) = result(found, self.metric, language);
                    sheet.write(columns[1], y, &format::cut(&text, 13), paint.tone(tone));
                    if let Ok(stats) = found.as_ref().map(stats) {
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
fn result(found: &Result<Answer, String>, metric: MetricName, language: Language) -> (Tone, String) {
    let limit = |limit: Option<Limit>| match limit {
        Some(Limit::Bytes(_) | Limit::Memory(_)) => language.choose("memory", "memori"),
        Some(Limit::Cancelled) => language.choose("stopped", "berhenti"),
        _ => language.choose("time is up", "waktu habis"),
    };
    match found {
        Err(error) => (Tone::Bad, error.clone()),
        Ok(Answer::Path(path)) => match (path.claim, &path.length) {
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
        Ok(Answer::Game(game)) => match game.verdict {
            Some(Verdict::Win) => (Tone::Good, language.choose("win", "menang").to_owned()),
            Some(Verdict::Loss) => (Tone::Bad, language.choose("loss", "kalah").to_owned()),
            Some(Verdict::Draw) => (Tone::Open, language.choose("draw", "seri").to_owned()),
            None => (Tone::Soft, limit(game.limit).to_owned()),
        },
    }
}
