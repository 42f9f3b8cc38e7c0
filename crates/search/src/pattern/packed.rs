//! A table of small numbers, four bits each, and its form as bytes.

use crate::budget::Limit;
use crate::bytes::stable_hash;
use crate::memory::Memory;

/// A table of numbers from 0 to 15, two to a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    bytes: Vec<u8>,
    len: usize,
}

/// Bytes that are no such table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// They are something else.
    #[error("it is no table of this program")]
    Foreign,
    /// They were written by another version.
    #[error("it is of another version")]
    Version,
    /// They are the table of something else.
    #[error("it is a table of something else")]
    Other,
    /// They are cut short, or too many.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// Bytes that a whole table has.
        expected: u64,
        /// Bytes that there are.
        found: u64,
    },
    /// Some of them have changed.
    #[error("it is damaged")]
    Damaged,
}

/// The first bytes of every table.
const MAGIC: &[u8; 16] = b"telusur pattern\n";
/// Changes with the form of the bytes and with the meaning of the numbers.
const VERSION: u32 = 2;
/// Length of what the table is of, at most.
const LONGEST_NAME: usize = 4096;

impl Packed {
    /// A table with so many numbers, in order; those above 15 become 15.
    ///
    /// # Errors
    /// If there is no room for it. The bytes are counted in `memory` until the caller gives them back.
    pub fn from_numbers(
        len: usize,
        mut numbers: impl Iterator<Item = u8>,
        memory: &Memory,
    ) -> Result<Self, Limit> {
        let mut bytes = memory.vec(len.div_ceil(2))?;
        for _ in 0..len.div_ceil(2) {
            let mut next = || numbers.next().unwrap_or(0).min(15);
            let low = next();
            bytes.push(low | next() << 4);
        }
        Ok(Packed { bytes, len })
    }

    /// A table of `len` zeros.
    ///
    /// # Errors
    /// If there is no room for it. The bytes are counted in `memory` until the caller gives them back.
    pub(super) fn zeros(len: usize, memory: &Memory) -> Result<Self, Limit> {
        let mut bytes = memory.vec(len.div_ceil(2))?;
        bytes.resize(len.div_ceil(2), 0);
        Ok(Packed { bytes, len })
    }

    /// Replaces a zero by a number; those above 15 become 15.
    #[inline(always)]
    pub(super) fn raise(&mut self, at: usize, number: u32) {
        self.bytes[at / 2] |= (number.min(15) as u8) << (at % 2 * 4);
    }

    /// How many numbers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// The number at a place.
    ///
    /// # Panics
    /// If there is none.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, at: usize) -> u8 {
        self.bytes[at / 2] >> (at % 2 * 4) & 15
    }

    /// The table as bytes: whose they are, the version, what they are a table of, how many numbers, the numbers, and a
    /// checksum over all of it. Numbers are little-endian.
    ///
    /// ```
    /// use telusur_search::memory::Memory;
    /// use telusur_search::pattern::{Packed, TableError};
    /// let table = Packed::from_numbers(5, [3, 1, 4, 1, 5].into_iter(), &Memory::unlimited()).unwrap();
    /// let bytes = table.encode("digits");
    /// assert_eq!(Packed::decode(bytes.clone(), "digits", 5), Ok(table));
    /// assert_eq!(Packed::decode(bytes.clone(), "letters", 5), Err(TableError::Other));
    /// assert!(Packed::decode(bytes[1..].to_vec(), "digits", 5).is_err());
    /// ```
    #[must_use]
    pub fn encode(&self, of: &str) -> Vec<u8> {
        let name = &of.as_bytes()[..of.len().min(LONGEST_NAME)];
        let mut bytes = Vec::with_capacity(expected_bytes(name.len(), self.len) as usize);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(name.len() as u32).to_le_bytes());
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(&(self.len as u64).to_le_bytes());
        bytes.extend_from_slice(&self.bytes);
        // It finds damage, not forgery: whoever may write into the user's data directory may do worse.
        let sum = stable_hash(&bytes);
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// How many bytes [`encode`](Packed::encode) makes of so many numbers.
    #[must_use]
    pub fn encoded_bytes(of: &str, len: usize) -> u64 {
        expected_bytes(of.len().min(LONGEST_NAME), len)
    }

    /// The table in such bytes, if they are the table of this with so many numbers. It stays where the bytes are, since a
    /// copy of a large table takes as long as reading it.
    ///
    /// # Errors
    /// What they are instead.
    pub fn decode(mut bytes: Vec<u8>, of: &str, len: usize) -> Result<Self, TableError> {
        let begin = Packed::find(&bytes, of, len)?;
        bytes.truncate(bytes.len() - SUM);
        bytes.drain(..begin);
        bytes.shrink_to_fit();
        Ok(Packed { bytes, len })
    }

    /// Where the numbers begin, if these bytes are the table.
    fn find(bytes: &[u8], of: &str, len: usize) -> Result<usize, TableError> {
        let name = &of.as_bytes()[..of.len().min(LONGEST_NAME)];
        let rest = bytes.strip_prefix(MAGIC).ok_or(TableError::Foreign)?;
        let rest = rest.strip_prefix(&VERSION.to_le_bytes()).ok_or(TableError::Version)?;
        let length = (name.len() as u32).to_le_bytes();
        let rest = rest.strip_prefix(&length).and_then(|rest| rest.strip_prefix(name));
        let rest = rest.ok_or(TableError::Other)?;
        let rest = rest.strip_prefix(&(len as u64).to_le_bytes()).ok_or(TableError::Other)?;
        let (expected, found) = (expected_bytes(name.len(), len), bytes.len() as u64);
        if expected != found {
            return Err(TableError::Length { expected, found });
        }
        let (all, sum) = bytes.split_at(bytes.len() - SUM);
        if stable_hash(all).to_le_bytes() != sum {
            return Err(TableError::Damaged);
        }
        Ok(bytes.len() - rest.len())
    }
}

/// Bytes of a checksum.
const SUM: usize = 8;

/// Bytes of a whole table.
fn expected_bytes(name: usize, len: usize) -> u64 {
    (MAGIC.len() + 4 + 4 + name + 8 + SUM) as u64 + len.div_ceil(2) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Packed {
        let numbers = (0..1001u32).map(|i| (i * 7 % 19) as u8);
        Packed::from_numbers(1001, numbers, &Memory::unlimited()).unwrap()
    }

    #[test]
    fn numbers_come_back_and_high_ones_are_the_highest() {
        let table = table();
        assert_eq!((table.len(), table.bytes(), table.is_empty()), (1001, 501, false));
        assert!((0..1001).all(|i| usize::from(table.get(i)) == (i * 7 % 19).min(15)));
        assert_eq!(Packed::decode(table.encode("of"), "of", 1001), Ok(table));
    }

    #[test]
    fn no_other_bytes_are_taken_for_the_table() {
        let bytes = table().encode("sevens");
        let read = |bytes: &[u8]| Packed::decode(bytes.to_vec(), "sevens", 1001).map(|_| ());
        assert_eq!(read(&bytes), Ok(()));
        assert_eq!(read(b""), Err(TableError::Foreign));
        assert_eq!(read(b"telusur patterns are something else"), Err(TableError::Foreign));
        for len in 0..bytes.len() {
            assert!(read(&bytes[..len]).is_err(), "the first {len}");
        }
        let cut = &bytes[..bytes.len() - 1];
        assert_eq!(
            read(cut),
            Err(TableError::Length { expected: bytes.len() as u64, found: cut.len() as u64 })
        );
        assert!(matches!(read(&[&bytes[..], &[0]].concat()), Err(TableError::Length { .. })));
        assert_eq!(Packed::decode(bytes.clone(), "seven", 1001), Err(TableError::Other));
        assert_eq!(Packed::decode(bytes.clone(), "sevens", 1000), Err(TableError::Other));
        // A change of any single bit is noticed.
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                assert!(read(&changed).is_err(), "bit {bit} of byte {at}");
            }
        }
        let mut newer = bytes;
        newer[16] += 1;
        assert_eq!(read(&newer), Err(TableError::Version));
    }
}
