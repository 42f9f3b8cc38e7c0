//! `--disk`, `--resume`, `--processes` and `--hosts`: spaces that are searched on disk and by several processes.

mod arguments;
mod launch;
mod line;
mod status;

pub(crate) use arguments::{arguments, resume_command, status_command, turn_directory_command};
pub(crate) use status::run as status;

use crate::device::Ran;
use crate::exit::{Exit, Interrupted, complain};
use crate::progress::ProgressForm;
use crate::search::Search;
use crate::{explore, interrupt, show};
use anyhow::{Context, bail};
use clap::ArgMatches;
use launch::Children;
use line::Watch;
use num_bigint::BigUint;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;
use telusur_explore::{Explored, Identity, Options, Stop, Team, identity_of};
use telusur_puzzles::{Board, Entry, PackedBoard, PathAnswer, Setup, Survey, catalogue};
use telusur_search::{Algorithm, Claim, Limit, Stats};

/// A search on disk as the command line asks for it.
pub(crate) struct OnDisk<'m> {
    entry: &'m dyn Entry,
    board: &'m dyn Board,
    dir: PathBuf,
    matches: &'m ArgMatches,
    resume: bool,
    for_goal: bool,
}

impl<'m> OnDisk<'m> {
    /// If `--disk` is given.
    pub(crate) fn of(
        entry: &'m dyn Entry,
        board: &'m dyn Board,
        matches: &'m ArgMatches,
        for_goal: bool,
    ) -> Option<Self> {
        let dir = matches.try_get_one::<PathBuf>("disk").ok().flatten()?.clone();
        Some(OnDisk { entry, board, dir, matches, resume: false, for_goal })
    }
}

/// The board as its own texts describe it: what a later run opens.
fn reopened(entry: &dyn Entry, board: &dyn Board) -> anyhow::Result<(Box<dyn Board>, Identity)> {
    let mut identity = Identity::default().with("puzzle", entry.name()).with("level", board.text());
    let mut setup = Setup::level(&board.text());
    for (name, value) in board.options() {
        setup = setup.with(&name, &value);
        identity = identity.with(&format!("option {name}"), value);
    }
    let again = entry.open(&setup).context("the level can't be written down")?;
    Ok((again, identity.with("metric", board.metric().many)))
}

/// The board that a directory explores.
fn described(identity: &Identity) -> anyhow::Result<(&'static dyn Entry, Box<dyn Board>)> {
    let puzzle = identity.get("puzzle").context("the directory names no puzzle")?;
    let entry = catalogue::find(puzzle).with_context(|| format!("there is no puzzle '{puzzle}'"))?;
    let mut setup = Setup::level(identity.get("level").unwrap_or_default());
    for (name, value) in &identity.0 {
        if let Some(name) = name.strip_prefix("option ") {
            setup = setup.with(name, value);
        }
    }
    Ok((entry, entry.open(&setup)?))
}

/// `explore --resume DIR`.
pub(crate) fn resume(matches: &ArgMatches) -> anyhow::Result<Exit> {
    let dir = matches.get_one::<PathBuf>("resume").context("no directory is named")?.clone();
    let identity = identity_of(&dir)?;
    let for_goal = is_solving(&identity);
    let is_member = matches.get_one::<String>("join").is_some();
    if is_member {
        interrupt::obey_leader();
    }
    if for_goal && !is_member && matches.get_one::<PathBuf>("hosts").is_none() {
        bail!("{} belongs to 'telusur solve': repeat that command to go on", dir.display());
    }
    let (entry, board) = described(&identity)?;
    let on_disk = OnDisk { entry, board: &*board, dir, matches, resume: true, for_goal };
    let mut search = Search::for_survey(matches);
    if is_member {
        // A process that another one has started says nothing.
        let (found, _) = on_disk.search(&mut search)?;
        return Ok(if found.stopped.is_none() { Exit::Done } else { Exit::Stopped });
    }
    on_disk.explore(&mut search)
}

impl OnDisk<'_> {
    /// Who takes part.
    fn team(&self, search: &mut Search, children: &Children) -> anyhow::Result<Team> {
        let processes = self.matches.get_one::<u64>("processes").map_or(1, |&n| n as usize);
        let process = self.matches.get_one::<u64>("process").map(|&n| n as usize);
        if let Some(leader) = self.matches.try_get_one::<String>("join").ok().flatten() {
            let leader = leader.clone();
            return Ok(Team::Follower { leader, process: process.unwrap_or(1), processes });
        }
        if let Some(hosts) = self.matches.get_one::<PathBuf>("hosts") {
            let addresses = hosts_in(hosts)?;
            let Some(process) = process else {
                bail!("--hosts needs --process N, from 0, for this machine's line")
            };
            if process >= addresses.len() {
                bail!(
                    "there is no process {process}: {} has {}",
                    hosts.display(),
                    show::counted(addresses.len(), "line")
                );
            }
            return Ok(Team::Hosts { addresses, process });
        }
        if processes == 1 {
            return Ok(Team::Alone);
        }
        let listener =
            TcpListener::bind("127.0.0.1:0").context("can't listen on this machine's own address")?;
        let task = search.task();
        children.prepare(&self.dir, processes, self.matches, task.threads, task.limits.bytes);
        Ok(Team::Leader { listener, processes, launch: Box::new(children.clone()) })
    }

    fn search(&self, search: &mut Search) -> anyhow::Result<(Explored, Box<dyn PackedBoard>)> {
        let (board, identity) = reopened(self.entry, self.board)?;
        let Some(packed) = board.as_bytes() else {
            bail!(
                "this level of {} can't be searched on disk: its states can't be packed",
                self.entry.name()
            );
        };
        let algorithm = search.task().algorithm;
        if !matches!(algorithm, Algorithm::Auto | Algorithm::Bfs) {
            bail!("{algorithm} does not work on disk: leave out --algorithm, or use bfs");
        }
        let children = Children::default();
        let team = self.team(search, &children)?;
        let is_first = team.process() == 0;
        let form = if is_first { search.progress } else { ProgressForm::None };
        let task = search.task();
        let options = Options {
            dir: self.dir.clone(),
            resume: self.resume,
            // Several processes of one machine share its cores.
            threads: task.threads,
            limits: task.limits.clone(),
            disk: self.matches.get_one::<u64>("disk-limit").copied(),
            stop_at_goal: self.for_goal,
            team,
        };
        let csv = self.matches.try_get_one::<PathBuf>("layers").ok().flatten().filter(|_| is_first);
        let mut watch = Watch::new(form, csv, &options, children.clone())?;
        let found = telusur_explore::explore(packed.space(), identity, options, &mut watch);
        watch.finish();
        children.finish();
        Ok((found?, packed))
    }

    /// How to go on.
    fn how_to_resume(&self) -> String {
        how_to_resume(&self.dir, self.for_goal)
    }

    /// The limit that stopped a search.
    fn limit(&self, found: &Explored) -> anyhow::Result<Option<Limit>> {
        match &found.stopped {
            None => Ok(None),
            Some(Stop::Limit(limit)) => Ok(Some(*limit)),
            Some(Stop::Failed(error)) => {
                Err(Interrupted(format!("{error}; {}", self.how_to_resume())).into())
            }
        }
    }

    /// Everything that can be reached.
    pub(crate) fn explore(&self, search: &mut Search) -> anyhow::Result<Exit> {
        let (found, packed) = self.search(search)?;
        search.finish();
        let stopped = self.limit(&found)?;
        let depths = found.depths();
        let farthest_count = if found.complete { depths.last().copied().unwrap_or(0) } else { 0 };
        let goal_distance = found.goal_distance();
        let last = found.layers.last();
        let traffic = last.map_or((0, 0), |layer| (layer.written, layer.read));
        let mut findings = vec![
            ("written to disk".to_owned(), show::bytes(traffic.0)),
            ("read from disk".to_owned(), show::bytes(traffic.1)),
        ];
        if found.edges() > 0 {
            let each = (traffic.0 + traffic.1) as f64 / found.edges() as f64;
            findings.push(("disk traffic".to_owned(), format!("{each:.2} bytes for each generated state")));
        }
        let survey = Survey {
            partial: 0,
            complete: found.complete,
            goals: found.goals(),
            goal_distance,
            goal_at_least: goal_distance.unwrap_or(depths.len() as u64),
            farthest: found.farthest.iter().map(|state| packed.text(state)).collect(),
            farthest_count,
            edges: Some(found.edges()),
            shortest_solutions: None,
            stopped,
            algorithm: Algorithm::Bfs,
            reason: "layers are kept on disk".to_owned(),
            findings,
            stats: search.total(stats(&found)),
            depths,
        };
        let exit = explore::print(self.entry, self.board, (&survey, &Ran::Processor), self.matches)?;
        if stopped.is_some() {
            complain(&self.how_to_resume());
        }
        Ok(exit)
    }

    /// A shortest solution.
    pub(crate) fn solve(&self, search: &mut Search) -> anyhow::Result<PathAnswer> {
        let (found, packed) = self.search(search)?;
        search.finish();
        let limit = self.limit(&found)?;
        if limit.is_some() {
            complain(&self.how_to_resume());
        }
        let depths = found.depths();
        let moves = match &found.path {
            None => None,
            Some(path) => {
                let moves = packed.moves(path);
                let moves =
                    moves.context("the layers on disk hold no path of legal moves; they are damaged")?;
                replay(self.board, &moves)?;
                Some(moves)
            }
        };
        let claim = match (&moves, found.complete) {
            (Some(_), _) => Claim::Optimal,
            (None, true) if found.goals() == 0 => Claim::Unsolvable,
            (None, _) => Claim::Stopped,
        };
        // A goal that is known but not how to get there: the layers say its distance all the same.
        let bound = found.goal_distance().unwrap_or(depths.len() as u64);
        Ok(PathAnswer {
            claim,
            length: moves.as_ref().map(|moves| BigUint::from(moves.len())),
            lower_bound: if claim == Claim::Unsolvable { BigUint::ZERO } else { BigUint::from(bound) },
            moves: moves.unwrap_or_default(),
            algorithm: Algorithm::Bfs,
            reason: "layers are kept on disk".to_owned(),
            why: None,
            limit,
            shortest_solutions: None,
            stats: search.total(stats(&found)),
            depths,
        })
    }

    /// Whether this is one of the processes of `--hosts` that is not the first.
    pub(crate) fn only_helps(&self) -> bool {
        let is_later = self.matches.get_one("process") > Some(&0u64);
        is_later && self.matches.get_one::<PathBuf>("hosts").is_some()
    }

    /// Searches with the others for a solution; the first process has the answer.
    pub(crate) fn help(&self, search: &mut Search) -> anyhow::Result<Exit> {
        let (found, _) = self.search(search)?;
        search.finish();
        match self.limit(&found)? {
            None => {
                complain("process 0 has the answer");
                Ok(Exit::Done)
            }
            Some(_) => {
                complain(&self.how_to_resume());
                Ok(Exit::Stopped)
            }
        }
    }
}

/// Whether a solution is searched for.
fn is_solving(identity: &Identity) -> bool {
    identity.get("task") == Some("solve")
}

/// How to go on in a directory.
fn how_to_resume(dir: &Path, for_goal: bool) -> String {
    match for_goal {
        true => "repeat the command to go on from the last complete layer".to_owned(),
        false => format!("go on with: telusur explore --resume {}", quoted(dir)),
    }
}

/// Plays a solution with checked moves.
fn replay(board: &dyn Board, moves: &[String]) -> anyhow::Result<()> {
    let mut at = board.boxed();
    for text in moves {
        at = at
            .play(text)
            .with_context(|| format!("the layers on disk lead to '{text}', which is no move"))?;
    }
    match at.status().is_solved() {
        true => Ok(()),
        false => bail!("the layers on disk lead to a position that is not solved; they are damaged"),
    }
}

fn stats(found: &Explored) -> Stats {
    // States of the last complete layer may not have been expanded.
    let expanded = found.layers.iter().rev().skip(1).map(|layer| layer.states).sum();
    Stats {
        expanded,
        generated: Some(found.edges()),
        stored: found.states(),
        peak_bytes: found.memory,
        elapsed: Duration::from_millis(found.layers.last().map_or(0, |layer| layer.millis)),
    }
}

/// A path as a shell takes it.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if text.chars().all(plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}

/// The addresses of a file, one `host:port` a line.
fn hosts_in(path: &Path) -> anyhow::Result<Vec<String>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("can't read '{}'", path.display()))?;
    let mut addresses: Vec<String> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = || format!("{}, line {}", path.display(), number + 1);
        let port =
            line.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port.parse::<u16>());
        if !matches!(port, Some(Ok(1..))) || line.contains(char::is_whitespace) {
            bail!("{}: '{line}' is no address; write host:port", place());
        }
        if addresses.iter().any(|other| other == line) {
            bail!("{}: '{line}' is there twice; every process has its own", place());
        }
        addresses.push(line.to_owned());
    }
    match addresses.is_empty() {
        true => bail!("{} has no line; write host:port, one for each process", path.display()),
        false => Ok(addresses),
    }
}
