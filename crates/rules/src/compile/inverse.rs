//! Moves against their direction, derived from their normal form: what a slot was must be known beforehand or lie in
//! another slot afterwards.

use super::case::{Becomes, Case};
use super::execute::{TooMuch, Work};
use crate::model::Model;
use std::collections::{BTreeMap, HashMap};

/// Most values of a slot that a move is split by because it forgets them.
const MOST_FORGOTTEN: usize = 64;
/// Most cases against the direction.
const MOST_CASES: usize = 20_000;

/// The moves against their direction.
pub(crate) enum Inverse {
    /// Every move is taken back by another: the cases, split until nothing is forgotten, and for each the ground move
    /// whose case takes it back.
    Undirected(Vec<Case>, Vec<u32>),
    /// The cases against the direction; each with the forward case that must be possible in what it leads to, where
    /// that is not certain.
    Directed(Vec<(Case, Option<Case>)>),
    /// A move that can't be derived, and why.
    Unknown(u32, String),
}

/// A case as others are compared with it.
type Key = (BTreeMap<u16, Vec<bool>>, BTreeMap<u16, (u16, Vec<u16>)>);

fn key(model: &Model, case: &Case) -> Option<Key> {
    let mut allowed = case.allowed.clone();
    allowed.retain(|_, codes| !codes.iter().all(|&is| is));
    let mut becomes = BTreeMap::new();
    for (&slot, value) in &case.becomes {
        let entry = match value {
            Becomes::Constant(code) => (u16::MAX, vec![*code]),
            Becomes::Copy(from) => {
                let codes = case.codes(model, *from);
                let mut table = vec![u16::MAX; model.slots[*from as usize].size as usize];
                codes.into_iter().for_each(|code| table[code] = code as u16);
                (*from, table)
            }
            Becomes::Map(from, table) => {
                let codes = case.codes(model, *from);
                let mut allowed = vec![u16::MAX; table.len()];
                codes.into_iter().for_each(|code| allowed[code] = table[code]);
                (*from, allowed)
            }
            Becomes::Expression(_) => return None,
        };
        becomes.insert(slot, entry);
    }
    Some((allowed, becomes))
}

impl Inverse {
    pub(crate) fn of(model: &Model, cases: &[Case], work: &mut Work) -> Result<Self, TooMuch> {
        let before = work.bytes();
        if let Some((parts, back)) = undirected(model, cases, work)? {
            return Ok(Inverse::Undirected(parts, back));
        }
        work.release_to(before);
        let mut found = Vec::new();
        for case in cases {
            for part in remembering(model, case, work)? {
                let part = match part {
                    Ok(part) => part,
                    Err(why) => return Ok(Inverse::Unknown(case.ground, why)),
                };
                if found.len() >= MOST_CASES {
                    let why = "there would be too many cases".to_owned();
                    return Ok(Inverse::Unknown(case.ground, why));
                }
                work.steps += 1 + part.allowed.len() as u64;
                work.check()?;
                // It is kept, and so is its inverse, which is packed too.
                work.reserve(3 * part.bytes())?;
                let Some((inverse, is_certain)) = invert(model, &part) else {
                    let why = "its effects can't be taken back".to_owned();
                    return Ok(Inverse::Unknown(case.ground, why));
                };
                let check = (!is_certain || !part.guards.is_empty()).then_some(part);
                found.push((inverse, check));
            }
        }
        Ok(Inverse::Directed(found))
    }
}

/// Cases, and for each the ground move that takes it back.
type TakenBack = (Vec<Case>, Vec<u32>);

/// Cases that forget nothing, and for each the ground move that takes it back, if there is one for each.
fn undirected(model: &Model, cases: &[Case], work: &mut Work) -> Result<Option<TakenBack>, TooMuch> {
    let mut known: HashMap<Key, u32> = HashMap::new();
    let mut parts = Vec::new();
    if !cases.iter().all(Case::is_simple) {
        return Ok(None);
    }
    for case in cases {
        for part in remembering(model, case, work)? {
            let Ok(part) = part else { return Ok(None) };
            if parts.len() >= MOST_CASES.min(4 * cases.len() + 256) {
                return Ok(None);
            }
            work.steps += 1 + part.allowed.len() as u64 + part.becomes.len() as u64;
            work.check()?;
            // With the key that it is found by, and the copy that searches from the goal use.
            work.reserve(3 * part.bytes())?;
            let Some(key) = key(model, &part) else { return Ok(None) };
            // Two moves that do the same would both be taken back by one.
            if known.insert(key, part.ground).is_some() {
                return Ok(None);
            }
            parts.push(part);
        }
    }
    let mut back = Vec::with_capacity(parts.len());
    for part in &parts {
        work.steps += 1 + part.allowed.len() as u64 + part.becomes.len() as u64;
        work.check()?;
        let Some((inverse, true)) = invert(model, part) else { return Ok(None) };
        match key(model, &inverse).and_then(|key| known.get(&key).copied()) {
            Some(ground) => back.push(ground),
            None => return Ok(None),
        }
    }
    Ok(Some((parts, back)))
}

/// The slot of which a case forgets what it was.
fn forgotten(model: &Model, case: &Case) -> Option<u16> {
    let known = case.known_codes(model);
    let kept = |slot: u16| {
        case.becomes.values().any(|becomes| match becomes {
            Becomes::Copy(from) => *from == slot,
            Becomes::Map(from, table) => *from == slot && is_injective(table, &case.codes(model, slot)),
            Becomes::Constant(_) | Becomes::Expression(_) => false,
        })
    };
    case.becomes.keys().copied().find(|slot| !known.contains_key(slot) && !kept(*slot))
}

fn is_injective(table: &[u16], codes: &[usize]) -> bool {
    let mut images: Vec<u16> = codes.iter().map(|&code| table[code]).collect();
    images.sort_unstable();
    images.windows(2).all(|pair| pair[0] != pair[1])
}

/// Cases that together are the case and forget nothing.
fn remembering(model: &Model, case: &Case, work: &mut Work) -> Result<Vec<Result<Case, String>>, TooMuch> {
    if let Some(slot) =
        case.becomes.iter().find(|(_, b)| matches!(b, Becomes::Expression(_))).map(|(slot, _)| *slot)
    {
        let name = model.slot_name(slot as usize);
        return Ok(vec![Err(format!("what {name} becomes depends on several variables at once"))]);
    }
    let Some(slot) = forgotten(model, case) else { return Ok(vec![Ok(case.clone())]) };
    let codes = case.codes(model, slot);
    if codes.len() > MOST_FORGOTTEN {
        return Ok(vec![Err(format!("it forgets what {} was", model.slot_name(slot as usize)))]);
    }
    let mut parts = Vec::new();
    for &code in &codes {
        work.steps += 1;
        work.check()?;
        let mut part = case.clone();
        part.allowed
            .insert(slot, (0..model.slots[slot as usize].size as usize).map(|each| each == code).collect());
        // What is known now is a constant wherever it goes; a slot that keeps its value does not change.
        for becomes in part.becomes.values_mut() {
            match becomes {
                Becomes::Copy(from) if *from == slot => *becomes = Becomes::Constant(code as u16),
                Becomes::Map(from, table) if *from == slot => *becomes = Becomes::Constant(table[code]),
                _ => {}
            }
        }
        part.becomes.retain(|to, becomes| {
            !(*to == slot && matches!(becomes, Becomes::Constant(same) if usize::from(*same) == code))
        });
        if part.becomes.is_empty() {
            continue;
        }
        parts.extend(remembering(model, &part, work)?);
        if parts.len() > MOST_CASES {
            break;
        }
    }
    Ok(parts)
}

/// The case against its direction, and whether every state that it allows truly has this predecessor.
fn invert(model: &Model, case: &Case) -> Option<(Case, bool)> {
    let known = case.known_codes(model);
    let mut inverse =
        Case { ground: case.ground, allowed: BTreeMap::new(), becomes: BTreeMap::new(), guards: Vec::new() };
    let mut sources: Vec<u16> = Vec::new();
    let mut is_certain = true;
    for (&slot, allowed) in &case.allowed {
        if !case.becomes.contains_key(&slot) {
            inverse.allowed.insert(slot, allowed.clone());
        }
    }
    for (&slot, becomes) in &case.becomes {
        let size = model.slots[slot as usize].size as usize;
        let mut after = vec![false; size];
        match becomes {
            Becomes::Constant(code) => after[usize::from(*code)] = true,
            Becomes::Copy(from) => {
                case.codes(model, *from).into_iter().for_each(|code| after[code] = true);
                // Twice the same, or the same as something that stays: only the move itself tells.
                is_certain &= !sources.contains(from) && case.becomes.contains_key(from);
                sources.push(*from);
            }
            Becomes::Map(from, table) => {
                case.codes(model, *from).into_iter().for_each(|code| after[usize::from(table[code])] = true);
                is_certain &= !sources.contains(from) && case.becomes.contains_key(from);
                sources.push(*from);
            }
            Becomes::Expression(_) => return None,
        }
        if !after.iter().all(|&is| is) {
            inverse.allowed.insert(slot, after);
        }
        let before = match known.get(&slot) {
            Some(&code) => Becomes::Constant(code),
            None => case.becomes.iter().find_map(|(&to, becomes)| match becomes {
                Becomes::Copy(from) if *from == slot => Some(Becomes::Copy(to)),
                Becomes::Map(from, table) if *from == slot => {
                    let codes = case.codes(model, slot);
                    is_injective(table, &codes).then(|| {
                        let mut back = vec![u16::MAX; model.slots[to as usize].size as usize];
                        codes.iter().for_each(|&code| back[usize::from(table[code])] = code as u16);
                        Becomes::Map(to, back)
                    })
                }
                _ => None,
            })?,
        };
        inverse.becomes.insert(slot, before);
    }
    // What is known afterwards is written as such, so that equal moves look equal.
    let after = inverse.known_codes(model);
    for becomes in inverse.becomes.values_mut() {
        match becomes {
            Becomes::Copy(from) => {
                if let Some(&code) = after.get(from) {
                    *becomes = Becomes::Constant(code);
                }
            }
            Becomes::Map(from, table) => {
                if let Some(&code) = after.get(from) {
                    *becomes = Becomes::Constant(table[usize::from(code)]);
                }
            }
            Becomes::Constant(_) | Becomes::Expression(_) => {}
        }
    }
    Some((inverse, is_certain))
}
