//! Concrete values.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The number of an object of the heap.
pub type ObjectId = u32;

/// A value. Integers that fit into 64 bits are always `Int`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// `null`, and what has no value yet.
    #[default]
    Null,
    /// A Boolean.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// An integer beyond 64 bits.
    Big(Rc<BigInt>),
    /// A permission amount.
    Perm(Rc<BigRational>),
    /// An object or array.
    Ref(ObjectId),
    /// A sequence.
    Seq(Rc<Vec<Value>>),
    /// A set.
    Set(Rc<BTreeSet<Value>>),
    /// A multiset: positive multiplicities.
    Multiset(Rc<BTreeMap<Value, u64>>),
    /// A map.
    Map(Rc<BTreeMap<Value, Value>>),
}

impl Value {
    /// An integer.
    #[must_use]
    pub fn int(n: BigInt) -> Value {
        match n.to_i64() {
            Some(n) => Value::Int(n),
            None => Value::Big(Rc::new(n)),
        }
    }

    /// The integer, if it is one.
    #[must_use]
    pub fn big(&self) -> Option<BigInt> {
        match self {
            Value::Int(n) => Some(BigInt::from(*n)),
            Value::Big(n) => Some((**n).clone()),
            _ => None,
        }
    }

    /// The number as an index, if it is one.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        match self {
            Value::Int(n) => usize::try_from(*n).ok(),
            _ => None,
        }
    }

    /// The permission amount; integers are amounts, too.
    #[must_use]
    pub fn perm(&self) -> Option<BigRational> {
        match self {
            Value::Perm(amount) => Some((**amount).clone()),
            other => other.big().map(BigRational::from_integer),
        }
    }

    /// The elements of a sequence; none of another value.
    #[must_use]
    pub fn seq(&self) -> &[Value] {
        match self {
            Value::Seq(elements) => elements,
            _ => &[],
        }
    }
}
