//! Everything that is fuzzed. A parser that is added to the program gets a line here and a file in `corpus/`.

mod boards;
mod command_line;
mod dictionaries;
mod disk;
mod levels;
mod moves;
mod packs;
mod plain;
mod rules;
mod server;
mod sessions;
mod texts;

use crate::target::Target;
use dictionaries::{COMMANDS, HANOI, KLOTSKI, REQUESTS, RULES, SESSION, STONES, TILES, WATER};
use std::time::Duration;

/// What a target has unless it says otherwise; the rest is for each to say.
const fn target(
    name: &'static str,
    about: &'static str,
    corpus: &'static str,
    judge: fn() -> crate::target::Judge,
) -> Target {
    let patience = Target::PATIENCE;
    Target { name, about, corpus, dictionary: &[], longest: 4096, share: 10, patience, judge }
}

/// The file of a target in `corpus/`.
macro_rules! corpus {
    ($name:literal) => {
        include_str!(concat!("../../corpus/", $name, ".txt"))
    };
}

const TARGETS: &[Target] = &[
    Target {
        dictionary: &["telusur explore, format ", "puzzle: ", "option rule: ", "\\n", "\\\\", ": ", "\n"],
        longest: 1024,
        share: 10,
        ..target(
            "disk-header",
            "what a directory explores: written back the same",
            corpus!("disk-header"),
            disk::header,
        )
    },
    Target {
        dictionary: &["layer ", "passed ", "last ", " -", ":0:1:1", ",", "18446744073709551615", "\n"],
        longest: 2048,
        share: 10,
        ..target(
            "disk-journal",
            "layers of a search on disk: written back the same",
            corpus!("disk-journal"),
            disk::journal,
        )
    },
    Target {
        dictionary: &["\0\0", "\u{1}\0", "\0\0\u{4}\0abcd", "\u{1}\0\u{3}\0bc", "\u{7f}"],
        longest: 512,
        share: 20,
        ..target(
            "disk-block",
            "blocks of keys: ascending, written back the same",
            corpus!("disk-block"),
            disk::block,
        )
    },
    Target {
        longest: 64,
        share: 10,
        ..target("disk-file", "files of keys, damaged: refused, or read", corpus!("disk-file"), disk::file)
    },
    Target {
        dictionary: &[
            "\u{2}\0\0\0\u{5}\0\0\0abcdefgh",
            "\0\0\0\0",
            "ok\n",
            "failed ",
            "layer 1 3 0 3 2 200 50 l1-0:0:4:1 -\n",
            "l1-0 4\nabcd",
            "telusur 1 3 here:1\n",
            "puzzle\ttiles\n",
        ],
        longest: 1024,
        share: 20,
        ..target(
            "disk-wire",
            "what processes send each other: taken whole, or refused",
            corpus!("disk-wire"),
            disk::wire,
        )
    },
    Target {
        dictionary: RULES,
        share: 10,
        patience: Duration::from_secs(10),
        ..target(
            "rules",
            "rules written as text: refused with a place, or compiled to what the interpreter does",
            corpus!("rules"),
            rules::judge,
        )
    },
    Target {
        dictionary: &[
            "K", "KiB", "M", "MB", "G", "T", "ms", "s", "m", "min", "h", "d", "e", "e308", ".", "_", ",",
        ],
        longest: 512,
        share: 230,
        ..target(
            "amounts",
            "bytes, counts and durations of the command line",
            corpus!("amounts"),
            texts::amounts,
        )
    },
    Target {
        dictionary: &["any", "-", ",", "1-", "999999999999999999"],
        longest: 512,
        share: 150,
        ..target(
            "takes",
            "stones that a turn may take: written back the same",
            corpus!("takes"),
            texts::takes,
        )
    },
    Target {
        dictionary: &["A>B", "B-C", "P>A", "classic", "cyclic", "linear", "star", ">", "-", ",", ";"],
        longest: 512,
        share: 110,
        ..target("peg-rules", "rules of pegs: written back the same", corpus!("peg-rules"), texts::peg_rules)
    },
    Target {
        dictionary: HANOI,
        longest: 2048,
        share: 110,
        ..target("stacks", "stacks of discs: written back the same", corpus!("stacks"), texts::stacks)
    },
    Target {
        dictionary: &["en", "id", "auto", "bfs", "planes", "dot", "graphml", "csv-nodes", "perfect", "errs-"],
        longest: 512,
        share: 110,
        ..target(
            "names",
            "names of algorithms, formats, languages, players, tokens",
            corpus!("names"),
            texts::names,
        )
    },
    Target {
        dictionary: &["\\u{", "\\n", "…"],
        longest: 2048,
        share: 80,
        ..target("printable", "text of others made fit to be shown", corpus!("printable"), texts::printables)
    },
    Target {
        dictionary: &["M", "L", "H", "V", "Q", "C", "A", "Z", "1 1 0 0 1", "e", "-", "."],
        longest: 1024,
        share: 60,
        ..target("outlines", "outlines of signs in the language of SVG", corpus!("outlines"), texts::outlines)
    },
    Target {
        dictionary: TILES,
        longest: 4096,
        share: 30,
        ..target(
            "tiles-text",
            "boards of tiles in each packing: written back the same",
            corpus!("tiles-text"),
            texts::tiles,
        )
    },
    Target {
        dictionary: HANOI,
        share: 12,
        ..target(
            "level-hanoi",
            "level files of Hanoi: opened, written and opened again",
            corpus!("level-hanoi"),
            || levels::judge("hanoi"),
        )
    },
    Target {
        dictionary: STONES,
        share: 12,
        ..target("level-stones", "the same of stones", corpus!("level-stones"), || levels::judge("stones"))
    },
    Target {
        dictionary: WATER,
        share: 10,
        ..target("level-water", "the same of water", corpus!("level-water"), || levels::judge("water"))
    },
    Target {
        dictionary: KLOTSKI,
        share: 6,
        ..target("level-klotski", "the same of klotski", corpus!("level-klotski"), || {
            levels::judge("klotski")
        })
    },
    Target {
        dictionary: TILES,
        share: 12,
        ..target("level-tiles", "the same of tiles", corpus!("level-tiles"), || levels::judge("tiles"))
    },
    Target {
        dictionary: &["A>B", "B>C", "P>A", "A>A", "a>c", "@disc-1 peg-B", "@peg-A", ">"],
        longest: 1024,
        share: 8,
        ..target(
            "moves-hanoi",
            "moves and hands: refused with a rule, or made and packed",
            corpus!("moves-hanoi"),
            || moves::judge("hanoi"),
        )
    },
    Target {
        dictionary: &["1:1", "2:3", "1:", ":1", "0:1", "@stone-1-1", "@stone-"],
        longest: 1024,
        share: 8,
        ..target("moves-stones", "the same of stones", corpus!("moves-stones"), || moves::judge("stones"))
    },
    Target {
        dictionary: &["1>2", "3>1", "1>1", "0>1", "@tube-1 tube-2", ">"],
        longest: 1024,
        share: 6,
        ..target("moves-water", "the same of water", corpus!("moves-water"), || moves::judge("water"))
    },
    Target {
        dictionary: &["ar", "bl", "hru", "@piece-a ^r", "u", "l", "d", "r"],
        longest: 1024,
        share: 4,
        ..target("moves-klotski", "the same of klotski", corpus!("moves-klotski"), || moves::judge("klotski"))
    },
    Target {
        dictionary: &["1", "5", "8", "15", "@tile-5 ^u", "."],
        longest: 1024,
        share: 8,
        ..target("moves-tiles", "the same of tiles", corpus!("moves-tiles"), || moves::judge("tiles"))
    },
    Target {
        longest: 256,
        share: 12,
        ..target(
            "pack-hanoi",
            "packed and numbered discs: unpacked the same",
            corpus!("pack-hanoi"),
            packs::hanoi,
        )
    },
    Target {
        longest: 256,
        share: 12,
        ..target(
            "pack-tiles",
            "packed and numbered boards: unpacked the same",
            corpus!("pack-tiles"),
            packs::tiles,
        )
    },
    Target {
        longest: 512,
        share: 40,
        ..target("pack-stones", "packed piles: unpacked the same", corpus!("pack-stones"), packs::stones)
    },
    Target {
        dictionary: &["|", "/", ".", "-", "A>B", "goal: ", "rule: unit\n", "metric: steps\n"],
        longest: 256,
        share: 1,
        ..target(
            "pack-spaces",
            "small spaces of every puzzle: each state found again",
            corpus!("pack-spaces"),
            packs::spaces,
        )
    },
    Target {
        dictionary: SESSION,
        longest: 8192,
        share: 8,
        ..target("save", "saved games: played again and saved the same", corpus!("save"), sessions::saves)
    },
    Target {
        dictionary: SESSION,
        longest: 2048,
        share: 8,
        ..target("id", "games as a word of an address: opened again", corpus!("id"), sessions::ids)
    },
    Target {
        dictionary: &[
            "difficulty: ",
            "size: ",
            "discs: ",
            "piles: ",
            "colours: ",
            "empties: ",
            "mix: rush",
            "rule: ",
        ],
        longest: 512,
        share: 1,
        patience: Duration::from_secs(5),
        ..target(
            "wish",
            "wishes for levels: granted with a level that opens, or refused",
            corpus!("wish"),
            sessions::wishes,
        )
    },
    Target {
        dictionary: COMMANDS,
        longest: 2048,
        share: 1,
        ..target(
            "command-line",
            "words of the command line: understood, or refused in a line",
            corpus!("command-line"),
            command_line::judge,
        )
    },
    Target {
        dictionary: &[
            "undo\n",
            "redo\n",
            "moves\n",
            "tree\n",
            "go ",
            "new ",
            "levels\n",
            "opponent ",
            "language id\n",
            "board\n",
            "next 3\n",
            "restart\n",
            "A>B\n",
        ],
        longest: 1024,
        share: 1,
        patience: Duration::from_secs(5),
        ..target("plain", "lines of plain play: answered printably", corpus!("plain"), plain::judge)
    },
    Target {
        dictionary: REQUESTS,
        longest: 4096,
        share: 1,
        patience: Duration::from_secs(15),
        ..target(
            "server",
            "requests to the page's server: never a failure of its own",
            corpus!("server"),
            server::judge,
        )
    },
];

/// All targets.
#[must_use]
pub fn all() -> &'static [Target] {
    TARGETS
}

/// The target with a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
