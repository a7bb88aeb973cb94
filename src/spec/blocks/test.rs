//! `test`: fakes by `with` lines, then one case a line.
//!
//! ```text
//! with clock = fake_clock 1700000000
//! (clock, [1, 2]) => 3
//! (clock, [])     => panic
//! ```
//!
//! Spec: `tr-grammar#3.3`.

use std::ops::Range;

use super::{Line, Region, json};
use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::syntax::Span;
use crate::spec::ident;
use crate::spec::model::{Arg, Bind, Case, Expect, Test};

pub(super) fn read(region: Region, faults: &mut Vec<Diagnostic>) -> Test {
    let before = faults.len();
    let mut test = Test { binds: Vec::new(), cases: Vec::new() };
    for line in region.trimmed() {
        let result = match line.after_word("with") {
            Some(rest) => bind(line, rest, &test).map(|bind| test.binds.push(bind)),
            None => case(line, &test.binds).map(|case| test.cases.push(case)),
        };
        if let Err((span, message)) = result {
            faults.push(region.fault(Code::TrTestSyntax, span, message));
        }
    }
    if test.cases.is_empty() && faults.len() == before {
        faults.push(region.lacks(Code::TrTestSyntax, "the block holds no case"));
    }
    test
}

type Fault = (Span, String);

fn bind(line: Line, rest: Line, test: &Test) -> Result<Bind, Fault> {
    let expected = || (line.span(), "expected `with name = constructor json…`".to_owned());
    if !test.cases.is_empty() {
        return Err((line.span(), "`with` lines stand before the first case".to_owned()));
    }
    let (name, value) = rest.split_once("=").ok_or_else(expected)?;
    let end = value.text.find(char::is_whitespace).unwrap_or(value.text.len());
    let ctor = value.part(0..end);
    if !ident::is_variable(name.text) || !ident::is_variable(ctor.text) {
        return Err(expected());
    }
    if test.binds.iter().any(|bind| bind.name == name.text) {
        return Err((name.span(), format!("`{}` is bound twice", name.text)));
    }
    let args = value.part(end..value.text.len());
    Ok(Bind {
        name: Name::new(name.text),
        name_span: name.span(),
        ctor: Name::new(ctor.text),
        ctor_span: ctor.span(),
        args: json::sequence(args).map_err(|why| {
            (args.span(), format!("expected JSON values after `{}`: {why}", ctor.text))
        })?,
    })
}

fn case(line: Line, binds: &[Bind]) -> Result<Case, Fault> {
    let expected = |found: Span| (found, "expected `(argument, …) => outcome`".to_owned());
    if !line.text.starts_with('(') {
        return Err(expected(line.span()));
    }
    let (parts, close) = arguments(line.text)
        .ok_or_else(|| (line.span(), "the arguments are not closed by a `)`".to_owned()))?;
    let mut args = Vec::with_capacity(parts.len());
    for part in parts {
        let text = line.part(part);
        match binds.iter().find(|bind| bind.name == text.text) {
            Some(bind) => args.push(Arg::Binding { name: bind.name.clone(), span: text.span() }),
            None => args.push(Arg::Json(json::value(text).map_err(|why| {
                let what = format!("an argument is one JSON value or a `with` name: {why}");
                (text.span(), what)
            })?)),
        }
    }
    let rest = line.part(close..line.text.len());
    let outcome = match rest.text.strip_prefix("=>") {
        Some(_) => rest.part(2..rest.text.len()),
        None => return Err(expected(line.span())),
    };
    let expect = match outcome.text {
        "panic" => Expect::Panic(outcome.span()),
        _ => Expect::Value(json::value(outcome).map_err(|why| {
            let place = if outcome.text.is_empty() { line.span() } else { outcome.span() };
            (place, format!("the outcome is one JSON value or `panic`: {why}"))
        })?),
    };
    Ok(Case { span: line.span(), args, expect })
}

/// Splits `(a, b)…` at its top-level commas; returns the parts and where the text after `)` starts.
fn arguments(text: &str) -> Option<(Vec<Range<usize>>, usize)> {
    let mut parts = Vec::new();
    let mut depth = 0_usize;
    let mut start = 1;
    let mut in_string = false;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        if in_string {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' => is_escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'[' | b'{' | b'(' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b')' if depth > 0 => depth -= 1,
            b',' if depth == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            b')' => {
                if !parts.is_empty() || !text[start..at].trim().is_empty() {
                    parts.push(start..at);
                }
                return Some((parts, at + 1));
            }
            _ => {}
        }
    }
    None
}
