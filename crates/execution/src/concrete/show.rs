//! Concrete values in the user's notation, shortened.

use super::Concrete;
use super::heap::{Cells, Shape};
use super::value::{ObjectId, Value};
use rustc_hash::FxHashSet;
use veriframe_ir::{ClassId, FieldId, Type, Width};

/// The number of elements or fields that are shown.
const MAX_PARTS: usize = 10;

/// The nesting of objects that is shown.
const MAX_DEPTH: usize = 3;

impl Concrete<'_> {
    /// Values as values of these types. An object that is met again is described once,
    /// `Node#1 { next = Node#1 }`, with the number that it has in the input of the run.
    pub(crate) fn shown(&self, values: &[(&Value, &Type)]) -> Vec<String> {
        let mut text = Text {
            domain: self,
            met: FxHashSet::default(),
            again: FxHashSet::default(),
            described: FxHashSet::default(),
            is_numbered: false,
        };
        let all = |text: &mut Text<'_, '_>| -> Vec<String> {
            let values = values.iter();
            values.map(|(value, ty)| text.value(value, ty, 0)).collect()
        };
        // Which objects are met again is known at the end only.
        let shown = all(&mut text);
        if text.again.is_empty() {
            return shown;
        }
        text.described.clear();
        text.is_numbered = true;
        all(&mut text)
    }

    /// The number of an object among those of the input; later ones are made by the run, and last
    /// come those of static initialisers.
    fn number_of(&self, object: ObjectId) -> ObjectId {
        let all = self.heap.object_count();
        let from_first = object.checked_sub(self.first_of_input);
        1 + from_first
            .unwrap_or_else(|| object.saturating_add(all.saturating_sub(self.first_of_input)))
    }
}

/// The texts of values that can refer to the same objects.
struct Text<'d, 'p> {
    domain: &'d Concrete<'p>,
    met: FxHashSet<ObjectId>,
    /// The objects that are met more than once.
    again: FxHashSet<ObjectId>,
    /// The objects whose parts have been shown.
    described: FxHashSet<ObjectId>,
    /// Whether it is known which objects are met again.
    is_numbered: bool,
}

impl Text<'_, '_> {
    fn value(&mut self, value: &Value, ty: &Type, depth: usize) -> String {
        match value {
            Value::Null => "null".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) if *ty == Type::Machine(Width::U16) => character(*n),
            Value::Int(n) if let Some(format) = ty.format() => format.written(*n),
            Value::Int(n) => n.to_string(),
            Value::Big(n) => n.to_string(),
            Value::Perm(amount) => amount.to_string(),
            Value::Ref(id) => self.object(value, *id, ty, depth),
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
                let (key, other) = if let Type::Map(key, value) = ty {
                    (&**key, &**value)
                } else {
                    (&Type::Object, &Type::Object)
                };
                let mut shown: Vec<String> = Vec::new();
                for (k, v) in entries.iter().take(MAX_PARTS) {
                    let (k, v) = (self.value(k, key, depth), self.value(v, other, depth));
                    shown.push(format!("{k} := {v}"));
                }
                if entries.len() > MAX_PARTS {
                    shown.push("…".to_owned());
                }
                format!("map{{{}}}", shown.join(", "))
            }
        }
    }

    fn enclosed(
        &mut self,
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
            shown.push(self.value(&element, ty, depth));
        }
        format!("{open}{}{close}", shown.join(", "))
    }

    fn object(&mut self, value: &Value, id: ObjectId, ty: &Type, depth: usize) -> String {
        let domain = self.domain;
        if let Some(unique) = domain.unique(value) {
            return unique.name.clone();
        }
        let Some(object) = domain.heap.get(value) else {
            return "null".to_owned();
        };
        let name = match &object.shape {
            Shape::Text(text) => return format!("{:?}", String::from_utf16_lossy(text)),
            Shape::Array => String::new(),
            Shape::Object(class) => domain.program.class(*class).name.clone(),
        };
        if !self.met.insert(id) && !self.is_numbered {
            self.again.insert(id);
        }
        let is_named = self.is_numbered && self.again.contains(&id);
        let name = match (is_named, &object.shape) {
            (true, Shape::Array) => format!("array#{}", domain.number_of(id)),
            (true, _) => format!("{name}#{}", domain.number_of(id)),
            (false, _) => name,
        };
        if self.described.contains(&id) {
            return name;
        }
        let is_whole = depth < MAX_DEPTH;
        if is_whole {
            self.described.insert(id);
        }
        let parts = match &object.shape {
            Shape::Text(_) => String::new(),
            Shape::Array if !is_whole => "[…]".to_owned(),
            Shape::Array => self.enclosed("[", "]", object.cells.iter(), elem(ty), depth + 1),
            Shape::Object(_) if !is_whole => "{ … }".to_owned(),
            Shape::Object(class) => self.fields(&object.cells, *class, depth),
        };
        match (name.is_empty(), parts.is_empty()) {
            (true, _) => parts,
            (false, true) => name,
            (false, false) => format!("{name} {parts}"),
        }
    }

    /// What an object of a class holds.
    fn fields(&mut self, cells: &Cells, class: ClassId, depth: usize) -> String {
        let domain = self.domain;
        if let (true, Some(held)) = (domain.layout.is_built_in(class), cells.get(0)) {
            return self.value(&held, &Type::Object, depth + 1);
        }
        let fields = domain.layout.fields(class);
        let values = cells.iter().skip(domain.layout.held_cells(class));
        let mut shown: Vec<String> = Vec::new();
        for (field, cell) in fields.iter().zip(values).take(MAX_PARTS) {
            let field: &FieldId = field;
            let cell = self.value(&cell, &domain.program.field(*field).ty, depth + 1);
            shown.push(format!(
                "{} = {cell}",
                domain.program.field_text_within(class, *field)
            ));
        }
        if fields.len() > MAX_PARTS {
            shown.push("…".to_owned());
        }
        if shown.is_empty() {
            String::new()
        } else {
            format!("{{ {} }}", shown.join(", "))
        }
    }
}

/// The element type of a collection or array.
fn elem(ty: &Type) -> &Type {
    ty.element().unwrap_or(&Type::Object)
}

fn character(n: i64) -> String {
    let known = u32::try_from(n).ok().and_then(char::from_u32);
    match known.filter(|c| !c.is_control()) {
        Some(c) => format!("'{c}'"),
        None => n.to_string(),
    }
}
