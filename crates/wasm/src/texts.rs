//! Texts that the user writes and comes back to: rules, with what is wrong with them, and lists of levels.

use crate::record::Records;
use crate::service::{
    Asked, Reply, body, created, deadline, json_of, nothing_here, removed, without_content,
};
use telusur_puzzles::Language;
use telusur_rules::OWN_RULES;
use telusur_session::{Patience, TextKind};
use telusur_wire::{
    CheckedRules, Collection, CollectionLine, CollectionRequest, LevelsRequest, OwnLevelRequest, Problem,
    RulesTexts, TextKey, TextRequest, WholeText, own_levels_title, without_level,
};

/// Bests that are looked through for solved levels.
const MOST_BESTS: usize = 100_000;

/// Answers what is asked about rules and lists of levels.
pub(crate) fn answer(
    records: &Records,
    asked: &Asked,
    parts: &[&str],
    language: Language,
) -> Result<Reply, Problem> {
    let deadline = deadline(Patience::OPENING);
    let text_of = |key: &str| records.text(key).ok_or_else(|| Problem::unknown("collection"));
    let add = |kind: &TextKind, text: &str| {
        let key = records.add_text(kind, text)?;
        json_of(&TextKey { key }, language).map(created)
    };
    match (asked.method.as_str(), parts) {
        ("POST", ["levels"]) => json_of(&body::<LevelsRequest>(asked)?.read(&deadline)?, language),
        ("GET", ["puzzles", puzzle, "collections"]) => {
            let texts = records.texts(&TextKind::Levels((*puzzle).to_owned()));
            json_of(&CollectionLine::list(texts), language)
        }
        ("POST", ["puzzles", puzzle, "collections"]) => {
            let (kind, text) = body::<CollectionRequest>(asked)?.to_keep(puzzle, &deadline)?;
            add(&kind, &text)
        }
        ("POST", ["puzzles", puzzle, "levels"]) => {
            let (kind, text) = body::<OwnLevelRequest>(asked)?.alone(puzzle, own_levels_title(language))?;
            add(&kind, &text)
        }
        ("GET", ["collections", key]) => {
            let bests = records.bests(false, MOST_BESTS);
            json_of(&Collection::new(text_of(key)?, &bests, &deadline)?, language)
        }
        ("DELETE", ["collections", key]) => removed(records.delete_text(key), "collection"),
        ("POST", ["collections", key, "levels"]) => {
            let text = body::<OwnLevelRequest>(asked)?.added_to(&text_of(key)?)?;
            records.change_text(key, &text)?;
            Ok(without_content())
        }
        ("DELETE", ["collections", key, "levels", number]) => {
            let number = number.parse().map_err(|_| Problem::unknown("level"))?;
            records.change_text(key, &without_level(&text_of(key)?, number)?)?;
            Ok(without_content())
        }
        ("GET", ["rules"]) => json_of(&RulesTexts::new(records.texts(&TextKind::Rules)), language),
        ("POST", ["rules"]) => {
            let TextRequest { text } = body(asked)?;
            let read = OWN_RULES.load_until(&text, Some(&deadline));
            json_of(&CheckedRules::new(&text, &read, language), language)
        }
        ("POST", ["rules", "texts"]) => add(&TextKind::Rules, &body::<TextRequest>(asked)?.text),
        ("GET", ["rules", "texts", key]) => {
            let text = records.text(key).ok_or_else(|| Problem::unknown("text"))?;
            json_of(&WholeText { text }, language)
        }
        ("PUT", ["rules", "texts", key]) => {
            records.change_text(key, &body::<TextRequest>(asked)?.text)?;
            Ok(without_content())
        }
        ("DELETE", ["rules", "texts", key]) => removed(records.delete_text(key), "text"),
        _ => Err(nothing_here()),
    }
}
