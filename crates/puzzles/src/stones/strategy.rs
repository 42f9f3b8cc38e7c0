//! Machine players: the perfect one, the three of the paper as they are, a random one, and perfect ones that
//! err at a stated rate.
//!
//! The paper's players are kept for what they teach. *Multiples* leaves all piles multiples of four: right when
//! it can, but it often can't although the game is won. The two *friendly lines* look, depth first or breadth
//! first, for any line of play in which we take the last stone, as if the opponent helped; that such a line
//! exists says next to nothing about who wins. All three say "cannot win" where they find nothing, and then
//! make the first legal move. They know nothing of misère play.

use super::game::Take;
use super::piles::after;
use super::rules::Rules;
use super::{friendly, game};
use crate::game::Opponent;
use crate::level::LevelError;
use crate::random::Random;
use std::fmt;
use std::sync::Arc;
use telusur_search::game::{Halt, Value};
use telusur_search::{Limit, Limits, Run};

/// Positions that the perfect player may search where theory does not tell.
const MOST_SEARCHED: u64 = 1 << 20;
/// Bytes that it may use for that.
const MOST_SEARCH_BYTES: u64 = 1 << 28;

/// A machine player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Keeps every win, in the fewest turns where they are known; resists as long as possible.
    Perfect,
    /// The paper's heuristic: leave all piles multiples of four (of the largest take plus one).
    Multiples,
    /// The paper's depth-first search for a line in which we take last.
    FriendlyDfs,
    /// The paper's breadth-first search for the same.
    FriendlyBfs,
    /// Any legal move.
    Random,
    /// Perfect, but in so many of a hundred positions a move that gives the win away.
    Errs(u8),
}

/// Those that menus offer: first those with a name of their own, then a few that err.
pub(super) const OPPONENTS: &[Opponent] = &[
    Opponent::new(
        "perfect",
        ("Perfect player", "Pemain sempurna"),
        (
            "keeps every win and resists as long as possible",
            "menjaga setiap kemenangan dan bertahan selama mungkin",
        ),
    ),
    Opponent::new(
        "multiples",
        ("Multiples of four (paper)", "Kelipatan empat (makalah)"),
        (
            "the paper's heuristic: leave all piles multiples of 4; right when it can",
            "heuristik makalah: sisakan semua tumpukan kelipatan 4; benar bila bisa",
        ),
    ),
    Opponent::new(
        "friendly-dfs",
        ("Hopeful, depth first (paper)", "Penuh harap, DFS (makalah)"),
        (
            "the paper's DFS: the first line in which it takes last, if the opponent helps",
            "DFS makalah: jalan pertama di mana ia mengambil terakhir, bila lawan membantu",
        ),
    ),
    Opponent::new(
        "friendly-bfs",
        ("Hopeful, breadth first (paper)", "Penuh harap, BFS (makalah)"),
        ("the paper's BFS: the shortest such line", "BFS makalah: jalan seperti itu yang terpendek"),
    ),
    Opponent::new("random", ("Random", "Acak"), ("any legal move", "sembarang langkah yang boleh")),
    Opponent::new(
        "errs-10",
        ("Errs in 10 of 100", "Keliru 10 dari 100"),
        (
            "perfect, but gives the win away in 10 of 100 positions",
            "sempurna, tetapi membuang kemenangan di 10 dari 100 posisi",
        ),
    ),
    Opponent::new(
        "errs-25",
        ("Errs in 25 of 100", "Keliru 25 dari 100"),
        (
            "perfect, but gives the win away in 25 of 100 positions",
            "sempurna, tetapi membuang kemenangan di 25 dari 100 posisi",
        ),
    ),
    Opponent::new(
        "errs-50",
        ("Errs in 50 of 100", "Keliru 50 dari 100"),
        (
            "perfect, but gives the win away in 50 of 100 positions",
            "sempurna, tetapi membuang kemenangan di 50 dari 100 posisi",
        ),
    ),
];

/// Those with a name of their own, in the same order.
const NAMED: [Player; 5] =
    [Player::Perfect, Player::Multiples, Player::FriendlyDfs, Player::FriendlyBfs, Player::Random];

/// What a player does in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move, as pile (from 0) and stones; `None` if there is none at all.
    pub take: Option<Take>,
    /// Whether the player says that it cannot win.
    pub cannot_win: bool,
    /// Positions that it looked at.
    pub looked: u64,
}

impl Player {
    /// The player with a name.
    ///
    /// # Errors
    /// If nobody has that name.
    pub fn parse(name: &str) -> Result<Player, LevelError> {
        let name = name.trim();
        let errs = name.strip_prefix("errs-").and_then(|rate| rate.parse::<u8>().ok());
        match (NAMED.into_iter().find(|player| player.to_string() == name), errs) {
            (Some(player), _) => Ok(player),
            (None, Some(rate)) if rate <= 100 => Ok(Player::Errs(rate)),
            _ => Err(LevelError::option(
                "opponent",
                name,
                "perfect, multiples, friendly-dfs, friendly-bfs, random, or errs-N with N from 0 to 100",
            )),
        }
    }

    /// What the player does. The same seed gives the same move in the same position, however long it takes: a player
    /// without time says nothing rather than something else. One that has too little memory to find its move makes
    /// the first one.
    ///
    /// # Errors
    /// If the deadline comes first.
    pub fn advise(
        self,
        rules: &Arc<Rules>,
        piles: &[u64],
        seed: u64,
        limits: &Limits,
    ) -> Result<Advice, Limit> {
        let Some(first) = first_legal(rules, piles) else {
            return Ok(Advice { take: None, cannot_win: !rules.misere, looked: 1 });
        };
        let of_paper = |(found, looked): friendly::Found| Advice {
            take: found.or(Some(first)),
            cannot_win: found.is_none(),
            looked,
        };
        Ok(match self {
            Player::Perfect => perfect(rules, piles, first, limits)?,
            Player::Multiples => of_paper((multiples(rules, piles), 1)),
            Player::FriendlyDfs => of_paper(friendly::depth_first(&rules.takes, piles, &limits.deadline)?),
            Player::FriendlyBfs => of_paper(friendly::breadth_first(&rules.takes, piles, limits)?),
            Player::Random => {
                let moves = rules.listed_moves(piles);
                let take = moves.get(dice(seed, piles).below(moves.len())).copied();
                Advice { take, cannot_win: false, looked: 1 }
            }
            Player::Errs(rate) => {
                let best = perfect(rules, piles, first, limits)?;
                let mut dice = dice(seed, piles);
                if best.cannot_win || dice.below(100) >= usize::from(rate) {
                    return Ok(best);
                }
                let winning = rules.winning_moves(piles).unwrap_or_default();
                let mut wrong = rules.listed_moves(piles);
                wrong.retain(|m| !winning.contains(m));
                Advice { take: wrong.get(dice.below(wrong.len())).copied().or(best.take), ..best }
            }
        })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Errs(rate) => write!(f, "errs-{rate}"),
            named => {
                let place = NAMED.iter().position(|player| player == named).unwrap_or(0);
                f.write_str(OPPONENTS[place].name)
            }
        }
    }
}

/// The smallest take from the first pile that allows one.
fn first_legal(rules: &Rules, piles: &[u64]) -> Option<Take> {
    let least = rules.takes.least();
    piles.iter().position(|&pile| pile >= least).map(|pile| (pile, least))
}

/// Random numbers that depend on seed and position alone.
fn dice(seed: u64, piles: &[u64]) -> Random {
    let mixed = piles.iter().fold(seed, |mixed, &pile| Random::new(mixed ^ pile).bits());
    Random::new(mixed)
}

/// The move after which all piles are multiples of the largest take plus one.
fn multiples(rules: &Rules, piles: &[u64]) -> Option<Take> {
    // Where any number may be taken, only an empty pile is such a multiple.
    let rest = |pile: u64| pile % (rules.takes.most() + 1);
    let mut uneven = piles.iter().enumerate().filter(|&(_, &pile)| rest(pile) != 0);
    match (uneven.next(), uneven.next()) {
        (Some((i, &pile)), None) if rules.takes.allows(rest(pile)) => Some((i, rest(pile))),
        _ => None,
    }
}

fn perfect(rules: &Arc<Rules>, piles: &[u64], first: Take, limits: &Limits) -> Result<Advice, Limit> {
    let deadline = &limits.deadline;
    rules.prepare(piles, deadline)?;
    let (Some(wins), Some(winning)) = (rules.wins(piles), rules.winning_moves(piles)) else {
        return search(rules, piles, first, limits);
    };
    let tried = if wins {
        winning
    } else {
        let per_pile = (4096 / piles.len().max(1)).max(16);
        let takes = |pile: u64| rules.takes.from_pile(pile).take(per_pile);
        piles.iter().enumerate().flat_map(|(i, &pile)| takes(pile).map(move |take| (i, take))).collect()
    };
    // The first of the fastest if it wins, else of the slowest; without known turns the first.
    let mut best = (tried.first().copied().unwrap_or(first), None);
    for m in tried {
        deadline.check()?;
        let turns = rules.turns(&after(piles, m));
        let is_better = match wins {
            true => turns.is_some_and(|turns| best.1.is_none_or(|least| turns < least)),
            false => turns > best.1,
        };
        if is_better {
            best = (m, turns);
        }
    }
    Ok(Advice { take: Some(best.0), cannot_win: !wins, looked: 1 })
}

/// Where theory is silent: search within reason, else the first legal move.
fn search(rules: &Arc<Rules>, piles: &[u64], first: Take, limits: &Limits) -> Result<Advice, Limit> {
    let mut run = Run::new(limits.clone().with_states(MOST_SEARCHED).with_bytes(MOST_SEARCH_BYTES));
    let Some(report) = game::search(rules, piles, &mut run) else {
        return Ok(Advice { take: Some(first), cannot_win: false, looked: 0 });
    };
    let (best, looked) = (report.best_moves().first().copied(), report.stats.stored);
    Ok(match (report.value, best) {
        (Err(Halt::Limit(limit @ (Limit::Time(_) | Limit::Cancelled))), _) => return Err(limit),
        (Ok(value), Some(best)) => {
            Advice { take: Some(best), cannot_win: matches!(value, Value::Loss(_)), looked }
        }
        _ => Advice { take: Some(first), cannot_win: false, looked },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stones::take::TakeSet;

    fn rules(takes: &str, misere: bool) -> Arc<Rules> {
        Arc::new(Rules::new(TakeSet::parse(takes).unwrap(), misere))
    }

    fn advice(player: Player, rules: &Arc<Rules>, piles: &[u64], seed: u64) -> Advice {
        player.advise(rules, piles, seed, &Limits::none()).unwrap()
    }

    #[test]
    fn names_round_trip() {
        for opponent in OPPONENTS {
            assert_eq!(Player::parse(opponent.name).unwrap().to_string(), opponent.name);
        }
        assert_eq!(Player::parse("errs-30"), Ok(Player::Errs(30)));
        for name in ["", "errs-", "errs-101", "errs-N", "god"] {
            assert!(Player::parse(name).is_err(), "{name}");
        }
    }

    #[test]
    fn perfect_wins_fast_and_resists_long() {
        let rules = rules("1-3", false);
        let advise = |piles: &[u64]| advice(Player::Perfect, &rules, piles, 0);
        // Three moves win; only the one from the second pile in eleven turns.
        assert_eq!(advise(&[5, 7, 9]), Advice { take: Some((1, 3)), cannot_win: false, looked: 1 });
        assert!(advise(&[8, 12, 4]).cannot_win);
        assert_eq!(advise(&[8, 12, 4]).take, Some((0, 1)));
        assert_eq!(advise(&[0, 0, 0]).take, None);
        let huge = advice(Player::Perfect, &rules, &[1_000_000_000_001, 4, 8], 0);
        assert_eq!(huge.take, Some((0, 1)));
    }

    #[test]
    fn the_heuristic_is_right_where_it_speaks_and_often_silent() {
        let rules = rules("1-3", false);
        let mut silent = 0;
        for piles in boxes(8) {
            let advice = advice(Player::Multiples, &rules, &piles, 0);
            if advice.cannot_win {
                silent += u32::from(rules.wins(&piles) == Some(true));
            } else {
                let mut after = piles;
                let (pile, take) = advice.take.unwrap();
                after[pile] -= take;
                assert!(after.iter().all(|stones| stones % 4 == 0), "{piles:?}");
                assert_eq!(rules.wins(&after), Some(false));
            }
        }
        assert!(silent > 100, "{silent}");
    }

    #[test]
    fn the_friendly_searches_find_lines_in_which_we_take_last() {
        let rules = rules("1-3", false);
        // Even total: one-by-one ends with the opponent, so the end of the line takes two at once.
        for player in [Player::FriendlyDfs, Player::FriendlyBfs] {
            assert!(advice(player, &rules, &[1, 1], 0).cannot_win);
            assert!(!advice(player, &rules, &[8, 12, 4], 0).cannot_win, "wrong, and that is the lesson");
        }
        assert_eq!(advice(Player::FriendlyDfs, &rules, &[7, 11, 6], 0).take, Some((0, 1)));
        assert_eq!(advice(Player::FriendlyBfs, &rules, &[3, 0, 0], 0).take, Some((0, 3)));
    }

    #[test]
    fn seeds_decide_and_rates_hold() {
        let rules = rules("1-3", false);
        let won: Vec<_> = boxes(12).filter(|piles| rules.wins(piles) == Some(true)).collect();
        let keeps = |player: Player, seed| {
            let kept = won.iter().filter(|piles| {
                let (pile, take) = advice(player, &rules, &piles[..], seed).take.unwrap();
                let mut after = **piles;
                after[pile] -= take;
                rules.wins(&after) == Some(false)
            });
            100 * kept.count() / won.len()
        };
        assert_eq!(keeps(Player::Perfect, 1), 100);
        assert_eq!(keeps(Player::Errs(0), 1), 100);
        assert!(keeps(Player::Errs(100), 1) < 5, "only where every move wins");
        assert!((70..80).contains(&keeps(Player::Errs(25), 1)));
        for player in [Player::Random, Player::Errs(50)] {
            let moves = |seed| won.iter().map(|p| advice(player, &rules, p, seed).take).collect::<Vec<_>>();
            assert_eq!(moves(7), moves(7));
            assert_ne!(moves(7), moves(8));
        }
    }

    fn boxes(side: u64) -> impl Iterator<Item = [u64; 3]> {
        (0..side * side * side).map(move |i| [i / side / side, i / side % side, i % side])
    }
}
