//! A root with its jobs, in this process; shims and agents are real processes.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use trellis::lowering::jobs::record::Record;
use trellis::lowering::jobs::{Jobs, Request, Setup};

use super::fake::FakeLibrary;

/// A scratch root and what serves it.
pub struct World {
    folder: tempfile::TempDir,
    runtime: tokio::runtime::Runtime,
}

impl World {
    /// Makes a root with these specifications.
    pub fn new(specs: &[(&str, &str)]) -> World {
        let folder = tempfile::tempdir().expect("a scratch folder");
        for name in ["root/plays", "sockets"] {
            fs::create_dir_all(folder.path().join(name)).expect("a folder");
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        let world = World { folder, runtime };
        world.configure("");
        for (name, spec) in specs {
            fs::write(world.root().join(format!("{name}.tr")), spec).expect("a writable root");
        }
        world
    }

    /// Where the root is.
    pub fn root(&self) -> PathBuf {
        self.folder.path().join("root").canonicalize().expect("the root")
    }

    /// Adds lines to the scripted provider's settings.
    pub fn configure(&self, more: &str) {
        let text = format!(
            "default = \"scripted\"\n[provider.scripted]\nkind = \"scripted\"\n\
             command = \"plays/{{def}}.jsonl\"\n{more}\n"
        );
        fs::write(self.config(), text).expect("a writable folder");
    }

    /// Where the settings are.
    pub fn config(&self) -> PathBuf {
        self.folder.path().join("providers.toml")
    }

    /// Writes the playbook of a definition.
    pub fn play(&self, def: &str, lines: &[&str]) {
        let path = self.root().join(format!("plays/{def}.jsonl"));
        fs::write(path, lines.join("\n")).expect("a writable root");
    }

    /// Opens the jobs.
    pub fn jobs(&self) -> Jobs {
        Jobs::open(Setup {
            library: Arc::new(FakeLibrary::new(&self.root())),
            trellis: PathBuf::from(env!("CARGO_BIN_EXE_trellis")),
            config: self.config(),
            sockets: self.folder.path().join("sockets"),
            runtime: self.runtime.handle().clone(),
        })
        .expect("the jobs open")
    }

    /// Lowers by name and waits for the outcomes.
    pub fn lower(&self, jobs: &Jobs, names: &[&str]) -> Vec<Record> {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        let queued = jobs.lower(&Request { names, ..Request::default() }).expect("a plan");
        queued.iter().map(|record| settled(jobs, &record.id)).collect()
    }

    /// Returns the events of a definition's log, by name.
    pub fn log(&self, def: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.root().join(format!("{def}.log"))).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).expect("JSON lines")).collect()
    }

    /// Returns all files below the root except logs and `.trellis`.
    pub fn files(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.root())
            .expect("the root")
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| !name.ends_with(".log") && name != ".trellis" && name != "plays")
            .collect();
        names.sort();
        names
    }

    /// Returns the sockets that are there.
    pub fn sockets(&self) -> usize {
        fs::read_dir(self.folder.path().join("sockets")).expect("the folder").count()
    }
}

/// Waits for the outcome of a job.
pub fn settled(jobs: &Jobs, id: &str) -> Record {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let record = jobs.get(id).expect("the job is listed");
        if record.state.is_final() {
            return record;
        }
        assert!(Instant::now() < until, "the job does not settle: {record:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns the codes of a record's faults.
pub fn codes(record: &Record) -> Vec<&str> {
    record.faults.iter().filter_map(|fault| fault.get("code")?.as_str()).collect()
}
