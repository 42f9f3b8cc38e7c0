//! Compiled rules as a [`Space`], and what makes more engines work: moves taken back, states numbered.

use crate::board::{Drawn, Identity};
use crate::compile::{Backward, Core};
use crate::heuristic::Tables;
use crate::rank::Ranking;
use crate::undirected;
use crate::word::{Word, pack, unpack};
use std::marker::PhantomData;
use std::sync::Arc;
use telusur_search::{Offers, Ranked, Reversible, Space, engines};

/// A move with the values of its parameters, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground(pub u32);

/// What is known of a space when it is compiled: engines are chosen by it.
pub trait Kind: Clone + Send + Sync + 'static {
    /// Whether every move is taken back by another.
    const UNDIRECTED: bool;
}

/// Every move is taken back by another, in states of at most 64 bits.
#[derive(Clone)]
pub struct Undirected;
/// Not every move is, or that is not known, in states of at most 64 bits.
#[derive(Clone)]
pub struct Directed;
/// States of more bits: they are too many to be numbered, so nothing is compiled for that.
#[derive(Clone)]
pub struct Broad;

impl Kind for Undirected {
    const UNDIRECTED: bool = true;
}
impl Kind for Directed {
    const UNDIRECTED: bool = false;
}
impl Kind for Broad {
    const UNDIRECTED: bool = false;
}

/// Compiled rules with a start, packed into words `W`.
#[derive(Clone)]
pub struct Compiled<W, K> {
    pub(crate) core: Arc<Core<W>>,
    pub(crate) start: W,
    /// Whether the start breaks a rule: then nothing can be done, and no other state is ever reached.
    pub(crate) is_stuck: bool,
    pub(crate) ranking: Option<Arc<Ranking>>,
    pub(crate) tables: Option<Arc<Tables<W>>>,
    /// Whether the bound of the text is used: it is somebody's word until it is proved.
    trusts_bound: bool,
    pub(crate) identity: Arc<Identity>,
    pub(crate) drawn: Arc<Drawn<W>>,
    kind: PhantomData<fn() -> K>,
}

impl<W: Word, K: Kind> Compiled<W, K> {
    pub(crate) fn new(core: Arc<Core<W>>, start: &[i64], identity: Arc<Identity>) -> Self {
        let start = pack(&core.fields, start);
        let is_stuck = !core.obeys(start);
        let goals: Option<Vec<W>> = core
            .goal_states
            .as_ref()
            .map(|listed| listed.iter().map(|values| pack(&core.fields, values)).collect());
        let ranking = Ranking::new(&core.model, &core.fields, &core.program, goals.as_deref()).map(Arc::new);
        Compiled {
            core,
            start,
            is_stuck,
            ranking,
            tables: None,
            trusts_bound: false,
            identity,
            drawn: Arc::default(),
            kind: PhantomData,
        }
    }

    /// The same with tables of lower bounds.
    pub(crate) fn with_tables(&self, tables: Arc<Tables<W>>) -> Self {
        Compiled { tables: Some(tables), ..self.clone() }
    }

    /// The same with the bound that the text promises, whether it is true or not.
    pub(crate) fn trusting(&self) -> Self {
        Compiled { trusts_bound: true, ..self.clone() }
    }

    /// The values of a state's slots.
    #[must_use]
    pub fn values(&self, state: W) -> Vec<i64> {
        unpack(&self.core.fields, state)
    }
}

impl<W: Word, K: Kind> Space for Compiled<W, K> {
    type State = W;
    type Move = Ground;

    fn start(&self) -> W {
        self.start
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        self.core.is_goal(state)
    }

    #[inline]
    fn expand(&self, state: W, mut visit: impl FnMut(Ground, W)) {
        if !self.is_stuck {
            self.core.program.expand(state, |step, next| visit(Ground(step.ground), next));
        }
    }

    #[inline]
    fn lower_bound(&self, state: W) -> u32 {
        let bound = if self.trusts_bound { self.core.bound(state) } else { 0 };
        match &self.tables {
            None => bound,
            Some(tables) => bound.max(tables.bound(state)),
        }
    }

    #[inline]
    fn canonical(&self, state: W) -> W {
        // A start that breaks a rule has no moves, and its image may keep what it breaks.
        match self.is_stuck || self.core.symmetries.is_empty() {
            true => state,
            false => self.core.canonical(state),
        }
    }
}

impl<W: Word, K: Kind> Reversible for Compiled<W, K> {
    const UNDIRECTED: bool = K::UNDIRECTED;

    fn retract(&self, state: W, mut visit: impl FnMut(Ground, W)) {
        if self.is_stuck {
            return;
        }
        match &self.core.backward {
            // Only where every move was proved to be taken back do moves alone tell what was before.
            Backward::Unknown if !K::UNDIRECTED => {}
            // What is known of the reachable states alone says nothing of others that lead to them.
            _ if K::UNDIRECTED && !self.core.is_undirected => {
                self.core.retract_by_moves(state, |ground, before| visit(Ground(ground), before));
            }
            _ => self.core.retract(state, |ground, before| visit(Ground(ground), before)),
        }
    }

    fn goal_states(&self) -> Option<Vec<W>> {
        let listed = self.core.goal_states.as_ref()?;
        let mut goals: Vec<W> = listed.iter().map(|values| pack(&self.core.fields, values)).collect();
        // That moves are taken back is known of what can be reached only: no other goal is one to search from.
        if K::UNDIRECTED && !self.core.is_undirected {
            undirected::retain_reached(&self.core, self.start, &mut goals);
        }
        Some(goals)
    }
}

/// Spaces whose states have at most 64 bits: they are numbered, where they are few enough.
pub trait Narrow: Kind {}
impl Narrow for Undirected {}
impl Narrow for Directed {}

impl<W: Word, K: Narrow> Ranked for Compiled<W, K> {
    fn len(&self) -> u64 {
        self.ranking.as_ref().map_or(0, |ranking| ranking.len)
    }

    fn is_quick(&self) -> bool {
        // Slots are read by tables; the digits of a permutation cost as much as hashing it does.
        self.core.symmetries.is_empty() && self.ranking.as_ref().is_some_and(|ranking| !ranking.permutes())
    }

    #[inline]
    fn rank(&self, state: W) -> u64 {
        self.ranking.as_ref().map_or(0, |ranking| ranking.rank(state))
    }

    #[inline]
    fn unrank(&self, rank: u64) -> W {
        self.ranking.as_ref().map_or(W::ZERO, |ranking| ranking.unrank(rank))
    }

    #[inline]
    fn is_goal_rank(&self, rank: u64) -> bool {
        match self.ranking.as_ref().and_then(|ranking| ranking.goals.as_deref()) {
            Some(goals) => goals.binary_search(&rank).is_ok(),
            None => self.is_goal(self.unrank(rank)),
        }
    }

    #[inline]
    fn expand_rank(&self, rank: u64, mut visit: impl FnMut(u64)) {
        match &self.ranking {
            Some(_) if self.is_stuck => {}
            Some(ranking) if self.core.symmetries.is_empty() => {
                ranking.expand(&self.core.program, ranking.unrank(rank), visit);
            }
            _ => self.expand(self.unrank(rank), |_, next| visit(self.rank(self.canonical(next)))),
        }
    }
}

impl<W: Word> Offers for Compiled<W, Undirected> {
    engines!();
}
impl<W: Word> Offers for Compiled<W, Directed> {
    engines!();
}
impl<W: Word> Offers for Compiled<W, Broad> {
    engines!();
}
