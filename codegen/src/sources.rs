//! The text of everything that the generator reads, by path from the project root.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

/// The folders that belong to the contract.
pub const FOLDERS: [&str; 4] = ["generated", "registry", "schemas", "spec-docs"];

/// Files by path from the project root, `/`-separated, line ends folded to LF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Path to text.
    pub files: BTreeMap<String, String>,
}

impl Sources {
    /// Reads the contract's folders below `root`; a folder that is missing counts as empty.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut sources = Sources::default();
        for folder in FOLDERS {
            if root.join(folder).is_dir() {
                sources.read_folder(root, folder)?;
            }
        }
        Ok(sources)
    }

    fn read_folder(&mut self, root: &Path, folder: &str) -> io::Result<()> {
        for entry in fs::read_dir(root.join(folder))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            let path = format!("{folder}/{name}");
            if entry.file_type()?.is_dir() {
                self.read_folder(root, &path)?;
            } else {
                let text = fs::read_to_string(entry.path())
                    .map_err(|e| io::Error::new(e.kind(), format!("{path}: {e}")))?;
                self.files.insert(path, text.replace("\r\n", "\n"));
            }
        }
        Ok(())
    }

    /// Returns the text of one file.
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }

    /// Returns the files of a folder (with its trailing `/`) that end in `suffix`, in path order.
    pub fn below<'a>(
        &'a self,
        folder: &'a str,
        suffix: &'a str,
    ) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.files
            .iter()
            .filter(move |(path, _)| path.starts_with(folder) && path.ends_with(suffix))
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }
}
