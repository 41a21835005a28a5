//! Bounded formulas, to Z3: numbers are bit vectors of the width that their range needs, so that
//! no operation overflows; of what wraps around, only the bits that remain are computed. If some
//! number has no range, all numbers are integers.

use super::arithmetic::integer;
use super::library::{self, Unusable};
use crate::Watch;
use crate::bits::{Assignment, Formula, Formulas, Machine, Node, Sort, ValueOf};
use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashMap;
use z3::ast::{BV, Bool, Int};
use z3::{Params, SatResult, Solver};

/// A question: whether all facts hold for some values of their variables.
#[derive(Debug)]
pub struct Question<'f> {
    /// The formulas.
    pub formulas: &'f Formulas,
    /// The facts.
    pub facts: &'f [Formula],
    /// The bound of Z3's work, in its units; 0 for none.
    pub rlimit: u32,
}

/// The answer.
#[derive(Clone, Debug)]
pub enum BitsAnswer {
    /// There are no such values.
    Nothing,
    /// These values.
    Values(Assignment),
    /// Undecided.
    Unknown,
}

/// What is said where a value has another sort: an error of this module.
const SORTS: &str = "formulas have sorts";

impl Question<'_> {
    /// The number of formulas that the facts are made of.
    #[must_use]
    pub fn size(&self) -> usize {
        self.formulas.reachable(self.facts).len()
    }

    /// The question in the format of SMT-LIB.
    ///
    /// # Errors
    /// If Z3 cannot be loaded.
    pub fn text(&self) -> Result<String, Unusable> {
        library::load()?;
        let reached = self.formulas.reachable(self.facts);
        let has_range = |f: &Formula| !matches!(self.formulas.sort(*f), Sort::Number(None));
        let is_bits = reached.iter().all(has_range);
        let solver = Solver::new();
        let stack = 1024 * 1024 + reached.len().min(1_000_000) * 512;
        let text = stacker::maybe_grow(stack, stack, || {
            if is_bits {
                let mut vectors = Vectors::of(self.formulas, &reached);
                self.assert_in(&solver, &reached, &mut vectors);
            } else {
                self.assert_in(&solver, &reached, &mut Integers::default());
            }
            solver.to_smt2()
        });
        let logic = if is_bits { "(set-logic QF_BV)\n" } else { "" };
        Ok(format!("{logic}{text}"))
    }

    /// Asserts the facts.
    fn assert_in<'f>(
        &'f self,
        solver: &Solver,
        reached: &[Formula],
        numbers: &mut dyn Numbers,
    ) -> Translation<'f> {
        let mut translation = Translation {
            formulas: self.formulas,
            truths: FxHashMap::default(),
        };
        for &formula in reached {
            if let Some(fact) = translation.add(numbers, formula) {
                solver.assert(&fact);
            }
        }
        for fact in self.facts {
            solver.assert(translation.truth(fact));
        }
        translation
    }

    /// Asks Z3.
    ///
    /// # Errors
    /// If Z3 cannot be loaded.
    pub fn ask(&self, watch: &Watch<'_>) -> Result<BitsAnswer, Unusable> {
        if self.facts.contains(&Formulas::FALSE) {
            return Ok(BitsAnswer::Nothing);
        }
        library::load()?;
        watch.z3_starts();
        let reached = self.formulas.reachable(self.facts);
        let has_range = |f: &Formula| !matches!(self.formulas.sort(*f), Sort::Number(None));
        let solver = if reached.iter().all(has_range) {
            Solver::new_for_logic("QF_BV").unwrap_or_default()
        } else {
            Solver::new()
        };
        let mut params = Params::new();
        params.set_u32("rlimit", self.rlimit);
        // Otherwise Z3 installs its own signal handler during a check.
        params.set_bool("ctrl_c", false);
        solver.set_params(&params);
        // Z3 recurses over formulas.
        let stack = 1024 * 1024 + reached.len().min(1_000_000) * 512;
        let answer = stacker::maybe_grow(stack, stack, || {
            if reached.iter().all(has_range) {
                self.ask_of(&solver, &reached, &mut Vectors::of(self.formulas, &reached))
            } else {
                self.ask_of(&solver, &reached, &mut Integers::default())
            }
        });
        Ok(answer)
    }

    fn ask_of(
        &self,
        solver: &Solver,
        reached: &[Formula],
        numbers: &mut dyn Numbers,
    ) -> BitsAnswer {
        let translation = self.assert_in(solver, reached, numbers);
        match solver.check() {
            SatResult::Unsat => BitsAnswer::Nothing,
            SatResult::Unknown => BitsAnswer::Unknown,
            SatResult::Sat => {
                let model = solver.get_model();
                let found = model.map(|model| translation.assignment(&model, numbers, reached));
                // A model that is none would be an error of this module.
                let holds = |values: &Assignment| {
                    let facts = self.formulas.evaluate(values, self.facts);
                    facts.iter().all(|fact| *fact == ValueOf::Bool(true))
                };
                match found.filter(holds) {
                    Some(values) => BitsAnswer::Values(values),
                    None => BitsAnswer::Unknown,
                }
            }
        }
    }
}

/// How numbers are translated.
trait Numbers {
    /// Translates a number whose operands have been translated; for a variable, also what its
    /// range demands.
    fn add(&mut self, formulas: &Formulas, formula: Formula, truths: &Truths) -> Option<Bool>;

    /// The comparison of two numbers.
    fn compare(&self, formulas: &Formulas, node: &Node) -> Bool;

    /// The value of a number in a model.
    fn value(&self, model: &z3::Model, formula: Formula) -> Option<BigInt>;
}

type Truths = FxHashMap<Formula, Bool>;

struct Translation<'f> {
    formulas: &'f Formulas,
    truths: Truths,
}

#[allow(clippy::expect_used)] // constructors check sorts: a mismatch is an internal error
fn truth_of(truths: &Truths, formula: Formula) -> &Bool {
    truths.get(&formula).expect(SORTS)
}

impl Translation<'_> {
    fn truth(&self, formula: &Formula) -> &Bool {
        truth_of(&self.truths, *formula)
    }

    /// Translates a formula; what must hold of it if it is a variable.
    fn add(&mut self, numbers: &mut dyn Numbers, formula: Formula) -> Option<Bool> {
        if matches!(self.formulas.sort(formula), Sort::Number(_)) {
            return numbers.add(self.formulas, formula, &self.truths);
        }
        let node = self.formulas.node(formula);
        let truth = match node {
            Node::True => Bool::from_bool(true),
            Node::Condition(n) => Bool::new_const(format!("c{n}")),
            Node::Not(a) => self.truth(a).not(),
            Node::And(parts) => {
                let parts: Vec<&Bool> = parts.iter().map(|part| self.truth(part)).collect();
                Bool::and(&parts)
            }
            Node::Ite(c, a, b) => self.truth(c).ite(self.truth(a), self.truth(b)),
            _ => numbers.compare(self.formulas, node),
        };
        self.truths.insert(formula, truth);
        None
    }

    fn assignment(
        &self,
        model: &z3::Model,
        numbers: &dyn Numbers,
        reached: &[Formula],
    ) -> Assignment {
        let mut found = Assignment::default();
        for &formula in reached {
            match self.formulas.node(formula) {
                Node::Condition(n) => {
                    let value = z3::Model::eval(model, self.truth(&formula), true);
                    let value = value.and_then(|value| value.as_bool());
                    found.conditions.insert(*n, value.unwrap_or(false));
                }
                Node::Number(n) => {
                    if let Some(value) = numbers.value(model, formula) {
                        found.numbers.insert(*n, value);
                    }
                }
                _ => {}
            }
        }
        found
    }
}

/// Numbers as bit vectors: the lowest bits of each, as many as are needed somewhere.
struct Vectors {
    demanded: FxHashMap<Formula, u32>,
    vectors: FxHashMap<Formula, BV>,
}

/// The number of bits of a number.
fn width(formulas: &Formulas, number: Formula) -> u32 {
    formulas.range_of(number).map_or(1, |range| range.bits())
}

/// The number of bits of a quotient's or remainder's operands: one more than they have, so that
/// the least number can be divided by -1.
fn width_of_division(formulas: &Formulas, a: Formula, b: Formula) -> u32 {
    width(formulas, a).max(width(formulas, b)) + 1
}

impl Vectors {
    /// The demands of all formulas, the last ones first.
    fn of(formulas: &Formulas, reached: &[Formula]) -> Vectors {
        let mut demanded: FxHashMap<Formula, u32> = FxHashMap::default();
        for &formula in reached.iter().rev() {
            let own = match formulas.sort(formula) {
                Sort::Bool => u32::MAX,
                Sort::Number(_) => demanded.get(&formula).copied().unwrap_or(1),
            };
            let mut demand = |operand: Formula, bits: u32| {
                if matches!(formulas.sort(operand), Sort::Number(_)) {
                    let bits = bits.min(width(formulas, operand));
                    let slot = demanded.entry(operand).or_insert(1);
                    *slot = bits.max(*slot);
                }
            };
            match formulas.node(formula) {
                Node::Div(a, b) | Node::Rem(a, b) => {
                    demand(*a, u32::MAX);
                    demand(*b, u32::MAX);
                }
                Node::Wrap(machine, a) => demand(*a, own.min(machine.bits)),
                node => node.each_operand(&mut |operand| demand(operand, own)),
            }
        }
        Vectors {
            demanded,
            vectors: FxHashMap::default(),
        }
    }

    /// The lowest bits of a number.
    #[allow(clippy::expect_used)] // operands are translated first
    fn bits(&self, number: Formula, bits: u32) -> BV {
        let vector = self.vectors.get(&number).expect(SORTS);
        let size = vector.get_size();
        match size.cmp(&bits) {
            std::cmp::Ordering::Equal => vector.clone(),
            std::cmp::Ordering::Greater => vector.extract(bits - 1, 0),
            // All its bits are there.
            std::cmp::Ordering::Less => vector.sign_ext(bits - size),
        }
    }

    fn wrapped(&self, machine: Machine, a: Formula, bits: u32) -> BV {
        if bits <= machine.bits {
            return self.bits(a, bits);
        }
        let vector = self.bits(a, machine.bits);
        if machine.is_signed {
            vector.sign_ext(bits - machine.bits)
        } else {
            vector.zero_ext(bits - machine.bits)
        }
    }

    /// A variable, and what its range demands.
    fn variable(formulas: &Formulas, formula: Formula, number: u32) -> (BV, Option<Bool>) {
        let bits = width(formulas, formula);
        let vector = BV::new_const(format!("n{number}"), bits);
        let range = formulas.range_of(formula).cloned();
        let demand = range.map(|range| {
            let low = vector.bvsge(constant(&range.low, bits));
            let high = vector.bvsle(constant(&range.high, bits));
            Bool::and(&[low, high])
        });
        (vector, demand)
    }
}

/// A constant in two's complement.
#[allow(clippy::expect_used)] // the digits come from a number
fn constant(n: &BigInt, bits: u32) -> BV {
    let count = BigInt::from(1) << bits;
    let rest = ((n % &count) + &count) % &count;
    BV::from_str(bits, &rest.to_string()).expect("digits are a number")
}

impl Numbers for Vectors {
    fn add(&mut self, formulas: &Formulas, formula: Formula, truths: &Truths) -> Option<Bool> {
        let bits = self.demanded.get(&formula).copied().unwrap_or(1);
        let mut demand = None;
        let vector = match formulas.node(formula) {
            Node::Number(n) => {
                let (vector, must_hold) = Self::variable(formulas, formula, *n);
                demand = must_hold;
                vector
            }
            Node::Int(n) => constant(n, bits),
            Node::Add(a, b) => self.bits(*a, bits).bvadd(self.bits(*b, bits)),
            Node::Sub(a, b) => self.bits(*a, bits).bvsub(self.bits(*b, bits)),
            Node::Mul(a, b) => self.bits(*a, bits).bvmul(self.bits(*b, bits)),
            Node::Ite(c, a, b) => {
                truth_of(truths, *c).ite(&self.bits(*a, bits), &self.bits(*b, bits))
            }
            Node::Wrap(machine, a) => self.wrapped(*machine, *a, bits),
            Node::Div(a, b) => {
                let wide = width_of_division(formulas, *a, *b);
                let quotient = self.bits(*a, wide).bvsdiv(self.bits(*b, wide));
                quotient.extract(bits - 1, 0)
            }
            Node::Rem(a, b) => {
                let wide = width_of_division(formulas, *a, *b);
                let rest = self.bits(*a, wide).bvsrem(self.bits(*b, wide));
                rest.extract(bits - 1, 0)
            }
            // The others are Booleans.
            _ => return None,
        };
        self.vectors.insert(formula, vector);
        demand
    }

    fn compare(&self, formulas: &Formulas, node: &Node) -> Bool {
        match node {
            Node::Lt(a, b) => {
                let bits = width(formulas, *a).max(width(formulas, *b));
                self.bits(*a, bits).bvslt(self.bits(*b, bits))
            }
            Node::Eq(a, b) => {
                let bits = width(formulas, *a).max(width(formulas, *b));
                self.bits(*a, bits).eq(self.bits(*b, bits))
            }
            _ => Bool::from_bool(true),
        }
    }

    fn value(&self, model: &z3::Model, formula: Formula) -> Option<BigInt> {
        let value = z3::Model::eval(model, self.vectors.get(&formula)?, true)?;
        let text = value.to_string();
        let (digits, radix) = match (text.strip_prefix("#x"), text.strip_prefix("#b")) {
            (Some(digits), _) => (digits, 16),
            (_, Some(digits)) => (digits, 2),
            _ => return None,
        };
        let n = BigInt::parse_bytes(digits.as_bytes(), radix)?;
        let count = BigInt::from(1) << value.get_size();
        let is_negative = &n * 2 >= count;
        Some(if is_negative { n - count } else { n })
    }
}

/// Numbers as mathematical integers.
#[derive(Default)]
struct Integers {
    integers: FxHashMap<Formula, Int>,
}

impl Integers {
    #[allow(clippy::expect_used)] // operands are translated first
    fn int(&self, number: &Formula) -> &Int {
        self.integers.get(number).expect(SORTS)
    }
}

/// A constant.
fn big(n: &BigInt) -> Int {
    integer(&n.to_string())
}

/// Division that rounds toward zero; Z3's rounds such that the remainder is not negative.
fn quotient(x: &Int, y: &Int) -> Int {
    let floor = x.div(y);
    let opposite = x.unary_minus().div(y).unary_minus();
    x.ge(Int::from_i64(0)).ite(&floor, &opposite)
}

impl Numbers for Integers {
    fn add(&mut self, formulas: &Formulas, formula: Formula, truths: &Truths) -> Option<Bool> {
        let mut demand = None;
        let int = match formulas.node(formula) {
            Node::Number(n) => {
                let variable = Int::new_const(format!("n{n}"));
                if let Some(range) = formulas.range_of(formula) {
                    let (low, high) = (big(&range.low), big(&range.high));
                    demand = Some(Bool::and(&[variable.ge(low), variable.le(high)]));
                }
                variable
            }
            Node::Int(n) => big(n),
            Node::Add(a, b) => self.int(a) + self.int(b),
            Node::Sub(a, b) => self.int(a) - self.int(b),
            Node::Mul(a, b) => self.int(a) * self.int(b),
            Node::Ite(c, a, b) => truth_of(truths, *c).ite(self.int(a), self.int(b)),
            Node::Wrap(machine, a) => {
                let count = big(&(BigInt::from(1) << machine.bits));
                let low = big(&machine.range_of_values().low);
                (self.int(a) - &low).modulo(&count) + low
            }
            Node::Div(a, b) => quotient(self.int(a), self.int(b)),
            Node::Rem(a, b) => {
                let (x, y) = (self.int(a), self.int(b));
                x - quotient(x, y) * y
            }
            // The others are Booleans.
            _ => return None,
        };
        self.integers.insert(formula, int);
        demand
    }

    fn compare(&self, _formulas: &Formulas, node: &Node) -> Bool {
        match node {
            Node::Lt(a, b) => self.int(a).lt(self.int(b)),
            Node::Eq(a, b) => self.int(a).eq(self.int(b)),
            _ => Bool::from_bool(true),
        }
    }

    fn value(&self, model: &z3::Model, formula: Formula) -> Option<BigInt> {
        let value = z3::Model::eval(model, self.integers.get(&formula)?, true)?.to_string();
        let (sign, digits) = match value.strip_prefix("(- ") {
            Some(rest) => (Sign::Minus, rest.trim_end_matches(')')),
            None => (Sign::Plus, value.as_str()),
        };
        let magnitude = BigInt::parse_bytes(digits.as_bytes(), 10)?;
        Some(if sign == Sign::Minus {
            -magnitude
        } else {
            magnitude
        })
    }
}
