//! Stones for the erased layer: texts, answers, surveys, replies.

use super::count;
use super::game::{Stones, Take};
use super::piles::{Piles, after, count_below};
use super::strategy::{OPPONENTS, Player};
use super::take::MOST_STONES;
use super::{Rules, TakeSet, instructions, picture, text, why};
use crate::answer::{GameAnswer, Survey};
use crate::board::MoveError;
use crate::bytes::{self, PackedBoard};
use crate::game::{GamePuzzle, Opponent, ReplyError, Turned, survey};
use crate::language::{Text, text};
use crate::level::LevelError;
use crate::picture::Picture;
use crate::play::{Drop, Play};
use crate::puzzle::{PositionOf, Puzzle, Task, given};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::sync::Arc;
use telusur_search::game::{Halt, Value, Verdict, memo, retrograde};
use telusur_search::{Algorithm, Limit, Limits, Unsupported};

/// Positions up to which search finds the turns that no formula gives, although the winner is known.
const MOST_FOR_TURNS: u64 = 1 << 20;
/// Lost positions that a survey lists.
const MOST_LISTED: usize = 40;

impl<P: Piles> Puzzle for Stones<P> {
    const NAME: &'static str = "stones";
    const MOVE_FORM: Text = text::MOVE_FORM;

    type Position = Turned<P>;

    fn text(&self, position: Turned<P>) -> String {
        text::write(&self.piles(position.state))
    }

    fn options(&self, position: &Turned<P>) -> Vec<(String, String)> {
        let Rules { takes, misere, .. } = &*self.rules;
        let options = given([
            ("take", (*takes != TakeSet::USUAL).then(|| takes.to_string())),
            ("misere", misere.then(|| "true".to_owned())),
            ("players", (self.players != 2).then(|| self.players.to_string())),
            ("opponent", self.opponent.map(|opponent| opponent.to_string())),
        ]);
        [options, position.options()].concat()
    }

    fn instructions(&self) -> Text {
        instructions::instructions(&self.rules, self.players)
    }

    fn move_text(&self, _: Turned<P>, (pile, stones): Take) -> String {
        format!("{}:{stones}", pile + 1)
    }

    fn moves(&self, &Turned { state, .. }: &Turned<P>) -> Vec<(Take, P)> {
        let moves = self.rules.listed_moves(&self.piles(state)).into_iter();
        moves.map(|(pile, take)| ((pile, take), state.with(pile, state.get(pile) - take))).collect()
    }

    fn items(&self, Turned { state, .. }: Turned<P>) -> usize {
        // Every pile, and the stones that are drawn of it.
        (0..self.count).map(|pile| 1 + state.get(pile).min(picture::MOST_DRAWN) as usize).sum()
    }

    fn count_moves(&self, position: &Turned<P>) -> usize {
        (0..self.count).map(|pile| self.rules.count_listed(position.state.get(pile))).sum()
    }

    fn level_bytes(&self) -> usize {
        size_of_val(self) + self.rules.bytes()
    }

    fn read_move(&self, position: &Turned<P>, text: &str) -> Result<Turned<P>, MoveError> {
        let illegal = |why: Text| Err(MoveError::Illegal { text: text.to_owned(), why });
        let Some((pile, stones)) = text::parse_move(text) else {
            return Err(MoveError::Unreadable { text: text.to_owned(), form: Self::MOVE_FORM });
        };
        let count = self.count;
        if pile == 0 || pile > count {
            return illegal(text!("there are piles 1 to {count}", "ada tumpukan 1 sampai {count}"));
        }
        // More than any pile holds are too many for this one.
        if !self.rules.takes.allows(stones.min(MOST_STONES)) {
            return illegal(match &self.rules.takes {
                &TakeSet::ANY => Text::fixed(
                    "every turn takes at least one stone",
                    "setiap giliran mengambil paling sedikit satu batu",
                ),
                takes => text!("a turn takes {takes} stones", "satu giliran mengambil {takes} batu"),
            });
        }
        match position.state.get(pile - 1) {
            left if left < stones => illegal(text!(
                "pile {pile} has only {left} stones",
                "tumpukan {pile} hanya punya {left} batu"
            )),
            left => Ok(position.later(position.state.with(pile - 1, left - stones), 1)),
        }
    }

    fn picture(&self, position: Turned<P>) -> Picture {
        picture::draw(self, position.state, position.turn)
    }

    fn play(&self, position: Turned<P>, m: Take) -> Play {
        picture::by_hand(self.move_text(position, m), position.state.get(m.0), m)
    }

    fn attempts(&self, position: Turned<P>, grip: &str, _: &Drop) -> Vec<String> {
        let take = picture::attempt(&self.piles(position.state), grip);
        take.map(|m| self.move_text(position, m)).into_iter().collect()
    }

    fn explain_idle(&self, position: Turned<P>, grip: &str) -> Option<Text> {
        let pile: usize = grip.strip_prefix("pile-")?.parse().ok()?;
        let stones = *self.piles(position.state).get(pile.checked_sub(1)?)?;
        Some(match stones {
            0 => text!("pile {pile} is empty", "tumpukan {pile} kosong"),
            _ => text!(
                "the rules allow taking nothing from the {stones} left in pile {pile}",
                "aturan tidak mengizinkan pengambilan dari {stones} yang tersisa di tumpukan {pile}"
            ),
        })
    }

    fn place_on_map(&self, state: P) -> Option<(f32, f32)> {
        // Two piles are a chessboard, on which the lost positions make their well-known pattern.
        (self.count <= 2).then(|| {
            let taken = |pile: usize| self.start.get(pile).saturating_sub(state.get(pile)) as f32;
            (taken(0), if self.count == 2 { taken(1) } else { 0.0 })
        })
    }

    fn survey(&self, from: P, task: &mut Task<'_>) -> Result<Survey, Unsupported> {
        let piles = self.piles(from);
        let told_apart = self.told_apart();
        let mut found = match self.moves_fit(&piles) {
            true => survey(&told_apart, from, task),
            false => Survey {
                depths: vec![1],
                stopped: Some(Limit::States(0)),
                ..Survey::nothing(Algorithm::Theory, "the position has too many moves to list")
            },
        };
        if found.stopped.is_none()
            && let Some(lost) = self.lost_positions(from, task)
        {
            found.findings.push(("some lost positions".to_owned(), lost));
        }
        self.add_theory(&piles, &mut found.findings);
        Ok(found)
    }

    fn as_bytes(puzzle: &Arc<Self>, from: Turned<P>) -> Option<Box<dyn PackedBoard>> {
        puzzle
            .moves_fit(&puzzle.piles(from.state))
            .then(|| bytes::plain(&Arc::new(puzzle.told_apart()), from))
    }
}

impl<P: Piles> GamePuzzle for Stones<P> {
    fn is_searchable(&self, state: P) -> bool {
        self.moves_fit(&self.piles(state))
    }

    fn settle(&self, state: P, task: &mut Task<'_>) -> Option<GameAnswer> {
        let piles = self.piles(state);
        let clock = task.run();
        let (wins, winning) = (self.rules.wins(&piles)?, self.rules.winning_moves(&piles)?);
        let mut turns = self.rules.turns(&piles).map(BigUint::from);
        let mut algorithm = "theory";
        let mut stats = clock.stats(0, 0);
        let mut limit = None;
        let mut best = Vec::new();
        if turns.is_none() && count_below(&piles, MOST_FOR_TURNS).is_some() && self.moves_fit(&piles) {
            let report = memo::solve(self, state, &mut task.run());
            match report.value {
                Ok(value) => turns = value.turns().map(BigUint::from),
                Err(Halt::Limit(stopped)) => limit = Some(stopped),
                Err(Halt::Cycle) => {}
            }
            best = report.best_moves();
            stats = report.stats;
            algorithm = "theory; depth-first search with memory for the turns";
        }
        let turns_after = |m: Take| self.rules.turns(&after(&piles, m));
        let fastest = winning.iter().copied().min_by_key(|&m| turns_after(m));
        if let Some(turns) = fastest.and_then(turns_after) {
            best = winning.iter().copied().filter(|&m| turns_after(m) == Some(turns)).collect();
        }
        let texts = |moves: &[Take]| moves.iter().map(|&m| self.move_text(Turned::of(state), m)).collect();
        Some(GameAnswer {
            verdict: Some(if wins { Verdict::Win } else { Verdict::Loss }),
            limit,
            turns,
            winning_moves: texts(&winning),
            best_moves: texts(&best),
            grundy: self.rules.grundy(&piles),
            why: why::sentence(&self.rules, &piles, fastest),
            algorithm: algorithm.to_owned(),
            stats,
        })
    }

    fn turns_left(&self, state: P) -> Option<BigUint> {
        self.rules.turns(&self.piles(state)).map(BigUint::from)
    }

    fn opponents(&self) -> &'static [Opponent] {
        OPPONENTS
    }

    fn check_opponent(&self, name: &str) -> Result<(), LevelError> {
        Player::parse(name).map(|_| ())
    }

    fn reply(
        &self,
        state: P,
        opponent: Option<&str>,
        seed: u64,
        limits: &Limits,
    ) -> Result<Option<Take>, ReplyError> {
        let player = match opponent {
            Some(name) => Player::parse(name)?,
            None => self.opponent.unwrap_or(Player::Perfect),
        };
        let advice = player.advise(&self.rules, &self.piles(state), seed, limits);
        Ok(advice.map_err(ReplyError::Stopped)?.take)
    }
}

impl<P: Piles> Stones<P> {
    /// The first lost positions, smallest first, piles in ascending order.
    fn lost_positions(&self, from: P, task: &mut Task<'_>) -> Option<String> {
        let tablebase = retrograde::survey(self, from, &mut task.run()).values.ok()?;
        let lost = tablebase.positions().filter(|(_, value)| matches!(value, Value::Loss(_)));
        let (mut count, mut first) = (0, BTreeSet::new());
        // Only those that are shown are kept: all of them would be more than the positions themselves.
        for piles in lost.map(|(state, _)| self.piles(state)) {
            count += 1;
            first.insert((piles.iter().sum::<u64>(), piles));
            if first.len() > MOST_LISTED {
                first.pop_last();
            }
        }
        let mut shown: Vec<String> = first.iter().map(|(_, piles)| text::write(piles)).collect();
        if count > MOST_LISTED {
            shown.push(format!("… ({count} up to the order of piles)"));
        }
        Some(shown.join(", "))
    }

    fn add_theory(&self, piles: &[u64], findings: &mut Vec<(String, String)>) {
        let theory = self.rules.theory();
        let mut add = |name: &str, value: String| findings.push((name.to_owned(), value));
        match (theory.period(), &self.rules.takes) {
            (_, &TakeSet::ANY) => add("Grundy value of a pile", "its size".to_owned()),
            (None, _) => add("period of Grundy values", "none found".to_owned()),
            (Some((preperiod, period)), _) => {
                add("period of Grundy values", format!("{period}, after the first {preperiod}"));
                let shown = (preperiod + period).min(40);
                let values =
                    (0..shown).filter_map(|pile| theory.worth(pile)).map(|worth| worth.value.to_string());
                add("Grundy values from pile 0", values.collect::<Vec<_>>().join(" "));
            }
        }
        if self.rules.misere {
            let rule = "proved for all piles: XOR decides, the other way round when all piles are fickle";
            add("misère rule", rule.to_owned());
        }
        if let Some(lost) = count::lost_below(&self.rules, piles) {
            add("lost positions by theory, among all sizes up to these", lost.to_string());
        }
        if let Some((start, period, shift)) = self.rules.lattice(piles).map(|lattice| lattice.rule()) {
            add(
                "turns under best play",
                format!("{period} stones more in a pile of {start} or more add {shift} turns"),
            );
        }
    }
}
