//! `explore --status DIR`: how far an exploration on disk is, while it runs or after it was stopped.

use super::line::rest;
use super::{described, how_to_resume, is_solving};
use crate::exit::Exit;
use crate::json::Object;
use crate::solve::Form;
use crate::{output, show};
use anyhow::Context;
use clap::ArgMatches;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use telusur_explore::{DirectoryStatus, directory_status};
use telusur_puzzles::{Board, Entry, printable};
use telusur_wire::Count;

/// Layers whose speed tells that of the next ones.
const RECENT: usize = 3;

/// What a directory tells, with what follows from it.
struct Found {
    status: DirectoryStatus,
    entry: &'static dyn Entry,
    board: Box<dyn Board>,
    /// States of complete layers.
    states: u64,
    /// How many states there may be, where that is known.
    total: Option<u64>,
    /// States a second, of the last layers.
    rate: Option<f64>,
    /// An estimate of the time left.
    left: Option<Duration>,
}

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let dir = matches.get_one::<PathBuf>("status").context("no directory is named")?;
    let found = Found::of(directory_status(dir)?)?;
    match Form::of(matches) {
        Form::Json => found.object(dir).print()?,
        Form::Quiet => output::print(format!("{}\n", found.states))?,
        Form::Words => found.in_words(dir)?,
    }
    Ok(Exit::Done)
}

impl Found {
    fn of(status: DirectoryStatus) -> anyhow::Result<Self> {
        let (entry, board) = described(&status.identity)?;
        let states = status.layers.iter().map(|layer| layer.states).sum();
        let total = board.as_bytes().and_then(|packed| packed.space().ranks()).filter(|&total| total > 0);
        let counts: Vec<u64> = status.layers.iter().map(|layer| layer.states).collect();
        let before = status.layers.len().checked_sub(RECENT + 1).and_then(|at| status.layers.get(at));
        let rate = before.zip(status.layers.last()).and_then(|(before, last)| {
            let recent: u64 = counts.iter().rev().take(RECENT).sum();
            let millis = last.millis.saturating_sub(before.millis);
            (millis > 0).then(|| recent as f64 * 1000.0 / millis as f64)
        });
        let left = rest(&counts, total.map(|total| total.saturating_sub(states))).zip(rate);
        let left = left.filter(|&(_, rate)| rate > 0.0 && !status.is_complete());
        let left = left.map(|(rest, rate)| Duration::from_secs_f64((rest / rate).min(1e10)));
        Ok(Found { status, entry, board, states, total, rate, left })
    }

    /// Whether it runs, is complete, or was stopped.
    fn state(&self) -> &'static str {
        match self.status.is_running {
            _ if self.status.is_complete() => "complete",
            Some(true) => "running",
            Some(false) => "stopped",
            None => "unknown",
        }
    }

    fn goal_distance(&self) -> Option<u64> {
        self.status.layers.iter().find(|layer| layer.goals > 0).map(|layer| layer.depth)
    }

    /// The time of all its parts together, until the last complete layer.
    fn seconds(&self) -> f64 {
        self.status.layers.last().map_or(0.0, |layer| layer.millis as f64 / 1000.0)
    }

    fn depths(&self) -> Vec<u64> {
        self.status.layers.iter().map(|layer| layer.states).filter(|&states| states > 0).collect()
    }

    fn object(&self, dir: &Path) -> Object {
        let sum =
            |figure: fn(&telusur_explore::Layer) -> u64| self.status.layers.iter().map(figure).sum::<u64>();
        let last = self.status.layers.last();
        let since = self.status.updated.and_then(|updated| updated.elapsed().ok());
        let depths = self.depths();
        // Of a search that is not complete, the last depth is no radius.
        let radius = depths.len().checked_sub(1).filter(|_| self.status.is_complete());
        Object::new()
            .with("directory", dir.display().to_string())
            .with("puzzle", self.board.puzzle())
            .with("level", self.board.text())
            .with("state", self.state())
            .with("task", if is_solving(&self.status.identity) { "solve" } else { "explore" })
            .with("states", Count::from(self.states))
            .with("total", self.total.map(Count::from))
            .with("radius", radius.map(|depth| Count::from(depth as u64)))
            .with("depths", depths.into_iter().map(Count::from).collect::<Vec<_>>())
            .with("complete", self.status.is_complete())
            .with("goals", Count::from(sum(|layer| layer.goals)))
            .with("goal_distance", self.goal_distance().map(Count::from))
            .with("edges", Count::from(sum(|layer| layer.edges)))
            .with("seconds", self.seconds())
            .with("seconds_left", self.left.map(|left| left.as_secs_f64().round()))
            .with("seconds_since_layer", since.map(|since| since.as_secs_f64().round()))
            .with("rate", self.rate.map(f64::round))
            .with("written", last.map(|layer| Count::from(layer.written)))
            .with("read", last.map(|layer| Count::from(layer.read)))
            .with("disk_bytes", Count::from(self.status.disk))
    }

    fn in_words(&self, dir: &Path) -> anyhow::Result<()> {
        let (style, mut out) = show::for_people();
        let title = style.strong(show::title(self.entry, &*self.board));
        let depths = self.depths();
        let states = show::counted(self.states, "state");
        let reached = match depths.len().checked_sub(1) {
            None => "no layer is complete yet".to_owned(),
            Some(depth) if self.status.is_complete() => format!("{states}, the farthest at depth {depth}"),
            Some(depth) => format!("{states} so far, and every state to depth {depth}"),
        };
        let state = match self.state() {
            "complete" => style.good("complete"),
            "running" => style.good("running"),
            state => style.open(state),
        };
        writeln!(out, "{title}: {state}; {reached}")?;
        if let (Some(last), false) = (depths.last(), self.status.is_complete()) {
            let mut line = format!("The last layer has {}.", show::counted(last, "state"));
            if let Some(total) = self.total {
                let share = 100.0 * self.states as f64 / total as f64;
                line += &format!(
                    " At most {} can exist; {share:.1} % of them are found.",
                    show::counted(total, "state")
                );
            }
            writeln!(out, "{}", style.sentence(&line))?;
        }
        if let Some(distance) = self.goal_distance() {
            writeln!(out, "The nearest goal is at distance {}.", show::grouped(distance))?;
        }
        let mut line = format!("Searched for {}", show::clock(Duration::from_secs_f64(self.seconds())));
        if let Some(since) = self.status.updated.and_then(|updated| updated.elapsed().ok()) {
            line += &format!("; the last layer was complete {} ago", show::clock(since));
        }
        if let Some(rate) = self.rate.filter(|_| !self.status.is_complete()) {
            line += &format!("; {} a second lately", show::counted(rate.round() as u64, "state"));
        }
        if let Some(left) = self.left {
            line += &format!("; about {} left", show::clock(left));
        }
        writeln!(out, "{}", style.sentence(&format!("{line}.")))?;
        writeln!(out, "On disk: {}.", show::bytes(self.status.disk))?;
        if self.state() == "stopped" {
            let how = how_to_resume(dir, is_solving(&self.status.identity));
            writeln!(out, "{}", style.sentence(&printable(&words(&how))))?;
        }
        out.end()
    }
}

/// A sentence of a text that may hold a path.
fn words(text: &str) -> String {
    telusur_session::words::capitalised(text)
}
