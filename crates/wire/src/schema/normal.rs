//! Schemas in one plain form: few keywords, nothing that only repeats Rust's widths, and no members but those described.

use serde_json::{Map, Value, json};

/// Says nothing to a reader of JSON.
const NOISE: [&str; 6] = ["$schema", "title", "format", "minItems", "maxItems", "default"];

/// The plain form of a schema.
pub(super) fn form(mut schema: Value) -> Value {
    plain(&mut schema);
    schema
}

/// What an answer may leave out is never null in it.
pub(super) fn without_absent_nulls(mut schema: Value) -> Value {
    if let Some(choices) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        for choice in choices {
            *choice = without_absent_nulls(choice.take());
        }
    }
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    for (name, member) in properties.into_iter().flatten() {
        if !required.contains(&Value::from(name.as_str())) {
            *member = without_null(member.take());
        }
    }
    schema
}

fn without_null(mut member: Value) -> Value {
    if let Some(kinds) = member["type"].as_array() {
        let kinds: Vec<Value> = kinds.iter().filter(|kind| *kind != "null").cloned().collect();
        member["type"] = if kinds.len() == 1 { kinds[0].clone() } else { kinds.into() };
    }
    let Some(choices) = member["anyOf"].as_array() else { return member };
    let mut choices: Vec<Value> = choices.iter().filter(|choice| choice["type"] != "null").cloned().collect();
    if choices.len() > 1 {
        member["anyOf"] = choices.into();
        return member;
    }
    // A single choice needs no list; what was said about the member is said about it.
    let mut one = choices.pop().unwrap_or_default();
    if let Some(about) = member.get("description") {
        one["description"] = about.clone();
    }
    one
}

fn plain(schema: &mut Value) {
    let members = match schema {
        Value::Object(members) => members,
        Value::Array(elements) => return elements.iter_mut().for_each(plain),
        _ => return,
    };
    // Names of properties are no keywords.
    if let Some(Value::Object(properties)) = members.get_mut("properties") {
        properties.values_mut().for_each(plain);
    }
    for (_, member) in members.iter_mut().filter(|(name, _)| *name != "properties" && *name != "enum") {
        plain(member);
    }
    // Lists of a fixed length are written place by place.
    let length = members.get("minItems").filter(|least| members.get("maxItems") == Some(least));
    if let (Some(length), Some(Value::Object(one))) = (length.and_then(Value::as_u64), members.get("items")) {
        let places = vec![Value::Object(one.clone()); length as usize];
        members.insert("prefixItems".to_owned(), places.into());
    }
    if members.contains_key("prefixItems") {
        members.insert("items".to_owned(), false.into());
    }
    members.retain(|name, _| !NOISE.contains(&name.as_str()));
    // The bounds of Rust's widths; bounds that mean something have other numbers.
    let is_width =
        |bound: &Value| bound.as_i64().is_some_and(|bound| [-128, 127, 255, 65_535].contains(&bound));
    members.retain(|name, bound| !["minimum", "maximum"].contains(&name.as_str()) || !is_width(bound));
    if let Some(word) = members.remove("const") {
        members.insert("enum".to_owned(), json!([word]));
    }
    if let Some(choices) = members.remove("oneOf") {
        choose(members, choices);
    }
    if let Some(text) = members.get_mut("description") {
        *text = text.as_str().unwrap_or_default().replace('\n', " ").into();
    }
    if members.contains_key("properties") && !members.contains_key("additionalProperties") {
        members.insert("additionalProperties".to_owned(), false.into());
    }
    members.remove("unevaluatedProperties");
}

/// One of several: words become one list, and members that all choices have besides are written into each.
fn choose(members: &mut Map<String, Value>, choices: Value) {
    let Value::Array(choices) = choices else { return };
    let word = |choice: &Value| Some(choice.get("enum")?.as_array()?.clone());
    if let Some(words) = choices.iter().map(word).collect::<Option<Vec<_>>>() {
        members.insert("type".to_owned(), "string".into());
        members.insert("enum".to_owned(), words.concat().into());
        return;
    }
    let Some(Value::Object(shared)) = members.remove("properties") else {
        members.insert("anyOf".to_owned(), choices.into());
        return;
    };
    let required = members.remove("required");
    members.retain(|name, _| name == "description");
    let whole = choices.into_iter().map(|mut choice| {
        if let Some(properties) = choice.get_mut("properties").and_then(Value::as_object_mut) {
            let own = std::mem::replace(properties, shared.clone());
            properties.extend(own);
        }
        let mut names: Vec<Value> = required.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
        names.extend(choice.get("required").and_then(Value::as_array).cloned().unwrap_or_default());
        choice["required"] = names.into();
        choice
    });
    members.insert("anyOf".to_owned(), whole.collect::<Vec<_>>().into());
}
