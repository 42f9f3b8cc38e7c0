//! Keys that only the terminal has, and the names of all keys as they come from the keyboard.

use crate::words::Phrase;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What a key of the terminal's own does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    /// Back to where one came from; from the menu, out of the program.
    Leave,
    /// Shows the tree of everything played.
    Tree,
    /// Compares algorithms.
    Compare,
    /// Chooses who plays.
    Seats,
    /// Goes on with a variant of the level.
    Variants,
    /// The other language.
    Language,
}

/// The terminal's own keys, in the order in which help shows them.
pub(crate) const KEYS: &[(Own, &str, Phrase)] = &[
    (Own::Tree, "t", Phrase("tree of everything played", "pohon permainan")),
    (Own::Compare, "c", Phrase("compare algorithms", "bandingkan algoritma")),
    (Own::Seats, "o", Phrase("choose who plays", "pilih siapa yang bermain")),
    (Own::Variants, "v", Phrase("choose a variant", "pilih varian")),
    (Own::Language, "L", Phrase("Bahasa Indonesia", "English")),
    (Own::Leave, "q", Phrase("back, then leave", "kembali, lalu keluar")),
];

/// What a key does that only the terminal has.
pub(crate) fn own(name: &str) -> Option<Own> {
    KEYS.iter().find(|(_, key, _)| *key == name).map(|&(own, ..)| own)
}

/// The name of a key as the shared table writes it: as browsers do, with `Ctrl+` in front where that is held.
pub(crate) fn name(key: &KeyEvent) -> Option<String> {
    if key.kind == KeyEventKind::Release || key.modifiers.contains(KeyModifiers::ALT) {
        return None;
    }
    let name = match key.code {
        KeyCode::Left => "ArrowLeft".to_owned(),
        KeyCode::Right => "ArrowRight".to_owned(),
        KeyCode::Up => "ArrowUp".to_owned(),
        KeyCode::Down => "ArrowDown".to_owned(),
        KeyCode::Enter => "Enter".to_owned(),
        KeyCode::Esc => "Escape".to_owned(),
        KeyCode::Tab => "Tab".to_owned(),
        KeyCode::PageUp => "PageUp".to_owned(),
        KeyCode::PageDown => "PageDown".to_owned(),
        KeyCode::Home => "Home".to_owned(),
        KeyCode::End => "End".to_owned(),
        KeyCode::Char(letter) => letter.to_string(),
        _ => return None,
    };
    Some(match key.modifiers.contains(KeyModifiers::CONTROL) {
        true => format!("Ctrl+{}", name.to_lowercase()),
        false => name,
    })
}

/// Keys with other names than those that help shows.
const SHOWN: [(&str, &str); 6] = [
    ("ArrowLeft", "←"),
    ("ArrowRight", "→"),
    ("ArrowUp", "↑"),
    ("ArrowDown", "↓"),
    (" ", "Space"),
    ("Escape", "Esc"),
];

/// A key as help shows it.
pub(crate) fn shown(name: &str) -> &str {
    SHOWN.iter().find(|(known, _)| *known == name).map_or(name, |(_, shown)| shown)
}

/// Returns the name of a key that help shows so.
pub(crate) fn named(shown: &str) -> &str {
    SHOWN.iter().find(|(_, known)| *known == shown).map_or(shown, |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use telusur_session::keys;

    #[test]
    fn own_keys_are_free_in_the_shared_table() {
        for (_, key, _) in KEYS {
            assert!(keys::KEYS.iter().all(|line| !line.keys.contains(key)), "{key}");
        }
    }

    #[test]
    fn names_are_those_of_the_table() {
        let press = |code, modifiers| name(&KeyEvent::new(code, modifiers));
        assert_eq!(press(KeyCode::Char('H'), KeyModifiers::SHIFT).as_deref(), Some("H"));
        assert_eq!(press(KeyCode::Char('y'), KeyModifiers::CONTROL).as_deref(), Some("Ctrl+y"));
        assert_eq!(press(KeyCode::Char('x'), KeyModifiers::ALT), None);
        assert_eq!(press(KeyCode::F(1), KeyModifiers::NONE), None);
        let known: Vec<&str> =
            keys::KEYS.iter().flat_map(|line| line.keys).copied().filter(|key| key.len() > 1).collect();
        for key in ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape", "Ctrl+y"] {
            assert!(known.contains(&key), "{key}");
        }
    }
}
