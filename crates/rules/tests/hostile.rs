//! Texts that are wrong or far too much: clear errors at their place, several at once, in bounded time and memory.

use std::time::{Duration, Instant};
use telusur_puzzles::{Entry, Setup};
use telusur_rules::{Allowance, LONGEST_TEXT, OWN_RULES, Rules, collection, compile_within};
use telusur_search::Deadline;

fn problems(text: &str) -> Vec<String> {
    match Rules::load(text) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.0.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn errors_name_place_token_and_remedy() {
    let head = "puzzle P\nvar n : 0..3\n";
    for (body, expected) in [
        ("move a: n := 4 +\ngoal n == 1", "line 3, column 17: an expression is missing here"),
        (
            "mvoe a: n := 1\ngoal n == 1",
            "line 3, column 1: 'mvoe': this is not the beginning of a statement; did you mean 'move'?",
        ),
        ("move a: m := 1\ngoal n == 1", "line 3, column 9: 'm': there is no such variable"),
        ("move a: n = 1\ngoal n == 1", "'=' does not assign; write ':=' to assign"),
        ("move a: n := 1\ngoal n = 3", "line 4, column 8: '=': '=' does not compare; write '==' to compare"),
        ("move a when n = 1: n := 1\ngoal n == 3", "line 3, column 15: '=': '=' does not compare"),
        (
            "move a when n: n := 1\ngoal n == 1",
            "line 3, column 13: 'n': this is a number; a condition is needed here",
        ),
        ("move a k in 1..n: n := k\ngoal n == 1", "a set must not depend on the position"),
        ("move a: n := 1\ngoal nn == 1", "'nn': there is no such name; did you mean 'n'?"),
        ("move a: n := 1\ngoal 1 < n < 3", "comparisons can't be chained; join two comparisons with 'and'"),
        ("move a: n := 1", "there is no goal"),
        ("show m as stack\nmove a: n := 1\ngoal n == 1", "line 3, column 6: 'm': there is no such variable"),
        (
            "show n as stak\nmove a: n := 1\ngoal n == 1",
            "line 3, column 11: 'stak': a variable can't be shown as this; did you mean 'stack'?",
        ),
        (
            "show n as stack\nmove a: n := 1\ngoal n == 1",
            "line 3, column 6: 'n': this variable can't be shown so; a stack is an array of 2 to 16 numbers",
        ),
        (
            "var m[1..3] : 1..3\nshow m as towers\nmove a: n := 1\ngoal n == 1",
            "line 4, column 6: 'm': this fills the whole picture, and there are other variables",
        ),
        (
            "var m[1..3] : 1..3\nshow m as ring with n\nmove a: n := 1\ngoal n == 1",
            "line 4, column 6: 'm': this variable can't be shown so; a ring is an array of 5 to 40 elements",
        ),
        (
            "var m[1..5] : 1..4\nshow m as ring with n\nmove a: n := 1\ngoal n == 1",
            "line 4, column 21: 'n': this can't mark the elements of that variable",
        ),
        (
            "show n as vessels\nshow n as vessels\nmove a: n := 1\ngoal n == 1",
            "line 4, column 6: 'n': this variable is drawn in two ways",
        ),
        (
            "sign 1 colour rde\nmove a: n := 1\ngoal n == 1",
            "line 3, column 15: 'rde': there is no such colour; did you mean 'red'?",
        ),
        (
            "mark c in 1..3: c + 1\nmove a: n := 1\ngoal n == 1",
            "line 3, column 17: '+': this is a number; a condition is needed here",
        ),
        ("goal n == 1", "there is no move"),
        ("move a: n := 1\nmove a: n := 2\ngoal n == 1", "'a': two moves would look the same"),
        (
            "move a: n := 1\ngoal: 4",
            "line 4, column 7: '4': this is not a possible value here; use one of 0, 1, 2, 3",
        ),
        ("move a: n := 1\nvar n : 0..1\ngoal n == 1", "'n': this name is taken already"),
        (
            "var p[1..3] : 1..4 permutation\nmove a: n := 1\ngoal n == 1",
            "a permutation of 4 values can't have 3 elements",
        ),
        (
            "var p[1..3] : 1..3 permutation\nmove a: p[1] := 2\ngoal n == 1",
            "line 4, column 1: 'a': p is a permutation, and this move could make it hold a value twice",
        ),
        ("var q : 5..1\nmove a: n := 1\ngoal n == 1", "it can have -3 values"),
        ("move a: n := 1\ngoal n == 1\nstart: 7", "'7': this is not a possible value here"),
    ] {
        let found = problems(&format!("{head}{body}\n"));
        assert!(found.iter().any(|line| line.contains(expected)), "{body}\n{found:?}");
    }
}

#[test]
fn several_errors_are_told_at_once() {
    let found = problems("puzzle P\nvar n : 0..3\nmove a: n := x\nmove b: y := 1\nrule z\ngoal n ==\n");
    assert_eq!(found.len(), 1, "what can't be read comes first: {found:?}");
    let found = problems("puzzle P\nvar n : 0..3\nmove a: n := x\nmove b: y := 1\nrule z\ngoal n == w\n");
    assert_eq!(found.len(), 4, "{found:?}");
    let found = problems("puzzle P\nvr n : 0..3\nmove : n := x\nrule\ngoal n ==\n");
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn warnings_are_told() {
    let rules = Rules::load(
        "puzzle P\nvar n : 0..3\nmove up: n += 1\nmove never when n > 5: n := 0\nrule n != 2\nstart bad: 2\ngoal n == 3\n",
    )
    .unwrap();
    let warnings: Vec<String> = rules.warnings().iter().map(ToString::to_string).collect();
    assert!(
        warnings.iter().any(|line| line.contains("line 4") && line.contains("can never happen")),
        "{warnings:?}"
    );
    assert!(warnings.iter().any(|line| line.contains("'bad': this start breaks a rule")), "{warnings:?}");
}

#[test]
fn huge_things_are_refused() {
    let head = "puzzle P\nvar n : 0..3\ngoal n == 1\n";
    let mut texts = vec![
        ("x".repeat(1 << 20), "at most 65536"),
        ("puzzle P\n".to_owned() + &"\u{1F4A7}".repeat(LONGEST_TEXT), "at most 65536"),
        (format!("{head}move a: n := {}1{}\n", "(".repeat(1000), ")".repeat(1000)), "nested too deep"),
        (format!("{head}move a: n := {}1\n", "-".repeat(1000)), "nested too deep"),
        (format!("{head}move a: n := {}1\n", "1 + ".repeat(5000)), "too many operands"),
        (format!("{head}move a: n := {}1\n", "if n == 1 then 2 else ".repeat(500)), "nested too deep"),
        (format!("{head}var q : 0..100000000\nmove a: n := 1\n"), "it can have 100000001 values"),
        (format!("{head}var q[1..100000] : 0..1\nmove a: n := 1\n"), "the array has 100000 elements"),
        (format!("{head}var q[1..500] : 0..3\nmove a: n := 1\n"), "use at most 512"),
        (format!("{head}move a i in 1..1000, j in 1..1000: n := 1\n"), "more than 50000 moves"),
        (format!("{head}move a i in 1..100000000: n := 1\n"), "more than 50000 moves"),
        (
            format!("{head}move a when all i in 1..10000, j in 1..10000: n != i - j: n := 1\n"),
            "more work to compile",
        ),
        (format!("{head}move a: for i in 1..90000: for j in 1..90000: n += 1\n"), "to"),
        (format!("{head}const k = sum i in 1..90000, j in 1..90000: 1\nmove a: n := 1\n"), "not a number"),
        (
            (0..900).fold(head.to_owned(), |text, i| {
                format!("{text}const k{i} = sum i in 1..90000, j in 1..90000: 1\n")
            }),
            "not a number",
        ),
        (format!("{head}move a: {}\n", "n := n * n + n, ".repeat(400) + "n := 1"), ""),
        (
            format!(
                "{head}var m : 0..3\nmove a: {}\n",
                "n := (m + n) % 4, m := (n + m) % 4, ".repeat(100) + "n := n"
            ),
            "",
        ),
        (format!("{head}start: {}\nmove a: n := 1\n", "1 ".repeat(10_000)), "n has 1 value, not 10000"),
        (
            format!("{head}symmetry {}\nmove a: n := 1\n", "swap n, n, ".repeat(600) + "swap n, n"),
            "too many effects",
        ),
        ("\u{0}\u{1b}[2J".to_owned(), "not the beginning of a statement"),
        (" indented".to_owned(), "there is none"),
        (String::new(), "the text is empty"),
    ];
    texts.push((format!("{head}move {}: n := 1\n", "a".repeat(100)), "the name is too long"));
    for (text, expected) in texts {
        let found = problems(&text);
        let shown: String = text.chars().take(120).collect();
        assert!(
            expected.is_empty() || found.iter().any(|line| line.contains(expected)),
            "{shown}: {found:?}"
        );
        for line in found {
            assert!(line.len() < 600 && !line.contains('\u{1b}') && !line.contains('\0'), "{line}");
        }
    }
}

fn allowance(time: Duration, bytes: u64) -> Allowance {
    Allowance { deadline: Deadline::never(), time, bytes }
}

/// Texts of a few lines that would take hundreds of megabytes.
const LARGE: [&str; 5] = [
    "puzzle A\nvar p[1..60] : 0..1\nmove x a in 1..200, b in 1..240: reverse p[1..60]\ngoal p[1] == 1\n",
    "puzzle B\nvar c[1..200] : 0..3\nmove a i in 1..200, j in 1..200 when c[i] == c[j] or c[j] == 1 and c[i] == 2: swap c[i], c[j]\ngoal c[1] == 1\n",
    "puzzle C\nvar c[1..16] : 0..30\nmove a i in 1..16, j in 1..16, k in 0..30 when i != j and c[i] >= k: c[i] -= k, c[j] += k\ngoal c[1] == 1\n",
    "puzzle D\nvar c[1..120] : 0..1\nmove a i in 1..120, j in 1..120 when i < j and c[i] != c[j]: swap c[i], c[j]\ngoal c[1] == 1\n",
    "puzzle E\nvar n : 0..60000\nvar m : 0..60000\nmove a i in 1..49000: n += i, m -= 1\ngoal n == 1\n",
];

/// What a server allows, it allows wherever a text is compiled on the way: checking, opening, links.
#[test]
fn memory_for_compiling_is_bounded() {
    let within = |text: &str| {
        compile_within(allowance(Duration::from_secs(60), 4 << 20), || {
            let checked = problems(text);
            let opened =
                OWN_RULES.open(&Setup::default().with("rules", text)).err().map(|error| error.to_string());
            (checked, opened)
        })
    };
    for text in LARGE {
        let (checked, opened) = within(text);
        assert!(
            checked.iter().any(|line| line.contains("takes more memory to compile")),
            "{text}: {checked:?}"
        );
        assert!(opened.is_some_and(|error| error.contains("takes more memory to compile")), "{text}");
    }
}

/// What ships with the program needs less than the smallest server allows.
#[test]
fn the_collection_needs_little_memory() {
    for (name, text) in collection::TEXTS {
        let compiled = compile_within(allowance(Duration::from_secs(60), 7 << 20), || problems(text));
        assert_eq!(compiled, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn time_for_compiling_is_bounded() {
    let slow = "puzzle Slow\nvar p[1..60] : 1..60 permutation\n\
                move rev i in 1..59, j in 2..60 when i < j: reverse p[i..j]\ngoal sorted(p)\n";
    let begun = Instant::now();
    let (checked, opened) = compile_within(allowance(Duration::from_millis(50), u64::MAX), || {
        (problems(slow), OWN_RULES.open(&Setup::default().with("rules", slow)).is_err())
    });
    assert!(opened && checked.iter().any(|line| line.contains("takes longer to compile")), "{checked:?}");
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// The limits are those of the work, and end with it, however it ends.
#[test]
fn allowances_end_with_their_work() {
    let none = || allowance(Duration::ZERO, 0);
    let small = "puzzle P\nvar n : 0..3\nmove up: n += 1\ngoal n == 3\n";
    assert!(!compile_within(none(), || problems(small)).is_empty());
    assert!(problems(small).is_empty());
    let inner = compile_within(none(), || {
        compile_within(allowance(Duration::from_secs(60), 1 << 20), || problems(small))
    });
    assert!(inner.is_empty());
    let panicked = std::panic::catch_unwind(|| compile_within(none(), || panic!("on purpose")));
    assert!(panicked.is_err() && problems(small).is_empty());
}
