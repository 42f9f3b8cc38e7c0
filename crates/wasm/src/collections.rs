//! Lists of levels: what a text holds, and the user's own collections.

use crate::record::Records;
use crate::service::{Asked, Reply, body, deadline, json_of, nothing_here, without_content};
use telusur_puzzles::Language;
use telusur_session::{Patience, TextKind};
use telusur_wire::{
    Collection, CollectionLine, CollectionRequest, LevelsRequest, OwnLevelRequest, Problem, StatusNumber,
    TextKey, own_levels_title, without_level,
};

/// Bests that are looked through for solved levels.
const MOST_BESTS: usize = 100_000;

/// Answers what is asked about lists of levels.
pub(crate) fn answer(
    records: &Records,
    asked: &Asked,
    parts: &[&str],
    language: Language,
) -> Result<Reply, Problem> {
    let deadline = deadline(Patience::OPENING);
    let text_of = |key: &str| records.text(key).ok_or_else(|| Problem::unknown("collection"));
    let created = |kind: &TextKind, text: &str| {
        let key = records.add_text(kind, text)?;
        let (_, media_type, bytes) = json_of(&TextKey { key }, language)?;
        Ok((StatusNumber::CREATED, media_type, bytes))
    };
    match (asked.method.as_str(), parts) {
        ("POST", ["levels"]) => json_of(&body::<LevelsRequest>(asked)?.read(&deadline)?, language),
        ("GET", ["puzzles", puzzle, "collections"]) => {
            let texts = records.texts(&TextKind::Levels((*puzzle).to_owned()));
            json_of(&CollectionLine::list(texts), language)
        }
        ("POST", ["puzzles", puzzle, "collections"]) => {
            let (kind, text) = body::<CollectionRequest>(asked)?.to_keep(puzzle, &deadline)?;
            created(&kind, &text)
        }
        ("POST", ["puzzles", puzzle, "levels"]) => {
            let (kind, text) = body::<OwnLevelRequest>(asked)?.alone(puzzle, own_levels_title(language))?;
            created(&kind, &text)
        }
        ("GET", ["collections", key]) => {
            let bests = records.bests(false, MOST_BESTS);
            json_of(&Collection::new(text_of(key)?, &bests, &deadline)?, language)
        }
        ("DELETE", ["collections", key]) => match records.delete_text(key) {
            true => Ok(without_content()),
            false => Err(Problem::unknown("collection")),
        },
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
        _ => Err(nothing_here()),
    }
}
