//! `trellis hash DEF`: the hashes of a definition, and what went into each.

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::{Entry, Failure, Outcome, Output, rooted};
use crate::contract::documents::{ExplainedHash, HashPart, HashReport};
use crate::root::Snapshot;
use crate::root::hashing::Target;
use crate::spec::digest::Digest;
use crate::spec::{HashClass, Kind, Lang, Spec};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "hash", arguments, run };

fn arguments(command: Command) -> Command {
    command
        .about("Print the hashes of a definition")
        .arg(
            Arg::new("def")
                .value_name("DEF")
                .required(true)
                .help("The definition, by path or bare name"),
        )
        .arg(
            Arg::new("explain")
                .long("explain")
                .action(ArgAction::SetTrue)
                .help("Show every part that went into each hash"),
        )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let snapshot = rooted::snapshot(output)?;
    let name = matches.get_one::<String>("def").expect("required");
    let path = snapshot.resolve(name)?;
    let Some(spec) = snapshot.spec(&path) else {
        return Err(Failure::from(snapshot.faults_of(&path)));
    };
    let with_parts = matches.get_flag("explain");
    let mut hashes = spec_hashes(spec);
    hashes.extend(soil_hash(&snapshot, &path));
    if spec.kind == Kind::Function {
        let scope = snapshot.in_scope(&path);
        let mut labels: Vec<String> =
            scope.entries().map(|(_, entry)| entry.label.to_string()).collect();
        labels.sort_unstable();
        let parts =
            vec![part("the labels in scope, sorted, a NUL between them", labels.join("\0"))];
        hashes.push(explained("scope_hash", scope.hash(), parts));
    }
    hashes.extend(cycle_hash(&snapshot, spec));
    for entry in spec.decisions() {
        let parts = vec![part("the lines of the entry", spec.text(entry.span).to_owned())];
        hashes.push(explained(&format!("decision {}", entry.label), entry.hash, parts));
    }
    if !with_parts {
        hashes.iter_mut().for_each(|hash| hash.parts = None);
    }
    if output.is_json() {
        output.document(&HashReport { path: path.to_string(), hashes });
        return Ok(0);
    }
    let mut text = String::new();
    for hash in &hashes {
        // A digest beside its name would not fit 80 columns.
        text.push_str(&format!("{}\n  {}\n", hash.name, hash.hash));
        for part in hash.parts.iter().flatten() {
            let size = part.text.len();
            let unit = if size == 1 { "byte" } else { "bytes" };
            text.push_str(&format!("  {} ({size} {unit})\n", part.what));
            for line in part.text.lines() {
                text.push_str(&format!("  | {}\n", line.replace('\0', " <NUL> ")));
            }
        }
    }
    output.text(&text);
    Ok(0)
}

fn explained(name: &str, hash: Digest, parts: Vec<HashPart>) -> ExplainedHash {
    ExplainedHash { name: name.to_owned(), hash: hash.to_string(), parts: Some(parts) }
}

fn part(what: impl Into<String>, text: impl Into<String>) -> HashPart {
    HashPart { what: what.into(), text: text.into() }
}

fn spec_hashes(spec: &Spec) -> Vec<ExplainedHash> {
    let blocks = |class: HashClass| {
        spec.blocks.iter().filter(move |block| block.info.lang.class() == class).flat_map(|block| {
            [part("info string", block.info.to_string()), part("content", spec.text(block.content))]
        })
    };
    let mut formal = vec![part("name", spec.name.as_str())];
    formal.extend(blocks(HashClass::Formal));
    let mut hashes = vec![explained("formal", spec.hashes.formal, formal)];
    if let Some(test) = spec.hashes.test {
        hashes.push(explained("test", test, blocks(HashClass::Test).collect()));
    }
    let name_line = spec.name_span.start as usize;
    let text = spec.source.text();
    let line_start = text[..name_line].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[name_line..].find('\n').map_or(text.len(), |at| name_line + at + 1);
    let mut prose = text[..line_start].to_owned();
    prose.push_str(&text[line_end..spec.frontmatter as usize]);
    spec.prose().for_each(|range| prose.push_str(&text[range]));
    let what = "the file without its name line and its reserved blocks";
    hashes.push(explained("prose", spec.hashes.prose, vec![part(what, prose)]));
    hashes
}

/// The hash of a type that is in a cycle with others, over all their declarations.
fn cycle_hash(snapshot: &Snapshot, spec: &Spec) -> Option<ExplainedHash> {
    let types = &snapshot.environment().types;
    let own = types.get(&spec.name).filter(|user| user.path == spec.path)?;
    let cycle = own.cycle?;
    let mut members: Vec<_> = types.iter().filter(|(_, user)| user.cycle == own.cycle).collect();
    members.sort_by_key(|(name, _)| *name);
    let mut parts = vec![part("marker", "soil-cycle/1")];
    for (name, user) in members {
        let member = snapshot.spec(&user.path)?;
        let block = member.block(Lang::SoilType)?;
        parts.push(part(format!("declaration of {name}"), member.text(block.content)));
    }
    Some(explained("cycle_hash", cycle, parts))
}

fn soil_hash(snapshot: &Snapshot, path: &str) -> Option<ExplainedHash> {
    let hashed = snapshot.node(path)?.hashed.as_ref()?;
    let mut parts = vec![part("marker", "soil-hash/1"), part("hash form", hashed.form.as_str())];
    let mut edges = String::new();
    for edge in &hashed.edges {
        let referent = match &edge.target {
            Target::Public(_, hash) | Target::Private(_, hash) | Target::Type(hash) => {
                hash.to_string()
            }
            Target::Builtin => "soil0-builtin/1".to_owned(),
        };
        edges.push_str(&format!("{}\0{referent}\n", edge.name));
    }
    parts.push(part("edges, a line each", edges));
    Some(explained("soil_hash", hashed.soil_hash, parts))
}
