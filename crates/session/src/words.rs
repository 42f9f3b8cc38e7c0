//! Claims and other sentences that front ends show, in every language.

use crate::algorithms;
use crate::analysis::{Distance, JudgedMove, Judgement, Source};
use crate::hint::{Hint, NoHint};
use crate::stars::{MOST_STARS, stars};
use num_bigint::BigUint;
use std::fmt::Display;
use std::time::Duration;
use telusur_puzzles::{Answer, GameAnswer, Judged, Language, MetricName, PathAnswer};
use telusur_search::game::Verdict;
use telusur_search::{Algorithm, Claim, Limit};

/// What a metric counts, for a number of them: `1 move`, `7 langkah`.
#[must_use]
pub fn counted(number: &BigUint, metric: MetricName, language: Language) -> String {
    metric.counted(short(number, language), language)
}

/// A number as people read it; one with very many digits by their count.
fn short(number: &BigUint, language: Language) -> String {
    const MOST_DIGITS: usize = 40;
    let digits = number.to_string();
    match digits.len() <= MOST_DIGITS {
        true => grouped(digits, language),
        false => {
            let (first, count) = (&digits[..6], digits.len());
            language.choose(format!("{first}… ({count} digits)"), format!("{first}… ({count} angka)"))
        }
    }
}

/// How the solver words that an algorithm was named by the user.
const REQUESTED: &str = "it was asked for";

/// What ran and why, in a sentence; the reasons are those that solvers give, in English.
#[must_use]
pub fn how(algorithm: Algorithm, reason: &str, language: Language) -> String {
    let title = algorithms::title(algorithm, language);
    match (reason, reason.strip_prefix(REQUESTED)) {
        _ if algorithm == Algorithm::Theory && !reason.is_empty() => sentence(reason),
        ("", _) => language.choose(format!("Algorithm: {title}."), format!("Algoritma: {title}.")),
        (_, Some(more)) => language.choose(
            format!("Algorithm: {title}, as requested{more}."),
            format!("Algoritma: {title}, sesuai permintaan{more}."),
        ),
        _ => language.choose(
            format!("Algorithm: {title}, because {reason}."),
            format!("Algoritma: {title} ({reason})."),
        ),
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
            "Tidak ada solusi. Ini sudah terbukti.".to_owned(),
        ),
        (Claim::Stopped, _) | (_, None) => {
            let least = counted(&answer.lower_bound, metric, language);
            say(
                format!("Not settled yet: every solution has at least {least}."),
                format!("Belum pasti: setiap solusi paling sedikit {least}."),
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
        Some(Verdict::Draw) => say("A draw with best play.", "Seri bila kedua pemain bermain terbaik."),
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
    let say = |english: String, indonesian: String| language.choose(english, indonesian);
    match limit {
        Limit::States(most) => {
            let (most, states) = (grouped(most, language), if most == 1 { "state" } else { "states" });
            say(format!("the limit of {most} {states} was reached"), format!("batas {most} keadaan tercapai"))
        }
        Limit::Bytes(most) => {
            let most = size(most, language);
            say(format!("the memory budget of {most} was reached"), format!("batas memori {most} tercapai"))
        }
        Limit::Memory(bytes) => {
            let bytes = size(bytes, language);
            say(
                format!("this machine had no {bytes} of memory left to give"),
                format!("komputer ini tidak memberi {bytes} memori lagi"),
            )
        }
        Limit::Time(most) => {
            let most = seconds(most, language);
            say(format!("the time limit of {most} was reached"), format!("batas waktu {most} tercapai"))
        }
        Limit::Disk(most) => {
            let most = size(most, language);
            say(format!("the disk limit of {most} was reached"), format!("batas {most} di disk tercapai"))
        }
        Limit::Cancelled => say("the search was cancelled".to_owned(), "pencarian dibatalkan".to_owned()),
    }
}

/// A whole number in groups of three digits.
#[must_use]
pub fn grouped(number: impl Display, language: Language) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(language.choose(',', '.'));
        }
        text.push(digit);
    }
    text
}

/// A number with a point, as it is written in a language.
#[must_use]
pub fn decimal(text: &str, language: Language) -> String {
    text.replace('.', language.choose(".", ","))
}

/// A time as people say it, rounded: `5 seconds`, `0.3 detik`.
#[must_use]
pub fn seconds(time: Duration, language: Language) -> String {
    let tenths = (time.as_secs_f64() * 10.0).round() as u64;
    let number = match (tenths / 10, tenths % 10) {
        (0, 0) => return language.choose("a moment", "sekejap").to_owned(),
        (whole, 0) => grouped(whole, language),
        (whole @ 0..10, part) => format!("{whole}{}{part}", language.choose('.', ',')),
        (whole, part) => grouped(whole + u64::from(part >= 5), language),
    };
    let unit = if number == "1" { "second" } else { "seconds" };
    language.choose(format!("{number} {unit}"), format!("{number} detik"))
}

/// A size of memory as figures show it: `950 B`, `1.0 KiB`, `512 MiB`.
#[must_use]
pub fn bytes(bytes: u64, language: Language) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut size = bytes as f64 / 1024.0;
    let mut unit = 0;
    while size >= 1000.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    let text = if size < 10.0 { format!("{size:.1}") } else { format!("{size:.0}") };
    format!("{} {}", decimal(&text, language), UNITS[unit])
}

/// A size of memory in a sentence, rounded: `1 KiB`, `512 MiB`.
#[must_use]
pub fn size(size: u64, language: Language) -> String {
    bytes(size, language).replace(language.choose(".0 ", ",0 "), " ")
}

/// How far it is to the end.
#[must_use]
pub fn left(left: &Distance, metric: MetricName, language: Language) -> String {
    let number = |n: &BigUint| counted(n, metric, language);
    let plain = |n: &BigUint| short(n, language);
    match left {
        Distance::Exact(left) => {
            language.choose(format!("{} left", number(left)), format!("sisa {}", number(left)))
        }
        Distance::Never => language.choose("no solution from here", "tidak ada solusi dari sini").to_owned(),
        Distance::Between(least, None) => language.choose(
            format!("at least {} left", number(least)),
            format!("sisa paling sedikit {}", number(least)),
        ),
        Distance::Between(least, Some(most)) => language.choose(
            format!("{} to {} left", plain(least), number(most)),
            format!("sisa {} sampai {}", plain(least), number(most)),
        ),
    }
}

/// Returns what a move does in a few words; in a game, `verdict` is what its player has before the move.
#[must_use]
pub fn judgement(judgement: Judgement, verdict: Option<Verdict>, language: Language) -> &'static str {
    match (judgement, verdict) {
        (Judgement::Better, None) => language.choose("comes closer", "mendekati tujuan"),
        (Judgement::Better, Some(_)) => language.choose("keeps the win", "mempertahankan kemenangan"),
        (Judgement::Equal, Some(Verdict::Loss)) => language.choose("still loses", "tetap kalah"),
        (Judgement::Equal, Some(_)) => language.choose("keeps the draw", "mempertahankan seri"),
        (Judgement::Equal, None) => language.choose("comes no closer", "tidak mendekat, tidak menjauh"),
        (Judgement::Worse, _) => language.choose("goes farther away", "menjauhi tujuan"),
        (Judgement::Loses, None) => language.choose("leads into a dead end", "berujung buntu"),
        (Judgement::Loses, Some(Verdict::Draw)) => language.choose("gives the draw away", "melepas seri"),
        (Judgement::Loses, Some(_)) => language.choose("gives the win away", "melepas kemenangan"),
        (Judgement::Unknown, _) => language.choose("not known", "belum diketahui"),
    }
}

/// Returns what a move of a game does and in how many turns the game then ends: `still loses, in 11 turns`.
#[must_use]
pub fn judgement_in_game(judged: &JudgedMove, verdict: Option<Verdict>, language: Language) -> String {
    let words = judgement(judged.judgement, verdict, language);
    let is_decided = matches!(judged.judgement, Judgement::Better | Judgement::Equal);
    match judged.left.as_ref().and_then(Distance::exact).filter(|_| is_decided) {
        Some(turns) => {
            let turns = counted(turns, MetricName::TURNS, language);
            language.choose(format!("{words}, in {turns}"), format!("{words}, dalam {turns}"))
        }
        None => words.to_owned(),
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
                language.choose("A draw with best play", "Seri bila kedua pihak bermain terbaik")
            }
        };
        return match &hint.why {
            Some(why) if verdict == Verdict::Draw => format!("{what} ({}).", why.in_language(language)),
            Some(why) => format!("{what}: {}.", why.in_language(language)),
            None => format!("{what}."),
        };
    }
    let how = match (hint.claim, hint.source) {
        (Claim::Optimal, Source::Table) => language.choose(
            "exact: every position of this level is known",
            "pasti: semua posisi level ini diketahui",
        ),
        (Claim::Optimal, Source::Theory) => language.choose("exact, by theory", "pasti, menurut teori"),
        (_, Source::Estimate) => language.choose(
            "a good move by its lower bound; the best one was not found in time",
            "langkah yang baik menurut batas bawahnya; yang terbaik tidak ditemukan tepat waktu",
        ),
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

/// A hint in stages, each saying more than the one before: whether it can be solved, how many moves it takes, which move
/// to make. Why there is none is a single stage.
#[must_use]
pub fn hint_stages(found: &Result<Hint, NoHint>, metric: MetricName, language: Language) -> Vec<String> {
    let found = match found {
        Ok(found) => found,
        Err(none) => return vec![no_hint(none, language)],
    };
    let hope = match (found.verdict, found.source) {
        (Some(Verdict::Win), _) => language.choose("You can win from here.", "Anda bisa menang dari sini."),
        (Some(Verdict::Loss), _) => language.choose(
            "This position is lost against best play.",
            "Posisi ini kalah bila lawan bermain terbaik.",
        ),
        (Some(Verdict::Draw), _) => {
            language.choose("It is a draw with best play.", "Hasilnya seri bila kedua pihak bermain terbaik.")
        }
        (None, Source::Estimate) => language.choose(
            "Whether it can be solved from here was not found out in time.",
            "Bisa tidaknya diselesaikan dari sini tidak diketahui tepat waktu.",
        ),
        (None, _) => language.choose("It can be solved from here.", "Ini bisa diselesaikan dari sini."),
    };
    let mut stages = vec![hope.to_owned()];
    if let Some(distance) = &found.left {
        stages.push(match found.verdict {
            None => capitalised(&left(distance, metric, language)) + ".",
            Some(_) => {
                let turns = left(distance, metric, language);
                language.choose(
                    format!("With best play: {turns}."),
                    format!("Dengan permainan terbaik: {turns}."),
                )
            }
        });
    }
    let (text, why) = (&found.text, hint(found, metric, language));
    stages.push(language.choose(format!("Try {text}. {why}"), format!("Coba {text}. {why}")));
    stages
}

/// Why there is no hint.
#[must_use]
pub fn no_hint(none: &NoHint, language: Language) -> String {
    let (english, indonesian) = match none {
        NoHint::Over => (
            "It is over: there is nothing left to do.",
            "Sudah selesai: tidak ada lagi yang perlu dilakukan.",
        ),
        NoHint::Unsolvable { why: None, from_start: Some(false) } => (
            "This level has no solution: nothing else to try.",
            "Level ini tidak punya solusi: tidak ada lagi yang bisa dicoba.",
        ),
        NoHint::Unsolvable { why: None, from_start: Some(true) } => (
            "There is no solution from here: undo some moves.",
            "Tidak ada solusi dari sini: batalkan beberapa langkah.",
        ),
        NoHint::Unsolvable { why: None, from_start: None } => {
            ("There is no solution from here.", "Tidak ada solusi dari sini.")
        }
        NoHint::Stopped { limit: None } => {
            ("The position is beyond search.", "Posisi ini di luar jangkauan pencarian.")
        }
        NoHint::Unsolvable { why: Some(why), .. } => {
            let why = why.in_language(language);
            return language.choose(
                format!("There is no solution from here: {why}."),
                format!("Tidak ada solusi dari sini: {why}."),
            );
        }
        NoHint::Stopped { limit: Some(stopped) } => {
            let stopped = limit(*stopped, language);
            return language
                .choose(format!("No answer yet: {stopped}."), format!("Belum ada jawaban: {stopped}."));
        }
    };
    language.choose(english, indonesian).to_owned()
}

/// The moment of winning: moves made, and how they compare with the optimum.
#[must_use]
pub fn solved(made: usize, optimum: Option<&BigUint>, metric: MetricName, language: Language) -> String {
    let stars =
        optimum.map_or_else(String::new, |optimum| format!(" {}", star_signs(stars(made as u64, optimum))));
    let made = BigUint::from(made);
    let count = counted(&made, metric, language);
    let said = match optimum {
        Some(best) if made <= *best => language.choose(
            format!("Solved in {count}. No solution is shorter."),
            format!("Selesai dalam {count}. Tidak ada yang lebih pendek."),
        ),
        Some(best) => {
            let best = short(best, language);
            language.choose(
                format!("Solved in {count}. The shortest solution has {best}."),
                format!("Selesai dalam {count}. Solusi terpendek {best}."),
            )
        }
        None => language.choose(format!("Solved in {count}."), format!("Selesai dalam {count}.")),
    };
    said + &stars
}

/// Stars as signs: `★★☆`.
#[must_use]
pub fn star_signs(count: u8) -> String {
    (0..MOST_STARS).map(|star| if star < count { '★' } else { '☆' }).collect()
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
    use telusur_search::Deadline;

    fn said(puzzle: &str, level: &str) -> [String; 2] {
        let game = Session::open(puzzle, &Setup::level(level)).unwrap();
        let answer = game.board().solve(Task::new(&mut ())).unwrap();
        Language::ALL.map(|language| claim(&answer, game.board().metric(), language))
    }

    #[test]
    fn what_ran_is_said_in_words() {
        let said = |algorithm, reason: &str| how(algorithm, reason, Language::English);
        assert_eq!(said(Algorithm::Idastar, ""), "Algorithm: IDA*.");
        assert_eq!(said(Algorithm::Dfs, REQUESTED), "Algorithm: depth-first search, as requested.");
        let more = format!("{REQUESTED}; with tables");
        assert_eq!(said(Algorithm::Astar, &more), "Algorithm: A*, as requested; with tables.");
        assert_eq!(
            said(Algorithm::Bfs, "it is small"),
            "Algorithm: breadth-first search, because it is small."
        );
        assert_eq!(
            said(Algorithm::Theory, "the position itself proves it"),
            "The position itself proves it."
        );
        assert_eq!(how(Algorithm::Astar, "x", Language::Indonesian), "Algoritma: A* (x).");
        // What front ends say of a search is in words, also where the solver names another one.
        let board = telusur_puzzles::catalogue::find("tiles").unwrap().open(&Default::default()).unwrap();
        for algorithm in board.algorithms().into_iter().filter(|algorithm| *algorithm != Algorithm::Auto) {
            let mut unobserved = ();
            let mut task = telusur_puzzles::Task::new(&mut unobserved).with(algorithm);
            task.limits = telusur_search::Budget::default().with_states(10).into();
            let Ok(Answer::Path(answer)) = board.solve(task) else {
                panic!("{algorithm} does not work on tiles")
            };
            let said = said(answer.algorithm, &answer.reason);
            assert!(said.contains(", as requested"), "{algorithm}: {said}");
        }
    }

    #[test]
    fn sentences_begin_and_end() {
        assert_eq!((capitalised("über"), capitalised("")), ("Über".to_owned(), String::new()));
        let sentences = ["a tube is full", "Done.", "really?"].map(sentence);
        assert_eq!(sentences, ["A tube is full.", "Done.", "Really?"]);
    }

    #[test]
    fn limits_are_rounded_and_have_units() {
        let said = |given| Language::ALL.map(|language| limit(given, language));
        let time = Duration::from_nanos(4_498_267_338);
        assert_eq!(
            said(Limit::Time(time)),
            ["the time limit of 4.5 seconds was reached", "batas waktu 4,5 detik tercapai"]
        );
        let times = [0.01, 1.0, 0.96, 12.34, 3600.0].map(Duration::from_secs_f64);
        let times = times.map(|time| seconds(time, Language::English));
        assert_eq!(times, ["a moment", "1 second", "1 second", "12 seconds", "3,600 seconds"]);
        assert_eq!(said(Limit::Bytes(512 << 20))[0], "the memory budget of 512 MiB was reached");
        assert_eq!(said(Limit::States(1))[0], "the limit of 1 state was reached");
        assert_eq!(said(Limit::States(1_000_000))[1], "batas 1.000.000 keadaan tercapai");
        let sizes = [17, 1536, 1000 << 20].map(|bytes| size(bytes, Language::Indonesian));
        assert_eq!(sizes, ["17 B", "1,5 KiB", "1 GiB"]);
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
        assert!(said("tiles", "2 1/. 3")[1].starts_with("Tidak ada solusi"));
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
        game.play_all(&["3", "2"], &Deadline::never()).unwrap();
        let found = game.hint(&knowledge, &mut Task::new(&mut ())).unwrap();
        assert_eq!(
            hint(&found, MetricName::MOVES, Language::English),
            "2 moves left (exact: every position of this level is known)."
        );
        assert!(hint(&found, MetricName::MOVES, Language::Indonesian).starts_with("Sisa 2 langkah (pasti"));
        assert_eq!(
            solved(7, Some(&7u8.into()), MetricName::MOVES, Language::English),
            "Solved in 7 moves. No solution is shorter. ★★★"
        );
        assert_eq!(
            solved(9, Some(&7u8.into()), MetricName::MOVES, Language::Indonesian),
            "Selesai dalam 9 langkah. Solusi terpendek 7. ★★☆"
        );
        let stages = |found: Result<Hint, NoHint>, metric| {
            Language::ALL.map(|language| hint_stages(&found, metric, language))
        };
        let [english, indonesian] = stages(Ok(found), MetricName::MOVES);
        assert_eq!(english[..2], ["It can be solved from here.", "2 moves left."]);
        assert!(english.len() == 3 && english[2].starts_with("Try 2. 2 moves left (exact"), "{english:?}");
        assert_eq!(indonesian[..2], ["Ini bisa diselesaikan dari sini.", "Sisa 2 langkah."]);
        let stones = Session::open("stones", &Setup::level("3 4 5")).unwrap();
        let found = stones.hint(&knowledge, &mut Task::new(&mut ())).unwrap();
        let [english, indonesian] = Language::ALL.map(|language| hint(&found, MetricName::TURNS, language));
        assert!(english.starts_with("This keeps the win: 3 mod 4 = 3"), "{english}");
        assert!(indonesian.contains("menang") && indonesian.contains("XOR-nya"), "{indonesian}");
        let [english, _] = stages(Ok(found), MetricName::TURNS);
        assert_eq!(english[0], "You can win from here.");
        assert!(english[1].starts_with("With best play: ") && english[2].starts_with("Try "), "{english:?}");
        // A start without a solution has not lost it on the way.
        let mut hopeless = Session::open("klotski", &Setup::level("ab/.#").with("goal", "ba/..")).unwrap();
        let none = hopeless.hint(&knowledge, &mut Task::new(&mut ())).unwrap_err();
        assert!(no_hint(&none, Language::English).starts_with("This level has no solution"), "{none:?}");
        let text = hopeless.board().moves()[0].clone();
        hopeless.play(&text).unwrap();
        let none = hopeless.hint(&knowledge, &mut Task::new(&mut ())).unwrap_err();
        assert!(no_hint(&none, Language::Indonesian).starts_with("Level ini tidak punya solusi"), "{none:?}");
        game.go(crate::NodeId::ROOT);
        let over = game.hint(&knowledge, &mut Task::new(&mut ())).unwrap_err();
        assert!(no_hint(&over, Language::Indonesian).starts_with("Sudah selesai"));
    }
}
