//! Running one definition of a checked program in the real world.
//!
//! Comes in: the core of a program, the name of a definition and a JSON array. Goes out: canonical
//! JSON, or the one diagnostic that says why not.
//!
//! Spec: `soil0-cli#8.8`.

use crate::contract::{Code, Diagnostic};
use crate::soil::core::Program;
use crate::soil::eval::cases::{find, refuse_holes};
use crate::soil::eval::world::RealWorld;
use crate::soil::eval::{Entry, EntryError, Limits, Machine, Panic, PanicKind, compile};
use crate::soil::value::json::tape::Tape;

/// How many frames of each end of a trace a report shows when a run has used up a budget.
const SHOWN_FRAMES: usize = 100;

/// Runs a definition by name.
///
/// # Errors
/// In this order: `usage` for a name that is unknown or ambiguous; `unfilled-hole`;
/// `malformed-input` for a type that JSON cannot carry; `usage` for arguments that are no JSON array
/// or of the wrong number; `malformed-input` for one that does not decode; `runtime-panic`.
pub fn run(
    program: &Program,
    world: &RealWorld,
    entry: &str,
    args: &str,
    limits: &Limits,
) -> Result<String, Diagnostic> {
    let def = find(program, entry)?;
    refuse_holes(program, def)?;
    let compiled = compile(program);
    let malformed = |error: EntryError| Diagnostic::new(Code::MalformedInput, error.to_string());
    let entry = Entry::new(&compiled, def).map_err(malformed)?;
    let usage = |message: String| Diagnostic::new(Code::Usage, message);
    let tape = Tape::parse(args).map_err(|error| usage(format!("the arguments are {error}")))?;
    let Some(items) = tape.root().elements() else {
        return Err(usage("the arguments are not a JSON array".into()));
    };
    let items: Vec<_> = items.collect();
    let outcome = entry.call_in(world, &mut Machine::new(&compiled), &items, limits);
    let outcome = outcome.map_err(|error| match error {
        EntryError::Count { .. } => usage(error.to_string()),
        error => malformed(error),
    })?;
    let file = &program.defs[def.0 as usize].file;
    outcome.result.map_err(|panic| report(program, &panic).in_file(&**file))
}

/// Writes a panic as a diagnostic, one note a frame, outermost first.
///
/// A run that has used up a budget may have millions of frames; of its trace the two ends are shown.
pub fn report(program: &Program, panic: &Panic) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(Code::RuntimePanic, panic.message());
    let n_frames = panic.trace.len();
    let is_elided = panic.kind == PanicKind::Resource && n_frames > 2 * SHOWN_FRAMES;
    for (index, frame) in panic.trace.iter().enumerate() {
        if is_elided && (SHOWN_FRAMES..n_frames - SHOWN_FRAMES).contains(&index) {
            if index == SHOWN_FRAMES {
                let hidden = n_frames - 2 * SHOWN_FRAMES;
                diagnostic = diagnostic.note(format!("{hidden} more frames"));
            }
            continue;
        }
        let def = &program.defs[frame.0 as usize];
        diagnostic = diagnostic.note(if def.module.is_empty() {
            format!("in {}", def.name)
        } else {
            format!("in {}::{}", def.module, def.name)
        });
    }
    diagnostic
}
