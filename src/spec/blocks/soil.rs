//! Signatures, types and predicates, through the parser that Soil itself uses.
//!
//! Spec: `tr-grammar#2.3`, `tr-grammar#3.1`, `tr-grammar#4.1`.

use std::sync::Arc;

use super::Region;
use crate::contract::{Code, Diagnostic};
use crate::soil::syntax::tree::{Tree, TypeDecl, TypeId};
use crate::soil::syntax::{SourceFile, Span, parse};
use crate::spec::model::{Predicate, Signature};

pub(super) fn signature(region: Region, faults: &mut Vec<Diagnostic>) -> Option<Signature> {
    match parse::signature(region.source, region.span.start..region.span.end) {
        Ok(sig) => {
            let span = sig.name.span.to(sig.tree[sig.sig].span);
            Some(Signature { span, sig: Arc::new(sig) })
        }
        Err(fault) => {
            faults.push(recode(fault, Code::TrSigSyntax));
            None
        }
    }
}

pub(super) fn type_decl(region: Region, faults: &mut Vec<Diagnostic>) -> Option<Arc<TypeDecl>> {
    match parse::type_decl(region.source, region.span.start..region.span.end) {
        Ok(decl) => Some(Arc::new(decl)),
        Err(fault) => {
            faults.push(recode(fault, Code::TrTypeSyntax));
            None
        }
    }
}

pub(super) fn type_(
    source: &SourceFile,
    span: Span,
    code: Code,
) -> Result<(Arc<Tree>, TypeId), Diagnostic> {
    let ty = parse::type_(source, span.start..span.end).map_err(|fault| recode(fault, code))?;
    Ok((Arc::new(ty.tree), ty.root))
}

pub(super) fn predicate(
    source: &SourceFile,
    span: Span,
    code: Code,
) -> Result<Predicate, Diagnostic> {
    let pred =
        parse::predicate(source, span.start..span.end).map_err(|fault| recode(fault, code))?;
    Ok(Predicate { tree: Arc::new(pred.tree), pred: pred.root, span })
}

fn recode(mut fault: Diagnostic, code: Code) -> Diagnostic {
    fault.code = code;
    fault
}
