//! How an input becomes another one. The mutators know what texts are made of: words, numbers, lines; and what readers
//! of texts stumble over: widths of numbers, controls, marks of direction, bytes that are no text.

use telusur_puzzles::random::Random;

/// What terminals obey, what hides, what turns lines round, and what is no UTF-8.
const HOSTILE: &[&[u8]] = &[
    b"\0",
    b"\x1b[2J",
    b"\x07",
    b"\r",
    b"\r\n",
    b"\t",
    b"\x7f",
    b"\xc2\x85",
    b"\xc2\x9b31m",
    b"\xc2\xa0",
    "\u{202e}".as_bytes(),
    "\u{2066}".as_bytes(),
    "\u{200b}".as_bytes(),
    "\u{200d}".as_bytes(),
    "\u{2028}".as_bytes(),
    "\u{feff}".as_bytes(),
    "\u{3000}".as_bytes(),
    "e\u{301}".as_bytes(),
    "\u{301}".as_bytes(),
    "\u{e0001}".as_bytes(),
    "八".as_bytes(),
    "１".as_bytes(),
    "ß".as_bytes(),
    "İ".as_bytes(),
    "👍🏽".as_bytes(),
    b"\xff",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\xe2\x80",
];

/// Numbers at the edges of widths, and other ways to write numbers.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "8",
    "9",
    "10",
    "15",
    "16",
    "17",
    "19",
    "20",
    "21",
    "22",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "99",
    "100",
    "127",
    "128",
    "129",
    "255",
    "256",
    "257",
    "999",
    "1000",
    "1001",
    "4095",
    "4096",
    "10000",
    "10001",
    "32767",
    "32768",
    "65535",
    "65536",
    "65537",
    "999999",
    "1000000",
    "1000001",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "1000000000000000000",
    "1000000000000000001",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "-1",
    "-0",
    "+1",
    "01",
    "1e3",
    "1e999",
    "0x10",
    "1.5",
    ".5",
    "1_000",
    "nan",
    "inf",
];

/// What text is put together with.
const SIGNS: &[u8] = b" \n/|.,:;-_=>~#'\"\\[]{}()<+*&%$?!@0123456789abzABZ";

/// Makes inputs out of inputs.
pub struct Mutator {
    random: Random,
    longest: usize,
    dictionary: &'static [&'static str],
    spare: Vec<u8>,
}

impl Mutator {
    /// With a seed, for inputs of at most so many bytes, with words of a language.
    #[must_use]
    pub fn new(seed: u64, longest: usize, dictionary: &'static [&'static str]) -> Self {
        Mutator { random: Random::new(seed), longest, dictionary, spare: Vec::new() }
    }

    /// Writes a new input, made of one or two of those given, which must not be none.
    pub fn next(&mut self, inputs: &[Vec<u8>], into: &mut Vec<u8>) {
        into.clear();
        into.extend_from_slice(&inputs[self.random.below(inputs.len())]);
        // Mostly few changes: what is nearly right gets farther into a parser.
        let changes = 1 + (self.random.bits() | 1 << 5).trailing_zeros();
        for _ in 0..changes {
            self.change(inputs, into);
        }
        into.truncate(self.longest);
    }

    fn change(&mut self, inputs: &[Vec<u8>], text: &mut Vec<u8>) {
        match self.random.below(64) {
            0..=3 => {
                // One bit.
                if let Some(at) = self.place(text) {
                    text[at] ^= 1 << self.random.below(8);
                }
            }
            4..=8 => {
                // One sign.
                let sign = SIGNS[self.random.below(SIGNS.len())];
                match self.place(text) {
                    Some(at) => text[at] = sign,
                    None => text.push(sign),
                }
            }
            9..=12 => {
                let at = self.random.below(text.len() + 1);
                text.insert(at, SIGNS[self.random.below(SIGNS.len())]);
            }
            13..=17 => {
                let (first, last) = self.range(text, 8);
                text.drain(first..last);
            }
            18..=21 => {
                let (first, last) = self.range(text, 16);
                let at = self.random.below(text.len() + 1);
                self.insert_own(text, first, last, at);
            }
            22..=27 => self.splice(inputs, text),
            28..=35 => {
                if let Some(&word) = self.dictionary.get(self.random.below(self.dictionary.len())) {
                    self.put(text, word.as_bytes());
                }
            }
            36..=41 => {
                let number = NUMBERS[self.random.below(NUMBERS.len())];
                self.put_number(text, number.as_bytes());
            }
            42..=45 => self.nudge(text),
            46..=48 => {
                let bytes = HOSTILE[self.random.below(HOSTILE.len())];
                let at = self.random.below(text.len() + 1);
                self.insert(text, at, bytes);
            }
            49..=52 => {
                // A line again, somewhere between lines.
                let (first, last) = self.piece(text, b'\n');
                let (at, _) = self.piece(text, b'\n');
                self.insert_own(text, first, last, at);
            }
            53..=55 => {
                let (first, last) = self.piece(text, b'\n');
                text.drain(first..last);
            }
            56..=58 => {
                // A word again, somewhere between words.
                let (first, last) = self.piece(text, b' ');
                let (at, _) = self.piece(text, b' ');
                self.insert_own(text, first, last, at);
            }
            59..=60 => {
                let (first, last) = self.piece(text, b' ');
                text.drain(first..last);
            }
            61..=62 => {
                let end = self.random.below(text.len() + 1);
                text.truncate(end);
            }
            _ => self.lengthen(text),
        }
    }

    /// A byte of the text.
    fn place(&mut self, text: &[u8]) -> Option<usize> {
        (!text.is_empty()).then(|| self.random.below(text.len()))
    }

    /// A few bytes of the text.
    fn range(&mut self, text: &[u8], most: usize) -> (usize, usize) {
        let first = self.random.below(text.len() + 1);
        (first, (first + 1 + self.random.below(most)).min(text.len()))
    }

    /// The piece round a place, with the mark that ends it.
    fn piece(&mut self, text: &[u8], mark: u8) -> (usize, usize) {
        let at = self.random.below(text.len() + 1);
        let first = text[..at].iter().rposition(|&byte| byte == mark).map_or(0, |before| before + 1);
        let last = text[at..].iter().position(|&byte| byte == mark).map_or(text.len(), |end| at + end + 1);
        (first, last)
    }

    fn insert(&mut self, text: &mut Vec<u8>, at: usize, bytes: &[u8]) {
        text.splice(at..at, bytes.iter().copied());
    }

    fn insert_own(&mut self, text: &mut Vec<u8>, first: usize, last: usize, at: usize) {
        let mut spare = std::mem::take(&mut self.spare);
        spare.clear();
        spare.extend_from_slice(&text[first..last]);
        self.insert(text, at, &spare);
        self.spare = spare;
    }

    /// The beginning of this input and the end of another.
    fn splice(&mut self, inputs: &[Vec<u8>], text: &mut Vec<u8>) {
        let other = &inputs[self.random.below(inputs.len())];
        let end = self.random.below(text.len() + 1);
        let begin = self.random.below(other.len() + 1);
        text.truncate(end);
        text.extend_from_slice(&other[begin..]);
    }

    /// Puts a word somewhere, or in the place of another.
    fn put(&mut self, text: &mut Vec<u8>, word: &[u8]) {
        if self.random.below(2) == 0 {
            let at = self.random.below(text.len() + 1);
            self.insert(text, at, word);
        } else {
            let at = self.random.below(text.len() + 1);
            let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
            let first = text[..at].iter().rposition(|byte| !is_part(byte)).map_or(0, |before| before + 1);
            let last = text[at..].iter().position(|byte| !is_part(byte)).map_or(text.len(), |end| at + end);
            text.splice(first..last, word.iter().copied());
        }
    }

    /// The digits at or after a place.
    fn digits(&mut self, text: &[u8]) -> Option<(usize, usize)> {
        let at = self.random.below(text.len() + 1);
        let found = text[at..].iter().position(u8::is_ascii_digit).map(|first| at + first);
        let within = found.or_else(|| text.iter().position(u8::is_ascii_digit))?;
        let first =
            text[..within].iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |before| before + 1);
        let last = text[within..]
            .iter()
            .position(|byte| !byte.is_ascii_digit())
            .map_or(text.len(), |end| within + end);
        Some((first, last))
    }

    fn put_number(&mut self, text: &mut Vec<u8>, number: &[u8]) {
        match self.digits(text) {
            Some((first, last)) => _ = text.splice(first..last, number.iter().copied()),
            None => self.put(text, number),
        }
    }

    /// A number becomes its neighbour.
    fn nudge(&mut self, text: &mut Vec<u8>) {
        let Some((first, last)) = self.digits(text) else { return };
        let number =
            std::str::from_utf8(&text[first..last]).ok().and_then(|digits| digits.parse::<u64>().ok());
        let Some(number) = number else { return };
        let near = if self.random.below(2) == 0 { number.wrapping_add(1) } else { number.wrapping_sub(1) };
        text.splice(first..last, near.to_string().into_bytes());
    }

    /// Some bytes over and over. A very long one is rare, since it costs as much as a thousand others.
    fn lengthen(&mut self, text: &mut Vec<u8>) {
        let (first, last) = self.range(text, 12);
        let times = match self.random.below(64) {
            0 => 1 + self.random.below(self.longest),
            _ => 1 + self.random.below(64),
        };
        let times = times.min(self.longest / (last - first).max(1));
        let mut spare = std::mem::take(&mut self.spare);
        spare.clear();
        for _ in 0..times {
            spare.extend_from_slice(&text[first..last]);
        }
        self.insert(text, last, &spare);
        self.spare = spare;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_makes_the_same_inputs_within_the_limit() {
        let inputs = vec![b"1 2 3/4 5 6/7 . 8".to_vec(), b"title: x\n\n1 2\n3 .".to_vec(), Vec::new()];
        let made = |seed| {
            let mut mutator = Mutator::new(seed, 500, &["goal", "size"]);
            let mut text = Vec::new();
            (0..20_000)
                .map(|_| {
                    mutator.next(&inputs, &mut text);
                    assert!(text.len() <= 500);
                    text.clone()
                })
                .collect::<Vec<_>>()
        };
        let first = made(1);
        assert_eq!(first, made(1));
        assert_ne!(first, made(2));
        let has = |what: &[u8]| first.iter().any(|text| text.windows(what.len()).any(|part| part == what));
        for wanted in [&b"goal"[..], b"\xff", b"\x1b", b"18446744073709551615", "\u{202e}".as_bytes()] {
            assert!(has(wanted), "{wanted:?} never occurs");
        }
        assert!(first.iter().any(|text| text.len() == 500) && first.iter().any(Vec::is_empty));
        let kinds: std::collections::BTreeSet<_> = first.iter().collect();
        // So short as they are, many become the same; a third of them begins empty.
        assert!(kinds.len() > 9_000, "{} different inputs", kinds.len());
    }
}
