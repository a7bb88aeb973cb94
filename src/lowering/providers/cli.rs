//! The engine of all agent CLIs: start, read events, keep the rules.
//!
//! | Fault of a CLI | What is done |
//! |---|---|
//! | success with an error flag | the flag counts: failed |
//! | no exit after it said it was done | three seconds, then killed; still finished |
//! | leaves in silence, without a last event | failed |
//! | its tools are not exactly our seven | killed at once: failed |
//! | its client refused calls of our tools | noted with the setting that causes it |
//! | leaves children behind | killed with it |
//! | lines of unknown kinds, or no JSON | kept in the job's `provider.out`, otherwise ignored |

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::process::{self, Flow};
use super::watch::{Cut, Watch};
use super::{Assignment, End, Report, environment, prompt};
use crate::contract::tools::Tool;

/// What distinguishes one CLI from another.
pub(super) trait Cli {
    /// Returns the arguments, and writes what files they refer to into the scratch folder or home.
    ///
    /// # Errors
    /// Fails when a file cannot be written.
    fn prepare(&self, assignment: &Assignment, prompt: &str) -> std::io::Result<Vec<OsString>>;

    /// Reads one event.
    fn read(&self, event: &Value) -> Vec<Seen>;

    /// Names the setting that makes this CLI refuse calls of our tools.
    fn refusal_hint(&self) -> &'static str;
}

/// What an event says.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Seen {
    /// The provider's session id.
    Session(String),
    /// The model's name.
    Model(String),
    /// All tools that the model is offered, by their names without the server's prefix when ours.
    Tools(Vec<String>),
    /// One more turn began.
    Turn,
    /// The number of turns in all.
    Turns(u64),
    /// Tokens of one step, to be added.
    Tokens(u64, u64),
    /// Tokens in all.
    TokensTotal(u64, u64),
    /// Dollars in all.
    Cost(f64),
    /// The CLI itself refused or cancelled a call of one of our tools.
    Refused(String),
    /// A fault that does not end the run.
    Trouble(String),
    /// The last event: nothing, or what went wrong.
    Done(Option<String>),
}

/// Runs one agent CLI.
pub(super) fn run(cli: &dyn Cli, assignment: &Assignment, watch: &Watch) -> Report {
    let settings = &assignment.settings;
    let Some(program) = settings.program() else {
        return Report::failed(format!("`{}` is not installed", settings.command));
    };
    let mut assignment = assignment.clone();
    assignment.cell.env.extend(environment(&assignment));
    assignment.cell.read_only.extend(installation(&program));
    assignment.cell.read_only.extend(settings.read_only.iter().cloned());
    let prompt = prompt::prompt(&assignment.def, assignment.cell.skill_inside().as_deref());
    let mut args = match cli.prepare(&assignment, &prompt) {
        Ok(args) => args,
        Err(error) => return Report::failed(format!("preparing the agent's files: {error}")),
    };
    args.extend(settings.args.iter().map(OsString::from));
    let mut story = Story::default();
    let mut command = assignment.cell.command(&program, &args);
    let keep = assignment.folder.join("provider.out");
    let mut each = |line: &str, _: &mut dyn Write| {
        let Ok(event) = serde_json::from_str::<Value>(line) else { return Flow::Go };
        cli.read(&event).into_iter().fold(Flow::Go, |flow, seen| match story.take(seen, watch) {
            Flow::Go => flow,
            other => other,
        })
    };
    let ended = process::run(&mut command, &assignment.job, &keep, watch, "", &mut each);
    let ended = match ended {
        Ok(ended) => ended,
        Err(error) => return Report::failed(format!("{}: {error}", program.display())),
    };
    let end = story.end(&ended, watch);
    let mut notes = story.notes;
    if story.n_refused > 0 {
        notes.push(format!(
            "the agent's own client refused {} calls; {}",
            story.n_refused,
            cli.refusal_hint()
        ));
    }
    if matches!(end, End::Failed(_)) && !ended.complaint.is_empty() {
        let last: Vec<&str> = ended.complaint.lines().rev().take(5).collect();
        notes.extend(last.into_iter().rev().map(str::to_owned));
    }
    Report { end, notes }
}

/// What is known of a run so far.
#[derive(Default)]
struct Story {
    done: Option<Option<String>>,
    wrong_tools: Option<String>,
    n_refused: u64,
    notes: Vec<String>,
}

impl Story {
    fn take(&mut self, seen: Seen, watch: &Watch) -> Flow {
        match seen {
            Seen::Session(id) => watch.report(|spend| spend.session = Some(id)),
            Seen::Model(name) => watch.report(|spend| spend.model = Some(name)),
            Seen::Turn => watch.report(|spend| spend.turns += 1),
            Seen::Turns(n) => watch.report(|spend| spend.turns = spend.turns.max(n)),
            Seen::Tokens(n_in, n_out) => watch.report(|spend| {
                spend.tokens_in += n_in;
                spend.tokens_out += n_out;
            }),
            Seen::TokensTotal(n_in, n_out) => watch.report(|spend| {
                spend.tokens_in = n_in;
                spend.tokens_out = n_out;
            }),
            Seen::Cost(dollars) => watch.report(|spend| spend.cost_usd = dollars),
            Seen::Refused(why) => {
                self.n_refused += 1;
                self.note(why);
            }
            Seen::Trouble(what) => self.note(what),
            Seen::Tools(names) => {
                if let Some(fault) = tools_fault(&names) {
                    self.wrong_tools = Some(fault);
                    return Flow::Kill;
                }
            }
            Seen::Done(fault) => {
                self.done.get_or_insert(fault);
                return Flow::Done;
            }
        }
        Flow::Go
    }

    fn note(&mut self, text: String) {
        // An agent in a loop would otherwise fill our memory with the same trouble.
        if self.notes.len() < 8 && !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }

    fn end(&self, ended: &process::Ended, watch: &Watch) -> End {
        if let Some(fault) = &self.wrong_tools {
            return End::Failed(fault.clone());
        }
        // A question or a moved input ends the run from our side, whatever the agent still said.
        let cut = ended.cut.or_else(|| watch.cut());
        if let Some(cut @ (Cut::Closed | Cut::Cancelled)) = cut {
            return End::Cut(cut);
        }
        match (&self.done, cut) {
            (_, Some(cut)) => End::Cut(cut),
            (Some(Some(fault)), _) => End::Failed(fault.clone()),
            (Some(None), _) if watch.n_calls() == 0 => {
                let why = match watch.has_listed() {
                    true => "the agent finished without calling a tool",
                    false => "the agent finished without ever asking for its tools",
                };
                End::Failed(why.to_owned())
            }
            (Some(None), _) => End::Finished,
            (None, _) => End::Failed(match ended.status {
                Some(status) => format!("the agent left without a result ({status})"),
                None => "the agent closed its output without a result".to_owned(),
            }),
        }
    }
}

/// Says what is wrong with the tools that an agent is offered, if they are not exactly ours.
fn tools_fault(names: &[String]) -> Option<String> {
    let is_ours = |name: &String| Tool::parse(name).is_some();
    let missing: Vec<&str> = Tool::ALL
        .iter()
        .map(|tool| tool.as_str())
        .filter(|name| !names.iter().any(|offered| offered == name))
        .collect();
    let foreign: Vec<&str> =
        names.iter().filter(|name| !is_ours(name)).map(String::as_str).collect();
    if !missing.is_empty() {
        return Some(format!("the agent does not see {}", missing.join(", ")));
    }
    (!foreign.is_empty()).then(|| format!("the agent sees other tools too: {}", foreign.join(", ")))
}

/// Returns the folders that a program needs to run: its own and, for a script of a package
/// manager, the package's and its runner's.
pub(super) fn installation(program: &Path) -> Vec<PathBuf> {
    let mut shown = vec![program.to_owned()];
    let real = std::fs::canonicalize(program).unwrap_or_else(|_| program.to_owned());
    let package = real
        .ancestors()
        .skip(1)
        .find(|dir| dir.file_name().is_some_and(|name| name == "node_modules"));
    match package {
        Some(modules) => {
            shown.push(modules.to_owned());
            // `npm` links a command from the folder beside, which must be a link inside as well.
            shown.extend(program.parent().map(Path::to_owned));
        }
        None => shown.extend(real.parent().map(Path::to_owned)),
    }
    let search = crate::lowering::jail::search_path();
    let node =
        std::env::split_paths(&search).map(|dir| dir.join("node")).find(|path| path.is_file());
    if package.is_some()
        && let Some(node) = node
    {
        shown.extend(std::fs::canonicalize(&node).ok());
        shown.push(node);
    }
    shown.retain(|path| !path.starts_with("/usr") && path.exists());
    shown.dedup();
    shown
}

/// Reads a whole number from an event; 0 when it is not there.
pub(super) fn number(event: &Value, pointer: &str) -> u64 {
    event.pointer(pointer).and_then(Value::as_u64).unwrap_or(0)
}

/// Reads a text from an event.
pub(super) fn text<'a>(event: &'a Value, pointer: &str) -> Option<&'a str> {
    event.pointer(pointer).and_then(Value::as_str)
}
