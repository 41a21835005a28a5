//! Inputs in JSON reports: numbers, truth values, `null`, lists, and objects with their class and
//! number.

use crate::driver::InputTree;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// A value of an input.
struct Value<'a>(&'a InputTree);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            InputTree::Null => serializer.serialize_unit(),
            InputTree::Bool(b) => serializer.serialize_bool(*b),
            InputTree::Int(n) => match i64::try_from(n) {
                Ok(n) => serializer.serialize_i64(n),
                // JSON has no larger integers that every reader understands.
                Err(_) => serializer.serialize_str(&n.to_string()),
            },
            InputTree::Text(text) => serializer.serialize_str(text),
            InputTree::List(_, elements) => {
                let mut list = serializer.serialize_seq(Some(elements.len()))?;
                for element in elements {
                    list.serialize_element(&Value(element))?;
                }
                list.end()
            }
            InputTree::Object { class, id, fields } => {
                let mut object = serializer.serialize_map(None)?;
                object.serialize_entry("class", class)?;
                object.serialize_entry("id", id)?;
                for (name, value) in fields {
                    object.serialize_entry(name, &Value(value))?;
                }
                object.end()
            }
            InputTree::Ref(id) => {
                let mut object = serializer.serialize_map(Some(1))?;
                object.serialize_entry("ref", id)?;
                object.end()
            }
        }
    }
}

/// Values without names, in order.
pub(super) struct Values<'a>(pub(super) &'a [InputTree]);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Value))
    }
}

/// The named values of an input, in order.
pub(super) struct Named<'a>(pub(super) &'a [(String, InputTree)]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let named = self.0.iter().map(|(name, value)| (name, Value(value)));
        serializer.collect_map(named)
    }
}
