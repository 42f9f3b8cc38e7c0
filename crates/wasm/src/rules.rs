//! Rules written as text: what is wrong with them, and texts that the user comes back to.

use crate::record::Records;
use crate::service::{Asked, Reply, body, deadline, json_of, nothing_here, without_content};
use telusur_puzzles::Language;
use telusur_rules::OWN_RULES;
use telusur_session::{Patience, TextKind};
use telusur_wire::{CheckedRules, Problem, RulesTexts, StatusNumber, TextKey, TextRequest, WholeText};

/// Answers what is asked below `/api/rules`.
pub(crate) fn answer(
    records: &Records,
    asked: &Asked,
    rest: &[&str],
    language: Language,
) -> Result<Reply, Problem> {
    match (asked.method.as_str(), rest) {
        ("GET", []) => json_of(&RulesTexts::new(records.texts(&TextKind::Rules)), language),
        ("POST", []) => {
            let TextRequest { text } = body(asked)?;
            let read = OWN_RULES.load_until(&text, Some(&deadline(Patience::OPENING)));
            json_of(&CheckedRules::new(&text, &read, language), language)
        }
        ("POST", ["texts"]) => {
            let key = records.add_text(&TextKind::Rules, &body::<TextRequest>(asked)?.text)?;
            let (_, kind, bytes) = json_of(&TextKey { key }, language)?;
            Ok((StatusNumber::CREATED, kind, bytes))
        }
        ("GET", ["texts", key]) => {
            let text = records.text(key).ok_or_else(|| Problem::unknown("text"))?;
            json_of(&WholeText { text }, language)
        }
        ("PUT", ["texts", key]) => {
            records.change_text(key, &body::<TextRequest>(asked)?.text)?;
            Ok(without_content())
        }
        ("DELETE", ["texts", key]) => match records.delete_text(key) {
            true => Ok(without_content()),
            false => Err(Problem::unknown("text")),
        },
        _ => Err(nothing_here()),
    }
}
