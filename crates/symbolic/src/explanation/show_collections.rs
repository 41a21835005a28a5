//! Sets and quantifiers as text for users.

use crate::explanation::show::Written;
use veriframe_logic::terms::printer::Printer;
use veriframe_logic::terms::printer::binding::{CONDITIONAL, SUM};
use veriframe_logic::terms::term::{Coll, Node, Quantified};
use veriframe_logic::{Sort, Term};

impl Written<'_, '_> {
    /// Elements that are put into a set one by one: `set{v, w}`, `s union set{v, w}`.
    pub(super) fn write_insertions(&mut self, s: Term, v: Term, outer: u8) {
        let (mut base, mut items) = (s, vec![v]);
        while let Node::Coll(Coll::SetInsert, args) = self.engine.session.terms.node(base)
            && let &[inner, item] = &**args
        {
            base = inner;
            items.push(item);
        }
        items.reverse();
        if let Node::Coll(Coll::SetEmpty(_), _) = self.engine.session.terms.node(base) {
            return self.enclosed("set{", &items, "}");
        }
        self.within(SUM, outer, |out| {
            out.write(base, SUM + 1);
            out.push(" union ");
            out.enclosed("set{", &items, "}");
        });
    }

    /// Writes a quantifier.
    pub(super) fn write_forall(&mut self, quantified: &Quantified, outer: u8) {
        self.within(CONDITIONAL, outer, |out| {
            out.push("forall ");
            for (n, &v) in quantified.vars.iter().enumerate() {
                if n > 0 {
                    out.push(", ");
                }
                if out.names.is_some() {
                    match out.engine.session.terms.sort(v) {
                        Sort::Int => out.push("int "),
                        Sort::Bool => out.push("boolean "),
                        _ => out.is_complete = false,
                    }
                }
                out.write(v, 0);
            }
            out.push(" :: ");
            out.write(quantified.body, 0);
        });
    }

    /// Writes a bound variable. Its name is not stored, so it is named after its number.
    pub(super) fn write_bound(&mut self, number: u32, sort: Sort) {
        if let Some(names) = self.names {
            let text = self.engine.bound_name(names, number);
            return self.push(&text);
        }
        let letter = match sort {
            Sort::Int => 'i',
            Sort::Ref => 'r',
            _ => 'v',
        };
        self.push(&format!("{letter}{number}"));
    }
}
