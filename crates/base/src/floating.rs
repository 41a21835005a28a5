//! Binary floating-point numbers (IEEE 754), as Java 17 computes with them: formats, literals and operations.
//! A number is known by its bits, which are those of an integer with sign of its format's size; all values that
//! are not numbers are one of them.

use borsh::{BorshDeserialize, BorshSerialize};

/// A format of floating-point numbers.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, BorshSerialize, BorshDeserialize,
)]
pub enum Format {
    /// 32 bits: Java's `float`.
    Single,
    /// 64 bits: Java's `double`.
    Double,
}

impl Format {
    /// The name of the type.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Single => "float",
            Format::Double => "double",
        }
    }

    /// The bits of a number in this format, to which it is rounded.
    #[must_use]
    pub fn of(self, number: f64) -> i64 {
        #[allow(clippy::cast_possible_truncation)] // rounds, as Java does
        match self {
            Format::Single => of_single(number as f32),
            Format::Double => of_double(number),
        }
    }

    /// The number that is nearest to an integer. Unlike [`of`](Self::of) of a `double` it is rounded once.
    #[must_use]
    pub fn nearest(self, n: i64) -> i64 {
        #[allow(clippy::cast_precision_loss)] // rounds, as Java does
        match self {
            Format::Single => of_single(n as f32),
            Format::Double => of_double(n as f64),
        }
    }

    /// The value with these bits. Bits beyond those of the format say nothing.
    #[must_use]
    pub fn value(self, bits: i64) -> f64 {
        match self {
            Format::Single => single(bits).into(),
            Format::Double => f64::from_bits(bits.cast_unsigned()),
        }
    }

    /// The bits of a literal of Java, with its suffix, if it has one; `None` if it is none, or is rounded to
    /// infinity or, without being zero, to zero (JLS 3.10.2). Hexadecimal literals are not read.
    #[must_use]
    pub fn read(text: &str) -> Option<(Format, i64)> {
        let (format, digits) = match text.strip_suffix(['f', 'F']) {
            Some(digits) => (Format::Single, digits),
            None => (
                Format::Double,
                text.strip_suffix(['d', 'D']).unwrap_or(text),
            ),
        };
        let digits = digits.replace('_', "");
        let mantissa = digits.split(['e', 'E']).next().unwrap_or(&digits);
        let is_zero = mantissa.chars().all(|c| c == '0' || c == '.');
        let bits = match format {
            Format::Single => of_single(digits.parse().ok()?),
            Format::Double => of_double(digits.parse().ok()?),
        };
        let number = format.value(bits);
        let is_usual = number.is_finite() && (number != 0.0 || is_zero);
        is_usual.then_some((format, bits))
    }

    /// A number as one may write it: a literal with a suffix for `float`, a division by zero for what has none.
    #[must_use]
    pub fn written(self, bits: i64) -> String {
        let (number, suffix) = match self {
            Format::Single => (format!("{:?}", single(bits)), "f"),
            Format::Double => (format!("{:?}", self.value(bits)), ""),
        };
        match number.as_str() {
            "NaN" => format!("0.0{suffix} / 0.0{suffix}"),
            "inf" => format!("1.0{suffix} / 0.0{suffix}"),
            "-inf" => format!("-1.0{suffix} / 0.0{suffix}"),
            _ => number + suffix,
        }
    }

    /// The result of an operation on numbers of this format; `None` for what takes another number of them.
    fn compute(self, op: Operation, operands: &[i64]) -> Option<Computed> {
        if let &[a, b] = operands {
            return self.compute_two(op, a, b);
        }
        let &[bits] = operands else {
            return None;
        };
        let value = self.value(bits);
        #[allow(clippy::cast_possible_truncation)]
        // saturates and takes what is no number for 0, as Java does
        Some(match op {
            Operation::Negate => Computed::Bits(self.of(-value)),
            Operation::ToSingle => Computed::Bits(Format::Single.of(value)),
            Operation::ToDouble => Computed::Bits(Format::Double.of(value)),
            Operation::ToInt => Computed::Integer((value as i32).into()),
            Operation::ToLong => Computed::Integer(value as i64),
            Operation::Rank => Computed::Integer(self.rank(bits)),
            Operation::IsNumber => Computed::Truth(!value.is_nan()),
            Operation::Abs => Computed::Bits(self.of(value.abs())),
            Operation::Signum if value == 0.0 => Computed::Bits(bits),
            Operation::Signum => Computed::Bits(self.of(value.signum())),
            Operation::Sqrt => Computed::Bits(self.of(value.sqrt())),
            Operation::Floor => Computed::Bits(self.of(value.floor())),
            Operation::Ceil => Computed::Bits(self.of(value.ceil())),
            Operation::Rint => Computed::Bits(self.of(value.round_ties_even())),
            Operation::Round => Computed::Integer(match (self, rounded(value)) {
                (Format::Single, whole) => (whole as i32).into(),
                (Format::Double, whole) => whole as i64,
            }),
            Operation::Add
            | Operation::Subtract
            | Operation::Multiply
            | Operation::Divide
            | Operation::Remainder
            | Operation::Less
            | Operation::AtMost
            | Operation::Equal
            | Operation::Min
            | Operation::Max => return None,
        })
    }

    fn rank(self, bits: i64) -> i64 {
        let least = match self {
            Format::Single => i32::MIN.into(),
            Format::Double => i64::MIN,
        };
        if bits >= 0 { bits } else { least - bits }
    }

    fn compute_two(self, op: Operation, a: i64, b: i64) -> Option<Computed> {
        let (x, y) = (self.value(a), self.value(b));
        #[allow(clippy::float_cmp)] // what `==` is
        Some(match op {
            Operation::Less => Computed::Truth(x < y),
            Operation::AtMost => Computed::Truth(x <= y),
            Operation::Equal => Computed::Truth(x == y),
            Operation::Add
            | Operation::Subtract
            | Operation::Multiply
            | Operation::Divide
            | Operation::Remainder => Computed::Bits(match self {
                Format::Single => of_single(arithmetic(op, single(a), single(b))?),
                Format::Double => of_double(arithmetic(op, x, y)?),
            }),
            Operation::Min => Computed::Bits(self.of(least(x, y))),
            Operation::Max => Computed::Bits(self.of(-least(-x, -y))),
            _ => return None,
        })
    }
}

/// An operation on floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`
    Divide,
    /// `a % b`, with the sign of `a`
    Remainder,
    /// `-a`
    Negate,
    /// `a < b`
    Less,
    /// `a <= b`
    AtMost,
    /// `a == b`
    Equal,
    /// `(float) a`
    ToSingle,
    /// `(double) a`
    ToDouble,
    /// `(int) a`
    ToInt,
    /// `(long) a`
    ToLong,
    /// The place of a number in the order of all: zero is 0, with either sign.
    Rank,
    /// Whether it is a number.
    IsNumber,
    /// `Math.abs(a)`
    Abs,
    /// `Math.signum(a)`
    Signum,
    /// `Math.sqrt(a)`
    Sqrt,
    /// `Math.floor(a)`
    Floor,
    /// `Math.ceil(a)`
    Ceil,
    /// `Math.rint(a)`
    Rint,
    /// `Math.round(a)`
    Round,
    /// `Math.min(a, b)`
    Min,
    /// `Math.max(a, b)`
    Max,
}

impl Operation {
    /// All operations, with the names of the functions that stand for them in contracts of the library.
    pub const NAMED: [(&str, Operation); 24] = [
        ("add", Operation::Add),
        ("subtract", Operation::Subtract),
        ("multiply", Operation::Multiply),
        ("divide", Operation::Divide),
        ("remainder", Operation::Remainder),
        ("negate", Operation::Negate),
        ("less", Operation::Less),
        ("atMost", Operation::AtMost),
        ("equal", Operation::Equal),
        ("toFloat", Operation::ToSingle),
        ("toDouble", Operation::ToDouble),
        ("toInt", Operation::ToInt),
        ("toLong", Operation::ToLong),
        ("rank", Operation::Rank),
        ("isNumber", Operation::IsNumber),
        ("abs", Operation::Abs),
        ("signum", Operation::Signum),
        ("sqrt", Operation::Sqrt),
        ("floor", Operation::Floor),
        ("ceil", Operation::Ceil),
        ("rint", Operation::Rint),
        ("round", Operation::Round),
        ("min", Operation::Min),
        ("max", Operation::Max),
    ];

    /// The name of the function that stands for the operation.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Operation::NAMED.into_iter().find(|(_, op)| *op == self);
        named.map_or("", |(name, _)| name)
    }

    /// The result for operands of a format, or for an integer without one; `None` for operands that it does not
    /// take.
    #[must_use]
    pub fn of(self, format: Option<Format>, operands: &[i64]) -> Option<Computed> {
        match (format, self, operands) {
            (Some(format), ..) => format.compute(self, operands),
            (None, Operation::ToSingle, &[n]) => Some(Computed::Bits(Format::Single.nearest(n))),
            (None, Operation::ToDouble, &[n]) => Some(Computed::Bits(Format::Double.nearest(n))),
            (None, ..) => None,
        }
    }

    /// The operation for which the function with a name stands.
    #[must_use]
    pub fn named(name: &str) -> Option<Operation> {
        let named = Operation::NAMED
            .into_iter()
            .find(|(other, _)| *other == name);
        named.map(|(_, op)| op)
    }
}

/// What an operation gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computed {
    /// A floating-point number, by its bits.
    Bits(i64),
    /// An integer.
    Integer(i64),
    /// A truth value.
    Truth(bool),
}

fn arithmetic<T>(op: Operation, a: T, b: T) -> Option<T>
where
    T: std::ops::Add<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>
        + std::ops::Rem<Output = T>,
{
    Some(match op {
        Operation::Add => a + b,
        Operation::Subtract => a - b,
        Operation::Multiply => a * b,
        Operation::Divide => a / b,
        Operation::Remainder => a % b,
        _ => return None,
    })
}

/// The lesser number; of two zeros that with a sign, and what is no number if one is none.
fn least(x: f64, y: f64) -> f64 {
    if x.is_nan() || x < y || x == 0.0 && y == 0.0 && x.is_sign_negative() {
        x
    } else {
        y
    }
}

/// The nearest integer; what is in the middle is rounded up.
fn rounded(number: f64) -> f64 {
    let below = number.floor();
    if number - below < 0.5 {
        below
    } else {
        below + 1.0
    }
}

fn single(bits: i64) -> f32 {
    #[allow(clippy::cast_possible_truncation)] // bits beyond those of the format say nothing
    f32::from_bits((bits as i32).cast_unsigned())
}

fn of_single(number: f32) -> i64 {
    let number = if number.is_nan() { f32::NAN } else { number };
    number.to_bits().cast_signed().into()
}

fn of_double(number: f64) -> i64 {
    let number = if number.is_nan() { f64::NAN } else { number };
    number.to_bits().cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_rounded_to_their_format() {
        let bits = |n: f64| Some((Format::Double, of_double(n)));
        assert_eq!(Format::read("0.1"), bits(0.1));
        assert_eq!(Format::read("1_0.5e-1D"), bits(1.05));
        assert_eq!(Format::read(".5f"), Some((Format::Single, of_single(0.5))));
        assert_eq!(Format::read("0e99999"), bits(0.0));
        for text in ["1e400", "1e-400", "1e39f", "x", "1.0.0", "inf", "NaN"] {
            assert_eq!(Format::read(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_are_written_as_they_are_read() {
        for number in [0.0, -0.0, 1.0, 0.1, 1e300, f64::MIN_POSITIVE, f64::MAX] {
            for format in [Format::Single, Format::Double] {
                let bits = format.of(number);
                let text = format.written(bits);
                let unsigned = text.strip_prefix('-').unwrap_or(&text);
                if let Some((read, magnitude)) = Format::read(unsigned) {
                    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
                    assert_eq!(
                        (read, format.of(sign * format.value(magnitude))),
                        (format, bits)
                    );
                }
            }
        }
        assert_eq!(Format::Single.written(of_single(f32::NAN)), "0.0f / 0.0f");
    }

    #[test]
    fn operations_are_those_of_java() {
        let both = |op: Operation, a: f64, b: f64| {
            op.of(Some(Format::Double), &[of_double(a), of_double(b)])
        };
        let bits = |n: f64| Some(Computed::Bits(of_double(n)));
        assert_eq!(
            both(Operation::Add, 0.1, 0.2),
            bits(0.300_000_000_000_000_04)
        );
        assert_eq!(both(Operation::Remainder, -5.5, 2.0), bits(-1.5));
        assert_eq!(both(Operation::Divide, 0.0, 0.0), bits(f64::NAN));
        assert_eq!(
            both(Operation::Equal, f64::NAN, f64::NAN),
            Some(Computed::Truth(false))
        );
        assert_eq!(
            both(Operation::Equal, 0.0, -0.0),
            Some(Computed::Truth(true))
        );
        assert_eq!(both(Operation::ToInt, 0.0, 0.0), None);
        let to = |op: Operation, a: f64| op.of(Some(Format::Double), &[of_double(a)]);
        assert_eq!(
            to(Operation::ToInt, 1e10),
            Some(Computed::Integer(i32::MAX.into()))
        );
        assert_eq!(to(Operation::ToInt, f64::NAN), Some(Computed::Integer(0)));
        assert_eq!(to(Operation::ToLong, -2.9), Some(Computed::Integer(-2)));
        assert_eq!(to(Operation::Round, -2.5), Some(Computed::Integer(-2)));
        assert_eq!(
            to(Operation::Round, 0.499_999_999_999_999_94),
            Some(Computed::Integer(0))
        );
        assert_eq!(
            to(Operation::Round, f64::INFINITY),
            Some(Computed::Integer(i64::MAX))
        );
        assert_eq!(both(Operation::Min, 0.0, -0.0), bits(-0.0));
        assert_eq!(both(Operation::Max, -0.0, 0.0), bits(0.0));
        assert_eq!(both(Operation::Min, f64::NAN, 1.0), bits(f64::NAN));
        assert_eq!(both(Operation::Max, 1.0, f64::NAN), bits(f64::NAN));
        assert_eq!(to(Operation::Signum, -0.0), bits(-0.0));
        assert_eq!(Format::Single.nearest(16_777_217), of_single(16_777_216.0));
    }
}
