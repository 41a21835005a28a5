//! The evaluation of contracts: expressions have one value, without forks.

use super::ContractDomain;
use crate::code::Constant;
use crate::domain::{HeapMark, LeftOut};
use rustc_hash::FxHashMap;
use veriframe_base::source::Span;
use veriframe_ir::{
    Amount, AssertKind, Assertion, BinOp, CollOp, Expr, ExprKind, Location, LogicOp, Overflow,
    PredId, PredInstance, Program, PureCall, PureId, Quant, Type, UnOp, VarId, walk,
};

/// A part of an assertion.
#[derive(Clone, Debug)]
pub(super) struct Conjunct<'p, V> {
    /// The condition under which it is demanded; an inner `None` cannot be evaluated.
    pub(super) guard: Option<Option<V>>,
    pub(super) what: ConjunctKind<'p>,
    pub(super) span: Span,
}

impl<V> Conjunct<'_, V> {
    /// Whether what it demands mentions a variable.
    pub(super) fn mentions(&self, var: VarId) -> bool {
        match self.what {
            ConjunctKind::Condition(condition) => condition.mentions(var),
            ConjunctKind::Location(location, _) => {
                location.children().iter().any(|e| e.mentions(var))
            }
            ConjunctKind::Instance(instance) => instance.children().iter().any(|e| e.mentions(var)),
            ConjunctKind::Unknown => false,
        }
    }
}

/// What a part demands.
#[derive(Clone, Copy, Debug)]
pub(super) enum ConjunctKind<'p> {
    Condition(&'p Expr),
    Location(&'p Location, &'p Amount),
    Instance(&'p PredInstance),
    /// Something that contracts by themselves do not tell.
    Unknown,
}

/// The values of variables, and the heap that is read.
pub(super) struct Evaluation<'d, 'p, D: ContractDomain> {
    pub(super) domain: &'d mut D,
    program: &'p Program,
    pub(super) env: FxHashMap<VarId, D::Value>,
    /// The heap on entry.
    pub(super) entry: Option<HeapMark>,
    /// The heap that is read, if it is not the current one.
    pub(super) at: Option<HeapMark>,
    /// The pure methods whose contracts are evaluated.
    pures: Vec<PureId>,
    /// The number of quantifiers around.
    binders: usize,
    /// The conditions under which what is evaluated is meant; `None` cannot be evaluated.
    context: Vec<Option<D::Value>>,
    pub(super) left_out: LeftOut,
}

/// The greatest number of pure methods whose contracts are evaluated within one another.
const MAX_PURES: usize = 32;

impl<'d, 'p, D: ContractDomain> Evaluation<'d, 'p, D> {
    pub(super) fn new(
        domain: &'d mut D,
        program: &'p Program,
        env: FxHashMap<VarId, D::Value>,
    ) -> Evaluation<'d, 'p, D> {
        Evaluation {
            domain,
            program,
            env,
            entry: None,
            at: None,
            pures: Vec::new(),
            binders: 0,
            context: Vec::new(),
            left_out: LeftOut::default(),
        }
    }

    /// The parts of an assertion.
    pub(super) fn parts(&mut self, assertion: &'p Assertion) -> Vec<Conjunct<'p, D::Value>> {
        let mut parts = Vec::new();
        self.add_parts(assertion, None, &mut parts);
        parts
    }

    fn add_parts(
        &mut self,
        assertion: &'p Assertion,
        guard: Option<Option<D::Value>>,
        parts: &mut Vec<Conjunct<'p, D::Value>>,
    ) {
        veriframe_base::stack::deep(|| self.add_parts_here(assertion, guard, parts));
    }

    fn add_parts_here(
        &mut self,
        assertion: &'p Assertion,
        guard: Option<Option<D::Value>>,
        parts: &mut Vec<Conjunct<'p, D::Value>>,
    ) {
        let what = match &assertion.kind {
            AssertKind::Star(all) => {
                for part in all {
                    self.add_parts(part, guard.clone(), parts);
                }
                return;
            }
            AssertKind::Cond(condition, then, other) => {
                let own = self.expr_guarded(guard.as_ref(), condition);
                let not = own.as_ref().and_then(|own| self.negation(own));
                for (own, branch) in [(own, then), (not, other)] {
                    let guard = match &guard {
                        None => own,
                        Some(outer) => match (outer, &own) {
                            (Some(outer), Some(own)) => {
                                self.domain.connective(LogicOp::And, outer, own)
                            }
                            _ => None,
                        },
                    };
                    self.add_parts(branch, Some(guard), parts);
                }
                return;
            }
            AssertKind::Let(var, value, body) => {
                match self.expr_guarded(guard.as_ref(), value) {
                    Some(value) => self.env.insert(*var, value),
                    None => self.env.remove(var),
                };
                return self.add_parts(body, guard, parts);
            }
            AssertKind::Pure(condition) => {
                let conjuncts = condition.operands_of(LogicOp::And);
                if conjuncts.len() > 1 {
                    return parts.extend(conjuncts.into_iter().map(|e| Conjunct {
                        guard: guard.clone(),
                        what: ConjunctKind::Condition(e),
                        span: e.span,
                    }));
                }
                if let ExprKind::Bool(true) = condition.kind {
                    return;
                }
                ConjunctKind::Condition(condition)
            }
            AssertKind::Acc(location, amount) => ConjunctKind::Location(location, amount),
            AssertKind::Pred(instance) => ConjunctKind::Instance(instance),
            AssertKind::Untouched(_) => ConjunctKind::Unknown,
        };
        let span = assertion.span;
        parts.push(Conjunct { guard, what, span });
    }

    /// The value of a condition with its guard.
    pub(super) fn condition(&mut self, part: &Conjunct<'p, D::Value>) -> Option<D::Value> {
        let ConjunctKind::Condition(condition) = part.what else {
            return None;
        };
        let value = self.expr_of(part, condition)?;
        self.guarded(value, part)
    }

    /// A condition where the guard of a part holds; `None` if that cannot be expressed.
    pub(super) fn guarded(
        &mut self,
        condition: D::Value,
        part: &Conjunct<'p, D::Value>,
    ) -> Option<D::Value> {
        match &part.guard {
            None => Some(condition),
            Some(guard) => {
                let guard = guard.as_ref()?;
                self.domain.connective(LogicOp::Implies, guard, &condition)
            }
        }
    }

    /// Assumes a conjunct of a postcondition, under a condition if there is one. What cannot be
    /// evaluated is left out.
    pub(super) fn assume(&mut self, part: &Conjunct<'p, D::Value>, under: Option<&D::Value>) {
        let value = match part.what {
            ConjunctKind::Condition(_) => self.condition(part),
            // Permission is not tracked here.
            ConjunctKind::Location(..) | ConjunctKind::Instance(_) => return,
            ConjunctKind::Unknown => None,
        };
        let is_supposed = value.is_some_and(|value| self.suppose(&value, under));
        if !is_supposed {
            self.leave_out(part);
        }
    }

    /// Assumes a condition where it is meant, and under another one if there is one. Returns whether
    /// it is expressed.
    fn suppose(&mut self, condition: &D::Value, under: Option<&D::Value>) -> bool {
        let mut supposed = Some(condition.clone());
        let all = self.context.iter().map(Option::as_ref);
        for under in all.chain(under.map(Some)) {
            supposed = supposed.zip(under).and_then(|(supposed, under)| {
                self.domain.connective(LogicOp::Implies, under, &supposed)
            });
        }
        match supposed {
            Some(supposed) => self.domain.suppose(&supposed),
            None => return false,
        }
        true
    }

    /// Assumes that a value has the range of its type, under a condition if there is one.
    pub(super) fn assume_range(&mut self, value: &D::Value, ty: &Type, under: Option<&D::Value>) {
        let Type::Machine(width) = ty else {
            return;
        };
        let least = self.domain.constant(&Constant::Int(width.least()));
        let greatest = self.domain.constant(&Constant::Int(width.greatest()));
        let bounds = [(&least, value), (value, &greatest)];
        for (low, high) in bounds {
            if let Some(within) = self.domain.term_of_binary(BinOp::Le, low, high) {
                self.suppose(&within, under);
            }
        }
    }

    /// Names a conjunct of a postcondition that is not assumed.
    pub(super) fn leave_out(&mut self, part: &Conjunct<'p, D::Value>) {
        if let ConjunctKind::Condition(_) | ConjunctKind::Unknown = part.what {
            self.left_out.add(&LeftOut {
                unchecked: Vec::new(),
                unassumed: vec![part.span],
            });
        }
    }

    fn negation(&mut self, value: &D::Value) -> Option<D::Value> {
        self.domain.unary(UnOp::Not, value).ok()
    }

    /// The value of an expression in a part, which is meant where its guard holds.
    pub(super) fn expr_of(
        &mut self,
        part: &Conjunct<'p, D::Value>,
        e: &'p Expr,
    ) -> Option<D::Value> {
        self.expr_guarded(part.guard.as_ref(), e)
    }

    /// The value of an expression that is meant where a guard holds, if there is one.
    fn expr_guarded(&mut self, guard: Option<&Option<D::Value>>, e: &'p Expr) -> Option<D::Value> {
        match guard {
            None => self.expr(e),
            Some(guard) => self.expr_under(guard.clone(), e),
        }
    }

    /// The value of an expression that is meant where a condition holds.
    fn expr_under(&mut self, condition: Option<D::Value>, e: &'p Expr) -> Option<D::Value> {
        self.context.push(condition);
        let value = self.expr(e);
        self.context.pop();
        value
    }

    /// The value of an expression; `None` if it cannot be evaluated.
    pub(super) fn expr(&mut self, e: &'p Expr) -> Option<D::Value> {
        veriframe_base::stack::deep(|| self.expr_here(e))
    }

    fn expr_here(&mut self, e: &'p Expr) -> Option<D::Value> {
        match &e.kind {
            ExprKind::Null => Some(self.domain.constant(&Constant::Null)),
            ExprKind::Int(n) => Some(self.domain.constant(&Constant::Int(n.clone()))),
            ExprKind::Bool(b) => Some(self.domain.constant(&Constant::Bool(*b))),
            ExprKind::Perm(amount) => {
                Some(self.domain.constant(&Constant::Perm((**amount).clone())))
            }
            ExprKind::Unique(id) => Some(self.domain.constant(&Constant::Unique(*id))),
            ExprKind::Var(var) => self.env.get(var).cloned(),
            ExprKind::Field(receiver, field) => {
                let receiver = self.expr(receiver)?;
                self.domain.cell(&receiver, *field, self.at)
            }
            ExprKind::Static(field) => Some(self.domain.static_field(*field, self.at)),
            ExprKind::Pure(call) => self.pure(call),
            ExprKind::Unary(op, operand) => {
                let operand = self.expr(operand)?;
                self.domain.unary(*op, &operand).ok()
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                self.domain.term_of_binary(*op, &left, &right)
            }
            ExprKind::Logic(op, left, right) => {
                let left = self.expr(left)?;
                let is_meant = match op {
                    LogicOp::And | LogicOp::Implies => Some(left.clone()),
                    LogicOp::Or => self.negation(&left),
                };
                let right = self.expr_under(is_meant, right)?;
                self.domain.connective(*op, &left, &right)
            }
            ExprKind::Cond(condition, then, other) => {
                let condition = self.expr(condition)?;
                let not = self.negation(&condition);
                let then = self.expr_under(Some(condition.clone()), then)?;
                let other = self.expr_under(not, other)?;
                self.domain.chosen(&condition, &then, &other)
            }
            ExprKind::Old(inner) => {
                let outer = std::mem::replace(&mut self.at, self.entry);
                let value = self.expr(inner);
                self.at = outer;
                value
            }
            ExprKind::Opening(_, inner) | ExprKind::Using(_, inner) | ExprKind::Cast(inner, _) => {
                self.expr(inner)
            }
            ExprKind::Let(var, value, inner) => {
                let value = self.expr(value)?;
                self.env.insert(*var, value);
                self.expr(inner)
            }
            ExprKind::Quant(quant) => self.quantifier(quant),
            ExprKind::Convert(overflow, inner) => {
                let value = self.expr(inner)?;
                match (overflow, &e.ty) {
                    (Overflow::Wrap, Type::Machine(width)) => {
                        self.domain.convert(*overflow, *width, &value).ok()
                    }
                    // Of well-formed contracts, the value fits.
                    _ => Some(value),
                }
            }
            ExprKind::Collection(op, operands) => self.collection(*op, operands, &e.ty),
            ExprKind::InstanceOf(inner, class) => {
                let inner = self.expr(inner)?;
                self.domain.instance_of(&inner, *class).ok()
            }
            ExprKind::Length(array) => {
                let array = self.expr(array)?;
                self.domain.length(&array).ok()
            }
            ExprKind::Index(array, index) => {
                let (array, index) = (self.expr(array)?, self.expr(index)?);
                self.domain.element(&array, &index, self.at).ok()
            }
            ExprKind::Elements(..) | ExprKind::OldAt(..) => None,
        }
    }

    fn collection(&mut self, op: CollOp, operands: &'p [Expr], ty: &Type) -> Option<D::Value> {
        let values = operands.iter().map(|e| self.expr(e));
        let values = values.collect::<Option<Vec<D::Value>>>()?;
        let last = operands.last().map(|e| &e.ty);
        let first = operands.first().map(|e| &e.ty);
        let operand = if op == CollOp::Update { first } else { last };
        self.domain.term_of_collection(op, &values, operand, ty)
    }

    fn quantifier(&mut self, quant: &'p Quant) -> Option<D::Value> {
        let mut bound = Vec::new();
        let mut before = Vec::new();
        for var in &quant.vars {
            // Variables of quantifiers have types of their own expressions.
            let ty = type_of_bound(quant, *var)?;
            let value = self.domain.bound("k", &ty)?;
            before.push((*var, self.env.insert(*var, value.clone())));
            bound.push(value);
        }
        self.binders += 1;
        let body = self.expr(&quant.body);
        self.binders -= 1;
        for (var, value) in before {
            match value {
                Some(value) => self.env.insert(var, value),
                None => self.env.remove(&var),
            };
        }
        self.domain.quantified(quant.universal, &bound, &body?)
    }

    fn pure(&mut self, call: &'p PureCall) -> Option<D::Value> {
        let mut inputs = Vec::new();
        for input in call.receiver.iter().chain(&call.args) {
            inputs.push(self.expr(input)?);
        }
        self.pure_value(call.callee, inputs)
    }

    /// The value of a pure method for these inputs, in the heap that is read.
    pub(super) fn pure_value(&mut self, id: PureId, inputs: Vec<D::Value>) -> Option<D::Value> {
        let program = self.program;
        let pure = program.pure_method(id);
        let members = program.hierarchy.pures().members(id);
        let is_open = members.len() > 1
            && members
                .iter()
                .any(|member| program.pure_method(*member).body.is_some());
        if is_open || self.pures.len() > MAX_PURES {
            return None;
        }
        let is_within = self.pures.contains(&id);
        if is_within && pure.body.is_some() {
            return None;
        }
        let env = pure.vars.inputs().zip(inputs.iter().cloned()).collect();
        let outer = std::mem::replace(&mut self.env, env);
        let entry = std::mem::replace(&mut self.entry, self.at);
        self.pures.push(id);
        let value = match &pure.body {
            Some(body) => self.expr(body),
            None => self.stated_value(id, &inputs, is_within),
        };
        self.pures.pop();
        self.entry = entry;
        self.env = outer;
        value
    }

    /// The value that the contract of a pure method without body states.
    fn stated_value(
        &mut self,
        id: PureId,
        inputs: &[D::Value],
        is_within: bool,
    ) -> Option<D::Value> {
        let program = self.program;
        let pure = program.pure_method(id);
        let result = pure.vars.result?;
        let parts = if is_within {
            Vec::new()
        } else {
            self.parts(&pure.ensures)
        };
        let known = parts.iter().find_map(|part| match part.guard {
            None => value_of(part, result),
            Some(_) => None,
        });
        if let Some(value) = known.and_then(|e| self.expr(e)) {
            let says_more = parts.len() > 1;
            if self.binders == 0
                && (says_more || matches!(pure.ty, Type::Machine(_)))
                && let Some(holds) = self.precondition(id)
            {
                self.assume_range(&value, &pure.ty, Some(&holds));
                self.env.insert(result, value.clone());
                for part in parts.iter().filter(|_| says_more) {
                    self.assume(part, Some(&holds));
                }
            }
            return Some(value);
        }
        let family = program.hierarchy.pures().family(id);
        let reads_heap = pure.requires.has_access();
        let value = match inputs {
            [receiver] if is_state(program, id) => self.domain.state(receiver, family, self.at)?,
            _ if reads_heap && self.binders > 0 => return None,
            _ if reads_own_state(program, id) => {
                self.domain.noted(family, inputs, self.at, &pure.ty)?
            }
            _ if reads_heap => self.domain.unknown(&pure.name, &pure.ty)?,
            _ => {
                let value = self.domain.application(family, inputs, &pure.ty)?;
                self.know_literals(id);
                value
            }
        };
        if is_within || self.binders > 0 {
            return Some(value);
        }
        self.env.insert(result, value.clone());
        let holds = self.precondition(id);
        for part in &parts {
            match &holds {
                Some(holds) => self.assume(part, Some(holds)),
                None => self.leave_out(part),
            }
        }
        Some(value)
    }

    /// The conditions of the precondition of a pure method whose contract is evaluated; `None` if not
    /// all of them can be.
    fn precondition(&mut self, id: PureId) -> Option<D::Value> {
        let demanded = self.parts(&self.program.pure_method(id).requires);
        let mut holds = self.domain.constant(&Constant::Bool(true));
        for part in demanded {
            if let ConjunctKind::Condition(_) = part.what {
                let own = self.condition(&part)?;
                holds = self.domain.connective(LogicOp::And, &holds, &own)?;
            }
        }
        Some(holds)
    }
}

/// The greatest length of a literal whose characters are known.
const MAX_LITERAL: usize = 32;

impl<D: ContractDomain> Evaluation<'_, '_, D> {
    /// Lengths and characters of texts that exist from the start are known.
    fn know_literals(&mut self, id: PureId) {
        let pure = self.program.pure_method(id);
        let Some(class) = pure.class.map(|class| self.program.class(class)) else {
            return;
        };
        let is_length = pure.name == "length" && pure.vars.params.is_empty();
        let is_character = pure.name == "charAt";
        if !class.is_text() || !(is_length || is_character) {
            return;
        }
        let family = self.program.hierarchy.pures().family(id);
        for (literal, text) in self.domain.literals() {
            let characters = text.iter().take(MAX_LITERAL).enumerate();
            let known: Vec<(Option<usize>, usize)> = if is_length {
                vec![(None, text.len())]
            } else {
                characters
                    .map(|(at, c)| (Some(at), usize::from(*c)))
                    .collect()
            };
            for (at, value) in known {
                let mut inputs = vec![literal.clone()];
                let at = at.map(|at| self.domain.constant(&Constant::Int(at.into())));
                inputs.extend(at);
                let value = self.domain.constant(&Constant::Int(value.into()));
                let own = self.domain.application(family, &inputs, &pure.ty);
                let equal = own.and_then(|own| self.domain.term_of_binary(BinOp::Eq, &own, &value));
                if let Some(equal) = equal {
                    self.domain.suppose(&equal);
                }
            }
        }
    }
}

/// The type of a bound variable: that of an expression that is this variable.
fn type_of_bound(quant: &Quant, var: VarId) -> Option<Type> {
    let mut found = None;
    walk::in_expr(&quant.body, &mut |e| {
        if e.is_var(var) && found.is_none() {
            found = Some(e.ty.clone());
        }
    });
    found
}

/// The expression that a conjunct says a variable is equal to, without mentioning it.
pub(super) fn value_of<'p, V>(part: &Conjunct<'p, V>, var: VarId) -> Option<&'p Expr> {
    let ConjunctKind::Condition(condition) = part.what else {
        return None;
    };
    let sides = sides(condition)?;
    let [left, right] = sides;
    match (left.is_var(var), right.is_var(var)) {
        (true, _) if !right.mentions(var) => Some(right),
        (_, true) if !left.mentions(var) => Some(left),
        _ => None,
    }
}

fn sides(condition: &Expr) -> Option<[&Expr; 2]> {
    let ExprKind::Binary(BinOp::Eq, left, right) = &condition.kind else {
        return None;
    };
    Some([left, right])
}

/// The ways to read a condition as an equation that says what a call is: `p() = e`, and `|p()| = 0`,
/// whose value is the empty collection.
pub(super) fn equation(condition: &Expr) -> Vec<(&Expr, &Expr)> {
    let Some([left, right]) = sides(condition) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (side, value) in [(left, right), (right, left)] {
        let mut call = side;
        if let ExprKind::Collection(CollOp::Size, operands) = &side.kind
            && let [counted] = operands.as_slice()
            && matches!(&value.kind, ExprKind::Int(n) if *n == 0.into())
        {
            call = counted;
            if let ExprKind::Collection(CollOp::Domain, of) = &counted.kind
                && let Some(map) = of.first()
            {
                call = map;
            }
        }
        if let ExprKind::Pure(_) = call.kind {
            found.push((call, value));
        }
    }
    found
}

/// The receiver and the family of a call whose value is a state that nothing else says: a
/// postcondition can give it a value.
pub(super) fn abstract_call<'e>(program: &Program, e: &'e Expr) -> Option<(&'e Expr, PureId)> {
    let ExprKind::Pure(call) = &e.kind else {
        return None;
    };
    let receiver = call.receiver.as_ref()?;
    let family = program.hierarchy.pures().family(call.callee);
    let is_free = is_state(program, call.callee) && !says_its_value(program, call.callee);
    is_free.then_some((receiver, family))
}

/// Whether the value of a pure method is a state of its receiver: it has no parameters, and reads
/// no other state.
pub(super) fn is_state(program: &Program, id: PureId) -> bool {
    reads_own_state(program, id) && program.pure_method(id).vars.params.is_empty()
}

/// Whether a pure method without code reads nothing but what predicates of the receiver without
/// body hold. So its value changes only where such a predicate is handed to a callee.
fn reads_own_state(program: &Program, id: PureId) -> bool {
    let pure = program.pure_method(id);
    let members = program.hierarchy.pures().members(id);
    let has_body = |member: &PureId| program.pure_method(*member).body.is_some();
    let Some(this) = pure.vars.this else {
        return false;
    };
    !members.iter().any(has_body)
        && pure.vars.result.is_some()
        && pure.requires.has_access()
        && reads_own_only(program, &pure.requires, this)
}

/// Whether all permission that an assertion demands is that of predicates of `this` without body.
fn reads_own_only(program: &Program, assertion: &Assertion, this: VarId) -> bool {
    match &assertion.kind {
        AssertKind::Star(parts) => (parts.iter()).all(|part| reads_own_only(program, part, this)),
        AssertKind::Cond(_, then, other) => [then, other]
            .iter()
            .all(|part| reads_own_only(program, part, this)),
        AssertKind::Let(_, _, body) => reads_own_only(program, body, this),
        AssertKind::Pred(instance) => {
            let members = program.hierarchy.preds().members(instance.pred);
            let has_body = members
                .iter()
                .any(|pred| program.pred(*pred).body.is_some());
            let is_own = matches!(&instance.receiver, Some(Expr { kind: ExprKind::Var(var), .. }) if *var == this);
            is_own && !has_body
        }
        AssertKind::Pure(_) => true,
        AssertKind::Acc(..) | AssertKind::Untouched(_) => false,
    }
}

/// Whether the postcondition of a pure method is an equation that says its value.
#[must_use]
pub fn says_its_value(program: &Program, id: PureId) -> bool {
    let pure = program.pure_method(id);
    let Some(result) = pure.vars.result else {
        return false;
    };
    let mut is_defined = false;
    conditions_of(&pure.ensures, &mut |condition| {
        let part: Conjunct<'_, ()> = Conjunct {
            guard: None,
            what: ConjunctKind::Condition(condition),
            span: condition.span,
        };
        is_defined |= value_of(&part, result).is_some();
    });
    is_defined
}

/// The conditions that an assertion states in any case.
fn conditions_of<'p>(assertion: &'p Assertion, visit: &mut dyn FnMut(&'p Expr)) {
    match &assertion.kind {
        AssertKind::Star(parts) => parts.iter().for_each(|part| conditions_of(part, visit)),
        AssertKind::Pure(condition) => {
            let conjuncts = condition.operands_of(LogicOp::And);
            conjuncts.into_iter().for_each(visit);
        }
        _ => {}
    }
}

/// Whether an expression calls a member of a family outside of `old`.
pub(super) fn reads_now(program: &Program, e: &Expr, family: PureId) -> bool {
    let families = program.hierarchy.pures();
    let of_family = |e: &Expr| matches!(&e.kind, ExprKind::Pure(call) if families.family(call.callee) == family);
    let count = |e: &Expr| {
        let mut calls = 0;
        walk::in_expr(e, &mut |e| calls += usize::from(of_family(e)));
        calls
    };
    let mut in_old = 0;
    walk::in_expr(e, &mut |e| {
        if let ExprKind::Old(inner) = &e.kind {
            in_old += count(inner);
        }
    });
    count(e) > in_old
}

/// Whether an assertion demands an instance of a predicate.
pub(super) fn demands(assertion: &Assertion, of: &dyn Fn(PredId) -> bool) -> bool {
    match &assertion.kind {
        AssertKind::Star(parts) => parts.iter().any(|part| demands(part, of)),
        AssertKind::Cond(_, then, other) => demands(then, of) || demands(other, of),
        AssertKind::Let(_, _, body) | AssertKind::Untouched(body) => demands(body, of),
        AssertKind::Pred(instance) => of(instance.pred),
        AssertKind::Pure(_) | AssertKind::Acc(..) => false,
    }
}
