//! Lowering of expressions and assertions: operators, calls, hoisting, coercions,
//! binders and collections. Statements are lowered in `bodies`.

pub(in crate::resolve) mod access;
mod any_number;
pub(in crate::resolve) mod assertion;
pub(in crate::resolve) mod assign;
pub(in crate::resolve) mod binder;
pub(in crate::resolve) mod bits;
mod boxing;
pub(in crate::resolve) mod call;
pub(in crate::resolve) mod casts;
pub(in crate::resolve) mod chain;
pub(in crate::resolve) mod coercion;
pub(in crate::resolve) mod collection;
pub(in crate::resolve) mod constant;
pub(in crate::resolve) mod evaluation_order;
pub(in crate::resolve) mod exceptional;
mod first_use;
mod floating;
pub(in crate::resolve) mod fold;
mod generic_arrays;
mod handed;
pub(in crate::resolve) mod hoisting;
pub(in crate::resolve) mod integers;
pub(in crate::resolve) mod java_values;
pub(in crate::resolve) mod jumps;
pub(in crate::resolve) mod meaning;
pub(in crate::resolve) mod old;
pub(in crate::resolve) mod operators;
pub(in crate::resolve) mod overload_choice;
mod ranges;
pub(in crate::resolve) mod stars;
pub(in crate::resolve) mod static_types;
pub(in crate::resolve) mod type_arguments;
pub(in crate::resolve) mod value;
