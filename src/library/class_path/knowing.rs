//! Which class files know the program: they name a class of it. Such code could run members of the program, or hold
//! objects of it, so that nothing is known of what a call of it does.

use super::ClassPathError;
use super::class_file::texts;
use super::own::OwnClasses;
use super::places::Places;
use crate::visible;

/// Refuses a class path of which a class names one of the program, and is none of the program's own.
pub(super) fn refuse(places: &mut Places, own: &OwnClasses) -> Result<(), ClassPathError> {
    for number in 0..places.count() {
        let Some((file, bytes)) = places.read_numbered(number)? else {
            continue;
        };
        let mut named = None;
        let read = texts(&bytes, &mut |text, is_class| {
            if named.is_none() {
                named = named_in(text, is_class, own);
            }
        });
        let this = read.map_err(|what| ClassPathError::new(&file, what))?;
        let is_own = this.is_some_and(|name| own.has(&name.replace('/', ".")));
        if let Some(named) = named.filter(|_| !is_own) {
            let named = visible::on_one_line(&named);
            let what = format!(
                "it knows the program's class `{named}`, so that it could use objects of it: \
                 verify its source with the program, or take it off the class path"
            );
            return Err(ClassPathError::new(&file, what));
        }
    }
    Ok(())
}

/// The class of the program that a text of a class file names: as a class, in a type, or as a text with its package.
fn named_in(text: &str, is_class: bool, own: &OwnClasses) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '/' | '.');
    let tokens = text
        .split(|c| !is_part(c))
        .filter(|token| !token.is_empty());
    let is_type = text.contains(';');
    for token in tokens {
        let path = token.replace('/', ".");
        // Types of numbers are one letter each, and may stand before that of a class.
        let behind = path.trim_start_matches(['B', 'C', 'D', 'F', 'I', 'J', 'S', 'V', 'Z']);
        let behind = behind.strip_prefix('L').filter(|_| is_type);
        // A text that is a word need not be the name of a class without package.
        let named = own.find(&path);
        let named = named.filter(|name| is_class || name.contains('.'));
        if let Some(name) = named.or_else(|| own.find(behind?)) {
            return Some(name.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_types_and_texts() {
        let own = OwnClasses::of(&["a.b.Main", "Plain"]);
        for (text, is_class, expected) in [
            ("a/b/Main", true, Some("a.b.Main")),
            ("a/b/Main$Inner", true, Some("a.b.Main")),
            ("[La/b/Main;", true, Some("a.b.Main")),
            ("(IJLa/b/Main;)V", false, Some("a.b.Main")),
            ("Ljava/util/List<La/b/Main$X;>;", false, Some("a.b.Main")),
            ("a.b.Main", false, Some("a.b.Main")),
            ("load a.b.Main now", false, Some("a.b.Main")),
            ("\u{FFFD}a.b.Main", false, Some("a.b.Main")),
            ("(ZLPlain;)V", false, Some("Plain")),
            ("Plain", true, Some("Plain")),
            ("Plain", false, None),
            ("LPlain", false, None),
            ("a/b/Mainly", true, None),
            ("x/a/b/Main", true, None),
            ("", true, None),
        ] {
            assert_eq!(
                named_in(text, is_class, &own).as_deref(),
                expected,
                "{text}"
            );
        }
    }
}
