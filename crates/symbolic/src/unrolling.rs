//! Unrolling of pure methods: assuming that a call equals the method's body (§4.1, second
//! rule).
//!
//! A call is unrolled once, when it is evaluated. A recursive call in an unrolled body is
//! unrolled only if the predicate instance that it reads was opened or closed, so that
//! the components of its snapshot are known. Other recursive calls are deferred until
//! that instance is opened, and so are recursive calls under a quantifier of an unrolled
//! body. The bounds limit the nesting, not the total number of unrollings.

use super::engine::Engine;
use super::error_context::{ErrorContext, Failure};
use super::events::{EventKind, Scope};
use super::joining::Leaf;
use super::judgements::{Judgements, PermissionSource};
use super::state::heap::Heap;
use super::state::modes::Unrolling;
use super::state::symbolic_state::{Application, Deferred, State};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use veriframe_ir::{AssertKind, Assertion, ExprKind, MemberId, PureId, walk};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{FactKind, Func, Term, Terms};

/// The maximum number of different methods in nested unrollings.
const MAX_METHODS: usize = 3;
/// The maximum nesting of unrolled bodies.
const MAX_LEVELS: usize = 8;
/// The maximum number of bodies on one level below an unrolled call. Otherwise a method
/// with several recursive calls would be unrolled exponentially often in the number of
/// levels.
const MAX_BODIES: usize = 8;

impl<'p> Engine<'p> {
    /// Unrolls an application that was evaluated, or defers it.
    pub(crate) fn infer_use(&mut self, s: &mut State, application: Application) {
        let callee = application.callee;
        if s.modes.quantifiers > 0 && self.ctx.recursive.contains(&callee) {
            self.run.mentioned.insert(callee);
            if self.snapshot_of(&application).is_none() {
                return; // its definition is assumed for all arguments at once
            }
        }
        // An unrolling is not repeated, so an unknown value in the body would be final.
        if s.modes.bodies_are_deep() {
            return;
        }
        let first = !s.modes.unrolls(callee)
            && !self.only_defers(s, &application)
            && s.modes.unrolled_methods() < MAX_METHODS;
        let within = s.modes.unrolling.len() < MAX_LEVELS;
        if within && (first || self.unrolls_again(s, &application)) {
            self.unroll(s, &application);
        } else if s.modes.quantifiers == 0 && self.snapshot_of(&application).is_some() {
            let guard = self.session.terms.truth();
            let application = Rc::new(application);
            s.known.defer(Deferred { application, guard });
        }
    }

    /// Whether an application is unrolled only with the instance that it reads: a
    /// recursive call under a quantifier of an unrolled body. Each such body would
    /// otherwise cause the unrolling of others, on each path that evaluates it.
    fn only_defers(&self, s: &State, application: &Application) -> bool {
        let unrolling = s.modes.unrolling.last();
        unrolling.is_some_and(|u| s.modes.quantifiers > 0 || u.in_quantifier)
            && self.ctx.recursive.contains(&application.callee)
            && self.snapshot_of(application).is_some()
    }

    /// The snapshot that an application reads, if any.
    fn snapshot_of(&self, application: &Application) -> Option<Term> {
        let requires = &self.ctx.program.pure_method(application.callee).requires;
        match self.session.terms.node(application.value) {
            Node::App(_, operands) if requires.has_access() => operands.first().copied(),
            _ => None,
        }
    }

    /// The snapshots of the predicate instances that an application reads.
    fn instances_of(&mut self, application: &Application) -> Vec<Term> {
        let mut found = Vec::new();
        if let Some(snapshot) = self.snapshot_of(application) {
            let requires = &self.ctx.program.pure_method(application.callee).requires;
            self.instances_in(requires, snapshot, &mut found);
        }
        found
    }

    /// The components of an assertion's snapshot that belong to predicate instances.
    fn instances_in(&mut self, a: &Assertion, snapshot: Term, found: &mut Vec<Term>) {
        match &a.kind {
            AssertKind::Pred(_) => found.push(snapshot),
            AssertKind::Star(parts) => {
                let mut rest = snapshot;
                let mut parts = parts.iter().filter(|part| part.has_access()).peekable();
                while let Some(part) = parts.next() {
                    if parts.peek().is_none() {
                        self.instances_in(part, rest, found);
                    } else {
                        let first = self.session.terms.first(rest);
                        self.instances_in(part, first, found);
                        rest = self.session.terms.second(rest);
                    }
                }
            }
            AssertKind::Cond(_, then, other) => {
                for part in [then, other] {
                    if part.has_access() {
                        self.instances_in(part, snapshot, found);
                    }
                }
            }
            AssertKind::Let(_, _, inner) => self.instances_in(inner, snapshot, found),
            AssertKind::Pure(_) | AssertKind::Acc(..) | AssertKind::Untouched(_) => {}
        }
    }

    /// Whether an application inside unrollings of the same method is unrolled: it must
    /// read another snapshot, of an instance that was opened or closed.
    fn unrolls_again(&mut self, s: &State, application: &Application) -> bool {
        let snapshot = self.snapshot_of(application);
        let is_this = |u: &Unrolling| u.method == application.callee && u.snapshot == snapshot;
        if snapshot.is_none() || s.modes.unrolling.iter().any(is_this) {
            return false;
        }
        let calls = s.modes.unrolling.iter().map(|u| u.calls.max(1));
        if calls.fold(1, usize::saturating_mul) > MAX_BODIES {
            return false;
        }
        let instances = self.instances_of(application);
        let mut instances = instances.iter();
        instances.any(|&t| s.known.exchanged.contains(&t) || self.is_constructed(t))
    }

    /// Whether a snapshot is a constructor term: its instance was closed.
    fn is_constructed(&self, snapshot: Term) -> bool {
        matches!(
            self.session.terms.node(snapshot),
            Node::Combine(..) | Node::Wrap(_)
        )
    }

    /// Records that the member itself opened or closed an instance with this snapshot,
    /// and unrolls the applications that read it. Predicates opened for the bodies and
    /// contracts of pure methods do not count: otherwise one unrolling could cause the
    /// next without end.
    pub(crate) fn exchange(&mut self, s: &mut State, snapshot: Term) {
        if self.note_exchange(s, snapshot) {
            self.unroll_deferred(s, &[snapshot]);
        }
    }

    /// Records that an instance was opened or closed. Returns whether that is new.
    pub(crate) fn note_exchange(&mut self, s: &mut State, snapshot: Term) -> bool {
        let is_own = s.modes.is_own_text();
        if !self.ctx.config.infer || !is_own || s.known.exchanged.contains(&snapshot) {
            return false;
        }
        s.known.exchanged.insert_mut(snapshot);
        true
    }

    /// Unrolls the applications that read the instances exchanged since `base`.
    pub(crate) fn unroll_exchanged(&mut self, s: &mut State, base: &State) {
        let is_new = |t: &&Term| !base.known.exchanged.contains(t);
        if s.known.exchanged.size() > base.known.exchanged.size() && !s.known.deferred.is_empty() {
            let mut opened: Vec<Term> = s.known.exchanged.iter().filter(is_new).copied().collect();
            opened.sort_unstable();
            self.unroll_deferred(s, &opened);
        }
    }

    fn unroll_deferred(&mut self, s: &mut State, opened: &[Term]) {
        // Only the applications deferred so far: those deferred by these unrollings can
        // read the same instances again, without end.
        let before = s.known.deferred.clone();
        for deferred in before.iter() {
            if s.known.unrolled.contains(&deferred.application.value) {
                continue;
            }
            let instances = self.instances_of(&deferred.application);
            if instances.iter().any(|t| opened.contains(t)) {
                self.unroll_under(s, deferred);
            }
        }
    }

    /// Unrolls an application under its guard.
    fn unroll_under(&mut self, s: &mut State, deferred: &Deferred) {
        let Deferred { application, guard } = deferred;
        if self.is_known(s, *guard) {
            return self.unroll_read(s, application);
        }
        let mut inside = s.clone();
        inside.assume(&self.session.terms, *guard, FactKind::Branch);
        let falsity = self.session.terms.bool(false);
        if self.is_known(&inside, falsity) {
            return;
        }
        let base = inside.clone();
        self.unroll_read(&mut inside, application);
        self.keep_deferred(s, &base, &inside, *guard);
        for (fact, kind) in inside.path.facts_since(&base.path) {
            let guarded = self.session.terms.implies(*guard, fact);
            s.assume(&self.session.terms, guarded, kind);
        }
    }

    /// Assumes that an application equals the method's body. The body is evaluated in the
    /// current heap or, if that fails (a predicate that the body opens can be open
    /// there), in the heap of the precondition.
    pub(crate) fn unroll(&mut self, s: &mut State, application: &Application) {
        let method = self.ctx.program.pure_method(application.callee);
        let Some(body) = &method.body else { return };
        self.unroll_by(s, application, |this, start| {
            let leaves = this.collect_quietly(|this, done| {
                this.eval(start.clone(), body, ErrorContext::Code, done);
            });
            if leaves.is_err() && method.requires.has_access() {
                this.unroll_alone(start, application)
            } else {
                leaves
            }
        });
    }

    /// The same, but the body is evaluated only in the heap of the precondition: the heap
    /// of the call may have changed.
    fn unroll_read(&mut self, s: &mut State, application: &Application) {
        self.unroll_by(s, application, |this, start| {
            this.unroll_alone(start, application)
        });
    }

    /// Assumes that an application equals its method's body, which `evaluate` evaluates.
    /// Does nothing if the application is known to equal its body.
    fn unroll_by(
        &mut self,
        s: &mut State,
        application: &Application,
        evaluate: impl FnOnce(&mut Self, State) -> Result<Vec<Leaf>, Vec<Failure>>,
    ) {
        let Some(start) = self.unrolling_state(s, application) else {
            return;
        };
        let scope = Scope::Unrolling(MemberId::Pure(application.callee));
        self.note(s, EventKind::ScopeOpened(scope));
        let leaves = evaluate(self, start);
        self.note(s, EventKind::ScopeClosed(scope));
        self.assume_unrolled(s, application, leaves);
    }

    /// The state in which an application's body is evaluated; `None` if the application
    /// is known to equal its body.
    fn unrolling_state(&self, s: &State, application: &Application) -> Option<State> {
        if s.known.unrolled.contains(&application.value) {
            return None;
        }
        let unrolling = Unrolling {
            method: application.callee,
            snapshot: self.snapshot_of(application),
            calls: self.recursive_calls(application.callee),
            in_quantifier: false,
        };
        let start = s.clone().with_frame(application.frame.clone());
        Some(start.in_modes(|modes| {
            modes.unrolling.push_back_mut(unrolling);
            modes.leave_assertion();
            modes.scale = None;
        }))
    }

    /// The number of calls of recursive pure methods in the body of a pure method.
    fn recursive_calls(&self, method: PureId) -> usize {
        let mut calls = 0;
        let body = &self.ctx.program.pure_method(method).body;
        if let Some(e) = body {
            walk::in_expr(e, &mut |e| {
                if let ExprKind::Pure(call) = &e.kind
                    && self.ctx.recursive.contains(&call.callee)
                {
                    calls += 1;
                }
            });
        }
        calls
    }

    /// Evaluates a body in the heap that the application's snapshot describes.
    fn unroll_alone(
        &mut self,
        s: State,
        application: &Application,
    ) -> Result<Vec<Leaf>, Vec<Failure>> {
        let method = self.ctx.program.pure_method(application.callee);
        let (Node::App(_, operands), Some(body)) =
            (self.session.terms.node(application.value), &method.body)
        else {
            return Err(Vec::new());
        };
        let source = PermissionSource {
            snapshot: operands.first().copied(),
            scale: self.session.terms.write(),
            origin: Engine::event(method.name_span, "read by a pure method"),
            of_entry: true,
        };
        let mut start = s;
        start.heap = Heap::default();
        self.collect_quietly(|this, done| {
            this.produce_given(
                start,
                &method.requires,
                &source,
                ErrorContext::Code,
                &mut |this, s| {
                    this.eval(s, body, ErrorContext::Code, done);
                },
            );
        })
    }

    /// Assumes that an application equals the joined value of its body.
    fn assume_unrolled(
        &mut self,
        s: &mut State,
        application: &Application,
        leaves: Result<Vec<Leaf>, Vec<Failure>>,
    ) {
        let value = application.value;
        if let Ok(leaves) = leaves
            && let Some((mut known, body)) = self.join_leaves(s, leaves)
        {
            let equal = self.session.terms.eq(value, body);
            let equal = match s.modes.quantifiers {
                0 => equal,
                _ => self.limit_recursion(application, equal),
            };
            self.assume_body_equation(&mut known, equal);
            known.known.unrolled.insert_mut(value);
            *s = known;
        }
    }

    /// The equation of an application with its body, to be generalised over variables.
    /// Recursive calls use the limited function unless they read a component of the
    /// application's snapshot: the generalised equation must not create instances of
    /// itself.
    fn limit_recursion(&mut self, application: &Application, equal: Term) -> Term {
        let (Some(snapshot), true) = (
            self.snapshot_of(application),
            self.ctx.recursive.contains(&application.callee),
        ) else {
            return equal;
        };
        let value = application.value;
        let mut known = FxHashMap::default();
        known.insert(value, value);
        let mut limited = Vec::new();
        for &method in self.ctx.recursive {
            let family = self.ctx.program.hierarchy.pures().family(method);
            if self.known_function(family).is_some() {
                limited.push((self.function(family), self.limited(family)));
            }
        }
        let mut equal = equal;
        for &(f, limited_f) in &limited {
            let is_larger = |terms: &Terms, args: &[Term]| {
                !args.first().is_some_and(|&t| terms.is_part(t, snapshot))
            };
            equal =
                self.session
                    .terms
                    .rename_some(equal, f, limited_f, &is_larger, &mut known.clone());
        }
        let Node::App(f, operands) = self.session.terms.node(value).clone() else {
            return equal;
        };
        let Some(&(_, limited_f)) = limited.iter().find(|(of, _)| *of == f) else {
            return equal;
        };
        let same = self.session.terms.app(limited_f, operands.to_vec());
        let same = self.session.terms.eq(value, same);
        self.session.terms.and([same, equal])
    }

    /// The applications that a fact equates with those of their limited functions.
    pub(crate) fn defined_by_limited(&mut self, fact: Term) -> Vec<Term> {
        let pairs: Vec<(Func, Func)> = {
            let functions = &self.session.functions;
            let pair = |(p, limited): (&PureId, &Func)| {
                let family = self.ctx.program.hierarchy.pures().family(*p);
                functions.methods.get(&family).map(|f| (*limited, *f))
            };
            let mut pairs: Vec<_> = functions.limited.iter().filter_map(pair).collect();
            pairs.sort_unstable();
            pairs
        };
        let (mut todo, mut seen) = (vec![fact], FxHashSet::default());
        let mut found = Vec::new();
        while let Some(t) = todo.pop() {
            if !seen.insert(t) {
                continue;
            }
            if let Node::App(f, operands) = self.session.terms.node(t)
                && let Some(&(_, of)) = pairs.iter().find(|(limited, _)| limited == f)
            {
                found.push((of, operands.to_vec()));
            }
            todo.extend(self.session.terms.children(t));
        }
        let terms = &mut self.session.terms;
        let all = found
            .into_iter()
            .map(|(of, operands)| terms.app(of, operands));
        all.filter(|t| seen.contains(t)).collect()
    }
}
