//! Effects: what a move does, one after another, separated by commas or lines.

use super::{DEEPEST, Parser};
use crate::ast::{Assignable, EFFECT_WORDS, Effect, Expr, SymmetryEffect};
use crate::lexer::Kind;
use crate::messages;
use crate::source::Problem;

/// Most effects of one move, and most places of one effect.
const MOST: usize = 500;

impl Parser {
    /// Effects up to the end of the statement or, without `lines`, of the line.
    pub(super) fn effects(&mut self, lines: bool) -> Result<Vec<Effect>, Problem> {
        if self.depth >= DEEPEST {
            return Err(self.unexpected(messages::EFFECTS_TOO_DEEP, messages::SPLIT_THE_MOVE));
        }
        self.depth += 1;
        let mut effects = Vec::new();
        loop {
            if lines {
                self.skip_lines();
            }
            if effects.len() >= MOST {
                return Err(self.unexpected(messages::TOO_MANY_EFFECTS, messages::USE_FOR));
            }
            effects.push(self.effect()?);
            if self.take(",") {
                continue;
            }
            let token = self.peek();
            match token.kind {
                Kind::Newline if lines => {}
                Kind::Newline | Kind::End => break,
                _ => return Err(self.unexpected(messages::NO_EFFECT, messages::SEPARATE_EFFECTS)),
            }
            if self.rest_is_empty() {
                break;
            }
        }
        self.depth -= 1;
        Ok(effects)
    }

    fn rest_is_empty(&self) -> bool {
        self.tokens[self.at.min(self.tokens.len())..]
            .iter()
            .all(|token| matches!(token.kind, Kind::Newline | Kind::End))
    }

    fn effect(&mut self) -> Result<Effect, Problem> {
        let word = self.peek().clone();
        let follows = self.peek_from(self.at + 1).clone();
        let is_word = word.kind == Kind::Name && follows.kind != Kind::Sign || follows.is("(");
        match word.text.as_str() {
            "let" if is_word => {
                self.next();
                let name = self.name(&messages::A_NAME)?;
                self.expect("=")?;
                Ok(Effect::Let(name, self.expression()?))
            }
            "swap" if is_word => {
                self.next();
                let first = self.place()?;
                self.expect(",")?;
                Ok(Effect::Cycle(vec![first, self.place()?]))
            }
            "cycle" if is_word => {
                self.next();
                let mut places = vec![self.place()?];
                while places.len() < MOST && self.peek().is(",") {
                    let before = self.at;
                    self.next();
                    if EFFECT_WORDS.iter().any(|word| self.peek().is_name(word)) {
                        self.at = before;
                        break;
                    }
                    let place = self.place()?;
                    // What is assigned is the next effect.
                    if [":=", "+=", "-="].iter().any(|sign| self.peek().is(sign)) {
                        self.at = before;
                        break;
                    }
                    places.push(place);
                }
                Ok(Effect::Cycle(places))
            }
            "reverse" if is_word => {
                self.next();
                let (name, from, to) = self.stretch()?;
                Ok(Effect::Reverse(name, from, to))
            }
            "rotate" if is_word => {
                self.next();
                let (name, from, to) = self.stretch()?;
                self.expect_name("by")?;
                Ok(Effect::Rotate(name, from, to, self.sum()?))
            }
            "for" if is_word => {
                self.next();
                let binders = self.binders()?;
                self.expect(":")?;
                Ok(Effect::For(binders, self.effects(false)?))
            }
            "if" => {
                self.next();
                let condition = self.expression()?;
                self.expect(":")?;
                Ok(Effect::If(condition, self.effects(false)?))
            }
            _ => self.assignment(),
        }
    }

    /// `p[i..j]`
    fn stretch(&mut self) -> Result<(crate::ast::Name, Expr, Expr), Problem> {
        let name = self.name(&messages::AN_ARRAY)?;
        self.expect("[")?;
        let from = self.sum()?;
        self.expect("..")?;
        let to = self.sum()?;
        self.expect("]")?;
        Ok((name, from, to))
    }

    fn assignment(&mut self) -> Result<Effect, Problem> {
        let mut places: Vec<Assignable> = vec![self.place()?];
        while places.len() < MOST && self.take(",") {
            places.push(self.place()?);
        }
        let count = places.len();
        if self.take(":=") {
            let mut values = vec![self.expression()?];
            while values.len() < count {
                self.expect(",")?;
                values.push(self.expression()?);
            }
            return Ok(Effect::Assign(places, values));
        }
        let sign = self.peek().clone();
        match (places.pop(), sign.text.as_str()) {
            (Some(place), "+=") if count == 1 => {
                self.next();
                Ok(Effect::Add(place, self.expression()?))
            }
            (Some(place), "-=") if count == 1 => {
                self.next();
                Ok(Effect::Subtract(place, self.expression()?))
            }
            (_, "=") => Err(self.unexpected(messages::EQUALS_CHANGES_NOTHING, messages::WRITE_COLON_EQUALS)),
            _ => Err(self.unexpected(messages::NO_EFFECT, messages::USE_AN_EFFECT)),
        }
    }

    /// After `symmetry`.
    pub(super) fn symmetry(&mut self) -> Result<Vec<SymmetryEffect>, Problem> {
        let mut effects = Vec::new();
        loop {
            self.skip_lines();
            if effects.len() >= MOST {
                return Err(self.unexpected(messages::TOO_MANY_SYMMETRY_EFFECTS, messages::USE_FOR));
            }
            let word = self.peek().clone();
            let follows = self.peek_from(self.at + 1).kind.clone();
            let is_turn =
                ["turn", "mirror", "transpose"].contains(&word.text.as_str()) && follows == Kind::Name;
            effects.push(match is_turn {
                true => {
                    self.next();
                    SymmetryEffect::Grid(word.text, self.name(&messages::A_BOARD)?)
                }
                false => SymmetryEffect::Effect(self.effect()?),
            });
            if !self.take(",") && (self.rest_is_empty() || self.peek().kind != Kind::Newline) {
                return Ok(effects);
            }
        }
    }
}
