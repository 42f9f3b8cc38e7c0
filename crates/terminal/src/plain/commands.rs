//! The words that plain play understands besides moves, in both languages at any time.

use crate::words::Phrase;
use std::collections::BTreeMap;
use telusur_puzzles::Language;

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
    Analysis,
    Compare,
    Tree,
    Go,
    New,
    Levels,
    Make,
    Daily,
    Collection,
    Opponent,
    Options,
    Variant,
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
    word(
        Command::Hint,
        &["hint", "petunjuk", "H"],
        NONE,
        Phrase(
            "solvable? again: how far? again: which move?",
            "bisa? lagi: berapa jauh? lagi: langkah mana?",
        ),
    ),
    word(
        Command::Analysis,
        &["analysis", "analisis", "a"],
        NONE,
        Phrase("turn analysis after every move on or off", "sebutkan sisa sesudah tiap langkah, atau tidak"),
    ),
    word(Command::Judge, &["judge", "nilai"], NONE, Phrase("judge every move", "nilai setiap langkah")),
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
        Phrase("make the next moves of the solution", "langkah solusi berikutnya"),
    ),
    word(
        Command::Undo,
        &["undo", "batal", "u"],
        NONE,
        Phrase("undo the last step", "batalkan langkah terakhir"),
    ),
    word(
        Command::Redo,
        &["redo", "ulang", "r"],
        NONE,
        Phrase("redo the step that was undone", "ulangi langkah itu"),
    ),
    word(Command::Restart, &["restart", "awal", "R"], NONE, Phrase("back to the start", "kembali ke awal")),
    word(
        Command::Tree,
        &["tree", "pohon"],
        NONE,
        Phrase("list everything played, with numbers", "semua yang dimainkan, bernomor"),
    ),
    word(
        Command::Go,
        &["go", "ke"],
        Phrase("N", "N"),
        Phrase("go to a position of the tree", "ke suatu posisi pohon"),
    ),
    word(
        Command::Compare,
        &["compare", "bandingkan"],
        NONE,
        Phrase("compare all algorithms on this position", "semua algoritma pada posisi ini"),
    ),
    word(
        Command::Opponent,
        &["opponent", "lawan"],
        Phrase("[NAME [SEAT]]", "[NAMA [KURSI]]"),
        Phrase("choose who plays; 'person' for somebody here", "siapa bermain; 'person' untuk orang"),
    ),
    word(
        Command::Options,
        &["options", "opsi"],
        Phrase("NAME=VALUE ...", "NAMA=NILAI ..."),
        Phrase("continue this level with other options", "lanjutkan level ini dengan opsi lain"),
    ),
    word(
        Command::Variant,
        &["variant", "varian"],
        Phrase("[NAME]", "[NAMA]"),
        Phrase("list variants, or continue with one", "daftar varian, atau lanjutkan dengan satu"),
    ),
    word(Command::Levels, &["levels", "level"], NONE, Phrase("list the levels", "daftar level")),
    word(
        Command::New,
        &["new", "baru"],
        Phrase("[PUZZLE] LEVEL", "[TEKA-TEKI] LEVEL"),
        Phrase("start a level by its name", "mulai suatu level menurut namanya"),
    ),
    word(
        Command::Make,
        &["make", "buat"],
        Phrase("[1-10]", "[1-10]"),
        Phrase("make a level and start it", "buat level dan mulai"),
    ),
    word(
        Command::Daily,
        &["daily", "harian"],
        Phrase("[PUZZLE]", "[TEKA-TEKI]"),
        Phrase("start the puzzle of the day", "mulai teka-teki hari ini"),
    ),
    word(
        Command::Collection,
        &["collection", "koleksi"],
        Phrase("[N [LEVEL]]", "[N [LEVEL]]"),
        Phrase(
            "list your collections, or one; or start a level",
            "koleksi Anda, isinya, atau mulai levelnya",
        ),
    ),
    word(
        Command::Sentences,
        &["sentences", "kalimat"],
        NONE,
        Phrase("show boards as sentences, or drawn", "papan sebagai kalimat, atau gambar lagi"),
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
    word(Command::Quit, &["quit", "keluar", "q"], NONE, Phrase("leave", "keluar")),
];

/// A command with what was said after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// One that stands alone.
    Alone(Command),
    /// So many moves of the solution.
    Next(usize),
    /// To the position with this number.
    Go(usize),
    /// A level by its name or text, perhaps after the name of a puzzle.
    New(String),
    /// A level of this difficulty, or any.
    Make(Option<u8>),
    /// The puzzle of the day, of this puzzle or the one in play.
    Daily(Option<String>),
    /// All collections; the levels of one; one of its levels. Both numbers count from 1.
    Collection(Option<usize>, Option<usize>),
    /// Who plays; or whom there is to choose from.
    Opponent(Option<(String, u32)>),
    /// With these options, by name.
    Options(BTreeMap<String, String>),
    /// With this variant; or which there are.
    Variant(Option<String>),
    /// In this language.
    Language(Language),
}

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Nothing: it is empty, or a comment.
    Nothing,
    /// Moves, as far as these words tell.
    Moves,
    /// Something else.
    Request(Request),
    /// Something that can't be read: the command, what was said after it, and what should be.
    Unreadable(&'static str, String, Phrase),
}

const NOTHING: Phrase = Phrase("nothing", "tidak ada apa-apa");
const COUNT: Phrase = Phrase("a number of moves, or nothing", "banyaknya langkah, atau kosong");
const POSITION: Phrase =
    Phrase("the number of a position, as in 'tree'", "nomor posisi, seperti pada 'pohon'");
const DIFFICULTY: Phrase =
    Phrase("a difficulty from 1 to 10, or nothing", "kesulitan dari 1 sampai 10, atau kosong");
const PLAYER: Phrase = Phrase(
    "a name and perhaps the number of a player, or nothing",
    "nama dan boleh nomor pemain, atau kosong",
);
const OPTIONS: Phrase = Phrase(
    "options such as discs=4, with nothing after '=' to take one away",
    "opsi seperti discs=4, tanpa nilai sesudah '=' untuk menghapusnya",
);
const VARIANT: Phrase = Phrase("the name of a variant, or nothing", "nama varian, atau kosong");
const PUZZLE: Phrase = Phrase("the name of a puzzle, or nothing", "nama teka-teki, atau kosong");
const NUMBERS: Phrase = Phrase(
    "the number of a collection and perhaps that of a level, or nothing",
    "nomor koleksi dan boleh nomor level, atau kosong",
);
const TAG: Phrase = Phrase("en or id", "en atau id");

/// Reads a line.
pub(super) fn read(line: &str) -> Asked {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if first.is_empty() || first.starts_with('#') {
        return Asked::Nothing;
    }
    let named = WORDS.iter().find_map(|word| Some((word, *word.names.iter().find(|name| **name == first)?)));
    let Some((word, name)) = named else { return Asked::Moves };
    let rest = rest.trim();
    match request(word.command, rest) {
        Ok(request) => Asked::Request(request),
        Err(expected) => Asked::Unreadable(name, rest.to_owned(), expected),
    }
}

/// What a command means with what follows it; or what should follow it.
fn request(command: Command, rest: &str) -> Result<Request, Phrase> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    match (command, words.as_slice()) {
        (Command::Next, []) => Ok(Request::Next(1)),
        (Command::Next, [count]) => match count.parse() {
            Ok(count) if count > 0 => Ok(Request::Next(count)),
            _ => Err(COUNT),
        },
        (Command::Next, _) => Err(COUNT),
        (Command::Go, [number]) => number.parse().map(Request::Go).map_err(|_| POSITION),
        (Command::Go, _) => Err(POSITION),
        (Command::New, _) => Ok(Request::New(rest.to_owned())),
        (Command::Make, []) => Ok(Request::Make(None)),
        (Command::Make, [difficulty]) => match difficulty.parse() {
            Ok(difficulty @ 1..=10) => Ok(Request::Make(Some(difficulty))),
            _ => Err(DIFFICULTY),
        },
        (Command::Make, _) => Err(DIFFICULTY),
        (Command::Daily, []) => Ok(Request::Daily(None)),
        (Command::Daily, [puzzle]) => Ok(Request::Daily(Some((*puzzle).to_owned()))),
        (Command::Daily, _) => Err(PUZZLE),
        (Command::Collection, []) => Ok(Request::Collection(None, None)),
        (Command::Collection, [list]) => Ok(Request::Collection(Some(counted(list)?), None)),
        (Command::Collection, [list, level]) => {
            Ok(Request::Collection(Some(counted(list)?), Some(counted(level)?)))
        }
        (Command::Collection, _) => Err(NUMBERS),
        (Command::Opponent, []) => Ok(Request::Opponent(None)),
        (Command::Opponent, [name]) => Ok(Request::Opponent(Some(((*name).to_owned(), 2)))),
        (Command::Opponent, [name, player]) => match player.parse() {
            Ok(player) if player > 0 => Ok(Request::Opponent(Some(((*name).to_owned(), player)))),
            _ => Err(PLAYER),
        },
        (Command::Opponent, _) => Err(PLAYER),
        (Command::Options, []) => Err(OPTIONS),
        (Command::Options, pairs) => {
            let option = |pair: &&str| {
                let (name, value) = pair.split_once('=')?;
                (!name.is_empty()).then(|| (name.to_owned(), value.to_owned()))
            };
            pairs.iter().map(option).collect::<Option<_>>().map(Request::Options).ok_or(OPTIONS)
        }
        (Command::Variant, []) => Ok(Request::Variant(None)),
        (Command::Variant, [name]) => Ok(Request::Variant(Some((*name).to_owned()))),
        (Command::Variant, _) => Err(VARIANT),
        (Command::Language, [tag]) => tag.parse().map(Request::Language).map_err(|_| TAG),
        (Command::Language, _) => Err(TAG),
        (command, []) => Ok(Request::Alone(command)),
        (_, _) => Err(NOTHING),
    }
}

/// A number that counts from 1.
fn counted(word: &str) -> Result<usize, Phrase> {
    word.parse().ok().filter(|&number| number > 0).ok_or(NUMBERS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use telusur_puzzles::catalogue;

    #[test]
    fn what_can_not_be_read_is_refused() {
        let is_read = |line: &str| !matches!(read(line), Asked::Unreadable(..));
        for line in [
            "next",
            "next 3",
            "go 0",
            "make",
            "make 10",
            "opponent",
            "opponent person",
            "opponent x 2",
            "daily",
            "daily tiles",
            "collection",
            "collection 1",
            "collection 1 2",
            "options discs=4 rule=",
        ] {
            assert!(is_read(line), "{line}");
        }
        for line in [
            "next x",
            "next 0",
            "next -1",
            "next 1 2",
            "go",
            "go x",
            "go 1 2",
            "make 0",
            "make 11",
            "make x",
            "opponent x y",
            "opponent x 0",
            "opponent x 1 2",
            "daily a b",
            "collection x",
            "collection 0",
            "collection 1 0",
            "collection 1 2 3",
            "options",
            "options discs",
            "options discs=4 =3",
            "language",
            "language de",
            "language en id",
        ] {
            assert!(!is_read(line), "{line}");
        }
        // Whatever takes nothing refuses something, in each of its names.
        for word in WORDS.iter().filter(|word| word.more == NONE) {
            for name in word.names {
                assert_eq!(read(name), Asked::Request(Request::Alone(word.command)));
                assert_eq!(read(&format!(" {name}  x ")), Asked::Unreadable(name, "x".to_owned(), NOTHING));
            }
        }
        assert_eq!(
            (read("  "), read("# undo"), read("A>C undo")),
            (Asked::Nothing, Asked::Nothing, Asked::Moves)
        );
    }

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
