//! `generated/spec_ref.rs`: one variant for every numbered section.

use proc_macro2::Ident;
use quote::quote;
use trellis_codegen::Contract;
use trellis_codegen::types::parser::pascal;

use crate::tokens::{Word, file, name, table, words};

/// Renders the file.
///
/// Errors: text that is not Rust.
pub fn render(contract: &Contract) -> syn::Result<String> {
    let anchors: Vec<(String, &str)> = contract
        .documents
        .iter()
        .flat_map(|document| {
            document.sections.iter().map(|section| {
                (format!("{}#{}", document.slug, section.number), section.title.as_str())
            })
        })
        .collect();
    let row = |(anchor, title): &(String, &str)| Word {
        variant: variant(anchor),
        text: anchor.clone(),
        doc: vec![format!("`{anchor}`: {title}")],
    };
    let sections = words(
        &name("SpecRef"),
        "A numbered section of a specification document.",
        &anchors.iter().map(row).collect::<Vec<_>>(),
    );
    let title = table(
        "Returns the section's title.",
        "title",
        &quote!(&'static str),
        anchors.iter().map(|(anchor, title)| (variant(anchor), quote!(#title))),
    );
    let items = vec![quote! { use std::fmt; }, sections, quote! { impl SpecRef { #title } }];
    file("Anchors of the specification documents.", "spec-docs/", items)
}

/// Turns `soil-syntax-spec#5.1` into `SoilSyntaxSpec5_1`.
pub(crate) fn variant(anchor: &str) -> Ident {
    let (slug, number) = anchor.split_once('#').unwrap_or((anchor, ""));
    let slug = pascal(slug);
    // `Soil0Cli8_5`, but `Soil01_2` would read as another number.
    let joint = if slug.ends_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    name(&format!("{slug}{joint}{}", number.replace('.', "_")))
}
