//! Random programs with a method `T.m`, whose tree is compared with its runs: objects and arrays
//! that are aliased, dynamic dispatch, recursion, static fields, machine integers.

use crate::driver::random_programs::Random;

/// A random program with a method `T.m`.
pub(super) struct Generator {
    pub(super) random: Random,
    /// Whether operations that can fail are guarded, so that most runs return.
    pub(super) is_guarded: bool,
    loops: u32,
    /// The number of loops around the next statement.
    within: u32,
}

const NUMBERS: [&str; 8] = ["a", "b", "x", "y", "1", "2", "T.count", "2147483646"];
const OBJECTS: [&str; 4] = ["p", "q", "r", "this0"];
const ARRAYS: [&str; 2] = ["s", "t"];

/// What guarded programs begin with: references are not null, arrays have three elements.
const GUARD: &str = "\n    if (p == null || q == null || s == null || t == null) { return a; }
    if (s.length < 3 || t.length < 3) { return b; }";

/// The classes, before the body of `T.m`.
const CLASSES: &str = "class Node { int value; Node next; int tag() { return value; }
  int sum(int n) { if (n < 1 || next == null) { return tag(); } return value + next.sum(n - 1); } }
class Leaf extends Node { int tag() { return value + 1; } }
class Twig extends Leaf { int sum(int n) { return n; } }
class T {
  static int count;
  static int help(int u, int n) { if (n > 2 || n < 1) { return u; } return help(u + n, n - 1); }
  static int m(int a, int b, boolean c, Node p, Node q, int[] s, int[] t) {
    int x = 0; int y = 1; long w = b; Node r = q; Node this0 = p;";

impl Generator {
    pub(super) fn new(seed: u64) -> Generator {
        Generator {
            random: Random::of(seed),
            is_guarded: !seed.is_multiple_of(4),
            loops: 0,
            within: 0,
        }
    }

    fn number(&mut self, depth: u32) -> String {
        let kinds = if depth == 0 { 1 } else { 16 };
        match self.random.below(kinds) {
            0 => self.random.one(&NUMBERS).to_owned(),
            1 | 2 => format!("({} + {})", self.number(depth - 1), self.number(depth - 1)),
            3 => format!("({} - {})", self.number(depth - 1), self.number(depth - 1)),
            4 => format!(
                "({} * {})",
                self.number(depth - 1),
                self.random.one(&["2", "3", "-1"])
            ),
            5 => format!("({} / {})", self.number(depth - 1), self.divisor()),
            6 | 7 => {
                let array = self.random.one(&ARRAYS);
                format!("{array}[{}]", self.index(depth - 1))
            }
            8 => format!("{}.value", self.random.one(&OBJECTS)),
            9 => format!("{}.tag()", self.random.one(&OBJECTS)),
            10 => format!("{}.sum({})", self.random.one(&OBJECTS), self.number(0)),
            11 => format!("{}.length", self.random.one(&ARRAYS)),
            12 => format!("((byte) {})", self.number(depth - 1)),
            13 => format!("((int) (w + {}))", self.number(depth - 1)),
            14 => format!("({} % {})", self.number(depth - 1), self.divisor()),
            _ => format!("help({}, {})", self.number(depth - 1), self.number(0)),
        }
    }

    fn divisor(&mut self) -> String {
        if self.is_guarded {
            self.random.one(&["2", "3", "-2"]).to_owned()
        } else {
            self.number(0)
        }
    }

    /// An index; in guarded programs one of the first three elements.
    fn index(&mut self, depth: u32) -> String {
        match (self.is_guarded, self.random.below(3)) {
            (false, _) => self.number(depth),
            (true, 0) => format!("({} % 3 + 3) % 3", self.number(depth)),
            (true, _) => self.random.one(&["0", "1", "2"]).to_owned(),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        let kinds = if depth == 0 { 7 } else { 10 };
        match self.random.below(kinds) {
            0 | 1 => format!("{} < {}", self.number(1), self.number(1)),
            2 => format!("{} == {}", self.number(1), self.number(0)),
            3 => format!(
                "{} == {}",
                self.random.one(&OBJECTS),
                self.random.one(&OBJECTS)
            ),
            4 => format!("{} != null", self.random.one(&OBJECTS)),
            5 => self.random.one(&["c", "s == t", "s != null"]).to_owned(),
            6 => format!(
                "{} instanceof {}",
                self.random.one(&OBJECTS),
                self.random.one(&["Leaf", "Twig"])
            ),
            7 => format!("({} && {})", self.condition(0), self.condition(depth - 1)),
            8 => format!("({} || {})", self.condition(0), self.condition(depth - 1)),
            _ => format!("!({})", self.condition(depth - 1)),
        }
    }

    /// Statements without others in them.
    fn simple(&mut self) -> String {
        match self.random.below(11) {
            0 | 1 => format!("{} = {};", self.random.one(&["x", "y"]), self.number(2)),
            2 => format!("{}.value = {};", self.random.one(&OBJECTS), self.number(1)),
            3 => format!(
                "{}.next = {};",
                self.random.one(&OBJECTS),
                self.random.one(&OBJECTS)
            ),
            4 => {
                let object = self.random.one(&OBJECTS);
                if self.is_guarded {
                    format!("r = {object}.next == null ? q : {object}.next;")
                } else {
                    format!("r = {object}.next;")
                }
            }
            5 | 6 => {
                let array = self.random.one(&ARRAYS);
                format!("{array}[{}] = {};", self.index(1), self.number(1))
            }
            7 => format!(
                "{} = new {}();",
                self.random.one(&["p", "r"]),
                self.random.one(&["Node", "Leaf", "Twig"])
            ),
            8 => format!("T.count = {};", self.number(1)),
            9 => match self.random.below(3) {
                0 => "t = s;".to_owned(),
                1 if self.is_guarded => "t = new int[3];".to_owned(),
                1 => format!("t = new int[{}];", self.random.one(&["2", "b", "3"])),
                _ => format!("w = w * {};", self.number(0)),
            },
            _ if self.within > 0 => {
                let exit = self.random.one(&["break", "continue"]);
                format!("if ({}) {{ {exit}; }}", self.condition(0))
            }
            _ => "x++;".to_owned(),
        }
    }

    fn statement(&mut self, depth: u32) -> String {
        let kinds = if depth == 0 { 7 } else { 11 };
        match self.random.below(kinds) {
            0..7 => self.simple(),
            7 | 8 => format!(
                "if ({}) {{ {} }} else {{ {} }}",
                self.condition(1),
                self.block(depth - 1),
                self.block(depth - 1)
            ),
            9 => format!(
                "switch ({}) {{ case 0: {} break; case 2: {} break; default: {} }}",
                self.number(1),
                self.outside_loops(depth - 1),
                self.outside_loops(depth - 1),
                self.outside_loops(depth - 1)
            ),
            _ => {
                self.loops += 1;
                self.within += 1;
                let i = format!("i{}", self.loops);
                let body = self.block(depth - 1);
                self.within -= 1;
                format!(
                    "for (int {i} = 0; {i} < {} && {i} < 3; {i}++) {{ {body} }}",
                    self.number(0)
                )
            }
        }
    }

    /// A statement in which no `break` or `continue` is meant for a loop around it.
    fn outside_loops(&mut self, depth: u32) -> String {
        let within = std::mem::replace(&mut self.within, 0);
        let statement = self.statement(depth);
        self.within = within;
        statement
    }

    fn block(&mut self, depth: u32) -> String {
        let count = 1 + self.random.below(2);
        (0..count)
            .map(|_| self.statement(depth))
            .collect::<Vec<_>>()
            .join(" ")
    }

    pub(super) fn program(&mut self) -> String {
        let body = (0..3)
            .map(|_| self.statement(2))
            .collect::<Vec<_>>()
            .join("\n    ");
        let result = self.number(2);
        let guard = if self.is_guarded { GUARD } else { "" };
        format!("{CLASSES}{guard}\n    {body}\n    return {result};\n  }}\n}}\n")
    }
}
