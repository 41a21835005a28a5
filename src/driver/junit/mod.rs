//! Regression tests of Java programs: JUnit 5 classes that make the input without constructors, call
//! the member, and fail as long as the violation is there: by the exception that Java throws, or
//! by an assertion of the postcondition. What the test cannot name, it reaches by reflection.

mod condition;
mod declarations;
mod helpers;

use super::regression::{Case, Regression};
use crate::diagnostics::Code;
use crate::execution::input::{InputObject, InputValue, quoted};
use crate::ir::{ClassId, FieldId, MemberId, MethodKind, Type, UniqueId, Vars, Width};
use crate::source::Span;
use crate::visible;
use condition::RESULT;
use declarations::{Declarations, width_name};
use helpers::{HELPERS, IMPORTS};
use num_bigint::BigInt;

/// The variable that holds a new object.
const CREATED: &str = "created";

/// A test under construction.
struct Writer<'w> {
    case: Case<'w>,
    declarations: Declarations<'w>,
}

/// The body of a test.
struct Body {
    /// What the test tells its readers.
    says: String,
    /// Its statements.
    lines: Vec<String>,
    /// The methods that they call.
    methods: String,
}

/// What is called.
struct Called<'c> {
    class: ClassId,
    /// Its name; `None` of a constructor.
    name: Option<&'c str>,
    vars: &'c Vars,
}

impl Case<'_> {
    /// The test as a JUnit 5 class.
    ///
    /// # Errors
    /// If there is none: why.
    pub(super) fn junit(self) -> Result<Regression, String> {
        self.needs_no_unknowns()?;
        if !self.program.refused.is_empty() {
            return Err("the program has errors, so that no compiler takes it".to_owned());
        }
        let file = self.place().file;
        let writer = Writer {
            case: self,
            declarations: Declarations::new(self.sources, self.program, file),
        };
        writer.test()
    }
}

impl<'w> Writer<'w> {
    fn test(&self) -> Result<Regression, String> {
        let name = format!("{}_Test", self.case.name());
        let package = self.declarations.package();
        let Body {
            says,
            lines,
            methods,
        } = self.body()?;
        let body = lines.join("\n        ");
        let message = in_java(&self.case.diagnostic.message().replace(['\n', '\r'], " "));
        let code = self.case.diagnostic.full_code();
        let mut text = match package {
            "" => String::new(),
            package => format!("package {package};\n\n"),
        };
        let helpers: Vec<&str> = HELPERS
            .iter()
            .filter(|(call, _)| body.contains(call) || methods.contains(call))
            .map(|(_, helper)| *helper)
            .collect();
        let helpers = helpers.concat();
        let used = |word: &str| [&body, &methods, &helpers].iter().any(|t| t.contains(word));
        for (word, import) in IMPORTS {
            if used(word) {
                text += &format!("import {import};\n");
            }
        }
        text += &format!(
            "import org.junit.jupiter.api.Test;\n\n@SuppressWarnings({{\"rawtypes\", \
             \"unchecked\"}})\nclass {name} {{\n    // {code}: {message}\n    // {says}\n    \
             @Test\n    void isNotViolated() throws Throwable {{\n        {body}\n    }}\n{methods}{helpers}}}\n"
        );
        let folder = match package {
            "" => String::new(),
            package => format!("{}/", package.replace('.', "/")),
        };
        Ok(Regression {
            file: format!("{folder}{name}.java"),
            text,
        })
    }

    fn body(&self) -> Result<Body, String> {
        let called = self.called()?;
        let mut lines = self.input()?;
        let diagnostic = self.case.diagnostic;
        let condition = match (diagnostic.code, diagnostic.reason) {
            (Code::Postcondition, Some(Code::MayNotHold)) => {
                condition::condition(self, self.case.subject, diagnostic.span)
            }
            _ => None,
        };
        let source = self.case.sources.text(diagnostic.span);
        let is_assert = diagnostic.code == Code::Assert && !self.is_in_comment(diagnostic.span);
        let says = match (&condition, self.case.exception) {
            (Some(_), _) => "It fails as long as the postcondition is violated.".to_owned(),
            (None, Some(exception)) => {
                format!("It fails with a `{exception}` as long as this is wrong.")
            }
            (None, None) if is_assert => {
                "With assertions enabled (-ea), it fails as long as this is wrong.".to_owned()
            }
            // A condition of annotations, and not one of Java's own operations.
            (None, None)
                if diagnostic.reason == Some(Code::MayNotHold)
                    && diagnostic.code != Code::Overflow =>
            {
                return Err(
                    "Java does not notice this, and has no words for the condition".to_owned(),
                );
            }
            (None, None) => {
                "Java does not notice this: the test makes the input, for `veriframe run` or a \
                 debugger."
                    .to_owned()
            }
        };
        let reads_result = condition.as_ref().is_some_and(|c| c.reads_result);
        let call = self.call(&called, reads_result)?;
        let mut methods = String::new();
        match condition {
            None => lines.push(call),
            Some(condition) => {
                methods = condition.methods;
                lines.extend(condition.before);
                lines.push(call);
                let quoted = source.split_whitespace().collect::<Vec<_>>().join(" ");
                let quoted = in_java(&quoted).replace('"', "\\\"");
                lines.push(format!("assertTrue({}, \"{quoted}\");", condition.text));
            }
        }
        Ok(Body {
            says,
            lines,
            methods,
        })
    }

    /// Whether a place is in an annotation: a comment of Java.
    fn is_in_comment(&self, place: Span) -> bool {
        let text = self.case.sources.file(place.file).text();
        let before = text.get(..place.start as usize).unwrap_or(text);
        let line = before.rsplit('\n').next().unwrap_or(before);
        line.contains("//") || before.rfind("/*") > before.rfind("*/")
    }

    fn called(&self) -> Result<Called<'w>, String> {
        let program = self.case.program;
        let member = self.case.subject.member;
        if !self.declarations.is_member_real(member) {
            return Err("the member exists in annotations only".to_owned());
        }
        let called = match member {
            MemberId::Method(id) => {
                let method = program.method(id);
                let is_constructor = method.kind == MethodKind::Constructor;
                method.class.map(|class| Called {
                    class,
                    name: (!is_constructor).then_some(method.name.as_str()),
                    vars: &method.vars,
                })
            }
            MemberId::Pure(id) => {
                let pure = program.pure_method(id);
                pure.class.map(|class| Called {
                    class,
                    name: Some(pure.name.as_str()),
                    vars: &pure.vars,
                })
            }
            MemberId::Pred(_) => None,
        };
        called.ok_or_else(|| "the member cannot be called".to_owned())
    }

    /// The statements that make the input.
    fn input(&self) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        let program = self.case.program;
        let input = self.case.input;
        for (number, object) in (1..).zip(&input.objects) {
            let made = match object {
                InputObject::Object(class, _) => self.object(*class, number),
                InputObject::Array(elem, elements) => self.array(elem, elements.len(), number),
                InputObject::Text(text) => Some(format!("String o{number} = {};", quoted(text))),
            };
            let unmade = || format!("the test cannot make the object {number} of the input");
            lines.push(made.ok_or_else(unmade)?);
        }
        for (number, object) in (1..).zip(&input.objects) {
            match object {
                InputObject::Object(_, fields) => {
                    for (field, value) in fields {
                        lines.extend(self.set(*field, &format!("o{number}"), value)?);
                    }
                }
                InputObject::Array(elem, elements) => {
                    let is_named = self.declarations.ty(elem).is_some();
                    for (index, value) in elements.iter().enumerate() {
                        let value = self.value(value, elem).ok_or_else(|| unwritten(value))?;
                        lines.push(if is_named {
                            format!("o{number}[{index}] = {value};")
                        } else {
                            format!("Array.set(o{number}, {index}, {value});")
                        });
                    }
                }
                InputObject::Text(_) => {}
            }
        }
        for (field, value) in &input.statics {
            if !program.field(*field).span.file.is_library() {
                lines.extend(self.set(*field, "null", value)?);
            }
        }
        Ok(lines)
    }

    fn object(&self, class: ClassId, number: u32) -> Option<String> {
        let object = self.declarations.class_object(class)?;
        let in_library = self.case.program.class(class).span.file.is_library();
        Some(match self.declarations.class(class) {
            Some(name) if in_library => format!("{name} o{number} = new {name}();"),
            Some(name) => format!("{name} o{number} = ({name}) make({object});"),
            None => format!("Object o{number} = make({object});"),
        })
    }

    fn array(&self, elem: &Type, length: usize, number: u32) -> Option<String> {
        Some(match self.declarations.ty(elem) {
            Some(elem) => {
                // `new int[][2]` is written `new int[2][]`.
                let (base, rest) = elem.split_at(elem.find('[').unwrap_or(elem.len()));
                format!("{elem}[] o{number} = new {base}[{length}]{rest};")
            }
            None => {
                let elem = self.declarations.type_object(elem)?;
                format!("Object o{number} = Array.newInstance({elem}, {length});")
            }
        })
    }

    /// The statement that sets a field; `None` of a field that Java does not have.
    fn set(
        &self,
        field: FieldId,
        object: &str,
        value: &InputValue,
    ) -> Result<Option<String>, String> {
        let info = self.case.program.field(field);
        if info.is_ghost
            || matches!(
                value,
                InputValue::Empty | InputValue::List(_) | InputValue::Entries(_)
            )
        {
            return Ok(None);
        }
        let class = info
            .class
            .and_then(|class| self.declarations.class_object(class));
        let value = self.value(value, &info.ty).zip(class);
        let (value, class) =
            value.ok_or_else(|| format!("the test cannot set the field `{}`", info.name))?;
        Ok(Some(format!(
            "set({class}, {object}, \"{}\", {value});",
            info.name
        )))
    }

    /// What a field holds.
    fn field(&self, field: FieldId, object: &str) -> Option<String> {
        let info = self.case.program.field(field);
        let class = self.declarations.class_object(info.class?)?;
        (!info.is_ghost).then(|| format!("get({class}, {object}, \"{}\")", info.name))
    }

    /// The statement that calls the member.
    fn call(&self, called: &Called<'_>, reads_result: bool) -> Result<String, String> {
        let input = self.case.input;
        let declared = called
            .vars
            .params
            .iter()
            .map(|param| called.vars.get(*param));
        let mut types = Vec::new();
        let mut args = Vec::new();
        for (param, value) in declared
            .zip(&input.args)
            .filter(|(param, _)| !param.is_ghost)
        {
            args.push(
                self.value(value, &param.ty)
                    .ok_or_else(|| unwritten(value))?,
            );
            types.push(&param.ty);
        }
        let receiver = match &input.receiver {
            Some(receiver) if called.name.is_some() => self.value(receiver, &Type::Object),
            _ => None,
        };
        let is_named = self.declarations.class(called.class).is_some()
            && self.declarations.is_visible(self.case.subject.member)
            && input
                .receiver
                .as_ref()
                .is_none_or(|value| self.is_named(value))
            && types.iter().all(|ty| self.declarations.ty(ty).is_some());
        let result = called.vars.result.map(|result| &called.vars.get(result).ty);
        let result_type = result.map(|ty| self.declarations.ty(ty));
        let is_named = is_named && (!reads_result || result_type.iter().all(Option::is_some));
        let assigned = match (called.name, result) {
            (None, _) => "Object created = ".to_owned(),
            (_, Some(ty)) if reads_result => match result_type.flatten() {
                Some(name) => format!("{name} {RESULT} = "),
                None if ty.is_ref() => format!("Object {RESULT} = "),
                None => return Err("the test cannot name the type of the result".to_owned()),
            },
            _ => String::new(),
        };
        if is_named {
            let cast = args
                .iter()
                .zip(&types)
                .map(|(arg, ty)| self.argument(arg, ty));
            let args = cast.collect::<Vec<_>>().join(", ");
            let class = self.declarations.class(called.class).unwrap_or_default();
            return Ok(match (called.name, receiver) {
                (None, _) => format!("{assigned}new {class}({args});"),
                (Some(name), Some(receiver)) => format!("{assigned}{receiver}.{name}({args});"),
                (Some(name), None) => format!("{assigned}{class}.{name}({args});"),
            });
        }
        let receiver = receiver.unwrap_or_else(|| "null".to_owned());
        let call = self.reflected(called.class, called.name, &types, &receiver, &args);
        let call = call.ok_or_else(|| "the test cannot name the member".to_owned())?;
        let cast = match result.map(|ty| self.declarations.ty(ty)) {
            Some(Some(name)) if reads_result => format!("({name}) "),
            _ => String::new(),
        };
        Ok(format!("{assigned}{cast}{call};"))
    }

    /// An argument; `null` and objects of classes without a name get the type of the parameter.
    fn argument(&self, arg: &str, ty: &Type) -> String {
        let is_object = |value: &InputValue| match value {
            InputValue::Object(id) => format!("o{}", id.0 + 1) == arg && !self.is_named(value),
            _ => false,
        };
        let is_unnamed = self.case.input.args.iter().any(is_object);
        match self.declarations.ty(ty) {
            Some(name) if is_unnamed || arg == "null" && self.is_overloaded() => {
                format!("({name}) {arg}")
            }
            _ => arg.to_owned(),
        }
    }

    /// Whether there are several members of the name of the tested one.
    fn is_overloaded(&self) -> bool {
        let program = self.case.program;
        let name = |member: MemberId| match member {
            MemberId::Method(id) => Some(program.method(id).name.as_str()),
            MemberId::Pure(id) => Some(program.pure_method(id).name.as_str()),
            MemberId::Pred(_) => None,
        };
        let own = name(self.case.subject.member);
        let all = program.members.iter();
        all.filter(|member| name(**member) == own).count() > 1
    }

    /// Whether a variable has the class of the object as its type.
    fn is_named(&self, value: &InputValue) -> bool {
        let InputValue::Object(id) = value else {
            return true;
        };
        match self.case.input.object(*id) {
            Some(InputObject::Object(class, _)) => self.declarations.class(*class).is_some(),
            Some(InputObject::Array(elem, _)) => self.declarations.ty(elem).is_some(),
            Some(InputObject::Text(_)) | None => true,
        }
    }

    /// A call by reflection; without a name, of a constructor.
    fn reflected(
        &self,
        class: ClassId,
        name: Option<&str>,
        types: &[&Type],
        receiver: &str,
        args: &[String],
    ) -> Option<String> {
        let class = self.declarations.class_object(class)?;
        let types = types.iter().map(|ty| self.declarations.type_object(ty));
        let types = types.collect::<Option<Vec<_>>>()?.join(", ");
        // A single `null` would be taken for no arguments at all.
        let args = match args {
            [] => String::new(),
            args => format!(", new Object[] {{{}}}", args.join(", ")),
        };
        Some(match name {
            Some(name) => {
                format!("call({class}, \"{name}\", new Class<?>[] {{{types}}}, {receiver}{args})")
            }
            None => format!("create({class}, new Class<?>[] {{{types}}}{args})"),
        })
    }

    /// A value of the input.
    fn value(&self, value: &InputValue, ty: &Type) -> Option<String> {
        Some(match (value, ty) {
            (InputValue::Int(n), Type::Machine(width)) => number(n, *width),
            (InputValue::Int(n), ty) if let Some(text) = ty.floating_text(n) => text,
            (InputValue::Int(n), _) => n.to_string(),
            (InputValue::Null, _) => "null".to_owned(),
            (InputValue::Bool(b), _) => b.to_string(),
            (InputValue::Object(id), _) => format!("o{}", id.0 + 1),
            (InputValue::Unique(id), _) => self.unique(*id)?,
            _ => return None,
        })
    }

    /// A constant of an enum, or a text.
    fn unique(&self, id: UniqueId) -> Option<String> {
        let unique = self.case.program.uniques.get(id.0 as usize)?;
        if unique.text.is_some() {
            return Some(unique.name.clone());
        }
        let (_, name) = unique.name.rsplit_once('.')?;
        Some(match self.declarations.class(unique.class) {
            Some(class) => format!("{class}.{name}"),
            None => {
                let class = self.declarations.class_object(unique.class)?;
                format!("Enum.valueOf((Class) {class}, \"{name}\")")
            }
        })
    }
}

fn unwritten(value: &InputValue) -> String {
    let what = match value {
        InputValue::Empty | InputValue::List(_) | InputValue::Entries(_) => {
            "a mathematical collection"
        }
        InputValue::Perm(_) => "an amount of permission",
        _ => "a value of the input",
    };
    format!("the test cannot write {what}")
}

fn number(n: &BigInt, width: Width) -> String {
    match width {
        Width::I64 => format!("{n}L"),
        Width::I32 => n.to_string(),
        other => format!("({}) {n}", width_name(other)),
    }
}

/// A text in one line of a Java file: what changes how a text is read is an escape sequence, and
/// what reads like one is none.
fn in_java(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\\\"),
            c if visible::is_deceptive(c) => escaped.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => escaped.push(c),
        }
    }
    escaped
}
