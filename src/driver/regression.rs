//! Regression tests of violations in `.idf` files: the file with a main routine that makes the
//! input and calls the member, which `veriframe run` then runs into the same violation. Those of
//! Java programs are in `junit`.
//!
//! Inputs can be of any shape, so they are not made by the program's own constructors: the copy
//! of the file gets a constructor for each class of the input, told apart by its number of
//! parameters.

use super::{RunEnd, RunRequest, Workspace};
use crate::diagnostics::Diagnostic;
use crate::execution::compile::fields_of;
use crate::execution::input::{Input, InputObject, InputValue, quoted};
use crate::execution::testing::runner::{MAX_CELLS, MAX_STEPS};
use crate::execution::testing::subject::Subject;
use crate::ir::{ClassId, ClassKind, MemberId, Method, MethodKind, Program, Type};
use crate::source::{SourceMap, Span};
use crate::stop::Stop;
use crate::verify::Options;
use std::collections::BTreeSet;

/// A regression test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regression {
    /// The path of its file: of a Java class in a package, in the folders of the package.
    pub file: String,
    /// Its text.
    pub text: String,
}

/// What a regression test is made of.
#[derive(Clone, Copy)]
pub(super) struct Case<'c> {
    pub(super) sources: &'c SourceMap,
    pub(super) program: &'c Program,
    pub(super) subject: &'c Subject,
    pub(super) input: &'c Input,
    pub(super) diagnostic: &'c Diagnostic,
    /// The exception that Java throws, if any.
    pub(super) exception: Option<&'c str>,
}

impl Case<'_> {
    /// Refuses an input with values that nobody knows: a program cannot give them to itself.
    ///
    /// # Errors
    /// If there are some; what to say.
    pub(super) fn needs_no_unknowns(&self) -> Result<(), String> {
        match self.input.unknowns.first() {
            None => Ok(()),
            Some(unknown) => Err(format!(
                "it would need the value `{}`, which only `--input` gives",
                unknown.name()
            )),
        }
    }

    /// The test as an `.idf` file.
    ///
    /// # Errors
    /// If there is none: why.
    pub(super) fn idf(self, options: &Options) -> Result<Regression, String> {
        self.needs_no_unknowns()?;
        let file = self.sources.file(self.place().file);
        let main = self.main_routine();
        let main = main.ok_or("the member cannot be called from a main routine")?;
        let text = format!("{}\n{main}", self.with_constructors());
        let name = format!("{}.idf", self.name());
        let mut workspace = Workspace::new(Options {
            cache: None,
            listeners: Vec::new(),
            members: Vec::new(),
            ..options.clone()
        });
        workspace.set(file.name(), text.clone());
        let loaded = workspace.load();
        let request = RunRequest {
            entry: None,
            args: Vec::new(),
            input: Vec::new(),
            contracts: true,
            steps: 4 * MAX_STEPS,
            memory: 64 * u64::try_from(MAX_CELLS).unwrap_or(u64::MAX),
        };
        let report = loaded.run(&request, &Stop::default(), &mut |_| true);
        let found = report.ok().and_then(|report| match report.end {
            RunEnd::Violation(found, _) => Some(found),
            _ => None,
        });
        let is_same = found.is_some_and(|found| {
            found.code == self.diagnostic.code
                && loaded.sources().text(found.span) == self.sources.text(self.diagnostic.span)
        });
        if is_same {
            Ok(Regression { file: name, text })
        } else {
            Err("a main routine with this input does not show the violation".to_owned())
        }
    }

    pub(super) fn place(self) -> Span {
        self.program.member_span(self.subject.member)
    }

    /// A name for the test.
    pub(super) fn name(self) -> String {
        let member = self.program.member_name(self.subject.member);
        let line = self.sources.start(self.diagnostic.span).line;
        let code = self.diagnostic.code.name().replace('-', "_");
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let member: String = member.chars().map(plain).collect();
        format!("{member}_{code}_{line}")
    }

    /// The number of parameters of the constructors that are added.
    fn arity(self) -> usize {
        let constructors = self.program.methods.iter();
        let constructors = constructors.filter(|method| method.kind == MethodKind::Constructor);
        let most = constructors.map(|method| method.vars.params.len()).max();
        most.unwrap_or(0) + 1
    }

    /// The classes of the input's objects, and those above them.
    fn classes(self) -> BTreeSet<ClassId> {
        let objects = self.input.objects.iter();
        let classes = objects.filter_map(|object| match object {
            InputObject::Object(class, _) => Some(*class),
            InputObject::Array(..) | InputObject::Text(_) => None,
        });
        let above = classes.flat_map(|class| self.program.hierarchy.supertypes_of(class));
        let is_extended = |class: &ClassId| {
            let info = self.program.class(*class);
            info.kind != ClassKind::Interface && !info.span.file.is_library()
        };
        above.filter(is_extended).collect()
    }

    /// The text of the file without its main routine, with the constructors.
    fn with_constructors(self) -> String {
        let file = self.place().file;
        let text = self.sources.file(file).text();
        let mains = self.program.methods.iter();
        let is_main = |method: &&Method| {
            method.kind == MethodKind::Main
                && method.class.is_none()
                && method.name_span.file == file
        };
        let end = mains.filter(is_main).map(|main| main.name_span.start).min();
        let end = end.map_or(text.len(), |end| end as usize);
        let mut result = text.get(..end).unwrap_or(text).trim_end().to_owned();
        let mut added: Vec<(usize, String)> = Vec::new();
        for class in self.classes() {
            let info = self.program.class(class);
            let after = info.span.end as usize;
            if let Some(at) = body_start(&result, after).filter(|_| info.span.file == file) {
                added.push((at, self.constructor(class)));
            }
        }
        added.sort();
        for (at, constructor) in added.into_iter().rev() {
            result.insert_str(at, &constructor);
        }
        result.push('\n');
        result
    }

    /// A constructor that gives access to all fields.
    fn constructor(self, class: ClassId) -> String {
        let info = self.program.class(class);
        let count = self.arity();
        let params: Vec<String> = (1..=count).map(|n| format!("boolean made{n}")).collect();
        let fields = fields_of(self.program, class).into_iter();
        let access = fields.map(|field| {
            let field = self.program.field_text("this", Some(class), field);
            format!("acc({field})")
        });
        let access: Vec<String> = access.collect();
        let ensures = if access.is_empty() {
            "true".to_owned()
        } else {
            access.join(" * ")
        };
        let extended = info.supers.iter();
        let mut extended = extended.filter(|&&above| {
            let above = self.program.class(above);
            above.kind != ClassKind::Interface
        });
        let above = match extended.next() {
            Some(_) => format!("super({}); ", vec!["false"; count].join(", ")),
            None => String::new(),
        };
        format!(
            " {}({}) ensures {ensures}; {{ {above}}}",
            info.name,
            params.join(", ")
        )
    }

    /// The main routine: it makes the input and calls the member.
    fn main_routine(self) -> Option<String> {
        let program = self.program;
        let mut lines = Vec::new();
        let made = vec!["false"; self.arity()].join(", ");
        for (number, object) in (1..).zip(&self.input.objects) {
            lines.push(match object {
                InputObject::Object(class, _) => {
                    let name = &program.class(*class).name;
                    format!("{name} o{number} := new {name}({made});")
                }
                InputObject::Array(elem, elements) => {
                    let elem = program.type_name(elem);
                    // `new int[][2]` is written `new int[2][]`.
                    let (base, rest) = elem.split_at(elem.find('[').unwrap_or(elem.len()));
                    format!(
                        "{elem}[] o{number} := new {base}[{}]{rest};",
                        elements.len()
                    )
                }
                InputObject::Text(text) => format!("String o{number} := {};", quoted(text)),
            });
        }
        for (number, object) in (1..).zip(&self.input.objects) {
            match object {
                InputObject::Object(class, fields) => {
                    for (field, value) in fields {
                        let object = format!("o{number}");
                        let ty = &program.field(*field).ty;
                        let field = program.field_text(&object, Some(*class), *field);
                        if *value != InputValue::Empty {
                            lines.push(format!("{field} := {};", self.value(value, ty)));
                        }
                    }
                }
                InputObject::Array(elem, elements) => {
                    for (index, value) in elements.iter().enumerate() {
                        let value = self.value(value, elem);
                        lines.push(format!("o{number}[{index}] := {value};"));
                    }
                }
                InputObject::Text(_) => {}
            }
        }
        for (field, value) in &self.input.statics {
            let value = self.value(value, &program.field(*field).ty);
            lines.push(format!("{} := {value};", program.static_text(*field)));
        }
        lines.push(self.call()?);
        Some(format!("\n{}\n", lines.join("\n")))
    }

    fn call(self) -> Option<String> {
        let program = self.program;
        let args = self.input.args.iter().zip(&self.subject.params);
        let args = args.map(|(value, ty)| self.value(value, ty));
        let args = args.collect::<Vec<_>>().join(", ");
        let of = |class: Option<ClassId>| match &self.input.receiver {
            Some(receiver) => Some(self.value(receiver, &Type::Object)),
            None => Some(program.class(class?).name.clone()),
        };
        match self.subject.member {
            MemberId::Method(id) => {
                let method = program.method(id);
                Some(match method.kind {
                    MethodKind::Constructor => {
                        let name = &program.class(method.class?).name;
                        format!("{name} created := new {name}({args});")
                    }
                    MethodKind::Main | MethodKind::Initialiser => return None,
                    _ => format!("{}.{}({args});", of(method.class)?, method.name),
                })
            }
            MemberId::Pure(id) => {
                let pure = program.pure_method(id);
                let ghost = if pure.is_ghost { "ghost " } else { "" };
                let ty = program.type_name(&pure.ty);
                let of = of(pure.class)?;
                Some(format!("{ghost}{ty} r := {of}.{}({args});", pure.name))
            }
            MemberId::Pred(_) => None,
        }
    }

    fn value(self, value: &InputValue, ty: &Type) -> String {
        match value {
            InputValue::Null => "null".to_owned(),
            InputValue::Bool(b) => b.to_string(),
            InputValue::Int(n) => ty.floating_text(n).unwrap_or_else(|| n.to_string()),
            InputValue::Perm(amount) => amount.to_string(),
            InputValue::Object(id) => format!("o{}", id.0 + 1),
            InputValue::Unique(id) => {
                let unique = self.program.uniques.get(id.0 as usize);
                unique.map_or_else(|| "null".to_owned(), |unique| unique.name.clone())
            }
            InputValue::List(elements) => {
                let (elem, [open, close]) = (ty.element().unwrap_or(ty), ty.brackets());
                let elements = elements.iter().map(|value| self.value(value, elem));
                format!("{open}{}{close}", elements.collect::<Vec<_>>().join(", "))
            }
            InputValue::Entries(entries) => {
                let (of_key, of_value) = ty.entry().unwrap_or((ty, ty));
                let entries = entries.iter().map(|(key, value)| {
                    let key = self.value(key, of_key);
                    format!("{key} := {}", self.value(value, of_value))
                });
                format!("map{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
            InputValue::Empty => format!("{}()", self.program.type_name(ty)),
        }
    }
}

/// The position after the brace that opens a class whose name ends at `after`.
fn body_start(text: &str, after: usize) -> Option<usize> {
    let mut at = after;
    loop {
        let rest = text.get(at..)?;
        let skipped = match rest {
            _ if rest.starts_with("//") => rest.find('\n')?,
            _ if rest.starts_with("/*") => rest.find("*/")? + 2,
            _ if rest.starts_with('{') => return Some(at + 1),
            _ => rest.chars().next()?.len_utf8(),
        };
        at += skipped;
    }
}
