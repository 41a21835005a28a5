//! The values of `--input`: numbers, truth values, `null`, arrays, symbols, and sums, differences and
//! products of numbers and symbols.

use crate::execution::symbolic::{Given, GivenOp};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// The deepest nesting of lists and parentheses.
const MAX_DEPTH: usize = 100;

/// The values of parameters and static fields by name.
///
/// # Errors
/// If a text is no value; what to say.
pub(crate) fn given(inputs: &[(String, String)]) -> Result<BTreeMap<String, Given>, String> {
    let mut given = BTreeMap::new();
    for (name, text) in inputs {
        let value = parsed(text).ok_or_else(|| {
            format!(
                "`{text}` is no value: write a number, `true`, `false`, `null`, `[…]`, a \
                 capitalised name, which is a symbol, or a term such as `N + 4`"
            )
        })?;
        given.insert(name.clone(), value);
    }
    Ok(given)
}

/// A value that a user gives.
fn parsed(text: &str) -> Option<Given> {
    let text = text.trim();
    if let Ok(n) = text.parse::<BigInt>() {
        return Some(Given::Int(n));
    }
    let mut reader = Reader {
        rest: text,
        depth: 0,
    };
    let value = reader.sum()?;
    reader.rest.is_empty().then_some(value)
}

/// What is still to be read.
struct Reader<'t> {
    rest: &'t str,
    depth: usize,
}

impl<'t> Reader<'t> {
    /// Skips a token, if it is next.
    fn takes(&mut self, token: char) -> bool {
        let after = self.rest.strip_prefix(token);
        if let Some(after) = after {
            self.rest = after.trim_start();
        }
        after.is_some()
    }

    /// Takes the characters at the start that are like this.
    fn word(&mut self, is_part: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (word, after) = self.rest.split_at(end);
        self.rest = after.trim_start();
        word
    }

    fn sum(&mut self) -> Option<Given> {
        let mut sum = self.product()?;
        loop {
            let op = match () {
                () if self.takes('+') => GivenOp::Add,
                () if self.takes('-') => GivenOp::Sub,
                () => return Some(sum),
            };
            sum = Given::Op(op, Box::new(sum), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Option<Given> {
        let mut product = self.factor()?;
        while self.takes('*') {
            product = Given::Op(GivenOp::Mul, Box::new(product), Box::new(self.factor()?));
        }
        Some(product)
    }

    fn factor(&mut self) -> Option<Given> {
        self.depth += 1;
        let value = if self.depth > MAX_DEPTH {
            None
        } else if self.takes('(') {
            let inner = self.sum()?;
            self.takes(')').then_some(inner)
        } else if self.takes('[') {
            self.elements().map(Given::List)
        } else if self.takes('-') {
            Some(match self.factor()? {
                Given::Int(n) => Given::Int(-n),
                other => {
                    let zero = Box::new(Given::Int(0.into()));
                    Given::Op(GivenOp::Sub, zero, Box::new(other))
                }
            })
        } else if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            let digits = self.word(|c| c.is_ascii_digit());
            digits.parse::<BigInt>().ok().map(Given::Int)
        } else {
            match self.word(|c| c.is_alphanumeric() || c == '_') {
                "true" => Some(Given::Bool(true)),
                "false" => Some(Given::Bool(false)),
                "null" => Some(Given::Null),
                name if name.starts_with(char::is_uppercase) => {
                    Some(Given::Symbol(name.to_owned()))
                }
                _ => None,
            }
        };
        self.depth -= 1;
        value
    }

    /// The elements of a list, behind its `[`.
    fn elements(&mut self) -> Option<Vec<Given>> {
        let mut elements = Vec::new();
        if self.takes(']') {
            return Some(elements);
        }
        loop {
            elements.push(self.sum()?);
            if self.takes(']') {
                return Some(elements);
            }
            if !self.takes(',') {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_values_are_read() {
        let symbol = |name: &str| Given::Symbol(name.to_owned());
        assert_eq!(parsed(" -3 "), Some(Given::Int((-3).into())));
        assert_eq!(parsed("null"), Some(Given::Null));
        assert_eq!(parsed("[]"), Some(Given::List(Vec::new())));
        let nested = Given::List(vec![
            Given::List(vec![symbol("A1"), Given::Bool(true)]),
            symbol("B_2"),
        ]);
        assert_eq!(parsed("[[A1, true], B_2]"), Some(nested));
        for text in ["N + 4", "2 * N - M", "(N + 1) * 2", "-N", "[N + 1, 3]"] {
            assert!(parsed(text).is_some(), "{text}");
        }
        let shown = |text| parsed(text).map(|given| given.to_string());
        assert_eq!(shown("N-1-2"), Some("((N - 1) - 2)".to_owned()));
        assert_eq!(shown("N+2*M"), Some("(N + (2 * M))".to_owned()));
        for wrong in [
            "", "a", "[1", "1]", "[1,,2]", "[1]2", "N +", "(N", "N 4", "1.5", "N / 2", "[1,]",
        ] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
        assert_eq!(parsed(&"(".repeat(100_000)), None);
    }
}
