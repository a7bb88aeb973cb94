//! Renames every local of a scoped tree, which no meaning may depend on.

use trellis::soil::Name;
use trellis::soil::syntax::tree::{ExprKind, File, Path, PatternKind};

/// Returns the file with each local `v1` called `renamed_v1`; the tree must be scoped.
pub fn rename_locals(file: &File) -> File {
    let mut file = file.clone();
    let is_local = |name: &Name| name.starts_with('v') && name[1..].parse::<u32>().is_ok();
    let rename = |name: &mut Name| {
        if is_local(name) {
            *name = Name::from(format!("renamed_{name}"));
        }
    };
    let in_path = |path: &mut Path| rename(&mut path.root);
    for def in &mut file.defs {
        def.params.iter_mut().for_each(|param| rename(&mut param.name));
    }
    for expr in &mut file.tree.exprs {
        match &mut expr.kind {
            ExprKind::Let { bindings, .. } => {
                let binders = bindings.iter_mut().filter_map(|binding| binding.binder.as_mut());
                binders.for_each(|binder| rename(&mut binder.name));
            }
            ExprKind::Fun { params, .. } => {
                params.iter_mut().for_each(|param| rename(&mut param.name));
            }
            ExprKind::Path(path) => in_path(path),
            ExprKind::Record { update: Some(path), .. } => in_path(path),
            _ => {}
        }
    }
    for pattern in &mut file.tree.patterns {
        if let PatternKind::Bind(name) = &mut pattern.kind {
            rename(name);
        }
    }
    file
}
