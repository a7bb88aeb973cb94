//! The check of one definition.

use std::sync::Arc;

use crate::contract::Diagnostic;
use crate::soil::check::Scope;
use crate::soil::core::{self, DefId};
use crate::soil::facts::Facts;
use crate::soil::patterns;
use crate::soil::resolve::{self, References};
use crate::soil::syntax::SourceFile;
use crate::soil::syntax::tree::{File, Row};
use crate::soil::types::infer;
use crate::soil::types::ty::Ty;

/// A stage of checking, in the order in which faults are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The definition's own name.
    Declare,
    /// Names.
    Rename,
    /// Types and effects.
    Infer,
    /// Matches.
    Match,
}

/// What is known of a definition after its check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What its surface text refers to.
    pub references: References,
    /// The declared type; `None` when the signature is faulty.
    pub ty: Option<Ty>,
    /// The own row: what a call with all equation parameters may do, as declared.
    pub row: Row,
    /// `None` after a fault of names or types.
    pub facts: Option<Facts>,
    /// What the evaluator compiles; `None` after any fault.
    pub core: Option<Arc<core::Def>>,
    /// By phase, and in the contractual order within one; no consequence of another fault.
    pub diagnostics: Vec<Diagnostic>,
    ends: [usize; 3],
}

impl Checked {
    /// Lists the faults of one phase.
    pub fn faults(&self, phase: Phase) -> &[Diagnostic] {
        let [declared, renamed, inferred] = self.ends;
        match phase {
            Phase::Declare => &self.diagnostics[..declared],
            Phase::Rename => &self.diagnostics[declared..renamed],
            Phase::Infer => &self.diagnostics[renamed..inferred],
            Phase::Match => &self.diagnostics[inferred..],
        }
    }
}

/// Checks one definition against the interfaces of a scope.
///
/// `id` is the definition's own interface in `scope`, `def` its index in `file`; the file's name is
/// the path in the manifest. Depends on nothing else, and never fails: faults are in
/// [`Checked::diagnostics`].
///
/// Spec: `soil-syntax-spec#5`.
pub fn definition(
    scope: &Scope,
    id: DefId,
    source: &SourceFile,
    file: &File,
    def: usize,
) -> Checked {
    let mut diagnostics: Vec<Diagnostic> = scope.fault(id).cloned().into_iter().collect();
    let declared = diagnostics.len();
    let mut resolved = resolve::resolve(scope, id, source, file, def);
    let mut renames = std::mem::take(&mut resolved.diagnostics);
    let mut inferred = infer::infer(scope, id, source, file, def, &resolved, &mut renames);
    diagnostics.append(&mut renames);
    let renamed = diagnostics.len();
    diagnostics.append(&mut inferred.diagnostics);
    let n_inferred = diagnostics.len();
    patterns::check(scope.env(), source, &file.tree, &inferred, &mut diagnostics);
    let is_sound = diagnostics.is_empty();
    let core = is_sound.then(|| {
        let interface = scope.interface(id);
        let mut callees = resolved.references.ids.clone();
        callees.retain(|callee| *callee != id);
        Arc::new(core::Def {
            module: interface.module().clone(),
            name: interface.name().clone(),
            file: interface.path().clone(),
            params: std::mem::take(&mut inferred.params),
            result: inferred.result.clone(),
            n_locals: resolved.n_locals,
            body: infer::elaborate(scope, &file.tree, &resolved, &inferred, file.defs[def].body),
            callees,
            has_holes: inferred.has_holes,
        })
    });
    Checked {
        references: resolved.references,
        ty: inferred.ty,
        row: inferred.row,
        facts: inferred.facts,
        core,
        diagnostics,
        ends: [declared, renamed, n_inferred],
    }
}
