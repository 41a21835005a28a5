//! The operators of expressions.

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
