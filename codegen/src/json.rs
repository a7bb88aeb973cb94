//! JSON with the line of every value, strict about duplicate keys; and a small writer.
//!
//! The generator needs places for its faults and no dependency, which is all this is for.

/// A value and the line it starts on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Json {
    /// 1-based line of the value's first character.
    pub line: usize,
    /// What it is.
    pub value: Value,
}

/// A JSON value; numbers keep their text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// The number's text.
    Number(String),
    /// Unescaped.
    Text(String),
    /// Elements.
    Array(Vec<Json>),
    /// Keys with their line, in file order.
    Object(Vec<(String, Json)>),
}

impl Value {
    /// Names the kind of value, with its article.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::Text(_) => "a string",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        }
    }
}

/// Reads a document; the error is the line and what is wrong there.
pub fn parse(text: &str) -> Result<Json, (usize, String)> {
    let mut reader = Reader { bytes: text.as_bytes(), text, at: 0, line: 1, depth: 0 };
    let value = reader.value()?;
    reader.blanks();
    match reader.peek() {
        None => Ok(value),
        Some(_) => reader.fail("more text after the document"),
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
    line: usize,
    depth: usize,
}

type Read<T> = Result<T, (usize, String)>;

impl Reader<'_> {
    fn fail<T>(&self, what: impl Into<String>) -> Read<T> {
        Err((self.line, what.into()))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while let Some(byte @ (b' ' | b'\t' | b'\r' | b'\n')) = self.peek() {
            self.line += usize::from(byte == b'\n');
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> Read<()> {
        self.blanks();
        if self.peek() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        self.fail(format!("expected `{}`, found {}", byte as char, self.here()))
    }

    fn here(&self) -> String {
        match self.text[self.at..].chars().next() {
            Some(c) => format!("`{}`", c.escape_default()),
            None => "the end of the file".into(),
        }
    }

    fn value(&mut self) -> Read<Json> {
        self.blanks();
        let line = self.line;
        self.depth += 1;
        if self.depth > 64 {
            return self.fail("nested more than 64 deep");
        }
        let value = match self.peek() {
            Some(b'{') => self.object()?,
            Some(b'[') => self.array()?,
            Some(b'"') => Value::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => {
                let start = self.at;
                while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
                    self.at += 1;
                }
                Value::Number(self.text[start..self.at].to_string())
            }
            _ => {
                let words = [
                    ("null", Value::Null),
                    ("true", Value::Bool(true)),
                    ("false", Value::Bool(false)),
                ];
                let found = words.into_iter().find(|(w, _)| self.text[self.at..].starts_with(w));
                let Some((word, value)) = found else {
                    return self.fail(format!("expected a value, found {}", self.here()));
                };
                self.at += word.len();
                value
            }
        };
        self.depth -= 1;
        Ok(Json { line, value })
    }

    fn object(&mut self) -> Read<Value> {
        self.take(b'{')?;
        let mut entries: Vec<(String, Json)> = Vec::new();
        self.blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Object(entries));
        }
        loop {
            self.blanks();
            let key = self.string()?;
            if entries.iter().any(|(known, _)| *known == key) {
                return self.fail(format!("key `{key}` twice in one object"));
            }
            self.take(b':')?;
            entries.push((key, self.value()?));
            self.blanks();
            if self.peek() == Some(b',') {
                self.at += 1;
            } else {
                self.take(b'}')?;
                return Ok(Value::Object(entries));
            }
        }
    }

    fn array(&mut self) -> Read<Value> {
        self.take(b'[')?;
        let mut elements = Vec::new();
        self.blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Value::Array(elements));
        }
        loop {
            elements.push(self.value()?);
            self.blanks();
            if self.peek() == Some(b',') {
                self.at += 1;
            } else {
                self.take(b']')?;
                return Ok(Value::Array(elements));
            }
        }
    }

    fn string(&mut self) -> Read<String> {
        self.take(b'"')?;
        let mut text = String::new();
        let mut rest = self.text[self.at..].char_indices();
        while let Some((offset, c)) = rest.next() {
            match c {
                '"' => {
                    self.at += offset + 1;
                    return Ok(text);
                }
                '\n' => return self.fail("a line ends inside a string"),
                '\\' => match rest.next().map(|(_, c)| c) {
                    Some(c @ ('"' | '\\' | '/')) => text.push(c),
                    Some('n') => text.push('\n'),
                    Some('r') => text.push('\r'),
                    Some('t') => text.push('\t'),
                    Some('b') => text.push('\u{8}'),
                    Some('f') => text.push('\u{c}'),
                    Some('u') => {
                        let digits: String = rest.by_ref().take(4).map(|(_, c)| c).collect();
                        let scalar = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                        match scalar {
                            Some(c) => text.push(c),
                            None => return self.fail("a `\\u` escape that names no character"),
                        }
                    }
                    _ => return self.fail("an unknown escape in a string"),
                },
                c => text.push(c),
            }
        }
        self.fail("a string without its closing quote")
    }
}

/// A value to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Out {
    /// `true`, `false`
    Bool(bool),
    /// A number's text.
    Number(String),
    /// Escaped when written.
    Text(String),
    /// Elements.
    Array(Vec<Out>),
    /// Keys in the order written.
    Object(Vec<(String, Out)>),
}

impl Out {
    /// Makes a string.
    pub fn text(text: impl Into<String>) -> Out {
        Out::Text(text.into())
    }

    /// Makes an object.
    pub fn object<const N: usize>(entries: [(&str, Out); N]) -> Out {
        Out::Object(entries.into_iter().map(|(key, value)| (key.to_string(), value)).collect())
    }

    /// Makes a list of strings.
    pub fn texts<I: IntoIterator<Item = S>, S: Into<String>>(texts: I) -> Out {
        Out::Array(texts.into_iter().map(|text| Out::Text(text.into())).collect())
    }

    /// Adds an entry to an object; nothing happens to any other value.
    #[must_use]
    pub fn with(mut self, key: &str, value: Out) -> Out {
        if let Out::Object(entries) = &mut self {
            entries.push((key.to_string(), value));
        }
        self
    }

    /// Writes with two-space indentation and a closing newline.
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text.push('\n');
        text
    }

    fn write(&self, out: &mut String, level: usize) {
        let inner = "  ".repeat(level + 1);
        let outer = "  ".repeat(level);
        match self {
            Out::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
            Out::Number(text) => out.push_str(text),
            Out::Text(text) => quote(text, out),
            Out::Array(elements) if elements.is_empty() => out.push_str("[]"),
            Out::Object(entries) if entries.is_empty() => out.push_str("{}"),
            Out::Array(elements) if elements.iter().all(|e| matches!(e, Out::Text(_))) => {
                out.push('[');
                for (n, element) in elements.iter().enumerate() {
                    out.push_str(if n == 0 { "" } else { ", " });
                    element.write(out, level);
                }
                out.push(']');
            }
            Out::Array(elements) => {
                out.push('[');
                for (n, element) in elements.iter().enumerate() {
                    out.push_str(if n == 0 { "\n" } else { ",\n" });
                    out.push_str(&inner);
                    element.write(out, level + 1);
                }
                out.push('\n');
                out.push_str(&outer);
                out.push(']');
            }
            Out::Object(entries) => {
                out.push('{');
                for (n, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if n == 0 { "\n" } else { ",\n" });
                    out.push_str(&inner);
                    quote(key, out);
                    out.push_str(": ");
                    value.write(out, level + 1);
                }
                out.push('\n');
                out.push_str(&outer);
                out.push('}');
            }
        }
    }
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}
