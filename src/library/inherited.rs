//! What a class of the class path has, or inherits from Java's classes, and the indices do not tell: fields that are
//! no constants, and members of classes of which Java's index has only the names.

use super::classes::{Classes, Entry, called};
use std::collections::BTreeSet;

/// How a field begins that is no constant.
pub(super) const FIELD: &str = "static ? ";

/// The class and the names of constants that another field hides in a class below.
pub(super) fn unclear_constants<'c>(
    classes: Classes<'c>,
    chosen: impl Iterator<Item = (&'c str, Entry<'c>)>,
) -> BTreeSet<(&'c str, &'c str)> {
    let mut found = BTreeSet::new();
    for (full, entry) in chosen.filter(|(_, entry)| entry.is_of_path) {
        let above = classes.supertypes(full);
        for field in entry.members().filter_map(|text| text.strip_prefix(FIELD)) {
            found.extend(above.iter().map(|above| (*above, field)));
        }
    }
    found
}

/// The names of what a subclass inherits from a class of Java's of which the index has no members, besides those in
/// [`of`]; `None` if they are not known.
fn others_of(class: &str) -> Option<&'static [&'static str]> {
    Some(match class {
        "java.lang.CharSequence" => &["chars", "codePoints", "isEmpty", "length", "toString"],
        "java.lang.Enum" => &[
            "compareTo",
            "describeConstable",
            "getDeclaringClass",
            "name",
            "ordinal",
            "valueOf",
            "values",
        ],
        "java.lang.Iterable" => &["iterator", "spliterator"],
        "java.lang.constant.Constable" => &["describeConstable"],
        "java.lang.Object" => &[
            "clone",
            "equals",
            "finalize",
            "getClass",
            "hashCode",
            "notify",
            "notifyAll",
            "toString",
            "wait",
        ],
        "java.lang.Throwable" => &[
            "fillInStackTrace",
            "getCause",
            "getLocalizedMessage",
            "getMessage",
            "getStackTrace",
            "getSuppressed",
            "toString",
        ],
        "java.util.concurrent.Callable" => &["call"],
        "java.util.function.Supplier" => &["get"],
        "java.util.function.Consumer" | "java.util.function.BiConsumer" => &["accept", "andThen"],
        "java.util.function.Function" | "java.util.function.BiFunction" => {
            &["andThen", "apply", "compose"]
        }
        "java.util.function.IntBinaryOperator" => &["applyAsInt"],
        "java.util.function.IntFunction" => &["apply"],
        "java.util.function.IntUnaryOperator" => &["andThen", "applyAsInt", "compose"],
        "java.util.function.Predicate" | "java.util.function.IntPredicate" => {
            &["and", "negate", "or", "test"]
        }
        "java.io.UncheckedIOException" => &["getCause"],
        "java.util.function.BinaryOperator" | "java.util.function.UnaryOperator" => &[],
        "java.io.FileNotFoundException"
        | "java.lang.ArrayIndexOutOfBoundsException"
        | "java.lang.ArrayStoreException"
        | "java.lang.AssertionError"
        | "java.lang.CloneNotSupportedException"
        | "java.lang.InterruptedException"
        | "java.lang.NegativeArraySizeException"
        | "java.lang.StringIndexOutOfBoundsException"
        | "java.util.ConcurrentModificationException"
        | "java.util.EmptyStackException"
        | "java.util.InputMismatchException"
        | "java.util.NoSuchElementException" => &[],
        _ => return of(class).map(|_| &[][..]),
    })
}

/// Whether a subclass of one of Java's classes might inherit a member of this name from that class itself.
pub(crate) fn might_have(class: &str, name: &str) -> bool {
    let entry = Classes::default().find(class);
    match entry.filter(|entry| entry.has_members() && entry.kind == "interface") {
        Some(entry) => entry.has(name),
        // Fields and methods that are not public are not in the index.
        None => others_of(class).is_none_or(|others| {
            let mut members = of(class).into_iter().flatten();
            others.contains(&name) || members.any(|member| called(member) == name)
        }),
    }
}

/// The members that a subclass inherits from a class of Java's, as far as they could be mistaken for its own: of
/// classes that are often above others. A `?` stands for each type.
pub(super) fn of(class: &str) -> Option<&'static [&'static str]> {
    Some(match class {
        "java.io.Closeable" | "java.lang.AutoCloseable" => &["void close()"],
        "java.io.Flushable" => &["void flush()"],
        "java.lang.CharSequence" => &[
            "char charAt(int)",
            "java.lang.CharSequence subSequence(int,int)",
        ],
        "java.lang.Comparable" => &["int compareTo(?)"],
        "java.lang.Iterable" => &["void forEach(?)"],
        "java.lang.Runnable" => &["void run()"],
        "java.lang.Throwable" => &[
            "void addSuppressed(?)",
            "java.lang.Throwable initCause(?)",
            "void printStackTrace(?)",
            "void setStackTrace(?)",
        ],
        "java.util.concurrent.Callable" | "java.util.function.Supplier" => &[],
        // Nothing that has parameters.
        "java.io.IOException"
        | "java.io.Serializable"
        | "java.io.UncheckedIOException"
        | "java.lang.ArithmeticException"
        | "java.lang.ClassCastException"
        | "java.lang.Cloneable"
        | "java.lang.Error"
        | "java.lang.Exception"
        | "java.lang.IllegalArgumentException"
        | "java.lang.IllegalStateException"
        | "java.lang.IndexOutOfBoundsException"
        | "java.lang.NullPointerException"
        | "java.lang.NumberFormatException"
        | "java.lang.ReflectiveOperationException"
        | "java.lang.RuntimeException"
        | "java.lang.SecurityException"
        | "java.lang.UnsupportedOperationException"
        | "java.util.EventListener"
        | "java.util.RandomAccess" => &[],
        _ => return None,
    })
}
