//! Inputs as trees of plain values, as reports show them.

use crate::execution::input::{Input, InputId, InputObject, InputValue, quoted};
use crate::ir::{MemberId, Program};
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
    /// An amount of permission, a constant of an enum, or a string, as it is written.
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
    let mut met = FxHashSet::default();
    let named = input.named(program, member).into_iter();
    named
        .map(|(name, _, value)| (name, tree(program, input, value, &mut met)))
        .collect()
}

/// The named values of an input, and the objects that none of them leads to.
pub(super) fn trees_and_unnamed(
    program: &Program,
    member: MemberId,
    input: &Input,
) -> (Vec<(String, InputTree)>, Vec<InputTree>) {
    let mut met = FxHashSet::default();
    let named = input.named(program, member).into_iter();
    let named = named.map(|(name, _, value)| (name, tree(program, input, value, &mut met)));
    let named = named.collect();
    let unnamed = input.unnamed(program, member);
    let unnamed = unnamed.iter();
    let unnamed = unnamed.map(|value| tree(program, input, value, &mut met));
    (named, unnamed.collect())
}

fn tree(
    program: &Program,
    input: &Input,
    value: &InputValue,
    met: &mut FxHashSet<InputId>,
) -> InputTree {
    match value {
        InputValue::Null => InputTree::Null,
        InputValue::Bool(b) => InputTree::Bool(*b),
        InputValue::Int(n) => InputTree::Int(n.clone()),
        InputValue::Perm(amount) => InputTree::Text(amount.to_string()),
        InputValue::Unique(id) => {
            let unique = program.uniques.get(id.0 as usize);
            unique.map_or(InputTree::Null, |unique| {
                InputTree::Text(unique.name.clone())
            })
        }
        InputValue::Empty => InputTree::List(None, Vec::new()),
        InputValue::List(elements) => {
            let elements = elements.iter();
            let elements = elements.map(|value| tree(program, input, value, met));
            InputTree::List(None, elements.collect())
        }
        InputValue::Entries(entries) => {
            let entries = entries.iter().map(|(key, of_key)| {
                let key = tree(program, input, key, met);
                InputTree::List(None, vec![key, tree(program, input, of_key, met)])
            });
            InputTree::List(None, entries.collect())
        }
        InputValue::Object(id) if let Some(InputObject::Text(text)) = input.object(*id) => {
            InputTree::Text(quoted(text))
        }
        InputValue::Object(id) if !met.insert(*id) => InputTree::Ref(id.0 + 1),
        // Inputs are as deep as the paths that they take.
        InputValue::Object(id) => crate::stack::deep(|| match input.object(*id) {
            None | Some(InputObject::Text(_)) => InputTree::Null,
            Some(InputObject::Array(_, elements)) => {
                let elements = elements.iter();
                let elements = elements.map(|value| tree(program, input, value, met));
                InputTree::List(Some(id.0 + 1), elements.collect())
            }
            Some(InputObject::Object(class, fields)) => {
                let fields = fields.iter().map(|(field, value)| {
                    let name = program.field_text_within(*class, *field);
                    (name, tree(program, input, value, met))
                });
                InputTree::Object {
                    class: program.class(*class).name.clone(),
                    id: id.0 + 1,
                    fields: fields.collect(),
                }
            }
        }),
    }
}
