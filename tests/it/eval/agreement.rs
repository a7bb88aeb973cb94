//! Generated programs: the evaluator against a naive one, steps and panics included.

use trellis::soil::core::DefId;
use trellis::soil::eval::{Limits, call, compile};
use trellis::soil::value::json;

use super::generate::Generator;
use super::naive::Naive;

/// How many programs are compared.
const N_PROGRAMS: u64 = 4_000;

#[test]
fn generated_programs_agree_with_a_naive_evaluator() {
    let mut n_panics = 0;
    for seed in 0..N_PROGRAMS {
        let (program, args) = Generator::program(seed);
        let last = DefId(program.defs.len() as u32 - 1);
        let naive = Naive::new(&program);
        let wanted = naive.call(last, args.clone());
        let limits = Limits { steps: None, time: None, ..Limits::CASE };
        let outcome = call(&compile(&program), last, args.clone(), &limits);
        let shown = |value| json::encode(&value).expect("data");
        let wanted = wanted.map(shown).map_err(|panic| {
            n_panics += 1;
            (panic.0, panic.1, panic.2.into_iter().rev().collect::<Vec<_>>())
        });
        let found =
            outcome.result.map(shown).map_err(|panic| (panic.kind.name(), panic.text, panic.trace));
        assert_eq!(found, wanted, "seed {seed}: {:#?}\n{args:?}", program.defs);
        assert_eq!(outcome.steps, naive.steps.get(), "steps of seed {seed}: {:#?}", program.defs);
    }
    assert!(n_panics > N_PROGRAMS / 20, "only {n_panics} programs panicked");
    assert!(n_panics < N_PROGRAMS * 3 / 4, "{n_panics} programs panicked");
}
