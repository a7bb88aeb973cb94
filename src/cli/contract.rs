//! `trellis contract list|schema TOOL|check`: what the program promises to agents.

use clap::{Arg, ArgMatches, Command, value_parser};
use std::path::PathBuf;

use super::suggest::did_you_mean;
use super::{Entry, Outcome, Output};
use crate::contract::documents::{ContractCheck, ToolList, ToolSchemas, ToolSummary};
use crate::contract::tools::Tool;
use crate::contract::wire::Json;
use crate::contract::{Code, Diagnostic, Span};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "contract", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Show or check what the program promises to agents")
        .subcommand_required(true)
        .arg_required_else_help(false)
        .subcommand(Command::new("list").about("List the tools with the codes each can answer"))
        .subcommand(
            Command::new("schema")
                .about("Print the JSON Schemas of a tool's input and output")
                .arg(Arg::new("tool").value_name("TOOL").required(true)),
        )
        .subcommand(
            Command::new("check").about("Check a checkout's registry, schemas and documents").arg(
                Arg::new("dir")
                    .long("dir")
                    .value_name("DIR")
                    .value_parser(value_parser!(PathBuf))
                    .help("Check this checkout instead of what the program carries"),
            ),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    match matches.subcommand() {
        Some(("schema", inner)) => schema(inner.get_one::<String>("tool"), output),
        Some(("check", inner)) => check(inner.get_one::<PathBuf>("dir"), output),
        _ => list(output),
    }
}

fn list(output: &mut Output) -> Outcome {
    if output.is_json() {
        let tools = Tool::ALL.iter().map(|tool| ToolSummary {
            name: tool.as_str().into(),
            description: tool.description().into(),
            raises: tool.raises().iter().map(|code| code.as_str().into()).collect(),
        });
        let tools = tools.collect();
        output.document(&ToolList { tools });
        return Ok(0);
    }
    let mut text = String::new();
    for tool in Tool::ALL {
        let codes: Vec<_> = tool.raises().iter().map(|code| format!("`{code}`")).collect();
        text.push_str(&format!("## {tool}\n\n{}\n\n", tool.description()));
        text.push_str(&format!("Answers with: {}.\n\n", codes.join(", ")));
    }
    output.text(&super::render::markdown(&text, output.width()));
    Ok(0)
}

fn schema(name: Option<&String>, output: &mut Output) -> Outcome {
    let name = name.map_or("", String::as_str);
    let Some(tool) = Tool::parse(name) else {
        let fault = Diagnostic::new(Code::UnknownTool, format!("no tool `{name}`"));
        let fault = did_you_mean(fault, name, Tool::ALL.iter().map(|tool| tool.as_str()));
        return Err(fault.note("`trellis contract list` lists the tools").into());
    };
    if output.is_json() {
        let schemas = Json::new(compact(tool.input_schema())).and_then(|input| {
            Ok(ToolSchemas { input, output: Json::new(compact(tool.output_schema()))? })
        });
        match schemas {
            Ok(schemas) => output.document(&schemas),
            Err(misfit) => {
                let message = format!("the schema of `{tool}`: {misfit}");
                return Err(Diagnostic::new(Code::Internal, message).into());
            }
        }
    } else {
        let (input, result) = (tool.input_schema(), tool.output_schema());
        output.raw(&format!("input of {tool}:\n{input}\noutput of {tool}:\n{result}"));
    }
    Ok(0)
}

fn check(dir: Option<&PathBuf>, output: &mut Output) -> Outcome {
    let sources = match dir {
        None => crate::contract::sources(),
        Some(dir) => trellis_codegen::Sources::read(dir).map_err(|error| {
            Diagnostic::new(Code::Io, format!("reading the contract's sources: {error}"))
        })?,
    };
    if let Some(dir) = dir {
        output.set_base(dir);
    }
    let contract = trellis_codegen::Contract::read(&sources);
    let faults = match &contract {
        Err(faults) => faults.clone(),
        Ok(contract) if dir.is_some() => {
            let outputs = trellis_codegen::outputs::render(&sources, contract);
            let mut faults = trellis_codegen::drift::faults(&sources, &outputs);
            // The Rust half is compared by the build, the program does not carry its writer.
            faults.retain(|fault| !fault.path.ends_with(".rs"));
            faults
        }
        Ok(_) => Vec::new(),
    };
    if !faults.is_empty() {
        let diagnostic = |fault: &trellis_codegen::Fault| {
            let text = sources.text(&fault.path).unwrap_or_default();
            Diagnostic::new(Code::ContractFault, &*fault.what)
                .at(&*fault.path, line_span(text, fault.line))
                .note(&*fault.remedy)
        };
        return Err(faults.iter().map(diagnostic).collect::<Vec<_>>().into());
    }
    let sections = crate::contract::SpecRef::ALL.len();
    let count = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let summary = ContractCheck {
        codes: count(Code::ALL.len()),
        tools: count(Tool::ALL.len()),
        sections: count(sections),
    };
    if output.is_json() {
        output.document(&summary);
    } else {
        output.text(&format!(
            "the contract is consistent: {} codes, {} tools, {} sections\n",
            summary.codes, summary.tools, summary.sections
        ));
    }
    Ok(0)
}

/// Drops the blanks between the tokens of a JSON text.
fn compact(text: &str) -> String {
    let (mut inside, mut escaped) = (false, false);
    let keep = |c: &char| {
        let kept = inside || !c.is_ascii_whitespace();
        if *c == '"' && !escaped {
            inside = !inside;
        }
        escaped = *c == '\\' && !escaped;
        kept
    };
    text.chars().filter(keep).collect()
}

/// The place of a whole line.
fn line_span(text: &str, line: usize) -> Span {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let length = text[start..].lines().next().map_or(0, str::len);
    let offset = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    Span { start: offset(start), end: offset(start + length), line: offset(line.max(1)), col: 1 }
}
