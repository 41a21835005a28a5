//! Random expressions over numbers, as annotations and code have them.

use super::support::random::Random;
use std::fmt::Write as _;

/// The parameters of each method.
pub const PARAMETERS: &str = "boolean z, byte b, short s, char c, int i, long l";

/// The constant variables of each method.
pub const CONSTANTS: &str = "final int k = 66; final byte kb = -7; final int large = 70000; \
     final long kl = 1L << 33; final char kc = 'A' + 1; final boolean kz = k > 'A'; final int d = i;";

/// The members that expressions name.
pub const MEMBERS: &str = "  static final int K = 2 + 1;
  static final char KC = 'x';
  static final long KL = 5000000000L;
  static /*@ pure @*/ int of(byte x) { return 1; }
  static /*@ pure @*/ int of(short x) { return 2; }
  static /*@ pure @*/ int of(char x) { return 3; }
  static /*@ pure @*/ int of(int x) { return 4; }
  static /*@ pure @*/ int of(long x) { return 5; }
  static /*@ pure @*/ int two(int x, long y) { return 6; }
  static /*@ pure @*/ int two(char x, byte y) { return 8; }
  static /*@ pure @*/ int two(long x, long y) { return 9; }
";

/// Operations whose results must not leave their types, for Java alone.
pub const HELPERS: &str = "  static int add(int x, int y) { return Math.addExact(x, y); }
  static long add(long x, long y) { return Math.addExact(x, y); }
  static int sub(int x, int y) { return Math.subtractExact(x, y); }
  static long sub(long x, long y) { return Math.subtractExact(x, y); }
  static int mul(int x, int y) { return Math.multiplyExact(x, y); }
  static long mul(long x, long y) { return Math.multiplyExact(x, y); }
  static int div(int x, int y) { return y == -1 ? Math.negateExact(x) : x / y; }
  static long div(long x, long y) { return y == -1 ? Math.negateExact(x) : x / y; }
  static int neg(int x) { return Math.negateExact(x); }
  static long neg(long x) { return Math.negateExact(x); }
  static int checked(long x, int y) { return y; }
  static int checked(long x, long y, int z) { return z; }
";

const LITERALS: [&str; 34] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "31",
    "66",
    "97",
    "127",
    "128",
    "255",
    "300",
    "32767",
    "32768",
    "65535",
    "65536",
    "100000",
    "2147483647",
    "0x7f",
    "0xFF",
    "0x80000000",
    "017",
    "'a'",
    "'\\uffff'",
    "'0'",
    "0L",
    "1L",
    "5L",
    "2147483648L",
    "4294967295L",
    "1099511627776L",
    "0xFFFFFFFFL",
    "9223372036854775807L",
];

const VARIABLES: [&str; 18] = [
    "b", "s", "c", "i", "l", "b", "s", "c", "i", "l", "k", "kb", "large", "kl", "kc", "d", "K",
    "KC",
];

const TYPES: [&str; 5] = ["byte", "short", "char", "int", "long"];

const MASKS: [&str; 8] = [
    "0",
    "1",
    "15",
    "255",
    "65535",
    "7L",
    "4294967295L",
    "2147483647",
];

const DISTANCES: [&str; 14] = [
    "0", "1", "3", "7", "8", "16", "24", "31", "32", "33", "63", "65", "40L", "K",
];

/// The values of the parameters.
pub struct Inputs {
    z: bool,
    numbers: [i64; 5],
}

impl Inputs {
    /// Random values, often at the ends of the types.
    pub fn draw(random: &mut Random) -> Inputs {
        let ranges = [
            (-128, 127),
            (-32768, 32767),
            (0, 65535),
            (i64::from(i32::MIN), i64::from(i32::MAX)),
            (i64::MIN, i64::MAX),
        ];
        let numbers = ranges.map(|(low, high)| match random.below(6) {
            0 => low,
            1 => high,
            2 | 3 => random.within(0, 100),
            4 => random.within(-100, 100).max(low),
            _ => (random.next() as i64 >> random.below(63)).clamp(low, high),
        });
        Inputs {
            z: random.chance(2),
            numbers,
        }
    }

    /// The precondition that says what they are.
    pub fn requires(&self) -> String {
        let mut text = (if self.z { "z" } else { "!z" }).to_owned();
        for (name, number) in ["b", "s", "c", "i", "l"].iter().zip(self.numbers) {
            let _ = write!(text, " && {name} == {number}L");
        }
        text
    }

    /// The arguments of a call.
    pub fn arguments(&self) -> String {
        let mut text = self.z.to_string();
        for (ty, number) in TYPES.iter().zip(self.numbers) {
            let _ = write!(text, ", ({ty}) {number}L");
        }
        text
    }
}

/// An expression, and the one that throws where an intermediate result leaves its type.
#[derive(Clone, Debug)]
pub struct Expression {
    pub plain: String,
    pub exact: String,
}

impl Expression {
    /// A random expression.
    pub fn draw(random: &mut Random) -> Expression {
        let depth = 1 + random.below(4);
        number(random, depth)
    }

    fn same(text: impl Into<String>) -> Expression {
        let plain = text.into();
        let exact = plain.clone();
        Expression { plain, exact }
    }

    /// The same text around both.
    fn within(self, before: &str, after: &str) -> Expression {
        Expression {
            plain: format!("{before}{}{after}", self.plain),
            exact: format!("{before}{}{after}", self.exact),
        }
    }

    fn joined(self, op: &str, other: &Expression) -> Expression {
        Expression {
            plain: format!("({} {op} {})", self.plain, other.plain),
            exact: format!("({} {op} {})", self.exact, other.exact),
        }
    }
}

fn leaf(random: &mut Random) -> Expression {
    match random.below(5) {
        0 | 1 => {
            if random.chance(4) {
                Expression::same(random.pick(&[
                    "(-1)",
                    "(-128)",
                    "(-2147483648)",
                    "(-9223372036854775808L)",
                    "(-66)",
                ]))
            } else {
                Expression::same(random.pick(&LITERALS))
            }
        }
        _ => Expression::same(random.pick(&VARIABLES)),
    }
}

fn number(random: &mut Random, depth: usize) -> Expression {
    if depth == 0 || random.chance(8) {
        return leaf(random);
    }
    let next = depth - 1;
    match random.below(20) {
        0..=4 => {
            let (op, exact) = random.pick(&[
                ("+", "add"),
                ("-", "sub"),
                ("*", "mul"),
                ("/", "div"),
                ("+", "add"),
                ("-", "sub"),
            ]);
            let (left, right) = (number(random, next), number(random, next));
            Expression {
                plain: format!("({} {op} {})", left.plain, right.plain),
                exact: format!("{exact}({}, {})", left.exact, right.exact),
            }
        }
        5 => {
            let (left, right) = (number(random, next), number(random, next));
            left.joined("%", &right)
        }
        6 => {
            let operand = number(random, next);
            Expression {
                plain: format!("(-({}))", operand.plain),
                exact: format!("neg({})", operand.exact),
            }
        }
        7 => {
            let op = random.pick(&["~", "+"]);
            number(random, next).within(&format!("({op}("), "))")
        }
        8..=10 => {
            let ty = random.pick(&TYPES);
            number(random, next).within(&format!("(({ty}) "), ")")
        }
        11..=13 => {
            let (op, count) = (random.pick(&["<<", ">>", ">>>"]), random.pick(&DISTANCES));
            number(random, next).within("(", &format!(" {op} {count})"))
        }
        14 => {
            let mask = random.pick(&MASKS);
            number(random, next).within("(", &format!(" & {mask})"))
        }
        15..=17 => {
            let condition = condition(random, next);
            let (then, other) = (number(random, next), number(random, next));
            Expression {
                plain: format!("({} ? {} : {})", condition.plain, then.plain, other.plain),
                exact: format!("({} ? {} : {})", condition.exact, then.exact, other.exact),
            }
        }
        18 => {
            // The exact expression is no constant, so that its type may be another.
            let arg = number(random, next);
            Expression {
                exact: format!("checked({}, of({}))", arg.exact, arg.plain),
                plain: format!("of({})", arg.plain),
            }
        }
        _ => {
            let (left, right) = (
                number(random, next),
                Expression::same(random.pick(&["b", "kb"])),
            );
            Expression {
                exact: format!(
                    "checked({}, {}, two({}, {}))",
                    left.exact, right.exact, left.plain, right.plain
                ),
                plain: format!("two({}, {})", left.plain, right.plain),
            }
        }
    }
}

fn condition(random: &mut Random, depth: usize) -> Expression {
    if depth == 0 || random.chance(4) {
        return Expression::same(random.pick(&["z", "!z", "true", "false", "kz", "(k > 3)"]));
    }
    let next = depth - 1;
    match random.below(4) {
        0 => {
            let (left, right) = (condition(random, next), condition(random, next));
            left.joined(random.pick(&["&&", "||"]), &right)
        }
        _ => {
            let op = random.pick(&["<", "<=", ">", ">=", "==", "!="]);
            let (left, right) = (number(random, next), number(random, next));
            left.joined(op, &right)
        }
    }
}
