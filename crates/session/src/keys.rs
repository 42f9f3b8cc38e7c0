//! The keys, once for the page and the terminal, with what they do in words.
//!
//! A variant that a puzzle offers may have a key of its own, which goes before those of this table in the same way as
//! lines for one puzzle only.
//!
//! Keys are named as browsers name them in `KeyboardEvent.key`, with `Ctrl+` in front where that is held.

use serde::Serialize;
use telusur_puzzles::Language;

/// What a key does. Interfaces write its name in lower case, as in `play-pause`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// The cursor goes left.
    Left,
    /// The cursor goes down.
    Down,
    /// The cursor goes up.
    Up,
    /// The cursor goes right.
    Right,
    /// Picks up and puts down.
    Grip,
    /// Chooses a numbered place, or how many.
    Number,
    /// Takes the last step back.
    Undo,
    /// Makes it again.
    Redo,
    /// Back to the start of the level.
    Restart,
    /// Another level.
    New,
    /// Shows a best move.
    Hint,
    /// Solves from here.
    Solve,
    /// Shows or hides what is known about the position.
    Analysis,
    /// Plays the solution, or pauses.
    PlayPause,
    /// One step back in the solution.
    StepBack,
    /// One step forward in the solution.
    StepOn,
    /// Plays faster.
    Faster,
    /// Plays slower.
    Slower,
    /// To the beginning of the solution.
    First,
    /// To its end.
    Last,
    /// Lets go, or closes what is open.
    Cancel,
    /// Shows the keys.
    Help,
    /// The tile right of the blank slides left; and so on.
    SlideLeft,
    /// The tile left of the blank slides right.
    SlideRight,
    /// The tile below the blank slides up.
    SlideUp,
    /// The tile above the blank slides down.
    SlideDown,
}

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// What happens.
    pub action: Action,
    /// The keys that do it, the usual one first.
    pub keys: &'static [&'static str],
    /// The only puzzle that it is for; there it goes before other lines with the same key, but only while nothing is
    /// picked up.
    pub puzzle: Option<&'static str>,
    english: &'static str,
    indonesian: &'static str,
}

impl Key {
    /// What it does, in words.
    #[must_use]
    pub fn words(&self, language: Language) -> &'static str {
        language.choose(self.english, self.indonesian)
    }

    /// The same in one puzzle only.
    const fn only(self, puzzle: &'static str) -> Key {
        Key { puzzle: Some(puzzle), ..self }
    }
}

const fn key(
    action: Action,
    keys: &'static [&'static str],
    english: &'static str,
    indonesian: &'static str,
) -> Key {
    Key { action, keys, puzzle: None, english, indonesian }
}

/// All keys, in the order in which help shows them.
pub const KEYS: &[Key] = &[
    key(Action::Left, &["ArrowLeft", "h"], "move the cursor left", "kursor ke kiri"),
    key(Action::Down, &["ArrowDown", "j"], "move the cursor down", "kursor ke bawah"),
    key(Action::Up, &["ArrowUp", "k"], "move the cursor up", "kursor ke atas"),
    key(Action::Right, &["ArrowRight", "l"], "move the cursor right", "kursor ke kanan"),
    key(
        Action::Grip,
        &[" ", "Enter"],
        "pick up and put down, or end a number",
        "ambil dan letakkan, atau akhiri bilangan",
    ),
    key(
        Action::Number,
        &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"],
        "choose a peg, tube, pile or tile, or how many stones",
        "pilih tiang, tabung, tumpukan, atau ubin, atau banyaknya batu",
    ),
    key(Action::Undo, &["u", "Ctrl+z"], "undo the last step", "batalkan langkah terakhir"),
    key(Action::Redo, &["r", "Ctrl+y"], "redo the step that was undone", "ulangi langkah itu"),
    key(Action::Restart, &["R"], "back to the start", "kembali ke awal"),
    key(Action::New, &["n"], "new level", "level baru"),
    key(Action::Hint, &["H"], "hint; again for more", "petunjuk; lagi untuk lebih lanjut"),
    key(Action::Solve, &["s"], "solve from here", "selesaikan dari sini"),
    key(Action::Analysis, &["a"], "analysis on or off", "analisis nyala atau mati"),
    key(Action::PlayPause, &["p"], "play or pause the solution", "putar atau jeda solusi"),
    key(Action::StepBack, &["["], "one step back in the solution", "mundur satu langkah solusi"),
    key(Action::StepOn, &["]"], "one step forward in the solution", "maju satu langkah solusi"),
    key(Action::Faster, &["+", "="], "play faster", "putar lebih cepat"),
    key(Action::Slower, &["-"], "play slower", "putar lebih lambat"),
    key(Action::First, &["g"], "to the beginning of the solution", "ke awal solusi"),
    key(Action::Last, &["G"], "to the end of the solution", "ke akhir solusi"),
    key(Action::Cancel, &["Escape"], "let go, stop a search, close", "lepaskan, hentikan pencarian, tutup"),
    key(Action::Help, &["?"], "show the keys", "tunjukkan tombol"),
    key(Action::Faster, &["ArrowUp"], "play faster", "putar lebih cepat").only("hanoi"),
    key(Action::Slower, &["ArrowDown"], "play slower", "putar lebih lambat").only("hanoi"),
    key(Action::SlideLeft, &["ArrowLeft"], "slide a tile left", "geser ubin ke kiri").only("tiles"),
    key(Action::SlideRight, &["ArrowRight"], "slide a tile right", "geser ubin ke kanan").only("tiles"),
    key(Action::SlideUp, &["ArrowUp"], "slide a tile up", "geser ubin ke atas").only("tiles"),
    key(Action::SlideDown, &["ArrowDown"], "slide a tile down", "geser ubin ke bawah").only("tiles"),
];

/// What a key does in a puzzle.
#[must_use]
pub fn action(key: &str, puzzle: &str, is_holding: bool) -> Option<Action> {
    let lines = || KEYS.iter().filter(|line| line.keys.contains(&key));
    let own = lines().find(|line| !is_holding && line.puzzle == Some(puzzle));
    own.or_else(|| lines().find(|line| line.puzzle.is_none())).map(|line| line.action)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use telusur_puzzles::catalogue;

    #[test]
    fn no_key_has_two_meanings() {
        let mut puzzles: Vec<Option<&str>> =
            catalogue::all().iter().map(|entry| Some(entry.name())).collect();
        puzzles.push(None);
        for puzzle in puzzles {
            let lines = KEYS.iter().filter(|line| line.puzzle == puzzle);
            let mut keys: Vec<&str> = lines.flat_map(|line| line.keys).copied().collect();
            let entry = puzzle.and_then(catalogue::find);
            let board = entry.and_then(|entry| entry.open(&telusur_puzzles::Setup::default()).ok());
            if let (Some(entry), Some(board)) = (entry, board) {
                keys.extend(entry.variants(&*board).iter().filter_map(|variant| variant.key));
            }
            assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len(), "{puzzle:?}: {keys:?}");
        }
        assert!(KEYS.iter().all(|line| line.puzzle.is_none_or(|name| catalogue::find(name).is_some())));
        assert!(KEYS.iter().all(|line| Language::ALL.iter().all(|&l| !line.words(l).is_empty())));
    }

    #[test]
    fn the_papers_keys_work_in_hanoi_with_empty_hands() {
        assert_eq!(action("ArrowLeft", "klotski", false), Some(Action::Left));
        assert_eq!(action("ArrowLeft", "tiles", false), Some(Action::SlideLeft));
        assert_eq!(action("h", "tiles", false), Some(Action::Left));
        assert_eq!(action("ArrowUp", "hanoi", false), Some(Action::Faster));
        assert_eq!(action("ArrowUp", "hanoi", true), Some(Action::Up));
        assert_eq!(action("H", "hanoi", false), Some(Action::Hint));
        assert_eq!(action("h", "hanoi", false), Some(Action::Left));
        assert_eq!(action("F1", "hanoi", false), None);
    }
}
