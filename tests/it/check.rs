//! The checker's corpus: programs of one file each, and what the check says about them.
//!
//! A case holds `type` declarations after a line `--- types` and files after lines `--- file PATH`;
//! text without such a line is one ordinary file in folder `m`. The outcome lists faults with their
//! places, or, for a sound program, the facts and reference sets of each definition.

use std::fmt::Write as _;
use std::sync::Arc;

use trellis::contract::Diagnostic;
use trellis::soil::check::{self, Program, Stage, Unit};
use trellis::soil::facts::ObligationKind;
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::types::declare::declare;
use trellis::soil::types::env::{TypeDecl, TypeEnv};

use crate::corpus;

#[test]
fn sound_programs_have_no_faults_and_the_stated_facts() {
    for area in ["resolve", "types", "effects", "patterns", "facts"] {
        corpus::check(&format!("soil/{area}/ok"), "soil", |case| {
            let program = load(&case.text());
            let faults = program.diagnostics(Stage::Check);
            assert!(faults.is_empty(), "{}: {}", case.name, render(&faults));
            assert!(program.core().is_some(), "{}: a sound program has core terms", case.name);
            facts(&program)
        });
    }
}

#[test]
fn faulty_programs_have_exactly_the_stated_faults() {
    for area in ["resolve", "types", "effects", "patterns", "facts"] {
        corpus::check(&format!("soil/{area}/err"), "soil", |case| {
            let program = load(&case.text());
            let faults = program.diagnostics(Stage::Check);
            assert!(!faults.is_empty(), "{}: no fault found", case.name);
            render(&faults)
        });
    }
}

/// Parses and checks the program of a case.
pub fn load(text: &str) -> Program {
    let (types, files) = split(text);
    let env = TypeEnv::new(types).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let units: Vec<Unit> = files.iter().map(|(path, text)| unit(path, text)).collect();
    check::program(Arc::new(env), &units)
}

/// Parses a file of a program.
pub fn unit(path: &str, text: &str) -> Unit {
    let source = SourceFile::new(path, text);
    let file = parse::file(&source, Role::of_path(path));
    let file = file.unwrap_or_else(|fault| panic!("{}", render(&[fault])));
    Unit { source, file: Arc::new(file) }
}

/// Parses `type` declarations that follow each other; each begins a line.
pub fn types(text: &str) -> Vec<TypeDecl> {
    let source = SourceFile::new("types", text);
    let mut starts: Vec<usize> = text
        .match_indices("type ")
        .map(|(at, _)| at)
        .filter(|at| is_line_start(text, *at))
        .collect();
    starts.push(text.len());
    starts
        .windows(2)
        .map(|pair| {
            let decl = parse::type_decl(&source, pair[0] as u32..pair[1] as u32);
            declare(&decl.expect("a declaration that parses")).expect("defaults that convert")
        })
        .collect()
}

fn is_line_start(text: &str, at: usize) -> bool {
    at == 0 || text.as_bytes()[at - 1] == b'\n'
}

fn split(text: &str) -> (Vec<TypeDecl>, Vec<(String, String)>) {
    let mut declared = Vec::new();
    let mut files = Vec::new();
    for section in text.split("\n--- ").map(|part| part.strip_prefix("--- ").unwrap_or(part)) {
        let (head, body) = section.split_once('\n').unwrap_or((section, ""));
        if head == "types" {
            declared.extend(types(body));
        } else if let Some(path) = head.strip_prefix("file ") {
            files.push((path.to_owned(), format!("{body}\n")));
        } else {
            let (name, _) = section.split_once(" :").expect("a signature");
            let name = name.rsplit('\n').next().expect("a name");
            files.push((format!("m/{name}.soil"), section.to_owned()));
        }
    }
    (declared, files)
}

/// Writes faults, one a line, notes indented below.
pub fn render(faults: &[Diagnostic]) -> String {
    let mut out = String::new();
    for fault in faults {
        let place = place(fault.file.as_deref(), fault.span);
        let _ = writeln!(out, "{place}{}: {}", fault.code.as_str(), fault.message);
        for note in &fault.notes {
            let place = self::place(note.file.as_deref(), note.span);
            let _ = writeln!(out, "    {place}{}", note.message);
        }
    }
    out
}

fn place(file: Option<&str>, span: Option<trellis::contract::Span>) -> String {
    match (file, span) {
        (Some(file), Some(span)) => {
            format!("{file}:{}:{} [{}..{}] ", span.line, span.col, span.start, span.end)
        }
        (Some(file), None) => format!("{file} "),
        _ => String::new(),
    }
}

fn facts(program: &Program) -> String {
    let mut out = String::new();
    for (def, interface) in program.defs.iter().zip(program.scope.interfaces()) {
        let facts = def.facts.as_ref().expect("a sound definition has facts");
        let ty = def.ty.as_ref().expect("a sound definition has a type");
        let _ = writeln!(out, "{} : {ty}", interface.name());
        let _ = writeln!(out, "  {}", facts.termination.word());
        let source = &program.sources[program
            .scope
            .interfaces()
            .iter()
            .position(|other| std::ptr::eq(other, interface))
            .expect("one of them")];
        let text = |span: trellis::soil::syntax::Span| {
            &source.text()[span.start as usize..span.end as usize]
        };
        for site in &facts.panic_obligations {
            let kind = match &site.kind {
                ObligationKind::Overflow => "overflow".to_owned(),
                ObligationKind::DivZero => "div-zero".to_owned(),
                ObligationKind::CalleePanic { callee } => format!("callee {callee}"),
            };
            let _ = writeln!(out, "  {kind} at `{}`", text(site.span));
        }
        for hole in &facts.holes {
            let _ = writeln!(out, "  ?{} : {}", hole.name, hole.ty);
        }
        let references = &def.references;
        for (kind, names) in [
            ("defs", &references.defs),
            ("types", &references.types),
            ("builtins", &references.builtins),
            ("privates", &references.privates),
        ] {
            if !names.is_empty() {
                let _ = writeln!(out, "  {kind} {}", names.join(" "));
            }
        }
    }
    out
}
