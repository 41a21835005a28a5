//! Floating-point numbers and bits in messages: operators in place of the functions that stand for them, and numbers in
//! place of their bits.

use crate::engine::Engine;
use crate::explanation::show::Written;
use veriframe_base::floating::Operation;
use veriframe_ir::floating::{Function, operator};
use veriframe_ir::{BinOp, Level, Type};
use veriframe_logic::terms::printer::Printer;
use veriframe_logic::terms::printer::binding::{COMPARISON, CONDITIONAL, PRODUCT, SUM, UNARY};
use veriframe_logic::terms::term::Node;
use veriframe_logic::{Func, Term};

impl Engine<'_> {
    /// The number that a literal of a type stands for, if it is one of a floating-point type.
    pub(crate) fn floating_text(&self, t: Term, ty: &Type) -> Option<String> {
        match self.session.terms.node(t) {
            Node::Int(bits) => ty.floating_text(bits),
            _ => None,
        }
    }

    /// The functions that say where floating-point numbers are in their order: conditions about it say what a
    /// comparison of them says.
    pub(crate) fn functions_of_ranks(&self) -> Vec<Func> {
        let functions = &self.session.functions;
        let all = functions.methods.iter().chain(&functions.limited);
        let program = self.ctx.program;
        let is_one = |id| program.floating_function(id) == Some(Function::Auxiliary);
        let found = all.filter(|(id, _)| is_one(**id));
        found.map(|(_, f)| *f).collect()
    }

    /// Whether one of these functions is in a term.
    pub(crate) fn has_one_of(&self, functions: &[Func], t: Term) -> bool {
        let mut parts = self.session.terms.subterms(t);
        let is_one = |part| matches!(self.session.terms.node(part), Node::App(f, _) if functions.contains(f));
        !functions.is_empty() && parts.any(is_one)
    }
}

impl Written<'_, '_> {
    /// Writes an operation on floating-point numbers or on bits as programs write it; `None` if it is none.
    pub(crate) fn write_operator(&mut self, f: Func, args: &[Term], outer: u8) -> Option<()> {
        let program = self.engine.ctx.program;
        let id = self.engine.pure_of(f)?;
        if let (Some(op), &[left, right]) = (program.bit_operation(id), args) {
            self.within(CONDITIONAL, outer, |out| {
                out.write(left, UNARY);
                out.push(&format!(" {} ", op.sign()));
                out.write(right, UNARY);
            });
            return Some(());
        }
        let Function::Operator(op) = program.floating_function(id)? else {
            return None;
        };
        let method = program.pure_method(id);
        let types: Vec<&Type> = method.vars.param_types().collect();
        match (operator(op), args, types.as_slice()) {
            (Some(op), &[left, right], &[of_left, of_right]) => {
                let own = binding(op);
                self.within(own, outer, |out| {
                    out.write_number(left, of_left, own);
                    out.push(&format!(" {} ", op.row().java));
                    out.write_number(right, of_right, own + 1);
                });
            }
            (None, &[operand], &[ty]) => {
                let sign = match op {
                    Operation::Negate => "-".to_owned(),
                    _ => format!("({}) ", program.type_name(&method.ty)),
                };
                self.within(UNARY, outer, |out| {
                    out.push(&sign);
                    out.write_number(operand, ty, UNARY);
                });
            }
            _ => return None,
        }
        Some(())
    }

    fn write_number(&mut self, t: Term, ty: &Type, outer: u8) {
        match self.engine.floating_text(t, ty) {
            Some(text) if text.contains(' ') => self.within(PRODUCT, outer, |out| out.push(&text)),
            Some(text) => self.push(&text),
            None => self.write(t, outer),
        }
    }
}

/// How strongly an operator binds.
fn binding(op: BinOp) -> u8 {
    match op.row().level {
        Level::Sum => SUM,
        Level::Product => PRODUCT,
        _ => COMPARISON,
    }
}
