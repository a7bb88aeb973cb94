//! Strict reading of the JSON sources: what is unknown, missing or of another kind is a fault.

use std::collections::BTreeMap;

use crate::Fault;
use crate::fault::did_you_mean;
use crate::json::{Json, Value};

/// A JSON source and where its faults go.
pub(crate) struct Reader<'a> {
    /// The file, from the project root.
    pub path: &'static str,
    /// Faults so far.
    pub faults: &'a mut Vec<Fault>,
}

impl Reader<'_> {
    /// Adds a fault.
    pub fn fault(&mut self, line: usize, what: impl Into<String>, remedy: impl Into<String>) {
        self.faults.push(Fault::new(self.path, line, what, remedy));
    }

    /// Reads an object with exactly the keys of `required` and `optional`.
    pub fn keys<'j>(
        &mut self,
        json: &'j Json,
        what: &str,
        required: &[&str],
        optional: &[&str],
    ) -> Option<BTreeMap<&'j str, &'j Json>> {
        let Value::Object(entries) = &json.value else {
            let found = json.value.kind();
            self.fault(json.line, format!("{what} is {found}"), "make it an object");
            return None;
        };
        for (key, value) in entries {
            if !required.contains(&key.as_str()) && !optional.contains(&key.as_str()) {
                let all = required.iter().chain(optional).copied();
                let remedy = did_you_mean(key, all, "remove it");
                self.fault(value.line, format!("unknown key `{key}` in {what}"), remedy);
            }
        }
        let found: BTreeMap<_, _> = entries.iter().map(|(k, v)| (k.as_str(), v)).collect();
        for key in required {
            if !found.contains_key(key) {
                self.fault(json.line, format!("key `{key}` missing in {what}"), "add it");
            }
        }
        required.iter().all(|key| found.contains_key(key)).then_some(found)
    }

    /// Reads a string.
    pub fn text(&mut self, json: &Json, what: &str) -> Option<String> {
        if let Value::Text(text) = &json.value {
            return Some(text.clone());
        }
        let found = json.value.kind();
        self.fault(json.line, format!("{what} is {found}"), "make it a string");
        None
    }

    /// Reads a list; anything else counts as an empty one.
    pub fn list<'j>(&mut self, json: &'j Json, what: &str) -> &'j [Json] {
        if let Value::Array(elements) = &json.value {
            return elements;
        }
        let found = json.value.kind();
        self.fault(json.line, format!("{what} is {found}"), "make it a list");
        &[]
    }
}
