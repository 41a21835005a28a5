//! Puts the resolved program together.

use crate::diagnostics::Diagnostic;
use crate::ir::{
    Assertion, Class, ClassKind, Field, Hierarchy, MemberId, Method, MethodId, MethodKind, Pred,
    PredId, Program, Pure, PureId, SharedNames, Type, Vars,
};
use crate::parallel::Pool;
use crate::resolve::declarations::table::{FieldInfo, Table};
use crate::resolve::scopes::constants::Constants;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::{Member, Session};
use crate::resolve::{DROP_STACK, Sink};
use crate::source::Span;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// The number of members that one thread resolves at a time. Each thread starts with
/// a copy of the values of all constants.
const CHUNK: usize = 64;

/// The program of a class table. `None` if anything in it is ill-formed; all of it has
/// been looked at even then.
pub(in crate::resolve) fn program(table: &Table<'_>, sink: &Sink, pool: &Pool) -> Option<Program> {
    let session = Session {
        table,
        sink,
        constants: Constants::new(table.constants.len()),
        creates_object: Cell::new(false),
        delegations: RefCell::default(),
    };
    for (at, constant) in table.constants.iter().enumerate() {
        session.constant(at, constant.name.span);
    }
    let fields = table
        .fields
        .iter()
        .map(|f| (f.name.span, field(&session, f)));
    let fields: Option<Vec<Field>> = all(sink, fields);
    let members = session.members(pool);
    session.refuse_circles();
    let members = members?;
    let mut program = Program {
        classes: table.classes.iter().map(class).collect(),
        fields: fields?,
        methods: members.methods,
        pures: members.pures,
        preds: members.preds,
        members: Vec::new(),
        uniques: table.uniques.clone(),
        hierarchy: Hierarchy::default(),
        shared_names: SharedNames::default(),
    };
    program.members = table
        .members
        .iter()
        .copied()
        .filter(|id| is_written(&program, *id) && !is_library(table, &program, *id))
        .collect();
    if session.creates_object.get() {
        add_object(&mut program);
    }
    Some(program)
}

/// Members that were resolved.
#[derive(Default)]
struct Members {
    methods: Vec<Method>,
    pures: Vec<Pure>,
    preds: Vec<Pred>,
}

/// A member that was resolved.
enum Resolved {
    Method(Box<Method>),
    Pure(Box<Pure>),
    Pred(Box<Pred>),
}

/// The members of one chunk, with what resolving them found besides.
struct Chunk {
    members: Vec<(Span, Option<Resolved>)>,
    found: Vec<Diagnostic>,
    creates_object: bool,
    delegations: BTreeMap<MethodId, (MethodId, Span)>,
}

impl<'a> Session<'a, '_> {
    /// All members. Chunks of them are resolved in parallel: members know of each other
    /// only what is in the class table.
    fn members(&self, pool: &Pool) -> Option<Members> {
        let table = self.table;
        let methods = (0u32..).zip(&table.methods);
        let pures = (0u32..).zip(&table.pures);
        let preds = (0u32..).zip(&table.preds);
        let all: Vec<MemberId> = methods
            .map(|(id, _)| MemberId::Method(MethodId(id)))
            .chain(pures.map(|(id, _)| MemberId::Pure(PureId(id))))
            .chain(preds.map(|(id, _)| MemberId::Pred(PredId(id))))
            .collect();
        let constants = self.constants.values();
        let follows_errors = !self.sink.is_empty();
        let chunks: Vec<&[MemberId]> = all.chunks(CHUNK).collect();
        let chunks = pool.map(&chunks, |ids| {
            // What is left out after an error is dropped recursively.
            stacker::maybe_grow(DROP_STACK / 2, DROP_STACK, || {
                let sink = Sink::after(follows_errors);
                resolve_chunk(table, &sink, Constants::of(constants.clone()), ids)
            })
        });
        let mut members = Some(Members::default());
        for chunk in chunks {
            self.sink.extend(chunk.found);
            let creates_object = self.creates_object.get() || chunk.creates_object;
            self.creates_object.set(creates_object);
            self.delegations.borrow_mut().extend(chunk.delegations);
            let resolved = self::all(self.sink, chunk.members.into_iter());
            members = members.zip(resolved).map(|(mut members, resolved)| {
                members.extend(resolved);
                members
            });
        }
        members
    }

    fn member(&'a self, id: MemberId) -> (Span, Option<Resolved>) {
        let table = self.table;
        match id {
            MemberId::Method(id) => {
                let info = table.method(id);
                let method = self.method(id, info);
                (
                    info.header.name_span,
                    method.map(|m| Resolved::Method(Box::new(m))),
                )
            }
            MemberId::Pure(id) => {
                let info = table.pure_method(id);
                let pure = self.pure_method(id, info);
                (
                    info.header.name_span,
                    pure.map(|p| Resolved::Pure(Box::new(p))),
                )
            }
            MemberId::Pred(id) => {
                let info = table.pred(id);
                (
                    info.header.name_span,
                    self.predicate(info).map(|q| Resolved::Pred(Box::new(q))),
                )
            }
        }
    }
}

impl Extend<Resolved> for Members {
    fn extend<I: IntoIterator<Item = Resolved>>(&mut self, all: I) {
        for member in all {
            match member {
                Resolved::Method(method) => self.methods.push(*method),
                Resolved::Pure(pure) => self.pures.push(*pure),
                Resolved::Pred(pred) => self.preds.push(*pred),
            }
        }
    }
}

fn resolve_chunk(table: &Table<'_>, sink: &Sink, constants: Constants, ids: &[MemberId]) -> Chunk {
    let session = Session {
        table,
        sink,
        constants,
        creates_object: Cell::new(false),
        delegations: RefCell::default(),
    };
    let members = ids.iter().map(|id| session.member(*id)).collect();
    let (creates_object, delegations) = (session.creates_object.get(), session.delegations.take());
    Chunk {
        members,
        found: sink.take(),
        creates_object,
        delegations,
    }
}

/// All parts, if none is ill-formed; each is looked at in any case.
fn all<T>(sink: &Sink, parts: impl Iterator<Item = (Span, Option<T>)>) -> Option<Vec<T>> {
    let mut well_formed = Some(Vec::new());
    for (span, part) in parts {
        match (&mut well_formed, part) {
            (Some(list), Some(part)) => list.push(part),
            (None, Some(_)) => {}
            (_, None) => {
                sink.left_out(span);
                well_formed = None;
            }
        }
    }
    well_formed
}

/// Whether a member is a library's.
fn is_library(table: &Table<'_>, program: &Program, id: MemberId) -> bool {
    let class = match id {
        MemberId::Method(m) => program.method(m).class,
        MemberId::Pure(p) => Some(program.pure_method(p).class),
        MemberId::Pred(q) => Some(program.pred(q).class),
    };
    class.is_some_and(|class| table.class(class).is_library)
}

/// Whether there is something to verify about a member.
fn is_written(program: &Program, id: MemberId) -> bool {
    match id {
        MemberId::Method(method) => !program.method(method).implicit,
        MemberId::Pure(_) | MemberId::Pred(_) => true,
    }
}

fn class(info: &crate::resolve::declarations::table::ClassInfo<'_>) -> Class {
    Class {
        name: info.name.text.clone(),
        span: info.name.span,
        fields: info.fields.clone(),
        preds: info.preds.clone(),
        kind: info.kind,
        supers: info.supers.clone(),
        constants: info.uniques.clone(),
    }
}

fn field(session: &Session<'_, '_>, info: &FieldInfo<'_>) -> Option<Field> {
    let init = match (info.is_static, info.init) {
        (true, Some(init)) => {
            let mut member = Member::new(session, Some(info.class), Place::Constant);
            member.context.ghost = info.is_ghost;
            Some(member.constant_value(init, info.ty.as_ref())?)
        }
        _ => None,
    };
    Some(Field {
        class: info.class,
        name: info.name.text.clone(),
        span: info.name.span,
        ty: info.ty.clone()?,
        is_static: info.is_static,
        is_ghost: info.is_ghost,
        init,
    })
}

/// Adds the root class, of which objects are created: its ids are those after
/// all others (see [`Table::object_class`]).
fn add_object(program: &mut Program) {
    let Some(span) = first_place(program) else {
        return;
    };
    let class = crate::resolve::declarations::table::index(program.classes.len());
    program.classes.push(Class {
        name: "Object".to_owned(),
        span,
        fields: Vec::new(),
        preds: Vec::new(),
        kind: ClassKind::Open,
        supers: Vec::new(),
        constants: Vec::new(),
    });
    let mut vars = Vars::default();
    vars.all.push(crate::ir::Var {
        name: "this".to_owned(),
        ty: Type::Object,
        span,
        is_ghost: false,
        is_temporary: false,
    });
    vars.this = Some(crate::ir::VarId(0));
    program.methods.push(Method {
        class: Some(crate::ir::ClassId(class)),
        name: "Object".to_owned(),
        name_span: span,
        kind: MethodKind::Constructor,
        vars,
        requires: Assertion::truth(span),
        ensures: Assertion::truth(span),
        decreases: Vec::new(),
        body: Vec::new(),
        end: span,
        implicit: true,
        is_abstract: false,
        has_contract: true,
        view: None,
        inherited: None,
        overridden_params: Vec::new(),
        refines: Vec::new(),
    });
}

/// Some place of the program: the root class stands nowhere in the text.
fn first_place(program: &Program) -> Option<Span> {
    let class = program.classes.first().map(|c| c.span);
    class.or_else(|| program.methods.first().map(|m| m.name_span))
}
