//! The desk: what one job's agent works on, and the only thing that its tools touch.
//!
//! It holds the subject, the current draft with its citations, and whether the job still takes
//! calls. Draft and citations are kept in the job's folder as well, written whole or not at all,
//! so that the last good draft survives a daemon that is killed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::contract::{Code, Diagnostic};
use crate::lowering::files;
use crate::lowering::library::{DecisionRef, Draft, Faults, Question, Scope, Subject};

/// Why a job takes no more calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The agent asked its human.
    Asked(Box<Question>),
    /// Something that the job depends on changed.
    Moved(String),
    /// The job settles, or was cancelled.
    Settling,
}

/// One job's working place.
pub struct Desk {
    root: PathBuf,
    folder: PathBuf,
    subject: Arc<dyn Subject>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    draft: Option<Draft>,
    report: Option<Arc<str>>,
    closed: Option<Closed>,
    n_calls: u64,
    has_listed: bool,
}

impl Desk {
    /// Sets up the `folder` of a job in `root`: the bundle's files below `bundle/`.
    ///
    /// # Errors
    /// Fails when the folder cannot be written.
    pub fn set_up(root: &Path, folder: &Path, subject: Arc<dyn Subject>) -> io::Result<Desk> {
        let bundle = folder.join("bundle");
        if bundle.exists() {
            fs::remove_dir_all(&bundle)?;
        }
        for (path, content) in &subject.bundle().files {
            let target = bundle.join(path);
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(target, content)?;
        }
        let [root, folder] = [root, folder].map(Path::to_owned);
        Ok(Desk { root, folder, subject, state: Mutex::default() })
    }

    /// Returns what the job is about.
    pub fn subject(&self) -> &Arc<dyn Subject> {
        &self.subject
    }

    /// Returns the root that the job works in.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the last good draft.
    pub fn draft(&self) -> Option<Draft> {
        self.lock().draft.clone()
    }

    /// Stores a draft, on disk first.
    ///
    /// # Errors
    /// `io` when the job's folder cannot be written; the earlier draft stays then.
    pub fn store(&self, draft: Draft) -> Result<(), Faults> {
        let cited: Vec<_> = draft.applied.iter().map(citation).collect();
        let cited = serde_json::Value::from(cited).to_string();
        files::write(&self.folder.join("citations.json"), cited.as_bytes())
            .and_then(|()| files::write(&self.folder.join("draft.soil"), draft.soil.as_bytes()))
            .map_err(|error| {
                vec![Diagnostic::new(Code::Io, format!("storing the draft: {error}"))]
            })?;
        self.lock().draft = Some(draft);
        Ok(())
    }

    /// Keeps the whole of a test report that was too long for its answer, or forgets it.
    pub fn put_report(&self, report: Option<String>) {
        self.lock().report = report.map(Arc::from);
    }

    /// Returns the whole of the last test report, if it was too long for its answer.
    pub fn report(&self) -> Option<Arc<str>> {
        self.lock().report.clone()
    }

    /// Counts a call; returns how many there were with this one.
    pub fn count_call(&self) -> u64 {
        let mut state = self.lock();
        state.n_calls += 1;
        state.n_calls
    }

    /// Returns how many calls were made.
    pub fn n_calls(&self) -> u64 {
        self.lock().n_calls
    }

    /// Notes that the agent has asked our shim for its tools, and so sees exactly seven.
    pub fn note_listed(&self) {
        self.lock().has_listed = true;
    }

    /// Says whether the agent has asked for its tools.
    pub fn has_listed(&self) -> bool {
        self.lock().has_listed
    }

    /// Takes no more calls from now on; the first reason stays.
    pub fn close(&self, why: Closed) {
        self.lock().closed.get_or_insert(why);
    }

    /// Says why the job takes no more calls, if it takes none.
    pub fn closed(&self) -> Option<Closed> {
        self.lock().closed.clone()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads the draft that a job left in its folder; `None` when it left none that can be read.
pub fn left_draft(folder: &Path) -> Option<Draft> {
    let soil = fs::read_to_string(folder.join("draft.soil")).ok()?;
    let cited = fs::read_to_string(folder.join("citations.json")).ok()?;
    let cited: Vec<(String, String)> = serde_json::from_str(&cited).ok()?;
    let applied = cited.into_iter().map(|(scope, label)| {
        let scope = if scope == "Project" { Scope::Project } else { Scope::Module };
        DecisionRef { scope, label }
    });
    Some(Draft { soil, applied: applied.collect() })
}

fn citation(cited: &DecisionRef) -> serde_json::Value {
    let scope = match cited.scope {
        Scope::Project => "Project",
        Scope::Module => "Module",
    };
    serde_json::json!([scope, cited.label])
}
