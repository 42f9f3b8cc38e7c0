//! Play by lines, for screen readers and pipes: moves and words come in, boards and sentences go out. Nothing is ever
//! redrawn, no colour is used, and every line stands for itself.

mod commands;
mod talk;

use crate::app::Start;
use crate::board;
use crate::paint::{Depth, Letters, Paint};
use crate::surroundings::{SearchOptions, Surroundings};
use crate::words::Phrase;
use std::io::{self, BufRead, Write};
use talk::Talk;
use telusur_puzzles::{Language, Picture};
use telusur_session::Keeper;

/// Boards of more units in a row are not drawn.
const WIDEST: f32 = 1000.0;
/// Nor are boards of more units in a column.
const HIGHEST: f32 = 200.0;
/// No line that means something is longer.
const LONGEST_LINE: u64 = 1 << 16;
const TOO_LONG: Phrase = Phrase(
    "This line is longer than 65,536 bytes and was not read.",
    "Baris ini lebih panjang dari 65.536 byte dan tidak dibaca.",
);
const NO_TEXT: Phrase =
    Phrase("This line is not UTF-8 text and was not read.", "Baris ini bukan teks UTF-8 dan tidak dibaca.");
/// Columns of drawn boards.
const WIDTH: u16 = 78;

/// How boards are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Boards {
    /// Drawn with letters and signs.
    #[default]
    Drawn,
    /// As a sentence each.
    Sentences,
}

/// How to play by lines.
pub struct Options {
    /// Which language to begin with.
    pub language: Language,
    /// How boards are written.
    pub boards: Boards,
    /// Whether to draw with ASCII only.
    pub ascii: bool,
    /// What searches may use.
    pub search_options: SearchOptions,
    /// Whether somebody sits there, who wants to be asked for the next line.
    pub prompt: bool,
    /// Where to begin.
    pub start: Start,
}

/// A board as lines of text without colours, at most 78 columns wide where that is possible; with ASCII characters only,
/// if that is wanted. Nothing where there would be more lines than anybody reads.
#[must_use]
pub fn drawn(picture: &Picture, ascii: bool) -> Option<Vec<String>> {
    if picture.width > WIDEST || picture.height > HIGHEST {
        return None;
    }
    let letters = if ascii { Letters::Ascii } else { Letters::Unicode };
    Some(board::lines(picture, &Paint { letters, depth: Depth::None, ..Paint::default() }, WIDTH))
}

/// Reads lines and answers them until there are no more, or one of them says so. Answers whether every line could be
/// read and every move be made.
///
/// # Errors
/// If reading or writing fails.
pub fn talk(
    options: Options,
    keeper: Box<dyn Keeper>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<bool> {
    let with = Surroundings::new(options.language, options.search_options, keeper);
    let mut talk = Talk::new(with, options.boards, options.ascii, output);
    talk.begin(options.start)?;
    loop {
        talk.prompt(options.prompt)?;
        match read_line(input)? {
            None => return talk.end(),
            Some(Err(why)) => talk.refuse(why)?,
            Some(Ok(line)) => {
                if talk.hear(&line)? {
                    return talk.end();
                }
            }
        }
    }
}

/// The next line, or why it can't be read; nothing at the end.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<Result<String, Phrase>>> {
    let mut line = Vec::new();
    let read = io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && read as u64 == LONGEST_LINE {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(TOO_LONG)));
    }
    Ok(Some(String::from_utf8(line).map_err(|_| NO_TEXT)))
}
