//! The names that a definition spells, before anything is resolved.
//!
//! Order and invalidation need to know who may refer to whom while nothing is checked yet.
//!
//! Spec: `design#6.1`.

use rustc_hash::FxHashSet;

use crate::soil::Name;
use crate::soil::syntax::Span;
use crate::soil::syntax::tree::{ExprKind, File, PatternKind, TypeKind};

/// What one definition spells.
#[derive(Clone, Debug, Default)]
pub struct Mentions {
    /// Roots of paths that no binder of the definition introduces.
    pub bare: FxHashSet<Name>,
    /// `module::name`
    pub qualified: FxHashSet<(Name, Name)>,
    /// Everything that the definition binds.
    pub bound: FxHashSet<Name>,
    /// Type names of signature, annotations and qualifiers.
    pub types: FxHashSet<Name>,
    /// Constructors, in expressions and patterns.
    pub ctors: FxHashSet<Name>,
}

impl Mentions {
    /// Says whether a definition of this name, come or gone, could change what this one means.
    pub fn concerns(&self, name: &Name) -> bool {
        self.bare.contains(name)
            || self.bound.contains(name)
            || self.qualified.iter().any(|(_, called)| called == name)
    }
}

/// Collects what each definition of a file spells, in their order.
pub fn of_file(file: &File) -> Vec<Mentions> {
    let mut all: Vec<Mentions> = vec![Mentions::default(); file.defs.len()];
    let spans: Vec<Span> = file.defs.iter().map(|def| def.span).collect();
    // Nodes live in one arena; the definition that a node belongs to follows from its place.
    let owner = |span: Span| {
        let at = spans.partition_point(|def| def.start <= span.start);
        at.checked_sub(1)
    };
    for (def, mentions) in file.defs.iter().zip(&mut all) {
        mentions.bound.extend(def.params.iter().map(|param| param.name.clone()));
    }
    for node in &file.tree.exprs {
        let Some(mentions) = owner(node.span).map(|at| &mut all[at]) else { continue };
        match &node.kind {
            ExprKind::Path(path) => {
                mentions.bare.insert(path.root.clone());
            }
            ExprKind::Record { update: Some(path), .. } => {
                mentions.bare.insert(path.root.clone());
            }
            ExprKind::Qualified { space, name } => {
                let is_type = space.starts_with(|first: char| first.is_ascii_uppercase());
                if is_type {
                    mentions.types.insert(space.clone());
                    mentions.ctors.insert(name.clone());
                } else {
                    mentions.qualified.insert((space.clone(), name.clone()));
                }
            }
            ExprKind::Ctor(name) => {
                mentions.ctors.insert(name.clone());
            }
            ExprKind::Let { bindings, .. } => {
                let binders = bindings.iter().filter_map(|binding| binding.binder.as_ref());
                mentions.bound.extend(binders.map(|binder| binder.name.clone()));
            }
            ExprKind::Fun { params, .. } => {
                mentions.bound.extend(params.iter().map(|param| param.name.clone()));
            }
            _ => {}
        }
    }
    for node in &file.tree.patterns {
        let Some(mentions) = owner(node.span).map(|at| &mut all[at]) else { continue };
        match &node.kind {
            PatternKind::Bind(name) => {
                mentions.bound.insert(name.clone());
            }
            PatternKind::Ctor { type_name, name, .. } => {
                mentions.types.extend(type_name.clone());
                mentions.ctors.insert(name.clone());
            }
            PatternKind::Record { fields, .. } => {
                let punned = fields.iter().filter(|field| field.pattern.is_none());
                mentions.bound.extend(punned.map(|field| field.name.clone()));
            }
            PatternKind::Wild | PatternKind::Lit(_) => {}
        }
    }
    for node in &file.tree.types {
        if let TypeKind::Con { name, .. } = &node.kind
            && let Some(at) = owner(node.span)
        {
            all[at].types.insert(name.clone());
        }
    }
    for mentions in &mut all {
        let Mentions { bare, bound, .. } = mentions;
        bare.retain(|name| !bound.contains(name));
    }
    all
}
