//! Postconditions as Java: what a test asserts once the member has returned. Numbers are `long`, and
//! their operations are exact, so that a condition on mathematical integers is never decided by
//! an overflow. A predicate is a method that follows itself as deep as the heap goes: an instance
//! that no finite unfolding establishes overflows the stack, and the test fails as it should.

use super::Writer;
use crate::execution::testing::subject::Subject;
use crate::floating::Format;
use crate::ir::{
    AssertKind, Assertion, BinOp, Expr, ExprKind, LogicOp, MemberId, Overflow, PredId,
    PredInstance, PureCall, Type, UnOp, ValueKind, VarId, Works,
};
use crate::source::Span;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// The variable that holds the result of the call.
pub(super) const RESULT: &str = "result";

/// A condition in Java.
#[derive(Debug)]
pub(super) struct Condition {
    /// Declarations that stand before the call: the values of `old`.
    pub(super) before: Vec<String>,
    /// The condition.
    pub(super) text: String,
    /// Whether it reads the result.
    pub(super) reads_result: bool,
    /// The methods that stand for the predicates of the condition.
    pub(super) methods: String,
}

/// The condition under which a conjunct of a postcondition holds; `None` if Java has no words for
/// it.
pub(super) fn condition(writer: &Writer<'_>, subject: &Subject, at: Span) -> Option<Condition> {
    let program = writer.case.program;
    let ensures = match subject.member {
        MemberId::Method(id) => &program.method(id).ensures,
        MemberId::Pure(id) => &program.pure_method(id).ensures,
        MemberId::Pred(_) => return None,
    };
    let mut translating = Translating {
        writer,
        subject,
        before: Vec::new(),
        reads_result: false,
        in_old: false,
        scope: Scope::default(),
        preds: Vec::new(),
    };
    let found = translating.conjuncts(ensures, Some(at))?;
    if found.is_empty() {
        return None;
    }
    let methods = translating.texts_of_methods()?;
    Some(Condition {
        before: translating.before,
        text: conjunction(&found),
        reads_result: translating.reads_result,
        methods,
    })
}

/// All of some conditions in Java.
fn conjunction(conditions: &[String]) -> String {
    match conditions {
        [] => "true".to_owned(),
        [only] => only.clone(),
        several => format!("({})", several.join(" && ")),
    }
}

/// What variables stand for in the body of a predicate.
#[derive(Clone, Debug, Default)]
struct Scope {
    /// What is bound, as Java.
    bound: BTreeMap<VarId, String>,
    /// Whether it is a body: other variables are not known.
    is_body: bool,
}

struct Translating<'t> {
    writer: &'t Writer<'t>,
    subject: &'t Subject,
    before: Vec<String>,
    reads_result: bool,
    in_old: bool,
    scope: Scope,
    /// The predicates that need a method, in the order of the methods' numbers.
    preds: Vec<PredId>,
}

impl Translating<'_> {
    /// The conjunct at a place, with the conditions under which it is demanded; of a predicate, all
    /// that it says of values. Without a place, all conjuncts. `None` if Java has no words for one of
    /// them.
    fn conjuncts(&mut self, assertion: &Assertion, at: Option<Span>) -> Option<Vec<String>> {
        let is_meant = at.is_none_or(|at| contains(assertion.span, at));
        match &assertion.kind {
            // The other side of `==>`.
            AssertKind::Pure(e) if matches!(e.kind, ExprKind::Bool(true)) => Some(Vec::new()),
            AssertKind::Pure(e) if is_meant => Some(vec![self.value(e)?]),
            AssertKind::Pure(_) | AssertKind::Acc(..) | AssertKind::Untouched(_) => {
                Some(Vec::new())
            }
            AssertKind::Star(parts) => {
                let mut found = Vec::new();
                for part in parts {
                    found.extend(self.conjuncts(part, at)?);
                }
                Some(found)
            }
            AssertKind::Cond(condition, then, other) => {
                let [then, other] = [then, other].map(|part| self.conjuncts(part, at));
                let (then, other) = (then?, other?);
                if then.is_empty() && other.is_empty() {
                    return Some(Vec::new());
                }
                let text = self.value(condition)?;
                let then = then.iter().map(|part| format!("(!{text} || {part})"));
                let other = other.iter().map(|part| format!("({text} || {part})"));
                Some(then.chain(other).collect())
            }
            AssertKind::Let(..) | AssertKind::Pred(_) if !is_meant => Some(Vec::new()),
            AssertKind::Let(var, value, body) => {
                let value = self.value(value)?;
                let outer = self.scope.clone();
                self.scope.bound.insert(*var, value);
                let found = self.conjuncts(body, at);
                self.scope = outer;
                found
            }
            AssertKind::Pred(instance) => Some(vec![self.holds(instance)?]),
        }
    }

    /// The call of the method that stands for a predicate.
    fn holds(&mut self, instance: &PredInstance) -> Option<String> {
        let pred = self.definition(instance)?;
        let number = match self.preds.iter().position(|known| *known == pred) {
            Some(at) => at,
            None => {
                self.preds.push(pred);
                self.preds.len() - 1
            }
        };
        let mut args = Vec::new();
        for arg in instance.receiver.iter().chain(&instance.args) {
            args.push(self.value(arg)?);
        }
        Some(format!("holds{}({})", number + 1, args.join(", ")))
    }

    /// The methods of the predicates that the condition and the methods themselves need.
    fn texts_of_methods(&mut self) -> Option<String> {
        let program = self.writer.case.program;
        let mut text = String::new();
        let mut number = 0;
        while let Some(pred) = self.preds.get(number).copied() {
            number += 1;
            let name = program.member_name(MemberId::Pred(pred));
            let pred = program.pred(pred);
            let mut bound = BTreeMap::new();
            let mut params = Vec::new();
            let vars = pred.vars.this.iter().chain(&pred.vars.params);
            for (at, var) in vars.enumerate() {
                let ty = exact_type(&pred.vars.get(*var).ty)?;
                params.push(format!("{ty} p{at}"));
                bound.insert(*var, format!("p{at}"));
            }
            self.scope = Scope {
                bound,
                is_body: true,
            };
            let found = self.conjuncts(pred.body.as_ref()?, None)?;
            text += &format!(
                "\n    // {name}\n    private static boolean holds{number}({}) throws Throwable {{\n        \
                 return {};\n    }}\n",
                params.join(", "),
                conjunction(&found)
            );
        }
        Some(text)
    }

    /// The definition that an instance has, if that is known.
    fn definition(&self, instance: &PredInstance) -> Option<PredId> {
        let case = &self.writer.case;
        let preds = case.program.hierarchy.preds();
        if let Some(class) = instance.of {
            return preds.defined(instance.pred, class);
        }
        let Some(receiver) = &instance.receiver else {
            return Some(instance.pred);
        };
        let is_this = matches!(receiver.kind, ExprKind::Var(var)
            if !self.scope.is_body && case.program.vars(self.subject.member).this == Some(var));
        match (&receiver.ty, self.subject.class) {
            (_, Some(class)) if is_this => preds.defined(instance.pred, class),
            (Type::Class(class), _) => preds.unique(instance.pred, *class),
            _ => None,
        }
    }

    /// An expression: of a number, a `long`.
    fn value(&mut self, e: &Expr) -> Option<String> {
        let writer = self.writer;
        Some(match &e.kind {
            ExprKind::Null => "null".to_owned(),
            ExprKind::Int(n) if let Some(text) = e.ty.floating_text(n) => format!("({text})"),
            ExprKind::Int(n) => format!("{}L", n.to_i64()?),
            ExprKind::Bool(b) => b.to_string(),
            ExprKind::Var(var) => self.variable(*var, &e.ty)?,
            ExprKind::Field(receiver, field) => {
                let receiver = self.value(receiver)?;
                typed(&writer.field(*field, &receiver)?, &e.ty)
            }
            ExprKind::Static(field) => typed(&writer.field(*field, "null")?, &e.ty),
            ExprKind::Length(array) => {
                format!("(long) Array.getLength({})", self.value(array)?)
            }
            ExprKind::Index(array, index) => {
                let (array, index) = (self.value(array)?, self.value(index)?);
                let element = format!("Array.get({array}, Math.toIntExact({index}))");
                typed(&element, &e.ty)
            }
            ExprKind::Unary(UnOp::Not, e) => format!("!{}", self.value(e)?),
            ExprKind::Unary(UnOp::Neg, e) => format!("Math.negateExact({})", self.value(e)?),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right)?,
            ExprKind::Logic(op, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                match op {
                    LogicOp::And => format!("({left} && {right})"),
                    LogicOp::Or => format!("({left} || {right})"),
                    LogicOp::Implies => format!("(!{left} || {right})"),
                }
            }
            ExprKind::Cond(condition, then, other) => {
                let [condition, then, other] = [condition, then, other].map(|e| self.value(e));
                format!("({} ? {} : {})", condition?, then?, other?)
            }
            ExprKind::Old(e) => self.old(e)?,
            ExprKind::Opening(_, e) | ExprKind::Using(_, e) => self.value(e)?,
            ExprKind::Convert(Overflow::Error, inner) => self.value(inner)?,
            ExprKind::Convert(Overflow::Wrap, inner) => {
                let Type::Machine(width) = e.ty else {
                    return None;
                };
                let to = super::declarations::width_name(width);
                format!("((long) ({to}) ({}))", self.value(inner)?)
            }
            ExprKind::Unique(id) => writer.unique(*id)?,
            ExprKind::InstanceOf(e, class) => {
                let class = writer.declarations.class_object(*class)?;
                format!("{class}.isInstance({})", self.value(e)?)
            }
            ExprKind::Cast(e, _) => self.value(e)?,
            ExprKind::Let(var, value, body) => {
                let value = self.value(value)?;
                let outer = self.scope.clone();
                self.scope.bound.insert(*var, value);
                let body = self.value(body);
                self.scope = outer;
                body?
            }
            ExprKind::Pure(call) => typed(&self.pure(call)?, &e.ty),
            ExprKind::Perm(_)
            | ExprKind::OldAt(..)
            | ExprKind::Quant(_)
            | ExprKind::Collection(..)
            | ExprKind::Elements(..) => return None,
        })
    }

    fn variable(&mut self, var: VarId, ty: &Type) -> Option<String> {
        let writer = self.writer;
        if let Some(bound) = self.scope.bound.get(&var) {
            return Some(bound.clone());
        }
        if self.scope.is_body {
            return None;
        }
        let vars = writer.case.program.vars(self.subject.member);
        if vars.result == Some(var) {
            self.reads_result = true;
            return (!self.in_old).then(|| {
                if ty.is_int() {
                    format!("(long) {RESULT}")
                } else {
                    RESULT.to_owned()
                }
            });
        }
        let input = writer.case.input;
        let value = match vars.params.iter().position(|param| *param == var) {
            Some(at) => input.args.get(at)?,
            None if vars.this == Some(var) => match (&input.receiver, self.subject.creates) {
                (_, true) => return (!self.in_old).then(|| super::CREATED.to_owned()),
                (receiver, false) => receiver.as_ref()?,
            },
            None => return None,
        };
        match value {
            crate::execution::input::InputValue::Int(n) if ty.is_int() => {
                Some(format!("{}L", n.to_i64()?))
            }
            value => writer.value(value, ty),
        }
    }

    fn binary(&mut self, op: BinOp, left: &Expr, right: &Expr) -> Option<String> {
        let is_number = left.ty.is_int();
        if left.ty.is_collection() || right.ty.is_collection() || left.ty == Type::Perm {
            return None;
        }
        let (left, right) = (self.value(left)?, self.value(right)?);
        let row = op.row();
        Some(match (row.exact, row.works) {
            (Some(exact), _) => format!("{exact}({left}, {right})"),
            // Of two unrelated classes, Java compares no references.
            (None, Works::Equality) if !is_number => {
                format!("((Object) {left} {} (Object) {right})", row.java)
            }
            (None, _) => format!("({left} {} {right})", row.java),
        })
    }

    /// The value before the call.
    fn old(&mut self, e: &Expr) -> Option<String> {
        let outer = std::mem::replace(&mut self.in_old, true);
        let value = self.value(e);
        self.in_old = outer;
        let value = value?;
        if outer {
            return Some(value);
        }
        let ty = exact_type(&e.ty)?;
        let name = format!("old{}", self.before.len() + 1);
        self.before.push(format!("{ty} {name} = {value};"));
        Some(name)
    }

    /// A call of a pure method that Java has.
    fn pure(&mut self, call: &PureCall) -> Option<String> {
        let writer = self.writer;
        let pure = writer.case.program.pure_method(call.callee);
        let member = MemberId::Pure(call.callee);
        if call.of.is_some() || !writer.declarations.is_member_real(member) {
            return None;
        }
        let receiver = match &call.receiver {
            Some(receiver) => self.value(receiver)?,
            None => "null".to_owned(),
        };
        let mut args = Vec::new();
        for (arg, ty) in call.args.iter().zip(pure.vars.param_types()) {
            let value = self.value(arg)?;
            args.push(match ty.width().map(super::declarations::width_name) {
                Some(width) => format!("({width}) {value}"),
                None => value,
            });
        }
        let types: Vec<&Type> = pure.vars.param_types().collect();
        writer.reflected(pure.class?, Some(&pure.name), &types, &receiver, &args)
    }
}

/// The type of Java that holds the exact values of a type, if there is one.
fn exact_type(ty: &Type) -> Option<&'static str> {
    match ty.value_kind() {
        ValueKind::Integer => Some("long"),
        ValueKind::Boolean => Some("boolean"),
        ValueKind::Reference => Some("Object"),
        ValueKind::Floating | ValueKind::Amount | ValueKind::Collection => None,
    }
}

/// Whether a place is in another one.
fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

/// What reflection gives, as a value of a type; numbers as `long`.
fn typed(object: &str, ty: &Type) -> String {
    match ty.value_kind() {
        ValueKind::Integer => format!("number({object})"),
        ValueKind::Boolean => format!("((boolean) {object})"),
        ValueKind::Floating => format!("(({}) {object})", ty.format().map_or("", Format::name)),
        ValueKind::Reference | ValueKind::Amount | ValueKind::Collection => object.to_owned(),
    }
}
