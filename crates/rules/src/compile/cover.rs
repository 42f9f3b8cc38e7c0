//! Whether cases say the same, however they are divided: a case is covered by others if each position that it allows is
//! allowed by one of them that does the same there. Exact where cases are said slot by slot; its work is counted.

use super::case::{Becomes, Case};
use super::inverse::{Key, hash_of, key};
use crate::model::Model;
use std::collections::{BTreeMap, HashMap};

/// Most comparisons of one proof.
const MOST_STEPS: usize = 400_000;

/// Cases that others are compared with.
pub(super) struct Cover<'c> {
    model: &'c Model,
    cases: &'c [Case],
    known: HashMap<u64, Vec<u32>>,
    steps: usize,
    /// Whether the cases are conditions, which change nothing.
    are_conditions: bool,
}

/// That a proof took too many comparisons.
#[derive(Debug)]
pub(super) struct Exhausted;

impl<'c> Cover<'c> {
    /// Cases to compare with; nothing if one of them is not said slot by slot.
    pub(super) fn new(model: &'c Model, cases: &'c [Case]) -> Option<Self> {
        let mut known: HashMap<u64, Vec<u32>> = HashMap::new();
        for (number, case) in cases.iter().enumerate() {
            known.entry(hash_of(&key(model, case)?)).or_default().push(number as u32);
            if !case.is_simple() {
                return None;
            }
        }
        Some(Cover { model, cases, known, steps: 0, are_conditions: false })
    }

    /// Whether a case is covered.
    pub(super) fn covers(&mut self, case: &Case) -> Result<bool, Exhausted> {
        let Some(wanted) = key(self.model, case) else { return Ok(false) };
        if self.has(&wanted) {
            return Ok(true);
        }
        self.take(self.cases.len())?;
        let meeting = |other: &&Case| intersection(&case.allowed, &other.allowed).is_some();
        let others: Vec<&'c Case> = self.cases.iter().filter(meeting).collect();
        self.is_covered(case.clone(), &others)
    }

    /// Whether a condition is covered: a case that changes nothing, compared with others that change nothing.
    pub(super) fn covers_condition(&mut self, case: &Case) -> Result<bool, Exhausted> {
        self.are_conditions = true;
        self.covers(case)
    }

    fn has(&self, wanted: &Key) -> bool {
        let mut same = self.known.get(&hash_of(wanted)).into_iter().flatten();
        same.any(|&at| key(self.model, &self.cases[at as usize]).as_ref() == Some(wanted))
    }

    fn take(&mut self, steps: usize) -> Result<(), Exhausted> {
        self.steps += steps;
        if self.steps > MOST_STEPS { Err(Exhausted) } else { Ok(()) }
    }

    /// Whether each position of a case is covered by one of the others.
    fn is_covered(&mut self, case: Case, others: &[&'c Case]) -> Result<bool, Exhausted> {
        // Parts that are not covered yet, each with how many of the others were tried.
        let mut open = vec![(case, 0)];
        while let Some((part, tried)) = open.pop() {
            self.take(1 + part.allowed.len() / 4)?;
            if self.is_impossible(&part) || !self.are_conditions && self.changes_nothing(&part) {
                continue;
            }
            let found = (tried..others.len()).find_map(|at| {
                self.steps += 1;
                let common = intersection(&part.allowed, &others[at].allowed)?;
                self.agree(&part, others[at], &common).then_some((at, common))
            });
            self.take(0)?;
            let Some((at, common)) = found else { return Ok(false) };
            // What is left, one slot after another: in the common part up to there, outside it in that slot.
            let mut rest = part.clone();
            for (&slot, codes) in &common {
                let before = self.codes(&rest.allowed, slot);
                let outside: Vec<bool> =
                    before.iter().zip(codes).map(|(&is, &common)| is && !common).collect();
                if outside.contains(&true) {
                    let mut piece = rest.clone();
                    piece.allowed.insert(slot, outside);
                    open.push((piece, at + 1));
                }
                rest.allowed.insert(slot, codes.clone());
            }
        }
        Ok(true)
    }

    fn codes(&self, allowed: &BTreeMap<u16, Vec<bool>>, slot: u16) -> Vec<bool> {
        let all = || vec![true; self.model.slots[slot as usize].size as usize];
        allowed.get(&slot).cloned().unwrap_or_else(all)
    }

    /// Whether no state is allowed: two places of a permutation hold the same value.
    fn is_impossible(&self, case: &Case) -> bool {
        let mut seen = std::collections::HashSet::new();
        case.known_codes(self.model).into_iter().any(|(slot, code)| {
            let variable = self.model.slots[slot as usize].variable;
            self.model.variables[variable].permutation && !seen.insert((variable, code))
        })
    }

    /// Whether a case leads back to each state that it allows: then it is no move.
    fn changes_nothing(&self, case: &Case) -> bool {
        case.becomes.iter().all(|(&slot, becomes)| self.same(becomes, &Becomes::Copy(slot), &case.allowed))
    }

    /// Whether two cases do the same on the positions that both allow.
    fn agree(&self, one: &Case, other: &Case, common: &BTreeMap<u16, Vec<bool>>) -> bool {
        let slots = one.becomes.keys().chain(other.becomes.keys());
        slots.copied().all(|slot| {
            let kept = Becomes::Copy(slot);
            let value = |case: &'_ Case| case.becomes.get(&slot).cloned().unwrap_or_else(|| kept.clone());
            self.same(&value(one), &value(other), common)
        })
    }

    /// Whether a slot becomes the same by two ways on some positions.
    fn same(&self, one: &Becomes, other: &Becomes, allowed: &BTreeMap<u16, Vec<bool>>) -> bool {
        let images = |becomes: &Becomes| -> Option<(Option<u16>, Vec<u16>)> {
            let from = match becomes {
                Becomes::Constant(code) => return Some((None, vec![*code])),
                Becomes::Copy(from) | Becomes::Map(from, _) => *from,
                Becomes::Expression(_) => return None,
            };
            let codes = self.codes(allowed, from);
            let codes = codes.iter().enumerate().filter(|(_, is)| **is).map(|(code, _)| code as u16);
            Some((
                Some(from),
                match becomes {
                    Becomes::Map(_, table) => codes.map(|code| table[usize::from(code)]).collect(),
                    _ => codes.collect(),
                },
            ))
        };
        let (Some((from, a)), Some((also_from, b))) = (images(one), images(other)) else { return false };
        if from.is_some() && from == also_from {
            return a == b;
        }
        // What comes from different slots is the same only where both are known.
        let only =
            |codes: &[u16]| codes.first().copied().filter(|first| codes.iter().all(|code| code == first));
        only(&a).is_some() && only(&a) == only(&b)
    }
}

/// The codes that both allow, for the slots that either restricts; nothing if there is no such position.
fn intersection(
    one: &BTreeMap<u16, Vec<bool>>,
    other: &BTreeMap<u16, Vec<bool>>,
) -> Option<BTreeMap<u16, Vec<bool>>> {
    let mut common = one.clone();
    for (&slot, codes) in other {
        let both = match one.get(&slot) {
            None => codes.clone(),
            Some(allowed) => allowed.iter().zip(codes).map(|(&a, &b)| a && b).collect(),
        };
        if !both.contains(&true) {
            return None;
        }
        common.insert(slot, both);
    }
    Some(common)
}
