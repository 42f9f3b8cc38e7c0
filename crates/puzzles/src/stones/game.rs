//! Stones as a game for the engines.

use super::piles::{Piles, Wide};
use super::rules::Rules;
use super::strategy::Player;
use crate::FOR_BROWSERS;
use crate::board::Board;
use crate::game::Turned;
use crate::puzzle::At;
use std::sync::Arc;
use telusur_search::game::{Game, GameReport, Verdict, memo};
use telusur_search::{Offers, Run, Space, engines};

/// Bytes that the moves of one position may take when they are listed.
const MOST_LISTED_BYTES: u128 = 1 << 26;

/// A level: rules, first position, how many play and against whom.
#[derive(Clone, Debug)]
pub struct Stones<P> {
    /// Takes and the meaning of the last stone.
    pub rules: Arc<Rules>,
    pub(super) count: usize,
    pub(super) start: P,
    pub(super) players: u32,
    pub(super) opponent: Option<Player>,
    /// Whether positions that differ in the order of piles count as different.
    pub(super) told_apart: bool,
}

/// A move: a pile, counted from 0 as the players see them, and the stones that go.
pub type Take = (usize, u64);

impl<P: Piles> Stones<P> {
    /// A level for two. `None` if the piles don't fit the packing.
    #[must_use]
    pub fn new(rules: Arc<Rules>, piles: &[u64]) -> Option<Self> {
        if piles.len() > P::CAPACITY || piles.iter().any(|&pile| pile > P::LARGEST) {
            return None;
        }
        let start = piles.iter().enumerate().fold(P::EMPTY, |packed, (i, &pile)| packed.with(i, pile));
        Some(Stones { rules, count: piles.len(), start, players: 2, opponent: None, told_apart: false })
    }

    /// The same, with positions told apart that differ in the order of their piles only.
    #[must_use]
    pub fn told_apart(&self) -> Self {
        Stones { told_apart: true, ..self.clone() }
    }

    /// The piles of a position.
    #[must_use]
    pub fn piles(&self, state: P) -> Vec<u64> {
        (0..self.count).map(|pile| state.get(pile)).collect()
    }

    /// Whether the engines can list the moves of such a position within reason: a pile of 10^12 stones from
    /// which any number may be taken has as many.
    pub(super) fn moves_fit(&self, piles: &[u64]) -> bool {
        let of_pile = |&pile: &u64| self.rules.takes.count().min(pile);
        let moves: u128 = piles.iter().map(of_pile).map(u128::from).sum();
        moves * size_of::<P>() as u128 <= MOST_LISTED_BYTES
    }
}

/// Evaluates an expression with the level in the narrowest packing that holds its piles; `None` if there is none.
macro_rules! in_narrowest_packing {
    ($rules:expr, $piles:expr, $game:ident => $body:expr) => {
        if let Some($game) = Stones::<u64>::new($rules.clone(), $piles) {
            Some($body)
        } else if let Some($game) = Stones::<u128>::new($rules.clone(), $piles).filter(|_| !FOR_BROWSERS) {
            Some($body)
        } else {
            Stones::<Wide>::new($rules.clone(), $piles).map(|$game| $body)
        }
    };
}

/// The first position as a board.
pub(super) fn board(
    rules: &Arc<Rules>,
    piles: &[u64],
    (players, turn): (u32, u32),
    opponent: Option<Player>,
) -> Option<Box<dyn Board>> {
    in_narrowest_packing!(rules, piles, game => {
        let position = Turned { state: game.start(), turn, players };
        At::open(Stones { players, opponent, ..game }, position)
    })
}

/// Depth-first search with memory; `None` if there are too many moves to list.
pub(super) fn search(rules: &Arc<Rules>, piles: &[u64], run: &mut Run<'_>) -> Option<GameReport<Take>> {
    in_narrowest_packing!(rules, piles, game => {
        game.moves_fit(piles).then(|| memo::solve(&game, game.start(), run))
    })?
}

impl<P: Piles> Space for Stones<P> {
    type State = P;
    type Move = Take;

    fn start(&self) -> P {
        self.start
    }

    #[inline]
    fn expand(&self, state: P, mut visit: impl FnMut(Take, P)) {
        for pile in 0..self.count {
            let stones = state.get(pile);
            for take in self.rules.takes.from_pile(stones) {
                visit((pile, take), state.with(pile, stones - take));
            }
        }
    }

    fn is_goal(&self, state: P) -> bool {
        (0..self.count).all(|pile| state.get(pile) < self.rules.takes.least())
    }

    #[inline]
    fn canonical(&self, state: P) -> P {
        if self.told_apart { state } else { state.sorted(self.count) }
    }
}

impl<P: Piles> Game for Stones<P> {
    fn result(&self, _: P) -> Verdict {
        if self.rules.misere { Verdict::Win } else { Verdict::Loss }
    }
}

impl<P: Piles> Offers for Stones<P> {
    engines!();
}
