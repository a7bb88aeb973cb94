//! Any text ends in tokens that lie in order inside it, or in a fault inside it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trellis::soil::syntax::{SourceFile, lex};

fuzz_target!(|text: &str| {
    match lex::tokens(&SourceFile::new("f.soil", text)) {
        Ok(tokens) => {
            let mut end = 0;
            for token in tokens {
                assert!(end <= token.span.start && token.span.start < token.span.end);
                end = token.span.end;
                assert!(text.get(token.span.start as usize..end as usize).is_some());
            }
        }
        Err(fault) => {
            let span = fault.span.expect("a fault of a text has a place");
            assert!(text.get(span.start as usize..span.end as usize).is_some());
        }
    }
});
