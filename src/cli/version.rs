//! `trellis --version`: the program and the contract that it speaks.

use super::{Outcome, Output};
use crate::contract::documents::TrellisVersion;

/// Major version of the daemon's contract.
const DAEMON_CONTRACT: u64 = 1;

/// Prints one line of JSON, as the contract says, with and without `--json`.
///
/// Spec: `trellis-daemon#1`.
pub fn print(output: &mut Output) -> Outcome {
    let trellis = env!("CARGO_PKG_VERSION").to_string();
    output.document(&TrellisVersion { trellis, daemon_contract: DAEMON_CONTRACT });
    Ok(0)
}
