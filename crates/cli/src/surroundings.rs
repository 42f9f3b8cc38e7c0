//! What the environment says about the terminal and the language of whoever sits there.

use telusur_puzzles::Language;
use telusur_session::palette::Theme;
use telusur_terminal::{Depth, Letters, Paint};

/// The language of the system.
pub(crate) fn language() -> Language {
    let locale = locale(&["LC_ALL", "LC_MESSAGES", "LANG"]);
    if locale.starts_with("id") { Language::Indonesian } else { Language::English }
}

/// Whether the terminal shows more than ASCII.
pub(crate) fn speaks_unicode() -> bool {
    let locale = locale(&["LC_ALL", "LC_CTYPE", "LANG"]).to_ascii_lowercase();
    // Systems other than Unix don't say it this way, and their terminals can.
    cfg!(not(unix)) || locale.contains("utf-8") || locale.contains("utf8")
}

/// Whether the terminal can't place a cursor.
pub(crate) fn is_dumb() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty()) && cfg!(unix)
}

/// How many colours there are.
pub(crate) fn depth() -> Depth {
    let (term, colours) = (variable("TERM"), variable("COLORTERM"));
    match () {
        () if !variable("NO_COLOR").is_empty() => Depth::None,
        () if ["truecolor", "24bit"].contains(&colours.as_str()) || cfg!(not(unix)) => Depth::True,
        () if term.contains("256") || term.contains("direct") || term.contains("kitty") => Depth::Many,
        () => Depth::Sixteen,
    }
}

/// How to draw.
pub(crate) fn paint(ascii: bool) -> Paint {
    // Some terminals say what they write on: "foreground;background".
    let background = variable("COLORFGBG").rsplit(';').next().and_then(|number| number.parse::<u8>().ok());
    let theme = if matches!(background, Some(7 | 9..=15)) { Theme::Light } else { Theme::Dark };
    Paint { letters: if ascii { Letters::Ascii } else { Letters::Unicode }, depth: depth(), theme }
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// The first of these variables that says something.
fn locale(names: &[&str]) -> String {
    names.iter().map(|name| variable(name)).find(|value| !value.is_empty()).unwrap_or_default()
}
