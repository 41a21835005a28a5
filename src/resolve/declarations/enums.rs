//! What makes the constants of an `enum` runs when the class is first used, wherever that is, and while its constants
//! and those of other classes are still `null`. No verdict is about that: so it must do nothing but set the fields
//! of the constant to values that need no more than what is in hand.

use crate::resolve::sink::Sink;
use crate::source::Span;
use crate::syntax::tree::ast::{self, AssignOp, Expr, ExprKind, MemberKind, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Refuses what making the constants of an `enum` might do besides.
pub(super) fn check_making(class: &ast::Class, sink: &Sink) {
    if class.kind != ast::ClassKind::Enum {
        return;
    }
    let is_static = |member: &ast::Member| member.modifiers.iter().any(|m| m.text == "static");
    let fields = class.members.iter().filter(|member| !is_static(member));
    let names = fields.filter(|member| matches!(*member.kind, MemberKind::Field { .. }));
    let making = Making {
        sink,
        fields: names.map(|member| member.name.text.as_str()).collect(),
    };
    for member in class.members.iter().filter(|member| !is_static(member)) {
        if let MemberKind::Field { init, .. } = &*member.kind {
            init.iter()
                .for_each(|init| making.value(init, &BTreeSet::new()));
        } else if let MemberKind::Constructor(callable) = &*member.kind {
            making.constructor(callable);
        }
    }
}

struct Making<'m> {
    sink: &'m Sink,
    /// The fields of a constant.
    fields: BTreeSet<&'m str>,
}

impl Making<'_> {
    fn constructor(&self, callable: &ast::Callable) {
        for clause in &callable.contract {
            if clause.kind != ast::ClauseKind::Ensures {
                let what = "a constructor of an `enum` that asks for something, or might throw, is";
                let _: Option<()> = self.sink.unsupported(clause.span, what);
            }
        }
        let params = callable.params.iter();
        let params = params.map(|param| param.name.text.as_str()).collect();
        let body = callable.body.iter().flat_map(|body| &body.stmts);
        body.for_each(|stmt| self.stmt(stmt, &params));
    }

    fn stmt(&self, stmt: &Stmt, params: &BTreeSet<&str>) {
        if let StmtKind::Block(block) = &*stmt.kind {
            return block.stmts.iter().for_each(|stmt| self.stmt(stmt, params));
        }
        if let StmtKind::ConstructorCall(_, args) = &*stmt.kind {
            return args.iter().for_each(|arg| self.value(arg, params));
        }
        if let StmtKind::Assign(target, AssignOp::Set, value) = &*stmt.kind
            && self.is_own(target)
        {
            return self.value(value, params);
        }
        if !matches!(*stmt.kind, StmtKind::Empty) {
            self.refuse(stmt.span);
        }
    }

    /// Whether this is a field of the constant.
    fn is_own(&self, target: &Expr) -> bool {
        if let ExprKind::Field(object, name) = &target.kind {
            return matches!(object.kind, ExprKind::This) && self.fields.contains(&*name.text);
        }
        matches!(&target.kind, ExprKind::Name(name) if self.fields.contains(&**name))
    }

    fn value(&self, value: &Expr, params: &BTreeSet<&str>) {
        if !self.is_in_hand(value, params) {
            self.refuse(value.span);
        }
    }

    /// Whether the evaluation of a value ends, without exception, and reads nothing but fields of the constant and
    /// parameters.
    fn is_in_hand(&self, value: &Expr, params: &BTreeSet<&str>) -> bool {
        let is_in_hand = |inner: &Expr| self.is_in_hand(inner, params);
        if let ExprKind::Name(name) = &value.kind {
            return params.contains(&**name) || self.fields.contains(&**name);
        }
        if let ExprKind::Paren(inner) | ExprKind::Unary(_, inner) = &value.kind {
            return is_in_hand(inner);
        }
        if let ExprKind::Cond(test, then, other) = &value.kind {
            return is_in_hand(test) && is_in_hand(then) && is_in_hand(other);
        }
        if let ExprKind::Chain(first, rest) = &value.kind {
            let mut rest = rest.iter();
            return is_in_hand(first)
                && rest.all(|(op, _, part)| !op.divides() && is_in_hand(part));
        }
        value.is_literal() || self.is_own(value)
    }

    fn refuse(&self, span: Span) {
        let what = "what makes the constants of an `enum`, but for fields set to values that call nothing, is";
        let _: Option<()> = self.sink.unsupported(span, what);
    }
}
