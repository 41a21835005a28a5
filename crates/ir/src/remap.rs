//! Replaces the ids in expressions and assertions, so that they belong to another program or
//! member.

use super::{
    Assertion, BinOp, ClassId, CollOp, Expr, ExprKind, FieldId, LabelId, LogicOp, Overflow, PredId,
    PureId, Type, UnOp, UniqueId, VarId, Width,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use veriframe_base::floating::Format;
use veriframe_base::source::Span;
use veriframe_base::stack::deep;

/// The ids that take the place of others.
pub trait Ids {
    /// The class in place of this one.
    fn class(&mut self, id: ClassId) -> ClassId;
    /// The field in place of this one.
    fn field(&mut self, id: FieldId) -> FieldId;
    /// The predicate in place of this one.
    fn pred(&mut self, id: PredId) -> PredId;
    /// The pure method in place of this one.
    fn pure_method(&mut self, id: PureId) -> PureId;
    /// The object in place of this one.
    fn unique(&mut self, id: UniqueId) -> UniqueId;
    /// The variable in place of this one.
    fn var(&mut self, id: VarId) -> VarId;
    /// Whether the class of this variable is left out, as that of `this` is where members of
    /// several classes are compared: it becomes `Object`.
    fn is_of_any_class(&self, id: VarId) -> bool {
        let _ = id;
        false
    }
    /// Replaces an expression as a whole, and says so: then nothing else is replaced in it.
    fn expr(&mut self, e: &mut Expr) -> bool {
        let _ = e;
        false
    }
}

pub(crate) use Ids as VisitorMut;

/// Replaces the ids of a node. Derived: each part, in the order of the definition.
pub trait WalkMut {
    /// Replaces the ids of this node and its parts.
    fn walk_mut(&mut self, ids: &mut dyn Ids);
}

/// Replaces the ids of a type.
pub fn ty(ty: &mut Type, ids: &mut dyn Ids) {
    ty.walk_mut(ids);
}

/// Replaces the ids of an expression.
pub fn expr(e: &mut Expr, ids: &mut dyn Ids) {
    e.walk_mut(ids);
}

/// Replaces the ids of an assertion.
pub fn assertion(a: &mut Assertion, ids: &mut dyn Ids) {
    a.walk_mut(ids);
}

impl WalkMut for Expr {
    fn walk_mut(&mut self, ids: &mut dyn Ids) {
        // Trees may be deep.
        deep(|| {
            if ids.expr(self) {
                return;
            }
            let Expr { kind, ty, span: _ } = self;
            if let ExprKind::Var(v) = kind
                && ids.is_of_any_class(*v)
            {
                *ty = Type::Object;
            } else {
                ty.walk_mut(ids);
            }
            kind.walk_mut(ids);
        });
    }
}

impl WalkMut for Assertion {
    fn walk_mut(&mut self, ids: &mut dyn Ids) {
        deep(|| self.kind.walk_mut(ids));
    }
}

macro_rules! ids {
    ($($id:ident $replaced:ident)*) => {$(
        impl WalkMut for $id {
            fn walk_mut(&mut self, ids: &mut dyn Ids) {
                *self = ids.$replaced(*self);
            }
        }
    )*};
}

ids! { ClassId class FieldId field PredId pred PureId pure_method UniqueId unique VarId var }

macro_rules! without_ids {
    ($($name:ident)*) => {$(
        impl WalkMut for $name {
            fn walk_mut(&mut self, _: &mut dyn Ids) {}
        }
    )*};
}

without_ids! { bool BigInt BigRational BinOp CollOp Format LabelId LogicOp Overflow Span UnOp Width }

impl<T: WalkMut> WalkMut for Box<T> {
    fn walk_mut(&mut self, ids: &mut dyn Ids) {
        (**self).walk_mut(ids);
    }
}

impl<T: WalkMut> WalkMut for Option<T> {
    fn walk_mut(&mut self, ids: &mut dyn Ids) {
        self.iter_mut().for_each(|part| part.walk_mut(ids));
    }
}

impl<T: WalkMut> WalkMut for Vec<T> {
    fn walk_mut(&mut self, ids: &mut dyn Ids) {
        self.iter_mut().for_each(|part| part.walk_mut(ids));
    }
}
