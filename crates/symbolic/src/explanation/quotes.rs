//! Conditions in messages: quoted from the source, or printed from the IR in the notation
//! of the source if lowering created them.
//!
//! A message with a quote is valid only while the quoted text is unchanged: the IR is the
//! same for `x > 0` and `0 < x`. Therefore a run records the spans that it quotes.

use crate::engine::Engine;
use crate::state::symbolic_state::State;
use veriframe_base::source::Span;
use veriframe_ir::print::Text;
use veriframe_ir::{Assertion, Expr, ExprKind, Location, PredInstance, Vars};

impl Engine<'_> {
    /// An expression as quoted in messages.
    pub(crate) fn expr_text(&self, s: &State, e: &Expr) -> String {
        let text = self.ctx.quoted(e.span);
        let vars = self.display_vars(s);
        let is_own = if let ExprKind::Var(variable) = &e.kind {
            // The span of a temporary is that of the expression it stands for. Other
            // variables can be implicit.
            text == "\\result" || vars.get(*variable).is_told_by_text() && !text.is_empty()
        } else {
            is_text_of(&text, e)
        };
        if is_own {
            self.run.quotes.borrow_mut().insert(e.span);
            return text;
        }
        self.printer(&vars).expr(e)
    }

    /// An expression without sugar: with explicit receivers, like the heaps and values
    /// shown.
    pub(crate) fn plain_text(&self, s: &State, e: &Expr) -> String {
        self.printer(&self.display_vars(s)).expr(e)
    }

    /// The text of a location in an assertion.
    pub(crate) fn location_name(&self, s: &State, location: &Location) -> String {
        self.printer(&self.display_vars(s)).location(location)
    }

    /// The text of a predicate instance in an assertion.
    pub(crate) fn instance_name(&self, s: &State, instance: &PredInstance) -> String {
        self.printer(&self.display_vars(s)).instance(instance)
    }

    /// The printer of the IR in the notation of the program's files.
    pub(crate) fn printer<'v>(&'v self, vars: &'v Vars) -> Text<'v> {
        Text::new(self.ctx.program, vars).in_notation(self.ctx.notation)
    }

    /// An assertion as quoted in messages.
    pub(crate) fn assertion_text(&self, a: &Assertion) -> String {
        self.run.quotes.borrow_mut().insert(a.span);
        self.ctx.quoted(a.span)
    }

    /// The texts that are in parts of what is reported, with their spans.
    #[must_use]
    pub fn quotes(&self) -> Vec<(Span, String)> {
        let mut parts: Vec<&str> = Vec::new();
        for diagnostic in &self.run.diagnostics {
            parts.extend(diagnostic.parts());
            parts.extend(
                diagnostic
                    .related
                    .iter()
                    .flat_map(|label| label.role.parts()),
            );
        }
        let spans = self.run.quotes.borrow();
        let all = spans.iter().map(|&span| (span, self.ctx.quoted(span)));
        all.filter(|(_, text)| parts.iter().any(|part| part.contains(text)))
            .collect()
    }
}

/// Whether a text can be that of an expression. An expression created by lowering, such
/// as the initial value of a field, has the span of a name.
fn is_text_of(text: &str, e: &Expr) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || "_$\\".contains(c);
    let is_word = text.chars().all(in_word);
    let mut e = e;
    while let ExprKind::Convert(_, inner) = &e.kind {
        e = inner;
    }
    let has_name = matches!(e.kind, ExprKind::Field(..) | ExprKind::Static(_));
    if has_name || e.literal().is_some() {
        !text.is_empty()
    } else {
        !is_word
    }
}
