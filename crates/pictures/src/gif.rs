//! A film as a GIF: one palette for all frames, frames between the positions so that pieces glide, and of each frame
//! only the rectangle that has changed. Frames are written as they are drawn; few are in memory at a time.

use crate::error::PictureError;
use crate::film::{FRAME, Film, Shot, Stage};
use crate::palette::{Histogram, Palette};
use crate::raster::{Image, Raster};
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::ControlFlow;
use telusur_look::scene::{Fill, Part};
use telusur_search::Limit;
use telusur_session::palette::Rgb;

/// Moves that are looked at to choose the colours.
const SAMPLES: usize = 24;

/// How far a GIF is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// Moves that are drawn.
    pub moves: usize,
    /// All moves.
    pub of: usize,
}

/// Writes a film at its usual size times `zoom`. After each move `watch` is told, and may stop the work
/// for a reason.
///
/// # Errors
/// If the picture would be too large, the writer fails, or the work was stopped.
pub fn write(
    film: &Film,
    zoom: f32,
    out: &mut dyn Write,
    watch: &mut dyn FnMut(Done) -> ControlFlow<Limit>,
) -> Result<(), PictureError> {
    let raster = Raster::new(film, zoom)?;
    let mut cutter = Cutter::new(film, &raster)?;
    let mut palette = cutter.palette(watch)?;
    let (width, height) = (cutter.shown.width() as u16, cutter.shown.height() as u16);
    let mut encoder = Encoder::new(out, width, height, &palette.bytes()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let first = cutter.whole(&mut palette);
    put(&mut encoder, first, film.opening_lasts())?;
    let mut stage = film.start();
    for (i, shot) in film.shots.iter().enumerate() {
        if let ControlFlow::Break(limit) = watch(Done { moves: i, of: film.shots.len() }) {
            return Err(limit.into());
        }
        let frames = shot.length / FRAME;
        let scene = cutter.begin(shot, &mut stage)?;
        // A picture that does not change, or not yet, makes the one before it last longer.
        let mut held: Option<(Frame<'static>, u32)> = None;
        for number in 1..=frames {
            let rest = if number == frames { film.rest_after(i) } else { 0 };
            cutter.draw(&scene, &mut stage, number as f32 / frames as f32);
            match (cutter.difference(&mut palette), &mut held) {
                (None, Some((_, time))) => *time += FRAME + rest,
                (difference, held) => {
                    let frame = difference.unwrap_or_else(|| nothing(&palette));
                    if let Some((frame, time)) = held.replace((frame, FRAME + rest)) {
                        put(&mut encoder, frame, time)?;
                    }
                }
            }
        }
        if let Some((frame, time)) = held {
            put(&mut encoder, frame, time)?;
        }
    }
    encoder.into_inner().map_err(failed)?.flush()?;
    Ok(())
}

fn failed(error: EncodingError) -> PictureError {
    PictureError::Write(match error {
        EncodingError::Io(error) => error,
        other => io::Error::other(other.to_string()),
    })
}

/// Writes a frame that is shown for so many hundredths of a second.
fn put(encoder: &mut Encoder<&mut dyn Write>, frame: Frame<'static>, time: u32) -> Result<(), PictureError> {
    let frame = Frame { delay: time.min(u32::from(u16::MAX)) as u16, dispose: DisposalMethod::Keep, ..frame };
    encoder.write_frame(&frame).map_err(failed)
}

/// A frame in which nothing changes, for the time that it takes.
fn nothing(palette: &Palette) -> Frame<'static> {
    Frame {
        width: 1,
        height: 1,
        transparent: Some(palette.unchanged()),
        buffer: Cow::Owned(vec![palette.unchanged()]),
        ..Frame::default()
    }
}

/// A move before its frames: everybody who does not act is drawn already.
struct Scene<'s> {
    shot: &'s Shot,
    acting: Vec<bool>,
    ground: Image,
}

/// Draws frames and cuts out what has changed.
struct Cutter<'f> {
    film: &'f Film,
    raster: &'f Raster<'f>,
    /// What is always there.
    ground: Image,
    /// The frame that is being drawn, and the one before, also by the numbers of its colours.
    drawn: Image,
    shown: Image,
    numbers: Vec<u8>,
}

impl<'f> Cutter<'f> {
    fn new(film: &'f Film, raster: &'f Raster<'f>) -> Result<Self, PictureError> {
        let shown = raster.image(&film.start())?;
        let ground = raster.ground()?;
        Ok(Cutter { film, raster, ground, drawn: shown.clone(), shown, numbers: Vec::new() })
    }

    /// Draws everybody who does not act in a move. What happens at once has happened.
    fn begin<'s>(&self, shot: &'s Shot, stage: &mut Stage) -> Result<Scene<'s>, PictureError> {
        let cast = &self.film.cast;
        let mut acting = vec![false; cast.len()];
        for change in &shot.changes {
            if change.is_sudden() {
                continue;
            }
            let mut one = change.actor;
            // Who moves within somebody makes that one move.
            while let Some(outer) = cast[one].within {
                one = outer;
            }
            acting[one] = true;
        }
        stage.set(shot.changes.iter().filter(|change| change.is_sudden()), 1.0);
        let mut ground = self.ground.clone();
        self.raster.add(stage, |actor| !acting[actor], &mut ground);
        Ok(Scene { shot, acting, ground })
    }

    fn draw(&mut self, scene: &Scene<'_>, stage: &mut Stage, when: f32) {
        stage.set(&scene.shot.changes, when);
        self.drawn.copy(&scene.ground);
        self.raster.add(stage, |actor| scene.acting[actor], &mut self.drawn);
    }

    /// Chooses the colours from a part of the film.
    fn palette(
        &mut self,
        watch: &mut dyn FnMut(Done) -> ControlFlow<Limit>,
    ) -> Result<Palette, PictureError> {
        let mut histogram = Histogram::default();
        histogram.add(self.shown.bytes());
        let mut stage = self.film.start();
        let shots = &self.film.shots;
        let every = shots.len().div_ceil(SAMPLES).max(1);
        for (i, shot) in shots.iter().enumerate() {
            if !i.is_multiple_of(every) && i + 1 != shots.len() {
                stage.set(&shot.changes, 1.0);
                continue;
            }
            if let ControlFlow::Break(limit) = watch(Done { moves: 0, of: shots.len() }) {
                return Err(limit.into());
            }
            let scene = self.begin(shot, &mut stage)?;
            for when in [0.3, 0.55, 1.0] {
                self.draw(&scene, &mut stage, when);
                histogram.add(self.drawn.bytes());
            }
        }
        Ok(histogram.palette(&flat(self.film)))
    }

    /// The first frame.
    fn whole(&mut self, palette: &mut Palette) -> Frame<'static> {
        let (width, height) = (self.shown.width() as u16, self.shown.height() as u16);
        self.numbers = numbers(palette, self.shown.bytes());
        Frame { width, height, buffer: Cow::Owned(self.numbers.clone()), ..Frame::default() }
    }

    /// The rectangle in which the drawn frame differs from the one before, which it then replaces.
    fn difference(&mut self, palette: &mut Palette) -> Option<Frame<'static>> {
        let row = self.drawn.width() as usize * 4;
        let (new, old) = (self.drawn.bytes(), self.shown.bytes());
        let differs = |y: &usize| new[y * row..(y + 1) * row] != old[y * row..(y + 1) * row];
        let height = self.drawn.height() as usize;
        let top = (0..height).find(differs)?;
        let bottom = (top..height).rev().find(differs)? + 1;
        let (mut left, mut right) = (row, 0);
        for y in top..bottom {
            let (new, old) = (&new[y * row..(y + 1) * row], &old[y * row..(y + 1) * row]);
            if let Some(first) = new.iter().zip(old).position(|(a, b)| a != b) {
                left = left.min(first / 4);
            }
            if let Some(last) = new.iter().zip(old).rposition(|(a, b)| a != b) {
                right = right.max(last / 4 + 1);
            }
        }
        let mut buffer = Vec::with_capacity((right - left) * (bottom - top));
        let mut changes = false;
        for y in top..bottom {
            let new = numbers(palette, &new[y * row + left * 4..y * row + right * 4]);
            let old = &mut self.numbers[y * row / 4 + left..y * row / 4 + right];
            buffer.extend(
                new.iter().zip(&*old).map(|(new, old)| if new == old { palette.unchanged() } else { *new }),
            );
            changes |= new != old;
            old.copy_from_slice(&new);
        }
        std::mem::swap(&mut self.drawn, &mut self.shown);
        changes.then(|| Frame {
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            transparent: Some(palette.unchanged()),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })
    }
}

/// The colours of pixels by their numbers.
fn numbers(palette: &mut Palette, bytes: &[u8]) -> Vec<u8> {
    let mut last: Option<(Rgb, u8)> = None;
    let number = |pixel: &[u8]| {
        let colour = Rgb(pixel[0], pixel[1], pixel[2]);
        match last {
            Some((same, number)) if same == colour => number,
            _ => {
                let number = palette.number(colour);
                last = Some((colour, number));
                number
            }
        }
    };
    bytes.chunks_exact(4).map(number).collect()
}

/// The colours of whole surfaces.
fn flat(film: &Film) -> Vec<Rgb> {
    let parts = film.back.iter().chain(film.cast.iter().flat_map(|actor| &actor.parts));
    let mut flat: Vec<Rgb> = parts
        .filter_map(|part| match part {
            Part::Form { fill: Fill::Flat(colour), opacity, .. } if *opacity >= 1.0 => Some(*colour),
            Part::Label(label) => Some(label.colour),
            _ => None,
        })
        .chain([film.ground])
        .collect();
    flat.sort_by_key(|&Rgb(r, g, b)| (r, g, b));
    flat.dedup();
    flat
}
