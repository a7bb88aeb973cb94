//! Diagnostics documents as an agent and the daemon's clients read them.
//!
//! Spec: `trellis-daemon#6`.

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value;

use crate::contract::wire::to_json;
use crate::contract::{Diagnostic, error_document};

/// Renders one compact error document; `diagnostics` is in the order that the reader reads.
pub fn errors(diagnostics: &[Diagnostic]) -> String {
    to_json(&error_document(diagnostics))
}

/// Returns the enriched diagnostics as JSON values, one each.
pub fn values(diagnostics: &[Diagnostic]) -> Vec<Value> {
    let document: Value = serde_json::from_str(&errors(diagnostics)).unwrap_or_default();
    match document.get("errors") {
        Some(Value::Array(errors)) => errors.clone(),
        _ => Vec::new(),
    }
}

/// An optional value in the contract's encoding: `{"tag":"None"}` or `{"tag":"Some","value":…}`.
pub struct Opt<T>(pub Option<T>);

impl<T: Serialize> Serialize for Opt<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let n_fields = 1 + usize::from(self.0.is_some());
        let mut out = serializer.serialize_struct("Option", n_fields)?;
        match &self.0 {
            None => out.serialize_field("tag", "None")?,
            Some(value) => {
                out.serialize_field("tag", "Some")?;
                out.serialize_field("value", value)?;
            }
        }
        out.end()
    }
}
