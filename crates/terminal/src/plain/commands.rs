//! The words that plain play understands besides moves, in both languages at any time.

use crate::words::Phrase;
use std::collections::BTreeMap;
use telusur_puzzles::Language;
use telusur_session::Act;

/// A command: its names, what follows it, and what it does.
pub(super) struct Word {
    /// English, Indonesian, and the key of the screen if there is one.
    pub(super) names: &'static [&'static str],
    /// What may follow.
    pub(super) more: Phrase,
    pub(super) does: Phrase,
    takes: Takes,
}

/// What a command asks for.
enum Takes {
    /// It stands alone.
    Nothing(Request),
    /// What it means with what follows it, if it means anything; and what should follow.
    Words(fn(&str) -> Option<Request>, Phrase),
}

const fn alone(request: Request, names: &'static [&'static str], does: Phrase) -> Word {
    Word { names, more: NONE, does, takes: Takes::Nothing(request) }
}

const fn word(
    names: &'static [&'static str],
    more: Phrase,
    does: Phrase,
    read: fn(&str) -> Option<Request>,
    expected: Phrase,
) -> Word {
    Word { names, more, does, takes: Takes::Words(read, expected) }
}

const NONE: Phrase = Phrase("", "");

/// All commands, in the order of help.
pub(super) const WORDS: &[Word] = &[
    alone(Request::Board, &["board", "papan"], Phrase("show the board again", "tunjukkan papan lagi")),
    alone(Request::Moves, &["moves", "langkah"], Phrase("list the legal moves", "daftar langkah yang boleh")),
    alone(
        Request::Hint,
        &["hint", "petunjuk", "H"],
        Phrase(
            "solvable? again: how far? again: which move?",
            "bisa? lagi: berapa jauh? lagi: langkah mana?",
        ),
    ),
    alone(
        Request::Analysis,
        &["analysis", "analisis", "a"],
        Phrase("turn analysis after every move on or off", "sebutkan sisa sesudah tiap langkah, atau tidak"),
    ),
    alone(Request::Judge, &["judge", "nilai"], Phrase("judge every move", "nilai setiap langkah")),
    alone(
        Request::Solve,
        &["solve", "selesaikan"],
        Phrase("solve from here; 'next' follows the solution", "selesaikan dari sini; 'lanjut' mengikutinya"),
    ),
    word(
        &["next", "lanjut", "]"],
        Phrase("[N]", "[N]"),
        Phrase("make the next moves of the solution", "langkah solusi berikutnya"),
        next,
        Phrase("a number of moves, or nothing", "banyaknya langkah, atau kosong"),
    ),
    alone(
        Request::Act(Act::Undo),
        &["undo", "batal", "u"],
        Phrase("undo the last step", "batalkan langkah terakhir"),
    ),
    alone(
        Request::Act(Act::Redo),
        &["redo", "ulang", "r"],
        Phrase("redo the step that was undone", "ulangi langkah itu"),
    ),
    alone(
        Request::Act(Act::Restart),
        &["restart", "awal", "R"],
        Phrase("back to the start", "kembali ke awal"),
    ),
    alone(
        Request::Tree,
        &["tree", "pohon"],
        Phrase("list everything played, with numbers", "semua yang dimainkan, bernomor"),
    ),
    word(
        &["go", "ke"],
        Phrase("N", "N"),
        Phrase("go to a position of the tree", "ke suatu posisi pohon"),
        go,
        Phrase("the number of a position, as in 'tree'", "nomor posisi, seperti pada 'pohon'"),
    ),
    alone(
        Request::Compare,
        &["compare", "bandingkan"],
        Phrase("compare all algorithms on this position", "semua algoritma pada posisi ini"),
    ),
    word(
        &["opponent", "lawan"],
        Phrase("[NAME [SEAT]]", "[NAMA [KURSI]]"),
        Phrase("choose who plays; 'person' for somebody here", "siapa bermain; 'person' untuk orang"),
        opponent,
        Phrase(
            "a name and perhaps the number of a player, or nothing",
            "nama dan boleh nomor pemain, atau kosong",
        ),
    ),
    word(
        &["options", "opsi"],
        Phrase("NAME=VALUE ...", "NAMA=NILAI ..."),
        Phrase("continue this level with other options", "lanjutkan level ini dengan opsi lain"),
        options,
        Phrase(
            "options such as discs=4, with nothing after '=' to take one away",
            "opsi seperti discs=4, tanpa nilai sesudah '=' untuk menghapusnya",
        ),
    ),
    word(
        &["variant", "varian"],
        Phrase("[NAME]", "[NAMA]"),
        Phrase("list variants, or continue with one", "daftar varian, atau lanjutkan dengan satu"),
        variant,
        Phrase("the name of a variant, or nothing", "nama varian, atau kosong"),
    ),
    alone(Request::Levels, &["levels", "level"], Phrase("list the levels", "daftar level")),
    word(
        &["new", "baru"],
        Phrase("[PUZZLE] LEVEL", "[TEKA-TEKI] LEVEL"),
        Phrase("start a level by its name", "mulai suatu level menurut namanya"),
        new,
        NOTHING,
    ),
    word(
        &["make", "buat"],
        Phrase("[1-10]", "[1-10]"),
        Phrase("make a level and start it", "buat level dan mulai"),
        make,
        Phrase("a difficulty from 1 to 10, or nothing", "kesulitan dari 1 sampai 10, atau kosong"),
    ),
    word(
        &["daily", "harian"],
        Phrase("[PUZZLE]", "[TEKA-TEKI]"),
        Phrase("start the puzzle of the day", "mulai teka-teki hari ini"),
        daily,
        Phrase("the name of a puzzle, or nothing", "nama teka-teki, atau kosong"),
    ),
    word(
        &["collection", "koleksi"],
        Phrase("[N [LEVEL]]", "[N [LEVEL]]"),
        Phrase(
            "list your collections, or one; or start a level",
            "koleksi Anda, isinya, atau mulai levelnya",
        ),
        collection,
        Phrase(
            "the number of a collection and perhaps that of a level, or nothing",
            "nomor koleksi dan boleh nomor level, atau kosong",
        ),
    ),
    alone(
        Request::Sentences,
        &["sentences", "kalimat"],
        Phrase("show boards as sentences, or drawn", "papan sebagai kalimat, atau gambar lagi"),
    ),
    word(
        &["language", "bahasa"],
        Phrase("en|id", "en|id"),
        Phrase("Bahasa Indonesia", "English"),
        language,
        Phrase("en or id", "en atau id"),
    ),
    alone(
        Request::Save,
        &["save", "simpan"],
        Phrase("print the game as text", "cetak permainan sebagai teks"),
    ),
    alone(Request::Help, &["help", "bantuan", "?"], Phrase("this list", "daftar ini")),
    alone(Request::Quit, &["quit", "keluar", "q"], Phrase("leave", "keluar")),
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

const NOTHING: Phrase = Phrase("nothing", "tidak ada apa-apa");

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
    let (request, expected) = match &word.takes {
        Takes::Nothing(request) => (rest.is_empty().then(|| request.clone()), NOTHING),
        Takes::Words(read, expected) => (read(rest), *expected),
    };
    request.map_or_else(|| Asked::Unreadable(name, rest.to_owned(), expected), Asked::Request)
}

fn words(rest: &str) -> Vec<&str> {
    rest.split_whitespace().collect()
}

/// A number that counts from 1.
fn counted(word: &str) -> Option<usize> {
    word.parse().ok().filter(|&number| number > 0)
}

fn next(rest: &str) -> Option<Request> {
    Some(Request::Next(if rest.is_empty() { 1 } else { counted(rest)? }))
}

fn go(rest: &str) -> Option<Request> {
    rest.parse().ok().map(|number| Request::Act(Act::Go(number)))
}

/// Blanks may mean something in a level.
fn new(rest: &str) -> Option<Request> {
    Some(Request::New(rest.to_owned()))
}

fn make(rest: &str) -> Option<Request> {
    match rest.parse() {
        _ if rest.is_empty() => Some(Request::Make(None)),
        Ok(difficulty @ 1..=10) => Some(Request::Make(Some(difficulty))),
        _ => None,
    }
}

/// A single word, or nothing.
fn name(rest: &str) -> Option<Option<String>> {
    match words(rest)[..] {
        [] => Some(None),
        [name] => Some(Some(name.to_owned())),
        _ => None,
    }
}

fn daily(rest: &str) -> Option<Request> {
    name(rest).map(Request::Daily)
}

fn variant(rest: &str) -> Option<Request> {
    name(rest).map(|name| name.map_or(Request::Variants, |name| Request::Act(Act::Variant(name))))
}

fn collection(rest: &str) -> Option<Request> {
    Some(match words(rest)[..] {
        [] => Request::Collection(None, None),
        [list] => Request::Collection(Some(counted(list)?), None),
        [list, level] => Request::Collection(Some(counted(list)?), Some(counted(level)?)),
        _ => return None,
    })
}

fn opponent(rest: &str) -> Option<Request> {
    Some(Request::Opponent(match words(rest)[..] {
        [] => None,
        [name] => Some((name.to_owned(), 2)),
        [name, player] => Some((name.to_owned(), player.parse().ok().filter(|&player| player > 0)?)),
        _ => return None,
    }))
}

fn options(rest: &str) -> Option<Request> {
    let option = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        (!name.is_empty()).then(|| (name.to_owned(), value.to_owned()))
    };
    let options: BTreeMap<String, String> = rest.split_whitespace().map(option).collect::<Option<_>>()?;
    (!options.is_empty()).then_some(Request::Act(Act::Options(options)))
}

fn language(rest: &str) -> Option<Request> {
    rest.parse().ok().map(Request::Language)
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
