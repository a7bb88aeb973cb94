//! Shapes: what a value needs to know of its declaration.
//!
//! Equal shapes are one object for the life of the process, so a value points at its shape without
//! counting. What stays allocated is bounded by the number of different declarations ever used.

use std::sync::{LazyLock, Mutex, PoisonError};

use rustc_hash::FxHashSet;

use crate::soil::Name;
use crate::soil::types::env::{Body, DeclId, Field, Payload, Strategy, TypeEnv};

/// A declaration as its values see it; ignored fields are absent.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Name of the declared type.
    pub name: Name,
    /// Whether values are told apart by identity.
    pub opaque: bool,
    /// What a value looks like.
    pub kind: Kind,
}

/// What a value looks like.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Stored fields in declaration order.
    Record(Fields),
    /// Variants in declaration order.
    Sum(Box<[Variant]>),
    /// Captured variables of a function; no declaration has this kind.
    Environment,
}

/// A variant of a sum.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The constructor.
    pub name: Name,
    /// What it carries.
    pub payload: Carried,
    /// Canonical JSON up to the payload, or all of it without one.
    pub(super) opening: Box<str>,
}

/// What a variant carries.
#[derive(Debug, PartialEq, Eq, Hash)]
pub enum Carried {
    /// Nothing.
    Nothing,
    /// One value.
    One,
    /// Stored fields of an inline record.
    Record(Fields),
}

/// Stored fields in declaration order.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Fields {
    /// Names of the fields.
    pub names: Box<[Name]>,
    /// Canonical JSON before each value.
    pub(super) openings: Box<[Box<str>]>,
}

impl Fields {
    fn new(fields: &[Field]) -> Fields {
        let names: Box<[Name]> =
            fields.iter().filter(|f| f.ignored.is_none()).map(|f| f.name.clone()).collect();
        let openings = names
            .iter()
            .enumerate()
            .map(|(slot, name)| format!("{}\"{name}\":", if slot == 0 { '{' } else { ',' }).into())
            .collect();
        Fields { names, openings }
    }
}

impl Shape {
    /// Returns the shape of a declaration; `None` for aliases and opaque bodies, which have no
    /// values of their own shape.
    pub fn of(env: &TypeEnv, decl: DeclId) -> Option<&'static Shape> {
        let decl = env.decl(decl);
        let kind = match &decl.body {
            Body::Record(fields) => Kind::Record(Fields::new(fields)),
            Body::Sum(variants) => Kind::Sum(
                variants
                    .iter()
                    .map(|variant| Variant::new(&variant.name, &variant.payload))
                    .collect(),
            ),
            Body::Opaque | Body::Alias(_) => return None,
        };
        let opaque = decl.strategy == Strategy::Opaque;
        Some(intern(Shape { name: decl.name.clone(), opaque, kind }))
    }

    /// Says whether values are records.
    pub fn is_record(&self) -> bool {
        matches!(self.kind, Kind::Record(_))
    }

    /// Lists the variants; none of a record.
    pub fn variants(&self) -> &[Variant] {
        match &self.kind {
            Kind::Sum(variants) => variants,
            Kind::Record(_) | Kind::Environment => &[],
        }
    }

    /// Says whether this is `Bool`, whose values have a form of their own.
    pub fn is_bool(&'static self) -> bool {
        std::ptr::eq(self, kernel().bool)
    }
}

impl Variant {
    fn new(name: &Name, payload: &Payload) -> Variant {
        let carried = match payload {
            Payload::None => Carried::Nothing,
            Payload::One(_) => Carried::One,
            Payload::Record(fields) => Carried::Record(Fields::new(fields)),
        };
        let opening = match carried {
            Carried::Nothing => format!("{{\"tag\":\"{name}\"}}"),
            Carried::One | Carried::Record(_) => format!("{{\"tag\":\"{name}\",\"value\":"),
        };
        Variant { name: name.clone(), payload: carried, opening: opening.into() }
    }
}

/// The shapes that builtins make values of.
#[derive(Debug)]
pub struct Kernel {
    /// `Bool`
    pub bool: &'static Shape,
    /// `Option`
    pub option: &'static Shape,
    /// `Result`
    pub result: &'static Shape,
    /// `FsError`
    pub fs_error: &'static Shape,
    /// `Utf8Error`
    pub utf8_error: &'static Shape,
    /// Captured variables.
    pub(in crate::soil) environment: &'static Shape,
}

/// Returns the shapes of the kernel declarations.
pub fn kernel() -> &'static Kernel {
    static KERNEL: LazyLock<Kernel> = LazyLock::new(|| Kernel {
        bool: sum("Bool", &[("True", None), ("False", None)]),
        option: sum("Option", &[("None", None), ("Some", Some(&[]))]),
        result: sum("Result", &[("Ok", Some(&[])), ("Err", Some(&[]))]),
        fs_error: sum(
            "FsError",
            &[
                ("NotFound", Some(&["path"])),
                ("ReadFailed", Some(&["path", "message"])),
                ("NotUtf8", Some(&["path"])),
            ],
        ),
        utf8_error: sum("Utf8Error", &[("InvalidUtf8", Some(&["at"]))]),
        environment: intern(Shape {
            name: Name::new_static(""),
            opaque: false,
            kind: Kind::Environment,
        }),
    });
    &KERNEL
}

/// Makes a kernel sum; a payload without field names is a single value.
fn sum(name: &str, variants: &[(&str, Option<&[&str]>)]) -> &'static Shape {
    let unit = crate::soil::types::ty::Ty::con("Unit");
    let field = |name: &&str| Field { name: Name::new(name), ty: unit.clone(), ignored: None };
    let variant = |(name, payload): &(&str, Option<&[&str]>)| {
        let payload = match payload {
            None => Payload::None,
            Some([]) => Payload::One(unit.clone()),
            Some(names) => Payload::Record(names.iter().map(field).collect()),
        };
        Variant::new(&Name::new(name), &payload)
    };
    let kind = Kind::Sum(variants.iter().map(variant).collect());
    intern(Shape { name: Name::new(name), opaque: false, kind })
}

fn intern(shape: Shape) -> &'static Shape {
    static SHAPES: LazyLock<Mutex<FxHashSet<&'static Shape>>> = LazyLock::new(Mutex::default);
    let mut shapes = SHAPES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = shapes.get(&shape) {
        return known;
    }
    let kept: &'static Shape = Box::leak(Box::new(shape));
    shapes.insert(kept);
    kept
}
