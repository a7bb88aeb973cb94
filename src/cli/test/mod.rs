//! `trellis test [DEF…]`: run what specifications claim, record what came of it.
//!
//! Spec: `tr-grammar#3`, `lock-schema#5`, `lock-schema#8`.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use super::{Entry, Failure, Outcome, Output};
use crate::contract::{Code, Diagnostic};
use crate::root::files::RootLock;
use crate::root::find::{self, RootDir};
use crate::root::{Snapshot, change, pin};
use crate::spec::Kind;
use crate::verify::cache::Cache;
use crate::verify::cram::Surroundings;
use crate::verify::findings::Findings;
use crate::verify::record;
use crate::verify::run::{Options, Times};
use crate::verify::whole::{Request, Verified, verify};

mod documents;
mod human;
mod junit;
mod progress;
mod sarif;
mod watch;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "test", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Run the tests of specifications and record the results")
        .long_about(
            "Run the tests of specifications and record the results.\n\n\
             Without names, every function that has Soil is tested. What did not change since it \
             was last green is not run again. Cram blocks run with the real world in reach.",
        )
        .arg(
            Arg::new("def")
                .value_name("DEF")
                .action(ArgAction::Append)
                .help("Paths or bare names of definitions"),
        )
        .arg(
            Arg::new("all")
                .long("all")
                .visible_alias("no-cache")
                .action(ArgAction::SetTrue)
                .help("Run everything, and fail when an earlier result turns out otherwise"),
        )
        .arg(
            Arg::new("junit")
                .long("junit")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Also write the results as JUnit XML"),
        )
        .arg(
            Arg::new("format")
                .long("format")
                .value_name("FORMAT")
                .value_parser(["text", "json", "junit", "sarif"])
                .help(
                    "How to print: text, json (as --json), junit (JUnit XML) or sarif (SARIF \
                     2.1.0) [default: text]",
                ),
        )
        .arg(
            Arg::new("watch")
                .long("watch")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["junit", "format"])
                .help("Run again whenever a file of the root changes, until interrupted"),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let root = root()?;
    output.set_base(root.path());
    let names = matches.get_many::<String>("def").unwrap_or_default().cloned().collect::<Vec<_>>();
    let snapshot = Snapshot::load(&root)?;
    pin::check(snapshot.config())?;
    let runs_all = matches.get_flag("all");
    let form = match matches.get_one::<String>("format").map(String::as_str) {
        Some("junit") => Form::Junit,
        Some("sarif") => Form::Sarif,
        Some("json") => {
            output.set_json();
            Form::Handle
        }
        _ => Form::Handle,
    };
    let session = run_once(&snapshot, &names, runs_all, form, output)?;
    if let Some(path) = matches.get_one::<PathBuf>("junit") {
        fs::write(path, junit::render(&session.verified)).map_err(|error| {
            let message = format!("{} cannot be written: {error}", path.display());
            Diagnostic::new(Code::Io, message)
        })?;
    }
    if matches.get_flag("watch") {
        return watch::watch(&root, snapshot, &names, output);
    }
    Ok(session.status())
}

/// Finds the root that the command works on.
pub fn root() -> Result<RootDir, Failure> {
    let chosen = std::env::var_os("TRELLIS_ROOT").map(PathBuf::from);
    let here = std::env::current_dir().map_err(|error| {
        Diagnostic::new(Code::Io, format!("the current folder cannot be read: {error}"))
    })?;
    Ok(find::find(chosen.as_deref(), &here)?)
}

/// How results are printed.
#[derive(Clone, Copy)]
enum Form {
    /// As the output handle says: for people, or as a document.
    Handle,
    /// JUnit XML.
    Junit,
    /// SARIF 2.1.0.
    Sarif,
}

/// What one pass came to.
struct Session {
    verified: Vec<Verified>,
    /// Results that an earlier run had otherwise, and locks that could not be written.
    faults: Vec<Diagnostic>,
}

impl Session {
    fn status(&self) -> u8 {
        let is_green = self.verified.iter().all(Verified::is_green) && self.faults.is_empty();
        u8::from(!is_green)
    }
}

/// Verifies, shows and records once.
fn run_once(
    snapshot: &Snapshot,
    names: &[String],
    runs_all: bool,
    form: Form,
    output: &mut Output,
) -> Result<Session, Failure> {
    let start = Instant::now();
    let paths = wanted(snapshot, names)?;
    let mut cache = Cache::load(snapshot);
    let around = Surroundings { root: snapshot.root().path().to_owned(), binaries: binaries() };
    let progress = progress::Progress::new(output.is_json());
    let options = Options {
        around: &around,
        times: Times::SPECIFIED,
        shrinks: true,
        stop: Arc::default(),
        on_progress: &|now| progress.show(&now),
    };
    let reused = (!runs_all).then_some(&cache);
    let request = Request { paths, with_real: true, cache: reused };
    let verified = verify(snapshot, &request, &options);
    progress.clear();

    let mut faults = Vec::new();
    if runs_all {
        faults.extend(verified.iter().filter_map(|one| contradiction(&cache, one)));
    }
    let notes = record_all(snapshot, &verified, &mut faults);
    let mut findings = Findings::load(snapshot.root().path());
    for one in &verified {
        cache.put(one);
        findings.put(snapshot, one);
    }
    // Both files are disposable: a root that cannot be written has said so above already.
    let _ = cache.store(snapshot);
    let _ = findings.store(snapshot);

    let session = Session { verified, faults };
    match form {
        Form::Junit => output.raw(&junit::render(&session.verified)),
        Form::Sarif => output.raw(&sarif::render(snapshot, &session, output.base())),
        Form::Handle if output.is_json() => {
            output.document(&documents::report(&session.verified));
        }
        Form::Handle => human::show(&session.verified, &notes, start.elapsed(), output),
    }
    if !session.faults.is_empty() {
        output.fail(&Failure { diagnostics: session.faults.clone() });
    }
    Ok(session)
}

/// Lists the definitions to verify: the named ones, or every function with Soil and every type
/// with invariants.
fn wanted(snapshot: &Snapshot, names: &[String]) -> Result<Vec<Arc<str>>, Failure> {
    if names.is_empty() {
        let has_claims = |path: &&Arc<str>| match snapshot.spec(path) {
            Some(spec) => match spec.kind {
                Kind::Function => snapshot.soil(path).is_some(),
                Kind::Type => !spec.invariants().is_empty(),
                Kind::Module | Kind::Project => false,
            },
            // A broken specification is reported rather than passed over.
            None => !snapshot.faults_of(path).is_empty(),
        };
        return Ok(snapshot.paths().filter(has_claims).cloned().collect());
    }
    let mut faults = Vec::new();
    let mut paths = Vec::new();
    for name in names {
        match snapshot.resolve(name) {
            Err(fault) => faults.push(fault),
            Ok(path) => {
                let spec = snapshot.spec(&path);
                let is_function = spec.is_some_and(|spec| spec.kind == Kind::Function);
                if is_function && snapshot.soil(&path).is_none() {
                    let message = format!("`{path}` has no Soil yet");
                    let fault =
                        Diagnostic::new(Code::NoDraft, message).in_file(format!("{path}.tr"));
                    faults
                        .push(fault.note(format!("`trellis lower {path}` lets an agent write it")));
                }
                paths.push(path);
            }
        }
    }
    if faults.is_empty() { Ok(paths) } else { Err(faults.into()) }
}

/// Returns the folder of this program, which cram sessions find first.
fn binaries() -> Option<PathBuf> {
    let program = match std::env::var_os("TRELLIS_BIN") {
        Some(chosen) => PathBuf::from(chosen),
        None => std::env::current_exe().ok()?,
    };
    if program.is_dir() { Some(program) } else { program.parent().map(PathBuf::from) }
}

/// Says what differs from the kept result of the same key.
fn contradiction(cache: &Cache, verified: &Verified) -> Option<Diagnostic> {
    let known = cache.find(&verified.report.path, verified.key?)?;
    let differs = known
        .rows
        .iter()
        .zip(&verified.report.rows)
        .find(|(old, new)| old.head != new.head || old.outcome != new.outcome);
    if differs.is_none() && known.rows.len() == verified.report.rows.len() {
        return None;
    }
    let row = differs.map_or("the rows", |(old, _)| &old.head.name);
    let path = &verified.report.path;
    let message =
        format!("`{row}` of `{path}` came out otherwise than before, with nothing changed");
    let fault = Diagnostic::new(Code::Internal, message).in_file(format!("{path}.tr"));
    Some(fault.note("results must depend on the root alone; please report how to repeat this"))
}

/// Writes the locks that say something new; returns a remark for each that people should know of.
fn record_all(
    snapshot: &Snapshot,
    verified: &[Verified],
    faults: &mut Vec<Diagnostic>,
) -> Vec<String> {
    let mut notes = Vec::new();
    let mut stamped = Vec::new();
    for one in verified {
        let path = &one.report.path;
        let Some(spec) = snapshot.spec(path).filter(|spec| spec.kind == Kind::Function) else {
            continue;
        };
        // With static faults nothing ran, so there is nothing new to record.
        if !snapshot.faults_of(path).is_empty() {
            continue;
        }
        let (lock, changes) = record::stamp(snapshot, spec, one);
        if snapshot.lock(path).is_some_and(|known| **known == lock) {
            continue;
        }
        if changes.revoked {
            notes.push(format!("{path}: no longer accepted, since its claims changed or fail"));
        }
        if changes.adopted {
            notes.push(format!("{path}: its Soil is now recorded as human-verified"));
        }
        stamped.push((path, lock));
    }
    // A run before may have ended between the locks and the manifest.
    if stamped.is_empty() && !change::is_manifest_stale(snapshot) {
        return notes;
    }
    let root = snapshot.root();
    let _held = match RootLock::take(root.path(), change::PATIENCE) {
        Ok(held) => held,
        Err(fault) => {
            faults.push(fault);
            return notes;
        }
    };
    for (path, lock) in stamped {
        if let Err(fault) = change::put(snapshot, path, &lock) {
            faults.push(fault);
        }
    }
    match snapshot.reload() {
        Ok(now) => {
            if let Err(fault) = change::write_manifest(&now) {
                faults.push(fault);
            }
        }
        Err(found) => faults.extend(found),
    }
    notes
}
