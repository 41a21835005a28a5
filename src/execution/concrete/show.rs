//! Concrete values in the user's notation, shortened.

use super::Concrete;
use super::heap::Shape;
use super::value::Value;
use crate::ir::{FieldId, Type, Width};

/// The number of elements or fields that are shown.
const MAX_PARTS: usize = 10;

/// The nesting of objects that is shown.
const MAX_DEPTH: usize = 3;

impl Concrete<'_> {
    /// A value as a value of this type.
    pub(super) fn shown(&self, value: &Value, ty: &Type, depth: usize) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) if *ty == Type::Machine(Width::U16) => character(*n),
            Value::Int(n) => n.to_string(),
            Value::Big(n) => n.to_string(),
            Value::Perm(amount) => amount.to_string(),
            Value::Ref(_) => self.shown_object(value, ty, depth),
            Value::Seq(elements) => {
                self.enclosed("[", "]", elements.iter().cloned(), elem(ty), depth)
            }
            Value::Set(elements) => {
                self.enclosed("set{", "}", elements.iter().cloned(), elem(ty), depth)
            }
            Value::Multiset(counts) => {
                let all = counts.iter().flat_map(|(element, count)| {
                    let count = usize::try_from(*count).unwrap_or(usize::MAX);
                    std::iter::repeat_n(element, count)
                });
                self.enclosed("multiset{", "}", all.cloned(), elem(ty), depth)
            }
            Value::Map(entries) => {
                let (key, other) = match ty {
                    Type::Map(key, value) => (&**key, &**value),
                    _ => (&Type::Object, &Type::Object),
                };
                let shown = entries.iter().take(MAX_PARTS).map(|(k, v)| {
                    let (k, v) = (self.shown(k, key, depth), self.shown(v, other, depth));
                    format!("{k} := {v}")
                });
                let mut shown: Vec<String> = shown.collect();
                if entries.len() > MAX_PARTS {
                    shown.push("…".to_owned());
                }
                format!("map{{{}}}", shown.join(", "))
            }
        }
    }

    fn enclosed(
        &self,
        open: &str,
        close: &str,
        elements: impl Iterator<Item = Value>,
        ty: &Type,
        depth: usize,
    ) -> String {
        let mut shown: Vec<String> = Vec::new();
        for (count, element) in elements.enumerate() {
            if count == MAX_PARTS {
                shown.push("…".to_owned());
                break;
            }
            shown.push(self.shown(&element, ty, depth));
        }
        format!("{open}{}{close}", shown.join(", "))
    }

    fn shown_object(&self, value: &Value, ty: &Type, depth: usize) -> String {
        if let Some(unique) = self.unique(value) {
            return unique.name.clone();
        }
        let Some(object) = self.heap.get(value) else {
            return "null".to_owned();
        };
        match &object.shape {
            Shape::Text(text) => format!("{:?}", String::from_utf16_lossy(text)),
            Shape::Array if depth == MAX_DEPTH => "[…]".to_owned(),
            Shape::Array => self.enclosed("[", "]", object.cells.iter(), elem(ty), depth + 1),
            Shape::Object(class) => {
                let name = &self.program.class(*class).name;
                let fields = self.layout.fields(*class);
                if depth == MAX_DEPTH {
                    return format!("{name} {{ … }}");
                }
                if let (true, Some(held)) = (self.layout.is_built_in(*class), object.cells.get(0)) {
                    return format!("{name} {}", self.shown(&held, ty, depth + 1));
                }
                let cells = object.cells.iter().skip(self.layout.held_cells(*class));
                let cells = fields.iter().zip(cells);
                let shown = cells.take(MAX_PARTS).map(|(field, cell)| {
                    let field: &FieldId = field;
                    let field = self.program.field(*field);
                    let cell = self.shown(&cell, &field.ty, depth + 1);
                    format!("{} = {cell}", field.name)
                });
                let mut shown: Vec<String> = shown.collect();
                if fields.len() > MAX_PARTS {
                    shown.push("…".to_owned());
                }
                match shown.is_empty() {
                    true => name.clone(),
                    false => format!("{name} {{ {} }}", shown.join(", ")),
                }
            }
        }
    }
}

/// The element type of a collection or array.
fn elem(ty: &Type) -> &Type {
    match ty {
        Type::Seq(e) | Type::Set(e) | Type::Multiset(e) | Type::Array(e) => e,
        _ => &Type::Object,
    }
}

fn character(n: i64) -> String {
    let known = u32::try_from(n).ok().and_then(char::from_u32);
    match known.filter(|c| !c.is_control()) {
        Some(c) => format!("'{c}'"),
        None => n.to_string(),
    }
}
