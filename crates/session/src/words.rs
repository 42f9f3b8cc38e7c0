//! Claims and other sentences that front ends show, in every language.

use crate::analysis::{Judgement, Left, Source};
use crate::hint::{Hint, NoHint};
use num_bigint::BigUint;
use telusur_puzzles::{Answer, GameAnswer, Judged, Language, MetricName, PathAnswer};
use telusur_search::game::Verdict;
use telusur_search::{Claim, Limit};

/// What a metric counts, for a number of them: `1 move`, `7 langkah`.
#[must_use]
pub fn counted(number: &BigUint, metric: MetricName, language: Language) -> String {
    metric.counted(short(number, language), language)
}

/// A number as people read it; one with very many digits by their count.
fn short(number: &BigUint, language: Language) -> String {
    const MOST_DIGITS: usize = 40;
    // Three bits are more than a digit, so this errs on the long side only.
    if number.bits() < MOST_DIGITS as u64 * 3 {
        return number.to_string();
    }
    let digits = number.to_string();
    match digits.len() <= MOST_DIGITS {
        true => digits,
        false => {
            let first: String = digits.chars().take(6).collect();
            let count = digits.len();
            language.choose(format!("{first}… ({count} digits)"), format!("{first}… ({count} angka)"))
        }
    }
}

/// The claim of an answer in one or two sentences.
#[must_use]
pub fn claim(answer: &Answer, metric: MetricName, language: Language) -> String {
    match answer {
        Answer::Path(path) => claim_of_path(path, metric, language),
        Answer::Game(game) => claim_of_game(game, language),
    }
}

fn claim_of_path(answer: &PathAnswer, metric: MetricName, language: Language) -> String {
    let say = |english: String, indonesian: String| language.choose(english, indonesian);
    match (answer.claim, &answer.length) {
        (Claim::Unsolvable, _) => say(
            "No solution exists. This is proved.".to_owned(),
            "Tidak ada penyelesaian. Ini sudah terbukti.".to_owned(),
        ),
        (Claim::Stopped, _) | (_, None) => {
            let least = counted(&answer.lower_bound, metric, language);
            say(
                format!("Not settled yet: every solution has at least {least}."),
                format!("Belum pasti: setiap penyelesaian paling sedikit {least}."),
            )
        }
        (Claim::Optimal, Some(length)) => {
            let length = counted(length, metric, language);
            say(
                format!("Solved in {length}. No solution is shorter; this is proved."),
                format!("Selesai dalam {length}. Tidak ada yang lebih pendek; ini sudah terbukti."),
            )
        }
        (Claim::Feasible, Some(length)) => {
            let (length, least) =
                (counted(length, metric, language), counted(&answer.lower_bound, metric, language));
            say(
                format!("Solved in {length}. A shorter solution may exist, but none below {least}."),
                format!(
                    "Selesai dalam {length}. Mungkin ada yang lebih pendek, tetapi tidak di bawah {least}."
                ),
            )
        }
    }
}

fn claim_of_game(answer: &GameAnswer, language: Language) -> String {
    let say = |english: &str, indonesian: &str| language.choose(english, indonesian).to_owned();
    let mut claim = match answer.verdict {
        Some(Verdict::Win) => say("The player to move wins.", "Pemain yang mendapat giliran menang."),
        Some(Verdict::Loss) => say(
            "The player to move loses against best play.",
            "Pemain yang mendapat giliran kalah bila lawan bermain terbaik.",
        ),
        Some(Verdict::Draw) => {
            say("Neither player can force a win.", "Tidak ada pemain yang dapat memaksakan kemenangan.")
        }
        None => say("Stopped before a verdict.", "Berhenti sebelum ada keputusan."),
    };
    if let Some(turns) = &answer.turns {
        let turns = counted(turns, MetricName::TURNS, language);
        claim += &language.choose(format!(" It ends after {turns}."), format!(" Berakhir setelah {turns}."));
    }
    claim
}

/// Why a search stopped.
#[must_use]
pub fn limit(limit: Limit, language: Language) -> String {
    language.choose(
        limit.to_string(),
        match limit {
            Limit::States(most) => format!("batas {most} keadaan tercapai"),
            Limit::Bytes(most) => format!("batas memori {most} bita tercapai"),
            Limit::Memory(bytes) => format!("komputer ini tidak memberi {bytes} bita memori lagi"),
            Limit::Time(most) => format!("batas waktu {most:?} tercapai"),
            Limit::Disk(most) => format!("batas {most} bita di disk tercapai"),
            Limit::Cancelled => "pencarian dibatalkan".to_owned(),
        },
    )
}

/// How far it is to the end.
#[must_use]
pub fn left(left: &Left, metric: MetricName, language: Language) -> String {
    let number = |n: &BigUint| counted(n, metric, language);
    let plain = |n: &BigUint| short(n, language);
    match left {
        Left::Exact(left) => {
            language.choose(format!("{} left", number(left)), format!("sisa {}", number(left)))
        }
        Left::Never => {
            language.choose("no solution from here", "tidak ada penyelesaian dari sini").to_owned()
        }
        Left::Between(least, None) => language.choose(
            format!("at least {} left", number(least)),
            format!("sisa paling sedikit {}", number(least)),
        ),
        Left::Between(least, Some(most)) => language.choose(
            format!("{} to {} left", plain(least), number(most)),
            format!("sisa {} sampai {}", plain(least), number(most)),
        ),
    }
}

/// What a move does.
#[must_use]
pub fn judgement(judgement: Judgement, is_game: bool, language: Language) -> &'static str {
    match (judgement, is_game) {
        (Judgement::Better, false) => language.choose("comes closer", "mendekati tujuan"),
        (Judgement::Better, true) => language.choose("keeps the win", "mempertahankan kemenangan"),
        (Judgement::Equal, false) => language.choose("comes no closer", "tidak mendekat, tidak menjauh"),
        (Judgement::Equal, true) => language.choose("changes nothing", "tidak mengubah apa-apa"),
        (Judgement::Worse, _) => language.choose("goes farther away", "menjauhi tujuan"),
        (Judgement::Loses, false) => language.choose("leads into a dead end", "berujung buntu"),
        (Judgement::Loses, true) => language.choose("gives the win away", "melepas kemenangan"),
        (Judgement::Unknown, _) => language.choose("not known", "belum diketahui"),
    }
}

/// The judgement on a move of a game record.
#[must_use]
pub fn judged(judged: &Judged, language: Language) -> &'static str {
    language.choose(
        judged.words(),
        match (judged.before, judged.after) {
            (Some(Verdict::Win), Some(Verdict::Win)) => "mempertahankan kemenangan",
            (Some(Verdict::Win), Some(_)) => "melepas kemenangan",
            (Some(Verdict::Draw), Some(Verdict::Draw)) => "mempertahankan seri",
            (Some(Verdict::Draw), Some(_)) => "melepas seri",
            (Some(Verdict::Loss), _) => "sudah kalah sebelumnya",
            _ => "belum diketahui",
        },
    )
}

/// What stands behind a hint.
#[must_use]
pub fn hint(hint: &Hint, metric: MetricName, language: Language) -> String {
    if let Some(verdict) = hint.verdict {
        let what = match verdict {
            Verdict::Win => language.choose("This keeps the win", "Langkah ini mempertahankan kemenangan"),
            Verdict::Loss => language.choose(
                "The game is lost against best play, and this holds out longest",
                "Permainan kalah bila lawan bermain terbaik, dan langkah ini bertahan paling lama",
            ),
            Verdict::Draw => {
                language.choose("Neither side can force a win", "Tidak ada yang bisa memaksakan kemenangan")
            }
        };
        return match &hint.why {
            Some(why) => format!("{what}: {}.", why.in_language(language)),
            None => format!("{what}."),
        };
    }
    let how = match (hint.claim, hint.source) {
        (Claim::Optimal, Source::Table) => language.choose(
            "exact: every position of this level is known",
            "pasti: semua posisi tingkat ini diketahui",
        ),
        (Claim::Optimal, Source::Theory) => language.choose("exact, by theory", "pasti, menurut teori"),
        (Claim::Optimal, Source::Search) => {
            language.choose("exact, proved by search", "pasti, terbukti lewat pencarian")
        }
        _ => language.choose(
            "a way to the goal, perhaps not the shortest",
            "jalan ke tujuan, mungkin bukan terpendek",
        ),
    };
    match &hint.left {
        Some(distance) => format!("{} ({how}).", capitalised(&left(distance, metric, language))),
        None => format!("{}.", capitalised(how)),
    }
}

/// Why there is no hint.
#[must_use]
pub fn no_hint(none: &NoHint, language: Language) -> String {
    match none {
        NoHint::Over => language
            .choose(
                "It is over: there is nothing left to do.",
                "Sudah selesai: tidak ada lagi yang perlu dilakukan.",
            )
            .to_owned(),
        NoHint::Unsolvable { why: Some(why) } => {
            let why = why.in_language(language);
            language.choose(
                format!("There is no solution from here: {why}."),
                format!("Tidak ada penyelesaian dari sini: {why}."),
            )
        }
        NoHint::Unsolvable { why: None } => language
            .choose(
                "There is no solution from here any more: undo some moves.",
                "Tidak ada penyelesaian lagi dari sini: batalkan beberapa langkah.",
            )
            .to_owned(),
        NoHint::Stopped { limit: Some(stopped), .. } => {
            let stopped = limit(*stopped, language);
            language.choose(format!("No answer yet: {stopped}."), format!("Belum ada jawaban: {stopped}."))
        }
        NoHint::Stopped { limit: None, .. } => language
            .choose("The position is beyond search.", "Posisi ini di luar jangkauan pencarian.")
            .to_owned(),
    }
}

/// The moment of winning: moves made, and how they compare with the optimum.
#[must_use]
pub fn solved(made: usize, optimum: Option<&BigUint>, metric: MetricName, language: Language) -> String {
    let made = BigUint::from(made);
    let count = counted(&made, metric, language);
    match optimum {
        Some(best) if made <= *best => language.choose(
            format!("Solved in {count}: nobody can do it in fewer."),
            format!("Selesai dalam {count}: tidak ada yang bisa lebih sedikit."),
        ),
        Some(best) => {
            let best = short(best, language);
            language.choose(
                format!("Solved in {count}; {best} would do."),
                format!("Selesai dalam {count}; {best} sudah cukup."),
            )
        }
        None => language.choose(format!("Solved in {count}."), format!("Selesai dalam {count}.")),
    }
}

/// A part of a sentence as a sentence.
#[must_use]
pub fn sentence(text: &str) -> String {
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    capitalised(text) + end
}

/// The text with a capital letter.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Knowledge, Session};
    use telusur_puzzles::{Setup, Task};

    fn said(puzzle: &str, level: &str) -> [String; 2] {
        let game = Session::open(puzzle, &Setup::level(level)).unwrap();
        let answer = game.board().solve(Task::new(&mut ())).unwrap();
        Language::ALL.map(|language| claim(&answer, game.board().metric(), language))
    }

    #[test]
    fn sentences_begin_and_end() {
        assert_eq!((capitalised("über"), capitalised("")), ("Über".to_owned(), String::new()));
        let sentences = ["a tube is full", "Done.", "really?"].map(sentence);
        assert_eq!(sentences, ["A tube is full.", "Done.", "Really?"]);
    }

    #[test]
    fn claims_in_both_languages() {
        assert_eq!(
            said("hanoi", "1 | |"),
            [
                "Solved in 1 move. No solution is shorter; this is proved.",
                "Selesai dalam 1 langkah. Tidak ada yang lebih pendek; ini sudah terbukti."
            ]
        );
        assert!(said("tiles", "2 1/. 3")[1].starts_with("Tidak ada penyelesaian"));
        assert_eq!(
            said("stones", "4")[0],
            "The player to move loses against best play. It ends after 2 turns."
        );
        assert!(said("water", "1 2 | 2 1 | - | -")[1].contains("tuangan"));
        let discs: Vec<String> = (1..=500).rev().map(|disc| disc.to_string()).collect();
        let [english, indonesian] = said("hanoi", &format!("{} | |", discs.join(" ")));
        assert!(english.contains("(151 digits)") && indonesian.contains("(151 angka)"), "{english}");
    }

    #[test]
    fn hints_and_endings_in_both_languages() {
        let knowledge = Knowledge::new(1 << 20);
        let mut game = Session::open("tiles", &Setup::level("1 2 3/4 5 .")).unwrap();
        game.play_all(&["3", "2"]).unwrap();
        let found = game.hint(&knowledge, &mut Task::new(&mut ())).unwrap();
        assert_eq!(
            hint(&found, MetricName::MOVES, Language::English),
            "2 moves left (exact: every position of this level is known)."
        );
        assert!(hint(&found, MetricName::MOVES, Language::Indonesian).starts_with("Sisa 2 langkah (pasti"));
        assert_eq!(
            solved(7, Some(&7u8.into()), MetricName::MOVES, Language::English),
            "Solved in 7 moves: nobody can do it in fewer."
        );
        assert_eq!(
            solved(9, Some(&7u8.into()), MetricName::MOVES, Language::Indonesian),
            "Selesai dalam 9 langkah; 7 sudah cukup."
        );
        let stones = Session::open("stones", &Setup::level("3 4 5")).unwrap();
        let found = stones.hint(&knowledge, &mut Task::new(&mut ())).unwrap();
        let [english, indonesian] = Language::ALL.map(|language| hint(&found, MetricName::TURNS, language));
        assert!(english.starts_with("This keeps the win: 3 mod 4 = 3"), "{english}");
        assert!(indonesian.contains("menang") && indonesian.contains("XOR-nya"), "{indonesian}");
        let hopeless = Session::open("tiles", &Setup::level("2 1/. 3")).unwrap();
        let none = hopeless.hint(&knowledge, &mut Task::new(&mut ())).unwrap_err();
        assert!(no_hint(&none, Language::Indonesian).starts_with("Tidak ada penyelesaian"));
        game.go(crate::NodeId::ROOT);
        let over = game.hint(&knowledge, &mut Task::new(&mut ())).unwrap_err();
        assert!(no_hint(&over, Language::Indonesian).starts_with("Sudah selesai"));
    }
}
