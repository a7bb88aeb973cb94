//! `generated/builtins.rs`: the builtins of the language, a row and an enum variant each.

use quote::quote;
use trellis_codegen::Contract;
use trellis_codegen::builtins::{self, GROUPS};
use trellis_codegen::types::parser::pascal;

use crate::tokens::{doc, file, name};

/// Renders the file.
///
/// Errors: text that is not Rust.
pub fn render(contract: &Contract) -> syn::Result<String> {
    let rows = &contract.builtins;
    let variants: Vec<_> = rows.iter().map(|row| name(&pascal(&row.name))).collect();
    let docs = rows.iter().map(|row| doc(&[format!("`{} : {}`", row.name, row.ty)]));
    let groups: Vec<_> = GROUPS.iter().map(|group| name(group)).collect();
    let group_docs = GROUPS.iter().map(|group| doc(&[format!("{group}.")]));
    let table = rows.iter().zip(&variants).map(|(row, variant)| {
        let builtins::Row { name: text, ty, meaning, cost, group, .. } = row;
        let group = name(group);
        quote! {
            Row {
                builtin: Builtin::#variant,
                name: #text,
                ty: #ty,
                meaning: #meaning,
                cost: #cost,
                group: Group::#group,
            },
        }
    });
    let items = vec![
        quote! {
            /// A name that every program may use.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub enum Builtin { #(#docs #variants,)* }
        },
        quote! {
            /// Heading under which documents list a builtin.
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub enum Group { #(#group_docs #groups,)* }
        },
        quote! {
            /// One row of the table.
            #[derive(Clone, Copy, Debug)]
            pub struct Row {
                /// Which builtin.
                pub builtin: Builtin,
                /// Its name in source; it can be neither redefined nor bound.
                pub name: &'static str,
                /// Its type in Soil syntax.
                pub ty: &'static str,
                /// What it does, in one phrase.
                pub meaning: &'static str,
                /// Amortised cost; empty when constant and uninteresting.
                pub cost: &'static str,
                /// Heading under which documents list it.
                pub group: Group,
            }
        },
        quote! {
            /// Every builtin, in the order of [`Builtin`].
            pub const TABLE: &[Row] = &[#(#table)*];
        },
    ];
    file("The builtins of the language.", builtins::PATH, items)
}
