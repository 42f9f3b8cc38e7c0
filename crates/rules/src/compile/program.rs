//! Moves as they are carried out on packed states: masks, shifts, small tables. Which of them are possible is read from
//! tables too: a few bits of the state at a time give a set of moves, and the sets are intersected.

use super::case::{Becomes, Case};
use super::eval::{Eval, MOST_TABLE_BITS};
use super::execute::{TooMuch, Work};
use crate::model::Model;
use crate::word::{Field, Word};

/// Bytes of the tables that tell which moves are possible.
const TABLE_BYTES: usize = 1 << 18;

/// Which codes of a field are allowed, as bits.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    shift: u32,
    mask: u64,
    codes: Box<[u64]>,
}

impl Allowed {
    pub(crate) fn new(field: Field, allowed: &[bool]) -> Self {
        let mut codes = vec![0u64; (1usize << field.bits).div_ceil(64)];
        for code in (0..allowed.len()).filter(|&code| allowed[code]) {
            codes[code / 64] |= 1 << (code % 64);
        }
        Allowed { shift: field.shift, mask: field.mask(), codes: codes.into() }
    }

    #[inline]
    pub(crate) fn holds<W: Word>(&self, state: W) -> bool {
        let code = state.get(self.shift, self.mask);
        self.codes[(code / 64) as usize] >> (code % 64) & 1 == 1
    }
}

/// A field that becomes what a table has for another.
#[derive(Clone, Debug)]
struct Mapped {
    shift: u32,
    mask: u64,
    table: Box<[u16]>,
    to: u32,
}

/// One case of a move.
#[derive(Clone, Debug)]
pub(crate) struct Step<W> {
    pub(crate) ground: u32,
    /// The number of the case among all.
    pub(crate) case: u32,
    keep: W,
    flip: W,
    constant: W,
    up: Box<[(W, u32)]>,
    down: Box<[(W, u32)]>,
    mapped: Box<[Mapped]>,
    /// An expression, the field's lowest value, its size and its place.
    expressions: Box<[(Eval, i64, i64, u32)]>,
    /// What is allowed and not in the tables of possible moves.
    allowed: Box<[Allowed]>,
    guards: Box<[Eval]>,
    /// Bits of which one must change.
    change: W,
}

impl<W: Word> Step<W> {
    /// Compiles a case. One of the bits of `change` must change; what is allowed of fields with more bits than `widest`
    /// is tested by the step itself, and tables of expressions have at most so many bits.
    pub(crate) fn new(
        case: &Case,
        number: u32,
        fields: &[Field],
        change: W,
        (widest, table_bits): (u32, u32),
        work: &mut Work,
    ) -> Result<Self, TooMuch> {
        let whole = |slot: u16| {
            let field = fields[slot as usize];
            W::at(field.mask(), field.shift)
        };
        let mut keep = fields.iter().fold(W::ZERO, |all, field| all.or(W::at(field.mask(), field.shift)));
        let (mut flip, mut constant) = (W::ZERO, W::ZERO);
        let mut shifts: std::collections::BTreeMap<i64, W> = std::collections::BTreeMap::new();
        let (mut mapped, mut expressions) = (Vec::new(), Vec::new());
        for (&slot, becomes) in &case.becomes {
            let field = fields[slot as usize];
            if let Becomes::Map(from, table) = becomes
                && *from == slot
                && let Some(by) = flipped(table)
            {
                flip = flip.or(W::at(by.into(), field.shift));
                continue;
            }
            keep = keep.and(keep.xor(whole(slot)));
            match becomes {
                Becomes::Constant(code) => constant = constant.or(W::at((*code).into(), field.shift)),
                Becomes::Copy(from) => {
                    let by = i64::from(field.shift) - i64::from(fields[*from as usize].shift);
                    let mask = shifts.entry(by).or_insert(W::ZERO);
                    *mask = mask.or(whole(*from));
                }
                Becomes::Map(from, table) => {
                    let source = fields[*from as usize];
                    let mut table = table.clone();
                    table.resize(1 << source.bits, 0);
                    mapped.push(Mapped {
                        shift: source.shift,
                        mask: source.mask(),
                        table: table.into(),
                        to: field.shift,
                    });
                }
                Becomes::Expression(node) => {
                    expressions.push((
                        Eval::with_tables(node, fields, table_bits, work)?,
                        field.low,
                        i64::from(field.size),
                        field.shift,
                    ));
                }
            }
        }
        let mut guards = Vec::new();
        for guard in &case.guards {
            let guard = Eval::with_tables(guard, fields, table_bits, work)?;
            if !guard.is_always_true(fields) {
                guards.push(guard);
            }
        }
        let allowed = case.allowed.iter().filter(|(slot, _)| fields[**slot as usize].bits > widest);
        Ok(Step {
            ground: case.ground,
            case: number,
            keep,
            flip,
            constant,
            up: shifts.iter().filter(|(by, _)| **by >= 0).map(|(by, mask)| (*mask, *by as u32)).collect(),
            down: shifts.iter().filter(|(by, _)| **by < 0).map(|(by, mask)| (*mask, -*by as u32)).collect(),
            mapped: mapped.into(),
            expressions: expressions.into(),
            allowed: allowed.map(|(slot, codes)| Allowed::new(fields[*slot as usize], codes)).collect(),
            guards: guards.into(),
            change,
        })
    }

    /// The state after the move, if it is possible and changes something. What the tables tell is not asked again.
    #[inline]
    pub(crate) fn apply(&self, state: W) -> Option<W> {
        for allowed in &self.allowed {
            if !allowed.holds(state) {
                return None;
            }
        }
        for guard in &self.guards {
            if !guard.holds(state) {
                return None;
            }
        }
        let mut next = state.and(self.keep).xor(self.flip).or(self.constant);
        for &(mask, by) in &self.up {
            next = next.or(state.and(mask).up(by));
        }
        for &(mask, by) in &self.down {
            next = next.or(state.and(mask).down(by));
        }
        for map in &self.mapped {
            let code = map.table[state.get(map.shift, map.mask) as usize];
            next = next.or(W::at(code.into(), map.to));
        }
        for (eval, low, size, to) in &self.expressions {
            let code = eval.value(state)? - low;
            if !(0..*size).contains(&code) {
                return None;
            }
            next = next.or(W::at(code as u64, *to));
        }
        (next.xor(state).and(self.change) != W::ZERO).then_some(next)
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>()
            + (self.up.len() + self.down.len()) * size_of::<(W, u32)>()
            + self.mapped.iter().map(|map| map.table.len() * 2 + size_of::<Mapped>()).sum::<usize>()
            + (self.guards.len() + self.expressions.len()) * 256
    }
}

/// The number that every code is joined with (by exclusive or), if that is what a table does.
fn flipped(table: &[u16]) -> Option<u16> {
    let by = table.first().copied().filter(|&first| first != u16::MAX)?;
    let all = table.iter().enumerate().all(|(code, &to)| to == code as u16 ^ by);
    (all && table.len().is_power_of_two()).then_some(by)
}

/// Fields with more bits are tested by the steps themselves.
const WIDEST_CHUNK: u32 = 10;

/// Some bits of a state.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    shift: u32,
    mask: u64,
    /// Where its sets begin in the table.
    offset: usize,
}

/// Moves of which the possible ones are found together.
#[derive(Clone, Debug)]
struct Bucket {
    chunks: Vec<Chunk>,
    /// Words of a set of steps.
    words: usize,
    /// For every chunk and every value of its bits, the steps that these bits allow.
    table: Vec<u64>,
    /// The numbers of the steps.
    steps: Vec<u32>,
}

/// All moves.
#[derive(Clone, Debug)]
pub(crate) struct Program<W> {
    /// The field whose value chooses the bucket.
    choice: Option<(u32, u64)>,
    buckets: Vec<Bucket>,
    pub(crate) steps: Vec<Step<W>>,
}

impl<W: Word> Program<W> {
    pub(crate) fn new(
        model: &Model,
        cases: &[Case],
        fields: &[Field],
        change: W,
        work: &mut Work,
    ) -> Result<Self, TooMuch> {
        // A field whose table alone would be too large is tested step by step.
        let words = cases.len().div_ceil(64).max(1);
        let widest =
            (1..=WIDEST_CHUNK).rev().find(|&bits| (words * 8) << bits <= TABLE_BYTES / 8).unwrap_or(1);
        // Tables are for each step: many steps get small ones.
        let table_bits = if cases.len() > 64 { 7 } else { MOST_TABLE_BITS };
        let mut steps = Vec::with_capacity(cases.len());
        for (number, case) in cases.iter().enumerate() {
            let step = Step::new(case, number as u32, fields, change, (widest, table_bits), work)?;
            work.reserve(step.bytes())?;
            steps.push(step);
        }
        let all: Vec<usize> = (0..cases.len()).collect();
        let Some(slot) = discriminating(model, cases) else {
            let bucket = Bucket::new(cases, &all, fields, widest, TABLE_BYTES);
            return Ok(Program { choice: None, buckets: vec![bucket], steps });
        };
        let field = fields[slot as usize];
        let allows = |case: &Case, code: usize| case.allowed.get(&slot).is_none_or(|allowed| allowed[code]);
        let bucket = |code: usize| {
            let some: Vec<usize> = all.iter().copied().filter(|&i| allows(&cases[i], code)).collect();
            Bucket::new(cases, &some, fields, widest, TABLE_BYTES / field.size as usize)
        };
        let buckets = (0..field.size as usize).map(bucket).collect();
        Ok(Program { choice: Some((field.shift, field.mask())), buckets, steps })
    }

    /// Pushes every possible step and the state after it.
    #[inline]
    pub(crate) fn expand(&self, state: W, mut visit: impl FnMut(&Step<W>, W)) {
        let bucket = match self.choice {
            None => &self.buckets[0],
            Some((shift, mask)) => &self.buckets[state.get(shift, mask) as usize],
        };
        for word in 0..bucket.words {
            let mut set = u64::MAX;
            for chunk in &bucket.chunks {
                let at = chunk.offset + state.get(chunk.shift, chunk.mask) as usize * bucket.words + word;
                set &= bucket.table[at];
            }
            let first = word * 64;
            let last = bucket.steps.len() - first;
            if last < 64 {
                set &= (1 << last) - 1;
            }
            while set != 0 {
                let step = &self.steps[bucket.steps[first + set.trailing_zeros() as usize] as usize];
                set &= set - 1;
                if let Some(next) = step.apply(state) {
                    visit(step, next);
                }
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let bucket =
            |bucket: &Bucket| bucket.table.len() * 8 + bucket.steps.len() * 4 + bucket.chunks.len() * 32;
        self.buckets.iter().map(bucket).sum::<usize>() + self.steps.iter().map(Step::bytes).sum::<usize>()
    }
}

/// The slot whose value most cases name, if there are so many cases that it pays.
fn discriminating(model: &Model, cases: &[Case]) -> Option<u16> {
    if cases.len() <= 128 {
        return None;
    }
    let naming = |slot: u16| {
        let few = |case: &&Case| case.allowed.contains_key(&slot) && case.codes(model, slot).len() == 1;
        cases.iter().filter(few).count()
    };
    let slots = (0..model.slots.len() as u16).filter(|&slot| model.slots[slot as usize].size <= 1024);
    let (count, slot) = slots.map(|slot| (naming(slot), slot)).max()?;
    (count * 2 > cases.len()).then_some(slot)
}

impl Bucket {
    fn new(cases: &[Case], some: &[usize], fields: &[Field], widest: u32, bytes: usize) -> Self {
        let words = some.len().div_ceil(64);
        let constrained: Vec<u16> = {
            let slots = some.iter().flat_map(|&i| cases[i].allowed.keys().copied());
            let all: std::collections::BTreeSet<u16> = slots.collect();
            all.into_iter().filter(|&slot| fields[slot as usize].bits <= widest).collect()
        };
        // The widest chunks whose tables are small enough.
        let size = |groups: &[(u32, u32, Vec<u16>)]| {
            groups.iter().map(|&(_, bits, _)| (words * 8) << bits).sum::<usize>()
        };
        let mut groups = grouped(&constrained, fields, 1);
        for most in 2..=WIDEST_CHUNK {
            let wider = grouped(&constrained, fields, most);
            if size(&wider) > bytes {
                break;
            }
            groups = wider;
        }
        let mut table = Vec::with_capacity(size(&groups) / 8);
        let mut chunks = Vec::new();
        for (shift, bits, slots) in groups {
            chunks.push(Chunk { shift, mask: (1 << bits) - 1, offset: table.len() });
            for value in 0..1u64 << bits {
                let mut set = vec![0u64; words];
                for (at, &i) in some.iter().enumerate() {
                    let fits = slots.iter().all(|&slot| {
                        let field = fields[slot as usize];
                        let code = (value >> (field.shift - shift) & field.mask()) as usize;
                        cases[i]
                            .allowed
                            .get(&slot)
                            .is_none_or(|allowed| allowed.get(code).is_some_and(|&is| is))
                    });
                    if fits {
                        set[at / 64] |= 1 << (at % 64);
                    }
                }
                table.extend(set);
            }
        }
        Bucket { chunks, words, table, steps: some.iter().map(|&i| i as u32).collect() }
    }
}

/// Neighbouring fields together, as long as they have at most so many bits: place, bits and slots of each group.
pub(crate) fn grouped(slots: &[u16], fields: &[Field], most: u32) -> Vec<(u32, u32, Vec<u16>)> {
    let mut groups: Vec<(u32, u32, Vec<u16>)> = Vec::new();
    for &slot in slots {
        let field = fields[slot as usize];
        if field.bits == 0 {
            continue;
        }
        let end = field.shift + field.bits;
        match groups.last_mut() {
            Some((shift, bits, group)) if end - *shift <= most && *shift / 64 == (end - 1) / 64 => {
                *bits = end - *shift;
                group.push(slot);
            }
            _ => groups.push((field.shift, field.bits, vec![slot])),
        }
    }
    groups
}
