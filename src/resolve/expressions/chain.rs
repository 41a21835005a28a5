//! Chains of binary operators: disambiguation of `*`, then precedence.
//!
//! The parser leaves `e op e op e …` flat because the meaning of `*` depends on types. The operands
//! are resolved first, then each `*` is disambiguated, then the operators are applied level by
//! level, the strongest first. Each level is one pass over the chain, so long chains need no native
//! stack.

use super::assertion::{Value, star};
use super::evaluation_order::{Lowered, is_smaller};
use super::meaning::{Meaning, meaning};
use super::stars::{LEVELS, Sign, decide_stars};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{BinOp, CollOp, LogicOp, Type, Works};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::BinOp as Op;
use crate::syntax::tree::operators::Level;
use std::iter;

/// Expressions with fewer nodes are copied instead of saved into a temporary.
const SMALL: usize = 32;

/// Expressions with fewer nodes are copied where temporaries are impossible.
const LARGE: usize = 4_096;

/// The most operators of a chain whose operands are machine integers: each is checked for overflow,
/// given all before it.
const MAX_CHECKED: usize = 1_000;

/// An operand: first a node of the text, later the result of a level.
struct Item {
    /// `None` if ill-formed; the error is already reported.
    value: Option<Value>,
    /// Includes the enclosing parentheses.
    span: Span,
    /// Whether the type is numeric; true for ill-formed operands.
    number: bool,
}

/// Items and the operators between them; there is one operator fewer than items.
struct OperatorChain {
    items: Vec<Item>,
    signs: Vec<Sign>,
}

/// Whether an operand is a machine integer.
fn is_machine(item: &Item) -> bool {
    match &item.value {
        Some(Value::Expr(lowered)) => matches!(lowered.expr.ty, Type::Machine(_)),
        Some(Value::Assertion(_)) | None => false,
    }
}

impl Member<'_, '_> {
    /// `first op e op e …`
    pub(in crate::resolve) fn chain(
        &mut self,
        first: &ast::Expr,
        rest: &[(Op, Span, ast::Expr)],
    ) -> Option<Value> {
        let mut items = Vec::with_capacity(rest.len() + 1);
        items.push(self.item(first));
        let mut signs = Vec::with_capacity(rest.len());
        let mut supported = true;
        for (op, span, operand) in rest {
            items.push(self.item(operand));
            match op.row().level {
                Some(level) => signs.push(Sign {
                    op: *op,
                    span: *span,
                    level,
                    split_product: false,
                }),
                None => {
                    let _: Option<()> =
                        self.unsupported(*span, &format!("the operator `{}` is", op.sign()));
                    supported = false;
                }
            }
        }
        if !supported {
            return None;
        }
        if rest.len() > MAX_CHECKED && self.machine().is_some() && items.iter().all(is_machine) {
            let whole = first
                .span
                .to(rest.last().map_or(first.span, |(.., last)| last.span));
            let message = format!(
                "more than {MAX_CHECKED} operators on machine integers in one expression are not \
                 supported"
            );
            let error = Diagnostic::error(Code::Unsupported, whole, message);
            return self.refuse(error.note("compute parts of it in variables of their own"));
        }
        if !self.context.star_multiplies() {
            let number: Vec<bool> = items.iter().map(|item| item.number).collect();
            decide_stars(&number, &mut signs);
        }
        let mut run = OperatorChain { items, signs };
        for level in LEVELS {
            if run.signs.iter().any(|s| s.level == level) {
                run = self.apply(level, run);
            }
        }
        run.items.pop()?.value
    }

    fn item(&mut self, e: &ast::Expr) -> Item {
        let value = self.value(e);
        let number = match &value {
            Some(Value::Expr(lowered)) => is_number(&lowered.expr.ty),
            Some(Value::Assertion(_)) => false,
            None => true,
        };
        Item {
            value,
            span: e.span,
            number,
        }
    }

    /// Applies all operators of a level.
    fn apply(&mut self, level: Level, run: OperatorChain) -> OperatorChain {
        if run.signs.iter().all(|sign| sign.level == level) {
            return OperatorChain {
                items: self.combine(level, run).into_iter().collect(),
                signs: Vec::new(),
            };
        }
        let mut done = OperatorChain {
            items: Vec::with_capacity(run.items.len()),
            signs: Vec::with_capacity(run.signs.len()),
        };
        let mut items = run.items.into_iter();
        let mut signs = run.signs.into_iter().peekable();
        loop {
            // The operators of this level before the next one of another level.
            let of_level = || signs.next_if(|sign| sign.level == level);
            let connecting: Vec<Sign> = iter::from_fn(of_level).collect();
            let mut connected = items.by_ref().take(connecting.len() + 1);
            if connecting.is_empty() {
                done.items.extend(connected.next())
            } else {
                let run = OperatorChain {
                    items: connected.collect(),
                    signs: connecting,
                };
                done.items.extend(self.combine(level, run));
            }
            match signs.next() {
                Some(sign) => done.signs.push(sign),
                None => return done,
            }
        }
    }

    /// Combines items whose operators all have the same level.
    fn combine(&mut self, level: Level, run: OperatorChain) -> Option<Item> {
        let first = run.items.first().map(|i| i.span)?;
        let span = run.items.last().map_or(first, |last| first.to(last.span));
        let value = match level {
            Level::Product
            | Level::Sum
            | Level::Shift
            | Level::BitAnd
            | Level::BitXor
            | Level::BitOr => self.arithmetic_run(run),
            Level::Comparison => self.comparison_run(run),
            Level::And => self.and_run(run, span),
            Level::Or => self.logic_run(LogicOp::Or, "`||`", run),
            Level::Star => self.star_run(run, span),
            Level::Implies => self.implies_run(run),
            Level::Iff => self.iff_run(run),
        };
        Some(Item {
            value,
            span,
            number: false,
        })
    }

    /// `a + b - c` and `s ++ t`, left-associative.
    fn arithmetic_run(&mut self, run: OperatorChain) -> Option<Value> {
        let (mut operands, signs) = self.plain_items(run);
        let mut operands = operands.drain(..);
        let (mut left, mut span) = operands.next()?;
        for (sign, (right, right_span)) in signs.into_iter().zip(operands) {
            span = span.to(right_span);
            left = match (left, right) {
                (Some(left), Some(right)) => self.strict_sign(sign.op, left, right, span),
                _ => None,
            };
        }
        left.map(Value::Expr)
    }

    /// A strict operator on numbers, collections or bits.
    fn strict_sign(
        &mut self,
        sign: Op,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        match meaning(sign) {
            Meaning::Collections(op) => self.joined(op, sign, left, right, span),
            Meaning::Bits => self.bits(sign, left, right, span),
            Meaning::Strict(op) | Meaning::Swapped(op) => {
                self.arithmetic(op, sign.sign(), left, right, span)
            }
            Meaning::Connective => None,
        }
    }

    /// Lowers the items to expressions; each keeps its span.
    fn plain_items(&mut self, run: OperatorChain) -> (Vec<(Option<Lowered>, Span)>, Vec<Sign>) {
        let plain = |item: Item| (item.value.and_then(|v| self.plain(v)), item.span);
        (run.items.into_iter().map(plain).collect(), run.signs)
    }

    /// `0 <= i < n`: one conjunct per comparison.
    fn comparison_run(&mut self, run: OperatorChain) -> Option<Value> {
        self.check_direction(&run.signs)?;
        let (operands, signs) = self.plain_items(run);
        let mut operands = operands.into_iter();
        let (mut left, mut left_span) = operands.next()?;
        let count = signs.len();
        let mut links = Vec::with_capacity(count);
        for (at, (sign, (right, right_span))) in signs.into_iter().zip(operands).enumerate() {
            let (right, next) = match right {
                Some(right) if at + 1 < count => self.shared(right).unzip(),
                right => (right, None),
            };
            let span = left_span.to(right_span);
            let link = match (left, right) {
                (Some(left), Some(right)) => self.comparison(sign.op, left, right, span),
                _ => None,
            };
            links.push((link, span));
            (left, left_span) = (next, right_span);
        }
        self.balanced(LogicOp::And, links).map(Value::Expr)
    }

    /// Duplicates an operand that two comparisons share. Its hoisted statements run before the
    /// first comparison, and no effect can occur between the two.
    fn shared(&mut self, operand: Lowered) -> Option<(Lowered, Lowered)> {
        let Lowered {
            mut hoisted,
            mut expr,
        } = operand;
        // Nested chains would double the number of copied nodes at every level.
        if self.context.allows_hoisting() && !is_smaller(&expr, SMALL) {
            expr = self.save(expr, &mut hoisted);
        } else if !is_smaller(&expr, LARGE) {
            return self.unsupported(
                expr.span,
                "so large an operand between two chained comparisons is",
            );
        }
        let again = Lowered {
            hoisted: Vec::new(),
            expr: expr.clone(),
        };
        Some((Lowered { hoisted, expr }, again))
    }

    fn comparison(
        &mut self,
        sign: Op,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        match meaning(sign) {
            Meaning::Collections(CollOp::In) => self.contains(left, right, span),
            Meaning::Collections(op) => self.compared(op, sign, left, right, span),
            Meaning::Strict(strict) if strict.row().works == Works::Equality => {
                self.equality(strict, left, right, span)
            }
            Meaning::Strict(strict) | Meaning::Swapped(strict) => {
                self.order(strict, sign.sign(), left, right, span)
            }
            Meaning::Bits | Meaning::Connective => None,
        }
    }

    /// Checks that chained comparisons have one direction; `=`, `!=`, `in` and `subset` do not
    /// chain.
    fn check_direction(&self, signs: &[Sign]) -> Option<()> {
        let (first, rest) = signs.split_first()?;
        let equality = |s: &Sign| matches!(s.op, Op::Eq | Op::Ne | Op::In | Op::Subset);
        let down = |s: &Sign| matches!(s.op, Op::Gt | Op::Ge);
        for sign in rest {
            if equality(first) || equality(sign) {
                let name = if equality(sign) { sign.op } else { first.op };
                let message = format!("`{}` does not chain with other comparisons", name.sign());
                let note = if self.context.star_multiplies() {
                    "write `a = b && b = c`, or put parentheses around one comparison"
                } else {
                    "write `a = b * b = c`, or put parentheses around one comparison"
                };
                return self.misplaced(sign.span, message, note);
            }
            if down(first) != down(sign) {
                let message = format!(
                    "`{}` does not chain with `{}`",
                    sign.op.sign(),
                    first.op.sign()
                );
                let note = "chained comparisons go in one direction, as in `0 <= i < n`: connect the others with `&&`";
                return self.misplaced(sign.span, message, note);
            }
        }
        Some(())
    }

    /// `&&`: a separating conjunction if one operand is a permission assertion.
    fn and_run(&mut self, run: OperatorChain, span: Span) -> Option<Value> {
        let assertion = |item: &Item| matches!(item.value, Some(Value::Assertion(_)));
        if !run.items.iter().any(assertion) {
            return self.logic_run(LogicOp::And, "`&&`", run);
        }
        let access = |item: &Item| item.value.as_ref().is_some_and(Value::has_access);
        let second = run
            .items
            .iter()
            .enumerate()
            .filter(|(_, item)| access(item))
            .nth(1);
        if let Some((at, _)) = second {
            let sign = run.signs.get(at.saturating_sub(1))?;
            return self.misplaced(
                sign.span,
                "both sides of `&&` demand permission",
                "write `*`: it says that the two sides demand permission to different locations",
            );
        }
        self.star_run(run, span)
    }

    /// A lazy connective between `boolean` operands.
    fn logic_run(&mut self, op: LogicOp, name: &str, run: OperatorChain) -> Option<Value> {
        let whose = format_args!("an operand of {name}");
        let (operands, _) = self.plain_items(run);
        let operands = operands.into_iter();
        let checked = operands
            .map(|(value, span)| (value.and_then(|v| self.boolean(v, whose)), span))
            .collect();
        self.balanced(op, checked).map(Value::Expr)
    }

    /// Builds a balanced tree, since `&&` and `||` are associative.
    fn balanced(&mut self, op: LogicOp, operands: Vec<(Option<Lowered>, Span)>) -> Option<Lowered> {
        let mut layer = Vec::with_capacity(operands.len());
        for (value, span) in operands {
            layer.push((value?, span));
        }
        while layer.len() > 1 {
            let mut next = Vec::with_capacity(layer.len().div_ceil(2));
            let mut pairs = layer.into_iter();
            while let Some((left, left_span)) = pairs.next() {
                next.push(match pairs.next() {
                    Some((right, right_span)) => {
                        let span = left_span.to(right_span);
                        (self.logic(op, left, right, span), span)
                    }
                    None => (left, left_span),
                });
            }
            layer = next;
        }
        layer.pop().map(|(value, _)| value)
    }

    /// `*` as separating conjunction.
    fn star_run(&mut self, run: OperatorChain, span: Span) -> Option<Value> {
        let split = run.signs.iter().any(|s| s.split_product);
        let values: Vec<(Option<Value>, Span)> = run
            .items
            .into_iter()
            .map(|item| (item.value.and_then(|v| self.conjunct(v, split)), item.span))
            .collect();
        let is_pure = |value: &Option<Value>| !matches!(value, Some(Value::Assertion(_)));
        if values.iter().all(|(value, _)| is_pure(value)) {
            let operands = values
                .into_iter()
                .map(|(v, span)| (v.and_then(|v| self.plain(v)), span))
                .collect();
            return self.balanced(LogicOp::And, operands).map(Value::Expr);
        }
        let mut parts = Vec::new();
        for (value, _) in values {
            parts.extend(self.conjuncts(value?, "a conjunct")?);
        }
        Some(Value::Assertion(star(parts, span)))
    }

    /// An operand of `*` as separating conjunction.
    fn conjunct(&self, value: Value, split_product: bool) -> Option<Value> {
        match value {
            Value::Expr(e) if split_product && is_number(&e.expr.ty) => self.mismatch(
                e.expr.span,
                "this number is a conjunct of its own: comparisons stand on both sides of `*`, \
                 which therefore separates conjuncts",
                "put a product in parentheses, as in `0 <= (a * b) <= c`",
            ),
            Value::Expr(e) => self.boolean(e, "a conjunct").map(Value::Expr),
            assertion => Some(assertion),
        }
    }

    /// `==>` is right-associative.
    fn implies_run(&mut self, run: OperatorChain) -> Option<Value> {
        let mut items = run.items.into_iter().rev();
        let last = items.next()?;
        let (mut body, mut body_span) = (last.value, last.span);
        for item in items {
            let span = item.span.to(body_span);
            let condition = item.value.and_then(|c| self.condition(c, "==>", item.span));
            body = match (condition, body) {
                (Some(condition), Some(body)) => self.implication(condition, body, span),
                _ => None,
            };
            body_span = span;
        }
        body
    }

    fn implication(&mut self, condition: Lowered, body: Value, span: Span) -> Option<Value> {
        match body {
            Value::Expr(body) => {
                let body = self.boolean(body, "an operand of `==>`")?;
                Some(Value::Expr(self.logic(
                    LogicOp::Implies,
                    condition,
                    body,
                    span,
                )))
            }
            Value::Assertion(body) => Some(self.implied(condition, body, span)),
        }
    }

    /// `<==>` is equality of `boolean` values.
    fn iff_run(&mut self, run: OperatorChain) -> Option<Value> {
        let whose = "an operand of `<==>`";
        let (operands, _) = self.plain_items(run);
        let mut operands = operands.into_iter();
        let (left, mut span) = operands.next()?;
        let mut left = left.and_then(|l| self.boolean(l, whose));
        for (right, right_span) in operands {
            span = span.to(right_span);
            let right = right.and_then(|r| self.boolean(r, whose));
            left = match (left, right) {
                (Some(left), Some(right)) => {
                    Some(self.strict(BinOp::Eq, left, right, Type::Bool, span))
                }
                _ => None,
            };
        }
        left.map(Value::Expr)
    }
}

/// Whether values of the type can be multiplied.
fn is_number(ty: &Type) -> bool {
    ty.is_int() || *ty == Type::Perm
}
