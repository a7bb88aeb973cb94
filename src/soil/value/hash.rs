//! The derived `hash`: FNV-1a over canonical JSON.
//!
//! Spec: `soil0-cli#8.4`.

use crate::soil::value::{DerivationError, Value, json};

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Hashes bytes with 64-bit FNV-1a.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// Hashes a value: its canonical JSON, or the number of a value that is told apart by identity.
///
/// # Errors
/// When the value holds a function.
///
/// Spec: `soil0-cli#8.4`.
pub fn hash(value: &Value) -> Result<u64, DerivationError> {
    let identity = match value {
        Value::Handle(handle) => Some(handle.identity),
        Value::Node(node) => node.identity(),
        _ => None,
    };
    match identity {
        Some(identity) => Ok(fnv1a(&identity.to_le_bytes())),
        None => Ok(fnv1a(json::encode(value)?.as_bytes())),
    }
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[test]
    fn canonical_texts_hash_as_pinned() {
        let pinned = [
            ("null", 6601085983368743140),
            ("true", 6583304908937478053),
            ("1", 12638134423997487868),
            ("\"a\"", 15287227144955461354),
            ("[1,2]", 7643436694368528822),
            ("{\"x\":1,\"y\":2}", 16523445781001042629),
            ("{\"tag\":\"None\"}", 17553070140610872865),
            ("\"é\"", 1597371050531749945),
        ];
        for (text, hash) in pinned {
            assert_eq!(fnv1a(text.as_bytes()), hash, "{text}");
        }
    }
}
