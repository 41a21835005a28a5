//! Declarations with errors hide what their names mean.
//!
//! The intended declaration might be what a use of the name denotes, override what it denotes, or
//! be a better match for a call. All of these are members of connected classes (`extends`,
//! `implements`, nesting). So a text with the name depends on the declaration if it can refer to an
//! object of a connected class: if its class, or a class that it names, names such a class, in any
//! number of steps.

use crate::ir::ClassId;
use crate::resolve::declarations::table::Table;
use crate::source::{SourceMap, Span};
use crate::syntax::raw_words;
use crate::syntax::tree::ast;
use std::collections::{BTreeMap, BTreeSet};

/// A name that an error hides.
struct Hidden {
    name: String,
    /// The declaration with the error.
    reason: String,
    /// The classes connected with its class.
    connected: BTreeSet<ClassId>,
    /// The classes that can refer to objects of those.
    observers: BTreeSet<ClassId>,
}

/// The hidden names of a program.
pub(super) struct HiddenNames<'h> {
    sources: &'h SourceMap,
    /// The classes by name.
    by_name: BTreeMap<String, Vec<ClassId>>,
    /// The pairs of connected classes.
    edges: Vec<(ClassId, ClassId)>,
    /// For each class, the classes that name it.
    named_by: BTreeMap<ClassId, BTreeSet<ClassId>>,
    hidden: Vec<Hidden>,
}

impl<'h> HiddenNames<'h> {
    /// No hidden names yet; `edges` are the pairs of connected classes.
    pub(super) fn new(
        table: &Table<'_>,
        files: &[ast::File],
        sources: &'h SourceMap,
        edges: Vec<(ClassId, ClassId)>,
    ) -> HiddenNames<'h> {
        let mut names = HiddenNames {
            sources,
            by_name: BTreeMap::new(),
            edges,
            named_by: BTreeMap::new(),
            hidden: Vec::new(),
        };
        let classes = || (0u32..).map(ClassId).zip(&table.classes);
        let ours = || classes().filter(|(_, info)| !info.is_library);
        for (id, info) in ours() {
            let named = names.by_name.entry(info.name.text.clone());
            named.or_default().push(id);
        }
        for (id, info) in ours() {
            let text = info.source.span;
            // `import static` makes the members of a class visible without its name.
            let file = files.iter().find(|file| file.holds(text));
            let imports = file.into_iter().flat_map(|file| &file.imports);
            let imports = imports.map(|import| import.path.span);
            for span in std::iter::once(text).chain(imports) {
                for named in names.classes_in(span) {
                    names.named_by.entry(named).or_default().insert(id);
                }
            }
        }
        names
    }

    /// The classes that a text names.
    fn classes_in(&self, span: Span) -> BTreeSet<ClassId> {
        let words = raw_words(self.sources.text(span));
        let named = words.filter_map(|word| self.by_name.get(word));
        named.flatten().copied().collect()
    }

    /// Hides a name that a class declares.
    pub(super) fn hide(&mut self, name: &str, class: ClassId, reason: &str) {
        if self
            .hidden
            .iter()
            .any(|known| known.name == name && known.connected.contains(&class))
        {
            return;
        }
        let mut connected = BTreeSet::from([class]);
        let mut todo = vec![class];
        while let Some(next) = todo.pop() {
            let pairs = self.edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
            let others = pairs.filter(|(from, _)| *from == next);
            todo.extend(others.map(|(_, to)| to).filter(|to| connected.insert(*to)));
        }
        let mut observers = connected.clone();
        let mut todo: Vec<ClassId> = connected.iter().copied().collect();
        while let Some(next) = todo.pop() {
            let naming = self.named_by.get(&next).into_iter().flatten().copied();
            let edges = self.edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
            let joined = edges.filter(|(to, _)| *to == next).map(|(_, from)| from);
            let new: Vec<ClassId> = naming
                .chain(joined)
                .filter(|class| observers.insert(*class))
                .collect();
            todo.extend(new);
        }
        self.hidden.push(Hidden {
            name: name.to_owned(),
            reason: reason.to_owned(),
            connected,
            observers,
        });
    }

    /// The declaration with an error that a text of a class depends on; `own` is the name that the
    /// text declares. In unconnected classes, it is another declaration.
    pub(super) fn reason(&self, class: Option<ClassId>, span: Span, own: Span) -> Option<&str> {
        let words = |span: Span| raw_words(self.sources.text(span));
        let contains = |name: &str, span: Span| words(span).any(|word| word == name);
        let within = |place: u32| place.clamp(span.start, span.end);
        let before = Span {
            end: within(own.start),
            ..span
        };
        let after = Span {
            start: within(own.end),
            ..span
        };
        let affects = |hidden: &&Hidden| {
            let is_connected = class.is_some_and(|class| hidden.connected.contains(&class));
            let is_used = match is_connected {
                true => contains(&hidden.name, span),
                false => contains(&hidden.name, before) || contains(&hidden.name, after),
            };
            let observes = |class: &ClassId| hidden.observers.contains(class);
            is_used && (class.iter().any(observes) || self.classes_in(span).iter().any(observes))
        };
        let found = self.hidden.iter().find(affects)?;
        Some(&found.reason)
    }
}
