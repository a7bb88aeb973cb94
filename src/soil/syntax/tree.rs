//! The tree: what the parser builds, the printer writes and the checker reads.
//!
//! Nodes live in the arenas of one [`Tree`] and refer to each other by index, so dropping or
//! cloning a tree is flat however deep it nests, and a pass can keep a dense side table per arena.
//! Parentheses leave no node, except around an annotation. Every node's span is as
//! `soil0-cli#3` says: parentheses never count, an annotation includes its own.
//!
//! ```text
//! clamp lo hi x = if x < lo then lo else hi
//!                    └ Cmp(Lt, Path x, Path lo)   an ExprId each
//! ```
//!
//! Spec: `soil0-cli#4`.

use std::cmp::Ordering;
use std::ops::Index;

use crate::soil::Name;
use crate::soil::syntax::Span;

macro_rules! arena_ids {
    ($($(#[$doc:meta])* $id:ident => $arena:ident : $node:ty;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $id(pub u32);

            impl Index<$id> for Tree {
                type Output = $node;
                fn index(&self, id: $id) -> &$node {
                    &self.$arena[id.0 as usize]
                }
            }
        )*

        /// The arenas of one parse: a file, or a lone signature, type or predicate.
        #[derive(Clone, Debug, Default)]
        pub struct Tree {
            $(
                #[doc = concat!("Nodes of [`", stringify!($id), "`], children before parents.")]
                pub $arena: Vec<$node>,
            )*
        }
    };
}

arena_ids! {
    /// An expression of a [`Tree`].
    ExprId => exprs: Expr;
    /// A pattern of a [`Tree`].
    PatternId => patterns: Pattern;
    /// A type of a [`Tree`].
    TypeId => types: Type;
    /// A predicate of a [`Tree`].
    PredId => preds: Pred;
    /// A predicate term of a [`Tree`].
    TermId => terms: Term;
}

impl Tree {
    /// Stores an expression.
    pub fn expr(&mut self, span: Span, kind: ExprKind) -> ExprId {
        self.exprs.push(Expr { span, kind });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// Stores a pattern.
    pub fn pattern(&mut self, span: Span, kind: PatternKind) -> PatternId {
        self.patterns.push(Pattern { span, kind });
        PatternId(self.patterns.len() as u32 - 1)
    }

    /// Stores a type.
    pub fn type_(&mut self, span: Span, kind: TypeKind) -> TypeId {
        self.types.push(Type { span, kind });
        TypeId(self.types.len() as u32 - 1)
    }

    /// Stores a predicate.
    pub fn pred(&mut self, span: Span, kind: PredKind) -> PredId {
        self.preds.push(Pred { span, kind });
        PredId(self.preds.len() as u32 - 1)
    }

    /// Stores a predicate term.
    pub fn term(&mut self, span: Span, kind: TermKind) -> TermId {
        self.terms.push(Term { span, kind });
        TermId(self.terms.len() as u32 - 1)
    }
}

/// A parsed `.soil` file: definitions in source order over one tree.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// The nodes of all definitions.
    pub tree: Tree,
    /// Exactly one in an ordinary file, any number in `_private.soil`.
    pub defs: Vec<Def>,
}

/// One definition: signature line, optional measure, equation.
#[derive(Clone, Debug)]
pub struct Def {
    /// From the signature's name to the end of the body.
    pub span: Span,
    /// LOWER, or HIDDEN with its `_`.
    pub name: Name,
    /// The name token of the signature line.
    pub name_span: Span,
    /// The declared type.
    pub sig: TypeId,
    /// The measure after `decreases`.
    pub decreases: Option<ExprId>,
    /// The equation's parameters.
    pub params: Vec<Binder>,
    /// The right-hand side.
    pub body: ExprId,
}

/// A lone signature `name : type`, as `soil-sig` blocks hold it.
#[derive(Clone, Debug)]
pub struct Signature {
    /// The nodes of the type.
    pub tree: Tree,
    /// The declared name.
    pub name: Binder,
    /// The declared type.
    pub sig: TypeId,
}

/// A lone type, predicate or term over its own tree.
#[derive(Clone, Debug)]
pub struct Rooted<Id> {
    /// The nodes.
    pub tree: Tree,
    /// The topmost node.
    pub root: Id,
}

/// A lone `type Name params = body`, as `soil-type` blocks hold it.
///
/// Spec: `tr-grammar#4.1`.
#[derive(Clone, Debug)]
pub struct TypeDecl {
    /// The nodes of all types and defaults.
    pub tree: Tree,
    /// From `type` to the end of the body.
    pub span: Span,
    /// The declared name.
    pub name: Binder,
    /// Type variables in order; uniqueness unchecked.
    pub params: Vec<Binder>,
    /// What stands after `=`.
    pub body: TypeBody,
}

/// The forms of a declared type.
#[derive(Clone, Debug)]
pub enum TypeBody {
    /// The word `opaque`.
    Opaque,
    /// `{ f : T, … }`, at least one field.
    Record(Vec<FieldDecl>),
    /// `| A | B T | C { f : T }`, at least one variant.
    Sum(Vec<VariantDecl>),
    /// Another name for a type.
    Alias(TypeId),
}

/// `name : type`, perhaps followed by `ignored = expr`.
#[derive(Clone, Debug)]
pub struct FieldDecl {
    /// The field; uniqueness unchecked.
    pub name: Binder,
    /// Its type.
    pub ty: TypeId,
    /// The default of an ignored field; any expression parses.
    pub ignored: Option<ExprId>,
}

/// A variant of a declared sum.
#[derive(Clone, Debug)]
pub struct VariantDecl {
    /// The constructor; uniqueness unchecked.
    pub name: Binder,
    /// What it carries.
    pub payload: PayloadDecl,
}

/// What a declared variant carries.
#[derive(Clone, Debug)]
pub enum PayloadDecl {
    /// Nothing.
    None,
    /// One value.
    One(TypeId),
    /// An inline record, at least one field.
    Record(Vec<FieldDecl>),
}

/// A name where it is bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// The token.
    pub span: Span,
    /// Its text.
    pub name: Name,
}

/// A type with its place.
#[derive(Clone, Debug)]
pub struct Type {
    /// From `(` for a named-parameter arrow, else from the first part to the last.
    pub span: Span,
    /// What it is.
    pub kind: TypeKind,
}

/// The forms of a type. Spec: `soil-syntax-spec#3.2`.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `dom -> row cod`, or `(param : dom) -> row cod`.
    Arrow {
        /// The written parameter name.
        param: Option<Binder>,
        /// What goes in.
        dom: TypeId,
        /// What the call may do; empty means total.
        row: Row,
        /// What comes out.
        cod: TypeId,
    },
    /// `Name arg …`; no arguments for a bare constructor.
    Con {
        /// UPPER.
        name: Name,
        /// The arguments as written, arity unchecked.
        args: Box<[TypeId]>,
    },
    /// A type variable.
    Var(Name),
    /// `{binder : base | pred}`.
    Refined {
        /// The name that the predicate speaks of.
        binder: Binder,
        /// The type that checking sees.
        base: TypeId,
        /// Kept and printed, otherwise ignored.
        pred: PredId,
    },
}

/// An effect. The order is the printing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// Evaluation may not end.
    Div,
    /// It may fail at run time.
    Panic,
    /// It interacts with the outside.
    Io,
    /// It enters foreign code.
    Ffi,
}

impl Effect {
    /// Every effect in printing order.
    pub const ALL: [Effect; 4] = [Effect::Div, Effect::Panic, Effect::Io, Effect::Ffi];

    /// Returns the word of the source.
    pub const fn word(self) -> &'static str {
        match self {
            Effect::Div => "div",
            Effect::Panic => "panic",
            Effect::Io => "io",
            Effect::Ffi => "ffi",
        }
    }
}

/// A set of effects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effects(u8);

impl Effects {
    /// No effect.
    pub const NONE: Effects = Effects(0);

    /// Returns the set with `effect` in it.
    #[must_use]
    pub const fn with(self, effect: Effect) -> Effects {
        Effects(self.0 | 1 << effect as u8)
    }

    /// Returns the effects of either.
    #[must_use]
    pub const fn union(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }

    /// Returns the effects of `self` that `other` lacks.
    #[must_use]
    pub const fn minus(self, other: Effects) -> Effects {
        Effects(self.0 & !other.0)
    }

    /// Says whether `effect` is in the set.
    pub const fn contains(self, effect: Effect) -> bool {
        self.0 & 1 << effect as u8 != 0
    }

    /// Says whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Lists the effects in printing order.
    pub fn iter(self) -> impl Iterator<Item = Effect> {
        Effect::ALL.into_iter().filter(move |effect| self.contains(*effect))
    }
}

/// An effect row as written: effects, then perhaps a row variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Row {
    /// The written effects.
    pub effects: Effects,
    /// The written row variable.
    pub var: Option<Name>,
}

impl Row {
    /// Says whether the row is the empty row, called total.
    pub fn is_total(&self) -> bool {
        self.effects.is_empty() && self.var.is_none()
    }
}

/// A literal as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lit {
    /// Digits without `_`, leading zeros kept.
    Int(Name),
    /// Text without `_`.
    Float(Name),
    /// Escapes decoded.
    Str(Name),
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// As `soil0-cli#3` says for its form.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// The forms of an expression. Spec: `soil-syntax-spec#3.3`.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `let [rec] b = v and … in body`.
    Let {
        /// Written `let rec`.
        is_rec: bool,
        /// At least one.
        bindings: Box<[Binding]>,
        /// What follows `in`.
        body: ExprId,
    },
    /// `fun a b -> body`.
    Fun {
        /// At least one.
        params: Box<[Binder]>,
        /// What follows the arrow.
        body: ExprId,
    },
    /// `if cond then then_branch else else_branch`.
    If {
        /// The condition.
        cond: ExprId,
        /// Taken when true.
        then_branch: ExprId,
        /// Taken when false.
        else_branch: ExprId,
    },
    /// `match scrutinee with | pattern -> body …`.
    Match {
        /// What is taken apart.
        scrutinee: ExprId,
        /// At least one.
        arms: Box<[Arm]>,
    },
    /// `lhs or rhs`.
    Or {
        /// Left operand.
        lhs: ExprId,
        /// Right operand.
        rhs: ExprId,
    },
    /// `lhs and rhs`.
    And {
        /// Left operand.
        lhs: ExprId,
        /// Right operand.
        rhs: ExprId,
    },
    /// `not operand`.
    Not {
        /// The operand.
        operand: ExprId,
    },
    /// `-operand`.
    Neg {
        /// The operand.
        operand: ExprId,
    },
    /// `lhs == rhs` and its kin.
    Cmp {
        /// The operator.
        op: CmpOp,
        /// Left operand.
        lhs: ExprId,
        /// Right operand.
        rhs: ExprId,
    },
    /// `lhs + rhs` and its kin.
    Arith {
        /// The operator.
        op: ArithOp,
        /// Left operand.
        lhs: ExprId,
        /// Right operand.
        rhs: ExprId,
    },
    /// `function argument`; more arguments nest to the left.
    App {
        /// What is called.
        function: ExprId,
        /// The one argument.
        argument: ExprId,
    },
    /// `root.f.g`, or a plain name when `fields` is empty.
    Path(Path),
    /// `module::name`, `Type::name` or `Type::Ctor`.
    Qualified {
        /// The part before `::`.
        space: Name,
        /// The part after it.
        name: Name,
    },
    /// A bare constructor.
    Ctor(Name),
    /// `{ a = 1 }`, or `{ base with a = 1 }`.
    Record {
        /// The record to update.
        update: Option<Path>,
        /// At least one, names unique.
        fields: Box<[FieldSet]>,
    },
    /// A literal.
    Lit(Lit),
    /// `(expr : ty)`.
    Annot {
        /// The expression.
        expr: ExprId,
        /// Its type.
        ty: TypeId,
    },
    /// `?name`, without the `?`.
    Hole(Name),
}

/// A name followed by field accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// LOWER or HIDDEN.
    pub root: Name,
    /// The accessed fields, outermost last.
    pub fields: Box<[Name]>,
}

/// One binding of a `let`.
#[derive(Clone, Debug)]
pub struct Binding {
    /// `None` for `_`.
    pub binder: Option<Binder>,
    /// The bound value.
    pub value: ExprId,
}

/// One arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// From the pattern to the end of the body, without the bar.
    pub span: Span,
    /// The pattern.
    pub pattern: PatternId,
    /// The body.
    pub body: ExprId,
}

/// `name = value` in a record expression.
#[derive(Clone, Debug)]
pub struct FieldSet {
    /// The field.
    pub name: Name,
    /// The field's token.
    pub name_span: Span,
    /// Its value.
    pub value: ExprId,
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CmpOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl CmpOp {
    /// Returns the operator as written, with its blanks.
    pub const fn spaced(self) -> &'static str {
        match self {
            CmpOp::Eq => " == ",
            CmpOp::Ne => " != ",
            CmpOp::Lt => " < ",
            CmpOp::Le => " <= ",
            CmpOp::Gt => " > ",
            CmpOp::Ge => " >= ",
        }
    }

    /// Returns the operator that says the same with the sides swapped.
    #[must_use]
    pub const fn mirrored(self) -> CmpOp {
        match self {
            CmpOp::Lt => CmpOp::Gt,
            CmpOp::Le => CmpOp::Ge,
            CmpOp::Gt => CmpOp::Lt,
            CmpOp::Ge => CmpOp::Le,
            CmpOp::Eq | CmpOp::Ne => self,
        }
    }

    /// Says whether two values in this order satisfy the operator.
    #[inline]
    pub const fn holds(self, order: Ordering) -> bool {
        match self {
            CmpOp::Eq => order.is_eq(),
            CmpOp::Ne => order.is_ne(),
            CmpOp::Lt => order.is_lt(),
            CmpOp::Le => order.is_le(),
            CmpOp::Gt => order.is_gt(),
            CmpOp::Ge => order.is_ge(),
        }
    }
}

/// An arithmetic operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArithOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Mod,
}

impl ArithOp {
    /// Returns the operator as written, with its blanks.
    pub const fn spaced(self) -> &'static str {
        match self {
            ArithOp::Add => " + ",
            ArithOp::Sub => " - ",
            ArithOp::Mul => " * ",
            ArithOp::Div => " / ",
            ArithOp::Mod => " % ",
        }
    }
}

/// A pattern with its place.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// First token to last, payload included.
    pub span: Span,
    /// What it is.
    pub kind: PatternKind,
}

/// The forms of a pattern. Spec: `soil-syntax-spec#3.4`.
#[derive(Clone, Debug)]
pub enum PatternKind {
    /// `_`
    Wild,
    /// A variable.
    Bind(Name),
    /// A literal.
    Lit(Lit),
    /// `[Type::]Ctor [payload]`.
    Ctor {
        /// The qualifier.
        type_name: Option<Name>,
        /// The constructor.
        name: Name,
        /// The payload.
        arg: Option<PatternId>,
    },
    /// `{ a, b = p, .. }`.
    Record {
        /// At least one, names unique.
        fields: Box<[FieldPattern]>,
        /// Ends in `..`.
        open: bool,
    },
}

/// One field of a record pattern.
#[derive(Clone, Debug)]
pub struct FieldPattern {
    /// The field.
    pub name: Name,
    /// The field's token.
    pub name_span: Span,
    /// `None` when punned: the field binds a variable of its own name.
    pub pattern: Option<PatternId>,
}

/// A predicate with its place.
#[derive(Clone, Debug)]
pub struct Pred {
    /// First token to last.
    pub span: Span,
    /// What it is.
    pub kind: PredKind,
}

/// The forms of a predicate. Spec: `tr-grammar#2.3`.
#[derive(Clone, Debug)]
pub enum PredKind {
    /// `lhs implies rhs`.
    Implies {
        /// Left operand.
        lhs: PredId,
        /// Right operand.
        rhs: PredId,
    },
    /// `lhs or rhs`.
    Or {
        /// Left operand.
        lhs: PredId,
        /// Right operand.
        rhs: PredId,
    },
    /// `lhs and rhs`.
    And {
        /// Left operand.
        lhs: PredId,
        /// Right operand.
        rhs: PredId,
    },
    /// `not pred`.
    Not {
        /// The operand.
        pred: PredId,
    },
    /// A comparison of two terms.
    Cmp {
        /// The operator.
        op: CmpOp,
        /// Left operand.
        lhs: TermId,
        /// Right operand.
        rhs: TermId,
    },
    /// `scrutinee is [Type::]Ctor[(payload)]`.
    Is {
        /// What is tested.
        scrutinee: TermId,
        /// The qualifier.
        type_name: Option<Name>,
        /// The constructor.
        ctor: Name,
        /// The payload's name.
        payload: Option<Binder>,
    },
    /// `name arg …` used as a predicate.
    Call {
        /// The callee.
        name: Name,
        /// At least one.
        args: Box<[TermId]>,
    },
}

/// A predicate term with its place.
#[derive(Clone, Debug)]
pub struct Term {
    /// First token to last.
    pub span: Span,
    /// What it is.
    pub kind: TermKind,
}

/// The forms of a predicate term.
#[derive(Clone, Debug)]
pub enum TermKind {
    /// A literal.
    Lit(Lit),
    /// `root.f.g`.
    Path(Path),
    /// `lhs + rhs`, `-` or `*` only.
    Arith {
        /// `Add`, `Sub` or `Mul`.
        op: ArithOp,
        /// Left operand.
        lhs: TermId,
        /// Right operand.
        rhs: TermId,
    },
    /// `name arg …`.
    Call {
        /// The callee.
        name: Name,
        /// At least one.
        args: Box<[TermId]>,
    },
}
