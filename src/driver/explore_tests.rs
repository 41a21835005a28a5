//! The theory of symbolic execution as properties of random programs: each finished path,
//! instantiated by its input, is the concrete run (correctness); each concrete run is covered by
//! exactly one leaf (completeness), whose result, instantiated, is that of the run; the tree of
//! a member of which some parameters are instantiated is its tree, instantiated (commutativity;
//! 004, §5). A concolic run is the concrete one, its conditions hold of its input, and its
//! terms are the values of every run of which the conditions hold. Programs whose integers wrap
//! around run as Java runs them, with the same inputs.
//!
//! `VERIFRAME_THEORY=N` takes N programs instead of a sample, `VERIFRAME_SEED=K` those from number K on.

mod java;
mod programs;
mod valuation;

use super::on_large_stack;
use super::random_programs::{Ending, Random, class, field, initial, loaded, run, subject};
use crate::execution::code::CompiledProgram;
use crate::execution::compile::{Checking, Unguarded, compile};
use crate::execution::concolic::Concolic;
use crate::execution::concolic::coverage::Coverage;
use crate::execution::concrete::value::Value as Plain;
use crate::execution::entry::Start;
use crate::execution::explore::{Exploration, Leaf, LeafEnd, LeafInput, Limits, Reached, explore};
use crate::execution::input::{Input, InputId, InputObject, InputValue};
use crate::execution::machine::Machine;
use crate::execution::symbolic::{Aliases, Given};
use crate::ir::{ClassId, FieldId, Integers, MemberId, MethodId, Program, Type, Width};
use crate::logic::Solver;
use crate::notation::Notation;
use crate::sorts::location_sorts;
use java::JavaRuns;
use num_bigint::BigInt;
use programs::Generator;
use std::cell::RefCell;
use std::collections::BTreeMap;
use valuation::{Is, Names, Valuation};

/// The number of inputs of each program.
const INPUTS: usize = 20;

/// Z3's limit of each query: nonlinear ones take minutes otherwise. A path whose condition is not
/// decided has no input of its own, and is compared with the random ones only.
const RLIMIT: u32 = 200_000;

/// The class and the fields of the objects of inputs.
struct Shape {
    nodes: Vec<ClassId>,
    value: FieldId,
    next: FieldId,
    count: FieldId,
}

impl Shape {
    fn new(program: &Program) -> Shape {
        let nodes = ["Node", "Leaf", "Twig"].map(|name| class(program, name));
        Shape {
            value: field(program, nodes[0], "value"),
            next: field(program, nodes[0], "next"),
            count: field(program, class(program, "T"), "count"),
            nodes: nodes.to_vec(),
        }
    }
}

/// A small number, or one at the end of its range.
fn number(random: &mut Random) -> InputValue {
    InputValue::Int(match random.below(40) {
        0 => i32::MAX.into(),
        1 => i32::MIN.into(),
        _ => BigInt::from(random.below(9)) - 4,
    })
}

fn random_input(random: &mut Random, shape: &Shape) -> Input {
    let count = random.below(8).min(3);
    let any = |random: &mut Random| match u32::try_from(random.below(3 * count + 1)).unwrap() {
        0 => InputValue::Null,
        n => InputValue::Object(InputId((n - 1) / 3)),
    };
    let mut objects = Vec::new();
    for _ in 0..count {
        let class = shape.nodes[usize::try_from(random.below(3)).unwrap()];
        let fields = vec![(shape.value, number(random)), (shape.next, any(random))];
        objects.push(InputObject::Object(class, fields));
    }
    let mut array = |random: &mut Random| match random.below(24) {
        0 => InputValue::Null,
        n => {
            let length = if n < 4 { n - 1 } else { 3 + n % 2 };
            let elements = (0..length).map(|_| number(random)).collect();
            objects.push(InputObject::Array(Type::Machine(Width::I32), elements));
            InputValue::Object(InputId(u32::try_from(objects.len() - 1).unwrap()))
        }
    };
    let s = array(random);
    let t = match random.below(3) {
        0 => s.clone(),
        _ => array(random),
    };
    let args = vec![
        number(random),
        number(random),
        InputValue::Bool(random.below(2) == 0),
        any(random),
        any(random),
        s,
        t,
    ];
    Input {
        receiver: None,
        args,
        statics: vec![(shape.count, number(random))],
        objects,
        unknowns: Vec::new(),
    }
}

/// The same heap with other numbers.
fn with_other_numbers(random: &mut Random, input: &Input) -> Input {
    let mut other = input.clone();
    let fields = other.objects.iter_mut().flat_map(|object| match object {
        InputObject::Object(_, fields) => fields.iter_mut().map(|(_, value)| value).collect(),
        InputObject::Array(_, elements) => elements.iter_mut().collect::<Vec<_>>(),
        InputObject::Text(_) => Vec::new(),
    });
    let statics = other.statics.iter_mut().map(|(_, value)| value);
    for value in other.args.iter_mut().chain(statics).chain(fields) {
        if matches!(value, InputValue::Int(_)) && random.below(3) == 0 {
            *value = number(random);
        }
    }
    other
}

/// A program whose tree is compared with its runs.
struct Compares<'c> {
    seed: u64,
    text: &'c str,
    program: &'c Program,
    code: &'c CompiledProgram,
    method: MethodId,
    names: Vec<String>,
    params: Vec<Type>,
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    programs: u64,
    leaves: u64,
    unfinished: u64,
    instantiated: u64,
    runs: u64,
    failed: u64,
    uncovered: u64,
    /// The runs that ended at a bound of the interpreter, as an array of a huge length does.
    bounded: u64,
    /// The inputs with other numbers of which the conditions of a concolic run hold.
    same_path: u64,
}

fn compare(seed: u64, compared: &mut Compared, java: &mut JavaRuns) {
    let mut generator = Generator::new(seed);
    let text = generator.program();
    let integers = match seed % 3 {
        0 => Integers::Checked,
        _ => Integers::Wrapping,
    };
    let loaded = loaded(&text, Some(integers));
    assert!(loaded.is_complete(), "seed {seed}:\n{text}");
    let (program, method) = subject(&loaded).unwrap();
    let vars = &program.method(method).vars;
    let code = compile(
        program,
        Checking {
            contracts: false,
            contracts_optional: true,
            permissions: true,
            unguarded: Unguarded::NotEvaluated,
            assertions: false,
            by_contract: false,
        },
    );
    let compares = Compares {
        seed,
        text: &text,
        program,
        code: &code,
        method,
        names: vars
            .params
            .iter()
            .map(|p| vars.get(*p).name.clone())
            .collect(),
        params: vars.param_types().cloned().collect(),
    };
    let found = compares.tree(BTreeMap::new());
    compared.programs += 1;
    for leaf in &found.leaves {
        compared.leaves += 1;
        compared.unfinished += u64::from(!matches!(leaf.end, LeafEnd::Return | LeafEnd::Error(_)));
        if let LeafInput::Known(input) = &leaf.input {
            compares.agree(&found, input, compared);
        }
    }
    let random = &mut generator.random;
    let shape = Shape::new(program);
    let (a, c) = (number(random), random.below(2) == 0);
    let InputValue::Int(n) = &a else {
        panic!("{a:?}")
    };
    let given = BTreeMap::from([
        ("a".to_owned(), Given::Int(n.clone())),
        ("c".to_owned(), Given::Bool(c)),
    ]);
    let instantiated = compares.tree(given);
    compared.instantiated += instantiated.leaves.len() as u64;
    let has_java = integers == Integers::Wrapping;
    if has_java {
        java.program(seed, &text);
    }
    for round in 0..INPUTS {
        let mut input = random_input(random, &shape);
        compared.runs += 1;
        if round % 2 == 0 {
            input.args[0] = a.clone();
            input.args[2] = InputValue::Bool(c);
            compares.agree(&instantiated, &input, compared);
        }
        compares.agree(&found, &input, compared);
        compares.concolic_run(&input, random, compared);
        if has_java {
            let ending = compares.run(&input);
            java.run(program, loaded.sources(), &input, &ending);
        }
    }
}

impl Compares<'_> {
    fn tree(&self, given: BTreeMap<String, Given>) -> Exploration {
        let start = Start {
            aliases: Aliases::default(),
            member: MemberId::Method(self.method),
            given,
            from_contract: false,
            notation: Notation::Java,
        };
        let limits = Limits {
            forks: 12,
            steps: 5_000,
            leaves: 300,
        };
        let sorts = location_sorts(self.program);
        let mut solver = Solver::new(RLIMIT, sorts);
        explore(self.program, &start, limits, &mut solver, &|| false).unwrap()
    }

    fn run(&self, input: &Input) -> Ending {
        run(self.program, self.code, self.method, input)
    }

    fn shown(&self, input: &Input) -> String {
        let input = input.shown(self.program, MemberId::Method(self.method));
        format!("seed {}, {input:?}:\n{}", self.seed, self.text)
    }

    /// Exactly one leaf covers an input, and it ends as the run does.
    fn agree(&self, found: &Exploration, input: &Input, compared: &mut Compared) {
        let terms = found.terms.as_ref().unwrap().borrow();
        let valuation = Valuation {
            program: self.program,
            terms: &terms,
            input,
            names: Names::Parameters(&self.names),
            values: RefCell::default(),
        };
        let covers = |leaf: &&Leaf| valuation.all(leaf.evaluated.0.iter().copied());
        let covering: Vec<&Leaf> = found.leaves.iter().filter(covers).collect();
        let is_full = |leaf: &Leaf| matches!(leaf.end, LeafEnd::Bound(Reached::Leaves));
        let [leaf] = covering.as_slice() else {
            assert!(
                found.leaves.iter().any(is_full) && covering.is_empty(),
                "{} leaves cover {}",
                covering.len(),
                self.shown(input)
            );
            compared.uncovered += 1;
            return;
        };
        let ending = self.run(input);
        let expected = match &leaf.end {
            LeafEnd::Return => {
                Ending::Returned(Plain::int(valuation.int(leaf.evaluated.1.unwrap())))
            }
            LeafEnd::Error(violation) => Ending::Failed(violation.code, violation.place),
            LeafEnd::Bound(_) | LeafEnd::Unsupported(..) => return,
        };
        if ending == Ending::Other {
            compared.bounded += 1;
            return;
        }
        assert_eq!(ending, expected, "{}", self.shown(input));
    }

    /// A concolic run ends as the concrete one, its conditions hold, and so do its terms for all
    /// inputs with other numbers of which the conditions hold.
    fn concolic_run(&self, input: &Input, random: &mut Random, compared: &mut Compared) {
        let coverage = Coverage::new(self.code);
        let mut domain = Concolic::new(self.program, initial(self.program, self.code), coverage);
        let mut machine: Machine<'_, Concolic<'_>> =
            Machine::new(self.program, self.code, &mut domain);
        let (_, args) = domain.realise(input, None, &self.params).unwrap();
        let mut c = machine.start(domain, self.method, None, args);
        let status = machine.run(&mut c, 100_000);
        let result = c.thread.result.as_ref();
        let ending = Ending::of(&status, result, |mixed| &mixed.concrete);
        compared.failed += u64::from(matches!(ending, Ending::Failed(..)));
        assert_eq!(ending, self.run(input), "{}", self.shown(input));
        let formulas = c.domain.formulas().borrow();
        let decisions = || {
            c.domain
                .trace
                .decisions
                .iter()
                .map(|decision| decision.condition)
        };
        let valuation = |input| Valuation {
            program: self.program,
            terms: &formulas.terms,
            input,
            names: Names::Spots(&formulas.symbols),
            values: RefCell::default(),
        };
        assert!(valuation(input).all(decisions()), "{}", self.shown(input));
        let mut inputs = vec![input.clone()];
        inputs.extend((0..4).map(|_| with_other_numbers(random, input)));
        for other in &inputs {
            if !valuation(other).all(decisions()) {
                continue;
            }
            compared.same_path += u64::from(other != input);
            let expected = match (&ending, result.and_then(|mixed| mixed.term)) {
                (Ending::Returned(_), Some(term)) => match valuation(other).of(term) {
                    Is::Int(n) => Ending::Returned(Plain::int(n)),
                    wrong => panic!("{wrong:?}"),
                },
                (Ending::Returned(value), None) => Ending::Returned(value.clone()),
                (Ending::Failed(code, place), _) => Ending::Failed(*code, *place),
                (Ending::Other, _) => continue,
            };
            let found = self.run(other);
            // The length of an array can be another one, beyond the bound on memory.
            if found != Ending::Other {
                assert_eq!(found, expected, "{}", self.shown(other));
            }
        }
    }
}

#[test]
fn paths_are_the_runs_that_they_cover() {
    let named = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let (count, first) = (named("VERIFRAME_THEORY"), named("VERIFRAME_SEED"));
    let first = first.unwrap_or(1);
    let mut compared = Compared::default();
    let mut java = JavaRuns::new();
    on_large_stack(|| {
        for seed in first..first + count.unwrap_or(60) {
            compare(seed, &mut compared, &mut java);
            if compared.programs % 100 == 0 {
                println!("{seed}: {compared:?}");
            }
        }
    });
    java.finish();
    println!("{compared:?}");
    println!(
        "{} runs are those of Java, {} of them with an exception",
        java.compared, java.thrown
    );
    assert!(compared.leaves > 4 * compared.programs);
    assert!(compared.unfinished * 3 < compared.leaves);
    assert!(compared.uncovered * 20 < compared.runs);
    assert!(compared.bounded * 20 < compared.runs);
    // Most runs return: what comes after a failure is not compared.
    assert!(compared.failed * 2 < compared.runs);
    assert!(compared.same_path > compared.runs / 4);
}
