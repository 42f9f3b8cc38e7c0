//! Which pegs a disc may travel between: a directed graph on the pegs.
//!
//! The classic rule allows every pair. *Cyclic* (one way round), *linear* (neighbours only) and *star* (to or
//! from peg B only) are old variants; any other graph is given by its arcs.

use super::space::Shift;
use super::text::{peg_letter, peg_of_letter};
use crate::level::{LevelError, counted};
use std::fmt;

/// Most pegs of any board.
pub const MOST_PEGS: usize = 16;

/// A graph for any number of pegs.
type Named = fn(usize) -> PegGraph;

/// The rules that have a name.
const NAMED: [(&str, Named); 4] = [
    ("classic", PegGraph::classic),
    ("cyclic", PegGraph::cyclic),
    ("linear", PegGraph::linear),
    ("star", PegGraph::star),
];

/// A directed graph on the pegs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PegGraph {
    pegs: u8,
    /// Bit `b` of `next[a]`: a disc may go from `a` to `b`.
    next: [u16; MOST_PEGS],
}

impl PegGraph {
    /// The graph with the arcs that `allowed` names.
    #[must_use]
    pub fn new(pegs: usize, allowed: impl Fn(usize, usize) -> bool) -> Self {
        let pegs = pegs.min(MOST_PEGS);
        let mut next = [0; MOST_PEGS];
        for (a, targets) in next.iter_mut().enumerate().take(pegs) {
            *targets = (0..pegs).filter(|&b| a != b && allowed(a, b)).fold(0, |set, b| set | 1 << b);
        }
        PegGraph { pegs: pegs as u8, next }
    }

    /// Every pair of pegs.
    #[must_use]
    pub fn classic(pegs: usize) -> Self {
        PegGraph::new(pegs, |_, _| true)
    }

    /// A to B to C … and back to A, one way.
    #[must_use]
    pub fn cyclic(pegs: usize) -> Self {
        PegGraph::new(pegs, |a, b| (a + 1) % pegs == b)
    }

    /// Neighbouring pegs only.
    #[must_use]
    pub fn linear(pegs: usize) -> Self {
        PegGraph::new(pegs, |a, b| a.abs_diff(b) == 1)
    }

    /// To or from peg B only, so that the first and the last peg are leaves. With two pegs both may be used.
    #[must_use]
    pub fn star(pegs: usize) -> Self {
        PegGraph::new(pegs, |a, b| a == 1 || b == 1)
    }

    /// Number of pegs.
    #[must_use]
    pub fn pegs(&self) -> usize {
        usize::from(self.pegs)
    }

    /// Whether a disc may go from `a` to `b`.
    #[inline]
    #[must_use]
    pub fn allows(&self, a: usize, b: usize) -> bool {
        self.next[a] >> b & 1 == 1
    }

    /// Whether every pair of pegs is allowed both ways.
    #[must_use]
    pub fn is_classic(&self) -> bool {
        *self == PegGraph::classic(self.pegs())
    }

    /// Whether every way can also be gone back.
    #[must_use]
    pub fn is_undirected(&self) -> bool {
        self.arcs().iter().all(|arc| self.allows(usize::from(arc.to), usize::from(arc.from)))
    }

    /// All arcs, ordered, as the moves along them.
    #[must_use]
    pub fn arcs(&self) -> Vec<Shift> {
        let pairs = (0..self.pegs).flat_map(|from| (0..self.pegs).map(move |to| Shift { from, to }));
        pairs.filter(|arc| self.allows(usize::from(arc.from), usize::from(arc.to))).collect()
    }

    /// Fewest moves of a lone disc between two pegs; `None` if there is no way.
    #[must_use]
    pub fn distance(&self, from: usize, to: usize) -> Option<u32> {
        let mut reached: u16 = 1 << from;
        for steps in 0..=u32::from(self.pegs) {
            if reached >> to & 1 == 1 {
                return Some(steps);
            }
            let here = reached;
            for peg in (0..self.pegs()).filter(|peg| here >> peg & 1 == 1) {
                reached |= self.next[peg];
            }
        }
        None
    }

    /// Reads a rule: a name, or arcs such as `A>B,B>C,C-A` (`-` goes both ways).
    ///
    /// # Errors
    /// A text that is neither, or an arc between pegs that are not there.
    pub fn parse(text: &str, pegs: usize) -> Result<Self, LevelError> {
        let trimmed = text.trim();
        if let Some((_, graph)) = NAMED.iter().find(|(name, _)| trimmed.eq_ignore_ascii_case(name)) {
            return Ok(graph(pegs));
        }
        let wrong = || {
            LevelError::option(
                "rule",
                trimmed,
                "classic, cyclic, linear, star, or arcs such as A>B,B>C,C-A (- goes both ways)",
            )
        };
        let mut graph = PegGraph::new(pegs, |_, _| false);
        let words = trimmed.split([',', ' ', ';']).map(str::trim).filter(|word| !word.is_empty());
        for word in words {
            let (a, both, b) = match (word.split_once('>'), word.split_once('-')) {
                (Some((a, b)), _) => (a, false, b),
                (None, Some((a, b))) => (a, true, b),
                (None, None) => return Err(wrong()),
            };
            let (Some(a), Some(b)) = (peg_of_letter(a), peg_of_letter(b)) else { return Err(wrong()) };
            let unfit = |problem: String, remedy: &str| Err(LevelError::new(problem, remedy).token(word));
            if let Some(&missing) = [a, b].iter().find(|&&peg| peg >= pegs) {
                let (missing, are) = (peg_letter(missing), if pegs == 1 { "is" } else { "are" });
                return unfit(
                    format!("rule arc names peg {missing}, but there {are} {}", counted(pegs, "peg")),
                    &format!("use pegs A to {}", peg_letter(pegs.max(1) - 1)),
                );
            }
            if a == b {
                return unfit("rule arc leads from a peg to itself".to_owned(), "name two different pegs");
            }
            graph.next[a] |= 1 << b;
            if both {
                graph.next[b] |= 1 << a;
            }
        }
        if graph.arcs().is_empty() { Err(wrong()) } else { Ok(graph) }
    }
}

impl fmt::Display for PegGraph {
    /// The rule's name, or its arcs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMED.iter().find(|(_, graph)| graph(self.pegs()) == *self) {
            return f.write_str(name);
        }
        let arcs: Vec<String> = self.arcs().iter().map(Shift::to_string).collect();
        f.write_str(&arcs.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_what_they_write() {
        for pegs in 1..=MOST_PEGS {
            let lone = PegGraph::new(pegs, |a, b| a == 0 && b == 1);
            for graph in [
                PegGraph::classic(pegs),
                PegGraph::cyclic(pegs),
                PegGraph::linear(pegs),
                PegGraph::star(pegs),
                lone,
            ] {
                if !graph.arcs().is_empty() {
                    assert_eq!(PegGraph::parse(&graph.to_string(), pegs).unwrap(), graph);
                }
            }
        }
        let mixed = PegGraph::parse("a>b, B>C C-a", 3).unwrap();
        let arcs = mixed.arcs().into_iter().map(|arc| (arc.from, arc.to));
        assert!(arcs.eq([(0, 1), (0, 2), (1, 2), (2, 0)]));
        assert!(!mixed.is_undirected() && PegGraph::linear(4).is_undirected());
    }

    #[test]
    fn wrong_rules_are_one_clear_line() {
        for (text, expected) in [
            ("", "option rule can't be ''"),
            ("round", "can't be 'round'; use classic"),
            ("A>D", "names peg D, but there are 3 pegs"),
            ("A>A", "to itself"),
            ("A>", "can't be 'A>'"),
            (">", "can't be"),
            ("AB>C", "can't be"),
        ] {
            let message = PegGraph::parse(text, 3).unwrap_err().to_string();
            assert!(message.contains(expected), "{text:?}: {message}");
        }
    }

    #[test]
    fn distances_of_a_lone_disc() {
        assert_eq!(PegGraph::cyclic(5).distance(1, 0), Some(4));
        assert_eq!(PegGraph::linear(5).distance(0, 4), Some(4));
        assert_eq!(PegGraph::star(5).distance(0, 4), Some(2));
        assert_eq!(PegGraph::new(3, |a, b| a < b).distance(2, 0), None);
    }
}
