//! Sorts of terms.

/// The number of bits of a type constructor in an [`Elem`].
const BITS: u32 = 4;
/// The mask of the outermost constructor in an [`Elem`].
const HEAD: u64 = (1 << BITS) - 1;

const INT: u64 = 1;
const BOOL: u64 = 2;
const REF: u64 = 3;
const PERM: u64 = 4;
const SEQ: u64 = 5;
const SET: u64 = 6;
const MULTISET: u64 = 7;
const MAP: u64 = 8;

/// The sort of a value that collections, arrays and snapshots can contain: a scalar, or
/// a collection of at most [`Elem::DEPTH`] type constructors.
///
/// It is encoded as a number: the constructors in prefix order, the outermost one in
/// the lowest bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Elem(u64);

impl Elem {
    /// The most type constructors of an element sort.
    pub const DEPTH: u32 = u64::BITS / BITS;
    /// Integers.
    pub const INT: Elem = Elem(INT);
    /// Truth values.
    pub const BOOL: Elem = Elem(BOOL);
    /// References.
    pub const REF: Elem = Elem(REF);
    /// Fractions.
    pub const PERM: Elem = Elem(PERM);

    /// The description of a sort; `None` if its values cannot be elements (snapshots
    /// and contents of arrays) or it has too many constructors.
    #[must_use]
    pub fn of(sort: Sort) -> Option<Elem> {
        match sort {
            Sort::Int => Some(Elem::INT),
            Sort::Bool => Some(Elem::BOOL),
            Sort::Ref => Some(Elem::REF),
            Sort::Perm => Some(Elem::PERM),
            Sort::Snap | Sort::Elems(_) => None,
            Sort::Seq(elem) => elem.within(SEQ),
            Sort::Set(elem) => elem.within(SET),
            Sort::Multiset(elem) => elem.within(MULTISET),
            Sort::Map(key, value) => {
                let both = value.shifted(key.len())?;
                Elem(key.0 | both).within(MAP)
            }
        }
    }

    /// The element sort.
    #[must_use]
    pub fn sort(self) -> Sort {
        let rest = Elem(self.0 >> BITS);
        match self.0 & HEAD {
            BOOL => Sort::Bool,
            REF => Sort::Ref,
            PERM => Sort::Perm,
            SEQ => Sort::Seq(rest),
            SET => Sort::Set(rest),
            MULTISET => Sort::Multiset(rest),
            MAP => {
                let split = BITS * rest.first();
                let key = rest.0 & ((1 << split) - 1);
                Sort::Map(Elem(key), Elem(rest.0 >> split))
            }
            _ => Sort::Int,
        }
    }

    /// The encoding, unique per sort.
    #[must_use]
    pub fn code(self) -> u64 {
        self.0
    }

    /// Whether values of the sort can contain references.
    #[must_use]
    pub fn carries_refs(self) -> bool {
        (0..self.len()).any(|n| (self.0 >> (n * BITS)) & HEAD == REF)
    }

    /// The number of constructors.
    fn len(self) -> u32 {
        (u64::BITS - self.0.leading_zeros()).div_ceil(BITS)
    }

    /// The number of constructors of the first sort in a sequence of encodings.
    fn first(self) -> u32 {
        let (mut open, mut count) = (1u32, 0);
        while open > 0 {
            open = match (self.0 >> (count * BITS)) & HEAD {
                SEQ | SET | MULTISET => open,
                MAP => open + 1,
                _ => open - 1,
            };
            count += 1;
        }
        count
    }

    /// The encoding after `count` constructors; `None` if it does not fit.
    fn shifted(self, count: u32) -> Option<u64> {
        (self.len() + count <= Elem::DEPTH).then(|| self.0 << (count * BITS))
    }

    fn within(self, constructor: u64) -> Option<Elem> {
        Some(Elem(self.shifted(1)? | constructor))
    }
}

impl std::fmt::Debug for Elem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.sort())
    }
}

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Booleans; terms of this sort are formulas.
    Bool,
    /// Mathematical integers.
    Int,
    /// References, including null.
    Ref,
    /// Permission amounts: rationals.
    Perm,
    /// Heap snapshots.
    Snap,
    /// Array contents: total functions from integers.
    Elems(Elem),
    /// Finite sequences.
    Seq(Elem),
    /// Finite sets.
    Set(Elem),
    /// Finite multisets.
    Multiset(Elem),
    /// Finite maps from keys to values.
    Map(Elem, Elem),
}

impl Sort {
    /// Whether the sort is numeric.
    #[must_use]
    pub fn is_number(self) -> bool {
        matches!(self, Sort::Int | Sort::Perm)
    }

    /// Whether the sort is a collection sort.
    #[must_use]
    pub fn is_collection(self) -> bool {
        matches!(
            self,
            Sort::Seq(_) | Sort::Set(_) | Sort::Multiset(_) | Sort::Map(..)
        )
    }

    /// Whether values of the sort can contain references.
    #[must_use]
    pub fn carries_refs(self) -> bool {
        match self {
            Sort::Bool | Sort::Int | Sort::Perm => false,
            Sort::Ref | Sort::Snap => true,
            Sort::Elems(elem) | Sort::Seq(elem) | Sort::Set(elem) | Sort::Multiset(elem) => {
                elem.carries_refs()
            }
            Sort::Map(key, value) => key.carries_refs() || value.carries_refs(),
        }
    }
}

/// The value sorts that snapshots always wrap, in the order of the datatype's variants.
pub const WRAPPED: [Sort; 8] = [
    Sort::Int,
    Sort::Bool,
    Sort::Ref,
    Sort::Perm,
    Sort::Elems(Elem::INT),
    Sort::Elems(Elem::BOOL),
    Sort::Elems(Elem::REF),
    Sort::Elems(Elem::PERM),
];

#[cfg(test)]
mod tests {
    use crate::terms::sort::{Elem, Sort};

    #[test]
    fn elements_describe_nested_sorts() {
        let seq = Elem::of(Sort::Seq(Elem::REF)).unwrap();
        let map = Elem::of(Sort::Map(seq, Elem::PERM)).unwrap();
        let twice = Elem::of(Sort::Map(map, map)).unwrap();
        for sort in [
            Sort::Int,
            Sort::Bool,
            Sort::Ref,
            Sort::Perm,
            Sort::Seq(Elem::INT),
            Sort::Set(seq),
            Sort::Multiset(map),
            Sort::Map(Elem::INT, map),
            Sort::Map(twice, seq),
        ] {
            assert_eq!(Elem::of(sort).map(Elem::sort), Some(sort));
        }
        assert_eq!(
            (Elem::of(Sort::Snap), Elem::of(Sort::Elems(seq))),
            (None, None)
        );
        assert!(Sort::Map(Elem::INT, map).carries_refs());
        assert!(!Sort::Seq(Elem::INT).carries_refs());
    }

    #[test]
    fn elements_have_at_most_sixteen_constructors() {
        let mut elem = Elem::INT;
        for _ in 1..Elem::DEPTH {
            elem = Elem::of(Sort::Seq(elem)).unwrap();
            assert!(!elem.carries_refs());
        }
        assert_eq!(Elem::of(Sort::Set(elem)), None);
        assert_eq!(Elem::of(Sort::Map(Elem::INT, elem)), None);
        let Sort::Seq(inner) = elem.sort() else {
            panic!("{elem:?}")
        };
        assert_eq!(Elem::of(Sort::Map(Elem::INT, inner)), None);
        let Sort::Seq(inner) = inner.sort() else {
            panic!("{inner:?}")
        };
        let map = Sort::Map(Elem::REF, inner);
        assert_eq!(Elem::of(map).map(Elem::sort), Some(map));
    }
}
