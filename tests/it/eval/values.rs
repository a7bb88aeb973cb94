//! Canonical JSON: the edge cases of the contract, its laws on generated values, and depth.

use proptest::prelude::*;
use trellis::soil::core::Literal;
use trellis::soil::types::env::TypeEnv;
use trellis::soil::types::ty::{IntTy, Ty};
use trellis::soil::value::json::{decode, encode};
use trellis::soil::value::{Value, compare};

use crate::check;

fn env() -> TypeEnv {
    let types = check::types(
        "type P = { x : I64, y : Option Utf8 }
type Deep = | End | More Deep
",
    );
    TypeEnv::new(types).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

fn again(ty: &Ty, text: &str) -> String {
    match decode(&env(), ty, text) {
        Ok(value) => encode(&value).expect("data"),
        Err(_) => "refused".to_owned(),
    }
}

#[test]
fn edge_cases_decode_and_encode_as_stated() {
    let cases = [
        ("I64", "-9223372036854775808", "-9223372036854775808"),
        ("I64", "9223372036854775808", "refused"),
        ("U64", "18446744073709551615", "18446744073709551615"),
        ("U8", "256", "refused"),
        ("U8", "-1", "refused"),
        ("U8", "12.5", "refused"),
        ("I64", "1.0", "refused"),
        ("I64", "1e3", "refused"),
        ("I64", "-0", "refused"),
        ("I64", "\"1\"", "refused"),
        ("BigInt", "9007199254740991", "9007199254740991"),
        ("BigInt", "9007199254740992", "\"9007199254740992\""),
        ("BigInt", "\"-9007199254740992\"", "\"-9007199254740992\""),
        ("BigInt", "\"007\"", "7"),
        ("BigInt", "18446744073709551616", "refused"),
        ("BigInt", "\"18446744073709551616\"", "\"18446744073709551616\""),
        ("BigInt", "\"+5\"", "refused"),
        ("BigInt", "\"1_000\"", "refused"),
        ("BigInt", "\"\"", "refused"),
        ("BigInt", "1e3", "refused"),
        ("F64", "3", "3.0"),
        ("F64", "-0", "-0.0"),
        ("F64", "-0.0", "-0.0"),
        ("F64", "1e15", "1000000000000000.0"),
        ("F64", "1e16", "1e16"),
        ("F64", "1e17", "1e17"),
        ("F64", "0.00001", "0.00001"),
        ("F64", "0.000001", "1e-6"),
        ("F64", "5e-324", "5e-324"),
        ("F64", "1.7976931348623157e308", "1.7976931348623157e308"),
        ("F64", "33333333333333332", "3.3333333333333332e16"),
        ("F64", "1e400", "refused"),
        ("F64", "\"NaN\"", "\"NaN\""),
        ("F64", "\"-Inf\"", "\"-Inf\""),
        ("F64", "\"inf\"", "refused"),
        ("F64", "null", "refused"),
        ("Unit", "null", "null"),
        ("Bool", "{\"tag\":\"True\"}", "refused"),
        ("Bool", "1", "refused"),
        ("Bytes", "\"\"", "\"\""),
        ("Bytes", "\"aGk=\"", "\"aGk=\""),
        ("Bytes", "\"aGk\"", "refused"),
        ("Bytes", "\"aGl=\"", "refused"),
        ("Bytes", "\"_-8=\"", "refused"),
        ("Bytes", "\"aGk=\\n\"", "refused"),
        ("Utf8", "\"\\u00e9\\/\\u2028\\u0001\\u001F\\b\"", "\"é/\u{2028}\\u0001\\u001f\\b\""),
        ("Utf8", "\"\\ud834\\udd1e\"", "\"\u{1d11e}\""),
        ("Utf8", "\"\\ud834\"", "refused"),
        ("P", "{\"y\":{\"tag\":\"None\"},\"x\":1}", "{\"x\":1,\"y\":{\"tag\":\"None\"}}"),
        ("P", "{\"x\":1}", "refused"),
        ("P", "{\"x\":1,\"x\":1,\"y\":{\"tag\":\"None\"}}", "refused"),
        ("P", "{\"x\":1,\"y\":{\"tag\":\"None\"},\"z\":1}", "refused"),
        (
            "P",
            "{\"x\":1,\"y\":{\"value\":\"a\",\"tag\":\"Some\"}}",
            "{\"x\":1,\"y\":{\"tag\":\"Some\",\"value\":\"a\"}}",
        ),
        ("P", "{\"x\":1,\"y\":{\"tag\":\"None\",\"value\":null}}", "refused"),
        ("P", "{\"x\":1,\"y\":{\"tag\":\"Some\"}}", "refused"),
        ("Clock", "\"<handle>\"", "refused"),
        ("I64", "01", "refused"),
        ("I64", "1 2", "refused"),
    ];
    for (ty, text, wanted) in cases {
        assert_eq!(again(&Ty::con(ty), text), wanted, "{ty} from {text}");
    }
}

#[test]
fn maps_are_sorted_and_refuse_a_key_twice() {
    let map = Ty::app("Map", [Ty::con("I64"), Ty::con("Bool")]);
    let entry = |key: i64| format!("{{\"value\":true,\"key\":{key}}}");
    assert_eq!(
        again(&map, &format!("[{},{}]", entry(2), entry(-1))),
        "[{\"key\":-1,\"value\":true},{\"key\":2,\"value\":true}]"
    );
    assert_eq!(again(&map, &format!("[{},{}]", entry(2), entry(2))), "refused");
    assert_eq!(again(&map, "{}"), "refused");
}

#[test]
fn nesting_has_no_limit() {
    let n = 100_000;
    let text = "{\"tag\":\"More\",\"value\":".repeat(n) + "{\"tag\":\"End\"}" + &"}".repeat(n);
    assert_eq!(again(&Ty::con("Deep"), &text), text);
    let value = decode(&env(), &Ty::con("Deep"), &text).expect("a value");
    assert!(compare(&value, &value.clone(), &mut 0).expect("data").is_eq());
    let brackets = "[".repeat(n) + &"]".repeat(n);
    assert_eq!(again(&Ty::con("I64"), &brackets), "refused");
}

fn ints() -> impl Strategy<Value = Value> {
    any::<i64>().prop_map(|n| Value::literal(&Literal::Int(IntTy::I64, i128::from(n))))
}

fn floats() -> impl Strategy<Value = Value> {
    let edges = [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    prop_oneof![any::<u64>().prop_map(f64::from_bits), prop::sample::select(edges.to_vec())]
        .prop_map(Value::F64)
}

fn texts() -> impl Strategy<Value = Value> {
    any::<String>().prop_map(|text| Value::text(&text))
}

/// A scalar type with values of lists of options of it.
fn values() -> impl Strategy<Value = (Ty, Value, Value, Value)> {
    fn of<S: Strategy<Value = Value> + Clone + 'static>(
        name: &'static str,
        scalar: S,
    ) -> impl Strategy<Value = (Ty, Value, Value, Value)> {
        let option = prop_oneof![Just(Value::none()), scalar.prop_map(Value::some)];
        let list = prop::collection::vec(option, 0..4).prop_map(Value::list).boxed();
        let ty = Ty::app("List", [Ty::app("Option", [Ty::con(name)])]);
        (list.clone(), list.clone(), list).prop_map(move |(a, b, c)| (ty.clone(), a, b, c))
    }
    prop_oneof![of("I64", ints().boxed()), of("F64", floats().boxed()), of("Utf8", texts().boxed())]
}

proptest! {
    #[test]
    fn encoding_and_order_obey_their_laws((ty, a, b, c) in values()) {
        let order = |a: &Value, b: &Value| compare(a, b, &mut 0).expect("data");
        let text = encode(&a).expect("data");
        let back = decode(&env(), &ty, &text).expect("what was encoded decodes");
        prop_assert!(order(&a, &back).is_eq());
        prop_assert_eq!(encode(&back).expect("data"), text.clone());
        prop_assert_eq!(order(&a, &b).is_eq(), text == encode(&b).expect("data"));
        prop_assert_eq!(order(&a, &b), order(&b, &a).reverse());
        if order(&a, &b).is_le() && order(&b, &c).is_le() {
            prop_assert!(order(&a, &c).is_le());
        }
    }
}
