//! Calls of library members without contracts. Java's own code asks no permission for what it writes, and
//! may call what it is handed. So it is handed only what leads it to nothing that a contract speaks of:
//!
//! * numbers, `null` and strings;
//! * arrays of such values, whose elements it takes for good: it might keep the array;
//! * objects of library classes without contracts, where no class below has one or is one of the program;
//! * objects of library classes whose contracts speak of no state, where no class below is one of the program;
//! * objects of the program, where no class of the program could be run by a library: neither they nor the
//!   classes above or below them declare a member of `Object`, or have a library's class above them.
//!   Only the classes of the program count, as where `equals` means that of `Object`. None where there is
//!   a class path: its code could reach what any class without contracts holds, by reflection.
//!
//! Members of library interfaces and classes whose contracts demand nothing, as of `Function` and `Throwable`, count as
//! such where there is a class path, whose classes might have them.
//!
//! Fields are out of the reach of Java's own classes: reflection and serialisation are not in their index
//! (`build/java/ClassIndex.java`). Whatever it returns is any value of its type, without permission.

use super::evaluation_order::Lowered;
use crate::ir::{ClassId, ClassKind, MethodId, MethodKind, Type};
use crate::resolve::declarations::table::{Callee, Table};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast::{self, MemberKind};
use crate::syntax::tree::walk;

/// The members by which Java makes the text of an exception.
const TEXT_OF_EXCEPTIONS: [&str; 6] = [
    "toString",
    "getMessage",
    "getLocalizedMessage",
    "getCause",
    "getStackTrace",
    "printStackTrace",
];

/// The members by which Java runs an object of any class.
const OF_EVERY_OBJECT: [&str; 5] = ["equals", "hashCode", "toString", "clone", "finalize"];

impl Member<'_, '_> {
    /// Refuses to make an exception of Java's with a cause, or anything, whose text it makes, if the program has a
    /// member that this might call.
    pub(in crate::resolve) fn takes_no_text(
        &self,
        constructor: MethodId,
        args: &[Option<Lowered>],
        span: Span,
    ) -> Option<()> {
        let table = self.table();
        let header = &table.method(constructor).header;
        let throwable = table.of_java_lang("Throwable");
        let is_exception = throwable
            .zip(header.class)
            .is_some_and(|(throwable, class)| {
                table.class(class).is_library && table.is_below(class, throwable)
            });
        let [Some(given)] = args else {
            return Some(());
        };
        let ty = &given.expr.ty;
        let has_text = table.is_java_text(ty) || !ty.is_ref() || *ty == Type::Null;
        let called = || table.text_that_demands();
        let Some(called) = (is_exception && !has_text).then(called).flatten() else {
            return Some(());
        };
        let what = format!(
            "`{}` of an object in a program with a `{called}`, which it might call, is",
            header.name
        );
        self.unsupported(span, &what)
    }

    /// Refuses a call of a library member without contract that is handed what it might change or run.
    pub(in crate::resolve) fn hands_nothing(
        &self,
        class: ClassId,
        callee: Callee,
        args: &[Option<Lowered>],
        span: Span,
    ) -> Option<()> {
        let table = self.table();
        let header = table.header(callee);
        let is_described = !header.name_span.file.is_uncontracted();
        let makes_texts = table.makes_texts(callee);
        if is_described && !makes_texts && !table.might_be_of_path(callee) {
            return Some(());
        }
        // An object of the program has what its class inherits of a library's interface.
        let is_library_s = table.class(class).is_library && !table.is_uncontracted(class);
        let receiver = (!header.is_static && !is_library_s).then_some(class);
        let receiver = receiver.map(Type::Class);
        let args = args.iter().enumerate();
        let handed = args.filter_map(|(at, arg)| {
            let ty = &arg.as_ref()?.expr.ty;
            // Of any number of arguments, each goes into a new array.
            let parameter = header.params.get(at).and_then(|param| param.ty.as_ref());
            let is_given_up = !is_described && table.is_asked_for(ty, parameter);
            (!is_given_up).then_some(ty)
        });
        let mut all = handed.chain(&receiver);
        let Some(handed) = all.find(|ty| !table.leads_nowhere(ty)) else {
            return Some(());
        };
        let why = match is_described {
            true if makes_texts => "which might call its `toString()`",
            true => "which a class of the class path might have",
            false => "which no contract describes",
        };
        let what = format!(
            "a value of type `{}` for `{}` of `{}`, {why}, is",
            self.type_name(handed),
            header.name,
            table.class(class).title,
        );
        self.unsupported(span, &what)
    }
}

impl Table<'_> {
    /// A member of the program that Java might call for the text of an exception.
    pub(in crate::resolve) fn text_of_exceptions(&self) -> Option<&'static str> {
        let mut own = self.classes.iter().filter(|class| !class.is_library);
        own.find_map(|class| {
            let mut names = TEXT_OF_EXCEPTIONS.into_iter();
            names.find(|name| {
                let mut declared = class.callees.keys();
                class.incomplete || declared.any(|(other, _)| other == name)
            })
        })
    }

    /// A member of the program that Java might call for the text of an exception, and that demands something, or
    /// might end with an exception.
    fn text_that_demands(&self) -> Option<&'static str> {
        let demands = |clause: &ast::Clause| {
            use ast::ClauseKind::{Requires, Signals};
            matches!(clause.kind, Requires | Signals)
        };
        let own = || self.classes.iter().filter(|class| !class.is_library);
        TEXT_OF_EXCEPTIONS.into_iter().find(|name| {
            let members = own().flat_map(|class| &class.source.members);
            let mut members = members.filter(|member| member.name.text == *name);
            own().any(|class| class.incomplete)
                || self.ends_untold(name, 0)
                || members.any(|member| contract_of(member).iter().any(demands))
        })
    }

    /// Whether the member asks for all permission to what it is handed, as the index declares it: to the elements of
    /// an array that lead to nothing.
    fn is_asked_for(&self, given: &Type, parameter: Option<&Type>) -> bool {
        match (given, parameter) {
            (Type::Array(given), Some(Type::Array(element))) => {
                given == element && self.leads_nowhere(element)
            }
            _ => false,
        }
    }

    /// Whether a library that has a value of a static type cannot write or run anything of the program
    /// by it.
    fn leads_nowhere(&self, ty: &Type) -> bool {
        let Some(class) = ty.class() else {
            return *ty == Type::Null || !ty.is_ref() && !ty.is_collection();
        };
        if self.is_java_text(ty) || self.is_java_box(ty) {
            return true;
        }
        if !self.is_uncontracted(class) {
            return !self.has_class_path && (self.is_never_run(class) || self.is_stateless(class));
        }
        let mut all = crate::ir::ids::<ClassId>(self.classes.len());
        !all.any(|other| !self.is_uncontracted(other) && self.is_below(other, class))
    }

    /// Whether an object of a class of the class path might have a member, as nothing is demanded by its contract.
    fn might_be_of_path(&self, callee: Callee) -> bool {
        let header = self.header(callee);
        let Some(class) = header.class else {
            return false;
        };
        let info = self.class(class);
        let has_objects = info.is_library && info.kind != ClassKind::Final && !header.is_static;
        let is_made =
            matches!(callee, Callee::Method(id) if self.method(id).kind == MethodKind::Constructor);
        if !has_objects || is_made || !self.has_class_path {
            return false;
        }
        // Nobody has permission to what an object of the class path holds.
        let asks = |e: &ast::Expr| {
            let ast::ExprKind::Call(_, name, args) = &e.kind else {
                return matches!(e.kind, ast::ExprKind::Acc(..));
            };
            let all = self.members(class, &name.text, args.len());
            all.iter().any(|callee| matches!(callee, Callee::Pred(_)))
        };
        let demands = |clause: &ast::Clause| {
            let mut is_asked = false;
            for e in &clause.exprs {
                walk::exprs(e, &mut |e| {
                    is_asked |= asks(e);
                    !is_asked
                });
            }
            clause.kind == ast::ClauseKind::Requires && is_asked
        };
        let mut members = info.source.members.iter();
        let mut demands = |member: &ast::Member| {
            let mut clauses = contract_of(member).iter();
            member.name.span == header.name_span && clauses.any(demands)
        };
        !members.any(&mut demands)
    }

    /// Whether contracts speak of no state of an object, as of an `InputStream`, and none is one of the program, nor
    /// holds one.
    fn is_stateless(&self, class: ClassId) -> bool {
        let all = crate::ir::ids::<ClassId>(self.classes.len());
        let mut below = all.filter(|other| self.is_below(*other, class));
        below.all(|other| {
            let mut above = self.lineage(other);
            self.class(other).is_library
                && above.all(|above| {
                    let info = self.class(above);
                    let has_state = !info.preds.is_empty() || !info.fields.is_empty();
                    !info.incomplete && !has_state && info.source.type_params.is_empty()
                })
        })
    }

    /// Whether no object of a class of the program has members that a library knows.
    fn is_never_run(&self, class: ClassId) -> bool {
        let all = crate::ir::ids::<ClassId>(self.classes.len());
        let mut below = all.filter(|other| self.is_below(*other, class));
        let is_known = |class: ClassId| {
            let info = self.class(class);
            let mut members = info.source.members.iter();
            info.is_library
                || info.incomplete
                || members.any(|member| OF_EVERY_OBJECT.contains(&member.name.text.as_str()))
        };
        below.all(|other| {
            let mut above = self.lineage(other).filter(|above| !self.is_marker(*above));
            !above.any(is_known)
        })
    }
}

/// The clauses of a method.
fn contract_of(member: &ast::Member) -> &[ast::Clause] {
    match &*member.kind {
        MemberKind::Method { callable, .. } => &callable.contract,
        MemberKind::Constructor(_)
        | MemberKind::Field { .. }
        | MemberKind::Predicate(_)
        | MemberKind::Lemma(_)
        | MemberKind::Initialiser(_) => &[],
    }
}
