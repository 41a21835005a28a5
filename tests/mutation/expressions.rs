//! Mutations of expressions: constants, operators, indices and bounds.

use super::operators::{increment, operator, other_increment, other_operator, prefix};
use super::{Part, Walk, joined, not};
use veriframe::Span;
use veriframe::internals::syntax::ast::{BinOp, Expr, ExprKind};

impl Walk<'_> {
    /// Mutates an expression or a subexpression.
    pub fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Int(n) => {
                if self.hit(|| format!("change {n} to {}", &*n + 1)) {
                    *n += 1;
                }
            }
            ExprKind::Bool(b) => {
                if self.hit(|| format!("change {b} to {}", !*b)) {
                    *b = !*b;
                }
            }
            ExprKind::Unary(op, inner) => {
                if self.hit(|| format!("drop `{}`", prefix(*op))) {
                    *e = (**inner).clone();
                    return;
                }
                self.expr(inner);
            }
            ExprKind::Inc(op, inner) => {
                let other = other_increment(*op);
                if self.hit(|| format!("change `{}` to `{}`", increment(*op), increment(other))) {
                    *op = other;
                }
                self.expr(inner);
            }
            ExprKind::Chain(first, rest) => {
                self.expr(first);
                let mut at = 0;
                while at < rest.len() {
                    self.operator(rest, at);
                    if let Some((.., operand)) = rest.get_mut(at) {
                        self.expr(operand);
                    }
                    at += 1;
                }
                self.membership(e);
            }
            ExprKind::Cond(condition, then, other) => {
                if self.hit(|| "swap the branches of `?:`".to_owned()) {
                    std::mem::swap(then, other);
                }
                [condition, then, other]
                    .into_iter()
                    .for_each(|e| self.expr(e));
            }
            _ => self.parts(e),
        }
    }

    /// Changes an operator of a chain; `++` is removed with its right operand.
    fn operator(&mut self, rest: &mut Vec<(BinOp, Span, Expr)>, at: usize) {
        let op = rest[at].0;
        if op == BinOp::Concat {
            let text = self.quote(rest[at].2.span);
            if self.hit(|| format!("drop `++ {text}`")) {
                rest.remove(at);
            }
        } else if let Some(other) = other_operator(op)
            && self.hit(|| format!("change `{}` to `{}`", operator(op), operator(other)))
        {
            rest[at].0 = other;
        }
    }

    /// Negates each `e in s` of a chain.
    fn membership(&mut self, chain: &mut Expr) {
        let ExprKind::Chain(first, rest) = &chain.kind else {
            return;
        };
        let connects = |op: &BinOp| {
            matches!(
                op,
                BinOp::Iff | BinOp::Implies | BinOp::Or | BinOp::And | BinOp::Star
            )
        };
        let mut parts: Vec<(Option<(BinOp, Span)>, Part)> = vec![(None, Part::new(first))];
        for (op, span, operand) in rest {
            match parts.last_mut() {
                Some((_, part)) if !connects(op) => part.rest.push((*op, *span, operand.clone())),
                _ => parts.push((Some((*op, *span)), Part::new(operand))),
            }
        }
        for at in 0..parts.len() {
            let part = &parts[at].1;
            let span = part.span();
            let text = self.quote(span);
            if part.rest.iter().any(|(op, ..)| *op == BinOp::In)
                && self.hit(|| format!("negate `{text}`"))
            {
                let (op, part) = parts.remove(at);
                let negated = Part::new(&not(&joined(vec![(None, part)], span)));
                parts.insert(at, (op, negated));
                *chain = joined(parts, chain.span);
                return;
            }
        }
    }

    /// Changes an index: a variable is decreased by 1.
    fn index(&mut self, index: &mut Expr) {
        if let ExprKind::Name(name) = &index.kind
            && self.hit(|| format!("change index {name} to {name} + 1"))
        {
            let one = Expr {
                kind: ExprKind::Int(1.into()),
                span: index.span,
            };
            let rest = vec![(BinOp::Add, index.span, one)];
            index.kind = ExprKind::Chain(Box::new(index.clone()), rest);
            return;
        }
        self.expr(index);
    }

    /// Drops or changes a bound of a slice.
    fn bound(&mut self, bound: &mut Option<Box<Expr>>, which: &str) {
        let Some(e) = bound else { return };
        let text = self.quote(e.span);
        if self.hit(|| format!("drop the {which} bound `{text}`")) {
            *bound = None;
            return;
        }
        self.expr(e);
    }

    /// Drops or changes each element of a literal.
    fn elements(&mut self, elements: &mut Vec<Expr>) {
        let mut at = 0;
        while at < elements.len() {
            let text = self.quote(elements[at].span);
            // Without a type, `[]` might not be a program; then it does not count.
            if self.hit(|| format!("drop the element `{text}`")) {
                elements.remove(at);
                return;
            }
            self.expr(&mut elements[at]);
            at += 1;
        }
    }

    /// Mutates the subexpressions of an expression that is not itself mutated.
    fn parts(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::Call(receiver, _, arguments) => {
                receiver.iter_mut().for_each(|e| self.expr(e));
                arguments.iter_mut().for_each(|e| self.expr(e));
            }
            ExprKind::New(_, arguments) => arguments.iter_mut().for_each(|e| self.expr(e)),
            ExprKind::Field(e, _)
            | ExprKind::NewArray(_, e)
            | ExprKind::Paren(e)
            | ExprKind::Old(_, e)
            | ExprKind::OldOrCall(e)
            | ExprKind::Size(e)
            | ExprKind::Untouched(e) => self.expr(e),
            ExprKind::Index(of, index) => {
                self.expr(of);
                self.index(index);
            }
            ExprKind::Slice(of, range) => {
                self.expr(of);
                self.bound(&mut range.lo, "lower");
                self.bound(&mut range.hi, "upper");
            }
            ExprKind::Update(of, index, value) => {
                let text = self.quote(index.span);
                if self.hit(|| format!("drop the update of `{text}`")) {
                    *e = (**of).clone();
                    return;
                }
                self.expr(of);
                self.index(index);
                self.expr(value);
            }
            ExprKind::Literal(_, elements) => self.elements(elements),
            ExprKind::MapLiteral(entries) => {
                for (key, value) in entries {
                    self.expr(key);
                    self.expr(value);
                }
            }
            ExprKind::Quant(quant) => self.expr(&mut quant.body),
            ExprKind::Let(_, a, b) | ExprKind::Opening(a, b) | ExprKind::Using(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Acc(location, amount) => {
                self.expr(location);
                amount.iter_mut().for_each(|e| self.expr(e));
            }
            _ => {}
        }
    }
}
