//! A film ends every move where the next position begins, whatever the puzzle.

use super::{board, filmed, usual, walk};
use crate::film::{FRAME, Film, Options};
use crate::raster::Raster;
use crate::{MOST_MOVES, PictureError};
use telusur_look::motion::Pose;
use telusur_look::scene::{Part, Piece};
use telusur_look::{ASPECT, Look};
use telusur_puzzles::{Board, Setup, catalogue};
use telusur_session::palette::Theme;

/// Everything that a scene shows: whose drawing, where.
fn shown(pieces: &[Piece], found: &mut Vec<(String, (f32, f32), Vec<Part>)>) {
    for piece in pieces {
        let mut parts = piece.parts.clone();
        for part in &mut parts {
            if let Part::Inside(inner) = part {
                shown(&std::mem::take(inner), found);
            }
        }
        found.push((piece.key.clone(), piece.at, parts));
    }
}

fn ends_where_positions_are(start: &dyn Board, moves: &[String], theme: Theme) {
    let film = filmed(start, moves, theme);
    let mut stage = film.start();
    let mut here = start.boxed();
    for (i, text) in moves.iter().enumerate() {
        here = here.play(text).unwrap();
        stage.set(&film.shots[i].changes, 1.0);
        let mut expected = Vec::new();
        shown(&Look::of(here.puzzle()).scene(&here.picture(), theme, ASPECT).pieces, &mut expected);
        let mut found = Vec::new();
        for (pose, actor) in stage.poses.iter().zip(&film.cast) {
            let Some(pose) = pose else { continue };
            if actor.key.starts_with("caption-") {
                continue;
            }
            let rest = Pose::at(pose.at).turned(0.0, pose.pivot);
            assert_eq!(*pose, rest, "{} {text}: {} stands as drawn", here.puzzle(), actor.key);
            found.push((actor.key.clone(), pose.at, actor.parts.clone()));
        }
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        found.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(found, expected, "{} after {text}", here.puzzle());
    }
}

#[test]
fn every_move_ends_where_the_next_position_is() {
    for start in usual() {
        let moves = walk(&*start, 12);
        assert!(!moves.is_empty());
        for theme in [Theme::Light, Theme::Dark] {
            ends_where_positions_are(&*start, &moves, theme);
        }
    }
}

#[test]
fn moves_of_every_level_end_where_the_next_position_is() {
    for entry in catalogue::all() {
        for level in entry.levels() {
            let start = catalogue::open(*entry, &Setup::level(level.name)).unwrap();
            ends_where_positions_are(&*start, &walk(&*start, 2), Theme::Light);
        }
    }
}

#[test]
fn a_puzzle_without_a_look_is_drawn_plainly() {
    for start in usual() {
        let picture = start.picture();
        // What is arranged as towers or heaps has the look of those.
        if picture.items.iter().any(|item| ["peg", "pile"].contains(&item.kind)) {
            continue;
        }
        let scene = Look::of("frogs").scene(&picture, Theme::Light, ASPECT);
        assert_eq!(scene.pieces.len(), picture.items.len());
        let labels = |part: &Part| matches!(part, Part::Label(_));
        let named = scene.pieces.iter().filter(|piece| piece.parts.iter().any(labels)).count();
        assert_eq!(named, picture.items.iter().filter(|item| !item.label.is_empty()).count());
        assert!(scene.frame.w > picture.width && scene.frame.h > picture.height);
    }
}

#[test]
fn every_level_can_be_drawn() {
    for entry in catalogue::all() {
        for level in entry.levels() {
            let board = catalogue::open(*entry, &Setup::level(level.name)).unwrap();
            for theme in [Theme::Light, Theme::Dark] {
                let film = filmed(&*board, &[], theme);
                let inside = |at: f32, from: f32, size: f32| at > from - 0.01 && at < from + size;
                for &(actor, pose) in &film.opening {
                    let caption = film.cast[actor].key.starts_with("caption-");
                    let (x, y) = pose.at;
                    let seen = inside(x, film.board.x, film.board.w) && inside(y, film.board.y, film.board.h);
                    assert!(caption || film.cast[actor].within.is_some() || seen, "{} {actor}", level.name);
                }
                let image = Raster::new(&film, 0.1).unwrap().image(&film.start()).unwrap();
                let first = &image.bytes()[..4];
                let differ = image.bytes().chunks_exact(4).filter(|pixel| *pixel != first).count();
                assert!(
                    differ * 20 > image.bytes().len() / 4,
                    "{} {} is nearly empty",
                    entry.name(),
                    level.name
                );
            }
        }
    }
}

/// The places of a piece during the first move.
fn way(film: &Film, key: &str) -> Vec<(f32, f32)> {
    let mut stage = film.start();
    let actor = film.cast.iter().position(|actor| actor.key == key).unwrap();
    let places = (0..=20).map(|i| {
        stage.set(&film.shots[0].changes, i as f32 / 20.0);
        stage.poses[actor].unwrap().at
    });
    places.collect()
}

#[test]
fn discs_go_over_the_rods() {
    let film = filmed(&*board("hanoi", "three"), &["A>C".to_owned()], Theme::Light);
    let way = way(&film, "disc-1");
    let (first, last) = (way[0], way[20]);
    assert!(way.iter().all(|&(x, _)| x >= first.0 && x <= last.0));
    for &(x, y) in &way {
        // Between the rods it is above them all.
        assert!(x == first.0 || x == last.0 || y < 0.0, "{x} {y}");
    }
}

#[test]
fn blocks_go_along_their_path() {
    let start = board("klotski", "aBBb/aBBb/cdde/cfge/h..i");
    let play = start.plays().into_iter().find(|play| play.text == "fdr").map(|play| play.text);
    let bent = play.unwrap_or_else(|| {
        let turns = |text: &&String| text.len() == 3 && text.as_bytes()[1] != text.as_bytes()[2];
        start.moves().iter().find(turns).unwrap().clone()
    });
    let key = format!("piece-{}", &bent[..1]);
    let film = filmed(&*start, &[bent], Theme::Light);
    let way = way(&film, &key);
    let (first, last) = (way[0], way[20]);
    assert!(first.0 != last.0 && first.1 != last.1);
    for (x, y) in way {
        let on_the_way = [first.0, last.0].contains(&x) || [first.1, last.1].contains(&y);
        assert!(on_the_way, "never across a corner: {x} {y}");
    }
}

#[test]
fn water_runs_from_one_tube_to_the_other() {
    let start = board("water", "1 2 | 1 | -");
    let film = filmed(&*start, &["1>3".to_owned()], Theme::Light);
    let pose = |key: &str, when: f32| {
        let mut stage = film.start();
        stage.set(&film.shots[0].changes, when);
        let seen = film.cast.iter().zip(stage.poses).filter(|(actor, _)| actor.key == key);
        seen.filter_map(|(_, pose)| pose).next()
    };
    assert_eq!(pose("unit-1-2", 0.0).unwrap().tall, 1.0);
    let (leaving, coming) = (pose("unit-1-2", 0.55).unwrap(), pose("unit-3-1", 0.55).unwrap());
    assert!(leaving.tall > 0.2 && leaving.tall < 0.8 && coming.tall > 0.2 && coming.tall < 0.8);
    assert!(pose("tube-1", 0.55).unwrap().turn > 30.0);
    assert!(film.cast.iter().any(|actor| actor.key.starts_with("stream-")));
    assert_eq!((pose("unit-1-2", 1.0), pose("unit-3-1", 1.0).unwrap().tall), (None, 1.0));
}

#[test]
fn taken_stones_rise_and_fade() {
    let film = filmed(&*board("stones", "3 4"), &["1:1".to_owned()], Theme::Light);
    let taken = film.cast.iter().position(|actor| actor.key == "stone-1-3").unwrap();
    let mut stage = film.start();
    let from = stage.poses[taken].unwrap();
    stage.set(&film.shots[0].changes, 0.6);
    let here = stage.poses[taken].unwrap();
    assert!(here.at.1 < from.at.1 && here.opacity < 1.0 && here.opacity > 0.0);
    stage.set(&film.shots[0].changes, 1.0);
    assert_eq!(stage.poses[taken], None);
    // Who moves is said in a game.
    let captions = film.cast.iter().flat_map(|actor| &actor.parts).filter_map(|part| match part {
        Part::Label(label) => Some(label.text.as_str()),
        _ => None,
    });
    assert!(
        captions.clone().any(|text| text == "Player 1: 1:1") && captions.clone().any(|text| text == "1 / 1")
    );
}

#[test]
fn time_is_whole_frames_and_long_films_hurry() {
    let start = board("hanoi", "three");
    for count in [1, 10, 400, MOST_MOVES] {
        let there_and_back = ["A>C", "C>A"].into_iter().cycle().take(count).map(str::to_owned);
        let film = filmed(&*start, &there_and_back.collect::<Vec<_>>(), Theme::Light);
        for shot in &film.shots {
            assert!(shot.length >= FRAME && shot.begin % FRAME == 0);
            assert!(shot.length % FRAME == 0 && shot.pause % FRAME == 0);
        }
        let seconds = film.lasts() / 100;
        assert!(seconds < 60.max(count as u32 / 8), "{count} moves last {seconds} s");
    }
}

#[test]
fn what_can_t_be_filmed_is_said() {
    let start = board("hanoi", "three");
    let many = vec!["A>C".to_owned(); MOST_MOVES + 1];
    let error = Film::new(&*start, &many, &Options::default()).unwrap_err();
    assert!(matches!(error, PictureError::TooLong { .. }) && error.to_string().contains("5001 moves"));
    let wrong = ["A>C".to_owned(), "A>C".to_owned()];
    let error = Film::new(&*start, &wrong, &Options::default()).unwrap_err();
    assert!(error.to_string().starts_with("move 2: 'A>C' is not possible"), "{error}");
    let crowded = catalogue::find("hanoi").unwrap().open(&Setup::default().with("discs", "4000")).unwrap();
    assert!(matches!(Film::new(&*crowded, &[], &Options::default()), Err(PictureError::Size)));
    let film = filmed(&*start, &[], Theme::Light);
    for zoom in [f32::NAN, f32::INFINITY, 100.0] {
        assert!(matches!(Raster::new(&film, zoom), Err(PictureError::Size)));
    }
}
