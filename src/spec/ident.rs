//! The spelling rules that specification files share with Soil.
//!
//! Spec: `tr-grammar#2.2`, `soil-syntax-spec#5.10`.

/// Words that Soil reserves; none of them can name a parameter, a binder or a definition.
const KEYWORDS: [&str; 13] = [
    "let",
    "rec",
    "in",
    "fun",
    "if",
    "then",
    "else",
    "match",
    "with",
    "decreases",
    "and",
    "or",
    "not",
];

/// Says whether `text` can name a function or a module: `[a-z][a-z0-9_]*`, no keyword.
pub fn is_definition(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && bytes.all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'))
        && !KEYWORDS.contains(&text)
}

/// Says whether `text` can name a type: `[A-Z][A-Za-z0-9]*`.
pub fn is_type(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_uppercase())
        && bytes.all(|byte| byte.is_ascii_alphanumeric())
}

/// Says whether `text` is a variable of Soil: a lower-case word that is no keyword.
pub fn is_variable(text: &str) -> bool {
    is_definition(text)
}

/// Returns the file stem of a type: `KvError` is in `kv_error.tr`.
pub fn snake_form(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}
