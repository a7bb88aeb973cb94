//! `check_refinements`: there is no refinement checker, and this says so.
//!
//! Spec: `trellis-daemon#3.3`.

use crate::contract::documents::CheckRefinementsInput;
use crate::contract::tools::CheckRefinementsResult;

pub(super) fn run(_: CheckRefinementsInput) -> CheckRefinementsResult {
    Ok(None)
}
