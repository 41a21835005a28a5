//! The theory of symbolic execution as properties of random programs: each finished path,
//! instantiated by its input, is the concrete run (correctness); each concrete run is covered by
//! exactly one leaf (completeness), whose result, instantiated, is that of the run
//! (commutativity; 004, §5).
//!
//! `VERIFRAME_THEORY=N` takes N programs instead of a sample.

use super::on_large_stack;
use super::random_programs::{Ending, Generator, Random, class, field, loaded, run, subject};
use crate::execution::code::Code;
use crate::execution::compile::{Checking, compile};
use crate::execution::concrete::value::Value as Plain;
use crate::execution::entry::Start;
use crate::execution::explore::{Exploration, Leaf, LeafEnd, LeafInput, Limits, explore};
use crate::execution::input::{Input, InputId, InputObject, InputValue};
use crate::ir::{FieldId, MemberId, MethodId, Program, Type};
use crate::logic::terms::term::Node;
use crate::logic::{Solver, Term, Terms};
use crate::notation::Notation;
use crate::sorts::location_sorts;
use crate::verify::Options;
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The value of a term under an input.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Is {
    Int(BigInt),
    Bool(bool),
    Ref(Option<u32>),
}

struct Valuation<'v> {
    program: &'v Program,
    terms: &'v Terms,
    input: &'v Input,
}

impl Valuation<'_> {
    fn given(&self, value: Option<&InputValue>) -> Is {
        match value {
            Some(InputValue::Int(n)) => Is::Int(n.clone()),
            Some(InputValue::Bool(b)) => Is::Bool(*b),
            Some(InputValue::Object(id)) => Is::Ref(Some(id.0)),
            _ => Is::Ref(None),
        }
    }

    fn symbol(&self, name: &str) -> Is {
        let at = ["a", "b", "c", "p", "q", "s"]
            .iter()
            .position(|known| *known == name);
        self.given(self.input.args.get(at.unwrap()))
    }

    /// A function of the initial heap.
    fn cell(&self, name: &str, args: &[Is]) -> Is {
        let object = match args.first() {
            Some(Is::Ref(Some(id))) => self.input.object(InputId(*id)),
            _ => None,
        };
        match (name, object) {
            ("class", Some(InputObject::Object(class, _))) => Is::Int(class.0.into()),
            ("length", Some(InputObject::Array(_, elements))) => Is::Int(elements.len().into()),
            ("element", Some(InputObject::Array(_, elements))) => {
                let index = match args.get(1) {
                    Some(Is::Int(n)) => n.to_usize(),
                    _ => None,
                };
                match index.and_then(|index| elements.get(index)) {
                    Some(element) => self.given(Some(element)),
                    None => Is::Int(0.into()),
                }
            }
            (name, Some(InputObject::Object(_, fields))) => {
                let is_it =
                    |field: &&(FieldId, InputValue)| self.program.field(field.0).name == name;
                match (fields.iter().find(is_it), name) {
                    (Some((_, value)), _) => self.given(Some(value)),
                    (None, "value") => Is::Int(0.into()),
                    (None, _) => Is::Ref(None),
                }
            }
            ("next", _) => Is::Ref(None),
            _ => Is::Int(0.into()),
        }
    }

    fn truth(&self, t: Term) -> bool {
        self.of(t) == Is::Bool(true)
    }

    fn int(&self, t: Term) -> BigInt {
        match self.of(t) {
            Is::Int(n) => n,
            other => panic!("{other:?} is no number"),
        }
    }

    fn of(&self, t: Term) -> Is {
        match self.terms.node(t) {
            Node::Symbol(number) => self.symbol(self.terms.symbol_name(*number)),
            Node::Bool(b) => Is::Bool(*b),
            Node::Int(n) => Is::Int(n.clone()),
            Node::Null => Is::Ref(None),
            Node::Not(a) => Is::Bool(!self.truth(*a)),
            Node::And(parts) => Is::Bool(parts.iter().all(|part| self.truth(*part))),
            Node::Or(parts) => Is::Bool(parts.iter().any(|part| self.truth(*part))),
            Node::Ite(c, a, b) => self.of(if self.truth(*c) { *a } else { *b }),
            Node::Eq(a, b) => Is::Bool(self.of(*a) == self.of(*b)),
            Node::Le(a, b) => Is::Bool(self.int(*a) <= self.int(*b)),
            Node::Lt(a, b) => Is::Bool(self.int(*a) < self.int(*b)),
            Node::Sum(_, linear) => {
                let parts = linear.parts.iter();
                let parts = parts.map(|(factor, t)| factor.to_integer() * self.int(*t));
                Is::Int(parts.sum::<BigInt>() + linear.constant.to_integer())
            }
            Node::Mul(a, b) => Is::Int(self.int(*a) * self.int(*b)),
            Node::Div(a, b) | Node::Rem(a, b) => {
                let (x, y) = (self.int(*a), self.int(*b));
                let is_div = matches!(self.terms.node(t), Node::Div(..));
                match (y.is_zero(), is_div) {
                    (true, _) => Is::Int(0.into()),
                    (_, true) => Is::Int(x / y),
                    (_, false) => Is::Int(x % y),
                }
            }
            Node::App(function, args) => {
                let args: Vec<Is> = args.iter().map(|arg| self.of(*arg)).collect();
                self.cell(self.terms.function_name(*function), &args)
            }
            other => panic!("{other:?} is not evaluated"),
        }
    }

    fn covers(&self, leaf: &Leaf) -> bool {
        // Later conditions only make sense under earlier ones.
        leaf.evaluated.0.iter().all(|t| self.truth(*t))
    }
}

fn random_input(random: &mut Random, program: &Program) -> Input {
    let number = |random: &mut Random| BigInt::from(random.below(9)) - 4;
    let count = random.below(4);
    let any = |random: &mut Random| match u32::try_from(random.below(count + 1)).unwrap() {
        0 => InputValue::Null,
        n => InputValue::Object(InputId(n - 1)),
    };
    let mut objects = Vec::new();
    for _ in 0..count {
        let class = class(program, random.one(&["Node", "Leaf"]));
        let fields = vec![
            (field(program, "value"), InputValue::Int(number(random))),
            (field(program, "next"), any(random)),
        ];
        objects.push(InputObject::Object(class, fields));
    }
    let array = match random.below(5) {
        0 => InputValue::Null,
        length => {
            let elements = (1..length).map(|_| InputValue::Int(number(random)));
            let array =
                InputObject::Array(Type::Machine(crate::ir::Width::I32), elements.collect());
            objects.push(array);
            InputValue::Object(InputId(u32::try_from(objects.len() - 1).unwrap()))
        }
    };
    let args = vec![
        InputValue::Int(number(random)),
        InputValue::Int(number(random)),
        InputValue::Bool(random.below(2) == 0),
        any(random),
        any(random),
        array,
    ];
    Input {
        receiver: None,
        args,
        statics: Vec::new(),
        objects,
    }
}

/// A program whose tree is compared with its runs.
struct Compares<'c> {
    seed: u64,
    text: &'c str,
    program: &'c Program,
    code: &'c Code,
    method: MethodId,
    found: &'c Exploration,
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    programs: u64,
    leaves: u64,
    unfinished: u64,
    runs: u64,
}

fn compare(seed: u64, compared: &mut Compared) {
    let mut generator = Generator::of(seed);
    let text = generator.program("");
    let loaded = loaded(&text);
    assert!(loaded.is_complete(), "seed {seed}:\n{text}");
    let (program, method) = subject(&loaded).unwrap();
    let start = Start {
        member: MemberId::Method(method),
        given: BTreeMap::new(),
        from_contract: false,
        notation: Notation::Java,
    };
    let limits = Limits {
        forks: 12,
        steps: 5_000,
        leaves: 60,
    };
    let mut solver = Solver::new(Options::default().rlimit, location_sorts(program));
    let found = explore(program, &start, limits, &mut solver, &|| false).unwrap();
    let code = compile(
        program,
        Checking {
            contracts: false,
            lenient_java: true,
            permissions: true,
            objects: false,
        },
    );
    let compares = Compares {
        seed,
        text: &text,
        program,
        code: &code,
        method,
        found: &found,
    };
    compared.programs += 1;
    for leaf in &found.leaves {
        compared.leaves += 1;
        compared.unfinished += u64::from(!matches!(leaf.end, LeafEnd::Return | LeafEnd::Error(_)));
        if let LeafInput::Known(input) = &leaf.input {
            compares.agree(input);
        }
    }
    for _ in 0..20 {
        let input = random_input(&mut generator.random, program);
        compared.runs += 1;
        compares.agree(&input);
    }
}

impl Compares<'_> {
    /// Exactly one leaf covers an input, and it ends as the run does.
    fn agree(&self, input: &Input) {
        let Compares {
            seed,
            text,
            program,
            code,
            method,
            found,
        } = *self;
        let terms = found.terms.as_ref().unwrap().borrow();
        let valuation = Valuation {
            program,
            terms: &terms,
            input,
        };
        let covering: Vec<&Leaf> = found
            .leaves
            .iter()
            .filter(|leaf| valuation.covers(leaf))
            .collect();
        let shown = || {
            let input = input.shown(program, MemberId::Method(method));
            format!("seed {seed}, {input:?}:\n{text}")
        };
        let is_full = found.leaves.iter().any(|leaf| {
            matches!(
                leaf.end,
                LeafEnd::Bound(crate::execution::explore::Reached::Leaves)
            )
        });
        let [leaf] = covering.as_slice() else {
            assert!(
                is_full && covering.is_empty(),
                "{} leaves cover {}",
                covering.len(),
                shown()
            );
            return;
        };
        let ending = run(program, code, method, input);
        match &leaf.end {
            LeafEnd::Return => {
                let result = valuation.int(leaf.evaluated.1.unwrap());
                assert_eq!(ending, Ending::Returned(Plain::int(result)), "{}", shown());
            }
            LeafEnd::Error(violation) => {
                let expected = Ending::Failed(violation.code, violation.place);
                assert_eq!(ending, expected, "{}", shown());
            }
            LeafEnd::Bound(_) | LeafEnd::Unsupported(..) => {}
        }
    }
}

#[test]
fn paths_are_the_runs_that_they_cover() {
    let named = std::env::var("VERIFRAME_THEORY").ok();
    let count = named.and_then(|count| count.parse().ok()).unwrap_or(60);
    let mut compared = Compared::default();
    on_large_stack(|| {
        for seed in 1..=count {
            compare(seed, &mut compared);
        }
    });
    println!("{compared:?}");
    assert!(compared.leaves > 4 * compared.programs);
    assert!(compared.unfinished * 3 < compared.leaves);
}
