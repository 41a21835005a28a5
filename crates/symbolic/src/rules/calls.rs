//! Calls of mutators and constructors, and `open` and `close` (Figure 8).

use crate::engine::Engine;
use crate::error_context::{Asserted, ErrorContext};
use crate::explanation::failures::{Claim, Demanded};
use crate::explanation::forgotten::BeforeHavoc;
use crate::judgements::{Inputs, Judgements, PermissionSource, Purpose, StateK};
use crate::permissions::causes::FailedLookup;
use crate::permissions::inference::Aim;
use crate::permissions::lookup::{Removal, RemovalResult};
use crate::state::chunk::Chunk;
use crate::state::chunk::Place;
use crate::state::chunk::field::FieldPlace;
use crate::state::chunk::predicate::Instance;
use crate::state::history::Summary;
use crate::state::modes::Closing;
use crate::state::symbolic_state::{Frame, State};
use num_rational::BigRational;
use std::collections::BTreeSet;
use std::rc::Rc;
use veriframe_base::diagnostics::Code;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_base::source::Span;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{
    Amount, Call, MemberId, Method, MethodId, MethodKind, PredId, PredInstance, VarId,
};
use veriframe_logic::{FactKind, Sort, Term};

/// The maximum number of amounts from the heap that `close acc(q, _)` tries.
const MAX_CLOSE_AMOUNTS: usize = 4;

/// An instance exchanged for its body (`open`), or a body for its instance (`close`).
#[derive(Clone, Copy)]
struct Exchange<'p, 't> {
    /// The instance in the source.
    instance: &'p PredInstance,
    /// Its value.
    held: &'t Instance,
    /// The predicate definition of the instance.
    definition: PredId,
}

/// What is done about an instance to be opened that is not held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotHeldInstance {
    /// It is an error.
    Fails,
    /// If its parts are held, they are used: inference may have opened it before.
    IsInParts,
}

/// A call from the caller's point of view.
struct Invocation {
    callee: MethodId,
    /// The callee's frame, with the values of receiver and arguments.
    frame: Frame,
    /// The caller's variable for the exception with which the callee ends.
    thrown: Option<VarId>,
    /// Whether it might also end with an exception of which no contract tells.
    is_untold: bool,
    /// The call as messages about chunks name it: `by the call of …`.
    what: String,
}

impl<'p> Engine<'p> {
    /// What is said of a library member without contract that takes arrays for good: how it gets a contract by
    /// which it gives them back.
    fn uncontracted(&self, callee: &Method) -> Option<String> {
        if !callee.name_span.file.is_uncontracted() {
            return None;
        }
        let params = callee
            .vars
            .params
            .iter()
            .map(|param| callee.vars.get(*param));
        let arrays = params.filter(|param| matches!(param.ty, veriframe_ir::Type::Array(_)));
        let elements: Vec<String> = arrays
            .map(|array| format!("acc({}.elems)", array.name))
            .collect();
        if elements.is_empty() {
            return None;
        }
        let held = elements.join(" * ");
        let shown = self.ctx.sources.file(callee.name_span.file).shown_name();
        let (_, file) = shown.split_once('/')?;
        Some(format!(
            "a member without contract (a file `{file}` in a folder that `--spec` names can say \
             `//@ requires {held};` and `//@ ensures {held};`)"
        ))
    }

    /// Figure 8, mutator invocation, given the values of receiver and arguments: consumes
    /// the precondition and produces the postcondition. `k` gets the result, if the
    /// callee has one. Departure: a callee whose contract speaks of exceptions has a second result, the
    /// exception or null, which goes to a variable of the call.
    pub(crate) fn call(
        &mut self,
        s: State,
        call: &'p Call,
        inputs: Inputs<'_>,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Option<Term>),
    ) {
        let member = MemberId::Method(call.callee);
        if self.cut_at(member) {
            return;
        }
        let callee = self.ctx.program.method(call.callee);
        let what = match callee.kind {
            MethodKind::Constructor if call.receiver.is_some() => {
                let own = call.receiver.as_ref().map(|this| &this.ty);
                let same = callee.class.map(veriframe_ir::Type::Class);
                let word = if own == same.as_ref() {
                    "this"
                } else {
                    "super"
                };
                format!("by `{word}(…)`")
            }
            MethodKind::Constructor => format!("by `new {}`", callee.name),
            _ => format!("by the call of `{}`", callee.name),
        };
        let what = match self.uncontracted(callee) {
            Some(contract) => format!("{what}, {contract}"),
            None => what,
        };
        let mut s = s;
        if let (Some(e), Some(object)) = (&call.receiver, inputs.receiver) {
            self.assume_receiver_definitions(&mut s, e, object);
        }
        let mut frame = self.input_frame(&s.frame, member, inputs.receiver, inputs.args);
        frame.view = match callee.kind {
            // No object exists yet whose dynamic class could override definitions.
            MethodKind::Constructor => callee.class,
            _ => call.of,
        };
        let context = Asserted::at(Code::Precondition, call.span, callee.requires.span);
        self.invoke(
            s,
            Invocation {
                callee: call.callee,
                frame,
                thrown: call.thrown,
                is_untold: call.is_untold,
                what,
            },
            context,
            k,
        );
    }

    /// Calls an overriding method for the refinement check. The frame of `s` is that of
    /// the overridden method.
    pub fn call_override(
        &mut self,
        s: State,
        callee: MethodId,
        span: Span,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Option<Term>),
    ) {
        let member = MemberId::Method(callee);
        let mut frame = self.family_frame(&s.frame, member);
        frame.level += 1;
        let requires = self.ctx.program.method(callee).requires.span;
        let context = Asserted::at(Code::OverrideContract, span, requires);
        let what = "by the overriding method".to_owned();
        let thrown = self.vars(s.frame.member).exception;
        self.invoke(
            s,
            Invocation {
                callee,
                frame,
                thrown,
                is_untold: false,
                what,
            },
            context,
            k,
        );
    }

    /// Consumes a method's precondition and produces its postcondition, in the callee's
    /// frame.
    fn invoke(
        &mut self,
        s: State,
        invocation: Invocation,
        context: Asserted,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Option<Term>),
    ) {
        let Invocation {
            callee,
            frame,
            thrown,
            is_untold,
            what,
        } = invocation;
        let id = callee;
        let member = MemberId::Method(id);
        let callee = self.ctx.program.method(id);
        let span = context.place.unwrap_or(callee.name_span);
        let is_call = context.code == Code::Precondition;
        let context = ErrorContext::Asserted(context);
        let outer = s.clone();
        let inputs_frame = frame.clone();
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(span, what.clone()),
        };
        let start = s.with_frame(frame);
        self.consume(
            start,
            &callee.requires,
            purpose,
            context,
            &mut |this, mut after, _| {
                if let Some(to) = thrown.filter(|_| is_untold) {
                    let mut s = after.clone();
                    s.old = outer.old.clone();
                    s.frame = outer.frame.clone();
                    this.end_untold(s, to, span, k);
                }
                let symbols = this.session.terms.symbol_count();
                let is_lemma = callee.kind == MethodKind::Lemma;
                let descends = !(is_call || is_lemma)
                    || this.check_termination(&outer, &after, member, span, &inputs_frame);
                // Nothing may be proved from itself. What another method promises holds if it ends.
                if is_lemma && !descends {
                    return;
                }
                let result = callee.vars.result.map(|var| {
                    let ty = &callee.vars.get(var).ty;
                    let name = format!("{}()", callee.name);
                    let value = this.fresh_at(&name, span, sort_of(ty));
                    this.assume_type_facts(&mut after, ty, value);
                    after.frame.set(var, value);
                    value
                });
                let exception = callee.vars.exception.map(|var| {
                    let ty = &callee.vars.get(var).ty;
                    let value = this.fresh_at("exception", span, sort_of(ty));
                    this.assume_type_facts(&mut after, ty, value);
                    after.frame.set(var, value);
                    value
                });
                let path = after.path.clone();
                let object = match callee.kind {
                    MethodKind::Constructor => callee.vars.this,
                    _ => None,
                };
                let object = object.and_then(|this| inputs_frame.get(this));
                after.old = outer.heap.clone();
                let source = PermissionSource {
                    of_entry: false,
                    ..this.fresh_source(Engine::event(span, format!("given {what}")))
                };
                let frame = &outer.frame;
                let old = &outer.old;
                this.produce(
                    after,
                    &callee.ensures,
                    source,
                    ErrorContext::Given { call: span },
                    &mut |this, mut s| {
                        s.old = old.clone();
                        s.frame = frame.clone();
                        let none = this.session.terms.null();
                        if let Some(to) = thrown {
                            s.frame.set(to, exception.unwrap_or(none));
                        } else if let Some(exception) = exception {
                            // Whoever asks for no exception gets none.
                            let is_none = this.session.terms.eq(exception, none);
                            let claim = Claim::new(context, span);
                            let kind = |_: &mut Engine<'p>, _: &State| FailureKind::Uncaught;
                            if !this
                                .demand(&mut s, is_none, claim, kind, |_, _, _| {})
                                .goes_on()
                            {
                                return;
                            }
                        }
                        if is_call {
                            let path = path.clone();
                            let before = BeforeHavoc { symbols, path };
                            let by = Summary::Call(id);
                            this.record_havoc(&mut s, by, span, before, result.or(object));
                        }
                        k(this, s, result);
                    },
                );
            },
        );
    }

    /// The end of a call with an exception of which no contract tells, which goes to a variable of the caller. `s` is
    /// the caller's state without what the call was given.
    fn end_untold(
        &mut self,
        mut s: State,
        to: VarId,
        span: Span,
        k: &mut dyn FnMut(&mut Engine<'p>, State, Option<Term>),
    ) {
        let exception = self.fresh_at("exception", span, Sort::Ref);
        let none = self.session.terms.null();
        let is_none = self.session.terms.eq(exception, none);
        let is_some = self.session.terms.not(is_none);
        s.assume(&self.session.terms, is_some, FactKind::Shape);
        s.frame.set(to, exception);
        k(self, s, None);
    }

    /// `open q`: consumes the instance and produces its body, in the same fraction. The
    /// instance must be held: rule 1 of §4.1 does not close it first.
    pub(super) fn open_instance(
        &mut self,
        s: State,
        instance: &'p PredInstance,
        not_held: NotHeldInstance,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        if self.cut_at(MemberId::Pred(instance.pred)) {
            return;
        }
        let whole = match s.modes.scale {
            Some(scale) => scale,
            None => self.session.terms.write(),
        };
        self.eval_instance(s, instance, context, &mut |this, s, held| {
            let Some(body) = this.body_of(&s, instance, &held, context) else {
                return;
            };
            let target = held.place();
            this.eval_demanded(
                s,
                &instance.amount,
                whole,
                context,
                &mut |this, s, demanded| {
                    if let Some(s) = this.open_closed(&s, &held, demanded) {
                        return k(this, s);
                    }
                    let done = |result: &RemovalResult| matches!(result, RemovalResult::Done(_));
                    let result = this.staged_lookup(done, |this| {
                        this.remove_permission(&s, &s.heap, &target, demanded)
                    });
                    match result {
                        RemovalResult::Done(removals) => {
                            for removal in removals {
                                let exchange = Exchange {
                                    instance,
                                    held: &held,
                                    definition: body,
                                };
                                this.produce_body(removal, exchange, context, k);
                            }
                        }
                        result => {
                            if not_held == NotHeldInstance::IsInParts
                                && let Some(states) =
                                    this.with_parts(&s, &target, demanded, instance.span)
                            {
                                return states.into_iter().for_each(|s| k(this, s));
                            }
                            let lookup = FailedLookup {
                                target: &target,
                                heap: &s.heap,
                                aim: Aim::Remove(demanded),
                            };
                            this.not_held(&s, instance, &lookup, &result, context);
                        }
                    }
                },
            );
        });
    }

    /// Produces the body of an instance whose permission has been removed.
    fn produce_body(
        &mut self,
        removal: Removal,
        exchange: Exchange<'p, '_>,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        let Exchange {
            instance,
            held,
            definition,
        } = exchange;
        let Some(body) = &self.ctx.program.pred(definition).body else {
            return;
        };
        let mut s = removal.state;
        s.heap = removal.heap;
        s.heap
            .opened_amount(&removal.chunk, self.literal(removal.amount));
        let event = Engine::event(instance.span, "opened");
        s.record_removal(removal.chunk.clone(), event);
        let (outer, modes) = (s.frame.clone(), s.modes.clone());
        let name = self.show_place(&held.place());
        let snapshot = removal.chunk.value;
        let source = PermissionSource {
            snapshot: Some(snapshot),
            scale: removal.amount,
            origin: Engine::event(instance.span, format!("opened out of `{name}`")),
            of_entry: removal.chunk.of_entry,
        };
        let frame = self.instance_frame(&s.frame, definition, held);
        let start = s.with_frame(frame);
        let family = self.ctx.program.hierarchy.preds().family(definition);
        let start = start.in_modes(|modes| {
            modes.bodies.push_back_mut(family);
            modes.leave_assertion();
            modes.scale = Some(removal.amount);
        });
        self.produce(start, body, source, context, &mut |this, mut s| {
            s.frame = outer.clone();
            s.modes = modes.clone();
            this.exchange(&mut s, snapshot);
            k(this, s);
        });
    }

    /// The definition of an instance to be opened or closed. `None` if the path ends:
    /// with `unknown-predicate-body`, or silently at an ill-formed definition.
    fn body_of(
        &mut self,
        s: &State,
        instance: &'p PredInstance,
        held: &Instance,
        context: ErrorContext<'_>,
    ) -> Option<PredId> {
        let member = MemberId::Pred(instance.pred);
        let selector = self.selector_argument(member, &held.args);
        match self.known_definition(s, member, selector, true) {
            Some(MemberId::Pred(definition)) => {
                (!self.cut_at(MemberId::Pred(definition))).then_some(definition)
            }
            _ => {
                self.unknown_body(s, member, context, instance.span);
                None
            }
        }
    }

    fn not_held(
        &mut self,
        s: &State,
        instance: &'p PredInstance,
        lookup: &FailedLookup<'_>,
        result: &RemovalResult,
        context: ErrorContext<'_>,
    ) {
        let mut failure = self.missing_instance(s, instance, lookup, result, Vec::new());
        failure.span = instance.span;
        if failure.reason == Code::InsufficientPermission {
            failure.reason = Code::MissingPredicate;
        }
        self.fail(s, context, failure);
    }

    /// `close q`: consumes the body and produces the instance.
    pub(crate) fn close_instance(
        &mut self,
        s: State,
        instance: &'p PredInstance,
        span: Span,
        k: StateK<'_, 'p>,
    ) {
        if self.cut_at(MemberId::Pred(instance.pred)) {
            return;
        }
        let context = ErrorContext::Code;
        self.eval_instance(s, instance, context, &mut |this, mut s, held| {
            if let (Some(receiver), Some(e)) = (held.receiver, &instance.receiver)
                && !this.check_not_null(&mut s, receiver, e, context)
            {
                return;
            }
            let Some(body) = this.body_of(&s, instance, &held, context) else {
                return;
            };
            let exchange = Exchange {
                instance,
                held: &held,
                definition: body,
            };
            match &instance.amount {
                Amount::Write => {
                    let one = this.session.terms.write();
                    this.close_held(s, exchange, one, span, k);
                }
                Amount::Fraction(e) => this.eval(s, e, context, &mut |this, s, amount| {
                    this.close_held(s, exchange, amount, span, k);
                }),
                Amount::Wildcard => this.close_some(s, exchange, span, k),
            }
        });
    }

    /// `close acc(q, _)`: tries the fractional amounts held in the heap, then half, then
    /// half of each. Closes with the first for which the body is held; if there is none,
    /// closing half reports the error.
    fn close_some(&mut self, s: State, exchange: Exchange<'p, '_>, span: Span, k: StateK<'_, 'p>) {
        let half = BigRational::new(1.into(), 2.into());
        let half = self.session.terms.perm(half);
        for amount in self.amounts_to_close(&s, half) {
            let start = s.clone();
            let closed = self.attempt(|this, leaves: &mut Vec<State>| {
                this.close_held(start, exchange, amount, span, &mut |_, s| leaves.push(s));
            });
            if let Ok(leaves) = closed {
                leaves.into_iter().for_each(|leaf| k(self, leaf));
                return;
            }
        }
        self.close_held(s, exchange, half, span, k);
    }

    /// The fractions that `close acc(q, _)` tries, in order.
    fn amounts_to_close(&mut self, s: &State, half: Term) -> Vec<Term> {
        let one = self.session.terms.write();
        let mut held = Vec::new();
        for chunk in s.heap.chunks().iter().rev() {
            let is_new = chunk.amount != one && !held.contains(&chunk.amount);
            if is_new && held.len() < MAX_CLOSE_AMOUNTS {
                held.push(chunk.amount);
            }
        }
        let halves: Vec<Term> = held
            .iter()
            .map(|amount| self.session.terms.mul(*amount, half))
            .collect();
        held.push(half);
        held.extend(halves);
        let mut seen = BTreeSet::new();
        held.retain(|amount| seen.insert(*amount));
        held
    }

    fn close_held(
        &mut self,
        mut s: State,
        exchange: Exchange<'p, '_>,
        amount: Term,
        span: Span,
        k: StateK<'_, 'p>,
    ) {
        let Exchange {
            instance,
            held,
            definition,
        } = exchange;
        let Some(body) = &self.ctx.program.pred(definition).body else {
            return;
        };
        let (outer, modes) = (s.frame.clone(), s.modes.clone());
        if !self.check_fraction(&mut s, amount, instance.span) {
            return;
        }
        let frame = self.instance_frame(&s.frame, definition, held);
        let name = self.instance_name(&s, instance);
        let purpose = Purpose {
            scale: amount,
            event: Engine::event(span, format!("closed into `{name}`")),
        };
        let context = ErrorContext::Asserted(Asserted::at(Code::Close, span, body.span));
        let closing = Rc::new(Closing {
            instance: held.clone(),
            held: s.heap.len(),
        });
        let start = s.with_frame(frame);
        let start = start.in_modes(|modes| {
            modes.closing.push_back_mut(closing);
            modes.scale = Some(amount);
        });
        let is_watched = modes.termination.is_some();
        let before = is_watched.then(|| start.heap.clone());
        // The continuation runs after consumption: it is not part of closing.
        let mut leaves = Vec::new();
        self.consume(start, body, purpose, context, &mut |_, s, snapshot| {
            leaves.push((s, snapshot))
        });
        for (mut s, snapshot) in leaves {
            s.frame = outer.clone();
            s.modes = modes.clone();
            s.heap.closed_amount(self.literal(amount));
            let unit = self.session.terms.unit();
            let origin = Engine::event(span, "closed");
            let snapshot = snapshot.unwrap_or(unit);
            self.exchange(&mut s, snapshot);
            let chunk = self.new_chunk(&held.place(), amount, snapshot, origin);
            let chunk = Chunk {
                closed_here: true,
                of_entry: (before.as_ref()).is_none_or(|before| before.lost_only_of_entry(&s.heap)),
                ..chunk
            };
            if self.add_chunk(&mut s, chunk) {
                k(self, s);
            }
        }
    }

    /// Checks that a fraction is positive: otherwise there is no permission to go on with, and
    /// the path ends.
    fn check_fraction(&mut self, s: &mut State, amount: Term, span: Span) -> bool {
        let zero = self.zero_amount();
        let positive = self.session.terms.lt(zero, amount);
        self.demand(
            s,
            positive,
            Claim::new(ErrorContext::Code, span),
            |_, _| FailureKind::FractionNotPositive,
            |_, _, _| {},
        ) == Demanded::Proved
    }

    /// On entry to a constructor body: full permission to every field of the new object,
    /// with default values.
    pub fn produce_initial_fields(
        &mut self,
        s: &mut State,
        class: veriframe_ir::ClassId,
        object: Term,
        span: Span,
    ) {
        let program = self.ctx.program;
        for &field in &program.class(class).fields {
            let value = self
                .session
                .terms
                .default_of(sort_of(&program.field(field).ty));
            self.produce_field(s, &FieldPlace::new(field, object), value, span);
        }
    }

    /// Produces full permission to a field with the given value.
    pub fn produce_field(&mut self, s: &mut State, target: &Place, value: Term, span: Span) {
        let one = self.session.terms.write();
        let origin = Engine::event(span, "given at the start");
        let chunk = self.new_chunk(target, one, value, origin);
        let has_object = target.has_object(&mut self.session.terms);
        self.assume_new(s, has_object, FactKind::Shape);
        self.add_chunk(s, chunk);
    }
}
