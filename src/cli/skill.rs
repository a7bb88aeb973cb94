//! `trellis skill`: writes what agents are taught, or compares a copy with it.
//!
//! Spec: `design#4.6`, `soil-toml#2.1`.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::{Entry, Failure, Outcome, Output};
use crate::contract::{Code, Diagnostic};
use crate::lowering::skill;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "skill", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Write the skill: what an agent is taught about Soil and the seven tools")
        .arg(
            Arg::new("out")
                .long("out")
                .value_name("DIR")
                .value_parser(value_parser!(PathBuf))
                .default_value("trellis-lowering")
                .help("The skill's folder"),
        )
        .arg(
            Arg::new("check")
                .long("check")
                .action(ArgAction::SetTrue)
                .help("Write nothing; say how the folder differs from the skill"),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let folder = matches.get_one::<PathBuf>("out").cloned().unwrap_or_default();
    let hash = skill::hash();
    if matches.get_flag("check") {
        let drift = drift(&folder)?;
        if output.is_json() {
            let drift = serde_json::json!({ "skill": hash.to_string(), "drift": drift });
            output.raw(&format!("{drift}\n"));
        } else {
            drift.iter().for_each(|line| output.text(&format!("{line}\n")));
            if drift.is_empty() {
                output.text(&format!("`{}` is the skill {hash}\n", folder.display()));
            }
        }
        return Ok(u8::from(!drift.is_empty()));
    }
    for (file, text) in skill::files() {
        let path = folder.join(file);
        let parent = path.parent().unwrap_or(&folder);
        fs::create_dir_all(parent)
            .and_then(|()| fs::write(&path, text))
            .map_err(|error| fault(&path, "written", &error))?;
    }
    let n_files = skill::files().len();
    if output.is_json() {
        let written = serde_json::json!({ "skill": hash.to_string(), "files": n_files });
        output.raw(&format!("{written}\n"));
    } else {
        output.text(&format!("{n_files} files written to {}\n{hash}\n", folder.display()));
    }
    Ok(0)
}

/// Says a line for each file of a folder that differs from the skill, is missing, or is not of it.
fn drift(folder: &Path) -> Result<Vec<String>, Failure> {
    let mut drift = Vec::new();
    let mut known = BTreeSet::new();
    for (file, text) in skill::files() {
        known.insert(folder.join(file));
        match fs::read(folder.join(file)) {
            Ok(bytes) if bytes == text.as_bytes() => {}
            Ok(_) => drift.push(format!("{file} differs")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                drift.push(format!("{file} is missing"));
            }
            Err(error) => return Err(fault(&folder.join(file), "read", &error)),
        }
    }
    let mut open = vec![folder.to_owned()];
    while let Some(inner) = open.pop() {
        for entry in fs::read_dir(&inner).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if !known.contains(&path) {
                let shown = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
                drift.push(format!("{shown} is not part of the skill"));
            }
        }
    }
    drift.sort();
    Ok(drift)
}

fn fault(path: &Path, what: &str, error: &io::Error) -> Failure {
    let message = format!("`{}` cannot be {what}: {error}", path.display());
    Diagnostic::new(Code::Io, message).into()
}
