//! Methods that write their moves, as fast as they can, into a sink that only counts them.

use super::event::RaceError;
use super::observe::INTERVAL;
use super::{Kind, Publisher};
use crate::Count;
use serde::Serialize;
use std::io;
use std::time::Duration;
use telusur_puzzles::{Entry, Setup};
use telusur_search::clock::Instant;

/// A method that is done sooner begins again, so that its speed can be told.
const LEAST_TIME: Duration = Duration::from_millis(250);

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Lap<'a> {
    /// The method; other jobs call it so too.
    algorithm: &'a str,
    /// Moves of one run, if it was finished; otherwise those written so far.
    moves: Count,
    complete: bool,
    /// Runs begun.
    runs: u64,
    seconds: f64,
    /// Moves per second, over all runs.
    rate: f64,
}

/// Lets a method write for so long.
pub(super) fn run(job: &dyn Publisher, entry: &dyn Entry, setup: &Setup, method: &str, time: Duration) {
    match race(job, entry, setup, method, time) {
        Ok(lap) => job.publish(Kind::Row, lap),
        Err(why) => job.publish(Kind::Row, RaceError { algorithm: method, why: &why }),
    }
}

fn race<'a>(
    job: &'a dyn Publisher,
    entry: &dyn Entry,
    setup: &Setup,
    method: &'a str,
    time: Duration,
) -> Result<Lap<'a>, String> {
    let board = entry.open(&setup.clone().with("method", method)).map_err(|error| error.to_string())?;
    let writer = board.as_writer().ok_or_else(|| "this method writes no moves here".to_owned())?;
    let mut sink = Sink::new(job, method, time);
    let mut complete = None;
    loop {
        sink.begin();
        match writer.write(&mut sink) {
            Ok(()) => complete = Some(sink.moves_of_run()),
            // The sink says no when the time is up or the job is cancelled; nothing else can fail.
            Err(_) => break,
        }
        if sink.started.elapsed() >= LEAST_TIME.min(time) {
            break;
        }
    }
    Ok(Lap {
        complete: complete.is_some(),
        moves: complete.unwrap_or(sink.moves_of_run()).into(),
        ..sink.lap()
    })
}

/// Counts lines, tells about it now and then, and ends the run when it must.
struct Sink<'a> {
    job: &'a dyn Publisher,
    method: &'a str,
    time: Duration,
    started: Instant,
    told: Instant,
    moves: u64,
    runs: u64,
    moves_before_run: u64,
}

impl<'a> Sink<'a> {
    fn new(job: &'a dyn Publisher, method: &'a str, time: Duration) -> Self {
        let now = Instant::now();
        Sink { job, method, time, started: now, told: now, moves: 0, runs: 0, moves_before_run: 0 }
    }

    fn begin(&mut self) {
        self.runs += 1;
        self.moves_before_run = self.moves;
    }

    fn moves_of_run(&self) -> u64 {
        self.moves - self.moves_before_run
    }

    fn lap(&self) -> Lap<'a> {
        let seconds = self.started.elapsed().as_secs_f64();
        Lap {
            algorithm: self.method,
            moves: self.moves_of_run().into(),
            complete: false,
            runs: self.runs,
            seconds,
            rate: self.moves as f64 / seconds.max(1e-9),
        }
    }
}

impl io::Write for Sink<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.moves += lines(text);
        let now = Instant::now();
        if self.job.cancel().is_cancelled() || now - self.started >= self.time {
            return Err(io::Error::other("the time is up"));
        }
        if now - self.told >= INTERVAL {
            self.told = now;
            self.job.publish(Kind::Progress, self.lap());
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Line ends in a text. Sums of bytes over short chunks, which the compiler turns into wide instructions: the
/// fastest methods write more than a gigabyte a second, and counting must not hold them up.
fn lines(text: &[u8]) -> u64 {
    text.chunks(192)
        .map(|chunk| u64::from(chunk.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>()))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted() {
        for length in [0, 1, 191, 192, 193, 10_000] {
            assert_eq!(lines(&vec![b'\n'; length]), length as u64);
            assert_eq!(lines(&vec![b'x'; length]), 0);
        }
        assert_eq!(lines(b"move disc 1 from A to C\nmove disc 2 from A to B\n"), 2);
    }
}
