//! `providers.toml`: the user's own settings, never the project's.
//!
//! `$XDG_CONFIG_HOME/trellis/providers.toml`, else `~/.config/trellis/providers.toml`. Without the
//! file there are `claude-code`, `codex` and `gemini` with their usual commands and caps.
//!
//! ```toml
//! default = "claude-code"
//! jail = "bubblewrap"            # or "landlock", "none": the weakest jail that is accepted
//!
//! [provider.claude-code]
//! kind = "claude-code"           # or codex, gemini, acp, scripted
//! command = "claude"             # looked for in PATH
//! args = []                      # added to ours
//! model = "…"
//! pass_env = ["ANTHROPIC_API_KEY"]
//! read_only = ["/opt/claude"]    # shown in the jail beside the command's own folder
//! home_files = [".claude.json"]  # copied from your home into the job's
//! max_turns = 40
//! wall_clock_s = 900
//! max_cost_usd = 2.0
//!
//! [model.NAME]
//! context_budget = 60000
//! bytes_per_token = 4
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::contract::{Code, Diagnostic};
use crate::lowering::jail::Strength;
use crate::lowering::providers::watch::Caps;

/// What the file says.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it was read from, or would be.
    pub path: PathBuf,
    /// The weakest jail that is accepted.
    pub jail: Strength,
    default: Option<String>,
    providers: BTreeMap<String, Settings>,
    models: BTreeMap<String, Model>,
}

/// The kinds of providers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A playbook; for tests.
    Scripted,
    /// Claude Code, headless.
    ClaudeCode,
    /// Codex CLI, headless.
    Codex,
    /// Gemini CLI, headless.
    Gemini,
    /// Any agent that speaks the Agent Client Protocol.
    Acp,
    /// The embedded search; needs no account and no network.
    Synth,
}

impl Kind {
    /// Returns the kind's name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Scripted => "scripted",
            Kind::ClaudeCode => "claude-code",
            Kind::Codex => "codex",
            Kind::Gemini => "gemini",
            Kind::Acp => "acp",
            Kind::Synth => "synth",
        }
    }
}

/// One provider.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Its name in the file.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// Its program, or the playbook of a scripted one.
    pub command: String,
    /// More arguments, after ours.
    pub args: Vec<String>,
    /// The model to ask for; the provider's own choice without.
    pub model: Option<String>,
    /// Names of environment variables that the agent may see.
    pub pass_env: Vec<String>,
    /// More paths to show read-only in the jail.
    pub read_only: Vec<PathBuf>,
    /// Files to copy from the user's home into the job's.
    pub home_files: Vec<PathBuf>,
    /// What it may spend.
    pub caps: Caps,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Model {
    context_budget: Option<u64>,
    /// The estimate is contractual at four; other values are refused.
    bytes_per_token: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    default: Option<String>,
    jail: Option<Strength>,
    #[serde(default)]
    provider: BTreeMap<String, Table>,
    #[serde(default)]
    model: BTreeMap<String, Model>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    kind: Kind,
    command: Option<String>,
    #[serde(default)]
    args: Vec<String>,
    model: Option<String>,
    #[serde(default)]
    pass_env: Vec<String>,
    #[serde(default)]
    read_only: Vec<PathBuf>,
    #[serde(default)]
    home_files: Vec<PathBuf>,
    max_turns: Option<u64>,
    wall_clock_s: Option<u64>,
    max_cost_usd: Option<f64>,
}

/// The bundle's budget in tokens when the model has none of its own.
const BUDGET: u64 = 60_000;

/// Returns where the file is.
pub fn path() -> PathBuf {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = set("XDG_CONFIG_HOME")
        .or_else(|| set("HOME").map(|home| home.join(".config")))
        .unwrap_or_default();
    base.join("trellis").join("providers.toml")
}

impl Config {
    /// Reads the file; a missing one is an empty one.
    ///
    /// # Errors
    /// `config-io`, `config-parse`, `config-unknown-key`, `config-bad-value`.
    pub fn load(path: &Path) -> Result<Config, Diagnostic> {
        match fs::read_to_string(path) {
            Ok(text) => Config::parse(path, &text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Config::parse(path, ""),
            Err(error) => {
                Err(Diagnostic::new(Code::ConfigIo, error.to_string())
                    .in_file(path.to_string_lossy()))
            }
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn parse(path: &Path, text: &str) -> Result<Config, Diagnostic> {
        let fault =
            |code, message: String| Diagnostic::new(code, message).in_file(path.to_string_lossy());
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
            fault(Code::ConfigParse, error.message().to_owned())
        })?;
        let file: File = table.try_into().map_err(|error: toml::de::Error| {
            let message = error.message().to_owned();
            let is_unknown_key = message.starts_with("unknown field");
            fault(
                if is_unknown_key { Code::ConfigUnknownKey } else { Code::ConfigBadValue },
                message,
            )
        })?;
        let mut providers = BTreeMap::new();
        for kind in [Kind::ClaudeCode, Kind::Codex, Kind::Gemini, Kind::Synth] {
            providers.insert(kind.name().to_owned(), Settings::usual(kind.name(), kind));
        }
        for (name, table) in file.provider {
            let mut settings = Settings::usual(&name, table.kind);
            match table.command {
                Some(command) => settings.command = command,
                None if settings.command.is_empty() && table.kind != Kind::Synth => {
                    let message = format!("provider `{name}` has no `command`");
                    return Err(fault(Code::ConfigBadValue, message));
                }
                None => {}
            }
            let caps = &mut settings.caps;
            caps.max_turns = table.max_turns.unwrap_or(caps.max_turns);
            caps.wall_clock_s = table.wall_clock_s.unwrap_or(caps.wall_clock_s);
            caps.max_cost_usd = table.max_cost_usd.unwrap_or(caps.max_cost_usd);
            if !(caps.max_cost_usd >= 0.0 && caps.max_cost_usd.is_finite()) {
                let message = format!("`max_cost_usd` of `{name}` is no amount of money");
                return Err(fault(Code::ConfigBadValue, message));
            }
            settings.args = table.args;
            settings.model = table.model;
            settings.pass_env.extend(table.pass_env);
            settings.read_only = table.read_only;
            settings.home_files.extend(table.home_files);
            if let Some(path) = settings.home_files.iter().find(|path| !is_below(path)) {
                let message = format!("`{}` does not lie below your home", path.display());
                return Err(fault(Code::ConfigBadValue, message));
            }
            providers.insert(name, settings);
        }
        if let Some(name) = file.default.as_ref().filter(|name| !providers.contains_key(*name)) {
            let message = format!("the default provider `{name}` is not configured");
            return Err(fault(Code::ConfigBadValue, message));
        }
        let odd = |model: &&Model| model.bytes_per_token.is_some_and(|bytes| bytes != 4);
        if file.model.values().any(|model| odd(&model)) {
            let message = "`bytes_per_token` is 4: bundles are estimated so everywhere".to_owned();
            return Err(fault(Code::ConfigBadValue, message));
        }
        Ok(Config {
            path: path.to_owned(),
            jail: file.jail.unwrap_or(Strength::Bubblewrap),
            default: file.default,
            providers,
            models: file.model,
        })
    }

    /// Returns all providers by name.
    pub fn providers(&self) -> impl Iterator<Item = &Settings> {
        self.providers.values()
    }

    /// Finds the provider to use: the named one, else the default, else the first whose program
    /// is installed.
    ///
    /// # Errors
    /// `job-provider-error` when there is none.
    pub fn choose(&self, name: Option<&str>) -> Result<&Settings, Diagnostic> {
        let names: Vec<&str> = self.providers.keys().map(String::as_str).collect();
        let known = format!("configured: {}", names.join(", "));
        if let Some(name) = name.or(self.default.as_deref()) {
            return self.providers.get(name).ok_or_else(|| {
                let message = format!("no provider is named `{name}`");
                Diagnostic::new(Code::JobProviderError, message).note(known)
            });
        }
        let order = ["claude-code", "codex", "gemini"];
        let usual = order.iter().filter_map(|name| self.providers.get(*name));
        // The search comes last: it is always there.
        let others = self.providers.values().filter(|settings| settings.kind != Kind::Synth);
        let last = self.providers.get(Kind::Synth.name());
        usual.chain(others).chain(last).find(|settings| settings.is_installed()).ok_or_else(|| {
            Diagnostic::new(Code::JobProviderError, "no provider is installed")
                .note(known)
                .note(format!("set one up in {}", self.path.display()))
        })
    }

    /// Returns the bundle's budget for a provider, in tokens.
    pub fn budget(&self, settings: &Settings) -> u64 {
        let model = settings.model.as_ref().and_then(|name| self.models.get(name));
        model.and_then(|model| model.context_budget).unwrap_or(BUDGET)
    }
}

impl Settings {
    fn usual(name: &str, kind: Kind) -> Settings {
        let (command, pass_env, home_files): (&str, &[&str], &[&str]) = match kind {
            Kind::ClaudeCode => (
                "claude",
                &["ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN"],
                &[".claude/.credentials.json"],
            ),
            Kind::Codex => ("codex", &["OPENAI_API_KEY", "CODEX_API_KEY"], &[".codex/auth.json"]),
            Kind::Gemini => {
                ("gemini", &["GEMINI_API_KEY", "GOOGLE_API_KEY"], &[".gemini/oauth_creds.json"])
            }
            Kind::Scripted | Kind::Acp | Kind::Synth => ("", &[], &[]),
        };
        // A turn of the search is a candidate, which costs nothing but time.
        let caps = match kind {
            Kind::Synth => Caps { max_turns: 400, wall_clock_s: 120, max_cost_usd: 0.0 },
            _ => Caps { max_turns: 40, wall_clock_s: 900, max_cost_usd: 2.0 },
        };
        Settings {
            name: name.to_owned(),
            kind,
            command: command.to_owned(),
            args: Vec::new(),
            model: None,
            pass_env: pass_env.iter().map(|name| (*name).to_owned()).collect(),
            read_only: Vec::new(),
            home_files: home_files.iter().map(PathBuf::from).collect(),
            caps,
        }
    }

    /// Says whether the program (or the playbook) is there.
    pub fn is_installed(&self) -> bool {
        matches!(self.kind, Kind::Scripted | Kind::Synth) || self.program().is_some()
    }

    /// Finds the program: a path as it stands, a bare name in `PATH`.
    pub fn program(&self) -> Option<PathBuf> {
        if self.command.contains('/') {
            let path = PathBuf::from(&self.command);
            return path.is_file().then_some(path);
        }
        let search = crate::lowering::jail::search_path();
        std::env::split_paths(&search)
            .map(|dir| dir.join(&self.command))
            .find(|path| path.is_file())
    }
}

fn is_below(path: &Path) -> bool {
    path.components().all(|part| matches!(part, std::path::Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> &'static str {
        let path = Path::new("providers.toml");
        Config::parse(path, text).map_or_else(|fault| fault.code.as_str(), |_| "ok")
    }

    #[test]
    fn mistakes_have_their_codes() {
        assert_eq!(code(""), "ok");
        assert_eq!(code("default = "), "config-parse");
        assert_eq!(code("colour = 1"), "config-unknown-key");
        assert_eq!(code("[provider.x]\nkind = \"codex\"\nmax_turn = 1"), "config-unknown-key");
        assert_eq!(code("[provider.x]\nkind = \"acp\""), "config-bad-value");
        assert_eq!(code("[provider.x]\nkind = \"oracle\""), "config-bad-value");
        assert_eq!(code("default = \"x\""), "config-bad-value");
        assert_eq!(code("jail = \"paper\""), "config-bad-value");
        let home = "[provider.x]\nkind = \"codex\"\nhome_files = [\"../x\"]";
        assert_eq!(code(home), "config-bad-value");
    }
}
