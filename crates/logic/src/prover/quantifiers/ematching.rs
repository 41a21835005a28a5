//! E-matching: the nodes that match a trigger modulo the known equalities.

use super::instances::{Instances, Scope};
use crate::prover::Prover;
use crate::prover::congruence::{Args, Id, Op};
use crate::terms::term::{Node, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// The number of nodes filtered by operator in one step.
const NODES_PER_STEP: usize = 16;

/// The bindings of the variables, in order.
type Bindings = SmallVec<[Option<Id>; 4]>;

/// A pattern to match, against a class or against all nodes.
type Task = (Term, Option<Id>);

/// A search for bindings.
struct Matcher<'d> {
    prover: &'d Prover,
    terms: &'d Terms,
    vars: &'d [Term],
    /// The nodes of the patterns' operators, up to congruence; filled on demand.
    nodes: FxHashMap<Op, Rc<[Id]>>,
    /// The most bindings.
    limit: usize,
    scope: Scope,
    /// The remaining step budget.
    steps: &'d mut usize,
    found: Vec<Args>,
}

impl Prover {
    /// All bindings under which every term of a trigger equals a node: at most `limit`,
    /// within the step budget. Arithmetic on variables is not matched.
    pub(crate) fn matches(
        &mut self,
        terms: &mut Terms,
        vars: &[Term],
        trigger: &[Term],
        limit: usize,
        instances: &mut Instances,
    ) -> Vec<Args> {
        let (scope, steps) = (instances.scope, &mut instances.steps);
        let ops: Vec<Op> = trigger.iter().map(|&t| Op::made_by(terms, t)).collect();
        self.closure.enter_operators();
        let has_nodes = |&op: &Op| !self.closure.with_operator(op).is_empty();
        if scope != Scope::All && !ops.iter().all(has_nodes) {
            return Vec::new();
        }
        for &t in trigger {
            self.prepare(terms, t);
        }
        self.propagate(terms);
        if self.conflict {
            return Vec::new();
        }
        self.closure.enter_operators();
        let mut matcher = Matcher {
            prover: self,
            terms,
            vars,
            nodes: FxHashMap::default(),
            limit,
            scope,
            steps,
            found: Vec::new(),
        };
        let tasks: Vec<Task> = trigger.iter().rev().map(|&t| (t, None)).collect();
        let none = std::iter::repeat_n(None, vars.len()).collect();
        matcher.match_tasks(tasks, none);
        matcher.found
    }

    /// The nodes, one per congruence class.
    fn up_to_congruence(&self, nodes: impl Iterator<Item = Id>) -> Vec<Id> {
        let mut seen: FxHashSet<(Op, Args)> = FxHashSet::default();
        let operands = |id| {
            self.closure
                .args(id)
                .iter()
                .map(|&arg| self.closure.find(arg))
        };
        nodes
            .filter(|&id| seen.insert((self.closure.op(id), operands(id).collect())))
            .collect()
    }

    /// Creates nodes for the ground subterms of a trigger.
    fn prepare(&mut self, terms: &Terms, t: Term) {
        if !terms.has_bound(t) {
            self.node(terms, t);
            return;
        }
        for part in terms.children(t) {
            self.prepare(terms, part);
        }
    }
}

impl Matcher<'_> {
    /// Matches the last task against all nodes, then the remaining tasks.
    fn match_tasks(&mut self, mut tasks: Vec<Task>, bound: Bindings) {
        if self.found.len() >= self.limit {
            return;
        }
        let Some((pattern, target)) = tasks.pop() else {
            // A trigger contains every variable.
            self.found
                .extend(bound.into_iter().collect::<Option<Args>>());
            return;
        };
        if !self.terms.has_bound(pattern) {
            let node = self.prover.closure.lookup(self.terms, pattern);
            if target.is_none_or(|id| node.is_some_and(|n| self.prover.closure.same(n, id))) {
                self.match_tasks(tasks, bound);
            }
            return;
        }
        if let Some(n) = self.vars.iter().position(|&v| v == pattern) {
            if let Some(bound) = self.bind(bound, n, target) {
                self.match_tasks(tasks, bound);
            }
            return;
        }
        let op = Op::made_by(self.terms, pattern);
        let nodes = match target {
            Some(id) => {
                let closure = &self.prover.closure;
                let size = closure.members(id).count();
                *self.steps = self.steps.saturating_sub(size);
                let members = closure.members(id).filter(|&id| closure.op(id) == op);
                self.prover.up_to_congruence(members).into()
            }
            None => self.candidates(pattern, op, &bound),
        };
        self.expand(pattern, &nodes, &tasks, &bound);
        if target.is_none() && self.scope == Scope::All {
            self.expand_updated(pattern, &tasks, &bound);
        }
    }

    /// The nodes of a pattern's operator that a match can be, oldest first, one per congruence
    /// class: those that use the known operand with the fewest uses, or all.
    fn candidates(&mut self, pattern: Term, op: Op, bound: &Bindings) -> Rc<[Id]> {
        let closure = &self.prover.closure;
        let parts = self.terms.children(pattern);
        let known = parts.iter().filter_map(|&part| self.operand(part, bound));
        let users = known.map(|operand| &closure.class(operand).uses);
        let all = closure.with_operator(op);
        let users = users.min_by_key(|users| users.len());
        if let Some(users) = users.filter(|users| users.len() < all.len()) {
            *self.steps = self.steps.saturating_sub(users.len() / NODES_PER_STEP);
            let users = users.iter().copied().filter(|&id| closure.op(id) == op);
            let mut users: Vec<Id> = users.collect();
            users.sort();
            return self.prover.up_to_congruence(users.into_iter()).into();
        }
        let nodes = self.nodes.entry(op).or_insert_with(|| {
            *self.steps = self.steps.saturating_sub(all.len() / NODES_PER_STEP);
            self.prover.up_to_congruence(all.iter().copied()).into()
        });
        nodes.clone()
    }

    /// The node of an operand of a pattern: of a ground term or of a bound variable.
    fn operand(&self, part: Term, bound: &Bindings) -> Option<Id> {
        match self.vars.iter().position(|&v| v == part) {
            Some(n) => bound.get(n).copied().flatten(),
            None if self.terms.has_bound(part) => None,
            None => self.prover.closure.lookup(self.terms, part),
        }
    }

    /// Matches a read of contents with the positions at which they are updated: such reads
    /// are simplified, so no node is one.
    fn expand_updated(&mut self, pattern: Term, tasks: &[Task], bound: &Bindings) {
        let &Node::Select(contents, index) = self.terms.node(pattern) else {
            return;
        };
        let Some(contents) = self.prover.closure.lookup(self.terms, contents) else {
            return;
        };
        for position in self.prover.updated_positions(contents) {
            let Some(left) = self.steps.checked_sub(1) else {
                return;
            };
            *self.steps = left;
            let inside = std::iter::once((index, Some(position)));
            let tasks = tasks.iter().copied().chain(inside).collect();
            self.match_tasks(tasks, bound.clone());
        }
    }

    /// Matches a pattern with each node of its operator.
    fn expand(&mut self, pattern: Term, nodes: &[Id], tasks: &[Task], bound: &Bindings) {
        let op = Op::made_by(self.terms, pattern);
        let parts = self.terms.children(pattern);
        if matches!(op, Op::Leaf | Op::Value | Op::Sum | Op::And | Op::Or) {
            return;
        }
        for &id in nodes {
            let Some(left) = self.steps.checked_sub(1) else {
                return;
            };
            *self.steps = left;
            let args = self.prover.closure.args(id);
            if self.prover.closure.op(id) == op && args.len() == parts.len() {
                let inside = parts.iter().zip(args).rev();
                let inside = inside.map(|(&part, &arg)| (part, Some(arg)));
                let tasks = tasks.iter().copied().chain(inside).collect();
                self.match_tasks(tasks, bound.clone());
            }
        }
    }

    /// The bindings with one more; `None` if they are inconsistent.
    fn bind(&self, mut bound: Bindings, n: usize, to: Option<Id>) -> Option<Bindings> {
        let (id, slot) = (to?, bound.get_mut(n)?);
        let sort = self.vars.get(n).map(|&v| self.terms.sort(v));
        if sort != Some(self.prover.closure.sort(id)) {
            return None;
        }
        match *slot {
            Some(other) if !self.prover.closure.same(other, id) => return None,
            Some(_) => {}
            None => *slot = Some(id),
        }
        Some(bound)
    }
}
