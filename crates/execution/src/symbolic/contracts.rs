//! Contracts in place of code: connectives and quantifiers are terms, and state of which only pure
//! methods tell is a field of the receiver for each of them.

use super::heap::{Heap, Made};
use super::{Symbolic, Value, formulas};
use crate::by_contract::ContractDomain;
use crate::domain::HeapMark;
use std::rc::Rc;
use veriframe_ir::sorts::sort_of;
use veriframe_ir::{BinOp, ClassId, CollOp, FieldId, LogicOp, MemberId, PureId, Type};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Sort, Term};

impl Symbolic<'_> {
    /// A reference that is the result of a call, as one whose cells can be read: one of the objects
    /// that the run has made, or else one of the initial heap.
    pub(super) fn adopted(&mut self, reference: Term, ty: &Type) -> Term {
        let node = self.terms().node(reference).clone();
        match node {
            Node::Ite(c, a, b) => veriframe_base::stack::deep(|| {
                let (a, b) = (self.adopted(a, ty), self.adopted(b, ty));
                self.terms().ite(c, a, b)
            }),
            Node::Null | Node::Unique(_) => reference,
            _ if self.heap.made.contains_key(&reference) => reference,
            _ => match self.adopted.get(&reference) {
                Some(known) => *known,
                None if self.types.contains_key(&reference) => reference,
                None => {
                    self.assume_type(reference, ty);
                    self.adopt(reference, ty)
                }
            },
        }
    }

    /// The cases of a reference that a call has given: one of the objects that the run has made by
    /// now, or else another one.
    pub(super) fn adopt(&mut self, reference: Term, ty: &Type) -> Term {
        let mut value = reference;
        for made in self.made_of(ty) {
            let mut terms = self.terms();
            let same = terms.eq(reference, made);
            value = terms.ite(same, made, value);
        }
        Rc::make_mut(&mut self.adopted).insert(reference, value);
        value
    }

    /// Assumes that a pure method has one value for equal inputs.
    fn is_function(&mut self, pure: PureId, inputs: &[Term], value: Term, heap: &Heap) {
        for (_, others, other) in heap.notes.iter().filter(|(of, ..)| *of == pure) {
            let pairs = inputs.iter().zip(others);
            let same = pairs.map(|(a, b)| match self.sort(*a) {
                Sort::Ref => self.same(*a, *b),
                _ => self.terms().eq(*a, *b),
            });
            let same: Vec<Term> = same.collect();
            let mut terms = self.terms();
            let (same, equal) = (terms.and(same), terms.eq(value, *other));
            let fact = terms.implies(same, equal);
            drop(terms);
            self.fact(fact);
        }
    }

    /// The objects that the run has made and that a reference of a type can refer to, in order.
    fn made_of(&self, ty: &Type) -> Vec<Term> {
        let fits = |class: Option<ClassId>| match (ty, class) {
            (Type::Class(wanted), Some(own)) => self.program.hierarchy.is_below(own, *wanted),
            (Type::Array(_), class) => class.is_none(),
            (Type::Object, _) => true,
            _ => false,
        };
        let made = self.heap.made.iter();
        let made = made.filter(|(_, made)| fits(made.class()));
        let mut made: Vec<Term> = made.map(|(reference, _)| *reference).collect();
        made.sort_unstable();
        made
    }
}

/// The longest text of a call that is the name of its result.
const LONGEST_CALL: usize = 60;

impl ContractDomain for Symbolic<'_> {
    fn call_text(&self, member: MemberId, inputs: &[Value]) -> Option<String> {
        let (receiver, args) = match self.program.vars(member).this {
            Some(_) => {
                let (receiver, args) = inputs.split_first()?;
                let receiver = self.shown_operand(self.term(receiver));
                let (_, name) = self.program.title(member);
                (format!("{receiver}.{name}"), args)
            }
            None => (self.program.group_name(member), inputs),
        };
        let args: Vec<String> = args.iter().map(|arg| self.shown_value(arg)).collect();
        let text = format!("{receiver}({})", args.join(", "));
        (text.chars().count() <= LONGEST_CALL).then_some(text)
    }

    fn unknown(&mut self, name: &str, ty: &Type) -> Option<Value> {
        let value = self.symbol(name, ty);
        let t = self.term(&value);
        if self.sort(t) != Sort::Ref {
            return Some(value);
        }
        Some(Value::of(self.adopt(t, ty)))
    }

    fn bound(&mut self, name: &str, ty: &Type) -> Option<Value> {
        Some(Value::of(self.terms().fresh(name, sort_of(ty))))
    }

    fn quantified(&mut self, universal: bool, vars: &[Value], body: &Value) -> Option<Value> {
        let vars: Vec<Term> = vars.iter().map(|var| self.term(var)).collect();
        let body = self.term(body);
        let mut terms = self.terms();
        Some(Value::of(if universal {
            terms.forall(&vars, &[], body)
        } else {
            terms.exists(&vars, &[], body)
        }))
    }

    fn term_of_binary(&mut self, op: BinOp, left: &Value, right: &Value) -> Option<Value> {
        let (left, right) = (self.term(left), self.term(right));
        let t = match (op, self.sort(left), self.sort(right)) {
            (BinOp::Eq, Sort::Ref, Sort::Ref) => self.same(left, right),
            (BinOp::Ne, Sort::Ref, Sort::Ref) => {
                let same = self.same(left, right);
                self.terms().not(same)
            }
            _ => formulas::binary(&mut self.terms(), op, left, right)?,
        };
        Some(Value::of(t))
    }

    fn connective(&mut self, op: LogicOp, left: &Value, right: &Value) -> Option<Value> {
        let (left, right) = (self.term(left), self.term(right));
        let mut terms = self.terms();
        Some(Value::of(op.term(&mut terms, left, right)))
    }

    fn chosen(&mut self, condition: &Value, then: &Value, other: &Value) -> Option<Value> {
        let [condition, then, other] = [condition, then, other].map(|value| self.term(value));
        let mut terms = self.terms();
        let is_one_sort = terms.sort(then) == terms.sort(other);
        is_one_sort.then(|| Value::of(terms.ite(condition, then, other)))
    }

    fn term_of_collection(
        &mut self,
        op: CollOp,
        operands: &[Value],
        _operand: Option<&Type>,
        ty: &Type,
    ) -> Option<Value> {
        let operands: Vec<Term> = operands.iter().map(|value| self.term(value)).collect();
        self.collected(op, &operands, ty)
    }

    fn cell(&mut self, receiver: &Value, field: FieldId, at: Option<HeapMark>) -> Option<Value> {
        let receiver = self.term(receiver);
        let heap = self.heap_at(at);
        Some(Value::of(self.read_field(receiver, field, &heap)))
    }

    /// Only of arrays that the run has made, and whose length is known.
    fn forget_elements(
        &mut self,
        array: &Value,
        elem: &Type,
        from: Option<&Value>,
        until: Option<&Value>,
    ) -> Option<()> {
        let array = self.term(array);
        let Some(Made::Array(elements)) = self.heap.made.get(&array) else {
            return None;
        };
        let [from, until] = [from, until].map(|bound| bound.map(|bound| self.term(bound)));
        let mut forgotten = Vec::new();
        for (index, before) in elements.clone().into_iter().enumerate() {
            let any = self.unknown("element", elem)?;
            let any = self.term(&any);
            let mut terms = self.terms();
            let index = terms.int(index);
            let mut is_within = terms.truth();
            if let Some(from) = from {
                let above = terms.le(from, index);
                is_within = terms.and([is_within, above]);
            }
            if let Some(until) = until {
                let below = terms.lt(index, until);
                is_within = terms.and([is_within, below]);
            }
            forgotten.push(terms.ite(is_within, any, before));
        }
        let heap = Rc::make_mut(&mut self.heap);
        heap.made.insert(array, Made::Array(forgotten));
        Some(())
    }

    fn set_cell(&mut self, receiver: &Value, field: FieldId, value: &Value) {
        let (receiver, value) = (self.term(receiver), self.term(value));
        self.write_field(receiver, field, value);
    }

    fn state(&mut self, receiver: &Value, pure: PureId, at: Option<HeapMark>) -> Option<Value> {
        let receiver = self.term(receiver);
        let heap = self.heap_at(at);
        let field = self.state_of(pure);
        Some(Value::of(self.read_field(receiver, field, &heap)))
    }

    fn set_state(&mut self, receiver: &Value, pure: PureId, value: &Value) {
        let (receiver, value) = (self.term(receiver), self.term(value));
        let field = self.state_of(pure);
        self.write_field(receiver, field, value);
    }

    fn noted(
        &mut self,
        pure: PureId,
        inputs: &[Value],
        at: Option<HeapMark>,
        ty: &Type,
    ) -> Option<Value> {
        let inputs: Vec<Term> = inputs.iter().map(|input| self.term(input)).collect();
        let heap = self.heap_at(at);
        let mut notes = heap.notes.iter();
        if let Some((.., value)) = notes.find(|(of, own, _)| *of == pure && *own == inputs) {
            return Some(Value::of(*value));
        }
        let name = format!("{}()", self.program.pure_method(pure).name);
        let value = self.unknown(&name, ty)?;
        let t = self.term(&value);
        if !ty.is_ref() {
            self.is_function(pure, &inputs, t, &heap);
        }
        let note = (pure, inputs, t);
        let heap = match at.and_then(|at| self.marked_heaps.get_mut(at.0 as usize)) {
            Some(mark) => mark,
            None => &mut self.heap,
        };
        Rc::make_mut(heap).notes.push(note);
        Some(value)
    }

    fn forget_notes(&mut self, receiver: &Value) {
        let receiver = self.term(receiver);
        let mut notes = self.heap.notes.clone();
        notes.retain(|(_, inputs, _)| {
            let same = inputs.first().map(|other| self.same(*other, receiver));
            same.is_some_and(|same| matches!(self.decide(same), Ok(false)))
        });
        if notes.len() < self.heap.notes.len() {
            Rc::make_mut(&mut self.heap).notes = notes;
        }
    }

    fn application(&mut self, pure: PureId, inputs: &[Value], ty: &Type) -> Option<Value> {
        let field = self.state_of(pure);
        let function = *self.initial.fields.get(field.index())?;
        let inputs = inputs.iter().map(|input| self.term(input)).collect();
        let t = self.terms().app(function, inputs);
        Some(Value::of(if ty.is_ref() {
            self.adopted(t, ty)
        } else {
            self.assume_type(t, ty);
            t
        }))
    }

    fn literals(&mut self) -> Vec<(Value, Rc<[u16]>)> {
        let uniques = (0..).zip(&self.program.uniques);
        let texts = uniques.filter_map(|(id, unique)| Some((id, unique.text.as_ref()?)));
        let mut terms = self.terms();
        let literals = texts.map(|(id, text)| (Value::of(terms.unique(id)), text[..].into()));
        literals.collect()
    }

    fn suppose(&mut self, condition: &Value) {
        let condition = self.term(condition);
        if self.known.get(&condition) != Some(&true) {
            self.fact(condition);
        }
    }
}
