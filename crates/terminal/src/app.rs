//! The program on the screen: where one is, what keys and mouse do there, and what happens by itself.

use crate::desk::Desk;
use crate::jobs::{Finding, Job, News};
use crate::own_keys::{self, Own};
use crate::paint::Paint;
use crate::player::SPEEDS;
use crate::surroundings::{Surroundings, seed};
use crate::views::compare::Compare;
use crate::views::help::Help;
use crate::views::levels::{self, Levels};
use crate::views::menu::{self, Menu};
use crate::views::seats::Seats;
use crate::views::tree::Tree;
use crate::views::{self, LEAST};
use crate::words;
use ratatui::Frame;
use ratatui::crossterm::event::{Event, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use std::time::Instant;
use telusur_puzzles::{Entry, Language, Wish};
use telusur_session::keys::{self, Action};
use telusur_session::palette::Tone;
use telusur_session::{OpenError, Session};

/// Where one is.
enum Place {
    Menu(Menu),
    Levels {
        levels: Levels,
        /// The game that one came from.
        behind: Option<Box<Desk>>,
    },
    Desk(Box<Desk>),
}

/// What lies over the game.
enum Over {
    Help(Help),
    Tree(Tree),
    Compare(Box<Compare>),
    Seats(Seats),
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
    place: Place,
    over: Option<Over>,
    making: Option<Job>,
    has_left: bool,
    wants_rest: bool,
}

impl App {
    pub(crate) fn new(start: Start, paint: Paint, mut with: Surroundings) -> Self {
        let place = match start {
            Start::Menu => Place::Menu(Menu::new(&mut *with.keeper)),
            Start::Levels(entry) => {
                Place::Levels { levels: Levels::new(entry, &mut *with.keeper), behind: None }
            }
            Start::Game(session) => Place::Desk(Box::new(Desk::new(*session, true, &mut with))),
            Start::Kept(key) => match with.keeper.open(&key) {
                Ok(session) => Place::Desk(Box::new(Desk::new(session, false, &mut with))),
                Err(_) => Place::Menu(Menu::new(&mut *with.keeper)),
            },
        };
        App { with, paint, place, over: None, making: None, has_left: false, wants_rest: false }
    }

    /// Whether the program is at its end.
    pub(crate) fn has_left(&self) -> bool {
        self.has_left
    }

    /// Whether the shell was asked for, once.
    pub(crate) fn takes_rest(&mut self) -> bool {
        std::mem::take(&mut self.wants_rest)
    }

    /// Whether the screen changes by itself.
    pub(crate) fn is_lively(&self) -> bool {
        let is_comparing = matches!(&self.over, Some(Over::Compare(compare)) if compare.is_running());
        let is_playing = matches!(&self.place, Place::Desk(desk) if desk.is_lively());
        is_comparing || is_playing || self.making.is_some()
    }

    /// The game on the desk.
    pub(crate) fn desk(&self) -> Option<&Desk> {
        match &self.place {
            Place::Desk(desk) | Place::Levels { behind: Some(desk), .. } => Some(desk),
            _ => None,
        }
    }

    /// Keeps what is not kept yet, before the end.
    pub(crate) fn finish(&mut self) {
        if let Place::Desk(desk) | Place::Levels { behind: Some(desk), .. } = &mut self.place {
            desk.leave(&mut self.with);
        }
        self.has_left = true;
    }

    /// What happens by itself as time goes by.
    pub(crate) fn tick(&mut self, now: Instant) {
        self.with.now = now;
        while let Some(news) = self.with.jobs.news() {
            self.hear(news);
        }
        if let Place::Desk(desk) = &mut self.place {
            desk.tick(&mut self.with);
        }
    }

    /// Something was found out.
    pub(crate) fn hear(&mut self, news: News) {
        if let Some(Over::Compare(compare)) = &mut self.over
            && compare.is(news.job)
        {
            compare.found(news.finding);
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
        if let Place::Desk(desk) | Place::Levels { behind: Some(desk), .. } = &mut self.place {
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

    /// A key, by its name.
    pub(crate) fn press(&mut self, name: &str) {
        match name {
            "Ctrl+c" => return self.finish(),
            "Ctrl+z" => {
                self.wants_rest = true;
                return;
            }
            "L" => return self.change_language(),
            _ => {}
        }
        if self.over.is_some() {
            return self.press_over(name);
        }
        match &mut self.place {
            Place::Menu(_) => self.press_in_menu(name),
            Place::Levels { .. } => self.press_in_levels(name),
            Place::Desk(_) => self.press_at_desk(name),
        }
    }

    fn change_language(&mut self) {
        self.with.language = match self.with.language {
            Language::English => Language::Indonesian,
            Language::Indonesian => Language::English,
        };
        self.with.keeper.set("language", self.with.language.tag());
        if let Place::Desk(desk) = &mut self.place {
            // What was said is in the other language.
            desk.message = None;
        }
    }

    fn press_in_menu(&mut self, name: &str) {
        let Place::Menu(menu) = &mut self.place else { return };
        match (list_step(name), name) {
            (Some(by), _) => menu.step(by),
            (_, "Enter" | " " | "ArrowRight" | "l") => self.choose_in_menu(),
            (_, "?") => self.over = Some(Over::Help(Help::default())),
            (_, "q" | "Escape") => self.finish(),
            _ => {}
        }
    }

    fn choose_in_menu(&mut self) {
        let Place::Menu(menu) = &self.place else { return };
        match menu.choice() {
            Some(menu::Choice::Puzzle(entry)) => self.open_levels(entry, None),
            Some(menu::Choice::Game(key)) => match self.with.keeper.open(&key) {
                Ok(session) => self.place = Place::Desk(Box::new(Desk::new(session, false, &mut self.with))),
                // It is gone or can't be read; the list says what there is.
                Err(_) => self.place = Place::Menu(Menu::new(&mut *self.with.keeper)),
            },
            None => {}
        }
    }

    fn open_levels(&mut self, entry: &'static dyn Entry, behind: Option<Box<Desk>>) {
        let levels = Levels::new(entry, &mut *self.with.keeper);
        self.place = Place::Levels { levels, behind };
    }

    fn press_in_levels(&mut self, name: &str) {
        let Place::Levels { levels, behind } = &mut self.place else { return };
        match (list_step(name), name) {
            (Some(by), _) => levels.step(by),
            (_, "ArrowLeft" | "h" | "-") => levels.adjust(-1),
            (_, "ArrowRight" | "l" | "+" | "=") => levels.adjust(1),
            (_, "Enter" | " ") => self.choose_level(),
            (_, "?") => self.over = Some(Over::Help(Help::default())),
            (_, "q" | "Escape") => {
                self.making = None;
                self.place = match behind.take() {
                    Some(desk) => Place::Desk(desk),
                    None => Place::Menu(Menu::new(&mut *self.with.keeper)),
                };
            }
            _ => {}
        }
    }

    fn choose_level(&mut self) {
        let Place::Levels { levels, .. } = &mut self.place else { return };
        let entry = levels.entry;
        match levels.choice() {
            levels::Choice::Level(level) => {
                let opened = Session::open(entry.name(), &level.setup());
                self.made(opened);
            }
            levels::Choice::Make(difficulty) => {
                levels.note = Some((Tone::Soft, words::MAKING.say(self.with.language).to_owned()));
                let wish = Wish { seed: seed(), difficulty, ..Wish::default() };
                self.making = Some(
                    self.with.jobs.start(move |_, _| Finding::Made(Session::generate(entry.name(), wish))),
                );
            }
        }
    }

    /// A level has been opened or made.
    fn made(&mut self, made: Result<Session, OpenError>) {
        match made {
            Ok(session) => {
                self.finish_desk();
                self.over = None;
                self.place = Place::Desk(Box::new(Desk::new(session, true, &mut self.with)));
            }
            Err(error) => self.note(Tone::Bad, error.to_string()),
        }
    }

    fn finish_desk(&mut self) {
        if let Place::Desk(desk) | Place::Levels { behind: Some(desk), .. } = &mut self.place {
            desk.leave(&mut self.with);
        }
    }

    fn note(&mut self, tone: Tone, text: String) {
        match &mut self.place {
            Place::Levels { levels, .. } => levels.note = Some((tone, text)),
            Place::Desk(desk) => desk.say(tone, text),
            Place::Menu(_) => {}
        }
    }

    fn press_over(&mut self, name: &str) {
        let Some(over) = &mut self.over else { return };
        if ["Escape", "q"].contains(&name) {
            self.over = None;
            return;
        }
        let Place::Desk(desk) = &mut self.place else {
            match (over, list_step(name), name) {
                (_, _, "?") => self.over = None,
                (Over::Help(help), Some(by), _) => help.scroll(by),
                _ => {}
            }
            return;
        };
        match (over, list_step(name), name) {
            (Over::Help(_), _, "?")
            | (Over::Tree(_), _, "t")
            | (Over::Compare(_), _, "c")
            | (Over::Seats(_), _, "o") => {
                self.over = None;
            }
            (Over::Help(help), Some(by), _) => help.scroll(by),
            (Over::Tree(tree), Some(by), _) => tree.step(by),
            (Over::Tree(_), _, "Enter" | " ") => self.go_to_chosen(),
            (Over::Seats(seats), Some(by), _) => seats.step(by, &desk.session),
            (Over::Seats(seats), _, "ArrowLeft" | "h" | "ArrowRight" | "l" | " " | "Enter") => {
                let by = if ["ArrowLeft", "h"].contains(&name) { -1 } else { 1 };
                match seats.change(by, &mut desk.session) {
                    Ok(()) => desk.seats_changed(&mut self.with),
                    Err(error) => desk.say(Tone::Bad, error.to_string()),
                }
            }
            _ => {}
        }
    }

    /// Goes to the position that was chosen in the tree.
    fn go_to_chosen(&mut self) {
        if let (Some(Over::Tree(tree)), Place::Desk(desk)) = (&self.over, &mut self.place)
            && let Some(node) = tree.choice()
        {
            desk.walk(|session| session.go(node), words::NOTHING_TO_REDO, &mut self.with);
            self.over = None;
        }
    }

    fn press_at_desk(&mut self, name: &str) {
        let Place::Desk(desk) = &mut self.place else { return };
        if let Some(action) = keys::action(name, desk.puzzle(), desk.hand.is_holding()) {
            return self.act(action, name);
        }
        let with = &mut self.with;
        match own_keys::own(name) {
            Some(Own::Leave) => {
                desk.leave(with);
                self.place = Place::Menu(Menu::new(&mut *with.keeper));
            }
            Some(Own::Tree) => {
                // A position that walks away can't be chosen.
                desk.stop();
                self.over = Some(Over::Tree(Tree::new(&desk.session)));
            }
            Some(Own::Compare) => {
                let board = desk.session.board().boxed();
                let compare = Compare::start(board, &with.limits, &mut with.jobs);
                self.over = Some(Over::Compare(Box::new(compare)));
            }
            Some(Own::Seats) => self.over = Seats::new(&desk.session).map(Over::Seats),
            Some(Own::Judge) => desk.judge(with),
            Some(Own::Language) | None => {}
        }
    }

    /// What a key of the shared table means at the desk.
    fn act(&mut self, action: Action, name: &str) {
        let Place::Desk(desk) = &mut self.place else { return };
        let with = &mut self.with;
        match action {
            Action::Left | Action::Right | Action::Up | Action::Down => {
                let (right, down) = match action {
                    Action::Left => (-1, 0),
                    Action::Right => (1, 0),
                    Action::Up => (0, -1),
                    _ => (0, 1),
                };
                let deed = desk.hand.step(right, down, &desk.sight);
                desk.perform(deed, with);
            }
            Action::Grip => {
                let deed = desk.hand.grip(&desk.sight);
                desk.perform(deed, with);
            }
            Action::Number => {
                let deed = desk.hand.digit(name.parse().unwrap_or(0), &desk.sight);
                desk.perform(deed, with);
            }
            Action::Undo => desk.undo(with),
            Action::Redo => desk.redo(with),
            Action::Restart => desk.restart(with),
            Action::New => self.new_level(),
            Action::Hint => desk.ask_hint(with),
            Action::Solve => desk.solve(with),
            Action::PlayPause => {
                desk.with_player(with, |player, session, with| player.toggle(session, with.now, with.speed));
            }
            Action::StepBack => desk.with_player(with, |player, session, _| player.step(-1, session)),
            Action::StepOn => desk.with_player(with, |player, session, _| player.step(1, session)),
            Action::First => desk.with_player(with, |player, session, _| player.step(isize::MIN, session)),
            Action::Last => desk.with_player(with, |player, session, _| player.step(isize::MAX, session)),
            Action::Faster | Action::Slower => {
                let by = if action == Action::Faster { 1 } else { -1 };
                with.speed = with.speed.saturating_add_signed(by).clamp(*SPEEDS.start(), *SPEEDS.end());
                with.keeper.set("speed", &with.speed.to_string());
            }
            Action::Cancel => {
                if !desk.hand.let_go() && !desk.stop() && !desk.put_away() {
                    desk.say(Tone::Soft, words::QUIT_HINT.say(with.language).to_owned());
                }
            }
            Action::Help => self.over = Some(Over::Help(Help::default())),
            Action::FewerDiscs | Action::MoreDiscs => {
                let more = if action == Action::MoreDiscs { 1 } else { -1 };
                if let Some(setup) = desk.tower(more) {
                    let opened = Session::open(desk.puzzle(), &setup);
                    self.made(opened);
                }
            }
        }
    }

    fn new_level(&mut self) {
        let place = std::mem::replace(&mut self.place, Place::Menu(Menu::empty()));
        if let Place::Desk(mut desk) = place {
            desk.stop();
            let entry = desk.session.entry();
            self.open_levels(entry, Some(desk));
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let at = Position::new(mouse.column, mouse.row);
        let wheel = match mouse.kind {
            MouseEventKind::ScrollUp => Some("ArrowUp"),
            MouseEventKind::ScrollDown => Some("ArrowDown"),
            _ => None,
        };
        // At the desk the wheel has no meaning: it would move the cursor or change the speed.
        if let Some(name) = wheel
            && (self.over.is_some() || !matches!(self.place, Place::Desk(_)))
        {
            return self.press(name);
        }
        if let Some(over) = &mut self.over {
            if mouse.kind == MouseEventKind::Down(MouseButton::Left)
                && let Over::Tree(tree) = over
                && tree.click(at)
            {
                self.go_to_chosen();
            }
            return;
        }
        let is_down = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        match &mut self.place {
            Place::Menu(menu) => {
                if is_down && menu.click(at) {
                    self.choose_in_menu();
                }
            }
            Place::Levels { levels, .. } => {
                if is_down && levels.click(at) {
                    self.choose_level();
                }
            }
            Place::Desk(desk) => {
                let scale = views::desk::scale(desk);
                let is_drag = mouse.kind == MouseEventKind::Drag(MouseButton::Left);
                if desk.player.is_some() && scale.contains(at) && (is_down || is_drag) {
                    let share = f64::from(at.x - scale.x) / f64::from(scale.width.max(2) - 1);
                    desk.with_player(&mut self.with, |player, session, _| {
                        player.pause();
                        player.go((share * player.len() as f64).round() as usize, session);
                    });
                    return;
                }
                let deed = match mouse.kind {
                    MouseEventKind::Down(MouseButton::Left) => {
                        desk.hand.mouse_down(at, &desk.shown, &desk.sight)
                    }
                    MouseEventKind::Drag(MouseButton::Left) => desk.hand.mouse_drag(at, &desk.shown),
                    MouseEventKind::Up(MouseButton::Left) => desk.hand.mouse_up(at, &desk.shown, &desk.sight),
                    _ => return,
                };
                desk.perform(deed, &mut self.with);
            }
        }
    }

    /// Draws everything.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let (paint, language) = (self.paint, self.with.language);
        let buffer = frame.buffer_mut();
        if area.width < LEAST.0 || area.height < LEAST.1 {
            views::too_small(area, &paint, language, buffer);
            paint.simplify(area, buffer);
            return;
        }
        let puzzle = self.desk().map(Desk::puzzle);
        match &mut self.place {
            Place::Menu(menu) => menu.draw(area, &paint, language, buffer),
            Place::Levels { levels, .. } => levels.draw(area, &paint, language, buffer),
            Place::Desk(desk) => {
                views::desk::draw(desk, self.with.speed, self.with.now, area, &paint, language, buffer);
            }
        }
        match (&mut self.over, &self.place) {
            (Some(Over::Help(help)), _) => help.draw(puzzle, area, &paint, language, buffer),
            (Some(Over::Tree(tree)), Place::Desk(desk)) => {
                tree.draw(&desk.session, area, &paint, language, buffer);
            }
            (Some(Over::Seats(seats)), Place::Desk(desk)) => {
                seats.draw(&desk.session, area, &paint, language, buffer);
            }
            (Some(Over::Compare(compare)), _) => compare.draw(area, &paint, language, buffer),
            _ => {}
        }
        paint.simplify(area, buffer);
    }
}

/// How a key moves in a list.
fn list_step(name: &str) -> Option<isize> {
    Some(match name {
        "ArrowUp" | "k" => -1,
        "ArrowDown" | "j" => 1,
        "PageUp" => -10,
        "PageDown" => 10,
        "Home" | "g" => isize::MIN,
        "End" | "G" => isize::MAX,
        _ => return None,
    })
}
