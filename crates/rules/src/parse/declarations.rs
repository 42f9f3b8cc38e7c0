//! Variables, moves, and what they look like: the statements that have a grammar of their own.

use super::Parser;
use crate::ast::{Domain, File, Form, Index, Move, Name, Placing, Variable};
use crate::lexer::Kind;
use crate::source::{Problem, Span};

/// Most squares of a picture in either direction that something can be placed in.
const MOST_SQUARES: i64 = 64;

impl Parser {
    /// After `var`.
    pub(super) fn variable(&mut self) -> Result<Variable, Problem> {
        let name = self.name("the name of the variable")?;
        let mut index = None;
        if self.take("[") {
            index = Some(self.index()?);
            self.expect("]")?;
        }
        self.expect(":")?;
        let domain = self.domain()?;
        let permutation = self.take_name("permutation");
        let mut initial = None;
        if self.take("=") {
            initial = Some(self.expression()?);
        }
        self.end()?;
        Ok(Variable { name, index, domain, permutation, initial })
    }

    fn index(&mut self) -> Result<Index, Problem> {
        if self.peek().kind == Kind::Name && self.peek_from(self.at + 1).is("]") {
            return Ok(Index::Named(self.name("a set")?));
        }
        let first = self.sum()?;
        if self.take("..") {
            return Ok(Index::Range(first, self.sum()?));
        }
        if self.take_name("x") {
            return Ok(Index::Grid(first, self.sum()?));
        }
        Err(self.unexpected("this is no index", "use [1..9], [3 x 3] or the name of a set or shape"))
    }

    fn domain(&mut self) -> Result<Domain, Problem> {
        let is_word = self.peek().kind == Kind::Name;
        if is_word && self.peek().text == "cells" && self.peek_from(self.at + 1).is("(") {
            self.next();
            self.next();
            let of = self.name("a board")?;
            self.expect(")")?;
            return Ok(Domain::Cells(of));
        }
        if is_word && self.peek_from(self.at + 1).is(",") {
            return Ok(Domain::Names(self.names()?));
        }
        let follows = self.peek_from(self.at + 1);
        if is_word
            && (matches!(follows.kind, Kind::End | Kind::Newline)
                || follows.is("=")
                || follows.is_name("permutation"))
        {
            return Ok(Domain::Named(self.name("a set")?));
        }
        let low = self.sum()?;
        self.expect("..")?;
        Ok(Domain::Range(low, self.sum()?))
    }

    /// After `move`.
    pub(super) fn a_move(&mut self, span: Span) -> Result<Move, Problem> {
        let mut words: Vec<String> = Vec::new();
        let mut binders = Vec::new();
        loop {
            let token = self.peek().clone();
            if token.is_name("when") || token.is(":") {
                break;
            }
            if token.is("(") || (token.kind == Kind::Name && self.peek_from(self.at + 1).is_name("in")) {
                binders = self.binders()?;
                break;
            }
            match token.kind {
                Kind::Name | Kind::Number(_) => words.push(self.next().text),
                _ => {
                    let remedy = "write the move's words, its parameters such as 'k in 1..3', and a colon";
                    return Err(self.unexpected("the move has no colon", remedy));
                }
            }
        }
        if words.is_empty() {
            return Err(self.unexpected("the move has no name", "write a word after 'move'"));
        }
        self.skip_lines();
        let condition = match self.take_name("when") {
            true => Some(self.expression()?),
            false => None,
        };
        self.skip_lines();
        self.expect(":")?;
        let effects = self.effects(true)?;
        self.end()?;
        Ok(Move { name: words.join(" "), span, binders, condition, effects })
    }

    /// After `sign`: values with their signs and colours.
    pub(super) fn signs(&mut self, file: &mut File) -> Result<(), Problem> {
        loop {
            self.skip_lines();
            let token = self.next();
            if !matches!(token.kind, Kind::Name | Kind::Number(_)) {
                let remedy = "write a value, its sign in quotation marks, and a colour if you like: wall \"#\" colour 3";
                return Err(Problem::error(token.span, &token.text, "a value is missing here", remedy));
            }
            let name = Name { text: token.text, span: token.span };
            if self.peek().kind == Kind::Text {
                let sign = self.next().text;
                file.signs.push((name.clone(), sign));
            }
            if self.take_name("colour") {
                let Kind::Number(colour) = self.peek().kind else {
                    return Err(self.unexpected("the colour's number is missing", "use a number from 0"));
                };
                self.next();
                file.colours.push((name.clone(), colour));
            }
            if let Some(&(form, word)) = Form::ALL.iter().find(|(_, word)| self.peek().is_name(word)) {
                self.expect_name(word)?;
                file.forms.push((name, form));
            }
            if !self.take(",") && self.peek().kind != Kind::Newline {
                return self.end();
            }
        }
    }

    /// After `place`: a variable, and the column and row of its first value, or that its values are columns.
    pub(super) fn placing(&mut self, file: &mut File) -> Result<(), Problem> {
        let name = self.name("the name of a variable")?;
        if self.take_name("by") {
            self.expect_name("value")?;
            file.by_value.push(name);
            return self.end();
        }
        self.expect_name("at")?;
        let column = self.coordinate()?;
        self.expect(",")?;
        let row = self.coordinate()?;
        let is_down = self.take_name("down");
        file.placings.push((name, Placing { column, row, is_down }));
        self.end()
    }

    fn coordinate(&mut self) -> Result<u16, Problem> {
        match self.peek().kind {
            Kind::Number(number @ 1..=MOST_SQUARES) => {
                self.next();
                Ok(number as u16)
            }
            _ => {
                let problem = "a number of squares is missing here";
                let remedy = "write column and row of the first value, from 1 to 64: place small at 1, 3";
                Err(self.unexpected(problem, remedy))
            }
        }
    }
}
