//! Static fields whose values Java computes when their class is first used (JLS 12.4.2).
//!
//! Nobody knows when that is, and what runs meanwhile reads what the field begins with. So a `static final` field has
//! any value of its type each time that it is read, and of another one the initial value is not known. What computes
//! the value is no member, and has no permission. It is taken only where nothing of it has to be proved: where it
//! consists of literals, constants, new arrays and objects, and calls of members that demand nothing. That it might end with
//! an exception is told by names ([`crate::resolve::declarations::untold`]).

use crate::ir::{ClassId, Field, Stmt, StmtKind, Type, ValueSource, VarId, ids};
use crate::resolve::Sink;
use crate::resolve::declarations::table::{Callee, ParamInfo, Slot, Source};
use crate::resolve::expressions::assertion::unwrapped;
use crate::resolve::expressions::constant::ConstantValue;
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::{Member, Session};
use crate::source::Span;
use crate::syntax::tree::ast::{self, ClauseKind, UnOp};
use crate::syntax::tree::walk;
use std::collections::BTreeSet;

impl Session<'_, '_> {
    /// The classes of which something is run at their first use that a run could see, or static fields are set then.
    pub(in crate::resolve) fn begun_visibly(&self, fields: &[Field]) -> BTreeSet<ClassId> {
        let table = self.table;
        let late = fields.iter().filter(|field| field.is_late);
        let all = ids::<ClassId>(table.classes.len());
        let with_block = all.filter(|class| table.class(*class).has_block);
        let constants = table.constants.iter().zip(0usize..);
        let of_program = constants.filter(|(info, _)| !table.class(info.class).is_library);
        let constants = of_program.filter(|(info, at)| {
            // One that is refused might do anything.
            let found = || self.constant(*at, info.name.span);
            let member = Member::new(self, Some(info.class), Place::Constant);
            let is_seen = |init| member.runs_program(init) || table.value_might_fail(init);
            info.init.is_some_and(is_seen) && !matches!(found(), Some(ConstantValue::Known(_)))
        });
        let of_constants = constants.map(|(info, _)| info.class);
        let of_fields = late.filter_map(|field| field.class);
        of_fields.chain(with_block).chain(of_constants).collect()
    }
}

impl Member<'_, '_> {
    /// Whether an expression might run code of the program.
    fn runs_program(&self, e: &ast::Expr) -> bool {
        let is_library = |class: Option<ClassId>| {
            class.is_some_and(|class| self.table().class(class).is_library)
        };
        let mut runs = false;
        walk::exprs(e, &mut |e| {
            runs |= match &e.kind {
                ast::ExprKind::New(ty, _) => !is_library(self.table().class_written(ty)),
                ast::ExprKind::Call(None, ..) => true,
                ast::ExprKind::Call(Some(of), ..) => !is_library(self.qualifier(of)),
                _ => e.might_make_text(),
            };
            !runs
        });
        runs
    }

    /// Whether Java computes the value of a static field of this class when it is first used, and nothing of that has to
    /// be proved.
    pub(in crate::resolve) fn is_computed_late(&self, init: &ast::Expr) -> bool {
        let is_plain = |class: ClassId| {
            let info = self.table().class(class);
            !info.is_library && info.source.kind != ast::ClassKind::Enum
        };
        self.table().rules.has_constant_variables
            && self.class.is_some_and(is_plain)
            && !self.names_constants(init, true)
            && !matches!(unwrapped(init).kind, ast::ExprKind::Null)
            && !self.names_enum_constant(unwrapped(init))
            && self.is_harmless(init)
    }

    /// Whether the evaluation of an expression when a class is first used demands nothing and changes nothing that
    /// there was before.
    fn is_harmless(&self, e: &ast::Expr) -> bool {
        use ast::ExprKind::{
            ArrayInit, Bool, Call, Chain, Char, Field, Floating, Int, Long, Name, New, NewArray,
            NewArrayOf, NewArrays, Null, Paren, Str, Unary,
        };
        let all = |list: &[ast::Expr]| list.iter().all(|e| self.is_harmless(e));
        let is_count = |e: &ast::Expr| matches!(unwrapped(e).kind, Int(_));
        crate::resolve::deep(|| match &e.kind {
            Int(_) | Long(_) | Floating(..) | Char(_) | Bool(_) | Str(_) | Null => true,
            Paren(inner) => self.is_harmless(inner),
            Unary(UnOp::Neg | UnOp::Plus | UnOp::Not | UnOp::BitNot, _) | Chain(..) => {
                self.is_number(e)
            }
            Name(_) | Field(..) => match self.slot_named(e) {
                // Java might unbox it.
                Some(Slot::Constant(at)) => {
                    let ty = self.type_of_constant(at);
                    ty.is_some_and(|ty| !self.table().is_java_box(ty))
                }
                Some(Slot::Unique(_)) => true,
                Some(Slot::Field(_) | Slot::Static(_)) | None => false,
            },
            NewArray(elem, length) => self.is_read(elem) && is_count(length),
            NewArrays(elem, lengths) => self.is_read(elem) && lengths.iter().all(is_count),
            NewArrayOf(elem, elements) => self.is_read(elem) && all(elements),
            ArrayInit(elements) => all(elements),
            New(ty, args) => {
                let class = self.table().class_written(ty);
                let is_root = args.is_empty() && class.is_none();
                let is_freely_made =
                    class.is_some_and(|class| self.demands_nothing(class, None, args));
                self.is_read(ty) && (is_root || is_freely_made && all(args))
            }
            Call(of, name, args) => {
                let class = match of {
                    None => self.class,
                    Some(of) => self.qualifier(of),
                };
                class.is_some_and(|class| self.demands_nothing(class, Some(&name.text), args))
                    && all(args)
            }
            _ => false,
        })
    }

    /// In a block of a class, declares variables for the `static final` fields that it may set. Java sees to it that
    /// their names mean what the block has set; nothing of that is kept behind it.
    pub(in crate::resolve) fn declare_set_here(&mut self) {
        let all = self.table().constants.iter().zip(0usize..);
        let own = all.filter(|(info, _)| self.class == Some(info.class) && info.init.is_none());
        let own: Vec<_> = own
            .filter_map(|(info, at)| Some((at, info.name, info.ty.clone()?)))
            .collect();
        for (at, name, ty) in own {
            let variable = self.scope.temporary(ty, name.span);
            self.scope.rename(variable, &name.text);
            self.set_here.insert(at, variable);
        }
    }

    /// At the beginning of a block, the fields that it may set have any values: another block may have set them.
    pub(in crate::resolve) fn unset(&self, span: Span) -> Vec<Stmt> {
        let all = self.set_here.values();
        let unknown = |held: &VarId| StmtKind::Unknown(*held, ValueSource::FirstUse);
        let kinds = all.map(unknown);
        kinds.map(|kind| Stmt { kind, span }).collect()
    }

    /// The variable for a `static final` field that the block here may set, which is named without its class.
    pub(super) fn set_by_block(&self, name: &str) -> Option<VarId> {
        let class = self.class.filter(|_| self.is_block)?;
        match self.table().slot(class, name, true) {
            Some(Slot::Constant(at)) => self.set_here.get(&at).copied(),
            _ => None,
        }
    }

    /// Whether a name is one of a `static final` field that is not set here.
    pub(super) fn is_set_elsewhere(&self, place: &ast::Expr) -> bool {
        let name = match &place.kind {
            ast::ExprKind::Name(name) => Some(name),
            _ => None,
        };
        let is_local = name.is_some_and(|name| self.scope.lookup(name).is_some());
        let is_set_here = name.is_some_and(|name| self.set_by_block(name).is_some());
        let is_constant = matches!(self.slot_named(place), Some(Slot::Constant(_)));
        is_constant && !is_local && !is_set_here
    }

    fn type_of_constant(&self, at: usize) -> Option<&Type> {
        self.table().constants.get(at)?.ty.as_ref()
    }

    /// Whether a type can be read, with all type arguments that it has to have.
    fn is_read(&self, ty: &ast::Type) -> bool {
        self.table().read_written(ty, &Sink::default()).is_some()
    }

    /// Whether an expression has a number or a truth value, of which nothing runs a member, and no division in it.
    fn is_number(&self, e: &ast::Expr) -> bool {
        let mut divides = false;
        walk::exprs(e, &mut |e| {
            divides |= matches!(&e.kind, ast::ExprKind::Chain(_, rest)
                if rest.iter().any(|(op, ..)| op.divides()));
            !divides
        });
        !divides && self.names_constants(e, false)
    }

    /// Whether the members of a class that a call with these arguments could mean demand nothing, and what is handed to a
    /// library leads to nothing of the program; `None` names the constructors.
    fn demands_nothing(&self, class: ClassId, name: Option<&str>, args: &[ast::Expr]) -> bool {
        let table = self.table();
        let constructors = || table.class(class).constructors.iter().copied();
        let mut candidates: Vec<Callee> = match name {
            None => constructors().map(Callee::Method).collect(),
            Some(name) => table.all_members(class, name),
        };
        // A literal is no array.
        let takes = |(param, arg): (&ParamInfo<'_>, &ast::Expr)| {
            !matches!(param.written.kind, ast::TypeKind::Array(_)) || !arg.is_literal()
        };
        candidates.retain(|callee| {
            let params = table.params(*callee);
            let mut pairs = params.iter().zip(args);
            table.has_rest(*callee) || params.len() == args.len() && pairs.all(takes)
        });
        let demands_nothing = candidates
            .iter()
            .all(|callee| self.is_called_freely(*callee));
        let is_taken =
            !table.class(class).is_library || args.iter().all(|arg| self.is_foreign(arg));
        !candidates.is_empty() && demands_nothing && is_taken
    }

    /// Whether a member demands nothing, and throws nothing: nobody could catch it. What a library demands but
    /// permission, an exception says in Java.
    fn is_called_freely(&self, callee: Callee) -> bool {
        let table = self.table();
        let contract = match callee {
            Callee::Method(id) => match table.method(id).source {
                Source::Text(callable) => callable.contract.as_slice(),
                Source::Default | Source::Block(_) => &[],
            },
            Callee::Pure(id) => table.pure_method(id).source.contract.as_slice(),
            Callee::Pred(_) => return false,
        };
        let header = table.header(callee);
        // Java might unbox it, or cast it.
        let is_converted = header.written.is_some_and(|written| {
            let class = table.class_written(written);
            class.is_some_and(|class| table.is_java_box(&Type::Class(class)))
                || table.names_type_param(written)
        });
        let is_library = header
            .class
            .is_some_and(|class| table.class(class).is_library);
        !is_converted
            && contract.iter().all(|clause| {
                let demands = matches!(clause.kind, ClauseKind::Requires | ClauseKind::Signals);
                !demands || is_library && !clause.exprs.iter().any(|e| self.asks_for_permission(e))
            })
    }

    /// Whether a condition might ask for permission: by itself, or by a predicate.
    fn asks_for_permission(&self, e: &ast::Expr) -> bool {
        let mut found = false;
        walk::exprs(e, &mut |e| {
            let is_pred = |name: &str| {
                let mut preds = self.table().preds.iter();
                preds.any(|pred| pred.header.name == name)
            };
            found |= matches!(&e.kind, ast::ExprKind::Acc(..))
                || matches!(&e.kind, ast::ExprKind::Call(_, name, _) if is_pred(&name.text));
            !found
        });
        found
    }

    /// Whether a value that is handed to a library is one of Java's own: a number, a text, or what a library made.
    fn is_foreign(&self, e: &ast::Expr) -> bool {
        use ast::ExprKind::{ArrayInit, Call, Field, Name, New, NewArray, NewArrayOf, NewArrays};
        let table = self.table();
        let is_of_library = |class: Option<ClassId>| {
            class.is_some_and(|class| table.class(class).is_library && table.is_uncontracted(class))
        };
        crate::resolve::deep(|| match &unwrapped(e).kind {
            New(ty, _) => is_of_library(table.class_written(ty)),
            Call(Some(of), ..) => is_of_library(self.qualifier(of)),
            Call(None, ..) | NewArray(..) | NewArrays(..) | NewArrayOf(..) | ArrayInit(_) => false,
            Name(_) | Field(..) => match self.slot_named(unwrapped(e)) {
                Some(Slot::Constant(at)) => {
                    let ty = self.type_of_constant(at);
                    ty.is_some_and(|ty| {
                        !ty.is_ref() || table.is_java_text(ty) || is_of_library(ty.class())
                    })
                }
                _ => false,
            },
            _ => true,
        })
    }

    /// The value of a static field that is computed when its class is first used.
    pub(super) fn computed_at_first_use(&mut self, at: usize, span: Span) -> Option<Lowered> {
        let info = self.table().constants.get(at)?;
        let (name, ty) = (info.name.text.clone(), info.ty.clone()?);
        self.tells_its_beginning(info.class, span)?;
        if !self.is_real_java() || self.context.place != Place::Code {
            let what = format!(
                "the value of `{name}`, which Java computes when its class is first used, in a contract or a pure \
                 method is"
            );
            return self.unsupported(span, &what);
        }
        let held = self.scope.temporary(ty, span);
        self.scope.rename(held, &name);
        let kind = StmtKind::Unknown(held, ValueSource::FirstUse);
        Some(Lowered {
            hoisted: vec![Stmt { kind, span }],
            expr: self.read(held, span),
        })
    }
}
