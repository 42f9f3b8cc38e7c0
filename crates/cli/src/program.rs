//! The program as a value: what a `main` of ten lines needs to have puzzles of its own in it.

use crate::exit::{self, Exit};
use crate::{args, own_files, own_rules, run, search};
use std::ffi::OsString;
use std::process::ExitCode;
use telusur_puzzles::{Entry, Registry};

/// The program `telusur`, with the puzzles that it comes with and those that are added to it.
///
/// Every command, the page and the terminal have them all. In this example tiles stands for an
/// [`Entry`](telusur_puzzles::Entry) of your own; `CONTRIBUTING.md` says how to write one.
///
/// ```no_run
/// use std::process::ExitCode;
/// use telusur_puzzles::tiles::TilesEntry as LightsOut;
///
/// fn main() -> ExitCode {
///     telusur_cli::Program::new().with(&LightsOut).run()
/// }
/// ```
#[derive(Default)]
#[must_use]
pub struct Program {
    added: Vec<&'static dyn Entry>,
}

impl Program {
    /// With the puzzles that it comes with.
    pub fn new() -> Self {
        Program::default()
    }

    /// The same with one more puzzle, at the end of menus. If its name or that of an option can't be used, [`run`](Self::run)
    /// says so.
    pub fn with(mut self, entry: &'static dyn Entry) -> Self {
        self.added.push(entry);
        self
    }

    /// Everything from the words of the command line to the exit code. To be called once, before anybody asks the
    /// catalogue.
    #[must_use]
    pub fn run(self) -> ExitCode {
        search::start_clock();
        std::panic::set_hook(Box::new(|panic| {
            let place =
                panic.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
            let payload = panic.payload();
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let what = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("unknown");
            eprintln!("telusur: internal error{place}: {}; please report it", exit::one_line(what));
        }));
        exit::conclude(self.conclude())
    }

    fn conclude(self) -> anyhow::Result<Exit> {
        let is_larger = !self.added.is_empty();
        let words: Vec<OsString> = std::env::args_os().collect();
        if words.iter().any(|word| word == "--json") {
            exit::answer_in_json();
        }
        let shipped = Registry::shipped().with_checked(rules());
        let registry = self.added.into_iter().try_fold(shipped, Registry::with)?;
        own_files::with_files(registry, &words).install()?;
        if is_larger {
            args::refuse_taken_options()?;
        }
        match args::parse(own_rules::with_files_read(words)?) {
            Ok(matches) => run(&matches),
            Err(error) => args::refuse(&error),
        }
    }
}

/// The puzzles that are texts.
fn rules() -> impl Iterator<Item = &'static dyn Entry> {
    let collection = telusur_rules::collection().iter().map(|entry| entry as &'static dyn Entry);
    collection.chain([&telusur_rules::OWN_RULES as &'static dyn Entry])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_puzzles_that_ship_as_texts_can_be_listed() {
        assert_eq!(
            rules().try_fold(Registry::shipped(), Registry::with).map(|all| all.entries().len()),
            Ok(25)
        );
    }
}
