//! Text to tokens: greedy, context-free, stops at the first fault.
//!
//! Spec: `soil-syntax-spec#1`.

use std::ops::Range;

use smol_str::SmolStrBuilder;

use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::syntax::fault::{Fallible, Fault};
use crate::soil::syntax::token::{Kind, Token, keyword};
use crate::soil::syntax::{SourceFile, Span};

/// Splits a whole file into tokens; comments and white space leave none.
///
/// Spec: `soil0-cli#8.1`.
pub fn tokens(source: &SourceFile) -> Result<Vec<Token>, Diagnostic> {
    let all = 0..source.text().len() as u32;
    region(source.text(), all).map_err(|fault| fault.report(source))
}

/// Returns the place of the first comment of a text that lexes; printing would lose it.
///
/// Errors: the fault of a text that does not lex.
pub fn first_comment(source: &SourceFile) -> Result<Option<Span>, Diagnostic> {
    let text = source.text();
    let mut gap = 0;
    let ends = tokens(source)?.into_iter().map(|token| token.span);
    for span in ends.chain([Span::new(text.len() as u32, text.len() as u32)]) {
        if let Some(at) = text[gap as usize..span.start as usize].find("--") {
            let start = gap + at as u32;
            let end = text[start as usize..].find('\n').unwrap_or(text.len() - start as usize);
            return Ok(Some(Span::new(start, start + end as u32)));
        }
        gap = span.end;
    }
    Ok(None)
}

/// Splits a part of a text; spans count from the start of the whole text.
pub(in crate::soil) fn region(text: &str, range: Range<u32>) -> Fallible<Vec<Token>> {
    let part = &text.as_bytes()[..range.end as usize];
    let mut tokens = Vec::with_capacity(range.len() / 4 + 4);
    let mut lexer = Lexer { text, bytes: part, at: range.start as usize };
    while let Some(token) = lexer.token()? {
        tokens.push(token);
    }
    Ok(tokens)
}

/// Returns the meaning of a number token: its text without `_`.
pub fn number(text: &str) -> Name {
    if !text.contains('_') {
        return Name::new(text);
    }
    let mut digits = SmolStrBuilder::new();
    text.chars().filter(|c| *c != '_').for_each(|c| digits.push(c));
    digits.finish()
}

/// Returns the meaning of a string token that the lexer accepted, quotes included in `text`.
pub fn string(text: &str) -> Name {
    let inner = &text[1..text.len() - 1];
    let Some(first) = inner.find('\\') else { return Name::new(inner) };
    let mut value = String::with_capacity(inner.len());
    let mut rest = inner;
    let mut next = Some(first);
    while let Some(at) = next {
        value.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let (meaning, length) = match escape.as_bytes().first() {
            Some(b'n') => ('\n', 1),
            Some(b'r') => ('\r', 1),
            Some(b't') => ('\t', 1),
            Some(b'u') => unicode(escape),
            Some(byte) => (*byte as char, 1),
            None => break,
        };
        value.push(meaning);
        rest = &escape[length..];
        next = rest.find('\\');
    }
    value.push_str(rest);
    Name::from(value)
}

/// Reads `u{H}`: the character and the length of the escape.
fn unicode(escape: &str) -> (char, usize) {
    let close = escape.find('}').unwrap_or(escape.len() - 1);
    let digits = escape.get(2..close).unwrap_or_default();
    let meaning = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
    (meaning.unwrap_or(char::REPLACEMENT_CHARACTER), close + 1)
}

struct Lexer<'a> {
    text: &'a str,
    /// The text up to the end of the region.
    bytes: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn token(&mut self) -> Fallible<Option<Token>> {
        self.skip_blanks();
        let start = self.at;
        let Some(&first) = self.bytes.get(start) else { return Ok(None) };
        let kind = match first {
            b'a'..=b'z' => {
                self.skip(is_word);
                keyword(&self.bytes[start..self.at]).unwrap_or(Kind::Lower)
            }
            b'A'..=b'Z' => {
                self.skip(|byte| byte.is_ascii_alphanumeric());
                Kind::Upper
            }
            b'0'..=b'9' => self.number(),
            b'"' => self.string()?,
            b'_' if self.peek(1).is_ascii_lowercase() => {
                self.at += 1;
                self.skip(is_word);
                Kind::Hidden
            }
            b'?' if self.peek(1).is_ascii_lowercase() => {
                self.at += 1;
                self.skip(is_word);
                Kind::Hole
            }
            _ => {
                let (kind, length) = operator(first, self.peek(1)).ok_or_else(|| self.stray())?;
                self.at += length;
                kind
            }
        };
        Ok(Some(Token { kind, span: self.span(start) }))
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn span(&self, start: usize) -> Span {
        Span::new(start as u32, self.at as u32)
    }

    fn skip(&mut self, goes_on: impl Fn(u8) -> bool) {
        let rest = &self.bytes[self.at..];
        self.at += rest.iter().position(|byte| !goes_on(*byte)).unwrap_or(rest.len());
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b'-' if self.peek(1) == b'-' => self.skip(|byte| byte != b'\n'),
                _ => return,
            }
        }
    }

    fn number(&mut self) -> Kind {
        let digits = |byte: u8| byte.is_ascii_digit() || byte == b'_';
        self.skip(digits);
        if self.peek(0) != b'.' || !self.peek(1).is_ascii_digit() {
            return Kind::Int;
        }
        self.at += 1;
        self.skip(digits);
        let sign = usize::from(self.peek(1) == b'-');
        if self.peek(0) == b'e' && self.peek(1 + sign).is_ascii_digit() {
            self.at += 1 + sign;
            self.skip(digits);
        }
        Kind::Float
    }

    fn string(&mut self) -> Fallible<Kind> {
        let start = self.at;
        self.at += 1;
        loop {
            self.skip(|byte| byte != b'"' && byte != b'\\');
            match (self.bytes.get(self.at), self.bytes.get(self.at + 1)) {
                (Some(b'"'), _) => break,
                (Some(_), Some(b'"' | b'\\' | b'n' | b'r' | b't')) => self.at += 2,
                (Some(_), Some(b'u')) => self.unicode_escape()?,
                (Some(_), Some(_)) => return Err(self.unknown_escape()),
                (None, _) | (Some(_), None) => {
                    self.at = self.bytes.len();
                    let message = "expected `\"` to end the string, found the end of the text";
                    let fault = Fault::new(Code::UnterminatedString, self.span(start), message);
                    return Err(fault.note("a quote inside a string is written `\\\"`"));
                }
            }
        }
        self.at += 1;
        Ok(Kind::Str)
    }

    fn unicode_escape(&mut self) -> Fallible<()> {
        let start = self.at;
        let rest = &self.bytes[start + 2..];
        let digits = rest.iter().skip(1).take_while(|byte| byte.is_ascii_hexdigit()).count();
        let closed = rest.first() == Some(&b'{') && rest.get(1 + digits) == Some(&b'}');
        if !closed || !(1..=6).contains(&digits) {
            self.skip(|byte| byte != b'"' && byte != b'\n');
            let message = "expected `\\u{` with 1 to 6 hexadecimal digits and `}`";
            return Err(Fault::new(Code::BadEscape, self.span(start), message));
        }
        self.at = start + 4 + digits;
        let digits = &self.text[start + 3..start + 3 + digits];
        let scalar = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        if scalar.is_none() {
            let message = format!("`{digits}` is not the number of a Unicode scalar value");
            let fault = Fault::new(Code::EscapeNotScalar, self.span(start), message);
            return Err(fault.note(
                "scalar values are 0 to D7FF and E000 to 10FFFF; write the character itself \
                 instead of a surrogate pair",
            ));
        }
        Ok(())
    }

    fn unknown_escape(&mut self) -> Box<Fault> {
        let start = self.at;
        let escaped = self.text[start + 1..].chars().next().unwrap_or('\\');
        self.at += 1 + escaped.len_utf8();
        let message = format!("unknown escape `\\{}`", escaped.escape_debug());
        let fault = Fault::new(Code::BadEscape, self.span(start), message);
        fault.note("escapes are `\\\"`, `\\\\`, `\\n`, `\\r`, `\\t` and `\\u{hex}`")
    }

    fn stray(&self) -> Box<Fault> {
        let found = self.text[self.at..].chars().next().unwrap_or_default();
        let end = self.at + found.len_utf8();
        let message = if found.is_ascii_graphic() {
            format!("`{found}` starts no token")
        } else {
            format!("the character U+{:04X} starts no token", u32::from(found))
        };
        let span = Span::new(self.at as u32, end as u32);
        let mut fault = Fault::new(Code::StrayCharacter, span, message);
        if let Some(note) = stray_habit(found, &self.text[end..]) {
            fault = fault.note(note);
        }
        fault
    }
}

const fn is_word(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_')
}

/// Returns the operator at the front and its length.
const fn operator(first: u8, second: u8) -> Option<(Kind, usize)> {
    Some(match (first, second) {
        (b'-', b'>') => (Kind::Arrow, 2),
        (b':', b':') => (Kind::Scope, 2),
        (b'.', b'.') => (Kind::Rest, 2),
        (b'=', b'=') => (Kind::Equal, 2),
        (b'!', b'=') => (Kind::NotEqual, 2),
        (b'<', b'=') => (Kind::LessEqual, 2),
        (b'>', b'=') => (Kind::GreaterEqual, 2),
        (b'=', _) => (Kind::Assign, 1),
        (b'|', _) => (Kind::Bar, 1),
        (b':', _) => (Kind::Colon, 1),
        (b'.', _) => (Kind::Dot, 1),
        (b',', _) => (Kind::Comma, 1),
        (b'(', _) => (Kind::LeftParen, 1),
        (b')', _) => (Kind::RightParen, 1),
        (b'{', _) => (Kind::LeftBrace, 1),
        (b'}', _) => (Kind::RightBrace, 1),
        (b'<', _) => (Kind::Less, 1),
        (b'>', _) => (Kind::Greater, 1),
        (b'+', _) => (Kind::Plus, 1),
        (b'-', _) => (Kind::Minus, 1),
        (b'*', _) => (Kind::Star, 1),
        (b'/', _) => (Kind::Slash, 1),
        (b'%', _) => (Kind::Percent, 1),
        (b'_', _) => (Kind::Wild, 1),
        _ => return None,
    })
}

/// Says how Soil writes what other languages write with this character.
fn stray_habit(found: char, rest: &str) -> Option<&'static str> {
    Some(match found {
        ';' => "there are no statements: sequence with `let _ = first in second`",
        '&' => "the boolean connective is the word `and`",
        '[' | ']' => {
            "there are no list literals: build lists with `list_empty` and `list_append xs x`"
        }
        '!' => "negation is the word `not`; inequality is `!=`",
        '?' => "a typed hole is `?` directly followed by a lower-case name",
        '\'' => "there are no character literals: write a string in double quotes",
        '`' => "there are no quoted names: write a string in double quotes",
        '#' => "a comment starts with `--`",
        '\\' => "a function is written `fun x -> body`",
        '$' => "there is no `$` operator: put the argument in parentheses",
        '@' => "there is no `@` operator: concatenate by calling a function",
        '^' => "there is no `^` operator: call a function",
        '~' => "there is no `~` operator: negate numbers with `-` and booleans with `not`",
        '\u{FEFF}' => "save the file as UTF-8 without a byte order mark",
        '\u{201C}' | '\u{201D}' | '\u{2018}' | '\u{2019}' => "strings stand in plain `\"` quotes",
        '\u{2192}' => "the arrow is written `->`",
        '\u{2260}' => "inequality is written `!=`",
        '\u{2264}' => "write `<=`",
        '\u{2265}' => "write `>=`",
        '\u{03BB}' => "a function is written `fun x -> body`",
        'A'..='Z' | 'a'..='z' => return None,
        _ if found.is_alphabetic() => "names are ASCII: `[a-z][a-z0-9_]*` or `[A-Z][A-Za-z0-9]*`",
        _ if found.is_whitespace() || found.is_control() || is_invisible(found) => {
            "only space, tab, CR and LF separate tokens"
        }
        _ if rest.is_empty() => return None,
        _ => return None,
    })
}

fn is_invisible(found: char) -> bool {
    matches!(found, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2064}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lex(text: &str) -> String {
        match region(text, 0..text.len() as u32) {
            Err(fault) => format!("{} {}", fault.code.as_str(), fault.span_text(text)),
            Ok(tokens) => {
                let shown = tokens.iter().map(|token| {
                    let text = &text[token.span.start as usize..token.span.end as usize];
                    match token.kind.fixed() {
                        Some(fixed) => fixed.to_owned(),
                        None => format!("{:?}:{text}", token.kind),
                    }
                });
                shown.collect::<Vec<_>>().join(" ")
            }
        }
    }

    #[test]
    fn edge_cases_of_the_reference() {
        for (source, expected) in [
            ("a--b", "Lower:a"),
            ("a->b", "Lower:a -> Lower:b"),
            ("x - -1", "Lower:x - - Int:1"),
            ("1..2", "Int:1 .. Int:2"),
            ("1...2", "Int:1 .. . Int:2"),
            ("1.", "Int:1 ."),
            ("1.x", "Int:1 . Lower:x"),
            ("1._5", "Int:1 . _ Int:5"),
            ("1_.5", "Float:1_.5"),
            ("1.5_", "Float:1.5_"),
            ("1.5e", "Float:1.5 Lower:e"),
            ("1.5e_3", "Float:1.5 Lower:e_3"),
            ("1.5E3", "Float:1.5 Upper:E3"),
            ("1.5e+3", "Float:1.5 Lower:e + Int:3"),
            ("1e3", "Int:1 Lower:e3"),
            ("1.5e-3", "Float:1.5e-3"),
            ("10u", "Int:10 Lower:u"),
            ("Foo_bar", "Upper:Foo Hidden:_bar"),
            ("fooBar", "Lower:foo Upper:Bar"),
            ("_9", "_ Int:9"),
            ("__x", "_ Hidden:_x"),
            ("===", "== ="),
            ("<-", "< -"),
            (":::", ":: :"),
            ("?let", "Hole:?let"),
            ("?X", "stray-character ?"),
            ("? x", "stray-character ?"),
            ("?_a", "stray-character ?"),
            ("\"a\nb\"", "Str:\"a\nb\""),
            ("\"\\u{1234567}\"", "bad-escape \\u{1234567}"),
            ("\"\\u{}\"", "bad-escape \\u{}"),
            ("\"\\x41\"", "bad-escape \\x"),
            ("\"\\é\"", "bad-escape \\é"),
            ("\"\\u{d800}\"", "escape-not-scalar \\u{d800}"),
            ("\"\\u41\n", "bad-escape \\u41"),
            ("\"\\u{41", "bad-escape \\u{41"),
            ("x \"abc", "unterminated-string \"abc"),
            ("\"abc\\", "unterminated-string \"abc\\"),
            ("a ! b", "stray-character !"),
        ] {
            assert_eq!(lex(source), expected, "{source:?}");
        }
    }

    #[test]
    fn literals_mean_what_the_reference_says() {
        assert_eq!(number("1_0.5_e-1_"), "10.5e-1");
        assert_eq!(string(r#""\u{41}\u{e9} \"\\\n\r\t.""#), "Aé \"\\\n\r\t.");
    }
}
