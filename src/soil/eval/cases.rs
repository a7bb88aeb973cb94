//! Test bundles in memory: cases against a checked program, without a world.
//!
//! Comes in: a bundle as JSON text and the core of its program. Goes out: the report, or the one
//! diagnostic that stops the whole bundle.
//!
//! Spec: `soil0-cli#8.8`, `soil0-cli#10`.

use std::fmt::Write as _;

use crate::contract::{Code, Diagnostic};
use crate::soil::builtins::Builtin;
use crate::soil::core::{DefId, Program};
use crate::soil::eval::entry::{EntryError, encoded, fake};
use crate::soil::eval::{Compiled, Entry, Limits, Machine, compile};
use crate::soil::value::Value;
use crate::soil::value::json::push_string;
use crate::soil::value::json::tape::{Item, Kind, Tape};

/// The outcome of all cases of a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// In the order of the bundle.
    pub cases: Vec<CaseReport>,
}

/// The outcome of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseReport {
    /// As the bundle names it.
    pub name: String,
    /// Whether it passed, and whether it should have.
    pub result: CaseResult,
    /// What was expected and what came, when the case failed or passed against its mark.
    pub details: Option<Details>,
    /// Steps that the call took.
    pub steps: u64,
}

/// Whether a case passed, and whether it should have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseResult {
    /// Passed.
    Pass,
    /// Failed.
    Fail,
    /// Failed, as marked.
    Xfail,
    /// Passed in spite of its mark.
    Xpass,
}

/// What was expected and what came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// Canonical JSON, or `panic`.
    pub expected: String,
    /// Canonical JSON, `panic`, or `panic: <kind>: <text>`.
    pub actual: String,
}

impl CaseResult {
    /// Returns the word that reports use.
    pub const fn name(self) -> &'static str {
        match self {
            CaseResult::Pass => "pass",
            CaseResult::Fail => "fail",
            CaseResult::Xfail => "xfail",
            CaseResult::Xpass => "xpass",
        }
    }
}

impl Report {
    /// Says whether every case came out as marked.
    pub fn is_good(&self) -> bool {
        let good = |case: &CaseReport| matches!(case.result, CaseResult::Pass | CaseResult::Xfail);
        self.cases.iter().all(good)
    }

    /// Writes the report document, without a line feed.
    pub fn to_json(&self) -> String {
        let mut text = String::from("{\"cases\":[");
        for (index, case) in self.cases.iter().enumerate() {
            text.push_str(if index == 0 { "{\"name\":" } else { ",{\"name\":" });
            push_string(&mut text, &case.name);
            let _ = write!(text, ",\"result\":\"{}\",\"details\":", case.result.name());
            match &case.details {
                None => text.push_str("{\"tag\":\"None\"}}"),
                Some(details) => {
                    text.push_str("{\"tag\":\"Some\",\"value\":{\"expected\":");
                    push_string(&mut text, &details.expected);
                    text.push_str(",\"actual\":");
                    push_string(&mut text, &details.actual);
                    text.push_str("}}}");
                }
            }
        }
        text.push_str("]}");
        text
    }
}

/// Returns the path of the program that a bundle names, relative to the bundle.
///
/// # Errors
/// `malformed-input`.
pub fn program_path(bundle: &str) -> Result<String, Diagnostic> {
    let tape = Tape::parse(bundle).map_err(|error| malformed(error.to_string()))?;
    let [program, _] = members(tape.root(), ["program", "cases"], "a bundle")?;
    string(program, "`program`")
}

/// Runs the cases of a bundle in order, each within `limits`.
///
/// # Errors
/// The diagnostic of the first problem that is not a case's own outcome: `usage` for a definition
/// that is unknown or ambiguous, `unfilled-hole`, or `malformed-input`.
pub fn run(program: &Program, bundle: &str, limits: &Limits) -> Result<Report, Diagnostic> {
    let tape = Tape::parse(bundle).map_err(|error| malformed(error.to_string()))?;
    let [_, cases] = members(tape.root(), ["program", "cases"], "a bundle")?;
    let read = array(cases, "`cases`")?.into_iter().map(Case::read);
    let cases: Vec<Case<'_>> = read.collect::<Result<_, _>>()?;
    let compiled = compile(program);
    let mut machine = Machine::new(&compiled);
    let run = cases.iter().map(|case| case.run(program, &compiled, &mut machine, limits));
    Ok(Report { cases: run.collect::<Result<_, _>>()? })
}

/// Finds the one definition of a name.
///
/// # Errors
/// `usage` when there is none or more than one.
pub fn find(program: &Program, name: &str) -> Result<DefId, Diagnostic> {
    let mut named = program.defs.iter().enumerate().filter(|(_, def)| def.name == name);
    match (named.next(), named.count()) {
        (Some((index, _)), 0) => Ok(DefId(index as u32)),
        (None, _) => Err(usage(format!("no definition is named `{name}`"))),
        (Some(_), others) => {
            Err(usage(format!("{} definitions are named `{name}`; expected one", others + 1)))
        }
    }
}

/// Refuses a definition that holds a typed hole or reaches one.
///
/// # Errors
/// `unfilled-hole`, naming the definition that holds it.
pub fn refuse_holes(program: &Program, def: DefId) -> Result<(), Diagnostic> {
    let mut is_seen = vec![false; program.defs.len()];
    let mut rest = vec![def];
    while let Some(next) = rest.pop() {
        if std::mem::replace(&mut is_seen[next.0 as usize], true) {
            continue;
        }
        let reached = &program.defs[next.0 as usize];
        if reached.has_holes {
            let message = format!("`{}` holds a typed hole, so it cannot run", reached.name);
            return Err(Diagnostic::new(Code::UnfilledHole, message));
        }
        rest.extend(&reached.callees);
    }
    Ok(())
}

struct Case<'t> {
    name: String,
    def: String,
    binds: Vec<Bind<'t>>,
    args: Vec<Argument<'t>>,
    /// `None` expects a panic.
    expect: Option<Item<'t>>,
    is_xfail: bool,
}

struct Bind<'t> {
    name: String,
    ctor: String,
    args: Vec<Item<'t>>,
}

enum Argument<'t> {
    Json(Item<'t>),
    Binding(String),
}

impl<'t> Case<'t> {
    fn read(item: Item<'t>) -> Result<Case<'t>, Diagnostic> {
        let keys = ["name", "def", "binds", "args", "expect", "xfail"];
        let [name, def, binds, args, expect, xfail] = members(item, keys, "a case")?;
        let bind = |item: Item<'t>| -> Result<Bind<'t>, Diagnostic> {
            let [name, ctor, args] = members(item, ["bind", "ctor", "args"], "a bind")?;
            Ok(Bind {
                name: string(name, "`bind`")?,
                ctor: string(ctor, "`ctor`")?,
                args: array(args, "`args` of a bind")?,
            })
        };
        let argument = |item: Item<'t>| match tagged(item, "an argument")? {
            (tag, Some(value)) if tag == "Json" => Ok(Argument::Json(value)),
            (tag, Some(value)) if tag == "Binding" => {
                let [name] = members(value, ["name"], "a binding")?;
                Ok(Argument::Binding(string(name, "`name`")?))
            }
            _ => Err(malformed("expected an argument tagged `Json` or `Binding`")),
        };
        let expect = match tagged(expect, "an expectation")? {
            (tag, Some(value)) if tag == "Value" => Some(value),
            (tag, None) if tag == "Panic" => None,
            _ => return Err(malformed("expected an expectation tagged `Value` or `Panic`")),
        };
        let is_xfail = match xfail.kind() {
            Kind::True => true,
            Kind::False => false,
            _ => return Err(malformed("expected a boolean under `xfail`")),
        };
        Ok(Case {
            name: string(name, "`name`")?,
            def: string(def, "`def`")?,
            binds: array(binds, "`binds`")?.into_iter().map(bind).collect::<Result<_, _>>()?,
            args: array(args, "`args`")?.into_iter().map(argument).collect::<Result<_, _>>()?,
            expect,
            is_xfail,
        })
    }

    fn run(
        &self,
        program: &Program,
        compiled: &Compiled,
        machine: &mut Machine<'_>,
        limits: &Limits,
    ) -> Result<CaseReport, Diagnostic> {
        let def = find(program, &self.def)?;
        refuse_holes(program, def)?;
        let entry = Entry::lenient(compiled, def);
        let args = self.arguments(&entry, machine, limits)?;
        let expected = match self.expect {
            None => None,
            Some(item) => Some(entry.expectation(item).map_err(|error| self.fault(&error))?),
        };
        let outcome = machine.call_on(def, args, limits).map(|value| encoded(&value));
        let passes = match (&expected, &outcome.result) {
            (Some(expected), Ok(actual)) => expected == actual,
            (None, Err(panic)) => panic.satisfies_expectation(),
            _ => false,
        };
        let result = match (passes, self.is_xfail) {
            (true, false) => CaseResult::Pass,
            (false, false) => CaseResult::Fail,
            (false, true) => CaseResult::Xfail,
            (true, true) => CaseResult::Xpass,
        };
        let expects_panic = expected.is_none();
        let actual = || match outcome.result {
            Ok(actual) => actual,
            Err(panic) if expects_panic && panic.satisfies_expectation() => "panic".to_owned(),
            Err(panic) => format!("panic: {}", panic.message()),
        };
        let details = matches!(result, CaseResult::Fail | CaseResult::Xpass).then(|| Details {
            expected: expected.unwrap_or_else(|| "panic".to_owned()),
            actual: actual(),
        });
        Ok(CaseReport { name: self.name.clone(), result, details, steps: outcome.steps })
    }

    fn arguments(
        &self,
        entry: &Entry,
        machine: &mut Machine<'_>,
        limits: &Limits,
    ) -> Result<Vec<Value>, Diagnostic> {
        let mut bound: Vec<(&str, Builtin, Value)> = Vec::new();
        for bind in &self.binds {
            if bound.iter().any(|(name, ..)| *name == bind.name) {
                return Err(self.fault(&format!("`{}` is bound twice", bind.name)));
            }
            let Some(builtin) = Builtin::from_name(&bind.ctor) else {
                return Err(self.fault(&format!("no builtin is named `{}`", bind.ctor)));
            };
            let value = fake(machine, builtin, &bind.args, limits)
                .map_err(|error| self.fault(&error))?
                .map_err(|panic| self.fault(&panic.message()))?;
            bound.push((&bind.name, builtin, value));
        }
        let (expected, found) = (entry.n_params(), self.args.len());
        if expected != found {
            return Err(self.fault(&EntryError::Count { expected, found }));
        }
        let argument = |(index, argument): (usize, &Argument<'_>)| match argument {
            Argument::Json(item) => {
                let decoded = entry.argument(index, *item);
                decoded
                    .map_err(|error| self.fault(&EntryError::Argument { index: index + 1, error }))
            }
            Argument::Binding(name) => {
                let found = bound.iter().find(|(bound, ..)| bound == name);
                let Some((_, builtin, value)) = found else {
                    return Err(self.fault(&format!("nothing is bound to `{name}`")));
                };
                if entry.takes(index, *builtin) {
                    Ok(value.clone())
                } else {
                    Err(self.fault(&format!("parameter {} does not take `{name}`", index + 1)))
                }
            }
        };
        self.args.iter().enumerate().map(argument).collect()
    }

    fn fault(&self, what: &dyn std::fmt::Display) -> Diagnostic {
        malformed(format!("case `{}`: {what}", self.name))
    }
}

/// Returns the members of an object that has exactly these keys.
fn members<'t, const N: usize>(
    item: Item<'t>,
    keys: [&str; N],
    what: &str,
) -> Result<[Item<'t>; N], Diagnostic> {
    let Some(found) = item.members() else {
        return Err(malformed(format!("expected an object for {what}")));
    };
    let mut places = [None; N];
    for (key, value) in found {
        let Some(place) = keys.iter().position(|wanted| *wanted == key) else {
            return Err(malformed(format!("unknown key `{key}` in {what}")));
        };
        if places[place].replace(value).is_some() {
            return Err(malformed(format!("key `{key}` twice in {what}")));
        }
    }
    for (key, place) in keys.iter().zip(&places) {
        if place.is_none() {
            return Err(malformed(format!("no key `{key}` in {what}")));
        }
    }
    Ok(places.map(|place| place.expect("every place was looked at above")))
}

/// Splits a tagged object.
fn tagged<'t>(item: Item<'t>, what: &str) -> Result<(String, Option<Item<'t>>), Diagnostic> {
    let (mut tag, mut value) = (None, None);
    for (key, member) in item.members().into_iter().flatten() {
        let place = match &*key {
            "tag" => &mut tag,
            "value" => &mut value,
            _ => return Err(malformed(format!("unknown key `{key}` in {what}"))),
        };
        if place.replace(member).is_some() {
            return Err(malformed(format!("key `{key}` twice in {what}")));
        }
    }
    match tag {
        Some(tag) => Ok((string(tag, "`tag`")?, value)),
        None => Err(malformed(format!("expected an object with `tag` for {what}"))),
    }
}

fn string(item: Item<'_>, what: &str) -> Result<String, Diagnostic> {
    match item.string() {
        Some(text) => Ok(text.into_owned()),
        None => Err(malformed(format!("expected a string for {what}"))),
    }
}

fn array<'t>(item: Item<'t>, what: &str) -> Result<Vec<Item<'t>>, Diagnostic> {
    match item.elements() {
        Some(items) => Ok(items.collect()),
        None => Err(malformed(format!("expected an array for {what}"))),
    }
}

fn malformed(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::MalformedInput, message)
}

fn usage(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Usage, message)
}
