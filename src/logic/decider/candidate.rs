//! Candidates for countermodels: what the decider knows of a question that it
//! could not settle is completed to values for everything that the facts mention.
//!
//! Every atom of unknown truth is decided, one after the other, with a few steps
//! back; then classes become values, and numbers those of a solution of all that
//! bounds them. The result is a guess. [`super::model`] judges it.

use super::Decider;
use super::closure::{Id, Op};
use super::linear::Q;
use super::model::{Model, Object, Shape, Snap, Value};
use crate::logic::term::{Node, Sort, Term, Terms};
use rustc_hash::FxHashMap;

/// How many decisions of a question turn out to be wrong before it is given up.
const MAX_WRONG: usize = 40;
/// How many atoms of a question are decided.
const MAX_DECISIONS: usize = 400;
/// Snapshots within snapshots that are followed.
const MAX_NESTING: usize = 200;

/// A decision: the state before it, what was decided, and whether the opposite is
/// known to be impossible.
struct Decision {
    mark: super::Mark,
    /// The first node that was not yet looked at.
    at: usize,
    atom: Id,
    value: bool,
    forced: bool,
}

impl Decider {
    /// A model that might show that `goal` does not follow; it is not known to.
    pub fn candidate(&mut self, terms: &mut Terms, goal: Term) -> Option<Candidate> {
        // What is too large for the end is not begun.
        let open = self.closure.nodes().filter(|id| self.is_open_atom(*id));
        if self.contradiction
            || open.count() > MAX_DECISIONS
            || !self.arithmetic.is_solvable(&self.numbers())
        {
            return None;
        }
        let mark = self.mark();
        self.assume_as(terms, goal, false);
        let complete = !self.contradiction && self.complete(terms) && self.settle_products(terms);
        let model = complete.then(|| self.values(terms)).flatten();
        self.undo_to(mark);
        model.map(Candidate)
    }

    /// Decides all atoms. Whether that could be done.
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
                .is_some_and(|last| !self.decided(terms, last))
            {
                // The opposite of the latest decision that can still be turned.
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
                if wrong > MAX_WRONG {
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

    /// Gives a factor of each product a value that it can have: what is left is
    /// linear. Whether that could be done.
    fn settle_products(&mut self, terms: &mut Terms) -> bool {
        let all: Vec<Id> = self.closure.nodes().collect();
        for id in all {
            let args = [0, 1].map(|at| self.closure.arg(id, at));
            let is_constant = |&arg: &Id| self.arithmetic.form(arg).value().is_some();
            if self.closure.op(id) != Op::Mul || args.iter().any(is_constant) {
                continue;
            }
            let values = self.arithmetic.assignment(&self.numbers());
            let factor = self.arithmetic.form(args[0]);
            let value = values.and_then(|values| factor.at(&values));
            let equation = value.and_then(|value| factor.shifted(-value));
            let Some(equation) = equation else {
                return false;
            };
            let changes = self.arithmetic.changes();
            self.arithmetic.zero(equation);
            self.queue.push_back(super::Event::Check(id));
            self.settle(terms);
            if self.contradiction || self.out_of_range(changes) {
                return false;
            }
        }
        true
    }

    /// Carries out a decision; whether nothing contradicts it at once.
    fn decided(&mut self, terms: &mut Terms, decision: &Decision) -> bool {
        let &Decision { atom, value, .. } = decision;
        self.fuel = super::FUEL;
        !self.contradicted_by(terms, atom, value) && (value || !self.cannot_differ(terms, atom))
    }

    /// The first atom of unknown truth among the nodes from one on.
    fn next_open(&self, from: usize) -> Option<(usize, Id)> {
        let mut nodes = self.closure.nodes().skip(from);
        let open = nodes.find(|id| self.is_open_atom(*id));
        open.map(|id| (id.index(), id))
    }

    fn is_open_atom(&self, id: Id) -> bool {
        self.closure.sort(id) == Sort::Bool && self.closure.truth(id).is_none() && self.is_atom(id)
    }

    /// All numbers, oldest first.
    fn numbers(&self) -> Vec<Id> {
        let is_number = |id: &Id| self.closure.sort(*id).is_number();
        self.closure.nodes().filter(is_number).collect()
    }

    /// Whether a formula's truth does not follow from that of others.
    fn is_atom(&self, id: Id) -> bool {
        match self.closure.op(id) {
            Op::Not | Op::And | Op::Or | Op::Ite => false,
            Op::Eq => self.closure.sort(self.closure.arg(id, 0)) != Sort::Bool,
            _ => true,
        }
    }

    /// What an atom is decided to be first: what is not known to be equal differs.
    fn preferred(&self, atom: Id) -> bool {
        matches!(self.closure.op(atom), Op::Le | Op::Lt)
    }

    /// Values for all terms that have no meaning of their own.
    fn values(&self, terms: &Terms) -> Option<Model> {
        let mut values = Values {
            decider: self,
            terms,
            model: Model::default(),
            numbers: self.arithmetic.assignment(&self.numbers())?,
            snaps: FxHashMap::default(),
        };
        for id in self.closure.nodes() {
            let Some(t) = self.closure.term(id) else {
                continue;
            };
            let is_free = matches!(
                terms.node(t),
                Node::Symbol(_)
                    | Node::App(..)
                    | Node::Select(..)
                    | Node::First(_)
                    | Node::Second(_)
                    | Node::Unwrap(..)
            );
            if is_free && let Some(value) = values.value(id, 0) {
                values.model.wish(t, value);
            }
        }
        Some(values.model)
    }
}

/// Values of classes.
struct Values<'d> {
    decider: &'d Decider,
    terms: &'d Terms,
    model: Model,
    numbers: FxHashMap<Id, Q>,
    snaps: FxHashMap<Id, Snap>,
}

impl Values<'_> {
    /// The value of a node's class; `depth` counts the snapshots around it.
    fn value(&mut self, id: Id, depth: usize) -> Option<Value> {
        let decider = self.decider;
        let root = decider.closure.find(id);
        Some(match decider.closure.sort(id) {
            Sort::Bool => Value::Bool(decider.closure.truth(root) == Some(true)),
            Sort::Int | Sort::Perm => Value::Number(self.number(root)?),
            Sort::Ref => Value::Ref(self.object(root)),
            Sort::Snap => Value::Snap(self.snap(root, depth)?),
            Sort::Elems(_) if !decider.closure.class(root).made.is_empty() => return None,
            // No formula that is judged by the model asks for more of a collection than
            // whether the snapshots that it is in are equal.
            _ => Value::Elems(u32::try_from(root.index()).ok()?),
        })
    }

    fn number(&self, root: Id) -> Option<Q> {
        self.decider.arithmetic.form(root).at(&self.numbers)
    }

    fn object(&self, root: Id) -> Object {
        let value = self.decider.closure.class(root).value;
        let term = value.and_then(|value| self.decider.closure.term(value));
        match term.map(|t| self.terms.node(t)) {
            Some(Node::Null) => Object::Null,
            Some(Node::Owner(class)) => Object::Owner(*class),
            _ => Object::Some(u32::try_from(root.index()).unwrap_or(u32::MAX)),
        }
    }

    fn snap(&mut self, root: Id, depth: usize) -> Option<Snap> {
        if let Some(&snap) = self.snaps.get(&root) {
            return Some(snap);
        }
        if depth > MAX_NESTING {
            return None;
        }
        let decider = self.decider;
        let shape = match decider.closure.class(root).constructor {
            Some(constructor) => {
                let part = |at| decider.closure.arg(constructor, at);
                match decider.closure.op(constructor) {
                    Op::Unit => Shape::Unit,
                    Op::Combine => Shape::Combine(
                        self.snap(decider.closure.find(part(0)), depth + 1)?,
                        self.snap(decider.closure.find(part(1)), depth + 1)?,
                    ),
                    _ => Shape::Wrap(
                        decider.closure.sort(part(0)),
                        self.value(part(0), depth + 1)?,
                    ),
                }
            }
            None => Shape::Wrap(Sort::Int, Value::Number(self.model.fresh_number())),
        };
        let snap = self.model.snap(shape);
        self.snaps.insert(root, snap);
        Some(snap)
    }
}

/// A model that is yet to be judged.
#[derive(Debug)]
pub struct Candidate(Model);

impl Candidate {
    /// Whether these facts are true in the model. If so, they stay true whatever it
    /// is asked afterwards; if that is not known, the model is as it was.
    pub fn satisfies(&mut self, terms: &Terms, facts: impl IntoIterator<Item = Term>) -> bool {
        let mut facts = facts.into_iter();
        self.0
            .attempt(|model| facts.all(|fact| model.truth(terms, fact) == Some(true)))
    }

    /// Whether `goal` is false in the model, which it then stays: it does not follow
    /// from what the model satisfies. If that is not known, the model is as it was.
    pub fn refutes(&mut self, terms: &Terms, goal: Term) -> bool {
        self.0
            .attempt(|model| model.truth(terms, goal) == Some(false))
    }
}
