//! The lines of the index: what `build/java/ClassIndex.java` does by reflection, from class files. Members of all
//! classes are listed; of constants only numbers and booleans with their values. Other fields that are not private
//! are listed without a type, because they may hide constants.

use super::class_file::{ClassFile, FieldOf, MethodOf};
use super::{ClassPath, ClassPathError, signature};
use crate::library::classes::{Classes, without_arguments};
use crate::library::inherited::FIELD;
use crate::visible;
use noak::AccessFlags;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::rc::Rc;

/// The most classes that a program's classes may be below, together.
const MOST_CLASSES: usize = 2_000;

/// The most classes that may be above one another.
const DEEPEST: usize = 200;

/// A line before all names.
const NO_CLASS: &str = "#";

/// The root of all classes.
const OBJECT: &str = "java.lang.Object";

/// The line of a class.
struct Line {
    text: String,
    /// The full names of what is above it.
    supers: Vec<String>,
}

/// The lines of classes and of what is above them, by their full names.
pub(super) struct Lines(BTreeMap<String, Line>);

impl Lines {
    /// Those of some classes of the class path.
    pub(super) fn new(
        path: &mut ClassPath,
        named: BTreeSet<String>,
    ) -> Result<Lines, ClassPathError> {
        let mut lines = BTreeMap::new();
        let mut begun = named.clone();
        let mut todo: Vec<String> = named.into_iter().collect();
        while let Some(full) = todo.pop() {
            let Some(line) = Of::line(path, &full)? else {
                continue;
            };
            let above = line.supers.iter().filter(|above| !is_of_java(above));
            todo.extend(
                above
                    .filter(|above| begun.insert((*above).clone()))
                    .cloned(),
            );
            lines.insert(full, line);
            if lines.len() > MOST_CLASSES {
                let what = "the program could name too many classes of the class path";
                return Err(ClassPathError(what.to_owned()));
            }
        }
        let lines = Lines(lines);
        lines.refuse_circles()?;
        Ok(lines)
    }

    /// Refuses classes that are above themselves, and towers of classes.
    fn refuse_circles(&self) -> Result<(), ClassPathError> {
        let mut left: BTreeSet<&str> = self.0.keys().map(String::as_str).collect();
        for _ in 0..DEEPEST {
            let is_left = |full: &&str| {
                let line = self.0.get(*full);
                let mut above = line.into_iter().flat_map(|line| &line.supers);
                above.any(|above| left.contains(above.as_str()))
            };
            let next: BTreeSet<&str> = left.iter().copied().filter(is_left).collect();
            if next.is_empty() {
                return Ok(());
            }
            left = next;
        }
        let first = left.first().copied().unwrap_or_default();
        Err(ClassPathError(format!(
            "the class `{}` of the class path stands above itself, or below too many others",
            visible::on_one_line(first)
        )))
    }

    /// The index, which is not empty: that there is a class path counts.
    pub(super) fn text(&self) -> String {
        let lines = self.0.values().map(|line| format!("{}\n", line.text));
        lines.fold(format!("{NO_CLASS}\n"), |all, line| all + &line)
    }
}

fn is_of_java(full: &str) -> bool {
    Classes::default().find(full).is_some()
}

/// The type parameters of a class, and the types above it.
fn signed(class: &ClassFile, is_foreign: bool) -> Result<signature::OfClass, &'static str> {
    if let Some(text) = &class.signature {
        return signature::of_class(text, is_foreign);
    }
    let supers = class.superclass.iter().chain(&class.interfaces);
    Ok(signature::OfClass {
        params: Vec::new(),
        supers: supers.cloned().collect(),
    })
}

/// The class that a line is made of.
struct Of<'p> {
    path: &'p mut ClassPath,
    class: Rc<ClassFile>,
    /// Its type parameters.
    params: Vec<String>,
    /// The classes that are not listed whose members and supertypes are its.
    within: Vec<Rc<ClassFile>>,
    supers: Vec<String>,
    /// Its own go first.
    members: Vec<String>,
    /// What tells them apart.
    keys: BTreeSet<String>,
}

impl Of<'_> {
    /// The line of a class; `None` if a program cannot name it.
    fn line(path: &mut ClassPath, full: &str) -> Result<Option<Line>, ClassPathError> {
        let Some(class) = path.class(full)?.filter(|class| class.could_be_named()) else {
            return Ok(None);
        };
        let params = signed(&class, false).map_err(|what| wrong(full, what))?;
        let mut of = Of {
            path,
            class: class.clone(),
            params: params.params,
            within: Vec::new(),
            supers: Vec::new(),
            members: Vec::new(),
            keys: BTreeSet::new(),
        };
        of.add_supers(&class, &mut BTreeSet::from([full.to_owned()]))?;
        of.add_members(&class, false)?;
        for above in of.within.clone() {
            of.add_members(&above, true)?;
        }
        Ok((!of.confuses_types()).then(|| of.written()))
    }

    /// Whether a type parameter is called as a class is that stands in it.
    fn confuses_types(&self) -> bool {
        let texts = self.members.iter().chain(&self.supers);
        let mut names = texts.flat_map(|text| text.split(|c: char| !is_part(c)));
        names.any(|name| {
            let simple = name.rsplit(['.', '$']).next().unwrap_or(name);
            simple != name && self.params.iter().any(|param| param == simple)
        })
    }

    fn written(self) -> Line {
        let access = self.class.access;
        let kind = if self.class.is_interface() {
            "interface"
        } else if access.contains(AccessFlags::FINAL) {
            "final"
        } else if access.contains(AccessFlags::ABSTRACT) {
            "abstract"
        } else {
            "class"
        };
        let mut text = format!("{} {kind} <{}>", self.class.name, self.params.join(","));
        for above in &self.supers {
            text.push(' ');
            text.push_str(above);
        }
        for member in &self.members {
            text.push('\t');
            text.push_str(member);
        }
        let supers = self.supers.iter().map(|above| without_arguments(above));
        Line {
            text,
            supers: supers.map(str::to_owned).collect(),
        }
    }

    /// Adds the supertypes of a class, and of what is not listed theirs.
    fn add_supers(
        &mut self,
        class: &ClassFile,
        begun: &mut BTreeSet<String>,
    ) -> Result<(), ClassPathError> {
        if begun.len() > DEEPEST {
            return Err(wrong(&self.class.name, "it is below too many others"));
        }
        let is_foreign = class.name != self.class.name;
        let signed = signed(class, is_foreign).map_err(|what| wrong(&class.name, what))?;
        for ty in signed.supers.iter().filter(|ty| *ty != OBJECT) {
            let name = without_arguments(ty);
            let above = match is_of_java(name) {
                true => None,
                false => self.path.class(name)?,
            };
            let is_of_package = package(name) == package(&self.class.name);
            match above {
                // What a class has that is not public could be seen from its package.
                Some(above)
                    if !above.could_be_named() && (above.is_interface() || is_of_package) =>
                {
                    if begun.insert(above.name.clone()) {
                        self.within.push(above.clone());
                        self.add_supers(&above, begun)?;
                    }
                }
                _ => {
                    let ty = self.with_arguments(ty)?;
                    if !self.supers.contains(&ty) {
                        self.supers.push(ty);
                    }
                }
            }
        }
        Ok(())
    }

    /// A type, with unknown arguments if it has none and its class has type parameters.
    fn with_arguments(&mut self, ty: &str) -> Result<String, ClassPathError> {
        if ty.contains('<') {
            return Ok(ty.to_owned());
        }
        let count = match Classes::default().find(ty) {
            Some(entry) => entry.params().count(),
            None => match self.path.class(ty)? {
                Some(class) => {
                    let signed = signed(&class, false).map_err(|what| wrong(ty, what))?;
                    signed.params.len()
                }
                None => 0,
            },
        };
        Ok(match count {
            0 => ty.to_owned(),
            count => format!("{ty}<{}>", vec!["?"; count].join(",")),
        })
    }

    /// Adds the members of its class, or of one whose members it takes over.
    fn add_members(&mut self, class: &ClassFile, is_above: bool) -> Result<(), ClassPathError> {
        for method in &class.methods {
            let is_static = method.access.contains(AccessFlags::STATIC);
            let is_left = method.name == "<init>" || class.is_interface() && is_static;
            if !(is_above && is_left) {
                self.add_method(method, is_above)?;
            }
        }
        for field in &class.fields {
            let text = match constant(field).filter(|_| !is_above) {
                Some(constant) => constant,
                None => format!("{FIELD}{}", field.name),
            };
            if self.keys.insert(field.name.clone()) {
                self.members.push(text);
            }
        }
        Ok(())
    }

    fn add_method(&mut self, method: &MethodOf, is_above: bool) -> Result<(), ClassPathError> {
        let params: &[String] = if is_above { &[] } else { &self.params };
        let read = |text: &str| {
            let read = signature::of_method(text, params);
            read.map_err(|what| wrong(&self.class.name, what))
        };
        let mut types = read(&method.descriptor)?;
        if let Some(text) = &method.signature {
            let generic = read(text)?;
            // Parameters that the compiler adds are not in it.
            if generic.params.len() == types.params.len() {
                types = generic;
            } else {
                types.result = generic.result;
            }
        }
        let is_constructor = method.name == "<init>";
        let name = if is_constructor { "" } else { &method.name };
        let dots = match method.access.contains(AccessFlags::VARARGS) {
            true => "...",
            false => "",
        };
        let called = format!("{name}({}{dots})", types.params.join(","));
        let of_class = match method.access.contains(AccessFlags::STATIC) {
            true => "static ",
            false => "",
        };
        let text = match is_constructor {
            true => called,
            false => format!("{of_class}{} {called}", types.result),
        };
        // The types may be told by a `?`, which stands for several. What is overridden is not inherited.
        let (overridden, _) = method.descriptor.split_once(')').unwrap_or_default();
        let overridden = format!("{name}{overridden}");
        let key = format!("{name}{}", method.descriptor);
        if !(is_above && self.keys.contains(&overridden)) && self.keys.insert(key) {
            self.members.push(text);
        }
        if !is_above {
            self.keys.insert(overridden);
        }
        Ok(())
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '.')
}

fn package(full: &str) -> &str {
    full.rsplit_once('.').map_or("", |(package, _)| package)
}

/// The text of a constant that is a number or a boolean.
fn constant(field: &FieldOf) -> Option<String> {
    let all = AccessFlags::PUBLIC | AccessFlags::STATIC | AccessFlags::FINAL;
    let value = field.value.filter(|_| field.access.contains(all))?;
    let ty = signature::of_field(&field.descriptor).ok()?;
    let value = match ty.as_str() {
        "int" => i32::try_from(value).ok()?.to_string(),
        "short" => i16::try_from(value).ok()?.to_string(),
        "long" => value.to_string(),
        "boolean" => (value != 0).to_string(),
        _ => return None,
    };
    Some(format!("static {ty} {}={value}", field.name))
}

/// What is wrong with a class.
fn wrong(full: &str, what: &str) -> ClassPathError {
    ClassPathError::new(Path::new(full), what)
}
