//! `check_refinements`: there is no refinement checker, and this says so.
//!
//! Spec: `trellis-daemon#3.3`.

use super::Nothing;
use crate::lowering::library::Faults;

pub(super) fn run(_: Nothing) -> Result<String, Faults> {
    Ok(r#"{"tag":"None"}"#.to_owned())
}
