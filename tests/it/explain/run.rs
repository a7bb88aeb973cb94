//! Runs an example in a scratch folder and says which codes it raised.

use std::fs;
use std::path::Path;
use std::process::Command;

use trellis::contract::Code;
use trellis::contract::documents::{ErrorDocument, SoilReport};
use trellis::contract::wire::from_json;

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

/// Returns the codes that the last command of an example raised.
///
/// Errors: an example that this harness cannot run.
pub fn codes(code: Code, example: &Example) -> Result<Vec<String>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut soil = Vec::new();
    for block in example.blocks.iter().filter(|block| block.is_file()) {
        let path = folder.path().join(&block.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| error.to_string())?;
        }
        fs::write(&path, &block.text).map_err(|error| error.to_string())?;
        if block.lang == "soil" {
            soil.push(block.name.as_str());
        }
    }
    let console = example.blocks.iter().find(|block| block.lang == "console");
    let commands: Vec<String> = match console {
        Some(block) => {
            block.text.lines().filter_map(|line| line.strip_prefix("$ ")).map(Into::into).collect()
        }
        None if OF_PARSING.contains(&code.as_str()) && soil.len() == 1 => {
            vec![format!("soil0 parse {}", soil[0])]
        }
        None if folder.path().join("soil.toml").exists() => vec!["trellis check".into()],
        None if !soil.is_empty() => {
            let declarations = example.blocks.iter().filter(|block| block.lang == "soil-type");
            let declarations = declarations.map(|block| block.text.as_str()).collect::<String>();
            environment::write(folder.path(), &declarations, &soil)?;
            vec!["soil0 check program.json".into()]
        }
        None => return Err("no command is known for it yet".into()),
    };
    let mut found = Vec::new();
    for command in &commands {
        found = run(command, folder.path())?;
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn run(command: &str, folder: &Path) -> Result<Vec<String>, String> {
    let mut words = command.split_whitespace();
    let program = match words.next() {
        Some("trellis") => env!("CARGO_BIN_EXE_trellis"),
        Some("soil0") => env!("CARGO_BIN_EXE_soil0"),
        other => return Err(format!("no program `{}`", other.unwrap_or_default())),
    };
    let mut run = Command::new(program);
    run.args(words).current_dir(folder).env_clear();
    if command.starts_with("trellis") {
        run.arg("--json");
    }
    let output = run.output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if text.is_empty() {
        return match output.status.code() {
            Some(0) => Ok(Vec::new()),
            status => Err(format!("`{command}` ended with {status:?} and said nothing")),
        };
    }
    if let Ok(document) = from_json::<ErrorDocument>(&text) {
        return Ok(document.errors.into_iter().map(|error| error.code).collect());
    }
    match from_json::<SoilReport>(&text) {
        Ok(report) => Ok(report.errors.into_iter().map(|error| error.code).collect()),
        Err(misfit) => Err(format!("`{command}` printed no error document: {misfit}: {text}")),
    }
}
