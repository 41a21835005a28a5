//! Traversals of the IR: the children of expressions, assertions and statements, in
//! source order.

use super::{
    Amount, Assertion, BinOp, BlockId, Call, ClassId, CollOp, Expr, FieldId, LabelId, Location,
    LogicOp, Loop, MemberId, MethodId, Overflow, PredId, PredInstance, Program, PureCall, Stmt,
    StmtKind, Thrown, Type, UnOp, UniqueId, VarId, Vars,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use veriframe_base::source::Span;

/// The children of a node; usually few, so without allocation.
pub type Parts<'t, T> = SmallVec<[&'t T; 4]>;

impl Expr {
    /// The direct subexpressions, including receivers, arguments and fractions of calls
    /// and instances, but not triggers.
    #[must_use]
    pub fn children(&self) -> Parts<'_, Expr> {
        DirectParts::of(&self.kind).exprs
    }
}

impl PureCall {
    /// The receiver and the arguments.
    #[must_use]
    pub fn children(&self) -> Parts<'_, Expr> {
        DirectParts::of(self).exprs
    }
}

impl PredInstance {
    /// The receiver, the arguments, and the fraction, if any.
    #[must_use]
    pub fn children(&self) -> Parts<'_, Expr> {
        DirectParts::of(self).exprs
    }
}

impl Amount {
    /// The fraction, if any.
    #[must_use]
    pub fn fraction(&self) -> Option<&Expr> {
        match self {
            Amount::Fraction(e) => Some(e),
            Amount::Write | Amount::Wildcard => None,
        }
    }
}

impl Location {
    /// The array or receiver; `None` for a static field.
    #[must_use]
    pub fn receiver(&self) -> Option<&Expr> {
        match self {
            Location::Field(e, _) | Location::Elems(e) | Location::Slice(e, ..) => Some(e),
            Location::Static(_) => None,
        }
    }

    /// The receiver, and the bounds of a slice.
    #[must_use]
    pub fn children(&self) -> Parts<'_, Expr> {
        DirectParts::of(self).exprs
    }
}

impl Assertion {
    /// The direct subassertions.
    #[must_use]
    pub fn parts(&self) -> Parts<'_, Assertion> {
        DirectParts::of(&self.kind).assertions
    }

    /// The direct subexpressions, without those of subassertions.
    #[must_use]
    pub fn exprs(&self) -> Parts<'_, Expr> {
        DirectParts::of(&self.kind).exprs
    }
}

impl Stmt {
    /// The nested statement lists.
    #[must_use]
    pub fn blocks(&self) -> Parts<'_, [Stmt]> {
        DirectParts::of(&self.kind).blocks
    }

    /// The direct subexpressions, without those of assertions and nested statements.
    #[must_use]
    pub fn exprs(&self) -> Parts<'_, Expr> {
        DirectParts::of(&self.kind).exprs
    }

    /// The direct assertions.
    #[must_use]
    pub fn assertions(&self) -> Parts<'_, Assertion> {
        DirectParts::of(&self.kind).assertions
    }
}

/// What a walk over the parts of a node is shown. It goes no deeper by itself.
pub trait Visitor<'t> {
    /// A subexpression.
    fn expr(&mut self, e: &'t Expr);
    /// A subassertion.
    fn assertion(&mut self, a: &'t Assertion);
    /// A nested list of statements.
    fn block(&mut self, stmts: &'t [Stmt]);
    /// A call of a pure method, whose parts follow.
    fn pure_call(&mut self, _: &'t PureCall) {}
    /// A predicate.
    fn pred(&mut self, _: PredId) {}
    /// A mutator, a lemma or a constructor.
    fn method(&mut self, _: MethodId) {}
    /// A class.
    fn class(&mut self, _: ClassId) {}
}

/// Shows the parts of a node. Derived: each part, in the order of the definition.
pub trait Walk {
    /// Shows the direct parts to a visitor, or itself if it is a part by itself.
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>);
}

/// What changes the assertions of a statement.
pub trait VisitorMut {
    /// An assertion.
    fn assertion(&mut self, a: &mut Assertion);
    /// A nested list of statements.
    fn block(&mut self, stmts: &mut [Stmt]);
}

/// Lets a visitor change the assertions and nested statements of a node. Derived: each part, in the order
/// of the definition.
pub trait WalkMut {
    /// Shows the direct parts to a visitor, or itself if it is a part by itself.
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut);
}

/// The direct parts of a node.
#[derive(Default)]
struct DirectParts<'t> {
    exprs: Parts<'t, Expr>,
    assertions: Parts<'t, Assertion>,
    blocks: Parts<'t, [Stmt]>,
}

impl<'t> DirectParts<'t> {
    fn of(node: &'t dyn Walk) -> DirectParts<'t> {
        let mut found = DirectParts::default();
        node.walk(&mut found);
        found
    }
}

impl<'t> Visitor<'t> for DirectParts<'t> {
    fn expr(&mut self, e: &'t Expr) {
        self.exprs.push(e);
    }

    fn assertion(&mut self, a: &'t Assertion) {
        self.assertions.push(a);
    }

    fn block(&mut self, stmts: &'t [Stmt]) {
        self.blocks.push(stmts);
    }
}

impl Walk for Expr {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        visitor.expr(self);
    }
}

impl Walk for Assertion {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        visitor.assertion(self);
    }
}

impl Walk for Vec<Stmt> {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        visitor.block(self);
    }
}

impl WalkMut for Assertion {
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut) {
        visitor.assertion(self);
    }
}

impl WalkMut for Vec<Stmt> {
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut) {
        visitor.block(self);
    }
}

macro_rules! lists {
    ($($name:ty),*) => {$(
        impl Walk for Vec<$name> {
            fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
                self.iter().for_each(|part| part.walk(visitor));
            }
        }
    )*};
}

lists! { Expr, Assertion, VarId }

macro_rules! leaves {
    ($($name:ident)*) => {$(
        impl Walk for $name {
            fn walk<'t>(&'t self, _: &mut dyn Visitor<'t>) {}
        }
    )*};
}

macro_rules! without_assertions {
    ($($name:ty)*) => {$(
        impl WalkMut for $name {
            fn walk_mut(&mut self, _: &mut dyn VisitorMut) {}
        }
    )*};
}

without_assertions! {
    BlockId Call ClassId Expr FieldId LabelId Option<Expr> Option<VarId> PredInstance PureCall Span Thrown Type
    VarId Vec<Expr>
}

leaves! {
    bool BigInt BigRational BinOp BlockId CollOp FieldId LabelId LogicOp Overflow Span Thrown Type UnOp UniqueId VarId
}

macro_rules! ids {
    ($($name:ident: $shown:ident),*) => {$(
        impl Walk for $name {
            fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
                visitor.$shown(*self);
            }
        }
    )*};
}

ids! { ClassId: class, MethodId: method, PredId: pred }

impl<T: Walk> Walk for Box<T> {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        (**self).walk(visitor);
    }
}

impl<T: WalkMut> WalkMut for Box<T> {
    fn walk_mut(&mut self, visitor: &mut dyn VisitorMut) {
        (**self).walk_mut(visitor);
    }
}

impl<T: Walk> Walk for Option<T> {
    fn walk<'t>(&'t self, visitor: &mut dyn Visitor<'t>) {
        self.iter().for_each(|part| part.walk(visitor));
    }
}

/// All statements, nested ones after their parent, in source order.
#[must_use]
pub fn statements(stmts: &[Stmt]) -> Vec<&Stmt> {
    let mut found = Vec::new();
    let mut todo: Vec<&Stmt> = stmts.iter().rev().collect();
    while let Some(stmt) = todo.pop() {
        found.push(stmt);
        let inner = stmt.blocks().into_iter().rev();
        todo.extend(inner.flat_map(|block| block.iter().rev()));
    }
    found
}

/// The variables assigned in these statements, including nested ones.
#[must_use]
pub fn assigned(stmts: &[Stmt]) -> BTreeSet<VarId> {
    statements(stmts)
        .into_iter()
        .filter_map(Stmt::assigned)
        .collect()
}

/// The variables that an iteration of each loop can assign, by the address of the loop, without those
/// that have no value before it: no other statement assigns them.
#[must_use]
pub fn assigned_in_loops(vars: &Vars, body: &[Stmt]) -> FxHashMap<usize, Rc<[VarId]>> {
    let mut search = LoopAssignments::default();
    for var in statements(body).into_iter().filter_map(Stmt::assigned) {
        *search.total.entry(var).or_default() += 1;
    }
    // They are assigned on entry, too.
    for var in vars.inputs().chain(vars.result).chain(vars.exception) {
        *search.total.entry(var).or_default() += 1;
    }
    search.add(body);
    search.found
}

/// The search for the assignments in each loop, innermost loops first.
#[derive(Default)]
struct LoopAssignments {
    /// By variable: the number of statements that assign it.
    total: BTreeMap<VarId, usize>,
    found: FxHashMap<usize, Rc<[VarId]>>,
}

impl LoopAssignments {
    /// By variable: the number of these statements that assign it, unless all do and are in one loop.
    fn add(&mut self, stmts: &[Stmt]) -> BTreeMap<VarId, usize> {
        let mut all = BTreeMap::new();
        veriframe_base::stack::deep(|| {
            for stmt in stmts {
                let mut own: BTreeMap<VarId, usize> =
                    stmt.assigned().map(|v| (v, 1)).into_iter().collect();
                for block in stmt.blocks() {
                    let inner = self.add(block);
                    join(&mut own, inner);
                }
                if let StmtKind::Loop(l) = &stmt.kind {
                    own.retain(|var, count| self.total.get(var) != Some(count));
                    let at = std::ptr::from_ref::<Loop>(l).addr();
                    self.found.insert(at, own.keys().copied().collect());
                }
                join(&mut all, own);
            }
        });
        all
    }
}

/// Adds the smaller of two maps to the larger one.
fn join(to: &mut BTreeMap<VarId, usize>, mut from: BTreeMap<VarId, usize>) {
    if to.len() < from.len() {
        std::mem::swap(to, &mut from);
    }
    for (var, count) in from {
        *to.entry(var).or_default() += count;
    }
}

/// Visits every expression of a member's contract and body, including nested ones.
pub fn member_exprs(program: &Program, member: MemberId, visit: &mut dyn FnMut(&Expr)) {
    match member {
        MemberId::Method(m) => {
            let method = program.method(m);
            in_assertion(&method.requires, visit);
            in_assertion(&method.ensures, visit);
            method.decreases.iter().for_each(|e| in_expr(e, visit));
            for stmt in statements(&method.body) {
                stmt.exprs().into_iter().for_each(|e| in_expr(e, visit));
                let assertions = stmt.assertions().into_iter();
                assertions.for_each(|a| in_assertion(a, visit));
            }
        }
        MemberId::Pure(p) => {
            let method = program.pure_method(p);
            in_assertion(&method.requires, visit);
            in_assertion(&method.ensures, visit);
            let exprs = method.decreases.iter().chain(&method.body);
            exprs.for_each(|e| in_expr(e, visit));
        }
        MemberId::Pred(q) => {
            let body = program.pred(q).body.iter();
            body.for_each(|a| in_assertion(a, visit));
        }
    }
}

/// Visits an expression and all that are nested in it.
pub fn in_expr(e: &Expr, visit: &mut dyn FnMut(&Expr)) {
    veriframe_base::stack::deep(|| {
        visit(e);
        e.children().into_iter().for_each(|e| in_expr(e, visit));
    });
}

/// Visits all expressions of an assertion and their parts.
pub fn in_assertion(a: &Assertion, visit: &mut dyn FnMut(&Expr)) {
    veriframe_base::stack::deep(|| {
        a.exprs().into_iter().for_each(|e| in_expr(e, visit));
        let parts = a.parts().into_iter();
        parts.for_each(|part| in_assertion(part, visit));
    });
}
