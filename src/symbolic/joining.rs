//! Joining: the evaluation of several branches to one result.

use super::engine::Engine;
use super::error_context::Failure;
use super::state::symbolic_state::{Deferred, State};
use crate::logic::{FactKind, Path, Term};
use rustc_hash::FxHashSet;

/// The result of one branch of a joined evaluation.
#[derive(Clone, Debug)]
pub(in crate::symbolic) struct Leaf {
    /// The state at its end.
    pub state: State,
    /// Its value.
    pub value: Term,
}

impl<'p> Engine<'p> {
    /// Joins the leaves of an evaluation from `s` into one state and one value. Values
    /// are joined by if-then-else, and facts are guarded by the branch conditions under
    /// which they were learned. The heap is that of `s`: changes by opening predicates
    /// are discarded, but facts learned by opening are kept. `None` if there are no
    /// leaves.
    pub(in crate::symbolic) fn join_leaves(
        &mut self,
        s: &State,
        leaves: Vec<Leaf>,
    ) -> Option<(State, Term)> {
        let mut leaves = leaves;
        if leaves.len() == 1 {
            let leaf = leaves.pop()?;
            let state = s.with_knowledge_of(leaf.state);
            return Some((state, leaf.value));
        }
        let mut joined = s.clone();
        let mut guards = Vec::new();
        for leaf in &leaves {
            let none = FxHashSet::default();
            let guard = self.guarded_facts(&mut joined, &s.path, &leaf.state.path, &none);
            self.keep_deferred(&mut joined, s, &leaf.state, guard);
            guards.push(guard);
        }
        let some_branch = self.session.terms.or(guards.iter().copied());
        self.assume_new(&mut joined, some_branch, FactKind::Fact);
        let mut value = leaves.last()?.value;
        for (leaf, guard) in leaves.iter().zip(&guards).rev().skip(1) {
            value = self.session.terms.ite(*guard, leaf.value, value);
        }
        Some((joined, value))
    }

    /// Adds the facts that a branch learned since `base` to `joined`, except those in
    /// `known`. They are guarded by the branch conditions under which they were learned,
    /// unless they define a symbol. Returns the branch's guard.
    pub(in crate::symbolic) fn guarded_facts(
        &mut self,
        joined: &mut State,
        base: &Path,
        path: &Path,
        known: &FxHashSet<Term>,
    ) -> Term {
        let mut guard = self.session.terms.truth();
        for node in path.since(base) {
            if node.kind == FactKind::Branch {
                guard = self.session.terms.and([guard, node.fact]);
            } else if node.kind == FactKind::Definition {
                joined.assume(&self.session.terms, node.fact, node.kind);
            } else if !known.contains(&node.fact) {
                let guarded = self.session.terms.implies(guard, node.fact);
                joined.assume(&self.session.terms, guarded, node.kind);
            }
        }
        guard
    }

    /// Adds to `joined` the applications that a branch from `base` deferred, guarded by
    /// the branch's condition, and the instances that it opened or closed.
    pub(in crate::symbolic) fn keep_deferred(
        &mut self,
        joined: &mut State,
        base: &State,
        branch: &State,
        condition: Term,
    ) {
        let known = &branch.known;
        // `skip` would visit all entries of a persistent vector.
        let new = base.known.deferred.len()..known.deferred.len();
        for deferred in new.filter_map(|at| known.deferred.get(at)) {
            let guard = self.session.terms.and([condition, deferred.guard]);
            let application = deferred.application.clone();
            joined.known.defer(Deferred { application, guard });
        }
        if known.exchanged.size() > base.known.exchanged.size() {
            for &snapshot in known.exchanged.iter() {
                joined.known.exchanged.insert_mut(snapshot);
            }
        }
    }

    /// Collects the leaves of an evaluation. Failures are reported as usual; the other
    /// paths yield leaves.
    pub(in crate::symbolic) fn collect(
        &mut self,
        f: impl FnOnce(&mut Engine<'p>, &mut dyn FnMut(&mut Engine<'p>, State, Term)),
    ) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        f(self, &mut |_, state, value| {
            leaves.push(Leaf { state, value })
        });
        leaves
    }

    /// Like [`Engine::collect`], but if any path fails, the failures are returned instead
    /// of reported.
    pub(in crate::symbolic) fn collect_quietly(
        &mut self,
        f: impl FnOnce(&mut Engine<'p>, &mut dyn FnMut(&mut Engine<'p>, State, Term)),
    ) -> Result<Vec<Leaf>, Vec<Failure>> {
        self.attempt(|engine, leaves| {
            f(engine, &mut |_, state, value| {
                leaves.push(Leaf { state, value })
            })
        })
        .map_err(|(_, failures)| failures)
    }
}
