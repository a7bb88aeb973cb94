//! Documents and the inputs and outputs of tools.
//!
//! Generated from `schemas/*.types`; never edit it, run `TRELLIS_BLESS=1 cargo build`.

use std::collections::BTreeMap;

use super::wire::{self, Json, Nullable};

/// A place in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceSpan {
    /// Offset of the first byte.
    pub start: u64,
    /// Offset after the last byte.
    pub end: u64,
    /// 1 + the number of LF bytes before `start`.
    pub line: u64,
    /// 1 + the bytes between the start of the line and `start`.
    pub col: u64,
}

wire::record! {
    SourceSpan;
    start always "start",
    end always "end",
    line always "line",
    col always "col",
}

/// A secondary remark: a witness, a previous binding, a trace frame, or the next step.
#[derive(Clone, Debug, PartialEq)]
pub struct DiagnosticNote {
    pub message: String,
    pub file: Option<String>,
    pub span: Option<SourceSpan>,
}

wire::record! {
    DiagnosticNote;
    message always "message",
    file always "file",
    span always "span",
}

/// One fault, as `soil0` prints it.
#[derive(Clone, Debug, PartialEq)]
pub struct SoilDiagnostic {
    /// The registered code.
    pub code: String,
    /// Not contractual.
    pub message: String,
    /// The path as it was given.
    pub file: Option<String>,
    pub span: Option<SourceSpan>,
    /// Number, order and places are contractual; most words are not.
    pub notes: Vec<DiagnosticNote>,
}

wire::record! {
    SoilDiagnostic;
    code always "code",
    message always "message",
    file always "file",
    span always "span",
    notes always "notes",
}

/// What `soil0` prints on stderr when it fails (soil0-cli#2).
#[derive(Clone, Debug, PartialEq)]
pub struct SoilReport {
    pub errors: Vec<SoilDiagnostic>,
}

wire::record! {
    SoilReport;
    errors always "errors",
}

/// One fault with the two fields that the registry adds.
#[derive(Clone, Debug, PartialEq)]
pub struct EnrichedDiagnostic {
    /// The registered code.
    pub code: String,
    /// Not contractual.
    pub message: String,
    /// The path from the root.
    pub file: Option<String>,
    pub span: Option<SourceSpan>,
    pub notes: Vec<DiagnosticNote>,
    /// What mends it.
    pub repair_class: String,
    /// The section that says so.
    pub spec_ref: String,
}

wire::record! {
    EnrichedDiagnostic;
    code always "code",
    message always "message",
    file always "file",
    span always "span",
    notes always "notes",
    repair_class always "repair_class",
    spec_ref always "spec_ref",
}

/// What every other surface prints or answers when it fails (trellis-daemon#6).
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorDocument {
    pub errors: Vec<EnrichedDiagnostic>,
}

wire::record! {
    ErrorDocument;
    errors always "errors",
}

/// The source of truth for codes: `registry/diagnostics.json` (trellis-daemon#6.1).
#[derive(Clone, Debug, PartialEq)]
pub struct Registry {
    /// 1
    pub registry_format: u64,
    pub repair_classes: Vec<RegistryClass>,
    /// Sorted by code.
    pub codes: Vec<RegistryEntry>,
}

wire::record! {
    Registry;
    registry_format always "registry_format",
    repair_classes always "repair_classes",
    codes always "codes",
}

/// A kind of action that mends a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct RegistryClass {
    pub name: String,
    pub summary: String,
}

wire::record! {
    RegistryClass;
    name always "name",
    summary always "summary",
}

/// A code.
#[derive(Clone, Debug, PartialEq)]
pub struct RegistryEntry {
    pub code: String,
    pub source: CodeSource,
    pub repair_class: String,
    pub spec_ref: String,
    /// Since when and why nothing emits the code any more; added on 2026-11-30.
    pub retired: Option<String>,
}

wire::record! {
    RegistryEntry;
    code always "code",
    source always "source",
    repair_class always "repair_class",
    spec_ref always "spec_ref",
    retired absent "retired",
}

/// The part of the toolchain that owns a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CodeSource {
    Soil0,
    Trellis,
}

wire::words! {
    CodeSource;
    Soil0 "soil0",
    Trellis "trellis",
}

/// A node with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<A> {
    pub span: SourceSpan,
    pub item: A,
}

wire::record! {
    Spanned<A>;
    span always "span",
    item always "item",
}

/// What `soil0 lex` prints (soil0-cli#4.5).
#[derive(Clone, Debug, PartialEq)]
pub struct Tokens {
    pub tokens: Vec<Spanned<Token>>,
}

wire::record! {
    Tokens;
    tokens always "tokens",
}

/// One token; comments are dropped.
#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    TIdent { name: String },
    TPrivate { name: String },
    TTypeName { name: String },
    TKeyword { word: String },
    TOp { op: String },
    TInt { digits: String },
    TFloat { text: String },
    TStr { value: String },
    THole { name: String },
}

wire::sum! {
    Token;
    record TIdent "TIdent" {
        name always "name",
    };
    record TPrivate "TPrivate" {
        name always "name",
    };
    record TTypeName "TTypeName" {
        name always "name",
    };
    record TKeyword "TKeyword" {
        word always "word",
    };
    record TOp "TOp" {
        op always "op",
    };
    record TInt "TInt" {
        digits always "digits",
    };
    record TFloat "TFloat" {
        text always "text",
    };
    record TStr "TStr" {
        value always "value",
    };
    record THole "THole" {
        name always "name",
    };
}

/// What `soil0 parse` prints (soil0-cli#4.1).
#[derive(Clone, Debug, PartialEq)]
pub struct FileTree {
    pub defs: Vec<Spanned<DefTree>>,
}

wire::record! {
    FileTree;
    defs always "defs",
}

/// A definition.
#[derive(Clone, Debug, PartialEq)]
pub struct DefTree {
    pub name: String,
    pub sig: Spanned<TypeTree>,
    pub decreases: Option<Spanned<ExprTree>>,
    pub params: Vec<BinderTree>,
    pub body: Spanned<ExprTree>,
}

wire::record! {
    DefTree;
    name always "name",
    sig always "sig",
    decreases always "decreases",
    params always "params",
    body always "body",
}

/// A name that is bound.
#[derive(Clone, Debug, PartialEq)]
pub struct BinderTree {
    pub span: SourceSpan,
    pub name: String,
}

wire::record! {
    BinderTree;
    span always "span",
    name always "name",
}

/// A type as written (soil0-cli#4.2).
#[derive(Clone, Debug, PartialEq)]
pub enum TypeTree {
    Arrow {
        param: Option<BinderTree>,
        dom: Box<Spanned<TypeTree>>,
        row: RowTree,
        cod: Box<Spanned<TypeTree>>,
    },
    Con {
        name: String,
        args: Vec<Spanned<TypeTree>>,
    },
    TVar {
        name: String,
    },
    Refined {
        binder: BinderTree,
        base: Box<Spanned<TypeTree>>,
        pred: Spanned<PredTree>,
    },
}

wire::sum! {
    TypeTree;
    record Arrow "Arrow" {
        param always "param",
        dom always "dom",
        row always "row",
        cod always "cod",
    };
    record Con "Con" {
        name always "name",
        args always "args",
    };
    record TVar "TVar" {
        name always "name",
    };
    record Refined "Refined" {
        binder always "binder",
        base always "base",
        pred always "pred",
    };
}

/// An effect row; effects stand in the order `Div`, `Panic`, `Io`, `Ffi`.
#[derive(Clone, Debug, PartialEq)]
pub struct RowTree {
    pub effects: Vec<EffectTag>,
    pub var: Option<String>,
}

wire::record! {
    RowTree;
    effects always "effects",
    var always "var",
}

/// One effect.
#[derive(Clone, Debug, PartialEq)]
pub enum EffectTag {
    Div,
    Panic,
    Io,
    Ffi,
}

wire::sum! {
    EffectTag;
    unit Div "Div";
    unit Panic "Panic";
    unit Io "Io";
    unit Ffi "Ffi";
}

/// A predicate.
#[derive(Clone, Debug, PartialEq)]
pub enum PredTree {
    Implies {
        lhs: Box<Spanned<PredTree>>,
        rhs: Box<Spanned<PredTree>>,
    },
    POr {
        lhs: Box<Spanned<PredTree>>,
        rhs: Box<Spanned<PredTree>>,
    },
    PAnd {
        lhs: Box<Spanned<PredTree>>,
        rhs: Box<Spanned<PredTree>>,
    },
    PNot {
        pred: Box<Spanned<PredTree>>,
    },
    PCmp {
        op: CmpOp,
        lhs: Spanned<PExprTree>,
        rhs: Spanned<PExprTree>,
    },
    Is {
        scrutinee: Spanned<PExprTree>,
        type_name: Option<String>,
        ctor: String,
        payload: Option<BinderTree>,
    },
    PCall {
        name: String,
        args: Vec<Spanned<PExprTree>>,
    },
}

wire::sum! {
    PredTree;
    record Implies "Implies" {
        lhs always "lhs",
        rhs always "rhs",
    };
    record POr "POr" {
        lhs always "lhs",
        rhs always "rhs",
    };
    record PAnd "PAnd" {
        lhs always "lhs",
        rhs always "rhs",
    };
    record PNot "PNot" {
        pred always "pred",
    };
    record PCmp "PCmp" {
        op always "op",
        lhs always "lhs",
        rhs always "rhs",
    };
    record Is "Is" {
        scrutinee always "scrutinee",
        type_name always "type_name",
        ctor always "ctor",
        payload always "payload",
    };
    record PCall "PCall" {
        name always "name",
        args always "args",
    };
}

/// A term of a predicate.
#[derive(Clone, Debug, PartialEq)]
pub enum PExprTree {
    PLiteral { lit: LitTree },
    PPath { root: String, fields: Vec<String> },
    PArith { op: PredArithOp, lhs: Box<Spanned<PExprTree>>, rhs: Box<Spanned<PExprTree>> },
    PCallE { name: String, args: Vec<Spanned<PExprTree>> },
}

wire::sum! {
    PExprTree;
    record PLiteral "PLiteral" {
        lit always "lit",
    };
    record PPath "PPath" {
        root always "root",
        fields always "fields",
    };
    record PArith "PArith" {
        op always "op",
        lhs always "lhs",
        rhs always "rhs",
    };
    record PCallE "PCallE" {
        name always "name",
        args always "args",
    };
}

/// A comparison.
#[derive(Clone, Debug, PartialEq)]
pub enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

wire::sum! {
    CmpOp;
    unit Eq "Eq";
    unit Ne "Ne";
    unit Lt "Lt";
    unit Le "Le";
    unit Gt "Gt";
    unit Ge "Ge";
}

/// Arithmetic inside predicates.
#[derive(Clone, Debug, PartialEq)]
pub enum PredArithOp {
    Add,
    Sub,
    Mul,
}

wire::sum! {
    PredArithOp;
    unit Add "Add";
    unit Sub "Sub";
    unit Mul "Mul";
}

/// Arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub enum ArithOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
}

wire::sum! {
    ArithOp;
    unit Add "Add";
    unit Sub "Sub";
    unit Mul "Mul";
    unit Div "Div";
    unit Mod "Mod";
}

/// A literal.
#[derive(Clone, Debug, PartialEq)]
pub enum LitTree {
    LInt { digits: String },
    LFloat { text: String },
    LStr { value: String },
}

wire::sum! {
    LitTree;
    record LInt "LInt" {
        digits always "digits",
    };
    record LFloat "LFloat" {
        text always "text",
    };
    record LStr "LStr" {
        value always "value",
    };
}

/// An expression (soil0-cli#4.3).
#[derive(Clone, Debug, PartialEq)]
pub enum ExprTree {
    Let {
        is_rec: bool,
        bindings: Vec<BindingTree>,
        body: Box<Spanned<ExprTree>>,
    },
    Fun {
        params: Vec<BinderTree>,
        body: Box<Spanned<ExprTree>>,
    },
    If {
        cond: Box<Spanned<ExprTree>>,
        then_branch: Box<Spanned<ExprTree>>,
        else_branch: Box<Spanned<ExprTree>>,
    },
    Match {
        scrutinee: Box<Spanned<ExprTree>>,
        arms: Vec<Spanned<ArmTree>>,
    },
    OrE {
        lhs: Box<Spanned<ExprTree>>,
        rhs: Box<Spanned<ExprTree>>,
    },
    AndE {
        lhs: Box<Spanned<ExprTree>>,
        rhs: Box<Spanned<ExprTree>>,
    },
    NotE {
        operand: Box<Spanned<ExprTree>>,
    },
    Neg {
        operand: Box<Spanned<ExprTree>>,
    },
    Cmp {
        op: CmpOp,
        lhs: Box<Spanned<ExprTree>>,
        rhs: Box<Spanned<ExprTree>>,
    },
    Arith {
        op: ArithOp,
        lhs: Box<Spanned<ExprTree>>,
        rhs: Box<Spanned<ExprTree>>,
    },
    App {
        r#fn: Box<Spanned<ExprTree>>,
        arg: Box<Spanned<ExprTree>>,
    },
    Path {
        root: String,
        fields: Vec<String>,
    },
    Qualified {
        space: String,
        name: String,
    },
    CtorE {
        name: String,
    },
    RecordE {
        update: Option<PathTree>,
        fields: Vec<FieldSetTree>,
    },
    Literal {
        lit: LitTree,
    },
    Annot {
        expr: Box<Spanned<ExprTree>>,
        ty: Spanned<TypeTree>,
    },
    Hole {
        name: String,
    },
}

wire::sum! {
    ExprTree;
    record Let "Let" {
        is_rec always "is_rec",
        bindings always "bindings",
        body always "body",
    };
    record Fun "Fun" {
        params always "params",
        body always "body",
    };
    record If "If" {
        cond always "cond",
        then_branch always "then_branch",
        else_branch always "else_branch",
    };
    record Match "Match" {
        scrutinee always "scrutinee",
        arms always "arms",
    };
    record OrE "OrE" {
        lhs always "lhs",
        rhs always "rhs",
    };
    record AndE "AndE" {
        lhs always "lhs",
        rhs always "rhs",
    };
    record NotE "NotE" {
        operand always "operand",
    };
    record Neg "Neg" {
        operand always "operand",
    };
    record Cmp "Cmp" {
        op always "op",
        lhs always "lhs",
        rhs always "rhs",
    };
    record Arith "Arith" {
        op always "op",
        lhs always "lhs",
        rhs always "rhs",
    };
    record App "App" {
        r#fn always "fn",
        arg always "arg",
    };
    record Path "Path" {
        root always "root",
        fields always "fields",
    };
    record Qualified "Qualified" {
        space always "space",
        name always "name",
    };
    record CtorE "CtorE" {
        name always "name",
    };
    record RecordE "RecordE" {
        update always "update",
        fields always "fields",
    };
    record Literal "Literal" {
        lit always "lit",
    };
    record Annot "Annot" {
        expr always "expr",
        ty always "ty",
    };
    record Hole "Hole" {
        name always "name",
    };
}

/// A binding of `let`; the binder is `None` for `_`.
#[derive(Clone, Debug, PartialEq)]
pub struct BindingTree {
    pub binder: Option<BinderTree>,
    pub value: Spanned<ExprTree>,
}

wire::record! {
    BindingTree;
    binder always "binder",
    value always "value",
}

/// A name with the fields taken from it.
#[derive(Clone, Debug, PartialEq)]
pub struct PathTree {
    pub root: String,
    pub fields: Vec<String>,
}

wire::record! {
    PathTree;
    root always "root",
    fields always "fields",
}

/// A field that a record expression sets.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldSetTree {
    pub name: String,
    pub value: Spanned<ExprTree>,
}

wire::record! {
    FieldSetTree;
    name always "name",
    value always "value",
}

/// An arm of `match`.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmTree {
    pub pattern: Spanned<PatternTree>,
    pub body: Spanned<ExprTree>,
}

wire::record! {
    ArmTree;
    pattern always "pattern",
    body always "body",
}

/// A pattern (soil0-cli#4.4).
#[derive(Clone, Debug, PartialEq)]
pub enum PatternTree {
    PWild,
    PBind { binder: BinderTree },
    PLit { lit: LitTree },
    PCtor { type_name: Option<String>, name: String, arg: Option<Box<Spanned<PatternTree>>> },
    PRecord { fields: Vec<FieldPatternTree>, open: bool },
}

wire::sum! {
    PatternTree;
    unit PWild "PWild";
    record PBind "PBind" {
        binder always "binder",
    };
    record PLit "PLit" {
        lit always "lit",
    };
    record PCtor "PCtor" {
        type_name always "type_name",
        name always "name",
        arg always "arg",
    };
    record PRecord "PRecord" {
        fields always "fields",
        open always "open",
    };
}

/// A field of a record pattern; without a pattern it is punned.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldPatternTree {
    pub name: String,
    pub pattern: Option<Spanned<PatternTree>>,
}

wire::record! {
    FieldPatternTree;
    name always "name",
    pattern always "pattern",
}

/// A type without places, variables renamed by first appearance (soil0-cli#5).
#[derive(Clone, Debug, PartialEq)]
pub enum SigType {
    SArrow { param: Option<String>, dom: Box<SigType>, row: RowTree, cod: Box<SigType> },
    SCon { name: String, args: Vec<SigType> },
    SVar { name: String },
}

wire::sum! {
    SigType;
    record SArrow "SArrow" {
        param always "param",
        dom always "dom",
        row always "row",
        cod always "cod",
    };
    record SCon "SCon" {
        name always "name",
        args always "args",
    };
    record SVar "SVar" {
        name always "name",
    };
}

/// What `soil0 rename` prints (soil0-cli#8.3).
#[derive(Clone, Debug, PartialEq)]
pub struct RenameOutput {
    pub defs: Vec<RenamedDef>,
}

wire::record! {
    RenameOutput;
    defs always "defs",
}

/// A definition's references.
#[derive(Clone, Debug, PartialEq)]
pub struct RenamedDef {
    pub name: String,
    pub refs: RefSets,
}

wire::record! {
    RenamedDef;
    name always "name",
    refs always "refs",
}

/// Four sorted lists without duplicates.
#[derive(Clone, Debug, PartialEq)]
pub struct RefSets {
    pub defs: Vec<String>,
    pub types: Vec<String>,
    pub builtins: Vec<String>,
    pub privates: Vec<String>,
}

wire::record! {
    RefSets;
    defs always "defs",
    types always "types",
    builtins always "builtins",
    privates always "privates",
}

/// What `soil0 infer` and `soil0 check` print, and `check_types` answers (soil0-cli#8.4).
#[derive(Clone, Debug, PartialEq)]
pub struct Signatures {
    pub defs: Vec<SignatureOutput>,
}

wire::record! {
    Signatures;
    defs always "defs",
}

/// A definition's declared type and what was found about it.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureOutput {
    pub name: String,
    pub r#type: SigType,
    pub row: RowTree,
    pub checks: CheckFacts,
}

wire::record! {
    SignatureOutput;
    name always "name",
    r#type always "type",
    row always "row",
    checks always "checks",
}

/// What the checker knows beside types (soil0-cli#8.5).
#[derive(Clone, Debug, PartialEq)]
pub struct CheckFacts {
    pub termination: Termination,
    pub panic_obligations: Vec<PanicObligation>,
    /// Absent when there is none.
    pub holes: Option<Vec<HoleGoal>>,
}

wire::record! {
    CheckFacts;
    termination always "termination",
    panic_obligations always "panic_obligations",
    holes absent "holes",
}

/// Whether a definition is known to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Termination {
    Verified,
    Unverified,
}

wire::words! {
    Termination;
    Verified "verified",
    Unverified "unverified",
}

/// Something that may panic.
#[derive(Clone, Debug, PartialEq)]
pub struct PanicObligation {
    pub kind: ObligationKind,
    pub span: SourceSpan,
}

wire::record! {
    PanicObligation;
    kind always "kind",
    span always "span",
}

/// Why it may panic.
#[derive(Clone, Debug, PartialEq)]
pub enum ObligationKind {
    Overflow,
    DivZero,
    CalleePanic { callee: String },
}

wire::sum! {
    ObligationKind;
    unit Overflow "Overflow";
    unit DivZero "DivZero";
    record CalleePanic "CalleePanic" {
        callee always "callee",
    };
}

/// A typed hole and what must fill it.
#[derive(Clone, Debug, PartialEq)]
pub struct HoleGoal {
    pub name: String,
    pub span: SourceSpan,
    pub ty: SigType,
}

wire::record! {
    HoleGoal;
    name always "name",
    span always "span",
    ty always "ty",
}

/// The type environment, `env.json` (soil0-cli#6).
#[derive(Clone, Debug, PartialEq)]
pub struct EnvFile {
    pub types: Vec<TypeDef>,
}

wire::record! {
    EnvFile;
    types always "types",
}

/// A declared type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    pub name: String,
    pub params: Vec<String>,
    pub strategy: Strategy,
    pub body: TypeBody,
}

wire::record! {
    TypeDef;
    name always "name",
    params always "params",
    strategy always "strategy",
    body always "body",
}

/// How equality, order, text and hash are derived.
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    Structural,
    Opaque,
}

wire::sum! {
    Strategy;
    unit Structural "Structural";
    unit Opaque "Opaque";
}

/// What a declared type stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeBody {
    Record { fields: Vec<FieldDef> },
    Sum { variants: Vec<VariantDef> },
    OpaqueBody,
    Alias { ty: SigType },
}

wire::sum! {
    TypeBody;
    unit OpaqueBody "OpaqueBody";
    record Record "Record" {
        fields always "fields",
    };
    record Sum "Sum" {
        variants always "variants",
    };
    record Alias "Alias" {
        ty always "ty",
    };
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDef {
    pub name: String,
    pub shape: SigType,
    pub ignored: Option<IgnoredDefault>,
}

wire::record! {
    FieldDef;
    name always "name",
    shape always "shape",
    ignored always "ignored",
}

/// A variant of a sum; at most one of `payload` and `fields` is given.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantDef {
    pub name: String,
    pub payload: Option<SigType>,
    pub fields: Option<Vec<FieldDef>>,
}

wire::record! {
    VariantDef;
    name always "name",
    payload always "payload",
    fields defaults "fields",
}

/// How an ignored field is filled when a value is read.
#[derive(Clone, Debug, PartialEq)]
pub enum IgnoredDefault {
    Const { value: Json },
    CopyField { field: String },
}

wire::sum! {
    IgnoredDefault;
    record Const "Const" {
        value always "value",
    };
    record CopyField "CopyField" {
        field always "field",
    };
}

/// The manifest, `program.json` (soil0-cli#7).
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramFile {
    /// Path of the environment, from the manifest's folder.
    pub types: String,
    /// Paths of the files, callee before caller.
    pub defs: Vec<String>,
}

wire::record! {
    ProgramFile;
    types always "types",
    defs always "defs",
}

/// A test bundle (soil0-cli#10).
#[derive(Clone, Debug, PartialEq)]
pub struct TestBundle {
    /// Path of the manifest, from the bundle's folder.
    pub program: String,
    pub cases: Vec<TestCase>,
}

wire::record! {
    TestBundle;
    program always "program",
    cases always "cases",
}

/// The cases of a context bundle, `tests.json` (trellis-daemon#4.5).
#[derive(Clone, Debug, PartialEq)]
pub struct TestCases {
    pub cases: Vec<TestCase>,
}

wire::record! {
    TestCases;
    cases always "cases",
}

/// One call and what it should give.
#[derive(Clone, Debug, PartialEq)]
pub struct TestCase {
    pub name: String,
    pub def: String,
    pub binds: Vec<TestBind>,
    pub args: Vec<TestArg>,
    pub expect: Expectation,
    pub xfail: bool,
}

wire::record! {
    TestCase;
    name always "name",
    def always "def",
    binds always "binds",
    args always "args",
    expect always "expect",
    xfail always "xfail",
}

/// A value that a builtin makes before the call.
#[derive(Clone, Debug, PartialEq)]
pub struct TestBind {
    pub bind: String,
    pub ctor: String,
    pub args: Vec<Json>,
}

wire::record! {
    TestBind;
    bind always "bind",
    ctor always "ctor",
    args always "args",
}

/// An argument of the call.
#[derive(Clone, Debug, PartialEq)]
pub enum TestArg {
    Json(Json),
    Binding { name: String },
}

wire::sum! {
    TestArg;
    of Json "Json";
    record Binding "Binding" {
        name always "name",
    };
}

/// What the call should give.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    Value(Json),
    Panic,
}

wire::sum! {
    Expectation;
    unit Panic "Panic";
    of Value "Value";
}

/// What `soil0 test` prints and `run_tests` answers (soil0-cli#10).
#[derive(Clone, Debug, PartialEq)]
pub struct TestReport {
    pub cases: Vec<CaseResult>,
}

wire::record! {
    TestReport;
    cases always "cases",
}

/// How a case went.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseResult {
    pub name: String,
    pub result: CaseVerdict,
    pub details: Option<CaseDetails>,
}

wire::record! {
    CaseResult;
    name always "name",
    result always "result",
    details always "details",
}

/// The verdict of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CaseVerdict {
    Pass,
    Fail,
    Xfail,
    Xpass,
}

wire::words! {
    CaseVerdict;
    Pass "pass",
    Fail "fail",
    Xfail "xfail",
    Xpass "xpass",
}

/// What was expected and what happened, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseDetails {
    pub expected: String,
    pub actual: String,
}

wire::record! {
    CaseDetails;
    expected always "expected",
    actual always "actual",
}

/// What `soil0 --version` prints (soil0-cli#1).
#[derive(Clone, Debug, PartialEq)]
pub struct SoilVersion {
    /// The major version of the contract: 1.
    pub soil0_cli: u64,
    /// The crate's version.
    pub soil0: String,
}

wire::record! {
    SoilVersion;
    soil0_cli always "soil0_cli",
    soil0 always "soil0",
}
