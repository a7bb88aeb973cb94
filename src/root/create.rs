//! New roots and new specifications: valid from the first moment, and worth reading.
//!
//! Spec: `design#1.2`, `tr-grammar#1`.

use std::fs;
use std::path::Path;

use include_dir::{Dir, include_dir};

use crate::contract::{Code, Diagnostic};
use crate::root::find::RootDir;
use crate::root::{config, files, pin};
use crate::spec::{ident, module_of, stem_of};

static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The template that `init` takes unless told otherwise.
pub const DEFAULT_TEMPLATE: &str = "starter";

const GITIGNORE: &str = ".trellis/\n.trellis-*.tmp\n*.log\n*.question.json\nsoil.lock\n";
const GITATTRIBUTES: &str = "* text=auto eol=lf\n";

/// Where GitHub looks for workflows, from the top of a repository.
const WORKFLOW: &str = ".github/workflows/trellis.yml";

/// Lists the templates by name.
pub fn templates() -> Vec<&'static str> {
    TEMPLATES.dirs().filter_map(|dir| dir.path().to_str()).collect()
}

/// Makes a root from a template in a directory, which is made when it does not exist.
///
/// Nothing that exists is overwritten. Returns the root and the files written, in path order.
///
/// # Errors
/// `usage` for an unknown template or a directory that is a root already or holds a file of that
/// name, `io`.
pub fn init(directory: &Path, template: &str) -> Result<(RootDir, Vec<String>), Diagnostic> {
    let Some(chosen) = TEMPLATES.get_dir(template) else {
        let fault = Diagnostic::new(Code::Usage, format!("no template `{template}`"));
        return Err(templates().iter().fold(fault, |f, name| f.note(format!("there is `{name}`"))));
    };
    let io = |error: std::io::Error| {
        let message = format!("the directory cannot be made: {error}");
        Diagnostic::new(Code::Io, message).in_file(directory.display().to_string())
    };
    fs::create_dir_all(directory).map_err(io)?;
    let directory = directory.canonicalize().map_err(io)?;
    if directory.join(config::FILE).exists() {
        let message = format!("{} is a root already", directory.display());
        return Err(Diagnostic::new(Code::Usage, message));
    }
    let name = directory.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let is_scalar = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let can_name = !name.is_empty() && name.bytes().all(is_scalar);
    let mut planned: Vec<(String, String)> = Vec::new();
    collect(chosen, template, &mut planned);
    // A header is named like its directory; one whose name no header can have goes without.
    planned.retain(|(file, _)| can_name || file != "_project.tr");
    for (_, text) in &mut planned {
        *text = text.replace("@NAME@", &name);
    }
    planned.push((config::FILE.to_owned(), soil_toml(template)));
    planned.push((".gitignore".to_owned(), GITIGNORE.to_owned()));
    planned.push((".gitattributes".to_owned(), GITATTRIBUTES.to_owned()));
    planned.sort();
    // Files of a repository that is there already stay as they are.
    planned.retain(|(file, _)| !(file.starts_with(".git") && directory.join(file).exists()));
    if let Some((file, _)) = planned.iter().find(|(file, _)| directory.join(file).exists()) {
        let message = format!("`{file}` exists already; nothing was written");
        return Err(Diagnostic::new(Code::Usage, message).in_file(file));
    }
    // `soil.toml` comes last: what was cut short is no root yet, and can be made again elsewhere.
    let (configs, others): (Vec<_>, Vec<_>) =
        planned.iter().partition(|(file, _)| file == config::FILE);
    for (file, text) in others.into_iter().chain(configs) {
        write(&directory, file, text)?;
    }
    Ok((RootDir::at(&directory)?, planned.into_iter().map(|(file, _)| file).collect()))
}

/// Writes a GitHub Actions workflow that checks and tests the root; returns the file's name.
///
/// What `check` finds is uploaded as SARIF, what `test` finds kept as JUnit XML.
///
/// # Errors
/// `usage` when the workflow exists or the root is not the top of its repository, `io`.
pub fn ci(root: &RootDir) -> Result<String, Diagnostic> {
    let path = root.path();
    if path.join(WORKFLOW).exists() {
        let fault = Diagnostic::new(Code::Usage, format!("`{WORKFLOW}` exists already"));
        return Err(fault.in_file(WORKFLOW).note("remove it to have it written anew"));
    }
    let top = path.ancestors().find(|above| above.join(".git").exists());
    if let Some(top) = top.filter(|top| *top != path) {
        let message = format!("the root is not the top of its repository, {}", top.display());
        let fault = Diagnostic::new(Code::Usage, message);
        return Err(fault.note("GitHub reads workflows and places findings from the top only"));
    }
    let text = include_str!("workflow.yml").replace("@VERSION@", pin::TRELLIS);
    write(path, WORKFLOW, &text)?;
    Ok(WORKFLOW.to_owned())
}

fn collect(dir: &Dir, template: &str, planned: &mut Vec<(String, String)>) {
    for file in dir.files() {
        let path = file.path().strip_prefix(template).expect("below its template");
        let text = file.contents_utf8().expect("templates are text");
        planned.push((path.to_string_lossy().into_owned(), text.to_owned()));
    }
    dir.dirs().for_each(|inner| collect(inner, template, planned));
}

fn soil_toml(template: &str) -> String {
    let tags = match template {
        "library" => "\n[tags]\narithmetic = \"works on plain numbers\"\n",
        _ => "",
    };
    let toolchain = pin::update("").expect("an empty text is TOML");
    format!("{toolchain}{tags}")
}

fn write(directory: &Path, file: &str, text: &str) -> Result<(), Diagnostic> {
    let path = directory.join(file);
    if !files::stays_below(directory, file) {
        let fault = Diagnostic::new(Code::Io, "a symbolic link leads out of the root");
        return Err(fault.in_file(file).note("nothing was written; remove the link"));
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(|error| {
            Diagnostic::new(Code::Io, format!("the directory cannot be made: {error}"))
                .in_file(file)
        })?;
    }
    files::replace(&path, file, text.as_bytes())
}

/// Writes a valid skeleton specification for a definition path; returns the file's name.
///
/// A last part in PascalCase makes a type, `_module` a module header, `_project` the project
/// header, anything else a function.
///
/// # Errors
/// `usage` when the path cannot name a definition or its file exists, `io`.
pub fn new(root: &RootDir, path: &str) -> Result<String, Diagnostic> {
    let path = path.strip_suffix(".tr").unwrap_or(path);
    let stem = stem_of(path);
    let module = module_of(path);
    let misnamed = |what: &str| {
        Diagnostic::new(Code::Usage, format!("`{path}` cannot name a definition: {what}"))
    };
    let is_below = path.split('/').rev().skip(1).all(ident::is_definition);
    if !is_below {
        return Err(misnamed("each directory is a module, `[a-z][a-z0-9_]*`"));
    }
    let (file_stem, text) = match stem {
        "_project" if module.is_empty() => ("_project".to_owned(), header(root.name(), "")),
        "_project" => return Err(misnamed("a project header stands only beside `soil.toml`")),
        "_module" => {
            let name = if module.is_empty() { root.name() } else { stem_of(module) };
            ("_module".to_owned(), header(name, "\n```exports\n```\n"))
        }
        _ if ident::is_type(stem) => (ident::snake_form(stem), type_(stem)),
        _ if ident::is_definition(stem) => (stem.to_owned(), function(stem)),
        _ => return Err(misnamed("a function is `[a-z][a-z0-9_]*`, a type `[A-Z][A-Za-z0-9]*`")),
    };
    let file = if module.is_empty() {
        format!("{file_stem}.tr")
    } else {
        format!("{module}/{file_stem}.tr")
    };
    if root.file(&file).exists() {
        return Err(Diagnostic::new(Code::Usage, "the file exists already").in_file(&file));
    }
    write(root.path(), &file, &text)?;
    Ok(file)
}

fn function(name: &str) -> String {
    format!(
        "---\nname: {name}\n---\n\n# {name}\n\nReturns the number that it is given.\n\n\
         ```soil-sig\n{name} : (x : I64) -> I64\n```\n\n\
         ```test example\n(1) => 1\n```\n"
    )
}

fn type_(name: &str) -> String {
    format!(
        "---\nname: {name}\n---\n\n# {name}\n\nA value with one part.\n\n\
         ```soil-type\ntype {name} = {{ value : I64 }}\n```\n"
    )
}

fn header(name: &str, blocks: &str) -> String {
    format!("---\nname: {name}\n---\n\n# {name}\n\nWhat belongs together here, and why.\n{blocks}")
}
