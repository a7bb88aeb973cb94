//! The check of a whole program, with faults in the order of the phases.
//!
//! Spec: `soil-syntax-spec#5`, `soil0-cli#8.7`.

use std::sync::Arc;

use rayon::prelude::*;

use crate::contract::Diagnostic;
use crate::soil::check::{Checked, Interface, Phase, Scope, definition};
use crate::soil::core::{self, DefId};
use crate::soil::syntax::SourceFile;
use crate::soil::syntax::tree::File;
use crate::soil::types::env::TypeEnv;

/// A parsed file of a program; the source's name is its path in the manifest.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The text.
    pub source: SourceFile,
    /// Its tree.
    pub file: Arc<File>,
}

/// How far a command goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Names only.
    Rename,
    /// Names, types and effects.
    Infer,
    /// Matches too.
    Check,
}

/// A checked program.
#[derive(Debug)]
pub struct Program {
    /// The interfaces, in manifest order.
    pub scope: Scope,
    /// One entry a definition, in manifest order.
    pub defs: Vec<Checked>,
    /// The source of each definition.
    pub sources: Vec<SourceFile>,
}

/// Checks every definition of a program; files in manifest order.
pub fn program(env: Arc<TypeEnv>, units: &[Unit]) -> Program {
    let places: Vec<(&Unit, usize)> = units
        .iter()
        .flat_map(|unit| (0..unit.file.defs.len()).map(move |def| (unit, def)))
        .collect();
    let interfaces = places
        .par_iter()
        .with_min_len(64)
        .map(|(unit, def)| Interface::of_def(&env, &unit.source, &unit.file, *def))
        .collect();
    let scope = Scope::new(env, interfaces);
    let defs = places
        .par_iter()
        .with_min_len(16)
        .enumerate()
        .map(|(at, (unit, def))| {
            definition(&scope, DefId(at as u32), &unit.source, &unit.file, *def)
        })
        .collect();
    let sources = places.iter().map(|(unit, _)| unit.source.clone()).collect();
    Program { scope, defs, sources }
}

impl Program {
    /// Lists the faults that a command reports; the first is the contractual one.
    ///
    /// Names come first over all definitions; then each definition's types and matches.
    pub fn diagnostics(&self, stage: Stage) -> Vec<Diagnostic> {
        let of = |phase: Phase| self.defs.iter().flat_map(move |def| def.faults(phase));
        let mut all: Vec<Diagnostic> =
            of(Phase::Declare).chain(of(Phase::Rename)).cloned().collect();
        for def in &self.defs {
            if stage >= Stage::Infer {
                all.extend_from_slice(def.faults(Phase::Infer));
            }
            if stage >= Stage::Check {
                all.extend_from_slice(def.faults(Phase::Match));
            }
        }
        all
    }

    /// Returns what the evaluator compiles; `None` when any definition has a fault.
    pub fn core(&self) -> Option<core::Program> {
        let defs = self.defs.iter().map(|def| def.core.clone()).collect::<Option<Vec<_>>>()?;
        Some(core::Program { env: self.scope.env().clone(), defs })
    }
}
