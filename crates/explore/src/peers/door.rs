//! The port of a process before the run begins: everything that connects is listened to at the same time, so that
//! strangers who say nothing delay no other process.

use super::hello::{Hello, LONGEST};
use super::{PATIENCE, trouble};
use crate::error::ExploreError;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// How long a visitor may take to say hello.
const HELLO_TIME: Duration = Duration::from_secs(5);
/// Visitors that are listened to at the same time; one more, and the one who came first is sent away.
const MOST_VISITORS: usize = 128;
/// Bytes of the length that stands before a hello.
const HEAD: usize = 8;

/// A listening port with those who have connected and have not yet said hello.
pub(super) struct Door {
    listener: TcpListener,
    visitors: VecDeque<Visitor>,
}

/// A connection whose other end has not yet said who it is.
struct Visitor {
    stream: TcpStream,
    came: Instant,
    said: Vec<u8>,
}

/// What a visitor has come to.
enum Said {
    /// Not enough yet.
    Part,
    /// A hello.
    Hello(Hello),
    /// Something else, or it has gone.
    Nothing,
}

impl Door {
    /// Opens the door.
    pub(super) fn new(listener: TcpListener) -> Result<Self, ExploreError> {
        listener.set_nonblocking(true).map_err(trouble(0))?;
        Ok(Door { listener, visitors: VecDeque::new() })
    }

    /// Accepts the next process that says hello before a moment.
    ///
    /// # Errors
    /// If the port fails, if one of the processes has `ended`, or if the `missing` one does not come in time.
    pub(super) fn accept(
        &mut self,
        until: Instant,
        missing: usize,
        ended: &mut dyn FnMut() -> Option<usize>,
    ) -> Result<(TcpStream, Hello), ExploreError> {
        loop {
            self.let_in().map_err(trouble(missing))?;
            if let Some(found) = self.listen() {
                return Ok(found);
            }
            if let Some(process) = ended() {
                let why = "it ended before it began".to_owned();
                return Err(ExploreError::Peer { process, why });
            }
            if Instant::now() > until {
                let why = format!("it did not come within {} seconds", PATIENCE.as_secs());
                return Err(ExploreError::Peer { process: missing, why });
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Accepts all waiting connections.
    fn let_in(&mut self) -> io::Result<()> {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    if stream.set_nonblocking(true).is_err() {
                        continue;
                    }
                    if self.visitors.len() == MOST_VISITORS {
                        self.visitors.pop_front();
                    }
                    self.visitors.push_back(Visitor { stream, came: Instant::now(), said: Vec::new() });
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                // A visitor that has gone again before it was let in.
                Err(error)
                    if matches!(error.kind(), ErrorKind::ConnectionAborted | ErrorKind::Interrupted) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Listens to all visitors for as long as they say something; the first hello, with its connection.
    fn listen(&mut self) -> Option<(TcpStream, Hello)> {
        for _ in 0..self.visitors.len() {
            let mut visitor = self.visitors.pop_front()?;
            match visitor.listen() {
                Said::Part if visitor.came.elapsed() < HELLO_TIME => self.visitors.push_back(visitor),
                Said::Part | Said::Nothing => {}
                Said::Hello(hello) => {
                    let Visitor { stream, .. } = visitor;
                    let is_ready = stream
                        .set_nonblocking(false)
                        .and_then(|()| stream.set_nodelay(true))
                        .and_then(|()| stream.set_read_timeout(Some(HELLO_TIME)));
                    if is_ready.is_ok() {
                        return Some((stream, hello));
                    }
                }
            }
        }
        None
    }
}

impl Visitor {
    /// Reads what has arrived, and no byte beyond the hello.
    fn listen(&mut self) -> Said {
        loop {
            let wanted = match self.said.first_chunk::<HEAD>() {
                None => HEAD,
                Some(&length) => match usize::try_from(u64::from_le_bytes(length)) {
                    Ok(length) if length <= LONGEST => HEAD + length,
                    _ => return Said::Nothing,
                },
            };
            if wanted > HEAD && self.said.len() == wanted {
                let hello = std::str::from_utf8(&self.said[HEAD..]).ok().and_then(Hello::read);
                return hello.map_or(Said::Nothing, Said::Hello);
            }
            if wanted == HEAD && self.said.len() == HEAD {
                // A hello of no bytes.
                return Said::Nothing;
            }
            let mut part = [0; 4096];
            let most = (wanted - self.said.len()).min(part.len());
            match self.stream.read(&mut part[..most]) {
                Ok(0) => return Said::Nothing,
                Ok(bytes) => self.said.extend_from_slice(&part[..bytes]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Said::Part,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Said::Nothing,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::hello::send;
    use super::*;
    use std::io::Write;

    fn hello(process: usize) -> Hello {
        let facts = vec![("puzzle".to_owned(), "x".repeat(10_000))];
        Hello { process, processes: 3, facts, address: "127.0.0.1:1".to_owned() }
    }

    /// Strangers of every kind before and between those who say hello: they are neither waited for nor let in.
    #[test]
    fn strangers_delay_no_process() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let mut door = Door::new(listener).unwrap();
        let mut strangers: Vec<TcpStream> = Vec::new();
        let mut come = |said: &[u8]| {
            let mut stranger = TcpStream::connect(address).unwrap();
            stranger.write_all(said).unwrap();
            strangers.push(stranger);
        };
        (0..MOST_VISITORS / 2).for_each(|_| come(b""));
        come(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        come(&[0; 8]);
        come(&[255; 30]);
        come(&[9, 0, 0, 0, 0, 0, 0, 0, b't', b'e']);
        drop(TcpStream::connect(address).unwrap());
        // Half of a hello now, the rest later.
        let mut slow = Vec::new();
        let text = hello(2).write();
        slow.extend_from_slice(&(text.len() as u64).to_le_bytes());
        slow.extend_from_slice(text.as_bytes());
        let mut late = TcpStream::connect(address).unwrap();
        late.write_all(&slow[..5000]).unwrap();
        let mut early = TcpStream::connect(address).unwrap();
        send(&mut early, &hello(1).write()).unwrap();
        let until = Instant::now() + PATIENCE;
        let began = Instant::now();
        let (_first, said) = door.accept(until, 1, &mut || None).unwrap();
        assert_eq!(said, hello(1));
        late.write_all(&slow[5000..]).unwrap();
        let (mut second, said) = door.accept(until, 2, &mut || None).unwrap();
        assert_eq!(said, hello(2));
        // Each stranger would have taken as long as it may take to say hello.
        assert!(began.elapsed() < HELLO_TIME * (MOST_VISITORS / 4) as u32, "{:?}", began.elapsed());
        // What follows a hello is still to be read.
        late.write_all(b"more").unwrap();
        let mut more = [0; 4];
        second.read_exact(&mut more).unwrap();
        assert_eq!(&more, b"more");
        // A flood sends the oldest away, and a hello behind it is heard.
        for _ in 0..8 {
            (0..MOST_VISITORS / 4).for_each(|_| come(b""));
            door.let_in().unwrap();
            assert!(door.listen().is_none());
        }
        let mut last = TcpStream::connect(address).unwrap();
        send(&mut last, &hello(0).write()).unwrap();
        assert_eq!(door.accept(until, 0, &mut || None).unwrap().1, hello(0));
        assert!(door.visitors.len() <= MOST_VISITORS);
        let gone = door.accept(until, 1, &mut || Some(4)).err().unwrap().to_string();
        assert!(gone.contains("it ended before it began"), "{gone}");
    }
}
