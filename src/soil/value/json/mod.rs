//! Canonical JSON of values: one text for equal values, decoded by type and strictly.
//!
//! Text is first read into a [`tape`], a flat list of tokens that knows where each value ends, then
//! decoded along a [`Decoder`], the plan of one type. Nothing recurses, so nesting is limited by
//! memory only.
//!
//! Spec: `soil0-cli#9`.

mod decode;
mod encode;
pub mod tape;

pub use decode::{DecodeError, Decoder, decode};
pub use encode::{encode, encode_for_python, encode_into, float_text, push_string};
