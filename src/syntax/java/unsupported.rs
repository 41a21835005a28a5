//! Constructs of Java and JML that the language lacks: how they are recognized, and
//! what to write instead.
//!
//! Java reserves few of its newer words, and JML none: `record` and `assignable` are
//! names, too. So a word is classified by its context ([`mark`]), and only if no
//! program could mean a name there.

use crate::diagnostics::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::shared;
use crate::syntax::shared::token::{Spanned, Token};

/// What the word that begins a record is called.
pub const RECORD: &str = "a `record`";

/// Marks the words that begin unsupported constructs in a `.java` file.
pub fn mark(tokens: &mut [Spanned<'_>]) {
    for at in 0..tokens.len() {
        let Some(spanned) = tokens.get(at) else {
            return;
        };
        let around = Around { tokens, at };
        let what = match spanned.token {
            Token::Name(word) if around.before() != Some(Token::Dot) => {
                if spanned.in_annotation {
                    around.of_jml(word)
                } else {
                    around.of_java(word)
                }
            }
            Token::Annotation("@interface") => Some("the declaration of an annotation"),
            _ => None,
        };
        if let (Some(what), Some(spanned)) = (what, tokens.get_mut(at)) {
            spanned.token = match what {
                "" => Token::Annotation("@"),
                SIGNALS => Token::Signals,
                SIGNALS_ONLY => Token::SignalsOnly,
                what => Token::Reserved(what),
            };
        }
    }
}

/// Clauses of JML that contracts have, too.
const SIGNALS: &str = "signals";
const SIGNALS_ONLY: &str = "signals_only";

/// A word with the adjacent tokens.
struct Around<'a, 't> {
    tokens: &'a [Spanned<'t>],
    at: usize,
}

impl<'t> Around<'_, 't> {
    fn ahead(&self, n: usize) -> Option<Token<'t>> {
        self.tokens.get(self.at + n).map(|s| s.token)
    }

    fn before(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at.checked_sub(1)?).map(|s| s.token)
    }

    /// The construct that a contextual keyword of Java begins.
    fn of_java(&self, word: &str) -> Option<&'static str> {
        use Token::*;
        let (next, second) = (self.ahead(1), self.ahead(2));
        match word {
            "sealed" => {
                matches!(next, Some(Class | Interface | Modifier(_))).then_some("a `sealed` class")
            }
            "non" => (next == Some(Minus) && second == Some(Name("sealed")))
                .then_some("a `non-sealed` class"),
            "permits" => (matches!(self.before(), Some(Name(_) | Gt))
                && matches!(next, Some(Name(_))))
            .then_some("`permits`"),
            "record" => (matches!(next, Some(Name(_))) && matches!(second, Some(LParen | Lt)))
                .then_some(RECORD),
            "yield" => (self.begins_statement()
                && next.is_some_and(|n| n.begins_operand() && n != LParen && n != LBracket))
            .then_some("`yield`"),
            _ => None,
        }
    }

    fn begins_statement(&self) -> bool {
        use Token::*;
        matches!(
            self.before(),
            Some(Semi | LBrace | RBrace | RParen | Colon | Arrow | Else | Do)
        )
    }

    /// The construct that a word in an annotation begins; empty if the word has no
    /// effect here.
    fn of_jml(&self, word: &str) -> Option<&'static str> {
        use Token::*;
        let inside = |at: Option<usize>| {
            let spanned = at.and_then(|at| self.tokens.get(at));
            spanned.filter(|s| s.in_annotation).map(|s| s.token)
        };
        let (before, next) = (inside(self.at.checked_sub(1)), inside(Some(self.at + 1)));
        let begins = matches!(
            before,
            None | Some(Semi | LBrace | RBrace | Modifier(_) | Reserved(_) | Annotation(_))
        );
        if !begins {
            return None;
        }
        // A word that modifies the following declaration.
        if next.is_none() || matches!(next, Some(Modifier(_))) {
            return MODIFIERS
                .iter()
                .find(|(known, _)| *known == word)
                .map(|(_, what)| *what);
        }
        let known = CLAUSES.iter().find(|(known, _)| *known == word);
        let (_, what) = known?;
        let goes_on = match next {
            Some(
                Assign | Eq | Dot | LBracket | Brackets | Compound(_) | Prefix(_) | Postfix(_)
                | Bin(_) | ColonColon | Comma | RParen,
            ) => false,
            // A call has the same form.
            Some(LParen) => {
                matches!(self.ahead(2), Some(Name(_)))
                    && matches!(self.ahead(3), Some(Name(_) | RParen))
                    && !matches!(self.ahead(4), Some(Semi | Dot))
            }
            Some(Semi) => ALONE.contains(&word),
            _ => true,
        };
        goes_on.then_some(what)
    }
}

/// JML modifiers. Those with an empty name have no effect.
const MODIFIERS: &[(&str, &str)] = &[
    ("nullable", ""),
    ("helper", ""),
    ("non_null", "JML's `non_null`"),
    ("strictly_pure", "JML's `strictly_pure`"),
    ("model", "JML's `model`"),
    ("instance", "JML's `instance`"),
    ("also", "JML's `also`"),
    ("normal_behavior", "a case of a JML contract"),
    ("normal_behaviour", "a case of a JML contract"),
    ("behavior", "a case of a JML contract"),
    ("behaviour", "a case of a JML contract"),
    ("exceptional_behavior", "a case of a JML contract"),
    ("exceptional_behaviour", "a case of a JML contract"),
];

/// JML words that may be directly followed by `;`.
const ALONE: &[&str] = &["unreachable", "reachable", "nowarn", "also"];

/// JML words that begin clauses, statements and members.
const CLAUSES: &[(&str, &str)] = &[
    ("accessible", "JML's `accessible`"),
    ("also", "JML's `also`"),
    ("assignable", "JML's `assignable`"),
    ("assigns", "JML's `assignable`"),
    ("axiom", "JML's `axiom`"),
    ("behavior", "a case of a JML contract"),
    ("behaviour", "a case of a JML contract"),
    ("breaks", "JML's `breaks`"),
    ("callable", "JML's `callable`"),
    ("captures", "JML's `captures`"),
    ("constraint", "JML's `constraint`"),
    ("decreases_redundantly", "a redundant clause of JML"),
    ("decreasing", "JML's `decreasing`"),
    ("diverges", "JML's `diverges`"),
    ("ensures_redundantly", "a redundant clause of JML"),
    ("exceptional_behavior", "a case of a JML contract"),
    ("exceptional_behaviour", "a case of a JML contract"),
    ("fixpoint", "VeriFast's `fixpoint`"),
    ("hence_by", "JML's `hence_by`"),
    ("inductive", "VeriFast's `inductive`"),
    ("initially", "JML's `initially`"),
    ("instance", "JML's `instance`"),
    ("leak", "VeriFast's `leak`"),
    ("loop_assigns", "JML's `assignable`"),
    ("loop_decreases", "JML's `decreasing`"),
    ("loop_modifies", "JML's `assignable`"),
    ("loop_variant", "JML's `decreasing`"),
    ("maintaining", "JML's `maintaining`"),
    ("measured_by", "JML's `measured_by`"),
    ("model", "JML's `model`"),
    ("modifiable", "JML's `assignable`"),
    ("modifies", "JML's `assignable`"),
    ("non_null", "JML's `non_null`"),
    ("normal_behavior", "a case of a JML contract"),
    ("normal_behaviour", "a case of a JML contract"),
    ("nowarn", "JML's `nowarn`"),
    ("post", "JML's `post`"),
    ("pre", "JML's `pre`"),
    ("reachable", "JML's `reachable`"),
    ("represents", "JML's `represents`"),
    ("requires_redundantly", "a redundant clause of JML"),
    ("returns", "JML's `returns`"),
    ("set", "JML's `set`"),
    (SIGNALS, SIGNALS),
    (SIGNALS_ONLY, SIGNALS_ONLY),
    ("strictly_pure", "JML's `strictly_pure`"),
    ("unreachable", "JML's `unreachable`"),
    ("when", "JML's `when`"),
    ("writes", "JML's `assignable`"),
];

/// JML words after a backslash that the language lacks.
pub fn jml_expression(word: &str) -> Option<&'static str> {
    const WORDS: &[(&str, &str)] = &[
        ("elemtype", "JML's `\\elemtype`"),
        ("everything", "JML's `\\everything`"),
        ("fresh", "JML's `\\fresh`"),
        ("invariant_for", "JML's `\\invariant_for`"),
        ("lockset", "JML's `\\lockset`"),
        ("max", "JML's `\\max`"),
        ("min", "JML's `\\min`"),
        ("nonnullelements", "JML's `\\nonnullelements`"),
        ("not_assigned", "JML's `\\not_modified`"),
        ("not_modified", "JML's `\\not_modified`"),
        ("not_specified", "JML's `\\not_specified`"),
        ("nothing", "JML's `\\nothing`"),
        ("num_of", "JML's `\\num_of`"),
        ("only_assigned", "JML's `\\only_assigned`"),
        ("pre", "JML's `\\pre`"),
        ("product", "JML's `\\product`"),
        ("real", "JML's `\\real`"),
        ("same", "JML's `\\same`"),
        ("strictly_nothing", "JML's `\\nothing`"),
        ("such_that", "JML's `\\such_that`"),
        ("sum", "JML's `\\sum`"),
        ("type", "JML's `\\type`"),
        ("typeof", "JML's `\\typeof`"),
        ("values", "JML's `\\values`"),
    ];
    WORDS
        .iter()
        .find(|(known, _)| *known == word)
        .map(|(_, what)| *what)
}

/// What to write instead of a refused construct.
pub fn instead(what: &str) -> Option<&'static str> {
    Some(match what {
        "a `sealed` class" | "a `non-sealed` class" | "`permits`" | "`sealed`" | "`non-sealed`" => {
            "leave the word out: a class is `final`, or may have subclasses"
        }
        "a `record`" | "`record`" => "write a `final` class with `final` fields and a constructor",
        "the declaration of an annotation" => "keep it in a file that is not verified",
        "a text block" => "write a string with `\\n` in it",
        "`yield`" | "a `switch` expression" => {
            "write a `switch` statement that assigns, or an `if`"
        }
        "a lambda expression" | "a method reference" | "an anonymous class" => {
            "write a class that implements the interface, and make an object of it"
        }
        "a class inside a method" => "declare it as a `static` class of the class around",
        "a new object of an inner class" => "make the class `static`",
        "a pattern behind `case`" => "ask with `instanceof`, and cast",
        "a Java label (`label l;` is the label of `old[l]`)"
        | "`break` with a label"
        | "`continue` with a label" => {
            "move the inner loop into a method of its own, or remember in a `boolean` that it is over"
        }
        "a message of `assert`" => "leave it out",
        "`[]` behind a name" => "write it behind the type: `int[] a`",
        "a constant with arguments" | "a constant with members of its own" => {
            "compute it from the constant, by comparing with `==`"
        }
        "a block of an `enum` or an interface" => "move it into a class",
        "an initialiser block" => {
            "write it at the beginning of the constructors, or give the fields their values where they are declared"
        }
        "an assignment inside an expression" => {
            "write it as a statement of its own before; a comparison is `==` in Java"
        }
        "boxing" => "keep the number in a class of your own, or in a variable of its type",
        "the type `var`" => "write the type of the variable",
        "a field of the object around" | "a method of the object around" => {
            "declare the class `static`, and give it the object around as an argument"
        }
        "a `case` that goes on into the next one" => {
            "repeat what both do, or move it into a method"
        }
        "a static import of a class that is not here" => {
            "give the class, or import its members from one that is"
        }
        "`this` of a class around" => "give the object to the constructor, and keep it in a field",
        "`super` of an interface" => "move what both share into another method",
        "a predicate with a body in an interface" => {
            "declare it without a body, and define it in the classes, or in an abstract class"
        }
        "a new array of several dimensions whose outer lengths are not constant" => {
            "write `new T[n][]`, and a loop that makes the rows"
        }
        "a parameter whose type stands for a type parameter of a supertype" => {
            "give it the type `Object`, and cast, or choose another name"
        }
        "a choice between members of one name by the type of `?:`"
        | "a choice between members of one name by a type that may be an argument of a generic class" => {
            "put the argument into a variable of the type that is meant"
        }
        "an array of a subclass as argument" => {
            "put the array into a variable of the parameter's type from the start"
        }
        "a choice between members of one name that a library's class may have, too," => {
            "give arguments of exactly the parameters' types, as in `(long) n`, or choose another name"
        }
        "a choice between members of one name by a type with type arguments"
        | "a choice between members of one name by a type parameter"
        | "a choice between members of one name of which some are not visible here"
        | "a choice between members of one name that differ in what is ghost" => {
            "give one of the members another name"
        }
        "an array as the initial value of a static field" => {
            "make the array in the main routine, or in a method that is called first"
        }
        "a class literal" => "compare with `instanceof`",
        "a call with type arguments" => "leave them out",
        "a cast to several types" => "cast to one type at a time",
        "an invariant of a class" | "JML's `constraint`" => {
            "declare a predicate, as in `predicate valid() { return acc(x) * 0 <= x; }`, and name it in the contracts"
        }
        "JML's `initially`" => "write it in the `ensures` of the constructors",
        "JML's `old` before a contract" => "write `old(e)` where it is needed",
        "an informal description" => "write it in a comment of Java",
        "JML's `<:`" => "ask with `instanceof`",
        "JML's `<==`" => "write `b ==> a` for `a <== b`",
        "VeriFast's `&*&`" => "write `*`",
        "VeriFast's `|->`" => {
            "write permission and value, as in `acc(x) * x == v`, or `acc(x)` alone"
        }
        "VeriFast's pattern `?x`" => {
            "name the value itself, by the field or by a pure method; `old(e)` is what it was before"
        }
        "VeriFast's fraction `[f]`" => "write it into `acc`: `acc(x, 1/2)`, `acc(p(), 1/2)`",
        "VeriFast's `;` between the parameters of a predicate" => "write `,`",
        "a predicate outside of a class" => {
            "declare it in a class, as in `predicate valid() { return acc(x) * 0 <= x; }`, with `this` in place of its first parameter"
        }
        "a lemma outside of a class" => "declare it in a class, as in `static lemma void l() { }`",
        "a predicate that is defined by `=`" => {
            "write a body, as in `predicate valid() { return acc(x) * 0 <= x; }`"
        }
        "VeriFast's `fixpoint`" => "declare a `ghost pure` method",
        "VeriFast's `inductive`" => "use `seq<T>`, `set<T>`, `map<K, V>`, or a class",
        "VeriFast's `leak`" => "leave it out: permission that is not needed may be kept",
        "JML's `<=!=>`" => "write `!(a <==> b)`",
        "JML's `non_null`" | "JML's `\\nonnullelements`" => {
            "say it in the contract, as in `x != null`"
        }
        "JML's `strictly_pure`" => "write `pure`",
        "JML's `model`" => {
            "write `ghost` before a field, `ghost pure` before a method that computes"
        }
        "JML's `instance`" => "leave it out",
        "JML's `also`" | "a case of a JML contract" => {
            "a contract is its `requires` and `ensures` alone; cases are written with `==>`, and what \
             is overridden counts anyway"
        }
        "JML's `assignable`"
        | "JML's `\\nothing`"
        | "JML's `\\everything`"
        | "JML's `\\not_modified`"
        | "JML's `\\only_assigned`" => {
            "a method changes only what its contract gives it permission to: write `acc(x)` or a \
             predicate in `requires`"
        }
        "JML's `accessible`" | "JML's `captures`" | "JML's `callable`" => {
            "leave it out: what a method may read stands in its `requires`, as `acc(…)`"
        }
        "JML's `axiom`" => "write a `lemma`, whose body is its proof",
        "JML's `breaks`" | "JML's `returns`" | "JML's `diverges`" | "JML's `when`" => {
            "leave it out"
        }
        "a redundant clause of JML" => "write it without `_redundantly`, or leave it out",
        "JML's `decreasing`" | "JML's `measured_by`" => "write `decreases`",
        "JML's `hence_by`" | "JML's `reachable`" | "JML's `nowarn`" => "leave it out",
        "JML's `maintaining`" => "write `loop_invariant`",
        "JML's `post`" => "write `ensures`",
        "JML's `pre`" => "write `requires`",
        "JML's `\\pre`" => "write `\\old(e)`",
        "JML's `represents`" => "declare a `ghost pure` method that computes it",
        "JML's `set`" => "leave the word out: `//@ x = e;` assigns",
        "JML's `unreachable`" => "write `assert false;`",
        "JML's `\\fresh`" => "nothing: who is given `acc` of an object in `ensures` has it alone",
        "JML's `\\sum`" | "JML's `\\product`" | "JML's `\\num_of`" | "JML's `\\max`"
        | "JML's `\\min`" => "declare a recursive `ghost pure` method",
        "JML's `\\type`" | "JML's `\\typeof`" | "JML's `\\elemtype`" => "ask with `instanceof`",
        "JML's `\\invariant_for`" => "name the predicate, as in `x.valid()`",
        _ => return shared::instead::instead(what),
    })
}

/// The diagnostic for an unsupported construct.
pub fn unsupported(what: &str, span: Span) -> Diagnostic {
    let error = Diagnostic::error(Code::Unsupported, span, format!("{what} is not supported"));
    match instead(what) {
        Some(note) => error.note(note),
        None => error,
    }
}
