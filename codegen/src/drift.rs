//! Compares what the sources say with what is checked in.

use crate::{Fault, Outputs, Sources};

/// The command that rewrites every generated file.
pub const BLESS: &str = "run `TRELLIS_BLESS=1 cargo build` and commit it";

/// Returns a fault for every generated file that is missing, out of date or no longer generated.
pub fn faults(sources: &Sources, outputs: &Outputs) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (path, want) in &outputs.files {
        match sources.text(path) {
            None => faults.push(Fault::new(&**path, 1, "not generated yet", BLESS)),
            Some(have) if have == want => {}
            Some(have) => {
                let (line, have, want) = first_difference(have, want);
                let what = format!("out of date (have `{have}`, want `{want}`)");
                faults.push(Fault::new(&**path, line, what, BLESS));
            }
        }
    }
    for path in sources.files.keys().filter(|path| path.starts_with("generated/")) {
        if !outputs.files.contains_key(path) {
            faults.push(Fault::new(&**path, 1, "nothing generates this file", "remove it"));
        }
    }
    faults
}

fn first_difference<'a>(have: &'a str, want: &'a str) -> (usize, &'a str, &'a str) {
    let (mut have, mut want) = (have.lines(), want.lines());
    let mut line = 1;
    loop {
        match (have.next(), want.next()) {
            (Some(a), Some(b)) if a == b => line += 1,
            (a, b) => {
                return (line, a.unwrap_or("the end").trim(), b.unwrap_or("the end").trim());
            }
        }
    }
}
