//! The game as a picture to share.

use crate::{Bounded, MOST_ANSWER_BYTES, Problem};
use std::ops::ControlFlow;
use telusur_pictures::{Film, Options, PictureError, gif, sheet, svg};
use telusur_puzzles::{Board, Language, text};
use telusur_search::Deadline;
use telusur_session::palette::Theme;
use telusur_session::{Patience, Session};

/// A GIF of more moves would keep whoever draws it busy for longer than anybody waits.
const MOST_GIF_MOVES: usize = 500;

/// What kind of picture.
#[derive(Clone, Copy, Debug)]
pub enum PictureForm {
    /// One that moves.
    Svg,
    /// All positions side by side.
    Sheet,
    /// One that moves everywhere.
    Gif,
}

/// A picture as it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct PictureRequest {
    theme: Theme,
    form: PictureForm,
}

impl PictureRequest {
    /// Reads the words of an address.
    ///
    /// # Errors
    /// If there is no such theme or form.
    pub fn new(theme: &str, form: &str) -> Result<Self, Problem> {
        let theme = match theme {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => return Err(Problem::unknown("theme")),
        };
        let form = match form {
            "svg" => PictureForm::Svg,
            "sheet" => PictureForm::Sheet,
            "gif" => PictureForm::Gif,
            _ => return Err(Problem::unknown("form of picture")),
        };
        Ok(PictureRequest { theme, form })
    }

    /// What the bytes are.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self.form {
            PictureForm::Svg | PictureForm::Sheet => "image/svg+xml",
            PictureForm::Gif => "image/gif",
        }
    }
}

/// What is played from the start on: the moves made, and those that redo would make.
pub struct Scenario {
    start: Box<dyn Board>,
    moves: Vec<String>,
    title: String,
}

impl Scenario {
    /// Of a game.
    #[must_use]
    pub fn of(session: &Session, language: Language) -> Self {
        let puzzle = session.title(language);
        let level = session.level().map(|level| level.title_in(language));
        Scenario {
            start: session.start().boxed(),
            moves: session.moves_and_redo().into_iter().map(str::to_owned).collect(),
            title: level.map_or_else(|| puzzle.clone(), |level| format!("{puzzle}: {level}")),
        }
    }

    /// Draws it.
    ///
    /// # Errors
    /// If it is too long for its form, or not done in time.
    pub fn draw(
        &self,
        request: PictureRequest,
        language: Language,
        deadline: &Deadline,
    ) -> Result<Vec<u8>, Problem> {
        let Scenario { start, moves, title } = self;
        if matches!(request.form, PictureForm::Gif) && moves.len() > MOST_GIF_MOVES {
            let message = text!(
                "a GIF holds at most {MOST_GIF_MOVES} moves here; take an SVG, or the command line",
                "GIF di sini memuat paling banyak {MOST_GIF_MOVES} langkah; pakailah SVG, atau baris perintah"
            );
            return Err(Problem::bad_input(message.in_language(language)));
        }
        let options = Options {
            theme: request.theme,
            title: title.clone(),
            language,
            deadline: Some(deadline.clone()),
        };
        let film = Film::new(&**start, moves, &options);
        let failed = |error: &PictureError| failed(error, language);
        let film = film.map_err(|error| failed(&error))?;
        let mut bytes = Bounded::until(deadline);
        let drawn = match request.form {
            PictureForm::Svg => svg::write(&film, &mut bytes).map_err(PictureError::from),
            PictureForm::Sheet => sheet::write(&film, &mut bytes).map_err(PictureError::from),
            PictureForm::Gif => gif::write(&film, 1.0, &mut bytes, &mut |_| match deadline.check() {
                Err(limit) => ControlFlow::Break(limit),
                Ok(()) => ControlFlow::Continue(()),
            }),
        };
        drawn.map_err(|error| failed(&error))?;
        Ok(bytes.into_bytes())
    }
}

fn failed(error: &PictureError, language: Language) -> Problem {
    match error {
        PictureError::Write(error) if error.kind() == std::io::ErrorKind::FileTooLarge => {
            let most = MOST_ANSWER_BYTES >> 20;
            let message = text!(
                "this picture is larger than {most} MiB; take fewer moves, or the command line",
                "gambar ini lebih besar dari {most} MiB; pakailah langkah yang lebih sedikit, atau baris perintah"
            );
            Problem::too_large(message.in_language(language))
        }
        PictureError::Stopped(_) => Problem::too_slow(Patience::DRAWING.time, language),
        PictureError::Write(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            Problem::too_slow(Patience::DRAWING.time, language)
        }
        PictureError::Move { .. } | PictureError::Write(_) => {
            Problem::internal("this picture can't be drawn")
        }
        other => Problem::bad_input(other),
    }
}
