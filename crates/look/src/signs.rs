//! Signs that double colours, so that nobody has to tell two liquids apart by colour alone.

use crate::path::{Path, Point};

/// The signs of the first colours, in a square from -1 to 1.
const SIGNS: [&str; 16] = [
    "M0-.8A.8.8 0 1 0 0 .8A.8.8 0 1 0 0-.8Z",
    "M0-.85L.9.7H-.9Z",
    "M-.7-.7H.7V.7H-.7Z",
    "M0-.95L.8 0L0 .95L-.8 0Z",
    "M-.27-.85H.27V-.27H.85V.27H.27V.85H-.27V.27H-.85V-.27H-.27Z",
    "M0-.95L.26-.3L.95-.28L.4.14L.6.82L0 .42L-.6.82L-.4.14L-.95-.28L-.26-.3Z",
    "M-.62-.9L0-.28L.62-.9L.9-.62L.28 0L.9.62L.62.9L0 .28L-.62.9L-.9.62L-.28 0L-.9-.62Z",
    "M-.45-.8H.45L.9 0L.45.8H-.45L-.9 0Z",
    "M.35-.85A.88.88 0 1 0 .35.85A.7.7 0 1 1 .35-.85Z",
    "M0 .85C-1.3-.1-.75-.9-.35-.8C-.1-.75 0-.5 0-.4C0-.5.1-.75.35-.8C.75-.9 1.3-.1 0 .85Z",
    "M0-.95C.5-.3.7 0 .7.3A.7.65 0 1 1-.7.3C-.7 0-.5-.3 0-.95Z",
    "M-.8-.7H.8V-.35H-.8ZM-.8-.17H.8V.17H-.8ZM-.8.35H.8V.7H-.8Z",
    "M0-.85A.85.85 0 1 0 0 .85A.85.85 0 1 0 0-.85ZM0-.42A.42.42 0 1 1 0 .42A.42.42 0 1 1 0-.42Z",
    "M0 .85L.9-.7H-.9Z",
    "M-.75-.85H.75L.12 0L.75.85H-.75L-.12 0Z",
    "M-.8-.8H.1V-.1H.8V.8H-.1V.1H-.8Z",
];

/// A colour's own sign around a point, or nothing where there are more colours than signs.
pub(crate) fn sign(colour: usize, at: Point, size: f32) -> Option<Path> {
    let path = Path::read(SIGNS.get(colour)?)?;
    Some(path.placed(size, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_can_be_read() {
        assert!((0..SIGNS.len()).all(|colour| sign(colour, (0.0, 0.0), 1.0).is_some()));
        assert_eq!(sign(SIGNS.len(), (0.0, 0.0), 1.0), None);
    }
}
