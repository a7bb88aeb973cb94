//! The table of builtins in the specification is the language's own table.

use std::fs;
use std::path::Path;

use trellis::soil::builtins::TABLE;

#[test]
fn the_specification_lists_the_builtins_of_the_language() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("spec-docs/soil0-cli.md");
    let text = fs::read_to_string(&path).expect("the document");
    let (start, end) = ("<!-- generated: builtins -->\n", "<!-- end generated -->");
    let from = text.find(start).expect("the marker") + start.len();
    let to = from + text[from..].find(end).expect("the end of the table");
    let mut table = String::from("\n| Name | Type | Meaning | Cost |\n|---|---|---|---|\n");
    for row in TABLE {
        let cells = [
            format!("`{}`", row.name),
            format!("`{}`", row.ty),
            row.meaning.into(),
            row.cost.into(),
        ];
        let cells: Vec<String> =
            cells.iter().map(|cell: &String| cell.replace('|', "\\|")).collect();
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    table.push('\n');
    if text[from..to] == table {
        return;
    }
    let bless = std::env::var_os("TRELLIS_BLESS").is_some() && std::env::var_os("CI").is_none();
    assert!(bless, "out of date; run: TRELLIS_BLESS=1 cargo test --test it contract::builtins");
    fs::write(&path, format!("{}{table}{}", &text[..from], &text[to..])).expect("writable");
}
