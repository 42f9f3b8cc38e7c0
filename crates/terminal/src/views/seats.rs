//! Who plays a game for several: people and machine players.

use super::chosen::Chosen;
use super::sheet::Sheet;
use crate::words::Phrase;
use telusur_puzzles::Opponent;
use telusur_session::palette::Tone;
use telusur_session::{Seat, Session};

const TITLE: Phrase = Phrase("Who plays", "Siapa bermain");
const FOOT: Phrase = Phrase("↑ ↓ seat  ← → player  Esc closes", "↑ ↓ kursi  ← → pemain  Esc menutup");
const PERSON: Phrase = Phrase("a person", "orang");
const PERSON_DOES: Phrase = Phrase("somebody at this keyboard", "seseorang di papan ketik ini");
const PLAYER: Phrase = Phrase("Player {}", "Pemain {}");

/// The view.
pub(crate) struct Seats {
    pub(crate) chosen: Chosen,
    /// Machine players who can sit down.
    machines: &'static [Opponent],
}

impl Seats {
    /// For a game; `None` if nobody can be chosen.
    pub(crate) fn new(session: &Session) -> Option<Self> {
        if session.seats().is_empty() {
            return None;
        }
        // Mostly one wants another opponent.
        let chosen = Chosen::new(1.min(session.seats().len() - 1), session.seats().len());
        Some(Seats { chosen, machines: session.start().opponents() })
    }

    /// Who plays if the chosen seat goes to the next or the last player.
    pub(crate) fn changed(&self, by: isize, session: &Session) -> Vec<Seat> {
        let mut seats = session.seats().to_vec();
        if let Some(seat) = seats.get_mut(self.chosen.row()) {
            let machine = |one: &Opponent| Seat::Machine(one.name.to_owned());
            let players: Vec<Seat> =
                std::iter::once(Seat::Person).chain(self.machines.iter().map(machine)).collect();
            let at = players.iter().position(|known| known == seat).unwrap_or(0);
            let next = (at as isize + by).rem_euclid(players.len() as isize) as usize;
            seat.clone_from(&players[next]);
        }
        seats
    }

    pub(crate) fn draw(&self, session: &Session, mut screen: Sheet<'_>) {
        let (language, paint) = (screen.language, screen.paint);
        let size = (screen.area.width.min(58), session.seats().len() as u16 * 3 + 4);
        let mut sheet = screen.framed(size, TITLE.say(language));
        for (i, seat) in session.seats().iter().enumerate() {
            let (name, does) = match seat {
                Seat::Person => (PERSON.say(language), PERSON_DOES.say(language)),
                Seat::Machine(name) => match self.machines.iter().find(|known| known.name == name) {
                    Some(machine) => (machine.title_in(language), machine.does_in(language)),
                    None => (name.as_str(), ""),
                },
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
