//! One fault in a source of the contract, as `path:line: what; what to do`.

use std::fmt;

/// What is wrong, where, and what mends it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// Path from the project root, `/`-separated.
    pub path: String,
    /// 1-based line; 1 when the fault is about the file as a whole.
    pub line: usize,
    /// What was found, lower case, no full stop.
    pub what: String,
    /// What to do about it, lower case, no full stop.
    pub remedy: String,
}

impl Fault {
    /// Makes a fault.
    pub fn new(
        path: impl Into<String>,
        line: usize,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Fault { path: path.into(), line, what: what.into(), remedy: remedy.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}; {}", self.path, self.line, self.what, self.remedy)
    }
}

/// Returns the known names nearest to `name`, best first, at most three, for "did you mean".
///
/// A name is near when at most a third of its characters (and at least one) differ.
pub fn near<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let limit = (name.chars().count() / 3).max(1);
    let mut found: Vec<_> = known
        .into_iter()
        .filter_map(|other| {
            let distance = distance(name, other);
            let inside = name.len() >= 3 && other.contains(name);
            (distance <= limit || inside).then_some((distance, other))
        })
        .collect();
    found.sort();
    found.dedup();
    found.into_iter().take(3).map(|(_, other)| other).collect()
}

/// Returns a remedy that names near misses, or `otherwise` when there is none.
pub(crate) fn did_you_mean<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> String {
    match near(name, known).as_slice() {
        [] => otherwise.to_string(),
        found => format!("did you mean `{}`?", found.join("` or `")),
    }
}

/// Edits between two words: insert, delete, replace or swap neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut best = replace.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}
