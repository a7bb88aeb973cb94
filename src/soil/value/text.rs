//! Texts: short ones inside the value, long ones shared, parts of long ones as views.

use crate::soil::value::{Shared, Value, heap};

/// A text of at most [`Short::MAX`] bytes, stored in place.
#[derive(Clone, Copy)]
pub struct Short {
    len: u8,
    bytes: [u8; Short::MAX],
}

impl Short {
    /// The longest text that fits, in bytes.
    pub const MAX: usize = 14;

    /// Stores a text if it fits.
    #[inline]
    pub fn new(text: &str) -> Option<Short> {
        if text.len() > Short::MAX {
            return None;
        }
        let mut bytes = [0; Short::MAX];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Some(Short { len: text.len() as u8, bytes })
    }

    /// Returns the text.
    #[inline]
    pub fn as_str(&self) -> &str {
        // SAFETY: the first `len` bytes are a copy of a text, and `len` is at most `MAX`.
        unsafe { std::str::from_utf8_unchecked(self.bytes.get_unchecked(..self.len as usize)) }
    }
}

impl std::fmt::Debug for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_str().fmt(f)
    }
}

/// A text of any length.
#[derive(Debug)]
pub struct Text {
    content: Content,
    is_ascii: bool,
    charged: heap::Charge,
}

#[derive(Debug)]
enum Content {
    Own(String),
    /// A part of another text that is not a view itself.
    View {
        base: Shared<Text>,
        start: usize,
        len: usize,
    },
}

impl Text {
    /// Takes a text over.
    pub fn new(text: String) -> Text {
        let is_ascii = text.is_ascii();
        let charged = heap::Charge::new(56 + text.capacity());
        Text { content: Content::Own(text), is_ascii, charged }
    }

    /// Returns the text.
    #[inline]
    pub fn as_str(&self) -> &str {
        match &self.content {
            Content::Own(text) => text,
            Content::View { base, start, len } => &base.as_str()[*start..*start + *len],
        }
    }

    /// Says whether every scalar is one byte, so that positions are offsets.
    #[inline]
    pub fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    /// Makes a value of the bytes from `start` up to `end`, both on scalar boundaries; the bytes
    /// are shared when there are many.
    pub fn part(this: &Shared<Text>, start: usize, end: usize) -> Value {
        let part = &this.as_str()[start..end];
        if let Some(short) = Short::new(part) {
            return Value::Short(short);
        }
        let len = end - start;
        let (base, start) = match &this.content {
            Content::Own(_) => (this.clone(), start),
            Content::View { base, start: outer, .. } => (base.clone(), outer + start),
        };
        let is_ascii = this.is_ascii || part.is_ascii();
        let charged = heap::Charge::new(72);
        Value::Text(Shared::new(Text {
            content: Content::View { base, start, len },
            is_ascii,
            charged,
        }))
    }

    /// Adds a text at the end; only texts that are not views can grow.
    pub(in crate::soil) fn push(&mut self, more: &str) -> bool {
        let Content::Own(text) = &mut self.content else { return false };
        text.push_str(more);
        self.is_ascii = self.is_ascii && more.is_ascii();
        self.charged.resize(56 + text.capacity());
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Shared, Text, Value};

    fn part(of: &Value, start: usize, end: usize) -> Value {
        let Value::Text(text) = of else { panic!("a long text") };
        Text::part(text, start, end)
    }

    #[test]
    fn a_part_of_a_part_is_what_it_says() {
        let whole = "0123456789 and a good deal more é𝄞 at the end".to_owned();
        let text = Value::Text(Shared::new(Text::new(whole.clone())));
        for outer in [0, 1, 5] {
            let view = part(&text, outer, whole.len());
            for inner in [0, 2, 7] {
                let again = part(&view, inner, whole.len() - outer - 4);
                assert_eq!(again.as_text(), Some(&whole[outer + inner..whole.len() - 4]));
            }
        }
    }
}
