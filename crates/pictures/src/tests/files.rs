//! The files themselves: SVG is read by an XML parser, GIF is decoded again.

use super::{board, filmed, usual, walk};
use crate::film::{Film, Options};
use crate::raster::Raster;
use crate::{PictureError, gif, sheet, svg};
use roxmltree::{Document, Node};
use std::ops::ControlFlow;
use std::time::Duration;
use telusur_look::scene::{Label, Part};
use telusur_search::{Cancel, Deadline, Limit};
use telusur_session::palette::Theme;

fn animated(film: &Film) -> String {
    let mut text = Vec::new();
    svg::write(film, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn printed(film: &Film) -> String {
    let mut text = Vec::new();
    sheet::write(film, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn named<'d>(document: &'d Document<'_>, name: &'d str) -> impl Iterator<Item = Node<'d, 'd>> {
    document.descendants().filter(move |node| node.has_tag_name(name))
}

#[test]
fn every_film_is_a_sound_svg() {
    for start in usual() {
        let moves = walk(&*start, 8);
        let film = filmed(&*start, &moves, Theme::Light);
        let text = animated(&film);
        let document = Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute("role"), Some("img"));
        let title = named(&document, "title").next().unwrap().text();
        assert_eq!(title, Some(start.puzzle()));
        assert!(named(&document, "desc").next().unwrap().text().unwrap().contains(&moves.join(" ")));
        let seconds = format!("{}s", f64::from(film.lasts()) / 100.0);
        let animations: Vec<_> =
            document.descendants().filter(|node| node.tag_name().name().starts_with("animate")).collect();
        assert!(animations.len() > moves.len());
        for node in animations {
            assert_eq!(node.attribute("dur"), Some(seconds.as_str()));
            assert_eq!(node.attribute("repeatCount"), Some("indefinite"));
            let list = |name: &str| node.attribute(name).map(|list| list.split(';').collect::<Vec<_>>());
            let times: Vec<f64> =
                list("keyTimes").unwrap().iter().map(|time| format!("0{time}").parse().unwrap()).collect();
            assert_eq!(times.len(), list("values").unwrap().len());
            assert!(
                times[0] == 0.0
                    && times.windows(2).all(|two| two[0] <= two[1])
                    && *times.last().unwrap() <= 1.0
            );
            if node.attribute("calcMode") == Some("spline") {
                assert_eq!(list("keySplines").unwrap().len() + 1, times.len());
                assert_eq!(times.last(), Some(&1.0));
            }
        }
        // Nothing comes from elsewhere, and nothing runs.
        for forbidden in ["<script", "<style", "http://", "https://", "@import", "<image"] {
            assert_eq!(text.matches(forbidden).count(), usize::from(forbidden == "http://"), "{forbidden}");
        }
        // What is lifted over others is a copy of what is there.
        let copies: Vec<_> = named(&document, "use").filter_map(|node| node.attribute("href")).collect();
        assert_eq!(copies.is_empty(), start.puzzle() != "water");
        for copy in copies {
            let id = copy.strip_prefix('#');
            assert!(document.descendants().any(|node| node.attribute("id") == id), "{copy}");
        }
        for fill in document.descendants().filter_map(|node| node.attribute("fill")) {
            if let Some(id) = fill.strip_prefix("url(#") {
                let id = id.trim_end_matches(')');
                assert!(document.descendants().any(|node| node.attribute("id") == Some(id)), "{id}");
            }
        }
    }
}

#[test]
fn a_sheet_shows_every_position_once() {
    for start in usual() {
        let moves = walk(&*start, 8);
        let text = printed(&filmed(&*start, &moves, Theme::Dark));
        let document = Document::parse(&text).unwrap();
        let uses: Vec<_> = named(&document, "use").collect();
        let boards = uses.iter().filter(|node| node.attribute("href") == Some("#back")).count();
        assert_eq!(boards, moves.len() + 1);
        for node in uses {
            let id = node.attribute("href").and_then(|href| href.strip_prefix('#'));
            assert!(document.descendants().any(|node| node.attribute("id") == id), "{id:?}");
        }
        let said: Vec<&str> = named(&document, "text").filter_map(|node| node.text()).collect();
        for (i, text) in moves.iter().enumerate() {
            assert!(said.contains(&(i + 1).to_string().as_str()) && said.contains(&text.as_str()));
        }
        assert!(!text.contains("<animate"));
    }
}

#[test]
fn hostile_text_stays_text() {
    let hostile = "</text><script>alert('1')</script>&\"<!--\u{0}\u{1b}漢✓";
    let start = board("klotski", "aBBb/aBBb/cdde/cfge/h..i");
    let options = Options { title: hostile.to_owned(), ..Options::default() };
    let mut film = Film::new(&*start, &walk(&*start, 2), &options).unwrap();
    for actor in &mut film.cast {
        for part in &mut actor.parts {
            if let Part::Label(Label { text, .. }) = part {
                *text = hostile.to_owned();
            }
        }
    }
    film.shots[0].text = hostile.to_owned();
    let clean: String = hostile.chars().filter(|letter| !letter.is_control()).collect();
    for text in [animated(&film), printed(&film)] {
        let document = Document::parse(&text).unwrap();
        assert_eq!(named(&document, "script").count(), 0);
        assert_eq!(named(&document, "title").next().unwrap().text(), Some(clean.as_str()));
        assert!(named(&document, "text").any(|node| node.text() == Some(clean.as_str())));
    }
    // Letters that the alphabet lacks are no reason to fail.
    Raster::new(&film, 0.3).unwrap().image(&film.start()).unwrap();
    // Pieces may be named by any letter.
    let start = board("klotski", "éBB漢/éBB漢/cdde/cfge/h..i");
    assert!(animated(&filmed(&*start, &walk(&*start, 1), Theme::Light)).contains(">漢</text>"));
}

/// A GIF put together again: its size, and each picture with the time that it is shown.
struct Played {
    width: usize,
    frames: Vec<(Vec<u8>, u32)>,
    loops: bool,
    largest: Vec<usize>,
}

fn played(bytes: &[u8]) -> Played {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![0u8; width * height * 4];
    let mut played = Played { width, frames: Vec::new(), loops: false, largest: Vec::new() };
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (w, h) = (usize::from(frame.width), usize::from(frame.height));
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] != 0) {
            let (x, y) = (i % w + usize::from(frame.left), i / w + usize::from(frame.top));
            canvas[(y * width + x) * 4..][..4].copy_from_slice(pixel);
        }
        played.frames.push((canvas.clone(), u32::from(frame.delay)));
        played.largest.push(w * h);
    }
    played.loops = decoder.repeat() == ::gif::Repeat::Infinite;
    played
}

#[test]
fn every_film_is_a_gif_that_ends_at_the_last_position() {
    for start in usual() {
        let film = filmed(&*start, &walk(&*start, 3), Theme::Light);
        let mut bytes = Vec::new();
        let mut told = Vec::new();
        gif::write(&film, 0.3, &mut bytes, &mut |done| {
            told.push(done.moves);
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!(told.ends_with(&[0, 1, 2]), "{told:?}");
        let gif = played(&bytes);
        assert!(gif.loops && gif.frames.len() > film.shots.len() * 3);
        assert_eq!(gif.frames.iter().map(|(_, time)| time).sum::<u32>(), film.lasts());
        assert!(gif.frames.iter().all(|(_, time)| *time >= 2), "browsers slow down shorter ones");
        // What has not changed is not sent again.
        assert!(gif.largest[1..].iter().sum::<usize>() < gif.largest[0] * (gif.largest.len() - 1));
        let raster = Raster::new(&film, 0.3).unwrap();
        let mut stage = film.start();
        let near = |picture: &[u8], image: &[u8]| {
            assert_eq!(picture.len(), image.len());
            let away = picture.iter().zip(image).map(|(a, b)| u64::from(a.abs_diff(*b)));
            (away.clone().max().unwrap(), away.sum::<u64>() as f64 / picture.len() as f64)
        };
        let (most, mean) = near(&gif.frames[0].0, raster.image(&stage).unwrap().bytes());
        assert!(most < 40 && mean < 1.5, "{}: first {most} {mean}", start.puzzle());
        for shot in &film.shots {
            stage.set(&shot.changes, 1.0);
        }
        let last = raster.image(&stage).unwrap();
        let (most, mean) = near(&gif.frames.last().unwrap().0, last.bytes());
        assert!(most < 40 && mean < 1.5, "{}: last {most} {mean}", start.puzzle());
        assert_eq!(gif.width, last.width() as usize);
    }
}

#[test]
fn flat_colours_of_a_gif_are_exact() {
    let film = filmed(&*board("klotski", "heng-dao-li-ma"), &[], Theme::Dark);
    let mut bytes = Vec::new();
    gif::write(&film, 0.5, &mut bytes, &mut |_| ControlFlow::Continue(())).unwrap();
    let gif = played(&bytes);
    let telusur_session::palette::Rgb(r, g, b) = film.ground;
    assert_eq!(gif.frames[0].0[..4], [r, g, b, 255]);
    // With no moves there is one picture.
    assert_eq!(gif.frames.len(), 1);
}

#[test]
fn a_gif_can_be_stopped_and_a_full_disc_is_said() {
    let start = board("tiles", "1 2 3/4 . 6/7 5 8");
    let film = filmed(&*start, &walk(&*start, 4), Theme::Light);
    let stop = &mut |done: gif::Done| match done.moves {
        2 => ControlFlow::Break(Limit::Cancelled),
        _ => ControlFlow::Continue(()),
    };
    let error = gif::write(&film, 0.2, &mut Vec::new(), stop).unwrap_err();
    assert!(matches!(error, PictureError::Stopped(Limit::Cancelled)));
    let late = Deadline::new(Some(Duration::ZERO), Cancel::new());
    let options = Options { deadline: Some(late), ..Options::default() };
    let error = Film::new(&*start, &walk(&*start, 4), &options).unwrap_err();
    assert!(matches!(error, PictureError::Stopped(Limit::Time(_))), "{error}");
    let mut small = [0u8; 100];
    let error = gif::write(&film, 0.2, &mut &mut small[..], &mut |_| ControlFlow::Continue(())).unwrap_err();
    assert!(matches!(error, PictureError::Write(_)), "{error}");
}

#[test]
fn the_same_film_gives_the_same_bytes() {
    for start in usual() {
        let moves = walk(&*start, 3);
        let made = || {
            let film = filmed(&*start, &moves, Theme::Dark);
            let mut moving = Vec::new();
            gif::write(&film, 0.2, &mut moving, &mut |_| ControlFlow::Continue(())).unwrap();
            (animated(&film), printed(&film), moving)
        };
        assert!(made() == made(), "{}", start.puzzle());
    }
}
