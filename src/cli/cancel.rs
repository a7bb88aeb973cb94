//! `trellis cancel`: takes jobs back.

use clap::{Arg, ArgMatches, Command};
use serde_json::{Value, json};

use super::{Entry, Outcome, Output, service};
use crate::contract::{Code, Diagnostic};

/// The command's row.
pub const ENTRY: Entry = Entry { name: "cancel", arguments, run };

fn arguments(command: Command) -> Command {
    command.about("Take back a queued or running job; what it wrote into the root stays").arg(
        Arg::new("which").value_name("ID|DEF").required(true).help("A job's id, or a definition"),
    )
}

fn run(matches: &ArgMatches, output: &mut Output) -> Outcome {
    let which = matches.get_one::<String>("which").map_or("", String::as_str);
    let root = service::root()?;
    let path = service::definition(root.path(), which).unwrap_or_else(|_| which.to_owned());
    let client = service::connect(&root)?;
    let answer = client.post("/cancel", &json!({ "which": path })).map_err(service::failure)?;
    let n_cancelled = answer.get("cancelled").and_then(Value::as_u64).unwrap_or(0);
    if n_cancelled == 0 {
        let message = format!("no open job is or lowers `{which}`");
        return Err(Diagnostic::new(Code::Usage, message).note("`trellis jobs` lists them").into());
    }
    output.raw(&match output.is_json() {
        true => format!("{{\"cancelled\":{n_cancelled}}}\n"),
        false => format!("cancelled {n_cancelled}\n"),
    });
    Ok(0)
}
