//! `check_types`: the static pipeline over the current draft.
//!
//! Spec: `trellis-daemon#3.2`.

use super::Nothing;
use crate::lowering::desk::Desk;
use crate::lowering::library::{Faults, Stop};

pub(super) fn run(desk: &Desk, _: Nothing, stop: &Stop) -> Result<String, Faults> {
    desk.subject().check_types(&super::draft(desk)?, stop)
}
