//! `generated/tools.rs`: the tools by name, and for each the codes that it can answer with.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use trellis_codegen::Contract;
use trellis_codegen::types::Tool;
use trellis_codegen::types::check::raised;
use trellis_codegen::types::parser::pascal;

use crate::tokens::{Word, doc, file, name, table, words};

/// Renders the file.
///
/// Errors: text that is not Rust.
pub fn render(contract: &Contract) -> syn::Result<String> {
    let tools = &contract.declarations.tools;
    let variant = |tool: &Tool| name(&pascal(&tool.name.text));
    let word = |tool: &Tool| Word {
        variant: variant(tool),
        text: tool.name.text.clone(),
        doc: tool.doc.clone(),
    };
    let of_tool =
        |about: &str, function: &str, ty: TokenStream, value: &dyn Fn(&Tool) -> TokenStream| {
            table(about, function, &ty, tools.iter().map(|tool| (variant(tool), value(tool))))
        };
    let mut tables = vec![of_tool(
        "Returns what the agent is told about the tool.",
        "description",
        quote!(&'static str),
        &|tool| {
            let text = tool.doc.join(" ");
            quote!(#text)
        },
    )];
    for side in ["input", "output"] {
        tables.push(of_tool(
            &format!("Returns the JSON Schema of the tool's {side}."),
            &format!("{side}_schema"),
            quote!(&'static str),
            &|tool| {
                let path = format!("schemas/{}.{side}.schema.json", tool.name.text);
                quote!(include_str!(#path))
            },
        ));
    }
    for (function, hint, about) in [
        ("read_only", "read-only", "Returns whether the tool changes nothing."),
        ("idempotent", "idempotent", "Returns whether a second equal call changes nothing more."),
        ("destructive", "destructive", "Returns whether the tool may undo somebody's work."),
        ("open_world", "open-world", "Returns whether the tool reaches beyond the job."),
    ] {
        tables.push(of_tool(about, function, quote!(bool), &|tool| {
            let holds = tool.hints.iter().any(|h| h.text == hint);
            quote!(#holds)
        }));
    }
    let codes = |tool: &Tool| -> Vec<Ident> {
        raised(&contract.declarations, tool).iter().map(|code| name(&pascal(code))).collect()
    };
    tables.push(of_tool(
        "Returns the codes that the tool can answer with, sorted.",
        "raises",
        quote!(&'static [Code]),
        &|tool| {
            let codes = codes(tool);
            quote!(&[#(Code::#codes),*])
        },
    ));
    let all = words(
        &name("Tool"),
        "A tool that an agent may call.",
        &tools.iter().map(word).collect::<Vec<_>>(),
    );
    let mut items = vec![
        quote! { use std::fmt; },
        quote! { use super::refusal::{Refusal, ToolCode}; },
        quote! { use super::{Code, documents}; },
        all,
        quote! { impl Tool { #(#tables)* } },
    ];
    for tool in tools {
        let docs = raised(&contract.declarations, tool);
        items.push(answers(tool, &docs, &codes(tool)));
    }
    file("The tools of the lowering agent.", "schemas/*.types", items)
}

/// The code, error and result types of one tool.
fn answers(tool: &Tool, texts: &[String], codes: &[Ident]) -> TokenStream {
    let wire = &tool.name.text;
    let tool_name = pascal(wire);
    let (code, error, result) = (
        format_ident!("{tool_name}Code"),
        format_ident!("{tool_name}Error"),
        format_ident!("{tool_name}Result"),
    );
    let output = name(&tool.output);
    let about_code = doc(&[format!("A code that `{wire}` can answer with.")]);
    let about_error =
        doc(&[format!("Why `{wire}` did not answer; limited to the codes it declares.")]);
    let about_result = doc(&[format!("What `{wire}` answers.")]);
    let docs = texts.iter().map(|text| doc(&[format!("`{text}`")]));
    quote! {
        #about_code
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum #code { #(#docs #codes,)* }

        impl ToolCode for #code {
            const ALL: &[Self] = &[#(Self::#codes,)*];

            fn code(self) -> Code {
                match self { #(Self::#codes => Code::#codes,)* }
            }
        }

        #about_error
        pub type #error = Refusal<#code>;

        #about_result
        pub type #result = Result<documents::#output, #error>;
    }
}
