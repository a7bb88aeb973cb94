//! Which command runs on which input with which flags.
//!
//! Spec: `soil0-cli#1`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use super::{Call, Command};
use crate::contract::{Code, Diagnostic};

/// What a command line asks for.
pub(super) enum Request<'c> {
    /// `--version`
    Version,
    /// A command with everything that it needs.
    Command(&'c Command, Call),
}

/// Reads the arguments after the program's name.
pub(super) fn read<'c>(
    args: &[OsString],
    commands: &'c [Command],
) -> Result<Request<'c>, Diagnostic> {
    let names = || commands.iter().map(|command| command.name).collect::<Vec<_>>().join("`, `");
    let Some((first, rest)) = args.split_first() else {
        return Err(usage(format!("expected a command: one of `{}`", names())));
    };
    let first = first.to_string_lossy();
    if first == "--version" {
        return match rest {
            [] => Ok(Request::Version),
            [extra, ..] => Err(usage(format!(
                "expected nothing after `--version`, found `{}`",
                extra.to_string_lossy()
            ))),
        };
    }
    let Some(command) = commands.iter().find(|command| command.name == first) else {
        return Err(usage(format!("unknown command `{first}`; known are `{}`", names())));
    };
    call(command, rest).map(|call| Request::Command(command, call))
}

fn call(command: &Command, args: &[OsString]) -> Result<Call, Diagnostic> {
    let name = command.name;
    let mut inputs = Vec::new();
    let mut flags = BTreeMap::new();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let text = arg.to_string_lossy();
        if !text.starts_with("--") {
            inputs.push(PathBuf::from(arg));
            continue;
        }
        let Some(flag) = command.flags.iter().find(|flag| flag.name == text) else {
            return Err(usage(format!("`{name}` has no flag `{text}`")));
        };
        let mut value = String::new();
        if flag.takes_value {
            let Some(next) = rest.next() else {
                return Err(usage(format!("expected a value after `{text}`")));
            };
            match next.to_str() {
                Some(next) => next.clone_into(&mut value),
                None => return Err(usage(format!("the value of `{text}` is not UTF-8"))),
            }
        }
        if flags.insert(flag.name, value).is_some() {
            return Err(usage(format!("`{text}` is given twice")));
        }
    }
    let is_missing = |flag: &&super::Flag| flag.is_required && !flags.contains_key(flag.name);
    if let Some(flag) = command.flags.iter().find(is_missing) {
        return Err(usage(format!("`{name}` needs the flag `{}`", flag.name)));
    }
    match <[PathBuf; 1]>::try_from(inputs) {
        Ok([input]) => Ok(Call { input, flags }),
        Err(inputs) => Err(usage(format!("expected one input, found {}", inputs.len()))),
    }
}

fn usage(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Usage, message)
}
