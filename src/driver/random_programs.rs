//! Random programs for tests, and what running them ends with.

use super::{Loaded, Workspace};
use crate::execution::code::CompiledProgram;
use crate::execution::concrete::Concrete;
use crate::execution::concrete::value::Value as Plain;
use crate::execution::input::Input;
use crate::execution::machine::{Machine, Status};
use crate::ir::{ClassId, FieldId, Integers, MemberId, MethodId, Program, Type, ids};
use crate::verify::Options;
use std::convert::Infallible;

/// The random numbers of a test (xorshift).
pub(super) struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub(super) fn of(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    pub(super) fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        let at = self.below(of.len() as u64);
        of[usize::try_from(at).unwrap()]
    }
}

/// A random program with a method `T.m`.
pub(super) struct Generator {
    pub(super) random: Random,
    loops: u32,
}

const NUMBERS: [&str; 6] = ["a", "b", "x", "y", "1", "2"];
const OBJECTS: [&str; 4] = ["p", "q", "r", "this0"];

impl Generator {
    pub(super) fn of(seed: u64) -> Generator {
        let random = Random::of(seed);
        Generator { random, loops: 0 }
    }

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

    /// A program; `contract` stands before `T.m`.
    pub(super) fn program(&mut self, contract: &str) -> String {
        let body = (0..3)
            .map(|_| self.statement(2))
            .collect::<Vec<_>>()
            .join("\n    ");
        let result = self.number(1);
        format!(
            "class Node {{ int value; Node next; int tag() {{ return value; }} }}\n\
             class Leaf extends Node {{ int tag() {{ return value + 1; }} }}\n\
             class T {{\n  static int help(int u, int n) {{ if (n > 2 || n < 1) {{ return u; }} return help(u + n, n - 1); }}\n  {contract}\n  \
             static int m(int a, int b, boolean c, Node p, Node q, int[] s) {{\n    \
             int x = 0; int y = 1; Node r = q; Node this0 = p;\n    {body}\n    return {result};\n  }}\n}}\n"
        )
    }
}

/// A loaded program, with the semantics of `int` that its notation has, or another one.
pub(super) fn loaded(text: &str, integers: Option<Integers>) -> Loaded {
    let mut workspace = Workspace::new(Options {
        integers,
        ..Options::default()
    });
    workspace.set("T.java", text);
    workspace.load()
}

/// The program and its method `T.m`.
pub(super) fn subject(loaded: &Loaded) -> Option<(&Program, MethodId)> {
    let program = loaded.programs().next()?;
    let mut methods = ids::<MethodId>(program.methods.len());
    let method = methods.find(|m| program.group_name(MemberId::Method(*m)) == "T.m")?;
    Some((program, method))
}

/// How a run ended: the result, or the code and place of a violation.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Returned(Plain),
    Failed(crate::diagnostics::Code, crate::source::Span),
    Other,
}

impl Ending {
    /// That of a run with a status and a result, whose value `plain` tells.
    pub(super) fn of<V>(
        status: &Status<Infallible>,
        result: Option<&V>,
        plain: impl Fn(&V) -> &Plain,
    ) -> Ending {
        match status {
            Status::Done => Ending::Returned(result.map(plain).cloned().unwrap_or_default()),
            Status::Violation(violation) => Ending::Failed(violation.code, violation.place),
            _ => Ending::Other,
        }
    }
}

/// The state after static fields have been initialised.
pub(super) fn initial<'p>(program: &'p Program, code: &CompiledProgram) -> Concrete<'p> {
    let mut domain = Concrete::new(program, 1_000_000);
    let mut machine: Machine<'_, Concrete<'_>> = Machine::new(program, code, &mut domain);
    let mut c = machine.initialisation(domain);
    assert!(matches!(machine.run(&mut c, 100_000), Status::Done));
    c.domain
}

/// Runs a method on an input.
pub(super) fn run(
    program: &Program,
    code: &CompiledProgram,
    method: MethodId,
    input: &Input,
) -> Ending {
    let mut domain = initial(program, code);
    let mut machine: Machine<'_, Concrete<'_>> = Machine::new(program, code, &mut domain);
    let params: Vec<Type> = program.method(method).vars.param_types().cloned().collect();
    let made = domain.realise(input, &params).unwrap();
    let mut c = machine.start(domain, method, made.receiver, made.args);
    let status = machine.run(&mut c, 100_000);
    Ending::of(&status, c.thread.result.as_ref(), |value| value)
}

/// A class of a random program.
pub(super) fn class(program: &Program, name: &str) -> ClassId {
    let mut classes = ids::<ClassId>(program.classes.len());
    classes
        .find(|class| program.class(*class).name == name)
        .unwrap()
}

/// A field that a class declares.
pub(super) fn field(program: &Program, class: ClassId, name: &str) -> FieldId {
    let mut fields = ids::<FieldId>(program.fields.len());
    fields
        .find(|f| program.field(*f).name == name && program.field(*f).class == Some(class))
        .unwrap()
}
