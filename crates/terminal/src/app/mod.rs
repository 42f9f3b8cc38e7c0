//! The program on the screen: where one is, what lies over it, and what happens by itself.

mod keys;
mod mouse;

use crate::desk::Desk;
use crate::jobs::{Finding, Job, News};
use crate::own_keys;
use crate::paint::Paint;
use crate::surroundings::{Surroundings, seed};
use crate::views::chosen::{Choice, Chosen};
use crate::views::collection::{self, CollectionView};
use crate::views::compare::Compare;
use crate::views::daily::Dailies;
use crate::views::desk::Showing;
use crate::views::help::Help;
use crate::views::levels::Levels;
use crate::views::menu::Menu;
use crate::views::seats::Seats;
use crate::views::sheet::{Foot, Sheet};
use crate::views::tree::Tree;
use crate::views::variants::Variants;
use crate::views::{self, LEAST_SIZE};
use crate::words;
use ratatui::Frame;
use ratatui::crossterm::event::Event;
use std::time::Instant;
use telusur_puzzles::{Entry, Language, Making, Wish, daily_wish};
use telusur_search::{Deadline, Limits};
use telusur_session::palette::Tone;
use telusur_session::{Act, OpenError, Session, Table};

/// A list that takes the whole screen.
enum List {
    Menu(Menu),
    Levels(Levels),
    /// A collection of one's own.
    Collection(CollectionView),
    /// The puzzles of the day.
    Daily(Dailies),
}

impl List {
    fn chosen(&mut self) -> &mut Chosen {
        match self {
            List::Menu(menu) => &mut menu.chosen,
            List::Levels(levels) => &mut levels.chosen,
            List::Collection(view) => &mut view.chosen,
            List::Daily(dailies) => &mut dailies.chosen,
        }
    }
}

/// What lies over the game.
enum Over {
    Help(Help),
    Tree(Tree),
    Compare(Box<Compare>),
    Seats(Seats),
    Variants(Variants),
}

impl Over {
    /// The key that opens it, and closes it again.
    fn key(&self) -> &'static str {
        match self {
            Over::Help(_) => "?",
            Over::Tree(_) => "t",
            Over::Compare(_) => "c",
            Over::Seats(_) => "o",
            Over::Variants(_) => "v",
        }
    }
}

/// Where to begin.
pub enum Start {
    /// With the list of puzzles.
    Menu,
    /// With the levels of a puzzle.
    Levels(&'static dyn Entry),
    /// With a new game.
    Game(Box<Session>),
    /// With a game that is kept, by its key; without a game if it can't be had.
    Kept(String),
}

/// The program.
pub(crate) struct App {
    pub(crate) with: Surroundings,
    pub(crate) paint: Paint,
    /// The game that is played, or that one came from.
    desk: Option<Desk>,
    /// The list in front of it; without a game there always is one.
    front: Option<List>,
    over: Option<Over>,
    making: Option<Job>,
    has_left: bool,
    /// By Ctrl-C or a signal, not by a wish to leave.
    is_interrupted: bool,
    wants_rest: bool,
    /// The lines of keys as they were drawn last.
    feet: Vec<Foot>,
}

impl App {
    pub(crate) fn new(start: Start, paint: Paint, with: Surroundings) -> Self {
        let mut app = App {
            with,
            paint,
            desk: None,
            front: None,
            over: None,
            making: None,
            has_left: false,
            is_interrupted: false,
            wants_rest: false,
            feet: Vec::new(),
        };
        match start {
            Start::Menu => app.open_menu(),
            Start::Levels(entry) => app.open_levels(entry),
            Start::Game(session) => app.begin(Table::new(*session, app.with.now)),
            Start::Kept(key) => app.open_kept(&key),
        }
        app
    }

    /// Whether the program is at its end.
    pub(crate) fn has_left(&self) -> bool {
        self.has_left
    }

    /// Whether Ctrl-C or a signal has ended it.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.is_interrupted
    }

    /// Whether the shell was asked for, once.
    pub(crate) fn takes_rest(&mut self) -> bool {
        std::mem::take(&mut self.wants_rest)
    }

    /// Whether the screen changes by itself.
    pub(crate) fn is_lively(&self) -> bool {
        let is_comparing = matches!(&self.over, Some(Over::Compare(compare)) if compare.is_running());
        let is_playing = self.front.is_none() && self.desk().is_some_and(Desk::is_lively);
        is_comparing || is_playing || self.making.is_some()
    }

    /// The game on the desk.
    pub(crate) fn desk(&self) -> Option<&Desk> {
        self.desk.as_ref()
    }

    /// Keeps what is not kept yet, before the end.
    pub(crate) fn finish(&mut self) {
        self.finish_desk();
        self.has_left = true;
    }

    /// Ends the program because of Ctrl-C or a signal. Whoever has left already is not interrupted any more.
    pub(crate) fn interrupt(&mut self) {
        self.is_interrupted |= !self.has_left;
        self.finish();
    }

    /// What happens by itself as time goes by.
    pub(crate) fn tick(&mut self, now: Instant) {
        self.with.now = now;
        while let Some(news) = self.with.jobs.news() {
            self.hear(news);
        }
        if let (None, Some(desk)) = (&self.front, &mut self.desk) {
            desk.tick(&mut self.with);
        }
    }

    /// Something was found out.
    pub(crate) fn hear(&mut self, news: News) {
        if let Some(Over::Compare(compare)) = &mut self.over
            && compare.is(news.job)
        {
            compare.found(news.finding, &mut self.with.jobs, self.with.now);
            return;
        }
        if self.making.as_ref().is_some_and(|job| job.is(news.job)) {
            self.making = None;
            match news.finding {
                Finding::Made(made) => self.made(made),
                _ => self.note(Tone::Bad, words::BROKEN.say(self.with.language).to_owned()),
            }
            return;
        }
        if let Some(desk) = &mut self.desk {
            desk.found(news.job, news.finding, &mut self.with);
        }
    }

    /// A key, or the mouse.
    pub(crate) fn handle(&mut self, event: &Event, now: Instant) {
        self.with.now = now;
        match event {
            Event::Key(key) => {
                if let Some(name) = own_keys::name(key) {
                    self.press(&name);
                }
            }
            Event::Mouse(mouse) => self.mouse(*mouse),
            _ => {}
        }
    }

    fn change_language(&mut self) {
        self.with.language = match self.with.language {
            Language::English => Language::Indonesian,
            Language::Indonesian => Language::English,
        };
        self.with.set("language", self.with.language.tag());
        if let Some(desk) = &mut self.desk {
            // What was said is in the other language.
            desk.message = None;
        }
    }

    /// The list that is in front.
    fn list(&mut self) -> Option<&mut Chosen> {
        match &mut self.over {
            Some(Over::Tree(tree)) => Some(&mut tree.chosen),
            Some(Over::Seats(seats)) => Some(&mut seats.chosen),
            Some(Over::Variants(variants)) => Some(&mut variants.chosen),
            Some(Over::Help(_) | Over::Compare(_)) => None,
            None => self.front.as_mut().map(List::chosen),
        }
    }

    /// Does what the chosen row of the list in front is for.
    fn choose(&mut self) {
        let act = match &self.over {
            None => return self.choose_in_view(),
            Some(Over::Tree(tree)) => tree.choice().map(|node| Act::Go(node.number())),
            Some(Over::Variants(variants)) => variants.choice(),
            Some(Over::Seats(_)) => return self.sideways(1),
            Some(Over::Help(_) | Over::Compare(_)) => return,
        };
        if let (Some(act), Some(desk)) = (act, &mut self.desk) {
            desk.change(&act, &mut self.with);
            self.over = None;
        }
    }

    fn choose_in_view(&mut self) {
        let choice = match &self.front {
            Some(List::Menu(menu)) => menu.choice(),
            Some(List::Levels(levels)) => Some(levels.choice()),
            Some(List::Collection(view)) => view.choice(),
            Some(List::Daily(dailies)) => dailies.choice(),
            None => None,
        };
        match choice {
            None => {}
            Some(Choice::Dailies) => self.open_dailies(),
            Some(Choice::Puzzle(entry)) => self.open_levels(entry),
            Some(Choice::Game(key)) => self.open_kept(&key),
            Some(Choice::Level(entry, setup)) => self.made(Session::open(entry.name(), &setup)),
            Some(Choice::Make(entry, difficulty)) => {
                self.make(entry, Wish { seed: seed(), difficulty, ..Wish::default() });
            }
            // Without one where the clock is wrong.
            Some(Choice::Daily(entry, date)) => {
                if let Some(date) = date.or_else(self.with.today) {
                    self.make(entry, daily_wish(entry, date));
                }
            }
            Some(Choice::Collection(key)) => self.open_collection(&key),
        }
    }

    fn open_menu(&mut self) {
        (self.desk, self.front) = (None, Some(List::Menu(Menu::new(&*self.with.keeper))));
    }

    fn open_levels(&mut self, entry: &'static dyn Entry) {
        self.front = Some(List::Levels(Levels::new(entry, &*self.with.keeper)));
    }

    /// A game that is kept; the menu, which says what there is, if it is gone or can't be read.
    fn open_kept(&mut self, key: &str) {
        match self.with.keeper.load(key, &Limits::none()) {
            Ok(loaded) => self.begin(Table::loaded(loaded, self.with.now)),
            Err(_) => self.open_menu(),
        }
    }

    /// Puts a game on the desk.
    fn begin(&mut self, table: Table) {
        (self.desk, self.front) = (Some(Desk::new(table, &mut self.with)), None);
    }

    /// The puzzles of this day; without one where the clock is wrong.
    fn open_dailies(&mut self) {
        if let Some(date) = (self.with.today)() {
            self.front = Some(List::Daily(Dailies::new(date, &*self.with.keeper)));
        }
    }

    /// Shows a collection of the puzzle whose levels are listed, or says why that can't be.
    fn open_collection(&mut self, key: &str) {
        match collection::read(key, &*self.with.keeper, self.with.language) {
            Ok(read) => self.front = Some(List::Collection(CollectionView::new(read))),
            Err(why) => self.note(Tone::Bad, why),
        }
    }

    /// Makes a level in the background.
    fn make(&mut self, entry: &'static dyn Entry, wish: Wish) {
        self.note(Tone::Soft, words::MAKING.say(self.with.language).to_owned());
        let time = self.with.search_options.budget.time;
        self.making = Some(self.with.jobs.start(move |cancel| {
            let making = &mut Making::new(Deadline::new(time, cancel.clone()));
            Finding::Made(Session::generate(entry.name(), wish, making))
        }));
    }

    /// A level has been opened or made.
    fn made(&mut self, made: Result<Session, OpenError>) {
        match made {
            Ok(session) => {
                self.finish_desk();
                self.over = None;
                let mut session = session.with_usual_seats();
                if let Some(desk) = self.desk() {
                    session.seat_like(desk.session());
                }
                self.begin(Table::new(session, self.with.now));
            }
            Err(error) => self.note(Tone::Bad, error.to_string()),
        }
    }

    fn finish_desk(&mut self) {
        if let Some(desk) = &mut self.desk {
            desk.leave(&mut self.with);
        }
    }

    fn note(&mut self, tone: Tone, text: String) {
        if let Some(list) = &mut self.front {
            list.chosen().note = Some((tone, text));
        } else if let Some(desk) = &mut self.desk {
            desk.say(tone, text);
        }
    }

    fn new_level(&mut self) {
        if let Some(desk) = &mut self.desk {
            desk.stop();
            let entry = desk.session().entry();
            self.open_levels(entry);
        }
    }

    /// Draws everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.feet.clear();
        let mut sheet = Sheet::new(frame.buffer_mut(), &mut self.feet, area, self.paint, self.with.language);
        if area.width < LEAST_SIZE.0 || area.height < LEAST_SIZE.1 {
            views::too_small(&mut sheet);
            return self.paint.simplify(area, sheet.buffer);
        }
        let whole = sheet.part(area);
        match (&mut self.front, &mut self.desk) {
            (Some(List::Menu(menu)), _) => menu.draw(whole),
            (Some(List::Levels(levels)), _) => levels.draw(whole),
            (Some(List::Collection(view)), _) => view.draw(whole),
            (Some(List::Daily(dailies)), _) => dailies.draw(whole),
            (None, None) => {}
            (None, Some(desk)) => {
                let showing = Showing {
                    speed: self.with.speed,
                    is_analysing: self.with.is_analysing,
                    now: self.with.now,
                };
                views::desk::draw(desk, showing, whole);
            }
        }
        let whole = sheet.part(area);
        match (&mut self.over, &self.desk) {
            (Some(Over::Help(help)), desk) => help.draw(desk.as_ref(), whole),
            (Some(Over::Tree(tree)), Some(desk)) => tree.draw(desk.session(), whole),
            (Some(Over::Seats(seats)), Some(desk)) => seats.draw(desk.session(), whole),
            (Some(Over::Variants(variants)), _) => variants.draw(whole),
            (Some(Over::Compare(compare)), _) => compare.draw(whole),
            _ => {}
        }
        self.paint.simplify(area, sheet.buffer);
    }
}
