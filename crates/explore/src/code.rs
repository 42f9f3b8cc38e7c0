//! Sorted keys as bytes: blocks of gaps, each with a checksum.
//!
//! | bytes | what |
//! |---|---|
//! | 4 | number of keys, lowest byte first |
//! | 4 | bytes of the payload |
//! | 8 | [`stable_hash`] of the payload, and of the number of keys |
//! | … | the payload |
//!
//! The payload of numbers is the first key, a byte `k`, and for every further key its gap (less one) in Rice's code: the
//! gap without its lowest `k` bits in unary, then these bits. The gaps of scattered keys are spread evenly, so this is
//! within a few hundredths of the least that is possible. A gap that is far too large for its block follows an escape in
//! full. The payload of rows is for each how many bytes it has in common with the one before, and the other bytes.

use crate::key::Key;
use telusur_search::bytes::stable_hash;

/// Keys of a block at most.
pub(crate) const BLOCK: usize = 4096;
/// Bytes before the payload.
pub(crate) const HEAD: usize = 16;
/// A unary part as long as this is an escape.
const ESCAPE: u32 = 48;

/// Writes ascending keys as one block.
pub(crate) fn encode<K: Key>(keys: &[K], out: &mut Vec<u8>) {
    let head = out.len();
    out.extend_from_slice(&[0; HEAD]);
    match K::IS_NUMBER {
        true => encode_numbers(keys, out),
        false => encode_rows(keys, out),
    }
    let payload = head + HEAD;
    let written = head_of(keys.len(), &out[payload..]);
    out[head..payload].copy_from_slice(&written);
}

/// The head for a payload with so many keys.
fn head_of(keys: usize, payload: &[u8]) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..4].copy_from_slice(&(keys as u32).to_le_bytes());
    head[4..8].copy_from_slice(&(payload.len() as u32).to_le_bytes());
    head[8..].copy_from_slice(&checksum(keys, payload).to_le_bytes());
    head
}

/// A payload with a head that fits to it, whatever it is.
pub(crate) fn with_head(keys: usize, payload: &[u8]) -> Vec<u8> {
    [&head_of(keys, payload)[..], payload].concat()
}

fn checksum(keys: usize, payload: &[u8]) -> u64 {
    stable_hash(payload) ^ stable_hash(&(keys as u64).to_le_bytes())
}

/// What the head of a block says.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) keys: usize,
    pub(crate) len: usize,
    hash: u64,
}

impl Head {
    /// The head of a block; `None` if it can't be one.
    pub(crate) fn read<K: Key>(bytes: &[u8]) -> Option<Head> {
        let (keys, rest) = bytes.split_first_chunk()?;
        let (len, rest) = rest.split_first_chunk()?;
        let head = Head {
            keys: u32::from_le_bytes(*keys) as usize,
            len: u32::from_le_bytes(*len) as usize,
            hash: u64::from_le_bytes(*rest.first_chunk()?),
        };
        // No key takes more than an escape and all its bits.
        let most = head.keys * (K::BYTES + 8) + 64;
        ((1..=BLOCK).contains(&head.keys) && head.len <= most).then_some(head)
    }
}

/// Appends the keys of a block's payload; `None` if it is damaged.
pub(crate) fn decode<K: Key>(head: Head, payload: &[u8], keys: &mut Vec<K>) -> Option<()> {
    if checksum(head.keys, payload) != head.hash {
        return None;
    }
    if K::IS_NUMBER {
        decode_numbers(head.keys, payload, keys)
    } else {
        decode_rows(head.keys, payload, keys)
    }
}

fn encode_numbers<K: Key>(keys: &[K], out: &mut Vec<u8>) {
    let (Some(&first), Some(&last)) = (keys.first(), keys.last()) else { return };
    first.write_be(out);
    let gaps = (keys.len() as u128 - 1).max(1);
    let span = if first == last { 0 } else { last.gap(first) };
    // The best `k` is the logarithm of about 0.69 times the mean.
    let mean = span / gaps;
    let k = (mean - mean / 16 * 5).checked_ilog2().unwrap_or(0);
    out.push(k as u8);
    let mut bits = Writer { out, held: 0, count: 0 };
    let mut before = first;
    for &key in &keys[1..] {
        let gap = key.gap(before);
        let quotient = gap >> k;
        if quotient < ESCAPE.into() {
            bits.put((1 << quotient) - 1, quotient as u32 + 1);
            bits.put_wide(gap, k);
        } else {
            bits.put((1 << ESCAPE) - 1, ESCAPE);
            bits.put_wide(gap, 8 * K::BYTES as u32);
        }
        before = key;
    }
    bits.finish();
}

fn decode_numbers<K: Key>(count: usize, payload: &[u8], keys: &mut Vec<K>) -> Option<()> {
    let mut key = K::read_be(payload)?;
    let k = u32::from(*payload.get(K::BYTES)?);
    if k >= 8 * K::BYTES as u32 {
        return None;
    }
    keys.push(key);
    let mut bits = Reader { bytes: &payload[K::BYTES + 1..], held: 0, count: 0, missing: 0 };
    for _ in 1..count {
        let quotient = bits.unary();
        let gap = if quotient < ESCAPE {
            u128::from(quotient) << k | bits.take_wide(k)
        } else {
            bits.take_wide(8 * K::BYTES as u32)
        };
        key = key.above(gap)?;
        keys.push(key);
    }
    // Only zeros of the last byte may have been made up.
    (bits.missing <= 64 + bits.count).then_some(())
}

fn encode_rows<K: Key>(keys: &[K], out: &mut Vec<u8>) {
    let (mut before, mut row) = (Vec::new(), Vec::new());
    for key in keys {
        row.clear();
        key.write_be(&mut row);
        let shared = row.iter().zip(&before).take_while(|(a, b)| a == b).count();
        // States narrower than a row end in zeros.
        let end = row.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1).max(shared);
        out.extend_from_slice(&(shared as u16).to_le_bytes());
        out.extend_from_slice(&(end as u16).to_le_bytes());
        out.extend_from_slice(&row[shared..end]);
        std::mem::swap(&mut before, &mut row);
    }
}

fn decode_rows<K: Key>(count: usize, mut payload: &[u8], keys: &mut Vec<K>) -> Option<()> {
    let mut row = vec![0; K::BYTES];
    let from = keys.len();
    for _ in 0..count {
        let (shared, rest) = payload.split_first_chunk()?;
        let (end, rest) = rest.split_first_chunk()?;
        let (shared, end) = (usize::from(u16::from_le_bytes(*shared)), usize::from(u16::from_le_bytes(*end)));
        let (own, rest) = rest.split_at_checked(end.checked_sub(shared)?)?;
        row.get_mut(shared..end)?.copy_from_slice(own);
        row[end..].fill(0);
        let key = K::read_be(&row)?;
        if keys[from..].last().is_some_and(|&before| before >= key) {
            return None;
        }
        keys.push(key);
        payload = rest;
    }
    payload.is_empty().then_some(())
}

/// Bits, lowest first.
struct Writer<'a> {
    out: &'a mut Vec<u8>,
    held: u64,
    count: u32,
}

impl Writer<'_> {
    /// At most 56 bits; the others are zero.
    #[inline(always)]
    fn put(&mut self, value: u64, bits: u32) {
        self.held |= value << self.count;
        self.count += bits;
        while self.count >= 8 {
            self.out.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    #[inline(always)]
    fn put_wide(&mut self, value: u128, bits: u32) {
        let (mut value, mut bits) = (value, bits);
        while bits > 32 {
            self.put(value as u64 & 0xFFFF_FFFF, 32);
            value >>= 32;
            bits -= 32;
        }
        self.put(value as u64 & ((1 << bits) - 1), bits);
    }

    fn finish(self) {
        if self.count > 0 {
            self.out.push(self.held as u8);
        }
    }
}

/// Reads what [`Writer`] has written. Behind the end there are zeros, which are counted.
struct Reader<'a> {
    bytes: &'a [u8],
    held: u64,
    count: u32,
    missing: u32,
}

impl Reader<'_> {
    /// Holds at least 56 bits.
    #[inline(always)]
    fn fill(&mut self) {
        if self.count >= 56 {
            return;
        }
        if let Some(word) = self.bytes.first_chunk() {
            self.held |= u64::from_le_bytes(*word) << self.count;
            let taken = (63 - self.count) / 8;
            self.bytes = &self.bytes[taken as usize..];
            self.count += 8 * taken;
        } else {
            while self.count < 56 {
                match self.bytes.split_first() {
                    Some((&byte, rest)) => {
                        self.held |= u64::from(byte) << self.count;
                        self.bytes = rest;
                    }
                    None => self.missing = self.missing.saturating_add(8),
                }
                self.count += 8;
            }
        }
        // A word may leave bits beyond those that are counted: they are the next ones, and come again.
    }

    /// The length of a run of ones, and the zero that ends it; or an escape, which none ends.
    #[inline(always)]
    fn unary(&mut self) -> u32 {
        self.fill();
        let ones = self.held.trailing_ones().min(ESCAPE);
        self.skip(ones + u32::from(ones < ESCAPE));
        ones
    }

    #[inline(always)]
    fn skip(&mut self, bits: u32) {
        self.held >>= bits;
        self.count -= bits;
    }

    #[inline(always)]
    fn take_wide(&mut self, bits: u32) -> u128 {
        let (mut value, mut done) = (0u128, 0);
        while done < bits {
            self.fill();
            let part = (bits - done).min(32);
            value |= u128::from(self.held & ((1 << part) - 1)) << done;
            self.skip(part);
            done += part;
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Row;
    use proptest::prelude::*;

    fn round_trip<K: Key>(mut keys: Vec<K>) -> Vec<u8> {
        keys.sort_unstable();
        keys.dedup();
        let mut bytes = Vec::new();
        encode(&keys, &mut bytes);
        let head = Head::read::<K>(&bytes).unwrap();
        assert_eq!((head.keys, head.len), (keys.len(), bytes.len() - HEAD));
        let mut back: Vec<K> = Vec::new();
        decode(head, &bytes[HEAD..], &mut back).unwrap();
        assert_eq!(back, keys);
        bytes
    }

    fn row(word: u64, low: u16) -> Row<4> {
        Row::read_be(&[&word.to_be_bytes()[..], &[0; 14], &low.to_be_bytes(), &[0; 8]].concat()).unwrap()
    }

    proptest! {
        #[test]
        fn blocks_lose_nothing(
            words in prop::collection::vec(any::<u64>(), 1..600),
            near in prop::collection::vec(0u32..3000, 1..600),
            shift in 0u32..60,
        ) {
            round_trip::<u64>(words.clone());
            round_trip::<u64>(words.iter().map(|word| word >> shift).collect());
            round_trip::<u128>(words.iter().map(|&word| u128::from(word) << shift).collect());
            round_trip::<u32>(near.clone());
            // Near ones and one far away.
            round_trip::<u64>(near.iter().map(|&n| n.into()).chain([u64::MAX, 0]).collect());
            round_trip::<u32>(near.iter().copied().chain([u32::MAX]).collect());
            round_trip::<u128>(near.iter().map(|&n| n.into()).chain([u128::MAX]).collect());
            round_trip(words.iter().map(|&word| row(word >> shift, word as u16)).collect());
        }

        /// Every byte of a block is under the checksum.
        #[test]
        fn damage_is_noticed(keys in prop::collection::vec(any::<u32>(), 1..300), at: usize, bit in 0u32..8) {
            let mut bytes = round_trip(keys);
            let at = at % bytes.len();
            bytes[at] ^= 1u8 << bit;
            let read = Head::read::<u32>(&bytes).and_then(|head| {
                decode::<u32>(head, bytes.get(HEAD..HEAD + head.len)?, &mut Vec::new())
            });
            prop_assert!(read.is_none());
        }
    }

    #[test]
    fn even_gaps_take_little() {
        let keys: Vec<u32> = (0..4096u32).map(|i| i * 64 + i.wrapping_mul(0x9E37_79B9) % 64).collect();
        let bytes = round_trip(keys);
        assert!(bytes.len() < 4096 * 9 / 8, "{}", bytes.len());
        assert!(round_trip((0..4096u64).collect::<Vec<_>>()).len() < 4096 / 4);
    }
}
