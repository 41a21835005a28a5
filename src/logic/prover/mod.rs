//! The built-in decider: congruence closure, linear arithmetic, the Boolean
//! structure of facts, instances of quantifiers and laws of collections. It follows
//! the path: facts are assumed in order and taken back in reverse.
//!
//! It is incomplete and never wrong: what it calls valid holds in every model
//! of the facts, and what it refutes does not in one. What it does not know goes to Z3.
//!
//! A question is answered by refutation: its negation is assumed, for as long
//! as the question takes, and what follows is looked at for a contradiction.

pub(in crate::logic) mod arithmetic;
pub(in crate::logic) mod case_split;
pub(in crate::logic) mod congruence;
pub(in crate::logic) mod elements;
pub(in crate::logic) mod linear;
pub(in crate::logic) mod propagation;
pub(in crate::logic) mod quantifiers;
pub(in crate::logic) mod query;
pub(in crate::logic) mod simplex;

pub use crate::logic::models::search::Candidate;

use super::terms::term::{Node, Operands, Sort, Term, Terms};
use arithmetic::Arithmetic;
use congruence::{Args, Closure, Id, Op};
use linear::{Form, small};
use smallvec::{SmallVec, smallvec};
use std::collections::VecDeque;

/// Something that is yet to be done.
#[derive(Clone, Copy, Debug)]
pub(in crate::logic) enum Event {
    /// Two nodes are equal.
    Merge(Id, Id),
    /// What is known of a node's operands has changed.
    Check(Id),
    /// A formula turned out to be true or false.
    Assert(Id, bool),
}

/// A point to return to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    closure: usize,
    arithmetic: arithmetic::Mark,
    contradiction: bool,
    checked: usize,
}

/// The facts of a path, as far as the decider understands them.
#[derive(Debug)]
pub struct Decider {
    pub(in crate::logic) closure: Closure,
    pub(in crate::logic) arithmetic: Arithmetic,
    /// Empty between calls.
    pub(in crate::logic) queue: VecDeque<Event>,
    pub(in crate::logic) contradiction: bool,
    /// How many changes of ranges are known to fit together.
    checked: usize,
    /// How many terms may still be rebuilt for the present fact or question.
    pub(in crate::logic) fuel: u32,
}

/// How many terms are rebuilt for one fact or question.
pub(in crate::logic) const FUEL: u32 = 48;

impl Default for Decider {
    fn default() -> Decider {
        let mut arithmetic = Arithmetic::default();
        for truth in [Id::TRUE, Id::FALSE] {
            arithmetic.add(truth, None);
        }
        Decider {
            closure: Closure::default(),
            arithmetic,
            queue: VecDeque::new(),
            contradiction: false,
            checked: 0,
            fuel: FUEL,
        }
    }
}

impl Decider {
    /// A mark to return to.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark {
            closure: self.closure.mark(),
            arithmetic: self.arithmetic.mark(),
            contradiction: self.contradiction,
            checked: self.checked,
        }
    }

    /// Takes back everything assumed since the mark.
    pub fn undo_to(&mut self, mark: Mark) {
        self.closure.undo_to(mark.closure);
        self.arithmetic.undo_to(mark.arithmetic);
        self.contradiction = mark.contradiction;
        self.checked = mark.checked;
    }

    /// Takes back everything assumed since the mark, and forgets what is yet to be done.
    pub(in crate::logic) fn abandon(&mut self, mark: Mark) {
        self.queue.clear();
        self.arithmetic.found.clear();
        self.arithmetic.conflict = false;
        self.undo_to(mark);
    }

    /// Whether the facts are known to contradict each other.
    #[must_use]
    pub fn contradictory(&self) -> bool {
        self.contradiction
    }

    /// Takes a formula for true.
    pub fn assume(&mut self, terms: &mut Terms, fact: Term) {
        self.assume_as(terms, fact, true);
    }

    /// Takes a formula for true or false.
    pub(in crate::logic) fn assume_as(&mut self, terms: &mut Terms, fact: Term, value: bool) {
        if self.contradiction {
            return;
        }
        self.fuel = FUEL;
        let id = self.node(terms, fact);
        self.set(id, value);
        self.settle(terms);
    }

    /// All terms that are known to be equal to a term, oldest first, without
    /// the term itself.
    pub fn equal_terms(&mut self, terms: &mut Terms, t: Term) -> Vec<Term> {
        let mark = self.mark();
        self.fuel = FUEL;
        let id = self.node(terms, t);
        self.settle(terms);
        let mut members: Vec<Id> = self.closure.members(id).collect();
        members.sort();
        let equal = members.into_iter().filter_map(|m| self.closure.term(m));
        let equal = equal.filter(|&other| other != t).collect();
        self.undo_to(mark);
        equal
    }

    /// The node of a term, with nodes for all its parts.
    pub(in crate::logic) fn node(&mut self, terms: &Terms, t: Term) -> Id {
        if let Some(id) = self.closure.lookup(terms, t) {
            return id;
        }
        let mut todo: SmallVec<[Term; 16]> = smallvec![t];
        let mut newest = Id::TRUE;
        while let Some(&part) = todo.last() {
            if let Some(id) = self.closure.lookup(terms, part) {
                newest = id;
                todo.pop();
                continue;
            }
            let op = Op::of(terms, part);
            let operands = match op {
                Op::Leaf | Op::Value => Operands::new(),
                _ => terms.children(part),
            };
            let before = todo.len();
            let mut ids = Args::new();
            for &operand in operands.iter().rev() {
                match self.closure.lookup(terms, operand) {
                    Some(id) => ids.push(id),
                    None => todo.push(operand),
                }
            }
            if todo.len() == before {
                ids.reverse();
                newest = self.add(terms, part, op, ids);
                todo.pop();
            }
        }
        newest
    }

    fn add(&mut self, terms: &Terms, t: Term, op: Op, args: Args) -> Id {
        let sort = terms.sort(t);
        let form = sort.is_number().then(|| self.form_of(terms, t, &args));
        let id = self.closure.push(Some(t), op, args, sort);
        if sort == Sort::Ref {
            let birth = terms.birth(t).unwrap_or(0);
            self.closure.set_ages(id, birth, terms.age(t));
        }
        self.arithmetic
            .add(id, form.map(|form| (sort == Sort::Int, form)));
        self.register(id);
        id
    }

    /// A node that stands for no term of its own.
    fn add_virtual(&mut self, op: Op, args: &[Id], sort: Sort) -> Id {
        let id = self.closure.push(None, op, Args::from_slice(args), sort);
        self.arithmetic.add(id, None);
        self.register(id);
        id
    }

    fn register(&mut self, id: Id) {
        if let Some(twin) = self.closure.congruent(id) {
            self.queue.push_back(Event::Merge(twin, id));
        }
        self.queue.push_back(Event::Check(id));
    }

    /// The normal form of a number that is made of others; `None` if it is opaque.
    fn form_of(&self, terms: &Terms, t: Term, args: &[Id]) -> Option<Form> {
        match terms.node(t) {
            Node::Int(n) => Some(Form::constant(small(&n.clone().into())?)),
            Node::Perm(q) => Some(Form::constant(small(q)?)),
            Node::Sum(_, linear) if args.len() == linear.parts.len() => {
                let mut sum = Form::constant(small(&linear.constant)?);
                for ((factor, _), &arg) in linear.parts.iter().zip(args) {
                    sum = sum.plus(self.arithmetic.form(arg), small(factor)?)?;
                }
                Some(sum)
            }
            _ => None,
        }
    }

    fn set(&mut self, id: Id, value: bool) {
        self.queue.push_back(Event::Merge(id, Id::of_bool(value)));
    }

    /// Draws all conclusions that are due.
    pub(in crate::logic) fn settle(&mut self, terms: &mut Terms) {
        loop {
            self.contradiction |= std::mem::take(&mut self.arithmetic.conflict);
            if self.contradiction {
                self.queue.clear();
                self.arithmetic.found.clear();
                return;
            }
            for (a, b) in self.arithmetic.found.drain(..) {
                self.queue.push_back(Event::Merge(a, b));
            }
            match self.queue.pop_front() {
                Some(Event::Merge(a, b)) => self.merge(a, b),
                Some(Event::Check(id)) => self.check(terms, id),
                Some(Event::Assert(id, value)) => self.assert(terms, id, value),
                None => return,
            }
        }
    }
}
