//! The built-in prover: congruence closure, linear arithmetic, case splits, E-matching
//! and theory lemmas for collections. It follows the path: facts are pushed in order
//! and popped in reverse.
//!
//! It is sound and incomplete: a proved goal holds in every model of the facts, a
//! refuted goal is false in some model. All other goals go to Z3.
//!
//! A query is answered by refutation: its negation is assumed temporarily, and propagation
//! and search look for a conflict.
//!
//! It has congruence closure, normal forms and ranges, exact simplex, case splits; then
//! proofs with instances (E-matching, theory lemmas of collections, word equations, multisets as
//! sums; `crates/logic/src/prover/quantifiers/proof.rs`). A first search considers what is
//! connected with the query; a second one all facts, with lemmas that create components and
//! products. Each ends at the first case that it cannot refute, of which a countermodel is searched
//! then. A search leaves no terms behind. All bounds count steps. It is incomplete and never wrong;
//! random tests and `--prover check` hold it against Z3.

pub(crate) mod arithmetic;
pub(crate) mod case_split;
pub(crate) mod congruence;
pub(crate) mod elements;
pub(crate) mod holes;
pub(crate) mod linear;
pub(crate) mod propagation;
pub(crate) mod quantified_facts;
pub(crate) mod quantifiers;
pub(crate) mod query;
pub(crate) mod simplex;

pub use crate::models::search::Candidate;
pub use quantifiers::proof::AtOpenCase;

use super::terms::term::{Node, Operands, Sort, Term, Terms};
use arithmetic::Arithmetic;
use congruence::{Args, Closure, Id, Op};
use linear::{Form, small};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::collections::VecDeque;

/// A pending propagation.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Event {
    /// Two nodes are equal.
    Merge(Id, Id),
    /// A node must be rechecked because its operands changed.
    Check(Id),
    /// A formula got a truth value.
    Assert(Id, bool),
}

/// A backtracking point.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    closure: usize,
    arithmetic: arithmetic::Mark,
    conflict: bool,
    checked: usize,
}

/// The prover with the facts of a path.
#[derive(Debug)]
pub struct Prover {
    pub(crate) closure: Closure,
    pub(crate) arithmetic: Arithmetic,
    /// Empty between calls.
    pub(crate) queue: VecDeque<Event>,
    pub(crate) conflict: bool,
    /// The number of range changes already checked by simplex.
    checked: usize,
    /// The remaining term rewrites for the current fact or query.
    pub(crate) fuel: u32,
    /// The number of propagation steps so far.
    pub(crate) steps: u64,
    /// The number of instances of each quantified fact so far, those of abandoned cases included.
    pub(crate) made: FxHashMap<Term, u64>,
}

/// The most term rewrites for one fact or query.
pub(crate) const FUEL: u32 = 48;

impl Default for Prover {
    fn default() -> Prover {
        let mut arithmetic = Arithmetic::default();
        for truth in [Id::TRUE, Id::FALSE] {
            arithmetic.add(truth, None);
        }
        Prover {
            closure: Closure::default(),
            arithmetic,
            queue: VecDeque::new(),
            conflict: false,
            checked: 0,
            fuel: FUEL,
            steps: 0,
            made: FxHashMap::default(),
        }
    }
}

impl Prover {
    /// The current backtracking point.
    #[must_use]
    pub fn mark(&self) -> Mark {
        Mark {
            closure: self.closure.mark(),
            arithmetic: self.arithmetic.mark(),
            conflict: self.conflict,
            checked: self.checked,
        }
    }

    /// Undoes everything assumed since the mark.
    pub fn undo_to(&mut self, mark: Mark) {
        self.closure.undo_to(mark.closure);
        self.arithmetic.undo_to(mark.arithmetic);
        self.conflict = mark.conflict;
        self.checked = mark.checked;
    }

    /// Undoes everything assumed since the mark and clears the queue.
    pub(crate) fn abandon(&mut self, mark: Mark) {
        self.queue.clear();
        self.arithmetic.found.clear();
        self.arithmetic.conflict = false;
        self.undo_to(mark);
    }

    /// Whether the facts are in conflict.
    #[must_use]
    pub fn in_conflict(&self) -> bool {
        self.conflict
    }

    /// Assumes a formula.
    pub fn assume(&mut self, terms: &mut Terms, fact: Term) {
        self.assume_as(terms, fact, true);
    }

    /// Assumes a formula or its negation.
    pub(crate) fn assume_as(&mut self, terms: &mut Terms, fact: Term, value: bool) {
        if self.conflict {
            return;
        }
        self.fuel = FUEL;
        let id = self.node(terms, fact);
        self.set(id, value);
        self.propagate(terms);
    }

    /// The other terms in the equivalence class of a term, oldest first.
    pub fn equal_terms(&mut self, terms: &mut Terms, t: Term) -> Vec<Term> {
        let mark = self.mark();
        self.fuel = FUEL;
        let id = self.node(terms, t);
        self.propagate(terms);
        let mut members: Vec<Id> = self.closure.members(id).collect();
        members.sort();
        let equal = members.into_iter().filter_map(|m| self.closure.term(m));
        let equal = equal.filter(|&other| other != t).collect();
        self.undo_to(mark);
        equal
    }

    /// The node of a term, created with its subterms if needed.
    pub(crate) fn node(&mut self, terms: &Terms, t: Term) -> Id {
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
        if matches!(terms.node(t), Node::Forall(_)) {
            self.closure.add_quantifier(id);
        }
        if sort == Sort::Ref {
            let birth = terms.birth(t).unwrap_or(0);
            self.closure.set_ages(id, birth, terms.age(t));
        }
        self.arithmetic
            .add(id, form.map(|form| (sort == Sort::Int, form)));
        self.register(id);
        id
    }

    /// A node without a term.
    fn add_virtual(&mut self, op: Op, args: &[Id], sort: Sort) -> Id {
        let id = self.closure.push(None, op, Args::from_slice(args), sort);
        self.arithmetic.add(id, None);
        self.register(id);
        id
    }

    fn register(&mut self, id: Id) {
        if let Some(congruent) = self.closure.congruent(id) {
            self.queue.push_back(Event::Merge(congruent, id));
        }
        self.queue.push_back(Event::Check(id));
    }

    /// The linear form of a numeric term; `None` if it is opaque.
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

    /// Propagates until the queue is empty or there is a conflict.
    pub(crate) fn propagate(&mut self, terms: &mut Terms) {
        loop {
            self.conflict |= std::mem::take(&mut self.arithmetic.conflict);
            if self.conflict {
                self.queue.clear();
                self.arithmetic.found.clear();
                return;
            }
            for (a, b) in self.arithmetic.found.drain(..) {
                self.queue.push_back(Event::Merge(a, b));
            }
            self.steps += 1;
            match self.queue.pop_front() {
                Some(Event::Merge(a, b)) => self.merge(a, b),
                Some(Event::Check(id)) => self.check(terms, id),
                Some(Event::Assert(id, value)) => self.assert(terms, id, value),
                None => return,
            }
        }
    }
}
