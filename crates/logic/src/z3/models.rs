//! Models of path conditions: values for terms that a caller names, for inputs that take a path.

use super::backend::Backend;
use crate::answer::ModelValue;
use crate::path::Path;
use crate::terms::term::{Sort, Term, Terms};
use std::str::FromStr;
use z3::ast::Dynamic;
use z3::{Model, SatResult};

/// The outcome of a search for a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelSearch {
    /// There is none.
    None,
    /// The values of the terms, in their order.
    Found(Vec<ModelValue>),
    /// Undecided.
    Unknown,
}

impl Backend {
    /// Searches a model of a path condition with an extra formula, and the values of terms in it.
    pub fn find_model(
        &mut self,
        terms: &Terms,
        path: &Path,
        extra: Option<Term>,
        wanted: &[Term],
    ) -> ModelSearch {
        self.with_model(terms, path, extra, |backend, result, model| {
            match (result, model) {
                (SatResult::Unsat, _) => ModelSearch::None,
                (SatResult::Sat, Some(model)) => {
                    ModelSearch::Found(backend.values(terms, &model, wanted))
                }
                _ => ModelSearch::Unknown,
            }
        })
    }

    /// The values of terms in a model.
    fn values(&mut self, terms: &Terms, model: &Model, wanted: &[Term]) -> Vec<ModelValue> {
        let null = z3::Model::eval(model, &self.null(), true);
        let mut references: Vec<Dynamic> = Vec::new();
        let mut values = Vec::with_capacity(wanted.len());
        for &t in wanted {
            let ast = self.translate(terms, t);
            let value = z3::Model::eval(model, &ast, true);
            values.push(match (terms.sort(t), value) {
                (Sort::Bool, Some(value)) => boolean(&value),
                (Sort::Int, Some(value)) => number(&value, ModelValue::Int),
                (Sort::Perm, Some(value)) => number(&value, ModelValue::Perm),
                (Sort::Ref, value) if value == null => ModelValue::Null,
                (Sort::Ref, Some(value)) => {
                    let known = references.iter().position(|known| *known == value);
                    let number = known.unwrap_or(references.len());
                    if known.is_none() {
                        references.push(value);
                    }
                    ModelValue::Ref(u32::try_from(number).unwrap_or(u32::MAX))
                }
                _ => ModelValue::Other,
            });
        }
        values
    }
}

fn boolean(value: &Dynamic) -> ModelValue {
    let known = value.as_bool().and_then(|value| value.as_bool());
    known.map_or(ModelValue::Other, ModelValue::Bool)
}

/// A numeral as Z3 writes it: `3`, `(- 3)`, `(/ 1.0 2.0)`.
fn number<N: FromStr>(value: &Dynamic, make: fn(N) -> ModelValue) -> ModelValue {
    let text = value.to_string();
    let digits = text.replace(".0", "");
    let (sign, digits) = match digits.strip_prefix("(- ") {
        Some(rest) => ("-", rest.strip_suffix(')').unwrap_or(rest).to_owned()),
        None => ("", digits),
    };
    let plain = match digits.strip_prefix("(/ ") {
        Some(rest) => rest.trim_end_matches(')').replace(' ', "/"),
        None => digits,
    };
    let parsed = format!("{sign}{plain}").parse();
    parsed.map_or(ModelValue::Other, make)
}
