//! `requires`, `ensures`, `invariant`: one `label: predicate` a line.
//!
//! Spec: `tr-grammar#3.2`, `tr-grammar#4.2`.

use super::{Labels, Region, soil};
use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::spec::model::Clause;

pub(super) fn read(
    region: Region,
    labels: &mut Labels,
    faults: &mut Vec<Diagnostic>,
) -> Vec<Clause> {
    let before = faults.len();
    let mut clauses = Vec::new();
    for line in region.trimmed() {
        let Some((label, text)) = line.split_once(":") else {
            let message = "expected `label: predicate`";
            faults.push(region.fault(Code::TrPredicateSyntax, line.span(), message));
            continue;
        };
        if label.text.is_empty() {
            let message = "the label before the colon is empty";
            faults.push(region.fault(Code::TrPredicateSyntax, line.span(), message));
            continue;
        }
        let name = Name::new(label.text);
        if labels.0.contains(&name) {
            faults.push(region.fault(
                Code::TrPredicateSyntax,
                label.span(),
                format!("two clauses are labelled `{name}`"),
            ));
            continue;
        }
        labels.0.push(name.clone());
        if text.text.is_empty() {
            let message = "the predicate after the colon is missing";
            faults.push(region.fault(Code::TrPredicateSyntax, line.span(), message));
            continue;
        }
        match soil::predicate(region.source, text.span(), Code::TrPredicateSyntax) {
            Ok(predicate) => clauses.push(Clause {
                label: name,
                label_span: label.span(),
                predicate,
                text: text.text.to_owned(),
            }),
            Err(fault) => faults.push(fault),
        }
    }
    if clauses.is_empty() && faults.len() == before {
        faults.push(region.lacks(Code::TrPredicateSyntax, "the block holds no clause"));
    }
    clauses
}
