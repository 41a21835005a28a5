//! The smart constructors of terms: each checks the sorts of its operands and applies
//! simplifications that are valid in every model.
//!
//! Exceptions: `combine(first(s), second(s)) = s` and `wrap(unwrap(s)) = s` hold only
//! if `s` has that shape. Symbolic execution builds such terms only from a snapshot
//! that it has decomposed, and it asserts the shape in the path condition (`IsCombine`,
//! `IsWrap`).

use super::term::{Elem, Func, Linear, Node, Sort, Term, Terms};
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// Products of constants with more bits than this are not computed.
const MAX_BITS: u64 = 4096;

impl Terms {
    /// `true` or `false`.
    pub fn bool(&mut self, b: bool) -> Term {
        self.intern(Node::Bool(b))
    }

    /// `true`
    pub fn truth(&mut self) -> Term {
        self.bool(true)
    }

    /// An integer.
    pub fn int(&mut self, n: impl Into<BigInt>) -> Term {
        self.intern(Node::Int(n.into()))
    }

    /// A fraction.
    pub fn perm(&mut self, p: BigRational) -> Term {
        self.intern(Node::Perm(p))
    }

    /// The fraction 1.
    pub fn write(&mut self) -> Term {
        self.perm(BigRational::one())
    }

    /// `null`
    pub fn null(&mut self) -> Term {
        self.intern(Node::Null)
    }

    /// The object that exists from the start and has this number: it differs from all others.
    pub fn unique(&mut self, number: u32) -> Term {
        self.intern(Node::Unique(number))
    }

    /// Whether the term is this Boolean constant.
    #[must_use]
    pub fn is_bool(&self, t: Term, b: bool) -> bool {
        *self.node(t) == Node::Bool(b)
    }

    /// Negation.
    pub fn not(&mut self, t: Term) -> Term {
        match *self.node(t) {
            Node::Bool(b) => self.bool(!b),
            Node::Not(inner) => inner,
            Node::Le(a, b) => self.lt(b, a),
            Node::Lt(a, b) => self.le(b, a),
            _ => self.intern(Node::Not(t)),
        }
    }

    /// Conjunction.
    pub fn and(&mut self, parts: impl IntoIterator<Item = Term>) -> Term {
        self.junction(parts, true)
    }

    /// Disjunction.
    pub fn or(&mut self, parts: impl IntoIterator<Item = Term>) -> Term {
        self.junction(parts, false)
    }

    /// `a ==> b`
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or([not_a, b])
    }

    /// Conjunction (`neutral` is true) or disjunction (`neutral` is false).
    fn junction(&mut self, parts: impl IntoIterator<Item = Term>, neutral: bool) -> Term {
        let mut flat = Vec::new();
        for part in parts {
            match self.node(part) {
                Node::Bool(b) if *b == neutral => {}
                Node::Bool(_) => return self.bool(!neutral),
                Node::And(inner) if neutral => flat.extend_from_slice(inner),
                Node::Or(inner) if !neutral => flat.extend_from_slice(inner),
                _ => flat.push(part),
            }
        }
        if let [one] = flat.as_slice() {
            return *one;
        }
        let mut seen = rustc_hash::FxHashSet::default();
        flat.retain(|t| seen.insert(*t));
        for &t in &flat {
            let opposite = self.not(t);
            if seen.contains(&opposite) {
                return self.bool(!neutral);
            }
        }
        match flat.as_slice() {
            [] => self.bool(neutral),
            [one] => *one,
            _ if neutral => self.intern(Node::And(flat.into())),
            _ => self.intern(Node::Or(flat.into())),
        }
    }

    /// If-then-else; `a` and `b` have the same sort.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b), "both branches have one sort");
        // A branch knows its condition: without this, repeated writes double a value each time.
        let a = match *self.node(a) {
            Node::Ite(of, yes, _) if of == c => yes,
            _ => a,
        };
        let b = match *self.node(b) {
            Node::Ite(of, _, no) if of == c => no,
            _ => b,
        };
        if a == b {
            return a;
        }
        match (self.node(c).clone(), self.node(a), self.node(b)) {
            (Node::Bool(true), ..) => a,
            (Node::Bool(false), ..) => b,
            (Node::Not(inner), ..) => self.ite(inner, b, a),
            (_, Node::Bool(true), _) => self.or([c, b]),
            (_, Node::Bool(false), _) => {
                let not_c = self.not(c);
                self.and([not_c, b])
            }
            (_, _, Node::Bool(true)) => {
                let not_c = self.not(c);
                self.or([not_c, a])
            }
            (_, _, Node::Bool(false)) => self.and([c, a]),
            _ => self.intern(Node::Ite(c, a, b)),
        }
    }

    /// Equality at any sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(
            self.sort(a),
            self.sort(b),
            "equality is between terms of one sort"
        );
        if a == b {
            return self.bool(true);
        }
        if self.distinct(a, b) {
            return self.bool(false);
        }
        match (self.node(a), self.node(b)) {
            (Node::Bool(true), _) => b,
            (_, Node::Bool(true)) => a,
            (Node::Bool(false), _) => self.not(b),
            (_, Node::Bool(false)) => self.not(a),
            (Node::Combine(..), Node::Combine(..)) => self.eq_snapshots(a, b),
            (&Node::Wrap(x), &Node::Wrap(y)) if self.sort(x) == self.sort(y) => self.eq(x, y),
            _ if matches!(self.sort(a), Sort::Seq(_)) => self.eq_seqs(a, b),
            _ => self.eq_node(a, b),
        }
    }

    /// Equality of combined snapshots: conjunction over all their parts, iteratively,
    /// because they may be deep.
    fn eq_snapshots(&mut self, a: Term, b: Term) -> Term {
        let mut equal = Vec::new();
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            match (self.node(a), self.node(b)) {
                _ if a == b => {}
                (&Node::Combine(a1, a2), &Node::Combine(b1, b2)) => {
                    todo.extend([(a2, b2), (a1, b1)]);
                }
                _ => {
                    let same = self.eq(a, b);
                    if self.is_bool(same, false) {
                        return same;
                    }
                    equal.push(same);
                }
            }
        }
        self.and(equal)
    }

    /// An equality node, without further simplification.
    pub(crate) fn eq_node(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.intern(Node::Eq(a, b))
    }

    /// Whether two terms syntactically differ in every model.
    #[must_use]
    pub fn distinct(&self, a: Term, b: Term) -> bool {
        let newer = |o: Term, t: Term| self.birth(o).is_some_and(|birth| self.age(t) < birth);
        if self.sort(a) == Sort::Ref && (newer(a, b) || newer(b, a)) {
            return true;
        }
        match (self.node(a), self.node(b)) {
            (Node::Int(x), Node::Int(y)) => x != y,
            (Node::Perm(x), Node::Perm(y)) => x != y,
            (Node::Null, Node::Unique(_)) | (Node::Unique(_), Node::Null) => true,
            (Node::Unique(c), Node::Unique(d)) => c != d,
            (Node::Bool(x), Node::Bool(y)) => x != y,
            (Node::Unit, Node::Combine(..) | Node::Wrap(_))
            | (Node::Combine(..) | Node::Wrap(_), Node::Unit)
            | (Node::Combine(..), Node::Wrap(_))
            | (Node::Wrap(_), Node::Combine(..)) => true,
            (Node::Wrap(x), Node::Wrap(y)) if self.sort(*x) != self.sort(*y) => true,
            // Only sums can cancel out to a constant.
            (Node::Sum(..), _) | (_, Node::Sum(..)) => {
                let difference = self.difference(a, b);
                difference.parts.is_empty() && !difference.constant.is_zero()
            }
            (Node::Coll(..), Node::Coll(..)) => {
                self.is_empty_coll(a) && self.has_element(b)
                    || self.is_empty_coll(b) && self.has_element(a)
            }
            _ => false,
        }
    }

    /// `a != b`
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let eq = self.eq(a, b);
        self.not(eq)
    }

    /// The order of two constants.
    fn compare(&self, a: Term, b: Term) -> Option<std::cmp::Ordering> {
        match (self.node(a), self.node(b)) {
            (Node::Int(x), Node::Int(y)) => Some(x.cmp(y)),
            (Node::Perm(x), Node::Perm(y)) => Some(x.cmp(y)),
            _ => None,
        }
    }

    /// `a <= b` on numbers of one sort.
    pub fn le(&mut self, a: Term, b: Term) -> Term {
        if let Some(order) = self.compare(a, b) {
            return self.bool(order.is_le());
        }
        // An existing node was not simplifiable when it was created.
        if let Some(there) = self.interned(&Node::Le(a, b)) {
            return there;
        }
        let d = self.difference(b, a);
        if d.parts.is_empty() {
            return self.bool(!d.constant.is_negative());
        }
        if self.never_negative(&d) {
            return self.bool(true);
        }
        self.intern(Node::Le(a, b))
    }

    /// `a < b` on numbers of one sort.
    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        if let Some(order) = self.compare(a, b) {
            return self.bool(order.is_lt());
        }
        if let Some(there) = self.interned(&Node::Lt(a, b)) {
            return there;
        }
        let d = self.difference(b, a);
        if d.parts.is_empty() {
            return self.bool(d.constant.is_positive());
        }
        if self.surely_le(b, a) {
            return self.bool(false);
        }
        self.intern(Node::Lt(a, b))
    }

    /// `a - b` as a linear form.
    #[must_use]
    pub fn difference(&self, a: Term, b: Term) -> Linear {
        add_scaled(&self.linear(a), &self.linear(b), &-BigRational::one())
    }

    /// A number of a sort; an integer is truncated.
    pub fn number(&mut self, sort: Sort, number: BigRational) -> Term {
        match sort {
            Sort::Int => self.int(number.to_integer()),
            _ => self.perm(number),
        }
    }

    /// The term of a linear form.
    pub fn from_linear(&mut self, sort: Sort, linear: Linear) -> Term {
        if linear.parts.is_empty() {
            return self.number(sort, linear.constant);
        }
        match linear.parts.as_slice() {
            [(factor, t)] if factor.is_one() && linear.constant.is_zero() => *t,
            _ => self.intern(Node::Sum(sort, Box::new(linear))),
        }
    }

    /// Sum.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let sum = add_scaled(&self.linear(a), &self.linear(b), &BigRational::one());
        self.from_linear(self.sort(a), sum)
    }

    /// The sum of numbers of one sort, built at once: 0 if there are none.
    pub fn sum(&mut self, numbers: &[Term]) -> Term {
        match numbers {
            [] => self.int(0),
            &[one] => one,
            &[first, ..] => {
                let forms = numbers.iter().map(|&t| self.linear(t));
                let mut forms: Vec<Linear> = forms.collect();
                // Pairs of about the same length: each part is merged a logarithmic number of times.
                while forms.len() > 1 {
                    let pairs = forms.chunks(2).map(|pair| match pair {
                        [a, b] => add_scaled(a, b, &BigRational::one()),
                        rest => rest.first().cloned().unwrap_or_default(),
                    });
                    forms = pairs.collect();
                }
                let sum = forms.pop().unwrap_or_default();
                self.from_linear(self.sort(first), sum)
            }
        }
    }

    /// Difference.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let difference = self.difference(a, b);
        self.from_linear(self.sort(a), difference)
    }

    /// Negation of a number.
    pub fn neg(&mut self, a: Term) -> Term {
        let linear = scale(&self.linear(a), &-BigRational::one());
        self.from_linear(self.sort(a), linear)
    }

    /// Product. It stays symbolic if its constants would grow too long, so that
    /// repeated squaring terminates.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let (la, lb) = (self.linear(a), self.linear(b));
        let sort = self.sort(a);
        let factored = if la.parts.is_empty() {
            Some((&lb, &la.constant))
        } else if lb.parts.is_empty() {
            Some((&la, &lb.constant))
        } else {
            None
        };
        if let Some((linear, factor)) = factored
            && width(linear).saturating_add(bits(factor)) <= MAX_BITS
        {
            return self.from_linear(sort, scale(linear, factor));
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.intern(Node::Mul(a, b))
    }

    /// Quotient; for integers rounded toward zero. Division by zero is unspecified.
    pub fn div(&mut self, a: Term, b: Term) -> Term {
        match (self.node(a), self.node(b)) {
            (Node::Int(x), Node::Int(y)) if !y.is_zero() => {
                let quotient = x / y;
                self.int(quotient)
            }
            (_, Node::Int(y)) if y.is_one() => a,
            (Node::Sum(_, sum), Node::Int(y)) if is_multiple(sum, y) => {
                let factor = BigRational::from_integer(y.clone()).recip();
                let quotient = scale(sum, &factor);
                self.from_linear(Sort::Int, quotient)
            }
            (_, Node::Perm(y)) if !y.is_zero() => {
                let linear = scale(&self.linear(a), &y.recip());
                self.from_linear(Sort::Perm, linear)
            }
            _ => self.intern(Node::Div(a, b)),
        }
    }

    /// Integer remainder with the sign of the dividend. Unspecified for zero.
    pub fn rem(&mut self, a: Term, b: Term) -> Term {
        match (self.node(a), self.node(b)) {
            (Node::Int(x), Node::Int(y)) if !y.is_zero() => {
                let remainder = x % y;
                self.int(remainder)
            }
            (_, Node::Int(y)) if y.is_one() => self.int(0),
            (Node::Sum(_, sum), Node::Int(y)) if is_multiple(sum, y) => self.int(0),
            _ => self.intern(Node::Rem(a, b)),
        }
    }

    /// The empty snapshot.
    pub fn unit(&mut self) -> Term {
        self.intern(Node::Unit)
    }

    /// The snapshot of two parts.
    pub fn combine(&mut self, a: Term, b: Term) -> Term {
        match (self.node(a), self.node(b)) {
            (Node::First(s), Node::Second(t)) if s == t => *s,
            _ => self.intern(Node::Combine(a, b)),
        }
    }

    /// The first part of a snapshot.
    pub fn first(&mut self, s: Term) -> Term {
        match *self.node(s) {
            Node::Combine(a, _) => a,
            Node::Ite(c, a, b) => {
                let (a, b) = (self.first(a), self.first(b));
                self.ite(c, a, b)
            }
            _ => self.intern(Node::First(s)),
        }
    }

    /// The second part of a snapshot.
    pub fn second(&mut self, s: Term) -> Term {
        match *self.node(s) {
            Node::Combine(_, b) => b,
            Node::Ite(c, a, b) => {
                let (a, b) = (self.second(a), self.second(b));
                self.ite(c, a, b)
            }
            _ => self.intern(Node::Second(s)),
        }
    }

    /// The snapshot of one value.
    pub fn wrap(&mut self, v: Term) -> Term {
        match *self.node(v) {
            Node::Unwrap(_, s) => s,
            _ => self.intern(Node::Wrap(v)),
        }
    }

    /// The value of this sort in a snapshot.
    pub fn unwrap_as(&mut self, sort: Sort, s: Term) -> Term {
        match *self.node(s) {
            Node::Wrap(v) if self.sort(v) == sort => v,
            Node::Ite(c, a, b) => {
                let (a, b) = (self.unwrap_as(sort, a), self.unwrap_as(sort, b));
                self.ite(c, a, b)
            }
            _ => self.intern(Node::Unwrap(sort, s)),
        }
    }

    /// Whether a snapshot has two parts.
    pub fn is_combine(&mut self, s: Term) -> Term {
        match *self.node(s) {
            Node::Combine(..) => self.bool(true),
            Node::Unit | Node::Wrap(_) => self.bool(false),
            _ => self.intern(Node::IsCombine(s)),
        }
    }

    /// Whether a snapshot wraps a value of this sort.
    pub fn is_wrap(&mut self, sort: Sort, s: Term) -> Term {
        match *self.node(s) {
            Node::Wrap(v) => self.bool(self.sort(v) == sort),
            Node::Unit | Node::Combine(..) => self.bool(false),
            _ => self.intern(Node::IsWrap(sort, s)),
        }
    }

    /// An element of an array's contents.
    pub fn select(&mut self, elems: Term, index: Term) -> Term {
        match *self.node(elems) {
            Node::Store(..) => self.select_stored(elems, index),
            Node::Fill(_, v) => v,
            Node::Coll(..) => self.select_part(elems, index),
            _ => self.intern(Node::Select(elems, index)),
        }
    }

    /// Constant contents.
    pub fn fill(&mut self, elem: Elem, value: Term) -> Term {
        self.intern(Node::Fill(elem, value))
    }

    /// An application of a function.
    pub fn app(&mut self, f: Func, args: Vec<Term>) -> Term {
        self.intern(Node::App(f, args.into()))
    }

    /// The initial value of fields of this sort.
    pub fn default_of(&mut self, sort: Sort) -> Term {
        match sort {
            Sort::Bool => self.bool(false),
            Sort::Int => self.int(0),
            Sort::Ref => self.null(),
            Sort::Perm => self.perm(BigRational::zero()),
            Sort::Snap => self.unit(),
            Sort::Elems(elem) => {
                let value = self.default_of(elem.sort());
                self.fill(elem, value)
            }
            Sort::Seq(elem) => self.seq_empty(elem),
            Sort::Set(elem) => self.set_empty(elem),
            Sort::Multiset(elem) => self.multiset_empty(elem),
            Sort::Map(key, value) => self.map_empty(key, value),
        }
    }

    /// The term with `f` applied to its operands, simplified again.
    pub fn rebuild(&mut self, t: Term, f: &mut dyn FnMut(&mut Terms, Term) -> Term) -> Term {
        match self.node(t).clone() {
            Node::Symbol(_)
            | Node::Bool(_)
            | Node::Int(_)
            | Node::Perm(_)
            | Node::Null
            | Node::Unique(_)
            | Node::Bound(..)
            | Node::Unit => t,
            Node::Forall(quantified) => self.rebuild_forall(t, &quantified, f),
            Node::Sum(sort, linear) => {
                let mut sum = Linear {
                    parts: Vec::new(),
                    constant: linear.constant.clone(),
                };
                for (factor, part) in &linear.parts {
                    let part = f(self, *part);
                    sum = add_scaled(&sum, &self.linear(part), factor);
                }
                self.from_linear(sort, sum)
            }
            node => {
                let args: Vec<Term> = self.children(t).into_iter().map(|c| f(self, c)).collect();
                self.with_operands(&node, t, &args)
            }
        }
    }

    fn with_operands(&mut self, node: &Node, t: Term, args: &[Term]) -> Term {
        match (node, args) {
            (Node::Not(_), &[a]) => self.not(a),
            (Node::First(_), &[a]) => self.first(a),
            (Node::Second(_), &[a]) => self.second(a),
            (Node::Wrap(_), &[a]) => self.wrap(a),
            (Node::Unwrap(sort, _), &[a]) => self.unwrap_as(*sort, a),
            (Node::IsCombine(_), &[a]) => self.is_combine(a),
            (Node::IsWrap(sort, _), &[a]) => self.is_wrap(*sort, a),
            (Node::Fill(elem, _), &[a]) => self.fill(*elem, a),
            (Node::Eq(..), &[a, b]) => self.eq(a, b),
            (Node::Le(..), &[a, b]) => self.le(a, b),
            (Node::Lt(..), &[a, b]) => self.lt(a, b),
            (Node::Mul(..), &[a, b]) => self.mul(a, b),
            (Node::Div(..), &[a, b]) => self.div(a, b),
            (Node::Rem(..), &[a, b]) => self.rem(a, b),
            (Node::Combine(..), &[a, b]) => self.combine(a, b),
            (Node::Select(..), &[a, b]) => self.select(a, b),
            (Node::Ite(..), &[a, b, c]) => self.ite(a, b, c),
            (Node::Store(..), &[a, b, c]) => self.store(a, b, c),
            (Node::And(_), parts) => self.and(parts.iter().copied()),
            (Node::Or(_), parts) => self.or(parts.iter().copied()),
            (Node::App(func, _), args) => self.app(*func, args.to_vec()),
            (Node::Coll(op, _), args) => self.coll(*op, args),
            _ => t,
        }
    }
}

/// The number of bits of a numerator and denominator.
fn bits(r: &BigRational) -> u64 {
    r.numer().bits().saturating_add(r.denom().bits())
}

/// The largest number of bits of a constant in a linear form.
fn width(linear: &Linear) -> u64 {
    let factors = linear.parts.iter().map(|(factor, _)| factor);
    let constants = factors.chain([&linear.constant]);
    constants.map(bits).max().unwrap_or(0)
}

/// `a + factor * b`
fn add_scaled(a: &Linear, b: &Linear, factor: &BigRational) -> Linear {
    let mut parts = Vec::with_capacity(a.parts.len() + b.parts.len());
    let (mut left, mut right) = (a.parts.iter().peekable(), b.parts.iter().peekable());
    loop {
        let next = match (left.peek(), right.peek()) {
            (None, None) => break,
            (Some((_, s)), Some((_, t))) if s == t => {
                let (Some((x, s)), Some((y, _))) = (left.next(), right.next()) else {
                    break;
                };
                (plus(x, &times(y, factor)), *s)
            }
            (Some((_, s)), Some((_, t))) if s > t => match right.next() {
                Some((y, t)) => (times(y, factor), *t),
                None => break,
            },
            (Some(_), _) => match left.next() {
                Some((x, s)) => (x.clone(), *s),
                None => break,
            },
            (None, Some(_)) => match right.next() {
                Some((y, t)) => (times(y, factor), *t),
                None => break,
            },
        };
        if !next.0.is_zero() {
            parts.push(next);
        }
    }
    Linear {
        parts,
        constant: plus(&a.constant, &times(&b.constant, factor)),
    }
}

/// Whether a sum of integers is a multiple of this number, whatever its terms are.
fn is_multiple(sum: &Linear, of: &BigInt) -> bool {
    let is_one = |n: &BigRational| n.is_integer() && (n.numer() % of).is_zero();
    let mut factors = sum.parts.iter().map(|(factor, _)| factor);
    !of.is_zero() && is_one(&sum.constant) && factors.all(is_one)
}

fn scale(a: &Linear, factor: &BigRational) -> Linear {
    if factor.is_zero() {
        return Linear {
            parts: Vec::new(),
            constant: BigRational::zero(),
        };
    }
    Linear {
        parts: a
            .parts
            .iter()
            .map(|(x, t)| (times(x, factor), *t))
            .collect(),
        constant: times(&a.constant, factor),
    }
}

/// `a + b`; skips the reduction for integers.
fn plus(a: &BigRational, b: &BigRational) -> BigRational {
    if a.denom().is_one() && b.denom().is_one() {
        return BigRational::from_integer(a.numer() + b.numer());
    }
    a + b
}

/// `a * b`; skips the reduction for integers.
fn times(a: &BigRational, b: &BigRational) -> BigRational {
    if a.denom().is_one() && b.denom().is_one() {
        return BigRational::from_integer(a.numer() * b.numer());
    }
    a * b
}

/// The least integer that is not below a rational.
#[must_use]
pub fn ceiling(r: &BigRational) -> BigInt {
    r.numer().div_ceil(r.denom())
}
