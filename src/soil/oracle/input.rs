//! The files that commands read.

use std::fs;
use std::path::Path;

use crate::contract::{Code, Diagnostic};
use crate::soil::syntax::SourceFile;

/// Reads a UTF-8 file.
///
/// Errors: `io` for what cannot be read, `malformed-input` for what is not UTF-8; neither names a
/// place.
pub(super) fn text(path: &Path) -> Result<String, Diagnostic> {
    let shown = path.display();
    let bytes = fs::read(path)
        .map_err(|fault| Diagnostic::new(Code::Io, format!("cannot read `{shown}`: {fault}")))?;
    if u32::try_from(bytes.len()).is_err() {
        let message = format!("cannot read `{shown}`: expected less than 4 GiB");
        return Err(Diagnostic::new(Code::Io, message));
    }
    String::from_utf8(bytes).map_err(|fault| {
        let at = fault.utf8_error().valid_up_to();
        let message =
            format!("`{shown}` is not UTF-8: the byte at offset {at} starts no character");
        Diagnostic::new(Code::MalformedInput, message)
    })
}

/// Reads a source file under the name by which it was given.
pub(super) fn source(path: &Path) -> Result<SourceFile, Diagnostic> {
    Ok(SourceFile::new(path.to_string_lossy(), text(path)?))
}
