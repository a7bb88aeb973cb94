//! `trellis explain [CODE]`: what a code means, with a failing and a repaired example.

use clap::{Arg, ArgMatches, Command};

use super::suggest::did_you_mean;
use super::{Entry, Outcome, Output, render};
use crate::contract::documents::{CodeList, Explanation};
use crate::contract::explain::{page, sections};
use crate::contract::{Code, Diagnostic, Source};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "explain", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Explain a diagnostic code, or list all codes")
        .arg(Arg::new("code").value_name("CODE").help("The code, such as `shadowing`"))
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let Some(name) = matches.get_one::<String>("code") else {
        list(output);
        return Ok(0);
    };
    let Some(code) = Code::parse(name) else {
        // Registered codes are words of the contract, so an unknown one is a mistyped word of the
        // caller; but the invocation itself is well formed, hence status 1.
        let fault = Diagnostic::new(Code::UnknownCode, format!("no code `{name}` is registered"));
        let known = Code::ALL.iter().map(|code| code.as_str());
        let fault = did_you_mean(fault, name, known);
        return Err(fault.note("`trellis explain` lists every code").into());
    };
    if output.is_json() {
        output.document(&explanation(code));
    } else {
        let head = format!(
            "{} · repair: {}, {} · `{}` {}\n\n",
            code.source(),
            code.repair_class(),
            code.repair_class().summary(),
            code.spec_ref(),
            code.spec_ref().title(),
        );
        let (title, rest) = page(code).split_once('\n').unwrap_or((page(code), ""));
        let text = format!("{title}\n\n{head}{}", rest.trim_start());
        output.text(&render::markdown(&text, output.width()));
    }
    Ok(0)
}

fn explanation(code: Code) -> Explanation {
    let sections = sections(code);
    Explanation {
        code: code.as_str().into(),
        source: source(code),
        repair_class: code.repair_class().as_str().into(),
        repair: code.repair_class().summary().into(),
        spec_ref: code.spec_ref().as_str().into(),
        meaning: sections.meaning.into(),
        failing: sections.failing.into(),
        repaired: sections.repaired.into(),
        otherwise: sections.otherwise.into(),
    }
}

fn source(code: Code) -> crate::contract::documents::CodeSource {
    match code.source() {
        Source::Soil0 => crate::contract::documents::CodeSource::Soil0,
        Source::Trellis => crate::contract::documents::CodeSource::Trellis,
    }
}

fn list(output: &mut Output) {
    if output.is_json() {
        let codes = Code::ALL.iter().map(|code| code.as_str().to_string()).collect();
        output.document(&CodeList { codes });
        return;
    }
    let longest = Code::ALL.iter().map(|code| code.as_str().len()).max().unwrap_or(0);
    let mut text = String::new();
    for source in Source::ALL {
        text.push_str(&format!("{source}\n"));
        for code in Code::ALL.iter().filter(|code| code.source() == *source) {
            let class = code.repair_class();
            text.push_str(&format!("  {:longest$}  {class}\n", code.as_str()));
        }
        text.push('\n');
    }
    text.push_str("`trellis explain CODE` says what a code means and how to mend it.\n");
    output.text(&text);
}
