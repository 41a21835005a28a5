//! Printing of collections, slices, `let` and quantifiers.

use super::{Infix, Printer};
use crate::Level;
use crate::{CollOp, Expr, Quant, Type, VarId};

impl Printer<'_> {
    /// `let x := e in `
    pub(super) fn let_head(&mut self, variable: VarId, value: &Expr) {
        self.put("let ");
        self.variable(variable);
        self.put(" := ");
        // An `in` inside would end the binding.
        self.expr(value, Level::Sum);
        self.put(" in ");
    }

    /// A quantifier with its triggers.
    pub(super) fn quant(&mut self, quant: &Quant) {
        self.put(if quant.universal { "forall" } else { "exists" });
        for (i, variable) in quant.vars.iter().enumerate() {
            self.put(if i > 0 { ", " } else { " " });
            let ty = self
                .text
                .program
                .type_name(&self.text.vars.get(*variable).ty);
            self.put(&ty);
            self.put(" ");
            self.variable(*variable);
        }
        self.put(" :: ");
        for trigger in &quant.triggers {
            self.put("{");
            self.list(trigger);
            self.put("} ");
        }
        self.expr(&quant.body, Level::Any);
    }

    /// `a[lo..hi]`
    pub(super) fn slice(&mut self, of: &Expr, lo: Option<&Expr>, hi: Option<&Expr>) {
        self.expr(of, Level::Postfix);
        self.put("[");
        for (i, end) in [lo, hi].into_iter().enumerate() {
            if i > 0 {
                self.put("..");
            }
            if let Some(end) = end {
                self.unguarded(|p| p.expr(end, Level::Any));
            }
        }
        self.put("]");
    }

    /// An operation on collections with a result of type `ty`.
    pub(super) fn collection(&mut self, op: CollOp, operands: &[Expr], ty: &Type, least: Level) {
        use CollOp::*;
        match (op, operands) {
            (Literal, _) => self.literal(operands, ty, least),
            (MapLiteral, _) => self.map_literal(operands),
            (Concat | Union | Intersect | Minus | In | Subset, [left, right]) => {
                self.infix(&infix(op), left, right, least);
            }
            // `|s|` begins like an operator, so it cannot directly follow or precede an
            // operand.
            (Size, [of]) => self.level(Level::Prefix, least, |p| {
                p.put("|");
                p.unguarded(|p| p.expr(of, Level::Any));
                p.put("|");
            }),
            (Index | Count | Lookup, [of, at]) => self.element(of, at),
            (Drop, [of, from]) => self.slice(of, Some(from), None),
            (Take, [of, to]) => self.slice(of, None, Some(to)),
            (Range, [of, from, to]) => self.slice(of, Some(from), Some(to)),
            (Update, [of, at, value]) => {
                self.expr(of, Level::Postfix);
                self.put("[");
                self.entry(at, value);
                self.put("]");
            }
            (Domain, _) => self.conversion("dom", operands),
            (ToSet, _) => self.conversion("set", operands),
            (ToMultiset, _) => self.conversion("multiset", operands),
            // No operation has another number of operands.
            _ => self.conversion("…", operands),
        }
    }

    fn literal(&mut self, elements: &[Expr], ty: &Type, least: Level) {
        let [open, close] = ty.brackets();
        let put = |p: &mut Self| {
            p.put(open);
            p.list(elements);
            p.put(close);
        };
        // A sequence literal begins like an index, so it cannot directly follow an operand.
        if open == "[" {
            self.level(Level::Prefix, least, put);
        } else {
            put(self);
        }
    }

    fn map_literal(&mut self, operands: &[Expr]) {
        self.put("map{");
        for (i, entry) in operands.chunks_exact(2).enumerate() {
            if i > 0 {
                self.put(", ");
            }
            if let [key, value] = entry {
                self.entry(key, value);
            }
        }
        self.put("}");
    }

    /// `k := v` between brackets.
    fn entry(&mut self, key: &Expr, value: &Expr) {
        self.unguarded(|p| {
            p.expr(key, Level::Any);
            p.put(" := ");
            p.expr(value, Level::Any);
        });
    }

    fn conversion(&mut self, word: &str, operands: &[Expr]) {
        self.put(word);
        self.args(operands);
    }
}

/// The infix operators on collections.
fn infix(op: CollOp) -> Infix {
    let (sign, own) = match op {
        CollOp::In => ("in", Level::Comparison),
        CollOp::Subset => ("subset", Level::Comparison),
        CollOp::Union => ("union", Level::Sum),
        CollOp::Intersect => ("intersect", Level::Sum),
        CollOp::Minus => ("setminus", Level::Sum),
        _ => ("++", Level::Sum),
    };
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
