//! The derived manifest `soil.lock`: every lock of a root in one file, for tools that want one.
//!
//! Never an input. Private helpers are listed by owner, so one that nobody owns vanishes.
//!
//! Spec: `lock-schema#7`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::root::lock::{self, FORMAT, Lock, quoted};
use crate::spec::digest::Digest;
use crate::spec::module_of;

/// The file's name, directly in the root directory.
pub const FILE: &str = "soil.lock";

/// Writes the manifest of locks by definition path, which are sorted.
pub fn write(locks: &[(&str, &Lock)]) -> String {
    let mut out = format!("{{\n  \"lock_format\": {FORMAT},\n  \"definitions\": ");
    let definitions = locks.iter().map(|(path, lock)| {
        let text = lock::write(lock);
        (*path, text.trim_end().replace('\n', "\n    "))
    });
    map(&mut out, definitions);
    out.push_str(",\n  \"soil_private\": ");
    let mut owners: BTreeMap<(String, Digest), BTreeSet<&str>> = BTreeMap::new();
    for (path, lock) in locks {
        for helper in lock.lowering.iter().flat_map(|lowering| &lowering.private_helpers) {
            let module = module_of(path);
            let name = match module {
                "" => helper.name.clone(),
                _ => format!("{module}/{}", helper.name),
            };
            owners.entry((name, helper.hash)).or_default().insert(path);
        }
    }
    let mut is_first = true;
    for ((name, hash), owners) in &owners {
        out.push_str(if is_first { "[\n    { \"name\": " } else { ",\n    { \"name\": " });
        is_first = false;
        quoted(&mut out, name);
        let _ = write!(out, ", \"hash\": \"{hash}\", \"owners\": ");
        strings(&mut out, owners.iter().copied());
        out.push_str(" }");
    }
    out.push_str(if is_first { "[]" } else { "\n  ]" });
    out.push_str(",\n  \"escape_hatches\": ");
    let hatches = locks.iter().filter(|(_, lock)| !lock.spec.escape_hatches.is_empty());
    map(
        &mut out,
        hatches.map(|(path, lock)| {
            let mut list = String::new();
            strings(&mut list, lock.spec.escape_hatches.iter().map(String::as_str));
            (*path, list)
        }),
    );
    out.push_str(",\n  \"trusted_packages\": {}\n}\n");
    out
}

fn map<'a>(out: &mut String, entries: impl Iterator<Item = (&'a str, String)>) {
    let mut is_first = true;
    for (key, value) in entries {
        out.push_str(if is_first { "{\n    " } else { ",\n    " });
        is_first = false;
        quoted(out, key);
        out.push_str(": ");
        out.push_str(&value);
    }
    out.push_str(if is_first { "{}" } else { "\n  }" });
}

fn strings<'a>(out: &mut String, items: impl Iterator<Item = &'a str>) {
    out.push('[');
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        quoted(out, item);
    }
    out.push(']');
}
