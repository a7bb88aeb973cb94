//! Arithmetic: floor division, exact ranges, IEEE doubles, and the functions of numeric types.
//!
//! Spec: `soil0-cli#8.3`, `soil0-cli#11`.

use num_bigint::BigInt;
use num_traits::{ToPrimitive as _, Zero as _};

use crate::soil::core::Primitive;
use crate::soil::eval::limits::{Panic, PanicKind};
use crate::soil::syntax::tree::ArithOp;
use crate::soil::types::ty::{IntTy, NumTy};
use crate::soil::value::Value;

/// Applies a binary operator. Unbounded integers add steps that grow with their length, so that
/// no single step takes long.
pub(super) fn arith(
    op: ArithOp,
    num: NumTy,
    a: &Value,
    b: &Value,
    steps: &mut u64,
) -> Result<Value, Panic> {
    match (num, a, b) {
        (NumTy::F64, Value::F64(a), Value::F64(b)) => Ok(Value::F64(float(op, *a, *b))),
        (NumTy::Int(ty), Value::Int(..), Value::Int(..)) => {
            let (Some(a), Some(b)) = (a.as_int(), b.as_int()) else { return Err(type_error()) };
            in_range(ty, int(op, a, b)?)
        }
        (NumTy::BigInt, Value::Big(a), Value::Big(b)) => {
            *steps += big_cost(op, a.get(), b.get());
            big(op, a.get(), b.get()).map(Value::big)
        }
        _ => Err(type_error()),
    }
}

/// Applies unary minus.
pub(super) fn neg(num: NumTy, a: &Value) -> Result<Value, Panic> {
    match (num, a) {
        (NumTy::F64, Value::F64(x)) => Ok(Value::F64(-x)),
        (NumTy::Int(ty), Value::Int(..)) => match a.as_int() {
            Some(n) => in_range(ty, -n),
            None => Err(type_error()),
        },
        (NumTy::BigInt, Value::Big(n)) => Ok(Value::big(-n.get())),
        _ => Err(type_error()),
    }
}

/// Applies a function of one argument of a numeric type.
pub(super) fn unary(num: NumTy, primitive: Primitive, a: &Value) -> Result<Value, Panic> {
    let value = match (primitive, num, a) {
        (Primitive::Neg, ..) => return neg(num, a),
        (Primitive::ToBig, _, Value::Int(..)) => {
            Value::big(BigInt::from(a.as_int().unwrap_or_default()))
        }
        (Primitive::FromBig, NumTy::Int(ty), Value::Big(n)) => {
            let n = n.get().to_i128().filter(|n| ty.min() <= *n && *n <= ty.max());
            n.map_or_else(Value::none, |n| Value::some(Value::int(ty, n)))
        }
        // `as` rounds to nearest, ties to even.
        (Primitive::ToF64, _, Value::Int(_, n)) => Value::F64(*n as f64),
        (Primitive::ToI64, _, Value::F64(x)) => {
            // 2^63 is a double, the greatest I64 is not.
            let limit = 9_223_372_036_854_775_808.0;
            let fits = *x >= -limit && *x < limit && x.trunc() == *x;
            if fits { Value::some(Value::i64(*x as i64)) } else { Value::none() }
        }
        (Primitive::Floor, _, Value::F64(x)) => Value::F64(x.floor()),
        (Primitive::Ceil, _, Value::F64(x)) => Value::F64(x.ceil()),
        (Primitive::Round, _, Value::F64(x)) => Value::F64(x.round_ties_even()),
        (Primitive::Abs, _, Value::F64(x)) => Value::F64(x.abs()),
        (Primitive::Sqrt, _, Value::F64(x)) => Value::F64(x.sqrt()),
        (Primitive::IsNan, _, Value::F64(x)) => Value::Bool(x.is_nan()),
        _ => return Err(type_error()),
    };
    Ok(value)
}

/// Divides two `I64` towards negative infinity.
#[inline]
pub(super) fn div_i64(a: i64, b: i64) -> Result<i64, Panic> {
    if b == 0 {
        return Err(divide_by_zero());
    }
    let Some(quotient) = a.checked_div(b) else { return Err(overflow()) };
    Ok(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// Returns what floor division leaves, with the sign of the divisor.
#[inline]
pub(super) fn mod_i64(a: i64, b: i64) -> Result<i64, Panic> {
    if b == 0 {
        return Err(divide_by_zero());
    }
    // The least I64 by −1 is 0.
    let rest = a.wrapping_rem(b);
    Ok(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

#[cold]
pub(super) fn overflow() -> Panic {
    Panic::new(PanicKind::Overflow, "integer overflow")
}

#[cold]
fn divide_by_zero() -> Panic {
    Panic::new(PanicKind::DivideByZero, "division by zero")
}

#[cold]
pub(super) fn type_error() -> Panic {
    Panic::new(PanicKind::TypeError, "a value does not have the type of its place")
}

fn in_range(ty: IntTy, n: i128) -> Result<Value, Panic> {
    if ty.min() <= n && n <= ty.max() { Ok(Value::int(ty, n)) } else { Err(overflow()) }
}

/// Never overflows: operands have 64 bits.
fn int(op: ArithOp, a: i128, b: i128) -> Result<i128, Panic> {
    Ok(match op {
        ArithOp::Add => a + b,
        ArithOp::Sub => a - b,
        ArithOp::Mul => a * b,
        ArithOp::Div | ArithOp::Mod if b == 0 => return Err(divide_by_zero()),
        ArithOp::Div => {
            let quotient = a / b;
            if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
        }
        ArithOp::Mod => {
            let rest = a % b;
            if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
        }
    })
}

fn float(op: ArithOp, a: f64, b: f64) -> f64 {
    match op {
        ArithOp::Add => a + b,
        ArithOp::Sub => a - b,
        ArithOp::Mul => a * b,
        ArithOp::Div => a / b,
        ArithOp::Mod => {
            let rest = a % b;
            if rest != 0.0 && (rest < 0.0) != (b < 0.0) { rest + b } else { rest }
        }
    }
}

fn big(op: ArithOp, a: &BigInt, b: &BigInt) -> Result<BigInt, Panic> {
    let is_negative = |n: &BigInt| n.sign() == num_bigint::Sign::Minus;
    Ok(match op {
        ArithOp::Add => a + b,
        ArithOp::Sub => a - b,
        ArithOp::Mul => a * b,
        ArithOp::Div | ArithOp::Mod if b.is_zero() => return Err(divide_by_zero()),
        ArithOp::Div => {
            let (quotient, rest) = (a / b, a % b);
            let rounds = !rest.is_zero() && is_negative(a) != is_negative(b);
            if rounds { quotient - 1 } else { quotient }
        }
        ArithOp::Mod => {
            let rest = a % b;
            let rounds = !rest.is_zero() && is_negative(&rest) != is_negative(b);
            if rounds { rest + b } else { rest }
        }
    })
}

fn big_cost(op: ArithOp, a: &BigInt, b: &BigInt) -> u64 {
    let (a, b) = (a.bits() / 64, b.bits() / 64);
    match op {
        ArithOp::Add | ArithOp::Sub => (a + b) / 16,
        ArithOp::Mul | ArithOp::Div | ArithOp::Mod => a.saturating_mul(b) / 16,
    }
}
