//! The class table: classes, supertypes, members, overriding, overloads, generics and visibility.
//! Bodies are resolved elsewhere.

pub(in crate::resolve) mod collect;
pub(in crate::resolve) mod enums;
mod failing_values;
pub(in crate::resolve) mod generics;
pub(in crate::resolve) mod headers;
pub(in crate::resolve) mod library;
pub(in crate::resolve) mod lineage;
pub(in crate::resolve) mod machine_types;
pub(in crate::resolve) mod member_rules;
pub(in crate::resolve) mod names;
pub(in crate::resolve) mod nested;
pub(in crate::resolve) mod overloads;
pub(in crate::resolve) mod overriding;
pub(in crate::resolve) mod static_imports;
pub(in crate::resolve) mod supertypes;
pub(in crate::resolve) mod table;
pub(in crate::resolve) mod types;
pub(in crate::resolve) mod unnamed;
pub(in crate::resolve) mod untold;
pub(in crate::resolve) mod visibility;
mod written_kinds;
