//! Long lists of numbers in a few bytes each: little-endian, in base64, as one JSON string.

use serde::{Serialize, Serializer};

/// Numbers of one or more bytes each, one after another.
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(transparent, with = "String"))]
pub(crate) struct Packed(Vec<u8>);

impl Packed {
    pub(crate) fn bytes(numbers: impl IntoIterator<Item = u8>) -> Self {
        Packed(numbers.into_iter().collect())
    }

    pub(crate) fn shorts(numbers: impl IntoIterator<Item = u16>) -> Self {
        Packed(numbers.into_iter().flat_map(u16::to_le_bytes).collect())
    }

    pub(crate) fn words(numbers: impl IntoIterator<Item = u32>) -> Self {
        Packed(numbers.into_iter().flat_map(u32::to_le_bytes).collect())
    }
}

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&base64(&self.0))
    }
}

/// As RFC 4648 says.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            match place <= three.len() {
                true => text.push(LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char),
                false => text.push('='),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_the_standard_says() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        let packed = |packed: &Packed| serde_json::to_string(packed).unwrap();
        assert_eq!(packed(&Packed::shorts([0xfb, 0xffff])), "\"+wD//w==\"");
        assert_eq!(packed(&Packed::words([1])), "\"AQAAAA==\"");
    }
}
