//! Recovery of erased types from the type arguments in the program text.

use crate::diagnostics::Diagnostic;
use crate::ir::{ClassId, Expr, ExprKind, Type};
use crate::resolve::declarations::generics::{Arguments, substituted};
use crate::resolve::declarations::table::Slot;
use crate::resolve::declarations::types::is_array_of_objects;
use crate::resolve::expressions::assertion::unwrapped;
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::scopes::member::Member;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::TypeKind;

impl Member<'_, '_> {
    /// Gives a value of erased type in code the type that follows from its type arguments.
    pub(in crate::resolve) fn unerased(&self, e: &ast::Expr, value: Lowered) -> Lowered {
        if value.expr.ty != Type::Object || !self.is_real_java() {
            return value;
        }
        match self.argument_type(e) {
            Some(ty) if !is_array_of_objects(&ty) => value.map(|e| Expr { ty, ..e }),
            Some(_) | None => value,
        }
    }

    /// In annotations, casts a receiver of erased type to the type that follows from its type
    /// arguments; the cast is verified.
    pub(in crate::resolve) fn unerased_receiver(&self, e: &ast::Expr, value: Lowered) -> Lowered {
        if value.expr.ty != Type::Object || self.is_real_java() {
            return value; // code has its type already
        }
        match self.argument_type(e) {
            Some(Type::Class(class)) => self.as_object_of(class, value),
            _ => value,
        }
    }

    /// The class of the bound that gives a type parameter, which is the type of an expression, members of a name. A bound
    /// without type arguments, and one of several that might have them, does not say what Java's choice is.
    pub(super) fn bound_with(&self, e: &ast::Expr, name: &str) -> Option<ClassId> {
        let table = self.table();
        let written = self.written_type(e)?;
        let TypeKind::Named(param) = &written.kind else {
            return None;
        };
        let bounds = table.type_param(param, written.span)?.bounds;
        let mut found = None;
        for bound in bounds {
            let class = table.class_written(bound)?;
            let has_members = !table.callees_named(class, name).is_empty();
            let is_known = bounds.len() == 1
                || has_members
                || !table.class(class).is_library && table.might_inherit(class, name).is_none();
            if table.lacks_arguments(bound) || !is_known || has_members && found.is_some() {
                return None;
            }
            found = found.or(has_members.then_some(class));
        }
        found
    }

    /// A value of erased type as an object of a class: the Java compiler has checked code, and in annotations it is a cast
    /// to be verified.
    pub(super) fn as_object_of(&self, class: ClassId, value: Lowered) -> Lowered {
        let ty = Type::Class(class);
        let is_checked = self.is_real_java();
        value.map(|object| match is_checked {
            true => Expr { ty, ..object },
            false => Expr {
                span: object.span,
                ty,
                kind: ExprKind::Cast(Box::new(object), class),
            },
        })
    }

    /// Adds a hint to an error about a member of an object of erased type.
    pub(in crate::resolve) fn how_to_narrow(&self, ty: &Type, error: Diagnostic) -> Diagnostic {
        if *ty != Type::Object || !self.table().rules.has_type_arguments {
            return error;
        }
        error.note(
            "where its type follows from the arguments of a generic method or from `?`, put it into a \
             variable of that type before",
        )
    }

    /// The type of an expression according to its type arguments, if it is a reference.
    fn argument_type(&self, e: &ast::Expr) -> Option<Type> {
        let written = self.written_type(e)?;
        let table = self.table();
        if let TypeKind::Array(_) = &written.kind {
            return table.read_written(&written, self.session.sink);
        }
        let class = table.class_written(&written)?;
        (!table.lacks_arguments(&written)).then_some(Type::Class(class))
    }

    /// Whether the written type of an expression is `Object` or an array of `Object`, so that it is
    /// not the erasure of a type argument.
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

    /// The written type of an expression, with type arguments substituted for type parameters.
    pub(in crate::resolve) fn written_type(&self, e: &ast::Expr) -> Option<ast::Type> {
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
                if !self.is_reached_here(class, receiver) {
                    return None;
                }
                self.written_field(class, &field.text, &|above| {
                    self.table().arguments(&ty, above)
                })
            }
            ast::ExprKind::Index(array, _) => {
                let TypeKind::Array(elem) = self.written_type(array)?.kind else {
                    return None;
                };
                Some(*elem)
            }
            ast::ExprKind::Call(None, name, args) => {
                let class = self.class?;
                let count = args.len();
                self.written_result(class, &name.text, count, &|above| {
                    self.identity(class, above)
                })
            }
            ast::ExprKind::Call(Some(receiver), name, args) => {
                let (name, count) = (name.text.as_str(), args.len());
                if let Some(class) = self.qualifier(receiver) {
                    return self.written_result(class, name, count, &|_| Some(Arguments::new()));
                }
                let ty = self.written_type(receiver)?;
                let class = self.table().class_written(&ty)?;
                if !self.is_reached_here(class, receiver) {
                    return None;
                }
                self.written_result(class, name, count, &|above| {
                    self.table().arguments(&ty, above)
                })
            }
            ast::ExprKind::New(ty, _) | ast::ExprKind::Cast(ty, _) => Some((**ty).clone()),
            _ => None,
        })
    }

    /// Whether an object of an inner class of a generic class is one of the class here, and not of another object with
    /// type arguments of its own.
    fn is_reached_here(&self, class: ClassId, object: &ast::Expr) -> bool {
        use ast::ExprKind::{Call, Field, Index};
        if self.table().generic_around(class).is_none() {
            return true;
        }
        let (Field(of, _) | Call(Some(of), ..) | Index(of, _)) = &unwrapped(object).kind else {
            return true;
        };
        crate::resolve::deep(|| {
            let lacks_arguments = || {
                let written = self.written_type(of);
                written.is_some_and(|ty| !matches!(ty.innermost().kind, TypeKind::Generic(_)))
            };
            let is_this = matches!(unwrapped(of).kind, ast::ExprKind::This);
            (is_this || lacks_arguments()) && self.is_reached_here(class, of)
        })
    }

    /// The type of a variable that is declared with `var`: that of its initial value, if it can be written
    /// and is none of a type parameter.
    pub(in crate::resolve) fn inferred(&self, init: &ast::Expr) -> Option<ast::Type> {
        let init = unwrapped(init);
        let typed = |kind| ast::Type {
            kind,
            span: init.span,
        };
        let ty = if let ast::ExprKind::NewArray(elem, _) = &init.kind {
            typed(TypeKind::Array(elem.clone()))
        } else if let ast::ExprKind::Bool(_) = &init.kind {
            typed(TypeKind::Bool)
        } else if let ast::ExprKind::Int(_) = &init.kind {
            typed(TypeKind::Int)
        } else if let ast::ExprKind::Long(_) = &init.kind {
            typed(TypeKind::Long)
        } else if let ast::ExprKind::Floating(format, _) = &init.kind {
            typed(TypeKind::Floating(*format))
        } else if let ast::ExprKind::Str(_) = &init.kind {
            typed(TypeKind::Named("String".into()))
        } else {
            self.written_type(init)?
        };
        // A name may mean another class where it is declared.
        let table = self.table();
        let declared = ty.innermost();
        let here = ast::Type {
            span: init.span,
            ..declared.clone()
        };
        let is_parameter = table.names_type_param(declared) || table.names_type_param(&here);
        let is_same = table.class_written(declared) == table.class_written(&here);
        (!is_parameter && is_same).then(|| ast::Type {
            span: init.span,
            ..ty
        })
    }

    /// The type of the elements over which a `for` iterates, as written.
    pub(in crate::resolve) fn inferred_element(&self, iterable: &ast::Expr) -> Option<ast::Type> {
        let TypeKind::Array(elem) = self.inferred(iterable)?.kind else {
            return None;
        };
        Some(*elem)
    }

    /// The type arguments of `above` as seen in the text of `class`, whose own parameters stay
    /// unsubstituted.
    fn identity(&self, class: ClassId, above: ClassId) -> Option<Arguments> {
        if class == above {
            return Some(Arguments::new());
        }
        self.table()
            .supertype_arguments(class, &Arguments::new(), above)
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
        name: &str,
        count: usize,
        arguments: &dyn Fn(ClassId) -> Option<Arguments>,
    ) -> Option<ast::Type> {
        let all = self.table().members(class, name, count).into_iter();
        let mut results = all.map(|callee| {
            let header = self.table().header(callee);
            let mut arguments = arguments(header.class?)?;
            // Type parameters of a method hide those of its class.
            for param in header.type_params {
                arguments.remove(&param.name.text);
            }
            Some(substituted(header.written?, &arguments))
        });
        let first = results.next()??;
        // Overloads may have different result types.
        let same =
            results.all(|other| other.is_some_and(|ty| self.table().is_same_written(&first, &ty)));
        same.then_some(first)
    }
}
