//! Lowering: an agent writes Soil through seven tools, and evidence of our own decides.

pub mod document;
