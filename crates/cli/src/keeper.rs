//! Games of the terminal in the store of the page, so that they go on in either.

use std::collections::BTreeSet;
use telusur_session::Session;
use telusur_terminal::{KeepError, Keeper, Kept, Recent, Solved};
use telusur_web::{Archive, ArchiveError, Place};

/// Keeps the game in play in an archive.
pub(crate) struct InArchive {
    archive: Archive,
    place: Option<Place>,
}

impl InArchive {
    pub(crate) fn new(archive: Archive) -> Self {
        InArchive { archive, place: None }
    }
}

fn failed(error: &ArchiveError) -> KeepError {
    KeepError(error.to_string())
}

impl Keeper for InArchive {
    fn begin(&mut self, session: &Session) -> Result<Kept, KeepError> {
        self.place = None;
        self.place = Some(self.archive.begin(session).map_err(|error| failed(&error))?);
        Ok(Kept::Yes)
    }

    fn keep(&mut self, session: &Session, solved: Option<Solved>) -> Result<Kept, KeepError> {
        let solved = solved.map(|solved| telusur_web::Solved { optimum: solved.optimum });
        if self.place.is_none() {
            // It could not be kept when it began; perhaps it can now.
            self.begin(session)?;
        }
        let Some(place) = &mut self.place else { return Ok(Kept::Nowhere) };
        match self.archive.keep(place, session, solved).map_err(|error| failed(&error))? {
            true => Ok(Kept::Yes),
            false => Ok(Kept::MovedOn),
        }
    }

    fn open(&mut self, key: &str) -> Result<Session, KeepError> {
        let (session, place) = self.archive.load(key).map_err(|error| failed(&error))?;
        self.place = Some(place);
        Ok(session)
    }

    fn reopen(&mut self) -> Result<Session, KeepError> {
        let key = self.place.as_ref().map(|place| place.key().to_owned());
        self.open(&key.ok_or_else(|| KeepError("no game is in play".to_owned()))?)
    }

    fn recent(&mut self, most: u32) -> Vec<Recent> {
        let recent = self.archive.recent(most).unwrap_or_default().into_iter();
        let game = |game: telusur_web::RecentGame| Recent {
            is_unfinished: game.status == "playing",
            key: game.key,
            puzzle: game.puzzle,
            title: game.title,
            moves: game.moves,
        };
        recent.map(game).collect()
    }

    fn best(&mut self, session: &Session) -> Option<u64> {
        self.archive.best(session).ok().flatten()
    }

    fn solved(&mut self) -> BTreeSet<(&'static str, &'static str)> {
        self.archive.solved_levels().unwrap_or_default()
    }

    fn setting(&mut self, name: &str) -> Option<String> {
        self.archive.setting(name).ok().flatten()
    }

    fn set(&mut self, name: &str, value: &str) {
        // A setting that is not kept is set again next time.
        _ = self.archive.set_setting(name, value);
    }
}
