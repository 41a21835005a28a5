//! The variables of one member and the names that are visible.

use super::headers::Modifiers;
use crate::ir::{Type, Var, VarId, Vars};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeMap;

/// What the table of variables does not say about one.
struct Extra {
    /// Whether its type is well-formed.
    known: bool,
    /// Whether it may not be assigned after its declaration.
    is_final: bool,
}

/// The variables of a member and which names are visible now. Java forbids
/// that a local hides another one, so that a name stands for one variable.
#[derive(Default)]
pub(super) struct Scope {
    vars: Vars,
    extras: Vec<Extra>,
    visible: BTreeMap<String, VarId>,
    /// Names declared since the outermost block, with what they stood for before.
    declared: Vec<(String, Option<VarId>)>,
    temporaries: usize,
}

impl Scope {
    /// Declares `this`.
    pub fn declare_this(&mut self, ty: Type, span: Span) {
        let id = self.push("this", Some(ty), span);
        self.vars.this = Some(id);
    }

    /// Declares `result`.
    pub fn declare_result(&mut self, ty: Option<Type>, span: Span) {
        let id = self.push("result", ty, span);
        self.vars.result = Some(id);
    }

    /// Declares a parameter; gives the place of an earlier declaration of the name.
    pub fn declare_param(
        &mut self,
        name: &ast::Name,
        ty: Option<Type>,
        modifiers: Modifiers,
    ) -> Option<Span> {
        let id = self.local(name, ty, modifiers);
        self.vars.params.push(id);
        self.show(name, id)
    }

    /// A new local, not visible yet.
    pub fn local(&mut self, name: &ast::Name, ty: Option<Type>, modifiers: Modifiers) -> VarId {
        let id = self.push(&name.text, ty, name.span);
        if let Some(extra) = self.extras.last_mut() {
            extra.is_final = modifiers.is_final;
        }
        if let Some(var) = self.vars.all.last_mut() {
            var.is_ghost = modifiers.is_ghost;
        }
        id
    }

    /// Makes a variable visible; gives the place of an earlier one of its name
    /// that is still visible.
    pub fn show(&mut self, name: &ast::Name, id: VarId) -> Option<Span> {
        let before = self.visible.insert(name.text.clone(), id);
        self.declared.push((name.text.clone(), before));
        before.map(|v| self.vars.get(v).span)
    }

    /// A new temporary that holds the expression at `span`.
    pub fn temporary(&mut self, ty: Type, span: Span) -> VarId {
        self.temporaries += 1;
        let name = format!("${}", self.temporaries);
        // Nothing else is to be put into a variable of the type of `null`.
        let ty = if ty == Type::Null { Type::Object } else { ty };
        self.push(&name, Some(ty), span)
    }

    fn push(&mut self, name: &str, ty: Option<Type>, span: Span) -> VarId {
        let id = VarId(u32::try_from(self.vars.all.len()).unwrap_or(u32::MAX));
        self.extras.push(Extra {
            known: ty.is_some(),
            is_final: false,
        });
        self.vars.all.push(Var {
            name: name.to_owned(),
            ty: ty.unwrap_or(Type::Null),
            span,
            is_ghost: false,
        });
        id
    }

    /// Where a block starts: to be handed to [`Scope::close`].
    pub fn open(&self) -> usize {
        self.declared.len()
    }

    /// Ends a block: what was declared in it is not visible any more.
    pub fn close(&mut self, mark: usize) {
        while self.declared.len() > mark {
            let Some((name, before)) = self.declared.pop() else {
                return;
            };
            match before {
                Some(id) => self.visible.insert(name, id),
                None => self.visible.remove(&name),
            };
        }
    }

    /// The variable that a name stands for here.
    pub fn lookup(&self, name: &str) -> Option<VarId> {
        self.visible.get(name).copied()
    }

    /// Where a variable of that name was declared that is not visible any more.
    pub fn ended(&self, name: &str) -> Option<Span> {
        self.vars
            .all
            .iter()
            .rev()
            .find(|v| v.name == name)
            .map(|v| v.span)
    }

    /// All visible names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.visible.keys().map(String::as_str)
    }

    /// The variable itself.
    pub fn var(&self, id: VarId) -> &Var {
        self.vars.get(id)
    }

    /// Its type; `None` if it was declared with an ill-formed one.
    pub fn ty(&self, id: VarId) -> Option<Type> {
        let known = self.extras.get(id.index()).is_some_and(|e| e.known);
        known.then(|| self.vars.get(id).ty.clone())
    }

    /// Whether it is `final`.
    pub fn is_final(&self, id: VarId) -> bool {
        self.extras.get(id.index()).is_some_and(|e| e.is_final)
    }

    /// `this`, in instance members.
    pub fn this(&self) -> Option<VarId> {
        self.vars.this
    }

    /// `result`, where the member has one.
    pub fn result(&self) -> Option<VarId> {
        self.vars.result
    }

    /// Gives the variables away, when the member is done.
    pub fn finish(self) -> Vars {
        self.vars
    }
}
