//! One search for a solution: running, watched, ended.

use crate::jobs::{Finding, Job, Jobs};
use crate::surroundings::SearchOptions;
use crate::watch::{Seen, Watch};
use crate::words;
use std::time::{Duration, Instant};
use telusur_puzzles::{Answer, Board, Language, MetricName};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim, Stats, Unsupported};
use telusur_session::palette::Tone;

/// What an answer has cost.
pub(crate) fn stats(answer: &Answer) -> &Stats {
    match answer {
        Answer::Path(path) => &path.stats,
        Answer::Game(game) => &game.stats,
    }
}

/// A search that was asked for.
pub(crate) struct Search {
    job: Job,
    watch: Watch,
    started: Instant,
    pub(crate) budget: Option<u64>,
    outcome: Option<Outcome>,
    took: Duration,
}

enum Outcome {
    Answer(Box<Answer>),
    Unsupported(Unsupported),
    Broken,
}

impl Search {
    /// Starts it; it may take this long, or less if the options say so.
    pub(crate) fn start(
        board: Box<dyn Board>,
        most: Option<Duration>,
        options: SearchOptions,
        jobs: &mut Jobs,
        now: Instant,
    ) -> Self {
        let watch = Watch::default();
        let mut observer = watch.clone();
        let job = jobs.start(move |cancel| {
            Finding::Solved(board.solve(options.task(options.algorithm, most, cancel, &mut observer)))
        });
        let took = Duration::ZERO;
        Search { job, watch, started: now, budget: options.budget.bytes, outcome: None, took }
    }

    pub(crate) fn is(&self, job: u64) -> bool {
        self.job.is(job)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.outcome.is_none()
    }

    /// Asks a running search to end.
    pub(crate) fn stop(&self) -> bool {
        if self.is_running() {
            self.job.cancel();
        }
        self.is_running()
    }

    pub(crate) fn finish(&mut self, finding: Finding, now: Instant) {
        self.took = now.saturating_duration_since(self.started);
        self.outcome = Some(match finding {
            Finding::Solved(Ok(answer)) => Outcome::Answer(Box::new(answer)),
            Finding::Solved(Err(error)) => Outcome::Unsupported(error),
            _ => Outcome::Broken,
        });
    }

    /// What has been seen so far.
    pub(crate) fn seen(&self) -> Seen {
        let mut seen = self.watch.seen();
        if let Some(path) = self.answer().and_then(Answer::path)
            && !path.depths.is_empty()
        {
            seen.depths.clone_from(&path.depths);
        }
        seen
    }

    pub(crate) fn elapsed(&self, now: Instant) -> Duration {
        if self.is_running() { now.saturating_duration_since(self.started) } else { self.took }
    }

    pub(crate) fn answer(&self) -> Option<&Answer> {
        match &self.outcome {
            Some(Outcome::Answer(answer)) => Some(answer),
            _ => None,
        }
    }

    /// What it cost, once it has ended.
    pub(crate) fn stats(&self) -> Option<&Stats> {
        self.answer().map(stats)
    }

    /// What ran, once that is known.
    pub(crate) fn algorithm(&self) -> String {
        match self.answer() {
            Some(Answer::Path(path)) => path.algorithm.to_string(),
            Some(Answer::Game(game)) => game.algorithm.clone(),
            None => match self.watch.seen().progress.algorithm {
                Algorithm::Auto => String::new(),
                known => known.to_string(),
            },
        }
    }

    /// The moves of the solution, if there is one.
    pub(crate) fn moves(&self) -> &[String] {
        match self.answer() {
            Some(Answer::Path(path)) if matches!(path.claim, Claim::Optimal | Claim::Feasible) => &path.moves,
            _ => &[],
        }
    }

    /// The claim in words, once there is one.
    pub(crate) fn verdict(&self, metric: MetricName, language: Language) -> (Tone, String) {
        match &self.outcome {
            None => (Tone::Soft, words::SEARCHING.say(language).to_owned()),
            Some(Outcome::Broken) => (Tone::Bad, words::BROKEN.say(language).to_owned()),
            Some(Outcome::Unsupported(error)) => (Tone::Bad, error.to_string()),
            Some(Outcome::Answer(answer)) => {
                let tone = match &**answer {
                    Answer::Path(path) => match path.claim {
                        Claim::Optimal | Claim::Feasible => Tone::Good,
                        Claim::Unsolvable => Tone::Bad,
                        Claim::Stopped => Tone::Open,
                    },
                    Answer::Game(game) => match game.verdict {
                        Some(Verdict::Win) => Tone::Good,
                        Some(Verdict::Loss) => Tone::Bad,
                        Some(Verdict::Draw) | None => Tone::Open,
                    },
                };
                let mut text = words::claim(answer, metric, language);
                let limit = match &**answer {
                    Answer::Path(path) => path.limit.filter(|_| path.claim == Claim::Stopped),
                    Answer::Game(game) => game.limit,
                };
                if let Some(limit) = limit {
                    text += &format!(" ({})", words::limit(limit, language));
                }
                (tone, text)
            }
        }
    }
}
