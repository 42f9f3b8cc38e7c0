//! The words that plain play understands besides moves, in both languages at any time.

use crate::words::Phrase;

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Board,
    Moves,
    Undo,
    Redo,
    Restart,
    Hint,
    Solve,
    Next,
    Judge,
    Compare,
    Tree,
    Go,
    New,
    Levels,
    Make,
    Opponent,
    Sentences,
    Language,
    Save,
    Quit,
}

/// A command: its names, what follows it, and what it does.
pub(super) struct Word {
    pub(super) command: Command,
    /// English, Indonesian, and the key of the screen if there is one.
    pub(super) names: &'static [&'static str],
    /// What may follow.
    pub(super) more: Phrase,
    pub(super) does: Phrase,
}

const fn word(command: Command, names: &'static [&'static str], more: Phrase, does: Phrase) -> Word {
    Word { command, names, more, does }
}

const NONE: Phrase = Phrase("", "");

/// All commands, in the order of help.
pub(super) const WORDS: &[Word] = &[
    word(Command::Board, &["board", "papan"], NONE, Phrase("show the board again", "tunjukkan papan lagi")),
    word(
        Command::Moves,
        &["moves", "langkah"],
        NONE,
        Phrase("list the legal moves", "daftar langkah yang boleh"),
    ),
    word(Command::Hint, &["hint", "petunjuk", "H"], NONE, Phrase("a best move", "satu langkah terbaik")),
    word(Command::Judge, &["judge", "nilai"], NONE, Phrase("what every move does", "akibat setiap langkah")),
    word(
        Command::Solve,
        &["solve", "selesaikan"],
        NONE,
        Phrase("solve from here; 'next' follows the solution", "selesaikan dari sini; 'lanjut' mengikutinya"),
    ),
    word(
        Command::Next,
        &["next", "lanjut", "]"],
        Phrase("[N]", "[N]"),
        Phrase("make the next moves of the solution", "langkah penyelesaian berikutnya"),
    ),
    word(
        Command::Undo,
        &["undo", "batal", "u"],
        NONE,
        Phrase("take the last step back", "batalkan langkah terakhir"),
    ),
    word(Command::Redo, &["redo", "ulang", "r"], NONE, Phrase("make it again", "ulangi langkah itu")),
    word(Command::Restart, &["restart", "awal", "R"], NONE, Phrase("back to the start", "kembali ke awal")),
    word(
        Command::Tree,
        &["tree", "pohon"],
        NONE,
        Phrase("everything played, numbered", "semua yang dimainkan, bernomor"),
    ),
    word(
        Command::Go,
        &["go", "ke"],
        Phrase("N", "N"),
        Phrase("to a position of the tree", "ke suatu posisi pohon"),
    ),
    word(
        Command::Compare,
        &["compare", "bandingkan"],
        NONE,
        Phrase("every algorithm on this position", "semua algoritma pada posisi ini"),
    ),
    word(
        Command::Opponent,
        &["opponent", "lawan"],
        Phrase("[NAME [SEAT]]", "[NAMA [KURSI]]"),
        Phrase("who plays; 'person' for somebody here", "siapa bermain; 'person' untuk orang"),
    ),
    word(Command::Levels, &["levels", "tingkat"], NONE, Phrase("list the levels", "daftar tingkat")),
    word(
        Command::New,
        &["new", "baru"],
        Phrase("[PUZZLE] LEVEL", "[TEKA-TEKI] TINGKAT"),
        Phrase("begin a level by its name", "mulai suatu tingkat menurut namanya"),
    ),
    word(
        Command::Make,
        &["make", "buat"],
        Phrase("[1-10]", "[1-10]"),
        Phrase("make a level and begin it", "buat tingkat dan mulai"),
    ),
    word(
        Command::Sentences,
        &["sentences", "kalimat"],
        NONE,
        Phrase("boards as sentences, or drawn again", "papan sebagai kalimat, atau gambar lagi"),
    ),
    word(
        Command::Language,
        &["language", "bahasa"],
        Phrase("en|id", "en|id"),
        Phrase("Bahasa Indonesia", "English"),
    ),
    word(
        Command::Save,
        &["save", "simpan"],
        NONE,
        Phrase("print the game as text", "cetak permainan sebagai teks"),
    ),
    word(Command::Help, &["help", "bantuan", "?"], NONE, Phrase("this list", "daftar ini")),
    word(
        Command::Quit,
        &["quit", "keluar", "q"],
        NONE,
        Phrase("leave; the game is kept", "keluar; permainan tersimpan"),
    ),
];

/// The command that a word names.
pub(super) fn find(name: &str) -> Option<Command> {
    WORDS.iter().find(|word| word.names.contains(&name)).map(|word| word.command)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use telusur_puzzles::catalogue;

    #[test]
    fn no_word_means_two_things_and_none_is_a_move() {
        let names: Vec<&str> = WORDS.iter().flat_map(|word| word.names).copied().collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for entry in catalogue::all() {
            for level in entry.levels() {
                let moves = entry.open(&level.setup()).unwrap().moves();
                let clash = moves.iter().find(|text| names.contains(&text.as_str()));
                assert_eq!(clash, None, "{} {}", entry.name(), level.name);
            }
        }
    }
}
