//! Watching a solution: a line of positions in the tree of the game, and how fast to walk along it.

use std::time::{Duration, Instant};
use telusur_session::{NodeId, Session};

/// The slowest and the fastest speed.
pub(crate) const SPEEDS: std::ops::RangeInclusive<u8> = 1..=9;
/// The usual speed.
pub(crate) const USUAL_SPEED: u8 = 4;
/// Milliseconds from move to move, by speed.
const PACE: [u64; 9] = [2500, 1500, 1000, 600, 350, 200, 100, 50, 20];

/// A solution being watched.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    /// Where the solution begins, and every position along it.
    line: Vec<NodeId>,
    is_playing: bool,
    due: Instant,
}

impl Player {
    /// A line, with where it begins.
    pub(crate) fn new(line: Vec<NodeId>, now: Instant, speed: u8) -> Self {
        Player { line, is_playing: true, due: now + pace(speed) }
    }

    /// How many moves there are.
    pub(crate) fn len(&self) -> usize {
        self.line.len() - 1
    }

    /// How many moves have been made; none if the game is elsewhere.
    pub(crate) fn at(&self, session: &Session) -> Option<usize> {
        // Positions along a line are mostly numbered one after another, so the guess is mostly right.
        let here = session.here();
        let guess = here.number().checked_sub(self.line[1.min(self.len())].number()).map(|n| n + 1);
        match guess.filter(|&guess| self.line.get(guess) == Some(&here)) {
            Some(at) => Some(at),
            None => self.line.iter().position(|&node| node == here),
        }
    }

    pub(crate) fn is_playing(&self) -> bool {
        self.is_playing
    }

    pub(crate) fn pause(&mut self) {
        self.is_playing = false;
    }

    /// Plays on or pauses; from the end it begins anew. Where to go now, if anywhere.
    pub(crate) fn toggle(&mut self, session: &Session, now: Instant, speed: u8) -> Option<NodeId> {
        self.is_playing = !self.is_playing;
        self.due = now + pace(speed);
        (self.is_playing && self.at(session) == Some(self.len())).then(|| self.place(0))
    }

    /// A place in the solution.
    pub(crate) fn place(&self, at: usize) -> NodeId {
        self.line[at.min(self.len())]
    }

    /// So many moves on or back, and a pause.
    pub(crate) fn step(&mut self, by: isize, session: &Session) -> NodeId {
        self.is_playing = false;
        let at = self.at(session).unwrap_or(0);
        self.place(at.saturating_add_signed(by))
    }

    /// The next position, if it is time.
    pub(crate) fn tick(&mut self, session: &Session, now: Instant, speed: u8) -> Option<NodeId> {
        if !self.is_playing || now < self.due {
            return None;
        }
        let Some(at) = self.at(session).filter(|&at| at < self.len()) else {
            self.is_playing = false;
            return None;
        };
        // A slow terminal must not make the moves pile up.
        self.due = (self.due + pace(speed)).max(now);
        if at + 1 == self.len() {
            self.is_playing = false;
        }
        Some(self.place(at + 1))
    }
}

fn pace(speed: u8) -> Duration {
    Duration::from_millis(PACE[usize::from(speed.clamp(1, 9)) - 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::Setup;
    use telusur_search::Deadline;

    #[test]
    fn a_solution_is_watched() {
        let mut session = Session::open("hanoi", &Setup::level("2 1 | |")).unwrap();
        session.play("A>C").unwrap();
        session.undo();
        let line = session.add_line(&["A>B", "A>C", "B>C"], &Deadline::never()).unwrap();
        let start = Instant::now();
        let line = std::iter::once(session.here()).chain(line).collect();
        let mut player = Player::new(line, start, USUAL_SPEED);
        assert_eq!((player.len(), player.at(&session), player.is_playing()), (3, Some(0), true));
        assert_eq!(player.tick(&session, start, USUAL_SPEED), None);
        for made in 1..=3 {
            let next = player.tick(&session, start + Duration::from_secs(made), USUAL_SPEED).unwrap();
            session.go(next);
            assert_eq!(player.at(&session), Some(made as usize));
        }
        assert!(!player.is_playing() && session.board().status().is_solved());
        let first = player.toggle(&session, start, USUAL_SPEED).unwrap();
        session.go(first);
        assert_eq!((player.at(&session), player.is_playing()), (Some(0), true));
        let second = player.step(1, &session);
        session.go(second);
        assert_eq!(player.step(-5, &session), first);
        assert!(!player.is_playing());
        session.go(player.place(99));
        assert_eq!(player.at(&session), Some(3));
        session.go(NodeId::ROOT);
        session.play("A>C").unwrap();
        assert_eq!(player.at(&session), None);
    }
}
