//! `generated/code.rs`: `Code`, `RepairClass` and `Source` with everything the registry says.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use trellis_codegen::Contract;
use trellis_codegen::registry::{self, Class, Entry};
use trellis_codegen::types::parser::pascal;

use crate::spec_ref;
use crate::tokens::{Word, file, name, table, words};

/// Renders the file.
///
/// Errors: text that is not Rust.
pub fn render(contract: &Contract) -> syn::Result<String> {
    let registry = &contract.registry;
    let codes: Vec<&Entry> = registry.live().collect();
    let of_code = |value: &dyn Fn(&Entry) -> TokenStream| -> Vec<(Ident, TokenStream)> {
        codes.iter().map(|entry| (name(&pascal(&entry.code)), value(entry))).collect()
    };
    let source = table(
        "Returns the part of the toolchain that the code belongs to.",
        "source",
        &quote!(Source),
        of_code(&|entry| {
            let source = name(&pascal(&entry.source));
            quote!(Source::#source)
        })
        .into_iter(),
    );
    let repair = table(
        "Returns what mends a fault with this code.",
        "repair_class",
        &quote!(RepairClass),
        of_code(&|entry| {
            let class = name(&pascal(&entry.class));
            quote!(RepairClass::#class)
        })
        .into_iter(),
    );
    let anchor = table(
        "Returns the section that the code cites.",
        "spec_ref",
        &quote!(SpecRef),
        of_code(&|entry| {
            let variant = spec_ref::variant(&entry.spec_ref);
            quote!(SpecRef::#variant)
        })
        .into_iter(),
    );
    let rows = codes.iter().map(|entry| word(&entry.code, format!("`{}`", entry.code)));
    let code = words(&name("Code"), "A registered diagnostic code.", &rows.collect::<Vec<_>>());
    let class = |class: &Class| word(&class.name, class.summary.clone());
    let class = words(
        &name("RepairClass"),
        "What mends a fault, as a typed action.",
        &registry.classes.iter().map(class).collect::<Vec<_>>(),
    );
    let summary = table(
        "Returns what to do.",
        "summary",
        &quote!(&'static str),
        registry.classes.iter().map(|class| {
            let summary = &class.summary;
            (name(&pascal(&class.name)), quote!(#summary))
        }),
    );
    let sources = words(
        &name("Source"),
        "The part of the toolchain that owns a code.",
        &[
            word("soil0", "The language: its codes are part of the `soil0` contract.".into()),
            word("trellis", "Specifications, roots, locks, jobs and the command line.".into()),
        ],
    );
    let items = vec![
        quote! { use std::fmt; },
        quote! { use super::SpecRef; },
        code,
        quote! { impl Code { #source #repair #anchor } },
        class,
        quote! { impl RepairClass { #summary } },
        sources,
    ];
    file("Codes, their sources and repair classes.", registry::PATH, items)
}

fn word(text: &str, about: String) -> Word {
    Word { variant: name(&pascal(text)), text: text.to_string(), doc: vec![about] }
}
