//! The operations of the symbolic domain.

use super::{Symbolic, Value, formulas};
use crate::by_contract;
use crate::code::{Constant, UnknownSite};
use crate::domain::{Domain, HeapMark, Interrupt, LeftOut, Outcome};
use crate::natives::Native;
use crate::permission::{ABSTRACT, Fraction, Location, Locations};
use std::rc::Rc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::sorts::{element_sort, sort_of};
use veriframe_ir::{
    BinOp, ClassId, CollOp, CollectionType, FieldId, MemberId, Overflow, PredId, Type, UnOp, Width,
};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Sort, Term};

/// What the domain does not compute with.
fn unsupported<T>(what: &str) -> Outcome<T, Term> {
    Err(Interrupt::Unsupported(what.to_owned()))
}

impl Symbolic<'_> {
    /// The term of an operation, refused if it has none.
    fn made(value: Option<Term>) -> Outcome<Value, Term> {
        match value {
            Some(t) => Ok(Value::of(t)),
            None => unsupported("this operation on symbolic values"),
        }
    }

    /// The number of a location: those that can be the same are the same.
    fn number(&mut self, field: Option<FieldId>, reference: Term) -> Outcome<u32, Term> {
        let mut found = None;
        for (position, (other, known)) in self.locations.iter().enumerate() {
            if *other != field {
                continue;
            }
            let same = self.same(reference, *known);
            if self.decide(same)? {
                found = Some(position);
                break;
            }
        }
        let position = found.unwrap_or_else(|| {
            self.locations.push((field, reference));
            self.locations.len() - 1
        });
        Ok(u32::try_from(position).unwrap_or(u32::MAX))
    }
}

impl Domain for Symbolic<'_> {
    type Value = Value;
    type Choice = Term;

    const EXECUTES_CONTRACTS: bool = true;

    fn constant(&mut self, constant: &Constant) -> Value {
        let mut terms = self.terms();
        Value::of(match constant {
            Constant::Null => terms.null(),
            Constant::Int(n) => terms.int(n.clone()),
            Constant::Bool(b) => terms.bool(*b),
            Constant::Perm(amount) => terms.perm(amount.clone()),
            Constant::Unique(id) => terms.unique(id.0),
            Constant::Empty(ty) => match ty.collection() {
                Some(CollectionType::Seq(elem)) => terms.seq_empty(element_sort(elem)),
                Some(CollectionType::Set(elem)) => terms.set_empty(element_sort(elem)),
                Some(CollectionType::Multiset(elem)) => terms.multiset_empty(element_sort(elem)),
                Some(CollectionType::Map(key, value)) => {
                    terms.map_empty(element_sort(key), element_sort(value))
                }
                None => terms.default_of(sort_of(ty)),
            },
        })
    }

    fn unary(&mut self, op: UnOp, operand: &Value) -> Outcome<Value, Term> {
        let operand = self.term(operand);
        let result = formulas::unary(&mut self.terms(), op, operand);
        Self::made(result)
    }

    fn binary(&mut self, op: BinOp, left: &Value, right: &Value) -> Outcome<Value, Term> {
        let (left, right) = (self.term(left), self.term(right));
        let sorts = (self.sort(left), self.sort(right));
        if let (Some(holds), (Sort::Ref, Sort::Ref)) = (op.equality(), sorts) {
            let same = self.same(left, right);
            let not = |same| self.terms().not(same);
            return Ok(Value::of(if holds { same } else { not(same) }));
        }
        if op.divides() && sorts.1.is_number() {
            let is_zero = {
                let mut terms = self.terms();
                let zero = match sorts.1 {
                    Sort::Int => terms.int(0),
                    _ => terms.perm(num_rational::BigRational::from_integer(0.into())),
                };
                terms.eq(right, zero)
            };
            if self.decide(is_zero)? {
                return Err(Interrupt::by_zero());
            }
        }
        let result = formulas::binary(&mut self.terms(), op, left, right);
        Self::made(result)
    }

    fn convert(
        &mut self,
        overflow: Overflow,
        width: Width,
        operand: &Value,
    ) -> Outcome<Value, Term> {
        let operand = self.term(operand);
        if overflow == Overflow::Wrap {
            return Ok(Value::of(self.wrapped(width, operand)));
        }
        let fits = formulas::in_range(&mut self.terms(), width, operand);
        if self.decide(fits)? {
            Ok(Value::of(operand))
        } else {
            Err(Interrupt::fault(
                ErrorCode::Overflow,
                format!("{} does not fit in `{}`", self.text(operand), width.name()),
            ))
        }
    }

    fn collection(&mut self, op: CollOp, operands: &[Value], ty: &Type) -> Outcome<Value, Term> {
        self.defined_collection(op, operands, ty)
    }

    fn truth(&mut self, condition: &Value) -> Outcome<bool, Term> {
        match condition.0 {
            Some(condition) => self.decide(condition),
            None => Ok(false),
        }
    }

    fn element_at(&mut self, _domain: &Value, _position: &Value) -> Outcome<Option<Value>, Term> {
        unsupported("a quantifier over symbolic values")
    }

    fn allocate(&mut self, class: ClassId) -> Outcome<Value, Term> {
        Ok(Value::of(self.make_object(class)))
    }

    fn allocate_array(&mut self, elem: &Type, length: &Value) -> Outcome<Value, Term> {
        let length = self.term(length);
        let is_negative = {
            let mut terms = self.terms();
            let zero = terms.int(0);
            terms.lt(length, zero)
        };
        if self.decide(is_negative)? {
            return Err(Interrupt::negative_length(self.text(length)));
        }
        Ok(Value::of(self.make_default_array(elem, length)?))
    }

    fn require_object(&mut self, object: &Value) -> Outcome<(), Term> {
        self.require_not_null(self.term(object))
    }

    fn class_of(&mut self, object: &Value) -> Outcome<ClassId, Term> {
        let object = self.term(object);
        self.require_not_null(object)?;
        self.class_by_cases(object, &mut |class| Some(class.0))
    }

    fn class_for(
        &mut self,
        object: &Value,
        key: &mut dyn FnMut(ClassId) -> Option<u32>,
    ) -> Outcome<ClassId, Term> {
        let object = self.term(object);
        self.require_not_null(object)?;
        self.class_by_cases(object, key)
    }

    fn instance_of(&mut self, object: &Value, class: ClassId) -> Outcome<Value, Term> {
        let object = self.term(object);
        Ok(Value::of(self.instance_term(object, class)))
    }

    fn cast(&mut self, object: &Value, class: ClassId) -> Outcome<(), Term> {
        let object = self.term(object);
        let is_null = self.is_null(object);
        let fits = self.instance_term(object, class);
        let may = self.terms().or([is_null, fits]);
        if self.decide(may)? {
            Ok(())
        } else {
            let name = &self.program.class(class).name;
            let message = format!("{} is no `{name}`", self.text(object));
            Err(Interrupt::fault(ErrorCode::Cast, message))
        }
    }

    fn field(
        &mut self,
        receiver: &Value,
        field: FieldId,
        at: Option<HeapMark>,
    ) -> Outcome<Value, Term> {
        let receiver = self.term(receiver);
        self.require_not_null(receiver)?;
        let heap = self.heap_at(at);
        let read = self.read_field(receiver, field, &heap);
        Ok(Value::of(self.resolved(read)?))
    }

    fn set_field(&mut self, receiver: &Value, field: FieldId, value: Value) -> Outcome<(), Term> {
        let receiver = self.term(receiver);
        self.require_not_null(receiver)?;
        let value = self.term(&value);
        self.write_field(receiver, field, value);
        Ok(())
    }

    fn static_field(&mut self, field: FieldId, at: Option<HeapMark>) -> Value {
        let heap = self.heap_at(at);
        match heap.statics.get(&field) {
            Some(value) => Value::of(*value),
            None => {
                let ty = &self.program.field(field).ty;
                Value::of(self.default_value(ty))
            }
        }
    }

    fn set_static(&mut self, field: FieldId, value: Value) {
        let value = self.term(&value);
        Rc::make_mut(&mut self.heap).statics.insert(field, value);
    }

    fn length(&mut self, array: &Value) -> Outcome<Value, Term> {
        let array = self.term(array);
        self.require_not_null(array)?;
        Ok(Value::of(self.length_of(array)))
    }

    fn element(
        &mut self,
        array: &Value,
        index: &Value,
        at: Option<HeapMark>,
    ) -> Outcome<Value, Term> {
        let (array, index) = (self.term(array), self.term(index));
        self.require_not_null(array)?;
        self.require_index(array, index)?;
        let heap = self.heap_at(at);
        let read = self.read_element(array, index, &heap);
        Ok(Value::of(self.resolved(read)?))
    }

    fn set_element(&mut self, array: &Value, index: &Value, value: Value) -> Outcome<(), Term> {
        let (array, index) = (self.term(array), self.term(index));
        self.require_not_null(array)?;
        self.require_index(array, index)?;
        let value = self.term(&value);
        self.write_element(array, index, value);
        Ok(())
    }

    fn elements(
        &mut self,
        _array: &Value,
        _from: Option<&Value>,
        _until: Option<&Value>,
        _at: Option<HeapMark>,
    ) -> Outcome<Value, Term> {
        unsupported("the contents of an array as a sequence")
    }

    fn any_value(&mut self, site: &UnknownSite) -> Outcome<Value, Term> {
        self.next_unknown(site)
    }

    fn native(
        &mut self,
        native: Native,
        operands: &[Value],
        _at: Option<HeapMark>,
    ) -> Outcome<Value, Term> {
        self.run_native(native, operands)
    }

    fn by_contract(
        &mut self,
        member: MemberId,
        inputs: &[Value],
        at: Option<HeapMark>,
        left_out: &mut LeftOut,
    ) -> Outcome<Value, Term> {
        let program = self.program;
        by_contract::call(self, program, member, at, inputs, left_out)
    }

    fn mark(&mut self) -> HeapMark {
        self.marked_heaps.push(self.heap.clone());
        HeapMark(u32::try_from(self.marked_heaps.len() - 1).unwrap_or(u32::MAX))
    }

    fn release(&mut self, mark: HeapMark) {
        self.marked_heaps.truncate(mark.0 as usize);
    }

    fn field_location(&mut self, receiver: &Value, field: FieldId) -> Outcome<Location, Term> {
        let receiver = self.term(receiver);
        self.require_not_null(receiver)?;
        let object = self.number(Some(field), receiver)?;
        Ok(Location {
            object,
            part: field.0,
        })
    }

    fn element_locations(
        &mut self,
        array: &Value,
        from: Option<&Value>,
        until: Option<&Value>,
    ) -> Outcome<Locations, Term> {
        let array = self.term(array);
        self.require_not_null(array)?;
        let object = self.number(None, array)?;
        // Permission to parts of an array is not told apart by the symbolic domain.
        let is_whole = from.is_none() && until.is_none();
        let parts = 0..u32::from(is_whole);
        Ok(Locations { object, parts })
    }

    fn instance_location(&mut self, pred: PredId, operands: &[Value]) -> Location {
        // Instances with different receivers or arguments are not told apart from others: each
        // has a number of its own.
        let first = match operands.first() {
            Some(operand) => self.term(operand),
            None => self.terms().null(),
        };
        let key = (Some(FieldId(u32::MAX - pred.0)), first);
        self.locations.push(key);
        Location {
            object: ABSTRACT,
            part: u32::try_from(self.locations.len()).unwrap_or(u32::MAX),
        }
    }

    fn is_unchanged(&mut self, _location: Location, _since: HeapMark) -> Outcome<bool, Term> {
        unsupported("`untouched` of symbolic values")
    }

    fn fraction(&mut self, amount: &Value) -> Outcome<Option<Fraction>, Term> {
        let amount = self.term(amount);
        let terms = self.terms();
        match terms.node(amount) {
            Node::Perm(amount) => Ok(Fraction::new(amount.clone())),
            Node::Int(n) => Ok(Fraction::new(n.clone().into())),
            _ => {
                drop(terms);
                unsupported("a symbolic amount of permission")
            }
        }
    }

    fn show(&self, value: &Value, _ty: &Type) -> String {
        self.text(self.term(value))
    }
}
