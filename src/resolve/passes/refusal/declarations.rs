//! What errors in declarations refuse: of members and fields, of classes as a whole, and of imports.

use super::Refusal;
use crate::ir::encode::ProgramPart;
use crate::ir::{ClassId, FieldId, MemberId};
use crate::resolve::passes::broken_names::Named;
use crate::resolve::passes::hidden::Reach;
use crate::source::Span;
use crate::syntax::tree::ast::{self, MemberKind};
use crate::syntax::tree::walk;

impl Refusal<'_, '_> {
    /// Refuses the constructors of a class with an initialiser block, and what depends on the
    /// values of static fields.
    pub(super) fn initialiser(&mut self, class: ClassId, place: Span) {
        self.refused.others.insert(place);
        let reason = format!(
            "an initialiser block of `{}`",
            self.table.class(class).title
        );
        self.statics.get_or_insert_with(|| reason.clone());
        let file = self.files.iter().find(|file| file.holds(place));
        let before = file.and_then(|file| file.span).map(|whole| Span {
            end: place.start,
            ..whole
        });
        let is_static =
            before.is_some_and(|before| self.sources.text(before).trim_end().ends_with("static"));
        if is_static {
            self.first_use(class, &reason);
        }
        self.constructors.entry(class).or_insert(reason);
    }

    /// Whether a value may run code of the program, or of what could not be read. Any name but that of one of Java's own
    /// classes might begin to use such a class.
    fn may_run(&self, value: &ast::Expr) -> bool {
        let own = || self.table.classes.iter().filter(|class| !class.is_library);
        let mut found = false;
        walk::exprs(value, &mut |e| {
            if let ast::ExprKind::Call(of, name, args) = &e.kind {
                let called = (name.text.as_str(), args.len());
                found |= of.is_none() || own().any(|class| class.callees.contains_key(&called));
            } else if let ast::ExprKind::New(ty, _) = &e.kind
                && let Some(name) = ty.class_name()
            {
                let name = name.rsplit('.').next().unwrap_or(name);
                let all: Vec<ClassId> = self.table.of_name(name).collect();
                let is_java_s = |class: &ClassId| self.table.class(*class).is_library;
                found |= all.is_empty() || !all.iter().all(is_java_s);
            } else if let ast::ExprKind::Field(..) = &e.kind {
                found = true;
            } else if let ast::ExprKind::Name(name) = &e.kind {
                let mut named = self.table.of_name(name);
                found |= !named.any(|class| self.table.class(class).is_library);
            }
            found |= e.might_make_text();
            !found
        });
        found
    }

    /// Refuses a member or a field with an error in its declaration.
    pub(super) fn declaration(&mut self, class: ClassId, member: &ast::Member) {
        let name = &member.name.text;
        let reason = self.name_in(class, name);
        let mut all = self.all_members().into_iter();
        let known = all.find(|id| self.header(*id).name_span == member.name.span);
        if let Some(id) = known {
            self.member(id, &[]);
        }
        let reach = known.map_or(Reach::Observers, |id| self.reach(id));
        match &*member.kind {
            MemberKind::Constructor(_) => {
                if !self.is_alone(class, member) {
                    self.constructors.entry(class).or_insert(reason);
                }
                return;
            }
            MemberKind::Field { init, .. } => {
                if member.is_static_in(self.table.class(class).source.kind) {
                    self.statics.get_or_insert_with(|| reason.clone());
                    let might = |init| self.may_run(init) || self.table.value_might_fail(init);
                    let has_gap = self.gaps_in(member.span).next().is_some();
                    if has_gap || init.as_deref().is_some_and(might) {
                        self.first_use(class, &reason);
                    }
                }
                self.refused.others.insert(member.name.span);
                let fields = (0u32..).map(FieldId).zip(&self.table.fields);
                let here = fields.filter(|(_, field)| field.name.span == member.name.span);
                let here: Vec<FieldId> = here.map(|(id, _)| id).collect();
                let parts = here
                    .iter()
                    .map(|id| (ProgramPart::Field(*id), reason.clone()));
                self.refused.parts.extend(parts);
                // What names it is resolved to it, or left out.
                if !here.is_empty() {
                    return;
                }
            }
            _ => {}
        }
        self.hidden.hide(name, class, &reason, reach);
    }

    /// Whether a call of a constructor is resolved to it or left out, and no class relies on what it says.
    fn is_alone(&self, class: ClassId, member: &ast::Member) -> bool {
        let MemberKind::Constructor(callable) = &*member.kind else {
            return false;
        };
        let headers = self.table.class(class).constructors.iter();
        let headers = headers.map(|id| &self.table.method(*id).header);
        let alike: Vec<Span> = headers
            .filter(|header| header.params.len() == callable.params.len())
            .map(|header| header.name_span)
            .collect();
        let mut all = self.all_classes();
        let has_subclass = all.any(|other| other != class && self.table.is_below(other, class));
        alike == [member.name.span] && !has_subclass
    }

    /// How far an error hides the name of a member that is known: where there are overloads of ill-formed types,
    /// a call might be resolved to another one.
    pub(super) fn reach(&self, member: MemberId) -> Reach {
        let table = self.table;
        let header = self.header(member);
        let key = (header.name, header.params.len());
        let connected = header.class.map(|class| self.hidden.connected(class));
        let named = |class: ClassId| table.class(class).callees.get(&key).map_or(0, Vec::len);
        match connected.into_iter().flatten().map(named).sum::<usize>() {
            0 | 1 => Reach::Connected,
            _ => Reach::Observers,
        }
    }

    /// Refuses a class that is wrong as a whole, such as one that does not define what it has to, with those below
    /// and in it. All that it declares is known, so what does not name it does not depend on it; unless some of its
    /// supertypes, members or subclasses were left out, which might override what the classes named as supertypes
    /// have.
    pub(super) fn class(&mut self, class: ClassId, place: Span) {
        self.refused.others.insert(place);
        let table = self.table;
        let info = table.class(class);
        let whole = info.source.span;
        let is_part = |other: ClassId| {
            whole.contains(table.class(other).name.span) || table.is_below(other, class)
        };
        for part in self.all_classes().filter(|other| is_part(*other)) {
            let reason = format!("`{}`", table.class(part).name.text);
            // Of others all is known that their first use runs.
            match info.incomplete || info.source.kind == ast::ClassKind::Enum {
                true => self.first_use(part, &reason),
                false => self.names.add_class(part, &reason),
            }
            if info.incomplete {
                self.refused.parts.insert(ProgramPart::Class(part), reason);
            }
        }
        let is_enum = info.source.kind == ast::ClassKind::Enum && place != info.name.span;
        if info.incomplete || is_enum {
            self.extend_supertypes_of(info.source.span);
        }
        for member in self.all_members() {
            if self.header(member).class.is_some_and(is_part) {
                self.member(member, &[]);
            }
        }
    }

    /// Notes the classes that classes in the member with an error might extend: these were not read, and might
    /// override what they have.
    pub(super) fn extend_supertypes_in(&mut self, place: Span) {
        let Some((_, member)) = self.members.around(place) else {
            return;
        };
        let is_new = self.read_for_supertypes.insert(member.span);
        if is_new && self.tokens.declares_supertypes(member.span) {
            self.extend_supertypes_of(member.span);
        }
    }

    /// Notes the classes that a part of a file names as supertypes.
    fn extend_supertypes_of(&mut self, span: Span) {
        for name in self.tokens.supertypes(span) {
            self.extend_supertypes(name, span.file);
        }
    }

    /// Hides in a file the name that it imports. Where an import is of all members, those that it would give are
    /// errors of their own: what is declared otherwise comes first.
    pub(super) fn import(&mut self, import: &ast::Import) {
        self.refused.others.insert(import.span);
        if let Some(name) = import.name() {
            let reason = format!("the import of `{}`", import.path.text);
            self.names.add(name, Named::In(import.span.file), &reason);
        }
    }
}
