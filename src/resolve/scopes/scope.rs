//! Scoping: the variables of one member, and the visible names.

use crate::ir::{ExprKind, LabelId, Type, Var, VarId, Vars, Width};
use crate::resolve::declarations::headers::Modifiers;
use crate::source::Span;
use crate::syntax::tree::ast;
use ecow::EcoString;
use std::collections::BTreeMap;

/// Attributes of a variable that only the resolver needs.
struct Extra {
    /// Whether its type is well-formed.
    known: bool,
    /// Whether it may be assigned after its declaration.
    assigned: Assigned,
    /// Its written type, for type arguments.
    written: Option<ast::Type>,
    /// The machine type whose values a bound variable ranges over.
    range: Option<Width>,
    /// Its value, if it is one of Java's constant variables.
    constant: Option<ExprKind>,
}

/// Whether a variable may be assigned after its declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::resolve) enum Assigned {
    /// Assignable.
    Freely,
    /// `final`.
    Never,
    /// Bound by a quantifier or `let`: not assignable, and visible only in the body.
    Bound,
}

impl Assigned {
    /// The attribute of a local or parameter with or without `final`.
    pub fn unless(is_final: bool) -> Assigned {
        if is_final {
            Assigned::Never
        } else {
            Assigned::Freely
        }
    }
}

/// A declaration to be undone at the end of its block.
enum Declared {
    /// A variable's name, and the variable that it hides.
    Variable(EcoString, Option<VarId>),
    /// A label's name.
    Label(EcoString),
}

/// The variables of a member and the visible names. As in Java, a local cannot hide another one;
/// `show` reports the conflict to its caller.
#[derive(Default)]
pub(in crate::resolve) struct Scope {
    vars: Vars,
    extras: Vec<Extra>,
    visible: BTreeMap<EcoString, VarId>,
    /// The visible labels and their places.
    labels: BTreeMap<EcoString, (LabelId, Span)>,
    /// Declarations in all open blocks, innermost last.
    declared: Vec<Declared>,
    temporaries: usize,
}

impl Scope {
    /// Declares `this`.
    pub fn declare_this(&mut self, ty: Type, span: Span) {
        let id = self.push("this", Some(ty), span);
        self.vars.this = Some(id);
    }

    /// Declares `result`, behind the parameters. Messages tell it from a parameter of this name.
    pub fn declare_result(&mut self, ty: Option<Type>, span: Span) {
        let name = match self.lookup("result") {
            Some(_) => r"\result",
            None => "result",
        };
        let id = self.push(name, ty, span);
        self.vars.result = Some(id);
    }

    /// Declares the exception with which a member ends, or null.
    pub fn declare_exception(&mut self, span: Span) -> VarId {
        let id = self.push("exception", Some(Type::Object), span);
        self.vars.exception = Some(id);
        id
    }

    /// The exception with which the member ends, if its contract speaks of one.
    pub fn exception(&self) -> Option<VarId> {
        self.vars.exception
    }

    /// Declares a parameter; returns the place of an earlier declaration of the name.
    pub fn declare_param(
        &mut self,
        name: &ast::Name,
        ty: Option<Type>,
        modifiers: Modifiers,
    ) -> Option<Span> {
        let assigned = Assigned::unless(modifiers.is_final);
        let id = self.local(name, ty, assigned, modifiers.is_ghost);
        self.vars.params.push(id);
        self.show(name, id)
    }

    /// A new local, not visible yet.
    pub fn local(
        &mut self,
        name: &ast::Name,
        ty: Option<Type>,
        assigned: Assigned,
        is_ghost: bool,
    ) -> VarId {
        let id = self.push(&name.text, ty, name.span);
        if let Some(extra) = self.extras.last_mut() {
            extra.assigned = assigned;
        }
        if let Some(var) = self.vars.all.last_mut() {
            var.is_ghost = is_ghost;
        }
        id
    }

    /// Records the written type of a variable.
    pub fn write_type(&mut self, id: VarId, ty: &ast::Type) {
        if let Some(extra) = self.extras.get_mut(id.index()) {
            extra.written = Some(ty.clone());
        }
    }

    /// The written type of a variable.
    pub fn written(&self, id: VarId) -> Option<&ast::Type> {
        self.extras.get(id.index())?.written.as_ref()
    }

    /// Records the machine type whose values a bound variable ranges over.
    pub fn set_range(&mut self, id: VarId, width: Width) {
        if let Some(extra) = self.extras.get_mut(id.index()) {
            extra.range = Some(width);
        }
    }

    /// The machine type whose values a bound variable ranges over.
    pub fn bound_type(&self, id: VarId) -> Option<Width> {
        self.extras.get(id.index())?.range
    }

    /// Records the value of a constant variable.
    pub fn set_constant(&mut self, id: VarId, value: ExprKind) {
        if let Some(extra) = self.extras.get_mut(id.index()) {
            extra.constant = Some(value);
        }
    }

    /// The value of a constant variable.
    pub fn constant(&self, id: VarId) -> Option<ExprKind> {
        self.extras.get(id.index())?.constant.clone()
    }

    /// Makes a variable visible; returns the place of a visible variable of the same name.
    pub fn show(&mut self, name: &ast::Name, id: VarId) -> Option<Span> {
        let before = self.visible.insert(name.text.clone(), id);
        self.declared
            .push(Declared::Variable(name.text.clone(), before));
        before.map(|v| self.vars.get(v).span)
    }

    /// Declares a label, visible in the rest of the block.
    ///
    /// # Errors
    /// Returns the place of a visible label of the same name.
    pub fn declare_label(&mut self, name: &ast::Name) -> Result<LabelId, Span> {
        if let Some((_, earlier)) = self.labels.get(&name.text) {
            return Err(*earlier);
        }
        let id = LabelId(u32::try_from(self.vars.labels.len()).unwrap_or(u32::MAX));
        self.vars.labels.push(name.text.to_string());
        self.labels.insert(name.text.clone(), (id, name.span));
        self.declared.push(Declared::Label(name.text.clone()));
        Ok(id)
    }

    /// Looks up a visible label.
    pub fn label(&self, name: &str) -> Option<LabelId> {
        self.labels.get(name).map(|(id, _)| *id)
    }

    /// The names of all visible labels, in alphabetical order.
    pub fn label_names(&self) -> impl Iterator<Item = &str> {
        self.labels.keys().map(EcoString::as_str)
    }

    /// A new temporary for the expression at `span`.
    pub fn temporary(&mut self, ty: Type, span: Span) -> VarId {
        self.temporaries += 1;
        let name = format!("${}", self.temporaries);
        // A variable of the type of `null` could hold no other value.
        let ty = if ty == Type::Null { Type::Object } else { ty };
        let id = self.push(&name, Some(ty), span);
        if let Some(var) = self.vars.all.last_mut() {
            var.is_temporary = true;
        }
        id
    }

    /// Renames a temporary for use in messages.
    pub fn rename(&mut self, variable: VarId, name: &str) {
        if let Some(var) = self.vars.all.get_mut(variable.index()) {
            name.clone_into(&mut var.name);
        }
    }

    fn push(&mut self, name: &str, ty: Option<Type>, span: Span) -> VarId {
        let id = VarId(u32::try_from(self.vars.all.len()).unwrap_or(u32::MAX));
        self.extras.push(Extra {
            known: ty.is_some(),
            assigned: Assigned::Freely,
            written: None,
            range: None,
            constant: None,
        });
        self.vars.all.push(Var {
            name: name.to_owned(),
            ty: ty.unwrap_or(Type::Null),
            span,
            is_ghost: false,
            is_temporary: false,
        });
        id
    }

    /// The start of a block, to be passed to [`Scope::close`].
    pub fn open(&self) -> usize {
        self.declared.len()
    }

    /// Ends a block and hides its declarations.
    pub fn close(&mut self, mark: usize) {
        while self.declared.len() > mark {
            match self.declared.pop() {
                Some(Declared::Variable(name, Some(before))) => {
                    self.visible.insert(name, before);
                }
                Some(Declared::Variable(name, None)) => {
                    self.visible.remove(&name);
                }
                Some(Declared::Label(name)) => {
                    self.labels.remove(&name);
                }
                None => return,
            }
        }
    }

    /// Looks up a visible variable.
    pub fn lookup(&self, name: &str) -> Option<VarId> {
        self.visible.get(name).copied()
    }

    /// The last declared variable of this name, whether visible or not.
    pub fn ended(&self, name: &str) -> Option<VarId> {
        let at = self.vars.all.iter().rposition(|v| v.name == name)?;
        u32::try_from(at).ok().map(VarId)
    }

    /// All visible names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.visible.keys().map(EcoString::as_str)
    }

    /// The variable of an id.
    pub fn var(&self, id: VarId) -> &Var {
        self.vars.get(id)
    }

    /// The type of a variable; `None` if it is ill-formed.
    pub fn ty(&self, id: VarId) -> Option<Type> {
        let known = self.extras.get(id.index()).is_some_and(|e| e.known);
        known.then(|| self.vars.get(id).ty.clone())
    }

    /// Whether a variable may be assigned after its declaration.
    pub fn assigned(&self, id: VarId) -> Assigned {
        self.extras
            .get(id.index())
            .map_or(Assigned::Freely, |e| e.assigned)
    }

    /// The parameters, in order.
    pub fn params(&self) -> Vec<VarId> {
        self.vars.params.clone()
    }

    /// `this`, in instance members.
    pub fn this(&self) -> Option<VarId> {
        self.vars.this
    }

    /// `result`, if the member has one.
    pub fn result(&self) -> Option<VarId> {
        self.vars.result
    }

    /// Returns the variables of the finished member.
    pub fn finish(self) -> Vars {
        self.vars
    }
}
