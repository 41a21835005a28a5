//! The built-in members of the library, as Java defines them. Where Java throws, they fault.

use super::heap::Shape;
use super::value::Value;
use super::{Concrete, UNITS_PER_CELL, null, out_of_bounds};
use crate::domain::{Domain, HeapMark, Interrupt, Outcome};
use crate::natives::{
    CharacterOp, ListOp, MapOp, Native, NumberOp, ObjectOp, OptionalOp, Printed, TextOp,
};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::convert::Infallible;
use std::rc::Rc;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_base::floating::{Computed, Format, Operation};
use veriframe_ir::{BinOp, Overflow, Width};

pub(super) type Native1 = Outcome<Value, Infallible>;

/// An operation on floating-point numbers; without a format, the conversion of an integer.
fn floating(op: Operation, format: Option<Format>, operands: &[Value]) -> Native1 {
    let operands: Vec<i64> = operands.iter().map(integer).collect();
    match op.of(format, &operands) {
        Some(Computed::Bits(n) | Computed::Integer(n)) => Ok(Value::Int(n)),
        Some(Computed::Truth(holds)) => Ok(Value::Bool(holds)),
        None => Err(nothing_built_in("this operation on floating-point numbers")),
    }
}

fn count(n: usize) -> Value {
    Value::Int(i64::try_from(n).unwrap_or(i64::MAX))
}

fn sign(order: Ordering) -> Value {
    Value::Int(order as i64)
}

pub(super) fn nothing_built_in(what: &str) -> Interrupt<Infallible> {
    Interrupt::Unsupported(format!("running {what}"))
}

impl Concrete<'_> {
    /// Runs a built-in member.
    pub(super) fn run_native(
        &mut self,
        native: Native,
        operands: &[Value],
        at: Option<HeapMark>,
    ) -> Native1 {
        match (native, operands) {
            (Native::Print(kind, ends_line), [_, rest @ ..]) => {
                let mut text = match rest {
                    [] => Vec::new(),
                    [value, ..] => self.printed(kind, value)?,
                };
                text.extend(ends_line.then_some(u16::from(b'\n')));
                self.print(&text);
                Ok(Value::Null)
            }
            (Native::Read(is_line), _) => self.read_text(is_line),
            (Native::Concatenate(left, right), [a, b]) => {
                let units = self.units(a).saturating_add(self.units(b));
                self.room(units / UNITS_PER_CELL)?;
                let mut text = self.printed(left, a)?;
                text.extend(self.printed(right, b)?);
                self.new_text(text)
            }
            (Native::Text(op), _) => self.text_member(op, operands),
            (Native::Number(op, width), _) => self.number(op, width, operands),
            (Native::Floating(op, format), _) => floating(op, format, operands),
            (Native::Bits(op, width), [left, right]) => {
                let is_long = width == Width::I64;
                Ok(Value::Int(op.compute(
                    is_long,
                    integer(left),
                    integer(right),
                )))
            }
            (Native::Character(op), [c, rest @ ..]) => self.character(op, c, rest.first()),
            (Native::List(op), [list, rest @ ..]) => self.list(op, list, rest, at),
            (Native::Map(op), [map, rest @ ..]) => self.map(op, map, rest, at),
            (Native::Object(op), [object, rest @ ..]) => self.object(op, object, rest),
            (Native::Optional(op), _) => self.optional(op, operands),
            _ => Err(nothing_built_in("this member")),
        }
    }

    /// Prints characters as Java does: a part of a pair waits for the other part, and is `?` if
    /// that does not follow.
    fn print(&mut self, text: &[u16]) {
        let waiting = self.first_of_pair.take();
        let units = waiting.into_iter().chain(text.iter().copied());
        for decoded in char::decode_utf16(units) {
            if let Some(part) = self.first_of_pair.take() {
                debug_assert!((0xd800..0xdc00).contains(&part));
                self.output.push(b'?');
            }
            match decoded {
                Ok(c) => {
                    let mut bytes = [0; 4];
                    self.output
                        .extend_from_slice(c.encode_utf8(&mut bytes).as_bytes());
                }
                Err(part) if part.unpaired_surrogate() < 0xdc00 => {
                    self.first_of_pair = Some(part.unpaired_surrogate());
                }
                Err(_) => self.output.push(b'?'),
            }
        }
    }

    fn new_text(&mut self, text: Vec<u16>) -> Native1 {
        self.room(text.len() / UNITS_PER_CELL)?;
        self.work += text.len();
        Ok(self.text(text))
    }

    /// The number of characters of a string, or elements of an array; 0 of another value.
    fn units(&self, value: &Value) -> usize {
        let object = self.heap.get(value);
        object.map_or(0, |object| match &object.shape {
            Shape::Text(text) => text.len(),
            Shape::Array => object.cells.count(),
            Shape::Object(_) => 0,
        })
    }

    /// The characters that a value is printed as.
    pub(crate) fn printed(&self, kind: Printed, value: &Value) -> Outcome<Vec<u16>, Infallible> {
        let text = match (kind, value) {
            (Printed::Nothing, _) => String::new(),
            (Printed::Floating, _) => {
                return Err(nothing_built_in("the text of a floating-point number"));
            }
            (Printed::Character, Value::Int(n)) => return Ok(vec![code_unit(*n)]),
            (Printed::Characters, array) => {
                let cells = self.cells(array)?.iter();
                return Ok(cells.map(|c| code_unit(integer(&c))).collect());
            }
            (_, Value::Bool(b)) => b.to_string(),
            (_, Value::Null) => "null".to_owned(),
            (_, value) => match (self.characters(value), self.unique(value)) {
                (Some(text), _) => return Ok(text.to_vec()),
                (None, Some(constant)) => constant.own_name().to_owned(),
                (None, None) => value.big().map(|n| n.to_string()).unwrap_or_default(),
            },
        };
        Ok(text.encode_utf16().collect())
    }

    fn text_member(&mut self, op: TextOp, operands: &[Value]) -> Native1 {
        if let TextOp::ValueOf(kind) = op {
            let value = operands.first().unwrap_or(&Value::Null);
            let text = self.printed(kind, value)?;
            return self.new_text(text);
        }
        let [this, rest @ ..] = operands else {
            return Err(nothing_built_in("this member of `String`"));
        };
        if let (TextOp::Same, [other]) = (op, rest) {
            return match this {
                Value::Ref(id) if this == other && self.several.contains(id) => {
                    let what = "`==` of equal strings that may be different objects";
                    Err(Interrupt::Unsupported(what.to_owned()))
                }
                _ => Ok(Value::Bool(this == other)),
            };
        }
        let text = self.characters(this).ok_or_else(null)?;
        self.work += work_on_text(op, text.len(), rest.first().map_or(0, |o| self.units(o)));
        let other = || {
            let other = rest.first().and_then(|other| self.characters(other));
            other.ok_or_else(null)
        };
        Ok(match (op, rest) {
            (TextOp::Length, _) => count(text.len()),
            (TextOp::IsEmpty, _) => Value::Bool(text.is_empty()),
            (TextOp::CharAt, [index]) => {
                let unit = index.index().and_then(|at| text.get(at));
                let unit = unit.ok_or_else(|| out_of_bounds(index, text.len()))?;
                Value::Int((*unit).into())
            }
            (TextOp::Equals, [other]) => Value::Bool(this == other),
            (TextOp::HashCode, _) => {
                let hash = text.iter().fold(0i32, |hash, unit| {
                    hash.wrapping_mul(31).wrapping_add(i32::from(*unit))
                });
                Value::Int(hash.into())
            }
            (TextOp::CompareTo, [_]) => {
                let other = other()?;
                let differs = text.iter().zip(other.iter()).find(|(a, b)| a != b);
                let lengths = || integer(&count(text.len())) - integer(&count(other.len()));
                let difference = differs.map(|(a, b)| i64::from(*a) - i64::from(*b));
                Value::Int(difference.unwrap_or_else(lengths))
            }
            (TextOp::ToString, _) => this.clone(),
            (TextOp::Concat, [_]) => {
                let other = other()?;
                if other.is_empty() {
                    return Ok(this.clone());
                }
                self.room(text.len().saturating_add(other.len()) / UNITS_PER_CELL)?;
                let mut all = text.to_vec();
                all.extend_from_slice(&other);
                return self.new_text(all);
            }
            (TextOp::Substring, [from, rest @ ..]) => {
                let end = rest.first().map_or(Some(text.len()), Value::index);
                let range = from.index().zip(end).map(|(from, end)| from..end);
                let part = range.and_then(|range| text.get(range));
                let part = part.ok_or_else(|| out_of_bounds(from, text.len()))?;
                if part.len() == text.len() {
                    return Ok(this.clone());
                }
                let part = part.to_vec();
                return self.new_text(part);
            }
            (TextOp::IndexOfChar, [c]) => {
                let unit = integer(c);
                found(text.iter().position(|other| i64::from(*other) == unit))
            }
            (TextOp::IndexOf, [_]) => {
                let other = other()?;
                if other.is_empty() {
                    Value::Int(0)
                } else {
                    found(text.windows(other.len()).position(|part| *part == *other))
                }
            }
            _ => return Err(nothing_built_in("this member of `String`")),
        })
    }

    fn number(&mut self, op: NumberOp, width: Width, operands: &[Value]) -> Native1 {
        let (Some(a), b) = (operands.first().and_then(Value::big), operands.get(1)) else {
            return Err(null());
        };
        let b = b.and_then(Value::big).unwrap_or_default();
        let result: BigInt = match op {
            NumberOp::Compare => return Ok(sign(a.cmp(&b))),
            NumberOp::Signum => return Ok(sign(a.cmp(&BigInt::zero()))),
            NumberOp::ToString => {
                let text = a.to_string();
                return self.new_text(text.encode_utf16().collect());
            }
            NumberOp::Hash if width == Width::I64 => {
                // The upper bits are folded into the lower ones.
                let n = integer(&Value::int(a));
                #[allow(clippy::cast_possible_truncation)] // what Java does
                let hash = (n ^ (n.cast_unsigned() >> 32).cast_signed()) as i32;
                return Ok(Value::Int(hash.into()));
            }
            NumberOp::Hash => a,
            NumberOp::Min => a.min(b),
            NumberOp::Max => a.max(b),
            NumberOp::Sum | NumberOp::Add => a + b,
            NumberOp::Subtract => a - b,
            NumberOp::Multiply => a * b,
            NumberOp::Abs => a.abs(),
            NumberOp::Negate => -a,
            NumberOp::Increment => a + 1,
            NumberOp::Decrement => a - 1,
            NumberOp::ToInt => return self.convert(Overflow::Error, Width::I32, &Value::int(a)),
            NumberOp::FloorDiv | NumberOp::FloorMod if b.is_zero() => {
                return super::arithmetic::binary(BinOp::Div, &Value::int(a), &Value::Int(0));
            }
            NumberOp::FloorDiv => a.div_floor(&b),
            NumberOp::FloorMod => a.mod_floor(&b),
        };
        let overflow = match op {
            NumberOp::Sum | NumberOp::Abs | NumberOp::FloorDiv => Overflow::Wrap,
            _ => Overflow::Error,
        };
        self.convert(overflow, width, &Value::int(result))
    }

    fn character(&mut self, op: CharacterOp, c: &Value, other: Option<&Value>) -> Native1 {
        let unit = code_unit(integer(c));
        let known = char::from_u32(unit.into());
        let is = |test: &dyn Fn(char) -> bool| Ok(Value::Bool(known.is_some_and(test)));
        let cased = |changed: Option<char>| {
            let unit = changed.and_then(|c| u16::try_from(u32::from(c)).ok());
            Ok(Value::Int(unit.map_or(integer(c), i64::from)))
        };
        let single = |mut all: Box<dyn Iterator<Item = char>>| {
            let first = all.next();
            first.filter(|_| all.next().is_none())
        };
        match op {
            CharacterOp::IsDigit => is(&|c| c.is_ascii_digit()),
            CharacterOp::IsLetter => is(&char::is_alphabetic),
            CharacterOp::IsLetterOrDigit => is(&char::is_alphanumeric),
            CharacterOp::IsUpper => is(&char::is_uppercase),
            CharacterOp::IsLower => is(&char::is_lowercase),
            CharacterOp::IsWhitespace => {
                is(&|c| c.is_whitespace() && c != '\u{a0}' || ('\u{1c}'..='\u{1f}').contains(&c))
            }
            CharacterOp::ToUpper => cased(known.and_then(|c| single(Box::new(c.to_uppercase())))),
            CharacterOp::ToLower => cased(known.and_then(|c| single(Box::new(c.to_lowercase())))),
            CharacterOp::Compare => {
                let other = other.map_or(0, integer);
                Ok(Value::Int(integer(c) - other))
            }
            CharacterOp::ToString => self.new_text(vec![unit]),
        }
    }

    /// What a built-in object holds.
    pub(super) fn held(&self, object: &Value, at: Option<HeapMark>) -> Native1 {
        let id = Self::id(object)?;
        let held = self.heap.read(id, 0, at);
        held.ok_or_else(|| nothing_built_in("a member of this object"))
    }

    pub(super) fn hold(&mut self, object: &Value, held: Value) -> Outcome<(), Infallible> {
        let id = Self::id(object)?;
        self.heap.write(id, 0, held);
        Ok(())
    }

    /// Makes room for one more element of a list or map.
    fn more(&mut self) -> Outcome<(), Infallible> {
        self.room(1)?;
        self.heap.count(0, 1);
        Ok(())
    }

    /// Takes what an object holds, to change it in place.
    fn take(&mut self, object: &Value) -> Outcome<Rc<Vec<Value>>, Infallible> {
        match self.held(object, None)? {
            Value::Seq(elements) => {
                // So that the elements have one owner, unless an earlier heap has them, too.
                self.hold(object, Value::Null)?;
                Ok(elements)
            }
            _ => Err(nothing_built_in("a list's member for this object")),
        }
    }

    fn list(&mut self, op: ListOp, list: &Value, rest: &[Value], at: Option<HeapMark>) -> Native1 {
        if matches!(op, ListOp::HasNext | ListOp::Next | ListOp::Rest) {
            return self.iteration(op, list, at);
        }
        let held = self.held(list, at)?;
        let elements = held.seq();
        let length = elements.len();
        let within = |index: &Value, limit: usize| {
            let found = index.index().filter(|index| *index < limit);
            found.ok_or_else(|| out_of_bounds(index, length))
        };
        Ok(match (op, rest) {
            (ListOp::New, _) => {
                self.hold(list, Value::Seq(Rc::default()))?;
                Value::Null
            }
            (ListOp::Contents, _) => held,
            (ListOp::Size, _) => count(length),
            (ListOp::IsEmpty, _) => Value::Bool(length == 0),
            (ListOp::Get, [index]) => {
                let found = elements.get(within(index, length)?);
                found.cloned().unwrap_or_default()
            }
            (ListOp::GiveBack, _) => Value::Null,
            (ListOp::Iterator, _) => self.iterator(list, held)?,
            (ListOp::Clear, _) => {
                self.heap.count(length, 0);
                self.hold(list, Value::Seq(Rc::default()))?;
                Value::Null
            }
            (ListOp::Add, [element]) => {
                self.more()?;
                drop(held);
                let mut elements = self.take(list)?;
                Rc::make_mut(&mut elements).push(element.clone());
                self.hold(list, Value::Seq(elements))?;
                Value::Bool(true)
            }
            (ListOp::Insert, [index, element]) => {
                let index = within(index, length + 1)?;
                self.more()?;
                drop(held);
                let mut elements = self.take(list)?;
                Rc::make_mut(&mut elements).insert(index, element.clone());
                self.hold(list, Value::Seq(elements))?;
                Value::Null
            }
            (ListOp::Set, [index, element]) => {
                let index = within(index, length)?;
                drop(held);
                let mut elements = self.take(list)?;
                let slot = Rc::make_mut(&mut elements).get_mut(index);
                let before = slot.map(|slot| std::mem::replace(slot, element.clone()));
                self.hold(list, Value::Seq(elements))?;
                before.unwrap_or_default()
            }
            (ListOp::Remove, [index]) => {
                let index = within(index, length)?;
                drop(held);
                let mut elements = self.take(list)?;
                let before = Rc::make_mut(&mut elements).remove(index);
                self.heap.count(1, 0);
                self.hold(list, Value::Seq(elements))?;
                before
            }
            _ => return Err(nothing_built_in("this member of a list")),
        })
    }

    fn map(&mut self, op: MapOp, map: &Value, rest: &[Value], at: Option<HeapMark>) -> Native1 {
        let Value::Map(entries) = self.held(map, at)? else {
            return Err(nothing_built_in("a map's member for this object"));
        };
        let value = |key: &Value| entries.get(key).cloned().unwrap_or_default();
        Ok(match (op, rest) {
            (MapOp::New | MapOp::Clear, _) => {
                self.heap.count(entries.len(), 0);
                self.hold(map, Value::Map(Rc::default()))?;
                Value::Null
            }
            (MapOp::Contents, _) => Value::Map(entries),
            (MapOp::Size, _) => count(entries.len()),
            (MapOp::IsEmpty, _) => Value::Bool(entries.is_empty()),
            (MapOp::ContainsKey, [key]) => Value::Bool(entries.contains_key(key)),
            (MapOp::Get, [key]) => value(key),
            (MapOp::GetOrDefault, [key, other]) => entries.get(key).unwrap_or(other).clone(),
            (MapOp::Put, [key, new]) => {
                let before = value(key);
                if !entries.contains_key(key) {
                    self.more()?;
                }
                self.hold(map, Value::Null)?;
                let mut entries = entries;
                Rc::make_mut(&mut entries).insert(key.clone(), new.clone());
                self.hold(map, Value::Map(entries))?;
                before
            }
            (MapOp::Remove, [key]) => {
                let before = value(key);
                self.heap.count(usize::from(entries.contains_key(key)), 0);
                self.hold(map, Value::Null)?;
                let mut entries = entries;
                Rc::make_mut(&mut entries).remove(key);
                self.hold(map, Value::Map(entries))?;
                before
            }
            _ => return Err(nothing_built_in("this member of a map")),
        })
    }

    fn object(&mut self, op: ObjectOp, object: &Value, rest: &[Value]) -> Native1 {
        Ok(match (op, rest) {
            (ObjectOp::New, _) => Value::Null,
            (ObjectOp::Same, [other]) => Value::Bool(object == other),
            (ObjectOp::HashCode, _) => Value::Int(Self::id(object)?.into()),
            (ObjectOp::ToString, _) => {
                let class = self.class_of(object)?;
                let name = &self.program.class(class).name;
                let text = format!("{name}@{:x}", Self::id(object)?);
                return self.new_text(text.encode_utf16().collect());
            }
            (ObjectOp::NonNullValue, _) if *object == Value::Null => return Err(null()),
            (ObjectOp::NonNullValue, _) => object.clone(),
            (ObjectOp::IsNull, _) => Value::Bool(*object == Value::Null),
            (ObjectOp::NonNull, _) => Value::Bool(*object != Value::Null),
            _ => return Err(nothing_built_in("this member of an object")),
        })
    }
}

/// Optional values hold a list with at most one element, which never changes.
impl Concrete<'_> {
    fn optional(&mut self, op: OptionalOp, operands: &[Value]) -> Native1 {
        Ok(match (op, operands) {
            (OptionalOp::Of, [Value::Null]) => return Err(null()),
            (OptionalOp::OfNullable, [Value::Null]) | (OptionalOp::Empty, _) => {
                self.optional_of(Vec::new())?
            }
            (OptionalOp::Of | OptionalOp::OfNullable, [value]) => {
                self.optional_of(vec![value.clone()])?
            }
            (_, [optional, rest @ ..]) => {
                let held = self.held(optional, None)?;
                let value = held.seq().first().cloned();
                match (op, rest, value) {
                    (OptionalOp::IsPresent, _, value) => Value::Bool(value.is_some()),
                    (OptionalOp::IsEmpty, _, value) => Value::Bool(value.is_none()),
                    (OptionalOp::Get | OptionalOp::OrElse, _, Some(value)) => value,
                    (OptionalOp::OrElse, [other], None) => other.clone(),
                    (OptionalOp::Get, ..) => {
                        let message = "no value is present";
                        return Err(Interrupt::fault(ErrorCode::IndexOutOfBounds, message));
                    }
                    _ => return Err(nothing_built_in("this member of an optional value")),
                }
            }
            _ => return Err(nothing_built_in("this member of an optional value")),
        })
    }

    fn optional_of(&mut self, held: Vec<Value>) -> Native1 {
        let class = self.layout.optional;
        let class = class.ok_or_else(|| nothing_built_in("a member of `Optional`"))?;
        let made = self.allocate(class)?;
        self.hold(&made, Value::Seq(Rc::new(held)))?;
        Ok(made)
    }
}

/// The characters that an operation on a text goes through, given the length of another one. What
/// makes a text counts its characters itself.
fn work_on_text(op: TextOp, length: usize, other: usize) -> usize {
    match op {
        TextOp::Length
        | TextOp::IsEmpty
        | TextOp::CharAt
        | TextOp::Equals
        | TextOp::Same
        | TextOp::ToString
        | TextOp::ValueOf(_)
        | TextOp::Concat
        | TextOp::Substring => 0,
        TextOp::HashCode | TextOp::IndexOfChar => length,
        TextOp::CompareTo => length.min(other),
        TextOp::IndexOf => length.saturating_mul(other.max(1)),
    }
}

fn integer(value: &Value) -> i64 {
    match value {
        Value::Int(n) => *n,
        _ => 0,
    }
}

fn code_unit(n: i64) -> u16 {
    u16::try_from(n).unwrap_or(u16::from(b'?'))
}

fn found(position: Option<usize>) -> Value {
    position.map_or(Value::Int(-1), count)
}
