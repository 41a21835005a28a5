//! Mathematical collections, and slices of arrays and sequences.

use super::evaluation_order::Lowered;
use crate::diagnostics::{Code, Diagnostic};
use crate::ir::{CollOp, CollectionType, Expr, ExprKind, Type};
use crate::resolve::declarations::machine_types::mathematical;
use crate::resolve::declarations::types::{leaves_open, nested};
use crate::resolve::scopes::member::Member;
use crate::source::Span;
use crate::syntax::tree::ast;
use crate::syntax::tree::ast::{AssignOp, BinOp as Op, LiteralKind};

impl Member<'_, '_> {
    /// `[e, …]`, `set{e, …}` and `multiset{e, …}`.
    pub(in crate::resolve) fn collection_literal(
        &mut self,
        kind: LiteralKind,
        elements: &[ast::Expr],
        span: Span,
    ) -> Option<Lowered> {
        let elements = self.arguments(elements, &[]);
        let elements: Option<Vec<Lowered>> = elements.into_iter().collect();
        let (elements, ty) = self.alike(elements?)?;
        let ty = match kind {
            LiteralKind::Seq => Type::Seq(Box::new(ty)),
            LiteralKind::Set => Type::Set(Box::new(ty)),
            LiteralKind::Multiset => Type::Multiset(Box::new(ty)),
        };
        let ty = nested(ty, span, self.session.sink)?;
        Some(self.operation(CollOp::Literal, elements, ty, span))
    }

    /// `map{k := v, …}`
    pub(in crate::resolve) fn map_literal(
        &mut self,
        entries: &[(ast::Expr, ast::Expr)],
        span: Span,
    ) -> Option<Lowered> {
        let mut keys = Some(Vec::new());
        let mut values = Some(Vec::new());
        for (key, value) in entries {
            for (part, all) in [(key, &mut keys), (value, &mut values)] {
                match (all.as_mut(), self.expr(part)) {
                    (Some(all), Some(part)) => all.push(part),
                    _ => *all = None,
                }
            }
        }
        let (keys, values) = (self.alike(keys?), self.alike(values?));
        let ((keys, key), (values, value)) = (keys?, values?);
        let entries = keys.into_iter().zip(values).flat_map(<[Lowered; 2]>::from);
        let ty = Type::Map(Box::new(key), Box::new(value));
        let ty = nested(ty, span, self.session.sink)?;
        Some(self.operation(CollOp::MapLiteral, entries.collect(), ty, span))
    }

    /// `seq<T>()` and the other empty collections.
    pub(in crate::resolve) fn empty(&mut self, ty: &ast::Type, span: Span) -> Option<Lowered> {
        let ty = self.table().read_type(ty, self.session.sink)?;
        let kind = empty(&ty);
        Some(Lowered::new(kind, ty, span))
    }

    /// Coerces the elements of a literal to a common type; for an empty literal the type stays
    /// open.
    fn alike(&self, elements: Vec<Lowered>) -> Option<(Vec<Lowered>, Type)> {
        let mut types = elements.iter();
        let first = types.next().map(|e| e.expr.ty.clone());
        let mut ty = first.map_or(Type::Null, mathematical);
        for element in types {
            let next = &mathematical(element.expr.ty.clone());
            ty = match (&ty, next) {
                (Type::Int, Type::Perm) => Type::Perm,
                (Type::Perm, Type::Int) => Type::Perm,
                _ => match self.table().common(&ty, next) {
                    Some(ty) => ty,
                    None => {
                        let (first, next) = (self.type_name(&ty), self.type_name(next));
                        let message = format!(
                            "this element is of type `{next}`, but those before it are of type `{first}`"
                        );
                        let note = "all elements of a collection must be of one type";
                        return self.mismatch(element.expr.span, message, note);
                    }
                },
            };
        }
        if ty == Type::Null && !elements.is_empty() {
            ty = Type::Object;
        }
        let fitted: Option<Vec<Lowered>> =
            elements.into_iter().map(|e| self.coerce(e, &ty)).collect();
        Some((fitted?, ty))
    }

    /// An operation on coerced operands, which are evaluated in textual order.
    fn operation(&mut self, op: CollOp, operands: Vec<Lowered>, ty: Type, span: Span) -> Lowered {
        let (hoisted, operands) = self.sequence(operands);
        let kind = ExprKind::Collection(op, operands);
        let expr = Expr { kind, ty, span };
        Lowered { hoisted, expr }
    }

    /// `++`, `union`, `intersect` and `setminus`.
    pub(in crate::resolve) fn joined(
        &mut self,
        op: CollOp,
        sign: Op,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        let (left, right) = self.operands_of(sign, left, right, span)?;
        let ty = left.expr.ty.clone();
        Some(self.operation(op, vec![left, right], ty, span))
    }

    /// `subset`
    pub(in crate::resolve) fn compared(
        &mut self,
        op: CollOp,
        sign: Op,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        let (left, right) = self.operands_of(sign, left, right, span)?;
        let operands = vec![self.determined(left)?, self.determined(right)?];
        Some(self.operation(op, operands, Type::Bool, span))
    }

    /// The operands of an operator on two collections of one type.
    fn operands_of(
        &self,
        sign: Op,
        left: Lowered,
        right: Lowered,
        span: Span,
    ) -> Option<(Lowered, Lowered)> {
        let of_sequences = sign == Op::Concat;
        let fits = |ty: &Type| match ty.collection() {
            Some(CollectionType::Seq(_)) => of_sequences,
            Some(CollectionType::Set(_) | CollectionType::Multiset(_)) => !of_sequences,
            Some(CollectionType::Map(..)) | None => false,
        };
        let of = if of_sequences {
            "sequences"
        } else {
            "sets or multisets"
        };
        let sign = sign.sign();
        for operand in [&left.expr, &right.expr] {
            if !fits(&operand.ty) {
                let ty = self.type_name(&operand.ty);
                let message =
                    format!("the operands of `{sign}` must be {of}, but this is of type `{ty}`");
                return self.mismatch(operand.span, message, joining(&operand.ty));
            }
        }
        let common = self.table().common(&left.expr.ty, &right.expr.ty);
        if common.is_none() {
            return self.unrelated(
                &left.expr,
                &right.expr,
                span,
                &format!("connected by `{sign}`"),
            );
        }
        self.unify(left, right)
    }

    /// `e in c`
    pub(in crate::resolve) fn contains(
        &mut self,
        element: Lowered,
        of: Lowered,
        span: Span,
    ) -> Option<Lowered> {
        let ty = Some(&of.expr.ty).filter(|ty| ty.is_collection());
        let elem = ty.and_then(|ty| ty.parts().first().map(|elem| (*elem).clone()));
        let Some(elem) = elem else {
            let ty = self.type_name(&of.expr.ty);
            let message =
                format!("`in` needs a collection on its right, but this is of type `{ty}`");
            let note = "the elements of an array are the sequence `a[..]`";
            return self.mismatch(of.expr.span, message, note);
        };
        let (element, of) = self.element_of(element, of, elem)?;
        let operands = vec![self.determined(element)?, self.determined(of)?];
        Some(self.operation(CollOp::In, operands, Type::Bool, span))
    }

    /// Coerces an element and a collection for `in`.
    fn element_of(&self, element: Lowered, of: Lowered, elem: Type) -> Option<(Lowered, Lowered)> {
        let from = &element.expr.ty;
        // For an empty literal, the element determines the element type.
        let wanted = if elem == Type::Null {
            mathematical(from.clone())
        } else if leaves_open(&elem) {
            self.table().common(from, &elem).unwrap_or(elem)
        } else {
            elem
        };
        let boxed = Box::new(wanted.clone());
        let ty = of.expr.ty.collection().map(|collection| match collection {
            CollectionType::Seq(_) => Type::Seq(boxed),
            CollectionType::Set(_) => Type::Set(boxed),
            CollectionType::Multiset(_) => Type::Multiset(boxed),
            CollectionType::Map(_, value) => Type::Map(boxed, Box::new(value.clone())),
        });
        let of = match ty {
            Some(ty) => self.coerce(of, &ty)?,
            None => of,
        };
        // An `Object` may be an element of a collection with a narrower element type.
        let table = self.table();
        let wider = table.assignable(&wanted, from) && !table.assignable(from, &wanted);
        let element = if wider {
            element
        } else {
            self.coerce(element, &wanted)?
        };
        Some((element, of))
    }

    /// `|e|`
    pub(in crate::resolve) fn size(&mut self, of: &ast::Expr, span: Span) -> Option<Lowered> {
        let of = self.expr(of)?;
        if !of.expr.ty.is_collection() {
            let ty = self.type_name(&of.expr.ty);
            let message = format!("`|…|` is the size of a collection, but this is of type `{ty}`");
            let note = if let Type::Array(_) = of.expr.ty {
                "the length of an array is `a.length`"
            } else if of.expr.ty.is_int() {
                "an absolute value is written `n < 0 ? -n : n`"
            } else {
                "only collections have a size"
            };
            return self.mismatch(of.expr.span, message, note);
        }
        let of = self.determined(of)?;
        Some(self.operation(CollOp::Size, vec![of], Type::Int, span))
    }

    /// `a[i]` for arrays, sequences, maps and multisets.
    pub(in crate::resolve) fn index(
        &mut self,
        of: &ast::Expr,
        at: &ast::Expr,
        span: Span,
    ) -> Option<Lowered> {
        let of = self.expr(of);
        let at = self.expr(at);
        self.indexed(of?, at?, span)
    }

    /// The element at an index.
    fn indexed(&mut self, of: Lowered, at: Lowered, span: Span) -> Option<Lowered> {
        let of = self.determined(of)?;
        let integer = |s: &Self, at: Lowered| s.of_type(at, &Type::Int, "an index");
        let (op, at, ty) = match of.expr.ty.clone() {
            Type::Array(elem) => {
                let at = integer(self, at)?;
                let (hoisted, array, at) = self.sequence_two(of, at);
                self.warn_of_idle_old(&array);
                let kind = ExprKind::Index(Box::new(array), Box::new(at));
                let expr = Expr {
                    kind,
                    ty: *elem,
                    span,
                };
                return Some(Lowered { hoisted, expr });
            }
            Type::Seq(elem) => (CollOp::Index, integer(self, at)?, *elem),
            Type::Multiset(elem) => {
                let (at, of) = self.element_of(at, of, *elem)?;
                let at = self.determined(at)?;
                return Some(self.operation(CollOp::Count, vec![of, at], Type::Int, span));
            }
            Type::Map(key, value) => (CollOp::Lookup, self.coerce(at, &key)?, *value),
            Type::Set(_) => {
                let message = "the elements of a set have no positions";
                let note = "whether something is an element says `e in s`";
                return self.mismatch(of.expr.span, message, note);
            }
            Type::Int
            | Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Class(_)
            | Type::Object
            | Type::Null => {
                let ty = self.type_name(&of.expr.ty);
                let message = format!(
                    "only arrays and collections have elements, but this is of type `{ty}`"
                );
                let error = Diagnostic::error(Code::TypeMismatch, of.expr.span, message);
                return self.refuse(error);
            }
        };
        Some(self.operation(op, vec![of, at], ty, span))
    }

    /// `s[i := e]` and `m[k := v]`. In Java's code `a[i = e]` is an element of an array, at an index
    /// that is assigned.
    pub(in crate::resolve) fn update(
        &mut self,
        of: &ast::Expr,
        at: &ast::Expr,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Lowered> {
        if self.is_real_java() {
            let of = self.expr(of);
            let at = self.assignment_value(at, AssignOp::Set, value, at.span.to(value.span));
            return self.indexed(of?, at?, span);
        }
        let (of, at, value) = (self.expr(of), self.expr(at), self.expr(value));
        let (of, at, value) = (of?, at?, value?);
        let (of, at, value) = match of.expr.ty.clone() {
            Type::Seq(mut elem) => {
                let at = self.of_type(at, &Type::Int, "an index")?;
                // If the elements are empty literals, the value determines their type.
                if leaves_open(&elem)
                    && let Some(common) = self.table().common(&value.expr.ty, &elem)
                {
                    elem = Box::new(common);
                }
                let value = self.coerce(value, &elem)?;
                let of = self.coerce(of, &Type::Seq(elem))?;
                (self.determined(of)?, at, value)
            }
            Type::Map(mut key, mut entry) => {
                // The update determines the type of an empty literal.
                if *key == Type::Null {
                    *key = mathematical(at.expr.ty.clone());
                }
                if *entry == Type::Null {
                    *entry = mathematical(value.expr.ty.clone());
                }
                let (at, value) = (self.coerce(at, &key)?, self.coerce(value, &entry)?);
                (self.coerce(of, &Type::Map(key, entry))?, at, value)
            }
            Type::Int
            | Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Class(_)
            | Type::Object
            | Type::Array(_)
            | Type::Null
            | Type::Set(_)
            | Type::Multiset(_) => {
                let ty = self.type_name(&of.expr.ty);
                let message = format!(
                    "only sequences and maps can be updated with `[… := …]`, but this is of type `{ty}`"
                );
                let note = if let Type::Array(_) = of.expr.ty {
                    "an array is changed by the statement `a[i] := e;`"
                } else {
                    "sets are changed with `union` and `setminus`"
                };
                return self.mismatch(of.expr.span, message, note);
            }
        };
        let ty = of.expr.ty.clone();
        Some(self.operation(CollOp::Update, vec![of, at, value], ty, span))
    }

    /// `a[lo..hi]` for arrays and sequences.
    pub(in crate::resolve) fn slice(
        &mut self,
        of: &ast::Expr,
        range: &ast::Range,
        span: Span,
    ) -> Option<Lowered> {
        let of = self.expr(of);
        let (lo, hi) = (self.end(range.lo.as_deref()), self.end(range.hi.as_deref()));
        let (of, lo, hi) = (of?, lo?, hi?);
        match of.expr.ty.clone() {
            Type::Array(elem) => {
                let given = (lo.is_some(), hi.is_some());
                let parts = [Some(of), lo, hi].into_iter().flatten().collect();
                let (hoisted, parts) = self.sequence(parts);
                let mut parts = parts.into_iter().map(Box::new);
                let array = parts.next()?;
                let lo = if given.0 { parts.next() } else { None };
                let hi = if given.1 { parts.next() } else { None };
                self.warn_of_idle_old(&array);
                let kind = ExprKind::Elements(array, lo, hi);
                let elem = Box::new(mathematical(*elem));
                let ty = nested(Type::Seq(elem), span, self.session.sink)?;
                let expr = Expr { kind, ty, span };
                Some(Lowered { hoisted, expr })
            }
            ty @ Type::Seq(_) => {
                let op = match (&lo, &hi) {
                    (None, None) => return Some(of),
                    (Some(_), None) => CollOp::Drop,
                    (None, Some(_)) => CollOp::Take,
                    (Some(_), Some(_)) => CollOp::Range,
                };
                let operands = [Some(of), lo, hi].into_iter().flatten().collect();
                Some(self.operation(op, operands, ty, span))
            }
            Type::Set(_) => self.no_slices(
                &of.expr,
                Some("the elements of a set have no order; a part of one is `s intersect t`"),
            ),
            Type::Multiset(_) => self.no_slices(
                &of.expr,
                Some("the elements of a multiset have no order; a part of one is `m intersect n`"),
            ),
            Type::Map(..) => self.no_slices(&of.expr, Some("the value of the key `k` is `m[k]`")),
            Type::Int
            | Type::Machine(_)
            | Type::Floating(_)
            | Type::Bool
            | Type::Perm
            | Type::Class(_)
            | Type::Object
            | Type::Null => self.no_slices(&of.expr, None),
        }
    }

    fn no_slices<T>(&self, of: &Expr, note: Option<&str>) -> Option<T> {
        let ty = self.type_name(&of.ty);
        let message = format!("only arrays and sequences have slices, but this is of type `{ty}`");
        let error = Diagnostic::error(Code::TypeMismatch, of.span, message);
        self.refuse(match note {
            Some(note) => error.note(note),
            None => error,
        })
    }

    /// One bound of a slice, if present.
    fn end(&mut self, e: Option<&ast::Expr>) -> Option<Option<Lowered>> {
        let Some(e) = e else { return Some(None) };
        let value = self.expr(e)?;
        self.of_type(value, &Type::Int, "an end of a slice")
            .map(Some)
    }

    /// `dom(m)`, `set(s)` and `multiset(s)`, unless a method of that name hides them; `None` for
    /// any other call.
    pub(in crate::resolve) fn conversion(&mut self, e: &ast::Expr) -> Option<Option<Lowered>> {
        let ast::ExprKind::Call(None, name, args) = &e.kind else {
            return None;
        };
        let [arg] = args.as_slice() else { return None };
        let op = match name.text.as_str() {
            "dom" => CollOp::Domain,
            "set" => CollOp::ToSet,
            "multiset" => CollOp::ToMultiset,
            _ => return None,
        };
        let hidden = |class| !self.table().members(class, &name.text, 1).is_empty();
        if self.class.is_some_and(hidden) {
            return None;
        }
        Some(self.converted(op, name, arg, e.span))
    }

    fn converted(
        &mut self,
        op: CollOp,
        name: &ast::Name,
        arg: &ast::Expr,
        span: Span,
    ) -> Option<Lowered> {
        let arg = self.expr(arg)?;
        let ty = match (op, &arg.expr.ty) {
            (CollOp::ToSet, Type::Seq(elem)) => Type::Set(elem.clone()),
            (CollOp::ToMultiset, Type::Seq(elem)) => Type::Multiset(elem.clone()),
            (CollOp::Domain, Type::Map(key, _)) => Type::Set(key.clone()),
            (_, other) => {
                let (what, ty) = (&name.text, self.type_name(other));
                let of = if op == CollOp::Domain {
                    "a map"
                } else {
                    "a sequence"
                };
                let message = format!("`{what}(…)` takes {of}, but this is of type `{ty}`");
                let note = if let Type::Array(_) = other {
                    "the elements of an array are the sequence `a[..]`".to_owned()
                } else if op == CollOp::Domain {
                    "only maps have a domain".to_owned()
                } else {
                    format!("to list elements, write `{what}{{…}}`")
                };
                return self.mismatch(arg.expr.span, message, note);
            }
        };
        let arg = if op == CollOp::Domain {
            self.determined(arg)?
        } else {
            arg
        };
        Some(self.operation(op, vec![arg], ty, span))
    }
}

/// The empty collection of a type.
pub(in crate::resolve) fn empty(ty: &Type) -> ExprKind {
    let is_map = matches!(ty, Type::Map(..));
    let op = if is_map {
        CollOp::MapLiteral
    } else {
        CollOp::Literal
    };
    ExprKind::Collection(op, Vec::new())
}

/// The note that names the joining operator of a type.
pub(in crate::resolve) fn joining(ty: &Type) -> &'static str {
    match ty.collection() {
        Some(CollectionType::Seq(_)) => "sequences are joined with `++`",
        Some(CollectionType::Set(_) | CollectionType::Multiset(_)) => {
            "sets and multisets are joined with `union`"
        }
        Some(CollectionType::Map(..)) => "a map is changed with `m[k := v]`",
        None if matches!(ty, Type::Array(_)) => "the elements of an array are the sequence `a[..]`",
        None => "write a collection, such as `[e]` or `set{e}`",
    }
}
