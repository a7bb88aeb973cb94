//! `soil0 run`: one definition of a program, in the real world.
//!
//! Spec: `soil0-cli#8.8`.

use super::{Call, Command, Flag, Success, load};
use crate::contract::{Code, Diagnostic};
use crate::soil::check::Stage;
use crate::soil::eval::world::RealWorld;
use crate::soil::eval::{Limits, launch};

pub(super) const COMMAND: Command = Command {
    name: "run",
    flags: &[
        Flag { name: "--entry", takes_value: true, is_required: true },
        Flag { name: "--args", takes_value: true, is_required: true },
        Flag { name: "--steps", takes_value: true, is_required: false },
    ],
    run,
};

fn run(call: &Call) -> Result<Success, Vec<Diagnostic>> {
    let one = |fault| vec![fault];
    let mut limits = Limits::RUN;
    if let Some(steps) = call.flags.get("--steps") {
        let Ok(steps) = steps.parse() else {
            let message = format!("expected a number of steps after `--steps`, found `{steps}`");
            return Err(one(Diagnostic::new(Code::Usage, message)));
        };
        limits.steps = Some(steps);
    }
    let program = load::checked(&call.input, Stage::Check)?;
    let core = program.core().ok_or_else(|| one(internal()))?;
    let flag = |name| call.flags.get(name).map_or("", String::as_str);
    launch::run(&core, &RealWorld::open(), flag("--entry"), flag("--args"), &limits)
        .map(Success::document)
        .map_err(one)
}

/// Never happens: a program without faults has core terms.
pub(super) fn internal() -> Diagnostic {
    Diagnostic::new(Code::Internal, "a program without faults could not be elaborated")
}
