//! Machine integers: their ranges, and what becomes of a result outside of them.

use num_bigint::BigInt;

/// The ranges of machine integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    /// 8 bits with sign: Java's `byte`.
    I8,
    /// 16 bits with sign: Java's `short`.
    I16,
    /// 16 bits without sign: Java's `char`.
    U16,
    /// 32 bits with sign: Java's `int`.
    I32,
    /// 64 bits with sign: Java's `long`.
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

    /// How many bits its values have.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Width::I8 => 8,
            Width::I16 | Width::U16 => 16,
            Width::I32 => 32,
            Width::I64 => 64,
        }
    }

    /// Whether all of its values are of the other type, too.
    #[must_use]
    pub fn fits_in(self, other: Width) -> bool {
        other.holds(&self.least()) && other.holds(&self.greatest())
    }

    /// The type in which Java computes with operands of these types.
    #[must_use]
    pub fn promoted(self, other: Width) -> Width {
        match (self, other) {
            (Width::I64, _) | (_, Width::I64) => Width::I64,
            _ => Width::I32,
        }
    }

    /// Whether a number is one of its values.
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

/// What becomes of a result that its machine integer cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// It is an error.
    Error,
    /// It wraps around: the result is taken modulo the number of values.
    Wrap,
}

/// What `int` means in code. In annotations it is always mathematical.
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
    /// What becomes of results that are too large; `None` where none is.
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
