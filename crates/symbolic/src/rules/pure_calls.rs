//! Calls of pure methods (Figure 5, fourth rule). A call is the application of a function
//! to the snapshot of its precondition. The facts about its value are the postcondition
//! and the body (`use`, and the second rule of §4.1). Termination (§3.6) is checked for
//! calls in a pure method's own text.

use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::events::{EventKind, Scope};
use crate::joining::Leaf;
use crate::judgements::{Inputs, Judgements, PermissionSource, Purpose, ValueK};
use crate::state::symbolic_state::{Application, Frame, State};
use veriframe_ir::{ClassId, Expr, MemberId, PureCall, PureId};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Answer, Term};

/// The maximum nesting of consumed preconditions of one pure method.
const MAX_DEMANDS: usize = 4;

impl<'p> Engine<'p> {
    /// `e0.p(e1, …, en)`.
    pub(crate) fn eval_pure_call(
        &mut self,
        s: State,
        call: &'p PureCall,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        match &call.receiver {
            None => self.eval_all(s, &call.args, Vec::new(), context, &mut |this, s, args| {
                if let Some(value) = this.of_literals(call.callee, &args) {
                    return k(this, s, value);
                }
                this.apply(
                    s,
                    call,
                    Inputs {
                        receiver: None,
                        args: &args,
                    },
                    context,
                    k,
                );
            }),
            Some(receiver) => self.eval(s, receiver, context, &mut |this, s, r| {
                this.eval_all(
                    s,
                    &call.args,
                    Vec::new(),
                    context,
                    &mut |this, mut s, args| {
                        if this.check_not_null(&mut s, r, receiver, context) {
                            this.apply(
                                s,
                                call,
                                Inputs {
                                    receiver: Some(r),
                                    args: &args,
                                },
                                context,
                                k,
                            );
                        }
                    },
                );
            }),
        }
    }

    fn apply(
        &mut self,
        s: State,
        call: &'p PureCall,
        inputs: Inputs<'_>,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let member = MemberId::Pure(call.callee);
        if self.cancelled() || self.cut_at(member) {
            return;
        }
        let callee = self.ctx.program.pure_method(call.callee);
        let mut s = s;
        let mut frame = self.input_frame(&s.frame, member, inputs.receiver, inputs.args);
        let (mut selector, mut definitions) = (None, Vec::new());
        if let (Some(e), Some(object)) = (&call.receiver, inputs.receiver) {
            let view = self.call_view(&s, call, e);
            frame.view = view;
            if self.ctx.reach.has_dynamic_types() {
                self.assume_receiver_definitions(&mut s, e, object);
            }
            selector = self.definition_selector(&mut s, member, e, object, view);
            definitions = self.precondition_definitions(&mut s, call.callee, e, object, view);
        }
        let (leaves, descends) = self.consume_precondition(&s, call, &frame, context);
        let Some((mut s, snapshot)) = self.join_leaves(&s, leaves) else {
            return;
        };
        let mut operands = Vec::new();
        if callee.requires.has_access() {
            operands.push(snapshot);
        }
        operands.extend(definitions);
        operands.extend(selector);
        operands.extend(inputs.receiver);
        operands.extend_from_slice(inputs.args);
        let f = self.function(call.callee);
        let value = self.session.terms.app(f, operands);
        self.assume_type_facts(&mut s, &callee.ty, value);
        if descends {
            self.assume_call_facts(&mut s, call.callee, selector, &frame, value);
        }
        k(self, s, value);
    }

    /// The class whose definition a call denotes, unless it is that of the dynamic type.
    /// Calls in an unrolled body are dispatched like calls in code.
    fn call_view(&self, s: &State, call: &PureCall, receiver: &Expr) -> Option<ClassId> {
        let unrolled = s.modes.unrolling.last().map(|u| MemberId::Pure(u.method));
        if call.is_code || unrolled == Some(s.frame.member) {
            return call.of;
        }
        self.view_of(s, receiver, call.of)
    }

    /// Consumes the precondition. Returns the snapshot of each path, and whether the call
    /// descends (see [`Engine::check_termination`]). The heap is unchanged.
    fn consume_precondition(
        &mut self,
        s: &State,
        call: &'p PureCall,
        frame: &Frame,
        context: ErrorContext<'_>,
    ) -> (Vec<Leaf>, bool) {
        let requires = &self.ctx.program.pure_method(call.callee).requires;
        let nested = (call.callee, s.modes.inference.depth);
        let same = s
            .modes
            .demanding
            .iter()
            .filter(|(callee, _)| *callee == call.callee);
        if same.count() >= MAX_DEMANDS || s.modes.demanding.iter().any(|d| *d == nested) {
            // A precondition that depends on itself describes no heap. At another
            // inference depth the call is a different one: it occurs in a predicate body
            // opened or closed for the outer call.
            let callee = MemberId::Pure(call.callee);
            let failure = self.termination_failure(s, callee, call.span, false, Answer::No);
            self.fail(s, ErrorContext::Code, failure);
            return (Vec::new(), false);
        }
        let inner = ErrorContext::PureCall {
            outer: &context,
            call: call.span,
            conjunct: requires.span,
        };
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(call.span, "read by a pure method"),
        };
        let mut descends = true;
        let scope = Scope::Precondition(MemberId::Pure(call.callee));
        self.note(s, EventKind::ScopeOpened(scope));
        let leaves = self.collect(|this, done| {
            let start = s.clone().with_frame(frame.clone());
            let start = start.in_modes(|modes| {
                modes.demanding.push_back_mut(nested);
                modes.scale = None;
            });
            this.consume(
                start,
                requires,
                purpose,
                inner,
                &mut |this, mut after, snapshot| {
                    let callee = MemberId::Pure(call.callee);
                    if !this.check_termination(s, &after, callee, call.span, frame) {
                        if s.frame.level == 0 {
                            return; // the error has been reported
                        }
                        descends = false;
                    }
                    after.losses = s.losses.clone();
                    let unit = this.session.terms.unit();
                    done(this, after, snapshot.unwrap_or(unit));
                },
            );
        });
        self.note(s, EventKind::ScopeClosed(scope));
        (leaves, descends)
    }

    /// Adds the facts about a call's value: the postcondition, and equality with the
    /// method's body, unrolled once (§4.1, second rule).
    fn assume_call_facts(
        &mut self,
        s: &mut State,
        declared: PureId,
        selector: Option<Term>,
        frame: &Frame,
        value: Term,
    ) {
        let definition = self.known_definition(s, MemberId::Pure(declared), selector, false);
        let callee = match definition {
            Some(MemberId::Pure(callee)) => callee,
            _ => declared,
        };
        let mut inner = self.family_frame(frame, MemberId::Pure(callee));
        inner.view = frame.view;
        if !s.known.postconditions.contains(&value) && !s.modes.assumes(declared) {
            self.assume_postcondition(s, declared, frame, value);
            if callee != declared && !s.modes.assumes(callee) {
                self.assume_postcondition(s, callee, &inner, value);
            }
        }
        if definition.is_none() || self.cut_at(MemberId::Pure(callee)) {
            return;
        }
        if self.ctx.config.infer {
            let frame = inner;
            self.infer_use(
                s,
                Application {
                    callee,
                    frame,
                    value,
                },
            );
        }
    }

    fn assume_postcondition(&mut self, s: &mut State, callee: PureId, frame: &Frame, value: Term) {
        let program = self.ctx.program;
        let method = program.pure_method(callee);
        let mut frame = frame.clone();
        if let Some(result) = method.vars.result {
            frame.set(result, value);
        }
        if matches!(&method.ensures.kind, veriframe_ir::AssertKind::Pure(e) if Engine::is_truth(e))
        {
            return;
        }
        let source = PermissionSource {
            snapshot: None,
            scale: self.session.terms.write(),
            origin: Engine::event(method.name_span, "given by a pure method"),
            of_entry: true,
        };
        let start = s.clone().with_frame(frame);
        let start = start.in_modes(|modes| {
            modes.assuming.push_back_mut(callee);
            modes.scale = None;
        });
        let scope = Scope::Postcondition(MemberId::Pure(callee));
        self.note(s, EventKind::ScopeOpened(scope));
        let leaves = self.collect_quietly(|this, done| {
            this.produce_given(
                start,
                &method.ensures,
                &source,
                ErrorContext::Code,
                &mut |this, s| {
                    let truth = this.session.terms.truth();
                    done(this, s, truth);
                },
            );
        });
        self.note(s, EventKind::ScopeClosed(scope));
        if let Ok(leaves) = leaves
            && let Some((mut known, _)) = self.join_leaves(s, leaves)
        {
            known.known.postconditions.insert_mut(value);
            *s = known;
        }
    }

    /// `use`: assumes that a call's value equals the method's body. `None` if the path
    /// ends, with `unknown-predicate-body` or at an ill-formed definition.
    pub(crate) fn assume_body(
        &mut self,
        s: State,
        call: &'p PureCall,
        value: Term,
        context: ErrorContext<'_>,
    ) -> Option<State> {
        let mut s = s;
        let Node::App(_, operands) = self.session.terms.node(value).clone() else {
            return Some(s);
        };
        let count = call.args.len() + usize::from(call.receiver.is_some());
        let inputs = operands
            .get(operands.len().saturating_sub(count)..)
            .unwrap_or_default();
        let (receiver, args) = match call.receiver {
            Some(_) => (inputs.first().copied(), inputs.get(1..).unwrap_or_default()),
            None => (None, inputs),
        };
        let member = MemberId::Pure(call.callee);
        let before = operands.len().saturating_sub(inputs.len());
        let selector = self.selector_argument(member, operands.get(..before).unwrap_or_default());
        let Some(MemberId::Pure(callee)) = self.known_definition(&s, member, selector, true) else {
            self.unknown_body(&s, member, context, call.span);
            return None;
        };
        if self.cut_at(MemberId::Pure(callee)) {
            return None;
        }
        let mut frame = self.input_frame(&s.frame, MemberId::Pure(callee), receiver, args);
        if let Some(e) = &call.receiver {
            frame.view = self.call_view(&s, call, e);
        }
        self.unroll(
            &mut s,
            &Application {
                callee,
                frame,
                value,
            },
        );
        Some(s)
    }
}
