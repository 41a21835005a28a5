//! Prints a tree as `.idf` text that parses to the same tree, up to spans.
//!
//! This holds for trees that [`crate::syntax::parse`] can return; a constructed tree
//! must contain [`ExprKind::Paren`] where needed. Constructs without a node are printed
//! as the shortest text that is refused by the same name.

use crate::stack::deep;
use crate::syntax::tree::ast::*;
use std::fmt::{self, Write};

/// The text of a file: canonical spelling, one statement per line.
#[must_use]
pub fn pretty(file: &File) -> String {
    let mut printer = Printer {
        out: String::new(),
        indent: 0,
    };
    // Writing to a string cannot fail.
    let _ = printer.file(file);
    printer.out
}

/// The text of an expression, as by [`pretty`].
#[must_use]
#[cfg(test)]
pub fn pretty_expr(e: &Expr) -> String {
    let mut out = String::new();
    let _ = super::expressions::expr(&mut out, e);
    out
}

/// The indentation of blocks and clauses.
const STEP: usize = 2;

struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    /// Begins a line.
    fn line(&mut self) -> fmt::Result {
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        write!(self.out, "{:1$}", "", self.indent)
    }

    fn indented(&mut self, print: impl FnOnce(&mut Self) -> fmt::Result) -> fmt::Result {
        self.indent += STEP;
        let result = print(self);
        self.indent -= STEP;
        result
    }

    fn expr(&mut self, e: &Expr) -> fmt::Result {
        super::expressions::expr(&mut self.out, e)
    }

    fn ty(&mut self, ty: &Type) -> fmt::Result {
        super::types::ty(&mut self.out, ty)
    }

    fn exprs(&mut self, es: &[Expr]) -> fmt::Result {
        super::expressions::list(&mut self.out, es)
    }

    fn modifiers(&mut self, modifiers: &[Name]) -> fmt::Result {
        modifiers
            .iter()
            .try_for_each(|m| write!(self.out, "{} ", m.text))
    }

    fn file(&mut self, file: &File) -> fmt::Result {
        if let Some(package) = &file.package {
            self.line()?;
            write!(self.out, "package {};", package.text)?;
        }
        for import in &file.imports {
            self.line()?;
            let word = if import.is_static {
                "import static"
            } else {
                "import"
            };
            let star = if import.star { ".*" } else { "" };
            write!(self.out, "{word} {}{star};", import.path.text)?;
        }
        file.classes.iter().try_for_each(|c| self.class(c))?;
        for stmt in &file.main {
            self.line()?;
            self.stmt(stmt)?;
        }
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        Ok(())
    }

    fn class(&mut self, class: &Class) -> fmt::Result {
        self.line()?;
        self.modifiers(&class.modifiers)?;
        let word = match class.kind {
            ClassKind::Class => "class",
            ClassKind::Interface => "interface",
            ClassKind::Enum => "enum",
        };
        write!(self.out, "{word} {}", class.name.text)?;
        self.type_params(&class.type_params)?;
        self.supertypes("extends", &class.extends)?;
        self.supertypes("implements", &class.implements)?;
        self.out.push_str(" {");
        self.indented(|p| class.members.iter().try_for_each(|m| p.member(m)))?;
        self.line()?;
        self.out.push('}');
        Ok(())
    }

    fn supertypes(&mut self, word: &str, types: &[Type]) -> fmt::Result {
        if types.is_empty() {
            return Ok(());
        }
        write!(self.out, " {word} ")?;
        super::types::types(&mut self.out, types, ", ")
    }

    fn type_params(&mut self, params: &[TypeParam]) -> fmt::Result {
        for (i, param) in params.iter().enumerate() {
            self.out.push_str(if i == 0 { "<" } else { ", " });
            self.out.push_str(&param.name.text);
            if !param.bounds.is_empty() {
                self.out.push_str(" extends ");
                super::types::types(&mut self.out, &param.bounds, " & ")?;
            }
        }
        if !params.is_empty() {
            self.out.push('>');
        }
        Ok(())
    }

    fn member(&mut self, member: &Member) -> fmt::Result {
        self.line()?;
        self.modifiers(&member.modifiers)?;
        let name = &member.name.text;
        match &*member.kind {
            MemberKind::Field { ty, init } => {
                self.ty(ty)?;
                write!(self.out, " {name}")?;
                self.initial_value(init.as_deref())?;
                self.out.push(';');
                Ok(())
            }
            MemberKind::Constructor(callable) => self.callable(name, callable),
            MemberKind::Method { ty, callable } => {
                if !callable.type_params.is_empty() {
                    self.type_params(&callable.type_params)?;
                    self.out.push(' ');
                }
                match ty {
                    Some(ty) => self.ty(ty)?,
                    None => self.out.push_str("void"),
                }
                self.out.push(' ');
                self.callable(name, callable)
            }
            MemberKind::Predicate(callable) => {
                self.out.push_str("predicate ");
                self.callable(name, callable)
            }
            MemberKind::Lemma(callable) => {
                self.out.push_str("lemma void ");
                self.callable(name, callable)
            }
            MemberKind::Initialiser(block) => self.block(block),
        }
    }

    fn initial_value(&mut self, init: Option<&Expr>) -> fmt::Result {
        let Some(e) = init else { return Ok(()) };
        self.out.push_str(" := ");
        self.expr(e)
    }

    fn callable(&mut self, name: &str, callable: &Callable) -> fmt::Result {
        write!(self.out, "{name}(")?;
        for (i, param) in callable.params.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            self.modifiers(&param.modifiers)?;
            self.ty(&param.ty)?;
            write!(self.out, " {}", param.name.text)?;
        }
        self.out.push(')');
        self.indented(|p| p.clauses(&callable.contract))?;
        match &callable.body {
            None => self.out.push(';'),
            Some(body) => {
                self.line()?;
                self.block(body)?;
            }
        }
        Ok(())
    }

    fn clauses(&mut self, clauses: &[Clause]) -> fmt::Result {
        for clause in clauses {
            self.line()?;
            if clause.kind == ClauseKind::Signals {
                self.signals(clause)?;
                continue;
            }
            self.out.push_str(match clause.kind {
                ClauseKind::Requires => "requires ",
                ClauseKind::Ensures => "ensures ",
                ClauseKind::Decreases => "decreases ",
                ClauseKind::Invariant => "invariant ",
                ClauseKind::Signals => "signals ",
            });
            self.exprs(&clause.exprs)?;
            self.out.push(';');
        }
        Ok(())
    }

    fn try_stmt(&mut self, parts: &Try) -> fmt::Result {
        self.out.push_str("try ");
        for (at, resource) in parts.resources.iter().enumerate() {
            self.out.push_str(if at == 0 { "(" } else { "; " });
            self.simple_stmt(resource)?;
        }
        if !parts.resources.is_empty() {
            self.out.push_str(") ");
        }
        self.block(&parts.body)?;
        for catch in &parts.catches {
            self.out.push_str(" catch (");
            for (at, ty) in catch.types.iter().enumerate() {
                self.out.push_str(if at == 0 { "" } else { " | " });
                self.ty(ty)?;
            }
            write!(self.out, " {}) ", catch.name.text)?;
            self.block(&catch.body)?;
        }
        if let Some(finally) = &parts.finally {
            self.out.push_str(" finally ");
            self.block(finally)?;
        }
        Ok(())
    }

    /// `break` or `continue`, perhaps with a label.
    fn jump(&mut self, word: &str, label: Option<&Name>) -> fmt::Result {
        self.out.push_str(word);
        match label {
            Some(label) => write!(self.out, " {}", label.text),
            None => Ok(()),
        }
    }

    /// `signals (E e) φ;`
    fn signals(&mut self, clause: &Clause) -> fmt::Result {
        for e in &clause.exprs {
            let ExprKind::Choose(signal) = &e.kind else {
                continue;
            };
            self.out.push_str("signals (");
            signal.ty.iter().try_for_each(|ty| self.ty(ty))?;
            write!(self.out, " {}) ", signal.name.text)?;
            self.expr(&signal.body)?;
            self.out.push(';');
        }
        Ok(())
    }

    fn block(&mut self, block: &Block) -> fmt::Result {
        self.out.push('{');
        self.indented(|p| {
            for stmt in &block.stmts {
                p.line()?;
                p.stmt(stmt)?;
            }
            Ok(())
        })?;
        if !block.stmts.is_empty() {
            self.line()?;
        }
        self.out.push('}');
        Ok(())
    }

    fn stmt(&mut self, stmt: &Stmt) -> fmt::Result {
        deep(|| match &*stmt.kind {
            StmtKind::Block(block) => self.block(block),
            StmtKind::If(c, yes, no) => self.if_stmt(c, yes, no.as_deref()),
            StmtKind::While(c, specs, body) => {
                self.out.push_str("while (");
                self.expr(c)?;
                self.out.push(')');
                self.indented(|p| p.clauses(specs))?;
                self.body(body)
            }
            StmtKind::For {
                init,
                cond,
                step,
                specs,
                body,
            } => {
                self.out.push_str("for (");
                init.iter().try_for_each(|s| self.simple_stmt(s))?;
                self.out.push_str("; ");
                cond.iter().try_for_each(|c| self.expr(c))?;
                self.out.push_str("; ");
                step.iter().try_for_each(|s| self.simple_stmt(s))?;
                self.out.push(')');
                self.indented(|p| p.clauses(specs))?;
                self.body(body)
            }
            StmtKind::DoWhile(specs, body, c) => {
                self.out.push_str("do");
                self.indented(|p| p.clauses(specs))?;
                self.body(body)?;
                self.line()?;
                self.out.push_str("while (");
                self.expr(c)?;
                self.out.push_str(");");
                Ok(())
            }
            StmtKind::ForEach {
                modifiers,
                ty,
                name,
                iterable,
                specs,
                body,
            } => {
                self.out.push_str("for (");
                self.modifiers(modifiers)?;
                self.ty(ty)?;
                write!(self.out, " {} : ", name.text)?;
                self.expr(iterable)?;
                self.out.push(')');
                self.indented(|p| p.clauses(specs))?;
                self.body(body)
            }
            StmtKind::Prove(claim, proof) => {
                self.out.push_str("assert ");
                self.expr(claim)?;
                self.out.push_str(" by ");
                self.block(proof)
            }
            StmtKind::Labeled(label, stmt) => {
                write!(self.out, "{}: ", label.text)?;
                self.stmt(stmt)
            }
            StmtKind::Try(parts) => self.try_stmt(parts),
            StmtKind::Switch(of, cases) => {
                self.out.push_str("switch (");
                self.expr(of)?;
                self.out.push_str(") {");
                self.indented(|p| cases.iter().try_for_each(|c| p.switch_case(c)))?;
                self.line()?;
                self.out.push('}');
                Ok(())
            }
            _ => {
                self.simple_stmt(stmt)?;
                self.out.push(';');
                Ok(())
            }
        })
    }

    /// The body of an `if` or a loop.
    fn body(&mut self, stmt: &Stmt) -> fmt::Result {
        if let StmtKind::Block(block) = &*stmt.kind {
            self.out.push(' ');
            return self.block(block);
        }
        self.indented(|p| {
            p.line()?;
            p.stmt(stmt)
        })
    }

    fn if_stmt(&mut self, c: &Expr, yes: &Stmt, no: Option<&Stmt>) -> fmt::Result {
        self.out.push_str("if (");
        self.expr(c)?;
        self.out.push(')');
        self.body(yes)?;
        let Some(no) = no else { return Ok(()) };
        self.line()?;
        self.out.push_str("else");
        if matches!(*no.kind, StmtKind::If(..)) {
            self.out.push(' ');
            return self.stmt(no);
        }
        self.body(no)
    }

    fn switch_case(&mut self, case: &SwitchCase) -> fmt::Result {
        self.line()?;
        if !case.labels.is_empty() {
            self.out.push_str("case ");
            self.exprs(&case.labels)?;
        }
        if case.is_default {
            let before = if case.labels.is_empty() { "" } else { ": " };
            write!(self.out, "{before}default")?;
        }
        if let (true, Some(only)) = (case.arrow, case.body.first()) {
            self.out.push_str(" -> ");
            return self.stmt(only);
        }
        self.out.push(':');
        self.indented(|p| {
            for stmt in &case.body {
                p.line()?;
                p.stmt(stmt)?;
            }
            Ok(())
        })
    }

    /// `int a := 1, b := 2`, `i++, j--`: the statements of one declaration.
    fn stmt_list(&mut self, list: &[Stmt]) -> fmt::Result {
        for (i, stmt) in list.iter().enumerate() {
            if i > 0 {
                self.out.push_str(", ");
            }
            if let StmtKind::Local { name, init, .. } = &*stmt.kind
                && i > 0
            {
                self.out.push_str(&name.text);
                self.initial_value(init.as_deref())?;
            } else {
                self.simple_stmt(stmt)?;
            }
        }
        Ok(())
    }

    /// A statement without its semicolon.
    fn simple_stmt(&mut self, stmt: &Stmt) -> fmt::Result {
        let (word, e) = match &*stmt.kind {
            StmtKind::Local {
                modifiers,
                ty,
                name,
                init,
            } => {
                self.modifiers(modifiers)?;
                self.ty(ty)?;
                write!(self.out, " {}", name.text)?;
                return self.initial_value(init.as_deref());
            }
            StmtKind::Assign(lhs, op, rhs) => {
                self.expr(lhs)?;
                write!(self.out, " {} ", super::expressions::assign_op(*op))?;
                return self.expr(rhs);
            }
            StmtKind::Expr(e) => return super::expressions::expr_as_stmt(&mut self.out, e),
            StmtKind::Label(name) => return write!(self.out, "label {}", name.text),
            StmtKind::ConstructorCall(of, args) => {
                self.out.push_str(match of {
                    ConstructorOf::This => "this(",
                    ConstructorOf::Super => "super(",
                });
                self.exprs(args)?;
                self.out.push(')');
                return Ok(());
            }
            StmtKind::List(list) => return self.stmt_list(list),
            StmtKind::Throw(e) => ("throw", Some(e)),
            StmtKind::Return(e) => ("return", e.as_ref()),
            StmtKind::Break(label) => return self.jump("break", label.as_ref()),
            StmtKind::Continue(label) => return self.jump("continue", label.as_ref()),
            StmtKind::Assert(e) => ("assert", Some(e)),
            StmtKind::Assume(e) => ("assume", Some(e)),
            StmtKind::Open(e) => ("open", Some(e)),
            StmtKind::Close(e) => ("close", Some(e)),
            StmtKind::Use(e) => ("use", Some(e)),
            StmtKind::Join(e) => ("join", Some(e)),
            // The others cannot occur here; see `stmt`.
            StmtKind::Empty
            | StmtKind::Block(_)
            | StmtKind::Prove(..)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::DoWhile(..)
            | StmtKind::ForEach { .. }
            | StmtKind::Switch(..)
            | StmtKind::Try(_)
            | StmtKind::Labeled(..)
            | StmtKind::For { .. } => ("", None),
        };
        self.out.push_str(word);
        let Some(e) = e else { return Ok(()) };
        self.out.push(' ');
        self.expr(e)
    }
}
