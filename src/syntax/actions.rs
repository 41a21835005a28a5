//! What the grammar's rules do: they make nodes, and refuse by name what has
//! no node.

use super::ast::*;
use crate::diagnostics::{Code, Diagnostic};
use crate::source::{FileId, Span};
use num_bigint::BigInt;

/// What the actions share: the file, and what they had to refuse.
pub struct Context {
    file: FileId,
    /// In the order in which the rules were reduced.
    pub diagnostics: Vec<Diagnostic>,
}

/// Something at the top of a file.
pub enum Item {
    /// A class or an interface.
    Class(Class),
    /// A statement of the main routine.
    Stmt(Stmt),
    /// `package …;`
    Package(Name),
    /// `import …;`
    Import(Import),
}

/// A member without the modifiers that stand before it.
pub struct MemberParts {
    /// Modifiers that stand later (`lemma static …`).
    modifiers: Vec<Name>,
    name: Name,
    kind: MemberKind,
}

impl MemberParts {
    /// The parts together.
    pub fn new(modifiers: Vec<Name>, name: Name, kind: MemberKind) -> MemberParts {
        MemberParts {
            modifiers,
            name,
            kind,
        }
    }
}

impl Context {
    /// For the nodes of one file.
    pub fn new(file: FileId) -> Context {
        Context {
            file,
            diagnostics: Vec::new(),
        }
    }

    /// The span of the bytes `l..r`.
    pub fn span(&self, l: usize, r: usize) -> Span {
        Span::new(self.file, l, r)
    }

    /// Refuses a construct for which the tree has no node.
    pub fn unsupported(&mut self, what: &str, l: usize, r: usize) {
        let span = self.span(l, r);
        self.diagnostics.push(unsupported(what, span));
    }

    fn error(&mut self, span: Span, message: &str) {
        self.diagnostics
            .push(Diagnostic::error(Code::Syntax, span, message));
    }

    /// An identifier.
    pub fn name(&self, text: &str, l: usize, r: usize) -> Name {
        Name {
            text: text.to_owned(),
            span: self.span(l, r),
        }
    }

    /// `@Override` says nothing new; every other annotation is refused.
    pub fn annotation(&mut self, text: &str, l: usize, r: usize) {
        if text != "@Override" {
            self.unsupported(&format!("the annotation `{text}`"), l, r);
        }
    }

    /// The file of these items, classes first.
    pub fn file(&mut self, items: Vec<Item>) -> File {
        let mut file = File::default();
        for item in items {
            match item {
                Item::Class(class) => {
                    if file.main.iter().any(|s| s.kind != StmtKind::Empty) {
                        self.error(
                            class.name.span,
                            "classes stand before the statements of the main routine",
                        );
                    }
                    file.classes.push(class);
                }
                Item::Stmt(stmt) => file.main.push(stmt),
                Item::Package(name) => file.package = Some(name),
                Item::Import(import) => file.imports.push(import),
            }
        }
        file
    }

    /// A member with the modifiers before it.
    pub fn member(
        &mut self,
        modifiers: Option<Vec<Name>>,
        type_params: Option<Vec<TypeParam>>,
        mut parts: MemberParts,
        l: usize,
        r: usize,
    ) -> Member {
        let mut modifiers = modifiers.unwrap_or_default();
        modifiers.extend(parts.modifiers);
        if let Some(params) = type_params {
            match &mut parts.kind {
                MemberKind::Method { callable, .. } => callable.type_params = params,
                _ => self.unsupported("type parameters of anything but a class or a method", l, r),
            }
        }
        Member {
            modifiers,
            kind: parts.kind,
            name: parts.name,
            in_annotation: false,
            span: self.span(l, r),
        }
    }

    /// A field: the first of the declared variables, others being refused.
    pub fn field(&mut self, ty: Type, declarators: Vec<(Name, Option<Expr>)>) -> MemberParts {
        let mut declarators = declarators.into_iter();
        let first = declarators.next();
        for (name, _) in declarators {
            self.diagnostics.push(unsupported(
                "a list of fields in one declaration",
                name.span,
            ));
        }
        // The grammar gives at least one.
        let (name, init) = first.unwrap_or_else(|| {
            (
                Name {
                    text: String::new(),
                    span: ty.span,
                },
                None,
            )
        });
        MemberParts::new(Vec::new(), name, MemberKind::Field { ty, init })
    }

    /// A clause.
    pub fn clause(&self, kind: ClauseKind, exprs: Vec<Expr>, l: usize, r: usize) -> Clause {
        Clause {
            kind,
            exprs,
            span: self.span(l, r),
        }
    }

    /// A type.
    pub fn ty(&self, kind: TypeKind, l: usize, r: usize) -> Type {
        Type {
            kind,
            span: self.span(l, r),
        }
    }

    /// A statement.
    pub fn stmt(&self, kind: StmtKind, l: usize, r: usize) -> Stmt {
        Stmt {
            kind,
            in_annotation: false,
            span: self.span(l, r),
        }
    }

    /// A statement that the tree has no node for.
    pub fn refused_stmt(&mut self, what: &str, l: usize, r: usize) -> Stmt {
        self.unsupported(what, l, r);
        self.stmt(StmtKind::Empty, l, r)
    }

    /// A declaration.
    pub fn local(
        &self,
        modifiers: Vec<Name>,
        ty: Type,
        declarator: (Name, Option<Expr>),
        l: usize,
        r: usize,
    ) -> Stmt {
        let (name, init) = declarator;
        self.stmt(
            StmtKind::Local {
                modifiers,
                ty,
                name,
                init,
            },
            l,
            r,
        )
    }

    /// `lhs op rhs`
    pub fn assign(&self, lhs: Expr, op: AssignOp, rhs: Expr, l: usize, r: usize) -> Stmt {
        self.stmt(StmtKind::Assign(lhs, op, rhs), l, r)
    }

    /// An expression as a statement. `x = e` is read as a chain, but assigns here.
    pub fn expr_stmt(&self, e: Expr, l: usize, r: usize) -> Stmt {
        let kind = match split_assignment(e) {
            Ok((lhs, rhs)) => StmtKind::Assign(lhs, AssignOp::Set, rhs),
            Err(e) => StmtKind::Expr(e),
        };
        self.stmt(kind, l, r)
    }

    /// An expression.
    pub fn expr(&self, kind: ExprKind, l: usize, r: usize) -> Expr {
        Expr {
            kind,
            span: self.span(l, r),
        }
    }

    /// An expression that is refused later, by `resolve`.
    pub fn refused(&self, what: &'static str, l: usize, r: usize) -> Expr {
        self.expr(ExprKind::Unsupported(what), l, r)
    }

    /// The operands and operators of a chain; a single operand is itself.
    pub fn chain(
        &self,
        links: Option<Vec<(Expr, BinOp, Span)>>,
        last: Expr,
        l: usize,
        r: usize,
    ) -> Expr {
        let mut links = links.unwrap_or_default().into_iter();
        let Some((first, mut op, mut op_span)) = links.next() else {
            return last;
        };
        let mut rest = Vec::with_capacity(links.len() + 1);
        for (operand, next_op, next_span) in links {
            rest.push((op, op_span, operand));
            (op, op_span) = (next_op, next_span);
        }
        rest.push((op, op_span, last));
        self.expr(ExprKind::Chain(Box::new(first), rest), l, r)
    }

    /// `forall`, `exists`; `forall*` has no node.
    pub fn quantifier(
        &self,
        word: &'static str,
        vars: Vec<Bound>,
        (triggers, body): (Vec<Vec<Expr>>, Expr),
        l: usize,
        r: usize,
    ) -> Expr {
        if word == "forall*" {
            return self.refused(word, l, r);
        }
        let quant = Quant {
            universal: word == "forall",
            vars,
            triggers,
            body,
        };
        self.expr(ExprKind::Quant(Box::new(quant)), l, r)
    }

    /// JML's quantifiers, of which the range is a condition (`forall`) or a
    /// conjunct (`exists`); it comes with the place of the `;` behind it.
    pub fn jml_quantifier(
        &self,
        word: &'static str,
        vars: Vec<Bound>,
        (range, body): (Option<(Expr, Span)>, Expr),
        l: usize,
        r: usize,
    ) -> Expr {
        let body = match range {
            None => body,
            Some((range, semicolon)) => {
                let paren = |e: Expr| Expr {
                    span: e.span,
                    kind: ExprKind::Paren(Box::new(e)),
                };
                let op = if word == "forall" {
                    BinOp::Implies
                } else {
                    BinOp::And
                };
                let span = range.span.to(body.span);
                let rest = vec![(op, semicolon, paren(body))];
                Expr {
                    kind: ExprKind::Chain(Box::new(paren(range)), rest),
                    span,
                }
            }
        };
        let quant = self.quantifier(word, vars, (Vec::new(), body), l, r);
        self.expr(ExprKind::Paren(Box::new(quant)), l, r)
    }

    /// `int i, j`: a variable of the type of the one before.
    pub fn bind_alike(&self, vars: &mut Vec<Bound>, name: Name) {
        // The grammar gives at least one.
        if let Some(last) = vars.last() {
            let ty = last.ty.clone();
            vars.push(Bound { ty, name });
        }
    }

    /// `set{e, …}`, `map{k := v, …}`
    pub fn collection_literal(
        &mut self,
        word: &str,
        entries: Vec<(Expr, Option<Expr>)>,
        l: usize,
        r: usize,
    ) -> Expr {
        if word == "map" {
            return self.map_literal(entries, l, r);
        }
        let kind = match word {
            "set" => LiteralKind::Set,
            "multiset" => LiteralKind::Multiset,
            _ => LiteralKind::Seq,
        };
        if kind == LiteralKind::Seq {
            let span = self.span(l, r);
            self.error(span, "the elements of a sequence stand in `[…]`");
        }
        let mut elements = Vec::with_capacity(entries.len());
        for (element, value) in entries {
            if let Some(value) = value {
                let message = format!("`:=` stands only in `map{{…}}`, not in `{word}{{…}}`");
                self.error(element.span.to(value.span), &message);
            }
            elements.push(element);
        }
        self.expr(ExprKind::Literal(kind, elements), l, r)
    }

    fn map_literal(&mut self, entries: Vec<(Expr, Option<Expr>)>, l: usize, r: usize) -> Expr {
        let mut pairs = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            match value {
                Some(value) => pairs.push((key, value)),
                None => self.error(key.span, "an entry of a map is written `key := value`"),
            }
        }
        self.expr(ExprKind::MapLiteral(pairs), l, r)
    }

    /// `new T[n]` and what Java makes of more brackets.
    pub fn new_array(
        &mut self,
        ty: Type,
        dimensions: Vec<(Option<Expr>, Span)>,
        l: usize,
        r: usize,
    ) -> Expr {
        let mut dimensions = dimensions.into_iter();
        let mut element = ty;
        let Some((Some(length), _)) = dimensions.next() else {
            let span = self.span(l, r);
            self.error(span, "the length of the new array is missing");
            return self.expr(
                ExprKind::NewArray(
                    element,
                    Box::new(self.expr(ExprKind::Int(BigInt::ZERO), l, r)),
                ),
                l,
                r,
            );
        };
        for (inner, span) in dimensions {
            if inner.is_some() {
                return self.refused("a new array of several dimensions", l, r);
            }
            let whole = element.span.to(span);
            element = Type {
                kind: TypeKind::Array(Box::new(element)),
                span: whole,
            };
        }
        self.expr(ExprKind::NewArray(element, Box::new(length)), l, r)
    }
}

/// The diagnostic for what the language or the tool does not have.
pub fn unsupported(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(Code::Unsupported, span, format!("{what} is not supported"))
}

/// `x = e` and `x = c ? a : b` as the two sides of an assignment; `==` only compares.
fn split_assignment(e: Expr) -> Result<(Expr, Expr), Expr> {
    let Expr { kind, span } = e;
    match kind {
        // `=` has one byte and `==` two.
        ExprKind::Chain(first, mut rest)
            if rest
                .first()
                .is_some_and(|(op, at, _)| *op == BinOp::Eq && at.end - at.start == 1) =>
        {
            let (_, _, second) = rest.remove(0);
            if rest.is_empty() {
                return Ok((*first, second));
            }
            let span = Span {
                start: second.span.start,
                ..span
            };
            Ok((
                *first,
                Expr {
                    kind: ExprKind::Chain(Box::new(second), rest),
                    span,
                },
            ))
        }
        ExprKind::Cond(c, a, b) => match split_assignment(*c) {
            Ok((lhs, c)) => {
                let whole = c.span.to(b.span);
                Ok((
                    lhs,
                    Expr {
                        kind: ExprKind::Cond(Box::new(c), a, b),
                        span: whole,
                    },
                ))
            }
            Err(c) => Err(Expr {
                kind: ExprKind::Cond(Box::new(c), a, b),
                span,
            }),
        },
        kind => Err(Expr { kind, span }),
    }
}

/// `a.b` and `c` as `a.b.c`
pub fn dotted(path: Name, name: Name) -> Name {
    Name {
        text: path.text + "." + &name.text,
        span: path.span.to(name.span),
    }
}

/// An integer literal, in either radix.
pub fn int(text: &str) -> ExprKind {
    let digits: String = text.chars().filter(|c| *c != '_').collect();
    let value = match digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
    {
        Some(hex) => BigInt::parse_bytes(hex.as_bytes(), 16),
        None => BigInt::parse_bytes(digits.as_bytes(), 10),
    };
    // The lexer lets nothing but digits through.
    ExprKind::Int(value.unwrap_or_default())
}
