//! `--watch`: run again whenever a file of the root changes.

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use notify::{RecursiveMode, Watcher};

use super::{Form, Outcome, Output, run_once};
use crate::contract::{Code, Diagnostic};
use crate::root::Snapshot;
use crate::root::find::RootDir;

/// How long changes are gathered before a run.
const SETTLE: Duration = Duration::from_millis(80);

/// Watches until interrupted; a run that fails is shown and does not end the watch.
pub fn watch(root: &RootDir, first: Snapshot, names: &[String], output: &mut Output) -> Outcome {
    let (sender, events) = channel();
    let failed = |error: notify::Error| {
        Diagnostic::new(Code::Io, format!("the root cannot be watched: {error}"))
    };
    let base = root.path().to_owned();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|event| event.paths.iter().any(|path| matters(&base, path))) {
            // The receiver is gone only when the command ends.
            let _ = sender.send(());
        }
    })
    .map_err(failed)?;
    watcher.watch(root.path(), RecursiveMode::Recursive).map_err(failed)?;
    let mut snapshot = first;
    loop {
        output.text("\nwatching; interrupt to stop\n");
        if !wait(&events) {
            return Ok(0);
        }
        match snapshot.reload() {
            Ok(now) => snapshot = now,
            Err(faults) => {
                output.report(&faults);
                continue;
            }
        }
        if let Err(failure) = run_once(&snapshot, names, false, Form::Handle, output) {
            output.report(&failure.diagnostics);
        }
    }
}

/// Waits for a change and for the quiet after it; says whether there was one.
fn wait(events: &Receiver<()>) -> bool {
    if events.recv().is_err() {
        return false;
    }
    while !matches!(
        events.recv_timeout(SETTLE),
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected)
    ) {}
    true
}

/// Whether a path is one that results depend on; our own locks, logs and caches are not.
fn matters(root: &Path, path: &Path) -> bool {
    let path = path.strip_prefix(root).unwrap_or(path);
    let is_hidden =
        |part: &std::ffi::OsStr| part.to_str().is_some_and(|part| part.starts_with('.'));
    let extension = path.extension().and_then(|extension| extension.to_str());
    !path.iter().any(is_hidden) && matches!(extension, Some("tr" | "soil" | "toml" | "py"))
}
