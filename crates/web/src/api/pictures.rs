//! `GET /api/games/{key}/pictures/{theme}/{form}`: the game as a picture to share, drawn in turn with the other
//! questions and given up when its client goes away.

use super::{App, Speaks, key};
use crate::dto::Problem;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use std::ops::ControlFlow;
use std::time::Duration;
use telusur_pictures::{Film, Options, PictureError, gif, sheet, svg};
use telusur_puzzles::{Board, Language};
use telusur_search::{Cancel, Deadline};
use telusur_session::Session;
use telusur_session::palette::Theme;

/// A GIF of more moves would keep the server busy for longer than anybody waits.
const MOST_GIF_MOVES: usize = 500;
/// What drawing may take.
const PICTURE: Duration = Duration::from_secs(30);

#[derive(Clone, Copy)]
enum Form {
    Svg,
    Sheet,
    Gif,
}

impl Form {
    fn media_type(self) -> &'static str {
        match self {
            Form::Svg | Form::Sheet => "image/svg+xml",
            Form::Gif => "image/gif",
        }
    }
}

/// What is played from the start on: the moves made, and those that redo would make.
struct Scenario {
    start: Box<dyn Board>,
    moves: Vec<String>,
    title: String,
}

impl Scenario {
    fn of(session: &Session, language: Language) -> Self {
        let puzzle = session.entry().title_in(language);
        let level = session.level().map(|level| level.title_in(language));
        Scenario {
            start: session.start().boxed(),
            moves: session.moves_and_redo().into_iter().map(str::to_owned).collect(),
            title: level.map_or_else(|| puzzle.to_owned(), |level| format!("{puzzle}: {level}")),
        }
    }
}

pub(super) async fn picture(
    State(app): State<App>,
    Path((game, theme, form)): Path<(String, String, String)>,
    Speaks(language): Speaks,
) -> Result<impl IntoResponse, Problem> {
    let game = key(&game).ok_or_else(|| Problem::unknown("game"))?;
    let theme = match theme.as_str() {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        _ => return Err(Problem::unknown("theme")),
    };
    let form = match form.as_str() {
        "svg" => Form::Svg,
        "sheet" => Form::Sheet,
        "gif" => Form::Gif,
        _ => return Err(Problem::unknown("form of picture")),
    };
    let thinkers = app.thinkers.clone();
    let work = move |cancel: &Cancel| {
        let scenario = app.games.look(&game, |playing| Scenario::of(playing.session(), language))?;
        draw(&scenario, theme, form, language, cancel)
    };
    let bytes = thinkers.think(work).await?;
    Ok(([(header::CONTENT_TYPE, form.media_type())], bytes))
}

fn draw(
    scenario: &Scenario,
    theme: Theme,
    form: Form,
    language: Language,
    cancel: &Cancel,
) -> Result<Vec<u8>, Problem> {
    let Scenario { start, moves, title } = scenario;
    if matches!(form, Form::Gif) && moves.len() > MOST_GIF_MOVES {
        return Err(Problem::bad_input(language.choose(
            format!("a GIF holds at most {MOST_GIF_MOVES} moves here; take an SVG, or the command line"),
            format!(
                "GIF di sini memuat paling banyak {MOST_GIF_MOVES} langkah; pakailah SVG, atau baris perintah"
            ),
        )));
    }
    let deadline = Deadline::new(Some(PICTURE), cancel.clone());
    let options = Options { theme, title: title.clone(), language, deadline: Some(deadline.clone()) };
    let film = Film::new(&**start, moves, &options);
    let film = film.map_err(|error| failed(&error))?;
    let mut bytes = Vec::new();
    let drawn = match form {
        Form::Svg => svg::write(&film, &mut bytes).map_err(PictureError::from),
        Form::Sheet => sheet::write(&film, &mut bytes).map_err(PictureError::from),
        Form::Gif => gif::write(&film, 1.0, &mut bytes, &mut |_| match deadline.check() {
            Err(limit) => ControlFlow::Break(limit),
            Ok(()) => ControlFlow::Continue(()),
        }),
    };
    drawn.map_err(|error| failed(&error))?;
    Ok(bytes)
}

fn failed(error: &PictureError) -> Problem {
    match error {
        PictureError::Move { .. } | PictureError::Write(_) => {
            Problem::internal("this picture can't be drawn")
        }
        other => Problem::bad_input(other),
    }
}
