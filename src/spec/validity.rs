//! The rules that a file obeys as a whole.
//!
//! Spec: `tr-grammar#6`.

use crate::contract::{Code, Diagnostic};
use crate::soil::syntax::tree::Effect;
use crate::soil::syntax::{SourceFile, Span};
use crate::spec::container::Fence;
use crate::spec::frontmatter::Frontmatter;
use crate::spec::ident;
use crate::spec::info::Lang;
use crate::spec::model::{Expect, Kind, Payload, Signature, module_of, stem_of};
use crate::spec::parse::Surroundings;

/// A file whose blocks have been read one by one.
pub(super) struct Outline<'a> {
    pub source: &'a SourceFile,
    pub path: &'a str,
    pub kind: Kind,
    pub front: &'a Frontmatter,
    pub fences: &'a [Fence],
    /// One a fence; `None` where the block is faulty.
    pub payloads: &'a [Option<Payload>],
    pub has_prose: bool,
    pub around: Surroundings<'a>,
}

/// Adds the faults of the file as a whole, in the promised order; says whether the file is unusable.
pub(super) fn check(file: &Outline, faults: &mut Vec<Diagnostic>) -> bool {
    let mut is_broken = !faults.is_empty();
    if let Some(fault) = name_fault(file) {
        // A clone may have any name, and must not lose its decisions over it.
        let is_clone = file.kind == Kind::Project;
        is_broken |= !is_clone;
        faults.push(fault);
    }
    let before = faults.len();
    if file.kind == Kind::Project && !module_of(file.path).is_empty() {
        faults.push(file.fault(
            Code::TrProjectLocation,
            file.front.name_span,
            "a project header stands only beside `soil.toml`",
        ));
    }
    block_kinds(file, faults);
    block_counts(file, faults);
    let has_body = matches!(file.kind, Kind::Function | Kind::Type);
    if has_body && !file.has_prose {
        faults.push(file.fault(
            Code::TrMissingProse,
            file.front.name_span,
            "the file holds no prose; say in a sentence what it is for",
        ));
    }
    if file.kind == Kind::Function && !file.fences.iter().any(|f| f.info.lang.is_named()) {
        faults.push(file.fault(
            Code::TrMissingTestBlock,
            file.front.name_span,
            "a function needs a `test`, `property` or `cram` block",
        ));
    }
    test_names(file, faults);
    inner_names(file, faults);
    params(file, faults);
    panics(file, faults);
    tags(file, faults);
    is_broken || faults.len() > before
}

impl Outline<'_> {
    fn fault(&self, code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
        self.source.error(code, span, message)
    }

    fn signature(&self) -> Option<&Signature> {
        self.payloads.iter().find_map(|payload| match payload {
            Some(Payload::Signature(signature)) => Some(signature),
            _ => None,
        })
    }
}

fn name_fault(file: &Outline) -> Option<Diagnostic> {
    let name = file.front.name.as_str();
    let directory = match module_of(file.path) {
        "" => file.around.root_name,
        module => Some(stem_of(module)),
    };
    let fault =
        |message: String| Some(file.fault(Code::TrNameMismatch, file.front.name_span, message));
    match file.kind {
        Kind::Project => match file.around.root_name {
            Some(root) if root != name => {
                fault(format!("the project is named `{name}`, its directory `{root}`"))
            }
            _ => None,
        },
        Kind::Module => match directory {
            Some(directory) if directory != name => {
                fault(format!("the module is named `{name}`, its directory `{directory}`"))
            }
            _ if !module_of(file.path).is_empty() && !ident::is_definition(name) => {
                fault(format!("`{name}` cannot name a module; expected `[a-z][a-z0-9_]*`"))
            }
            _ => None,
        },
        Kind::Type if !ident::is_type(name) => {
            fault(format!("`{name}` cannot name a type; expected `[A-Z][A-Za-z0-9]*`"))
        }
        Kind::Type if ident::snake_form(name) != stem_of(file.path) => fault(format!(
            "the type `{name}` belongs in `{}.tr`, not in `{}.tr`",
            ident::snake_form(name),
            stem_of(file.path)
        )),
        Kind::Function if stem_of(file.path) != name => {
            fault(format!("the function is named `{name}`, its file `{}.tr`", stem_of(file.path)))
        }
        Kind::Function if !ident::is_definition(name) => {
            fault(format!("`{name}` cannot name a function; expected `[a-z][a-z0-9_]*`"))
        }
        Kind::Type | Kind::Function => None,
    }
}

fn allows(kind: Kind, lang: Lang) -> bool {
    match lang {
        Lang::SoilSig
        | Lang::Requires
        | Lang::Ensures
        | Lang::Allow
        | Lang::Test
        | Lang::Property
        | Lang::Cram
        | Lang::Reference => kind == Kind::Function,
        Lang::SoilType | Lang::Invariant => kind == Kind::Type,
        Lang::Exports => kind == Kind::Module,
        Lang::Decisions => matches!(kind, Kind::Module | Kind::Project),
    }
}

fn block_kinds(file: &Outline, faults: &mut Vec<Diagnostic>) {
    for fence in file.fences.iter().filter(|fence| !allows(file.kind, fence.info.lang)) {
        let article = if fence.info.lang.word().starts_with(['a', 'e', 'i']) { "an" } else { "a" };
        faults.push(file.fault(
            Code::TrBlockKind,
            fence.opening,
            format!(
                "{article} `{}` block does not belong in a {} file",
                fence.info.lang.word(),
                file.kind.word()
            ),
        ));
    }
}

fn block_counts(file: &Outline, faults: &mut Vec<Diagnostic>) {
    for (at, fence) in file.fences.iter().enumerate() {
        let lang = fence.info.lang;
        let is_again = !lang.is_named()
            && allows(file.kind, lang)
            && file.fences[..at].iter().any(|earlier| earlier.info.lang == lang);
        if is_again {
            faults.push(file.fault(
                Code::TrBlockCount,
                fence.opening,
                format!("found a second `{}` block, expected at most one", lang.word()),
            ));
        }
    }
    let has_exports = file.fences.iter().any(|fence| fence.info.lang == Lang::Exports);
    if file.kind == Kind::Module && !has_exports {
        faults.push(file.fault(
            Code::TrBlockCount,
            file.front.name_span,
            "a module header needs exactly one `exports` block; it may be empty",
        ));
    }
}

fn test_names(file: &Outline, faults: &mut Vec<Diagnostic>) {
    for (at, fence) in file.fences.iter().enumerate() {
        let Some(name) = &fence.info.name else { continue };
        if file.fences[..at].iter().any(|earlier| earlier.info.name.as_ref() == Some(name)) {
            faults.push(file.fault(
                Code::TrDuplicateTestName,
                fence.opening,
                format!("two blocks are named `{name}`; tests, properties and crams share names"),
            ));
        }
    }
}

fn inner_names(file: &Outline, faults: &mut Vec<Diagnostic>) {
    let name = &file.front.name;
    let declared = file.payloads.iter().filter_map(|payload| match payload {
        Some(Payload::Signature(signature)) => Some(&signature.sig.name),
        _ => None,
    });
    let types = file.payloads.iter().filter_map(|payload| match payload {
        Some(Payload::Type(decl)) => Some(&decl.name),
        _ => None,
    });
    for binder in declared.chain(types).filter(|binder| binder.name != *name) {
        faults.push(file.fault(
            Code::TrNameMismatch,
            binder.span,
            format!("the block declares `{}`, the frontmatter `{name}`", binder.name),
        ));
    }
}

fn params(file: &Outline, faults: &mut Vec<Diagnostic>) {
    let clauses =
        file.fences.iter().find(|fence| matches!(fence.info.lang, Lang::Requires | Lang::Ensures));
    let Some(clauses) = clauses.filter(|_| file.kind == Kind::Function) else { return };
    let has_sig_block = file.fences.iter().any(|fence| fence.info.lang == Lang::SoilSig);
    match file.signature() {
        None if has_sig_block => {}
        None => faults.push(file.fault(
            Code::TrUnnamedParams,
            clauses.opening,
            format!(
                "`{}` needs a `soil-sig` block that names every parameter",
                clauses.info.lang.word()
            ),
        )),
        Some(signature) => {
            let tree = &signature.sig.tree;
            let unnamed = signature.arrows().find(|(param, ..)| param.is_none());
            if let Some((_, dom, _)) = unnamed {
                faults.push(file.fault(
                    Code::TrUnnamedParams,
                    tree[dom].span,
                    "this parameter has no name, but clauses are written over names",
                ));
            }
        }
    }
}

fn panics(file: &Outline, faults: &mut Vec<Diagnostic>) {
    let may_panic = |signature: &Signature| {
        signature.arrows().any(|(_, _, row)| {
            row.effects.contains(Effect::Panic) || row.effects.contains(Effect::Ffi)
        })
    };
    let has_sig_block = file.fences.iter().any(|fence| fence.info.lang == Lang::SoilSig);
    match file.signature() {
        Some(signature) if may_panic(signature) => return,
        None if has_sig_block => return,
        _ => {}
    }
    for payload in file.payloads {
        let Some(Payload::Test(test)) = payload else { continue };
        for case in &test.cases {
            if let Expect::Panic(span) = case.expect {
                faults.push(file.fault(
                    Code::TrPanicWithoutRow,
                    span,
                    "a panic is expected, but no `soil-sig` block declares `panic`",
                ));
            }
        }
    }
}

fn tags(file: &Outline, faults: &mut Vec<Diagnostic>) {
    let Some(declared) = file.around.tags else { return };
    for (tag, span) in &file.front.tags {
        if !declared.contains(tag) {
            faults.push(file.fault(
                Code::TrUndeclaredTag,
                *span,
                format!("the tag `{tag}` is not declared"),
            ));
        }
    }
}
