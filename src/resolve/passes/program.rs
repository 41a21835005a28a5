//! Puts the resolved program together.

use crate::ir::{
    Assertion, Class, ClassKind, Field, Hierarchy, MemberId, Method, MethodId, MethodKind, Pred,
    Program, Pure, PureId, SharedNames, Type, Vars,
};
use crate::resolve::Sink;
use crate::resolve::bodies::context::Place;
use crate::resolve::bodies::member::{Member, Session};
use crate::resolve::declarations::constant::Constants;
use crate::resolve::declarations::table::{FieldInfo, Table};
use crate::resolve::halves;
use crate::source::Span;
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// The program of a class table, with up to so many threads. `None` if anything in it
/// is ill-formed; all of it has been looked at even then.
pub(in crate::resolve) fn program(
    table: &Table<'_>,
    sink: &Sink,
    threads: usize,
) -> Option<Program> {
    let session = Session {
        table,
        sink,
        constants: Constants::new(table.constants.len()),
        creates_object: Cell::new(false),
        delegations: RefCell::default(),
        uniques: RefCell::new(table.uniques.clone()),
    };
    for (at, constant) in table.constants.iter().enumerate() {
        session.constant(at, constant.name.span);
    }
    let fields = table
        .fields
        .iter()
        .map(|f| (f.name.span, field(&session, f)));
    let fields: Option<Vec<Field>> = all(sink, fields);
    let members = match threads {
        0 | 1 => session.members(0),
        _ => halves::members(&session),
    };
    session.refuse_circles();
    let members = members?;
    let mut program = Program {
        classes: table.classes.iter().map(class).collect(),
        fields: fields?,
        methods: members.methods,
        pures: members.pures,
        preds: members.preds,
        members: Vec::new(),
        uniques: session.uniques.take(),
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
pub(in crate::resolve) struct Members {
    pub methods: Vec<Method>,
    pub pures: Vec<Pure>,
    pub preds: Vec<Pred>,
}

impl Session<'_, '_> {
    /// All members but the first methods.
    pub(in crate::resolve) fn members(&self, first: usize) -> Option<Members> {
        let methods = self.methods(first..self.table.methods.len());
        let pures = self.table.pures.iter().zip((0u32..).map(PureId));
        let pures = pures.map(|(p, id)| (p.header.name_span, self.pure_method(id, p)));
        let pures = all(self.sink, pures);
        let preds = self.table.preds.iter();
        let preds = preds.map(|q| (q.header.name_span, self.predicate(q)));
        let preds = all(self.sink, preds);
        Some(Members {
            methods: methods?,
            pures: pures?,
            preds: preds?,
        })
    }

    /// Some of the methods.
    pub(in crate::resolve) fn methods(&self, range: Range<usize>) -> Option<Vec<Method>> {
        let methods = self.table.methods.iter().zip((0u32..).map(MethodId));
        let methods = methods.skip(range.start).take(range.len());
        all(
            self.sink,
            methods.map(|(m, id)| (m.header.name_span, self.method(id, m))),
        )
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
        in_place_of: Vec::new(),
        refines: Vec::new(),
    });
}

/// Some place of the program: the root class stands nowhere in the text.
fn first_place(program: &Program) -> Option<Span> {
    let class = program.classes.first().map(|c| c.span);
    class.or_else(|| program.methods.first().map(|m| m.name_span))
}
