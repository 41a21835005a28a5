//! What a run reads: values that nobody knows, from lines of text, as `java.util.Scanner` does.

use super::test_inputs::parsed;
use crate::execution::code::{Reading, UnknownSite};
use crate::execution::concrete::unknowns::Word;
use crate::execution::input::{Input, InputValue};
use crate::ir::{Program, Type, ValueKind};

/// A text that is read word by word and line by line.
pub(super) struct InputText<'r> {
    program: &'r Program,
    /// Gives the next line, with its end.
    next_line: &'r mut dyn FnMut() -> Option<String>,
    /// What of the lines so far is not taken yet.
    rest: String,
}

impl<'r> InputText<'r> {
    /// A text of these lines, of which nothing is read yet.
    pub(super) fn new(
        program: &'r Program,
        next_line: &'r mut dyn FnMut() -> Option<String>,
    ) -> InputText<'r> {
        InputText {
            program,
            next_line,
            rest: String::new(),
        }
    }

    /// Reads a value; `None` at the end of the text.
    ///
    /// # Errors
    /// If what is next is no value of this type, or those cannot be read.
    pub(super) fn read(&mut self, site: &UnknownSite) -> Result<Option<Word>, String> {
        match &site.reading {
            Reading::Line => Ok(self.line().map(Word::Text)),
            Reading::Asserts => Ok(Some(Word::Bool(true))),
            Reading::AtFirstUse | Reading::OfLibrary => Ok(None),
            Reading::HasLine => Ok(Some(Word::Bool(!self.rest.is_empty() || self.more()))),
            Reading::HasWord(ty) => {
                let word = self.word().map(str::to_owned);
                let is_one = word.is_some_and(|word| {
                    let fits = |ty: &Type| value(self.program, ty, &word).is_some();
                    ty.as_ref().is_none_or(fits)
                });
                Ok(Some(Word::Bool(is_one)))
            }
            Reading::Word => {
                let Some(word) = self.word() else {
                    return Ok(None);
                };
                let word = word.to_owned();
                let Some(value) = value(self.program, &site.ty, &word) else {
                    let ty = self.program.type_name(&site.ty);
                    return Err(format!("`{word}` is no `{ty}`"));
                };
                let start = self.rest.len() - self.rest.trim_start().len();
                self.rest.drain(..start + word.len());
                Ok(Some(value))
            }
        }
    }

    /// The next word, which stays there.
    fn word(&mut self) -> Option<&str> {
        while self.rest.trim_start().is_empty() {
            if !self.more() {
                return None;
            }
        }
        self.rest.split_whitespace().next()
    }

    /// Takes the rest of the line, without its end.
    fn line(&mut self) -> Option<String> {
        if self.rest.is_empty() && !self.more() {
            return None;
        }
        let end = self.rest.find('\n').map_or(self.rest.len(), |at| at + 1);
        let line: String = self.rest.drain(..end).collect();
        let line = line.strip_suffix('\n').unwrap_or(&line);
        Some(line.strip_suffix('\r').unwrap_or(line).to_owned())
    }

    /// Reads another line, if there is one.
    fn more(&mut self) -> bool {
        let line = (self.next_line)();
        let is_one = line.as_ref().is_some_and(|line| !line.is_empty());
        self.rest.extend(line);
        is_one
    }
}

/// The value of a type that a word is.
fn value(program: &Program, ty: &Type, word: &str) -> Option<Word> {
    match ty.value_kind() {
        ValueKind::Reference => program.is_text(ty).then(|| Word::Text(word.to_owned())),
        ValueKind::Boolean => match word.to_ascii_lowercase().as_str() {
            "true" => Some(Word::Bool(true)),
            "false" => Some(Word::Bool(false)),
            _ => None,
        },
        ValueKind::Integer | ValueKind::Floating => {
            match parsed(program, ty, word, &mut Input::default())? {
                InputValue::Int(n) => Some(Word::Int(n)),
                _ => None,
            }
        }
        ValueKind::Amount | ValueKind::Collection => None,
    }
}
