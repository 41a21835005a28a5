//! What the validity checks of members need from the engine: producing a clause of a
//! contract with fresh values, consuming one at the end of a path, and initial states.

use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::judgements::{Judgements, PermissionSource, Purpose, StateK, ValueK};
use crate::state::chunk::field::FieldPlace;
use crate::state::symbolic_state::State;
use std::rc::Rc;
use veriframe_base::source::Span;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{Assertion, ClassId, Expr, ExprKind};

impl<'p> Engine<'p> {
    /// Produces a clause of the member's own contract with fresh values.
    pub fn produce_contract_clause(
        &mut self,
        mut s: State,
        a: &'p Assertion,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        let source = self.contract_source(a);
        s.progress.span = Some(a.span);
        self.produce(s, a, source, context, k);
    }

    /// Produces the postcondition of a pure method. It has no permission of its own and
    /// is evaluated in the heap of the precondition.
    pub fn produce_pure_postcondition(
        &mut self,
        s: State,
        a: &'p Assertion,
        context: ErrorContext<'_>,
        k: StateK<'_, 'p>,
    ) {
        let source = self.contract_source(a);
        self.produce_given(s, a, &source, context, k);
    }

    fn contract_source(&mut self, a: &Assertion) -> PermissionSource {
        self.fresh_source(Engine::event(a.span, "given by the contract"))
    }

    /// Consumes an assertion that must hold at the end of a path.
    pub fn consume_at_end(
        &mut self,
        mut s: State,
        a: &'p Assertion,
        context: ErrorContext<'_>,
        end: Span,
        k: StateK<'_, 'p>,
    ) {
        s.progress.span = Some(a.span);
        let purpose = Purpose {
            scale: self.session.terms.write(),
            event: Engine::event(end, "taken by the postcondition"),
        };
        self.consume(s, a, purpose, context, &mut |this, s, _| k(this, s));
    }

    /// On entry to the main routine: full permission to every static field, with initial
    /// values.
    #[allow(clippy::expect_used)] // checked by the resolver: a failure is an internal error
    pub fn produce_static_fields(&mut self, s: &mut State, span: Span) {
        let program = self.ctx.program;
        for (index, field) in program.fields.iter().enumerate() {
            if !field.is_static {
                continue;
            }
            let id = veriframe_ir::FieldId(u32::try_from(index).unwrap_or(u32::MAX));
            let value = match &field.init {
                _ if field.is_late || program.refused.statics.is_some() => {
                    self.session.terms.fresh(&field.name, sort_of(&field.ty))
                }
                Some(Expr {
                    kind: ExprKind::Unique(id),
                    ..
                }) => {
                    let (value, known) = self.unique(s.clone(), *id);
                    *s = known;
                    value
                }
                // The front end takes constants only; of anything else nothing is known.
                Some(e) => match self.direct(s, e) {
                    Some(value) => value,
                    None => self.session.terms.fresh(&field.name, sort_of(&field.ty)),
                },
                None => self.session.terms.default_of(sort_of(&field.ty)),
            };
            self.produce_field(s, &FieldPlace::of_static(id), value, span);
        }
    }

    /// On entry to a block that Java runs when a class is first used: full permission to the static fields that the
    /// class declares. Nobody else can have used them, or the class would be begun; of their values nothing is known.
    pub fn produce_static_fields_of(&mut self, s: &mut State, class: ClassId, span: Span) {
        let program = self.ctx.program;
        for id in program.static_fields_of(class) {
            let field = program.field(id);
            let value = self.session.terms.fresh(&field.name, sort_of(&field.ty));
            self.produce_field(s, &FieldPlace::of_static(id), value, span);
        }
    }

    /// Records the state after the precondition, for joins.
    pub fn set_entry(&mut self, s: &mut State) {
        let (entry, scope) = (Rc::new(s.clone()), self.session.serial());
        s.modes = s.modes.with(|modes| {
            modes.join.entry = Some(entry);
            modes.join.scope = scope;
        });
    }

    /// Records the first step of a path.
    pub fn record_start(&mut self, s: &mut State, span: Span, what: &str) {
        self.step(s, span, |_| what.to_owned());
    }

    /// Evaluates an expression of a contract or of a body that is checked on its own.
    pub fn evaluate(
        &mut self,
        mut s: State,
        e: &'p Expr,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        s.progress.span = Some(e.span);
        self.eval(s, e, context, k);
    }
}
