//! Failures as objects of JSON: what fails, with its parts, as `docs/veriframe.schema.json` has it.

use crate::diagnostics::failure::{FailureKind, Field};
use serde_json::{Map, Value};

/// The object of a failure.
pub(super) fn object(kind: &FailureKind) -> Value {
    let mut object = Map::new();
    object.insert("kind".to_owned(), Value::from(kind.name()));
    for (name, field) in kind.fields() {
        let value = match field {
            Field::Text(text) => Value::from(text),
            Field::Flag(flag) => Value::from(flag),
            Field::Kind(kind) => self::object(kind),
        };
        object.insert(name.to_owned(), value);
    }
    Value::Object(object)
}
