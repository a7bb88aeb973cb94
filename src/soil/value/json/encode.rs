//! Values to canonical JSON.

use num_bigint::BigInt;

use crate::soil::types::ty::IntTy;
use crate::soil::value::shape::{Carried, Fields, Kind};
use crate::soil::value::{DerivationError, Node, Value, map};

/// The greatest magnitude that a `BigInt` is written with as a number: 2^53 − 1.
const MAX_BIG_NUMBER: i64 = 9_007_199_254_740_991;

/// Writes a value as canonical JSON.
///
/// # Errors
/// When the value holds a function.
///
/// Spec: `soil0-cli#9`.
pub fn encode(value: &Value) -> Result<String, DerivationError> {
    let mut text = String::new();
    encode_into(&mut text, value)?;
    Ok(text)
}

/// What is still to be written, innermost last.
enum Rest<'v> {
    List {
        items: std::slice::Iter<'v, Value>,
        is_first: bool,
    },
    Map {
        entries: map::Iter<'v>,
        is_first: bool,
    },
    /// The one payload of a variant.
    Payload(&'v Value),
    /// The value of the entry whose key has just been written.
    EntryValue(&'v Value),
    EntryEnd,
    /// Fields from the given slot on; then the braces that stand open.
    Fields {
        fields: &'v Fields,
        node: &'v Node,
        slot: usize,
        closing: &'static str,
    },
    Closing(&'static str),
}

/// Appends the canonical JSON of a value.
///
/// # Errors
/// When the value holds a function; what was written until then stays.
pub fn encode_into(text: &mut String, value: &Value) -> Result<(), DerivationError> {
    encode_with(text, value, push_float)
}

/// Appends a value as [`encode_into`] does, except that doubles which are no numbers are written
/// as Python's `json` module reads them: `NaN`, `Infinity`, `-Infinity`.
///
/// # Errors
/// As [`encode_into`].
///
/// Spec: `tr-grammar#3.6`.
pub fn encode_for_python(text: &mut String, value: &Value) -> Result<(), DerivationError> {
    encode_with(text, value, |text, x| match x {
        x if x.is_nan() => text.push_str("NaN"),
        f64::INFINITY => text.push_str("Infinity"),
        f64::NEG_INFINITY => text.push_str("-Infinity"),
        x => push_float(text, x),
    })
}

fn encode_with(
    text: &mut String,
    value: &Value,
    push_double: impl Fn(&mut String, f64),
) -> Result<(), DerivationError> {
    let mut rest = Vec::new();
    let mut value = value;
    loop {
        match value {
            Value::F64(x) => push_double(text, *x),
            value => begin(text, value, &mut rest)?,
        }
        value = loop {
            let Some(top) = rest.last_mut() else { return Ok(()) };
            match top {
                Rest::List { items, is_first } => match items.next() {
                    Some(item) => {
                        if *is_first {
                            *is_first = false;
                        } else {
                            text.push(',');
                        }
                        break item;
                    }
                    None => {
                        text.push(']');
                        rest.pop();
                    }
                },
                Rest::Map { entries, is_first } => match entries.next() {
                    Some((key, value)) => {
                        if *is_first {
                            *is_first = false;
                        } else {
                            text.push(',');
                        }
                        text.push_str("{\"key\":");
                        rest.push(Rest::EntryValue(value));
                        break key;
                    }
                    None => {
                        text.push(']');
                        rest.pop();
                    }
                },
                Rest::EntryValue(value) => {
                    let value = *value;
                    text.push_str(",\"value\":");
                    *top = Rest::EntryEnd;
                    break value;
                }
                Rest::EntryEnd => {
                    text.push('}');
                    rest.pop();
                }
                Rest::Fields { fields, node, slot, closing } => {
                    if *slot == fields.names.len() {
                        text.push_str(closing);
                        rest.pop();
                    } else {
                        text.push_str(&fields.openings[*slot]);
                        *slot += 1;
                        break node.field(*slot - 1);
                    }
                }
                Rest::Payload(value) => {
                    let value = *value;
                    rest.pop();
                    break value;
                }
                Rest::Closing(closing) => {
                    text.push_str(closing);
                    rest.pop();
                }
            }
        };
    }
}

/// Writes a scalar, or the opening of anything else and leaves its insides in `rest`.
fn begin<'v>(
    text: &mut String,
    value: &'v Value,
    rest: &mut Vec<Rest<'v>>,
) -> Result<(), DerivationError> {
    match value {
        Value::Unit => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Int(IntTy::U64, bits) => text.push_str(itoa(*bits as u64, false, &mut [0; 20])),
        Value::Int(_, n) => text.push_str(itoa(n.unsigned_abs(), *n < 0, &mut [0; 20])),
        Value::F64(x) => push_float(text, *x),
        Value::Short(short) => push_string(text, short.as_str()),
        Value::Text(long) => push_string(text, long.as_str()),
        Value::Big(n) => {
            let n = n.get();
            let limit = BigInt::from(MAX_BIG_NUMBER);
            if *n <= limit && -n <= limit {
                text.push_str(&n.to_string());
            } else {
                text.push('"');
                text.push_str(&n.to_string());
                text.push('"');
            }
        }
        Value::Bytes(bytes) => {
            use base64::Engine as _;
            text.push('"');
            base64::engine::general_purpose::STANDARD.encode_string(bytes.as_slice(), text);
            text.push('"');
        }
        Value::List(list) => {
            text.push('[');
            rest.push(Rest::List { items: list.items().iter(), is_first: true });
        }
        Value::Map(map) => {
            text.push('[');
            rest.push(Rest::Map { entries: map.iter(), is_first: true });
        }
        Value::Tag(variant, shape) => {
            text.push_str(&shape.variants()[*variant as usize].opening);
        }
        Value::Node(node) if node.shape().opaque => text.push_str("\"<handle>\""),
        Value::Node(node) => begin_node(text, node, rest)?,
        Value::Handle(_) => text.push_str("\"<handle>\""),
        Value::Code(..)
        | Value::Primitive(_)
        | Value::Closure(..)
        | Value::Partial(_)
        | Value::Cell(_) => return Err(DerivationError),
    }
    Ok(())
}

fn begin_node<'v>(
    text: &mut String,
    node: &'v Node,
    rest: &mut Vec<Rest<'v>>,
) -> Result<(), DerivationError> {
    let (fields, closing) = match &node.shape().kind {
        Kind::Environment => return Err(DerivationError),
        Kind::Record(fields) => (fields, "}"),
        Kind::Sum(variants) => {
            let variant = &variants[node.variant() as usize];
            text.push_str(&variant.opening);
            match &variant.payload {
                Carried::Nothing => return Ok(()),
                Carried::One => {
                    rest.push(Rest::Closing("}"));
                    rest.push(Rest::Payload(node.field(0)));
                    return Ok(());
                }
                Carried::Record(fields) => (fields, "}}"),
            }
        }
    };
    if fields.names.is_empty() {
        text.push('{');
    }
    rest.push(Rest::Fields { fields, node, slot: 0, closing });
    Ok(())
}

/// Appends a JSON string with the one escape set of values and documents.
///
/// Spec: `soil0-cli#9`.
pub fn push_string(text: &mut String, content: &str) {
    text.push('"');
    let mut plain_from = 0;
    for (at, byte) in content.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            0x08 => "\\b",
            0x0c => "\\f",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..0x20 => "\\u00",
            _ => continue,
        };
        text.push_str(&content[plain_from..at]);
        text.push_str(escape);
        if escape.len() == 4 {
            text.push(char::from(b'0' + (byte >> 4)));
            text.push(char::from(b"0123456789abcdef"[usize::from(byte & 0xf)]));
        }
        plain_from = at + 1;
    }
    text.push_str(&content[plain_from..]);
    text.push('"');
}

/// Returns the canonical text of a double, quotes included for those that are not numbers.
///
/// Spec: `soil0-cli#9`.
pub fn float_text(x: f64) -> String {
    let mut text = String::new();
    push_float(&mut text, x);
    text
}

fn push_float(text: &mut String, x: f64) {
    if x.is_nan() {
        text.push_str("\"NaN\"");
    } else if x.is_infinite() {
        text.push_str(if x > 0.0 { "\"Inf\"" } else { "\"-Inf\"" });
    } else {
        text.push_str(ryu::Buffer::new().format_finite(x));
    }
}

/// Writes a number right-aligned into the buffer.
fn itoa(mut n: u64, is_negative: bool, buffer: &mut [u8; 20]) -> &str {
    let mut at = buffer.len();
    loop {
        at -= 1;
        buffer[at] = b'0' + (n % 10) as u8;
        n /= 10;
        if n == 0 {
            break;
        }
    }
    if is_negative {
        at -= 1;
        buffer[at] = b'-';
    }
    std::str::from_utf8(&buffer[at..]).expect("digits are ASCII")
}
