//! Inference: each body against its own signature, using the declared signatures of the others.
//!
//! One walk over the definition infers types by unification and records what can only be judged
//! when all types are known: field accesses on unknown types, integer literals, operators, calls.
//! These are then settled in that order, which is also the order of the reports. A subterm that was
//! reported has the error type, which equals every type, so nothing is reported because of it.
//!
//! Sources: Damas and Milner's algorithm with levels after Rémy; rows as sets with one tail.
//!
//! Spec: `soil-syntax-spec#5`, `soil-syntax-spec#5.3`, `soil-syntax-spec#5.4`.

mod effects;
mod elaborate;
mod expr;
mod messages;
mod pattern;
mod records;
mod settle;
mod signature;
pub(crate) mod table;

use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::soil::check::Scope;
use crate::soil::core::{DefId, LocalId};
use crate::soil::facts::Facts;
use crate::soil::resolve::{self, Resolved};
use crate::soil::syntax::tree::{ArithOp, ExprId, File, PatternId, Row as TreeRow, Tree};
use crate::soil::syntax::{SourceFile, Span};
use crate::soil::types::env::{CtorRef, DeclId, TypeEnv};
use crate::soil::types::infer::table::{Node, Row, Table, TyId};
use crate::soil::types::ty::Ty;

pub(crate) use elaborate::elaborate;

/// What inference leaves for the later stages.
pub(crate) struct Inferred {
    pub diagnostics: Vec<Diagnostic>,
    pub ty: Option<Ty>,
    pub row: TreeRow,
    pub facts: Option<Facts>,
    pub params: Vec<Ty>,
    pub result: Ty,
    pub has_holes: bool,
    pub matches: Vec<Match>,
    pub patterns: Vec<Pattern>,
    table: Table,
    slots: Vec<Slot>,
    base: u32,
    accesses: Vec<Option<(DeclId, u32)>>,
    records: Vec<RecordInfo>,
}

/// What is kept of an expression node.
#[derive(Clone, Copy)]
struct Slot {
    ty: TyId,
    /// By node: first field access of a path, index of a record or of a match.
    extra: u32,
}

#[derive(Clone, Copy)]
struct RecordInfo {
    decl: DeclId,
    first_access: u32,
}

/// A match whose arms the later stages look at.
pub(crate) struct Match {
    pub span: Span,
    pub arms: Vec<PatIx>,
}

/// A pattern of [`Inferred::patterns`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PatIx(pub u32);

/// A pattern with its constructors resolved.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub tree: PatternId,
    pub kind: PatternKind,
}

#[derive(Clone, Debug)]
pub(crate) enum PatternKind {
    Wild,
    Bind(LocalId),
    /// The literal stands in the tree.
    Lit(TyId),
    /// The columns that the pattern looks at; empty for `_` or no payload.
    Ctor {
        ctor: CtorRef,
        columns: Box<[(u32, PatIx)]>,
    },
    /// The stored fields that the pattern names.
    Record {
        decl: DeclId,
        columns: Box<[(u32, PatIx)]>,
    },
    /// Reported.
    Error,
}

struct Local {
    ty: TyId,
    is_generic: bool,
}

struct Literal {
    ty: TyId,
    span: Span,
    digits: Name,
}

struct Operator {
    node: ExprId,
    ty: TyId,
    context: Row,
    kind: OperatorKind,
    in_measure: bool,
}

#[derive(Clone, Copy)]
enum OperatorKind {
    Compare,
    Arith(ArithOp),
    Neg,
}

/// A type that must hold no function, and the node that demands it.
struct Derivable {
    ty: TyId,
    span: Span,
    what: Name,
}

struct Deferred {
    base: TyId,
    field: Name,
    result: TyId,
    span: Span,
    access: u32,
    path: Name,
}

struct Performed {
    row: Row,
    context: Row,
    span: Span,
    node: ExprId,
}

struct Infer<'a> {
    scope: &'a Scope,
    env: &'a TypeEnv,
    id: DefId,
    source: &'a SourceFile,
    tree: &'a Tree,
    resolved: &'a Resolved,
    table: Table,
    rigid_types: Vec<Name>,
    rigid_rows: Vec<Name>,
    own: TyId,
    own_row: Row,
    context: Row,
    in_measure: bool,
    refers_to_self: bool,
    has_let_rec: bool,
    error: TyId,
    slots: Vec<Slot>,
    base: u32,
    locals: Vec<Local>,
    next_local: u32,
    literals: Vec<Literal>,
    operators: Vec<Operator>,
    derivable: Vec<Derivable>,
    deferred: Vec<Deferred>,
    performed: Vec<Performed>,
    holes: Vec<(Name, Span, TyId)>,
    accesses: Vec<Option<(DeclId, u32)>>,
    records: Vec<RecordInfo>,
    matches: Vec<Match>,
    patterns: Vec<Pattern>,
    /// Unresolved names with the types of the arguments that they are applied to.
    unknown: Vec<(Span, Vec<TyId>)>,
    diagnostics: Vec<Diagnostic>,
    /// Whether names or types are at fault already.
    has_faults: bool,
}

/// Infers one definition whose names are resolved; `renames` are its faults so far, whose messages
/// may gain advice.
pub(crate) fn infer(
    scope: &Scope,
    id: DefId,
    source: &SourceFile,
    file: &File,
    def: usize,
    resolved: &Resolved,
    renames: &mut [Diagnostic],
) -> Inferred {
    let range = resolve::expr_range(file, def);
    let mut table = Table::default();
    table.level = 1;
    let error = table.add(Node::Error);
    let local = |_| Local { ty: error, is_generic: false };
    let mut infer = Infer {
        scope,
        env: scope.env(),
        id,
        source,
        tree: &file.tree,
        resolved,
        table,
        rigid_types: Vec::new(),
        rigid_rows: Vec::new(),
        own: error,
        own_row: Row::TOTAL,
        context: Row::TOTAL,
        in_measure: false,
        refers_to_self: false,
        has_let_rec: false,
        error,
        slots: vec![Slot { ty: error, extra: 0 }; range.len()],
        base: range.start,
        locals: (0..resolved.n_locals).map(local).collect(),
        next_local: 0,
        literals: Vec::new(),
        operators: Vec::new(),
        derivable: Vec::new(),
        deferred: Vec::new(),
        performed: Vec::new(),
        holes: Vec::new(),
        accesses: Vec::new(),
        records: Vec::new(),
        matches: Vec::new(),
        patterns: Vec::new(),
        unknown: Vec::new(),
        diagnostics: Vec::new(),
        has_faults: !renames.is_empty(),
    };
    let declared = infer.definition(&file.defs[def]);
    let facts = infer.settle(&declared.row);
    infer.advise(renames);
    let is_sound = !infer.has_faults;
    Inferred {
        diagnostics: infer.diagnostics,
        ty: declared.ty,
        row: declared.row,
        facts: is_sound.then_some(facts),
        params: declared.params,
        result: declared.result,
        has_holes: !infer.holes.is_empty(),
        matches: infer.matches,
        patterns: infer.patterns,
        table: infer.table,
        slots: infer.slots,
        base: infer.base,
        accesses: infer.accesses,
        records: infer.records,
    }
}

impl Infer<'_> {
    fn report(&mut self, code: Code, span: Span, message: String) -> TyId {
        self.diagnostics.push(self.source.error(code, span, message));
        self.has_faults = true;
        self.error
    }

    /// Reports something that a fault reported before may have caused; silent after any.
    fn report_unless_caused(&mut self, code: Code, span: Span, message: impl FnOnce() -> String) {
        if !self.has_faults {
            self.report(code, span, message());
        }
    }

    fn slot(&mut self, id: ExprId) -> &mut Slot {
        &mut self.slots[(id.0 - self.base) as usize]
    }

    fn ty_of(&self, id: ExprId) -> TyId {
        self.slots[(id.0 - self.base) as usize].ty
    }
}
