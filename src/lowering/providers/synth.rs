//! The embedded search as a provider: `trellis _synth` in a process of its own.

use std::io::Write;

use serde_json::Value;

use super::process::{self, Flow};
use super::{Assignment, End, Report, own};
use crate::lowering::providers::watch::Watch;

/// Runs the search for one definition.
pub(super) fn run(assignment: &Assignment, watch: &Watch) -> Report {
    watch.report(|spend| spend.model = Some("synth".to_owned()));
    let mut command = own(assignment, "_synth");
    // The last draft is still to be written when the search gives up.
    let seconds = assignment.settings.caps.wall_clock_s * 3 / 4;
    command.args(["--seconds", &seconds.to_string()]);
    command.args(&assignment.settings.args);
    let mut done: Option<Option<String>> = None;
    let mut notes = Vec::new();
    let mut each = |line: &str, _: &mut dyn Write| {
        let Ok(event) = serde_json::from_str::<Value>(line) else { return Flow::Go };
        if let Some(turns) = event.get("turn").and_then(Value::as_u64) {
            watch.report(|spend| spend.turns = turns);
        }
        notes.extend(event.get("note").and_then(Value::as_str).map(str::to_owned));
        match event.get("done") {
            Some(fault) => {
                done = Some(fault.as_str().map(str::to_owned));
                Flow::Done
            }
            None => Flow::Go,
        }
    };
    let keep = assignment.folder.join("provider.out");
    let ended = process::run(&mut command, &assignment.job, &keep, watch, "", &mut each);
    let end = match (ended, done) {
        (Err(error), _) => End::Failed(format!("the search did not start: {error}")),
        (Ok(ended), done) => match (ended.cut.or_else(|| watch.cut()), done) {
            (Some(cut), _) => End::Cut(cut),
            (None, Some(None)) => End::Finished,
            (None, Some(Some(why))) => End::Failed(why),
            (None, None) => {
                notes.extend(ended.complaint.lines().take(5).map(str::to_owned));
                End::Failed("the search left without a word".to_owned())
            }
        },
    };
    Report { end, notes }
}
