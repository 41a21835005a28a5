//! Assertions: conditions are checked, permission is collected into a footprint. Conjuncts of
//! contracts and statements give failures their context; those of predicates belong to the
//! conjunct that demands the predicate.

use super::body::{Builder, Label};
use crate::code::{AccessTarget, Context, Demand, InstanceSite, Instruction, Purpose};
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_base::source::Span;
use veriframe_ir::{Amount, AssertKind, Assertion, BinOp, Expr, ExprKind, Location, PredInstance};

/// The construct whose conjuncts are compiled.
#[derive(Clone, Copy)]
struct Construct {
    code: ErrorCode,
    at_call: bool,
    place: Option<Span>,
}

impl Builder<'_> {
    /// A precondition, which takes permission from the caller.
    pub(super) fn requires(&mut self, requires: &Assertion) {
        self.asserted(requires, Purpose::Requires, ErrorCode::Precondition);
    }

    /// A postcondition.
    pub(super) fn ensures(&mut self, ensures: &Assertion, code: ErrorCode) {
        let purpose = if self.span.file.is_library() {
            Purpose::Given
        } else {
            Purpose::Ensures
        };
        self.asserted(ensures, purpose, code);
    }

    /// The invariant of a loop.
    pub(super) fn invariant(
        &mut self,
        inner: &veriframe_ir::Loop,
        purpose: Purpose,
        code: ErrorCode,
    ) {
        self.asserted(&inner.invariant, purpose, code);
    }

    /// An assertion for this purpose, whose conjuncts fail with this code.
    pub(super) fn asserted(&mut self, assertion: &Assertion, purpose: Purpose, code: ErrorCode) {
        let construct = Construct {
            code,
            at_call: matches!(purpose, Purpose::Requires | Purpose::Borrow),
            place: None,
        };
        let outer = std::mem::replace(&mut self.in_annotation, true);
        self.emit(Instruction::Begin(purpose), assertion.span);
        self.part(assertion, Some(construct));
        self.emit(Instruction::End(purpose), assertion.span);
        self.in_annotation = outer;
    }

    /// What a postcondition says where there is an exception has its own code.
    fn of_exception(&self, construct: Construct, condition: &Expr) -> Construct {
        let is_exception =
            |e: &Expr| matches!(&e.kind, ExprKind::Var(var) if Some(*var) == self.vars.exception);
        let ExprKind::Binary(BinOp::Eq, left, _) = &condition.kind else {
            return construct;
        };
        if self.vars.exception.is_none() || !is_exception(left) {
            return construct;
        }
        let code = match construct.code {
            ErrorCode::Postcondition => ErrorCode::Signals,
            code => code,
        };
        Construct { code, ..construct }
    }

    /// `open` and `close`: the locations of the instance must be held.
    pub(super) fn held(&mut self, instance: &PredInstance, code: ErrorCode, place: Span) {
        let construct = Construct {
            code,
            at_call: false,
            place: Some(place),
        };
        let outer = std::mem::replace(&mut self.in_annotation, true);
        self.emit(Instruction::Begin(Purpose::Assert), place);
        let resume = self.begin(Some(construct), instance.span, true);
        self.instance(instance);
        self.end(resume, instance.span);
        self.emit(Instruction::End(Purpose::Assert), place);
        self.in_annotation = outer;
    }

    /// The body of a predicate.
    pub(super) fn footprint(&mut self, assertion: &Assertion) {
        self.part(assertion, None);
    }

    /// The conditions of an assertion, without its permissions.
    pub(super) fn conditions(&mut self, assertion: &Assertion) {
        let outer = std::mem::replace(&mut self.in_annotation, true);
        self.conditions_of(assertion);
        self.in_annotation = outer;
    }

    fn conditions_of(&mut self, assertion: &Assertion) {
        match &assertion.kind {
            AssertKind::Star(parts) => parts.iter().for_each(|part| self.conditions_of(part)),
            AssertKind::Pure(condition) => {
                let condition = self.expr(condition);
                self.emit(Instruction::Check { condition }, assertion.span);
            }
            AssertKind::Cond(condition, then, other) if !assertion.has_access() => {
                let otherwise = self.branch(condition, false);
                self.conditions_of(then);
                let end = self.jump(assertion.span);
                self.land_all(otherwise);
                self.conditions_of(other);
                self.land(end);
            }
            AssertKind::Let(var, value, body) if !assertion.has_access() => {
                self.expr_to(value, var.0);
                self.conditions_of(body);
            }
            _ => {}
        }
    }

    /// Begins a conjunct of a construct.
    fn begin(
        &mut self,
        construct: Option<Construct>,
        conjunct: Span,
        has_access: bool,
    ) -> Option<Label> {
        let construct = construct?;
        let context = self.context(Context {
            code: construct.code,
            at_call: construct.at_call,
            place: construct.place,
            conjunct,
            has_access,
        });
        let resume = 0;
        Some(self.emit_jump(Instruction::Conjunct { context, resume }, conjunct))
    }

    /// Ends a conjunct. If it cannot be evaluated, what follows is next.
    fn end(&mut self, resume: Option<Label>, span: Span) {
        if let Some(resume) = resume {
            self.emit(Instruction::EndConjunct, span);
            self.land(resume);
        }
    }

    fn part(&mut self, assertion: &Assertion, construct: Option<Construct>) {
        veriframe_base::stack::deep(|| {
            let in_use = self.in_use();
            self.part_here(assertion, construct);
            self.free(in_use);
        });
    }

    /// A part of an assertion that cannot be evaluated.
    pub(super) fn unevaluable_part(&mut self, span: Span, code: ErrorCode, place: Option<Span>) {
        let construct = Construct {
            code,
            at_call: false,
            place,
        };
        let resume = self.begin(Some(construct), span, true);
        let why = "what is not there without contracts";
        self.emit(Instruction::Unevaluable(why), span);
        self.end(resume, span);
    }

    fn part_here(&mut self, assertion: &Assertion, construct: Option<Construct>) {
        let span = assertion.span;
        let has_access = assertion.has_access();
        if !self.is_evaluable(assertion) {
            let code = construct.map_or(ErrorCode::Assert, |construct| construct.code);
            return self.unevaluable_part(span, code, construct.and_then(|c| c.place));
        }
        match &assertion.kind {
            AssertKind::Star(parts) => parts.iter().for_each(|part| self.part(part, construct)),
            AssertKind::Cond(test, then, other) => {
                let resume = self.begin(construct, test.span, has_access);
                let to = self.temporary();
                self.expr_to(test, to);
                if resume.is_some() {
                    self.emit(Instruction::EndConjunct, span);
                }
                let condition = crate::code::Operand::Slot(to);
                let branch = Instruction::Branch {
                    condition,
                    when: false,
                    target: 0,
                };
                let otherwise = self.emit_jump(branch, span);
                self.part(then, construct);
                let end = self.jump(span);
                self.land(otherwise);
                let construct = construct.map(|own| self.of_exception(own, test));
                self.part(other, construct);
                self.land(end);
                resume.into_iter().for_each(|resume| self.land(resume));
            }
            AssertKind::Let(var, value, body) => {
                let resume = self.begin(construct, value.span, has_access);
                self.expr_to(value, var.0);
                if resume.is_some() {
                    self.emit(Instruction::EndConjunct, span);
                }
                self.part(body, construct);
                resume.into_iter().for_each(|resume| self.land(resume));
            }
            AssertKind::Pure(condition) => {
                let resume = self.begin(construct, span, has_access);
                let condition = self.expr(condition);
                self.emit(Instruction::Check { condition }, span);
                self.end(resume, span);
            }
            AssertKind::Acc(location, amount) => {
                let resume = self.begin(construct, span, has_access);
                let place = self.place(location);
                let demand = self.demand(amount);
                self.emit(Instruction::Access { place, demand }, span);
                self.end(resume, span);
            }
            AssertKind::Pred(instance) => {
                let resume = self.begin(construct, span, has_access);
                self.instance(instance);
                self.end(resume, span);
            }
            AssertKind::Untouched(inner) => {
                let resume = self.begin(construct, span, has_access);
                self.needs_entry();
                self.emit(Instruction::BeginUntouched, span);
                self.part(inner, None);
                self.emit(Instruction::BeginOld(None), span);
                self.emit(Instruction::BeginUntouched, span);
                self.part(inner, None);
                self.emit(Instruction::EndOld, span);
                self.emit(Instruction::EndUntouched, span);
                self.end(resume, span);
            }
        }
    }

    fn place(&mut self, location: &Location) -> AccessTarget {
        match location {
            Location::Field(receiver, field) => AccessTarget::Field(self.expr(receiver), *field),
            Location::Static(field) => AccessTarget::Static(*field),
            Location::Elems(array) => AccessTarget::Elements(self.expr(array), None, None),
            Location::Slice(array, from, until) => {
                let array = self.expr(array);
                let from = from.as_ref().map(|e| self.expr(e));
                let until = until.as_ref().map(|e| self.expr(e));
                AccessTarget::Elements(array, from, until)
            }
        }
    }

    fn demand(&mut self, amount: &Amount) -> Demand {
        match amount {
            Amount::Write => Demand::Write,
            Amount::Fraction(e) => Demand::Fraction(self.expr(e)),
            Amount::Wildcard => Demand::Wildcard,
        }
    }

    fn instance(&mut self, instance: &PredInstance) {
        let receiver = instance.receiver.as_ref().map(|e| self.expr(e));
        let args = instance.args.iter().map(|e| self.expr(e)).collect();
        let demand = self.demand(&instance.amount);
        let site = InstanceSite {
            pred: instance.pred,
            receiver,
            is_this: instance.receiver.as_ref().is_some_and(|e| self.is_this(e)),
            of: instance.of,
            args: self.operands(args),
        };
        let site = self.instance_site(site);
        self.emit(Instruction::Instance { site, demand }, instance.span);
    }
}
