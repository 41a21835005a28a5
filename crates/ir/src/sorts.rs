//! The translation of program types to sorts.

use crate::{Program, Type};
use std::collections::BTreeSet;
use veriframe_logic::{Elem, Sort};

/// The sort of a type's values.
///
/// # Panics
/// If a type nests more deeply than the resolver allows.
#[must_use]
pub fn sort_of(ty: &Type) -> Sort {
    match ty {
        Type::Int | Type::Machine(_) | Type::Floating(_) => Sort::Int,
        Type::Bool => Sort::Bool,
        Type::Perm => Sort::Perm,
        Type::Class(_) | Type::Object | Type::Array(_) | Type::Null => Sort::Ref,
        Type::Seq(elem) => Sort::Seq(element_sort(elem)),
        Type::Set(elem) => Sort::Set(element_sort(elem)),
        Type::Multiset(elem) => Sort::Multiset(element_sort(elem)),
        Type::Map(key, value) => Sort::Map(element_sort(key), element_sort(value)),
    }
}

/// The sort of a type's values as elements of arrays and collections.
///
/// # Panics
/// If a type nests more deeply than the resolver allows.
#[must_use]
#[allow(clippy::expect_used)] // guaranteed by the resolver
pub fn element_sort(ty: &Type) -> Elem {
    Elem::of(sort_of(ty)).expect("resolution bounds the nesting of types")
}

/// The sort of the elements of an array type; `None` for other types.
#[must_use]
pub fn contents_sort(ty: &Type) -> Option<Elem> {
    let Type::Array(elem) = ty else { return None };
    Some(element_sort(elem))
}

/// The sorts of the values at a program's locations, without duplicates, in a fixed
/// order.
#[must_use]
pub fn location_sorts(program: &Program) -> Vec<Sort> {
    let vars = program
        .methods
        .iter()
        .map(|m| &m.vars)
        .chain(program.pures.iter().map(|p| &p.vars))
        .chain(program.preds.iter().map(|q| &q.vars));
    let mut sorts = BTreeSet::new();
    for field in &program.fields {
        sorts.insert(sort_of(&field.ty));
    }
    let declared = vars.flat_map(|vars| vars.all.iter().map(|var| &var.ty));
    let mut todo: Vec<&Type> = program
        .fields
        .iter()
        .map(|f| &f.ty)
        .chain(declared)
        .collect();
    while let Some(ty) = todo.pop() {
        sorts.extend(contents_sort(ty).map(Sort::Elems));
        todo.extend(ty.parts());
    }
    sorts.into_iter().collect()
}
