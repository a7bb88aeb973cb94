//! Every entry point ends on any text, with a tree or with one fault inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};

fuzz_target!(|text: &str| {
    let source = SourceFile::new("f.soil", text);
    let whole = || 0..text.len() as u32;
    let faults = [
        parse::file(&source, Role::Ordinary).err(),
        parse::file(&source, Role::Private).err(),
        parse::signature(&source, whole()).err(),
        parse::type_(&source, whole()).err(),
        parse::predicate(&source, whole()).err(),
        parse::term(&source, whole()).err(),
        parse::type_decl(&source, whole()).err(),
    ];
    for fault in faults.into_iter().flatten() {
        let span = fault.span.expect("a fault of a text has a place");
        assert!(text.get(span.start as usize..span.end as usize).is_some());
    }
});
