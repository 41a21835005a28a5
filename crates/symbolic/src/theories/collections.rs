//! Operations on collections. Collections are values and need no permission. The
//! requirements of an operation (an index within bounds, a key in the map) are checked
//! where its operands are evaluated.

use crate::engine::Engine;
use crate::error_context::ErrorContext;
use crate::explanation::failures::Claim;
use crate::judgements::ValueK;
use crate::state::symbolic_state::State;
use veriframe_base::diagnostics::failure::{FailureKind, OperandDemand};
use veriframe_ir::sorts::element_sort;
use veriframe_ir::{CollOp, Expr, Type};
use veriframe_logic::Term;

/// An operation on collections.
#[derive(Clone, Copy)]
pub(crate) struct Operation<'p> {
    /// The expression.
    pub e: &'p Expr,
    /// Its operator.
    pub op: CollOp,
    /// Its operands.
    pub operands: &'p [Expr],
}

/// The requirement of an operation on its operands.
enum Requirement {
    /// No requirement.
    Nothing,
    /// A condition must hold.
    Condition {
        /// The condition.
        condition: Term,
        /// The index of the operand that violates it otherwise.
        operand: usize,
        /// What the operand must be.
        demand: OperandDemand,
    },
}

/// The kinds of collections, of which operators have different meanings.
#[derive(Clone, Copy)]
enum Kind {
    Seq,
    Set,
    Multiset,
    Map,
}

/// The kind of a collection type, and the type of its elements, or of its keys.
fn kind_of(ty: &Type) -> (Kind, &Type) {
    match ty {
        Type::Seq(inner) => (Kind::Seq, inner),
        Type::Set(inner) => (Kind::Set, inner),
        Type::Multiset(inner) => (Kind::Multiset, inner),
        Type::Map(key, _) => (Kind::Map, key),
        // The resolver gives no such operands.
        Type::Int
        | Type::Machine(_)
        | Type::Floating(_)
        | Type::Bool
        | Type::Perm
        | Type::Class(_)
        | Type::Object
        | Type::Array(_)
        | Type::Null => (Kind::Seq, ty),
    }
}

impl<'p> Engine<'p> {
    /// Evaluates an operation on collections, after its operands.
    pub(crate) fn eval_collection(
        &mut self,
        s: State,
        operation: Operation<'p>,
        context: ErrorContext<'_>,
        k: ValueK<'_, 'p>,
    ) {
        let Operation { e, op, operands } = operation;
        self.eval_all(
            s,
            operands,
            Vec::new(),
            context,
            &mut |this, mut s, values| {
                let requirement = this.requirement_of(op, operands, &values);
                if let Requirement::Condition {
                    condition,
                    operand,
                    demand,
                } = requirement
                    && !this.check_operand(
                        &mut s,
                        condition,
                        operands.get(operand).unwrap_or(e),
                        demand,
                        context,
                    )
                {
                    return;
                }
                if let Some(value) = this.collection_value(e, op, operands, &values) {
                    this.assume_type_facts(&mut s, &e.ty, value);
                    k(this, s, value);
                }
            },
        );
    }

    fn requirement_of(&mut self, op: CollOp, operands: &[Expr], values: &[Term]) -> Requirement {
        match (op, values) {
            (CollOp::Index, &[seq, index]) | (CollOp::Update, &[seq, index, _])
                if matches!(operands.first().map(|e| &e.ty), Some(Type::Seq(_))) =>
            {
                let (zero, length) = (self.session.terms.int(0), self.session.terms.seq_len(seq));
                let (low, high) = (
                    self.session.terms.le(zero, index),
                    self.session.terms.lt(index, length),
                );
                Requirement::Condition {
                    condition: self.session.terms.and([low, high]),
                    operand: 1,
                    demand: OperandDemand::Index,
                }
            }
            (CollOp::Take | CollOp::Drop, &[seq, bound]) => {
                let (zero, length) = (self.session.terms.int(0), self.session.terms.seq_len(seq));
                let (low, high) = (
                    self.session.terms.le(zero, bound),
                    self.session.terms.le(bound, length),
                );
                Requirement::Condition {
                    condition: self.session.terms.and([low, high]),
                    operand: 1,
                    demand: OperandDemand::Bound,
                }
            }
            (CollOp::Range, &[seq, from, to]) => {
                let (zero, length) = (self.session.terms.int(0), self.session.terms.seq_len(seq));
                let parts = [
                    self.session.terms.le(zero, from),
                    self.session.terms.le(from, to),
                    self.session.terms.le(to, length),
                ];
                Requirement::Condition {
                    condition: self.session.terms.and(parts),
                    operand: 1,
                    demand: OperandDemand::OrderedBound,
                }
            }
            (CollOp::Lookup, &[map, key]) => {
                let domain = self.session.terms.map_domain(map);
                Requirement::Condition {
                    condition: self.session.terms.set_contains(domain, key),
                    operand: 1,
                    demand: OperandDemand::Key,
                }
            }
            _ => Requirement::Nothing,
        }
    }

    fn check_operand(
        &mut self,
        s: &mut State,
        goal: Term,
        operand: &'p Expr,
        demand: OperandDemand,
        context: ErrorContext<'_>,
    ) -> bool {
        let kind = |this: &mut Engine<'p>, s: &State| FailureKind::Operand {
            operand: this.expr_text(s, operand),
            demand,
        };
        self.demand(
            s,
            goal,
            Claim::new(context, operand.span),
            kind,
            |this, s, failure| {
                failure.notes.extend(this.goal_note(s, goal));
            },
        )
        .goes_on()
    }

    /// The value of an operation; `None` for unfitting operands, which the resolver
    /// excludes.
    fn collection_value(
        &mut self,
        e: &Expr,
        op: CollOp,
        operands: &[Expr],
        values: &[Term],
    ) -> Option<Term> {
        let of = |at: usize| operands.get(at).map(|e| kind_of(&e.ty).0);
        let own = kind_of(&e.ty).0;
        Some(match (op, values) {
            (CollOp::Literal, items) => self.literal_of(&e.ty, items),
            (CollOp::MapLiteral, items) => self.map_literal(&e.ty, items),
            (CollOp::Concat, &[a, b]) => self.session.terms.seq_concat(a, b),
            (CollOp::Size, &[c]) => self.session.terms.cardinality(c)?,
            (CollOp::Index, &[seq, index]) => self.session.terms.seq_index(seq, index),
            (CollOp::Drop, &[seq, n]) => self.session.terms.seq_drop(seq, n),
            (CollOp::Take, &[seq, n]) => self.session.terms.seq_take(seq, n),
            (CollOp::Range, &[seq, from, to]) => {
                let removed = self.session.terms.seq_take(seq, to);
                self.session.terms.seq_drop(removed, from)
            }
            (CollOp::Update, &[c, key, value]) => match of(0)? {
                Kind::Map => self.session.terms.map_update(c, key, value),
                Kind::Seq | Kind::Set | Kind::Multiset => {
                    self.session.terms.seq_update(c, key, value)
                }
            },
            (CollOp::In, &[element, c]) => self.membership(of(1)?, element, c),
            (CollOp::Union, &[a, b]) => match own {
                Kind::Multiset => self.session.terms.multiset_union(a, b),
                Kind::Seq | Kind::Set | Kind::Map => self.session.terms.set_union(a, b),
            },
            (CollOp::Intersect, &[a, b]) => match own {
                Kind::Multiset => self.session.terms.multiset_intersect(a, b),
                Kind::Seq | Kind::Set | Kind::Map => self.session.terms.set_intersect(a, b),
            },
            (CollOp::Minus, &[a, b]) => match own {
                Kind::Multiset => self.session.terms.multiset_minus(a, b),
                Kind::Seq | Kind::Set | Kind::Map => self.session.terms.set_minus(a, b),
            },
            (CollOp::Subset, &[a, b]) => match of(0)? {
                Kind::Multiset => self.session.terms.multiset_subset(a, b),
                Kind::Seq | Kind::Set | Kind::Map => self.session.terms.set_subset(a, b),
            },
            (CollOp::Count, &[multiset, element]) => {
                self.session.terms.multiset_count(multiset, element)
            }
            (CollOp::Lookup, &[map, key]) => self.session.terms.map_lookup(map, key),
            (CollOp::Domain, &[map]) => self.session.terms.map_domain(map),
            (CollOp::ToSet, &[seq]) => self.session.terms.set_of_seq(seq),
            (CollOp::ToMultiset, &[seq]) => self.session.terms.multiset_of_seq(seq),
            _ => return None,
        })
    }

    fn literal_of(&mut self, ty: &Type, items: &[Term]) -> Term {
        let (kind, elem) = kind_of(ty);
        let elem = element_sort(elem);
        match kind {
            Kind::Set => {
                let mut set = self.session.terms.set_empty(elem);
                for &item in items {
                    let one = self.session.terms.set_unit(item);
                    set = self.session.terms.set_union(set, one);
                }
                set
            }
            Kind::Multiset => {
                let mut multiset = self.session.terms.multiset_empty(elem);
                for &item in items {
                    let one = self.session.terms.multiset_unit(item);
                    multiset = self.session.terms.multiset_union(multiset, one);
                }
                multiset
            }
            Kind::Seq | Kind::Map => self.session.terms.seq_of_items(elem, items),
        }
    }

    fn map_literal(&mut self, ty: &Type, items: &[Term]) -> Term {
        let Type::Map(key, value) = ty else {
            return self.session.terms.unit();
        };
        let mut map = self
            .session
            .terms
            .map_empty(element_sort(key), element_sort(value));
        for pair in items.chunks(2) {
            if let &[key, value] = pair {
                map = self.session.terms.map_update(map, key, value);
            }
        }
        map
    }

    fn membership(&mut self, kind: Kind, element: Term, c: Term) -> Term {
        match kind {
            Kind::Set => self.session.terms.set_contains(c, element),
            Kind::Multiset => {
                let (zero, count) = (
                    self.session.terms.int(0),
                    self.session.terms.multiset_count(c, element),
                );
                self.session.terms.lt(zero, count)
            }
            Kind::Map => {
                let domain = self.session.terms.map_domain(c);
                self.session.terms.set_contains(domain, element)
            }
            Kind::Seq => self.session.terms.seq_contains(c, element),
        }
    }
}
