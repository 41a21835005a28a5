//! The values of `static final` fields. They are computed on demand, so they may refer to each
//! other in any order but not cyclically.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{ClassId, ClassKind, Expr, ExprKind, FieldId, Stmt, StmtKind, Type, VarId, Width};
use crate::resolve::Sink;
use crate::resolve::declarations::table::{ConstantInfo, Slot};
use crate::resolve::expressions::assertion::unwrapped;
use crate::resolve::expressions::evaluation_order::Lowered;
use crate::resolve::expressions::fold;
use crate::resolve::scopes::constants::Value;
use crate::resolve::scopes::context::Place;
use crate::resolve::scopes::member::{Member, Session};
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::walk;
use std::cell::{Cell, RefCell};

/// How many constants may depend on each other where it counts that nothing else runs.
const MAX_CONSTANTS: usize = 32;

/// What is known of a `static final` field.
pub(in crate::resolve) enum ConstantValue {
    /// Its value.
    Known(Lowered),
    /// That Java computes its value when the class is first used.
    Late,
}

impl Session<'_, '_> {
    /// The value of a constant; `used` is the place of the reference.
    pub(in crate::resolve) fn constant(&self, at: usize, used: Span) -> Option<ConstantValue> {
        let info = self.table.constants.get(at)?;
        let value = match self.constants.get(at) {
            Value::Done(value) => value,
            Value::Late => return Some(ConstantValue::Late),
            Value::Open => {
                let message = format!(
                    "the value of the constant `{}` depends on itself",
                    info.name.text
                );
                let error = Diagnostic::error(Code::NotAllowedHere, used, message);
                return self
                    .sink
                    .refuse(error.note("give one of the constants a literal value"));
            }
            Value::Unknown => {
                self.constants.set(at, Value::Open);
                if self.is_late(info) {
                    self.constants.set(at, Value::Late);
                    return Some(ConstantValue::Late);
                }
                let value = self.compute(info);
                self.constants.set(at, Value::Done(value.clone()));
                value
            }
        };
        let value = Lowered::new(value?, info.ty.clone()?, used);
        Some(ConstantValue::Known(value))
    }

    /// Whether the value of a constant is computed when its class is first used.
    fn is_late(&self, info: &ConstantInfo<'_>) -> bool {
        let member = Member::new(self, Some(info.class), Place::Constant);
        match info.init {
            Some(init) => member.is_computed_late(init),
            None => self.table.class(info.class).has_block,
        }
    }

    /// The value of a `final` instance field, if Java compiles reading it to that value.
    pub(in crate::resolve) fn field_constant(&self, field: FieldId) -> Option<ExprKind> {
        match self.constants.field(field) {
            Value::Done(value) => return value,
            Value::Open | Value::Late => return None,
            Value::Unknown => {}
        }
        self.constants.set_field(field, Value::Open);
        let value = self.compute_field(field);
        self.constants.set_field(field, Value::Done(value.clone()));
        value
    }

    fn compute_field(&self, field: FieldId) -> Option<ExprKind> {
        let info = self.table.field(field);
        let init = info.init?;
        let may_be = self.table.rules.has_constant_variables
            && info.is_final
            && !info.is_static
            && !info.is_ghost;
        let class = Some(info.class);
        let may_be =
            may_be && Member::new(self, class, Place::Constant).names_constants(init, true);
        if !may_be {
            return None;
        }
        // The constructors report what is wrong with it.
        let session = Session {
            table: self.table,
            sink: &Sink::default(),
            constants: self.constants.layered(),
            creates_object: Cell::new(false),
            delegations: RefCell::default(),
        };
        let mut member = Member::new(&session, class, Place::Constant);
        let this = Type::Class(info.class);
        member.scope.declare_this(this, info.name.span);
        member.inlined_value(init, info.ty.as_ref())
    }

    fn compute(&self, info: &ConstantInfo<'_>) -> Option<ExprKind> {
        let Some(init) = info.init else {
            let message = format!("the constant `{}` has no value", info.name.text);
            let error = Diagnostic::error(Code::NotAllowedHere, info.name.span, message);
            return self
                .sink
                .refuse(error.note("write its value behind its name, or remove `final`"));
        };
        let mut member = Member::new(self, Some(info.class), Place::Constant);
        member
            .constant_value(init, info.ty.as_ref())
            .map(|e| e.kind)
    }
}

impl Member<'_, '_> {
    /// The value that an expression is known to have: as a constant of Java, or by itself.
    pub(in crate::resolve) fn known(&self, e: &Expr) -> Option<ExprKind> {
        self.constant(e).or_else(|| fold::literal(e))
    }

    /// The value of a constant expression of Java, in which local variables may stand.
    pub(in crate::resolve) fn constant(&self, e: &Expr) -> Option<ExprKind> {
        fold::constant(e, &|place| match &place.kind {
            ExprKind::Var(variable) => self.scope.constant(*variable),
            // Java's constants are simple names: `x`, but not `this.x`.
            ExprKind::Field(receiver, field) if receiver.span == place.span => {
                self.session.field_constant(*field)
            }
            // Texts are constants, the constants of an `enum` are not.
            ExprKind::Unique(id) => {
                let unique = self.table().uniques.get(id.index())?;
                unique.text.is_some().then(|| place.kind.clone())
            }
            _ => None,
        })
    }

    /// The value of a constant expression of type `int` that another type, smaller than `int`,
    /// holds, too.
    pub(in crate::resolve) fn narrow_constant(&self, e: &Expr, width: Width) -> Option<ExprKind> {
        let small = matches!(width, Width::I8 | Width::I16 | Width::U16) && e.ty.is_int();
        match self.constant(e) {
            Some(ExprKind::Int(n)) if small && width.holds(&n) => Some(ExprKind::Int(n)),
            _ => None,
        }
    }

    /// Records that a variable is a constant of Java: `final`, with a constant as initial value.
    pub(in crate::resolve) fn note_constant(&mut self, variable: VarId, initialised: &[Stmt]) {
        if let [
            Stmt {
                kind: StmtKind::Assign(to, value),
                ..
            },
        ] = initialised
            && *to == variable
            && self.table().rules.has_constant_variables
            && let Some(value) = self.constant(value)
        {
            self.scope.set_constant(variable, value);
        }
    }

    /// Whether an initialiser consists of literals, operators and names of constants; operators do
    /// not apply to texts.
    pub(super) fn names_constants(&self, e: &ast::Expr, may_be_text: bool) -> bool {
        use ast::ExprKind::{
            Bool, Cast, Chain, Char, Cond, Field, Floating, Int, Long, Name, Paren, Str, Unary,
        };
        crate::resolve::deep(|| match &e.kind {
            Int(_) | Long(_) | Floating(..) | Char(_) | Bool(_) => true,
            Str(_) => may_be_text,
            Name(_) => match self.slot_named(e) {
                Some(Slot::Constant(at)) => self.is_known(at, e.span),
                Some(Slot::Field(field)) => self.session.field_constant(field).is_some(),
                Some(Slot::Static(_) | Slot::Unique(_)) | None => false,
            },
            Field(..) => match self.slot_named(e) {
                Some(Slot::Constant(at)) => self.is_known(at, e.span),
                Some(Slot::Field(_) | Slot::Static(_) | Slot::Unique(_)) | None => false,
            },
            Paren(inner) => self.names_constants(inner, may_be_text),
            Unary(_, inner) | Cast(_, inner) => self.names_constants(inner, false),
            Chain(first, rest) => {
                let operands = rest.iter().map(|(.., operand)| operand);
                let mut operands = operands.chain([&**first]);
                operands.all(|e| self.names_constants(e, false))
            }
            Cond(condition, then, other) => {
                let branches = [then, other];
                self.names_constants(condition, false)
                    && branches
                        .iter()
                        .all(|e| self.names_constants(e, may_be_text))
            }
            _ => false,
        })
    }

    /// Whether the value of a constant is known.
    fn is_known(&self, at: usize, used: Span) -> bool {
        match self.session.constants.get(at) {
            // The cycle is reported where the value is needed.
            Value::Open => true,
            _ => !matches!(self.session.constant(at, used), Some(ConstantValue::Late)),
        }
    }

    /// The value of a constant initialiser of an instance field.
    fn inlined_value(&mut self, init: &ast::Expr, ty: Option<&Type>) -> Option<ExprKind> {
        let value = self.expr(init)?;
        let value = self.coerce(value, ty?)?.expr;
        let constant = self.known(&value);
        constant.filter(|kind| !matches!(kind, ExprKind::Null))
    }

    /// What the name of a field denotes in the class here, or behind that of a class.
    pub(super) fn slot_named(&self, e: &ast::Expr) -> Option<Slot> {
        let (class, name) = match &e.kind {
            ast::ExprKind::Name(name) => (self.class?, name.as_str()),
            ast::ExprKind::Field(of, name) => (self.qualifier(of)?, name.text.as_str()),
            _ => return None,
        };
        self.table().slot(class, name, true)
    }

    /// Whether an initialiser is the name of a constant of an `enum`, in a class: the making of those runs nothing
    /// that could read the field. (An interface might be begun by an `enum` below it, before its constants.)
    pub(super) fn names_enum_constant(&self, init: &ast::Expr) -> bool {
        let table = self.table();
        let is_class = |class: ClassId| table.class(class).kind != ClassKind::Interface;
        let Some(Slot::Unique(unique)) = self.slot_named(init) else {
            return false;
        };
        // What sets fields of the constants could read the field.
        let of_enum = table.uniques.get(unique.index());
        let is_plain = of_enum.is_none_or(|unique| {
            let of_enum = table.class(unique.class);
            let mut members = of_enum.source.members.iter();
            of_enum.is_library
                || members.all(|member| match &*member.kind {
                    ast::MemberKind::Constructor(_) | ast::MemberKind::Initialiser(_) => false,
                    ast::MemberKind::Field { .. } => {
                        member.modifiers.iter().any(|word| word.text == "static")
                    }
                    ast::MemberKind::Method { .. }
                    | ast::MemberKind::Predicate(_)
                    | ast::MemberKind::Lemma(_) => true,
                })
        });
        let of_enum = of_enum.map(|unique| unique.class);
        let mut begun = self.class.into_iter().chain(of_enum);
        is_plain
            && self.class.is_some_and(is_class)
            && begun.all(|class| self.begins_alone(class, of_enum))
    }

    /// Whether nothing of the program runs while a class is begun, which could read the fields that are not set yet: the
    /// values of its static fields, and of those above it, are constants, `null`, or constants of an `enum`.
    pub(super) fn begins_alone(&self, class: ClassId, of_enum: Option<ClassId>) -> bool {
        let table = self.table();
        let mut all = table
            .lineage(class)
            .filter(|above| !table.class(*above).is_library);
        all.all(|above| {
            let member = Member::new(self.session, Some(above), Place::Constant);
            let has_block = table.class(above).has_block;
            let mut slots = table.class(above).slots.values();
            !has_block
                && slots.all(|slot| {
                    let init = match slot {
                        Slot::Constant(at) => table.constants.get(*at).and_then(|info| info.init),
                        Slot::Static(id) => table.field(*id).init,
                        Slot::Field(_) | Slot::Unique(_) => None,
                    };
                    init.is_none_or(|init| member.is_set_alone(init, of_enum, MAX_CONSTANTS))
                })
        })
    }

    /// Whether the value of a static field is a literal, a constant of this `enum`, or computed from such constants:
    /// decided by the text alone, of so many constants that depend on each other.
    fn is_set_alone(&self, init: &ast::Expr, of_enum: Option<ClassId>, depth: usize) -> bool {
        use ast::ExprKind::{Cast, Chain, Cond, Field, Name, Paren, Unary};
        let all = |parts: &[&ast::Expr]| {
            let mut parts = parts.iter();
            parts.all(|part| self.is_set_alone(part, of_enum, depth))
        };
        let table = self.table();
        crate::resolve::deep(|| match &init.kind {
            Paren(inner) | Cast(_, inner) => all(&[&**inner]),
            Unary(_, inner) => all(&[&**inner]),
            Chain(first, rest) => {
                let operands: Vec<&ast::Expr> = rest.iter().map(|(.., operand)| operand).collect();
                all(&[&**first]) && all(&operands)
            }
            Cond(condition, then, other) => all(&[&**condition, &**then, &**other]),
            Name(_) | Field(..) => match self.slot_named(init) {
                Some(Slot::Unique(unique)) => {
                    table.uniques.get(unique.index()).map(|unique| unique.class) == of_enum
                }
                Some(Slot::Constant(at)) if depth > 0 => {
                    let info = table.constants.get(at);
                    info.is_some_and(|info| {
                        // Java puts numbers and texts in the place of their names; anything else begins the class.
                        let is_value = |ty: &Type| !ty.is_ref() || table.is_java_text(ty);
                        let is_here = Some(info.class) == self.class;
                        let is_value = info.ty.as_ref().is_some_and(is_value);
                        let of_enum = of_enum.filter(|_| is_here);
                        let member = Member::new(self.session, Some(info.class), Place::Constant);
                        let is_set = |init| member.is_set_alone(init, of_enum, depth - 1);
                        (is_here || is_value) && info.init.is_some_and(is_set)
                    })
                }
                _ => false,
            },
            _ => init.is_literal(),
        })
    }

    /// Whether a static field has this value whenever it is read, even while its class is begun: it is a constant
    /// expression of a variable that Java takes for a constant (JLS 4.12.4), or what all fields begin with.
    fn is_set_from_the_start(&self, init: &ast::Expr, value: &Expr, ty: &Type) -> bool {
        let has_constants = !ty.is_ref() || self.table().is_java_text(ty);
        let init = unwrapped(init);
        matches!(init.kind, ast::ExprKind::Null)
            || self.names_enum_constant(init)
            || has_constants && (self.constant(value).is_some() || fold::overflows(value))
    }

    /// Folds the initialiser of a constant or static field to a literal.
    pub(in crate::resolve) fn constant_value(
        &mut self,
        init: &ast::Expr,
        ty: Option<&Type>,
    ) -> Option<Expr> {
        if let ast::ExprKind::ArrayInit(_) = init.kind {
            return self.unsupported(
                init.span,
                "an array as the initial value of a static field is",
            );
        }
        let late = "the value of a static field that Java computes when its class is first used is";
        let has_late = self.table().rules.has_constant_variables;
        if has_late && !self.context.ghost && is_computed(init) {
            return self.unsupported(init.span, late);
        }
        let value = self.expr(init)?;
        let value = self.coerce(value, ty?)?.expr;
        if has_late && !self.is_set_from_the_start(init, &value, ty?) {
            return self.unsupported(init.span, late);
        }
        match fold::literal(&value) {
            Some(kind) => Some(Expr { kind, ty: ty?.clone(), span: value.span }),
            None if fold::overflows(&value) => self.too_large(init.span),
            None => self.misplaced(
                init.span,
                "the initial value of a static field is not a constant",
                "write an expression of literals and other constants, or assign the field in the main routine",
            ),
        }
    }
}

/// Whether an expression creates or calls something, which no constant of Java's does.
fn is_computed(e: &ast::Expr) -> bool {
    use ast::ExprKind::{Call, New, NewArray, NewArrayOf, NewArrays};
    let mut found = false;
    walk::exprs(e, &mut |e| {
        found |= matches!(
            e.kind,
            Call(..) | New(..) | NewArray(..) | NewArrayOf(..) | NewArrays(..)
        );
        !found
    });
    found
}
