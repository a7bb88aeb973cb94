//! `trellis answer DEF`: writes a human's answer into the specification and lowers again.
//!
//! Spec: `trellis-daemon#8`.

use std::io::{BufRead, IsTerminal, Write};

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::json;

use super::{Entry, Failure, Outcome, Output, lower, questions, service};
use crate::contract::{Code, Diagnostic};
use crate::lowering::library::{DefPath, Question, QuestionKind};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "answer", arguments, run };

fn arguments(command: Command) -> Command {
    let text = |name: &'static str, value: &'static str, help: &'static str| {
        Arg::new(name).long(name).value_name(value).help(help)
    };
    command
        .about("Answer an agent's question; the answer goes into the specification")
        .arg(Arg::new("def").value_name("DEF").required(true).help("A path or a bare name"))
        .arg(text("text", "TEXT", "The answer; asked for on a terminal without it"))
        .arg(
            text("scope", "SCOPE", "Where a rule goes: project or module")
                .value_parser(["project", "module"]),
        )
        .arg(text("label", "LABEL", "The label of a rule, else the answer is `label: text`"))
        .arg(text("provider", "NAME", "The provider that lowers it again"))
        .arg(
            Arg::new("drop")
                .long("drop")
                .action(ArgAction::SetTrue)
                .conflicts_with_all(["text", "scope", "label"])
                .help("Drop the question without an answer"),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let given = |name: &str| matches.get_one::<String>(name).cloned();
    let root = service::root()?;
    output.set_base(root.path());
    let def = service::definition(root.path(), &given("def").unwrap_or_default())?;
    let mut scope = given("scope");
    let mut text = given("text");
    let is_drop = matches.get_flag("drop");
    if !is_drop && text.is_none() {
        let path = DefPath(def.clone());
        let question = crate::lowering::questions::load(root.path(), &path);
        let Some(question) = question else {
            let message = format!("`{def}` has no open question");
            let fault = Diagnostic::new(Code::Usage, message);
            return Err(fault.note("`trellis questions` lists them").into());
        };
        if !std::io::stdin().is_terminal() || output.is_json() {
            let fault = Diagnostic::new(Code::Usage, "an answer is needed: `--text TEXT`");
            return Err(fault.into());
        }
        output.raw(&questions::shown(&question));
        text = Some(ask(output, &question)?);
        if question.kind == QuestionKind::Rule && scope.is_none() && def.contains('/') {
            scope = Some(ask_scope(output)?);
        }
    }
    let client = service::connect(&root)?;
    let request = json!({
        "def": def, "text": text, "drop": is_drop, "scope": scope, "label": given("label"),
        "lower": { "provider": given("provider") },
    });
    let answer = client.post("/answer", &request).map_err(service::failure)?;
    let queued = service::records(&answer);
    if output.is_json() {
        output.raw(&service::document(&queued));
    } else if is_drop {
        output.raw(&format!("dropped the question of {def}\n"));
    } else {
        queued.iter().for_each(|record| output.raw(&service::line(record)));
        output.raw(lower::HINT);
    }
    Ok(0)
}

fn ask(output: &mut Output, question: &Question) -> Result<String, Failure> {
    let hint = if question.options.is_empty() { "" } else { " (a number or your own words)" };
    let said = prompt(output, &format!("answer{hint}: "))?;
    let chosen = said.parse::<usize>().ok().and_then(|n| question.options.get(n.checked_sub(1)?));
    Ok(chosen.cloned().unwrap_or(said))
}

fn ask_scope(output: &mut Output) -> Result<String, Failure> {
    loop {
        match prompt(output, "a rule of the project or of the module? [p/m]: ")?.as_str() {
            "p" | "project" => return Ok("project".to_owned()),
            "m" | "module" => return Ok("module".to_owned()),
            _ => {}
        }
    }
}

fn prompt(output: &mut Output, text: &str) -> Result<String, Failure> {
    output.raw(text);
    let _ = std::io::stdout().flush();
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    let n_bytes = read.map_err(|error| service::io("the answer", &error))?;
    if n_bytes == 0 {
        return Err(Diagnostic::new(Code::Usage, "no answer was given").into());
    }
    Ok(line.trim().to_owned())
}
