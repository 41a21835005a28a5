//! The notations of programs.

use borsh::{BorshDeserialize, BorshSerialize};

/// The notation of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Notation {
    /// The paper's: contracts and ghost code are part of the code.
    #[default]
    Idf,
    /// Java, with contracts and ghost code in annotation comments.
    Java,
}

impl Notation {
    /// The notation of a file, by its extension.
    #[must_use]
    pub fn of(name: &str) -> Notation {
        match name.rsplit_once('.') {
            Some((_, "java")) => Notation::Java,
            _ => Notation::Idf,
        }
    }

    /// Whether a program may be written without contracts, because it is also one without them.
    #[must_use]
    pub fn may_lack_contracts(self) -> bool {
        match self {
            Notation::Idf => false,
            Notation::Java => true,
        }
    }

    /// How equality is written.
    #[must_use]
    pub fn equality(self) -> &'static str {
        match self {
            Notation::Idf => "=",
            Notation::Java => "==",
        }
    }

    /// How the value of an expression on entry is written.
    #[must_use]
    pub fn old(self, e: &str) -> String {
        match self {
            Notation::Idf => format!("old({e})"),
            Notation::Java => format!("\\old({e})"),
        }
    }

    /// The word before an invariant of a loop.
    #[must_use]
    pub fn invariant(self) -> &'static str {
        match self {
            Notation::Idf => "invariant",
            Notation::Java => "loop_invariant",
        }
    }

    /// A clause or a ghost statement on a line of its own.
    #[must_use]
    pub fn on_a_line(self, annotation: &str) -> String {
        match self {
            Notation::Idf => annotation.to_owned(),
            Notation::Java => format!("//@ {annotation}"),
        }
    }

    /// A clause or a ghost statement with code behind it on its line.
    #[must_use]
    pub fn in_a_line(self, annotation: &str) -> String {
        match self {
            Notation::Idf => annotation.to_owned(),
            Notation::Java => format!("/*@ {annotation} @*/"),
        }
    }
}
