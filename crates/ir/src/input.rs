//! Inputs of members: whole heaps as plain data, in the user's notation, as they are shown.

use crate::{ClassId, FieldId, MemberId, Program, Type, UniqueId};
use num_bigint::BigInt;
use num_rational::BigRational;

/// The number of an object of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InputId(pub u32);

/// A value of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputValue {
    /// `null`
    #[default]
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A permission amount.
    Perm(BigRational),
    /// An object or array of the input.
    Object(InputId),
    /// An object that exists from the start: a constant of an enum or a string.
    Unique(UniqueId),
    /// The empty collection.
    Empty,
    /// A sequence, or the elements of a set or multiset.
    List(Vec<InputValue>),
    /// The entries of a map, whose keys differ.
    Entries(Vec<(InputValue, InputValue)>),
}

impl InputValue {
    /// The value of a type that an input has if nothing else is said.
    #[must_use]
    pub fn default_of(ty: &Type) -> InputValue {
        match ty {
            Type::Int | Type::Machine(_) | Type::Floating(_) => InputValue::Int(0.into()),
            Type::Bool => InputValue::Bool(false),
            // No amount is positive and no more than the whole by default.
            Type::Perm => InputValue::Perm(BigRational::new(1.into(), 2.into())),
            Type::Class(_) | Type::Object | Type::Array(_) | Type::Null => InputValue::Null,
            Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => InputValue::Empty,
        }
    }
}

impl InputValue {
    /// A whole number of a type of integers or floating-point numbers.
    #[must_use]
    pub fn number(ty: &Type, n: i64) -> InputValue {
        let stored = ty.format().map_or(n, |format| format.nearest(n));
        InputValue::Int(stored.into())
    }

    /// The elements of a collection, or keys and values by turns; none of another value.
    #[must_use]
    pub fn parts(&self) -> Vec<&InputValue> {
        match self {
            InputValue::List(elements) => elements.iter().collect(),
            InputValue::Entries(entries) => {
                let entries = entries.iter();
                entries.flat_map(|(key, value)| [key, value]).collect()
            }
            InputValue::Null
            | InputValue::Bool(_)
            | InputValue::Int(_)
            | InputValue::Perm(_)
            | InputValue::Object(_)
            | InputValue::Unique(_)
            | InputValue::Empty => Vec::new(),
        }
    }
}

/// An object or array of an input.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum InputObject {
    /// An object of a class, with its fields; those that are not named have default values.
    Object(ClassId, Vec<(FieldId, InputValue)>),
    /// An array with its elements, of this element type.
    Array(Type, Vec<InputValue>),
    /// A text that is none of the program's, by the numbers of its characters.
    Text(Vec<u16>),
}

impl InputObject {
    /// The values of fields or elements.
    #[must_use]
    pub fn values(&self) -> Vec<&InputValue> {
        match self {
            InputObject::Object(_, fields) => fields.iter().map(|(_, value)| value).collect(),
            InputObject::Array(_, elements) => elements.iter().collect(),
            InputObject::Text(_) => Vec::new(),
        }
    }
}

/// A value that nobody knows, in one execution of its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct InputUnknown {
    /// The name and the line: `x@17`.
    pub label: String,
    /// Which execution of the place it is, from 1 on.
    pub nth: u32,
    /// The type.
    pub ty: Type,
    /// The value.
    pub value: InputValue,
}

impl InputUnknown {
    /// The name in the user's notation: `x@17#2`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}#{}", self.label, self.nth)
    }
}

/// The input of a member: values of receiver and parameters, and the heap that they refer to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Input {
    /// The receiver, if there is one.
    pub receiver: Option<InputValue>,
    /// The values of the parameters.
    pub args: Vec<InputValue>,
    /// Static fields; those that are not named have their values after initialisation.
    pub statics: Vec<(FieldId, InputValue)>,
    /// The objects, by number.
    pub objects: Vec<InputObject>,
    /// The values that nobody knows, in the order in which they were asked for.
    pub unknowns: Vec<InputUnknown>,
}

impl Input {
    /// The object of a number.
    #[must_use]
    pub fn object(&self, id: InputId) -> Option<&InputObject> {
        self.objects.get(id.0 as usize)
    }

    /// The named values: the receiver, the parameters, static fields, values that nobody knows.
    #[must_use]
    pub fn named<'i>(
        &'i self,
        program: &'i Program,
        member: MemberId,
    ) -> Vec<(String, &'i Type, &'i InputValue)> {
        let vars = program.vars(member);
        let mut named = Vec::new();
        if let (Some(this), Some(value)) = (vars.this, &self.receiver) {
            named.push(("this".to_owned(), &vars.get(this).ty, value));
        }
        for (param, value) in vars.params.iter().zip(&self.args) {
            let info = vars.get(*param);
            named.push((info.name.clone(), &info.ty, value));
        }
        for (field, value) in &self.statics {
            let info = program.field(*field);
            named.push((program.name_in(info.class, &info.name), &info.ty, value));
        }
        for unknown in &self.unknowns {
            named.push((unknown.name(), &unknown.ty, &unknown.value));
        }
        named
    }

    /// The named values in the user's notation. An object is described where it is met first,
    /// `Cell#1 { value = 3, next = null }`, and only named afterwards. So is an array that is met
    /// again: `array#2 [1, 2]`.
    #[must_use]
    pub fn shown(&self, program: &Program, member: MemberId) -> Vec<(String, String)> {
        self.shown_values(program, self.named(program, member))
    }

    /// The same for these named values, which refer to the objects of this input.
    #[must_use]
    pub fn shown_values(
        &self,
        program: &Program,
        named: Vec<(String, &Type, &InputValue)>,
    ) -> Vec<(String, String)> {
        let mut text = Text {
            input: self,
            program,
            described: vec![false; self.objects.len()],
            references: self.references(&named),
        };
        let named = named.into_iter();
        named
            .map(|(name, ty, value)| (name, text.value(ty, value)))
            .collect()
    }
}

impl Input {
    /// The objects that no named value leads to, the first of those that lead to one another.
    #[must_use]
    pub fn unnamed(&self, program: &Program, member: MemberId) -> Vec<InputValue> {
        let named = self.named(program, member).into_iter();
        let mut todo: Vec<&InputValue> = named.map(|(.., value)| value).collect();
        let mut met = vec![false; self.objects.len()];
        let mut unnamed = Vec::new();
        let numbers = (0..).map(InputId);
        for (id, _) in numbers.zip(&self.objects) {
            self.reach(&mut todo, &mut met);
            if met.get(id.0 as usize) == Some(&false) {
                unnamed.push(InputValue::Object(id));
                if let Some(known) = met.get_mut(id.0 as usize) {
                    *known = true;
                }
                todo.extend(self.object(id).map(InputObject::values).unwrap_or_default());
            }
        }
        unnamed
    }

    /// Notes the objects that values lead to.
    fn reach<'i>(&'i self, todo: &mut Vec<&'i InputValue>, met: &mut [bool]) {
        while let Some(value) = todo.pop() {
            match value {
                InputValue::Object(id) => {
                    let known = met.get_mut(id.0 as usize);
                    if known.is_some_and(|known| !std::mem::replace(known, true)) {
                        todo.extend(
                            self.object(*id)
                                .map(InputObject::values)
                                .unwrap_or_default(),
                        );
                    }
                }
                other => todo.extend(other.parts()),
            }
        }
    }

    /// How often each object is referred to, by these named values and by objects.
    fn references(&self, named: &[(String, &Type, &InputValue)]) -> Vec<u32> {
        let mut counts = vec![0; self.objects.len()];
        let objects = self.objects.iter().flat_map(InputObject::values);
        let mut todo: Vec<&InputValue> = named.iter().map(|(.., value)| *value).collect();
        todo.extend(objects);
        while let Some(value) = todo.pop() {
            match value {
                InputValue::Object(id) => {
                    if let Some(count) = counts.get_mut(id.0 as usize) {
                        *count += 1;
                    }
                }
                other => todo.extend(other.parts()),
            }
        }
        counts
    }
}

/// The description of an input under way.
struct Text<'i> {
    input: &'i Input,
    program: &'i Program,
    described: Vec<bool>,
    /// How often each object is referred to.
    references: Vec<u32>,
}

impl Text<'_> {
    fn unique(&self, id: UniqueId) -> String {
        let unique = self.program.uniques.get(id.0 as usize);
        unique.map_or_else(|| "null".to_owned(), |unique| unique.name.clone())
    }

    fn value(&mut self, ty: &Type, value: &InputValue) -> String {
        match value {
            InputValue::Null => "null".to_owned(),
            InputValue::Bool(b) => b.to_string(),
            InputValue::Int(n) => number(ty, n),
            InputValue::Perm(amount) => amount.to_string(),
            InputValue::Unique(id) => self.unique(*id),
            InputValue::Empty => self.elements(ty, &[]),
            InputValue::List(elements) => self.elements(ty, elements),
            InputValue::Entries(entries) => {
                let (of_key, of_value) = ty.entry().unwrap_or((ty, ty));
                let entries = entries.iter().map(|(key, value)| {
                    let key = self.value(of_key, key);
                    format!("{key} := {}", self.value(of_value, value))
                });
                format!("map{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
            InputValue::Object(id) => veriframe_base::stack::deep(|| self.object(*id)),
        }
    }

    /// A collection of a type with these elements.
    fn elements(&mut self, ty: &Type, elements: &[InputValue]) -> String {
        let (elem, [open, close]) = (ty.element().unwrap_or(ty), ty.brackets());
        let elements = elements.iter().map(|element| self.value(elem, element));
        format!("{open}{}{close}", elements.collect::<Vec<_>>().join(", "))
    }

    fn object(&mut self, id: InputId) -> String {
        let name = |text: &Text<'_>, class: ClassId| {
            format!("{}#{}", text.program.class(class).name, id.0 + 1)
        };
        let described = self.described.get_mut(id.0 as usize);
        let is_known = described.is_some_and(|known| std::mem::replace(known, true));
        match self.input.object(id) {
            None => "null".to_owned(),
            Some(InputObject::Text(text)) => quoted(text),
            Some(InputObject::Array(..)) if is_known => format!("array#{}", id.0 + 1),
            Some(InputObject::Object(class, _)) if is_known => name(self, *class),
            Some(InputObject::Array(elem, elements)) => {
                let elements = elements.iter().map(|element| self.value(elem, element));
                let elements = elements.collect::<Vec<_>>().join(", ");
                match self.references.get(id.0 as usize) {
                    Some(0 | 1) | None => format!("[{elements}]"),
                    Some(_) => format!("array#{} [{elements}]", id.0 + 1),
                }
            }
            Some(InputObject::Object(class, fields)) => {
                let program = self.program;
                let fields = fields.iter().map(|(field, value)| {
                    let name = program.field_text_within(*class, *field);
                    format!("{name} = {}", self.value(&program.field(*field).ty, value))
                });
                let fields: Vec<String> = fields.collect();
                if fields.is_empty() {
                    name(self, *class)
                } else {
                    format!("{} {{ {} }}", name(self, *class), fields.join(", "))
                }
            }
        }
    }
}

/// A text as a literal: what cannot be printed is escaped.
#[must_use]
pub fn quoted(text: &[u16]) -> String {
    let mut quoted = String::from('"');
    for unit in char::decode_utf16(text.iter().copied()) {
        match unit {
            Ok(c @ ('"' | '\\')) => quoted.extend(['\\', c]),
            // Java reads their numbers as ends of lines of the source.
            Ok('\n') => quoted += "\\n",
            Ok('\r') => quoted += "\\r",
            Ok(c) if !c.is_control() => quoted.push(c),
            Ok(c) => quoted += &format!("\\u{:04x}", u32::from(c)),
            Err(part) => quoted += &format!("\\u{:04x}", part.unpaired_surrogate()),
        }
    }
    quoted.push('"');
    quoted
}

/// A number; of the character type, as a character if it can be printed.
fn number(ty: &Type, n: &BigInt) -> String {
    if let Some(text) = ty.floating_text(n) {
        return text;
    }
    let is_character = ty.width() == Some(crate::Width::U16);
    let number = u32::try_from(n).ok().filter(|_| is_character);
    let character = number.and_then(char::from_u32);
    match character.filter(|c| !c.is_control()) {
        Some(c) => format!("'{c}'"),
        None => n.to_string(),
    }
}
