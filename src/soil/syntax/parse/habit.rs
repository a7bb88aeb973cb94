//! Habits from other languages: how Soil writes what somebody meant.
//!
//! A hint is chosen from the token that did not fit, its neighbours and what was expected; it is
//! advice and never changes what parses. To teach a habit, add a row and a case to the corpus.

use super::Parser;
use super::ty::effect;
use crate::soil::syntax::token::Kind;

const DEFINE: &str = "a definition is a signature `f : A -> B` and an equation `f x = body`";
const FUN: &str = "a function is written `fun x y -> body`";
const MATCH: &str = "take values apart with `match value with | Pattern -> body`";

impl Parser<'_> {
    /// Returns a hint when the token at `index`, found instead of `what`, is a known habit.
    pub(super) fn habit(&self, index: usize, what: &str) -> Option<&'static str> {
        self.operator_habit(index)
            .or_else(|| self.word_habit(index))
            .or_else(|| self.place_habit(index, what))
            .or_else(|| self.name_habit(index, what))
    }

    /// Operators of other languages, which lex as two tokens of Soil.
    fn operator_habit(&self, index: usize) -> Option<&'static str> {
        let before = index.checked_sub(1).filter(|before| self.touch(*before, index));
        let before = before.map_or(Kind::End, |before| self.kind_at(before));
        let after = if self.touch(index, index + 1) { self.kind_at(index + 1) } else { Kind::End };
        Some(match (before, self.kind_at(index), after) {
            (_, Kind::Assign, Kind::Greater) => "the arrow is written `->`",
            (_, Kind::Bar, Kind::Bar) => "the boolean connective is the word `or`",
            (_, Kind::Bar, Kind::Greater) => "there is no pipe: apply the function, `f x`",
            (Kind::Equal | Kind::NotEqual, Kind::Assign, _) => {
                "equality is `==` and inequality is `!=`"
            }
            (Kind::Slash, Kind::Assign, _) | (Kind::Less, Kind::Greater, _) => {
                "inequality is written `!=`"
            }
            (Kind::Slash, Kind::Slash | Kind::Star, _) => "a comment starts with `--`",
            (Kind::Star, Kind::Star, _) => "there is no power operator: call a function",
            (Kind::Plus, Kind::Plus, _) => {
                "there is no concatenation operator: add to a list with `list_append xs x`"
            }
            (Kind::Plus | Kind::Minus | Kind::Star | Kind::Percent, Kind::Assign, _) => {
                "nothing is assigned: bind a new name with `let`"
            }
            (Kind::Greater, Kind::Greater, _) | (Kind::Less, Kind::Less, _) => {
                "there is no shift or composition operator: call a function"
            }
            _ => return None,
        })
    }

    /// Says whether no blank stands between two tokens.
    fn touch(&self, first: usize, second: usize) -> bool {
        match (self.tokens.get(first), self.tokens.get(second)) {
            (Some(first), Some(second)) => first.span.end == second.span.start,
            _ => false,
        }
    }

    /// Words that other languages give a meaning, at the token or shortly before it.
    fn word_habit(&self, index: usize) -> Option<&'static str> {
        let known = |word: &str| {
            Some(match word {
                "fn" | "lambda" | "function" | "func" | "proc" => FUN,
                "def" | "define" | "val" | "var" | "const" => DEFINE,
                "elif" | "elsif" | "elseif" => "write `else if … then … else …`",
                "case" | "switch" | "of" => MATCH,
                "when" => "an arm has no guard: put an `if` into its body",
                "as" => "a pattern binds no whole beside its parts: name the scrutinee with `let`",
                "where" => "there is no `where`: bind names before they are used with `let … in`",
                "return" => "there is no `return`: a function's value is its body",
                "import" | "use" | "open" | "include" | "require" => {
                    "there are no imports: every definition of the root is visible by its name"
                }
                "module" | "namespace" | "package" => {
                    "there are no module headers: a folder is a module"
                }
                "type" | "data" | "record" | "enum" | "struct" | "class" => {
                    "a `.soil` file declares no types: they come from specifications"
                }
                "true" | "false" => {
                    "the booleans are `True` and `False`; test one with `b is True`"
                }
                _ => return None,
            })
        };
        let names = [Kind::Lower, Kind::Upper];
        let nearby = (index.saturating_sub(4)..=index).rev();
        let mut words = nearby.take_while(|at| {
            *at == index
                || names.contains(&self.kind_at(*at))
                || self.kind_at(*at) == Kind::LeftParen
        });
        words.find_map(|at| known(self.text_of(at)).filter(|_| self.kind_at(at) == Kind::Lower))
    }

    /// Tokens that tell what was meant where they stand.
    fn place_habit(&self, index: usize, what: &str) -> Option<&'static str> {
        let found = self.kind_at(index);
        let before = index.checked_sub(1).map_or(Kind::End, |before| self.kind_at(before));
        let is = |text: &str| what.starts_with(text);
        Some(match found {
            Kind::Comma if is("`)`") => {
                "there are no tuples and no argument lists: use a record, or write `f x y`"
            }
            Kind::RightParen if before == Kind::LeftParen && is("a type") => {
                "the type with one value is `Unit`"
            }
            Kind::RightParen if before == Kind::LeftParen => "the value of type `Unit` is `unit`",
            Kind::Assign
                if is("`then`") || is("`)`") || is("an operator") || is("a comparison") =>
            {
                "equality is written `==`; `=` only defines"
            }
            Kind::Equal if is("`=`") || is("a parameter or `=`") || is("the equation") => {
                "a definition or binding has one `=`"
            }
            Kind::Dot if before == Kind::Upper => "a constructor is qualified as `Type::Ctor`",
            Kind::Dot if before == Kind::Int => "a number has digits on both sides of the point",
            Kind::Dot => "a field is read from a name only: bind the value with `let` first",
            Kind::Upper if before == Kind::Dot => "a constructor is qualified as `Type::Ctor`",
            Kind::Less if is("the equation") || is("`->`") || is("`)`") => {
                "a type takes its arguments with blanks between: `List a`"
            }
            Kind::Wild if is("an operator") || is("an expression") => {
                "`_` only binds; leave a gap as a typed hole `?name`"
            }
            Kind::Wild if is("a parameter") => "a parameter has a name: call it `unused`",
            Kind::Minus if is("a pattern") => {
                "a pattern has no signed number: compare with `==` in the arm's body"
            }
            Kind::Hidden if is("a pattern") => "a pattern binds a name without `_`, or `_` itself",
            Kind::Hidden if is("a type") => "a type variable has no `_`",
            Kind::Hidden if is("a lower-case name after") => {
                "a private definition is visible in its own folder, without qualification"
            }
            Kind::Bar if is("`->`") => {
                "an arm has one pattern: repeat the arm for each alternative"
            }
            Kind::If if is("`->`") => "an arm has no guard: put the `if` into its body",
            Kind::Bar if is("`=` and the value of the field") => {
                "a record is updated with `{ base with field = value }`"
            }
            Kind::Rest if is("a field name") && before == Kind::LeftBrace => {
                "name at least one field; `{ base with a = 1 }` updates, `{ a, .. }` matches the rest"
            }
            Kind::Let | Kind::Fun | Kind::If | Kind::Match
                if is("an expression") || is("an operator") =>
            {
                "as an operand or argument it needs parentheses"
            }
            Kind::Not if is("an expression") => {
                "`not` binds looser than operators: use parentheses"
            }
            _ => return None,
        })
    }

    /// What usually follows from what was expected.
    fn name_habit(&self, index: usize, what: &str) -> Option<&'static str> {
        let found = self.kind_at(index);
        let text = self.text_of(index);
        Some(match what {
            "`else`" => "every `if` has an `else`",
            "`then`" => "a condition is followed by `then`: `if c then x else y`",
            "`in`" => "every `let` ends in `in` and the expression that uses the name",
            "`with`" => "a match is written `match value with | Pattern -> body`",
            "`|` before the first arm" => "every arm starts with `|`, the first one too",
            "`=` and the bound value" if found == Kind::Colon => {
                "annotate the value: `let x = (value : Type) in …`"
            }
            "`=` and the bound value" => {
                "a binding takes no parameters: `let f = fun x -> body in …`"
            }
            "a name to bind" => "a binding is one name: take values apart with `match`",
            "a parameter name" | "a parameter name or `->`" | "a parameter or `=`" => {
                "a parameter is a plain name: take values apart with `match` in the body"
            }
            "`=` and the value of the field" if found == Kind::Colon => {
                "a field is given with `=`; a type goes around the record: `({ a = 1 } : T)`"
            }
            "`=` and the value of the field" => {
                "every field is given as `name = value`; the base of an update is a name"
            }
            "a field name" if found == Kind::RightBrace => {
                "a record has at least one field and no comma after the last"
            }
            "a field name" => "braces hold a record, they never group: use parentheses",
            "`|`" => "a refinement is written `{v : Type | predicate}`",
            "a comparison, an `is` test or a call" => {
                "a predicate compares (`a == b`), tests (`x is Ctor`) or calls (`p x`); join them \
                 with `and`, `or`, `not`, `implies`"
            }
            "a type" if effect(text).is_some() => "effects stand only right after an arrow",
            "an effect that the row does not have yet, or a type" => "name each effect once",
            "`->` after a named parameter" => {
                "a named parameter is one side of an arrow: `(x : A) -> B`"
            }
            "an operator, an argument or the end of the definition" if found == Kind::And => {
                "after `and`, `name =` would be a binding, and no `let` is open here"
            }
            "an operator, an argument or the end of the definition" if found == Kind::Arrow => FUN,
            "a definition" => DEFINE,
            _ if what.starts_with("`:` and the type") => DEFINE,
            _ if what.starts_with("the equation") && found == Kind::Assign => {
                "after the signature the equation starts with the name again: `f x = body`"
            }
            _ if what.starts_with("the equation") => DEFINE,
            _ => return None,
        })
    }
}
