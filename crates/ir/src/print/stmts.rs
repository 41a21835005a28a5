//! Printing of statements, for tests.

use super::Printer;
use crate::Level;
use crate::{Expr, Stmt, StmtKind, Type, VarId};

impl Printer<'_> {
    /// A statement in one line.
    pub(super) fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Decl(v) => {
                let ty = self.text.program.type_name(&self.text.vars.get(*v).ty);
                self.put(&ty);
                self.put(" ");
                self.variable(*v);
            }
            StmtKind::Assign(v, e) => {
                self.gets(Some(*v));
                self.expr(e, Level::Any);
            }
            StmtKind::FieldWrite(receiver, field, e) => {
                self.field(receiver, *field);
                self.put(" := ");
                self.expr(e, Level::Any);
            }
            StmtKind::StaticWrite(field, e) => {
                self.static_field(*field);
                self.put(" := ");
                self.expr(e, Level::Any);
            }
            StmtKind::ElemWrite(array, at, e) => {
                self.element(array, at);
                self.put(" := ");
                self.expr(e, Level::Any);
            }
            StmtKind::Unknown(v, _) => {
                self.gets(Some(*v));
                self.put("*");
            }
            StmtKind::Choose(v, exists) => {
                self.gets(Some(*v));
                self.after("some of ", |p| p.assertion(exists, Level::Any));
            }
            StmtKind::Call(v, call) => {
                self.gets(*v);
                self.call(call);
            }
            StmtKind::New(v, class, call) => {
                self.gets(Some(*v));
                self.put("new ");
                self.put(&self.text.program.class(*class).name);
                self.args(&call.args);
            }
            StmtKind::NewArray(v, elem, length) => self.new_array(*v, elem, length),
            StmtKind::If(c, ..) => {
                self.put("if (");
                self.expr(c, Level::Any);
                self.put(") …");
            }
            StmtKind::Block(_) | StmtKind::Breakable(..) => self.put("{ … }"),
            StmtKind::Exit(_) => self.put("break"),
            StmtKind::Loop(inner) => {
                self.put("while (");
                self.expr(&inner.condition, Level::Any);
                self.put(") …");
            }
            StmtKind::Break => self.put("break"),
            StmtKind::Continue => self.put("continue"),
            StmtKind::Label(label) => {
                self.put("label ");
                self.put(self.text.vars.label(*label));
            }
            StmtKind::Assert(a) => self.after("assert ", |p| p.assertion(a, Level::Any)),
            StmtKind::Prove(a, _) => {
                self.after("assert ", |p| p.assertion(a, Level::Any));
                self.put(" by { … }");
            }
            StmtKind::Assume(a) => self.after("assume ", |p| p.assertion(a, Level::Any)),
            StmtKind::Join(a) => self.after("join ", |p| p.assertion(a, Level::Any)),
            StmtKind::Open(q) => self.after("open ", |p| p.instance(q)),
            StmtKind::Close(q) => self.after("close ", |p| p.instance(q)),
            StmtKind::Use(call) => self.after("use ", |p| p.pure_call(call, Level::Any)),
            StmtKind::Throw(_) => self.put("throw"),
            StmtKind::Return(None) => self.put("return"),
            StmtKind::Return(Some(e)) => self.after("return ", |p| p.expr(e, Level::Any)),
        }
    }

    fn after(&mut self, word: &str, f: impl FnOnce(&mut Self)) {
        self.put(word);
        f(self);
    }

    /// `x := `; nothing without a variable.
    fn gets(&mut self, v: Option<VarId>) {
        if let Some(v) = v {
            self.variable(v);
            self.put(" := ");
        }
    }

    /// `x := new T[n]`. For an array of arrays the length comes first: `new T[n][]`.
    fn new_array(&mut self, v: VarId, elem: &Type, length: &Expr) {
        self.gets(Some(v));
        let mut inner = elem;
        let mut brackets = String::new();
        while let Type::Array(next) = inner {
            brackets.push_str("[]");
            inner = next;
        }
        self.put("new ");
        let name = self.text.program.type_name(inner);
        self.put(&name);
        self.put("[");
        self.expr(length, Level::Any);
        self.put("]");
        self.put(&brackets);
    }
}
