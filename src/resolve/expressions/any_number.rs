//! Calls of members with any number of arguments, as of `f(T... rest)`.
//!
//! Such a member takes an array where the argument is one, as any other member would (JLS 15.12.2.2 and 15.12.2.3).
//! Only where no candidate takes the arguments as they are, the last ones become the elements of a new array
//! (JLS 15.12.2.4). Which one of several candidates then is the most specific one is not decided here.

use super::evaluation_order::Lowered;
use super::overload_choice::BY_IMPLICIT;
use crate::ir::{ClassId, Type};
use crate::resolve::declarations::table::{Callee, ParamInfo};
use crate::resolve::expressions::assertion::unwrapped;
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;

impl Member<'_, '_> {
    /// The members of a class of this name that take any number of arguments, and have another number of parameters
    /// than there are arguments.
    pub(super) fn of_any_number(&self, class: ClassId, name: &str, given: usize) -> Vec<Callee> {
        let table = self.table();
        if !table.names_with_rest.contains(name) {
            return Vec::new();
        }
        let all = table.all_members(class, name).into_iter();
        all.filter(|c| self.takes_any(*c, given)).collect()
    }

    /// Whether a member takes any number of arguments, among these so many, and has another number of parameters.
    pub(super) fn takes_any(&self, callee: Callee, given: usize) -> bool {
        let count = self.table().params(callee).len();
        self.table().has_rest(callee) && count != given && count <= given.saturating_add(1)
    }

    /// Of candidates of which some take any number of arguments, those that a call with these arguments can mean: the
    /// ones that take them as they are or, if there is none, the one that takes the last ones in an array. All of them,
    /// if neither does.
    pub(super) fn applicable(
        &self,
        all: Vec<Callee>,
        args: &[Type],
        texts: &[ast::Expr],
        span: Span,
    ) -> Option<Vec<Callee>> {
        let is_sole = all.len() == 1;
        let last = args.len().saturating_sub(1);
        for (at, (arg, text)) in args.iter().zip(texts).enumerate() {
            // What is an array in Java might be an object here.
            if (at == last || !is_sole) && !self.has_known_type(arg, text, is_sole) {
                let what = "an argument whose type follows from type arguments, for any number of arguments, is";
                return self.unsupported(text.span, what);
            }
        }
        if !is_sole && !all.iter().all(|callee| self.is_told_apart(*callee, args)) {
            let what = "a choice between members of one name, of which some take any number of arguments, \
                        by other types than those of the program, numbers, texts and `Object` is";
            return self.unsupported(span, what);
        }
        let chosen = |takes: &dyn Fn(Callee) -> bool| -> Vec<Callee> {
            all.iter()
                .copied()
                .filter(|callee| takes(*callee))
                .collect()
        };
        let fixed = chosen(&|callee| self.takes_as_they_are(callee, args));
        let gathering = chosen(&|callee| self.takes_gathered(callee, args));
        if !is_sole && self.might_take_implicitly(&all, &fixed, args) {
            return self.unsupported(span, BY_IMPLICIT);
        }
        if !fixed.is_empty() {
            return Some(fixed);
        }
        if gathering.len() > 1 {
            let what = "a choice between members of one name by any number of arguments is";
            return self.unsupported(span, what);
        }
        Some(if gathering.is_empty() { all } else { gathering })
    }

    /// Whether one of the candidates might take an argument by what Java puts above its type, and none of those that take
    /// all as they are has a parameter of just this type.
    fn might_take_implicitly(&self, all: &[Callee], fixed: &[Callee], args: &[Type]) -> bool {
        let table = self.table();
        let fits = |arg: &Type, to: &Type| self.fits(arg, to);
        let is_taken = fixed
            .iter()
            .any(|callee| self.takes_by(*callee, args, fits));
        args.iter().enumerate().any(|(at, arg)| {
            let might = |callee: &Callee| {
                let params = table.params(*callee);
                let here = params.get(at).and_then(|param| param.ty.as_ref());
                let rest = params
                    .last()
                    .filter(|param| param.is_rest && params.len() <= at + 1);
                let element = rest.and_then(|rest| rest.ty.as_ref()?.element());
                let mut types = here.into_iter().chain(element);
                types.any(|to| self.is_above_implicitly(to, arg))
            };
            let is_exact = |callee: &Callee| {
                let param = table.params(*callee).get(at);
                param.and_then(|param| param.ty.as_ref()) == Some(arg)
            };
            let is_clear = fixed.iter().any(is_exact) || is_taken && !arg.is_ref();
            !is_clear && all.iter().any(might)
        })
    }

    /// Whether the type of an argument is the one that it has in Java; of the only candidate, only whether it might be an
    /// array counts.
    fn has_known_type(&self, arg: &Type, text: &ast::Expr, is_sole: bool) -> bool {
        let element = arg.innermost();
        if *element == Type::Object {
            return self.is_written_object(text);
        }
        let table = self.table();
        let is_plain = !element.is_ref() || *element == Type::Null || table.is_java_text(element);
        let is_named = || {
            let written = self.written_type(text);
            written.is_some_and(|ty| !table.names_type_param(ty.innermost()))
        };
        let is_condition = matches!(unwrapped(text).kind, ast::ExprKind::Cond(..));
        is_sole || !is_condition && (is_plain || is_named())
    }

    /// Whether it is certain if a member takes these arguments: it can be named here, and of each argument it is known
    /// whether the parameter's type is above its own.
    fn is_told_apart(&self, callee: Callee, args: &[Type]) -> bool {
        let table = self.table();
        let is_certain = |(at, param): (usize, &ParamInfo<'_>)| {
            let Some(ty) = param.ty.as_ref().filter(|_| !param.is_erased) else {
                return false;
            };
            let ty = ty.innermost();
            let is_value = !ty.is_ref() || *ty == Type::Object;
            let is_known = is_value || table.is_java_text(ty) || table.is_java_box(ty);
            let given = args.get(at..).unwrap_or_default();
            let count = if param.is_rest { usize::MAX } else { 1 };
            let mut given = given.iter().take(count);
            is_known
                || ty.class().is_some_and(|class| {
                    let mut is_above = || given.all(|arg| table.knows_if_below(arg, class));
                    !table.is_generic(ty) && (!table.class(class).is_library || is_above())
                })
        };
        table.may_name(self.class, table.header(callee)) == Some(true)
            && table.params(callee).iter().enumerate().all(is_certain)
    }

    /// Whether a call with these arguments makes an array of the last ones.
    pub(super) fn gathers(
        &self,
        callee: Callee,
        args: &[Option<Lowered>],
        texts: &[ast::Expr],
    ) -> bool {
        self.table().has_rest(callee)
            && self
                .types_of_arguments(args, texts)
                .is_some_and(|args| !self.takes_as_they_are(callee, &args))
    }

    fn takes_as_they_are(&self, callee: Callee, args: &[Type]) -> bool {
        self.takes_by(callee, args, |arg, to| self.fits_or_boxes(arg, to))
    }

    /// Whether a member takes as many arguments, each of which stands for its parameter.
    fn takes_by(&self, callee: Callee, args: &[Type], fits: impl Fn(&Type, &Type) -> bool) -> bool {
        let params = self.table().params(callee);
        let mut pairs = args.iter().zip(params);
        let takes = |(arg, param): (&Type, &ParamInfo<'_>)| {
            param.ty.as_ref().is_some_and(|to| fits(arg, to))
        };
        args.len() == params.len() && pairs.all(takes)
    }

    fn takes_gathered(&self, callee: Callee, args: &[Type]) -> bool {
        let params = self.table().params(callee);
        let Some((rest, before)) = params
            .split_last()
            .filter(|_| self.table().has_rest(callee))
        else {
            return false;
        };
        let before = before.iter().map(|param| param.ty.as_ref());
        let elements = std::iter::repeat(rest.ty.as_ref().and_then(Type::element));
        let mut pairs = args.iter().zip(before.chain(elements));
        pairs.all(|(arg, to)| to.is_some_and(|to| self.fits_or_boxes(arg, to)))
    }

    /// Whether an argument of a type can stand for a parameter of another one, by boxing if need be.
    fn fits_or_boxes(&self, arg: &Type, to: &Type) -> bool {
        self.fits(arg, to) || self.table().rules.has_boxes && self.boxes(arg, to)
    }

    /// The arguments as the member takes them: each of its parameter's type, the last ones in a new array if need be.
    pub(super) fn taken(
        &mut self,
        callee: Callee,
        args: Vec<Option<Lowered>>,
        texts: &[ast::Expr],
        is_own: bool,
        span: Span,
    ) -> Option<Vec<Lowered>> {
        let is_gathered = self.gathers(callee, &args, texts);
        let params = self.table().params(callee);
        for (at, (text, param)) in texts.iter().zip(params).enumerate() {
            self.is_no_raw_array(text)?;
            let is_whole = !(is_gathered && param.is_rest);
            if let Some(ty) = param.ty.as_ref().filter(|_| is_whole)
                && !self.is_given_alone(callee, at, text)
            {
                let written = self.written_parameter(callee, param, is_own);
                self.keeps_elements(text, ty, written)?;
            }
        }
        let Some((rest, before)) = params.split_last().filter(|_| is_gathered) else {
            return self.coerce_all(args, params);
        };
        self.effect_allowed(span, "an array of arguments")?;
        let element = rest.ty.as_ref()?.element()?.clone();
        for text in texts.iter().skip(before.len()) {
            self.keeps_elements(text, &element, None)?;
        }
        let of_element = ParamInfo {
            ty: Some(element.clone()),
            ..rest.clone()
        };
        let of_elements = vec![of_element; args.len().saturating_sub(before.len())];
        let mut params = before.to_vec();
        let count = params.len();
        params.extend(of_elements);
        let mut args = self.coerce_all(args, &params)?;
        let elements = args.split_off(count);
        args.push(self.filled(&element, elements, span));
        Some(args)
    }
}
