//! Shell completions and manual pages, made from the command line itself.

use crate::exit::Exit;
use crate::{args, output};
use anyhow::Context;
use clap::ArgMatches;
use std::path::PathBuf;

pub(crate) fn completions(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let shell: clap_complete::Shell = *matches.get_one("shell").context("no shell is named")?;
    // The generator panics on a write error, so it writes into memory and we write the rest.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "telusur", &mut script);
    output::print(script)?;
    Ok(Exit::Done)
}

pub(crate) fn man(matches: &ArgMatches) -> anyhow::Result<Exit> {
    match matches.get_one::<PathBuf>("dir") {
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(args::command()).render(&mut page)?;
            output::print(page)?;
        }
        Some(dir) => {
            std::fs::create_dir_all(dir).with_context(|| format!("can't make '{}'", dir.display()))?;
            clap_mangen::generate_to(args::command(), dir)
                .with_context(|| format!("can't write into '{}'", dir.display()))?;
        }
    }
    Ok(Exit::Done)
}
