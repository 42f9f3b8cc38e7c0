//! The words that plain play understands besides moves, in both languages at any time.

use crate::words::Phrase;
use telusur_puzzles::Language;
use telusur_session::Act;

/// A command: its names, what follows it, and what it does.
pub(super) struct Word {
    /// English, Indonesian, and the key of the screen if there is one.
    pub(super) names: &'static [&'static str],
    /// What may follow.
    pub(super) more: Phrase,
    pub(super) does: Phrase,
    /// The same, for whoever has written something else.
    expected: Phrase,
}

const fn alone(names: &'static [&'static str], does: Phrase) -> Word {
    word(names, NONE, does, NOTHING)
}

const fn word(names: &'static [&'static str], more: Phrase, does: Phrase, expected: Phrase) -> Word {
    Word { names, more, does, expected }
}

const NONE: Phrase = Phrase("", "");
const NOTHING: Phrase = Phrase("nothing", "tidak ada apa-apa");

/// All commands, in the order of help.
pub(super) const WORDS: &[Word] = &[
    alone(&["board", "papan"], Phrase("show the board again", "tunjukkan papan lagi")),
    alone(&["moves", "langkah"], Phrase("list the legal moves", "daftar langkah yang boleh")),
    alone(
        &["hint", "petunjuk", "H"],
        Phrase(
            "solvable? again: how far? again: which move?",
            "bisa? lagi: berapa jauh? lagi: langkah mana?",
        ),
    ),
    alone(
        &["analysis", "analisis", "a"],
        Phrase("turn analysis after every move on or off", "sebutkan sisa sesudah tiap langkah, atau tidak"),
    ),
    alone(&["judge", "nilai"], Phrase("judge every move", "nilai setiap langkah")),
    alone(
        &["solve", "selesaikan"],
        Phrase("solve from here; 'next' follows the solution", "selesaikan dari sini; 'lanjut' mengikutinya"),
    ),
    word(
        &["next", "lanjut", "]"],
        Phrase("[N]", "[N]"),
        Phrase("make the next moves of the solution", "langkah solusi berikutnya"),
        Phrase("a number of moves, or nothing", "banyaknya langkah, atau kosong"),
    ),
    alone(&["undo", "batal", "u"], Phrase("undo the last step", "batalkan langkah terakhir")),
    alone(&["redo", "ulang", "r"], Phrase("redo the step that was undone", "ulangi langkah itu")),
    alone(&["restart", "awal", "R"], Phrase("back to the start", "kembali ke awal")),
    alone(
        &["tree", "pohon"],
        Phrase("list everything played, with numbers", "semua yang dimainkan, bernomor"),
    ),
    word(
        &["go", "ke"],
        Phrase("N", "N"),
        Phrase("go to a position of the tree", "ke suatu posisi pohon"),
        Phrase("the number of a position, as in 'tree'", "nomor posisi, seperti pada 'pohon'"),
    ),
    alone(
        &["compare", "bandingkan"],
        Phrase("compare all algorithms on this position", "semua algoritma pada posisi ini"),
    ),
    word(
        &["opponent", "lawan"],
        Phrase("[NAME [SEAT]]", "[NAMA [KURSI]]"),
        Phrase("choose who plays; 'person' for somebody here", "siapa bermain; 'person' untuk orang"),
        Phrase(
            "a name and perhaps the number of a player, or nothing",
            "nama dan boleh nomor pemain, atau kosong",
        ),
    ),
    word(
        &["options", "opsi"],
        Phrase("NAME=VALUE ...", "NAMA=NILAI ..."),
        Phrase("continue this level with other options", "lanjutkan level ini dengan opsi lain"),
        Phrase(
            "options such as discs=4, with nothing after '=' to take one away",
            "opsi seperti discs=4, tanpa nilai sesudah '=' untuk menghapusnya",
        ),
    ),
    word(
        &["variant", "varian"],
        Phrase("[NAME]", "[NAMA]"),
        Phrase("list variants, or continue with one", "daftar varian, atau lanjutkan dengan satu"),
        Phrase("the name of a variant, or nothing", "nama varian, atau kosong"),
    ),
    alone(&["levels", "level"], Phrase("list the levels", "daftar level")),
    word(
        &["new", "baru"],
        Phrase("[PUZZLE] LEVEL", "[TEKA-TEKI] LEVEL"),
        Phrase("start a level by its name", "mulai suatu level menurut namanya"),
        NOTHING,
    ),
    word(
        &["make", "buat"],
        Phrase("[1-10]", "[1-10]"),
        Phrase("make a level and start it", "buat level dan mulai"),
        Phrase("a difficulty from 1 to 10, or nothing", "kesulitan dari 1 sampai 10, atau kosong"),
    ),
    word(
        &["daily", "harian"],
        Phrase("[PUZZLE]", "[TEKA-TEKI]"),
        Phrase("start the puzzle of the day", "mulai teka-teki hari ini"),
        Phrase("the name of a puzzle, or nothing", "nama teka-teki, atau kosong"),
    ),
    word(
        &["collection", "koleksi"],
        Phrase("[N [LEVEL]]", "[N [LEVEL]]"),
        Phrase(
            "list your collections, or one; or start a level",
            "koleksi Anda, isinya, atau mulai levelnya",
        ),
        Phrase(
            "the number of a collection and perhaps that of a level, or nothing",
            "nomor koleksi dan boleh nomor level, atau kosong",
        ),
    ),
    alone(
        &["sentences", "kalimat"],
        Phrase("show boards as sentences, or drawn", "papan sebagai kalimat, atau gambar lagi"),
    ),
    word(
        &["language", "bahasa"],
        Phrase("en|id", "en|id"),
        Phrase("Bahasa Indonesia", "English"),
        Phrase("en or id", "en atau id"),
    ),
    alone(&["save", "simpan"], Phrase("print the game as text", "cetak permainan sebagai teks")),
    alone(&["help", "bantuan", "?"], Phrase("this list", "daftar ini")),
    alone(&["quit", "keluar", "q"], Phrase("leave", "keluar")),
];

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    Help,
    Board,
    Moves,
    Hint,
    Solve,
    Judge,
    Analysis,
    Compare,
    Tree,
    Levels,
    Sentences,
    Save,
    Quit,
    /// Something to do to the game.
    Act(Act),
    /// So many moves of the solution.
    Next(usize),
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
    /// Which variants there are.
    Variants,
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
    request(word.names[0], rest)
        .map_or_else(|| Asked::Unreadable(name, rest.to_owned(), word.expected), Asked::Request)
}

/// What a command, by its English name, means with what follows it, if it means anything.
fn request(name: &str, rest: &str) -> Option<Request> {
    let words: Vec<&str> = rest.split_whitespace().collect();
    Some(match (name, &words[..]) {
        ("board", []) => Request::Board,
        ("moves", []) => Request::Moves,
        ("hint", []) => Request::Hint,
        ("analysis", []) => Request::Analysis,
        ("judge", []) => Request::Judge,
        ("solve", []) => Request::Solve,
        ("next", []) => Request::Next(1),
        ("next", [count]) => Request::Next(counted(count)?),
        ("undo", []) => Request::Act(Act::Undo),
        ("redo", []) => Request::Act(Act::Redo),
        ("restart", []) => Request::Act(Act::Restart),
        ("tree", []) => Request::Tree,
        ("go", [position]) => Request::Act(Act::Go(position.parse().ok()?)),
        ("compare", []) => Request::Compare,
        ("opponent", []) => Request::Opponent(None),
        ("opponent", [name]) => Request::Opponent(Some(((*name).to_owned(), 2))),
        ("opponent", [name, player]) => {
            let player = player.parse().ok().filter(|&player| player > 0)?;
            Request::Opponent(Some(((*name).to_owned(), player)))
        }
        ("options", [_, ..]) => {
            Request::Act(Act::Options(words.into_iter().map(option).collect::<Option<_>>()?))
        }
        ("variant", []) => Request::Variants,
        ("variant", [name]) => Request::Act(Act::Variant((*name).to_owned())),
        ("levels", []) => Request::Levels,
        // Blanks may mean something in a level.
        ("new", _) => Request::New(rest.to_owned()),
        ("make", []) => Request::Make(None),
        ("make", [difficulty]) => {
            Request::Make(Some(difficulty.parse().ok().filter(|level| (1..=10).contains(level))?))
        }
        ("daily", []) => Request::Daily(None),
        ("daily", [puzzle]) => Request::Daily(Some((*puzzle).to_owned())),
        ("collection", []) => Request::Collection(None, None),
        ("collection", [list]) => Request::Collection(Some(counted(list)?), None),
        ("collection", [list, level]) => Request::Collection(Some(counted(list)?), Some(counted(level)?)),
        ("sentences", []) => Request::Sentences,
        ("language", [tag]) => Request::Language(tag.parse().ok()?),
        ("save", []) => Request::Save,
        ("help", []) => Request::Help,
        ("quit", []) => Request::Quit,
        _ => return None,
    })
}

/// A number that counts from 1.
fn counted(word: &str) -> Option<usize> {
    word.parse().ok().filter(|&number| number > 0)
}

/// An option and its value.
fn option(pair: &str) -> Option<(String, String)> {
    let (name, value) = pair.split_once('=')?;
    (!name.is_empty()).then(|| (name.to_owned(), value.to_owned()))
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
                assert!(matches!(read(name), Asked::Request(_)), "{name}");
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
