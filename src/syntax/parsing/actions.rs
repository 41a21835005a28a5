//! The semantic actions of the grammar: they build nodes, and refuse constructs without
//! a node by name.

use super::declarators::{Declarator, array};
use crate::diagnostics::{Code, Diagnostic};
use crate::floating::Format;
use crate::notation::Notation;
use crate::source::{FileId, Span};
use crate::syntax::java::annotations::{Annotations, misplaced};
use crate::syntax::java::unsupported::unsupported;
use crate::syntax::shared::literals;
use crate::syntax::shared::token::Spanned;
use crate::syntax::tree::ast::*;
use num_bigint::BigInt;

/// The state shared by the actions: the file, and the diagnostics.
pub struct Context {
    file: FileId,
    pub(in crate::syntax) notation: Notation,
    pub(in crate::syntax) annotations: Annotations,
    /// In the order of reductions.
    pub diagnostics: Vec<Diagnostic>,
    /// Annotations that would change what the code says, or do not end where they should.
    pub misplaced: Vec<Diagnostic>,
    /// The values of the string literals, in the same order.
    strings: Vec<String>,
}

/// A top-level item of a file.
pub enum Item {
    /// A class or an interface.
    Class(Box<Class>),
    /// A statement of the main routine.
    Stmt(Stmt),
    /// `package …;`
    Package(Name),
    /// `import …;`
    Import(Import),
}

/// The modifiers and the contract before a member.
#[derive(Default)]
pub struct Prefix {
    /// Modifiers.
    pub modifiers: Vec<Name>,
    /// A contract.
    pub clauses: Vec<Clause>,
}

impl Prefix {
    /// A prefix of one modifier.
    pub fn new(modifier: Option<Name>) -> Prefix {
        Prefix {
            modifiers: Vec::from_iter(modifier),
            clauses: Vec::new(),
        }
    }

    /// A prefix of one clause.
    pub fn of_clause(clause: Clause) -> Prefix {
        Prefix {
            modifiers: Vec::new(),
            clauses: vec![clause],
        }
    }
}

/// A member without its prefix.
pub struct MemberParts {
    /// Modifiers after the first keyword (`lemma static …`).
    modifiers: Vec<Name>,
    name: Name,
    kind: Box<MemberKind>,
    /// Further fields of the same declaration, and the type before all of them.
    more: Vec<Declarator>,
    ty: Option<Box<Type>>,
}

impl MemberParts {
    /// A member with its modifiers.
    pub fn new(modifiers: Vec<Name>, name: Name, kind: MemberKind) -> MemberParts {
        MemberParts {
            modifiers,
            name,
            kind: Box::new(kind),
            more: Vec::new(),
            ty: None,
        }
    }

    /// The fields of one declaration.
    pub fn field(ty: Type, first: Declarator, more: Vec<Declarator>) -> MemberParts {
        let Declarator {
            name,
            brackets,
            init,
        } = first;
        let own = array(ty.clone(), brackets);
        MemberParts {
            more,
            ty: Some(Box::new(ty)),
            ..MemberParts::new(Vec::new(), name, MemberKind::Field { ty: own, init })
        }
    }
}

impl Context {
    /// The context of one file.
    pub fn new(file: FileId, notation: Notation, tokens: &[Spanned<'_>]) -> Context {
        Context {
            file,
            notation,
            annotations: Annotations::new(tokens, notation),
            diagnostics: Vec::new(),
            misplaced: Vec::new(),
            strings: Vec::new(),
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

    /// Refuses a construct that only `.java` files have.
    pub fn java_only(&mut self, what: &str, l: usize, r: usize) {
        if self.notation == Notation::Idf {
            self.unsupported(what, l, r);
        }
    }

    /// Allows a piece of the text in annotations. Returns whether it is in one.
    pub fn allow(&mut self, l: usize, r: usize) -> bool {
        self.annotations.allow(l, r)
    }

    pub(in crate::syntax) fn error(&mut self, span: Span, message: &str) {
        self.diagnostics
            .push(Diagnostic::error(Code::Syntax, span, message));
    }

    /// An identifier.
    pub fn name(&self, text: &str, l: usize, r: usize) -> Name {
        Name {
            text: text.into(),
            span: self.span(l, r),
        }
    }

    /// A modifier. In annotations, only modifiers that Java lacks are allowed.
    pub fn modifier(&mut self, text: &str, l: usize, r: usize) -> Name {
        if matches!(text, "pure" | "ghost") {
            self.allow(l, r);
        }
        self.name(text, l, r)
    }

    /// Java annotations such as `@Override` have no effect.
    pub fn annotation(&mut self, text: &str, l: usize, r: usize) {
        self.allow(l, r);
        if text != "@Override" {
            self.java_only(&format!("the annotation `{text}`"), l, r);
        }
    }

    /// `@A(…)`
    pub fn annotation_arguments(&mut self, l: usize, r: usize) {
        self.allow(l, r);
        self.java_only("an annotation with arguments", l, r);
    }

    /// A class with its modifiers.
    pub fn class(
        &mut self,
        modifiers: Option<Vec<Name>>,
        mut class: Box<Class>,
        l: usize,
        r: usize,
    ) -> Box<Class> {
        let own = std::mem::take(&mut class.modifiers);
        class.modifiers = modifiers.unwrap_or_default();
        let is_sealed = class.modifiers.iter().any(|word| word.text == "sealed");
        let own = own.into_iter();
        let own = own.filter(|word| !is_sealed || word.text != "permits");
        class.modifiers.extend(own);
        class.in_annotation = self.allow(l, r);
        class.span = self.span(l, r);
        class
    }

    /// A nested class.
    pub fn inner_class(
        &mut self,
        prefix: Option<Prefix>,
        class: Box<Class>,
        l: usize,
        r: usize,
    ) -> Box<Class> {
        let prefix = prefix.unwrap_or_default();
        self.no_contract(&prefix.clauses);
        if self.notation == Notation::Idf {
            let word = match class.kind {
                ClassKind::Interface => "interface",
                _ => "class",
            };
            let start = class.span.start as usize;
            self.unsupported("a class inside a class", start, start + word.len());
        }
        self.class(Some(prefix.modifiers), class, l, r)
    }

    /// Refuses clauses before an item without a contract.
    fn no_contract(&mut self, clauses: &[Clause]) {
        if let Some(clause) = clauses.first() {
            self.error(
                clause.span,
                "a contract belongs to a method, a constructor or a lemma",
            );
        }
    }

    /// The file with these items, classes first.
    pub fn file(&mut self, items: Vec<Item>) -> File {
        let mut file = File::default();
        file.strings = std::mem::take(&mut self.strings);
        for item in items {
            match item {
                Item::Class(class) => {
                    if file.main.iter().any(|s| *s.kind != StmtKind::Empty) {
                        self.error(
                            class.name.span,
                            "classes stand before the statements of the main routine",
                        );
                    }
                    file.classes.push(*class);
                }
                Item::Stmt(stmt) => {
                    if self.notation == Notation::Java && *stmt.kind != StmtKind::Empty {
                        self.error(stmt.span, "in a `.java` file statements stand in methods");
                    }
                    file.main.push(stmt);
                }
                Item::Package(name) => file.package = Some(name),
                Item::Import(import) => file.imports.push(import),
            }
        }
        let nothing = Annotations::new(&[], self.notation);
        let annotations = std::mem::replace(&mut self.annotations, nothing);
        let misplaced = annotations.check(self.file);
        if self.diagnostics.is_empty() && self.misplaced.is_empty() {
            self.misplaced = misplaced;
        } else {
            // It may stand in what is refused, so nothing is said of it; but the code may have another
            // meaning without it.
            file.is_misread |= !misplaced.is_empty();
        }
        file
    }

    /// A member with its prefix, or several fields of one declaration.
    pub fn members(
        &mut self,
        prefix: Option<Prefix>,
        type_params: Option<Vec<TypeParam>>,
        mut parts: MemberParts,
        l: usize,
        r: usize,
    ) -> Vec<Member> {
        let Prefix {
            mut modifiers,
            clauses,
        } = prefix.unwrap_or_default();
        modifiers.extend(parts.modifiers);
        self.put_contract(&mut parts.kind, clauses);
        if let Some(params) = type_params {
            match &mut *parts.kind {
                MemberKind::Method { callable, .. } => callable.type_params = params,
                _ => self.unsupported("type parameters of anything but a class or a method", l, r),
            }
        }
        let first = Member {
            modifiers,
            kind: parts.kind,
            name: parts.name,
            in_annotation: self.allow(l, r),
            span: self.span(l, r),
        };
        let mut members = vec![first];
        for declarator in parts.more {
            let Declarator {
                name,
                brackets,
                init,
            } = declarator;
            // Only fields can be several.
            if let (Some(first), Some(ty)) = (members.first(), &parts.ty) {
                let kind = MemberKind::Field {
                    ty: array(Type::clone(ty), brackets),
                    init,
                };
                members.push(Member {
                    modifiers: first.modifiers.clone(),
                    kind: Box::new(kind),
                    name,
                    in_annotation: first.in_annotation,
                    span: first.span,
                });
            }
        }
        members
    }

    /// Moves a contract before a member (as in JML) in front of the one after its
    /// header.
    fn put_contract(&mut self, kind: &mut MemberKind, mut clauses: Vec<Clause>) {
        let Some(first) = clauses.first() else { return };
        if self.notation == Notation::Idf {
            let message = "a contract stands between the head of a method and its body or `;`";
            return self.error(first.span, message);
        }
        match kind {
            MemberKind::Method { callable, .. }
            | MemberKind::Constructor(callable)
            | MemberKind::Lemma(callable) => {
                clauses.append(&mut callable.contract);
                callable.contract = clauses;
            }
            MemberKind::Field { .. } | MemberKind::Predicate(_) | MemberKind::Initialiser(_) => {
                self.no_contract(&clauses);
            }
        }
    }

    /// A clause.
    pub fn clause(&mut self, kind: ClauseKind, exprs: Vec<Expr>, l: usize, r: usize) -> Clause {
        self.allow(l, r);
        Clause {
            kind,
            exprs,
            span: self.span(l, r),
        }
    }

    /// A type given by a simple name.
    pub fn named_type(&self, name: &str, l: usize, r: usize) -> Type {
        let kind = match (self.notation, name) {
            (Notation::Java, "var") => TypeKind::Infer,
            _ => TypeKind::Named(name.into()),
        };
        self.ty(kind, l, r)
    }

    /// A type.
    pub fn ty(&self, kind: TypeKind, l: usize, r: usize) -> Type {
        Type {
            kind,
            span: self.span(l, r),
        }
    }

    /// A Java type that the other notation lacks.
    pub fn java_type(&mut self, word: &str, l: usize, r: usize) -> Type {
        let kind = match word {
            "long" => TypeKind::Long,
            "short" => TypeKind::Short,
            "byte" => TypeKind::Byte,
            "char" => TypeKind::Char,
            "float" => TypeKind::Floating(Format::Single),
            "double" => TypeKind::Floating(Format::Double),
            "\\bigint" => TypeKind::Bigint,
            _ => {
                self.unsupported(&format!("the type `{word}`"), l, r);
                return self.ty(TypeKind::Named(word.into()), l, r);
            }
        };
        self.java_only(&format!("the type `{word}`"), l, r);
        self.ty(kind, l, r)
    }

    /// An expression.
    pub fn expr(&self, kind: ExprKind, l: usize, r: usize) -> Expr {
        Expr {
            kind,
            span: self.span(l, r),
        }
    }

    /// A construct to be refused later, by `resolve`.
    pub fn refused(&self, what: &'static str, l: usize, r: usize) -> Expr {
        self.expr(ExprKind::Unsupported(what), l, r)
    }

    /// A prefix operator. In code, its operand must not begin with `opening … in` or
    /// `using … in` in an annotation, because `javac` would see a shorter operand.
    pub fn open_unary(&mut self, kind: ExprKind, l: usize, r: usize) -> Expr {
        if let ExprKind::Unary(_, operand) | ExprKind::Cast(_, operand) = &kind {
            self.check_prefix(operand, l, r);
        }
        self.expr(kind, l, r)
    }

    /// A chain; its last operand is checked as in [`Context::open_unary`].
    pub fn open_chain(
        &mut self,
        links: Option<Vec<(Expr, BinOp, Span)>>,
        last: Expr,
        l: usize,
        r: usize,
    ) -> Expr {
        if links.is_some() {
            self.check_prefix(&last, l, r);
        }
        self.chain(links, last, l, r)
    }

    fn check_prefix(&mut self, last: &Expr, l: usize, r: usize) {
        let far = matches!(last.kind, ExprKind::Opening(..) | ExprKind::Using(..));
        if far && self.notation == Notation::Java && !self.annotations.hold(l, r) {
            self.misplaced.push(misplaced(last.span));
        }
    }

    /// An assignment inside an expression.
    pub fn assignment(&self, lhs: Expr, op: AssignOp, rhs: Expr, l: usize, r: usize) -> Expr {
        self.expr(ExprKind::Assign(Box::new(lhs), op, Box::new(rhs)), l, r)
    }

    /// `old` before brackets in an annotation of a `.java` file.
    pub fn old_word(&self, mut args: Vec<Expr>, l: usize, r: usize) -> ExprKind {
        match (args.pop(), args.is_empty()) {
            (Some(only), true) => ExprKind::OldOrCall(Box::new(only)),
            (last, _) => {
                args.extend(last);
                ExprKind::Call(None, self.name("old", l, r), args)
            }
        }
    }

    /// `new C`, which Figure 4 of the paper writes without parentheses, and Java does not have.
    pub fn new_without_arguments(&mut self, name: &str, l: usize, m: usize, r: usize) -> Expr {
        if self.notation == Notation::Java {
            let span = self.span(r, r);
            self.error(span, "expected `(`: Java writes `new C()`");
        }
        let class = self.ty(TypeKind::Named(name.into()), m, r);
        self.expr(ExprKind::New(Box::new(class), Vec::new()), l, r)
    }

    /// An integer literal. In Java, non-decimal literals that use all bits may be
    /// negative.
    pub fn integer(&mut self, text: &str, l: usize, r: usize) -> Expr {
        if text.len() > MAX_DIGITS {
            let what = format!("a number of more than {MAX_DIGITS} digits");
            self.unsupported(&what, l, r);
            return self.expr(ExprKind::Int(BigInt::ZERO), l, r);
        }
        let value = literals::int(text);
        let wrap = |kind, value: BigInt, bits: u32| {
            let range = || BigInt::from(2).pow(bits);
            let negative = |range: &BigInt| value < *range && value >= range / 2;
            let Some(range) = literals::is_pattern(text).then(range).filter(negative) else {
                return self.expr(kind_of(kind, value), l, r);
            };
            let least = self.expr(kind_of(kind, range - value), l, r);
            let minus = self.expr(ExprKind::Unary(UnOp::Neg, Box::new(least)), l, r);
            self.expr(ExprKind::Paren(Box::new(minus)), l, r)
        };
        match (self.notation, text.ends_with(['l', 'L'])) {
            (Notation::Idf, _) => self.expr(ExprKind::Int(value), l, r),
            (Notation::Java, true) => wrap(Width::Long, value, 64),
            (Notation::Java, false) => wrap(Width::Int, value, 32),
        }
    }

    /// A floating-point literal.
    pub fn floating(&mut self, text: &str, l: usize, r: usize) -> Expr {
        let (format, bits) = Format::read(text).unwrap_or_else(|| {
            let message = "no floating-point number is near this one";
            self.error(self.span(l, r), message);
            (Format::Double, 0)
        });
        self.expr(ExprKind::Floating(format, bits), l, r)
    }

    /// `"…"`
    pub fn string(&mut self, literal: &str, l: usize, r: usize) -> Expr {
        match literals::text(literal).map(|units| String::from_utf16(&units)) {
            Some(Ok(value)) => {
                self.strings.push(value.clone());
                self.expr(ExprKind::Str(value), l, r)
            }
            _ => self.bad_literal("this string has an escape that Java does not know", l, r),
        }
    }

    /// `'…'`
    pub fn character(&mut self, literal: &str, l: usize, r: usize) -> Expr {
        match literals::text(literal).as_deref() {
            Some([unit]) => self.expr(ExprKind::Char(*unit), l, r),
            _ => self.bad_literal("a character literal holds one character", l, r),
        }
    }

    fn bad_literal(&mut self, message: &str, l: usize, r: usize) -> Expr {
        let span = self.span(l, r);
        self.error(span, message);
        self.expr(ExprKind::Null, l, r)
    }

    /// `{e, …}`
    pub fn array_init(&self, elements: Vec<Expr>, l: usize, r: usize) -> Expr {
        match self.notation {
            Notation::Idf => self.refused("an array initialiser", l, r),
            Notation::Java => self.expr(ExprKind::ArrayInit(elements), l, r),
        }
    }

    /// `new T[] {e, …}`
    pub fn array_of(
        &mut self,
        ty: Type,
        dimensions: Vec<(Option<Expr>, Span)>,
        init: Expr,
        l: usize,
        r: usize,
    ) -> Expr {
        let ExprKind::ArrayInit(elements) = init.kind else {
            return Expr {
                span: self.span(l, r),
                ..init
            };
        };
        let mut element = ty;
        for (at, (length, span)) in dimensions.into_iter().enumerate() {
            if let Some(length) = length {
                self.error(
                    length.span,
                    "the elements that follow say how long the array is",
                );
            }
            if at > 0 {
                let whole = element.span.to(span);
                element = Type {
                    kind: TypeKind::Array(Box::new(element)),
                    span: whole,
                };
            }
        }
        self.expr(ExprKind::NewArrayOf(Box::new(element), elements), l, r)
    }

    /// A chain of operands and operators; a single operand stays as it is.
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

    /// `forall` or `exists`; `forall*` has no node.
    pub fn quantifier(&self, word: &'static str, quant: Quant, l: usize, r: usize) -> Expr {
        if word == "forall*" {
            return self.refused(word, l, r);
        }
        self.expr(ExprKind::Quant(Box::new(quant)), l, r)
    }

    /// A JML quantifier, whose range becomes a premise (`forall`) or a conjunct
    /// (`exists`). `range` includes the position of the `;` after it.
    pub fn jml_quantifier(
        &self,
        word: &'static str,
        range: Option<(Expr, Span)>,
        quant: Quant,
        l: usize,
        r: usize,
    ) -> Expr {
        let body = match range {
            None => quant.body,
            Some((range, semicolon)) => {
                let paren = |e: Expr| Expr {
                    span: e.span,
                    kind: ExprKind::Paren(Box::new(e)),
                };
                let op = if quant.universal {
                    BinOp::Implies
                } else {
                    BinOp::And
                };
                let span = range.span.to(quant.body.span);
                let rest = vec![(op, semicolon, paren(quant.body))];
                Expr {
                    kind: ExprKind::Chain(Box::new(paren(range)), rest),
                    span,
                }
            }
        };
        let quant = self.quantifier(word, Quant { body, ..quant }, l, r);
        self.expr(ExprKind::Paren(Box::new(quant)), l, r)
    }

    /// `int i, j`: a variable of the same type as the previous one.
    pub fn bind_alike(&self, vars: &mut Vec<Bound>, name: Name) {
        // The grammar guarantees at least one.
        if let Some(last) = vars.last() {
            let ty = last.ty.clone();
            vars.push(Bound { ty, name });
        }
    }

    /// `set{e, …}`, `map{k := v, …}`
    pub fn collection_literal(
        &mut self,
        word: &str,
        entries: Vec<(Expr, Option<Box<Expr>>)>,
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

    fn map_literal(&mut self, entries: Vec<(Expr, Option<Box<Expr>>)>, l: usize, r: usize) -> Expr {
        let mut pairs = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            match value {
                Some(value) => pairs.push((key, *value)),
                None => self.error(key.span, "an entry of a map is written `key := value`"),
            }
        }
        self.expr(ExprKind::MapLiteral(pairs), l, r)
    }

    /// `new T[n]`, or a construct of Java's with more brackets.
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
                    Box::new(element),
                    Box::new(self.expr(ExprKind::Int(BigInt::ZERO), l, r)),
                ),
                l,
                r,
            );
        };
        let mut lengths = vec![length];
        let mut open = false;
        for (inner, span) in dimensions {
            match inner {
                Some(_) if self.notation == Notation::Idf => {
                    return self.refused("a new array of several dimensions", l, r);
                }
                Some(length) if open => {
                    self.error(length.span, "a length stands behind `[]` without one");
                }
                Some(length) => lengths.push(length),
                None => {
                    open = true;
                    let whole = element.span.to(span);
                    element = Type {
                        kind: TypeKind::Array(Box::new(element)),
                        span: whole,
                    };
                }
            }
        }
        if lengths.len() > 1 {
            return self.expr(ExprKind::NewArrays(Box::new(element), lengths), l, r);
        }
        let Some(length) = lengths.pop() else {
            return self.refused("a new array of several dimensions", l, r);
        };
        self.expr(
            ExprKind::NewArray(Box::new(element), Box::new(length)),
            l,
            r,
        )
    }
}

/// `a.b` and `c` as `a.b.c`
pub fn dotted(path: Name, name: Name) -> Name {
    Name {
        text: path.text + "." + name.text.as_str(),
        span: path.span.to(name.span),
    }
}

/// The types of integer literals.
#[derive(Clone, Copy)]
enum Width {
    Int,
    Long,
}

/// The most digits of a literal: reading and writing one takes time in proportion to their square.
const MAX_DIGITS: usize = 10_000;

fn kind_of(width: Width, value: BigInt) -> ExprKind {
    match width {
        Width::Int => ExprKind::Int(value),
        Width::Long => ExprKind::Long(value),
    }
}
