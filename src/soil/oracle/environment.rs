//! `env.json`: the type environment of a program.
//!
//! Spec: `soil0-cli#6`.

use serde_json::Value;

use crate::contract::documents::{
    EffectTag, EnvFile, FieldDef, IgnoredDefault, RowTree, SigType, Strategy as StrategyTag,
    TypeBody, TypeDef,
};
use crate::contract::wire::{self, Misfit};
use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{Effect, Effects, Row};
use crate::soil::types::env::{
    Body, Field, Ignored, Payload, Strategy, TypeDecl, TypeEnv, Variant,
};
use crate::soil::types::ty::{Arrow, Ty};

/// Deepest nesting of brackets that an input document may have.
const MAX_NESTING: usize = 10_000;

/// Decodes the declarations of an environment; validation is [`validate`].
///
/// # Errors
/// `malformed-input` for anything that is not the document.
pub(super) fn decode(text: &str) -> Result<Vec<TypeDecl>, Diagnostic> {
    let file = read(text).map_err(|misfit| malformed(format!("env.json: {misfit}")))?;
    file.types.into_iter().map(declaration).collect()
}

/// Validates decoded declarations.
///
/// # Errors
/// `malformed-input`, one a fault, in declaration order.
pub(super) fn validate(decls: Vec<TypeDecl>) -> Result<TypeEnv, Vec<Diagnostic>> {
    TypeEnv::new(decls).map_err(|faults| {
        faults.iter().map(|fault| malformed(format!("env.json: {fault}"))).collect()
    })
}

fn read(text: &str) -> Result<EnvFile, Misfit> {
    if nesting(text) > MAX_NESTING {
        return Err(Misfit::new(format!("nested more than {MAX_NESTING} levels deep")));
    }
    // The generated readers recurse; the nesting is bounded, so a large segment is enough.
    stacker::grow(512 << 20, || {
        let strict = wire::from_json::<EnvFile>(text);
        // Defaults may be written bare, as run-time descriptors have them. Rewriting goes through a
        // lossy representation, so the result counts only when nothing but that was wrong.
        match strict {
            Err(misfit) if misfit.path.contains("ignored") => {
                let mut value: Value = serde_json::from_str(text).map_err(|_| misfit.clone())?;
                wrap_bare_defaults(&mut value);
                wire::from_json::<EnvFile>(&value.to_string()).map_err(|_| misfit)
            }
            outcome => outcome,
        }
    })
}

fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest, mut in_string, mut is_escaped) = (0_usize, 0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

fn wrap_bare_defaults(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(wrap_bare_defaults),
        Value::Object(entries) => {
            for (key, inner) in entries {
                match inner.get_mut("value").filter(|_| key == "ignored") {
                    Some(default) => wrap_bare(default),
                    None => wrap_bare_defaults(inner),
                }
            }
        }
        _ => {}
    }
}

fn wrap_bare(default: &mut Value) {
    let key = match default.get("tag").and_then(Value::as_str) {
        Some("Const") => "value",
        Some("CopyField") => "field",
        _ => return,
    };
    if let Some(inner) = default.get_mut("value")
        && !inner.is_object()
    {
        *inner = serde_json::json!({ key: inner.take() });
    }
}

fn malformed(message: String) -> Diagnostic {
    Diagnostic::new(Code::MalformedInput, message)
}

fn declaration(def: TypeDef) -> Result<TypeDecl, Diagnostic> {
    let body = match def.body {
        TypeBody::Record { fields } => Body::Record(fields.into_iter().map(field).collect()),
        TypeBody::OpaqueBody => Body::Opaque,
        TypeBody::Alias { ty } => Body::Alias(semantic(ty)),
        TypeBody::Sum { variants } => {
            let variants = variants.into_iter().map(|variant| {
                let payload = match (variant.payload, variant.fields) {
                    (Some(_), Some(_)) => {
                        return Err(malformed(format!(
                            "env.json: type `{}`: variant `{}` has both a payload and fields",
                            def.name, variant.name
                        )));
                    }
                    (Some(ty), None) => Payload::One(semantic(ty)),
                    (None, Some(fields)) => {
                        Payload::Record(fields.into_iter().map(field).collect())
                    }
                    (None, None) => Payload::None,
                };
                Ok(Variant { name: variant.name.into(), payload })
            });
            Body::Sum(variants.collect::<Result<_, _>>()?)
        }
    };
    Ok(TypeDecl {
        name: def.name.into(),
        params: def.params.into_iter().map(Name::from).collect(),
        strategy: match def.strategy {
            StrategyTag::Structural => Strategy::Structural,
            StrategyTag::Opaque => Strategy::Opaque,
        },
        body,
    })
}

fn field(def: FieldDef) -> Field {
    Field {
        name: def.name.into(),
        ty: semantic(def.shape),
        ignored: def.ignored.map(|default| match default {
            IgnoredDefault::Const { value } => Ignored::Const(value.as_str().into()),
            IgnoredDefault::CopyField { field } => Ignored::CopyField(field.into()),
        }),
    }
}

/// Reads a signature type as a semantic type.
fn semantic(ty: SigType) -> Ty {
    deep(|| match ty {
        SigType::SVar { name } => Ty::Var(name.into()),
        SigType::SCon { name, args } => {
            Ty::Con(name.into(), args.into_iter().map(semantic).collect())
        }
        SigType::SArrow { param, dom, row, cod } => Ty::Arrow(std::sync::Arc::new(Arrow {
            param: param.map(Name::from),
            dom: semantic(*dom),
            row: semantic_row(row),
            cod: semantic(*cod),
        })),
    })
}

fn semantic_row(row: RowTree) -> Row {
    let effects = row.effects.into_iter().fold(Effects::NONE, |effects, tag| {
        effects.with(match tag {
            EffectTag::Div => Effect::Div,
            EffectTag::Panic => Effect::Panic,
            EffectTag::Io => Effect::Io,
            EffectTag::Ffi => Effect::Ffi,
        })
    });
    Row { effects, var: row.var.map(Name::from) }
}
