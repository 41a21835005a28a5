//! The operators of expressions: one table says of each how it is written, on what it works, and
//! what its value is. Its terms and formulas are in [`in_logic`](super::in_logic).

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;
use veriframe_base::notation::Notation;

/// Operators on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnOp {
    /// Logical negation.
    Not,
    /// Arithmetic negation.
    Neg,
}

/// Strict operators on two operands. (`&&`, `||`, `==>` are not strict: see [`ExprKind::Logic`](super::ExprKind::Logic).)
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinOp {
    /// Sum of integers or permission amounts.
    Add,
    /// Difference of integers or permission amounts.
    Sub,
    /// Product of integers or permission amounts.
    Mul,
    /// Quotient; for integers rounded toward zero.
    Div,
    /// Remainder with the sign of the dividend.
    Rem,
    /// Equality at any type (for Booleans: equivalence).
    Eq,
    /// Disequality at any type.
    Ne,
    /// Less, on numbers.
    Lt,
    /// Less or equal, on numbers.
    Le,
}

/// How strongly an operator binds, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Accepts everything.
    Any,
    /// `c ? a : b`, quantifiers, and what has a body.
    Cond,
    /// `==>`
    Implies,
    /// `*` between conjuncts.
    Star,
    /// `||`
    Or,
    /// `&&`
    And,
    /// Comparisons, which do not chain.
    Comparison,
    /// Sums, and what joins collections.
    Sum,
    /// Products.
    Product,
    /// Prefix operators.
    Prefix,
    /// Members and elements.
    Postfix,
}

impl Level {
    /// The next stronger level.
    #[must_use]
    pub fn stronger(self) -> Level {
        match self {
            Level::Any => Level::Cond,
            Level::Cond => Level::Implies,
            Level::Implies => Level::Star,
            Level::Star => Level::Or,
            Level::Or => Level::And,
            Level::And => Level::Comparison,
            Level::Comparison => Level::Sum,
            Level::Sum => Level::Product,
            Level::Product => Level::Prefix,
            Level::Prefix | Level::Postfix => Level::Postfix,
        }
    }
}

/// On what a strict operator works, and what it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Works {
    /// On two integers or two amounts: a number of the same type.
    Arithmetic,
    /// On two integers: an integer.
    IntegerArithmetic,
    /// On two integers or two amounts: whether they are in order.
    Order,
    /// On two values of any type: whether they are equal, or not.
    Equality,
}

/// What the table says of an operator.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The sign in `.idf` files.
    pub idf: &'static str,
    /// The sign in Java.
    pub java: &'static str,
    /// The function of Java on `long` whose result is exact, where the operator itself might
    /// overflow.
    pub exact: Option<&'static str>,
    /// How strongly it binds.
    pub level: Level,
    /// On what it works.
    pub works: Works,
    /// Whether it is undefined where the right operand is 0.
    pub divides: bool,
}

/// A computed value: of numbers `N` and truth values `T`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Computed<N, T = bool> {
    /// Of an arithmetic operator.
    Number(N),
    /// Of a comparison.
    Truth(T),
}

impl<N, T> Computed<N, T> {
    /// What becomes of a number, or of a truth value.
    #[inline(always)]
    pub fn either<R>(self, number: impl FnOnce(N) -> R, truth: impl FnOnce(T) -> R) -> R {
        match self {
            Computed::Number(n) => number(n),
            Computed::Truth(holds) => truth(holds),
        }
    }
}

impl BinOp {
    /// All operators.
    pub(crate) const ALL: [BinOp; 9] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Rem,
        BinOp::Eq,
        BinOp::Ne,
        BinOp::Lt,
        BinOp::Le,
    ];

    /// The row of the operator.
    #[must_use]
    pub const fn row(self) -> Row {
        let sum = Row {
            idf: "+",
            java: "+",
            exact: None,
            level: Level::Sum,
            works: Works::Arithmetic,
            divides: false,
        };
        let order = Row {
            idf: "<",
            java: "<",
            exact: None,
            level: Level::Comparison,
            works: Works::Order,
            divides: false,
        };
        let equality = Row {
            works: Works::Equality,
            ..order
        };
        match self {
            BinOp::Add => Row {
                exact: Some("Math.addExact"),
                ..sum
            },
            BinOp::Sub => Row {
                idf: "-",
                java: "-",
                exact: Some("Math.subtractExact"),
                ..sum
            },
            BinOp::Mul => Row {
                idf: "*",
                java: "*",
                exact: Some("Math.multiplyExact"),
                level: Level::Product,
                ..sum
            },
            BinOp::Div => Row {
                idf: "/",
                java: "/",
                level: Level::Product,
                divides: true,
                ..sum
            },
            BinOp::Rem => Row {
                idf: "%",
                java: "%",
                exact: None,
                level: Level::Product,
                works: Works::IntegerArithmetic,
                divides: true,
            },
            BinOp::Eq => Row {
                idf: "=",
                java: "==",
                ..equality
            },
            BinOp::Ne => Row {
                idf: "!=",
                java: "!=",
                ..equality
            },
            BinOp::Lt => order,
            BinOp::Le => Row {
                idf: "<=",
                java: "<=",
                ..order
            },
        }
    }

    /// Whether it compares, so that it gives a truth value.
    #[must_use]
    pub const fn compares(self) -> bool {
        matches!(self.row().works, Works::Order | Works::Equality)
    }

    /// Of `=` and `!=`: whether they hold of equal operands.
    #[must_use]
    pub const fn equality(self) -> Option<bool> {
        match self.row().works {
            Works::Equality => Some(matches!(self, BinOp::Eq)),
            Works::Arithmetic | Works::IntegerArithmetic | Works::Order => None,
        }
    }

    /// By how much the left integer is at least below the right one where it holds, if the right one
    /// bounds it.
    #[must_use]
    pub const fn least_distance(self) -> Option<u8> {
        match self {
            BinOp::Lt => Some(1),
            BinOp::Le | BinOp::Eq => Some(0),
            BinOp::Ne | BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => None,
        }
    }

    /// Whether it is undefined where the right operand is 0.
    #[must_use]
    pub const fn divides(self) -> bool {
        self.row().divides
    }

    /// Whether the value is a number of each type of machine integers of which both operands are.
    #[must_use]
    pub const fn fits(self) -> bool {
        match self {
            BinOp::Rem => true,
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => false,
            // Of comparisons, the value is no number.
            BinOp::Eq | BinOp::Ne | BinOp::Lt | BinOp::Le => false,
        }
    }

    /// Whether the result takes the time of a product to compute.
    #[must_use]
    pub const fn is_product(self) -> bool {
        matches!(self.row().level, Level::Product)
    }

    /// Whether the result can have as many digits as both operands together.
    #[must_use]
    pub const fn multiplies(self) -> bool {
        self.is_product() && !self.divides()
    }

    /// The sign in a notation.
    #[must_use]
    pub fn sign(self, notation: Notation) -> &'static str {
        match notation {
            Notation::Java => self.row().java,
            Notation::Idf => self.row().idf,
        }
    }

    /// The value for integers of 64 bits; `None` if it does not fit, or is undefined.
    #[inline(always)]
    #[must_use]
    pub fn of_words(self, a: i64, b: i64) -> Option<Computed<i64>> {
        match self {
            BinOp::Add => a.checked_add(b).map(Computed::Number),
            BinOp::Sub => a.checked_sub(b).map(Computed::Number),
            BinOp::Mul => a.checked_mul(b).map(Computed::Number),
            BinOp::Div => a.checked_div(b).map(Computed::Number),
            BinOp::Rem => a.checked_rem(b).map(Computed::Number),
            BinOp::Eq => Some(Computed::Truth(a == b)),
            BinOp::Ne => Some(Computed::Truth(a != b)),
            BinOp::Lt => Some(Computed::Truth(a < b)),
            BinOp::Le => Some(Computed::Truth(a <= b)),
        }
    }

    /// The value for integers; `None` if it is undefined.
    #[must_use]
    pub fn of_integers(self, a: &BigInt, b: &BigInt) -> Option<Computed<BigInt>> {
        if self.divides() && b.is_zero() {
            return None;
        }
        Some(match self {
            BinOp::Add => Computed::Number(a + b),
            BinOp::Sub => Computed::Number(a - b),
            BinOp::Mul => Computed::Number(a * b),
            // Both truncate toward zero, as in Java.
            BinOp::Div => Computed::Number(a / b),
            BinOp::Rem => Computed::Number(a % b),
            BinOp::Eq => Computed::Truth(a == b),
            BinOp::Ne => Computed::Truth(a != b),
            BinOp::Lt => Computed::Truth(a < b),
            BinOp::Le => Computed::Truth(a <= b),
        })
    }

    /// The value for amounts of permission; `None` if it is undefined, or there is no such operator
    /// on them.
    #[must_use]
    pub fn of_amounts(self, a: &BigRational, b: &BigRational) -> Option<Computed<BigRational>> {
        if self.divides() && b.is_zero() {
            return None;
        }
        Some(match self {
            BinOp::Add => Computed::Number(a + b),
            BinOp::Sub => Computed::Number(a - b),
            BinOp::Mul => Computed::Number(a * b),
            BinOp::Div => Computed::Number(a / b),
            BinOp::Rem => return None,
            BinOp::Eq => Computed::Truth(a == b),
            BinOp::Ne => Computed::Truth(a != b),
            BinOp::Lt => Computed::Truth(a < b),
            BinOp::Le => Computed::Truth(a <= b),
        })
    }
}

/// Connectives that evaluate their right operand only if the left one does not
/// determine the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogicOp {
    /// `&&`
    And,
    /// `||`
    Or,
    /// `==>`
    Implies,
}

impl LogicOp {
    /// The sign, in all notations.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            LogicOp::And => "&&",
            LogicOp::Or => "||",
            LogicOp::Implies => "==>",
        }
    }

    /// How strongly it binds.
    #[must_use]
    pub const fn level(self) -> Level {
        match self {
            LogicOp::And => Level::And,
            LogicOp::Or => Level::Or,
            LogicOp::Implies => Level::Implies,
        }
    }

    /// The value.
    #[must_use]
    pub const fn of(self, left: bool, right: bool) -> bool {
        match self {
            LogicOp::And => left && right,
            LogicOp::Or => left || right,
            LogicOp::Implies => !left || right,
        }
    }
}

/// Operations on collections. The operand types determine the element types; literals
/// have the type of the expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CollOp {
    /// `[e, …]`, `set{e, …}`, `multiset{e, …}`: any number of operands.
    Literal,
    /// `map{k := v, …}`: alternating keys and values; later entries take precedence.
    MapLiteral,
    /// `s ++ t`, for sequences.
    Concat,
    /// `|s|`, for any collection.
    Size,
    /// `s[i]`, for a sequence: the index must be within bounds.
    Index,
    /// `s[i..]`: the sequence without its first `i` elements.
    Drop,
    /// `s[..j]`: the first `j` elements of the sequence.
    Take,
    /// `s[i..j]`
    Range,
    /// `s[i := e]` for a sequence, `m[k := v]` for a map.
    Update,
    /// `e in c`, element first; for a map, whether the key is in its domain.
    In,
    /// `union`; for multisets, multiplicities add up.
    Union,
    /// `intersect`; for multisets, the minimum of the multiplicities.
    Intersect,
    /// `setminus`; for multisets, multiplicities are subtracted, down to 0.
    Minus,
    /// `subset`; for multisets, by multiplicity.
    Subset,
    /// `m[e]`, for a multiset: the multiplicity.
    Count,
    /// `m[k]`, for a map: the key must be in its domain.
    Lookup,
    /// `dom(m)`: the domain of a map.
    Domain,
    /// `set(s)`: the elements of a sequence.
    ToSet,
    /// `multiset(s)`: the elements of a sequence.
    ToMultiset,
}

impl CollOp {
    /// Whether the operation is defined for all operands.
    pub fn is_total(self) -> bool {
        use CollOp::{Drop, Index, Lookup, Range, Take, Update};
        !matches!(self, Index | Drop | Take | Range | Update | Lookup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_comparisons_agrees_with_their_values() {
        for op in BinOp::ALL {
            let small = || -2..=2_i64;
            for (a, b) in small().flat_map(|a| small().map(move |b| (a, b))) {
                let truth = op
                    .of_words(a, b)
                    .and_then(|value| value.either(|_| None, Some));
                if let Some(holds) = op.equality() {
                    assert_eq!(truth, Some((a == b) == holds), "{a} {op:?} {b}");
                }
                if let (Some(distance), Some(true)) = (op.least_distance(), truth) {
                    assert!(a + i64::from(distance) <= b, "{a} {op:?} {b}");
                }
            }
        }
        let bounding = BinOp::ALL.iter().filter(|op| op.least_distance().is_some());
        assert_eq!(bounding.count(), 3);
    }
}
