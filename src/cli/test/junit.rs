//! Results as JUnit XML: a suite a definition, a case a row.

use std::fmt::Write as _;

use crate::root::lock::{Outcome, Word as _};
use crate::verify::run::{RowReport, is_good};
use crate::verify::whole::{Verified, is_harmless};

/// Renders a whole document.
pub fn render(verified: &[Verified]) -> String {
    let rows = || verified.iter().flat_map(|one| &one.report.rows);
    let n_failed = rows().filter(|row| !is_good(row.outcome)).count();
    let n_errors: usize = verified.iter().map(|one| errors(one).len()).sum();
    let n_rows = rows().count() + n_errors;
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let _ = writeln!(
        out,
        "<testsuites name=\"trellis\" tests=\"{n_rows}\" failures=\"{n_failed}\" errors=\"{n_errors}\">"
    );
    for one in verified {
        suite(&mut out, one);
    }
    out.push_str("</testsuites>\n");
    out
}

fn errors(one: &Verified) -> Vec<String> {
    let found = one.diagnostics();
    let counted = found.iter().filter(|finding| !is_harmless(finding));
    counted.map(|finding| format!("{}: {}", finding.code, finding.message)).collect()
}

fn suite(out: &mut String, one: &Verified) {
    let path = attribute(&one.report.path);
    let errors = errors(one);
    let rows = &one.report.rows;
    let n_failed = rows.iter().filter(|row| !is_good(row.outcome)).count();
    let n_skipped = rows.iter().filter(|row| row.outcome == Outcome::Xfail).count();
    let _ = writeln!(
        out,
        "  <testsuite name=\"{path}\" tests=\"{}\" failures=\"{n_failed}\" errors=\"{}\" skipped=\"{n_skipped}\">",
        rows.len() + errors.len(),
        errors.len(),
    );
    for row in rows {
        case(out, &path, row);
    }
    for error in errors {
        let text = attribute(&error);
        let _ = writeln!(
            out,
            "    <testcase classname=\"{path}\" name=\"specification\">\n      <error message=\"{text}\"/>\n    </testcase>"
        );
    }
    out.push_str("  </testsuite>\n");
}

fn case(out: &mut String, path: &str, row: &RowReport) {
    let name = attribute(&row.head.name);
    let _ = write!(out, "    <testcase classname=\"{path}\" name=\"{name}\"");
    match (row.outcome, &row.details) {
        (Outcome::Pass, _) => out.push_str("/>\n"),
        (Outcome::Xfail, _) => {
            out.push_str(">\n      <skipped message=\"fails, as expected\"/>\n    </testcase>\n");
        }
        (outcome @ (Outcome::Fail | Outcome::Xpass), details) => {
            let (expected, actual) =
                details.as_ref().map_or(("", ""), |d| (d.expected.as_str(), d.actual.as_str()));
            let claim = row.shown.claim.as_deref().unwrap_or_default();
            let _ = writeln!(
                out,
                ">\n      <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>",
                outcome.word(),
                attribute(claim),
                text(&format!("expected: {expected}\nactual:   {actual}")),
            );
        }
    }
}

/// Escapes for an attribute in double quotes; characters that XML 1.0 cannot hold become U+FFFD.
fn attribute(value: &str) -> String {
    text(value).replace('"', "&quot;").replace('\n', "&#10;").replace('\t', "&#9;")
}

fn text(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' => out.push(c),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
