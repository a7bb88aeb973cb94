//! JSON Schemas: one a document with `$defs`, and two a tool with everything written in place,
//! because MCP clients drop schemas whose root is not an object, or combines, or holds a `$ref`.

use std::collections::BTreeMap;

use crate::json::Out;
use crate::types::{Body, Case, Decl, Declarations, Field, Payload, Tool, Type};
use crate::{Contract, Fault};

/// The dialect that every schema names.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Renders every schema, by the stem of its file.
pub fn render(contract: &Contract) -> Vec<(String, String)> {
    let declarations = &contract.declarations;
    let mut schemas = Vec::new();
    for decl in declarations.types.iter().filter(|decl| decl.document) {
        let mut writer = Writer::new(declarations, Place::Defs);
        let body = writer.root(decl);
        let mut schema = Out::object([
            ("$schema", Out::text(DIALECT)),
            ("title", Out::text(&*decl.name)),
            ("description", Out::text(decl.doc.join(" "))),
        ]);
        schema = merge(schema, body);
        if !writer.defs.is_empty() {
            let defs = writer.defs.into_iter().collect();
            schema = schema.with("$defs", Out::Object(defs));
        }
        schemas.push((kebab(&decl.name), schema.pretty()));
    }
    for tool in &declarations.tools {
        for (side, name) in [("input", &tool.input), ("output", &tool.output)] {
            if let Some(schema) = of_tool(declarations, name) {
                schemas.push((format!("{}.{side}", tool.name.text), schema.pretty()));
            }
        }
    }
    schemas
}

/// Adds a fault for every tool whose schema some MCP clients would drop.
pub fn check(contract: &Contract, faults: &mut Vec<Fault>) {
    let declarations = &contract.declarations;
    for tool in &declarations.tools {
        for (side, name) in [("input", &tool.input), ("output", &tool.output)] {
            side_faults(declarations, tool, side, name, faults);
        }
    }
}

fn side_faults(
    declarations: &Declarations,
    tool: &Tool,
    side: &str,
    name: &str,
    faults: &mut Vec<Fault>,
) {
    let fault = |what: String, remedy: &str| Fault::new(&*tool.path, tool.name.line, what, remedy);
    let name_of = &tool.name.text;
    let Some(decl) = resolve(declarations, name) else {
        let ty = declarations.find(name).map(|decl| &decl.body);
        if !matches!(ty, Some(Body::Alias(ty)) if ty.name == "Option" && side == "output") {
            let what = format!("the {side} of tool `{name_of}` is not an object");
            faults.push(fault(what, "wrap it in a record, some MCP clients drop other roots"));
        }
        return;
    };
    match &decl.body {
        Body::Record(_) => {}
        Body::Sum(_) if side == "output" => {}
        Body::Sum(_) => {
            let what = format!("the input of tool `{name_of}` is a sum, a combinator at the root");
            faults.push(fault(what, "wrap it in a record, some MCP clients drop such schemas"));
        }
        _ => {
            let what = format!("the {side} of tool `{name_of}` is not an object");
            faults.push(fault(what, "wrap it in a record, some MCP clients drop other roots"));
        }
    }
    if side == "input"
        && let Some(name) = recursive(declarations, decl)
    {
        let what = format!(
            "the input of tool `{name_of}` needs `$ref`, because type `{name}` holds itself"
        );
        faults.push(fault(what, "make it flat, some MCP clients drop schemas with `$ref`"));
    }
}

/// Follows aliases to a declared type; `None` for a built-in one.
fn resolve<'a>(declarations: &'a Declarations, name: &str) -> Option<&'a Decl> {
    let mut decl = declarations.find(name)?;
    for _ in 0..declarations.types.len() {
        match &decl.body {
            Body::Alias(ty) => decl = declarations.find(&ty.name)?,
            _ => return Some(decl),
        }
    }
    None
}

/// A type that is reached from `from` and reaches itself.
fn recursive(declarations: &Declarations, from: &Decl) -> Option<String> {
    fn walk<'a>(all: &'a Declarations, name: &'a str, above: &mut Vec<&'a str>) -> Option<String> {
        let decl = all.find(name)?;
        if above.contains(&name) {
            return Some(name.to_string());
        }
        above.push(name);
        for ty in decl.body.types() {
            let mut open = vec![ty];
            while let Some(ty) = open.pop() {
                open.extend(&ty.args);
                if let Some(found) = walk(all, &ty.name, above) {
                    return Some(found);
                }
            }
        }
        above.pop();
        None
    }
    walk(declarations, &from.name, &mut Vec::new())
}

fn of_tool(declarations: &Declarations, name: &str) -> Option<Out> {
    let mut writer = Writer::new(declarations, Place::Inline(Vec::new()));
    if let Some(decl) = resolve(declarations, name) {
        let body = match &decl.body {
            Body::Sum(_) => flat(writer.variants(decl, &BTreeMap::new())),
            _ => writer.root(decl),
        };
        return Some(body);
    }
    match &declarations.find(name)?.body {
        Body::Alias(ty) if ty.name == "Option" => {
            let inner = ty.args.first().map(|arg| writer.ty(arg, &BTreeMap::new()))?;
            Some(flat(vec![("None".into(), None), ("Some".into(), Some(inner))]))
        }
        _ => None,
    }
}

/// A sum as one object: the pairing of tag and value is lost, which only a combinator at the root
/// could say.
fn flat(variants: Vec<(String, Option<Out>)>) -> Out {
    let tags = Out::texts(variants.iter().map(|(tag, _)| tag.clone()));
    let values: Vec<Out> = variants.iter().filter_map(|(_, value)| value.clone()).collect();
    let every = values.len() == variants.len();
    let mut properties =
        vec![("tag".to_string(), Out::object([("type", Out::text("string")), ("enum", tags)]))];
    if !values.is_empty() {
        properties.push(("value".into(), any_of(values)));
    }
    Out::object([
        ("type", Out::text("object")),
        ("properties", Out::Object(properties)),
        ("required", Out::texts(if every { vec!["tag", "value"] } else { vec!["tag"] })),
        ("additionalProperties", Out::Bool(false)),
    ])
}

fn any_of(mut schemas: Vec<Out>) -> Out {
    match schemas.len() {
        1 => schemas.remove(0),
        _ => Out::object([("anyOf", Out::Array(schemas))]),
    }
}

fn merge(into: Out, from: Out) -> Out {
    match (into, from) {
        (Out::Object(mut entries), Out::Object(more)) => {
            for (key, value) in more {
                if !entries.iter().any(|(known, _)| *known == key) {
                    entries.push((key, value));
                }
            }
            Out::Object(entries)
        }
        (into, _) => into,
    }
}

/// Where named types go.
enum Place {
    /// Under `$defs`, by reference.
    Defs,
    /// In place; holds the names above, and a type inside itself is cut to an open object.
    Inline(Vec<String>),
}

struct Writer<'a> {
    declarations: &'a Declarations,
    place: Place,
    defs: BTreeMap<String, Out>,
    lenient: std::collections::BTreeSet<String>,
}

/// Type variables and what they stand for.
type Bound = BTreeMap<String, Type>;

impl<'a> Writer<'a> {
    fn new(declarations: &'a Declarations, place: Place) -> Self {
        Writer { declarations, place, defs: BTreeMap::new(), lenient: declarations.lenient() }
    }

    /// The schema of a declaration itself.
    fn root(&mut self, decl: &Decl) -> Out {
        let ty = Type { name: decl.name.clone(), args: Vec::new(), line: decl.line };
        if matches!(self.place, Place::Defs) {
            self.defs.insert(key(&ty), Out::Bool(true));
        }
        if let Place::Inline(above) = &mut self.place {
            above.push(key(&ty));
        }
        let body = self.body(decl, &Bound::new());
        if matches!(self.place, Place::Defs) && mentions(&body, &self.defs, &key(&ty)) {
            // The document holds itself, so its definition must be reachable too.
            self.defs.insert(key(&ty), body);
            let root = Out::object([("$ref", Out::text(format!("#/$defs/{}", key(&ty))))]);
            return root;
        }
        self.defs.remove(&key(&ty));
        body
    }

    fn ty(&mut self, ty: &Type, bound: &Bound) -> Out {
        if let Some(actual) = bound.get(&ty.name) {
            let actual = actual.clone();
            return self.ty(&actual, &Bound::new());
        }
        let ty = substitute(ty, bound);
        let none = Bound::new();
        let arg = |writer: &mut Self| {
            ty.args.first().map_or(Out::Bool(true), |arg| writer.ty(arg, &none))
        };
        let integer = |low: &str, high: &str| {
            Out::object([
                ("type", Out::text("integer")),
                ("minimum", Out::Number(low.into())),
                ("maximum", Out::Number(high.into())),
            ])
        };
        match ty.name.as_str() {
            "Utf8" => Out::object([("type", Out::text("string"))]),
            "Bool" => Out::object([("type", Out::text("boolean"))]),
            "U64" => integer("0", "18446744073709551615"),
            "U32" => integer("0", "4294967295"),
            "I64" => integer("-9223372036854775808", "9223372036854775807"),
            "Json" => Out::object([]),
            "List" => {
                let items = arg(self);
                Out::object([("type", Out::text("array")), ("items", items)])
            }
            "Dict" => {
                let values = arg(self);
                Out::object([("type", Out::text("object")), ("additionalProperties", values)])
            }
            "Nullable" => {
                let inner = arg(self);
                Out::object([(
                    "anyOf",
                    Out::Array(vec![Out::object([("type", Out::text("null"))]), inner]),
                )])
            }
            "Option" => {
                let inner = arg(self);
                one_of(vec![("None".into(), None), ("Some".into(), Some(inner))], false)
            }
            _ => self.declared(&ty),
        }
    }

    fn declared(&mut self, ty: &Type) -> Out {
        let Some(decl) = self.declarations.find(&ty.name) else { return Out::Bool(true) };
        let bound: Bound = decl.params.iter().cloned().zip(ty.args.iter().cloned()).collect();
        if let Body::Alias(target) = &decl.body {
            return self.ty(target, &bound);
        }
        let name = key(ty);
        match &mut self.place {
            Place::Defs => {
                if !self.defs.contains_key(&name) {
                    self.defs.insert(name.clone(), Out::Bool(true));
                    let mut body = self.body(decl, &bound);
                    if !decl.doc.is_empty() {
                        let about = Out::object([("description", Out::text(decl.doc.join(" ")))]);
                        body = merge(about, body);
                    }
                    self.defs.insert(name.clone(), body);
                }
                Out::object([("$ref", Out::text(format!("#/$defs/{name}")))])
            }
            Place::Inline(above) if above.contains(&name) => Out::object([
                ("type", Out::text("object")),
                ("description", Out::text(format!("again a `{}`", ty.name))),
            ]),
            Place::Inline(above) => {
                above.push(name);
                let body = self.body(decl, &bound);
                if let Place::Inline(above) = &mut self.place {
                    above.pop();
                }
                body
            }
        }
    }

    fn body(&mut self, decl: &Decl, bound: &Bound) -> Out {
        let lenient = self.lenient.contains(&decl.name);
        match &decl.body {
            Body::Alias(ty) => self.ty(ty, bound),
            Body::Words(words) => Out::object([
                ("type", Out::text("string")),
                ("enum", Out::texts(words.iter().map(|word| word.text.clone()))),
            ]),
            Body::Record(fields) => self.record(fields, lenient, bound),
            Body::Keyed(key, cases) => {
                let case = |case: &Case| {
                    let word = Out::object([
                        ("type", Out::text("string")),
                        ("enum", Out::texts([case.word.text.clone()])),
                    ]);
                    self.record_after(Some((key, word)), &case.fields, lenient, bound)
                };
                any_of(cases.iter().map(case).collect())
            }
            Body::Sum(_) => one_of(self.variants(decl, bound), lenient),
        }
    }

    fn variants(&mut self, decl: &Decl, bound: &Bound) -> Vec<(String, Option<Out>)> {
        let lenient = self.lenient.contains(&decl.name);
        let Body::Sum(variants) = &decl.body else { return Vec::new() };
        variants
            .iter()
            .map(|variant| {
                let payload = match &variant.payload {
                    Payload::None => None,
                    Payload::Type(ty) => Some(self.ty(ty, bound)),
                    Payload::Record(fields) => Some(self.record(fields, lenient, bound)),
                };
                (variant.name.clone(), payload)
            })
            .collect()
    }

    fn record(&mut self, fields: &[Field], lenient: bool, bound: &Bound) -> Out {
        self.record_after(None, fields, lenient, bound)
    }

    /// A record, perhaps after a key that tells it from others.
    fn record_after(
        &mut self,
        key: Option<(&String, Out)>,
        fields: &[Field],
        lenient: bool,
        bound: &Bound,
    ) -> Out {
        let first = key.as_ref().map(|(key, _)| (*key).clone());
        let mut properties: Vec<_> =
            key.into_iter().map(|(key, word)| (key.clone(), word)).collect();
        for field in fields {
            let mut schema = self.ty(&field.ty, bound);
            if !field.doc.is_empty() {
                let about = Out::object([("description", Out::text(field.doc.join(" ")))]);
                schema = merge(about, schema);
            }
            properties.push((field.name.clone(), schema));
        }
        let required = fields
            .iter()
            .filter(|field| !(field.optional || lenient && field.ty.name == "Option"))
            .map(|field| field.name.clone());
        let required = first.into_iter().chain(required);
        Out::object([
            ("type", Out::text("object")),
            ("properties", Out::Object(properties)),
            ("required", Out::texts(required)),
            ("additionalProperties", Out::Bool(false)),
        ])
    }
}

fn one_of(variants: Vec<(String, Option<Out>)>, lenient: bool) -> Out {
    let units: Vec<String> =
        variants.iter().filter(|(_, value)| value.is_none()).map(|(tag, _)| tag.clone()).collect();
    let mut schemas = Vec::new();
    if !units.is_empty() {
        if lenient {
            schemas.push(Out::object([
                ("type", Out::text("string")),
                ("enum", Out::texts(units.clone())),
            ]));
        }
        schemas.push(tagged(Out::texts(units), None));
    }
    for (tag, value) in variants {
        if let Some(value) = value {
            schemas.push(tagged(Out::texts([tag]), Some(value)));
        }
    }
    any_of(schemas)
}

fn tagged(tags: Out, value: Option<Out>) -> Out {
    let tag = Out::object([("type", Out::text("string")), ("enum", tags)]);
    let mut properties = vec![("tag".to_string(), tag)];
    let mut required = vec!["tag"];
    if let Some(value) = value {
        properties.push(("value".into(), value));
        required.push("value");
    }
    Out::object([
        ("type", Out::text("object")),
        ("properties", Out::Object(properties)),
        ("required", Out::texts(required)),
        ("additionalProperties", Out::Bool(false)),
    ])
}

/// Whether a schema, or a definition that it uses, refers to `name`.
fn mentions(schema: &Out, defs: &BTreeMap<String, Out>, name: &str) -> bool {
    fn refers(schema: &Out, target: &str) -> bool {
        match schema {
            Out::Object(entries) => entries.iter().any(|(key, value)| {
                (key == "$ref" && *value == Out::text(target)) || refers(value, target)
            }),
            Out::Array(elements) => elements.iter().any(|element| refers(element, target)),
            _ => false,
        }
    }
    let target = format!("#/$defs/{name}");
    refers(schema, &target) || defs.values().any(|def| refers(def, &target))
}

fn substitute(ty: &Type, bound: &Bound) -> Type {
    match bound.get(&ty.name) {
        Some(actual) => actual.clone(),
        None => Type {
            name: ty.name.clone(),
            args: ty.args.iter().map(|arg| substitute(arg, bound)).collect(),
            line: ty.line,
        },
    }
}

/// The name of a type applied to its arguments: `Spanned_Expr`.
fn key(ty: &Type) -> String {
    let mut name = ty.name.clone();
    for arg in &ty.args {
        name.push('_');
        name.push_str(&key(arg));
    }
    name
}

fn kebab(name: &str) -> String {
    let mut out = String::new();
    for (n, c) in name.chars().enumerate() {
        if c.is_ascii_uppercase() && n > 0 {
            out.push('-');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
