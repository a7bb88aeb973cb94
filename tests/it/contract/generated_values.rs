//! Values made from the JSON Schemas: the types read them all and write them back byte for byte,
//! and of values changed in one place both refuse the same ones.

use std::collections::BTreeMap;

use trellis::contract::documents::*;
use trellis::contract::wire::{Wire, from_json, quote, to_json};
use trellis_codegen::json::{Json, Value, parse};

use super::schemas::mutations;

/// A source of choices; equal seeds make equal values.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound
    }
}

fn get<'j>(json: &'j Json, key: &str) -> Option<&'j Json> {
    let Value::Object(entries) = &json.value else { return None };
    entries.iter().find(|(own, _)| own == key).map(|(_, value)| value)
}

fn list(json: Option<&Json>) -> &[Json] {
    match json.map(|json| &json.value) {
        Some(Value::Array(elements)) => elements,
        _ => &[],
    }
}

fn text(json: &Json) -> &str {
    if let Value::Text(text) = &json.value { text } else { "" }
}

/// Makes compact JSON that a schema allows, keys in the order declared.
struct Maker<'a> {
    root: &'a Json,
    heights: &'a BTreeMap<&'a str, usize>,
    choices: Choices,
}

/// How deep the smallest value of each definition is.
fn heights(root: &Json) -> BTreeMap<&str, usize> {
    let mut known = BTreeMap::new();
    let Some(Value::Object(defs)) = get(root, "$defs").map(|defs| &defs.value) else {
        return known;
    };
    loop {
        let before = known.clone();
        for (name, schema) in defs {
            let least = height(schema, &before);
            known.insert(name.as_str(), least);
        }
        if known == before {
            return known;
        }
    }
}

/// How deep the smallest value of a schema is; a definition that is not known yet is bottomless.
fn height(schema: &Json, known: &BTreeMap<&str, usize>) -> usize {
    const BOTTOMLESS: usize = 1000;
    if let Some(target) = get(schema, "$ref") {
        let name = text(target).trim_start_matches("#/$defs/");
        return known.get(name).copied().unwrap_or(BOTTOMLESS);
    }
    if let Some(cases) = get(schema, "anyOf") {
        return list(Some(cases)).iter().map(|case| height(case, known)).min().unwrap_or(0);
    }
    let Some(Value::Object(properties)) = get(schema, "properties").map(|json| &json.value) else {
        return 0;
    };
    let deepest = properties.iter().map(|(_, property)| height(property, known)).max();
    deepest.map_or(1, |below| BOTTOMLESS.min(below + 1))
}

impl Maker<'_> {
    fn make(&mut self, schema: &Json, depth: usize, out: &mut String) {
        if let Some(target) = get(schema, "$ref") {
            let name = text(target).trim_start_matches("#/$defs/");
            let root = self.root;
            let target = get(root, "$defs").and_then(|defs| get(defs, name)).expect("a definition");
            return self.make(target, depth, out);
        }
        if let Some(cases) = get(schema, "anyOf") {
            // A bare string is what agents may write; it is never written back.
            let written = |case: &&Json| get(case, "type").map(text) != Some("string");
            let cases: Vec<&Json> = list(Some(cases)).iter().filter(written).collect();
            let smallest = cases.iter().min_by_key(|case| height(case, self.heights));
            let chosen = match smallest {
                Some(smallest) if depth > 6 => smallest,
                _ => cases[self.choices.below(cases.len())],
            };
            return self.make(chosen, depth + 1, out);
        }
        if let Some(values) = get(schema, "enum") {
            let values = list(Some(values));
            out.push_str(&quote_of(text(&values[self.choices.below(values.len())])));
            return;
        }
        match get(schema, "type").map(text) {
            Some("object") => self.object(schema, depth, out),
            Some("array") => {
                let length = if depth > 8 { 0 } else { self.choices.below(3) };
                out.push('[');
                for n in 0..length {
                    if n > 0 {
                        out.push(',');
                    }
                    self.make(get(schema, "items").expect("items"), depth + 1, out);
                }
                out.push(']');
            }
            Some("string") => {
                let texts = ["", "a/b", "é \"quoted\"\\", "line\nend\u{1}", "sha256:00"];
                out.push_str(&quote_of(texts[self.choices.below(texts.len())]));
            }
            Some("integer") => {
                let bound = |key: &str| match get(schema, key).map(|json| &json.value) {
                    Some(Value::Number(number)) => number.clone(),
                    _ => "0".into(),
                };
                let all = [bound("minimum"), "0".into(), "41".into(), bound("maximum")];
                out.push_str(&all[self.choices.below(all.len())]);
            }
            Some("boolean") => out.push_str(["true", "false"][self.choices.below(2)]),
            Some("null") => out.push_str("null"),
            Some(other) => panic!("no values of type `{other}`"),
            None => out.push_str(["null", "[1,\"a\"]", "{\"k\":true}"][self.choices.below(3)]),
        }
    }

    fn object(&mut self, schema: &Json, depth: usize, out: &mut String) {
        out.push('{');
        let mut first = true;
        let Some(properties) = get(schema, "properties") else {
            if let Some(values) = get(schema, "additionalProperties") {
                for key in ["k", "l m"].iter().take(self.choices.below(3)) {
                    out.push_str(&format!("{}{}:", if first { "" } else { "," }, quote_of(key)));
                    self.make(values, depth + 1, out);
                    first = false;
                }
            }
            return out.push('}');
        };
        let Value::Object(properties) = &properties.value else { panic!("properties") };
        for (key, property) in properties {
            let required = list(get(schema, "required")).iter().any(|own| text(own) == key);
            // An absent key of an `Option` means `None`, and `None` is written.
            let option = list(get(property, "anyOf")).iter().any(|case| {
                get(case, "properties")
                    .and_then(|all| get(all, "tag"))
                    .is_some_and(|tag| list(get(tag, "enum")).iter().any(|own| text(own) == "None"))
            });
            if required || option || self.choices.below(2) == 0 {
                out.push_str(&format!("{}{}:", if first { "" } else { "," }, quote_of(key)));
                self.make(property, depth + 1, out);
                first = false;
            }
        }
        out.push('}');
    }
}

fn quote_of(text: &str) -> String {
    let mut out = String::new();
    quote(text, &mut out);
    out
}

fn schema(name: &str) -> String {
    let path = format!("{}/generated/schemas/{name}.schema.json", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Makes values of a document and holds type and schema against each other.
fn agree<T: Wire>(name: &str) {
    let text = schema(name);
    let root = parse(&text).expect("JSON");
    let validator = jsonschema::validator_for(&serde_json::from_str(&text).expect("JSON"));
    let validator = validator.unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut seed = name.bytes().fold(7_u64, |seed, byte| seed.wrapping_mul(31) + u64::from(byte));
    let heights = heights(&root);
    let (mut made, mut refused) = (0, 0);
    while made < 5 {
        seed += 1;
        let mut maker = Maker { root: &root, heights: &heights, choices: Choices(seed) };
        let mut value = String::new();
        maker.make(&root, 0, &mut value);
        if value.len() > 6000 {
            continue;
        }
        made += 1;
        let read = from_json::<T>(&value).unwrap_or_else(|why| panic!("{name}: {why}\n{value}"));
        assert_eq!(to_json(&read), value, "{name}");
        let json: serde_json::Value = serde_json::from_str(&value).expect("JSON");
        assert!(validator.is_valid(&json), "{name} refuses {value}");
        let changed = mutations(&json);
        let step = changed.len() / 30 + 1;
        for value in changed.into_iter().skip(maker.choices.below(step)).step_by(step) {
            let (by_type, by_schema) =
                (from_json::<T>(&value.to_string()), validator.is_valid(&value));
            let why = by_type.as_ref().err();
            assert_eq!(by_schema, by_type.is_ok(), "{name}: {value}: {why:?}");
            refused += usize::from(!by_schema);
        }
    }
    assert!(refused > 8, "{name}: only {refused} values were refused");
}

macro_rules! documents {
    ($($name:literal $ty:ident,)*) => {
        const DOCUMENTS: &[(&str, fn(&str))] = &[$(($name, agree::<$ty>),)*];
    };
}

documents! {
    "bundle-manifest" BundleManifest,
    "code-list" CodeList,
    "contract-check" ContractCheck,
    "created" Created,
    "decision-list" DecisionList,
    "doctor" Doctor,
    "env-file" EnvFile,
    "error-document" ErrorDocument,
    "explanation" Explanation,
    "file-tree" FileTree,
    "function-lock" FunctionLock,
    "hash-report" HashReport,
    "manifest-written" ManifestWritten,
    "marked" Marked,
    "module-lock" ModuleLock,
    "outline" Outline,
    "program-file" ProgramFile,
    "project-lock" ProjectLock,
    "question" Question,
    "refresh-report" RefreshReport,
    "registry" Registry,
    "rename-output" RenameOutput,
    "restamped" Restamped,
    "signatures" Signatures,
    "soil-report" SoilReport,
    "soil-version" SoilVersion,
    "spec-section" SpecSection,
    "status-report" StatusReport,
    "test-bundle" TestBundle,
    "test-cases" TestCases,
    "test-report" TestReport,
    "tokens" Tokens,
    "tool-list" ToolList,
    "tool-schemas" ToolSchemas,
    "toolchain-updated" ToolchainUpdated,
    "trellis-version" TrellisVersion,
    "type-lock" TypeLock,
    "verification-report" VerificationReport,
}

#[test]
fn are_read_written_and_refused_alike_by_types_and_schemas() {
    for (name, agree) in DOCUMENTS {
        agree(name);
    }
}

#[test]
fn are_made_of_every_document() {
    let folder = format!("{}/generated/schemas", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("generated")
        .map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned())
        .filter_map(|name| name.strip_suffix(".schema.json").map(str::to_string))
        .filter(|name| !name.contains('.'))
        .collect();
    names.sort();
    assert_eq!(DOCUMENTS.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
}
