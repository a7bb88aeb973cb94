//! The declared interfaces that a definition sees.
//!
//! Spec: `soil-syntax-spec#5.10`.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::contract::{self, Code, Diagnostic};
use crate::soil::Name;
use crate::soil::core::DefId;
use crate::soil::syntax::SourceFile;
use crate::soil::syntax::tree::File;
use crate::soil::types::convert;
use crate::soil::types::env::TypeEnv;
use crate::soil::types::scheme::Scheme;
use crate::soil::types::signatures;
use crate::soil::types::ty::Ty;

/// What others see of a definition; cheap to clone.
#[derive(Clone, Debug)]
pub struct Interface {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    path: Arc<str>,
    name: Name,
    module: Name,
    place: Option<Place>,
    ty: Option<Ty>,
    scheme: OnceLock<Option<Scheme>>,
}

/// Where a definition stands, for notes that point to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as its user knows it.
    pub file: Arc<str>,
    /// The whole definition or declaration.
    pub span: contract::Span,
}

impl Interface {
    /// Declares a definition.
    ///
    /// `path` is the `.soil` file as the manifest writes it, whether it exists or not; directory and
    /// module follow from it. `ty` is `None` when the signature is faulty: users of the definition
    /// then hear nothing about its type.
    pub fn new(path: &str, name: Name, place: Option<Place>, ty: Option<Ty>) -> Interface {
        let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
        let module = directory.rsplit('/').next().unwrap_or("").into();
        let inner = Inner { path: path.into(), name, module, place, ty, scheme: OnceLock::new() };
        Interface { inner: Arc::new(inner) }
    }

    /// Declares a parsed definition; the file's name is its path in the manifest.
    pub fn of_def(env: &TypeEnv, source: &SourceFile, file: &File, def: usize) -> Interface {
        let parsed = &file.defs[def];
        let place = Place { file: source.name().into(), span: source.locate(parsed.span) };
        let ty = convert::convert(env, &file.tree, parsed.sig).ok();
        Interface::new(source.name(), parsed.name.clone(), Some(place), ty)
    }

    /// Returns the path of the file in the manifest.
    pub fn path(&self) -> &Arc<str> {
        &self.inner.path
    }

    /// Returns the directory of the file; empty without one.
    pub fn directory(&self) -> &str {
        self.inner.path.rsplit_once('/').map_or("", |(directory, _)| directory)
    }

    /// Returns the last component of the directory; empty without one.
    pub fn module(&self) -> &Name {
        &self.inner.module
    }

    /// Returns the name, LOWER or HIDDEN.
    pub fn name(&self) -> &Name {
        &self.inner.name
    }

    /// Returns the declared type, unless the signature is faulty.
    pub fn ty(&self) -> Option<&Ty> {
        self.inner.ty.as_ref()
    }

    /// Returns where the definition stands, when that is known.
    pub fn place(&self) -> Option<&Place> {
        self.inner.place.as_ref()
    }

    /// Says whether only its own directory sees the definition.
    pub fn is_private(&self) -> bool {
        self.inner.name.starts_with('_')
    }

    pub(crate) fn scheme(&self, env: &TypeEnv) -> Option<&Scheme> {
        let scheme = || Scheme::new(env, self.inner.ty.as_ref()?, &[]);
        self.inner.scheme.get_or_init(scheme).as_ref()
    }
}

/// All declared interfaces of a program over one type environment, in manifest order.
///
/// A scope never changes; checks of several definitions share it, also across threads.
#[derive(Debug)]
pub struct Scope {
    env: Arc<TypeEnv>,
    interfaces: Vec<Interface>,
    by_name: FxHashMap<Name, Vec<DefId>>,
    faults: FxHashMap<DefId, Diagnostic>,
}

impl Scope {
    /// Collects interfaces; `DefId(i)` is the i-th.
    pub fn new(env: Arc<TypeEnv>, interfaces: Vec<Interface>) -> Scope {
        let mut by_name: FxHashMap<Name, Vec<DefId>> = FxHashMap::default();
        for (at, interface) in interfaces.iter().enumerate() {
            by_name.entry(interface.name().clone()).or_default().push(DefId(at as u32));
        }
        let mut scope = Scope { env, interfaces, by_name, faults: FxHashMap::default() };
        let ids = (0..scope.interfaces.len()).map(|at| DefId(at as u32));
        scope.faults = ids.filter_map(|id| Some((id, scope.clash(id)?))).collect();
        scope
    }

    fn clash(&self, id: DefId) -> Option<Diagnostic> {
        let interface = self.interface(id);
        let name = interface.name();
        let at = |message: String| {
            let diagnostic = Diagnostic::new(Code::Shadowing, message);
            match &interface.inner.place {
                Some(place) => diagnostic.at(&*place.file, place.span),
                None => diagnostic.in_file(&**interface.path()),
            }
        };
        if signatures::find(name).is_some() {
            return Some(at(format!("`{name}` is the name of a builtin; choose another name")));
        }
        let first = self.by_name[name]
            .iter()
            .find(|other| self.interface(**other).directory() == interface.directory())?;
        (*first < id).then(|| {
            let message = format!("`{name}` is already defined in the same directory");
            self.note(at(message), *first, "the first definition")
        })
    }

    /// Returns the type environment.
    pub fn env(&self) -> &Arc<TypeEnv> {
        &self.env
    }

    /// Lists all interfaces in manifest order.
    pub fn interfaces(&self) -> &[Interface] {
        &self.interfaces
    }

    /// Returns one interface.
    pub fn interface(&self, id: DefId) -> &Interface {
        &self.interfaces[id.0 as usize]
    }

    /// Lists the definitions of a name, in manifest order, private ones of every directory included.
    pub fn named(&self, name: &str) -> &[DefId] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns what is wrong with the name of a definition itself, whatever its body says.
    pub fn fault(&self, id: DefId) -> Option<&Diagnostic> {
        self.faults.get(&id)
    }

    /// Lists the definitions of a name that `viewer` sees, in manifest order.
    pub fn visible(&self, name: &str, viewer: DefId) -> impl Iterator<Item = DefId> {
        self.named(name).iter().copied().filter(move |id| self.sees(viewer, *id))
    }

    pub(crate) fn any_named(&self, name: &str) -> bool {
        !self.named(name).is_empty()
    }

    pub(crate) fn all_visible(&self, viewer: DefId) -> impl Iterator<Item = &str> {
        let earlier = self.interfaces.iter().enumerate().take(viewer.0 as usize + 1);
        earlier
            .filter(move |(at, _)| self.sees(viewer, DefId(*at as u32)))
            .map(|(_, interface)| interface.name().as_str())
    }

    pub(crate) fn visible_in_module(
        &self,
        module: &str,
        viewer: DefId,
    ) -> impl Iterator<Item = &str> {
        let all = self.interfaces.iter().enumerate();
        all.filter(move |(at, interface)| {
            interface.module() == module && self.sees(viewer, DefId(*at as u32))
        })
        .map(|(_, interface)| interface.name().as_str())
    }

    fn sees(&self, viewer: DefId, id: DefId) -> bool {
        let interface = self.interface(id);
        !interface.is_private() || interface.directory() == self.interface(viewer).directory()
    }

    /// Adds a note that points at a definition.
    pub(crate) fn note(&self, diagnostic: Diagnostic, id: DefId, words: &str) -> Diagnostic {
        match &self.interface(id).inner.place {
            Some(place) => diagnostic.note_at(words, &*place.file, place.span),
            None => diagnostic.note(words),
        }
    }
}
