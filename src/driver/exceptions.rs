//! The exceptions that Java throws where a run of a Java program goes wrong.

use crate::diagnostics::Code;
use crate::execution::domain::FaultValues;
use crate::execution::machine::Violation;
use crate::ir::{ClassId, MethodKind, Program, StmtKind, ids, walk};
use crate::notation::Notation;
use crate::source::SourceMap;
use crate::syntax::package_of;

/// The exception that Java throws where this code is reported.
pub(super) fn exception(sources: &SourceMap, violation: &Violation) -> Option<String> {
    let file = sources.file(violation.place.file);
    if file.notation() != Notation::Java || violation.conjunct.is_some() {
        return None;
    }
    let library = violation.place.file.is_library();
    let class = file.name().rsplit('/').next().filter(|_| library);
    let name = match (violation.code, class) {
        (Code::NullDereference, _) => "java.lang.NullPointerException",
        (Code::IndexOutOfBounds, None) => "java.lang.ArrayIndexOutOfBoundsException",
        (Code::IndexOutOfBounds, Some("String.java")) => {
            "java.lang.StringIndexOutOfBoundsException"
        }
        (Code::IndexOutOfBounds, Some("Iterator.java" | "Optional.java")) => {
            "java.util.NoSuchElementException"
        }
        (Code::IndexOutOfBounds, Some(_)) => "java.lang.IndexOutOfBoundsException",
        // `addExact` and its like.
        (Code::Overflow, Some(_)) | (Code::DivisionByZero, _) => "java.lang.ArithmeticException",
        (Code::NegativeArraySize, _) => "java.lang.NegativeArraySizeException",
        (Code::Cast, _) => "java.lang.ClassCastException",
        (Code::Assert, _) => {
            let name = thrown(sources.text(violation.place))?;
            return Some(qualified(&name, file.text()));
        }
        _ => return None,
    };
    Some(name.to_owned())
}

/// The message of the exception that Java throws: of one that the program makes, if it is a text
/// without escapes.
pub(super) fn said_by(sources: &SourceMap, violation: &Violation) -> Option<String> {
    if violation.place.file.is_library() {
        return None;
    }
    match violation.code {
        Code::DivisionByZero => Some("/ by zero".to_owned()),
        Code::IndexOutOfBounds => match &violation.fault {
            FaultValues::Index(index, length) => {
                Some(format!("Index {index} out of bounds for length {length}"))
            }
            FaultValues::Untold | FaultValues::Length(_) => None,
        },
        Code::NegativeArraySize => match &violation.fault {
            FaultValues::Length(length) => Some(length.clone()),
            FaultValues::Untold | FaultValues::Index(..) => None,
        },
        Code::Assert => {
            let statement = sources.text(violation.place);
            thrown(statement)?;
            let (_, arguments) = statement.split_once('(')?;
            let argument = arguments.trim_end().trim_end_matches(';').trim_end();
            concatenated(argument.strip_suffix(')')?, &violation.values)
        }
        _ => None,
    }
}

/// The text of a concatenation of literals and variables, whose values are shown; `None` if it is
/// anything else.
fn concatenated(expression: &str, values: &[(String, String)]) -> Option<String> {
    let mut found = String::new();
    let mut has_text = false;
    for (position, operand) in operands(expression)?.into_iter().enumerate() {
        // What stands before the first text is added as numbers are.
        if position > 1 && !has_text {
            return None;
        }
        let shown = match values.iter().find(|(name, _)| *name == operand) {
            Some((_, shown)) => shown.as_str(),
            None if operand.starts_with('"') => operand.as_str(),
            None if operand.parse::<u64>().is_ok() => operand.as_str(),
            None => return None,
        };
        let inner = |quote: char| shown.strip_prefix(quote)?.strip_suffix(quote);
        has_text |= inner('"').is_some();
        let text = match inner('"').or(inner('\'')) {
            Some(text) => text,
            // Objects are shown by their fields, which is not how Java shows them.
            None if shown.contains(['{', '[', '#']) => return None,
            None => shown,
        };
        if text.contains(['"', '\\', '…']) {
            return None;
        }
        found += text;
    }
    has_text.then_some(found)
}

/// The operands of `+`: names, and literals with their quotes.
fn operands(expression: &str) -> Option<Vec<String>> {
    let mut found = vec![String::new()];
    let mut is_quoted = false;
    for c in expression.chars() {
        let last = found.last_mut()?;
        match c {
            '"' => is_quoted = !is_quoted,
            '\\' => return None,
            '+' if !is_quoted => {
                found.push(String::new());
                continue;
            }
            _ if c.is_whitespace() && !is_quoted => continue,
            _ => {}
        }
        last.push(c);
    }
    let is_whole = !is_quoted && found.iter().all(|operand| !operand.is_empty());
    is_whole.then_some(found)
}

/// The class that a `throw` statement names.
fn thrown(statement: &str) -> Option<String> {
    let made = statement.strip_prefix("throw")?.trim_start();
    let name = made.strip_prefix("new")?.trim_start();
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.');
    let name = name.get(..end?)?;
    Some(name.to_owned()).filter(|name| !name.is_empty())
}

/// Whether a statement throws an exception with arguments that may do more than to give a value:
/// they are not evaluated.
pub(super) fn throws_more(statement: &str) -> bool {
    let arguments = match (thrown(statement), statement.split_once('(')) {
        (Some(_), Some((_, arguments))) => arguments,
        (None, _) if statement.starts_with("throw ") => statement,
        _ => return false,
    };
    let mut quote = None;
    let mut before = ' ';
    let mut is_escaped = false;
    for c in arguments.chars() {
        match quote {
            Some(_) if is_escaped => is_escaped = false,
            Some(_) if c == '\\' => is_escaped = true,
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None => {
                let is_call = c == '(' && (before.is_alphanumeric() || before == '_');
                let is_step = matches!((before, c), ('+', '+') | ('-', '-'));
                if is_call || is_step || matches!(c, '[' | '/' | '%' | '=' | '.') {
                    return true;
                }
            }
        }
        if !c.is_whitespace() {
            before = c;
        }
    }
    false
}

/// Whether the constructors of an exception that a statement throws may do more than to set fields:
/// where nothing catches it, they are not run.
pub(super) fn is_made_with_effects(program: &Program, statement: &str) -> bool {
    let Some(name) = thrown(statement) else {
        return false;
    };
    let simple = name.rsplit('.').next().unwrap_or(&name);
    let is_it = |id: &ClassId| {
        let class = program.class(*id);
        class.simple_name() == simple && !class.span.file.is_library()
    };
    let mut todo: Vec<ClassId> = ids(program.classes.len()).filter(is_it).collect();
    while let Some(id) = todo.pop() {
        let own = program
            .methods
            .iter()
            .filter(|method| method.kind == MethodKind::Constructor && method.class == Some(id));
        for stmt in own.flat_map(|method| walk::statements(&method.body)) {
            let calls = matches!(&stmt.kind, StmtKind::Call(_, call)
                if program.method(call.callee).kind != MethodKind::Constructor);
            let acts = matches!(
                stmt.kind,
                StmtKind::New(..)
                    | StmtKind::StaticWrite(..)
                    | StmtKind::Throw(_)
                    | StmtKind::Loop(_)
            );
            if calls || acts {
                return true;
            }
        }
        todo.extend(&program.class(id).supers);
    }
    false
}

/// The exceptions of `java.lang` that programs throw, without the end of their names.
const OF_JAVA: [&str; 16] = [
    "",
    "Arithmetic",
    "ArrayIndexOutOfBounds",
    "ArrayStore",
    "ClassCast",
    "CloneNotSupported",
    "IllegalArgument",
    "IllegalState",
    "IndexOutOfBounds",
    "Interrupted",
    "NegativeArraySize",
    "NullPointer",
    "NumberFormat",
    "Runtime",
    "StringIndexOutOfBounds",
    "UnsupportedOperation",
];

/// The full name of an exception that a file names: as the file imports it, or from `java.lang`.
fn qualified(name: &str, text: &str) -> String {
    let is_it = |full: &&str| full.rsplit('.').next() == Some(name);
    let imports = text.lines().filter_map(|line| {
        let full = line.trim().strip_prefix("import ")?;
        full.trim_end().strip_suffix(';').map(str::trim)
    });
    if let Some(full) = imports.into_iter().find(is_it) {
        return full.to_owned();
    }
    let is_known = match name.strip_suffix("Exception") {
        Some(start) => OF_JAVA.contains(&start),
        None => matches!(name, "AssertionError" | "Error" | "Throwable"),
    };
    if is_known {
        return format!("java.lang.{name}");
    }
    match package_of(text) {
        Some(package) if is_declared(name, text) => format!("{package}.{name}"),
        _ => name.to_owned(),
    }
}

/// Whether a file declares a class of this name at the start of a line, where those of its package
/// stand.
fn is_declared(name: &str, text: &str) -> bool {
    text.lines().any(|line| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
        let modifiers = ["public", "final", "abstract"];
        let first = words.by_ref().find(|word| !modifiers.contains(word));
        first == Some("class") && words.next() == Some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_of_an_exception_is_the_one_that_is_made() {
        let class = thrown("throw new IllegalStateException(\"no\");");
        assert_eq!(class.as_deref(), Some("IllegalStateException"));
        assert_eq!(thrown("throw failure;"), None);
        assert_eq!(thrown("throw new"), None);
    }

    #[test]
    fn an_exception_of_the_program_is_of_its_package() {
        let text = "package p.q;\nimport java.io.IOException;\nfinal class Own extends Error {\n  class In { }\n}";
        for (name, full) in [
            ("Own", "p.q.Own"),
            ("In", "In"),
            ("Other", "Other"),
            ("IOException", "java.io.IOException"),
            ("IllegalStateException", "java.lang.IllegalStateException"),
        ] {
            assert_eq!(qualified(name, text), full);
        }
    }

    #[test]
    fn a_message_is_a_concatenation_of_literals_and_variables() {
        let values = [
            ("n", "3"),
            ("s", "\"no\""),
            ("c", "'x'"),
            ("o", "Cell { v = 1 }"),
        ];
        let values = values.map(|(name, shown)| (name.to_owned(), shown.to_owned()));
        for (expression, text) in [
            ("\"bad \" + n", Some("bad 3")),
            ("\"a + b\"", Some("a + b")),
            (" s ", Some("no")),
            ("n + s + c + 1 + n", Some("3nox13")),
            ("n + n + s", None),
            ("n + n", None),
            ("\"o\" + o", None),
            ("\"size \" + unknown", None),
            ("\"size \" + (n + 1)", None),
            ("", None),
        ] {
            assert_eq!(
                concatenated(expression, &values).as_deref(),
                text,
                "{expression}"
            );
        }
    }

    #[test]
    fn an_exception_has_its_full_name() {
        let text = "import java.util.NoSuchElementException;\nclass C { }\n";
        for (name, full) in [
            ("NoSuchElementException", "java.util.NoSuchElementException"),
            ("IllegalStateException", "java.lang.IllegalStateException"),
            ("Exception", "java.lang.Exception"),
            ("AssertionError", "java.lang.AssertionError"),
            ("MyException", "MyException"),
            ("q.MyException", "q.MyException"),
        ] {
            assert_eq!(qualified(name, text), full);
        }
    }
}
