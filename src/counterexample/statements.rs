//! Histories as statements, in the notation of the program.

use crate::execution::machine::Violation;
use crate::execution::testing::history::{Arg, Call, Write};
use crate::ir::input::{InputObject, InputValue, quoted};
use crate::ir::{MemberId, MethodId, MethodKind, Program, Type, Width};
use crate::notation::Notation;
use crate::source::SourceMap;
use num_traits::ToPrimitive;

/// Statements under way.
pub(super) struct Statements<'s> {
    program: &'s Program,
    sources: &'s SourceMap,
    /// The statements.
    pub all: Vec<String>,
    /// The names of the objects that calls gave, in order.
    names: Vec<String>,
    /// All names that are taken.
    taken: Vec<String>,
}

/// Where a main routine meets a violation.
pub(super) fn main_routine(sources: &SourceMap, main: MethodId, violation: &Violation) -> String {
    let main = MemberId::Method(main);
    let of_main = violation
        .calls
        .iter()
        .rev()
        .find(|call| call.member == main);
    let place = of_main.map_or(violation.place, |call| call.span);
    let line = sources.start(place).line;
    let text = sources.text(place);
    let text = text.lines().next().unwrap_or_default().trim();
    let name = sources.file(place.file).shown_name();
    format!("{name}:{line}: {text}")
}

impl<'s> Statements<'s> {
    /// No statements.
    pub(super) fn new(program: &'s Program, sources: &'s SourceMap) -> Statements<'s> {
        Statements {
            program,
            sources,
            all: Vec::new(),
            names: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Adds an assignment.
    pub(super) fn write(&mut self, write: &Write) {
        let program = self.program;
        let info = program.field(write.field);
        let file = info.span.file;
        let notation = self.sources.file(file).notation();
        let value = self.argument(notation, &write.value, &info.ty);
        let place = match write.object.and_then(|at| self.names.get(at)) {
            Some(object) => format!("{object}.{}", info.name),
            None => program.static_text(write.field),
        };
        self.all
            .push(format!("{place} {} {value};", assign(notation)));
    }

    /// Adds a call, which gives an object that calls did not give before, or does not.
    pub(super) fn add(&mut self, call: &Call, gives: bool) {
        let program = self.program;
        let notation = self.notation(call.member);
        let types: Vec<Type> = program.vars(call.member).param_types().cloned().collect();
        let args = call.args.iter().zip(&types);
        let args: Vec<String> = args
            .map(|(arg, ty)| self.argument(notation, arg, ty))
            .collect();
        let args = args.join(", ");
        let (class, title) = program.title(call.member);
        let receiver = call.receiver.and_then(|at| self.names.get(at).cloned());
        let of_class = class.map(|class| program.class(class).qualified.clone());
        let (mut is_creation, mut is_value, mut is_ghost) = (false, false, false);
        match call.member {
            MemberId::Method(id) => {
                is_creation = program.method(id).kind == MethodKind::Constructor
            }
            MemberId::Pure(id) => {
                (is_value, is_ghost) = (true, program.pure_method(id).is_ghost);
            }
            MemberId::Pred(_) => {}
        }
        let call_text = match (is_creation, receiver.or_else(|| of_class.clone())) {
            (true, _) => format!("new {}({args})", of_class.clone().unwrap_or_default()),
            (false, Some(of)) => format!("{of}.{title}({args})"),
            (false, None) => format!("{title}({args})"),
        };
        let result = program.vars(call.member).result;
        let result = result.map(|result| &program.vars(call.member).get(result).ty);
        let statement = if is_creation || gives {
            let ty = match result {
                Some(ty) if !is_creation => program.type_name(ty),
                _ => of_class.unwrap_or_default(),
            };
            let name = self.new_name(&ty);
            self.names.push(name.clone());
            format!("{ty} {name} {} {call_text};", assign(notation))
        } else if is_value {
            let ty = result.map_or_else(String::new, |ty| program.type_name(ty));
            let name = self.new_name("result");
            format!("{ty} {name} {} {call_text};", assign(notation))
        } else {
            format!("{call_text};")
        };
        self.all.push(if is_ghost {
            notation.in_a_line(&format!("ghost {statement}"))
        } else {
            statement
        });
    }

    /// The notation of the text of a member.
    fn notation(&self, member: MemberId) -> Notation {
        let file = self.program.member_span(member).file;
        self.sources.file(file).notation()
    }

    /// A name that is not taken yet.
    fn new_name(&mut self, ty: &str) -> String {
        let simple = ty.rsplit('.').next().unwrap_or(ty);
        let first = simple.chars().find(|c| c.is_alphabetic());
        let first = first.map_or_else(|| "o".to_owned(), |c| c.to_lowercase().to_string());
        let mut name = first.clone();
        let mut number = 1;
        while self.taken.contains(&name) {
            number += 1;
            name = format!("{first}{number}");
        }
        self.taken.push(name.clone());
        name
    }

    fn argument(&mut self, notation: Notation, arg: &Arg, ty: &Type) -> String {
        match arg {
            Arg::Value(value) => self.value(notation, value, ty),
            Arg::Made(at) => self.names.get(*at).cloned().unwrap_or_default(),
            Arg::New(InputObject::Text(text)) => quoted(text),
            Arg::New(InputObject::Array(elem, elements)) => self.array(notation, elem, elements),
            Arg::New(InputObject::Object(..)) => "null".to_owned(),
        }
    }

    /// A new array: where it cannot be written in a call, by statements before.
    fn array(&mut self, notation: Notation, elem: &Type, elements: &[InputValue]) -> String {
        let elements: Vec<(bool, String)> = elements
            .iter()
            .map(|element| {
                let is_default = *element == InputValue::default_of(elem);
                (is_default, self.value(notation, element, elem))
            })
            .collect();
        let elem = self.program.type_name(elem);
        match notation {
            Notation::Java => {
                let elements: Vec<String> = elements.into_iter().map(|(_, text)| text).collect();
                format!("new {elem}[]{{{}}}", elements.join(", "))
            }
            Notation::Idf => {
                let name = self.new_name("array");
                // `new int[][2]` is written `new int[2][]`.
                let (base, rest) = elem.split_at(elem.find('[').unwrap_or(elem.len()));
                let count = elements.len();
                self.all
                    .push(format!("{elem}[] {name} := new {base}[{count}]{rest};"));
                for (index, (is_default, text)) in elements.into_iter().enumerate() {
                    if !is_default {
                        self.all.push(format!("{name}[{index}] := {text};"));
                    }
                }
                name
            }
        }
    }

    fn value(&self, notation: Notation, value: &InputValue, ty: &Type) -> String {
        match value {
            InputValue::Null | InputValue::Object(_) => "null".to_owned(),
            InputValue::Bool(b) => b.to_string(),
            InputValue::Int(n) if let Some(text) = ty.floating_text(n) => text,
            InputValue::Int(n) => {
                let character = n.to_u32().and_then(char::from_u32);
                match (ty.width(), notation) {
                    (Some(Width::U16), _)
                        if character.is_some_and(|c| c.is_ascii_alphanumeric()) =>
                    {
                        format!("'{}'", character.unwrap_or_default())
                    }
                    (Some(Width::I8 | Width::I16 | Width::U16), Notation::Java) => {
                        format!("({}) {n}", self.program.type_name(ty))
                    }
                    _ => n.to_string(),
                }
            }
            InputValue::Perm(amount) => amount.to_string(),
            InputValue::Unique(id) => {
                let unique = self.program.uniques.get(id.0 as usize);
                unique.map_or_else(|| "null".to_owned(), |unique| unique.name.clone())
            }
            InputValue::Empty => format!("{}()", self.program.type_name(ty)),
            InputValue::List(elements) => {
                let (elem, [open, close]) = (ty.element().unwrap_or(ty), ty.brackets());
                let elements = elements.iter().map(|one| self.value(notation, one, elem));
                format!("{open}{}{close}", elements.collect::<Vec<_>>().join(", "))
            }
            InputValue::Entries(_) => "null".to_owned(),
        }
    }
}

/// How a value is assigned.
fn assign(notation: Notation) -> &'static str {
    match notation {
        Notation::Idf => ":=",
        Notation::Java => "=",
    }
}
