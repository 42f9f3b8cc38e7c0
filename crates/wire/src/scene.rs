//! A position as it is drawn: the scene of its look, in the colours of both themes.

use serde::{Serialize, Serializer};
use telusur_look::Look;
use telusur_look::scene::{self, Fill, Form, Part as Drawn, Shade};
use telusur_puzzles::Picture;
use telusur_session::palette::{Rgb, Theme};

/// A scene. Lengths are in units of the plane, with three digits after their point.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Scene {
    /// The part of the plane that fills the board.
    view: Box4,
    /// The form of the space that it is laid out for, its width in heights.
    aspect: Length,
    /// How large one step of a piece is.
    step: Length,
    /// How pieces get from one place to another.
    #[cfg_attr(test, schemars(with = "crate::schema::Motion"))]
    motion: &'static str,
    /// Light and shade that forms are filled with.
    shades: Vec<Gradient>,
    /// What stands behind all pieces.
    back: Vec<Part>,
    /// Back to front.
    pieces: Vec<Piece>,
    /// Places where things can be put down, in the order of their numbers.
    zones: Vec<Zone>,
    /// Who leaves, and how, when all is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<Exit>,
}

/// Left, top, width, height.
type Box4 = [Length; 4];

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Piece {
    /// Stays the same while the thing moves.
    key: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'static str,
    /// The items that it shows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    items: Vec<String>,
    /// Where its parts have their origin.
    at: [Length; 2],
    /// The box that it fills, seen from there.
    area: Box4,
    /// Present where no hand takes hold of it itself.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    furniture: bool,
    /// What it stands on, if a touch takes all that stands above it along.
    #[serde(skip_serializing_if = "Option::is_none")]
    on: Option<String>,
    /// How far it is lifted while it is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    lift: Option<[Length; 2]>,
    parts: Vec<Part>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Zone {
    item: String,
    area: Box4,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Exit {
    piece: String,
    by: [Length; 2],
    /// Parts of the back, and how far each is pushed aside.
    leaves: Vec<(usize, [Length; 2])>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Gradient {
    name: &'static str,
    /// Where a round one has its middle and how far it reaches; straight ones have a direction instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<[Length; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    way: Option<[u8; 2]>,
    /// Where, which colour, how much of it.
    stops: Vec<(Length, String, Length)>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Part {
    Form(FormPart),
    Text(TextPart),
    /// An area that can be touched.
    Touch {
        touch: Box4,
    },
    /// Pieces that stand in this one.
    Inside {
        pieces: Vec<Piece>,
    },
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct FormPart {
    #[serde(flatten)]
    outline: Outline,
    /// Present where there is a filling.
    #[serde(skip_serializing_if = "Option::is_none")]
    fill: Option<Colour>,
    /// The shade that it is filled with.
    #[serde(skip_serializing_if = "Option::is_none")]
    shade: Option<&'static str>,
    #[serde(skip_serializing_if = "is_whole")]
    opacity: Length,
    #[serde(skip_serializing_if = "Option::is_none")]
    stroke: Option<Line>,
    /// `body`: what lights up under a pointer; `sign`: what doubles a colour, for readers who prefer outlines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<crate::schema::FormRole>"))]
    role: Option<&'static str>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "FormOutline"))]
#[serde(rename_all = "lowercase")]
enum Outline {
    /// Left, top, width, height, radius of the corners.
    Rect([Length; 5]),
    /// Middle and half widths.
    Ellipse([Length; 4]),
    /// In the language of SVG paths.
    Path(String),
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "StrokeLine"))]
struct Line {
    colour: Colour,
    #[serde(skip_serializing_if = "is_whole")]
    opacity: Length,
    width: Length,
    #[serde(skip_serializing_if = "Option::is_none")]
    dash: Option<[Length; 2]>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TextPart {
    text: String,
    /// The middle of the text.
    at: [Length; 2],
    size: Length,
    weight: u16,
    fill: Colour,
    #[serde(skip_serializing_if = "is_whole")]
    opacity: Length,
    /// `letters`: a sign for readers who prefer letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<crate::schema::TextRole>"))]
    role: Option<&'static str>,
}

/// A number with at most three digits after its point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Length(f32);

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // As a double: a single would be written with the digits that its rounding adds.
        let rounded = (f64::from(self.0) * 1e3).round() / 1e3;
        match rounded as i64 {
            whole if whole as f64 == rounded => serializer.serialize_i64(whole),
            _ => serializer.serialize_f64(rounded),
        }
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Length {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Length".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number" })
    }
}

fn is_whole(share: &Length) -> bool {
    share.0 >= 1.0
}

/// A colour by day and by night.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Colour(Rgb, Rgb);

/// `#rrggbb`, or two of them where day and night differ.
impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Colour(light, dark) = *self;
        match light == dark {
            true => serializer.serialize_str(&hex(light)),
            false => [hex(light), hex(dark)].serialize(serializer),
        }
    }
}

#[cfg(test)]
impl schemars::JsonSchema for Colour {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Colour".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let pair =
            [schemars::json_schema!({ "type": "string" }), schemars::json_schema!({ "type": "string" })];
        schemars::json_schema!({
            "description": "#rrggbb, or two of them, by day and by night",
            "anyOf": [{ "type": "string" }, { "type": "array", "prefixItems": pair, "items": false }],
        })
    }
}

fn hex(Rgb(r, g, b): Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn box4(rect: scene::Rect) -> Box4 {
    [rect.x, rect.y, rect.w, rect.h].map(Length)
}

fn point((x, y): (f32, f32)) -> [Length; 2] {
    [Length(x), Length(y)]
}

impl Scene {
    /// The scene of a picture in a space of a form.
    pub(crate) fn new(puzzle: &str, picture: &Picture, aspect: f32) -> Self {
        let look = Look::of(puzzle);
        // The same drawing twice: nothing but its colours depends on the theme.
        let light = look.scene(picture, Theme::Light, aspect);
        let dark = look.scene(picture, Theme::Dark, aspect);
        let mut shades = Vec::new();
        let back = parts(&light.back, &dark.back, &mut shades);
        let pieces = pieces(light.pieces, dark.pieces, &mut shades);
        Scene {
            view: box4(light.view),
            aspect: Length(aspect),
            step: Length(light.step),
            motion: light.motion.name(),
            shades: shades.into_iter().map(gradient).collect(),
            back,
            pieces,
            zones: light.zones.into_iter().map(zone).collect(),
            exit: light.exit.map(exit),
        }
    }
}

fn pieces(light: Vec<scene::Piece>, dark: Vec<scene::Piece>, shades: &mut Vec<Shade>) -> Vec<Piece> {
    let both = light.into_iter().zip(dark);
    let piece = |(light, dark): (scene::Piece, scene::Piece)| Piece {
        parts: parts(&light.parts, &dark.parts, shades),
        key: light.key,
        kind: light.kind,
        items: light.items,
        at: point(light.at),
        area: box4(light.area),
        furniture: light.is_furniture,
        on: light.on,
        lift: (light.lift != (0.0, 0.0)).then(|| point(light.lift)),
    };
    both.map(piece).collect()
}

fn parts(light: &[Drawn], dark: &[Drawn], shades: &mut Vec<Shade>) -> Vec<Part> {
    let mut parts = Vec::with_capacity(light.len());
    for both in light.iter().zip(dark) {
        match both {
            (
                Drawn::Form { form, fill, stroke, opacity, is_body },
                Drawn::Form { fill: night, stroke: line, .. },
            ) => {
                let (fill, shade) = filling(fill, night, shades);
                let stroke = stroke.zip(*line).map(|(day, night)| Line {
                    colour: Colour(day.colour, night.colour),
                    opacity: Length(day.opacity),
                    width: Length(day.width),
                    dash: day.dash.map(point),
                });
                let role = is_body.then_some("body");
                let (outline, opacity) = (Outline::of(form), Length(*opacity));
                parts.push(Part::Form(FormPart { outline, fill, shade, opacity, stroke, role }));
            }
            (Drawn::Label(day), Drawn::Label(night)) => {
                parts.push(Part::Text(TextPart::new(day, night.colour)));
            }
            (Drawn::Sign { outline, letters }, Drawn::Sign { letters: night, .. }) => {
                let mut text = TextPart::new(letters, night.colour);
                if let Some(outline) = outline {
                    text.role = Some("letters");
                    parts.push(Part::Form(FormPart {
                        outline: Outline::Path(outline.data()),
                        fill: Some(text.fill),
                        shade: None,
                        opacity: text.opacity,
                        stroke: None,
                        role: Some("sign"),
                    }));
                }
                parts.push(Part::Text(text));
            }
            (Drawn::Touch(area), _) => parts.push(Part::Touch { touch: box4(*area) }),
            (Drawn::Inside(day), Drawn::Inside(night)) => {
                parts.push(Part::Inside { pieces: pieces(day.clone(), night.clone(), shades) });
            }
            // Themes have the same parts; the tests of the looks hold them to it.
            _ => {}
        }
    }
    parts
}

fn filling(day: &Fill, night: &Fill, shades: &mut Vec<Shade>) -> (Option<Colour>, Option<&'static str>) {
    match (day, night) {
        (Fill::Flat(day), Fill::Flat(night)) => (Some(Colour(*day, *night)), None),
        (Fill::Shade(shade), _) => {
            if !shades.contains(shade) {
                shades.push(*shade);
            }
            (None, Some(shade.name()))
        }
        _ => (None, None),
    }
}

impl Outline {
    fn of(form: &Form) -> Self {
        match form {
            Form::Box(rect, radius) => Outline::Rect([rect.x, rect.y, rect.w, rect.h, *radius].map(Length)),
            Form::Ellipse((x, y), (rx, ry)) => Outline::Ellipse([*x, *y, *rx, *ry].map(Length)),
            Form::Path(path) => Outline::Path(path.data()),
        }
    }
}

impl TextPart {
    fn new(label: &scene::Label, night: Rgb) -> Self {
        TextPart {
            text: label.text.clone(),
            at: point(label.at),
            size: Length(label.size),
            weight: label.weight,
            fill: Colour(label.colour, night),
            opacity: Length(label.opacity),
            role: None,
        }
    }
}

fn zone(zone: scene::Zone) -> Zone {
    Zone { item: zone.item, area: box4(zone.area) }
}

fn exit(exit: scene::Exit) -> Exit {
    let leaves = exit.leaves.into_iter().map(|(leaf, aside)| (leaf, point(aside)));
    Exit { piece: exit.piece, by: point(exit.by), leaves: leaves.collect() }
}

fn gradient(shade: Shade) -> Gradient {
    let stops = shade.stops().iter();
    Gradient {
        name: shade.name(),
        round: shade.circle().map(|((x, y), r)| [x, y, r].map(Length)),
        way: shade.way(),
        stops: stops.map(|&(at, colour, cover)| (Length(at), hex(colour), Length(cover))).collect(),
    }
}
