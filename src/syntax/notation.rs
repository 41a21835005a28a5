//! The notations of programs.

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// The paper's: contracts and ghost code stand in the open.
    Idf,
    /// Java, with contracts and ghost code in annotation comments.
    Java,
}

impl Notation {
    /// The notation of a file, by the ending of its name.
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
