//! Results as SARIF 2.1.0: findings, and a result a row that is not as it should be.

use std::path::Path;

use super::Session;
use crate::cli::render::sarif::{Failing, log_with};
use crate::contract::Span;
use crate::root::Snapshot;
use crate::spec::{Lang, Payload, Spec};
use crate::verify::run::{RowReport, is_good};

/// Renders a whole log.
pub fn render(snapshot: &Snapshot, session: &Session, base: &Path) -> String {
    let mut findings = session.faults.clone();
    let mut failing = Vec::new();
    for one in &session.verified {
        findings.extend(one.diagnostics());
        let spec = snapshot.spec(&one.report.path);
        let rows = one.report.rows.iter().filter(|row| !is_good(row.outcome));
        failing.extend(rows.map(|row| Failing {
            message: message(row),
            file: format!("{}.tr", one.report.path),
            span: spec.and_then(|spec| place(spec, &row.head.name)),
        }));
    }
    log_with(&findings, &failing, base) + "\n"
}

fn message(row: &RowReport) -> String {
    let mut text = format!("`{}` fails", row.head.name);
    if let Some(details) = &row.details {
        let (expected, actual) = (details.expected.trim_end(), details.actual.trim_end());
        text.push_str(&format!(": expected {expected}, found {actual}"));
    }
    if let Some(binders) = &row.shown.counterexample {
        let binders = binders.iter().map(|(name, value)| format!("{name} = {value}"));
        text.push_str(&format!("; smallest found: {}", binders.collect::<Vec<_>>().join(", ")));
    }
    text
}

/// Finds what a row stands for: a case, a step, a property, a clause or the reference.
fn place(spec: &Spec, row: &str) -> Option<Span> {
    let span = if let Some(label) = row.strip_prefix("derived:ensures:") {
        spec.ensures().iter().find(|clause| *clause.label == *label)?.predicate.span
    } else if row.starts_with("derived:differential:") {
        spec.block(Lang::Reference)?.span
    } else {
        let (name, number) = match row.rsplit_once('#') {
            Some((name, number)) => (name, number.parse::<usize>().ok()?.checked_sub(1)),
            None => (row, None),
        };
        let mut blocks = spec.blocks.iter();
        let block = blocks.find(|block| block.info.name.as_deref() == Some(name))?;
        match (&block.payload, number) {
            (Payload::Test(test), Some(k)) => test.cases.get(k)?.span,
            (Payload::Cram(cram), Some(k)) => cram.steps.get(k)?.span,
            _ => block.span,
        }
    };
    Some(spec.source.locate(span))
}
