//! `telusur explore --graph`: the space as a graph for other programs, on standard output or in a file.

use crate::exit::{Exit, complain};
use crate::output::{self, Out};
use crate::search::Search;
use crate::show;
use crate::target::Target;
use clap::ArgMatches;
use std::io::{IsTerminal, Write};
use std::path::Path;
use telusur_puzzles::{
    Board, GraphError, GraphFormat, GraphOptions, GraphSize, Task, printable, write_graph,
};

/// More states than this are written only if that is asked for.
const MOST_STATES: u64 = 1_000_000;

/// Where a graph goes and in which format.
#[derive(Clone, Debug)]
pub(crate) struct Destination {
    format: GraphFormat,
    /// Standard output without one.
    file: Option<String>,
}

impl Destination {
    /// The name of a format, or of a file whose ending names one.
    ///
    /// # Errors
    /// If it is neither.
    pub(crate) fn parse(word: &str) -> Result<Self, String> {
        if let Some(format) = GraphFormat::named(word) {
            return Ok(Destination { format, file: None });
        }
        match GraphFormat::of_file(word) {
            Some(format) => Ok(Destination { format, file: Some(word.to_owned()) }),
            None => Err(
                "name a file that ends in .dot, .graphml, nodes.csv or edges.csv, or a format for standard \
                         output: dot, graphml, csv-nodes or csv-edges"
                    .to_owned(),
            ),
        }
    }
}

/// Writes the graph of everything that can be reached from a board.
pub(crate) fn run(board: &dyn Board, to: &Destination, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let target = to.file.as_deref().map(|file| Target::new(Path::new(file))).transpose()?;
    let options = GraphOptions {
        format: to.format,
        symmetric: matches.get_flag("symmetric"),
        tree: matches.get_flag("tree"),
    };
    let mut search = Search::for_survey(matches);
    let deadline = search.deadline().clone();
    // A progress line would come between the lines of the graph on a terminal.
    if target.is_none() && std::io::stdout().is_terminal() {
        search.show_no_line();
    }
    let mut task = search.task();
    task.limits.states.get_or_insert(MOST_STATES);
    let size = match &target {
        None => write(board, options, task, &mut Out::until(deadline))?,
        Some(target) => {
            let mut size = GraphSize { nodes: 0, edges: 0, stopped: None };
            let written = target.write(|file| {
                size = write(board, options, task, &mut Out::into(file, Some(deadline)))?;
                // Without a graph, what was in the file stays there.
                anyhow::ensure!(size.nodes > 0, "no graph was written");
                Ok(())
            });
            // That a limit left no graph is said below.
            if size.nodes > 0 || size.stopped.is_none() {
                let bytes = show::bytes(written?);
                let (states, moves) = (show::counted(size.nodes, "state"), show::counted(size.edges, "move"));
                let path = printable(&target.path.display().to_string()).into_owned();
                output::print(format!("Graph: {path}, {states} and {moves}, {bytes}.\n"))?;
            }
            size
        }
    };
    let Some(limit) = size.stopped else { return Ok(Exit::Done) };
    complain(&match size.nodes {
        0 => format!("no graph was written: {}", show::limit(limit)),
        nodes => {
            let (states, were) = (show::counted(nodes, "state"), if nodes == 1 { "was" } else { "were" });
            format!("only the first {states} {were} written; allow more with --states")
        }
    });
    Ok(Exit::Stopped)
}

fn write(
    board: &dyn Board,
    options: GraphOptions,
    task: Task<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<GraphSize> {
    let size = write_graph(board, options, task, out).map_err(|error| match error {
        GraphError::Io(error) => anyhow::Error::from(error),
        unlisted => unlisted.into(),
    })?;
    out.flush()?;
    Ok(size)
}
