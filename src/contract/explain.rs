//! The pages of the codes, whole and in parts.

use super::Code;
use super::embedded::PAGES;

/// The parts of a page, as Markdown without their headings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// What the code means and why the rule exists.
    pub meaning: &'static str,
    /// The smallest failing example.
    pub failing: &'static str,
    /// The same, repaired.
    pub repaired: &'static str,
    /// What to do when the repair class's usual action does not apply.
    pub otherwise: &'static str,
}

/// Returns the page of a code, its title included.
pub fn page(code: Code) -> &'static str {
    PAGES.binary_search_by_key(&code, |(code, _)| *code).map_or("", |at| PAGES[at].1)
}

/// Splits the page of a code at its headings; fenced code is skipped.
pub fn sections(code: Code) -> Parts {
    let page = page(code);
    let mut parts = Parts::default();
    let mut start = page.find('\n').map_or(page.len(), |at| at + 1);
    let mut heading = "";
    let mut offset = start;
    let mut fence: Option<&str> = None;
    let mut keep = |heading: &str, text: &'static str| {
        let slot = match heading {
            "" => &mut parts.meaning,
            "Failing example" => &mut parts.failing,
            "Repaired example" => &mut parts.repaired,
            _ => &mut parts.otherwise,
        };
        *slot = text.trim();
    };
    for line in page[start..].split_inclusive('\n') {
        let bare = line.trim_end();
        let ticks = bare.len() - bare.trim_start_matches('`').len();
        match fence {
            Some(open) if bare == open => fence = None,
            None if ticks >= 3 => fence = Some(&bare[..ticks]),
            None => {
                if let Some(title) = bare.strip_prefix("## ") {
                    keep(heading, &page[start..offset]);
                    heading = title;
                    start = offset + line.len();
                }
            }
            Some(_) => {}
        }
        offset += line.len();
    }
    keep(heading, &page[start..]);
    parts
}
