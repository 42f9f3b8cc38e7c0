//! Wolf, goat and cabbage: the least that a puzzle must say, and the algorithms that it gets for that.

use telusur_search::{Algorithm, Offers, Solver, Space, engines};

/// Who is on the far bank, one bit each.
const FARMER: u8 = 1;
const WOLF: u8 = 2;
const GOAT: u8 = 4;
const CABBAGE: u8 = 8;

struct River;

impl River {
    fn is_safe(bank: u8) -> bool {
        // Nobody is eaten on a bank with the farmer on it.
        bank & FARMER != 0
            || (bank & (WOLF | GOAT) != WOLF | GOAT && bank & (GOAT | CABBAGE) != GOAT | CABBAGE)
    }
}

impl Space for River {
    type State = u8;
    type Move = &'static str;

    fn start(&self) -> u8 {
        0
    }

    fn is_goal(&self, far: u8) -> bool {
        far == FARMER | WOLF | GOAT | CABBAGE
    }

    fn expand(&self, far: u8, mut visit: impl FnMut(&'static str, u8)) {
        for (name, passenger) in [("alone", 0), ("wolf", WOLF), ("goat", GOAT), ("cabbage", CABBAGE)] {
            let is_with_farmer = passenger == 0 || (far & passenger != 0) == (far & FARMER != 0);
            let next = far ^ FARMER ^ passenger;
            if is_with_farmer && River::is_safe(next) && River::is_safe(!next & 15) {
                visit(name, next);
            }
        }
    }
}

// Which engines there are follows from the traits above: the compiler finds out.
impl Offers for River {
    engines!();
}

fn main() {
    let report = Solver::new(&River).solve();
    println!("{:?} by {}: {:?}", report.claim(), report.algorithm, report.path());
    assert_eq!(report.path().unwrap(), ["goat", "alone", "wolf", "goat", "cabbage", "alone", "goat"]);
    assert!(report.is_optimal());

    for algorithm in [Algorithm::Iddfs, Algorithm::Astar, Algorithm::Idastar] {
        let report = Solver::new(&River).algorithm(algorithm).solve();
        println!("{algorithm}: {} states expanded", report.stats.expanded);
        assert_eq!(report.length(), Some(7));
    }
}
