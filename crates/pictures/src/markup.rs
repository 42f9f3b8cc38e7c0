//! Parts of a scene as SVG elements: numbers without noise, text that can't break out, and the shades that forms share.

use crate::path::{Path, Step};
use crate::scene::{Anchor, Fill, Form, Label, Part, Rect, Shade, Stroke};
use std::fmt::Write;
use telusur_session::palette::Rgb;

/// The letters of labels, as the page has them: what the machine at hand reads best.
pub(crate) const FONTS: &str = "-apple-system, 'Segoe UI', Roboto, Ubuntu, 'Noto Sans', 'Liberation Sans', \
     'Helvetica Neue', Arial, sans-serif";

/// From the middle of a capital letter down to its foot, in parts of the size of the type.
pub(crate) const MIDDLE: f32 = 0.355;

/// A number with at most three digits after its point.
pub(crate) fn number(value: f32) -> String {
    decimal(f64::from(value), 3)
}

/// A number with at most so many digits after its point.
pub(crate) fn decimal(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let text = match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => &text,
    };
    match text {
        "-0" | "" => "0".to_owned(),
        _ => match text.strip_prefix("0.").map(|rest| format!(".{rest}")) {
            Some(short) => short,
            None => text.strip_prefix("-0.").map_or_else(|| text.to_owned(), |rest| format!("-.{rest}")),
        },
    }
}

/// A colour.
pub(crate) fn colour(Rgb(r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Text that stands for itself between tags and in quotes. Characters that XML does not allow are left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if letter.is_control() => {}
            _ => safe.push(letter),
        }
    }
    safe
}

/// The gradients of shades.
pub(crate) fn shades() -> String {
    let mut defs = String::new();
    for shade in Shade::ALL {
        let name = shade.name();
        let (open, close) = match shade {
            Shade::Gloss => {
                (format!("<linearGradient id=\"{name}\" x2=\"0\" y2=\"1\">"), "</linearGradient>")
            }
            Shade::Glass => (format!("<linearGradient id=\"{name}\">"), "</linearGradient>"),
            Shade::Pebble => {
                let ((x, y), r) = Shade::PEBBLE;
                let (x, y, r) = (number(x), number(y), number(r));
                (
                    format!("<radialGradient id=\"{name}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\">"),
                    "</radialGradient>",
                )
            }
        };
        defs += &open;
        for &(offset, stop, opacity) in shade.stops() {
            _ = write!(
                defs,
                "<stop offset=\"{}\" stop-color=\"{}\" stop-opacity=\"{}\"/>",
                number(offset),
                colour(stop),
                number(opacity)
            );
        }
        defs += close;
    }
    defs
}

/// A part as an element; pieces inside are not written.
pub(crate) fn part(part: &Part, out: &mut String) {
    match part {
        Part::Inside(_) => {}
        Part::Label(label) => text(label, out),
        Part::Form { form, fill, stroke, opacity } => {
            let mut look = match fill {
                Fill::None => " fill=\"none\"".to_owned(),
                Fill::Flat(flat) => format!(" fill=\"{}\"", colour(*flat)),
                Fill::Shade(shade) => format!(" fill=\"url(#{})\"", shade.name()),
            };
            if *opacity < 1.0 {
                look += &format!(" fill-opacity=\"{}\"", number(*opacity));
            }
            if let Some(line) = stroke {
                look += &outline(line);
            }
            shape(form, &look, out);
        }
    }
}

fn outline(line: &Stroke) -> String {
    let mut look = format!(" stroke=\"{}\" stroke-width=\"{}\"", colour(line.colour), number(line.width));
    if line.opacity < 1.0 {
        look += &format!(" stroke-opacity=\"{}\"", number(line.opacity));
    }
    if let Some((dash, gap)) = line.dash {
        look += &format!(" stroke-dasharray=\"{} {}\"", number(dash), number(gap));
    }
    look
}

fn shape(form: &Form, look: &str, out: &mut String) {
    _ = match form {
        Form::Box(Rect { x, y, w, h }, radius) => {
            let round = match radius.min(w / 2.0).min(h / 2.0) {
                radius if radius > 0.0 => format!(" rx=\"{}\"", number(radius)),
                _ => String::new(),
            };
            write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{round}{look}/>",
                number(*x),
                number(*y),
                number(*w),
                number(*h)
            )
        }
        Form::Ellipse((x, y), (rx, ry)) => write!(
            out,
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"{look}/>",
            number(*x),
            number(*y),
            number(*rx),
            number(*ry)
        ),
        Form::Path(path) => write!(out, "<path d=\"{}\" fill-rule=\"evenodd\"{look}/>", data(path)),
    };
}

fn text(label: &Label, out: &mut String) {
    let (x, y) = label.at;
    let anchor = match label.anchor {
        Anchor::Start => "",
        Anchor::Middle => " text-anchor=\"middle\"",
        Anchor::End => " text-anchor=\"end\"",
    };
    let faint = match label.opacity < 1.0 {
        true => format!(" fill-opacity=\"{}\"", number(label.opacity)),
        false => String::new(),
    };
    _ = write!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"{}\" fill=\"{}\"{faint}{anchor}>{}</text>",
        number(x),
        number(y + MIDDLE * label.size),
        number(label.size),
        label.weight,
        colour(label.colour),
        escaped(&label.text)
    );
}

/// An outline in the language of SVG paths.
fn data(path: &Path) -> String {
    let mut data = String::new();
    let point = |(x, y): (f32, f32)| format!("{} {}", number(x), number(y));
    for step in &path.steps {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0001, "0"),
            (1.0, "1"),
            (0.5, ".5"),
            (-0.25, "-.25"),
            (10.1234, "10.123"),
            (100.0, "100"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn text_can_t_break_out() {
        assert_eq!(escaped("<a href='x'>\"&\u{0}\u{1b}é✓"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;é✓");
    }
}
