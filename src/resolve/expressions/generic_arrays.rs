//! Arrays whose elements have type arguments, or the type of a type parameter.
//!
//! Java erases these types, and an array keeps only what is left: `(T[]) new Object[n]` is an array of `Object`, and
//! `new List[n]` one for lists of anything. So it must not be taken for an array of something else. Where Java casts it to
//! an array of a type argument, it would throw an exception; and where it is one of other type arguments, or of `Object`,
//! it would take elements that it must not have.

use crate::ir::{ClassId, Type};
use crate::resolve::declarations::table::{Callee, ParamInfo, Slot};
use crate::resolve::expressions::assertion::unwrapped;
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast::{self, TypeKind};
use ecow::EcoString;

impl Member<'_, '_> {
    /// Refuses an array of a type parameter but for one that the class here declares, in a field or as a result, of the
    /// object here or of one with the same type arguments.
    pub(in crate::resolve) fn has_own_elements(&self, e: &ast::Expr, ty: &Type) -> Option<()> {
        let is_erased = matches!(ty, Type::Array(_)) && *ty.innermost() == Type::Object;
        if !is_erased || !self.is_real_java() || self.is_array_of_object(e, ty) {
            return Some(());
        }
        if self.is_of_own_parameter(e) {
            return Some(());
        }
        let what = "an array whose elements have the type of a type argument is";
        self.unsupported(e.span, what)
    }

    /// Whether an expression has this type in Java, too: an array of `Object` with so many dimensions.
    fn is_array_of_object(&self, e: &ast::Expr, ty: &Type) -> bool {
        let mut ty = ty;
        let mut written = match self.table().type_params.is_empty() {
            true => return true,
            false => self.written_type(e),
        };
        while let Type::Array(element) = ty {
            ty = element;
            written = match written.map(|written| written.kind) {
                Some(TypeKind::Array(element)) => Some(*element),
                _ => return false,
            };
        }
        written.is_some_and(|written| {
            let is_object = matches!(&written.kind, TypeKind::Named(name) if name == "Object");
            is_object && !self.table().names_type_param(&written)
        })
    }

    /// Whether an expression is a field or a call that the class here declares with the type `T[]`, `T` being its own
    /// type parameter.
    fn is_of_own_parameter(&self, e: &ast::Expr) -> bool {
        let table = self.table();
        let own = self.class.map(|own| table.class(own).source.span);
        let element = self.declared_here(e).and_then(array_element);
        let param = element.and_then(|(name, at)| table.type_param(name, at));
        param.is_some_and(|param| Some(param.scope) == own)
    }

    /// Whether an expression is a local variable.
    fn is_local(&self, e: &ast::Expr) -> bool {
        matches!(&unwrapped(e).kind, ast::ExprKind::Name(name) if self.scope.lookup(name).is_some())
    }

    /// Whether the written type of an expression says the same here: it is a local variable, or what has passed for one of
    /// the class's own.
    fn is_of_here(&self, e: &ast::Expr) -> bool {
        self.is_local(e) || self.declared_here(e).is_some()
    }

    /// The type with which the class here declares what an expression names: a field or a method of the object here, or of
    /// one with the same type arguments.
    fn declared_here(&self, e: &ast::Expr) -> Option<&ast::Type> {
        let table = self.table();
        let own = self.class?;
        let field = |name: &str| {
            let (Slot::Field(id) | Slot::Static(id)) = table.slot(own, name, true)? else {
                return None;
            };
            let field = table.field(id);
            (field.class == own).then_some(field.written)
        };
        let e = unwrapped(e);
        if let ast::ExprKind::Name(name) = &e.kind {
            return field(name).filter(|_| !self.is_local(e));
        }
        if let ast::ExprKind::Field(of, name) = &e.kind {
            return field(&name.text).filter(|_| self.has_own_arguments(of, own));
        }
        let ast::ExprKind::Call(of, name, args) = &e.kind else {
            return None;
        };
        let is_here = of.as_ref().is_none_or(|of| self.has_own_arguments(of, own));
        let all = table.members(own, &name.text, args.len());
        let [only] = all.as_slice() else {
            return None;
        };
        let header = table.header(*only);
        let is_clear = !table.names_with_rest.contains(name.text.as_str());
        header
            .written
            .filter(|_| is_here && is_clear && header.class == Some(own))
    }

    /// Whether an object is the one here, or a variable of this class with its own type parameters as arguments.
    fn has_own_arguments(&self, object: &ast::Expr, own: ClassId) -> bool {
        let table = self.table();
        let object = unwrapped(object);
        if let ast::ExprKind::This = object.kind {
            return true;
        }
        let ast::ExprKind::Name(name) = &object.kind else {
            return false;
        };
        let written = self
            .scope
            .lookup(name)
            .and_then(|id| self.scope.written(id));
        let Some(TypeKind::Generic(applied)) = written.map(|written| &written.kind) else {
            return false;
        };
        let source = table.class(own).source;
        let is_same = |(param, arg): (&ast::TypeParam, &ast::Type)| {
            // A generic method may have another one of that name.
            let scope = |name: &str| Some(table.type_param(name, arg.span)?.scope);
            matches!(&arg.kind, TypeKind::Named(name)
                if *name == param.name.text && scope(name) == Some(source.span))
        };
        written.and_then(|written| table.class_written(written)) == Some(own)
            && applied.args.len() == source.type_params.len()
            && source.type_params.iter().zip(&applied.args).all(is_same)
    }

    /// Refuses to take an array whose elements have type arguments, or the type of a type parameter, for one of
    /// others, as which a variable or the like of this type is written.
    pub(in crate::resolve) fn keeps_elements(
        &self,
        from: &ast::Expr,
        ty: &Type,
        to: Option<&ast::Type>,
    ) -> Option<()> {
        let table = self.table();
        let has_arguments = |ty: &Type| {
            let class = ty.class();
            *ty == Type::Object
                || table.is_generic(ty)
                || class.is_some_and(|class| table.generic_around(class).is_some())
        };
        if !matches!(ty, Type::Array(_)) || !self.is_real_java() || !has_arguments(ty.innermost()) {
            return Some(());
        }
        let from = unwrapped(from);
        if let ast::ExprKind::Cond(_, then, other) = &from.kind {
            self.keeps_elements(then, ty, to)?;
            return self.keeps_elements(other, ty, to);
        }
        let is_new = matches!(
            from.kind,
            ast::ExprKind::NewArray(..)
                | ast::ExprKind::NewArrays(..)
                | ast::ExprKind::NewArrayOf(..)
                | ast::ExprKind::ArrayInit(_)
                | ast::ExprKind::Null
        );
        let written = self.written_type(from);
        let is_of_here = || matches!(from.kind, ast::ExprKind::Cast(..)) || self.is_of_here(from);
        let is_same = || {
            let pair = written.as_ref().zip(to);
            pair.is_some_and(|(from, to)| {
                table.is_same_written(from, to) && (self.is_concrete(from) || is_of_here())
            })
        };
        if is_new || self.is_array_of_object(from, ty) || is_same() {
            return Some(());
        }
        let what =
            "an array of a type parameter, or of objects with type arguments, as another one is";
        self.unsupported(from.span, what)
    }

    /// The type of what is assigned to as it is written, if it says the same here.
    pub(super) fn written_target(&self, target: &ast::Expr) -> Option<ast::Type> {
        let written = self.written_type(target)?;
        (self.is_of_here(target) || self.is_concrete(&written)).then_some(written)
    }

    /// Refuses a new array of a generic class as an argument: as it has no type arguments, Java does not check that the
    /// result has those that it is declared with (JLS 15.12.2.6).
    pub(super) fn is_no_raw_array(&self, argument: &ast::Expr) -> Option<()> {
        use ast::ExprKind::{NewArray, NewArrays};
        let argument = unwrapped(argument);
        let (NewArray(element, _) | NewArrays(element, _)) = &argument.kind else {
            return Some(());
        };
        let (table, inner) = (self.table(), element.innermost());
        let is_inner = |class| table.generic_around(class).is_some();
        match table.lacks_arguments(inner) || table.class_written(inner).is_some_and(is_inner) {
            true => self.unsupported(argument.span, "a generic class without `<…>` is"),
            false => Some(()),
        }
    }

    /// The type of a parameter as it is written, if it says the same where it is called: it names no type parameter, or
    /// one of the class here for a call on the object here.
    pub(super) fn written_parameter<'p>(
        &self,
        callee: Callee,
        param: &'p ParamInfo<'_>,
        is_own: bool,
    ) -> Option<&'p ast::Type> {
        let table = self.table();
        let header = table.header(callee);
        let names_own = header
            .type_params
            .iter()
            .any(|own| mentions(param.written, &own.name.text));
        let is_plain = self.is_concrete(param.written);
        let is_same = is_own && header.class.is_some() && header.class == self.class;
        (is_plain || is_same && !names_own).then_some(param.written)
    }

    /// Whether a type says the same everywhere: neither a type parameter stands in it, nor a wildcard with a bound, nor an
    /// inner class of a generic class.
    fn is_concrete(&self, ty: &ast::Type) -> bool {
        crate::resolve::deep(|| {
            if let TypeKind::Generic(applied) = &ty.kind {
                !applied.args.is_empty() && applied.args.iter().all(|arg| self.is_concrete(arg))
            } else if let TypeKind::Array(inner) = &ty.kind {
                self.is_concrete(inner)
            } else if let TypeKind::Wildcard(bound) = &ty.kind {
                bound.is_none()
            } else {
                let table = self.table();
                let class = table.class_written(ty);
                !table.names_type_param(ty)
                    && class.is_none_or(|class| table.generic_around(class).is_none())
            }
        })
    }

    /// Whether an array of a type parameter is an argument of a generic method that has no other values of its type
    /// parameter, as `<E> void swap(E[] a, int i, int j)`: it can only put the elements elsewhere.
    pub(super) fn is_given_alone(&self, callee: Callee, at: usize, from: &ast::Expr) -> bool {
        let table = self.table();
        let header = table.header(callee);
        let Some((name, place)) = header
            .params
            .get(at)
            .and_then(|param| array_element(param.written))
        else {
            return false;
        };
        let written = self.written_type(from).filter(|_| self.is_of_here(from));
        let given = written.as_ref().and_then(array_element);
        let given = given.and_then(|(name, at)| table.type_param(name, at));
        let Some((taken, given)) = table.type_param(name, place).zip(given) else {
            return false;
        };
        let is_its_own = header
            .type_params
            .iter()
            .any(|param| param.name.text == *name);
        let fits = taken.bounds.is_empty() || table.bound_of(taken) == table.bound_of(given);
        let mut others = header.params.iter().enumerate();
        is_its_own
            && header.type_params.len() == 1
            && fits
            && others.all(|(other, param)| other == at || !mentions(param.written, name))
    }
}

/// The name of the type of an array's elements, and where it stands.
fn array_element(ty: &ast::Type) -> Option<(&EcoString, Span)> {
    let TypeKind::Array(element) = &ty.kind else {
        return None;
    };
    let TypeKind::Named(name) = &element.kind else {
        return None;
    };
    Some((name, element.span))
}

/// Whether a name stands in a type.
fn mentions(ty: &ast::Type, name: &str) -> bool {
    crate::resolve::deep(|| {
        if let TypeKind::Generic(applied) = &ty.kind {
            applied.args.iter().any(|arg| mentions(arg, name))
        } else if let TypeKind::Array(inner) | TypeKind::Wildcard(Some((_, inner))) = &ty.kind {
            mentions(inner, name)
        } else {
            matches!(&ty.kind, TypeKind::Named(other) if other == name)
        }
    })
}
