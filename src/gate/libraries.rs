//! How the contracts of libraries changed. They are assumed without proof, so that every new text of
//! one is a weakening: nothing shows that the library keeps it.

use super::changes::Change;
use crate::source::FileId;
use crate::syntax::outline::parts;

/// A member of a library whose contract changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryChange {
    /// The name of the member in its class; empty for the rest of the class.
    pub member: String,
    /// How it changed.
    pub change: Change,
    /// Why, in one sentence.
    pub why: String,
    /// Its place in the newer text; the beginning if it is gone.
    pub start: usize,
    /// Both texts.
    pub texts: [String; 2],
}

/// A text of a library class.
#[derive(Clone, Copy, Debug)]
pub struct LibraryText<'t> {
    /// Its file.
    pub file: FileId,
    /// The text; empty if there is none.
    pub text: &'t str,
}

/// A part of a class as it is written.
struct Written {
    /// The classes around it.
    classes: String,
    /// The name of the member in its class; empty of other parts.
    name: String,
    /// The classes and its tokens.
    text: String,
    start: usize,
}

impl Written {
    fn is_named_as(&self, other: &Written) -> bool {
        (&self.classes, &self.name) == (&other.classes, &other.name)
    }
}

/// The parts that differ in two texts of a library class, in the order of the newer one.
#[must_use]
pub fn library_changes(old: LibraryText<'_>, new: LibraryText<'_>) -> Vec<LibraryChange> {
    let mut olds = written(old);
    let mut news = written(new);
    news.retain(|member| {
        let same = olds.iter().position(|other| other.text == member.text);
        same.is_none_or(|at| {
            olds.remove(at);
            false
        })
    });
    let mut found = Vec::new();
    for member in news {
        let at = olds.iter().position(|other| other.is_named_as(&member));
        let before = at.map(|at| olds.remove(at).text);
        let why = match before {
            Some(_) => "its contract is assumed without proof, and was changed",
            None => "a contract that is assumed without proof was added",
        };
        found.push(LibraryChange {
            member: member.name,
            change: Change::Weakened,
            why: why.to_owned(),
            start: member.start,
            texts: [before.unwrap_or_default(), member.text],
        });
    }
    found.extend(olds.into_iter().map(|member| LibraryChange {
        member: member.name,
        change: Change::Strengthened,
        why: "its contract is no longer assumed".to_owned(),
        start: 0,
        texts: [member.text, String::new()],
    }));
    found
}

/// The parts of a text, each as a text that determines it: a token is on a line of its own, so that no
/// other tokens give the same one, and says whether it is in an annotation.
fn written(of: LibraryText<'_>) -> Vec<Written> {
    let parts = parts(of.file, of.text).into_iter();
    let written = parts.map(|part| {
        let classes = part.classes.join(".");
        let mut text = format!("{classes}\n");
        for (in_annotation, word) in part.words {
            text.push(if in_annotation { '@' } else { ' ' });
            text.push_str(word);
            text.push('\n');
        }
        Written {
            classes,
            name: part.name.unwrap_or_default().to_owned(),
            text,
            start: part.start,
        }
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceMap;

    const LOG: &str = "package a;\n\n// A log.\npublic class Log {\n    //@ ensures true;\n    \
                       public static void info();\n    /*@ requires n > 0;\n      @ pure */\n    \
                       static int up(int n);\n    int size;\n    String text = \"\";\n    //@ predicate p() = true;\n}\n";

    fn changes(from: &str, to: &str) -> Vec<(String, Change)> {
        assert!(LOG.contains(from));
        between(LOG, &LOG.replace(from, to))
    }

    fn between(old: &str, new: &str) -> Vec<(String, Change)> {
        let file = SourceMap::default().add("Log.java", "");
        let [old, new] = [old, new].map(|text| LibraryText { file, text });
        let found = library_changes(old, new).into_iter();
        found.map(|found| (found.member, found.change)).collect()
    }

    fn weakened(member: &str) -> Vec<(String, Change)> {
        vec![(member.to_owned(), Change::Weakened)]
    }

    #[test]
    fn every_new_text_of_a_contract_is_a_weakening() {
        assert_eq!(changes("ensures true", "ensures false"), weakened("info"));
        assert_eq!(changes("n > 0", "n > 1"), weakened("up"));
        assert_eq!(changes("pure", ""), weakened("up"));
        assert_eq!(changes("int size", "long size"), weakened("size"));
        assert_eq!(changes("= true", "= false"), weakened(""));
        assert_eq!(changes("class Log", "class Log extends X"), weakened(""));
        assert_eq!(
            changes("    int size;", "    int size; void n();"),
            weakened("n")
        );
    }

    #[test]
    fn comments_and_layout_are_none() {
        assert_eq!(changes("// A log.", "/* Another\n log; { */"), []);
        assert_eq!(changes("    int size;", "\tint\n  size;"), []);
        let gone = ("size".to_owned(), Change::Strengthened);
        assert_eq!(changes("    int size;\n", ""), [gone]);
    }

    /// What a comment is decides the lexer: a carriage return ends one, a line end does in an
    /// annotation, and one less begins what was in the next line.
    #[test]
    fn what_comes_out_of_a_comment_is_a_change() {
        let in_comment = "// A log.\r//@ ensures false;";
        assert_eq!(changes("// A log.", in_comment), weakened(""));
        let commented = "class C {\n/*@ ensures true; // ensures false;\n */ int f();\n}";
        let clause = commented.replace("// ensures", "//\n ensures");
        assert_eq!(between(commented, &clause), weakened("f"));
        let demanded = "class C {\n/*@ // of\n requires a;\n ensures b; */ int f();\n}";
        let undemanded = demanded.replace("of\n requires", "of requires");
        assert_eq!(between(demanded, &undemanded), weakened("f"));
        assert_eq!(changes("\"\"", "\" \""), weakened("text"));
    }

    /// Equal members of two classes of a file are told apart.
    #[test]
    fn members_belong_to_their_classes() {
        let two = |one: &str, other: &str| {
            format!("class A {{ {one} int f(); }} class B {{ {other} int f(); }}")
        };
        let (weak, strong) = ("//@ ensures true;\n", "//@ ensures false;\n");
        let swapped = [weakened("f"), weakened("f")].concat();
        assert_eq!(between(&two(weak, strong), &two(strong, weak)), swapped);
        let nested = "class A { class B { int f(); } int g() { if (x) { } return 1; } int h; }";
        assert_eq!(
            between(nested, &nested.replace("g()", "g(int i)")),
            weakened("g")
        );
        assert_eq!(
            between(nested, &nested.replace("int f();", "")),
            [("f".to_owned(), Change::Strengthened)]
        );
    }
}
