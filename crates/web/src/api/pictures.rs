//! `GET /api/games/{key}/pictures/{theme}/{form}`: the game as a picture to share, drawn in turn with the other
//! questions and given up when its client goes away.

use super::client::{Client, Patience};
use super::key;
use super::reply::{Bounded, Reply};
use crate::dto::{MOST_ANSWER_BYTES, Problem};
use crate::games::Held;
use axum::extract::Path;
use std::ops::ControlFlow;
use std::time::Duration;
use telusur_pictures::{Film, Options, PictureError, gif, sheet, svg};
use telusur_puzzles::{Board, Language};
use telusur_search::{Deadline, Limits};
use telusur_session::Session;
use telusur_session::palette::Theme;

/// A GIF of more moves would keep the server busy for longer than anybody waits.
const MOST_GIF_MOVES: usize = 500;

/// What drawing may use.
const DRAWING: Patience = Patience { time: Duration::from_secs(30), bytes: 64 << 20 };

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
    client: Client,
    Path((game, theme, form)): Path<(String, String, String)>,
) -> Result<Reply, Problem> {
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
    let language = client.language;
    let copy = move |held: &mut Held| held.look(|playing| Scenario::of(playing.session(), language));
    let scenario = client.with_game(&game, copy).await?;
    let here = client.clone();
    let work = move |limits: Limits| {
        let bytes = draw(&scenario, theme, form, language, &limits.deadline)?;
        let room = here.room(bytes.len() as u64)?;
        Reply::bytes(form.media_type(), bytes, room, language)
    };
    client.make(DRAWING, work).await
}

fn draw(
    scenario: &Scenario,
    theme: Theme,
    form: Form,
    language: Language,
    deadline: &Deadline,
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
    let options = Options { theme, title: title.clone(), language, deadline: Some(deadline.clone()) };
    let film = Film::new(&**start, moves, &options);
    let failed = |error: &PictureError| failed(error, language);
    let film = film.map_err(|error| failed(&error))?;
    let mut bytes = Bounded::until(deadline);
    let drawn = match form {
        Form::Svg => svg::write(&film, &mut bytes).map_err(PictureError::from),
        Form::Sheet => sheet::write(&film, &mut bytes).map_err(PictureError::from),
        Form::Gif => gif::write(&film, 1.0, &mut bytes, &mut |_| match deadline.check() {
            Err(limit) => ControlFlow::Break(limit),
            Ok(()) => ControlFlow::Continue(()),
        }),
    };
    drawn.map_err(|error| failed(&error))?;
    Ok(bytes.into_bytes())
}

fn failed(error: &PictureError, language: Language) -> Problem {
    match error {
        PictureError::Write(error) if error.kind() == std::io::ErrorKind::FileTooLarge => {
            let most = MOST_ANSWER_BYTES >> 20;
            Problem::too_large(language.choose(
                format!("this picture is larger than {most} MiB; take fewer moves, or the command line"),
                format!(
                    "gambar ini lebih besar dari {most} MiB; pakailah langkah yang lebih sedikit, atau baris perintah"
                ),
            ))
        }
        PictureError::Stopped(_) => Problem::too_slow(DRAWING.time, language),
        PictureError::Write(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            Problem::too_slow(DRAWING.time, language)
        }
        PictureError::Move { .. } | PictureError::Write(_) => {
            Problem::internal("this picture can't be drawn")
        }
        other => Problem::bad_input(other),
    }
}
