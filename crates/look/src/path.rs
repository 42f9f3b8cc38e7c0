//! Outlines: lines and curves without a scale. Looks build them, and signs and letters are written as short strings in
//! the language of SVG paths, of which this reads the part that they need.

use crate::decimals::number;

/// A point.
pub type Point = (f32, f32);

/// One step of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Begins somewhere else.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A curve with one control point.
    Quad(Point, Point),
    /// A curve with two control points.
    Cubic(Point, Point, Point),
    /// Back to where it began.
    Close,
}

/// An outline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Its steps.
    pub steps: Vec<Step>,
}

impl Path {
    /// Reads the commands `M L H V Q C A Z` of an SVG path, large ones with absolute and small ones with relative
    /// coordinates; a command's letter may be left out where it repeats. `A` is for half circles and smaller arcs of
    /// circles and ellipses without a rotation. `None` if anything else is written there.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let mut path = Path::default();
        let mut command = ' ';
        let (mut here, mut first): (Point, Point) = ((0.0, 0.0), (0.0, 0.0));
        loop {
            rest = rest.trim_start_matches([' ', ',', '\n']);
            let Some(letter) = rest.chars().next() else { return Some(path) };
            if letter.is_ascii_alphabetic() {
                command = letter;
                rest = &rest[1..];
            } else if matches!(command, 'Z' | 'z') {
                return None;
            }
            let origin = if command.is_ascii_lowercase() { here } else { (0.0, 0.0) };
            let mut take = || -> Option<f32> {
                let (value, left) = leading_number(rest)?;
                rest = left;
                Some(value)
            };
            let point = |x: f32, y: f32| (origin.0 + x, origin.1 + y);
            match command.to_ascii_uppercase() {
                'M' => {
                    here = point(take()?, take()?);
                    first = here;
                    path.steps.push(Step::Move(here));
                    // What follows a first point without a letter are lines.
                    command = if command == 'M' { 'L' } else { 'l' };
                }
                'L' => {
                    here = point(take()?, take()?);
                    path.steps.push(Step::Line(here));
                }
                'H' => {
                    here.0 = origin.0 + take()?;
                    path.steps.push(Step::Line(here));
                }
                'V' => {
                    here.1 = origin.1 + take()?;
                    path.steps.push(Step::Line(here));
                }
                'Q' => {
                    let control = point(take()?, take()?);
                    here = point(take()?, take()?);
                    path.steps.push(Step::Quad(control, here));
                }
                'C' => {
                    let (a, b) = (point(take()?, take()?), point(take()?, take()?));
                    here = point(take()?, take()?);
                    path.steps.push(Step::Cubic(a, b, here));
                }
                'A' => {
                    let radius = (take()?, take()?);
                    let (_, large, sweep) = (take()?, take()? != 0.0, take()? != 0.0);
                    let to = point(take()?, take()?);
                    arc(&mut path.steps, here, radius, large, sweep, to);
                    here = to;
                }
                'Z' => {
                    here = first;
                    path.steps.push(Step::Close);
                }
                _ => return None,
            }
        }
    }

    /// The same at another place and size: every coordinate times `scale`, then moved.
    #[must_use]
    pub fn placed(&self, scale: f32, (x, y): Point) -> Self {
        let map = |(px, py): Point| (x + px * scale, y + py * scale);
        let steps = self.steps.iter().map(|step| match *step {
            Step::Move(to) => Step::Move(map(to)),
            Step::Line(to) => Step::Line(map(to)),
            Step::Quad(a, to) => Step::Quad(map(a), map(to)),
            Step::Cubic(a, b, to) => Step::Cubic(map(a), map(b), map(to)),
            Step::Close => Step::Close,
        });
        Path { steps: steps.collect() }
    }

    /// In the language of SVG paths.
    #[must_use]
    pub fn data(&self) -> String {
        let mut data = String::new();
        let point = |(x, y): Point| format!("{} {}", number(x), number(y));
        for step in &self.steps {
            match *step {
                Step::Move(to) => data += &format!("M{}", point(to)),
                Step::Line(to) => data += &format!("L{}", point(to)),
                Step::Quad(a, to) => data += &format!("Q{} {}", point(a), point(to)),
                Step::Cubic(a, b, to) => data += &format!("C{} {} {}", point(a), point(b), point(to)),
                Step::Close => data.push('Z'),
            }
        }
        data
    }
}

/// The number that a text begins with, and the rest. As in SVG, `.5.5` are two numbers and `1-2` are two.
fn leading_number(text: &str) -> Option<(f32, &str)> {
    let text = text.trim_start_matches([' ', ',', '\n']);
    let mut end = 0;
    let mut has_point = false;
    for (i, letter) in text.char_indices() {
        match letter {
            '-' if i == 0 => {}
            '.' if !has_point => has_point = true,
            '0'..='9' => {}
            _ => break,
        }
        end = i + 1;
    }
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// An elliptic arc as cubic curves, by the conversion in SVG's implementation notes.
fn arc(steps: &mut Vec<Step>, from: Point, (rx, ry): Point, large: bool, sweep: bool, to: Point) {
    if rx <= 0.0 || ry <= 0.0 || from == to {
        steps.push(Step::Line(to));
        return;
    }
    // On a unit circle: half the way from the one end to the other, then the centre.
    let half = ((from.0 - to.0) / 2.0 / rx, (from.1 - to.1) / 2.0 / ry);
    let reach = half.0 * half.0 + half.1 * half.1;
    let grow = reach.sqrt().max(1.0);
    let (rx, ry) = (rx * grow, ry * grow);
    let half = (half.0 / grow, half.1 / grow);
    let reach = reach / (grow * grow);
    let away = ((1.0 - reach).max(0.0) / reach).sqrt() * if large == sweep { -1.0 } else { 1.0 };
    let centre = (away * half.1, -away * half.0);
    let angle = |x: f32, y: f32| y.atan2(x);
    let begin = angle(half.0 - centre.0, half.1 - centre.1);
    let mut turn = angle(-half.0 - centre.0, -half.1 - centre.1) - begin;
    let whole = std::f32::consts::TAU;
    if sweep && turn < 0.0 {
        turn += whole;
    } else if !sweep && turn > 0.0 {
        turn -= whole;
    }
    let middle = ((from.0 + to.0) / 2.0 + centre.0 * rx, (from.1 + to.1) / 2.0 + centre.1 * ry);
    let parts = (turn.abs() / std::f32::consts::FRAC_PI_2).ceil().max(1.0);
    let each = turn / parts;
    let pull = 4.0 / 3.0 * (each / 4.0).tan();
    let at = |a: f32, tangent: f32| {
        let (sin, cos) = a.sin_cos();
        (middle.0 + rx * (cos - tangent * sin), middle.1 + ry * (sin + tangent * cos))
    };
    for part in 0..parts as u32 {
        let a = begin + each * part as f32;
        let end = if part + 1 == parts as u32 { to } else { at(a + each, 0.0) };
        steps.push(Step::Cubic(at(a, pull), at(a + each, -pull), end));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_read_as_svg_reads_them() {
        let path = Path::read("M0-.5L.5.5 1 2H3V-4Q1 1 2 2C1 1 2 2 3 3Z").unwrap();
        assert_eq!(
            path.steps,
            [
                Step::Move((0.0, -0.5)),
                Step::Line((0.5, 0.5)),
                Step::Line((1.0, 2.0)),
                Step::Line((3.0, 2.0)),
                Step::Line((3.0, -4.0)),
                Step::Quad((1.0, 1.0), (2.0, 2.0)),
                Step::Cubic((1.0, 1.0), (2.0, 2.0), (3.0, 3.0)),
                Step::Close,
            ]
        );
        let small = Path::read("m0-.5l.5 1 .5 1.5h2v-6q-2 5-1 6c-1-1 0 0 1 1z");
        assert_eq!(small.as_ref(), Some(&path), "the same by differences");
        for wrong in ["M1", "X", "M0 0Z1", "M0 0z1", "M0 0t1 1", "L1 é"] {
            assert_eq!(Path::read(wrong), None, "{wrong}");
        }
        assert_eq!(Path::read("").unwrap().steps, []);
    }

    #[test]
    fn arcs_stay_on_their_circle() {
        for text in ["M0-.8A.8.8 0 1 0 0 .8", "M.8 0A.8.8 0 0 1 0 .8", "M.8 0A.8.8 0 1 0 0 .8"] {
            let path = Path::read(text).unwrap();
            for step in &path.steps {
                let ((x, y), (a, b)) = match *step {
                    Step::Cubic(a, _, to) => (to, a),
                    Step::Move(to) => (to, to),
                    _ => panic!("{step:?}"),
                };
                assert!((x.hypot(y) - 0.8).abs() < 1e-5, "{text}: {x} {y}");
                assert!(a.hypot(b) < 1.0, "{text}: {a} {b}");
            }
        }
        // Too small a radius grows until it reaches.
        let path = Path::read("M0 0A1 1 0 0 1 10 0").unwrap();
        assert!(matches!(path.steps.last(), Some(Step::Cubic(_, _, (10.0, 0.0)))));
    }
}
