//! What parses prints to a text that parses, prints to itself and has the same hash forms.
#![no_main]

use libfuzzer_sys::fuzz_target;
use trellis::soil::print;
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};

fuzz_target!(|text: &str| {
    for role in [Role::Ordinary, Role::Private] {
        let Ok(file) = parse::file(&SourceFile::new("f.soil", text), role) else { continue };
        let printed = print::file(&file);
        let again = parse::file(&SourceFile::new("f.soil", printed.as_str()), role);
        let again = again.expect("canonical text parses");
        assert_eq!(print::file(&again), printed);
        for (def, reread) in file.defs.iter().zip(&again.defs) {
            let form = print::hash_form(&file.tree, def);
            assert_eq!(print::hash_form(&again.tree, reread), form);
        }
    }
});
