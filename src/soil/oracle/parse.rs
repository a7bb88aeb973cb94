//! `soil0 parse`: the tree of a file.
//!
//! Spec: `soil0-cli#8.2`, `soil0-cli#4`.

use super::{Call, Command, Success, input, tree};
use crate::contract::Diagnostic;
use crate::contract::wire::to_json;
use crate::soil::syntax::parse::{self, Role};

pub(super) const COMMAND: Command = Command { name: "parse", flags: &[], run };

fn run(call: &Call) -> Result<Success, Vec<Diagnostic>> {
    let source = input::source(&call.input).map_err(|fault| vec![fault])?;
    let file = parse::file(&source, Role::of_path(source.name())).map_err(|fault| vec![fault])?;
    Ok(Success::document(to_json(&tree::document(&source, &file))))
}
