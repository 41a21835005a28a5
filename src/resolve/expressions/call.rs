//! Calls: resolution of the callee, the receiver and the arguments.

use super::assertion::unwrapped;
use super::evaluation_order::Lowered;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{Amount, ClassId, Expr, ExprKind, PredInstance, PureCall, Stmt, Type};
use crate::library::DescribedKind;
use crate::resolve::declarations::names;
use crate::resolve::declarations::names::are;
use crate::resolve::declarations::table::{Callee, ParamInfo};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;

/// A resolved call with coerced arguments, in any context.
pub(in crate::resolve) struct Called {
    /// The member that is called.
    pub callee: Callee,
    /// Statements to run before the call.
    pub hoisted: Vec<Stmt>,
    /// The receiver; `None` for static members.
    pub receiver: Option<Expr>,
    /// The class whose definition is called, for statically bound calls.
    pub of: Option<ClassId>,
    /// One argument per parameter.
    pub args: Vec<Expr>,
    /// The whole call.
    pub span: Span,
}

/// The qualifier of a callee's name.
enum Receiver {
    /// No qualifier: `this`, or the class for static members.
    Omitted,
    /// A class.
    Class,
    /// No qualifier: a class around the one here, of which there is no object.
    Around,
    /// An object.
    Object(Lowered),
    /// `super`
    Super,
}

impl Member<'_, '_> {
    /// Resolves a call in any context.
    pub(in crate::resolve) fn called(&mut self, e: &ast::Expr) -> Option<Called> {
        let ast::ExprKind::Call(receiver, name, args) = &e.kind else {
            return None;
        };
        let is_this = |of: &ast::Expr| matches!(unwrapped(of).kind, ast::ExprKind::This);
        let is_own = receiver.as_deref().is_none_or(is_this);
        let target = self.receiver(receiver.as_deref(), name);
        let mut all = match &target {
            Some((class, _)) => self.callees(*class, name, args.len()),
            None => Vec::new(),
        };
        let several = all.len() > 1;
        if self.is_real_java() {
            let hidden = |c: &Callee| self.table().is_ghost(*c);
            if !all.is_empty() && all.iter().all(hidden) {
                let message = format!(
                    "`{}` stands in an annotation: code cannot call it",
                    name.text
                );
                let note = "call it in an annotation, or declare it in the code";
                return self.misplaced(name.span, message, note);
            }
            all.retain(|c| !hidden(c));
        }
        let ghost = !all.is_empty() && all.iter().all(|c| self.table().is_ghost(*c));
        let texts = args.as_slice();
        let args = self.ghostly(ghost, |s| s.arguments_of(&all, texts, name.span));
        let callee = if all.is_empty() {
            None
        } else {
            self.resolve_overload(all, &args, texts, &name.text, name.span)
        };
        let header = callee.map(|callee| self.table().header(callee));
        if several && callee.is_some_and(|callee| self.table().is_of_root(callee)) {
            let what = format!("a call of `{}` that means `Object`'s own is", name.text);
            return self.unsupported(name.span, &what);
        }
        let blurred =
            |c: &Callee| matches!(c, Callee::Pure(id) if self.table().blurred.contains(id));
        if !name.span.file.is_library() && callee.as_ref().is_some_and(blurred) {
            let what = format!(
                "`{}` of characters or numbers, where all integers are mathematical,",
                name.text
            );
            return self.unsupported(name.span, &format!("{what} is"));
        }
        let ((class, receiver), callee, _) = (target?, callee?, header?);
        self.check_unambiguous(class, callee, &args, texts, name.span)?;
        self.hands_nothing(class, callee, &args, name.span)?;
        let above = matches!(receiver, Receiver::Super).then_some(class);
        if above.is_some() && self.table().is_abstract(callee) {
            let declared = header.and_then(|header| header.class);
            if declared.is_some_and(|class| self.table().class(class).is_library) {
                let what = "a call of a library's method by `super` is";
                return self.unsupported(name.span, what);
            }
            let message = format!("`super.{}` has no body to run", name.text);
            return self.misplaced(name.span, message, "the superclass leaves it to this class");
        }
        let receiver = self.check_receiver(callee, receiver, name);
        let args = self.taken(callee, args, texts, is_own, name.span);
        let (receiver, mut operands) = (receiver?, args?);
        let has_receiver = receiver.is_some();
        if let Some(receiver) = receiver {
            if self.table().is_ghost(callee) {
                self.refuse_hoisted(&receiver.hoisted, receiver.expr.span)?;
            }
            self.warn_of_idle_old(&receiver.expr);
            operands.insert(0, receiver);
        }
        let (hoisted, values) = self.sequence(operands);
        let mut values = values.into_iter();
        let receiver = if has_receiver { values.next() } else { None };
        Some(Called {
            callee,
            hoisted,
            of: above.or_else(|| self.view_of(receiver.as_ref())),
            receiver,
            args: values.collect(),
            span: e.span,
        })
    }

    /// The class whose definitions apply to `this`, where the current view fixes one.
    fn view_of(&self, receiver: Option<&Expr>) -> Option<ClassId> {
        let this = self.scope.this();
        let is_this = |e: &Expr| matches!(e.kind, ExprKind::Var(v) if Some(v) == this);
        let is_this = receiver.is_some_and(is_this);
        self.view.filter(|_| is_this)
    }

    fn receiver(
        &mut self,
        receiver: Option<&ast::Expr>,
        name: &ast::Name,
    ) -> Option<(ClassId, Receiver)> {
        let Some(receiver) = receiver else {
            if matches!(name.text.as_str(), "super" | "this") {
                return self.unsupported(name.span, &format!("`{}(…)` is", name.text));
            }
            let Some(class) = self.class else {
                let message = format!(
                    "there is no `{}` here: the main routine belongs to no class",
                    name.text
                );
                let error = Diagnostic::error(Code::UnknownName, name.span, message);
                return self
                    .refuse(error.note("name the object or the class, as in `c.m()` or `C.m()`"));
            };
            let has = |class: &ClassId| !self.table().callees_named(*class, &name.text).is_empty();
            let mut all = [class].into_iter().chain(self.table().around(class));
            let declaring = all.find(has);
            if declaring.is_none()
                && !crate::library::might_have("java.lang.Object", &name.text)
                && let Some(imported) = self.imported_member(&name.text, name.span)?
            {
                return Some((imported, Receiver::Class));
            }
            let declaring = declaring.unwrap_or(class);
            if declaring == class {
                return Some((class, Receiver::Omitted));
            }
            self.means_around(declaring, &name.text, name.span)?;
            return Some((declaring, Receiver::Around));
        };
        if let Some(class) = self.qualifier(receiver) {
            return Some((class, Receiver::Class));
        }
        if let ast::ExprKind::Super = receiver.kind {
            let is_of_object = self.table().rules.is_compiled && self.table().is_of_object(name);
            if is_of_object && self.has_no_superclass() {
                let what = format!("`super.{}` of a class without `extends` is", name.text);
                return self.unsupported(name.span, &what);
            }
            let class = self.superclass(receiver.span)?;
            return Some((class, Receiver::Super));
        }
        self.called = Some(receiver.span);
        let object = self.expr(receiver)?;
        let object = self.unerased_receiver(receiver, object);
        let ty = &object.expr.ty;
        if ty.class().is_some_and(|class| self.table().is_raw(class)) {
            let what = format!(
                "`{}` of a `{}`, which has no type arguments, is",
                name.text,
                self.type_name(ty)
            );
            return self.unsupported(name.span, &what);
        }
        if let Some(class) = ty.class() {
            return Some((class, Receiver::Object(object)));
        }
        if *ty == Type::Object
            && let Some(class) = self.bound_with(receiver, &name.text)
        {
            return Some((class, Receiver::Object(self.as_object_of(class, object))));
        }
        let name_text = &name.text;
        if *ty == Type::Object && self.table().is_of_object(name) {
            let what = format!("`{name_text}` of any object, which runs what its class says, is");
            return self.unsupported(name.span, &what);
        }
        if ty.element().is_some() && name_text == "clone" {
            let message = "`clone` of an array is not supported";
            let error = Diagnostic::error(Code::Unsupported, name.span, message);
            let note = "make an array of the same length, and copy the elements in a loop";
            return self.refuse(error.note(note));
        }
        if *ty == Type::Object
            && let Some(what) = (self.table().rules.of_every_class)(false, name_text)
        {
            return self.unsupported(name.span, &format!("`{name_text}`, which {what} has, is"));
        }
        let is_erased = *ty == Type::Object && self.table().rules.has_type_arguments;
        if is_erased && !self.is_written_object(receiver) {
            let message = format!(
                "`{name_text}` of a value whose type follows from type arguments or bounds is not \
                 supported yet"
            );
            let error = Diagnostic::error(Code::Unsupported, name.span, message);
            return self.refuse(self.how_to_narrow(ty, error));
        }
        let type_name = self.type_name(ty);
        let message = format!("a value of type `{type_name}` has no member `{name_text}`");
        let error = Diagnostic::error(Code::TypeMismatch, name.span, message);
        self.refuse(self.how_to_narrow(ty, error))
    }

    fn has_no_superclass(&self) -> bool {
        let has_none =
            |class| self.table().superclass(class).is_none() && !self.table().is_incomplete(class);
        self.class.is_some_and(has_none)
    }

    /// The superclass that `super` refers to.
    pub(in crate::resolve) fn superclass(&self, span: Span) -> Option<ClassId> {
        let above = self.class.and_then(|class| self.table().superclass(class));
        if above.is_none() && self.class.is_some_and(|c| self.table().is_incomplete(c)) {
            return None;
        }
        above.or_else(|| {
            let message = "there is no superclass here";
            self.misplaced(span, message, "`super` names what `extends` names")
        })
    }

    /// The candidates in a class for this name and arity, together with the overloads of `Object`.
    fn callees(&self, class: ClassId, name: &ast::Name, given: usize) -> Vec<Callee> {
        let mut found = self.table().members(class, &name.text, given);
        found.extend(self.of_any_number(class, &name.text, given));
        if self.table().is_uncontracted(class) {
            // What it inherits from a class with contracts might demand more than they say.
            let of_library = |callee: &Callee| self.table().header(*callee).class;
            found
                .retain(|c| of_library(c).is_some_and(|class| self.table().is_uncontracted(class)));
            if found.is_empty() {
                let what = format!("the member `{}`", name.text);
                let error = self.table().uncontracted(class, &what, name.span);
                let _: Option<()> = self.refuse(error);
            }
            return found;
        }
        if found.is_empty() {
            return self.no_callee(class, name, given).into_iter().collect();
        }
        found.extend(self.table().beside(&found, &name.text, given));
        found
    }

    /// Resolves a name that the class does not declare: to a member of `Object`, or to an error
    /// about the name or the number of arguments.
    fn no_callee(&self, class: ClassId, name: &ast::Name, given: usize) -> Option<Callee> {
        let info = self.table().class(class);
        let text = name.text.as_str();
        if self.table().is_incomplete(class) {
            return None;
        }
        if let Some(callee) = self.of_object(class, name, given) {
            return callee;
        }
        let others = self.table().callees_named(class, text);
        if !others.is_empty() {
            if let Some(error) = self.table().undescribed_with(class, text, given, name.span) {
                return self.refuse(error);
            }
            return self.wrong_count(name, given, &others);
        }
        if let Some(what) = (self.table().rules.of_every_class)(!info.uniques.is_empty(), text) {
            return self.unsupported(name.span, &format!("`{text}`, which {what} has, is"));
        }
        if let Some(error) = self.table().undescribed(class, name) {
            return self.refuse(error);
        }
        let message = format!(
            "the class `{}` has no method or predicate `{text}`",
            info.title
        );
        let error = Diagnostic::error(Code::UnknownName, name.span, message);
        let callees = info.callees.keys().map(|(callee, _)| *callee);
        let known = self
            .table()
            .with_described(class, DescribedKind::Callee, callees);
        match names::nearest(text, known.into_iter()) {
            Some(near) => self.refuse(error.note(format!("did you mean `{near}`?"))),
            None if info.is_library => self.refuse(error.note(self.table().missing_member(class))),
            None => self.refuse(error.note("declare it in the class")),
        }
    }

    fn wrong_count<T>(
        &self,
        name: &ast::Name,
        given: usize,
        others: &[(usize, Callee)],
    ) -> Option<T> {
        let counts: Vec<String> = others.iter().map(|(arity, _)| arity.to_string()).collect();
        let unit = if counts.last().is_some_and(|c| c == "1") {
            "argument"
        } else {
            "arguments"
        };
        let message = format!(
            "`{}` takes {} {unit}, but {} given",
            name.text,
            counts.join(" or "),
            are(given)
        );
        let mut error = Diagnostic::error(Code::TypeMismatch, name.span, message);
        for (_, callee) in others {
            let header = self.table().header(*callee);
            error = error.related(header.name_span, "declared here");
        }
        self.refuse(error)
    }

    /// Reports that a class has no constructor with this number of parameters.
    pub(in crate::resolve) fn no_constructor<T>(
        &self,
        class: ClassId,
        given: usize,
        span: Span,
    ) -> Option<T> {
        let info = self.table().class(class);
        if self.table().is_incomplete(class) {
            return None;
        }
        if self.table().is_uncontracted(class) {
            let error = self.table().uncontracted(class, "this constructor", span);
            return self.refuse(error);
        }
        if info.constructors.is_empty() {
            let message = format!("no constructor of `{}` is known", info.name.text);
            let error = Diagnostic::error(Code::UnknownName, span, message);
            return self.refuse(error.note(self.table().missing_member(class)));
        }
        if let Some(error) = self.table().undescribed_with(class, "", given, span) {
            return self.refuse(error);
        }
        let headers = info
            .constructors
            .iter()
            .map(|id| &self.table().method(*id).header);
        let mut counts: Vec<usize> = headers.clone().map(|header| header.params.len()).collect();
        counts.sort_unstable();
        counts.dedup();
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        let message = format!(
            "the constructor of `{}` takes {} argument(s), but {} given",
            info.name.text,
            counts.join(" or "),
            are(given)
        );
        let mut error = Diagnostic::error(Code::TypeMismatch, span, message);
        for header in headers {
            error = error.related(header.name_span, "declared here");
        }
        self.refuse(error)
    }

    /// The receiver to pass to a callee; `Some(None)` for static members.
    fn check_receiver(
        &self,
        callee: Callee,
        receiver: Receiver,
        name: &ast::Name,
    ) -> Option<Option<Lowered>> {
        let header = self.table().header(callee);
        let text = &name.text;
        match (header.is_static, receiver) {
            (true, Receiver::Omitted | Receiver::Class | Receiver::Around | Receiver::Super) => {
                Some(None)
            }
            (false, Receiver::Object(object)) => Some(Some(object)),
            (false, Receiver::Omitted | Receiver::Super) => {
                let this = self.this(name.span, format_args!("`{text}`"))?;
                Some(Some(Lowered {
                    hoisted: Vec::new(),
                    expr: this,
                }))
            }
            (true, Receiver::Object(_)) => {
                let class = header
                    .class
                    .map_or("", |c| self.table().class(c).title.as_str());
                let message =
                    format!("`{text}` is static: it belongs to its class, not to an object");
                self.misplaced(name.span, message, format!("write `{class}.{text}(…)`"))
            }
            (false, Receiver::Around) => {
                self.unsupported(name.span, "a method of the object around is")
            }
            (false, Receiver::Class) => {
                let message = format!("`{text}` is not static: it is called on an object");
                self.misplaced(
                    name.span,
                    message,
                    format!("name the object, as in `c.{text}(…)`"),
                )
            }
        }
    }

    /// Lowers all arguments independently of errors in the others. Arguments of ghost parameters
    /// are ghost code.
    pub(in crate::resolve) fn arguments(
        &mut self,
        args: &[ast::Expr],
        params: &[ParamInfo<'_>],
    ) -> Vec<Option<Lowered>> {
        let ghost = params.iter().map(|param| param.is_ghost);
        let ghost = ghost.chain(std::iter::repeat(false));
        args.iter()
            .zip(ghost)
            .map(|(arg, ghost)| self.ghostly(ghost, |s| s.expr(arg)))
            .collect()
    }

    /// Coerces arguments to the types of their parameters.
    pub(in crate::resolve) fn coerce_all(
        &self,
        args: Vec<Option<Lowered>>,
        params: &[ParamInfo<'_>],
    ) -> Option<Vec<Lowered>> {
        let fitted: Vec<Option<Lowered>> = args
            .into_iter()
            .zip(params)
            .map(|(arg, param)| self.argument(arg?, param))
            .collect();
        fitted.into_iter().collect()
    }

    /// Coerces an argument. Unlike what is assigned, a constant is not narrowed (JLS 5.3).
    fn argument(&self, arg: Lowered, param: &ParamInfo<'_>) -> Option<Lowered> {
        let ty = param.ty.as_ref()?;
        let of_library = param.name.span.file.is_library();
        if of_library && arg.expr.ty.is_ref() && !ty.is_ref() && arg.expr.ty != Type::Null {
            // Another member, which takes the object, goes before it.
            return self.unsupported(arg.expr.span, "boxing is");
        }
        if let (Type::Machine(from), Type::Machine(to)) = (&arg.expr.ty, ty)
            && self.table().rules.is_compiled
            && !from.fits_in(*to)
        {
            let (from, to) = (from.name(), to.name());
            let message =
                format!("an argument of type `{from}` does not become a `{to}` by itself");
            return self.mismatch(
                arg.expr.span,
                message,
                format!("convert it, as in `({to}) e`"),
            );
        }
        self.coerce(arg, ty)
    }

    /// The operand of `open`, `close` or `opening`: a predicate instance or a fraction of one;
    /// `whose` names the construct.
    pub(in crate::resolve) fn instance(
        &mut self,
        e: &ast::Expr,
        whose: &str,
    ) -> Option<PredInstance> {
        let e = unwrapped(e);
        let (inner, amount) = if let ast::ExprKind::Acc(inner, amount) = &e.kind {
            (unwrapped(inner), amount.as_deref())
        } else {
            (e, None)
        };
        self.quietly(|s| s.instance_of(inner, amount, e.span, whose))
    }

    /// A predicate instance with its permission amount; `span` covers both.
    pub(in crate::resolve) fn instance_of(
        &mut self,
        e: &ast::Expr,
        amount: Option<&ast::Expr>,
        span: Span,
        whose: &str,
    ) -> Option<PredInstance> {
        let ast::ExprKind::Call(..) = e.kind else {
            let message = format!("`{whose}` needs a predicate");
            return self.misplaced(
                e.span,
                message,
                format!("write it with its arguments, as in `{whose} valid()`"),
            );
        };
        let called = self.called(e);
        let amount = self.amount(amount);
        let instance = self.predicate_of(called?, &format!("what `{whose}` names"), span)?;
        Some(PredInstance {
            amount: amount?,
            ..instance
        })
    }

    /// A predicate instance with full permission; `what` names the call in messages.
    pub(in crate::resolve) fn predicate_of(
        &self,
        called: Called,
        what: &str,
        span: Span,
    ) -> Option<PredInstance> {
        let Callee::Pred(pred) = called.callee else {
            let name = self.table().header(called.callee).name;
            let message = format!("{what} must be a predicate, but `{name}` is a method");
            return self.misplaced(
                called.span,
                message,
                "name a predicate, declared as `predicate q() { return …; }`",
            );
        };
        let Called {
            receiver, of, args, ..
        } = called;
        Some(PredInstance {
            receiver: Some(receiver?),
            pred,
            of,
            args,
            amount: Amount::Write,
            span,
        })
    }

    /// The operand of `use` or `using`: a call of a pure method.
    pub(in crate::resolve) fn used_call(&mut self, e: &ast::Expr, whose: &str) -> Option<PureCall> {
        let e = unwrapped(e);
        let ast::ExprKind::Call(..) = e.kind else {
            let message = format!("`{whose}` needs a call of a pure method");
            return self.misplaced(e.span, message, format!("write it as in `{whose} getX()`"));
        };
        // The call is never evaluated at run time.
        let called = self.ghostly(true, |s| s.quietly(|s| s.called(e)))?;
        let Callee::Pure(callee) = called.callee else {
            let name = self.table().header(called.callee).name;
            let message = format!("`{whose}` names a pure method, but `{name}` is none");
            return self.misplaced(
                e.span,
                message,
                "a predicate is exchanged with `open` and `close`",
            );
        };
        let Called {
            receiver,
            of,
            args,
            span,
            ..
        } = called;
        Some(PureCall {
            receiver,
            callee,
            of,
            is_code: false,
            args,
            span,
        })
    }
}
