//! The wire form of documents: compact canonical JSON out, strict JSON in.
//!
//! What is written has every key in declaration order and no blanks. What is read is refused for
//! an unknown, missing or repeated key, and for a `value` under a tag that carries none.
//!
//! Spec: `soil0-cli#1`, `trellis-daemon#1`.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

mod text;

pub use text::quote;

/// Why a text is not the document that was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Where, as `cases[0].expect`; empty for the document itself.
    pub path: String,
    /// What was found and what was expected.
    pub what: String,
}

impl Misfit {
    /// Makes a misfit of the value itself.
    pub fn new(what: impl Into<String>) -> Self {
        Misfit { path: String::new(), what: what.into() }
    }

    /// Says that the misfit is below a key or an index (`[3]`).
    #[must_use]
    pub fn below(mut self, step: &str) -> Self {
        let joint = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{step}{joint}{}", self.path);
        self
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.what),
            path => write!(f, "at `{path}`: {}", self.what),
        }
    }
}

impl std::error::Error for Misfit {}

/// A value with one JSON form.
pub trait Wire: Sized {
    /// Appends the value as compact JSON.
    fn write(&self, out: &mut String);

    /// Reads the value from one JSON text.
    ///
    /// Errors: the first thing in the text that the type does not allow.
    fn read(text: &str) -> Result<Self, Misfit>;
}

/// Returns the value as compact JSON, without a closing newline.
pub fn to_json<T: Wire>(value: &T) -> String {
    let mut out = String::new();
    value.write(&mut out);
    out
}

/// Reads a document.
///
/// Errors: text that is not JSON, and the first thing that the type does not allow.
pub fn from_json<T: Wire>(text: &str) -> Result<T, Misfit> {
    T::read(text)
}

/// Any JSON value, kept as text without its outer blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json(String);

impl Json {
    /// Keeps a text that is one JSON value.
    ///
    /// Errors: text that is not JSON.
    pub fn new(text: impl Into<String>) -> Result<Self, Misfit> {
        let text = text.into();
        raw(&text)?;
        Ok(Json(text.trim().to_string()))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A value or `null`, where a document says null rather than `Option`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nullable<T>(pub Option<T>);

/// Splits off one JSON value, checking that the text holds nothing else.
fn raw(text: &str) -> Result<&RawValue, Misfit> {
    serde_json::from_str::<&RawValue>(text).map_err(|error| Misfit::new(plain(&error)))
}

/// serde_json's message.
fn plain(error: &serde_json::Error) -> String {
    format!("not the JSON that was expected: {error}")
}

fn kind(text: &str) -> &'static str {
    match text.trim_start().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        Some(_) => "a number",
        None => "nothing",
    }
}

impl Wire for String {
    fn write(&self, out: &mut String) {
        quote(self, out);
    }

    fn read(text: &str) -> Result<Self, Misfit> {
        serde_json::from_str(text)
            .map_err(|_| Misfit::new(format!("found {}, expected a string", kind(text))))
    }
}

impl Wire for bool {
    fn write(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }

    fn read(text: &str) -> Result<Self, Misfit> {
        match text.trim() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(Misfit::new(format!("found {}, expected a boolean", kind(text)))),
        }
    }
}

macro_rules! integer {
    ($($name:ident),*) => {$(
        impl Wire for $name {
            fn write(&self, out: &mut String) {
                out.push_str(&self.to_string());
            }

            fn read(text: &str) -> Result<Self, Misfit> {
                serde_json::from_str(text).map_err(|_| {
                    let found = text.trim();
                    let expected = concat!("a whole number of type ", stringify!($name));
                    Misfit::new(format!("found {} `{found}`, expected {expected}", kind(text)))
                })
            }
        }
    )*};
}

integer!(i64, u32, u64);

impl Wire for Json {
    fn write(&self, out: &mut String) {
        out.push_str(&self.0);
    }

    fn read(text: &str) -> Result<Self, Misfit> {
        Json::new(text)
    }
}

impl<T: Wire> Wire for Box<T> {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }

    fn read(text: &str) -> Result<Self, Misfit> {
        T::read(text).map(Box::new)
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            None => out.push_str(r#"{"tag":"None"}"#),
            Some(value) => {
                out.push_str(r#"{"tag":"Some","value":"#);
                value.write(out);
                out.push('}');
            }
        }
    }

    fn read(text: &str) -> Result<Self, Misfit> {
        let (tag, value) = tagged(text)?;
        match tag.as_str() {
            "None" => no_value("None", value).map(|()| None),
            "Some" => Ok(Some(payload("Some", value)?)),
            other => Err(unknown_tag(other, &["None", "Some"])),
        }
    }
}

impl<T: Wire> Wire for Nullable<T> {
    fn write(&self, out: &mut String) {
        match &self.0 {
            None => out.push_str("null"),
            Some(value) => value.write(out),
        }
    }

    fn read(text: &str) -> Result<Self, Misfit> {
        if text.trim() == "null" {
            Ok(Nullable(None))
        } else {
            T::read(text).map(Some).map(Nullable)
        }
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn write(&self, out: &mut String) {
        out.push('[');
        for (n, element) in self.iter().enumerate() {
            if n > 0 {
                out.push(',');
            }
            element.write(out);
        }
        out.push(']');
    }

    fn read(text: &str) -> Result<Self, Misfit> {
        let raws: Vec<&RawValue> = serde_json::from_str(text)
            .map_err(|_| Misfit::new(format!("found {}, expected a list", kind(text))))?;
        let element = |(n, raw): (usize, &&RawValue)| {
            T::read(raw.get()).map_err(|misfit| misfit.below(&format!("[{n}]")))
        };
        raws.iter().enumerate().map(element).collect()
    }
}

impl<T: Wire> Wire for BTreeMap<String, T> {
    fn write(&self, out: &mut String) {
        out.push('{');
        for (n, (key, value)) in self.iter().enumerate() {
            if n > 0 {
                out.push(',');
            }
            quote(key, out);
            out.push(':');
            value.write(out);
        }
        out.push('}');
    }

    fn read(text: &str) -> Result<Self, Misfit> {
        let entries = entries(text)?;
        entries
            .into_iter()
            .map(|(key, raw)| match T::read(raw.get()) {
                Ok(value) => Ok((key, value)),
                Err(misfit) => Err(misfit.below(&key)),
            })
            .collect()
    }
}

/// The entries of an object, each key at most once.
fn entries(text: &str) -> Result<Vec<(String, &RawValue)>, Misfit> {
    struct Entries<'a>(Vec<(String, &'a RawValue)>);

    impl<'de> Deserialize<'de> for Entries<'de> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct EntriesVisitor;

            impl<'de> Visitor<'de> for EntriesVisitor {
                type Value = Entries<'de>;

                fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    f.write_str("an object")
                }

                fn visit_map<A: MapAccess<'de>>(
                    self,
                    mut map: A,
                ) -> Result<Entries<'de>, A::Error> {
                    let mut entries = Vec::new();
                    while let Some(entry) = map.next_entry::<String, &'de RawValue>()? {
                        entries.push(entry);
                    }
                    Ok(Entries(entries))
                }
            }

            deserializer.deserialize_map(EntriesVisitor)
        }
    }

    let Entries(entries) = serde_json::from_str(text).map_err(|error| match error.classify() {
        serde_json::error::Category::Data => {
            Misfit::new(format!("found {}, expected an object", kind(text)))
        }
        _ => Misfit::new(plain(&error)),
    })?;
    let mut seen = std::collections::BTreeSet::new();
    match entries.iter().find(|(key, _)| !seen.insert(key.clone())) {
        Some((key, _)) => Err(Misfit::new(format!("key `{key}` twice in one object"))),
        None => Ok(entries),
    }
}

/// The keys of a record that is being read.
pub struct Object<'a> {
    entries: Vec<(String, &'a RawValue)>,
}

impl<'a> Object<'a> {
    /// Splits an object whose keys are all among `known`.
    ///
    /// Errors: no object, or an unknown or repeated key.
    pub fn read(text: &'a str, known: &[&str]) -> Result<Self, Misfit> {
        let entries = entries(text)?;
        match entries.iter().find(|(key, _)| !known.contains(&key.as_str())) {
            Some((key, _)) => Err(Misfit::new(match known {
                [] => format!("unknown key `{key}`, expected no keys"),
                _ => format!("unknown key `{key}`, expected {}", listed(known)),
            })),
            None => Ok(Object { entries }),
        }
    }

    fn find(&self, key: &str) -> Option<&'a str> {
        self.entries.iter().find(|(known, _)| known == key).map(|(_, raw)| raw.get())
    }

    /// Reads a key that must be there.
    ///
    /// Errors: a missing key, and what its value says.
    pub fn always<T: Wire>(&self, key: &str) -> Result<T, Misfit> {
        match self.find(key) {
            Some(text) => T::read(text).map_err(|misfit| misfit.below(key)),
            None => Err(Misfit::new(format!("key `{key}` is missing"))),
        }
    }

    /// Reads a key that may be absent.
    ///
    /// Errors: what its value says.
    pub fn absent<T: Wire>(&self, key: &str) -> Result<Option<T>, Misfit> {
        self.find(key).map(|text| T::read(text).map_err(|misfit| misfit.below(key))).transpose()
    }

    /// Reads an Option-encoded key that may be absent, which means `None`.
    ///
    /// Errors: what its value says.
    pub fn defaults<T: Wire>(&self, key: &str) -> Result<Option<T>, Misfit> {
        self.absent::<Option<T>>(key).map(Option::flatten)
    }
}

/// Writes the keys of a record.
pub struct ObjectWriter<'a> {
    out: &'a mut String,
    first: bool,
}

impl<'a> ObjectWriter<'a> {
    /// Opens an object.
    pub fn new(out: &'a mut String) -> Self {
        out.push('{');
        ObjectWriter { out, first: true }
    }

    /// Writes a key.
    pub fn always<T: Wire>(&mut self, key: &str, value: &T) {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        quote(key, self.out);
        self.out.push(':');
        value.write(self.out);
    }

    /// Writes a key unless its value is absent.
    pub fn absent<T: Wire>(&mut self, key: &str, value: &Option<T>) {
        if let Some(value) = value {
            self.always(key, value);
        }
    }

    /// Writes an Option-encoded key, which is there even for `None`.
    pub fn defaults<T: Wire>(&mut self, key: &str, value: &Option<T>) {
        self.always(key, value);
    }

    /// Closes the object.
    pub fn end(self) {
        self.out.push('}');
    }
}

/// Splits a tagged value into its tag and what stands under `value`.
pub fn tagged(text: &str) -> Result<(String, Option<&str>), Misfit> {
    let object = Object::read(text, &["tag", "value"])?;
    Ok((object.always("tag")?, object.find("value")))
}

/// Returns the value of the key that tells records apart.
pub fn word(text: &str, key: &str) -> Result<String, Misfit> {
    Object { entries: entries(text)? }.always(key)
}

/// Splits a tagged value; a bare string counts as a tag without value.
pub fn leniently_tagged(text: &str) -> Result<(String, Option<&str>), Misfit> {
    if text.trim_start().starts_with('"') { Ok((String::read(text)?, None)) } else { tagged(text) }
}

/// Refuses a value under a tag that carries none.
pub fn no_value(tag: &str, value: Option<&str>) -> Result<(), Misfit> {
    match value {
        None => Ok(()),
        Some(_) => Err(Misfit::new(format!("tag `{tag}` carries no value")).below("value")),
    }
}

/// Reads the value under a tag that carries one.
pub fn payload<T: Wire>(tag: &str, value: Option<&str>) -> Result<T, Misfit> {
    T::read(required(tag, value)?).map_err(|misfit| misfit.below("value"))
}

/// Returns the value under a tag that carries one.
pub fn required<'a>(tag: &str, value: Option<&'a str>) -> Result<&'a str, Misfit> {
    value.ok_or_else(|| Misfit::new(format!("tag `{tag}` needs a value")))
}

/// Refuses a tag or a word that is not among `known`.
pub fn unknown_tag(found: &str, known: &[&str]) -> Misfit {
    Misfit::new(format!("unknown `{found}`, expected {}", listed(known)))
}

fn listed(known: &[&str]) -> String {
    let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => "nothing".into(),
    }
}

/// Carries a document through serde, so that it fits into other people's containers.
macro_rules! through_serde {
    ($name:ident $(<$($param:ident),+>)?) => {
        impl $(<$($param: $crate::contract::wire::Wire),+>)? serde::Serialize
            for $name $(<$($param),+>)?
        {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let text = $crate::contract::wire::to_json(self);
                serde_json::value::RawValue::from_string(text)
                    .map_err(serde::ser::Error::custom)?
                    .serialize(serializer)
            }
        }

        impl<'de $($(, $param: $crate::contract::wire::Wire)+)?> serde::Deserialize<'de>
            for $name $(<$($param),+>)?
        {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let raw = Box::<serde_json::value::RawValue>::deserialize(deserializer)?;
                <Self as $crate::contract::wire::Wire>::read(raw.get())
                    .map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Gives a struct its wire form: `record! { Name<T>; field how "key", … }`.
macro_rules! record {
    (
        $name:ident $(<$($param:ident),+>)?;
        $($field:ident $how:ident $key:literal,)*
    ) => {
        impl $(<$($param: $crate::contract::wire::Wire),+>)? $crate::contract::wire::Wire
            for $name $(<$($param),+>)?
        {
            fn write(&self, out: &mut String) {
                #[allow(unused_mut)]
                let mut object = $crate::contract::wire::ObjectWriter::new(out);
                $(object.$how($key, &self.$field);)*
                object.end();
            }

            fn read(text: &str) -> Result<Self, $crate::contract::wire::Misfit> {
                let _object = $crate::contract::wire::Object::read(text, &[$($key),*])?;
                Ok($name { $($field: _object.$how($key)?),* })
            }
        }

        $crate::contract::wire::through_serde!($name $(<$($param),+>)?);
    };
}

/// Gives an enum its tagged form: `sum! { Name; unit A "A"; of B "B"; record C "C" { … }; }`.
macro_rules! sum {
    (lenient $($rest:tt)*) => {
        $crate::contract::wire::sum!(@with leniently_tagged; $($rest)*);
    };
    (
        @with $split:ident;
        $name:ident $(<$($param:ident),+>)?;
        $(unit $unit:ident $unit_tag:literal;)*
        $(of $of:ident $of_tag:literal;)*
        $(record $record:ident $record_tag:literal {
            $($field:ident $how:ident $key:literal,)*
        };)*
    ) => {
        impl $(<$($param: $crate::contract::wire::Wire),+>)? $crate::contract::wire::Wire
            for $name $(<$($param),+>)?
        {
            fn write(&self, out: &mut String) {
                match self {
                    $($name::$unit => {
                        out.push_str(concat!("{\"tag\":\"", $unit_tag, "\"}"));
                    })*
                    $($name::$of(value) => {
                        out.push_str(concat!("{\"tag\":\"", $of_tag, "\",\"value\":"));
                        value.write(out);
                        out.push('}');
                    })*
                    $($name::$record { $($field),* } => {
                        out.push_str(concat!("{\"tag\":\"", $record_tag, "\",\"value\":"));
                        #[allow(unused_mut)]
                        let mut object = $crate::contract::wire::ObjectWriter::new(out);
                        $(object.$how($key, $field);)*
                        object.end();
                        out.push('}');
                    })*
                }
            }

            fn read(text: &str) -> Result<Self, $crate::contract::wire::Misfit> {
                let (tag, value) = $crate::contract::wire::$split(text)?;
                match tag.as_str() {
                    $($unit_tag => {
                        $crate::contract::wire::no_value($unit_tag, value)?;
                        Ok($name::$unit)
                    })*
                    $($of_tag => {
                        Ok($name::$of($crate::contract::wire::payload($of_tag, value)?))
                    })*
                    $($record_tag => {
                        let text = $crate::contract::wire::required($record_tag, value)?;
                        let read = || {
                            let _object =
                                $crate::contract::wire::Object::read(text, &[$($key),*])?;
                            Ok($name::$record { $($field: _object.$how($key)?),* })
                        };
                        read().map_err(|misfit: $crate::contract::wire::Misfit| {
                            misfit.below("value")
                        })
                    })*
                    other => Err($crate::contract::wire::unknown_tag(
                        other,
                        &[$($unit_tag,)* $($of_tag,)* $($record_tag,)*],
                    )),
                }
            }
        }

        $crate::contract::wire::through_serde!($name $(<$($param),+>)?);
    };
    ($($rest:tt)*) => {
        $crate::contract::wire::sum!(@with tagged; $($rest)*);
    };
}

/// Gives an enum the form of a record whose first key says which keys follow:
/// `keyed! { Name "kind"; A "a" { field how "key", … }; }`.
macro_rules! keyed {
    (
        $name:ident $tag:literal;
        $($variant:ident $word:literal { $($field:ident $how:ident $key:literal,)* };)*
    ) => {
        impl $crate::contract::wire::Wire for $name {
            fn write(&self, out: &mut String) {
                match self {
                    $($name::$variant { $($field),* } => {
                        let mut object = $crate::contract::wire::ObjectWriter::new(out);
                        object.always($tag, &$word.to_string());
                        $(object.$how($key, $field);)*
                        object.end();
                    })*
                }
            }

            fn read(text: &str) -> Result<Self, $crate::contract::wire::Misfit> {
                let word: String = $crate::contract::wire::word(text, $tag)?;
                match word.as_str() {
                    $($word => {
                        let _object =
                            $crate::contract::wire::Object::read(text, &[$tag, $($key),*])?;
                        Ok($name::$variant { $($field: _object.$how($key)?),* })
                    })*
                    other => Err($crate::contract::wire::unknown_tag(other, &[$($word),*])
                        .below($tag)),
                }
            }
        }

        $crate::contract::wire::through_serde!($name);
    };
}

/// Gives an enum the form of fixed strings: `words! { Name; A "a", B "b", }`.
macro_rules! words {
    ($name:ident; $($variant:ident $text:literal,)*) => {
        impl $name {
            /// Every value, in the order declared.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// Returns the text that documents use.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl $crate::contract::wire::Wire for $name {
            fn write(&self, out: &mut String) {
                $crate::contract::wire::quote(self.as_str(), out);
            }

            fn read(text: &str) -> Result<Self, $crate::contract::wire::Misfit> {
                match String::read(text)?.as_str() {
                    $($text => Ok($name::$variant),)*
                    other => Err($crate::contract::wire::unknown_tag(other, &[$($text),*])),
                }
            }
        }

        $crate::contract::wire::through_serde!($name);
    };
}

pub(crate) use {keyed, record, sum, through_serde, words};
