//! `generated/documents.rs`: the Rust type of every declared type, with its wire form.

use std::collections::BTreeSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use trellis_codegen::Contract;
use trellis_codegen::types::parser::pascal;
use trellis_codegen::types::{
    Body, Decl, Declarations, Field, Payload, Type, Variant, Word, builtin,
};

use crate::tokens::{doc, file, name};

/// Renders the file.
///
/// Errors: text that is not Rust.
pub fn render(contract: &Contract) -> syn::Result<String> {
    let declarations = &contract.declarations;
    let lenient = declarations.lenient();
    let mut items = vec![
        quote! { use std::collections::BTreeMap; },
        quote! { use super::wire::{self, Json, Nullable}; },
    ];
    for decl in &declarations.types {
        let lenient = lenient.contains(decl.name.as_str());
        items.push(Emitter { declarations, decl, lenient }.render());
    }
    file("Documents and the inputs and outputs of tools.", "schemas/*.types", items)
}

struct Emitter<'a> {
    declarations: &'a Declarations,
    decl: &'a Decl,
    lenient: bool,
}

impl Emitter<'_> {
    fn render(&self) -> TokenStream {
        let Decl { params, doc: about, body, .. } = self.decl;
        let (about, own) = (doc(about), name(&self.decl.name));
        let params: Vec<Ident> = params.iter().map(|param| name(&param.to_uppercase())).collect();
        let generics = if params.is_empty() { quote!() } else { quote!(<#(#params),*>) };
        match body {
            Body::Alias(ty) => {
                let ty = self.ty(ty);
                quote! { #about pub type #own #generics = #ty; }
            }
            Body::Words(words) => {
                let variants: Vec<_> = words.iter().map(|word| name(&pascal(&word.text))).collect();
                let docs = words.iter().map(|word: &Word| doc(&word.doc));
                let texts = words.iter().map(|word| &word.text);
                quote! {
                    #about
                    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
                    pub enum #own { #(#docs #variants,)* }
                    wire::words! { #own; #(#variants #texts,)* }
                }
            }
            Body::Record(fields) => {
                let (members, keys) = (self.fields(fields, &quote!(pub)), self.keys(fields));
                quote! {
                    #about
                    #[derive(Clone, Debug, PartialEq)]
                    pub struct #own #generics { #members }
                    wire::record! { #own #generics; #keys }
                }
            }
            Body::Keyed(key, cases) => {
                let variants: Vec<_> =
                    cases.iter().map(|case| name(&pascal(&case.word.text))).collect();
                let docs = cases.iter().map(|case| doc(&case.word.doc));
                let members = cases.iter().map(|case| self.fields(&case.fields, &quote!()));
                let texts = cases.iter().map(|case| &case.word.text);
                let keys = cases.iter().map(|case| self.keys(&case.fields));
                quote! {
                    #about
                    #[derive(Clone, Debug, PartialEq)]
                    pub enum #own #generics { #(#docs #variants { #members },)* }
                    wire::keyed! { #own #generics #key; #(#variants #texts { #keys };)* }
                }
            }
            Body::Sum(variants) => {
                let lenient = self.lenient.then(|| quote!(lenient));
                let members = variants.iter().map(|variant| self.variant(variant));
                // The macro reads its kinds of variant in this order.
                let units = variants.iter().filter(|variant| variant.payload == Payload::None);
                let units = units.map(|variant| self.wire(variant));
                let of = variants.iter().filter(|v| matches!(v.payload, Payload::Type(_)));
                let of = of.map(|variant| self.wire(variant));
                let records = variants.iter().filter(|v| matches!(v.payload, Payload::Record(_)));
                let records = records.map(|variant| self.wire(variant));
                quote! {
                    #about
                    #[derive(Clone, Debug, PartialEq)]
                    pub enum #own #generics { #(#members,)* }
                    wire::sum! { #lenient #own #generics; #(#units)* #(#of)* #(#records)* }
                }
            }
        }
    }

    fn variant(&self, variant: &Variant) -> TokenStream {
        let (about, own) = (doc(&variant.doc), name(&variant.name));
        match &variant.payload {
            Payload::None => quote!(#about #own),
            Payload::Type(ty) => {
                let ty = self.ty(ty);
                quote!(#about #own(#ty))
            }
            Payload::Record(fields) => {
                let fields = self.fields(fields, &quote!());
                quote!(#about #own { #fields })
            }
        }
    }

    /// How a variant is written and read.
    fn wire(&self, variant: &Variant) -> TokenStream {
        let (own, tag) = (name(&variant.name), &variant.name);
        match &variant.payload {
            Payload::None => quote!(unit #own #tag;),
            Payload::Type(_) => quote!(of #own #tag;),
            Payload::Record(fields) => {
                let keys = self.keys(fields);
                quote!(record #own #tag { #keys };)
            }
        }
    }

    fn fields(&self, fields: &[Field], public: &TokenStream) -> TokenStream {
        let field = fields.iter().map(|field| {
            let (about, own, ty) = (doc(&field.doc), name(&field.name), self.field_ty(field));
            quote!(#about #public #own: #ty,)
        });
        quote!(#(#field)*)
    }

    fn field_ty(&self, field: &Field) -> TokenStream {
        let ty = self.ty(&field.ty);
        if field.optional && field.ty.name != "Option" { quote!(Option<#ty>) } else { ty }
    }

    fn keys(&self, fields: &[Field]) -> TokenStream {
        let key = fields.iter().map(|field| {
            let how = name(match (field.optional, field.ty.name == "Option") {
                (true, true) => "defaults",
                (true, false) => "absent",
                (false, true) if self.lenient => "defaults",
                (false, _) => "always",
            });
            let (own, key) = (name(&field.name), &field.name);
            quote!(#own #how #key,)
        });
        quote!(#(#key)*)
    }

    /// The Rust form of a type, boxed where the declaration would otherwise hold itself.
    fn ty(&self, ty: &Type) -> TokenStream {
        let plain = self.plain(ty);
        let cycle = self
            .by_value(ty)
            .into_iter()
            .any(|name| name == self.decl.name || self.reaches(&name, &self.decl.name));
        let holds = cycle && !matches!(ty.name.as_str(), "List" | "Dict");
        match (ty.name.as_str(), ty.args.first()) {
            ("Option" | "Nullable", Some(inner)) if holds => {
                let (outer, inner) = (rust_name(&ty.name), self.plain(inner));
                quote!(#outer<Box<#inner>>)
            }
            _ if holds => quote!(Box<#plain>),
            _ => plain,
        }
    }

    fn plain(&self, ty: &Type) -> TokenStream {
        let args: Vec<_> = ty.args.iter().map(|arg| self.plain(arg)).collect();
        if ty.name == "Dict" {
            return quote!(BTreeMap<String, #(#args),*>);
        }
        if self.decl.params.contains(&ty.name) {
            let param = name(&ty.name.to_uppercase());
            return quote!(#param);
        }
        let own = rust_name(&ty.name);
        if args.is_empty() { quote!(#own) } else { quote!(#own<#(#args),*>) }
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
            for ty in decl.body.types() {
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

/// The Rust name of a built-in or declared type.
fn rust_name(ty: &str) -> Ident {
    name(builtin(ty).map_or(ty, |builtin| builtin.rust))
}
