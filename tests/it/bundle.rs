//! Context bundles: their bytes, and the laws of the packer.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;
use trellis::contract::Code;
use trellis::lowering::bundle::{self, Contents, Unit};
use trellis::lowering::library::{Bundle, SpecHashes};
use trellis::root::Snapshot;
use trellis::root::find::RootDir;

/// Shows the first bundle that is asked for in full, of later ones the manifest or the fault.
#[test]
fn bundles_are_what_the_corpus_says() {
    crate::corpus::check("lowering/bundles", "", |case| {
        let root = RootDir::at(&case.path).expect("a root");
        let snapshot = Snapshot::load(&root).expect("a readable root");
        let requests = fs::read_to_string(case.path.join("requests")).expect("a request");
        let mut shown = String::new();
        for (at, request) in requests.lines().enumerate() {
            let (def, budget) = request.split_once(' ').expect("DEF BUDGET");
            let _ = writeln!(shown, "##### {request}");
            match bundle::of(&snapshot, def, budget.parse().expect("a number")) {
                Ok(bundle) => {
                    let n_shown = if at == 0 { bundle.files.len() } else { 1 };
                    for (path, content) in &bundle.files[..n_shown] {
                        let _ = writeln!(shown, "=== {path}\n{}", String::from_utf8_lossy(content));
                    }
                    let _ = writeln!(shown, "=== {}", bundle.hash);
                }
                Err(faults) => {
                    for fault in faults {
                        let _ = writeln!(shown, "!!! {}: {}", fault.code, fault.message);
                    }
                }
            }
        }
        shown
    });
}

#[test]
fn the_same_root_elsewhere_gives_the_same_bytes() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/lowering/bundles/shop");
    let elsewhere = tempfile::tempdir().expect("a scratch folder");
    let copy = elsewhere.path().join("shop");
    crate::folder::copy(&case, &copy);
    let of = |path: &Path| {
        let snapshot = Snapshot::load(&RootDir::at(path).expect("a root")).expect("readable");
        bundle::of(&snapshot, "cart/total", 500).expect("a bundle")
    };
    let (here, there) = (of(&case), of(&copy));
    assert_eq!((here.files, here.hash), (there.files, there.hash));
}

/// Units of at least as many bytes as an entry of `dropped` takes in the manifest: below that, a
/// packed unit makes the manifest shorter than itself long.
const LEAST: usize = 100;

fn contents() -> impl Strategy<Value = Contents> {
    let mandatory = vec(0..4_000_usize, 2..4);
    let optional = vec(vec(LEAST..4_000_usize, 1..3), 0..12);
    (mandatory, optional).prop_map(|(mandatory, optional)| {
        let filled = |n: usize| vec![b'x'; n];
        let names = ["spec.md", "tests.json", "decisions.md"];
        let hash = |digit: char| format!("sha256:{}", digit.to_string().repeat(64));
        Contents {
            definition: "m/f".to_owned(),
            spec_hashes: SpecHashes { formal: hash('1'), test: hash('2'), prose: hash('3') },
            oracle: None,
            mandatory: names
                .iter()
                .zip(mandatory)
                .map(|(name, n)| ((*name).to_owned(), filled(n)))
                .collect(),
            optional: optional
                .into_iter()
                .enumerate()
                .map(|(unit, sizes)| Unit {
                    files: sizes
                        .into_iter()
                        .enumerate()
                        .map(|(file, n)| (format!("examples/u{unit}_{file}.md"), filled(n)))
                        .collect(),
                })
                .collect(),
        }
    })
}

fn manifest(bundle: &Bundle) -> Value {
    serde_json::from_slice(&bundle.files[0].1).expect("a JSON document")
}

fn packed(bundle: &Bundle) -> BTreeSet<String> {
    bundle.files.iter().map(|(path, _)| path.clone()).collect()
}

proptest! {
    #[test]
    fn a_larger_budget_never_takes_anything_away(
        contents in contents(),
        budgets in [0..20_000_u64, 0..20_000_u64],
    ) {
        let [small, large] = [budgets[0].min(budgets[1]), budgets[0].max(budgets[1])];
        match (bundle::pack(&contents, small), bundle::pack(&contents, large)) {
            (Ok(small), Ok(large)) => {
                prop_assert!(packed(&small).is_subset(&packed(&large)));
                let estimate = |bundle: &Bundle| manifest(bundle)["estimate"].as_u64();
                prop_assert!(estimate(&small) <= estimate(&large));
            }
            (Err(fault), _) => prop_assert_eq!(fault.code, Code::BudgetTooSmall),
            (Ok(_), Err(_)) => prop_assert!(false, "the larger budget is refused"),
        }
    }

    #[test]
    fn nothing_is_dropped_in_silence_and_the_longest_prefix_is_packed(
        contents in contents(),
        budget in 0..20_000_u64,
    ) {
        let tokens = |n: usize| n.div_ceil(4) as u64;
        let size = |files: &[(String, Vec<u8>)]| -> usize {
            files.iter().map(|(_, content)| content.len()).sum()
        };
        let must = tokens(size(&contents.mandatory));
        let Ok(bundle) = bundle::pack(&contents, budget) else {
            prop_assert!(must > budget);
            return Ok(());
        };
        prop_assert!(must <= budget);
        let manifest = manifest(&bundle);
        let listed: Vec<&str> =
            manifest["packed"].as_array().unwrap().iter().map(|p| p.as_str().unwrap()).collect();
        let there: Vec<&str> = bundle.files[1..].iter().map(|(path, _)| path.as_str()).collect();
        prop_assert_eq!(&listed, &there);
        prop_assert_eq!(bundle.files[0].0.as_str(), "bundle.json");
        for (path, _) in &contents.mandatory {
            prop_assert!(listed.contains(&path.as_str()));
        }
        let dropped: Vec<&str> = manifest["dropped"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["item"].as_str().unwrap())
            .collect();
        let n_packed = contents.optional.len() - dropped.len();
        let names: Vec<&str> =
            contents.optional.iter().map(|unit| unit.files[0].0.as_str()).collect();
        prop_assert_eq!(&names[n_packed..], dropped.as_slice());
        let cost = |unit: &Unit| tokens(size(&unit.files));
        let used = must + contents.optional[..n_packed].iter().map(cost).sum::<u64>();
        prop_assert!(used <= budget);
        if let Some(first) = contents.optional.get(n_packed) {
            prop_assert!(used + cost(first) > budget);
        }
        let without = String::from_utf8(bundle.files[0].1.clone()).unwrap();
        let estimate = manifest["estimate"].as_u64().unwrap();
        let without = without.replacen(&format!("\"estimate\": {estimate}"), "\"estimate\": 0", 1);
        prop_assert_eq!(estimate, tokens(size(&bundle.files[1..]) + without.len()));
        prop_assert_eq!(&bundle.hash, &bundle::pack(&contents, budget).unwrap().hash);
    }
}
