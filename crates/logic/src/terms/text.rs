//! Formulas as text in prefix notation, for messages about defects of the solver.

use super::term::{Node, Term, Terms};
use crate::deep;

/// Longer texts are truncated.
const MAX_LENGTH: usize = 2000;

impl Terms {
    /// The term as text, truncated if it is long.
    #[must_use]
    pub fn text(&self, t: Term) -> String {
        let mut out = String::new();
        self.write_text(t, &mut out);
        out
    }

    fn write_text(&self, t: Term, out: &mut String) {
        if out.len() > MAX_LENGTH {
            out.push('…');
            return;
        }
        if let Some(alias) = self.alias(t) {
            out.push_str(alias);
            return;
        }
        let head = match self.node(t) {
            Node::Symbol(n) => self.symbol_name(*n).to_owned(),
            Node::Bool(b) => b.to_string(),
            Node::Int(n) => n.to_string(),
            Node::Perm(q) => q.to_string(),
            Node::Bound(n, _) => format!("b{n}"),
            Node::App(f, _) => self.function_name(*f).to_owned(),
            Node::Coll(op, _) => format!("{op:?}"),
            Node::Sum(_, sum) => {
                let factors: Vec<String> = sum.parts.iter().map(|(q, _)| q.to_string()).collect();
                format!("Sum[{}; {}]", factors.join(", "), sum.constant)
            }
            node => {
                let name = format!("{node:?}");
                name.split(['(', ' ']).next().unwrap_or_default().to_owned()
            }
        };
        let operands = self.children(t);
        if operands.is_empty() {
            out.push_str(&head);
            return;
        }
        out.push('(');
        out.push_str(&head);
        for operand in operands {
            out.push(' ');
            deep(|| self.write_text(operand, out));
        }
        out.push(')');
    }
}
