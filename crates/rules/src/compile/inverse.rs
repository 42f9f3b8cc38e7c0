//! Moves against their direction, derived from their normal form: what a slot was must be known beforehand or lie in
//! another slot afterwards.

use super::case::{Becomes, Case};
use super::cover::Cover;
use super::work::{TooMuch, Work};
use crate::model::Model;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

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
    /// And whether it was proved nevertheless that every move is taken back by another.
    Directed(Vec<(Case, Option<Case>)>, bool),
    /// A move that can't be derived, and why.
    Unknown(u32, String),
}

/// A case as others are compared with it.
pub(super) type Key = (BTreeMap<u16, Vec<bool>>, BTreeMap<u16, (u16, Vec<u16>)>);

pub(super) fn key(model: &Model, case: &Case) -> Option<Key> {
    let mut allowed = case.allowed.clone();
    allowed.retain(|_, codes| !codes.iter().all(|&is| is));
    let mut becomes = BTreeMap::new();
    for (&slot, value) in &case.becomes {
        let entry = match value {
            Becomes::Constant(code) => (u16::MAX, vec![*code]),
            // No table is the identity: then it is a copy.
            Becomes::Copy(from) => (*from, Vec::new()),
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

/// The values that the slots may have that a case changes.
fn values(model: &Model, case: &Case) -> usize {
    case.becomes.keys().map(|&slot| model.slots[slot as usize].size as usize).sum()
}

pub(super) fn hash_of(key: &Key) -> u64 {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    hasher.finish()
}

impl Inverse {
    pub(crate) fn of(model: &Model, cases: &[Case], work: &mut Work) -> Result<Self, TooMuch> {
        if let Some((parts, back)) = undirected(model, cases, work)? {
            return Ok(Inverse::Undirected(parts, back));
        }
        let mut found = Vec::new();
        for case in cases {
            let held = work.held();
            let parts = remembering(model, case, work)?;
            let parts_held = work.held();
            for part in parts {
                let part = match part {
                    Ok(part) => part,
                    Err(why) => return Ok(Inverse::Unknown(case.ground, why)),
                };
                if found.len() >= MOST_CASES {
                    let why = "there would be too many cases".to_owned();
                    return Ok(Inverse::Unknown(case.ground, why));
                }
                work.take(1 + (part.bytes() + values(model, &part)) / 8)?;
                let Some((inverse, is_certain)) = invert(model, &part) else {
                    let why = "its effects can't be taken back".to_owned();
                    return Ok(Inverse::Unknown(case.ground, why));
                };
                let check = (!is_certain || !part.guards.is_empty()).then_some(part);
                work.hold(inverse.bytes() + check.as_ref().map_or(0, Case::bytes))?;
                found.push((inverse, check));
            }
            work.keep(held, parts_held)?;
        }
        let is_undirected = is_symmetric(model, cases, &found);
        Ok(Inverse::Directed(found, is_undirected))
    }
}

/// Whether the moves against their direction are moves too, however they are divided into cases.
fn is_symmetric(model: &Model, cases: &[Case], inverses: &[(Case, Option<Case>)]) -> bool {
    // What is only a move where a step forward is possible has no normal form of its own.
    if inverses.iter().any(|(_, check)| check.is_some()) {
        return false;
    }
    let Some(mut cover) = Cover::new(model, cases) else { return false };
    inverses.iter().all(|(inverse, _)| cover.covers(inverse).unwrap_or(false))
}

/// Cases, and for each the ground move that takes it back.
type TakenBack = (Vec<Case>, Vec<u32>);

/// Cases that forget nothing, and for each the ground move that takes it back, if there is one for each.
fn undirected(model: &Model, cases: &[Case], work: &mut Work) -> Result<Option<TakenBack>, TooMuch> {
    // The numbers of the parts by the hashes of their keys: the keys themselves would take much memory.
    let mut known: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut parts: Vec<Case> = Vec::new();
    if !cases.iter().all(Case::is_simple) {
        return Ok(None);
    }
    for case in cases {
        let held = work.held();
        let made = remembering(model, case, work)?;
        let made_held = work.held();
        for part in made {
            let Ok(part) = part else { return Ok(None) };
            if parts.len() >= MOST_CASES.min(4 * cases.len() + 256) {
                return Ok(None);
            }
            work.take(1 + (part.bytes() + values(model, &part)) / 8)?;
            work.hold(64 + part.bytes())?;
            let Some(key) = key(model, &part) else { return Ok(None) };
            let same = known.entry(hash_of(&key)).or_default();
            // Two moves that do the same would both be taken back by one.
            if same.iter().any(|&at| self::key(model, &parts[at]).as_ref() == Some(&key)) {
                return Ok(None);
            }
            same.push(parts.len());
            parts.push(part);
        }
        work.keep(held, made_held)?;
    }
    let mut back = Vec::with_capacity(parts.len());
    for part in &parts {
        work.take(1 + (part.bytes() + values(model, part)) / 8)?;
        let Some((inverse, true)) = invert(model, part) else { return Ok(None) };
        let Some(key) = key(model, &inverse) else { return Ok(None) };
        let mut same = known.get(&hash_of(&key)).into_iter().flatten();
        match same.find(|&&at| self::key(model, &parts[at]).as_ref() == Some(&key)) {
            Some(&at) => back.push(parts[at].ground),
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
        work.take(1 + case.bytes() / 64)?;
        work.hold(case.bytes())?;
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
