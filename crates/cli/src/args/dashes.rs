//! Moves that begin with a dash, in `verify`.
//!
//! A move is what somebody wrote, and may be nonsense such as `-5`: then it is rejected as a move. Clap would take it for
//! an option, or, where dashes are allowed, take every option that follows for a move. So such words are marked before
//! clap sees them, by a character that no argument of a program can hold.

use clap::Command;
use std::convert::Infallible;
use std::ffi::OsString;

const MARK: &str = "\0";

/// Marks the words of `verify` that begin with a dash and are neither an option nor the value of one.
pub(super) fn mark_moves(command: &Command, mut words: Vec<OsString>) -> Vec<OsString> {
    let [_, verify, puzzle, rest @ ..] = &mut words[..] else { return words };
    let found = (verify == "verify").then(|| command.find_subcommand("verify")).flatten();
    let Some(command) = found.and_then(|verify| verify.find_subcommand(&*puzzle)) else { return words };
    let mut is_value = false;
    for word in rest {
        let Some(text) = word.to_str() else { continue };
        if text == "--" {
            // What follows are moves for clap too.
            break;
        }
        if !is_value && is_dashed_move(text) {
            *word = OsString::from(format!("{MARK}{text}"));
            continue;
        }
        is_value = !is_value && takes_value(command, text);
    }
    words
}

/// A word as it was before it was marked.
#[expect(clippy::unnecessary_wraps, reason = "clap wants a result")]
pub(super) fn unmarked(word: &str) -> Result<String, Infallible> {
    Ok(word.strip_prefix(MARK).unwrap_or(word).to_owned())
}

fn is_dashed_move(word: &str) -> bool {
    let is_option = super::refusal::option_like(word).is_some();
    word.len() > 1 && word.starts_with('-') && word != "-h" && !is_option
}

/// Whether a word is an option whose value is the next word.
fn takes_value(command: &Command, word: &str) -> bool {
    let named = |name: &str| command.get_arguments().find(|arg| arg.get_long() == Some(name));
    word.strip_prefix("--").and_then(named).is_some_and(|arg| arg.get_action().takes_values())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(words: &[&str]) -> Vec<String> {
        let words = ["telusur"].iter().chain(words).map(OsString::from).collect();
        let marked = mark_moves(&super::super::command(), words);
        marked.iter().skip(1).map(|word| word.to_str().unwrap().replace(MARK, "!")).collect()
    }

    #[test]
    fn only_dashed_moves_are_marked() {
        assert_eq!(
            marked(&["verify", "tiles", "first", "-5", "8"]),
            ["verify", "tiles", "first", "!-5", "8"]
        );
        for words in [
            &["verify", "tiles", "first", "-", "--optimal", "--time", "-1"][..],
            &["verify", "tiles", "--goal", "-1 2", "-h", "--jsno"],
            &["verify", "tiles", "first", "--", "-5"],
            &["verify", "chess", "-5"],
            &["solve", "tiles", "-5"],
            &["verify"],
            &[],
        ] {
            assert_eq!(marked(words), words);
        }
        assert_eq!(marked(&["verify", "tiles", "--size=3x3", "-8"])[3], "!-8");
        assert_eq!(unmarked("\0-5"), Ok("-5".to_owned()));
        assert_eq!(unmarked("-5"), Ok("-5".to_owned()));
    }
}
