//! `allow`: one escape hatch a line.
//!
//! Spec: `tr-grammar#3.7`.

use super::Region;
use crate::contract::{Code, Diagnostic};
use crate::spec::model::Hatch;

pub(super) fn read(region: Region, faults: &mut Vec<Diagnostic>) -> Vec<Hatch> {
    let mut hatches = Vec::new();
    for line in region.trimmed() {
        match Hatch::ALL.into_iter().find(|hatch| hatch.word() == line.text) {
            Some(hatch) => hatches.push(hatch),
            None => faults.push(region.fault(
                Code::TrAllowUnknown,
                line.span(),
                format!("found `{}`, expected `partial`, `unsafe` or `ffi-raw`", line.text),
            )),
        }
    }
    if hatches.is_empty() && faults.is_empty() {
        faults.push(region.lacks(
            Code::TrAllowUnknown,
            "the block grants nothing; expected `partial`, `unsafe` or `ffi-raw`",
        ));
    }
    hatches
}
