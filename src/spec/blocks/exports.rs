//! `exports`: what a module offers, one a line.
//!
//! Spec: `tr-grammar#5.1`.

use super::Region;
use crate::contract::{Code, Diagnostic};
use crate::soil::Name;
use crate::spec::ident;
use crate::spec::model::{Export, Exported};

pub(super) fn read(region: Region, faults: &mut Vec<Diagnostic>) -> Vec<Export> {
    let mut exports: Vec<Export> = Vec::new();
    for line in region.trimmed() {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        let (what, name) = match words[..] {
            [name] if ident::is_definition(name) => (Exported::Function, name),
            ["type", name] if ident::is_type(name) => (Exported::Type, name),
            ["abstract", "type", name] if ident::is_type(name) => (Exported::Abstract, name),
            _ => {
                faults.push(region.fault(
                    Code::TrExportsSyntax,
                    line.span(),
                    "expected `name`, `type Name` or `abstract type Name`",
                ));
                continue;
            }
        };
        if exports.iter().any(|export| export.name == name) {
            let message = format!("`{name}` is exported twice");
            faults.push(region.fault(Code::TrExportsSyntax, line.span(), message));
            continue;
        }
        let place = line.part(line.text.len() - name.len()..line.text.len());
        exports.push(Export { what, name: Name::new(name), span: place.span() });
    }
    exports
}
