//! Collections and quantifiers as text for users.

use crate::logic::terms::term::{Coll, Quantified};
use crate::logic::{Sort, Term};
use crate::symbolic::engine::Engine;
use crate::symbolic::explanation::show::Infix;

impl Engine<'_> {
    /// An operation on collections, in the notation of programs where it has one.
    pub(in crate::symbolic) fn write_collection(
        &self,
        op: Coll,
        args: &[Term],
        outer: u8,
        out: &mut String,
    ) {
        match (op, args) {
            (Coll::SeqEmpty(_) | Coll::SeqUnit, items) => self.enclosed("[", items, "]", out),
            (Coll::SetEmpty(_), _) => out.push_str("set{}"),
            (Coll::MultisetEmpty(_) | Coll::MultisetUnit, items) => {
                self.enclosed("multiset{", items, "}", out);
            }
            (Coll::MapEmpty(..), _) => out.push_str("map{}"),
            (Coll::SeqConcat, parts) => self.list(parts, " ++ ", 5, outer, out),
            (Coll::SetUnion | Coll::MultisetUnion, parts) => {
                self.list(parts, " union ", 5, outer, out);
            }
            (Coll::SetIntersect | Coll::MultisetIntersect, parts) => {
                self.list(parts, " intersect ", 5, outer, out);
            }
            (Coll::SetMinus | Coll::MultisetMinus, &[a, b]) => {
                self.infix(Infix::new(a, " setminus ", b), 5, outer, out);
            }
            (Coll::SetSubset | Coll::MultisetSubset, &[a, b]) => {
                self.infix(Infix::new(a, " subset ", b), 4, outer, out);
            }
            (Coll::SeqContains | Coll::SetContains, &[s, v]) => {
                self.infix(Infix::new(v, " in ", s), 4, outer, out);
            }
            (Coll::SetInsert, &[s, v]) => self.brackets(outer >= 5, out, |out| {
                self.write_term(s, 5, out);
                out.push_str(" union ");
                self.enclosed("set{", &[v], "}", out);
            }),
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
                self.write_term(c, 9, out);
                self.enclosed("[", &[lo], "..", out);
                self.enclosed("", &[hi], "]", out);
            }
            (Coll::SetOfSeq, args) => self.application("set", args, out),
            (Coll::MultisetOfSeq, args) => self.application("multiset", args, out),
            (Coll::MapDomain, args) => self.application("dom", args, out),
            (Coll::Merge, args) => self.application("merge", args, out),
            (Coll::Restrict, args) => self.application("restrict", args, out),
            (_, args) => self.application("collection", args, out),
        }
    }

    /// Writes a quantifier.
    pub(in crate::symbolic) fn write_forall(
        &self,
        quantified: &Quantified,
        outer: u8,
        out: &mut String,
    ) {
        self.brackets(outer > 0, out, |out| {
            out.push_str("forall ");
            for (n, &v) in quantified.vars.iter().enumerate() {
                if n > 0 {
                    out.push_str(", ");
                }
                self.write_term(v, 0, out);
            }
            out.push_str(" :: ");
            self.write_term(quantified.body, 0, out);
        });
    }

    /// Writes a bound variable. Its name is not stored, so it is named after its number.
    pub(in crate::symbolic) fn write_bound(number: u32, sort: Sort, out: &mut String) {
        let letter = match sort {
            Sort::Int => 'i',
            Sort::Ref => 'r',
            _ => 'v',
        };
        out.push_str(&format!("{letter}{number}"));
    }

    fn enclosed(&self, before: &str, parts: &[Term], after: &str, out: &mut String) {
        out.push_str(before);
        for (n, part) in parts.iter().enumerate() {
            if n > 0 {
                out.push_str(", ");
            }
            self.write_term(*part, 0, out);
        }
        out.push_str(after);
    }
}
