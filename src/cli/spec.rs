//! `trellis spec [REF]`: a section of the specification documents, or their outline.

use clap::{Arg, ArgMatches, Command};

use super::suggest::did_you_mean;
use super::{Entry, Outcome, Output, render};
use crate::contract::documents::{Outline, OutlineDocument, OutlineSection, SpecSection};
use crate::contract::{Code, Diagnostic, SpecRef, spec};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "spec", arguments, run };

fn arguments(command: Command) -> Command {
    command.about("Print a section of the specification, or its outline").arg(
        Arg::new("ref")
            .value_name("REF")
            .help("An anchor such as `soil-syntax-spec#5.1`, or a document for its outline"),
    )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let Some(name) = matches.get_one::<String>("ref") else {
        outline(spec::documents().collect(), output);
        return Ok(0);
    };
    if let Some(document) = spec::documents().find(|document| document.slug == name) {
        outline(vec![document], output);
        return Ok(0);
    }
    let found = SpecRef::parse(name).and_then(spec::section);
    let Some(section) = found else {
        let fault = Diagnostic::new(Code::UnknownSpecRef, format!("no section `{name}`"));
        let known = SpecRef::ALL.iter().map(|anchor| anchor.as_str());
        let slugs = spec::documents().map(|document| document.slug);
        let fault = did_you_mean(fault, name, known.chain(slugs));
        return Err(fault.note("`trellis spec` prints the outline").into());
    };
    if output.is_json() {
        let (title, text) = (section.anchor.title().into(), section.text.into());
        output.document(&SpecSection { title, text });
    } else {
        output.text(&render::markdown(section.text, output.width()));
    }
    Ok(0)
}

fn outline(documents: Vec<spec::Document>, output: &mut Output) {
    let of = |slug: &str| {
        let slug = slug.to_string();
        spec::sections()
            .filter(move |section| section.anchor.as_str().split('#').next() == Some(slug.as_str()))
    };
    if output.is_json() {
        let documents = documents.iter().map(|document| OutlineDocument {
            slug: document.slug.into(),
            title: document.title.into(),
            sections: of(document.slug)
                .map(|section| OutlineSection {
                    anchor: section.anchor.as_str().into(),
                    title: section.anchor.title().into(),
                })
                .collect(),
        });
        let documents = documents.collect();
        output.document(&Outline { documents });
        return;
    }
    let mut text = String::new();
    for document in documents {
        text.push_str(&format!("{}: {}\n", document.slug, document.title));
        for section in of(document.slug) {
            let number = section.anchor.as_str().split('#').nth(1).unwrap_or_default();
            let indent = "  ".repeat(number.split('.').count());
            text.push_str(&format!("{indent}{number} {}\n", section.anchor.title()));
        }
        text.push('\n');
    }
    text.push_str("`trellis spec DOCUMENT#NUMBER` prints a section with its subsections.\n");
    output.text(&text);
}
