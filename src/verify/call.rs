//! Calling a definition of a root with JSON arguments, in the real world.
//!
//! Comes in: a snapshot, a definition and JSON texts. Goes out: canonical JSON. This is what a
//! person runs by hand; no test, tool or job comes here.
//!
//! Spec: `tr-grammar#7`, `soil0-cli#8.6`.

use crate::contract::{Code, Diagnostic};
use crate::root::Snapshot;
use crate::soil::core::{self, DefId};
use crate::soil::eval::world::RealWorld;
use crate::soil::eval::{self, Compiled, Entry, EntryError, Limits, Machine, Panic};
use crate::soil::value::json::tape::Tape;
use crate::verify::suite::World;
use crate::verify::suite::program::{reachable, unfinished};

/// A definition ready to be called.
pub struct Callable {
    program: Compiled,
    entry: Entry,
    path: String,
}

impl Callable {
    /// Compiles a definition with all that it reaches.
    ///
    /// # Errors
    /// The faults of the definition; `unfilled-hole` for holes in it or in a callee;
    /// `malformed-input` when its parameters or result are beyond JSON; `no-draft` without Soil.
    pub fn new(snapshot: &Snapshot, path: &str) -> Result<Callable, Vec<Diagnostic>> {
        let faults = snapshot.faults_of(path);
        if !faults.is_empty() {
            return Err(faults);
        }
        let in_file = |code, message: String| {
            vec![Diagnostic::new(code, message).in_file(format!("{path}.soil"))]
        };
        let Some(id) = snapshot.id(path) else {
            return Err(in_file(Code::NoDraft, format!("`{path}` has no Soil yet")));
        };
        let root = snapshot.root().path();
        let world = World { scope: snapshot.scope(), cores: snapshot.cores(), root };
        if let Some(name) = unfinished(world, id) {
            let message = format!("`{name}` is not finished: it has holes or faults");
            return Err(in_file(Code::UnfilledHole, message));
        }
        let defs = reachable(world, &[id], []);
        let program = eval::compile(&core::Program { env: snapshot.scope().env().clone(), defs });
        let entry = Entry::new(&program, id)
            .map_err(|error| in_file(Code::MalformedInput, error.to_string()))?;
        Ok(Callable { program, entry, path: path.to_owned() })
    }

    /// Returns how many JSON arguments a call takes: capabilities are supplied.
    pub fn n_arguments(&self) -> usize {
        self.entry.n_arguments()
    }

    /// Calls the definition; returns canonical JSON.
    ///
    /// # Errors
    /// `usage` for text that is not JSON and for a wrong number of arguments, `malformed-input` for
    /// an argument of another type, `runtime-panic` with one note per trace frame.
    pub fn call(&self, arguments: &[String]) -> Result<String, Diagnostic> {
        let mut tapes = Vec::new();
        for (n, argument) in arguments.iter().enumerate() {
            tapes.push(Tape::parse(argument).map_err(|error| {
                let message = format!("argument {}, `{argument}`, is {error}", n + 1);
                Diagnostic::new(Code::Usage, message).note("a text is written with quotes: '\"a\"'")
            })?);
        }
        let items = tapes.iter().map(Tape::root).collect::<Vec<_>>();
        let mut machine = Machine::new(&self.program);
        let world = RealWorld::open();
        let outcome = self.entry.call_in(&world, &mut machine, &items, &Limits::RUN);
        let outcome = outcome.map_err(|error| match error {
            EntryError::Count { expected, found } => {
                let message = format!("`{}` takes {expected} arguments, found {found}", self.path);
                Diagnostic::new(Code::Usage, message)
            }
            EntryError::Type(_) | EntryError::Argument { .. } => {
                Diagnostic::new(Code::MalformedInput, error.to_string())
            }
        })?;
        outcome.result.map_err(|panic| self.panicked(&panic))
    }

    fn panicked(&self, panic: &Panic) -> Diagnostic {
        let file = format!("{}.soil", self.path);
        let fault = Diagnostic::new(Code::RuntimePanic, panic.message()).in_file(file);
        panic.trace.iter().fold(fault, |fault, id| fault.note(format!("in {}", self.frame(*id))))
    }

    fn frame(&self, id: DefId) -> String {
        self.program.frame_name(id)
    }
}
