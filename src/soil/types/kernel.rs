//! The kernel: built-in constructors and the declarations that every program has.
//!
//! Spec: `soil0-cli#6.1`.

use std::sync::LazyLock;

use crate::soil::types::env::{Body, Field, Payload, Strategy, TypeDecl, Variant};
use crate::soil::types::ty::Ty;

/// Built-in constructors with their number of arguments; they are not declarations.
pub const BUILTIN_TYPES: [(&str, usize); 15] = [
    ("I64", 0),
    ("U64", 0),
    ("I32", 0),
    ("U32", 0),
    ("I16", 0),
    ("U16", 0),
    ("I8", 0),
    ("U8", 0),
    ("BigInt", 0),
    ("F64", 0),
    ("Utf8", 0),
    ("Bytes", 0),
    ("Unit", 0),
    ("List", 1),
    ("Map", 2),
];

/// The opaque types whose values let a program reach the outside.
pub const CAPABILITIES: [&str; 8] = ["World", "Fs", "Net", "Clock", "Env", "Proc", "Rand", "Py"];

/// The kernel declarations, in the order in which every environment holds them.
pub static KERNEL: LazyLock<Vec<TypeDecl>> = LazyLock::new(|| {
    let var = |name: &str| Ty::Var(name.into());
    let one = |name: &str, ty| Variant { name: name.into(), payload: Payload::One(ty) };
    let bare = |name: &str| Variant { name: name.into(), payload: Payload::None };
    let field = |name: &str, ty: &str| Field { name: name.into(), ty: Ty::con(ty), ignored: None };
    let inline = |name: &str, fields: Vec<Field>| Variant {
        name: name.into(),
        payload: Payload::Record(fields),
    };
    let mut decls = vec![
        decl("Bool", &[], Body::Sum(vec![bare("True"), bare("False")])),
        decl("Option", &["a"], Body::Sum(vec![bare("None"), one("Some", var("a"))])),
        decl("Result", &["a", "e"], Body::Sum(vec![one("Ok", var("a")), one("Err", var("e"))])),
        decl("Path", &[], Body::Alias(Ty::con("Utf8"))),
        decl(
            "FsError",
            &[],
            Body::Sum(vec![
                inline("NotFound", vec![field("path", "Path")]),
                inline("ReadFailed", vec![field("path", "Path"), field("message", "Utf8")]),
                inline("NotUtf8", vec![field("path", "Path")]),
            ]),
        ),
        decl("Utf8Error", &[], Body::Sum(vec![inline("InvalidUtf8", vec![field("at", "U64")])])),
    ];
    decls.extend(
        CAPABILITIES
            .map(|name| TypeDecl { strategy: Strategy::Opaque, ..decl(name, &[], Body::Opaque) }),
    );
    decls
});

fn decl(name: &str, params: &[&str], body: Body) -> TypeDecl {
    TypeDecl {
        name: name.into(),
        params: params.iter().map(|name| (*name).into()).collect(),
        strategy: Strategy::Structural,
        body,
    }
}
