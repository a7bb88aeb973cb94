//! Names: what every path, constructor, qualified name and type of a definition stands for.
//!
//! Comes in: one definition's tree and the [`Scope`] of all declared interfaces. Goes out: a dense
//! table of targets for inference, the reference sets, and the faults of this phase. A node whose
//! name cannot be resolved has the target [`Target::Error`]; later phases stay silent about it.
//!
//! Local names get their [`LocalId`]s here, in binding order; the binders of one node are
//! neighbours, so the table holds the first of them only.
//!
//! Spec: `soil-syntax-spec#5.1`, `soil-syntax-spec#5.9`, `soil-syntax-spec#5.10`.

mod names;
pub(crate) mod references;
pub(crate) mod suggest;
mod walk;

use rustc_hash::FxHashMap;

use crate::contract::Diagnostic;
use crate::soil::builtins::Builtin;
use crate::soil::check::Scope;
use crate::soil::core::{DefId, Derived, LocalId, Primitive};
use crate::soil::syntax::tree::{Def, ExprId, File, Tree};
use crate::soil::syntax::{SourceFile, Span};
use crate::soil::types::env::CtorRef;
use crate::soil::types::ty::NumTy;

pub use references::References;

/// What an expression node stands for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Target {
    /// The node names nothing.
    #[default]
    None,
    /// Reported.
    Error,
    Local(LocalId),
    Def(DefId),
    Builtin(Builtin),
    Ctor(CtorRef),
    Derived(Derived),
    Primitive(NumTy, Primitive),
    /// The first local of a `let` or `fun`; the others follow.
    Binders(LocalId),
    /// Where the arms of a `match` begin in [`Resolved::arms`].
    Arms(u32),
}

/// The outcome for one definition.
#[derive(Debug)]
pub(crate) struct Resolved {
    targets: Vec<Target>,
    base: u32,
    /// First local of each arm's pattern.
    pub(crate) arms: Vec<LocalId>,
    pub(crate) n_locals: u32,
    pub(crate) references: References,
    /// In the order of the walk.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Resolved {
    pub(crate) fn target(&self, id: ExprId) -> Target {
        self.targets[(id.0 - self.base) as usize]
    }
}

/// Lists where the expressions of a definition stand in the arena of its file.
///
/// The parser stores children before parents and a definition's body last, so they are what lies
/// between the bodies of two neighbours.
pub(crate) fn expr_range(file: &File, def: usize) -> std::ops::Range<u32> {
    let start = match def.checked_sub(1) {
        Some(previous) => file.defs[previous].body.0 + 1,
        None => 0,
    };
    start..file.defs[def].body.0 + 1
}

/// Resolves one definition.
pub(crate) fn resolve(
    scope: &Scope,
    id: DefId,
    source: &SourceFile,
    file: &File,
    def: usize,
) -> Resolved {
    let range = expr_range(file, def);
    let mut resolver = Resolver {
        scope,
        id,
        source,
        tree: &file.tree,
        base: range.start,
        targets: vec![Target::None; range.len()],
        arms: Vec::new(),
        locals: FxHashMap::default(),
        undo: Vec::new(),
        n_locals: 0,
        holes: FxHashMap::default(),
        references: References::default(),
        diagnostics: Vec::new(),
    };
    resolver.definition(&file.defs[def]);
    Resolved {
        targets: resolver.targets,
        base: resolver.base,
        arms: resolver.arms,
        n_locals: resolver.n_locals,
        references: resolver.references.sorted(),
        diagnostics: resolver.diagnostics,
    }
}

struct Resolver<'a> {
    scope: &'a Scope,
    id: DefId,
    source: &'a SourceFile,
    tree: &'a Tree,
    base: u32,
    targets: Vec<Target>,
    arms: Vec<LocalId>,
    locals: FxHashMap<&'a str, (LocalId, Span)>,
    /// What each binding of an open scope has replaced.
    undo: Vec<(&'a str, Option<(LocalId, Span)>)>,
    n_locals: u32,
    holes: FxHashMap<&'a str, Span>,
    references: References,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Resolver<'a> {
    fn definition(&mut self, def: &'a Def) {
        self.type_(def.sig);
        for param in &def.params {
            self.bind(&param.name, param.span, param.span);
        }
        if let Some(measure) = def.decreases {
            self.expr(measure);
        }
        self.expr(def.body);
    }

    fn set(&mut self, id: ExprId, target: Target) {
        self.targets[(id.0 - self.base) as usize] = target;
    }
}
