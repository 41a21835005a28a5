//! The members of classes without contracts, as far as they can be declared: their types must be known
//! to the program, and an overload that is left out must not have been Java's choice.

use super::classes::{Classes, Entry, called, params_of, without_arguments};
use super::inherited;
use super::words::Words;
use std::collections::{BTreeMap, BTreeSet};

/// Types that are the same everywhere.
const PRIMITIVE: [&str; 10] = [
    "boolean", "byte", "char", "short", "int", "long", "float", "double", "void", "Object",
];

/// Classes whose members return their receiver, where they return an object of their class.
const BUILDERS: [&str; 2] = ["StringBuffer", "StringBuilder"];

/// Classes whose members return no null.
const NEVER_NULL: [&str; 5] = [
    "java.lang.String",
    "java.lang.StringBuffer",
    "java.lang.StringBuilder",
    "java.math.BigDecimal",
    "java.math.BigInteger",
];

/// What the declarations are made for.
pub(super) struct Context<'c> {
    /// The indices.
    pub classes: Classes<'c>,
    /// The classes and names of constants that another field might hide.
    pub unclear_constants: &'c BTreeSet<(&'c str, &'c str)>,
    /// The words of the program: only members that it could name are declared.
    pub words: &'c Words<'c>,
    /// The full names of the classes that may stand in declarations.
    pub known: &'c BTreeSet<&'c str>,
    /// The full names of the classes whose members are declared.
    pub declared: &'c BTreeSet<&'c str>,
}

/// A name with a number of parameters.
pub(super) type Group = (String, usize);

/// A member, in terms of the class that has or inherits it.
struct Member {
    is_static: bool,
    /// `None` for a constructor.
    result: Option<String>,
    name: String,
    params: Vec<String>,
    has_any_number: bool,
    /// Whether it declares exceptions.
    throws: bool,
    /// Whether it is declared for this class: its own, or from a class above without declared members.
    is_own: bool,
    /// Whether it is declared nowhere: the index has no members of the class that has it.
    is_hidden: bool,
    /// The full name of the class that has it.
    of: String,
    /// Whether another one of its types stands above, with another result or as an object's own.
    has_other: bool,
    /// Whether another one of its types might be Java's: neither overrides the other.
    is_open: bool,
}

/// The members that a class has.
pub(super) struct Members<'c> {
    context: &'c Context<'c>,
    /// The full name of the class.
    full: &'c str,
    all: Vec<Member>,
    /// The declarations of its own constants.
    constants: String,
    /// Whether nobody knows all methods that it inherits.
    is_open: bool,
}

impl<'c> Members<'c> {
    /// All members of a class of the index that the program could name, those of its supertypes included.
    pub(super) fn new(context: &'c Context<'c>, full: &'c str, entry: Entry<'c>) -> Members<'c> {
        let mut members = Members {
            context,
            full,
            all: Vec::new(),
            constants: String::new(),
            is_open: false,
        };
        let constants = entry.members().filter(|text| params_of(text).is_none());
        for constant in constants.filter_map(|text| constant(text, full, context)) {
            members.constants.push_str(&constant);
        }
        let own = entry.params().map(|param| (param, param.to_owned()));
        let own = own.collect();
        let is_made = entry.kind != "abstract" && entry.kind != "interface";
        members.add(full, entry.members(), &own, true, |member| {
            member.result.is_some() || is_made
        });
        members.add_above(entry, &own, &mut BTreeSet::from([full.to_owned()]));
        if entry.is_of_path {
            members.add_hidden();
        }
        members
    }

    /// Adds what a class of the class path inherits from Java's classes of which the index has no members.
    fn add_hidden(&mut self) {
        let above = self.context.classes.supertypes(self.full);
        for class in above {
            let found = self.context.classes.find(class);
            if found.is_some_and(|entry| entry.is_of_path || entry.has_members()) {
                continue;
            }
            let Some(known) = inherited::of(class) else {
                self.is_open = true;
                continue;
            };
            let begin = self.all.len();
            self.add(
                class,
                known.iter().copied(),
                &BTreeMap::new(),
                false,
                |_| true,
            );
            let added = self.all.iter_mut().skip(begin);
            added.for_each(|member| member.is_hidden = true);
        }
    }

    fn add_above(
        &mut self,
        entry: Entry<'c>,
        arguments: &BTreeMap<&str, String>,
        begun: &mut BTreeSet<String>,
    ) {
        for above in entry.supers() {
            let class = without_arguments(above);
            if !begun.insert(class.to_owned()) {
                continue;
            }
            let Some(found) = self.context.classes.find(class) else {
                continue;
            };
            let given = arguments_of(above).map(|given| match arguments.get(given) {
                Some(argument) => argument.clone(),
                None => given.to_owned(),
            });
            let arguments = found.params().zip(given).collect();
            // Constructors and static members of interfaces are not inherited.
            let is_interface = found.kind == "interface";
            let is_own = !self.context.declared.contains(class);
            self.add(class, found.members(), &arguments, is_own, |member| {
                member.result.is_some() && !(is_interface && member.is_static)
            });
            self.add_above(found, &arguments, begun);
        }
    }

    /// Adds the members of a class that the program could name and that are kept, unless they are overridden.
    fn add<'m>(
        &mut self,
        of: &str,
        members: impl Iterator<Item = &'m str>,
        arguments: &BTreeMap<&str, String>,
        is_own: bool,
        is_kept: impl Fn(&Member) -> bool,
    ) {
        let class = of.rsplit('.').next().unwrap_or(of);
        for text in members {
            if !self.context.words.could_name(called(text), class) {
                continue;
            }
            let Some(member) = read(text, arguments, is_own).filter(&is_kept) else {
                continue;
            };
            let is_unknown = member.params.iter().any(|ty| ty.starts_with('?'));
            let is_same = |other: &&mut Member| {
                !is_unknown && other.name == member.name && other.params == member.params
            };
            let Some(nearer) = self.all.iter_mut().find(is_same) else {
                let of = of.to_owned();
                self.all.push(Member { of, ..member });
                continue;
            };
            if nearer.result != member.result || nearer.is_static != member.is_static {
                let above = self.context.classes.supertypes(&nearer.of);
                nearer.has_other = true;
                nearer.is_open |= !above.contains(of);
            }
        }
    }

    /// The names for which an overload that is left out could be Java's choice, and have another result.
    pub(super) fn unclear(&self) -> impl Iterator<Item = Group> {
        self.all.iter().filter_map(|member| {
            let group = (member.name.clone(), member.params.len());
            // An inherited one may be Java's choice. One without parameters would be overridden.
            if member.is_open || self.is_open && member.result.is_some() && group.1 > 0 {
                return Some(group);
            }
            let is_same = |other: &&Member| other.name == group.0 && other.params.len() == group.1;
            let of_group = self.all.iter().filter(is_same);
            let mut others = of_group.filter(|other| !other.has_any_number);
            let differs = others
                .any(|other| other.result != member.result || other.is_static != member.is_static);
            // One with any number of parameters is a choice, too, for an array or `null`.
            let is_left_out = || member.is_hidden || !self.is_declared(member);
            ((differs || member.has_other) && is_left_out()).then_some(group)
        })
    }

    /// Whether there is a declaration of a member, and of no other one with the same types of parameters.
    fn is_declared(&self, member: &Member) -> bool {
        let Some((_, erased)) = self.declaration(member) else {
            return false;
        };
        let is_other = |other: &&Member| {
            !std::ptr::eq(*other, member)
                && other.name == member.name
                && other.result.is_some() == member.result.is_some()
                && other.params.len() == member.params.len()
        };
        let mut others = self.all.iter().filter(is_other);
        !others.any(|other| {
            self.declaration(other)
                .is_some_and(|(_, types)| types == erased)
        })
    }

    /// Whether a member of a name is left out, which might be Java's choice for some number of arguments.
    fn has_undeclared(&self, unclear: &BTreeSet<Group>, name: &str) -> bool {
        let mut all = self.all.iter().filter(|other| other.name == name);
        self.is_open
            || all.any(|other| {
                let group = (other.name.clone(), other.params.len());
                unclear.contains(&group) || other.is_hidden || !self.is_declared(other)
            })
    }

    /// The declarations, without those of groups that are unclear.
    pub(super) fn declarations(&self, unclear: &BTreeSet<Group>, class: &str) -> String {
        let mut text = self.constants.clone();
        let mut written = BTreeSet::new();
        for member in self.all.iter().filter(|member| member.is_own) {
            if unclear.contains(&(member.name.clone(), member.params.len())) {
                continue;
            }
            if member.has_any_number && self.has_undeclared(unclear, &member.name) {
                continue;
            }
            let Some((params, erased)) = self.declaration(member) else {
                continue;
            };
            if !written.insert((member.name.clone(), erased)) {
                continue;
            }
            let of_class = if member.is_static { "static " } else { "" };
            let result = match &member.result {
                Some(result) => match self.ty(result) {
                    Some(result) => format!("{result} {}", member.name),
                    None => continue,
                },
                None => class.to_owned(),
            };
            // What it can write, it takes for good.
            let arrays = member.params.iter().enumerate();
            for (at, _) in arrays.filter(|(_, ty)| ty.ends_with("[]")) {
                let line = format!("  //@ requires a{at} != null ==> acc(a{at}.elems);\n");
                text.push_str(&line);
            }
            text.push_str(self.promise(member, class));
            let throws = if member.throws {
                " throws Exception"
            } else {
                ""
            };
            text.push_str(&format!("  public {of_class}{result}({params}){throws};\n"));
        }
        text
    }

    /// What is known of its result.
    fn promise(&self, member: &Member, class: &str) -> &'static str {
        let is_object = member.result.as_ref();
        let is_object = is_object.is_some_and(|ty| ty.contains('.') || ty.ends_with("[]"));
        let is_text = member.name == "toString" && member.params.is_empty();
        if BUILDERS.contains(&class) && member.result.as_deref() == Some(self.full) {
            "  //@ ensures \\result == this;\n"
        } else if is_text || is_object && NEVER_NULL.contains(&self.full) {
            "  //@ ensures \\result != null;\n"
        } else {
            ""
        }
    }

    /// The parameters of a member as they are declared, and their types without type arguments; `None`
    /// if a type is not known here.
    fn declaration(&self, member: &Member) -> Option<(String, Vec<String>)> {
        if let Some(result) = &member.result {
            self.ty(result)?;
        }
        let types: Option<Vec<String>> = member.params.iter().map(|ty| self.ty(ty)).collect();
        let types = types?;
        let last = types.len().saturating_sub(1);
        let params = types.iter().enumerate().map(|(at, ty)| {
            let element = ty.strip_suffix("[]");
            match element.filter(|_| member.has_any_number && at == last) {
                Some(element) => format!("{element}... a{at}"),
                None => format!("{ty} a{at}"),
            }
        });
        let params = params.collect::<Vec<_>>().join(", ");
        let erased = member.params.iter().map(|ty| {
            let is_parameter =
                !ty.contains('.') && !PRIMITIVE.contains(&ty.as_str()) && !ty.ends_with(']');
            if is_parameter {
                "java.lang.Object"
            } else {
                without_arguments(ty)
            }
            .to_owned()
        });
        Some((params, erased.collect()))
    }

    /// A type as it is written in a declaration; `None` if it is not known here.
    fn ty(&self, ty: &str) -> Option<String> {
        if let Some(element) = ty.strip_suffix("[]") {
            let of_parameter = !element.contains('.') && !PRIMITIVE.contains(&element);
            return (!of_parameter)
                .then(|| self.ty(element))?
                .map(|element| element + "[]");
        }
        if ty == "java.lang.Object" {
            return Some("Object".to_owned());
        }
        if !ty.contains('.') {
            return (ty != "?").then(|| ty.to_owned());
        }
        let class = without_arguments(ty);
        if !self.context.known.contains(class) || self.is_raw(ty, class) {
            return None;
        }
        let simple = class.rsplit('.').next().unwrap_or(class);
        let arguments: Option<Vec<String>> = arguments_of(ty).map(|ty| self.ty(ty)).collect();
        let arguments = arguments?.join(", ");
        Some(match arguments.is_empty() {
            true => simple.to_owned(),
            false => format!("{simple}<{arguments}>"),
        })
    }
}

impl Members<'_> {
    /// Whether a type of the class path's is a class with type parameters and has no type arguments. Java's index
    /// writes them as unknown ones.
    fn is_raw(&self, ty: &str, class: &str) -> bool {
        let classes = self.context.classes;
        let has_params = |entry: Entry<'_>| entry.params().next().is_some();
        classes.have_path() && ty.len() == class.len() && classes.find(class).is_none_or(has_params)
    }
}

/// The declaration of a constant that the program could name, from its line of the index: `static T NAME`, or
/// `static T NAME=VALUE`.
fn constant(text: &str, full: &str, context: &Context<'_>) -> Option<String> {
    let (head, value) = match text.split_once('=') {
        Some((head, value)) => (head, Some(value)),
        None => (text, None),
    };
    let (ty, name) = head.strip_prefix("static ")?.split_once(' ')?;
    if ty.contains('.') && !context.known.contains(ty) {
        return None;
    }
    let ty = ty.rsplit('.').next().unwrap_or(ty);
    let suffix = if ty == "long" { "L" } else { "" };
    let value = value.map(|value| format!(" = {value}{suffix}"));
    let value = value.unwrap_or_default();
    let is_unclear = ty == "?" || context.unclear_constants.contains(&(full, name));
    let is_declared = context.words.has(name) && !is_unclear;
    is_declared.then(|| format!("  public static final {ty} {name}{value};\n"))
}

/// The type arguments of a type.
pub(super) fn arguments_of(ty: &str) -> impl Iterator<Item = &str> {
    let inner = ty
        .split_once('<')
        .map_or("", |(_, rest)| rest.trim_end_matches('>'));
    inner.split(',').filter(|argument| !argument.is_empty())
}

/// A member from its line of the index: `static R m(P,Q)`, `R m(P...)` or, for a constructor, `(P)`; with `!` behind
/// it, if it declares exceptions.
fn read(text: &str, arguments: &BTreeMap<&str, String>, is_own: bool) -> Option<Member> {
    let (params, throws) = params_of(text)?;
    let head = text.split('(').next()?;
    let (params, has_any_number) = match params.strip_suffix("...") {
        Some(params) => (params, true),
        None => (params, false),
    };
    let (is_static, head) = match head.strip_prefix("static ") {
        Some(head) => (true, head),
        None => (false, head),
    };
    let (result, name) = match head.rsplit_once(' ') {
        Some((result, name)) => (Some(with_arguments(result, arguments)), name),
        None => (None, ""),
    };
    Some(Member {
        is_static,
        result,
        name: name.to_owned(),
        params: split(params)
            .map(|ty| with_arguments(ty, arguments))
            .collect(),
        has_any_number,
        throws,
        is_own,
        is_hidden: false,
        of: String::new(),
        has_other: false,
        is_open: false,
    })
}

/// Types between commas, of which those within `<…>` do not count.
pub(super) fn split(types: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    let parts = types.split(move |c| {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.filter(|part| !part.is_empty())
}

/// A type with type arguments in the place of the parameters of the class that declares it.
fn with_arguments(ty: &str, arguments: &BTreeMap<&str, String>) -> String {
    if let Some(element) = ty.strip_suffix("[]") {
        return with_arguments(element, arguments) + "[]";
    }
    if let Some(argument) = arguments.get(ty) {
        return argument.clone();
    }
    let class = without_arguments(ty);
    if class.len() == ty.len() {
        return ty.to_owned();
    }
    let given = arguments_of(ty).map(|given| arguments.get(given).map_or(given, String::as_str));
    format!("{class}<{}>", given.collect::<Vec<_>>().join(","))
}
