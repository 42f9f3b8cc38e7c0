//! How a hand makes a move: what it takes hold of and what it does with it. A front end that knows no rules drags
//! along [`Drop::By`], puts down on [`Drop::Onto`], and greys whatever has no play.
//!
//! Items are named by their ids in the [`Picture`](crate::Picture) of the same position.

/// A legal move as a hand makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The move as text.
    pub text: String,
    /// The items that take hold: a disc and its peg, a tube and what is in it, a piece.
    pub grips: Vec<String>,
    /// What completes the move.
    pub drop: Drop,
    /// The numbers that make the move on the keyboard, one after another: from slot 1 to slot 3, three stones from
    /// pile 2. Empty where the puzzle has no such thing.
    pub numbers: Vec<u64>,
    /// Items that get another id by the move: the id in this picture and the one in the next. Most items keep
    /// theirs; units of water are alike and named by their places, so those poured are listed here.
    pub carried: Vec<(String, String)>,
}

/// What a hand does with what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drop {
    /// Puts it down on any one of these items.
    Onto(Vec<String>),
    /// Moves it by these unit steps to the right and down, one after another. Where two plays of one grip end next
    /// to each other, the item can also go straight from the one end to the other.
    By(Vec<(i8, i8)>),
    /// Nothing: taking hold is the move.
    Tap,
}

impl Play {
    /// A move that puts something down.
    #[must_use]
    pub fn onto(text: String, grips: Vec<String>, targets: Vec<String>) -> Self {
        Play { text, grips, drop: Drop::Onto(targets), numbers: Vec::new(), carried: Vec::new() }
    }

    /// A move that pushes something along.
    #[must_use]
    pub fn by(text: String, grip: String, steps: Vec<(i8, i8)>) -> Self {
        Play { text, grips: vec![grip], drop: Drop::By(steps), numbers: Vec::new(), carried: Vec::new() }
    }

    /// A move by touch.
    #[must_use]
    pub fn tap(text: String, grip: String) -> Self {
        Play { text, grips: vec![grip], drop: Drop::Tap, numbers: Vec::new(), carried: Vec::new() }
    }

    /// Whether a hand makes this move by taking hold of that item and doing that with it. Of several targets the first
    /// counts.
    #[must_use]
    pub fn is_made_by(&self, grip: &str, drop: &Drop) -> bool {
        let does = match (&self.drop, drop) {
            (Drop::Onto(targets), Drop::Onto(done)) => done.first().is_some_and(|on| targets.contains(on)),
            (own, done) => own == done,
        };
        does && self.grips.iter().any(|own| own == grip)
    }

    /// The same with its numbers on the keyboard.
    #[must_use]
    pub fn numbered(mut self, numbers: impl Into<Vec<u64>>) -> Self {
        self.numbers = numbers.into();
        self
    }

    /// The same with the items that get another id.
    #[must_use]
    pub fn carrying(mut self, carried: Vec<(String, String)>) -> Self {
        self.carried = carried;
        self
    }
}

impl Drop {
    /// The one item that something was put on, as a front end reports it.
    #[must_use]
    pub fn target(&self) -> Option<&str> {
        match self {
            Drop::Onto(targets) => targets.first().map(String::as_str),
            Drop::By(_) | Drop::Tap => None,
        }
    }
}
