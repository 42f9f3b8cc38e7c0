//! What keys do, wherever one is.

use super::{App, MainView, Over};
use crate::hand::Deed;
use crate::own_keys::{self, Own};
use crate::player::SPEEDS;
use crate::views::compare::Compare;
use crate::views::help::Help;
use crate::views::menu::Menu;
use crate::views::seats::Seats;
use crate::views::tree::Tree;
use crate::views::variants::Variants;
use crate::words;
use telusur_puzzles::{Drop, Play};
use telusur_session::Act;
use telusur_session::keys::{self, Action};
use telusur_session::palette::Tone;

impl App {
    /// A key, by its name.
    pub(crate) fn press(&mut self, name: &str) {
        match name {
            "Ctrl+c" => return self.interrupt(),
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
            MainView::Menu(_) => self.press_in_menu(name),
            MainView::Levels { .. } => self.press_in_levels(name),
            MainView::Collection { .. } => self.press_in_collection(name),
            MainView::Daily(_) => self.press_in_dailies(name),
            MainView::Desk(_) => self.press_at_desk(name),
        }
    }

    fn press_in_menu(&mut self, name: &str) {
        let MainView::Menu(menu) = &mut self.place else { return };
        match (list_step(name), name) {
            (Some(by), _) => menu.step(by),
            (_, "Enter" | " " | "ArrowRight" | "l") => self.choose_in_menu(),
            (_, "?") => self.over = Some(Over::Help(Help::default())),
            (_, "q" | "Escape") => self.finish(),
            _ => {}
        }
    }

    fn press_in_levels(&mut self, name: &str) {
        let MainView::Levels { levels, behind } = &mut self.place else { return };
        match (list_step(name), name) {
            (Some(by), _) => levels.step(by),
            (_, "ArrowLeft" | "h" | "-") => levels.adjust(-1),
            (_, "ArrowRight" | "l" | "+" | "=") => levels.adjust(1),
            (_, "Enter" | " ") => self.choose_level(),
            (_, "?") => self.over = Some(Over::Help(Help::default())),
            (_, "q" | "Escape") => {
                self.making = None;
                self.place = match behind.take() {
                    Some(desk) => MainView::Desk(desk),
                    None => MainView::Menu(Menu::new(&*self.with.keeper)),
                };
            }
            _ => {}
        }
    }

    fn press_in_collection(&mut self, name: &str) {
        let MainView::Collection { view, behind } = &mut self.place else { return };
        match (list_step(name), name) {
            (Some(by), _) => view.step(by),
            (_, "Enter" | " " | "ArrowRight" | "l") => self.choose_in_collection(),
            (_, "?") => self.over = Some(Over::Help(Help::default())),
            (_, "q" | "Escape" | "ArrowLeft" | "h") => {
                let (entry, behind) = (view.entry(), behind.take());
                self.open_levels(entry, behind);
            }
            _ => {}
        }
    }

    fn press_in_dailies(&mut self, name: &str) {
        let MainView::Daily(dailies) = &mut self.place else { return };
        match (list_step(name), name) {
            (Some(by), _) => dailies.step(by),
            (_, "Enter" | " " | "ArrowRight" | "l") => self.choose_daily(),
            (_, "?") => self.over = Some(Over::Help(Help::default())),
            (_, "q" | "Escape" | "ArrowLeft" | "h") => {
                self.making = None;
                self.place = MainView::Menu(Menu::new(&*self.with.keeper));
            }
            _ => {}
        }
    }

    fn press_over(&mut self, name: &str) {
        let Some(over) = &mut self.over else { return };
        if ["Escape", "q"].contains(&name) {
            self.over = None;
            return;
        }
        let MainView::Desk(desk) = &mut self.place else {
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
            | (Over::Seats(_), _, "o")
            | (Over::Variants(_), _, "v") => {
                self.over = None;
            }
            (Over::Help(help), Some(by), _) => help.scroll(by),
            (Over::Tree(tree), Some(by), _) => tree.step(by),
            (Over::Tree(_), _, "Enter" | " ") => self.go_to_chosen(),
            (Over::Variants(variants), Some(by), _) => variants.step(by),
            (Over::Variants(_), _, "Enter" | " ") => self.go_on_with_chosen(),
            (Over::Seats(seats), Some(by), _) => seats.step(by, desk.session()),
            (Over::Seats(seats), _, "ArrowLeft" | "h" | "ArrowRight" | "l" | " " | "Enter") => {
                let by = if ["ArrowLeft", "h"].contains(&name) { -1 } else { 1 };
                let act = Act::Seats(seats.changed(by, desk.session()));
                desk.change(&act, &mut self.with);
            }
            _ => {}
        }
    }

    fn press_at_desk(&mut self, name: &str) {
        let MainView::Desk(desk) = &mut self.place else { return };
        if let Some(variant) = desk.variant_by_key(name) {
            let act = variant.setup.is_some().then(|| Act::Variant(variant.name.to_owned()));
            desk.hand.forget_digits();
            return act.map_or((), |act| desk.change(&act, &mut self.with));
        }
        if let Some(action) = keys::action(name, desk.puzzle(), desk.hand.is_holding()) {
            return self.act(action, name);
        }
        let with = &mut self.with;
        match own_keys::own(name) {
            Some(Own::Leave) => {
                desk.leave(with);
                self.place = MainView::Menu(Menu::new(&*with.keeper));
            }
            Some(Own::Tree) => {
                // A position that walks away can't be chosen.
                desk.stop();
                self.over = Some(Over::Tree(Tree::new(desk.session())));
            }
            Some(Own::Compare) => {
                let board = desk.session().board().boxed();
                let compare = Compare::start(board, &with.search_options, &mut with.jobs);
                self.over = Some(Over::Compare(Box::new(compare)));
            }
            Some(Own::Seats) => self.over = Seats::new(desk.session()).map(Over::Seats),
            Some(Own::Variants) => self.over = Variants::new(&desk.variants).map(Over::Variants),
            Some(Own::Language) | None => {}
        }
    }

    /// What a key of the shared table means at the desk.
    fn act(&mut self, action: Action, name: &str) {
        let MainView::Desk(desk) = &mut self.place else { return };
        let with = &mut self.with;
        if !matches!(action, Action::Number | Action::Grip | Action::Cancel) {
            desk.hand.forget_digits();
        }
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
            Action::Undo => desk.change(&Act::Undo, with),
            Action::Redo => desk.change(&Act::Redo, with),
            Action::Restart => desk.change(&Act::Restart, with),
            Action::New => self.new_level(),
            Action::Hint => desk.ask_hint(with),
            Action::Solve => desk.solve(with),
            Action::Analysis => desk.analyse(with),
            Action::PlayPause => {
                desk.with_player(with, |player, session, with| player.toggle(session, with.now, with.speed));
            }
            Action::StepBack => desk.with_player(with, |player, session, _| Some(player.step(-1, session))),
            Action::StepOn => desk.with_player(with, |player, session, _| Some(player.step(1, session))),
            Action::First => {
                desk.with_player(with, |player, session, _| Some(player.step(isize::MIN, session)));
            }
            Action::Last => {
                desk.with_player(with, |player, session, _| Some(player.step(isize::MAX, session)));
            }
            Action::Faster | Action::Slower => {
                let by = if action == Action::Faster { 1 } else { -1 };
                with.speed = with.speed.saturating_add_signed(by).clamp(*SPEEDS.start(), *SPEEDS.end());
                with.set("speed", &with.speed.to_string());
            }
            Action::Cancel => {
                if !desk.hand.let_go() && !desk.stop() && !desk.put_away() {
                    desk.say(Tone::Soft, words::QUIT_HINT.say(with.language).to_owned());
                }
            }
            Action::Help => self.over = Some(Over::Help(Help::default())),
            Action::SlideLeft | Action::SlideRight | Action::SlideUp | Action::SlideDown => {
                let way = match action {
                    Action::SlideLeft => (-1, 0),
                    Action::SlideRight => (1, 0),
                    Action::SlideUp => (0, -1),
                    _ => (0, 1),
                };
                let slides = |play: &&Play| play.drop == Drop::By(vec![way]);
                if let Some(text) = desk.sight.plays.iter().find(slides).map(|play| play.text.clone()) {
                    desk.perform(Deed::Play(text), with);
                }
            }
        }
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
