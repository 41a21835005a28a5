//! The members of large programs, resolved by two threads.
//!
//! Members know of one another by the class table alone. What they leave behind are
//! errors, the numbers of strings, and what constructors call: so the second half is
//! taken from the other thread only if there is nothing to say about it and no string
//! that nobody had before, and is resolved here otherwise.

use super::bodies::member::Session;
use super::passes::program::Members;
use super::{DROP_STACK, Sink};
use crate::ir::MethodId;
use crate::source::Span;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::thread;

/// Fewer members are resolved before another thread has begun.
const MANY: usize = 200;

/// What another thread found.
struct Half {
    members: Members,
    creates_object: bool,
    delegations: BTreeMap<MethodId, (MethodId, Span)>,
}

/// All members. `None` if one is ill-formed; all have been looked at even then.
pub(super) fn members(session: &Session<'_, '_>) -> Option<Members> {
    let table = session.table;
    let count = table.methods.len() + table.pures.len() + table.preds.len();
    if count < MANY {
        return session.members(0);
    }
    let middle = (count / 2).min(table.methods.len());
    let (constants, uniques) = (session.constants.clone(), session.uniques.borrow().clone());
    let (first, half) = thread::scope(|scope| {
        let work = move || {
            let sink = Sink::default();
            let before = uniques.len();
            let other = Session {
                table,
                sink: &sink,
                constants,
                creates_object: Cell::new(false),
                delegations: RefCell::default(),
                uniques: RefCell::new(uniques),
            };
            let members = stacker::maybe_grow(DROP_STACK, DROP_STACK, || other.members(middle))?;
            let is_fine = other.uniques.borrow().len() == before && sink.is_empty();
            is_fine.then(|| Half {
                members,
                creates_object: other.creates_object.get(),
                delegations: other.delegations.take(),
            })
        };
        let other = thread::Builder::new().spawn_scoped(scope, work);
        let first = session.methods(0..middle);
        let half = other.ok().and_then(|other| other.join().ok().flatten());
        (first, half)
    });
    let rest = match half {
        Some(half) => {
            session.delegations.borrow_mut().extend(half.delegations);
            let creates = session.creates_object.get() || half.creates_object;
            session.creates_object.set(creates);
            Some(half.members)
        }
        None => session.members(middle),
    };
    let mut members = rest?;
    let second = std::mem::replace(&mut members.methods, first?);
    members.methods.extend(second);
    Some(members)
}

#[cfg(test)]
mod tests {
    use super::super::resolve_with;
    use super::MANY;
    use crate::ir::Integers;
    use crate::library;
    use crate::source::SourceMap;
    use crate::syntax::{Notation, parse};

    /// What is said of a program of many classes that call one another. It is the same
    /// with any number of threads, as is the program.
    fn outcome(notation: Notation, body: &str, last: &str) -> String {
        let class = |n: usize| {
            let next = (n + 1) % MANY;
            format!(
                "class C{n} {{ int x; C{next} next;\n C{n}() {{ this(1); }}\n C{n}(int x) {{ {body} }}\n}}\n"
            )
        };
        let mut text: String = (0..MANY).map(class).collect();
        text.push_str(last);
        let name = match notation {
            Notation::Idf => "f.idf",
            Notation::Java => "F.java",
        };
        let mut sources = SourceMap::default();
        let file = sources.add(name, text.as_str());
        let (tree, errors) = parse(file, &text, notation);
        assert!(errors.is_empty(), "{errors:?}");
        library::add_to(&mut sources);
        let libraries = library::used(&sources, &[file]);
        let libraries = libraries.into_iter().map(|library| {
            let text = sources.file(library).text();
            parse(library, text, Notation::Java).0
        });
        let libraries: Vec<_> = libraries.collect();
        let results = [1, 2, 3].map(|threads| {
            let files = std::slice::from_ref(&tree);
            let (program, found) = resolve_with(files, &libraries, Integers::Unbounded, threads);
            let found: Vec<String> = found.into_iter().map(|d| d.message).collect();
            (format!("{program:?}"), found.join("; "))
        });
        let [first, others @ ..] = results;
        for other in others {
            assert!(first == other, "{}\n{}", first.1, other.1);
        }
        first.1
    }

    #[test]
    fn two_threads_find_what_one_finds() {
        let set = "this.x := x; next := null;";
        let outcome = |last| outcome(Notation::Idf, set, last);
        assert_eq!(outcome(""), "");
        assert_eq!(outcome("C0 c := new C0();"), "");
        assert_ne!(outcome("class D { void f() { x := 1; } }"), "");
        assert_ne!(
            outcome("class D { D() { this(1); } D(int n) { this(); } }"),
            ""
        );
        assert_ne!(
            outcome("class D { pure int f() { return y; } predicate p() { return z; } }"),
            ""
        );
        assert_ne!(outcome("class C1 { }"), "");
    }

    #[test]
    fn strings_have_the_same_numbers() {
        let outcome = |last: &str| outcome(Notation::Java, "this.x = x;", last);
        let used = "class D { String s = \"a\"; String f() { return \"b\"; } }";
        assert_eq!(outcome(used), "");
        let kept = "class D { static final String S = \"a\"; String f() { return \"a\"; } }";
        assert_eq!(outcome(kept), "");
        assert_ne!(outcome("class D { String f() { return 1; } }"), "");
    }
}
