//! Calls of library members without contracts. Java's own code asks no permission for what it writes, and
//! may call what it is handed. So it is handed only what leads it to nothing that a contract speaks of:
//!
//! * numbers, `null` and strings;
//! * arrays of such values, whose elements it takes for good: it might keep the array;
//! * objects of library classes without contracts, where no class below has one;
//! * objects of the program, where no class of the program could be run by a library: neither they nor the
//!   classes above or below them declare a member of `Object`, or have a library's class above them.
//!   Only the classes of the program count, as where `equals` means that of `Object`.
//!
//! Fields are out of its reach: reflection and serialisation are not in the index of classes
//! (`build/java/ClassIndex.java`). Whatever it returns is any value of its type, without permission.

use super::evaluation_order::Lowered;
use crate::ir::{ClassId, Type};
use crate::resolve::declarations::table::{Callee, Table};
use crate::resolve::scopes::member::Member;
use crate::source::Span;

/// The members by which Java runs an object of any class.
const OF_EVERY_OBJECT: [&str; 5] = ["equals", "hashCode", "toString", "clone", "finalize"];

impl Member<'_, '_> {
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
        if !header.name_span.file.is_uncontracted() {
            return Some(());
        }
        let receiver = (!header.is_static && table.is_uncontracted(class)).then_some(class);
        let receiver = receiver.map(Type::Class);
        let args = args.iter().zip(&header.params);
        let handed = args.filter_map(|(arg, param)| {
            let ty = &arg.as_ref()?.expr.ty;
            (!table.is_asked_for(ty, param.ty.as_ref())).then_some(ty)
        });
        let mut all = handed.chain(&receiver);
        let Some(handed) = all.find(|ty| !table.leads_nowhere(ty)) else {
            return Some(());
        };
        let what = format!(
            "a value of type `{}` for `{}` of `{}`, which no contract describes, is",
            self.type_name(handed),
            header.name,
            table.class(class).title,
        );
        self.unsupported(span, &what)
    }
}

impl Table<'_> {
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
        if self.of_java_lang("String") == Some(class) {
            return true;
        }
        if !self.is_uncontracted(class) {
            return self.is_never_run(class);
        }
        let mut described = self.library_ids.values().copied();
        !described.any(|other| !self.is_uncontracted(other) && self.is_below(other, class))
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
