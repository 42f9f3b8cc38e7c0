//! The four algorithms that M. Kolar published on the web, each a refinement of the one before.
//!
//! All rest on parity: discs of equal parity never touch, so of the three top discs at most one is even.
//! Numbers 2 and 3 are written from their description alone.

use super::super::step::Step;
use super::Walk;
use super::stacks::Peg;

/// Moves the top disc between two of three pegs and returns it, counted from 1.
#[inline(always)]
fn shift(pegs: &mut [Peg; 3], from: usize, to: usize, visit: &mut impl FnMut(Step)) -> u32 {
    let disc = pegs[from].pop();
    pegs[to].push(disc);
    visit(Step { disc: disc - 1, from: from as u8, to: to as u8 });
    disc
}

/// Roles of the pegs in the move at hand.
#[derive(Clone, Copy)]
struct Roles {
    from: usize,
    to: usize,
    spare: usize,
}

impl Roles {
    /// The smallest disc begins towards C for an odd number of discs, towards B for an even one.
    fn first(discs: u32) -> Self {
        if discs % 2 == 1 { Roles { from: 0, to: 2, spare: 1 } } else { Roles { from: 0, to: 1, spare: 2 } }
    }

    /// After an even disc, an odd one follows it from the peg that had no part in the move.
    #[inline(always)]
    fn after_even(self) -> Self {
        Roles { from: self.spare, to: self.to, spare: self.from }
    }

    /// After an odd disc, the smaller of the other two tops goes onto the larger.
    #[inline(always)]
    fn after_odd(self, pegs: &[Peg; 3]) -> Self {
        let (a, b) = (self.from, self.spare);
        let (from, to) = if pegs[a].top() > pegs[b].top() { (b, a) } else { (a, b) };
        Roles { from, to, spare: self.to }
    }
}

fn three_pegs(discs: u32, bases: [u32; 3]) -> [Peg; 3] {
    [Peg::full(bases[0], discs), Peg::empty(bases[1]), Peg::empty(bases[2])]
}

/// The parity of the disc just moved says where the next move happens: after an even disc onto the same peg,
/// after an odd one between the other two.
pub type Kolar1 = ByParity<false>;

/// As the first, but the move after an even disc's is made at once: it is an odd disc's, so its parity need
/// not be asked.
pub type Kolar2 = ByParity<true>;

/// The first two; the second makes moves in pairs.
pub struct ByParity<const IN_PAIRS: bool> {
    pegs: [Peg; 3],
    roles: Roles,
    discs: usize,
}

impl<const IN_PAIRS: bool> Walk for ByParity<IN_PAIRS> {
    fn new(discs: u32) -> Self {
        let pegs = three_pegs(discs, [discs + 1; 3]);
        ByParity { pegs, roles: Roles::first(discs), discs: discs as usize }
    }

    #[inline(always)]
    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool {
        if self.pegs[2].height() == self.discs {
            return false;
        }
        let disc = shift(&mut self.pegs, self.roles.from, self.roles.to, visit);
        if disc.is_multiple_of(2) {
            self.roles = self.roles.after_even();
            if !IN_PAIRS {
                return true;
            }
            // The last move of all is disc 1's, so the follower of an even disc always exists.
            shift(&mut self.pegs, self.roles.from, self.roles.to, visit);
        }
        self.roles = self.roles.after_odd(&self.pegs);
        true
    }
}

/// The pegs by the parity of their tops, bases coloured like discs (Schoute 1884).
#[derive(Clone, Copy)]
struct Colours {
    /// The peg with an even top.
    even: usize,
    /// The peg whose top is even after the move.
    next: usize,
    /// The other one.
    last: usize,
}

impl Colours {
    /// The even top goes round B–A–C for an even number of discs, C–A–B for an odd one.
    fn first(discs: u32) -> Self {
        if discs % 2 == 1 {
            Colours { even: 2, next: 0, last: 1 }
        } else {
            Colours { even: 1, next: 0, last: 2 }
        }
    }

    #[inline(always)]
    fn turn(self) -> Self {
        Colours { even: self.next, next: self.last, last: self.even }
    }
}

/// Bases that carry on the colouring: `n + 1` under the tower, then `n + 2` and `n + 3`.
fn coloured_pegs(discs: u32) -> [Peg; 3] {
    three_pegs(discs, [discs + 1, discs + 2, discs + 3])
}

/// Every move makes the even top go one peg round: either an even disc itself goes there, or an odd disc comes
/// from there. So both pegs of the move are known before it, and one comparison tells the direction.
pub struct Kolar3 {
    pegs: [Peg; 3],
    colours: Colours,
    discs: usize,
}

impl Walk for Kolar3 {
    fn new(discs: u32) -> Self {
        Kolar3 { pegs: coloured_pegs(discs), colours: Colours::first(discs), discs: discs as usize }
    }

    #[inline(always)]
    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool {
        if self.pegs[2].height() == self.discs {
            return false;
        }
        move_by_colour(&mut self.pegs, self.colours, visit);
        self.colours = self.colours.turn();
        true
    }
}

#[inline(always)]
fn move_by_colour(pegs: &mut [Peg; 3], Colours { even, next, .. }: Colours, visit: &mut impl FnMut(Step)) {
    let (from, to) = if pegs[next].top() > pegs[even].top() { (even, next) } else { (next, even) };
    shift(pegs, from, to, visit);
}

/// As the third, but two moves per round: the first is always disc 1's, onto the even top, so half of the
/// comparisons go.
pub struct Kolar4 {
    pegs: [Peg; 3],
    colours: Colours,
    discs: usize,
    begun: bool,
}

impl Kolar4 {
    #[inline(always)]
    fn move_smallest(&mut self, visit: &mut impl FnMut(Step)) {
        let Colours { even, next, .. } = self.colours;
        self.pegs[next].pop();
        self.pegs[even].push(1);
        visit(Step { disc: 0, from: next as u8, to: even as u8 });
        self.colours = self.colours.turn();
    }
}

impl Walk for Kolar4 {
    fn new(discs: u32) -> Self {
        let colours = Colours::first(discs);
        Kolar4 { pegs: coloured_pegs(discs), colours, discs: discs as usize, begun: false }
    }

    #[inline(always)]
    fn round(&mut self, visit: &mut impl FnMut(Step)) -> bool {
        if self.pegs[2].height() == self.discs {
            return false;
        }
        if self.begun {
            move_by_colour(&mut self.pegs, self.colours, visit);
            self.colours = self.colours.turn();
        }
        self.begun = true;
        self.move_smallest(visit);
        true
    }

    fn run(discs: u32, visit: &mut impl FnMut(Step)) {
        let mut walk = Self::new(discs);
        if discs == 0 {
            return;
        }
        walk.move_smallest(visit);
        while walk.pegs[2].height() != walk.discs {
            move_by_colour(&mut walk.pegs, walk.colours, visit);
            walk.colours = walk.colours.turn();
            walk.move_smallest(visit);
        }
    }
}
