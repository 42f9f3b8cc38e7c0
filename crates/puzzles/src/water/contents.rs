//! Every content that a tube of a level can ever have, numbered.
//!
//! Units only ever land on their own colour or in an empty tube. So whatever is played, a tube holds a bottom
//! part of one of the tubes of the start with more of that part's top colour on it, or units of one colour.
//! A level has few such contents: some 120 with 12 colours of 4, some 240 with 24, and never more than
//! 128 · 136 + 255 · 16 = 21,488. A state stores one *number* per tube, one byte each on most boards, and all
//! that the rules ask about a content is looked up.
//!
//! Number 0 is the empty tube. The others are sorted by their units, bottom first.

use super::text::Draft;
use std::collections::BTreeSet;

/// No such content.
const NONE: u16 = u16::MAX;

/// What the rules ask about a content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// Units in the tube.
    pub(super) height: u8,
    /// Colour of the top unit, from 1; 0 if empty.
    pub(super) top: u8,
    /// Length of the top run.
    pub(super) run: u8,
    /// Number of runs.
    pub(super) runs: u8,
    /// Colour of the bottom unit, from 1; 0 if empty.
    pub(super) bottom: u8,
    /// Length of the bottom run.
    pub(super) bottom_run: u8,
}

impl Facts {
    fn of(units: &[u8]) -> Facts {
        let (Some(&bottom), Some(&top)) = (units.first(), units.last()) else {
            return Facts::default();
        };
        Facts {
            height: units.len() as u8,
            top,
            run: units.iter().rev().take_while(|&&unit| unit == top).count() as u8,
            runs: 1 + units.windows(2).filter(|pair| pair[0] != pair[1]).count() as u8,
            bottom,
            bottom_run: units.iter().take_while(|&&unit| unit == bottom).count() as u8,
        }
    }

    /// Whether the tube holds units of one colour, and at least one.
    #[inline(always)]
    pub(super) fn is_plain(self) -> bool {
        self.runs == 1
    }
}

/// The numbered contents of a level.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    pub(super) capacity: usize,
    facts: Vec<Facts>,
    units: Vec<Vec<u8>>,
    /// `less[number * (capacity + 1) + k]`: the content without its `k` top units.
    less: Vec<u16>,
    /// `more[number * (capacity + 1) + k]`: the content with `k` more units of its top colour. Behind the contents come
    /// the colours: `k` units of each.
    more: Vec<u16>,
    /// `caps[number * colours + colour]`: places from the lowest unit of the colour that lies on another
    /// colour up to the brim.
    caps: Vec<u8>,
    /// One more than the number of colours.
    colours: usize,
}

impl Contents {
    /// Bytes of its tables.
    pub(super) fn bytes(&self) -> usize {
        let units: usize = self.units.iter().map(|units| size_of_val(units) + units.capacity()).sum();
        let words = size_of_val(&*self.less) + size_of_val(&*self.more);
        units + words + size_of_val(&*self.facts) + self.caps.len()
    }

    /// All contents that can come from the tubes of a level.
    pub(super) fn new(draft: &Draft) -> Contents {
        let capacity = draft.capacity;
        // Colour 0 is none.
        let counts: Vec<usize> =
            std::iter::once(0).chain(draft.colours.iter().map(|colour| colour.count)).collect();
        let mut known: BTreeSet<Vec<u8>> = BTreeSet::from([Vec::new()]);
        for (colour, &count) in counts.iter().enumerate().skip(1) {
            known.extend((1..=count.min(capacity)).map(|k| vec![colour as u8; k]));
        }
        for tube in &draft.tubes {
            for height in 1..=tube.len() {
                let mut content = tube[..height].to_vec();
                let top = content[height - 1];
                let mut here = content.iter().filter(|&&unit| unit == top).count();
                while known.insert(content.clone()) && content.len() < capacity && here < counts[top as usize]
                {
                    content.push(top);
                    here += 1;
                }
            }
        }
        let units: Vec<Vec<u8>> = known.into_iter().collect();
        let number = |content: &[u8]| number_of(&units, content).map_or(NONE, |number| number as u16);
        let steps = capacity + 1;
        let (mut less, mut more) = (vec![NONE; units.len() * steps], Vec::new());
        for (i, content) in units.iter().enumerate() {
            for k in 0..=content.len() {
                less[i * steps + k] = number(&content[..content.len() - k]);
            }
            let top = content.last().copied().unwrap_or(0);
            more.extend((0..steps).map(|k| number(&[content.as_slice(), &vec![top; k]].concat())));
        }
        for colour in 0..counts.len() {
            more.extend((0..steps).map(|k| number(&vec![colour as u8; k])));
        }
        let facts = units.iter().map(|content| Facts::of(content)).collect();
        let mut caps = vec![0; units.len() * counts.len()];
        for (i, content) in units.iter().enumerate() {
            let lowest = Facts::of(content).bottom_run as usize;
            // From the brim down, so that the lowest unit of each colour has the last word.
            for place in (lowest..content.len()).rev() {
                caps[i * counts.len() + content[place] as usize] = (capacity - place) as u8;
            }
        }
        Contents { capacity, facts, units, less, more, caps, colours: counts.len() }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.facts.len()
    }

    /// What the rules ask about a content.
    #[inline(always)]
    pub(super) fn facts(&self, number: usize) -> Facts {
        self.facts[number]
    }

    /// The units, bottom first.
    pub(super) fn units(&self, number: usize) -> &[u8] {
        &self.units[number]
    }

    /// The number of a content.
    pub(super) fn number(&self, units: &[u8]) -> Option<usize> {
        number_of(&self.units, units)
    }

    /// Places from the lowest unit of the colour that lies on another colour up to the brim: as many units of
    /// the colour can ever lie there. 0 if there is no such unit.
    #[inline(always)]
    pub(super) fn cap(&self, number: usize, colour: u8) -> usize {
        self.caps[number * self.colours + colour as usize] as usize
    }

    /// The frame with one unit of the top run on it; 0 for plain and empty tubes.
    #[inline(always)]
    pub(super) fn framed(&self, number: usize) -> usize {
        let facts = self.facts[number];
        if facts.runs < 2 { 0 } else { self.less(number, facts.run - 1) }
    }

    /// Free places above the content.
    #[inline(always)]
    pub(super) fn room(&self, facts: Facts) -> u8 {
        self.capacity as u8 - facts.height
    }

    /// Without `k` of the units of its top run.
    #[inline(always)]
    pub(super) fn less(&self, number: usize, k: u8) -> usize {
        self.less[number * (self.capacity + 1) + k as usize] as usize
    }

    /// With `k` more units of `colour`, which is the top colour or goes into an empty tube.
    #[inline(always)]
    pub(super) fn more(&self, number: usize, colour: u8, k: u8) -> usize {
        let row = if number == 0 { self.facts.len() + colour as usize } else { number };
        self.more[row * (self.capacity + 1) + k as usize] as usize
    }
}

/// The number of a content among all, which are sorted.
fn number_of(all: &[Vec<u8>], units: &[u8]) -> Option<usize> {
    all.binary_search_by(|content| content.as_slice().cmp(units)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_bottom_parts_with_more_of_their_top_colour() {
        let contents = Contents::new(&Draft::parse("1 2 | 2 2", Some(4)).unwrap());
        let all: Vec<&[u8]> = (0..contents.len()).map(|number| contents.units(number)).collect();
        let expected: [&[u8]; 8] = [&[], &[1], &[1, 2], &[1, 2, 2], &[1, 2, 2, 2], &[2], &[2, 2], &[2, 2, 2]];
        assert_eq!(all, expected);
        for (number, units) in expected.into_iter().enumerate() {
            assert_eq!(contents.number(units), Some(number));
            let facts = contents.facts(number);
            for k in 0..=facts.run {
                assert_eq!(contents.units(contents.less(number, k)), &units[..units.len() - k as usize]);
            }
        }
        assert_eq!(contents.units(contents.more(2, 2, 2)), [1, 2, 2, 2]);
        assert_eq!(contents.units(contents.more(0, 2, 3)), [2, 2, 2]);
        assert_eq!(contents.number(&[2, 1]), None);
        assert_eq!(
            (contents.cap(2, 2), contents.cap(3, 2), contents.cap(2, 1), contents.cap(6, 2)),
            (3, 3, 0, 0)
        );
    }

    #[test]
    fn facts_describe_runs_and_ends() {
        let facts = Facts::of(&[3, 3, 1, 2, 2]);
        assert_eq!(facts, Facts { height: 5, top: 2, run: 2, runs: 3, bottom: 3, bottom_run: 2 });
        assert!(!facts.is_plain() && Facts::of(&[5, 5]).is_plain() && !Facts::of(&[]).is_plain());
    }
}
