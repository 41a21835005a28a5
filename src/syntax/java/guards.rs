//! Guards: tests of the parameters at the beginning of a method or constructor that throw, as in
//! `if (n < 0) throw new IllegalArgumentException();`. What they let pass can be taken for the precondition
//! (`--guards check`): then no caller may run into one, and each says once what it says.
//!
//! A test is taken where it is a condition on parameters, their lengths and constants alone: it depends on no
//! state, and has no effect. A contract that speaks of exceptions says itself what the method throws.

use crate::syntax::tree::ast::{
    BinOp, Block, Callable, Class, Clause, ClauseKind, Expr, ExprKind, File, MemberKind, Stmt,
    StmtKind, UnOp,
};

/// Adds preconditions for the guards of all methods and constructors of a file.
pub fn imply(file: &mut File) {
    file.classes.iter_mut().for_each(of_class);
}

fn of_class(class: &mut Class) {
    for member in &mut class.members {
        match &mut *member.kind {
            MemberKind::Method { callable, .. } | MemberKind::Constructor(callable) => {
                of_callable(callable);
            }
            MemberKind::Field { .. }
            | MemberKind::Predicate(_)
            | MemberKind::Lemma(_)
            | MemberKind::Initialiser(_) => {}
        }
    }
    class.classes.iter_mut().for_each(of_class);
}

fn of_callable(callable: &mut Callable) {
    let mut clauses = callable.contract.iter();
    if clauses.any(|clause| clause.kind == ClauseKind::Signals) {
        return;
    }
    let Some(body) = &callable.body else {
        return;
    };
    let params: Vec<&str> = callable
        .params
        .iter()
        .map(|param| param.name.text.as_str())
        .collect();
    let guards = body.stmts.iter().map_while(|stmt| guard(stmt, &params));
    let implied: Vec<Clause> = guards.map(negated).collect();
    callable.contract.extend(implied);
}

/// The test of a guard.
fn guard<'s>(stmt: &'s Stmt, params: &[&str]) -> Option<&'s Expr> {
    let StmtKind::If(test, then, None) = &*stmt.kind else {
        return None;
    };
    (throws(then) && is_plain(test, params)).then_some(test)
}

/// Whether a statement does nothing but throw.
fn throws(stmt: &Stmt) -> bool {
    let mut only = stmt;
    if let StmtKind::Block(Block { stmts, .. }) = &*stmt.kind {
        let [inner] = stmts.as_slice() else {
            return false;
        };
        only = inner;
    }
    matches!(&*only.kind, StmtKind::Throw(e) if matches!(e.kind, ExprKind::New(..)))
}

/// Whether an expression speaks of parameters, their lengths and constants alone.
fn is_plain(e: &Expr, params: &[&str]) -> bool {
    let is_param =
        |e: &Expr| matches!(&e.kind, ExprKind::Name(name) if params.contains(&name.as_str()));
    if let ExprKind::Name(name) = &e.kind {
        return is_param(e) || is_constant(name);
    }
    if let ExprKind::Field(object, name) = &e.kind {
        let of_class =
            matches!(&object.kind, ExprKind::Name(class) if class.starts_with(char::is_uppercase));
        return name.text == "length" && is_param(object) || of_class && is_constant(&name.text);
    }
    if let ExprKind::Call(Some(object), name, args) = &e.kind {
        let is_of_text = matches!(name.text.as_str(), "isEmpty" | "length");
        return is_of_text && args.is_empty() && is_param(object);
    }
    if let ExprKind::Chain(first, rest) = &e.kind {
        let is_known = |op: &BinOp| {
            matches!(
                op,
                BinOp::Or
                    | BinOp::And
                    | BinOp::Eq
                    | BinOp::Ne
                    | BinOp::Lt
                    | BinOp::Le
                    | BinOp::Gt
                    | BinOp::Ge
                    | BinOp::Add
                    | BinOp::Sub
            )
        };
        let mut rest = rest.iter();
        return is_plain(first, params)
            && rest.all(|(op, _, operand)| is_known(op) && is_plain(operand, params));
    }
    if let ExprKind::Paren(inner) | ExprKind::Unary(UnOp::Not | UnOp::Neg, inner) = &e.kind {
        return is_plain(inner, params);
    }
    matches!(
        e.kind,
        ExprKind::Int(_)
            | ExprKind::Long(_)
            | ExprKind::Floating(..)
            | ExprKind::Char(_)
            | ExprKind::Bool(_)
            | ExprKind::Null
    )
}

/// Whether a name is one of a constant, as constants are written.
fn is_constant(name: &str) -> bool {
    let mut chars = name.chars();
    chars.all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// `requires !(test);`, at the place of the test.
fn negated(test: &Expr) -> Clause {
    let inside = Expr {
        kind: ExprKind::Paren(Box::new(test.clone())),
        span: test.span,
    };
    let kind = ExprKind::Unary(UnOp::Not, Box::new(inside));
    Clause {
        kind: ClauseKind::Requires,
        exprs: vec![Expr {
            kind,
            span: test.span,
        }],
        span: test.span,
    }
}
