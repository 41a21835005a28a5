//! What the notation of a program decides in its resolution. Nothing else here asks for the
//! notation: another one begins with another value of [`Rules`], in a file of its own.

mod idf;
mod java;

use crate::notation::Notation;
use crate::syntax::tree::ast;
pub(in crate::resolve) use java::is_box;

/// The rules of a notation.
#[derive(Debug)]
pub(in crate::resolve) struct Rules {
    /// Whether another compiler reads the code, without its annotations: ghost declarations are
    /// invisible there, what it has checked is relied on, and its words are names in contracts.
    pub is_compiled: bool,
    /// Whether modifiers decide what is inherited, overridden and named.
    pub has_visibility: bool,
    /// Whether objects may stand for numbers and Booleans.
    pub has_boxes: bool,
    /// Whether numbers have machine types, also where their values are mathematical.
    pub has_machine_types: bool,
    /// Whether variables and fields may be constants, which are narrowed where they fit.
    pub has_constant_variables: bool,
    /// Whether an array of a subclass may be given for one of its class.
    pub has_covariant_arrays: bool,
    /// Whether an assignment is an expression.
    pub has_assignment_values: bool,
    /// Whether the types of values follow from type arguments.
    pub has_type_arguments: bool,
    /// Whether there are classes outside of the program.
    pub has_libraries: bool,
    /// Whether every file sees a class of this name that is not declared in the program.
    pub sees_everywhere: fn(&str) -> bool,
    /// What has a member of this name although it does not declare it, for an `enum` or another
    /// class.
    pub of_every_class: fn(bool, &str) -> Option<&'static str>,
    /// What a word behind the name of a class stands for, and is not supported.
    pub word_of_class: fn(&str) -> Option<&'static str>,
}

impl Default for &Rules {
    fn default() -> Self {
        &idf::RULES
    }
}

impl Rules {
    /// The rules for a program of these files.
    pub(in crate::resolve) fn of(files: &[ast::File]) -> &'static Rules {
        let mut notations = files.iter().map(|file| file.notation);
        match notations.find(|notation| *notation == Notation::Java) {
            Some(_) => &java::RULES,
            None => &idf::RULES,
        }
    }
}
