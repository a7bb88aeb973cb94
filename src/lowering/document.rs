//! Diagnostics documents as an agent reads them.
//!
//! Spec: `trellis-daemon#6`.

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::contract::{Diagnostic, Note, Span};

/// Renders one compact error document; `diagnostics` is in the order that the agent reads.
pub fn errors(diagnostics: &[Diagnostic]) -> String {
    #[derive(serde::Serialize)]
    struct Document<'a> {
        errors: Vec<Enriched<'a>>,
    }
    let errors = diagnostics.iter().map(Enriched).collect();
    serde_json::to_string(&Document { errors }).unwrap_or_default()
}

/// A diagnostic with its repair class and anchor, fields in the contract's order.
pub struct Enriched<'a>(pub &'a Diagnostic);

impl Serialize for Enriched<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Diagnostic", 7)?;
        out.serialize_field("code", self.0.code.as_str())?;
        out.serialize_field("message", &self.0.message)?;
        out.serialize_field("file", &Opt(self.0.file.as_deref()))?;
        out.serialize_field("span", &Opt(self.0.span.map(Place)))?;
        out.serialize_field("notes", &self.0.notes.iter().map(Remark).collect::<Vec<_>>())?;
        out.serialize_field("repair_class", self.0.repair_class().as_str())?;
        out.serialize_field("spec_ref", self.0.code.spec_ref().as_str())?;
        out.end()
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

struct Remark<'a>(&'a Note);

impl Serialize for Remark<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Note", 3)?;
        out.serialize_field("message", &self.0.message)?;
        out.serialize_field("file", &Opt(self.0.file.as_deref()))?;
        out.serialize_field("span", &Opt(self.0.span.map(Place)))?;
        out.end()
    }
}

struct Place(Span);

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut out = serializer.serialize_struct("Span", 4)?;
        out.serialize_field("start", &self.0.start)?;
        out.serialize_field("end", &self.0.end)?;
        out.serialize_field("line", &self.0.line)?;
        out.serialize_field("col", &self.0.col)?;
        out.end()
    }
}
