//! What an error refuses. An error in a member whose declaration is known refuses that
//! member. An error in a declaration can change what any other declaration means that
//! is connected with it: its class is refused, and all classes above and below it, and
//! whatever names one of these is not to be relied on either.

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::encode::Part;
use crate::ir::refused::{Refused, declaration};
use crate::ir::{ClassId, FieldId, MemberId, MethodId, MethodKind, PredId, PureId};
use crate::resolve::declarations::table::{Header, MethodInfo, Source, Table, index};
use crate::source::{SourceMap, Span};
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::MemberKind;
use std::collections::{BTreeMap, BTreeSet};

/// What is known of the errors of a program.
pub(in crate::resolve) struct Errors<'e> {
    /// The errors in declarations, and those of the parser.
    pub declared: Vec<Span>,
    /// The members in which an error was found while they were resolved.
    pub members: BTreeSet<MemberId>,
    /// The members that mean nothing because of an error elsewhere.
    pub unresolved: BTreeSet<MemberId>,
    /// All that is reported.
    pub found: &'e mut Vec<Diagnostic>,
}

/// What the errors refuse. `None` if the whole program is refused: where an error
/// stands in none of its classes, or is one of the tool or of a library.
pub(in crate::resolve) fn refused(
    files: &[ast::File],
    table: &Table<'_>,
    sources: &SourceMap,
    errors: Errors<'_>,
) -> Option<Refused> {
    let Errors {
        declared,
        members,
        unresolved,
        found,
    } = errors;
    if found.iter().any(|d| d.code == Code::Internal) {
        return None;
    }
    let mut refusal = Refusal {
        table,
        sources,
        texts: texts(files),
        refused: Refused::default(),
        broken: BTreeSet::new(),
        names: BTreeMap::new(),
        lost: BTreeSet::new(),
    };
    for member in members {
        refusal.member(member);
    }
    for span in declared {
        refusal.declared(files, span)?;
    }
    refusal.forget_lost_names(found);
    refusal.connect();
    refusal.refuse_classes();
    refusal.refuse_mentions();
    for member in unresolved {
        if !refusal.refused.dependents.contains_key(&member) {
            refusal.member(member);
        }
    }
    // An error that refuses nothing would be one that is forgotten.
    let has_error = found.iter().any(|d| d.severity == Severity::Error);
    (!has_error || !refusal.refused.is_empty()).then_some(refusal.refused)
}

/// The text of a member.
struct Text {
    /// The whole member.
    span: Span,
    /// The statements, if others see the contract alone.
    body: Option<Span>,
}

/// The texts of members by the places of their names.
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
            let body = Some(span);
            texts.insert(first.span, Text { span, body });
        }
    }
    texts
}

/// The classes of a file, with those inside of others.
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

/// The block of statements of a member that others know by its contract.
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

/// The words of a text, comments included.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
        .filter(|word| !word.is_empty())
}

/// The words that begin a class, before its name.
const CLASSES: [&str; 3] = ["class", "interface", "enum"];

struct Refusal<'r, 'a> {
    table: &'r Table<'a>,
    sources: &'r SourceMap,
    texts: BTreeMap<Span, Text>,
    refused: Refused,
    /// The classes whose declarations are not to be relied on.
    broken: BTreeSet<ClassId>,
    /// The names of these, and of classes that are lost: each with what was refused.
    names: BTreeMap<String, String>,
    /// The words that stand where something could not be parsed.
    lost: BTreeSet<String>,
}

impl Refusal<'_, '_> {
    fn member(&mut self, member: MemberId) {
        let name = self.header(member).name.to_owned();
        self.refused.members.insert(member);
        self.refused.parts.insert(declaration(member), name);
    }

    fn header(&self, member: MemberId) -> &Header<'_> {
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

    /// Takes in an error that was found before members were resolved. `None` if it is
    /// not known what it concerns.
    fn declared(&mut self, files: &[ast::File], span: Span) -> Option<()> {
        let file = files.iter().find(|file| file.holds(span))?;
        let text = self.sources.text(span);
        let is_gap = file.gaps.contains(&span);
        if is_gap {
            self.lost.extend(words(text).map(str::to_owned));
        }
        let by_name = self.all_members().into_iter();
        let in_body = |member: &MemberId| {
            let text = self.texts.get(&self.header(*member).name_span);
            text.and_then(|t| t.body)
                .is_some_and(|body| contains(body, span))
        };
        if let Some(member) = by_name.into_iter().find(in_body) {
            self.member(member);
            return Some(());
        }
        let around: Vec<&ast::Class> = all_classes(file)
            .into_iter()
            .filter(|class| contains(class.span, span))
            .collect();
        if around.is_empty() && !is_gap {
            return None;
        }
        for class in &around {
            self.broken_name(&class.name.text);
        }
        if around.is_empty() {
            self.main_of(span);
        }
        if is_gap {
            self.gap(text, around.is_empty())?;
        }
        Some(())
    }

    /// Refuses the trailing statements of a file: one of them is missing.
    fn main_of(&mut self, span: Span) {
        let methods = (0u32..).map(MethodId).zip(&self.table.methods);
        let is_main = |info: &MethodInfo<'_>| {
            matches!(info.source, Source::Main(_)) && info.header.name_span.file == span.file
        };
        let mains = methods.filter(|(_, info)| is_main(info));
        let mains: Vec<MethodId> = mains.map(|(id, _)| id).collect();
        for id in mains {
            self.member(MemberId::Method(id));
        }
    }

    /// What may have stood where nothing could be parsed: classes, known or not.
    fn gap(&mut self, text: &str, outside: bool) -> Option<()> {
        let all: Vec<&str> = words(text).collect();
        if outside && all.iter().any(|word| ["import", "package"].contains(word)) {
            return None;
        }
        let declares = all.iter().any(|word| CLASSES.contains(word));
        // Without a word that begins a class, each may belong to the head of one.
        let mut in_head = outside && !declares;
        for piece in text.split_inclusive(['{', '}', ';']) {
            for word in words(piece) {
                in_head |= CLASSES.contains(&word);
                let known = self.class_named(word).is_some();
                if in_head && (known || declares && !CLASSES.contains(&word)) {
                    self.broken_name(word);
                }
            }
            in_head = outside && !declares;
        }
        Some(())
    }

    fn class_named(&self, name: &str) -> Option<ClassId> {
        let ids = [&self.table.class_ids, &self.table.library_ids];
        ids.into_iter().find_map(|ids| ids.get(name).copied())
    }

    fn broken_name(&mut self, name: &str) {
        self.names.insert(name.to_owned(), name.to_owned());
        let ids = [&self.table.class_ids, &self.table.library_ids];
        let ids = ids.into_iter().filter_map(|ids| ids.get(name));
        self.broken.extend(ids);
    }

    /// Takes out the errors that only say that something that could not be parsed is
    /// not there: their reason is reported already.
    fn forget_lost_names(&self, found: &mut Vec<Diagnostic>) {
        found.retain(|d| {
            let is_lost = || self.lost.contains(self.sources.text(d.span));
            !(d.severity == Severity::Error && d.code == Code::UnknownName && is_lost())
        });
    }

    /// Adds the classes above and below those that are broken, those around them, and
    /// those inside of them.
    fn connect(&mut self) {
        let all = || (0..index(self.table.classes.len())).map(ClassId);
        let mut edges: Vec<(ClassId, ClassId)> = Vec::new();
        for id in all() {
            let info = self.table.class(id);
            edges.extend(info.supers.iter().map(|&above| (id, above)));
            // A supertype that was refused stands in the text alone.
            let head = self.sources.text(info.source.span);
            let head = head.split('{').next().unwrap_or(head);
            let named = words(head).filter_map(|word| self.class_named(word));
            edges.extend(named.map(|other| (id, other)));
            let inner = info.source.classes.iter();
            let inner = inner.filter_map(|inner| self.class_named(&inner.name.text));
            edges.extend(inner.map(|inner| (id, inner)));
        }
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

    /// Refuses the fields and members of the classes that are broken.
    fn refuse_classes(&mut self) {
        let reason =
            |refused: &Refused, class: ClassId| refused.parts.get(&Part::Class(class)).cloned();
        for (at, field) in (0u32..).zip(&self.table.fields) {
            if let Some(name) = reason(&self.refused, field.class) {
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
        if declaration_too {
            let part = declaration(member);
            self.refused
                .parts
                .entry(part)
                .or_insert_with(|| name.to_owned());
        }
    }

    /// Refuses what names a class that is broken: constants and static members leave no
    /// other trace of it.
    fn refuse_mentions(&mut self) {
        for member in self.all_members() {
            let header = self.header(member);
            let spans = self.spans(member, header);
            for (span, of_body) in spans {
                let text = self.sources.text(span);
                let named = words(text).find_map(|word| self.names.get(word)).cloned();
                if let Some(name) = named {
                    self.depends(member, &name, !of_body);
                }
            }
        }
    }

    /// The texts that a member consists of, each with whether only its own
    /// verification reads it.
    fn spans(&self, member: MemberId, header: &Header<'_>) -> Vec<(Span, bool)> {
        let mut spans = Vec::new();
        if let Some(text) = self.texts.get(&header.name_span) {
            match text.body {
                Some(body) => {
                    let before = Span {
                        end: body.start,
                        ..text.span
                    };
                    spans.extend([(before, false), (body, true)]);
                }
                None => spans.push((text.span, false)),
            }
        }
        let is_constructor = matches!(member, MemberId::Method(m)
            if self.table.method(m).kind == MethodKind::Constructor);
        if let Some(class) = header.class.filter(|_| is_constructor) {
            let source = self.table.class(class).source;
            let fields = source.members.iter();
            let fields = fields.filter(|m| matches!(m.kind, MemberKind::Field { .. }));
            // Without a constructor in the text they make its contract.
            spans.extend(fields.map(|field| (field.span, false)));
        }
        spans
    }
}
