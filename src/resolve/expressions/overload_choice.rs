//! Overload resolution: selects the member that a call means by the types of its arguments.
//! `declarations::overloads` documents the rules and the reasons for refused calls.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, ClassKind, ExprKind, MethodId, Type, Width};
use crate::resolve::declarations::table::Callee;
use crate::resolve::expressions::assertion::unwrapped;
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::expressions::fold;
use crate::resolve::notations::is_box;
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;

/// The candidates and the arguments of one overloaded call.
struct Choice<'c, 't> {
    all: Vec<Callee>,
    args: &'c [Type],
    texts: &'t [ast::Expr],
    name: &'c str,
    span: Span,
}

/// A choice that is refused, in words.
pub(super) const BY_IMPLICIT: &str = "a choice between members of one name by what Java puts above arrays, an `enum` or a class of its own is";

/// What is above all arrays, besides `Object`: packages and names.
const ABOVE_ARRAYS: [(&str, &str); 2] = [("java.io", "Serializable"), ("java.lang", "Cloneable")];

impl Member<'_, '_> {
    /// Selects the candidate that a call with these arguments means.
    pub(in crate::resolve) fn resolve_overload(
        &self,
        all: Vec<Callee>,
        args: &[Option<Lowered>],
        texts: &[ast::Expr],
        name: &str,
        span: Span,
    ) -> Option<Callee> {
        let headers = || all.iter().map(|callee| self.table().header(*callee));
        if headers().any(|header| header.is_refused) {
            return None;
        }
        let has_any = all.iter().any(|callee| self.table().has_rest(*callee));
        if let [only] = all.as_slice()
            && !has_any
        {
            return Some(*only);
        }
        // The intended types of the parameters might fit better.
        if headers().any(|header| header.params.iter().any(|param| param.ty.is_none())) {
            return None;
        }
        let args = self.types_of_arguments(args, texts)?;
        let all = match has_any {
            true => self.applicable(all, &args, texts, span)?,
            false => all,
        };
        if let [only] = all.as_slice() {
            return Some(*only);
        }
        let choice = Choice {
            all,
            args: &args,
            texts,
            name,
            span,
        };
        let table = self.table();
        let takes = |callee: &Callee, fits: &dyn Fn(&Type, &Type) -> bool| {
            let mut pairs = args.iter().zip(table.params(*callee));
            pairs.all(|(arg, param)| param.ty.as_ref().is_some_and(|to| fits(arg, to)))
        };
        let fits = |arg: &Type, to: &Type| self.fits(arg, to);
        let fitting = choice.all.iter().copied().filter(|c| takes(c, &fits));
        let fitting: Vec<Callee> = fitting.collect();
        if fitting.is_empty() && self.is_of_library(&choice.all) {
            return self.no_contract(&choice);
        }
        self.clear(&choice, &fitting)?;
        self.nameable(&fitting, &choice)?;
        let boxed = |arg: &Type, to: &Type| fits(arg, to) || self.boxes(arg, to);
        let java = table.rules.has_boxes && fitting.is_empty();
        let by_boxing = choice.all.iter().filter(|c| java && takes(c, &boxed));
        match by_boxing.collect::<Vec<_>>().as_slice() {
            [] => {}
            [only] => return Some(**only),
            _ => return self.unsupported(span, "boxing is"),
        }
        let unsure = args
            .iter()
            .enumerate()
            .any(|(at, arg)| *arg == Type::Int && self.differ(&fitting, at));
        let best = fitting.iter().copied().find(|best| {
            fitting
                .iter()
                .all(|other| self.is_as_specific(*best, *other))
        });
        let taken = |arg: &Type, to: &Type| {
            !table.covers(arg, to) || to.format().is_some() || table.assignable(arg, to)
        };
        match best.filter(|_| !unsure) {
            Some(best) if takes(&best, &taken) => Some(best),
            Some(_) => self.unsupported(span, "an array of a subclass as argument is"),
            None => self.no_choice(&fitting, &choice),
        }
    }

    /// The types of arguments; `None` if one is ill-formed.
    pub(super) fn types_of_arguments(
        &self,
        args: &[Option<Lowered>],
        texts: &[ast::Expr],
    ) -> Option<Vec<Type>> {
        let known = |(arg, text): (&Option<Lowered>, &ast::Expr)| {
            arg.as_ref().map(|arg| self.type_of_argument(arg, text))
        };
        args.iter().zip(texts).map(known).collect()
    }

    /// Whether an argument of a type can stand for a parameter of another one without boxing.
    pub(super) fn fits(&self, arg: &Type, to: &Type) -> bool {
        self.table().covers(arg, to) || *arg == Type::Int && to.is_int()
    }

    /// Refuses a call of a member of the program if a library class may declare a better match,
    /// since contracts need not list all members of a library class. No better match exists if the
    /// arguments have exactly the types of the parameters.
    pub(in crate::resolve) fn check_unambiguous(
        &self,
        class: ClassId,
        callee: Callee,
        args: &[Option<Lowered>],
        texts: &[ast::Expr],
        span: Span,
    ) -> Option<()> {
        let table = self.table();
        let declared = table.header(callee).class;
        let of_program = declared.is_some_and(|class| !table.class(class).is_library);
        if !table.rules.is_compiled
            || !of_program
            || table.is_ghost(callee)
            || !table.has_unknown_members(class)
            || table
                .might_inherit(class, table.header(callee).name)
                .is_none()
        {
            return Some(());
        }
        let mut triples = args.iter().zip(texts).zip(table.params(callee));
        let exact = !self.gathers(callee, args, texts)
            && triples.all(|((arg, text), param)| {
                let arg = arg.as_ref().map(|arg| self.type_of_argument(arg, text));
                arg.is_some() && arg == param.ty
            });
        if exact {
            return Some(());
        }
        let what = "a choice between members of one name that a library's class may have, too, is";
        self.unsupported(span, what)
    }

    /// The type of an argument in overload resolution. With machine integers, a literal is an `int`
    /// or a `char` even in annotations.
    fn type_of_argument(&self, arg: &Lowered, text: &ast::Expr) -> Type {
        if matches!(unwrapped(text).kind, ast::ExprKind::Char(_)) {
            return self.table().of_width(Width::U16);
        }
        if self.has_static_types() && arg.expr.ty == Type::Int {
            return match self.java_type(&arg.expr) {
                Some(width) => Type::Machine(width),
                None => Type::Int,
            };
        }
        match (&arg.expr.ty, fold::literal(&arg.expr)) {
            (Type::Int, Some(ExprKind::Int(n))) if Width::I32.holds(&n) => {
                self.table().of_width(Width::I32)
            }
            (ty, _) => ty.clone(),
        }
    }

    /// Whether candidates differ in the type of parameter `at`.
    fn differ(&self, all: &[Callee], at: usize) -> bool {
        let ty = |c: &Callee| self.table().params(*c).get(at).and_then(|p| p.ty.as_ref());
        let mut types = all.iter().map(ty);
        let first = types.next();
        types.any(|ty| Some(ty) != first)
    }

    fn is_as_specific(&self, best: Callee, other: Callee) -> bool {
        let table = self.table();
        let mut pairs = table.params(best).iter().zip(table.params(other));
        pairs.all(|(a, b)| match (&a.ty, &b.ty) {
            (Some(a), Some(b)) => table.covers(a, b),
            _ => false,
        })
    }

    /// Refuses a choice if Java's own might differ.
    fn clear(&self, choice: &Choice<'_, '_>, fitting: &[Callee]) -> Option<()> {
        let table = self.table();
        for (at, (arg, text)) in choice.args.iter().zip(choice.texts).enumerate() {
            if !self.differ(&choice.all, at) {
                continue;
            }
            let param = |c: &Callee| table.params(*c).get(at);
            let erased = |c: &Callee| param(c).is_some_and(|p| p.is_erased);
            let generic = |c: &Callee| {
                param(c).is_some_and(|p| p.ty.as_ref().is_some_and(|ty| table.is_generic(ty)))
            };
            // A number is made an object only where none takes it as it is.
            let might_be = !is_plain(arg) || fitting.is_empty();
            let implicit = |c: &Callee| {
                let ty = param(c).and_then(|p| p.ty.as_ref());
                might_be && ty.is_some_and(|ty| self.is_above_implicitly(ty, arg))
            };
            // What is chosen has this type then: nothing is more specific.
            let exact = |c: &Callee| param(c).and_then(|p| p.ty.as_ref()) == Some(arg);
            let is_clear = fitting.iter().any(exact);
            let what = if !is_clear && choice.all.iter().any(implicit) {
                BY_IMPLICIT
            } else if choice.all.iter().any(erased) {
                "a choice between members of one name by a type parameter is"
            } else if choice.all.iter().any(generic) {
                "a choice between members of one name by a type with type arguments is"
            } else if may_be_erased(arg) && !self.is_written_object(text) {
                "a choice between members of one name by a type that may be an argument of a generic class is"
            } else if matches!(unwrapped(text).kind, ast::ExprKind::Cond(..)) && !is_plain(arg) {
                "a choice between members of one name by the type of `?:` is"
            } else {
                continue;
            };
            return self.unsupported(text.span, what);
        }
        Some(())
    }

    /// Whether a class may be above an array, an `enum` of the program, a class with contracts or the box of a number in
    /// Java, which its declaration does not say (JLS 4.10.3, 8.9).
    pub(super) fn is_above_implicitly(&self, class: &Type, arg: &Type) -> bool {
        if let (Type::Array(above), Type::Array(below)) = (class, arg) {
            return self.is_above_implicitly(above, below);
        }
        let table = self.table();
        let Some(class) = class.class() else {
            return false;
        };
        let above = table.class(class);
        if is_plain(arg) || *arg == Type::Int {
            let is_box = self.boxes(arg, &Type::Class(class));
            return table.rules.has_boxes && !is_box && table.is_above_boxes(class);
        }
        let is_above = if let Type::Array(_) = arg {
            ABOVE_ARRAYS.contains(&(above.package, above.name.text.as_str()))
        } else {
            arg.class().is_some_and(|arg| {
                let below = table.class(arg);
                let is_enum = below.source.kind == ast::ClassKind::Enum;
                let is_told = || {
                    let name = table.name_in_java(class);
                    crate::library::supertypes(&table.name_in_java(arg)).contains(name.as_str())
                };
                is_enum && above.kind != ClassKind::Final
                    || below.is_library && !table.is_below(arg, class) && is_told()
            })
        };
        above.is_library && is_above
    }

    /// Refuses a choice that depends on the visibility of the candidates.
    fn nameable(&self, fitting: &[Callee], choice: &Choice<'_, '_>) -> Option<()> {
        let table = self.table();
        let may = |c: &Callee| table.may_name(self.class, table.header(*c));
        let open = fitting.iter().any(|c| may(c) != Some(true));
        if open && self.is_real_java() {
            let what = "a choice between members of one name of which some are not visible here is";
            return self.unsupported(choice.span, what);
        }
        Some(())
    }

    /// Whether Java would box or unbox the value: one type is a number or `boolean`, the other one
    /// the class of an object that holds such a value.
    pub(in crate::resolve) fn boxes(&self, from: &Type, to: &Type) -> bool {
        let plain = |ty: &Type| ty.is_int() || matches!(ty, Type::Floating(_) | Type::Bool);
        let is_box = |class| is_box(self.table().class(class).name.text.as_str());
        let object = |ty: &Type| *ty == Type::Object || ty.class().is_some_and(is_box);
        let erased = *from != Type::Object || !self.table().type_params.is_empty();
        plain(from) && object(to) || object(from) && plain(to) && erased
    }

    /// Whether all candidates belong to library classes, which may have undeclared members.
    fn is_of_library(&self, all: &[Callee]) -> bool {
        let table = self.table();
        let mut classes = all.iter().map(|c| table.header(*c).class);
        classes.all(|class| class.is_some_and(|class| table.class(class).is_library))
    }

    fn no_contract<T>(&self, choice: &Choice<'_, '_>) -> Option<T> {
        let table = self.table();
        let types: Vec<String> = choice.args.iter().map(|ty| table.type_name(ty)).collect();
        let given = format!("`{}({})`", choice.name, types.join(", "));
        let known = choice.all.iter();
        let known: Vec<String> = known
            .map(|callee| format!("`{}`", table.with_types(*callee)))
            .collect();
        let message = format!("no contract of {given} is known");
        let error = Diagnostic::error(Code::Unsupported, choice.span, message);
        self.refuse(error.note(format!("known are {}", known.join(", "))))
    }

    fn no_choice<T>(&self, fitting: &[Callee], choice: &Choice<'_, '_>) -> Option<T> {
        let table = self.table();
        let types: Vec<String> = choice.args.iter().map(|ty| table.type_name(ty)).collect();
        let given = format!("({})", types.join(", "));
        let (message, shown, note) = if fitting.is_empty() {
            let message = format!("no `{}` takes arguments of the types {given}", choice.name);
            (
                message,
                choice.all.as_slice(),
                "give it arguments that one of them takes",
            )
        } else {
            let message = format!("which `{}` is meant for {given} is not clear", choice.name);
            (
                message,
                fitting,
                "convert an argument to the type that is meant, as in `(long) e`",
            )
        };
        let mut error = Diagnostic::error(Code::TypeMismatch, choice.span, message);
        for callee in shown {
            let text = format!("`{}` is declared here", table.with_types(*callee));
            error = error.related(table.header(*callee).name_span, text);
        }
        self.refuse(error.note(note))
    }

    /// The constructors of a class with `count` parameters.
    pub(in crate::resolve) fn constructors(&self, class: ClassId, count: usize) -> Vec<Callee> {
        let all = self.table().class(class).constructors.iter().copied();
        let fitting = all.filter(|id| self.table().method(*id).header.params.len() == count);
        fitting.map(Callee::Method).collect()
    }

    /// The constructor that these arguments select, and the lowered arguments.
    pub(in crate::resolve) fn constructor_for(
        &mut self,
        class: ClassId,
        texts: &[ast::Expr],
        span: Span,
    ) -> Option<(MethodId, Vec<Lowered>)> {
        let given = texts.len();
        let mut all = self.constructors(class, given);
        let others = self.table().class(class).constructors.iter();
        let others = others.map(|id| Callee::Method(*id));
        all.extend(others.filter(|callee| self.takes_any(*callee, given)));
        let args = self.arguments_of(&all, texts, span);
        if all.is_empty() {
            return self.no_constructor(class, texts.len(), span);
        }
        let name = self.table().class(class).name.text.as_str();
        let Callee::Method(chosen) = self.resolve_overload(all, &args, texts, name, span)? else {
            return None;
        };
        self.hands_nothing(class, Callee::Method(chosen), &args, span)?;
        self.takes_no_text(chosen, &args, span)?;
        let args = self.taken(Callee::Method(chosen), args, texts, false, span)?;
        Some((chosen, args))
    }

    /// Lowers the arguments of a call of one of these candidates, which must agree on ghost
    /// parameters.
    pub(in crate::resolve) fn arguments_of(
        &mut self,
        all: &[Callee],
        texts: &[ast::Expr],
        span: Span,
    ) -> Vec<Option<Lowered>> {
        let table = self.table();
        let ghost = |callee: Callee| table.params(callee).iter().map(|p| p.is_ghost);
        let first = all.first().copied();
        let params = first.map_or(&[][..], |first| table.params(first));
        let agree = first.is_none_or(|first| {
            let same = |c: &Callee| ghost(*c).zip(ghost(first)).all(|(a, b)| a == b);
            all.iter().all(same)
        });
        if !agree && !self.context.ghost {
            let what = "a choice between members of one name that differ in what is ghost is";
            let _: Option<()> = self.unsupported(span, what);
            return texts.iter().map(|_| None).collect();
        }
        self.arguments(texts, params)
    }

    /// The member of `Object` that a call means if its class declares none. `None` if `Object` has
    /// none either; `Some(None)` (reported) if a member without a known contract may override it.
    pub(in crate::resolve) fn of_object(
        &self,
        class: ClassId,
        name: &ast::Name,
        given: usize,
    ) -> Option<Option<Callee>> {
        let root = self.table().root?;
        let callee = self
            .table()
            .members(root, &name.text, given)
            .first()
            .copied()?;
        // `Object.toString()` calls `hashCode()`.
        let hash = (name.text == "toString").then_some(("hashCode", 0));
        let mut keys = hash.into_iter().chain([(name.text.as_str(), given)]);
        if keys.all(|(name, count)| self.table().has_as_object(class, name, count)) {
            return Some(Some(callee));
        }
        let what = format!(
            "`{}` of objects of `{}`, of which no contract is known, is",
            name.text,
            self.table().class(class).title
        );
        Some(self.unsupported(name.span, &what))
    }
}

/// Whether `?:` of this type has it whatever is expected: it is a number or a Boolean.
fn is_plain(ty: &Type) -> bool {
    matches!(ty, Type::Machine(_) | Type::Floating(_) | Type::Bool)
}

/// Whether a type may be the result of erasure.
fn may_be_erased(ty: &Type) -> bool {
    *ty.innermost() == Type::Object
}
