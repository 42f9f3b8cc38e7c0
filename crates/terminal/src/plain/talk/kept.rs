//! The puzzle of the day, and levels of one's own collections.

use super::{NO_GAME, Talk};
use crate::views::collection;
use crate::words::{self, Phrase};
use std::io;
use telusur_puzzles::{Entry, catalogue, daily_wish, quoted};
use telusur_session::{Collection, Session};

const UNKNOWN: Phrase = Phrase("There is no puzzle called '{}'.", "Tidak ada teka-teki bernama '{}'.");
const WRONG_CLOCK: Phrase = Phrase("The clock of this machine is wrong.", "Jam mesin ini salah.");
const NO_COLLECTION: Phrase = Phrase("There is no such collection.", "Tidak ada koleksi seperti itu.");
const NO_LEVEL: Phrase = Phrase("There is no such level in it.", "Tidak ada level seperti itu di dalamnya.");
const NONE_KEPT: Phrase = Phrase(
    "You have no collections yet; the page imports lists of levels and keeps levels that you draw.",
    "Anda belum punya koleksi; halaman web mengimpor daftar level dan menyimpan level yang Anda gambar.",
);

/// A collection, or why it can't be listed.
type Listed = Result<Collection, String>;

impl Talk<'_> {
    /// Begins the puzzle of the day.
    pub(super) fn daily(&mut self, puzzle: Option<&str>) -> io::Result<()> {
        let entry = match (puzzle, self.session()) {
            (Some(name), _) => match catalogue::find(name) {
                Some(entry) => entry,
                None => return self.reject(&UNKNOWN.fill(self.language(), &[&quoted(name)])),
            },
            (None, Some(session)) => session.entry(),
            (None, None) => return self.refuse(NO_GAME),
        };
        match (self.with.today)() {
            Some(date) => self.grant(entry, daily_wish(entry, date)),
            None => self.refuse(WRONG_CLOCK),
        }
    }

    /// Lists all collections, or the levels of one, or begins one of these.
    pub(super) fn collection(&mut self, list: Option<usize>, level: Option<usize>) -> io::Result<()> {
        let mut all = self.collections();
        let Some(list) = list else { return self.list_collections(&all) };
        if list > all.len() {
            return self.refuse(NO_COLLECTION);
        }
        let collection = match all.swap_remove(list - 1) {
            Ok(collection) => collection,
            Err(why) => return self.reject(&why),
        };
        let Some(level) = level else { return self.list_collection(&collection) };
        let Some(level) = collection.levels.get(level - 1) else { return self.refuse(NO_LEVEL) };
        self.made(Session::open(collection.entry.name(), &level.setup))
    }

    /// Those of the puzzle in play, or of all.
    fn collections(&self) -> Vec<Listed> {
        let (keeper, language) = (&*self.with.keeper, self.language());
        let puzzles: Vec<&'static dyn Entry> = match self.session() {
            Some(session) => vec![session.entry()],
            None => catalogue::all().to_vec(),
        };
        let lines = puzzles.into_iter().flat_map(|entry| collection::lines(entry, keeper));
        let read = lines.map(|line| {
            let read = collection::read(&line.key, keeper, language);
            read.map_err(|why| format!("{}: {why}", line.title))
        });
        read.collect()
    }

    fn list_collections(&mut self, all: &[Listed]) -> io::Result<()> {
        if all.is_empty() {
            return self.phrase(NONE_KEPT, &[]);
        }
        let language = self.language();
        for (number, listed) in (1..).zip(all) {
            let text = match listed {
                Ok(list) => format!(
                    "{}: {}, {}",
                    list.entry.title_in(language),
                    list.title,
                    words::solved_of(list.solved(), list.levels.len(), language)
                ),
                Err(why) => why.clone(),
            };
            self.say(&format!("{number}. {text}"))?;
        }
        Ok(())
    }

    fn list_collection(&mut self, list: &Collection) -> io::Result<()> {
        let language = self.language();
        self.say(&format!(
            "{}: {}",
            list.title,
            words::solved_of(list.solved(), list.levels.len(), language)
        ))?;
        for (number, level) in (1..).zip(&list.levels) {
            let title = level.title.clone().or_else(|| level.setup.level.clone()).unwrap_or_default();
            let mark = if level.best.is_some() { " *" } else { "" };
            self.say(&format!("{number}.{mark} {title}"))?;
        }
        Ok(())
    }
}
