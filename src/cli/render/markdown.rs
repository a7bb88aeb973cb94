//! Markdown on a terminal: wrapped prose, marked headings, code and tables left as they are.

use anstyle::{AnsiColor, Style};

const HEADING: Style = Style::new().bold().underline();
const CODE: Style = AnsiColor::Cyan.on_default();
const BOLD: Style = Style::new().bold();

/// Renders Markdown for a terminal of `width` columns; colour is stripped later where it must be.
pub fn markdown(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let mut fence: Option<String> = None;
    for line in text.lines() {
        let bare = line.trim_start();
        let ticks = bare.len() - bare.trim_start_matches('`').len();
        if let Some(open) = &fence {
            if bare == open {
                fence = None;
            } else {
                out.push_str(&if line.is_empty() {
                    "\n".to_string()
                } else {
                    format!("    {CODE}{line}{CODE:#}\n")
                });
            }
            continue;
        }
        let stands_alone = ticks >= 3
            || bare.is_empty()
            || bare.starts_with(['#', '|'])
            || bare.starts_with("<!--")
            || list_item(bare);
        if stands_alone {
            flush(&mut paragraph, width, &mut out);
        }
        if ticks >= 3 {
            fence = Some("`".repeat(ticks));
            if let Some((_, path)) = bare[ticks..].split_once(' ') {
                out.push_str(&format!("  {BOLD}{}{BOLD:#}\n", path.trim()));
            }
        } else if bare.starts_with('#') {
            let title = bare.trim_start_matches('#').trim();
            out.push_str(&format!("{HEADING}{}{HEADING:#}\n", title.replace('`', "")));
        } else if bare.starts_with('|') {
            out.push_str(line);
            out.push('\n');
        } else if bare.is_empty() {
            if !out.ends_with("\n\n") && !out.is_empty() {
                out.push('\n');
            }
        } else if !bare.starts_with("<!--") {
            paragraph.push(line);
        }
    }
    flush(&mut paragraph, width, &mut out);
    out
}

fn list_item(line: &str) -> bool {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    line.starts_with("- ")
        || line.starts_with("* ")
        || (digits > 0 && line[digits..].starts_with(". "))
}

/// Writes the collected lines as one wrapped paragraph.
fn flush(paragraph: &mut Vec<&str>, width: usize, out: &mut String) {
    let Some(first) = paragraph.first() else { return };
    let indent = first.len() - first.trim_start().len();
    let hang = if list_item(first.trim_start()) { indent + 2 } else { indent };
    let mut block = " ".repeat(indent);
    let mut length = indent;
    for word in paragraph.iter().flat_map(|line| line.split_whitespace()) {
        let columns = word.replace("**", "").chars().count();
        if length > indent && length + 1 + columns > width {
            block.push('\n');
            block.push_str(&" ".repeat(hang));
            length = hang;
        } else if length > indent {
            block.push(' ');
            length += 1;
        }
        block.push_str(word);
        length += columns;
    }
    out.push_str(&inline(&block));
    out.push('\n');
    paragraph.clear();
}

/// Colours code spans, which keep their marks so that plain text reads the same, and bold words.
fn inline(block: &str) -> String {
    let mut out = String::new();
    let (mut code, mut bold) = (false, false);
    let mut rest = block;
    while let Some(c) = rest.chars().next() {
        if c == '`' {
            out.push_str(&if code { format!("`{CODE:#}") } else { format!("{CODE}`") });
            code = !code;
            rest = &rest[1..];
        } else if !code && rest.starts_with("**") {
            out.push_str(&if bold { format!("{BOLD:#}") } else { format!("{BOLD}") });
            bold = !bold;
            rest = &rest[2..];
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    if code {
        out.push_str(&format!("{CODE:#}"));
    }
    if bold {
        out.push_str(&format!("{BOLD:#}"));
    }
    out
}
