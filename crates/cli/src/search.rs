//! A search as the command line sets it up: algorithm, limits, threads, Ctrl-C, progress.

use crate::progress::{ProgressForm, Reporter, SearchProgress};
use crate::tables::TableFolder;
use crate::{interrupt, machine};
use clap::ArgMatches;
use std::sync::LazyLock;
use std::time::Instant;
use telusur_puzzles::{TableStore, Task};
use telusur_search::{Algorithm, Budget, Deadline, Limits, Stats};

/// When the program began.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Starts the clock of the whole command. Called first of all.
pub(crate) fn start_clock() {
    LazyLock::force(&BEGAN);
}

/// Everything a [`Task`] is made of.
pub(crate) struct Search {
    algorithm: Algorithm,
    limits: Limits,
    threads: usize,
    count_all: bool,
    /// How progress is shown.
    pub(crate) progress: ProgressForm,
    /// The memory that was asked for; without it, it is half of what the machine has free.
    pub(crate) given_memory: Option<u64>,
    tables: Option<TableFolder>,
    watcher: SearchProgress,
}

/// The limits that were asked for, or the usual ones.
pub(crate) fn budget(matches: &ArgMatches) -> Budget {
    Budget {
        bytes: matches.get_one("memory").copied().or_else(|| Some(machine::default_memory())),
        states: matches.get_one("states").copied(),
        time: matches.get_one("time").copied(),
    }
}

/// How many threads were asked for, where the command has several, or the usual number.
pub(crate) fn threads(matches: &ArgMatches) -> usize {
    let threads = matches.try_get_one::<u64>("threads").ok().flatten();
    threads.map_or_else(machine::default_threads, |&threads| threads as usize)
}

impl Search {
    /// For one solution. The clock is that of the whole command, and from now on Ctrl-C ends the search instead of the
    /// program.
    pub(crate) fn for_solution(matches: &ArgMatches) -> Self {
        Search::from(matches, true, *BEGAN)
    }

    /// For a solution of one of several levels. The clock starts now.
    pub(crate) fn for_level(matches: &ArgMatches, number: usize, of: usize) -> Self {
        let mut search = Search::from(matches, true, Instant::now());
        search.watcher.set_level(number as u64, of as u64);
        search
    }

    /// For a whole space.
    pub(crate) fn for_survey(matches: &ArgMatches) -> Self {
        Search::from(matches, false, *BEGAN)
    }

    fn from(matches: &ArgMatches, shows_bound: bool, began: Instant) -> Self {
        let budget = budget(matches);
        let memory = budget.bytes.unwrap_or(0);
        // Not every command has it.
        let algorithm = matches.try_get_one::<Algorithm>("algorithm").ok().flatten();
        let progress = ProgressForm::of(matches);
        let limits = Limits::since(began, budget, interrupt::cancel());
        let reporter = Reporter::new(progress, limits.deadline.clone());
        Search {
            algorithm: algorithm.copied().unwrap_or_default(),
            limits,
            threads: threads(matches),
            count_all: matches.try_get_one::<bool>("all").ok().flatten().copied().unwrap_or(false),
            progress,
            given_memory: matches.get_one("memory").copied(),
            tables: TableFolder::of(matches),
            watcher: SearchProgress::new(reporter, memory, shows_bound),
        }
    }

    /// The task. Its clock runs since the command began.
    pub(crate) fn task(&mut self) -> Task<'_> {
        Task {
            algorithm: self.algorithm,
            limits: self.limits.clone(),
            threads: self.threads,
            observer: &mut self.watcher,
            count_all: self.count_all,
            findings: false,
            tables: self.tables.as_ref().map(|tables| tables as &dyn TableStore),
        }
    }

    /// The search happens on a device with memory of its own: unless another budget was asked for, it may use all of
    /// that.
    pub(crate) fn use_memory_of_device(&mut self, free: u64) {
        let memory = self.given_memory.unwrap_or(free);
        self.limits.bytes = Some(memory);
        self.watcher.set_budget(memory);
    }

    /// When the whole command must end: its time is up, or Ctrl-C was pressed.
    pub(crate) fn deadline(&self) -> &Deadline {
        &self.limits.deadline
    }

    /// Shows no progress line: standard output is the terminal, too, and the run writes there.
    pub(crate) fn show_no_line(&mut self) {
        self.watcher.show_no_line();
    }

    /// Takes the progress line away, before the answer is printed.
    pub(crate) fn finish(&self) {
        self.watcher.clear();
    }

    /// What the whole command has cost until now, `parts` being what its searches report.
    pub(crate) fn total(&self, parts: Stats) -> Stats {
        self.limits.total(parts)
    }
}
