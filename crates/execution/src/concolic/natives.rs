//! The built-in members of the library on values with terms. What has no term here is computed by
//! the concrete domain, and said to be opaque.

use super::{Concolic, Mixed, Result1, concrete_values, depends, formulas, mixed, plain};
use crate::concrete::value::Value;
use crate::domain::{Domain, HeapMark};
use crate::natives::{CharacterOp, Native, NumberOp, ObjectOp, Printed};
use veriframe_ir::{BinOp, Width};
use veriframe_logic::Term;

impl Concolic<'_> {
    /// Runs a built-in member.
    pub(super) fn run_native(
        &mut self,
        native: Native,
        operands: &[Mixed],
        at: Option<HeapMark>,
    ) -> Result1<Mixed> {
        for operand in operands {
            self.follow(operand);
        }
        if depends(operands) {
            if let Some(known) = self.text_native(native, operands, at)? {
                return Ok(known);
            }
            let known = match (native, operands) {
                (Native::Number(op, width), _) => self.number_member(op, width, operands)?,
                (Native::Character(op), _) => self.character_member(op, operands)?,
                // What is printed decides nothing, and whether a reference is null has been decided.
                (Native::Print(..), _)
                | (Native::Object(ObjectOp::IsNull | ObjectOp::NonNull), [_]) => {
                    Some(plain(self.concrete_native(native, operands, at)?))
                }
                (Native::Object(ObjectOp::NonNullValue), [object]) => {
                    self.concrete_native(native, operands, at)?;
                    Some(object.clone())
                }
                _ => None,
            };
            if let Some(known) = known {
                return Ok(known);
            }
            self.is_opaque.set(true);
        }
        self.changed();
        Ok(plain(self.concrete_native(native, operands, at)?))
    }

    /// The concrete result.
    pub(super) fn concrete_native(
        &mut self,
        native: Native,
        operands: &[Mixed],
        at: Option<HeapMark>,
    ) -> Result1<Value> {
        let operands = concrete_values(operands);
        self.concrete.native(native, &operands, at)
    }

    /// The terms of numbers; `None` if there is another operand.
    fn number_terms(&self, operands: &[Mixed]) -> Option<Vec<Term>> {
        operands
            .iter()
            .map(|operand| self.term_of(operand))
            .collect()
    }

    fn number_member(
        &mut self,
        op: NumberOp,
        width: Width,
        operands: &[Mixed],
    ) -> Result1<Option<Mixed>> {
        let Some(numbers) = self.number_terms(operands) else {
            return Ok(None);
        };
        let native = Native::Number(op, width);
        let exact = {
            let terms = &mut self.formulas.borrow_mut().terms;
            formulas::exact_number(terms, op, width, &numbers)
        };
        if let Some((exact, width)) = exact {
            let fits = self.term(|terms| Some(formulas::in_range(terms, width, exact)));
            let concrete = self.concrete_native(native, operands, None);
            self.decide(fits, concrete.is_ok());
            let term = self.term(|_| Some(exact));
            return Ok(Some(mixed(concrete?, term)));
        }
        let total = {
            let terms = &mut self.formulas.borrow_mut().terms;
            formulas::total_number(terms, op, width, &numbers)
        };
        self.with_term(native, operands, total)
    }

    /// The result that has this term.
    fn with_term(
        &mut self,
        native: Native,
        operands: &[Mixed],
        term: Option<Term>,
    ) -> Result1<Option<Mixed>> {
        let Some(term) = term else { return Ok(None) };
        let concrete = self.concrete_native(native, operands, None)?;
        let term = self.term(|_| Some(term));
        Ok(Some(mixed(concrete, term)))
    }

    /// What is known of characters up to the last one of ASCII.
    fn character_member(&mut self, op: CharacterOp, operands: &[Mixed]) -> Result1<Option<Mixed>> {
        let native = Native::Character(op);
        let (c, unit) = match (op, operands) {
            (CharacterOp::Compare, [c, other]) => {
                return Ok(Some(self.binary(BinOp::Sub, c, other)?));
            }
            (CharacterOp::ToString, [c]) => {
                return self.made(&[(Printed::Character, c)], native, operands, None);
            }
            (_, [c]) if let Some(unit) = c.term => (c, unit),
            _ => return Ok(None),
        };
        let last = plain(Value::Int(formulas::LAST_OF_ASCII));
        let is_beyond = c.concrete.big() > last.concrete.big();
        let beyond = self.binary_term(BinOp::Lt, &last, c);
        self.decide(beyond, is_beyond);
        if is_beyond {
            return Ok(None);
        }
        let term = {
            let terms = &mut self.formulas.borrow_mut().terms;
            formulas::ascii(terms, op, unit)
        };
        self.with_term(native, operands, term)
    }
}
