//! A connection to another process, and what is noticed when it ends.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::stream::Stream;

/// How long a connection that was closed in good order may be so before its process counts as lost: it may just have been
/// the first to finish.
const GRACE: Duration = Duration::from_secs(10);
/// The dataflow ends a connection with so many zeros.
const FAREWELL: usize = 48;

/// What is noticed about the other processes.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// This process is done: connections may end.
    ending: AtomicBool,
    /// The number of a lost process and one.
    lost: AtomicUsize,
}

impl Watch {
    pub(crate) fn lost(&self) -> Option<usize> {
        self.lost.load(Relaxed).checked_sub(1)
    }

    pub(crate) fn end(&self) {
        self.ending.store(true, Relaxed);
    }
}

/// A connection to another process. It never fails: its end is noted, and whoever reads waits for ever.
pub(crate) struct Peer {
    stream: TcpStream,
    process: usize,
    watch: Arc<Watch>,
    /// How many zeros were read last.
    zeros: usize,
}

impl Peer {
    pub(super) fn new(stream: TcpStream, process: usize, watch: &Arc<Watch>) -> Self {
        Peer { stream, process, watch: watch.clone(), zeros: 0 }
    }

    /// Whether the connection has ended in good order and all is over; otherwise it is noted that the process is gone.
    fn is_over(&self) -> bool {
        let since = Instant::now();
        // Without a farewell a process is gone at any time, also when this one ends because of another.
        while self.zeros >= FAREWELL && since.elapsed() <= GRACE {
            if self.watch.ending.load(Relaxed) {
                return true;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let _ = self.watch.lost.compare_exchange(0, self.process + 1, Relaxed, Relaxed);
        false
    }
}

impl Read for Peer {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Ok(0) | Err(_) => {}
                Ok(bytes) => {
                    let zeros = buffer[..bytes].iter().rev().take(FAREWELL).take_while(|&&b| b == 0).count();
                    self.zeros = if zeros == bytes { self.zeros + zeros } else { zeros };
                    return Ok(bytes);
                }
            }
            if self.is_over() {
                return Ok(0);
            }
            // The workers end the process, or leave this thread behind.
            loop {
                std::thread::park();
            }
        }
    }
}

impl Write for Peer {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        match self.stream.write(buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(error),
            // The reader of the same connection notes the loss.
            Err(_) => Ok(buffer.len()),
            Ok(bytes) => Ok(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Peer {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Peer::new(self.stream.try_clone()?, self.process, &self.watch))
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
