//! Lock sidecars: the golden file, round trips, refusals.

use proptest::prelude::*;
use trellis::contract::Code;
use trellis::root::lock::{self, *};
use trellis::spec::digest::Digest;
use trellis::spec::{Hashes, Kind};

const GOLDEN: &str = include_str!("../corpus/root/demo/textkit/clamp.lock");

#[test]
fn the_golden_lock_is_read_and_written_to_the_byte() {
    let lock = lock::read("textkit/clamp.lock", GOLDEN.as_bytes()).expect("a valid lock");
    assert_eq!(lock::write(&lock), GOLDEN);
}

#[test]
fn one_change_is_one_code() {
    let cases = [
        ("\"lock_format\": 1", "\"lock_format\": 2", Code::LockFormat),
        ("\"lock_format\": 1", "\"lock_format\": 2, \"later\": true", Code::LockFormat),
        ("\"lock_format\": 1", "\"lock_format\": \"1\"", Code::LockMalformed),
        ("\"oracles\": [],", "", Code::LockMalformed),
        ("\"accepted\": false", "\"accepted\": 0", Code::LockMalformed),
        ("\"accepted\": false", "\"accepted\": false, \"more\": 1", Code::LockMalformed),
        ("\"pinned\": false", "\"pinned\": false, \"pinned\": true", Code::LockMalformed),
        ("\"at-most\": \"runtime\"", "\"at-least\": \"runtime\"", Code::LockMalformed),
        ("\"author\": \"human\"", "\"author\": \"nobody\"", Code::LockMalformed),
        ("sha256:a79c", "sha256:A79c", Code::LockMalformed),
        ("\"holes\": 0", "\"holes\": -1", Code::LockMalformed),
        ("\"kind\": \"function\"", "\"kind\": \"type\"", Code::LockKindShape),
        ("\"accepted\": false", "\"cycle_hash\": null, \"accepted\": false", Code::LockKindShape),
        ("\"provider\": \"scripted\",", "", Code::LockMalformed),
        ("{\n  \"lock", "[\n  \"lock", Code::LockMalformed),
    ];
    for (from, to, code) in cases {
        assert!(GOLDEN.contains(from), "{from}");
        let text = GOLDEN.replacen(from, to, 1);
        let fault = lock::read("clamp.lock", text.as_bytes()).expect_err(to);
        assert_eq!(fault.code, code, "{to}: {}", fault.message);
    }
    let module_checks = GOLDEN.find("\"checks\"").expect("checks");
    let after = GOLDEN.find("\"tests\"").expect("tests");
    let shaped = format!(
        "{}\"checks\": {{ \"exports\": \"ok\" }},\n  {}",
        &GOLDEN[..module_checks],
        &GOLDEN[after..]
    );
    let fault = lock::read("clamp.lock", shaped.as_bytes()).expect_err("checks of a module");
    assert_eq!(fault.code, Code::LockKindShape);
}

#[test]
fn an_accepted_function_is_green() {
    let accepted = GOLDEN.replace("\"accepted\": false", "\"accepted\": true");
    lock::read("clamp.lock", accepted.as_bytes()).expect("all rows pass");
    for (from, to) in [
        ("\"result\": \"pass\"", "\"result\": \"xfail\""),
        ("\"holes\": 0", "\"holes\": 1"),
        ("\"types\": \"ok\"", "\"types\": \"error\""),
    ] {
        let text = accepted.replacen(from, to, 1);
        let fault = lock::read("clamp.lock", text.as_bytes()).expect_err(to);
        assert_eq!(fault.code, Code::LockAcceptedUntested, "{to}");
    }
}

fn digest() -> impl Strategy<Value = Digest> {
    any::<[u8; 32]>().prop_map(Digest)
}

fn text() -> impl Strategy<Value = String> {
    prop::string::string_regex("[a-z\"\\\\/\u{0}-\u{1f}\u{7f}é\u{2028}🦀 ]{0,12}").expect("a regex")
}

fn word<T: Word + std::fmt::Debug>() -> impl Strategy<Value = T> {
    prop::sample::select(T::WORDS.iter().map(|(value, _)| *value).collect::<Vec<T>>())
}

fn edges() -> impl Strategy<Value = Vec<Edge>> {
    prop::collection::vec((text(), digest()).prop_map(|(name, hash)| Edge { name, hash }), 0..3)
}

fn lowering() -> impl Strategy<Value = Lowering> {
    let applied = (word::<Scope>(), text(), digest()).prop_map(|(scope, label, hash)| Applied {
        scope,
        label,
        hash,
    });
    (
        (digest(), word(), prop::option::of(text()), prop::option::of(text())),
        (edges(), edges(), digest(), prop::collection::vec(applied, 0..3)),
    )
        .prop_map(|((soil_hash, provenance, provider, model), rest)| {
            let (private_helpers, calls, scope_hash, applied) = rest;
            Lowering {
                soil_hash,
                provenance,
                provider,
                model,
                private_helpers,
                calls,
                scope_hash,
                applied,
            }
        })
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let row = (text(), word(), word(), word(), word())
        .prop_map(|(name, tier, mode, origin, result)| Row { name, tier, mode, origin, result });
    prop::collection::vec(row, 0..4)
}

fn oracles() -> impl Strategy<Value = Vec<Oracle>> {
    let oracle = (0..3, text(), digest()).prop_map(|(kind, text, hash)| match kind {
        0 => Oracle::Reference { path: text, hash },
        1 => Oracle::Cli { command: text, hash },
        _ => Oracle::Definition { name: text, formal_hash: hash },
    });
    prop::collection::vec(oracle, 0..3)
}

fn any_lock() -> impl Strategy<Value = Lock> {
    let kind = prop::sample::select(vec![Kind::Function, Kind::Type, Kind::Module, Kind::Project]);
    let assurances = prop::collection::btree_map(text(), word::<Assurance>(), 0..3);
    let blocks = prop::collection::vec(
        (text(), word()).prop_map(|(block, author)| BlockRecord { block, author }),
        0..3,
    );
    (
        (kind, text(), digest(), digest(), digest(), word::<Author>(), word::<ProseState>()),
        (blocks, any::<bool>(), prop::collection::vec(text(), 0..3)),
        prop::option::of(prop::collection::btree_map(text(), digest(), 0..3)),
        (prop::option::of(lowering()), any::<bool>(), word(), word(), assurances, any::<u64>()),
        (rows(), oracles(), prop::option::of(digest()), any::<bool>()),
    )
        .prop_map(|(head, body, decisions, low, tail)| {
            let (kind, name, formal, test, prose, provenance, prose_state) = head;
            let (lowering, is_checked, types, termination, map, holes) = low;
            let (tests, oracles, cycle_hash, accepted) = tail;
            let is_function = kind == Kind::Function;
            let checks = match kind {
                Kind::Function => {
                    Some(Checks::Function { types, termination, refinements: map, holes })
                }
                Kind::Type => Some(Checks::Type { types, invariants: map }),
                Kind::Module => Some(Checks::Module { exports: types }),
                Kind::Project => None,
            };
            let mut lock = Lock {
                name,
                kind,
                versions: Versions { trellis: "0.1.0".to_owned(), soil: "0.1".to_owned() },
                spec: SpecRecord {
                    provenance,
                    hashes: Hashes { formal, test: is_function.then_some(test), prose },
                    prose_state,
                    blocks: body.0,
                    pinned: body.1,
                    escape_hatches: body.2,
                    decisions: decisions.filter(|_| matches!(kind, Kind::Module | Kind::Project)),
                },
                lowering: lowering.filter(|_| is_function),
                checks: checks.filter(|_| is_checked),
                tests: if matches!(kind, Kind::Function | Kind::Type) { tests } else { Vec::new() },
                oracles: if is_function { oracles } else { Vec::new() },
                cycle_hash: cycle_hash.filter(|_| kind == Kind::Type),
                accepted,
            };
            lock.accepted &= lock::unaccepted(&lock).is_none();
            lock
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn writing_and_reading_give_the_lock_again(lock in any_lock()) {
        let text = lock::write(&lock);
        let again = lock::read("x.lock", text.as_bytes()).map_err(|f| TestCaseError::fail(f.message))?;
        prop_assert_eq!(&again, &lock);
        prop_assert_eq!(lock::write(&again), text);
    }

    #[test]
    fn any_text_gives_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(lock::read("x.lock", &bytes).is_err());
    }
}
