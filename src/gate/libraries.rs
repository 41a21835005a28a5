//! How the contracts of libraries changed. They are assumed without proof, so that every new text of
//! one is a weakening: nothing shows that the library keeps it.

use super::changes::Change;

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

/// A member as it is written, without comments that are no annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Written {
    name: String,
    text: String,
    start: usize,
}

/// The members that differ in two texts of a library class, in the order of the newer one.
#[must_use]
pub fn library_changes(old: &str, new: &str) -> Vec<LibraryChange> {
    let mut olds = members(old);
    let mut news = members(new);
    news.retain(|member| {
        let same = olds.iter().position(|other| other.text == member.text);
        same.is_none_or(|at| {
            olds.remove(at);
            false
        })
    });
    let mut found = Vec::new();
    for member in news {
        let at = olds.iter().position(|other| other.name == member.name);
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

/// What the scanner is in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum In {
    Code,
    /// An annotation that ends with the line, or with `*/`.
    Annotation(&'static str),
    /// Another comment.
    Comment(&'static str),
    /// A text or a character.
    Quoted(char),
}

/// The members of a class, with their annotations before them. What is before the first one, and
/// after the last one, is a part without a name.
fn members(text: &str) -> Vec<Written> {
    let mut scanner = Scanner::default();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let at = text.len() - rest.len();
        let taken = scanner.step(rest, c, at);
        rest = rest.get(taken..).unwrap_or_default();
    }
    scanner.end();
    scanner.found
}

struct Scanner {
    state: In,
    depth: usize,
    /// All that was written since the last member, and the code of it alone.
    written: String,
    code: String,
    start: Option<usize>,
    found: Vec<Written>,
}

impl Default for Scanner {
    fn default() -> Scanner {
        Scanner {
            state: In::Code,
            depth: 0,
            written: String::new(),
            code: String::new(),
            start: None,
            found: Vec::new(),
        }
    }
}

impl Scanner {
    /// Takes what a text begins with. Returns the number of its bytes.
    fn step(&mut self, rest: &str, c: char, at: usize) -> usize {
        let opens = [
            ("//@", In::Annotation("\n")),
            ("/*@", In::Annotation("*/")),
            ("//", In::Comment("\n")),
            ("/*", In::Comment("*/")),
        ];
        match self.state {
            In::Annotation(end) | In::Comment(end) if rest.starts_with(end) => {
                self.state = In::Code;
                self.written.push(' ');
                return end.len();
            }
            In::Comment(_) => return c.len_utf8(),
            In::Code => {
                if let Some((mark, state)) = opens.iter().find(|(mark, _)| rest.starts_with(mark)) {
                    self.state = *state;
                    if matches!(state, In::Annotation(_)) {
                        self.put(" @ ", at);
                    }
                    return mark.len();
                }
            }
            In::Annotation(_) | In::Quoted(_) => {}
        }
        if let In::Quoted(quote) = self.state {
            let escaped = (c == '\\').then(|| rest.chars().nth(1)).flatten();
            if c == quote {
                self.state = In::Code;
            }
            let taken = c.len_utf8() + escaped.map_or(0, char::len_utf8);
            self.put(rest.get(..taken).unwrap_or_default(), at);
            return taken;
        }
        self.put(rest.get(..c.len_utf8()).unwrap_or_default(), at);
        if self.state == In::Code {
            self.code.push(c);
            match c {
                '"' | '\'' => self.state = In::Quoted(c),
                '{' => {
                    self.depth += 1;
                    // What is before it is the head of the class.
                    if self.depth == 1 {
                        self.cut(true);
                    }
                }
                '}' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth <= 1 {
                        self.cut(self.depth == 0);
                    }
                }
                ';' if self.depth == 1 => self.cut(false),
                _ => {}
            }
        }
        c.len_utf8()
    }

    fn put(&mut self, text: &str, at: usize) {
        if !text.trim().is_empty() {
            self.start.get_or_insert(at);
        }
        self.written.push_str(text);
    }

    /// Ends a member, or a part of the class without a name.
    fn cut(&mut self, is_class: bool) {
        let written = std::mem::take(&mut self.written);
        let code = std::mem::take(&mut self.code);
        let words: Vec<&str> = written.split_whitespace().collect();
        let start = self.start.take().unwrap_or_default();
        if words.is_empty() || words == ["}"] {
            return;
        }
        self.found.push(Written {
            name: if is_class { String::new() } else { name(&code) },
            text: words.join(" "),
            start,
        });
    }

    fn end(&mut self) {
        self.cut(true);
    }
}

/// The name that a declaration introduces: the word before the first `(`, `=` or `;`.
fn name(code: &str) -> String {
    let head = code.split(['(', '=', ';', '{']).next().unwrap_or_default();
    let is_sign = |c: char| !c.is_alphanumeric() && c != '_' && c != '$';
    let mut words = head.rsplit(is_sign);
    words.find(|word| !word.is_empty()).unwrap_or("").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "package a;\n\n// A log.\npublic class Log {\n    //@ ensures true;\n    \
                       public static void info();\n    /*@ requires n > 0;\n      @ pure */\n    \
                       static int up(int n);\n    int size;\n    //@ predicate p() = true;\n}\n";

    fn changes(from: &str, to: &str) -> Vec<(String, Change)> {
        assert!(LOG.contains(from));
        let found = library_changes(LOG, &LOG.replace(from, to));
        let found = found.into_iter();
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
}
