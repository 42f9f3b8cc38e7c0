//! The description of everything on the wire, made from its types: `openapi.json` for people and tools, `types.js` for the
//! checker of the page's scripts. Both lie in `crates/web`; a test holds them against the types, and `cargo xtask api`
//! (the same test with `TELUSUR_RENEW=1`) writes them anew. What is HTTP's own, paths and states of jobs, is in
//! `crates/web/src/routes.json`.

mod normal;
mod script;
mod words;

pub(crate) use words::{
    Claim, Code, FormRole, Judgement, Motion, Outcome, Severity, Status, TextRole, Verdict,
};

use crate::work::described::{Lap, Progress, RaceError, Rows, Solved, Unfinished};
use crate::*;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map as Object, Value};
use std::borrow::Cow;
use std::path::Path;

const PLACE: &str = "/components/schemas";

/// A whole number; above 2^53 as a string of digits.
impl JsonSchema for Count {
    fn schema_name() -> Cow<'static, str> {
        "Count".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number; above 2^53 as a string of digits.",
            "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }],
        })
    }
}

/// Adds types to a generator.
macro_rules! add {
    ($generator:ident: $($type:ty),* $(,)?) => { $( _ = $generator.subschema_for::<$type>(); )* };
}

/// Every type by name, as the description has it.
fn schemas() -> Object<String, Value> {
    let place = |settings: SchemaSettings| settings.with(|settings| settings.definitions_path = PLACE.into());
    let mut answers = place(SchemaSettings::draft2020_12().for_serialize()).into_generator();
    add!(answers: About, AlgorithmLine, Analysis, Audited, CheckedRules, Collection, CollectionLine, Daily, Game, Hint, KeyLine, Made, Map, Overview, Position,
        Problem, Puzzle, ReadLevels, RecentGame, Row, RulesTexts, Statistics, TextKey, Tree, Way, WholeText,
        Lap<'_>, Progress<'_>, RaceError<'_>, Rows, Solved, Unfinished<'_>, crate::watch::Watch);
    let mut requests = place(SchemaSettings::draft2020_12().for_deserialize()).into_generator();
    add!(requests: BeginRequest, ChangeRequest, CollectionRequest, LevelsRequest, OwnLevelRequest, GoRequest, JobRequest, LevelRequest, LineRequest, MovesRequest,
        ReplyRequest, SeatsRequest, TextRequest, WishRequest);
    let answers = answers.take_definitions(true).into_iter();
    let answers = answers.map(|(name, schema)| (name, normal::without_absent_nulls(normal::form(schema))));
    let requests = requests.take_definitions(true).into_iter();
    answers.chain(requests.map(|(name, schema)| (name, normal::form(schema)))).collect()
}

/// The whole description: the routes, and the types that travel on them.
fn description(routes: &str) -> String {
    let mut whole: Value = serde_json::from_str(routes).expect("routes.json is JSON");
    let own = whole.pointer_mut(PLACE).and_then(Value::as_object_mut).expect("routes.json has schemas");
    for (name, schema) in schemas() {
        let before = own.insert(name.clone(), schema);
        assert!(before.is_none(), "routes.json describes {name}, which is a type");
    }
    own.sort_keys();
    let mut text = serde_json::to_string_pretty(&whole).expect("a description");
    text.push('\n');
    text
}

fn held_against(file: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web").join(file);
    if std::env::var_os("TELUSUR_RENEW").is_some() {
        std::fs::write(&path, made).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the file can be read");
    let differs = kept.lines().zip(made.lines()).position(|(kept, made)| kept != made);
    let differs = differs.or((kept.len() != made.len()).then_some(kept.lines().count()));
    if let Some(line) = differs {
        panic!(
            "{file} is not what the types say, from line {} on: run `cargo xtask api`, and look at the difference",
            line + 1
        );
    }
}

#[test]
fn the_description_is_made_of_the_types() {
    let routes = include_str!("../../../web/src/routes.json");
    let made = description(routes);
    held_against("src/openapi.json", &made);
    let whole: Value = serde_json::from_str(&made).expect("JSON");
    let schemas = whole.pointer(PLACE).and_then(Value::as_object).expect("schemas");
    held_against("types.js", &script::types(schemas));
}
