//! The conversation: what each line does to the game, and what is answered.

use super::Boards;
use super::commands::{self, Command, WORDS};
use crate::app::Start;
use crate::board;
use crate::desk::refusal;
use crate::format;
use crate::keep::{Kept, Solved};
use crate::paint::{Depth, Letters, Paint, ascii};
use crate::surroundings::{COMPARE_TIME, HINT_TIME, Surroundings, seed};
use crate::words::{self, Phrase};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use telusur_puzzles::{Answer, Entry, Language, Setup, Status, Task, Wish, catalogue};
use telusur_search::{Algorithm, Cancel};
use telusur_session::{Judgement, Left, Seat, Session, Step};

const MOVES_MADE: Phrase = Phrase("{} made", "{} dibuat");
const TO_MOVE: Phrase = Phrase("player {} to move", "giliran pemain {}");
const LEGAL: Phrase = Phrase("Moves: {}", "Langkah: {}");
const NONE_LEGAL: Phrase = Phrase("There are no moves.", "Tidak ada langkah.");
const NO_GAME: Phrase = Phrase(
    "No game yet: 'new PUZZLE LEVEL' begins one.",
    "Belum ada permainan: 'baru TEKA-TEKI TINGKAT' memulainya.",
);
const HELP: Phrase = Phrase(
    "Write a move, or several with spaces between them, such as {}. Or one of these words:",
    "Tulis satu langkah, atau beberapa dengan spasi, misalnya {}. Atau salah satu kata ini:",
);
const HELP_HINT: Phrase = Phrase("'help' lists what can be said.", "'bantuan' menyebutkan semua kata.");
const NOT_THAT: Phrase = Phrase("'{}' is not possible: {}", "'{}' tidak mungkin: {}");
const SOLUTION: Phrase = Phrase("Moves: {}", "Langkah: {}");
const MORE_MOVES: Phrase =
    Phrase("… and {} more; 'next' follows them.", "… dan {} lagi; 'lanjut' mengikutinya.");
const NO_SUCH_POSITION: Phrase = Phrase("There is no such position.", "Tidak ada posisi seperti itu.");
const KEPT: Phrase = Phrase("The game is kept.", "Permainan tersimpan.");
const LANGUAGES: Phrase =
    Phrase("Say 'language en' or 'language id'.", "Katakan 'bahasa en' atau 'bahasa id'.");
const SEATED: Phrase = Phrase("Player {}: {}", "Pemain {}: {}");

/// Moves of a solution that are written out.
const MOST_WRITTEN: usize = 200;
/// Lines of the tree that are written.
const MOST_ROWS: usize = 200;
/// Columns of drawn boards.
const WIDTH: u16 = 78;

pub(super) struct Talk<'t> {
    with: Surroundings,
    session: Option<Session>,
    boards: Boards,
    ascii: bool,
    output: &'t mut dyn Write,
    touched: Instant,
}

impl<'t> Talk<'t> {
    pub(super) fn new(with: Surroundings, boards: Boards, ascii: bool, output: &'t mut dyn Write) -> Self {
        let touched = Instant::now();
        Talk { with, session: None, boards, ascii, output, touched }
    }

    fn language(&self) -> Language {
        self.with.language
    }

    /// Writes lines.
    fn say(&mut self, text: &str) -> io::Result<()> {
        // What was typed is quoted in answers, and must not command the terminal.
        let plain = |letter: char| match (letter.is_control(), self.ascii) {
            (true, _) => '?',
            (_, true) => ascii(letter),
            _ => letter,
        };
        for line in text.lines() {
            writeln!(self.output, "{}", line.chars().map(plain).collect::<String>())?;
        }
        Ok(())
    }

    fn phrase(&mut self, phrase: Phrase, parts: &[&str]) -> io::Result<()> {
        let text = phrase.fill(self.language(), parts);
        self.say(&text)
    }

    pub(super) fn begin(&mut self, start: Start) -> io::Result<()> {
        match start {
            Start::Menu => self.list_puzzles()?,
            Start::Levels(entry) => self.list_levels(entry)?,
            Start::Game(session) => self.play_new(*session)?,
            Start::Kept(key) => match self.with.keeper.open(&key) {
                Ok(session) => {
                    self.session = Some(session);
                    self.learn();
                    self.show()?;
                }
                Err(error) => self.say(&error.to_string())?,
            },
        }
        self.phrase(HELP_HINT, &[])
    }

    pub(super) fn prompt(&mut self, is_wanted: bool) -> io::Result<()> {
        if is_wanted {
            write!(self.output, "> ")?;
        }
        self.output.flush()
    }

    pub(super) fn end(&mut self) -> io::Result<()> {
        if let Some(session) = &self.session
            && session.board().status() == Status::Playing
            && session.positions() > 1
        {
            self.phrase(KEPT, &[])?;
        }
        self.output.flush()
    }

    /// Answers a line; whether it was the last.
    pub(super) fn hear(&mut self, line: &str) -> io::Result<bool> {
        self.with.now = Instant::now();
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match commands::find(first) {
            None if first.is_empty() || first.starts_with('#') => {}
            None => self.play(line)?,
            Some(Command::Quit) => return Ok(true),
            Some(command) => self.command(command, rest.trim())?,
        }
        Ok(false)
    }

    fn command(&mut self, command: Command, rest: &str) -> io::Result<()> {
        match command {
            Command::Help => return self.help(),
            Command::Language => return self.change_language(rest),
            Command::New => return self.new_game(rest),
            Command::Levels if self.session.is_none() => return self.list_puzzles(),
            Command::Sentences => {
                self.boards = match self.boards {
                    Boards::Drawn => Boards::Sentences,
                    Boards::Sentences => Boards::Drawn,
                };
                return self.show();
            }
            _ => {}
        }
        let language = self.language();
        let Some(session) = &mut self.session else { return self.phrase(NO_GAME, &[]) };
        match command {
            Command::Board => self.show(),
            Command::Moves => {
                let moves = session.board().moves();
                match moves.is_empty() {
                    true => self.phrase(NONE_LEGAL, &[]),
                    false => self.phrase(LEGAL, &[&moves.join(" ")]),
                }
            }
            Command::Undo => {
                let undone = session.undo_line() || session.undo_turn();
                self.walked(undone, words::NOTHING_TO_UNDO)
            }
            Command::Redo => {
                let redone = session.redo();
                self.walked(redone, words::NOTHING_TO_REDO)
            }
            Command::Next => {
                let times = rest.parse::<usize>().unwrap_or(1).max(1);
                let made = (0..times).take_while(|_| session.redo()).count();
                self.walked(made > 0, words::NOTHING_TO_REDO)
            }
            Command::Restart => {
                let restarted = session.restart();
                self.walked(restarted, words::NOTHING_TO_RESTART)
            }
            Command::Go => {
                let node = rest.parse().ok().and_then(|number| session.node(number));
                let went = node.is_some_and(|node| session.go(node));
                self.walked(went, NO_SUCH_POSITION)
            }
            Command::Save => {
                let text = session.save();
                self.say(&text)
            }
            Command::Levels => {
                let entry = session.entry();
                self.list_levels(entry)
            }
            Command::Make => {
                let difficulty = rest.parse().ok().filter(|level| (1..=10).contains(level));
                let wish = Wish { seed: seed(), difficulty, ..Wish::default() };
                let name = session.entry().name();
                self.say(words::MAKING.say(language))?;
                match Session::generate(name, wish) {
                    Ok(session) => self.play_new(session),
                    Err(error) => self.say(&error.to_string()),
                }
            }
            Command::Hint => self.hint(),
            Command::Judge => self.judge(),
            Command::Solve => self.solve(),
            Command::Compare => self.compare(),
            Command::Tree => self.tree(),
            Command::Opponent => self.opponent(rest),
            Command::Help | Command::Language | Command::New | Command::Sentences | Command::Quit => Ok(()),
        }
    }

    fn help(&mut self) -> io::Result<()> {
        let moves = self.session.as_ref().map(|session| session.board().moves()).unwrap_or_default();
        let example = moves.first().map_or("A>C", String::as_str).to_owned();
        self.phrase(HELP, &[&example])?;
        let language = self.language();
        for word in WORDS {
            let name = language.choose(word.names[0], word.names[1]);
            let short = word.names.get(2).map_or(String::new(), |short| format!(", {short}"));
            let call = format!("{name} {}", word.more.say(language));
            self.say(&format!("  {:<26}{}{short}", call.trim_end(), word.does.say(language)))?;
        }
        Ok(())
    }

    fn change_language(&mut self, tag: &str) -> io::Result<()> {
        match tag.parse::<Language>() {
            Ok(language) => {
                self.with.language = language;
                self.with.keeper.set("language", language.tag());
                self.show()
            }
            Err(_) => self.phrase(LANGUAGES, &[]),
        }
    }

    fn list_puzzles(&mut self) -> io::Result<()> {
        let language = self.language();
        for entry in catalogue::all() {
            self.say(&format!(
                "{}: {}. {}",
                entry.name(),
                entry.title_in(language),
                entry.summary_in(language)
            ))?;
        }
        self.phrase(NO_GAME, &[])
    }

    fn list_levels(&mut self, entry: &'static dyn Entry) -> io::Result<()> {
        let solved = self.with.keeper.solved();
        for level in entry.levels() {
            let mark = if solved.contains(&(entry.name(), level.name)) { " *" } else { "" };
            let best = level.optimum.first().map_or(String::new(), |(metric, best)| {
                format!(" ({})", telusur_session::words::counted(&(*best).into(), metric, self.language()))
            });
            self.say(&format!("{}{mark}: {}{best}", level.name, words::title(level.title, self.language())))?;
        }
        self.phrase(NO_GAME, &[])
    }

    fn new_game(&mut self, rest: &str) -> io::Result<()> {
        let (first, level) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let (entry, level) = match (catalogue::find(first), &self.session) {
            (Some(entry), _) => (entry, level.trim()),
            (None, Some(session)) => (session.entry(), rest),
            (None, None) => return self.list_puzzles(),
        };
        let setup = if level.is_empty() { Setup::default() } else { Setup::level(level) };
        match Session::open(entry.name(), &setup) {
            Ok(session) => self.play_new(session),
            Err(error) => self.say(&error.to_string()),
        }
    }

    fn play_new(&mut self, session: Session) -> io::Result<()> {
        let language = self.language();
        let level = session
            .level()
            .map_or_else(String::new, |level| format!(": {}", words::title(level.title, language)));
        self.say(&format!("{}{level}", session.entry().title_in(language)))?;
        if let Err(error) = self.with.keeper.begin(&session) {
            self.phrase(words::NOT_KEPT, &[&error.to_string()])?;
        }
        self.session = Some(session);
        self.touched = Instant::now();
        self.learn();
        self.show()?;
        self.machines_play()
    }

    /// The board and how it stands.
    fn show(&mut self) -> io::Result<()> {
        let language = self.language();
        let Some(session) = &self.session else { return self.list_puzzles() };
        let picture = session.board().picture();
        let paint = Paint {
            letters: if self.ascii { Letters::Ascii } else { Letters::Unicode },
            depth: Depth::None,
            ..Paint::default()
        };
        let board = match self.boards {
            Boards::Drawn => board::lines(&picture, &paint, WIDTH).join("\n"),
            Boards::Sentences => {
                format!("{}.", words::begun(picture.description.in_language(language).trim_end_matches('.')))
            }
        };
        let metric = session.board().metric();
        let made = telusur_session::words::counted(&session.moves_made().into(), metric, language);
        let mut parts = vec![MOVES_MADE.fill(language, &[&made])];
        match session.board().turn() {
            None => {
                let left = session.outlook(&self.with.knowledge).left;
                parts.extend(left.map(|left| telusur_session::words::left(&left, metric, language)));
            }
            Some((turn, _)) if session.board().status() == Status::Playing => {
                parts.push(TO_MOVE.fill(language, &[&(turn + 1).to_string()]));
            }
            Some(_) => {}
        }
        let optimum = session.optimum(&self.with.knowledge);
        let standing = words::standing(session, optimum.as_ref(), language);
        self.say(&board)?;
        self.say(&format!("{}.", parts.join(", ")))?;
        match standing {
            Some((_, text)) => self.say(&text),
            None => Ok(()),
        }
    }

    /// Makes the table of a small level, so that what is left can be told.
    fn learn(&self) {
        let Some(session) = &self.session else { return };
        if session.board().turn().is_none() && session.outlook(&self.with.knowledge).left.is_none() {
            let mut nobody = ();
            let mut task = self.task(Algorithm::Auto, Some(self.with.limits.look), &mut nobody);
            self.with.knowledge.learn(session.start(), &mut task);
        }
    }

    /// Makes the moves of a line, up to the first that can't be made.
    fn play(&mut self, line: &str) -> io::Result<()> {
        for text in line.split_whitespace().flat_map(|word| word.split(',')).filter(|text| !text.is_empty()) {
            let Some(session) = &mut self.session else { return self.phrase(NO_GAME, &[]) };
            let was_solved = session.board().status().is_solved();
            session.add_time(self.touched.elapsed().min(Duration::from_secs(60)));
            self.touched = Instant::now();
            if let Err(error) = session.play(text) {
                let why = refusal(&error, self.with.language);
                // The board's own sentence names the move already.
                return match why.contains(text) {
                    true => self.say(&why),
                    false => self.phrase(NOT_THAT, &[text, &why]),
                };
            }
            let optimum = session.optimum(&self.with.knowledge);
            let solved = Solved::by_hand(session, was_solved, optimum.as_ref());
            self.keep(solved)?;
            self.machines_play_quietly()?;
        }
        self.show()
    }

    fn keep(&mut self, solved: Option<Solved>) -> io::Result<()> {
        let Some(session) = &self.session else { return Ok(()) };
        match self.with.keeper.keep(session, solved) {
            Ok(Kept::Yes) => Ok(()),
            Ok(Kept::MovedOn) => match self.with.keeper.reopen() {
                Ok(session) => {
                    self.session = Some(session);
                    self.phrase(words::MOVED_ON, &[])
                }
                Err(error) => self.phrase(words::NOT_KEPT, &[&error.to_string()]),
            },
            Err(error) => self.phrase(words::NOT_KEPT, &[&error.to_string()]),
        }
    }

    fn walked(&mut self, has_moved: bool, nothing: Phrase) -> io::Result<()> {
        if !has_moved {
            return self.phrase(nothing, &[]);
        }
        self.keep(None)?;
        self.show()
    }

    /// Machine players make their moves; whether there were any.
    fn machines_play_quietly(&mut self) -> io::Result<bool> {
        let mut has_played = false;
        while let Some(session) = &mut self.session
            && session.machine_to_move().is_some()
        {
            let seed = session.played().as_nanos() as u64;
            match session.reply(None, seed) {
                Ok(text) => self.phrase(words::MACHINE_TOOK, &[&text])?,
                Err(error) => {
                    self.say(&error.to_string())?;
                    break;
                }
            }
            has_played = true;
            self.keep(None)?;
        }
        Ok(has_played)
    }

    fn machines_play(&mut self) -> io::Result<()> {
        match self.machines_play_quietly()? {
            true => self.show(),
            false => Ok(()),
        }
    }

    fn task<'n>(&self, algorithm: Algorithm, most: Option<Duration>, nobody: &'n mut ()) -> Task<'n> {
        self.with.limits.task(algorithm, most, &Cancel::new(), nobody)
    }

    fn hint(&mut self) -> io::Result<()> {
        let language = self.language();
        let mut nobody = ();
        let mut task = self.task(Algorithm::Auto, Some(HINT_TIME), &mut nobody);
        let Some(session) = &self.session else { return Ok(()) };
        let metric = session.board().metric();
        match session.hint(&self.with.knowledge, &mut task) {
            Err(none) => self.say(&telusur_session::words::no_hint(&none, language)),
            Ok(hint) => {
                let why = telusur_session::words::hint(&hint, metric, language);
                self.phrase(words::TRY, &[&hint.text, &why])
            }
        }
    }

    fn judge(&mut self) -> io::Result<()> {
        let language = self.language();
        let mut nobody = ();
        let mut task = self.task(Algorithm::Auto, Some(HINT_TIME), &mut nobody);
        let Some(session) = &self.session else { return Ok(()) };
        let is_game = session.board().turn().is_some();
        let metric = session.board().metric();
        let analysis = session.analysis(&self.with.knowledge, &mut task);
        let lines: Vec<String> = analysis
            .moves
            .iter()
            .map(|judged| {
                let words = telusur_session::words::judgement(judged.judgement, is_game, language);
                let left = judged
                    .left
                    .as_ref()
                    .filter(|left| !(**left == Left::Never && judged.judgement == Judgement::Loses));
                let left = left.map_or(String::new(), |left| {
                    format!(", {}", telusur_session::words::left(left, metric, language))
                });
                format!("{}: {words}{left}", judged.text)
            })
            .collect();
        self.say(&lines.join("\n"))
    }

    fn solve(&mut self) -> io::Result<()> {
        let language = self.language();
        let mut nobody = ();
        let task = self.task(self.with.limits.algorithm, None, &mut nobody);
        let Some(session) = &mut self.session else { return Ok(()) };
        let metric = session.board().metric();
        let answer = match session.board().solve(task) {
            Ok(answer) => answer,
            Err(error) => return self.say(&error.to_string()),
        };
        let claim = telusur_session::words::claim(&answer, metric, language);
        let (moves, more) = match &answer {
            Answer::Game(game) => {
                let why = words::begun(game.why.in_language(language).trim_end_matches('.'));
                self.say(&claim)?;
                if !why.is_empty() {
                    self.say(&format!("{why}."))?;
                }
                return match game.winning_moves.is_empty() {
                    true => Ok(()),
                    false => self.phrase(SOLUTION, &[&game.winning_moves.join(" ")]),
                };
            }
            Answer::Path(path) => {
                let room = telusur_session::MOST_POSITIONS.saturating_sub(session.positions());
                let moves = &path.moves[..path.moves.len().min(room)];
                if let Err(error) = session.add_line(moves) {
                    return self.say(&error.to_string());
                }
                let written = path.moves.len().min(MOST_WRITTEN);
                let more =
                    path.length.as_ref().map_or(0u8.into(), |length| length - length.min(&written.into()));
                (path.moves[..written].join(" "), more)
            }
        };
        self.keep(None)?;
        self.say(&claim)?;
        if !moves.is_empty() {
            self.phrase(SOLUTION, &[&moves])?;
        }
        match more == 0u8.into() {
            true => Ok(()),
            false => self.phrase(MORE_MOVES, &[&format::large(&more, language)]),
        }
    }

    fn compare(&mut self) -> io::Result<()> {
        let language = self.language();
        let Some(session) = &self.session else { return Ok(()) };
        let board = session.board().boxed();
        for algorithm in board.algorithms().into_iter().filter(|&known| known != Algorithm::Auto) {
            let mut nobody = ();
            let task = self.task(algorithm, Some(COMPARE_TIME), &mut nobody);
            let line = match board.solve(task) {
                Err(error) => format!("{algorithm}: {error}"),
                Ok(answer) => {
                    let stats = match &answer {
                        Answer::Path(path) => &path.stats,
                        Answer::Game(game) => &game.stats,
                    };
                    let claim = telusur_session::words::claim(&answer, board.metric(), language);
                    let cost = [
                        format::grouped(stats.expanded, language),
                        format::bytes(stats.peak_bytes, language),
                        format::duration(stats.elapsed, language),
                    ];
                    let states = language.choose("states", "keadaan");
                    format!("{algorithm}: {claim} {} {states}, {}, {}.", cost[0], cost[1], cost[2])
                }
            };
            self.say(&line)?;
            self.output.flush()?;
        }
        Ok(())
    }

    /// Every position with its number, the one that it came from, and the step between them.
    fn tree(&mut self) -> io::Result<()> {
        let Some(session) = &self.session else { return Ok(()) };
        let first = session.positions().saturating_sub(MOST_ROWS).max(1);
        let here = session.here();
        let mut lines = vec![format!("0{}", if here.number() == 0 { " *" } else { "" })];
        if first > 1 {
            lines.push("…".to_owned());
        }
        for node in (first..session.positions()).filter_map(|number| session.node(number)) {
            let Some((from, step)) = session.came(node) else { continue };
            let step = match step {
                Step::Move(text) => text.as_str(),
                Step::Restart => "restart",
            };
            let mark = if node == here { " *" } else { "" };
            lines.push(format!("{}: {} {step}{mark}", node.number(), from.number()));
        }
        self.say(&lines.join("\n"))
    }

    fn opponent(&mut self, rest: &str) -> io::Result<()> {
        let Some(session) = &mut self.session else { return Ok(()) };
        let mut words = rest.split_whitespace();
        if let Some(name) = words.next() {
            let seat = words.next().and_then(|seat| seat.parse::<u32>().ok()).unwrap_or(2);
            let who = match name {
                "person" | "orang" => Seat::Person,
                machine => Seat::Machine(machine.to_owned()),
            };
            if let Err(error) = session.set_seat(seat.saturating_sub(1), who) {
                return self.say(&error.to_string());
            }
            self.keep(None)?;
        }
        let Some(session) = &self.session else { return Ok(()) };
        let mut lines = Vec::new();
        for (i, seat) in session.seats().iter().enumerate() {
            let name = match seat {
                Seat::Person => self.with.language.choose("person", "orang"),
                Seat::Machine(name) => name,
            };
            lines.push(SEATED.fill(self.with.language, &[&(i + 1).to_string(), name]));
        }
        if rest.is_empty() {
            lines.extend(session.start().opponents().iter().map(|(name, does)| format!("  {name}: {does}")));
        }
        self.say(&lines.join("\n"))?;
        self.machines_play()
    }
}
