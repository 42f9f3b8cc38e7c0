//! Expressions: operators by precedence, functions, conditions over sets. Nesting is limited, chains are too.

use super::{DEEPEST, Parser};
use crate::ast::{Binder, Expr, ExprKind, Fold, Name, Operator, SET_FUNCTIONS, Set};
use crate::lexer::Kind;
use crate::messages;
use crate::source::Problem;

/// Most operands in a row, which also nest.
const LONGEST_CHAIN: usize = 200;

impl Parser {
    pub(super) fn expression(&mut self) -> Result<Expr, Problem> {
        let expression = self.binary(1)?;
        // Nothing that stands before '=' is read here.
        match self.peek().is("=") {
            true => Err(self.unexpected(messages::EQUALS_COMPARES_NOTHING, messages::WRITE_DOUBLE_EQUALS)),
            false => Ok(expression),
        }
    }

    /// An expression without comparisons and logic: a bound of a range.
    pub(super) fn sum(&mut self) -> Result<Expr, Problem> {
        self.binary(5)
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Problem>) -> Result<T, Problem> {
        if self.depth >= DEEPEST {
            let remedy = messages::at_most_levels(DEEPEST);
            return Err(self.unexpected(messages::EXPRESSION_TOO_DEEP, remedy));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// The operator that comes next, perhaps at the beginning of the next line.
    fn operator(&self) -> Option<Operator> {
        let mut token = self.peek();
        if token.kind == Kind::Newline {
            let next = self.peek_from(self.at + 1);
            if next.is_name("and") || next.is_name("or") {
                token = next;
            }
        }
        let found = Operator::ALL.iter().find(|(_, sign)| *sign == token.text)?;
        matches!(token.kind, Kind::Sign | Kind::Name).then_some(found.0)
    }

    fn binary(&mut self, least: u8) -> Result<Expr, Problem> {
        self.nested(|parser| {
            let mut left = parser.unary(least)?;
            for _ in 0..LONGEST_CHAIN {
                let Some(operator) = parser.operator().filter(|operator| operator.precedence() >= least)
                else {
                    return Ok(left);
                };
                parser.skip_lines();
                parser.next();
                parser.skip_lines();
                let right = parser.binary(operator.precedence() + 1)?;
                let span = left.span;
                left = Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span };
                if operator.precedence() == 4
                    && parser.operator().is_some_and(|operator| operator.precedence() == 4)
                {
                    return Err(parser.unexpected(messages::CHAINED_COMPARISONS, messages::JOIN_WITH_AND));
                }
            }
            let remedy = messages::at_most(LONGEST_CHAIN);
            Err(parser.unexpected(messages::TOO_MANY_OPERANDS, remedy))
        })
    }

    fn unary(&mut self, least: u8) -> Result<Expr, Problem> {
        let span = self.peek().span;
        if least <= 3 && self.take_name("not") {
            let inner = self.binary(4)?;
            return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span });
        }
        if self.take("-") {
            let inner = self.binary(7)?;
            return Ok(Expr { kind: ExprKind::Minus(Box::new(inner)), span });
        }
        self.primary()
    }

    fn primary(&mut self) -> Result<Expr, Problem> {
        let token = self.peek().clone();
        let span = token.span;
        if let Kind::Number(number) = token.kind {
            self.next();
            return Ok(Expr { kind: ExprKind::Number(number), span });
        }
        if token.is("(") {
            self.next();
            self.brackets += 1;
            let inner = self.expression();
            let inner = inner.and_then(|inner| match self.peek().is(")") {
                true => Ok(inner),
                false => Err(self.unexpected(messages::NO_CLOSING_BRACKET, messages::CLOSE_THE_BRACKET)),
            });
            self.brackets -= 1;
            let inner = inner?;
            self.skip_lines_before(")");
            self.next();
            return Ok(inner);
        }
        if token.is("|") {
            self.next();
            let inner = self.sum()?;
            self.expect("|")?;
            return Ok(Expr { kind: ExprKind::Call("abs".to_owned(), vec![inner]), span });
        }
        if token.kind != Kind::Name {
            return Err(self.unexpected(messages::NO_EXPRESSION, messages::WRITE_AN_EXPRESSION));
        }
        if token.text == "if" {
            self.next();
            let condition = self.expression()?;
            self.skip_lines();
            self.expect_name("then")?;
            let yes = self.expression()?;
            self.skip_lines();
            self.expect_name("else")?;
            let no = self.expression()?;
            return Ok(Expr { kind: ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)), span });
        }
        if let Some(&(fold, _)) = Fold::ALL.iter().find(|(_, word)| *word == token.text)
            && !self.peek_from(self.at + 1).is("[")
        {
            self.next();
            let binders = self.binders()?;
            self.expect(":")?;
            self.skip_lines();
            let body = self.expression()?;
            return Ok(Expr { kind: ExprKind::Fold(fold, binders, Box::new(body)), span });
        }
        self.next();
        if self.take("[") {
            let index = self.list("]")?;
            return Ok(Expr { kind: ExprKind::Index(token.text, index), span });
        }
        if self.take("(") {
            let arguments = self.list(")")?;
            return Ok(Expr { kind: ExprKind::Call(token.text, arguments), span });
        }
        Ok(Expr { kind: ExprKind::Name(token.text), span })
    }

    /// Passes ends of lines that stand before a sign which ends a bracket.
    fn skip_lines_before(&mut self, sign: &str) {
        let mut at = self.at;
        while self.tokens.get(at).is_some_and(|token| token.kind == Kind::Newline) {
            at += 1;
        }
        if self.tokens.get(at).is_some_and(|token| token.is(sign)) {
            self.at = at;
        }
    }

    /// Expressions up to a closing bracket.
    pub(super) fn list(&mut self, close: &str) -> Result<Vec<Expr>, Problem> {
        self.brackets += 1;
        let result = self.items(close);
        self.brackets -= 1;
        let items = result?;
        self.skip_lines_before(close);
        self.next();
        Ok(items)
    }

    fn items(&mut self, close: &str) -> Result<Vec<Expr>, Problem> {
        let mut items = Vec::new();
        if self.peek().is(close) {
            return Ok(items);
        }
        loop {
            items.push(self.expression()?);
            if self.peek().is(close) {
                return Ok(items);
            }
            match self.take(",") {
                true => {}
                false => {
                    let problem = messages::is_missing(&messages::quoted(close));
                    return Err(self.unexpected(problem, messages::comma_or(close)));
                }
            }
        }
    }

    /// Parameters with their sets, separated by commas.
    pub(super) fn binders(&mut self) -> Result<Vec<Binder>, Problem> {
        let mut binders = Vec::new();
        loop {
            let names = match self.take("(") {
                true => {
                    let names = self.names()?;
                    self.expect(")")?;
                    names
                }
                false => vec![self.name(&messages::A_PARAMETER)?],
            };
            self.expect_name("in")?;
            let span = self.peek().span;
            let set = self.set()?;
            binders.push(Binder { names, set, span });
            if !self.take(",") {
                return Ok(binders);
            }
            self.skip_lines();
        }
    }

    fn set(&mut self) -> Result<Set, Problem> {
        if self.take("{") {
            return Ok(Set::List(self.list("}")?));
        }
        let token = self.peek().clone();
        if token.kind == Kind::Name {
            let follows = self.peek_from(self.at + 1);
            if SET_FUNCTIONS.contains(&token.text.as_str()) && follows.is("(") {
                self.next();
                self.next();
                return Ok(Set::Call(token.text, self.list(")")?));
            }
            let goes_on = ["..", "+", "-", "*", "/", "%", "(", "["];
            if !goes_on.iter().any(|sign| follows.is(sign)) {
                self.next();
                return Ok(Set::Named(token.text));
            }
        }
        let low = self.sum()?;
        if !self.take("..") {
            return Err(self.unexpected(messages::NO_SET, messages::USE_A_SET));
        }
        Ok(Set::Range(low, self.sum()?))
    }

    pub(super) fn place(&mut self) -> Result<crate::ast::Assignable, Problem> {
        let name: Name = self.name(&messages::A_VARIABLE)?;
        let index = match self.take("[") {
            true => self.list("]")?,
            false => Vec::new(),
        };
        Ok(crate::ast::Assignable { name, index })
    }
}
