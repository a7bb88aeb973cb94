//! Any checked program of one definition ends within small budgets, twice the same.
#![no_main]

use std::sync::Arc;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use trellis::soil::check::{self, Stage, Unit};
use trellis::soil::core::DefId;
use trellis::soil::eval::{Entry, Limits, Machine, compile};
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::types::env::TypeEnv;

fuzz_target!(|text: &str| {
    let source = SourceFile::new("m/_private.soil", text);
    let Ok(file) = parse::file(&source, Role::Private) else { return };
    let env = TypeEnv::new(Vec::new()).unwrap_or_else(|_| unreachable!("no declarations"));
    let units = [Unit { source, file: Arc::new(file) }];
    let program = check::program(Arc::new(env), &units);
    if !program.diagnostics(Stage::Check).is_empty() {
        return;
    }
    let Some(core) = program.core() else { return };
    let compiled = compile(&core);
    let limits =
        Limits { steps: Some(20_000), heap: 4 << 20, time: Some(Duration::from_secs(5)) };
    for def in 0..core.defs.len() as u32 {
        let Ok(entry) = Entry::new(&compiled, DefId(def)) else { continue };
        let args = vec!["1"; entry.n_params()];
        let mut machine = Machine::new(&compiled);
        let Ok(first) = entry.call(&mut machine, &args, &limits) else { continue };
        let Ok(second) = entry.call(&mut machine, &args, &limits) else { continue };
        assert_eq!(first.result, second.result);
        assert_eq!(first.steps, second.steps);
    }
});
