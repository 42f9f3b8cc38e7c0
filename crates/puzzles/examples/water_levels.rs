//! Makes the level set of Water Sort: `cargo run --release --example water_levels > levels.txt`.
//!
//! Draws boards of many sizes with the generator, drops what is alike up to the names of colours and the order of
//! tubes, and prints them by rising difficulty with their proven optima.

use telusur_puzzles::water::level_block;
use telusur_puzzles::{Making, Wish, catalogue};

fn main() {
    let entry = catalogue::find("water").expect("the catalogue has water");
    // Colours, capacity, empty tubes, how many.
    let sizes = [
        (2, 3, 1, 1),
        (2, 4, 1, 2),
        (3, 3, 1, 2),
        (3, 4, 1, 2),
        (3, 4, 2, 3),
        (4, 3, 1, 2),
        (4, 4, 1, 2),
        (4, 4, 2, 4),
        (5, 3, 2, 2),
        (5, 4, 1, 1),
        (5, 4, 2, 4),
        (5, 5, 2, 2),
        (6, 4, 2, 4),
        (6, 5, 2, 2),
        (7, 4, 2, 4),
        (7, 6, 2, 1),
        (8, 4, 2, 4),
        (8, 5, 2, 2),
        (9, 4, 2, 4),
        (9, 3, 2, 2),
        (10, 4, 2, 4),
        (11, 4, 2, 3),
        (12, 4, 2, 5),
        (12, 5, 3, 1),
        (14, 4, 2, 2),
        (16, 4, 3, 1),
    ];
    let mut blocks = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for (colours, capacity, empties, count) in sizes {
        let (mut made, mut seed) = (0, 0);
        while made < count {
            seed += 1;
            let options = [("colours", colours), ("capacity", capacity), ("empties", empties)];
            let options =
                options.map(|(name, value): (&str, usize)| (name.to_owned(), value.to_string())).into();
            let Ok(level) =
                entry.generate(&Wish { seed, difficulty: None, options }, &mut Making::unlimited())
            else {
                continue;
            };
            if let Some((effort, sign, block)) = level_block(&level.setup)
                && seen.insert(sign)
            {
                blocks.push((effort, (colours, capacity), block));
                made += 1;
            }
        }
    }
    blocks.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (number, (_, (colours, capacity), block)) in (1..).zip(blocks) {
        let (english, indonesian) =
            (format!("{colours} colours of {capacity}"), format!("{colours} warna isi {capacity}"));
        println!(
            "\nname: rack-{number:02}\ntitle: Rack {number}: {english} · Rak {number}: {indonesian}\n{block}"
        );
    }
}
