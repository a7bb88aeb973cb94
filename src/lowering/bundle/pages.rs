//! The pages of a bundle that are written for it: decisions, callees, types.
//!
//! Spec: `trellis-daemon#4.3`, `trellis-daemon#4.4`.

use std::collections::BTreeMap;

use crate::root::lock::Assurance;
use crate::root::scope::InScope;
use crate::spec::{Clause, Decision, Lang, Spec};

/// Writes `decisions.md`; `None` when nothing is in scope.
pub fn decisions(in_scope: &InScope, module: &str) -> Option<String> {
    let mut page = "# Decisions\n".to_owned();
    let headers = [
        (in_scope.project.as_deref(), "project".to_owned()),
        (in_scope.module.as_deref(), format!("module {module}")),
    ];
    let mut is_empty = true;
    for (header, title) in headers {
        let entries = header.map_or(&[][..], Spec::decisions);
        if !entries.is_empty() {
            is_empty = false;
            page.push_str(&format!("\n## {title}\n\n"));
            entries.iter().for_each(|entry| decision(&mut page, entry));
        }
    }
    (!is_empty).then_some(page)
}

fn decision(page: &mut String, entry: &Decision) {
    page.push_str(&format!("- **{}** — {}\n", entry.label, entry.text));
    for rejected in &entry.rejected {
        page.push_str(&format!("  rejected: {rejected}\n"));
    }
}

/// Writes the page of a callee: its signature and its claims, never its body.
///
/// `signature` is `name : type`, `assurances` what its lock says of its clauses.
pub fn callee(spec: &Spec, signature: &str, assurances: &BTreeMap<String, Assurance>) -> String {
    let mut page = format!("# {}\n\n```soil-sig\n{}\n```\n", spec.name, signature.trim_end());
    let claims = spec.requires().iter().map(|clause| ("requires", clause));
    let claims = claims.chain(spec.ensures().iter().map(|clause| ("ensures", clause)));
    for (at, (what, clause)) in claims.enumerate() {
        if at == 0 {
            page.push('\n');
        }
        page.push_str(&claim(what, clause, assurances.get(clause.label.as_str()).copied()));
    }
    page
}

fn claim(what: &str, clause: &Clause, assurance: Option<Assurance>) -> String {
    let how_sure = match assurance {
        Some(Assurance::Proven) => "proven",
        Some(Assurance::Trusted) => "trusted — human escape hatch",
        Some(Assurance::Runtime) | None => {
            "runtime — demoted, guard active; do not rely on this claim when reasoning about your \
             own obligations"
        }
    };
    format!("- {what} `{}` ({how_sure}): {}\n", clause.label, clause.text)
}

/// Writes the page of a type: its declaration and its invariants as they stand in its file.
pub fn type_(spec: &Spec) -> String {
    let mut page = format!("# {}\n", spec.name);
    for lang in [Lang::SoilType, Lang::Invariant] {
        if let Some(block) = spec.block(lang) {
            page.push_str(&format!("\n```{}\n{}```\n", lang.word(), spec.text(block.content)));
        }
    }
    page
}
