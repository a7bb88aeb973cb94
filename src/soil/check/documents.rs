//! What the checker knows, as the documents of the contract say it.
//!
//! Spec: `soil0-cli#5`, `soil0-cli#8.3`, `soil0-cli#8.4`.

use crate::contract::documents::{
    CheckFacts, EffectTag, HoleGoal, ObligationKind as KindTag, PanicObligation, RefSets, RowTree,
    SigType, SignatureOutput, Termination as TerminationWord,
};
use crate::soil::Name;
use crate::soil::check::Checked;
use crate::soil::facts::{Facts, ObligationKind, Termination};
use crate::soil::syntax::tree::{Effect, Row};
use crate::soil::syntax::{SourceFile, deep};
use crate::soil::types::ty::Ty;

/// Writes a definition's type and facts; `None` when a fault leaves one of them open.
pub fn signature_output(
    name: &str,
    checked: &Checked,
    source: &SourceFile,
) -> Option<SignatureOutput> {
    let mut names = Renaming::default();
    let ty = names.ty(checked.ty.as_ref()?);
    Some(SignatureOutput {
        name: name.to_owned(),
        r#type: ty,
        row: names.row(&checked.row),
        checks: check_facts(checked.facts.as_ref()?, source),
    })
}

/// Writes the facts of a definition.
pub fn check_facts(facts: &Facts, source: &SourceFile) -> CheckFacts {
    let obligations = facts.panic_obligations.iter().map(|site| PanicObligation {
        kind: match &site.kind {
            ObligationKind::Overflow => KindTag::Overflow,
            ObligationKind::DivZero => KindTag::DivZero,
            ObligationKind::CalleePanic { callee } => {
                KindTag::CalleePanic { callee: callee.clone() }
            }
        },
        span: source.locate(site.span).into(),
    });
    let holes = facts.holes.iter().map(|hole| HoleGoal {
        name: hole.name.to_string(),
        span: source.locate(hole.span).into(),
        ty: as_written(&hole.ty),
    });
    CheckFacts {
        termination: match facts.termination {
            Termination::NotApplicable => TerminationWord::NA,
            Termination::Verified => TerminationWord::Verified,
            Termination::Unverified => TerminationWord::Unverified,
        },
        panic_obligations: obligations.collect(),
        holes: (!facts.holes.is_empty()).then(|| holes.collect()),
    }
}

/// Writes the reference sets of a definition.
pub fn ref_sets(checked: &Checked) -> RefSets {
    let texts = |names: &[Name]| names.iter().map(Name::to_string).collect();
    let references = &checked.references;
    RefSets {
        defs: texts(&references.defs),
        types: texts(&references.types),
        builtins: texts(&references.builtins),
        privates: texts(&references.privates),
    }
}

/// Writes a type with its variables renamed `a`, `b`, … by first appearance.
pub fn sig_type(ty: &Ty) -> SigType {
    Renaming::default().ty(ty)
}

fn as_written(ty: &Ty) -> SigType {
    Renaming { names: Vec::new(), keeps: true }.ty(ty)
}

/// One sequence of names for type and row variables, by first appearance.
#[derive(Default)]
struct Renaming {
    /// A variable and whether it is a row variable.
    names: Vec<(Name, bool)>,
    keeps: bool,
}

impl Renaming {
    fn ty(&mut self, ty: &Ty) -> SigType {
        deep(|| match ty {
            Ty::Var(name) => SigType::SVar { name: self.name(name, false) },
            Ty::Con(name, args) => SigType::SCon {
                name: name.to_string(),
                args: args.iter().map(|arg| self.ty(arg)).collect(),
            },
            Ty::Arrow(arrow) => {
                let dom = Box::new(self.ty(&arrow.dom));
                let row = self.row(&arrow.row);
                let cod = Box::new(self.ty(&arrow.cod));
                SigType::SArrow { param: arrow.param.as_ref().map(Name::to_string), dom, row, cod }
            }
        })
    }

    fn row(&mut self, row: &Row) -> RowTree {
        let tag = |effect| match effect {
            Effect::Div => EffectTag::Div,
            Effect::Panic => EffectTag::Panic,
            Effect::Io => EffectTag::Io,
            Effect::Ffi => EffectTag::Ffi,
        };
        RowTree {
            effects: row.effects.iter().map(tag).collect(),
            var: row.var.as_ref().map(|name| self.name(name, true)),
        }
    }

    fn name(&mut self, name: &Name, is_row: bool) -> String {
        if self.keeps {
            return name.to_string();
        }
        let is_it = |(known, of_row): &(Name, bool)| known == name && *of_row == is_row;
        let at = self.names.iter().position(is_it).unwrap_or_else(|| {
            self.names.push((name.clone(), is_row));
            self.names.len() - 1
        });
        let letter = (b'a' + (at % 26) as u8) as char;
        match at / 26 {
            0 => letter.to_string(),
            round => format!("{letter}{round}"),
        }
    }
}
