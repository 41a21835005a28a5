//! Reordering of the `requires` clauses of a contract, of the members of a class, and
//! of classes. Pieces of the text are permuted; the text between them (other clauses,
//! comments) stays in place.

use super::support::random::Random;
use super::support::tree::{self, callable, full_name, parse};
use super::support::words::{Kind, tokens};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use veriframe::Span;
use veriframe::internals::syntax::ast::{Class, ClauseKind, File, Member, MemberKind};

/// The tree of a program without syntax errors.
pub fn parsed(text: &str) -> File {
    parse(text).unwrap_or_else(|message| panic!("{message}\n{text}"))
}

/// `Class.member/2`: callables of one name differ in the number of parameters.
pub fn key(class: &Class, member: &Member) -> String {
    let count = callable(member).map_or(0, |callable| callable.params.len());
    format!("{}/{count}", full_name(class, member))
}

/// Reorders the `requires` clauses of each contract that has several, by the
/// permutation that `order` returns for its [`key`] and their number.
pub fn requires(text: &str, mut order: impl FnMut(&str, usize) -> Vec<usize>) -> String {
    let file = parsed(text);
    let mut moves = Vec::new();
    for (class, member) in tree::members(&file) {
        let clauses = callable(member).map_or(&[][..], |callable| &callable.contract);
        let clauses = clauses.iter().filter(|c| c.kind == ClauseKind::Requires);
        let spans: Vec<Span> = clauses.map(|clause| clause.span).collect();
        if spans.len() > 1 {
            let order = order(&key(class, member), spans.len());
            moves.extend(exchange(&spans, &order));
        }
    }
    moved(text, moves)
}

/// The members that keep their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Those whose order is significant: see [`ordered`].
    Ordered,
    /// None.
    Nothing,
}

/// Shuffles the members of each class, then the classes.
pub fn members(text: &str, seed: u64, keep: Keep) -> String {
    let mut random = Random::new(seed);
    let file = parsed(text);
    let fixed = match keep {
        Keep::Ordered => ordered(text, &file),
        Keep::Nothing => BTreeSet::new(),
    };
    let mut moves = Vec::new();
    for class in &file.classes {
        let spans: Vec<Span> = class.members.iter().map(|member| member.span).collect();
        let fixed = |at: &usize| fixed.contains(&key(class, &class.members[*at]));
        moves.extend(exchange(
            &spans,
            &keeping(random.shuffled(spans.len()), fixed),
        ));
    }
    let text = moved(text, moves);

    let file = parsed(&text);
    let spans: Vec<Span> = file.classes.iter().map(|class| class.span).collect();
    let has_fixed = |at: &usize| {
        let class = &file.classes[*at];
        let mut members = class.members.iter();
        members.any(|member| fixed.contains(&key(class, member)))
    };
    let order = keeping(random.shuffled(spans.len()), has_fixed);
    moved(&text, exchange(&spans, &order))
}

/// A permutation in which the `fixed` elements keep their relative order.
fn keeping(order: Vec<usize>, fixed: impl Fn(&usize) -> bool) -> Vec<usize> {
    let mut theirs: Vec<usize> = order.iter().copied().filter(&fixed).collect();
    theirs.sort_unstable();
    let mut theirs = theirs.into_iter();
    let place = |at: usize| {
        if fixed(&at) {
            theirs.next().unwrap()
        } else {
            at
        }
    };
    order.into_iter().map(place).collect()
}

/// The members whose order is significant: mutually recursive pure methods and lemmas
/// without measures. Each call must then be to an earlier one, unless the heap shrinks.
///
/// Calls are recognized by name only, including those in bodies of predicates, so the
/// result may be too large, but never too small.
fn ordered(text: &str, file: &File) -> BTreeSet<String> {
    let nodes: Vec<Node<'_>> = tree::members(file)
        .filter_map(|(class, member)| Node::new(text, class, member))
        .collect();
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, node) in nodes.iter().enumerate() {
        by_name.entry(node.name).or_default().push(at);
    }
    let called = |at: usize| {
        let words = nodes[at].mentions.iter();
        words
            .filter_map(|word| by_name.get(word))
            .flatten()
            .copied()
    };
    let reached: Vec<BTreeSet<usize>> = (0..nodes.len())
        .map(|at| {
            let mut seen = BTreeSet::new();
            let mut todo: Vec<usize> = called(at).collect();
            while let Some(next) = todo.pop() {
                if seen.insert(next) {
                    todo.extend(called(next));
                }
            }
            seen
        })
        .collect();
    let cycle = |at: usize| -> Vec<usize> {
        let theirs = reached[at].iter().copied();
        theirs
            .filter(|&other| reached[other].contains(&at))
            .collect()
    };
    (0..nodes.len())
        .filter(|&at| nodes[at].descends)
        .filter(|&at| {
            cycle(at)
                .into_iter()
                .any(|other| other != at && nodes[other].descends)
        })
        .filter(|&at| cycle(at).into_iter().all(|other| !nodes[other].has_measure))
        .map(|at| nodes[at].key.clone())
        .collect()
}

/// A pure method, a lemma or a predicate in the call graph.
struct Node<'t> {
    key: String,
    name: &'t str,
    /// The words in it, without its own name in the declaration.
    mentions: BTreeSet<&'t str>,
    has_measure: bool,
    /// Whether it must terminate: it is not a predicate.
    descends: bool,
}

impl<'t> Node<'t> {
    fn new(text: &'t str, class: &Class, member: &'t Member) -> Option<Node<'t>> {
        let is_pure = member.modifiers.iter().any(|word| word.text == "pure");
        let descends = match &*member.kind {
            MemberKind::Predicate(_) => false,
            MemberKind::Lemma(_) => true,
            MemberKind::Method { .. } if is_pure => true,
            _ => return None,
        };
        let start = member.span.start as usize;
        let declared = member.name.span.start as usize;
        let mentions = tokens(&text[range(member.span)]).into_iter();
        let mentions = mentions
            .filter(|token| token.kind == Kind::Word && start + token.start != declared)
            .map(|token| token.text);
        let clauses = callable(member).map_or(&[][..], |callable| &callable.contract);
        Some(Node {
            key: key(class, member),
            name: &member.name.text,
            mentions: mentions.collect(),
            has_measure: clauses.iter().any(|c| c.kind == ClauseKind::Decreases),
            descends,
        })
    }
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Replaces the text of each span by that of the span given by `order`.
pub fn exchange(spans: &[Span], order: &[usize]) -> Vec<(Range<usize>, Range<usize>)> {
    let to = spans.iter().map(|&span| range(span));
    to.zip(order.iter().map(|&from| range(spans[from])))
        .collect()
}

/// The text with some pieces replaced.
pub fn moved(text: &str, mut moves: Vec<(Range<usize>, Range<usize>)>) -> String {
    moves.sort_by_key(|(to, _)| to.start);
    let mut result = String::with_capacity(text.len());
    let mut end = 0;
    for (to, from) in moves {
        result.push_str(&text[end..to.start]);
        result.push_str(&text[from]);
        end = to.end;
    }
    result.push_str(&text[end..]);
    result
}
