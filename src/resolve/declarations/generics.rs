//! Type arguments. Types are erased, but the written arguments determine, for example, the element
//! type of a `List<String>`. In code, the Java compiler has checked that type; in annotations, it
//! becomes a cast to be verified.

use super::table::{Callee, Header, ParamInfo, Table, TypeParam};
use crate::ir::{ClassId, Type};
use crate::resolve::Sink;
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::TypeKind;
use ecow::EcoString;
use std::collections::BTreeMap;

/// The maximal number of names in a substituted type: each supertype may double the size of its
/// arguments.
const MAX_SIZE: usize = 64;

/// The type arguments of a class, by the name of the type parameter.
pub(in crate::resolve) type Arguments = BTreeMap<EcoString, ast::Type>;

impl<'a> Table<'a> {
    /// The generic class around an inner class, whose objects have its type arguments, too (JLS 8.1.3).
    pub(in crate::resolve) fn generic_around(&self, class: ClassId) -> Option<ClassId> {
        let info = self.class(class);
        let outer = info.outer?;
        let source = info.source;
        let is_static = source.modifiers.iter().any(|word| word.text == "static");
        let of_interface = self.class(outer).source.kind != ast::ClassKind::Class;
        if info.is_library || is_static || of_interface || source.kind != ast::ClassKind::Class {
            return None;
        }
        match self.class(outer).source.type_params.is_empty() {
            true => self.generic_around(outer),
            false => Some(outer),
        }
    }

    /// Whether a place is one where the type parameters of a class have their meaning: in it, and in nothing static.
    fn sees_parameters(&self, class: ClassId, at: Span) -> bool {
        fn is_static_in(class: &ast::Class, at: Span) -> bool {
            let is_static =
                |modifiers: &[ast::Name]| modifiers.iter().any(|word| word.text == "static");
            let mut members = class.members.iter();
            let mut inner = class.classes.iter();
            members.any(|member| member.span.contains(at) && is_static(&member.modifiers))
                || inner.any(|inner| {
                    let is_class = inner.kind == ast::ClassKind::Class;
                    inner.span.contains(at)
                        && (!is_class || is_static(&inner.modifiers) || is_static_in(inner, at))
                })
        }
        let source = self.class(class).source;
        let at = self.nesting.place(at);
        source.span.contains(at) && !is_static_in(source, at)
    }

    /// Whether an inner class of a generic class is named where nobody says with which type arguments.
    pub(super) fn is_inner_elsewhere(&self, class: ClassId, at: Span) -> bool {
        let generic = self.generic_around(class);
        generic.is_some_and(|generic| !self.sees_parameters(generic, at))
    }

    /// Whether an array that is given for a parameter of a member, of one of its type parameters, is one of the parameter of
    /// what overrides it: Java casts it.
    pub(super) fn has_its_elements(&self, own: &ParamInfo<'_>, above: &ParamInfo<'_>) -> bool {
        let is_array = |param: &ParamInfo<'_>| matches!(param.ty, Some(Type::Array(_)));
        if !(is_array(own) && is_array(above) && above.is_erased) {
            return true;
        }
        let bound = |param: &ParamInfo<'_>| Some(self.bound_of(self.param_named(param.written)?));
        match (bound(own), bound(above)) {
            // It is cast to an array of `Object`.
            (Some(None), _) => true,
            (Some(own), Some(above)) => own == above && own != Some(None),
            // An array of objects of a class is refused as such.
            (None, _) => true,
            (Some(_), None) => false,
        }
    }

    /// Whether the result of an inherited method, an array of a type parameter, is one of what the method above gives,
    /// to which Java casts it.
    pub(super) fn gives_its_elements(&self, own: &Header<'_>, above: &Header<'_>) -> bool {
        let param = |header: &Header<'_>| self.param_named(header.written?);
        let is_array = |written: &ast::Type| matches!(written.kind, TypeKind::Array(_));
        let Some(own) = param(own).filter(|_| own.written.is_some_and(is_array)) else {
            return true;
        };
        let Some(above) = param(above).map(|above| self.bound_of(above)) else {
            return false;
        };
        above.is_none() || above == self.bound_of(own) && above != Some(None)
    }

    /// Whether a written type is a generic class without type arguments.
    pub(in crate::resolve) fn lacks_arguments(&self, ty: &ast::Type) -> bool {
        let is_generic = |class| self.is_generic(&Type::Class(class));
        matches!(ty.kind, TypeKind::Named(_)) && self.class_written(ty).is_some_and(is_generic)
    }

    /// The class of a type parameter's first bound, to which Java erases it; the outer `None` if it has none, the inner one
    /// if that is no class.
    pub(in crate::resolve) fn bound_of(&self, param: TypeParam<'_>) -> Option<Option<ClassId>> {
        let first = param.bounds.first();
        first.map(|bound| self.class_written(bound))
    }

    /// The class that a written type names.
    pub(in crate::resolve) fn class_written(&self, ty: &ast::Type) -> Option<ClassId> {
        let name = ty.class_name()?;
        let param = self.is_type_param(name, ty.span);
        self.denoted_by(name, ty.span).class().filter(|_| !param)
    }

    /// Whether two written types are one type, each where it is written.
    pub(in crate::resolve) fn is_same_written(&self, a: &ast::Type, b: &ast::Type) -> bool {
        let all = |a: &[ast::Type], b: &[ast::Type]| {
            let mut pairs = a.iter().zip(b);
            a.len() == b.len() && pairs.all(|(a, b)| self.is_same_written(a, b))
        };
        crate::resolve::deep(|| match (&a.kind, &b.kind) {
            (TypeKind::Named(one), TypeKind::Named(other)) => {
                let params =
                    [(one, a), (other, b)].map(|(name, ty)| self.type_param(name, ty.span));
                match params {
                    [Some(param), Some(of_other)] => one == other && param.scope == of_other.scope,
                    [None, None] => self.is_same_named(one, a.span, other, b.span),
                    [Some(_), None] | [None, Some(_)] => false,
                }
            }
            (TypeKind::Generic(one), TypeKind::Generic(other)) => {
                self.is_same_named(&one.name, a.span, &other.name, b.span)
                    && all(&one.args, &other.args)
            }
            (TypeKind::Collection(one), TypeKind::Collection(other)) => {
                one.name == other.name && all(&one.args, &other.args)
            }
            (TypeKind::Array(one), TypeKind::Array(other)) => self.is_same_written(one, other),
            (TypeKind::Wildcard(Some(one)), TypeKind::Wildcard(Some(other))) => {
                one.0 == other.0 && self.is_same_written(&one.1, &other.1)
            }
            (
                TypeKind::Int
                | TypeKind::Bool
                | TypeKind::Perm
                | TypeKind::Long
                | TypeKind::Short
                | TypeKind::Byte
                | TypeKind::Char
                | TypeKind::Floating(_)
                | TypeKind::Bigint
                | TypeKind::Infer
                | TypeKind::Wildcard(None),
                plain,
            ) => a.kind == *plain,
            (
                TypeKind::Named(_)
                | TypeKind::Generic(_)
                | TypeKind::Collection(_)
                | TypeKind::Array(_)
                | TypeKind::Wildcard(Some(_)),
                _,
            ) => false,
        })
    }

    /// Whether two names denote one class, each where it is written. `Object` need not be declared.
    fn is_same_named(&self, one: &str, at: Span, other: &str, other_at: Span) -> bool {
        let (one_class, other_class) = (self.denoted_by(one, at), self.denoted_by(other, other_at));
        match (one_class.class(), other_class.class()) {
            (Some(a), Some(b)) => a == b,
            (None, None) => one == "Object" && other == "Object",
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    /// The type arguments that a written type determines for `class`, which is the class it names
    /// or a supertype of it.
    pub(in crate::resolve) fn arguments(
        &self,
        ty: &ast::Type,
        class: ClassId,
    ) -> Option<Arguments> {
        let named = self.class_written(ty)?;
        let params = &self.class(named).source.type_params;
        let given: &[ast::Type] = if let TypeKind::Generic(generic) = &ty.kind {
            &generic.args
        } else {
            &[]
        };
        let pairs = params.iter().zip(given);
        let own = pairs.map(|(param, arg)| (param.name.text.clone(), arg.clone()));
        let own: Arguments = own.collect();
        if named == class {
            return Some(own);
        }
        self.supertype_arguments(named, &own, class)
    }

    /// The type arguments of `upper` as a supertype of `lower`, whose own type arguments are `own`.
    pub(in crate::resolve) fn supertype_arguments(
        &self,
        lower: ClassId,
        own: &Arguments,
        upper: ClassId,
    ) -> Option<Arguments> {
        let source = self.class(lower).source;
        let mut above = source.extends.iter().chain(&source.implements);
        above.find_map(|ty| {
            let next = self.class_written(ty)?;
            // Cyclic supertypes have been removed.
            let is_next = self.class(lower).supers.contains(&next) && self.is_below(next, upper);
            let ty = is_next.then(|| substituted(ty, own))?;
            let arguments = (size(&ty) <= MAX_SIZE).then(|| self.arguments(&ty, upper));
            arguments.flatten()
        })
    }

    /// Whether two members of one name and arity are the same member in objects of a class that has
    /// both. As in Java, they are if their parameter types agree after erasure or after
    /// substitution of the class's type arguments. `None` if these are unknown.
    pub(in crate::resolve) fn are_one(&self, class: ClassId, a: Callee, b: Callee) -> Option<bool> {
        if self.same_signature(a, b) {
            return Some(true);
        }
        let (one, other) = (self.header(a), self.header(b));
        let mut known = true;
        for (a, b) in one.params.iter().zip(&other.params) {
            let shapes = self.shape(one, a).zip(self.shape(other, b));
            if shapes.is_some_and(|(a, b)| a != b) {
                return Some(false);
            }
            match (
                self.instantiated_in(class, one, a),
                self.instantiated_in(class, other, b),
            ) {
                (Instantiated::Type(a), Instantiated::Type(b)) if a.has_signature_of(&b) => {}
                (Instantiated::Type(_), Instantiated::Type(_)) => return Some(false),
                (Instantiated::Param(a), Instantiated::Param(b)) if a == b => {}
                _ => known = false,
            }
        }
        known.then_some(true)
    }

    /// How many dimensions a parameter has, and whether it holds references, where this is the same whatever
    /// type parameters stand for: those of a method stand for no arrays.
    fn shape(&self, header: &Header<'a>, param: &ParamInfo<'a>) -> Option<(usize, bool)> {
        let inner = param.written.innermost();
        let is_own = matches!(&inner.kind, TypeKind::Named(name) if header.declares(name));
        let is_fixed = is_own || !self.names_type_param(inner);
        let mut ty = param.ty.as_ref().filter(|_| is_fixed)?;
        let mut dimensions = 0;
        while let Type::Array(element) = ty {
            (ty, dimensions) = (element, dimensions + 1);
        }
        Some((dimensions, ty.is_ref()))
    }

    /// The type of a parameter as seen from a subclass of the declaring class.
    fn instantiated_in(
        &self,
        class: ClassId,
        header: &Header<'a>,
        param: &ParamInfo<'a>,
    ) -> Instantiated {
        match &param.ty {
            Some(ty) if !param.is_erased => return Instantiated::Type(ty.clone()),
            Some(_) => {}
            None => return Instantiated::Unknown,
        }
        let arguments = match header.class {
            Some(above) if above == class => Some(Arguments::new()),
            Some(above) => self.supertype_arguments(class, &Arguments::new(), above),
            None => None,
        };
        let own =
            |ty: &ast::Type| matches!(&ty.kind, TypeKind::Named(name) if header.declares(name));
        let Some(arguments) = arguments.filter(|_| !own(param.written.innermost())) else {
            return Instantiated::Unknown;
        };
        let seen = substituted(param.written, &arguments);
        if let TypeKind::Named(name) = &seen.kind
            && self.is_type_param(name, seen.span)
        {
            return Instantiated::Param(name.clone());
        }
        if self.names_type_param(&seen) {
            return Instantiated::Unknown;
        }
        // Errors in the type are reported at its declaration.
        let declared = self.declared(&seen, param.is_ghost, &Sink::default());
        declared.map_or(Instantiated::Unknown, Instantiated::Type)
    }
}

impl Header<'_> {
    /// Whether a name is one of the method's own type parameters.
    fn declares(&self, name: &str) -> bool {
        self.type_params.iter().any(|param| param.name.text == name)
    }
}

/// The type of a parameter after substitution of type arguments.
enum Instantiated {
    /// A type.
    Type(Type),
    /// A type parameter.
    Param(EcoString),
    /// Not known.
    Unknown,
}

/// Substitutes type arguments for type parameters.
pub(in crate::resolve) fn substituted(ty: &ast::Type, arguments: &Arguments) -> ast::Type {
    let all = |types: &[ast::Type]| {
        let types = types.iter();
        types
            .map(|ty| crate::resolve::deep(|| substituted(ty, arguments)))
            .collect()
    };
    let kind = match &ty.kind {
        TypeKind::Named(name) => match arguments.get(name) {
            Some(argument) => return argument.clone(),
            None => return ty.clone(),
        },
        TypeKind::Generic(generic) => TypeKind::Generic(Box::new(ast::Applied {
            name: generic.name.clone(),
            args: all(&generic.args),
        })),
        TypeKind::Array(elem) => TypeKind::Array(Box::new(crate::resolve::deep(|| {
            substituted(elem, arguments)
        }))),
        TypeKind::Int
        | TypeKind::Bool
        | TypeKind::Perm
        | TypeKind::Long
        | TypeKind::Short
        | TypeKind::Byte
        | TypeKind::Char
        | TypeKind::Floating(_)
        | TypeKind::Bigint
        | TypeKind::Infer
        | TypeKind::Wildcard(_)
        | TypeKind::Collection(_) => return ty.clone(),
    };
    ast::Type { kind, ..ty.clone() }
}

/// The number of names in a type.
fn size(ty: &ast::Type) -> usize {
    match &ty.kind {
        TypeKind::Generic(generic) => {
            let args = generic.args.iter();
            1 + args
                .map(|arg| crate::resolve::deep(|| size(arg)))
                .sum::<usize>()
        }
        TypeKind::Array(elem) => crate::resolve::deep(|| size(elem)),
        TypeKind::Int
        | TypeKind::Bool
        | TypeKind::Perm
        | TypeKind::Long
        | TypeKind::Short
        | TypeKind::Byte
        | TypeKind::Char
        | TypeKind::Floating(_)
        | TypeKind::Bigint
        | TypeKind::Infer
        | TypeKind::Named(_)
        | TypeKind::Wildcard(_)
        | TypeKind::Collection(_) => 1,
    }
}
