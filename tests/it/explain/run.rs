//! Runs an example in a scratch folder and says which codes it raised.
//!
//! An example is run by its `console` block, else by its `tool` blocks inside a job, else by the
//! command that belongs to its files. A draft without a tool is judged by the final gate.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use trellis::contract::Code;
use trellis::contract::tools::Tool;
use trellis::lowering::desk::Desk;
use trellis::lowering::library::{DefPath, Provenance, Settled, Stop};
use trellis::lowering::{rooted, skill, tools};
use trellis::root::find::RootDir;

use super::environment;
use super::page::Example;

/// Codes of texts that do not read: their examples are single files.
const OF_PARSING: [&str; 11] = [
    "bad-escape",
    "duplicate-field",
    "escape-not-scalar",
    "misplaced-private-def",
    "multiple-defs",
    "name-mismatch",
    "nonassoc-comparison",
    "parse-expected",
    "stray-character",
    "unterminated-string",
    "wildcard-in-let-rec",
];

/// What a bundle of an example may hold, in tokens.
const BUDGET: u64 = 60_000;

/// Returns the codes that the last command of an example raised, sorted.
///
/// Errors: an example that this harness cannot run.
pub fn codes(code: Code, example: &Example) -> Result<Vec<String>, String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let scratch = Scratch { folder: scratch };
    let mut soil = Vec::new();
    let mut specs = Vec::new();
    for block in example.blocks.iter().filter(|block| block.is_file()) {
        let path = scratch.root().join(&block.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| error.to_string())?;
        }
        let text = block.text.replace("@TOOLCHAIN@", &toolchain());
        fs::write(&path, text).map_err(|error| error.to_string())?;
        match block.lang.as_str() {
            "soil" => soil.push(block.name.as_str()),
            "tr" => specs.push(block.name.as_str()),
            _ => {}
        }
    }
    let of = |lang: &str| example.blocks.iter().find(|block| block.lang == lang);
    let declarations = example.blocks.iter().filter(|block| block.lang == "soil-type");
    let declarations = declarations.map(|block| block.text.as_str()).collect::<String>();
    let has_root = scratch.root().join("soil.toml").exists();
    if !has_root && !soil.is_empty() {
        environment::write(&scratch.root(), &declarations, &soil)?;
    }
    let draft = example.blocks.iter().find(|block| block.lang == "soil" && block.name == "draft");
    let mut found = match of("console") {
        Some(block) => {
            let commands = block.text.lines().filter_map(|line| line.strip_prefix("$ "));
            scratch.shell(commands)?
        }
        None if of("tool").is_some() || draft.is_some() => in_a_job(&scratch, example, &specs)?,
        None if OF_PARSING.contains(&code.as_str()) && soil.len() == 1 => {
            scratch.shell([format!("soil0 parse {}", soil[0]).as_str()])?
        }
        None if has_root => scratch.shell(["trellis check"])?,
        None if !soil.is_empty() => scratch.shell(["soil0 check program.json"])?,
        None => return Err("no command is known for it yet".into()),
    };
    found.sort();
    found.dedup();
    Ok(found)
}

/// The table that every example may put where it says `@TOOLCHAIN@`.
fn toolchain() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let skill = skill::hash();
    format!("[toolchain]\ntrellis = \"{version}\"\nsoil0_cli = 1\nskill = \"{skill}\"")
}

/// Makes the tool calls of an example in a job on its first function, or settles its draft.
fn in_a_job(scratch: &Scratch, example: &Example, specs: &[&str]) -> Result<Vec<String>, String> {
    let root = RootDir::at(&scratch.root()).map_err(|fault| fault.message)?;
    let library = rooted::open(&root).map_err(|faults| format!("{faults:?}"))?;
    let spec = specs.iter().find(|spec| !spec.contains("/_") && !spec.starts_with('_'));
    let spec = spec.and_then(|spec| spec.strip_suffix(".tr")).ok_or("no specification")?;
    let subject = library.open(&DefPath(spec.to_owned()), BUDGET);
    let subject = subject.map_err(|faults| format!("{faults:?}"))?;
    let job = scratch.folder.path().join("job");
    fs::create_dir_all(&job).map_err(|error| error.to_string())?;
    let desk = Desk::set_up(root.path(), &job, subject).map_err(|error| error.to_string())?;
    let stop = Stop::new();
    let mut last = None;
    for block in &example.blocks {
        let (tool, arguments) = match (block.lang.as_str(), block.name.as_str()) {
            ("soil", "draft") => {
                let draft = serde_json::json!({ "soil": block.text, "decisions_applied": [] });
                (Tool::WriteSoil, draft.to_string())
            }
            ("tool", name) => (Tool::parse(name).ok_or("an unknown tool")?, block.text.clone()),
            _ => continue,
        };
        last = Some((block.lang.as_str(), tools::call(&desk, tool, &arguments, &stop)));
    }
    let (lang, reply) = last.ok_or("no call")?;
    if lang == "tool" {
        let document = serde_json::from_str(&reply.document).map_err(|error| error.to_string())?;
        return Ok(if reply.is_error { all_codes(&document) } else { Vec::new() });
    }
    let draft = desk.draft().ok_or_else(|| format!("no draft: {}", reply.document))?;
    let by = Provenance { provider: "example".to_owned(), model: String::new() };
    match desk.subject().settle(&draft, &by, &stop) {
        Settled::Green => Ok(Vec::new()),
        Settled::Failed { faults, .. } => {
            Ok(faults.iter().map(|fault| fault.code.as_str().to_owned()).collect())
        }
        other => Err(format!("the draft comes to {other:?}")),
    }
}

/// A folder with a root and what the program needs around it.
struct Scratch {
    folder: tempfile::TempDir,
}

impl Scratch {
    fn root(&self) -> PathBuf {
        let root = self.folder.path().join("root");
        fs::create_dir_all(root.join("../run")).ok();
        fs::create_dir_all(&root).ok();
        root
    }

    /// Runs commands one after another; returns what the last one raised.
    fn shell<'a>(
        &self,
        commands: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<String>, String> {
        let mut folder = self.root();
        let mut found = Vec::new();
        let mut has_daemon = false;
        for command in commands {
            if let Some(path) = command.strip_prefix("cd ").filter(|path| !path.contains(' ')) {
                folder = folder.join(path);
                continue;
            }
            has_daemon |=
                ["trellis lower", "trellis answer"].iter().any(|it| command.starts_with(it));
            found = self.run(command, &folder)?;
        }
        if has_daemon {
            self.run("trellis daemon stop", &folder)?;
        }
        Ok(found)
    }

    fn run(&self, command: &str, folder: &Path) -> Result<Vec<String>, String> {
        let programs = Path::new(env!("CARGO_BIN_EXE_trellis")).parent().expect("a folder");
        let mut path = vec![programs.to_owned()];
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
        let path = std::env::join_paths(path).map_err(|error| error.to_string())?;
        let is_trellis = command.rsplit("&& ").next().is_some_and(|it| it.starts_with("trellis "));
        let script = if is_trellis { format!("{command} --json") } else { command.to_owned() };
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(folder)
            .env_clear()
            .env("PATH", path)
            .env("HOME", self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path().join("config"))
            .env("XDG_RUNTIME_DIR", self.folder.path().join("run"))
            .output()
            .map_err(|error| error.to_string())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        let mut found = Vec::new();
        for text in [&stderr, &stdout] {
            if let Ok(document) = serde_json::from_str::<Value>(text) {
                found.extend(all_codes(&document));
            }
        }
        if found.is_empty() && output.status.code() != Some(0) {
            let status = output.status.code();
            return Err(format!("`{command}` ended with {status:?}: {stderr}{stdout}"));
        }
        Ok(found)
    }
}

/// Lists the codes of all diagnostics in a document, wherever they stand.
fn all_codes(document: &Value) -> Vec<String> {
    match document {
        Value::Array(items) => items.iter().flat_map(all_codes).collect(),
        Value::Object(fields) => {
            let is_diagnostic = fields.contains_key("message") && fields.contains_key("notes");
            let own = fields.get("code").and_then(Value::as_str).filter(|_| is_diagnostic);
            let inner = fields.values().flat_map(all_codes);
            own.map(str::to_owned).into_iter().chain(inner).collect()
        }
        _ => Vec::new(),
    }
}
