//! The program without a terminal: a keeper in memory, a screen of cells, a clock that stands still.

use crate::app::{App, Start};
use crate::paint::{Depth, Letters, Paint};
use crate::surroundings::{SearchOptions, Surroundings};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::Color;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};
use telusur_puzzles::{Language, Setup};
use telusur_search::Limits;
use telusur_session::palette::Theme;
use telusur_session::{
    Best, Feat, KeepError, Keeper, KeptAt, KeptText, LevelIdentity, Loaded, Recent, Session, SolvedDaily,
    TextKind,
};

pub(super) const COLOURS: Paint = Paint { letters: Letters::Unicode, depth: Depth::True, theme: Theme::Dark };
pub(super) const LINES: Paint = Paint { depth: Depth::None, ..COLOURS };
pub(super) const ASCII: Paint = Paint { letters: Letters::Ascii, ..LINES };

/// What a keeper in memory has been told.
#[derive(Default)]
pub(super) struct Notes {
    /// The text of every game, as last kept.
    pub(super) games: Vec<String>,
    pub(super) solved: Vec<Feat>,
    pub(super) settings: BTreeMap<String, String>,
    /// Whether somebody else is about to change the game in play.
    pub(super) is_elsewhere: bool,
    /// Lists of levels: the puzzle, and the text.
    pub(super) texts: Vec<(String, String)>,
    /// What all games are called, if not by their levels.
    pub(super) title: Option<String>,
    /// Whether nothing more can be kept.
    pub(super) is_full: bool,
    /// Whether it panics when it is to keep a setting.
    pub(super) is_clumsy: bool,
}

#[derive(Clone, Default)]
pub(super) struct Memory(pub(super) Rc<RefCell<Notes>>);

impl Memory {
    fn failed(why: &str) -> KeepError {
        KeepError::Failed { why: why.to_owned(), is_passing: false }
    }
}

impl Keeper for Memory {
    fn begin(&self, session: &Session) -> Result<Option<KeptAt>, KeepError> {
        let mut notes = self.0.borrow_mut();
        if notes.is_full {
            return Err(Memory::failed("the disk is full"));
        }
        notes.games.push(session.save());
        let key = (notes.games.len() - 1).to_string();
        Ok(Some(KeptAt { key, edition: 0, positions: session.positions() }))
    }

    fn keep(&self, place: &mut KeptAt, session: &Session, feat: Option<Feat>) -> Result<bool, KeepError> {
        let mut notes = self.0.borrow_mut();
        if std::mem::take(&mut notes.is_elsewhere) {
            return Ok(false);
        }
        if notes.is_full {
            return Err(Memory::failed("the disk is full"));
        }
        notes.solved.extend(feat);
        let number: usize = place.key.parse().unwrap();
        notes.games[number] = session.save();
        Ok(true)
    }

    fn load(&self, key: &str, limits: &Limits) -> Result<Loaded, KeepError> {
        let notes = self.0.borrow();
        let game = key.parse().ok().and_then(|number: usize| notes.games.get(number));
        let session = Session::load_within(game.ok_or(KeepError::Gone)?, limits)?;
        let place = KeptAt { key: key.to_owned(), edition: 0, positions: session.positions() };
        Ok(Loaded { session, place, idle: Duration::ZERO })
    }

    fn recent(&self, _: u32) -> Result<Vec<Recent>, KeepError> {
        let notes = self.0.borrow();
        let recent = notes.games.iter().enumerate().rev().map(|(i, game)| {
            let session = Session::load(game).unwrap();
            Recent {
                key: i.to_string(),
                puzzle: session.entry().name().to_owned(),
                level: session.level().map(|level| level.name.to_owned()),
                title: notes.title.clone().unwrap_or_else(|| {
                    session.level().map_or_else(|| session.start().text(), |level| level.title.to_owned())
                }),
                moves: session.moves_made() as u64,
                status: session.board().status().name().to_owned(),
                played: session.played(),
                touched: 0,
            }
        });
        Ok(recent.collect())
    }

    fn best(&self, level: &LevelIdentity) -> Result<Option<Best>, KeepError> {
        let notes = self.0.borrow();
        let games = notes.games.iter().filter_map(|game| Session::load(game).ok());
        let mut solved = games.filter(|game| game.board().status().is_solved());
        let is_this = |game: &Session| LevelIdentity::of(game.start()) == *level;
        Ok(solved.find(is_this).filter(|_| !notes.solved.is_empty()).map(|game| Best {
            puzzle: game.entry().name().to_owned(),
            level: level.text(),
            name: None,
            metric: "moves".to_owned(),
            moves: game.moves_made() as i64,
            millis: 0,
            times: 1,
            won: 0,
            optimum: notes.solved.last().and_then(|feat| feat.optimum).map(|optimum| optimum as i64),
        }))
    }

    fn texts(&self, kind: &TextKind) -> Result<Vec<KeptText>, KeepError> {
        let notes = self.0.borrow();
        let texts = notes.texts.iter().enumerate().filter(|(_, (puzzle, _))| kind.name().ends_with(puzzle));
        let line = |(i, (_, text)): (usize, &(String, String))| KeptText {
            key: i.to_string(),
            head: KeptText::head_of(text),
            touched: 0,
        };
        Ok(texts.map(line).collect())
    }

    fn text(&self, key: &str) -> Result<Option<String>, KeepError> {
        let notes = self.0.borrow();
        Ok(key.parse().ok().and_then(|i: usize| notes.texts.get(i)).map(|(_, text)| text.clone()))
    }

    fn solved_dailies(&self) -> Result<Vec<SolvedDaily>, KeepError> {
        let solved = |puzzle: &str, date: &str, millis| SolvedDaily {
            puzzle: puzzle.to_owned(),
            date: date.parse().unwrap(),
            moves: 9,
            millis: 1000,
            solved: millis,
        };
        Ok(vec![
            solved("stones", "2026-11-16", 1_794_800_000_000),
            solved("tiles", "2026-11-15", 1_794_730_000_000),
        ])
    }

    fn solved_levels(&self) -> Result<BTreeSet<(&'static str, &'static str)>, KeepError> {
        Ok(BTreeSet::from([("klotski", "first-steps"), ("hanoi", "three")]))
    }

    fn setting(&self, name: &str) -> Result<Option<String>, KeepError> {
        Ok(self.0.borrow().settings.get(name).cloned())
    }

    fn set_setting(&self, name: &str, value: &str) -> Result<(), KeepError> {
        assert!(!self.0.borrow().is_clumsy, "as was asked");
        self.0.borrow_mut().settings.insert(name.to_owned(), value.to_owned());
        Ok(())
    }
}

/// The program on a stage.
pub(super) struct Stage {
    pub(super) app: App,
    pub(super) notes: Rc<RefCell<Notes>>,
    terminal: Terminal<TestBackend>,
    now: Instant,
}

impl Stage {
    pub(super) fn new(start: Start, size: (u16, u16), paint: Paint, language: Language) -> Self {
        Stage::with(start, size, paint, language, Memory::default())
    }

    pub(super) fn with(
        start: Start,
        size: (u16, u16),
        paint: Paint,
        language: Language,
        keeper: Memory,
    ) -> Self {
        let notes = keeper.0.clone();
        let mut with = Surroundings::new(language, search_options(), Box::new(keeper));
        with.today = || "2026-11-16".parse().ok();
        let now = with.now;
        let app = App::new(start, paint, with);
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        let mut stage = Stage { app, notes, terminal, now };
        stage.draw();
        stage
    }

    /// A game in English on a terminal of 80 by 24 with colours.
    pub(super) fn game(puzzle: &str, level: &str) -> Self {
        Stage::new(game(puzzle, level, &[]), (80, 24), COLOURS, Language::English)
    }

    pub(super) fn draw(&mut self) {
        self.app.tick(self.now);
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
    }

    /// Presses keys, by the names of the table.
    pub(super) fn press(&mut self, keys: &[&str]) -> &mut Self {
        for key in keys {
            self.app.tick(self.now);
            self.app.press(key);
        }
        self.draw();
        self
    }

    /// Waits until nothing is being found out any more.
    pub(super) fn settle(&mut self) -> &mut Self {
        while self.app.is_lively() {
            match self.app.with.jobs.wait(Duration::from_millis(50)) {
                Some(news) => {
                    self.app.with.now = self.now;
                    self.app.hear(news);
                }
                // What is due only with time does not come here.
                None if !self.is_searching() => break,
                None => {}
            }
        }
        self.draw();
        self
    }

    fn is_searching(&self) -> bool {
        self.app.desk().is_none_or(crate::desk::Desk::is_lively)
            && !self
                .app
                .desk()
                .and_then(|desk| desk.player.as_ref())
                .is_some_and(crate::player::Player::is_playing)
    }

    /// Types a number, and ends it where it could go on.
    pub(super) fn type_number(&mut self, number: u64) -> &mut Self {
        for digit in number.to_string().chars() {
            self.press(&[&digit.to_string()]);
        }
        match self.app.desk().is_some_and(|desk| desk.hand.is_typing()) {
            true => self.press(&["Enter"]),
            false => self,
        }
    }

    /// What the clock shows.
    pub(super) fn clock(&self) -> Duration {
        self.app.desk().unwrap().played(self.now)
    }

    /// Lets time go by.
    pub(super) fn later(&mut self, time: Duration) -> &mut Self {
        self.now += time;
        self.draw();
        self
    }

    pub(super) fn resize(&mut self, width: u16, height: u16) -> &mut Self {
        self.terminal.backend_mut().resize(width, height);
        self.draw();
        self
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.app.handle(&Event::Mouse(event), self.now);
        self.draw();
    }

    pub(super) fn click(&mut self, at: (u16, u16)) -> &mut Self {
        self.mouse(MouseEventKind::Down(MouseButton::Left), at);
        self.mouse(MouseEventKind::Up(MouseButton::Left), at);
        self
    }

    pub(super) fn drag(&mut self, from: (u16, u16), by: &[(u16, u16)]) -> &mut Self {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        for &at in by {
            self.mouse(MouseEventKind::Drag(MouseButton::Left), at);
        }
        self.mouse(MouseEventKind::Up(MouseButton::Left), by.last().copied().unwrap_or(from));
        self
    }

    /// Where a text is on the screen.
    pub(super) fn find(&self, text: &str) -> (u16, u16) {
        for (y, line) in self.text().lines().enumerate() {
            if let Some(at) = line.find(text) {
                return (line[..at].chars().count() as u16, y as u16);
            }
        }
        panic!("'{text}' is not on the screen:\n{}", self.text());
    }

    /// Where a text is on the board.
    pub(super) fn on_board(&self, text: &str) -> (u16, u16) {
        let window = self.app.desk().unwrap().shown.window;
        for (y, line) in self.text().lines().enumerate().skip(window.y.into()).take(window.height.into()) {
            let line: String = line.chars().take(window.right().into()).collect();
            if let Some(at) = line.find(text) {
                return (line[..at].chars().count() as u16, y as u16);
            }
        }
        panic!("'{text}' is not on the board:\n{}", self.text());
    }

    /// What is on the screen. A coloured cell without a letter is shown as a block.
    pub(super) fn text(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let mut text = String::new();
        for y in 0..buffer.area.height {
            let mut line = String::new();
            for x in 0..buffer.area.width {
                let cell = &buffer[(x, y)];
                let is_filled = cell.symbol() == " " && cell.bg != Color::Reset;
                line += if is_filled { "█" } else { cell.symbol() };
            }
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    pub(super) fn cell(&self, x: u16, y: u16) -> &ratatui::buffer::Cell {
        &self.terminal.backend().buffer()[(x, y)]
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = &ratatui::buffer::Cell> {
        self.terminal.backend().buffer().content().iter()
    }

    /// The game on the desk.
    pub(super) fn session(&self) -> &Session {
        self.app.desk().unwrap().session()
    }

    /// The moves made so far.
    pub(super) fn moves(&self) -> Vec<String> {
        self.session().moves().into_iter().map(|(text, _)| text.to_owned()).collect()
    }

    /// Compares the screen with the one that is kept.
    pub(super) fn matches(&self, name: &str) {
        compare(name, &self.text());
    }
}

/// A board of every puzzle.
pub(super) const BOARDS: [(&str, &str); 5] = [
    ("hanoi", "5 4 2 | 3 | 1"),
    ("stones", "3 5 7"),
    ("water", "1 2 2 1 | 3 1 3 2 | 3 1 3 2 | - | -"),
    ("klotski", "aBBb/aBBb/cdde/cfge/h..i"),
    ("tiles", "1 2 3/4 . 6/7 5 8"),
];

pub(super) fn game(puzzle: &str, level: &str, options: &[(&str, &str)]) -> Start {
    let mut setup = Setup::level(level);
    for (name, value) in options {
        setup = setup.with(name, value);
    }
    Start::Game(Box::new(Session::open(puzzle, &setup).unwrap()))
}

/// Limits that no busy machine reaches, or screens would depend on how busy it is.
pub(super) fn search_options() -> SearchOptions {
    SearchOptions { look: Duration::from_secs(60), ..SearchOptions::default() }
}

/// Compares a text with the one that is kept, but for measurements, which differ from run to run.
pub(super) fn compare(name: &str, text: &str) {
    let masked: String = text.lines().map(|line| mask(line) + "\n").collect();
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/tests/screens").join(format!("{name}.txt"));
    if std::env::var_os("TELUSUR_RENEW").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &masked).unwrap();
    }
    let expected = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; TELUSUR_RENEW=1 writes it", path.display()));
    assert!(
        masked == expected,
        "{name} has changed; if that is meant, TELUSUR_RENEW=1 writes it anew.\nExpected:\n{expected}\nFound:\n{masked}"
    );
}

/// The line with measurements of time, rate and memory replaced.
fn mask(line: &str) -> String {
    let mut line = line.to_owned();
    for word in ["Rate", "Laju", "Memory", "Memori", "Time ", "Waktu "] {
        if let Some(at) = line.find(word) {
            let end = at + word.len();
            let digits: String =
                line[end..].chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
            // How long the number is differs too.
            let short = digits.split_whitespace().map(|_| "~").next().unwrap_or("");
            line = format!("{}{}", &line[..end], format_args!(" {short}"));
        }
    }
    for unit in [" µs", " ms", " KiB", " MiB"] {
        while let Some(at) = line.find(unit) {
            let from = line[..at]
                .rfind(|c: char| !(c.is_ascii_digit() || c == '.' || c == ','))
                .map_or(0, |i| i + 1);
            line.replace_range(from..at + unit.len(), "~");
        }
    }
    // What stood behind a shorter or longer number has moved.
    while line.contains("~  ") {
        line = line.replace("~  ", "~ ");
    }
    line.trim_end().to_owned()
}
