//! `trellis repl`: call definitions line by line.
//!
//! A line is `DEF JSON…`, as for `trellis call`, or a command that starts with `:`. No line depends
//! on an earlier one, except that `:keep` speaks of the last call.

use std::path::PathBuf;

use clap::{ArgMatches, Command};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Config, Editor};

use super::{Entry, Outcome, Output};
use crate::cli::call::{signature, with_signature};
use crate::cli::test::root;
use crate::contract::{Code, Diagnostic};
use crate::root::Snapshot;
use crate::verify::call::Callable;

mod keep;
mod line;

/// The command's row.
pub const ENTRY: Entry = Entry { name: "repl", arguments, run };

const HELP: &str = "\
DEF JSON…          call a definition:  clamp 0 10 99
:type DEF          its signature
:spec DEF          its specification
:keep [BLOCK]      add the last call to its .tr as an expect case, in `test BLOCK`
:reload            read the root again (done by itself before each call)
:help  :quit
";

fn arguments(command: Command) -> Command {
    command.about("Call definitions line by line").after_help(HELP)
}

/// A call that went well: what `:keep` writes down.
struct LastCall {
    path: String,
    arguments: Vec<String>,
    result: String,
}

fn run(_: &ArgMatches, output: &mut Output) -> Outcome {
    let root = root()?;
    output.set_base(root.path());
    let mut session = Session { snapshot: Snapshot::load(&root)?, last: None };
    let failed = |error: ReadlineError| {
        Diagnostic::new(Code::Io, format!("the terminal cannot be used: {error}"))
    };
    let config = Config::builder().auto_add_history(true).build();
    let mut editor: Editor<line::Reader, DefaultHistory> =
        Editor::with_config(config).map_err(failed)?;
    editor.set_helper(Some(line::Reader::new(names(&session.snapshot))));
    let history = history();
    if let Some(history) = &history {
        // There is none the first time.
        let _ = editor.load_history(history);
    }
    loop {
        match editor.readline("soil> ") {
            Ok(text) if matches!(text.trim(), ":quit" | ":q") => break,
            Ok(text) => {
                if let Err(faults) = session.answer(text.trim(), output) {
                    output.report(&faults);
                }
                if let Some(reader) = editor.helper_mut() {
                    reader.set_names(names(&session.snapshot));
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(failed(error).into()),
        }
    }
    if let Some(history) = &history {
        if let Some(folder) = history.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        // A history that cannot be kept is no reason to fail.
        let _ = editor.save_history(history);
    }
    Ok(0)
}

fn history() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    Some(state.or_else(home)?.join("trellis/history"))
}

fn names(snapshot: &Snapshot) -> Vec<String> {
    let mut names = Vec::new();
    for path in snapshot.paths().filter(|path| snapshot.id(path).is_some()) {
        names.push(path.to_string());
        names.extend(snapshot.spec(path).map(|spec| spec.name.to_string()));
    }
    names.sort();
    names.dedup();
    names
}

struct Session {
    snapshot: Snapshot,
    last: Option<LastCall>,
}

impl Session {
    fn answer(&mut self, text: &str, output: &mut Output) -> Result<(), Vec<Diagnostic>> {
        if text.is_empty() {
            return Ok(());
        }
        self.snapshot = self.snapshot.reload()?;
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            ":help" | ":h" => output.text(HELP),
            ":reload" => output.text("read again\n"),
            ":type" => {
                let path = self.snapshot.resolve(rest.trim()).map_err(one)?;
                let signature = signature(&self.snapshot, &path);
                output.raw(&format!("{}\n", signature.unwrap_or_else(|| "no signature".into())));
            }
            ":spec" => {
                let path = self.snapshot.resolve(rest.trim()).map_err(one)?;
                let spec = self.snapshot.spec(&path);
                output.raw(spec.map_or("no valid specification\n", |spec| spec.source.text()));
            }
            ":keep" => {
                let Some(last) = &self.last else {
                    let fault = Diagnostic::new(Code::Usage, "no call to keep yet");
                    return Err(one(fault.note("call a definition first, then `:keep`")));
                };
                let block = keep::keep(&self.snapshot, last, rest.trim()).map_err(one)?;
                output.text(&format!("added to `test {block}` of {}.tr\n", last.path));
            }
            command if command.starts_with(':') => {
                let fault = Diagnostic::new(Code::Usage, format!("no command `{command}`"));
                return Err(one(fault.note("`:help` lists them")));
            }
            name => self.call(name, rest, output)?,
        }
        Ok(())
    }

    fn call(&mut self, name: &str, rest: &str, output: &mut Output) -> Result<(), Vec<Diagnostic>> {
        let path = self.snapshot.resolve(name).map_err(one)?;
        let callable = Callable::new(&self.snapshot, &path)?;
        let arguments = line::values(rest).map_err(one)?;
        let result = callable.call(&arguments).map_err(|fault| {
            one(match fault.code {
                Code::Usage => with_signature(&self.snapshot, &path, fault),
                _ => fault,
            })
        })?;
        output.raw(&format!("{result}\n"));
        self.last = Some(LastCall { path: path.to_string(), arguments, result });
        Ok(())
    }
}

fn one(fault: Diagnostic) -> Vec<Diagnostic> {
    vec![fault]
}
