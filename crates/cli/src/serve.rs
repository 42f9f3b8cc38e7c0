//! `telusur serve`: the page, until Ctrl-C or a request to terminate.

use crate::data;
use crate::exit::Exit;
use crate::tables::TableFolder;
use crate::{interrupt, machine};
use clap::ArgMatches;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::str::FromStr;
use telusur_web::{Server, ServerError, Settings, Token};

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let data = data::directory_of(matches)?;
    let durability = data::durability_of(matches);
    TableFolder::install(matches, false);
    let page = matches.get_one::<PathBuf>("dev").cloned();
    if let Some(page) = page.as_ref().filter(|page| !page.join("index.html").is_file()) {
        anyhow::bail!("there is no page in {} (--dev reads it from there)", page.display());
    }
    let listen = matches.get_one::<Listen>("listen").copied();
    let exposed = listen.is_some_and(|listen| Server::is_exposed(listen.address));
    let token = match matches.get_one::<Option<Token>>("token") {
        Some(Some(chosen)) => Some(chosen.clone()),
        Some(None) => Some(Token::random()?),
        None if exposed => Some(Token::random()?),
        None => None,
    };
    let memory = match matches.get_one::<u64>("memory") {
        Some(&asked) => asked,
        None => machine::default_memory().clamp(Server::LEAST_MEMORY, Server::USUAL_MEMORY),
    };
    let query = token.as_ref().map(|token| format!("?token={}", token.word())).unwrap_or_default();
    let settings =
        Settings { listen: listen.map(|listen| listen.address), token, memory, data, durability, page };
    let server = match (Server::bind(settings.clone()), listen) {
        (Err(ServerError::Bind { .. }), Some(Listen { address, has_port: false })) => {
            let free = SocketAddr::new(address.ip(), 0);
            Server::bind(Settings { listen: Some(free), ..settings })?
        }
        (bound, _) => bound?,
    };
    let address = server.address();
    // Before anybody knows that it is there: whoever reads the address may end the program at once.
    let stopper = server.stopper();
    _ = interrupt::cancel();
    interrupt::install(move || stopper.stop())?;
    // Under this address the machine itself can open the page.
    let own =
        if address.ip().is_unspecified() { (loopback(address.ip()), address.port()).into() } else { address };
    let mut out = std::io::stdout().lock();
    writeln!(out, "Telusur is at http://{own}/{query} (Ctrl-C ends it)")?;
    // Under this one other machines can.
    let seen = address.ip().is_unspecified().then(|| own_ip(address.ip())).flatten();
    if let Some(seen) = seen {
        writeln!(out, "Other machines open http://{}/{query}", SocketAddr::new(seen, address.port()))?;
    }
    out.flush()?;
    drop(out);
    if exposed {
        eprintln!("{}", warning(address, seen));
    }
    // Its end is what Ctrl-C asks for.
    server.run()?;
    Ok(Exit::Done)
}

/// Where to listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Listen {
    address: SocketAddr,
    /// Whether the port was named; otherwise another one serves as well.
    has_port: bool,
}

impl FromStr for Listen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(address) = text.parse() {
            return Ok(Listen { address, has_port: true });
        }
        let ip = text.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match ip {
            Ok(ip) => Ok(Listen { address: SocketAddr::new(ip, Server::PORT), has_port: false }),
            Err(_) => Err("write an address such as 0.0.0.0 or 127.0.0.1:8080".to_owned()),
        }
    }
}

/// The address of this machine in its network; none if it has no network. Nothing is sent to find it out.
fn own_ip(unspecified: IpAddr) -> Option<IpAddr> {
    // Addresses for documentation: outside, and used by no machine.
    let outside: IpAddr = match unspecified {
        IpAddr::V4(_) => Ipv4Addr::new(192, 0, 2, 1).into(),
        IpAddr::V6(_) => Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
    };
    let socket = UdpSocket::bind((unspecified, 0)).ok()?;
    socket.connect((outside, 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_unspecified() && !own.is_loopback()).then_some(own)
}

fn loopback(unspecified: IpAddr) -> IpAddr {
    match unspecified {
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    }
}

/// What people must know before they let others in.
fn warning(address: SocketAddr, seen: Option<IpAddr>) -> String {
    let from_elsewhere = match address.ip().is_unspecified() && seen.is_none() {
        true => " (other machines write this machine's address in its place)",
        false => "",
    };
    format!(
        "telusur: warning: other machines can reach this server. Only who has the link is let in{from_elsewhere}, but nothing is \
         encrypted: whoever can read the network's traffic can read the token too. Use it on networks that you trust."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_need_not_be_named() {
        let read =
            |text: &str| text.parse::<Listen>().map(|listen| (listen.address.to_string(), listen.has_port));
        let usual = Server::PORT;
        assert_eq!(read("0.0.0.0:80"), Ok(("0.0.0.0:80".to_owned(), true)));
        assert_eq!(read("0.0.0.0"), Ok((format!("0.0.0.0:{usual}"), false)));
        for ip in ["::", "[::]"] {
            assert_eq!(read(ip), Ok((format!("[::]:{usual}"), false)));
        }
        for wrong in ["", "here", "0.0.0.0:", "300.1.1.1", "0.0.0.0:70000"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_address_for_other_machines_is_one_of_ours() {
        for unspecified in [IpAddr::V4(Ipv4Addr::UNSPECIFIED), IpAddr::V6(Ipv6Addr::UNSPECIFIED)] {
            if let Some(own) = own_ip(unspecified) {
                assert!(std::net::TcpListener::bind((own, 0)).is_ok(), "{own}");
            }
        }
        let address = (Ipv4Addr::UNSPECIFIED, 80).into();
        assert!(!warning(address, Some(Ipv4Addr::LOCALHOST.into())).contains("in its place"));
        assert!(warning(address, None).contains("in its place"));
    }
}
