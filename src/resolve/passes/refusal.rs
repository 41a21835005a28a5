//! The consequences of errors: which members are refused.
//!
//! An error in the body of a successfully parsed member refuses that member only; its contract
//! remains usable. Any other error refuses all members of its file, because unparsed text may
//! contain any declaration. It also breaks the classes that the file declares or mentions, with all
//! their supertypes, subtypes, enclosing and nested classes. Members that mention a broken class
//! are refused too. If the file may declare a subclass of a class that it does not name, the whole
//! program is refused.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::encode::Part;
use crate::ir::refused::{Refused, declaration};
use crate::ir::{ClassId, FieldId, MemberId, MethodId, MethodKind, PredId, PureId};
use crate::resolve::declarations::table::{Header, Table, Yields, index};
use crate::source::{SourceMap, Span};
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::MemberKind;
use crate::syntax::{Tokens, raw_words};
use std::collections::{BTreeMap, BTreeSet};

/// The errors of a program.
pub(in crate::resolve) struct Errors<'e> {
    /// The places of errors in declarations.
    pub declared: Vec<Span>,
    /// The places of errors, by member.
    pub members: BTreeMap<MemberId, Vec<Span>>,
    /// The places of constructs omitted because of an error elsewhere, by member.
    pub left_out: BTreeMap<MemberId, Vec<Span>>,
    /// All diagnostics.
    pub found: &'e mut Vec<Diagnostic>,
}

/// Determines what the errors refuse. `None` refuses the whole program: the extent of an error is
/// unknown, or the error is internal or in a library.
pub(in crate::resolve) fn refused(
    files: &[ast::File],
    table: &Table<'_>,
    sources: &SourceMap,
    errors: Errors<'_>,
) -> Option<Refused> {
    let Errors {
        declared,
        members,
        left_out,
        found,
    } = errors;
    let beyond = |d: &Diagnostic| {
        d.code == Code::Internal || (d.severity == Severity::Error && d.span.file.is_library())
    };
    if found.iter().any(beyond) {
        return None;
    }
    let mut refusal = Refusal {
        table,
        sources,
        files,
        tokens: Tokens::new(files, sources),
        texts: texts(files),
        refused: Refused::default(),
        broken: BTreeSet::new(),
        names: BTreeMap::new(),
        lost: BTreeSet::new(),
    };
    let errors = found.iter().filter(|d| d.severity == Severity::Error);
    let places: Vec<Span> = errors.map(|d| d.span).chain(declared).collect();
    let gaps = files.iter().flat_map(|file| &file.gaps).copied();
    for place in places.into_iter().chain(gaps) {
        match refusal.local(place) {
            Some(member) => refusal.member(member, &[place]),
            None => refusal.file(place)?,
        }
    }
    for (member, spans) in members {
        refusal.member(member, &spans);
    }
    refusal.names_without_types();
    refusal.forget_lost_names(found);
    refusal.connect();
    refusal.constants();
    refusal.refuse_classes();
    refusal.refuse_mentions();
    for (member, spans) in left_out {
        refusal.incomplete(member, &spans);
    }
    refusal.refuse_mains();
    (found.is_empty() || !refusal.refused.is_empty()).then_some(refusal.refused)
}

/// The text of a member.
struct Text {
    /// The whole member.
    span: Span,
    /// The body, if other members depend on the contract only.
    body: Option<Span>,
}

/// The texts of members, by the places of their names.
fn texts(files: &[ast::File]) -> BTreeMap<Span, Text> {
    let mut texts = BTreeMap::new();
    for class in files.iter().flat_map(all_classes) {
        for member in &class.members {
            let text = Text {
                span: member.span,
                body: statements(member),
            };
            texts.insert(member.name.span, text);
        }
    }
    for file in files {
        if let (Some(first), Some(last)) = (file.main.first(), file.main.last()) {
            let span = first.span.to(last.span);
            // These statements may belong to a class that was closed too early.
            texts.insert(first.span, Text { span, body: None });
        }
    }
    texts
}

/// The classes of a file, including nested ones.
fn all_classes(file: &ast::File) -> Vec<&ast::Class> {
    let mut found: Vec<&ast::Class> = file.classes.iter().collect();
    let mut at = 0;
    while let Some(class) = found.get(at) {
        let inner = class.classes.iter();
        found.extend(inner);
        at += 1;
    }
    found
}

/// The body of a member whose users depend on its contract only.
fn statements(member: &ast::Member) -> Option<Span> {
    let is_pure = member.modifiers.iter().any(|m| m.text == "pure");
    match &member.kind {
        MemberKind::Field { .. } | MemberKind::Predicate(_) => None,
        MemberKind::Method { .. } if is_pure => None,
        MemberKind::Constructor(callable)
        | MemberKind::Lemma(callable)
        | MemberKind::Method { callable, .. } => callable.body.as_ref().map(|body| body.span),
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
}

struct Refusal<'r, 'a> {
    table: &'r Table<'a>,
    sources: &'r SourceMap,
    files: &'r [ast::File],
    tokens: Tokens<'r>,
    texts: BTreeMap<Span, Text>,
    refused: Refused,
    /// The classes with unreliable declarations.
    broken: BTreeSet<ClassId>,
    /// The names of broken classes, of classes that were not parsed, and of declarations with an
    /// ill-formed type; each with the name of the refused declaration.
    names: BTreeMap<String, String>,
    /// The words in text that could not be parsed.
    lost: BTreeSet<String>,
}

impl<'r, 'a> Refusal<'r, 'a> {
    /// Refuses a member with errors. Its contract is refused as well unless all errors are in its
    /// body.
    fn member(&mut self, member: MemberId, spans: &[Span]) {
        let name = self.header(member).name.to_owned();
        self.refused.members.insert(member);
        for part in self.parts_with(member, spans) {
            self.refused.parts.insert(part, name.clone());
        }
    }

    /// The parts of a member that errors at these places affect.
    fn parts_with(&self, member: MemberId, spans: &[Span]) -> Vec<Part> {
        let text = self.texts.get(&self.header(member).name_span);
        let body = text.and_then(|text| text.body);
        let in_body = |span: &Span| body.is_some_and(|body| contains(body, *span) && *span != body);
        match member {
            MemberId::Method(m) if !spans.is_empty() && spans.iter().all(in_body) => {
                vec![Part::Body(m)]
            }
            MemberId::Method(m) => vec![Part::Contract(m), Part::Body(m)],
            MemberId::Pure(_) | MemberId::Pred(_) => vec![declaration(member)],
        }
    }

    /// Refuses a member with constructs omitted because of an error elsewhere.
    fn incomplete(&mut self, member: MemberId, spans: &[Span]) {
        if self.refused.members.contains(&member) {
            return;
        }
        let reason = "a declaration with an error".to_owned();
        for part in self.parts_with(member, spans) {
            self.refused
                .parts
                .entry(part)
                .or_insert_with(|| reason.clone());
        }
        self.refused.dependents.entry(member).or_insert(reason);
    }

    fn header(&self, member: MemberId) -> &'r Header<'a> {
        match member {
            MemberId::Method(m) => &self.table.method(m).header,
            MemberId::Pure(p) => &self.table.pure_method(p).header,
            MemberId::Pred(q) => &self.table.pred(q).header,
        }
    }

    fn all_members(&self) -> Vec<MemberId> {
        fn ids<T: From<u32>>(count: usize) -> impl Iterator<Item = T> {
            (0..index(count)).map(T::from)
        }
        let methods = ids::<MethodId>(self.table.methods.len()).map(MemberId::Method);
        let pures = ids::<PureId>(self.table.pures.len()).map(MemberId::Pure);
        let preds = ids::<PredId>(self.table.preds.len()).map(MemberId::Pred);
        methods.chain(pures).chain(preds).collect()
    }

    fn all_classes(&self) -> impl Iterator<Item = ClassId> + use<> {
        (0..index(self.table.classes.len())).map(ClassId)
    }

    /// The member whose body contains an error that affects no other member: the rest of the file
    /// was parsed, and the body declares no classes.
    fn local(&self, place: Span) -> Option<MemberId> {
        let file = self.files.iter().find(|file| file.holds(place))?;
        if file.is_misread || !self.tokens.are_clean(place.file) {
            return None;
        }
        let body = |member: &MemberId| {
            let text = self.texts.get(&self.header(*member).name_span)?;
            let body = text.body?;
            (contains(body, place) && body != place).then_some(body)
        };
        let all = self.all_members().into_iter();
        let (member, body) = all.filter_map(|m| Some((m, body(&m)?))).next()?;
        (!self.tokens.concerns_classes(body)).then_some(member)
    }

    /// Refuses the file that contains an error. `None` if the error may affect classes that the
    /// file does not name.
    fn file(&mut self, place: Span) -> Option<()> {
        let file = self.files.iter().find(|file| file.holds(place))?;
        let whole = file.span?;
        if file.gaps.contains(&place) {
            let words = raw_words(self.sources.text(place)).map(str::to_owned);
            self.lost.extend(words);
        }
        if !self.refused.files.insert(whole.file) {
            return Some(());
        }
        let classes = self.table.classes.iter();
        let read: BTreeSet<Span> = classes.map(|class| class.name.span).collect();
        let is_known = |name: &str| {
            let mut classes = self.table.classes.iter();
            classes.any(|class| class.name.text == name)
                || ["Object", "seq", "set", "multiset", "map"].contains(&name)
                || self.table.type_params.contains_key(name)
        };
        if !self.tokens.are_clean(whole.file)
            || self.tokens.has_unclear_class(whole, &read, &is_known)
        {
            return None;
        }
        let words: BTreeSet<&str> = raw_words(self.sources.text(whole)).collect();
        let declared = self.tokens.declared_names(whole);
        let mut broken: BTreeSet<&str> = declared;
        broken.extend(
            all_classes(file)
                .iter()
                .map(|class| class.name.text.as_str()),
        );
        for class in &self.table.classes {
            let name = class.name.text.as_str();
            // Library members have no bodies: an override of one affects no other class.
            if words.contains(name) && !class.is_library {
                broken.insert(name);
            }
        }
        for name in broken {
            self.break_name(name);
        }
        for member in self.all_members() {
            if self.header(member).name_span.file == whole.file {
                self.member(member, &[]);
            }
        }
        Some(())
    }

    fn break_name(&mut self, name: &str) {
        self.names.insert(name.to_owned(), name.to_owned());
        let is_named = |class: &ClassId| self.table.class(*class).name.text == name;
        let named: Vec<ClassId> = self.all_classes().filter(is_named).collect();
        self.broken.extend(named);
    }

    /// Refuses all main routines if a file is refused: its code may assign static fields before
    /// they run.
    fn refuse_mains(&mut self) {
        let Some(file) = self.refused.files.first().copied() else {
            return;
        };
        let name = self.sources.file(file).name().to_owned();
        let methods = (0u32..).map(MethodId).zip(&self.table.methods);
        let mains = methods.filter(|(_, info)| info.kind == MethodKind::Main);
        let mains: Vec<MethodId> = mains.map(|(id, _)| id).collect();
        for id in mains {
            self.depends(MemberId::Method(id), &name, true);
        }
    }

    /// Adds the names of declarations with ill-formed types: uses of them are ill-formed too and
    /// may have been omitted.
    fn names_without_types(&mut self) {
        let table = self.table;
        let fields = table.fields.iter().filter(|field| field.ty.is_none());
        let constants = table.constants.iter().filter(|c| c.ty.is_none());
        let fields = fields.map(|field| field.name.text.as_str());
        let constants = constants.map(|constant| constant.name.text.as_str());
        let unknown = |member: &MemberId| {
            let header = self.header(*member);
            matches!(header.yields, Yields::Value(None))
                || header.params.iter().any(|param| param.ty.is_none())
        };
        let members = self.all_members().into_iter().filter(unknown);
        let members = members.map(|member| self.header(member).name);
        let all: Vec<String> = fields
            .chain(constants)
            .chain(members)
            .map(str::to_owned)
            .collect();
        for name in all {
            self.names.insert(name.clone(), name);
        }
    }

    /// Removes follow-up errors about unknown names that occur in unparsed text, whose error is
    /// already reported.
    fn forget_lost_names(&self, found: &mut Vec<Diagnostic>) {
        found.retain(|d| {
            let is_lost = || self.lost.contains(self.sources.text(d.span));
            !(d.severity == Severity::Error && d.code == Code::UnknownName && is_lost())
        });
    }

    /// Extends the broken classes by their supertypes, subtypes, enclosing and nested classes.
    fn connect(&mut self) {
        let edges = self.edges();
        let mut reasons: BTreeMap<ClassId, String> = BTreeMap::new();
        for &id in &self.broken {
            reasons.insert(id, self.table.class(id).name.text.clone());
        }
        loop {
            let mut grown = false;
            for &(a, b) in &edges {
                for (from, to) in [(a, b), (b, a)] {
                    if let Some(reason) = reasons.get(&from).cloned()
                        && !reasons.contains_key(&to)
                    {
                        reasons.insert(to, reason);
                        grown = true;
                    }
                }
            }
            if !grown {
                break;
            }
        }
        for (id, reason) in reasons {
            let name = self.table.class(id).name.text.clone();
            self.names.entry(name).or_insert_with(|| reason.clone());
            self.refused.parts.insert(Part::Class(id), reason);
            self.broken.insert(id);
        }
    }

    /// The pairs of classes of which one mentions the other in its head or contains it.
    fn edges(&self) -> Vec<(ClassId, ClassId)> {
        let is_ours = |id: &ClassId| !self.table.class(*id).is_library;
        let ours: Vec<ClassId> = self.all_classes().filter(is_ours).collect();
        let mut by_name: BTreeMap<&str, Vec<ClassId>> = BTreeMap::new();
        for &id in &ours {
            let name = self.table.class(id).name.text.as_str();
            by_name.entry(name).or_default().push(id);
        }
        let named = |name: &str| by_name.get(name).into_iter().flatten().copied();
        let mut edges: Vec<(ClassId, ClassId)> = Vec::new();
        for id in ours {
            let info = self.table.class(id);
            // Ill-formed supertypes are missing in `supers` but occur in the text.
            let head = self.tokens.head(info.source.span);
            let inner = info
                .source
                .classes
                .iter()
                .map(|inner| inner.name.text.as_str());
            let others = head.chain(inner).flat_map(named);
            let above = info.supers.iter().copied().filter(is_ours);
            edges.extend(others.chain(above).map(|other| (id, other)));
        }
        edges
    }

    /// Adds the names of constants whose values depend on refused declarations. In the IR only the
    /// value of a constant is left, so uses must be found by name.
    fn constants(&mut self) {
        let class_of = |class: ClassId| self.refused.parts.get(&Part::Class(class)).cloned();
        let constants = self.table.constants.iter();
        let mut all: Vec<(String, Span, Option<String>)> = constants
            .map(|c| {
                let text = self.texts.get(&c.name.span);
                let span = text.map_or(c.name.span, |text| text.span);
                (c.name.text.clone(), span, class_of(c.class))
            })
            .collect();
        loop {
            let before = all.len();
            all.retain(|(name, span, class)| {
                let reason = class.clone().or_else(|| self.named_in(*span));
                let is_refused = reason.is_some();
                if let Some(reason) = reason {
                    self.names.entry(name.clone()).or_insert(reason);
                }
                !is_refused
            });
            if all.len() == before {
                return;
            }
        }
    }

    /// The refused declaration that a text mentions, if any.
    fn named_in(&self, span: Span) -> Option<String> {
        let mut words = raw_words(self.sources.text(span));
        words.find_map(|word| self.names.get(word)).cloned()
    }

    /// Refuses the fields and members of broken classes.
    fn refuse_classes(&mut self) {
        let reason =
            |refused: &Refused, class: ClassId| refused.parts.get(&Part::Class(class)).cloned();
        for (at, field) in (0u32..).zip(&self.table.fields) {
            let text = self.texts.get(&field.name.span);
            let named = text.and_then(|text| self.named_in(text.span));
            if let Some(name) = reason(&self.refused, field.class).or(named) {
                self.refused.parts.insert(Part::Field(FieldId(at)), name);
            }
        }
        for member in self.all_members() {
            let class = self.header(member).class;
            if let Some(name) = class.and_then(|class| reason(&self.refused, class)) {
                self.depends(member, &name, true);
            }
        }
    }

    fn depends(&mut self, member: MemberId, name: &str, declaration_too: bool) {
        self.refused
            .dependents
            .entry(member)
            .or_insert_with(|| name.to_owned());
        let mut parts = Vec::new();
        if let MemberId::Method(m) = member {
            parts.push(Part::Body(m));
        }
        if declaration_too {
            parts.push(declaration(member));
        }
        for part in parts {
            self.refused
                .parts
                .entry(part)
                .or_insert_with(|| name.to_owned());
        }
    }

    /// Refuses members that mention a broken class by name: constants and static members leave no
    /// reference to their class in the IR.
    fn refuse_mentions(&mut self) {
        for member in self.all_members() {
            for (span, of_body) in self.spans(member) {
                if let Some(name) = self.named_in(span) {
                    self.depends(member, &name, !of_body);
                }
            }
        }
    }

    /// The spans that a member depends on; `true` marks a body, on which only its own verification
    /// depends.
    fn spans(&self, member: MemberId) -> Vec<(Span, bool)> {
        let header = self.header(member);
        let mut spans = self.own_spans(header);
        for above in self.overridden(member) {
            // The contract may be inherited.
            let theirs = self.own_spans(above).into_iter();
            spans.extend(theirs.filter(|(_, of_body)| !of_body));
        }
        let is_constructor = matches!(member, MemberId::Method(m)
            if self.table.method(m).kind == MethodKind::Constructor);
        if let Some(class) = header.class.filter(|_| is_constructor) {
            let source = self.table.class(class).source;
            let fields = source.members.iter();
            let fields = fields.filter(|m| matches!(m.kind, MemberKind::Field { .. }));
            // The contract of a default constructor consists of the initialisers.
            spans.extend(fields.map(|field| (field.span, false)));
        }
        spans
    }

    fn own_spans(&self, header: &Header<'_>) -> Vec<(Span, bool)> {
        let Some(text) = self.texts.get(&header.name_span) else {
            return Vec::new();
        };
        match text.body {
            Some(body) => {
                let before = Span {
                    end: body.start,
                    ..text.span
                };
                vec![(before, false), (body, true)]
            }
            None => vec![(text.span, false)],
        }
    }

    /// The members that a member overrides, transitively.
    fn overridden(&self, member: MemberId) -> Vec<&'r Header<'a>> {
        let above = |id: MemberId| -> Vec<MemberId> {
            match id {
                MemberId::Method(m) => {
                    let above = self.table.method(m).overrides.iter();
                    above.copied().map(MemberId::Method).collect()
                }
                MemberId::Pure(p) => {
                    let above = self.table.pure_method(p).overrides.iter();
                    above.copied().map(|p| MemberId::Pure(PureId(p))).collect()
                }
                MemberId::Pred(q) => {
                    let above = self.table.pred(q).overrides.iter();
                    above.copied().map(|q| MemberId::Pred(PredId(q))).collect()
                }
            }
        };
        let mut found = BTreeSet::new();
        let mut todo = above(member);
        while let Some(next) = todo.pop() {
            if found.insert(next) {
                todo.extend(above(next));
            }
        }
        found.into_iter().map(|id| self.header(id)).collect()
    }
}
