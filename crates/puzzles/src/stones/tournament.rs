//! Every strategy against every other, over all positions up to a size.
//!
//! A strategy's move depends on the position alone, so it is asked once for each position; who wins a game
//! between two of them then follows from smaller positions, without playing it out.

use super::piles::{after, count_below, number_below, piles_below};
use super::rules::Rules;
use super::strategy::Player;
use crate::catalogue::BenchTable;
use crate::level::{LevelError, counted};
use std::sync::Arc;
use telusur_search::memory::Memory;
use telusur_search::{Limit, Limits};

/// Positions that a tournament may have.
const MOST_POSITIONS: u64 = 1 << 16;

/// The strategies that take part.
pub const PLAYERS: [Player; 6] = [
    Player::Perfect,
    Player::Multiples,
    Player::FriendlyDfs,
    Player::FriendlyBfs,
    Player::Random,
    Player::Errs(25),
];

/// What the tournament found about one strategy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Won positions in which its move keeps the win.
    pub kept: u64,
    /// Positions of which it says "cannot win" although they are won, or the other way round.
    pub wrong_verdicts: u64,
    /// Positions that it looked at, over all.
    pub looked: u64,
}

/// All results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// Positions with at least one legal move.
    pub positions: u64,
    /// Those that are won for the player to move.
    pub won: u64,
    /// One record for each of [`PLAYERS`].
    pub records: Vec<Record>,
    /// `converted[a][b]`: won positions that `a`, to move, wins against `b`.
    pub converted: Vec<Vec<u64>>,
    /// The limit that left positions out. They are played in order, those with few stones in the first pile first.
    pub stopped: Option<Limit>,
}

impl Tournament {
    /// Plays it over all positions with at most so many stones in each pile.
    ///
    /// # Errors
    /// If there are too many positions, or theory does not tell who wins.
    pub fn play(rules: &Arc<Rules>, most: &[u64], seed: u64, limits: &Limits) -> Result<Self, LevelError> {
        let Some(places) = count_below(most, MOST_POSITIONS) else {
            return Err(LevelError::new(
                "the tournament plays every position up to this one, and they are too many",
                format!("use piles with at most {MOST_POSITIONS} positions below, such as 15 15 15"),
            ));
        };
        let count = PLAYERS.len();
        let mut result = Tournament {
            positions: 0,
            won: 0,
            records: vec![Record::default(); count],
            converted: vec![vec![0; count]; count],
            stopped: None,
        };
        // Whether `a`, to move, beats `b` in a position: bit `a * count + b`.
        let mut beats: Vec<u64> = match Memory::of(limits).vec(places as usize) {
            Ok(beats) => beats,
            Err(limit) => return Ok(Tournament { stopped: Some(limit), ..result }),
        };
        for number in 0..places {
            // As many steps as there are positions: it is asked each time.
            let is_full = limits.states.filter(|&most| number >= most).map(Limit::States);
            result.stopped = is_full.or_else(|| limits.deadline.check().err());
            if result.stopped.is_some() {
                break;
            }
            let piles = piles_below(most, number);
            if rules.is_over(&piles) {
                beats.push(if rules.misere { u64::MAX } else { 0 });
                continue;
            }
            let (Some(wins), Some(winning)) = (rules.wins(&piles), rules.winning_moves(&piles)) else {
                let problem = "no rule tells who wins with these takes";
                return Err(LevelError::new(problem, "use other takes or fewer piles"));
            };
            result.positions += 1;
            result.won += u64::from(wins);
            let mut row = 0;
            for (a, player) in PLAYERS.into_iter().enumerate() {
                // Without limits there is always an answer.
                let Ok(advice) = player.advise(rules, &piles, seed, &Limits::none()) else { continue };
                let record = &mut result.records[a];
                record.looked += advice.looked;
                record.wrong_verdicts += u64::from(advice.cannot_win == wins);
                let Some((pile, take)) = advice.take else { continue };
                record.kept += u64::from(winning.contains(&(pile, take)));
                let replies = beats[number_below(most, &after(&piles, (pile, take)))];
                for b in 0..count {
                    if replies >> (b * count + a) & 1 == 0 {
                        row |= 1 << (a * count + b);
                        result.converted[a][b] += u64::from(wins);
                    }
                }
            }
            beats.push(row);
        }
        Ok(result)
    }

    /// The results as tables for people; none if no position was played.
    #[must_use]
    pub fn tables(&self, rules: &Rules, most: &[u64]) -> Vec<BenchTable> {
        if self.positions == 0 && self.stopped.is_some() {
            return Vec::new();
        }
        let part = if self.stopped.is_some() { "Not complete: the first " } else { "" };
        let about = format!(
            "piles up to {}, take {}{}",
            super::text::write(most),
            rules.takes,
            if rules.misere { ", last stone loses" } else { "" }
        );
        let share = |part: u64, all: u64| match all {
            0 => "–".to_owned(),
            _ => format!("{:.1} %", 100.0 * part as f64 / all as f64),
        };
        let name = |player: &Player| player.to_string();
        let keeping = PLAYERS.iter().zip(&self.records).map(|(player, record)| {
            let wrong = match player {
                // These two say nothing about who wins.
                Player::Random | Player::Errs(_) => "–".to_owned(),
                _ => share(record.wrong_verdicts, self.positions),
            };
            let kept = share(record.kept, self.won);
            let thrown = share(self.won - record.kept, self.won);
            vec![name(player), kept, thrown, wrong, record.looked.to_string()]
        });
        let converted = PLAYERS.iter().zip(&self.converted).map(|(player, row)| {
            std::iter::once(name(player)).chain(row.iter().map(|&games| share(games, self.won))).collect()
        });
        vec![
            BenchTable::new(
                format!("Strategies: {about}"),
                "strategy | keeps a won game | throws it away | wrong verdicts | positions looked at",
                keeping.collect(),
                &format!(
                    "{part}{}, {} won for the player to move. A strategy keeps a won game if its move leaves a \
                     lost position; a wrong verdict says \"cannot win\" of a won position or the other way round.",
                    counted(self.positions, "position"),
                    self.won
                ),
            ),
            BenchTable::new(
                format!("Won positions converted into wins: {about}"),
                &format!("mover \\ opponent | {}", PLAYERS.each_ref().map(name).join(" | ")),
                converted.collect(),
                &format!(
                    "From every won position{}, the strategy on the left moves first against the one above.",
                    if self.stopped.is_some() { " of those" } else { "" }
                ),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stones::take::TakeSet;

    #[test]
    fn the_friendly_line_throws_away_two_thirds_of_won_games() {
        let rules = Arc::new(Rules::new(TakeSet::USUAL, false));
        let most = [15, 15, 15];
        let played = Tournament::play(&rules, &most, 1, &Limits::none()).unwrap();
        assert_eq!((played.positions, played.won), (4095, 3072));
        let record = |player| played.records[PLAYERS.iter().position(|&p| p == player).unwrap()];
        assert_eq!((record(Player::Perfect).kept, record(Player::Perfect).wrong_verdicts), (3072, 0));
        // Two thirds, to within a few positions with empty first piles.
        let thrown = played.won - record(Player::FriendlyDfs).kept;
        assert!(thrown.abs_diff(played.won * 2 / 3) < 30, "{thrown} of {}", played.won);
        // Its verdict is wrong for a quarter of all positions: nearly all the lost ones.
        let wrong = record(Player::FriendlyDfs).wrong_verdicts;
        assert!(wrong.abs_diff(1024) < 10, "{wrong}");
        // The perfect player never loses a won game, whoever sits there.
        assert!(played.converted[0].iter().all(|&games| games == played.won));
        assert!(played.converted[2][0] < played.won / 3);
        for table in played.tables(&rules, &most) {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
        }
    }

    #[test]
    fn games_between_tables_equal_games_played_out() {
        let rules = Arc::new(Rules::new(TakeSet::parse("1,3,4").unwrap(), true));
        let most = [5, 4, 3];
        let played = Tournament::play(&rules, &most, 9, &Limits::none()).unwrap();
        for (a, first) in PLAYERS.into_iter().enumerate() {
            for (b, second) in PLAYERS.into_iter().enumerate() {
                let mut converted = 0;
                for number in 0..6 * 5 * 4 {
                    let mut piles = piles_below(&most, number);
                    if rules.is_over(&piles) || rules.wins(&piles) != Some(true) {
                        continue;
                    }
                    let mut turn = 0;
                    let advise = |player: Player, piles: &[u64]| {
                        player.advise(&rules, piles, 9, &Limits::none()).unwrap().take
                    };
                    while let Some((pile, take)) = advise([first, second][turn % 2], &piles) {
                        piles[pile] -= take;
                        turn += 1;
                    }
                    // Misère: who is to move at the end has won.
                    converted += u64::from(turn % 2 == 0);
                }
                assert_eq!(played.converted[a][b], converted, "{first} against {second}");
            }
        }
    }

    #[test]
    fn too_large_a_tournament_is_refused() {
        let rules = Arc::new(Rules::new(TakeSet::USUAL, false));
        assert!(Tournament::play(&rules, &[1 << 40, 5], 0, &Limits::none()).is_err());
        assert!(Tournament::play(&rules, &[u64::MAX, 5], 0, &Limits::none()).is_err());
    }
}
