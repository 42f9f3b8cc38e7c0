//! Bytes that come in any pieces, handed on as whole lines.

use std::io::{self, Write};

/// Calls `take` with every line that is written, without its end.
pub(crate) struct EachLine<F> {
    begun: Vec<u8>,
    take: F,
}

impl<F: FnMut(&[u8]) -> io::Result<()>> EachLine<F> {
    pub(crate) fn new(take: F) -> Self {
        EachLine { begun: Vec::new(), take }
    }
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Write for EachLine<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte != b'\n' {
                self.begun.push(byte);
                continue;
            }
            let line = std::mem::take(&mut self.begun);
            (self.take)(&line).map_err(|error| match error.kind() {
                // That would make whoever writes try again.
                io::ErrorKind::Interrupted => io::Error::new(io::ErrorKind::TimedOut, error),
                _ => error,
            })?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_whole_however_they_are_written() {
        let mut lines = Vec::new();
        let mut out = EachLine::new(|line: &[u8]| {
            lines.push(String::from_utf8_lossy(line).into_owned());
            Ok(())
        });
        for piece in ["a", "b\n", "\ncd\ne"] {
            out.write_all(piece.as_bytes()).unwrap();
        }
        assert_eq!(lines, ["ab", "", "cd"]);
        let mut refusing = EachLine::new(|_: &[u8]| Err(io::ErrorKind::Interrupted.into()));
        assert_eq!(refusing.write_all(b"x\n").unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
