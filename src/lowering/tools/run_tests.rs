//! `run_tests`: every sandboxed case against the current draft, as the final gate runs them.
//!
//! Spec: `trellis-daemon#3.4`.

use super::Nothing;
use crate::lowering::desk::Desk;
use crate::lowering::library::{Faults, Stop};

pub(super) fn run(desk: &Desk, _: Nothing, stop: &Stop) -> Result<String, Faults> {
    desk.subject().run_tests(&super::draft(desk)?, stop)
}
