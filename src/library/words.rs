//! The words of the program's texts: members of classes without contracts are declared only if it could name them.

use super::OF_LOOPS;
use memchr::memmem;
use std::collections::HashSet;

/// The words of some texts, comments included.
pub(super) struct Words<'t> {
    all: HashSet<&'t str>,
    /// Those of them that name a class whose constructors could be called.
    made: HashSet<&'t str>,
    /// Whether it could be those of any class.
    is_any_made: bool,
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl<'t> Words<'t> {
    /// The words of texts, and those of members that they call without naming them.
    pub(super) fn of(texts: &[&'t str]) -> Words<'t> {
        let words = texts.iter().flat_map(|text| text.split(|c| !is_part(c)));
        let mut words = Words {
            all: words.collect(),
            made: HashSet::new(),
            is_any_made: false,
        };
        if words.has("for") {
            words.all.extend(OF_LOOPS);
        }
        for text in texts {
            words.add_made(text);
        }
        words
    }

    /// Whether a word is one of them.
    pub(super) fn has(&self, word: &str) -> bool {
        self.all.contains(word)
    }

    /// Whether the texts could name a member of this name, or for an empty name a constructor of a class.
    pub(super) fn could_name(&self, member: &str, class: &str) -> bool {
        match member {
            "" => self.is_any_made || self.made.contains(class),
            name => self.has(name),
        }
    }

    /// Adds the classes behind `new`, and those above other ones. No part of a text is looked at twice, whatever stands
    /// there.
    fn add_made(&mut self, text: &'t str) {
        let mut read = 0;
        for (at, before, rest) in around(text, "new") {
            if at < read {
                self.is_any_made = true;
                continue;
            }
            let (made, behind) = BehindNew::read(rest);
            read = text.len() - behind.len();
            match made {
                BehindNew::Class(class) => _ = self.made.insert(class),
                BehindNew::Unclear => self.is_any_made = true,
                BehindNew::Nothing => {}
            }
            self.is_any_made |= before.trim_end().ends_with("::");
        }
        let mut read = 0;
        for (at, _, rest) in around(text, "extends") {
            if at < read {
                continue;
            }
            let list = rest.split(['{', ';']).next().unwrap_or(rest);
            read = text.len() - rest.len() + list.len();
            self.made.extend(list.split(|c| !is_part(c)));
        }
    }
}

/// The places of a word in a text, and the text before and behind each.
fn around<'t>(
    text: &'t str,
    word: &'static str,
) -> impl Iterator<Item = (usize, &'t str, &'t str)> {
    let places = memmem::find_iter(text.as_bytes(), word);
    let sides =
        places.filter_map(move |at| Some((at, text.get(..at)?, text.get(at + word.len()..)?)));
    sides.filter(|(_, before, rest)| !before.ends_with(is_part) && !rest.starts_with(is_part))
}

/// The class of which the text behind `new` makes an object.
enum BehindNew<'t> {
    /// That of this simple name.
    Class(&'t str),
    /// It is not clear here.
    Unclear,
    /// None: it is no code.
    Nothing,
}

impl<'t> BehindNew<'t> {
    /// That of what follows `new`, and the text behind its name.
    fn read(text: &'t str) -> (BehindNew<'t>, &'t str) {
        let text = text.trim_start();
        let is_name = |c: char| is_part(c) || c == '.';
        let end = text.find(|c| !is_name(c)).unwrap_or(text.len());
        let (name, rest) = text.split_at_checked(end).unwrap_or_default();
        let simple = name.rsplit('.').next().unwrap_or(name);
        let made = match rest.trim_start().chars().next() {
            // Behind the name are arguments, type arguments, or what belongs to an array, which no constructor makes.
            Some('(' | '<' | '[' | '{') if !simple.is_empty() => BehindNew::Class(simple),
            Some('<' | '.' | '@' | '/' | '\\' | '$') => BehindNew::Unclear,
            Some(c) if !c.is_ascii() => BehindNew::Unclear,
            _ if simple.is_empty() && !name.is_empty() => BehindNew::Unclear,
            _ => BehindNew::Nothing,
        };
        (made, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Were the rest of the text read at each place, this would take minutes.
    #[test]
    fn long_texts_are_read_once() {
        for text in ["extends ", "new.", "new "] {
            let text = text.repeat(200_000);
            let is_unclear = text.starts_with("new");
            assert_eq!(Words::of(&[&text]).could_name("", "A"), is_unclear);
        }
    }

    #[test]
    fn constructors_could_be_called_of_classes_behind_new_and_of_those_above_others() {
        let could_make = |text: &str, class: &str| Words::of(&[text]).could_name("", class);
        for text in [
            "x = new A();",
            "x = new A <B> ();",
            "x = new a.b.A\n(1);",
            "class C extends A<B> implements D {",
            "new A[2]",
        ] {
            assert!(could_make(text, "A"), "{text}");
            assert!(!could_make(text, "D2") && !could_make(text, "x"), "{text}");
        }
        // What is not clear could be any.
        for text in [
            "new /**/ A()",
            "A::new",
            "A:: new",
            "new a . A()",
            "new @B A()",
            "new <T> A()",
        ] {
            assert!(could_make(text, "A") && could_make(text, "Z"), "{text}");
        }
        for text in [
            "A",
            "A newest",
            "renew A()",
            "A.f(); // A",
            "// new: A, the new way\nA",
        ] {
            assert!(!could_make(text, "A"), "{text}");
        }
    }
}
