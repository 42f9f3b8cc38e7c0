//! Schemas as types in comments, which the checker of the page's scripts reads.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

const HEAD: &str = "// The shapes of what travels between the page and whoever answers it, for the type checker and for readers.\n\
    // Made from the types of `crates/wire` by `cargo xtask api`: change those.\n";

/// All of them.
pub(super) fn types(schemas: &Map<String, Value>) -> String {
    let mut text = HEAD.to_owned();
    for (name, schema) in schemas {
        text += "\n/**\n";
        if let Some(about) = schema["description"].as_str() {
            text += &format!(" * {about}\n");
        }
        text += &format!(" * @typedef {{{}}} {name}\n */\n", shape(schema));
    }
    text + "\nexport {};\n"
}

fn shape(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return reference.rsplit('/').next().unwrap_or_default().to_owned();
    }
    if let Some(words) = schema["enum"].as_array() {
        return union(words.iter().map(Value::to_string));
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        // What only one of several objects has may be asked of any of them.
        let names = |choice: &Value| Some(choice["properties"].as_object()?.keys().cloned().collect());
        let Some(every) = choices.iter().map(names).collect::<Option<Vec<Vec<String>>>>() else {
            return union(choices.iter().map(shape));
        };
        let every: BTreeSet<String> = every.into_iter().flatten().collect();
        return union(choices.iter().map(|choice| object(choice, &every)));
    }
    match &schema["type"] {
        Value::Array(kinds) => union(kinds.iter().map(|kind| of_type(kind, schema))),
        kind => of_type(kind, schema),
    }
}

fn union(shapes: impl Iterator<Item = String>) -> String {
    shapes.collect::<Vec<_>>().join(" | ")
}

fn of_type(kind: &Value, schema: &Value) -> String {
    match kind.as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("string") => "string".to_owned(),
        Some("boolean") => "boolean".to_owned(),
        Some("null") => "null".to_owned(),
        Some("array") => match schema["prefixItems"].as_array() {
            Some(elements) => format!("[{}]", elements.iter().map(shape).collect::<Vec<_>>().join(", ")),
            None => match shape(&schema["items"]) {
                one if one.contains(' ') => format!("({one})[]"),
                one => format!("{one}[]"),
            },
        },
        Some("object") => object(schema, &BTreeSet::new()),
        _ => "any".to_owned(),
    }
}

/// An object, and which members it never has.
fn object(schema: &Value, others: &BTreeSet<String>) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        let any = &schema["additionalProperties"];
        return if any.is_object() { format!("Record<string, {}>", shape(any)) } else { "object".to_owned() };
    };
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let members = properties.iter().map(|(name, member)| {
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        format!("{name}{mark}: {}", shape(member))
    });
    let absent = others.iter().filter(|name| !properties.contains_key(*name));
    let absent = absent.map(|name| format!("{name}?: undefined"));
    format!("{{ {} }}", members.chain(absent).collect::<Vec<_>>().join(", "))
}
