//! JSON laid out for readers: two spaces a level, one line end at the end.
//!
//! Numbers keep their digits, which a parsed value would not.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The order of an object's keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keys {
    /// As they stand.
    Declared,
    /// By their bytes, at every level.
    Sorted,
}

/// Values nested deeper than this are written as they stand.
const MAX_DEPTH: usize = 100;

/// Lays a JSON text out; text that is not JSON comes back as it is.
pub fn pretty(json: &str, keys: Keys) -> String {
    let mut layout = Layout { out: String::with_capacity(2 * json.len()), keys };
    layout.value(json, 0);
    layout.out.push('\n');
    layout.out
}

struct Layout {
    out: String,
    keys: Keys,
}

impl Layout {
    fn value(&mut self, text: &str, depth: usize) {
        let text = text.trim();
        let first = text.as_bytes().first().filter(|_| depth <= MAX_DEPTH);
        match first {
            Some(b'[') => match serde_json::from_str::<Vec<&RawValue>>(text) {
                Ok(items) => self.block(depth, ['[', ']'], items, |layout, item: &RawValue| {
                    layout.value(item.get(), depth + 1);
                }),
                Err(_) => self.out.push_str(text),
            },
            Some(b'{') => match serde_json::from_str::<Fields>(text) {
                Ok(Fields(mut fields)) => {
                    if self.keys == Keys::Sorted {
                        fields.sort_by(|(a, _), (b, _)| a.cmp(b));
                    }
                    self.block(depth, ['{', '}'], fields, |layout, (key, value)| {
                        layout.text(&key);
                        layout.out.push_str(": ");
                        layout.value(value.get(), depth + 1);
                    });
                }
                Err(_) => self.out.push_str(text),
            },
            Some(b'"') => match serde_json::from_str::<String>(text) {
                Ok(text) => self.text(&text),
                Err(_) => self.out.push_str(text),
            },
            _ => self.out.push_str(text),
        }
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(&serde_json::Value::from(text).to_string());
    }

    fn block<T>(
        &mut self,
        depth: usize,
        [open, close]: [char; 2],
        items: Vec<T>,
        write: impl Fn(&mut Layout, T),
    ) {
        let is_empty = items.is_empty();
        self.out.push(open);
        for (at, item) in items.into_iter().enumerate() {
            if at > 0 {
                self.out.push(',');
            }
            self.line(depth + 1);
            write(self, item);
        }
        if !is_empty {
            self.line(depth);
        }
        self.out.push(close);
    }

    fn line(&mut self, depth: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", depth));
    }
}

/// The fields of an object, duplicates included: what is wrong with a value is said elsewhere.
struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Fields<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

#[cfg(test)]
mod tests {
    use super::{Keys, pretty};

    #[test]
    fn digits_stay_and_keys_are_sorted_at_every_level() {
        let json = r#"{"b":[{"d":-0.0,"c":123456789012345678901234567890},[]],"a":"\u0041\n"}"#;
        let sorted = "{\n  \"a\": \"A\\n\",\n  \"b\": [\n    {\n      \
             \"c\": 123456789012345678901234567890,\n      \"d\": -0.0\n    },\n    []\n  ]\n}\n";
        assert_eq!(pretty(json, Keys::Sorted), sorted);
        assert!(pretty(json, Keys::Declared).starts_with("{\n  \"b\": ["));
    }

    #[test]
    fn deep_values_need_no_stack() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert!(pretty(&deep, Keys::Sorted).trim_end().ends_with(']'));
    }
}
