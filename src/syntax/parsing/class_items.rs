//! The items of class bodies, and the classes that are made of them.

use super::actions::{Context, Prefix};
use crate::notation::Notation;
use crate::source::Span;
use crate::syntax::tree::ast::*;

/// An item of a class body.
pub enum ClassItem {
    /// One member, or several fields of one declaration.
    Members(Vec<Member>),
    /// A class.
    Class(Box<Class>),
    /// `;`, or a refused construct.
    Nothing,
}

impl Context {
    /// An initialiser block. Of Java, a `static` one is a member. A contract before it, or another modifier, is an
    /// error from `start` on: it may belong to the next member.
    pub fn initialiser_block(
        &mut self,
        prefix: Option<Prefix>,
        start: usize,
        block: Block,
    ) -> ClassItem {
        let Prefix { modifiers, clauses } = prefix.unwrap_or_default();
        let is_initialiser = clauses.is_empty() && modifiers.iter().all(|m| m.text == "static");
        if let (true, Notation::Java, [word]) =
            (is_initialiser, self.notation, modifiers.as_slice())
        {
            return ClassItem::Members(vec![Member {
                name: word.clone(),
                span: word.span.to(block.span),
                modifiers,
                kind: Box::new(MemberKind::Initialiser(block)),
                in_annotation: false,
            }]);
        }
        let start = if is_initialiser {
            block.span.start as usize
        } else {
            start
        };
        self.unsupported("an initialiser block", start, block.span.end as usize);
        ClassItem::Nothing
    }

    /// A class with these items; modifiers and supertypes are added later.
    pub fn class_of(
        &mut self,
        kind: ClassKind,
        name: Name,
        items: Vec<ClassItem>,
        span: Span,
    ) -> Class {
        let mut class = Class {
            modifiers: Vec::new(),
            kind,
            name,
            type_params: Vec::new(),
            extends: Vec::new(),
            implements: Vec::new(),
            constants: Vec::new(),
            members: Vec::new(),
            classes: Vec::new(),
            in_annotation: false,
            span,
        };
        for item in items {
            match item {
                ClassItem::Members(members) => {
                    class.members.extend(self.without_blocks(kind, members));
                }
                ClassItem::Class(inner) => class.classes.push(*inner),
                ClassItem::Nothing => {}
            }
        }
        number_blocks(&mut class.members);
        class
    }

    /// The members of a declaration, unless it is a block of an `enum` or an interface.
    fn without_blocks(&mut self, kind: ClassKind, members: Vec<Member>) -> Vec<Member> {
        if let (ClassKind::Interface | ClassKind::Enum, [only]) = (kind, members.as_slice())
            && let MemberKind::Initialiser(block) = &*only.kind
        {
            let (begin, end) = (block.span.start as usize, block.span.end as usize);
            self.unsupported("a block of an `enum` or an interface", begin, end);
            return Vec::new();
        }
        members
    }
}

/// Gives each block but the first a name of its own.
fn number_blocks(members: &mut [Member]) {
    let is_block = |member: &&mut Member| matches!(*member.kind, MemberKind::Initialiser(_));
    let blocks = members.iter_mut().filter(is_block);
    for (number, block) in (1usize..).zip(blocks).skip(1) {
        block.name.text = format!("static#{number}").into();
    }
}
