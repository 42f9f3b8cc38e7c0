//! A list of levels of one's own, with what was achieved in it.

use super::chosen::{Choice, Chosen};
use super::sheet::Sheet;
use super::window;
use crate::words::{self, Phrase};
use telusur_puzzles::{Entry, Language};
use telusur_search::Deadline;
use telusur_session::palette::Tone;
use telusur_session::{Collection, CollectionLevel, Keeper, KeptText, LevelIdentity, TextKind};

const COLLECTION: Phrase = Phrase("collection", "koleksi");
const BY: Phrase = Phrase("by {}", "oleh {}");
const BEST: Phrase = Phrase("yours {}", "Anda {}");
const GONE: Phrase = Phrase("This collection no longer exists.", "Koleksi ini tidak tersimpan lagi.");
const FOOT: Phrase = Phrase("↑ ↓ Enter choose  q back", "↑ ↓ Enter pilih  q kembali");

/// Collections of a puzzle whose levels are counted for its list; to open all levels of hundreds would take long.
const MOST_COUNTED: usize = 20;

/// A collection in a list: what it is found by, its title, and how many of its levels are solved, where that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) key: String,
    pub(crate) title: String,
    progress: Option<(usize, usize)>,
}

impl Line {
    /// How far one has come in it.
    pub(crate) fn progress(&self, language: Language) -> String {
        match self.progress {
            Some((solved, all)) => words::solved_of(solved, all, language),
            None => COLLECTION.say(language).to_owned(),
        }
    }
}

/// The collections of a puzzle that somebody keeps. Where they can't be read there are none.
pub(crate) fn lines(entry: &dyn Entry, keeper: &dyn Keeper) -> Vec<Line> {
    let texts = keeper.texts(&TextKind::Levels(entry.name().to_owned())).unwrap_or_default();
    let line = |(i, text): (usize, KeptText)| {
        // Where it can't be read, nothing is said here.
        let read = (i < MOST_COUNTED).then(|| read(&text.key, keeper, Language::default()).ok()).flatten();
        Line {
            title: Collection::title_of(&text.head).to_owned(),
            key: text.key,
            progress: read.map(|list| (list.solved(), list.levels.len())),
        }
    };
    texts.into_iter().enumerate().map(line).collect()
}

/// Reads a collection, or says why it can't be shown.
pub(crate) fn read(key: &str, keeper: &dyn Keeper, language: Language) -> Result<Collection, String> {
    let text = keeper.text(key).map_err(|error| error.to_string())?;
    let text = text.ok_or_else(|| GONE.say(language).to_owned())?;
    let best = |level: &LevelIdentity| keeper.best(level).ok().flatten();
    Collection::read(&text, best, &Deadline::never()).map_err(|error| error.to_string())
}

/// The list.
pub(crate) struct CollectionView {
    collection: Collection,
    pub(crate) chosen: Chosen,
}

impl CollectionView {
    pub(crate) fn new(collection: Collection) -> Self {
        // The first level that is not solved yet.
        let next = collection.levels.iter().position(|level| level.best.is_none()).unwrap_or(0);
        let chosen = Chosen::new(next, collection.levels.len());
        CollectionView { collection, chosen }
    }

    pub(crate) fn entry(&self) -> &'static dyn Entry {
        self.collection.entry
    }

    /// The level that is chosen.
    pub(crate) fn choice(&self) -> Option<Choice> {
        let level = self.collection.levels.get(self.chosen.row())?;
        Some(Choice::Level(self.collection.entry, level.setup.clone()))
    }

    pub(crate) fn draw(&mut self, mut screen: Sheet<'_>) {
        let language = screen.language;
        let Collection { title, author, levels, .. } = &self.collection;
        let solved = words::solved_of(self.collection.solved(), levels.len(), language);
        let mut sheet = screen.page(title, &solved);
        let author_line = author.as_ref().map_or(String::new(), |author| BY.fill(language, &[author]));
        if !sheet.is_compact {
            sheet.line(&author_line, sheet.soft());
        }
        self.chosen.forget_places();
        let room = sheet.list_room(0);
        for i in window(levels.len(), self.chosen.row(), room) {
            let level = &levels[i];
            let mark = if level.best.is_some() { "✓" } else { " " };
            let name =
                level.title.clone().unwrap_or_else(|| words::LEVEL_N.fill(language, &[&(i + 1).to_string()]));
            let maker = level.author.as_deref().filter(|maker| Some(*maker) != author.as_deref());
            self.chosen.draw(&mut sheet, i, &format!("{mark} {name}"), &details(level, maker, language));
        }
        let usual = (Tone::Ink, self.collection.entry.summary_in(language));
        sheet.end(self.chosen.note_or(usual), FOOT);
    }
}

/// Who has made a level, if not who has made all of them, and how well it was solved.
fn details(level: &CollectionLevel, maker: Option<&str>, language: Language) -> String {
    let author = maker.map(|maker| BY.fill(language, &[maker]));
    let best = level.best.as_ref().map(|best| BEST.fill(language, &[&best.moves.to_string()]));
    let stars = level.stars().map(words::star_signs);
    let parts: Vec<String> = author.into_iter().chain(best).chain(stars).collect();
    parts.join("  ")
}
