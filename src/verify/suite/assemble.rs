//! Assembly: from specifications to one compiled program with its suites.

use std::collections::VecDeque;
use std::mem;
use std::sync::Arc;

use crate::contract::{Code, Diagnostic};
use crate::root::lock::{Origin, Tier};
use crate::soil::Name;
use crate::soil::builtins::Builtin;
use crate::soil::check::{self, Interface, Scope};
use crate::soil::core::{self, DefId};
use crate::soil::eval;
use crate::soil::syntax::Span;
use crate::soil::syntax::tree::{Effect, Effects, Tree, TypeId};
use crate::soil::types::convert;
use crate::soil::types::env::TypeEnv;
use crate::soil::types::ty::Ty;
use crate::soil::value::json::Decoder;
use crate::spec::{self, Block, Payload, Predicate, Spec};
use crate::verify::generate::Generator;
use crate::verify::oracle::Oracle;
use crate::verify::predicate;
use crate::verify::suite::expect::{Case, Expected, Reader};
use crate::verify::suite::program::{self, is_capability};
use crate::verify::suite::{Check, Plan, Property, RowHead, Suite, Target, Unit, World};
use crate::verify::wrapper::{Parameter, Place, Wrapper, at_i64, at_predicate};

/// Cases of a property whose function touches the outside.
const N_CASES_WITH_EFFECTS: u32 = 32;

/// Cases of any other property.
const N_CASES: u32 = 128;

pub(super) fn plan(world: World<'_>, targets: &[Target<'_>]) -> Plan {
    let mut planner = Planner::new(world);
    let suites = targets.iter().map(|target| planner.suite(target)).collect();
    planner.finish(suites, targets)
}

struct Planner<'a> {
    world: World<'a>,
    /// Begins the name of every wrapper; no definition's name begins so.
    prefix: String,
    wrappers: Vec<Wrapper>,
    /// Definitions that a suite calls.
    called: Vec<DefId>,
}

/// Where a unit under construction stands: the suite's specification and parameters.
struct Site<'a> {
    spec: &'a Spec,
    effects: Effects,
    seed: u64,
}

impl<'a> Planner<'a> {
    fn new(world: World<'a>) -> Self {
        let prefix = program::free_prefix(world.scope);
        Planner { world, prefix, wrappers: Vec::new(), called: Vec::new() }
    }

    fn env(&self) -> &'a TypeEnv {
        self.world.scope.env()
    }

    fn suite(&mut self, target: &Target<'a>) -> Suite {
        let spec = target.spec;
        let mut suite = Suite {
            path: spec.path.clone(),
            name: spec.name.clone(),
            units: Vec::new(),
            diagnostics: Vec::new(),
            oracle: None,
        };
        let Some(core) = self.core(target.id) else { return suite };
        if let Some(hole) = program::unfinished(self.world, target.id) {
            let message = if hole == spec.name {
                format!("`{hole}` has typed holes")
            } else {
                format!("`{}` reaches `{hole}`, which is not finished", spec.name)
            };
            let file = core.file.to_string();
            suite.diagnostics.push(Diagnostic::new(Code::UnfilledHole, message).in_file(file));
            return suite;
        }
        self.called.push(target.id);
        let effects = spec.signature().map_or(Effects::NONE, |signature| {
            signature.arrows().fold(Effects::NONE, |all, (.., row)| all.union(row.effects))
        });
        let seed = spec.hashes.test.map_or(0, |digest| digest.seed());
        let site = Site { spec, effects, seed };
        let reader = Reader::new(spec, self.env(), target.id, &core.params, &core.result);
        // The cases of a definition are one bundle: a fault in any of its blocks leaves no rows.
        let read = spec.tests().map(|(_, test)| reader.block(test)).collect::<Vec<_>>();
        let mut bundle = match read.iter().all(Result::is_ok) {
            true => read.into_iter().flatten().collect::<VecDeque<_>>(),
            false => {
                suite.diagnostics.extend(read.into_iter().filter_map(Result::err).flatten());
                VecDeque::new()
            }
        };
        for block in &spec.blocks {
            match &block.payload {
                Payload::Test(_) => {
                    let cases = bundle.pop_front().unwrap_or_default();
                    suite.units.extend(expect(block, cases));
                }
                Payload::Property(property) => self.property(&site, block, property, &mut suite),
                Payload::Cram(session) if target.with_real => {
                    suite.units.push(cram_unit(block, session));
                }
                _ => {}
            }
        }
        self.derived(&site, &mut suite);
        if let Some(reference) = spec.reference() {
            self.differential(&core, reference, spec, &mut suite);
        }
        suite
    }

    fn core(&self, id: DefId) -> Option<Arc<core::Def>> {
        self.world.cores.get(id.0 as usize)?.clone()
    }

    fn property(
        &mut self,
        site: &Site<'_>,
        block: &Block,
        property: &spec::Property,
        suite: &mut Suite,
    ) {
        if let Some(filter) = property.binders.iter().find_map(|binder| binder.filter.as_ref()) {
            let message = "`where` filters do not run yet, so this property is not tested";
            let fault = site.spec.source.error(Code::UnsupportedWhereFilter, filter.span, message);
            suite.diagnostics.push(fault.note("write the condition as `filter implies claim`"));
            return;
        }
        let binders = property.binders.iter().map(|binder| {
            let ty = self.ty(site.spec, &binder.tree, binder.ty)?;
            Ok::<_, Vec<Diagnostic>>((binder.name.clone(), ty, binder.ty_span))
        });
        let head = spec_row(block_name(block).to_owned(), Tier::Property);
        let claim = Claim { head, text: property.text.clone(), is_xfail: block.info.xfail };
        match binders.collect::<Result<Vec<_>, _>>() {
            Ok(binders) => {
                self.claim(site, claim, &binders, Stated::Predicate(&property.predicate), suite);
            }
            Err(faults) => suite.diagnostics.extend(faults),
        }
    }

    fn derived(&mut self, site: &Site<'_>, suite: &mut Suite) {
        let (requires, ensures) = (site.spec.requires(), site.spec.ensures());
        let Some(first) = ensures.first().or(requires.first()) else { return };
        let Some(signature) = site.spec.signature() else { return };
        let tree = &signature.sig.tree;
        let params = signature.arrows().map(|(binder, dom, _)| {
            let name = binder.map(|binder| binder.name.clone()).unwrap_or_default();
            Ok((name, self.ty(site.spec, tree, dom)?, tree[dom].span))
        });
        let params = match params.collect::<Result<Vec<_>, Vec<Diagnostic>>>() {
            Ok(params) => params,
            Err(faults) => return suite.diagnostics.extend(faults),
        };
        if let Some((name, ..)) = params.iter().find(|(_, ty, _)| is_capability(self.env(), ty)) {
            let message = format!("`{name}` is a capability, so the clauses are not tested");
            let span = first.label_span;
            suite.diagnostics.push(site.spec.source.error(
                Code::TestUngenerableType,
                span,
                message,
            ));
            return;
        }
        for clause in ensures {
            let name = format!("derived:ensures:{}", clause.label);
            let head = RowHead { name, tier: Tier::Property, origin: Origin::Derived };
            let claim = Claim { head, text: clause.text.clone(), is_xfail: false };
            self.claim(site, claim, &params, Stated::Ensures(clause), suite);
        }
    }

    fn claim(
        &mut self,
        site: &Site<'_>,
        claim: Claim,
        binders: &[(Name, Ty, Span)],
        stated: Stated<'_>,
        suite: &mut Suite,
    ) {
        let mut generators = Vec::new();
        for (name, ty, span) in binders {
            match Generator::new(self.env(), &at_i64(ty)) {
                Ok(generator) => generators.push(generator),
                Err(why) => {
                    let message = format!("no values of `{ty}` can be drawn for `{name}`: {why}");
                    let code = Code::TestUngenerableType;
                    suite.diagnostics.push(site.spec.source.error(code, *span, message));
                    return;
                }
            }
        }
        let params = binders.iter().map(|(name, ty, _)| (name.clone(), ty.clone()));
        let params = params.collect::<Vec<Parameter>>();
        let guard = match &stated {
            Stated::Ensures(_) if !site.spec.requires().is_empty() => {
                match self.wrap(site.spec, |place, name| place.guard(name, &params)) {
                    Ok(guard) => Some(guard),
                    Err(fault) => return suite.diagnostics.push(fault),
                }
            }
            Stated::Ensures(_) | Stated::Predicate(_) => None,
        };
        let calls = match &stated {
            Stated::Ensures(_) => Some(params.iter().map(|(name, _)| name.to_string()).collect()),
            Stated::Predicate(predicate) => {
                predicate::direct_call(&predicate.tree, predicate.pred, &site.spec.name)
            }
        };
        let wrapper = self.wrap(site.spec, |place, name| match stated {
            Stated::Predicate(predicate) => place.predicate(name, &params, predicate),
            Stated::Ensures(clause) => place.ensures(name, &params, clause),
        });
        let wrapper = match wrapper {
            Ok(wrapper) => wrapper,
            Err(fault) => return suite.diagnostics.push(fault),
        };
        let touches_outside =
            site.effects.contains(Effect::Io) || site.effects.contains(Effect::Ffi);
        let n_cases = match (generators.len(), touches_outside) {
            (0, _) => 1,
            (_, true) => N_CASES_WITH_EFFECTS,
            (_, false) => N_CASES,
        };
        suite.units.push(Unit {
            rows: vec![claim.head],
            is_xfail: claim.is_xfail,
            check: Check::Property(Property {
                wrapper,
                guard,
                generators,
                names: params.into_iter().map(|(name, _)| name).collect(),
                seed: site.seed,
                n_cases,
                text: claim.text,
                calls,
            }),
        });
    }

    /// Makes a wrapper and returns the number that it will have in the program.
    fn wrap(
        &mut self,
        spec: &Spec,
        make: impl FnOnce(Place<'_>, &str) -> Result<Wrapper, Diagnostic>,
    ) -> Result<DefId, Diagnostic> {
        let scope = self.world.scope;
        let is_taken =
            |name: &str| !scope.named(name).is_empty() || Builtin::from_name(name).is_some();
        let module = spec.module().rsplit('/').next().unwrap_or_default();
        let function = match scope.named(&spec.name).len() {
            0 | 1 => spec.name.to_string(),
            _ => format!("{module}::{}", spec.name),
        };
        let place = Place { spec, env: scope.env(), function: &function, is_taken: &is_taken };
        let name = format!("{}{}", self.prefix, self.wrappers.len());
        self.wrappers.push(make(place, &name)?);
        Ok(DefId((scope.interfaces().len() + self.wrappers.len() - 1) as u32))
    }

    fn differential(
        &self,
        core: &core::Def,
        reference: &spec::Reference,
        spec: &'a Spec,
        suite: &mut Suite,
    ) {
        let fault = |message: String| {
            let span = spec.block(spec::Lang::Reference).map_or(Span::default(), |b| b.span);
            spec.source.error(Code::OracleError, span, message)
        };
        let missing = match Oracle::find(reference, self.world.root) {
            Ok(oracle) => {
                suite.oracle = Some(oracle);
                None
            }
            Err(error) => Some(error.to_string()),
        };
        if core.params.iter().any(|ty| is_capability(self.env(), ty)) {
            let message = "an oracle cannot be given a capability".to_owned();
            return suite.diagnostics.push(fault(message));
        }
        let Ok(result) = Decoder::new(self.env(), &at_i64(&core.result)) else {
            let message = format!("no JSON stands for values of `{}`", core.result);
            return suite.diagnostics.push(fault(message));
        };
        let expects = suite.units.iter().filter(|unit| !unit.is_xfail);
        let cases = expects.filter_map(|unit| match &unit.check {
            Check::Expect(case) if matches!(case.expected, Expected::Value(_)) => {
                Some(case.clone())
            }
            _ => None,
        });
        let name = format!("derived:differential:{}", reference.line());
        let check = match missing {
            Some(why) => Check::NoOracle { why },
            None => Check::Differential { cases: cases.collect(), result },
        };
        suite.units.push(Unit {
            rows: vec![RowHead { name, tier: Tier::Differential, origin: Origin::Derived }],
            is_xfail: false,
            check,
        });
    }

    fn ty(&self, spec: &Spec, tree: &Tree, ty: TypeId) -> Result<Ty, Vec<Diagnostic>> {
        convert::convert(self.env(), tree, ty).map_err(|faults| {
            let faults = faults.into_iter();
            faults.map(|fault| spec.source.error(fault.code, fault.span, fault.message)).collect()
        })
    }
}

impl<'a> Planner<'a> {
    /// Checks the wrappers behind the world's definitions and compiles all that is called.
    fn finish(mut self, mut suites: Vec<Suite>, targets: &[Target<'a>]) -> Plan {
        let known = self.world.scope.interfaces();
        let env = self.world.scope.env();
        let wrappers = mem::take(&mut self.wrappers);
        let interfaces = wrappers
            .iter()
            .map(|wrapper| Interface::of_def(env, &wrapper.unit.source, &wrapper.unit.file, 0));
        let scope = Scope::new(env.clone(), known.iter().cloned().chain(interfaces).collect());
        let checked = wrappers.iter().enumerate().map(|(n, wrapper)| {
            let id = DefId((known.len() + n) as u32);
            check::definition(&scope, id, &wrapper.unit.source, &wrapper.unit.file, 0)
        });
        let checked = checked.collect::<Vec<_>>();

        for (suite, target) in suites.iter_mut().zip(targets) {
            let (mut kept, mut faults) = (Vec::new(), Vec::new());
            for unit in mem::take(&mut suite.units) {
                let calls = unit.wrappers().into_iter().map(|id| id.0 as usize - known.len());
                let fault = calls.into_iter().find_map(|n| {
                    let origin = wrappers[n].origin;
                    self.unusable(&checked[n], |fault| at_predicate(target.spec, origin, fault))
                });
                match fault {
                    None => kept.push(unit),
                    Some(fault) => faults.push(fault),
                }
            }
            suite.units = kept;
            // A faulty `requires` clause would be told once for every row that it guards.
            faults.dedup();
            suite.diagnostics.extend(faults);
        }

        let cores = checked.iter().filter_map(|checked| checked.core.as_ref());
        let mut called = cores.flat_map(|core| core.callees.clone()).collect::<Vec<_>>();
        called.extend(&self.called);
        let cores = checked.into_iter().map(|checked| checked.core.unwrap_or_else(program::unused));
        let defs = program::reachable(self.world, &called, cores);
        let program = core::Program { env: env.clone(), defs };
        Plan { program: eval::compile(&program), suites }
    }

    /// Says why a wrapper cannot run, if it cannot.
    fn unusable(
        &self,
        checked: &check::Checked,
        restate: impl Fn(&Diagnostic) -> Diagnostic,
    ) -> Option<Diagnostic> {
        let Some(core) = &checked.core else { return checked.diagnostics.first().map(restate) };
        let unfinished =
            core.callees.iter().find_map(|callee| program::unfinished(self.world, *callee))?;
        let message = format!("the claim calls `{unfinished}`, which is not finished");
        Some(restate(&Diagnostic::new(Code::UnfilledHole, message)))
    }
}

impl Unit {
    /// Lists the wrappers that the unit calls.
    fn wrappers(&self) -> Vec<DefId> {
        match &self.check {
            Check::Property(property) => {
                property.guard.into_iter().chain([property.wrapper]).collect()
            }
            Check::Expect(_)
            | Check::Differential { .. }
            | Check::NoOracle { .. }
            | Check::Cram { .. } => Vec::new(),
        }
    }
}

/// A predicate on its way to a row.
struct Claim {
    head: RowHead,
    text: String,
    is_xfail: bool,
}

/// What a claim says.
enum Stated<'a> {
    /// A property, over its binders.
    Predicate(&'a Predicate),
    /// A clause, over the function's parameters.
    Ensures(&'a spec::Clause),
}

fn expect(block: &Block, cases: Vec<Case>) -> impl Iterator<Item = Unit> {
    let name = block_name(block);
    cases.into_iter().enumerate().map(move |(k, case)| Unit {
        rows: vec![spec_row(format!("{name}#{}", k + 1), Tier::Expect)],
        is_xfail: block.info.xfail,
        check: Check::Expect(case),
    })
}

fn cram_unit(block: &Block, session: &spec::Cram) -> Unit {
    let name = block_name(block);
    let rows = (1..=session.steps.len()).map(|k| spec_row(format!("{name}#{k}"), Tier::Cram));
    let fixtures = session.fixtures.clone();
    let check = Check::Cram { fixtures, steps: session.steps.clone() };
    Unit { rows: rows.collect(), is_xfail: block.info.xfail, check }
}

fn spec_row(name: String, tier: Tier) -> RowHead {
    RowHead { name, tier, origin: Origin::Spec }
}

fn block_name(block: &Block) -> &str {
    block.info.name.as_deref().unwrap_or_default()
}
