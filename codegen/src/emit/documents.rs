//! `generated/documents.rs`: the Rust type of every declared type, with its wire form.

use std::collections::BTreeSet;

use super::{doc, field_name, header};
use crate::Contract;
use crate::types::parser::pascal;
use crate::types::{Body, Decl, Declarations, Field, Payload, Type, builtin};

/// Renders the file.
pub fn render(contract: &Contract) -> String {
    let declarations = &contract.declarations;
    let mut out = header("Documents and the inputs and outputs of tools.", "schemas/*.types");
    out.push_str("use std::collections::BTreeMap;\n\nuse super::wire::{self, Json, Nullable};\n");
    let lenient = lenient(declarations);
    for decl in &declarations.types {
        let emitter = Emitter { declarations, decl, lenient: lenient.contains(decl.name.as_str()) };
        out.push('\n');
        out.push_str(&emitter.render());
    }
    out
}

/// Names of the types that an agent writes: reached from the input of a tool.
///
/// For them a bare string stands for a variant without payload, and an absent key for `None`.
pub fn lenient(declarations: &Declarations) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = declarations.tools.iter().map(|tool| tool.input.clone()).collect();
    while let Some(name) = open.pop() {
        if let Some(decl) = declarations.find(&name)
            && found.insert(name)
        {
            for ty in types(&decl.body) {
                mentioned(ty, &mut open);
            }
        }
    }
    found
}

/// Every type that a body uses, top level only.
pub(crate) fn types(body: &Body) -> Vec<&Type> {
    match body {
        Body::Alias(ty) => vec![ty],
        Body::Words(_) => Vec::new(),
        Body::Record(fields) => fields.iter().map(|field| &field.ty).collect(),
        Body::Sum(variants) => variants
            .iter()
            .flat_map(|variant| match &variant.payload {
                Payload::None => Vec::new(),
                Payload::Type(ty) => vec![ty],
                Payload::Record(fields) => fields.iter().map(|field| &field.ty).collect(),
            })
            .collect(),
    }
}

fn mentioned(ty: &Type, into: &mut Vec<String>) {
    into.push(ty.name.clone());
    for arg in &ty.args {
        mentioned(arg, into);
    }
}

struct Emitter<'a> {
    declarations: &'a Declarations,
    decl: &'a Decl,
    lenient: bool,
}

impl Emitter<'_> {
    fn render(&self) -> String {
        let Decl { name, params, doc: about, body, .. } = self.decl;
        let generics: Vec<String> = params.iter().map(|param| param.to_uppercase()).collect();
        let generics =
            if generics.is_empty() { String::new() } else { format!("<{}>", generics.join(", ")) };
        let mut out = doc(about, "");
        match body {
            Body::Alias(ty) => {
                out.push_str(&format!("pub type {name}{generics} = {};\n", self.ty(ty)));
            }
            Body::Words(words) => {
                out.push_str(
                    "#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]\n",
                );
                out.push_str(&format!("pub enum {name} {{\n"));
                for word in words {
                    out.push_str(&doc(&word.doc, "    "));
                    out.push_str(&format!("    {},\n", pascal(&word.text)));
                }
                out.push_str(&format!("}}\n\nwire::words! {{\n    {name};\n"));
                for word in words {
                    out.push_str(&format!("    {} \"{}\",\n", pascal(&word.text), word.text));
                }
                out.push_str("}\n");
            }
            Body::Record(fields) => {
                out.push_str("#[derive(Clone, Debug, PartialEq)]\n");
                if fields.is_empty() {
                    out.push_str(&format!("pub struct {name}{generics} {{}}\n"));
                } else {
                    out.push_str(&format!("pub struct {name}{generics} {{\n"));
                    out.push_str(&self.fields(fields, "    ", "pub "));
                    out.push_str("}\n");
                }
                out.push_str(&format!("\nwire::record! {{\n    {name}{generics};\n"));
                out.push_str(&self.keys(fields, "    "));
                out.push_str("}\n");
            }
            Body::Sum(variants) => {
                out.push_str("#[derive(Clone, Debug, PartialEq)]\n");
                out.push_str(&format!("pub enum {name}{generics} {{\n"));
                // rustfmt breaks every variant with fields as soon as one does not fit.
                let flat = variants.iter().all(|variant| match &variant.payload {
                    Payload::Record(fields) => self.flat(&variant.name, fields).is_some(),
                    _ => true,
                });
                for variant in variants {
                    out.push_str(&doc(&variant.doc, "    "));
                    match &variant.payload {
                        Payload::None => out.push_str(&format!("    {},\n", variant.name)),
                        Payload::Type(ty) => {
                            out.push_str(&format!("    {}({}),\n", variant.name, self.ty(ty)));
                        }
                        Payload::Record(fields) => match self.flat(&variant.name, fields) {
                            Some(line) if flat => out.push_str(&line),
                            _ => {
                                let fields = self.fields(fields, "        ", "");
                                out.push_str(&format!(
                                    "    {} {{\n{fields}    }},\n",
                                    variant.name
                                ));
                            }
                        },
                    }
                }
                let open = if self.lenient { "lenient " } else { "" };
                out.push_str(&format!("}}\n\nwire::sum! {{\n    {open}{name}{generics};\n"));
                for variant in variants {
                    if variant.payload == Payload::None {
                        out.push_str(&format!("    unit {0} \"{0}\";\n", variant.name));
                    }
                }
                for variant in variants {
                    if let Payload::Type(_) = variant.payload {
                        out.push_str(&format!("    of {0} \"{0}\";\n", variant.name));
                    }
                }
                for variant in variants {
                    if let Payload::Record(fields) = &variant.payload {
                        out.push_str(&format!("    record {0} \"{0}\" {{\n", variant.name));
                        out.push_str(&self.keys(fields, "        "));
                        out.push_str("    };\n");
                    }
                }
                out.push_str("}\n");
            }
        }
        out
    }

    /// A variant with fields on one line; `None` where rustfmt would not put it there.
    fn flat(&self, name: &str, fields: &[Field]) -> Option<String> {
        let documented = fields.iter().any(|field| !field.doc.is_empty());
        let flat: Vec<String> = fields
            .iter()
            .map(|field| format!("{}: {}", field_name(&field.name), self.field_ty(field)))
            .collect();
        let line = format!("    {name} {{ {} }},\n", flat.join(", "));
        (!documented && line.len() <= 101).then_some(line)
    }

    fn fields(&self, fields: &[Field], indent: &str, public: &str) -> String {
        let field = |field: &Field| {
            let about = doc(&field.doc, indent);
            let ty = self.field_ty(field);
            format!("{about}{indent}{public}{}: {ty},\n", field_name(&field.name))
        };
        fields.iter().map(field).collect()
    }

    fn field_ty(&self, field: &Field) -> String {
        let ty = self.ty(&field.ty);
        if field.optional && field.ty.name != "Option" { format!("Option<{ty}>") } else { ty }
    }

    fn keys(&self, fields: &[Field], indent: &str) -> String {
        let key = |field: &Field| {
            let how = match (field.optional, field.ty.name == "Option") {
                (true, true) => "defaults",
                (true, false) => "absent",
                (false, true) if self.lenient => "defaults",
                (false, _) => "always",
            };
            format!("{indent}{} {how} \"{}\",\n", field_name(&field.name), field.name)
        };
        fields.iter().map(key).collect()
    }

    /// The Rust form of a type, boxed where the declaration would otherwise hold itself.
    fn ty(&self, ty: &Type) -> String {
        let plain = self.plain(ty);
        let cycle = self
            .by_value(ty)
            .into_iter()
            .any(|name| name == self.decl.name || self.reaches(&name, &self.decl.name));
        let holds = cycle && !matches!(ty.name.as_str(), "List" | "Dict");
        match ty.name.as_str() {
            "Option" | "Nullable" if holds => {
                let inner = ty.args.first().map(|arg| self.plain(arg)).unwrap_or_default();
                let outer = builtin(&ty.name).map_or("Option", |builtin| builtin.rust);
                format!("{outer}<Box<{inner}>>")
            }
            _ if holds => format!("Box<{plain}>"),
            _ => plain,
        }
    }

    fn plain(&self, ty: &Type) -> String {
        let args: Vec<String> = ty.args.iter().map(|arg| self.plain(arg)).collect();
        let args = args.join(", ");
        match ty.name.as_str() {
            "Dict" => return format!("BTreeMap<String, {args}>"),
            name if self.decl.params.iter().any(|param| param == name) => {
                return name.to_uppercase();
            }
            _ => {}
        }
        let name = builtin(&ty.name).map_or(ty.name.as_str(), |builtin| builtin.rust);
        if args.is_empty() { name.to_string() } else { format!("{name}<{args}>") }
    }

    /// Declared types that a value of this type holds without an indirection.
    fn by_value(&self, ty: &Type) -> Vec<String> {
        let mut found = Vec::new();
        if !matches!(ty.name.as_str(), "List" | "Dict") {
            if builtin(&ty.name).is_none() {
                found.push(ty.name.clone());
            }
            for arg in &ty.args {
                found.extend(self.by_value(arg));
            }
        }
        found
    }

    /// Whether a value of type `from` holds one of type `to` by value.
    fn reaches(&self, from: &str, to: &str) -> bool {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.to_string()]);
        while let Some(name) = open.pop() {
            let Some(decl) = self.declarations.find(&name) else { continue };
            if !seen.insert(name) {
                continue;
            }
            for ty in types(&decl.body) {
                for held in self.by_value(ty) {
                    if held == to {
                        return true;
                    }
                    open.push(held);
                }
            }
        }
        false
    }
}
