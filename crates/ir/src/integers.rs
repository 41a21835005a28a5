//! Machine integers: their ranges and their overflow behaviour.

use num_bigint::BigInt;

/// The ranges of machine integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    /// Signed 8-bit: Java's `byte`.
    I8,
    /// Signed 16-bit: Java's `short`.
    I16,
    /// Unsigned 16-bit: Java's `char`.
    U16,
    /// Signed 32-bit: Java's `int`.
    I32,
    /// Signed 64-bit: Java's `long`.
    I64,
}

impl Width {
    /// The least value.
    #[must_use]
    pub fn least(self) -> BigInt {
        match self {
            Width::I8 => BigInt::from(i8::MIN),
            Width::I16 => BigInt::from(i16::MIN),
            Width::U16 => BigInt::from(u16::MIN),
            Width::I32 => BigInt::from(i32::MIN),
            Width::I64 => BigInt::from(i64::MIN),
        }
    }

    /// The greatest value.
    #[must_use]
    pub fn greatest(self) -> BigInt {
        match self {
            Width::I8 => BigInt::from(i8::MAX),
            Width::I16 => BigInt::from(i16::MAX),
            Width::U16 => BigInt::from(u16::MAX),
            Width::I32 => BigInt::from(i32::MAX),
            Width::I64 => BigInt::from(i64::MAX),
        }
    }

    /// The type's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Width::I8 => "byte",
            Width::I16 => "short",
            Width::U16 => "char",
            Width::I32 => "int",
            Width::I64 => "long",
        }
    }

    /// The number of bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Width::I8 => 8,
            Width::I16 | Width::U16 => 16,
            Width::I32 => 32,
            Width::I64 => 64,
        }
    }

    /// Whether the range of the other type includes this one's.
    #[must_use]
    pub fn fits_in(self, other: Width) -> bool {
        other.holds(&self.least()) && other.holds(&self.greatest())
    }

    /// The type of Java's arithmetic on operands of these types (binary numeric
    /// promotion).
    #[must_use]
    pub fn promoted(self, other: Width) -> Width {
        match (self, other) {
            (Width::I64, _) | (_, Width::I64) => Width::I64,
            _ => Width::I32,
        }
    }

    /// Whether a number is in range.
    #[must_use]
    pub fn holds(self, n: &BigInt) -> bool {
        self.least() <= *n && *n <= self.greatest()
    }

    /// The value that a number wraps around to.
    #[must_use]
    pub fn wrap(self, n: &BigInt) -> BigInt {
        let least = self.least();
        let count = self.greatest() - &least + 1;
        // The remainder has the sign of the dividend.
        let above = (n - &least) % &count;
        (above + &count) % count + least
    }
}

/// The effect of a result that is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// It is an error.
    Error,
    /// It wraps around: the result is taken modulo 2 to the number of bits.
    Wrap,
}

/// The meaning of `int` in code. In annotations it is always mathematical.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integers {
    /// Mathematical integers.
    #[default]
    Unbounded,
    /// Machine integers; an overflow is an error.
    Checked,
    /// Machine integers; an overflow wraps around.
    Wrapping,
}

impl Integers {
    /// The overflow behaviour; `None` for mathematical integers.
    #[must_use]
    pub fn overflow(self) -> Option<Overflow> {
        match self {
            Integers::Unbounded => None,
            Integers::Checked => Some(Overflow::Error),
            Integers::Wrapping => Some(Overflow::Wrap),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_wrap_around_at_both_ends() {
        let wrap = |n: i64| Width::I32.wrap(&BigInt::from(n));
        for n in [0, 1, -1, i64::from(i32::MAX), i64::from(i32::MIN)] {
            assert_eq!(wrap(n), BigInt::from(n));
        }
        for n in [1 << 31, -(1 << 31) - 1, 1 << 40, -(1 << 32) + 7, i64::MIN] {
            #[allow(clippy::cast_possible_truncation)] // what is meant
            let expected = BigInt::from(n as i32);
            assert_eq!(wrap(n), expected, "{n}");
        }
    }
}
