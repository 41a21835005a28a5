//! Printing of expressions; see [`super::program`].

use super::types::ty;
use crate::stack::deep;
use crate::syntax::tree::ast::*;
use std::fmt::{self, Write};

/// Prints expressions separated by commas.
pub fn list(out: &mut String, es: &[Expr]) -> fmt::Result {
    for (i, e) in es.iter().enumerate() {
        if i > 0 {
            out.write_str(", ")?;
        }
        expr(out, e)?;
    }
    Ok(())
}

/// Prints an expression statement. A leading `=` would be an assignment there, so it is
/// printed as `==`.
pub fn expr_as_stmt(out: &mut String, e: &Expr) -> fmt::Result {
    if let ExprKind::Cond(c, a, b) = &e.kind {
        expr_as_stmt(out, c)?;
        return cond_branches(out, a, b);
    }
    if let ExprKind::Chain(first, rest) = &e.kind {
        return chain(out, first, rest, "==");
    }
    expr(out, e)
}

/// Prints an expression.
pub fn expr(out: &mut String, e: &Expr) -> fmt::Result {
    deep(|| match &e.kind {
        ExprKind::Int(value) => write!(out, "{value}"),
        ExprKind::Long(value) => write!(out, "{value}L"),
        ExprKind::Floating(format, bits) => out.write_str(&format.written(*bits)),
        ExprKind::Str(value) => quoted(out, '"', value.encode_utf16()),
        ExprKind::Char(value) => quoted(out, '\'', [*value]),
        ExprKind::Bool(value) => write!(out, "{value}"),
        ExprKind::Null => out.write_str("null"),
        ExprKind::This => out.write_str("this"),
        ExprKind::Super => out.write_str("super"),
        ExprKind::Result => out.write_str("result"),
        ExprKind::Write => out.write_str("write"),
        ExprKind::Wildcard => out.write_str("_"),
        ExprKind::Name(name) => out.write_str(name),
        ExprKind::Unknown => out.write_str("*"),
        ExprKind::Choose(choice) => {
            out.write_str("choose ")?;
            if let Some(of) = &choice.ty {
                ty(out, of)?;
                out.write_char(' ')?;
            }
            write!(out, "{} :: ", choice.name.text)?;
            expr(out, &choice.body)
        }
        ExprKind::Unsupported(what) => out.write_str(stand_in(what)),
        ExprKind::Unary(op, operand) => unary(out, *op, operand),
        ExprKind::Inc(op, operand) => inc(out, *op, operand),
        ExprKind::Chain(first, rest) => chain(out, first, rest, "="),
        ExprKind::Cond(c, a, b) => {
            expr(out, c)?;
            cond_branches(out, a, b)
        }
        ExprKind::Opening(q, body) => within(out, "opening", q, body),
        ExprKind::Using(q, body) => within(out, "using", q, body),
        ExprKind::Let(name, value, body) => {
            write!(out, "let {} := ", name.text)?;
            expr(out, value)?;
            out.write_str(" in ")?;
            expr(out, body)
        }
        ExprKind::Quant(q) => quant(out, q),
        ExprKind::Assign(lhs, op, rhs) => {
            expr(out, lhs)?;
            write!(out, " {} ", assign_op(*op))?;
            expr(out, rhs)
        }
        ExprKind::Size(inner) => size(out, inner),
        ExprKind::Cast(to, operand) => {
            out.write_char('(')?;
            ty(out, to)?;
            out.write_str(") ")?;
            expr(out, operand)
        }
        ExprKind::InstanceOf(operand, of) => {
            expr(out, operand)?;
            out.write_str(" instanceof ")?;
            ty(out, of)
        }
        _ => postfix(out, e),
    })
}

/// Prints an expression that ends in a bracket or a name.
fn postfix(out: &mut String, e: &Expr) -> fmt::Result {
    match &e.kind {
        ExprKind::Field(of, name) => {
            expr(out, of)?;
            write!(out, ".{}", name.text)
        }
        ExprKind::Index(of, index) => {
            expr(out, of)?;
            bracketed(out, "[", &[index], "]")
        }
        ExprKind::Slice(of, range) => {
            expr(out, of)?;
            out.write_char('[')?;
            range.lo.iter().try_for_each(|e| expr(out, e))?;
            out.write_str("..")?;
            range.hi.iter().try_for_each(|e| expr(out, e))?;
            out.write_char(']')
        }
        ExprKind::Update(of, index, value) => {
            expr(out, of)?;
            out.write_char('[')?;
            expr(out, index)?;
            out.write_str(" := ")?;
            expr(out, value)?;
            out.write_char(']')
        }
        ExprKind::Literal(kind, elements) => literal(out, *kind, elements),
        ExprKind::MapLiteral(entries) => map_literal(out, entries),
        ExprKind::Empty(of) => {
            ty(out, of)?;
            out.write_str("()")
        }
        ExprKind::Call(receiver, name, args) => {
            if let Some(receiver) = receiver {
                expr(out, receiver)?;
                out.write_char('.')?;
            }
            arguments(out, &name.text, args)
        }
        ExprKind::New(class, args) => {
            out.write_str("new ")?;
            ty(out, class)?;
            arguments(out, "", args)
        }
        ExprKind::NewArray(element, length) => {
            new_array(out, element, std::slice::from_ref(&**length))
        }
        ExprKind::NewArrays(element, lengths) => new_array(out, element, lengths),
        ExprKind::NewArrayOf(element, elements) => {
            out.write_str("new ")?;
            ty(out, element)?;
            out.write_str("[] {")?;
            list(out, elements)?;
            out.write_char('}')
        }
        ExprKind::ArrayInit(elements) => {
            out.write_char('{')?;
            list(out, elements)?;
            out.write_char('}')
        }
        ExprKind::Paren(inner) => bracketed(out, "(", &[inner], ")"),
        ExprKind::Old(None, inner) | ExprKind::OldOrCall(inner) => {
            bracketed(out, "old(", &[inner], ")")
        }
        ExprKind::Old(Some(label), inner) => {
            write!(out, "old[{}]", label.text)?;
            bracketed(out, "(", &[inner], ")")
        }
        ExprKind::Acc(place, None) => bracketed(out, "acc(", &[place], ")"),
        ExprKind::Acc(place, Some(fraction)) => bracketed(out, "acc(", &[place, fraction], ")"),
        ExprKind::Untouched(inner) => bracketed(out, "untouched(", &[inner], ")"),
        // These are printed by `expr`.
        ExprKind::Int(_)
        | ExprKind::Long(_)
        | ExprKind::Floating(..)
        | ExprKind::Str(_)
        | ExprKind::Char(_)
        | ExprKind::Bool(_)
        | ExprKind::Null
        | ExprKind::This
        | ExprKind::Super
        | ExprKind::Result
        | ExprKind::Write
        | ExprKind::Wildcard
        | ExprKind::Name(_)
        | ExprKind::Size(_)
        | ExprKind::Assign(..)
        | ExprKind::Unary(..)
        | ExprKind::Inc(..)
        | ExprKind::Chain(..)
        | ExprKind::Cond(..)
        | ExprKind::Opening(..)
        | ExprKind::Using(..)
        | ExprKind::Quant(_)
        | ExprKind::Let(..)
        | ExprKind::InstanceOf(..)
        | ExprKind::Cast(..)
        | ExprKind::Unknown
        | ExprKind::Choose(_)
        | ExprKind::Unsupported(_) => Ok(()),
    }
}

/// Prints a literal; characters outside printable ASCII are escaped.
fn quoted(out: &mut String, quote: char, units: impl IntoIterator<Item = u16>) -> fmt::Result {
    out.write_char(quote)?;
    for unit in units {
        match u8::try_from(unit) {
            Ok(b'\n') => out.write_str("\\n")?,
            Ok(byte @ (b'"' | b'\'' | b'\\')) => write!(out, "\\{}", char::from(byte))?,
            Ok(byte @ b' '..=b'~') => out.write_char(char::from(byte))?,
            _ => write!(out, "\\u{unit:04x}")?,
        }
    }
    out.write_char(quote)
}

/// The text of an assignment operator.
pub fn assign_op(op: AssignOp) -> String {
    match op.operator() {
        None => ":=".to_owned(),
        Some(op) => format!("{}=", op.sign()),
    }
}

fn literal(out: &mut String, kind: LiteralKind, elements: &[Expr]) -> fmt::Result {
    let (open, close) = match kind {
        LiteralKind::Seq => ("[", "]"),
        LiteralKind::Set => ("set{", "}"),
        LiteralKind::Multiset => ("multiset{", "}"),
    };
    out.write_str(open)?;
    list(out, elements)?;
    out.write_str(close)
}

fn map_literal(out: &mut String, entries: &[(Expr, Expr)]) -> fmt::Result {
    out.write_str("map{")?;
    for (i, (key, value)) in entries.iter().enumerate() {
        if i > 0 {
            out.write_str(", ")?;
        }
        expr(out, key)?;
        out.write_str(" := ")?;
        expr(out, value)?;
    }
    out.write_char('}')
}

/// `|e|`, with spaces if the bars would read as `||`.
fn size(out: &mut String, inner: &Expr) -> fmt::Result {
    out.write_char('|')?;
    let start = out.len();
    expr(out, inner)?;
    if out.get(start..).is_some_and(|text| text.starts_with('|')) {
        out.insert(start, ' ');
    }
    out.write_str(if out.ends_with('|') { " |" } else { "|" })
}

fn quant(out: &mut String, q: &Quant) -> fmt::Result {
    out.write_str(if q.universal { "forall" } else { "exists" })?;
    for (i, bound) in q.vars.iter().enumerate() {
        out.write_str(if i > 0 { ", " } else { " " })?;
        ty(out, &bound.ty)?;
        write!(out, " {}", bound.name.text)?;
    }
    out.write_str(" :: ")?;
    for trigger in &q.triggers {
        out.write_char('{')?;
        list(out, trigger)?;
        out.write_str("} ")?;
    }
    expr(out, &q.body)
}

fn bracketed(out: &mut String, open: &str, es: &[&Expr], close: &str) -> fmt::Result {
    out.write_str(open)?;
    for (i, e) in es.iter().enumerate() {
        if i > 0 {
            out.write_str(", ")?;
        }
        expr(out, e)?;
    }
    out.write_str(close)
}

fn arguments(out: &mut String, name: &str, args: &[Expr]) -> fmt::Result {
    write!(out, "{name}(")?;
    list(out, args)?;
    out.write_char(')')
}

/// `new T[n]`; for an element type `T[]` its brackets follow those of the lengths.
fn new_array(out: &mut String, element: &Type, lengths: &[Expr]) -> fmt::Result {
    let mut base = element;
    let mut more = 0;
    while let TypeKind::Array(inner) = &base.kind {
        base = inner;
        more += 1;
    }
    out.write_str("new ")?;
    ty(out, base)?;
    for length in lengths {
        bracketed(out, "[", &[length], "]")?;
    }
    (0..more).try_for_each(|_| out.write_str("[]"))
}

fn unary(out: &mut String, op: UnOp, operand: &Expr) -> fmt::Result {
    out.write_char(match op {
        UnOp::Not => '!',
        UnOp::Neg => '-',
        UnOp::Plus => '+',
        UnOp::BitNot => '~',
    })?;
    // `- -x` differs from `--x`.
    if matches!(
        operand.kind,
        ExprKind::Unary(..) | ExprKind::Inc(IncOp::PreInc | IncOp::PreDec, _)
    ) {
        out.write_char(' ')?;
    }
    expr(out, operand)
}

fn inc(out: &mut String, op: IncOp, operand: &Expr) -> fmt::Result {
    match op {
        IncOp::PreInc => out.write_str("++ ")?,
        IncOp::PreDec => out.write_str("-- ")?,
        IncOp::PostInc | IncOp::PostDec => {}
    }
    expr(out, operand)?;
    match op {
        IncOp::PostInc => out.write_str("++"),
        IncOp::PostDec => out.write_str("--"),
        IncOp::PreInc | IncOp::PreDec => Ok(()),
    }
}

/// A chain; `first_eq` is the spelling of `=` as the first operator.
fn chain(
    out: &mut String,
    first: &Expr,
    rest: &[(BinOp, crate::source::Span, Expr)],
    first_eq: &str,
) -> fmt::Result {
    expr(out, first)?;
    for (i, (op, _, operand)) in rest.iter().enumerate() {
        let op = if i == 0 && *op == BinOp::Eq {
            first_eq
        } else {
            op.sign()
        };
        write!(out, " {op} ")?;
        expr(out, operand)?;
    }
    Ok(())
}

fn cond_branches(out: &mut String, a: &Expr, b: &Expr) -> fmt::Result {
    out.write_str(" ? ")?;
    expr(out, a)?;
    out.write_str(" : ")?;
    expr(out, b)
}

fn within(out: &mut String, word: &str, q: &Expr, body: &Expr) -> fmt::Result {
    write!(out, "{word} ")?;
    expr(out, q)?;
    out.write_str(" in ")?;
    expr(out, body)
}

/// Constructs without a node, each with a text that is refused by this name.
pub const STAND_INS: &[(&str, &str)] = &[
    ("forall*", "forall* int x :: true"),
    ("an array initialiser", "new int[] {}"),
    ("a new array of several dimensions", "new int[0][0]"),
    ("an anonymous class", "new C() {}"),
    ("a string literal", "\"\""),
    ("a character literal", "'x'"),
    ("a floating-point literal", "0.0"),
    ("a `long` literal", "0L"),
    ("a binary literal", "0b0"),
    ("an octal literal", "00"),
];

/// The text of a construct without a node.
fn stand_in(what: &str) -> &'static str {
    STAND_INS
        .iter()
        .find(|(name, _)| *name == what)
        .map_or("\"\"", |(_, text)| text)
}
