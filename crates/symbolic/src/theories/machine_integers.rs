//! Machine integers: range constraints and overflow.

use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::explanation::failures::Claim;
use crate::judgements::{Judgements, ValueK};
use crate::state::symbolic_state::State;
use num_bigint::BigInt;
use num_integer::Integer;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_base::source::Span;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{Expr, Overflow, Type, VarId, Width};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Answer, FactKind, Term};

/// The conversion of a mathematical result to a machine integer.
#[derive(Clone, Copy)]
pub(crate) struct Conversion<'p> {
    /// The behaviour on overflow.
    pub overflow: Overflow,
    /// The mathematical result.
    pub inner: &'p Expr,
}

/// The most levels of wraps in one another that are kept.
const MAX_NESTED: usize = 8;

impl<'p> Engine<'p> {
    /// The condition that a number is in the range of a machine type.
    fn within(&mut self, t: Term, width: Width) -> Term {
        let least = self.session.terms.int(width.least());
        let greatest = self.session.terms.int(width.greatest());
        let low = self.session.terms.le(least, t);
        let high = self.session.terms.le(t, greatest);
        self.session.terms.and([low, high])
    }

    /// Assumes the facts implied by a type: a machine integer is in its range, and so are the bits of a
    /// floating-point number. They hold for all variables, fields, elements and results of the type, because every write
    /// is checked.
    pub fn assume_type_facts(&mut self, s: &mut State, ty: &Type, t: Term) {
        if let Some(width) = ty.stored_width() {
            let fact = self.within(t, width);
            self.assume_new(s, fact, FactKind::Shape);
        }
        match ty {
            Type::Class(class) => self.assume_class(s, *class, t),
            Type::Int
            | Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Object
            | Type::Array(_)
            | Type::Null
            | Type::Seq(_)
            | Type::Set(_)
            | Type::Multiset(_)
            | Type::Map(..) => {}
        }
    }

    /// Havocs a variable: assigns a fresh value of its type.
    pub(crate) fn havoc(&mut self, s: &mut State, var: VarId, span: Span) {
        let var_info = self.vars(s.frame.member).get(var);
        let value = self.fresh_at(&var_info.name, span, sort_of(&var_info.ty));
        self.assume_type_facts(s, &var_info.ty, value);
        s.frame.set(var, value);
    }

    /// Converts a mathematical result to a machine integer.
    pub(crate) fn eval_convert(
        &mut self,
        s: State,
        e: &'p Expr,
        conversion: Conversion<'p>,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let Conversion { overflow, inner } = conversion;
        let Type::Machine(width) = e.ty else {
            return self.eval(s, inner, context, k);
        };
        self.eval(s, inner, context, &mut |this, mut s, t| {
            // Contracts and bodies of other members are checked with their declarations.
            if overflow == Overflow::Error && s.frame.level > 0 {
                return k(this, s, t);
            }
            match overflow {
                Overflow::Error => {
                    if this.check_overflow(&mut s, t, e, inner, context) {
                        k(this, s, t);
                    }
                }
                Overflow::Wrap => {
                    let fits = this.within(t, width);
                    if this.entails(&s, fits) == Answer::Yes {
                        return k(this, s, t);
                    }
                    let wrapped = this.wrapped(t, width);
                    k(this, s, wrapped);
                }
            }
        });
    }

    fn check_overflow(
        &mut self,
        s: &mut State,
        t: Term,
        e: &'p Expr,
        inner: &'p Expr,
        context: ErrorContext<'_>,
    ) -> bool {
        let Type::Machine(width) = e.ty else {
            return true;
        };
        let fits = self.within(t, width);
        let kind = |this: &mut Engine<'p>, s: &State| FailureKind::Overflow {
            operation: this.expr_text(s, inner),
            value: this.value_text(s, t),
            least: width.least().to_string(),
            greatest: width.greatest().to_string(),
        };
        self.demand(s, fits, Claim::new(context, e.span), kind, |_, _, _| {})
            .goes_on()
    }

    /// The value in the range that is congruent modulo the number of values.
    fn wrapped(&mut self, t: Term, width: Width) -> Term {
        let count = width.greatest() - width.least() + 1;
        let t = self.without_nested_wraps(t, &count);
        let least = self.session.terms.int(width.least());
        let shifted = self.session.terms.sub(t, least);
        let count = self.session.terms.int(count);
        let natural = self.residue(shifted, count);
        self.session.terms.add(natural, least)
    }

    /// The residue of a number modulo a positive one.
    fn residue(&mut self, t: Term, count: Term) -> Term {
        let rest = self.session.terms.rem(t, count);
        let zero = self.session.terms.int(0);
        let negative = self.session.terms.lt(rest, zero);
        let raised = self.session.terms.add(rest, count);
        self.session.terms.ite(negative, raised, rest)
    }

    /// A number congruent to `t` modulo `count`: `t` without the wraps in it, if they are nested
    /// deep. Each level of residues has two cases of a division, so solvers need exponential
    /// time for them; but few levels say how close results are.
    fn without_nested_wraps(&mut self, t: Term, count: &BigInt) -> Term {
        let (mut bare, mut levels) = (t, 0);
        while let Some(next) = self.without_outer_wraps(bare, count) {
            bare = next;
            levels += 1;
        }
        if levels > MAX_NESTED { bare } else { t }
    }

    /// A number congruent to `t` modulo `count`, without the outermost wraps of its summands.
    /// `None` if there are none.
    fn without_outer_wraps(&mut self, t: Term, count: &BigInt) -> Option<Term> {
        let zero = self.session.terms.int(0);
        let form = self.session.terms.difference(t, zero);
        let mut sum = self.session.terms.int(form.constant.to_integer());
        let mut has_wraps = false;
        for (factor, part) in &form.parts {
            let inner = self.wrapped_inside(*part, count);
            has_wraps |= inner.is_some();
            let factor = self.session.terms.int(factor.to_integer());
            let summand = self.session.terms.mul(factor, inner.unwrap_or(*part));
            sum = self.session.terms.add(sum, summand);
        }
        has_wraps.then_some(sum)
    }

    /// The number of which a term is the residue, modulo a multiple of `count`.
    fn wrapped_inside(&mut self, t: Term, count: &BigInt) -> Option<Term> {
        let terms = &self.session.terms;
        let &Node::Ite(_, _, rest) = terms.node(t) else {
            return None;
        };
        let &Node::Rem(inner, modulus) = terms.node(rest) else {
            return None;
        };
        let is_multiple = matches!(terms.node(modulus), Node::Int(n) if n.is_multiple_of(count));
        (is_multiple && self.residue(inner, modulus) == t).then_some(inner)
    }
}
