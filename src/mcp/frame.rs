//! What one line of JSON-RPC says, and what is wrong with it.
//!
//! Pure: bytes in, a [`Frame`] out. Ids are kept as the text that was sent, so that they go back
//! byte for byte. A fault carries the id whenever one can be read, even from a line that is not
//! JSON as a whole: a peer that waits for an answer must not wait for ever.
//!
//! Spec: `trellis-daemon#2`.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The JSON-RPC error numbers that the framing itself answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// The line is not JSON.
    Parse = -32700,
    /// The frame is JSON of the wrong shape.
    InvalidRequest = -32600,
    /// The parameters do not fit the method.
    InvalidParams = -32602,
    /// Too much is in flight; the call may be made again.
    Busy = -32000,
}

/// The text of a request id: a JSON string or a JSON integer, as it was sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Id(String);

impl Id {
    /// Returns the JSON text.
    pub fn as_json(&self) -> &str {
        &self.0
    }

    /// Accepts a JSON string or integer; any other JSON text is no id.
    pub fn from_json(text: &str) -> Option<Id> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (integer || text.starts_with('"')).then(|| Id(text.to_owned()))
    }
}

/// One frame, or one member of a batch.
#[derive(Debug)]
pub enum Frame<'a> {
    /// A call that wants an answer.
    Request { id: Id, method: String, params: Option<&'a RawValue> },
    /// A message that wants none.
    Notification { method: String, params: Option<&'a RawValue> },
    /// An answer to something; this server asks nothing, so it is not looked at.
    Response,
    /// Several frames in one array, in order; members are never batches themselves.
    Batch(Vec<Frame<'a>>),
    /// Nothing that can be served.
    Fault(Fault),
}

/// Why a line cannot be served; what the peer is told.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    /// The JSON-RPC error number.
    pub number: Number,
    /// The id that could be read, if any.
    pub id: Option<Id>,
    /// Lower case, no full stop.
    pub message: String,
}

/// Reads one line.
pub fn read(line: &[u8]) -> Frame<'_> {
    let fault =
        |number, message: String| Frame::Fault(Fault { number, id: find_id(line), message });
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => {
            return fault(Number::Parse, format!("not UTF-8 at byte {}", error.valid_up_to()));
        }
    };
    if text.trim_ascii_start().starts_with('[') {
        return match serde_json::from_str::<Vec<&RawValue>>(text) {
            Ok(members) if members.is_empty() => {
                fault(Number::InvalidRequest, "an empty batch".to_owned())
            }
            Ok(members) => {
                Frame::Batch(members.into_iter().map(|raw| read_object(raw.get())).collect())
            }
            Err(error) => fault(Number::Parse, not_json(&error)),
        };
    }
    match serde_json::from_str::<&RawValue>(text) {
        Ok(raw) => read_object(raw.get()),
        Err(error) => fault(Number::Parse, not_json(&error)),
    }
}

/// Describes a line that was too long to be read whole; `prefix` is the part that was kept.
pub fn too_long(prefix: &[u8], limit: usize) -> Fault {
    let message = format!("a line of more than {limit} bytes");
    Fault { number: Number::InvalidRequest, id: find_id(prefix), message }
}

/// Says whether any object in `json` names a key twice; the text must be valid JSON.
pub fn repeats_a_key(json: &str) -> bool {
    struct Keys(HashSet<String>, bool);
    // One entry an open bracket: the keys so far, and whether a key comes next.
    let mut open: Vec<Keys> = Vec::new();
    let bytes = json.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => open.push(Keys(HashSet::new(), true)),
            b'[' => open.push(Keys(HashSet::new(), false)),
            b'}' | b']' => {
                open.pop();
            }
            b',' if !matches!(open.last(), Some(Keys(keys, _)) if keys.is_empty()) => {
                if let Some(Keys(_, wants_key)) = open.last_mut() {
                    *wants_key = true;
                }
            }
            b'"' => {
                let end = string_end(bytes, at).unwrap_or(bytes.len());
                if let Some(Keys(keys, wants_key)) = open.last_mut()
                    && std::mem::take(wants_key)
                {
                    let text = &json[at..end];
                    let key = serde_json::from_str(text).unwrap_or_else(|_| text.to_owned());
                    if !keys.insert(key) {
                        return true;
                    }
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    false
}

fn read_object(text: &str) -> Frame<'_> {
    let invalid = |id: Option<Id>, message: &str| {
        Frame::Fault(Fault { number: Number::InvalidRequest, id, message: message.to_owned() })
    };
    let members = match serde_json::from_str::<Members<'_>>(text) {
        Ok(members) => members,
        Err(error) => return invalid(find_id(text.as_bytes()), &not_json(&error)),
    };
    let id_text = members.get("id").map(RawValue::get);
    let id = id_text.and_then(Id::from_json);
    if members.repeated {
        return invalid(id, "a key is named twice");
    }
    if members.get("jsonrpc").map(RawValue::get) != Some("\"2.0\"") {
        return invalid(id, "expected `\"jsonrpc\": \"2.0\"`");
    }
    let Some(method) = members.get("method") else {
        let answers = members.get("result").is_some() || members.get("error").is_some();
        return match answers {
            true => Frame::Response,
            false => invalid(id, "neither a method nor a result"),
        };
    };
    let Ok(method) = serde_json::from_str::<String>(method.get()) else {
        return invalid(id, "the method is not a string");
    };
    let params = members.get("params").filter(|params| params.get() != "null");
    match (id_text, id) {
        (None, _) => Frame::Notification { method, params },
        (Some(_), Some(id)) => Frame::Request { id, method, params },
        // A fractional id is sent back as it came, so that its sender can match the refusal.
        (Some(text), None) => {
            let number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
            let id = number.then(|| Id(text.to_owned()));
            invalid(id, "an id is a string or an integer")
        }
    }
}

fn not_json(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    match error.column() {
        0 => what.to_owned(),
        column => format!("{what} at byte {column}"),
    }
}

/// Finds the `id` of the outermost object of a line that need not be JSON to its end.
///
/// Looks at strings and brackets only. An id is taken when its value is complete, so one that the
/// end of a cut line might have shortened does not count.
fn find_id(line: &[u8]) -> Option<Id> {
    let mut depth = 0_u32;
    let mut at = 0;
    let mut key: Option<&[u8]> = None;
    while at < line.len() {
        match line[at] {
            b'{' | b'[' => {
                depth += 1;
                key = None;
            }
            b'}' | b']' => depth = depth.checked_sub(1)?,
            b'"' => {
                let end = string_end(line, at)?;
                if depth == 1 && key == Some(b"\"id\"") {
                    return Id::from_json(std::str::from_utf8(&line[at..end]).ok()?);
                }
                let after = skip_space(line, end);
                let is_key = depth == 1 && line.get(after) == Some(&b':');
                key = is_key.then_some(&line[at..end]);
                at = if is_key { after + 1 } else { end };
                continue;
            }
            b'-' | b'0'..=b'9' if depth == 1 && key == Some(b"\"id\"") => {
                let rest = &line[at..];
                let n_bytes = rest.iter().position(|byte| !b"-+.eE0123456789".contains(byte))?;
                return Id::from_json(std::str::from_utf8(&rest[..n_bytes]).ok()?);
            }
            b' ' | b'\t' | b'\r' => {}
            _ => key = None,
        }
        at += 1;
    }
    None
}

fn skip_space(line: &[u8], from: usize) -> usize {
    let rest = line.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// Returns the offset after the string that starts at `start`, or `None` when it never ends.
fn string_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match *text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// The members of an object in order, their values unread.
struct Members<'a> {
    entries: Vec<(String, &'a RawValue)>,
    repeated: bool,
}

impl<'a> Members<'a> {
    fn get(&self, key: &str) -> Option<&'a RawValue> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, value)| *value)
    }
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Members { entries: Vec::new(), repeated: false };
                while let Some(key) = map.next_key::<String>()? {
                    if members.entries.len() == 64 {
                        return Err(A::Error::custom("more than 64 members"));
                    }
                    members.repeated |= members.get(&key).is_some();
                    members.entries.push((key, map.next_value()?));
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: &str) -> (Number, Option<String>) {
        match read(line.as_bytes()) {
            Frame::Fault(fault) => (fault.number, fault.id.map(|id| id.as_json().to_owned())),
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_cut_line_still_yields_its_id() {
        assert_eq!(fault(r#"{"id":7,"method":"ping""#), (Number::Parse, Some("7".into())));
        assert_eq!(fault(r#"{"method":"x","id":"a\"b", oops"#).1.as_deref(), Some(r#""a\"b""#));
        assert_eq!(fault(r#"{"id":7"#).1, None, "more digits might have followed");
        assert_eq!(fault(r#"{"params":{"id":7},"x"#).1, None, "not the outermost object");
        assert_eq!(fault(r#"{"method":"id","x":7,,"#).1, None);
    }

    #[test]
    fn ids_are_strings_or_integers() {
        let shape = |id: &str| fault(&format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
        assert_eq!(shape("2.5"), (Number::InvalidRequest, Some("2.5".into())));
        assert_eq!(shape("null"), (Number::InvalidRequest, None));
        assert_eq!(shape("[1]"), (Number::InvalidRequest, None));
        let big = r#"{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}"#;
        assert!(matches!(read(big.as_bytes()), Frame::Request { .. }));
    }

    #[test]
    fn null_parameters_are_absent_ones() {
        let line = br#"{"jsonrpc":"2.0","id":1,"method":"ping","params":null}"#;
        assert!(matches!(read(line), Frame::Request { params: None, .. }));
    }

    #[test]
    fn repeated_keys_are_found_at_any_depth() {
        assert!(repeats_a_key(r#"{"a":[{"b":1,"c":{},"b":2}]}"#));
        assert!(repeats_a_key(r#"{"a":1,"\u0061":2}"#));
        assert!(!repeats_a_key(r#"{"a":["a","a"],"b":{"a":"b"},"c":["x",{"a":1}]}"#));
    }
}
