//! The library over a real root: [`Library`] and [`Subject`](crate::lowering::library::Subject)
//! over snapshots, suites and locks.
//!
//! One snapshot is kept and looked at again for each question, so that a root of thousands of
//! files is not read for each job.

mod answer;
mod order;
mod settle;
mod subject;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::contract::{Code, Diagnostic};
use crate::lowering::library::{DefPath, Faults, HumanAnswer, Library, Planned, Question, Subject};
use crate::root::find::RootDir;
use crate::root::{Snapshot, pin};
use crate::spec::Kind;

/// Opens the library of a root.
///
/// # Errors
/// `config-…` when its `soil.toml` cannot be trusted.
pub fn open(root: &RootDir) -> Result<Arc<dyn Library>, Faults> {
    let latest = Mutex::new(Arc::new(Snapshot::load(root)?));
    Ok(Arc::new(Rooted { root: root.clone(), latest }))
}

struct Rooted {
    root: RootDir,
    latest: Mutex<Arc<Snapshot>>,
}

impl Rooted {
    /// Looks at the files again.
    fn now(&self) -> Result<Arc<Snapshot>, Faults> {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        *latest = Arc::new(latest.reload()?);
        Ok(latest.clone())
    }
}

impl Library for Rooted {
    fn root(&self) -> &Path {
        self.root.path()
    }

    fn plan(&self, names: &[String]) -> Result<Vec<Planned>, Faults> {
        let snapshot = self.now()?;
        pin::check(snapshot.config()).map_err(|fault| vec![fault])?;
        order::plan(&snapshot, names)
    }

    fn open(&self, def: &DefPath, budget: u64) -> Result<Arc<dyn Subject>, Faults> {
        let snapshot = self.now()?;
        let spec = snapshot.spec(def.as_str());
        // Faults of the Soil that is there are what a lowering repairs; those of the specification
        // and of the lock are for the human.
        let soil = format!("{def}.soil");
        let mut faults = snapshot.faults_of(def.as_str());
        faults.retain(|fault| fault.file.as_deref() != Some(&soil));
        let Some(spec) = spec.filter(|_| faults.is_empty()) else {
            if faults.is_empty() {
                faults.push(Diagnostic::new(Code::Usage, format!("no definition `{def}`")));
            }
            return Err(faults);
        };
        if spec.kind != Kind::Function {
            let message = format!("`{def}` is a {}; functions are lowered", spec.kind.word());
            return Err(vec![Diagnostic::new(Code::Usage, message)]);
        }
        let blocked = order::blocked(&snapshot, spec);
        if !blocked.is_empty() {
            return Err(blocked);
        }
        Ok(Arc::new(subject::Rooted::open(snapshot.clone(), spec.clone(), budget)?))
    }

    fn answer(&self, question: &Question, answer: &HumanAnswer) -> Result<(), Faults> {
        answer::write(&self.root, question, answer)
    }
}
