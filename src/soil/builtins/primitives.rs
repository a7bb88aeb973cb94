//! The functions of numeric types: one table of names, types and meanings.
//!
//! Spec: `soil0-cli#11`.

use crate::soil::core::Primitive;
use crate::soil::types::ty::{IntTy, NumTy};

/// One row of the table; `N` in [`Row::ty`] stands for the type before `::`.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which function.
    pub primitive: Primitive,
    /// What stands after `N::`.
    pub name: &'static str,
    /// The types that have it.
    pub on: On,
    /// Its type in Soil syntax.
    pub ty: &'static str,
    /// What it does, in one phrase.
    pub meaning: &'static str,
}

/// A set of numeric types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// The eight fixed widths.
    Fixed,
    /// `BigInt`
    Big,
    /// `F64`
    Float,
    /// `I64`
    I64,
}

impl On {
    /// Lists the types of the set.
    pub fn types(self) -> impl Iterator<Item = NumTy> {
        let all = IntTy::ALL.into_iter().map(NumTy::Int).chain([NumTy::BigInt, NumTy::F64]);
        all.filter(move |num| match self {
            On::Fixed => matches!(num, NumTy::Int(_)),
            On::Big => *num == NumTy::BigInt,
            On::Float => *num == NumTy::F64,
            On::I64 => *num == NumTy::Int(IntTy::I64),
        })
    }
}

/// Returns the type of a row at one of its types, in Soil syntax.
pub fn type_text(row: &Row, num: NumTy) -> String {
    row.ty
        .split(' ')
        .map(|word| if word == "N" { num.name() } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}

const fn row(
    primitive: Primitive,
    name: &'static str,
    on: On,
    ty: &'static str,
    meaning: &'static str,
) -> Row {
    Row { primitive, name, on, ty, meaning }
}

const EXACT: &str = "exact; panics `overflow` outside the width";
const FLOOR_DIV: &str = "floor division; panics `divide-by-zero`, and `overflow` at `MIN / -1`";
const FLOOR_MOD: &str = "floor modulus; panics `divide-by-zero`";
const IEEE: &str = "IEEE 754 double, never panics";

/// Every function, a row a set of types.
pub const PRIMITIVES: &[Row] = &[
    row(Primitive::Add, "add", On::Fixed, "N -> N -> panic N", EXACT),
    row(Primitive::Add, "add", On::Big, "N -> N -> N", "exact"),
    row(Primitive::Add, "add", On::Float, "N -> N -> N", IEEE),
    row(Primitive::Sub, "sub", On::Fixed, "N -> N -> panic N", EXACT),
    row(Primitive::Sub, "sub", On::Big, "N -> N -> N", "exact"),
    row(Primitive::Sub, "sub", On::Float, "N -> N -> N", IEEE),
    row(Primitive::Mul, "mul", On::Fixed, "N -> N -> panic N", EXACT),
    row(Primitive::Mul, "mul", On::Big, "N -> N -> N", "exact"),
    row(Primitive::Mul, "mul", On::Float, "N -> N -> N", IEEE),
    row(Primitive::Div, "div", On::Fixed, "N -> N -> panic N", FLOOR_DIV),
    row(Primitive::Div, "div", On::Big, "N -> N -> panic N", FLOOR_DIV_BIG),
    row(Primitive::Div, "div", On::Float, "N -> N -> N", IEEE),
    row(Primitive::Mod, "mod", On::Fixed, "N -> N -> panic N", FLOOR_MOD),
    row(Primitive::Mod, "mod", On::Big, "N -> N -> panic N", FLOOR_MOD),
    row(Primitive::Mod, "mod", On::Float, "N -> N -> N", "floor modulus, never panics"),
    row(Primitive::Neg, "neg", On::Fixed, "N -> panic N", EXACT),
    row(Primitive::Neg, "neg", On::Big, "N -> N", "exact"),
    row(Primitive::Neg, "neg", On::Float, "N -> N", IEEE),
    row(Primitive::ToBig, "to_big", On::Fixed, "N -> BigInt", "exact"),
    row(
        Primitive::FromBig,
        "from_big",
        On::Fixed,
        "BigInt -> Option N",
        "exact; `None` outside the width",
    ),
    row(Primitive::ToF64, "to_f64", On::I64, "N -> F64", "the nearest double, ties to even"),
    row(
        Primitive::ToI64,
        "to_i64",
        On::Float,
        "N -> Option I64",
        "`Some` only for integral values in range",
    ),
    row(Primitive::Floor, "floor", On::Float, "N -> N", "the greatest integral value below"),
    row(Primitive::Ceil, "ceil", On::Float, "N -> N", "the least integral value above"),
    row(Primitive::Round, "round", On::Float, "N -> N", "the nearest integral value, ties to even"),
    row(Primitive::Abs, "abs", On::Float, "N -> N", "the magnitude"),
    row(Primitive::Sqrt, "sqrt", On::Float, "N -> N", "the square root"),
    row(Primitive::IsNan, "is_nan", On::Float, "N -> Bool", "whether the value is not a number"),
];

const FLOOR_DIV_BIG: &str = "floor division; panics `divide-by-zero`";
