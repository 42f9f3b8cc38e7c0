//! Sliding tiles: their colours run smoothly over the board when, and only when, they are in order.

use crate::outline::bounds;
use crate::scene::{Form, Part, Piece, Rect, Scene, Shade};
use telusur_puzzles::Picture;
use telusur_session::palette::{Colours, Theme, Tone};

const MARGIN: f32 = 0.32;
const BODY: Rect = Rect::new(0.035, 0.035, 0.93, 0.93);

pub(super) fn scene(picture: &Picture, theme: Theme, _aspect: f32) -> Scene {
    let (width, height) = (picture.width, picture.height);
    let colours = Colours::of(picture, theme);
    let pieces = picture.items.iter().map(|item| {
        let place = bounds(item);
        let body = || Form::Box(BODY, 0.13);
        let parts = vec![
            Part::flat(Form::Box(Rect { y: BODY.y + 0.035, ..BODY }, 0.13), colours.edge(item)),
            Part::body(body(), colours.body(item)),
            Part::shade(body(), Shade::Gloss),
            Part::label(&item.label, (0.5, 0.51), 0.78, colours.ink(item)),
        ];
        Piece::of(item, (place.x, place.y), (place.w, place.h), parts)
    });
    let around = |by: f32| Rect::new(-by, -by, width + 2.0 * by, height + 2.0 * by);
    let back = vec![
        Part::flat(Form::Box(around(0.26), 0.3), theme.tone(Tone::Frame)),
        Part::flat(Form::Box(around(0.06), 0.17), theme.tone(Tone::Tray)),
    ];
    Scene { back, ..Scene::of(around(MARGIN), pieces.collect()) }
}
