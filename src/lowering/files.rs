//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::root::files::temporary;

/// Replaces a file: temporary file beside it, fsync, rename, fsync of the folder.
///
/// # Errors
/// Fails when the folder is missing or cannot be written; the old content stays then.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut temporary = temporary().tempfile_in(folder)?;
    temporary.write_all(content)?;
    temporary.as_file().sync_data()?;
    temporary.persist(path).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}

/// Appends one line to a file and makes it durable.
///
/// # Errors
/// Fails when the file cannot be opened or written.
pub fn append_line(path: &Path, line: &str) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().create(true).append(true).open(path)?;
    // One write call, so that lines of two writers do not mix.
    file.write_all(format!("{line}\n").as_bytes())?;
    file.sync_data()
}
