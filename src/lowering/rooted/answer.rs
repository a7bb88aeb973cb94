//! Writing a human's answer into the specification.
//!
//! An ambiguity or contradiction becomes a pair in the `## Clarifications` of the definition; a
//! rule becomes an entry of the module's or the project's decisions. Question and answer are each
//! brought to one line, which also keeps fences and headings out.
//!
//! Spec: `tr-grammar#8`, `trellis-daemon#8`.

use crate::contract::{Code, Diagnostic};
use crate::lowering::library::{Faults, HumanAnswer, Question, QuestionKind, Scope};
use crate::lowering::questions;
use crate::root::Snapshot;
use crate::root::change::Writing;
use crate::root::files;
use crate::root::find::RootDir;
use crate::spec::{self, Lang, Spec, module_of};

/// Writes one answer, under the root's advisory lock.
pub(super) fn write(
    root: &RootDir,
    question: &Question,
    answer: &HumanAnswer,
) -> Result<(), Faults> {
    let one = |fault: Diagnostic| vec![fault];
    let writing = Writing::begin(root)?;
    let snapshot = &writing.snapshot;
    let def = question.def.as_str();
    let Some(spec) = snapshot.spec(def) else {
        let faults = snapshot.faults_of(def);
        let gone = Diagnostic::new(Code::JobStaleQuestion, format!("`{def}` is gone"));
        return Err(if faults.is_empty() { vec![gone] } else { faults });
    };
    if super::subject::hashes(spec) != question.asked_against {
        return Err(vec![stale(root, question, spec)]);
    }
    let text = one_line(&answer.text);
    if text.is_empty() {
        return Err(vec![Diagnostic::new(Code::Usage, "the answer is empty")]);
    }
    let (path, new) = match question.kind {
        QuestionKind::Ambiguity | QuestionKind::Contradiction => {
            let asked = one_line(&question.question);
            (format!("{def}.tr"), clarified(spec.source.text(), &asked, &text))
        }
        QuestionKind::Rule => rule(snapshot, def, &text, answer).map_err(one)?,
    };
    files::replace(&root.file(&path), &path, new.as_bytes()).map_err(one)
}

fn stale(root: &RootDir, question: &Question, spec: &Spec) -> Diagnostic {
    let message = format!("`{}` changed since the question was asked", question.def);
    let fault = Diagnostic::new(Code::JobStaleQuestion, message).in_file(spec.source.name());
    let then = questions::spec_then(root.path(), &question.def).unwrap_or_default();
    let diff = similar::TextDiff::from_lines(then.as_str(), spec.source.text());
    let diff = diff.unified_diff().header("when asked", "now").to_string();
    fault.note(diff).note("drop the question with `--drop`, or lower the definition again")
}

/// Brings a text to one line: runs of white space become one blank.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Adds a pair to the `## Clarifications` of a specification; makes the section when there is none.
fn clarified(text: &str, question: &str, answer: &str) -> String {
    let pair = format!("- **Q:** {question}\n  **A:** {answer}\n");
    let mut text = text.to_owned();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let Some(start) = heading(&text) else {
        return format!("{text}\n## Clarifications\n\n{pair}");
    };
    let section_end = section_end(&text, start);
    let filled = text[..section_end].trim_end().len();
    let (before, after) = (&text[..filled], &text[filled..]);
    // The line end of the last line belongs to it; what followed the section stays as it was.
    let after = after.strip_prefix('\n').unwrap_or(after);
    format!("{before}\n\n{pair}{after}")
}

/// Finds the line after the heading, outside of fences.
fn heading(text: &str) -> Option<usize> {
    lines_outside_fences(text).find_map(|(start, line)| {
        (line.trim_end() == "## Clarifications").then_some(start + line.len())
    })
}

fn section_end(text: &str, from: usize) -> usize {
    lines_outside_fences(text)
        .find(|(start, line)| *start >= from && (line.starts_with("# ") || line.starts_with("## ")))
        .map_or(text.len(), |(start, _)| start)
}

fn lines_outside_fences(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let mut fence: Option<String> = None;
    text.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let mark: String =
            line.trim_start().chars().take_while(|c| matches!(c, '`' | '~')).collect();
        match &fence {
            Some(open) => {
                if mark.starts_with(open.as_str()) && line.trim().chars().all(|c| open.contains(c))
                {
                    fence = None;
                }
                None
            }
            None if mark.len() >= 3 => {
                fence = Some(mark);
                None
            }
            None => Some((start, line)),
        }
    })
}

/// Adds an entry to a decisions block; returns the file's path and its new text.
fn rule(
    snapshot: &Snapshot,
    def: &str,
    text: &str,
    answer: &HumanAnswer,
) -> Result<(String, String), Diagnostic> {
    let module = module_of(def);
    let scope = match (answer.scope, module) {
        (Some(Scope::Module), "") => {
            let message = format!("`{def}` stands in no module; its rules are the project's");
            return Err(Diagnostic::new(Code::Usage, message));
        }
        (Some(scope), _) => scope,
        (None, "") => Scope::Project,
        (None, _) => {
            let fault = Diagnostic::new(Code::Usage, "a rule of the project or of the module?");
            return Err(fault.note("say `--scope project` or `--scope module`"));
        }
    };
    let (label, text) = match (&answer.label, text.split_once(':')) {
        (Some(label), _) => (one_line(label), text.to_owned()),
        (None, Some((label, rest))) if !rest.trim().is_empty() => {
            (label.trim().to_owned(), rest.trim().to_owned())
        }
        _ => {
            let fault = Diagnostic::new(Code::Usage, "a rule needs a label");
            return Err(fault.note("say `--label LABEL`, or answer with `label: text`"));
        }
    };
    if label.is_empty() || label.contains([':', '`']) {
        let message = format!("`{label}` cannot be the label of a decision");
        return Err(Diagnostic::new(Code::Usage, message));
    }
    let path = match scope {
        Scope::Project => "_project".to_owned(),
        Scope::Module => format!("{module}/_module"),
    };
    let known = match scope {
        Scope::Project => crate::root::lock::Scope::Project,
        Scope::Module => crate::root::lock::Scope::Module,
    };
    if snapshot.in_scope(def).find(known, &label).is_some() {
        let message = format!("there is a decision `{label}` already");
        return Err(Diagnostic::new(Code::Usage, message).in_file(format!("{path}.tr")));
    }
    let file = format!("{path}.tr");
    let entry = format!("{label}: {text}\n");
    let spec = snapshot.spec(&path);
    let on_disk = snapshot.root().file(&file);
    let current = match spec {
        Some(spec) => spec.source.text().to_owned(),
        None if on_disk.exists() => {
            let fault = Diagnostic::new(Code::Usage, "the header is faulty; mend it first");
            return Err(fault.in_file(&file));
        }
        None if scope == Scope::Project => {
            let name = snapshot.root().name();
            format!("---\nname: {name}\n---\nDecisions of the whole project.\n")
        }
        None => {
            let fault = Diagnostic::new(Code::Usage, "the module has no header to hold a rule");
            return Err(fault.in_file(&file).note("a rule of the project needs none"));
        }
    };
    let block =
        spec.and_then(|spec| spec.blocks.iter().find(|block| block.info.lang == Lang::Decisions));
    let new = match block {
        Some(block) => {
            let (before, after) = current.split_at(block.content.end as usize);
            format!("{before}{entry}{after}")
        }
        None => {
            let gap = if current.ends_with('\n') { "\n" } else { "\n\n" };
            format!("{current}{gap}```decisions\n{entry}```\n")
        }
    };
    // An answer that would break the header is refused rather than written.
    let around = spec::Surroundings { root_name: None, tags: Some(&snapshot.config().vocabulary) };
    let parsed = spec::parse(&file, new.as_bytes(), around);
    match parsed.diagnostics.into_iter().next() {
        Some(fault) => Err(fault.note("the answer does not fit into a decision; word it anew")),
        None => Ok((file, new)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_is_made_at_the_end() {
        let text = clarified("---\nname: f\n---\nProse.", "which?", "that");
        assert_eq!(
            text,
            "---\nname: f\n---\nProse.\n\n## Clarifications\n\n- **Q:** which?\n  **A:** that\n"
        );
    }

    #[test]
    fn a_pair_goes_behind_the_last_one_and_before_the_next_section() {
        let first = clarified("Prose.\n", "a?", "b");
        let text = clarified(&format!("{first}\n## Notes\n\nMore.\n"), "c?", "d");
        assert_eq!(
            text,
            "Prose.\n\n## Clarifications\n\n- **Q:** a?\n  **A:** b\n\n- **Q:** c?\n  **A:** d\n\n\
             ## Notes\n\nMore.\n"
        );
    }

    #[test]
    fn a_heading_inside_a_fence_is_none() {
        let text = clarified("```text\n## Clarifications\n```\n", "a?", "b");
        assert!(text.ends_with("```\n\n## Clarifications\n\n- **Q:** a?\n  **A:** b\n"), "{text}");
    }

    #[test]
    fn lines_and_fences_of_an_answer_are_folded() {
        assert_eq!(one_line("a\n```test x\nb\t c"), "a ```test x b c");
    }
}
