//! Who plays: people and machines, and the moves of machines.

use super::Talk;
use crate::words::{self, Phrase};
use std::io;
use telusur_puzzles::Opponent;
use telusur_search::Cancel;
use telusur_session::{Act, ActError, Patience, Seat, SeatError};

const SEATED: Phrase = Phrase("Player {}: {}", "Pemain {}: {}");

impl Talk<'_> {
    /// Machine players make their moves; whether there were any.
    pub(super) fn machines_play_quietly(&mut self) -> io::Result<bool> {
        let mut has_played = false;
        while let Some(table) = &self.table
            && table.session().machine_to_move().is_some()
        {
            let seed = table.played(self.with.now).as_nanos() as u64;
            // Nobody can cancel it: Ctrl-C ends the conversation.
            let limits = self.with.search_options.limits(Some(Patience::REPLY.time), &Cancel::new());
            let found = table.session().find_reply(None, seed, &limits).map_err(ActError::from);
            let made = found.and_then(|text| match self.act(&Act::Reply(text.clone())) {
                Some(Err(error)) => Err(error),
                _ => Ok(text),
            });
            match made {
                Ok(text) => self.phrase(words::MACHINE_TOOK, &[&text])?,
                Err(error) => {
                    let why = error.in_language(self.language());
                    self.say(&why)?;
                    break;
                }
            }
            has_played = true;
            self.keep(None)?;
        }
        Ok(has_played)
    }

    pub(super) fn machines_play(&mut self) -> io::Result<()> {
        match self.machines_play_quietly()? {
            true => self.show(),
            false => Ok(()),
        }
    }

    pub(super) fn opponent(&mut self, choice: Option<(String, u32)>) -> io::Result<()> {
        let Some(session) = self.session() else { return Ok(()) };
        let is_question = choice.is_none();
        if let Some((name, player)) = choice {
            let who = match name.as_str() {
                "person" | "orang" => Seat::Person,
                _ => Seat::Machine(name),
            };
            let mut seats = session.seats().to_vec();
            let refused = match seats.get_mut(player.saturating_sub(1) as usize) {
                Some(seat) => {
                    *seat = who;
                    self.act(&Act::Seats(seats)).and_then(Result::err)
                }
                None => Some(SeatError::NoSuchSeat(player).into()),
            };
            if let Some(error) = refused {
                let why = error.in_language(self.language());
                return self.reject(&why);
            }
            self.keep(None)?;
        }
        let Some(session) = self.session() else { return Ok(()) };
        let mut lines = Vec::new();
        for (i, seat) in session.seats().iter().enumerate() {
            let name = words::player(seat, self.with.language);
            lines.push(SEATED.fill(self.with.language, &[&(i + 1).to_string(), name]));
        }
        if is_question {
            let line = |one: &Opponent| format!("  {}: {}", one.name, one.does_in(self.with.language));
            lines.extend(session.start().opponents().iter().map(line));
        }
        self.say(&lines.join("\n"))?;
        self.machines_play()
    }
}
