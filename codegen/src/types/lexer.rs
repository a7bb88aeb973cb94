//! Tokens of the declaration language.

/// One token and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// 1-based line.
    pub line: usize,
    /// Whether it starts its line, which is where an item begins.
    pub first: bool,
}

/// The kinds of token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A lower-case name, possibly kebab-case.
    Lower(String),
    /// An upper-case name.
    Upper(String),
    /// A string without its quotes.
    Text(String),
    /// One of `= { } ( ) , : | ?`.
    Mark(char),
    /// A line of a doc comment.
    Doc(String),
    /// The end of the file.
    End,
}

impl Kind {
    /// Describes the token for "found …".
    pub fn describe(&self) -> String {
        match self {
            Kind::Lower(text) | Kind::Upper(text) => format!("`{text}`"),
            Kind::Text(text) => format!("\"{text}\""),
            Kind::Mark(c) => format!("`{c}`"),
            Kind::Doc(_) => "a doc comment".into(),
            Kind::End => "the end of the file".into(),
        }
    }
}

/// Splits a file into tokens; the second part holds the line and text of what starts no token.
pub fn tokens(text: &str) -> (Vec<Token>, Vec<(usize, String)>) {
    let (mut tokens, mut faults) = (Vec::new(), Vec::new());
    for (n, whole) in text.lines().enumerate() {
        let line = n + 1;
        let mut rest = whole;
        loop {
            rest = rest.trim_start();
            let first = rest.len() == whole.len();
            let Some(c) = rest.chars().next() else { break };
            if let Some(doc) = rest.strip_prefix("---") {
                let doc = doc.strip_prefix(' ').unwrap_or(doc).trim_end();
                tokens.push(Token { kind: Kind::Doc(doc.to_string()), line, first });
                break;
            }
            if rest.starts_with("--") {
                break;
            }
            let (kind, length) = match c {
                'a'..='z' => {
                    let length = word(rest, true);
                    (Kind::Lower(rest[..length].to_string()), length)
                }
                'A'..='Z' => {
                    let length = word(rest, false);
                    (Kind::Upper(rest[..length].to_string()), length)
                }
                '"' => match rest[1..].find('"') {
                    Some(length) => (Kind::Text(rest[1..=length].to_string()), length + 2),
                    None => {
                        faults.push((line, "a string without its closing quote".to_string()));
                        break;
                    }
                },
                '=' | '{' | '}' | '(' | ')' | ',' | ':' | '|' | '?' => (Kind::Mark(c), 1),
                other => {
                    faults.push((line, format!("`{other}` starts no token")));
                    rest = &rest[other.len_utf8()..];
                    continue;
                }
            };
            tokens.push(Token { kind, line, first });
            rest = &rest[length..];
        }
    }
    let line = text.lines().count().max(1);
    tokens.push(Token { kind: Kind::End, line, first: true });
    (tokens, faults)
}

/// Length of the name that `text` starts with; a `-` belongs to it only between letters or digits.
fn word(text: &str, kebab: bool) -> usize {
    let bytes = text.as_bytes();
    let mut length = 1;
    while let Some(&byte) = bytes.get(length) {
        let inside = byte.is_ascii_alphanumeric() || byte == b'_';
        let joint = kebab
            && byte == b'-'
            && bytes.get(length + 1).is_some_and(|next| next.is_ascii_alphanumeric());
        if !inside && !joint {
            break;
        }
        length += 1;
    }
    length
}
