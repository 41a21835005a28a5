//! The exceptions that Java throws by itself: for null, an index, a divisor, a cast, the length of an array.
//!
//! Where nothing could catch one it is an error that it might be thrown. In what a `try` tries, and in a
//! member whose contract speaks of exceptions of such a class, each operation is preceded by a test that
//! throws it, in the order in which Java evaluates. Expressions of the core language have no effects, so
//! that a test may evaluate their parts again.

use crate::ir::{
    BinOp, Call, ClassId, Expr, ExprKind, LogicOp, MethodKind, Stmt, StmtKind, Type, UnOp,
};
use crate::resolve::declarations::table::Callee;
use crate::resolve::expressions::exceptional::{Known, compared, null};
use crate::resolve::scopes::around::Around;
use crate::resolve::scopes::member::Member;
use crate::source::Span;

/// What an operation may throw.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    Null,
    Index,
    Divisor,
    Cast,
    Length,
}

const FAULTS: [Fault; 5] = [
    Fault::Null,
    Fault::Index,
    Fault::Divisor,
    Fault::Cast,
    Fault::Length,
];

impl Fault {
    /// The classes of the exception, from the nearest one on.
    fn classes(self) -> &'static [&'static str] {
        match self {
            Fault::Null => &["NullPointerException"],
            Fault::Index => &[
                "ArrayIndexOutOfBoundsException",
                "IndexOutOfBoundsException",
            ],
            Fault::Divisor => &["ArithmeticException"],
            Fault::Cast => &["ClassCastException"],
            Fault::Length => &["NegativeArraySizeException"],
        }
    }
}

/// The classes above those.
const ABOVE: [&str; 3] = ["RuntimeException", "Exception", "Throwable"];

/// The classes of the exceptions that something could catch.
type Caught<'c> = &'c [(Fault, ClassId)];

impl Member<'_, '_> {
    /// The statements with tests before what throws an exception that something could catch.
    pub(in crate::resolve) fn guarded(&mut self, stmts: Vec<Stmt>) -> Vec<Stmt> {
        if self.context.ghost || self.in_annotation {
            return stmts;
        }
        let all = FAULTS.into_iter();
        let caught: Vec<(Fault, ClassId)> = all
            .filter_map(|fault| Some((fault, self.caught_class(fault)?)))
            .collect();
        if caught.is_empty() {
            return stmts;
        }
        self.guard_all(stmts, &caught)
    }

    /// The class of an exception, if something could catch it. A class that the program does not mention
    /// is not told from the one above it, and one of the program with such a name is not Java's.
    fn caught_class(&self, fault: Fault) -> Option<ClassId> {
        let mut names = fault.classes().iter().chain(&ABOVE);
        let table = self.table();
        let class = names.find_map(|name| table.of_java_lang(name))?;
        let ty = Type::Class(class);
        let catches = |above: &Type| table.assignable(&ty, above);
        let is_caught = self.around.iter().any(|around| match around {
            Around::Handlers { classes, .. } => classes.iter().any(catches),
            Around::Loop { .. } | Around::Block { .. } | Around::Finally { .. } => false,
        });
        let is_made = !self.constructors(class, 0).is_empty();
        (is_made && (is_caught || self.thrown.iter().any(catches))).then_some(class)
    }

    fn guard_all(&mut self, stmts: Vec<Stmt>, caught: Caught<'_>) -> Vec<Stmt> {
        let mut all = Vec::with_capacity(stmts.len());
        for stmt in stmts {
            crate::resolve::deep(|| self.guard_one(stmt, caught, &mut all));
        }
        all
    }

    /// Adds a statement, with the tests before it.
    fn guard_one(&mut self, mut stmt: Stmt, caught: Caught<'_>, all: &mut Vec<Stmt>) {
        if let StmtKind::If(condition, then, other) = &mut stmt.kind {
            self.tests(condition, caught, all);
            self.guard_within(then, caught);
            self.guard_within(other, caught);
        } else if let StmtKind::Block(inner) = &mut stmt.kind {
            self.guard_within(inner, caught);
        } else if let StmtKind::Breakable(id, inner) = &mut stmt.kind {
            // What a `try` in it tries has its tests already.
            if !self.tested.contains(id) {
                self.guard_within(inner, caught);
            }
        } else if let StmtKind::Loop(repeated) = &mut stmt.kind {
            self.guard_within(&mut repeated.before, caught);
            self.tests(&repeated.condition, caught, &mut repeated.before);
            self.guard_within(&mut repeated.body, caught);
            self.guard_within(&mut repeated.step, caught);
        } else {
            self.tests_of(&stmt.kind, stmt.span, caught, all);
        }
        all.push(stmt);
    }

    fn guard_within(&mut self, stmts: &mut Vec<Stmt>, caught: Caught<'_>) {
        let inner = std::mem::take(stmts);
        *stmts = self.guard_all(inner, caught);
    }

    /// Adds the tests of a statement without statements in it.
    fn tests_of(&mut self, kind: &StmtKind, span: Span, caught: Caught<'_>, all: &mut Vec<Stmt>) {
        if let StmtKind::Assign(variable, value) = kind
            && !self.scope.var(*variable).is_ghost
        {
            self.tests(value, caught, all);
        } else if let StmtKind::Return(Some(value)) = kind {
            self.tests(value, caught, all);
        } else if let StmtKind::StaticWrite(field, value) = kind
            && !self.table().field(*field).is_ghost
        {
            self.tests(value, caught, all);
        } else if let StmtKind::FieldWrite(receiver, field, value) = kind
            && !self.table().field(*field).is_ghost
        {
            self.tests(receiver, caught, all);
            self.tests(value, caught, all);
            self.test_null(receiver, span, caught, all);
        } else if let StmtKind::ElemWrite(array, at, value) = kind {
            self.tests(array, caught, all);
            self.tests(at, caught, all);
            self.tests(value, caught, all);
            self.test_element(array, at, span, caught, all);
        } else if let StmtKind::NewArray(_, _, length) = kind {
            self.tests(length, caught, all);
            let zero = Expr::int(0, length.ty.clone(), span);
            let is_negative = compared(BinOp::Lt, length, zero, span);
            self.test(Fault::Length, is_negative, span, caught, all);
        } else if let StmtKind::Call(_, call) | StmtKind::New(_, _, call) = kind
            && self.table().method(call.callee).kind != MethodKind::Lemma
        {
            self.tests_of_call(call.receiver.as_ref(), &call.args, call.span, caught, all);
        }
    }

    fn tests_of_call(
        &mut self,
        receiver: Option<&Expr>,
        args: &[Expr],
        span: Span,
        caught: Caught<'_>,
        all: &mut Vec<Stmt>,
    ) {
        for part in receiver.into_iter().chain(args) {
            self.tests(part, caught, all);
        }
        if let Some(receiver) = receiver {
            self.test_null(receiver, span, caught, all);
        }
    }

    /// Adds the tests of an expression.
    fn tests(&mut self, e: &Expr, caught: Caught<'_>, all: &mut Vec<Stmt>) {
        crate::resolve::deep(|| self.tests_in(e, caught, all));
    }

    fn tests_in(&mut self, e: &Expr, caught: Caught<'_>, all: &mut Vec<Stmt>) {
        let span = e.span;
        if let ExprKind::Pure(call) = &e.kind {
            return self.tests_of_call(call.receiver.as_ref(), &call.args, span, caught, all);
        }
        if let ExprKind::Logic(op, left, right) = &e.kind {
            self.tests(left, caught, all);
            let mut inner = Vec::new();
            self.tests(right, caught, &mut inner);
            let (then, other) = match op {
                LogicOp::Or => (Vec::new(), inner),
                LogicOp::And | LogicOp::Implies => (inner, Vec::new()),
            };
            return choose(left, then, other, span, all);
        }
        if let ExprKind::Cond(condition, left, right) = &e.kind {
            self.tests(condition, caught, all);
            let (mut then, mut other) = (Vec::new(), Vec::new());
            self.tests(left, caught, &mut then);
            self.tests(right, caught, &mut other);
            return choose(condition, then, other, span, all);
        }
        let is_of_state = matches!(
            e.kind,
            ExprKind::Quant(_)
                | ExprKind::Old(_)
                | ExprKind::OldAt(..)
                | ExprKind::Opening(..)
                | ExprKind::Using(..)
                | ExprKind::Let(..)
        );
        if is_of_state {
            return;
        }
        for part in e.children() {
            self.tests(part, caught, all);
        }
        if let ExprKind::Field(receiver, _) | ExprKind::Length(receiver) = &e.kind {
            self.test_null(receiver, span, caught, all);
        } else if let ExprKind::Index(array, at) = &e.kind {
            self.test_element(array, at, span, caught, all);
        } else if let ExprKind::Binary(BinOp::Div | BinOp::Rem, _, divisor) = &e.kind
            && divisor.ty.is_int()
        {
            let zero = Expr::int(0, divisor.ty.clone(), span);
            let is_zero = compared(BinOp::Eq, divisor, zero, span);
            self.test(Fault::Divisor, is_zero, span, caught, all);
        } else if let ExprKind::Cast(object, class) = &e.kind {
            let is_there = compared(BinOp::Ne, object, null(span), span);
            let is_other = boolean(
                ExprKind::Unary(
                    UnOp::Not,
                    Box::new(boolean(ExprKind::InstanceOf(object.clone(), *class), span)),
                ),
                span,
            );
            let both = ExprKind::Logic(LogicOp::And, Box::new(is_there), Box::new(is_other));
            self.test(Fault::Cast, boolean(both, span), span, caught, all);
        }
    }

    fn test_null(&mut self, receiver: &Expr, span: Span, caught: Caught<'_>, all: &mut Vec<Stmt>) {
        let is_this =
            matches!(&receiver.kind, ExprKind::Var(var) if Some(*var) == self.scope.this());
        if is_this || matches!(receiver.kind, ExprKind::Unique(_)) {
            return;
        }
        let is_null = compared(BinOp::Eq, receiver, null(span), span);
        self.test(Fault::Null, is_null, span, caught, all);
    }

    fn test_element(
        &mut self,
        array: &Expr,
        at: &Expr,
        span: Span,
        caught: Caught<'_>,
        all: &mut Vec<Stmt>,
    ) {
        self.test_null(array, span, caught, all);
        let zero = Expr::int(0, at.ty.clone(), span);
        let length = Expr {
            kind: ExprKind::Length(Box::new(array.clone())),
            ty: self.table().real(Type::Int),
            span,
        };
        let below = compared(BinOp::Lt, at, zero, span);
        let above = compared(BinOp::Le, &length, at.clone(), span);
        let outside = ExprKind::Logic(LogicOp::Or, Box::new(below), Box::new(above));
        self.test(Fault::Index, boolean(outside, span), span, caught, all);
    }

    /// Adds a test that throws an exception, if something could catch it.
    fn test(
        &mut self,
        fault: Fault,
        condition: Expr,
        span: Span,
        caught: Caught<'_>,
        all: &mut Vec<Stmt>,
    ) {
        let Some(&(_, class)) = caught.iter().find(|(one, _)| *one == fault) else {
            return;
        };
        let Some(Callee::Method(callee)) = self.constructors(class, 0).first().copied() else {
            return;
        };
        let exception = self.exception(span);
        let call = Call {
            receiver: None,
            callee,
            of: None,
            args: Vec::new(),
            thrown: None,
            is_untold: false,
            span,
        };
        let mut then = vec![Stmt {
            kind: StmtKind::New(exception, class, call),
            span,
        }];
        let mut value = self.read(exception, span);
        value.ty = Type::Class(class);
        then.extend(self.thrown(value, Known::Exactly, span));
        let kind = StmtKind::If(condition, then, Vec::new());
        all.push(Stmt { kind, span });
    }
}

/// Adds tests under a condition.
fn choose(condition: &Expr, then: Vec<Stmt>, other: Vec<Stmt>, span: Span, all: &mut Vec<Stmt>) {
    if !then.is_empty() || !other.is_empty() {
        let kind = StmtKind::If(condition.clone(), then, other);
        all.push(Stmt { kind, span });
    }
}

fn boolean(kind: ExprKind, span: Span) -> Expr {
    Expr {
        kind,
        ty: Type::Bool,
        span,
    }
}
