//! `--svg`, `--gif`, `--sheet`, `--theme`, `--csv` and `--frames`: a solution as pictures to share and as tables.

use crate::line::Line;
use crate::progress::Reel;
use crate::show::{self, Style};
use crate::table::Table;
use crate::target::Target;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, ValueHint, value_parser};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use telusur_pictures::{Film, Options, PictureError, gif, sheet, svg};
use telusur_puzzles::{Board, Entry, Language, printable};
use telusur_search::Cancel;
use telusur_session::palette::Theme;

const PICTURES: &str = "Pictures and tables";

/// Adds the arguments.
pub(crate) fn arguments(command: Command) -> Command {
    let file = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("FILE")
            .value_parser(value_parser!(PathBuf))
            .value_hint(ValueHint::FilePath)
            .help_heading(PICTURES)
            .help(help)
    };
    let switch = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help_heading(PICTURES).help(help)
    };
    let themes = PossibleValuesParser::new(["light", "dark"]).map(|theme| match theme.as_str() {
        "dark" => Theme::Dark,
        _ => Theme::Light,
    });
    command
        .arg(file("svg", "Also write the solution as an animated SVG picture"))
        .arg(file("gif", "Also write the solution as an animated GIF"))
        .group(ArgGroup::new("pictures").args(["svg", "gif"]).multiple(true))
        .arg(switch("sheet", "Let --svg show every position on one sheet instead, for print").requires("svg"))
        .arg(
            Arg::new("theme")
                .long("theme")
                .value_name("THEME")
                .value_parser(themes)
                .requires("pictures")
                .help_heading(PICTURES)
                .help("Colours of pictures [default: light]"),
        )
        .arg(
            Arg::new("scale")
                .long("scale")
                .value_name("FACTOR")
                .value_parser(scale)
                .requires("gif")
                .help_heading(PICTURES)
                .help("Size of a GIF against its usual one, from 0.25 to 4 [default: 1]"),
        )
        .arg(
            switch("csv", "Print every position as a row: step, move, position, moves left")
                .conflicts_with_all(["frames", "json", "quiet"]),
        )
        .arg(
            switch("frames", "Print every position as a board of text, with its step and move")
                .conflicts_with_all(["json", "quiet"]),
        )
        .arg(switch("ascii", "Let --frames draw with ASCII characters only").requires("frames"))
}

/// A factor within reason.
fn scale(text: &str) -> Result<f32, String> {
    let factor = text.trim().parse::<f32>().ok().filter(|factor| (0.25..=4.0).contains(factor));
    factor.ok_or_else(|| "a number from 0.25 to 4 is wanted".to_owned())
}

/// What is wanted besides, or instead of, the usual answer.
pub(crate) struct Exports {
    /// Positions on standard output, instead of the answer.
    pub(crate) table: Option<Table>,
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
        let table = match (matches.get_flag("csv"), matches.get_flag("frames")) {
            (true, _) => Some(Table::Csv),
            (_, true) => Some(Table::Frames { ascii: matches.get_flag("ascii") }),
            _ => None,
        };
        Ok(Exports {
            table,
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
        cancel: &Cancel,
        (says, watched): (bool, bool),
    ) -> anyhow::Result<()> {
        if !self.has_pictures() {
            return Ok(());
        }
        let moves = line.whole().map_err(|moves| PictureError::TooLong { moves })?;
        let options = Options { theme: self.theme, title: title.to_owned(), ..Options::default() };
        let film = Film::new(board, moves, &options)?;
        let mut written: Vec<(&Target, u64)> = Vec::new();
        if let Some(target) = &self.svg {
            let size = target.write(|out| match self.sheet {
                true => Ok(sheet::write(&film, out)?),
                false => Ok(svg::write(&film, out)?),
            })?;
            written.push((target, size));
        }
        if let Some(target) = &self.gif {
            written.push((target, target.write(|out| draw(&film, self.scale, out, cancel, watched))?));
        }
        if says {
            let style = Style::of_stdout();
            let mut out = std::io::stdout().lock();
            for (target, size) in written {
                let path = target.path.display().to_string();
                let said = format!("Picture: {}, {}.", printable(&path), show::bytes(size));
                writeln!(out, "{}", style.faint(said))?;
            }
        }
        Ok(())
    }
}

/// Draws a GIF; Ctrl-C ends it.
fn draw(film: &Film, scale: f32, out: &mut dyn Write, cancel: &Cancel, watched: bool) -> anyhow::Result<()> {
    let reel = Reel::new(watched);
    let drawn = gif::write(film, scale, out, &mut |done| {
        reel.show(done.moves, done.of);
        match cancel.is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    reel.clear();
    Ok(drawn?)
}

/// What a picture is about: the puzzle, and the level by name if one was named.
pub(crate) fn title(entry: &dyn Entry, level: Option<&str>) -> String {
    let named = level.and_then(|name| entry.levels().iter().find(|level| level.name == name));
    let Some(level) = named else { return entry.title().to_owned() };
    format!("{}: {}", entry.title(), level.title_in(Language::English))
}
