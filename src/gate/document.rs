//! The contracts of a program as text, for reviews.

use crate::ir::{AssertKind, Assertion, ClassId, ExprKind, MemberId, MethodKind, Program, Vars};
use crate::source::{SourceMap, Span};

/// The contract of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContractText {
    /// Its class; `None` for the main routine.
    pub class: Option<String>,
    /// Its full name, such as `Cell.set`.
    pub member: String,
    /// The kind: `method`, `pure`, `predicate`, …
    pub kind: &'static str,
    /// The header, such as `void set(int v)`.
    pub header: String,
    /// The clauses, such as `requires acc(this.x);`, one a line. That of a predicate or a pure
    /// method is followed by what it stands for.
    pub clauses: Vec<String>,
    /// The place of its name.
    pub span: Span,
}

/// The contracts of all members of a program that have one, in source order.
#[must_use]
pub fn contracts(program: &Program, sources: &SourceMap) -> Vec<ContractText> {
    let members = program.members.iter().copied();
    let declared = members.filter(|member| !program.is_verified_again(*member));
    declared
        .filter_map(|member| contract(program, member, sources))
        .collect()
}

fn contract(program: &Program, member: MemberId, sources: &SourceMap) -> Option<ContractText> {
    let vars = program.vars(member);
    let text = |span: Span| {
        let words = sources.text(span).split_whitespace();
        words.collect::<Vec<&str>>().join(" ")
    };
    let mut clauses = Vec::new();
    let mut add = |word: &str, a: &Assertion| {
        let parts = match &a.kind {
            AssertKind::Star(parts) => parts.as_slice(),
            _ => std::slice::from_ref(a),
        };
        for part in parts.iter().filter(|part| !is_true(part)) {
            clauses.push(format!("{word} {};", text(part.span)));
        }
    };
    let (class, kind, result, name) = match member {
        MemberId::Method(m) => {
            let method = program.method(m);
            if method.implicit || method.is_run_by_java() {
                return None;
            }
            add("requires", &method.requires);
            add("ensures", &method.ensures);
            let result = vars.result.map(|v| program.type_name(&vars.get(v).ty));
            let (kind, result) = match method.kind {
                MethodKind::Constructor => ("constructor", String::new()),
                MethodKind::Lemma => ("lemma", "lemma void ".to_owned()),
                _ => (
                    "method",
                    format!("{} ", result.unwrap_or_else(|| "void".to_owned())),
                ),
            };
            (method.class, kind, result, &method.name)
        }
        MemberId::Pure(p) => {
            let method = program.pure_method(p);
            add("requires", &method.requires);
            add("ensures", &method.ensures);
            clauses.extend(
                method
                    .body
                    .as_ref()
                    .map(|body| format!("returns {};", text(body.span))),
            );
            let result = format!("pure {} ", program.type_name(&method.ty));
            (method.class, "pure", result, &method.name)
        }
        MemberId::Pred(q) => {
            let pred = program.pred(q);
            clauses.extend(
                pred.body
                    .as_ref()
                    .map(|a| format!("means {};", text(a.span))),
            );
            (pred.class, "predicate", "predicate ".to_owned(), &pred.name)
        }
    };
    let is_static = vars.this.is_none() && kind != "constructor";
    let modifier = if is_static { "static " } else { "" };
    let class_name = |class: ClassId| program.class(class).name.clone();
    Some(ContractText {
        class: class.map(class_name),
        member: program.member_name(member),
        kind,
        header: format!("{modifier}{result}{name}({})", params(program, vars)),
        clauses,
        span: program.member_span(member),
    })
}

fn is_true(a: &Assertion) -> bool {
    match &a.kind {
        AssertKind::Pure(e) => matches!(e.kind, ExprKind::Bool(true)),
        _ => false,
    }
}

fn params(program: &Program, vars: &Vars) -> String {
    let params = vars.params.iter().map(|param| {
        let var = vars.get(*param);
        let ghost = if var.is_ghost { "ghost " } else { "" };
        format!("{ghost}{} {}", program.type_name(&var.ty), var.name)
    });
    params.collect::<Vec<String>>().join(", ")
}
