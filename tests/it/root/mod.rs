//! Roots: golden hashes, status, invalidation, refresh, hostile trees.

mod commands;
mod corpus;
mod hostile;
mod index;
mod killed;
mod pieces;

use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use trellis::root::find::RootDir;
use trellis::root::{Snapshot, status};
use trellis::spec::digest::Digest;

/// A root that a test may change.
pub struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    /// Copies the demonstration root; the folder is named `demo`, as its header demands.
    pub fn demo() -> Scratch {
        let scratch = Scratch::empty();
        crate::folder::copy(
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/root/demo")),
            &scratch.path(),
        );
        scratch
    }

    /// Makes a folder that is no root yet.
    pub fn bare() -> Scratch {
        let folder = tempfile::tempdir().expect("a scratch folder");
        fs::create_dir(folder.path().join("demo")).expect("a folder");
        Scratch { folder }
    }

    /// Makes a root with a pinned `soil.toml` and nothing else.
    pub fn empty() -> Scratch {
        let scratch = Scratch::bare();
        scratch.write(
            "soil.toml",
            "[toolchain]\ntrellis = \"0.1.0\"\nsoil0_cli = 1\n\n[tags]\nmath = \"numbers\"\n",
        );
        scratch
    }

    pub fn path(&self) -> std::path::PathBuf {
        self.folder.path().join("demo")
    }

    pub fn write(&self, file: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(file);
        fs::create_dir_all(path.parent().expect("below the root")).expect("folders");
        fs::write(path, text).expect("a writable scratch folder");
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
    }

    /// Replaces one passage of a file, which must be there.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let text = self.read(file);
        assert!(text.contains(from), "`{from}` is not in {file}");
        self.write(file, text.replacen(from, to, 1));
    }

    pub fn dir(&self) -> RootDir {
        RootDir::at(&self.path()).expect("a root")
    }

    pub fn snapshot(&self) -> Snapshot {
        Snapshot::load(&self.dir()).expect("a valid soil.toml")
    }

    /// Runs the real `trellis` in the root.
    pub fn run(&self, args: &[&str]) -> Run {
        self.run_with(args, &[])
    }

    /// Runs the real `trellis` in a folder of the root.
    pub fn run_in(&self, folder: &str, args: &[&str]) -> Run {
        self.process(&self.path().join(folder), args, &[])
    }

    /// Runs the real `trellis` in the root, with more in its environment.
    pub fn run_with(&self, args: &[&str], env: &[(&str, &str)]) -> Run {
        self.process(&self.path(), args, env)
    }

    fn process(&self, folder: &Path, args: &[&str], env: &[(&str, &str)]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_trellis"))
            .args(args)
            .current_dir(folder)
            .env_remove("TRELLIS_ROOT")
            .env("XDG_RUNTIME_DIR", self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path())
            .env("RAYON_NUM_THREADS", "2")
            .envs(env.iter().copied())
            .stdin(Stdio::null())
            .output()
            .expect("trellis runs");
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        Run {
            status: output.status.code().unwrap_or(-1),
            was_killed: output.status.signal().is_some(),
            stdout: text(&output.stdout),
            stderr: text(&output.stderr),
        }
    }

    /// Lists faults as `code file`.
    pub fn faults(&self) -> Vec<String> {
        let show = |fault: &trellis::contract::Diagnostic| {
            format!("{} {}", fault.code, fault.file.as_deref().unwrap_or("-"))
        };
        self.snapshot().diagnostics().iter().map(show).collect()
    }

    /// Shows where a definition stands: `tested [prose-stale]`.
    pub fn standing(&self, path: &str) -> String {
        let standing = status::of(&self.snapshot(), path).expect("a standing");
        let flags: Vec<String> = standing.flags.iter().map(|(flag, _)| flag.to_string()).collect();
        format!("{} [{}]", standing.status.word(), flags.join(" "))
    }
}

/// What a process left.
pub struct Run {
    /// Exit status; -1 when it was killed.
    pub status: i32,
    /// Ended by a signal.
    pub was_killed: bool,
    /// Its standard output.
    pub stdout: String,
    /// Its standard error.
    pub stderr: String,
}

/// Reads a document that must be what its generated schema says.
#[track_caller]
pub fn valid(schema: &str, text: &str) -> serde_json::Value {
    let path = format!("{}/generated/schemas/{schema}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let read = |text: &str| serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"));
    let schema: serde_json::Value = read(&fs::read_to_string(&path).expect("a schema"));
    let document = read(text);
    let validator = jsonschema::validator_for(&schema).expect("a valid schema");
    let faults: Vec<String> =
        validator.iter_errors(&document).map(|fault| fault.to_string()).collect();
    assert_eq!(faults, Vec::<String>::new(), "{path}: {text}");
    document
}

fn hash_of(snapshot: &Snapshot, path: &str, name: &str) -> Digest {
    let id = snapshot.program().find(path, name).expect(name);
    snapshot.program().node(id).hashed.as_ref().expect("hashed").soil_hash
}

#[test]
fn soil_hashes_are_golden() {
    let demo = Scratch::demo();
    let snapshot = demo.snapshot();
    assert_eq!(demo.faults(), Vec::<String>::new());
    let golden = [
        (
            "textkit/clamp",
            "clamp",
            "6c934272aecc4f437f44b836f3fb8c7a1f2e4e80c12756e497e40b86f6362539",
        ),
        (
            "textkit/_private",
            "_clean",
            "e12185139b51b078592c6255a8f206e4fb8e487211047c892ebc5fced80c0db7",
        ),
        (
            "textkit/parse_kv",
            "parse_kv",
            "4d6612d18392f87209f624586819c65f838a242cc30370cc5d172976db8d4fd9",
        ),
    ];
    for (path, name, expected) in golden {
        assert_eq!(
            hash_of(&snapshot, path, name).to_string(),
            format!("sha256:{expected}"),
            "{name}"
        );
    }
}

#[test]
fn cycle_hashes_are_golden() {
    let root = Scratch::empty();
    root.write("a.tr", "---\nname: A\n---\nWords.\n\n```soil-type\ntype A = { b : List B }\n```\n");
    root.write("b.tr", "---\nname: B\n---\nWords.\n\n```soil-type\ntype B = { a : List A }\n```\n");
    root.write(
        "c.tr",
        "---\nname: C\n---\nWords.\n\n```soil-type\ntype C = { c : List C, a : A }\n```\n",
    );
    let snapshot = root.snapshot();
    assert_eq!(root.faults(), Vec::<String>::new());
    let types = &snapshot.environment().types;
    let expected = "sha256:5afd5acc968433d30d1c74036fcef1dcd55d72decea3296d7f313b353f680bb1";
    for name in ["A", "B"] {
        assert_eq!(
            types[name].cycle.map(|hash| hash.to_string()).as_deref(),
            Some(expected),
            "{name}"
        );
    }
    assert_eq!(types["C"].cycle, None, "recursion with itself is no cycle");
}

#[test]
fn the_golden_lock_stands_tested() {
    let demo = Scratch::demo();
    assert_eq!(demo.standing("textkit/clamp"), "tested []");
    assert_eq!(demo.standing("textkit/parse_kv"), "unlocked [no-lock soil-untracked]");
}

#[test]
fn templates_are_valid_roots() {
    for template in trellis::root::create::templates() {
        let folder = tempfile::tempdir().expect("a scratch folder");
        let place = folder.path().join("fresh");
        let (root, files) = trellis::root::create::init(&place, template).expect(template);
        assert!(files.len() > 6, "{files:?}");
        let snapshot = Snapshot::load(&root).expect("a valid soil.toml");
        assert_eq!(snapshot.diagnostics(), [], "{template}");
        let again = trellis::root::create::init(&place, template).expect_err("it is a root");
        assert_eq!(again.code.as_str(), "usage");
    }
}

#[test]
fn skeletons_are_valid() {
    let root = Scratch::empty();
    for path in ["clamp", "text/join", "text/KvError", "text/_module", "_project", "a/b/c"] {
        trellis::root::create::new(&root.dir(), path).expect(path);
    }
    assert_eq!(root.faults(), Vec::<String>::new());
    for path in ["Text/join", "text/join", "a/_project", "text/9", "text/kv-error", ""] {
        let fault = trellis::root::create::new(&root.dir(), path).expect_err(path);
        assert_eq!(fault.code.as_str(), "usage", "{path}");
    }
}

#[test]
fn examples_are_valid_roots() {
    for entry in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")).expect("examples") {
        let path = entry.expect("an entry").path();
        let Ok(root) = RootDir::at(&path) else { continue };
        let snapshot = Snapshot::load(&root).expect("a valid soil.toml");
        assert_eq!(snapshot.diagnostics(), [], "{}", path.display());
    }
}
