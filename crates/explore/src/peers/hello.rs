//! What processes say to each other before they begin.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;

/// A hello is not longer than this.
pub(super) const LONGEST: usize = 1 << 20;

/// What a process says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    pub(crate) process: usize,
    pub(crate) processes: usize,
    /// What must be the same for all, by name.
    pub(crate) facts: Vec<(String, String)>,
    /// Where it listens.
    pub(crate) address: String,
}

impl Hello {
    pub(crate) fn write(&self) -> String {
        let mut text = format!("telusur {} {} {}", self.process, self.processes, self.address);
        for (name, value) in &self.facts {
            text += &format!("\n{name}\t{}", value.replace('\n', "/"));
        }
        text
    }

    pub(crate) fn read(text: &str) -> Option<Hello> {
        let mut lines = text.lines();
        let mut words = lines.next()?.split(' ');
        if words.next()? != "telusur" {
            return None;
        }
        let (process, processes) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let address = words.next()?.to_owned();
        let fact =
            |line: &str| line.split_once('\t').map(|(name, value)| (name.to_owned(), value.to_owned()));
        Some(Hello { process, processes, address, facts: lines.map(fact).collect::<Option<_>>()? })
    }

    /// Why another process does not fit to this one.
    pub(super) fn objection(&self, other: &Hello) -> Option<String> {
        if other.processes != self.processes {
            return Some(format!(
                "it counts {} processes, here there are {}",
                other.processes, self.processes
            ));
        }
        let flat = |value: &str| value.replace('\n', "/");
        self.facts.iter().enumerate().find_map(|(i, (name, here))| {
            let there =
                other.facts.get(i).filter(|(other, _)| other == name).map_or("missing", |(_, v)| v.as_str());
            (there != flat(here)).then(|| format!("its {name} is {there}, here it is {}", flat(here)))
        })
    }
}

/// Sends a text with its length before it.
pub(super) fn send(stream: &mut TcpStream, text: &str) -> io::Result<()> {
    stream.write_all(&(text.len() as u64).to_le_bytes())?;
    stream.write_all(text.as_bytes())
}

/// Receives a text.
pub(super) fn receive(stream: &mut TcpStream) -> io::Result<String> {
    let mut len = [0; 8];
    stream.read_exact(&mut len)?;
    let len = u64::from_le_bytes(len) as usize;
    if len > LONGEST {
        return Err(io::Error::new(ErrorKind::InvalidData, "it is no process of telusur"));
    }
    let mut text = vec![0; len];
    stream.read_exact(&mut text)?;
    String::from_utf8(text).map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is no process of telusur"))
}
