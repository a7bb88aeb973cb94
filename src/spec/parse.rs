//! One specification file from bytes to [`Spec`], faults in the promised order.
//!
//! Spec: `tr-grammar#6`.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::contract::{self, Code, Diagnostic};
use crate::soil::Name;
use crate::soil::syntax::{SourceFile, Span};
use crate::spec::container::{self, Fence};
use crate::spec::frontmatter::{self, Frontmatter};
use crate::spec::model::{Block, Kind, Payload, Spec, stem_of};
use crate::spec::{Lang, blocks, hash, validity};

/// The tags that `soil.toml` declares.
pub type Tags = FxHashSet<Name>;

/// What a file must agree with outside itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings<'a> {
    /// Last component of the root directory; headers at the top are not checked against it without.
    pub root_name: Option<&'a str>,
    /// The declared tags; tags are not checked without.
    pub tags: Option<&'a Tags>,
}

/// The outcome of reading one file.
#[derive(Debug)]
pub struct Parsed {
    /// The specification. It is there when nothing is wrong, and when the only fault is that a
    /// project header is not named like the directory that a clone of its root happens to have.
    pub spec: Option<Spec>,
    /// The `name` of the frontmatter, also of a faulty file whose frontmatter is sound.
    pub name: Option<Name>,
    /// All faults; the first is the contractual one.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    fn broken(diagnostics: Vec<Diagnostic>) -> Parsed {
        Parsed { spec: None, name: None, diagnostics }
    }
}

/// Reads one `.tr` file.
///
/// `file` is the root-relative path with its extension; any bytes are accepted.
///
/// Spec: `tr-grammar#1`, `tr-grammar#6`.
pub fn parse(file: &str, bytes: &[u8], around: Surroundings) -> Parsed {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Parsed::broken(vec![not_text(file, bytes, error)]),
    };
    if u32::try_from(text.len()).is_err() {
        let fault = Diagnostic::new(Code::TrFrontmatterSyntax, "the file is larger than 4 GiB");
        return Parsed::broken(vec![fault.in_file(file)]);
    }
    let source = SourceFile::new(file, text);
    let front = match frontmatter::read(&source) {
        Ok(front) => front,
        Err(fault) => return Parsed::broken(vec![fault]),
    };
    let body = match container::read(&source, front.length) {
        Ok(body) => body,
        Err(diagnostics) => return Parsed { spec: None, name: Some(front.name), diagnostics },
    };
    let mut faults = Vec::new();
    let mut labels = blocks::Labels::default();
    let payloads: Vec<Option<Payload>> = body
        .fences
        .iter()
        .map(|fence| blocks::read(&source, fence, &mut labels, &mut faults))
        .collect();
    let path = file.strip_suffix(".tr").unwrap_or(file);
    let kind = kind_of(path, &body.fences);
    let outline = validity::Outline {
        source: &source,
        path,
        kind,
        front: &front,
        fences: &body.fences,
        payloads: &payloads,
        has_prose: body.has_prose,
        around,
    };
    let is_broken = validity::check(&outline, &mut faults);
    if is_broken {
        return Parsed { spec: None, name: Some(front.name), diagnostics: faults };
    }
    let hashes = hash::of_file(&source, kind, &front, &body.fences);
    let Frontmatter { name, name_span, tags, length, .. } = front;
    let blocks = body.fences.into_iter().zip(payloads).filter_map(|(fence, payload)| {
        let Fence { info, span, content, .. } = fence;
        Some(Block { info, span, content, payload: payload? })
    });
    let spec = Spec {
        path: Arc::from(path),
        kind,
        name,
        name_span,
        tags,
        frontmatter: length as u32,
        blocks: blocks.collect(),
        code_spans: body.code_spans,
        hashes,
        source,
    };
    Parsed { name: Some(spec.name.clone()), spec: Some(spec), diagnostics: faults }
}

fn kind_of(path: &str, fences: &[Fence]) -> Kind {
    match stem_of(path) {
        "_module" => Kind::Module,
        "_project" => Kind::Project,
        _ if fences.iter().any(|fence| fence.info.lang == Lang::SoilType) => Kind::Type,
        _ => Kind::Function,
    }
}

/// Blames the first byte that is no text; the file has no lines to count by then, so by hand.
fn not_text(file: &str, bytes: &[u8], error: std::str::Utf8Error) -> Diagnostic {
    let start = error.valid_up_to();
    let end = error.error_len().map_or(bytes.len(), |length| start + length);
    let before = &bytes[..start];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let span = contract::Span {
        start: start as u64,
        end: end as u64,
        line: 1 + before.iter().filter(|byte| **byte == b'\n').count() as u64,
        col: (start - line_start + 1) as u64,
    };
    Diagnostic::new(Code::TrFrontmatterSyntax, "the file is not UTF-8 text").at(file, span)
}

/// Makes a span of file offsets.
pub(super) fn span(range: std::ops::Range<usize>) -> Span {
    Span::new(range.start as u32, range.end as u32)
}
