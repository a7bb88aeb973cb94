//! `run_tests`: every sandboxed case against the current draft, as the final gate runs them.
//!
//! Spec: `trellis-daemon#3.4`.

use super::{draft, refused};
use crate::contract::documents::RunTestsInput;
use crate::contract::tools::{RunTestsCode, RunTestsResult};
use crate::lowering::desk::Desk;
use crate::lowering::library::Stop;

pub(super) fn run(desk: &Desk, _: RunTestsInput, stop: &Stop) -> RunTestsResult {
    let draft = draft(desk, RunTestsCode::NoDraft)?;
    desk.subject().run_tests(&draft, stop).map_err(refused)
}
