//! Assembly of the resolved program.

use super::placeholder;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::refused::{Refused, declaration};
use crate::ir::{
    Assertion, Class, ClassKind, Expr, Field, FieldId, Hierarchy, MemberId, Method, MethodId,
    MethodKind, Pred, PredId, Program, Pure, PureId, SharedNames, Type, Vars,
};
use crate::parallel::Pool;
use crate::resolve::declarations::table::{FieldInfo, Table, index};
use crate::resolve::scopes::constants::Constants;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::{Member, Session};
use crate::resolve::{DROP_STACK, Sink};
use crate::source::Span;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// The number of members in a unit of parallel work. Each unit starts with a copy of the values of
/// all constants.
const CHUNK: usize = 64;

/// The resolved declarations of a class table.
pub(in crate::resolve) struct Built {
    /// The program, with placeholders for ill-formed members.
    pub program: Program,
    /// The places of errors, by member.
    pub refused: BTreeMap<MemberId, Vec<Span>>,
    /// The places of constructs omitted because of an error elsewhere, by member.
    pub left_out: BTreeMap<MemberId, Vec<Span>>,
    /// The places of errors in declarations, and of declarations that depend on them.
    pub declared: Vec<Span>,
}

/// Resolves the declarations of a class table.
pub(in crate::resolve) fn program(table: &Table<'_>, sink: &Sink, pool: &Pool) -> Built {
    let session = Session {
        table,
        sink,
        constants: Constants::new(table.constants.len()),
        creates_object: Cell::new(false),
        delegations: RefCell::default(),
    };
    let constants = table.constants.iter().enumerate();
    let constants_left_out: Vec<Span> = constants
        .filter(|(at, constant)| session.constant(*at, constant.name.span).is_none())
        .map(|(_, constant)| constant.name.span)
        .collect();
    let fields = table
        .fields
        .iter()
        .enumerate()
        .map(|(at, f)| (f.name.span, field(&session, FieldId(index(at)), f)));
    let fields: Vec<(Span, Option<Field>)> = fields.collect();
    let mut declared = sink.errors();
    for (span, _) in fields.iter().filter(|(_, field)| field.is_none()) {
        sink.left_out(*span);
    }
    declared.extend(constants_left_out);
    declared.extend(sink.take_left_out());
    let mut members = session.members(pool);
    for (id, span) in session.refuse_circles() {
        let refused = members.refused.entry(MemberId::Method(id));
        refused.or_default().push(span);
    }
    let fields = fields.into_iter().zip(&table.fields);
    let mut program = Program {
        classes: table.classes.iter().map(class).collect(),
        fields: fields
            .map(|((_, field), info)| field.unwrap_or_else(|| placeholder::field(info)))
            .collect(),
        methods: members.methods,
        pures: members.pures,
        preds: members.preds,
        members: Vec::new(),
        uniques: table.uniques.clone(),
        hierarchy: Hierarchy::default(),
        shared_names: SharedNames::default(),
        headers: super::headers::headers(&session),
        refused: Refused::default(),
        lines: BTreeMap::new(),
        specified: BTreeSet::new(),
    };
    for class in session.begun_visibly(&program.fields) {
        if let Some(info) = program.classes.get_mut(class.index()) {
            info.runs_when_begun = true;
        }
    }
    program.members = table
        .members
        .iter()
        .copied()
        .filter(|id| is_written(&program, *id) && !is_library(table, &program, *id))
        .collect();
    if session.creates_object.get() {
        add_object(&mut program);
    }
    Built {
        program,
        refused: members.refused,
        left_out: members.left_out,
        declared,
    }
}

/// Resolved members.
#[derive(Default)]
struct Members {
    refused: BTreeMap<MemberId, Vec<Span>>,
    left_out: BTreeMap<MemberId, Vec<Span>>,
    methods: Vec<Method>,
    pures: Vec<Pure>,
    preds: Vec<Pred>,
}

/// A resolved member.
enum Resolved {
    Method(Box<Method>),
    Pure(Box<Pure>),
    Pred(Box<Pred>),
}

/// The result of resolving a member.
struct Outcome {
    id: MemberId,
    span: Span,
    resolved: Option<Resolved>,
    found: Vec<Diagnostic>,
    /// The places of omitted constructs.
    left_out: Vec<Span>,
}

impl Outcome {
    /// The places of errors.
    fn errors(&self) -> Vec<Span> {
        let found = self.found.iter();
        let errors = found.filter(|d| d.severity == Severity::Error);
        errors.map(|d| d.span).collect()
    }
}

/// The results for one chunk of members.
struct Chunk {
    members: Vec<Outcome>,
    creates_object: bool,
    delegations: BTreeMap<MethodId, (MethodId, Span)>,
}

impl<'a> Session<'a, '_> {
    /// Resolves all members, in parallel by chunks. A member depends on the class table only, not
    /// on other members.
    fn members(&self, pool: &Pool) -> Members {
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
        let follows_errors = !self.sink.is_empty() || !table.gaps.is_empty();
        let chunks: Vec<&[MemberId]> = all.chunks(CHUNK).collect();
        let chunks = pool.map(&chunks, |ids| {
            // Omitted parts of the tree are dropped recursively.
            stacker::maybe_grow(DROP_STACK / 2, DROP_STACK, || {
                let sink = Sink::after(follows_errors);
                resolve_chunk(table, &sink, Constants::of(constants.clone()), ids)
            })
        });
        let mut members = Members::default();
        for chunk in chunks {
            let creates_object = self.creates_object.get() || chunk.creates_object;
            self.creates_object.set(creates_object);
            self.delegations.borrow_mut().extend(chunk.delegations);
            for outcome in chunk.members {
                let (errors, mut left_out) = (outcome.errors(), outcome.left_out);
                self.sink.extend(outcome.found);
                if outcome.resolved.is_none() {
                    self.sink.left_out(outcome.span);
                    left_out.push(outcome.span);
                }
                let all = if errors.is_empty() {
                    &mut members.left_out
                } else {
                    &mut members.refused
                };
                let places: Vec<Span> = errors.into_iter().chain(left_out).collect();
                if !places.is_empty() {
                    all.insert(outcome.id, places);
                }
                let placeholder = || placeholder(table, outcome.id);
                members.push(outcome.resolved.unwrap_or_else(placeholder));
            }
        }
        members
    }

    fn member(&'a self, id: MemberId) -> (Span, Option<Resolved>) {
        let table = self.table;
        let header = match id {
            MemberId::Method(id) => &table.method(id).header,
            MemberId::Pure(id) => &table.pure_method(id).header,
            MemberId::Pred(id) => &table.pred(id).header,
        };
        let resolved = match id {
            _ if header.is_refused => None,
            MemberId::Method(id) => {
                let method = self.method(id, table.method(id));
                method.map(|m| Resolved::Method(Box::new(m)))
            }
            MemberId::Pure(id) => {
                let pure = self.pure_method(id, table.pure_method(id));
                pure.map(|p| Resolved::Pure(Box::new(p)))
            }
            MemberId::Pred(id) => {
                let pred = self.predicate(table.pred(id));
                pred.map(|q| Resolved::Pred(Box::new(q)))
            }
        };
        (header.name_span, resolved)
    }
}

impl Members {
    fn push(&mut self, member: Resolved) {
        match member {
            Resolved::Method(method) => self.methods.push(*method),
            Resolved::Pure(pure) => self.pures.push(*pure),
            Resolved::Pred(pred) => self.preds.push(*pred),
        }
    }
}

/// The placeholder for a member with an error.
fn placeholder(table: &Table<'_>, id: MemberId) -> Resolved {
    match id {
        MemberId::Method(id) => {
            Resolved::Method(Box::new(placeholder::method(table, id, table.method(id))))
        }
        MemberId::Pure(id) => Resolved::Pure(Box::new(placeholder::pure(table.pure_method(id)))),
        MemberId::Pred(id) => Resolved::Pred(Box::new(placeholder::pred(table.pred(id)))),
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
    let members = ids.iter().map(|&id| {
        let (span, resolved) = session.member(id);
        Outcome {
            id,
            span,
            resolved,
            found: sink.take(),
            left_out: sink.take_left_out(),
        }
    });
    let members = members.collect();
    let (creates_object, delegations) = (session.creates_object.get(), session.delegations.take());
    Chunk {
        members,
        creates_object,
        delegations,
    }
}

/// Replaces the refused declarations by placeholders.
pub(in crate::resolve) fn withdraw(program: &mut Program, table: &Table<'_>, refused: &Refused) {
    let dependents = refused.dependents.keys();
    for &member in refused.members.iter().chain(dependents) {
        if refused.parts.contains_key(&declaration(member)) {
            match placeholder(table, member) {
                Resolved::Method(new) => replace(&mut program.methods, member, *new),
                Resolved::Pure(new) => replace(&mut program.pures, member, *new),
                Resolved::Pred(new) => replace(&mut program.preds, member, *new),
            }
        } else if let MemberId::Method(m) = member
            && let Some(method) = program.methods.get_mut(m.index())
        {
            method.body = Vec::new();
        }
    }
}

fn replace<T>(all: &mut [T], member: MemberId, new: T) {
    let place = usize::try_from(member.number()).ok();
    if let Some(old) = place.and_then(|place| all.get_mut(place)) {
        *old = new;
    }
}

/// Whether a member belongs to a library.
fn is_library(table: &Table<'_>, program: &Program, id: MemberId) -> bool {
    let class = program.class_of(id);
    class.is_some_and(|class| table.class(class).is_library)
}

/// Whether a member needs verification.
fn is_written(program: &Program, id: MemberId) -> bool {
    match id {
        MemberId::Method(method) => !program.method(method).implicit,
        MemberId::Pure(_) | MemberId::Pred(_) => true,
    }
}

fn class(info: &crate::resolve::declarations::table::ClassInfo<'_>) -> Class {
    Class {
        name: info.title.clone(),
        qualified: info.identity.clone(),
        span: info.name.span,
        fields: info.fields.clone(),
        preds: info.preds.clone(),
        kind: info.kind,
        supers: info.supers.clone(),
        constants: info.uniques.clone(),
        runs_when_begun: false,
    }
}

fn field(session: &Session<'_, '_>, id: FieldId, info: &FieldInfo<'_>) -> Option<Field> {
    // The block might set it.
    let mut is_late = info.is_static && !info.is_ghost && session.table.class(info.class).has_block;
    let init = match (info.is_static, info.init) {
        (true, Some(init)) => {
            let mut member = Member::new(session, Some(info.class), Place::Constant);
            member.context.ghost = info.is_ghost;
            let is_computed = !info.is_ghost && member.is_computed_late(init);
            is_late |= is_computed;
            match is_computed {
                true => None,
                false => Some(member.constant_value(init, info.ty.as_ref())?),
            }
        }
        (false, Some(init)) => session
            .field_constant(id)
            .zip(info.ty.clone())
            .map(|(kind, ty)| Expr {
                kind,
                ty,
                span: init.span,
            }),
        (_, None) => None,
    };
    Some(Field {
        class: Some(info.class),
        name: info.name.text.to_string(),
        span: info.name.span,
        ty: info.ty.clone()?,
        is_static: info.is_static,
        is_ghost: info.is_ghost,
        init,
        is_late,
    })
}

/// Adds the class `Object` if objects of it are created; its ids follow all others (see
/// [`Table::object_class`]).
fn add_object(program: &mut Program) {
    let Some(span) = first_place(program) else {
        return;
    };
    let class = crate::resolve::declarations::table::index(program.classes.len());
    program.classes.push(Class {
        name: "Object".to_owned(),
        qualified: "Object".to_owned(),
        span,
        fields: Vec::new(),
        preds: Vec::new(),
        kind: ClassKind::Open,
        supers: Vec::new(),
        constants: Vec::new(),
        runs_when_begun: false,
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
        handles: false,
        refines: Vec::new(),
    });
}

/// A place in the program, for the class `Object`, which has no declaration.
fn first_place(program: &Program) -> Option<Span> {
    let class = program.classes.first().map(|c| c.span);
    class.or_else(|| program.methods.first().map(|m| m.name_span))
}
