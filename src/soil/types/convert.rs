//! From a type as written to a semantic type: refinements erased, aliases kept, spans dropped.
//!
//! Spec: `soil0-cli#5`.

use std::sync::Arc;

use crate::contract::Code;
use crate::soil::syntax::Span;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{Tree, TypeId, TypeKind};
use crate::soil::types::env::TypeEnv;
use crate::soil::types::ty::{Arrow, Ty};

/// A fault of a written type: a constructor that is unknown or has the wrong number of arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeFault {
    /// [`Code::UnknownType`] or [`Code::TypeMismatch`].
    pub code: Code,
    /// The whole type node, arguments included.
    pub span: Span,
    /// What was found and expected.
    pub message: String,
}

/// Converts a written type.
///
/// # Errors
/// Every unknown constructor and every wrong number of arguments, in reading order.
///
/// Spec: `soil-syntax-spec#5.10`.
pub fn convert(env: &TypeEnv, tree: &Tree, id: TypeId) -> Result<Ty, Vec<TypeFault>> {
    let mut faults = Vec::new();
    let ty = convert_into(env, tree, id, &mut faults);
    if faults.is_empty() { Ok(ty) } else { Err(faults) }
}

fn convert_into(env: &TypeEnv, tree: &Tree, id: TypeId, faults: &mut Vec<TypeFault>) -> Ty {
    let node = &tree[id];
    deep(|| match &node.kind {
        TypeKind::Var(name) => Ty::Var(name.clone()),
        TypeKind::Refined { base, .. } => convert_into(env, tree, *base, faults),
        TypeKind::Arrow { param, dom, row, cod } => Ty::Arrow(Arc::new(Arrow {
            param: param.as_ref().map(|binder| binder.name.clone()),
            dom: convert_into(env, tree, *dom, faults),
            row: row.clone(),
            cod: convert_into(env, tree, *cod, faults),
        })),
        TypeKind::Con { name, args } => {
            let fault = |code, message| TypeFault { code, span: node.span, message };
            match env.arity(name) {
                None => faults.push(fault(Code::UnknownType, unknown(env, name))),
                Some(expected) if expected != args.len() => faults.push(fault(
                    Code::TypeMismatch,
                    format!(
                        "`{name}` takes {expected} type argument{}, found {}",
                        if expected == 1 { "" } else { "s" },
                        args.len()
                    ),
                )),
                Some(_) => {}
            }
            let args = args.iter().map(|arg| convert_into(env, tree, *arg, faults)).collect();
            Ty::Con(name.clone(), args)
        }
    })
}

/// Says that a type is unknown and which known names come close.
pub(crate) fn unknown(env: &TypeEnv, name: &str) -> String {
    use crate::soil::resolve::suggest;
    use crate::soil::types::kernel::BUILTIN_TYPES;
    let known = BUILTIN_TYPES
        .iter()
        .map(|(known, _)| *known)
        .chain(env.decls().iter().map(|decl| decl.name.as_str()));
    format!("unknown type `{name}`{}", suggest::did_you_mean(name, known))
}
