//! The JSON schema that the program prints, held against what it prints.

use crate::run::{EASY, HARD, TempFile, Text, telusur, with_input};
use serde_json::Value;

/// What of a value a schema does not describe.
fn fault(value: &Value, schema: &Value, root: &Value) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        return fault(value, &root["$defs"][name], root);
    }
    for choices in ["anyOf", "oneOf"] {
        if let Some(choices) = schema[choices].as_array() {
            let faults: Option<Vec<String>> =
                choices.iter().map(|choice| fault(value, choice, root)).collect();
            return faults.map(|faults| faults.join("; "));
        }
    }
    if let Some(expected) = schema.get("const") {
        return (value != expected).then(|| format!("{value} is not {expected}"));
    }
    if let Some(words) = schema["enum"].as_array() {
        return (!words.contains(value)).then(|| format!("{value} is not one of {words:?}"));
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let kinds: Vec<&str> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        Value::String(kind) => vec![kind],
        _ => return None,
    };
    if !(kinds.contains(&kind) || kind == "integer" && kinds.contains(&"number")) {
        return Some(format!("{value} is no {kinds:?}"));
    }
    match value {
        Value::Array(items) => items.iter().find_map(|item| fault(item, &schema["items"], root)),
        Value::Object(fields) => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            if let Some(missing) = required.into_iter().find(|name| !fields.contains_key(*name)) {
                return Some(format!("{missing} is missing"));
            }
            fields.iter().find_map(|(name, field)| {
                let described = schema["properties"].get(name).or(schema.get("additionalProperties"));
                match described {
                    Some(described) => fault(field, described, root).map(|fault| format!("{name}: {fault}")),
                    None => Some(format!("{name} is not described")),
                }
            })
        }
        _ => None,
    }
}

#[test]
fn everything_that_is_printed_is_described() {
    let schema = telusur(["schema"]).json();
    assert_eq!(schema["version"], 1);
    let defs = schema["$defs"].as_object().unwrap();
    assert!(defs.len() > 15 && schema["anyOf"].as_array().unwrap().len() > 10);
    let jugs = TempFile::new("schema.puzzle", include_bytes!("../../../rules/collection/jugs.puzzle"));
    let run = |words: &str| telusur(words.split(' ').map(|word| word.replace('~', " ")));
    let easy = EASY.replace(' ', "~");
    let hard = HARD.replace(' ', "~");
    let listed = with_input(["solve", "tiles", "-", "--all-levels", "--json"], b"1 2/. 3\n\n1 2/x 3\n");
    let said: Vec<(&str, Text)> = vec![
        ("Solution", run(&format!("solve tiles {easy} --all --json"))),
        ("Solution", run(&format!("solve tiles {hard} --algorithm bfs --states 1000 --json"))),
        ("Solution", run("solve tiles 2~1~3/4~5~6/7~8~. --json")),
        ("Solution", run("solve hanoi --discs 12 --memory 64K --json")),
        ("Solution", run("solve hanoi --discs 40 --json")),
        ("Solution", run("solve hanoi --method er --json")),
        ("Verdict", run("solve stones 3~5 --json")),
        ("Verdict", run("solve noughts --json --states 10")),
        ("Exploration", run("explore tiles --size 2x3 --all --json")),
        ("Exploration", run("explore tiles --size 4x4 --states 500 --algorithm bfs --json")),
        ("Exploration", run("explore stones 3~5 --json")),
        ("Verification", run(&format!("verify tiles {easy} 5 8 --optimal --json"))),
        ("Verification", run(&format!("verify tiles {easy} 5 1 --json"))),
        ("Audit", run("verify stones 3~5 2:2 1:3 2:3 --json")),
        ("Recording", run("watch tiles first --algorithm astar --json")),
        ("Recording", run("watch hanoi --discs 2 --algorithm bidirectional --json")),
        ("Level", run("generate tiles --seed 1 --json")),
        ("Puzzles", run("list --json")),
        ("Puzzle", run("list water --json")),
        ("Algorithms", run("list --algorithms --json")),
        ("Table", run("bench jugs --quick --json")),
        ("CheckedRules", telusur(["check", jugs.path(), "--json"])),
        ("Failure", run("solve tiles 1~x --json")),
        ("Failure", run("solve tiles --algorithm x --json")),
    ];
    let lines = said.iter().flat_map(|(name, text)| text.out.lines().map(move |line| (*name, line)));
    let listed = ["Solution", "WrongLevel"].into_iter().zip(listed.out.lines());
    let mut checked = 0;
    for (name, line) in lines.chain(listed) {
        let value: Value = serde_json::from_str(line).unwrap();
        let fault = fault(&value, &schema["$defs"][name], &schema);
        assert_eq!(fault, None, "{name}: {line}");
        checked += 1;
    }
    assert!(checked >= 26, "{checked}");
    // The check itself sees what is wrong.
    let mut value = run("generate tiles --seed 1 --json").json();
    value["surplus"] = 1.into();
    assert!(fault(&value, &schema["$defs"]["Level"], &schema).is_some());
    value = Value::Null;
    assert!(fault(&value, &schema["$defs"]["Level"], &schema).is_some());
}
