//! Proof search with quantifier instances: rounds of instantiation and case splits. All
//! budgets count steps.
//!
//! The first search considers what is connected with the query. If it finds no proof, a
//! second one considers all facts, and lemmas that create components of collections. Both end
//! at the first case that they cannot refute; the caller may find a countermodel there.

use super::instances::{Instances, Scope};
use crate::prover::Prover;
use crate::prover::congruence::{Id, IdSet, Op};
use crate::prover::linear::Q;
use crate::terms::collections::Coll;
use crate::terms::term::{Sort, Term, Terms};

/// The most cases of a query.
const MAX_CASES: usize = 120;
/// The most cases of a query in the scope of all nodes.
const MAX_CASES_OF_ALL: usize = 160;
/// The most rounds of instances before a case split in the scope of all nodes: chains of
/// instances without end must leave room for cases.
const MAX_ROUNDS_OF_ALL: usize = 6;
/// The depth of nested case splits.
const MAX_DEPTH: usize = 24;
/// The depth of nested case splits in the scope of all nodes.
const MAX_DEPTH_OF_ALL: usize = 16;
/// The most propagation steps of a query in the scope of all nodes. Most proofs take a tenth of
/// them; without a limit, a search that finds none would go on until all cases are used up.
const MAX_STEPS_OF_ALL: u64 = 25_000;
/// The same without quantified facts: then each lemma is about terms that exist, and proofs are
/// short.
const MAX_STEPS_WITHOUT_QUANTIFIERS: u64 = 1_200;
/// The most subterms of a fact visited to test its relevance.
const MAX_PARTS: usize = 40;
/// The largest difference of indices for a case split on their equality.
const MAX_DISTANCE: i128 = 2;
/// The most pairs of indices of a query whose equality is searched for.
const MAX_PAIRS: usize = 40;
/// The most nodes that are considered.
const MAX_NODES: usize = 600;

/// The state of the search for one query.
struct Query<'a> {
    goal: Option<Id>,
    /// The number of nodes before the query.
    old: usize,
    instances: Instances,
    /// The remaining cases.
    cases: usize,
    /// The depth of nested cases.
    depth: usize,
    /// The number of the prover's propagation steps at which the search ends.
    end: u64,
    /// The remaining pairs of indices whose equality is searched for.
    pairs: usize,
    at_open_case: AtOpenCase<'a>,
    /// Whether the case at which the search ended is the answer.
    answered: bool,
}

/// Called with the first case that a search for a proof cannot refute, in its state. Returns
/// whether that is the answer: the search ends then.
pub type AtOpenCase<'a> = &'a mut dyn FnMut(&mut Prover, &mut Terms) -> bool;

impl Query<'_> {
    fn scope(&self) -> Scope {
        self.instances.scope
    }
}

impl Prover {
    /// Whether a formula is proved with quantifier instances. Complements [`Prover::holds`]
    /// at a higher cost.
    pub fn proves(&mut self, terms: &mut Terms, goal: Term) -> bool {
        self.proves_unless(terms, goal, &mut |_, _| false)
    }

    /// Whether a formula is proved with quantifier instances, unless an open case is the answer.
    pub fn proves_unless(
        &mut self,
        terms: &mut Terms,
        goal: Term,
        at_open_case: AtOpenCase<'_>,
    ) -> bool {
        self.search_proof(terms, goal, Instances::default(), at_open_case)
    }

    /// Whether a formula is proved by case splits, without instances and lemmas, unless an open
    /// case is the answer.
    pub fn proves_by_cases_unless(
        &mut self,
        terms: &mut Terms,
        goal: Term,
        at_open_case: AtOpenCase<'_>,
    ) -> bool {
        self.search_proof(terms, goal, Instances::ground(), at_open_case)
    }

    /// Whether a search finds a proof, in the scope of the instances or in that of all nodes.
    /// What it creates is removed again.
    fn search_proof(
        &mut self,
        terms: &mut Terms,
        goal: Term,
        instances: Instances,
        at_open_case: AtOpenCase<'_>,
    ) -> bool {
        let (mark, made) = (self.mark(), terms.mark());
        let old = self.closure.nodes().count();
        self.assume_as(terms, goal, false);
        let mut query = Query {
            goal: self.closure.lookup(terms, goal),
            old,
            instances: instances.about(self.closure.quantifiers(true).len()),
            cases: MAX_CASES,
            depth: MAX_DEPTH,
            end: u64::MAX,
            pairs: MAX_PAIRS,
            at_open_case,
            answered: false,
        };
        let mut proved = self.refuted(terms, &mut query, 0);
        if !proved && !query.answered && query.scope() == Scope::Query {
            self.widen(&mut query);
            proved = self.refuted(terms, &mut query, 0);
        }
        self.undo_to(mark);
        terms.forget_since(made);
        proved
    }

    /// Ends the search at a case that is not refuted.
    fn end_at_open_case(&mut self, terms: &mut Terms, query: &mut Query<'_>) -> bool {
        query.answered = (query.at_open_case)(self, terms);
        false
    }

    /// Widens the search to all nodes, with bounds of its own.
    fn widen(&self, query: &mut Query<'_>) {
        query.instances.widen();
        query.cases = MAX_CASES_OF_ALL;
        query.depth = MAX_DEPTH_OF_ALL;
        let steps = if self.closure.quantifiers(true).is_empty() {
            MAX_STEPS_WITHOUT_QUANTIFIERS
        } else {
            MAX_STEPS_OF_ALL
        };
        query.end = self.steps + steps;
    }

    /// Whether a conflict is found.
    fn refuted(&mut self, terms: &mut Terms, query: &mut Query<'_>, depth: usize) -> bool {
        loop {
            let changes = self.arithmetic.changes();
            self.learn_rounds(terms, query);
            self.recheck(terms, query);
            if self.conflict || self.out_of_range(changes) {
                return true;
            }
            let nodes = self.of_query(query);
            if self.same_word(&nodes) || self.same_product(&nodes) || self.same_sum(terms, &nodes) {
                return true;
            }
            if query.cases == 0 || depth >= query.depth || self.steps >= query.end {
                return self.end_at_open_case(terms, query);
            }
            let Some(condition) = self.next_condition(terms, query, &nodes) else {
                // The cases may have added nodes or facts.
                if !self.conflict && !self.learn_instances(terms, query) {
                    return self.end_at_open_case(terms, query);
                }
                continue;
            };
            if !self.refuted_if(terms, query, condition, depth) {
                return false;
            }
            if self.conflicts_with(terms, condition, false) {
                return true;
            }
        }
    }

    /// Assumes instances and lemmas while there are new ones, within the limit of rounds.
    fn learn_rounds(&mut self, terms: &mut Terms, query: &mut Query<'_>) {
        let mut rounds = 0;
        while !self.conflict
            && (query.scope() != Scope::All || rounds < MAX_ROUNDS_OF_ALL)
            && self.steps < query.end
            && self.learn_instances(terms, query)
        {
            rounds += 1;
        }
    }

    /// Assumes the pending instances and lemmas. Returns whether there were any.
    fn learn_instances(&mut self, terms: &mut Terms, query: &mut Query<'_>) -> bool {
        if query.scope() == Scope::Ground {
            return false;
        }
        let before = query.instances.count();
        self.instantiate(terms, &mut query.instances);
        let nodes = self.of_query(query);
        for lemma in self.lemmas(terms, &nodes, &mut query.instances) {
            self.assume_as(terms, lemma, true);
        }
        query.instances.count() > before
    }

    /// Whether assuming a condition leads to a conflict.
    fn refuted_if(
        &mut self,
        terms: &mut Terms,
        query: &mut Query<'_>,
        condition: Id,
        depth: usize,
    ) -> bool {
        query.cases -= 1;
        let made = query.instances.count();
        self.fuel = crate::prover::FUEL;
        let refuted = self.case(terms, condition, true, &mut |prover, terms| {
            prover.refuted(terms, query, depth + 1)
        });
        query.instances.truncate(made);
        refuted
    }

    /// The relevant nodes: those of the query, their neighbourhood, and the collections
    /// and elements equal to some of them.
    fn of_query(&self, query: &Query<'_>) -> Vec<Id> {
        let mut nodes: Vec<Id> = self.closure.nodes().skip(query.old).collect();
        let mut seen = self.closure.no_nodes();
        for &id in &nodes {
            seen.insert(id);
        }
        let around = query.goal.map(|goal| self.around(goal));
        let around = around.unwrap_or_default().into_iter();
        nodes.extend(around.filter(|&id| seen.insert(id)));
        if query.scope() == Scope::All {
            nodes.extend(self.closure.nodes().filter(|&id| seen.insert(id)));
            nodes.truncate(MAX_NODES);
            return nodes;
        }
        let mut at = 0;
        let mut classes = self.closure.no_nodes();
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

    /// Rechecks these nodes against the current ranges.
    fn recheck(&mut self, terms: &mut Terms, query: &Query<'_>) {
        if self.conflict {
            return;
        }
        self.fuel = crate::prover::FUEL;
        for id in self.of_query(query) {
            if self.is_open(id) {
                self.queue.push_back(crate::prover::Event::Check(id));
            }
        }
        self.propagate(terms);
    }

    /// The sides of a disequality.
    pub(crate) fn disequality(&self, id: Id) -> Option<(Id, Id)> {
        let is_denied = self.closure.op(id) == Op::Eq && self.closure.truth(id) == Some(false);
        is_denied.then(|| (self.closure.arg(id, 0), self.closure.arg(id, 1)))
    }

    /// The condition of the next case split.
    fn next_condition(
        &mut self,
        terms: &mut Terms,
        query: &mut Query<'_>,
        nodes: &[Id],
    ) -> Option<Id> {
        let conditions = self.conditions(terms, nodes);
        if self.conflict {
            return None;
        }
        conditions
            .first()
            .copied()
            .or_else(|| self.next_order(terms, nodes))
            .or_else(|| self.next_disjunct(terms, nodes))
            .or_else(|| self.next_place(terms, query, nodes))
    }

    /// The equality of two indices that are close to each other.
    fn next_place(&mut self, terms: &mut Terms, query: &mut Query<'_>, nodes: &[Id]) -> Option<Id> {
        if self.conflict {
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
                    || !self.may_coincide(terms, query, at, place)
                {
                    continue;
                }
                let same = self.open_about(terms, at, place, Terms::eq);
                if same.is_some() {
                    return same;
                }
            }
        }
        None
    }

    /// Whether a case split on the equality of two indices is worthwhile: they are close to each
    /// other, or the facts about numbers imply that they are equal.
    fn may_coincide(&mut self, terms: &mut Terms, query: &mut Query<'_>, a: Id, b: Id) -> bool {
        if self.closure.same(a, b) {
            return false;
        }
        if self.is_close(a, b) {
            return true;
        }
        if query.scope() != Scope::All || query.pairs == 0 {
            return false;
        }
        query.pairs -= 1;
        let mut is_refuted = |low, high| self.less(terms, low, high, &mut |_, _| false);
        is_refuted(a, b) && is_refuted(b, a)
    }

    fn is_element(&self, id: Id) -> bool {
        matches!(self.closure.op(id), Op::Select | Op::Coll(Coll::SeqIndex))
    }

    /// Whether two numbers may be equal, and have a small constant difference
    /// otherwise.
    fn is_close(&self, a: Id, b: Id) -> bool {
        let within = |a, b| {
            let difference = self.arithmetic.difference(a, b);
            let difference = difference.and_then(|d| d.shifted(Q::from_integer(MAX_DISTANCE)));
            difference.is_some_and(|d| self.arithmetic.surely_at_least(&d, false))
        };
        within(a, b) && within(b, a)
    }

    /// An undetermined disjunct of a fact that mentions some of these nodes.
    fn next_disjunct(&mut self, terms: &mut Terms, nodes: &[Id]) -> Option<Id> {
        if self.conflict {
            return None;
        }
        let classes = nodes.iter().map(|&id| self.closure.find(id));
        let about: IdSet = classes
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

    /// Whether a subterm of a formula is in one of these classes, breadth first within the
    /// limit.
    fn is_about(&self, fact: Id, classes: &IdSet) -> bool {
        let (mut parts, mut at) = (vec![fact], 0);
        let mut seen = IdSet::default();
        while let Some(&part) = parts.get(at) {
            at += 1;
            if classes.contains(self.closure.find(part)) {
                return true;
            }
            if parts.len() < MAX_PARTS {
                let args = self.closure.args(part).iter().copied();
                parts.extend(args.filter(|&arg| seen.insert(arg)));
            }
        }
        false
    }

    /// The order of two different numbers.
    fn next_order(&mut self, terms: &mut Terms, nodes: &[Id]) -> Option<Id> {
        for &id in nodes {
            if let Some(sides) = self.disequality(id).and(self.sides(id))
                && let Some(less) = self.open_about(terms, sides.0, sides.1, Terms::lt)
            {
                return Some(less);
            }
        }
        None
    }

    /// The node of a comparison, if its truth value is unknown.
    fn open_about(
        &mut self,
        terms: &mut Terms,
        a: Id,
        b: Id,
        formula: fn(&mut Terms, Term, Term) -> Term,
    ) -> Option<Id> {
        let formula = formula(terms, self.closure.term(a)?, self.closure.term(b)?);
        let node = self.node(terms, formula);
        self.propagate(terms);
        (!self.conflict && self.closure.truth(node).is_none()).then_some(node)
    }
}
