//! The headers of declarations as their users see them, with type arguments, which are erased
//! elsewhere.

use crate::ir::headers::{Constant, Header, Headers, Visibility};
use crate::ir::{ClassId, Expr, ExprKind, MemberId, Type as IrType, ids};
use crate::resolve::declarations::nested::Denoted;
use crate::resolve::declarations::table::{self, ClassInfo, MethodInfo, Source, Table};
use crate::resolve::expressions::constant::ConstantValue;
use crate::resolve::scopes::member::Session;
use crate::source::Span;
use crate::syntax::pretty_type;
use crate::syntax::tree::ast::{Applied, Type, TypeKind, TypeParam, WildcardBound};
use std::collections::BTreeMap;

/// The headers of all declarations of a table.
pub(in crate::resolve) fn headers(session: &Session<'_, '_>) -> Headers {
    let table = session.table;
    let mut found = Headers {
        has_visibility: table.rules.has_visibility,
        constants: constants(session),
        ..Headers::default()
    };
    for (id, info) in ids(table.methods.len()).zip(&table.methods) {
        let header = member(table, &info.header);
        let header = match info.source {
            Source::Default => of_default_constructor(table, info, header),
            Source::Text(_) | Source::Block(_) => header,
        };
        found.members.insert(MemberId::Method(id), header);
    }
    for (id, info) in ids(table.pures.len()).zip(&table.pures) {
        let header = member(table, &info.header);
        found.members.insert(MemberId::Pure(id), header);
    }
    for (id, info) in ids(table.preds.len()).zip(&table.preds) {
        let header = member(table, &info.header);
        found.members.insert(MemberId::Pred(id), header);
    }
    for (id, info) in ids(table.classes.len()).zip(&table.classes) {
        found.classes.insert(id, class(table, info));
        found.packages.insert(id, info.package.to_owned());
    }
    for (id, info) in ids(table.fields.len()).zip(&table.fields) {
        let ty = written_in(table, table.class(info.class), info.written);
        let header = of_value(info.visibility, info.is_final, ty);
        found.fields.insert(id, header);
    }
    found
}

/// The constants of the program's own classes. Those that are ill-formed are left out: the program
/// has an error then.
fn constants(session: &Session<'_, '_>) -> BTreeMap<(ClassId, String), Constant> {
    let table = session.table;
    let mut found = BTreeMap::new();
    for (at, info) in table.constants.iter().enumerate() {
        let class = table.class(info.class);
        if class.is_library {
            continue;
        }
        let Some(ConstantValue::Known(value)) = session.constant(at, info.name.span) else {
            continue;
        };
        // Modifiers restrict nothing in the other notation, where most constants have none.
        let visibility = match info.visibility {
            Visibility::Package if !table.rules.has_visibility => Visibility::Public,
            visibility => visibility,
        };
        let constant = Constant {
            span: info.name.span,
            header: of_value(visibility, true, written_in(table, class, info.written)),
            value: value.expr,
        };
        found.insert((info.class, info.name.text.to_string()), constant);
    }
    for (id, class) in ids(table.classes.len()).zip(&table.classes) {
        // Nobody else can name those of a private `enum`, which has no subclasses.
        let visibility = match self::class(table, class).visibility {
            Visibility::Private => Visibility::Private,
            Visibility::Package | Visibility::Protected | Visibility::Public => Visibility::Public,
        };
        let of_enum = class.source.constants.iter().zip(&class.uniques);
        for (name, unique) in of_enum.filter(|_| !class.is_library) {
            let constant = Constant {
                span: name.span,
                header: of_value(visibility, true, class.identity.clone()),
                value: Expr {
                    kind: ExprKind::Unique(*unique),
                    ty: IrType::Class(id),
                    span: name.span,
                },
            };
            found.insert((id, name.text.to_string()), constant);
        }
    }
    found
}

/// The header of a field or constant of a type.
fn of_value(visibility: Visibility, is_final: bool, ty: String) -> Header {
    Header {
        visibility,
        is_final,
        bounds: String::new(),
        types: vec![ty],
    }
}

/// A type as a class has written it.
fn written_in(table: &Table<'_>, class: &ClassInfo<'_>, ty: &Type) -> String {
    let params = Params {
        table,
        class: &class.source.type_params,
        own: &[],
    };
    params.ty(ty)
}

/// A default constructor is as visible as its class.
fn of_default_constructor(table: &Table<'_>, info: &MethodInfo<'_>, header: Header) -> Header {
    let visibility = info
        .header
        .class
        .map(|id| class(table, table.class(id)).visibility);
    Header {
        visibility: visibility.unwrap_or(header.visibility),
        ..header
    }
}

fn member(table: &Table<'_>, header: &table::Header<'_>) -> Header {
    let of_class = header.class.map(|class| table.class(class).source);
    let params = Params {
        table,
        class: of_class.map_or(&[], |class| &class.type_params),
        own: header.type_params,
    };
    let result = header.written.map(|ty| params.ty(ty));
    let mut types = vec![result.unwrap_or_else(|| "void".to_owned())];
    types.extend(header.params.iter().map(|param| params.ty(param.written)));
    Header {
        visibility: header.visibility,
        is_final: header.is_final,
        bounds: params.bounds(header.type_params),
        types,
    }
}

fn class(table: &Table<'_>, info: &ClassInfo<'_>) -> Header {
    let source = info.source;
    let params = Params {
        table,
        class: &source.type_params,
        own: &[],
    };
    let has = |word: &str| source.modifiers.iter().any(|name| name.text == word);
    let supers = source.extends.iter().chain(&source.implements);
    Header {
        visibility: match (has("private"), has("public"), has("protected")) {
            (true, ..) => Visibility::Private,
            (_, true, _) => Visibility::Public,
            (_, _, true) => Visibility::Protected,
            _ => Visibility::Package,
        },
        is_final: has("final"),
        bounds: params.bounds(&source.type_params),
        types: supers.map(|ty| params.ty(ty)).collect(),
    }
}

/// The type parameters in scope: their names are no part of what users see.
#[derive(Clone, Copy)]
struct Params<'a> {
    table: &'a Table<'a>,
    class: &'a [TypeParam],
    own: &'a [TypeParam],
}

impl Params<'_> {
    fn bounds(self, params: &[TypeParam]) -> String {
        let of_param = |param: &TypeParam| {
            let bounds = param.bounds.iter().map(|ty| self.ty(ty));
            let bounds: Vec<String> = bounds.collect();
            let name = self.name(&param.name.text, param.name.span);
            if bounds.is_empty() {
                name
            } else {
                format!("{name} extends {}", bounds.join(" & "))
            }
        };
        if params.is_empty() {
            String::new()
        } else {
            let params: Vec<String> = params.iter().map(of_param).collect();
            format!("<{}>", params.join(", "))
        }
    }

    /// The name of a class with those of the classes around it, wherever it is written.
    fn name(self, name: &str, at: Span) -> String {
        let place = |params: &[TypeParam]| params.iter().position(|param| param.name.text == name);
        let simple = name.rsplit('.').next().unwrap_or(name);
        match (place(self.own), place(self.class)) {
            (Some(at), _) => format!("T{at}'"),
            (None, Some(at)) => format!("C{at}'"),
            (None, None) => match self.table.denoted_by(name, at) {
                Denoted::Class(class) => self.table.class(class).identity.clone(),
                Denoted::Nothing | Denoted::Several(_) => simple.to_owned(),
            },
        }
    }

    fn applied(self, applied: &Applied, at: Span) -> String {
        let args: Vec<String> = applied.args.iter().map(|arg| self.ty(arg)).collect();
        format!("{}<{}>", self.name(&applied.name, at), args.join(", "))
    }

    fn ty(self, ty: &Type) -> String {
        crate::resolve::deep(|| match &ty.kind {
            TypeKind::Named(name) => self.name(name, ty.span),
            TypeKind::Generic(applied) | TypeKind::Collection(applied) => {
                self.applied(applied, ty.span)
            }
            TypeKind::Array(elem) => format!("{}[]", self.ty(elem)),
            TypeKind::Wildcard(None) => "?".to_owned(),
            TypeKind::Wildcard(Some((bound, ty))) => {
                let word = match bound {
                    WildcardBound::Extends => "extends",
                    WildcardBound::Super => "super",
                };
                format!("? {word} {}", self.ty(ty))
            }
            TypeKind::Int
            | TypeKind::Bool
            | TypeKind::Perm
            | TypeKind::Long
            | TypeKind::Short
            | TypeKind::Byte
            | TypeKind::Char
            | TypeKind::Floating(_)
            | TypeKind::Bigint
            | TypeKind::Infer => pretty_type(ty),
        })
    }
}
