//! Texts of an input. A path asks of a text its length and its characters, which are functions of the
//! text: their values in a model are one, if it is short. Equal texts are one value, so a model with
//! two texts of the same characters is no input.

use super::{Symbolic, Value};
use crate::domain::{Interrupt, Outcome};
use std::collections::BTreeSet;
use veriframe_ir::{ClassId, PureId, Type, UniqueId, ids};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{FactKind, Func, Sort, Term};

/// How many characters are asked of each text of an input.
pub(super) const ASKED: usize = 6;

/// All characters.
pub(super) const UNITS: [u16; 2] = [0, u16::MAX];

/// How many texts are told apart from one another.
const TOLD_APART: usize = 8;

/// What a path condition asks of texts.
#[derive(Clone, Debug, Default)]
pub(super) struct AskedTexts {
    /// The texts, each with its length and its first characters.
    pub(super) texts: Vec<AskedText>,
    /// Characters: the text, the index and the character.
    pub(super) characters: Vec<[Term; 3]>,
    /// Texts of which more is asked.
    pub(super) opaque: BTreeSet<Term>,
    /// Whether some are joined: the rest of a long one is not followed.
    pub(super) is_joined: bool,
}

/// A text with its length and its first characters.
#[derive(Clone, Debug)]
pub(super) struct AskedText {
    pub(super) text: Term,
    pub(super) length: Term,
    pub(super) first: Vec<Term>,
}

impl AskedTexts {
    /// The terms whose values say what the texts are.
    pub(super) fn terms(&self) -> Vec<Term> {
        let mut all: Vec<Term> = self.opaque.iter().copied().collect();
        all.extend(self.characters.iter().flatten());
        for asked in &self.texts {
            all.extend([asked.text, asked.length]);
            all.extend(&asked.first);
        }
        all
    }
}

/// The functions that texts are asked by.
struct Functions {
    length: Func,
    character: Func,
    is_empty: Option<Func>,
}

impl Symbolic<'_> {
    /// Whether a function gives the characters of texts.
    pub(super) fn is_character(&self, function: Func) -> bool {
        (self.text_functions()).is_some_and(|functions| functions.character == function)
    }

    /// The text that `+` makes of two texts, of which the first characters are known; null is a
    /// text, too.
    pub(super) fn joined(&mut self, a: Term, b: Term) -> Outcome<Value, Term> {
        let unsupported = || Interrupt::Unsupported("a sum of other values than texts".to_owned());
        let (Some(functions), Some(string)) = (self.text_functions(), self.program.text_class())
        else {
            return Err(unsupported());
        };
        if !self.is_certainly_text(a, string) || !self.is_certainly_text(b, string) {
            return Err(unsupported());
        }
        let mut parts = Vec::new();
        for part in [a, b] {
            let is_null = self.is_null(part);
            parts.push(if self.decide(is_null)? {
                self.terms().null()
            } else {
                part
            });
        }
        let joined = self.terms().app(self.initial.joined, parts.clone());
        if self.types.contains_key(&joined) {
            return Ok(Value::of(joined));
        }
        self.assume_type(joined, &Type::Class(string));
        let facts = self.facts_of_joined(&functions, joined, &parts);
        for fact in facts {
            self.fact(fact);
        }
        Ok(Value::of(joined))
    }

    /// The length and the first characters of two texts in a row.
    fn facts_of_joined(&self, functions: &Functions, joined: Term, parts: &[Term]) -> Vec<Term> {
        let mut terms = self.terms();
        let (null, zero) = (terms.null(), terms.int(0));
        let mut facts = vec![terms.ne(joined, null)];
        let mut start = zero;
        for part in parts {
            let (length, first): (Term, Vec<Term>) = if *part == null {
                let units = "null".encode_utf16().map(|unit| terms.int(unit));
                let units = units.collect();
                (terms.int(4), units)
            } else {
                let first = (0..ASKED).map(|at| {
                    let at = terms.int(at);
                    terms.app(functions.character, vec![*part, at])
                });
                let first = first.collect();
                (terms.app(functions.length, vec![*part]), first)
            };
            facts.push(terms.le(zero, length));
            for (at, unit) in first.into_iter().enumerate() {
                let at = terms.int(at);
                let place = terms.add(start, at);
                let own = terms.app(functions.character, vec![joined, place]);
                let (is_there, same) = (terms.lt(at, length), terms.eq(own, unit));
                facts.push(terms.implies(is_there, same));
            }
            start = terms.add(start, length);
        }
        let length = terms.app(functions.length, vec![joined]);
        facts.push(terms.eq(length, start));
        facts
    }

    /// Whether a reference is null or a text.
    fn is_certainly_text(&self, t: Term, string: ClassId) -> bool {
        let node = self.terms().node(t).clone();
        match node {
            Node::Null => true,
            Node::Unique(number) => {
                let unique = self.program.uniques.get(number as usize);
                unique.is_some_and(|unique| unique.text.is_some())
            }
            _ => self.types.get(&t) == Some(&Type::Class(string)),
        }
    }

    /// The function that stands for a member of `String`.
    fn text_function(&self, name: &str) -> Option<Func> {
        let string = self.program.text_class()?;
        let mut pures = ids::<PureId>(self.program.pures.len());
        let pure = pures.find(|pure| {
            let pure = self.program.pure_method(*pure);
            pure.class == Some(string) && pure.name == name
        })?;
        self.initial
            .fields
            .get(self.state_of(pure).index())
            .copied()
    }

    fn text_functions(&self) -> Option<Functions> {
        Some(Functions {
            length: self.text_function("length")?,
            character: self.text_function("charAt")?,
            is_empty: self.text_function("isEmpty"),
        })
    }

    /// What the path condition asks of texts.
    pub(super) fn asked_texts(&self) -> AskedTexts {
        let mut asked = AskedTexts::default();
        let (Some(functions), Some(string)) = (self.text_functions(), self.program.text_class())
        else {
            return asked;
        };
        let of_type = self.types.iter().filter_map(|(t, ty)| {
            let is_text = *ty == Type::Class(string) && !self.heap.made.contains_key(t);
            is_text.then_some(*t)
        });
        let mut texts: BTreeSet<Term> = of_type.collect();
        self.walk_texts(&functions, &mut asked, &mut texts);
        for text in texts {
            let mut terms = self.terms();
            let length = terms.app(functions.length, vec![text]);
            let first = (0..ASKED).map(|at| {
                let at = terms.int(at);
                terms.app(functions.character, vec![text, at])
            });
            let first = first.collect();
            asked.texts.push(AskedText {
                text,
                length,
                first,
            });
        }
        asked
    }

    /// Adds what the path condition asks of texts, and the texts.
    fn walk_texts(
        &self,
        functions: &Functions,
        asked: &mut AskedTexts,
        texts: &mut BTreeSet<Term>,
    ) {
        let mut met: BTreeSet<Term> = BTreeSet::new();
        let mut todo: Vec<Term> = self.path.facts().map(|(fact, _)| fact).collect();
        while let Some(t) = todo.pop() {
            if !met.insert(t) {
                continue;
            }
            let terms = self.terms();
            todo.extend(terms.children(t).iter().copied());
            let Node::App(function, args) = terms.node(t) else {
                continue;
            };
            let is_literal = |t: Term| matches!(terms.node(t), Node::Unique(_));
            match &**args {
                [_] if Some(*function) == functions.is_empty => {}
                &[text] if *function == functions.length => {
                    texts.extend((!is_literal(text)).then_some(text));
                }
                &[text, _] if *function == functions.character && is_literal(text) => {}
                &[text, index] if *function == functions.character => {
                    texts.insert(text);
                    asked.characters.push([text, index, t]);
                }
                [_, _] if *function == self.initial.joined => asked.is_joined = true,
                _ if self.is_pure_function(*function) => {
                    let texts = args.iter().filter(|arg| terms.sort(**arg) == Sort::Ref);
                    asked.opaque.extend(texts);
                }
                _ => {}
            }
        }
    }

    /// Whether a function stands for a pure method.
    fn is_pure_function(&self, function: Func) -> bool {
        let first = self.program.fields.len();
        let pures = self.initial.fields.get(first..).unwrap_or_default();
        pures.contains(&function)
    }

    /// The same, where the path says what the literals of the program are; `None` if there are none.
    pub(super) fn with_literals(&self) -> Option<Self> {
        let functions = self.text_functions()?;
        let mut literals = self.program.uniques.iter();
        if literals.all(|unique| unique.text.is_none()) {
            return None;
        }
        let mut with = self.clone();
        for (number, unique) in (0..).zip(&self.program.uniques) {
            let Some(units) = &unique.text else {
                continue;
            };
            let mut terms = self.terms();
            let text = terms.unique(number);
            let (own, length) = (
                terms.app(functions.length, vec![text]),
                terms.int(units.len()),
            );
            let mut facts = vec![terms.eq(own, length)];
            for (at, unit) in units.iter().enumerate().take(ASKED) {
                let at = terms.int(at);
                let own = terms.app(functions.character, vec![text, at]);
                let unit = terms.int(*unit);
                facts.push(terms.eq(own, unit));
            }
            drop(terms);
            for fact in facts {
                with.path = with.path.with(fact, FactKind::Fact);
            }
        }
        Some(with)
    }

    /// The conditions that texts are short, that different ones have different characters, and that
    /// characters of others than literals are in a range.
    pub(super) fn preferred_texts(&self, asked: &AskedTexts, range: [u16; 2]) -> Vec<Term> {
        let mut all = Vec::new();
        let texts: Vec<&AskedText> = asked.texts.iter().take(TOLD_APART).collect();
        let mut terms = self.terms();
        let (zero, limit) = (terms.int(0), terms.int(ASKED));
        let [least, greatest] = range.map(|unit| terms.int(unit));
        for text in &texts {
            all.extend([terms.le(zero, text.length), terms.le(text.length, limit)]);
            if matches!(terms.node(text.text), Node::App(f, _) if *f == self.initial.joined) {
                continue;
            }
            let literals = (0..).zip(&self.program.uniques);
            let literals = literals.filter(|(_, unique)| unique.text.is_some());
            let mut is_literal: Vec<Term> = Vec::new();
            for (number, _) in literals {
                let literal = terms.unique(number);
                is_literal.push(terms.eq(text.text, literal));
            }
            for unit in &text.first {
                let within = [terms.le(least, *unit), terms.le(*unit, greatest)];
                let within = terms.and(within);
                let cases = is_literal.iter().copied().chain([within]);
                all.push(terms.or(cases));
            }
        }
        for (number, a) in texts.iter().enumerate() {
            let mut others: Vec<(Term, Term, Vec<Term>)> = Vec::new();
            for b in texts.iter().skip(number + 1) {
                others.push((b.text, b.length, b.first.clone()));
            }
            for (number, unique) in (0..).zip(&self.program.uniques) {
                if let Some(units) = &unique.text {
                    let (text, length) = (terms.unique(number), terms.int(units.len()));
                    let units = units.iter().take(ASKED).map(|unit| terms.int(*unit));
                    others.push((text, length, units.collect()));
                }
            }
            for (text, length, first) in others {
                let null = terms.null();
                let mut cases = vec![
                    terms.eq(a.text, null),
                    terms.eq(a.text, text),
                    terms.ne(a.length, length),
                ];
                for (at, (own, other)) in a.first.iter().zip(&first).enumerate() {
                    let at = terms.int(at);
                    let (is_there, differs) = (terms.lt(at, a.length), terms.ne(*own, *other));
                    cases.push(terms.and([is_there, differs]));
                }
                all.push(terms.or(cases));
            }
        }
        all
    }

    /// Whether a text is a literal of the program.
    pub(super) fn is_literal(&self, text: &[u16]) -> bool {
        let mut uniques = ids::<UniqueId>(self.program.uniques.len());
        uniques.any(|unique| {
            let unique = self.program.uniques.get(unique.index());
            unique.is_some_and(|unique| unique.text.as_deref() == Some(text))
        })
    }
}
