//! `extends` and `implements`: the supertypes of a class.

use super::nested::Denoted;
use super::table::Table;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, ClassKind, Type};
use crate::library::{BOXES, supertypes};
use crate::resolve::Sink;
use crate::syntax::tree::ast;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet};

/// Resolves the supertypes of all classes. Where names may denote inherited member classes, the
/// supertypes of the classes around a class come before its own.
pub(in crate::resolve) fn read_all<'a>(
    table: &mut Table<'a>,
    classes: &[(ClassId, &'a ast::Class)],
    sink: &Sink,
) {
    let mut begun = BTreeSet::new();
    for (id, _) in classes {
        read_in_order(table, *id, &mut begun, sink);
    }
    of_libraries(table);
}

/// Adds what Java has above classes of libraries and their contracts do not name: which objects are of
/// which class is as in Java.
fn of_libraries(table: &mut Table<'_>) {
    // What has type parameters is not added: its members would be those of a type argument that no
    // contract names, and a choice between overloads by such a type is refused anyway.
    let all = table.library_ids.values().copied();
    let above = all
        .filter(|id| table.is_uncontracted(*id) || table.class(*id).source.type_params.is_empty());
    let above: Vec<ClassId> = above.collect();
    let names = above.into_iter().map(|id| (table.full_name(id), id));
    let names: BTreeMap<String, ClassId> = names.collect();
    let all = table.library_ids.values().copied();
    let lower: Vec<ClassId> = all.filter(|id| !table.is_uncontracted(*id)).collect();
    for id in lower {
        let of_java = supertypes(&table.full_name(id));
        let found = of_java.into_iter().filter_map(|above| names.get(above));
        if let Some(info) = table.classes.get_mut(id.index()) {
            for above in found {
                if *above != id && !info.supers.contains(above) {
                    info.supers.push(*above);
                }
            }
        }
    }
}

fn read_in_order(table: &mut Table<'_>, id: ClassId, begun: &mut BTreeSet<ClassId>, sink: &Sink) {
    if !begun.insert(id) {
        return;
    }
    crate::resolve::deep(|| {
        let class = table.class(id).source;
        let outer = table.class(id).outer;
        if let Some(outer) = outer {
            read_in_order(table, outer, begun, sink);
        }
        for ty in class.extends.iter().chain(&class.implements) {
            for (dot, _) in written(ty).match_indices('.') {
                let qualifier = written(ty).get(..dot).unwrap_or_default();
                if let Denoted::Class(class) = table.denoted_by(qualifier, ty.span) {
                    read_in_order(table, class, begun, sink);
                }
            }
        }
        read(table, id, class, sink);
        // The classes inside see what its supertypes declare.
        if !class.classes.is_empty() || outer.is_some() {
            for above in table.class(id).supers.clone() {
                read_in_order(table, above, begun, sink);
            }
        }
    });
}

fn written(ty: &ast::Type) -> &str {
    ty.class_name().map_or("", |name| name.as_str())
}

/// Resolves the supertypes of a class. Ill-formed ones are reported and left out.
fn read(table: &mut Table<'_>, id: ClassId, class: &ast::Class, sink: &Sink) {
    let interface = class.kind == ast::ClassKind::Interface;
    let mut supers = Vec::new();
    let mut incomplete = false;
    let implements = class.implements.iter().map(|ty| (ty, "implements"));
    let named = class.extends.iter().map(|ty| (ty, "extends"));
    for (at, (ty, word)) in named.chain(implements).enumerate() {
        let above = match table.read_type(ty, sink) {
            Some(Type::Class(above)) if table.is_raw(above) && !class.span.file.is_library() => {
                let _: Option<()> = sink.unsupported(ty.span, "a generic class without `<…>` is");
                incomplete = true;
                continue;
            }
            Some(Type::Class(above)) => above,
            // `Object` is implicitly a supertype of every class.
            Some(Type::Object) if word == "extends" && !interface => continue,
            Some(other) => {
                let name = table.type_name(&other);
                refuse(
                    sink,
                    ty,
                    format!("`{name}` cannot stand above a class"),
                    "name a class or an interface",
                );
                incomplete = true;
                continue;
            }
            None => {
                incomplete = true;
                continue;
            }
        };
        // Nobody knows what a superclass does with its object; a library never gets one by an interface alone.
        let is_interface = table.class(above).kind == ClassKind::Interface;
        let is_harmless = is_interface && !table.has_class_path;
        if table.is_uncontracted(above) && !class.span.file.is_library() && !is_harmless {
            sink.report(table.uncontracted(above, "a subtype", ty.span));
            incomplete = true;
            continue;
        }
        let kind = table.class(above).kind;
        let name = &table.class(above).title;
        let wrong = match (interface, word, kind) {
            (true, "implements", _) => Some((
                "an interface implements nothing".to_owned(),
                "write `extends`".to_owned(),
            )),
            (true, _, ClassKind::Interface) | (false, "implements", ClassKind::Interface) => None,
            (true, ..) => Some((
                format!("an interface cannot extend the class `{name}`"),
                "an interface extends interfaces".to_owned(),
            )),
            (false, "implements", _) => Some((
                format!("`{name}` is a class, not an interface"),
                format!("write `extends {name}`"),
            )),
            (false, _, ClassKind::Interface) => Some((
                format!("`{name}` is an interface, not a class"),
                format!("write `implements {name}`"),
            )),
            (false, _, ClassKind::Final) => Some((
                format!("the class `{name}` is `final`: no class may extend it"),
                "remove `final` there, or hold an object of it in a field".to_owned(),
            )),
            (false, ..) if at > 0 => Some((
                "a class extends one class only".to_owned(),
                "make the others interfaces, or hold objects of them in fields".to_owned(),
            )),
            (false, ..) => None,
        };
        match wrong {
            Some((message, note)) => {
                refuse(sink, ty, message, &note);
                incomplete = true;
            }
            None if supers.contains(&above) => {
                refuse(sink, ty, format!("`{name}` is named twice"), "name it once")
            }
            None => supers.push(above),
        }
    }
    if let Some(info) = table.classes.get_mut(id.index()) {
        info.supers = supers;
        info.incomplete |= incomplete;
    }
}

fn refuse(sink: &Sink, ty: &ast::Type, message: String, note: &str) {
    sink.report(Diagnostic::error(Code::NotAllowedHere, ty.span, message).note(note));
}

/// Reports cyclic inheritance and removes the supertypes of the classes involved.
pub(in crate::resolve) fn refuse_cycles(table: &mut Table<'_>, sink: &Sink) {
    let mut graph = DiGraph::<ClassId, ()>::new();
    let all = (0..super::table::index(table.classes.len())).map(ClassId);
    let nodes: Vec<NodeIndex> = all.map(|id| graph.add_node(id)).collect();
    for (info, &from) in table.classes.iter().zip(&nodes) {
        let above = info.supers.iter();
        for &to in above.filter_map(|above| nodes.get(above.index())) {
            graph.add_edge(from, to, ());
        }
    }
    let components = kosaraju_scc(&graph).into_iter();
    let is_cycle = |component: &Vec<NodeIndex>| match component.as_slice() {
        [only] => graph.contains_edge(*only, *only),
        _ => true,
    };
    let cyclic = components.filter(is_cycle).flatten();
    let mut cyclic: Vec<ClassId> = cyclic
        .filter_map(|node| graph.node_weight(node).copied())
        .collect();
    cyclic.sort_unstable();
    for id in cyclic {
        let Some(info) = table.classes.get_mut(id.index()) else {
            continue;
        };
        let message = format!("`{}` stands above itself", info.title);
        let error = Diagnostic::error(Code::NotAllowedHere, info.name.span, message);
        sink.report(error.note("take one of the `extends` or `implements` out of the circle"));
        info.supers.clear();
        info.incomplete = true;
    }
}

impl Table<'_> {
    /// Whether it is known if values of a type, boxed if need be, are objects of a library's class without type
    /// parameters: what is above a library's classes is as in Java.
    pub(in crate::resolve) fn knows_if_below(&self, ty: &Type, class: ClassId) -> bool {
        let full = self.full_name(class);
        if let Type::Array(_) = ty {
            // They are above arrays, which the table does not say.
            return !["java.io.Serializable", "java.lang.Cloneable"].contains(&&*full);
        }
        if let Type::Class(given) = ty {
            return !self.is_incomplete(*given);
        }
        ty.is_ref() || !self.is_above_boxes(class)
    }

    /// Whether a class is above one of those whose objects hold numbers or truth values, in Java.
    pub(in crate::resolve) fn is_above_boxes(&self, class: ClassId) -> bool {
        let full = self.name_in_java(class);
        let is_below =
            |name: &str| supertypes(&format!("java.lang.{name}")).contains(full.as_str());
        BOXES.into_iter().any(is_below)
    }
}
