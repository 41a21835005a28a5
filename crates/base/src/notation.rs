//! The notations of programs.

use borsh::{BorshDeserialize, BorshSerialize};

/// The notation of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub enum Notation {
    /// The paper's: contracts and ghost code are part of the code.
    Idf,
    /// Java, with contracts and ghost code in annotation comments.
    Java,
}

impl Notation {
    /// The notation of a file, by its extension.
    #[must_use]
    pub fn of(name: &str) -> Notation {
        let is_java = name.rsplit_once('.').is_some_and(|(_, e)| e == "java");
        if is_java {
            Notation::Java
        } else {
            Notation::Idf
        }
    }
}
