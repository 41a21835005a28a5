//! Values of variables, and of formulas under them.

use super::{Formula, Formulas, Node};
use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::FxHashMap;

/// The value of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueOf {
    /// A truth value.
    Bool(bool),
    /// A number.
    Int(BigInt),
}

impl ValueOf {
    fn truth(&self) -> bool {
        matches!(self, ValueOf::Bool(true))
    }

    fn number(&self) -> BigInt {
        match self {
            ValueOf::Int(n) => n.clone(),
            ValueOf::Bool(_) => BigInt::zero(),
        }
    }
}

/// Values of variables; those that are missing are `false` and the number of their range that is
/// closest to 0.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// The values of Boolean variables.
    pub conditions: FxHashMap<u32, bool>,
    /// The values of number variables.
    pub numbers: FxHashMap<u32, BigInt>,
}

impl Formulas {
    /// The values of formulas under an assignment. A quotient by 0 is 0.
    #[must_use]
    pub fn evaluate(&self, assignment: &Assignment, roots: &[Formula]) -> Vec<ValueOf> {
        let mut values: FxHashMap<Formula, ValueOf> = FxHashMap::default();
        for formula in self.reachable(roots) {
            let value = self.value(assignment, formula, &values);
            values.insert(formula, value);
        }
        let roots = roots.iter();
        let found = roots.map(|root| values.get(root).cloned());
        found.map(|v| v.unwrap_or(ValueOf::Bool(false))).collect()
    }

    /// The value of a formula whose operands have values.
    fn value(
        &self,
        assignment: &Assignment,
        formula: Formula,
        values: &FxHashMap<Formula, ValueOf>,
    ) -> ValueOf {
        let truth = |a: &Formula| values.get(a).is_some_and(ValueOf::truth);
        let number = |a: &Formula| values.get(a).map(ValueOf::number).unwrap_or_default();
        match self.node(formula) {
            Node::True => ValueOf::Bool(true),
            Node::Condition(n) => {
                ValueOf::Bool(assignment.conditions.get(n).copied().unwrap_or(false))
            }
            Node::Number(n) => {
                let given = assignment.numbers.get(n).cloned();
                ValueOf::Int(given.unwrap_or_else(|| self.smallest(formula)))
            }
            Node::Not(a) => ValueOf::Bool(!truth(a)),
            Node::And(parts) => ValueOf::Bool(parts.iter().all(truth)),
            Node::Ite(c, a, b) => {
                let chosen = if truth(c) { a } else { b };
                values.get(chosen).cloned().unwrap_or(ValueOf::Bool(false))
            }
            Node::Eq(a, b) => ValueOf::Bool(number(a) == number(b)),
            Node::Lt(a, b) => ValueOf::Bool(number(a) < number(b)),
            Node::Int(n) => ValueOf::Int(n.clone()),
            Node::Add(a, b) => ValueOf::Int(number(a) + number(b)),
            Node::Sub(a, b) => ValueOf::Int(number(a) - number(b)),
            Node::Mul(a, b) => ValueOf::Int(number(a) * number(b)),
            Node::Div(_, b) | Node::Rem(_, b) if number(b).is_zero() => {
                ValueOf::Int(BigInt::zero())
            }
            Node::Div(a, b) => ValueOf::Int(number(a) / number(b)),
            Node::Rem(a, b) => ValueOf::Int(number(a) % number(b)),
            Node::Wrap(machine, a) => ValueOf::Int(machine.wrap(&number(a))),
        }
    }

    /// The number of a variable's range that is closest to 0.
    fn smallest(&self, variable: Formula) -> BigInt {
        let zero = BigInt::zero();
        match self.range_of(variable) {
            Some(range) => zero.max(range.low.clone()).min(range.high.clone()),
            None => zero,
        }
    }
}
