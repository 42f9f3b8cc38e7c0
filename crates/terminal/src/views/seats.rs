//! Who plays a game for several: people and machine players.

use super::chosen::Chosen;
use super::sheet::Sheet;
use crate::words::{self, Phrase};
use telusur_session::palette::Tone;
use telusur_session::{Seat, Session};

const TITLE: Phrase = Phrase("Who plays", "Siapa bermain");
const FOOT: Phrase = Phrase("↑ ↓ seat, ← → player, Esc closes", "↑ ↓ kursi, ← → pemain, Esc menutup");
const PERSON: Phrase = Phrase("a person", "orang");
const PERSON_DOES: Phrase = Phrase("somebody at this keyboard", "seseorang di papan ketik ini");
const PLAYER: Phrase = Phrase("Player {}", "Pemain {}");

/// A machine player whose name takes a number gets this one.
const USUAL_NUMBER: &str = "5";

/// The view.
pub(crate) struct Seats {
    pub(crate) chosen: Chosen,
    /// Everybody who can sit down: names and what they do.
    players: Vec<(Seat, &'static str)>,
}

impl Seats {
    /// For a game; `None` if nobody can be chosen.
    pub(crate) fn new(session: &Session) -> Option<Self> {
        if session.seats().is_empty() {
            return None;
        }
        let machines = session.start().opponents().iter().map(|&(name, line)| {
            let name = name
                .strip_suffix('N')
                .map_or_else(|| name.to_owned(), |stem| format!("{stem}{USUAL_NUMBER}"));
            (Seat::Machine(name), line)
        });
        let players = std::iter::once((Seat::Person, "")).chain(machines).collect();
        // Mostly one wants another opponent.
        let chosen = Chosen::new(1.min(session.seats().len() - 1), session.seats().len());
        Some(Seats { chosen, players })
    }

    /// Who plays if the chosen seat goes to the next or the last player.
    pub(crate) fn changed(&self, by: isize, session: &Session) -> Vec<Seat> {
        let mut seats = session.seats().to_vec();
        if let Some(seat) = seats.get_mut(self.chosen.row()) {
            let at = self.players.iter().position(|(known, _)| known == seat).unwrap_or(0);
            let next = (at as isize + by).rem_euclid(self.players.len() as isize) as usize;
            *seat = self.players[next].0.clone();
        }
        seats
    }

    pub(crate) fn draw(&self, session: &Session, mut screen: Sheet<'_>) {
        let (language, paint) = (screen.language, screen.paint);
        let size = (screen.area.width.min(58), session.seats().len() as u16 * 3 + 4);
        let mut sheet = screen.framed(size, TITLE.say(language));
        for (i, seat) in session.seats().iter().enumerate() {
            let name = match seat {
                Seat::Person => PERSON.say(language),
                Seat::Machine(name) => name,
            };
            let known = self.players.iter().find(|(known, _)| known == seat).map_or("", |(_, line)| *line);
            let does = match seat {
                Seat::Person => PERSON_DOES.say(language).to_owned(),
                Seat::Machine(_) => words::title(known, language),
            };
            let style = if i == self.chosen.row() { paint.chosen() } else { paint.tone(Tone::Ink) };
            let who = PLAYER.fill(language, &[&(i + 1).to_string()]);
            sheet.line(&format!("{who}: ‹ {name} ›"), style);
            sheet.line(&format!("  {does}"), sheet.soft());
            sheet.gap();
        }
        sheet.foot(FOOT);
    }
}
