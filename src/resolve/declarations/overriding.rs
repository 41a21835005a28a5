//! Overriding: which members override which, and whether they are allowed to (language, §7).

use super::lineage::supertypes_first;
use super::overloads::refuse_erased;
use super::table::{Callee, ClassInfo, Source, Table, Visibility, Yields};
use super::types::is_array_of_objects;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, ClassKind, MethodId, MethodKind, ids};
use crate::resolve::Sink;
use crate::syntax::pretty_type;
use crate::syntax::tree::ast;
use std::collections::{BTreeMap, BTreeSet};

/// The class that each `enum` is below.
const ENUM: &str = "java.lang.Enum";

/// The name and arity of a member.
type Key<'a> = (&'a str, usize);

/// Determines what each member overrides and reports violations.
pub(in crate::resolve) fn check(table: &mut Table<'_>, sink: &Sink) {
    let all = (0..table.classes.len()).map(|at| ClassId(super::table::index(at)));
    // A library's member without contract says nothing of others, and nobody calls one in its place.
    let all: Vec<ClassId> = all.filter(|class| !table.is_uncontracted(*class)).collect();
    for &class in &all {
        let own: Vec<(Key<'_>, Callee)> = table
            .class(class)
            .callees
            .iter()
            .flat_map(|(key, callees)| callees.iter().map(|callee| (*key, *callee)))
            .filter(|(_, callee)| !table.header(*callee).name_span.file.is_uncontracted())
            .collect();
        let others = Others::new(table, class);
        for (key, callee) in own {
            let mut overridden: Vec<Callee> = Vec::new();
            for above in others.counterparts(table, key, callee) {
                if !overridden.iter().any(|other| same(*other, above)) {
                    overridden.push(above);
                }
            }
            refuse_erased(table, callee, class, sink);
            refuse_unseen(table, callee, key, sink);
            overridden.retain(|above| may_override(table, callee, *above, sink));
            note(table, callee, &overridden);
        }
    }
    let (abstracts, uniform) = (abstract_keys(table), uniform_classes(table));
    for class in all {
        if table.class(class).kind.has_objects() && !table.class(class).is_library {
            all_defined(table, class, &abstracts, sink);
            refuse_libraries(table, class, sink);
            refuse_undescribed(table, class, sink);
        }
        agree(table, class, &uniform, sink);
    }
}

/// The direct supertypes of a class besides the first, by the names and arities of their members, own
/// and inherited. Of many interfaces, few have members of one name.
struct Others<'a> {
    class: ClassId,
    first: Option<ClassId>,
    by_key: BTreeMap<Key<'a>, Vec<ClassId>>,
}

impl<'a> Others<'a> {
    fn new(table: &Table<'a>, class: ClassId) -> Others<'a> {
        let mut supers = table.class(class).supers.iter().copied();
        let first = supers.next();
        let mut by_key: BTreeMap<Key<'a>, Vec<ClassId>> = BTreeMap::new();
        for above in supers {
            for key in keys(table, above) {
                by_key.entry(key).or_default().push(above);
            }
        }
        Others {
            class,
            first,
            by_key,
        }
    }

    /// The members that the class inherits from its direct supertypes and that are the same member
    /// as one with this name and arity.
    fn counterparts(&self, table: &Table<'a>, key: Key<'_>, of: Callee) -> Vec<Callee> {
        let others = self.by_key.get(&key).into_iter().flatten();
        let supers = self.first.iter().chain(others);
        let found = supers.flat_map(|above| table.counterparts(self.class, *above, of));
        found.collect()
    }
}

/// Refuses a member with the signature of a supertype's member if it cannot override that one
/// because either is not visible. In Java, both members then coexist.
fn refuse_unseen(table: &Table<'_>, own: Callee, key: Key<'_>, sink: &Sink) {
    let mine = table.header(own);
    let Some(class) = mine.class else {
        return;
    };
    let namesakes = table.members_by_name.as_ref();
    let namesakes = namesakes.and_then(|all| all.get(key.0, key.1));
    let are_all_seen = namesakes.is_some_and(|namesakes| !namesakes.may_be_unseen());
    if mine.is_static || !table.rules.has_visibility || are_all_seen {
        return;
    }
    for above in table.lineage(class).skip(1) {
        let theirs = table.class(above).callees.get(&key).into_iter().flatten();
        let mut theirs = theirs.filter(|theirs| table.are_one(class, own, **theirs) == Some(true));
        let Some(theirs) = theirs.next().map(|callee| table.header(*callee)) else {
            continue;
        };
        let apart = table.class(class).package != table.class(above).package;
        let unseen = theirs.visibility == Visibility::Private
            || theirs.visibility == Visibility::Package && apart;
        if !theirs.is_static && (unseen || mine.visibility == Visibility::Private) {
            let what = "a member with the name of one above that it cannot see is";
            let _: Option<()> = sink.unsupported(mine.name_span, what);
            return;
        }
    }
}

fn same(a: Callee, b: Callee) -> bool {
    match (a, b) {
        (Callee::Method(a), Callee::Method(b)) => a == b,
        (Callee::Pure(a), Callee::Pure(b)) => a == b,
        (Callee::Pred(a), Callee::Pred(b)) => a == b,
        _ => false,
    }
}

fn note(table: &mut Table<'_>, callee: Callee, overridden: &[Callee]) {
    match callee {
        Callee::Method(id) => {
            let methods = overridden.iter().filter_map(|c| match c {
                Callee::Method(id) => Some(*id),
                _ => None,
            });
            let methods = methods.collect();
            if let Some(info) = table.methods.get_mut(id.index()) {
                info.overrides = methods;
            }
        }
        Callee::Pure(id) => {
            let pures = overridden.iter().filter_map(|c| match c {
                Callee::Pure(id) => Some(id.0),
                _ => None,
            });
            let pures = pures.collect();
            if let Some(info) = table.pures.get_mut(id.index()) {
                info.overrides = pures;
            }
        }
        Callee::Pred(_) => {}
    }
}

/// Checks whether one member may override another of the same name; reports the reason if not.
fn may_override(table: &Table<'_>, own: Callee, above: Callee, sink: &Sink) -> bool {
    let (mine, theirs) = (table.header(own), table.header(above));
    if mine.is_refused || theirs.is_refused {
        return false;
    }
    let name = mine.name;
    let wrong = |message: String, note: &str| {
        let error = Diagnostic::error(Code::NotAllowedHere, mine.name_span, message);
        sink.report(error.related(theirs.name_span, "this one").note(note));
        false
    };
    let kind = |callee: Callee| match callee {
        Callee::Method(id) if table.method(id).kind == MethodKind::Lemma => "a lemma",
        Callee::Method(_) => "a method that is not pure",
        Callee::Pure(_) => "a pure method",
        Callee::Pred(_) => "a predicate",
    };
    if kind(own) != kind(above) {
        let message = format!(
            "`{name}` is {}, but what it overrides is {}",
            kind(own),
            kind(above)
        );
        return wrong(message, "make both the same, or choose another name");
    }
    if kind(own) == "a lemma" {
        let _: Option<()> =
            sink.unsupported(mine.name_span, "a lemma that overrides another one is");
        return false;
    }
    if mine.is_static != theirs.is_static {
        let message = format!("one of the members `{name}` is static, the other one is not");
        return wrong(message, "make both the same, or choose another name");
    }
    if mine.is_static {
        return false; // it hides the other one, as in Java
    }
    let library = theirs.class.map(|class| table.class(class));
    if library.is_some_and(|c| c.is_library && c.kind.has_objects())
        && matches!(own, Callee::Pure(_) | Callee::Pred(_))
    {
        // Inherited library methods rely on the library's own definition.
        let what = "a predicate or pure method that overrides one of a library's class is";
        let _: Option<()> = sink.unsupported(mine.name_span, what);
        return false;
    }
    if table.is_ghost(own) != table.is_ghost(above) {
        let message = format!("one of the members `{name}` is ghost code, the other one is not");
        return wrong(message, "make both the same");
    }
    if theirs.is_final {
        let message = format!("`{name}` is `final`: it cannot be overridden");
        return wrong(message, "choose another name, or remove `final` there");
    }
    let is_erased = mine.type_params.len() != theirs.type_params.len();
    if is_erased && table.rules.is_compiled && !table.is_ghost(own) {
        // Java's compiler only warns that the result is not checked.
        let what = "an override without the type parameters of what it overrides is";
        let _: Option<()> = sink.unsupported(mine.name_span, what);
        return false;
    }
    let by_arguments = !table.same_signature(own, above);
    let is_code =
        table.rules.is_compiled && matches!(own, Callee::Method(_)) && !table.is_ghost(own);
    if by_arguments && !is_code {
        // Only the Java compiler guarantees that the argument has the narrower type.
        let what = format!(
            "{} with type arguments in place of the parameters of what it overrides is",
            kind(own)
        );
        let _: Option<()> = sink.unsupported(mine.name_span, &what);
        return false;
    }
    for (mine_param, their_param) in mine.params.iter().zip(&theirs.params) {
        if is_code && !table.has_its_elements(mine_param, their_param) {
            let what =
                "an array of another type parameter in place of one of what is overridden is";
            let _: Option<()> = sink.unsupported(mine_param.name.span, what);
            return false;
        }
        let stands_for = by_arguments && their_param.is_erased;
        if let (Some(a), Some(b)) = (&mine_param.ty, &their_param.ty)
            && a != b
        {
            // Java casts the argument to it, which might be a new array of a type parameter.
            if stands_for && is_array_of_objects(a) {
                let what =
                    "an array of objects in place of a type parameter of what is overridden is";
                let _: Option<()> = sink.unsupported(mine_param.name.span, what);
                return false;
            }
            if !stands_for {
                let (a, b) = (table.type_name(a), table.type_name(b));
                let message = format!(
                    "the parameter `{}` has type `{a}`, but in what `{name}` overrides it has type `{b}`",
                    mine_param.name.text
                );
                return wrong(message, "give it the same type, or choose another name");
            }
        }
        if mine_param.is_ghost != their_param.is_ghost {
            let message = format!(
                "the parameter `{}` must be `ghost` in both or in neither",
                mine_param.name.text
            );
            return wrong(message, "make both the same");
        }
    }
    let is_inherited = !matches!((mine.class, theirs.class),
        (Some(own), Some(above)) if table.is_below(own, above));
    if is_code && is_inherited && !table.gives_its_elements(mine, theirs) {
        let what = "an inherited method with a result of type `T[]` in place of one with other elements is";
        let _: Option<()> = sink.unsupported(mine.name_span, what);
        return false;
    }
    let fits = match (&mine.yields, &theirs.yields) {
        (Yields::Nothing, Yields::Nothing) => true,
        (Yields::Value(Some(a)), Yields::Value(Some(b))) => {
            a == b || a.is_ref() && b.is_ref() && table.assignable(a, b)
        }
        (Yields::Value(None), _) | (_, Yields::Value(None)) => true,
        _ => false,
    };
    if !fits {
        let message = format!("`{name}` does not give what the member that it overrides gives");
        return wrong(message, "give it the same type of result");
    }
    true
}

/// The names and arities of all members of a class, own and inherited.
fn keys<'a>(table: &Table<'a>, class: ClassId) -> BTreeSet<Key<'a>> {
    let lineage = table.lineage(class);
    lineage
        .flat_map(|above| table.class(above).callees.keys().copied())
        .collect()
}

/// By class: the names and arities of the abstract members that it declares.
fn abstract_keys<'a>(table: &Table<'a>) -> Vec<Vec<Key<'a>>> {
    let has_abstract = |callees: &[Callee]| callees.iter().any(|c| table.is_abstract(*c));
    let of_class = |class: &ClassInfo<'a>| {
        let all = class.callees.iter();
        let all = all.filter(|(_, callees)| has_abstract(callees));
        all.map(|(key, _)| *key).collect()
    };
    table.classes.iter().map(of_class).collect()
}

/// By class: whether its inherited members of one signature are the same for all its subclasses of
/// its package. They are unless type parameters or ill-formed types occur in signatures, static
/// members of interfaces are not inherited, or members are visible in other packages only.
fn uniform_classes(table: &Table<'_>) -> Vec<bool> {
    let is_plain = |class: &ClassInfo<'_>, callee: Callee| {
        let params = table.params(callee).iter();
        let hidden = class.kind == ClassKind::Interface && table.header(callee).is_static;
        !hidden && params.clone().all(|p| p.ty.is_some() && !p.is_erased)
    };
    let mut uniform = vec![false; table.classes.len()];
    for id in supertypes_first(table) {
        let class = table.class(id);
        let mut callees = class.callees.values().flatten();
        let is_above = |above: &ClassId| {
            table.class(*above).package == class.package
                && uniform.get(above.index()).copied().unwrap_or(false)
        };
        let value = class.supers.iter().all(is_above) && callees.all(|c| is_plain(class, *c));
        if let Some(slot) = uniform.get_mut(id.index()) {
            *slot = value;
        }
    }
    uniform
}

/// The names and arities of the inherited members that may differ between the supertypes of a
/// class.
fn joined_keys<'a>(
    table: &Table<'a>,
    class: ClassId,
    others: &Others<'a>,
    uniform: &[bool],
) -> BTreeSet<Key<'a>> {
    let supers = &table.class(class).supers;
    let is_flat = |above: ClassId| {
        let above = table.class(above);
        above.kind != ClassKind::Interface || above.supers.is_empty()
    };
    match supers.split_first() {
        _ if !uniform.get(class.index()).copied().unwrap_or(false) => keys(table, class),
        None => BTreeSet::new(),
        Some((_, [])) => BTreeSet::new(),
        // Interfaces that others extend may come in another order below the class than above it.
        Some(_) if !table.lineage(class).skip(1).all(is_flat) => keys(table, class),
        // What only the first supertype has is the same for the class.
        Some(_) => others.by_key.keys().copied().collect(),
    }
}

/// Reports abstract members that an instantiable class does not define.
fn all_defined(table: &Table<'_>, class: ClassId, abstracts: &[Vec<Key<'_>>], sink: &Sink) {
    let info = table.class(class);
    let above = table.lineage(class).skip(1);
    let keys = above.filter_map(|above| abstracts.get(above.index()));
    let keys: BTreeSet<Key<'_>> = keys.flatten().copied().collect();
    // Such a class defines what it inherits, too.
    let of_library = table.lineage(class).skip(1).filter(|above| {
        let above = table.class(*above);
        above.is_library && above.kind.has_objects()
    });
    let of_library: Vec<ClassId> = of_library.collect();
    for (name, arity) in keys {
        for callee in table.members(class, name, arity) {
            let header = table.header(callee);
            let declaring = header.class;
            let is_theirs = |above: &ClassId| declaring.is_some_and(|c| table.is_below(*above, c));
            let concrete = of_library.iter().any(is_theirs);
            // The index does not say which members of interfaces have bodies.
            if header.class == Some(class)
                || header.name_span.file.is_uncontracted()
                || concrete
                || header.is_refused
                || !table.is_abstract(callee)
            {
                continue;
            }
            let message = format!("`{}` does not define `{name}`", info.name.text);
            let error = Diagnostic::error(Code::NotAllowedHere, info.name.span, message);
            let error = error.related(header.name_span, "declared here, without a body");
            sink.report(error.note("define it, or declare the class `abstract`"));
        }
    }
}

/// Refuses a subclass of a library class that may inherit, from the library, an implementation of a
/// member of a program interface. Only the contract of such a member would be known, if any, and it
/// need not satisfy that of the interface.
fn refuse_libraries(table: &Table<'_>, class: ClassId, sink: &Sink) {
    let is_enum = table.class(class).source.kind == ast::ClassKind::Enum;
    let above = table.lineage(class).find(|c| table.is_librarys_class(*c));
    let library = match above {
        Some(library) => table.class(library).title.as_str(),
        None if is_enum => "Enum",
        None => return,
    };
    // All members of this one are known.
    let might_have = |name: &str| above.is_some() || crate::library::might_have(ENUM, name);
    let of_program =
        |c: &ClassId| table.class(*c).kind == ClassKind::Interface && !table.class(*c).is_library;
    for interface in table.lineage(class).filter(of_program) {
        let asked = table.class(interface).callees.iter();
        for (&(name, arity), callees) in asked {
            let declared = |callee: &Callee| {
                let all = table.members(class, name, arity).into_iter();
                let mut same = all.filter(|c| table.same_signature(*c, *callee));
                let place = same.next().and_then(|c| table.header(c).class);
                place.is_some_and(|c| {
                    table.class(c).kind.has_objects() && !table.class(c).is_library
                })
            };
            let is_static = |callee: &Callee| table.header(*callee).is_static;
            if !might_have(name) || callees.iter().all(|c| is_static(c) || declared(c)) {
                continue;
            }
            let this = table.class(class);
            let what = format!(
                "`{name}` of `{}`, which the library's class `{library}` might have,",
                table.class(interface).title
            );
            let _: Option<()> = sink.unsupported(this.name.span, &format!("{what} is"));
        }
    }
}

/// Refuses a method that demands something and might override one of a library's class that no contract describes:
/// the library calls it, as `printStackTrace` another one of that name, and establishes nothing.
fn refuse_undescribed(table: &Table<'_>, class: ClassId, sink: &Sink) {
    let above: Vec<ClassId> = table
        .lineage(class)
        .filter(|above| table.is_librarys_class(*above))
        .collect();
    for member in &table.class(class).source.members {
        let ast::MemberKind::Method { callable, .. } = &*member.kind else {
            continue;
        };
        let mut contract = callable.contract.iter();
        if !contract.any(|clause| clause.kind == ast::ClauseKind::Requires) {
            continue;
        }
        let (name, arity) = (member.name.text.as_str(), callable.params.len());
        // Where those of every object are called, it is asked whether they demand something.
        if table.is_of_object(&member.name) {
            continue;
        }
        let mut above = above
            .iter()
            .filter(|above| table.members(**above, name, arity).is_empty());
        let params = callable.params.iter().map(|param| {
            let written = pretty_type(&param.ty);
            let end = written.find('<').unwrap_or(written.len());
            written.get(..end).unwrap_or_default().to_owned()
        });
        let simple = params.map(|ty| ty.rsplit('.').next().unwrap_or(&ty).to_owned());
        let simple: Vec<String> = simple.collect();
        let library = above
            .find(|above| crate::library::has_method(&table.full_name(**above), name, &simple));
        if let Some(library) = library {
            let what = format!(
                "`requires` for `{name}`, which the library's class `{}` has without contract, and might call,",
                table.class(*library).title
            );
            let _: Option<()> = sink.unsupported(member.name.span, &format!("{what} is"));
        }
    }
}

/// Checks that members of one name inherited from several supertypes are compatible.
fn agree(table: &Table<'_>, class: ClassId, uniform: &[bool], sink: &Sink) {
    let others = Others::new(table, class);
    for (name, arity) in joined_keys(table, class, &others, uniform) {
        for first in table.members(class, name, arity) {
            if table.header(first).class == Some(class) {
                continue;
            }
            let all = others.counterparts(table, (name, arity), first);
            for other in all.into_iter().filter(|other| !same(first, *other)) {
                if !table.same_signature(first, other) {
                    refuse_joined(table, class, first, other, sink);
                } else if may_override(table, first, other, sink) {
                    refuse_two_bodies(table, class, first, other, sink);
                }
            }
        }
    }
}

/// Refuses inherited members of several supertypes whose signatures agree only after substitution
/// of type arguments, if none overrides the other.
fn refuse_joined(table: &Table<'_>, class: ClassId, first: Callee, other: Callee, sink: &Sink) {
    if let (Callee::Method(mine), Callee::Method(theirs)) = (first, other)
        && table.overridden(&[mine]).contains(&theirs)
    {
        return;
    }
    let info = table.class(class);
    let name = table.header(first).name;
    let what =
        format!("`{name}`, which is inherited from two supertypes and one by type arguments only,");
    let _: Option<()> = sink.unsupported(info.name.span, &format!("{what} is"));
}

/// Refuses default methods of two unrelated interfaces: Java inherits neither body.
fn refuse_two_bodies(table: &Table<'_>, class: ClassId, first: Callee, other: Callee, sink: &Sink) {
    let (mine, theirs) = (table.header(first), table.header(other));
    let interface = |c: ClassId| table.class(c).kind == ClassKind::Interface;
    let both = mine.class.is_some_and(interface) && theirs.class.is_some_and(interface);
    let related = mine.class.zip(theirs.class);
    let related = related.is_some_and(|(a, b)| table.is_below(a, b) || table.is_below(b, a));
    let bodies = !table.is_abstract(first) || !table.is_abstract(other);
    if both && bodies && !related {
        let info = table.class(class);
        let message = format!(
            "`{}` inherits `{}` from two interfaces, and one of them has a body",
            info.name.text, mine.name
        );
        let error = Diagnostic::error(Code::NotAllowedHere, info.name.span, message);
        let error = error.related(mine.name_span, "one");
        let error = error.related(theirs.name_span, "the other one");
        sink.report(error.note("declare the member in the class"));
    }
}

/// The methods of which a declaration has `signals` clauses, and those of the same families.
pub(in crate::resolve) fn throwing(table: &Table<'_>) -> BTreeSet<MethodId> {
    let all: Vec<MethodId> = ids(table.methods.len()).collect();
    let speaks = |id: &MethodId| {
        let is_signals = |clause: &ast::Clause| clause.kind == ast::ClauseKind::Signals;
        matches!(table.method(*id).source, Source::Text(text) if text.contract.iter().any(is_signals))
    };
    let mut found: BTreeSet<MethodId> = all.iter().copied().filter(speaks).collect();
    if found.is_empty() {
        return found;
    }
    let mut families: BTreeMap<MethodId, Vec<MethodId>> = BTreeMap::new();
    for id in all {
        for above in &table.method(id).overrides {
            families.entry(id).or_default().push(*above);
            families.entry(*above).or_default().push(id);
        }
    }
    let mut todo: Vec<MethodId> = found.iter().copied().collect();
    while let Some(next) = todo.pop() {
        let related = families.get(&next).into_iter().flatten();
        todo.extend(related.copied().filter(|one| found.insert(*one)));
    }
    found
}
