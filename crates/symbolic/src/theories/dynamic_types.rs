//! Dynamic types: the definition that an object has of a predicate or a pure method
//! (language, §7), `instanceof` and casts.
//!
//! The class of an object is a term, `class(o)`, whose value is a number. In a
//! *dispatched* family the definition depends on the class. Instances and applications of
//! such a family have their definition as a further argument: a number if it is known,
//! otherwise `definition(class(o))`. Instances of the same definition are then equal by
//! congruence, and those of different definitions are not.
//!
//! Only facts that the member under verification can use are assumed
//! ([`veriframe_ir::reach`]): a member that compares no references of different classes,
//! tests no class and mentions no overridden member gets none.

use crate::engine::Engine;
use crate::error_context::{ErrorContext, Failure};
use crate::explanation::failures::Claim;
use crate::session::TypeFunc;
use crate::state::symbolic_state::{Frame, State};
use num_traits::ToPrimitive;
use veriframe_base::diagnostics::failure::FailureKind;
use veriframe_base::source::Span;
use veriframe_ir::{ClassId, ClassKind, Expr, ExprKind, MemberId, PureId, Type, UniqueId};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Answer, FactKind, Func, Sort, Term};

/// The maximum number of other classes that a subclass test is related to.
const MAX_OTHERS: usize = 32;

/// The maximum number of definitions with which a selector is compared one by one.
const MAX_CANDIDATES: usize = 32;

/// How a definition is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SelectorEffort {
    /// By what the built-in prover knows.
    Known,
    /// By queries.
    Ask,
}

/// A cast: `(C) e`.
#[derive(Clone, Copy)]
pub(crate) struct Cast<'e> {
    /// The expression that is cast.
    pub inner: &'e Expr,
    /// Its value.
    pub object: Term,
    /// The class.
    pub class: ClassId,
}

impl<'p> Engine<'p> {
    fn type_function(&mut self, key: TypeFunc) -> Func {
        if let Some(&f) = self.session.functions.type_functions.get(&key) {
            return f;
        }
        let program = self.ctx.program;
        let (name, sort) = match key {
            TypeFunc::Class => ("class".to_owned(), Sort::Int),
            TypeFunc::Definition(family) => (program.member_name(family), Sort::Int),
            TypeFunc::IsBelow(class) => (program.class(class).name.clone(), Sort::Bool),
        };
        let f = self.session.terms.function(&name, sort);
        self.session.functions.type_functions.insert(key, f);
        f
    }

    fn class_of(&mut self, object: Term) -> Term {
        let f = self.type_function(TypeFunc::Class);
        self.session.terms.app(f, vec![object])
    }

    fn member_number(&mut self, member: MemberId) -> Term {
        self.session.terms.int(member.number())
    }

    fn literal_class(&mut self, class: ClassId) -> Term {
        self.session.terms.int(class.0)
    }

    /// The class whose definitions a receiver denotes, unless it is that of the dynamic
    /// type. For `this`, it can be the view of the frame.
    pub(crate) fn view_of(
        &self,
        s: &State,
        receiver: &Expr,
        of: Option<ClassId>,
    ) -> Option<ClassId> {
        let own = self.vars(s.frame.member).this;
        let is_this = matches!(receiver.kind, ExprKind::Var(v) if Some(v) == own);
        of.or(s.frame.view.filter(|_| is_this))
    }

    /// The argument that selects the definition of a predicate instance or of an
    /// application of a pure method; `None` for members that are not dispatched. `view`
    /// is the class whose definition is denoted, unless it is that of the dynamic type.
    /// Facts implied by the receiver's static type are added to the state.
    pub(crate) fn definition_selector(
        &mut self,
        s: &mut State,
        member: MemberId,
        e: &Expr,
        object: Term,
        view: Option<ClassId>,
    ) -> Option<Term> {
        let family = self.ctx.program.dispatched(member)?;

        if let Some(view) = view
            && let Some(definition) = self.ctx.program.defined(member, view)
        {
            return Some(self.member_number(definition));
        }
        if let Type::Class(class) = e.ty
            && let Some(definition) = self.ctx.program.unique_definition(member, class)
        {
            self.assume_definition(s, family, object, definition);
            return Some(self.member_number(definition));
        }
        let class = self.class_of(object);
        let f = self.type_function(TypeFunc::Definition(family));
        if let Some(exact) = self.known_class(s, object)
            && let Some(definition) = self.ctx.program.defined(member, exact)
        {
            let (literal, number) = (self.literal_class(exact), self.member_number(definition));
            let theirs = self.session.terms.app(f, vec![literal]);
            let fact = self.session.terms.eq(theirs, number);
            self.assume_new(s, fact, FactKind::Shape);
            return Some(number);
        }
        Some(self.session.terms.app(f, vec![class]))
    }

    /// The definitions of the receiver's predicates in a pure method's precondition. The
    /// meaning of the precondition's snapshot depends on them, and with `super` they can
    /// differ from those of the receiver's class.
    pub(crate) fn precondition_definitions(
        &mut self,
        s: &mut State,
        callee: PureId,
        e: &Expr,
        object: Term,
        view: Option<ClassId>,
    ) -> Vec<Term> {
        let family = self.ctx.program.hierarchy.pures().family(callee);
        let preds = self.ctx.footprints.of_receiver(family);
        let selectors = preds.iter().filter_map(|&pred| {
            let member = MemberId::Pred(pred);
            self.definition_selector(s, member, e, object, view)
        });
        selectors.collect()
    }

    /// Assumes that an object has a definition, unless it is null.
    fn assume_definition(
        &mut self,
        s: &mut State,
        family: MemberId,
        object: Term,
        definition: MemberId,
    ) {
        let class = self.class_of(object);
        let f = self.type_function(TypeFunc::Definition(family));
        let (theirs, number) = (
            self.session.terms.app(f, vec![class]),
            self.member_number(definition),
        );
        let equal = self.session.terms.eq(theirs, number);
        let null = self.session.terms.null();
        let is_null = self.session.terms.eq(object, null);
        let fact = self.session.terms.or([is_null, equal]);
        self.assume_new(s, fact, FactKind::Shape);
    }

    /// Assumes the definitions implied by the static type of a receiver.
    pub(crate) fn assume_receiver_definitions(&mut self, s: &mut State, e: &Expr, object: Term) {
        if let Type::Class(class) = e.ty {
            self.assume_class_definitions(s, class, object);
        }
    }

    /// Assumes the definitions of an object that are the same for all objects of its
    /// static type.
    fn assume_class_definitions(&mut self, s: &mut State, class: ClassId, object: Term) {
        for &family in &self.ctx.reach.families {
            if let Some(definition) = self.ctx.program.unique_definition(family, class) {
                self.assume_definition(s, family, object, definition);
            }
        }
    }

    /// The exact class of an object, if it is known.
    fn known_class(&mut self, s: &State, object: Term) -> Option<ClassId> {
        let class = self.class_of(object);
        let equal = self.equal_terms(s, class);
        equal.into_iter().find_map(|t| {
            let Node::Int(n) = self.session.terms.node(t) else {
                return None;
            };
            n.to_u32().map(ClassId)
        })
    }

    /// The definition that a selector denotes (see [`Engine::definition_selector`]), if it
    /// has a body and is known. With `ask`, the solver is queried too.
    pub(crate) fn known_definition(
        &mut self,
        s: &State,
        member: MemberId,
        selector: Option<Term>,
        ask: bool,
    ) -> Option<MemberId> {
        if self.ctx.program.dispatched(member).is_none() {
            return self.ctx.program.has_body(member).then_some(member);
        }
        let selector = selector?;
        let program = self.ctx.program;
        if let Node::Int(n) = self.session.terms.node(selector) {
            let candidate = member.with_number(n.to_u32()?);
            let is_one = program.dispatched(candidate) == program.dispatched(member);
            return Some(candidate).filter(|m| is_one && program.has_body(*m));
        }
        let family = program.family(member).into_iter();
        let candidates: Vec<MemberId> = family.filter(|m| program.has_body(*m)).collect();
        for effort in [SelectorEffort::Known, SelectorEffort::Ask] {
            if effort == SelectorEffort::Ask && !ask {
                continue;
            }
            for &candidate in self.narrowed(s, selector, &candidates, effort) {
                let number = self.member_number(candidate);
                let same = self.session.terms.eq(selector, number);
                if self.selector_fact(s, same, effort) {
                    return Some(candidate);
                }
            }
        }
        None
    }

    /// The definitions that a selector can denote if it denotes only one of the candidates, which
    /// are in the order of their numbers. Of many, half are excluded by each comparison.
    fn narrowed<'c>(
        &mut self,
        s: &State,
        selector: Term,
        candidates: &'c [MemberId],
        effort: SelectorEffort,
    ) -> &'c [MemberId] {
        let mut left = candidates;
        while left.len() > MAX_CANDIDATES {
            let (lower, upper) = left.split_at(left.len() / 2);
            let Some(&middle) = upper.first() else {
                return left;
            };
            let middle = self.member_number(middle);
            let is_lower = self.session.terms.lt(selector, middle);
            let is_upper = self.session.terms.le(middle, selector);
            if self.selector_fact(s, is_lower, effort) {
                left = lower;
            } else if self.selector_fact(s, is_upper, effort) {
                left = upper;
            } else {
                return &[];
            }
        }
        left
    }

    fn selector_fact(&mut self, s: &State, fact: Term, effort: SelectorEffort) -> bool {
        match effort {
            SelectorEffort::Known => self.is_known(s, fact),
            SelectorEffort::Ask => self.entails(s, fact) == Answer::Yes,
        }
    }

    /// The argument of a place or an application that selects its definition.
    pub(crate) fn selector_argument(&self, member: MemberId, args: &[Term]) -> Option<Term> {
        self.ctx.program.dispatched(member)?;
        args.last().copied()
    }

    /// A frame of another member of the same family, with the same inputs.
    pub fn family_frame(&self, frame: &Frame, to: MemberId) -> Frame {
        let from = self.vars(frame.member);
        let values: Vec<Term> = from.inputs().filter_map(|v| frame.get(v)).collect();
        let vars = self.vars(to);
        let mut other = frame.beside(to, vars.all.len());
        for (var, value) in vars.inputs().zip(values) {
            other.set(var, value);
        }
        other
    }

    /// Reports that a body is needed which depends on an unknown dynamic type.
    pub(crate) fn unknown_body(
        &mut self,
        s: &State,
        member: MemberId,
        context: ErrorContext<'_>,
        span: Span,
    ) {
        let kind = FailureKind::UnknownBody {
            member: self.ctx.program.member_name(member),
            predicate: matches!(member, MemberId::Pred(_)),
        };
        self.fail(s, context, Failure::new(span, kind));
    }

    /// Assumes the exact class of an object.
    pub fn assume_exact_class(&mut self, s: &mut State, object: Term, class: ClassId) {
        if !self.ctx.reach.has_dynamic_types() {
            return;
        }
        let (theirs, literal) = (self.class_of(object), self.literal_class(class));
        let fact = self.session.terms.eq(theirs, literal);
        self.assume_new(s, fact, FactKind::Shape);
    }

    /// An object that exists from the start, with the facts about it.
    pub(crate) fn unique(&mut self, s: State, id: UniqueId) -> (Term, State) {
        let mut s = s;
        let value = self.unique_term(id);
        if let Some(unique) = self.ctx.program.uniques.get(id.index()) {
            self.assume_exact_class(&mut s, value, unique.class);
            if let Some(text) = &unique.text {
                self.assume_literal_length(&mut s, value, unique.class, text.len());
            }
        }
        (value, s)
    }

    fn unique_term(&mut self, id: UniqueId) -> Term {
        self.session.terms.unique(id.0)
    }

    /// Assumes the length of a string literal, if its class has a method `length`.
    fn assume_literal_length(
        &mut self,
        s: &mut State,
        string: Term,
        class: ClassId,
        length: usize,
    ) {
        let is_length = |method: &&veriframe_ir::Pure| {
            method.class == Some(class) && method.name == "length" && method.vars.params.is_empty()
        };
        let mut methods = (0u32..).map(PureId).zip(&self.ctx.program.pures);
        let Some((id, _)) = methods.find(|(_, method)| is_length(method)) else {
            return;
        };
        let f = self.function(id);
        let theirs = self.session.terms.app(f, vec![string]);
        let length = self.session.terms.int(length);
        let fact = self.session.terms.eq(theirs, length);
        self.assume_new(s, fact, FactKind::Shape);
    }

    /// Assumes that a value of an `enum` is one of its constants or null.
    fn assume_constant(&mut self, s: &mut State, class: ClassId, value: Term) {
        let constants = match self.ctx.program.classes.get(class.index()) {
            Some(class) if !class.constants.is_empty() => &class.constants,
            _ => return,
        };
        let null = self.session.terms.null();
        let mut cases = vec![self.session.terms.eq(value, null)];
        for &constant in constants {
            let constant = self.unique_term(constant);
            cases.push(self.session.terms.eq(value, constant));
        }
        let fact = self.session.terms.or(cases);
        self.assume_new(s, fact, FactKind::Shape);
    }

    /// Assumes the facts implied by a static type about a value. Its class is included
    /// only if the member can test classes.
    pub fn assume_class(&mut self, s: &mut State, class: ClassId, value: Term) {
        self.assume_constant(s, class, value);
        self.assume_class_definitions(s, class, value);
        if !self.ctx.reach.tests_classes || class.index() >= self.ctx.program.classes.len() {
            return;
        }
        let (null, of) = (self.session.terms.null(), self.class_of(value));
        let is_null = self.session.terms.eq(value, null);
        let below = self.is_below(s, class, of);
        let fact = self.session.terms.or([is_null, below]);
        self.assume_new(s, fact, FactKind::Shape);
    }

    /// Whether a class, given as a term, is this one or below it. The first query of a
    /// class adds the consequences for definitions and other classes.
    fn is_below(&mut self, s: &mut State, class: ClassId, of: Term) -> Term {
        let hierarchy = &self.ctx.program.hierarchy;
        if let Node::Int(n) = self.session.terms.node(of) {
            let known = n.to_u32().map(ClassId);
            let below = known.is_some_and(|known| hierarchy.is_below(known, class));
            if below || !known.is_some_and(|known| self.ctx.program.may_be_below(known, class)) {
                return self.session.terms.bool(below);
            }
        }
        let f = self.type_function(TypeFunc::IsBelow(class));
        let below = self.session.terms.app(f, vec![of]);
        if s.known.subclass_tests.contains(&below) {
            return below;
        }
        s.known.subclass_tests.insert_mut(below);
        self.assume_subclass_facts(s, class, of, below);
        below
    }

    /// Adds the consequences of a class being below another one, and of not being so.
    fn assume_subclass_facts(&mut self, s: &mut State, class: ClassId, of: Term, below: Term) {
        let program = self.ctx.program;
        let hierarchy = &program.hierarchy;
        let mut facts = Vec::new();
        let above = hierarchy.supertypes_of(class).into_iter();
        for upper in above.filter(|upper| *upper != class) {
            let f = self.type_function(TypeFunc::IsBelow(upper));
            let theirs = self.session.terms.app(f, vec![of]);
            facts.push(self.session.terms.implies(below, theirs));
        }
        for &family in &self.ctx.reach.families {
            if let Some(definition) = program.unique_definition(family, class) {
                let f = self.type_function(TypeFunc::Definition(family));
                let (theirs, number) = (
                    self.session.terms.app(f, vec![of]),
                    self.member_number(definition),
                );
                let equal = self.session.terms.eq(theirs, number);
                facts.push(self.session.terms.implies(below, equal));
            }
        }
        let literal = self.literal_class(class);
        let exactly = self.session.terms.eq(of, literal);
        let kind = program.class(class).kind;
        facts.push(match kind {
            ClassKind::Final => self.session.terms.eq(below, exactly),
            ClassKind::Open | ClassKind::Abstract | ClassKind::Interface => {
                self.session.terms.implies(exactly, below)
            }
        });
        let others = self.ctx.reach.classes.iter().copied();
        for other in others.filter(|c| *c != class).take(MAX_OTHERS) {
            let their_kind = program.class(other).kind;
            let is_below = hierarchy.is_below(other, class);
            if their_kind.has_objects() {
                let literal = self.literal_class(other);
                let exactly = self.session.terms.eq(of, literal);
                if is_below {
                    facts.push(self.session.terms.implies(exactly, below));
                } else if !program.may_be_below(other, class) {
                    let not_below = self.session.terms.not(below);
                    facts.push(self.session.terms.implies(exactly, not_below));
                }
            }
            // Single inheritance: of two classes above the same class, one is below the
            // other.
            let classes = kind != ClassKind::Interface && their_kind != ClassKind::Interface;
            if classes && !is_below && !hierarchy.is_below(class, other) {
                let f = self.type_function(TypeFunc::IsBelow(other));
                let theirs = self.session.terms.app(f, vec![of]);
                let both = self.session.terms.and([below, theirs]);
                facts.push(self.session.terms.not(both));
            }
        }
        for fact in facts {
            self.assume_new(s, fact, FactKind::Shape);
        }
    }

    /// `e instanceof C`, given the value of `e`.
    pub(crate) fn instance_test(
        &mut self,
        s: &mut State,
        e: &Expr,
        object: Term,
        class: ClassId,
    ) -> Term {
        let null = self.session.terms.null();
        let is_object = self.session.terms.ne(object, null);
        if matches!(e.ty, Type::Class(c) if self.ctx.program.hierarchy.is_below(c, class)) {
            return is_object;
        }
        let of = match self.known_class(s, object) {
            Some(exact) => self.literal_class(exact),
            None => self.class_of(object),
        };
        let below = self.is_below(s, class, of);
        self.session.terms.and([is_object, below])
    }

    /// `(C) e`, given the value of `e`: checks the cast. Returns whether the
    /// path goes on.
    pub(crate) fn check_cast(
        &mut self,
        s: &mut State,
        e: &Expr,
        cast: Cast<'_>,
        context: ErrorContext<'_>,
    ) -> bool {
        let Cast {
            inner,
            object,
            class,
        } = cast;
        let is_one = self.instance_test(s, inner, object, class);
        let null = self.session.terms.null();
        let is_null = self.session.terms.eq(object, null);
        let goal = self.session.terms.or([is_null, is_one]);
        let name = self.ctx.program.class(class).name.clone();
        let kind = |this: &mut Engine<'p>, s: &State| FailureKind::Cast {
            expression: this.expr_text(s, inner),
            class: name.to_string(),
        };
        self.demand(s, goal, Claim::new(context, e.span), kind, |_, _, _| {})
            .goes_on()
    }
}
