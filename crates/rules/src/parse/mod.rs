//! From text to [`File`]: one statement after another, each with at most one error, so that several are told at once.

mod declarations;
mod effects;
mod expressions;

use crate::ast::{Bilingual, Ending, File, Goal, Name, RawLine, Start, Symmetry};
use crate::lexer::{self, Kind, LONGEST_TEXT, Line, Statement, Token};
use crate::messages;
use crate::source::{Problem, Span, did_you_mean};
use telusur_puzzles::Text;

/// How deep expressions may be nested.
pub(crate) const DEEPEST: usize = 64;
/// Most errors that are told at once.
const MOST_PROBLEMS: usize = 20;

/// The words that begin a statement.
const KEYWORDS: [&str; 20] = [
    "puzzle", "game", "about", "const", "set", "shape", "var", "move", "rule", "start", "goal", "end",
    "stuck", "bound", "symmetry", "sign", "hide", "place", "show", "mark",
];

/// Reads a text.
///
/// # Errors
/// Everything that can't be read.
pub fn parse(text: &str) -> Result<File, Vec<Problem>> {
    if text.len() > LONGEST_TEXT {
        let problem = messages::too_many_bytes(text.len());
        let remedy = messages::at_most_bytes(LONGEST_TEXT);
        return Err(vec![Problem::error(Span::TOP, "", problem, remedy)]);
    }
    let mut problems = Vec::new();
    let mut file = File::default();
    let statements = lexer::statements(text, &mut problems);
    let mut has_title = false;
    for statement in &statements {
        if problems.len() >= MOST_PROBLEMS {
            break;
        }
        let keyword = statement.keyword();
        if !has_title && problems.is_empty() && keyword != "puzzle" && keyword != "game" {
            let remedy = messages::BEGIN_WITH_TITLE;
            problems.push(Problem::error(statement.span(), keyword, messages::NO_TITLE, remedy));
        }
        has_title |= keyword == "puzzle" || keyword == "game";
        if let Err(problem) = read_statement(statement, &mut file) {
            problems.push(problem);
        }
    }
    if statements.is_empty() && problems.is_empty() {
        problems.push(Problem::error(Span::TOP, "", messages::EMPTY_TEXT, messages::WRITE_TITLE));
    }
    if problems.is_empty() { Ok(file) } else { Err(problems) }
}

fn read_statement(statement: &Statement<'_>, file: &mut File) -> Result<(), Problem> {
    let (keyword, span, lines) = (statement.keyword(), statement.span(), &statement.lines);
    match keyword {
        "puzzle" | "game" => {
            file.is_game = keyword == "game";
            file.title = prose(statement, keyword)?;
        }
        "about" => file.about = prose(statement, keyword)?,
        "const" => file.constants.push(whole(lines, |parser| {
            let name = parser.name(&messages::NAME_FOR_NUMBER)?;
            parser.expect("=")?;
            Ok((name, parser.expression()?))
        })?),
        "set" => file.sets.push(whole(lines, |parser| {
            let name = parser.name(&messages::NAME_FOR_SET)?;
            parser.expect("=")?;
            Ok((name, parser.names()?))
        })?),
        "shape" => {
            let (head, drawing) = drawn(statement)?;
            let name = whole(&head, |parser| parser.name(&messages::NAME_FOR_SHAPE))?;
            file.shapes.push((name, drawing));
        }
        "var" => file.variables.push(whole(lines, Parser::variable)?),
        "move" => file.moves.push(whole(lines, |parser| parser.a_move(span))?),
        "rule" => file.rules.push((span, whole(lines, Parser::expression)?)),
        "start" => file.starts.push(start(statement)?),
        "goal" => file.goals.push((span, goal(statement)?)),
        "end" => file.ends.push(whole(lines, |parser| {
            let condition = parser.expression()?;
            parser.expect(":")?;
            Ok((span, condition, parser.ending()?))
        })?),
        "stuck" => file.stuck = Some((span, whole(lines, Parser::ending)?)),
        "bound" => file.bound = Some((span, whole(lines, Parser::expression)?)),
        "symmetry" => file.symmetries.push(Symmetry { span, effects: whole(lines, Parser::symmetry)? }),
        "sign" => whole(lines, |parser| parser.signs(file))?,
        "place" => whole(lines, |parser| parser.placing(file))?,
        "mark" => file.marks.push(whole(lines, |parser| parser.mark(span))?),
        "show" => file.showings.push(whole(lines, Parser::showing)?),
        "hide" => file.hidden.extend(whole(lines, Parser::names)?),
        _ => {
            let all = messages::begin_with_one_of(&KEYWORDS);
            let remedy = did_you_mean(keyword, KEYWORDS, all);
            let token = if keyword.is_empty() { statement.lines[0].text } else { keyword };
            return Err(Problem::error(span, token, messages::BEGINS_NO_STATEMENT, remedy));
        }
    }
    Ok(())
}

/// Reads everything after the keyword of a statement, up to its end.
fn whole<T>(lines: &[Line<'_>], read: impl FnOnce(&mut Parser) -> Result<T, Problem>) -> Result<T, Problem> {
    let mut parser = Parser { tokens: lexer::tokens(lines)?, at: 1, brackets: 0, depth: 0 };
    let result = read(&mut parser)?;
    parser.end().map(|()| result)
}

/// The text after a keyword, in two languages.
fn prose(statement: &Statement<'_>, keyword: &str) -> Result<Bilingual, Problem> {
    let lines = statement.lines.iter().enumerate();
    let words: Vec<&str> =
        lines.map(|(i, line)| if i == 0 { line.text[keyword.len()..].trim() } else { line.text }).collect();
    let text = words.join(" ");
    for line in &statement.lines {
        let hidden = line.text.chars().position(telusur_puzzles::printable::is_obeyed);
        if let Some((at, sign)) = hidden.and_then(|at| Some((at, line.text.chars().nth(at)?))) {
            let span = Span { column: line.span.column + at as u32, ..line.span };
            let (problem, remedy) = (messages::SIGN_NOT_SHOWN, messages::LEAVE_IT_OUT);
            return Err(Problem::error(span, &sign.to_string(), problem, remedy));
        }
    }
    let text = Bilingual::read(text.trim());
    match text.english.is_empty() || text.english.chars().count() > 400 {
        true => {
            let problem = messages::needs_text(keyword);
            Err(Problem::error(statement.span(), keyword, problem, messages::ON_THE_SAME_LINE))
        }
        false => Ok(text),
    }
}

/// The lines before a colon, and the drawing after it.
fn drawn<'t>(statement: &Statement<'t>) -> Result<(Vec<Line<'t>>, Vec<RawLine>), Problem> {
    let first = &statement.lines[0];
    let mut quoted = false;
    let colon = first.text.char_indices().find(|&(_, c)| {
        quoted ^= c == '"';
        c == ':' && !quoted
    });
    let Some((at, _)) = colon else {
        let keyword = statement.keyword();
        let remedy = messages::drawing_after_colon(keyword);
        return Err(Problem::error(first.span, keyword, messages::NO_DRAWING, remedy));
    };
    let head = Line { span: first.span, text: &first.text[..at] };
    let mut drawing = Vec::new();
    let rest = first.text[at + 1..].trim_start();
    if !rest.is_empty() {
        let column = first.span.column + first.text[..first.text.len() - rest.len()].chars().count() as u32;
        drawing.push(RawLine { span: Span { column, ..first.span }, text: rest.to_owned() });
    }
    let others = statement.lines[1..].iter();
    drawing.extend(others.map(|line| RawLine { span: line.span, text: line.text.to_owned() }));
    if drawing.is_empty() {
        let remedy = messages::DRAW_AFTER_COLON;
        return Err(Problem::error(first.span, statement.keyword(), messages::EMPTY_DRAWING, remedy));
    }
    Ok((vec![head], drawing))
}

fn start(statement: &Statement<'_>) -> Result<Start, Problem> {
    let (head, drawing) = drawn(statement)?;
    whole(&head, |parser| {
        let mut name = Name { text: String::new(), span: statement.span() };
        if parser.peek().kind == Kind::Name && !parser.peek().is_name("optimum") {
            name = parser.name(&messages::A_NAME)?;
        }
        // Names of levels are written with dashes.
        while parser.take("-") {
            let token = parser.next();
            name.text = format!("{}-{}", name.text, token.text);
        }
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !name.text.chars().all(is_plain) || name.text.len() > 40 {
            return Err(name.error(messages::NO_LEVEL_NAME, messages::SMALL_LETTERS));
        }
        let mut title = None;
        if parser.peek().kind == Kind::Text {
            title = Some(Bilingual::read(&parser.next().text));
        }
        let mut optimum = None;
        if parser.take_name("optimum") {
            let Kind::Number(moves) = parser.peek().kind else {
                return Err(parser.unexpected(messages::NO_OPTIMUM, messages::AFTER_OPTIMUM));
            };
            parser.next();
            optimum = Some(moves as u32);
        }
        Ok(Start { name, title, optimum, drawing })
    })
}

fn goal(statement: &Statement<'_>) -> Result<Goal, Problem> {
    // A drawing follows `goal:`; a condition follows `goal` alone.
    if statement.lines[0].text["goal".len()..].trim_start().starts_with(':') {
        return Ok(Goal::Drawing(drawn(statement)?.1));
    }
    whole(&statement.lines, Parser::expression).map(Goal::Condition)
}

/// Reads the tokens of one statement.
pub(crate) struct Parser {
    tokens: Vec<Token>,
    at: usize,
    /// Open brackets, inside which lines don't end anything.
    brackets: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> &Token {
        self.peek_from(self.at)
    }

    /// The token at a place or, inside brackets, the next one that is no end of a line.
    fn peek_from(&self, mut at: usize) -> &Token {
        while self.brackets > 0 && self.tokens.get(at).is_some_and(|token| token.kind == Kind::Newline) {
            at += 1;
        }
        // The last token is the end, and nothing goes beyond it.
        self.tokens.get(at).unwrap_or(&self.tokens[self.tokens.len() - 1])
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        while self.brackets > 0 && self.tokens.get(self.at).is_some_and(|token| token.kind == Kind::Newline) {
            self.at += 1;
        }
        if self.at < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    /// Takes a sign if it comes next.
    fn take(&mut self, sign: &str) -> bool {
        let found = self.peek().is(sign);
        if found {
            self.next();
        }
        found
    }

    /// Takes a word if it comes next.
    fn take_name(&mut self, name: &str) -> bool {
        let found = self.peek().is_name(name);
        if found {
            self.next();
        }
        found
    }

    fn skip_lines(&mut self) {
        while self.tokens.get(self.at).is_some_and(|token| token.kind == Kind::Newline) {
            self.at += 1;
        }
    }

    fn expect(&mut self, sign: &str) -> Result<(), Problem> {
        match self.take(sign) {
            true => Ok(()),
            false => Err(self.missing(sign)),
        }
    }

    fn expect_name(&mut self, name: &str) -> Result<(), Problem> {
        match self.take_name(name) {
            true => Ok(()),
            false => Err(self.missing(name)),
        }
    }

    fn missing(&self, sign: &str) -> Problem {
        self.unexpected(messages::is_missing(&messages::quoted(sign)), messages::write_sign(sign))
    }

    fn unexpected(&self, problem: Text, remedy: Text) -> Problem {
        let token = self.peek();
        token.error(problem, remedy)
    }

    fn name(&mut self, what: &Text) -> Result<Name, Problem> {
        match self.peek().kind {
            Kind::Name => {
                let token = self.next();
                Ok(Name { text: token.text, span: token.span })
            }
            _ => Err(self.unexpected(messages::is_missing(what), messages::WRITE_A_WORD)),
        }
    }

    fn names(&mut self) -> Result<Vec<Name>, Problem> {
        let mut names = vec![self.name(&messages::A_VALUE)?];
        while self.take(",") {
            self.skip_lines();
            names.push(self.name(&messages::A_VALUE)?);
        }
        Ok(names)
    }

    fn end(&mut self) -> Result<(), Problem> {
        self.skip_lines();
        match self.peek().kind {
            Kind::End => Ok(()),
            _ => Err(self.unexpected(messages::DOES_NOT_BELONG, messages::END_BEFORE_IT)),
        }
    }

    fn ending(&mut self) -> Result<Ending, Problem> {
        let words = Ending::ALL.map(|(_, word)| word);
        let token = self.peek().clone();
        match Ending::ALL.iter().find(|(_, word)| token.is_name(word)) {
            Some(&(ending, _)) => {
                self.next();
                Ok(ending)
            }
            None => {
                let remedy = did_you_mean(&token.text, words, messages::USE_AN_ENDING);
                Err(self.unexpected(messages::NO_ENDING, remedy))
            }
        }
    }
}
