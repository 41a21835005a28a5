//! Numbers: constructors that simplify, and fold what ranges decide.

use super::{Formula, Formulas, Machine, Node, Range, Sort};
use num_bigint::BigInt;
use num_traits::{One, Zero};

/// The nesting of conditionals between constants through which a comparison is pushed.
const MAX_PUSH: u32 = 6;

/// A comparison.
#[derive(Clone, Copy)]
enum Comparison {
    Eq,
    Lt,
}

impl Formulas {
    /// A constant.
    pub fn int(&mut self, n: impl Into<BigInt>) -> Formula {
        let n = n.into();
        let range = Range::of(&n).limited();
        self.intern(Node::Int(n), Sort::Number(range))
    }

    /// The constant, if the number is one.
    #[must_use]
    pub fn constant(&self, a: Formula) -> Option<&BigInt> {
        match self.node(a) {
            Node::Int(n) => Some(n),
            _ => None,
        }
    }

    /// A new number variable.
    pub fn number(&mut self, range: Option<Range>) -> Formula {
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        let variable = self.intern(Node::Number(number), Sort::Number(range));
        self.numbers.push(variable);
        variable
    }

    /// Makes a number of two others, whose range is known where theirs are.
    fn make(&mut self, node: Node, range: Option<Range>) -> Formula {
        let range = range.and_then(Range::limited);
        match range.as_ref().and_then(Range::single).cloned() {
            Some(n) => self.int(n),
            None => self.intern(node, Sort::Number(range)),
        }
    }

    fn ranges(&self, a: Formula, b: Formula) -> Option<(&Range, &Range)> {
        Some((self.range_of(a)?, self.range_of(b)?))
    }

    fn constants(&self, a: Formula, b: Formula) -> Option<(&BigInt, &BigInt)> {
        Some((self.constant(a)?, self.constant(b)?))
    }

    /// The sum.
    pub fn add(&mut self, a: Formula, b: Formula) -> Formula {
        if let Some((a, b)) = self.constants(a, b) {
            let sum = a + b;
            return self.int(sum);
        }
        // A constant is the second operand.
        let (a, b) = match (self.constant(a).is_some(), self.constant(b).is_some()) {
            (true, false) => (b, a),
            (false, false) => (a.min(b), a.max(b)),
            _ => (a, b),
        };
        if let Some(k) = self.constant(b).cloned() {
            if k.is_zero() {
                return a;
            }
            match self.node(a) {
                Node::Add(x, y) if self.constant(*y).is_some() => {
                    let (x, y) = (*x, *y);
                    let sum = self.add(y, b);
                    return self.add(x, sum);
                }
                Node::Ite(c, x, y) if self.constants(*x, *y).is_some() => {
                    let (c, x, y) = (*c, *x, *y);
                    let (x, y) = (self.add(x, b), self.add(y, b));
                    return self.ite(c, x, y);
                }
                _ => {}
            }
        }
        let range = self.ranges(a, b).map(|(a, b)| a.add(b));
        self.make(Node::Add(a, b), range)
    }

    /// The difference.
    pub fn sub(&mut self, a: Formula, b: Formula) -> Formula {
        if a == b {
            return self.int(0);
        }
        if let Some(k) = self.constant(b) {
            let negative = -k.clone();
            let negative = self.int(negative);
            return self.add(a, negative);
        }
        let range = self.ranges(a, b).map(|(a, b)| a.sub(b));
        self.make(Node::Sub(a, b), range)
    }

    /// The product.
    pub fn mul(&mut self, a: Formula, b: Formula) -> Formula {
        let (a, b) = match self.constant(a).is_some() {
            true => (b, a),
            false if self.constant(b).is_some() => (a, b),
            false => (a.min(b), a.max(b)),
        };
        if let Some(k) = self.constant(b) {
            if k.is_zero() {
                return b;
            }
            if k.is_one() {
                return a;
            }
            if let Some(a) = self.constant(a) {
                let product = a * k;
                return self.int(product);
            }
        }
        let range = self.ranges(a, b).map(|(a, b)| a.mul(b));
        self.make(Node::Mul(a, b), range)
    }

    /// The quotient, rounded toward zero; of a divisor that is not 0.
    pub fn div(&mut self, a: Formula, b: Formula) -> Formula {
        match self.constants(a, b) {
            Some((a, b)) if !b.is_zero() => {
                let quotient = a / b;
                return self.int(quotient);
            }
            _ => {}
        }
        if self.constant(b).is_some_and(BigInt::is_one) {
            return a;
        }
        let range = self.ranges(a, b).map(|(a, _)| a.div());
        self.make(Node::Div(a, b), range)
    }

    /// The remainder, of the dividend's sign; of a divisor that is not 0.
    pub fn rem(&mut self, a: Formula, b: Formula) -> Formula {
        match self.constants(a, b) {
            Some((a, b)) if !b.is_zero() => {
                let rest = a % b;
                return self.int(rest);
            }
            _ => {}
        }
        let range = self.ranges(a, b).map(|(a, b)| a.rem(b));
        self.make(Node::Rem(a, b), range)
    }

    /// The number as a machine integer that wraps around.
    pub fn wrap(&mut self, machine: Machine, a: Formula) -> Formula {
        if let Some(n) = self.constant(a) {
            let wrapped = machine.wrap(n);
            return self.int(wrapped);
        }
        let range = machine.range_of_values();
        if self.range_of(a).is_some_and(|own| range.includes(own)) {
            return a;
        }
        // What wraps in a wider type first is the same number.
        if let Node::Wrap(inner, b) = self.node(a)
            && inner.bits >= machine.bits
        {
            let b = *b;
            return self.wrap(machine, b);
        }
        self.intern(Node::Wrap(machine, a), Sort::Number(Some(range)))
    }

    /// The number is one of the machine type.
    pub fn fits(&mut self, machine: Machine, a: Formula) -> Formula {
        let Range { low, high } = machine.range_of_values();
        let (low, high) = (self.int(low), self.int(high));
        let (above, below) = (self.le(low, a), self.le(a, high));
        self.and(above, below)
    }

    /// The numbers are equal.
    pub fn eq(&mut self, a: Formula, b: Formula) -> Formula {
        if a == b {
            return Formulas::TRUE;
        }
        self.compare(Comparison::Eq, a, b, MAX_PUSH)
    }

    /// The first number is less.
    pub fn lt(&mut self, a: Formula, b: Formula) -> Formula {
        if a == b {
            return Formulas::FALSE;
        }
        self.compare(Comparison::Lt, a, b, MAX_PUSH)
    }

    /// The first number is at most the second.
    pub fn le(&mut self, a: Formula, b: Formula) -> Formula {
        let greater = self.lt(b, a);
        self.not(greater)
    }

    fn compare(&mut self, op: Comparison, a: Formula, b: Formula, pushes: u32) -> Formula {
        if let Some(decided) = self.decided(op, a, b) {
            return Formulas::truth(decided);
        }
        if let Some((a, b)) = self.shifted(a, b) {
            return self.compare(op, a, b, pushes);
        }
        let is_constant = |formula| self.constant(formula).is_some();
        match (self.node(a), self.node(b)) {
            (Node::Ite(c, x, y), _) if pushes > 0 && is_constant(b) => {
                let (c, x, y) = (*c, *x, *y);
                if let Some(pushed) = self.pushed(c, |f, is_then| {
                    f.compare(op, if is_then { x } else { y }, b, pushes - 1)
                }) {
                    return pushed;
                }
            }
            (_, Node::Ite(c, x, y)) if pushes > 0 && is_constant(a) => {
                let (c, x, y) = (*c, *x, *y);
                if let Some(pushed) = self.pushed(c, |f, is_then| {
                    f.compare(op, a, if is_then { x } else { y }, pushes - 1)
                }) {
                    return pushed;
                }
            }
            _ => {}
        }
        match op {
            Comparison::Eq => self.intern(Node::Eq(a.min(b), a.max(b)), Sort::Bool),
            Comparison::Lt => self.intern(Node::Lt(a, b), Sort::Bool),
        }
    }

    /// A comparison of a conditional, as a conditional of comparisons, if one of them is decided.
    fn pushed(
        &mut self,
        condition: Formula,
        compare: impl Fn(&mut Formulas, bool) -> Formula,
    ) -> Option<Formula> {
        let (then, other) = (compare(self, true), compare(self, false));
        let is_constant = |f: Formula| f == Formulas::TRUE || f == Formulas::FALSE;
        let is_decided = is_constant(then) || is_constant(other);
        is_decided.then(|| self.ite(condition, then, other))
    }

    /// What ranges say about a comparison.
    fn decided(&self, op: Comparison, a: Formula, b: Formula) -> Option<bool> {
        if let Some((a, b)) = self.constants(a, b) {
            return Some(match op {
                Comparison::Eq => a == b,
                Comparison::Lt => a < b,
            });
        }
        let (a, b) = self.ranges(a, b)?;
        match op {
            Comparison::Eq if a.is_disjoint(b) => Some(false),
            Comparison::Lt if a.high < b.low => Some(true),
            Comparison::Lt if b.high <= a.low => Some(false),
            _ => None,
        }
    }

    /// `x + k` compared with `n` is `x` compared with `n - k`.
    fn shifted(&mut self, a: Formula, b: Formula) -> Option<(Formula, Formula)> {
        let sum = |f: &Formulas, a: Formula, b: Formula| match (f.node(a), f.constant(b)) {
            (Node::Add(x, k), Some(n)) => Some((*x, n - f.constant(*k)?)),
            _ => None,
        };
        if let Some((x, n)) = sum(self, a, b) {
            return Some((x, self.int(n)));
        }
        let (x, n) = sum(self, b, a)?;
        Some((self.int(n), x))
    }
}
