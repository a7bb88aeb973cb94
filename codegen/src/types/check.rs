//! Faults of the declarations among themselves: names, arity, code sets, tools.

use std::collections::{BTreeMap, BTreeSet};

use super::parser::pascal;
use super::{
    BUILTINS, Body, CodeSet, Declarations, Field, Name, Payload, Tool, Type, Word, builtin,
};
use crate::Fault;
use crate::fault::did_you_mean;

/// The hints a tool may carry.
pub const HINTS: [&str; 4] = ["destructive", "idempotent", "open-world", "read-only"];

/// The longest name that every MCP client accepts.
pub const LONGEST_NAME: usize = 64;

/// Names that Rust cannot write, not even as raw identifiers.
const UNWRITABLE: [&str; 4] = ["Self", "crate", "self", "super"];

/// Checks the declarations; `codes` are the registered codes.
pub fn check(declarations: &Declarations, codes: &[&str], faults: &mut Vec<Fault>) {
    let checker = Checker { declarations, codes };
    checker.types(faults);
    checker.sets(faults);
    checker.tools(faults);
}

/// Returns the codes that a tool can answer with, sorted, sets expanded.
pub fn raised(declarations: &Declarations, tool: &Tool) -> Vec<String> {
    let sets: BTreeMap<&str, &CodeSet> =
        declarations.sets.iter().map(|set| (set.name.text.as_str(), set)).collect();
    let (mut codes, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut open: Vec<&str> = tool.raises.iter().map(|name| name.text.as_str()).collect();
    while let Some(name) = open.pop() {
        match sets.get(name) {
            Some(set) if seen.insert(name) => {
                open.extend(set.members.iter().map(|member| member.text.as_str()));
            }
            Some(_) => {}
            None => {
                codes.insert(name.to_string());
            }
        }
    }
    codes.into_iter().collect()
}

struct Checker<'a> {
    declarations: &'a Declarations,
    codes: &'a [&'a str],
}

impl Checker<'_> {
    fn types(&self, faults: &mut Vec<Fault>) {
        let mut places: BTreeMap<&str, String> = BTreeMap::new();
        for decl in &self.declarations.types {
            let fault =
                |line, what: String, remedy: &str| Fault::new(&*decl.path, line, what, remedy);
            if let Some(first) = places.get(decl.name.as_str()) {
                let what = format!("type `{}` is declared twice, first at {first}", decl.name);
                faults.push(fault(decl.line, what, "rename or remove one"));
            } else {
                places.insert(&decl.name, format!("{}:{}", decl.path, decl.line));
            }
            if builtin(&decl.name).is_some() || UNWRITABLE.contains(&decl.name.as_str()) {
                let what = format!("`{}` is a built-in name", decl.name);
                faults.push(fault(decl.line, what, "choose another name"));
            }
            if decl.doc.is_empty() {
                let what = format!("type `{}` has no doc comment", decl.name);
                faults.push(fault(decl.line, what, "say what it is in a `---` line above it"));
            }
            match &decl.body {
                Body::Record(fields) => self.fields(&decl.path, &decl.params, fields, faults),
                Body::Alias(ty) => self.ty(&decl.path, &decl.params, ty, faults),
                Body::Keyed(key, cases) => {
                    for case in cases {
                        self.fields(&decl.path, &decl.params, &case.fields, faults);
                        for field in case.fields.iter().filter(|field| field.name == *key) {
                            let what = format!("field `{key}` twice in one record");
                            faults.push(fault(field.line, what, "remove one"));
                        }
                    }
                    words(&decl.path, cases.iter().map(|case| &case.word), faults);
                }
                Body::Words(all) => words(&decl.path, all.iter(), faults),
                Body::Sum(variants) => {
                    let mut seen = BTreeSet::new();
                    for variant in variants {
                        if !seen.insert(&variant.name) {
                            let what = format!("variant `{}` twice in one type", variant.name);
                            faults.push(fault(variant.line, what, "remove one"));
                        }
                        if UNWRITABLE.contains(&variant.name.as_str()) {
                            let what = format!("`{}` cannot be written in Rust", variant.name);
                            faults.push(fault(variant.line, what, "choose another name"));
                        }
                        match &variant.payload {
                            Payload::None => {}
                            Payload::Type(ty) => self.ty(&decl.path, &decl.params, ty, faults),
                            Payload::Record(fields) => {
                                self.fields(&decl.path, &decl.params, fields, faults);
                            }
                        }
                    }
                }
            }
        }
    }

    fn fields(&self, path: &str, params: &[String], fields: &[Field], faults: &mut Vec<Fault>) {
        let mut seen = BTreeSet::new();
        for field in fields {
            let fault = |what: String, remedy: &str| Fault::new(path, field.line, what, remedy);
            if !seen.insert(&field.name) {
                let what = format!("field `{}` twice in one record", field.name);
                faults.push(fault(what, "remove one"));
            }
            if field.name.contains('-') || UNWRITABLE.contains(&field.name.as_str()) {
                let what = format!("field `{}` cannot be written in Rust", field.name);
                faults.push(fault(what, "use letters, digits and `_`"));
            }
            if field.name.len() > LONGEST_NAME {
                let what = format!("field `{}` is longer than {LONGEST_NAME}", field.name);
                faults.push(fault(what, "shorten it, some MCP clients drop such schemas"));
            }
            self.ty(path, params, &field.ty, faults);
        }
    }

    fn ty(&self, path: &str, params: &[String], ty: &Type, faults: &mut Vec<Fault>) {
        let fault = |what: String, remedy: String| Fault::new(path, ty.line, what, remedy);
        for arg in &ty.args {
            self.ty(path, params, arg, faults);
        }
        if params.contains(&ty.name) {
            return;
        }
        let declared = self.declarations.find(&ty.name).map(|decl| decl.params.len());
        let Some(arity) = builtin(&ty.name).map(|builtin| builtin.arity).or(declared) else {
            let known = BUILTINS.iter().map(|builtin| builtin.name);
            let known = known.chain(self.declarations.types.iter().map(|decl| decl.name.as_str()));
            let remedy = did_you_mean(&ty.name, known, "declare it in one of schemas/*.types");
            faults.push(fault(format!("type `{}` is not declared", ty.name), remedy));
            return;
        };
        if arity != ty.args.len() {
            let what = format!("`{}` takes {arity} arguments, not {}", ty.name, ty.args.len());
            faults.push(fault(what, "apply it fully, with parentheses where needed".into()));
        }
    }

    fn sets(&self, faults: &mut Vec<Fault>) {
        let mut seen = BTreeSet::new();
        for set in &self.declarations.sets {
            let name = &set.name;
            if !seen.insert(&name.text) || self.codes.contains(&name.text.as_str()) {
                let what = format!("`{}` is already a code or a code set", name.text);
                faults.push(Fault::new(&*set.path, name.line, what, "choose another name"));
            }
            self.members(&set.path, &set.members, faults);
        }
    }

    fn members(&self, path: &str, members: &[Name], faults: &mut Vec<Fault>) {
        for member in members {
            let is_set = self.declarations.sets.iter().any(|set| set.name.text == member.text);
            if !is_set && !self.codes.contains(&member.text.as_str()) {
                let known = self.codes.iter().copied();
                let remedy = did_you_mean(
                    &member.text,
                    known,
                    "register it in registry/diagnostics.json or remove it here",
                );
                let what = format!("code `{}` is not registered", member.text);
                faults.push(Fault::new(path, member.line, what, remedy));
            }
        }
    }

    fn tools(&self, faults: &mut Vec<Fault>) {
        let mut seen = BTreeSet::new();
        for tool in &self.declarations.tools {
            let name = &tool.name.text;
            let mut fault = |line, what: String, remedy: String| {
                faults.push(Fault::new(&*tool.path, line, what, remedy));
            };
            if !seen.insert(name) {
                let what = format!("tool `{name}` is declared twice");
                fault(tool.name.line, what, "rename or remove one".into());
            }
            if name.len() > LONGEST_NAME {
                let what = format!("the name of tool `{name}` is longer than {LONGEST_NAME}");
                let remedy = "shorten it, some MCP clients drop such tools";
                fault(tool.name.line, what, remedy.into());
            }
            if tool.doc.is_empty() {
                let what = format!("tool `{name}` has no doc comment");
                let remedy = "describe it in `---` lines above, agents read them";
                fault(tool.name.line, what, remedy.into());
            }
            for hint in &tool.hints {
                if !HINTS.contains(&hint.text.as_str()) {
                    let what = format!("unknown hint `{}`", hint.text);
                    fault(hint.line, what, format!("use one of: {}", HINTS.join(", ")));
                }
            }
            self.members(&tool.path, &tool.raises, faults);
        }
    }
}

/// Checks the words of one type.
fn words<'w>(path: &str, words: impl Iterator<Item = &'w Word>, faults: &mut Vec<Fault>) {
    let mut seen = BTreeSet::new();
    for word in words {
        let variant = pascal(&word.text);
        let writable = variant.starts_with(|c: char| c.is_ascii_uppercase())
            && variant.chars().all(|c| c.is_ascii_alphanumeric());
        if !writable {
            let what = format!("word \"{}\" makes no Rust name", word.text);
            let remedy = "start with a letter and use letters, digits, `-`, `_`, `.` and `/`";
            faults.push(Fault::new(path, word.line, what, remedy));
        } else if !seen.insert(variant) {
            let what = format!("word \"{}\" twice in one type", word.text);
            faults.push(Fault::new(path, word.line, what, "remove one"));
        }
    }
}
