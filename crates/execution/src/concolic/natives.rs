//! The built-in members of the library on values with terms. What has no term here is computed by
//! the concrete domain, and said to be opaque.

use super::{Concolic, Mixed, Result1, concrete_values, depends, formulas, mixed, plain};
use crate::concrete::value::Value;
use crate::domain::{Domain, HeapMark};
use crate::natives::{CharacterOp, Native, NumberOp, ObjectOp};
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
                (Native::Character(op), [c, rest @ ..]) => self.character_member(op, c, rest)?,
                (Native::Object(op), _) => self.object_member(op, operands, at)?,
                // What is printed decides nothing.
                (Native::Print(..), _) => {
                    let operands = concrete_values(operands);
                    Some(plain(self.concrete.native(native, &operands, at)?))
                }
                _ => None,
            };
            if let Some(known) = known {
                return Ok(known);
            }
            self.is_opaque.set(true);
        }
        self.changed();
        let operands = concrete_values(operands);
        Ok(plain(self.concrete.native(native, &operands, at)?))
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
            formulas::exact_number(terms, op, &numbers)
        };
        if let Some(exact) = exact {
            let width = op.result(width);
            let fits = self.term(|terms| Some(formulas::in_range(terms, width, exact)));
            let concrete = self
                .concrete
                .native(native, &concrete_values(operands), None);
            self.decide(fits, concrete.is_ok());
            let term = self.term(|_| Some(exact));
            return Ok(Some(mixed(concrete?, term)));
        }
        let total = {
            let terms = &mut self.formulas.borrow_mut().terms;
            formulas::total_number(terms, op, width, &numbers)
        };
        let Some(total) = total else { return Ok(None) };
        let concrete = self
            .concrete
            .native(native, &concrete_values(operands), None)?;
        let term = self.term(|_| Some(total));
        Ok(Some(mixed(concrete, term)))
    }

    /// What is known of characters up to the last one of ASCII.
    fn character_member(
        &mut self,
        op: CharacterOp,
        c: &Mixed,
        rest: &[Mixed],
    ) -> Result1<Option<Mixed>> {
        let Some(unit) = c.term else { return Ok(None) };
        if op == CharacterOp::Compare {
            let [other] = rest else { return Ok(None) };
            let difference = self.binary(BinOp::Sub, c, other)?;
            return Ok(Some(difference));
        }
        let last = plain(Value::Int(0x7f));
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
        let Some(term) = term else { return Ok(None) };
        let native = Native::Character(op);
        let concrete =
            self.concrete
                .native(native, &concrete_values(std::slice::from_ref(c)), None)?;
        let term = self.term(|_| Some(term));
        Ok(Some(mixed(concrete, term)))
    }

    /// What is asked of references that have been followed.
    fn object_member(
        &mut self,
        op: ObjectOp,
        operands: &[Mixed],
        at: Option<HeapMark>,
    ) -> Result1<Option<Mixed>> {
        let native = Native::Object(op);
        match (op, operands) {
            (ObjectOp::IsNull | ObjectOp::NonNull, [_]) => {
                let operands = concrete_values(operands);
                Ok(Some(plain(self.concrete.native(native, &operands, at)?)))
            }
            (ObjectOp::NonNullValue, [object]) => {
                self.concrete
                    .native(native, &concrete_values(operands), at)?;
                Ok(Some(object.clone()))
            }
            _ => Ok(None),
        }
    }
}
