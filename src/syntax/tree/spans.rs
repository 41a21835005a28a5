//! Tree equality up to spans.

use super::ast::*;
use crate::source::Span;
use crate::syntax::tree::deep::on_deep_stack;

/// Whether two files have the same tree, regardless of spans.
#[must_use]
pub fn same_up_to_spans(a: &File, b: &File) -> bool {
    on_deep_stack(|| {
        let (mut a, mut b) = (a.clone(), b.clone());
        strip_spans(&mut a);
        strip_spans(&mut b);
        a == b
    })
}

/// Replaces all spans of a tree by the empty span at its file's start.
pub fn strip_spans(file: &mut File) {
    on_deep_stack(|| {
        // What could not be read is no part of the tree.
        (file.span, file.gaps, file.is_misread) = (None, Vec::new(), false);
        file.package.iter_mut().for_each(|n| strip(&mut n.span));
        for import in &mut file.imports {
            strip(&mut import.span);
            strip(&mut import.path.span);
        }
        file.classes.iter_mut().for_each(class);
        file.main.iter_mut().for_each(stmt);
    });
}

/// `Span` has no default value, because it contains a file.
fn strip(span: &mut Span) {
    (span.start, span.end) = (0, 0);
}

fn names(names: &mut [Name]) {
    names.iter_mut().for_each(|n| strip(&mut n.span));
}

fn class(class: &mut Class) {
    strip(&mut class.span);
    strip(&mut class.name.span);
    names(&mut class.modifiers);
    class
        .extends
        .iter_mut()
        .chain(&mut class.implements)
        .for_each(ty);
    type_params(&mut class.type_params);
    names(&mut class.constants);
    class.members.iter_mut().for_each(member);
    class.classes.iter_mut().for_each(self::class);
}

fn type_params(params: &mut [TypeParam]) {
    for param in params {
        strip(&mut param.name.span);
        param.bounds.iter_mut().for_each(ty);
    }
}

fn member(member: &mut Member) {
    strip(&mut member.span);
    strip(&mut member.name.span);
    names(&mut member.modifiers);
    match &mut *member.kind {
        MemberKind::Field { ty: t, init } => {
            ty(t);
            init.iter_mut().for_each(|init| expr(init));
        }
        MemberKind::Method { ty: t, callable: c } => {
            t.iter_mut().for_each(ty);
            callable(c);
        }
        MemberKind::Constructor(c) | MemberKind::Predicate(c) | MemberKind::Lemma(c) => callable(c),
    }
}

fn callable(callable: &mut Callable) {
    type_params(&mut callable.type_params);
    for param in &mut callable.params {
        names(&mut param.modifiers);
        ty(&mut param.ty);
        strip(&mut param.name.span);
    }
    clauses(&mut callable.contract);
    callable.body.iter_mut().for_each(block);
}

fn clauses(clauses: &mut [Clause]) {
    for clause in clauses {
        strip(&mut clause.span);
        clause.exprs.iter_mut().for_each(expr);
    }
}

fn ty(t: &mut Type) {
    strip(&mut t.span);
    match &mut t.kind {
        TypeKind::Array(element) => ty(element),
        TypeKind::Wildcard(bound) => bound.iter_mut().for_each(|(_, of)| ty(of)),
        TypeKind::Collection(applied) | TypeKind::Generic(applied) => {
            applied.args.iter_mut().for_each(ty);
        }
        TypeKind::Int
        | TypeKind::Bool
        | TypeKind::Perm
        | TypeKind::Long
        | TypeKind::Short
        | TypeKind::Byte
        | TypeKind::Char
        | TypeKind::Bigint
        | TypeKind::Infer
        | TypeKind::Named(_) => {}
    }
}

fn block(block: &mut Block) {
    strip(&mut block.span);
    block.stmts.iter_mut().for_each(stmt);
}

fn stmt(s: &mut Stmt) {
    strip(&mut s.span);
    match &mut *s.kind {
        StmtKind::Empty | StmtKind::Break | StmtKind::Continue => {}
        StmtKind::Local {
            modifiers,
            ty: t,
            name,
            init,
        } => {
            names(modifiers);
            ty(t);
            strip(&mut name.span);
            init.iter_mut().for_each(|init| expr(init));
        }
        StmtKind::Assign(lhs, _, rhs) => {
            expr(lhs);
            expr(rhs);
        }
        StmtKind::Block(b) => block(b),
        StmtKind::If(c, yes, no) => {
            expr(c);
            stmt(yes);
            no.iter_mut().for_each(|s| stmt(s));
        }
        StmtKind::While(c, specs, body) => {
            expr(c);
            clauses(specs);
            stmt(body);
        }
        StmtKind::For {
            init,
            cond,
            step,
            specs,
            body,
        } => {
            init.iter_mut().chain(step).for_each(|s| stmt(s));
            cond.iter_mut().for_each(expr);
            clauses(specs);
            stmt(body);
        }
        StmtKind::DoWhile(specs, body, c) => {
            clauses(specs);
            stmt(body);
            expr(c);
        }
        StmtKind::ForEach {
            modifiers,
            ty: t,
            name,
            iterable,
            specs,
            body,
        } => {
            names(modifiers);
            ty(t);
            strip(&mut name.span);
            expr(iterable);
            clauses(specs);
            stmt(body);
        }
        StmtKind::Switch(of, cases) => {
            expr(of);
            cases.iter_mut().for_each(switch_case);
        }
        StmtKind::List(list) => list.iter_mut().for_each(stmt),
        StmtKind::ConstructorCall(_, args) => args.iter_mut().for_each(expr),
        StmtKind::Return(e) => e.iter_mut().for_each(expr),
        StmtKind::Expr(e)
        | StmtKind::Throw(e)
        | StmtKind::Assert(e)
        | StmtKind::Assume(e)
        | StmtKind::Open(e)
        | StmtKind::Close(e)
        | StmtKind::Use(e)
        | StmtKind::Join(e) => expr(e),
        StmtKind::Label(name) => strip(&mut name.span),
    }
}

fn switch_case(case: &mut SwitchCase) {
    strip(&mut case.span);
    case.labels.iter_mut().for_each(expr);
    case.body.iter_mut().for_each(stmt);
}

fn expr(e: &mut Expr) {
    strip(&mut e.span);
    match &mut e.kind {
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
        | ExprKind::Unsupported(_) => {}
        ExprKind::Field(of, name) => {
            expr(of);
            strip(&mut name.span);
        }
        ExprKind::Index(a, b) | ExprKind::Opening(a, b) | ExprKind::Using(a, b) => {
            expr(a);
            expr(b);
        }
        ExprKind::Let(name, a, b) => {
            strip(&mut name.span);
            expr(a);
            expr(b);
        }
        ExprKind::Quant(q) => quant(q),
        ExprKind::Literal(_, elements) | ExprKind::ArrayInit(elements) => {
            elements.iter_mut().for_each(expr);
        }
        ExprKind::MapLiteral(entries) => {
            for (key, value) in entries {
                expr(key);
                expr(value);
            }
        }
        ExprKind::Empty(t) => ty(t),
        ExprKind::Slice(of, range) => {
            expr(of);
            range
                .lo
                .iter_mut()
                .chain(&mut range.hi)
                .for_each(|e| expr(e));
        }
        ExprKind::Call(receiver, name, args) => {
            receiver.iter_mut().for_each(|e| expr(e));
            strip(&mut name.span);
            args.iter_mut().for_each(expr);
        }
        ExprKind::New(t, args) | ExprKind::NewArrays(t, args) | ExprKind::NewArrayOf(t, args) => {
            ty(t);
            args.iter_mut().for_each(expr);
        }
        ExprKind::NewArray(t, inner)
        | ExprKind::Cast(t, inner)
        | ExprKind::InstanceOf(inner, t) => {
            ty(t);
            expr(inner);
        }
        ExprKind::Assign(lhs, _, rhs) => {
            expr(lhs);
            expr(rhs);
        }
        ExprKind::Unary(_, inner)
        | ExprKind::Inc(_, inner)
        | ExprKind::Paren(inner)
        | ExprKind::Size(inner)
        | ExprKind::Untouched(inner) => {
            expr(inner);
        }
        ExprKind::Chain(first, rest) => {
            expr(first);
            for (_, span, operand) in rest {
                strip(span);
                expr(operand);
            }
        }
        ExprKind::Cond(c, a, b) | ExprKind::Update(c, a, b) => {
            expr(c);
            expr(a);
            expr(b);
        }
        ExprKind::OldOrCall(inner) => expr(inner),
        ExprKind::Old(label, inner) => {
            label.iter_mut().for_each(|l| strip(&mut l.span));
            expr(inner);
        }
        ExprKind::Acc(place, fraction) => {
            expr(place);
            fraction.iter_mut().for_each(|e| expr(e));
        }
    }
}

fn quant(q: &mut Quant) {
    for bound in &mut q.vars {
        ty(&mut bound.ty);
        strip(&mut bound.name.span);
    }
    q.triggers.iter_mut().flatten().for_each(expr);
    expr(&mut q.body);
}
