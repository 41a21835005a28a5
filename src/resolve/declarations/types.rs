//! Resolution of written types, and assignability between types.

use super::names;
use super::nested::Denoted;
use super::table::{Known, Table};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, ClassKind, CollectionType, Type, Width};
use crate::resolve::Sink;
use crate::resolve::declarations::machine_types::mathematical;
use crate::resolve::notations::is_box;
use crate::source::Span;
use crate::syntax::pretty_type;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::TypeKind;

/// The maximal nesting of collection types. Each level is a separate sort in the solver.
const MAX_NESTING: usize = 16;

impl Table<'_> {
    /// Resolves a written type with mathematical integers; `None` (reported) if it is ill-formed.
    pub(in crate::resolve) fn read_type(&self, ty: &ast::Type, sink: &Sink) -> Known {
        self.read_written(ty, sink).map(mathematical)
    }

    /// Resolves the type of an `instanceof` test, where a generic class may omit its type
    /// arguments.
    pub(in crate::resolve) fn read_tested(&self, ty: &ast::Type, sink: &Sink) -> Known {
        if let TypeKind::Named(name) = &ty.kind {
            return self.read_class(name, ty, sink);
        }
        self.read_type(ty, sink)
    }

    /// Resolves the type of the elements of `new T[n]`, where a generic class may omit its type arguments: there is no
    /// object yet of which they could be wrong.
    pub(in crate::resolve) fn read_element(&self, ty: &ast::Type, sink: &Sink) -> Known {
        let TypeKind::Named(name) = &ty.kind else {
            return self.declared(ty, false, sink);
        };
        let known = self.read_class(name, ty, sink)?;
        let raw = known
            .class()
            .and_then(|class| self.without_arguments(class));
        Some(raw.map_or(known, Type::Class))
    }

    /// Resolves a written type; `long` and similar types are machine integers, if there are any.
    pub(in crate::resolve) fn read_written(&self, ty: &ast::Type, sink: &Sink) -> Known {
        self.read_nested(ty, 0, sink)
    }

    /// Resolves a type that is nested in `depth` collection types.
    fn read_nested(&self, ty: &ast::Type, depth: usize, sink: &Sink) -> Known {
        match &ty.kind {
            TypeKind::Int | TypeKind::Bigint => Some(Type::Int),
            TypeKind::Bool => Some(Type::Bool),
            TypeKind::Perm => Some(Type::Perm),
            TypeKind::Long => Some(self.of_width(Width::I64)),
            TypeKind::Short => Some(self.of_width(Width::I16)),
            TypeKind::Byte => Some(self.of_width(Width::I8)),
            TypeKind::Char => Some(self.of_width(Width::U16)),
            TypeKind::Floating(format) => Some(Type::Floating(*format)),
            // Type arguments are erased, as by the Java compiler.
            TypeKind::Generic(generic) => {
                self.refuse_raw_arguments(&generic.args, sink)?;
                self.read_class(&generic.name, ty, sink)
            }
            TypeKind::Infer | TypeKind::Wildcard(_) => {
                sink.unsupported(ty.span, &format!("the type `{}` is", pretty_type(ty)))
            }
            TypeKind::Named(name) => {
                let known = self.read_class(name, ty, sink)?;
                let is_elsewhere = |class| self.is_inner_elsewhere(class, ty.span);
                if known.class().is_some_and(is_elsewhere) {
                    let what = "an inner class of a generic class, outside of it, is";
                    return sink.unsupported(ty.span, what);
                }
                let is_generic = |class| !self.class(class).source.type_params.is_empty();
                // A raw type bypasses the compiler's checks of type arguments.
                let Some(generic) = known.class().filter(|class| is_generic(*class)) else {
                    return Some(known);
                };
                match self.without_arguments(generic) {
                    Some(raw) => Some(Type::Class(raw)),
                    None => sink.unsupported(ty.span, "a generic class without `<…>` is"),
                }
            }
            TypeKind::Array(elem) if elem.kind == TypeKind::Bigint => {
                sink.unsupported(elem.span, "an array of `\\bigint` is")
            }
            TypeKind::Array(elem) => {
                let elem = crate::resolve::deep(|| self.read_nested(elem, depth, sink))?;
                Some(Type::Array(Box::new(self.real(elem))))
            }
            TypeKind::Collection(_) if depth >= MAX_NESTING => too_deep(ty.span, sink),
            TypeKind::Collection(applied) => {
                // Resolves all arguments first, so that every error is reported.
                let known: Vec<Known> = applied
                    .args
                    .iter()
                    .map(|arg| crate::resolve::deep(|| self.read_nested(arg, depth + 1, sink)))
                    .map(|arg| arg.map(mathematical))
                    .collect();
                collection(&applied.name, known, ty, sink)
            }
        }
    }

    /// Whether a written type is a generic class without type arguments, or an inner class of one.
    fn is_raw_type(&self, ty: &ast::Type) -> bool {
        let is_elsewhere = |class| self.is_inner_elsewhere(class, ty.span);
        self.lacks_arguments(ty)
            || matches!(ty.kind, TypeKind::Named(_))
                && self.class_written(ty).is_some_and(is_elsewhere)
    }

    /// Refuses type arguments that are generic classes without type arguments, at any depth: what Java takes from such an
    /// object bypasses the compiler's checks, as the object itself does.
    fn refuse_raw_arguments(&self, args: &[ast::Type], sink: &Sink) -> Option<()> {
        args.iter().try_for_each(|arg| {
            let inner = if let TypeKind::Generic(generic) = &arg.kind {
                generic.args.as_slice()
            } else if let TypeKind::Array(inner) | TypeKind::Wildcard(Some((_, inner))) = &arg.kind
            {
                std::slice::from_ref(&**inner)
            } else if self.is_raw_type(arg) {
                return sink.unsupported(arg.span, "a generic class without `<…>` is");
            } else {
                return Some(());
            };
            crate::resolve::deep(|| self.refuse_raw_arguments(inner, sink))
        })
    }

    fn read_class(&self, name: &str, ty: &ast::Type, sink: &Sink) -> Known {
        let written = name;
        let name = name.rsplit('.').next().unwrap_or(name);
        if name == "Object" && self.means_another(written, ty.span) {
            return sink.unsupported(ty.span, "a class `Object` that is none of `java.lang` is");
        }
        let param = self.type_param(written, ty.span);
        if param.is_some_and(|param| param.bounds.iter().any(|bound| self.is_raw_type(bound))) {
            let what = "a type parameter whose bound is a generic class without `<…>` is";
            return sink.unsupported(ty.span, what);
        }
        if name == "Object" || param.is_some() {
            return Some(Type::Object);
        }
        match self.denoted_by(written, ty.span) {
            Denoted::Class(id) => return Some(Type::Class(id)),
            Denoted::Several(found) => {
                return sink.refuse(self.ambiguous(name, ty.span, &found));
            }
            Denoted::Nothing => {}
        }
        // A class of this name in another class or package is another one.
        let name = if self.is_class_name(name) {
            written
        } else {
            name
        };
        if self.rules.has_boxes && is_box(name) && name != "Serializable" {
            return sink.unsupported(ty.span, &format!("the class `{name}` is"));
        }
        if !self.rules.has_libraries && name == "String" {
            return sink.unsupported(ty.span, "the class `String` is");
        }
        if let Some(error) = self.undeclared(written, ty.span) {
            return sink.refuse(error);
        }
        let message = format!("there is no class `{name}`");
        let mut error = Diagnostic::error(Code::UnknownName, ty.span, message);
        if name == "pred" {
            error = error.note("a predicate is declared by `predicate valid() { return …; }`");
        } else if let Some(note) = self.not_imported(written, ty.span) {
            error = error.note(note);
        } else if let Some(note) = self.missing_library(name, ty.span) {
            error = error.note(note);
        } else if let Some(near) = names::nearest(name, self.type_words()) {
            error = error.note(format!("did you mean `{near}`?"));
        } else {
            error = error.note("declare the class; in Java, a class of a library needs a file with its contracts, in a folder that `--spec` names");
        }
        sink.refuse(error)
    }

    /// Whether `Object`, as written, is that of another package than `java.lang`: by its package, or an import.
    fn means_another(&self, written: &str, at: Span) -> bool {
        let is_other = |path: &str| path != "java.lang.Object" && path.ends_with(".Object");
        let mut imports = self
            .imports
            .iter()
            .filter(|import| import.span.file == at.file);
        is_other(written) || written == "Object" && imports.any(|import| is_other(&import.text))
    }

    fn type_words(&self) -> impl Iterator<Item = &str> {
        self.class_words()
            .into_iter()
            .chain(["int", "boolean", "bool", "perm", "Object"])
    }

    /// Whether a value of type `from` can be assigned to `to`, apart from constants of type `int`
    /// used as fractions.
    pub(in crate::resolve) fn assignable(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Null, to) => to.is_ref(),
            (Type::Machine(_), Type::Int) => true,
            (Type::Machine(from), Type::Machine(to)) => from.fits_in(*to),
            (from, Type::Object) => from.is_ref(),
            (Type::Class(a), Type::Class(b)) => self.is_below(*a, *b) || self.open_ended(*a, *b),
            (from, to) => match pairs(from, to) {
                Some(pairs) => pairs
                    .iter()
                    .all(|(from, to)| is_open(from) || self.assignable(from, to)),
                None => from == to,
            },
        }
    }

    /// Whether some value could have both types, so that `=` is meaningful. For collections this
    /// concerns the elements; constants of type `int` also count as fractions.
    pub(in crate::resolve) fn related(&self, left: &Type, right: &Type) -> bool {
        match pairs(left, right) {
            Some(pairs) => pairs.iter().all(|(left, right)| {
                is_open(left) || is_open(right) || mixed(left, right) || self.related(left, right)
            }),
            None => {
                self.assignable(left, right)
                    || self.assignable(right, left)
                    || left.is_int() && right.is_int()
                    || self.share_objects(left, right)
            }
        }
    }

    /// The type of `c ? left : right`. If the elements of one collection are constants of type
    /// `int` and those of the other are fractions, the result has fractions.
    pub(in crate::resolve) fn common(&self, left: &Type, right: &Type) -> Option<Type> {
        let element = |(left, right): &(&Type, &Type)| {
            if is_open(left) || mixed(left, right) && **right == Type::Perm {
                Some((*right).clone())
            } else if is_open(right) || mixed(left, right) {
                Some((*left).clone())
            } else {
                self.common(left, right)
            }
        };
        if let Some(pairs) = pairs(left, right) {
            let elements: Option<Vec<Type>> = pairs.iter().map(element).collect();
            return with_elements(left, elements?);
        }
        if self.assignable(left, right) {
            return Some(right.clone());
        }
        if self.assignable(right, left) {
            return Some(left.clone());
        }
        if let (Type::Class(a), Type::Class(b)) = (left, right) {
            let mut above = self.lineage(*a).filter(|c| self.is_below(*b, *c));
            return Some(above.next().map_or(Type::Object, Type::Class));
        }
        (left.is_ref() && right.is_ref()).then_some(Type::Object)
    }

    /// Whether an object can have both types although neither is a subtype of the other: one is an
    /// interface and the other may have subclasses.
    fn share_objects(&self, left: &Type, right: &Type) -> bool {
        let (Type::Class(a), Type::Class(b)) = (left, right) else {
            return false;
        };
        let (a, b) = (self.class(*a).kind, self.class(*b).kind);
        let interface = a == ClassKind::Interface || b == ClassKind::Interface;
        interface && a != ClassKind::Final && b != ClassKind::Final
    }

    /// Whether one of the classes has ill-formed supertypes.
    fn open_ended(&self, left: ClassId, right: ClassId) -> bool {
        self.is_incomplete(left) || self.is_incomplete(right)
    }
}

/// The collection type `word` with these arguments.
fn collection(word: &str, args: Vec<Known>, ty: &ast::Type, sink: &Sink) -> Known {
    let wanted = if word == "map" { 2 } else { 1 };
    if args.len() != wanted {
        let message = format!(
            "`{word}` takes {}, but {} given",
            crate::resolve::declarations::names::count(wanted, "type"),
            crate::resolve::declarations::names::are(args.len())
        );
        let error = Diagnostic::error(Code::TypeMismatch, ty.span, message);
        let shape = if wanted == 1 { "T" } else { "K, V" };
        return sink.refuse(error.note(format!("write `{word}<{shape}>`")));
    }
    let mut args = args.into_iter();
    let first = Box::new(args.next()??);
    Some(match word {
        "seq" => Type::Seq(first),
        "set" => Type::Set(first),
        "multiset" => Type::Multiset(first),
        _ => Type::Map(first, Box::new(args.next()??)),
    })
}

/// Checks the nesting of collections in a type; `span` is the place of the error.
pub(in crate::resolve) fn nested(ty: Type, span: Span, sink: &Sink) -> Known {
    if nesting(&ty) > MAX_NESTING {
        return too_deep(span, sink);
    }
    Some(ty)
}

fn too_deep<T>(span: Span, sink: &Sink) -> Option<T> {
    let what = format!("a type of more than {MAX_NESTING} collections in each other is");
    sink.unsupported(span, &what)
}

/// The nesting depth of collections in a type.
fn nesting(ty: &Type) -> usize {
    let inner = ty.parts().into_iter().map(nesting).max();
    usize::from(ty.is_collection()) + inner.unwrap_or(0)
}

/// The pairs of element types of two collections of one kind.
fn pairs<'t>(left: &'t Type, right: &'t Type) -> Option<Vec<(&'t Type, &'t Type)>> {
    match (left, right) {
        (Type::Seq(a), Type::Seq(b))
        | (Type::Set(a), Type::Set(b))
        | (Type::Multiset(a), Type::Multiset(b)) => Some(vec![(&**a, &**b)]),
        (Type::Map(a, b), Type::Map(c, d)) => Some(vec![(&**a, &**c), (&**b, &**d)]),
        _ => None,
    }
}

/// Whether both types are the same kind of collection.
pub(in crate::resolve) fn same_kind(left: &Type, right: &Type) -> bool {
    pairs(left, right).is_some()
}

/// A collection of the same kind as `like` with other element types.
fn with_elements(like: &Type, elements: Vec<Type>) -> Known {
    let mut elements = elements.into_iter().map(Box::new);
    let first = elements.next()?;
    Some(match like.collection()? {
        CollectionType::Seq(_) => Type::Seq(first),
        CollectionType::Set(_) => Type::Set(first),
        CollectionType::Multiset(_) => Type::Multiset(first),
        CollectionType::Map(..) => Type::Map(first, elements.next()?),
    })
}

/// Whether an element type is open: that of an empty literal, until its context determines it. No
/// other collection has elements of type `null`.
fn is_open(element: &Type) -> bool {
    *element == Type::Null
}

/// Whether a collection type has an open element type.
pub(in crate::resolve) fn leaves_open(ty: &Type) -> bool {
    let mut parts = ty.parts().into_iter();
    ty.is_collection() && parts.any(|e| is_open(e) || leaves_open(e))
}

fn mixed(left: &Type, right: &Type) -> bool {
    matches!(
        (left, right),
        (Type::Int, Type::Perm) | (Type::Perm, Type::Int)
    )
}

/// Whether a type is an array of objects. The value of a type parameter for which it stands might be one of others: of a
/// subtype, or of `Object`, as `(T[]) new Object[n]` is.
pub(in crate::resolve) fn is_array_of_objects(ty: &Type) -> bool {
    matches!(ty, Type::Array(element) if element.is_ref())
}
