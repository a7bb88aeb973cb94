//! Scalar constants: the defaults of ignored fields, decoded by type.
//!
//! Spec: `soil0-cli#6`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use num_bigint::BigInt;

use crate::soil::types::ty::{NumTy, Ty};

/// A scalar value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Scalar {
    /// In range of its type.
    Int(i128),
    BigInt(BigInt),
    F64(f64),
    Utf8(String),
    Bytes(Vec<u8>),
    Bool(bool),
    Unit,
}

/// Decodes JSON text at an expanded type; `None` when the type is no scalar or the text no value.
pub(crate) fn decode(ty: &Ty, text: &str) -> Option<Scalar> {
    let Ty::Con(name, _) = ty else { return None };
    let value: &serde_json::value::RawValue = serde_json::from_str(text).ok()?;
    let token = value.get();
    let string = || serde_json::from_str::<String>(token).ok();
    let is_number = token.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let is_integer = is_number && token != "-0" && !token.contains(['.', 'e', 'E']);
    if let Some(num) = NumTy::from_name(name) {
        return match num {
            NumTy::Int(width) => {
                let value = is_integer.then(|| token.parse::<i128>().ok())??;
                (width.min() <= value && value <= width.max()).then_some(Scalar::Int(value))
            }
            NumTy::BigInt if is_integer => {
                let value: i128 = token.parse().ok()?;
                (i64::MIN.into()..=u64::MAX.into())
                    .contains(&value)
                    .then(|| Scalar::BigInt(value.into()))
            }
            NumTy::BigInt => {
                let text = string()?;
                let digits = text.strip_prefix('-').unwrap_or(&text);
                let is_plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
                is_plain.then(|| text.parse().ok())?.map(Scalar::BigInt)
            }
            NumTy::F64 if is_number => {
                token.parse::<f64>().ok().filter(|value| value.is_finite()).map(Scalar::F64)
            }
            NumTy::F64 => match string()?.as_str() {
                "NaN" => Some(Scalar::F64(f64::NAN)),
                "Inf" => Some(Scalar::F64(f64::INFINITY)),
                "-Inf" => Some(Scalar::F64(f64::NEG_INFINITY)),
                _ => None,
            },
        };
    }
    match (name.as_str(), token) {
        ("Bool", "true") => Some(Scalar::Bool(true)),
        ("Bool", "false") => Some(Scalar::Bool(false)),
        ("Unit", "null") => Some(Scalar::Unit),
        ("Utf8", _) => string().map(Scalar::Utf8),
        ("Bytes", _) => STANDARD.decode(string()?).ok().map(Scalar::Bytes),
        _ => None,
    }
}

impl Scalar {
    /// Writes canonical JSON.
    pub(crate) fn to_json(&self) -> String {
        match self {
            Scalar::Int(value) => value.to_string(),
            Scalar::BigInt(value) => {
                let limit = BigInt::from((1_i64 << 53) - 1);
                if -&limit <= *value && *value <= limit {
                    value.to_string()
                } else {
                    format!("\"{value}\"")
                }
            }
            Scalar::F64(value) if value.is_nan() => "\"NaN\"".into(),
            Scalar::F64(value) if value.is_infinite() && *value > 0.0 => "\"Inf\"".into(),
            Scalar::F64(value) if value.is_infinite() => "\"-Inf\"".into(),
            Scalar::F64(value) => ryu::Buffer::new().format_finite(*value).to_owned(),
            Scalar::Utf8(text) => json_string(text),
            Scalar::Bytes(bytes) => format!("\"{}\"", STANDARD.encode(bytes)),
            Scalar::Bool(value) => value.to_string(),
            Scalar::Unit => "null".into(),
        }
    }
}

pub(crate) fn json_string(text: &str) -> String {
    serde_json::to_string(text).expect("a string is serialisable")
}
