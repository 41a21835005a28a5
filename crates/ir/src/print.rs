//! The IR as text in the user's notation, for messages and traces.
//!
//! Receivers are explicit (`this.x`), operators are ASCII, and parentheses are minimal.
//! The text is for display and need not parse.

mod collections;
mod hiding;
#[cfg(any(test, feature = "testing"))]
mod stmts;

use super::{
    Amount, AssertKind, Assertion, BinOp, Call, Expr, ExprKind, Level, Location, LogicOp, MemberId,
    PredInstance, Program, PureCall, UnOp, VarId, Vars,
};
use crate::floating::{Function, operator};
use num_bigint::Sign;
use num_rational::BigRational;
use num_traits::{One, Signed};
use veriframe_base::floating::Operation;
use veriframe_base::notation::Notation;

/// What prints pieces of the IR: the names of a program and of a member's variables,
/// and the notation.
#[derive(Clone, Copy)]
pub struct Text<'p> {
    program: &'p Program,
    vars: &'p Vars,
    notation: Notation,
}

impl<'p> Text<'p> {
    /// Prints in the notation of `.idf` files.
    #[must_use]
    pub fn new(program: &'p Program, vars: &'p Vars) -> Text<'p> {
        Text {
            program,
            vars,
            notation: Notation::Idf,
        }
    }

    /// Prints in another notation.
    #[must_use]
    pub fn in_notation(self, notation: Notation) -> Text<'p> {
        Text { notation, ..self }
    }

    /// An expression.
    #[must_use]
    pub fn expr(self, e: &Expr) -> String {
        self.run(|p| p.expr(e, Level::Any))
    }

    /// A call of a mutator, a lemma or a constructor.
    pub fn call(self, call: &Call) -> String {
        self.run(|p| p.call(call))
    }

    /// An assertion in one line.
    #[must_use]
    pub fn assertion(self, a: &Assertion) -> String {
        self.run(|p| p.assertion(a, Level::Any))
    }

    /// A location, as in `acc(…)`.
    #[must_use]
    pub fn location(self, l: &Location) -> String {
        self.run(|p| p.location(l))
    }

    /// A predicate instance, with its amount if that is a fraction.
    #[must_use]
    pub fn instance(self, q: &PredInstance) -> String {
        self.run(|p| p.instance(q))
    }

    /// A statement in one line, without nested statements.
    #[must_use]
    #[cfg(any(test, feature = "testing"))]
    pub fn stmt(self, s: &super::Stmt) -> String {
        self.run(|p| p.stmt(s))
    }

    fn run(self, f: impl FnOnce(&mut Printer<'_>)) -> String {
        let mut printer = Printer {
            text: self,
            out: String::new(),
            guarded: false,
        };
        f(&mut printer);
        printer.out
    }
}

/// A permission amount: `1`, `1/2`.
#[must_use]
pub fn fraction(p: &BigRational) -> String {
    if p.denom().is_one() {
        p.numer().to_string()
    } else {
        format!("{}/{}", p.numer(), p.denom())
    }
}

/// An infix operator with its own level and the least levels of its operands.
struct Infix {
    sign: &'static str,
    own: Level,
    left: Level,
    right: Level,
}

impl Infix {
    fn binary(op: BinOp, notation: Notation) -> Infix {
        let (sign, own) = (op.sign(notation), op.row().level);
        // Comparisons do not chain: a comparison as operand needs parentheses.
        let left = if own == Level::Comparison {
            own.stronger()
        } else {
            own
        };
        Infix {
            sign,
            own,
            left,
            right: own.stronger(),
        }
    }

    fn logic(op: LogicOp) -> Infix {
        let own = op.level();
        Infix {
            sign: op.sign(),
            own,
            // An implication is no premise without parentheses.
            left: match op {
                LogicOp::And | LogicOp::Or => own,
                LogicOp::Implies => own.stronger(),
            },
            right: own,
        }
    }
}

struct Printer<'p> {
    text: Text<'p>,
    out: String,
    /// Whether a product needs parentheses because its `*` would read as a separating
    /// conjunction: directly within a conjunct.
    guarded: bool,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Prints with `f`, parenthesized if `own` binds less tightly than `least`.
    fn level(&mut self, own: Level, least: Level, f: impl FnOnce(&mut Self)) {
        if own < least {
            self.put("(");
            self.unguarded(f);
            self.put(")");
        } else {
            f(self);
        }
    }

    /// Prints with `f` between brackets, within which `*` is a product.
    fn unguarded(&mut self, f: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.guarded, false);
        f(self);
        self.guarded = before;
    }

    fn expr(&mut self, e: &Expr, least: Level) {
        veriframe_base::stack::deep(|| self.shape(e, least));
    }

    fn shape(&mut self, e: &Expr, least: Level) {
        match &e.kind {
            ExprKind::Null => self.put("null"),
            ExprKind::Int(n) if let Some(text) = e.ty.floating_text(n) => {
                let has_operator = text.contains(' ');
                let own = if has_operator {
                    Level::Product
                } else {
                    Level::Prefix
                };
                self.level(own, least, |p| p.put(&text));
            }
            ExprKind::Int(n) => {
                let own = if n.sign() == Sign::Minus {
                    Level::Prefix
                } else {
                    Level::Postfix
                };
                self.level(own, least, |p| p.put(&n.to_string()));
            }
            ExprKind::Bool(b) => self.put(if *b { "true" } else { "false" }),
            ExprKind::Perm(f) => {
                let own = if f.denom().is_one() && !f.is_negative() {
                    Level::Postfix
                } else {
                    Level::Product
                };
                self.level(own, least, |p| p.put(&fraction(f)));
            }
            ExprKind::Var(v) => self.variable(*v),
            ExprKind::Field(receiver, field) => self.field(receiver, *field),
            ExprKind::Static(field) => self.static_field(*field),
            ExprKind::Length(array) => {
                self.expr(array, Level::Postfix);
                self.put(".length");
            }
            ExprKind::Index(array, at) => self.element(array, at),
            ExprKind::Pure(call) => self.pure_call(call, least),
            ExprKind::Unary(op, operand) => self.level(Level::Prefix, least, |p| {
                p.put(match op {
                    UnOp::Not => "!",
                    UnOp::Neg => "-",
                });
                // `- -x` must not become `--x`.
                p.expr(
                    operand,
                    if *op == UnOp::Neg {
                        Level::Postfix
                    } else {
                        Level::Prefix
                    },
                );
            }),
            ExprKind::Binary(op, left, right) => {
                self.infix(&Infix::binary(*op, self.text.notation), left, right, least)
            }
            ExprKind::Logic(op, left, right) => self.infix(&Infix::logic(*op), left, right, least),
            ExprKind::Cond(c, then, other) => self.level(Level::Cond, least, |p| {
                p.expr(c, Level::Cond.stronger());
                p.put(" ? ");
                p.expr(then, Level::Cond.stronger());
                p.put(" : ");
                p.expr(other, Level::Cond);
            }),
            ExprKind::Old(inner) => {
                self.put("old(");
                self.unguarded(|p| p.expr(inner, Level::Any));
                self.put(")");
            }
            ExprKind::Opening(instance, inner) => self.level(Level::Cond, least, |p| {
                p.put("opening ");
                p.instance(instance);
                p.put(" in ");
                p.expr(inner, Level::Any);
            }),
            ExprKind::Using(call, inner) => self.level(Level::Cond, least, |p| {
                p.put("using ");
                p.pure_call(call, Level::Any);
                p.put(" in ");
                p.expr(inner, Level::Any);
            }),
            ExprKind::OldAt(label, inner) => {
                self.put("old[");
                self.put(self.text.vars.label(*label));
                self.put("](");
                self.unguarded(|p| p.expr(inner, Level::Any));
                self.put(")");
            }
            ExprKind::Let(variable, value, inner) => self.level(Level::Cond, least, |p| {
                p.let_head(*variable, value);
                p.expr(inner, Level::Any);
            }),
            ExprKind::Quant(quant) => self.level(Level::Cond, least, |p| p.quant(quant)),
            // Conversions are implicit in the source.
            ExprKind::Convert(_, inner) => self.expr(inner, least),
            ExprKind::Collection(op, operands) => self.collection(*op, operands, &e.ty, least),
            ExprKind::Elements(array, lo, hi) => {
                self.slice(array, lo.as_deref(), hi.as_deref());
            }
            ExprKind::Unique(unique) => {
                let unique = self.text.program.uniques.get(unique.index());
                self.put(unique.map_or("?", |unique| &unique.name));
            }
            ExprKind::InstanceOf(object, class) => self.level(Level::Comparison, least, |p| {
                p.expr(object, Level::Comparison.stronger());
                p.put(" instanceof ");
                p.put(&p.text.program.class(*class).name);
            }),
            ExprKind::Cast(object, class) => self.level(Level::Prefix, least, |p| {
                p.put("(");
                p.put(&p.text.program.class(*class).name);
                p.put(") ");
                p.expr(object, Level::Prefix);
            }),
        }
    }

    fn infix(&mut self, op: &Infix, left: &Expr, right: &Expr, least: Level) {
        let product = self.guarded && op.sign == "*";
        let least = if product { Level::Postfix } else { least };
        self.level(op.own, least, |p| {
            p.expr(left, op.left);
            p.put(" ");
            p.put(op.sign);
            p.put(" ");
            p.expr(right, op.right);
        });
    }

    fn variable(&mut self, v: VarId) {
        self.put(&self.text.vars.get(v).name);
    }

    fn field(&mut self, receiver: &Expr, field: super::FieldId) {
        let Text { program, vars, .. } = self.text;
        let class = program.written_class(vars, receiver);
        let start = self.out.len();
        self.expr(receiver, Level::Postfix);
        let object = self.out.split_off(start);
        self.put(&program.field_text(&object, class, field));
    }

    fn static_field(&mut self, field: super::FieldId) {
        self.put(&self.text.program.static_text(field));
    }

    fn element(&mut self, array: &Expr, at: &Expr) {
        self.expr(array, Level::Postfix);
        self.put("[");
        self.unguarded(|p| p.expr(at, Level::Any));
        self.put("]");
    }

    fn args(&mut self, args: &[Expr]) {
        self.put("(");
        self.list(args);
        self.put(")");
    }

    /// A comma-separated list of expressions.
    fn list(&mut self, all: &[Expr]) {
        for (i, e) in all.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            self.unguarded(|p| p.expr(e, Level::Any));
        }
    }

    /// `receiver.` or `Class.`
    fn prefix(
        &mut self,
        receiver: Option<&Expr>,
        class: Option<super::ClassId>,
        of: Option<super::ClassId>,
    ) {
        match (receiver, class) {
            (Some(_), _) if of.is_some() => self.put("super"),
            (Some(receiver), _) => self.expr(receiver, Level::Postfix),
            (None, Some(class)) => self.put(&self.text.program.class(class).name),
            (None, None) => return,
        }
        self.put(".");
    }

    fn call(&mut self, call: &Call) {
        let callee = self.text.program.method(call.callee);
        self.prefix(call.receiver.as_ref(), callee.class, call.of);
        self.put(&callee.name);
        self.args(&call.args);
    }

    fn pure_call(&mut self, call: &PureCall, least: Level) {
        let bits = self.text.program.bit_operation(call.callee);
        if let (Some(op), [left, right]) = (bits, call.args.as_slice()) {
            let op = Infix {
                sign: op.sign(),
                own: Level::Cond,
                left: Level::Prefix,
                right: Level::Prefix,
            };
            return self.infix(&op, left, right, least);
        }
        let function = self.text.program.floating_function(call.callee);
        if let Some(Function::Operator(op)) = function
            && self.floating(op, call, least).is_some()
        {
            return;
        }
        let callee = self.text.program.pure_method(call.callee);
        self.prefix(call.receiver.as_ref(), callee.class, call.of);
        self.put(&callee.name);
        self.args_of(MemberId::Pure(call.callee), &call.args);
    }

    /// An operation on floating-point numbers.
    fn floating(&mut self, op: Operation, call: &PureCall, least: Level) -> Option<()> {
        let ty = &self.text.program.pure_method(call.callee).ty;
        match (operator(op), call.args.as_slice()) {
            (Some(op), [left, right]) => {
                self.infix(&Infix::binary(op, self.text.notation), left, right, least);
            }
            (None, [operand]) => {
                let prefix = match op {
                    Operation::Negate => "-".to_owned(),
                    _ => format!("({}) ", self.text.program.type_name(ty)),
                };
                self.level(Level::Prefix, least, |p| {
                    p.put(&prefix);
                    p.expr(operand, Level::Prefix);
                });
            }
            _ => return None,
        }
        Some(())
    }

    fn instance(&mut self, q: &PredInstance) {
        let whole = matches!(q.amount, Amount::Write);
        if !whole {
            self.put("acc(");
        }
        self.prefix(
            q.receiver.as_ref(),
            self.text.program.pred(q.pred).class,
            q.of,
        );
        self.put(&self.text.program.pred(q.pred).name);
        self.args_of(MemberId::Pred(q.pred), &q.args);
        if !whole {
            self.amount(&q.amount);
            self.put(")");
        }
    }

    /// Arguments; cast to the parameter types if the name alone is ambiguous.
    fn args_of(&mut self, callee: MemberId, args: &[Expr]) {
        if !self.text.program.is_overloaded(callee) {
            return self.args(args);
        }
        let types = self.text.program.vars(callee).param_types();
        self.put("(");
        for (at, (arg, ty)) in args.iter().zip(types).enumerate() {
            if at > 0 {
                self.put(", ");
            }
            self.put("(");
            self.put(&self.text.program.type_name(ty));
            self.put(") ");
            self.expr(arg, Level::Postfix);
        }
        self.put(")");
    }

    /// `, p`; nothing for the full permission.
    fn amount(&mut self, amount: &Amount) {
        match amount {
            Amount::Write => {}
            Amount::Fraction(p) => {
                self.put(", ");
                self.unguarded(|printer| printer.expr(p, Level::Any));
            }
            Amount::Wildcard => self.put(", _"),
        }
    }

    fn location(&mut self, l: &Location) {
        match l {
            Location::Field(receiver, field) => self.field(receiver, *field),
            Location::Static(field) => self.static_field(*field),
            Location::Elems(array) => {
                self.expr(array, Level::Postfix);
                self.put(".elems");
            }
            Location::Slice(array, lo, hi) => self.slice(array, lo.as_deref(), hi.as_deref()),
        }
    }

    fn assertion(&mut self, a: &Assertion, least: Level) {
        veriframe_base::stack::deep(|| match &a.kind {
            AssertKind::Pure(e) => self.expr(e, least),
            AssertKind::Acc(location, amount) => {
                self.put("acc(");
                self.location(location);
                self.amount(amount);
                self.put(")");
            }
            AssertKind::Pred(instance) => self.instance(instance),
            AssertKind::Star(parts) => self.level(Level::Star, least, |p| {
                for (i, part) in parts.iter().enumerate() {
                    if i > 0 {
                        p.put(" * ");
                    }
                    p.conjunct(part);
                }
            }),
            AssertKind::Cond(c, then, other) => self.conditional(c, then, other, least),
            AssertKind::Let(variable, value, inner) => self.level(Level::Cond, least, |p| {
                p.let_head(*variable, value);
                p.assertion(inner, Level::Any);
            }),
            AssertKind::Untouched(inner) => {
                self.put("untouched(");
                self.unguarded(|p| p.assertion(inner, Level::Any));
                self.put(")");
            }
        });
    }

    /// A conjunct among others: a product needs parentheses, because its `*` would read
    /// as a separating conjunction.
    fn conjunct(&mut self, part: &Assertion) {
        let before = std::mem::replace(&mut self.guarded, true);
        self.assertion(part, Level::Star.stronger());
        self.guarded = before;
    }

    fn conditional(&mut self, c: &Expr, then: &Assertion, other: &Assertion, least: Level) {
        let implication = matches!(
            &other.kind,
            AssertKind::Pure(Expr {
                kind: ExprKind::Bool(true),
                ..
            })
        );
        if implication {
            return self.level(Level::Implies, least, |p| {
                p.expr(c, Level::Implies.stronger());
                p.put(" ==> ");
                p.assertion(then, Level::Implies);
            });
        }
        self.level(Level::Cond, least, |p| {
            p.expr(c, Level::Cond.stronger());
            p.put(" ? ");
            p.assertion(then, Level::Cond.stronger());
            p.put(" : ");
            p.assertion(other, Level::Cond);
        });
    }
}
