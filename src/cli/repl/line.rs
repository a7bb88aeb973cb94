//! Reading lines: completion of names, and values that go over several lines.

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper};

use crate::contract::{Code, Diagnostic};

const COMMANDS: [&str; 6] = [":help", ":keep", ":quit", ":reload", ":spec", ":type"];

/// Completes the first word, and the name after a command.
pub struct Reader {
    names: Vec<String>,
}

impl Reader {
    /// Knows these definitions, sorted.
    pub fn new(names: Vec<String>) -> Self {
        Reader { names }
    }

    /// Knows others from now on.
    pub fn set_names(&mut self, names: Vec<String>) {
        self.names = names;
    }
}

impl Completer for Reader {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..at];
        let start = before.rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let is_name = start == 0 || matches!(before[..start].trim(), ":type" | ":spec");
        if !is_name {
            return Ok((at, Vec::new()));
        }
        let commands = COMMANDS.iter().map(|command| (*command).to_owned());
        let all = commands.filter(|_| start == 0).chain(self.names.iter().cloned());
        Ok((start, all.filter(|word| word.starts_with(&before[start..])).collect()))
    }
}

impl Validator for Reader {
    fn validate(&self, ctx: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_open(ctx.input()) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Hinter for Reader {
    type Hint = String;
}

impl Highlighter for Reader {}

impl Helper for Reader {}

/// Whether a bracket or a string is still open; too many closing ones are somebody else's fault.
fn is_open(text: &str) -> bool {
    let mut depth = 0_i32;
    let mut in_string = false;
    let mut is_escaped = false;
    for c in text.chars() {
        match (in_string, c) {
            (true, _) if is_escaped => is_escaped = false,
            (true, '\\') => is_escaped = true,
            (_, '"') => in_string = !in_string,
            (false, '[' | '{') => depth += 1,
            (false, ']' | '}') => depth -= 1,
            _ => {}
        }
    }
    in_string || depth > 0
}

/// Splits a text into the JSON values that it is a sequence of.
pub fn values(text: &str) -> Result<Vec<String>, Diagnostic> {
    let stream = serde_json::Deserializer::from_str(text);
    let values = stream.into_iter::<&serde_json::value::RawValue>();
    let values = values.map(|value| value.map(|value| value.get().to_owned()));
    values.collect::<Result<_, _>>().map_err(|error| {
        let fault = Diagnostic::new(Code::Usage, format!("the arguments are not JSON: {error}"));
        fault.note("a text is written with quotes, and values are separated by blanks")
    })
}
