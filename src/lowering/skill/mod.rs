//! The skill: an agent's standing instructions, written from what the program itself carries.
//!
//! Comes in: the registry, the schemas of the tools, the table of builtins, the examples and two
//! templates. Goes out: files that are the same wherever and whenever the program runs, and their
//! hash, which a root pins.
//!
//! Knows nothing of roots or jobs; reads no file when it runs.
//!
//! Spec: `design#4.6`, `trellis-daemon#6.1`, `soil-toml#2.1`.

mod examples;
mod tables;

use std::sync::LazyLock;

use crate::spec::digest::Digest;

/// Major version of the agents' contract.
pub const CONTRACT: u64 = 1;

static FILES: LazyLock<Vec<(String, String)>> = LazyLock::new(write);

static HASH: LazyLock<Digest> = LazyLock::new(|| {
    Digest::of(files().iter().flat_map(|(path, text)| [path.as_bytes(), text.as_bytes()]))
});

/// Lists the files by path, sorted; every text ends in one line end.
pub fn files() -> &'static [(String, String)] {
    &FILES
}

/// Returns the hash of all paths and texts in order.
pub fn hash() -> Digest {
    *HASH
}

fn write() -> Vec<(String, String)> {
    let front = filled(
        include_str!("front.md"),
        &[("contract", CONTRACT.to_string()), ("version", env!("CARGO_PKG_VERSION").to_owned())],
    );
    let language = filled(
        include_str!("language.md"),
        &[("builtins", tables::builtins()), ("primitives", tables::primitives())],
    );
    let mut files = vec![
        ("SKILL.md".to_owned(), front),
        ("language.md".to_owned(), language),
        ("tools.md".to_owned(), tables::tools()),
        ("diagnostics.md".to_owned(), tables::diagnostics()),
    ];
    for (path, text) in examples::FILES {
        files.push((format!("examples/{path}"), (*text).to_owned()));
    }
    files.sort();
    for (_, text) in &mut files {
        let length = text.trim_end().len();
        text.truncate(length);
        text.push('\n');
    }
    files
}

/// Puts values in the places of a template; a place is a name in double braces.
fn filled(template: &str, values: &[(&str, String)]) -> String {
    let fill = |text: String, (name, value): &(&str, String)| {
        text.replace(&format!("{{{{{name}}}}}"), value.trim_end())
    };
    values.iter().fold(template.to_owned(), fill)
}

#[cfg(test)]
mod tests {
    use super::files;

    #[test]
    fn every_place_of_a_template_is_filled() {
        for (path, text) in files().iter().filter(|(path, _)| !path.starts_with("examples/")) {
            assert!(!text.contains("{{"), "{path} has an open place");
            assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{path}");
        }
    }

    #[test]
    fn the_language_fits_its_budget() {
        let (_, language) = files().iter().find(|(path, _)| path == "language.md").unwrap();
        let n_tokens = language.len().div_ceil(4);
        assert!(n_tokens < 8_000, "{n_tokens} tokens");
    }
}
