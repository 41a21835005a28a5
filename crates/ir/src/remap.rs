//! Replaces the ids in expressions and assertions, so that they belong to another program or
//! member.

use super::{
    Amount, AssertKind, Assertion, ClassId, Expr, ExprKind, FieldId, Location, PredId,
    PredInstance, PureCall, PureId, Type, UniqueId, VarId,
};

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
}

/// Replaces the ids of a type.
pub fn ty(ty: &mut Type, ids: &mut dyn Ids) {
    match ty {
        Type::Class(class) => *class = ids.class(*class),
        Type::Array(inner) | Type::Seq(inner) | Type::Set(inner) | Type::Multiset(inner) => {
            self::ty(inner, ids);
        }
        Type::Map(key, value) => {
            self::ty(key, ids);
            self::ty(value, ids);
        }
        Type::Int | Type::Machine(_) | Type::Bool | Type::Perm | Type::Object | Type::Null => {}
    }
}

/// Replaces the ids of an expression.
pub fn expr(e: &mut Expr, ids: &mut dyn Ids) {
    // Trees may be deep.
    veriframe_base::stack::deep(|| {
        match e.kind {
            ExprKind::Var(v) if ids.is_of_any_class(v) => e.ty = Type::Object,
            _ => ty(&mut e.ty, ids),
        }
        kind(&mut e.kind, ids);
    });
}

fn kind(kind: &mut ExprKind, ids: &mut dyn Ids) {
    match kind {
        ExprKind::Null | ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Perm(_) => {}
        ExprKind::Var(v) => *v = ids.var(*v),
        ExprKind::Static(f) => *f = ids.field(*f),
        ExprKind::Unique(u) => *u = ids.unique(*u),
        ExprKind::Field(a, f) => {
            *f = ids.field(*f);
            expr(a, ids);
        }
        ExprKind::Length(a)
        | ExprKind::Unary(_, a)
        | ExprKind::Old(a)
        | ExprKind::OldAt(_, a)
        | ExprKind::Convert(_, a) => expr(a, ids),
        ExprKind::InstanceOf(a, class) | ExprKind::Cast(a, class) => {
            *class = ids.class(*class);
            expr(a, ids);
        }
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Logic(_, a, b) => {
            expr(a, ids);
            expr(b, ids);
        }
        ExprKind::Let(v, a, b) => {
            *v = ids.var(*v);
            expr(a, ids);
            expr(b, ids);
        }
        ExprKind::Cond(a, b, c) => [a, b, c].into_iter().for_each(|e| expr(e, ids)),
        ExprKind::Pure(call) => pure_call(call, ids),
        ExprKind::Using(call, body) => {
            pure_call(call, ids);
            expr(body, ids);
        }
        ExprKind::Opening(inner, body) => {
            instance(inner, ids);
            expr(body, ids);
        }
        ExprKind::Quant(quant) => {
            quant.vars.iter_mut().for_each(|v| *v = ids.var(*v));
            let triggers = quant.triggers.iter_mut().flatten();
            triggers.for_each(|e| expr(e, ids));
            expr(&mut quant.body, ids);
        }
        ExprKind::Collection(_, operands) => operands.iter_mut().for_each(|e| expr(e, ids)),
        ExprKind::Elements(array, lo, hi) => {
            expr(array, ids);
            let bounds = lo.iter_mut().chain(hi);
            bounds.for_each(|e| expr(e, ids));
        }
    }
}

fn pure_call(call: &mut PureCall, ids: &mut dyn Ids) {
    let PureCall {
        receiver,
        callee,
        of,
        is_code: _,
        args,
        span: _,
    } = call;
    *callee = ids.pure_method(*callee);
    of.iter_mut().for_each(|class| *class = ids.class(*class));
    receiver.iter_mut().chain(args).for_each(|e| expr(e, ids));
}

fn instance(instance: &mut PredInstance, ids: &mut dyn Ids) {
    let PredInstance {
        receiver,
        pred,
        of,
        args,
        amount,
        span: _,
    } = instance;
    *pred = ids.pred(*pred);
    of.iter_mut().for_each(|class| *class = ids.class(*class));
    expr(receiver, ids);
    args.iter_mut().for_each(|e| expr(e, ids));
    self::amount(amount, ids);
}

fn amount(amount: &mut Amount, ids: &mut dyn Ids) {
    match amount {
        Amount::Fraction(e) => expr(e, ids),
        Amount::Write | Amount::Wildcard => {}
    }
}

fn location(location: &mut Location, ids: &mut dyn Ids) {
    match location {
        Location::Field(e, f) => {
            *f = ids.field(*f);
            expr(e, ids);
        }
        Location::Static(f) => *f = ids.field(*f),
        Location::Elems(e) => expr(e, ids),
        Location::Slice(e, lo, hi) => {
            expr(e, ids);
            let bounds = lo.iter_mut().chain(hi);
            bounds.for_each(|e| expr(e, ids));
        }
    }
}

/// Replaces the ids of an assertion.
pub fn assertion(a: &mut Assertion, ids: &mut dyn Ids) {
    veriframe_base::stack::deep(|| match &mut a.kind {
        AssertKind::Pure(e) => expr(e, ids),
        AssertKind::Acc(place, amount) => {
            location(place, ids);
            self::amount(amount, ids);
        }
        AssertKind::Pred(inner) => instance(inner, ids),
        AssertKind::Star(parts) => parts.iter_mut().for_each(|part| assertion(part, ids)),
        AssertKind::Cond(condition, then, other) => {
            expr(condition, ids);
            assertion(then, ids);
            assertion(other, ids);
        }
        AssertKind::Untouched(inner) => assertion(inner, ids),
        AssertKind::Let(v, value, body) => {
            *v = ids.var(*v);
            expr(value, ids);
            assertion(body, ids);
        }
    });
}
