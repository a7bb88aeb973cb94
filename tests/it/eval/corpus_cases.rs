//! The corpus of evaluation: a program, and calls of its definitions.
//!
//! After a line `--- calls`, each line holds a name and a JSON array of arguments. The outcome
//! lists each call with its result or panic.

use std::fmt::Write as _;

use trellis::soil::value::json::tape::Tape;

use super::Ready;
use crate::corpus;

#[test]
fn programs_come_to_the_stated_results() {
    corpus::check("soil/eval", "soil", |case| {
        let text = case.text();
        let (program, calls) = text.split_once("\n--- calls\n").expect("a section of calls");
        let ready = Ready::new(program);
        let mut out = String::new();
        for call in calls.lines() {
            let (name, args) = call.split_once(' ').expect("a name and arguments");
            let tape = Tape::parse(args).expect("arguments are JSON");
            let items: Vec<&str> =
                tape.root().elements().expect("an array").map(|item| item.raw()).collect();
            let _ = writeln!(out, "{call}\n  {}", ready.call(name, &items));
        }
        out
    });
}
