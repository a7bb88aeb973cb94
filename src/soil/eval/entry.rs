//! Calling definitions with JSON arguments.
//!
//! An [`Entry`] plans the decoding of each parameter once; a call then costs the decoding itself.
//!
//! Spec: `tr-grammar#7`, `soil0-cli#8.6`.

use crate::soil::builtins::Builtin;
use crate::soil::core::DefId;
use crate::soil::eval::code::Compiled;
use crate::soil::eval::limits::{Limits, Outcome, Panic};
use crate::soil::eval::machine::Machine;
use crate::soil::eval::world::RealWorld;
use crate::soil::types::env::{Body, TypeEnv};
use crate::soil::types::ty::Ty;
use crate::soil::value::handle::Real;
use crate::soil::value::json::tape::Item;
use crate::soil::value::json::{self, DecodeError, Decoder};
use crate::soil::value::{Function, Value};

/// A definition with the plans of its parameters and result.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The definition.
    pub def: DefId,
    params: Vec<Param>,
    /// `None` for a type that JSON cannot carry.
    result: Option<Decoder>,
}

#[derive(Clone, Debug)]
enum Param {
    Json(Decoder),
    Capability(Real),
    /// A type that JSON cannot carry.
    Never,
}

/// Why a definition cannot be called from outside, or not with these arguments.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntryError {
    /// A parameter or the result is not a ground type without functions.
    #[error("{0} has a type that JSON cannot carry")]
    Type(String),
    /// Too few or too many arguments.
    #[error("found {found} arguments, expected {expected}")]
    Count {
        /// How many the call needs.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An argument does not decode.
    #[error("argument {index}: {error}")]
    Argument {
        /// From 1, among the arguments given.
        index: usize,
        /// Why.
        error: DecodeError,
    },
}

impl Entry {
    /// Plans calls of a definition whose parameters and result are ground and hold no function.
    ///
    /// # Errors
    /// [`EntryError::Type`].
    pub fn new(compiled: &Compiled, def: DefId) -> Result<Entry, EntryError> {
        let entry = Entry::lenient(compiled, def);
        if let Some(index) = entry.params.iter().position(|param| matches!(param, Param::Never)) {
            return Err(EntryError::Type(format!("parameter {}", index + 1)));
        }
        if entry.result.is_none() {
            return Err(EntryError::Type("the result".into()));
        }
        Ok(entry)
    }

    /// Plans calls of any definition; no argument decodes at a type that JSON cannot carry.
    pub fn lenient(compiled: &Compiled, def: DefId) -> Entry {
        let core = &compiled.program.defs[def.0 as usize];
        let env = &compiled.program.env;
        let plan = |ty: &Ty| Decoder::new(env, ty).ok().filter(|plan| !plan.holds_function());
        let param = |ty: &Ty| match (capability(env, ty), plan(ty)) {
            (Some(real), _) => Param::Capability(real),
            (None, Some(decoder)) => Param::Json(decoder),
            (None, None) => Param::Never,
        };
        Entry { def, params: core.params.iter().map(param).collect(), result: plan(&core.result) }
    }

    /// Says whether a parameter, counted from 0, takes what a builtin returns.
    pub fn takes(&self, param: usize, builtin: Builtin) -> bool {
        let made = match builtin {
            Builtin::FakeFs => Real::Fs,
            Builtin::FakeClock => Real::Clock,
            Builtin::FakeRand => Real::Rand,
            _ => return false,
        };
        matches!(self.params.get(param), Some(Param::Capability(wanted)) if *wanted == made)
    }

    /// Returns how many JSON arguments a real run takes: one per parameter that is no capability.
    pub fn n_arguments(&self) -> usize {
        self.params.iter().filter(|param| matches!(param, Param::Json(_))).count()
    }

    /// Returns how many parameters the equation has.
    pub fn n_params(&self) -> usize {
        self.params.len()
    }

    /// Decodes one argument at the type of a parameter, counted from 0.
    ///
    /// # Errors
    /// When it does not decode; nothing decodes as a capability.
    pub fn argument(&self, param: usize, item: Item<'_>) -> Result<Value, DecodeError> {
        match self.params.get(param) {
            Some(Param::Json(decoder)) => decoder.item(item),
            _ => Err(never()),
        }
    }

    /// Decodes JSON at the type of the result and returns its canonical text.
    ///
    /// # Errors
    /// When it does not decode.
    pub fn expectation(&self, item: Item<'_>) -> Result<String, DecodeError> {
        let Some(result) = &self.result else {
            return Err(DecodeError::Type("the result has a type that JSON cannot carry".into()));
        };
        let value = result.item(item)?;
        json::encode(&value).map_err(|error| DecodeError::Type(error.to_string()))
    }

    /// Calls the definition with one JSON text a parameter and returns canonical JSON; no world is
    /// in reach.
    ///
    /// # Errors
    /// [`EntryError::Count`] and [`EntryError::Argument`]; a panic is an outcome.
    pub fn call(
        &self,
        machine: &mut Machine<'_>,
        arguments: &[&str],
        limits: &Limits,
    ) -> Result<Outcome<String>, EntryError> {
        if arguments.len() != self.params.len() {
            let (expected, found) = (self.params.len(), arguments.len());
            return Err(EntryError::Count { expected, found });
        }
        let mut args = Vec::with_capacity(arguments.len());
        for (index, (param, text)) in self.params.iter().zip(arguments).enumerate() {
            let decoded = match param {
                Param::Json(decoder) => decoder.decode(text),
                Param::Capability(_) | Param::Never => Err(never()),
            };
            args.push(decoded.map_err(|error| EntryError::Argument { index: index + 1, error })?);
        }
        Ok(machine.call(self.def, args, limits).map(|value| encoded(&value)))
    }

    /// Calls the definition in the real world: capability parameters get real handles, the others
    /// take the arguments in order.
    ///
    /// # Errors
    /// [`EntryError::Count`] and [`EntryError::Argument`]; a panic is an outcome.
    pub fn call_in(
        &self,
        world: &RealWorld,
        machine: &mut Machine<'_>,
        arguments: &[Item<'_>],
        limits: &Limits,
    ) -> Result<Outcome<String>, EntryError> {
        if arguments.len() != self.n_arguments() {
            let (expected, found) = (self.n_arguments(), arguments.len());
            return Err(EntryError::Count { expected, found });
        }
        let mut rest = arguments.iter().enumerate();
        let mut args = Vec::with_capacity(self.params.len());
        for param in &self.params {
            args.push(match param {
                Param::Capability(real) => world.handle(*real),
                Param::Never => {
                    return Err(EntryError::Argument { index: args.len() + 1, error: never() });
                }
                Param::Json(decoder) => {
                    let Some((index, item)) = rest.next() else { break };
                    let decoded = decoder.item(*item);
                    decoded.map_err(|error| EntryError::Argument { index: index + 1, error })?
                }
            });
        }
        Ok(machine.call_in(world, self.def, args, limits).map(|value| encoded(&value)))
    }
}

/// Encodes a result; a function inside is a panic of its own kind.
pub(in crate::soil) fn encoded(value: &Value) -> Result<String, Panic> {
    json::encode(value).map_err(Panic::from)
}

/// Makes the value that a test binds: a builtin applied to JSON arguments, each decoded at the type
/// of its parameter. The builtins are the fakes: every other value can be given as JSON.
///
/// # Errors
/// [`EntryError::Type`] for a builtin that a test cannot call, [`EntryError::Count`] and
/// [`EntryError::Argument`].
pub fn fake(
    machine: &mut Machine<'_>,
    builtin: Builtin,
    arguments: &[Item<'_>],
    limits: &Limits,
) -> Result<Result<Value, Panic>, EntryError> {
    let utf8 = || Ty::con("Utf8");
    let ty = match builtin {
        Builtin::FakeFs => Ty::app("Map", [utf8(), utf8()]),
        Builtin::FakeClock => Ty::con("I64"),
        Builtin::FakeRand => Ty::con("U64"),
        other => return Err(EntryError::Type(format!("`{}`", other.row().name))),
    };
    let [argument] = arguments else {
        return Err(EntryError::Count { expected: 1, found: arguments.len() });
    };
    let decoder = Decoder::new(&machine.compiled.program.env, &ty)
        .map_err(|error| EntryError::Argument { index: 1, error })?;
    let value =
        decoder.item(*argument).map_err(|error| EntryError::Argument { index: 1, error })?;
    Ok(machine.native(Function::Builtin(builtin), &mut [value], limits))
}

fn never() -> DecodeError {
    DecodeError::Type("the parameter has a type that JSON cannot carry".into())
}

/// Looks through aliases for a capability type.
fn capability(env: &TypeEnv, ty: &Ty) -> Option<Real> {
    let mut ty = ty;
    loop {
        let Ty::Con(name, _) = ty else { return None };
        if let Some(real) = Real::from_type_name(name) {
            return Some(real);
        }
        match &env.decl(env.find(name)?).body {
            Body::Alias(target) => ty = target,
            _ => return None,
        }
    }
}
