//! The schemas of formats that others have published.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use super::root;
use jsonschema::Validator;
use std::fs;

/// The schema of SARIF. The published one has a bracket in two patterns that not all regular
/// expressions may have without an escape.
pub fn sarif() -> Validator {
    let path = root().join("tests/schemas/sarif-2.1.0.json");
    let text = fs::read_to_string(path).unwrap();
    let text = text.replace("{2}]?$", r"{2}\\]?$");
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}
