//! `telusur serve`: the page, until Ctrl-C.

use crate::exit::Exit;
use clap::ArgMatches;
use std::io::Write;
use std::net::SocketAddr;

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let listen = matches.get_one::<SocketAddr>("listen").copied();
    let server = telusur_web::Server::bind(listen)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "Telusur is at http://{}/ (Ctrl-C ends it)", server.address())?;
    out.flush()?;
    drop(out);
    server.run()?;
    Ok(Exit::Done)
}
