//! The one place that reads and writes the project's folders.

use std::fs;
use std::io;
use std::path::Path;

use trellis_codegen::{Contract, Fault, Sources, drift};

use crate::{embedded, render};

/// What a build does about generated files that differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Reports them.
    Compare,
    /// Rewrites them.
    Bless,
}

/// What a build found and did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Faults; the build fails when there is one.
    pub faults: Vec<Fault>,
    /// Files that were rewritten or removed.
    pub blessed: Vec<String>,
}

/// Checks the sources below `root`, compares or rewrites what is checked in, and writes the text
/// tables that are not checked in to `out`.
///
/// Errors: a folder or file that cannot be read or written.
pub fn build(root: &Path, out: &Path, mode: Mode) -> io::Result<Report> {
    let sources = Sources::read(root)?;
    let contract = match Contract::read(&sources) {
        Ok(contract) => contract,
        Err(faults) => return Ok(Report { faults, blessed: Vec::new() }),
    };
    let outputs = match render(&sources, &contract) {
        Ok(outputs) => outputs,
        Err(faults) => return Ok(Report { faults, blessed: Vec::new() }),
    };
    let mut report = Report::default();
    match mode {
        Mode::Compare => report.faults = drift::faults(&sources, &outputs),
        Mode::Bless => {
            for fault in drift::faults(&sources, &outputs) {
                let path = root.join(&fault.path);
                match outputs.files.get(&fault.path) {
                    Some(text) => write(&path, text)?,
                    None => fs::remove_file(&path)?,
                }
                report.blessed.push(fault.path);
            }
        }
    }
    // The documents may just have been rewritten, and their text ranges with them.
    let sources = if report.blessed.is_empty() { sources } else { Sources::read(root)? };
    if let Ok(contract) = Contract::read(&sources) {
        let embedded = embedded::render(&contract, root).map_err(io::Error::other)?;
        let path = out.join("embedded.rs");
        if fs::read_to_string(&path).ok().as_ref() != Some(&embedded) {
            write(&path, &embedded)?;
        }
    }
    Ok(report)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
