//! Texts of an input: a symbol for the length and for each character, as of an array. Equal texts are
//! one object of the concrete heap, so what is known of a text goes with the reference to it. The
//! length of a text that is compared as a whole, or from which another one is made, is decided.

use super::symbols::TextSymbols;
use super::{Concolic, Mixed, Result1, depends, mixed, plain};
use crate::concrete::value::Value;
use crate::domain::HeapMark;
use crate::natives::{Native, Printed, TextOp};
use std::rc::Rc;
use veriframe_ir::BinOp;
use veriframe_logic::Term;

/// The length of a text, and its characters.
#[derive(Clone, Debug)]
struct Contents {
    length: Mixed,
    units: Vec<Mixed>,
}

impl Contents {
    /// Characters of which it is decided how many there are.
    fn of(units: Vec<Mixed>) -> Contents {
        Contents {
            length: number(units.len()),
            units,
        }
    }
}

fn is_null(value: &Mixed) -> bool {
    value.concrete == Value::Null
}

fn number(n: usize) -> Mixed {
    plain(Value::int(n.into()))
}

impl Concolic<'_> {
    /// Whether a symbol is that of a reference to a text.
    pub(super) fn is_text_symbol(&self, symbol: Term) -> bool {
        let symbols = &self.formulas.borrow().symbols;
        let ty = symbols.get(symbol).map(|symbol| &symbol.ty);
        ty.is_some_and(|ty| self.program.is_text(ty))
    }

    /// Whether a value is a text that depends on the input.
    pub(super) fn is_input_text(&self, value: &Mixed) -> bool {
        // Most values are numbers.
        let is_of_input = match (&value.concrete, &value.term) {
            (Value::Ref(_), Some(symbol)) => self.is_text_symbol(*symbol),
            (Value::Ref(_), None) => value.parts.is_some(),
            _ => false,
        };
        is_of_input && self.concrete.characters(&value.concrete).is_some()
    }

    /// Decides that a text of the input is one of the program's, and which, if it is one: what is in it is
    /// known then. Of others nothing is decided: that such a text becomes one of the program's is left
    /// to where it is compared with it, and [`Symbols::domain`] says what that means for its characters.
    ///
    /// [`Symbols::domain`]: super::symbols::Symbols::domain
    fn follow_text(&mut self, text: &Mixed) {
        let (Some(symbol), Value::Ref(object)) = (text.term, &text.concrete) else {
            return;
        };
        if self.has_symbols(symbol) || !self.is_text_symbol(symbol) {
            return;
        }
        let literals = self.formulas.borrow().symbols.literals();
        let own = literals.iter().find(|literal| literal.id.0 == *object);
        let Some(literal) = own.map(|literal| literal.term) else {
            return;
        };
        let among = self.term(|terms| {
            let each = literals.iter().map(|other| terms.eq(symbol, other.term));
            let each: Vec<Term> = each.collect();
            Some(terms.or(each))
        });
        if let Some(among) = among {
            let terms = &mut self.formulas.borrow_mut().terms;
            self.trace.decide_alone(terms, among, self.place);
        }
        let same = self.term(|terms| Some(terms.eq(symbol, literal)));
        self.decide(same, true);
    }

    /// Whether a reference is to a text of the input that has symbols of its own: it is no literal.
    fn has_symbols(&self, reference: Term) -> bool {
        self.formulas.borrow().symbols.text(reference).is_some()
    }

    /// What is in a text that is not null.
    fn contents(&self, text: &Mixed) -> Option<Contents> {
        let concrete = self.concrete.characters(&text.concrete)?;
        let units = concrete.iter().map(|unit| Value::Int((*unit).into()));
        if let Some(parts) = &text.parts {
            return Some(Contents::of(parts.to_vec()));
        }
        let known: Option<TextSymbols> = text.term.and_then(|symbol| {
            let symbols = &self.formulas.borrow().symbols;
            symbols.text(symbol).cloned()
        });
        let Some(known) = known else {
            return Some(Contents::of(units.map(plain).collect()));
        };
        let units = units.zip(known.units.iter());
        Some(Contents {
            length: mixed(Value::int(concrete.len().into()), Some(known.length)),
            units: units.map(|(unit, term)| mixed(unit, Some(*term))).collect(),
        })
    }

    /// The characters of a text whose length is decided now.
    fn all_units(&mut self, text: &Mixed) -> Option<Vec<Mixed>> {
        let contents = self.contents(text)?;
        self.fix(&contents.length);
        Some(contents.units)
    }

    /// Whether two texts that are not null have the same characters. Whether they have the same length
    /// is decided, and which one that is.
    pub(super) fn same_text(&mut self, left: &Mixed, right: &Mixed) -> Option<Mixed> {
        let (a, b) = (self.contents(left)?, self.contents(right)?);
        let same_length = self.binary_term(BinOp::Eq, &a.length, &b.length);
        self.decide(same_length, a.units.len() == b.units.len());
        if a.units.len() != b.units.len() {
            return Some(plain(Value::Bool(false)));
        }
        if a.units == b.units && a.length == b.length {
            return Some(plain(Value::Bool(true)));
        }
        self.fix(&a.length);
        self.fix(&b.length);
        Some(self.same_units(&a.units, &b.units))
    }

    /// Whether as many characters are the same.
    fn same_units(&self, a: &[Mixed], b: &[Mixed]) -> Mixed {
        let mut conditions = Vec::new();
        let mut is_same = true;
        for (own, other) in a.iter().zip(b) {
            let same = own.concrete == other.concrete;
            is_same &= same;
            match self.binary_term(BinOp::Eq, own, other) {
                Some(condition) => conditions.push(condition),
                None if same => {}
                None => return plain(Value::Bool(false)),
            }
        }
        let all = (!conditions.is_empty()).then(|| {
            let terms = &mut self.formulas.borrow_mut().terms;
            terms.and(conditions)
        });
        let all = all.and_then(|all| self.term(|_| Some(all)));
        mixed(Value::Bool(is_same), all)
    }

    /// Whether two references, one of them to a text that depends on the input, are equal in contracts,
    /// where equal texts are one value. Whether they are null is decided. `None` for other values, and
    /// beside the literal `null`.
    pub(super) fn equal_texts(&mut self, left: &Mixed, right: &Mixed) -> Option<Mixed> {
        let is_literally_null = |value: &Mixed| is_null(value) && value.term.is_none();
        let is_null_text = |value: &Mixed| {
            is_null(value) && value.term.is_some_and(|symbol| self.is_text_symbol(symbol))
        };
        let is_text = |value: &Mixed| is_null_text(value) || self.is_input_text(value);
        let is_one = is_text(left) || is_text(right);
        if !is_one || is_literally_null(left) || is_literally_null(right) {
            return None;
        }
        self.follow(left);
        self.follow(right);
        if is_null(left) || is_null(right) {
            let same = is_null(left) && is_null(right);
            return Some(plain(Value::Bool(same)));
        }
        self.follow_text(left);
        self.follow_text(right);
        let same = self.same_text(left, right);
        Some(same.unwrap_or_else(|| plain(Value::Bool(false))))
    }

    /// What is known of the comparison of two references of which one is a text that depends on the
    /// input. Where they are texts that are not null, whether they are equal is decided in
    /// [`Self::equal_texts`]; a text that was made is never null.
    pub(super) fn texts_differ(&self, left: &Mixed, right: &Mixed) -> bool {
        let is_one = self.is_input_text(left) || self.is_input_text(right);
        if !is_one {
            return false;
        }
        if !is_null(left) && !is_null(right) {
            self.is_opaque.set(true);
            return true;
        }
        left.parts.is_some() || right.parts.is_some()
    }

    /// The result of a built-in member that works on texts of the input; `None` if there is no term for
    /// it, or an operand is null.
    pub(super) fn text_native(
        &mut self,
        native: Native,
        operands: &[Mixed],
        at: Option<HeapMark>,
    ) -> Result1<Option<Mixed>> {
        if native != Native::Text(TextOp::Same) {
            for operand in operands {
                self.follow_text(operand);
            }
        }
        match (native, operands) {
            (Native::Text(TextOp::ValueOf(kind)), [value]) => {
                self.made(&[(kind, value)], native, operands, at)
            }
            (Native::Concatenate(left, right), [a, b]) => {
                self.made(&[(left, a), (right, b)], native, operands, at)
            }
            (Native::Text(TextOp::Concat), [a, b]) if !is_null(a) && !is_null(b) => {
                let both = [(Printed::Text, a), (Printed::Text, b)];
                self.made(&both, native, operands, at)
            }
            (Native::Text(TextOp::Same), [a, b]) => self.identical(a, b, at),
            (Native::Text(op), [this, rest @ ..]) => {
                let Some(contents) = self.contents(this) else {
                    return Ok(None);
                };
                Ok(match (op, rest) {
                    (TextOp::Length, _) => Some(contents.length),
                    (TextOp::IsEmpty, _) => {
                        let term = self.binary_term(BinOp::Eq, &contents.length, &number(0));
                        Some(mixed(Value::Bool(contents.units.is_empty()), term))
                    }
                    (TextOp::ToString, _) => Some(this.clone()),
                    (TextOp::Equals, [other]) => {
                        let same = self.same_text(this, other);
                        Some(same.unwrap_or_else(|| plain(Value::Bool(false))))
                    }
                    (TextOp::CharAt, [index]) => {
                        self.within_length(index, &contents.length);
                        let concrete = self.concrete_native(native, operands, at)?;
                        let index = index.concrete.index();
                        let unit = index.and_then(|at| contents.units.get(at));
                        Some(unit.cloned().unwrap_or_else(|| plain(concrete)))
                    }
                    (TextOp::Substring, _) => return self.part(operands, at),
                    (TextOp::IndexOfChar, [unit]) => {
                        let concrete = self.concrete_native(native, operands, at)?;
                        self.position(this, std::slice::from_ref(unit));
                        Some(plain(concrete))
                    }
                    (TextOp::IndexOf, [other]) if !is_null(other) => {
                        let concrete = self.concrete_native(native, operands, at)?;
                        let wanted = self.all_units(other).unwrap_or_default();
                        self.position(this, &wanted);
                        Some(plain(concrete))
                    }
                    (TextOp::CompareTo, [other]) if !is_null(other) => {
                        let concrete = self.concrete_native(native, operands, at)?;
                        Some(self.order(this, other, concrete))
                    }
                    _ => None,
                })
            }
            _ => Ok(None),
        }
    }

    /// Whether two references are the same in code. A text of the input is a literal of the program, or an
    /// object of its own; of equal texts that may be different objects, nothing is known.
    fn identical(&mut self, a: &Mixed, b: &Mixed, at: Option<HeapMark>) -> Result1<Option<Mixed>> {
        let native = Native::Text(TextOp::Same);
        if !is_null(a) && !is_null(b) {
            for (text, other) in [(a, b), (b, a)] {
                self.decide_literal(text, other);
            }
            self.follow_text(a);
            self.follow_text(b);
            if a.concrete == b.concrete || self.contents(a).is_some() && self.contents(b).is_some()
            {
                let is_same = a.concrete == b.concrete;
                let same = self.same_text(a, b).and_then(|same| same.term);
                self.decide(same, is_same);
            }
        }
        let concrete = self.concrete_native(native, &[a.clone(), b.clone()], at)?;
        // Of an `enum` constant, which one it is has not been decided.
        let both = self.term_of(a).zip(self.term_of(b));
        let both = both.filter(|_| self.contents(a).is_none() && self.contents(b).is_none());
        let same = both.and_then(|(a, b)| self.term(|terms| Some(terms.eq(a, b))));
        Ok(Some(mixed(concrete, same)))
    }

    /// Decides whether a text of the input is this literal, unless another value is compared.
    fn decide_literal(&mut self, text: &Mixed, literal: &Mixed) {
        let (Some(symbol), None, None) = (text.term, literal.term, &literal.parts) else {
            return;
        };
        let (Some(unique), true) = (self.term_of(literal), self.is_text_symbol(symbol)) else {
            return;
        };
        let same = self.term(|terms| Some(terms.eq(symbol, unique)));
        let is_it = text.concrete == literal.concrete && !self.has_symbols(symbol);
        self.decide(same, is_it);
    }

    /// A text made of the texts that values of these kinds are printed as.
    pub(super) fn made(
        &mut self,
        parts: &[(Printed, &Mixed)],
        native: Native,
        operands: &[Mixed],
        at: Option<HeapMark>,
    ) -> Result1<Option<Mixed>> {
        let mut all = Vec::new();
        for (kind, value) in parts {
            let Some(units) = self.printed_units(*kind, value) else {
                return Ok(None);
            };
            all.extend(units);
        }
        let concrete = self.concrete_native(native, operands, at)?;
        Ok(self.text_of(concrete, all))
    }

    /// A text with these characters; `None` if they are not those of the concrete one.
    fn text_of(&self, concrete: Value, units: Vec<Mixed>) -> Option<Mixed> {
        let found = self.concrete.characters(&concrete)?;
        let same = |unit: &Mixed, found: &u16| unit.concrete == Value::Int((*found).into());
        let is_this = found.len() == units.len()
            && units
                .iter()
                .zip(found.iter())
                .all(|(unit, found)| same(unit, found));
        debug_assert!(
            is_this,
            "a text has other characters than those it was made of"
        );
        let parts = depends(&units).then(|| Rc::from(units));
        is_this.then_some(Mixed {
            concrete,
            term: None,
            parts,
        })
    }

    /// The characters that a value is printed as; `None` if they depend on the input in a way that has
    /// no terms.
    fn printed_units(&mut self, kind: Printed, value: &Mixed) -> Option<Vec<Mixed>> {
        match kind {
            Printed::Character => Some(vec![value.clone()]),
            Printed::Text if self.contents(value).is_some() => self.all_units(value),
            Printed::Truth => {
                let outcome = value.concrete == Value::Bool(true);
                self.decide(value.term, outcome);
                Some(plain_units(if outcome { "true" } else { "false" }))
            }
            Printed::Text if is_null(value) => Some(plain_units("null")),
            Printed::Text | Printed::Number if value.term.is_none() => {
                let units = self.concrete.printed(kind, &value.concrete).ok()?;
                let units = units.into_iter().map(|unit| plain(Value::Int(unit.into())));
                Some(units.collect())
            }
            Printed::Text
            | Printed::Number
            | Printed::Floating
            | Printed::Nothing
            | Printed::Characters => None,
        }
    }

    /// A part of a text. Its bounds are decided.
    fn part(&mut self, operands: &[Mixed], at: Option<HeapMark>) -> Result1<Option<Mixed>> {
        let [this, from, rest @ ..] = operands else {
            return Ok(None);
        };
        let Some(units) = self.all_units(this) else {
            return Ok(None);
        };
        let length = number(units.len());
        let until = rest.first().unwrap_or(&length);
        self.bounds(&length, Some(from), Some(until));
        let native = Native::Text(TextOp::Substring);
        let concrete = self.concrete_native(native, operands, at)?;
        let range = from.concrete.index().zip(until.concrete.index());
        let part = range.and_then(|(from, until)| units.get(from..until));
        Ok(part.and_then(|part| self.text_of(concrete, part.to_vec())))
    }

    /// Decides where characters are found in a text: whether at each place, up to the first.
    fn position(&mut self, text: &Mixed, wanted: &[Mixed]) {
        let units = self.all_units(text).unwrap_or_default();
        if wanted.is_empty() {
            return;
        }
        for window in units.windows(wanted.len()) {
            let here = self.same_units(window, wanted);
            let is_here = here.concrete == Value::Bool(true);
            self.decide(here.term, is_here);
            if is_here {
                break;
            }
        }
    }

    /// The order of two texts: up to which character they are equal is decided.
    fn order(&mut self, this: &Mixed, other: &Mixed, concrete: Value) -> Mixed {
        let a = self.all_units(this).unwrap_or_default();
        let b = self.all_units(other).unwrap_or_default();
        for (own, theirs) in a.iter().zip(&b) {
            let same = self.binary_term(BinOp::Eq, own, theirs);
            let is_same = own.concrete == theirs.concrete;
            self.decide(same, is_same);
            if !is_same {
                let term = self.binary_term(BinOp::Sub, own, theirs);
                return mixed(concrete, term);
            }
        }
        plain(concrete)
    }
}

/// Characters that do not depend on the input.
fn plain_units(text: &str) -> Vec<Mixed> {
    let units = text.encode_utf16();
    units.map(|unit| plain(Value::Int(unit.into()))).collect()
}
