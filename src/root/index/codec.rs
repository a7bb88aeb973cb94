//! Values as bytes: little-endian numbers, counted text, counted lists.
//!
//! Reading never trusts a count: whatever does not fit the bytes is `None`.
//!
//! Spec: `lock-schema#8`.

use std::sync::Arc;

use crate::contract::{Code, Diagnostic, Note, Span};
use crate::root::environment::UserType;
use crate::root::status::{Flag, Status};
use crate::soil::Name;
use crate::soil::syntax::deep;
use crate::soil::syntax::tree::{Effect, Effects, Row};
use crate::soil::types::env::{Body, Field, Ignored, Payload, Strategy, TypeDecl, Variant};
use crate::soil::types::ty::{Arrow, Ty};
use crate::spec::Kind;
use crate::spec::digest::Digest;

/// Something that can be written and read back.
pub(super) trait Stored: Sized {
    /// Appends the value.
    fn put(&self, out: &mut Vec<u8>);

    /// Takes the value from the front of `input`.
    fn get(input: &mut &[u8]) -> Option<Self>;
}

/// Reads a value that fills `bytes`.
pub(super) fn whole<T: Stored>(mut bytes: &[u8]) -> Option<T> {
    let value = T::get(&mut bytes)?;
    bytes.is_empty().then_some(value)
}

fn take<'a>(input: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, rest) = input.split_at_checked(length)?;
    *input = rest;
    Some(taken)
}

/// Takes counted bytes without copying them.
pub(super) fn bytes<'a>(input: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = u32::get(input)? as usize;
    take(input, length)
}

/// Takes counted text without copying it.
pub(super) fn text<'a>(input: &mut &'a [u8]) -> Option<&'a str> {
    std::str::from_utf8(bytes(input)?).ok()
}

/// Appends a value so that [`bytes`] passes over it.
pub(super) fn put_counted(value: &impl Stored, out: &mut Vec<u8>) {
    let at = out.len();
    0_u32.put(out);
    value.put(out);
    let length = (out.len() - at - 4) as u32;
    out[at..at + 4].copy_from_slice(&length.to_le_bytes());
}

fn put_text(text: &str, out: &mut Vec<u8>) {
    (text.len() as u32).put(out);
    out.extend_from_slice(text.as_bytes());
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Stored for $number {
            fn put(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn get(input: &mut &[u8]) -> Option<Self> {
                let (bytes, rest) = input.split_first_chunk()?;
                *input = rest;
                Some(<$number>::from_le_bytes(*bytes))
            }
        }
    )*};
}

numbers!(u8, u32, u64);

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl Stored for $text {
            fn put(&self, out: &mut Vec<u8>) {
                put_text(self, out);
            }

            fn get(input: &mut &[u8]) -> Option<Self> {
                text(input).map(<$text>::from)
            }
        }
    )*};
}

texts!(String, Name, Arc<str>);

macro_rules! records {
    ($($record:ident { $($field:ident),* })*) => {$(
        impl Stored for $record {
            fn put(&self, out: &mut Vec<u8>) {
                $(self.$field.put(out);)*
            }

            fn get(input: &mut &[u8]) -> Option<Self> {
                $(let $field = Stored::get(input)?;)*
                Some($record { $($field),* })
            }
        }
    )*};
}

pub(super) use records;

records! {
    Span { start, end, line, col }
    Note { message, file, span }
    Diagnostic { code, message, file, span, notes }
    UserType { path, referent, cycle, reaches }
    TypeDecl { name, params, strategy, body }
    Field { name, ty, ignored }
    Variant { name, payload }
    Row { effects, var }
    Arrow { param, dom, row, cod }
}

impl Stored for bool {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        match u8::get(input)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl<T: Stored> Stored for Option<T> {
    fn put(&self, out: &mut Vec<u8>) {
        self.is_some().put(out);
        if let Some(value) = self {
            value.put(out);
        }
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Some(if bool::get(input)? { Some(T::get(input)?) } else { None })
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as u32).put(out);
        self.iter().for_each(|item| item.put(out));
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        let length = u32::get(input)? as usize;
        let mut items = Vec::with_capacity(length.min(input.len()));
        for _ in 0..length {
            items.push(T::get(input)?);
        }
        Some(items)
    }
}

impl<T: Stored> Stored for Arc<[T]> {
    fn put(&self, out: &mut Vec<u8>) {
        (self.len() as u32).put(out);
        self.iter().for_each(|item| item.put(out));
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Vec::get(input).map(Arc::from)
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn put(&self, out: &mut Vec<u8>) {
        self.0.put(out);
        self.1.put(out);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Some((A::get(input)?, B::get(input)?))
    }
}

impl<T: Stored + Copy, const N: usize> Stored for [T; N] {
    fn put(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|item| item.put(out));
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        let first = T::get(input)?;
        let mut items = [first; N];
        for item in &mut items[1..] {
            *item = T::get(input)?;
        }
        Some(items)
    }
}

impl Stored for Digest {
    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Some(Digest(take(input, 32)?.try_into().ok()?))
    }
}

impl Stored for Code {
    fn put(&self, out: &mut Vec<u8>) {
        put_text(self.as_str(), out);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Code::parse(text(input)?)
    }
}

impl Stored for Kind {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        let byte = u8::get(input)?;
        let all = [Kind::Function, Kind::Type, Kind::Module, Kind::Project];
        all.into_iter().find(|kind| *kind as u8 == byte)
    }
}

impl Stored for Status {
    fn put(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        let byte = u8::get(input)?;
        Status::ALL.into_iter().find(|status| *status as u8 == byte)
    }
}

impl Stored for Flag {
    fn put(&self, out: &mut Vec<u8>) {
        put_text(&self.to_string(), out);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Flag::parse(text(input)?)
    }
}

impl Stored for Effects {
    fn put(&self, out: &mut Vec<u8>) {
        let all = Effect::ALL.into_iter().enumerate();
        out.push(all.fold(0, |bits, (at, effect)| bits | u8::from(self.contains(effect)) << at));
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        let bits = u8::get(input)?;
        let all = Effect::ALL.into_iter().enumerate();
        let chosen = all.filter(|(at, _)| bits & 1 << at != 0);
        Some(chosen.fold(Effects::NONE, |effects, (_, effect)| effects.with(effect)))
    }
}

impl Stored for Ty {
    fn put(&self, out: &mut Vec<u8>) {
        deep(|| match self {
            Ty::Var(name) => {
                out.push(0);
                name.put(out);
            }
            Ty::Con(name, args) => {
                out.push(1);
                name.put(out);
                args.put(out);
            }
            Ty::Arrow(arrow) => {
                out.push(2);
                arrow.put(out);
            }
        });
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        deep(|| {
            Some(match u8::get(input)? {
                0 => Ty::Var(Stored::get(input)?),
                1 => Ty::Con(Stored::get(input)?, Stored::get(input)?),
                2 => Ty::Arrow(Arc::new(Stored::get(input)?)),
                _ => return None,
            })
        })
    }
}

impl Stored for Strategy {
    fn put(&self, out: &mut Vec<u8>) {
        (*self == Strategy::Opaque).put(out);
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Some(if bool::get(input)? { Strategy::Opaque } else { Strategy::Structural })
    }
}

impl Stored for Body {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Body::Opaque => out.push(0),
            Body::Record(fields) => {
                out.push(1);
                fields.put(out);
            }
            Body::Sum(variants) => {
                out.push(2);
                variants.put(out);
            }
            Body::Alias(ty) => {
                out.push(3);
                ty.put(out);
            }
        }
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Some(match u8::get(input)? {
            0 => Body::Opaque,
            1 => Body::Record(Stored::get(input)?),
            2 => Body::Sum(Stored::get(input)?),
            3 => Body::Alias(Stored::get(input)?),
            _ => return None,
        })
    }
}

impl Stored for Payload {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Payload::None => out.push(0),
            Payload::One(ty) => {
                out.push(1);
                ty.put(out);
            }
            Payload::Record(fields) => {
                out.push(2);
                fields.put(out);
            }
        }
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Some(match u8::get(input)? {
            0 => Payload::None,
            1 => Payload::One(Stored::get(input)?),
            2 => Payload::Record(Stored::get(input)?),
            _ => return None,
        })
    }
}

impl Stored for Ignored {
    fn put(&self, out: &mut Vec<u8>) {
        match self {
            Ignored::Const(json) => {
                out.push(0);
                json.put(out);
            }
            Ignored::CopyField(name) => {
                out.push(1);
                name.put(out);
            }
        }
    }

    fn get(input: &mut &[u8]) -> Option<Self> {
        Some(match u8::get(input)? {
            0 => Ignored::Const(Stored::get(input)?),
            1 => Ignored::CopyField(Stored::get(input)?),
            _ => return None,
        })
    }
}
