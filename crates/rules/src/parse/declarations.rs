//! Variables, moves, and what they look like: the statements that have a grammar of their own.

use super::Parser;
use crate::ast::{
    Arrangement, Domain, Expr, ExprKind, File, Fold, Form, Index, Move, Name, Placing, Showing, Variable,
};
use crate::lexer::Kind;
use crate::messages;
use crate::source::{Problem, Span, did_you_mean};
use telusur_puzzles::picture::{FIRST_NAMED_COLOUR, NAMED_COLOURS};

/// Most squares of a picture in either direction that something can be placed in.
const MOST_SQUARES: i64 = 64;

impl Parser {
    /// After `var`.
    pub(super) fn variable(&mut self) -> Result<Variable, Problem> {
        let name = self.name(&messages::NAME_OF_VARIABLE)?;
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
        Ok(Variable { name, index, domain, permutation, initial })
    }

    fn index(&mut self) -> Result<Index, Problem> {
        if self.peek().kind == Kind::Name && self.peek_from(self.at + 1).is("]") {
            return Ok(Index::Named(self.name(&messages::A_SET)?));
        }
        let first = self.sum()?;
        if self.take("..") {
            return Ok(Index::Range(first, self.sum()?));
        }
        if self.take_name("x") {
            return Ok(Index::Grid(first, self.sum()?));
        }
        Err(self.unexpected(messages::NO_INDEX, messages::USE_AN_INDEX))
    }

    fn domain(&mut self) -> Result<Domain, Problem> {
        let is_word = self.peek().kind == Kind::Name;
        if is_word && self.peek().text == "cells" && self.peek_from(self.at + 1).is("(") {
            self.next();
            self.next();
            let of = self.name(&messages::A_BOARD)?;
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
            return Ok(Domain::Named(self.name(&messages::A_SET)?));
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
                    return Err(self.unexpected(messages::NO_COLON, messages::WRITE_A_MOVE));
                }
            }
        }
        if words.is_empty() {
            return Err(self.unexpected(messages::NO_MOVE_NAME, messages::WORD_AFTER_MOVE));
        }
        self.skip_lines();
        let condition = match self.take_name("when") {
            true => Some(self.expression()?),
            false => None,
        };
        self.skip_lines();
        self.expect(":")?;
        let effects = self.effects(true)?;
        Ok(Move { name: words.join(" "), span, binders, condition, effects })
    }

    /// After `sign`: values with their signs and colours.
    pub(super) fn signs(&mut self, file: &mut File) -> Result<(), Problem> {
        loop {
            self.skip_lines();
            let token = self.next();
            if !matches!(token.kind, Kind::Name | Kind::Number(_)) {
                return Err(token.error(messages::NO_VALUE_OF_SIGN, messages::WRITE_A_SIGN));
            }
            let name = Name { text: token.text, span: token.span };
            if self.peek().kind == Kind::Text {
                let sign = self.next().text;
                file.signs.push((name.clone(), sign));
            }
            if self.take_name("colour") {
                file.colours.push((name.clone(), self.colour()?));
            }
            if let Some(&(form, word)) = Form::ALL.iter().find(|(_, word)| self.peek().is_name(word)) {
                self.expect_name(word)?;
                file.forms.push((name, form));
            }
            if !self.take(",") && self.peek().kind != Kind::Newline {
                return Ok(());
            }
        }
    }

    /// A colour by its name or its number.
    fn colour(&mut self) -> Result<i64, Problem> {
        let token = self.next();
        match token.kind {
            Kind::Number(colour) => Ok(colour.min(i64::from(FIRST_NAMED_COLOUR) - 1)),
            Kind::Name => match NAMED_COLOURS.iter().position(|name| *name == token.text) {
                Some(number) => Ok(i64::from(FIRST_NAMED_COLOUR) + number as i64),
                None => {
                    let all = messages::colours(&NAMED_COLOURS);
                    let remedy = did_you_mean(&token.text, NAMED_COLOURS, all);
                    Err(token.error(messages::NO_SUCH_COLOUR, remedy))
                }
            },
            _ => {
                let remedy = messages::colours(&NAMED_COLOURS);
                Err(token.error(messages::NO_COLOUR, remedy))
            }
        }
    }

    /// After `show`: variables, what they are drawn as, and what marks them.
    pub(super) fn showing(&mut self) -> Result<Showing, Problem> {
        let names = self.names()?;
        self.expect_name("as")?;
        let word = self.next();
        let found = Arrangement::ALL.iter().find(|(_, known)| *known == word.text);
        let Some(&(arrangement, _)) = found else {
            let words = Arrangement::ALL.map(|(_, word)| word);
            let remedy = did_you_mean(&word.text, words, messages::one_of(&words));
            return Err(word.error(messages::NO_ARRANGEMENT, remedy));
        };
        let with = match self.take_name("with") {
            true => Some(self.name(&messages::NAME_OF_VARIABLE)?),
            false => None,
        };
        Ok(Showing { names, arrangement, with })
    }

    /// After `mark`: a cell, and the condition under which it is marked.
    pub(super) fn mark(&mut self, span: Span) -> Result<Expr, Problem> {
        let binders = self.binders()?;
        self.expect(":")?;
        self.skip_lines();
        let condition = self.expression()?;
        Ok(Expr { kind: ExprKind::Fold(Fold::Any, binders, Box::new(condition)), span })
    }

    /// After `place`: a variable, and the column and row of its first value, or that its values are columns.
    pub(super) fn placing(&mut self, file: &mut File) -> Result<(), Problem> {
        let name = self.name(&messages::NAME_OF_VARIABLE)?;
        if self.take_name("by") {
            self.expect_name("value")?;
            file.by_value.push(name);
            return Ok(());
        }
        self.expect_name("at")?;
        let column = self.coordinate()?;
        self.expect(",")?;
        let row = self.coordinate()?;
        let is_down = self.take_name("down");
        file.placings.push((name, Placing { column, row, is_down }));
        Ok(())
    }

    fn coordinate(&mut self) -> Result<u16, Problem> {
        match self.peek().kind {
            Kind::Number(number @ 1..=MOST_SQUARES) => {
                self.next();
                Ok(number as u16)
            }
            _ => {
                let problem = messages::NO_SQUARES;
                Err(self.unexpected(problem, messages::WRITE_A_PLACE))
            }
        }
    }
}
