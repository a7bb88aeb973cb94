//! JSON text as a flat list of tokens.
//!
//! ```text
//! {"a":[1,true]}
//! Object(end 6) String"a" Array(end 6) Number"1" True
//! ```
//!
//! Every token knows where the value that it begins ends, so a reader can visit the members of an
//! object in any order. Accepts exactly RFC 8259 text; duplicate keys are the reader's to refuse.

use std::borrow::Cow;
use std::fmt;

/// The tokens of one JSON text.
#[derive(Debug)]
pub struct Tape<'t> {
    text: &'t str,
    tokens: Vec<Token>,
}

/// One token.
#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    /// Bytes of the text; the quotes of a string are outside.
    start: u32,
    end: u32,
    /// The token after this value.
    next: u32,
}

/// What a token begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number without fraction and exponent.
    Integer,
    /// Another number.
    Decimal,
    /// A string without escapes.
    Plain,
    /// A string with escapes.
    Escaped,
    /// An array.
    Array,
    /// An object; keys and values alternate.
    Object,
}

/// Text that is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not JSON: {what} at byte {at}")]
pub struct SyntaxError {
    /// What was found or missing.
    pub what: &'static str,
    /// Offset in bytes.
    pub at: usize,
}

/// A value on a tape.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    tape: &'a Tape<'a>,
    index: u32,
}

impl fmt::Debug for Item<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.raw())
    }
}

impl<'t> Tape<'t> {
    /// Reads one JSON value with nothing but blanks around it.
    ///
    /// # Errors
    /// When the text is not JSON, or larger than 4 GiB.
    pub fn parse(text: &'t str) -> Result<Tape<'t>, SyntaxError> {
        if text.len() > u32::MAX as usize {
            return Err(SyntaxError { what: "more than 4 GiB", at: 0 });
        }
        let mut reader =
            Reader { text: text.as_bytes(), at: 0, tokens: Vec::new(), open: Vec::new() };
        reader.document()?;
        Ok(Tape { text, tokens: reader.tokens })
    }

    /// Returns the value.
    pub fn root(&self) -> Item<'_> {
        Item { tape: self, index: 0 }
    }
}

impl<'a> Item<'a> {
    /// Returns what this is.
    pub fn kind(&self) -> Kind {
        self.token().kind
    }

    /// Returns the offset of the first byte.
    pub fn offset(&self) -> usize {
        let is_string = matches!(self.kind(), Kind::Plain | Kind::Escaped);
        self.token().start as usize - usize::from(is_string)
    }

    /// Returns the text of this value as written.
    pub fn raw(&self) -> &'a str {
        let is_string = matches!(self.kind(), Kind::Plain | Kind::Escaped);
        let (start, end) = (self.token().start as usize, self.token().end as usize);
        let quote = usize::from(is_string);
        &self.tape.text[start - quote..end + quote]
    }

    /// Returns the decoded string, if this is one.
    pub fn string(&self) -> Option<Cow<'a, str>> {
        let token = self.token();
        let inside = &self.tape.text[token.start as usize..token.end as usize];
        match token.kind {
            Kind::Plain => Some(Cow::Borrowed(inside)),
            Kind::Escaped => Some(Cow::Owned(unescape(inside))),
            _ => None,
        }
    }

    /// Walks the elements, if this is an array.
    pub fn elements(&self) -> Option<Items<'a>> {
        (self.kind() == Kind::Array).then(|| self.inside())
    }

    /// Walks the members in source order, if this is an object.
    pub fn members(&self) -> Option<Members<'a>> {
        (self.kind() == Kind::Object).then(|| Members(self.inside()))
    }

    fn inside(&self) -> Items<'a> {
        Items { tape: self.tape, index: self.index + 1, end: self.token().next }
    }

    fn token(&self) -> &'a Token {
        &self.tape.tokens[self.index as usize]
    }
}

/// The elements of an array.
#[derive(Clone)]
pub struct Items<'a> {
    tape: &'a Tape<'a>,
    index: u32,
    end: u32,
}

impl<'a> Iterator for Items<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        if self.index == self.end {
            return None;
        }
        let item = Item { tape: self.tape, index: self.index };
        self.index = item.token().next;
        Some(item)
    }
}

/// The members of an object.
#[derive(Clone)]
pub struct Members<'a>(Items<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = (Cow<'a, str>, Item<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let key = self.0.next()?.string()?;
        Some((key, self.0.next()?))
    }
}

/// Decodes the inside of a string that the reader has accepted.
fn unescape(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let escape = rest.as_bytes()[at + 1];
        rest = &rest[at + 2..];
        text.push(match escape {
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let mut unit = hex(rest);
                rest = &rest[4..];
                if (0xd800..0xdc00).contains(&unit) {
                    unit = 0x10000 + ((unit - 0xd800) << 10) + (hex(&rest[2..]) - 0xdc00);
                    rest = &rest[6..];
                }
                char::from_u32(unit).expect("the reader has paired the surrogates")
            }
            other => char::from(other),
        });
    }
    text.push_str(rest);
    text
}

fn hex(text: &str) -> u32 {
    u32::from_str_radix(&text[..4], 16).expect("the reader has seen four digits")
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
    tokens: Vec<Token>,
    /// Arrays and objects that are not closed yet.
    open: Vec<u32>,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), SyntaxError> {
        self.blanks();
        loop {
            // A value is due here; a container stays open and asks for its first part.
            let opened = self.value()?;
            if opened {
                self.blanks();
                let is_object = self.top_is_object();
                if self.peek() == Some(if is_object { b'}' } else { b']' }) {
                    self.close();
                } else {
                    if is_object {
                        self.key()?;
                    }
                    continue;
                }
            }
            loop {
                self.blanks();
                if self.open.is_empty() {
                    return if self.at == self.text.len() {
                        Ok(())
                    } else {
                        self.fail("text after the value")
                    };
                }
                match (self.peek(), self.top_is_object()) {
                    (Some(b','), is_object) => {
                        self.at += 1;
                        self.blanks();
                        if is_object {
                            self.key()?;
                        }
                        break;
                    }
                    (Some(b'}'), true) | (Some(b']'), false) => self.close(),
                    (_, true) => return self.fail("no `,` or `}`"),
                    (_, false) => return self.fail("no `,` or `]`"),
                }
            }
        }
    }

    /// Reads a scalar, or the bracket that opens a container; says which.
    fn value(&mut self) -> Result<bool, SyntaxError> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'{') => return Ok(self.opening(Kind::Object)),
            Some(b'[') => return Ok(self.opening(Kind::Array)),
            Some(b'n') => self.word("null", Kind::Null)?,
            Some(b't') => self.word("true", Kind::True)?,
            Some(b'f') => self.word("false", Kind::False)?,
            Some(b'-' | b'0'..=b'9') => {
                let kind = self.number()?;
                self.push(kind, start, self.at);
            }
            Some(_) => return self.fail("no value"),
            None => return self.fail("the text ends"),
        }
        Ok(false)
    }

    fn key(&mut self) -> Result<(), SyntaxError> {
        if self.peek() != Some(b'"') {
            return self.fail("no key");
        }
        self.string()?;
        self.blanks();
        if self.peek() != Some(b':') {
            return self.fail("no `:`");
        }
        self.at += 1;
        self.blanks();
        Ok(())
    }

    fn opening(&mut self, kind: Kind) -> bool {
        self.open.push(self.tokens.len() as u32);
        self.push(kind, self.at, self.at);
        self.at += 1;
        true
    }

    fn close(&mut self) {
        self.at += 1;
        let next = self.tokens.len() as u32;
        if let Some(opened) = self.open.pop() {
            let token = &mut self.tokens[opened as usize];
            token.end = self.at as u32;
            token.next = next;
        }
    }

    fn top_is_object(&self) -> bool {
        self.open.last().is_some_and(|top| self.tokens[*top as usize].kind == Kind::Object)
    }

    fn word(&mut self, word: &'static str, kind: Kind) -> Result<(), SyntaxError> {
        if !self.text[self.at..].starts_with(word.as_bytes()) {
            return self.fail("no value");
        }
        self.push(kind, self.at, self.at + word.len());
        self.at += word.len();
        Ok(())
    }

    fn number(&mut self) -> Result<Kind, SyntaxError> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return self.fail("no digit"),
        }
        let mut kind = Kind::Integer;
        if self.peek() == Some(b'.') {
            kind = Kind::Decimal;
            self.at += 1;
            self.some_digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            kind = Kind::Decimal;
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.some_digits()?;
        }
        Ok(kind)
    }

    fn some_digits(&mut self) -> Result<(), SyntaxError> {
        if !matches!(self.peek(), Some(b'0'..=b'9')) {
            return self.fail("no digit");
        }
        self.digits();
        Ok(())
    }

    fn digits(&mut self) {
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
    }

    fn string(&mut self) -> Result<(), SyntaxError> {
        self.at += 1;
        let start = self.at;
        let mut kind = Kind::Plain;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = Kind::Escaped;
                    self.escape()?;
                }
                Some(0..0x20) => return self.fail("a control character in a string"),
                Some(_) => self.at += 1,
                None => return self.fail("the text ends in a string"),
            }
        }
        self.push(kind, start, self.at);
        self.at += 1;
        Ok(())
    }

    fn escape(&mut self) -> Result<(), SyntaxError> {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                self.at += 1;
                Ok(())
            }
            Some(b'u') => {
                self.at += 1;
                match self.unit()? {
                    0xd800..0xdc00 => {
                        let has_second = self.text[self.at..].starts_with(b"\\u");
                        self.at += 2;
                        if has_second && (0xdc00..0xe000).contains(&self.unit()?) {
                            return Ok(());
                        }
                        self.at = self.at.min(self.text.len());
                        self.fail("half a surrogate pair")
                    }
                    0xdc00..0xe000 => self.fail("half a surrogate pair"),
                    _ => Ok(()),
                }
            }
            _ => self.fail("an unknown escape"),
        }
    }

    fn unit(&mut self) -> Result<u32, SyntaxError> {
        let digits = self.text.get(self.at..self.at + 4);
        let Some(digits) = digits.filter(|four| four.iter().all(u8::is_ascii_hexdigit)) else {
            return self.fail("no four hexadecimal digits");
        };
        self.at += 4;
        Ok(digits
            .iter()
            .fold(0, |unit, digit| unit << 4 | char::from(*digit).to_digit(16).unwrap_or_default()))
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.tokens.len() as u32 + 1;
        self.tokens.push(Token { kind, start: start as u32, end: end as u32, next });
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn fail<T>(&self, what: &'static str) -> Result<T, SyntaxError> {
        Err(SyntaxError { what, at: self.at })
    }
}
