//! Statements of the typed core language.

use super::{
    AssertKind, Assertion, ClassId, Expr, FieldId, LabelId, MethodId, PredInstance, PureCall, Type,
    VarId,
};
use crate::source::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// The statement of the text that it comes from. Statements that one
    /// source statement was lowered to share its span or a part of it.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A declaration: the variable starts at its type's default.
    Decl(VarId),
    /// `x := e`
    Assign(VarId, Expr),
    /// `e.f := e`
    FieldWrite(Expr, FieldId, Expr),
    /// `C.f := e`
    StaticWrite(FieldId, Expr),
    /// `a[i] := e`
    ElemWrite(Expr, Expr, Expr),
    /// A call of a mutator; its result goes to the variable, if any.
    Call(Option<VarId>, Call),
    /// `x := new C(args)`: a new object, then its constructor on it (the
    /// call's receiver is `None`: it is the new object).
    New(VarId, ClassId, Call),
    /// `x := new T[n]`
    NewArray(VarId, Type, Expr),
    /// `if`
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// Statements that one statement was lowered to, or a block.
    Block(Vec<Stmt>),
    /// `while`, `for`
    Loop(Box<Loop>),
    /// `break`: out of the innermost loop.
    Break,
    /// `continue`: to the step of the innermost loop.
    Continue,
    /// `label l`: the heap of now is `old[l]`'s.
    Label(LabelId),
    /// `assert φ`
    Assert(Assertion),
    /// `assume φ`
    Assume(Assertion),
    /// `open q`
    Open(PredInstance),
    /// `close q`
    Close(PredInstance),
    /// `use p`
    Use(PureCall),
    /// `join φ`
    Join(Assertion),
    /// `throw`: it must not be reached.
    Throw,
    /// `return [e]`: the value goes to `result`.
    Return(Option<Expr>),
}

/// A loop. One iteration: `before`, then `condition` decides; `body`, then `step`
/// (which a `continue` runs too).
#[derive(Clone, Debug)]
pub struct Loop {
    /// The invariant, at the head: before `before`.
    pub invariant: Assertion,
    /// The measures (of integers), outermost first; empty where there are none.
    pub decreases: Vec<Expr>,
    /// What the condition's calls and assignments were lowered to.
    pub before: Vec<Stmt>,
    /// The condition.
    pub condition: Expr,
    /// The body.
    pub body: Vec<Stmt>,
    /// The step of a `for`.
    pub step: Vec<Stmt>,
    /// The loop's header: its keyword and condition.
    pub header: Span,
}

impl Loop {
    /// Whether the text has an invariant: conjuncts that lowering adds have spans
    /// within the header.
    #[must_use]
    pub fn has_invariant(&self) -> bool {
        let header = self.header;
        let is_written = |a: &Assertion| a.span.start < header.start || header.end < a.span.end;
        match &self.invariant.kind {
            AssertKind::Star(parts) => parts.iter().any(is_written),
            _ => is_written(&self.invariant),
        }
    }
}

/// A call of a mutator, a lemma or a constructor.
#[derive(Clone, Debug)]
pub struct Call {
    /// The receiver; `None` for static methods and, with `new`, constructors.
    pub receiver: Option<Expr>,
    /// The callee, as the receiver's static type declares it.
    pub callee: MethodId,
    /// The superclass whose body runs: `super.m(…)`.
    pub of: Option<ClassId>,
    /// One argument a parameter.
    pub args: Vec<Expr>,
    /// The call.
    pub span: Span,
}
