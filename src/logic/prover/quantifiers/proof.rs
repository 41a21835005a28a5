//! Proofs with instances of quantifiers: rounds of instances, and splits into the
//! cases that they leave open. All budgets count steps.

use super::instances::Instances;
use crate::logic::prover::Decider;
use crate::logic::prover::congruence::{Id, Op};
use crate::logic::prover::linear::Q;
use crate::logic::terms::collections::Coll;
use crate::logic::terms::term::{Sort, Term, Terms};
use rustc_hash::FxHashSet;

/// The most cases of a question.
const MAX_CASES: usize = 120;
/// The most cases inside of one another.
const MAX_DEPTH: usize = 24;
/// How many parts of a fact are looked at for what it is about.
const MAX_PARTS: usize = 40;
/// By how much the places of two elements differ that may be the same one.
const MAX_DISTANCE: i128 = 2;
/// The most nodes that are looked at.
const MAX_NODES: usize = 600;

/// A question on the way to its answer.
struct Question {
    goal: Option<Id>,
    /// The number of nodes that were there before it.
    old: usize,
    instances: Instances,
    /// The cases that are left.
    cases: usize,
}

impl Decider {
    /// Whether a formula follows with instances of what the facts say of all values
    /// of a sort. It is asked where [`Decider::holds`] does not know, and costs more.
    pub fn proves(&mut self, terms: &mut Terms, goal: Term) -> bool {
        let mark = self.mark();
        let old = self.closure.nodes().count();
        self.assume_as(terms, goal, false);
        let mut question = Question {
            goal: self.closure.lookup(terms, goal),
            old,
            instances: Instances::default(),
            cases: MAX_CASES,
        };
        let proved = self.refuted(terms, &mut question, 0);
        self.undo_to(mark);
        proved
    }

    /// Whether what is assumed is contradictory.
    fn refuted(&mut self, terms: &mut Terms, question: &mut Question, depth: usize) -> bool {
        loop {
            let changes = self.arithmetic.changes();
            while !self.contradiction && self.learn_instances(terms, question) {}
            self.look_again(terms, question);
            if self.contradiction || self.out_of_range(changes) {
                return true;
            }
            let nodes = self.of_question(question);
            if self.same_word(&nodes) || self.same_product(&nodes) || self.same_sum(terms, &nodes) {
                return true;
            }
            if question.cases == 0 || depth >= MAX_DEPTH {
                return false;
            }
            let Some(condition) = self.next_condition(terms, question) else {
                // The cases may have made more known, or what was asked for them.
                if !self.contradiction && !self.learn_instances(terms, question) {
                    return false;
                }
                continue;
            };
            if !self.refuted_if(terms, question, condition, depth) {
                return false;
            }
            if self.contradicted_by(terms, condition, false) {
                return true;
            }
        }
    }

    /// Assumes the instances of quantifiers and laws that are due. Whether there were any.
    fn learn_instances(&mut self, terms: &mut Terms, question: &mut Question) -> bool {
        let before = question.instances.count();
        self.instantiate(terms, &mut question.instances);
        let nodes = self.of_question(question);
        for law in self.laws(terms, &nodes, &mut question.instances) {
            self.assume_as(terms, law, true);
        }
        question.instances.count() > before
    }

    /// Whether what is assumed is contradictory in the case that a condition holds.
    fn refuted_if(
        &mut self,
        terms: &mut Terms,
        question: &mut Question,
        condition: Id,
        depth: usize,
    ) -> bool {
        question.cases -= 1;
        let made = question.instances.count();
        self.fuel = crate::logic::prover::FUEL;
        let refuted = self.case(terms, condition, true, &mut |decider, terms| {
            decider.refuted(terms, question, depth + 1)
        });
        question.instances.truncate(made);
        refuted
    }

    /// The nodes that matter: those that the question made, those around it, and the
    /// collections and elements that are equal to some of them.
    fn of_question(&self, question: &Question) -> Vec<Id> {
        let mut nodes: Vec<Id> = self.closure.nodes().skip(question.old).collect();
        let mut seen: FxHashSet<Id> = nodes.iter().copied().collect();
        let around = question.goal.map(|goal| self.around(goal));
        let around = around.unwrap_or_default().into_iter();
        nodes.extend(around.filter(|&id| seen.insert(id)));
        let mut at = 0;
        let mut classes = FxHashSet::default();
        while let Some(&id) = nodes.get(at)
            && nodes.len() < MAX_NODES
        {
            at += 1;
            if classes.insert(self.closure.find(id)) && self.closure.sort(id) != Sort::Bool {
                let members = self.closure.members(id);
                let members = members.filter(|&m| matches!(self.closure.op(m), Op::Coll(_)));
                nodes.extend(members.filter(|&m| seen.insert(m)));
            }
            if matches!(self.closure.op(id), Op::Coll(_)) {
                let args = self.closure.args(id).iter().copied();
                nodes.extend(args.filter(|&arg| seen.insert(arg)));
            }
        }
        nodes.truncate(MAX_NODES);
        nodes
    }

    /// What is known of numbers may tell more of these nodes now.
    fn look_again(&mut self, terms: &mut Terms, question: &Question) {
        if self.contradiction {
            return;
        }
        self.fuel = crate::logic::prover::FUEL;
        for id in self.of_question(question) {
            if self.is_open(id) {
                self.queue.push_back(crate::logic::prover::Event::Check(id));
            }
        }
        self.settle(terms);
    }

    /// The sides of an equation that is known not to hold.
    pub(in crate::logic) fn denied(&self, id: Id) -> Option<(Id, Id)> {
        let is_denied = self.closure.op(id) == Op::Eq && self.closure.truth(id) == Some(false);
        is_denied.then(|| (self.closure.arg(id, 0), self.closure.arg(id, 1)))
    }

    /// What to split on.
    fn next_condition(&mut self, terms: &mut Terms, question: &Question) -> Option<Id> {
        let nodes = self.of_question(question);
        let conditions = self.conditions(terms, &nodes);
        if self.contradiction {
            return None;
        }
        conditions
            .first()
            .copied()
            .or_else(|| self.next_order(terms, &nodes))
            .or_else(|| self.next_way(terms, &nodes))
            .or_else(|| self.next_place(terms, &nodes))
    }

    /// Whether two elements that are near one another are the same.
    fn next_place(&mut self, terms: &mut Terms, nodes: &[Id]) -> Option<Id> {
        if self.contradiction {
            return None;
        }
        for &id in nodes {
            if !self.is_element(id) {
                continue;
            }
            let [whole, at] = [0, 1].map(|n| self.closure.arg(id, n));
            for other in self.closure.class(whole).uses.clone() {
                let place = self.closure.arg(other, 1);
                if !self.is_element(other)
                    || !self.closure.same(self.closure.arg(other, 0), whole)
                    || !self.is_near(at, place)
                {
                    continue;
                }
                let same = self.open_about(terms, (at, place), Terms::eq);
                if same.is_some() {
                    return same;
                }
            }
        }
        None
    }

    fn is_element(&self, id: Id) -> bool {
        matches!(self.closure.op(id), Op::Select | Op::Coll(Coll::SeqIndex))
    }

    /// Whether two numbers may be the same, and differ by little if not.
    fn is_near(&self, a: Id, b: Id) -> bool {
        let within = |a, b| {
            let difference = self.arithmetic.difference(a, b);
            let difference = difference.and_then(|d| d.shifted(Q::from_integer(MAX_DISTANCE)));
            difference.is_some_and(|d| self.arithmetic.surely_at_least(&d, false))
        };
        !self.closure.same(a, b) && within(a, b) && within(b, a)
    }

    /// A way in which a fact that is about some of these nodes can hold, where it is
    /// open in which it does.
    fn next_way(&mut self, terms: &mut Terms, nodes: &[Id]) -> Option<Id> {
        if self.contradiction {
            return None;
        }
        let classes = nodes.iter().map(|&id| self.closure.find(id));
        let about: FxHashSet<Id> = classes
            .filter(|&root| {
                self.closure.sort(root) != Sort::Bool && self.closure.class(root).value.is_none()
            })
            .collect();
        let known = self.closure.members(Id::TRUE);
        let open = known.filter(|&fact| self.closure.op(fact) == Op::Or);
        let mut facts: Vec<Id> = open.filter(|&fact| self.is_about(fact, &about)).collect();
        facts.sort();
        self.conditions(terms, &facts).first().copied()
    }

    /// Whether one of the parts of a formula that are looked at is in one of these
    /// classes, the outer parts first.
    fn is_about(&self, fact: Id, classes: &FxHashSet<Id>) -> bool {
        let (mut parts, mut at) = (vec![fact], 0);
        let mut seen = FxHashSet::default();
        while let Some(&part) = parts.get(at) {
            at += 1;
            if classes.contains(&self.closure.find(part)) {
                return true;
            }
            if parts.len() < MAX_PARTS {
                let args = self.closure.args(part).iter().copied();
                parts.extend(args.filter(|&arg| seen.insert(arg)));
            }
        }
        false
    }

    /// Whether the first of two numbers that differ is the lesser one.
    fn next_order(&mut self, terms: &mut Terms, nodes: &[Id]) -> Option<Id> {
        for &id in nodes {
            if let Some(sides) = self.denied(id).and(self.sides(id))
                && let Some(less) = self.open_about(terms, sides, Terms::lt)
            {
                return Some(less);
            }
        }
        None
    }

    /// The node of a formula about two numbers, if it is not known whether it holds.
    fn open_about(
        &mut self,
        terms: &mut Terms,
        (a, b): (Id, Id),
        formula: fn(&mut Terms, Term, Term) -> Term,
    ) -> Option<Id> {
        let formula = formula(terms, self.closure.term(a)?, self.closure.term(b)?);
        let node = self.node(terms, formula);
        self.settle(terms);
        (!self.contradiction && self.closure.truth(node).is_none()).then_some(node)
    }
}
