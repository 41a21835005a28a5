//! Compilation of the IR to instructions, member by member.

mod assertions;
mod body;
mod claims;
mod expressions;
mod quantifiers;
mod recursion;
mod statements;

use super::code::{CompiledProgram, Constant, Instruction, Routine, RoutineId, UnknownSite};
use super::natives;
use body::{Builder, Kind};
use recursion::Cycles;
use rustc_hash::FxHashMap;
use veriframe_base::diagnostics::Code as ErrorCode;
use veriframe_ir::{
    Assertion, ClassId, Expr, Field, FieldId, Literal, MemberId, Method, MethodId, MethodKind,
    Program, Pure, PureId, Type, Vars, ids, unknown,
};

/// What is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checking {
    /// Whether contracts and ghost statements are executed.
    pub contracts: bool,
    /// Whether members may lack a contract: those without one own no permission, so that their
    /// accesses are not checked.
    pub contracts_optional: bool,
    /// Whether frames own permission; without it, only conditions are checked.
    pub permissions: bool,
    /// What a quantifier without bounds ranges over.
    pub unguarded: Unguarded,
    /// Whether conditions that code asserts are checked also without contracts, if they are about
    /// the program's own state.
    pub assertions: bool,
    /// Whether the domain executes contracts of members without code: nothing else checks these.
    pub by_contract: bool,
}

/// What a quantifier ranges over whose guards give no bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unguarded {
    /// Nothing: it cannot be evaluated.
    NotEvaluated,
    /// Over references, the objects of its class; over integers, it cannot be evaluated.
    Objects,
    /// The same, and as many integers as this on each side of 0, or from the one bound that there is;
    /// those beyond are left out, and the quantifier is counted.
    Scope(u32),
    /// The same, but only what decides the quantifier counts: if none of these integers does, it
    /// cannot be evaluated.
    Search(u32),
}

impl Unguarded {
    /// How many integers there are on each side, if some are tried.
    fn integers(self) -> Option<u32> {
        match self {
            Unguarded::NotEvaluated | Unguarded::Objects => None,
            Unguarded::Scope(most) | Unguarded::Search(most) => Some(most),
        }
    }
}

impl Checking {
    /// What is compiled from a part of a member.
    fn of(self, kind: Kind) -> MemberPart {
        MemberPart {
            checking: self,
            kind,
        }
    }
}

/// A part of a member, and what is checked in it.
#[derive(Clone, Copy, Debug)]
struct MemberPart {
    checking: Checking,
    kind: Kind,
}

/// The constants and types of a program, by number.
#[derive(Debug, Default)]
struct Pools {
    constants: Vec<Constant>,
    numbers: FxHashMap<Constant, u32>,
    types: Vec<Type>,
    type_numbers: FxHashMap<Type, u32>,
    /// The places that give values that nobody knows.
    unknowns: Vec<UnknownSite>,
    /// The members whose calls must descend, if contracts are checked.
    cycles: Cycles,
}

impl Pools {
    fn constant(&mut self, constant: Constant) -> u32 {
        if let Some(&number) = self.numbers.get(&constant) {
            return number;
        }
        let number = u32::try_from(self.constants.len()).unwrap_or(u32::MAX);
        self.constants.push(constant.clone());
        self.numbers.insert(constant, number);
        number
    }

    /// The number of a place that gives values that nobody knows. Places of one name in one line count
    /// together; those of another type have a name of their own.
    fn unknown(&mut self, mut site: UnknownSite) -> u32 {
        let named = |all: &[UnknownSite], label: &str| all.iter().position(|at| at.label == label);
        while let Some(at) = named(&self.unknowns, &site.label) {
            if self.unknowns.get(at) == Some(&site) {
                return u32::try_from(at).unwrap_or(u32::MAX);
            }
            site.label.push('\'');
        }
        let number = u32::try_from(self.unknowns.len()).unwrap_or(u32::MAX);
        self.unknowns.push(site);
        number
    }

    fn ty(&mut self, ty: &Type) -> u32 {
        if let Some(&number) = self.type_numbers.get(ty) {
            return number;
        }
        let number = u32::try_from(self.types.len()).unwrap_or(u32::MAX);
        self.types.push(ty.clone());
        self.type_numbers.insert(ty.clone(), number);
        number
    }
}

/// The constant that is a type's default value.
#[must_use]
pub fn default_of(ty: &Type) -> Constant {
    match ty {
        Type::Int | Type::Machine(_) | Type::Floating(_) => Constant::Int(0.into()),
        Type::Bool => Constant::Bool(false),
        Type::Perm => Constant::Perm(num_rational::BigRational::from_integer(0.into())),
        Type::Class(_) | Type::Object | Type::Array(_) | Type::Null => Constant::Null,
        Type::Seq(_) | Type::Set(_) | Type::Multiset(_) | Type::Map(..) => {
            Constant::Empty(ty.clone())
        }
    }
}

/// The value of a field that is a constant of Java: all objects have it, even before their
/// constructor has run.
#[must_use]
pub fn constant_of(field: &Field) -> Option<Constant> {
    let init = field.init.as_ref().filter(|_| !field.is_static)?;
    let is_of_java = |constant: &Constant| {
        use Constant::{Bool, Int, Unique};
        matches!(constant, Int(_) | Bool(_) | Unique(_))
    };
    literal(init).filter(is_of_java)
}

/// The constant that an expression is.
fn literal(e: &Expr) -> Option<Constant> {
    Some(match e.literal()? {
        Literal::Null => Constant::Null,
        Literal::Int(n) => Constant::Int(n.clone()),
        Literal::Bool(b) => Constant::Bool(b),
        Literal::Perm(amount) => Constant::Perm(amount.clone()),
        Literal::Unique(id) => Constant::Unique(id),
    })
}

/// The value of a field of a new object.
#[must_use]
pub fn initial_of(field: &Field) -> Constant {
    constant_of(field).unwrap_or_else(|| default_of(&field.ty))
}

/// The fields of objects of a class whose values an input has, superclasses' first: constants
/// of Java are no part of it.
#[must_use]
pub fn fields_of(program: &Program, class: ClassId) -> Vec<FieldId> {
    let mut above: Vec<ClassId> = program.hierarchy.supertypes_of(class).into_iter().collect();
    above.retain(|above| *above != class);
    above.push(class);
    let declared = above.iter().flat_map(|class| &program.class(*class).fields);
    let declared = declared.filter(|field| constant_of(program.field(**field)).is_none());
    declared.copied().collect()
}

/// Compiles a whole program.
#[must_use]
pub fn compile(program: &Program, checking: Checking) -> CompiledProgram {
    let mut pools = Pools {
        cycles: if checking.contracts {
            recursion::cycles(program)
        } else {
            Cycles::default()
        },
        ..Pools::default()
    };
    let mut code = CompiledProgram {
        has_contracts: checking.contracts,
        ..CompiledProgram::default()
    };
    let tracking = Tracking::new(program, checking);
    for id in ids::<MethodId>(program.methods.len()) {
        let method = program.method(id);
        let is_tracked = checking.contracts && checking.permissions && tracking.includes(method);
        let body = method_body(program, id, checking, is_tracked, &mut pools);
        let body = add(&mut code, body);
        code.bodies.push(body);
        let has_code = !method.is_abstract && !method.name_span.file.is_library();
        let has_checks = (is_tracked || checking.contracts && method.has_contract)
            && (has_code || !checking.by_contract);
        let contract = if has_checks {
            let contract = method_contract(program, id, checking, is_tracked, &mut pools);
            add(&mut code, contract)
        } else {
            body
        };
        code.contracts.push(contract);
    }
    for id in ids::<PureId>(program.pures.len()) {
        let definition = pure_body(program, id, checking, false, &mut pools);
        let definition = add(&mut code, definition);
        code.definitions.push(definition);
        let pure = program.pure_method(id);
        let has_contract = !is_trivial(&pure.requires) || !is_trivial(&pure.ensures);
        let (mut checked, mut stated) = (definition, definition);
        let has_code = pure.body.is_some() || !checking.by_contract;
        if checking.contracts && has_contract && has_code {
            let routine = pure_contract(program, id, checking, &mut pools);
            checked = add(&mut code, routine);
            let routine = pure_body(program, id, checking, true, &mut pools);
            stated = add(&mut code, routine);
        }
        code.checked.push(checked);
        code.stated.push(stated);
    }
    for (id, pred) in ids(program.preds.len()).zip(&program.preds) {
        let mut builder = Builder::new(
            program,
            &pred.vars,
            pred.name_span,
            checking.of(Kind::Annotation),
            &mut pools,
        );
        match &pred.body {
            Some(body) => builder.footprint(body),
            None => builder.emit(Instruction::Missing, pred.name_span),
        }
        builder.emit(Instruction::Return, pred.name_span);
        let routine = builder.finish(MemberId::Pred(id), None);
        let routine = add(&mut code, routine);
        code.predicates.push(routine);
    }
    let routine = initialisation(program, checking, &mut pools);
    code.initialisation = routine.map(|routine| add(&mut code, routine));
    code.constants = pools.constants;
    code.types = pools.types;
    code.unknowns = pools.unknowns;
    code.number();
    code
}

fn add(code: &mut CompiledProgram, routine: Routine) -> RoutineId {
    let id = RoutineId(u32::try_from(code.routines.len()).unwrap_or(u32::MAX));
    code.routines.push(routine);
    id
}

fn is_trivial(assertion: &Assertion) -> bool {
    use veriframe_ir::{AssertKind, ExprKind};
    matches!(&assertion.kind, AssertKind::Pure(e) if matches!(e.kind, ExprKind::Bool(true)))
}

/// Which frames own permission. Where a Java file states no contract, `run` does not demand that it
/// be annotated.
struct Tracking<'p> {
    program: &'p Program,
    may_lack_contracts: bool,
    /// Whether some method's contract is written.
    is_annotated: bool,
}

impl<'p> Tracking<'p> {
    fn new(program: &'p Program, checking: Checking) -> Tracking<'p> {
        let mut tracking = Tracking {
            program,
            may_lack_contracts: checking.contracts_optional,
            is_annotated: false,
        };
        tracking.is_annotated = program.methods.iter().any(|method| {
            let is_written = method.has_contract && !tracking.is_unwritten(method);
            is_written && !method.name_span.file.is_library()
        });
        tracking
    }

    /// Whether the frames of a method own permission.
    fn includes(&self, method: &Method) -> bool {
        match self.is_unwritten(method) {
            _ if !self.may_lack_contracts => true,
            // Whoever calls a default constructor gets the fields, if contracts speak of them.
            true if method.kind != MethodKind::Main => self.is_annotated,
            // The contract of a main routine may be that of its kind, which nobody has written.
            true => !is_trivial(&method.requires) || !is_trivial(&method.ensures),
            false => method.has_contract,
        }
    }

    /// Whether a method counts as one with a contract although none is written: a main routine, or
    /// a default constructor.
    fn is_unwritten(&self, method: &Method) -> bool {
        let is_class = |class| self.program.class(class).span == method.name_span;
        method.kind == MethodKind::Main || method.class.is_some_and(is_class)
    }
}

/// The built-in routine of a library's member; none for what has no result and of which nothing is said.
fn library_member(class: ClassId, name: &str, is_idle: bool, builder: &mut Builder<'_>) {
    let span = builder.span;
    let vars = builder.vars;
    match natives::find(builder.program, class, name, vars) {
        Some(native) => {
            let inputs = vars.inputs().map(|var| super::code::Operand::Slot(var.0));
            let operands = builder.operands(inputs.collect());
            let to = vars.result.map(|var| var.0);
            let native = Instruction::Native {
                native,
                to,
                operands,
            };
            builder.emit(native, span);
        }
        None if is_idle => {}
        None => builder.emit(Instruction::Missing, span),
    }
}

fn method_body(
    program: &Program,
    id: MethodId,
    checking: Checking,
    is_tracked: bool,
    pools: &mut Pools,
) -> Routine {
    let method = program.method(id);
    let member = MemberId::Method(id);
    let cycle = pools.cycles.get(&member).copied();
    let mut builder = Builder::new(
        program,
        &method.vars,
        method.name_span,
        checking.of(Kind::Code),
        pools,
    );
    builder.is_tracked = is_tracked;
    if let Some(cycle) = cycle {
        builder.descends(cycle, recursion::measures(program, member));
    }
    let in_library = method.name_span.file.is_library();
    if let (Some(class), true) = (method.class, method.begins_class()) {
        builder.begins(class, method.name_span);
    }
    match method.class {
        _ if program.refused.is_withdrawn(member) => {
            builder.emit(Instruction::Withdrawn, method.name_span);
        }
        Some(class) if in_library => {
            let is_idle = method.vars.result.is_none() && unknown::is_silent(program, id);
            library_member(class, &method.name, is_idle, &mut builder);
        }
        _ if method.is_abstract => builder.emit(Instruction::Missing, method.name_span),
        _ => {
            builder.no_exception();
            builder.statements(&method.body);
        }
    }
    builder.emit(Instruction::Return, method.end);
    builder.finish(MemberId::Method(id), method.vars.result)
}

/// The contract around the body: it is checked in a frame of its own, in which parameters keep
/// their values.
fn method_contract(
    program: &Program,
    id: MethodId,
    checking: Checking,
    is_tracked: bool,
    pools: &mut Pools,
) -> Routine {
    let method = program.method(id);
    let mut builder = Builder::new(
        program,
        &method.vars,
        method.name_span,
        checking.of(Kind::Contract),
        pools,
    );
    builder.is_tracked = is_tracked;
    builder.requires(&method.requires);
    builder.emit(Instruction::Body, method.name_span);
    builder.ensures(&method.ensures, ErrorCode::Postcondition);
    builder.emit(Instruction::Return, method.end);
    builder.finish(MemberId::Method(id), method.vars.result)
}

fn pure_body(
    program: &Program,
    id: PureId,
    checking: Checking,
    with_conditions: bool,
    pools: &mut Pools,
) -> Routine {
    let pure: &Pure = program.pure_method(id);
    let member = MemberId::Pure(id);
    let cycle = pools.cycles.get(&member).copied();
    let mut builder = Builder::new(
        program,
        &pure.vars,
        pure.name_span,
        checking.of(Kind::Definition),
        pools,
    );
    if with_conditions {
        builder.conditions(&pure.requires);
    }
    if let Some(cycle) = cycle {
        builder.descends(cycle, recursion::measures(program, member));
    }
    let in_library = pure.name_span.file.is_library();
    if let (Some(class), None) = (pure.class, pure.vars.this) {
        builder.begins(class, pure.name_span);
    }
    match (&pure.body, pure.vars.result) {
        _ if program.refused.is_withdrawn(member) => {
            builder.emit(Instruction::Withdrawn, pure.name_span);
        }
        (Some(body), Some(result)) => builder.expr_to(body, result.0),
        _ if let (true, Some(class)) = (in_library, pure.class) => {
            library_member(class, &pure.name, false, &mut builder);
        }
        _ => builder.emit(Instruction::Missing, pure.name_span),
    }
    builder.emit(Instruction::Return, pure.name_span);
    builder.finish(MemberId::Pure(id), pure.vars.result)
}

fn pure_contract(program: &Program, id: PureId, checking: Checking, pools: &mut Pools) -> Routine {
    let pure = program.pure_method(id);
    let mut builder = Builder::new(
        program,
        &pure.vars,
        pure.name_span,
        checking.of(Kind::Contract),
        pools,
    );
    builder.is_tracked = checking.permissions;
    builder.borrow(&pure.requires);
    builder.emit(Instruction::Body, pure.name_span);
    builder.ensures(&pure.ensures, ErrorCode::Postcondition);
    builder.emit(Instruction::Return, pure.name_span);
    builder.finish(MemberId::Pure(id), pure.vars.result)
}

/// The initialisers of static fields, in source order.
fn initialisation(program: &Program, checking: Checking, pools: &mut Pools) -> Option<Routine> {
    let member = program.members.first().copied()?;
    let vars = Vars::default();
    let mut builder = Builder::new(
        program,
        &vars,
        program.member_span(member),
        checking.of(Kind::Code),
        pools,
    );
    let mut last = None;
    for (id, field) in ids(program.fields.len()).zip(&program.fields) {
        if let Some(init) = field.init.as_ref().filter(|_| field.is_static) {
            let value = builder.expr(init);
            builder.emit(Instruction::SetStatic { field: id, value }, field.span);
            last = Some(field.span);
        }
    }
    builder.emit(Instruction::Return, last?);
    Some(builder.finish(member, None))
}
