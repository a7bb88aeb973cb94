//! `trellis doctor`: what this machine has, what it lacks, and how to get it.
//!
//! Each check tries the thing for real: a jail is built, a socket is bound. Nothing is changed, and
//! no agent is started; `trellis providers` does that.

use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command as Process, Stdio};

use anstyle::{AnsiColor, Style};
use clap::{ArgMatches, Command};

use super::render::wrap;
use super::{Entry, Outcome, Output, rooted, service};
use crate::contract::documents::{Doctor, DoctorCheck, DoctorState};
use crate::daemon::paths;
use crate::lowering::jail::Strength;
use crate::lowering::jail::probe::{Probed, probe};
use crate::lowering::providers::config::{self, Config, Kind, Settings};
use crate::root::{pin, read_config};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "doctor", arguments, run };

fn arguments(command: Command) -> Command {
    command.about("Say what this machine has, what it lacks and how to get it").long_about(
        "Say what this machine has, what it lacks and how to get it\n\nTries each thing for real \
         and changes nothing. The exit status is 2 when something that lowering needs is missing; \
         what only some specifications need does not count.",
    )
}

fn run(_: &ArgMatches, output: &mut Output) -> Outcome {
    let mut checks = vec![
        present("trellis", format!("{}, Soil {}", pin::TRELLIS, pin::SOIL)),
        root(output),
        tool("git", "keeps specifications, Soil and locks together", "install git"),
        tool(
            "python3",
            "runs reference functions of specifications",
            "install python3 (3.9 or later), for example `apt install python3`",
        ),
        sockets(),
    ];
    let probed = probe(&service::program()?);
    let config = Config::load(&config::path());
    let floor = config.as_ref().map_or(Strength::Bubblewrap, |config| config.jail);
    checks.push(landlock(&probed));
    checks.push(bubblewrap(&probed, floor));
    match &config {
        Ok(config) => providers(config, &mut checks),
        Err(fault) => checks.push(missing(
            "providers",
            fault.message.clone(),
            format!("mend {}", config::path().display()),
        )),
    }
    checks.push(terminal(output));
    let status = if checks.iter().any(|check| check.state == DoctorState::Missing) { 2 } else { 0 };
    if output.is_json() {
        output.document(&Doctor { checks });
    } else {
        let text = shown(&checks, output.width());
        output.text(&text);
    }
    Ok(status)
}

fn present(name: &str, found: String) -> DoctorCheck {
    DoctorCheck { name: name.to_owned(), state: DoctorState::Present, found, advice: None }
}

fn absent(name: &str, found: impl Into<String>, advice: impl Into<String>) -> DoctorCheck {
    let advice = Some(advice.into());
    DoctorCheck { name: name.to_owned(), state: DoctorState::Absent, found: found.into(), advice }
}

fn missing(name: &str, found: impl Into<String>, advice: impl Into<String>) -> DoctorCheck {
    DoctorCheck { state: DoctorState::Missing, ..absent(name, found, advice) }
}

fn root(output: &mut Output) -> DoctorCheck {
    let Ok(root) = rooted::find(output) else {
        let advice = "`trellis init DIR` makes a root; commands look for `soil.toml` upwards";
        return absent("root", "none around the working directory", advice);
    };
    let pinned =
        read_config(&root).and_then(|config| pin::check(&config).map_err(|fault| vec![fault]));
    match pinned.map_err(|faults| faults.into_iter().next()) {
        Ok(()) => present("root", root.path().display().to_string()),
        Err(None) => missing("root", "it cannot be read", "`trellis check` says more"),
        Err(Some(fault)) => {
            let advice = fault.notes.first().map(|note| note.message.clone());
            let advice = advice.unwrap_or_else(|| "`trellis check` says more".to_owned());
            missing("root", fault.message, advice)
        }
    }
}

/// Asks a program for its version, in one line.
fn version(program: &Path) -> Option<String> {
    let asked = Process::new(program).arg("--version").stdin(Stdio::null()).output().ok()?;
    let said = String::from_utf8_lossy(&asked.stdout);
    let line = said.lines().next().unwrap_or_default().trim().to_owned();
    asked.status.success().then_some(line)
}

fn tool(name: &str, purpose: &str, advice: &str) -> DoctorCheck {
    match version(Path::new(name)) {
        Some(version) => present(name, version),
        None => absent(name, format!("not found; it {purpose}"), advice),
    }
}

/// Binds a socket in the folder that the daemon uses, or in the nearest one above that exists.
fn sockets() -> DoctorCheck {
    const NAME: &str = "sockets";
    let folder = paths::runtime_dir();
    let advice = "set XDG_RUNTIME_DIR to a folder of your own with a short path";
    let above = folder.ancestors().find(|path| path.is_dir());
    let Some(above) = above else {
        return missing(NAME, format!("{} has no parent", folder.display()), advice);
    };
    // A socket's whole path is limited to 107 bytes; `job-<id>.sock` is the longest name.
    const LONGEST_NAME: usize = 32;
    if folder.as_os_str().len() + 1 + LONGEST_NAME > 107 {
        return missing(NAME, format!("{} is too long a path", folder.display()), advice);
    }
    let bound = tempfile::Builder::new()
        .prefix("trellis-doctor-")
        .tempdir_in(above)
        .and_then(|trial| UnixListener::bind(trial.path().join("s")));
    match bound {
        Ok(_) => present(NAME, folder.display().to_string()),
        Err(error) => missing(NAME, format!("{}: {error}", folder.display()), advice),
    }
}

fn landlock(probed: &Probed) -> DoctorCheck {
    match probed.landlock_abi {
        0 => absent(
            "landlock",
            "not in this kernel",
            "Linux 5.13 or later has it; bubblewrap alone still makes a jail",
        ),
        abi => present("landlock", format!("ABI {abi}")),
    }
}

fn bubblewrap(probed: &Probed, floor: Strength) -> DoctorCheck {
    const NAME: &str = "bubblewrap";
    let weaker = if probed.landlock_abi > 0 { Strength::Landlock } else { Strength::None };
    match &probed.bubblewrap {
        Ok(_) => present(NAME, "a jail was built".to_owned()),
        Err(why) if weaker >= floor => absent(
            NAME,
            format!("{why}; your providers.toml allows a weaker jail"),
            "install bubblewrap for a stronger one",
        ),
        Err(why) => missing(
            NAME,
            why.as_str(),
            "install bubblewrap (`apt install bubblewrap`) and allow unprivileged user \
             namespaces, or allow a weaker `jail` in your providers.toml",
        ),
    }
}

fn providers(config: &Config, checks: &mut Vec<DoctorCheck>) {
    for settings in config.providers() {
        let name = format!("provider {}", settings.name);
        checks.push(match settings.program() {
            _ if settings.kind == Kind::Scripted => present(&name, "a playbook".to_owned()),
            _ if settings.kind == Kind::Synth => {
                present(&name, "embedded; a search for small bodies, no account needed".to_owned())
            }
            Some(program) => {
                let found = version(&program).filter(|version| !version.is_empty());
                present(&name, found.unwrap_or_else(|| program.display().to_string()))
            }
            None => absent(
                &name,
                format!("`{}` is not installed", settings.command),
                advice(settings, &config.path),
            ),
        });
    }
    if let Err(fault) = config.choose(None) {
        let advice = "install one of these, set one up in your providers.toml, or attach a \
                      session of your own with `trellis lower --attach DEF`";
        checks.push(missing("lowering", fault.message, advice));
    }
}

fn advice(settings: &Settings, path: &Path) -> String {
    match settings.kind {
        Kind::ClaudeCode => "install Claude Code and log in: start `claude` once".to_owned(),
        Kind::Codex => "install the Codex CLI and log in: `codex login`".to_owned(),
        Kind::Gemini => "install the Gemini CLI and log in: start `gemini` once".to_owned(),
        _ => format!("its `command` stands in {}", path.display()),
    }
}

fn terminal(output: &Output) -> DoctorCheck {
    let found = match output.is_terminal() {
        true => format!("{} columns", output.width()),
        false => "stdout is no terminal: plain text without colour".to_owned(),
    };
    present("terminal", found)
}

/// Shows one row a check, its advice below it, within `width` columns.
fn shown(checks: &[DoctorCheck], width: usize) -> String {
    let column = checks.iter().map(|check| check.name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for check in checks {
        let (word, colour) = match check.state {
            DoctorState::Present => ("ok     ", AnsiColor::Green),
            DoctorState::Absent => ("absent ", AnsiColor::Yellow),
            DoctorState::Missing => ("MISSING", AnsiColor::Red),
        };
        let style: Style = colour.on_default();
        let indent = " ".repeat(7 + 2 + column + 2);
        let aligned = |said: &str| wrap(&format!("{indent}{said}"), width, &indent);
        let found = aligned(&check.found).split_off(indent.len());
        text += &format!("{style}{word}{style:#}  {:<column$}  {found}\n", check.name);
        if let Some(advice) = &check.advice {
            text += &aligned(&format!("-> {advice}"));
            text.push('\n');
        }
    }
    let count = |state| checks.iter().filter(|check| check.state == state).count();
    text += &match count(DoctorState::Missing) {
        0 => "\nAll that lowering needs is here.\n".to_owned(),
        1 => "\n1 thing that lowering needs is missing.\n".to_owned(),
        n => format!("\n{n} things that lowering needs are missing.\n"),
    };
    text
}
