//! Operations on collections, and calls of pure methods without code, in the notation of annotations.

use super::show::{COMPARISON, SUM, Shown, UNARY};
use veriframe_logic::Term;
use veriframe_logic::terms::term::Coll;

impl Shown<'_, '_> {
    /// An operation on collections.
    pub(super) fn collection(&mut self, op: Coll, args: &[Term], outer: u8) {
        match (op, args) {
            (Coll::SeqEmpty(_) | Coll::SeqUnit, items) => self.enclosed("[", items, "]"),
            (Coll::SetEmpty(_), _) => self.push("set{}"),
            (Coll::MultisetEmpty(_) | Coll::MultisetUnit, items) => {
                self.enclosed("multiset{", items, "}");
            }
            (Coll::MapEmpty(..), _) => self.push("map{}"),
            (Coll::SeqConcat | Coll::SeqJoin, parts) => self.list(parts, " ++ ", SUM, outer),
            (Coll::SetUnion | Coll::MultisetUnion | Coll::MultisetJoin, parts) => {
                self.list(parts, " union ", SUM, outer);
            }
            (Coll::SetIntersect | Coll::MultisetIntersect, parts) => {
                self.list(parts, " intersect ", SUM, outer);
            }
            (Coll::SetMinus | Coll::MultisetMinus, &[a, b]) => {
                self.infix(a, "setminus", b, SUM, outer);
            }
            (Coll::SetSubset | Coll::MultisetSubset, &[a, b]) => {
                self.infix(a, "subset", b, COMPARISON, outer);
            }
            (Coll::SeqContains | Coll::SetContains, &[all, element]) => {
                self.infix(element, "in", all, COMPARISON, outer);
            }
            (Coll::SetInsert, &[all, element]) => self.within(SUM, outer, |this| {
                this.write(all, SUM);
                this.push(" union ");
                this.enclosed("set{", &[element], "}");
            }),
            (Coll::SeqLen | Coll::SetSize | Coll::MultisetSize, all) => {
                self.enclosed("|", all, "|");
            }
            (Coll::SeqIndex | Coll::MultisetCount | Coll::MapLookup, &[all, index]) => {
                self.write(all, UNARY);
                self.enclosed("[", &[index], "]");
            }
            (Coll::SeqTake, &[all, end]) => {
                self.write(all, UNARY);
                self.enclosed("[..", &[end], "]");
            }
            (Coll::SeqDrop, &[all, start]) => {
                self.write(all, UNARY);
                self.enclosed("[", &[start], "..]");
            }
            (Coll::SeqUpdate | Coll::MapUpdate, &[all, index, value]) => {
                self.write(all, UNARY);
                self.enclosed("[", &[index], " := ");
                self.enclosed("", &[value], "]");
            }
            (Coll::SetOfSeq, all) => self.enclosed("set(", all, ")"),
            (Coll::MultisetOfSeq, all) => self.enclosed("multiset(", all, ")"),
            (Coll::MapDomain, all) => self.enclosed("dom(", all, ")"),
            (_, all) => self.enclosed("collection(", all, ")"),
        }
    }

    fn enclosed(&mut self, open: &str, parts: &[Term], close: &str) {
        self.push(open);
        for (position, part) in parts.iter().enumerate() {
            self.push(if position > 0 { ", " } else { "" });
            self.write(*part, 0);
        }
        self.push(close);
    }

    /// A call of a pure method, by its position.
    pub(super) fn pure_call(&mut self, position: usize, inputs: &[Term]) {
        let program = self.domain.program;
        let Some(pure) = program.pures.get(position) else {
            return;
        };
        let (receiver, args) = inputs.split_at(inputs.len().min(pure.vars.this.iter().len()));
        match receiver {
            [receiver] => {
                self.write(*receiver, UNARY);
                self.push(&format!(".{}", pure.name));
            }
            _ => self.push(&program.name_in(pure.class, &pure.name)),
        }
        self.enclosed("(", args, ")");
    }
}
