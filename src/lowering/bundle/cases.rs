//! `tests.json`: the expect cases of a specification, in the form that a test bundle has.
//!
//! Values keep the digits that the specification has; only their layout is ours. Properties are not
//! here, their text stands in `spec.md`, and neither are shell sessions, which no agent runs.
//!
//! Spec: `trellis-daemon#4.5`, `soil0-cli#10`.

use super::layout::{Keys, pretty};
use crate::contract::documents::{Expectation, TestArg, TestBind, TestCase, TestCases};
use crate::contract::wire::{self, to_json};
use crate::spec::{self, Arg, Expect, Spec};

/// Writes the expect cases in document order, keys sorted.
pub fn document(spec: &Spec) -> String {
    let cases = spec.tests().flat_map(|(block, test)| {
        let block_name = block.info.name.as_deref().unwrap_or_default();
        test.cases.iter().enumerate().map(move |(at, case)| TestCase {
            name: format!("{block_name}#{}", at + 1),
            def: spec.name.to_string(),
            binds: test.binds.iter().map(bind).collect(),
            args: case.args.iter().map(argument).collect(),
            expect: match &case.expect {
                Expect::Value(value) => Expectation::Value(json(value)),
                Expect::Panic(_) => Expectation::Panic,
            },
            xfail: block.info.xfail,
        })
    });
    pretty(&to_json(&TestCases { cases: cases.collect() }), Keys::Sorted)
}

fn bind(bind: &spec::Bind) -> TestBind {
    TestBind {
        bind: bind.name.to_string(),
        ctor: bind.ctor.to_string(),
        args: bind.args.iter().map(json).collect(),
    }
}

fn argument(argument: &Arg) -> TestArg {
    match argument {
        Arg::Json(value) => TestArg::Json(json(value)),
        Arg::Binding { name, .. } => TestArg::Binding { name: name.to_string() },
    }
}

fn json(json: &spec::Json) -> wire::Json {
    wire::Json::new(json.text.as_str()).expect("a specification holds well-formed JSON")
}
