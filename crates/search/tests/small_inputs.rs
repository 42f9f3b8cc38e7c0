//! Every engine on a space of a few states: small enough to be interpreted by Miri (`cargo xtask miri`), which checks
//! every access to memory.

use telusur_search::{Algorithm, Offers, Reversible, Solver, Space, Wanted, engines};

/// Lights in a circle: a switch changes a lamp and the next one; an even number of them can be put out.
struct Circle;

const LAMPS: u8 = 4;

impl Space for Circle {
    type State = u8;
    type Move = u8;

    fn start(&self) -> u8 {
        0b1010
    }

    fn is_goal(&self, lit: u8) -> bool {
        lit == 0
    }

    fn expand(&self, lit: u8, mut visit: impl FnMut(u8, u8)) {
        for lamp in 0..LAMPS {
            visit(lamp, lit ^ (1 << lamp) ^ (1 << ((lamp + 1) % LAMPS)));
        }
    }

    fn lower_bound(&self, lit: u8) -> u32 {
        lit.count_ones().div_ceil(2)
    }
}

impl Reversible for Circle {
    const UNDIRECTED: bool = true;

    fn retract(&self, lit: u8, visit: impl FnMut(u8, u8)) {
        self.expand(lit, visit);
    }

    fn goal_states(&self) -> Option<Vec<u8>> {
        Some(vec![0])
    }
}

impl Offers for Circle {
    engines!();
}

#[test]
fn every_engine_finds_a_shortest_solution_or_says_less() {
    let mut solved = 0;
    for algorithm in Algorithm::ALL {
        let Ok(report) = Solver::new(&Circle).threads(1).algorithm(algorithm).try_solve() else { continue };
        let length = report.length().unwrap();
        assert!(length == 2 || (length > 2 && !report.is_optimal()), "{algorithm}: {length}");
        solved += 1;
    }
    assert!(solved >= 9, "{solved}");
}

#[test]
fn the_whole_space_is_counted() {
    let report = Solver::new(&Circle).threads(1).try_explore(Wanted::default()).unwrap();
    assert_eq!(report.depths, [1, 4, 3]);
}
