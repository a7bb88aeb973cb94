//! One mutation for each row of the invalidation table, and who re-anchors what.
//!
//! Spec: `lock-schema#8`.

use trellis::root::lock::{self, Lock, Provenance};
use trellis::root::{editorial, marks, refresh};

use crate::root::Scratch;

/// A root whose definitions are all lowered and green: the demonstration root, with a lowering of
/// `parse_kv` recorded as of now.
fn green() -> Scratch {
    let demo = Scratch::demo();
    refresh::refresh(&demo.dir()).expect("a refresh");
    let snapshot = demo.snapshot();
    let mut lock = (**snapshot.lock("textkit/parse_kv").expect("refreshed")).clone();
    lock.lowering = trellis::root::record::lowering(&snapshot, "textkit/parse_kv");
    let spec = snapshot.spec("textkit/parse_kv").expect("valid");
    lock.checks = trellis::root::record::checks(&snapshot, spec);
    demo.write("textkit/parse_kv.lock", lock::write(&lock));
    assert_eq!(demo.standing("textkit/clamp"), "tested []");
    assert_eq!(demo.standing("textkit/parse_kv"), "typed []");
    demo
}

fn refreshed(root: &Scratch) {
    let done = refresh::refresh(&root.dir()).expect("a refresh");
    assert_eq!(done.dropped, [], "nothing is dropped");
}

fn lock(root: &Scratch, path: &str) -> Lock {
    let file = format!("{path}.lock");
    lock::read(&file, root.read(&file).as_bytes()).expect("a valid lock")
}

#[test]
fn a_formal_edit_stays_stale_through_refresh() {
    let root = green();
    root.edit("textkit/clamp.tr", "at-most: result <= hi", "at-most: result <= hi + 0");
    assert_eq!(root.standing("textkit/clamp"), "tested [formal-stale]");
    refreshed(&root);
    assert_eq!(root.standing("textkit/clamp"), "tested [formal-stale]");
}

#[test]
fn a_test_edit_stays_stale_through_refresh() {
    let root = green();
    root.edit("textkit/clamp.tr", "(0, 10, 99) => 10", "(0, 10, 98) => 10");
    assert_eq!(root.standing("textkit/clamp"), "tested [test-stale]");
    refreshed(&root);
    assert_eq!(root.standing("textkit/clamp"), "tested [test-stale]");
}

#[test]
fn a_new_case_without_a_row_lowers_the_rung() {
    let root = green();
    root.edit("textkit/clamp.tr", "(0, 10, 99) => 10", "(0, 10, 99) => 10\n(0, 10, 5) => 5");
    assert_eq!(root.standing("textkit/clamp"), "typed [test-stale]");
}

#[test]
fn a_prose_edit_is_stored_and_suggests_a_review() {
    let root = green();
    let before = lock(&root, "textkit/clamp").lowering;
    root.edit("textkit/clamp.tr", "Limits an integer", "Restricts an integer");
    assert_eq!(root.standing("textkit/clamp"), "tested [prose-stale]");
    refreshed(&root);
    assert_eq!(root.standing("textkit/clamp"), "tested [review-suggested]");
    assert_eq!(lock(&root, "textkit/clamp").lowering, before, "the lowering stays valid");
    marks::mark(&root.dir(), "clamp", marks::Mark::Reviewed).expect("reviewed");
    assert_eq!(root.standing("textkit/clamp"), "tested []");
}

#[test]
fn a_decision_edit_flags_those_who_cite_it() {
    let root = green();
    root.edit("_project.tr", "never with panic", "never by panic");
    assert_eq!(root.standing("textkit/clamp"), "tested [decision-stale:results]");
    assert_eq!(root.standing("textkit/parse_kv"), "typed []", "it cites nothing");
    refreshed(&root);
    assert_eq!(root.standing("textkit/clamp"), "tested [decision-stale:results]");
}

#[test]
fn a_decision_that_comes_flags_its_whole_scope_once() {
    let root = green();
    root.edit("textkit/_module.tr", "casing: fold", "order: keep it\ncasing: fold");
    assert_eq!(root.standing("textkit/clamp"), "tested [decision-scope-stale]");
    assert_eq!(root.standing("textkit/parse_kv"), "typed [decision-scope-stale]");
}

#[test]
fn an_editorial_edit_restamps_and_flags_nothing() {
    let root = green();
    root.edit("_project.tr", "never with panic", "never by panic");
    let restamped = editorial::editorial(&root.dir(), "results", None).expect("a known label");
    assert_eq!(restamped, ["textkit/clamp"]);
    assert_eq!(root.standing("textkit/clamp"), "tested []");

    root.edit("textkit/_module.tr", "casing: fold", "order: keep it\ncasing: fold");
    let restamped = editorial::editorial(&root.dir(), "order", None).expect("an added label");
    assert_eq!(restamped, ["textkit/clamp", "textkit/parse_kv"]);
    assert_eq!(root.standing("textkit/clamp"), "tested []");

    root.edit("_project.tr", "results: report failure with Result, never by panic", "other: x");
    let fault = editorial::editorial(&root.dir(), "nothing", None).expect_err("an unknown label");
    assert_eq!(fault[0].code.as_str(), "unknown-decision");
    editorial::editorial(&root.dir(), "results", None).expect("a cited label");
    assert_eq!(lock(&root, "textkit/clamp").lowering.expect("lowered").applied, []);
}

#[test]
fn a_label_of_several_scopes_needs_its_module() {
    let root = green();
    root.edit("textkit/_module.tr", "casing: fold", "results: in this module too\ncasing: fold");
    let fault = editorial::editorial(&root.dir(), "results", None).expect_err("ambiguous");
    assert_eq!(fault[0].code.as_str(), "usage");
    editorial::editorial(&root.dir(), "results", Some("textkit")).expect("chosen");
    assert_eq!(root.standing("textkit/clamp"), "tested []");
}

#[test]
fn soil_edited_by_hand_is_recorded_as_such() {
    let root = green();
    root.edit("textkit/clamp.soil", "if hi < x", "if hi <= x");
    assert_eq!(root.standing("textkit/clamp"), "tested [soil-drift]");
    refreshed(&root);
    assert_eq!(root.standing("textkit/clamp"), "tested []");
    let lowering = lock(&root, "textkit/clamp").lowering.expect("lowered");
    assert_eq!(lowering.provenance, Provenance::HandEdited);
}

#[test]
fn soil_that_only_looks_different_changes_nothing() {
    let root = green();
    let text = root.read("textkit/clamp.soil").replace("clamp lo hi x", "clamp a b c");
    let text = text.replace("x < lo", "c < a").replace("then lo", "then a");
    let text =
        text.replace("hi < x", "b < c").replace("then hi", "then b").replace("else x", "else c");
    root.write("textkit/clamp.soil", format!("-- a comment\n{text}"));
    assert_eq!(root.standing("textkit/clamp"), "tested []");
}

#[test]
fn a_callee_that_moves_makes_its_callers_stale_and_no_more() {
    let root = green();
    root.edit("textkit/_private.soil", "utf8_trim s", "utf8_lower (utf8_trim s)");
    assert_eq!(root.standing("textkit/parse_kv"), "typed [stale-callees]");
    refreshed(&root);
    assert_eq!(root.standing("textkit/parse_kv"), "typed []");
    let lowering = lock(&root, "textkit/parse_kv").lowering.expect("lowered");
    assert_eq!(lowering.provenance, Provenance::HumanVerified, "provenance is untouched");
}

#[test]
fn a_type_that_moves_counts_as_an_own_change() {
    let root = green();
    root.edit("textkit/kv_error.tr", "| NoSeparator\n", "| NoSeparator\n  | Other\n");
    assert_eq!(root.standing("textkit/parse_kv"), "typed [soil-drift]");
    assert_eq!(root.standing("textkit/kv_error"), "typed [formal-stale]");
    refreshed(&root);
    assert_eq!(root.standing("textkit/kv_error"), "typed []", "checking re-verifies a type");
}

#[test]
fn soil_that_goes_and_soil_that_comes() {
    let root = green();
    std::fs::remove_file(root.path().join("textkit/clamp.soil")).expect("it is there");
    assert_eq!(root.standing("textkit/clamp"), "tested [soil-missing]");
    std::fs::remove_file(root.path().join("textkit/parse_kv.lock")).expect("it is there");
    refreshed(&root);
    assert_eq!(root.standing("textkit/parse_kv"), "unlowered [soil-untracked]");
}

#[test]
fn versions_alone_change_nothing() {
    let root = green();
    root.edit("textkit/clamp.lock", "\"trellis\": \"0.1.0\"", "\"trellis\": \"0.0.9\"");
    let before = root.read("textkit/clamp.lock");
    assert_eq!(root.standing("textkit/clamp"), "tested []");
    refreshed(&root);
    assert_eq!(root.read("textkit/clamp.lock"), before);
}

#[test]
fn an_open_question_and_an_accepted_definition_show() {
    let root = green();
    root.write("textkit/clamp.question.json", "{}");
    assert_eq!(root.standing("textkit/clamp"), "tested [open-question]");
    marks::mark(&root.dir(), "clamp", marks::Mark::Accepted(true)).expect("green");
    assert_eq!(root.standing("textkit/clamp"), "accepted [open-question]");
    let fault = marks::mark(&root.dir(), "parse_kv", marks::Mark::Accepted(true));
    assert!(fault.is_ok(), "no row is red");
}

#[test]
fn a_refresh_that_has_nothing_to_say_writes_nothing() {
    let root = green();
    refreshed(&root);
    let done = refresh::refresh(&root.dir()).expect("a refresh");
    assert_eq!(done.written, Vec::<String>::new());
}

#[test]
fn the_same_root_elsewhere_has_the_same_locks() {
    let (here, there) = (green(), Scratch::empty());
    refreshed(&here);
    crate::folder::copy(&here.path(), &there.path());
    std::fs::remove_file(there.path().join("soil.lock")).expect("the manifest");
    let done = refresh::refresh(&there.dir()).expect("a refresh");
    assert_eq!(done.written, Vec::<String>::new());
    assert!(there.read("soil.lock") == here.read("soil.lock"), "the manifests differ");
}
