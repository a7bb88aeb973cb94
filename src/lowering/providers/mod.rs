//! Providers: whoever writes the Soil.
//!
//! A provider is given an [`Assignment`] and a [`Watch`], and drives one agent until it is done or
//! the watch cuts it short. It reports what happened and what was spent, and decides nothing: what
//! the job is worth is found out from the last good draft, whatever the agent claims, and even when
//! the provider failed.
//!
//! The agent CLIs share one engine ([`cli`]): a command line, an event reader, and the same rules
//! for caps, hangs, orphans and missing tools. Event shapes are pinned by recorded transcripts
//! under `tests/corpus/providers/`.

pub mod cli;
pub mod config;
pub mod preflight;
pub mod process;
pub mod prompt;
pub mod scripted;
pub mod watch;

mod acp;
mod claude_code;
mod codex;
mod gemini;
mod synth;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

use crate::contract::{Code, Diagnostic};
use crate::lowering::jail::Cell;
use crate::lowering::library::DefPath;
use config::{Kind, Settings};
use watch::{Cut, Watch};

/// One job, as its provider sees it.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The job's id.
    pub job: String,
    /// The definition to lower.
    pub def: DefPath,
    /// The root; only for playbooks that edit specifications in tests.
    pub root: PathBuf,
    /// The job's folder; what the agent prints is kept in it.
    pub folder: PathBuf,
    /// Where the agent runs.
    pub cell: Cell,
    /// What the user configured.
    pub settings: Settings,
}

impl Assignment {
    /// Returns the command that the agent starts as its MCP server, as it lies in the cell.
    pub fn server(&self) -> (PathBuf, Vec<String>) {
        let socket = self.cell.socket_inside().to_string_lossy().into_owned();
        let args = ["_mcp", "--job", &self.job, "--socket", &socket].map(str::to_owned);
        (self.cell.trellis_inside(), args.into())
    }
}

/// How an agent's run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It said that it was done.
    Finished,
    /// It was stopped.
    Cut(Cut),
    /// It failed: could not be started, reported an error, or never got its tools.
    Failed(String),
}

impl End {
    /// Says how it ended, for readers of the log.
    pub fn says(&self) -> String {
        match self {
            End::Finished => "finished".to_owned(),
            End::Cut(Cut::Cancelled) => "cancelled".to_owned(),
            End::Cut(Cut::Closed) => "ended by the job".to_owned(),
            End::Cut(Cut::Cap(cap)) => format!("cut short: {cap:?}").to_lowercase(),
            End::Failed(why) => format!("failed: {why}"),
        }
    }
}

/// What a provider reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How it ended.
    pub end: End,
    /// What a reader should know besides, such as tool calls that the agent's own client refused.
    pub notes: Vec<String>,
}

impl Report {
    /// Reports a failure without notes.
    pub fn failed(why: impl Into<String>) -> Report {
        Report { end: End::Failed(why.into()), notes: Vec::new() }
    }

    /// Returns the diagnostic of an end that is not a good one.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        let mut found = match &self.end {
            End::Finished | End::Cut(Cut::Closed) => return None,
            End::Cut(Cut::Cancelled) => Diagnostic::new(Code::JobEnded, "the job was cancelled"),
            End::Cut(Cut::Cap(cap)) => Diagnostic::new(Code::JobCapExceeded, cap.to_string())
                .note("caps are set in your providers.toml"),
            End::Failed(why) => Diagnostic::new(Code::JobProviderError, why.clone()),
        };
        for note in &self.notes {
            found = found.note(note.clone());
        }
        Some(found)
    }
}

/// Runs one agent to its end. Blocks; never panics on what the agent says.
pub fn run(assignment: &Assignment, watch: &Watch) -> Report {
    match assignment.settings.kind {
        Kind::Scripted => scripted::run(assignment, watch),
        Kind::ClaudeCode => cli::run(&claude_code::ClaudeCode, assignment, watch),
        Kind::Codex => cli::run(&codex::Codex, assignment, watch),
        Kind::Gemini => cli::run(&gemini::Gemini, assignment, watch),
        Kind::Acp => acp::run(assignment, watch),
        Kind::Synth => synth::run(assignment, watch),
    }
}

/// Builds the command of a program of our own, which runs as we do: an agent's would run in the
/// cell. `name` is that of an internal command that takes a job and its socket.
fn own(assignment: &Assignment, name: &str) -> Command {
    let trellis = &assignment.cell.trellis;
    let mut command = Command::new(trellis);
    command.args(["_confine", "--open", "--"]).arg(trellis);
    command.args([name, "--job", &assignment.job, "--socket"]).arg(&assignment.cell.socket);
    command.envs(environment(assignment));
    command
}

/// The environment that every agent gets besides what its settings let through.
fn environment(assignment: &Assignment) -> Vec<(OsString, OsString)> {
    let mut env: Vec<(OsString, OsString)> = [("LANG", "C.UTF-8"), ("TERM", "dumb"), ("CI", "1")]
        .map(|(name, value)| (name.into(), value.into()))
        .into();
    env.push((process::MARK.into(), assignment.job.clone().into()));
    for name in &assignment.settings.pass_env {
        env.extend(std::env::var_os(name).map(|value| (OsString::from(name), value)));
    }
    env
}
