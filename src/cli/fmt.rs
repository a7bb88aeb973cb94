//! `trellis fmt [PATH…]`: `.soil` files in their canonical text.
//!
//! Canonical text has no comments, and silence about lost words would be data loss: a file with
//! comments stays as it is unless `--drop-comments` is given.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::{Entry, Failure, Outcome, Output};
use crate::contract::{Code, Diagnostic};
use crate::root::files;
use crate::root::find::{self, RootDir};
use crate::root::scan::{self, Role};
use crate::soil::print;
use crate::soil::syntax::parse;
use crate::soil::syntax::{SourceFile, lex};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "fmt", arguments, run };

fn arguments(command: Command) -> Command {
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    command
        .about("Rewrite Soil files in their canonical text")
        .arg(
            Arg::new("path")
                .value_name("PATH")
                .num_args(0..)
                .value_parser(value_parser!(PathBuf))
                .help("Files and folders; without one, the root around the working directory"),
        )
        .arg(flag("check").help("Write nothing; exit with 1 when a file is not canonical"))
        .arg(flag("diff").help("Write nothing; show what would change, exit with 1 if anything"))
        .arg(flag("drop-comments").help("Rewrite files with comments too, losing the comments"))
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let writes = !matches.get_flag("check") && !matches.get_flag("diff");
    let paths = matches.get_many::<PathBuf>("path").unwrap_or_default().cloned();
    let files = sources(paths.collect())?;
    let _locks = if writes { lock_roots(&files)? } else { Vec::new() };
    let mut faults = Vec::new();
    let mut changed = Vec::new();
    for path in &files {
        match canonical(path, matches.get_flag("drop-comments")) {
            Ok(Some(change)) => {
                if matches.get_flag("diff") {
                    output.raw(&change.diff());
                }
                let (old, new) = (change.old.as_bytes(), change.new.as_bytes());
                if writes && let Err(fault) = files::replace_read(path, &change.name, old, new) {
                    faults.push(fault);
                    continue;
                }
                changed.push(change.name);
            }
            Ok(None) => {}
            Err(fault) => faults.push(fault),
        }
    }
    if !output.is_json() && !matches.get_flag("diff") {
        let said = if writes { "formatted" } else { "not canonical:" };
        for name in &changed {
            output.raw(&format!("{said} {name}\n"));
        }
    }
    if !faults.is_empty() {
        return Err(Failure::from(faults));
    }
    Ok(u8::from(!writes && !changed.is_empty()))
}

/// A file whose text is not canonical.
struct Change {
    name: String,
    old: String,
    new: String,
}

impl Change {
    fn diff(&self) -> String {
        let diff = similar::TextDiff::from_lines(self.old.as_str(), self.new.as_str());
        diff.unified_diff().header(&self.name, &self.name).to_string()
    }
}

/// Returns what has to change in a file.
///
/// Errors: a file that cannot be read or parsed, and comments that nobody agreed to lose.
fn canonical(path: &Path, drops_comments: bool) -> Result<Option<Change>, Diagnostic> {
    let here = std::env::current_dir().ok();
    let shown = here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path);
    let name = shown.to_string_lossy().into_owned();
    let old = String::from_utf8(files::read(path, &name)?).map_err(|_| {
        Diagnostic::new(Code::MalformedInput, "the file is not UTF-8").in_file(name.as_str())
    })?;
    let source = SourceFile::new(name.as_str(), old.as_str());
    let new = print::file(&parse::file(&source, parse::Role::of_path(&name))?);
    if new == old {
        return Ok(None);
    }
    if !drops_comments && let Some(comment) = lex::first_comment(&source)? {
        let fault = source.error(Code::Usage, comment, "formatting would lose this comment");
        return Err(fault.note(
            "the file is left as it is; move the words into its specification, or pass \
             `--drop-comments`",
        ));
    }
    Ok(Some(Change { name, old, new }))
}

/// Lists the `.soil` files of the given paths, or of the root, sorted and each once.
fn sources(paths: Vec<PathBuf>) -> Result<BTreeSet<PathBuf>, Failure> {
    let paths = if paths.is_empty() { vec![root()?.path().to_path_buf()] } else { paths };
    let mut files = BTreeSet::new();
    for path in paths {
        if !path.is_dir() {
            files.insert(path);
            continue;
        }
        let scan = scan::scan(&path);
        if !scan.faults.is_empty() {
            return Err(Failure::from(scan.faults));
        }
        let soil = scan.files.into_iter().filter(|found| found.role == Role::Soil);
        files.extend(soil.map(|found| path.join(found.file())));
    }
    Ok(files)
}

fn root() -> Result<RootDir, Diagnostic> {
    let chosen = std::env::var_os("TRELLIS_ROOT").map(PathBuf::from);
    let here = std::env::current_dir().map_err(|fault| {
        Diagnostic::new(Code::Io, format!("the working directory is unreadable: {fault}"))
    })?;
    find::find(chosen.as_deref(), &here)
}

/// Locks every root that holds one of the files.
fn lock_roots(files: &BTreeSet<PathBuf>) -> Result<Vec<files::RootLock>, Diagnostic> {
    let folders = files.iter().filter_map(|file| file.parent()?.canonicalize().ok());
    let roots = folders.filter_map(|folder| find::find(None, &folder).ok());
    let roots = roots.map(|root| root.path().to_path_buf()).collect::<BTreeSet<_>>();
    roots.iter().map(|root| files::RootLock::take(root, Duration::from_secs(10))).collect()
}
