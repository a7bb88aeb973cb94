//! `run_tests`: every sandboxed case against the current draft, as the final gate runs them.
//!
//! A report that is too long for one answer is whole in `run_tests.json`, which `read_context` then
//! serves beside the bundle's files. The answer itself stays a report: long details are cut and
//! say so; if that is not enough, failed cases come first and one last row stands for the rest.
//!
//! Spec: `trellis-daemon#3.4`.

use super::{RESULT_LIMIT, draft, refused};
use crate::contract::documents::{CaseResult, CaseVerdict, RunTestsInput, TestReport};
use crate::contract::tools::{RunTestsCode, RunTestsResult};
use crate::contract::wire::to_json;
use crate::lowering::desk::Desk;
use crate::lowering::library::Stop;

/// The whole report, as `read_context` serves it.
pub(super) const WHOLE: &str = "run_tests.json";

/// The longest detail of a report that is too long, in bytes.
const DETAIL: usize = 240;

pub(super) fn run(desk: &Desk, _: RunTestsInput, stop: &Stop) -> RunTestsResult {
    let draft = draft(desk, RunTestsCode::NoDraft)?;
    let report = desk.subject().run_tests(&draft, stop).map_err(refused)?;
    if to_json(&report).len() <= RESULT_LIMIT {
        desk.put_report(None);
        return Ok(report);
    }
    desk.put_report(Some(lines(&report)));
    Ok(shortened(report))
}

/// The report as JSON with one case a line, so that its parts end between cases.
fn lines(report: &TestReport) -> String {
    let cases: Vec<String> = report.cases.iter().map(to_json).collect();
    format!("{{\"cases\":[\n{}\n]}}\n", cases.join(",\n"))
}

fn shortened(mut report: TestReport) -> TestReport {
    for details in report.cases.iter_mut().filter_map(|case| case.details.as_mut()) {
        cut(&mut details.expected);
        cut(&mut details.actual);
    }
    if to_json(&report).len() <= RESULT_LIMIT {
        return report;
    }
    report.cases.sort_by_key(|case| !is_bad(case));
    // Room for the row that stands for the rest, and for the brackets.
    let mut room = RESULT_LIMIT - 400;
    let fits = |case: &CaseResult| {
        let length = to_json(case).len() + 1;
        let fits = length <= room;
        room = room.saturating_sub(length);
        fits
    };
    let n_shown = report.cases.iter().map(fits).take_while(|fits| *fits).count();
    let rest = report.cases.split_off(n_shown);
    let n_failed = rest.iter().filter(|case| is_bad(case)).count();
    let name =
        format!("({} more cases, {n_failed} of them failed: read_context `{WHOLE}`)", rest.len());
    let result = if n_failed > 0 { CaseVerdict::Fail } else { CaseVerdict::Pass };
    report.cases.push(CaseResult { name, result, details: None });
    report
}

/// Says whether a case keeps a draft from being green: it fails, or passes though it must not.
pub fn is_bad(case: &CaseResult) -> bool {
    matches!(case.result, CaseVerdict::Fail | CaseVerdict::Xpass)
}

fn cut(text: &mut String) {
    let n_bytes = text.len();
    if super::cut(text, DETAIL) {
        *text += &format!(" ({n_bytes} bytes; whole in read_context `{WHOLE}`)");
    }
}
