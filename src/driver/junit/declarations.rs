//! How a test in Java names classes and members: by packages, nesting and visibility, which only
//! the syntax tree has.

use crate::ir::{ClassId, MemberId, Program, Type, Width};
use crate::notation::Notation;
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::{self, tree::ast};
use std::collections::BTreeMap;

/// The declarations of the files that a test mentions.
pub(super) struct Declarations<'d> {
    program: &'d Program,
    files: BTreeMap<FileId, ast::File>,
    /// The package of the test.
    package: String,
}

/// How Java sees a class.
struct Declared<'d> {
    package: &'d str,
    /// The class and those around it, the outermost first.
    path: Vec<&'d ast::Class>,
}

impl Declared<'_> {
    /// The name with dots, or with `$` between nested classes as the class loader has it.
    fn name(&self, separator: &str, with_package: bool) -> String {
        let path: Vec<&str> = self.path.iter().map(|c| c.name.text.as_str()).collect();
        let path = path.join(separator);
        if with_package && !self.package.is_empty() {
            format!("{}.{path}", self.package)
        } else {
            path
        }
    }
}

fn has(modifiers: &[ast::Name], word: &str) -> bool {
    modifiers.iter().any(|modifier| modifier.text == word)
}

impl<'d> Declarations<'d> {
    /// The declarations that a test of a member in this file can see.
    pub(super) fn new(
        sources: &SourceMap,
        program: &'d Program,
        tested: FileId,
    ) -> Declarations<'d> {
        let mut files = BTreeMap::new();
        for class in &program.classes {
            files.entry(class.span.file).or_insert_with(|| {
                let text = sources.file(class.span.file).text();
                syntax::parse(class.span.file, text, Notation::Java).0
            });
        }
        let package = files.get(&tested);
        let package = package.map_or("", ast::File::package_name).to_owned();
        Declarations {
            program,
            files,
            package,
        }
    }

    /// The package of the test; empty if it has none.
    pub(super) fn package(&self) -> &str {
        &self.package
    }

    fn declared(&self, class: ClassId) -> Option<Declared<'_>> {
        let span = self.program.class(class).span;
        let file = self.files.get(&span.file)?;
        let mut path = Vec::new();
        let is_found = find(&file.classes, span, &mut path);
        is_found.then_some(Declared {
            package: file.package_name(),
            path,
        })
    }

    /// The name of a class in the test; `None` if the test cannot name it.
    pub(super) fn class(&self, class: ClassId) -> Option<String> {
        let declared = self.declared(class)?;
        let is_near = declared.package == self.package;
        let is_visible = |class: &&ast::Class| {
            if is_near {
                !has(&class.modifiers, "private")
            } else {
                has(&class.modifiers, "public")
            }
        };
        let all = declared.path.iter().all(is_visible);
        all.then(|| declared.name(".", !is_near))
    }

    /// An expression for the object of a class.
    pub(super) fn class_object(&self, class: ClassId) -> Option<String> {
        Some(match self.class(class) {
            Some(name) => format!("{name}.class"),
            None => format!(
                "Class.forName(\"{}\")",
                self.declared(class)?.name("$", true)
            ),
        })
    }

    /// The name of a type; `None` if the test cannot name it.
    pub(super) fn ty(&self, ty: &Type) -> Option<String> {
        Some(match ty {
            Type::Machine(width) => width_name(*width).to_owned(),
            Type::Floating(format) => format.name().to_owned(),
            Type::Bool => "boolean".to_owned(),
            Type::Class(class) => self.class(*class)?,
            Type::Object | Type::Null => "Object".to_owned(),
            Type::Array(elem) => format!("{}[]", self.ty(elem)?),
            Type::Int
            | Type::Perm
            | Type::Seq(_)
            | Type::Set(_)
            | Type::Multiset(_)
            | Type::Map(..) => return None,
        })
    }

    /// An expression for the object of a type.
    pub(super) fn type_object(&self, ty: &Type) -> Option<String> {
        match (self.ty(ty), ty) {
            (Some(name), _) => Some(format!("{name}.class")),
            (None, Type::Class(class)) => self.class_object(*class),
            (None, Type::Array(elem)) => {
                let elem = self.type_object(elem)?;
                Some(format!("Array.newInstance({elem}, 0).getClass()"))
            }
            _ => None,
        }
    }

    /// The declaration of a member, with the class around it; `None` if there is none, as for a
    /// default constructor.
    fn member(&self, member: MemberId) -> Option<(&ast::Class, &ast::Member)> {
        let span = self.program.member_span(member);
        let mut todo: Vec<&ast::Class> = self.files.get(&span.file)?.classes.iter().collect();
        while let Some(class) = todo.pop() {
            if let Some(found) = class.members.iter().find(|m| m.name.span == span) {
                return Some((class, found));
            }
            todo.extend(&class.classes);
        }
        None
    }

    /// Whether the test can call a member by its name.
    pub(super) fn is_visible(&self, member: MemberId) -> bool {
        let found = self.member(member);
        found.is_none_or(|(_, member)| !has(&member.modifiers, "private"))
    }

    /// Whether a member exists for Java: not if it is entirely in annotations.
    pub(super) fn is_member_real(&self, member: MemberId) -> bool {
        let found = self.member(member);
        found.is_none_or(|(class, member)| !class.in_annotation && !member.in_annotation)
    }
}

/// Finds the class whose name is at a place, with those around it.
fn find<'c>(classes: &'c [ast::Class], span: Span, path: &mut Vec<&'c ast::Class>) -> bool {
    for class in classes {
        path.push(class);
        if class.name.span == span || find(&class.classes, span, path) {
            return true;
        }
        path.pop();
    }
    false
}

/// The name of a machine type in Java.
pub(super) fn width_name(width: Width) -> &'static str {
    match width {
        Width::I8 => "byte",
        Width::I16 => "short",
        Width::U16 => "char",
        Width::I32 => "int",
        Width::I64 => "long",
    }
}
