//! The conversation: what each line does to the game, and what is answered.

mod answers;
mod lists;

use super::Boards;
use super::commands::{self, Command};
use crate::app::Start;
use crate::desk::refusal;
use crate::keep::{Kept, Solved};
use crate::paint::ascii;
use crate::surroundings::{LONGEST_THOUGHT, Surroundings, seed};
use crate::words::{self, Phrase};
use std::io::{self, Write};
use std::time::Instant;
use telusur_puzzles::{Language, Setup, Status, Wish, catalogue};
use telusur_session::{Seat, Session};

const TOO_LARGE: Phrase =
    Phrase("This board is too large to be drawn here.", "Papan ini terlalu besar untuk digambar di sini.");
/// Letters of a board as a sentence.
const LONGEST_SENTENCE: usize = 4000;
const MOVES_MADE: Phrase = Phrase("{} made", "{} dibuat");
const TO_MOVE: Phrase = Phrase("player {} to move", "giliran pemain {}");
const LEGAL: Phrase = Phrase("Moves: {}", "Langkah: {}");
const NONE_LEGAL: Phrase = Phrase("There are no moves.", "Tidak ada langkah.");
const NO_GAME: Phrase = Phrase(
    "No game yet: 'new PUZZLE LEVEL' begins one.",
    "Belum ada permainan: 'baru TEKA-TEKI TINGKAT' memulainya.",
);
const HELP_HINT: Phrase = Phrase("'help' lists what can be said.", "'bantuan' menyebutkan semua kata.");
const NOT_THAT: Phrase = Phrase("'{}' is not possible: {}", "'{}' tidak mungkin: {}");
const NO_SUCH_POSITION: Phrase = Phrase("There is no such position.", "Tidak ada posisi seperti itu.");
const KEPT: Phrase = Phrase("The game is kept.", "Permainan tersimpan.");
const LANGUAGES: Phrase =
    Phrase("Say 'language en' or 'language id'.", "Katakan 'bahasa en' atau 'bahasa id'.");
const SEATED: Phrase = Phrase("Player {}: {}", "Pemain {}: {}");

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
        let board = match self.boards {
            Boards::Drawn => match super::drawn(&picture, self.ascii) {
                Some(lines) => lines.join("\n"),
                None => TOO_LARGE.say(language).to_owned(),
            },
            Boards::Sentences => {
                let whole = telusur_session::words::sentence(picture.description.in_language(language));
                // The end of a sentence of many thousand discs would not be heard today.
                match whole.char_indices().nth(LONGEST_SENTENCE) {
                    Some((end, _)) => format!("{}…", &whole[..end]),
                    None => whole,
                }
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

    /// Makes the moves of a line, up to the first that can't be made.
    fn play(&mut self, line: &str) -> io::Result<()> {
        for text in line.split_whitespace().flat_map(|word| word.split(',')).filter(|text| !text.is_empty()) {
            let Some(session) = &mut self.session else { return self.phrase(NO_GAME, &[]) };
            let was_solved = session.board().status().is_solved();
            session.add_time(self.touched.elapsed().min(LONGEST_THOUGHT));
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
