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
    pub(crate) fn new(begin: NodeId, line: Vec<NodeId>, now: Instant, speed: u8) -> Self {
        let line = std::iter::once(begin).chain(line).collect();
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

    /// Plays on or pauses; from the end it begins anew.
    pub(crate) fn toggle(&mut self, session: &mut Session, now: Instant, speed: u8) {
        self.is_playing = !self.is_playing;
        self.due = now + pace(speed);
        if self.is_playing && self.at(session) == Some(self.len()) {
            self.go(0, session);
        }
    }

    /// Goes to a place in the solution.
    pub(crate) fn go(&self, at: usize, session: &mut Session) {
        session.go(self.line[at.min(self.len())]);
    }

    /// Goes so many moves on or back, and pauses.
    pub(crate) fn step(&mut self, by: isize, session: &mut Session) {
        self.is_playing = false;
        let at = self.at(session).unwrap_or(0);
        self.go(at.saturating_add_signed(by), session);
    }

    /// Makes the next move if it is time; whether it has.
    pub(crate) fn tick(&mut self, session: &mut Session, now: Instant, speed: u8) -> bool {
        if !self.is_playing || now < self.due {
            return false;
        }
        let Some(at) = self.at(session).filter(|&at| at < self.len()) else {
            self.is_playing = false;
            return false;
        };
        self.go(at + 1, session);
        // A slow terminal must not make the moves pile up.
        self.due = (self.due + pace(speed)).max(now);
        if at + 1 == self.len() {
            self.is_playing = false;
        }
        true
    }
}

fn pace(speed: u8) -> Duration {
    Duration::from_millis(PACE[usize::from(speed.clamp(1, 9)) - 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_puzzles::Setup;

    #[test]
    fn a_solution_is_watched() {
        let mut session = Session::open("hanoi", &Setup::level("2 1 | |")).unwrap();
        session.play("A>C").unwrap();
        session.undo();
        let line = session.add_line(&["A>B", "A>C", "B>C"]).unwrap();
        let start = Instant::now();
        let mut player = Player::new(session.here(), line, start, USUAL_SPEED);
        assert_eq!((player.len(), player.at(&session), player.is_playing()), (3, Some(0), true));
        assert!(!player.tick(&mut session, start, USUAL_SPEED));
        for made in 1..=3 {
            assert!(player.tick(&mut session, start + Duration::from_secs(made), USUAL_SPEED));
            assert_eq!(player.at(&session), Some(made as usize));
        }
        assert!(!player.is_playing() && session.board().status().is_solved());
        player.toggle(&mut session, start, USUAL_SPEED);
        assert_eq!((player.at(&session), player.is_playing()), (Some(0), true));
        player.step(1, &mut session);
        player.step(-5, &mut session);
        assert_eq!((player.at(&session), player.is_playing()), (Some(0), false));
        player.go(99, &mut session);
        assert_eq!(player.at(&session), Some(3));
        session.go(NodeId::ROOT);
        session.play("A>C").unwrap();
        assert_eq!(player.at(&session), None);
    }
}
