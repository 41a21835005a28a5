//! Expressions of the typed core language, and what others ask of them without knowing each form.

use super::{
    BinOp, ClassId, CollOp, FieldId, LabelId, LogicOp, Overflow, PredId, PureId, Type, UnOp,
    UniqueId, VarId,
};
use crate::encode::{Encode, Encoder};
use crate::remap::{VisitorMut, WalkMut};
use crate::walk::{self, Visitor, Walk};
use num_bigint::BigInt;
use num_rational::BigRational;
use veriframe_base::source::Span;
use veriframe_derive::{Encode, Walk, WalkMut};

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its operator and operands.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its span.
    pub span: Span,
}

/// The operator and operands of an expression.
#[derive(Clone, Debug, Encode, Walk, WalkMut)]
pub enum ExprKind {
    /// `null`
    Null,
    /// An integer.
    Int(BigInt),
    /// A Boolean.
    Bool(bool),
    /// A permission amount (boxed: it is by far the largest variant, and rare).
    Perm(Box<BigRational>),
    /// A variable (also `this` and `result`).
    Var(VarId),
    /// `e.f`
    Field(Box<Expr>, FieldId),
    /// `C.f`
    Static(FieldId),
    /// `a.length`
    Length(Box<Expr>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// A call of a pure method.
    Pure(Box<PureCall>),
    /// A prefix operator.
    Unary(UnOp, Box<Expr>),
    /// A strict binary operator.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// A lazy connective.
    Logic(LogicOp, Box<Expr>, Box<Expr>),
    /// `c ? e : e`
    Cond(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `old(e)`: `e` in the heap on entry.
    Old(Box<Expr>),
    /// `opening q in e`
    Opening(Box<PredInstance>, Box<Expr>),
    /// `using p in e`
    Using(Box<PureCall>, Box<Expr>),
    /// `old[l](e)`: `e` in the heap at a label.
    OldAt(LabelId, Box<Expr>),
    /// `let x := e in e`
    Let(VarId, Box<Expr>, Box<Expr>),
    /// `forall` and `exists`
    Quant(Box<Quant>),
    /// The integer as a machine integer of the expression's type.
    Convert(Overflow, Box<Expr>),
    /// An operation on collections.
    Collection(CollOp, Vec<Expr>),
    /// `a[lo..hi]` of an array, as a sequence. A missing bound is the array's.
    Elements(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// An `enum` constant or a string literal.
    Unique(UniqueId),
    /// `e instanceof C`
    InstanceOf(Box<Expr>, ClassId),
    /// `(C) e`: the object must be of the class, or null. The expression's type is `C`.
    Cast(Box<Expr>, ClassId),
}

/// A declaration that an expression names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// A variable.
    Var(VarId),
    /// A field, static or not.
    Field(FieldId),
    /// A pure method, which is called.
    Pure(PureId),
}

/// `forall T x, U y :: {triggers} body`, or `exists`.
#[derive(Clone, Debug, Encode, Walk, WalkMut)]
pub struct Quant {
    /// Whether it is `forall`.
    pub universal: bool,
    /// The bound variables, at least one.
    pub vars: Vec<VarId>,
    /// The triggers, as written; if empty, they are inferred.
    #[walk(skip)]
    pub triggers: Vec<Vec<Expr>>,
    /// The quantified formula.
    pub body: Expr,
}

/// A call of a pure method.
#[derive(Clone, Debug, Encode, WalkMut)]
pub struct PureCall {
    /// The receiver; `None` for static methods.
    pub receiver: Option<Expr>,
    /// The pure method as declared by the receiver's static type.
    pub callee: PureId,
    /// The class whose definition is called, if not the receiver's dynamic type:
    /// `super.p(…)`.
    pub of: Option<ClassId>,
    /// Whether code calls it: then the receiver's dynamic type determines the
    /// definition, regardless of the context.
    pub is_code: bool,
    /// The arguments.
    pub args: Vec<Expr>,
    /// The call.
    pub span: Span,
}

/// An instance of a predicate, or a fraction of it.
#[derive(Clone, Debug, Encode, Walk, WalkMut)]
pub struct PredInstance {
    /// The receiver, if the predicate belongs to a class.
    pub receiver: Option<Expr>,
    /// The predicate as declared by the receiver's static type.
    pub pred: PredId,
    /// The class whose definition is meant, if not the receiver's dynamic type:
    /// `super.q(…)`.
    pub of: Option<ClassId>,
    /// The arguments.
    pub args: Vec<Expr>,
    /// The permission amount.
    pub amount: Amount,
    /// The instance, including `acc(…)` if written.
    pub span: Span,
}

/// The permission amount of an assertion.
#[derive(Clone, Debug, Encode, Walk, WalkMut)]
pub enum Amount {
    /// The full permission: 1.
    Write,
    /// A fraction: an expression of type `perm`.
    Fraction(Expr),
    /// `_`: some positive amount, a fresh one at each use.
    Wildcard,
}

impl Expr {
    /// An integer literal.
    #[must_use]
    pub fn int(n: impl Into<BigInt>, ty: Type, span: Span) -> Expr {
        let kind = ExprKind::Int(n.into());
        Expr { kind, ty, span }
    }

    /// Whether it is this variable.
    #[must_use]
    pub fn is_var(&self, var: VarId) -> bool {
        matches!(self.kind, ExprKind::Var(own) if own == var)
    }

    /// Whether it is this variable, or has it in it.
    #[must_use]
    pub fn mentions(&self, var: VarId) -> bool {
        let mut found = false;
        walk::in_expr(self, &mut |e| found |= e.is_var(var));
        found
    }

    /// The declaration that it names, whose value it has.
    #[must_use]
    pub fn named(&self) -> Option<Named> {
        if let ExprKind::Var(var) = &self.kind {
            return Some(Named::Var(*var));
        }
        match self.read() {
            Read::Field(_, field) => Some(Named::Field(field)),
            Read::Call(call) => Some(Named::Pure(call.callee)),
            Read::Elements(_) | Read::Opened(_) | Read::OtherHeap | Read::Nothing => None,
        }
    }

    /// The operands of a chain of one connective, from left to right; of another expression, itself.
    #[must_use]
    pub fn operands_of(&self, connective: LogicOp) -> Vec<&Expr> {
        let mut found = Vec::new();
        let mut todo = vec![self];
        while let Some(e) = todo.pop() {
            if let ExprKind::Logic(op, left, right) = &e.kind
                && *op == connective
            {
                todo.extend([&**right, &**left]);
            } else {
                found.push(e);
            }
        }
        found
    }

    /// Whether a quantifier is part of it.
    #[must_use]
    pub fn has_quantifier(&self) -> bool {
        let mut todo = vec![self];
        while let Some(e) = todo.pop() {
            if matches!(e.kind, ExprKind::Quant(_)) {
                return true;
            }
            todo.extend(e.children());
        }
        false
    }

    /// The constant that it is.
    #[must_use]
    pub fn literal(&self) -> Option<Literal<'_>> {
        match &self.kind {
            ExprKind::Null => Some(Literal::Null),
            ExprKind::Int(n) => Some(Literal::Int(n)),
            ExprKind::Bool(b) => Some(Literal::Bool(*b)),
            ExprKind::Perm(amount) => Some(Literal::Perm(amount)),
            ExprKind::Unique(id) => Some(Literal::Unique(*id)),
            ExprKind::Var(_)
            | ExprKind::Field(..)
            | ExprKind::Static(_)
            | ExprKind::Length(_)
            | ExprKind::Index(..)
            | ExprKind::Pure(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Logic(..)
            | ExprKind::Cond(..)
            | ExprKind::Old(_)
            | ExprKind::OldAt(..)
            | ExprKind::Opening(..)
            | ExprKind::Using(..)
            | ExprKind::Let(..)
            | ExprKind::Quant(_)
            | ExprKind::Convert(..)
            | ExprKind::Collection(..)
            | ExprKind::Elements(..)
            | ExprKind::InstanceOf(..)
            | ExprKind::Cast(..) => None,
        }
    }

    /// What it reads itself.
    #[must_use]
    pub fn read(&self) -> Read<'_> {
        match &self.kind {
            ExprKind::Field(receiver, field) => Read::Field(Some(receiver), *field),
            ExprKind::Static(field) => Read::Field(None, *field),
            ExprKind::Index(array, _) | ExprKind::Elements(array, ..) => Read::Elements(array),
            ExprKind::Pure(call) => Read::Call(call),
            ExprKind::Opening(instance, _) => Read::Opened(instance),
            ExprKind::Old(_) | ExprKind::OldAt(..) => Read::OtherHeap,
            ExprKind::Null
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Perm(_)
            | ExprKind::Var(_)
            | ExprKind::Length(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Logic(..)
            | ExprKind::Cond(..)
            | ExprKind::Using(..)
            | ExprKind::Let(..)
            | ExprKind::Quant(_)
            | ExprKind::Convert(..)
            | ExprKind::Collection(..)
            | ExprKind::Unique(_)
            | ExprKind::InstanceOf(..)
            | ExprKind::Cast(..) => Read::Nothing,
        }
    }

    /// The expression whose value it has, in another heap, with an instance opened or a name for
    /// another value.
    #[must_use]
    pub fn scoped(&self) -> Option<&Expr> {
        if let ExprKind::Old(inner)
        | ExprKind::OldAt(_, inner)
        | ExprKind::Opening(_, inner)
        | ExprKind::Using(_, inner)
        | ExprKind::Let(_, _, inner) = &self.kind
        {
            return Some(inner);
        }
        None
    }

    /// [`Expr::scoped`], to be changed.
    pub fn scoped_mut(&mut self) -> Option<&mut Expr> {
        if let ExprKind::Old(inner)
        | ExprKind::OldAt(_, inner)
        | ExprKind::Opening(_, inner)
        | ExprKind::Using(_, inner)
        | ExprKind::Let(_, _, inner) = &mut self.kind
        {
            return Some(inner);
        }
        None
    }

    /// Whether it is defined, whatever its variables are and whatever is held.
    #[must_use]
    pub fn is_total(&self) -> bool {
        let is_total_itself = match &self.kind {
            ExprKind::Null
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Perm(_)
            | ExprKind::Var(_)
            | ExprKind::Unique(_)
            | ExprKind::Logic(..)
            | ExprKind::Unary(..)
            | ExprKind::Convert(Overflow::Wrap, _)
            | ExprKind::Old(_)
            | ExprKind::OldAt(..)
            | ExprKind::InstanceOf(..)
            | ExprKind::Cond(..)
            | ExprKind::Let(..) => true,
            ExprKind::Binary(op, ..) => !op.divides(),
            ExprKind::Collection(op, _) => op.is_total(),
            ExprKind::Convert(Overflow::Error, _)
            | ExprKind::Field(..)
            | ExprKind::Static(_)
            | ExprKind::Length(_)
            | ExprKind::Index(..)
            | ExprKind::Pure(_)
            | ExprKind::Opening(..)
            | ExprKind::Using(..)
            | ExprKind::Quant(_)
            | ExprKind::Elements(..)
            | ExprKind::Cast(..) => false,
        };
        let parts = || self.children().into_iter().all(Expr::is_total);
        is_total_itself && veriframe_base::stack::deep(parts)
    }
}

/// What an expression reads itself, without its parts.
#[derive(Clone, Copy, Debug)]
pub enum Read<'e> {
    /// A field, of the object if it is not static.
    Field(Option<&'e Expr>, FieldId),
    /// Elements of an array.
    Elements(&'e Expr),
    /// What the precondition of a call demands.
    Call(&'e PureCall),
    /// What is in an instance; so do its parts.
    Opened(&'e PredInstance),
    /// Another heap; so do its parts.
    OtherHeap,
    /// Nothing of the heap.
    Nothing,
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literal<'e> {
    /// `null`
    Null,
    /// An integer.
    Int(&'e BigInt),
    /// A Boolean.
    Bool(bool),
    /// A permission amount.
    Perm(&'e BigRational),
    /// An `enum` constant or a string literal.
    Unique(UniqueId),
}

impl Walk for PureCall {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        visitor.pure_call(self);
        self.receiver.walk(visitor);
        self.of.walk(visitor);
        self.args.walk(visitor);
    }
}
