//! Formulas of bounded model checking: Booleans, and numbers with ranges, in a hash-consed graph
//! of their own. They have no quantifiers, heaps or uninterpreted functions, and are translated to
//! Z3 only: numbers to bit vectors of the width that their range needs, so that no operation
//! overflows, and to integers where some number has no range.
//!
//! Operands of a formula are older than the formula: graphs are traversed in the order of
//! numbers, without recursion.

mod assignment;
mod booleans;
mod numbers;
mod range;

pub use assignment::{Assignment, ValueOf};
pub use range::Range;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A formula: a Boolean or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Formula(u32);

/// What a formula is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// `true`
    True,
    /// A Boolean variable, by number.
    Condition(u32),
    /// A number variable, by number.
    Number(u32),
    /// The negation of a Boolean.
    Not(Formula),
    /// The conjunction of several Booleans, in order.
    And(Rc<[Formula]>),
    /// The second or the third operand, by the truth value of the first.
    Ite(Formula, Formula, Formula),
    /// Numbers are equal.
    Eq(Formula, Formula),
    /// The first number is less.
    Lt(Formula, Formula),
    /// A constant.
    Int(BigInt),
    /// A sum.
    Add(Formula, Formula),
    /// A difference.
    Sub(Formula, Formula),
    /// A product.
    Mul(Formula, Formula),
    /// A quotient that is rounded toward zero.
    Div(Formula, Formula),
    /// A remainder of the dividend's sign.
    Rem(Formula, Formula),
    /// The number modulo 2 to the power of a machine type's number of bits.
    Wrap(Machine, Formula),
}

impl Node {
    /// Calls a function for each operand.
    pub fn each_operand(&self, f: &mut dyn FnMut(Formula)) {
        match self {
            Node::True | Node::Condition(_) | Node::Number(_) | Node::Int(_) => {}
            Node::Not(a) | Node::Wrap(_, a) => f(*a),
            Node::And(parts) => parts.iter().for_each(|part| f(*part)),
            Node::Ite(a, b, c) => [a, b, c].into_iter().for_each(|a| f(*a)),
            Node::Eq(a, b)
            | Node::Lt(a, b)
            | Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Div(a, b)
            | Node::Rem(a, b) => [a, b].into_iter().for_each(|a| f(*a)),
        }
    }
}

/// A machine type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Machine {
    /// The number of bits.
    pub bits: u32,
    /// Whether there are negative numbers.
    pub is_signed: bool,
}

impl Machine {
    /// The numbers of the type.
    #[must_use]
    pub fn range_of_values(self) -> Range {
        let power = |bits: u32| BigInt::from(1) << bits;
        if self.is_signed {
            Range::new(-power(self.bits - 1), power(self.bits - 1) - 1)
        } else {
            Range::new(0, power(self.bits) - 1)
        }
    }

    /// The number that another one wraps around to.
    fn wrap(self, n: &BigInt) -> BigInt {
        let low = self.range_of_values().low;
        let count = BigInt::from(1) << self.bits;
        // The remainder has the sign of the dividend.
        let above = (n - &low) % &count;
        (above + &count) % count + low
    }
}

/// The sort of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A Boolean.
    Bool,
    /// A number, with its range if it has one.
    Number(Option<Range>),
}

/// All formulas of one check.
#[derive(Debug)]
pub struct Formulas {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    known: FxHashMap<Node, Formula>,
    conditions: u32,
    /// The number variables.
    numbers: Vec<Formula>,
}

impl Default for Formulas {
    fn default() -> Formulas {
        let mut formulas = Formulas {
            nodes: Vec::new(),
            sorts: Vec::new(),
            known: FxHashMap::default(),
            conditions: 0,
            numbers: Vec::new(),
        };
        let yes = formulas.intern(Node::True, Sort::Bool);
        formulas.intern(Node::Not(yes), Sort::Bool);
        formulas
    }
}

impl Formulas {
    /// `true`
    pub const TRUE: Formula = Formula(0);

    /// `false`
    pub const FALSE: Formula = Formula(1);

    /// What a formula is made of.
    #[must_use]
    #[allow(clippy::indexing_slicing)] // formulas are made by this type
    pub fn node(&self, formula: Formula) -> &Node {
        &self.nodes[formula.0 as usize]
    }

    /// The sort of a formula.
    #[must_use]
    #[allow(clippy::indexing_slicing)] // formulas are made by this type
    pub fn sort(&self, formula: Formula) -> &Sort {
        &self.sorts[formula.0 as usize]
    }

    /// The range of a number, if it has one.
    #[must_use]
    pub fn range_of(&self, number: Formula) -> Option<&Range> {
        match self.sort(number) {
            Sort::Number(range) => range.as_ref(),
            Sort::Bool => None,
        }
    }

    /// The number of formulas that have been made.
    #[must_use]
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// The formulas that these are made of, in an order in which operands come first.
    #[must_use]
    pub fn reachable(&self, roots: &[Formula]) -> Vec<Formula> {
        let mut is_reached = vec![false; self.nodes.len()];
        let mut todo: Vec<Formula> = roots.to_vec();
        while let Some(formula) = todo.pop() {
            match is_reached.get_mut(formula.0 as usize) {
                Some(is_reached) if !*is_reached => *is_reached = true,
                _ => continue,
            }
            self.node(formula)
                .each_operand(&mut |operand| todo.push(operand));
        }
        let numbers = (0_u32..).zip(is_reached);
        let reached = numbers.filter(|(_, is_reached)| *is_reached);
        reached.map(|(number, _)| Formula(number)).collect()
    }

    fn intern(&mut self, node: Node, sort: Sort) -> Formula {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let formula = Formula(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.known.insert(node.clone(), formula);
        self.nodes.push(node);
        self.sorts.push(sort);
        formula
    }
}
