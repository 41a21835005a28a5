//! What the text of a body says of its values before types are known: whether one is a number, a text, or might be any
//! object. [`super::untold`] asks, so that what Java runs for objects does not count where there is none.

use super::table::Table;
use crate::ir::ClassId;
use crate::syntax::tree::ast::{self, BinOp, ExprKind, MemberKind, StmtKind, TypeKind};
use crate::syntax::tree::walk;
use std::collections::BTreeMap;

/// What a value is, as far as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number, a character or a truth value; also `null`.
    Number,
    /// A text, or `null`.
    Text,
    /// An array of numbers, or of such arrays.
    Numbers,
    /// An array of texts, or of such arrays.
    Texts,
    /// Anything else.
    Object,
}

/// What the names in a body denote, of which that is certain: a field of the class itself, a parameter, and a local
/// variable of the body's own block that is not named before it. Another one might be hidden, be out of its scope, or be
/// a class.
#[derive(Clone, Default)]
pub(super) struct Written<'a> {
    /// Whether `String` is Java's own, wherever it is written.
    has_texts: bool,
    /// The fields of the class itself.
    fields: BTreeMap<&'a str, Kind>,
    /// The parameters and local variables.
    locals: BTreeMap<&'a str, Kind>,
}

impl<'a> Written<'a> {
    /// What names denote in the values of a class's fields.
    pub(super) fn in_class(table: &Table<'a>, class: ClassId) -> Written<'a> {
        let strings = table.classes.iter().filter(|c| c.name.text == "String");
        let is_java_s = table.of_java_lang("String").is_some() && strings.count() == 1;
        let mut written = Written {
            has_texts: is_java_s && !table.type_params.contains_key("String"),
            ..Written::default()
        };
        for member in &table.class(class).source.members {
            if let MemberKind::Field { ty, .. } = &*member.kind {
                let kind = written.of_type(ty);
                written.fields.insert(&member.name.text, kind);
            }
        }
        written
    }

    /// What names denote in a member with these parameters.
    pub(super) fn in_callable(&self, callable: &'a ast::Callable) -> Written<'a> {
        let mut written = self.in_block(callable.body.as_ref());
        for param in &callable.params {
            let kind = written.of_type(&param.ty);
            written.locals.insert(&param.name.text, kind);
        }
        written
    }

    /// What names denote in a block.
    pub(super) fn in_block(&self, block: Option<&'a ast::Block>) -> Written<'a> {
        let mut written = self.clone();
        let stmts = || block.into_iter().flat_map(|block| &block.stmts);
        for stmt in stmts() {
            walk::stmts(stmt, &mut |stmt| written.hide(stmt));
        }
        let hidden: Vec<&str> = written.locals.keys().copied().collect();
        for stmt in stmts() {
            if let StmtKind::Local { ty, name, .. } = &*stmt.kind
                && hidden.contains(&name.text.as_str())
                && is_first(stmts(), name)
            {
                let kind = written.of_type(ty);
                written.locals.insert(&name.text, kind);
            }
        }
        written
    }

    /// Notes that the variables which a statement declares might be meant.
    fn hide(&mut self, stmt: &'a ast::Stmt) {
        if let StmtKind::Local { name, .. } | StmtKind::ForEach { name, .. } = &*stmt.kind {
            self.locals.insert(&name.text, Kind::Object);
        } else if let StmtKind::Try(parts) = &*stmt.kind {
            parts.resources.iter().for_each(|stmt| self.hide(stmt));
            for catch in &parts.catches {
                self.locals.insert(&catch.name.text, Kind::Object);
            }
        }
    }

    fn of_type(&self, ty: &ast::Type) -> Kind {
        use TypeKind::{Bigint, Bool, Byte, Char, Floating, Int, Long, Perm, Short};
        let inner = ty.innermost();
        let is_array = matches!(ty.kind, TypeKind::Array(_));
        let is_number = matches!(
            inner.kind,
            Int | Bool | Long | Short | Byte | Char | Floating(_) | Bigint | Perm
        );
        let is_text = self.has_texts && inner.class_name().is_some_and(|name| name == "String");
        match (is_number, is_text, is_array) {
            (true, _, false) => Kind::Number,
            (true, _, true) => Kind::Numbers,
            (false, true, false) => Kind::Text,
            (false, true, true) => Kind::Texts,
            (false, false, _) => Kind::Object,
        }
    }

    /// What an expression gives.
    pub(super) fn kind(&self, e: &ast::Expr) -> Kind {
        if let ExprKind::Str(_) = &e.kind {
            Kind::Text
        } else if e.is_literal() {
            Kind::Number
        } else if let ExprKind::Paren(inner) = &e.kind {
            crate::resolve::deep(|| self.kind(inner))
        } else if let ExprKind::Unary(..) | ExprKind::Inc(..) = &e.kind {
            Kind::Number
        } else if let ExprKind::Cast(ty, _) = &e.kind {
            self.of_type(ty)
        } else if let ExprKind::Name(name) = &e.kind {
            let local = self.locals.get(&**name);
            let known = local.or_else(|| self.fields.get(&**name));
            known.copied().unwrap_or(Kind::Object)
        } else if let ExprKind::Field(of, name) = &e.kind {
            self.of_member(of, &name.text)
        } else if let ExprKind::Index(array, _) = &e.kind {
            match crate::resolve::deep(|| self.kind(array)) {
                Kind::Numbers => Kind::Number,
                Kind::Texts => Kind::Text,
                Kind::Number | Kind::Text | Kind::Object => Kind::Object,
            }
        } else if let ExprKind::Chain(first, rest) = &e.kind {
            crate::resolve::deep(|| self.of_chain(first, rest))
        } else {
            Kind::Object
        }
    }

    fn of_member(&self, of: &ast::Expr, name: &str) -> Kind {
        if let ExprKind::This = of.kind {
            return self.fields.get(name).copied().unwrap_or(Kind::Object);
        }
        let is_array = || {
            let kind = crate::resolve::deep(|| self.kind(of));
            matches!(kind, Kind::Numbers | Kind::Texts)
        };
        match name == "length" && is_array() {
            true => Kind::Number,
            false => Kind::Object,
        }
    }

    fn of_chain(
        &self,
        first: &ast::Expr,
        rest: &[(BinOp, crate::source::Span, ast::Expr)],
    ) -> Kind {
        if rest.iter().all(|(op, ..)| *op != BinOp::Add) {
            return Kind::Number;
        }
        let all: Vec<Kind> = summands(first, rest).map(|e| self.kind(e)).collect();
        let only_adds = rest.iter().all(|(op, ..)| *op == BinOp::Add);
        if only_adds && all.contains(&Kind::Text) {
            Kind::Text
        } else if all.iter().all(|kind| *kind == Kind::Number) {
            Kind::Number
        } else {
            Kind::Object
        }
    }

    /// Whether `+` of these might make the text of an object: one might be a text, and another one an object.
    pub(super) fn might_make_text<'e>(&self, all: impl Iterator<Item = &'e ast::Expr>) -> bool {
        let all: Vec<Kind> = all.map(|e| self.kind(e)).collect();
        let objects = all.iter().filter(|kind| **kind == Kind::Object).count();
        objects > 1 || objects > 0 && all.contains(&Kind::Text)
    }
}

/// What stands beside a `+` in a chain of operators.
pub(super) fn summands<'e>(
    first: &'e ast::Expr,
    rest: &'e [(BinOp, crate::source::Span, ast::Expr)],
) -> impl Iterator<Item = &'e ast::Expr> {
    let is_add = |at: usize| rest.get(at).is_some_and(|(op, ..)| *op == BinOp::Add);
    let all = std::iter::once(first).chain(rest.iter().map(|(.., e)| e));
    let all = all.enumerate();
    all.filter(move |(at, _)| is_add(*at) || at.checked_sub(1).is_some_and(is_add))
        .map(|(_, e)| e)
}

/// Whether a name is declared only here, and not used before.
fn is_first<'a>(stmts: impl Iterator<Item = &'a ast::Stmt>, name: &ast::Name) -> bool {
    let (mut is_first, mut declared) = (true, 0);
    for stmt in stmts {
        walk::exprs_of_stmt(stmt, &mut |e| {
            let is_named = matches!(&e.kind, ExprKind::Name(used) if **used == *name.text);
            is_first &= !is_named || e.span.start > name.span.start;
            true
        });
        walk::stmts(stmt, &mut |stmt| {
            let mut other = Written::default();
            other.hide(stmt);
            declared += usize::from(other.locals.contains_key(name.text.as_str()));
        });
    }
    is_first && declared == 1
}
