//! What might begin to use a class whose first use runs what was refused. Decided by words: what a member, or the value
//! of a static field, might lead to is what has a name that occurs in it.

use super::{FirstUses, Refusal};
use crate::ir::{ClassId, ClassKind, MemberId};
use crate::source::Span;
use crate::syntax::raw_words;
use crate::syntax::tree::ast::{self, MemberKind};
use std::collections::BTreeSet;

/// A part of a program that runs something.
struct Running<'w> {
    /// By which names others run it.
    names: Vec<&'w str>,
    /// The class of which it is the first use.
    begins: Option<ClassId>,
    words: BTreeSet<&'w str>,
    /// The words that might be those of calls.
    called: BTreeSet<&'w str>,
    /// The class in which it stands.
    class: ClassId,
}

impl<'r> Refusal<'r, '_> {
    /// Notes that the first use of a class might change anything, or end with an exception.
    pub(super) fn first_use(&mut self, class: ClassId, reason: &str) {
        self.names.add_class(class, reason);
        let order = self.begun.len();
        let begun = self.begun.entry(class);
        begun.or_insert_with(|| (order, reason.to_owned()));
    }

    /// Refuses what might begin to use such classes: it names one of them or one below, or what these declare, in a
    /// class inside of them.
    pub(super) fn refuse_first_uses(&mut self) {
        let mut begun = std::mem::take(&mut self.begun);
        let Some(first) = begun.values().min().cloned() else {
            return;
        };
        let running = self.running();
        loop {
            let mut new = self.leading_to(&running, &begun);
            new.retain(|class| !begun.contains_key(class));
            if new.is_empty() {
                break;
            }
            begun.extend(new.into_iter().map(|class| (class, first.clone())));
        }
        for class in self.all_classes() {
            let above = self.table.lineage(class);
            let first = above.filter_map(|above| begun.get(&above)).min();
            if let Some((_, reason)) = first {
                self.names.add_class(class, reason);
            }
        }
        for member in self.all_members() {
            if let Some(reason) = self.first_use_in(member, &begun) {
                self.depends(member, reason, false);
            }
        }
    }

    /// Why a member begins to use a class around its own without the name of that.
    fn first_use_in<'b>(&self, member: MemberId, begun: &'b FirstUses) -> Option<&'b str> {
        let table = self.table;
        let own = self.header(member).class?;
        let around = std::iter::once(own).chain(table.around(own));
        let candidates = around.flat_map(|around| {
            // What runs in a class has begun it and its superclasses, but not the interfaces above.
            let is_begun = move |above: &ClassId| {
                around == own && table.class(*above).kind != ClassKind::Interface
            };
            let above = table.lineage(around).filter(move |above| !is_begun(above));
            above.filter_map(move |above| Some((begun.get(&above)?, around)))
        });
        let imported = self
            .imported_at(self.header(member).name_span)
            .into_iter()
            .flat_map(|class| {
                let above = table.lineage(class);
                above.filter_map(move |above| Some((begun.get(&above)?, class)))
            });
        let mut candidates: Vec<(&(usize, String), ClassId)> = candidates.chain(imported).collect();
        if candidates.is_empty() {
            return None;
        }
        candidates.sort();
        let texts = self.used_texts(member).into_iter();
        let words: BTreeSet<&str> = texts
            .flat_map(|text| self.sight.words_in(text.span))
            .collect();
        let is_declared = |class: ClassId, word: &str| {
            let is_field = table.slot(class, word, false).is_some();
            is_field || !table.callees_named(class, word).is_empty()
        };
        let first = candidates
            .into_iter()
            .find(|(_, around)| words.iter().any(|word| is_declared(*around, word)));
        first.map(|((_, reason), _)| reason.as_str())
    }

    /// The classes of which the file of a place imports members.
    fn imported_at(&self, place: Span) -> Vec<ClassId> {
        let file = self.files.iter().find(|file| file.holds(place));
        let imports = file.into_iter().flat_map(|file| &file.imports);
        let of_members = imports.filter(|import| import.is_static);
        of_members
            .filter_map(|import| self.table.class_of_import(import))
            .collect()
    }

    /// The other classes whose first use might lead to that of one of these, or make an object of a class of which a
    /// constructor is refused: their static fields and blocks name one, or what names one.
    fn leading_to(&self, running: &[Running<'_>], begun: &FirstUses) -> Vec<ClassId> {
        let is_begun = |class: &ClassId| {
            let mut above = self.table.lineage(*class);
            above.any(|above| begun.contains_key(&above) || self.constructors.contains_key(&above))
        };
        let begun: BTreeSet<ClassId> = self.all_classes().filter(is_begun).collect();
        let classes: BTreeSet<&str> = begun.iter().map(|class| self.name_of(*class)).collect();
        let leads = |part: &&Running<'_>| {
            !part.words.is_disjoint(&classes) || self.begins_unnamed(part, &begun)
        };
        let (mut new, mut left): (Vec<_>, Vec<_>) = running.iter().partition(leads);
        let (mut names, mut found) = (BTreeSet::new(), Vec::new());
        while !new.is_empty() {
            for part in new {
                names.extend(part.names.iter().copied());
                found.extend(part.begins);
            }
            let calls = |part: &&Running<'_>| !part.called.is_disjoint(&names);
            (new, left) = left.into_iter().partition(calls);
        }
        found
    }

    /// Whether a part uses a static member, a static field or a constant of one of these classes without its name, as it can
    /// inside of them, below them, and where these are imported.
    fn begins_unnamed(&self, part: &Running<'_>, begun: &BTreeSet<ClassId>) -> bool {
        let around = std::iter::once(part.class).chain(self.table.around(part.class));
        let place = self.table.class(part.class).name.span;
        let seen = around.chain(self.imported_at(place));
        let mut seen = seen.flat_map(|class| self.table.lineage(class));
        seen.any(|class| {
            let is_other = class != part.class && begun.contains(&class);
            is_other
                && self
                    .static_names(class)
                    .any(|name| part.words.contains(name))
        })
    }

    /// The names of the static members and fields of a class, and of its constants.
    fn static_names(&self, class: ClassId) -> impl Iterator<Item = &'r str> {
        let source = self.table.class(class).source;
        let members = source.members.iter();
        let of_class = members.filter(move |member| member.is_static_in(source.kind));
        let constants = source.constants.iter();
        let names = of_class.map(|member| &member.name).chain(constants);
        names.map(|name| name.text.as_str())
    }

    fn name_of(&self, class: ClassId) -> &'r str {
        &self.table.class(class).name.text
    }

    /// All that a program runs: its members, by their names and those of their classes, and what is run where a class is
    /// first used, or an object made.
    fn running(&self) -> Vec<Running<'r>> {
        let members = self.all_members().into_iter().filter_map(|member| {
            let header = self.header(member);
            let class = header.class?;
            let texts: Vec<Span> = self
                .used_texts(member)
                .iter()
                .map(|text| text.span)
                .collect();
            Some(Running {
                names: vec![header.name, self.name_of(class)],
                begins: None,
                words: self.words_of(&texts),
                called: self.called_in(&texts),
                class,
            })
        });
        let of_classes = self.all_classes().flat_map(|class| {
            let name = self.name_of(class);
            [true, false].map(|of_class| {
                let texts = self.initial(class, of_class);
                // A constructor calls one of the superclass without naming it.
                let above = self.table.class(class).supers.iter().filter(|_| !of_class);
                let above = above.map(|above| self.name_of(*above));
                Running {
                    names: vec![name],
                    begins: of_class.then_some(class),
                    words: self.words_of(&texts),
                    called: self.called_in(&texts).into_iter().chain(above).collect(),
                    class,
                }
            })
        });
        members.chain(of_classes).collect()
    }

    fn words_of(&self, spans: &[Span]) -> BTreeSet<&'r str> {
        let spans = spans.iter();
        spans.flat_map(|span| self.sight.words_in(*span)).collect()
    }

    /// The words of texts that might be the names of what is called or made: those before `(` and behind `::`.
    fn called_in(&self, spans: &[Span]) -> BTreeSet<&'r str> {
        let mut found = BTreeSet::new();
        for span in spans {
            let text = self.sources.text(*span);
            if text.contains("\\u") {
                found.extend(self.sight.words_in(*span));
                continue;
            }
            let mut before: Vec<&str> = text.split('(').collect();
            before.pop();
            for piece in before {
                let last = raw_words(piece).last();
                let last = last.filter(|word| piece.trim_end().ends_with(word));
                match last.filter(|_| !piece.contains('/')) {
                    Some(name) => found.extend([name]),
                    None => found.extend(raw_words(piece)),
                }
            }
            let behind = text.split("::").skip(1);
            for piece in behind {
                let mut words = raw_words(piece);
                match piece.contains('/') {
                    true => found.extend(words),
                    false => found.extend(words.next()),
                }
            }
        }
        found
    }

    /// The initial values and blocks of a class, or of its objects. What makes the constants of an `enum` is of the class.
    fn initial(&self, class: ClassId, of_class: bool) -> Vec<Span> {
        let source = self.table.class(class).source;
        let is_enum = source.kind == ast::ClassKind::Enum;
        let members = source.members.iter().filter_map(|member| {
            let is_static = member.is_static_in(source.kind);
            match &*member.kind {
                MemberKind::Field { init, .. } => {
                    let is_meant = of_class == is_static || of_class && is_enum;
                    init.as_deref().map(|init| init.span).filter(|_| is_meant)
                }
                // Of either kind.
                MemberKind::Initialiser(block) => Some(block.span),
                MemberKind::Constructor(callable) if of_class && is_enum => {
                    Some(callable.body.as_ref()?.span)
                }
                MemberKind::Constructor(_)
                | MemberKind::Method { .. }
                | MemberKind::Predicate(_)
                | MemberKind::Lemma(_) => None,
            }
        });
        let constants = source.constants.iter().map(|constant| constant.span);
        let constants = constants.filter(|_| of_class);
        members.chain(constants).collect()
    }
}
