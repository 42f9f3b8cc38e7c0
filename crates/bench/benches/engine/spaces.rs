//! The instances.

/// 15-puzzles of rising difficulty, with the length of a shortest solution: levels of the catalogue.
pub(crate) const FIFTEENS: [(&str, usize); 3] = [
    ("4 9 8 ./2 3 15 10/13 6 1 5/12 7 11 14", 49),
    ("11 13 2 3/15 6 8 14/1 12 7 5/. 9 4 10", 51),
    ("5 9 6 15/14 3 4 11/7 . 1 13/12 8 2 10", 53),
];
