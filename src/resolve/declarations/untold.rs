//! Which calls might end with an exception of which no contract tells: those of library members without
//! contracts, of a `Scanner`'s, and what could lead there. Where something could see such an exception, a call has a
//! second end: see [`crate::resolve::expressions::exceptional`].
//!
//! Decided by names, whatever they denote: a member of the program leads there if its body calls, makes or begins to
//! use what has the name of something that does. So no verdict depends on what a member without such a name does. What
//! is called of a text, and `+` of numbers, is told apart by what is written ([`super::written_kinds`]).
//!
//! What a library calls of the program might end so, too; few of its described members call anything.

use super::failing_values::{FieldTypes, might_fail};
use super::table::{Callee, MethodInfo, Source, Table};
use super::written_kinds::{Kind, Written, has_texts, summands};
use crate::ir::{ClassId, ClassKind, LibraryExceptions, MethodId, MethodKind, PureId, Type, ids};
use crate::library::OF_LOOPS;
use crate::source::Span;
use crate::syntax::tree::ast::{self, AssignOp, ExprKind, MemberKind, StmtKind};
use crate::syntax::tree::walk;
use ecow::EcoString;
use std::collections::{BTreeMap, BTreeSet};

/// What might end so.
#[derive(Debug, Default)]
pub(in crate::resolve) struct Untold {
    /// What the program has.
    program: BTreeSet<Named<EcoString>>,
    /// Which fields of the program might be null.
    fields: FieldTypes,
    /// Whether all are unchecked ones, and lead there.
    are_unchecked: bool,
    /// Whether the members of libraries that call members of what they are given might lead there.
    calls_back: bool,
}

/// What can be called, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named<S> {
    /// Methods with so many parameters.
    Method(S, usize),
    /// Methods with any number of arguments.
    MethodOfAny(S),
    /// Methods with so many parameters of some object, whose class might be one of Java's own.
    OfOther(S, usize),
    /// Methods with so many parameters of texts.
    OfText(S, usize),
    /// The constructors of a class.
    Made(S),
    /// The constructors of a class, if they are given an object that is no text.
    MadeWith(S),
    /// The first use of a class, which evaluates its static fields and makes the constants of an `enum`.
    Begun(S),
}

impl Named<&str> {
    fn is_begun(self) -> bool {
        matches!(self, Named::Begun(_))
    }

    /// What has to be called so that a member of a library of this name calls the program: a described constructor has
    /// to be given something to call.
    fn calling_back(self, table: &Table<'_>, callee: Callee) -> Self {
        match self {
            Named::Made(name) if table.is_shipped(callee) => Named::MadeWith(name),
            name => name,
        }
    }

    fn owned(self) -> Named<EcoString> {
        match self {
            Named::Method(name, arity) => Named::Method(name.into(), arity),
            Named::MethodOfAny(name) => Named::MethodOfAny(name.into()),
            Named::OfOther(name, arity) => Named::OfOther(name.into(), arity),
            Named::OfText(name, arity) => Named::OfText(name.into(), arity),
            Named::Made(name) => Named::Made(name.into()),
            Named::MadeWith(name) => Named::MadeWith(name.into()),
            Named::Begun(name) => Named::Begun(name.into()),
        }
    }
}

/// What Java runs for operands of `+`, if one is a string.
const TEXT: Named<&'static str> = Named::Method("toString", 0);

/// The packages of the JDK whose classes have texts of numbers, words and times.
const PLAIN_TEXTS: [&str; 3] = ["java.lang", "java.math", "java.time"];

/// Such classes of other packages, in which some make the text of what they hold.
const OF_PLAIN_TEXT: [(&str, &str); 4] = [
    ("java.util.concurrent.atomic", "AtomicBoolean"),
    ("java.util.concurrent.atomic", "AtomicInteger"),
    ("java.util.concurrent.atomic", "AtomicLong"),
    ("java.util.regex", "Pattern"),
];

/// The described classes whose members call nothing of what they are given or hold: the keys of a map are texts, or
/// compare by identity.
const CALLS_NOTHING: [(&str, &str); 8] = [
    ("java.lang", "Iterable"),
    ("java.util", "ArrayList"),
    ("java.util", "HashMap"),
    ("java.util", "Iterator"),
    ("java.util", "List"),
    ("java.util", "Map"),
    ("java.util", "Objects"),
    ("java.util", "Optional"),
];

/// Those of them that compare keys if these are `Comparable`.
const MAPS: [(&str, &str); 2] = [("java.util", "HashMap"), ("java.util", "Map")];

/// The members of exceptions that call nothing.
const OF_EXCEPTIONS: [&str; 4] = [
    "addSuppressed",
    "fillInStackTrace",
    "getCause",
    "getMessage",
];

/// What Java runs for every exception that is made.
const FILLED: Named<&'static str> = Named::Method("fillInStackTrace", 0);

/// What Java runs at the end of a `try` with resources.
const CLOSED: &str = "close";

/// The members that make texts by a format.
const BY_FORMAT: [&str; 2] = ["format", "printf"];

/// What a contract tells of the exceptions that a member might end with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ExceptionContract {
    /// It tells of all of them.
    Complete,
    /// It tells of the checked ones.
    OfChecked,
    /// It tells of none.
    Absent,
}

/// What is run by one name.
struct Body<'a> {
    name: Named<&'a str>,
    uses: BTreeSet<Named<&'a str>>,
    /// Whether a part of it is not known, or might end with an exception of Java's.
    is_untold: bool,
    /// Whether it gives another constructor an object that is no text.
    gives_object: bool,
}

impl Untold {
    /// Those of a program whose members are all entered.
    fn new(table: &Table<'_>) -> Untold {
        // Only code in Java ends so.
        if !table.rules.is_compiled {
            return Untold::default();
        }
        let (library, own): (Vec<ClassId>, Vec<ClassId>) =
            ids(table.classes.len()).partition(|class| table.class(*class).is_library);
        let of = |class: &ClassId| untold_by(table, *class).chain(run_by_path(table, *class));
        let all_of: Vec<(Named<&str>, ExceptionContract)> = library.iter().flat_map(of).collect();
        let are_unchecked = all_of
            .iter()
            .all(|(_, told)| *told == ExceptionContract::OfChecked);
        let mut led: BTreeSet<Named<&str>> = all_of.into_iter().map(|(name, _)| name).collect();
        let fields = FieldTypes::of(table);
        let has_texts = has_texts(table);
        let of_class = |class| bodies_of(table, &fields, has_texts, class);
        let of_classes = own.into_iter().map(of_class);
        let mut of_classes: Vec<Vec<Body<'_>>> = of_classes.collect();
        add_leaked(&mut of_classes);
        let bodies: Vec<Body<'_>> = of_classes.into_iter().flatten().collect();
        let mut program = reached(&bodies, &led);
        let all = || library.iter().flat_map(|class| members_of(table, *class));
        let calls_back = all().any(|(name, _)| program.contains(&name));
        if calls_back {
            let calling = all().filter(|(_, callee)| table.might_call_back(*callee));
            led.extend(calling.map(|(name, callee)| name.calling_back(table, callee)));
            program = reached(&bodies, &led);
        }
        let of_java = bodies.iter().any(|body| body.is_untold);
        Untold {
            program: program.into_iter().map(Named::owned).collect(),
            fields,
            are_unchecked: are_unchecked && !of_java && !calls_back,
            calls_back,
        }
    }

    fn has(&self, name: Named<&str>) -> bool {
        self.program.contains(&name.owned())
    }
}

/// The first uses that run code of the program, of their own class or of others.
fn running_code<'a>(of_classes: &[Vec<Body<'a>>]) -> BTreeSet<Named<&'a str>> {
    let all = || of_classes.iter().flatten();
    let of_program = all().map(|body| body.name).filter(|name| !name.is_begun());
    let mut running: BTreeSet<Named<&str>> = of_program.collect();
    loop {
        let is_new = |body: &&Body<'a>| body.name.is_begun() && !running.contains(&body.name);
        let new = all().filter(is_new);
        let new = new.filter(|body| !body.uses.is_disjoint(&running));
        let new: Vec<Named<&str>> = new.map(|body| body.name).collect();
        if new.is_empty() {
            return running;
        }
        running.extend(new);
    }
}

/// Lets the methods of a class use its first use if that runs code of the program, which might make an object: such an
/// object can be there although the first use has failed, and then each use of a static field fails again.
fn add_leaked(of_classes: &mut [Vec<Body<'_>>]) {
    let running = running_code(of_classes);
    for bodies in of_classes {
        let begun = bodies.iter().find(|body| body.name.is_begun());
        let Some(begun) = begun.filter(|begun| running.contains(&begun.name)) else {
            continue;
        };
        let begun = begun.name;
        let others = bodies.iter_mut().filter(|body| body.name != begun);
        others.for_each(|body| {
            body.uses.insert(begun);
        });
    }
}

/// What leads to these, or is untold itself.
fn reached<'a>(bodies: &[Body<'a>], led: &BTreeSet<Named<&'a str>>) -> BTreeSet<Named<&'a str>> {
    let mut users: BTreeMap<Named<&str>, Vec<Named<&'a str>>> = BTreeMap::new();
    for body in bodies {
        for used in &body.uses {
            users.entry(*used).or_default().push(body.name);
        }
    }
    let begin = bodies.iter().filter(|body| body.is_untold);
    let mut found: BTreeSet<Named<&str>> = begin.map(|body| body.name).collect();
    let mut todo: Vec<Named<&str>> = led.union(&found).copied().collect();
    while let Some(next) = todo.pop() {
        let users = users.get(&next).into_iter().flatten();
        todo.extend(users.filter(|user| found.insert(**user)));
    }
    found
}

/// The members of a class.
fn members_of<'t, 'a>(
    table: &'t Table<'a>,
    class: ClassId,
) -> impl Iterator<Item = (Named<&'a str>, Callee)> + use<'t, 'a> {
    let info = table.class(class);
    let is_text = table.is_java_text(&Type::Class(class));
    let methods = info
        .callees
        .iter()
        .flat_map(move |(&(name, arity), callees)| {
            callees.iter().flat_map(move |&callee| {
                let of_any = table.has_rest(callee).then_some(Named::MethodOfAny(name));
                let of_text = is_text.then_some(Named::OfText(name, arity));
                let names = of_any.into_iter().chain(of_text);
                let names = names.chain([Named::Method(name, arity)]);
                names.map(move |name| (name, callee))
            })
        });
    let made = Named::Made(info.name.text.as_str());
    let constructors = info.constructors.iter();
    methods.chain(constructors.map(move |id| (made, Callee::Method(*id))))
}

/// The members of a library class that might run code of the class path.
fn run_by_path<'t, 'a>(
    table: &'t Table<'a>,
    class: ClassId,
) -> impl Iterator<Item = (Named<&'a str>, ExceptionContract)> + use<'t, 'a> {
    let all = members_of(table, class);
    all.filter(|(_, callee)| matches!(callee, Callee::Method(id) if table.might_run_path(*id)))
        .map(|(name, _)| (name, ExceptionContract::Absent))
}

/// The members of a library class that might end with an exception of which no contract tells. What objects of these
/// packages say of themselves runs nothing else.
fn untold_by<'t, 'a>(
    table: &'t Table<'a>,
    class: ClassId,
) -> impl Iterator<Item = (Named<&'a str>, ExceptionContract)> + use<'t, 'a> {
    let info = table.class(class);
    let is_plain = table.is_scanner(class)
        || PLAIN_TEXTS.contains(&info.package)
        || OF_PLAIN_TEXT.contains(&(info.package, info.name.text.as_str()));
    let all = members_of(table, class);
    let all = all.filter(move |(name, _)| !(is_plain && *name == TEXT));
    all.filter_map(|(name, callee)| {
        let told = table.told_by(callee);
        let name = match name {
            Named::Method(name, arity) if table.promises_nothing(callee) => {
                Named::OfOther(name, arity)
            }
            name => name,
        };
        (told != ExceptionContract::Complete).then_some((name, told))
    })
}

impl Table<'_> {
    /// What might end with an exception of which no contract tells. Few programs ask.
    fn untold(&self) -> &Untold {
        self.untold.get_or_init(|| Untold::new(self))
    }

    /// What a library member's contract tells of its exceptions.
    fn told_by(&self, callee: Callee) -> ExceptionContract {
        let header = self.header(callee);
        let of_scanner = header.class.is_some_and(|class| self.is_scanner(class));
        if self.is_declared_to_end(callee) {
            ExceptionContract::Complete
        } else if of_scanner || self.makes_texts(callee) {
            ExceptionContract::OfChecked
        } else if header.name_span.file.is_uncontracted() || self.promises_nothing(callee) {
            ExceptionContract::Absent
        } else {
            ExceptionContract::Complete
        }
    }

    /// Whether it is a member of one of Java's interfaces without contract, as `compareTo`: the object might be one of
    /// Java's own.
    fn promises_nothing(&self, callee: Callee) -> bool {
        let class = self.header(callee).class;
        let class = class.map(|class| self.class(class));
        let of_interface =
            class.is_some_and(|class| class.is_library && class.kind == ClassKind::Interface);
        let is_bare = |id: MethodId| matches!(self.method(id).source, Source::Text(callable) if callable.contract.is_empty());
        of_interface && matches!(callee, Callee::Method(id) if is_bare(id))
    }

    /// Whether it is believed of a member of one of Java's own classes that it throws nothing.
    fn is_declared_to_end(&self, callee: Callee) -> bool {
        let declares = |id: MethodId| matches!(self.method(id).source, Source::Text(callable) if callable.throws);
        let declares = matches!(callee, Callee::Method(id) if declares(id));
        !declares && self.believes(self.header(callee).name_span)
    }

    /// Whether it is believed of the class whose declaration this place is in that its members throw only what they
    /// declare, those that override them included.
    fn believes(&self, declaration: Span) -> bool {
        let of_path = declaration.file.is_of_class_path();
        self.library_exceptions == LibraryExceptions::Declared && !of_path
    }

    /// Whether a described member of a library makes a text of all its arguments by a format, which might not fit them.
    pub(in crate::resolve) fn makes_texts(&self, callee: Callee) -> bool {
        let header = self.header(callee);
        let of_library = header
            .class
            .is_some_and(|class| self.class(class).is_library);
        of_library && self.has_rest(callee) && BY_FORMAT.contains(&header.name)
    }

    /// Whether a call of a method or a constructor might end with an exception of which no contract tells.
    pub(in crate::resolve) fn might_end_untold(&self, callee: MethodId) -> bool {
        if callee == self.object_constructor() {
            return false;
        }
        let MethodInfo { header, kind, .. } = self.method(callee);
        let Some(class) = header.class.filter(|_| *kind != MethodKind::Lemma) else {
            return false;
        };
        if self.told_by(Callee::Method(callee)) != ExceptionContract::Complete {
            return true;
        }
        let (info, untold) = (self.class(class), self.untold());
        let is_constructor = *kind == MethodKind::Constructor;
        let name = match is_constructor {
            true => Named::Made(info.name.text.as_str()),
            false => Named::Method(header.name, header.params.len()),
        };
        let is_reached = untold.has(name);
        if info.is_library {
            // The program might override it, or a class without contracts.
            let (member, arity) = (header.name, header.params.len());
            let overrides = |below: ClassId| {
                let is_known = match self.class(below).is_library {
                    true => {
                        let info = self.class(below);
                        let is_listed = info.callees.contains_key(&(member, arity));
                        self.believes(info.name.span)
                            || is_listed && !self.is_uncontracted(below)
                            || !self.might_have(below, member, arity)
                    }
                    false => !is_reached,
                };
                !is_known && self.is_below(below, class)
            };
            let mut all = ids::<ClassId>(self.classes.len());
            let mut might_override = || !is_constructor && all.any(overrides);
            return self.might_call_untold(Callee::Method(callee))
                || self.might_run_path(callee)
                || might_override();
        }
        let might_begin = header.is_static || is_constructor;
        is_reached || might_begin && self.begins_untold(class)
    }

    /// Whether a member of a library might call a member of the program that might end so.
    fn might_call_untold(&self, callee: Callee) -> bool {
        self.untold().calls_back && self.might_call_back(callee)
    }

    /// Whether a pure member of a library's class might end so: by what it calls of the program, or by a member of the
    /// program that overrides it.
    pub(in crate::resolve) fn pure_might_end_untold(&self, callee: PureId, class: ClassId) -> bool {
        let header = &self.pure_method(callee).header;
        let is_below =
            |below: ClassId| !self.class(below).is_library && self.is_below(below, class);
        let is_overridden = || ids::<ClassId>(self.classes.len()).any(is_below);
        self.might_call_untold(Callee::Pure(callee))
            || self.ends_untold(header.name, header.params.len()) && is_overridden()
    }

    /// Whether a member is described by a contract that is shipped. Of others, with a contract of the user's or none,
    /// nobody knows what their code calls.
    fn is_shipped(&self, callee: Callee) -> bool {
        let file = self.header(callee).name_span.file;
        file.is_library() && !file.is_uncontracted() && !self.specified.contains(&file)
    }

    /// Whether a member of a library might call a member of the program: of what it is given, of what its object holds,
    /// or of what was set, as `System.out`.
    fn might_call_back(&self, callee: Callee) -> bool {
        let header = self.header(callee);
        let Some(class) = header.class else {
            return true;
        };
        let info = self.class(class);
        if !self.is_shipped(callee) {
            return true;
        }
        let is_value = |ty: &Type| {
            let inner = ty.innermost();
            !inner.is_ref() || self.is_java_text(inner) || self.is_java_box(inner)
        };
        let is_value_s = is_value(&Type::Class(class));
        let mut types = header.params.iter().map(|param| param.ty.as_ref());
        let is_given_values = types.all(|ty| ty.is_some_and(is_value));
        let is_exception = (self.of_java_lang("Throwable"))
            .is_some_and(|throwable| self.is_below(class, throwable));
        let is_made =
            matches!(callee, Callee::Method(id) if self.method(id).kind == MethodKind::Constructor);
        let name = (info.package, info.name.text.as_str());
        // A security manager is called by what is static in `System`.
        let is_of_no_object = is_made || header.is_static && name != ("java.lang", "System");
        // The keys of one hash, if there are many, are compared with the one that a member is given.
        let might_compare = || {
            let mut own = self.classes.iter().filter(|info| !info.is_library);
            let is_given_key = MAPS.contains(&name) && !header.params.is_empty();
            is_given_key && own.any(|info| info.callees.contains_key(&("compareTo", 1)))
        };
        let calls_nothing = CALLS_NOTHING.contains(&name) && !might_compare()
            || is_value_s && header.name == "equals"
            || is_given_values && (is_of_no_object || is_value_s)
            || is_exception && !is_made && OF_EXCEPTIONS.contains(&header.name);
        !calls_nothing
    }

    /// Whether a described member of a library might run code of the class path: of an object that might be of one of
    /// its classes, that it was given, or that was set, as `System.out`.
    fn might_run_path(&self, callee: MethodId) -> bool {
        let MethodInfo { header, kind, .. } = self.method(callee);
        let Some(class) = header.class.filter(|_| self.has_class_path) else {
            return false;
        };
        let is_constructor = *kind == MethodKind::Constructor;
        let mut types = header.params.iter().filter_map(|param| param.ty.as_ref());
        let is_given = types.any(|ty| ty.is_ref() && !self.is_java_text(ty));
        is_given
            || header.is_static
            || !is_constructor && self.class(class).kind != ClassKind::Final
    }

    /// Whether a class of a library, or one above it, might have a member of this name of which no contract is known: one
    /// without contracts declares it, or one with contracts of the user's does not.
    fn might_have(&self, class: ClassId, name: &str, arity: usize) -> bool {
        self.lineage(class).any(|above| {
            let info = self.class(above);
            let declares = info.callees.contains_key(&(name, arity));
            let is_specified = self.specified.contains(&info.name.span.file);
            match self.is_uncontracted(above) {
                true => declares,
                false => is_specified && !declares,
            }
        })
    }

    /// Whether a static field's value might end its class's first use with an exception: an object of the JDK's
    /// that is made with nothing but literals, and functions that are not called, do not.
    pub(in crate::resolve) fn value_might_fail(&self, init: &ast::Expr) -> bool {
        if let ExprKind::New(_, args) = &init.kind {
            return args.iter().any(|arg| self.value_might_fail(arg));
        }
        let is_not_run = matches!(
            init.kind,
            ExprKind::Unsupported("a lambda expression" | "a class literal")
        );
        !is_not_run && might_fail(init, &self.untold().fields)
    }

    /// Whether the first use of a class might end so.
    pub(in crate::resolve) fn begins_untold(&self, class: ClassId) -> bool {
        self.untold()
            .has(Named::Begun(&self.class(class).name.text))
    }

    /// Whether a method of the program of this name might end so.
    pub(in crate::resolve) fn ends_untold(&self, name: &str, arity: usize) -> bool {
        self.untold().has(Named::Method(name, arity))
    }

    /// Whether no such exception is a checked one.
    pub(in crate::resolve) fn is_untold_unchecked(&self) -> bool {
        self.untold().are_unchecked
    }
}

/// What a class of the program runs.
struct Bodies<'a, 'b> {
    /// Which fields of the program hold what.
    fields: &'b FieldTypes,
    /// Its constructors, with the values of its fields.
    made: Body<'a>,
    /// Its first use.
    begun: Body<'a>,
    methods: Vec<Body<'a>>,
    /// What names denote in all of them.
    written: Written<'a>,
}

fn bodies_of<'a>(
    table: &Table<'a>,
    fields: &FieldTypes,
    has_texts: bool,
    class: ClassId,
) -> Vec<Body<'a>> {
    let info = table.class(class);
    let name = info.name.text.as_str();
    let mut all = Bodies {
        fields,
        made: Body::new(Named::Made(name)),
        begun: Body::new(Named::Begun(name)),
        methods: Vec::new(),
        written: Written::in_class(has_texts, info.source),
    };
    all.made.uses.extend([all.begun.name, FILLED]);
    for above in &info.supers {
        let above = &table.class(*above).name.text;
        all.made.uses.insert(Named::Made(above));
        all.begun.uses.insert(Named::Begun(above));
    }
    if info.source.kind == ast::ClassKind::Enum {
        all.begun.uses.insert(all.made.name);
    }
    let within = |span: Span| table.gaps.iter().filter(move |gap| span.contains(**gap));
    for member in &info.source.members {
        let has_gap = within(member.span).next().is_some();
        all.add(info.source.kind, member, has_gap);
    }
    if all.made.gives_object {
        let above = info.supers.iter();
        let above = above.map(|above| Named::MadeWith(table.class(*above).name.text.as_str()));
        all.made.uses.extend(above);
    }
    // A block of initialisers, of whichever kind.
    let is_in_member = |gap: &Span| {
        let mut members = info.source.members.iter();
        members.any(|member| member.span.contains(*gap))
    };
    let has_block = within(info.source.span).any(|gap| !is_in_member(gap));
    all.made.is_untold |= has_block;
    all.begun.is_untold |= has_block;
    // Members of the classes around, and of all interfaces above, can be used without their names.
    let around = std::iter::once(class).chain(table.around(class));
    let seen = around.flat_map(|around| table.lineage(around));
    let around = seen.map(|seen| Named::Begun(table.class(seen).name.text.as_str()));
    let own = all.begun.name;
    let imported = table.imported_of(info.source.span);
    let imported = imported.map(|of| Named::Begun(table.class(of).name.text.as_str()));
    let around = around.chain(imported).filter(|name| *name != own);
    let around: Vec<Named<&'a str>> = around.collect();
    let mut bodies = all.methods;
    bodies.extend([all.made, all.begun]);
    bodies.iter_mut().for_each(|body| body.uses.extend(&around));
    bodies
}

impl<'a> Bodies<'a, '_> {
    fn add(&mut self, kind: ast::ClassKind, member: &'a ast::Member, has_gap: bool) {
        match &*member.kind {
            MemberKind::Field { init, .. } => {
                let is_static = member.is_static_in(kind);
                let body = match is_static {
                    true => &mut self.begun,
                    false => &mut self.made,
                };
                // What is not supported is not known to be harmless.
                let fails = |init: &ast::Expr| is_static && might_fail(init, self.fields);
                body.is_untold |= has_gap || init.as_deref().is_some_and(fails);
                init.iter().for_each(|init| body.expr(init, &self.written));
            }
            MemberKind::Constructor(callable) => {
                // Nobody is told of them where a constant is used.
                let is_signals = |clause: &ast::Clause| clause.kind == ast::ClauseKind::Signals;
                let is_enum = kind == ast::ClassKind::Enum;
                self.begun.is_untold |= is_enum && callable.contract.iter().any(is_signals);
                self.made.is_untold |= has_gap;
                let written = self.written.in_callable(callable);
                self.made.block(callable.body.as_ref(), &written);
            }
            MemberKind::Method { callable, .. } => {
                let name = Named::Method(member.name.text.as_str(), callable.params.len());
                let mut body = Body::new(name);
                body.is_untold = has_gap;
                let written = self.written.in_callable(callable);
                body.block(callable.body.as_ref(), &written);
                if callable.params.last().is_some_and(|param| param.is_rest) {
                    let mut of_any = Body::new(Named::MethodOfAny(&member.name.text));
                    of_any.uses.insert(name);
                    self.methods.push(of_any);
                }
                self.methods.push(body);
            }
            // Neither calls what has effects.
            MemberKind::Predicate(_) | MemberKind::Lemma(_) => {}
            MemberKind::Initialiser(block) => {
                self.begun.is_untold |= has_gap;
                let written = self.written.in_block(Some(block));
                self.begun.block(Some(block), &written);
            }
        }
    }
}

impl<'a> Body<'a> {
    fn new(name: Named<&'a str>) -> Body<'a> {
        Body {
            name,
            uses: BTreeSet::new(),
            is_untold: false,
            gives_object: false,
        }
    }

    fn block(&mut self, block: Option<&'a ast::Block>, written: &Written<'a>) {
        for stmt in block.into_iter().flat_map(|block| &block.stmts) {
            walk::stmts(stmt, &mut |stmt| {
                if let StmtKind::Try(parts) = &*stmt.kind
                    && !parts.resources.is_empty()
                {
                    self.calls_other(CLOSED, 0);
                } else if let StmtKind::Assign(to, op, value) = &*stmt.kind {
                    self.assigned([to, value], *op, written);
                } else if let StmtKind::ConstructorCall(_, args) = &*stmt.kind {
                    let is_object = |arg| written.kind(arg) == Kind::Object;
                    self.gives_object |= args.iter().any(is_object);
                } else if let StmtKind::ForEach { .. } = &*stmt.kind {
                    OF_LOOPS
                        .into_iter()
                        .for_each(|name| self.calls_other(name, 0));
                }
            });
            walk::exprs_of_stmt(stmt, &mut |e| self.visit(e, written));
        }
    }

    fn expr(&mut self, e: &'a ast::Expr, written: &Written<'a>) {
        walk::exprs(e, &mut |e| self.visit(e, written));
    }

    /// An assignment with these sides, which might make the text of an object.
    fn assigned(&mut self, sides: [&ast::Expr; 2], op: AssignOp, written: &Written<'_>) {
        let makes_text = op == AssignOp::Add && written.might_make_text(sides);
        self.uses.extend(makes_text.then_some(TEXT));
    }

    /// A call for some object, which might be one of Java's own.
    fn calls_other(&mut self, name: &'a str, arity: usize) {
        let of_program = Named::Method(name, arity);
        self.uses.extend([of_program, Named::OfOther(name, arity)]);
    }

    fn visit(&mut self, e: &'a ast::Expr, written: &Written<'_>) -> bool {
        if let ExprKind::Call(of, name, args) = &e.kind {
            let is_own = |of: &ast::Expr| matches!(of.kind, ExprKind::This | ExprKind::Super);
            let (name, arity) = (name.text.as_str(), args.len());
            let of_any = Named::MethodOfAny(name);
            let of = of.as_deref();
            if of.is_some_and(|of| written.kind(of) == Kind::Text) {
                self.uses.extend([Named::OfText(name, arity), of_any]);
                return true;
            }
            if of.is_some_and(|of| !is_own(of)) {
                self.calls_other(name, arity);
            }
            self.uses.extend([Named::Method(name, arity), of_any]);
        } else if let ExprKind::Name(name) = &e.kind {
            self.uses.insert(Named::Begun(name));
        } else if let ExprKind::Field(_, name) = &e.kind {
            self.uses.insert(Named::Begun(&name.text));
        } else if let ExprKind::Assign(to, op, value) = &e.kind {
            self.assigned([to, value], *op, written);
        } else if let ExprKind::Chain(first, rest) = &e.kind {
            let makes_text = written.might_make_text(summands(first, rest));
            self.uses.extend(makes_text.then_some(TEXT));
        } else if let ExprKind::New(ty, args) = &e.kind
            && let Some(name) = ty.class_name()
        {
            let name = name.rsplit('.').next().unwrap_or(name);
            self.uses.insert(Named::Made(name));
            if args.iter().any(|arg| written.kind(arg) == Kind::Object) {
                self.uses.insert(Named::MadeWith(name));
            }
        } else if let ExprKind::Unsupported(_) = &e.kind {
            self.is_untold = true;
        }
        true
    }
}
