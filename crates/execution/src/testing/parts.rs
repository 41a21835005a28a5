//! Collections of inputs, as plain values: their parts, and how they grow.

use super::subject::{default_value, new_object};
use crate::input::{Input, InputId, InputObject, InputValue};
use rustc_hash::FxHashMap;
use veriframe_ir::{CollectionType, Program, Type};

/// The objects that a value names, in order.
pub(super) fn references(value: &InputValue) -> Vec<InputId> {
    match value {
        InputValue::Object(id) => vec![*id],
        other => other.parts().into_iter().flat_map(references).collect(),
    }
}

/// A value with other numbers of objects; what has none is null.
pub(super) fn renamed(value: &InputValue, numbers: &FxHashMap<InputId, InputId>) -> InputValue {
    let all = |values: &[InputValue]| values.iter().map(|value| renamed(value, numbers)).collect();
    match value {
        InputValue::Object(id) => numbers
            .get(id)
            .map_or(InputValue::Null, |id| InputValue::Object(*id)),
        InputValue::List(elements) => InputValue::List(all(elements)),
        InputValue::Entries(entries) => {
            let entries = entries.iter();
            let entries = entries.map(|(k, v)| (renamed(k, numbers), renamed(v, numbers)));
            InputValue::Entries(entries.collect())
        }
        InputValue::Null
        | InputValue::Bool(_)
        | InputValue::Int(_)
        | InputValue::Perm(_)
        | InputValue::Unique(_)
        | InputValue::Empty => value.clone(),
    }
}

/// A part of a collection: an element, or of a map keys and values by turns.
pub(super) fn part_mut(value: &mut InputValue, index: u32) -> Option<&mut InputValue> {
    let at = index as usize;
    match value {
        InputValue::List(elements) => elements.get_mut(at),
        InputValue::Entries(entries) => {
            let (key, value) = entries.get_mut(at / 2)?;
            Some(if at.is_multiple_of(2) { key } else { value })
        }
        InputValue::Null
        | InputValue::Bool(_)
        | InputValue::Int(_)
        | InputValue::Perm(_)
        | InputValue::Object(_)
        | InputValue::Unique(_)
        | InputValue::Empty => None,
    }
}

/// A collection without elements that a set has twice, and without entries of keys that there are.
pub(super) fn canonical(value: InputValue, ty: &Type) -> InputValue {
    match (value, ty) {
        (InputValue::List(elements), _) if elements.is_empty() => InputValue::Empty,
        (InputValue::List(elements), Type::Set(_)) => {
            let mut different: Vec<InputValue> = Vec::new();
            for element in elements {
                if !different.contains(&element) {
                    different.push(element);
                }
            }
            InputValue::List(different)
        }
        (InputValue::Entries(entries), _) if entries.is_empty() => InputValue::Empty,
        (InputValue::Entries(entries), _) => {
            let mut different: Vec<(InputValue, InputValue)> = Vec::new();
            for entry in entries {
                if different.iter().all(|(key, _)| *key != entry.0) {
                    different.push(entry);
                }
            }
            InputValue::Entries(different)
        }
        (value, _) => value,
    }
}

/// A collection of a type with this number of elements: with the first ones of this one, and new ones, which
/// differ from the others where they must.
pub(super) fn resized(
    program: &Program,
    input: &mut Input,
    value: &InputValue,
    ty: &Type,
    size: u32,
) -> InputValue {
    let size = size as usize;
    match ty.collection() {
        Some(CollectionType::Map(of_key, of_value)) => {
            let mut entries = match value {
                InputValue::Entries(entries) => entries.clone(),
                _ => Vec::new(),
            };
            entries.truncate(size);
            while entries.len() < size {
                let keys: Vec<&InputValue> = entries.iter().map(|(key, _)| key).collect();
                let Some(key) = another(program, input, &keys, of_key) else {
                    break;
                };
                entries.push((key, default_value(of_value)));
            }
            InputValue::Entries(entries)
        }
        Some(CollectionType::Set(elem)) => {
            let mut elements = list(value, size);
            while elements.len() < size {
                let known: Vec<&InputValue> = elements.iter().collect();
                let Some(new) = another(program, input, &known, elem) else {
                    break;
                };
                elements.push(new);
            }
            InputValue::List(elements)
        }
        Some(CollectionType::Seq(elem) | CollectionType::Multiset(elem)) => {
            let mut elements = list(value, size);
            elements.resize(size, default_value(elem));
            InputValue::List(elements)
        }
        None => value.clone(),
    }
}

/// The first elements of a collection.
fn list(value: &InputValue, most: usize) -> Vec<InputValue> {
    let mut elements = match value {
        InputValue::List(elements) => elements.clone(),
        _ => Vec::new(),
    };
    elements.truncate(most);
    elements
}

/// A value of a type that is none of these, as far as there is a simple one.
fn another(
    program: &Program,
    input: &mut Input,
    known: &[&InputValue],
    ty: &Type,
) -> Option<InputValue> {
    let is_new = |value: &InputValue| !known.contains(&value);
    let default = Some(default_value(ty)).filter(is_new);
    if default.is_some() {
        return default;
    }
    match ty {
        Type::Bool => Some(InputValue::Bool(true)).filter(is_new),
        Type::Int | Type::Machine(_) | Type::Floating(_) => {
            let mut numbers = (1..).map(|n| InputValue::number(ty, n));
            numbers.find(is_new)
        }
        Type::Class(class) => {
            let info = program.class(*class);
            let can_be_made = info.kind.has_objects()
                && info.constants.is_empty()
                && !info.span.file.is_library();
            let id = InputId(u32::try_from(input.objects.len()).ok()?);
            can_be_made.then(|| {
                input.objects.push(new_object(program, *class));
                InputValue::Object(id)
            })
        }
        Type::Array(elem) => {
            let id = InputId(u32::try_from(input.objects.len()).ok()?);
            let array = InputObject::Array((**elem).clone(), Vec::new());
            input.objects.push(array);
            Some(InputValue::Object(id))
        }
        Type::Seq(elem) | Type::Multiset(elem) => {
            let mut lengths = (1..).map(|n| InputValue::List(vec![default_value(elem); n]));
            lengths.find(is_new)
        }
        Type::Perm | Type::Object | Type::Null | Type::Set(_) | Type::Map(..) => None,
    }
}
