//! A text of rules as it was written: names, expressions and effects with their places, nothing resolved.

use crate::source::{Problem, Span};
use telusur_puzzles::Text;

/// A text in two languages: English, and Indonesian after ` · `.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bilingual {
    /// English.
    pub english: String,
    /// Indonesian; the same where none is given.
    pub indonesian: String,
}

impl Bilingual {
    /// The two parts of a text.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let (english, indonesian) = text.split_once(" · ").unwrap_or((text, text));
        Bilingual { english: english.trim().to_owned(), indonesian: indonesian.trim().to_owned() }
    }

    /// Both parts in one text.
    #[must_use]
    pub fn write(&self) -> String {
        match self.english == self.indonesian {
            true => self.english.clone(),
            false => format!("{} · {}", self.english, self.indonesian),
        }
    }
}

/// A whole text.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Whether two players take turns.
    pub is_game: bool,
    /// Its title.
    pub title: Bilingual,
    /// What one does, in a sentence.
    pub about: Bilingual,
    /// Named numbers.
    pub constants: Vec<(Name, Expr)>,
    /// Named sets of named values.
    pub sets: Vec<(Name, Vec<Name>)>,
    /// Named boards that are not rectangles.
    pub shapes: Vec<(Name, Vec<RawLine>)>,
    /// What a state consists of.
    pub variables: Vec<Variable>,
    /// The moves.
    pub moves: Vec<Move>,
    /// What must hold after every move.
    pub rules: Vec<(Span, Expr)>,
    /// Where it begins.
    pub starts: Vec<Start>,
    /// When it is solved.
    pub goals: Vec<(Span, Goal)>,
    /// When a game is over, for the player to move.
    pub ends: Vec<(Span, Expr, Ending)>,
    /// What the player has who can't move.
    pub stuck: Option<(Span, Ending)>,
    /// A number of moves that no solution can undercut.
    pub bound: Option<(Span, Expr)>,
    /// What makes states equal.
    pub symmetries: Vec<Symmetry>,
    /// Signs for values.
    pub signs: Vec<(Name, String)>,
    /// Colours of values.
    pub colours: Vec<(Name, i64)>,
    /// Forms of values.
    pub forms: Vec<(Name, Form)>,
    /// Values that are not drawn.
    pub hidden: Vec<Name>,
    /// Where variables are drawn.
    pub placings: Vec<(Name, Placing)>,
    /// Variables whose elements stand in the columns of their values.
    pub by_value: Vec<Name>,
    /// Variables that are drawn as something: a stack, towers, heaps.
    pub showings: Vec<Showing>,
    /// Cells that are marked: for which of them a condition holds, as an `any` over them.
    pub marks: Vec<Expr>,
}

/// `show p as stack with side`: how whole variables are drawn.
#[derive(Clone, Debug)]
pub struct Showing {
    /// The variables.
    pub names: Vec<Name>,
    /// What they are drawn as.
    pub arrangement: Arrangement,
    /// An array whose values colour and mark the elements.
    pub with: Option<Name>,
}

/// What a variable is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Bars below each other, as wide as their values.
    Stack,
    /// Elements around an oblong, clockwise.
    Ring,
    /// Discs on the pegs that their values name, the first one the smallest.
    Towers,
    /// Numbers as heaps of stones.
    Heaps,
    /// Numbers as water in vessels.
    Vessels,
    /// Blocks on the blocks that their values name, or on the table.
    Blocks,
    /// Numbers as people on the left bank of a river; whoever is not counted stands on the right one.
    Banks,
    /// The corners of a cube of two by two by two, unfolded.
    Cube,
}

impl Arrangement {
    /// All of them with their words.
    pub const ALL: [(Arrangement, &'static str); 8] = [
        (Arrangement::Stack, "stack"),
        (Arrangement::Ring, "ring"),
        (Arrangement::Towers, "towers"),
        (Arrangement::Heaps, "heaps"),
        (Arrangement::Vessels, "vessels"),
        (Arrangement::Blocks, "blocks"),
        (Arrangement::Banks, "banks"),
        (Arrangement::Cube, "cube"),
    ];

    /// Whether the picture shows nothing else.
    #[must_use]
    pub fn fills_picture(self) -> bool {
        matches!(self, Arrangement::Towers | Arrangement::Heaps)
    }
}

/// The form that a value is drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A square, as everything is unless said otherwise.
    Square,
    /// A circle.
    Circle,
}

impl Form {
    /// All forms with their words.
    pub const ALL: [(Form, &'static str); 2] = [(Form::Square, "square"), (Form::Circle, "circle")];
}

/// Where a variable is drawn, in squares of the picture from 1 at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    /// The column of its first value.
    pub column: u16,
    /// The row of its first value.
    pub row: u16,
    /// Whether an array goes down from there, and not to the right.
    pub is_down: bool,
}

/// A word and its place.
#[derive(Clone, Debug, Default)]
pub struct Name {
    /// The word.
    pub text: String,
    /// Where it is.
    pub span: Span,
}

impl Name {
    /// An error about this word.
    pub(crate) fn error(&self, problem: Text, remedy: Text) -> Problem {
        Problem::error(self.span, &self.text, problem, remedy)
    }
}

/// A line of a drawing.
#[derive(Clone, Debug)]
pub struct RawLine {
    /// Where it begins.
    pub span: Span,
    /// The line.
    pub text: String,
}

/// A variable, or an array of them.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Name,
    /// What an array is indexed by.
    pub index: Option<Index>,
    /// What a value is.
    pub domain: Domain,
    /// Whether all values are different and each occurs.
    pub permutation: bool,
    /// The value at the start, where a start does not say otherwise.
    pub initial: Option<Expr>,
}

/// What an array is indexed by.
#[derive(Clone, Debug)]
pub enum Index {
    /// Numbers from one to another.
    Range(Expr, Expr),
    /// Rows and columns.
    Grid(Expr, Expr),
    /// A named set or shape.
    Named(Name),
}

/// What a value can be.
#[derive(Clone, Debug)]
pub enum Domain {
    /// Numbers from one to another.
    Range(Expr, Expr),
    /// Named values.
    Names(Vec<Name>),
    /// A named set.
    Named(Name),
    /// A cell of a shape or array.
    Cells(Name),
}

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it begins.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A number.
    Number(i64),
    /// A variable, parameter, constant or value.
    Name(String),
    /// An element of an array.
    Index(String, Vec<Expr>),
    /// A function.
    Call(String, Vec<Expr>),
    /// Minus.
    Minus(Box<Expr>),
    /// Not.
    Not(Box<Expr>),
    /// Two operands.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `if a then b else c`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A condition or number for every element of a set.
    Fold(Fold, Vec<Binder>, Box<Expr>),
}

/// An operator of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `or`
    Or,
    /// `and`
    And,
    /// `==`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, rounded down
    Divide,
    /// `%`, never negative
    Remainder,
}

impl Operator {
    /// All operators with their signs.
    pub const ALL: [(Operator, &'static str); 13] = [
        (Operator::Or, "or"),
        (Operator::And, "and"),
        (Operator::Equal, "=="),
        (Operator::Unequal, "!="),
        (Operator::Less, "<"),
        (Operator::AtMost, "<="),
        (Operator::Greater, ">"),
        (Operator::AtLeast, ">="),
        (Operator::Add, "+"),
        (Operator::Subtract, "-"),
        (Operator::Multiply, "*"),
        (Operator::Divide, "/"),
        (Operator::Remainder, "%"),
    ];

    /// How it is written.
    #[must_use]
    pub fn sign(self) -> &'static str {
        Operator::ALL.iter().find(|(operator, _)| *operator == self).map_or("", |(_, sign)| sign)
    }

    /// How tightly it binds, from 1.
    #[must_use]
    pub fn precedence(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::Equal
            | Operator::Unequal
            | Operator::Less
            | Operator::AtMost
            | Operator::Greater
            | Operator::AtLeast => 4,
            Operator::Add | Operator::Subtract => 5,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 6,
        }
    }
}

/// What is made of the elements of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// Whether a condition holds for all.
    All,
    /// Whether it holds for any.
    Any,
    /// For how many it holds.
    Count,
    /// The sum of a number.
    Sum,
}

impl Fold {
    /// All of them with their words.
    pub const ALL: [(Fold, &'static str); 4] =
        [(Fold::All, "all"), (Fold::Any, "any"), (Fold::Count, "count"), (Fold::Sum, "sum")];

    /// How it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        Fold::ALL.iter().find(|(fold, _)| *fold == self).map_or("", |(_, word)| word)
    }
}

/// Parameters that run through a set.
#[derive(Clone, Debug)]
pub struct Binder {
    /// One name, or several for a set of pairs or lines.
    pub names: Vec<Name>,
    /// What they run through.
    pub set: Set,
    /// Where the set begins.
    pub span: Span,
}

/// The functions of expressions.
pub(crate) const FUNCTIONS: [&str; 6] = ["min", "max", "abs", "row", "column", "sorted"];
/// The functions that give sets.
pub(crate) const SET_FUNCTIONS: [&str; 6] = ["cells", "near", "adjacent", "lines", "ray", "between"];
/// The words that begin effects.
pub(crate) const EFFECT_WORDS: [&str; 7] = ["swap", "cycle", "reverse", "rotate", "let", "for", "if"];

/// Whether a word has a meaning of its own, so that nothing can be called so.
pub(crate) fn is_reserved(word: &str) -> bool {
    const OTHERS: [&str; 9] = ["not", "then", "else", "in", "when", "player", "opponent", "by", "x"];
    let words = [&FUNCTIONS[..], &SET_FUNCTIONS, &EFFECT_WORDS, &OTHERS, &["permutation"]].concat();
    let is_operator = Operator::ALL.iter().any(|(_, sign)| *sign == word);
    words.contains(&word) || is_operator || Fold::ALL.iter().any(|(_, fold)| *fold == word)
}

/// A finite set.
#[derive(Clone, Debug)]
pub enum Set {
    /// Numbers from one to another.
    Range(Expr, Expr),
    /// These elements.
    List(Vec<Expr>),
    /// A named set of values or directions.
    Named(String),
    /// `cells(board)`, `near(a)`, `adjacent(board)`, `lines(board)`, `ray(a, d)`, `between(a, b)`.
    Call(String, Vec<Expr>),
}

/// Something that can be assigned.
#[derive(Clone, Debug)]
pub struct Assignable {
    /// The variable.
    pub name: Name,
    /// The index of an element; empty for a single variable.
    pub index: Vec<Expr>,
}

/// What a move does, one after another.
#[derive(Clone, Debug)]
pub enum Effect {
    /// `let k = e`
    Let(Name, Expr),
    /// `a, b := e, f`
    Assign(Vec<Assignable>, Vec<Expr>),
    /// `a += e`
    Add(Assignable, Expr),
    /// `a -= e`
    Subtract(Assignable, Expr),
    /// `cycle a, b, c`: the first value goes to the second place, the last to the first; of two it is `swap a, b`.
    Cycle(Vec<Assignable>),
    /// `reverse p[i..j]`
    Reverse(Name, Expr, Expr),
    /// `rotate p[i..j] by k`: every value goes k places on.
    Rotate(Name, Expr, Expr, Expr),
    /// `for i in 1..3: …`
    For(Vec<Binder>, Vec<Effect>),
    /// `if c: …`
    If(Expr, Vec<Effect>),
}

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// Its words.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// Its parameters.
    pub binders: Vec<Binder>,
    /// When it is possible.
    pub condition: Option<Expr>,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// A start.
#[derive(Clone, Debug)]
pub struct Start {
    /// Its name; may be empty.
    pub name: Name,
    /// Its title.
    pub title: Option<Bilingual>,
    /// The length of a shortest solution, where that is known.
    pub optimum: Option<u32>,
    /// The position as it is drawn.
    pub drawing: Vec<RawLine>,
}

/// When it is solved.
#[derive(Clone, Debug)]
pub enum Goal {
    /// A condition.
    Condition(Expr),
    /// A drawing in which `?` is any value.
    Drawing(Vec<RawLine>),
}

/// How a game ends for the player to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// He has won.
    Won,
    /// He has lost.
    #[default]
    Lost,
    /// Nobody has.
    Drawn,
}

impl Ending {
    /// All of them with their words.
    pub const ALL: [(Ending, &'static str); 3] =
        [(Ending::Won, "won"), (Ending::Lost, "lost"), (Ending::Drawn, "drawn")];

    /// How it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        Ending::ALL.iter().find(|(ending, _)| *ending == self).map_or("", |(_, word)| word)
    }
}

/// What makes states equal: effects that exchange values, such as turning a board.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Where it stands.
    pub span: Span,
    /// What it does.
    pub effects: Vec<SymmetryEffect>,
}

/// One thing that a symmetry does.
#[derive(Clone, Debug)]
pub enum SymmetryEffect {
    /// `turn board`, `mirror board`, `transpose board`.
    Grid(String, Name),
    /// Any effect of a move.
    Effect(Effect),
}
