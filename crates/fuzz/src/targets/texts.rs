//! Small languages: amounts, names, rules, outlines, and text of others.

use crate::target::{Inspection, Judge, Outcome, hold, refusal};
use std::fmt::{Debug, Display};
use std::str::FromStr;
use telusur_cli::amount;
use telusur_look::path::Path;
use telusur_puzzles::hanoi::{MOST_PEGS, PegGraph, Stacks};
use telusur_puzzles::printable::{is_invisible, is_obeyed};
use telusur_puzzles::stones::{Player, TakeSet};
use telusur_puzzles::tiles::{Cells, Tiles, Wide};
use telusur_puzzles::{Language, LevelError, Puzzle, printable, printable_lines, quoted};
use telusur_search::{Algorithm, Space};
use telusur_web::Token;

/// A judge of text; bytes that are no text become what a reader of files would refuse to be given.
fn of_text(judge: fn(&str) -> Inspection) -> Judge {
    Box::new(move |input| Ok(judge(&String::from_utf8_lossy(input))?.sized(input.len())))
}

/// What was read, written, and read again, must be the same; a refusal must be fit to be shown.
fn round_trip<T: PartialEq + Debug, E: Display>(
    text: &str,
    read: impl Fn(&str) -> Result<T, E>,
    write: impl Fn(&T) -> String,
) -> Inspection {
    let first = match read(text) {
        Ok(first) => first,
        Err(error) => return refusal(&error.to_string()),
    };
    let written = write(&first);
    match read(&written) {
        Ok(again) if again == first => Ok(Outcome::named("read", written.len().ilog2_or_zero())),
        Ok(again) => Err(format!("{first:?} is written {written:?} and read as {again:?}")),
        Err(error) => Err(format!("{first:?} is written {written:?} and refused: {error}")),
    }
}

trait IlogOrZero {
    fn ilog2_or_zero(self) -> u32;
}

impl IlogOrZero for usize {
    fn ilog2_or_zero(self) -> u32 {
        self.checked_ilog2().unwrap_or(0)
    }
}

pub(super) fn amounts() -> Judge {
    of_text(|text| {
        let bytes = round_trip(text, amount::bytes, u64::to_string);
        let count = round_trip(text, amount::count, u64::to_string);
        let time = round_trip(text, amount::duration, |time| {
            // Nanoseconds are what a duration holds, and seconds with all their decimals are what it reads.
            format!("{}.{:09}", time.as_secs(), time.subsec_nanos())
        });
        // Numbers beyond 2^53 lose digits on the way through a fraction, so only smaller ones must come back.
        let exact = |verdict: Inspection, is_small: bool| {
            if is_small { verdict } else { Ok(Outcome::named("large", ())) }
        };
        let small = |value: Option<u64>| value.is_none_or(|value| value < 1 << 53);
        let bytes = exact(bytes, small(amount::bytes(text).ok()))?;
        let seconds = amount::duration(text).ok().map(|time| time.as_nanos());
        let time = exact(time, seconds.is_none_or(|nanos| nanos < 1 << 52))?;
        Ok(bytes.then(count?).then(time))
    })
}

pub(super) fn takes() -> Judge {
    of_text(|text| {
        if let Ok(takes) = TakeSet::parse(text) {
            hold(takes.count() > 0 && takes.least() >= 1, || format!("{takes:?} allows to take nothing"))?;
            let ends = [takes.least(), takes.most()];
            let allowed = ends.into_iter().all(|take| takes.allows(take) && !takes.allows(0));
            hold(allowed, || format!("{takes:?} forbids its own ends"))?;
            let next = takes.next_from(takes.least()) == Some(takes.least());
            hold(next, || format!("{takes:?} does not begin with its least"))?;
        }
        round_trip(text, TakeSet::parse, ToString::to_string)
    })
}

pub(super) fn peg_rules() -> Judge {
    of_text(|text| {
        let mut outcome = Outcome::named("rules", ());
        for pegs in [1, 2, 3, 4, MOST_PEGS] {
            let read = |text: &str| PegGraph::parse(text, pegs);
            // A line of one peg has no arcs, and then only its name says which rule it is.
            if read(text).is_ok_and(|graph| graph.arcs().is_empty()) {
                continue;
            }
            outcome = outcome.then(round_trip(text, read, ToString::to_string)?);
        }
        Ok(outcome)
    })
}

pub(super) fn stacks() -> Judge {
    of_text(|text| {
        if let Ok(stacks) = Stacks::parse(text) {
            let within = stacks.places.iter().all(|&peg| usize::from(peg) < stacks.pegs);
            hold(within && stacks.pegs <= MOST_PEGS, || format!("a disc is on no peg: {stacks:?}"))?;
        }
        placed(text, Stacks::parse(text).err().as_ref())?;
        round_trip(text, Stacks::parse, Stacks::write)
    })
}

/// An error must stand in the text, or behind its end.
pub(super) fn placed(text: &str, error: Option<&LevelError>) -> Result<(), String> {
    let Some((line, column)) = error.and_then(|error| error.place) else { return Ok(()) };
    let lines = text.split('\n').count();
    let letters = text.split('\n').nth(line.wrapping_sub(1)).map(|line| line.chars().count());
    let stands = letters.is_some_and(|letters| (1..=letters + 1).contains(&column));
    hold(stands, || {
        format!(
            "line {line}, column {column} is not in {lines} lines: {}",
            error.map_or_else(String::new, ToString::to_string)
        )
    })
}

pub(super) fn tiles() -> Judge {
    fn of<C: Cells>(text: &str) -> Inspection {
        let read =
            |text: &str| Tiles::<C>::parse(text).map(|tiles| (tiles.rows, tiles.columns, tiles.start()));
        placed(text, Tiles::<C>::parse(text).err().as_ref())?;
        let Ok(level) = Tiles::<C>::parse(text) else { return round_trip(text, read, |_| String::new()) };
        // A single row would be read as a square, or as nothing, without its size.
        if level.rows == 1 || level.columns == 1 {
            return Ok(Outcome::named("line", level.cells()));
        }
        round_trip(text, read, |&(_, _, start)| level.text(start))
    }
    of_text(|text| Ok(of::<u64>(text)?.then(of::<u128>(text)?).then(of::<Wide>(text)?)))
}

pub(super) fn names() -> Judge {
    fn of<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) -> Inspection {
        round_trip(text, str::parse::<T>, ToString::to_string)
    }
    of_text(|text| {
        let outcome = of::<Algorithm>(text)?.then(of::<Language>(text)?);
        let player = round_trip(text, Player::parse, ToString::to_string)?;
        let token = match Token::new(text) {
            Ok(token) => {
                hold(token.word() == text, || format!("the token {text:?} became another"))?;
                Outcome::named("token", ())
            }
            Err(error) => refusal(&error.to_string())?,
        };
        Ok(outcome.then(player).then(token))
    })
}

pub(super) fn printables() -> Judge {
    of_text(|text| {
        let line = printable(text);
        hold(!line.chars().any(is_obeyed), || format!("{text:?} is printed as {line:?}"))?;
        hold(printable(&line) == line, || format!("{line:?} is not printable the second time"))?;
        hold(line.len() >= text.len(), || format!("{text:?} loses something as {line:?}"))?;
        let lines = printable_lines(text);
        let obeyed = lines.chars().any(|letter| letter != '\n' && is_obeyed(letter));
        hold(!obeyed && lines.split('\n').count() == text.split('\n').count(), || {
            format!("{text:?} has other lines")
        })?;
        let short = quoted(text);
        hold(short.chars().count() <= 41 * 10 && !short.chars().any(is_obeyed), || format!("{short:?}"))?;
        let escaped = text.chars().filter(|&letter| is_invisible(letter)).count().min(9);
        Ok(Outcome::named("printed", escaped))
    })
}

pub(super) fn outlines() -> Judge {
    of_text(|text| match Path::read(text) {
        None => Ok(Outcome::named("no outline", ())),
        Some(path) => {
            hold(path.steps.len() <= text.len() * 8, || format!("{} steps", path.steps.len()))?;
            let mut kinds: Vec<_> = path.steps.iter().map(std::mem::discriminant).collect();
            kinds.dedup();
            kinds.truncate(4);
            Ok(Outcome::named("outline", kinds))
        }
    })
}
