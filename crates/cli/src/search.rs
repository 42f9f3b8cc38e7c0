//! A search as the command line sets it up: algorithm, limits, threads, Ctrl-C, progress.

use crate::progress::Bar;
use crate::tables::TableFolder;
use crate::{interrupt, machine};
use clap::ArgMatches;
use std::io::IsTerminal;
use std::time::Duration;
use telusur_puzzles::{TableStore, Task};
use telusur_search::{Algorithm, Budget, Deadline, Limits};

/// Everything a [`Task`] is made of.
pub(crate) struct Search {
    algorithm: Algorithm,
    limits: Limits,
    threads: usize,
    count_all: bool,
    watched: bool,
    /// The memory that was asked for.
    given_memory: Option<u64>,
    tables: Option<TableFolder>,
    bar: Bar,
}

/// Whether somebody looks at standard error and wants to see progress there.
pub(crate) fn is_watched(matches: &ArgMatches) -> bool {
    std::io::stderr().is_terminal() && !matches.get_flag("quiet")
}

impl Search {
    /// For one solution. The clock starts now, and from now on Ctrl-C ends the search instead of the program.
    pub(crate) fn for_solution(matches: &ArgMatches) -> Self {
        Search::from(matches, true)
    }

    /// For a whole space.
    pub(crate) fn for_survey(matches: &ArgMatches) -> Self {
        Search::from(matches, false)
    }

    fn from(matches: &ArgMatches, shows_bound: bool) -> Self {
        let given_memory = matches.get_one::<u64>("memory").copied();
        let memory = given_memory.unwrap_or_else(machine::default_memory);
        let budget = Budget {
            bytes: Some(memory),
            states: matches.get_one::<u64>("states").copied(),
            time: matches.get_one::<Duration>("time").copied(),
        };
        // Not every command has the two.
        let threads = matches.try_get_one::<u64>("threads").ok().flatten().map(|&n| n as usize);
        let algorithm = matches.try_get_one::<Algorithm>("algorithm").ok().flatten();
        let watched = is_watched(matches);
        Search {
            algorithm: algorithm.copied().unwrap_or_default(),
            limits: Limits::new(budget, interrupt::cancel()),
            threads: threads.unwrap_or_else(machine::default_threads),
            count_all: matches.try_get_one::<bool>("all").ok().flatten().copied().unwrap_or(false),
            watched,
            given_memory,
            tables: TableFolder::of(matches),
            bar: if watched { Bar::on_terminal(memory, shows_bound) } else { Bar::hidden() },
        }
    }

    /// The task. Its clock runs since the command began.
    pub(crate) fn task(&mut self) -> Task<'_> {
        Task {
            algorithm: self.algorithm,
            limits: self.limits.clone(),
            threads: self.threads,
            observer: &mut self.bar,
            count_all: self.count_all,
            tables: self.tables.as_ref().map(|tables| tables as &dyn TableStore),
        }
    }

    /// The memory that was asked for; without it, it is half of what the machine has free.
    pub(crate) fn given_memory(&self) -> Option<u64> {
        self.given_memory
    }

    /// The search happens on a device with memory of its own: unless another budget was asked for, it may use all of
    /// that.
    pub(crate) fn use_memory_of_device(&mut self, free: u64) {
        let memory = self.given_memory.unwrap_or(free);
        self.limits.bytes = Some(memory);
        self.bar.set_budget(memory);
    }

    /// When the whole command must end: its time is up, or Ctrl-C was pressed.
    pub(crate) fn deadline(&self) -> &Deadline {
        &self.limits.deadline
    }

    /// Whether somebody looks at progress.
    pub(crate) fn is_watched(&self) -> bool {
        self.watched
    }

    /// Takes the progress line away, before the answer is printed.
    pub(crate) fn finish(&self) {
        self.bar.clear();
    }
}
