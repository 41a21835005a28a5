//! What the check of a member begins with: `this`, values of parameters, the view and the measure.

use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::state::modes::TerminationCheck;
use crate::state::symbolic_state::State;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{ClassId, ClassKind, MemberId, MethodKind, Type, VarId};

impl<'p> Engine<'p> {
    /// A fresh value of a variable's type.
    pub fn fresh_value(
        &mut self,
        s: &mut State,
        member: MemberId,
        var: VarId,
    ) -> veriframe_logic::Term {
        let var = self.vars(member).get(var);
        let value = self.session.terms.fresh(&var.name, sort_of(&var.ty));
        self.assume_type_facts(s, &var.ty, value);
        value
    }

    /// `this`: an arbitrary object; in a constructor, a new one.
    pub fn fresh_this(
        &mut self,
        s: &mut State,
        member: MemberId,
        this: VarId,
        class: Option<ClassId>,
    ) {
        let constructor = matches!(member, MemberId::Method(m) if self.ctx.program.method(m).kind == MethodKind::Constructor);
        if constructor {
            let object = self.session.terms.allocate("this");
            s.frame.set(this, object);
            if let Type::Class(class) = self.vars(member).get(this).ty {
                self.assume_this_below(s, class, object);
            }
            return;
        }
        let value = self.fresh_value(s, member, this);
        s.frame.set(this, value);
        let null = self.session.terms.null();
        let not_null = self.session.terms.ne(value, null);
        s.assume(
            &self.session.terms,
            not_null,
            veriframe_logic::FactKind::Fact,
        );
        let class = match (class, &self.vars(member).get(this).ty) {
            (Some(class), _) => class,
            (None, Type::Class(class)) => *class,
            (None, _) => return,
        };
        let subclasses = match member {
            // A body executed by `super.m(…)` can run for objects of any subclass.
            MemberId::Method(m) => self.ctx.program.method(m).view.is_some(),
            MemberId::Pure(p) => self.ctx.program.pure_method(p).view.is_some(),
            // A predicate's body is checked once for all classes that share it.
            MemberId::Pred(_) => self
                .ctx
                .reach
                .distinguishes_subtypes(self.ctx.program, class),
        };
        if subclasses {
            self.assume_this_below(s, class, value);
        } else {
            self.assume_this_exactly(s, class, value);
        }
    }

    /// Assumes the class of `this` in a member's body: exactly that class, if it can have
    /// objects.
    pub fn assume_this_exactly(
        &mut self,
        s: &mut State,
        class: ClassId,
        this: veriframe_logic::Term,
    ) {
        if self.ctx.program.class(class).kind.has_objects() {
            self.assume_exact_class(s, this, class);
        } else {
            self.assume_class(s, class, this);
        }
    }

    /// The same if `this` can be of a subclass.
    pub fn assume_this_below(
        &mut self,
        s: &mut State,
        class: ClassId,
        this: veriframe_logic::Term,
    ) {
        if self.ctx.program.class(class).kind == ClassKind::Final {
            self.assume_exact_class(s, this, class);
        } else {
            self.assume_class(s, class, this);
        }
    }

    /// The class whose definitions `this` has in a member's text, unless it is the
    /// dynamic type: in constructors, and in bodies executed by `super.m(…)`.
    pub fn view_in(&self, member: MemberId) -> Option<ClassId> {
        match member {
            MemberId::Method(m) => {
                let method = self.ctx.program.method(m);
                match method.kind {
                    MethodKind::Constructor => method.class,
                    _ => method.view,
                }
            }
            MemberId::Pure(p) => self.ctx.program.pure_method(p).view,
            MemberId::Pred(_) => None,
        }
    }

    /// Evaluates the measures of the member under verification, on entry.
    pub fn measure(&mut self, s: &mut State, member: MemberId) {
        let termination = s.termination_check().cloned();
        // Until the measures are known, a call of the same cycle in them does not
        // descend.
        let with = |measures| {
            termination.clone().map(|termination| TerminationCheck {
                measures,
                ..termination
            })
        };
        s.set_termination_check(with(Vec::new()));
        // What is known of calls in them, their bodies and postconditions, stays known.
        let mut leaves = Vec::new();
        let measures = self.measures_of(member);
        let (start, context) = (s.clone(), ErrorContext::Code);
        self.eval_all(start, measures, Vec::new(), context, &mut |_, s, values| {
            leaves.push((s, values))
        });
        let only = leaves.pop().filter(|_| leaves.is_empty());
        let values = only.map(|(known, values)| {
            *s = known;
            values
        });
        s.set_termination_check(with(values.unwrap_or_default()));
    }
}
