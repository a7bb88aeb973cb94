//! Expect cases: literal arguments and outcomes, decoded by the types of the definition.
//!
//! Spec: `tr-grammar#3.3`, `soil0-cli#10`.

use std::sync::Arc;

use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::builtins::Builtin;
use crate::soil::core::DefId;
use crate::soil::types::env::TypeEnv;
use crate::soil::types::signatures;
use crate::soil::types::ty::Ty;
use crate::soil::value::Value;
use crate::soil::value::json::{Decoder, encode};
use crate::spec::{self, Arg, Expect, Json, Spec, Test};
use crate::verify::wrapper::at_i64;

/// One call with its outcome.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is called.
    pub def: DefId,
    /// The fakes that the case makes afresh, in order.
    pub binds: Arc<[Bind]>,
    /// The arguments, one a parameter.
    pub args: Vec<Given>,
    /// What must come out.
    pub expected: Expected,
}

/// A fake that each case makes for itself.
#[derive(Clone, Debug)]
pub struct Bind {
    /// What the cases call it.
    pub name: Name,
    /// The builtin that makes it.
    pub ctor: Builtin,
    /// What the builtin is given.
    pub value: Value,
}

/// An argument.
#[derive(Clone, Debug)]
pub enum Given {
    /// A value.
    Value(Value),
    /// Index of a bind.
    Bind(usize),
}

/// An outcome.
#[derive(Clone, Debug)]
pub enum Expected {
    /// Canonical JSON of the result.
    Value(String),
    /// Any panic except an exhausted budget.
    Panic,
}

/// Decodes expect cases of one definition.
pub struct Reader<'a> {
    spec: &'a Spec,
    env: &'a TypeEnv,
    def: DefId,
    params: Vec<Option<Decoder>>,
    result: Option<Decoder>,
    types: Vec<Ty>,
}

impl<'a> Reader<'a> {
    /// Prepares the decoders of a definition; parameters and result are tried with every type
    /// variable at `I64`.
    pub fn new(spec: &'a Spec, env: &'a TypeEnv, def: DefId, params: &[Ty], result: &Ty) -> Self {
        let types = params.iter().map(at_i64).collect::<Vec<_>>();
        Reader {
            spec,
            env,
            def,
            params: types.iter().map(|ty| Decoder::new(env, ty).ok()).collect(),
            result: Decoder::new(env, &at_i64(result)).ok(),
            types,
        }
    }

    /// Decodes the cases of one block, or says what in it is not of the right type.
    ///
    /// # Errors
    /// `malformed-input` at each literal that does not decode, at a case with another number of
    /// arguments than the definition has parameters, and at a fake that is none.
    pub fn block(&self, test: &Test) -> Result<Vec<Case>, Vec<Diagnostic>> {
        let mut faults = Vec::new();
        let binds = test.binds.iter().filter_map(|bind| self.bind(bind, &mut faults));
        let binds: Arc<[Bind]> = binds.collect();
        let cases = test.cases.iter().filter_map(|case| self.case(case, &binds, &mut faults));
        let cases = cases.collect::<Vec<_>>();
        if faults.is_empty() { Ok(cases) } else { Err(faults) }
    }

    fn bind(&self, bind: &spec::Bind, faults: &mut Vec<Diagnostic>) -> Option<Bind> {
        let fault =
            |message: String| self.spec.source.error(Code::MalformedInput, bind.ctor_span, message);
        let fakes = [Builtin::FakeFs, Builtin::FakeClock, Builtin::FakeRand];
        let ctor = Builtin::from_name(&bind.ctor).filter(|ctor| fakes.contains(ctor));
        let Some(ctor) = ctor else {
            let message = format!("`{}` makes no fake", bind.ctor);
            faults.push(fault(message).note("fakes are made by fake_fs, fake_clock and fake_rand"));
            return None;
        };
        let [argument] = &*bind.args else {
            faults.push(fault(format!(
                "`{}` takes one value, found {}",
                bind.ctor,
                bind.args.len()
            )));
            return None;
        };
        let Ty::Arrow(arrow) = signatures::builtin(ctor) else { return None };
        let decoder = Decoder::new(self.env, &arrow.dom).ok();
        let value = self.value(argument, decoder.as_ref(), &arrow.dom, faults)?;
        Some(Bind { name: bind.name.clone(), ctor, value })
    }

    fn case(
        &self,
        case: &spec::Case,
        binds: &Arc<[Bind]>,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Case> {
        if case.args.len() != self.params.len() {
            let message = format!(
                "`{}` takes {}, the case gives {}",
                self.spec.name,
                count(self.params.len(), "argument"),
                case.args.len()
            );
            faults.push(self.spec.source.error(Code::MalformedInput, case.span, message));
            return None;
        }
        let mut args = Vec::new();
        for ((arg, decoder), ty) in case.args.iter().zip(&self.params).zip(&self.types) {
            args.push(match arg {
                Arg::Json(json) => self.value(json, decoder.as_ref(), ty, faults).map(Given::Value),
                Arg::Binding { name, .. } => {
                    binds.iter().position(|bind| bind.name == *name).map(Given::Bind)
                }
            });
        }
        let expected = match &case.expect {
            Expect::Panic(_) => Some(Expected::Panic),
            Expect::Value(json) => {
                let ty = "the result type";
                let value = self.decode(json, self.result.as_ref(), ty, faults);
                value.and_then(|value| encode(&value).ok()).map(Expected::Value)
            }
        };
        let args = args.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Case { def: self.def, binds: binds.clone(), args, expected: expected? })
    }

    fn value(
        &self,
        json: &Json,
        decoder: Option<&Decoder>,
        ty: &Ty,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Value> {
        self.decode(json, decoder, &format!("`{ty}`"), faults)
    }

    fn decode(
        &self,
        json: &Json,
        decoder: Option<&Decoder>,
        what: &str,
        faults: &mut Vec<Diagnostic>,
    ) -> Option<Value> {
        let decoded = match decoder {
            Some(decoder) => decoder.decode(&json.text).map_err(|error| error.to_string()),
            None => Err("no JSON stands for values of this type".to_owned()),
        };
        decoded
            .map_err(|error| {
                let message = format!("not a value of {what}: {error}");
                faults.push(self.spec.source.error(Code::MalformedInput, json.span, message));
            })
            .ok()
    }
}

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
