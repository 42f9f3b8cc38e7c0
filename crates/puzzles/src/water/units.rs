//! The lower bound for single units: who must move, and who must move twice.
//!
//! **Once.** Of each colour all units must move, except a bottom run that stays where it is: the colour's *home*.
//!
//! **Twice.** Take a solution, and let a colour `a` *keep* its home if the home's bottom unit never moves. The home
//! *opens* when everything above its bottom run is gone. A unit that moves only once goes straight to its final place,
//! with nothing but its own colour under it: so if its colour `c` keeps a home, it moves after that has opened. If the unit
//! lies above the bottom run of the home of `a`, it moves before that opens. So it moves twice, unless `c` opens before
//! `a`; in particular every unit of `a` above its own home moves twice. The colours that keep their homes open in some
//! order. Hence no solution is shorter than
//!
//! > Σ n(c) − max over homes and orders of Σ over colours that keep a home ( length of its bottom run − units above
//! > it whose colour keeps a home and has not opened before )
//!
//! where a colour may also keep none, which saves nothing and hinders nobody.
//!
//! *Consistent.* Let a move take a unit `u` of colour `c` from `A` to `B`, and take the best homes and order after it.
//! Before it, use the same, except that `c` keeps none if its home was an empty `B`. The number of units that move at least
//! once changes by one at most, and then only if `u` lands in the plain home of `c`, which opens first in any best order, so
//! that `u` was not counted twice; or in an empty `B`, in which case `c` kept no home before and `u` was not counted twice
//! either. Otherwise only the second move of `u` is at stake. So the bound falls by one at most. At a goal it is zero.
//!
//! The best order is found exactly: colours that can open at no cost open first, colours that hinder nobody open last, and
//! the rest, usually a few, by dynamic programming over sets. To keep that small on big boards, only units and homes in
//! the same *group* of at most [`GROUP`] colours count as hindrances; groups are fixed for a level, so all of the above
//! holds for each group by itself.

use super::rack::{Number, Rack};
use super::space::Water;

/// Most colours that hinder each other in the bound.
const GROUP: usize = 12;

/// Which colours form groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// Group of a colour.
    group: Vec<u8>,
    /// A bit for the colour within its group.
    bit: Vec<u16>,
    count: usize,
}

/// A tube whose bottom run could be a home.
#[derive(Clone, Copy, Default)]
struct Home {
    /// The colour at the bottom, as its bit.
    colour: u16,
    /// Length of the bottom run, less the units of the same colour above it.
    saves: i8,
    /// How many units of other colours of the group lie above it.
    hindered: u8,
    /// Their colours as bits.
    above: [u16; 15],
}

impl Home {
    /// What keeping this home saves if `open` have opened before.
    #[inline(always)]
    fn worth(&self, open: u16) -> i8 {
        let units = &self.above[..self.hindered as usize];
        self.saves - units.iter().map(|&unit| i8::from(unit & open == 0)).sum::<i8>()
    }
}

impl Groups {
    /// Groups of colours that hinder each other much at the start.
    pub(super) fn new(tubes: &[Vec<u8>], colours: usize) -> Groups {
        let mut hinders = vec![vec![0u32; colours + 1]; colours + 1];
        for tube in tubes {
            for &unit in tube {
                if let Some(&bottom) = tube.first() {
                    hinders[unit as usize][bottom as usize] += 1;
                }
            }
        }
        let mut groups = Groups { group: vec![0; colours + 1], bit: vec![0; colours + 1], count: 0 };
        let mut rest: Vec<usize> = (1..=colours).collect();
        while !rest.is_empty() {
            let mut members: Vec<usize> = Vec::new();
            while members.len() < GROUP && !rest.is_empty() {
                // Mutual hindrance makes cycles, and only cycles cost anything.
                let tie = |&colour: &usize| {
                    let ties = members.iter().map(|&m| {
                        4 * hinders[m][colour].min(hinders[colour][m])
                            + hinders[m][colour]
                            + hinders[colour][m]
                    });
                    ties.sum::<u32>()
                };
                let best =
                    (0..rest.len()).max_by_key(|&i| (tie(&rest[i]), usize::MAX - rest[i])).unwrap_or(0);
                let colour = rest.swap_remove(best);
                groups.group[colour] = groups.count as u8;
                groups.bit[colour] = 1 << members.len();
                members.push(colour);
            }
            groups.count += 1;
        }
        groups
    }
}

impl<I: Number, const N: usize> Water<I, N> {
    /// The first half alone: units that must move at least once. Consistent, by the same argument.
    pub(super) fn units_once(&self, state: &Rack<I, N>) -> u32 {
        let mut longest = [0u8; 256];
        let mut left = 0;
        for tube in 0..self.tubes {
            let facts = self.facts(state, tube);
            left += u32::from(facts.height);
            let home = &mut longest[facts.bottom as usize];
            if facts.bottom_run > *home {
                left -= u32::from(facts.bottom_run - *home);
                *home = facts.bottom_run;
            }
        }
        left
    }

    /// A number of units that must be moved; see the head of this file.
    pub(super) fn units_left(&self, state: &Rack<I, N>) -> u32 {
        let groups = &self.groups;
        let mut saved = 0;
        let mut left = 0;
        for group in 0..groups.count {
            let mut homes = [Home::default(); N];
            let mut count = 0;
            for tube in 0..self.tubes {
                let facts = self.facts(state, tube);
                left += u32::from(facts.height) * u32::from(group == 0);
                if facts.height == 0 || groups.group[facts.bottom as usize] as usize != group {
                    continue;
                }
                let home = &mut homes[count];
                count += 1;
                home.colour = groups.bit[facts.bottom as usize];
                home.saves = facts.bottom_run as i8;
                for &unit in &self.contents.units(state.get(tube))[facts.bottom_run as usize..] {
                    if unit == facts.bottom {
                        home.saves -= 1;
                    } else if groups.group[unit as usize] as usize == group {
                        home.above[home.hindered as usize] = groups.bit[unit as usize];
                        home.hindered += 1;
                    }
                }
            }
            saved += most_saved(&mut homes[..count]);
        }
        left - saved
    }
}

/// The most that homes can save, over all choices and orders.
fn most_saved(homes: &mut [Home]) -> u32 {
    let mut waiting: u16 = homes.iter().fold(0, |set, home| set | home.colour);
    // Colours without a home keep none: they hinder nobody.
    let mut open = !waiting;
    let mut saved = 0u32;
    let mut count = homes.len();
    loop {
        let before = waiting;
        let mut colours = waiting;
        let mut hindering = 0u16;
        while colours != 0 {
            let colour = colours & colours.wrapping_neg();
            colours ^= colour;
            // The most that this colour can ever save, and what it would save now.
            let (mut most, mut now) = (0, 0);
            for home in homes[..count].iter().filter(|home| home.colour == colour) {
                most = most.max(home.worth(u16::MAX));
                now = now.max(home.worth(open));
            }
            if now == most {
                // Nothing is lost by opening at once, and others may gain.
                saved += most as u32;
                open |= colour;
                waiting ^= colour;
            }
        }
        let mut kept = 0;
        for i in 0..count {
            if homes[i].colour & waiting != 0 && homes[i].worth(u16::MAX) > 0 {
                homes[kept] = homes[i];
                kept += 1;
            }
        }
        count = kept;
        for home in &homes[..count] {
            hindering |= home.above[..home.hindered as usize].iter().fold(0, |set, &unit| set | unit);
        }
        let mut idle = waiting & !hindering;
        while idle != 0 {
            // It lies above nobody's home: it can open last, when it saves most.
            let colour = idle & idle.wrapping_neg();
            idle ^= colour;
            let worth =
                homes[..count].iter().filter(|home| home.colour == colour).map(|home| home.worth(u16::MAX));
            saved += worth.max().unwrap_or(0) as u32;
            waiting ^= colour;
        }
        let mut kept = 0;
        for i in 0..count {
            if homes[i].colour & waiting != 0 {
                homes[kept] = homes[i];
                kept += 1;
            }
        }
        count = kept;
        if waiting == 0 {
            return saved;
        }
        if waiting == before {
            return saved + by_sets(&homes[..count], waiting, open);
        }
    }
}

/// The same by dynamic programming over the sets of waiting colours that have opened.
fn by_sets(homes: &[Home], waiting: u16, open: u16) -> u32 {
    let mut members = [0u16; GROUP];
    let mut count = 0;
    let mut rest = waiting;
    while rest != 0 {
        members[count] = rest & rest.wrapping_neg();
        rest &= rest - 1;
        count += 1;
    }
    let mut best = [0u8; 1 << GROUP];
    // The colours of each set, as bits of the group.
    let mut set_bits = [0u16; 1 << GROUP];
    for set in 0..(1usize << count) - 1 {
        if set > 0 {
            let low = set.trailing_zeros() as usize;
            set_bits[set] = set_bits[set & (set - 1)] | members[low];
        }
        let opened = open | set_bits[set];
        for (i, &colour) in members[..count].iter().enumerate().filter(|(i, _)| set >> i & 1 == 0) {
            let worth = homes.iter().filter(|home| home.colour == colour).map(|home| home.worth(opened));
            let total = best[set] + worth.max().unwrap_or(0).max(0) as u8;
            let next = &mut best[set | 1 << i];
            *next = (*next).max(total);
        }
    }
    u32::from(best[(1 << count) - 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Every order of opening, every choice of homes: slow and plain.
    fn by_orders(homes: &[Home], waiting: u16, open: u16) -> u32 {
        let colours = (0..16).map(|i| 1u16 << i).filter(|colour| waiting & colour != 0);
        let first = colours.map(|colour| {
            let own = homes.iter().filter(|home| home.colour == colour).map(|home| home.worth(open));
            own.max().unwrap_or(0).max(0) as u32 + by_orders(homes, waiting ^ colour, open | colour)
        });
        first.max().unwrap_or(0)
    }

    #[test]
    fn the_best_order_is_found_exactly() {
        let mut random = Random::new(2);
        for round in 0..3000 {
            let colours = 1 + random.below(6);
            let mut homes: Vec<Home> = Vec::new();
            for _ in 0..random.below(8) {
                let mut home = Home { colour: 1 << random.below(colours), ..Home::default() };
                home.saves = random.below(5) as i8 - 1;
                for _ in 0..random.below(4) {
                    let unit = 1 << random.below(colours + 1);
                    if unit != home.colour {
                        home.above[home.hindered as usize] = unit;
                        home.hindered += 1;
                    }
                }
                homes.push(home);
            }
            let waiting = homes.iter().fold(0, |set, home| set | home.colour);
            let slow = by_orders(&homes, waiting, !waiting);
            assert_eq!(most_saved(&mut homes), slow, "round {round}");
        }
    }
}
