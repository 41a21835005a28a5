//! What an error affects, by its place: the less, the more of what is around was read.

use super::Refusal;
use crate::ir::{ClassId, MemberId};
use crate::notation::Notation;
use crate::resolve::passes::texts::statements;
use crate::source::Span;
use crate::syntax::tree::ast::{self, MemberKind};

/// Methods on which facts about other members depend: equality of keys, and text.
const USED_WITHOUT_NAME: [&str; 3] = ["equals", "hashCode", "toString"];

/// What an error affects.
pub(super) enum Extent<'r> {
    /// The body of a member.
    Body(MemberId),
    /// The declaration of a member or of fields of a class.
    Declaration(ClassId, Vec<&'r ast::Member>),
    /// An initialiser block of a class.
    Initialiser(ClassId),
    /// A class of which all declarations are known.
    Class(ClassId),
    /// An import, by which members of a class would be seen.
    Import(&'r ast::Import),
    /// Anything that the file could declare.
    File,
}

impl<'r> Refusal<'r, '_> {
    /// What an error affects. That is less than its file only if the rest of the file was parsed.
    pub(super) fn extent(&self, place: Span) -> Extent<'r> {
        let file = self.files.iter().find(|file| file.holds(place));
        let Some(file) = file.filter(|file| !file.is_misread && self.is_clean(file)) else {
            return Extent::File;
        };
        if let Some(class) = self.classes.get(&place) {
            return Extent::Class(*class);
        }
        if let Some(class) = self.class_with_head(file, place) {
            return Extent::Class(class);
        }
        let of_enum = self.enum_with_making(file, place);
        if let Some(class) = of_enum.or_else(|| self.enum_with_block(file, place)) {
            return Extent::Class(class);
        }
        if let Some(import) = file
            .imports
            .iter()
            .find(|import| import.span.contains(place))
        {
            return Extent::Import(import);
        }
        if let Some(member) = self.body_with(file, place) {
            return Extent::Body(member);
        }
        match self.declaration_with(file, place) {
            // A name may be written in several ways where there are escapes.
            Some((class, members)) if self.files.iter().all(|file| self.is_clean(file)) => {
                Extent::Declaration(class, members)
            }
            Some(_) => Extent::File,
            None => {
                let of_constant = || self.class_with_constant(place).map(Extent::Class);
                let of_block = self.initialised_by(place).map(Extent::Initialiser);
                let of_implicit = || self.class_used_implicitly(file, place).map(Extent::Class);
                let found = of_block.or_else(of_constant).or_else(of_implicit);
                found.unwrap_or(Extent::File)
            }
        }
    }

    /// The `enum` in a constant of which an error is, in its arguments or its own members: these are seen
    /// nowhere else.
    fn class_with_constant(&self, place: Span) -> Option<ClassId> {
        let class = *self.texts_of_classes.around(place)?;
        let first = class.constants.first()?.span;
        let is_behind = first.end <= place.start;
        let before = Span {
            end: place.start,
            ..first
        };
        self.class_of(class)
            .filter(|_| is_behind && self.tokens.is_one_list(before))
    }

    /// The class of a Java file in whose head, its name and supertypes, an error is.
    fn class_with_head(&self, file: &ast::File, place: Span) -> Option<ClassId> {
        if !self.is_known(file, place) || file.gaps.contains(&place) {
            return None;
        }
        let class = *self.texts_of_classes.around(place)?;
        let supertypes = class.extends.iter().chain(&class.implements);
        let modifiers = class.modifiers.iter().map(|word| word.span);
        let mut head = supertypes.map(|ty| ty.span).chain(modifiers);
        self.class_of(class)
            .filter(|_| head.any(|part| part.contains(place)))
    }

    /// Whether it is known of a place in a Java file that nothing is wrong there.
    fn is_known(&self, file: &ast::File, place: Span) -> bool {
        // Of a file that was read, all that was left out is such, or a statement that concerns its method alone.
        let is_right = || self.unsupported.contains(&place) || file.gaps.contains(&place);
        file.notation == Notation::Java && is_right()
    }

    /// The `enum` in the making of whose constants an error is: all that uses it runs that.
    fn enum_with_making(&self, file: &ast::File, place: Span) -> Option<ClassId> {
        let (class, member) = self.members.around(place)?;
        let is_static = member.modifiers.iter().any(|word| word.text == "static");
        let makes = match &*member.kind {
            MemberKind::Field { .. } => !is_static,
            MemberKind::Constructor(_) => true,
            MemberKind::Method { .. }
            | MemberKind::Predicate(_)
            | MemberKind::Lemma(_)
            | MemberKind::Initialiser(_) => false,
        };
        let is_enum = self.is_known(file, place) && class.kind == ast::ClassKind::Enum;
        self.class_of(class).filter(|_| is_enum && makes)
    }

    /// The `enum` that has an initialiser block here, which is refused with it.
    fn enum_with_block(&self, file: &ast::File, place: Span) -> Option<ClassId> {
        let class = self.with_block(place)?;
        let is_refused = class.kind == ast::ClassKind::Enum && self.is_known(file, place);
        self.class_of(class).filter(|_| is_refused)
    }

    /// The class that has an initialiser block here, unless the block may declare classes. A constant of an `enum` with a
    /// body is a subclass.
    fn initialised_by(&self, place: Span) -> Option<ClassId> {
        let class = self.with_block(place)?;
        let is_class = class.kind == ast::ClassKind::Class;
        self.class_of(class)
            .filter(|_| is_class && !self.tokens.concerns_classes(place))
    }

    /// The class in which a place is a block, and in none of its members.
    fn with_block(&self, place: Span) -> Option<&'r ast::Class> {
        if !self.sources.text(place).starts_with('{') {
            return None;
        }
        let class = *self.texts_of_classes.around(place)?;
        let is_outside = |member: &ast::Member| !member.span.contains(place);
        class.members.iter().all(is_outside).then_some(class)
    }

    /// The member whose body contains an error, unless the body may declare classes.
    fn body_with(&self, file: &ast::File, place: Span) -> Option<MemberId> {
        let body = self
            .bodies
            .around(place)
            .filter(|body| body.span != place)?;
        let is_read = self.gaps_in(body.span).next().is_none();
        // In Java, classes in a body are seen in it only ([`Refusal::extend_supertypes_in`]), and errors beside what
        // is not supported may follow from it.
        if file.notation == Notation::Java && (!is_read || self.is_known(file, place)) {
            return Some(body.member);
        }
        // What it says of a superclass is known if all of it was read, unless `extends` was forgotten.
        let class = self.header(body.member).class;
        let is_below = class.is_some_and(|class| self.table.superclass(class).is_some());
        let concerns_classes = || match is_read && is_below {
            true => self.tokens.declares_classes(body.span),
            false => self.tokens.concerns_classes(body.span),
        };
        (!body.concerns_classes.get_or_init(concerns_classes)).then_some(body.member)
    }

    /// The declaration that contains an error, with all fields that it declares, unless the error
    /// may concern classes (supertypes, or a constructor of another name, which lacks a word) or
    /// a method that is used without its name.
    fn declaration_with(
        &self,
        file: &ast::File,
        place: Span,
    ) -> Option<(ClassId, Vec<&'r ast::Member>)> {
        let &(class, member) = self.members.around(place)?;
        if !self.is_read_declaration(file, class, member, place)
            || USED_WITHOUT_NAME.contains(&member.name.text.as_str())
        {
            return None;
        }
        let all = class.members.iter();
        let declared = all.filter(|other| other.span == member.span).collect();
        Some((self.class_of(class)?, declared))
    }

    /// The class of a Java file whose `equals`, `hashCode` or `toString` has an error in its declaration: what relies
    /// on it without naming it names the class.
    fn class_used_implicitly(&self, file: &ast::File, place: Span) -> Option<ClassId> {
        let &(class, member) = self.members.around(place)?;
        let is_read = file.notation == Notation::Java
            && USED_WITHOUT_NAME.contains(&member.name.text.as_str())
            && self.is_read_declaration(file, class, member, place);
        self.class_of(class).filter(|_| is_read)
    }

    /// Whether an error is in the declaration of a member, outside of its statements, and cannot concern classes
    /// or other members.
    fn is_read_declaration(
        &self,
        file: &ast::File,
        class: &ast::Class,
        member: &ast::Member,
        place: Span,
    ) -> bool {
        let body = statements(member);
        let head = Span {
            end: body.map_or(member.span.end, |body| body.start),
            ..member.span
        };
        let is_constructor = matches!(*member.kind, MemberKind::Constructor(_));
        let is_in_body = body.is_some_and(|body| body.contains(place) && body != place);
        let may_hide = self.is_skipped(file, place) && self.may_hide_member(member, place);
        let may_extend = !self.is_known(file, place) && self.tokens.names_supertypes(head);
        let may_be_other = is_constructor
            && (member.name.text != class.name.text || class.kind != ast::ClassKind::Class);
        !(is_in_body || may_hide || may_extend || may_be_other)
    }

    /// Whether a place was left out when the file was parsed; of another notation than Java, also one of an error
    /// that was found then.
    fn is_skipped(&self, file: &ast::File, place: Span) -> bool {
        match file.notation {
            Notation::Java => file.skipped.contains(&place),
            Notation::Idf => file.gaps.contains(&place),
        }
    }

    /// Whether text that was not parsed may be another member, whose contract would then be taken
    /// for that of the member around it.
    fn may_hide_member(&self, member: &ast::Member, place: Span) -> bool {
        let is_statement = match &*member.kind {
            MemberKind::Field { .. } => false,
            MemberKind::Initialiser(block) => block.span.contains(place),
            MemberKind::Constructor(callable)
            | MemberKind::Predicate(callable)
            | MemberKind::Lemma(callable)
            | MemberKind::Method { callable, .. } => {
                let body = callable.body.as_ref();
                body.is_some_and(|body| body.span.contains(place))
            }
        };
        !is_statement && self.sources.text(place).contains([';', '{'])
    }
}
