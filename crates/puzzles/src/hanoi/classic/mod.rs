//! The classic algorithms for a tower on three pegs, side by side. All make the same `2^n - 1` moves.
//!
//! Each algorithm is a [`Walk`]: a small machine whose round makes the one or two moves of its loop body. The
//! same code serves as a loop that visits every move ([`Walk::run`]), as an iterator ([`Walk::steps`]), and
//! as lines of text ([`Method::write`]).
//!
//! Inside, the tower always goes from peg 0 to peg 2; [`Tower`] renames the pegs on the way out.

mod blocks;
mod er;
mod iterative;
mod kolar;
mod recursive;
mod stacks;

pub use blocks::{BlockStream, PACKED_BLOCK_DISCS, WRITTEN_BLOCK_DISCS};
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

    /// Makes one or two moves; `false` if there was none left to make.
    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool;

    /// Visits every move.
    fn run(discs: u32, visit: &mut impl FnMut(Step)) {
        let mut walk = Self::new(discs);
        while walk.round(visit) {}
    }

    /// All moves as an iterator.
    fn steps(tower: Tower) -> Steps<Self> {
        Steps { tower, walk: Self::new(tower.discs), ready: [None; 2] }
    }
}

/// The moves of a [`Walk`], one by one.
pub struct Steps<W> {
    tower: Tower,
    walk: W,
    ready: [Option<Step>; 2],
}

impl<W: Walk> Iterator for Steps<W> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.ready[0].is_none() {
            let mut made = 0;
            let ready = &mut self.ready;
            self.walk.round(&mut |step| {
                if let Some(place) = ready.get_mut(made) {
                    *place = Some(step);
                }
                made += 1;
            });
        }
        let step = self.ready[0].take()?;
        self.ready[0] = self.ready[1].take();
        Some(self.tower.named(step))
    }
}

/// The algorithms by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Three lines of recursion.
    Recursive,
    /// The cycle of peg pairs.
    Iterative,
    /// Er's loopless algorithm.
    Er,
    /// Kolar's first algorithm.
    Kolar1,
    /// Kolar's second algorithm.
    Kolar2,
    /// Kolar's third algorithm.
    Kolar3,
    /// Kolar's fourth algorithm.
    Kolar4,
    /// Three constant blocks.
    Blocks,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 8] = [
        Method::Recursive,
        Method::Iterative,
        Method::Er,
        Method::Kolar1,
        Method::Kolar2,
        Method::Kolar3,
        Method::Kolar4,
        Method::Blocks,
    ];

    /// Their names.
    pub const NAMES: [&'static str; Method::ALL.len()] = {
        let mut names = [""; Method::ALL.len()];
        let mut i = 0;
        while i < names.len() {
            names[i] = Method::ALL[i].name();
            i += 1;
        }
        names
    };

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Recursive => "recursive",
            Method::Iterative => "iterative",
            Method::Er => "er",
            Method::Kolar1 => "kolar1",
            Method::Kolar2 => "kolar2",
            Method::Kolar3 => "kolar3",
            Method::Kolar4 => "kolar4",
            Method::Blocks => "blocks",
        }
    }

    /// The method with a name.
    #[must_use]
    pub fn find(name: &str) -> Option<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name)
    }

    /// All moves as an iterator.
    #[must_use]
    pub fn steps(self, tower: Tower) -> Box<dyn Iterator<Item = Step>> {
        match self {
            Method::Recursive => Box::new(Recursive::steps(tower)),
            Method::Iterative => Box::new(Iterative::steps(tower)),
            Method::Er => Box::new(Er::steps(tower)),
            Method::Kolar1 => Box::new(Kolar1::steps(tower)),
            Method::Kolar2 => Box::new(Kolar2::steps(tower)),
            Method::Kolar3 => Box::new(Kolar3::steps(tower)),
            Method::Kolar4 => Box::new(Kolar4::steps(tower)),
            Method::Blocks => Box::new(BlockStream::steps(tower, PACKED_BLOCK_DISCS).into_items()),
        }
    }

    /// Writes all moves as lines such as `move disc 3 from A to C`, in constant memory.
    ///
    /// # Errors
    /// Whatever the writer says; nothing is written after that.
    pub fn write(self, tower: Tower, out: &mut dyn io::Write) -> io::Result<()> {
        match self {
            Method::Blocks => BlockStream::lines(tower, WRITTEN_BLOCK_DISCS).write_to(out),
            // The step-by-step walks go through the iterator: a closed pipe must stop them.
            method => write_steps(method.steps(tower), tower, out),
        }
    }
}

/// The byte of a move: the source peg in bits 0 and 1, the target peg in bits 2 and 3.
#[inline(always)]
#[must_use]
pub fn packed(step: Step) -> u8 {
    step.from | step.to << 2
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

fn write_steps(steps: impl Iterator<Item = Step>, tower: Tower, out: &mut dyn io::Write) -> io::Result<()> {
    let lines = Lines::new(tower.discs);
    let mut buffer = Vec::with_capacity(BUFFER + 64);
    for step in steps {
        buffer.extend_from_slice(lines.of(step));
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
    use super::super::theory::Route;
    use super::*;

    fn towers(discs: u32) -> impl Iterator<Item = Tower> {
        let pegs = (0..3u8).flat_map(|from| (0..3u8).map(move |to| (from, to)));
        pegs.filter_map(move |(from, to)| Tower::new(discs, from, to))
    }

    /// All moves, visited without a pause.
    fn visited(method: Method, tower: Tower) -> Vec<Step> {
        let (discs, mut steps) = (tower.discs, Vec::new());
        let visit = &mut |step| steps.push(tower.named(step));
        match method {
            Method::Recursive => Recursive::run(discs, visit),
            Method::Iterative => Iterative::run(discs, visit),
            Method::Er => Er::run(discs, visit),
            Method::Kolar1 => Kolar1::run(discs, visit),
            Method::Kolar2 => Kolar2::run(discs, visit),
            Method::Kolar3 => Kolar3::run(discs, visit),
            Method::Kolar4 => Kolar4::run(discs, visit),
            Method::Blocks => {
                let stream = BlockStream::steps(tower, PACKED_BLOCK_DISCS);
                return stream.chunks().flatten().copied().collect();
            }
        }
        steps
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
                    apply(&mut places, step).unwrap();
                }
                assert_eq!(places, to);
                for method in Method::ALL {
                    assert!(
                        visited(method, tower) == expected,
                        "{} visits other moves: {discs} discs",
                        method.name()
                    );
                    assert!(method.steps(tower).eq(expected.iter().copied()), "{}", method.name());
                }
            }
        }
    }

    #[test]
    fn all_methods_write_the_same_bytes() {
        for discs in [0, 1, 2, 5, 8, 9, 11, 13] {
            for tower in towers(discs) {
                let steps: Vec<Step> = Method::Recursive.steps(tower).collect();
                let lines: String = steps.iter().map(|step| format!("{step}\n")).collect();
                for method in Method::ALL {
                    let mut out = Vec::new();
                    method.write(tower, &mut out).unwrap();
                    assert!(out == lines.as_bytes(), "{}, {discs} discs", method.name());
                }
            }
        }
        let mut out = Vec::new();
        Method::Er.write(Tower::new(2, 0, 2).unwrap(), &mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "move disc 1 from A to B\nmove disc 2 from A to C\nmove disc 1 from B to C\n"
        );
    }

    #[test]
    fn sixty_four_discs_begin_at_once_and_stop_when_nobody_reads() {
        /// Takes a megabyte, then says that the pipe is closed.
        struct Impatient(usize);
        impl io::Write for Impatient {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0 += bytes.len();
                if self.0 > 1 << 20 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let tower = Tower::new(64, 0, 2).unwrap();
        assert_eq!(tower.moves(), u64::MAX);
        for method in Method::ALL {
            let error = method.write(tower, &mut Impatient(0)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{}", method.name());
            let first: Vec<Step> = method.steps(tower).take(1000).collect();
            assert!(Method::Er.steps(tower).take(1000).eq(first), "{}", method.name());
        }
        assert_eq!((Tower::new(65, 0, 2), Tower::new(3, 1, 1), Tower::new(3, 0, 3)), (None, None, None));
    }

    /// The five facts of the second paper.
    #[test]
    fn what_the_paper_observed_holds() {
        for discs in 1..=10u32 {
            let steps: Vec<Step> = Method::Kolar4.steps(Tower::new(discs, 0, 2).unwrap()).collect();
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
