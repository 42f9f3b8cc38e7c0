//! A solver has every engine that its space unlocks, and no other.

use telusur_search::{Algorithm, Offers, Ranked, Reversible, Solver, Space, Wanted, engines};

/// A row of places from 0 to 9; what it says about itself beyond its moves is up to its owner.
trait Row: Sync {
    const BOUND: bool = false;
}

struct Walk<R>(R);

impl<R: Row> Space for Walk<R> {
    type State = u8;
    type Move = bool;
    fn start(&self) -> u8 {
        0
    }
    fn is_goal(&self, at: u8) -> bool {
        at == 9
    }
    fn expand(&self, at: u8, mut visit: impl FnMut(bool, u8)) {
        if at < 9 {
            visit(true, at + 1);
        }
        if at > 0 {
            visit(false, at - 1);
        }
    }
    fn lower_bound(&self, at: u8) -> u32 {
        if R::BOUND { u32::from(9 - at) } else { 0 }
    }
}

macro_rules! rows {
    ($($name:ident $({ $($item:tt)* })?),*) => {$(
        struct $name;
        impl Row for $name { $($($item)*)? }
    )*};
}
rows!(Plain, Informed { const BOUND: bool = true; }, Backwards, OneWay, Numbered, Both);

macro_rules! reversible {
    ($($row:ty, $undirected:literal, $goals:expr);*) => {$(
        impl Reversible for Walk<$row> {
            const UNDIRECTED: bool = $undirected;
            fn retract(&self, at: u8, mut visit: impl FnMut(bool, u8)) {
                self.expand(at, |m, from| visit(!m, from));
            }
            fn goal_states(&self) -> Option<Vec<u8>> {
                $goals
            }
        }
    )*};
}
reversible!(Backwards, true, None; OneWay, false, Some(vec![9]); Both, true, Some(vec![9]));

macro_rules! ranked {
    ($($row:ty),*) => {$(
        impl Ranked for Walk<$row> {
            fn len(&self) -> u64 {
                10
            }
            fn rank(&self, at: u8) -> u64 {
                at.into()
            }
            fn unrank(&self, rank: u64) -> u8 {
                rank as u8
            }
        }
    )*};
}
ranked!(Numbered, Both);

macro_rules! offers {
    ($($row:ty),*) => {$(
        impl Offers for Walk<$row> {
            engines!();
        }
    )*};
}
offers!(Plain, Informed, Backwards, OneWay, Numbered, Both);

/// What every space can be searched with.
const ANY: [Algorithm; 8] = [
    Algorithm::Auto,
    Algorithm::Bfs,
    Algorithm::Dfs,
    Algorithm::Iddfs,
    Algorithm::Astar,
    Algorithm::Idastar,
    Algorithm::Greedy,
    Algorithm::Anytime,
];

/// Holds what a solver offers, for paths and for whole spaces, to what is expected beside what is always there.
fn offers_exactly<S: Offers>(space: &S, paths: &[Algorithm], explorations: &[Algorithm]) {
    for algorithm in Algorithm::ALL {
        let solved = Solver::new(space).algorithm(algorithm).try_solve();
        assert_eq!(solved.is_ok(), ANY.contains(&algorithm) || paths.contains(&algorithm), "{algorithm}");
        assert_eq!(Solver::new(space).supported().contains(&algorithm), solved.is_ok(), "{algorithm}");
        if let Ok(report) = solved {
            assert_eq!(report.length(), Some(9), "{algorithm}");
        }
        let explored = Solver::new(space).algorithm(algorithm).try_explore(Wanted::default());
        let always = matches!(algorithm, Algorithm::Auto | Algorithm::Bfs);
        assert_eq!(explored.is_ok(), always || explorations.contains(&algorithm), "{algorithm}");
        if let Ok(explored) = explored {
            assert_eq!(explored.states(), 10, "{algorithm}");
        }
    }
    assert_eq!(Solver::plain(space).supported(), ANY);
}

#[test]
fn each_trait_unlocks_its_engines_and_nothing_else() {
    use Algorithm::{Bidirectional, Dense, Frontier};
    offers_exactly(&Walk(Plain), &[], &[]);
    offers_exactly(&Walk(Informed), &[], &[]);
    offers_exactly(&Walk(Backwards), &[Frontier], &[Frontier]);
    offers_exactly(&Walk(OneWay), &[Bidirectional], &[]);
    offers_exactly(&Walk(Numbered), &[], &[Dense]);
    offers_exactly(&Walk(Both), &[Bidirectional, Frontier, Dense], &[Frontier, Dense]);
}

/// A generic space says what its bounds imply: here that whatever is inside can be searched backwards.
struct Shifted<S>(S);

impl<S: Space<State = u8>> Space for Shifted<S> {
    type State = u8;
    type Move = S::Move;
    fn start(&self) -> u8 {
        self.0.start() + 1
    }
    fn is_goal(&self, at: u8) -> bool {
        self.0.is_goal(at - 1)
    }
    fn expand(&self, at: u8, mut visit: impl FnMut(S::Move, u8)) {
        self.0.expand(at - 1, |m, next| visit(m, next + 1));
    }
}

impl<S: Reversible<State = u8>> Reversible for Shifted<S> {
    const UNDIRECTED: bool = S::UNDIRECTED;
    fn retract(&self, at: u8, mut visit: impl FnMut(S::Move, u8)) {
        self.0.retract(at - 1, |m, from| visit(m, from + 1));
    }
}

impl<S: Reversible<State = u8>> Offers for Shifted<S> {
    engines!();
}

#[test]
fn a_wrapper_offers_what_its_bounds_imply() {
    offers_exactly(&Shifted(Walk(Both)), &[Algorithm::Frontier], &[Algorithm::Frontier]);
}

#[test]
fn an_engine_that_is_taken_away_is_refused_with_the_reason_and_never_chosen() {
    let why = "nobody wants to number these: use bfs";
    let solver = || Solver::new(&Walk(Both)).without(Algorithm::Dense, why);
    assert_eq!(Solver::new(&Walk(Both)).try_explore(Wanted::default()).unwrap().algorithm, Algorithm::Dense);
    assert_eq!(solver().try_explore(Wanted::default()).unwrap().algorithm, Algorithm::Frontier);
    assert!(!solver().supported().contains(&Algorithm::Dense));
    let refused = solver().algorithm(Algorithm::Dense).try_solve().unwrap_err();
    assert_eq!(refused.to_string(), format!("dense does not work here: {why}"));
    assert_eq!(solver().algorithm(Algorithm::Dense).try_explore(Wanted::default()).unwrap_err(), refused);

    let both = Walk(Both);
    assert_eq!(Solver::new(&both).solve().algorithm, Algorithm::Bidirectional);
    let hidden = Solver::new(&both).without(Algorithm::Bidirectional, why);
    assert_eq!(hidden.solve().algorithm, Algorithm::Dense);
    let informed = Walk(Informed);
    assert_eq!(Solver::new(&informed).solve().algorithm, Algorithm::Astar);
    assert_eq!(Solver::new(&informed).without(Algorithm::Astar, why).solve().algorithm, Algorithm::Bfs);
}
