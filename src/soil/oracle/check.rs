//! `soil0 check`: everything that is judged before a program runs.
//!
//! Spec: `soil0-cli#8.7`.

use super::{Call, Command, Success, infer, load};
use crate::contract::Diagnostic;
use crate::soil::check::Stage;

pub(super) const COMMAND: Command = Command { name: "check", flags: &[], run };

fn run(call: &Call) -> Result<Success, Vec<Diagnostic>> {
    load::checked(&call.input, Stage::Check)
        .map(|program| Success::document(infer::signatures(&program)))
}
