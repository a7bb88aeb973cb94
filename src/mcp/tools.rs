//! The seven tools as `tools/list` shows them; everything said of them is generated.
//!
//! All are marked read-only, idempotent and closed-world: the only thing a call can change is the
//! job's own draft or question, and some clients cancel calls to tools that do not say so.
//!
//! Spec: `trellis-daemon#3`.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool as Listed, ToolAnnotations};

use crate::contract::tools::Tool;

/// Returns the seven tools in the order of the contract.
pub fn list() -> Vec<Listed> {
    Tool::ALL.iter().map(|tool| listed(*tool)).collect()
}

fn listed(tool: Tool) -> Listed {
    let annotations = ToolAnnotations::new()
        .read_only(tool.read_only())
        .destructive(tool.destructive())
        .idempotent(tool.idempotent())
        .open_world(tool.open_world());
    Listed::new(tool.as_str(), tool.description(), schema(tool.input_schema()))
        .with_raw_output_schema(schema(tool.output_schema()))
        .annotate(annotations)
}

/// Reads a generated schema; each is an object, as the build has checked.
fn schema(text: &str) -> Arc<JsonObject> {
    Arc::new(serde_json::from_str(text).expect("generated schemas are objects"))
}
