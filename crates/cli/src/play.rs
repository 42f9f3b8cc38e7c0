//! `telusur play`: a game in the terminal, on the whole screen or line by line.

use crate::exit::{Exit, complain};
use crate::input::Source;
use crate::output::{self, Out};
use crate::tables::TableFolder;
use crate::{args, data, generate, input, interrupt, search, surroundings};
use anyhow::{anyhow, bail};
use clap::ArgMatches;
use std::fmt;
use std::io::{IsTerminal, Write};
use telusur_keep::{Store, StoreError};
use telusur_puzzles::{Entry, Language, Making};
use telusur_search::Deadline;
use telusur_session::{Keeper, Nowhere, Session};
use telusur_terminal::plain::Boards;
use telusur_terminal::{OpenGame, Options, SearchOptions, Start, plain};

/// Games that are looked through for the last one of a puzzle.
const LOOKED_THROUGH: u32 = 1000;

pub(crate) fn run(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let (entry, matches) = match matches.subcommand() {
        Some(_) => args::chosen(matches).map(|(entry, inner)| (Some(entry), inner))?,
        None => (None, matches),
    };
    let on_screen =
        std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !surroundings::is_dumb();
    let asked = matches.get_one::<Boards>("plain").copied();
    let (keeper, unkept) = keeper(matches)?;
    TableFolder::install(matches, true);
    let language = language(matches, &*keeper);
    let start = begin(entry, matches, &*keeper).map_err(|error| match &unkept {
        // Games that can't be read may be there all the same.
        Some(why) if error.is::<NoGame>() => anyhow!("{why}"),
        _ => error,
    })?;
    let search_options = search_options(matches);
    let ascii = matches.get_flag("ascii") || !surroundings::speaks_unicode();
    if on_screen && asked.is_none() {
        let paint = surroundings::paint(ascii);
        let mouse = !matches.get_flag("no-mouse");
        let ended =
            telusur_terminal::play(Options { language, paint, mouse, search_options, start }, keeper)?;
        let exit = if ended.is_interrupted { Exit::Stopped } else { Exit::Done };
        let text = match ended.left {
            OpenGame::Nothing => return Ok(exit),
            OpenGame::Kept => language.choose(
                "Your game is kept: 'telusur play --continue' goes on here, 'telusur' in the browser.",
                "Permainan Anda tersimpan: lanjutkan di sini dengan 'telusur play --continue', atau di peramban dengan 'telusur'.",
            ),
            OpenGame::Unkept => language.choose("Your game is not kept.", "Permainan Anda tidak tersimpan."),
        };
        output::print(format!("{text}\n"))?;
        return Ok(exit);
    }
    let prompt = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let options =
        plain::Options { language, boards: asked.unwrap_or_default(), ascii, search_options, prompt, start };
    // Every step is kept before it is answered, so the conversation may end between any two lines.
    interrupt::install(|| ())?;
    let mut out = Out::new();
    let is_understood = plain::talk(options, keeper, &mut std::io::stdin().lock(), &mut out)?;
    out.flush()?;
    // A person has been told and has gone on; a script has to be told at the end.
    Ok(if is_understood || prompt { Exit::Done } else { Exit::Bad })
}

/// The store of the page, or nothing and why: a disk that is full or can't be written to does not prevent play. A
/// file that must not be touched is refused where it is named, as it may be the wrong one.
fn keeper(matches: &ArgMatches) -> anyhow::Result<(Box<dyn Keeper>, Option<String>)> {
    let opened = data::directory_of(matches)
        .and_then(|directory| Ok(Store::open_durable(&directory, data::durability_of(matches))?));
    match opened {
        Ok(store) => Ok((Box::new(store), None)),
        Err(error) if matches.contains_id("data") && !has_no_room(&error) => Err(error),
        Err(error) => {
            let why = format!("games are not kept: {error:#}");
            complain(&why);
            Ok((Box::new(Nowhere), Some(format!("games can't be read: {error:#}"))))
        }
    }
}

/// Whether a store could not be opened because nothing can be written there, now or at all.
fn has_no_room(error: &anyhow::Error) -> bool {
    matches!(
        error.downcast_ref(),
        Some(StoreError::Place { .. } | StoreError::Full { .. } | StoreError::Failed(_))
    )
}

/// There is no game to continue.
#[derive(thiserror::Error)]
#[error("no game{} is kept yet; 'telusur play{}' begins one", self.of(), self.named())]
struct NoGame(Option<&'static dyn Entry>);

impl NoGame {
    fn of(&self) -> String {
        self.0.map(|entry| format!(" of {}", entry.about().title.0)).unwrap_or_default()
    }

    fn named(&self) -> String {
        self.0.map(|entry| format!(" {}", entry.name())).unwrap_or_default()
    }
}

impl fmt::Debug for NoGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NoGame").field(&self.0.map(Entry::name)).finish()
    }
}

fn begin(
    entry: Option<&'static dyn Entry>,
    matches: &ArgMatches,
    keeper: &dyn Keeper,
) -> anyhow::Result<Start> {
    let goes_on = matches.get_flag("continue");
    let Some(entry) = entry else {
        return if goes_on { latest(None, keeper) } else { Ok(Start::Menu) };
    };
    if input::level(matches) == Some("-") {
        bail!("the keyboard is needed for playing, so the level can't come from standard input; use --file");
    }
    if let Some(wish) = generate::daily(entry, matches)? {
        if goes_on || !input::own_options(entry.about().options, matches).is_empty() {
            bail!("the puzzle of the day is the same for everyone; leave out --continue and the options");
        }
        let deadline = Deadline::new(None, interrupt::cancel());
        let session = Session::generate(entry.name(), wish, &mut Making::new(deadline))?;
        return Ok(Start::Game(Box::new(session.with_usual_seats())));
    }
    let chosen = matches.contains_id("level") || matches.contains_id("file");
    let is_shaped = chosen || !input::own_options(entry.about().options, matches).is_empty();
    match (goes_on, is_shaped) {
        (true, true) => bail!("--continue goes on with a game as it is; leave out the level and its options"),
        (true, false) => return latest(Some(entry), keeper),
        (false, false) => return Ok(Start::Levels(entry)),
        (false, true) => {}
    }
    let mut level = Source::of(matches)?.read(entry, matches)?;
    level.open(entry, matches)?;
    Ok(Start::Game(Box::new(Session::open(entry.name(), &level.file.setup)?.with_usual_seats())))
}

/// The game that was played last, of one puzzle or of all.
fn latest(entry: Option<&'static dyn Entry>, keeper: &dyn Keeper) -> anyhow::Result<Start> {
    let fits = |puzzle: &str| entry.is_none_or(|entry| entry.name() == puzzle);
    let latest = keeper.recent(LOOKED_THROUGH)?.into_iter().find(|game| fits(&game.puzzle));
    match latest {
        Some(game) => Ok(Start::Kept(game.key)),
        None => Err(NoGame(entry).into()),
    }
}

fn search_options(matches: &ArgMatches) -> SearchOptions {
    SearchOptions {
        budget: search::budget(matches),
        threads: search::threads(matches),
        algorithm: matches.get_one("algorithm").copied().unwrap_or_default(),
        ..SearchOptions::default()
    }
}

/// The language asked for, or chosen before, or that of the system.
fn language(matches: &ArgMatches, keeper: &dyn Keeper) -> Language {
    let given = matches.get_one::<Language>("language").copied();
    let kept = || keeper.setting("language").ok().flatten().and_then(|tag| tag.parse().ok());
    given.or_else(kept).unwrap_or_else(surroundings::language)
}
