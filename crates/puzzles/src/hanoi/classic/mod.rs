//! The classic algorithms for a tower on three pegs, side by side. All make the same `2^n - 1` moves.
//!
//! Each algorithm is a [`Walk`]: a small machine whose round makes the one or two moves of its loop body. The
//! same code serves as a loop that visits every move ([`Walk::run`]) and as lines of text ([`Method::write`]).
//!
//! Inside, the tower always goes from peg 0 to peg 2; [`Tower`] renames the pegs on the way out.

mod blocks;
mod er;
mod iterative;
mod kolar;
mod recursive;
mod stacks;

pub use blocks::{BLOCK_DISCS, BlockStream};
pub use er::Er;
pub use iterative::Iterative;
pub use kolar::{Kolar1, Kolar2, Kolar3, Kolar4};
pub use recursive::{Recursive, recursive};

use super::step::{Step, third};
use std::io;

/// Most discs of a classic algorithm: `2^64 - 1` moves are more than anybody has read.
pub const MOST_DISCS: u32 = 64;

/// A whole tower to be moved on three pegs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tower {
    discs: u32,
    /// Names of the pegs: source, spare, target.
    names: [u8; 3],
}

impl Tower {
    /// A tower of at most 64 discs; `None` if there are more, or the pegs are not two of three.
    #[must_use]
    pub fn new(discs: u32, from: u8, to: u8) -> Option<Self> {
        let fits = discs <= MOST_DISCS && from < 3 && to < 3 && from != to;
        fits.then(|| Tower { discs, names: [from, third(from, to), to] })
    }

    /// Number of discs.
    #[must_use]
    pub fn discs(self) -> u32 {
        self.discs
    }

    /// Number of moves.
    #[must_use]
    pub fn moves(self) -> u64 {
        u64::MAX.checked_shr(64 - self.discs).unwrap_or(0)
    }

    /// A step with the pegs of this tower.
    #[inline(always)]
    #[must_use]
    pub fn named(self, step: Step) -> Step {
        let name = |peg: u8| self.names[usize::from(peg) % 3];
        Step { disc: step.disc, from: name(step.from), to: name(step.to) }
    }
}

/// An algorithm as a machine that makes a few moves per round, from peg 0 to peg 2.
pub trait Walk: Sized {
    /// The machine before its first move.
    fn new(discs: u32) -> Self;

    /// Makes the one or two moves of a round; `false` if the tower has arrived. It is not called again after that, nor for
    /// a tower without discs.
    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool;

    /// Visits every move.
    fn run(discs: u32, visit: &mut impl FnMut(Step)) {
        let mut walk = Self::new(discs);
        while discs > 0 && walk.round(visit) {}
    }
}

/// An algorithm by name.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// The name on the command line.
    pub name: &'static str,
    write: fn(Tower, &mut dyn io::Write) -> io::Result<()>,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 8] = [
        Method { name: "recursive", write: write_walk::<Recursive> },
        Method { name: "iterative", write: write_walk::<Iterative> },
        Method { name: "er", write: write_walk::<Er> },
        Method { name: "kolar1", write: write_walk::<Kolar1> },
        Method { name: "kolar2", write: write_walk::<Kolar2> },
        Method { name: "kolar3", write: write_walk::<Kolar3> },
        Method { name: "kolar4", write: write_walk::<Kolar4> },
        Method { name: "blocks", write: |tower, out| BlockStream::lines(tower, BLOCK_DISCS).write_to(out) },
    ];

    /// Their names.
    pub const NAMES: [&'static str; Method::ALL.len()] = {
        let mut names = [""; Method::ALL.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = Method::ALL[i].name;
            i += 1;
        }
        names
    };

    /// The method with a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name == name)
    }

    /// Writes all moves as lines such as `move disc 3 from A to C`, in constant memory.
    ///
    /// # Errors
    /// Whatever the writer says; nothing is written after that.
    pub fn write(self, tower: Tower, out: &mut dyn io::Write) -> io::Result<()> {
        (self.write)(tower, out)
    }
}

/// Every line there is, made once: by disc, source and target.
struct Lines(Vec<[Vec<u8>; 9]>);

impl Lines {
    fn new(discs: u32) -> Self {
        let line = |disc, pair: u8| format!("{}\n", Step { disc, from: pair / 3, to: pair % 3 }).into_bytes();
        Lines((0..discs).map(|disc| std::array::from_fn(|pair| line(disc, pair as u8))).collect())
    }

    #[inline(always)]
    fn of(&self, step: Step) -> &[u8] {
        &self.0[step.disc as usize][usize::from(step.from * 3 + step.to)]
    }
}

/// How much is gathered before it is written.
const BUFFER: usize = 1 << 16;

fn write_walk<W: Walk>(tower: Tower, out: &mut dyn io::Write) -> io::Result<()> {
    let lines = Lines::new(tower.discs);
    let mut buffer = Vec::with_capacity(BUFFER + 64);
    let mut walk = W::new(tower.discs);
    let mut is_under_way = tower.discs > 0;
    // Round by round: a closed pipe must stop it.
    while is_under_way {
        is_under_way = walk.round(&mut |step| buffer.extend_from_slice(lines.of(tower.named(step))));
        if buffer.len() >= BUFFER {
            out.write_all(&buffer)?;
            buffer.clear();
        }
    }
    out.write_all(&buffer)?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::super::step::apply;
    use super::super::theory::{Moves, Route};
    use super::*;

    fn towers(discs: u32) -> impl Iterator<Item = Tower> {
        let pegs = (0..3u8).flat_map(|from| (0..3u8).map(move |to| (from, to)));
        pegs.filter_map(move |(from, to)| Tower::new(discs, from, to))
    }

    /// All moves, visited without a pause.
    fn visited<W: Walk>(tower: Tower) -> Vec<Step> {
        let mut steps = Vec::new();
        W::run(tower.discs, &mut |step| steps.push(tower.named(step)));
        steps
    }

    /// The same of every method, in the order of [`Method::ALL`].
    const VISITED: [fn(Tower) -> Vec<Step>; 8] = [
        visited::<Recursive>,
        visited::<Iterative>,
        visited::<Er>,
        visited::<Kolar1>,
        visited::<Kolar2>,
        visited::<Kolar3>,
        visited::<Kolar4>,
        |tower| BlockStream::steps(tower, BLOCK_DISCS).chunks().flatten().copied().collect(),
    ];

    fn written(method: Method, tower: Tower) -> Vec<u8> {
        let mut out = Vec::new();
        method.write(tower, &mut out).unwrap();
        out
    }

    #[test]
    fn all_methods_make_the_same_moves_to_sixteen_discs() {
        for discs in 0..=16 {
            for tower in towers(discs) {
                let (from, to) = (vec![tower.names[0]; discs as usize], vec![tower.names[2]; discs as usize]);
                let expected: Vec<Step> = Route::between(&from, &to).moves().collect();
                assert_eq!(expected.len() as u64, tower.moves());
                let mut places = from;
                for &step in &expected {
                    assert!(apply(&mut places, step), "{step}");
                }
                assert_eq!(places, to);
                for (method, visited) in Method::ALL.into_iter().zip(VISITED) {
                    let name = method.name;
                    assert!(visited(tower) == expected, "{name} visits other moves: {discs} discs");
                }
            }
        }
    }

    #[test]
    fn all_methods_write_the_same_bytes() {
        for discs in [0, 1, 2, 5, 8, 9, 11, 13] {
            for tower in towers(discs) {
                let steps = Moves::of_tower(discs, tower.names[0], tower.names[2]);
                let lines: String = steps.map(|step| format!("{step}\n")).collect();
                for method in Method::ALL {
                    assert!(written(method, tower) == lines.as_bytes(), "{}, {discs} discs", method.name);
                }
            }
        }
        let er = Method::find("er").unwrap();
        assert_eq!(
            String::from_utf8(written(er, Tower::new(2, 0, 2).unwrap())).unwrap(),
            "move disc 1 from A to B\nmove disc 2 from A to C\nmove disc 1 from B to C\n"
        );
    }

    #[test]
    fn sixty_four_discs_begin_at_once_and_stop_when_nobody_reads() {
        /// Takes a megabyte, then says that the pipe is closed.
        #[derive(Default)]
        struct Impatient(Vec<u8>);
        impl io::Write for Impatient {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.extend_from_slice(bytes);
                if self.0.len() > 1 << 20 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let tower = Tower::new(64, 0, 2).unwrap();
        assert_eq!(tower.moves(), u64::MAX);
        let first: String = Moves::of_tower(64, 0, 2).take(1000).map(|step| format!("{step}\n")).collect();
        for method in Method::ALL {
            let mut out = Impatient::default();
            let error = method.write(tower, &mut out).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{}", method.name);
            assert!(out.0.starts_with(first.as_bytes()), "{}", method.name);
        }
        assert_eq!((Tower::new(65, 0, 2), Tower::new(3, 1, 1), Tower::new(3, 0, 3)), (None, None, None));
    }

    /// The five facts of the second paper.
    #[test]
    fn what_the_paper_observed_holds() {
        for discs in 1..=10u32 {
            let steps = visited::<Kolar4>(Tower::new(discs, 0, 2).unwrap());
            let first_to = if discs % 2 == 0 { 1 } else { 2 };
            assert_eq!((steps[0].disc, steps[0].to), (0, first_to));
            let mut stacks = [vec![], vec![], vec![]];
            stacks[0] = (0..discs).rev().collect();
            for (i, step) in steps.iter().enumerate() {
                assert_eq!(step.disc == 0, i % 2 == 0, "the smallest disc makes every odd move");
                if step.disc == 0 {
                    let turn = (step.to + 3 - step.from) % 3;
                    assert_eq!(turn, first_to, "and goes round one way");
                }
                stacks[usize::from(step.from)].pop();
                let target = &mut stacks[usize::from(step.to)];
                if let Some(below) = target.last() {
                    assert_eq!((below + step.disc) % 2, 1, "discs of equal parity never touch");
                }
                target.push(step.disc);
            }
        }
    }
}
