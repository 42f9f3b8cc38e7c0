//! What the terminal itself says, in every language. Sentences about positions and answers come from the session.

use num_bigint::BigUint;
use telusur_puzzles::{Language, Status};
use telusur_session::palette::Tone;
pub(crate) use telusur_session::words::{
    capitalised, claim, counted, hint_stages, judgement, judgement_in_game, left, limit, sentence, solved,
    star_signs,
};
use telusur_session::{Seat, Session};

/// A text in English and Indonesian; `{}` stands for what is filled in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Phrase(pub(crate) &'static str, pub(crate) &'static str);

impl Phrase {
    /// The text in a language.
    pub(crate) fn say(self, language: Language) -> &'static str {
        language.choose(self.0, self.1)
    }

    /// The text with its gaps filled, one after another.
    pub(crate) fn fill(self, language: Language, parts: &[&str]) -> String {
        let mut text = String::new();
        let mut pieces = self.say(language).split("{}");
        text += pieces.next().unwrap_or_default();
        for (piece, part) in pieces.zip(parts.iter().chain(std::iter::repeat(&""))) {
            text += part;
            text += piece;
        }
        text
    }
}

pub(crate) const TOO_SMALL: Phrase = Phrase(
    "Telusur needs a window of 24 × 8 cells; this one has {} × {}.",
    "Telusur memerlukan jendela 24 × 8 sel; jendela ini {} × {}.",
);
pub(crate) const NOT_KEPT: Phrase =
    Phrase("The game can't be kept: {}", "Permainan tidak dapat disimpan: {}");
pub(crate) const MOVED_ON: Phrase = Phrase(
    "Another program has continued this game; this is its current position.",
    "Program lain telah melanjutkan permainan ini; beginilah keadaannya di sana.",
);
pub(crate) const MACHINE_TOOK: Phrase = Phrase("The machine plays {}.", "Mesin bermain {}.");
pub(crate) const NO_SOLUTION_YET: Phrase =
    Phrase("There is no solution to watch yet: s solves.", "Belum ada solusi: s mencarinya.");
pub(crate) const THINKING: Phrase = Phrase("Thinking …", "Berpikir …");
pub(crate) const LOOKING: Phrase = Phrase("Looking …", "Melihat …");
pub(crate) const JUDGED_WHEN_PAUSED: Phrase = Phrase("p pauses and judges", "p menjeda dan menilai");
pub(crate) const JUDGED_AFTER_SEARCH: Phrase = Phrase("after the search", "setelah pencarian");
pub(crate) const NOT_JUDGED: Phrase = Phrase("could not be judged", "tidak dapat dinilai");
pub(crate) const SEARCHING: Phrase = Phrase("Searching …", "Mencari …");
pub(crate) const MAKING: Phrase = Phrase("Making a level …", "Membuat level …");
pub(crate) const MORE_HINT: Phrase = Phrase("H says more.", "H untuk lebih lanjut.");
pub(crate) const BROKEN: Phrase = Phrase(
    "The search failed because of an internal error; please report it.",
    "Pencarian gagal karena kesalahan di dalamnya; mohon laporkan.",
);
pub(crate) const QUIT_HINT: Phrase = Phrase("q goes back.", "q untuk kembali.");
pub(crate) const STUCK: Phrase =
    Phrase("No move is left, but u undoes moves.", "Tidak ada langkah lagi, tetapi u membatalkan langkah.");
pub(crate) const STUCK_AT_ONCE: Phrase =
    Phrase("No move is possible here.", "Tidak ada langkah yang mungkin di sini.");
pub(crate) const YOU_WIN: Phrase = Phrase("You win.", "Anda menang.");
pub(crate) const MACHINE_WINS: Phrase = Phrase("The machine wins.", "Mesin menang.");
pub(crate) const PLAYER_WINS: Phrase = Phrase("Player {} wins.", "Pemain {} menang.");
pub(crate) const PLAYER_LOSES: Phrase = Phrase("Player {} loses.", "Pemain {} kalah.");
const DRAWN: Phrase = Phrase("A draw: neither side wins.", "Seri: tidak ada yang menang.");
pub(crate) const NEXT: Phrase = Phrase("n: another level", "n: level lain");

pub(crate) const LEVEL_N: Phrase = Phrase("Level {}", "Level {}");
const SOLVED_OF: Phrase = Phrase("{} of {} solved", "{} dari {} selesai");

/// How many levels of a list are solved.
pub(crate) fn solved_of(solved: usize, all: usize, language: Language) -> String {
    SOLVED_OF.fill(language, &[&solved.to_string(), &all.to_string()])
}

/// The title of a level in a language. It is written in English, then in Indonesian; a name in a third language stands
/// before both and is kept.
pub(crate) fn title(title: &str, language: Language) -> String {
    let parts: Vec<&str> = title.split(" · ").collect();
    match parts.as_slice() {
        [english, indonesian] => language.choose(*english, indonesian).to_owned(),
        [third, english, indonesian] => format!("{third} · {}", language.choose(english, indonesian)),
        _ => title.to_owned(),
    }
}

/// Whoever sits at a place, by name.
pub(crate) fn player(seat: &Seat, language: Language) -> &str {
    match seat {
        Seat::Person => language.choose("person", "orang"),
        Seat::Machine(name) => name,
    }
}

/// The player who has won a game that is over, from 0; `None` if several have, or it goes on.
fn winner(session: &Session) -> Option<u32> {
    let (turn, players) = session.board().turn()?;
    match session.board().status() {
        Status::Over { mover_won: false } => Some((turn + players.max(1) - 1) % players.max(1)),
        Status::Over { mover_won: true } if players == 2 => Some(turn),
        _ => None,
    }
}

/// How a game stands, if there is something to say: solved, stuck, won.
pub(crate) fn standing(
    session: &Session,
    optimum: Option<&BigUint>,
    language: Language,
) -> Option<(Tone, String)> {
    let board = session.board();
    match board.status() {
        Status::Playing => None,
        Status::Stuck => {
            let stuck = if session.moves_made() > 0 { STUCK } else { STUCK_AT_ONCE };
            Some((Tone::Open, stuck.say(language).to_owned()))
        }
        Status::Solved => {
            let made = session.moves_made();
            let text = solved(made, optimum, board.metric(), language);
            Some((Tone::Good, text))
        }
        Status::Drawn => Some((Tone::Open, DRAWN.say(language).to_owned())),
        Status::Over { .. } => {
            let seat = |player: u32| session.seats().get(player as usize);
            let is_person = |player: u32| matches!(seat(player), None | Some(Seat::Person));
            let people = session.seats().iter().filter(|seat| **seat == Seat::Person).count();
            let (tone, text) = match winner(session) {
                Some(player) if is_person(player) && people == 1 => {
                    (Tone::Good, YOU_WIN.say(language).to_owned())
                }
                Some(player) if !is_person(player) && people == 1 => {
                    (Tone::Bad, MACHINE_WINS.say(language).to_owned())
                }
                Some(player) => (Tone::Good, PLAYER_WINS.fill(language, &[&(player + 1).to_string()])),
                None => {
                    let (turn, players) = board.turn()?;
                    let last = (turn + players - 1) % players.max(1) + 1;
                    (Tone::Open, PLAYER_LOSES.fill(language, &[&last.to_string()]))
                }
            };
            Some((tone, text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::Setup;
    use telusur_search::Deadline;

    #[test]
    fn gaps_are_filled() {
        let phrase = Phrase("{} and {}.", "{} dan {}.");
        assert_eq!(phrase.fill(Language::English, &["one", "two"]), "one and two.");
        assert_eq!(phrase.fill(Language::Indonesian, &["satu"]), "satu dan .");
    }

    #[test]
    fn titles_are_in_one_language() {
        assert_eq!(title("Hook · Kait", Language::Indonesian), "Kait");
        assert_eq!(title("Âne · Donkey · Keledai", Language::English), "Âne · Donkey");
        assert_eq!(title("8 12 4", Language::English), "8 12 4");
    }

    #[test]
    fn games_end_in_words() {
        let stand = |level: &str, options: &[(&str, &str)], moves: &[&str]| {
            let mut setup = Setup::level(level);
            for (name, value) in options {
                setup = setup.with(name, value);
            }
            let mut game = Session::open("stones", &setup).unwrap();
            game.play_all(moves, &Deadline::never()).unwrap();
            standing(&game, None, Language::English).map(|(_, text)| text).unwrap_or_default()
        };
        assert_eq!(stand("1", &[], &[]), "");
        assert!(stand("1", &[], &["1:1"]).starts_with("Player 1 wins."));
        assert!(stand("1", &[("misere", "true")], &["1:1"]).starts_with("Player 2 wins."));
        assert!(stand("1", &[("opponent", "perfect")], &["1:1"]).starts_with("You win."));
        assert!(stand("1 1", &[("opponent", "perfect")], &["1:1", "2:1"]).starts_with("The machine wins."));
    }
}
