//! Parts of a program: what a call can reach, and what stands in for the rest.

use std::mem;
use std::sync::Arc;

use crate::soil::Name;
use crate::soil::check::Scope;
use crate::soil::core::{self, DefId};
use crate::soil::types::env::TypeEnv;
use crate::soil::types::ty::Ty;
use crate::soil::value::handle::Real;
use crate::verify::suite::World;

/// Finds a beginning that no definition's name has.
pub fn free_prefix(scope: &Scope) -> String {
    let is_free = |prefix: &String| {
        scope.interfaces().iter().all(|known| !known.name().starts_with(prefix.as_str()))
    };
    let mut prefixes = (0..).map(|n: u32| format!("verify_{n}_"));
    prefixes.find(is_free).expect("numbers do not run out")
}

/// Finds a definition that keeps `id` from running: itself or a callee, at any distance, that has
/// holes or faults.
pub fn unfinished(world: World<'_>, id: DefId) -> Option<Name> {
    let mut seen = vec![false; world.cores.len()];
    let mut open = vec![id];
    while let Some(next) = open.pop() {
        if mem::replace(&mut seen[next.0 as usize], true) {
            continue;
        }
        match &world.cores[next.0 as usize] {
            Some(core) if !core.has_holes => open.extend(&core.callees),
            _ => return Some(world.scope.interface(next).name().clone()),
        }
    }
    None
}

/// Lists the definitions of a program in which `called` and what they reach can run, with `last`
/// behind them. The others keep their numbers and stand as holes.
pub fn reachable(
    world: World<'_>,
    called: &[DefId],
    last: impl IntoIterator<Item = Arc<core::Def>>,
) -> Vec<Arc<core::Def>> {
    let nothing = unused();
    let mut defs = vec![nothing; world.cores.len()];
    let mut open = called.to_vec();
    while let Some(id) = open.pop() {
        let def = &mut defs[id.0 as usize];
        if !def.has_holes {
            continue;
        }
        if let Some(core) = world.cores[id.0 as usize].as_ref().filter(|core| !core.has_holes) {
            open.extend(&core.callees);
            *def = core.clone();
        }
    }
    defs.extend(last);
    defs
}

/// What stands in a program for a definition that nothing calls.
pub fn unused() -> Arc<core::Def> {
    Arc::new(core::Def {
        module: Name::default(),
        name: Name::default(),
        file: "".into(),
        params: Vec::new(),
        result: Ty::con("Unit"),
        n_locals: 0,
        body: core::Expr::Hole(Name::default()),
        callees: Vec::new(),
        has_holes: true,
    })
}

/// Says whether values of a type are capabilities.
pub fn is_capability(env: &TypeEnv, ty: &Ty) -> bool {
    match env.expand(ty) {
        Ty::Con(name, _) => Real::from_type_name(&name).is_some(),
        Ty::Var(_) | Ty::Arrow(_) => false,
    }
}
