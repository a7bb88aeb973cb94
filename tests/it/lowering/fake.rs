//! A library of text files: drafts are judged by the words in them.
//!
//! A definition is a `.tr` file. A draft with `syntax-error` does not parse, one with `ill-typed`
//! does not check, one with `wrong` fails its test, one with `loops` runs until it is stopped, and
//! `?name` is a hole. `green` writes the draft as `.soil` and its hashes as `.lock`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sha2::{Digest, Sha256};
use trellis::contract::documents::{CaseDetails, CaseResult, CaseVerdict, Signatures, TestReport};
use trellis::contract::{Code, Diagnostic};
use trellis::lowering::files;
use trellis::lowering::library::{
    Bundle, DecisionRef, DefPath, Draft, FailedRow, Faults, HumanAnswer, Library, Planned,
    Preflight, Provenance, Question, Settled, SpecHashes, Stop, Subject,
};

/// A root of text files.
pub struct FakeLibrary {
    root: PathBuf,
}

impl FakeLibrary {
    /// Serves the folder `root`.
    pub fn new(root: &Path) -> FakeLibrary {
        FakeLibrary { root: root.canonicalize().expect("a folder") }
    }
}

/// Hashes a text as locks do.
pub fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{hex}")
}

impl Library for FakeLibrary {
    fn root(&self) -> &Path {
        &self.root
    }

    fn plan(&self, names: &[String]) -> Result<Vec<Planned>, Faults> {
        let mut all: Vec<String> = fs::read_dir(&self.root)
            .expect("a folder")
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".tr").map(str::to_owned))
            .filter(|name| !names.is_empty() || !self.root.join(format!("{name}.lock")).exists())
            .collect();
        all.sort();
        if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
            let message = format!("no definition `{unknown}`");
            return Err(vec![Diagnostic::new(Code::Usage, message)]);
        }
        all.retain(|name| names.is_empty() || names.contains(name));
        Ok(all.into_iter().map(|name| Planned { def: DefPath(name), needs: vec![] }).collect())
    }

    fn open(&self, def: &DefPath, budget: u64) -> Result<Arc<dyn Subject>, Faults> {
        let path = self.root.join(format!("{def}.tr"));
        let spec = fs::read_to_string(&path)
            .map_err(|error| vec![Diagnostic::new(Code::Io, error.to_string())])?;
        if budget == 0 {
            return Err(vec![Diagnostic::new(Code::BudgetTooSmall, "nothing fits into 0 tokens")]);
        }
        if spec.contains("panics-on-open") {
            panic!("the library has a fault");
        }
        let hashes = SpecHashes { formal: hash(&spec), test: hash(""), prose: hash("") };
        let manifest = format!(r#"{{"definition":"{def}","budget":{budget}}}"#);
        let files = vec![
            ("bundle.json".to_owned(), manifest.clone().into_bytes()),
            ("spec.md".to_owned(), spec.clone().into_bytes()),
            ("callees/other.md".to_owned(), b"# other\n".to_vec()),
        ];
        let bundle = Bundle { files, manifest, hash: hash(&spec) };
        Ok(Arc::new(FakeSubject { def: def.clone(), path, spec, hashes, bundle }))
    }

    fn holds(&self, def: &DefPath, soil: &str) -> Option<Vec<String>> {
        let path = self.root.join(format!("{def}.soil"));
        let stands = fs::read_to_string(&path).is_ok_and(|text| text == soil);
        (stands && path.with_extension("lock").exists()).then(Vec::new)
    }

    fn answer(&self, question: &Question, answer: &HumanAnswer) -> Result<(), Faults> {
        let path = self.root.join(format!("{}.tr", question.def));
        let spec = fs::read_to_string(&path).expect("the specification");
        if hash(&spec) != question.asked_against.formal {
            return Err(vec![Diagnostic::new(Code::JobStaleQuestion, "the specification moved")]);
        }
        fs::write(path, format!("{spec}{}\n", answer.text)).expect("a writable root");
        Ok(())
    }
}

struct FakeSubject {
    def: DefPath,
    path: PathBuf,
    spec: String,
    hashes: SpecHashes,
    bundle: Bundle,
}

impl Subject for FakeSubject {
    fn def(&self) -> &DefPath {
        &self.def
    }

    fn spec_hashes(&self) -> &SpecHashes {
        &self.hashes
    }

    fn preflight(&self, _: &Stop) -> Preflight {
        let blocks = self.spec.contains("contradictory");
        let finding =
            Diagnostic::new(Code::PreflightContradiction, "two clauses exclude each other");
        Preflight { findings: Vec::from_iter(blocks.then_some(finding)), blocks }
    }

    fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    fn moved(&self, _: Option<&Draft>) -> Option<String> {
        let now = fs::read_to_string(&self.path).unwrap_or_default();
        (now != self.spec).then(|| "the specification".to_owned())
    }

    fn write_soil(&self, soil: &str, applied: &[DecisionRef]) -> Result<Draft, Faults> {
        if soil.contains("syntax-error") {
            return Err(vec![Diagnostic::new(Code::ParseExpected, "expected something else")]);
        }
        if soil.contains("panics") {
            panic!("the tool has a fault");
        }
        if let Some(unknown) = applied.iter().find(|cited| cited.label != "known") {
            let message = format!("no decision `{}`", unknown.label);
            return Err(vec![Diagnostic::new(Code::UnknownDecision, message)]);
        }
        Ok(Draft { soil: format!("{}\n", soil.trim()), applied: applied.to_vec() })
    }

    fn check_types(&self, draft: &Draft, _: &Stop) -> Result<Signatures, Faults> {
        match draft.soil.contains("ill-typed") {
            true => {
                let n_faults = draft.soil.matches("ill-typed").count();
                Err(vec![Diagnostic::new(Code::TypeMismatch, "found one type"); n_faults])
            }
            false => Ok(Signatures { defs: Vec::new() }),
        }
    }

    fn run_tests(&self, draft: &Draft, stop: &Stop) -> Result<TestReport, Faults> {
        while draft.soil.contains("loops") && !stop.is_set() {
            std::thread::sleep(Duration::from_millis(1));
        }
        let n_cases = draft.soil.split_once("cases=").map_or(1, |(_, rest)| {
            rest.trim_end().split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(1)
        });
        let details = draft
            .soil
            .contains("details")
            .then(|| CaseDetails { expected: "é\"".repeat(400), actual: "2".to_owned() });
        if n_cases > 1 {
            let case = |at: usize| CaseResult {
                name: format!("case#{at}"),
                result: if at % 7 == 6 { CaseVerdict::Fail } else { CaseVerdict::Pass },
                details: details.clone(),
            };
            return Ok(TestReport { cases: (0..n_cases).map(case).collect() });
        }
        let result =
            if draft.soil.contains("wrong") { CaseVerdict::Fail } else { CaseVerdict::Pass };
        Ok(TestReport { cases: vec![CaseResult { name: "one".to_owned(), result, details: None }] })
    }

    fn read_spec(&self, anchor: &str) -> Result<(String, String), Faults> {
        match anchor {
            "soil-syntax-spec#5.9" => Ok(("Constructors".to_owned(), "text".to_owned())),
            _ => Err(vec![Diagnostic::new(Code::UnknownSpecRef, "no such section")]),
        }
    }

    fn settle(&self, draft: &Draft, by: &Provenance, stop: &Stop) -> Settled {
        if let Err(faults) = self.check_types(draft, stop) {
            return Settled::Failed { faults, rows: vec![] };
        }
        if draft.soil.contains('?') {
            return Settled::Partial { holes: vec!["rest".to_owned()], is_written: false };
        }
        if draft.soil.contains("wrong") {
            let row = FailedRow { name: "one".to_owned(), details: "expected 1, got 2".to_owned() };
            return Settled::Failed { faults: vec![], rows: vec![row] };
        }
        if let Some(what) = self.moved(None) {
            return Settled::Invalidated { what };
        }
        let lock = format!("{} {} {}\n", hash(&draft.soil), by.provider, by.model);
        files::write(&self.path.with_extension("soil"), draft.soil.as_bytes()).expect("writable");
        files::write(&self.path.with_extension("lock"), lock.as_bytes()).expect("writable");
        Settled::Green
    }
}
