//! Arbitrary text through the checker: it ends, and every fault has a place inside the text.
//!
//! `cargo fuzz run check`. The input is one `_private.soil`, so it may hold any number of
//! definitions.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use trellis::soil::check::{self, Stage, Unit};
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::types::env::TypeEnv;

fuzz_target!(|text: &str| {
    let source = SourceFile::new("m/_private.soil", text);
    let Ok(file) = parse::file(&source, Role::Private) else { return };
    let unit = Unit { source, file: Arc::new(file) };
    let program = check::program(TypeEnv::kernel(), &[unit]);
    let faults = program.diagnostics(Stage::Check);
    assert_eq!(faults.is_empty(), program.core().is_some());
    for fault in faults {
        let span = fault.span.expect("a fault of a program has a place");
        assert!(text.get(span.start as usize..span.end as usize).is_some());
    }
});
