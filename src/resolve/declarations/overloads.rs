//! Members of one name: which a class has, and which of them a call means.
//!
//! The choice is Java's (JLS 15.12.2), by the types of the arguments: of the members
//! that take them, the most specific. Java also boxes, but only where nothing fits
//! without; that is refused. So is a choice that hangs on types which are erased
//! here, or on the type of `?:`, which Java finds otherwise.

use super::table::{Callee, Header, MethodInfo, ParamInfo, Seen, Table};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, ClassKind, ExprKind, MethodId, Type, Width};
use crate::resolve::Sink;
use crate::resolve::bodies::member::Member;
use crate::resolve::expressions::assertion::unwrapped;
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::expressions::fold;
use crate::source::Span;
use crate::syntax::tree::ast;

impl<'a> Table<'a> {
    /// The parameters of a callee.
    fn params(&self, callee: Callee) -> &[ParamInfo<'a>] {
        let header = self.header(callee);
        header.map_or(&[], |header| header.params.as_slice())
    }

    /// Whether two members of one name and number of parameters have the same types
    /// of parameters. What is ill-formed is taken to be the same.
    pub(in crate::resolve) fn same_signature(&self, a: Callee, b: Callee) -> bool {
        same_types(self.params(a), self.params(b))
    }

    /// The members of a name and number of parameters that a class has, its own and
    /// those that it inherits. Of those with the same types of parameters the one
    /// that its objects have: its own, the superclass's, an interface's.
    pub(in crate::resolve) fn members(
        &self,
        class: ClassId,
        name: &str,
        arity: usize,
    ) -> Vec<Callee> {
        let mut found: Vec<Callee> = Vec::new();
        for above in self.lineage(class) {
            let declared = self.class(above).callees.get(&(name, arity));
            for callee in declared.into_iter().flatten().copied() {
                let inherited = above == class || self.is_inherited(class, above, callee);
                if inherited && !found.iter().any(|c| self.is_hidden_by(class, callee, *c)) {
                    found.push(callee);
                }
            }
        }
        found
    }

    /// Whether a class has another member in the place of one that stands above it.
    fn is_hidden_by(&self, class: ClassId, callee: Callee, other: Callee) -> bool {
        let place = |callee: Callee| self.header(callee).and_then(|header| header.class);
        self.same_signature(other, callee)
            || place(other) != place(callee) && self.are_one(class, (other, callee)) == Some(true)
    }

    /// Whether a class inherits this member of a class above it, as Java sees it.
    pub(in crate::resolve) fn is_inherited(
        &self,
        class: ClassId,
        above: ClassId,
        callee: Callee,
    ) -> bool {
        let Some(header) = self.header(callee) else {
            return true;
        };
        // An interface keeps its static members for itself.
        let kept = self.class(above).kind == ClassKind::Interface && header.is_static;
        !(kept && self.is_java) && self.inherits(class, above, header.seen)
    }

    /// What one of a class's supertypes has in the place of a member of the class, and
    /// the class inherits.
    pub(in crate::resolve) fn counterparts(
        &self,
        class: ClassId,
        above: ClassId,
        of: Callee,
    ) -> Vec<Callee> {
        let Some(header) = self.header(of) else {
            return Vec::new();
        };
        let mut all = self.members(above, header.name, header.params.len());
        all.retain(|callee| {
            self.are_one(class, (of, *callee)) == Some(true)
                && self.is_inherited(class, above, *callee)
        });
        all
    }

    /// Whether code of a class may name a member; `None` where the classes that stand
    /// around would have to tell.
    fn may_name(&self, from: Option<ClassId>, header: &Header<'_>) -> Option<bool> {
        let (Some(from), Some(class)) = (from, header.class) else {
            return Some(true);
        };
        let neighbours = self.class(from).package == self.class(class).package;
        match header.seen {
            _ if !self.is_java || from == class => Some(true),
            Seen::Here => None,
            Seen::InPackage => Some(neighbours),
            Seen::Protected => Some(neighbours || self.is_below(from, class)),
            Seen::Below => Some(true),
        }
    }

    /// The types of the parameters of all that a method overrides, where they are others
    /// than its own.
    pub(in crate::resolve) fn in_place_of(&self, info: &MethodInfo<'a>) -> Vec<Vec<Type>> {
        let types = |params: &[ParamInfo<'a>]| -> Option<Vec<Type>> {
            let types = params
                .iter()
                .map(|param| Some(param.ty.as_ref()?.signature()));
            types.collect()
        };
        let own = types(&info.header.params);
        let all = self.overridden(&info.overrides).into_iter();
        let mut found: Vec<Vec<Type>> = all
            .filter_map(|id| types(&self.method(id).header.params))
            .filter(|other| Some(other) != own.as_ref())
            .collect();
        found.sort();
        found.dedup();
        found
    }

    /// Whether a parameter of one type takes what is of another one. Unlike elsewhere
    /// here an array counts as one of a superclass, as for Java, where the program is.
    fn covers(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Array(a), Type::Array(b)) if self.is_java && a.is_ref() && b.is_ref() => {
                self.covers(a, b)
            }
            _ => self.assignable(from, to),
        }
    }

    /// Whether a type, or that of the elements, is a class with type parameters.
    fn is_generic(&self, ty: &Type) -> bool {
        match ty {
            Type::Array(elem) => self.is_generic(elem),
            Type::Class(class) => !self.class(*class).source.type_params.is_empty(),
            _ => false,
        }
    }

    /// A member's name with the types of its parameters.
    fn with_types(&self, callee: Callee) -> String {
        let types = self.params(callee).iter().map(|param| {
            let ty = param.ty.as_ref();
            ty.map_or_else(|| "?".to_owned(), |ty| self.type_name(ty))
        });
        let types: Vec<String> = types.collect();
        let name = self.header(callee).map_or("?", |header| header.name);
        format!("{name}({})", types.join(", "))
    }
}

/// Of members of one name the one whose parameters have the types of these.
pub(in crate::resolve) fn taken(
    table: &Table<'_>,
    others: &[Callee],
    new: &[ParamInfo<'_>],
) -> Option<Callee> {
    let mut others = others.iter().copied();
    others.find(|callee| same_types(table.params(*callee), new))
}

/// Whether parameters have the same types, of which ill-formed ones are taken to be.
fn same_types(a: &[ParamInfo<'_>], b: &[ParamInfo<'_>]) -> bool {
    a.iter().zip(b).all(|(a, b)| match (&a.ty, &b.ty) {
        (Some(a), Some(b)) => a.signature() == b.signature(),
        _ => true,
    })
}

/// A choice between members of one name.
struct Choice<'c, 't> {
    all: Vec<Callee>,
    args: &'c [Type],
    texts: &'t [ast::Expr],
    name: &'c str,
    span: Span,
}

impl Member<'_, '_> {
    /// Of members of one name the one that a call with these arguments means.
    pub(in crate::resolve) fn meant(
        &self,
        all: Vec<Callee>,
        args: &[Option<Lowered>],
        texts: &[ast::Expr],
        (name, span): (&str, Span),
    ) -> Option<Callee> {
        if let [only] = all.as_slice() {
            return Some(*only);
        }
        if all.iter().any(|callee| matches!(callee, Callee::Refused)) {
            return None;
        }
        let known = |(arg, text): (&Option<Lowered>, &ast::Expr)| {
            arg.as_ref().map(|arg| self.type_of_argument(arg, text))
        };
        let args: Vec<Type> = args.iter().zip(texts).map(known).collect::<Option<_>>()?;
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
        let fits =
            |arg: &Type, to: &Type| table.covers(arg, to) || *arg == Type::Int && to.is_int();
        let fitting = choice.all.iter().copied().filter(|c| takes(c, &fits));
        let fitting: Vec<Callee> = fitting.collect();
        if fitting.is_empty() && self.is_of_library(&choice.all) {
            return self.no_contract(&choice);
        }
        self.clear(&choice)?;
        self.nameable(&fitting, &choice)?;
        let boxed = |arg: &Type, to: &Type| fits(arg, to) || self.boxes(arg, to);
        let java = table.is_java && fitting.is_empty();
        if java && choice.all.iter().any(|c| takes(c, &boxed)) {
            return self.unsupported(span, "boxing is");
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
        let taken = |arg: &Type, to: &Type| !table.covers(arg, to) || table.assignable(arg, to);
        match best.filter(|_| !unsure) {
            Some(best) if takes(&best, &taken) => Some(best),
            Some(_) => self.unsupported(span, "an array of a subclass as argument is"),
            None => self.no_choice(&fitting, &choice),
        }
    }

    /// Refuses a call of a member of the program where a library's class, of which not
    /// all members are known, may have one that Java takes instead: it has none that
    /// is nearer if the arguments have exactly the types of the parameters.
    pub(in crate::resolve) fn surely_meant(
        &self,
        class: ClassId,
        callee: Callee,
        (args, texts): (&[Option<Lowered>], &[ast::Expr]),
        span: Span,
    ) -> Option<()> {
        let table = self.table();
        let declared = table.header(callee).and_then(|header| header.class);
        let of_program = declared.is_some_and(|class| !table.class(class).is_library);
        if !table.is_java
            || !of_program
            || table.is_ghost(callee)
            || !table.has_unknown_members(class)
        {
            return Some(());
        }
        let mut triples = args.iter().zip(texts).zip(table.params(callee));
        let exact = triples.all(|((arg, text), param)| {
            let arg = arg.as_ref().map(|arg| self.type_of_argument(arg, text));
            arg.is_some() && arg == param.ty
        });
        if exact {
            return Some(());
        }
        let what = "a choice between members of one name that a library's class may have, too, is";
        self.unsupported(span, what)
    }

    /// The type that counts for a choice: where integers are machine integers, a
    /// literal is an `int` or a `char` in annotations, too.
    fn type_of_argument(&self, arg: &Lowered, text: &ast::Expr) -> Type {
        if matches!(unwrapped(text).kind, ast::ExprKind::Char(_)) {
            return self.table().of_width(Width::U16);
        }
        match (&arg.expr.ty, fold::literal(&arg.expr)) {
            (Type::Int, Some(ExprKind::Int(n))) if Width::I32.holds(&n) => {
                self.table().of_width(Width::I32)
            }
            (ty, _) => ty.clone(),
        }
    }

    /// Whether members differ in the type of a parameter.
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

    /// Refuses a choice that Java may make otherwise.
    fn clear(&self, choice: &Choice<'_, '_>) -> Option<()> {
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
            let what = if choice.all.iter().any(erased) {
                "a choice between members of one name by a type parameter is"
            } else if choice.all.iter().any(generic) {
                "a choice between members of one name by a type with type arguments is"
            } else if may_be_erased(arg) && !self.is_written_object(text) {
                "a choice between members of one name by a type that may be an argument of a generic class is"
            } else if matches!(unwrapped(text).kind, ast::ExprKind::Cond(..)) {
                "a choice between members of one name by the type of `?:` is"
            } else {
                continue;
            };
            return self.unsupported(text.span, what);
        }
        Some(())
    }

    /// Refuses a choice that hangs on which members may be named here.
    fn nameable(&self, fitting: &[Callee], choice: &Choice<'_, '_>) -> Option<()> {
        let table = self.table();
        let may = |c: &Callee| table.header(*c).map(|h| table.may_name(self.class, h));
        let open = fitting.iter().any(|c| may(c) != Some(Some(true)));
        if open && self.is_real_java() {
            let what = "a choice between members of one name of which some are not visible here is";
            return self.unsupported(choice.span, what);
        }
        Some(())
    }

    /// Whether Java would box or unbox a value: one type is a number's or a truth
    /// value's, the other one that of the objects which hold such a value.
    pub(in crate::resolve) fn boxes(&self, from: &Type, to: &Type) -> bool {
        let plain = |ty: &Type| ty.is_int() || *ty == Type::Bool;
        let object = |ty: &Type| match ty {
            Type::Object => true,
            Type::Class(class) => is_box(self.table().class(*class).name.text.as_str()),
            _ => false,
        };
        let erased = *from != Type::Object || !self.table().type_params.is_empty();
        plain(from) && object(to) || object(from) && plain(to) && erased
    }

    /// Whether members are a library's, of which there may be more than are known.
    fn is_of_library(&self, all: &[Callee]) -> bool {
        let table = self.table();
        let mut classes = all.iter().map(|c| table.header(*c).and_then(|h| h.class));
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
        let error = Diagnostic::error(Code::TypeMismatch, choice.span, message);
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
            if let Some(header) = table.header(*callee) {
                let text = format!("`{}` is declared here", table.with_types(*callee));
                error = error.related(header.name_span, text);
            }
        }
        self.refuse(error.note(note))
    }

    /// The constructors of a class with so many parameters.
    pub(in crate::resolve) fn constructors(&self, class: ClassId, count: usize) -> Vec<Callee> {
        let all = self.table().class(class).constructors.iter().copied();
        let fitting = all.filter(|id| self.table().method(*id).header.params.len() == count);
        fitting.map(Callee::Method).collect()
    }

    /// The constructor of a class that these arguments mean, and the arguments.
    pub(in crate::resolve) fn constructor_for(
        &mut self,
        class: ClassId,
        texts: &[ast::Expr],
        span: Span,
    ) -> Option<(MethodId, Vec<Lowered>)> {
        let all = self.constructors(class, texts.len());
        let args = self.arguments_of(&all, texts, span);
        if all.is_empty() {
            return self.no_constructor(class, texts.len(), span);
        }
        let name = self.table().class(class).name.text.as_str();
        let Callee::Method(chosen) = self.meant(all, &args, texts, (name, span))? else {
            return None;
        };
        let params = self.table().method(chosen).header.params.as_slice();
        Some((chosen, self.fit_all(args, params)?))
    }

    /// The arguments of a call of one of these members, which must agree on which of
    /// them are ghost.
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
        let agree = first.is_none_or(|first| all.iter().all(|c| ghost(*c).eq(ghost(first))));
        if !agree && !self.context.ghost {
            let what = "a choice between members of one name that differ in what is ghost is";
            let _: Option<()> = self.unsupported(span, what);
            return texts.iter().map(|_| None).collect();
        }
        self.arguments(texts, params)
    }
}

/// Refuses a member of which it is not known whether it overrides another one, since
/// the type of a parameter hangs on type arguments.
pub(in crate::resolve) fn refuse_erased(
    table: &Table<'_>,
    own: Callee,
    class: ClassId,
    sink: &Sink,
) {
    let Some(header) = table.header(own) else {
        return;
    };
    let key = (header.name, header.params.len());
    let above = table.lineage(class).into_iter().skip(1);
    let mut all =
        above.flat_map(|above| table.class(above).callees.get(&key).into_iter().flatten());
    if all.any(|other| table.are_one(class, (own, *other)).is_none()) {
        let what = "a parameter whose type stands for a type parameter of a supertype is";
        let _: Option<()> = sink.unsupported(header.name_span, what);
    }
}

/// Whether a type may stand for another one that was erased.
fn may_be_erased(ty: &Type) -> bool {
    match ty {
        Type::Array(elem) => may_be_erased(elem),
        ty => *ty == Type::Object,
    }
}

/// Whether a class of Java's holds a number or a truth value.
pub(in crate::resolve) fn is_box(name: &str) -> bool {
    const BOXES: [&str; 11] = [
        "Boolean",
        "Byte",
        "Character",
        "Comparable",
        "Double",
        "Float",
        "Integer",
        "Long",
        "Number",
        "Serializable",
        "Short",
    ];
    BOXES.contains(&name)
}
