//! `check_types`: the static pipeline over the current draft.
//!
//! Spec: `trellis-daemon#3.2`.

use super::{draft, refused};
use crate::contract::documents::CheckTypesInput;
use crate::contract::tools::{CheckTypesCode, CheckTypesResult};
use crate::lowering::desk::Desk;
use crate::lowering::library::Stop;

pub(super) fn run(desk: &Desk, _: CheckTypesInput, stop: &Stop) -> CheckTypesResult {
    let draft = draft(desk, CheckTypesCode::NoDraft)?;
    desk.subject().check_types(&draft, stop).map_err(refused)
}
