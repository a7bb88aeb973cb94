//! Resolved semantic types: refinements erased, no spans, no unification variables.
//!
//! Declared signatures, field shapes and the types that core terms and generators use are all
//! [`Ty`]. Aliases are still named; [`crate::soil::types::env::TypeEnv::expand`] removes them.
//!
//! Spec: `soil0-cli#5`.

use std::sync::Arc;

use crate::soil::Name;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::Row;

/// A semantic type; cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    /// A type variable of the signature or declaration that this type belongs to.
    Var(Name),
    /// A built-in or declared type applied to all its arguments.
    Con(Name, Arc<[Ty]>),
    /// A function type.
    Arrow(Arc<Arrow>),
}

/// The parts of a function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrow {
    /// The declared parameter name; never part of type equality rules.
    pub param: Option<Name>,
    /// What goes in.
    pub dom: Ty,
    /// What the call may do, as declared.
    pub row: Row,
    /// What comes out.
    pub cod: Ty,
}

impl Ty {
    /// Makes a constructor without arguments.
    pub fn con(name: &str) -> Ty {
        Ty::Con(Name::new(name), Arc::new([]))
    }

    /// Lists the type variables, each once, in the order in which they appear.
    pub fn variables(&self) -> Vec<Name> {
        let mut found = Vec::new();
        self.collect_variables(&mut found);
        found
    }

    fn collect_variables(&self, found: &mut Vec<Name>) {
        deep(|| match self {
            Ty::Var(name) if found.contains(name) => {}
            Ty::Var(name) => found.push(name.clone()),
            Ty::Con(_, args) => args.iter().for_each(|arg| arg.collect_variables(found)),
            Ty::Arrow(arrow) => {
                arrow.dom.collect_variables(found);
                arrow.cod.collect_variables(found);
            }
        });
    }

    /// Makes an applied constructor.
    pub fn app(name: &str, args: impl IntoIterator<Item = Ty>) -> Ty {
        Ty::Con(Name::new(name), args.into_iter().collect())
    }
}

/// A numeric type. The order is that of `soil-syntax-spec#1`'s table, then `BigInt` and `F64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumTy {
    /// A fixed-width integer.
    Int(IntTy),
    /// An unbounded integer.
    BigInt,
    /// An IEEE 754 double.
    F64,
}

/// A fixed-width integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntTy {
    /// 64 bits, signed.
    I64,
    /// 64 bits, unsigned.
    U64,
    /// 32 bits, signed.
    I32,
    /// 32 bits, unsigned.
    U32,
    /// 16 bits, signed.
    I16,
    /// 16 bits, unsigned.
    U16,
    /// 8 bits, signed.
    I8,
    /// 8 bits, unsigned.
    U8,
}

impl IntTy {
    /// Every width.
    pub const ALL: [IntTy; 8] = [
        IntTy::I64,
        IntTy::U64,
        IntTy::I32,
        IntTy::U32,
        IntTy::I16,
        IntTy::U16,
        IntTy::I8,
        IntTy::U8,
    ];

    /// Returns the type's name.
    pub const fn name(self) -> &'static str {
        match self {
            IntTy::I64 => "I64",
            IntTy::U64 => "U64",
            IntTy::I32 => "I32",
            IntTy::U32 => "U32",
            IntTy::I16 => "I16",
            IntTy::U16 => "U16",
            IntTy::I8 => "I8",
            IntTy::U8 => "U8",
        }
    }

    /// Returns the least value.
    pub const fn min(self) -> i128 {
        match self {
            IntTy::I64 => i64::MIN as i128,
            IntTy::I32 => i32::MIN as i128,
            IntTy::I16 => i16::MIN as i128,
            IntTy::I8 => i8::MIN as i128,
            IntTy::U64 | IntTy::U32 | IntTy::U16 | IntTy::U8 => 0,
        }
    }

    /// Returns the greatest value.
    pub const fn max(self) -> i128 {
        match self {
            IntTy::I64 => i64::MAX as i128,
            IntTy::U64 => u64::MAX as i128,
            IntTy::I32 => i32::MAX as i128,
            IntTy::U32 => u32::MAX as i128,
            IntTy::I16 => i16::MAX as i128,
            IntTy::U16 => u16::MAX as i128,
            IntTy::I8 => i8::MAX as i128,
            IntTy::U8 => u8::MAX as i128,
        }
    }

    /// Looks up the width of a type name.
    pub fn from_name(name: &str) -> Option<IntTy> {
        IntTy::ALL.into_iter().find(|ty| ty.name() == name)
    }
}

impl NumTy {
    /// Returns the type's name.
    pub const fn name(self) -> &'static str {
        match self {
            NumTy::Int(ty) => ty.name(),
            NumTy::BigInt => "BigInt",
            NumTy::F64 => "F64",
        }
    }

    /// Looks up a numeric type by name.
    pub fn from_name(name: &str) -> Option<NumTy> {
        match name {
            "BigInt" => Some(NumTy::BigInt),
            "F64" => Some(NumTy::F64),
            _ => IntTy::from_name(name).map(NumTy::Int),
        }
    }
}
