//! The three-part hash of a specification, and the hashes of decisions.
//!
//! `formal` moves when what must be built moves, `test` when what is tested moves, `prose` when
//! anything else of the file moves, except the name and the decisions.
//!
//! Spec: `design#6.2`.

use crate::soil::syntax::{SourceFile, Span};
use crate::spec::container::Fence;
use crate::spec::digest::{Digest, Hasher};
use crate::spec::frontmatter::Frontmatter;
use crate::spec::info::HashClass;
use crate::spec::model::Kind;

/// The three hashes of a specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hashes {
    /// The name and every formal block.
    pub formal: Digest,
    /// Every test block; only functions have one.
    pub test: Option<Digest>,
    /// All bytes but the name line and the reserved blocks.
    pub prose: Digest,
}

pub(super) fn of_file(
    source: &SourceFile,
    kind: Kind,
    front: &Frontmatter,
    fences: &[Fence],
) -> Hashes {
    let text = source.text();
    let digest = |mut hasher: Hasher, class: HashClass| {
        for fence in fences.iter().filter(|fence| fence.info.lang.class() == class) {
            hasher.part(fence.info.to_string().as_bytes());
            hasher.part(slice(text, fence.content).as_bytes());
        }
        hasher.finish()
    };
    let mut named = Hasher::default();
    named.part(front.name.as_bytes());
    let mut holes = vec![front.name_line.clone()];
    holes.extend(fences.iter().map(|fence| fence.span.start as usize..fence.span.end as usize));
    let mut prose = Hasher::default();
    prose.part_without(text.as_bytes(), &holes);
    Hashes {
        formal: digest(named, HashClass::Formal),
        test: (kind == Kind::Function).then(|| digest(Hasher::default(), HashClass::Test)),
        prose: prose.finish(),
    }
}

/// Hashes a decision: its label line and its `rejected:` lines as written.
///
/// `lines` are without line ends, leading blanks kept, blank lines left out.
pub fn decision_hash<'a>(lines: impl IntoIterator<Item = &'a str>) -> Digest {
    let lines: Vec<&str> = lines.into_iter().collect();
    Digest::of([lines.join("\n")])
}

/// Hashes the labels that are in scope of a definition, project's and module's together.
///
/// A label that stands in both scopes comes twice. The order of `labels` does not matter.
pub fn scope_hash<'a>(labels: impl IntoIterator<Item = &'a str>) -> Digest {
    let mut labels: Vec<&str> = labels.into_iter().collect();
    labels.sort_unstable();
    Digest::of([labels.join("\0")])
}

fn slice(text: &str, span: Span) -> &str {
    &text[span.start as usize..span.end as usize]
}
