//! `decisions`: `label: text` lines, each with what was rejected for it.
//!
//! Spec: `tr-grammar#5.2`.

use super::{Line, Region};
use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::spec::hash::decision_hash;
use crate::spec::model::Decision;

pub(super) fn read(region: Region, faults: &mut Vec<Diagnostic>) -> Vec<Decision> {
    let before = faults.len();
    let mut entries: Vec<(Line, Vec<Line>)> = Vec::new();
    for line in region.lines().filter(|line| !line.text.trim().is_empty()) {
        if !line.trim().text.starts_with("rejected:") {
            entries.push((line, Vec::new()));
        } else if let Some((_, rejected)) = entries.last_mut() {
            rejected.push(line);
        } else {
            faults.push(region.fault(
                Code::TrDecisionsSyntax,
                line.trim().span(),
                "`rejected:` stands before any decision",
            ));
        }
    }
    let mut decisions: Vec<Decision> = Vec::new();
    for (line, rejected) in entries {
        let mut fault = |span, message: String| {
            faults.push(region.fault(Code::TrDecisionsSyntax, span, message));
        };
        let Some((label, text)) = line.trim().split_once(":") else {
            fault(line.trim().span(), "expected `label: text`".to_owned());
            continue;
        };
        if label.text.is_empty() || label.text == "rejected" || text.text.is_empty() {
            fault(line.trim().span(), "expected `label: text`, neither side empty".to_owned());
            continue;
        }
        if decisions.iter().any(|decision| decision.label == label.text) {
            fault(label.span(), format!("two decisions are labelled `{}`", label.text));
            continue;
        }
        let last = rejected.last().unwrap_or(&line).span();
        decisions.push(Decision {
            label: Name::new(label.text),
            label_span: label.span(),
            text: text.text.to_owned(),
            hash: decision_hash(std::iter::once(&line).chain(&rejected).map(|line| line.text)),
            span: line.span().to(last),
            rejected: rejected
                .iter()
                .map(|line| line.trim().text["rejected:".len()..].trim().to_owned())
                .collect(),
        });
    }
    if decisions.is_empty() && faults.len() == before {
        faults.push(region.lacks(Code::TrDecisionsSyntax, "the block holds no decision"));
    }
    decisions
}
