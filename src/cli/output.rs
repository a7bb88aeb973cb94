//! The one handle that commands print through: colour, width, streams, text or JSON.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anstream::AutoStream;

use super::failure::{Failure, status};
use super::render;
use crate::contract::wire::{Wire, to_json};
use crate::contract::{Diagnostic, error_document};
use crate::root::files;

/// Where a command's text goes and how it looks.
pub struct Output {
    json: bool,
    /// Columns that text is wrapped to.
    width: usize,
    choice: anstream::ColorChoice,
    /// Paths in diagnostics are relative to this folder.
    base: PathBuf,
    broken: Option<io::ErrorKind>,
}

impl Output {
    /// Prints to the process's streams.
    ///
    /// Colour follows the terminal, `NO_COLOR`, `CLICOLOR_FORCE` and `--color`; the width that of
    /// the terminal, `COLUMNS`, or 100 columns, and is never above 100 or below 40.
    pub fn for_terminal(json: bool) -> Self {
        let columns = std::env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
        let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        let width = columns.or_else(terminal).unwrap_or(100).clamp(40, 100);
        let choice = anstream::ColorChoice::Auto;
        Output { json, width, choice, base: PathBuf::new(), broken: None }
    }

    /// Sets the colour from `auto`, `always` or `never`.
    pub fn colour(&mut self, when: &str) {
        self.choice = match when {
            "always" => anstream::ColorChoice::Always,
            "never" => anstream::ColorChoice::Never,
            _ => anstream::ColorChoice::Auto,
        };
    }

    /// Says which folder the paths in diagnostics start from.
    pub fn set_base(&mut self, base: impl Into<PathBuf>) {
        self.base = base.into();
    }

    /// Returns whether `--json` was given.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Prints documents from now on, as after `--json`.
    pub fn set_json(&mut self) {
        self.json = true;
    }

    /// Returns the folder that paths in diagnostics start from.
    pub fn base(&self) -> &Path {
        &self.base
    }

    /// Returns the columns that text is wrapped to.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns whether a person reads stdout right now.
    pub fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Prints styled text to stdout.
    pub fn text(&mut self, text: &str) {
        let stream = AutoStream::new(io::stdout().lock(), self.colours(io::stdout().is_terminal()));
        self.write(stream, text);
    }

    /// Prints a document as one compact line to stdout.
    pub fn document<T: Wire>(&mut self, document: &T) {
        self.raw(&(to_json(document) + "\n"));
    }

    /// Prints bytes to stdout as they are.
    pub fn raw(&mut self, text: &str) {
        self.write(io::stdout().lock(), text);
    }

    /// Prints clap's help to stdout.
    pub fn help(&mut self, help: &clap::builder::StyledStr) {
        self.text(&help.ansi().to_string());
    }

    /// Prints diagnostics that do not end the command, to stderr.
    pub fn report(&mut self, diagnostics: &[Diagnostic]) {
        if self.json || diagnostics.is_empty() {
            return;
        }
        let read = |file: &str| files::shown(&self.base.join(file));
        let is_terminal = io::stderr().is_terminal();
        let text = render::diagnostics(diagnostics, &read, self.width, is_terminal);
        let stream = AutoStream::new(io::stderr().lock(), self.colours(is_terminal));
        self.write(stream, &text);
    }

    /// Prints a failure to stderr, as text or as exactly one error document, and returns its exit
    /// status.
    pub fn fail(&mut self, failure: &Failure) -> u8 {
        if self.json {
            let text = to_json(&error_document(&failure.diagnostics)) + "\n";
            self.write(io::stderr().lock(), &text);
        } else {
            self.report(&failure.diagnostics);
        }
        status(&failure.diagnostics)
    }

    /// Returns the exit status after everything was printed; a reader who left early is no error.
    pub fn finish(&mut self, status: u8) -> u8 {
        match self.broken {
            None | Some(io::ErrorKind::BrokenPipe) => status,
            Some(_) => 2,
        }
    }

    fn colours(&self, terminal: bool) -> anstream::ColorChoice {
        match self.choice {
            anstream::ColorChoice::Auto if !terminal && !forced() => anstream::ColorChoice::Never,
            choice => choice,
        }
    }

    fn write(&mut self, mut stream: impl Write, text: &str) {
        let written = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
        if let Err(error) = written {
            self.broken.get_or_insert(error.kind());
        }
    }
}

fn forced() -> bool {
    std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0")
}
