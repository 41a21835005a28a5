//! Walks over the expressions and statements of a tree, outer ones first.

use super::ast::*;

/// Calls `visit` with an expression and those in it. Where it returns false, what is inside is
/// left out.
pub fn exprs<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr) -> bool) {
    if visit(e) {
        for inner in operands(e) {
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
        for e in own_exprs(inner) {
            exprs(e, visit);
        }
    });
}

/// The expressions directly in an expression.
fn operands(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Long(_)
        | ExprKind::Str(_)
        | ExprKind::Char(_)
        | ExprKind::Bool(_)
        | ExprKind::Null
        | ExprKind::This
        | ExprKind::Super
        | ExprKind::Result
        | ExprKind::Write
        | ExprKind::Wildcard
        | ExprKind::Name(_)
        | ExprKind::Empty(_)
        | ExprKind::Unsupported(_) => Vec::new(),
        ExprKind::Field(inner, _)
        | ExprKind::NewArray(_, inner)
        | ExprKind::Cast(_, inner)
        | ExprKind::InstanceOf(inner, _)
        | ExprKind::Unary(_, inner)
        | ExprKind::Inc(_, inner)
        | ExprKind::Paren(inner)
        | ExprKind::Size(inner)
        | ExprKind::Untouched(inner)
        | ExprKind::Old(_, inner)
        | ExprKind::OldOrCall(inner) => vec![inner],
        ExprKind::Index(a, b)
        | ExprKind::Opening(a, b)
        | ExprKind::Using(a, b)
        | ExprKind::Let(_, a, b)
        | ExprKind::Assign(a, _, b) => vec![a, b],
        ExprKind::Cond(a, b, c) | ExprKind::Update(a, b, c) => vec![a, b, c],
        ExprKind::Literal(_, all)
        | ExprKind::ArrayInit(all)
        | ExprKind::New(_, all)
        | ExprKind::NewArrays(_, all)
        | ExprKind::NewArrayOf(_, all) => all.iter().collect(),
        ExprKind::MapLiteral(entries) => entries.iter().flat_map(|(k, v)| [k, v]).collect(),
        ExprKind::Slice(of, range) => {
            let bounds = [&range.lo, &range.hi].into_iter().flatten();
            std::iter::once(of).chain(bounds).map(|e| &**e).collect()
        }
        ExprKind::Call(receiver, _, args) => {
            let receiver = receiver.iter().map(|e| &**e);
            receiver.chain(args).collect()
        }
        ExprKind::Chain(first, rest) => {
            let rest = rest.iter().map(|(_, _, operand)| operand);
            std::iter::once(&**first).chain(rest).collect()
        }
        ExprKind::Acc(place, fraction) => {
            let fraction = fraction.iter().map(|e| &**e);
            std::iter::once(&**place).chain(fraction).collect()
        }
        ExprKind::Quant(quant) => {
            let triggers = quant.triggers.iter().flatten();
            triggers.chain([&quant.body]).collect()
        }
    }
}

/// The statements directly in a statement.
#[must_use]
pub fn parts(stmt: &Stmt) -> Vec<&Stmt> {
    match &*stmt.kind {
        StmtKind::Block(block) => block.stmts.iter().collect(),
        StmtKind::List(all) => all.iter().collect(),
        StmtKind::If(_, yes, no) => {
            let no = no.iter().map(|s| &**s);
            std::iter::once(&**yes).chain(no).collect()
        }
        StmtKind::While(_, _, body)
        | StmtKind::DoWhile(_, body, _)
        | StmtKind::ForEach { body, .. } => vec![body],
        StmtKind::For {
            init, step, body, ..
        } => {
            let header = [init, step].into_iter().flatten().map(|s| &**s);
            header.chain([&**body]).collect()
        }
        StmtKind::Switch(_, cases) => cases.iter().flat_map(|case| &case.body).collect(),
        StmtKind::Empty
        | StmtKind::Local { .. }
        | StmtKind::ConstructorCall(..)
        | StmtKind::Assign(..)
        | StmtKind::Expr(_)
        | StmtKind::Throw(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::Assert(_)
        | StmtKind::Assume(_)
        | StmtKind::Open(_)
        | StmtKind::Close(_)
        | StmtKind::Use(_)
        | StmtKind::Join(_)
        | StmtKind::Label(_) => Vec::new(),
    }
}

/// The expressions of clauses.
fn of_clauses(clauses: &[Clause]) -> impl Iterator<Item = &Expr> {
    clauses.iter().flat_map(|clause| &clause.exprs)
}

/// The expressions directly in a statement, with those of its clauses.
fn own_exprs(stmt: &Stmt) -> Vec<&Expr> {
    match &*stmt.kind {
        StmtKind::Local { init, .. } => init.iter().map(|e| &**e).collect(),
        StmtKind::ConstructorCall(_, args) => args.iter().collect(),
        StmtKind::Assign(place, _, value) => vec![place, value],
        StmtKind::If(e, _, _)
        | StmtKind::Expr(e)
        | StmtKind::Throw(e)
        | StmtKind::Assert(e)
        | StmtKind::Assume(e)
        | StmtKind::Open(e)
        | StmtKind::Close(e)
        | StmtKind::Use(e)
        | StmtKind::Join(e) => vec![e],
        StmtKind::Return(e) => e.iter().collect(),
        StmtKind::While(cond, specs, _) | StmtKind::DoWhile(specs, _, cond) => {
            std::iter::once(cond).chain(of_clauses(specs)).collect()
        }
        StmtKind::For { cond, specs, .. } => cond.iter().chain(of_clauses(specs)).collect(),
        StmtKind::ForEach {
            iterable, specs, ..
        } => std::iter::once(iterable).chain(of_clauses(specs)).collect(),
        StmtKind::Switch(of, cases) => {
            let labels = cases.iter().flat_map(|case| &case.labels);
            std::iter::once(of).chain(labels).collect()
        }
        StmtKind::Empty
        | StmtKind::Block(_)
        | StmtKind::List(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Label(_) => Vec::new(),
    }
}
