//! Wythoff's game: two heaps; take any number of stones from one heap, or the same number from both. Who takes the
//! last stone wins.

use telusur_search::game::{Game, Value, Verdict, memo, retrograde};
use telusur_search::{Budget, Run, Space};

struct Wythoff;

impl Space for Wythoff {
    /// The smaller heap and the larger one.
    type State = (u8, u8);
    /// How many stones are taken from each.
    type Move = (u8, u8);

    fn start(&self) -> (u8, u8) {
        (12, 16)
    }

    fn is_goal(&self, heaps: (u8, u8)) -> bool {
        heaps == (0, 0)
    }

    fn expand(&self, (a, b): (u8, u8), mut visit: impl FnMut((u8, u8), (u8, u8))) {
        let heaps = |a: u8, b: u8| (a.min(b), a.max(b));
        for taken in 1..=b {
            visit((0, taken), heaps(a, b - taken));
            if taken <= a {
                visit((taken, 0), heaps(a - taken, b));
                visit((taken, taken), heaps(a - taken, b - taken));
            }
        }
    }
}

// Who can't move has lost, unless `result` says otherwise.
impl Game for Wythoff {}

fn main() {
    // Who wins, how soon, and by which moves.
    let report = memo::solve(&Wythoff, (12, 16), &mut Run::unlimited());
    println!("{:?} by {:?}", report.value, report.winning_moves());
    assert_eq!(report.value.map(Value::verdict), Ok(Verdict::Win));

    // Backwards from the ends of the game, within a budget; the answer is the same.
    let mut run = Run::new(Budget::default().with_bytes(1 << 20));
    let backwards = retrograde::solve(&Wythoff, (12, 16), &mut run);
    assert_eq!(backwards.value, report.value);

    // The lost positions follow the golden ratio: floor(k φ) and floor(k φ) + k.
    for (a, b) in [(1, 2), (3, 5), (4, 7), (6, 10), (8, 13)] {
        let value = retrograde::solve(&Wythoff, (a, b), &mut Run::unlimited()).value;
        assert_eq!(value.map(Value::verdict), Ok(Verdict::Loss), "{a} and {b}");
    }
}
