//! Placeholders for ill-formed members and fields, so that ids keep their meaning. A placeholder
//! guarantees nothing, and no verified member depends on one.

use crate::ir::{Assertion, Field, Method, MethodId, Pred, Pure, Type, Var, VarId, Vars};
use crate::resolve::declarations::table::{
    FieldInfo, FunctionInfo, Header, MethodInfo, Table, Yields, index,
};
use crate::source::Span;

/// A field; the type is arbitrary if it is ill-formed.
pub(super) fn field(info: &FieldInfo<'_>) -> Field {
    Field {
        class: Some(info.class),
        name: info.name.text.to_string(),
        span: info.name.span,
        ty: known(info.ty.as_ref()),
        is_static: info.is_static,
        is_ghost: info.is_ghost,
        init: None,
        is_late: false,
    }
}

/// A method with a trivial contract and an empty body.
pub(super) fn method(table: &Table<'_>, id: MethodId, info: &MethodInfo<'_>) -> Method {
    let header = &info.header;
    let mut vars = vars(header);
    if table.throwing.contains(&id) {
        vars.exception = Some(declare(
            &mut vars,
            "exception",
            Type::Object,
            header.name_span,
        ));
    }
    Method {
        class: header.class,
        name: header.name.to_owned(),
        name_span: header.name_span,
        kind: info.kind,
        vars,
        requires: Assertion::truth(header.name_span),
        ensures: Assertion::truth(header.name_span),
        decreases: Vec::new(),
        body: Vec::new(),
        end: header.name_span,
        implicit: false,
        is_abstract: info.is_abstract,
        has_contract: true,
        view: None,
        inherited: None,
        overridden_params: table.overridden_params(info),
        handles: false,
        refines: Vec::new(),
    }
}

/// A pure method without a body.
pub(super) fn pure(info: &FunctionInfo<'_>) -> Pure {
    let header = &info.header;
    let ty = match &header.yields {
        Yields::Value(ty) => known(ty.as_ref()),
        Yields::Nothing => Type::Int,
    };
    Pure {
        class: header.class,
        name: header.name.to_owned(),
        name_span: header.name_span,
        vars: vars(header),
        ty,
        is_ghost: info.is_ghost,
        requires: Assertion::truth(header.name_span),
        ensures: Assertion::truth(header.name_span),
        decreases: Vec::new(),
        body: None,
        view: None,
        inherited: None,
        own_requires: Default::default(),
        refines: Vec::new(),
    }
}

/// A predicate without a body.
pub(super) fn pred(info: &FunctionInfo<'_>) -> Pred {
    let header = &info.header;
    Pred {
        class: header.class,
        name: header.name.to_owned(),
        name_span: header.name_span,
        vars: vars(header),
        body: None,
    }
}

fn vars(header: &Header<'_>) -> Vars {
    let mut vars = Vars::default();
    if let (Some(class), false) = (header.class, header.is_static) {
        vars.this = Some(declare(
            &mut vars,
            "this",
            Type::Class(class),
            header.name_span,
        ));
    }
    for param in &header.params {
        let id = declare(
            &mut vars,
            &param.name.text,
            known(param.ty.as_ref()),
            param.name.span,
        );
        if let Some(var) = vars.all.get_mut(id.index()) {
            var.is_ghost = param.is_ghost;
        }
        vars.params.push(id);
    }
    if let Yields::Value(ty) = &header.yields {
        let ty = known(ty.as_ref());
        vars.result = Some(declare(&mut vars, "result", ty, header.name_span));
    }
    vars
}

fn declare(vars: &mut Vars, name: &str, ty: Type, span: Span) -> VarId {
    let id = VarId(index(vars.all.len()));
    vars.all.push(Var {
        name: name.to_owned(),
        ty,
        span,
        is_ghost: false,
        is_temporary: false,
    });
    id
}

/// A declared type, or an arbitrary one if it is ill-formed.
fn known(ty: Option<&Type>) -> Type {
    ty.cloned().unwrap_or(Type::Int)
}
