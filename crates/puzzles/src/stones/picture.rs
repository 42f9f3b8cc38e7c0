//! What a position looks like: piles of named stones, whose turn it is, who won.

use super::game::{Stones, Take};
use super::piles::Piles;
use crate::language::{Language, Text, text};
use crate::picture::{Item, Picture, Shape};
use crate::play::Play;

/// Stones of a pile that are drawn; of a larger pile these are the top ones, which are taken first.
pub(super) const MOST_DRAWN: u64 = 60;
/// Piles with more stones than this are drawn in rows of several.
const TALLEST_COLUMN: u64 = 12;
/// Stones in such a row.
const ROW: u64 = 5;

pub(super) fn draw<P: Piles>(game: &Stones<P>, state: P, turn: u32) -> Picture {
    let piles = game.piles(state);
    // The first position sets the layout, so that stones stay where they are while others are taken.
    let tallest = (0..game.count).map(|i| game.start.get(i).max(piles[i]).min(MOST_DRAWN)).max().unwrap_or(0);
    let across = if tallest > TALLEST_COLUMN { ROW } else { 1 };
    let rows = tallest.div_ceil(across).max(1);
    let width = across as f32 + 1.0;
    let over = game.rules.is_over(&piles);
    let mut items = Vec::new();
    for (i, &stones) in piles.iter().enumerate() {
        let left = i as f32 * width + 0.5;
        let pile = i + 1;
        let word = if stones == 1 { "stone" } else { "stones" };
        items.push(Item {
            id: format!("pile-{pile}"),
            kind: "pile",
            name: text!("pile {pile}: {stones} {word}", "tumpukan {pile}: {stones} batu"),
            label: stones.to_string(),
            colour: i as u16,
            shape: Shape::Rect { x: left, y: rows as f32, w: across as f32, h: 1.0 },
            movable: !over && stones >= game.rules.takes.least(),
            slot: Some(i as u16 + 1),
        });
        let hidden = stones.saturating_sub(MOST_DRAWN);
        for stone in hidden..stones {
            let place = stone - hidden;
            let (row, column) = (place / across, place % across);
            // A grip on a stone takes it and all above it.
            let take = stones - stone;
            let number = stone + 1;
            items.push(Item {
                id: format!("stone-{pile}-{number}"),
                kind: "stone",
                name: text!("stone {number} of pile {pile}", "batu {number} dari tumpukan {pile}"),
                label: String::new(),
                colour: i as u16,
                shape: Shape::Circle {
                    x: left + column as f32 + 0.5,
                    y: (rows - 1 - row) as f32 + 0.5,
                    r: 0.45,
                },
                movable: game.rules.takes.allows(take),
                slot: None,
            });
        }
    }
    Picture {
        width: width * game.count as f32,
        height: rows as f32 + 1.0,
        items,
        description: describe(game, &piles, turn, over),
    }
}

/// A take as a hand makes it: a touch on the lowest stone that goes, or on the pile if that stone is not drawn.
pub(super) fn by_hand(text: String, stones: u64, (pile, take): Take) -> Play {
    let grip = match take <= MOST_DRAWN {
        true => format!("stone-{}-{}", pile + 1, stones.saturating_sub(take) + 1),
        false => format!("pile-{}", pile + 1),
    };
    Play::tap(text, grip).numbered([pile as u64 + 1, take])
}

/// The take that a touch on a stone means.
pub(super) fn attempt(piles: &[u64], grip: &str) -> Option<Take> {
    let (pile, stone) = grip.strip_prefix("stone-")?.split_once('-')?;
    let pile = pile.parse::<usize>().ok()?.checked_sub(1)?;
    let below = stone.parse::<u64>().ok()?.checked_sub(1)?;
    Some((pile, piles.get(pile)?.checked_sub(below)?))
}

fn describe<P: Piles>(game: &Stones<P>, piles: &[u64], turn: u32, over: bool) -> Text {
    let shown = super::text::write(&piles[..piles.len().min(20)]);
    let more = if piles.len() > 20 { " …" } else { "" };
    let players = game.players.max(1);
    let (next, last) = (turn + 1, (turn + players - 1) % players + 1);
    if over {
        let end = match piles.iter().all(|&pile| pile == 0) {
            true => Text::fixed("no stones are left", "tidak ada batu tersisa"),
            false => text!(
                "piles of {shown}{more}, from which nothing can be taken",
                "tumpukan {shown}{more}, yang tidak bisa diambil"
            ),
        };
        return end.then(&match (game.rules.misere, players) {
            (false, _) => {
                text!(": player {last} wins", ": pemain {last} menang")
            }
            (true, 2) => text!(": player {next} wins", ": pemain {next} menang"),
            (true, _) => {
                text!(": player {last} loses", ": pemain {last} kalah")
            }
        });
    }
    let takes = match &game.rules.takes {
        &super::TakeSet::ANY => Text::fixed("any number", "berapa saja"),
        takes => Text::same(&takes.to_string()),
    };
    let (takes, takes_id) = (takes.in_language(Language::English), takes.in_language(Language::Indonesian));
    let (aim, aim_id) = if game.rules.misere { ("loses", "kalah") } else { ("wins", "menang") };
    text!(
        "piles of {shown}{more}; player {next} to move; take {takes} from one pile; who takes last {aim}",
        "tumpukan {shown}{more}; giliran pemain {next}; ambil {takes_id} dari satu tumpukan; pengambil terakhir {aim_id}"
    )
}
