//! The consequences of errors: which members are refused. What an error affects is decided in
//! [`extent`].
//!
//! An error in the body of a successfully parsed member refuses that member only; its contract
//! remains usable. An error elsewhere in such a member may also hide its name ([`super::hidden`]); one in a
//! constructor refuses what creates objects of its class, unless it is known which calls mean it.
//! An error of a class as a whole, which does not define what it has to or is not supported, refuses its
//! members, and what names it. Any other error refuses all members of its file, because unparsed text may contain any
//! declaration. It also breaks the classes that the file declares, with those below, around and in them, and those that
//! it names as supertypes, with all above them and above the broken ones: these might have subclasses that nobody knows.
//! Members that mention such a class are refused too. Classes that the file merely uses keep their verdicts: what
//! refused code does with them is no more than what code that was not verified can do. Of a file with an error of
//! syntax, where nobody knows what was meant, all that might be the head of a class counts.

mod declarations;
mod extent;
mod first_uses;

use super::broken_names::{BrokenNames, Named};
use super::hidden::{HiddenNames, Neighbours, Reach, edges, neighbours, steps};
use super::places::Innermost;
use super::sight::Sight;
use super::texts::{Text, all_classes, texts};
use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::ir::encode::ProgramPart;
use crate::ir::refused::{Refused, declaration};
use crate::ir::{ClassId, FieldId, MemberId, MethodId, MethodKind, PredId, PureId, ids};
use crate::resolve::declarations::table::{ConstantInfo, Header, Table, Yields};
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::MemberKind;
use crate::syntax::{Tokens, raw_words};
use extent::Extent;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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
    let tokens = Rc::new(Tokens::new(files, sources));
    let mut sight = Sight::new(files, sources, Rc::clone(&tokens));
    let edges = edges(table, &tokens, &sight);
    let neighbours = neighbours(&edges);
    sight.note_nested(table, &neighbours);
    let sight = Rc::new(sight);
    let mut refusal = Refusal {
        table,
        sources,
        files,
        hidden: HiddenNames::new(table, files, Rc::clone(&sight), neighbours),
        edges,
        texts: texts(files),
        bodies: Innermost::new([]),
        members: Innermost::new(files.iter().flat_map(all_classes).flat_map(|class| {
            let members = class.members.iter();
            members.map(move |member| (member.span, (class, member)))
        })),
        texts_of_classes: Innermost::new(
            files
                .iter()
                .flat_map(all_classes)
                .map(|class| (class.span, class)),
        ),
        classes: by_name(table),
        refused: Refused::default(),
        read_for_supertypes: BTreeSet::new(),
        broken: BTreeSet::new(),
        extended: BTreeSet::new(),
        names: BrokenNames::new(table, Rc::clone(&sight)),
        sight,
        tokens,
        constructors: BTreeMap::new(),
        begun: FirstUses::new(),
        statics: None,
        lost: BTreeSet::new(),
        unsupported: BTreeSet::new(),
        imported: imported_members(table, files),
    };
    refusal.bodies = refusal.all_bodies();
    let unsupported = found.iter().filter(|d| d.code == Code::Unsupported);
    refusal.unsupported = unsupported.map(|d| d.span).collect();
    let errors = found.iter().filter(|d| d.severity == Severity::Error);
    let mut places: Vec<Span> = errors.map(|d| d.span).collect();
    let errors: BTreeSet<Span> = places.iter().copied().collect();
    let follows = declared.iter().filter(|place| !errors.contains(place));
    refusal.unsupported.extend(follows);
    places.extend(declared);
    let gaps = files.iter().flat_map(|file| &file.gaps).copied();
    for place in places.into_iter().chain(gaps) {
        match refusal.extent(place) {
            Extent::Body(member) => {
                refusal.member(member, &[place]);
                refusal.extend_supertypes_in(place);
            }
            Extent::Declaration(class, members) => {
                let all = members.into_iter();
                all.for_each(|member| refusal.declaration(class, member));
                refusal.extend_supertypes_in(place);
            }
            Extent::Import(import) => refusal.import(import),
            Extent::Initialiser(class) => refusal.initialiser(class, place),
            Extent::Class(class) => refusal.class(class, place),
            Extent::File => refusal.file(place)?,
        }
    }
    for (member, spans) in members {
        refusal.member(member, &spans);
    }
    refusal.refuse_first_uses();
    refusal.names_without_types();
    refusal.forget_lost_names(found);
    refusal.connect();
    refusal.constants();
    refusal.refuse_classes();
    refusal.refuse_constructors();
    refusal.refuse_mentions();
    for (member, spans) in left_out {
        refusal.incomplete(member, &spans);
    }
    refusal.note_statics();
    (found.is_empty() || !refusal.refused.is_empty()).then_some(refusal.refused)
}

/// The names of members that files import of classes that are not here, or not as they are; `None` for those of a whole
/// class.
fn imported_members<'r>(
    table: &Table<'_>,
    files: &'r [ast::File],
) -> BTreeSet<(FileId, Option<&'r str>)> {
    let imports = files.iter().flat_map(|file| &file.imports);
    let is_unknown = |import: &&ast::Import| {
        let class = table.class_of_import(import);
        class.is_none_or(|class| table.is_incomplete(class))
    };
    let members = imports.filter(|import| import.is_static && is_unknown(import));
    members.map(|i| (i.span.file, i.name())).collect()
}

/// What is reached from these by some steps, for the same reasons.
fn spread(from: BTreeMap<ClassId, String>, steps: &Neighbours) -> BTreeMap<ClassId, String> {
    let mut todo: Vec<ClassId> = from.keys().copied().collect();
    let mut reached = from;
    while let Some(class) = todo.pop() {
        for next in steps.get(&class).into_iter().flatten() {
            if !reached.contains_key(next)
                && let Some(reason) = reached.get(&class).cloned()
            {
                reached.insert(*next, reason);
                todo.push(*next);
            }
        }
    }
    reached
}

/// The classes by the places of their names.
fn by_name(table: &Table<'_>) -> BTreeMap<Span, ClassId> {
    let mut found = BTreeMap::new();
    for id in ids::<ClassId>(table.classes.len()) {
        found.entry(table.class(id).name.span).or_insert(id);
    }
    found
}

/// A text that a member depends on.
struct UsedText {
    span: Span,
    /// The class in which it stands.
    class: Option<ClassId>,
    /// The name that it declares.
    name: Span,
    /// Whether only the member's own verification depends on it.
    of_body: bool,
}

/// The body of a member. Its tokens are read once, however many errors are in it.
struct Body {
    member: MemberId,
    span: Span,
    /// Whether it may declare classes.
    concerns_classes: OnceCell<bool>,
}

/// The classes whose first use might run what is refused: the order of their errors, and these in words.
type FirstUses = BTreeMap<ClassId, (usize, String)>;

struct Refusal<'r, 'a> {
    table: &'r Table<'a>,
    sources: &'r SourceMap,
    files: &'r [ast::File],
    tokens: Rc<Tokens<'r>>,
    /// The pairs of connected classes.
    edges: Vec<(ClassId, ClassId)>,
    texts: BTreeMap<Span, Text>,
    /// The bodies of all members.
    bodies: Innermost<Body>,
    /// All members, with the classes that declare them.
    members: Innermost<(&'r ast::Class, &'r ast::Member)>,
    /// The texts of all classes.
    texts_of_classes: Innermost<&'r ast::Class>,
    /// The classes by the places of their names.
    classes: BTreeMap<Span, ClassId>,
    refused: Refused,
    /// The members whose text was already looked through for supertypes.
    read_for_supertypes: BTreeSet<Span>,
    /// The classes with unreliable declarations.
    broken: BTreeSet<ClassId>,
    /// The classes that might have subclasses that nobody knows.
    extended: BTreeSet<ClassId>,
    /// The names of broken classes and their constants.
    names: BrokenNames<'r, 'a>,
    /// The names of other declarations with errors.
    hidden: HiddenNames<'r, 'a>,
    sight: Rc<Sight<'r>>,
    /// The classes of constructors with errors, with these in words.
    constructors: BTreeMap<ClassId, String>,
    /// Until what might begin to use them is refused.
    begun: FirstUses,
    /// A static field with an error, or the class of a block of objects: either might assign
    /// static fields before a main routine.
    statics: Option<String>,
    /// The words in text that could not be parsed.
    lost: BTreeSet<String>,
    /// The places of what is right, but not supported, and of what was left out because of an error elsewhere:
    /// nothing else is meant there than stands there.
    unsupported: BTreeSet<Span>,
    /// The names of members that files import of classes that are not here; `None` for those of a whole class.
    imported: BTreeSet<(FileId, Option<&'r str>)>,
}

impl<'r, 'a> Refusal<'r, 'a> {
    /// Refuses a member with errors. Its contract is refused as well unless all errors are in its
    /// body.
    fn member(&mut self, member: MemberId, spans: &[Span]) {
        let name = self.qualified(member);
        self.refused.members.insert(member);
        for part in self.parts_with(member, spans) {
            self.refused.parts.insert(part, name.clone());
        }
    }

    /// The parts of a member that errors at these places affect.
    fn parts_with(&self, member: MemberId, spans: &[Span]) -> Vec<ProgramPart> {
        let text = self.texts.get(&self.header(member).name_span);
        let body = text.and_then(|text| text.body);
        let in_body = |span: &Span| body.is_some_and(|body| body.contains(*span) && *span != body);
        match member {
            MemberId::Method(m) if !spans.is_empty() && spans.iter().all(in_body) => {
                vec![ProgramPart::Body(m)]
            }
            MemberId::Method(m) => vec![ProgramPart::Contract(m), ProgramPart::Body(m)],
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
        let methods = ids::<MethodId>(self.table.methods.len()).map(MemberId::Method);
        let pures = ids::<PureId>(self.table.pures.len()).map(MemberId::Pure);
        let preds = ids::<PredId>(self.table.preds.len()).map(MemberId::Pred);
        methods.chain(pures).chain(preds).collect()
    }

    fn all_classes(&self) -> impl Iterator<Item = ClassId> + use<> {
        ids(self.table.classes.len())
    }

    /// A member's name with that of its class, in words.
    fn qualified(&self, member: MemberId) -> String {
        let header = self.header(member);
        match header.class {
            Some(class) => self.name_in(class, header.name),
            None => format!("`{}`", header.name),
        }
    }

    fn name_in(&self, class: ClassId, name: &str) -> String {
        format!("`{}.{name}`", self.table.class(class).title)
    }

    fn class_of(&self, class: &ast::Class) -> Option<ClassId> {
        self.classes.get(&class.name.span).copied()
    }

    fn is_clean(&self, file: &ast::File) -> bool {
        file.span
            .is_some_and(|span| self.tokens.are_clean(span.file))
    }

    fn all_bodies(&self) -> Innermost<Body> {
        let body = |member: MemberId| {
            let text = self.texts.get(&self.header(member).name_span)?;
            let span = text.body?;
            let body = Body {
                member,
                span,
                concerns_classes: OnceCell::new(),
            };
            Some((span, body))
        };
        Innermost::new(self.all_members().into_iter().filter_map(body))
    }

    /// Refuses the file that contains an error. `None` if it is not known what its text says.
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
        if !self.tokens.are_literal(whole.file) {
            return None;
        }
        if file.is_misread {
            let text = self.sources.text(whole);
            let extended = self.tokens.might_extend(whole, text);
            let mut extended = extended.unwrap_or_else(|| raw_words(text).collect());
            extended.extend(self.tokens.supertypes(whole));
            let ours = self.table.classes.iter().filter(|info| !info.is_library);
            let ours = ours.map(|info| info.name.text.as_str());
            let ours: BTreeSet<&str> = ours.filter(|name| extended.contains(name)).collect();
            ours.into_iter()
                .for_each(|name| self.extend_name(name, None));
            let declared = self.tokens.declared_names(whole).into_iter();
            declared.for_each(|name| self.break_name(name, None, whole.file));
        } else {
            let declared = self.tokens.declared(whole);
            let package = file.package_name();
            for name in declared {
                self.break_name(name, Some(package), whole.file);
            }
            // A class that is not the program's is no subclass of one that is.
            for name in self.tokens.supertypes(whole) {
                self.extend_supertypes(name, whole.file);
            }
        }
        for class in all_classes(file) {
            self.break_name(&class.name.text, Some(file.package_name()), whole.file);
            if let Some(id) = self.class_of(class) {
                self.first_use(id, &format!("`{}`", class.name.text));
            }
        }
        for member in self.all_members() {
            if self.header(member).name_span.file == whole.file {
                self.member(member, &[]);
            }
        }
        Some(())
    }

    /// The gaps in a part of a file.
    fn gaps_in(&self, span: Span) -> impl Iterator<Item = &'r Span> {
        let file = self.files.iter().find(|file| file.holds(span));
        let gaps = file.into_iter().flat_map(|file| &file.gaps);
        gaps.filter(move |gap| span.contains(**gap))
    }

    /// Breaks the classes of a name that a file declares: its own, and those of a package, or of all. Not those that are
    /// in a class of another file, which this file cannot declare.
    fn break_name(&mut self, name: &str, package: Option<&'r str>, file: FileId) {
        let mut named = self.hide_name(name, package);
        named.retain(|class| {
            let info = self.table.class(*class);
            info.outer.is_none() || info.name.span.file == file
        });
        self.broken.extend(named);
    }

    /// Notes that the classes of a name, those of a package, or of all, might have subclasses that nobody knows.
    fn extend_name(&mut self, name: &str, package: Option<&'r str>) {
        let named = self.hide_name(name, package);
        self.extended.extend(named);
    }

    /// Lets a name stand for what cannot be relied on, in a package or anywhere, and gives the classes that it might mean.
    fn hide_name(&mut self, name: &str, package: Option<&'r str>) -> Vec<ClassId> {
        let place = package.map_or(Named::Anywhere, Named::Within);
        self.names.add(name, place, &format!("`{name}`"));
        let all = self.table.of_name(name);
        let is_meant =
            |class: &ClassId| package.is_none_or(|it| self.table.class(*class).package == it);
        all.filter(is_meant).collect()
    }

    /// Notes the classes that a file can mean by the name of a supertype. Library members have no
    /// bodies: an override of one affects no other class.
    fn extend_supertypes(&mut self, name: &str, file: FileId) {
        let named = self
            .table
            .of_name(name)
            .map(|class| self.table.class(class));
        let named = named.filter(|info| !info.is_library);
        let packages: BTreeSet<&'r str> = named.map(|info| info.package).collect();
        for package in packages {
            if self.sight.sees(file, package) {
                self.extend_name(name, Some(package));
            }
        }
    }

    /// Notes a file or a static field that is refused: its code may assign static fields before a main routine
    /// runs, so that their values are not known then.
    fn note_statics(&mut self) {
        let file = self.refused.files.first();
        let file = file.map(|file| format!("`{}`", self.sources.file(*file).shown_name()));
        self.refused.statics = file.or_else(|| self.statics.clone());
    }

    /// Hides the names of members and constants with ill-formed types: uses of them are ill-formed too and
    /// may have been omitted. (Of fields, they are left out.)
    fn names_without_types(&mut self) {
        let table = self.table;
        let constants = table.constants.iter().filter(|c| c.ty.is_none());
        let constants = constants.map(|c| (c.class, c.name.text.as_str(), Reach::Connected));
        let unknown = |member: &MemberId| {
            let header = self.header(*member);
            matches!(header.yields, Yields::Value(None))
                || header.params.iter().any(|param| param.ty.is_none())
        };
        let members = self.all_members().into_iter().filter(unknown);
        let members = members.filter_map(|member| {
            let header = self.header(member);
            Some((header.class?, header.name, self.reach(member)))
        });
        let all: Vec<(ClassId, &str, Reach)> = constants.chain(members).collect();
        for (class, name, reach) in all {
            let reason = self.name_in(class, name);
            self.hidden.hide(name, class, &reason, reach);
        }
    }

    /// Removes follow-up errors about unknown names that occur in unparsed text or are imported, whose
    /// error is already reported.
    fn forget_lost_names(&self, found: &mut Vec<Diagnostic>) {
        let is_lost = |span: Span| {
            let name = self.sources.text(span);
            let imports = |name| self.imported.contains(&(span.file, name));
            self.lost.contains(name) || imports(Some(name)) || imports(None)
        };
        // What was left out of a body may declare what is named behind it.
        let mut left_out: BTreeMap<MemberId, BTreeSet<&str>> = BTreeMap::new();
        for skipped in self.files.iter().flat_map(|file| &file.skipped) {
            if let Some(body) = self.bodies.around(*skipped) {
                let words = left_out.entry(body.member).or_default();
                words.extend(raw_words(self.sources.text(*skipped)));
            }
        }
        // A class in a body, which is refused, is named there only, and so is the variable of a pattern.
        let is_local = |span: Span| {
            let is_named = |left_out: &Span| {
                raw_words(self.sources.text(*left_out)).last() == Some(self.sources.text(span))
            };
            self.bodies.around(span).is_some_and(|body| {
                let behind = self.unsupported.range(body.span..);
                let mut unsupported = behind.take_while(|left_out| body.span.contains(**left_out));
                let words = left_out.get(&body.member);
                self.gaps_in(body.span).any(is_named)
                    || unsupported.any(is_named)
                    || words.is_some_and(|words| words.contains(self.sources.text(span)))
            })
        };
        found.retain(|d| {
            let is_follow_up = || is_lost(d.span) || is_local(d.span);
            !(d.severity == Severity::Error && d.code == Code::UnknownName && is_follow_up())
        });
    }

    /// Extends the broken classes by those below, around and in them, and then the classes that might have unknown
    /// subclasses by those above both.
    fn connect(&mut self) {
        let contains =
            |outer: ClassId, class: ClassId| self.table.class(class).outer == Some(outer);
        let (around, above): (Vec<_>, Vec<_>) =
            (self.edges.iter()).partition(|(a, b)| contains(*a, *b));
        let down = above.iter().map(|(a, b)| (*b, *a));
        let down = down.chain(around.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]));
        let broken = self.with_reasons(&self.broken);
        let broken = spread(broken, &steps(down));
        let mut all = self.with_reasons(&self.extended);
        all.extend(broken.clone());
        let all = spread(all, &steps(above.iter().copied()));
        self.broken = broken.into_keys().collect();
        for (id, reason) in all {
            self.names.add_class(id, &reason);
            self.refused.parts.insert(ProgramPart::Class(id), reason);
        }
    }

    fn with_reasons(&self, classes: &BTreeSet<ClassId>) -> BTreeMap<ClassId, String> {
        let reason = |id: &ClassId| (*id, format!("`{}`", self.table.class(*id).title));
        classes.iter().map(reason).collect()
    }

    /// Adds the names of constants whose values depend on refused declarations. In the IR only the
    /// value of a constant is left, so uses must be found by name.
    fn constants(&mut self) {
        let table = self.table;
        let mut all: Vec<&ConstantInfo<'_>> = table.constants.iter().collect();
        loop {
            let before = all.len();
            all.retain(|constant| {
                let (name, class) = (&constant.name.text, constant.class);
                let text = self.texts.get(&constant.name.span);
                let span = text.map_or(constant.name.span, |text| text.span);
                let broken = self.broken.contains(&class);
                let unreliable = broken
                    .then(|| format!("`{}`", table.class(class).title))
                    .or_else(|| self.named_in(span))
                    .or_else(|| self.hidden_in(Some(class), span, constant.name.span));
                let Some(reason) = unreliable else {
                    return true;
                };
                self.hidden.hide(name, class, &reason, Reach::Observers);
                false
            });
            if all.len() == before {
                return;
            }
        }
    }

    /// The refused declaration that a text mentions, if any.
    fn named_in(&self, span: Span) -> Option<String> {
        self.names.reason_in(span)
    }

    /// The declaration with an error that a text of a class depends on.
    fn hidden_in(&self, class: Option<ClassId>, span: Span, own: Span) -> Option<String> {
        self.hidden.reason(class, span, own).map(str::to_owned)
    }

    /// The constructor with an error that a text might call.
    fn constructed_in(&self, span: Span) -> Option<String> {
        let words: BTreeSet<&str> = self.sight.words_in(span).into_iter().collect();
        let mut all = self.constructors.iter();
        let called = |class: ClassId| words.contains(self.table.class(class).name.text.as_str());
        let found = all.find(|(class, _)| words.contains("new") && called(**class))?;
        Some(found.1.clone())
    }

    /// Refuses all constructors of a class of which one has an error, and those of its subclasses,
    /// which call it.
    fn refuse_constructors(&mut self) {
        let table = self.table;
        for (above, reason) in self.constructors.clone() {
            for class in self
                .all_classes()
                .filter(|class| table.is_below(*class, above))
            {
                for &constructor in &table.class(class).constructors {
                    self.depends(MemberId::Method(constructor), &reason, true);
                }
            }
        }
    }

    /// Refuses the fields and members of broken classes. Of a class that might have unknown subclasses, these might
    /// override what has a body. Callers may rely on contracts, which they have to refine.
    fn refuse_classes(&mut self) {
        let reason = |refused: &Refused, class: ClassId| {
            refused.parts.get(&ProgramPart::Class(class)).cloned()
        };
        for (at, field) in (0u32..).zip(&self.table.fields) {
            let text = self.texts.get(&field.name.span);
            let named = text.and_then(|text| self.named_in(text.span));
            let is_broken = self.broken.contains(&field.class);
            let broken = reason(&self.refused, field.class).filter(|_| is_broken);
            if let Some(name) = broken.or(named) {
                self.refused
                    .parts
                    .insert(ProgramPart::Field(FieldId(at)), name);
            }
        }
        for member in self.all_members() {
            let class = self.header(member).class;
            let found = class.and_then(|class| Some((class, reason(&self.refused, class)?)));
            if let Some((class, name)) = found {
                let is_known =
                    matches!(member, MemberId::Method(_)) && !self.broken.contains(&class);
                self.depends(member, &name, !is_known);
            }
        }
    }

    fn depends(&mut self, member: MemberId, reason: &str, declaration_too: bool) {
        self.refused
            .dependents
            .entry(member)
            .or_insert_with(|| reason.to_owned());
        let mut parts = Vec::new();
        if let MemberId::Method(m) = member {
            parts.push(ProgramPart::Body(m));
        }
        if declaration_too {
            parts.push(declaration(member));
        }
        for part in parts {
            self.refused
                .parts
                .entry(part)
                .or_insert_with(|| reason.to_owned());
        }
    }

    /// Refuses members that mention a broken class or a hidden name: constants and static members
    /// leave no reference to their class in the IR, and another declaration may be meant.
    fn refuse_mentions(&mut self) {
        for member in self.all_members() {
            for text in self.used_texts(member) {
                let named = self.named_in(text.span);
                let hidden = || self.hidden_in(text.class, text.span, text.name);
                let created = || self.constructed_in(text.span);
                if let Some(name) = named.or_else(hidden).or_else(created) {
                    self.depends(member, &name, !text.of_body);
                }
            }
        }
    }

    /// The texts that a member depends on.
    fn used_texts(&self, member: MemberId) -> Vec<UsedText> {
        let header = self.header(member);
        let mut texts = self.own_texts(header);
        for above in self.overridden(member) {
            // The contract may be inherited.
            let theirs = self.own_texts(above).into_iter();
            texts.extend(theirs.filter(|text| !text.of_body));
        }
        let is_constructor = matches!(member, MemberId::Method(m)
            if self.table.method(m).kind == MethodKind::Constructor);
        if let Some(class) = header.class.filter(|_| is_constructor) {
            // The contract of a default constructor consists of the initialisers.
            for above in self.table.lineage(class) {
                let fields = self.table.class(above).source.members.iter();
                let fields = fields.filter(|m| matches!(*m.kind, MemberKind::Field { .. }));
                texts.extend(fields.map(|field| UsedText {
                    span: field.span,
                    class: Some(above),
                    name: field.name.span,
                    of_body: false,
                }));
            }
        }
        texts
    }

    fn own_texts(&self, header: &Header<'_>) -> Vec<UsedText> {
        let Some(text) = self.texts.get(&header.name_span) else {
            return Vec::new();
        };
        let used = |span: Span, of_body: bool| UsedText {
            span,
            class: header.class,
            name: match header.class {
                Some(_) => header.name_span,
                // A main routine declares no name.
                None => Span {
                    end: header.name_span.start,
                    ..header.name_span
                },
            },
            of_body,
        };
        match text.body {
            Some(body) => {
                let before = Span {
                    end: body.start,
                    ..text.span
                };
                vec![used(before, false), used(body, true)]
            }
            None => vec![used(text.span, false)],
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
