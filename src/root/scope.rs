//! Decisions in scope of a definition.
//!
//! Spec: `design#4.4`, `tr-grammar#5.2`.

use std::sync::Arc;

use crate::root::load::Loaded;
use crate::root::lock::Scope;
use crate::spec::digest::Digest;
use crate::spec::{Decision, Spec, module_of, scope_hash};

/// The headers whose decisions bind a definition.
#[derive(Clone, Debug, Default)]
pub struct InScope {
    /// The project header.
    pub project: Option<Arc<Spec>>,
    /// The header of the definition's own module, no ancestor's.
    pub module: Option<Arc<Spec>>,
}

impl InScope {
    /// Finds the headers of a definition.
    pub fn of(loaded: &Loaded, path: &str) -> InScope {
        let spec = |path: &str| loaded.get(path)?.spec.as_ref()?.spec.clone();
        let module = module_of(path);
        let header = (!module.is_empty()).then(|| format!("{module}/_module"));
        InScope { project: spec("_project"), module: header.and_then(|path| spec(&path)) }
    }

    /// Lists the entries: the project's, then the module's, each in document order.
    pub fn entries(&self) -> impl Iterator<Item = (Scope, &Decision)> {
        let project = self.project.as_deref().map_or(&[][..], Spec::decisions);
        let module = self.module.as_deref().map_or(&[][..], Spec::decisions);
        let project = project.iter().map(|entry| (Scope::Project, entry));
        project.chain(module.iter().map(|entry| (Scope::Module, entry)))
    }

    /// Looks an entry up.
    pub fn find(&self, scope: Scope, label: &str) -> Option<&Decision> {
        self.entries().find(|(of, entry)| *of == scope && entry.label == label).map(|(_, e)| e)
    }

    /// Hashes the labels in scope.
    pub fn hash(&self) -> Digest {
        scope_hash(self.entries().map(|(_, entry)| entry.label.as_str()))
    }

    /// Hashes the labels in scope, without one or with one more.
    pub fn hash_with(&self, scope: Scope, label: &str, is_there: bool) -> Digest {
        let others = self
            .entries()
            .filter(|(of, entry)| *of != scope || entry.label != label)
            .map(|(_, entry)| entry.label.as_str());
        scope_hash(others.chain(is_there.then_some(label)))
    }
}
