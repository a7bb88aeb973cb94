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
use crate::root::change::Writing;
use crate::root::find::RootDir;
use crate::root::lock::Provenance;
use crate::root::{Snapshot, pin, record, together};
use crate::spec::Kind;

/// Opens the library of a root.
///
/// # Errors
/// `config-…` when its `soil.toml` cannot be trusted.
pub fn open(root: &RootDir) -> Result<Arc<dyn Library>, Faults> {
    // Whoever starts here may follow one that was killed. A root that is busy or that cannot be
    // written is read as it is.
    let first = match Writing::begin(root) {
        Ok(writing) => writing.snapshot,
        Err(_) => Snapshot::load(root)?,
    };
    let latest = Mutex::new(Arc::new(first));
    Ok(Arc::new(Rooted { root: root.clone(), latest }))
}

struct Rooted {
    root: RootDir,
    latest: Mutex<Arc<Snapshot>>,
}

impl Rooted {
    /// Looks at the files again.
    fn now(&self) -> Result<Arc<Snapshot>, Faults> {
        together::finish_before_reading(self.root.path());
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

    fn holds(&self, def: &DefPath, soil: &str) -> Option<Vec<String>> {
        let snapshot = self.now().ok()?;
        let path = def.as_str();
        let lock = snapshot.lock(path)?;
        let recorded = lock.lowering.as_ref()?;
        let now = record::lowering(&snapshot, path)?;
        let holds = snapshot.soil(path)?.text() == soil
            && recorded.provenance == Provenance::Agent
            && recorded.soil_hash == now.soil_hash
            && lock.spec.hashes == record::fresh(snapshot.spec(path)?).spec.hashes;
        holds.then(|| settle::holes(&snapshot, path).into_iter().map(|(name, _)| name).collect())
    }

    fn answer(&self, question: &Question, answer: &HumanAnswer) -> Result<(), Faults> {
        answer::write(&self.root, question, answer)
    }
}
