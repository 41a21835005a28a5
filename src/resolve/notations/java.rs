//! The rules of Java, and names that mean something in every Java program.

use super::Rules;

/// The rules of Java.
pub(super) const RULES: Rules = Rules {
    is_compiled: true,
    has_visibility: true,
    has_boxes: true,
    has_machine_types: true,
    has_constant_variables: true,
    has_covariant_arrays: true,
    has_assignment_values: true,
    has_type_arguments: true,
    has_libraries: true,
    sees_everywhere: is_javas,
    of_every_class,
    word_of_class,
};

/// Whether every Java file sees a class of this name without an import, or the shipped library
/// declares it. A class of the same name in another package would be a different one.
fn is_javas(name: &str) -> bool {
    const NAMES: [&str; 42] = [
        "Boolean",
        "Byte",
        "Character",
        "CharSequence",
        "Class",
        "Cloneable",
        "Comparable",
        "Deprecated",
        "Double",
        "Enum",
        "Error",
        "Exception",
        "Float",
        "Integer",
        "Iterable",
        "Long",
        "Math",
        "Module",
        "Number",
        "Override",
        "Package",
        "Process",
        "Record",
        "Runnable",
        "Runtime",
        "RuntimeException",
        "Short",
        "StackTraceElement",
        "StrictMath",
        "String",
        "StringBuffer",
        "StringBuilder",
        "System",
        "Thread",
        "Throwable",
        "Void",
        "AutoCloseable",
        "Appendable",
        "Readable",
        "ArrayList",
        "PrintStream",
        "Object",
    ];
    NAMES.contains(&name)
}

/// Describes, for messages, the classes to which Java implicitly adds a member of this name.
fn of_every_class(is_enum: bool, name: &str) -> Option<&'static str> {
    const OBJECTS: [&str; 8] = [
        "equals",
        "hashCode",
        "toString",
        "getClass",
        "clone",
        "notify",
        "notifyAll",
        "wait",
    ];
    const ENUMS: [&str; 6] = [
        "ordinal",
        "values",
        "valueOf",
        "name",
        "compareTo",
        "getDeclaringClass",
    ];
    if OBJECTS.contains(&name) {
        Some("every class")
    } else {
        (is_enum && ENUMS.contains(&name)).then_some("every `enum`")
    }
}

/// What a word behind the name of a class stands for, and is not supported.
fn word_of_class(word: &str) -> Option<&'static str> {
    match word {
        "class" => Some("a class literal is"),
        "this" => Some("`this` of a class around is"),
        "super" => Some("`super` of an interface is"),
        _ => None,
    }
}

/// Whether a Java class may hold a boxed number or `boolean`.
pub(in crate::resolve) fn is_box(name: &str) -> bool {
    const BOXES: [&str; 11] = [
        "Boolean",
        "Byte",
        "Character",
        "Comparable",
        "Double",
        "Float",
        "Integer",
        "Long",
        "Number",
        "Serializable",
        "Short",
    ];
    BOXES.contains(&name)
}
