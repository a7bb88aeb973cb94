//! `:keep`: the last call becomes an expect case of the specification.
//!
//! The `.tr` is the person's own file, so nothing but the one line, or the one new block, changes.

use super::LastCall;
use crate::contract::{Code, Diagnostic};
use crate::root::files::{RootLock, replace};
use crate::root::{Snapshot, change};

/// Adds the call to `test NAME`, or to the last test block when no name is given; returns the
/// block's name.
///
/// # Errors
/// `usage` when the definition has no valid specification, `io` when the file cannot be written or
/// has changed meanwhile.
pub fn keep(snapshot: &Snapshot, last: &LastCall, name: &str) -> Result<String, Diagnostic> {
    let Some(spec) = snapshot.spec(&last.path) else {
        return Err(Diagnostic::new(Code::Usage, format!("`{}` has no valid .tr", last.path)));
    };
    let mut text = spec.source.text().to_owned();
    let line = format!("({}) => {}\n", last.arguments.join(", "), last.result);
    let chosen = match name {
        "" => spec.tests().last(),
        name => spec.tests().find(|(block, _)| block.info.name.as_deref() == Some(name)),
    };
    let block = match chosen {
        Some((block, _)) => {
            text.insert_str(block.content.end as usize, &line);
            block.info.name.as_deref().unwrap_or_default().to_owned()
        }
        None => {
            let name = if name.is_empty() { "kept" } else { name };
            if name.contains(char::is_whitespace) || name.starts_with('@') || name == "xfail" {
                let message = format!("`{name}` cannot be the name of a block");
                return Err(Diagnostic::new(Code::Usage, message));
            }
            if !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(&format!("\n```test {name}\n{line}```\n"));
            name.to_owned()
        }
    };
    let root = snapshot.root();
    let _held = RootLock::take(root.path(), change::PATIENCE)?;
    if let Some(known) = snapshot.files(&last.path) {
        change::still_the_same(root, &last.path, known)?;
    }
    let file = format!("{}.tr", last.path);
    replace(&root.file(&file), &file, text.as_bytes())?;
    Ok(block)
}
