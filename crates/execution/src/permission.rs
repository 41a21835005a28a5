//! Permission at run time: the locations that a frame owns, with their fractions.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A location, or an abstract predicate instance: the number of an object, and that of the
/// field, element or instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The object or array; [`STATIC`] and [`ABSTRACT`] are none.
    pub object: u32,
    /// The field, the index, or the number of the instance.
    pub part: u32,
}

/// The object of static fields.
pub const STATIC: u32 = u32::MAX;

/// The object of instances of predicates without a body.
pub const ABSTRACT: u32 = u32::MAX - 1;

/// The steps that arithmetic on fractions of this number of words takes beyond one: they are
/// reduced.
#[must_use]
pub fn steps(words: u64) -> u64 {
    let square = words.saturating_mul(words).saturating_mul(8);
    words.saturating_mul(40).saturating_add(square)
}

/// A positive amount of permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fraction {
    /// 1
    Full,
    /// Another amount.
    Part(Rc<BigRational>),
}

impl Fraction {
    /// This amount; `None` if it is not positive.
    #[must_use]
    pub fn new(amount: BigRational) -> Option<Fraction> {
        if amount.is_one() {
            return Some(Fraction::Full);
        }
        amount
            .is_positive()
            .then(|| Fraction::Part(Rc::new(amount)))
    }

    /// The amount.
    #[must_use]
    pub fn value(&self) -> BigRational {
        match self {
            Fraction::Full => BigRational::one(),
            Fraction::Part(amount) => (**amount).clone(),
        }
    }

    /// The product of two amounts.
    #[must_use]
    pub fn times(&self, other: &Fraction) -> Fraction {
        match (self, other) {
            (Fraction::Full, other) => other.clone(),
            (this, Fraction::Full) => this.clone(),
            (Fraction::Part(a), Fraction::Part(b)) => Fraction::Part(Rc::new(&**a * &**b)),
        }
    }
}

/// Amounts by location; there are no entries of amount 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mask(FxHashMap<Location, Fraction>);

impl Mask {
    /// The amount at a location, if positive.
    #[must_use]
    pub fn get(&self, location: Location) -> Option<&Fraction> {
        self.0.get(&location)
    }

    /// Adds an amount. Returns the sum.
    pub fn add(&mut self, location: Location, amount: Fraction) -> Fraction {
        let sum = match self.0.remove(&location) {
            None => amount,
            Some(held) => Fraction::Part(Rc::new(held.value() + amount.value())).normal(),
        };
        self.0.insert(location, sum.clone());
        sum
    }

    /// Removes an amount, or all there is if it is less.
    pub fn remove(&mut self, location: Location, amount: &Fraction) {
        if let Some(held) = self.0.remove(&location)
            && held != *amount
            && let Some(rest) = Fraction::new(held.value() - amount.value())
        {
            self.0.insert(location, rest);
        }
    }

    /// Adds all amounts of another mask.
    pub fn add_all(&mut self, other: Mask) {
        if self.0.is_empty() {
            self.0 = other.0;
            return;
        }
        for (location, amount) in other.0 {
            self.add(location, amount);
        }
    }

    /// Removes all amounts of another mask.
    pub fn remove_all(&mut self, other: &Mask) {
        for (location, amount) in &other.0 {
            self.remove(*location, amount);
        }
    }

    /// The locations, in order.
    #[must_use]
    pub fn locations(&self) -> Vec<Location> {
        let mut all: Vec<Location> = self.0.keys().copied().collect();
        all.sort_unstable();
        all
    }

    /// The amount held beyond that of another mask.
    #[must_use]
    pub fn beyond(&self, other: &Mask, location: Location) -> BigRational {
        let amount = |mask: &Mask| {
            mask.get(location)
                .map_or_else(BigRational::zero, Fraction::value)
        };
        amount(self) - amount(other)
    }
}

impl Fraction {
    fn normal(self) -> Fraction {
        match &self {
            Fraction::Part(amount) if amount.is_one() => Fraction::Full,
            _ => self,
        }
    }

    /// Whether it is more than 1.
    #[must_use]
    pub fn is_above_one(&self) -> bool {
        match self {
            Fraction::Full => false,
            Fraction::Part(amount) => **amount > BigRational::one(),
        }
    }
}
