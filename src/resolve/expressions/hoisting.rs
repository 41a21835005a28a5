//! Hoisting of expressions with effects: calls of mutators, and creation of objects and arrays. If
//! such an expression is an operand, its statement runs first and stores the value in a temporary.

use super::assertion::{Value, unwrapped};
use super::call::Called;
use super::evaluation_order::Lowered;
use super::exceptional::{assigned, null};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{
    Amount, Call, ClassId, ClassKind, Expr, ExprKind, MethodKind, PredInstance, PureCall, PureId,
    Stmt, StmtKind, Type, VarId,
};
use crate::ir::{AssertKind, Assertion, ValueSource};
use crate::resolve::declarations::names;
use crate::resolve::declarations::table::{Callee, Yields};
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;

/// A lowered expression whose value might not need a temporary.
pub(in crate::resolve) enum Computed {
    /// A value.
    Value(Value),
    /// An effect that yields a value.
    Hoistable(Hoistable),
}

impl Computed {
    /// The type of the value, if there is one.
    fn ty(&self) -> Option<&Type> {
        match self {
            Computed::Value(Value::Expr(value)) => Some(&value.expr.ty),
            Computed::Hoistable(hoistable) => match &hoistable.yields {
                Yields::Value(ty) => ty.as_ref(),
                Yields::Nothing => None,
            },
            Computed::Value(Value::Assertion(_)) => None,
        }
    }
}

/// An effect to be hoisted: a call or a creation.
pub(in crate::resolve) struct Hoistable {
    /// Statements to run before the effect.
    pub hoisted: Vec<Stmt>,
    /// The effect.
    pub kind: HoistableKind,
    /// The type of its value.
    pub yields: Yields,
    /// The span of the expression.
    pub span: Span,
}

/// The kind of effect.
pub(in crate::resolve) enum HoistableKind {
    /// A call of a mutator.
    Call(Call),
    /// The creation of an object.
    New(ClassId, Call),
    /// The creation of an array with this element type and length.
    NewArray(Type, Expr),
    /// A value that nobody knows.
    Unknown,
}

impl<'a, 's> Member<'a, 's> {
    /// Lowers an expression whose value is assigned or discarded.
    pub(in crate::resolve) fn computed(&mut self, e: &ast::Expr) -> Option<Computed> {
        let e = unwrapped(e);
        if let ast::ExprKind::Call(None, name, args) = &e.kind
            && args.is_empty()
            && self.is_input(name)
        {
            self.effect_allowed(e.span, "`read()`")?;
            return Some(Computed::Hoistable(Hoistable {
                hoisted: Vec::new(),
                kind: HoistableKind::Unknown,
                yields: Yields::Value(Some(Type::Int)),
                span: e.span,
            }));
        }
        if let ast::ExprKind::Call(..) = &e.kind {
            if let Some(value) = self.conversion(e) {
                return value.map(Value::Expr).map(Computed::Value);
            }
            let called = self.call(e)?;
            if let Some(ty) = called.ty() {
                self.has_own_elements(e, ty)?;
            }
            return Some(called);
        }
        let created = if let ast::ExprKind::New(ty, args) = &e.kind {
            self.create(ty, args, e.span)
        } else if let ast::ExprKind::NewArray(elem, length) = &e.kind {
            self.create_array(elem, length, e.span)
        } else {
            return self.value(e).map(Computed::Value);
        };
        created.map(Computed::Hoistable)
    }

    /// A call, `new C(…)` or `new T[n]` as an operand.
    pub(in crate::resolve) fn hoisted_value(&mut self, e: &ast::Expr) -> Option<Value> {
        match self.computed(e)? {
            Computed::Value(value) => Some(value),
            Computed::Hoistable(hoistable) => {
                let span = hoistable.span;
                let ty = self.yielded(&hoistable)?;
                let variable = self.scope.temporary(ty, span);
                let hoisted = self.perform(hoistable, Some(variable));
                Some(Value::Expr(Lowered {
                    hoisted,
                    expr: self.read(variable, span),
                }))
            }
        }
    }

    /// The type of a hoisted value; an error if there is none.
    pub(in crate::resolve) fn yielded(&self, hoistable: &Hoistable) -> Option<Type> {
        match (&hoistable.yields, &hoistable.kind) {
            (Yields::Value(ty), _) => ty.clone(),
            (Yields::Nothing, HoistableKind::Call(call)) => {
                let name = self.table().method(call.callee).header.name;
                let message = format!("`{name}` is `void`: it gives no value back");
                self.mismatch(hoistable.span, message, "call it as a statement")
            }
            (Yields::Nothing, _) => None,
        }
    }

    /// The statements of the effect, which store its value in `to`.
    pub(in crate::resolve) fn perform(
        &mut self,
        hoistable: Hoistable,
        to: Option<VarId>,
    ) -> Vec<Stmt> {
        let Hoistable {
            mut hoisted,
            kind,
            yields,
            span,
        } = hoistable;
        let mut kind = kind;
        let (mut thrown, mut is_untold) = (None, false);
        if let HoistableKind::Call(call) | HoistableKind::New(_, call) = &mut kind {
            is_untold = self.ends_untold_here(call.callee);
            if is_untold || self.table().throwing.contains(&call.callee) {
                thrown = Some(self.exception(span));
            }
            call.thrown = thrown;
            call.is_untold = is_untold;
        }
        // Where there is an exception, nothing is assigned.
        let assigned_later = thrown.and(to);
        let to = match assigned_later {
            Some(_) => Some(self.target(None, yields.clone(), span)),
            None => to,
        };
        let mut value_of_made = Vec::new();
        let kind = match kind {
            HoistableKind::Call(call) => StmtKind::Call(to, call),
            HoistableKind::New(class, call) => {
                let ty = value_type(&yields);
                let to = self.target(to, yields, span);
                let value = self.made_value(ty, to, span);
                let made = value.as_ref().map_or(to, |(made, _)| *made);
                value_of_made = value.map(|(_, statements)| statements).unwrap_or_default();
                StmtKind::New(made, class, call)
            }
            HoistableKind::NewArray(elem, length) => {
                StmtKind::NewArray(self.target(to, yields, span), elem, length)
            }
            HoistableKind::Unknown => {
                let to = self.target(to, yields, span);
                StmtKind::Unknown(to, ValueSource::Input)
            }
        };
        // A loop around it assigns the variable.
        hoisted.extend(thrown.map(|thrown| assigned(thrown, null(span), span)));
        hoisted.push(Stmt { kind, span });
        hoisted.extend(value_of_made);
        hoisted.extend(thrown.map(|thrown| {
            let mut then = Vec::new();
            if is_untold {
                let untold = self.untold(span);
                then.push(assigned(untold, self.read(thrown, span), span));
            }
            then.extend(self.thrown_on(thrown, span));
            self.if_thrown(thrown, then, span)
        }));
        if let (Some(variable), Some(value)) = (assigned_later, to) {
            hoisted.push(assigned(variable, self.read(value, span), span));
        }
        hoisted
    }

    /// Whether a call of this name without arguments reads a number from the input: `read()`, unless the
    /// class has or inherits a member of this name.
    fn is_input(&self, name: &ast::Name) -> bool {
        let has_one = |class| {
            self.table().is_incomplete(class)
                || !self.table().callees_named(class, "read").is_empty()
        };
        name.text == "read" && !self.table().rules.is_compiled && !self.class.is_some_and(has_one)
    }

    /// The variable for a created object or an unknown value; a temporary if the value is discarded.
    fn target(&mut self, to: Option<VarId>, yields: Yields, span: Span) -> VarId {
        let ty = value_type(&yields);
        to.unwrap_or_else(|| self.scope.temporary(ty, span))
    }

    /// A call of any kind, in any context.
    fn call(&mut self, e: &ast::Expr) -> Option<Computed> {
        let called = self.called(e)?;
        match called.callee {
            Callee::Method(id) => {
                let info = self.table().method(id);
                if info.kind == MethodKind::Main {
                    let message = "the main routine is started from outside and cannot be called";
                    return self.misplaced(
                        e.span,
                        message,
                        "move what is to be shared into another method",
                    );
                }
                let name = info.header.name;
                if info.kind == MethodKind::Lemma {
                    self.stmt_allowed(e.span, &format!("a call of the lemma `{name}`"))?;
                } else {
                    self.effect_allowed(e.span, &format!("a call of the mutator `{name}`"))?;
                    self.prints_as_java(id, e.span)?;
                }
                let Called {
                    hoisted,
                    receiver,
                    of,
                    args,
                    span,
                    ..
                } = called;
                let kind = HoistableKind::Call(Call {
                    receiver,
                    callee: id,
                    of,
                    args,
                    thrown: None,
                    is_untold: false,
                    span,
                });
                let yields = info.header.yields.clone();
                Some(Computed::Hoistable(Hoistable {
                    hoisted,
                    kind,
                    yields,
                    span,
                }))
            }
            Callee::Pure(id) => {
                self.tells_of_pure(id, e.span)?;
                let Called {
                    hoisted,
                    receiver,
                    of,
                    args,
                    span,
                    ..
                } = called;
                let expr = match args.as_slice() {
                    [number] if self.is_bits(id) => self.retyped(id, number.clone(), span)?,
                    _ => self.applied(id, of, receiver, args, span)?,
                };
                Some(Computed::Value(Value::Expr(Lowered { hoisted, expr })))
            }
            Callee::Pred(_) => self.predicate_value(called).map(Computed::Value),
        }
    }

    /// An application of a pure method; `of` is the class whose definition is called, if that is fixed.
    pub(in crate::resolve) fn applied(
        &self,
        callee: PureId,
        of: Option<ClassId>,
        receiver: Option<Expr>,
        args: Vec<Expr>,
        span: Span,
    ) -> Option<Expr> {
        let is_code = matches!(self.context.place, Place::Code | Place::PureBody);
        let call = PureCall {
            receiver,
            callee,
            of,
            is_code: is_code && !self.context.ghost,
            args,
            span,
        };
        Some(Expr {
            kind: ExprKind::Pure(Box::new(call)),
            ty: self.type_of_result(callee)?,
            span,
        })
    }

    /// A value as one of the type of a pure method's result.
    fn retyped(&self, callee: PureId, value: Expr, span: Span) -> Option<Expr> {
        let ty = self.type_of_result(callee)?;
        Some(Expr { ty, span, ..value })
    }

    fn type_of_result(&self, callee: PureId) -> Option<Type> {
        match &self.table().pure_method(callee).header.yields {
            Yields::Value(ty) => ty.clone(),
            Yields::Nothing => None,
        }
    }

    fn predicate_value(&mut self, called: Called) -> Option<Value> {
        let span = called.span;
        if !self.context.allows_access() {
            let name = self.table().header(called.callee).name;
            let message = format!(
                "the predicate `{name}` cannot stand in {}",
                self.context.description()
            );
            let note = "a predicate stands in assertions and in `open`, `close` and `opening`; \
                        what code may call is a pure method";
            return self.misplaced(span, message, note);
        }
        let instance = self.predicate_of(called, "this call", span)?;
        let kind = AssertKind::Pred(Box::new(PredInstance {
            amount: Amount::Write,
            ..instance
        }));
        Some(Value::Assertion(Assertion { kind, span }))
    }

    /// Checks that this context allows changes of real state.
    pub(in crate::resolve) fn effect_allowed(&self, span: Span, what: &str) -> Option<()> {
        self.stmt_allowed(span, what)?;
        if !self.context.ghost {
            return Some(());
        }
        let message = format!("{what} cannot stand in ghost code");
        let note =
            "ghost code calls lemmas and pure methods, and changes only what is declared `ghost`";
        self.misplaced(span, message, note)
    }

    /// Checks that this context allows hoisted statements.
    pub(in crate::resolve) fn stmt_allowed(&self, span: Span, what: &str) -> Option<()> {
        if self.context.allows_hoisting() {
            return Some(());
        }
        let place = if self.context.quiet {
            "`old`, `opening`, `using` or a quantifier"
        } else {
            self.context.description()
        };
        let message = format!("{what} cannot stand in {place}");
        self.misplaced(
            span,
            message,
            "only pure methods may be called there, and nothing is changed or created",
        )
    }

    fn create(&mut self, ty: &ast::Type, args: &[ast::Expr], span: Span) -> Option<Hoistable> {
        let known = self.table().read_type(ty, self.session.sink);
        let (class, callee, args) = match &known {
            Some(Type::Class(class)) => {
                if self.has_objects(*class, ty.span).is_none() {
                    self.arguments(args, &[]);
                    return None;
                }
                let (callee, args) = self.constructor_for(*class, args, ty.span)?;
                (*class, callee, args)
            }
            other => {
                let args = self.arguments(args, &[]);
                self.effect_allowed(span, "`new`")?;
                self.new_object(other.as_ref()?, args.len(), ty.span, span)?;
                let table = self.table();
                (table.object_class(), table.object_constructor(), Vec::new())
            }
        };
        self.effect_allowed(span, "`new`")?;
        let known = known?;
        let (hoisted, args) = self.sequence(args);
        let kind = HoistableKind::New(
            class,
            Call {
                receiver: None,
                callee,
                of: None,
                args,
                thrown: None,
                is_untold: false,
                span,
            },
        );
        Some(Hoistable {
            hoisted,
            kind,
            yields: Yields::Value(Some(known)),
            span,
        })
    }

    /// Checks that the class can be instantiated.
    fn has_objects(&self, class: ClassId, span: Span) -> Option<()> {
        let info = self.table().class(class);
        let what = match info.kind {
            ClassKind::Open | ClassKind::Final if info.uniques.is_empty() => return Some(()),
            ClassKind::Open | ClassKind::Final => "an `enum`",
            ClassKind::Abstract => "abstract",
            ClassKind::Interface => "an interface",
        };
        let message = format!(
            "`{}` is {what}: it has no objects of its own",
            info.name.text
        );
        self.misplaced(span, message, "make an object of a class below it")
    }

    /// Checks that a `new` without a class of the program is `new Object()`.
    fn new_object(&self, ty: &Type, given: usize, of: Span, span: Span) -> Option<()> {
        if *ty != Type::Object {
            let message = format!("there are no objects of type `{}`", self.type_name(ty));
            return self.refuse(Diagnostic::error(Code::TypeMismatch, of, message));
        }
        self.session.creates_object.set(true);
        if given > 0 {
            let message = format!(
                "the constructor of `Object` has no parameter, but {} given",
                names::are(given)
            );
            return self.mismatch(span, message, "write `new Object()`");
        }
        Some(())
    }

    /// The length of a new array.
    pub(in crate::resolve) fn array_length(&mut self, length: &ast::Expr) -> Option<Lowered> {
        let length = self.expr(length)?;
        let length = self.of_type(length, &Type::Int, "the length of an array")?;
        self.coerce(length, &self.table().real(Type::Int))
    }

    fn create_array(
        &mut self,
        elem: &ast::Type,
        length: &ast::Expr,
        span: Span,
    ) -> Option<Hoistable> {
        let length = self.array_length(length);
        self.effect_allowed(span, "`new`")?;
        let elem = self.table().read_element(elem, self.session.sink)?;
        let Lowered { hoisted, expr } = length?;
        let yields = Yields::Value(Some(Type::Array(Box::new(elem.clone()))));
        Some(Hoistable {
            hoisted,
            kind: HoistableKind::NewArray(elem, expr),
            yields,
            span,
        })
    }
}

/// The type of a variable for what an effect yields.
fn value_type(yields: &Yields) -> Type {
    match yields {
        Yields::Value(Some(ty)) => ty.clone(),
        Yields::Value(None) | Yields::Nothing => Type::Object,
    }
}
