//! Members that no declaration names: default constructors, the statements behind the classes, and the blocks that
//! Java runs when a class is first used.

use super::collect::Collector;
use super::table::{Header, Source, Visibility, Yields};
use crate::ir::{ClassId, MemberId, MethodKind};
use crate::source::Span;
use crate::syntax::tree::ast;

/// Whether Java runs a member when its class is first used.
pub(super) fn is_block(member: &ast::Member) -> bool {
    matches!(*member.kind, ast::MemberKind::Initialiser(_))
}

/// The header of a member without parameters and result, of no class, which anyone may use.
fn bare(name: &str, name_span: Span) -> Header<'_> {
    Header {
        class: None,
        name,
        name_span,
        is_static: false,
        is_final: false,
        visibility: Visibility::Public,
        params: Vec::new(),
        yields: Yields::Nothing,
        written: None,
        type_params: &[],
        is_refused: false,
    }
}

impl<'a> Collector<'a, '_> {
    pub(super) fn default_constructor(&mut self, id: ClassId, class: &'a ast::Class) {
        let header = Header {
            class: Some(id),
            ..bare(&class.name.text, class.name.span)
        };
        let method = self.push_method(header, MethodKind::Constructor, Source::Default);
        if let Some(info) = self.table.classes.get_mut(id.index()) {
            info.constructors.push(method);
        }
        self.table.members.push(MemberId::Method(method));
    }

    pub(super) fn main(&mut self, stmts: &'a [ast::Stmt]) {
        let Some(first) = stmts.first() else { return };
        let header = Header {
            is_static: true,
            is_final: true,
            ..bare("main", first.span)
        };
        let id = self.push_method(header, MethodKind::Main, Source::Block(stmts));
        self.table.members.push(MemberId::Method(id));
    }

    /// A `static` block of a class in Java.
    pub(super) fn initialiser(
        &mut self,
        id: ClassId,
        member: &'a ast::Member,
        block: &'a ast::Block,
    ) {
        let header = Header {
            class: Some(id),
            is_static: true,
            is_final: true,
            visibility: Visibility::Private,
            ..bare(&member.name.text, member.name.span)
        };
        let method = self.push_method(header, MethodKind::Initialiser, Source::Block(&block.stmts));
        self.table.members.push(MemberId::Method(method));
    }
}
