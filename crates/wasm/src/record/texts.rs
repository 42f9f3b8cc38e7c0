//! Texts that the user writes and comes back to: rules, and lists of levels.

use super::{Change, Record, Records, TextRecord};
use std::cmp::Reverse;
use telusur_session::{KeptText, MOST_TEXTS, TextError, TextKind};

impl Records {
    /// All texts of a kind, those changed last first.
    pub(crate) fn texts(&self, kind: &TextKind) -> Vec<KeptText> {
        let kept = self.kept.borrow();
        let kind = kind.name();
        let mut texts: Vec<&TextRecord> = kept.texts.values().filter(|text| text.kind == kind).collect();
        texts.sort_by_key(|text| Reverse(text.touched));
        let line = |text: &TextRecord| KeptText {
            key: text.key.clone(),
            head: KeptText::head_of(&text.text),
            touched: text.touched,
        };
        texts.into_iter().map(line).collect()
    }

    /// A text by its key.
    pub(crate) fn text(&self, key: &str) -> Option<String> {
        self.kept.borrow().texts.get(key).map(|text| text.text.clone())
    }

    /// Keeps a new text and says its key.
    pub(crate) fn add_text(&self, kind: &TextKind, text: &str) -> Result<String, TextError> {
        KeptText::check(text)?;
        if self.kept.borrow().texts.len() >= MOST_TEXTS {
            return Err(TextError::TooMany);
        }
        let key = self.new_key();
        self.put_text(&key, kind.name(), text);
        Ok(key)
    }

    /// Keeps another text in the place of one.
    pub(crate) fn change_text(&self, key: &str, text: &str) -> Result<(), TextError> {
        KeptText::check(text)?;
        let kind = self.kept.borrow().texts.get(key).map(|before| before.kind.clone());
        self.put_text(key, kind.ok_or(TextError::Unknown)?, text);
        Ok(())
    }

    /// Removes a text; false if there is none.
    pub(crate) fn delete_text(&self, key: &str) -> bool {
        let mut kept = self.kept.borrow_mut();
        let was_there = kept.texts.remove(key).is_some();
        if was_there {
            kept.note(Change { store: "texts", key: key.to_owned(), value: None });
        }
        was_there
    }

    fn put_text(&self, key: &str, kind: String, text: &str) {
        let record = TextRecord { key: key.to_owned(), kind, text: text.to_owned(), touched: (self.date)() };
        let mut kept = self.kept.borrow_mut();
        kept.texts.insert(key.to_owned(), record.clone());
        kept.note(Change { store: "texts", key: key.to_owned(), value: Some(Record::Texts(record)) });
    }
}
