//! From a declaration as written to a declared type, ready for [`TypeEnv::new`].
//!
//! Only what the syntax leaves open is judged here: the default of an ignored field. Names, arity
//! and all else are the environment's business.
//!
//! [`TypeEnv::new`]: crate::soil::types::env::TypeEnv::new
//!
//! Spec: `tr-grammar#4.1`.

use std::sync::Arc;

use crate::soil::Name;
use crate::soil::syntax::Span;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{self, ExprId, ExprKind, Lit, Tree, TypeId, TypeKind};
use crate::soil::types::env::{Body, Field, Ignored, Payload, Strategy, TypeDecl, Variant};
use crate::soil::types::scalar::json_string;
use crate::soil::types::ty::{Arrow, Ty};

/// Converts a declaration.
///
/// # Errors
/// The places of the defaults that are neither a literal, `True`, `False`, `unit` nor the name of a
/// sibling, in reading order.
pub fn declare(decl: &tree::TypeDecl) -> Result<TypeDecl, Vec<Span>> {
    let tree = &decl.tree;
    let mut faults = Vec::new();
    let body = match &decl.body {
        tree::TypeBody::Opaque => Body::Opaque,
        tree::TypeBody::Record(declared) => Body::Record(fields(tree, declared, &mut faults)),
        tree::TypeBody::Alias(ty) => Body::Alias(written(tree, *ty)),
        tree::TypeBody::Sum(variants) => Body::Sum(
            variants
                .iter()
                .map(|variant| Variant {
                    name: variant.name.name.clone(),
                    payload: match &variant.payload {
                        tree::PayloadDecl::None => Payload::None,
                        tree::PayloadDecl::One(ty) => Payload::One(written(tree, *ty)),
                        tree::PayloadDecl::Record(declared) => {
                            Payload::Record(fields(tree, declared, &mut faults))
                        }
                    },
                })
                .collect(),
        ),
    };
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(TypeDecl {
        name: decl.name.name.clone(),
        params: decl.params.iter().map(|param| param.name.clone()).collect(),
        strategy: match body {
            Body::Opaque => Strategy::Opaque,
            _ => Strategy::Structural,
        },
        body,
    })
}

fn fields(tree: &Tree, declared: &[tree::FieldDecl], faults: &mut Vec<Span>) -> Vec<Field> {
    let names: Vec<&Name> = declared.iter().map(|field| &field.name.name).collect();
    declared
        .iter()
        .map(|field| Field {
            name: field.name.name.clone(),
            ty: written(tree, field.ty),
            ignored: field.ignored.and_then(|default| {
                let ignored = ignored(tree, default, &names);
                if ignored.is_none() {
                    faults.push(tree[default].span);
                }
                ignored
            }),
        })
        .collect()
}

fn ignored(tree: &Tree, default: ExprId, siblings: &[&Name]) -> Option<Ignored> {
    let constant = |text: String| Some(Ignored::Const(text.into()));
    match &tree[default].kind {
        ExprKind::Lit(lit) => constant(number_or_text(lit)),
        ExprKind::Neg { operand } => match &tree[*operand].kind {
            ExprKind::Lit(lit @ (Lit::Int(_) | Lit::Float(_))) => {
                constant(format!("-{}", number_or_text(lit)))
            }
            _ => None,
        },
        ExprKind::Ctor(name) if name == "True" => constant("true".to_owned()),
        ExprKind::Ctor(name) if name == "False" => constant("false".to_owned()),
        ExprKind::Path(path) if path.fields.is_empty() && siblings.contains(&&path.root) => {
            Some(Ignored::CopyField(path.root.clone()))
        }
        ExprKind::Path(path) if path.fields.is_empty() && path.root == "unit" => {
            constant("null".to_owned())
        }
        _ => None,
    }
}

/// Writes a literal as JSON, which has no leading zeros.
fn number_or_text(lit: &Lit) -> String {
    match lit {
        Lit::Str(text) => json_string(text),
        Lit::Int(digits) | Lit::Float(digits) => {
            let start = digits.find(|c| c != '0').unwrap_or(digits.len());
            match digits[start..].starts_with(|c: char| c.is_ascii_digit()) {
                true => digits[start..].to_owned(),
                false => format!("0{}", &digits[start..]),
            }
        }
    }
}

/// Converts a written type without judging its names.
fn written(tree: &Tree, id: TypeId) -> Ty {
    deep(|| match &tree[id].kind {
        TypeKind::Var(name) => Ty::Var(name.clone()),
        TypeKind::Refined { base, .. } => written(tree, *base),
        TypeKind::Con { name, args } => {
            Ty::Con(name.clone(), args.iter().map(|arg| written(tree, *arg)).collect())
        }
        TypeKind::Arrow { param, dom, row, cod } => Ty::Arrow(Arc::new(Arrow {
            param: param.as_ref().map(|binder| binder.name.clone()),
            dom: written(tree, *dom),
            row: row.clone(),
            cod: written(tree, *cod),
        })),
    })
}
