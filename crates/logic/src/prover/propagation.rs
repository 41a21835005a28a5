//! Propagation of equalities and truth values: congruence, connectives, shapes of
//! snapshots, elements of contents, quotients.

use super::congruence::{Id, Op};
use super::linear::{Form, Q};
use super::{Event, Prover};
use crate::terms::term::{Sort, Terms};
use num_traits::{One, Signed, Zero};
use smallvec::SmallVec;

impl Prover {
    /// Whether two nodes are known to differ.
    pub(crate) fn are_distinct(&self, a: Id, b: Id) -> bool {
        let (x, y) = (self.closure.class(a), self.closure.class(b));
        if let (Some(v), Some(w)) = (x.value, y.value) {
            return v != w;
        }
        if self.closure.sort(a) == Sort::Ref && (x.birth > y.age || y.birth > x.age) {
            return true;
        }
        if let (Some(c), Some(d)) = (x.constructor, y.constructor)
            && !self.same_constructor(c, d)
        {
            return true;
        }
        if self.closure.sort(a).is_collection()
            && (self.is_empty(a) && self.has_element(b) || self.is_empty(b) && self.has_element(a))
        {
            return true;
        }
        if self.closure.sort(a).is_number()
            && let Some(difference) = self.arithmetic.difference(a, b)
            && self.arithmetic.surely_not_zero(&difference)
        {
            return true;
        }
        self.closure.has_disequality(a, b)
    }

    fn same_constructor(&self, a: Id, b: Id) -> bool {
        self.closure.op(a) == self.closure.op(b)
            && (self.closure.op(a) != Op::Wrap
                || self.closure.sort(self.closure.arg(a, 0))
                    == self.closure.sort(self.closure.arg(b, 0)))
    }

    /// Merges the classes of two nodes.
    pub(crate) fn merge(&mut self, a: Id, b: Id) {
        let (a, b) = (self.closure.find(a), self.closure.find(b));
        if a == b {
            return;
        }
        if self.are_distinct(a, b) {
            self.conflict = true;
            return;
        }
        let (root, child) = if self.closure.is_larger(a, b) {
            (a, b)
        } else {
            (b, a)
        };
        self.announce_truth(root, child);
        self.announce_constructor(root, child);
        if !self.closure.class(child).made.is_empty() {
            self.check_uses(root, |op| matches!(op, Op::Select | Op::Coll(_) | Op::Eq));
        }
        if self.closure.sort(root).is_number() {
            self.arithmetic.equate(root, child);
        }
        let uses = SmallVec::<[Id; 8]>::from_slice(&self.closure.class(child).uses);
        self.closure.merge_classes(root, child);
        for user in uses {
            if let Some(congruent) = self.closure.congruent(user)
                && !self.closure.same(congruent, user)
            {
                self.queue.push_back(Event::Merge(congruent, user));
            }
            self.queue.push_back(Event::Check(user));
            self.check_elements(user);
        }
    }

    /// Rechecks reads of updated contents after an index got new information.
    fn check_elements(&mut self, user: Id) {
        match self.closure.op(user) {
            Op::Store => self.check_uses(user, |op| op == Op::Select),
            Op::Select => self.queue.push_back(Event::Check(user)),
            _ => {}
        }
    }

    fn check_uses(&mut self, id: Id, which: impl Fn(Op) -> bool) {
        for &user in &self.closure.class(id).uses {
            if which(self.closure.op(user)) {
                self.queue.push_back(Event::Check(user));
            }
        }
    }

    /// Propagates the truth values that become known by merging two classes.
    fn announce_truth(&mut self, root: Id, child: Id) {
        let (known, new) = match (self.closure.truth(root), self.closure.truth(child)) {
            (Some(value), None) => (value, child),
            (None, Some(value)) => (value, root),
            _ => return,
        };
        for member in self.closure.members(new) {
            self.queue.push_back(Event::Assert(member, known));
        }
        // The child's uses are rechecked in any case.
        if new == root {
            self.check_uses(root, Op::is_boolean);
        }
    }

    fn announce_constructor(&mut self, root: Id, child: Id) {
        let constructors = (
            self.closure.class(root).constructor,
            self.closure.class(child).constructor,
        );
        match constructors {
            (Some(c), Some(d)) => {
                let pairs = self.closure.args(c).iter().zip(self.closure.args(d));
                for (&x, &y) in pairs {
                    self.queue.push_back(Event::Merge(x, y));
                }
            }
            (None, Some(_)) => self.check_uses(root, Op::inspects),
            _ => {}
        }
    }

    /// Propagates the truth value of a formula.
    pub(crate) fn assert(&mut self, terms: &mut Terms, id: Id, value: bool) {
        let (a, b) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        match (self.closure.op(id), value) {
            (Op::Not, _) => self.set(a, !value),
            (Op::And, true) | (Op::Or, false) => {
                for at in 0..self.closure.args(id).len() {
                    self.set(self.closure.arg(id, at), value);
                }
            }
            (Op::And, false) | (Op::Or, true) | (Op::Ite, _) => self.check(terms, id),
            (Op::Eq, true) => self.queue.push_back(Event::Merge(a, b)),
            (Op::Eq, false) => self.assert_different(terms, id),
            (Op::Le, true) => self.assert_order(a, b, false),
            (Op::Lt, true) => self.assert_order(a, b, true),
            (Op::Le, false) => self.assert_order(b, a, true),
            (Op::Lt, false) => self.assert_order(b, a, false),
            (Op::IsCombine, true) => self.assert_pair(terms, a),
            (Op::IsWrap(sort), true) => self.assert_single(terms, sort, a),
            _ => {}
        }
    }

    fn assert_different(&mut self, terms: &mut Terms, id: Id) {
        let (a, b) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        if self.closure.same(a, b) {
            self.conflict = true;
            return;
        }
        self.closure.add_disequality(a, b);
        if self.closure.sort(a).is_number()
            && let Some(difference) = self.arithmetic.difference(a, b)
        {
            self.arithmetic.not_zero(difference);
            for side in [a, b] {
                // A number may be compared with many others.
                let class = self.closure.class(side);
                if class.accesses > 0 {
                    for user in class.uses.clone() {
                        self.check_elements(user);
                    }
                }
            }
        }
        self.not_empty(terms, a, b);
        self.check(terms, id);
    }

    /// `a <= b`, or `a < b`.
    fn assert_order(&mut self, a: Id, b: Id, strict: bool) {
        if let Some(difference) = self.arithmetic.difference(b, a) {
            self.arithmetic.at_least(difference, strict);
        }
    }

    /// A snapshot of two parts equals the combination of its parts.
    fn assert_pair(&mut self, terms: &mut Terms, s: Id) {
        let (None, Some(t)) = (self.closure.class(s).constructor, self.closure.term(s)) else {
            return;
        };
        let (first, second) = (terms.first(t), terms.second(t));
        let args = [self.node(terms, first), self.node(terms, second)];
        let pair = self.add_virtual(Op::Combine, &args, Sort::Snap);
        self.queue.push_back(Event::Merge(pair, s));
    }

    /// A snapshot of one value equals the wrapped value.
    fn assert_single(&mut self, terms: &mut Terms, sort: Sort, s: Id) {
        let (None, Some(t)) = (self.closure.class(s).constructor, self.closure.term(s)) else {
            return;
        };
        let value = terms.unwrap_as(sort, t);
        let args = [self.node(terms, value)];
        let single = self.add_virtual(Op::Wrap, &args, Sort::Snap);
        self.queue.push_back(Event::Merge(single, s));
    }

    /// Rechecks a node after a change of its operands or its truth value.
    pub(crate) fn check(&mut self, terms: &mut Terms, id: Id) {
        match self.closure.op(id) {
            Op::Not => self.check_not(id),
            Op::And => self.check_junction(id, true),
            Op::Or => self.check_junction(id, false),
            Op::Ite => self.check_ite(id),
            Op::Eq => self.check_eq(id),
            Op::Le | Op::Lt => self.check_order(id),
            Op::First | Op::Second | Op::Unwrap(_) | Op::IsCombine | Op::IsWrap(_) => {
                self.check_snapshot(id);
            }
            Op::Select => self.check_select(terms, id),
            Op::Mul => self.check_product(id),
            Op::Div => self.check_quotient(id),
            Op::Rem => self.check_remainder(terms, id),
            Op::Coll(op) => self.check_collection(terms, id, op),
            _ => {}
        }
    }

    fn check_not(&mut self, id: Id) {
        let inner = self.closure.arg(id, 0);
        if self.closure.same(id, inner) {
            self.conflict = true;
        } else if let Some(value) = self.closure.truth(inner) {
            self.set(id, !value);
        } else if let Some(value) = self.closure.truth(id) {
            self.set(inner, !value);
        }
    }

    /// A conjunction (`neutral` is true) or a disjunction (`neutral` is false): one
    /// non-neutral operand determines it, and unit propagation determines the last operand.
    fn check_junction(&mut self, id: Id, neutral: bool) {
        let mut open = None;
        let decided = self.closure.truth(id) == Some(!neutral);
        for &arg in self.closure.args(id) {
            match self.closure.truth(arg) {
                Some(value) if value == neutral => {}
                Some(_) => return self.set(id, !neutral),
                None if open.is_some_and(|other| !self.closure.same(other, arg)) => return,
                None => open = Some(arg),
            }
        }
        match open {
            None => self.set(id, neutral),
            Some(last) if decided => self.set(last, !neutral),
            Some(_) => {}
        }
    }

    fn check_ite(&mut self, id: Id) {
        let [c, a, b] = [0, 1, 2].map(|at| self.closure.arg(id, at));
        match self.closure.truth(c) {
            Some(true) => self.queue.push_back(Event::Merge(id, a)),
            Some(false) => self.queue.push_back(Event::Merge(id, b)),
            None if self.closure.same(a, b) => self.queue.push_back(Event::Merge(id, a)),
            None => {}
        }
    }

    fn check_eq(&mut self, id: Id) {
        let (a, b) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        if self.closure.same(a, b) {
            self.set(id, true);
        } else if self.closure.truth(id).is_none() && self.are_distinct(a, b) {
            self.set(id, false);
        }
        if self.closure.sort(a) != Sort::Bool {
            return;
        }
        let known = (
            self.closure.truth(id),
            self.closure.truth(a),
            self.closure.truth(b),
        );
        match known {
            (None, Some(x), Some(y)) => self.set(id, x == y),
            (Some(same), Some(x), None) => self.set(b, x == same),
            (Some(same), None, Some(y)) => self.set(a, y == same),
            _ => {}
        }
    }

    fn check_order(&mut self, id: Id) {
        if self.closure.truth(id).is_some() {
            return;
        }
        let (a, b) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        let strict = self.closure.op(id) == Op::Lt;
        let Some(difference) = self.arithmetic.difference(b, a) else {
            return;
        };
        let at_least = |form: &Form, strict: bool| {
            if !strict {
                return self.arithmetic.sums_to_at_least(form);
            }
            let sums = |form: Form| self.arithmetic.sums_to_at_least(&form);
            self.arithmetic.surely_at_least(form, true)
                || (self.arithmetic.is_whole(form) && form.shifted(-Q::one()).is_some_and(sums))
        };
        if at_least(&difference, strict) {
            self.set(id, true);
        } else if let Some(opposite) = difference.times(-Q::one())
            && at_least(&opposite, !strict)
        {
            self.set(id, false);
        }
    }

    fn check_snapshot(&mut self, id: Id) {
        let snapshot = self.closure.arg(id, 0);
        let Some(constructor) = self.closure.class(snapshot).constructor else {
            return;
        };
        let made_by = self.closure.op(constructor);
        let wraps =
            (made_by == Op::Wrap).then(|| self.closure.sort(self.closure.arg(constructor, 0)));
        let part = |at| self.closure.arg(constructor, at);
        match self.closure.op(id) {
            Op::First if made_by == Op::Combine => self.queue.push_back(Event::Merge(id, part(0))),
            Op::Second if made_by == Op::Combine => self.queue.push_back(Event::Merge(id, part(1))),
            Op::Unwrap(sort) if wraps == Some(sort) => {
                self.queue.push_back(Event::Merge(id, part(0)));
            }
            Op::IsCombine => self.set(id, made_by == Op::Combine),
            Op::IsWrap(sort) => self.set(id, wraps == Some(sort)),
            _ => {}
        }
    }

    /// A product with a constant factor is linear.
    fn check_product(&mut self, id: Id) {
        let (a, b) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        for (factor, other) in [(a, b), (b, a)] {
            if let Some(q) = self.arithmetic.form(factor).value()
                && let Some(value) = self.arithmetic.form(other).times(q)
                && let Some(form) = value.minus(self.arithmetic.form(id))
            {
                return self.arithmetic.zero(form);
            }
        }
    }

    /// The positive constant that an integer is divided by.
    fn divisor(&self, id: Id) -> Option<Q> {
        let divisor = self.arithmetic.form(self.closure.arg(id, 1)).value()?;
        let integer = self.arithmetic.is_integer(id);
        (integer && divisor.is_positive()).then_some(divisor)
    }

    /// Integer division rounds toward zero.
    fn check_quotient(&mut self, id: Id) {
        let Some(divisor) = self.divisor(id) else {
            return;
        };
        let dividend = self.arithmetic.form(self.closure.arg(id, 0)).clone();
        // `dividend - divisor * quotient` is the remainder.
        let Some(remainder) = dividend.plus(self.arithmetic.form(id), -divisor) else {
            return;
        };
        let opposite = dividend.times(-Q::one());
        let grows = self.arithmetic.sums_to_at_least(&dividend);
        let falls = opposite.is_some_and(|f| self.arithmetic.sums_to_at_least(&f));
        // The quotient has the dividend's sign.
        let quotient = self.arithmetic.form(id).clone();
        if grows {
            self.arithmetic.at_least(quotient.as_ref().clone(), false);
        }
        if falls && let Some(opposite) = quotient.times(-Q::one()) {
            self.arithmetic.at_least(opposite, false);
        }
        let room = divisor - Q::one();
        let least = if grows { Q::zero() } else { room };
        let most = if falls { Q::zero() } else { room };
        if let Some(form) = remainder.shifted(least) {
            self.arithmetic.at_least(form, false);
        }
        if let Some(form) = Form::constant(most).minus(&remainder) {
            self.arithmetic.at_least(form, false);
        }
    }

    /// The remainder is `dividend - divisor * quotient`.
    fn check_remainder(&mut self, terms: &mut Terms, id: Id) {
        let (a, b) = (self.closure.arg(id, 0), self.closure.arg(id, 1));
        let (Some(divisor), Some(x), Some(y)) =
            (self.divisor(id), self.closure.term(a), self.closure.term(b))
        else {
            return self.check_sign(id, a, b);
        };
        let quotient = terms.div(x, y);
        let quotient = self.node(terms, quotient);
        // What uses the remainder is checked next.
        if self.closure.op(quotient) == Op::Div {
            self.check_quotient(quotient);
        }
        let rest = self
            .arithmetic
            .form(a)
            .plus(self.arithmetic.form(quotient), -divisor);
        if let Some(form) = rest.and_then(|rest| rest.minus(self.arithmetic.form(id))) {
            self.arithmetic.zero(form);
        }
    }

    /// A remainder by a positive divisor has the dividend's sign, and is smaller than
    /// the divisor and not larger than the dividend.
    fn check_sign(&mut self, id: Id, a: Id, b: Id) {
        let forms = [a, b, id].map(|n| self.arithmetic.form(n).clone());
        let [dividend, divisor, remainder] = &forms;
        if !self.arithmetic.surely_at_least(divisor, true)
            || !self.arithmetic.surely_at_least(dividend, false)
        {
            return;
        }
        self.arithmetic.at_least(remainder.as_ref().clone(), false);
        if let Some(form) = divisor.minus(remainder) {
            self.arithmetic.at_least(form, true);
        }
        if let Some(form) = dividend.minus(remainder) {
            self.arithmetic.at_least(form, false);
        }
    }
}
