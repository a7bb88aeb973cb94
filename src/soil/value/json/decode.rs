//! Canonical JSON to values, directed by a type and strict.

use base64::Engine as _;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::soil::Name;
use crate::soil::types::env::{Body, DeclId, Field, Payload, TypeEnv};
use crate::soil::types::ty::{IntTy, NumTy, Ty};
use crate::soil::value::json::tape::{Item, Kind, SyntaxError, Tape};
use crate::soil::value::{Map, Shape, Value, compare};

/// How many different types one decoder may meet; only a declaration that applies itself to ever
/// larger arguments has more.
const MAX_PLANS: usize = 10_000;

/// What the plan of a function says.
const FUNCTION: &str = "a function";

/// JSON that is not a value of the wanted type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The text is not JSON.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The JSON does not encode a value of the type.
    #[error("expected {expected}, found {found} at byte {at}")]
    Mismatch {
        /// What the type wants here.
        expected: String,
        /// What stands there.
        found: String,
        /// Offset in bytes of the JSON text.
        at: usize,
    },
    /// The type has no values in JSON, or is too irregular to plan.
    #[error("{0}")]
    Type(String),
}

/// Decodes one JSON text at a type; [`Decoder`] is the way to decode many.
///
/// # Errors
/// When the text is not JSON or does not encode a value of the type.
///
/// Spec: `soil0-cli#9`.
pub fn decode(env: &TypeEnv, ty: &Ty, text: &str) -> Result<Value, DecodeError> {
    Decoder::new(env, ty)?.decode(text)
}

/// The plan of decoding values of one type.
#[derive(Clone, Debug)]
pub struct Decoder {
    /// The first is that of the type itself.
    plans: Vec<Plan>,
}

type PlanId = u32;

#[derive(Clone, Debug)]
enum Plan {
    Unit,
    Bool,
    Int(IntTy),
    BigInt,
    F64,
    Utf8,
    Bytes,
    List(PlanId),
    Map(PlanId, PlanId),
    Record(&'static Shape, Box<[FieldPlan]>),
    Sum(&'static Shape, Box<[VariantPlan]>),
    /// Opaque types and functions: nothing encodes a value of them.
    Never(&'static str),
    /// Not planned yet; gone when a decoder is complete.
    Pending,
}

#[derive(Clone, Debug)]
struct FieldPlan {
    name: Name,
    plan: PlanId,
}

#[derive(Clone, Debug)]
struct VariantPlan {
    name: Name,
    payload: PayloadPlan,
}

#[derive(Clone, Debug)]
enum PayloadPlan {
    Nothing,
    One(PlanId),
    Record(Box<[FieldPlan]>),
}

impl Decoder {
    /// Plans decoding at a ground type; aliases are followed.
    ///
    /// # Errors
    /// When the type has variables or names nothing, or is too irregular.
    pub fn new(env: &TypeEnv, ty: &Ty) -> Result<Decoder, DecodeError> {
        let mut planner =
            Planner { env, plans: Vec::new(), known: FxHashMap::default(), due: Vec::new() };
        planner.plan(ty.clone())?;
        while let Some((id, ty)) = planner.due.pop() {
            let plan = planner.make(&ty)?;
            planner.plans[id as usize] = plan;
        }
        Ok(Decoder { plans: planner.plans })
    }

    /// Says whether a value of the type can hold a function.
    pub fn holds_function(&self) -> bool {
        self.plans.iter().any(|plan| matches!(plan, Plan::Never(FUNCTION)))
    }

    /// Decodes a JSON text.
    ///
    /// # Errors
    /// When the text is not JSON or does not encode a value of the type.
    pub fn decode(&self, text: &str) -> Result<Value, DecodeError> {
        let tape = Tape::parse(text)?;
        self.item(tape.root())
    }

    /// Decodes a part of a JSON text that has been read.
    ///
    /// # Errors
    /// When it does not encode a value of the type.
    pub fn item(&self, root: Item<'_>) -> Result<Value, DecodeError> {
        let mut run =
            Run { plans: &self.plans, todo: vec![Step::Value(0, root)], done: Vec::new() };
        while let Some(step) = run.todo.pop() {
            run.step(step)?;
        }
        Ok(run.done.pop().expect("one value a decoded item"))
    }
}

struct Planner<'e> {
    env: &'e TypeEnv,
    plans: Vec<Plan>,
    known: FxHashMap<Ty, PlanId>,
    due: Vec<(PlanId, Ty)>,
}

impl Planner<'_> {
    fn plan(&mut self, ty: Ty) -> Result<PlanId, DecodeError> {
        if let Some(known) = self.known.get(&ty) {
            return Ok(*known);
        }
        if self.plans.len() == MAX_PLANS {
            return Err(DecodeError::Type("a type that contains too many different types".into()));
        }
        let id = self.plans.len() as PlanId;
        self.plans.push(Plan::Pending);
        self.known.insert(ty.clone(), id);
        self.due.push((id, ty));
        Ok(id)
    }

    fn make(&mut self, ty: &Ty) -> Result<Plan, DecodeError> {
        let (name, args) = match ty {
            Ty::Var(name) => {
                return Err(DecodeError::Type(format!("no value of the type variable `{name}`")));
            }
            Ty::Arrow(_) => return Ok(Plan::Never(FUNCTION)),
            Ty::Con(name, args) => (name, args),
        };
        match (NumTy::from_name(name), name.as_str(), &**args) {
            (Some(NumTy::Int(ty)), ..) => return Ok(Plan::Int(ty)),
            (Some(NumTy::BigInt), ..) => return Ok(Plan::BigInt),
            (Some(NumTy::F64), ..) => return Ok(Plan::F64),
            (_, "Utf8", _) => return Ok(Plan::Utf8),
            (_, "Bytes", _) => return Ok(Plan::Bytes),
            (_, "Unit", _) => return Ok(Plan::Unit),
            (_, "Bool", _) => return Ok(Plan::Bool),
            (_, "List", [item]) => return Ok(Plan::List(self.plan(item.clone())?)),
            (_, "Map", [key, value]) => {
                return Ok(Plan::Map(self.plan(key.clone())?, self.plan(value.clone())?));
            }
            _ => {}
        }
        let Some(decl) = self.env.find(name) else {
            return Err(DecodeError::Type(format!("no type is named `{name}`")));
        };
        self.declared(decl, args)
    }

    fn declared(&mut self, id: DeclId, args: &[Ty]) -> Result<Plan, DecodeError> {
        let decl = self.env.decl(id);
        let given: FxHashMap<&Name, &Ty> = decl.params.iter().zip(args).collect();
        match (&decl.body, Shape::of(self.env, id)) {
            (Body::Alias(target), _) => self.make(&substitute(target, &given)),
            (Body::Record(fields), Some(shape)) => {
                Ok(Plan::Record(shape, self.fields(fields, &given)?))
            }
            (Body::Sum(variants), Some(shape)) => {
                let mut plans = Vec::with_capacity(variants.len());
                for variant in variants {
                    let payload = match &variant.payload {
                        Payload::None => PayloadPlan::Nothing,
                        Payload::One(ty) => PayloadPlan::One(self.plan(substitute(ty, &given))?),
                        Payload::Record(fields) => {
                            PayloadPlan::Record(self.fields(fields, &given)?)
                        }
                    };
                    plans.push(VariantPlan { name: variant.name.clone(), payload });
                }
                Ok(Plan::Sum(shape, plans.into()))
            }
            _ => Ok(Plan::Never("a capability")),
        }
    }

    fn fields(
        &mut self,
        fields: &[Field],
        given: &FxHashMap<&Name, &Ty>,
    ) -> Result<Box<[FieldPlan]>, DecodeError> {
        let mut plans = Vec::with_capacity(fields.len());
        for field in fields.iter().filter(|field| field.ignored.is_none()) {
            let plan = self.plan(substitute(&field.ty, given))?;
            plans.push(FieldPlan { name: field.name.clone(), plan });
        }
        Ok(plans.into())
    }
}

/// Replaces the parameters of a declaration by its arguments.
fn substitute(ty: &Ty, given: &FxHashMap<&Name, &Ty>) -> Ty {
    stacker::maybe_grow(32 * 1024, 1024 * 1024, || match ty {
        Ty::Var(name) => given.get(name).map_or_else(|| ty.clone(), |&arg| arg.clone()),
        Ty::Con(_, args) if args.is_empty() => ty.clone(),
        Ty::Con(name, args) => {
            Ty::Con(name.clone(), args.iter().map(|arg| substitute(arg, given)).collect())
        }
        // Declarations hold no arrows, and a function never decodes.
        Ty::Arrow(_) => ty.clone(),
    })
}

/// What is still to be done, next last.
enum Step<'t> {
    Value(PlanId, Item<'t>),
    List(usize),
    Map { n_entries: usize, at: usize },
    Node { shape: &'static Shape, variant: u32, n_fields: usize },
}

struct Run<'p, 't> {
    plans: &'p [Plan],
    todo: Vec<Step<'t>>,
    done: Vec<Value>,
}

impl<'t> Run<'_, 't> {
    fn step(&mut self, step: Step<'t>) -> Result<(), DecodeError> {
        match step {
            Step::Value(plan, item) => return self.value(plan, item),
            Step::List(n_items) => {
                let items = self.done.split_off(self.done.len() - n_items);
                self.done.push(Value::list(items));
            }
            Step::Map { n_entries, at } => {
                let mut parts = self.done.split_off(self.done.len() - 2 * n_entries).into_iter();
                let mut entries = Vec::with_capacity(n_entries);
                while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    entries.push((key, value));
                }
                self.done.push(sorted_map(entries, at)?);
            }
            Step::Node { shape, variant, n_fields } => {
                let fields = self.done.split_off(self.done.len() - n_fields);
                self.done.push(Value::construct(shape, variant, fields));
            }
        }
        Ok(())
    }

    fn value(&mut self, plan: PlanId, item: Item<'t>) -> Result<(), DecodeError> {
        let plans = self.plans;
        let value = match (&plans[plan as usize], item.kind()) {
            (Plan::Unit, Kind::Null) => Value::Unit,
            (Plan::Bool, Kind::True) => Value::Bool(true),
            (Plan::Bool, Kind::False) => Value::Bool(false),
            (Plan::Int(ty), Kind::Integer) => match int(*ty, item.raw()) {
                Some(value) => value,
                None => return mismatch(format!("an integer in the range of {}", ty.name()), item),
            },
            (Plan::BigInt, _) => match big(item) {
                Some(value) => value,
                None => return mismatch("a BigInt", item),
            },
            (Plan::F64, _) => match float(item) {
                Some(value) => value,
                None => return mismatch("an F64", item),
            },
            (Plan::Utf8, Kind::Plain | Kind::Escaped) => {
                Value::text(&item.string().unwrap_or_default())
            }
            (Plan::Bytes, Kind::Plain | Kind::Escaped) => {
                let text = item.string().unwrap_or_default();
                match base64::engine::general_purpose::STANDARD.decode(text.as_bytes()) {
                    Ok(bytes) => Value::bytes(bytes),
                    Err(_) => return mismatch("canonical base64", item),
                }
            }
            (Plan::List(plan), Kind::Array) => return self.list(*plan, item),
            (Plan::Map(key, value), Kind::Array) => return self.map(*key, *value, item),
            (Plan::Record(shape, fields), Kind::Object) => {
                return self.record(shape, 0, fields, item);
            }
            (Plan::Sum(shape, variants), Kind::Object) => return self.sum(shape, variants, item),
            (plan, _) => return mismatch(plan.expected(), item),
        };
        self.done.push(value);
        Ok(())
    }

    fn list(&mut self, plan: PlanId, item: Item<'t>) -> Result<(), DecodeError> {
        let place = self.todo.len();
        self.todo.push(Step::List(0));
        self.todo.extend(item.elements().into_iter().flatten().map(|item| Step::Value(plan, item)));
        self.todo[place] = Step::List(self.todo.len() - place - 1);
        self.todo[place + 1..].reverse();
        Ok(())
    }

    fn map(&mut self, key: PlanId, value: PlanId, item: Item<'t>) -> Result<(), DecodeError> {
        let place = self.todo.len();
        self.todo.push(Step::List(0));
        for entry in item.elements().into_iter().flatten() {
            let [key_item, value_item] = two_members(entry, ["key", "value"])?;
            self.todo.push(Step::Value(key, key_item));
            self.todo.push(Step::Value(value, value_item));
        }
        let n_entries = (self.todo.len() - place - 1) / 2;
        self.todo[place] = Step::Map { n_entries, at: item.offset() };
        self.todo[place + 1..].reverse();
        Ok(())
    }

    fn record(
        &mut self,
        shape: &'static Shape,
        variant: u32,
        fields: &[FieldPlan],
        item: Item<'t>,
    ) -> Result<(), DecodeError> {
        let Some(members) = item.members() else { return mismatch("an object", item) };
        self.todo.push(Step::Node { shape, variant, n_fields: fields.len() });
        let place = self.todo.len();
        // The first field is due first, so the steps stand in reverse order of slots.
        let mut found: Vec<Option<Item<'t>>> = vec![None; fields.len()];
        let mut expected = 0;
        for (key, value) in members {
            // Canonical text has the fields in order, so the next one is the likely one.
            let slot = match fields.get(expected) {
                Some(field) if field.name == *key => Some(expected),
                _ => fields.iter().position(|field| field.name == *key),
            };
            match slot {
                Some(slot) if found[slot].is_none() => {
                    found[slot] = Some(value);
                    expected = slot + 1;
                }
                Some(_) => return mismatch(format!("one key \"{key}\""), item),
                None => return mismatch(format!("no key \"{key}\""), item),
            }
        }
        for (field, value) in fields.iter().zip(found) {
            match value {
                Some(value) => self.todo.push(Step::Value(field.plan, value)),
                None => return mismatch(format!("a key \"{}\"", field.name), item),
            }
        }
        self.todo[place..].reverse();
        Ok(())
    }

    fn sum(
        &mut self,
        shape: &'static Shape,
        variants: &[VariantPlan],
        item: Item<'t>,
    ) -> Result<(), DecodeError> {
        let (mut tag, mut payload) = (None, None);
        for (key, value) in item.members().into_iter().flatten() {
            let place = match &*key {
                "tag" => &mut tag,
                "value" => &mut payload,
                _ => return mismatch("only the keys \"tag\" and \"value\"", item),
            };
            if place.replace(value).is_some() {
                return mismatch(format!("one key \"{key}\""), item);
            }
        }
        let name = tag.as_ref().and_then(Item::string);
        let Some(name) = name else { return mismatch("a string under \"tag\"", item) };
        let Some(variant) = variants.iter().position(|variant| variant.name == *name) else {
            return mismatch(format!("a variant of {}", shape.name), item);
        };
        let plan = &variants[variant].payload;
        let variant = variant as u32;
        match (plan, payload) {
            (PayloadPlan::Nothing, None) => {
                self.todo.push(Step::Node { shape, variant, n_fields: 0 });
                Ok(())
            }
            (PayloadPlan::One(plan), Some(payload)) => {
                self.todo.push(Step::Node { shape, variant, n_fields: 1 });
                self.todo.push(Step::Value(*plan, payload));
                Ok(())
            }
            (PayloadPlan::Record(fields), Some(payload)) => {
                self.record(shape, variant, fields, payload)
            }
            (PayloadPlan::Nothing, Some(_)) => mismatch("no key \"value\"", item),
            (_, None) => mismatch("a key \"value\"", item),
        }
    }
}

/// Returns the members of an object that has exactly these two keys.
fn two_members<'t>(item: Item<'t>, keys: [&str; 2]) -> Result<[Item<'t>; 2], DecodeError> {
    let mut found = [None, None];
    let Some(members) = item.members() else {
        return mismatch("an object with \"key\" and \"value\"", item);
    };
    for (key, value) in members {
        let Some(place) = keys.iter().position(|wanted| *wanted == key) else {
            return mismatch(format!("no key \"{key}\""), item);
        };
        if found[place].replace(value).is_some() {
            return mismatch(format!("one key \"{key}\""), item);
        }
    }
    match found {
        [Some(first), Some(second)] => Ok([first, second]),
        _ => mismatch("an object with \"key\" and \"value\"", item),
    }
}

/// Sorts entries by the derived order of their keys, which must differ.
fn sorted_map(mut entries: Vec<(Value, Value)>, at: usize) -> Result<Value, DecodeError> {
    // Nothing that decodes holds a function, so keys always compare.
    let order = |a: &Value, b: &Value| compare(a, b, &mut 0).unwrap_or(std::cmp::Ordering::Equal);
    entries.sort_by(|(a, _), (b, _)| order(a, b));
    if entries.windows(2).any(|pair| order(&pair[0].0, &pair[1].0).is_eq()) {
        return Err(DecodeError::Mismatch {
            expected: "different keys".into(),
            found: "the same key twice".into(),
            at,
        });
    }
    Ok(Value::Map(Map::from_sorted(entries)))
}

fn int(ty: IntTy, raw: &str) -> Option<Value> {
    // The tape has no leading zeros and no `+`.
    if raw == "-0" || raw.len() > 20 {
        return None;
    }
    let n: i128 = raw.parse().ok()?;
    (ty.min() <= n && n <= ty.max()).then(|| Value::int(ty, n))
}

fn big(item: Item<'_>) -> Option<Value> {
    match item.kind() {
        Kind::Integer => {
            let raw = item.raw();
            if raw == "-0" || raw.len() > 20 {
                return None;
            }
            let n: i128 = raw.parse().ok()?;
            let in_range = i128::from(i64::MIN) <= n && n <= i128::from(u64::MAX);
            in_range.then(|| Value::big(BigInt::from(n)))
        }
        Kind::Plain | Kind::Escaped => {
            let text = item.string()?;
            let digits = text.strip_prefix('-').unwrap_or(&text);
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            text.parse().ok().map(Value::big)
        }
        _ => None,
    }
}

fn float(item: Item<'_>) -> Option<Value> {
    let x = match item.kind() {
        Kind::Integer | Kind::Decimal => {
            let x: f64 = item.raw().parse().ok()?;
            if !x.is_finite() {
                return None;
            }
            x
        }
        Kind::Plain | Kind::Escaped => match &*item.string()? {
            "NaN" => f64::NAN,
            "Inf" => f64::INFINITY,
            "-Inf" => f64::NEG_INFINITY,
            _ => return None,
        },
        _ => return None,
    };
    Some(Value::F64(x))
}

impl Plan {
    fn expected(&self) -> String {
        match self {
            Plan::Unit => "null".into(),
            Plan::Bool => "true or false".into(),
            Plan::Int(ty) => format!("an integer token for {}", ty.name()),
            Plan::BigInt => "a BigInt".into(),
            Plan::F64 => "an F64".into(),
            Plan::Utf8 => "a string".into(),
            Plan::Bytes => "a base64 string".into(),
            Plan::List(_) => "an array".into(),
            Plan::Map(..) => "an array of entries".into(),
            Plan::Record(shape, _) => format!("an object for {}", shape.name),
            Plan::Sum(shape, _) => format!("an object with \"tag\" for {}", shape.name),
            Plan::Never(what) => format!("{what}, which JSON cannot encode"),
            Plan::Pending => "a planned type".into(),
        }
    }
}

fn mismatch<T>(expected: impl Into<String>, item: Item<'_>) -> Result<T, DecodeError> {
    let raw = item.raw();
    let found = match raw.char_indices().nth(40) {
        Some((cut, _)) => format!("`{}…`", &raw[..cut]),
        None => format!("`{raw}`"),
    };
    Err(DecodeError::Mismatch { expected: expected.into(), found, at: item.offset() })
}
