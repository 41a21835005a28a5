//! Model search: completes the prover's state for an unproved query to values for all terms
//! of the facts.
//!
//! Every unassigned atom is decided, with bounded backtracking; then classes become values,
//! and numbers those of a solution of their bounds. The result is a candidate, which
//! [`super::model`] evaluates.

use super::arithmetic_values::Spread;
use super::model::{Model, Object, Value};
use crate::answer::ModelValue;
use crate::prover::Prover;
use crate::prover::congruence::{Id, Op};
use crate::prover::linear::{Form, Q};
use crate::terms::term::{Mark, Sort, Term, Terms};
use num_rational::BigRational;

/// The most backtracking steps of a query.
const MAX_BACKTRACKS: usize = 40;
/// The most decisions of a query.
const MAX_DECISIONS: usize = 400;

/// A decision: the mark before it, the atom, its value, and whether the opposite value
/// failed.
struct Decision {
    mark: crate::prover::Mark,
    /// The first unvisited node.
    at: usize,
    atom: Id,
    value: bool,
    forced: bool,
}

impl Prover {
    /// Candidate countermodels of `goal`.
    pub fn candidates(&mut self, terms: &mut Terms, goal: Term) -> Vec<Candidate> {
        if self.conflict || !self.is_small() {
            return Vec::new();
        }
        let (mark, made) = (self.mark(), terms.mark());
        self.assume_as(terms, goal, false);
        let mut models = self.completions(terms);
        self.undo_to(mark);
        for model in &mut models {
            model.forget_since(terms, made);
        }
        terms.forget_since(made);
        models
    }

    /// Candidate models of what is assumed.
    pub(crate) fn completions(&mut self, terms: &mut Terms) -> Vec<Candidate> {
        let mark = self.mark();
        let complete = !self.conflict
            && self.assume_matches(terms)
            && self.create_cardinalities(terms)
            && self.is_small()
            && self.complete(terms)
            && self.assign_cardinalities(terms)
            && self.instantiate_ranges(terms)
            && self.complete(terms)
            && self.assign_factors(terms);
        let models = complete.then(|| self.models(terms)).flatten();
        self.abandon(mark);
        let models = models.unwrap_or_default();
        models.into_iter().map(Candidate).collect()
    }

    /// Whether the query is small enough for model search.
    fn is_small(&self) -> bool {
        let open = self.closure.nodes().filter(|id| self.is_open_atom(*id));
        open.count() <= MAX_DECISIONS && self.arithmetic.is_solvable(&self.numbers())
    }

    /// Decides all atoms. Returns whether that succeeded.
    fn complete(&mut self, terms: &mut Terms) -> bool {
        let mut decisions: Vec<Decision> = Vec::new();
        let (mut at, mut wrong) = (0, 0);
        while let Some((index, atom)) = self.next_open(at) {
            if decisions.len() >= MAX_DECISIONS {
                return false;
            }
            decisions.push(Decision {
                mark: self.mark(),
                at: index,
                atom,
                value: self.preferred(atom),
                forced: false,
            });
            at = index;
            while decisions
                .last()
                .is_some_and(|last| !self.apply_decision(terms, last))
            {
                // Backtracks to the latest decision whose opposite is untried.
                wrong += 1;
                let turned = loop {
                    let Some(decision) = decisions.pop() else {
                        return false;
                    };
                    self.undo_to(decision.mark);
                    if !decision.forced {
                        break decision;
                    }
                };
                if wrong > MAX_BACKTRACKS {
                    return false;
                }
                at = turned.at;
                let (value, forced) = (!turned.value, true);
                decisions.push(Decision {
                    value,
                    forced,
                    ..turned
                });
            }
        }
        true
    }

    /// Fixes one factor of each product and each divisor, so that the rest is linear.
    /// Returns whether that succeeded.
    fn assign_factors(&mut self, terms: &mut Terms) -> bool {
        let all: Vec<Id> = self.closure.nodes().collect();
        for id in all {
            let args = [0, 1].map(|at| self.closure.arg(id, at));
            let is_constant = |&arg: &Id| self.arithmetic.form(arg).value().is_some();
            let factor = match self.closure.op(id) {
                Op::Mul if !args.iter().any(is_constant) => args[0],
                Op::Div | Op::Rem if !is_constant(&args[1]) => args[1],
                _ => continue,
            };
            let factor = self.arithmetic.form(factor).as_ref().clone();
            self.queue.push_back(crate::prover::Event::Check(id));
            let fixed = self.fix(terms, &[factor], Spread::Yes);
            if !fixed.is_some_and(|values| values.iter().all(Option::is_some)) {
                return false;
            }
        }
        true
    }

    /// Fixes forms to their values in one solution. Returns the values, `None` for
    /// those that are too long to fix; `None` altogether if there is no solution or
    /// fixing them causes a conflict.
    pub(crate) fn fix(
        &mut self,
        terms: &mut Terms,
        forms: &[Form],
        spread: Spread,
    ) -> Option<Vec<Option<Q>>> {
        let numbers = self.arithmetic.assignment(&self.numbers(), spread)?;
        let changes = self.arithmetic.changes();
        let mut values = Vec::new();
        for form in forms {
            let value = form.at(&numbers);
            let rest = value.and_then(|value| form.shifted(-value));
            values.push(value.filter(|_| rest.is_some()));
            if let Some(rest) = rest {
                self.arithmetic.zero(rest);
            }
        }
        self.is_feasible(terms, changes).then_some(values)
    }

    /// Applies a decision. Returns whether there is no conflict.
    fn apply_decision(&mut self, terms: &mut Terms, decision: &Decision) -> bool {
        let &Decision { atom, value, .. } = decision;
        self.fuel = crate::prover::FUEL;
        !self.conflicts_with(terms, atom, value) && (value || !self.cannot_differ(terms, atom))
    }

    /// The first undecided atom among the nodes from an index on.
    fn next_open(&self, from: usize) -> Option<(usize, Id)> {
        let mut nodes = self.closure.nodes().skip(from);
        let open = nodes.find(|id| self.is_open_atom(*id));
        open.map(|id| (id.index(), id))
    }

    fn is_open_atom(&self, id: Id) -> bool {
        self.closure.sort(id) == Sort::Bool && self.closure.truth(id).is_none() && self.is_atom(id)
    }

    /// All numbers, oldest first.
    pub(crate) fn numbers(&self) -> Vec<Id> {
        let is_number = |id: &Id| self.closure.sort(*id).is_number();
        self.closure.nodes().filter(is_number).collect()
    }

    /// Whether a formula is an atom.
    fn is_atom(&self, id: Id) -> bool {
        match self.closure.op(id) {
            Op::Not | Op::And | Op::Or | Op::Ite => false,
            Op::Eq => self.closure.sort(self.closure.arg(id, 0)) != Sort::Bool,
            _ => true,
        }
    }

    /// The value tried first for an atom: unrelated terms differ.
    fn preferred(&self, atom: Id) -> bool {
        matches!(self.closure.op(atom), Op::Le | Op::Lt)
    }
}

/// A candidate model, not yet evaluated.
#[derive(Debug)]
pub struct Candidate(Model);

impl Candidate {
    /// Removes the values of terms created since a mark; the function tables stay.
    pub(crate) fn forget_since(&mut self, terms: &Terms, mark: Mark) {
        self.0.forget_since(terms, mark);
    }

    /// Whether these facts are true in the model. If so, later evaluations preserve
    /// that; otherwise the model is unchanged.
    pub fn satisfies(&mut self, terms: &Terms, facts: impl IntoIterator<Item = Term>) -> bool {
        let quantified = |fact: &Term| terms.height(*fact) > 0;
        let (last, first): (Vec<Term>, Vec<Term>) = facts.into_iter().partition(quantified);
        let holds = |model: &mut Model, fact: Term| model.truth(terms, fact) == Some(true);
        self.0.attempt(|model| {
            let mut fits = first.into_iter().all(|fact| holds(model, fact));
            if fits && !last.is_empty() {
                model.evaluate_preferred(terms);
                fits = last.into_iter().all(|fact| holds(model, fact));
            }
            fits
        })
    }

    /// The values of terms. Equal numbers of references are equal references.
    pub fn values(&mut self, terms: &Terms, wanted: &[Term]) -> Vec<ModelValue> {
        let mut references: Vec<Object> = Vec::new();
        let values = wanted.iter().map(|&t| {
            let mut value = None;
            self.0.attempt(|model| {
                value = model.value(terms, t);
                value.is_some()
            });
            match value {
                Some(Value::Bool(truth)) => ModelValue::Bool(truth),
                Some(Value::Number(number)) if terms.sort(t) == Sort::Int => {
                    ModelValue::Int(number.to_integer().into())
                }
                Some(Value::Number(number)) => {
                    let (numerator, denominator) = (*number.numer(), *number.denom());
                    ModelValue::Perm(BigRational::new(numerator.into(), denominator.into()))
                }
                Some(Value::Ref(Object::Null)) => ModelValue::Null,
                Some(Value::Ref(object)) => {
                    let known = references.iter().position(|known| *known == object);
                    let number = known.unwrap_or(references.len());
                    if known.is_none() {
                        references.push(object);
                    }
                    ModelValue::Ref(u32::try_from(number).unwrap_or(u32::MAX))
                }
                Some(Value::Snap(_) | Value::Collection(_)) | None => ModelValue::Other,
            }
        });
        values.collect()
    }

    /// Whether `goal` is false in the model. If so, later evaluations preserve that,
    /// and the goal does not follow from the facts that the model satisfies; otherwise
    /// the model is unchanged.
    pub fn refutes(&mut self, terms: &Terms, goal: Term) -> bool {
        self.0.attempt(|model| {
            if terms.height(goal) > 0 {
                model.evaluate_preferred(terms);
            }
            model.truth(terms, goal) == Some(false)
        })
    }
}
