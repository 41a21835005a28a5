//! Joining: the evaluation of several branches to one result.
//!
//! Evaluation joins, assertions fork. `?:`, `&&`, `||`, `==>`, preconditions of pure calls and
//! unrolled bodies are evaluated branch by branch and joined by if-then-else; facts of a branch are
//! guarded by its condition. Conditional assertions and `if` fork the path.

use super::engine::Engine;
use super::error_context::Failure;
use super::state::symbolic_state::{Deferred, State};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Definitions, FactKind, Path, Sort, Term};

/// The maximum number of conditions that guard the range of a merged value: else each of many
/// nested branches would guard anew the ranges of all values merged within it.
const MAX_GUARDS: usize = 8;
/// The size, in nodes, from which guards get names.
const MAX_GUARD: u32 = 64;

/// The treatment of guards of many conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LongGuards {
    /// They are written out.
    Written,
    /// They are named by a symbol that is defined: nested branches would repeat them.
    Named,
}

/// A fact that a branch learned.
#[derive(Debug)]
pub(crate) struct GuardedFact {
    /// The fact on the branch.
    pub fact: Term,
    /// The fact under the branch's conditions.
    pub guarded: Term,
    pub kind: FactKind,
}

/// What a branch learned.
#[derive(Debug)]
pub(crate) struct GuardedFacts {
    /// The branch's conditions.
    pub guard: Term,
    /// The definitions of symbols, which hold on every branch.
    pub definitions: Vec<Definitions>,
    /// The other facts, oldest first.
    pub facts: Vec<GuardedFact>,
}

/// The result of one branch of a joined evaluation.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
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
    pub(crate) fn join_leaves(&mut self, s: &State, leaves: Vec<Leaf>) -> Option<(State, Term)> {
        let mut leaves = leaves;
        if leaves.len() == 1 {
            let leaf = leaves.pop()?;
            let state = s.with_knowledge_of(leaf.state);
            return Some((state, leaf.value));
        }
        let mut joined = s.clone();
        let mut guards = Vec::new();
        for leaf in &leaves {
            let GuardedFacts {
                guard,
                definitions,
                facts,
            } = self.guarded_facts(&s.path, &leaf.state.path, LongGuards::Written);
            joined.define(&self.session.terms, definitions);
            for learned in facts {
                joined.assume(&self.session.terms, learned.guarded, learned.kind);
            }
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

    /// The facts that a branch learned since `base`, guarded by the branch conditions under
    /// which they were learned, unless they define a symbol.
    pub(crate) fn guarded_facts(
        &mut self,
        base: &Path,
        path: &Path,
        long_guards: LongGuards,
    ) -> GuardedFacts {
        let mut guard = self.session.terms.truth();
        let (mut definitions, mut facts) = (Vec::new(), Vec::new());
        for node in path.since(base) {
            let Some(fact) = node.fact() else {
                definitions.extend(node.definitions());
                continue;
            };
            match node.kind {
                FactKind::Branch => {
                    guard = self.session.terms.and([guard, fact]);
                    let is_long = self.session.terms.size(guard) > MAX_GUARD;
                    if is_long && long_guards == LongGuards::Named {
                        let name = self.session.terms.fresh("branch", Sort::Bool);
                        let definition = self.session.terms.eq(name, guard);
                        definitions.push(Definitions::One(definition));
                        guard = name;
                    }
                }
                kind => {
                    let guarded = self.session.terms.implies(guard, fact);
                    if kind != FactKind::Range || !self.is_guarded_much(guarded) {
                        facts.push(GuardedFact {
                            fact,
                            guarded,
                            kind,
                        });
                    }
                }
            }
        }
        GuardedFacts {
            guard,
            definitions,
            facts,
        }
    }

    /// Whether a fact has more than [`MAX_GUARDS`] guards.
    pub(crate) fn is_guarded_much(&self, guarded: Term) -> bool {
        match self.session.terms.node(guarded) {
            Node::Or(parts) => parts.len() > MAX_GUARDS + 1,
            _ => false,
        }
    }

    /// Adds to `joined` the applications that a branch from `base` deferred, guarded by
    /// the branch's condition, and the instances that it opened or closed.
    pub(crate) fn keep_deferred(
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
        for &failure in known.failures.iter() {
            joined.known.failures.insert_mut(failure);
        }
    }

    /// Collects the leaves of an evaluation. Failures are reported as usual; the other
    /// paths yield leaves.
    pub(crate) fn collect(
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
    pub(crate) fn collect_quietly(
        &mut self,
        f: impl FnOnce(&mut Engine<'p>, &mut dyn FnMut(&mut Engine<'p>, State, Term)),
    ) -> Result<Vec<Leaf>, Vec<Failure>> {
        self.attempt(|engine, leaves| {
            f(engine, &mut |_, state, value| {
                leaves.push(Leaf { state, value })
            })
        })
    }
}
