//! Parentheses that only the definition-boundary rule demands.
//!
//! The text of a signature or measure is followed by the equation. Where its last names would be
//! read as the start of that equation, one of them keeps parentheses:
//!
//! ```text
//! f : List (f)      without them `f` would start the equation `f f x = …`
//! f x = …
//! ```
//!
//! Spec: `soil-syntax-spec#9`.

use super::Printer;
use crate::soil::syntax::Span;
use crate::soil::syntax::lex;
use crate::soil::syntax::token::{Kind, Token};

impl Printer<'_> {
    /// Mends the type written from `start` to the end.
    pub(super) fn guard_type(&mut self, start: usize, definition: &str) {
        let Some(tail) = Tail::find(&self.out, start, definition) else { return };
        // After an arrow all but the last name are a row, which cannot stand in parentheses.
        let is_row = tail.before == Some(Kind::Arrow);
        let index = if is_row { tail.tokens.len() - 1 } else { tail.own };
        self.wrap(tail.tokens[index].span);
    }

    /// Mends the expression written from `start` to the end.
    pub(super) fn guard_argument(&mut self, start: usize, definition: &str) {
        let Some(tail) = Tail::find(&self.out, start, definition) else { return };
        let ends_atom = matches!(
            tail.before,
            Some(
                Kind::RightParen
                    | Kind::RightBrace
                    | Kind::Upper
                    | Kind::Hidden
                    | Kind::Int
                    | Kind::Float
                    | Kind::Str
                    | Kind::Hole
            )
        );
        // The head of an application is never a boundary.
        if tail.own > 0 || ends_atom {
            self.wrap(tail.tokens[tail.own].span);
        }
    }

    fn wrap(&mut self, span: Span) {
        self.out.insert(span.end as usize, ')');
        self.out.insert(span.start as usize, '(');
    }
}

/// The run of LOWER tokens at the end of a text.
struct Tail {
    tokens: Vec<Token>,
    /// The token before the run.
    before: Option<Kind>,
    /// The last of them that is the definition's name.
    own: usize,
}

impl Tail {
    fn find(text: &str, start: usize, definition: &str) -> Option<Tail> {
        let is_plain =
            |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let mut last_words = text[start..].rsplit(' ').take_while(is_plain);
        if !last_words.any(|word| word == definition) {
            return None;
        }
        let mut tokens = lex::region(text, start as u32..text.len() as u32).ok()?;
        let run = tokens.iter().rposition(|token| token.kind != Kind::Lower).map_or(0, |at| at + 1);
        let before = run.checked_sub(1).map(|at| tokens[at].kind);
        let tokens = tokens.split_off(run);
        let word = |token: &Token| &text[token.span.start as usize..token.span.end as usize];
        let own = tokens.iter().rposition(|token| word(token) == definition)?;
        Some(Tail { tokens, before, own })
    }
}
