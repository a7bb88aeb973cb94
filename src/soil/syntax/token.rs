//! Token kinds. A token is twelve bytes: its text is read from the source when needed.
//!
//! Spec: `soil-syntax-spec#1`.

use crate::soil::syntax::Span;

/// One token of a source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Which token.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $(= $fixed:literal)?,)*) => {
        /// What a token is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind {
            $($(#[$doc])* $(#[doc = concat!("`", $fixed, "`")])? $kind,)*
        }

        impl Kind {
            /// Returns the text of a keyword or operator; other kinds have no fixed text.
            pub const fn fixed(self) -> Option<&'static str> {
                match self {
                    $($(Kind::$kind => Some($fixed),)?)*
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    /// `[a-z][a-z0-9_]*`, not a keyword.
    Lower,
    /// `_[a-z][a-z0-9_]*`.
    Hidden,
    /// `[A-Z][A-Za-z0-9]*`.
    Upper,
    /// Digits.
    Int,
    /// Digits, a point, digits, perhaps an exponent.
    Float,
    /// A quoted text; its escapes are valid.
    Str,
    /// `?name`.
    Hole,
    Let = "let",
    Rec = "rec",
    And = "and",
    Or = "or",
    Not = "not",
    In = "in",
    Fun = "fun",
    Match = "match",
    With = "with",
    If = "if",
    Then = "then",
    Else = "else",
    Decreases = "decreases",
    Arrow = "->",
    Scope = "::",
    Rest = "..",
    Equal = "==",
    NotEqual = "!=",
    LessEqual = "<=",
    GreaterEqual = ">=",
    Assign = "=",
    Bar = "|",
    Colon = ":",
    Dot = ".",
    Comma = ",",
    LeftParen = "(",
    RightParen = ")",
    LeftBrace = "{",
    RightBrace = "}",
    Less = "<",
    Greater = ">",
    Plus = "+",
    Minus = "-",
    Star = "*",
    Slash = "/",
    Percent = "%",
    Wild = "_",
    /// The end of the text; only the parser sees it.
    End,
}

impl Kind {
    /// Says whether the token is one of the words of `soil-syntax-spec#1`.
    pub const fn is_keyword(self) -> bool {
        self as u8 >= Kind::Let as u8 && self as u8 <= Kind::Decreases as u8
    }
}

/// Returns the keyword that a word spells.
pub fn keyword(word: &[u8]) -> Option<Kind> {
    Some(match word {
        b"let" => Kind::Let,
        b"rec" => Kind::Rec,
        b"and" => Kind::And,
        b"or" => Kind::Or,
        b"not" => Kind::Not,
        b"in" => Kind::In,
        b"fun" => Kind::Fun,
        b"match" => Kind::Match,
        b"with" => Kind::With,
        b"if" => Kind::If,
        b"then" => Kind::Then,
        b"else" => Kind::Else,
        b"decreases" => Kind::Decreases,
        _ => return None,
    })
}
