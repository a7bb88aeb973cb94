//! Loading a program: manifest, environment and sources, in the contractual order.
//!
//! Spec: `soil0-cli#7`, `soil-syntax-spec#5`.

use std::path::Path;
use std::sync::Arc;

use super::{environment, input};
use crate::contract::documents::ProgramFile;
use crate::contract::{Code, Diagnostic, wire};
use crate::soil::check::{self, Program, Stage, Unit};
use crate::soil::syntax::SourceFile;
use crate::soil::syntax::parse::{self, Role};

/// Loads and checks a program as far as a command goes.
///
/// # Errors
/// The faults of the first phase that has any, never empty; the first is the contractual one.
pub(super) fn checked(manifest: &Path, stage: Stage) -> Result<Program, Vec<Diagnostic>> {
    let (env, units) = load(manifest)?;
    let program = check::program(Arc::new(env), &units);
    let faults = program.diagnostics(stage);
    if faults.is_empty() { Ok(program) } else { Err(faults) }
}

/// Loads a program: the environment and all parsed files.
///
/// # Errors
/// One fault of reading, or every fault of the environment, or the first fault of every file.
pub(super) fn load(
    manifest: &Path,
) -> Result<(crate::soil::types::env::TypeEnv, Vec<Unit>), Vec<Diagnostic>> {
    let one = |fault| vec![fault];
    let text = input::text(manifest).map_err(one)?;
    let program: ProgramFile = wire::from_json(&text).map_err(|misfit| {
        one(Diagnostic::new(Code::MalformedInput, format!("program.json: {misfit}")))
    })?;
    let folder = manifest.parent().unwrap_or(Path::new(""));
    let env_text = input::text(&folder.join(&program.types)).map_err(one)?;
    let decls = environment::decode(&env_text).map_err(one)?;
    let sources = program
        .defs
        .iter()
        .map(|path| Ok(SourceFile::new(path, input::text(&folder.join(path))?)))
        .collect::<Result<Vec<_>, _>>()
        .map_err(one)?;
    let env = environment::validate(decls)?;
    let mut units = Vec::with_capacity(sources.len());
    let mut faults = Vec::new();
    for source in sources {
        match parse::file(&source, Role::of_path(source.name())) {
            Ok(file) => {
                let unit = Unit { source, file: Arc::new(file) };
                faults.extend(stem_fault(&unit));
                units.push(unit);
            }
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok((env, units)) } else { Err(faults) }
}

/// Judges the one definition of an ordinary file by the file's name.
fn stem_fault(unit: &Unit) -> Option<Diagnostic> {
    let path = unit.source.name();
    if Role::of_path(path) == Role::Private {
        return None;
    }
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.strip_suffix(".soil").unwrap_or(name);
    let def = unit.file.defs.iter().find(|def| def.name != stem)?;
    let message = format!("`{name}` must define `{stem}`, found `{}`", def.name);
    Some(unit.source.error(Code::NameMismatch, def.span, message))
}
