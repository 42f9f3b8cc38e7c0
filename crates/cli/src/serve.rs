//! `telusur serve`: the page, until Ctrl-C.

use crate::data;
use crate::exit::Exit;
use clap::ArgMatches;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use telusur_web::{Server, Settings};

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let data = match matches.get_one::<PathBuf>("data") {
        Some(directory) => directory.clone(),
        None => data::default_directory()?,
    };
    let page = matches.get_one::<PathBuf>("dev").cloned();
    if let Some(page) = page.as_ref().filter(|page| !page.join("index.html").is_file()) {
        anyhow::bail!("there is no page in {} (--dev reads it from there)", page.display());
    }
    let listen = matches.get_one::<SocketAddr>("listen").copied();
    let server = Server::bind(Settings { listen, data, page })?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "Telusur is at http://{}/ (Ctrl-C ends it)", server.address())?;
    out.flush()?;
    drop(out);
    server.run()?;
    Ok(Exit::Done)
}
