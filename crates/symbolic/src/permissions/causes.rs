//! Explanations of missing permissions (the paper's §6.2): what the heap holds instead,
//! where a chunk went, and what would help.

use crate::engine::Engine;
use crate::error_context::{ErrorContext, Failure};
use crate::explanation::names::Names;
use crate::judgements::Remainder;
use crate::permissions::inference::{Aim, Goal};
use crate::permissions::lookup::{DemandedAmount, LookupEffort, RemovalResult, Shortage};
use crate::state::chunk::kind::Usage;
use crate::state::chunk::{Chunk, Place};
use crate::state::heap::Heap;
use crate::state::symbolic_state::State;
use std::rc::Rc;
use veriframe_base::diagnostics::Code;
use veriframe_base::diagnostics::failure::{FailureKind, HeldChunk, Note, Role};
use veriframe_base::source::Span;
use veriframe_ir::{Expr, ExprKind, MemberId, PredInstance};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Answer, Term};

/// The maximum number of chunks that a note lists.
const MAX_LISTED: usize = 6;
/// The maximum size of the formulas that a note lists, in nodes.
const MAX_FACT: u32 = 12;

/// A lookup that found nothing.
pub(crate) struct FailedLookup<'l> {
    /// What was looked for.
    pub target: &'l Place,
    /// The heap in which it was looked for.
    pub heap: &'l Heap,
    /// What it was needed for.
    pub aim: Aim,
}

impl<'p> Engine<'p> {
    /// The failure for an access to a location that no chunk matches.
    pub(crate) fn missing_access(
        &mut self,
        s: &State,
        lookup: &FailedLookup<'_>,
        receiver: Option<&Expr>,
        what: &str,
        span: Span,
    ) -> Failure {
        if let Some(receiver) = receiver
            && self.may_be_null(s, lookup.target.receiver())
        {
            let nullable = Some(self.plain_text(s, receiver));
            let place = what.to_owned();
            return Failure::new(span, FailureKind::NoPermission { place, nullable });
        }
        let kind = FailureKind::NoPermission {
            place: what.to_owned(),
            nullable: None,
        };
        let mut failure = Failure::new(span, kind);
        self.explain_absence(s, lookup, &mut failure);
        failure
    }

    /// Reports an access without permission, or on a receiver that may be null.
    pub(crate) fn no_access(
        &mut self,
        s: &State,
        e: &'p Expr,
        target: &Place,
        context: ErrorContext<'_>,
    ) {
        let receiver = if let ExprKind::Field(receiver, _)
        | ExprKind::Index(receiver, _)
        | ExprKind::Elements(receiver, ..) = &e.kind
        {
            Some(&**receiver)
        } else {
            None
        };
        let what = self.plain_text(s, e);
        let lookup = FailedLookup {
            target,
            heap: &s.heap,
            aim: Aim::Read,
        };
        let failure = self.missing_access(s, &lookup, receiver, &what, e.span);
        self.fail(s, context, failure);
    }

    pub(crate) fn cannot_write(
        &mut self,
        s: &State,
        span: veriframe_base::source::Span,
        target: &Place,
        receiver: Option<&'p Expr>,
    ) {
        let name = self.written_name(s, span, target, receiver);
        let heap = s.heap.clone();
        let failure = match self.find(s, &heap, target) {
            Some(chunk) => {
                let shortage = Shortage {
                    held: chunk.amount,
                    unknown: false,
                    writes: true,
                };
                self.not_enough(s, span, &name, shortage)
            }
            None => {
                let whole = self.session.terms.write();
                let lookup = FailedLookup {
                    target,
                    heap: &heap,
                    aim: Aim::Remove(DemandedAmount::Exactly(whole)),
                };
                self.missing_access(s, &lookup, receiver, &name, span)
            }
        };
        self.fail(s, ErrorContext::Code, failure);
    }

    /// The name of what is written: the receiver as the statement has it.
    fn written_name(
        &self,
        s: &State,
        span: Span,
        target: &Place,
        receiver: Option<&Expr>,
    ) -> String {
        let named = || {
            let receiver = receiver?;
            let vars = self.display_vars(s);
            let class = self.ctx.program.written_class(&vars, receiver);
            let receiver = self.plain_text(s, receiver);
            let syntax = self.syntax(Usage::Statement, class);
            target.text(syntax, &receiver, &mut |t| self.value_text(s, t))
        };
        named()
            .or_else(|| self.place_text(s, target))
            .unwrap_or_else(|| self.ctx.quoted(span))
    }

    /// The failure for a predicate instance that is not held, or not with enough
    /// permission, and cannot be closed. `inner` are the failures of closing it.
    pub(crate) fn missing_instance(
        &mut self,
        s: &State,
        instance: &PredInstance,
        lookup: &FailedLookup<'_>,
        result: &RemovalResult,
        inner: Vec<Failure>,
    ) -> Failure {
        let target = lookup.target;
        let what = self.demanded_name(s, target, |this| this.instance_name(s, instance));
        let span = instance.span;

        if let RemovalResult::NotEnough { held, unknown } = *result {
            let shortage = Shortage {
                held,
                unknown,
                writes: false,
            };
            return self.not_enough(s, span, &what, shortage);
        }
        if let Some(receiver) = &instance.receiver
            && self.may_be_null(s, target.receiver())
        {
            let expression = self.expr_text(s, receiver);
            return Failure::new(span, FailureKind::Null { expression });
        }
        if let Some(unknown) = inner.iter().find(|f| f.reason == Code::Unknown) {
            return unknown.clone();
        }
        let mut failure = Failure::new(span, FailureKind::NotHeld { instance: what });
        let mut own = failure.clone();
        let framed_out = self.explain_absence(s, lookup, &mut own);
        // If the whole instance was framed out, its parts were, too.
        if let Some(first) = inner.first()
            && !framed_out
        {
            failure.lacking.push(first.kind.clone());
            failure.lacking.extend(first.lacking.iter().cloned());
            failure.notes.extend(first.notes.iter().cloned());
            failure.related.push((
                first.span,
                if first.reason == Code::MayNotHold {
                    Role::PartFalse
                } else {
                    Role::PartMissing
                },
            ));
            failure.related.extend(first.related.iter().cloned());
        }
        failure.notes.append(&mut own.notes);
        failure.related.append(&mut own.related);
        failure.limit();
        failure
    }

    /// Whether a receiver is not known to be non-null.
    fn may_be_null(&mut self, s: &State, t: Option<Term>) -> bool {
        let Some(t) = t else {
            return false;
        };
        let null = self.session.terms.null();
        let goal = self.session.terms.ne(t, null);
        self.entails_in_stage(s, goal) != Answer::Yes
    }

    /// Explains where a location or instance is: folded in a predicate, removed before,
    /// or held for other receivers only. Returns whether a loop or a `join` framed it
    /// out.
    fn explain_absence(
        &mut self,
        s: &State,
        lookup: &FailedLookup<'_>,
        failure: &mut Failure,
    ) -> bool {
        let target = lookup.target;
        let mut framed_out = false;
        self.folded_in(s, lookup, failure);
        if self.find(s, &s.heap, target).is_some() {
            // The heap in which expressions are evaluated still has it.
            let name = self.place_text(s, target);
            failure.notes.push(Note::TakenBefore(name));
        } else {
            framed_out = self.explain_loss(s, target, failure);
        }
        // The failures of an attempt become parts of an outer failure, which adds the
        // summary.
        if self.run.attempts.is_empty() {
            failure.notes.push(self.heap_summary(s));
            let undecided = self.undecided_lookup(s, target);
            failure.notes.extend(undecided);
        }
        framed_out
    }

    /// The name of what an assertion demands. In a contract or body of others, `this` and
    /// the parameters are theirs: it is named in the words of the member under
    /// verification, if they have a name for it.
    pub(crate) fn demanded_name(
        &self,
        s: &State,
        target: &Place,
        own: impl FnOnce(&Engine<'p>) -> String,
    ) -> String {
        match s.frame.level {
            0 => own(self),
            _ => self.place_text(s, target).unwrap_or_else(|| own(self)),
        }
    }

    /// Adds the values of the callee's `this` and parameters to the failure of a
    /// condition in its contract.
    pub(crate) fn name_inputs(&self, s: &State, failure: &mut Failure) {
        if s.frame.level == 0 {
            return;
        }
        let vars = self.vars(s.frame.member);
        let values: Vec<(String, String)> = vars
            .inputs()
            .filter_map(|var| Some((&vars.get(var).name, self.value_text(s, s.frame.get(var)?)?)))
            .filter(|(name, value)| *name != value)
            .map(|(name, value)| (name.to_string(), value))
            .collect();
        if !values.is_empty() {
            failure.notes.push(Note::Inputs(values));
        }
    }

    fn folded_in(&mut self, s: &State, lookup: &FailedLookup<'_>, failure: &mut Failure) {
        let target = lookup.target;
        for chunk in lookup.heap.chunks() {
            let Some(instance) = chunk.place.instance() else {
                continue;
            };
            let pred = instance.pred;
            if chunk.receiver() != target.receiver()
                || !self.ctx.footprints.may_give(pred, target.resource())
            {
                continue;
            }
            let Some(name) = self.place_text(s, &chunk.place) else {
                continue;
            };
            let member = MemberId::Pred(pred);
            let selector = self.selector_argument(member, &instance.args);
            let opens = match self.known_definition(s, member, selector, false) {
                // Inference has already opened it without success.
                Some(_) if self.ctx.config.infer => continue,
                Some(_) if !self.opening_helps(s, &chunk, lookup, failure.span) => continue,
                Some(_) => true,
                None => false,
            };
            let instance = name;
            let note = Note::Folded { instance, opens };
            if !failure.notes.contains(&note) {
                failure.notes.push(note);
            }
        }
    }

    /// Whether a lookup succeeds after opening a predicate instance, on every path. It is
    /// tried only for failures that are reported.
    fn opening_helps(
        &mut self,
        s: &State,
        chunk: &Rc<Chunk>,
        lookup: &FailedLookup<'_>,
        span: Span,
    ) -> bool {
        if !self.run.attempts.is_empty() {
            return false;
        }
        let start = Remainder {
            state: s.clone(),
            heap: lookup.heap.clone(),
        };
        let Some(leaves) = self.open_chunk(&start, chunk, span) else {
            return false;
        };
        let goal = Goal {
            target: lookup.target,
            aim: lookup.aim,
            effort: LookupEffort::Queries,
            span,
        };
        !leaves.is_empty() && leaves.iter().all(|leaf| self.reached(leaf, goal))
    }

    /// A note if the solver ran out of instances while a held chunk was compared with the
    /// place that is missing.
    fn undecided_lookup(&mut self, s: &State, target: &Place) -> Option<Note> {
        let (resource, receiver) = (target.resource(), target.receiver());
        let held = s
            .heap
            .possible_aliases(&self.session.terms, resource, receiver);
        let mut goals = Vec::new();
        for chunk in held {
            let includes = chunk.place.includes(&mut self.session.terms, target);
            let differs = self.session.terms.not(includes);
            if !self.is_known(s, differs) {
                goals.push(includes);
            }
        }
        let any = self.session.terms.or(goals.iter().copied());
        goals.push(any);
        let mut goals = goals.into_iter();
        let is_undecided = goals.any(|goal| self.session.solver.is_saturated(&s.path, goal));
        is_undecided.then_some(Note::LookupSaturated)
    }

    /// What the heap holds, as far as the program has names for it.
    fn heap_summary(&self, s: &State) -> Note {
        let chunks = s.heap.chunks();
        let names = self.names(s);
        let listed: Vec<HeldChunk> = chunks
            .iter()
            .filter_map(|chunk| self.chunk_summary(&names, chunk))
            .take(MAX_LISTED)
            .collect();
        let more = (chunks.len() - listed.len()) as u64;
        Note::Heap { listed, more }
    }

    /// The permission of a chunk, with the value that it is known to have:
    /// `acc(c.x) * c.x = 5`.
    fn chunk_summary(&self, names: &Names<'_>, chunk: &Chunk) -> Option<HeldChunk> {
        let permission = self.permission_written(names, chunk)?;
        let value = self.known_value(names, chunk);
        let value = value.map_or_else(String::new, |value| format!(" * {value}"));
        Some(HeldChunk {
            permission: permission + &value,
            class: self.defining_class(chunk).map(|class| class.to_string()),
            line: self.line(chunk.origin.span) as u64,
        })
    }

    /// Adds the short facts of the path condition about the values in a condition that
    /// was not proved.
    pub(crate) fn held_values(&mut self, s: &State, t: Term, failure: &mut Failure) {
        let mut wanted = rustc_hash::FxHashSet::default();
        let mut todo = vec![t];
        while let Some(part) = todo.pop() {
            if self.session.terms.size(part) > 200 {
                return;
            }
            if matches!(
                self.session.terms.node(part),
                Node::Symbol(_) | Node::Unwrap(..) | Node::App(..)
            ) {
                wanted.insert(part);
            }
            todo.extend(self.session.terms.children(part));
        }
        let ranks = self.functions_of_ranks();
        let mut facts = Vec::new();
        for (fact, kind) in s.path.facts() {
            if facts.len() >= MAX_LISTED {
                break;
            }
            let short = self.session.terms.size(fact) <= MAX_FACT;
            let is_told = short && kind != veriframe_logic::FactKind::Shape;
            if is_told && !self.has_one_of(&ranks, fact) && self.mentions(fact, &wanted) {
                facts.extend(self.value_text(s, fact));
                facts.retain(|fact| fact != "this != null");
            }
        }
        if !facts.is_empty() {
            facts.reverse();
            failure.notes.push(Note::Known(facts));
        }
    }

    fn mentions(&self, t: Term, wanted: &rustc_hash::FxHashSet<Term>) -> bool {
        let mut parts = self.session.terms.subterms(t);
        parts.any(|part| wanted.contains(&part))
    }
}
