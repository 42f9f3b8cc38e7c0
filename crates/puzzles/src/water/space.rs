//! The rules: what may be poured where.

use super::contents::{Contents, Facts};
use super::rack::{Number, Rack};
use super::text::Draft;
use super::units::Groups;
use crate::language::Text;
use crate::metric_name::MetricName;
use crate::puzzle::Puzzle;
use std::fmt;
use telusur_search::{Offers, Space, engines};

/// How much one move carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// As much of the top run as fits: the usual game.
    #[default]
    Pour,
    /// One unit: ball sort, and the paper.
    Unit,
    /// The whole top run, and only if it fits.
    Strict,
}

impl Rule {
    /// All rules.
    pub const ALL: [Rule; 3] = [Rule::Pour, Rule::Unit, Rule::Strict];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Rule::Pour => "pour",
            Rule::Unit => "unit",
            Rule::Strict => "strict",
        }
    }

    /// What a move counts as.
    #[must_use]
    pub fn metric(self) -> MetricName {
        match self {
            Rule::Pour => MetricName::new("pours", "pour", "tuangan"),
            Rule::Unit => MetricName::new("units", "unit", "satuan"),
            Rule::Strict => MetricName::new("strict pours", "strict pour", "tuangan utuh"),
        }
    }

    /// The goal and this rule in one line.
    pub(super) fn instructions(self) -> Text {
        let goal = Text::fixed(
            "Pour until every colour has a tube of its own; ",
            "Tuang sampai setiap warna punya tabung sendiri; ",
        );
        goal.then(&match self {
            Rule::Pour => Text::fixed(
                "pour only onto the same colour or into an empty tube, as much as fits.",
                "tuang hanya di atas warna yang sama atau ke tabung kosong, sebanyak yang muat.",
            ),
            Rule::Unit => Text::fixed(
                "pour one unit at a time, only onto the same colour or into an empty tube.",
                "tuang satu satuan sekali jalan, hanya di atas warna yang sama atau ke tabung kosong.",
            ),
            Rule::Strict => Text::fixed(
                "pour all of the top colour at once, only onto the same colour or into an empty tube.",
                "tuang seluruh warna teratas sekaligus, hanya di atas warna yang sama atau ke tabung kosong.",
            ),
        })
    }

    /// How many units go from a run of this length into this much room; none if the move is not allowed.
    #[inline(always)]
    pub(super) fn amount(self, run: u8, room: u8) -> u8 {
        match self {
            Rule::Pour => run.min(room),
            Rule::Unit => room.min(1),
            Rule::Strict if run <= room => run,
            Rule::Strict => 0,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A move: from which tube to which, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pour {
    /// The tube that gives.
    pub from: u8,
    /// The tube that takes.
    pub to: u8,
}

/// A colour of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colour {
    /// The word that the level text uses.
    pub name: String,
    /// Units of it on the board.
    pub count: usize,
}

/// A level: tubes, capacity, rule and start.
#[derive(Clone, Debug)]
pub struct Water<I, const N: usize> {
    pub(super) contents: Contents,
    pub(super) rule: Rule,
    /// Number of tubes.
    pub(super) tubes: usize,
    pub(super) start: Rack<I, N>,
    /// Colour 1 first.
    pub(super) colours: Vec<Colour>,
    pub(super) groups: Groups,
    /// Whether states that differ only in the order of tubes count as different.
    told_apart: bool,
    /// Whether the counts alone prove that there is no solution.
    pub(super) hopeless: bool,
}

impl<I: Number, const N: usize> Water<I, N> {
    /// A level from a draft whose tubes fit `N` and whose contents fit `I`.
    pub(super) fn new(draft: Draft, contents: Contents, rule: Rule) -> Self {
        let mut start = Rack::EMPTY;
        for (tube, units) in draft.tubes.iter().enumerate() {
            start = start.with(tube, contents.number(units).unwrap_or(0));
        }
        let mut water = Water {
            contents,
            rule,
            tubes: draft.tubes.len(),
            start,
            groups: Groups::new(&draft.tubes, draft.colours.len()),
            colours: draft.colours,
            told_apart: false,
            hopeless: false,
        };
        water.hopeless = water.refute(start).is_some();
        water
    }

    /// The same level with tubes told apart, as in the paper: more states, the same solutions.
    #[must_use]
    pub fn told_apart(mut self) -> Self {
        self.told_apart = true;
        self
    }

    /// The facts of a tube.
    #[inline(always)]
    pub(super) fn facts(&self, state: &Rack<I, N>, tube: usize) -> Facts {
        self.contents.facts(state.get(tube))
    }

    /// How many units one move carries from a tube to another; none if it is not allowed.
    #[inline(always)]
    pub(super) fn amount(&self, from: Facts, to: Facts) -> u8 {
        if from.height == 0 || (to.height != 0 && to.top != from.top) {
            return 0;
        }
        self.rule.amount(from.run, self.contents.room(to))
    }

    /// The position after `amount` units of `colour` went from the top of a tube to another.
    #[inline(always)]
    pub(super) fn poured(
        &self,
        state: Rack<I, N>,
        from: usize,
        to: usize,
        colour: u8,
        amount: u8,
    ) -> Rack<I, N> {
        let (left, right) = self.after(state.get(from), state.get(to), colour, amount);
        state.with(from, left).with(to, right)
    }

    /// The contents of both tubes after a move of `amount` units of `colour`.
    #[inline(always)]
    pub(super) fn after(&self, from: usize, to: usize, colour: u8, amount: u8) -> (usize, usize) {
        (self.contents.less(from, amount), self.contents.more(to, colour, amount))
    }
}

impl<I: Number, const N: usize> Space for Water<I, N> {
    type State = Rack<I, N>;
    type Move = Pour;

    fn start(&self) -> Rack<I, N> {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: Rack<I, N>) -> bool {
        // Every colour lies somewhere, so as many runs as colours means one tube for each.
        let runs: usize = (0..self.tubes).map(|tube| self.facts(&state, tube).runs as usize).sum();
        runs == self.colours.len() && (0..self.tubes).all(|tube| self.facts(&state, tube).runs <= 1)
    }

    #[inline]
    fn expand(&self, state: Rack<I, N>, mut visit: impl FnMut(Pour, Rack<I, N>)) {
        for from in 0..self.tubes {
            let giver = self.facts(&state, from);
            if giver.height == 0 {
                continue;
            }
            for to in 0..self.tubes {
                if from == to {
                    continue;
                }
                let amount = self.amount(giver, self.facts(&state, to));
                if amount > 0 {
                    visit(
                        Pour { from: from as u8, to: to as u8 },
                        self.poured(state, from, to, giver.top, amount),
                    );
                }
            }
        }
    }

    #[inline]
    fn lower_bound(&self, state: Rack<I, N>) -> u32 {
        match self.rule {
            _ if self.hopeless => u32::MAX,
            Rule::Pour | Rule::Strict => self.pours_left(&state),
            Rule::Unit => self.units_left(&state),
        }
    }

    #[inline]
    fn canonical(&self, state: Rack<I, N>) -> Rack<I, N> {
        if self.told_apart { state } else { state.sorted() }
    }
}

impl<I: Number, const N: usize> Offers for Water<I, N> {
    engines!();
}
