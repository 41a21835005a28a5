//! Floating-point numbers in messages: operators in place of the functions that stand for them, and numbers in
//! place of their bits.

use crate::engine::Engine;
use crate::explanation::show::Written;
use veriframe_base::floating::Operation;
use veriframe_ir::Type;
use veriframe_ir::floating::Function;
use veriframe_logic::terms::printer::Printer;
use veriframe_logic::terms::printer::binding::{COMPARISON, PRODUCT, SUM, UNARY};
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

    /// Whether a condition is about where floating-point numbers are in their order, which says what a
    /// comparison of them says.
    pub(crate) fn tells_of_ranks(&self, condition: Term) -> bool {
        let mut parts = self.session.terms.subterms(condition);
        parts.any(|part| match self.session.terms.node(part) {
            Node::App(f, _) => self.floating_function(*f) == Some(Function::Auxiliary),
            _ => false,
        })
    }

    fn floating_function(&self, f: Func) -> Option<Function> {
        self.ctx.program.floating_function(self.pure_of(f)?)
    }
}

impl Written<'_, '_> {
    /// Writes an operation on floating-point numbers as programs write it; `None` if it is none.
    pub(crate) fn write_floating(&mut self, f: Func, args: &[Term], outer: u8) -> Option<()> {
        let Function::Operator(op) = self.engine.floating_function(f)? else {
            return None;
        };
        let method = self.engine.ctx.program.pure_method(self.engine.pure_of(f)?);
        let types: Vec<&Type> = method.vars.param_types().collect();
        match (op.sign(), args, types.as_slice()) {
            (Some(sign), &[left, right], &[of_left, of_right]) => {
                let own = binding(op);
                self.within(own, outer, |out| {
                    out.write_number(left, of_left, own);
                    out.push(&format!(" {sign} "));
                    out.write_number(right, of_right, own + 1);
                });
            }
            (None, &[operand], &[ty]) => {
                let sign = match op {
                    Operation::Negate => "-".to_owned(),
                    _ => format!("({}) ", self.engine.ctx.program.type_name(&method.ty)),
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

/// How strongly an operator with two operands binds.
fn binding(op: Operation) -> u8 {
    match op {
        Operation::Add | Operation::Subtract => SUM,
        Operation::Multiply | Operation::Divide | Operation::Remainder => PRODUCT,
        _ => COMPARISON,
    }
}
