//! Writes the Rust half of `generated/` as token streams and formats it in this process, so that
//! no formatter on somebody's path decides what is checked in.
//!
//! A member of its own, because only the build needs the syntax crates: the program carries the
//! reader, the checks and the schemas of `trellis-codegen` and nothing of this.
//!
//! Comes in: the checked sources. Goes out: every generated file. Only [`build`] touches the disk.

use trellis_codegen::{Contract, Fault, Outputs, Sources};

pub mod builtins;
pub mod codes;
pub mod documents;
pub mod embedded;
pub mod spec_ref;
pub mod tools;

mod checkout;
mod tokens;

pub use checkout::{Mode, Report, build};

/// Returns the folders that a build depends on.
pub fn folders() -> [&'static str; 4] {
    trellis_codegen::sources::FOLDERS
}

/// Renders everything that is checked in.
///
/// Errors: a fault for each file whose text would not be Rust, which is a bug of this crate.
pub fn render(sources: &Sources, contract: &Contract) -> Result<Outputs, Vec<Fault>> {
    let mut outputs = trellis_codegen::outputs::render(sources, contract);
    let mut faults = Vec::new();
    for (path, text) in [
        ("generated/builtins.rs", builtins::render(contract)),
        ("generated/code.rs", codes::render(contract)),
        ("generated/documents.rs", documents::render(contract)),
        ("generated/spec_ref.rs", spec_ref::render(contract)),
        ("generated/tools.rs", tools::render(contract)),
    ] {
        match text {
            Ok(text) => {
                outputs.files.insert(path.to_string(), text);
            }
            Err(error) => {
                let what = format!("the generator wrote what is not Rust: {error}");
                faults.push(Fault::new(path, 1, what, "mend codegen/rust"));
            }
        }
    }
    if faults.is_empty() { Ok(outputs) } else { Err(faults) }
}
