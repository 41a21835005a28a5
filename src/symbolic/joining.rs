//! Evaluation of several branches to one result.

use super::engine::Engine;
use super::error_context::Failure;
use super::state::symbolic_state::{Deferred, State};
use crate::logic::{FactKind, Path, Term};
use rustc_hash::FxHashSet;

/// What one branch of a joined evaluation gives.
#[derive(Clone, Debug)]
pub(in crate::symbolic) struct Leaf {
    /// The state at its end.
    pub state: State,
    /// Its value.
    pub value: Term,
}

impl<'p> Engine<'p> {
    /// One state and one value for all leaves that grew from `s`: values by
    /// if-then-else, facts guarded by the branches under which they were
    /// learned. A heap that some leaf changed (by opening) is given up; what
    /// opening said of values is kept. `None` if there is no leaf.
    pub(in crate::symbolic) fn join_leaves(
        &mut self,
        s: &State,
        leaves: Vec<Leaf>,
    ) -> Option<(State, Term)> {
        let mut leaves = leaves;
        if leaves.len() == 1 {
            let leaf = leaves.pop()?;
            let state = s.knowing(leaf.state);
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

    /// Adds what a branch learned since `base` to `joined`, but for what is
    /// there already: guarded by the conditions under which it was learned,
    /// unless it is what a symbol stands for. Returns the branch's own guard.
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

    /// Adds to `joined` what a branch from `base` deferred, under the branch's
    /// condition, and the instances that it opened or closed.
    pub(in crate::symbolic) fn keep_deferred(
        &mut self,
        joined: &mut State,
        base: &State,
        branch: &State,
        condition: Term,
    ) {
        let known = &branch.known;
        for deferred in known.deferred.iter().skip(base.known.deferred.len()) {
            let guard = self.session.terms.and([condition, deferred.guard]);
            let application = deferred.application.clone();
            let deferred = Deferred { application, guard };
            joined.known.deferred.push_back_mut(deferred);
        }
        if known.exchanged.size() > base.known.exchanged.size() {
            for &snapshot in known.exchanged.iter() {
                joined.known.exchanged.insert_mut(snapshot);
            }
        }
    }

    /// Collects the leaves of an evaluation. Failures in it are recorded on the
    /// failing paths as usual; the other paths give leaves.
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

    /// Like [`Engine::collect`], but nothing comes of it where any path fails.
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
