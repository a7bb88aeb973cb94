//! The numbered sections of `spec-docs/` and the anchors that point at them.
//!
//! A numbered heading is `## 5 Title` or `### 5.1 Title`; fenced code is skipped. A section runs
//! to the next heading of its level or above, so its text includes its subsections.

use crate::Fault;
use crate::fault::near;
use crate::sources::Sources;

/// Where the documents are.
pub const FOLDER: &str = "spec-docs/";

/// The documents that anchors may point into.
pub const SLUGS: [&str; 7] = [
    "design",
    "lock-schema",
    "soil-syntax-spec",
    "soil-toml",
    "soil0-cli",
    "tr-grammar",
    "trellis-daemon",
];

/// A document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The first part of its anchors.
    pub slug: String,
    /// Path from the project root.
    pub path: String,
    /// Its title.
    pub title: String,
    /// Numbered sections in document order.
    pub sections: Vec<Section>,
}

/// A numbered section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// `5.1`
    pub number: String,
    /// The heading without its number.
    pub title: String,
    /// Number of `#`.
    pub level: usize,
    /// Line of the heading.
    pub line: usize,
    /// Bytes of the section, heading included, in the document.
    pub range: std::ops::Range<usize>,
}

/// Reads every document and checks its numbering.
pub fn read(sources: &Sources, faults: &mut Vec<Fault>) -> Vec<Document> {
    let mut documents = Vec::new();
    for (path, text) in sources.below(FOLDER, ".md") {
        let slug = path[FOLDER.len()..].trim_end_matches(".md");
        if !SLUGS.contains(&slug) {
            let what = format!("`{slug}` is not one of the contract's documents");
            faults.push(Fault::new(path, 1, what, format!("use one of: {}", SLUGS.join(", "))));
            continue;
        }
        let document = document(slug, path, text);
        numbering(&document, faults);
        documents.push(document);
    }
    for slug in SLUGS.iter().filter(|slug| !documents.iter().any(|d| d.slug == **slug)) {
        let what = "the document is missing";
        faults.push(Fault::new(format!("{FOLDER}{slug}.md"), 1, what, "restore it"));
    }
    documents
}

/// Finds the section of an anchor.
pub fn find<'a>(documents: &'a [Document], anchor: &str) -> Option<&'a Section> {
    let (slug, number) = anchor.split_once('#')?;
    let document = documents.iter().find(|document| document.slug == slug)?;
    document.sections.iter().find(|section| section.number == number)
}

/// Adds a fault if an anchor points nowhere.
pub fn check(documents: &[Document], path: &str, line: usize, anchor: &str, f: &mut Vec<Fault>) {
    if find(documents, anchor).is_some() {
        return;
    }
    let slug = anchor.split('#').next().unwrap_or_default();
    let all = documents.iter().flat_map(|document| {
        document.sections.iter().map(|section| format!("{}#{}", document.slug, section.number))
    });
    let all: Vec<String> = all.filter(|other| other.starts_with(slug)).collect();
    let parent = anchor.rsplit_once('.').map(|(parent, _)| parent);
    let mut close = near(anchor, all.iter().map(String::as_str));
    if let Some(parent) = parent.filter(|parent| all.iter().any(|known| known == parent)) {
        close.retain(|other| *other != parent);
        close.truncate(2);
        close.push(parent);
    }
    let remedy = match close.as_slice() {
        [] => format!("use `{}#<number>` with a heading's number", SLUGS.join("|")),
        found => format!("did you mean `{}`?", found.join("` or `")),
    };
    f.push(Fault::new(path, line, format!("no heading for anchor `{anchor}`"), remedy));
}

/// Returns every anchor written in a text, with its line; fenced code is skipped.
pub fn mentions(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    for (n, line) in text.lines().enumerate() {
        let mark = line.trim_start();
        let ticks = mark.len() - mark.trim_start_matches(['`', '~']).len();
        match fence {
            Some(open) if mark == open => fence = None,
            None if ticks >= 3 => fence = Some(&mark[..ticks]),
            _ => {}
        }
        if fence.is_some() {
            continue;
        }
        for (at, _) in line.match_indices('#') {
            let (before, after) = (&line[..at], &line[at + 1..]);
            let Some(slug) = SLUGS.iter().find(|slug| before.ends_with(**slug)) else { continue };
            let head = &before[..before.len() - slug.len()];
            if head.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '/') {
                continue;
            }
            let digits: String =
                after.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
            let number = digits.trim_end_matches('.');
            if !number.is_empty() {
                found.push((n + 1, format!("{slug}#{number}")));
            }
        }
    }
    found
}

fn document(slug: &str, path: &str, text: &str) -> Document {
    let (mut sections, mut title): (Vec<Section>, _) = (Vec::new(), String::new());
    let (mut offset, mut fence) = (0, None::<String>);
    // Headings that still want their end: index into `sections` and level.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (n, line) in text.split_inclusive('\n').enumerate() {
        let start = offset;
        offset += line.len();
        let bare = line.trim_end();
        let indented = bare.trim_start();
        if let Some(mark) = &fence {
            let closes = indented.starts_with(mark.as_str())
                && indented.chars().all(|c| mark.starts_with(c));
            if closes {
                fence = None;
            }
            continue;
        }
        if indented.starts_with("```") || indented.starts_with("~~~") {
            let first = indented.chars().next().unwrap_or('`');
            fence = Some(indented.chars().take_while(|c| *c == first).collect());
            continue;
        }
        let level = bare.chars().take_while(|c| *c == '#').count();
        if level == 0 || level > 6 || !bare[level..].starts_with(' ') {
            continue;
        }
        while let Some((section, _)) = open.pop_if(|(_, of)| *of >= level) {
            sections[section].range.end = start;
        }
        let heading = bare[level..].trim();
        if level == 1 && title.is_empty() {
            title = heading.to_string();
        }
        if let Some((number, title)) = numbered(heading) {
            open.push((sections.len(), level));
            sections.push(Section { number, title, level, line: n + 1, range: start..text.len() });
        }
    }
    Document { slug: slug.into(), path: path.into(), title, sections }
}

/// Splits `5.1 No shadowing`; a heading that starts otherwise has no number.
fn numbered(heading: &str) -> Option<(String, String)> {
    let (number, title) = heading.split_once(' ')?;
    let number = number.trim_end_matches('.');
    let parts = number
        .split('.')
        .all(|part| !part.is_empty() && part.len() < 4 && part.chars().all(|c| c.is_ascii_digit()));
    parts.then(|| (number.to_string(), title.trim().to_string()))
}

fn numbering(document: &Document, faults: &mut Vec<Fault>) {
    let mut before: Vec<u32> = Vec::new();
    for section in &document.sections {
        let number: Vec<u32> = section.number.split('.').filter_map(|n| n.parse().ok()).collect();
        let depth = number.len();
        let parent = &number[..depth - 1];
        let follows = match before.get(depth - 1) {
            Some(last) => before[..depth - 1] == *parent && number[depth - 1] == last + 1,
            None => before == parent && (number[depth - 1] <= 1),
        };
        let fault =
            |what: String, remedy: &str| Fault::new(&*document.path, section.line, what, remedy);
        if !follows {
            let last = before.iter().map(u32::to_string).collect::<Vec<_>>().join(".");
            let last = if last.is_empty() { "the start".into() } else { format!("`{last}`") };
            let what = format!("section `{}` does not follow {last}", section.number);
            faults.push(fault(what, "number the sections in order, without gaps"));
        }
        if section.level != depth + 1 {
            let what = format!("section `{}` has {} `#`", section.number, section.level);
            faults.push(fault(what, &format!("write {} of them", depth + 1)));
        }
        before = number;
    }
}
