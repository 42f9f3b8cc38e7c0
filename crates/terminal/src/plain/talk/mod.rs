//! The conversation: what each line does to the game, and what is answered.

mod answers;
mod kept;
mod lists;
mod players;

use super::Boards;
use super::commands::{self, Asked, Request};
use crate::app::Start;
use crate::desk::refusal;
use crate::paint::ascii;
use crate::surroundings::{Surroundings, seed};
use crate::words::{self, Phrase};
use std::io::{self, Write};
use std::time::Instant;
use telusur_puzzles::{Entry, Language, Making, Setup, Status, Wish, catalogue, printable_lines, quoted};
use telusur_search::{Cancel, Deadline, Limits};
use telusur_session::{Act, ActError, Effect, Feat, Kept, NodeId, OpenError, Session, Table};

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
    "Belum ada permainan: 'baru TEKA-TEKI LEVEL' memulainya.",
);
const HELP_HINT: Phrase = Phrase("'help' lists the commands.", "'bantuan' menyebutkan semua perintah.");
const ANALYSIS_ON: Phrase = Phrase("Analysis is on.", "Analisis menyala.");
const ANALYSIS_OFF: Phrase = Phrase("Analysis is off.", "Analisis mati.");
const NOT_THAT: Phrase = Phrase("'{}' is not possible: {}", "'{}' tidak mungkin: {}");
const KEPT: Phrase = Phrase("The game is kept.", "Permainan tersimpan.");
const UNKEPT: Phrase = Phrase("The game is not kept.", "Permainan tidak tersimpan.");
const UNREADABLE: Phrase =
    Phrase("'{}' can't be read: after '{}' comes {}.", "'{}' tidak dapat dibaca: sesudah '{}' ditulis {}.");
const MISSING: Phrase = Phrase("After '{}' comes {}.", "Sesudah '{}' ditulis {}.");

pub(super) struct Talk<'t> {
    with: Surroundings,
    table: Option<Table>,
    boards: Boards,
    ascii: bool,
    output: &'t mut dyn Write,
    /// The position that a hint was asked for last, and how many of its stages were said.
    hinted: Option<(NodeId, usize)>,
    /// Whether all of the game will be there next time.
    is_kept: bool,
    /// Whether a line could not be read, or a move not be made.
    has_refused: bool,
}

impl<'t> Talk<'t> {
    pub(super) fn new(with: Surroundings, boards: Boards, ascii: bool, output: &'t mut dyn Write) -> Self {
        Talk { with, table: None, boards, ascii, output, hinted: None, is_kept: false, has_refused: false }
    }

    fn language(&self) -> Language {
        self.with.language
    }

    /// The game in play.
    fn session(&self) -> Option<&Session> {
        self.table.as_ref().map(Table::session)
    }

    /// Does something to the game in play, if there is one.
    fn act(&mut self, act: &Act) -> Option<Result<Effect, ActError>> {
        let table = self.table.as_mut()?;
        Some(table.act(act, &self.with.knowledge, &Deadline::never(), self.with.now))
    }

    /// Writes lines.
    fn say(&mut self, text: &str) -> io::Result<()> {
        // What was typed or kept is quoted in answers, and must not command the terminal.
        for line in printable_lines(text).lines() {
            match self.ascii {
                true => writeln!(self.output, "{}", line.chars().map(ascii).collect::<String>())?,
                false => writeln!(self.output, "{line}")?,
            }
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
            Start::Kept(key) => match self.with.keeper.load(&key, &Limits::none()) {
                Ok(loaded) => {
                    (self.table, self.is_kept) = (Some(Table::loaded(loaded, Instant::now())), true);
                    self.say_instructions()?;
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

    /// Ends the conversation; whether every line could be read and every move be made.
    pub(super) fn end(&mut self) -> io::Result<bool> {
        if let Some(session) = self.session()
            && session.board().status() == Status::Playing
            && session.positions() > 1
        {
            if !self.is_kept {
                // What could not be kept a while ago perhaps can be now.
                self.keep(None)?;
            }
            self.phrase(if self.is_kept { KEPT } else { UNKEPT }, &[])?;
        }
        self.output.flush()?;
        Ok(!self.has_refused)
    }

    /// Refuses a line.
    pub(super) fn refuse(&mut self, why: Phrase) -> io::Result<()> {
        let why = why.say(self.language());
        self.reject(why)
    }

    fn reject(&mut self, why: &str) -> io::Result<()> {
        self.has_refused = true;
        self.say(why)
    }

    /// Answers a line; whether it was the last.
    pub(super) fn hear(&mut self, line: &str) -> io::Result<bool> {
        self.with.now = Instant::now();
        match commands::read(line) {
            Asked::Nothing => {}
            Asked::Moves => self.play(line)?,
            Asked::Request(Request::Quit) => return Ok(true),
            Asked::Request(request) => self.request(request)?,
            Asked::Unreadable(command, rest, expected) => {
                let language = self.language();
                let parts = [&quoted(&rest), command, expected.say(language)];
                let text = match rest.is_empty() {
                    true => MISSING.fill(language, &parts[1..]),
                    false => UNREADABLE.fill(language, &parts),
                };
                self.reject(&text)?;
            }
        }
        Ok(false)
    }

    fn request(&mut self, request: Request) -> io::Result<()> {
        match (request, self.session()) {
            (Request::Language(language), _) => self.change_language(language),
            (Request::New(rest), _) => self.new_game(&rest),
            (Request::Daily(puzzle), _) => self.daily(puzzle.as_deref()),
            (Request::Collection(list, level), _) => self.collection(list, level),
            (Request::Help, _) => self.help(),
            (Request::Levels, None) => self.list_puzzles(),
            (Request::Sentences, _) => {
                self.boards = match self.boards {
                    Boards::Drawn => Boards::Sentences,
                    Boards::Sentences => Boards::Drawn,
                };
                self.show()
            }
            (Request::Quit, _) => Ok(()),
            // All others need a game.
            (_, None) => self.refuse(NO_GAME),
            (Request::Act(act), _) => self.change(&act),
            (Request::Next(times), _) => self.walk_on(times),
            (Request::Make(difficulty), _) => self.make(difficulty),
            (Request::Opponent(choice), _) => self.opponent(choice),
            (Request::Variants, _) => self.list_variants(),
            (Request::Board, _) => {
                self.say_instructions()?;
                self.show()
            }
            (Request::Analysis, _) => {
                self.with.switch_analysis();
                self.phrase(if self.with.is_analysing { ANALYSIS_ON } else { ANALYSIS_OFF }, &[])?;
                if !self.with.is_analysing {
                    return Ok(());
                }
                self.learn();
                self.show()
            }
            (Request::Moves, Some(session)) => {
                let moves = session.board().moves();
                match moves.is_empty() {
                    true => self.phrase(NONE_LEGAL, &[]),
                    false => self.phrase(LEGAL, &[&moves.join(" ")]),
                }
            }
            (Request::Save, Some(session)) => {
                let text = session.save();
                self.say(&text)
            }
            (Request::Levels, Some(session)) => {
                let entry = session.entry();
                self.list_levels(entry)
            }
            (Request::Hint, _) => self.hint(),
            (Request::Judge, _) => self.judge(),
            (Request::Solve, _) => self.solve(),
            (Request::Compare, _) => self.compare(),
            (Request::Tree, _) => self.tree(),
        }
    }

    fn change_language(&mut self, language: Language) -> io::Result<()> {
        self.with.language = language;
        self.with.set("language", language.tag());
        self.show()
    }

    fn make(&mut self, difficulty: Option<u8>) -> io::Result<()> {
        let Some(session) = self.session() else { return Ok(()) };
        let entry = session.entry();
        self.grant(entry, Wish { seed: seed(), difficulty, ..Wish::default() })
    }

    /// Makes a level as wished, and begins it.
    fn grant(&mut self, entry: &'static dyn Entry, wish: Wish) -> io::Result<()> {
        self.phrase(words::MAKING, &[])?;
        let deadline = Deadline::new(self.with.search_options.budget.time, Cancel::new());
        self.made(Session::generate(entry.name(), wish, &mut Making::new(deadline)))
    }

    fn new_game(&mut self, rest: &str) -> io::Result<()> {
        let (first, level) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let (puzzle, level) = match (catalogue::find(first), self.session()) {
            (Some(entry), _) => (entry.name(), level.trim()),
            (None, Some(session)) => (session.entry().name(), rest),
            (None, None) if rest.is_empty() => return self.list_puzzles(),
            (None, None) => (first, level),
        };
        let setup = if level.is_empty() { Setup::default() } else { Setup::level(level) };
        self.made(Session::open(puzzle, &setup))
    }

    /// A level has been opened or made.
    fn made(&mut self, made: Result<Session, OpenError>) -> io::Result<()> {
        match made {
            Ok(session) => self.play_new(session.with_usual_seats()),
            Err(error) => self.reject(&error.to_string()),
        }
    }

    fn play_new(&mut self, mut session: Session) -> io::Result<()> {
        let language = self.language();
        let level = session
            .level()
            .map_or_else(String::new, |level| format!(": {}", words::title(level.title, language)));
        self.say(&format!("{}{level}", session.title(language)))?;
        // A new level keeps the opponent.
        if let Some(before) = self.session() {
            session.seat_like(before);
        }
        self.table = Some(Table::new(session, Instant::now()));
        self.keep(None)?;
        self.say_instructions()?;
        self.learn();
        self.show()?;
        self.machines_play()
    }

    /// The goal and the rules of the level.
    fn say_instructions(&mut self) -> io::Result<()> {
        let language = self.language();
        let said = self.session().map(|session| session.start().instructions());
        said.map_or(Ok(()), |said| self.say(said.in_language(language)))
    }

    /// The board and how it stands.
    fn show(&mut self) -> io::Result<()> {
        let language = self.language();
        let Some(session) = self.session() else { return self.list_puzzles() };
        let picture = session.board().picture();
        let board = match self.boards {
            Boards::Drawn => match super::drawn(&picture, self.ascii) {
                Some(lines) => lines.join("\n"),
                None => TOO_LARGE.say(language).to_owned(),
            },
            Boards::Sentences => {
                let whole = words::sentence(picture.description.in_language(language));
                // The end of a sentence of many thousand discs would not be heard today.
                match whole.char_indices().nth(LONGEST_SENTENCE) {
                    Some((end, _)) => format!("{}…", &whole[..end]),
                    None => whole,
                }
            }
        };
        let metric = session.board().metric();
        let made = words::counted(&session.moves_made().into(), metric, language);
        let mut parts = vec![MOVES_MADE.fill(language, &[&made])];
        match session.board().turn() {
            None if !self.with.is_analysing => {}
            None => {
                let left = session.outlook(&self.with.knowledge).left;
                parts.extend(left.map(|left| words::left(&left, metric, language)));
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
        let mut has_moved = false;
        for text in line.split_whitespace().flat_map(|word| word.split(',')).filter(|text| !text.is_empty()) {
            let Some(done) = self.act(&Act::Play(vec![text.to_owned()])) else { return self.refuse(NO_GAME) };
            let effect = match done {
                Ok(effect) => effect,
                Err(error) => {
                    let why = refusal(&error, self.with.language);
                    let shown = quoted(text);
                    // The board's own sentence names the move already.
                    match why.contains(&shown) {
                        true => self.reject(&why)?,
                        false => self.reject(&NOT_THAT.fill(self.with.language, &[&shown, &why]))?,
                    }
                    // Those before it have been made.
                    return if has_moved { self.show() } else { Ok(()) };
                }
            };
            has_moved = true;
            self.keep(effect.feat)?;
            self.machines_play_quietly()?;
        }
        self.show()
    }

    fn keep(&mut self, feat: Option<Feat>) -> io::Result<()> {
        let Some(table) = &mut self.table else { return Ok(()) };
        let kept = table.keep_or_follow(&*self.with.keeper, feat, self.with.now);
        self.is_kept = matches!(kept, Ok(Kept::Yes | Kept::MovedOn));
        match kept {
            Ok(Kept::Yes | Kept::Nowhere) => Ok(()),
            Ok(Kept::MovedOn) => self.phrase(words::MOVED_ON, &[]),
            Err(error) => self.phrase(words::NOT_KEPT, &[&error.to_string()]),
        }
    }

    /// Steps through the history and shows where that leads.
    fn change(&mut self, act: &Act) -> io::Result<()> {
        match self.act(act) {
            None => self.refuse(NO_GAME),
            Some(Err(error @ ActError::Nothing(_))) => {
                let why = refusal(&error, self.language());
                self.say(&why)
            }
            Some(Err(error)) => {
                let why = refusal(&error, self.language());
                self.reject(&why)
            }
            Some(Ok(_)) => {
                self.keep(None)?;
                self.show()
            }
        }
    }

    /// Goes on along the branch visited last, such as a solution, step by step.
    fn walk_on(&mut self, steps: usize) -> io::Result<()> {
        for step in 0..steps {
            match self.session().and_then(Session::next_node) {
                // The position is in the tree.
                Some(next) => _ = self.act(&Act::Go(next.number())),
                None if step == 0 => return self.change(&Act::Redo),
                None => break,
            }
        }
        self.keep(None)?;
        self.show()
    }
}
