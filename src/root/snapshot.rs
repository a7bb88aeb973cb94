//! One moment of a root: everything by definition path, immutable, cheap to share.
//!
//! A snapshot never changes and never reads a file again. [`Snapshot::reload`] looks at the files
//! once more and keeps whatever has not moved; [`Snapshot::with_soil`] says what would be if a
//! definition had another text.
//!
//! Spec: `design#4.9`.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::contract::{Code, Diagnostic};
use crate::root::config::{self, Config};
use crate::root::environment::{self, Environment};
use crate::root::files;
use crate::root::find::RootDir;
use crate::root::load::{self, Files, Loaded, case_clashes, is_private};
use crate::root::lock::{Lock, Oracle};
use crate::root::program::{self, Node, Program};
use crate::root::rules;
use crate::root::scan::{self, Role, Stamp};
use crate::root::scope::InScope;
use crate::root::together;
use crate::soil::check::Scope;
use crate::soil::core::{self, DefId};
use crate::soil::syntax::SourceFile;
use crate::spec::{Kind, Spec, ident, module_of, stem_of};

/// One moment of a root.
#[derive(Debug)]
pub struct Snapshot {
    root: RootDir,
    config: Arc<Config>,
    files: Loaded,
    env: Arc<Environment>,
    program: Program,
    /// Faults of `soil.toml` and of the walk.
    root_faults: Vec<Diagnostic>,
    /// Faults of specifications against the rest of the root, by path.
    rule_faults: FxHashMap<Arc<str>, Vec<Diagnostic>>,
    /// What else a scan has found wrong.
    scan_faults: Vec<Diagnostic>,
}

impl Snapshot {
    /// Reads a root.
    ///
    /// # Errors
    /// `config-…`: nothing of a root can be trusted when its `soil.toml` is wrong.
    pub fn load(root: &RootDir) -> Result<Snapshot, Vec<Diagnostic>> {
        together::finish_before_reading(root.path());
        let config = read_config(root)?;
        let scan = scan::scan(root.path());
        Ok(Snapshot::of(root.clone(), config, &scan, None))
    }

    /// Reads the files that a scan has found.
    ///
    /// # Errors
    /// As [`Snapshot::load`].
    pub fn load_scanned(root: &RootDir, scan: &scan::Scan) -> Result<Snapshot, Vec<Diagnostic>> {
        let config = read_config(root)?;
        Ok(Snapshot::of(root.clone(), config, scan, None))
    }

    /// Looks at the files again; what has not moved is neither read nor checked again.
    ///
    /// # Errors
    /// As [`Snapshot::load`].
    pub fn reload(&self) -> Result<Snapshot, Vec<Diagnostic>> {
        let config = read_config(&self.root)?;
        let is_same = config.source.text() == self.config.source.text();
        let config = if is_same { self.config.clone() } else { config };
        let scan = scan::scan(self.root.path());
        Ok(Snapshot::of(self.root.clone(), config, &scan, is_same.then_some(self)))
    }

    fn of(
        root: RootDir,
        config: Arc<Config>,
        scan: &scan::Scan,
        earlier: Option<&Snapshot>,
    ) -> Snapshot {
        let files = load::load(&root, &config, scan, earlier.map(|earlier| &earlier.files));
        let mut scan_faults = scan.faults.clone();
        scan_faults.extend(case_clashes(&files));
        Snapshot::assemble(root, config, files, scan_faults, earlier)
    }

    fn assemble(
        root: RootDir,
        config: Arc<Config>,
        files: Loaded,
        scan_faults: Vec<Diagnostic>,
        earlier: Option<&Snapshot>,
    ) -> Snapshot {
        let env = environment(&files, earlier.map(|earlier| &earlier.env));
        let program = program::build(&files, &env, earlier.map(|earlier| &earlier.program));
        let root_faults = rules::entrypoint(&files, &config).into_iter().collect();
        let specs: Vec<&Arc<Spec>> =
            files.values().filter_map(|files| files.spec.as_ref()?.spec.as_ref()).collect();
        let rule_faults = specs
            .par_iter()
            .with_min_len(64)
            .map(|spec| {
                let faults = match spec.kind {
                    Kind::Module => rules::exports(&files, &env, spec),
                    Kind::Function | Kind::Type => rules::predicates(&files, &program, spec),
                    Kind::Project => Vec::new(),
                };
                (spec.path.clone(), faults)
            })
            .filter(|(_, faults)| !faults.is_empty())
            .collect();
        Snapshot { root, config, files, env, program, root_faults, rule_faults, scan_faults }
    }

    /// Makes a snapshot of a part of a root, for the index: rules and order are not looked at.
    pub(super) fn partial(
        root: RootDir,
        config: Arc<Config>,
        files: Loaded,
        env: Arc<Environment>,
        program: Program,
    ) -> Snapshot {
        Snapshot {
            root,
            config,
            files,
            env,
            program,
            root_faults: Vec::new(),
            rule_faults: FxHashMap::default(),
            scan_faults: Vec::new(),
        }
    }

    /// Returns the root as it would be if a definition had this Soil; nothing is written.
    ///
    /// `path` is the definition path of a specification. Only what the text can reach is checked.
    pub fn with_soil(&self, path: &str, text: &str) -> Snapshot {
        self.with(path, &[(Role::Soil, text)])
    }

    /// Returns the root as it would be if files of a definition had these texts; nothing is
    /// written. A [`Role::Question`] has no text that counts.
    pub fn with(&self, path: &str, texts: &[(Role, &str)]) -> Snapshot {
        let mut all = self.files.clone();
        let files = all.entry(Arc::from(path)).or_default();
        for (role, text) in texts {
            // No file has this stamp, so a reload would look at the disk.
            let stamp = Stamp { size: text.len() as u64, inode: 0, modified: 0, changed: 0 };
            let name = format!("{path}{}", role.extension());
            match role {
                Role::Spec => {
                    let file = load::spec_text(&self.root, &self.config, &name, text, stamp);
                    files.spec = Some(Arc::new(file));
                }
                Role::Soil => {
                    let file = load::soil_text(&name, (*text).to_owned(), stamp);
                    files.soil = Some(Arc::new(file));
                }
                Role::Lock => {
                    let file = load::lock_text(&name, text.as_bytes().to_vec(), stamp);
                    files.lock = Some(Arc::new(file));
                }
                Role::Question => files.question = Some(stamp),
            }
        }
        let faults = self.scan_faults.clone();
        Snapshot::assemble(self.root.clone(), self.config.clone(), all, faults, Some(self))
    }

    /// Returns the root directory.
    pub fn root(&self) -> &RootDir {
        &self.root
    }

    /// Returns the valid `soil.toml`.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Lists the definition paths that have a specification, valid or not, in byte order.
    pub fn paths(&self) -> impl Iterator<Item = &Arc<str>> + Clone {
        self.files.iter().filter(|(_, files)| files.spec.is_some()).map(|(path, _)| path)
    }

    /// Returns everything that stands under a definition path.
    pub fn files(&self, path: &str) -> Option<&Files> {
        self.files.get(path)
    }

    /// Returns all loaded files by definition path, helpers included.
    pub fn loaded(&self) -> &Loaded {
        &self.files
    }

    /// Returns a specification, unless it is faulty.
    pub fn spec(&self, path: &str) -> Option<&Arc<Spec>> {
        self.files.get(path)?.spec.as_ref()?.spec.as_ref()
    }

    /// Returns a lock, unless there is none or it is faulty.
    pub fn lock(&self, path: &str) -> Option<&Arc<Lock>> {
        self.files.get(path)?.lock.as_ref()?.lock.as_ref().ok()
    }

    /// Returns the text of a definition's Soil.
    pub fn soil(&self, path: &str) -> Option<&SourceFile> {
        self.files.get(path)?.soil.as_ref().map(|soil| &soil.source)
    }

    /// Returns the definition of a public path, when it has Soil.
    pub fn node(&self, path: &str) -> Option<&Node> {
        self.program.public(path).map(|id| self.program.node(id))
    }

    /// Returns the number of the definition of a public path in [`Snapshot::scope`].
    pub fn id(&self, path: &str) -> Option<DefId> {
        self.program.public(path)
    }

    /// Returns all definitions in program order.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the declared interfaces in program order.
    pub fn scope(&self) -> &Arc<Scope> {
        &self.program.scope
    }

    /// Lists what each definition compiles to, in program order; `None` unless it is sound.
    pub fn cores(&self) -> &[Option<Arc<core::Def>>] {
        &self.program.cores
    }

    /// Returns the types of the root.
    pub fn environment(&self) -> &Arc<Environment> {
        &self.env
    }

    /// Finds the headers whose decisions bind a definition.
    pub fn in_scope(&self, path: &str) -> InScope {
        InScope::of(&self.files, path)
    }

    /// Lists everything that is wrong with a root: its configuration, then file by file in path
    /// order, then its cycles.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let mut all = self.faults_of_root();
        for path in self.files.keys() {
            all.extend(self.faults_of(path));
        }
        all.extend_from_slice(&self.program.cycles);
        all
    }

    /// Lists what is wrong with the configuration and with the tree as a whole.
    pub fn faults_of_root(&self) -> Vec<Diagnostic> {
        [&self.root_faults[..], &self.scan_faults].concat()
    }

    /// Lists what is wrong with one definition: specification, lock, Soil.
    pub fn faults_of(&self, path: &str) -> Vec<Diagnostic> {
        let Some(files) = self.files.get(path) else { return Vec::new() };
        let mut all = Vec::new();
        if let Some(file) = &files.spec {
            all.extend_from_slice(&file.faults);
            let name = format!("{path}.tr");
            let own = |fault: &&Diagnostic| fault.file.as_deref() == Some(&name);
            all.extend(self.env.faults.iter().filter(own).cloned());
            all.extend(self.rule_faults.get(path).into_iter().flatten().cloned());
        }
        all.extend(self.lock_fault(path));
        match files.soil.as_ref() {
            Some(soil) if files.spec.is_some() || is_private(path).is_some() => match &soil.file {
                Err(fault) => all.push(fault.clone()),
                Ok(file) => {
                    for def in &file.defs {
                        let id = self.program.find(path, &def.name);
                        let checked = id.and_then(|id| self.program.node(id).checked.as_ref());
                        all.extend(checked.into_iter().flat_map(|c| c.diagnostics.iter().cloned()));
                    }
                }
            },
            _ => {}
        }
        all
    }

    /// Lists the faults that drop a definition: those of its specification and of its lock.
    pub fn dropping(&self, path: &str) -> Vec<Diagnostic> {
        let Some(files) = self.files.get(path) else { return Vec::new() };
        let mut all = Vec::new();
        if let Some(file) = files.spec.as_ref().filter(|file| file.spec.is_none()) {
            all.extend_from_slice(&file.faults);
        }
        all.extend(self.lock_fault(path));
        all
    }

    /// Says what is wrong with the lock of a definition, by itself and against its neighbours.
    fn lock_fault(&self, path: &str) -> Option<Diagnostic> {
        let files = self.files.get(path)?;
        let lock = match &files.lock.as_ref()?.lock {
            Ok(lock) => lock,
            Err(fault) => return Some(fault.clone()),
        };
        let fault =
            |code, message| Some(Diagnostic::new(code, message).in_file(format!("{path}.lock")));
        let kind = self.spec(path).map_or(lock.kind, |spec| spec.kind);
        if lock.kind != kind {
            let (found, expected) = (lock.kind.word(), kind.word());
            return fault(
                Code::LockKindShape,
                format!("the lock is that of a {found}, the specification describes a {expected}"),
            );
        }
        lock.oracles.iter().find_map(|oracle| match oracle {
            Oracle::Definition { name, .. } => {
                let is_accepted = self.lock(name).is_some_and(|lock| lock.accepted);
                (!is_accepted).then(|| {
                    let message = format!("the oracle `{name}` is not accepted");
                    fault(Code::LockOracleUnaccepted, message)
                })?
            }
            _ => None,
        })
    }

    /// Finds the definition that a human names by path or by bare name.
    ///
    /// # Errors
    /// `usage` when nothing or more than one thing is named so.
    pub fn resolve(&self, name: &str) -> Result<Arc<str>, Diagnostic> {
        let found = resolve_among(self.paths().map(|path| &**path), name)?;
        let (path, _) = self.files.get_key_value(&*found).expect("it is one of them");
        Ok(path.clone())
    }
}

/// Finds the one path that a human names in full or by its last part.
///
/// # Errors
/// `usage` with near misses or candidates in its notes.
pub fn resolve_among<'a>(
    paths: impl Iterator<Item = &'a str> + Clone,
    name: &str,
) -> Result<String, Diagnostic> {
    let name = name.strip_suffix(".tr").unwrap_or(name);
    if paths.clone().any(|path| path == name) {
        return Ok(name.to_owned());
    }
    // A type is known by its own name, too, whose file is spelt in snake form.
    let stem = stem_of(name);
    let snake = ident::is_type(stem).then(|| ident::snake_form(stem));
    let wanted = snake.as_deref().unwrap_or(stem);
    let is_meant = |path: &&str| {
        stem_of(path) == wanted && (stem == name || module_of(path) == module_of(name))
    };
    let found: Vec<&str> = paths.clone().filter(is_meant).collect();
    match found[..] {
        [path] => Ok(path.to_owned()),
        [] => {
            let mut near: Vec<(usize, &str)> = paths
                .map(|path| (distance(stem_of(path), wanted), path))
                .filter(|(distance, _)| *distance <= 2)
                .collect();
            near.sort_unstable();
            let fault = Diagnostic::new(Code::Usage, format!("no definition `{name}`"));
            let near = near.iter().take(3);
            Err(near.fold(fault, |fault, (_, path)| fault.note(format!("there is `{path}`"))))
        }
        _ => {
            let message = format!("`{name}` names {} definitions", found.len());
            let fault = Diagnostic::new(Code::Usage, message);
            Err(found.iter().fold(fault, |fault, path| fault.note(format!("`{path}`"))))
        }
    }
}

/// Reads and parses the `soil.toml` of a root.
///
/// # Errors
/// `config-io`, or everything that is wrong with its content.
pub fn read_config(root: &RootDir) -> Result<Arc<Config>, Vec<Diagnostic>> {
    let fault =
        |message: String| vec![Diagnostic::new(Code::ConfigIo, message).in_file(config::FILE)];
    let bytes = files::read(&root.file(config::FILE), config::FILE)
        .map_err(|unreadable| fault(unreadable.message))?;
    let text =
        String::from_utf8(bytes).map_err(|_| fault("the file is not UTF-8 text".to_owned()))?;
    config::parse(&SourceFile::new(config::FILE, text)).map(Arc::new)
}

fn environment(files: &Loaded, earlier: Option<&Arc<Environment>>) -> Arc<Environment> {
    let mut specs = Vec::new();
    let mut broken = FxHashSet::default();
    for loaded in files.values() {
        let Some(file) = &loaded.spec else { continue };
        match &file.spec {
            Some(spec) if spec.kind == Kind::Type => specs.push(spec.clone()),
            Some(_) => {}
            None => broken.extend(file.name.clone().filter(|name| ident::is_type(name))),
        }
    }
    if let Some(earlier) = earlier {
        let same = |(a, b): (&Arc<Spec>, &Arc<Spec>)| Arc::ptr_eq(a, b);
        let is_same = specs.len() == earlier.sources.len()
            && specs.iter().zip(&earlier.sources).all(same)
            && broken.is_empty()
            && earlier.broken.is_empty();
        if is_same {
            return earlier.clone();
        }
    }
    Arc::new(environment::assemble(specs, broken))
}

/// Counts the edits between two names, for suggestions.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, letter) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, other) in b.iter().enumerate() {
            let change = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = change.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}
