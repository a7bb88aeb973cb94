//! MB/s of lexing, parsing, printing and hashing beside other real parsers on as much text.
//!
//! `cargo bench --bench syntax` prints one line a measurement, the best of a few runs.

use std::hint::black_box;
use std::process::{Command, Stdio};
use std::time::Instant;

use trellis::soil::print;
use trellis::soil::syntax::parse::{self, Role};
use trellis::soil::syntax::{SourceFile, lex};

const SIZE: usize = 5_000_000;
const RUNS: usize = 5;

/// One definition of everyday shape; the number keeps names distinct.
fn soil(number: usize) -> String {
    format!(
        "_run_{number} : (xs : List U8) -> (limit : I64) -> panic (Result Utf8 FsError)\n\
         _run_{number} xs limit =\n\
         \x20 let n = list_len xs in\n\
         \x20 let rec go = fun i current out ->\n\
         \x20   if i == n or not (i < limit + {number})\n\
         \x20   then list_append out current\n\
         \x20   else\n\
         \x20     let byte_here = list_nth xs i in\n\
         \x20     match (current : Run) with\n\
         \x20     | {{ byte, count }} ->\n\
         \x20       if byte == byte_here\n\
         \x20       then go (i + 1) {{ current with count = count + 1 }} out\n\
         \x20       else go (i + 1) {{ byte = byte_here, count = (1 : U32) }} (list_append out current)\n\
         \x20     | _ -> fail \"unexpected run at {number}\"\n\
         \x20 in\n\
         \x20 match go 1 (first_run xs) list_empty with\n\
         \x20 | Ok runs -> Ok (render runs.items * 2 - -n)\n\
         \x20 | Err (ReadFailed {{ path, .. }}) -> Err (NotFound {{ path = path }})\n\n"
    )
}

fn rust(number: usize) -> String {
    format!(
        "fn run_{number}(xs: &[u8], limit: i64) -> Result<String, FsError> {{\n\
         \x20   let n = xs.len() as i64;\n\
         \x20   let mut out = Vec::new();\n\
         \x20   let mut current = Run {{ byte: xs[0], count: 1 }};\n\
         \x20   for i in 1..n {{\n\
         \x20       if i == n || !(i < limit + {number}) {{ break; }}\n\
         \x20       let byte_here = xs[i as usize];\n\
         \x20       match current {{\n\
         \x20           Run {{ byte, count }} if byte == byte_here => current = Run {{ count: count + 1, ..current }},\n\
         \x20           Run {{ .. }} => {{ out.push(current); current = Run {{ byte: byte_here, count: 1u32 }}; }}\n\
         \x20       }}\n\
         \x20   }}\n\
         \x20   if out.is_empty() {{ return Err(fail(\"unexpected run at {number}\")); }}\n\
         \x20   match go(1, first_run(xs), out) {{\n\
         \x20       Ok(runs) => Ok(render(runs.items * 2 - -n)),\n\
         \x20       Err(FsError::ReadFailed {{ path, .. }}) => Err(FsError::NotFound {{ path }}),\n\
         \x20       Err(other) => Err(other),\n\
         \x20   }}\n\
         }}\n\n"
    )
}

fn lua(number: usize) -> String {
    format!(
        "function run_{number}(xs, limit)\n\
         \x20 local n = #xs\n\
         \x20 local function go(i, current, out)\n\
         \x20   if i == n or not (i < limit + {number}) then\n\
         \x20     return append(out, current)\n\
         \x20   else\n\
         \x20     local byte_here = xs[i]\n\
         \x20     if current.byte == byte_here then\n\
         \x20       return go(i + 1, {{ byte = current.byte, count = current.count + 1 }}, out)\n\
         \x20     else\n\
         \x20       return go(i + 1, {{ byte = byte_here, count = 1 }}, append(out, current))\n\
         \x20     end\n\
         \x20   end\n\
         \x20 end\n\
         \x20 local runs, err = go(1, first_run(xs), {{}})\n\
         \x20 if err then return fail(\"unexpected run at {number}\") end\n\
         \x20 return render(runs.items * 2 - -n)\n\
         end\n\n"
    )
}

fn corpus(one: fn(usize) -> String) -> String {
    let mut text = String::with_capacity(SIZE + 2_000);
    let mut number = 0;
    while text.len() < SIZE {
        text += &one(number);
        number += 1;
    }
    text
}

/// Prints the best rate of a few runs.
fn measure(what: &str, bytes: usize, mut run: impl FnMut()) {
    let mut best = f64::INFINITY;
    for _ in 0..RUNS {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{what:<24} {:>8.1} MB/s", bytes as f64 / best / 1e6);
}

fn main() {
    let text = corpus(soil);
    let size = text.len();
    let source = SourceFile::new("_private.soil", text);
    measure("soil lex", size, || drop(black_box(lex::tokens(&source))));
    measure("soil lex and parse", size, || {
        drop(black_box(parse::file(&source, Role::Private).expect("the corpus parses")));
    });
    let file = parse::file(&source, Role::Private).expect("the corpus parses");
    measure("soil print", size, || drop(black_box(print::file(&file))));
    measure("soil hash form", size, || {
        for def in &file.defs {
            drop(black_box(print::hash_form(&file.tree, def)));
        }
    });
    let text = corpus(rust);
    measure("syn::parse_file", text.len(), || {
        drop(black_box(syn::parse_file(&text).expect("the Rust corpus parses")));
    });
    measure_lua(&corpus(lua));
}

fn measure_lua(text: &str) {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let path = folder.path().join("corpus.lua");
    std::fs::write(&path, text).expect("the scratch folder is writable");
    let luac = |path: &std::path::Path| {
        Command::new("luac").arg("-p").arg(path).stderr(Stdio::null()).status()
    };
    match luac(&path) {
        Ok(status) if status.success() => {
            measure("luac -p", text.len(), || drop(black_box(luac(&path))));
        }
        _ => println!("luac -p                  is not installed"),
    }
}
