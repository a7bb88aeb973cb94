//! Every kind of fault in the sources, each on a mutated copy, with its exact line.

use std::path::Path;

use trellis_codegen::{Contract, Sources, drift};
use trellis_codegen_rust::render;

const REGISTRY: &str = "registry/diagnostics.json";
const BUILTINS: &str = "registry/builtins.json";
const TOOLS: &str = "schemas/lowering.types";
const SYNTAX: &str = "spec-docs/soil-syntax-spec.md";

/// A copy of the checkout's sources that a test may break.
struct Copy(Sources);

impl Copy {
    fn new() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        Copy(Sources::read(root).expect("the checkout is readable"))
    }

    /// Replaces the first occurrence and returns its line.
    fn replace(&mut self, path: &str, from: &str, to: &str) -> usize {
        let text = self.0.files.get_mut(path).unwrap_or_else(|| panic!("no {path}"));
        let at = text.find(from).unwrap_or_else(|| panic!("`{from}` is not in {path}"));
        let line = text[..at].matches('\n').count() + 1;
        text.replace_range(at..at + from.len(), to);
        line
    }

    /// Returns the first line that holds a text.
    fn line(&self, path: &str, text: &str) -> usize {
        let found = self.0.files[path].lines().position(|line| line.contains(text));
        found.unwrap_or_else(|| panic!("`{text}` is not in {path}")) + 1
    }

    fn add(&mut self, path: &str, text: &str) {
        self.0.files.insert(path.into(), text.into());
    }

    /// What a build of the copy would print.
    fn faults(&self) -> Vec<String> {
        let faults = match Contract::read(&self.0) {
            Ok(contract) => match render(&self.0, &contract) {
                Ok(outputs) => drift::faults(&self.0, &outputs),
                Err(faults) => faults,
            },
            Err(faults) => faults,
        };
        faults.iter().map(ToString::to_string).collect()
    }

    #[track_caller]
    fn only(&self, expected: String) {
        assert_eq!(self.faults(), [expected]);
    }

    #[track_caller]
    fn one_is(&self, expected: &str) {
        let faults = self.faults();
        assert!(faults.iter().any(|fault| fault == expected), "{expected}\nis not in\n{faults:#?}");
    }
}

#[test]
fn the_checkout_has_none() {
    assert_eq!(Copy::new().faults(), Vec::<String>::new());
}

#[test]
fn unknown_repair_class() {
    let mut copy = Copy::new();
    let line =
        copy.replace(REGISTRY, "\"qualify-name\", \"spec_ref\"", "\"qualfy-name\", \"spec_ref\"");
    copy.only(format!(
        "{REGISTRY}:{line}: unknown repair class `qualfy-name`; did you mean `qualify-name` or \
         `unqualify-name`?"
    ));
}

#[test]
fn dangling_anchor_in_the_registry() {
    let mut copy = Copy::new();
    let line = copy.replace(REGISTRY, "soil-syntax-spec#5.10", "soil-syntax-spec#5.12");
    copy.only(format!(
        "{REGISTRY}:{line}: no heading for anchor `soil-syntax-spec#5.12`; did you mean \
         `soil-syntax-spec#5.1` or `soil-syntax-spec#5.10` or `soil-syntax-spec#5`?"
    ));
}

#[test]
fn dangling_anchor_in_prose() {
    let mut copy = Copy::new();
    copy.add("schemas/zz.types", "--- See lock-schema#77.\ntype Zz = { a : Utf8 }\n");
    copy.one_is(
        "schemas/zz.types:1: no heading for anchor `lock-schema#77`; did you mean `lock-schema#7` \
         or `lock-schema#1` or `lock-schema#2`?",
    );
}

#[test]
fn a_renumbered_section() {
    let mut copy = Copy::new();
    let line = copy.replace(SYNTAX, "\n### 5.4 ", "\n### 5.14 ") + 1;
    copy.one_is(&format!(
        "{SYNTAX}:{line}: section `5.14` does not follow `5.3`; number the sections in order, \
         without gaps"
    ));
    let line = copy.replace(REGISTRY, "soil-syntax-spec#5.4", "soil-syntax-spec#5.4");
    assert!(copy.faults().iter().any(|fault| {
        fault.starts_with(&format!(
            "{REGISTRY}:{line}: no heading for anchor `soil-syntax-spec#5.4`"
        ))
    }));
}

#[test]
fn a_renamed_section_is_drift() {
    let mut copy = Copy::new();
    copy.replace(SYNTAX, "### 5.1 No shadowing", "### 5.1 Shadowing");
    let faults = copy.faults();
    assert!(
        faults.iter().any(|fault| fault.starts_with("generated/spec_ref.rs:")
            && fault.contains("want `/// `soil-syntax-spec#5.1`: Shadowing`")),
        "{faults:#?}"
    );
}

#[test]
fn a_document_that_is_gone() {
    let mut copy = Copy::new();
    copy.0.files.remove("spec-docs/soil-toml.md");
    copy.one_is("spec-docs/soil-toml.md:1: the document is missing; restore it");
}

#[test]
fn a_document_nobody_knows() {
    let mut copy = Copy::new();
    copy.add("spec-docs/notes.md", "# Notes\n");
    copy.only(
        "spec-docs/notes.md:1: `notes` is not one of the contract's documents; use one of: design, \
         lock-schema, soil-syntax-spec, soil-toml, soil0-cli, tr-grammar, trellis-daemon"
            .into(),
    );
}

#[test]
fn duplicate_code() {
    let mut copy = Copy::new();
    let line = copy.replace(
        REGISTRY,
        "\"code\": \"ambiguous-name\"",
        "\"code\": \"ambiguous-constructor\"",
    );
    copy.one_is(&format!(
        "{REGISTRY}:{line}: code `ambiguous-constructor` is listed twice; remove one"
    ));
}

#[test]
fn unsorted_code() {
    let mut copy = Copy::new();
    let line = copy.replace(REGISTRY, "\"code\": \"bad-escape\"", "\"code\": \"aa-escape\"");
    copy.one_is(&format!(
        "{REGISTRY}:{line}: code `aa-escape` stands after `annotation-needed`; sort the codes \
         bytewise"
    ));
}

#[test]
fn a_code_without_a_page_and_a_page_without_a_code() {
    let mut copy = Copy::new();
    let page = copy.0.files.remove("registry/explain/shadowing.md").expect("the page");
    copy.add("registry/explain/shadowed.md", &page);
    let text = &copy.0.files[REGISTRY];
    let at = text.find("\"code\": \"shadowing\"").expect("the entry");
    let line = text[..at].matches('\n').count() + 1;
    assert_eq!(
        copy.faults(),
        [
            format!(
                "{REGISTRY}:{line}: code `shadowing` has no page; write \
                 registry/explain/shadowing.md"
            ),
            "registry/explain/shadowed.md:1: page `shadowed.md` belongs to no registered code; \
             register the code or remove the page"
                .to_string(),
        ]
    );
}

#[test]
fn a_code_that_was_deleted_or_came_back() {
    let mut copy = Copy::new();
    let line = copy.line("generated/codes.txt", "shadowing");
    copy.0.files.insert("generated/codes.txt".into(), {
        let text = &copy.0.files["generated/codes.txt"];
        text.replace("\nshadowing\n", "\nshadowed\nshadowing retired\n")
    });
    let entry = copy.line(REGISTRY, "\"code\": \"shadowing\"");
    assert_eq!(
        copy.faults(),
        [
            format!(
                "generated/codes.txt:{line}: code `shadowed` was registered once and is gone; list \
                 it in {REGISTRY} again, with `retired`"
            ),
            format!(
                "{REGISTRY}:{entry}: retired code `shadowing` is in use again; choose another name"
            ),
        ]
    );
}

#[test]
fn a_broken_table_of_builtins() {
    let mut copy = Copy::new();
    let group = copy.replace(BUILTINS, "\"group\": \"Basic\"", "\"group\": \"Basics\"");
    let twice = copy.replace(BUILTINS, "\"name\": \"list_append\"", "\"name\": \"list_empty\"");
    let key = copy.replace(BUILTINS, "{\"name\": \"map_get\", ", "{");
    assert_eq!(
        copy.faults(),
        [
            format!("{BUILTINS}:{group}: unknown group `Basics`; did you mean `Basic`?"),
            format!("{BUILTINS}:{twice}: builtin `list_empty` is listed twice; remove one"),
            format!("{BUILTINS}:{key}: key `name` missing in a builtin; add it"),
        ]
    );
}

#[test]
fn a_changed_builtin_is_drift_of_its_table() {
    let mut copy = Copy::new();
    copy.replace(BUILTINS, "the empty list", "a list of nothing");
    let faults = copy.faults();
    let drifted = |path: &str| faults.iter().any(|fault| fault.starts_with(path));
    assert!(drifted("generated/builtins.rs:") && drifted("spec-docs/soil0-cli.md:"), "{faults:#?}");
}

#[test]
fn an_unknown_and_a_missing_key_in_the_registry() {
    let mut copy = Copy::new();
    let line = copy.replace(REGISTRY, "\"source\": \"soil0\"", "\"sources\": \"soil0\"");
    copy.one_is(&format!(
        "{REGISTRY}:{line}: unknown key `sources` in a code entry; did you mean `source`?"
    ));
    copy.one_is(&format!("{REGISTRY}:{line}: key `source` missing in a code entry; add it"));
}

#[test]
fn a_registry_that_is_no_json() {
    let mut copy = Copy::new();
    let line = copy.replace(REGISTRY, "\"repair_classes\": [", "\"repair_classes\": [,");
    copy.one_is(&format!("{REGISTRY}:{line}: expected a value, found `,`; mend the JSON"));
}

#[test]
fn a_tool_that_raises_an_unregistered_code() {
    let mut copy = Copy::new();
    let line = copy.replace(TOOLS, "raises bundle-path,", "raises bundle-pth,");
    copy.only(format!(
        "{TOOLS}:{line}: code `bundle-pth` is not registered; did you mean `bundle-path`?"
    ));
}

#[test]
fn an_undeclared_type() {
    let mut copy = Copy::new();
    let line = copy.replace(TOOLS, "output Signatures", "output Signatres");
    copy.only(format!(
        "{TOOLS}:{line}: type `Signatres` is not declared; did you mean `Signatures`?"
    ));
}

#[test]
fn a_doubly_declared_type() {
    let mut copy = Copy::new();
    copy.add("schemas/zz.types", "--- Again.\ntype Scope = A | B\n");
    let text = &copy.0.files[TOOLS];
    let at = text.find("type Scope").expect("declared");
    let first = text[..at].matches('\n').count() + 1;
    copy.only(format!(
        "schemas/zz.types:2: type `Scope` is declared twice, first at {TOOLS}:{first}; rename or \
         remove one"
    ));
}

#[test]
fn too_many_arguments_of_a_type() {
    let mut copy = Copy::new();
    copy.add("schemas/zz.types", "--- Doc.\ntype Zz =\n  { a : List Utf8 Utf8 }\n");
    copy.only(
        "schemas/zz.types:3: `List` takes 1 arguments, not 2; apply it fully, with parentheses \
         where needed"
            .into(),
    );
}

#[test]
fn a_syntax_error_does_not_hide_the_next() {
    let mut copy = Copy::new();
    copy.add(
        "schemas/zz.types",
        "--- Doc.\ntype Zz = { a Utf8 }\n\n--- Doc.\ntype Yy = { : U64 }\n",
    );
    let remedy = "see the syntax at the top of codegen/src/types/mod.rs";
    assert_eq!(
        copy.faults(),
        [
            format!("schemas/zz.types:2: expected `:`, found `Utf8`; {remedy}"),
            format!("schemas/zz.types:5: expected a field, found `:`; {remedy}"),
        ]
    );
}

#[test]
fn schemas_that_clients_drop() {
    let cases = [
        (
            "input Utf8\n output { a : Utf8 }",
            "the input of tool `zz` is not an object; wrap it in a record, some MCP clients drop \
             other roots",
        ),
        (
            "input {}\n output List Utf8",
            "the output of tool `zz` is not an object; wrap it in a record, some MCP clients drop \
             other roots",
        ),
        (
            "input A { a : Utf8 } | B\n output { a : Utf8 }",
            "the input of tool `zz` is a sum, a combinator at the root; wrap it in a record, some \
             MCP clients drop such schemas",
        ),
        (
            "input { a : Zz }\n output { a : Utf8 }",
            "the input of tool `zz` needs `$ref`, because type `Zz` holds itself; make it flat, \
             some MCP clients drop schemas with `$ref`",
        ),
    ];
    for (sides, expected) in cases {
        let mut copy = Copy::new();
        let text =
            format!("--- Doc.\ntype Zz = {{ next : Option Zz }}\n--- Doc.\ntool zz\n {sides}\n");
        copy.add("schemas/zz.types", &text);
        copy.only(format!("schemas/zz.types:4: {expected}"));
    }
}

#[test]
fn a_name_that_is_too_long_for_clients() {
    let mut copy = Copy::new();
    let name = "z".repeat(65);
    copy.add("schemas/zz.types", &format!("--- Doc.\ntool {name}\n input {{}}\n output {{}}\n"));
    copy.only(format!(
        "schemas/zz.types:2: the name of tool `{name}` is longer than 64; shorten it, some MCP \
         clients drop such tools"
    ));
}

#[test]
fn a_stale_table() {
    let mut copy = Copy::new();
    let path = "spec-docs/trellis-daemon.md";
    let line = copy.replace(path, "| `read_spec` | Reads", "| `read_spec` | Read");
    let faults = copy.faults();
    assert_eq!(faults.len(), 1, "{faults:#?}");
    assert!(
        faults[0].starts_with(&format!("{path}:{line}: out of date (have `| `read_spec` | Read "))
    );
    assert!(faults[0].ends_with("; run `TRELLIS_BLESS=1 cargo build` and commit it"));
}

#[test]
fn a_table_that_does_not_exist_and_one_that_does_not_end() {
    let mut copy = Copy::new();
    let path = "spec-docs/trellis-daemon.md";
    let line = copy.replace(path, "<!-- generated: tools -->", "<!-- generated: tolls -->");
    copy.one_is(&format!(
        "{path}:{line}: no generated table `tolls`; use one of: builtins, codes, codes soil0, \
         codes trellis, repair-classes, tools"
    ));
    let mut copy = Copy::new();
    copy.replace(path, "<!-- end generated -->", "");
    let line = copy.replace(path, "<!-- generated: tools -->", "<!-- generated: tools -->");
    copy.one_is(&format!(
        "{path}:{line}: the marker of table `tools` is not closed; write `<!-- end generated -->` \
         after the table"
    ));
}

#[test]
fn stale_missing_and_unclaimed_generated_files() {
    let bless = "run `TRELLIS_BLESS=1 cargo build` and commit it";
    let mut copy = Copy::new();
    let line = copy.replace("generated/code.rs", "    BadEscape,", "    BadEscapes,");
    copy.0.files.remove("generated/spec_ref.rs");
    copy.add("generated/old.rs", "");
    assert_eq!(
        copy.faults(),
        [
            format!(
                "generated/code.rs:{line}: out of date (have `BadEscapes,`, want `BadEscape,`); {bless}"
            ),
            format!("generated/spec_ref.rs:1: not generated yet; {bless}"),
            "generated/old.rs:1: nothing generates this file; remove it".to_string(),
        ]
    );
}

#[test]
fn four_mistakes_take_one_build() {
    let mut copy = Copy::new();
    copy.replace(REGISTRY, "\"qualify-name\", \"spec_ref\"", "\"qualfy-name\", \"spec_ref\"");
    copy.replace(REGISTRY, "soil-syntax-spec#5.10", "soil-syntax-spec#5.12");
    copy.replace(TOOLS, "raises bundle-path,", "raises bundle-pth,");
    copy.replace(TOOLS, "output Signatures", "output Signatres");
    assert_eq!(copy.faults().len(), 4, "{:#?}", copy.faults());
}
