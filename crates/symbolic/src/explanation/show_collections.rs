//! Collections and quantifiers as text for users.

use crate::engine::Engine;
use crate::explanation::show::{Infix, Written};
use veriframe_logic::terms::term::{Coll, Node, Quantified};
use veriframe_logic::{Sort, Term};

impl Engine<'_> {
    /// An operation on collections, in the notation of programs where it has one.
    pub(crate) fn write_collection(
        &self,
        op: Coll,
        args: &[Term],
        outer: u8,
        out: &mut Written<'_>,
    ) {
        match (op, args) {
            (Coll::SeqEmpty(_) | Coll::SeqUnit, items) => self.enclosed("[", items, "]", out),
            (Coll::SetEmpty(_), _) => out.append("set{}"),
            (Coll::MultisetEmpty(_) | Coll::MultisetUnit, items) => {
                self.enclosed("multiset{", items, "}", out);
            }
            (Coll::MapEmpty(..), _) => out.append("map{}"),
            (Coll::SeqConcat | Coll::SeqJoin, parts) => self.list(parts, " ++ ", 5, outer, out),
            (Coll::SetUnion | Coll::MultisetUnion | Coll::MultisetJoin, parts) => {
                self.list(parts, " union ", 5, outer, out);
            }
            (Coll::SetIntersect | Coll::MultisetIntersect, parts) => {
                self.list(parts, " intersect ", 5, outer, out);
            }
            (Coll::SetMinus | Coll::MultisetMinus, &[a, b]) => {
                self.infix(Infix::new(a, "setminus", b), 5, outer, out);
            }
            (Coll::SetSubset | Coll::MultisetSubset, &[a, b]) => {
                self.infix(Infix::new(a, "subset", b), 4, outer, out);
            }
            (Coll::SeqContains | Coll::SetContains, &[s, v]) => {
                self.infix(Infix::new(v, "in", s), 4, outer, out);
            }
            (Coll::SetInsert, &[s, v]) => self.write_insertions(s, v, outer, out),
            (Coll::SeqLen | Coll::SetSize | Coll::MultisetSize, &[s]) => {
                self.enclosed("|", &[s], "|", out);
            }
            (Coll::SeqIndex | Coll::MultisetCount | Coll::MapLookup, &[s, i]) => {
                self.write_term(s, 9, out);
                self.enclosed("[", &[i], "]", out);
            }
            (Coll::SeqTake, &[s, n]) => {
                self.write_term(s, 9, out);
                self.enclosed("[..", &[n], "]", out);
            }
            (Coll::SeqDrop, &[s, n]) => {
                self.write_term(s, 9, out);
                self.enclosed("[", &[n], "..]", out);
            }
            (Coll::SeqUpdate | Coll::MapUpdate, &[s, i, v]) => {
                self.write_term(s, 9, out);
                self.enclosed("[", &[i], " := ", out);
                self.enclosed("", &[v], "]", out);
            }
            (Coll::SeqOf, &[c, lo, hi]) => {
                self.write_contents(c, out);
                self.enclosed("[", &[lo], "..", out);
                self.enclosed("", &[hi], "]", out);
            }
            (Coll::SetOfSeq, args) => self.application("set", args, out),
            (Coll::MultisetOfSeq, args) => self.application("multiset", args, out),
            (Coll::MapDomain, args) => self.application("dom", args, out),
            (Coll::Merge | Coll::Restrict, _) if out.names.is_some() => out.is_complete = false,
            (Coll::Merge, args) => self.application("merge", args, out),
            (Coll::Restrict, args) => self.application("restrict", args, out),
            _ if out.names.is_some() => out.is_complete = false,
            (_, args) => self.application("collection", args, out),
        }
    }

    /// Elements that are put into a set one by one: `set{v, w}`, `s union set{v, w}`.
    fn write_insertions(&self, s: Term, v: Term, outer: u8, out: &mut Written<'_>) {
        let (mut base, mut items) = (s, vec![v]);
        while let Node::Coll(Coll::SetInsert, args) = self.session.terms.node(base)
            && let &[inner, item] = &**args
        {
            base = inner;
            items.push(item);
        }
        items.reverse();
        if let Node::Coll(Coll::SetEmpty(_), _) = self.session.terms.node(base) {
            return self.enclosed("set{", &items, "}", out);
        }
        self.brackets(outer >= 5, out, |out| {
            self.write_term(base, 5, out);
            out.append(" union ");
            self.enclosed("set{", &items, "}", out);
        });
    }

    /// Writes a quantifier.
    pub(crate) fn write_forall(&self, quantified: &Quantified, outer: u8, out: &mut Written<'_>) {
        self.brackets(outer > 0, out, |out| {
            out.append("forall ");
            for (n, &v) in quantified.vars.iter().enumerate() {
                if n > 0 {
                    out.append(", ");
                }
                if out.names.is_some() {
                    match self.session.terms.sort(v) {
                        Sort::Int => out.append("int "),
                        Sort::Bool => out.append("boolean "),
                        _ => out.is_complete = false,
                    }
                }
                self.write_term(v, 0, out);
            }
            out.append(" :: ");
            self.write_term(quantified.body, 0, out);
        });
    }

    /// Writes a bound variable. Its name is not stored, so it is named after its number.
    pub(crate) fn write_bound(&self, number: u32, sort: Sort, out: &mut Written<'_>) {
        if let Some(names) = out.names {
            let text = self.bound_name(names, number);
            return out.append(&text);
        }
        let letter = match sort {
            Sort::Int => 'i',
            Sort::Ref => 'r',
            _ => 'v',
        };
        out.append(&format!("{letter}{number}"));
    }

    fn enclosed(&self, before: &str, parts: &[Term], after: &str, out: &mut Written<'_>) {
        out.append(before);
        for (n, part) in parts.iter().enumerate() {
            if n > 0 {
                out.append(", ");
            }
            self.write_term(*part, 0, out);
        }
        out.append(after);
    }
}
