//! Random trees of the forms that the parser can return. A tree is generated from a
//! list of choices. When the list is exhausted, the smallest form is chosen, so shorter
//! lists yield smaller trees.

use super::any_file;
use crate::source::Span;
use crate::syntax::tree::ast::*;
use num_bigint::BigInt;

/// Generates one tree.
pub struct Generator {
    choices: std::vec::IntoIter<u8>,
    span: Span,
}

const WORDS: &[&str] = &["x", "y", "C", "list", "$a_1", "é"];
const MODIFIERS: &[&str] = &["static", "final", "pure", "ghost", "public", "abstract"];
/// Constructs without a node that can be operands of `.` and `[`.
const PRIMARIES: &[&str] = &["a string literal", "a floating-point literal"];
/// The others.
const OPERANDS: &[&str] = &["an array initialiser"];
const BIN_OPS: &[BinOp] = &[
    BinOp::Star,
    BinOp::Eq,
    BinOp::And,
    BinOp::Implies,
    BinOp::Iff,
    BinOp::Or,
    BinOp::Ne,
    BinOp::Lt,
    BinOp::Le,
    BinOp::Gt,
    BinOp::Ge,
    BinOp::In,
    BinOp::Add,
    BinOp::Sub,
    BinOp::Concat,
    BinOp::Div,
    BinOp::Rem,
    BinOp::Wand,
    BinOp::Union,
    BinOp::Subset,
];

impl Generator {
    /// A generator with these choices.
    pub fn new(choices: Vec<u8>) -> Generator {
        Generator {
            choices: choices.into_iter(),
            span: Span::new(any_file(), 0, 0),
        }
    }

    /// A file.
    pub fn file(&mut self) -> File {
        let mut file = File::default();
        file.classes = self.list(3, Self::class);
        file.main = self.list(6, Self::stmt);
        file
    }

    fn pick(&mut self, n: usize) -> usize {
        self.choices.next().map_or(0, |c| usize::from(c) % n)
    }

    fn list<T>(&mut self, n: usize, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..self.pick(n)).map(|_| make(self)).collect()
    }

    fn one_or_more<T>(&mut self, make: impl Fn(&mut Self) -> T) -> Vec<T> {
        (0..=self.pick(2)).map(|_| make(self)).collect()
    }

    fn maybe<T>(&mut self, make: impl Fn(&mut Self) -> T) -> Option<T> {
        (self.pick(2) == 1).then(|| make(self))
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.pick(of.len())]
    }

    fn name(&mut self) -> Name {
        Name {
            text: self.one_of(WORDS).into(),
            span: self.span,
        }
    }

    /// A name after a dot, which may be a keyword.
    fn selector(&mut self) -> Name {
        Name {
            text: self.one_of(&["f", "open", "in", "elems", "class"]).into(),
            span: self.span,
        }
    }

    fn modifiers(&mut self) -> Vec<Name> {
        self.list(3, |g| Name {
            text: g.one_of(MODIFIERS).into(),
            span: g.span,
        })
    }

    fn class(&mut self) -> Class {
        Class {
            modifiers: self.modifiers(),
            kind: self.one_of(&[ClassKind::Class, ClassKind::Interface]),
            name: self.name(),
            extends: self.list(3, Self::class_type),
            implements: self.list(3, Self::class_type),
            type_params: self.type_params(),
            constants: Vec::new(),
            members: self.list(5, Self::member),
            classes: Vec::new(),
            in_annotation: false,
            span: self.span,
        }
    }

    fn member(&mut self) -> Member {
        let kind = match self.pick(5) {
            0 => MemberKind::Field {
                ty: self.ty(),
                init: self.maybe(Self::boxed),
            },
            1 => MemberKind::Constructor(self.callable()),
            2 => MemberKind::Method {
                ty: self.maybe(Self::ty),
                callable: Callable {
                    type_params: self.type_params(),
                    ..self.callable()
                },
            },
            3 => MemberKind::Predicate(Callable {
                contract: Vec::new(),
                ..self.callable()
            }),
            _ => MemberKind::Lemma(self.callable()),
        };
        Member {
            modifiers: self.modifiers(),
            kind: Box::new(kind),
            name: self.name(),
            in_annotation: false,
            span: self.span,
        }
    }

    fn type_params(&mut self) -> Vec<TypeParam> {
        self.list(3, |g| TypeParam {
            name: g.name(),
            bounds: g.list(3, Self::class_type),
        })
    }

    fn callable(&mut self) -> Callable {
        Callable {
            throws: false,
            type_params: Vec::new(),
            params: self.list(3, |g| Param {
                modifiers: g.modifiers(),
                ty: g.ty(),
                name: g.name(),
                is_rest: false,
            }),
            contract: self.list(4, |g| {
                g.clause(&[
                    ClauseKind::Requires,
                    ClauseKind::Ensures,
                    ClauseKind::Decreases,
                ])
            }),
            body: self.maybe(Self::block),
        }
    }

    fn clause(&mut self, kinds: &[ClauseKind]) -> Clause {
        let kind = self.one_of(kinds);
        let mut exprs = vec![self.expr()];
        if kind == ClauseKind::Decreases {
            exprs.extend(self.list(2, Self::expr));
        }
        Clause {
            kind,
            exprs,
            span: self.span,
        }
    }

    fn loop_clauses(&mut self) -> Vec<Clause> {
        self.list(3, |g| {
            g.clause(&[ClauseKind::Invariant, ClauseKind::Decreases])
        })
    }

    fn ty(&mut self) -> Type {
        let kind = match self.pick(8) {
            0 => TypeKind::Int,
            1 => TypeKind::Bool,
            2 => TypeKind::Perm,
            3 => TypeKind::Array(Box::new(self.ty())),
            4 => collection("map", vec![self.ty(), self.ty()]),
            5 => collection(self.one_of(&["seq", "set", "multiset"]), vec![self.ty()]),
            _ => return self.class_type(),
        };
        self.of_kind(kind)
    }

    fn of_kind(&self, kind: TypeKind) -> Type {
        Type {
            kind,
            span: self.span,
        }
    }

    /// The type after `new`.
    fn class_type(&mut self) -> Type {
        let mut name = self.name().text;
        for part in self.list(3, Self::name) {
            name = name + "." + part.text.as_str();
        }
        let kind = match self.pick(4) {
            3 => {
                let args = self.list(3, Self::type_argument);
                TypeKind::Generic(Box::new(Applied { name, args }))
            }
            _ => TypeKind::Named(name),
        };
        self.of_kind(kind)
    }

    fn type_argument(&mut self) -> Type {
        let kind = match self.pick(6) {
            4 => TypeKind::Wildcard(None),
            5 => {
                let bound = self.one_of(&[WildcardBound::Extends, WildcardBound::Super]);
                TypeKind::Wildcard(Some((bound, Box::new(self.ty()))))
            }
            _ => return self.ty(),
        };
        self.of_kind(kind)
    }

    fn block(&mut self) -> Block {
        Block {
            stmts: self.list(4, Self::stmt),
            span: self.span,
        }
    }

    fn block_stmt(&mut self) -> Box<Stmt> {
        Box::new(Stmt {
            kind: Box::new(StmtKind::Block(self.block())),
            in_annotation: false,
            span: self.span,
        })
    }

    fn boxed_stmt(&mut self) -> Box<Stmt> {
        Box::new(self.stmt())
    }

    fn stmt(&mut self) -> Stmt {
        let kind = match self.pick(21) {
            0 => StmtKind::Empty,
            1 => StmtKind::Block(self.block()),
            2 => StmtKind::If(self.expr(), self.boxed_stmt(), None),
            3 => StmtKind::If(self.expr(), self.block_stmt(), Some(self.boxed_stmt())),
            4 => StmtKind::While(self.expr(), self.loop_clauses(), self.boxed_stmt()),
            5 => StmtKind::For {
                init: self.maybe(|g| Box::new(g.simple_stmt())),
                cond: self.maybe(Self::expr),
                step: self.maybe(|g| Box::new(g.simple_stmt())),
                specs: self.loop_clauses(),
                body: self.boxed_stmt(),
            },
            6 if self.pick(2) == 1 => StmtKind::Break(None),
            6 => StmtKind::Continue(None),
            7 => StmtKind::Return(self.maybe(Self::expr)),
            8 => StmtKind::Assert(self.expr()),
            9 => StmtKind::Assume(self.expr()),
            10 => StmtKind::Open(self.expr()),
            11 => StmtKind::Close(self.expr()),
            12 => StmtKind::Use(self.expr()),
            13 => StmtKind::Join(self.expr()),
            14 => StmtKind::Label(self.name()),
            16 => StmtKind::Prove(self.expr(), self.block()),
            15 => {
                let of = self.one_of(&[ConstructorOf::This, ConstructorOf::Super]);
                StmtKind::ConstructorCall(of, self.list(3, Self::expr))
            }
            _ => return self.simple_stmt(),
        };
        Stmt {
            kind: Box::new(kind),
            in_annotation: false,
            span: self.span,
        }
    }

    fn simple_stmt(&mut self) -> Stmt {
        let kind = match self.pick(4) {
            0 => StmtKind::Local {
                modifiers: self.modifiers(),
                ty: self.ty(),
                name: self.name(),
                init: self.maybe(Self::boxed),
            },
            1 => {
                let op = self.one_of(&[AssignOp::Set, AssignOp::Add, AssignOp::Rem]);
                StmtKind::Assign(self.expr(), op, self.expr())
            }
            _ => StmtKind::Expr(self.expr()),
        };
        Stmt {
            kind: Box::new(kind),
            in_annotation: false,
            span: self.span,
        }
    }

    fn make(&self, kind: ExprKind) -> Expr {
        Expr {
            kind,
            span: self.span,
        }
    }

    fn boxed(&mut self) -> Box<Expr> {
        Box::new(self.expr())
    }

    fn expr(&mut self) -> Expr {
        match self.pick(6) {
            0 | 1 => self.operand(),
            2 | 3 => self.chain(Self::operand),
            4 => {
                let condition = self.chain(Self::operand);
                let kind = ExprKind::Cond(Box::new(condition), self.boxed(), self.boxed());
                self.make(kind)
            }
            _ => self.chain(Self::open_unary),
        }
    }

    fn chain(&mut self, last: impl Fn(&mut Self) -> Expr) -> Expr {
        let n = self.pick(4);
        if n == 0 {
            return last(self);
        }
        let first = self.operand();
        let mut rest = Vec::new();
        for i in 0..n {
            let operand = if i + 1 == n {
                last(self)
            } else {
                self.operand()
            };
            let mut op = self.one_of(BIN_OPS);
            // `s ++ -t` reads as `s++ - t`.
            if op == BinOp::Concat
                && matches!(
                    operand.kind,
                    ExprKind::Unary(..)
                        | ExprKind::Inc(..)
                        | ExprKind::Size(_)
                        | ExprKind::InstanceOf(..)
                )
            {
                op = BinOp::Add;
            }
            rest.push((op, self.span, operand));
        }
        self.make(ExprKind::Chain(Box::new(first), rest))
    }

    fn open_unary(&mut self) -> Expr {
        let kind = match self.pick(7) {
            6 => ExprKind::Cast(Box::new(self.array_type()), Box::new(self.open_unary())),
            0 => ExprKind::Opening(Box::new(self.postfix()), self.boxed()),
            1 => ExprKind::Using(Box::new(self.postfix()), self.boxed()),
            2 => ExprKind::Unary(
                self.one_of(&[UnOp::Not, UnOp::Neg]),
                Box::new(self.open_unary()),
            ),
            3 => ExprKind::Let(self.name(), Box::new(self.let_value()), self.boxed()),
            4 => ExprKind::Quant(Box::new(Quant {
                universal: self.pick(2) == 1,
                vars: self.one_or_more(Self::bound),
                triggers: self.list(3, |g| g.one_or_more(Self::expr)),
                body: self.expr(),
            })),
            _ => ExprKind::Unsupported("forall*"),
        };
        self.make(kind)
    }

    /// A value that no `in` can cut short.
    fn let_value(&mut self) -> Expr {
        match self.pick(4) {
            0 => {
                let rest = vec![(BinOp::Add, self.span, self.operand())];
                let kind = ExprKind::Chain(Box::new(self.operand()), rest);
                self.make(kind)
            }
            1 => {
                let branches = (self.boxed(), Box::new(self.let_value()));
                let kind = ExprKind::Cond(Box::new(self.operand()), branches.0, branches.1);
                self.make(kind)
            }
            _ => self.operand(),
        }
    }

    fn bound(&mut self) -> Bound {
        Bound {
            ty: self.ty(),
            name: self.name(),
        }
    }

    fn operand(&mut self) -> Expr {
        if self.pick(12) == 11 {
            let what = self.one_of(OPERANDS);
            return self.make(ExprKind::Unsupported(what));
        }
        if self.pick(12) == 11 {
            let operand = Box::new(self.unary());
            let kind = ExprKind::InstanceOf(operand, Box::new(self.ty()));
            return self.make(kind);
        }
        self.unary()
    }

    fn unary(&mut self) -> Expr {
        let kind = match self.pick(11) {
            9 => {
                // In brackets, a name may be followed by anything that may follow a
                // type. What begins with `[` would be an index there.
                let mut operand = self.postfix();
                if begins_with_bracket(&operand) {
                    operand = self.make(ExprKind::Paren(Box::new(operand)));
                }
                ExprKind::Cast(Box::new(self.ty()), Box::new(operand))
            }
            10 => {
                let operand = Box::new(self.unary());
                let ty = self.array_type();
                ExprKind::Cast(Box::new(ty), operand)
            }
            8 => ExprKind::Size(self.boxed()),
            1 => ExprKind::Unary(
                self.one_of(&[UnOp::Not, UnOp::Neg, UnOp::Plus]),
                Box::new(self.unary()),
            ),
            2 => ExprKind::Inc(
                self.one_of(&[IncOp::PreInc, IncOp::PreDec]),
                Box::new(self.unary()),
            ),
            3 => ExprKind::Inc(
                self.one_of(&[IncOp::PostInc, IncOp::PostDec]),
                Box::new(self.postfix()),
            ),
            4 => {
                let mut element = match self.pick(3) {
                    0 => {
                        let elements = vec![self.ty()];
                        self.of_kind(collection("seq", elements))
                    }
                    _ => self.class_type(),
                };
                for _ in 0..self.pick(3) {
                    element = self.of_kind(TypeKind::Array(Box::new(element)));
                }
                ExprKind::NewArray(Box::new(element), self.boxed())
            }
            _ => return self.postfix(),
        };
        self.make(kind)
    }

    /// A type that cannot be parsed as an expression.
    fn array_type(&mut self) -> Type {
        let element = Box::new(self.class_type());
        self.of_kind(TypeKind::Array(element))
    }

    fn postfix(&mut self) -> Expr {
        let kind = match self.pick(11) {
            10 => ExprKind::Update(Box::new(self.postfix()), self.boxed(), self.boxed()),
            5 => ExprKind::Field(Box::new(self.postfix()), self.selector()),
            6 => ExprKind::Index(Box::new(self.postfix()), self.boxed()),
            7 => {
                let range = Range {
                    lo: self.maybe(Self::boxed),
                    hi: self.maybe(Self::boxed),
                };
                ExprKind::Slice(Box::new(self.postfix()), range)
            }
            8 => ExprKind::Call(
                Some(Box::new(self.postfix())),
                self.selector(),
                self.list(3, Self::expr),
            ),
            9 => ExprKind::Paren(self.boxed()),
            _ => self.atom(),
        };
        self.make(kind)
    }

    fn atom(&mut self) -> ExprKind {
        match self.pick(20) {
            18 => ExprKind::Super,
            0 | 1 => ExprKind::Name(self.name().text),
            2 => ExprKind::Int(
                BigInt::from(self.pick(256)).pow(u32::try_from(self.pick(30)).unwrap()),
            ),
            3 => ExprKind::Bool(self.pick(2) == 1),
            4 => ExprKind::Null,
            5 => ExprKind::This,
            6 => ExprKind::Result,
            7 => ExprKind::Write,
            8 => ExprKind::Wildcard,
            9 => ExprKind::Call(None, self.name(), self.list(3, Self::expr)),
            10 => ExprKind::New(Box::new(self.class_type()), self.list(3, Self::expr)),
            11 => ExprKind::Old(self.maybe(Self::name), self.boxed()),
            12 => ExprKind::Acc(self.boxed(), self.maybe(Self::boxed)),
            13 => ExprKind::Untouched(self.boxed()),
            14 => ExprKind::Unsupported(self.one_of(PRIMARIES)),
            15 => {
                let kind =
                    self.one_of(&[LiteralKind::Seq, LiteralKind::Set, LiteralKind::Multiset]);
                ExprKind::Literal(kind, self.list(3, Self::expr))
            }
            16 => ExprKind::MapLiteral(self.list(3, |g| (g.expr(), g.expr()))),
            17 => {
                let kind = collection("map", vec![self.ty(), self.ty()]);
                let span = self.span;
                ExprKind::Empty(Box::new(Type { kind, span }))
            }
            _ => ExprKind::Paren(self.boxed()),
        }
    }
}

/// Whether a postfix expression begins with a sequence literal.
fn begins_with_bracket(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Literal(LiteralKind::Seq, _) => true,
        ExprKind::Field(of, _)
        | ExprKind::Index(of, _)
        | ExprKind::Slice(of, _)
        | ExprKind::Update(of, ..)
        | ExprKind::Call(Some(of), ..) => begins_with_bracket(of),
        _ => false,
    }
}

/// The type of a collection with these type arguments.
fn collection(word: &str, args: Vec<Type>) -> TypeKind {
    let name = word.into();
    TypeKind::Collection(Box::new(Applied { name, args }))
}
