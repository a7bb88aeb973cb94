//! Pre-flight: what can be wrong with a specification's claims before anything expensive runs.
//!
//! Comes in: a specification and the checked definitions around it. Goes out: findings, each with
//! its code. Nothing here needs the definition's own Soil: types come from the declared signature,
//! so a first lowering is probed as well as a tenth. Without a signature only contradictions are
//! looked for, by plain JSON equality.
//!
//! Spec: `design#4.5`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::builtins::Builtin;
use crate::soil::check::{self, Interface, Scope};
use crate::soil::core::{self, DefId};
use crate::soil::eval::{self, Limits};
use crate::soil::syntax::Span;
use crate::soil::syntax::tree::{Binder, CmpOp, PredId, PredKind, Tree};
use crate::soil::types::convert;
use crate::soil::types::env::{Body, TypeEnv};
use crate::soil::types::ty::Ty;
use crate::soil::value::Value;
use crate::spec::{self, Arg, Clause, Expect, Predicate, Spec};
use crate::verify::predicate;
use crate::verify::run::json_items;
use crate::verify::suite::expect::Reader;
use crate::verify::suite::program::{self, is_capability};
use crate::verify::suite::{Case, Expected, Given, World};
use crate::verify::wrapper::{Parameter, Place};

/// Probes one function specification; findings in document order, contradictions first.
pub fn probe(world: World<'_>, spec: &Spec) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    let typed = Typed::of(world.scope.env(), spec);
    let cases = match &typed {
        Some(typed) => typed.cases(world.scope.env(), spec, &mut findings),
        None => plain_cases(spec),
    };
    findings.extend(contradictions(spec, &cases));
    if let Some(typed) = &typed {
        findings.extend(vacuous_requires(world, spec, typed, &cases));
        findings.extend(trivial_ensures(spec));
        findings.extend(unexercised(world.scope.env(), spec, typed, &cases));
    }
    findings
}

/// Says whether a finding stops a lowering by itself.
pub fn is_fatal(finding: &Diagnostic) -> bool {
    matches!(finding.code, Code::PreflightContradiction | Code::MalformedInput)
}

/// The declared type, taken apart.
struct Typed {
    params: Vec<Parameter>,
    result: Ty,
}

/// A case as the probes see it.
struct Probed {
    span: Span,
    /// Equal for equal inputs.
    key: String,
    /// Canonical JSON of the expected value; `None` for a panic.
    outcome: Option<String>,
    /// The decoded case, where there are types.
    case: Option<Case>,
}

impl Typed {
    fn of(env: &TypeEnv, spec: &Spec) -> Option<Typed> {
        let signature = spec.signature()?;
        let tree = &signature.sig.tree;
        let param = |(n, (binder, dom, _)): (usize, (Option<&Binder>, _, _))| {
            let name = binder.map_or_else(|| Name::from(format!("x{n}")), |b| b.name.clone());
            Some((name, convert::convert(env, tree, dom).ok()?))
        };
        let params = signature.arrows().enumerate().map(param).collect::<Option<_>>()?;
        let result = convert::convert(env, tree, signature.result()).ok()?;
        Some(Typed { params, result })
    }

    fn cases(&self, env: &TypeEnv, spec: &Spec, faults: &mut Vec<Diagnostic>) -> Vec<Probed> {
        let types = self.params.iter().map(|(_, ty)| ty.clone()).collect::<Vec<_>>();
        let reader = Reader::new(spec, env, DefId(0), &types, &self.result);
        let mut probed = Vec::new();
        for (_, test) in spec.tests() {
            match reader.block(test) {
                Ok(cases) => {
                    probed.extend(test.cases.iter().zip(cases).map(|(written, case)| Probed {
                        span: written.span,
                        key: typed_key(&case),
                        outcome: match &case.expected {
                            Expected::Value(json) => Some(json.clone()),
                            Expected::Panic => None,
                        },
                        case: Some(case),
                    }));
                }
                Err(found) => faults.extend(found),
            }
        }
        probed
    }
}

fn typed_key(case: &Case) -> String {
    let mut key = String::new();
    for bind in &*case.binds {
        let args = json_items(std::slice::from_ref(&bind.value)).concat();
        let _ = write!(key, "{}={} {args}\0", bind.name, bind.ctor.row().name);
    }
    for given in &case.args {
        let text = match given {
            Given::Value(value) => json_items(std::slice::from_ref(value)).concat(),
            Given::Bind(at) => format!("bind:{}", case.binds[*at].name),
        };
        let _ = write!(key, "\0{text}");
    }
    key
}

fn plain_cases(spec: &Spec) -> Vec<Probed> {
    let plain = |json: &spec::Json| {
        let Ok(mut value) = serde_json::from_str::<serde_json::Value>(&json.text) else {
            return json.text.clone();
        };
        value.sort_all_objects();
        value.to_string()
    };
    let mut probed = Vec::new();
    for (_, test) in spec.tests() {
        let mut binds = String::new();
        for bind in &test.binds {
            let args = bind.args.iter().map(plain).collect::<Vec<_>>().join(" ");
            let _ = write!(binds, "{}={} {args}\0", bind.name, bind.ctor);
        }
        probed.extend(test.cases.iter().map(|case| {
            let args = case.args.iter().map(|arg| match arg {
                Arg::Json(json) => format!("\0{}", plain(json)),
                Arg::Binding { name, .. } => format!("\0bind:{name}"),
            });
            let outcome = match &case.expect {
                Expect::Value(json) => Some(plain(json)),
                Expect::Panic(_) => None,
            };
            let key = format!("{binds}{}", args.collect::<String>());
            Probed { span: case.span, key, outcome, case: None }
        }));
    }
    probed
}

fn contradictions(spec: &Spec, cases: &[Probed]) -> Vec<Diagnostic> {
    let mut first: BTreeMap<&str, &Probed> = BTreeMap::new();
    let mut findings = Vec::new();
    for case in cases {
        let known = *first.entry(&case.key).or_insert(case);
        if known.outcome == case.outcome {
            continue;
        }
        let shown = |case: &Probed| case.outcome.clone().unwrap_or_else(|| "panic".to_owned());
        let message = format!("the same input must give {} and {}", shown(known), shown(case));
        let finding = spec.source.error(Code::PreflightContradiction, case.span, message);
        let place = spec.source.locate(known.span);
        findings.push(finding.note_at("the other case", spec.source.name(), place));
    }
    findings
}

fn vacuous_requires(
    world: World<'_>,
    spec: &Spec,
    typed: &Typed,
    cases: &[Probed],
) -> Vec<Diagnostic> {
    let env = world.scope.env();
    let takes_capability = typed.params.iter().any(|(_, ty)| is_capability(env, ty));
    if spec.requires().is_empty() || takes_capability || cases.is_empty() {
        return Vec::new();
    }
    let clauses = spec.requires().iter();
    let vacuous = clauses.filter(|clause| {
        let Some((program, wrapper)) = lone_wrapper(world, spec, typed, clause) else {
            return false;
        };
        let inputs = cases.iter().filter_map(|case| arguments(case.case.as_ref()?));
        let mut outcomes = inputs
            .map(|arguments| eval::call(&program, wrapper, arguments, &Limits::CASE).result.ok());
        !outcomes.any(|outcome| matches!(outcome, Some(Value::Bool(true))))
    });
    let finding = |clause: &Clause| {
        let message = format!("no case satisfies `{}: {}`", clause.label, clause.text);
        let finding =
            spec.source.error(Code::PreflightVacuousRequires, clause.predicate.span, message);
        finding.note("add a case whose input the function accepts, or weaken the clause")
    };
    vacuous.map(finding).collect()
}

fn arguments(case: &Case) -> Option<Vec<Value>> {
    let values = case.args.iter().map(|given| match given {
        Given::Value(value) => Some(value.clone()),
        Given::Bind(_) => None,
    });
    values.collect()
}

/// Compiles the wrapper of one clause; `None` when it does not check, which is reported elsewhere.
fn lone_wrapper(
    world: World<'_>,
    spec: &Spec,
    typed: &Typed,
    clause: &Clause,
) -> Option<(eval::Compiled, DefId)> {
    let scope = world.scope;
    let is_taken = |name: &str| !scope.named(name).is_empty() || Builtin::from_name(name).is_some();
    let place = Place { spec, env: scope.env(), function: &spec.name, is_taken: &is_taken };
    let name = program::free_prefix(scope);
    let wrapper = place.predicate(&name, &typed.params, &clause.predicate).ok()?;
    let unit = &wrapper.unit;
    let interface = Interface::of_def(scope.env(), &unit.source, &unit.file, 0);
    let interfaces = scope.interfaces().iter().cloned().chain([interface]).collect();
    let scope = Scope::new(scope.env().clone(), interfaces);
    let id = DefId((scope.interfaces().len() - 1) as u32);
    let core = check::definition(&scope, id, &unit.source, &unit.file, 0).core?;
    if core.callees.iter().any(|callee| program::unfinished(world, *callee).is_some()) {
        return None;
    }
    let defs: Vec<Arc<core::Def>> = program::reachable(world, &core.callees, [core.clone()]);
    Some((eval::compile(&core::Program { env: scope.env().clone(), defs }), id))
}

fn trivial_ensures(spec: &Spec) -> Vec<Diagnostic> {
    let trivial = spec.ensures().iter().filter(|clause| is_trivial(&clause.predicate));
    let finding = |clause: &Clause| {
        let message = format!("`{}: {}` holds whatever the code does", clause.label, clause.text);
        spec.source.error(Code::PreflightTrivialEnsures, clause.predicate.span, message)
    };
    trivial.map(finding).collect()
}

fn is_trivial(predicate: &Predicate) -> bool {
    let tree: &Tree = &predicate.tree;
    let same =
        |a: PredId, b: PredId| predicate::pred_text(tree, a) == predicate::pred_text(tree, b);
    let negates = |a: PredId, b: PredId| match &tree[a].kind {
        PredKind::Not { pred } => same(*pred, b),
        _ => false,
    };
    match &tree[predicate.pred].kind {
        PredKind::Cmp { op: CmpOp::Eq | CmpOp::Le | CmpOp::Ge, lhs, rhs } => {
            predicate::term_text(tree, *lhs) == predicate::term_text(tree, *rhs)
        }
        PredKind::Implies { lhs, rhs } => same(*lhs, *rhs),
        PredKind::Or { lhs, rhs } => negates(*lhs, *rhs) || negates(*rhs, *lhs),
        _ => false,
    }
}

fn unexercised(env: &TypeEnv, spec: &Spec, typed: &Typed, cases: &[Probed]) -> Option<Diagnostic> {
    let Ty::Con(name, _) = env.expand(&typed.result) else { return None };
    let Body::Sum(variants) = &env.decl(env.find(&name)?).body else { return None };
    if cases.is_empty() {
        return None;
    }
    let outcomes = cases.iter().filter_map(|case| case.outcome.as_deref()).collect::<Vec<_>>();
    let begins = |variant: &str| match (name.as_str(), variant) {
        ("Bool", "True") => "true".to_owned(),
        ("Bool", _) => "false".to_owned(),
        _ => format!("{{\"tag\":\"{variant}\""),
    };
    let missing = variants.iter().filter(|variant| {
        let beginning = begins(&variant.name);
        !outcomes.iter().any(|outcome| outcome.starts_with(&beginning))
    });
    let missing = missing.map(|variant| format!("`{}`", variant.name)).collect::<Vec<_>>();
    if missing.is_empty() {
        return None;
    }
    let span = spec.signature().map_or(spec.name_span, |signature| signature.span);
    let message = format!("no case expects {}", missing.join(", "));
    let finding = spec.source.error(Code::PreflightUnexercisedVariant, span, message);
    Some(finding.note("add a case for each, so that an agent sees when it is meant"))
}
