//! Near misses of a name that somebody mistyped.

use crate::contract::Diagnostic;

/// Adds a "did you mean" note when there are names near to the one that was not found.
pub fn did_you_mean<'a>(
    diagnostic: Diagnostic,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    match trellis_codegen::fault::near(name, known).as_slice() {
        [] => diagnostic,
        near => diagnostic.note(format!("did you mean `{}`?", near.join("` or `"))),
    }
}
