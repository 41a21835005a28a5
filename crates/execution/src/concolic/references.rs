//! References of the input: what they refer to is decided where they are followed first.

use super::{Concolic, Formulas, Mixed};
use crate::concrete::value::Value;
use veriframe_ir::{ClassId, Type};
use veriframe_logic::Term;

impl Concolic<'_> {
    /// Decides what a reference of the input refers to: null, or one of the objects met before,
    /// or another one.
    pub(super) fn follow(&mut self, reference: &Mixed) {
        let Some(symbol) = reference.term else { return };
        let object = match reference.concrete {
            Value::Ref(object) => Some(object),
            Value::Null => None,
            // Built-in methods also take operands that are no references.
            _ => return,
        };
        if !self.followed.insert(symbol) {
            return;
        }
        let is_null = self.term(|terms| {
            let null = terms.null();
            Some(terms.eq(symbol, null))
        });
        let Some(object) = object else {
            self.decide(is_null, true);
            return;
        };
        self.decide(is_null, false);
        if self.is_text_symbol(symbol) {
            return;
        }
        for at in 0..self.met.len() {
            let Some(&(other, known)) = self.met.get(at) else {
                break;
            };
            if self.can_be_same(symbol, other) {
                let same = self.term(|terms| Some(terms.eq(symbol, other)));
                self.decide(same, known == object);
            }
            if known == object {
                return;
            }
        }
        self.met.push((symbol, object));
    }

    /// Whether two references can be to one object, by their types.
    fn can_be_same(&self, one: Term, other: Term) -> bool {
        let symbols = &self.formulas.borrow().symbols;
        let ty = |term| symbols.get(term).map(|symbol| &symbol.ty);
        let order = &self.program.hierarchy;
        match (ty(one), ty(other)) {
            (Some(Type::Class(a)), Some(Type::Class(b))) => {
                order.is_below(*a, *b)
                    || order.is_below(*b, *a)
                    || order.has_subtypes(*a) && order.has_subtypes(*b)
            }
            (Some(Type::Array(a)), Some(Type::Array(b))) => a == b,
            // `Object` is no array in an input.
            (Some(Type::Object), Some(Type::Object | Type::Class(_)))
            | (Some(Type::Class(_)), Some(Type::Object)) => true,
            _ => false,
        }
    }

    /// The classes that the object of a symbol can have.
    pub(super) fn candidates(&self, symbol: Term) -> Vec<ClassId> {
        let symbols = &mut self.formulas.borrow_mut().symbols;
        let symbol = symbols.get(symbol).cloned();
        symbol.map_or_else(Vec::new, |symbol| symbols.classes(&symbol))
    }

    /// The condition that a reference of the input is to an object below a class.
    pub(super) fn is_below(&self, symbol: Term, class: ClassId) -> Option<Term> {
        let below = |candidate: &ClassId| self.program.hierarchy.is_below(*candidate, class);
        let all = self.candidates(symbol);
        let matching: Vec<ClassId> = all.iter().copied().filter(below).collect();
        let Formulas { terms, symbols } = &mut *self.formulas.borrow_mut();
        let ty = symbols.get(symbol).map(|symbol| &symbol.ty);
        let constants = ty.map_or_else(Vec::new, |ty| symbols.constants(ty));
        let mut of_constants = constants
            .iter()
            .filter_map(|id| self.program.uniques.get(id.index()));
        let all_fit =
            matching.len() == all.len() && of_constants.all(|unique| below(&unique.class));
        if !constants.is_empty() && !all_fit {
            self.is_opaque.set(true);
            return None;
        }
        let null = terms.null();
        let is_object = terms.ne(symbol, null);
        let fits = if matching.len() == all.len() {
            terms.truth()
        } else {
            symbols.is_of(terms, symbol, &matching)
        };
        Some(terms.and([is_object, fits]))
    }
}
