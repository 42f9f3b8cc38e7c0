//! The words of a command line, one on each line, understood in process; nothing of what they ask for is done.

use crate::target::{Judge, Outcome, refusal};
use std::ffi::OsString;

/// Words of an input.
const MOST_WORDS: usize = 24;

pub(super) fn judge() -> Judge {
    Box::new(|input| {
        let words = input.split(|&byte| byte == b'\n').take(MOST_WORDS).map(word);
        let words = std::iter::once(OsString::from("telusur")).chain(words);
        match telusur_cli::understand(words) {
            Ok(understood) => Ok(Outcome::named("understood", understood)),
            Err(line) => refusal(&line),
        }
    })
}

/// A word as the system hands it over: any bytes but zero.
fn word(bytes: &[u8]) -> OsString {
    let bytes: Vec<u8> = bytes.iter().copied().filter(|&byte| byte != 0).collect();
    #[cfg(unix)]
    {
        std::os::unix::ffi::OsStringExt::from_vec(bytes)
    }
    #[cfg(not(unix))]
    {
        String::from_utf8_lossy(&bytes).into_owned().into()
    }
}
