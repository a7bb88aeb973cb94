//! The pinned vectors, and types that generators have trouble with.

use super::{Generator, Ungenerable};
use crate::soil::types::env::{Body, Payload, Strategy, TypeDecl, TypeEnv, Variant};
use crate::soil::types::ty::Ty;
use crate::soil::value::json::encode;
use crate::verify::stream::Stream;

/// First 8 bytes of the `test` digest of the documents' `clamp`.
const SEED: u64 = 0x85a2_66c7_d76b_448b;

fn sum(name: &str, variants: &[(&str, Option<Ty>)]) -> TypeDecl {
    let variant = |(name, payload): &(&str, Option<Ty>)| Variant {
        name: (*name).into(),
        payload: payload.clone().map_or(Payload::None, Payload::One),
    };
    let body = Body::Sum(variants.iter().map(variant).collect());
    TypeDecl { name: name.into(), params: Vec::new(), strategy: Strategy::Structural, body }
}

fn draws(env: &TypeEnv, ty: &Ty, n: usize) -> Vec<String> {
    let generator = Generator::new(env, ty).expect("generable");
    let mut stream = Stream::new(SEED);
    (0..n).map(|_| encode(&generator.draw(&mut stream)).expect("plain data")).collect()
}

#[test]
fn stream_gives_the_check_vectors() {
    let mut stream = Stream::new(SEED);
    let drawn = [stream.draw(), stream.draw(), stream.draw()];
    assert_eq!(drawn, [0x6cdc_504a_0729_f6fe, 0x8fbb_7cf2_0219_bd22, 0xbd97_750f_ab58_fb7e]);
}

#[test]
fn integers_and_texts_give_the_check_vectors() {
    let env = TypeEnv::new(Vec::new()).expect("the kernel is valid");
    let integers = draws(&env, &Ty::con("I64"), 9);
    let expected = [
        "1133637110072982818",
        "-933890648090559535",
        "-6128442317297746551",
        "-6030594064620240826",
        "-8238670627897130843",
        "-4533843128700034366",
        "-7209206148488420289",
        "3994115352857906486",
        "-4853608624090409314",
    ];
    assert_eq!(integers, expected);
    let texts = draws(&env, &Ty::con("Utf8"), 3);
    assert_eq!(texts, [r#""ogtz\\mxkqvbg\"ypynfh""#, r#""éarb""#, r#""zbezucé""#]);
}

#[test]
fn recursive_types_end() {
    let tree = sum("Tree", &[("Node", Some(Ty::app("List", [Ty::con("Tree")])))]);
    let env = TypeEnv::new(vec![tree]).expect("valid");
    assert_eq!(draws(&env, &Ty::con("Tree"), 200).len(), 200);
}

#[test]
fn types_without_finite_values_are_refused() {
    let env = TypeEnv::new(vec![sum("Loop", &[("Again", Some(Ty::con("Loop")))])]).expect("valid");
    let refused = Generator::new(&env, &Ty::con("Loop")).expect_err("no finite value");
    assert_eq!(refused, Ungenerable::Infinite("Loop".into()));
    let refused = Generator::new(&env, &Ty::con("Clock")).expect_err("a capability");
    assert_eq!(refused, Ungenerable::Opaque("Clock".into()));
}
