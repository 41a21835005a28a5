//! Names whose meaning is unknown because a declaration of that name has an error.
//!
//! The intended declaration might be what a use of the name denotes, override what it denotes, or
//! be a better match for a call. All of these are members of connected classes (`extends`,
//! `implements`, nesting). So a text with the name depends on the declaration if it can refer to an
//! object of a connected class: if its class, or a class that it names, names such a class, in any
//! number of steps.

use super::sight::Sight;
use crate::ir::{ClassId, ids};
use crate::resolve::declarations::table::Table;
use crate::source::Span;
use crate::syntax::Tokens;
use crate::syntax::tree::ast;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How far a name is hidden.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// In connected classes. All declarations of the name are known, so that elsewhere its uses are resolved
    /// to the one with the error, or left out.
    Connected,
    /// Wherever objects of connected classes can be referred to.
    Observers,
}

/// For each class, those that one step connects with it.
pub(super) type Neighbours = BTreeMap<ClassId, BTreeSet<ClassId>>;

/// The neighbours by the pairs of connected classes.
pub(super) fn neighbours(edges: &[(ClassId, ClassId)]) -> Neighbours {
    steps(edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]))
}

/// For each class, those to which one of these steps leads.
pub(super) fn steps(pairs: impl Iterator<Item = (ClassId, ClassId)>) -> Neighbours {
    let mut found = Neighbours::new();
    for (from, to) in pairs {
        found.entry(from).or_default().insert(to);
    }
    found
}

/// A name that an error hides.
struct Hidden {
    /// A description of the declaration with the error.
    reason: String,
    /// The classes connected with its class.
    connected: BTreeSet<ClassId>,
    /// The classes that can refer to objects of those; none if it is hidden in the connected classes only.
    observers: BTreeSet<ClassId>,
}

/// The hidden names of a program.
pub(super) struct HiddenNames<'h, 'a> {
    table: &'h Table<'a>,
    sight: Rc<Sight<'h>>,
    /// The classes by name.
    by_name: BTreeMap<String, Vec<ClassId>>,
    neighbours: Neighbours,
    /// For each class, the classes that name it.
    named_by: BTreeMap<ClassId, BTreeSet<ClassId>>,
    hidden: Vec<Hidden>,
    /// The positions in `hidden`, by name.
    positions: BTreeMap<String, Vec<usize>>,
}

impl<'h, 'a> HiddenNames<'h, 'a> {
    /// No hidden names yet.
    pub(super) fn new(
        table: &'h Table<'a>,
        files: &[ast::File],
        sight: Rc<Sight<'h>>,
        neighbours: Neighbours,
    ) -> HiddenNames<'h, 'a> {
        let mut names = HiddenNames {
            table,
            sight,
            by_name: BTreeMap::new(),
            neighbours,
            named_by: BTreeMap::new(),
            hidden: Vec::new(),
            positions: BTreeMap::new(),
        };
        let classes = || ids(table.classes.len()).zip(&table.classes);
        let ours = || classes().filter(|(_, info)| !info.is_library);
        for (id, info) in ours() {
            let named = names.by_name.entry(info.name.text.to_string());
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
        let words = self.sight.words_in(span).into_iter();
        let named = words.filter_map(|word| self.by_name.get(word));
        let named = named.flatten().copied();
        named
            .filter(|class| self.sight.can_name(span.file, self.table, *class))
            .collect()
    }

    /// A class with the connected ones.
    pub(super) fn connected(&self, class: ClassId) -> BTreeSet<ClassId> {
        reachable(BTreeSet::from([class]), &[&self.neighbours])
    }

    /// Hides a name that a class declares.
    pub(super) fn hide(&mut self, name: &str, class: ClassId, reason: &str, reach: Reach) {
        let known = self.positions.get(name).into_iter().flatten();
        let mut known = known.filter_map(|at| self.hidden.get(*at));
        let is_as_far = |known: &Hidden| reach == Reach::Connected || !known.observers.is_empty();
        if known.any(|known| known.connected.contains(&class) && is_as_far(known)) {
            return;
        }
        let connected = self.connected(class);
        let observers = match reach {
            Reach::Connected => BTreeSet::new(),
            Reach::Observers => reachable(connected.clone(), &[&self.neighbours, &self.named_by]),
        };
        let positions = self.positions.entry(name.to_owned()).or_default();
        positions.push(self.hidden.len());
        self.hidden.push(Hidden {
            reason: reason.to_owned(),
            connected,
            observers,
        });
    }

    /// The declaration with an error that a text of a class depends on; `own` is the name that the
    /// text declares. In unconnected classes, it is another declaration.
    pub(super) fn reason(&self, class: Option<ClassId>, span: Span, own: Span) -> Option<&str> {
        let hidden_in = |span| {
            let words = self.sight.words_in(span).into_iter();
            let names = words.filter_map(|word| self.positions.get(word));
            names.flatten().copied().collect::<BTreeSet<usize>>()
        };
        let named = hidden_in(span);
        if named.is_empty() {
            return None;
        }
        // The text without the name that it declares.
        let within = |place: u32| place.clamp(span.start, span.end);
        let (start, end) = (within(own.start), within(own.end));
        let before = hidden_in(Span { end: start, ..span });
        let after = hidden_in(Span { start: end, ..span });
        let classes = self.classes_in(span);
        let affects = |(at, hidden): &(usize, &Hidden)| {
            let is_connected = class.is_some_and(|class| hidden.connected.contains(&class));
            let is_used = is_connected || before.contains(at) || after.contains(at);
            let observes = |class: &ClassId| hidden.observers.contains(class);
            let can_mean = || class.iter().any(observes) || classes.iter().any(observes);
            is_used && (is_connected || can_mean())
        };
        let named = named.into_iter();
        let mut named = named.filter_map(|at| Some((at, self.hidden.get(at)?)));
        let (_, found) = named.find(affects)?;
        Some(&found.reason)
    }
}

/// The pairs of connected classes: one names the other in its head, extends or contains it.
pub(super) fn edges(
    table: &Table<'_>,
    tokens: &Tokens<'_>,
    sight: &Sight<'_>,
) -> Vec<(ClassId, ClassId)> {
    let is_ours = |id: &ClassId| !table.class(*id).is_library;
    let all = ids::<ClassId>(table.classes.len());
    let ours: Vec<ClassId> = all.filter(is_ours).collect();
    let mut edges: Vec<(ClassId, ClassId)> = Vec::new();
    for id in ours {
        let info = table.class(id);
        // Ill-formed supertypes are missing in `supers` but occur in the text, behind its own name.
        let head = tokens.head(info.source.span).into_iter().skip(1);
        let named = head.flat_map(|name| table.of_name(name)).filter(is_ours);
        let others =
            named.filter(|other| sight.sees(info.source.span.file, table.class(*other).package));
        let inner = info.inner.values().copied();
        let above = info.supers.iter().copied().filter(is_ours);
        edges.extend(others.chain(inner).chain(above).map(|other| (id, other)));
    }
    edges
}

/// The classes that are reached from some classes by steps of these relations.
pub(super) fn reachable(
    from: BTreeSet<ClassId>,
    steps: &[&BTreeMap<ClassId, BTreeSet<ClassId>>],
) -> BTreeSet<ClassId> {
    let mut todo: Vec<ClassId> = from.iter().copied().collect();
    let mut reached = from;
    while let Some(class) = todo.pop() {
        let next = steps.iter().filter_map(|step| step.get(&class));
        todo.extend(next.flatten().filter(|next| reached.insert(**next)));
    }
    reached
}
