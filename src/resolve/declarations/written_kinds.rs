//! What the text of a body says of its values before types are known: whether one is a number, a text, or might be any
//! object. [`super::untold`] asks, so that what Java runs for objects does not count where there is none.

use super::table::Table;
use crate::source::Span;
use crate::syntax::tree::ast::{self, BinOp, ExprKind, MemberKind, StmtKind, TypeKind};
use crate::syntax::tree::walk;
use std::collections::BTreeMap;
use std::rc::Rc;

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
#[derive(Clone)]
pub(super) struct Written<'a> {
    /// Whether `String` is Java's own, wherever it is written.
    has_texts: bool,
    /// The fields of the class itself.
    fields: Rc<BTreeMap<&'a str, Kind>>,
    /// The parameters and local variables.
    locals: BTreeMap<&'a str, Kind>,
}

/// Whether `String` is Java's own, wherever it is written.
pub(super) fn has_texts(table: &Table<'_>) -> bool {
    let strings = table.classes.iter().filter(|c| c.name.text == "String");
    let is_java_s = table.of_java_lang("String").is_some() && strings.count() == 1;
    is_java_s && !table.type_params.contains_key("String")
}

impl<'a> Written<'a> {
    /// What names denote in the values of a class's fields. Fields in annotations have no names in code.
    pub(super) fn in_class(has_texts: bool, class: &'a ast::Class) -> Written<'a> {
        let in_code = class.members.iter().filter(|member| !member.in_annotation);
        let fields = in_code.filter_map(|member| {
            let MemberKind::Field { ty, .. } = &*member.kind else {
                return None;
            };
            Some((member.name.text.as_str(), kind_of(ty, has_texts)))
        });
        Written {
            has_texts,
            fields: Rc::new(fields.collect()),
            locals: BTreeMap::new(),
        }
    }

    /// What names denote in a member with these parameters.
    pub(super) fn in_callable(&self, callable: &'a ast::Callable) -> Written<'a> {
        let mut written = self.in_block(callable.body.as_ref());
        for param in &callable.params {
            let kind = kind_of(&param.ty, self.has_texts);
            written.locals.insert(&param.name.text, kind);
        }
        written
    }

    /// What names denote in a block.
    pub(super) fn in_block(&self, block: Option<&'a ast::Block>) -> Written<'a> {
        let stmts = block
            .map(|block| block.stmts.as_slice())
            .unwrap_or_default();
        let named = Occurrences::of(stmts);
        let hidden = named.declared.keys().map(|name| (*name, Kind::Object));
        let certain = stmts.iter().filter_map(|stmt| {
            let StmtKind::Local { ty, name, .. } = &*stmt.kind else {
                return None;
            };
            let kind = kind_of(ty, self.has_texts);
            named.begin_with(name).then_some((name.text.as_str(), kind))
        });
        Written {
            locals: hidden.chain(certain).collect(),
            ..self.clone()
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
            kind_of(ty, self.has_texts)
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

    fn of_chain(&self, first: &ast::Expr, rest: &[(BinOp, Span, ast::Expr)]) -> Kind {
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
    pub(super) fn might_make_text<'e>(&self, all: impl IntoIterator<Item = &'e ast::Expr>) -> bool {
        let all: Vec<Kind> = all.into_iter().map(|e| self.kind(e)).collect();
        let objects = all.iter().filter(|kind| **kind == Kind::Object).count();
        objects > 1 || objects > 0 && all.contains(&Kind::Text)
    }
}

/// The operands of `+` in a chain of operators.
pub(super) fn summands<'e>(
    first: &'e ast::Expr,
    rest: &'e [(BinOp, Span, ast::Expr)],
) -> impl Iterator<Item = &'e ast::Expr> {
    let is_add = |at: usize| rest.get(at).is_some_and(|(op, ..)| *op == BinOp::Add);
    let all = std::iter::once(first).chain(rest.iter().map(|(.., e)| e));
    let all = all.enumerate();
    all.filter(move |(at, _)| is_add(*at) || at.checked_sub(1).is_some_and(is_add))
        .map(|(_, e)| e)
}

/// The kind of a type's values.
fn kind_of(ty: &ast::Type, has_texts: bool) -> Kind {
    let inner = ty.innermost();
    let is_array = matches!(ty.kind, TypeKind::Array(_));
    let is_text = has_texts && inner.class_name().is_some_and(|name| name == "String");
    // Those of annotations have no texts either.
    let is_number = is_number(inner) || matches!(inner.kind, TypeKind::Bigint | TypeKind::Perm);
    match (is_number, is_text, is_array) {
        (true, _, false) => Kind::Number,
        (true, _, true) => Kind::Numbers,
        (false, true, false) => Kind::Text,
        (false, true, true) => Kind::Texts,
        (false, false, _) => Kind::Object,
    }
}

/// Whether the values of a type are numbers, characters or truth values of Java.
pub(super) fn is_number(ty: &ast::Type) -> bool {
    use TypeKind::{Bool, Byte, Char, Floating, Int, Long, Short};
    matches!(
        ty.kind,
        Int | Bool | Long | Short | Byte | Char | Floating(_)
    )
}

/// Where names are in a block.
#[derive(Default)]
struct Occurrences<'a> {
    /// How often each is declared.
    declared: BTreeMap<&'a str, usize>,
    /// Where each is first used.
    used: BTreeMap<&'a str, u32>,
}

impl<'a> Occurrences<'a> {
    fn of(stmts: &'a [ast::Stmt]) -> Occurrences<'a> {
        let mut named = Occurrences::default();
        for stmt in stmts {
            walk::stmts(stmt, &mut |stmt| named.declare_in(stmt));
            walk::exprs_of_stmt(stmt, &mut |e| {
                if let ExprKind::Name(name) = &e.kind {
                    let first = named.used.entry(name).or_insert(e.span.start);
                    *first = e.span.start.min(*first);
                }
                true
            });
        }
        named
    }

    /// Counts the variables that a statement declares.
    fn declare_in(&mut self, stmt: &'a ast::Stmt) {
        if let StmtKind::Local { name, .. } | StmtKind::ForEach { name, .. } = &*stmt.kind {
            *self.declared.entry(&name.text).or_default() += 1;
        } else if let StmtKind::Try(parts) = &*stmt.kind {
            parts
                .resources
                .iter()
                .for_each(|stmt| self.declare_in(stmt));
            for catch in &parts.catches {
                *self.declared.entry(&catch.name.text).or_default() += 1;
            }
        }
    }

    /// Whether a name is declared only here, and not used before.
    fn begin_with(&self, name: &ast::Name) -> bool {
        let text = name.text.as_str();
        let is_after = |first: &u32| name.span.start < *first;
        self.declared.get(text) == Some(&1) && self.used.get(text).is_none_or(is_after)
    }
}
