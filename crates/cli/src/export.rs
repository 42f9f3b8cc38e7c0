//! `--svg`, `--gif`, `--sheet`, `--theme`, `--csv` and `--frames`: a solution as pictures to share and as tables.

use crate::args::forms::{file, switch, valued};
use crate::exit::Stopped;
use crate::line::Line;
use crate::progress::{ProgressForm, Reporter, of_film};
use crate::show;
use crate::table::Table;
use crate::target::Target;
use crate::{amount, input};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, ArgMatches, Command};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use telusur_pictures::{Film, Options, PictureError, gif, sheet, svg};
use telusur_puzzles::{Board, Entry, Language, Setup, catalogue, printable};
use telusur_search::Deadline;
use telusur_session::palette::Theme;

const PICTURES: &str = "Pictures and tables";

/// Adds the arguments.
pub(crate) fn arguments(command: Command) -> Command {
    let themes = PossibleValuesParser::new(["light", "dark"]).map(|theme| match theme.as_str() {
        "dark" => Theme::Dark,
        _ => Theme::Light,
    });
    let args = [
        file("svg")
            .help("Also write the solution as an animated SVG picture; - writes it instead of the answer"),
        file("gif").help("Also write the solution as an animated GIF; - writes it instead of the answer"),
        switch("sheet", "Let --svg show every position on one sheet instead, for print").requires("svg"),
        valued("theme", "THEME")
            .help("Colours of pictures [default: light]")
            .value_parser(themes)
            .requires("pictures"),
        valued("scale", "FACTOR")
            .help("Scale of a GIF, from 0.25 to 4 [default: 1]")
            .value_parser(scale)
            .requires("gif"),
        switch("csv", "Print every position as a row: step, move, position, moves left")
            .conflicts_with_all(["frames", "json", "quiet"]),
        switch("frames", "Print every position as a board of text, with its step and move")
            .conflicts_with_all(["json", "quiet"]),
        valued("moves", "N")
            .help("Let --csv and --frames write at most N moves [default: all, and a game may have no end]")
            .value_parser(amount::count)
            .requires("tables"),
        switch("ascii", "Let --frames draw with ASCII characters only").requires("frames"),
    ];
    command
        .args(args.map(|arg| {
            // The short help shows what there is; how it is shaped, the long one does.
            let shapes = !["svg", "gif", "csv"].contains(&arg.get_id().as_str());
            arg.help_heading(PICTURES).hide_short_help(shapes)
        }))
        .group(ArgGroup::new("pictures").args(["svg", "gif"]).multiple(true))
        .group(ArgGroup::new("tables").args(["csv", "frames"]))
}

/// A factor within reason.
fn scale(text: &str) -> Result<f32, String> {
    let factor = text.trim().parse::<f32>().ok().filter(|factor| (0.25..=4.0).contains(factor));
    factor.ok_or_else(|| "expected a number from 0.25 to 4".to_owned())
}

/// What is wanted besides, or instead of, the usual answer.
pub(crate) struct Exports {
    /// Positions on standard output, instead of the answer.
    pub(crate) table: Option<Table>,
    /// Most moves of a table.
    pub(crate) most_moves: u64,
    svg: Option<Target>,
    gif: Option<Target>,
    sheet: bool,
    theme: Theme,
    scale: f32,
}

impl Exports {
    /// As the arguments say. Files that can't be written are refused now.
    pub(crate) fn of(matches: &ArgMatches) -> anyhow::Result<Self> {
        let target = |name: &str| matches.get_one::<PathBuf>(name).map(|path| Target::new(path)).transpose();
        let (svg, gif) = (target("svg")?, target("gif")?);
        if let (Some(svg), Some(gif)) = (&svg, &gif)
            && svg.is_same(gif)
        {
            anyhow::bail!("--svg and --gif name the same file; give each its own");
        }
        for (name, target) in [("svg", &svg), ("gif", &gif)] {
            if target.as_ref().is_some_and(Target::is_stdout) {
                if let Some(other) =
                    ["json", "csv", "frames"].into_iter().find(|other| matches.get_flag(other))
                {
                    anyhow::bail!(
                        "--{name} - and --{other} both take standard output; give the picture a file"
                    );
                }
                if name == "gif" && std::io::stdout().is_terminal() {
                    anyhow::bail!(
                        "a GIF can't be shown in a terminal; write it to a file or pipe it to another program"
                    );
                }
            }
        }
        let table = match (matches.get_flag("csv"), matches.get_flag("frames")) {
            (true, _) => Some(Table::Csv),
            (_, true) => Some(Table::Frames { ascii: matches.get_flag("ascii") }),
            _ => None,
        };
        Ok(Exports {
            table,
            most_moves: matches.get_one("moves").copied().unwrap_or(u64::MAX),
            svg,
            gif,
            sheet: matches.get_flag("sheet"),
            theme: matches.get_one("theme").copied().unwrap_or_default(),
            scale: matches.get_one("scale").copied().unwrap_or(1.0),
        })
    }

    /// Whether there is a file to be written.
    pub(crate) fn has_pictures(&self) -> bool {
        self.svg.is_some() || self.gif.is_some()
    }

    /// Whether a picture takes the place of the answer on standard output.
    pub(crate) fn takes_stdout(&self) -> bool {
        [&self.svg, &self.gif].into_iter().flatten().any(Target::is_stdout)
    }

    /// Whether anything is wanted at all.
    pub(crate) fn is_any(&self) -> bool {
        self.table.is_some() || self.has_pictures()
    }

    /// Writes the pictures; `says` tells whether to say so on standard output.
    pub(crate) fn write_pictures(
        &self,
        board: &dyn Board,
        line: &Line,
        title: &str,
        deadline: &Deadline,
        (says, progress): (bool, ProgressForm),
    ) -> anyhow::Result<()> {
        if !self.has_pictures() {
            return Ok(());
        }
        let moves = line.whole().map_err(|moves| PictureError::TooLong { moves })?;
        let options = Options {
            theme: self.theme,
            title: title.to_owned(),
            deadline: Some(deadline.clone()),
            ..Options::default()
        };
        let film = Film::new(board, moves, &options)?;
        let mut written: Vec<(&Target, u64)> = Vec::new();
        if let Some(target) = &self.svg {
            let size = target.write(|out| {
                let out = &mut Timely { out, deadline };
                match self.sheet {
                    true => Ok(sheet::write(&film, out)?),
                    false => Ok(svg::write(&film, out)?),
                }
            })?;
            written.push((target, size));
        }
        if let Some(target) = &self.gif {
            written.push((target, target.write(|out| draw(&film, self.scale, out, deadline, progress))?));
        }
        if says {
            let (style, mut out) = show::for_people();
            for (target, size) in written.into_iter().filter(|(target, _)| !target.is_stdout()) {
                let path = target.path.display().to_string();
                let said = format!("Picture: {}, {}.", printable(&path), show::bytes(size));
                writeln!(out, "{}", style.faint(said))?;
            }
            out.flush()?;
        }
        Ok(())
    }
}

/// Draws a GIF, until the deadline.
fn draw(
    film: &Film,
    scale: f32,
    out: &mut dyn Write,
    deadline: &Deadline,
    progress: ProgressForm,
) -> anyhow::Result<()> {
    let mut reporter = Reporter::new(progress, deadline.clone());
    let drawn = gif::write(film, scale, out, &mut |done| {
        if reporter.is_due() {
            reporter.show(&of_film(done.moves, done.of));
        }
        match deadline.check() {
            Err(limit) => ControlFlow::Break(limit),
            Ok(()) => ControlFlow::Continue(()),
        }
    });
    reporter.clear();
    Ok(drawn?)
}

/// A file that is given up at the deadline.
struct Timely<'o> {
    out: &'o mut dyn Write,
    deadline: &'o Deadline,
}

impl Write for Timely<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.deadline.check().map_err(Stopped)?;
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What a picture is about: the puzzle, and the level by name if one was named.
pub(crate) fn title(entry: &dyn Entry, board: &dyn Board, matches: &ArgMatches) -> String {
    let title = show::title(entry, board);
    let named = input::level(matches).and_then(|name| catalogue::level_called(entry, &Setup::level(name)));
    let Some(level) = named else { return title };
    format!("{title}: {}", level.title_in(Language::English))
}
