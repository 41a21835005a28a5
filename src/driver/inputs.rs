//! Inputs as trees of plain values, as reports show them.

use crate::execution::input::{Input, InputId, InputObject, InputValue, quoted};
use crate::ir::{MemberId, Program, Type};
use num_bigint::BigInt;
use rustc_hash::FxHashSet;

/// A value of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputTree {
    /// `null`
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A floating-point number, an amount of permission, a constant of an enum, or a string, as it is written.
    Text(String),
    /// An array with its number, where it is met first, or a collection; a map is one of pairs.
    List(Option<u32>, Vec<InputTree>),
    /// An object, where it is met first: its class, its number, its fields.
    Object {
        /// The name of its class.
        class: String,
        /// Its number.
        id: u32,
        /// Its fields.
        fields: Vec<(String, InputTree)>,
    },
    /// An object or array that was met before: its number.
    Ref(u32),
}

/// The named values of an input.
pub(super) fn trees(
    program: &Program,
    member: MemberId,
    input: &Input,
) -> Vec<(String, InputTree)> {
    Trees::of(program, input).named(member)
}

/// The named values of an input, and the objects that none of them leads to.
pub(super) fn trees_and_unnamed(
    program: &Program,
    member: MemberId,
    input: &Input,
) -> (Vec<(String, InputTree)>, Vec<InputTree>) {
    let mut trees = Trees::of(program, input);
    let named = trees.named(member);
    let unnamed = input.unnamed(program, member);
    let unnamed = unnamed.iter();
    let unnamed = unnamed.map(|value| trees.tree(value, &Type::Object));
    (named, unnamed.collect())
}

/// The trees of one input, in which an object is described once.
struct Trees<'i> {
    program: &'i Program,
    input: &'i Input,
    met: FxHashSet<InputId>,
}

impl<'i> Trees<'i> {
    fn of(program: &'i Program, input: &'i Input) -> Trees<'i> {
        Trees {
            program,
            input,
            met: FxHashSet::default(),
        }
    }

    fn named(&mut self, member: MemberId) -> Vec<(String, InputTree)> {
        let named = self.input.named(self.program, member).into_iter();
        named
            .map(|(name, ty, value)| (name, self.tree(value, ty)))
            .collect()
    }

    fn tree(&mut self, value: &InputValue, ty: &Type) -> InputTree {
        match value {
            InputValue::Null => InputTree::Null,
            InputValue::Bool(b) => InputTree::Bool(*b),
            InputValue::Int(n) => match ty.floating_text(n) {
                Some(number) => InputTree::Text(number),
                None => InputTree::Int(n.clone()),
            },
            InputValue::Perm(amount) => InputTree::Text(amount.to_string()),
            InputValue::Unique(id) => {
                let unique = self.program.uniques.get(id.0 as usize);
                unique.map_or(InputTree::Null, |unique| {
                    InputTree::Text(unique.name.clone())
                })
            }
            InputValue::Empty => InputTree::List(None, Vec::new()),
            InputValue::List(elements) => {
                InputTree::List(None, self.all(elements, ty.element().unwrap_or(ty)))
            }
            InputValue::Entries(entries) => {
                let (of_key, of_value) = ty.entry().unwrap_or((ty, ty));
                let entries = entries.iter().map(|(key, value)| {
                    let key = self.tree(key, of_key);
                    InputTree::List(None, vec![key, self.tree(value, of_value)])
                });
                InputTree::List(None, entries.collect())
            }
            InputValue::Object(id)
                if let Some(InputObject::Text(text)) = self.input.object(*id) =>
            {
                InputTree::Text(quoted(text))
            }
            InputValue::Object(id) if !self.met.insert(*id) => InputTree::Ref(id.0 + 1),
            // Inputs are as deep as the paths that they take.
            InputValue::Object(id) => crate::stack::deep(|| self.object(*id)),
        }
    }

    fn object(&mut self, id: InputId) -> InputTree {
        match self.input.object(id) {
            None | Some(InputObject::Text(_)) => InputTree::Null,
            Some(InputObject::Array(elem, elements)) => {
                InputTree::List(Some(id.0 + 1), self.all(elements, elem))
            }
            Some(InputObject::Object(class, fields)) => {
                let program = self.program;
                let fields = fields.iter().map(|(field, value)| {
                    let name = program.field_text_within(*class, *field);
                    (name, self.tree(value, &program.field(*field).ty))
                });
                InputTree::Object {
                    fields: fields.collect(),
                    class: program.class(*class).name.clone(),
                    id: id.0 + 1,
                }
            }
        }
    }

    fn all(&mut self, values: &[InputValue], ty: &Type) -> Vec<InputTree> {
        let values = values.iter();
        values.map(|value| self.tree(value, ty)).collect()
    }
}
