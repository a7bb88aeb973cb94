//! The embedded search, as a provider: real specifications, the real program, the real daemon.
//!
//! `tests/corpus/synth/town` is a root without Soil; beside each specification stands what the
//! search makes of it, `NAME.out`: the job's outcome, its codes, and the Soil. `TRELLIS_BLESS=1`
//! rewrites them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::town::{Town, came_to};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/synth/town")
}

fn specs() -> Vec<String> {
    let entries = fs::read_dir(corpus()).expect("the corpus");
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".tr")).collect();
    names.sort();
    names
}

/// A root whose only provider is the search, with little work so that it gives up soon.
fn searching() -> Town {
    let town = Town::new();
    let config = "default = \"synth\"\n[provider.synth]\nkind = \"synth\"\n\
                  args = [\"--work\", \"600000\"]\n";
    let path = town.folder.path().join("config/trellis/providers.toml");
    fs::write(path, config).expect("a configuration");
    town
}

fn town() -> Town {
    let town = searching();
    for name in specs() {
        let text = fs::read_to_string(corpus().join(&name)).expect("a specification");
        town.write(&format!("town/{name}"), &text);
    }
    town
}

/// Lowers the whole root; returns what became of each definition, in the order of the jobs.
fn lowered(town: &Town) -> Vec<(String, String)> {
    let ran = town.run(&["lower"]);
    let jobs = ran.document["jobs"].as_array().cloned();
    let jobs = jobs.unwrap_or_else(|| panic!("no jobs: {}", ran.stderr));
    let story = |job| {
        let (def, state, codes) = came_to(job);
        let read = |extension: &str| {
            let path = town.root().join(format!("{def}.{extension}"));
            fs::read_to_string(path).unwrap_or_default()
        };
        let asked: Value = serde_json::from_str(&read("question.json")).unwrap_or_default();
        let asked = asked["question"].as_str().map(|text| format!("{text}\n"));
        let codes = codes.iter().map(|code| format!(" {code}")).collect::<String>();
        let story = format!("{state}{codes}\n{}{}", asked.unwrap_or_default(), read("soil"));
        (def, story)
    };
    jobs.iter().map(story).collect()
}

#[test]
fn the_search_finds_asks_and_gives_up_as_it_should() {
    let town = town();
    let stories: BTreeMap<String, String> = lowered(&town).into_iter().collect();
    crate::corpus::check("synth/town", "tr", |case| {
        let def = format!("town/{}", case.name);
        stories.get(&def).cloned().unwrap_or_else(|| "nothing to lower\n".to_owned())
    });
}

#[test]
fn a_specification_too_long_for_one_answer_is_read_in_parts() {
    let town = searching();
    let long = "é𝄞 words ".repeat(3000);
    let spec = format!(
        "---\nname: trimmed\n---\n\nNo blanks around.\n\n```soil-sig\ntrimmed : (s : Utf8) -> Utf8\n\
         ```\n\n```test cases\n(\" a \") => \"a\"\n(\"b\") => \"b\"\n(\"{long}\") => \"{}\"\n```\n",
        long.trim()
    );
    town.write("town/trimmed.tr", &spec);
    let (_, story) = &lowered(&town)[0];
    assert!(story.ends_with("trimmed s = utf8_trim s\n"), "{story}");
}
