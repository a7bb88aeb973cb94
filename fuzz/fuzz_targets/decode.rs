//! Any text decodes by type or is refused; what decodes encodes to a text that decodes to itself.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use trellis::soil::types::env::TypeEnv;
use trellis::soil::types::ty::Ty;
use trellis::soil::value::json::{Decoder, encode};

static DECODERS: LazyLock<Vec<Decoder>> = LazyLock::new(|| {
    let env = TypeEnv::new(Vec::new()).unwrap_or_else(|_| unreachable!("no declarations"));
    let con = Ty::con;
    let types = [
        con("I64"),
        con("U8"),
        con("BigInt"),
        con("F64"),
        con("Utf8"),
        con("Bytes"),
        con("FsError"),
        Ty::app("List", [Ty::app("Option", [con("F64")])]),
        Ty::app("Map", [con("Utf8"), Ty::app("Result", [con("Bool"), con("Unit")])]),
    ];
    types.iter().map(|ty| Decoder::new(&env, ty).expect("a ground type")).collect()
});

fuzz_target!(|text: &str| {
    for decoder in &*DECODERS {
        if let Ok(value) = decoder.decode(text) {
            let canonical = encode(&value).expect("what decodes holds no function");
            let again = decoder.decode(&canonical).expect("what encodes decodes");
            assert_eq!(encode(&again).expect("no function"), canonical);
        }
    }
});
