//! The task: what a bundle says of one definition, in the form that the search works on.
//!
//! Comes in: the files of a bundle. Goes out: types, parameters, rows of known behaviour, claims
//! that any result must satisfy, the callable definitions, and the constants that the
//! specification itself mentions. Nothing here depends on what a definition is called.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::contract::documents::BundleManifest;
use crate::soil::Name;
use crate::soil::builtins::TABLE;
use crate::soil::check::{self, Unit};
use crate::soil::core::{self, DefId};
use crate::soil::eval::{self, Compiled, Limits, Machine};
use crate::soil::syntax::SourceFile;
use crate::soil::syntax::parse::{self, Role};
use crate::soil::types::convert;
use crate::soil::types::declare::declare;
use crate::soil::types::env::TypeEnv;
use crate::soil::types::ty::Ty;
use crate::soil::value::Value;
use crate::soil::value::json::Decoder;
use crate::spec::{self, Arg, Expect, Kind, Lang, Spec, Surroundings};
use crate::verify::generate::Generator;
use crate::verify::stream::Stream;
use crate::verify::suite::program::is_capability;
use crate::verify::wrapper::{Place, at_i64};

/// A task, ready to be searched.
pub(super) struct Task {
    pub spec: Spec,
    pub env: Arc<TypeEnv>,
    /// `name : type` as the specification has it.
    pub signature: String,
    /// Whether the declared row has `panic`: arithmetic then owes nobody an explanation.
    pub may_panic: bool,
    pub params: Vec<(Name, Ty)>,
    pub result: Ty,
    pub rows: Vec<Row>,
    /// Why there is nothing to search by: cases that need more than values.
    pub obstacle: Option<Unfit>,
    pub callees: Vec<Callee>,
    /// Callees, then guards and claims.
    pub program: Compiled,
    pub claims: Claims,
    /// Names that a local binder must not have.
    pub taken: BTreeSet<Name>,
    /// Whole numbers and texts of the prose, the clauses and the properties.
    pub mentioned_numbers: BTreeSet<i64>,
    pub mentioned_texts: BTreeSet<String>,
}

/// One situation: arguments, and what is known of the result.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub args: Vec<Value>,
    pub wanted: Wanted,
}

/// What is known of a result.
#[derive(Clone, Debug)]
pub(super) enum Wanted {
    Value(Value),
    Panic,
    /// The claims hold, and it is none of these.
    Claimed(Vec<Value>),
}

/// A definition that may be called.
pub(super) struct Callee {
    pub id: DefId,
    /// How it is written here.
    pub written: Name,
    pub params: Vec<Ty>,
    pub result: Ty,
}

/// The clauses of the specification as definitions of the program.
#[derive(Default)]
pub(super) struct Claims {
    /// Over the parameters.
    guard: Option<DefId>,
    /// Over the parameters and the result.
    ensures: Vec<DefId>,
}

/// Why a bundle gives no task.
pub(super) type Unfit = String;

impl Task {
    /// Reads a bundle; `read` returns the text of one of its files.
    pub fn read(
        manifest: &BundleManifest,
        read: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Result<Task, Unfit> {
        let text = read("spec.md").ok_or("the bundle has no spec.md")?;
        let path = format!("{}.tr", manifest.definition);
        let parsed = spec::parse(&path, text.as_bytes(), Surroundings::default());
        let spec = parsed.spec.filter(|spec| spec.kind == Kind::Function);
        let spec = spec.ok_or("spec.md is not the specification of a function")?;
        let env = Arc::new(types(manifest, read)?);
        let block = spec.block(Lang::SoilSig).ok_or("there is no signature to search for")?;
        let signature = spec.text(block.content).trim().to_owned();
        let declared = spec.signature().ok_or("there is no signature to search for")?;
        let tree = &declared.sig.tree;
        let ty = |id| convert::convert(&env, tree, id).map_err(|_| "the signature is faulty");
        let mut params = Vec::new();
        let mut may_panic = false;
        for (at, (binder, dom, row)) in declared.arrows().enumerate() {
            let name = binder.map_or_else(|| Name::from(format!("p{at}")), |b| b.name.clone());
            params.push((name, env.expand(&ty(dom)?)));
            may_panic = row.effects.contains(crate::soil::syntax::tree::Effect::Panic);
        }
        let result = env.expand(&ty(declared.result())?);

        let (mut units, sources) = callee_units(manifest, read);
        let is_taken = |name: &str| {
            TABLE.iter().any(|row| row.name == name)
                || name == spec.name.as_str()
                || sources.iter().any(|source| source.name == name)
        };
        let wrappers = wrappers(&spec, &env, &params, &result, &is_taken);
        units.extend(wrappers.iter().map(|(_, unit)| unit.clone()));
        let (compiled, placed) = compile(&env, &units);
        let callees = callees(compiled.program(), &placed, &sources);
        let mut claims = Claims::default();
        for (at, unit) in placed.iter().enumerate() {
            let id = DefId(at as u32);
            match unit.checked_sub(sources.len()).map(|wrapper| wrappers[wrapper].0) {
                Some(true) => claims.guard = Some(id),
                Some(false) => claims.ensures.push(id),
                None => {}
            }
        }
        let mut taken: BTreeSet<Name> = sources.iter().map(|source| source.name.clone()).collect();
        taken.extend(TABLE.iter().map(|row| Name::new_static(row.name)));
        taken.insert(spec.name.clone());
        let (mentioned_numbers, mentioned_texts) = mentioned(&spec);
        let mut task = Task {
            rows: Vec::new(),
            obstacle: None,
            spec,
            env,
            signature,
            may_panic,
            params,
            result,
            callees,
            program: compiled,
            claims,
            taken,
            mentioned_numbers,
            mentioned_texts,
        };
        match task.expected() {
            Ok(rows) => task.rows = rows,
            Err(why) => task.obstacle = Some(why),
        }
        Ok(task)
    }

    /// Reads the expect cases.
    fn expected(&self) -> Result<Vec<Row>, Unfit> {
        let decoder = |ty: &Ty| Decoder::new(&self.env, &at_i64(ty)).ok();
        let params: Option<Vec<Decoder>> = self.params.iter().map(|(_, ty)| decoder(ty)).collect();
        let params = params.ok_or("a parameter is of a type that tests cannot write")?;
        let result =
            decoder(&self.result).ok_or("the result is of a type that tests cannot write")?;
        let mut rows = Vec::new();
        for (block, test) in self.spec.tests() {
            if block.info.xfail {
                continue;
            }
            for case in &test.cases {
                let args = case.args.iter().zip(&params).map(|(arg, decoder)| match arg {
                    Arg::Json(json) => decoder.decode(&json.text).ok(),
                    Arg::Binding { .. } => None,
                });
                let args: Option<Vec<Value>> = args.collect();
                let args = args.filter(|args| args.len() == params.len());
                let args = args.ok_or("a test case needs a capability")?;
                let wanted = match &case.expect {
                    Expect::Value(json) => result
                        .decode(&json.text)
                        .map(Wanted::Value)
                        .map_err(|_| "a test case does not fit the signature")?,
                    Expect::Panic(_) => Wanted::Panic,
                };
                rows.push(Row { args, wanted });
            }
        }
        Ok(rows)
    }

    /// Draws inputs that the guard admits, to be judged by the claims alone. Where there are only
    /// properties they admit anything, but still tell apart what the cases do not.
    pub fn claimed_rows(&self, n_rows: usize) -> Vec<Row> {
        let has_property = self.spec.block(Lang::Property).is_some();
        if self.claims.ensures.is_empty() && !has_property {
            return Vec::new();
        }
        let generators = self.params.iter().map(|(_, ty)| Generator::new(&self.env, ty));
        let Ok(generators) = generators.collect::<Result<Vec<Generator>, _>>() else {
            return Vec::new();
        };
        let mut machine = Machine::new(&self.program);
        let mut stream = Stream::new(1);
        let mut rows = Vec::new();
        for _ in 0..64 * n_rows {
            let args: Vec<Value> = generators.iter().map(|one| one.draw(&mut stream)).collect();
            if rows.len() < n_rows && self.claims.admit(&mut machine, &args) {
                rows.push(Row { args, wanted: Wanted::Claimed(Vec::new()) });
            }
        }
        rows
    }

    /// Finds an expect case whose outcome contradicts a claim; returns its number, from 0.
    pub fn contradiction(&self) -> Option<usize> {
        let mut machine = Machine::new(&self.program);
        self.rows.iter().position(|row| match &row.wanted {
            Wanted::Value(value) => {
                self.claims.admit(&mut machine, &row.args)
                    && !self.claims.hold(&mut machine, &row.args, value)
            }
            _ => false,
        })
    }
}

impl Claims {
    /// Says whether the guard admits the arguments.
    pub fn admit(&self, machine: &mut Machine<'_>, args: &[Value]) -> bool {
        self.guard.is_none_or(|guard| is_true(machine, guard, args.to_vec()))
    }

    /// Says whether every claim holds of a result.
    pub fn hold(&self, machine: &mut Machine<'_>, args: &[Value], result: &Value) -> bool {
        self.ensures.iter().all(|claim| {
            let all = args.iter().chain([result]).cloned().collect();
            is_true(machine, *claim, all)
        })
    }
}

fn is_true(machine: &mut Machine<'_>, def: DefId, args: Vec<Value>) -> bool {
    let limits = Limits { steps: Some(100_000), heap: 8 << 20, time: None };
    matches!(machine.call_on(def, args, &limits).result, Ok(Value::Bool(true)))
}

/// Builds the environment from the pages of types.
fn types(
    manifest: &BundleManifest,
    read: &mut dyn FnMut(&str) -> Option<String>,
) -> Result<TypeEnv, Unfit> {
    let mut decls = Vec::new();
    for path in manifest.packed.iter().filter(|path| path.starts_with("types/")) {
        let page = read(path).ok_or("a type of the bundle cannot be read")?;
        let Some(written) = fenced(&page, "soil-type") else { continue };
        let source = SourceFile::new(path.as_str(), written);
        let decl = parse::type_decl(&source, 0..written.len() as u32)
            .map_err(|fault| format!("{path}: {}", fault.message))?;
        decls.push(declare(&decl).map_err(|_| format!("{path}: a default is faulty"))?);
    }
    TypeEnv::new(decls).map_err(|faults| format!("the types: {}", faults[0]))
}

/// Returns the inside of the first fence of a language.
fn fenced<'p>(page: &'p str, lang: &str) -> Option<&'p str> {
    let opening = format!("```{lang}\n");
    let start = page.find(&opening)? + opening.len();
    let length = page[start..].find("```")?;
    Some(&page[start..start + length])
}

/// A callee whose body the bundle shows.
struct Source {
    name: Name,
    module: String,
}

fn callee_units(
    manifest: &BundleManifest,
    read: &mut dyn FnMut(&str) -> Option<String>,
) -> (Vec<Unit>, Vec<Source>) {
    let mut units = Vec::new();
    let mut sources = Vec::new();
    for path in &manifest.packed {
        let Some(file) = path.strip_prefix("examples/").filter(|path| path.ends_with(".soil"))
        else {
            continue;
        };
        let Some(text) = read(path) else { continue };
        let source = SourceFile::new(file, text);
        let Ok(parsed) = parse::file(&source, Role::Ordinary) else { continue };
        let [def] = &*parsed.defs else { continue };
        let module = file.rsplit_once('/').map_or("", |(directory, _)| directory);
        let module = module.rsplit('/').next().unwrap_or_default().to_owned();
        sources.push(Source { name: def.name.clone(), module });
        units.push(Unit { source, file: Arc::new(parsed) });
    }
    (units, sources)
}

/// Writes the guard and the claims; the flag tells the guard.
fn wrappers(
    spec: &Spec,
    env: &TypeEnv,
    params: &[(Name, Ty)],
    result: &Ty,
    is_taken: &dyn Fn(&str) -> bool,
) -> Vec<(bool, Unit)> {
    let place = Place { spec, env, function: "", is_taken };
    let mut found = Vec::new();
    if !spec.requires().is_empty()
        && let Ok(guard) = place.guard("synth_guard", params)
    {
        found.push((true, guard.unit));
    }
    let mut with_result = params.to_vec();
    with_result.push((Name::new_static("result"), result.clone()));
    for (at, clause) in spec.ensures().iter().enumerate() {
        let name = format!("synth_claim_{at}");
        let claim = place.predicate(&name, &with_result, &clause.predicate);
        found.extend(claim.ok().map(|claim| (false, claim.unit)));
    }
    found
}

/// Compiles what checks, callees before their callers whatever the order of `units`; returns with
/// it which unit each definition is.
fn compile(env: &Arc<TypeEnv>, units: &[Unit]) -> (Compiled, Vec<usize>) {
    let mut placed: Vec<usize> = Vec::new();
    let mut defs: Vec<Arc<core::Def>> = Vec::new();
    loop {
        let before = placed.len();
        for at in 0..units.len() {
            if placed.contains(&at) {
                continue;
            }
            let program: Vec<Unit> =
                placed.iter().chain([&at]).map(|at| units[*at].clone()).collect();
            let checked = check::program(env.clone(), &program);
            let core = checked.defs.last().and_then(|def| def.core.clone());
            if let Some(core) = core.filter(|core| !core.has_holes) {
                placed.push(at);
                defs.push(core);
            }
        }
        if placed.len() == before {
            return (eval::compile(&core::Program { env: env.clone(), defs }), placed);
        }
    }
}

/// Lists what may be called: functions of at least one parameter, without capabilities.
fn callees(program: &core::Program, placed: &[usize], sources: &[Source]) -> Vec<Callee> {
    let mut found = Vec::new();
    for (at, unit) in placed.iter().enumerate() {
        let Some(source) = sources.get(*unit) else { continue };
        let def = &program.defs[at];
        let env = &program.env;
        let params: Vec<Ty> = def.params.iter().map(|ty| env.expand(ty)).collect();
        if params.is_empty() || params.iter().any(|ty| is_capability(env, ty)) {
            continue;
        }
        let n_named = sources.iter().filter(|other| other.name == source.name).count();
        let written = match n_named {
            1 => source.name.clone(),
            _ => Name::from(format!("{}::{}", source.module, source.name)),
        };
        let result = env.expand(&def.result);
        found.push(Callee { id: DefId(at as u32), written, params, result });
    }
    found
}

/// Collects the whole numbers and texts that a reader of the specification would pick up: code
/// spans, quotations and digits of the prose, literals of clauses and properties.
fn mentioned(spec: &Spec) -> (BTreeSet<i64>, BTreeSet<String>) {
    let (mut numbers, mut texts) = (BTreeSet::new(), BTreeSet::new());
    for (span, _) in &spec.code_spans {
        texts.insert(span.clone());
    }
    let text = spec.source.text();
    let mut prose = String::new();
    let mut end = spec.frontmatter as usize;
    for block in &spec.blocks {
        prose.push_str(&text[end..block.span.start as usize]);
        end = block.span.end as usize;
        if matches!(block.info.lang, Lang::Requires | Lang::Ensures | Lang::Property) {
            prose.push_str(spec.text(block.content));
        }
    }
    prose.push_str(&text[end..]);
    for quoted in prose.split('"').skip(1).step_by(2) {
        texts.insert(quoted.to_owned());
    }
    for word in prose.split(|found: char| !(found.is_ascii_digit() || found == '-')) {
        numbers.extend(word.parse::<i64>().ok());
    }
    (numbers, texts)
}
