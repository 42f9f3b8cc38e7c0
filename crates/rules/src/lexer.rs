//! From text to statements and tokens. A statement begins in the first column; lines that are indented belong to it.

use crate::messages;
use crate::source::{Problem, Span};
use telusur_puzzles::Text;

/// Longest text that is read, in bytes.
pub const LONGEST_TEXT: usize = 1 << 16;
/// Most letters of a name.
const LONGEST_NAME: usize = 40;

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A word.
    Name,
    /// A number that is not negative.
    Number(i64),
    /// A text in quotation marks.
    Text,
    /// An operator or punctuation mark.
    Sign,
    /// The beginning of another line of the same statement.
    Newline,
    /// The end of the statement.
    End,
}

/// A piece of text that belongs together.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) text: String,
    pub(crate) span: Span,
}

impl Token {
    pub(crate) fn is(&self, sign: &str) -> bool {
        self.kind == Kind::Sign && self.text == sign
    }

    pub(crate) fn is_name(&self, name: &str) -> bool {
        self.kind == Kind::Name && self.text == name
    }

    /// An error about this token.
    pub(crate) fn error(&self, problem: Text, remedy: Text) -> Problem {
        Problem::error(self.span, &self.text, problem, remedy)
    }
}

/// A line of a statement without its comment.
#[derive(Clone, Debug)]
pub(crate) struct Line<'t> {
    /// Where its text begins.
    pub(crate) span: Span,
    pub(crate) text: &'t str,
}

/// A statement: its first line, and those that are indented under it.
#[derive(Clone, Debug)]
pub(crate) struct Statement<'t> {
    pub(crate) lines: Vec<Line<'t>>,
}

impl<'t> Statement<'t> {
    /// The first word.
    pub(crate) fn keyword(&self) -> &'t str {
        let first = self.lines[0].text;
        let end = first.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(first.len());
        &first[..end]
    }

    pub(crate) fn span(&self) -> Span {
        self.lines[0].span
    }
}

/// The text of a line before a comment, which begins with `//` outside quotation marks.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    let bytes = line.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            b'"' => quoted = !quoted,
            b'/' if !quoted && bytes.get(at + 1) == Some(&b'/') => return &line[..at],
            _ => {}
        }
    }
    line
}

/// The statements of a text.
pub(crate) fn statements<'t>(text: &'t str, problems: &mut Vec<Problem>) -> Vec<Statement<'t>> {
    let mut statements: Vec<Statement<'t>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let whole = without_comment(line).trim_end();
        let body = whole.trim_start();
        if body.is_empty() {
            continue;
        }
        let indent = whole[..whole.len() - body.len()].chars().count();
        let span = Span { line: number as u32 + 1, column: indent as u32 + 1 };
        let line = Line { span, text: body };
        match (indent, statements.last_mut()) {
            (0, _) => statements.push(Statement { lines: vec![line] }),
            (_, Some(statement)) => statement.lines.push(line),
            (_, None) => {
                problems.push(Problem::error(
                    span,
                    body.split_whitespace().next().unwrap_or(""),
                    messages::NOTHING_TO_INDENT_UNDER,
                    messages::TITLE_IN_FIRST_COLUMN,
                ));
                return statements;
            }
        }
    }
    statements
}

/// The signs of two characters; the others have one.
const DOUBLE: [&str; 8] = [":=", "+=", "-=", "==", "!=", "<=", ">=", ".."];
const SINGLE: &str = "+-*/%<>()[]{},:=|";

/// The tokens of some lines, with [`Kind::Newline`] between lines and [`Kind::End`] last.
pub(crate) fn tokens(lines: &[Line<'_>]) -> Result<Vec<Token>, Problem> {
    let mut tokens = Vec::new();
    let mut last = Span::TOP;
    for (i, line) in lines.iter().enumerate() {
        if i > 0 {
            tokens.push(Token { kind: Kind::Newline, text: String::new(), span: line.span });
        }
        last = read_line(line, &mut tokens)?;
    }
    tokens.push(Token { kind: Kind::End, text: String::new(), span: last });
    Ok(tokens)
}

fn read_line(line: &Line<'_>, tokens: &mut Vec<Token>) -> Result<Span, Problem> {
    let mut rest = line.text;
    let mut span = line.span;
    while let Some(first) = rest.chars().next() {
        let (kind, length) = if first.is_whitespace() {
            (None, first.len_utf8())
        } else if first.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let number: i64 = rest[..length].parse().ok().filter(|&n| n < 1 << 31).ok_or_else(|| {
                Problem::error(span, &rest[..length], messages::NUMBER_TOO_LARGE, messages::BELOW_TWO_BILLION)
            })?;
            (Some(Kind::Number(number)), length)
        } else if first.is_alphabetic() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            if rest[..length].chars().count() > LONGEST_NAME {
                let remedy = messages::at_most_letters(LONGEST_NAME);
                return Err(Problem::error(span, &rest[..length], messages::NAME_TOO_LONG, remedy));
            }
            (Some(Kind::Name), length)
        } else if first == '"' {
            let Some(end) = rest[1..].find('"') else {
                return Err(Problem::error(
                    span,
                    rest,
                    messages::TEXT_WITHOUT_END,
                    messages::CLOSE_WITH_QUOTATION_MARK,
                ));
            };
            (Some(Kind::Text), end + 2)
        } else if let Some(sign) = DOUBLE.iter().find(|sign| rest.starts_with(**sign)) {
            (Some(Kind::Sign), sign.len())
        } else if SINGLE.contains(first) {
            (Some(Kind::Sign), 1)
        } else {
            let token = first.to_string();
            return Err(Problem::error(span, &token, messages::SIGN_WITHOUT_MEANING, messages::LEAVE_IT_OUT));
        };
        let (piece, tail) = rest.split_at(length);
        if let Some(kind) = kind {
            let text = if kind == Kind::Text { &piece[1..length - 1] } else { piece };
            tokens.push(Token { kind, text: text.to_owned(), span });
        }
        span.column += piece.chars().count() as u32;
        rest = tail;
    }
    Ok(span)
}
