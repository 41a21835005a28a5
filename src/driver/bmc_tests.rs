//! Bounded checking against concrete runs of all inputs within a scope: what is called correct
//! has no input that violates anything, and what violates something is not called correct.
//!
//! `VERIFRAME_THEORY=N` takes N programs instead of a sample.

use super::bmc::{BmcAnswer, BmcReport, BmcRequest};
use super::on_large_stack;
use super::random_programs::{Ending, Generator, class, field, loaded, run, subject};
use crate::execution::compile::{Checking, Unguarded, compile};
use crate::execution::input::{Input, InputId, InputObject, InputValue};
use crate::ir::{Program, Type, Width};
use crate::stop::Stop;

/// Numbers are few, so that all inputs can be run; most programs do not fail at once.
const CONTRACT: &str = "//@ requires 1 <= a && a <= 2 && -1 <= b && b <= 0;
  //@ requires p != null && q != null && p.next != null && q.next != null;
  //@ requires 0 <= p.value && p.value <= 1 && 0 <= q.value && q.value <= 1;
  //@ requires 0 <= p.next.value && p.next.value <= 1;
  //@ requires 0 <= q.next.value && q.next.value <= 1;
  //@ requires s != null && s.length == 2 && s[0] == 1 && s[1] == 0;";

/// All inputs that satisfy the contract with at most one object of each class.
fn inputs(program: &Program) -> Vec<Input> {
    let int = |n: u32| InputValue::Int(n.into());
    let array = InputObject::Array(Type::Machine(Width::I32), vec![int(1), int(0)]);
    let declared = class(program, "Node");
    let [value, next] = ["value", "next"].map(|name| field(program, declared, name));
    let mut all = Vec::new();
    for bits in 0_u32..512 {
        let bit = |n: u32| (bits >> n) & 1;
        let object = |n: u32| InputValue::Object(InputId(bit(n)));
        let node = |name: &str, number: u32, reference: u32| {
            let fields = vec![(value, int(bit(number))), (next, object(reference))];
            InputObject::Object(class(program, name), fields)
        };
        let args = vec![
            int(1 + bit(0)),
            InputValue::Int(-num_bigint::BigInt::from(bit(1))),
            InputValue::Bool(bit(2) == 1),
            object(3),
            object(4),
            InputValue::Object(InputId(2)),
        ];
        all.push(Input {
            receiver: None,
            args,
            statics: Vec::new(),
            objects: vec![node("Node", 5, 6), node("Leaf", 7, 8), array.clone()],
            unknowns: Vec::new(),
        });
    }
    all
}

fn answer(text: &str, unwind: u32) -> BmcReport {
    let request = BmcRequest {
        member: "T.m".to_owned(),
        unwind,
        max_unwind: unwind,
        scope: Some(2),
        rlimit: 20_000_000,
        steps: 100_000,
        wants_formula: false,
        wants_program: false,
    };
    loaded(text, None).bmc(&request, &Stop::default()).unwrap()
}

#[test]
fn what_is_correct_has_no_violation_within_the_scope() {
    let named = std::env::var("VERIFRAME_THEORY").ok();
    let count = named.and_then(|count| count.parse().ok()).unwrap_or(60);
    let (mut bugs, mut correct, mut undecided, mut runs) = (0, 0, 0, 0);
    on_large_stack(|| {
        for seed in 1..=count {
            let mut generator = Generator::of(seed);
            let text = generator.program(CONTRACT);
            let loaded = loaded(&text, None);
            assert!(loaded.is_complete(), "seed {seed}:\n{text}");
            let (program, method) = subject(&loaded).unwrap();
            let checking = Checking {
                contracts: true,
                contracts_optional: true,
                permissions: false,
                unguarded: Unguarded::Objects,
                assertions: false,
                by_contract: false,
            };
            let code = compile(program, checking);
            // Loops of the program have at most three iterations, `help` two calls more.
            let report = answer(&text, 4);
            let inputs = inputs(program);
            let violating = inputs.iter().find(|input| {
                runs += 1;
                matches!(run(program, &code, method, input), Ending::Failed(..))
            });
            match (&report.answer, violating) {
                (BmcAnswer::Correct, None) => correct += 1,
                (BmcAnswer::Bug(_), _) => bugs += 1,
                (BmcAnswer::Correct, Some(input)) => {
                    panic!("seed {seed} is called correct: {input:?}\n{text}")
                }
                (BmcAnswer::BoundReached(why), _)
                    if ["--rlimit", "--steps", "not supported"]
                        .iter()
                        .any(|limit| why.contains(limit)) =>
                {
                    undecided += 1;
                }
                (BmcAnswer::BoundReached(why), violating) => {
                    panic!("seed {seed} is not decided: {why}\n{violating:?}\n{text}")
                }
            }
        }
    });
    println!("{count} programs: {bugs} bugs, {correct} correct, {undecided} open, {runs} runs");
    assert!(bugs * 10 > count && correct * 10 > count);
    assert!(undecided * 4 < count);
}
