//! Terms in the user's notation, and what a run has changed.

use super::Symbolic;
use super::heap::{Heap, Made};
use crate::compile::fields_of;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use veriframe_ir::{ClassId, FieldId, Type, ids};
use veriframe_logic::terms::term::{Linear, Node};
use veriframe_logic::{Sort, Term};

/// The longest text of a term; longer ones are cut.
const MAX_TEXT: usize = 400;

/// A location of the initial heap that has another value at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The location.
    pub location: String,
    /// Its value.
    pub value: String,
}

/// Binding strengths of operators, as in Java.
const CONDITIONAL: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
pub(super) const COMPARISON: u8 = 4;
pub(super) const SUM: u8 = 5;
const PRODUCT: u8 = 6;
pub(super) const UNARY: u8 = 9;

/// A text of terms that grows.
#[derive(Debug)]
pub(super) struct Shown<'s, 'p> {
    pub(super) domain: &'s Symbolic<'p>,
    text: String,
}

impl Symbolic<'_> {
    /// A term in the user's notation.
    #[must_use]
    pub fn text(&self, t: Term) -> String {
        self.shown(t, 0)
    }

    /// A value in the user's notation.
    #[must_use]
    pub fn shown_value(&self, value: &super::Value) -> String {
        self.text(self.term(value))
    }

    fn shown(&self, t: Term, outer: u8) -> String {
        let mut shown = Shown {
            domain: self,
            text: String::new(),
        };
        shown.write(t, outer);
        let mut text = shown.text;
        if text.chars().count() > MAX_TEXT {
            text = text.chars().take(MAX_TEXT).chain("…".chars()).collect();
        }
        text
    }

    /// A field of an object, or the call of the pure method that it stands for.
    fn place_text(&self, object: Term, field: FieldId) -> String {
        let text = self.shown(object, UNARY);
        match self.pure_of(field) {
            Some(_) => format!("{text}.{}", self.name_of(field)),
            None => self
                .program
                .field_text(&text, self.class_known(object), field),
        }
    }

    /// What is known of the class of an object.
    fn class_known(&self, object: Term) -> Option<ClassId> {
        match (self.heap.made.get(&object), self.types.get(&object)) {
            (Some(Made::Object(class, _)), _) | (None, Some(Type::Class(class))) => Some(*class),
            _ => None,
        }
    }

    /// The locations whose values are known: the cells of objects that are different from all
    /// others, and what was written through other references, in order.
    #[must_use]
    pub fn locations(&self) -> Vec<Change> {
        let mut found = Vec::new();
        let mut objects: Vec<_> = self.heap.made.iter().collect();
        objects.sort_unstable_by_key(|(reference, _)| **reference);
        for (reference, made) in objects {
            let name = self.shown(*reference, UNARY);
            let mut add = |location: String, value: String| {
                found.push(Change { location, value });
            };
            match made {
                Made::Object(class, cells) => {
                    add(name.clone(), self.program.class(*class).name.clone());
                    for (field, value) in cells {
                        add(self.place_text(*reference, *field), self.text(*value));
                    }
                }
                Made::Array(elements) => {
                    let elements = elements.iter().map(|element| self.text(*element));
                    let elements: Vec<String> = elements.collect();
                    add(name, format!("[{}]", elements.join(", ")));
                }
                Made::Open(length, _, writes) => {
                    add(format!("{name}.length"), self.text(*length));
                    for (index, value) in writes {
                        add(format!("{name}[{}]", self.text(*index)), self.text(*value));
                    }
                }
            }
        }
        self.written(&self.heap, &Heap::default(), &mut found);
        found
    }

    /// The domain with names for the objects that were made since an earlier one, in the order in
    /// which they were made.
    #[must_use]
    pub fn with_names(&self, since: &Symbolic<'_>) -> Self {
        let made = self.heap.made.iter();
        let mut made: Vec<_> = made
            .filter(|(reference, _)| !since.heap.made.contains_key(reference))
            .collect();
        made.sort_unstable_by_key(|(reference, _)| **reference);
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        let mut names = FxHashMap::default();
        for (reference, made) in made {
            let class = match made {
                Made::Object(class, _) => self.program.class(*class).name.clone(),
                Made::Array(_) | Made::Open(..) => "array".to_owned(),
            };
            let count = counts.entry(class.clone()).or_default();
            *count += 1;
            names.insert(*reference, format!("new {class}#{count}"));
        }
        Symbolic {
            names: Rc::new(names),
            ..self.clone()
        }
    }

    /// The objects with names that a result and the heap refer to, with their contents, in order.
    #[must_use]
    pub fn new_objects(&self, result: Option<Term>) -> Vec<Change> {
        let heap = &self.heap;
        let fields = heap.fields.values().flatten().map(|write| write.value);
        let elements = heap.elements.values().flatten().map(|write| write.value);
        let mut todo: Vec<Term> = result.into_iter().chain(fields).chain(elements).collect();
        todo.extend(heap.statics.values());
        let given = heap.made.iter();
        let given = given.filter(|(reference, _)| !self.names.contains_key(reference));
        todo.extend(given.flat_map(|(_, made)| contents(made)));
        let mut met: BTreeSet<Term> = BTreeSet::new();
        let mut named: BTreeSet<Term> = BTreeSet::new();
        while let Some(t) = todo.pop() {
            if !met.insert(t) {
                continue;
            }
            if let (true, Some(made)) = (self.names.contains_key(&t), heap.made.get(&t)) {
                named.insert(t);
                todo.extend(contents(made));
            }
            todo.extend(self.terms().children(t).iter().copied());
        }
        let shown = named.into_iter().filter_map(|t| {
            let location = self.names.get(&t)?.clone();
            let value = self.described(heap.made.get(&t)?);
            Some(Change { location, value })
        });
        shown.collect()
    }

    /// The contents of an object.
    fn described(&self, made: &Made) -> String {
        match made {
            Made::Object(class, cells) => {
                let fields = fields_of(self.program, *class).into_iter();
                let fields = fields.map(|field| {
                    let info = self.program.field(field);
                    let value = match cells.get(&field) {
                        Some(value) => self.text(*value),
                        None => default_text(&info.ty).to_owned(),
                    };
                    format!(
                        "{} = {value}",
                        self.program.field_text_within(*class, field)
                    )
                });
                let mut fields: Vec<String> = fields.collect();
                let states = cells.iter().filter(|(field, _)| {
                    self.pure_of(**field).is_some() && self.is_own_state(**field)
                });
                fields.extend(states.map(|(field, value)| {
                    format!("{} = {}", self.name_of(*field), self.text(*value))
                }));
                format!("{{ {} }}", fields.join(", "))
            }
            Made::Array(elements) => {
                let elements = elements.iter().map(|element| self.text(*element));
                format!("[{}]", elements.collect::<Vec<_>>().join(", "))
            }
            Made::Open(length, default, writes) => {
                let default = self.text(*default);
                let mut text = format!("{} times {default}", self.shown(*length, PRODUCT));
                for (index, value) in writes {
                    text += &format!(", then [{}] = {}", self.text(*index), self.text(*value));
                }
                text
            }
        }
    }

    /// The conjunction of conditions.
    #[must_use]
    pub fn conjunction(&self, conditions: &[Term]) -> String {
        match conditions {
            [condition] => self.text(*condition),
            _ => {
                let parts = conditions.iter().map(|t| self.shown(*t, AND));
                parts.collect::<Vec<_>>().join(" && ")
            }
        }
    }

    /// The locations that a run has changed since an earlier heap, in order.
    #[must_use]
    pub fn changes(&self, since: &Symbolic<'_>) -> Vec<Change> {
        let (now, then) = (&self.heap, &since.heap);
        let mut changes = Vec::new();
        self.changed_cells(now, then, &mut changes);
        self.written(now, then, &mut changes);
        changes
    }

    /// Writes of static fields, and through references of the initial heap, since an earlier heap.
    fn written(&self, now: &Heap, then: &Heap, changes: &mut Vec<Change>) {
        for (field, value) in &now.statics {
            if then.statics.get(field) != Some(value) {
                let info = self.program.field(*field);
                let class = &self.program.class(info.class).name;
                changes.push(Change {
                    location: format!("{class}.{}", info.name),
                    value: self.text(*value),
                });
            }
        }
        let states = now
            .fields
            .iter()
            .filter(|(field, _)| self.is_own_state(**field));
        for (field, writes) in states {
            let known = then.fields.get(field).map_or(0, Vec::len);
            let new = writes.get(known..).unwrap_or_default();
            for write in last_writes(new, |write| write.receiver) {
                changes.push(Change {
                    location: self.place_text(write.receiver, *field),
                    value: self.text(write.value),
                });
            }
        }
        for (sort, writes) in &now.elements {
            let known = then.elements.get(sort).map_or(0, Vec::len);
            let new = writes.get(known..).unwrap_or_default();
            for write in last_writes(new, |write| (write.array, write.index)) {
                let array = self.shown(write.array, UNARY);
                changes.push(Change {
                    location: format!("{array}[{}]", self.text(write.index)),
                    value: self.text(write.value),
                });
            }
        }
    }

    /// Changes of objects that were there before and are different from all others.
    fn changed_cells(&self, now: &Heap, then: &Heap, changes: &mut Vec<Change>) {
        let mut objects: Vec<_> = then.made.iter().collect();
        objects.sort_unstable_by_key(|(reference, _)| **reference);
        for (reference, before) in objects {
            let name = self.shown(*reference, UNARY);
            match (before, now.made.get(reference)) {
                (Made::Array(before), Some(Made::Array(after))) => {
                    let pairs = before.iter().zip(after).enumerate();
                    changes.extend(
                        pairs
                            .filter(|(_, (a, b))| a != b)
                            .map(|(at, (_, b))| Change {
                                location: format!("{name}[{at}]"),
                                value: self.text(*b),
                            }),
                    );
                }
                (Made::Object(_, before), Some(Made::Object(_, after))) => {
                    let new = after.iter().filter(|(field, v)| {
                        before.get(field) != Some(v) && self.is_own_state(**field)
                    });
                    changes.extend(new.map(|(field, value)| Change {
                        location: self.place_text(*reference, *field),
                        value: self.text(*value),
                    }));
                }
                _ => {}
            }
        }
    }
}

/// The values in an object.
fn contents(made: &Made) -> Vec<Term> {
    match made {
        Made::Object(_, cells) => cells.values().copied().collect(),
        Made::Array(elements) => elements.clone(),
        Made::Open(_, _, writes) => writes.iter().map(|(_, value)| *value).collect(),
    }
}

/// The default value of a type.
fn default_text(ty: &Type) -> &'static str {
    match ty {
        Type::Bool => "false",
        ty if ty.is_int() => "0",
        ty if ty.is_ref() => "null",
        _ => "[]",
    }
}

impl Shown<'_, '_> {
    fn node(&self, t: Term) -> Node {
        self.domain.terms().node(t).clone()
    }

    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes a term; `outer` is the binding strength of what surrounds it.
    pub(super) fn write(&mut self, t: Term, outer: u8) {
        if self.text.len() > 4 * MAX_TEXT {
            return;
        }
        veriframe_base::stack::deep(|| self.write_node(t, outer));
    }

    pub(super) fn within(&mut self, own: u8, outer: u8, write: impl FnOnce(&mut Self)) {
        let is_closed = own < outer;
        self.push(if is_closed { "(" } else { "" });
        write(self);
        self.push(if is_closed { ")" } else { "" });
    }

    pub(super) fn infix(&mut self, left: Term, operator: &str, right: Term, own: u8, outer: u8) {
        self.within(own, outer, |this| {
            this.write(left, own);
            this.push(&format!(" {operator} "));
            this.write(right, own + 1);
        });
    }

    pub(super) fn list(&mut self, parts: &[Term], separator: &str, own: u8, outer: u8) {
        self.within(own, outer, |this| {
            for (position, part) in parts.iter().enumerate() {
                this.push(if position > 0 { separator } else { "" });
                this.write(*part, own + 1);
            }
        });
    }

    fn write_node(&mut self, t: Term, outer: u8) {
        if let Some(name) = self.domain.names.get(&t) {
            return self.text.push_str(name);
        }
        match self.node(t) {
            Node::Symbol(number) => {
                let name = self.domain.terms().symbol_name(number).to_owned();
                self.push(&name);
            }
            Node::Bool(b) => self.push(&b.to_string()),
            Node::Int(n) => self.push(&n.to_string()),
            Node::Perm(amount) => self.push(&amount.to_string()),
            Node::Null => self.push("null"),
            Node::Owner(number) => {
                let unique = self.domain.program.uniques.get(number as usize);
                let name = unique.map_or("?", |unique| unique.name.as_str()).to_owned();
                self.push(&name);
            }
            Node::Not(inner) => match self.node(inner) {
                Node::Eq(a, b) => self.equation(a, "!=", b, outer),
                _ => {
                    self.push("!");
                    self.write(inner, UNARY);
                }
            },
            Node::And(parts) => self.list(&parts, " && ", AND, outer),
            Node::Or(parts) => self.list(&parts, " || ", OR, outer),
            Node::Ite(c, a, b) => self.within(CONDITIONAL, outer, |this| {
                this.write(c, CONDITIONAL + 1);
                this.push(" ? ");
                this.write(a, CONDITIONAL + 1);
                this.push(" : ");
                this.write(b, CONDITIONAL);
            }),
            Node::Eq(a, b) => {
                let operator = self.domain.notation.equality();
                self.equation(a, operator, b, outer);
            }
            Node::Le(a, b) => self.comparison(a, b, ["<=", ">="], outer),
            Node::Lt(a, b) => self.comparison(a, b, ["<", ">"], outer),
            Node::Sum(_, linear) => self.within(SUM, outer, |this| this.sum(&linear)),
            Node::Mul(a, b) => self.infix(a, "*", b, PRODUCT, outer),
            Node::Div(a, b) => self.infix(a, "/", b, PRODUCT, outer),
            Node::Rem(a, b) => self.infix(a, "%", b, PRODUCT, outer),
            Node::App(function, args) => self.application(function, &args),
            Node::Coll(op, args) => self.collection(op, &args, outer),
            _ => {
                let text = self.domain.terms().text(t);
                self.push(&text);
            }
        }
    }

    /// A comparison. Of two sums that differ by a constant, the constant is on the right.
    fn comparison(&mut self, a: Term, b: Term, [operator, turned]: [&str; 2], outer: u8) {
        let (a, b) = self.move_constant(a, b);
        match self.node(a) {
            Node::Int(_) => self.infix(b, turned, a, COMPARISON, outer),
            _ => self.infix(a, operator, b, COMPARISON, outer),
        }
    }

    /// The same comparison, with the constant of a sum on the side of a constant.
    fn move_constant(&self, a: Term, b: Term) -> (Term, Term) {
        let mut terms = self.domain.terms();
        let (sum, other) = match (terms.node(a), terms.node(b)) {
            (Node::Sum(Sort::Int, sum), Node::Int(_)) => (sum, b),
            (Node::Int(_), Node::Sum(Sort::Int, sum)) => (sum, a),
            _ => return (a, b),
        };
        let constant = sum.constant.to_integer();
        let constant = terms.int(constant);
        let other = terms.sub(other, constant);
        match terms.node(a) {
            Node::Int(_) => (other, terms.sub(b, constant)),
            _ => (terms.sub(a, constant), other),
        }
    }

    fn equation(&mut self, a: Term, operator: &str, b: Term, outer: u8) {
        if let Some((object, class)) = self.class_equation(a, b).or(self.class_equation(b, a)) {
            self.push("class of ");
            self.write(object, UNARY);
            return self.push(&format!(" {operator} {class}"));
        }
        let is_constant = |node: Node| matches!(node, Node::Int(_) | Node::Null | Node::Owner(_));
        if is_constant(self.node(a)) {
            self.infix(b, operator, a, COMPARISON, outer)
        } else {
            self.infix(a, operator, b, COMPARISON, outer)
        }
    }

    /// The object and the class of `class of o == C`.
    fn class_equation(&self, a: Term, b: Term) -> Option<(Term, String)> {
        let (Node::App(function, args), Node::Int(number)) = (self.node(a), self.node(b)) else {
            return None;
        };
        let (object, number) = (args.first()?, number.to_usize()?);
        let class = self.domain.program.classes.get(number)?;
        let is_class = function == self.domain.initial.class;
        is_class.then(|| (*object, class.name.clone()))
    }

    fn sum(&mut self, linear: &Linear) {
        let mut is_first = true;
        let positive_first = linear.parts.iter();
        let mut parts: Vec<_> = positive_first.collect();
        parts.sort_by_key(|(factor, _)| factor.is_negative());
        for (factor, part) in parts {
            match (is_first, factor.is_negative()) {
                (true, true) => self.push("-"),
                (true, false) => {}
                (false, true) => self.push(" - "),
                (false, false) => self.push(" + "),
            }
            let size = factor.abs();
            if !size.is_one() {
                self.push(&format!("{size} * "));
            }
            self.write(*part, PRODUCT);
            is_first = false;
        }
        if !linear.constant.is_zero() {
            self.push(if linear.constant.is_negative() {
                " - "
            } else {
                " + "
            });
            self.push(&linear.constant.abs().to_string());
        }
    }

    /// A field, an element, a length or a class of the initial heap.
    fn application(&mut self, function: veriframe_logic::Func, args: &[Term]) {
        let initial = self.domain.initial.clone();
        let fields = self.domain.program.fields.len();
        let mut pures = initial.fields.iter().skip(fields);
        if let Some(position) = pures.position(|known| *known == function) {
            return self.pure_call(position, args);
        }
        let mut declared = ids::<FieldId>(fields).zip(&initial.fields);
        let field = declared.find(|(_, known)| **known == function);
        if let (Some((field, _)), [object]) = (field, args) {
            let start = self.text.len();
            self.write(*object, UNARY);
            let (program, class) = (self.domain.program, self.domain.class_known(*object));
            let object = self.text.split_off(start);
            return self.push(&program.field_text(&object, class, field));
        }
        match args {
            [array] if function == initial.length => {
                self.write(*array, UNARY);
                self.push(".length");
            }
            [object] if function == initial.class => {
                self.push("class of ");
                self.write(*object, UNARY);
            }
            [array, index] => {
                self.write(*array, UNARY);
                self.push("[");
                self.write(*index, 0);
                self.push("]");
            }
            _ => {
                let name = self.domain.terms().function_name(function).to_owned();
                for receiver in args {
                    self.write(*receiver, UNARY);
                    self.push(".");
                }
                self.push(&name);
            }
        }
    }
}

/// The last write of each location, in order.
fn last_writes<W, K: Eq + std::hash::Hash>(writes: &[W], location: impl Fn(&W) -> K) -> Vec<&W> {
    let mut met = FxHashSet::default();
    let newest = writes.iter().rev();
    let mut last: Vec<&W> = newest.filter(|write| met.insert(location(write))).collect();
    last.reverse();
    last
}
