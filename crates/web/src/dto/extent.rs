//! How much one answer may hold: more is refused before it is made.

use super::Problem;
use telusur_puzzles::{Board, Extent, Language};

/// Items and moves of a position that is shown: far more than a screen has room for.
const MOST_ITEMS: usize = 20_000;
const MOST_PLAYS: usize = 20_000;
/// The longest answer.
pub(crate) const MOST_ANSWER_BYTES: usize = 16 << 20;

/// What there is to show of a position, if it can be shown.
pub(crate) fn answerable(board: &dyn Board, language: Language) -> Result<Extent, Problem> {
    let extent = board.extent();
    let puzzle = board.puzzle();
    if extent.items > MOST_ITEMS {
        let items = extent.items;
        return Err(Problem::too_large(language.choose(
            format!(
                "this position has {items} things to draw, and the page shows at most {MOST_ITEMS}; take a smaller \
                 level, or the command line: telusur solve {puzzle}"
            ),
            format!(
                "posisi ini berisi {items} benda untuk digambar, dan halaman ini menampilkan paling banyak {MOST_ITEMS}; \
                 pakailah level yang lebih kecil, atau baris perintah: telusur solve {puzzle}"
            ),
        )));
    }
    if extent.plays > MOST_PLAYS {
        let plays = extent.plays;
        return Err(Problem::too_large(language.choose(
            format!(
                "this position has {plays} moves, and the page lists at most {MOST_PLAYS}; take a smaller level, or \
                 the command line: telusur solve {puzzle}"
            ),
            format!(
                "posisi ini punya {plays} langkah, dan halaman ini mendaftar paling banyak {MOST_PLAYS}; pakailah level \
                 yang lebih kecil, atau baris perintah: telusur solve {puzzle}"
            ),
        )));
    }
    Ok(extent)
}
