//! JSON Schemas accept what the types accept and refuse what they refuse.
//!
//! Two differences are known and named: JSON Schema counts `1.0` as an integer, and the root of a
//! tool's output cannot pair a tag with its value without a combinator.

use serde_json::{Value, json};
use trellis::contract::documents::*;
use trellis::contract::tools::Tool;
use trellis::contract::wire::{Wire, from_json};

fn schema(name: &str) -> Value {
    let path = format!("{}/generated/schemas/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).expect("JSON")
}

/// Every value that differs from `value` in one place: a key gone, a key too many, another type, a
/// null beside a tag.
pub(super) fn mutations(value: &Value) -> Vec<Value> {
    let mut found = vec![json!(null), json!(7), json!("?"), json!([]), json!({})];
    match value {
        Value::Object(entries) => {
            for (key, inner) in entries {
                let mut without = entries.clone();
                without.remove(key);
                found.push(Value::Object(without));
                for changed in mutations(inner) {
                    let mut with = entries.clone();
                    with.insert(key.clone(), changed);
                    found.push(Value::Object(with));
                }
            }
            for key in ["zzz", "value"].iter().filter(|key| !entries.contains_key(**key)) {
                let mut with = entries.clone();
                with.insert((*key).to_string(), json!(null));
                found.push(Value::Object(with));
            }
        }
        Value::Array(elements) => {
            for (n, inner) in elements.iter().enumerate() {
                for changed in mutations(inner) {
                    let mut with = elements.clone();
                    with[n] = changed;
                    found.push(Value::Array(with));
                }
            }
        }
        _ => {}
    }
    found
}

#[track_caller]
fn agree<T: Wire>(name: &str, examples: &[Value]) {
    let validator = jsonschema::validator_for(&schema(name)).expect("a valid schema");
    let mut refused = 0;
    for example in examples {
        assert!(validator.is_valid(example), "{name} refuses {example}");
        for value in mutations(example).into_iter().chain([example.clone()]) {
            let by_type = from_json::<T>(&value.to_string());
            assert_eq!(
                validator.is_valid(&value),
                by_type.is_ok(),
                "{name}: {value}: {by_type:?}",
                by_type = by_type.err()
            );
            refused += usize::from(!validator.is_valid(&value));
        }
    }
    assert!(refused > 5, "{name}: only {refused} values were refused");
}

#[test]
fn of_inputs() {
    agree::<ReadContextInput>("read_context.input", &[json!({"path": "spec.md"})]);
    agree::<ReadSpecInput>("read_spec.input", &[json!({"ref": "design#1"})]);
    agree::<WriteSoilInput>(
        "write_soil.input",
        &[json!({"soil": "", "decisions_applied": [
            {"scope": {"tag": "Project"}, "label": "a"}, {"scope": "Module", "label": "b"}]})],
    );
    agree::<AskHumanInput>(
        "ask_human.input",
        &[
            json!({"kind": "Rule", "question": "?"}),
            json!({"kind": {"tag": "Ambiguity"}, "question": "?", "options": ["a"],
                "hole": {"tag": "Some", "value": "h"}}),
        ],
    );
    let empty = [json!({})];
    for name in ["check_types", "check_refinements", "run_tests"] {
        let validator =
            jsonschema::validator_for(&schema(&format!("{name}.input"))).expect("valid");
        assert!(validator.is_valid(&empty[0]) && !validator.is_valid(&json!({"a": 1})));
    }
}

#[test]
fn of_documents() {
    let span = json!({"start": 0, "end": 1, "line": 1, "col": 1});
    let none = json!({"tag": "None"});
    agree::<TestBundle>(
        "test-bundle",
        &[json!({"program": "p", "cases": [{"name": "a", "def": "f", "xfail": false,
            "binds": [{"bind": "c", "ctor": "fake_clock", "args": [1]}],
            "args": [{"tag": "Json", "value": [1]}, {"tag": "Binding", "value": {"name": "c"}}],
            "expect": {"tag": "Panic"}}]})],
    );
    agree::<EnvFile>(
        "env-file",
        &[json!({"types": [{"name": "T", "params": ["a"], "strategy": {"tag": "Structural"},
            "body": {"tag": "Sum", "value": {"variants": [
                {"name": "A", "payload": {"tag": "Some", "value":
                    {"tag": "SCon", "value": {"name": "U8", "args": []}}}}]}}}]})],
    );
    agree::<Signatures>(
        "signatures",
        &[json!({"defs": [{"name": "f", "type": {"tag": "SVar", "value": {"name": "a"}},
            "row": {"effects": [{"tag": "Io"}], "var": none},
            "checks": {"termination": "verified",
                "panic_obligations": [{"kind": {"tag": "DivZero"}, "span": span}]}}]})],
    );
    agree::<ErrorDocument>(
        "error-document",
        &[json!({"errors": [{"code": "io", "message": "", "file": none, "span": none, "notes": [],
            "repair_class": "fix-config", "spec_ref": "design#1"}]})],
    );
    agree::<Question>(
        "question",
        &[
            json!({"def": "a", "kind": {"tag": "Rule"}, "question": "?", "hole": none, "options": [],
            "asked_against": {"formal": "", "test": "", "prose": ""}, "bundle": "",
            "created": ""}),
        ],
    );
    agree::<BundleManifest>(
        "bundle-manifest",
        &[json!({"definition": "a", "budget": 1, "estimate": 1, "packed": [], "dropped": [],
            "oracle": {"tag": "Some", "value": {"tag": "Cli", "value": {"command": "x"}}},
            "spec_hashes": {"formal": "", "test": "", "prose": ""}})],
    );
}

#[test]
fn the_example_lock_is_valid() {
    let text = include_str!("../../corpus/contract/clamp.lock.json");
    let lock: Value = serde_json::from_str(text).expect("JSON");
    agree::<FunctionLock>("function-lock", &[lock]);
}

#[test]
fn of_outputs_accept_what_the_types_accept() {
    let cases = [
        (Tool::ReadContext, json!({"tag": "Dir", "value": {"entries": []}})),
        (Tool::CheckRefinements, json!({"tag": "None"})),
        (Tool::RunTests, json!({"cases": []})),
        (Tool::WriteSoil, json!({"canonical": ""})),
        (Tool::ReadSpec, json!({"title": "", "text": ""})),
        (Tool::AskHuman, json!({"acknowledged": true})),
    ];
    for (tool, value) in cases {
        let schema: Value = serde_json::from_str(tool.output_schema()).expect("JSON");
        let validator = jsonschema::validator_for(&schema).expect("a valid schema");
        assert!(validator.is_valid(&value), "{tool}");
        assert!(!validator.is_valid(&json!({"zzz": 1})), "{tool}");
    }
}

#[test]
fn no_client_drops_a_tool() {
    for tool in Tool::ALL {
        for text in [tool.input_schema(), tool.output_schema()] {
            let schema: Value = serde_json::from_str(text).expect("JSON");
            assert_eq!(schema["type"], "object", "{tool}");
            for word in ["oneOf", "anyOf", "allOf", "not", "if"] {
                assert!(schema.get(word).is_none(), "{tool} has `{word}` at its root");
            }
            assert!(!text.contains("$ref"), "{tool}");
        }
        assert!(tool.as_str().len() <= 64);
    }
}
