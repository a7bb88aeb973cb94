//! The seven tools as `tools/list` shows them.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};

/// Returns the seven tools in the order of the contract.
///
/// Every tool is marked read-only, idempotent and closed-world: the only thing a call can change is
/// the job's own draft or question, and some clients cancel calls to tools that do not say so.
///
/// Spec: `trellis-daemon#3`.
pub fn list() -> Vec<Tool> {
    declarations().into_iter().map(tool).collect()
}

/// The tools' names, in the order of the contract.
pub const NAMES: [&str; 7] = [
    "read_context",
    "check_types",
    "check_refinements",
    "run_tests",
    "write_soil",
    "read_spec",
    "ask_human",
];

struct Declaration {
    name: &'static str,
    description: &'static str,
    input: Value,
    output: Value,
}

fn tool(declaration: Declaration) -> Tool {
    let annotations = ToolAnnotations::new()
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    Tool::new(declaration.name, declaration.description, object(declaration.input))
        .with_raw_output_schema(object(declaration.output))
        .annotate(annotations)
}

fn object(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(object) => Arc::new(object),
        _ => Arc::new(JsonObject::new()),
    }
}

fn record(properties: Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn nullary(names: &[&str]) -> Value {
    let tagged = names.iter().map(|name| record(json!({ "tag": { "const": name } }), &["tag"]));
    let bare = std::iter::once(json!({ "enum": names }));
    json!({ "anyOf": bare.chain(tagged).collect::<Vec<_>>() })
}

fn declarations() -> [Declaration; 7] {
    let text = json!({ "type": "string" });
    let nothing = record(json!({}), &[]);
    let loose = json!({ "type": "object" });
    [
        Declaration {
            name: "read_context",
            description: "Read a file or list a folder of the context bundle; \"\" lists the top.",
            input: record(json!({ "path": text }), &["path"]),
            output: loose.clone(),
        },
        Declaration {
            name: "check_types",
            description: "Check the current draft: types, effects, matches, holes with their goals.",
            input: nothing.clone(),
            output: loose.clone(),
        },
        Declaration {
            name: "check_refinements",
            description: "Check the refinements; answers None while no refinement checker exists.",
            input: nothing.clone(),
            output: loose.clone(),
        },
        Declaration {
            name: "run_tests",
            description: "Run every sandboxed test against the current draft, as the final gate will.",
            input: nothing,
            output: loose.clone(),
        },
        Declaration {
            name: "write_soil",
            description: "Store a draft and get its canonical text; cite every decision applied.",
            input: record(
                json!({
                    "soil": text,
                    "decisions_applied": {
                        "type": "array",
                        "items": record(
                            json!({ "scope": nullary(&["Project", "Module"]), "label": text }),
                            &["scope", "label"],
                        ),
                    },
                }),
                &["soil", "decisions_applied"],
            ),
            output: loose.clone(),
        },
        Declaration {
            name: "read_spec",
            description: "Read one section of the pinned specification, such as soil-syntax-spec#5.9.",
            input: record(json!({ "ref": text }), &["ref"]),
            output: loose.clone(),
        },
        Declaration {
            name: "ask_human",
            description: "Ask the human who owns the specification; this ends the job.",
            input: record(
                json!({
                    "kind": nullary(&["Ambiguity", "Contradiction", "Rule"]),
                    "question": text,
                    "hole": {
                        "anyOf": [
                            record(json!({ "tag": { "const": "None" } }), &["tag"]),
                            record(json!({ "tag": { "const": "Some" }, "value": text }), &["tag", "value"]),
                        ],
                    },
                    "options": { "type": "array", "items": text },
                }),
                &["kind", "question"],
            ),
            output: loose,
        },
    ]
}
