//! In which member an error of the front end stands, for reports by member.

use super::places::Innermost;
use super::texts::texts;
use crate::diagnostics::Diagnostic;
use crate::ir::{MemberId, Program};
use crate::source::Span;
use crate::syntax::tree::ast;
use std::collections::BTreeMap;

/// Notes in each diagnostic the member whose text it is about, where there is one: fields, headers
/// of classes and what could not be read have none.
pub(crate) fn name_members(files: &[ast::File], program: &Program, found: &mut [Diagnostic]) {
    if found.is_empty() {
        return;
    }
    let members = program.all_members();
    let by_name: BTreeMap<Span, MemberId> = members
        .map(|member| (program.member_span(member), member))
        .collect();
    let texts = texts(files).into_iter().filter_map(|(name, text)| {
        let member = by_name.get(&name)?;
        Some((text.span, *member))
    });
    let members = Innermost::new(texts);
    for diagnostic in found {
        let member = members.around(diagnostic.span);
        diagnostic.member = member.map(|member| program.member_name(*member));
    }
}
