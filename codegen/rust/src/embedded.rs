//! The texts that the program carries: pages and documents, and where each section is in them.
//!
//! This file holds byte offsets that move with every edit of prose, and the path of the checkout,
//! so it goes to the build's own folder and is not checked in.

use std::path::Path;

use proc_macro2::TokenStream;
use quote::quote;
use trellis_codegen::types::parser::pascal;
use trellis_codegen::{Contract, registry};

use crate::spec_ref;
use crate::tokens::name;

/// Renders the file; `root` is where the included files are.
///
/// Errors: text that is not Rust.
pub fn render(contract: &Contract, root: &Path) -> syn::Result<String> {
    let include = |path: &str| -> TokenStream {
        let path = root.join(path).to_string_lossy().into_owned();
        quote!(include_str!(#path))
    };
    let live = |code: &&String| contract.registry.live().any(|entry| entry.code == **code);
    let pages = contract.pages.iter().filter(live).map(|code| {
        let (variant, text) =
            (name(&pascal(code)), include(&format!("{}{code}.md", registry::PAGES)));
        quote!((Code::#variant, #text),)
    });
    let documents = contract.documents.iter().map(|document| {
        let (slug, title, text) = (&document.slug, &document.title, include(&document.path));
        quote!((#slug, #title, #text),)
    });
    let sections = contract.documents.iter().enumerate().flat_map(|(index, document)| {
        document.sections.iter().map(move |section| {
            let variant = spec_ref::variant(&format!("{}#{}", document.slug, section.number));
            let (start, end) = (section.range.start, section.range.end);
            quote!((SpecRef::#variant, #index, #start, #end),)
        })
    });
    let (registry_text, builtins_text) =
        (include(registry::PATH), include(trellis_codegen::builtins::PATH));
    let mut paths: Vec<_> = contract.declarations.types.iter().map(|decl| &decl.path).collect();
    paths.dedup();
    let schemas = paths.into_iter().map(|path| {
        let text = include(path);
        quote!((#path, #text),)
    });
    let file = syn::parse2(quote! {
        /// Pages of the codes, in code order.
        pub static PAGES: &[(Code, &str)] = &[#(#pages)*];
        /// Specification documents: slug, title, text.
        pub static DOCUMENTS: &[(&str, &str, &str)] = &[#(#documents)*];
        /// Numbered sections: anchor, index into `DOCUMENTS`, start, end.
        pub static SECTIONS: &[(SpecRef, usize, usize, usize)] = &[#(#sections)*];
        /// The registry as it is checked in.
        pub static REGISTRY: &str = #registry_text;
        /// The table of builtins as it is checked in.
        pub static BUILTINS: &str = #builtins_text;
        /// The schemas as they are checked in: path, text.
        pub static SCHEMAS: &[(&str, &str)] = &[#(#schemas)*];
    })?;
    Ok(prettyplease::unparse(&file))
}
