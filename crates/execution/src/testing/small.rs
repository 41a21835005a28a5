//! Small inputs of a member, of many shapes: short arrays and collections, numbers about zero, objects that
//! refer to one another. They cost no search, and many a wrong program fails on one of them.

use super::parts::canonical;
use super::subject::{Subject, default_value};
use crate::compile::fields_of;
use crate::input::{Input, InputId, InputObject, InputValue};
use veriframe_ir::{ClassId, CollectionType, Program, Type};

/// The greatest distance of an object from the receiver and the parameters.
const MAX_DEPTH: u32 = 3;

/// The length from which no array, collection or text is made.
const LENGTHS: u64 = 5;

/// The least number that is made, and how many there are.
const NUMBERS: (i64, u64) = (-1, 6);

/// The most objects of an input.
const MAX_OBJECTS: usize = 12;

/// So many inputs of a member, always the same.
#[must_use]
pub fn small_inputs(program: &Program, subject: &Subject, count: u64) -> Vec<Input> {
    let inputs = (1..=count).map(|number| {
        let mut making = Making {
            program,
            input: subject.first_input(program),
            random: number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        };
        if let Some(InputValue::Object(InputId(0))) = making.input.receiver
            && let Some(InputObject::Object(class, _)) = making.input.objects.first()
        {
            making.fill(InputId(0), *class, MAX_DEPTH);
        }
        let args = subject.params.iter();
        making.input.args = args.map(|ty| making.value(ty, MAX_DEPTH)).collect();
        making.input
    });
    inputs.collect()
}

/// An input under construction.
struct Making<'p> {
    program: &'p Program,
    input: Input,
    /// The state of a generator of random numbers (SplitMix64).
    random: u64,
}

impl Making<'_> {
    /// A number below this one.
    fn below(&mut self, limit: u64) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % limit.max(1)
    }

    fn value(&mut self, ty: &Type, depth: u32) -> InputValue {
        match ty {
            Type::Int | Type::Machine(_) | Type::Floating(_) => {
                let (least, count) = NUMBERS;
                let number = least.saturating_add_unsigned(self.below(count));
                InputValue::number(ty, number)
            }
            Type::Bool => InputValue::Bool(self.below(2) == 0),
            Type::Perm | Type::Object | Type::Null => default_value(ty),
            Type::Class(class) => self.reference(*class, depth),
            Type::Array(elem) if depth > 0 && self.has_room() => {
                let length = self.below(LENGTHS);
                let elements = (0..length).map(|_| self.value(elem, depth - 1)).collect();
                self.add(InputObject::Array((**elem).clone(), elements))
            }
            Type::Array(_) => InputValue::Null,
            Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => {
                self.collection(ty, depth)
            }
        }
    }

    fn collection(&mut self, ty: &Type, depth: u32) -> InputValue {
        let size = self.below(LENGTHS);
        let depth = depth.saturating_sub(1);
        let made = match ty.collection() {
            Some(CollectionType::Map(key, value)) => {
                let entry = |this: &mut Self| (this.value(key, depth), this.value(value, depth));
                InputValue::Entries((0..size).map(|_| entry(self)).collect())
            }
            Some(
                CollectionType::Set(elem)
                | CollectionType::Seq(elem)
                | CollectionType::Multiset(elem),
            ) => InputValue::List((0..size).map(|_| self.value(elem, depth)).collect()),
            None => default_value(ty),
        };
        canonical(made, ty)
    }

    /// A new object, one that there is, or null.
    fn reference(&mut self, class: ClassId, depth: u32) -> InputValue {
        let info = self.program.class(class);
        if info.is_text() {
            let length = self.below(LENGTHS);
            let units = (0..length).map(|_| u16::from(b'a') + u16::from(self.below(2) == 0));
            let units = units.collect();
            return self.add(InputObject::Text(units));
        }
        let is_made =
            info.kind.has_objects() && info.constants.is_empty() && !info.span.file.is_library();
        let is_param = depth == MAX_DEPTH;
        if !is_made || depth == 0 || !self.has_room() || !is_param && self.below(2) == 0 {
            return InputValue::Null;
        }
        let known: Vec<InputId> = (0..)
            .map(InputId)
            .zip(&self.input.objects)
            .filter(|(_, object)| matches!(object, InputObject::Object(of, _) if *of == class))
            .map(|(id, _)| id)
            .collect();
        let chosen = self.below(4 * known.len() as u64 + 12);
        let chosen = usize::try_from(chosen).ok().and_then(|n| known.get(n));
        if let Some(&same) = chosen {
            return InputValue::Object(same);
        }
        let made = self.add(InputObject::Object(class, Vec::new()));
        if let InputValue::Object(id) = made {
            self.fill(id, class, depth - 1);
        }
        made
    }

    /// Gives the fields of an object values.
    fn fill(&mut self, id: InputId, class: ClassId, depth: u32) {
        let fields = fields_of(self.program, class).into_iter();
        let values: Vec<_> = fields
            .map(|field| (field, self.value(&self.program.field(field).ty, depth)))
            .collect();
        if let Some(InputObject::Object(_, fields)) = self.input.objects.get_mut(id.0 as usize) {
            *fields = values;
        }
    }

    fn has_room(&self) -> bool {
        self.input.objects.len() < MAX_OBJECTS
    }

    fn add(&mut self, object: InputObject) -> InputValue {
        let id = u32::try_from(self.input.objects.len());
        self.input.objects.push(object);
        id.map_or(InputValue::Null, |id| InputValue::Object(InputId(id)))
    }
}
