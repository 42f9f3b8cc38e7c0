//! Progress of long runs on standard error: a line that is redrawn on a terminal, or JSON objects, one a line.
//!
//! Searches, searches on disk, pictures and generated levels say what they do as a [`Moment`]; what is shown of it, in
//! which order and how it fits the terminal is decided here, once.

use crate::json::Object;
use crate::{show, surroundings};
use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};
use telusur_puzzles::Language;
use telusur_search::{Algorithm, Deadline, Observer, Progress};
use telusur_session::algorithms;
use telusur_wire::Count;

/// The time between two updates of the line.
const PERIOD: Duration = Duration::from_millis(100);
/// The time between two JSON objects.
const JSON_PERIOD: Duration = Duration::from_millis(500);
/// A rate over a shorter time says little.
const SHORTEST: Duration = Duration::from_millis(200);

/// The end of a line: columns that stay free, and the cursor goes back before them. If it waited in the last column, the
/// `^C` that a terminal echoes would begin a new line, and the progress line would stay above the answer.
const ROOM_FOR_ECHO: &str = "   \x1b[3D";
/// Columns of that room, and one that no terminal has to wrap.
const MARGIN: usize = 4;
/// Columns of the bar with the space behind it.
const BAR: usize = 17;
/// A terminal of fewer columns has no room for the bar.
const ROOM_FOR_BAR: usize = 80;

/// How progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProgressForm {
    /// A line on a terminal.
    Line,
    /// A JSON object a line.
    Json,
    /// Not at all.
    None,
}

impl ProgressForm {
    /// Returns the form that `--progress` names; without it, there is a line on a terminal unless `--quiet` is given.
    pub(crate) fn of(matches: &ArgMatches) -> Self {
        let given = matches.try_get_one::<Option<ProgressForm>>("progress").ok().flatten().copied().flatten();
        let is_quiet = matches.try_get_one::<bool>("quiet").ok().flatten() == Some(&true);
        match given {
            Some(form) => form,
            None if is_quiet || !io::stderr().is_terminal() => ProgressForm::None,
            None => ProgressForm::Line,
        }
    }
}

/// A moment of a long run.
pub(crate) struct Moment {
    /// What runs, for tools.
    pub(crate) id: &'static str,
    /// What runs, for people.
    pub(crate) title: String,
    /// How much is done.
    pub(crate) done: u64,
    /// How much there is to do, where that is known.
    pub(crate) total: Option<u64>,
    /// What is counted, one of it.
    pub(crate) unit: &'static str,
    /// How much is left, where the run knows more than that.
    pub(crate) left: Option<f64>,
    /// More for people, the most important first.
    pub(crate) details: Vec<String>,
    /// More for tools: names and numbers.
    pub(crate) fields: Vec<(&'static str, u64)>,
}

impl Moment {
    /// The share that is done, from 0 to 1, where it is known.
    fn share(&self) -> Option<f64> {
        let total = self.total.filter(|&total| total > 0)?;
        Some(self.done.min(total) as f64 / total as f64)
    }
}

/// How fast a run is, and how long it may still take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Speed {
    elapsed: Duration,
    /// Units a second.
    rate: Option<f64>,
    /// An estimate of the time left.
    left: Option<Duration>,
    /// The time until the limit of time, where there is one.
    limit: Option<Duration>,
}

/// Shows the moments of one run.
pub(crate) struct Reporter {
    form: ProgressForm,
    bar: ProgressBar,
    deadline: Deadline,
    shown: Option<Instant>,
    /// When the run was first seen, and how much was done by then.
    first: Option<(Instant, u64)>,
    last: u64,
}

impl Reporter {
    /// Shows a run that has this deadline, whose clock began with the run.
    pub(crate) fn new(form: ProgressForm, deadline: Deadline) -> Self {
        let bar = match form {
            ProgressForm::Line => {
                let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
                bar.set_style(style(false));
                bar
            }
            ProgressForm::Json | ProgressForm::None => ProgressBar::hidden(),
        };
        Reporter { form, bar, deadline, shown: None, first: None, last: 0 }
    }

    /// Whether it is time to show a moment. Callers ask before they make one.
    pub(crate) fn is_due(&self) -> bool {
        let is_over = |period| self.shown.is_none_or(|shown| shown.elapsed() >= period);
        match self.form {
            ProgressForm::Line => !self.bar.is_hidden() && is_over(PERIOD),
            ProgressForm::Json => is_over(JSON_PERIOD),
            ProgressForm::None => false,
        }
    }

    /// Shows a moment.
    pub(crate) fn show(&mut self, moment: &Moment) {
        let speed = self.speed(moment);
        self.shown = Some(Instant::now());
        match self.form {
            ProgressForm::Line => {
                let columns = columns();
                let bar = columns >= ROOM_FOR_BAR;
                if let (Some(total), true) = (moment.total.filter(|&total| total > 0), bar) {
                    if self.bar.length() != Some(total) {
                        self.bar.set_length(total);
                        self.bar.set_style(style(true));
                    }
                    self.bar.set_position(moment.done.min(total));
                } else {
                    self.bar.set_style(style(false));
                    self.bar.unset_length();
                }
                let room = columns.saturating_sub(MARGIN + if bar { BAR } else { 0 });
                self.bar.set_message(fitted(&parts(moment, &speed), room));
            }
            ProgressForm::Json => {
                // A reader that has gone away does not end the run.
                _ = object(moment, &speed).line().map(|line| io::stderr().write_all(line.as_bytes()));
            }
            ProgressForm::None => {}
        }
    }

    fn speed(&mut self, moment: &Moment) -> Speed {
        // Another part of the run counts from its own beginning.
        if self.first.is_none() || moment.done < self.last {
            self.first = Some((Instant::now(), moment.done));
        }
        self.last = moment.done;
        let (since, before) = self.first.unwrap_or((Instant::now(), 0));
        let (time, work) = (since.elapsed(), moment.done - before);
        let rate = (time >= SHORTEST).then(|| work as f64 / time.as_secs_f64());
        let known = moment.total.map(|total| total.saturating_sub(moment.done) as f64);
        let left = moment.left.or(known).zip(rate).filter(|&(_, rate)| rate > 0.0);
        let left = left.map(|(left, rate)| Duration::from_secs_f64((left / rate).min(1e10)));
        Speed { elapsed: self.deadline.elapsed(), rate, left, limit: self.deadline.left() }
    }

    /// Removes the line while something else is printed.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Columns of the terminal that standard error is.
fn columns() -> usize {
    terminal_size::terminal_size_of(io::stderr()).map_or(80, |(width, _)| usize::from(width.0))
}

/// One line. It is cut to the width of the terminal should that shrink: a line that wraps can't be redrawn in place.
fn style(with_share: bool) -> ProgressStyle {
    let bar = if with_share { "{bar:16} " } else { "" };
    let style = ProgressStyle::with_template(&format!("{bar}{{wide_msg}}{ROOM_FOR_ECHO}"))
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    style.progress_chars(if surroundings::speaks_unicode() { "█▉▊▋▌▍▎▏ " } else { "#> " })
}

/// What people read, the most important first: the share done, the time, an estimate of the rest, the rate, the rest.
fn parts(moment: &Moment, speed: &Speed) -> Vec<String> {
    let mut parts = Vec::new();
    parts.extend(moment.share().map(|share| format!("{:.1} %", 100.0 * share)));
    parts.push(show::clock(speed.elapsed));
    match (speed.left, speed.limit) {
        (Some(left), Some(limit)) if left > limit => {
            parts.push(format!("{} to the time limit", show::clock(limit)));
        }
        (Some(left), _) => parts.push(format!("about {} left", show::clock(left))),
        (None, Some(limit)) => parts.push(format!("{} to the time limit", show::clock(limit))),
        (None, None) => {}
    }
    parts.extend(speed.rate.map(|rate| format!("{} {}s/s", short(rate), moment.unit)));
    parts.push(moment.title.clone());
    parts.extend(moment.details.iter().cloned());
    parts
}

/// Joins the parts that fit into a number of columns; the first one in any case.
fn fitted(parts: &[String], room: usize) -> String {
    let mut line = String::new();
    for part in parts {
        let gap = if line.is_empty() { "" } else { ", " };
        if !line.is_empty() && line.chars().count() + gap.len() + part.chars().count() > room {
            break;
        }
        line += gap;
        line += part;
    }
    line
}

/// What tools read. The names of the fields are a contract; README.md explains them.
fn object(moment: &Moment, speed: &Speed) -> Object {
    let rounded = |number: f64| (number * 1000.0).round() / 1000.0;
    let seconds = |time: Duration| rounded(time.as_secs_f64());
    let mut object = Object::new()
        .with("progress", moment.id)
        .with("done", Count::from(moment.done))
        .with("total", moment.total.map(Count::from))
        .with("unit", moment.unit)
        .with("share", moment.share().map(|share| (share * 1e6).round() / 1e6))
        .with("seconds", seconds(speed.elapsed))
        .with("seconds_left", speed.left.map(seconds))
        .with("rate", speed.rate.map(f64::round));
    for &(name, number) in &moment.fields {
        object = object.with(name, Count::from(number));
    }
    object
}

/// Follows a search.
pub(crate) struct SearchProgress {
    reporter: Reporter,
    budget: u64,
    shows_bound: bool,
    /// The level that is searched and how many there are, where there are several.
    level: Option<(u64, u64)>,
}

impl SearchProgress {
    /// Shows a search with the memory budget to compare with. The lower bound is of interest only to a search for a
    /// solution.
    pub(crate) fn new(reporter: Reporter, budget: u64, shows_bound: bool) -> Self {
        SearchProgress { reporter, budget, shows_bound, level: None }
    }

    /// Sets another memory budget to compare with.
    pub(crate) fn set_budget(&mut self, budget: u64) {
        self.budget = budget;
    }

    /// Shows no line from now on; tools read on.
    pub(crate) fn show_no_line(&mut self) {
        if self.reporter.form == ProgressForm::Line {
            self.reporter.form = ProgressForm::None;
        }
    }

    /// Sets the level that is searched and how many there are.
    pub(crate) fn set_level(&mut self, number: u64, of: u64) {
        self.level = Some((number, of));
    }

    /// Removes the line.
    pub(crate) fn clear(&self) {
        self.reporter.clear();
    }

    fn moment(&self, progress: &Progress) -> Moment {
        let &Progress { algorithm, depth, frontier, expanded, generated, stored, bytes, best, total, .. } =
            progress;
        let lower_bound = if self.shows_bound { progress.lower_bound } else { 0 };
        let is_layered = !matches!(algorithm, Algorithm::Idastar | Algorithm::Dfs | Algorithm::Iddfs);
        let (done, total) = (expanded.max(stored), total.filter(|&total| total > 0));
        let mut details = Vec::new();
        details.extend(self.level.map(|(number, of)| format!("level {number} of {of}")));
        details.push(format!("depth {}", show::grouped(depth)));
        if lower_bound > 0 {
            details.push(format!("at least {}", show::counted(lower_bound, "move")));
        }
        details.extend(best.map(|best| format!("best {best}")));
        details.push(show::counted(done, "state"));
        details.push(format!("{} of {}", show::bytes(bytes), show::bytes(self.budget)));
        if is_layered && frontier > 0 {
            details.push(format!("frontier {}", show::grouped(frontier)));
        }
        let mut fields = vec![
            ("depth", depth.into()),
            ("frontier", frontier),
            ("expanded", expanded),
            ("generated", generated),
            ("stored", stored),
            ("bytes", bytes),
            ("budget_bytes", self.budget),
        ];
        if self.shows_bound {
            fields.push(("lower_bound", lower_bound.into()));
        }
        fields.extend(best.map(|best| ("best", best.into())));
        fields.extend(self.level.into_iter().flat_map(|(number, of)| [("level", number), ("levels", of)]));
        let title = algorithms::title(algorithm, Language::English).to_owned();
        Moment { id: algorithm.name(), title, done, total, unit: "state", left: None, details, fields }
    }
}

impl Observer for SearchProgress {
    fn progress(&mut self, progress: &Progress) {
        if self.reporter.is_due() {
            let moment = self.moment(progress);
            self.reporter.show(&moment);
        }
    }
}

/// A moment of drawing an animation, with the number of moves drawn.
pub(crate) fn of_film(drawn: usize, of: usize) -> Moment {
    Moment {
        id: "gif",
        title: "GIF".to_owned(),
        done: drawn as u64,
        total: Some(of as u64),
        unit: "move",
        left: None,
        details: vec![format!("{} of {} drawn", show::grouped(drawn), show::counted(of, "move"))],
        fields: Vec::new(),
    }
}

/// A moment of generating levels, with the levels made and the candidates tried for the next one.
pub(crate) fn of_levels(made: u64, of: u64, tried: u64) -> Moment {
    let mut details = vec![format!("{} of {}", show::grouped(made), show::counted(of, "level"))];
    if tried > 0 {
        details.push(format!("{} tried", show::counted(tried, "candidate")));
    }
    Moment {
        id: "generate",
        title: "generating".to_owned(),
        done: made,
        total: Some(of).filter(|&of| of > 1),
        unit: "level",
        left: None,
        details,
        fields: vec![("tried", tried)],
    }
}

/// A rate in a few characters.
fn short(rate: f64) -> String {
    match rate {
        _ if rate >= 1e6 => format!("{:.1} M", rate / 1e6),
        _ if rate >= 1e3 => format!("{:.0} k", rate / 1e3),
        _ if rate >= 10.0 || rate == 0.0 => format!("{rate:.0}"),
        _ => format!("{rate:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_search::Cancel;

    fn search() -> SearchProgress {
        SearchProgress::new(Reporter::new(ProgressForm::None, Deadline::never()), 1 << 30, true)
    }

    fn speed() -> Speed {
        let seconds = Duration::from_secs;
        Speed { elapsed: seconds(2), rate: Some(2.5e6), left: Some(seconds(3700)), limit: None }
    }

    const PROGRESS: Progress = Progress {
        algorithm: Algorithm::Idastar,
        depth: 12,
        frontier: 900_000,
        expanded: 5_000_000,
        generated: 7,
        stored: 10_000_000,
        bytes: 64 << 20,
        lower_bound: 13,
        best: Some(20),
        total: Some(40_000_000),
    };

    #[test]
    fn the_line_begins_with_what_matters_most() {
        let moment = search().moment(&PROGRESS);
        let whole = "25.0 %, 2 s, about 1 h 01 min left, 2.5 M states/s, IDA*, depth 12, at least 13 moves, best 20, \
                     10,000,000 states, 64 MiB of 1.0 GiB";
        assert_eq!(fitted(&parts(&moment, &speed()), 1000), whole);
        let unknown = search().moment(&Progress { total: None, algorithm: Algorithm::Bfs, ..PROGRESS });
        let speed = Speed { left: None, limit: Some(Duration::from_secs(8)), ..speed() };
        let line = fitted(&parts(&unknown, &speed), 1000);
        assert!(
            line.starts_with("2 s, 8 s to the time limit, 2.5 M states/s, breadth-first search, depth 12"),
            "{line}"
        );
        assert!(line.ends_with(", frontier 900,000"), "{line}");
        let late = Speed { left: Some(Duration::from_secs(9)), ..speed };
        assert_eq!(parts(&unknown, &late), parts(&unknown, &speed), "the limit comes first");
        let mut several = search();
        several.set_level(3, 66);
        assert!(parts(&several.moment(&PROGRESS), &late).contains(&"level 3 of 66".to_owned()));
    }

    /// Whatever the width: whole parts, the most important ones, and no more than fit.
    #[test]
    fn a_line_fits_any_width() {
        let parts = parts(&search().moment(&PROGRESS), &speed());
        let whole = fitted(&parts, usize::MAX);
        for room in 0..=whole.len() {
            let line = fitted(&parts, room);
            assert!(whole.starts_with(&line) && (line.len() <= room || line == parts[0]), "{room}: {line}");
            let shown = line.split(", ").count();
            assert!(shown == parts.len() || line.len() + 2 + parts[shown].len() > room, "{room}: {line}");
        }
    }

    #[test]
    fn tools_read_every_figure() {
        let text = object(&search().moment(&PROGRESS), &speed()).line().unwrap();
        assert_eq!(
            text,
            "{\"progress\":\"idastar\",\"done\":10000000,\"total\":40000000,\"unit\":\"state\",\"share\":0.25,\
             \"seconds\":2.0,\"seconds_left\":3700.0,\"rate\":2500000.0,\"depth\":12,\"frontier\":900000,\
             \"expanded\":5000000,\"generated\":7,\"stored\":10000000,\"bytes\":67108864,\
             \"budget_bytes\":1073741824,\"lower_bound\":13,\"best\":20}\n"
        );
        let first = object(&of_levels(0, 1, 5), &Speed::default()).line().unwrap();
        assert!(first.contains("\"total\":null") && first.contains("\"rate\":null"), "{first}");
        assert!(first.ends_with("\"seconds_left\":null,\"rate\":null,\"tried\":5}\n"), "{first}");
    }

    #[test]
    fn films_and_levels_say_how_far_they_are() {
        let line = |moment: &Moment| fitted(&parts(moment, &Speed::default()), 100);
        assert_eq!(line(&of_film(1_200, 5_000)), "24.0 %, 0 s, GIF, 1,200 of 5,000 moves drawn");
        assert_eq!(line(&of_film(0, 0)), "0 s, GIF, 0 of 0 moves drawn");
        assert_eq!(line(&of_levels(0, 1, 7)), "0 s, generating, 0 of 1 level, 7 candidates tried");
        assert_eq!(line(&of_levels(1, 4, 0)), "25.0 %, 0 s, generating, 1 of 4 levels");
    }

    /// The rate is that of what is seen: what was done before, and by an earlier part of the run, does not count.
    #[test]
    fn a_rate_counts_what_was_done_since_it_was_first_seen() {
        let past = |seconds| Instant::now().checked_sub(Duration::from_secs(seconds)).unwrap();
        let deadline = Deadline::since(past(100), Some(Duration::from_secs(1000)), Cancel::new());
        let mut reporter = Reporter::new(ProgressForm::None, deadline);
        let moment = |done| Moment { done, ..of_levels(0, 2000, 0) };
        let first = reporter.speed(&moment(900));
        assert_eq!((first.rate, first.left), (None, None));
        assert!(first.elapsed >= Duration::from_secs(100) && first.limit <= Some(Duration::from_secs(900)));
        reporter.first = Some((past(10), 900));
        let later = reporter.speed(&moment(1000));
        let (rate, left) = (later.rate.unwrap(), later.left.unwrap().as_secs_f64());
        assert!(rate > 0.0 && rate <= 10.0 && left >= 100.0, "{rate} {left}");
        assert_eq!(reporter.speed(&moment(3)).rate, None, "another part");
    }
}
