//! The lexer's second pass: resolves ambiguous tokens by their context, so that the
//! grammar has no conflicts.
//!
//! * `++` and `--` are prefix, postfix, or (`++`) binary;
//! * `|` after an operand closes the bar of a length, `|s|`, if one is open within the same
//!   brackets; else it is the operator;
//! * `seq`, `set`, `multiset`, `map` are names unless `<` or `{` makes them types or
//!   literals;
//! * `<` and `>` around types are brackets, and the first name of a qualified or
//!   generic type is marked ([`Token::TypeName`]);
//! * the `(` of a cast differs from that of a parenthesized expression;
//! * `by` is a name unless it stands between an operand and `{`, and `choose` unless a bound variable
//!   follows it where a value is assigned;
//! * in annotations of `.java` files, words that Java does not reserve are names unless
//!   their context makes them keywords ([`super::contextual`]).
//!
//! The pass is linear in the number of tokens.

use crate::notation::Notation;
use crate::syntax::java::unsupported;
use crate::syntax::shared::token::{Spanned, Token, Word};
use crate::syntax::tree::ast::{BinOp, IncOp};
use rustc_hash::FxHashMap;

/// What begins the head of a record.
const RECORD: Token<'static> = Token::Reserved(unsupported::RECORD);

/// Disambiguates all tokens of a file.
pub fn disambiguate<'t>(tokens: &mut [Spanned<'t>], text: &'t str, notation: Notation) {
    let angles = angles(tokens);
    let scans = tokens.len().saturating_mul(8);
    let mut pass = Pass {
        tokens,
        text,
        scans,
        notation,
        angles,
        at: 0,
        brackets: Vec::new(),
        bars: Vec::new(),
        last: None,
        last_ends: false,
        in_head: false,
        binds: false,
        asks: false,
        in_value: false,
        types: 0,
        after_cast: false,
        questions: 0,
        is_else: false,
    };
    while pass.at < pass.tokens.len() {
        pass.step();
        pass.at += 1;
    }
}

/// The contents of a bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// An operand, or part of one: an operand ends at the closing bracket.
    Operand,
    /// The type of a cast.
    Cast,
    /// The members of a class.
    Members,
    /// Triggers and the like, in a field's value or in a clause.
    Value,
    /// Parameters.
    Params,
    /// The header of a `for`.
    For,
    /// Anything else: an operand may begin after the closing bracket.
    Other,
}

pub(super) struct Pass<'a, 't> {
    pub(super) tokens: &'a mut [Spanned<'t>],
    /// The text of the file.
    pub(super) text: &'t str,
    notation: Notation,
    /// How many tokens may still be visited by searches ahead, so that the pass stays linear.
    pub(super) scans: usize,
    /// The matching `>` of each `<` that may be a bracket.
    angles: FxHashMap<usize, usize>,
    pub(super) at: usize,
    brackets: Vec<Bracket>,
    /// The number of open brackets at each open bar of a length.
    bars: Vec<usize>,
    pub(super) last: Option<Token<'t>>,
    /// Whether the preceding token ends an operand.
    pub(super) last_ends: bool,
    /// Whether the position is between `class` and `{`.
    in_head: bool,
    /// Whether the position is among the variables of a quantifier.
    pub(super) binds: bool,
    /// Whether the position is in the type after `instanceof`.
    asks: bool,
    /// Whether an expression or clause has begun since the last member.
    in_value: bool,
    /// The number of open `<` of types.
    pub(super) types: usize,
    /// Whether the preceding token closes a cast.
    pub(super) after_cast: bool,
    /// The number of `?` of conditional expressions whose `:` has not come yet.
    questions: usize,
    /// Whether the last `:` belongs to a conditional expression.
    pub(super) is_else: bool,
}

impl<'t> Pass<'_, 't> {
    pub(super) fn ahead(&self, n: usize) -> Option<Token<'t>> {
        self.token(self.at + n)
    }

    pub(super) fn token(&self, at: usize) -> Option<Token<'t>> {
        self.tokens.get(at).map(|s| s.token)
    }

    /// Whether the position is in the code of a `.java` file.
    fn in_code(&self) -> bool {
        self.notation == Notation::Java
            && self.tokens.get(self.at).is_some_and(|s| !s.in_annotation)
    }

    /// Whether the bar of a length is open within the innermost brackets.
    fn has_bar(&self) -> bool {
        self.bars.last() == Some(&self.brackets.len())
    }

    fn step(&mut self) {
        let Some(token) = self.ahead(0) else { return };
        let token = self.word_or_name(token);
        let resolved = self.disambiguated(token);
        self.after_cast = resolved == Token::RParen && self.brackets.last() == Some(&Bracket::Cast);
        self.last_ends = match resolved {
            Token::LParen | Token::CastOpen | Token::LBrace => {
                let bracket = self.bracket(resolved);
                self.brackets.push(bracket);
                false
            }
            Token::RParen | Token::RBrace => {
                let bracket = self.brackets.pop();
                let open = self.brackets.len();
                self.bars.retain(|at| *at <= open);
                self.in_value &= resolved == Token::RParen
                    || matches!(bracket, Some(Bracket::Operand | Bracket::Value));
                match bracket {
                    Some(bracket) => bracket == Bracket::Operand,
                    None => resolved == Token::RParen,
                }
            }
            // The closing bar of `|s|` ends an operand iff the token before it does.
            Token::Pipe => {
                let at = self.brackets.len();
                if !self.last_ends {
                    self.bars.push(at);
                } else if self.has_bar() {
                    self.bars.pop();
                }
                self.last_ends
            }
            // The type after `instanceof` ends an operand.
            token if self.asks && self.types <= 1 && ends_type(token) => true,
            other => other.ends_operand(),
        };
        self.asks = match resolved {
            Token::InstanceOf => true,
            Token::TypeLt | Token::Collection(_) | Token::Dot | Token::Comma | Token::Question => {
                self.asks
            }
            Token::Extends | Token::Super => self.asks && self.types > 0,
            token => self.asks && ends_type(token),
        };
        match resolved {
            Token::Class | Token::Interface | Token::Enum | RECORD => self.in_head = true,
            Token::LBrace | Token::Semi => {
                (self.in_head, self.binds, self.types) = (false, false, 0);
                self.questions = 0;
                if resolved == Token::Semi {
                    let open = self.brackets.len();
                    self.bars.retain(|at| *at < open);
                }
            }
            Token::Question if self.types == 0 => self.questions += 1,
            Token::Colon => {
                self.is_else = self.questions > 0;
                self.questions = self.questions.saturating_sub(1);
            }
            Token::Assign | Token::Eq => self.in_value = true,
            token if token.word() == Some(Word::Clause) => self.in_value = true,
            Token::Quantifier(_) | Token::JmlQuantifier(_) | Token::Choose => self.binds = true,
            Token::ColonColon => self.binds = false,
            Token::TypeLt => self.types += 1,
            Token::TypeGt => self.types = self.types.saturating_sub(1),
            _ => {}
        }
        if resolved == Token::Semi && self.brackets.last() == Some(&Bracket::Members) {
            self.in_value = false;
        }
        self.last = Some(resolved);
        if let Some(place) = self.tokens.get_mut(self.at) {
            place.token = resolved;
        }
    }

    fn disambiguated(&mut self, token: Token<'t>) -> Token<'t> {
        match token {
            Token::Prefix(op) if self.last_ends && self.in_code() => postfix(op),
            Token::Prefix(op) if self.last_ends => {
                after_operand(op, [self.ahead(1), self.ahead(2)])
            }
            Token::Pipe if self.last_ends && (self.in_code() || !self.has_bar()) => {
                Token::Bin(BinOp::BitOr)
            }
            Token::Ampersand if !self.in_head && self.types == 0 => Token::Bin(BinOp::BitAnd),
            Token::Name(word @ ("seq" | "set" | "multiset" | "map"))
                if !self.in_code() && !self.names_a_class() && self.is_collection() =>
            {
                self.mark_angles(self.at + 1);
                Token::Collection(word)
            }
            Token::Name("by") if !self.in_code() && self.ends_claim() => Token::By,
            Token::Name("choose") if !self.in_code() && self.begins_choice() => Token::Choose,
            Token::Name(word) if self.begins_long_type() => Token::TypeName(word),
            // Type parameters: no expression begins with `<`, nor can one occur in a
            // class header.
            Token::Lt if !self.last_ends || self.in_head => {
                self.mark_angles(self.at);
                self.ahead(0).unwrap_or(token)
            }
            Token::LParen if self.last != Some(Token::Signals) && self.is_cast() => Token::CastOpen,
            other => other,
        }
    }

    fn bracket(&self, open: Token<'t>) -> Bracket {
        match (open, self.last) {
            (Token::CastOpen, _) => Bracket::Cast,
            // Of the braces, only those of `set{…}` and `new T[] {…}` belong to
            // operands.
            (_, Some(Token::Collection(_) | Token::Brackets)) => Bracket::Operand,
            // Statements follow, not triggers.
            (_, Some(Token::By)) => Bracket::Other,
            // A statement follows `if (…)`, and `++x` may begin it.
            (Token::LParen, Some(Token::If | Token::While | Token::Switch)) => Bracket::Other,
            (Token::LParen, Some(Token::For | Token::Try)) => Bracket::For,
            (Token::LParen, Some(Token::Catch | Token::Signals)) => Bracket::Params,
            (Token::LParen, Some(Token::Name(_))) if self.among_members() => Bracket::Params,
            (Token::LBrace, _) if self.in_head => Bracket::Members,
            (Token::LBrace, _) if self.in_value => Bracket::Value,
            (Token::LParen, _) => Bracket::Operand,
            _ => Bracket::Other,
        }
    }

    /// Whether the position is among the elements of a literal, or among triggers.
    pub(super) fn in_elements(&self) -> bool {
        matches!(
            self.brackets.last(),
            Some(Bracket::Operand | Bracket::Value)
        )
    }

    /// Whether the position is between the brackets of an operand.
    pub(super) fn in_operand(&self) -> bool {
        self.brackets.last() == Some(&Bracket::Operand)
    }

    /// Whether the position is in a class body where parameters may follow.
    fn among_members(&self) -> bool {
        !self.in_value && self.brackets.last() == Some(&Bracket::Members)
    }

    /// Whether the next tokens make `seq` or the like a type or a literal: `seq<int>`
    /// does, `seq < n)` does not.
    fn is_collection(&self) -> bool {
        use Token::*;
        let literal = self.ahead(1) == Some(LBrace);
        let argument = self.angle(self.at + 1).is_some()
            && matches!(
                [self.ahead(1), self.ahead(2), self.ahead(3)],
                [
                    Some(Lt | TypeLt),
                    Some(Name(_) | TypeName(_) | IntType | BoolType | PermType | JavaType(_)),
                    Some(Gt | TypeGt | Comma | Brackets | Lt | TypeLt | Dot)
                ]
            );
        literal || argument
    }

    /// Whether the preceding tokens require a class name.
    fn names_a_class(&self) -> bool {
        use Token::*;
        match self.last {
            Some(Dot | Class | Interface) => true,
            Some(Extends | Implements) => self.types == 0,
            _ => false,
        }
    }

    /// Whether a block follows an operand, which is what an assertion's proof does.
    fn ends_claim(&self) -> bool {
        // `set{…}` ends an operand, too.
        let ends = self.last_ends || self.last == Some(Token::RBrace);
        ends && !self.in_head && self.ahead(1) == Some(Token::LBrace)
    }

    /// Whether a bound variable follows where a value is assigned: no operand continues so.
    fn begins_choice(&self) -> bool {
        use Token::*;
        self.last == Some(Assign)
            && match self.ahead(1) {
                Some(Name("seq" | "set" | "multiset" | "map")) if self.ahead(2) == Some(Lt) => true,
                Some(Name(_)) => matches!(self.ahead(2), Some(ColonColon | Name(_))),
                Some(IntType | BoolType | PermType | JavaType(_)) => true,
                _ => false,
            }
    }

    fn angle(&self, at: usize) -> Option<usize> {
        self.angles.get(&at).copied()
    }

    /// Marks a `<` and its `>` as brackets.
    fn mark_angles(&mut self, open: usize) {
        let Some(close) = self.angle(open) else {
            return;
        };
        for (at, token) in [(open, Token::TypeLt), (close, Token::TypeGt)] {
            if let Some(place) = self.tokens.get_mut(at) {
                place.token = token;
            }
        }
    }

    /// Whether a qualified or generic type begins at this name; marks its `<` and `>`
    /// as brackets.
    fn begins_long_type(&mut self) -> bool {
        if self.last == Some(Token::Dot) || !self.may_begin_type() {
            return false;
        }
        let mut end = self.at + 1;
        while self.token(end) == Some(Token::Dot)
            && matches!(self.token(end + 1), Some(Token::Name(_)))
        {
            end += 2;
        }
        let open = end;
        let generic = matches!(self.token(open), Some(Token::Lt | Token::TypeLt))
            .then(|| self.angle(open))
            .flatten();
        if let Some(close) = generic {
            end = close + 1;
        } else if end == self.at + 1 {
            return false;
        }
        while self.token(end) == Some(Token::Brackets) {
            end += 1;
        }
        let declares = match self.token(end) {
            Some(Token::Name(_)) => true,
            // A parameter of variable length, and one type of several that are caught.
            Some(Token::Reserved(_) | Token::Pipe | Token::This) => {
                self.brackets.last() == Some(&Bracket::Params)
            }
            _ => false,
        };
        if !declares && !self.in_type_place() {
            return false;
        }
        if generic.is_some() {
            self.mark_angles(open);
        }
        true
    }

    /// Whether only a type is possible here.
    fn in_type_place(&self) -> bool {
        use Token::*;
        let after_head = matches!(
            self.last,
            Some(New | InstanceOf | Extends | Implements | CastOpen)
        );
        let in_head = self.in_head && !matches!(self.last, Some(Class | Interface | Enum | RECORD));
        after_head || in_head || self.types > 0
    }

    /// Whether the preceding tokens allow a type here.
    fn may_begin_type(&self) -> bool {
        use Token::*;
        if self.in_type_place() {
            return true;
        }
        let inner = self.brackets.last().copied().unwrap_or(Bracket::Other);
        match self.last {
            None => true,
            Some(LParen) => matches!(inner, Bracket::Params | Bracket::For),
            Some(Pipe | Bin(BinOp::BitOr)) => inner == Bracket::Params,
            Some(Comma) => self.binds || inner == Bracket::Params,
            Some(RParen) => !self.last_ends,
            Some(
                Semi | LBrace | RBrace | Modifier(_) | Annotation(_) | Else | Colon | Arrow | Do
                | TypeGt | Quantifier(_) | JmlQuantifier(_) | Choose,
            ) => true,
            _ => false,
        }
    }

    /// Whether `(` begins a cast: a type, `)`, and a token that begins an operand and
    /// is no operator.
    fn is_cast(&self) -> bool {
        use Token::*;
        let may_stand = !self.last_ends
            && !matches!(
                self.last,
                Some(If | While | For | Switch | Reserved(_) | Bad)
            )
            && self.last.and_then(Token::word) != Some(Word::Bracketed);
        if !may_stand {
            return false;
        }
        let mut end = self.at + 1;
        let mut obvious = match self.token(end) {
            Some(IntType | BoolType | PermType | JavaType(_)) => true,
            Some(Name(_)) => false,
            _ => return false,
        };
        end += 1;
        while !obvious
            && self.token(end) == Some(Dot)
            && matches!(self.token(end + 1), Some(Name(_)))
        {
            end += 2;
        }
        if self.token(end) == Some(Lt) {
            let Some(close) = self.angle(end) else {
                return false;
            };
            (end, obvious) = (close + 1, true);
        }
        while self.token(end) == Some(Brackets) {
            (end, obvious) = (end + 1, true);
        }
        let Some(next) = self
            .token(end + 1)
            .filter(|_| self.token(end) == Some(RParen))
        else {
            return false;
        };
        match next {
            // `assert (a) by { … }`
            Name("by") if !self.in_code() && self.token(end + 2) == Some(LBrace) => false,
            // `(a)[i]` is an index expression.
            LBracket | Brackets => obvious,
            Plus | Minus | Prefix(_) | Pipe => obvious,
            next if next.word() == Some(Word::Statement) => self.is_contextual(end + 1),
            // Otherwise it may be an operator, or the keyword of another clause.
            _ if obvious && self.is_contextual(end + 1) => true,
            next => next.begins_operand(),
        }
    }
}

/// `++` or `--` after an operand: postfix, or (`++`) binary.
fn after_operand<'t>(op: IncOp, [next, then]: [Option<Token<'t>>; 2]) -> Token<'t> {
    match op {
        // The proof of an assertion follows, no operand.
        _ if next == Some(Token::Name("by")) && then == Some(Token::LBrace) => postfix(op),
        IncOp::PreInc if next.is_some_and(Token::begins_operand) => Token::Bin(BinOp::Concat),
        _ => postfix(op),
    }
}

fn postfix<'t>(op: IncOp) -> Token<'t> {
    Token::Postfix(match op {
        IncOp::PreInc | IncOp::PostInc => IncOp::PostInc,
        IncOp::PreDec | IncOp::PostDec => IncOp::PostDec,
    })
}

/// The `>` that would match each `<` if both were brackets around types.
fn angles(tokens: &[Spanned<'_>]) -> FxHashMap<usize, usize> {
    use Token::*;
    let mut partner = FxHashMap::default();
    let mut open = Vec::new();
    for (at, spanned) in tokens.iter().enumerate() {
        match spanned.token {
            Lt => open.push(at),
            Gt => partner.extend(open.pop().map(|from| (from, at))),
            Name(_) | Dot | Comma | Question | Extends | Super | IntType | BoolType | PermType
            | JavaType(_) | Brackets | Ampersand => {}
            _ => open.clear(),
        }
    }
    partner
}

/// Whether a type can end with this token.
fn ends_type(token: Token<'_>) -> bool {
    use Token::*;
    matches!(
        token,
        Name(_) | TypeName(_) | TypeGt | Brackets | IntType | BoolType | PermType | JavaType(_)
    )
}
