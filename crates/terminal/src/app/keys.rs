//! What keys do, wherever one is.

use super::{App, List, Over};
use crate::hand::Deed;
use crate::own_keys::{self, Own};
use crate::player::SPEEDS;
use crate::views::compare::Compare;
use crate::views::help::Help;
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
        if self.over.is_none() && self.front.is_none() {
            return self.press_at_desk(name);
        }
        if self.over.as_ref().is_some_and(|over| over.key() == name) {
            self.over = None;
            return;
        }
        match (list_step(name), name) {
            (Some(by), _) => self.step(by),
            (_, "Enter" | " ") => self.choose(),
            (_, "ArrowLeft" | "h") => self.sideways(-1),
            (_, "ArrowRight" | "l") => self.sideways(1),
            (_, "-") => self.adjust(-1),
            (_, "+" | "=") => self.adjust(1),
            (_, "?") if self.over.is_none() => self.over = Some(Over::Help(Help::default())),
            (_, "q" | "Escape") => self.back(),
            _ => {}
        }
    }

    /// Moves in the list that is in front, or through the help.
    fn step(&mut self, by: isize) {
        if let Some(Over::Help(help)) = &mut self.over {
            help.scroll(by);
        } else if let Some(list) = self.list() {
            list.step(by);
        }
    }

    /// What the left and the right key mean beside a list.
    pub(super) fn sideways(&mut self, by: i8) {
        match (&mut self.over, &self.front, &mut self.desk) {
            (Some(Over::Seats(seats)), _, Some(desk)) => {
                let act = Act::Seats(seats.changed(by.into(), desk.session()));
                desk.change(&act, &mut self.with);
            }
            (None, Some(List::Levels(_)), _) => self.adjust(by),
            (None, Some(_), _) if by > 0 => self.choose(),
            (Some(_), ..) | (None, None | Some(List::Menu(_)), _) => {}
            (None, Some(List::Collection(_) | List::Daily(_)), _) => self.back(),
        }
    }

    /// Easier or harder, for the level to be made.
    fn adjust(&mut self, by: i8) {
        if let (None, Some(List::Levels(levels))) = (&self.over, &mut self.front) {
            levels.adjust(by);
        }
    }

    /// Closes what lies over the view, or goes back to the view before.
    fn back(&mut self) {
        if self.over.take().is_some() {
            return;
        }
        match &self.front {
            Some(List::Menu(_)) => return self.finish(),
            Some(List::Collection(view)) => return self.open_levels(view.entry()),
            Some(List::Levels(_) | List::Daily(_)) | None => {}
        }
        self.making = None;
        match self.desk {
            Some(_) => self.front = None,
            None => self.open_menu(),
        }
    }

    fn press_at_desk(&mut self, name: &str) {
        let Some(desk) = &mut self.desk else { return };
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
                self.open_menu();
            }
            Some(Own::Tree) => {
                // A position that walks away can't be chosen.
                desk.stop();
                self.over = Some(Over::Tree(Tree::new(desk.session())));
            }
            Some(Own::Compare) => {
                let board = desk.session().board().boxed();
                let compare = Compare::start(board, with.search_options, &mut with.jobs, with.now);
                self.over = Some(Over::Compare(Box::new(compare)));
            }
            Some(Own::Seats) => self.over = Seats::new(desk.session()).map(Over::Seats),
            Some(Own::Variants) => {
                let (variants, choices) = (&desk.known.variants, desk.session().choices());
                self.over = Variants::new(variants, &choices).map(Over::Variants);
            }
            Some(Own::Language) | None => {}
        }
    }

    /// What a key of the shared table means at the desk.
    fn act(&mut self, action: Action, name: &str) {
        let Some(desk) = &mut self.desk else { return };
        let with = &mut self.with;
        if !matches!(action, Action::Number | Action::Grip | Action::Cancel) {
            desk.hand.forget_digits();
        }
        let (right, down) = match action {
            Action::Left | Action::SlideLeft => (-1, 0),
            Action::Right | Action::SlideRight => (1, 0),
            Action::Up | Action::SlideUp => (0, -1),
            Action::Down | Action::SlideDown => (0, 1),
            _ => (0, 0),
        };
        match action {
            Action::Left | Action::Right | Action::Up | Action::Down => {
                let deed = desk.hand.step(right.into(), down.into(), &desk.sight);
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
                let slides = |play: &&Play| play.drop == Drop::By(vec![(right, down)]);
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
