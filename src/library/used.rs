//! What library specifications a program uses, and which members of the shipped ones.

use super::shipped::{ByMembers, LARGE_INTERFACES, Made, is_shipped};
use super::{BOXES, OF_LOOPS, OF_OPERATORS, class_of, index};
use crate::notation::Notation;
use crate::source::{FileId, SourceMap};
use crate::syntax::{self, Mentions};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The methods that every object has. Their contracts are those of `Object`, which
/// programs use without naming it.
const OF_OBJECT: [&str; 3] = ["equals", "hashCode", "toString"];

/// The classes and interfaces above them, as which programs use them without naming them.
const BOXED: [&str; 4] = ["Object", "Number", "Comparable", "Serializable"];

/// The classes of values whose contracts name objects, as that of `equals` does. A number is handed to them as an object
/// only where a program calls such a member.
const OF_VALUES: [&str; 7] = [
    "Boolean",
    "Character",
    "Double",
    "Integer",
    "Long",
    "Object",
    "String",
];

/// The members of these that are given any objects.
const GIVEN_OBJECTS: [&str; 2] = ["equals", "format"];

/// How a list gets back what it lent to a `for`.
const GIVE_BACK: &str = "giveBack";

/// What a text uses: one of the program, or of a specification.
#[derive(Default)]
struct Text<'s> {
    names: Vec<&'s str>,
    /// Whether there are string literals.
    strings: bool,
    /// Whether there are floating-point numbers.
    floating: bool,
    /// Whether there are operators on bits.
    bits: bool,
    /// The file, if it is of a specification.
    library: Option<FileId>,
}

impl<'s> Text<'s> {
    fn new(mentions: Mentions<'s>, library: Option<FileId>) -> Text<'s> {
        Text {
            names: mentions.names.into_keys().collect(),
            strings: mentions.strings,
            floating: mentions.floating,
            bits: mentions.bits,
            library,
        }
    }

    /// A text that is shipped with the program, or written by it: it has comments and annotations in lines of their own
    /// only. Words of the language count as names.
    fn of_library(text: &'s str, library: FileId) -> Text<'s> {
        let mut found = Text {
            library: Some(library),
            ..Text::default()
        };
        let mut is_comment = false;
        for line in text.lines() {
            let line = line.trim_start();
            is_comment |= line.starts_with("/**");
            let is_code = !is_comment && (line.starts_with("//@") || !line.starts_with("//"));
            is_comment &= !line.ends_with("*/");
            if is_code {
                found.add_line(line);
            }
        }
        found
    }

    fn add_line(&mut self, line: &'s str) {
        self.strings |= line.contains('"');
        let signs = line.as_bytes().windows(3);
        self.bits |= line.contains(['^', '~']) || line.contains("<<") || line.contains(" >> ");
        self.bits |= signs
            .into_iter()
            .any(|at| matches!(at, [b' ', b'&' | b'|', b' ']));
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        for word in line.split(|c| !is_part(c)) {
            let Some(first) = word.chars().next() else {
                continue;
            };
            self.floating |= ["float", "double"].contains(&word);
            if !first.is_ascii_digit() {
                self.names.push(word);
            }
        }
        self.floating |= has_fraction(line.as_bytes());
    }
}

/// Whether there is a number with a point in a line.
fn has_fraction(line: &[u8]) -> bool {
    let mut places = line.windows(3);
    places.any(|at| matches!(at, [b'0'..=b'9', b'.', b'0'..=b'9']))
}

/// What the texts read so far might do with numbers.
#[derive(Clone, Copy, Default)]
struct Numbers {
    /// They might hand them over as objects.
    are_boxed: bool,
    /// They might compute with floating-point numbers.
    are_floating: bool,
}

impl Numbers {
    /// Adds what a text might do: one of the program, or of a shipped class of this name. `gives_objects` says whether the
    /// program might give objects to a class of values.
    fn add(&mut self, text: &Text<'_>, class: Option<&str>, gives_objects: bool) {
        let is_value = class.is_some_and(|class| OF_VALUES.contains(&class));
        let names_objects = text.names.iter().any(|name| BOXED.contains(name));
        self.are_boxed |= names_objects && (!is_value || gives_objects);
        // That has members that make texts of all numbers.
        self.are_floating |= text.floating && class != Some("String");
    }

    /// The classes that belong to them.
    fn needed(self) -> impl Iterator<Item = &'static str> {
        let floating = self.are_floating.then_some("FloatingPoint");
        let boxes = BOXES
            .iter()
            .filter(move |class| self.are_boxed && (**class != "Double" || self.are_floating));
        floating.into_iter().chain(boxes.copied())
    }
}

/// A specification that files use.
pub struct Used<'s> {
    /// The file that has it.
    pub file: FileId,
    /// What they need of its text, at its places.
    pub text: Cow<'s, str>,
}

/// The specification files that some files use, transitively: those whose class is
/// named. A class that the program declares itself replaces the library's, unless a
/// specification file names it, or a file of the program names it with its package or imports that.
#[must_use]
pub fn used<'s>(sources: &'s SourceMap, files: &[FileId]) -> Vec<Used<'s>> {
    let mut search = Search::new(sources, files);
    if !search.by_class.is_empty() {
        search.run();
    }
    let is_java = |file: &FileId| sources.file(*file).notation() == Notation::Java;
    let mut of_path = sources.uncontracted();
    let class_path = of_path.find(|(_, file)| file.name() == index::OF_NO_CLASS);
    let class_path = class_path.filter(|_| files.iter().any(is_java));
    let mut found = search.found;
    found.extend(class_path.map(|(file, _)| (file, None)));
    let used = found.into_iter().map(|(file, parts)| Used {
        file,
        text: match parts {
            Some(parts) => Cow::Owned(parts.needed()),
            None => Cow::Borrowed(sources.file(file).text()),
        },
    });
    used.collect()
}

/// The search for what files use.
struct Search<'s, 'f> {
    sources: &'s SourceMap,
    files: &'f [FileId],
    /// The files with a specification of a class, by its name: the user's before the shipped one.
    by_class: BTreeMap<&'s str, Vec<FileId>>,
    /// The classes that the program declares.
    own: BTreeSet<&'s str>,
    made: Made<'s>,
    /// Whether the program might give objects to a class of values.
    gives_objects: bool,
    numbers: Numbers,
    /// The texts that were not looked through.
    todo: Vec<Text<'s>>,
    /// The names in those that were.
    names: HashSet<&'s str>,
    /// Those of them that specifications name.
    named: HashSet<&'s str>,
    /// If there are several files for a class, the first one is used. Further members of it stand in a file without
    /// contracts.
    taken: BTreeSet<(&'s str, bool)>,
    /// The files that are used, and what of them is needed, unless it is all.
    found: BTreeMap<FileId, Option<ByMembers<'s>>>,
    /// Whether the program hides the class of a file.
    hidden: BTreeMap<FileId, bool>,
}

impl<'s, 'f> Search<'s, 'f> {
    fn new(sources: &'s SourceMap, files: &'f [FileId]) -> Search<'s, 'f> {
        let mut by_class: BTreeMap<&str, Vec<FileId>> = BTreeMap::new();
        for (file, source) in sources.libraries().chain(sources.uncontracted()) {
            by_class
                .entry(class_of(source.name()))
                .or_default()
                .push(file);
        }
        Search {
            sources,
            files,
            by_class,
            own: BTreeSet::new(),
            made: Made::default(),
            gives_objects: false,
            numbers: Numbers::default(),
            todo: Vec::new(),
            names: HashSet::new(),
            named: HashSet::new(),
            taken: BTreeSet::new(),
            found: BTreeMap::new(),
            hidden: BTreeMap::new(),
        }
    }

    fn run(&mut self) {
        let texts = self.files.iter().map(|file| {
            let source = self.sources.file(*file);
            syntax::mentions(*file, source.text(), source.notation())
        });
        let texts: Vec<Mentions<'_>> = texts.collect();
        self.own = texts.iter().flat_map(|t| &t.declared).copied().collect();
        self.gives_objects = texts.iter().any(|text| {
            text.type_arguments || GIVEN_OBJECTS.iter().any(|m| text.names.contains_key(m))
        });
        if texts.iter().any(|text| text.loops) {
            self.names.extend(OF_LOOPS.into_iter().chain([GIVE_BACK]));
        }
        let made = texts.iter().flat_map(|text| &text.made);
        self.made.names = made.copied().collect();
        self.made.are_unclear = texts.iter().any(|text| text.makes_others);
        let made = self.made.names.clone();
        self.need_all_of(&made);
        self.todo = texts
            .into_iter()
            .map(|text| Text::new(text, None))
            .collect();
        while let Some(mut text) = self.todo.pop() {
            let shipped = text.library.filter(|file| !file.is_uncontracted());
            let shipped = shipped.map(|file| class_of(self.sources.file(file).name()));
            self.numbers.add(&text, shipped, self.gives_objects);
            // What a specification names is looked for once. The program may hide what it names itself.
            if text.library.is_some() {
                text.names.retain(|name| self.named.insert(name));
            }
            for class in self.classes_in(&text) {
                self.take(class, text.library.is_none());
            }
            self.names.extend(text.names);
            if self.todo.is_empty() {
                self.take_members();
            }
        }
    }

    /// The classes that a text uses.
    fn classes_in(&self, text: &Text<'s>) -> Vec<&'s str> {
        let named = text.names.iter().copied();
        let mut all: Vec<&str> = named
            .filter(|name| self.by_class.contains_key(name))
            .collect();
        let names_of_object = || text.names.iter().any(|name| OF_OBJECT.contains(name));
        let others = [
            ("String", text.strings),
            ("Bits", text.bits),
            ("Object", names_of_object()),
        ];
        let others = others.into_iter().filter(|(_, uses)| *uses);
        all.extend(others.map(|(class, _)| class));
        all.extend(self.numbers.needed().map(|class| -> &str { class }));
        all
    }

    /// Takes the files of a class.
    fn take(&mut self, class: &'s str, of_program: bool) {
        for library in self.by_class.get(class).cloned().unwrap_or_default() {
            let group = (class, library.is_uncontracted());
            if self.taken.contains(&group) || of_program && self.is_hidden(class, library) {
                continue;
            }
            self.taken.insert(group);
            let source = self.sources.file(library);
            let parts = ByMembers::new(source, &self.made);
            match &parts {
                Some(parts) => {
                    let texts = parts.rest().map(|text| Text::of_library(text, library));
                    self.todo.extend(texts);
                }
                None if library.is_uncontracted() || is_shipped(source) => {
                    self.todo.push(Text::of_library(source.text(), library));
                }
                None => {
                    let mentions = syntax::mentions(library, source.text(), source.notation());
                    // What implements its class implements what is above that.
                    self.need_all_of(&mentions.made);
                    self.todo.push(Text::new(mentions, Some(library)));
                }
            }
            self.found.insert(library, parts);
        }
    }

    /// Whether a class of the program has this name, and the program does not mean the library's.
    fn is_hidden(&mut self, class: &str, library: FileId) -> bool {
        let (sources, files) = (self.sources, self.files);
        self.own.contains(class)
            && !OF_OPERATORS.contains(&class)
            && *self
                .hidden
                .entry(library)
                .or_insert_with(|| !is_imported(sources, files, library))
    }

    /// Takes the members that are named so far.
    fn take_members(&mut self) {
        for (library, parts) in &mut self.found {
            let new = parts.iter_mut().flat_map(|parts| parts.need(&self.names));
            self.todo
                .extend(new.map(|text| Text::of_library(text, *library)));
        }
    }

    /// Whoever implements an interface implements all of its members. Others than these are read as a whole.
    fn need_all_of(&mut self, implemented: &BTreeSet<&str>) {
        let large = LARGE_INTERFACES.iter();
        let large = large.filter(|class| implemented.contains(*class));
        for library in large.filter_map(|class| self.by_class.get(class)).flatten() {
            let parts = ByMembers::new(self.sources.file(*library), &self.made);
            self.names.extend(parts.iter().flat_map(ByMembers::names));
        }
    }
}

/// Whether a file has the name of a shipped class with its package, or imports the package.
fn is_imported(sources: &SourceMap, files: &[FileId], library: FileId) -> bool {
    let name = sources.file(library).name();
    let mut folders = ["library/", index::FOLDER, index::FOLDER_OF_PATH].into_iter();
    let path = folders.find_map(|folder| name.strip_prefix(folder));
    let path = path.unwrap_or(name);
    let path = path.strip_suffix(".java").unwrap_or(path).replace('/', ".");
    let package = path.rsplit_once('.').map_or("", |(package, _)| package);
    let all = format!("{package}.*");
    files.iter().any(|file| {
        let text = sources.file(*file).text();
        text.contains(&path) || text.contains(&all)
    })
}

#[cfg(test)]
mod tests {
    use super::super::shipped::SHIPPED;
    use super::*;

    /// Whether the text of a library has what its tokens say.
    fn assert_is_read(file: FileId, text: &str) {
        let quick = Text::of_library(text, file);
        let mentions = syntax::mentions(file, text, Notation::Java);
        for name in mentions.names.keys() {
            assert!(quick.names.contains(name), "{name} in {text}");
        }
        let flags = (mentions.strings, mentions.floating, mentions.bits);
        assert_eq!((quick.strings, quick.floating, quick.bits), flags, "{text}");
    }

    #[test]
    fn texts_of_libraries_are_read_by_lines() {
        let mut sources = SourceMap::default();
        for (name, text) in SHIPPED {
            let file = sources.add_library(*name, *text);
            assert_is_read(file, text);
        }
        sources.add(
            "A.java",
            "import java.util.*; new TreeMap<>(Locale.US).get(Short.MAX_VALUE); float double",
        );
        super::super::add_to(&mut sources, "");
        for (file, source) in sources.uncontracted() {
            assert_is_read(file, source.text());
        }
    }
}
