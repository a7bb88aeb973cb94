//! A pinned root with a runtime folder, a configuration and a daemon of its own, driven by the
//! real program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use trellis::lowering::skill;
use trellis::root::Snapshot;
use trellis::root::find::RootDir;
use trellis::root::status;

/// What a job came to: definition, state, codes.
pub type CameTo = (String, String, Vec<String>);

/// A pinned root named `demo` with a runtime folder and a user configuration of its own.
pub struct Town {
    pub folder: tempfile::TempDir,
}

impl Town {
    pub fn new() -> Town {
        let folder = tempfile::tempdir().expect("a scratch folder");
        for name in ["demo/plays", "config/trellis", "run", "home"] {
            fs::create_dir_all(folder.path().join(name)).expect("a folder");
        }
        let town = Town { folder };
        let pin = format!(
            "[toolchain]\ntrellis = \"{}\"\nsoil0_cli = 1\nskill = \"{}\"\n\n\
             [tags]\nmath = \"numbers\"\n",
            env!("CARGO_PKG_VERSION"),
            skill::hash()
        );
        town.write("soil.toml", &pin);
        town.configure("");
        town
    }

    /// The demonstration root, without the Soil and the lock of `textkit/clamp`.
    pub fn demo() -> Town {
        let town = Town::new();
        for file in ["_project.tr", "textkit/_module.tr", "textkit/clamp.tr"] {
            town.write(file, &corpus(file));
        }
        for file in ["parse_kv.tr", "kv_error.tr", "kv_pair.tr"] {
            town.write(&format!("textkit/{file}"), &corpus(&format!("textkit/{file}")));
        }
        town
    }

    pub fn configure(&self, caps: &str) {
        let text = format!(
            "default = \"scripted\"\n[provider.scripted]\nkind = \"scripted\"\n\
             model = \"playbook-1\"\ncommand = \"plays/{{def}}.jsonl\"\n{caps}\n"
        );
        let path = self.folder.path().join("config/trellis/providers.toml");
        fs::write(path, text).expect("a configuration");
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("demo").canonicalize().expect("the root")
    }

    pub fn write(&self, file: &str, text: &str) {
        let path = self.folder.path().join("demo").join(file);
        fs::create_dir_all(path.parent().expect("below the root")).expect("a folder");
        fs::write(path, text).expect("a writable root");
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.root().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
    }

    pub fn has(&self, file: &str) -> bool {
        self.root().join(file).exists()
    }

    /// Writes what the agent will do for a definition.
    pub fn play(&self, def: &str, steps: &[Value]) {
        let lines: Vec<String> = steps.iter().map(Value::to_string).collect();
        self.write(&format!("plays/{}.jsonl", def.replace('/', "__")), &lines.join("\n"));
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        let below = |name: &str| self.folder.path().join(name);
        let output = Command::new(env!("CARGO_BIN_EXE_trellis"))
            .args(arguments)
            .arg("--json")
            .current_dir(self.root())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", below("home"))
            .env("XDG_CONFIG_HOME", below("config"))
            .env("XDG_RUNTIME_DIR", below("run"))
            .output()
            .expect("the program runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran {
            status: output.status.code(),
            document: serde_json::from_slice(&output.stdout).unwrap_or_default(),
            stderr: text(&output.stderr),
        }
    }

    /// Lowers, and returns what each job came to: definition, state, codes.
    pub fn lower(&self, names: &[&str]) -> (Option<i32>, Vec<CameTo>) {
        let ran = self.run(&[&["lower"], names].concat());
        assert!(ran.document["jobs"].is_array(), "no jobs: {}", ran.stderr);
        (ran.status, ran.document["jobs"].as_array().expect("jobs").iter().map(came_to).collect())
    }

    /// Waits until every job has settled; returns the last one.
    pub fn last_settled(&self) -> Value {
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            let jobs = self.run(&["jobs"]).document["jobs"].clone();
            let jobs = jobs.as_array().cloned().unwrap_or_default();
            let is_open = |job: &Value| {
                ["queued", "preflight", "running", "settling"]
                    .contains(&job["state"].as_str().unwrap_or_default())
            };
            if !jobs.is_empty() && !jobs.iter().any(is_open) {
                let newest = |job: &&Value| job["id"].as_str().map(str::to_owned);
                return jobs.iter().max_by_key(newest).cloned().expect("a job");
            }
            assert!(Instant::now() < until, "the jobs do not settle: {jobs:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    pub fn standing(&self, def: &str) -> status::Standing {
        let root = RootDir::at(&self.root()).expect("a root");
        status::of(&Snapshot::load(&root).expect("readable"), def).expect("a standing")
    }
}

impl Drop for Town {
    fn drop(&mut self) {
        self.run(&["daemon", "stop"]);
    }
}

pub struct Ran {
    pub status: Option<i32>,
    pub document: Value,
    pub stderr: String,
}

impl Ran {
    pub fn code(&self) -> String {
        let errors: Value = serde_json::from_str(&self.stderr).unwrap_or_default();
        errors["errors"][0]["code"].as_str().unwrap_or_default().to_owned()
    }
}

pub fn came_to(job: &Value) -> (String, String, Vec<String>) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let faults = job["faults"].as_array().cloned().unwrap_or_default();
    let codes = faults.iter().map(|fault| text(&fault["code"])).collect();
    (text(&job["def"]), text(&job["state"]), codes)
}

pub fn corpus(file: &str) -> String {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/root/demo");
    fs::read_to_string(demo.join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}
