//! Lowering of members: variables, contracts and bodies.

use super::returns::always_returns;
use super::super_calls::Before;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{
    Amount, AssertKind, Assertion, BinOp, ClassId, Expr, ExprKind, FieldId, Location, Method,
    MethodId, MethodKind, Pred, Pure, PureId, Stmt, StmtKind, Type,
};
use crate::resolve::declarations::headers::Modifiers;
use crate::resolve::declarations::table::{FunctionInfo, Header, MethodInfo, Source, Yields};
use crate::resolve::expressions::assertion::star;
use crate::resolve::expressions::collection::empty;
use crate::resolve::expressions::exceptional::{assigned, null};
use crate::resolve::expressions::fold;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::{Member, Session};
use crate::resolve::sink::Sink;
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::ClauseKind;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

/// A resolved contract.
struct Contract {
    requires: Assertion,
    ensures: Assertion,
    decreases: Vec<Expr>,
    /// The classes of the exceptions that it speaks of.
    thrown: Vec<Type>,
}

/// The places of a contract's clauses.
struct Places {
    requires: Place,
    ensures: Place,
}

/// The lowered initialiser of a field.
pub(in crate::resolve) struct Initialiser {
    field: FieldId,
    /// Statements to run before the value.
    hoisted: Vec<Stmt>,
    value: Expr,
    span: Span,
}

impl<'a, 's> Session<'a, 's> {
    /// Resolves a mutator, a constructor, a lemma or a main routine.
    pub(in crate::resolve) fn method(
        &'s self,
        id: MethodId,
        info: &MethodInfo<'a>,
    ) -> Option<Method> {
        let header = &info.header;
        let mut member = Member::new(self, header.class, Place::Code);
        member.constructor = (info.kind == MethodKind::Constructor).then_some(id);
        member.context.ghost = info.kind == MethodKind::Lemma;
        member.is_block = info.kind == MethodKind::Initialiser;
        member.declare_this(header);
        // Parameters are not visible to initialisers, so they are declared later.
        let is_throwing = self.table.throwing.contains(&id);
        let mut initialises = false;
        if let (MethodKind::Constructor, Source::Text(callable)) = (info.kind, &info.source) {
            member.thrown = member.may_throw(callable);
            initialises = true;
        }
        // What initialisers throw leaves the constructor.
        if is_throwing && initialises {
            member.scope.declare_exception(header.name_span);
        }
        let initialisers = match (info.kind, header.class) {
            (MethodKind::Constructor, Some(class)) => member.initialisers(class),
            _ => Some(Vec::new()),
        };
        member.declare_params(header);
        if is_throwing && !initialises {
            member.scope.declare_exception(header.name_span);
        }
        if member.is_block {
            member.declare_set_here();
        }
        match info.source {
            Source::Text(callable) => member.written(id, info, callable, initialisers),
            Source::Block(stmts) => member.of_statements(info, stmts),
            Source::Default => member.default_constructor(info, initialisers?),
        }
    }

    /// Resolves a pure method.
    pub(in crate::resolve) fn pure_method(
        &'s self,
        id: PureId,
        info: &FunctionInfo<'a>,
    ) -> Option<Pure> {
        let header = &info.header;
        let mut member = Member::new(self, header.class, Place::PureBody);
        member.context.ghost = info.is_ghost;
        member.declare_this(header);
        member.declare_params(header);
        let places = Places {
            requires: Place::Requires,
            ensures: Place::PureEnsures,
        };
        let contract = member.pure_contract(id, info, &places);
        let Yields::Value(ty) = header.yields.clone() else {
            return None;
        };
        let body = match info.source.body {
            None => Some(None),
            Some(_) => {
                let returned = member.returned(info.source, "a pure method");
                let body = returned.and_then(|e| {
                    member.result_keeps_elements(e, ty.as_ref())?;
                    let value = member.expr(e)?;
                    member.coerce(value, ty.as_ref()?)
                });
                body.map(|body| Some(body.expr))
            }
        };
        let ((contract, own_requires), body) = (contract?, body?);
        Some(Pure {
            class: header.class,
            name: header.name.to_owned(),
            name_span: header.name_span,
            vars: member.scope.finish(),
            ty: ty?,
            is_ghost: info.is_ghost,
            requires: contract.requires,
            ensures: contract.ensures,
            decreases: contract.decreases,
            body,
            view: None,
            inherited: None,
            own_requires,
            refines: Vec::new(),
        })
    }

    /// Resolves a predicate.
    pub(in crate::resolve) fn predicate(&'s self, info: &FunctionInfo<'a>) -> Option<Pred> {
        let header = &info.header;
        let mut member = Member::new(self, header.class, Place::Predicate);
        member.declare_this(header);
        member.declare_params(header);
        for clause in &info.source.contract {
            let message = "a predicate has no contract";
            let error = Diagnostic::error(Code::Syntax, clause.span, message);
            self.sink
                .report(error.note("what it demands stands in its body"));
        }
        let body = match info.source.body {
            None => None,
            Some(_) => {
                let returned = member.returned(info.source, "a predicate");
                Some(returned.and_then(|e| member.assertion(e))?)
            }
        };
        Some(Pred {
            class: header.class,
            name: header.name.to_owned(),
            name_span: header.name_span,
            vars: member.scope.finish(),
            body,
        })
    }
}

impl<'a> Member<'a, '_> {
    fn declare_this(&mut self, header: &Header<'a>) {
        if let (Some(class), false) = (header.class, header.is_static) {
            let ty = match self.table().root {
                Some(root) if root == class => Type::Object,
                _ => Type::Class(class),
            };
            self.scope.declare_this(ty, header.name_span);
        }
    }

    fn declare_params(&mut self, header: &Header<'a>) {
        for param in &header.params {
            let modifiers = Modifiers {
                is_final: param.is_final,
                is_ghost: param.is_ghost,
                ..Modifiers::default()
            };
            let declared = self
                .scope
                .declare_param(param.name, param.ty.clone(), modifiers);
            if let Some(id) = self.scope.lookup(&param.name.text) {
                self.scope.write_type(id, param.written);
            }
            let Some(earlier) = declared else {
                continue;
            };
            let message = format!("there is already a parameter `{}`", param.name.text);
            let error = Diagnostic::error(Code::DuplicateName, param.name.span, message);
            let _: Option<()> = self.refuse(
                error
                    .related(earlier, "it is declared here")
                    .note("choose another name"),
            );
        }
        if let Yields::Value(ty) = &header.yields {
            self.scope.declare_result(ty.clone(), header.name_span);
            if let (Some(result), Some(written)) = (self.scope.result(), header.written) {
                self.scope.write_type(result, written);
            }
        }
        self.yields = header.yields.clone();
    }

    /// A method or constructor with a declaration in the text.
    fn written(
        mut self,
        id: MethodId,
        info: &MethodInfo<'a>,
        callable: &ast::Callable,
        initialisers: Option<Vec<Initialiser>>,
    ) -> Option<Method> {
        let places = Places {
            requires: match info.kind {
                MethodKind::Constructor => Place::ConstructorRequires,
                MethodKind::Mutator
                | MethodKind::Main
                | MethodKind::Lemma
                | MethodKind::Initialiser => Place::Requires,
            },
            ensures: Place::Ensures,
        };
        let span = info.header.name_span;
        let source = self.table().method(self.table().contract_of(id));
        let has_contract = matches!(source.source, Source::Text(text) if !text.contract.is_empty());
        let contract = match source.source {
            Source::Text(text) if source.header.name_span != span => {
                self.in_text_of(&source.header, |s| s.contract(text, &places, span))
            }
            _ => self.contract(callable, &places, span),
        };
        self.thrown = contract
            .as_ref()
            .map(|contract| contract.thrown.clone())
            .unwrap_or_default();
        let Some(block) = &callable.body else {
            let library = info.header.class.map(|class| self.table().class(class));
            if !info.is_abstract
                || info.kind == MethodKind::Constructor && !library.is_some_and(|c| c.is_library)
            {
                let what = format!("the constructor `{}` without a body is", info.header.name);
                return self.unsupported(span, &what);
            }
            let contract = contract?;
            let mut method = self.finish(info, Vec::new(), span)?;
            method.requires = contract.requires;
            method.ensures = contract.ensures;
            method.decreases = contract.decreases;
            method.has_contract = has_contract;
            return Some(method);
        };
        let before = match info.kind {
            MethodKind::Constructor => self.runs_first(&block.stmts, info.header.name_span),
            _ => Before {
                stmts: Some(Vec::new()),
                initialises: false,
                rest: block.stmts.as_slice(),
            },
        };
        let stmts = self.stmts(before.rest);
        let mut stmts = self.guarded(stmts);
        let end = closing(block.span);
        let exception = self.scope.exception();
        stmts.extend(exception.map(|exception| assigned(exception, null(end), end)));
        if matches!(info.header.yields, Yields::Value(_))
            && !always_returns(&block.stmts)
            && !self.has_gap(block)
        {
            let message = format!("`{}` might end here without `return`", info.header.name);
            let _: Option<()> = self.mismatch(end, message, "return a value on every path");
        }
        let initialisers = initialisers?;
        let mut body = self.no_untold(info.header.name_span);
        body.extend(before.stmts?);
        if before.initialises {
            body.extend(self.initialising(initialisers));
        }
        let mut body = self.guarded(body);
        body.extend(stmts);
        let contract = contract?;
        let mut method = self.finish(info, body, end)?;
        method.requires = contract.requires;
        method.ensures = contract.ensures;
        method.decreases = contract.decreases;
        method.has_contract = has_contract || method.kind == MethodKind::Main;
        Some(method)
    }

    /// At the beginning, no exception has been seen of which no contract tells.
    fn no_untold(&self, span: Span) -> Vec<Stmt> {
        let untold = self.untold.into_iter();
        untold
            .map(|untold| assigned(untold, null(span), span))
            .collect()
    }

    fn of_statements(mut self, info: &MethodInfo<'a>, stmts: &[ast::Stmt]) -> Option<Method> {
        let rest = self.stmts(stmts);
        let rest = self.guarded(rest);
        let mut body = self.no_untold(info.header.name_span);
        body.extend(self.unset(info.header.name_span));
        body.extend(rest);
        let end = stmts.last().map_or(info.header.name_span, |last| last.span);
        self.finish(info, body, closing(end))
    }

    /// The default constructor. It needs no verification if all initialisers are constants and
    /// there is no superclass.
    fn default_constructor(
        mut self,
        info: &MethodInfo<'a>,
        initialisers: Vec<Initialiser>,
    ) -> Option<Method> {
        let constant = |i: &Initialiser| i.hoisted.is_empty() && fold::literal(&i.value).is_some();
        let class = info.header.class?;
        let above = self.table().superclass(class);
        let implicit = initialisers.iter().all(constant) && above.is_none();
        let mut parts = self.given_by_super(class)?;
        parts.extend(self.initial_state(class, &initialisers)?);
        let ensures = star(parts, info.header.name_span);
        let mut body = self.implicit_super(info.header.name_span)?;
        body.extend(self.initialising(initialisers));
        let mut method = self.finish(info, body, info.header.name_span)?;
        method.ensures = ensures;
        method.implicit = implicit;
        Some(method)
    }

    /// The method with a trivial contract.
    fn finish(self, info: &MethodInfo<'a>, body: Vec<Stmt>, end: Span) -> Option<Method> {
        let header = &info.header;
        let overridden_params = self.table().overridden_params(info);
        let handles = self.handles || !self.thrown.is_empty();
        Some(Method {
            class: header.class,
            decreases: Vec::new(),
            name: header.name.to_owned(),
            name_span: header.name_span,
            kind: info.kind,
            vars: self.scope.finish(),
            requires: Assertion::truth(header.name_span),
            ensures: Assertion::truth(header.name_span),
            body,
            end,
            implicit: false,
            is_abstract: info.is_abstract,
            has_contract: true,
            view: None,
            inherited: None,
            overridden_params,
            handles,
            refines: Vec::new(),
        })
    }

    /// The initialisers of a class's instance fields, in source order, but constants first: in
    /// Java, code that reads a `final` field with a constant initialiser contains the constant.
    pub(in crate::resolve) fn initialisers(&mut self, class: ClassId) -> Option<Vec<Initialiser>> {
        let table = self.table();
        let mut all = Some(Vec::new());
        for id in &table.class(class).fields {
            let info = table.field(*id);
            let Some(init) = info.init else { continue };
            let keeps = |ty: &Type| self.keeps_elements(init, ty, Some(info.written));
            let keeps = info.ty.as_ref().is_none_or(|ty| keeps(ty).is_some());
            let value = self.ghostly(info.is_ghost, |s| match (&init.kind, &info.ty) {
                (ast::ExprKind::ArrayInit(elements), Some(Type::Array(elem))) => {
                    s.array_of(elem, elements, init.span)
                }
                _ => s.expr(init),
            });
            let value = value
                .filter(|_| keeps)
                .zip(info.ty.as_ref())
                .and_then(|(value, ty)| self.coerce(value, ty));
            let made = value.map(|v| Initialiser {
                field: *id,
                hoisted: v.hoisted,
                value: v.expr,
                span: info.name.span.to(init.span),
            });
            match (&mut all, made) {
                (Some(all), Some(made)) => all.push(made),
                _ => all = None,
            }
        }
        if let Some(all) = &mut all {
            all.sort_by_key(|i| !self.is_inlined(i.field, &i.value));
        }
        all
    }

    /// Whether Java compiles reading a field to this initial value of it.
    pub(in crate::resolve) fn is_inlined(&self, field: FieldId, value: &Expr) -> bool {
        let table = self.table();
        let info = table.field(field);
        let is_constant = match self.known(value) {
            Some(ExprKind::Int(_) | ExprKind::Bool(_)) => true,
            Some(ExprKind::Unique(id)) => {
                let unique = table.uniques.get(id.index());
                unique.is_some_and(|unique| unique.text.is_some())
            }
            _ => false,
        };
        table.rules.has_constant_variables && info.is_final && is_constant
    }

    /// The classes of exceptions of which a contract speaks, by its text alone: what initialisers
    /// throw is known before parameters, and so the contract, are.
    fn may_throw(&self, callable: &ast::Callable) -> Vec<Type> {
        let signals = callable.contract.iter();
        let signals = signals.filter(|clause| clause.kind == ClauseKind::Signals);
        let named = signals.flat_map(|clause| &clause.exprs).filter_map(|e| {
            let ast::ExprKind::Choose(choice) = &e.kind else {
                return None;
            };
            // What is wrong with a name is reported with the contract.
            let unheard = Sink::default();
            self.table().read_type(choice.ty.as_ref()?, &unheard)
        });
        named.collect()
    }

    /// The assignments of the initialisers.
    fn initialising(&self, initialisers: Vec<Initialiser>) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for Initialiser {
            field,
            hoisted,
            value,
            span,
        } in initialisers
        {
            let Some(this) = self.scope.this() else {
                continue;
            };
            stmts.extend(hoisted);
            stmts.push(Stmt {
                kind: StmtKind::FieldWrite(self.read(this, span), field, value),
                span,
            });
        }
        stmts
    }

    /// `acc(this.f) * this.f = v` for all fields: the postcondition of a default constructor. The
    /// equality is omitted if `v` depends on the heap.
    pub(in crate::resolve) fn initial_state(
        &self,
        class: ClassId,
        initialisers: &[Initialiser],
    ) -> Option<Vec<Assertion>> {
        let table = self.table();
        let info = table.class(class);
        let mut parts = Vec::new();
        for id in &info.fields {
            let field = table.field(*id);
            let span = field.name.span;
            let this = self.read(self.scope.this()?, span);
            let location = Location::Field(this.clone(), *id);
            parts.push(Assertion {
                kind: AssertKind::Acc(location, Amount::Write),
                span,
            });
            let ty = field.ty.clone()?;
            let value = match initialisers.iter().find(|i| i.field == *id) {
                None => Some(Expr {
                    kind: default_value(&ty),
                    ty: ty.clone(),
                    span,
                }),
                Some(init) if init.hoisted.is_empty() && heap_free(&init.value) => {
                    Some(init.value.clone())
                }
                Some(_) => None,
            };
            if let Some(value) = value {
                let now = Expr {
                    kind: ExprKind::Field(Box::new(this), *id),
                    ty,
                    span,
                };
                let kind = ExprKind::Binary(BinOp::Eq, Box::new(now), Box::new(value));
                let equal = Expr {
                    kind,
                    ty: Type::Bool,
                    span,
                };
                parts.push(Assertion {
                    kind: AssertKind::Pure(equal),
                    span,
                });
            }
        }
        Some(parts)
    }

    /// The contract of a pure method. The precondition and the measure are inherited from the
    /// overridden method, and so is the postcondition unless the method declares one. The second
    /// component is the method's own precondition, if it overrides a method and declares one.
    fn pure_contract(
        &mut self,
        id: PureId,
        info: &FunctionInfo<'a>,
        places: &Places,
    ) -> Option<(Contract, Option<Assertion>)> {
        let span = info.header.name_span;
        let own = self.contract(info.source, places, span);
        if info.overrides.is_empty() {
            return own.map(|own| (own, None));
        }
        let mut contract = own?;
        let has = |kind| {
            info.source
                .contract
                .iter()
                .any(|clause| clause.kind == kind)
        };
        let table = self.table();
        if has(ClauseKind::Decreases) {
            let note = "the measure is that of the method which is overridden: remove this one";
            let message = "a pure method that overrides another one has no measure of its own";
            return self.misplaced(span, message, note);
        }
        let theirs = |this: &mut Self, kind: ClauseKind| {
            // The overridden declaration applies even if the method has its own.
            let above = info.overrides.first().copied().map(PureId);
            let source = table.pure_method(table.clause_of(above.unwrap_or(id), kind));
            this.in_text_of(&source.header, |s| s.contract(source.source, places, span))
        };
        let requires = theirs(self, ClauseKind::Requires)?.requires;
        contract.decreases = theirs(self, ClauseKind::Decreases)?.decreases;
        if !has(ClauseKind::Ensures) {
            contract.ensures = theirs(self, ClauseKind::Ensures)?.ensures;
        }
        let own = std::mem::replace(&mut contract.requires, requires);
        Some((contract, has(ClauseKind::Requires).then_some(own)))
    }

    fn contract(
        &mut self,
        callable: &ast::Callable,
        places: &Places,
        span: Span,
    ) -> Option<Contract> {
        let mut requires = Some(Vec::new());
        let mut ensures = Some(Vec::new());
        let mut decreases = Some(Vec::new());
        let mut signals = Some(Vec::new());
        for clause in &callable.contract {
            for e in &clause.exprs {
                match clause.kind {
                    ClauseKind::Requires => self.clause(places.requires, e, &mut requires),
                    ClauseKind::Ensures => self.clause(places.ensures, e, &mut ensures),
                    ClauseKind::Decreases => self.measure(e, &mut decreases),
                    ClauseKind::Signals => {
                        self.signals(places.ensures, e, clause.span, &mut signals)
                    }
                    ClauseKind::Invariant => {
                        let note = "an `invariant` belongs to a loop";
                        requires = self.misplaced(
                            clause.span,
                            "`invariant` cannot stand in a contract",
                            note,
                        );
                    }
                }
            }
        }
        let (requires, ensures) = (star(requires?, span), star(ensures?, span));
        let signals = signals?;
        let thrown = signals.iter().map(|signal| signal.class.clone()).collect();
        Some(Contract {
            requires,
            ensures: self.with_signals(ensures, signals, span),
            decreases: decreases?,
            thrown,
        })
    }

    pub(in crate::resolve) fn clause(
        &mut self,
        place: Place,
        e: &ast::Expr,
        to: &mut Option<Vec<Assertion>>,
    ) {
        let parts = self.at(place, |s| {
            s.value(e)
                .and_then(|v| s.conjuncts(v, "a clause of a contract"))
        });
        match (to.as_mut(), parts) {
            (Some(to), Some(parts)) => to.extend(parts),
            _ => *to = None,
        }
    }

    /// A measure of `decreases`.
    pub(in crate::resolve) fn measure(&mut self, e: &ast::Expr, to: &mut Option<Vec<Expr>>) {
        let value = self.at(Place::Measure, |s| s.expr(e));
        let value = value.and_then(|v| self.of_type(v, &Type::Int, "a measure of `decreases`"));
        match (to.as_mut(), value) {
            (Some(to), Some(value)) => to.push(value.expr),
            _ => *to = None,
        }
    }

    /// Whether statements of a block could not be parsed.
    fn has_gap(&self, block: &ast::Block) -> bool {
        let mut gaps = self.table().gaps.iter();
        gaps.any(|gap| block.span.contains(*gap))
    }

    /// The expression of a body of the form `{ return e; }`; `whose` names the member.
    fn returned<'b>(&self, callable: &'b ast::Callable, whose: &str) -> Option<&'b ast::Expr> {
        let block = callable.body.as_ref()?;
        let wrong = |span: Span| {
            if self.has_gap(block) {
                return None;
            }
            let message = format!("the body of {whose} must be a single `return`");
            self.misplaced(
                span,
                message,
                "write it as `{ return …; }`, with `?:` for cases",
            )
        };
        match block.stmts.as_slice() {
            [] => wrong(block.span),
            [first, rest @ ..] => match (&*first.kind, rest.first()) {
                (ast::StmtKind::Return(Some(e)), None) => Some(e),
                (ast::StmtKind::Return(Some(_)), Some(second)) => wrong(second.span),
                _ => wrong(first.span),
            },
        }
    }
}

/// The last character of a block or statement.
fn closing(span: Span) -> Span {
    Span {
        start: span.end.saturating_sub(1).max(span.start),
        ..span
    }
}

/// The initial value of a field of this type.
fn default_value(ty: &Type) -> ExprKind {
    match ty {
        Type::Int | Type::Machine(_) | Type::Floating(_) => ExprKind::Int(BigInt::zero()),
        Type::Bool => ExprKind::Bool(false),
        Type::Perm => ExprKind::Perm(Box::new(BigRational::zero())),
        Type::Class(_) | Type::Object | Type::Array(_) | Type::Null => ExprKind::Null,
        Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => empty(ty),
    }
}

/// Whether an expression can be evaluated without permissions.
fn heap_free(e: &Expr) -> bool {
    use ExprKind::{Binary, Collection, Cond, Convert, Let, Logic, Unary, Unique, Var};
    let is_value = e.literal().is_some() && !matches!(e.kind, Unique(_));
    let is_free = is_value
        || matches!(
            e.kind,
            Var(_) | Unary(..) | Convert(..) | Binary(..) | Logic(..) | Cond(..) | Let(..)
        )
        || matches!(&e.kind, Collection(op, _) if op.is_total());
    is_free && crate::resolve::deep(|| e.children().into_iter().all(heap_free))
}
