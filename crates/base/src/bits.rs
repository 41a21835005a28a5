//! Bit operators on integers of 32 and 64 bits, as Java computes them (JLS 15.19 and 15.22.1).

/// An operator on the bits of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitOperation {
    /// `&`
    And,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `>>>`
    ShiftUnsigned,
}

/// What is said of each: the name of the function that stands for it, and how it is written.
const ROWS: [(BitOperation, &str, &str); 6] = [
    (BitOperation::And, "and", "&"),
    (BitOperation::Or, "or", "|"),
    (BitOperation::Xor, "xor", "^"),
    (BitOperation::ShiftLeft, "shiftLeft", "<<"),
    (BitOperation::ShiftRight, "shiftRight", ">>"),
    (BitOperation::ShiftUnsigned, "shiftUnsigned", ">>>"),
];

impl BitOperation {
    /// The operation of the function of this name.
    #[must_use]
    pub fn of_function(name: &str) -> Option<BitOperation> {
        let mut rows = ROWS.into_iter();
        rows.find(|row| row.1 == name).map(|row| row.0)
    }

    /// The operator that is written so.
    #[must_use]
    pub fn written(sign: &str) -> Option<BitOperation> {
        let mut rows = ROWS.into_iter();
        rows.find(|row| row.2 == sign).map(|row| row.0)
    }

    fn row(self) -> (&'static str, &'static str) {
        let mut rows = ROWS.into_iter();
        let row = rows.find(|row| row.0 == self);
        row.map_or(("", ""), |row| (row.1, row.2))
    }

    /// The name of the function that stands for it.
    #[must_use]
    pub fn function(self) -> &'static str {
        self.row().0
    }

    /// How it is written.
    #[must_use]
    pub fn sign(self) -> &'static str {
        self.row().1
    }

    /// Its result for two values of type `long`, or of type `int`. Of a distance only the low bits count.
    #[must_use]
    pub fn compute(self, is_long: bool, left: i64, right: i64) -> i64 {
        #[allow(clippy::cast_possible_truncation)] // low bits
        let distance = right as u32;
        #[allow(clippy::cast_possible_truncation)] // a value of type `int`
        let narrow = left as i32;
        match (self, is_long) {
            (BitOperation::And, _) => left & right,
            (BitOperation::Or, _) => left | right,
            (BitOperation::Xor, _) => left ^ right,
            (BitOperation::ShiftLeft, true) => left.wrapping_shl(distance),
            (BitOperation::ShiftLeft, false) => narrow.wrapping_shl(distance).into(),
            (BitOperation::ShiftRight, true) => left.wrapping_shr(distance),
            (BitOperation::ShiftRight, false) => narrow.wrapping_shr(distance).into(),
            (BitOperation::ShiftUnsigned, true) => {
                left.cast_unsigned().wrapping_shr(distance).cast_signed()
            }
            (BitOperation::ShiftUnsigned, false) => {
                let shifted = narrow.cast_unsigned().wrapping_shr(distance);
                shifted.cast_signed().into()
            }
        }
    }
}
