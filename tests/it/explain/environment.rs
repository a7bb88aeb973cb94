//! `env.json` and `program.json` of an example, from Soil's own notation.

use std::fs;
use std::path::Path;

use trellis::contract::documents::{
    EnvFile, FieldDef, IgnoredDefault, RowTree, SigType, Strategy, TypeBody, TypeDef, VariantDef,
};
use trellis::contract::wire::{Json, to_json};
use trellis::soil::syntax::tree::{self, ExprKind, FieldDecl, Lit, PayloadDecl, Tree, TypeKind};
use trellis::soil::syntax::{SourceFile, parse};

/// Writes both files; a declaration starts at a line that begins with `type `.
pub fn write(folder: &Path, declarations: &str, sources: &[&str]) -> Result<(), String> {
    let mut types = Vec::new();
    let source = SourceFile::new("env", declarations);
    let starts = declarations.match_indices("type ").map(|(at, _)| at);
    let starts = starts.filter(|at| *at == 0 || declarations.as_bytes()[at - 1] == b'\n');
    let starts = starts.chain([declarations.len()]).collect::<Vec<_>>();
    for region in starts.windows(2) {
        let decl = parse::type_decl(&source, region[0] as u32..region[1] as u32);
        types.push(definition(&decl.map_err(|fault| fault.message)?)?);
    }
    let program = serde_json::json!({ "types": "env.json", "defs": sources });
    let files = [("env.json", to_json(&EnvFile { types })), ("program.json", program.to_string())];
    for (name, text) in files {
        fs::write(folder.join(name), text).map_err(|fault| fault.to_string())?;
    }
    Ok(())
}

fn definition(decl: &tree::TypeDecl) -> Result<TypeDef, String> {
    let tree = &decl.tree;
    let mut strategy = Strategy::Structural;
    let body = match &decl.body {
        tree::TypeBody::Opaque => {
            strategy = Strategy::Opaque;
            TypeBody::OpaqueBody
        }
        tree::TypeBody::Record(fields) => TypeBody::Record { fields: all_fields(tree, fields)? },
        tree::TypeBody::Alias(ty) => TypeBody::Alias { ty: shape(tree, *ty) },
        tree::TypeBody::Sum(variants) => {
            let variants = variants.iter().map(|variant| {
                let (payload, fields) = match &variant.payload {
                    PayloadDecl::None => (None, None),
                    PayloadDecl::One(ty) => (Some(shape(tree, *ty)), None),
                    PayloadDecl::Record(fields) => (None, Some(all_fields(tree, fields)?)),
                };
                Ok(VariantDef { name: variant.name.name.to_string(), payload, fields })
            });
            TypeBody::Sum { variants: variants.collect::<Result<_, String>>()? }
        }
    };
    let params = decl.params.iter().map(|param| param.name.to_string()).collect();
    Ok(TypeDef { name: decl.name.name.to_string(), params, strategy, body })
}

fn all_fields(tree: &Tree, fields: &[FieldDecl]) -> Result<Vec<FieldDef>, String> {
    let fields = fields.iter().map(|field| {
        let ignored = field.ignored.map(|default| ignored(&tree[default].kind)).transpose()?;
        let name = field.name.name.to_string();
        Ok(FieldDef { name, shape: shape(tree, field.ty), ignored })
    });
    fields.collect()
}

fn ignored(default: &ExprKind) -> Result<IgnoredDefault, String> {
    let json = match default {
        ExprKind::Path(path) => {
            return Ok(IgnoredDefault::CopyField { field: path.root.to_string() });
        }
        ExprKind::Lit(Lit::Int(text) | Lit::Float(text)) => text.to_string(),
        ExprKind::Lit(Lit::Str(value)) => serde_json::json!(value.as_str()).to_string(),
        _ => return Err("a default is a literal or a field here".into()),
    };
    Ok(IgnoredDefault::Const { value: Json::new(json).map_err(|fault| fault.to_string())? })
}

fn shape(tree: &Tree, ty: tree::TypeId) -> SigType {
    match &tree[ty].kind {
        TypeKind::Var(name) => SigType::SVar { name: name.to_string() },
        TypeKind::Con { name, args } => {
            let args = args.iter().map(|arg| shape(tree, *arg)).collect();
            SigType::SCon { name: name.to_string(), args }
        }
        TypeKind::Refined { base, .. } => shape(tree, *base),
        TypeKind::Arrow { dom, cod, .. } => SigType::SArrow {
            param: None,
            dom: Box::new(shape(tree, *dom)),
            row: RowTree { effects: Vec::new(), var: None },
            cod: Box::new(shape(tree, *cod)),
        },
    }
}
