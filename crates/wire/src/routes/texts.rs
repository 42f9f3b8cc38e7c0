//! Texts that the user writes and comes back to: rules, with what is wrong with them, and lists of levels. A game of
//! such rules is a game of the puzzle `rules`, whose option `rules` holds the text.

use super::{Answer, Answered, Asked, Effort, Host, json, json_in, listed, opening, room};
use crate::{
    CheckedRules, Collection, CollectionLine, CollectionRequest, LevelsRequest, OwnLevelRequest, Problem,
    RulesTexts, TextKey, TextRequest, WholeText, own_levels_title, without_level,
};
use telusur_rules::OWN_RULES;
use telusur_session::{Archive, TextKind};

/// Bests that are looked through for solved levels.
const MOST_BESTS: u32 = 100_000;
/// What an answer takes for every byte of a collection's text: levels are written twice, with their options.
const COLLECTION_FACTOR: u64 = 8;
/// What an answer about a text with levels takes.
const LEVELS_BYTES: u64 = 4 << 20;
/// What an answer about rules takes beside their text: at most twenty problems, and a title and a drawing for every
/// start.
const RULES_BYTES: u64 = 256 << 10;

/// What is answered about rules and lists of levels.
pub(super) async fn answer<H: Host>(host: &H, asked: &Asked<'_>, parts: &[&str]) -> Answered<H> {
    match (asked.method, parts) {
        ("GET", ["rules"]) => {
            listed(host, |store, _| Ok(RulesTexts::new(store.texts(&TextKind::Rules)?))).await
        }
        // Reading and compiling are bounded in time, steps, moves and bits, whatever the text; whoever types on gives
        // the request up, which ends the work.
        ("POST", ["rules"]) => {
            let TextRequest { text } = host.read(asked.body)?;
            let check = host.run(Effort::Compiling, move |host, limits| {
                let room = room(host, RULES_BYTES)?;
                let read = OWN_RULES.load_within(&text, &limits);
                json_in(host, room, &CheckedRules::new(&text, &read, host.viewer().language))
            });
            check.await
        }
        ("POST", ["rules", "texts"]) => {
            let TextRequest { text } = host.read(asked.body)?;
            host.run(Effort::Moment, move |host, _| add(host, &TextKind::Rules, &text)).await
        }
        ("GET", ["rules", "texts", key]) => {
            let key = (*key).to_owned();
            listed(host, move |store, _| Ok(WholeText { text: text_of(store, &key, "text")? })).await
        }
        ("PUT", ["rules", "texts", key]) => {
            let TextRequest { text } = host.read(asked.body)?;
            let key = (*key).to_owned();
            let change = host.change(Effort::Moment, move |host, _| {
                host.store().change_text(&key, &text)?;
                Ok(Answer::nothing())
            });
            change.await
        }
        ("DELETE", ["rules", "texts", key]) => delete(host, key, "text").await,
        ("POST", ["levels"]) => {
            let request: LevelsRequest = host.read(asked.body)?;
            let effort = opening(Some(request.puzzle()));
            let read = host.run(effort, move |host, limits| {
                let levels = request.read(&limits.deadline)?;
                json_in(host, room(host, LEVELS_BYTES)?, &levels)
            });
            read.await
        }
        ("GET", ["puzzles", puzzle, "collections"]) => {
            let kind = TextKind::Levels((*puzzle).to_owned());
            listed(host, move |store, _| Ok(CollectionLine::list(store.texts(&kind)?))).await
        }
        ("POST", ["puzzles", puzzle, "collections"]) => {
            let request: CollectionRequest = host.read(asked.body)?;
            let puzzle = (*puzzle).to_owned();
            let add = host.run(opening(Some(&puzzle)), move |host, limits| {
                let (kind, text) = request.to_keep(&puzzle, &limits.deadline)?;
                add(host, &kind, &text)
            });
            add.await
        }
        // A level among one's own, in a collection that is begun for it.
        ("POST", ["puzzles", puzzle, "levels"]) => {
            let request: OwnLevelRequest = host.read(asked.body)?;
            let puzzle = (*puzzle).to_owned();
            let add = host.run(opening(Some(&puzzle)), move |host, _| {
                let (kind, text) = request.alone(&puzzle, own_levels_title(host.viewer().language))?;
                add(host, &kind, &text)
            });
            add.await
        }
        ("GET", ["collections", key]) => {
            let key = (*key).to_owned();
            let show = host.run(Effort::Reading, move |host, limits| {
                let text = text_of(host.store(), &key, "collection")?;
                let room = room(host, text.len() as u64 * COLLECTION_FACTOR + 1024)?;
                let bests = host.store().bests(false, MOST_BESTS)?;
                json_in(host, room, &Collection::new(text, &bests, &limits.deadline)?)
            });
            show.await
        }
        ("DELETE", ["collections", key]) => delete(host, key, "collection").await,
        ("POST", ["collections", key, "levels"]) => {
            let request: OwnLevelRequest = host.read(asked.body)?;
            change(host, key, move |text| request.added_to(text)).await
        }
        ("DELETE", ["collections", key, "levels", number]) => {
            let number = number.parse().map_err(|_| Problem::unknown("level"))?;
            change(host, key, move |text| without_level(text, number)).await
        }
        _ => Err(Problem::nothing_here()),
    }
}

fn text_of(store: &dyn Archive, key: &str, what: &str) -> Result<String, Problem> {
    store.text(key)?.ok_or_else(|| Problem::unknown(what))
}

/// Keeps a new text.
fn add<H: Host>(host: &H, kind: &TextKind, text: &str) -> Answered<H> {
    json(host, &TextKey { key: host.store().add_text(kind, text)? }).map(Answer::created)
}

/// Removes a text for good.
async fn delete<H: Host>(host: &H, key: &str, what: &str) -> Answered<H> {
    let key = key.to_owned();
    let delete = host.change(Effort::Moment, move |host, _| Ok(host.store().delete_text(&key)?));
    if delete.await? { Ok(Answer::nothing()) } else { Err(Problem::unknown(what)) }
}

/// Keeps another text in the place of a collection's.
async fn change<H: Host>(
    host: &H,
    key: &str,
    changed: impl FnOnce(&str) -> Result<String, Problem> + Send + 'static,
) -> Answered<H> {
    let key = key.to_owned();
    let change = host.change(Effort::Reading, move |host, _| {
        host.store().change_text(&key, &changed(&text_of(host.store(), &key, "collection")?)?)?;
        Ok(Answer::nothing())
    });
    change.await
}
