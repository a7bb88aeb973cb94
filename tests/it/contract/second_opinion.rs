//! typify reads the generated JSON Schemas and must come to the types of `generated/documents.rs`.
//!
//! Two roads lead from a declaration to Rust: our writer, and the schema that clients read, turned
//! into Rust by somebody else's program. Where they part, one of our two writers is wrong. The
//! comparison is of items as parsed: keys, whether a key may be absent, types, tags, payloads.
//!
//! typify is asked about one hoisted shape: each tag in an object of its own, because it reads an
//! object with several tags as a structure with an enum inside.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use syn::ext::IdentExt;
use syn::{Fields, Item, Type};

fn generated() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("generated")
}

/// Gives each tag an object of its own, and leaves out the bare strings that agents may write.
fn hoist(schema: &mut Value) {
    match schema {
        Value::Object(entries) => {
            if let Some(Value::Array(cases)) = entries.remove("anyOf") {
                let bare = |case: &Value| case["type"] == "string" && case["enum"].is_array();
                let cases = cases.into_iter().filter(|case| !bare(case)).flat_map(single);
                entries.insert("oneOf".into(), Value::Array(cases.collect()));
            } else if entries.get("type") == Some(&json!("object")) {
                let cases = single(Value::Object(entries.clone()));
                if cases.len() > 1 {
                    entries.retain(|key, _| key == "description" || key.starts_with('$'));
                    entries.insert("oneOf".into(), Value::Array(cases));
                }
            }
            entries.values_mut().for_each(hoist);
        }
        Value::Array(elements) => elements.iter_mut().for_each(hoist),
        _ => {}
    }
}

/// An object for each of the tags, where the object holds nothing but a tag.
fn single(schema: Value) -> Vec<Value> {
    let only_tag = schema["properties"].as_object().is_some_and(|all| all.len() == 1);
    match schema["properties"]["tag"]["enum"].as_array() {
        Some(tags) if only_tag => {
            let one = |tag: &Value| {
                let mut case = schema.clone();
                case["properties"]["tag"]["enum"] = json!([tag]);
                case
            };
            tags.iter().map(one).collect()
        }
        _ => vec![schema],
    }
}

/// What a type is, as far as documents go.
#[derive(Clone)]
enum Shape {
    /// Keys of an object: the type, and whether the key may be absent.
    Record(BTreeMap<String, (Type, bool)>),
    /// Tags, each with what stands under `value`.
    Sum(BTreeMap<String, Shape>),
    /// One type.
    Of(Type),
    /// Nothing.
    Unit,
}

impl Shape {
    fn words(&self) -> String {
        match self {
            Shape::Record(fields) => format!("an object {:?}", fields.keys()),
            Shape::Sum(tags) => format!("a sum {:?}", tags.keys()),
            Shape::Of(ty) => format!("one `{}`", name(ty)),
            Shape::Unit => "nothing".into(),
        }
    }
}

/// Declared types by name.
type Shapes = BTreeMap<String, Shape>;

/// The text that a `#[serde(rename = "…")]` gives.
fn renamed(attributes: &[syn::Attribute]) -> Option<String> {
    let mut found = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        let _ = attribute.parse_nested_meta(|meta| {
            let value: Option<syn::LitStr> = meta.value().ok().and_then(|value| value.parse().ok());
            if meta.path.is_ident("rename") {
                found = value.map(|text| text.value());
            }
            Ok(())
        });
    }
    found
}

fn argument<'t>(ty: &'t Type, wrapper: &str) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(all) = &last.arguments else { return None };
    match all.args.last() {
        Some(syn::GenericArgument::Type(inner)) if last.ident == wrapper => Some(inner),
        _ => None,
    }
}

fn name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
    .unwrap_or_default()
}

fn fields(fields: &Fields, absent: &dyn Fn(&syn::Field) -> bool) -> Shape {
    match fields {
        Fields::Unit => Shape::Unit,
        Fields::Unnamed(all) => Shape::Of(all.unnamed[0].ty.clone()),
        Fields::Named(all) => {
            let field = |field: &syn::Field| {
                let own = field.ident.as_ref().map(|own| own.unraw().to_string());
                let key = renamed(&field.attrs).or(own).unwrap_or_default();
                (key, (field.ty.clone(), absent(field)))
            };
            Shape::Record(all.named.iter().map(field).collect())
        }
    }
}

/// The types of `generated/documents.rs`; generic ones are left out, a schema has none.
fn ours() -> Shapes {
    let text = fs::read_to_string(generated().join("documents.rs")).expect("generated");
    let items = syn::parse_file(&text).expect("Rust").items;
    let mut shapes = Shapes::new();
    let mut texts = BTreeMap::new();
    let mut optional = BTreeSet::new();
    for item in &items {
        let Item::Macro(item) = item else { continue };
        let tokens = item.mac.tokens.to_string();
        let owner = tokens.split([' ', ';', '<']).find(|word| *word != "lenient");
        let owner = owner.unwrap_or_default().to_string();
        let words: Vec<&str> = tokens.split([' ', ',', ';']).collect();
        for two in words.windows(2) {
            if let Some(text) = two[1].strip_prefix('"') {
                let text = text.trim_matches('"').to_string();
                texts.insert((owner.clone(), two[0].to_string()), text);
            }
        }
        for three in words.windows(3) {
            if matches!(three[1], "absent" | "defaults") {
                optional.insert((owner.clone(), three[2].trim_matches('"').to_string()));
            }
        }
    }
    for item in items {
        match item {
            Item::Struct(item) if item.generics.params.is_empty() => {
                let owner = item.ident.to_string();
                let absent = |field: &syn::Field| {
                    let key = field.ident.as_ref().map(|own| own.unraw().to_string());
                    optional.contains(&(owner.clone(), key.unwrap_or_default()))
                };
                shapes.insert(owner.clone(), fields(&item.fields, &absent));
            }
            Item::Enum(item) if item.generics.params.is_empty() => {
                let owner = item.ident.to_string();
                let variants = item.variants.iter().map(|variant| {
                    let tag = texts[&(owner.clone(), variant.ident.to_string())].clone();
                    let absent = |field: &syn::Field| {
                        let key = field.ident.as_ref().map(|own| own.unraw().to_string());
                        optional.contains(&(owner.clone(), key.unwrap_or_default()))
                    };
                    (tag, fields(&variant.fields, &absent))
                });
                shapes.insert(owner.clone(), Shape::Sum(variants.collect()));
            }
            _ => {}
        }
    }
    shapes
}

/// What typify makes of one schema.
fn theirs(schema: Value) -> Shapes {
    let mut space = typify::TypeSpace::new(&typify::TypeSpaceSettings::default());
    let root = serde_json::from_value(schema).expect("a schema");
    space.add_root_schema(root).expect("typify reads it");
    let file: syn::File = syn::parse2(space.to_stream()).expect("Rust");
    let mut shapes = Shapes::new();
    for item in file.items {
        match item {
            Item::Struct(item) => {
                let absent = |field: &syn::Field| {
                    field.attrs.iter().any(|attribute| match &attribute.meta {
                        syn::Meta::List(list) if list.path.is_ident("serde") => {
                            list.tokens.to_string().contains("skip_serializing_if")
                        }
                        _ => false,
                    })
                };
                shapes.insert(item.ident.to_string(), fields(&item.fields, &absent));
            }
            Item::Enum(item) => {
                let variants = item.variants.iter().map(|variant| {
                    let tag = renamed(&variant.attrs).unwrap_or_else(|| variant.ident.to_string());
                    (tag, fields(&variant.fields, &|field| argument(&field.ty, "Option").is_some()))
                });
                shapes.insert(item.ident.to_string(), Shape::Sum(variants.collect()));
            }
            _ => {}
        }
    }
    shapes
}

struct Comparison<'a> {
    ours: &'a Shapes,
    theirs: &'a Shapes,
    seen: BTreeSet<String>,
    faults: Vec<String>,
}

impl Comparison<'_> {
    fn declared(&mut self, name: &str) {
        let (Some(ours), Some(theirs)) = (self.ours.get(name), self.theirs.get(name)) else {
            return;
        };
        if self.seen.insert(name.to_string()) {
            let (ours, theirs) = (ours.clone(), theirs.clone());
            self.shape(name, &ours, &theirs);
        }
    }

    fn shape(&mut self, at: &str, ours: &Shape, theirs: &Shape) {
        match (ours, theirs) {
            (Shape::Record(ours), Shape::Record(theirs)) => {
                let (keys, other): (Vec<_>, Vec<_>) =
                    (ours.keys().collect(), theirs.keys().collect());
                if keys != other {
                    self.faults.push(format!("{at}: keys {keys:?} and {other:?}"));
                    return;
                }
                for (key, (ty, absent)) in ours {
                    let (other, may_be_absent) = &theirs[key];
                    let at = format!("{at}.{key}");
                    if absent != may_be_absent {
                        self.faults.push(format!("{at}: absent {absent} and {may_be_absent}"));
                    }
                    self.field(&at, ty, *absent, other);
                }
            }
            (Shape::Sum(ours), Shape::Sum(theirs)) => {
                let (tags, other): (Vec<_>, Vec<_>) =
                    (ours.keys().collect(), theirs.keys().collect());
                if tags != other {
                    self.faults.push(format!("{at}: tags {tags:?} and {other:?}"));
                    return;
                }
                for (tag, payload) in ours {
                    self.shape(&format!("{at}::{tag}"), payload, &theirs[tag]);
                }
            }
            // A payload record is a structure with a name of its own in one of the two.
            (Shape::Record(_), Shape::Of(ty)) => match self.theirs.get(&name(ty)).cloned() {
                Some(other @ Shape::Record(_)) => self.shape(at, ours, &other),
                _ => self.faults.push(format!("{at}: {} and {}", ours.words(), theirs.words())),
            },
            (Shape::Of(ours), Shape::Of(theirs)) => self.ty(at, ours, theirs),
            (Shape::Unit, Shape::Unit) => {}
            _ => self.faults.push(format!("{at}: {} and {}", ours.words(), theirs.words())),
        }
    }

    /// An absent key is an `Option` around the type, in theirs except around lists and maps, in
    /// ours except where the type is an `Option` in its own right.
    fn field(&mut self, at: &str, ours: &Type, absent: bool, theirs: &Type) {
        let inner = argument(ours, "Option").filter(|_| absent);
        match inner {
            Some(inner) => {
                let theirs = argument(theirs, "Option").unwrap_or(theirs);
                let tagged = matches!(self.theirs.get(&name(theirs)),
                    Some(Shape::Sum(cases)) if cases.keys().eq(["None", "Some"]));
                self.ty(at, if tagged { ours } else { inner }, theirs);
            }
            None => self.ty(at, ours, theirs),
        }
    }

    fn ty(&mut self, at: &str, ours: &Type, theirs: &Type) {
        let (ours, theirs) =
            (argument(ours, "Box").unwrap_or(ours), argument(theirs, "Box").unwrap_or(theirs));
        if let Some(inner) = argument(ours, "Vec") {
            return match argument(theirs, "Vec") {
                Some(theirs) => self.ty(at, inner, theirs),
                None => self.faults.push(format!("{at}: a list and {}", name(theirs))),
            };
        }
        if let Some(inner) = argument(ours, "BTreeMap") {
            let map = argument(theirs, "HashMap").or(argument(theirs, "Map"));
            return match map {
                Some(theirs) => self.ty(at, inner, theirs),
                None => self.faults.push(format!("{at}: a map and {}", name(theirs))),
            };
        }
        if let Some(inner) = argument(ours, "Nullable") {
            return match argument(theirs, "Option") {
                Some(theirs) => self.ty(at, inner, theirs),
                None => self.faults.push(format!("{at}: nullable and {}", name(theirs))),
            };
        }
        if let Some(inner) = argument(ours, "Option") {
            return match self.theirs.get(&name(theirs)).cloned() {
                Some(Shape::Sum(cases)) if cases.keys().eq(["None", "Some"]) => {
                    match &cases["Some"] {
                        Shape::Of(theirs) => self.ty(at, inner, theirs),
                        other => self.faults.push(format!("{at}: an option of {}", other.words())),
                    }
                }
                _ => self.faults.push(format!("{at}: an option and {}", name(theirs))),
            };
        }
        let (own, other) = (name(ours), name(theirs));
        let same = match own.as_str() {
            "Json" => other == "Value",
            _ => own == other || self.ours.get(&own).is_none() && !PLAIN.contains(&own.as_str()),
        };
        if !same {
            self.faults.push(format!("{at}: {own} and {other}"));
        }
        self.declared(&own);
    }
}

/// Types without a declaration; any other name that is not ours is a generic one, applied.
const PLAIN: [&str; 5] = ["String", "bool", "i64", "u32", "u64"];

#[test]
fn typify_reads_the_schemas_as_the_types_that_we_write() {
    let ours = ours();
    let mut seen = BTreeSet::new();
    let mut faults = Vec::new();
    for entry in fs::read_dir(generated().join("schemas")).expect("generated") {
        let path = entry.expect("a readable entry").path();
        let text = fs::read_to_string(&path).expect("UTF-8");
        let mut schema: Value = serde_json::from_str(&text).expect("JSON");
        let Some(title) = schema["title"].as_str().map(str::to_string) else { continue };
        hoist(&mut schema);
        let theirs = theirs(schema);
        let mut comparison =
            Comparison { ours: &ours, theirs: &theirs, seen: BTreeSet::new(), faults: Vec::new() };
        comparison.declared(&title);
        for name in theirs.keys() {
            comparison.declared(name);
        }
        if !comparison.seen.contains(&title) {
            comparison.faults.push(format!("{title} was not compared"));
        }
        seen.extend(comparison.seen);
        faults.extend(comparison.faults.iter().map(|fault| format!("{title}: {fault}")));
    }
    faults.sort();
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), seen.len(), faults.join("\n"));
    assert!(seen.len() > 100, "only {} types were compared", seen.len());
}
