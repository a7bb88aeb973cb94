//! What an agent is told when it starts.

use std::path::Path;

use crate::lowering::library::DefPath;

/// Returns the prompt for one definition, the same for every provider. `skill` is the folder of
/// the skill as the agent sees it, for agents that can read files.
pub fn prompt(def: &DefPath, skill: Option<&Path>) -> String {
    let files = skill
        .map_or_else(String::new, |skill| format!(" (as files: {}, read-only)", skill.display()));
    format!(
        "Write the Soil definition `{def}` from its specification.\n\
         \n\
         You work through seven MCP tools of the server `trellis`; there is nothing else to use, \
         no shell and no files.\n\
         1. `read_context` with path \"skill/SKILL.md\" holds your standing instructions, and \
         \"skill/language.md\" teaches Soil: read both first{files}.\n\
         2. `read_context` with path \"\" lists the bundle. Read `spec.md`, then `tests.json`, \
         `decisions.md` if it is there, the callees and the examples.\n\
         3. `write_soil` stores a draft and returns its canonical text. Cite in \
         `decisions_applied` every decision that the draft follows; [] when none.\n\
         4. `check_types` and `run_tests` judge the draft. Repair what they report: each \
         diagnostic has a `repair_class` and a `spec_ref`, and `read_spec` returns that section.\n\
         5. Stop when both are clean. Your last draft is judged again without you; nothing else \
         that you say counts.\n\
         \n\
         A part that you cannot write yet may stay a typed hole, `?name`. If the specification is \
         ambiguous or contradicts itself, do not guess: call `ask_human`, which ends the job.\n"
    )
}
