//! Lowered expressions with their hoisted statements, and sequencing of operands in Java's
//! evaluation order.

use crate::ir::{Expr, ExprKind, Stmt, StmtKind, Type, VarId, walk};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use num_rational::BigRational;
use num_traits::One;
use std::collections::BTreeSet;

/// A side-effect-free expression with its hoisted statements: the calls, allocations and increments
/// that it contained.
#[derive(Debug)]
pub(in crate::resolve) struct Lowered {
    /// Statements to run before the expression.
    pub hoisted: Vec<Stmt>,
    /// The expression, valid after `hoisted` has run.
    pub expr: Expr,
}

impl Lowered {
    /// An expression without hoisted statements.
    pub fn new(kind: ExprKind, ty: Type, span: Span) -> Lowered {
        Lowered {
            hoisted: Vec::new(),
            expr: Expr { kind, ty, span },
        }
    }

    /// An expression that needs no statements.
    pub fn of(expr: Expr) -> Lowered {
        let hoisted = Vec::new();
        Lowered { hoisted, expr }
    }

    /// Replaces the expression by what is made of it, if it is, and keeps the hoisted statements.
    pub fn try_map(self, f: impl FnOnce(Expr) -> Option<Expr>) -> Option<Lowered> {
        Some(Lowered {
            hoisted: self.hoisted,
            expr: f(self.expr)?,
        })
    }

    /// `write`
    pub fn write(span: Span) -> Lowered {
        let one = ExprKind::Perm(Box::new(BigRational::one()));
        Lowered::new(one, Type::Perm, span)
    }

    /// Replaces the expression and keeps the hoisted statements.
    pub fn map(self, f: impl FnOnce(Expr) -> Expr) -> Lowered {
        Lowered {
            hoisted: self.hoisted,
            expr: f(self.expr),
        }
    }
}

impl Member<'_, '_> {
    /// Sequences operands from left to right: all hoisted statements first, then the values. An
    /// operand is saved into a temporary if a later effect could change it or if its evaluation can
    /// fail, since the failure must come before the later effects.
    pub(in crate::resolve) fn sequence(
        &mut self,
        operands: Vec<Lowered>,
    ) -> (Vec<Stmt>, Vec<Expr>) {
        let save = unstable(&operands);
        let mut hoisted = Vec::new();
        let mut values = Vec::with_capacity(operands.len());
        for (at, operand) in operands.into_iter().enumerate() {
            append(&mut hoisted, operand.hoisted);
            let value = if save.contains(&at) {
                self.save(operand.expr, &mut hoisted)
            } else {
                operand.expr
            };
            values.push(value);
        }
        (hoisted, values)
    }

    /// [`Member::sequence`] for two operands.
    pub(in crate::resolve) fn sequence_two(
        &mut self,
        left: Lowered,
        right: Lowered,
    ) -> (Vec<Stmt>, Expr, Expr) {
        // Most operands have no effects; then there is nothing to order.
        if right.hoisted.is_empty() {
            return (left.hoisted, left.expr, right.expr);
        }
        let Lowered {
            mut hoisted,
            expr: mut left,
        } = left;
        if !Written::by(&right.hoisted).keeps(&left) {
            left = self.save(left, &mut hoisted);
        }
        append(&mut hoisted, right.hoisted);
        (hoisted, left, right.expr)
    }

    /// Refuses hoisted statements of real code before a ghost statement: erasure of the ghost code
    /// would erase them too.
    pub(in crate::resolve) fn refuse_hoisted(&self, hoisted: &[Stmt], span: Span) -> Option<()> {
        if hoisted.is_empty() || self.context.ghost {
            return Some(());
        }
        let message = "a call, `new` or `++` cannot stand in a ghost statement";
        let note = "put the value into a real variable first: without its ghost code the program \
                    must do the same";
        self.misplaced(span, message, note)
    }

    /// Saves a value into a new temporary.
    pub(in crate::resolve) fn save(&mut self, value: Expr, hoisted: &mut Vec<Stmt>) -> Expr {
        let span = value.span;
        let variable = self.scope.temporary(value.ty.clone(), span);
        hoisted.push(Stmt {
            kind: StmtKind::Assign(variable, value),
            span,
        });
        self.read(variable, span)
    }

    /// Makes a value safe to use twice in the lowered program. Literals, and variables that `later`
    /// does not assign, are returned as they are; any other value is saved into a temporary.
    pub(in crate::resolve) fn hold(
        &mut self,
        value: Expr,
        hoisted: &mut Vec<Stmt>,
        later: &[Stmt],
    ) -> Expr {
        if Written::by(later).keeps(&value) {
            value
        } else {
            self.save(value, hoisted)
        }
    }

    /// The value of a variable.
    pub(in crate::resolve) fn read(&self, variable: VarId, span: Span) -> Expr {
        let ty = self.scope.var(variable).ty.clone();
        Expr {
            kind: ExprKind::Var(variable),
            ty,
            span,
        }
    }
}

/// Appends without copying if `to` is empty.
pub(in crate::resolve) fn append(to: &mut Vec<Stmt>, from: Vec<Stmt>) {
    if to.is_empty() {
        *to = from
    } else {
        to.extend(from)
    }
}

/// The positions of operands that must be saved before later effects.
fn unstable(operands: &[Lowered]) -> BTreeSet<usize> {
    let mut save = BTreeSet::new();
    let mut later = Written::default();
    for (at, operand) in operands.iter().enumerate().rev() {
        if later.has_effects && !later.keeps(&operand.expr) {
            save.insert(at);
        }
        later.add(&operand.hoisted);
    }
    save
}

/// What statements write. Few operands are variables, which alone need to know: calls nested in one
/// another would be read again at each level.
#[derive(Default)]
struct Written<'s> {
    has_effects: bool,
    /// The statements that have not been read yet.
    unread: Vec<&'s [Stmt]>,
    variables: BTreeSet<VarId>,
}

impl<'s> Written<'s> {
    fn by(stmts: &'s [Stmt]) -> Written<'s> {
        let mut written = Written::default();
        written.add(stmts);
        written
    }

    fn add(&mut self, stmts: &'s [Stmt]) {
        self.has_effects |= !stmts.is_empty();
        self.unread.push(stmts);
    }

    /// Whether the statements leave a value unchanged.
    fn keeps(&mut self, value: &Expr) -> bool {
        if let ExprKind::Var(variable) = &value.kind {
            for stmts in self.unread.drain(..) {
                self.variables.extend(walk::assigned(stmts));
            }
            return !self.variables.contains(variable);
        }
        // What is saved for nothing does no harm.
        matches!(
            value.kind,
            ExprKind::Null | ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Perm(_)
        )
    }
}

/// Whether an expression has fewer than `limit` nodes.
pub(in crate::resolve) fn is_smaller(e: &Expr, limit: usize) -> bool {
    let mut seen = 0;
    let mut rest = vec![e];
    while let Some(e) = rest.pop() {
        seen += 1;
        if seen >= limit {
            return false;
        }
        rest.extend(e.children());
    }
    true
}
