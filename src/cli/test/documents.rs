//! Results as the documents of `--json`.

use crate::contract::documents::{
    VerificationReport, VerifiedBinder, VerifiedDefinition, VerifiedDetails, VerifiedRow,
};
use crate::contract::error_document;
use crate::root::lock::Word as _;
use crate::verify::run::{RowReport, is_good};
use crate::verify::whole::Verified;

/// Restates results as one document.
pub fn report(verified: &[Verified]) -> VerificationReport {
    let rows = || verified.iter().flat_map(|one| &one.report.rows);
    let passed = rows().filter(|row| is_good(row.outcome)).count() as u64;
    VerificationReport {
        definitions: verified.iter().map(definition).collect(),
        passed,
        failed: rows().count() as u64 - passed,
        cases: verified.iter().map(|one| one.report.n_cases).sum(),
        reused: verified.iter().filter(|one| one.is_reused).count() as u64,
    }
}

fn definition(one: &Verified) -> VerifiedDefinition {
    VerifiedDefinition {
        path: one.report.path.to_string(),
        ok: one.is_green(),
        reused: one.is_reused,
        rows: one.report.rows.iter().map(row).collect(),
        diagnostics: error_document(&one.diagnostics()).errors,
    }
}

fn row(row: &RowReport) -> VerifiedRow {
    let details = row.details.clone();
    let binders = row.shown.counterexample.iter().flatten();
    VerifiedRow {
        name: row.head.name.clone(),
        tier: row.head.tier.word().into(),
        mode: row.head.mode().word().into(),
        origin: row.head.origin.word().into(),
        result: row.outcome.word().into(),
        details: details
            .map(|details| VerifiedDetails { expected: details.expected, actual: details.actual }),
        counterexample: binders
            .map(|(name, value)| VerifiedBinder { name: name.clone(), value: value.clone() })
            .collect(),
    }
}
