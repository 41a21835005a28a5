//! Terms in the user's notation, and what a run has changed.
//!
//! Operators are written by [`printer`]. Here is what a run knows: its names, the initial heap, and
//! that a condition reads best with its constant on the right.

use super::Symbolic;
use super::heap::{Heap, Made};
use super::polynomials::multiplied_out;
use super::shortening::shorter;
use crate::compile::fields_of;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use veriframe_base::notation::Notation;
use veriframe_base::stack::deep;
use veriframe_base::visible::cut_after;
use veriframe_ir::{ClassId, FieldId, Type, ValueKind, ids};
use veriframe_logic::terms::printer::binding::{AND, COMPARISON, PRODUCT, SUM, UNARY};
use veriframe_logic::terms::printer::{self, Printer};
use veriframe_logic::terms::term::{Linear, Node};
use veriframe_logic::{Sort, Term};

/// The longest text of a term for programs.
const LONGEST: usize = 1 << 14;

/// A location of the initial heap that has another value at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The location.
    pub location: String,
    /// Its value.
    pub value: String,
}

/// A text of terms that grows.
#[derive(Debug)]
struct Shown<'s, 'p> {
    domain: &'s Symbolic<'p>,
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

    /// A term in the user's notation, of which a member can be named.
    pub(super) fn shown_operand(&self, t: Term) -> String {
        self.shown(t, UNARY)
    }

    fn shown(&self, t: Term, outer: u8) -> String {
        let mut shown = Shown {
            domain: self,
            text: String::new(),
        };
        shown.write(t, outer);
        cut_after(&shown.text, self.longest_text).into_owned()
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
        // Reading notes what it meets.
        let mut reader = self.clone();
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
                    for (index, _) in last_writes(writes, |(index, _)| *index) {
                        let value = reader.read_element(*reference, *index, &self.heap);
                        add(format!("{name}[{}]", self.text(*index)), self.text(value));
                    }
                }
            }
        }
        let written = self.written(&self.heap, &Heap::default());
        found.extend(written.into_iter().map(|(location, value)| Change {
            location,
            value: self.text(value),
        }));
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

    /// The domain, whose texts are whole.
    #[must_use]
    pub fn with_whole_texts(mut self) -> Self {
        self.longest_text = LONGEST;
        self
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

    /// The locations that a run has changed since an earlier heap, in order, with the texts of their
    /// values.
    #[must_use]
    pub fn changes(
        &self,
        since: &Symbolic<'_>,
        text: &mut dyn FnMut(&Self, Term) -> String,
    ) -> Vec<Change> {
        let (now, then) = (&self.heap, &since.heap);
        let mut values = self.changed_cells(now, then);
        values.extend(self.written(now, then));
        let changes = values.into_iter().map(|(location, value)| Change {
            location,
            value: text(self, value),
        });
        changes.collect()
    }

    /// Writes of static fields, and through references of the initial heap, since an earlier heap.
    /// A location is read as it is now: a later write through another reference may be to it, too.
    fn written(&self, now: &Heap, then: &Heap) -> Vec<(String, Term)> {
        let mut changes = Vec::new();
        // Reading notes what it meets.
        let mut reader = self.clone();
        for (field, value) in &now.statics {
            if then.statics.get(field) != Some(value) {
                changes.push((self.program.static_text(*field), *value));
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
                let value = reader.read_field(write.receiver, *field, now);
                changes.push((self.place_text(write.receiver, *field), value));
            }
        }
        for (sort, writes) in &now.elements {
            let known = then.elements.get(sort).map_or(0, Vec::len);
            let new = writes.get(known..).unwrap_or_default();
            for write in last_writes(new, |write| (write.array, write.index)) {
                let array = self.shown(write.array, UNARY);
                let value = reader.read_element(write.array, write.index, now);
                changes.push((format!("{array}[{}]", self.text(write.index)), value));
            }
        }
        changes
    }

    /// Changes of objects that were there before and are different from all others.
    fn changed_cells(&self, now: &Heap, then: &Heap) -> Vec<(String, Term)> {
        let mut changes = Vec::new();
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
                            .map(|(at, (_, b))| (format!("{name}[{at}]"), *b)),
                    );
                }
                (Made::Object(_, before), Some(Made::Object(_, after))) => {
                    let new = after.iter().filter(|(field, v)| {
                        before.get(field) != Some(v) && self.is_own_state(**field)
                    });
                    let named = |(field, value): (&FieldId, &Term)| {
                        (self.place_text(*reference, *field), *value)
                    };
                    changes.extend(new.map(named));
                }
                _ => {}
            }
        }
        changes
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
    match ty.value_kind() {
        ValueKind::Boolean => "false",
        ValueKind::Integer | ValueKind::Floating => "0",
        ValueKind::Reference => "null",
        ValueKind::Amount | ValueKind::Collection => "[]",
    }
}

impl Shown<'_, '_> {
    /// The constant that a character of a text is compared with, if it is plain.
    fn character(&self, of: Term, constant: Term) -> Option<char> {
        let (Node::App(function, _), Node::Int(code)) = (&*self.node(of), &*self.node(constant))
        else {
            return None;
        };
        let code = code.to_u32().and_then(char::from_u32)?;
        let is_plain = code.is_ascii_graphic() && code != '\'' && code != '\\' || code == ' ';
        (is_plain && self.domain.is_character(*function)).then_some(code)
    }

    /// A number that has wrapped around, as a cast.
    fn cast(&mut self, t: Term) {
        let domain = self.domain;
        if let Some((width, before)) = domain.wraps.get(&t) {
            self.push(&format!("({}) (", width.name()));
            self.write(*before, 0);
            self.push(")");
        }
    }

    /// What the library computes by cases, as a program calls it: `abs`, `min` or `max`.
    fn function_of_math(&self, t: Term) -> Option<(&'static str, Vec<Term>)> {
        if self.domain.notation != Notation::Java {
            return None;
        }
        let terms = self.domain.terms();
        let Node::Ite(condition, yes, no) = *terms.node(t) else {
            return None;
        };
        match (terms.node(condition), terms.node(no)) {
            (Node::Le(a, b), _) if (*a, *b) == (yes, no) => Some(("Math.min", vec![yes, no])),
            (Node::Le(a, b), _) if (*b, *a) == (yes, no) => Some(("Math.max", vec![no, yes])),
            // The one number without an opposite is apart.
            (Node::Eq(a, b), Node::Ite(negative, opposite, same))
                if *same == yes && [a, b].contains(&&yes) =>
            {
                let is_sign = matches!(terms.node(*negative), Node::Lt(x, zero)
                    if *x == yes && matches!(terms.node(*zero), Node::Int(n) if n.is_zero()));
                let Linear { parts, constant } = terms.linear(*opposite);
                let is_opposite = constant.is_zero()
                    && matches!(parts.as_slice(), [(factor, x)] if *x == yes && (-factor).is_one());
                (is_sign && is_opposite).then(|| ("Math.abs", vec![yes]))
            }
            _ => None,
        }
    }
}

impl Printer<'static> for Shown<'_, '_> {
    const LEFT_TO_RIGHT: bool = true;

    fn node(&self, t: Term) -> Cow<'static, Node> {
        Cow::Owned(self.domain.terms().node(t).clone())
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn equality(&self) -> &'static str {
        self.domain.notation.equality()
    }

    /// What a character of a text is compared with is a character.
    fn operands(&mut self, [left, right]: [Term; 2], operator: &str, own: u8) {
        self.write(left, own);
        self.push(&format!(" {operator} "));
        match self.character(left, right) {
            Some(c) => self.push(&format!("'{c}'")),
            None => self.write(right, own + 1),
        }
    }

    fn write(&mut self, t: Term, outer: u8) {
        // A term is a graph: its text can be longer than any memory.
        if self.text.len() > 4 * self.domain.longest_text {
            return;
        }
        match self.domain.names.get(&t) {
            Some(name) => self.text.push_str(name),
            None if self.domain.wraps.contains_key(&t) => deep(|| self.cast(t)),
            None => deep(|| match self.function_of_math(t) {
                Some((function, operands)) => {
                    self.push(function);
                    self.enclosed("(", &operands, ")");
                }
                None => match self.shorter(t) {
                    Some(shorter) => self.write(shorter, outer),
                    None => printer::write_operation(self, t, outer),
                },
            }),
        }
    }

    fn write_other(&mut self, t: Term, node: &Node, _: u8) {
        match node {
            Node::Unique(number) => {
                let unique = self.domain.program.uniques.get(*number as usize);
                self.push(unique.map_or("?", |unique| unique.name.as_str()));
            }
            Node::App(function, args) => self.application(*function, args),
            _ => {
                let text = self.domain.terms().text(t);
                self.push(&text);
            }
        }
    }

    /// Of two sums that differ by a constant, the constant is on the right.
    fn order(&mut self, [a, b]: [Term; 2], [operator, swapped]: [&str; 2], outer: u8) {
        let (a, b) = self.move_constant(a, b);
        match *self.node(a) {
            Node::Int(_) => self.infix([b, a], swapped, COMPARISON, outer),
            _ => self.infix([a, b], operator, COMPARISON, outer),
        }
    }

    fn equation(&mut self, [a, b]: [Term; 2], operator: &str, outer: u8) {
        if let Some((object, class)) = self.class_equation(a, b).or(self.class_equation(b, a)) {
            self.push("class of ");
            return self.member(object, &format!(" {operator} {class}"));
        }
        let sides = match *self.node(a) {
            Node::Int(_) | Node::Null | Node::Unique(_) => [b, a],
            _ => [a, b],
        };
        self.infix(sides, operator, COMPARISON, outer);
    }

    /// Positive parts are first.
    fn sum(&mut self, linear: &Linear) {
        let mut parts: Vec<_> = linear
            .parts
            .iter()
            .map(|(factor, t)| (factor, *t))
            .collect();
        parts.sort_by_key(|(factor, _)| factor.is_negative());
        printer::summands(self, parts.into_iter(), &linear.constant);
    }
}

impl Shown<'_, '_> {
    /// The same sum or comparison, if there is one that is shorter.
    fn shorter(&self, t: Term) -> Option<Term> {
        let domain = self.domain;
        let is_cast = |t: Term| domain.wraps.contains_key(&t);
        let mut terms = domain.terms();
        let compared = match *terms.node(t) {
            Node::Not(inner) => inner,
            _ => t,
        };
        match *terms.node(compared) {
            Node::Sum(Sort::Int, _) | Node::Mul(..) => multiplied_out(&mut terms, t, &is_cast),
            Node::Le(a, b) | Node::Lt(a, b) | Node::Eq(a, b) if !is_cast(a) && !is_cast(b) => {
                shorter(&mut terms, t)
            }
            _ => None,
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

    /// The object and the class of `class of o == C`.
    fn class_equation(&self, a: Term, b: Term) -> Option<(Term, String)> {
        let (Node::App(function, args), Node::Int(number)) = (&*self.node(a), &*self.node(b))
        else {
            return None;
        };
        let (object, number) = (args.first()?, number.to_usize()?);
        let class = self.domain.program.classes.get(number)?;
        let is_class = *function == self.domain.initial.class;
        is_class.then(|| (*object, class.name.clone()))
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
            [a, b] if function == initial.joined => {
                self.push("(");
                self.infix([*a, *b], "+", SUM, 0);
                self.push(")");
            }
            [array] if function == initial.length => self.member(*array, ".length"),
            [object] if function == initial.class => {
                self.push("class of ");
                self.write(*object, UNARY);
            }
            [array, index] => {
                self.write(*array, UNARY);
                self.enclosed("[", &[*index], "]");
            }
            _ => {
                let name = self.domain.terms().function_name(function).to_owned();
                for receiver in args {
                    self.member(*receiver, ".");
                }
                self.push(&name);
            }
        }
    }

    /// A call of a pure method, by its position.
    fn pure_call(&mut self, position: usize, inputs: &[Term]) {
        let program = self.domain.program;
        let Some(pure) = program.pures.get(position) else {
            return;
        };
        let (receiver, args) = inputs.split_at(inputs.len().min(pure.vars.this.iter().len()));
        match receiver {
            [receiver] => {
                self.write(*receiver, UNARY);
                self.push(&format!(".{}", pure.name));
            }
            _ => self.push(&program.name_in(pure.class, &pure.name)),
        }
        self.enclosed("(", args, ")");
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
