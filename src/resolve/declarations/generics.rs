//! Type arguments: types are erased, but what was written in the brackets tells of
//! which type the elements of a `List<String>` are. Java's compiler has checked that
//! for code; in annotations it is shown, as for every cast.

use super::table::{Callee, Header, ParamInfo, Table};
use crate::ir::{ClassId, Type};
use crate::resolve::Sink;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::TypeKind;
use std::collections::BTreeMap;

/// How many names a type may consist of: each supertype may double its arguments.
const MAX_SIZE: usize = 64;

/// The arguments of a class's type parameters, by name.
pub(in crate::resolve) type Arguments = BTreeMap<String, ast::Type>;

impl<'a> Table<'a> {
    /// The class that a written type names.
    pub(in crate::resolve) fn class_written(&self, ty: &ast::Type) -> Option<ClassId> {
        let (TypeKind::Named(name) | TypeKind::Generic(name, _)) = &ty.kind else {
            return None;
        };
        let name = name.rsplit('.').next().unwrap_or(name);
        let param = self.is_type_param(name, ty.span);
        self.class_named(name, ty.span).filter(|_| !param)
    }

    /// The arguments that a type gives the parameters of a class that it names, or of
    /// one above that.
    pub(in crate::resolve) fn arguments(
        &self,
        ty: &ast::Type,
        class: ClassId,
    ) -> Option<Arguments> {
        let named = self.class_written(ty)?;
        let params = &self.class(named).source.type_params;
        let given = match &ty.kind {
            TypeKind::Generic(_, args) => args.as_slice(),
            _ => &[],
        };
        let pairs = params.iter().zip(given);
        let own = pairs.map(|(param, arg)| (param.name.text.clone(), arg.clone()));
        let own: Arguments = own.collect();
        if named == class {
            return Some(own);
        }
        self.arguments_above(named, &own, class)
    }

    /// The arguments for the parameters of a class that stands above another one,
    /// whose own are these.
    pub(in crate::resolve) fn arguments_above(
        &self,
        lower: ClassId,
        own: &Arguments,
        upper: ClassId,
    ) -> Option<Arguments> {
        let source = self.class(lower).source;
        let mut above = source.extends.iter().chain(&source.implements);
        above.find_map(|ty| {
            let next = self.class_written(ty)?;
            // Supertypes that stand above themselves have been taken away.
            let is_next = self.class(lower).supers.contains(&next) && self.is_below(next, upper);
            let ty = is_next.then(|| substituted(ty, own))?;
            let arguments = (size(&ty) <= MAX_SIZE).then(|| self.arguments(&ty, upper));
            arguments.flatten()
        })
    }

    /// Whether two members of one name and number of parameters are one in the objects
    /// of a class that has both: as Java sees it, whether their parameters have the same
    /// types, erased or with the type arguments that the class gives. `None` where
    /// these are not known.
    pub(in crate::resolve) fn are_one(&self, class: ClassId, a: Callee, b: Callee) -> Option<bool> {
        if self.same_signature(a, b) {
            return Some(true);
        }
        let (Some(one), Some(other)) = (self.header(a), self.header(b)) else {
            return Some(true);
        };
        let mut known = true;
        for (a, b) in one.params.iter().zip(&other.params) {
            match (
                self.instantiated_in(class, one, a),
                self.instantiated_in(class, other, b),
            ) {
                (Instantiated::Type(a), Instantiated::Type(b))
                    if a.signature() == b.signature() => {}
                (Instantiated::Type(_), Instantiated::Type(_)) => return Some(false),
                (Instantiated::Param(a), Instantiated::Param(b)) if a == b => {}
                _ => known = false,
            }
        }
        known.then_some(true)
    }

    /// The type of a parameter as a class sees it which has the member.
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
            Some(above) => self.arguments_above(class, &Arguments::new(), above),
            None => None,
        };
        let own =
            |ty: &ast::Type| matches!(&ty.kind, TypeKind::Named(name) if header.declares(name));
        let Some(arguments) = arguments.filter(|_| !own(innermost(param.written))) else {
            return Instantiated::Unknown;
        };
        let seen = substituted(param.written, &arguments);
        match &seen.kind {
            TypeKind::Named(name) if self.is_type_param(name, seen.span) => {
                Instantiated::Param(name.clone())
            }
            _ if self.names_type_param(&seen) => Instantiated::Unknown,
            // What is wrong with it is reported where it is written.
            _ => match self.declared(&seen, param.is_ghost, &Sink::default()) {
                Some(ty) => Instantiated::Type(ty),
                None => Instantiated::Unknown,
            },
        }
    }
}

impl Header<'_> {
    /// Whether a name is that of one of the method's own type parameters.
    fn declares(&self, name: &str) -> bool {
        self.type_params.iter().any(|param| param.name.text == name)
    }
}

/// What a parameter's type is where type arguments take the place of type parameters.
enum Instantiated {
    /// This type.
    Type(Type),
    /// What a type parameter of the class stands for.
    Param(String),
    /// That is not known.
    Unknown,
}

/// The type of what is in an array, and in the arrays in it; another type itself.
fn innermost(ty: &ast::Type) -> &ast::Type {
    let mut ty = ty;
    while let TypeKind::Array(elem) = &ty.kind {
        ty = elem;
    }
    ty
}

/// A type with arguments in place of parameters.
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
        TypeKind::Generic(name, args) => TypeKind::Generic(name.clone(), all(args)),
        TypeKind::Array(elem) => TypeKind::Array(Box::new(crate::resolve::deep(|| {
            substituted(elem, arguments)
        }))),
        _ => return ty.clone(),
    };
    ast::Type { kind, ..ty.clone() }
}

/// How many names a type consists of.
fn size(ty: &ast::Type) -> usize {
    match &ty.kind {
        TypeKind::Generic(_, args) => {
            1 + args
                .iter()
                .map(|arg| crate::resolve::deep(|| size(arg)))
                .sum::<usize>()
        }
        TypeKind::Array(elem) => crate::resolve::deep(|| size(elem)),
        _ => 1,
    }
}
