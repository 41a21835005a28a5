//! Sugar of Java expressions: string concatenation and comparison, nested arrays and array
//! initialisers.

use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{
    BinOp, Call, ClassId, ClassKind, Expr, ExprKind, Stmt, StmtKind, Type, ValueKind, Width, walk,
};
use crate::resolve::declarations::table::{Callee, Yields};
use crate::resolve::expressions::assertion::unwrapped;
use crate::resolve::expressions::evaluation_order::{Lowered, append};
use crate::resolve::expressions::exceptional::{assigned, compared, null};
use crate::resolve::expressions::hoisting::{Hoistable, HoistableKind};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;

/// The maximal number of dimensions of an array in Java.
const MAX_DIMENSIONS: usize = 255;

/// The maximal number of arrays one expression may create: each needs its own statements.
const MAX_ARRAYS: usize = 256;

impl Member<'_, '_> {
    /// `s + e` where one operand is a string: a call of `String.concatenated`, of which contracts
    /// know nothing but that its result is a string. The texts of objects are those that their `toString` gives.
    pub(in crate::resolve) fn concatenation(
        &mut self,
        left: Lowered,
        right: Lowered,
        string: ClassId,
        span: Span,
    ) -> Option<Lowered> {
        self.effect_allowed(span, "a concatenation of strings")?;
        let of_left = self.text_by(&left.expr, string);
        let of_right = self.text_by(&right.expr, string);
        let (of_left, of_right) = (of_left?, of_right?);
        self.is_converted_in_order(&left, of_left, &right, string)?;
        let (mut hoisted, left, right) = self.sequence_two(left, right);
        // They are saved so that their evaluation is checked before the call.
        let left = self.save(left, &mut hoisted);
        let right = self.save(right, &mut hoisted);
        let left = self.text_of(left, of_left, string, &mut hoisted)?;
        let right = self.text_of(right, of_right, string, &mut hoisted)?;
        let operands = vec![left, right];
        let result = self.of_string(string, "concatenated", "`+` of strings is", operands, span)?;
        append(&mut hoisted, result.hoisted);
        Some(Lowered {
            hoisted,
            expr: result.expr,
        })
    }

    /// The member of the program that gives the text of an operand of `+`; `Some(None)` if Java makes the text by
    /// itself.
    fn text_by(&self, operand: &Expr, string: ClassId) -> Option<Option<Callee>> {
        let table = self.table();
        let ty = &operand.ty;
        if ty.is_int() || matches!(ty, Type::Floating(_) | Type::Bool | Type::Null) {
            return Some(None);
        }
        let class = ty.class();
        if class.is_some_and(|class| class == string || self.is_box_class(class)) {
            return Some(None);
        }
        let of_program = |callee: &Callee| {
            let class = table.header(*callee).class;
            !class.is_some_and(|class| table.class(class).is_library)
        };
        let gives_text = |callee: Callee| {
            let yields = &table.header(callee).yields;
            let is_text = matches!(yields, Yields::Value(Some(ty)) if ty.class() == Some(string));
            is_text && of_program(&callee) && !table.is_ghost(callee)
        };
        let declared = class.map(|class| table.members(class, "toString", 0));
        let declared = declared.unwrap_or_default();
        if let [only] = declared.as_slice()
            && gives_text(*only)
        {
            return Some(Some(*only));
        }
        let is_enum = class.is_some_and(|class| !table.class(class).uniques.is_empty());
        if is_enum && !declared.iter().any(of_program) {
            return Some(None);
        }
        // `Object.toString()` calls `hashCode()`.
        let is_of_object = |class| {
            let mut names = ["toString", "hashCode"].into_iter();
            names.all(|name| table.has_as_object(class, name, 0))
        };
        let of_object = table.root.filter(|_| class.is_some_and(is_of_object));
        if let Some(root) = of_object {
            return Some(table.members(root, "toString", 0).first().copied());
        }
        let what = format!(
            "`+` with a `{}`, whose `toString()` may do anything, is",
            self.type_name(ty)
        );
        self.unsupported(operand.span, &what)
    }

    /// The text of an operand, which is a variable: what a member gives, unless there is no object.
    fn text_of(
        &mut self,
        operand: Expr,
        by: Option<Callee>,
        string: ClassId,
        hoisted: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        let Some(callee) = by else {
            return Some(operand);
        };
        let span = operand.span;
        let text = self.scope.temporary(Type::Class(string), span);
        self.texts.insert(text);
        let called = match callee {
            Callee::Method(id) => {
                let kind = HoistableKind::Call(Call {
                    receiver: Some(operand.clone()),
                    callee: id,
                    of: None,
                    args: Vec::new(),
                    thrown: None,
                    is_untold: false,
                    span,
                });
                let yields = self.table().method(id).header.yields.clone();
                let call = Hoistable {
                    hoisted: Vec::new(),
                    kind,
                    yields,
                    span,
                };
                self.perform(call, Some(text))
            }
            Callee::Pure(id) => {
                self.tells_of_pure(id, span)?;
                let value = self.applied(id, None, Some(operand.clone()), Vec::new(), span)?;
                vec![assigned(text, value, span)]
            }
            Callee::Pred(_) => return None,
        };
        let is_none = compared(BinOp::Eq, &operand, null(span), span);
        let none = vec![assigned(text, null(span), span)];
        let kind = StmtKind::If(is_none, none, called);
        hoisted.push(Stmt { kind, span });
        Some(self.read(text, span))
    }

    /// Refuses an operand behind one whose text a member of the program makes, unless it is the same before and after
    /// that: by JLS 15.18.1 the text is made as soon as there is a value, but compilers before Java 19 may let all
    /// texts be made last.
    fn is_converted_in_order(
        &self,
        left: &Lowered,
        of_left: Option<Callee>,
        right: &Lowered,
        string: ClassId,
    ) -> Option<()> {
        let made = || walk::assigned(&left.hoisted);
        let is_made =
            of_left.is_some() || !self.texts.is_empty() && !self.texts.is_disjoint(&made());
        let is_kept = |stmt: &Stmt| {
            let is_plain = match stmt.call() {
                Some(call) => self.table().method(call.callee).header.class == Some(string),
                None => matches!(stmt.kind, StmtKind::Assign(..) | StmtKind::If(..)),
            };
            is_plain && stmt.exprs().into_iter().all(|e| is_inert(e, string))
        };
        let mut stmts = walk::statements(&right.hoisted).into_iter();
        if !is_made || is_inert(&right.expr, string) && stmts.all(is_kept) {
            return Some(());
        }
        let message = "an operand of `+` that is more than a variable or a literal, behind an object whose `toString` \
                       the program declares, is not supported yet";
        let error = Diagnostic::error(Code::Unsupported, right.expr.span, message);
        self.refuse(error.note("put its value into a variable before"))
    }

    /// The class `String`, if both compared values may be strings.
    pub(in crate::resolve) fn may_be_strings(&self, left: &Type, right: &Type) -> Option<ClassId> {
        let string = self.table().string_class()?;
        let is_above = |class: ClassId| {
            let info = self.table().class(class);
            let is_value = class == string
                || self.table().is_java_box(&Type::Class(class))
                || self.table().of_java_lang("Number") == Some(class);
            is_value || info.is_library && info.kind == ClassKind::Interface
        };
        let may_be = |ty: &Type| *ty == Type::Object || ty.class().is_some_and(is_above);
        (self.is_real_java() && may_be(left) && may_be(right)).then_some(string)
    }

    /// Reference equality in code between values that may be strings. Contracts treat strings as
    /// values: two strings are equal if they have the same characters. Equal strings may be
    /// different objects, so the result is unspecified for them, even for repeated comparisons of
    /// the same two.
    pub(in crate::resolve) fn same_object(
        &mut self,
        op: BinOp,
        left: Lowered,
        right: Lowered,
        string: ClassId,
        span: Span,
    ) -> Option<Lowered> {
        // Equal constants are one object (JLS §15.29).
        let texts = self.constant(&left.expr).zip(self.constant(&right.expr));
        if let Some((ExprKind::Unique(_), ExprKind::Unique(_))) = texts {
            let (hoisted, left, right) = self.sequence_two(left, right);
            let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
            let expr = Expr {
                kind,
                ty: Type::Bool,
                span,
            };
            return Some(Lowered { hoisted, expr });
        }
        let what =
            "a comparison of what may be strings (which `equals` compares), by `==` or `!=`,";
        self.effect_allowed(span, what)?;
        let (mut hoisted, left, right) = self.sequence_two(left, right);
        let what = "`==` of what may be strings is";
        let result = self.of_string(string, "same", what, vec![left, right], span)?;
        append(&mut hoisted, result.hoisted);
        let same = Lowered {
            hoisted,
            expr: result.expr,
        };
        if op == BinOp::Ne {
            return self.unary(crate::ir::UnOp::Not, same, span);
        }
        Some(same)
    }

    /// The result of a method of `String` that only operators call; without such a method, `what`
    /// is reported as unsupported.
    fn of_string(
        &mut self,
        string: ClassId,
        name: &str,
        what: &str,
        args: Vec<Expr>,
        span: Span,
    ) -> Option<Lowered> {
        let known = self.table().members(string, name, args.len());
        let callee = known.iter().find_map(|callee| match callee {
            Callee::Method(callee) if self.takes(*callee, &args) => Some(*callee),
            _ => None,
        });
        let Some(callee) = callee else {
            return self.unsupported(span, what);
        };
        let Yields::Value(Some(ty)) = self.table().method(callee).header.yields.clone() else {
            return None;
        };
        let variable = self.scope.temporary(ty, span);
        let call = Call {
            receiver: None,
            callee,
            of: None,
            args,
            thrown: None,
            is_untold: false,
            span,
        };
        Some(Lowered {
            hoisted: vec![Stmt {
                kind: StmtKind::Call(Some(variable), call),
                span,
            }],
            expr: self.read(variable, span),
        })
    }

    /// Whether a method of `String` has parameters for operands of these kinds: references, Booleans,
    /// characters and other integers.
    fn takes(&self, callee: crate::ir::MethodId, args: &[Expr]) -> bool {
        let kind = |ty: &Type| match ty.value_kind() {
            ValueKind::Boolean => 0,
            ValueKind::Integer if ty.width() == Some(Width::U16) => 1,
            ValueKind::Integer => 2,
            ValueKind::Reference | ValueKind::Amount | ValueKind::Collection => 3,
            ValueKind::Floating => 4,
        };
        let params = &self.table().method(callee).header.params;
        let mut pairs = params.iter().zip(args);
        pairs.all(|(param, arg)| {
            param
                .ty
                .as_ref()
                .is_some_and(|ty| kind(ty) == kind(&arg.ty))
        })
    }

    /// `new T[n][m]`: an array with new arrays as elements. All lengths are evaluated first.
    pub(in crate::resolve) fn array_of_arrays(
        &mut self,
        elem: &ast::Type,
        lengths: &[ast::Expr],
        span: Span,
    ) -> Option<Lowered> {
        self.effect_allowed(span, "`new`")?;
        if lengths.len() > MAX_DIMENSIONS {
            return self.misplaced(span, "an array has at most 255 dimensions", "use fewer");
        }
        let elem = self.table().read_element(elem, self.session.sink);
        let lengths = lengths.iter().map(|length| self.array_length(length));
        let lengths: Vec<Option<Lowered>> = lengths.collect();
        let lengths: Vec<Lowered> = lengths.into_iter().collect::<Option<_>>()?;
        let (mut hoisted, lengths) = self.sequence(lengths);
        let lengths: Vec<Expr> = lengths
            .into_iter()
            .map(|length| self.hold(length, &mut hoisted, &[]))
            .collect();
        let mut arrays = 1;
        for length in lengths.iter().take(lengths.len().saturating_sub(1)) {
            arrays = match self.constant_length(length) {
                Some(n) if n <= MAX_ARRAYS => arrays * n.max(1),
                Some(_) => MAX_ARRAYS + 1,
                None => {
                    let what =
                        "a new array of several dimensions whose outer lengths are not constant";
                    return self.unsupported(length.span, &format!("{what} is"));
                }
            };
            if arrays > MAX_ARRAYS {
                let what = format!("a new array of more than {MAX_ARRAYS} arrays is");
                return self.unsupported(length.span, &what);
            }
        }
        let expr = self.rows(&elem?, &lengths, &mut hoisted, span);
        Some(Lowered { hoisted, expr })
    }

    /// The value of a constant length; 0 if it is negative.
    fn constant_length(&self, length: &Expr) -> Option<usize> {
        let ExprKind::Int(n) = self.known(length)? else {
            return None;
        };
        Some(usize::try_from(n.max(0.into())).unwrap_or(usize::MAX))
    }

    /// Creates an array with these lengths by statements in `hoisted`.
    fn rows(&mut self, elem: &Type, lengths: &[Expr], hoisted: &mut Vec<Stmt>, span: Span) -> Expr {
        let Some((length, rest)) = lengths.split_first() else {
            return Lowered::new(ExprKind::Null, Type::Null, span).expr;
        };
        let row = rest
            .iter()
            .fold(elem.clone(), |ty, _| Type::Array(Box::new(ty)));
        let array = self
            .scope
            .temporary(Type::Array(Box::new(row.clone())), span);
        hoisted.push(Stmt {
            kind: StmtKind::NewArray(array, row, length.clone()),
            span,
        });
        if rest.is_empty() {
            return self.read(array, span);
        }
        let int = self.table().of_width(Width::I32);
        let count = self.constant_length(length).unwrap_or(0);
        for at in 0..count {
            let row = self.rows(elem, rest, hoisted, span);
            let at = Expr::int(at, int.clone(), span);
            hoisted.push(Stmt {
                kind: StmtKind::ElemWrite(self.read(array, span), at, row),
                span,
            });
        }
        if count == 0 {
            // The remaining lengths must still be checked: they must not be negative.
            self.rows(elem, rest, hoisted, span);
        }
        self.read(array, span)
    }

    /// `new T[]{a, b}` and `{a, b}`: creates the array, then assigns its elements.
    pub(in crate::resolve) fn array_of(
        &mut self,
        elem: &Type,
        elements: &[ast::Expr],
        span: Span,
    ) -> Option<Lowered> {
        self.effect_allowed(span, "`new`")?;
        let values = elements.iter().map(|element| {
            let value = match (&unwrapped(element).kind, elem) {
                (ast::ExprKind::ArrayInit(inner), Type::Array(elem)) => {
                    self.array_of(elem, inner, element.span)
                }
                _ => {
                    self.keeps_elements(element, elem, None)?;
                    self.expr(element)
                }
            };
            self.coerce(value?, elem)
        });
        let values = values.collect::<Option<Vec<_>>>()?;
        Some(self.filled(elem, values, span))
    }

    /// A new array with these elements, each of which is evaluated before it is assigned.
    pub(super) fn filled(&mut self, elem: &Type, elements: Vec<Lowered>, span: Span) -> Lowered {
        let ty = Type::Array(Box::new(elem.clone()));
        let array = self.scope.temporary(ty, span);
        let int = self.table().of_width(Width::I32);
        let number = |n: usize| Expr::int(n, int.clone(), span);
        let mut hoisted = vec![Stmt {
            kind: StmtKind::NewArray(array, elem.clone(), number(elements.len())),
            span,
        }];
        for (at, value) in elements.into_iter().enumerate() {
            append(&mut hoisted, value.hoisted);
            let place = value.expr.span;
            hoisted.push(Stmt {
                kind: StmtKind::ElemWrite(self.read(array, span), number(at), value.expr),
                span: place,
            });
        }
        Lowered {
            hoisted,
            expr: self.read(array, span),
        }
    }
}

/// Whether a value depends on variables and literals alone, and can be computed without an exception.
fn is_inert(e: &Expr, string: ClassId) -> bool {
    let mut found = true;
    walk::in_expr(e, &mut |e| {
        let divides = matches!(e.kind, ExprKind::Binary(BinOp::Div | BinOp::Rem, ..));
        let is_plain = matches!(
            e.kind,
            ExprKind::Null
                | ExprKind::Int(_)
                | ExprKind::Bool(_)
                | ExprKind::Var(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Logic(..)
                | ExprKind::Cond(..)
                | ExprKind::Convert(..)
                | ExprKind::InstanceOf(..)
        );
        let is_text = matches!(e.kind, ExprKind::Unique(_)) && e.ty.class() == Some(string);
        found &= is_text || is_plain && !divides;
    });
    found
}
