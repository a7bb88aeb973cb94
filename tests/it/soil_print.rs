//! The canonical text and the hash form of each case of `soil/print`, which must parse back.

use trellis::soil::print;
use trellis::soil::syntax::SourceFile;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::syntax::tree::File;

use crate::corpus;

fn read(name: &str, text: &str) -> File {
    let role = Role::of_path(name);
    parse::file(&SourceFile::new(name, text), role).unwrap_or_else(|e| panic!("{e:?}\n{text}"))
}

#[test]
fn every_tree_has_one_text() {
    corpus::check("soil/print", "soil", |case| {
        let name = format!("{}.soil", case.name);
        let file = read(&name, &case.text());
        let printed = print::file(&file);
        let again = read(&name, &printed);
        assert_eq!(print::file(&again), printed, "{name}: printing is not idempotent");
        let mut forms = String::new();
        for (def, reread) in file.defs.iter().zip(&again.defs) {
            let form = print::hash_form(&file.tree, def);
            assert_eq!(print::hash_form(&again.tree, reread), form, "{name}: the hash form moved");
            forms += &form;
        }
        format!("{printed}---- hash form\n{forms}")
    });
}
