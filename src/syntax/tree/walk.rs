//! Walks over the expressions and statements of a tree, outer ones first.

use super::ast::*;
use crate::floating::Format;
use crate::source::Span;
use ecow::EcoString;
use num_bigint::BigInt;

/// What a walk over the parts of a node is shown. It goes no deeper by itself.
pub trait Visitor<'t> {
    /// An expression.
    fn expr(&mut self, e: &'t Expr);
    /// A statement.
    fn stmt(&mut self, stmt: &'t Stmt);
}

/// Shows the parts of a node. Derived: each part, in the order of the definition.
pub trait Walk {
    /// Shows the direct parts to a visitor, or itself if it is a part by itself.
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>);
}

/// Calls `visit` with an expression and those in it. Where it returns false, what is inside is
/// left out.
pub fn exprs<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr) -> bool) {
    if visit(e) {
        for inner in DirectParts::of(&e.kind).exprs {
            exprs(inner, visit);
        }
    }
}

/// Calls `visit` with a statement and those in it.
pub fn stmts<'s>(stmt: &'s Stmt, visit: &mut dyn FnMut(&'s Stmt)) {
    visit(stmt);
    for inner in parts(stmt) {
        stmts(inner, visit);
    }
}

/// Calls `visit` with the expressions in a statement and in those in it.
pub fn exprs_of_stmt<'s>(stmt: &'s Stmt, visit: &mut dyn FnMut(&'s Expr) -> bool) {
    stmts(stmt, &mut |inner| {
        for e in DirectParts::of(&*inner.kind).exprs {
            exprs(e, visit);
        }
    });
}

/// The statements directly in a statement.
#[must_use]
pub fn parts(stmt: &Stmt) -> Vec<&Stmt> {
    DirectParts::of(&*stmt.kind).stmts
}

/// The direct parts of a node.
#[derive(Default)]
struct DirectParts<'t> {
    exprs: Vec<&'t Expr>,
    stmts: Vec<&'t Stmt>,
}

impl<'t> DirectParts<'t> {
    fn of(node: &'t dyn Walk) -> DirectParts<'t> {
        let mut found = DirectParts::default();
        node.walk(&mut found);
        found
    }
}

impl<'t> Visitor<'t> for DirectParts<'t> {
    fn expr(&mut self, e: &'t Expr) {
        self.exprs.push(e);
    }

    fn stmt(&mut self, stmt: &'t Stmt) {
        self.stmts.push(stmt);
    }
}

impl Walk for Expr {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        visitor.expr(self);
    }
}

impl Walk for Stmt {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        visitor.stmt(self);
    }
}

macro_rules! leaves {
    ($($name:ty),*) => {$(
        impl Walk for $name {
            fn walk<'t>(&'t self, _: &mut dyn Visitor<'t>) {}
        }
    )*};
}

leaves! {
    bool, i64, u16, &'static str, AssignOp, BigInt, BinOp, ClauseKind, ConstructorOf, EcoString, Format, IncOp,
    LiteralKind, Name, Span, String, Type, UnOp
}

impl<T: Walk> Walk for Box<T> {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        (**self).walk(visitor);
    }
}

impl<T: Walk> Walk for Option<T> {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        self.iter().for_each(|part| part.walk(visitor));
    }
}

impl<T: Walk> Walk for Vec<T> {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        self.iter().for_each(|part| part.walk(visitor));
    }
}

impl<A: Walk, B: Walk> Walk for (A, B) {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        self.0.walk(visitor);
        self.1.walk(visitor);
    }
}

impl<A: Walk, B: Walk, C: Walk> Walk for (A, B, C) {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        self.0.walk(visitor);
        self.1.walk(visitor);
        self.2.walk(visitor);
    }
}
