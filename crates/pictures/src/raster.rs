//! Pixels: a stage of a film drawn with soft edges.

use crate::error::PictureError;
use crate::film::{Actor, Film, Stage};
use crate::letters;
use crate::markup::MIDDLE;
use crate::svg::insiders;
use telusur_look::motion::Pose;
use telusur_look::path::{Path, Point, Step};
use telusur_look::scene::{Anchor, Fill, Form, Label, Part, Rect, Shade, Stroke};
use telusur_session::palette::Rgb;
use tiny_skia::{
    Color, FillRule, GradientStop, LinearGradient, Paint, PathBuilder, Pixmap, RadialGradient, Shader,
    SpreadMode, StrokeDash, Transform,
};

/// No picture is larger, in pixels along a side.
const MOST_PIXELS: u32 = 4_096;

/// An opaque image: red, green, blue and 255, row by row.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    pixels: Pixmap,
}

impl Image {
    /// Width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.pixels.width()
    }

    /// Height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.pixels.height()
    }

    /// Four bytes for each pixel.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.pixels.data()
    }

    /// Becomes the same as another image of its size.
    pub(crate) fn copy(&mut self, other: &Image) {
        self.pixels.data_mut().copy_from_slice(other.pixels.data());
    }
}

/// Draws stages of one film at one size.
pub struct Raster<'f> {
    film: &'f Film,
    inner: Vec<Vec<usize>>,
    size: (u32, u32),
    view: Transform,
}

impl<'f> Raster<'f> {
    /// For a film at its usual size times `zoom`.
    ///
    /// # Errors
    /// If there are no pixels, or too many.
    pub fn new(film: &'f Film, zoom: f32) -> Result<Self, PictureError> {
        let (width, height) = film.size();
        let pixels = |length: u32| (length as f32 * zoom).round().max(1.0) as u32;
        let size = (pixels(width), pixels(height));
        if !zoom.is_finite() || size.0 > MOST_PIXELS || size.1 > MOST_PIXELS {
            return Err(PictureError::Size);
        }
        let scale = size.0 as f32 / film.frame.w;
        let view = Transform::from_translate(-film.frame.x, -film.frame.y).post_scale(scale, scale);
        Ok(Raster { film, inner: insiders(film), size, view })
    }

    /// An image of the ground and what is always there.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn ground(&self) -> Result<Image, PictureError> {
        let mut pixels = Pixmap::new(self.size.0, self.size.1).ok_or(PictureError::Size)?;
        let Rgb(r, g, b) = self.film.ground;
        pixels.fill(Color::from_rgba8(r, g, b, 255));
        let mut image = Image { pixels };
        for part in &self.film.back {
            draw(part, self.view, 1.0, &mut image.pixels);
        }
        Ok(image)
    }

    /// A whole stage.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn image(&self, stage: &Stage) -> Result<Image, PictureError> {
        let mut image = self.ground()?;
        self.add(stage, |_| true, &mut image);
        Ok(image)
    }

    /// Draws those of a stage who are wanted, each with everybody inside. Only who stands in nobody is asked for.
    pub fn add(&self, stage: &Stage, is_wanted: impl Fn(usize) -> bool, image: &mut Image) {
        for (number, actor) in self.film.cast.iter().enumerate() {
            if actor.within.is_none() && is_wanted(number) {
                self.actor(stage, number, actor, self.view, 1.0, image);
            }
        }
    }

    fn actor(
        &self,
        stage: &Stage,
        number: usize,
        actor: &Actor,
        view: Transform,
        seen: f32,
        image: &mut Image,
    ) {
        let Some(pose) = stage.poses.get(number).copied().flatten() else { return };
        let view = view.pre_concat(transform(&pose));
        let seen = seen * pose.opacity;
        for part in &actor.parts {
            match part {
                Part::Inside(_) => {
                    for &one in &self.inner[number] {
                        self.actor(stage, one, &self.film.cast[one], view, seen, image);
                    }
                }
                part => draw(part, view, seen, &mut image.pixels),
            }
        }
    }
}

fn transform(pose: &Pose) -> Transform {
    let (x, y) = pose.at;
    let mut whole = Transform::from_translate(x, y);
    if pose.turn != 0.0 {
        whole = whole.pre_concat(Transform::from_rotate_at(pose.turn, pose.pivot.0, pose.pivot.1));
    }
    whole.pre_concat(Transform::from_row(1.0, 0.0, 0.0, pose.tall, 0.0, pose.sunk))
}

fn draw(part: &Part, view: Transform, seen: f32, pixels: &mut Pixmap) {
    match part {
        Part::Inside(_) | Part::Touch(_) => {}
        Part::Label(label) | Part::Sign { outline: None, letters: label } => {
            write(label, view, seen, pixels);
        }
        Part::Sign { outline: Some(outline), letters } => {
            let form = Form::Path(outline.clone());
            draw(&Part::veil(form, letters.colour, letters.opacity), view, seen, pixels);
        }
        Part::Form { form, fill, stroke, opacity, .. } => {
            let Some(path) = outline(form) else { return };
            let mut paint = Paint { anti_alias: true, ..Paint::default() };
            let shader = match fill {
                Fill::None => None,
                Fill::Flat(colour) => Some(Shader::SolidColor(tint(*colour, opacity * seen))),
                Fill::Shade(shade) => shading(*shade, path.bounds(), opacity * seen),
            };
            if let Some(shader) = shader {
                paint.shader = shader;
                pixels.fill_path(&path, &paint, FillRule::EvenOdd, view, None);
            }
            if let Some(line) = stroke {
                paint.shader = Shader::SolidColor(tint(line.colour, line.opacity * seen));
                pixels.stroke_path(&path, &paint, &pen(line), view, None);
            }
        }
    }
}

fn pen(line: &Stroke) -> tiny_skia::Stroke {
    tiny_skia::Stroke {
        width: line.width,
        dash: line.dash.and_then(|(dash, gap)| StrokeDash::new(vec![dash, gap], 0.0)),
        ..tiny_skia::Stroke::default()
    }
}

fn write(label: &Label, view: Transform, seen: f32, pixels: &mut Pixmap) {
    let (outlines, width) = letters::outlines(&label.text, label.weight);
    let before = match label.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => width / 2.0,
        Anchor::End => width,
    };
    // Outlines have a size of 1 and are brought to the label's by the view.
    let scale = label.size;
    let (x, y) = (label.at.0 - before * scale, label.at.1 + MIDDLE * scale);
    let view = view.pre_concat(Transform::from_row(scale, 0.0, 0.0, scale, x, y));
    let Some(path) = built(&outlines) else { return };
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.shader = Shader::SolidColor(tint(label.colour, label.opacity * seen));
    // Contours of letters may overlap.
    pixels.fill_path(&path, &paint, FillRule::Winding, view, None);
}

fn tint(Rgb(r, g, b): Rgb, opacity: f32) -> Color {
    let mut colour = Color::from_rgba8(r, g, b, 255);
    colour.set_alpha(opacity.clamp(0.0, 1.0));
    colour
}

fn shading(shade: Shade, over: tiny_skia::Rect, seen: f32) -> Option<Shader<'static>> {
    let stops = shade.stops().iter();
    let stops: Vec<_> =
        stops.map(|&(at, colour, opacity)| GradientStop::new(at, tint(colour, opacity * seen))).collect();
    // The box of the form as the unit square.
    let to_box = Transform::from_row(over.width(), 0.0, 0.0, over.height(), over.x(), over.y());
    let point = |(x, y): Point| tiny_skia::Point::from_xy(x, y);
    match (shade.circle(), shade.way()) {
        (Some((middle, reach)), _) => {
            RadialGradient::new(point(middle), 0.0, point(middle), reach, stops, SpreadMode::Pad, to_box)
        }
        (None, way) => {
            let [x, y] = way?;
            let to = point((f32::from(x), f32::from(y)));
            LinearGradient::new(point((0.0, 0.0)), to, stops, SpreadMode::Pad, to_box)
        }
    }
}

fn outline(form: &Form) -> Option<tiny_skia::Path> {
    match form {
        Form::Box(rect, radius) => rounded(*rect, *radius),
        Form::Ellipse((x, y), (rx, ry)) => {
            let around = tiny_skia::Rect::from_xywh(x - rx, y - ry, 2.0 * rx, 2.0 * ry)?;
            PathBuilder::from_oval(around)
        }
        Form::Path(path) => built(path),
    }
}

fn rounded(Rect { x, y, w, h }: Rect, radius: f32) -> Option<tiny_skia::Path> {
    let r = radius.min(w / 2.0).min(h / 2.0);
    if r <= 0.0 {
        return Some(PathBuilder::from_rect(tiny_skia::Rect::from_xywh(x, y, w, h)?));
    }
    // How far the controls of a quarter circle are from its corner.
    let near = r * (1.0 - 0.552_284_8);
    let (right, bottom) = (x + w, y + h);
    let mut path = PathBuilder::new();
    path.move_to(x + r, y);
    path.line_to(right - r, y);
    path.cubic_to(right - near, y, right, y + near, right, y + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - near, right - near, bottom, right - r, bottom);
    path.line_to(x + r, bottom);
    path.cubic_to(x + near, bottom, x, bottom - near, x, bottom - r);
    path.line_to(x, y + r);
    path.cubic_to(x, y + near, x + near, y, x + r, y);
    path.close();
    path.finish()
}

fn built(path: &Path) -> Option<tiny_skia::Path> {
    let mut built = PathBuilder::new();
    for step in &path.steps {
        match *step {
            Step::Move((x, y)) => built.move_to(x, y),
            Step::Line((x, y)) => built.line_to(x, y),
            Step::Quad((a, b), (x, y)) => built.quad_to(a, b, x, y),
            Step::Cubic((a, b), (c, d), (x, y)) => built.cubic_to(a, b, c, d, x, y),
            Step::Close => built.close(),
        }
    }
    built.finish()
}
