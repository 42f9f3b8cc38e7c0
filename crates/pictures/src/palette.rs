//! The colours of a GIF: at most 256 for the whole film, so that nothing flickers. Where a film has no more, all are
//! exact; otherwise flat colours stay exact and the blends of edges and shades are merged.

use std::collections::HashMap;
use telusur_session::palette::Rgb;

/// Colours that a GIF can have, besides the one that means "as before".
const MOST: usize = 255;
/// How often merged colours are moved to where they fit best.
const ROUNDS: usize = 3;

/// Counts the colours of images.
#[derive(Default)]
pub(crate) struct Histogram {
    counts: HashMap<Rgb, u64>,
}

impl Histogram {
    /// Adds the pixels of an image, four bytes each.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let mut run: Option<(Rgb, u64)> = None;
        for pixel in bytes.chunks_exact(4) {
            let colour = Rgb(pixel[0], pixel[1], pixel[2]);
            match &mut run {
                Some((same, count)) if *same == colour => *count += 1,
                _ => {
                    if let Some((colour, count)) = run.replace((colour, 1)) {
                        *self.counts.entry(colour).or_default() += count;
                    }
                }
            }
        }
        if let Some((colour, count)) = run {
            *self.counts.entry(colour).or_default() += count;
        }
    }

    /// The palette: these colours as they are, if they occur at all, and the others as well as possible.
    pub(crate) fn palette(self, flat: &[Rgb]) -> Palette {
        let mut counted: Vec<(Rgb, u64)> = self.counts.into_iter().collect();
        counted.sort_by_key(|&(Rgb(r, g, b), _)| (r, g, b));
        let mut colours: Vec<Rgb> = counted.iter().map(|(colour, _)| *colour).collect();
        if colours.len() > MOST {
            let kept: Vec<Rgb> = most_frequent(&counted, flat);
            let rest: Vec<(Rgb, u64)> =
                counted.into_iter().filter(|(colour, _)| !kept.contains(colour)).collect();
            colours = merged(&rest, MOST - kept.len());
            let free = colours.len();
            colours.extend(kept);
            for _ in 0..ROUNDS {
                settle(&rest, &mut colours, free);
            }
        }
        Palette::new(colours)
    }
}

/// Those flat colours that occur, and no more than leave room for blends.
fn most_frequent(counted: &[(Rgb, u64)], flat: &[Rgb]) -> Vec<Rgb> {
    let mut found: Vec<(Rgb, u64)> =
        counted.iter().copied().filter(|(colour, _)| flat.contains(colour)).collect();
    found.sort_by_key(|&(Rgb(r, g, b), count)| (std::cmp::Reverse(count), r, g, b));
    found.truncate(MOST / 2);
    found.into_iter().map(|(colour, _)| colour).collect()
}

fn parts(Rgb(r, g, b): Rgb) -> [u8; 3] {
    [r, g, b]
}

/// How much a colour matters. Rare ones matter too: an edge has few pixels, but one looks at edges.
fn weight(count: u64) -> f64 {
    (count as f64).powf(0.8)
}

/// How different two colours look, about.
fn distance(a: Rgb, b: Rgb) -> i32 {
    let part = |a: u8, b: u8, weight: i32| {
        let away = i32::from(a) - i32::from(b);
        weight * away * away
    };
    part(a.0, b.0, 3) + part(a.1, b.1, 6) + part(a.2, b.2, 2)
}

/// Which of some colours is nearest.
fn nearest(colours: &[Rgb], to: Rgb) -> usize {
    (0..colours.len()).min_by_key(|&i| distance(colours[i], to)).unwrap_or(0)
}

/// A box of colours that become one.
struct Group {
    colours: Vec<(Rgb, u64)>,
    /// Which part of the colours differs most, and how much that matters.
    part: usize,
    spread: f64,
}

impl Group {
    fn new(colours: Vec<(Rgb, u64)>) -> Self {
        let total: f64 = colours.iter().map(|&(_, count)| weight(count)).sum();
        let spreads = [0, 1, 2].map(|part| {
            let value = |colour: Rgb| f64::from(parts(colour)[part]);
            let mean =
                colours.iter().map(|&(colour, n)| value(colour) * weight(n)).sum::<f64>() / total.max(1.0);
            let spread =
                colours.iter().map(|&(colour, n)| (value(colour) - mean).powi(2) * weight(n)).sum::<f64>();
            spread * [0.8, 1.3, 0.7][part]
        });
        let part = (0..3).max_by(|&a, &b| spreads[a].total_cmp(&spreads[b])).unwrap_or(0);
        let spread = if colours.len() > 1 { spreads[part] } else { 0.0 };
        Group { colours, part, spread }
    }

    fn split(mut self) -> (Group, Group) {
        let part = self.part;
        self.colours.sort_by_key(|&(colour, _)| parts(colour)[part]);
        let total: f64 = self.colours.iter().map(|&(_, n)| weight(n)).sum();
        let mut sum = 0.0;
        let mut at = 1;
        for (i, &(_, count)) in self.colours.iter().enumerate() {
            sum += weight(count);
            at = i + 1;
            if sum >= total / 2.0 {
                break;
            }
        }
        let rest = self.colours.split_off(at.clamp(1, self.colours.len() - 1));
        (Group::new(self.colours), Group::new(rest))
    }

    fn mean(&self) -> Rgb {
        let total: u64 = self.colours.iter().map(|&(_, count)| count).sum();
        let mean = |part: usize| {
            let sum: u64 = self.colours.iter().map(|&(colour, n)| u64::from(parts(colour)[part]) * n).sum();
            ((sum + total / 2) / total.max(1)) as u8
        };
        Rgb(mean(0), mean(1), mean(2))
    }
}

/// Moves the first colours, which are free, to the middle of those that they stand for.
fn settle(counted: &[(Rgb, u64)], colours: &mut [Rgb], free: usize) {
    let mut sums = vec![([0.0f64; 3], 0.0f64); colours.len()];
    for &(colour, count) in counted {
        let (sum, total) = &mut sums[nearest(colours, colour)];
        let weight = weight(count);
        for (sum, part) in sum.iter_mut().zip(parts(colour)) {
            *sum += weight * f64::from(part);
        }
        *total += weight;
    }
    for (colour, (sum, total)) in colours[..free].iter_mut().zip(sums) {
        if total > 0.0 {
            let [r, g, b] = sum.map(|sum| (sum / total).round() as u8);
            *colour = Rgb(r, g, b);
        }
    }
}

/// So many colours in place of more, by splitting where it differs most.
fn merged(colours: &[(Rgb, u64)], most: usize) -> Vec<Rgb> {
    let mut groups = vec![Group::new(colours.to_vec())];
    while groups.len() < most {
        let widest = (0..groups.len()).max_by(|&a, &b| groups[a].spread.total_cmp(&groups[b].spread));
        let Some(widest) = widest.filter(|&i| groups[i].spread > 0.0) else { break };
        let (low, high) = groups.swap_remove(widest).split();
        groups.extend([low, high]);
    }
    groups.iter().map(Group::mean).collect()
}

/// At most 255 colours and the number of each; the last number means "as before".
pub(crate) struct Palette {
    colours: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
}

impl Palette {
    fn new(mut colours: Vec<Rgb>) -> Self {
        colours.sort_by_key(|&colour| parts(colour));
        colours.dedup();
        let known = colours.iter().enumerate().map(|(i, &colour)| (colour, i as u8)).collect();
        Palette { colours, known }
    }

    /// The number that means "as before".
    pub(crate) fn unchanged(&self) -> u8 {
        self.colours.len() as u8
    }

    /// Three bytes for each colour, and three for the one that is never seen.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colours.iter().copied().chain([Rgb(0, 0, 0)]).flat_map(parts).collect()
    }

    /// The number of a colour, or of the one that is nearest.
    pub(crate) fn number(&mut self, colour: Rgb) -> u8 {
        if let Some(&number) = self.known.get(&colour) {
            return number;
        }
        let nearest = nearest(&self.colours, colour);
        self.known.insert(colour, nearest as u8);
        nearest as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(colours: impl IntoIterator<Item = Rgb>) -> Vec<u8> {
        colours.into_iter().flat_map(|Rgb(r, g, b)| [r, g, b, 255]).collect()
    }

    #[test]
    fn few_colours_stay_exact() {
        let colours: Vec<Rgb> = (0..255).map(|i| Rgb(i, 255 - i, i / 2)).collect();
        let mut histogram = Histogram::default();
        histogram.add(&image(colours.clone()));
        let mut palette = histogram.palette(&[]);
        let bytes = palette.bytes();
        assert_eq!((bytes.len(), palette.unchanged()), (256 * 3, 255));
        for colour in colours {
            let at = usize::from(palette.number(colour)) * 3;
            assert_eq!(bytes[at..at + 3], parts(colour));
        }
    }

    #[test]
    fn many_colours_are_merged_and_flat_ones_are_not() {
        let flat = [Rgb(10, 20, 30), Rgb(200, 190, 180), Rgb(1, 2, 3)];
        let blends = (0..=255).flat_map(|r| (0..16).map(move |g| Rgb(r, g * 16, 90)));
        let mut histogram = Histogram::default();
        histogram.add(&image(blends.clone().chain(flat[..2].iter().copied())));
        let mut palette = histogram.palette(&flat);
        let bytes = palette.bytes();
        assert!(bytes.len() <= 256 * 3);
        let mut seen = |colour: Rgb| {
            let at = usize::from(palette.number(colour)) * 3;
            Rgb(bytes[at], bytes[at + 1], bytes[at + 2])
        };
        assert_eq!((seen(flat[0]), seen(flat[1])), (flat[0], flat[1]));
        for blend in blends {
            let near = parts(blend).into_iter().zip(parts(seen(blend))).all(|(a, b)| a.abs_diff(b) < 20);
            assert!(near, "{blend:?} became {:?}", seen(blend));
        }
    }

    #[test]
    fn nothing_at_all() {
        let mut palette = Histogram::default().palette(&[]);
        assert_eq!((palette.number(Rgb(1, 2, 3)), palette.bytes().len()), (0, 3));
    }
}
