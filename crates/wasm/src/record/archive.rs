//! The records as the page sees them: beside games what was achieved, settings, and texts that the user writes.

use super::{Record, Records, TextRecord};
use serde_json::{Map, Value};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use telusur_session::{
    Archive, Best, KeepError, KeptText, MOST_TEXTS, PuzzleStatistics, SettingError, TextError, TextKind,
    settings_as_texts, settings_fit,
};

impl Archive for Records {
    fn bests(&self, is_named: bool, most: u32) -> Result<Vec<Best>, KeepError> {
        let kept = self.kept.borrow();
        let mut bests: Vec<&Best> =
            kept.bests.values().filter(|best| !is_named || best.name.is_some()).collect();
        bests.sort_by_key(|best| Reverse(best.won));
        Ok(bests.into_iter().take(most as usize).cloned().collect())
    }

    fn statistics(&self) -> Result<Vec<PuzzleStatistics>, KeepError> {
        let kept = self.kept.borrow();
        let mut sums: BTreeMap<&str, PuzzleStatistics> = BTreeMap::new();
        for game in kept.games.values().filter(|game| game.edition > 0) {
            let sum = sums.entry(&game.puzzle).or_insert_with(|| PuzzleStatistics {
                puzzle: game.puzzle.clone(),
                games: 0,
                solved: 0,
                moves: 0,
                millis: 0,
            });
            sum.games += 1;
            sum.solved += i64::from(game.is_solved);
            sum.moves += i64::try_from(game.moves).unwrap_or(i64::MAX);
            sum.millis += game.millis;
        }
        Ok(sums.into_values().collect())
    }

    fn delete_game(&self, key: &str) -> Result<bool, KeepError> {
        Ok(self.kept.borrow_mut().delete("games", key))
    }

    fn settings(&self) -> Result<Map<String, Value>, KeepError> {
        let kept = self.kept.borrow();
        // What can't be read any more is as good as unset.
        let read = |(name, text): (&String, &String)| Some((name.clone(), serde_json::from_str(text).ok()?));
        Ok(kept.settings.iter().filter_map(read).collect())
    }

    fn change_settings(&self, changes: Map<String, Value>) -> Result<(), SettingError> {
        let texts = settings_as_texts(changes)?;
        let mut kept = self.kept.borrow_mut();
        if !settings_fit(kept.settings.keys().cloned(), &texts) {
            return Err(SettingError::TooMany);
        }
        for (name, text) in texts {
            match text {
                Some(text) => kept.keep(Record::Settings((name, text))),
                None => _ = kept.delete("settings", &name),
            }
        }
        Ok(())
    }

    fn add_text(&self, kind: &TextKind, text: &str) -> Result<String, TextError> {
        KeptText::check(text)?;
        if self.kept.borrow().texts.len() >= MOST_TEXTS {
            return Err(TextError::TooMany);
        }
        let key = self.new_key();
        self.put_text(&key, kind.name(), text);
        Ok(key)
    }

    fn change_text(&self, key: &str, text: &str) -> Result<(), TextError> {
        KeptText::check(text)?;
        let kind = self.kept.borrow().texts.get(key).map(|before| before.kind.clone());
        self.put_text(key, kind.ok_or(TextError::Unknown)?, text);
        Ok(())
    }

    fn delete_text(&self, key: &str) -> Result<bool, KeepError> {
        Ok(self.kept.borrow_mut().delete("texts", key))
    }
}

impl Records {
    fn put_text(&self, key: &str, kind: String, text: &str) {
        let record = TextRecord { key: key.to_owned(), kind, text: text.to_owned(), touched: (self.date)() };
        self.kept.borrow_mut().keep(Record::Texts(record));
    }
}
