//! What searches on disk read: the header and the journal of a directory, blocks and files of keys, and what processes
//! send each other. Checksums are made right, so that what lies behind them is reached.

use crate::target::{Inspection, Judge, Outcome, refusal};
use telusur_explore::hostile::{self, Answer, Judged};

fn judge(read: fn(&[u8]) -> Judged) -> Judge {
    Box::new(move |input| -> Inspection {
        match read(input)? {
            Answer::Read(kind) => Ok(Outcome::named("read", kind)),
            Answer::Refused(why) => Ok(refusal(&why)?.sized(input.len())),
        }
    })
}

pub(super) fn header() -> Judge {
    judge(hostile::header)
}

pub(super) fn journal() -> Judge {
    judge(hostile::journal)
}

pub(super) fn block() -> Judge {
    judge(hostile::block)
}

pub(super) fn file() -> Judge {
    judge(hostile::file)
}

pub(super) fn wire() -> Judge {
    judge(hostile::wire)
}
