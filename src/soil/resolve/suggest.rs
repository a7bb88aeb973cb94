//! Names that come close to an unknown one.

use std::fmt::Write as _;

/// Writes `; did you mean …` with up to three of `known` that are near `name`, nearest first; empty
/// when none is.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    // Any two names of one or two letters are near each other, which says nothing.
    let limit = if name.len() < 3 { 0 } else { (name.len() / 3).max(1) };
    let mut near: Vec<(usize, &str)> = known
        .filter(|other| other.len().abs_diff(name.len()) <= limit)
        .map(|other| (distance(name, other), other))
        .filter(|(distance, _)| *distance <= limit)
        .collect();
    near.sort_unstable();
    near.dedup();
    list("; did you mean ", near.into_iter().map(|(_, name)| name))
}

/// Writes up to three names in back quotes after `lead`; empty without names.
pub(crate) fn list<'a>(lead: &str, names: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for (at, name) in names.take(3).enumerate() {
        let before = if at == 0 { lead } else { " or " };
        let _ = write!(text, "{before}`{name}`");
    }
    text
}

/// Counts the insertions, deletions, replacements and swaps of neighbours between two texts.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
