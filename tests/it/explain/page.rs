//! Reads a page: title, meaning, reason, two examples, and what else to do.

/// A page.
#[derive(Debug)]
pub struct Page {
    /// The smallest example that raises the code.
    pub failing: Example,
    /// The same, raising nothing.
    pub repaired: Example,
}

/// The blocks of an example, in order.
#[derive(Debug, Default)]
pub struct Example {
    /// Fenced blocks.
    pub blocks: Vec<Block>,
}

/// A fenced block.
#[derive(Debug)]
pub struct Block {
    /// First word of the info string: a file's kind, `console`, `tool` or `soil-type`.
    pub lang: String,
    /// The rest of the info string: a path, a tool's name, `env` or `draft`.
    pub name: String,
    /// The text between the fences.
    pub text: String,
}

const FILES: [&str; 8] = ["soil", "json", "tr", "toml", "lock", "md", "python", "text"];
const HEADINGS: [&str; 3] =
    ["Failing example", "Repaired example", "When the usual repair does not apply"];

impl Page {
    /// Parses the page of `code`.
    ///
    /// Errors: what is missing or out of place.
    pub fn parse(code: &str, text: &str) -> Result<Page, String> {
        let mut lines = text.lines();
        if lines.next() != Some(&format!("# {code}")) {
            return Err(format!("does not start with `# {code}`"));
        }
        let mut sections: Vec<(String, String, Vec<Block>)> =
            vec![(String::new(), String::new(), Vec::new())];
        let mut open: Option<(String, Block)> = None;
        for line in lines {
            if let Some((fence, mut block)) = open.take() {
                if line == fence {
                    if let Some((_, _, blocks)) = sections.last_mut() {
                        blocks.push(block);
                    }
                } else {
                    block.text.push_str(line);
                    block.text.push('\n');
                    open = Some((fence, block));
                }
                continue;
            }
            let ticks = line.len() - line.trim_start_matches('`').len();
            if ticks >= 3 {
                let (lang, name) = line[ticks..].split_once(' ').unwrap_or((&line[ticks..], ""));
                let block = Block { lang: lang.into(), name: name.into(), text: String::new() };
                open = Some(("`".repeat(ticks), block));
            } else if let Some(title) = line.strip_prefix("## ") {
                sections.push((title.into(), String::new(), Vec::new()));
            } else if let Some((_, prose, _)) = sections.last_mut() {
                prose.push_str(line);
                prose.push('\n');
            }
        }
        if let Some((_, block)) = open {
            return Err(format!("the block `{} {}` is not closed", block.lang, block.name));
        }
        let titles: Vec<&str> = sections[1..].iter().map(|(title, ..)| title.as_str()).collect();
        if titles != HEADINGS {
            return Err(format!("has the sections {titles:?}, expected {HEADINGS:?}"));
        }
        let (_, meaning, _) = &sections[0];
        let last = meaning.trim().lines().last().unwrap_or_default();
        if !last.starts_with("**Why:** ") {
            return Err("its meaning does not end in a `**Why:** ` line".into());
        }
        if sections[3].1.trim().is_empty() {
            return Err(format!("says nothing under `{}`", HEADINGS[2]));
        }
        let mut examples = sections.into_iter().skip(1).take(2).map(|(_, _, blocks)| blocks);
        let failing = Example { blocks: examples.next().unwrap_or_default() };
        let repaired = Example { blocks: examples.next().unwrap_or_default() };
        for example in [&failing, &repaired] {
            if example.blocks.is_empty() {
                return Err("an example without a block".into());
            }
            for block in &example.blocks {
                block.check()?;
            }
        }
        Ok(Page { failing, repaired })
    }
}

impl Block {
    /// Whether the block is a file of the scratch folder.
    pub fn is_file(&self) -> bool {
        !self.name.is_empty()
            && FILES.contains(&self.lang.as_str())
            && !(self.lang == "soil" && self.name == "draft")
    }

    fn check(&self) -> Result<(), String> {
        let well = match self.lang.as_str() {
            "console" => self.name.is_empty() && self.text.starts_with("$ "),
            "tool" => trellis::contract::tools::Tool::parse(&self.name).is_some(),
            "soil-type" => self.name == "env",
            // What a person sees when the code cannot be provoked from a scratch folder.
            "text" if self.name.is_empty() => true,
            lang => FILES.contains(&lang) && !self.name.is_empty() && !self.name.contains(".."),
        };
        if well { Ok(()) } else { Err(format!("no block `{} {}` is known", self.lang, self.name)) }
    }
}
