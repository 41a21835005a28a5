//! The built-in members of the library on symbolic values: functions on numbers, and what has no
//! effect on the heap.

use super::{Symbolic, Value, formulas};
use crate::domain::{Interrupt, Outcome};
use crate::natives::{CharacterOp, Native, NumberOp, ObjectOp, Printed, TextOp};
use num_traits::ToPrimitive;
use std::rc::Rc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{Type, Width};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Sort, Term};

/// The length from which on nothing more of what is printed is kept, in bytes.
const MAX_PRINTED: usize = 1 << 16;

impl Symbolic<'_> {
    /// Runs a built-in member.
    pub(super) fn run_native(
        &mut self,
        native: Native,
        operands: &[Value],
    ) -> Outcome<Value, Term> {
        let operands: Vec<Term> = operands.iter().map(|value| self.term(value)).collect();
        match (native, operands.as_slice()) {
            (Native::Print(kind, ends_line), _) if kind != Printed::Floating => {
                self.print(kind, ends_line, operands.get(1).copied());
                Ok(Value::default())
            }
            // Of two texts, contracts tell less than whether they are equal.
            (Native::Text(TextOp::Same), &[a, b]) if !self.is_text(a) || !self.is_text(b) => {
                Ok(Value::of(self.same(a, b)))
            }
            (Native::Concatenate(Printed::Text, Printed::Text), &[a, b]) => self.joined(a, b),
            (Native::Number(op, width), _) => self.number_member(op, width, &operands),
            (Native::Character(op), &[c, ..]) => self.character_member(op, c, operands.get(1)),
            (Native::Object(op), _) => self.object_member(op, &operands),
            _ => Err(Interrupt::Unsupported(
                "this member of the library, which has no symbolic execution,".to_owned(),
            )),
        }
    }

    /// Prints a value: what is known of it as Java does, symbols by their names.
    fn print(&mut self, kind: Printed, ends_line: bool, value: Option<Term>) {
        let text = match (kind, value) {
            (Printed::Nothing, _) | (_, None) => String::new(),
            (_, Some(value)) => self.printed_text(kind, value),
        };
        let printed = Rc::make_mut(&mut self.printed);
        if printed.len() < MAX_PRINTED {
            printed.push_str(&text);
            printed.extend(ends_line.then_some('\n'));
        }
    }

    fn printed_text(&self, kind: Printed, value: Term) -> String {
        let node = self.terms().node(value).clone();
        match (kind, &node) {
            (Printed::Text, Node::Unique(number)) => {
                let unique = self.program.uniques.get(*number as usize);
                let text = unique.map(|unique| match &unique.text {
                    Some(units) => String::from_utf16_lossy(units),
                    None => unique.own_name().to_owned(),
                });
                text.unwrap_or_else(|| self.text(value))
            }
            (Printed::Character, Node::Int(code)) => {
                let code = code.to_u32().and_then(char::from_u32);
                code.map_or_else(|| self.text(value), String::from)
            }
            _ => self.text(value),
        }
    }

    /// Whether a reference can be one to a text.
    fn is_text(&self, reference: Term) -> bool {
        let node = self.terms().node(reference).clone();
        match node {
            Node::Ite(_, a, b) => {
                veriframe_base::stack::deep(|| self.is_text(a) || self.is_text(b))
            }
            Node::Null => false,
            Node::Unique(number) => {
                let unique = self.program.uniques.get(number as usize);
                unique.is_none_or(|unique| unique.text.is_some())
            }
            _ => {
                let class = match (self.heap.made.get(&reference), self.types.get(&reference)) {
                    (Some(made), _) => made.class(),
                    (None, Some(Type::Class(class))) => Some(*class),
                    (None, Some(Type::Array(_))) => None,
                    _ => return true,
                };
                let hierarchy = &self.program.hierarchy;
                class.is_some_and(|class| {
                    let string = self.program.text_class();
                    string.is_none_or(|string| hierarchy.is_below(string, class))
                })
            }
        }
    }

    fn number_member(
        &mut self,
        op: NumberOp,
        width: Width,
        operands: &[Term],
    ) -> Outcome<Value, Term> {
        let exact = formulas::exact_number(&mut self.terms(), op, width, operands);
        if let Some((result, width)) = exact {
            let fits = formulas::in_range(&mut self.terms(), width, result);
            return if self.decide(fits)? {
                Ok(Value::of(result))
            } else {
                Err(Interrupt::fault(
                    ErrorCode::Precondition,
                    format!("{} does not fit in `{}`", self.text(result), width.name()),
                ))
            };
        }
        let total = formulas::total_number(&mut self.terms(), op, width, operands);
        total.map(Value::of).ok_or_else(|| {
            Interrupt::Unsupported(
                "this function of the library, which has no symbolic execution,".to_owned(),
            )
        })
    }

    fn character_member(
        &mut self,
        op: CharacterOp,
        c: Term,
        other: Option<&Term>,
    ) -> Outcome<Value, Term> {
        if let (CharacterOp::Compare, Some(other)) = (op, other) {
            return Ok(Value::of(self.terms().sub(c, *other)));
        }
        let unsupported = || {
            let what = "a function on characters that are not of ASCII, or that makes texts,";
            Interrupt::Unsupported(what.to_owned())
        };
        let is_ascii = {
            let mut terms = self.terms();
            let last = terms.int(formulas::LAST_OF_ASCII);
            terms.le(c, last)
        };
        let result = formulas::ascii(&mut self.terms(), op, c).ok_or_else(unsupported)?;
        if self.decide(is_ascii)? {
            Ok(Value::of(result))
        } else {
            Err(unsupported())
        }
    }

    fn object_member(&mut self, op: ObjectOp, operands: &[Term]) -> Outcome<Value, Term> {
        match (op, operands) {
            (ObjectOp::New, _) => Ok(Value::default()),
            (ObjectOp::Same, &[a, b]) if self.terms().sort(b) == Sort::Ref => {
                Ok(Value::of(self.same(a, b)))
            }
            (ObjectOp::IsNull, &[a]) => Ok(Value::of(self.is_null(a))),
            (ObjectOp::NonNull, &[a]) => {
                let is_null = self.is_null(a);
                let not_null = self.terms().not(is_null);
                Ok(Value::of(not_null))
            }
            (ObjectOp::NonNullValue, &[a]) => {
                self.require_not_null(a)?;
                Ok(Value::of(a))
            }
            _ => Err(Interrupt::Unsupported(
                "this member of `Object`, which has no symbolic execution,".to_owned(),
            )),
        }
    }
}
