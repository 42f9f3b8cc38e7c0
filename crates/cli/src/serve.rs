//! `telusur serve`: the page, until Ctrl-C or a request to terminate.

use crate::data;
use crate::exit::Exit;
use crate::tables::TableFolder;
use crate::{interrupt, machine};
use clap::ArgMatches;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use telusur_web::{Server, Settings, Token};

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let data = data::directory_of(matches)?;
    let durability = data::durability_of(matches);
    TableFolder::install(matches, false);
    let page = matches.get_one::<PathBuf>("dev").cloned();
    if let Some(page) = page.as_ref().filter(|page| !page.join("index.html").is_file()) {
        anyhow::bail!("there is no page in {} (--dev reads it from there)", page.display());
    }
    let listen = matches.get_one::<SocketAddr>("listen").copied();
    let exposed = listen.is_some_and(Server::is_exposed);
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
    let server = Server::bind(Settings { listen, token, memory, data, durability, page })?;
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
    out.flush()?;
    drop(out);
    if exposed {
        eprintln!("{}", warning(address));
    }
    server.run()?;
    // It never ends by itself.
    Ok(Exit::Stopped)
}

fn loopback(unspecified: IpAddr) -> IpAddr {
    match unspecified {
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    }
}

/// What people must know before they let others in.
fn warning(address: SocketAddr) -> String {
    let from_elsewhere = match address.ip().is_unspecified() {
        true => " (they write this machine's address in its place)",
        false => "",
    };
    format!(
        "telusur: warning: other machines can reach {address}. Only who has the link is let in{from_elsewhere}, but nothing is \
         encrypted: whoever can read the network's traffic can read the token too. Use it on networks that you trust."
    )
}
