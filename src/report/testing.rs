//! JSON reports of tests: one object in the format of `docs/veriframe-test.schema.json`.

use super::inputs::Named;
use crate::driver::{FileCoverage, TestFinding, TestMember, TestReport};
use crate::source::SourceMap;

/// The version of the format, increased by incompatible changes.
const VERSION: u32 = 1;

/// The report on a test, indented, with a final newline; with the inputs of the search if asked.
///
/// # Errors
/// Only if serde_json fails, for which there is no reason.
pub fn render(
    sources: &SourceMap,
    report: &TestReport,
    with_tree: bool,
) -> Result<String, Box<dyn std::error::Error>> {
    let of_member = |member| {
        let name = |finding| violation(sources, member, finding);
        member.findings.iter().map(name).collect::<Vec<_>>()
    };
    let object = Test {
        version: VERSION,
        violations: report.members.iter().flat_map(of_member).collect(),
        members: report
            .members
            .iter()
            .map(|m| counted(sources, m, with_tree))
            .collect(),
        untested: report
            .untested
            .iter()
            .map(|member| UntestedObject {
                file: sources.file(member.span.file).name(),
                member: &member.name,
                why: member.why.as_deref(),
            })
            .collect(),
        coverage: coverage(&report.coverage),
    };
    let mut text = serde_json::to_string_pretty(&object)?;
    text.push('\n');
    Ok(text)
}

#[derive(serde::Serialize)]
struct Test<'a> {
    version: u32,
    violations: Vec<ViolationObject<'a>>,
    members: Vec<MemberObject<'a>>,
    untested: Vec<UntestedObject<'a>>,
    coverage: CoverageObject<'a>,
}

#[derive(serde::Serialize)]
struct ViolationObject<'a> {
    file: &'a str,
    member: &'a str,
    line: usize,
    code: &'static str,
    reason: Option<&'static str>,
    message: String,
    generation: u32,
    input: Named<'a>,
}

#[derive(serde::Serialize)]
struct MemberObject<'a> {
    file: &'a str,
    member: &'a str,
    runs: u64,
    invalid: u64,
    unchecked: u64,
    unevaluated: u64,
    bounded: u64,
    unsupported: u64,
    generations: u32,
    queries: u64,
    undecided: u64,
    beyond: u64,
    opaque: u64,
    restrictions: &'a [String],
    exhausted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Vec<NodeObject<'a>>>,
}

#[derive(serde::Serialize)]
struct UntestedObject<'a> {
    file: &'a str,
    member: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
}

#[derive(serde::Serialize)]
struct NodeObject<'a> {
    parent: Option<usize>,
    negated: Option<usize>,
    generation: u32,
    score: u32,
    valid: bool,
    code: Option<&'static str>,
    input: Named<'a>,
}

#[derive(serde::Serialize)]
struct CoverageObject<'a> {
    lines: Reached,
    branches: Reached,
    files: Vec<FileObject<'a>>,
}

#[derive(serde::Serialize)]
struct FileObject<'a> {
    file: &'a str,
    lines: Reached,
    branches: Reached,
}

#[derive(serde::Serialize)]
struct Reached {
    reached: usize,
    total: usize,
}

fn violation<'a>(
    sources: &'a SourceMap,
    member: &'a TestMember,
    finding: &'a TestFinding,
) -> ViolationObject<'a> {
    let diagnostic = &finding.diagnostic;
    ViolationObject {
        file: sources.file(diagnostic.span.file).name(),
        member: &member.name,
        line: finding.line,
        code: diagnostic.code.name(),
        reason: diagnostic.reason.map(crate::diagnostics::Code::name),
        message: diagnostic.message(),
        generation: finding.generation,
        input: Named(&finding.input),
    }
}

fn counted<'a>(
    sources: &'a SourceMap,
    member: &'a TestMember,
    with_tree: bool,
) -> MemberObject<'a> {
    let nodes = || {
        let nodes = member.nodes.iter().map(|node| NodeObject {
            parent: node.parent,
            negated: node.parent.map(|_| node.negated),
            generation: node.generation,
            score: node.score,
            valid: node.is_valid,
            code: node.code,
            input: Named(&node.input),
        });
        nodes.collect()
    };
    let tally = &member.tally;
    MemberObject {
        file: sources.file(member.span.file).name(),
        member: &member.name,
        runs: tally.runs,
        invalid: tally.invalid,
        unchecked: tally.unchecked,
        unevaluated: tally.unevaluated,
        bounded: tally.bounded(),
        unsupported: tally.unsupported,
        generations: tally.generations,
        queries: tally.queries,
        undecided: tally.undecided,
        beyond: tally.beyond,
        opaque: tally.opaque,
        restrictions: &member.restrictions,
        exhausted: member.is_exhausted,
        tree: with_tree.then(nodes),
    }
}

fn coverage(files: &[FileCoverage]) -> CoverageObject<'_> {
    let mut all = [0; 4];
    let mut objects = Vec::new();
    for file in files {
        let counts = file.counts();
        all.iter_mut()
            .zip(counts)
            .for_each(|(all, own)| *all += own);
        let [lines, branches] = reached(counts);
        objects.push(FileObject {
            file: &file.file,
            lines,
            branches,
        });
    }
    let [lines, branches] = reached(all);
    CoverageObject {
        lines,
        branches,
        files: objects,
    }
}

fn reached([lines, of_lines, outcomes, of_outcomes]: [usize; 4]) -> [Reached; 2] {
    let reached = |reached, total| Reached { reached, total };
    [reached(lines, of_lines), reached(outcomes, of_outcomes)]
}
