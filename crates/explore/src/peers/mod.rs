//! The processes of a run: how they find each other, agree, and notice that one is gone.
//!
//! Every process connects to those with lower numbers. A hello says what it is about to explore and with what; the first
//! process compares all of them with its own before anybody begins. Connections are neither encrypted nor authenticated.

mod connection;
mod door;
mod hello;

pub(crate) use connection::{Peer, Watch};
pub(crate) use hello::Hello;

use crate::error::ExploreError;
use door::Door;
use hello::{receive, send};
use std::io::{self, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long processes wait for each other at the start.
const PATIENCE: Duration = Duration::from_secs(60);

/// Whoever starts the other processes of this machine.
pub trait Launch {
    /// Starts them; the directory is ready.
    ///
    /// # Errors
    /// If that fails.
    fn launch(&mut self, address: &str) -> io::Result<()>;

    /// The number of one that has ended.
    fn ended(&mut self) -> Option<usize>;
}

/// Who takes part.
pub enum Team {
    /// This process alone.
    Alone,
    /// The first of several processes on this machine: the others come to it.
    Leader {
        /// Where they come.
        listener: TcpListener,
        /// How many there are in all.
        processes: usize,
        /// Starts them.
        launch: Box<dyn Launch + Send>,
    },
    /// Another process on the same machine.
    Follower {
        /// Where the first one is.
        leader: String,
        /// The number of this one.
        process: usize,
        /// How many there are in all.
        processes: usize,
    },
    /// One of several processes on any machines.
    Hosts {
        /// Where each listens: `host:port`.
        addresses: Vec<String>,
        /// The number of this one.
        process: usize,
    },
}

impl Team {
    /// The number of this process.
    #[must_use]
    pub fn process(&self) -> usize {
        match self {
            Team::Alone | Team::Leader { .. } => 0,
            Team::Follower { process, .. } | Team::Hosts { process, .. } => *process,
        }
    }

    /// How many processes there are.
    #[must_use]
    pub fn processes(&self) -> usize {
        match self {
            Team::Alone => 1,
            Team::Leader { processes, .. } | Team::Follower { processes, .. } => *processes,
            Team::Hosts { addresses, .. } => addresses.len(),
        }
    }
}

fn trouble(process: usize) -> impl Fn(io::Error) -> ExploreError {
    move |error| ExploreError::Peer { process, why: error.to_string() }
}

/// Connects to a process that may still be about to start, and says hello.
fn connect(process: usize, address: &str, hello: &Hello, until: Instant) -> Result<TcpStream, ExploreError> {
    loop {
        match TcpStream::connect(address) {
            Ok(mut stream) => {
                let said = stream
                    .set_nodelay(true)
                    .and_then(|()| stream.set_read_timeout(Some(PATIENCE)))
                    .and_then(|()| send(&mut stream, &hello.write()));
                said.map_err(trouble(process))?;
                return Ok(stream);
            }
            Err(error) if error.kind() == ErrorKind::InvalidInput => return Err(trouble(process)(error)),
            Err(error) if Instant::now() > until => {
                let why = format!("no connection to {address}: {error}");
                return Err(ExploreError::Peer { process, why });
            }
            Err(_) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// Connects all processes. `run` is the name of the run, which the first one gives and the others learn.
pub(crate) fn gather(
    team: Team,
    mut hello: Hello,
    run: Option<String>,
    watch: &Arc<Watch>,
) -> Result<(Vec<Option<Peer>>, String), ExploreError> {
    let (process, processes) = (team.process(), team.processes());
    let until = Instant::now() + PATIENCE;
    let bind = |address: &str| {
        TcpListener::bind(address).map_err(|error| ExploreError::Peer {
            process,
            why: format!("it can't listen at {address}: {error}"),
        })
    };
    let mut launcher = None;
    let (listener, leader, address) = match team {
        Team::Alone => return Ok((vec![None], run.unwrap_or_default())),
        Team::Leader { listener, launch, .. } => {
            launcher = Some(launch);
            (listener, String::new(), None)
        }
        Team::Follower { leader, .. } => (bind("127.0.0.1:0")?, leader, None),
        Team::Hosts { mut addresses, .. } => {
            let leader = addresses.first().cloned().unwrap_or_default();
            if process >= addresses.len() {
                let why = format!("there are only {}", addresses.len());
                return Err(ExploreError::Peer { process, why });
            }
            let own = addresses.swap_remove(process);
            (bind(&own)?, leader, Some(own))
        }
    };
    hello.address = match address {
        Some(address) => address,
        None => listener.local_addr().map_err(trouble(process))?.to_string(),
    };
    let mut streams: Vec<Option<TcpStream>> = (0..processes).map(|_| None).collect();
    let run = if process == 0 {
        if let Some(launch) = &mut launcher {
            launch.launch(&hello.address).map_err(trouble(process))?;
        }
        lead(&mut Door::new(listener)?, &hello, &run.unwrap_or_default(), (until, launcher), &mut streams)?
    } else {
        follow(&leader, &mut Door::new(listener)?, &hello, until, &mut streams)?
    };
    for stream in streams.iter().flatten() {
        stream.set_read_timeout(None).map_err(trouble(process))?;
    }
    let peer = |(process, stream): (usize, Option<TcpStream>)| {
        stream.map(|stream| Peer::new(stream, process, watch))
    };
    Ok((streams.into_iter().enumerate().map(peer).collect(), run))
}

/// The first process: waits for all, compares, and tells where everybody is.
fn lead(
    door: &mut Door,
    hello: &Hello,
    run: &str,
    (until, mut launcher): (Instant, Option<Box<dyn Launch + Send>>),
    streams: &mut [Option<TcpStream>],
) -> Result<String, ExploreError> {
    let mut addresses = vec![String::new(); streams.len()];
    while let Some(missing) = (1..streams.len()).find(|&i| streams[i].is_none()) {
        let ended = &mut || launcher.as_mut().and_then(|launch| launch.ended());
        let (mut stream, other) = door.accept(until, missing, ended)?;
        let number = other.process;
        let objection = match streams.get(number) {
            Some(None) if number > 0 => hello.objection(&other),
            _ => Some(format!("there is another process {number} already, or there are not so many")),
        };
        if let Some(why) = objection {
            let _ = send(&mut stream, &format!("no {why}"));
            return Err(ExploreError::Peer { process: number, why });
        }
        addresses[number] = other.address;
        streams[number] = Some(stream);
    }
    let welcome = format!("yes {run}\n{}", addresses.join("\n"));
    for (number, stream) in streams.iter_mut().enumerate() {
        if let Some(stream) = stream {
            send(stream, &welcome).map_err(trouble(number))?;
        }
    }
    Ok(run.to_owned())
}

/// Another process: goes to the first, then to all before it, then waits for those after it.
fn follow(
    leader: &str,
    door: &mut Door,
    hello: &Hello,
    until: Instant,
    streams: &mut [Option<TcpStream>],
) -> Result<String, ExploreError> {
    let process = hello.process;
    let mut stream = connect(0, leader, hello, until)?;
    let answer = receive(&mut stream).map_err(trouble(0))?;
    if let Some(why) = answer.strip_prefix("no ") {
        return Err(ExploreError::Peer { process, why: why.to_owned() });
    }
    streams[0] = Some(stream);
    let no_answer = || ExploreError::Peer { process: 0, why: "it is no process of telusur".to_owned() };
    let (run, addresses) =
        answer.strip_prefix("yes ").and_then(|text| text.split_once('\n')).ok_or_else(no_answer)?;
    let addresses: Vec<&str> = addresses.split('\n').collect();
    for (number, stream) in streams.iter_mut().enumerate().take(process).skip(1) {
        let address = addresses.get(number).ok_or_else(no_answer)?;
        *stream = Some(connect(number, address, hello, until)?);
    }
    while let Some(missing) = (process + 1..streams.len()).find(|&i| streams[i].is_none()) {
        let (stream, other) = door.accept(until, missing, &mut || None)?;
        if other.process > process
            && let Some(place @ None) = streams.get_mut(other.process)
        {
            *place = Some(stream);
        }
    }
    Ok(run.to_owned())
}
