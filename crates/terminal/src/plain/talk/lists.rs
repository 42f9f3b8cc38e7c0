//! What is listed: words, puzzles, levels, everything that was played.

use super::super::commands::WORDS;
use super::{NO_GAME, Talk};
use crate::words::{self, Phrase};
use std::io;
use telusur_puzzles::{Entry, catalogue};

const HELP: Phrase = Phrase(
    "Write a move, or several with spaces between them, such as {}; or one of these commands:",
    "Tulis satu langkah, atau beberapa dengan spasi, misalnya {}; atau salah satu perintah ini:",
);
const BEGIN_LEVEL: Phrase = Phrase(
    "'new PUZZLE LEVEL' begins one of them; 'daily' and 'collection' have more.",
    "'baru TEKA-TEKI LEVEL' memulai salah satunya; 'harian' dan 'koleksi' punya lebih banyak.",
);
const NO_VARIANTS: Phrase = Phrase("There are no variants here.", "Tidak ada varian di sini.");
const NOT_PROVED: Phrase = Phrase("{}, not proved", "{}, belum terbukti");
/// Lines of the tree that are written.
const MOST_ROWS: usize = 200;

impl Talk<'_> {
    pub(super) fn help(&mut self) -> io::Result<()> {
        let moves = self.session().map(|session| session.board().moves()).unwrap_or_default();
        let example = moves.first().map_or("A>C", String::as_str).to_owned();
        self.phrase(HELP, &[&example])?;
        let language = self.language();
        for word in WORDS {
            let name = language.choose(word.names[0], word.names[1]);
            let short = word.names.get(2).map_or(String::new(), |short| format!(", {short}"));
            let call = format!("{name} {}", word.more.say(language));
            self.say(&format!("  {:<26}{}{short}", call.trim_end(), word.does.say(language)))?;
        }
        Ok(())
    }

    pub(super) fn list_puzzles(&mut self) -> io::Result<()> {
        let language = self.language();
        for entry in catalogue::all() {
            self.say(&format!(
                "{}: {}. {}",
                entry.name(),
                entry.title_in(language),
                entry.summary_in(language)
            ))?;
        }
        self.phrase(NO_GAME, &[])
    }

    pub(super) fn list_levels(&mut self, entry: &'static dyn Entry) -> io::Result<()> {
        let solved = self.with.keeper.solved_levels().unwrap_or_default();
        for level in entry.levels() {
            let mark = if solved.contains(&(entry.name(), level.name)) { " *" } else { "" };
            let metric = entry.open(&level.setup()).ok().map(|board| board.metric());
            let best = metric.and_then(|metric| Some((metric, level.optimum_in(&metric)?)));
            let best = best.map_or(String::new(), |(metric, best)| {
                let moves = metric.counted(best, self.language());
                match entry.optima_are_proved() {
                    true => format!(" ({moves})"),
                    false => format!(" ({})", NOT_PROVED.fill(self.language(), &[&moves])),
                }
            });
            self.say(&format!("{}{mark}: {}{best}", level.name, words::title(level.title, self.language())))?;
        }
        self.phrase(BEGIN_LEVEL, &[])
    }

    /// What the game can go on with.
    pub(super) fn list_variants(&mut self) -> io::Result<()> {
        let Some(session) = self.session() else { return Ok(()) };
        let language = self.language();
        let possible = session.variants().into_iter().filter(|variant| variant.setup.is_some());
        let mut lines: Vec<String> = possible
            .map(|variant| format!("{}: {}", variant.name, variant.label.in_language(language)))
            .collect();
        for choice in session.choices() {
            let (name, title) = (choice.field.name, choice.field.title_in(language));
            lines.extend(choice.others().map(|other| {
                format!("options {name}={}: {title}: {}", other.value, other.title_in(language))
            }));
        }
        match lines.is_empty() {
            true => self.phrase(NO_VARIANTS, &[]),
            false => self.say(&lines.join("\n")),
        }
    }

    /// Every position with its number, the one that it came from, and the step between them.
    pub(super) fn tree(&mut self) -> io::Result<()> {
        let Some(session) = self.session() else { return Ok(()) };
        let first = session.positions().saturating_sub(MOST_ROWS).max(1);
        let here = session.here();
        let mut lines = vec![format!("0{}", if here.number() == 0 { " *" } else { "" })];
        if first > 1 {
            lines.push("…".to_owned());
        }
        for node in (first..session.positions()).filter_map(|number| session.node(number)) {
            let Some((from, step)) = session.came(node) else { continue };
            let mark = if node == here { " *" } else { "" };
            lines.push(format!("{}: {} {step}{mark}", node.number(), from.number()));
        }
        self.say(&lines.join("\n"))
    }
}
