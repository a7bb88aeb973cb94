//! What commands over a root share: finding it, the pin, and how standings are shown.

use std::path::PathBuf;

use anstyle::{AnsiColor, Style};

use super::render::wrap;
use super::{Failure, Output};
use crate::contract::documents::DefStatus;
use crate::contract::{Code, Diagnostic};
use crate::root::find::{self, RootDir};
use crate::root::status::{Standing, Status};
use crate::root::{Snapshot, pin, read_config};

/// Finds the root of the working directory; diagnostics are shown relative to it from then on.
///
/// # Errors
/// `config-no-root`.
pub fn find(output: &mut Output) -> Result<RootDir, Failure> {
    let chosen = std::env::var_os("TRELLIS_ROOT").filter(|value| !value.is_empty());
    let here = std::env::current_dir()
        .map_err(|error| Diagnostic::new(Code::Io, format!("no working directory: {error}")))?;
    let root = find::find(chosen.map(PathBuf::from).as_deref(), &here)?;
    output.set_base(root.path());
    Ok(root)
}

/// Finds the root for a command that writes: its toolchain must be this one.
///
/// # Errors
/// `config-…`, `toolchain-mismatch`.
pub fn find_pinned(output: &mut Output) -> Result<RootDir, Failure> {
    let root = find(output)?;
    let config = read_config(&root)?;
    pin::check(&config)?;
    Ok(root)
}

/// Finds and reads the root of the working directory.
///
/// # Errors
/// `config-…`.
pub fn snapshot(output: &mut Output) -> Result<Snapshot, Failure> {
    let root = find(output)?;
    Ok(Snapshot::load(&root)?)
}

/// Converts standings for documents.
pub fn documents(standings: &[Standing], with_why: bool) -> Vec<DefStatus> {
    let convert = |standing: &Standing| DefStatus {
        path: standing.path.clone(),
        kind: standing.kind.word().to_owned(),
        status: standing.status.word().to_owned(),
        flags: standing.flags.iter().map(|(flag, _)| flag.to_string()).collect(),
        why: with_why.then(|| standing.flags.iter().map(|(_, why)| why.clone()).collect()),
    };
    standings.iter().map(convert).collect()
}

/// Shows standings as a table `path kind status flags`, with a sentence a flag below its row; on a
/// terminal sentences are wrapped.
pub fn table(standings: &[Standing], with_why: bool, output: &Output) -> String {
    let width = if output.is_terminal() { output.width() } else { usize::MAX };
    let mut table = Table::new(["path", "kind", "status", "flags"]);
    for standing in standings {
        let flags: Vec<String> = standing.flags.iter().map(|(flag, _)| flag.to_string()).collect();
        table.row(
            [&standing.path, standing.kind.word(), standing.status.word(), &flags.join(" ")],
            style(standing.status),
        );
        if with_why {
            for (flag, why) in &standing.flags {
                table.below(wrap(&format!("    {flag}: {why}"), width, "      "));
            }
        }
    }
    table.render()
}

/// Counts standings by status, in one line.
pub fn summary(standings: &[Standing]) -> String {
    const RUNGS: [Status; 10] = [
        Status::Accepted,
        Status::Verified,
        Status::Tested,
        Status::Typed,
        Status::Ok,
        Status::Partial,
        Status::Error,
        Status::Unchecked,
        Status::Unlowered,
        Status::Unlocked,
    ];
    let counts: Vec<String> = RUNGS
        .iter()
        .map(|rung| (rung, standings.iter().filter(|one| one.status == *rung).count()))
        .filter(|(_, count)| *count > 0)
        .map(|(rung, count)| format!("{count} {}", rung.word()))
        .collect();
    match counts.is_empty() {
        true => "no definitions".to_owned(),
        false => format!("{}: {}", count(standings.len(), "definition"), counts.join(", ")),
    }
}

/// Counts things that have a regular plural.
pub fn count(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

fn style(status: Status) -> Style {
    let colour = match status {
        Status::Accepted | Status::Verified | Status::Tested | Status::Ok => AnsiColor::Green,
        Status::Typed | Status::Partial | Status::Unchecked => AnsiColor::Yellow,
        Status::Error => AnsiColor::Red,
        Status::Unlocked | Status::Unlowered => return Style::new().dimmed(),
    };
    colour.on_default()
}

/// Text in columns that are as wide as they need to be.
pub struct Table {
    rows: Vec<Line>,
}

enum Line {
    Row([String; 4], Style),
    Below(String),
}

impl Table {
    /// Starts a table with a heading.
    pub fn new(heading: [&str; 4]) -> Table {
        let mut table = Table { rows: Vec::new() };
        table.row(heading, Style::new().bold());
        table
    }

    /// Adds a row; the style is that of the third column, or of the whole heading.
    pub fn row(&mut self, cells: [&str; 4], style: Style) {
        self.rows.push(Line::Row(cells.map(str::to_owned), style));
    }

    /// Adds a line that keeps to no column.
    pub fn below(&mut self, text: String) {
        self.rows.push(Line::Below(text));
    }

    /// Returns the text.
    pub fn render(&self) -> String {
        let mut widths = [0; 4];
        for line in &self.rows {
            if let Line::Row(cells, _) = line {
                for (width, cell) in widths.iter_mut().zip(cells) {
                    *width = (*width).max(cell.chars().count());
                }
            }
        }
        let mut text = String::new();
        for (at, line) in self.rows.iter().enumerate() {
            match line {
                Line::Below(below) => text.push_str(below),
                Line::Row(cells, style) => {
                    let mut row = String::new();
                    for (column, cell) in cells.iter().enumerate() {
                        let padding = " ".repeat(widths[column] - cell.chars().count() + 2);
                        let styled = at == 0 || column == 2;
                        let style = if styled { *style } else { Style::new() };
                        row.push_str(&format!("{style}{cell}{style:#}{padding}"));
                    }
                    text.push_str(row.trim_end());
                }
            }
            text.push('\n');
        }
        text
    }
}
