//! Assignments, compound assignments, `++` and `--`.

use super::evaluation_order::{Lowered, append};
use super::hoisting::Computed;
use super::meaning::{Meaning, meaning};
use crate::ir::{BinOp, CollOp, Expr, ExprKind, FieldId, Stmt, StmtKind, Type, ValueSource, VarId};
use crate::resolve::scopes::member::Member;
use crate::resolve::scopes::scope::Assigned;
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::{AssignOp, BinOp as Op, ExprKind as AstKind, IncOp};

/// The target of an assignment.
enum Target {
    /// A local or a parameter.
    Local(VarId),
    /// A field of an object.
    Field(Expr, FieldId),
    /// A static field.
    Static(FieldId),
    /// An element of an array.
    Elem(Expr, Expr),
}

/// The left side of an assignment.
struct Left {
    /// Statements to run before the subexpressions of the target.
    hoisted: Vec<Stmt>,
    target: Target,
    ty: Type,
    span: Span,
}

impl Left {
    /// The current value of the target.
    fn current(&self) -> Expr {
        let kind = match &self.target {
            Target::Local(variable) => ExprKind::Var(*variable),
            Target::Field(receiver, field) => ExprKind::Field(Box::new(receiver.clone()), *field),
            Target::Static(field) => ExprKind::Static(*field),
            Target::Elem(array, at) => {
                ExprKind::Index(Box::new(array.clone()), Box::new(at.clone()))
            }
        };
        Expr {
            kind,
            ty: self.ty.clone(),
            span: self.span,
        }
    }
}

impl Member<'_, '_> {
    /// `lhs op rhs;`
    pub(in crate::resolve) fn assignment(
        &mut self,
        target: &ast::Expr,
        op: AssignOp,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let left = self.left(target);
        self.assigned_keeps_elements(target, left.as_ref(), value)?;
        let ghost = left.as_ref().is_some_and(|left| self.is_ghost(left));
        self.ghostly(ghost, |s| s.assigned(left, op, value, span))
    }

    /// Refuses to assign an array that might be one of other elements.
    fn assigned_keeps_elements(
        &self,
        target: &ast::Expr,
        left: Option<&Left>,
        value: &ast::Expr,
    ) -> Option<()> {
        let Some(left) = left else { return Some(()) };
        let written = || self.written_target(target);
        let to = matches!(left.ty, Type::Array(_)).then(written).flatten();
        self.keeps_elements(value, &left.ty, to.as_ref())
    }

    fn assigned(
        &mut self,
        left: Option<Left>,
        op: AssignOp,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        if let (
            AssignOp::Set,
            Some(Left {
                target: Target::Local(variable),
                ty,
                ..
            }),
        ) = (op, &left)
        {
            return self.set_local(*variable, ty, value, span);
        }
        let (left, value) = self.both_sides(left, op, value, span)?;
        let mut stmts = left.hoisted;
        append(&mut stmts, value.hoisted);
        stmts.push(write(left.target, value.expr, span));
        Some(stmts)
    }

    /// `lhs op rhs` as an expression, whose value is the assigned one.
    pub(in crate::resolve) fn assignment_value(
        &mut self,
        target: &ast::Expr,
        op: AssignOp,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Lowered> {
        self.stmt_allowed(span, "an assignment")?;
        let left = self.left(target);
        self.assigned_keeps_elements(target, left.as_ref(), value)?;
        if self.context.ghost && left.as_ref().is_some_and(|left| !self.is_ghost(left)) {
            let message = "an assignment cannot change something real in ghost code";
            let note = "assign it in the code, or declare it `ghost`";
            return self.misplaced(span, message, note);
        }
        let ghost = left.as_ref().is_some_and(|left| self.is_ghost(left));
        let sides = self.ghostly(ghost, |s| s.both_sides(left, op, value, span));
        let (left, value) = sides?;
        let mut hoisted = left.hoisted;
        append(&mut hoisted, value.hoisted);
        // The temporary has the type of the target, not that of the right side.
        let held = self.scope.temporary(left.ty, span);
        hoisted.push(write(Target::Local(held), value.expr, span));
        let expr = self.read(held, span);
        hoisted.push(write(left.target, expr.clone(), span));
        Some(Lowered { hoisted, expr })
    }

    /// The left side, kept stable during the evaluation of the right side, and the value to assign.
    fn both_sides(
        &mut self,
        left: Option<Left>,
        op: AssignOp,
        value: &ast::Expr,
        span: Span,
    ) -> Option<(Left, Lowered)> {
        let value = match (&value.kind, left.as_ref().map(|left| &left.ty)) {
            (ast::ExprKind::Unknown, Some(ty)) if op == AssignOp::Set => {
                self.unknown(ty.clone(), value.span)
            }
            (ast::ExprKind::Choose(choice), ty) if op == AssignOp::Set => {
                self.choice(choice, ty, value.span)
            }
            (ast::ExprKind::ArrayInit(elements), Some(Type::Array(elem))) => {
                self.array_of(elem, elements, value.span)
            }
            _ => self.expr(value),
        };
        let (left, value) = (left?, value?);
        if op != AssignOp::Set {
            return self.compound(left, op, value, span);
        }
        let value = self.coerce(value, &left.ty)?;
        let left = if value.hoisted.is_empty() {
            left
        } else {
            self.hold_left(left, &value.hoisted)
        };
        Some((left, value))
    }

    /// Refuses `*` in code that another compiler reads.
    fn may_be_unknown(&self, span: Span) -> Option<()> {
        if self.table().rules.is_compiled && !self.in_annotation {
            let message = "`*` is no value in Java";
            let note = "call `Any.integer()` or another method of `veriframe.Any`";
            return self.misplaced(span, message, note);
        }
        Some(())
    }

    /// A value of a type that nobody knows.
    fn unknown(&mut self, ty: Type, span: Span) -> Option<Lowered> {
        self.may_be_unknown(span)?;
        let held = self.scope.temporary(ty, span);
        let kind = StmtKind::Unknown(held, ValueSource::Input);
        Some(Lowered {
            hoisted: vec![Stmt { kind, span }],
            expr: self.read(held, span),
        })
    }

    /// `x := e`; calls and creations write into the variable without a temporary.
    pub(in crate::resolve) fn set_local(
        &mut self,
        variable: VarId,
        ty: &Type,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        self.keeps_elements(value, ty, self.scope.written(variable))?;
        if let (ast::ExprKind::ArrayInit(elements), Type::Array(elem)) = (&value.kind, ty) {
            let Lowered { mut hoisted, expr } = self.array_of(elem, elements, value.span)?;
            hoisted.push(write(Target::Local(variable), expr, span));
            return Some(hoisted);
        }
        if matches!(value.kind, ast::ExprKind::Unknown) {
            self.may_be_unknown(value.span)?;
            let kind = StmtKind::Unknown(variable, ValueSource::Input);
            return Some(vec![Stmt { kind, span }]);
        }
        if let ast::ExprKind::Choose(choice) = &value.kind {
            let chosen = self.choice(choice, Some(ty), value.span)?;
            let Lowered { mut hoisted, expr } = self.coerce(chosen, ty)?;
            hoisted.push(write(Target::Local(variable), expr, span));
            return Some(hoisted);
        }
        let init = value;
        match self.computed(value)? {
            Computed::Hoistable(hoistable) => {
                let from = self.yielded(&hoistable)?;
                if ty.format().is_some() && from != *ty || from.is_ref() != ty.is_ref() {
                    // A number of another type is converted, and others are boxed.
                    let held = self.scope.temporary(from, hoistable.span);
                    let converted = self.read(held, hoistable.span);
                    let mut stmts = self.perform(hoistable, Some(held));
                    let converted = self.unerased(init, Lowered::of(converted));
                    let converted = self.coerce_expr(converted.expr, ty)?;
                    stmts.push(write(Target::Local(variable), converted, span));
                    return Some(stmts);
                }
                // A placeholder for the type check; the value is written to the variable directly.
                let sample = Lowered::new(ExprKind::Null, from, hoistable.span);
                self.coerce(sample, ty)?;
                let mut stmts = self.perform(hoistable, Some(variable));
                if let Some(last) = stmts.last_mut() {
                    last.span = span;
                }
                Some(stmts)
            }
            Computed::Value(value) => {
                let given = self.plain(value)?;
                // A value of a type parameter is unboxed as what it stands for.
                let given = match ty.is_ref() {
                    true => given,
                    false => self.unerased(init, given),
                };
                let Lowered { mut hoisted, expr } = self.coerce(given, ty)?;
                hoisted.push(Stmt {
                    kind: StmtKind::Assign(variable, expr),
                    span,
                });
                Some(hoisted)
            }
        }
    }

    /// Whether the assigned target is ghost.
    fn is_ghost(&self, left: &Left) -> bool {
        match left.target {
            Target::Local(variable) => self.scope.var(variable).is_ghost,
            Target::Field(_, field) | Target::Static(field) => self.table().field(field).is_ghost,
            Target::Elem(..) => false,
        }
    }

    /// Lowers the left side of an assignment and checks that it is assignable here.
    fn left(&mut self, e: &ast::Expr) -> Option<Left> {
        let left = self.any_left(e)?;
        if self.in_annotation && !self.is_ghost(&left) {
            let message = "an annotation cannot assign something real";
            let note = "assign it in the code, or declare it `ghost`";
            return self.misplaced(e.span, message, note);
        }
        if self.is_ghost(&left) {
            self.refuse_hoisted(&left.hoisted, e.span)?;
        }
        Some(left)
    }

    fn any_left(&mut self, e: &ast::Expr) -> Option<Left> {
        if !may_be_place(e) {
            return self.not_assignable(e.span);
        }
        if self.is_set_elsewhere(e) {
            return self.no_constant(e.span);
        }
        let Lowered { hoisted, expr } = self.expr(e)?;
        let is_constant = expr.literal().is_some() && !matches!(expr.kind, ExprKind::Unique(_));
        let ty = expr.ty;
        let target = if let ExprKind::Var(variable) = expr.kind {
            self.check_local(variable, e.span)?;
            Target::Local(variable)
        } else if let ExprKind::Field(receiver, field) = expr.kind {
            self.check_field(&receiver, field, e.span)?;
            Target::Field(*receiver, field)
        } else if let ExprKind::Static(field) = expr.kind {
            Target::Static(field)
        } else if let ExprKind::Index(array, at) = expr.kind {
            Target::Elem(*array, *at)
        } else if let ExprKind::Length(_) = expr.kind {
            let message = "the `length` of an array never changes";
            let note = "create a new array of the length you need";
            return self.misplaced(e.span, message, note);
        } else if let ExprKind::Collection(CollOp::Index | CollOp::Lookup, _) = expr.kind {
            let message = "a collection is a value: its elements cannot be assigned";
            let note = "put another collection in its place, as in `s := s[i := e];`";
            return self.misplaced(e.span, message, note);
        } else {
            if !is_constant {
                return self.not_assignable(e.span);
            }
            return self.no_constant(e.span);
        };
        Some(Left {
            hoisted,
            target,
            ty,
            span: e.span,
        })
    }

    fn no_constant<T>(&self, span: Span) -> Option<T> {
        let message = "a constant cannot be assigned";
        let note = "only variables, fields and array elements can be assigned";
        self.misplaced(span, message, note)
    }

    fn not_assignable<T>(&self, span: Span) -> Option<T> {
        let message = "this cannot be assigned";
        let note = "only variables, fields and array elements can be assigned";
        self.misplaced(span, message, note)
    }

    fn check_local(&self, variable: VarId, span: Span) -> Option<()> {
        if self.scope.this() == Some(variable) {
            return self.misplaced(
                span,
                "`this` cannot be assigned",
                "use a variable of your own",
            );
        }
        let name = &self.scope.var(variable).name;
        match self.scope.assigned(variable) {
            Assigned::Freely => Some(()),
            Assigned::Never => self.misplaced(
                span,
                format!("`{name}` is `final` and cannot be assigned"),
                "remove `final` from its declaration, or use another variable",
            ),
            Assigned::Bound => self.misplaced(
                span,
                format!("`{name}` is bound by a quantifier or `let` and cannot be assigned"),
                "use a variable of your own",
            ),
        }
    }

    fn check_field(&self, receiver: &Expr, field: FieldId, span: Span) -> Option<()> {
        let info = self.table().field(field);
        let own = matches!(receiver.kind, ExprKind::Var(v) if self.scope.this() == Some(v));
        let in_constructor = self.constructor.is_some() && own && self.class == Some(info.class);
        if info.is_final && !in_constructor {
            let message = format!(
                "the field `{}` is `final`: only a constructor of `{}` may assign it",
                info.name.text,
                self.table().class(info.class).title
            );
            return self.misplaced(span, message, "remove `final` from its declaration");
        }
        Some(())
    }

    /// `lhs op= rhs`: the subexpressions of the left side are evaluated once, and its old value is
    /// read before the right side is evaluated.
    fn compound(
        &mut self,
        left: Left,
        op: AssignOp,
        value: Lowered,
        span: Span,
    ) -> Option<(Left, Lowered)> {
        let sign = op.operator()?;
        let op = match meaning(sign) {
            Meaning::Strict(op) | Meaning::Swapped(op) => op,
            Meaning::Bits => return self.compound_bits(left, sign, value, span),
            Meaning::Collections(_) | Meaning::Connective => return None,
        };
        let left = self.hold_left(left, &value.hoisted);
        let now = Lowered {
            hoisted: Vec::new(),
            expr: left.current(),
        };
        let value = self.arithmetic(op, sign.sign(), now, value, span)?;
        self.put_back(left, value, span)
    }

    /// A compound assignment with a bit operator.
    fn compound_bits(
        &mut self,
        left: Left,
        op: Op,
        value: Lowered,
        span: Span,
    ) -> Option<(Left, Lowered)> {
        let left = self.hold_left(left, &value.hoisted);
        let now = Lowered {
            hoisted: Vec::new(),
            expr: left.current(),
        };
        let value = self.bits(op, now, value, span)?;
        self.put_back(left, value, span)
    }

    /// Coerces the result to the type of the target. As in Java, a compound assignment includes a
    /// narrowing conversion.
    fn put_back(&self, left: Left, value: Lowered, span: Span) -> Option<(Left, Lowered)> {
        let value = match (&value.expr.ty, &left.ty) {
            (Type::Machine(_), Type::Machine(width)) => value.map(|e| self.convert(e, *width)),
            (Type::Floating(_), Type::Machine(width)) => {
                value.try_map(|e| self.truncated_to(e, *width, span))?
            }
            (Type::Floating(_), Type::Floating(format)) => {
                value.try_map(|e| self.to_format(e, *format))?
            }
            _ => self.coerce(value, &left.ty)?,
        };
        Some((left, value))
    }

    /// Makes the subexpressions of a target stable: they can be used twice, and `later` cannot
    /// change the target.
    fn hold_left(&mut self, left: Left, later: &[Stmt]) -> Left {
        let Left {
            mut hoisted,
            target,
            ty,
            span,
        } = left;
        let target = match target {
            Target::Field(receiver, field) => {
                Target::Field(self.hold(receiver, &mut hoisted, later), field)
            }
            Target::Elem(array, at) => {
                let array = self.hold(array, &mut hoisted, later);
                Target::Elem(array, self.hold(at, &mut hoisted, later))
            }
            target @ (Target::Local(_) | Target::Static(_)) => target,
        };
        Left {
            hoisted,
            target,
            ty,
            span,
        }
    }

    /// `++` and `--` as statements, where the value is not needed.
    pub(in crate::resolve) fn increment_stmt(
        &mut self,
        op: IncOp,
        target: &ast::Expr,
        span: Span,
    ) -> Option<Vec<Stmt>> {
        let left = self.counted(op, target, span)?;
        let next = self.step(op, left.current(), span)?;
        let mut stmts = left.hoisted;
        stmts.push(write(left.target, next, span));
        Some(stmts)
    }

    /// `++` and `--` as expressions.
    pub(in crate::resolve) fn increment(
        &mut self,
        op: IncOp,
        target: &ast::Expr,
        span: Span,
    ) -> Option<Lowered> {
        let left = self.counted(op, target, span)?;
        let now = left.current();
        let Left {
            mut hoisted,
            target,
            ..
        } = left;
        let expr = match (op, target) {
            (IncOp::PostInc | IncOp::PostDec, target) => {
                let before = self.save(now, &mut hoisted);
                hoisted.push(write(target, self.step(op, before.clone(), span)?, span));
                before
            }
            (IncOp::PreInc | IncOp::PreDec, Target::Local(variable)) => {
                let next = self.step(op, now, span)?;
                hoisted.push(write(Target::Local(variable), next, span));
                self.read(variable, span)
            }
            (IncOp::PreInc | IncOp::PreDec, target) => {
                let after = self.save(self.step(op, now, span)?, &mut hoisted);
                hoisted.push(write(target, after.clone(), span));
                after
            }
        };
        Some(Lowered { hoisted, expr })
    }

    /// The target of `++` or `--`.
    fn counted(&mut self, op: IncOp, e: &ast::Expr, span: Span) -> Option<Left> {
        let sign = match op {
            IncOp::PostInc | IncOp::PreInc => "++",
            IncOp::PostDec | IncOp::PreDec => "--",
        };
        self.stmt_allowed(span, &format!("`{sign}`"))?;
        let left = self.left(e)?;
        if self.context.ghost && !self.is_ghost(&left) {
            let message = format!("`{sign}` cannot count something real in ghost code");
            let note =
                "count it in a statement of its own, or count something that is declared `ghost`";
            return self.misplaced(span, message, note);
        }
        if !left.ty.is_int() && left.ty.format().is_none() {
            let ty = self.type_name(&left.ty);
            let message = format!("`{sign}` counts an `int`, but this is of type `{ty}`");
            return self.mismatch(e.span, message, "assign the new value with `:=`");
        }
        Some(self.hold_left(left, &[]))
    }

    /// The value plus or minus one.
    fn step(&self, op: IncOp, value: Expr, span: Span) -> Option<Expr> {
        let ty = value.ty.clone();
        let op = match op {
            IncOp::PostInc | IncOp::PreInc => BinOp::Add,
            IncOp::PostDec | IncOp::PreDec => BinOp::Sub,
        };
        if let Some(format) = ty.format() {
            return self.floating_step(op, value, format, span);
        }
        let one = Expr::int(1, ty.clone(), span);
        let kind = ExprKind::Binary(op, Box::new(value), Box::new(one));
        let next = Lowered::new(kind, Type::Int, span);
        let width = ty.width();
        let next = self.result_of(next, &[ty], false).expr;
        Some(match width {
            Some(width) => self.convert(next, width),
            None => next,
        })
    }
}

/// Whether an expression can name what is assigned, or is something that a message of its own speaks
/// of. The value of `++a` is in a variable, too, but is none.
fn may_be_place(e: &ast::Expr) -> bool {
    if let AstKind::Paren(inner) = &e.kind {
        return may_be_place(inner);
    }
    // `q[n = 1]` is an element in Java.
    matches!(
        e.kind,
        AstKind::Name(_)
            | AstKind::Field(..)
            | AstKind::Index(..)
            | AstKind::Slice(..)
            | AstKind::Update(..)
            | AstKind::This
            | AstKind::Super
            | AstKind::Result
            | AstKind::Int(_)
            | AstKind::Long(_)
            | AstKind::Str(_)
            | AstKind::Char(_)
            | AstKind::Bool(_)
            | AstKind::Null
            | AstKind::Write
            | AstKind::Wildcard
    )
}

/// The statement that assigns a value to a target.
fn write(target: Target, value: Expr, span: Span) -> Stmt {
    let kind = match target {
        Target::Local(variable) => StmtKind::Assign(variable, value),
        Target::Field(receiver, field) => StmtKind::FieldWrite(receiver, field, value),
        Target::Static(field) => StmtKind::StaticWrite(field, value),
        Target::Elem(array, at) => StmtKind::ElemWrite(array, at, value),
    };
    Stmt { kind, span }
}
