//! The puzzles that come with the program as texts.

/// Names and texts, in the order of menus.
pub const TEXTS: &[(&str, &str)] = &[
    ("jugs", include_str!("../collection/jugs.puzzle")),
    ("crossing", include_str!("../collection/crossing.puzzle")),
    ("missionaries", include_str!("../collection/missionaries.puzzle")),
    ("frogs", include_str!("../collection/frogs.puzzle")),
    ("knights", include_str!("../collection/knights.puzzle")),
    ("pancakes", include_str!("../collection/pancakes.puzzle")),
    ("burnt", include_str!("../collection/burnt.puzzle")),
    ("topspin", include_str!("../collection/topspin.puzzle")),
    ("lights", include_str!("../collection/lights.puzzle")),
    ("cube", include_str!("../collection/cube.puzzle")),
    ("solitaire", include_str!("../collection/solitaire.puzzle")),
    ("triangle", include_str!("../collection/triangle.puzzle")),
    ("blocks", include_str!("../collection/blocks.puzzle")),
    ("sokoban", include_str!("../collection/sokoban.puzzle")),
    ("magnetic", include_str!("../collection/magnetic.puzzle")),
    ("line", include_str!("../collection/line.puzzle")),
    ("star", include_str!("../collection/star.puzzle")),
    ("nim", include_str!("../collection/nim.puzzle")),
    ("noughts", include_str!("../collection/noughts.puzzle")),
];
