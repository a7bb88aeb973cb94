//! The command line: one file a command, one table of them, one way out.
//!
//! Comes in: arguments. Goes out: text for people or one JSON document for programs, and an exit
//! status. A command decides nothing; it asks the rooms and shows what they say.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command};

use crate::contract::{Code, Diagnostic};
use crate::lowering::skill::hash as skill_hash;
use crate::root::pin;

pub mod failure;
pub mod output;
pub mod render;
pub mod suggest;

mod answer;
mod call;
mod cancel;
mod check;
mod completions;
mod context;
mod contract;
mod daemon;
mod decisions;
mod demo;
mod doctor;
mod explain;
mod fmt;
mod hash;
mod init;
mod internal;
mod jobs;
mod log;
mod lower;
mod man;
mod manifest;
mod marks;
mod mcp_config;
mod new;
mod providers;
mod questions;
mod queue;
mod refresh;
mod repl;
mod reserved;
mod rooted;
mod service;
mod skill;
mod spec;
mod status;
mod test;
mod toolchain;
mod version;

pub use failure::{Failure, status};
pub use output::Output;

/// What a command returns: its exit status, or why it failed.
pub type Outcome = Result<u8, Failure>;

/// A row of the command table.
pub struct Entry {
    /// The word on the command line.
    pub name: &'static str,
    /// Describes arguments and help; the name and `--json` are added for it.
    pub arguments: fn(Command) -> Command,
    /// Runs the command.
    pub run: fn(&ArgMatches, &mut Output) -> Outcome,
}

/// The commands, in the order of `trellis help`.
pub const COMMANDS: &[Entry] = &[
    marks::ACCEPT,
    answer::ENTRY,
    call::ENTRY,
    cancel::ENTRY,
    check::ENTRY,
    completions::ENTRY,
    context::ENTRY,
    contract::ENTRY,
    daemon::ENTRY,
    decisions::ENTRY,
    demo::ENTRY,
    doctor::ENTRY,
    explain::ENTRY,
    fmt::ENTRY,
    hash::ENTRY,
    init::ENTRY,
    jobs::ENTRY,
    log::ENTRY,
    lower::ENTRY,
    man::ENTRY,
    manifest::ENTRY,
    mcp_config::ENTRY,
    new::ENTRY,
    marks::PIN,
    providers::ENTRY,
    questions::ENTRY,
    queue::ENTRY,
    refresh::ENTRY,
    repl::ENTRY,
    reserved::BIND,
    reserved::BUILD,
    reserved::DERIVE,
    reserved::MUTANTS,
    reserved::RUN,
    marks::REVIEW,
    skill::ENTRY,
    spec::ENTRY,
    status::ENTRY,
    test::ENTRY,
    toolchain::ENTRY,
];

/// Runs `trellis` with these arguments, the program's name first.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    pin::embed_skill(skill_hash);
    if let Some(code) = internal::run(&args) {
        return code;
    }
    let json = args.iter().take_while(|arg| *arg != "--").any(|arg| arg == "--json");
    let mut output = Output::for_terminal(json);
    let outcome = match parser().try_get_matches_from(&args) {
        Ok(matches) => run(&matches, &mut output),
        Err(error) => misuse(&error, &mut output),
    };
    let status = match outcome {
        Ok(status) => status,
        Err(failure) => output.fail(&failure),
    };
    ExitCode::from(output.finish(status))
}

/// Returns the whole command line as clap sees it.
pub fn parser() -> Command {
    let mut parser = Command::new("trellis")
        .about("People own specifications, agents write the code, the daemon decides what is green")
        .arg(
            Arg::new("version")
                .long("version")
                .short('V')
                .action(ArgAction::SetTrue)
                .help("Print the versions of the program and of its contract"),
        )
        .arg(
            Arg::new("json")
                .long("json")
                .global(true)
                .action(ArgAction::SetTrue)
                .help("Print one JSON document instead of text"),
        )
        .arg(
            Arg::new("color")
                .long("color")
                .global(true)
                .value_name("WHEN")
                .value_parser(["auto", "always", "never"])
                .help("Colour the text: auto, always or never [default: auto]"),
        )
        .disable_version_flag(true)
        .max_term_width(100);
    for entry in COMMANDS {
        parser = parser.subcommand((entry.arguments)(Command::new(entry.name)));
    }
    parser
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    if let Some((name, inner)) = matches.subcommand() {
        if let Some(when) = inner.get_one::<String>("color") {
            output.colour(when);
        }
        let entry = COMMANDS.iter().find(|entry| entry.name == name);
        return match entry {
            Some(entry) => (entry.run)(inner, output),
            None => Err(Diagnostic::new(Code::Usage, format!("unknown command `{name}`")).into()),
        };
    }
    if matches.get_flag("version") {
        return version::print(output);
    }
    if output.is_json() {
        let diagnostic = Diagnostic::new(Code::Usage, "no command given");
        return Err(diagnostic.note("run `trellis --help` for the list").into());
    }
    output.help(&parser().render_long_help());
    Ok(2)
}

/// Turns what clap says into our own words and status; help is a success.
fn misuse(error: &clap::Error, output: &mut Output) -> Outcome {
    if !error.use_stderr() {
        output.help(&error.render());
        return Ok(0);
    }
    let text = error.render().to_string();
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let message = first.strip_prefix("error: ").unwrap_or(first);
    let mut diagnostic = Diagnostic::new(Code::Usage, message);
    for line in lines.filter(|line| !line.starts_with("For more information")) {
        diagnostic = diagnostic.note(line.strip_prefix("tip: ").unwrap_or(line));
    }
    Err(diagnostic.into())
}
