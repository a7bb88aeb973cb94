//! Results as a person reads them.

use std::fmt::Write as _;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use similar::{ChangeTag, TextDiff};

use super::Output;
use crate::root::lock::Tier;
use crate::verify::run::{Details, RowReport, is_good};
use crate::verify::whole::Verified;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const FAINT: Style = Style::new().dimmed();

/// Shows every definition in a line, failures in full, and a summary.
pub fn show(verified: &[Verified], notes: &[String], took: Duration, output: &mut Output) {
    for one in verified {
        let mut text = String::new();
        let rows = &one.report.rows;
        let n_good = rows.iter().filter(|row| is_good(row.outcome)).count();
        let verdict = if one.is_green() {
            format!("{GOOD}ok{GOOD:#}")
        } else {
            format!("{BAD}FAILING{BAD:#}")
        };
        let reused =
            if one.is_reused { format!(" {FAINT}(unchanged){FAINT:#}") } else { String::new() };
        let _ = writeln!(text, "{}: {n_good}/{} {verdict}{reused}", one.report.path, rows.len());
        for row in rows {
            if is_good(row.outcome) {
                guarded(&mut text, row);
            } else {
                failure(&mut text, row);
            }
        }
        output.text(&text);
        output.report(&one.diagnostics());
    }
    for note in notes {
        output.text(&format!("{note}\n"));
    }
    output.text(&summary(verified, took));
}

fn failure(text: &mut String, row: &RowReport) {
    let _ = write!(text, "  {BAD}{}{BAD:#}", row.head.name);
    match &row.shown.claim {
        Some(claim) => {
            let _ = writeln!(text, "  {claim}");
        }
        None => text.push('\n'),
    }
    if let Some(details) = &row.details {
        difference(text, row.head.tier, details);
    }
    if let Some(binders) = &row.shown.counterexample {
        let binders = binders.iter().map(|(name, value)| format!("{name} = {value}"));
        let binders = binders.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "    smallest found: {binders}");
    }
    if let Some(line) = &row.shown.expect_line {
        let _ = writeln!(text, "    as a test, with the right result: {line}");
    }
    if let Some((n_satisfied, n_drawn)) = row.shown.guarded {
        let _ = writeln!(text, "    {n_satisfied} of {n_drawn} inputs satisfied `requires`");
    }
}

/// Says how much a passing row that `requires` guards has really tried.
fn guarded(text: &mut String, row: &RowReport) {
    if let Some((n_satisfied, n_drawn)) = row.shown.guarded {
        let _ = writeln!(
            text,
            "  {FAINT}{}: {n_satisfied} of {n_drawn} inputs satisfied `requires`{FAINT:#}",
            row.head.name
        );
    }
}

fn difference(text: &mut String, tier: Tier, details: &Details) {
    if tier != Tier::Cram {
        let _ = writeln!(text, "    expected  {GOOD}{}{GOOD:#}", details.expected);
        let _ = writeln!(text, "    actual    {BAD}{}{BAD:#}", details.actual);
        return;
    }
    for change in TextDiff::from_lines(&details.expected, &details.actual).iter_all_changes() {
        let line = change.value().trim_end_matches('\n');
        let _ = match change.tag() {
            ChangeTag::Equal => writeln!(text, "      {line}"),
            ChangeTag::Delete => writeln!(text, "    {GOOD}- {line}{GOOD:#}"),
            ChangeTag::Insert => writeln!(text, "    {BAD}+ {line}{BAD:#}"),
        };
    }
}

fn summary(verified: &[Verified], took: Duration) -> String {
    if verified.is_empty() {
        return "no definition has Soil to test yet; `trellis lower` lets an agent write it\n"
            .into();
    }
    let rows = || verified.iter().flat_map(|one| &one.report.rows);
    let n_good = rows().filter(|row| is_good(row.outcome)).count();
    let n_failing = verified.iter().filter(|one| !one.is_green()).count();
    let n_reused = verified.iter().filter(|one| one.is_reused).count();
    let n_cases: u64 = verified.iter().map(|one| one.report.n_cases).sum();
    let seconds = took.as_secs_f64();
    let mut text = format!(
        "\n{n_good} of {} tests as they should be, {n_cases} cases, {seconds:.2} s",
        rows().count()
    );
    if n_reused > 0 {
        let _ = write!(text, "; {n_reused} of {} definitions unchanged", verified.len());
    }
    text.push('\n');
    if n_failing > 0 {
        let first = verified.iter().find(|one| !one.is_green());
        let path = first.map_or("", |one| &one.report.path);
        let _ = writeln!(
            text,
            "{n_failing} of {} definitions failing; mend the Soil or the specification, then \
             `trellis test {path}`, or let an agent try: `trellis lower {path}`",
            verified.len()
        );
    }
    text
}
