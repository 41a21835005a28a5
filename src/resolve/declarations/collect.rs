//! Builds the class table: first the classes, so that types can refer to them, then the headers of
//! their members.

use super::headers::{self, Modifiers, is_main};
use super::library;
use super::lineage::{Lineages, MembersByName};
use super::nested::Around;
use super::overloads::{Signatures, same_signature};
use super::overriding;
use super::supertypes;
use super::table::{
    Callee, ClassInfo, ConstantInfo, FieldInfo, FunctionInfo, Header, Known, MethodInfo, ParamInfo,
    Slot, Source, Table, TypeParam, Yields, index,
};
use super::unnamed::is_block;
use super::visibility::{self as visible, visibility_of};
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{
    ClassId, ClassKind, FieldId, Integers, LibraryExceptions, MemberId, MethodId, MethodKind,
    PredId, PureId, Type, Unique, UniqueId,
};
use crate::resolve::Sink;
use crate::resolve::notations::Rules;
use crate::source::{FileId, Span};
use crate::syntax::tree::ast::{self, MemberKind};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// The files of one program and their resolution options.
#[derive(Clone, Copy, Debug)]
pub struct Input<'i> {
    /// The files, which form one program.
    pub files: &'i [ast::File],
    /// Files of contracts, whose members have no bodies and are trusted.
    pub libraries: &'i [ast::File],
    /// The semantics of `int` in code.
    pub integers: Integers,
    /// How members of Java's own classes may end.
    pub library_exceptions: LibraryExceptions,
    /// The files of contracts that are not those that are shipped, unchanged.
    pub specified: &'i BTreeSet<FileId>,
}

/// Builds the table of all classes and main routines of a program.
pub(in crate::resolve) fn collect<'a>(input: Input<'a>, sink: &Sink) -> Table<'a> {
    let Input {
        files, libraries, ..
    } = input;
    let mut libraries_in = libraries.iter().filter_map(|file| file.span);
    let has_class_path = libraries_in.any(|span| span.file.is_of_class_path());
    let mut collector = Collector {
        table: Table {
            integers: input.integers,
            library_exceptions: input.library_exceptions,
            specified: input.specified.clone(),
            rules: Rules::of(files),
            gaps: files.iter().flat_map(|file| &file.gaps).copied().collect(),
            has_class_path,
            ..Table::default()
        },
        sink,
        entered: Signatures::default(),
        by_name: BTreeMap::new(),
    };
    let mut classes = Vec::new();
    for file in files.iter().chain(libraries) {
        for class in &file.classes {
            collector.nest(class, Around::file(file), &mut classes);
        }
        collector.table.nesting.import(file);
        let named = file.imports.iter().filter(|i| !i.star && !i.is_static);
        collector.table.imports.extend(named.map(|i| &i.path));
    }
    collector.table.entitle();
    collector.type_params(&classes);
    for file in files {
        visible::check_imports(&collector.table, file, sink);
    }
    // A second pass: a supertype, or the type of a member, may be declared in a later file.
    supertypes::read_all(&mut collector.table, &classes, sink);
    supertypes::refuse_cycles(&mut collector.table, sink);
    collector.table.lineages = Lineages::new(&collector.table);
    for (id, class) in &classes {
        collector.members(*id, class);
    }
    for (id, class) in &classes {
        for member in &class.members {
            if member.in_annotation && matches!(*member.kind, MemberKind::Field { .. }) {
                visible::refuse_hiding(&collector.table, *id, member, sink);
            }
        }
    }
    library::note_identity(&mut collector.table);
    collector.table.members_by_name = Some(MembersByName::new(&collector.table));
    collector.table.note_rest();
    overriding::check(&mut collector.table, sink);
    collector.table.throwing = overriding::throwing(&collector.table);
    for file in files.iter().chain(libraries) {
        collector.strings(file);
    }
    for file in files {
        collector.main(&file.main);
    }
    collector.table
}

/// The class table under construction.
pub(in crate::resolve) struct Collector<'a, 's> {
    pub(in crate::resolve) table: Table<'a>,
    pub(in crate::resolve) sink: &'s Sink,
    /// The members that were entered, by signature.
    pub(in crate::resolve) entered: Signatures<'a>,
    /// The classes by their names with those of package and classes around them; those of libraries apart.
    by_name: BTreeMap<(bool, String), ClassId>,
}

impl<'a> Collector<'a, '_> {
    /// Declares a class and its nested classes.
    fn nest(
        &mut self,
        class: &'a ast::Class,
        around: Around<'a, '_>,
        all: &mut Vec<(ClassId, &'a ast::Class)>,
    ) {
        if class.in_annotation {
            let what = "a class in an annotation is";
            let _: Option<()> = self.sink.unsupported(class.name.span, what);
        }
        let described = self.described(class, around);
        let id = described.or_else(|| self.class(class, around));
        all.extend(id.map(|id| (id, class)));
        let mut names = around.names.to_vec();
        names.push(&class.name.text);
        for inner in &class.classes {
            let around = Around {
                outer: id,
                names: &names,
                ..around
            };
            crate::resolve::deep(|| self.nest(inner, around, all));
        }
    }

    /// Records the scopes of all type parameters, which are erased.
    fn type_params(&mut self, classes: &[(ClassId, &'a ast::Class)]) {
        for (_, class) in classes {
            let of_methods = class
                .members
                .iter()
                .filter_map(|member| match &*member.kind {
                    MemberKind::Method { callable, .. } => {
                        Some((&callable.type_params, member.span))
                    }
                    _ => None,
                });
            for (params, span) in of_methods.chain([(&class.type_params, class.span)]) {
                for param in params {
                    let name = param.name.text.as_str();
                    let (scope, bounds) = (span, &param.bounds);
                    let all = self.table.type_params.entry(name).or_default();
                    all.push(TypeParam { scope, bounds });
                }
            }
        }
    }

    /// Assigns ids to string literals: equal literals denote one object.
    fn strings(&mut self, file: &'a ast::File) {
        let Some(class) = self.table.string_class() else {
            return;
        };
        for text in &file.strings {
            let next = UniqueId(index(self.table.uniques.len()));
            if let Entry::Vacant(entry) = self.table.strings.entry(text) {
                entry.insert(next);
                self.table.uniques.push(Unique {
                    name: format!("{text:?}"),
                    class,
                    text: Some(text.encode_utf16().collect()),
                });
            }
        }
    }

    fn class(&mut self, class: &'a ast::Class, around: Around<'a, '_>) -> Option<ClassId> {
        let name = class.name.text.as_str();
        let is_library = class.span.file.is_library();
        let root = is_library && name == "Object";
        if (self.table.rules.sees_everywhere)(name) && !is_library && name != "Object" {
            let what = "a class with the name of one of Java's own is";
            return self.sink.unsupported(class.name.span, what);
        }
        let qualified = [around.names, &[name]].concat().join(".");
        if let Some(earlier) = self.earlier(class, around, &qualified) {
            let span = self.table.class(earlier).name.span;
            return self.duplicate(&class.name, "class", span);
        }
        if name == "Object" && !root {
            let message = "`Object` is the root class and cannot be declared";
            let error = Diagnostic::error(Code::DuplicateName, class.name.span, message);
            return self.sink.refuse(error.note("choose another name"));
        }
        let modifiers = headers::read(
            &class.modifiers,
            &["final", "abstract", "static"],
            "a class",
            self.sink,
        );
        let kind = match (class.kind, modifiers.is_abstract, modifiers.is_final) {
            (ast::ClassKind::Interface, ..) => ClassKind::Interface,
            (ast::ClassKind::Class, true, _) => ClassKind::Abstract,
            (ast::ClassKind::Class, false, true) | (ast::ClassKind::Enum, ..) => ClassKind::Final,
            (ast::ClassKind::Class, false, false) => ClassKind::Open,
        };
        if modifiers.is_final && kind != ClassKind::Final {
            let message = format!("`{name}` has no objects of its own: it cannot be `final`");
            let error = Diagnostic::error(Code::NotAllowedHere, class.name.span, message);
            self.sink.report(error.note("remove `final`"));
        }
        let id = ClassId(index(self.table.classes.len()));
        let full = format!("{}.{qualified}", around.package);
        self.by_name.insert((is_library, full), id);
        let is_nested = !around.names.is_empty();
        self.table.nesting.enter(id, class, is_nested);
        let outer = around.outer.filter(|_| is_nested);
        if let Some(outer) = outer.and_then(|outer| self.table.classes.get_mut(outer.index())) {
            outer.inner.insert(name, id);
        }
        match (is_library, root) {
            (_, true) => self.table.root = Some(id),
            _ if is_nested => {}
            (true, false) => {
                self.table.library_ids.insert(name, id);
            }
            (false, false) => self.table.class_ids.entry(name).or_default().push(id),
        }
        self.table.classes.push(ClassInfo {
            name: &class.name,
            qualified,
            identity: String::new(),
            title: String::new(),
            source: class,
            package: around.package,
            outer,
            inner: BTreeMap::new(),
            kind,
            supers: Vec::new(),
            is_library,
            incomplete: modifiers.refused,
            slots: Default::default(),
            callees: Default::default(),
            constructors: Default::default(),
            fields: Vec::new(),
            preds: Vec::new(),
            uniques: Vec::new(),
            has_block: class.members.iter().any(is_block),
        });
        Some(id)
    }

    /// The class from which another one cannot be told apart: it has the same name in the same package, or
    /// stands around the other one and has the same simple name.
    pub(super) fn earlier(
        &self,
        class: &ast::Class,
        around: Around<'_, '_>,
        qualified: &str,
    ) -> Option<ClassId> {
        let is_library = class.span.file.is_library();
        let known = |name: &str| {
            let full = format!("{}.{name}", around.package);
            self.by_name.get(&(is_library, full)).copied()
        };
        let mut names = around.names.iter();
        let same = names.position(|name| **name == *class.name.text);
        let outside = same.and_then(|at| known(&around.names.get(..=at)?.join(".")));
        known(qualified).or(outside)
    }

    /// The constants of an `enum`, which are its only objects.
    fn enum_constants(&mut self, id: ClassId, class: &'a ast::Class) {
        for name in &class.constants {
            let unique = UniqueId(index(self.table.uniques.len()));
            self.table.uniques.push(Unique {
                name: format!("{}.{}", self.table.class(id).title, name.text),
                class: id,
                text: None,
            });
            let Some(info) = self.table.classes.get_mut(id.index()) else {
                continue;
            };
            info.uniques.push(unique);
            if info
                .slots
                .insert(&name.text, Slot::Unique(unique))
                .is_some()
            {
                let _: Option<()> = self.duplicate(name, "constant", None);
            }
        }
    }

    fn members(&mut self, id: ClassId, class: &'a ast::Class) {
        self.enum_constants(id, class);
        super::enums::check_making(class, self.sink);
        for member in &class.members {
            if self.is_described(id, member) {
                continue;
            }
            match &*member.kind {
                MemberKind::Field { ty, init } => self.field(id, member, ty, init.as_deref()),
                MemberKind::Constructor(callable) => self.constructor(id, member, callable),
                MemberKind::Method { ty, callable } => {
                    self.method(id, member, ty.as_ref(), callable)
                }
                MemberKind::Predicate(callable) => self.predicate(id, member, callable),
                MemberKind::Lemma(callable) => self.lemma(id, member, callable),
                MemberKind::Initialiser(block) => self.initialiser(id, member, block),
            }
        }
        // Library classes declare all their constructors explicitly.
        let has_default = class.kind == ast::ClassKind::Class && !self.table.class(id).is_library;
        if has_default && self.info(id).is_some_and(|c| c.constructors.is_empty()) {
            self.default_constructor(id, class);
        }
    }

    fn field(
        &mut self,
        class: ClassId,
        member: &'a ast::Member,
        written: &'a ast::Type,
        init: Option<&'a ast::Expr>,
    ) {
        let modifiers = headers::read(
            &member.modifiers,
            &["static", "final", "ghost"],
            "a field",
            self.sink,
        );
        let modifiers = Modifiers {
            is_ghost: modifiers.is_ghost || member.in_annotation,
            ..modifiers
        };
        let ty = self.table.declared(written, modifiers.is_ghost, self.sink);
        let name = &member.name;
        let earlier = self
            .table
            .class(class)
            .slots
            .get(name.text.as_str())
            .copied();
        if let Some(slot) = earlier {
            let span = self.slot_span(slot);
            let _: Option<()> = self.duplicate(name, "field", span);
            return;
        }
        let interface = self.table.class(class).kind == ClassKind::Interface;
        if interface && init.is_none() {
            let message = "a field of an interface is a constant, and has no value here";
            let error = Diagnostic::error(Code::NotAllowedHere, name.span, message);
            self.sink
                .report(error.note("give it a value; the fields of objects stand in classes"));
        }
        let visibility = visibility_of(modifiers, self.table.class(class).kind);
        let of_library = self.table.class(class).is_library && init.is_none();
        let slot = if of_library && modifiers.is_static && modifiers.is_final {
            let Some(Type::Class(object)) = ty else {
                return;
            };
            let id = UniqueId(index(self.table.uniques.len()));
            self.table.uniques.push(Unique {
                name: format!("{}.{}", self.table.class(class).title, name.text),
                class: object,
                text: None,
            });
            Slot::Unique(id)
        } else if interface || modifiers.is_static && modifiers.is_final {
            self.refuse_ghost_constant(member, modifiers);
            self.table.constants.push(ConstantInfo {
                class,
                name,
                ty,
                written,
                visibility,
                init,
            });
            Slot::Constant(self.table.constants.len() - 1)
        } else {
            let id = FieldId(index(self.table.fields.len()));
            let Modifiers {
                is_static,
                is_final,
                is_ghost,
                ..
            } = modifiers;
            self.table.fields.push(FieldInfo {
                class,
                name,
                ty,
                written,
                is_static,
                is_final,
                visibility,
                is_ghost,
                init,
            });
            if is_static {
                Slot::Static(id)
            } else {
                Slot::Field(id)
            }
        };
        if let Some(info) = self.table.classes.get_mut(class.index()) {
            info.slots.insert(&name.text, slot);
            if let Slot::Field(id) = slot {
                info.fields.push(id);
            }
        }
    }

    fn refuse_ghost_constant(&self, member: &ast::Member, modifiers: Modifiers) {
        if modifiers.is_ghost {
            let message = "a constant is no location: ghost code may use it as it is";
            let error = Diagnostic::error(Code::NotAllowedHere, member.name.span, message);
            self.sink
                .report(error.note("remove `ghost`, or remove `final` to make it a ghost field"));
        }
    }

    fn slot_span(&self, slot: Slot) -> Option<Span> {
        match slot {
            Slot::Field(id) | Slot::Static(id) => Some(self.table.field(id).name.span),
            Slot::Constant(at) => self.table.constants.get(at).map(|c| c.name.span),
            Slot::Unique(_) => None,
        }
    }

    fn constructor(
        &mut self,
        class: ClassId,
        member: &'a ast::Member,
        callable: &'a ast::Callable,
    ) {
        let modifiers = headers::read(&member.modifiers, &[], "a constructor", self.sink);
        if self.table.class(class).kind == ClassKind::Interface {
            let message = "an interface has no constructor";
            let error = Diagnostic::error(Code::NotAllowedHere, member.name.span, message);
            self.sink
                .report(error.note("its objects are made by the classes that implement it"));
            return;
        }
        let class_name = &self.table.class(class).name.text;
        if member.name.text != *class_name {
            let message = format!("`{}` has no type", member.name.text);
            let error = Diagnostic::error(Code::Syntax, member.name.span, message);
            self.sink.report(error.note(format!(
                "write a type or `void` before the name of a method; a constructor is called \
                 `{class_name}` like its class"
            )));
            return;
        }
        let header = self.header(class, &member.name, modifiers, Yields::Nothing, callable);
        let arity = header.params.len();
        if self.table.class(class).is_library
            && !self.check_body_presence(class, &member.name, modifiers, callable)
        {
            return;
        }
        let others = self.table.class(class).constructors.iter();
        let others = others.filter(|id| self.table.method(**id).header.params.len() == arity);
        let others: Vec<Callee> = others.copied().map(Callee::Method).collect();
        let earlier = same_signature(&self.table, &others, &header.params);
        if let Some(earlier) = earlier {
            self.refuse_same_signature(&member.name, callable, earlier);
        }
        let header = Header {
            is_refused: header.is_refused || earlier.is_some(),
            ..header
        };
        let id = self.push_method(header, MethodKind::Constructor, Source::Text(callable));
        if let Some(method) = self.table.methods.last_mut() {
            // Constructors of libraries have a contract only.
            method.is_abstract = callable.body.is_none();
        }
        if let Some(info) = self.table.classes.get_mut(class.index())
            && earlier.is_none()
        {
            info.constructors.push(id);
        }
        self.table.members.push(MemberId::Method(id));
    }

    fn method(
        &mut self,
        class: ClassId,
        member: &'a ast::Member,
        ty: Option<&'a ast::Type>,
        callable: &'a ast::Callable,
    ) {
        let allowed = ["static", "pure", "final", "ghost", "abstract", "default"];
        let modifiers = headers::read(&member.modifiers, &allowed, "a method", self.sink);
        let modifiers = Modifiers {
            is_ghost: modifiers.is_ghost || member.in_annotation,
            ..modifiers
        };
        if modifiers.is_ghost && !modifiers.is_pure {
            let message = "a method that only ghost code may call is a `lemma` or a pure method";
            let error = Diagnostic::error(Code::NotAllowedHere, member.name.span, message);
            self.sink
                .report(error.note("write `lemma` instead of `ghost`, or add `pure`"));
        }
        let name = &member.name;
        let is_run_by_java = name.text == "finalize" && callable.params.is_empty();
        if is_run_by_java && self.table.rules.is_compiled && !name.span.file.is_library() {
            let _: Option<()> = self
                .sink
                .unsupported(name.span, "`finalize`, which Java runs at any time, is");
        }
        let yields = match ty {
            Some(ty) => Yields::Value(self.table.declared(ty, modifiers.is_ghost, self.sink)),
            None => Yields::Nothing,
        };
        let main = is_main(name, modifiers, &yields, callable);
        let header = Header {
            written: ty,
            ..self.header(class, name, modifiers, yields, callable)
        };
        let header = Header {
            is_refused: header.is_refused
                || !self.check_body_presence(class, name, modifiers, callable),
            ..header
        };
        if modifiers.is_pure {
            self.pure_method(class, name, header, modifiers, callable);
        } else {
            let kind = if main {
                self.refuse_demands(callable);
                MethodKind::Main
            } else {
                MethodKind::Mutator
            };
            self.declare_method(class, name, header, kind, callable);
        }
    }

    /// Refuses preconditions of `main`, which has no caller to establish them.
    fn refuse_demands(&self, main: &ast::Callable) {
        let demands = |clause: &&ast::Clause| clause.kind == ast::ClauseKind::Requires;
        for clause in main.contract.iter().filter(demands) {
            let message = "`main` cannot ask for anything: nothing is there before it starts";
            let error = Diagnostic::error(Code::NotAllowedHere, clause.span, message);
            self.sink.report(error.note(
                "leave it out: `main` has permission to every static field, with its initial value",
            ));
        }
    }

    fn declare_method(
        &mut self,
        class: ClassId,
        name: &'a ast::Name,
        header: Header<'a>,
        kind: MethodKind,
        callable: &'a ast::Callable,
    ) {
        let id = MethodId(index(self.table.methods.len()));
        if let Some(header) = self.enter(class, name, header, callable, Callee::Method(id)) {
            self.push_method(header, kind, Source::Text(callable));
            if let Some(info) = self.table.methods.last_mut() {
                info.is_abstract = callable.body.is_none();
            }
            self.table.members.push(MemberId::Method(id));
        }
    }

    fn pure_method(
        &mut self,
        class: ClassId,
        name: &'a ast::Name,
        header: Header<'a>,
        modifiers: Modifiers,
        source: &'a ast::Callable,
    ) {
        let has_result = matches!(header.yields, Yields::Value(_));
        if !has_result {
            let message = format!("the pure method `{}` has no result", name.text);
            let error = Diagnostic::error(Code::TypeMismatch, name.span, message);
            self.sink
                .report(error.note("give it a type instead of `void`, or remove `pure`"));
        }
        let header = Header {
            is_refused: header.is_refused || !has_result,
            ..header
        };
        let id = PureId(index(self.table.pures.len()));
        if let Some(header) = self.enter(class, name, header, source, Callee::Pure(id)) {
            self.table.pures.push(FunctionInfo {
                header,
                is_ghost: modifiers.is_ghost,
                source,
                overrides: Vec::new(),
            });
            self.table.members.push(MemberId::Pure(id));
        }
    }

    fn lemma(&mut self, class: ClassId, member: &'a ast::Member, callable: &'a ast::Callable) {
        let allowed = ["static", "final"];
        let modifiers = Modifiers {
            is_ghost: true,
            ..headers::read(&member.modifiers, &allowed, "a lemma", self.sink)
        };
        let name = &member.name;
        let header = self.header(class, name, modifiers, Yields::Nothing, callable);
        let is_library = self.table.class(class).is_library;
        let is_complete = if is_library {
            self.check_body_presence(class, name, modifiers, callable)
        } else {
            callable.body.is_some()
        };
        if !is_complete && !is_library {
            let message = format!("the lemma `{}` has no body", name.text);
            let error = Diagnostic::error(Code::NotAllowedHere, name.span, message);
            self.sink
                .report(error.note("its body is its proof: write `{}` if none is needed"));
        }
        let header = Header {
            is_refused: header.is_refused || !is_complete,
            ..header
        };
        self.declare_method(class, name, header, MethodKind::Lemma, callable);
    }

    fn predicate(&mut self, class: ClassId, member: &'a ast::Member, callable: &'a ast::Callable) {
        let modifiers = Modifiers {
            is_ghost: true,
            ..headers::read(
                &member.modifiers,
                &["final", "abstract"],
                "a predicate",
                self.sink,
            )
        };
        let name = &member.name;
        let header = self.header(class, name, modifiers, Yields::Nothing, callable);
        let interface = self.table.class(class).kind == ClassKind::Interface;
        let has_error = header.is_refused || {
            if interface && callable.body.is_some() {
                let what = "a predicate with a body in an interface is";
                self.sink.unsupported::<()>(name.span, what).is_none()
            } else {
                !self.check_body_presence(class, name, modifiers, callable)
            }
        };
        let header = Header {
            is_refused: has_error,
            ..header
        };
        let id = PredId(index(self.table.preds.len()));
        if let Some(header) = self.enter(class, name, header, callable, Callee::Pred(id)) {
            self.table.preds.push(FunctionInfo {
                header,
                is_ghost: true,
                source: callable,
                overrides: Vec::new(),
            });
            self.table.members.push(MemberId::Pred(id));
            if let Some(info) = self.table.classes.get_mut(class.index()) {
                info.preds.push(id);
            }
        }
    }

    fn info(&self, class: ClassId) -> Option<&ClassInfo<'a>> {
        self.table.classes.get(class.index())
    }

    fn header(
        &self,
        class: ClassId,
        name: &'a ast::Name,
        modifiers: Modifiers,
        yields: Yields,
        callable: &'a ast::Callable,
    ) -> Header<'a> {
        let main = is_main(name, modifiers, &yields, callable);
        let params = callable.params.iter().map(|p| {
            if main {
                self.args(p)
            } else {
                self.param(p, modifiers.is_ghost)
            }
        });
        let params = params.collect();
        self.check_rest(&callable.params);
        let is_static = modifiers.is_static;
        let visibility = visibility_of(modifiers, self.table.class(class).kind);
        Header {
            class: Some(class),
            name: &name.text,
            name_span: name.span,
            is_static,
            is_final: modifiers.is_final,
            visibility,
            params,
            yields,
            written: None,
            type_params: &callable.type_params,
            is_refused: modifiers.refused,
        }
    }

    /// Reports parameters for any number of arguments behind which others stand.
    fn check_rest(&self, params: &[ast::Param]) {
        let before = params.split_last().map_or(&[][..], |(_, before)| before);
        for param in before.iter().filter(|param| param.is_rest) {
            let message = "only the last parameter can stand for any number of arguments";
            let error = Diagnostic::error(Code::Syntax, param.name.span, message);
            self.sink
                .report(error.note("declare it as an array, or put it at the end"));
        }
    }

    /// The header of a parameter; `ghost` says that the whole member is ghost.
    pub(super) fn param(&self, param: &'a ast::Param, ghost: bool) -> ParamInfo<'a> {
        let allowed = ["final", "ghost"];
        let modifiers = headers::read(&param.modifiers, &allowed, "a parameter", self.sink);
        let is_ghost = ghost || modifiers.is_ghost;
        let ty: Known = self.table.declared(&param.ty, is_ghost, self.sink);
        ParamInfo {
            name: &param.name,
            ty,
            written: &param.ty,
            is_final: modifiers.is_final,
            is_ghost,
            is_erased: self.table.names_type_param(&param.ty),
            is_rest: param.is_rest,
        }
    }

    /// The parameter of `main(String[] args)`. Without a class `String`, it is accepted only here,
    /// as an array of `Object`.
    fn args(&self, param: &'a ast::Param) -> ParamInfo<'a> {
        if self.table.string_class().is_some() {
            return self.param(param, false);
        }
        let modifiers = headers::read(&param.modifiers, &["final"], "a parameter", self.sink);
        let ty = Some(Type::Array(Box::new(Type::Object)));
        ParamInfo {
            name: &param.name,
            ty,
            written: &param.ty,
            is_final: modifiers.is_final,
            is_ghost: false,
            is_erased: false,
            is_rest: param.is_rest,
        }
    }

    pub(super) fn push_method(
        &mut self,
        header: Header<'a>,
        kind: MethodKind,
        source: Source<'a>,
    ) -> MethodId {
        let id = MethodId(index(self.table.methods.len()));
        self.table.methods.push(MethodInfo {
            header,
            kind,
            source,
            is_abstract: false,
            overrides: Vec::new(),
        });
        id
    }
}
