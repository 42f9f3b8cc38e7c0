//! Holds answers against the description: as much of JSON Schema as `openapi.json` uses, and nothing is ignored that
//! it does not know.

use crate::openapi::OPENAPI;
use axum::http::{Method, StatusCode};
use serde_json::Value;

/// The described path that an address has, such as `/api/games/{key}`.
pub(super) fn path_of(address: &str) -> Option<&'static str> {
    let address = address.split('?').next().unwrap_or(address);
    let fits = |path: &str| {
        let (mut wanted, mut given) = (path.split('/'), address.split('/'));
        loop {
            match (wanted.next(), given.next()) {
                (None, None) => return true,
                (Some(wanted), Some(given)) if wanted.starts_with('{') || wanted == given => {}
                _ => return false,
            }
        }
    };
    let paths = OPENAPI["paths"].as_object().unwrap();
    // A fixed part goes before a variable one.
    let found = paths.keys().filter(|path| fits(path)).min_by_key(|path| path.matches('{').count());
    found.map(String::as_str)
}

/// The schema of an answer; `None` if it has no JSON. Panics if the description does not know it.
pub(super) fn answer_schema(path: &str, method: &Method, status: StatusCode) -> Option<&'static Value> {
    let operation = &OPENAPI["paths"][path][method.as_str().to_ascii_lowercase()];
    assert!(operation.is_object(), "{method} {path} is not described");
    let responses = &operation["responses"];
    let known = &responses[status.as_str()];
    assert!(known.is_object() || !status.is_success(), "{method} {path} is not described with {status}");
    let response = resolved(if known.is_object() { known } else { &responses["default"] });
    Some(&response["content"]["application/json"]["schema"]).filter(|schema| schema.is_object())
}

/// The schema of a body that is sent.
pub(super) fn request_schema(path: &str, method: &Method) -> Option<&'static Value> {
    let operation = &OPENAPI["paths"][path][method.as_str().to_ascii_lowercase()];
    Some(&operation["requestBody"]["content"]["application/json"]["schema"])
        .filter(|schema| schema.is_object())
}

pub(super) fn component(name: &str) -> &'static Value {
    let schema = &OPENAPI["components"]["schemas"][name];
    assert!(schema.is_object(), "there is no schema {name}");
    schema
}

fn resolved(value: &'static Value) -> &'static Value {
    match value["$ref"].as_str() {
        None => value,
        Some(reference) => {
            let found = reference.strip_prefix('#').and_then(|pointer| OPENAPI.pointer(pointer));
            found.unwrap_or_else(|| panic!("{reference} leads nowhere"))
        }
    }
}

/// What is wrong with a value, if anything.
pub(super) fn check(value: &Value, schema: &'static Value) -> Result<(), String> {
    let schema = resolved(schema);
    let Some(rules) = schema.as_object() else {
        return if *schema == Value::Bool(false) { Err(format!("{value} is too much")) } else { Ok(()) };
    };
    for (rule, wanted) in rules {
        let holds = match rule.as_str() {
            "description" => true,
            "type" => match wanted {
                Value::Array(types) => types.iter().any(|one| has_type(value, one)),
                one => has_type(value, one),
            },
            "enum" => wanted.as_array().unwrap().contains(value),
            "minimum" => value.as_f64().is_none_or(|number| number >= wanted.as_f64().unwrap()),
            "maximum" => value.as_f64().is_none_or(|number| number <= wanted.as_f64().unwrap()),
            "pattern" => {
                assert_eq!(wanted, "^[0-9]+$", "the only pattern that is known");
                value.as_str().is_none_or(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit()))
            }
            "anyOf" => wanted.as_array().unwrap().iter().any(|one| check(value, one).is_ok()),
            "required" => {
                let has = |name: &Value| value.get(name.as_str().unwrap()).is_some();
                !value.is_object() || wanted.as_array().unwrap().iter().all(has)
            }
            "properties" | "additionalProperties" | "prefixItems" | "items" => continue,
            unknown => panic!("the rule {unknown} is not known here"),
        };
        if !holds {
            return Err(format!("{rule} {wanted} does not hold for {}", short(value)));
        }
    }
    members(value, schema)?;
    elements(value, schema)
}

fn members(value: &Value, schema: &'static Value) -> Result<(), String> {
    for (name, member) in value.as_object().into_iter().flatten() {
        match (schema["properties"].get(name), schema.get("additionalProperties")) {
            (Some(known), _) => check(member, known).map_err(|wrong| format!("{name}: {wrong}"))?,
            (None, Some(Value::Bool(false))) => return Err(format!("{name} is not described")),
            (None, Some(others)) => check(member, others).map_err(|wrong| format!("{name}: {wrong}"))?,
            (None, None) => {}
        }
    }
    Ok(())
}

fn elements(value: &Value, schema: &'static Value) -> Result<(), String> {
    let first = schema["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
    for (i, element) in value.as_array().into_iter().flatten().enumerate() {
        if let Some(wanted) = first.get(i).or(schema.get("items")) {
            check(element, wanted).map_err(|wrong| format!("[{i}]: {wrong}"))?;
        }
    }
    Ok(())
}

fn has_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "null" => value.is_null(),
        unknown => panic!("the type {unknown} is not known here"),
    }
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn wrong_answers_are_found_out() {
        let good = json!({ "move": "5", "left": 2, "exact": true, "why": "so", "stages": ["so"] });
        check(&good, component("Hint")).unwrap();
        for (member, value) in
            [("left", json!(-1)), ("left", json!("x")), ("exact", json!(1)), ("extra", json!(1))]
        {
            let mut bad = good.clone();
            bad[member] = value;
            assert!(check(&bad, component("Hint")).is_err(), "{bad}");
        }
        assert!(check(&json!({ "move": "5" }), component("Hint")).is_err());
        assert!(check(&json!(["a"]), component("Hint")).is_err());
        let play = json!({ "text": "x", "grips": ["a"], "by": [[0, 1, 2]] });
        assert!(check(&play, component("Play")).is_err(), "a step has two parts");
    }
}
