//! Diagnostics as SARIF 2.1.0, for code scanning services and editors.
//!
//! Written for the stricter readers: every result has a location with a region, URIs are relative
//! and percent-encoded, columns count UTF-16 code units, and rules carry help in text and Markdown.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::contract::{Code, Diagnostic, Span, explain};
use crate::root::files;

/// Where somebody who reads the log finds the schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A result that no diagnostic stands for: a test that is not as it should be.
pub struct Failing {
    /// What failed and how.
    pub message: String,
    /// The file that states the test.
    pub file: String,
    /// Where it states it.
    pub span: Option<Span>,
}

/// Name and meaning of the rule of failing tests; it is no code of the registry.
const FAILING_TEST: (&str, &str) =
    ("failing-test", "A test that a specification states does not come out as it should.");

/// Writes a log of one run; `base` is the folder that the files of the diagnostics are relative to.
pub fn log(diagnostics: &[Diagnostic], base: &Path) -> String {
    log_with(diagnostics, &[], base)
}

/// Writes a log of one run with tests that failed behind the diagnostics.
pub fn log_with(diagnostics: &[Diagnostic], failing: &[Failing], base: &Path) -> String {
    let mut rules: BTreeMap<&str, Code> = BTreeMap::new();
    for diagnostic in diagnostics {
        rules.insert(diagnostic.code.as_str(), diagnostic.code);
    }
    let order: Vec<&str> = rules.keys().copied().collect();
    let mut texts: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut text = |file: &str| {
        let read = || files::shown(&base.join(file));
        texts.entry(file.to_owned()).or_insert_with(read).clone()
    };
    let mut results: Vec<Value> = diagnostics
        .iter()
        .map(|diagnostic| {
            let mut message = diagnostic.message.clone();
            for note in diagnostic.notes.iter().filter(|note| note.span.is_none()) {
                message.push_str("; ");
                message.push_str(&note.message);
            }
            let file = diagnostic.file.as_deref().unwrap_or("soil.toml");
            let related: Vec<Value> = diagnostic
                .notes
                .iter()
                .filter_map(|note| Some((note.span?, note.file.as_deref().unwrap_or(file), note)))
                .enumerate()
                .map(|(at, (span, file, note))| {
                    let mut location = location(file, Some(span), text(file).as_deref());
                    location["id"] = json!(at + 1);
                    location["message"] = json!({ "text": note.message });
                    location
                })
                .collect();
            let code = diagnostic.code.as_str();
            let mut result = json!({
                "ruleId": code,
                "ruleIndex": order.binary_search(&code).expect("every code has its rule"),
                "level": "error",
                "message": { "text": message },
                "locations": [location(file, diagnostic.span, text(file).as_deref())],
            });
            if !related.is_empty() {
                result["relatedLocations"] = Value::Array(related);
            }
            result
        })
        .collect();
    let mut rules: Vec<Value> = rules.values().map(|code| rule(*code)).collect();
    results.extend(failing.iter().map(|test| {
        json!({
            "ruleId": FAILING_TEST.0,
            "ruleIndex": rules.len(),
            "level": "error",
            "message": { "text": test.message },
            "locations": [location(&test.file, test.span, text(&test.file).as_deref())],
        })
    }));
    if !failing.is_empty() {
        let (id, meaning) = FAILING_TEST;
        rules.push(json!({
            "id": id,
            "shortDescription": { "text": meaning.trim_end_matches('.') },
            "fullDescription": { "text": meaning },
            "help": { "text": "trellis test", "markdown": "`trellis test`" },
            "properties": { "precision": "very-high" },
        }));
    }
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "trellis",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "utf16CodeUnits",
            "originalUriBaseIds": { "ROOT": { "description": { "text": "the Soil root" } } },
            "results": results,
        }],
    })
    .to_string()
}

fn rule(code: Code) -> Value {
    let meaning = explain::sections(code).meaning;
    let first = meaning.split_once(". ").map_or(meaning, |(first, _)| first);
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": first.trim_end_matches('.').replace('\n', " ") },
        "fullDescription": { "text": meaning },
        "help": {
            "text": format!("trellis explain {}", code.as_str()),
            "markdown": format!("{meaning}\n\n`trellis explain {}`", code.as_str()),
        },
        "properties": { "tags": [code.repair_class().as_str()], "precision": "very-high" },
    })
}

fn location(file: &str, span: Option<Span>, text: Option<&str>) -> Value {
    let region = span.map_or_else(
        || json!({ "startLine": 1, "startColumn": 1 }),
        |span| region(span, text.unwrap_or_default()),
    );
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": encode(file), "uriBaseId": "ROOT" },
        "region": region,
    } })
}

/// Columns are 1-based UTF-16 code units; an empty span stays one position.
fn region(span: Span, text: &str) -> Value {
    let column = |offset: u64| {
        let offset = (offset as usize).min(text.len());
        let before = text.get(..offset).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        line.encode_utf16().count() + 1
    };
    let end = (span.end as usize).min(text.len());
    let breaks = text.get(span.start as usize..end).unwrap_or_default().matches('\n').count();
    json!({
        "startLine": span.line,
        "startColumn": column(span.start),
        "endLine": span.line + breaks as u64,
        "endColumn": column(span.end),
    })
}

/// Percent-encodes all that a relative URI may not hold as it is.
fn encode(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
