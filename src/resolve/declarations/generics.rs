//! Type arguments: types are erased, but what was written in the brackets tells of
//! which type the elements of a `List<String>` are. Java's compiler has checked that
//! for code; in annotations it is shown, as for every cast.

use super::table::{Callee, Header, ParamInfo, Slot, Table};
use crate::diagnostics::Diagnostic;
use crate::ir::{ClassId, Expr, ExprKind, Type};
use crate::resolve::Sink;
use crate::resolve::bodies::member::Member;
use crate::resolve::expressions::assertion::unwrapped;
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::syntax::pretty_type;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::TypeKind;
use std::collections::BTreeMap;

/// How many names a type may consist of: each supertype may double its arguments.
const MAX_SIZE: usize = 64;

/// The arguments of a class's type parameters, by name.
type Arguments = BTreeMap<String, ast::Type>;

impl<'a> Table<'a> {
    /// The class that a written type names.
    fn class_written(&self, ty: &ast::Type) -> Option<ClassId> {
        let (TypeKind::Named(name) | TypeKind::Generic(name, _)) = &ty.kind else {
            return None;
        };
        let name = name.rsplit('.').next().unwrap_or(name);
        let param = self.is_type_param(name, ty.span);
        self.class_named(name, ty.span).filter(|_| !param)
    }

    /// The arguments that a type gives the parameters of a class that it names, or of
    /// one above that.
    fn arguments(&self, ty: &ast::Type, class: ClassId) -> Option<Arguments> {
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
    fn arguments_above(
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
    pub(in crate::resolve) fn are_one(
        &self,
        class: ClassId,
        (a, b): (Callee, Callee),
    ) -> Option<bool> {
        if self.same_signature(a, b) {
            return Some(true);
        }
        let (Some(one), Some(other)) = (self.header(a), self.header(b)) else {
            return Some(true);
        };
        let mut known = true;
        for (a, b) in one.params.iter().zip(&other.params) {
            match (
                self.seen_from(class, (one, a)),
                self.seen_from(class, (other, b)),
            ) {
                (AsSeen::Type(a), AsSeen::Type(b)) if a.signature() == b.signature() => {}
                (AsSeen::Type(_), AsSeen::Type(_)) => return Some(false),
                (AsSeen::Param(a), AsSeen::Param(b)) if a == b => {}
                _ => known = false,
            }
        }
        known.then_some(true)
    }

    /// The type of a parameter as a class sees it which has the member.
    fn seen_from(&self, class: ClassId, (header, param): (&Header<'a>, &ParamInfo<'a>)) -> AsSeen {
        match &param.ty {
            Some(ty) if !param.is_erased => return AsSeen::Type(ty.clone()),
            Some(_) => {}
            None => return AsSeen::Unknown,
        }
        let arguments = match header.class {
            Some(above) if above == class => Some(Arguments::new()),
            Some(above) => self.arguments_above(class, &Arguments::new(), above),
            None => None,
        };
        let own =
            |ty: &ast::Type| matches!(&ty.kind, TypeKind::Named(name) if header.declares(name));
        let Some(arguments) = arguments.filter(|_| !own(innermost(param.written))) else {
            return AsSeen::Unknown;
        };
        let seen = substituted(param.written, &arguments);
        match &seen.kind {
            TypeKind::Named(name) if self.is_type_param(name, seen.span) => {
                AsSeen::Param(name.clone())
            }
            _ if self.names_type_param(&seen) => AsSeen::Unknown,
            // What is wrong with it is reported where it is written.
            _ => match self.declared(&seen, param.is_ghost, &Sink::default()) {
                Some(ty) => AsSeen::Type(ty),
                None => AsSeen::Unknown,
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
enum AsSeen {
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
fn substituted(ty: &ast::Type, arguments: &Arguments) -> ast::Type {
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

impl Member<'_, '_> {
    /// A value of code whose type was erased, as one of the type that the text gives
    /// it by type arguments.
    pub(in crate::resolve) fn unerased(&self, e: &ast::Expr, value: Lowered) -> Lowered {
        if value.expr.ty != Type::Object || !self.is_real_java() {
            return value;
        }
        match self.argument_type(e) {
            Some(ty) => value.map(|e| Expr { ty, ..e }),
            None => value,
        }
    }

    /// A receiver whose type was erased: in annotations it is to be shown that it is of
    /// the type that the text gives it.
    pub(in crate::resolve) fn unerased_receiver(&self, e: &ast::Expr, value: Lowered) -> Lowered {
        if value.expr.ty != Type::Object || self.is_real_java() {
            return value; // code has its type already
        }
        match self.argument_type(e) {
            Some(Type::Class(class)) => value.map(|object| Expr {
                span: object.span,
                ty: Type::Class(class),
                kind: ExprKind::Cast(Box::new(object), class),
            }),
            _ => value,
        }
    }

    /// Adds to an error about a member of an object whose type was erased what to do.
    pub(in crate::resolve) fn how_to_narrow(&self, ty: &Type, error: Diagnostic) -> Diagnostic {
        if *ty != Type::Object || !self.table().is_java {
            return error;
        }
        error.note(
            "where its type follows from the arguments of a generic method or from `?`, put it into a \
             variable of that type before",
        )
    }

    /// The type of an expression by type arguments, if it is one of objects.
    fn argument_type(&self, e: &ast::Expr) -> Option<Type> {
        let written = self.written_type(e)?;
        let table = self.table();
        match &written.kind {
            TypeKind::Array(_) => table.read_written(&written, self.session.sink),
            _ => table.class_written(&written).map(Type::Class),
        }
    }

    /// Whether an expression is written to be an `Object`, or an array of them: then its
    /// type does not stand for a type argument, whatever classes have type parameters.
    pub(in crate::resolve) fn is_written_object(&self, e: &ast::Expr) -> bool {
        let table = self.table();
        if table.type_params.is_empty() {
            return true;
        }
        let Some(mut ty) = self.written_type(e) else {
            return false;
        };
        while let TypeKind::Array(elem) = ty.kind {
            ty = *elem;
        }
        !table.names_type_param(&ty)
            && matches!(&ty.kind, TypeKind::Named(name) if name == "Object")
    }

    /// The type of an expression as the text writes it, with type arguments in place of
    /// parameters.
    fn written_type(&self, e: &ast::Expr) -> Option<ast::Type> {
        let e = unwrapped(e);
        crate::resolve::deep(|| match &e.kind {
            ast::ExprKind::Name(name) => match self.scope.lookup(name) {
                Some(variable) => self.scope.written(variable).cloned(),
                None => {
                    let class = self.class?;
                    self.written_field(class, name, &|above| self.identity(class, above))
                }
            },
            ast::ExprKind::Field(receiver, field) if self.qualifier(receiver).is_none() => {
                let ty = self.written_type(receiver)?;
                let class = self.table().class_written(&ty)?;
                self.written_field(class, &field.text, &|above| {
                    self.table().arguments(&ty, above)
                })
            }
            ast::ExprKind::Index(array, _) => match self.written_type(array)?.kind {
                TypeKind::Array(elem) => Some(*elem),
                _ => None,
            },
            ast::ExprKind::Call(None, name, args) => {
                let class = self.class?;
                let count = args.len();
                self.written_result(class, (&name.text, count), &|above| {
                    self.identity(class, above)
                })
            }
            ast::ExprKind::Call(Some(receiver), name, args) => {
                let key = (name.text.as_str(), args.len());
                if let Some(class) = self.qualifier(receiver) {
                    return self.written_result(class, key, &|_| Some(Arguments::new()));
                }
                let ty = self.written_type(receiver)?;
                let class = self.table().class_written(&ty)?;
                self.written_result(class, key, &|above| self.table().arguments(&ty, above))
            }
            ast::ExprKind::New(ty, _) | ast::ExprKind::Cast(ty, _) => Some(ty.clone()),
            _ => None,
        })
    }

    /// The arguments for a class's parameters, or those of one above it, within its text.
    fn identity(&self, class: ClassId, above: ClassId) -> Option<Arguments> {
        if class == above {
            return Some(Arguments::new());
        }
        self.table()
            .arguments_above(class, &Arguments::new(), above)
    }

    fn written_field(
        &self,
        class: ClassId,
        name: &str,
        arguments: &dyn Fn(ClassId) -> Option<Arguments>,
    ) -> Option<ast::Type> {
        let slot = self.table().slot(class, name, self.is_real_java())?;
        let (Slot::Field(id) | Slot::Static(id)) = slot else {
            return None;
        };
        let field = self.table().field(id);
        Some(substituted(field.written, &arguments(field.class)?))
    }

    fn written_result(
        &self,
        class: ClassId,
        (name, count): (&str, usize),
        arguments: &dyn Fn(ClassId) -> Option<Arguments>,
    ) -> Option<ast::Type> {
        let all = self.table().members(class, name, count).into_iter();
        let mut results = all.map(|callee| {
            let header = self.table().header(callee)?;
            let mut arguments = arguments(header.class?)?;
            // A method's own parameters hide those of its class.
            for param in header.type_params {
                arguments.remove(&param.name.text);
            }
            Some(substituted(header.written?, &arguments))
        });
        let first = results.next()??;
        // Of several of one name each may give back something else.
        let text = pretty_type(&first);
        let same = results.all(|other| other.is_some_and(|ty| pretty_type(&ty) == text));
        same.then_some(first)
    }
}
