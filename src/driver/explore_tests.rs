//! The theory of symbolic execution as properties of random programs: each finished path,
//! instantiated by its input, is the concrete run (correctness); each concrete run is covered by
//! exactly one leaf (completeness), whose result, instantiated, is that of the run
//! (commutativity; 004, §5).
//!
//! `VERIFRAME_THEORY=N` takes N programs instead of a sample.

use super::{Loaded, Workspace, on_large_stack};
use crate::execution::code::Code;
use crate::execution::compile::{Checking, compile};
use crate::execution::concrete::Concrete;
use crate::execution::concrete::value::Value as Plain;
use crate::execution::entry::Start;
use crate::execution::explore::{Exploration, Leaf, LeafEnd, LeafInput, Limits, explore};
use crate::execution::input::{Input, InputId, InputObject, InputValue};
use crate::execution::machine::{Machine, Status};
use crate::ir::{ClassId, FieldId, MemberId, MethodId, Program, Type, ids};
use crate::logic::terms::term::Node;
use crate::logic::{Solver, Term, Terms};
use crate::notation::Notation;
use crate::sorts::location_sorts;
use crate::verify::Options;
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The random numbers of a test (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        let at = self.below(of.len() as u64);
        of[usize::try_from(at).unwrap()]
    }
}

/// A random program with a method `T.m`.
struct Generator {
    random: Random,
    loops: u32,
}

const NUMBERS: [&str; 6] = ["a", "b", "x", "y", "1", "2"];
const OBJECTS: [&str; 4] = ["p", "q", "r", "this0"];

impl Generator {
    fn number(&mut self, depth: u32) -> String {
        let kinds = if depth == 0 { 1 } else { 10 };
        match self.random.below(kinds) {
            0 => self.random.one(&NUMBERS).to_owned(),
            1 | 2 => format!("({} + {})", self.number(depth - 1), self.number(depth - 1)),
            3 => format!("({} - {})", self.number(depth - 1), self.number(depth - 1)),
            4 => format!(
                "({} * {})",
                self.number(depth - 1),
                self.random.one(&["2", "3", "-1"])
            ),
            5 => format!("({} / {})", self.number(depth - 1), self.number(0)),
            6 => format!("s[{}]", self.number(depth - 1)),
            7 => format!("{}.value", self.random.one(&OBJECTS)),
            8 => format!("{}.tag()", self.random.one(&OBJECTS)),
            _ => format!("help({}, {})", self.number(depth - 1), self.number(0)),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        let kinds = if depth == 0 { 6 } else { 9 };
        match self.random.below(kinds) {
            0 | 1 => format!("{} < {}", self.number(1), self.number(1)),
            2 => format!("{} == {}", self.number(1), self.number(0)),
            3 => format!(
                "{} == {}",
                self.random.one(&OBJECTS),
                self.random.one(&OBJECTS)
            ),
            4 => format!("{} != null", self.random.one(&OBJECTS)),
            5 => "c".to_owned(),
            6 => format!("({} && {})", self.condition(0), self.condition(depth - 1)),
            7 => format!("({} || {})", self.condition(0), self.condition(depth - 1)),
            _ => format!("{} instanceof Leaf", self.random.one(&OBJECTS)),
        }
    }

    fn statement(&mut self, depth: u32) -> String {
        let kinds = if depth == 0 { 7 } else { 10 };
        match self.random.below(kinds) {
            0 | 1 => format!("{} = {};", self.random.one(&["x", "y"]), self.number(2)),
            2 => format!("{}.value = {};", self.random.one(&OBJECTS), self.number(1)),
            3 => format!(
                "{}.next = {};",
                self.random.one(&OBJECTS),
                self.random.one(&OBJECTS)
            ),
            4 => format!("r = {}.next;", self.random.one(&OBJECTS)),
            5 => format!("s[{}] = {};", self.number(1), self.number(1)),
            6 => format!(
                "{} = new {}();",
                self.random.one(&["p", "r"]),
                self.random.one(&["Node", "Leaf"])
            ),
            7 | 8 => format!(
                "if ({}) {{ {} }} else {{ {} }}",
                self.condition(1),
                self.block(depth - 1),
                self.block(depth - 1)
            ),
            _ => {
                self.loops += 1;
                let i = format!("i{}", self.loops);
                let body = self.block(depth - 1);
                format!(
                    "int {i} = 0; while ({i} < {} && {i} < 3) {{ {body} {i} = {i} + 1; }}",
                    self.number(0)
                )
            }
        }
    }

    fn block(&mut self, depth: u32) -> String {
        let count = 1 + self.random.below(2);
        (0..count)
            .map(|_| self.statement(depth))
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn program(&mut self) -> String {
        let body = (0..3)
            .map(|_| self.statement(2))
            .collect::<Vec<_>>()
            .join("\n    ");
        let result = self.number(1);
        format!(
            "class Node {{ int value; Node next; int tag() {{ return value; }} }}\n\
             class Leaf extends Node {{ int tag() {{ return value + 1; }} }}\n\
             class T {{\n  static int help(int u, int n) {{ if (n > 2 || n < 1) {{ return u; }} return help(u + n, n - 1); }}\n  \
             static int m(int a, int b, boolean c, Node p, Node q, int[] s) {{\n    \
             int x = 0; int y = 1; Node r = q; Node this0 = p;\n    {body}\n    return {result};\n  }}\n}}\n"
        )
    }
}

/// A loaded program and its method `T.m`.
fn loaded(text: &str) -> Loaded {
    let mut workspace = Workspace::new(Options::default());
    workspace.set("T.java", text);
    workspace.load()
}

fn subject(loaded: &Loaded) -> Option<(&Program, MethodId)> {
    let program = loaded.programs().next()?;
    let mut methods = ids::<MethodId>(program.methods.len());
    let method = methods.find(|m| program.group_name(MemberId::Method(*m)) == "T.m")?;
    Some((program, method))
}

/// How a run ended: the result, or the code and place of a violation.
#[derive(Debug, PartialEq, Eq)]
enum Ending {
    Returned(Plain),
    Failed(crate::diagnostics::Code, crate::source::Span),
    Other,
}

fn run(program: &Program, code: &Code, method: MethodId, input: &Input) -> Ending {
    let mut domain = Concrete::new(program, 1_000_000);
    let mut machine: Machine<'_, Concrete<'_>> = Machine::new(program, code, &mut domain);
    let mut c = machine.initialisation(domain);
    assert!(matches!(machine.run(&mut c, 100_000), Status::Done));
    let params: Vec<Type> = program.method(method).vars.param_types().cloned().collect();
    let mut domain = c.domain;
    let made = domain.realise(input, &params).unwrap();
    let mut c = machine.start(domain, method, made.receiver, made.args);
    match machine.run(&mut c, 100_000) {
        Status::Done => Ending::Returned(c.thread.result.unwrap_or_default()),
        Status::Violation(violation) => Ending::Failed(violation.code, violation.place),
        _ => Ending::Other,
    }
}

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
    let class = |name: &str| {
        let mut classes = ids::<ClassId>(program.classes.len());
        classes
            .find(|class| program.class(*class).name == name)
            .unwrap()
    };
    let field = |name: &str| {
        let mut fields = ids::<FieldId>(program.fields.len());
        let node = class("Node");
        fields
            .find(|f| program.field(*f).name == name && program.field(*f).class == node)
            .unwrap()
    };
    let any = |random: &mut Random| match u32::try_from(random.below(count + 1)).unwrap() {
        0 => InputValue::Null,
        n => InputValue::Object(InputId(n - 1)),
    };
    let mut objects = Vec::new();
    for _ in 0..count {
        let class = class(random.one(&["Node", "Leaf"]));
        let fields = vec![
            (field("value"), InputValue::Int(number(random))),
            (field("next"), any(random)),
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
    let random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut generator = Generator { random, loops: 0 };
    let text = generator.program();
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
