//! The pieces that every generated Rust file is made of.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

/// Formats a file: what it is, where it comes from, then its items with a blank line between.
///
/// Errors: an item that is not Rust.
pub(crate) fn file(about: &str, from: &str, items: Vec<TokenStream>) -> syn::Result<String> {
    let head = format!(
        "//! {about}\n//!\n//! Generated from `{from}`; never edit it, run \
         `TRELLIS_BLESS=1 cargo build`.\n"
    );
    let mut out = head;
    for tokens in items {
        for item in syn::parse2::<syn::File>(tokens)?.items {
            let alone = syn::File {
                shebang: None,
                frontmatter: None,
                attrs: Vec::new(),
                items: vec![item],
            };
            out.push('\n');
            out.push_str(&prettyplease::unparse(&alone));
        }
    }
    Ok(out)
}

/// A Rust name for a declared one, raw where it is a keyword.
pub(crate) fn name(text: &str) -> Ident {
    // The checker of declarations refuses the four names that Rust cannot write even raw.
    if syn::parse_str::<Ident>(text).is_ok() {
        format_ident!("{text}")
    } else {
        Ident::new_raw(text, Span::call_site())
    }
}

/// Doc comment lines.
pub(crate) fn doc<S: AsRef<str>>(lines: &[S]) -> TokenStream {
    let lines = lines.iter().map(|line| {
        let line = line.as_ref();
        if line.is_empty() { String::new() } else { format!(" {line}") }
    });
    quote! { #(#[doc = #lines])* }
}

/// A word of an enum: the variant, its text in documents and its doc comment.
pub(crate) struct Word {
    pub variant: Ident,
    pub text: String,
    pub doc: Vec<String>,
}

/// An enum of fixed texts with `ALL`, `as_str`, `parse` and `Display`.
pub(crate) fn words(name: &Ident, about: &str, words: &[Word]) -> TokenStream {
    let about = doc(&[about]);
    let variants: Vec<_> = words.iter().map(|word| &word.variant).collect();
    let texts = words.iter().map(|word| &word.text);
    let docs = words.iter().map(|word| doc(&word.doc));
    let as_str = table(
        "Returns the text that documents use.",
        "as_str",
        &quote!(&'static str),
        words.iter().map(|word| {
            let text = &word.text;
            (word.variant.clone(), quote!(#text))
        }),
    );
    quote! {
        #about
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum #name { #(#docs #variants,)* }

        impl #name {
            /// Every value, in the order declared.
            pub const ALL: &[#name] = &[#(#name::#variants,)*];

            #as_str

            /// Finds a value by its text.
            pub fn parse(text: &str) -> Option<#name> {
                match text {
                    #(#texts => Some(#name::#variants),)*
                    _ => None,
                }
            }
        }

        impl fmt::Display for #name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    }
}

/// A `const fn` of an enum that maps each variant to an expression.
pub(crate) fn table(
    about: &str,
    function: &str,
    result: &TokenStream,
    rows: impl Iterator<Item = (Ident, TokenStream)>,
) -> TokenStream {
    let about = doc(&[about]);
    let function = name(function);
    let arms = rows.map(|(variant, value)| quote!(Self::#variant => #value,));
    quote! {
        #about
        pub const fn #function(self) -> #result {
            match self { #(#arms)* }
        }
    }
}
