//! Random edits of all test programs: the output with the cache of the previous version
//! equals the output without cache.
//!
//! `VERIFRAME_EDITS=2400 cargo test --release --test cache proofs::random -- --nocapture` tries
//! that many edits over all programs, about 2,000 of which are programs.

use super::{Program, all_programs, in_parallel, mutate, options, shown, with};
use crate::support::java_programs;
use crate::support::random::Random;
use crate::support::words::{Kind, Token, replace, tokens};
use std::ops::Range;
use veriframe::internals::syntax::Notation;
use veriframe::internals::syntax::ast::File;
use veriframe::internals::{on_large_stack, syntax};
use veriframe::{SourceMap, Span};

/// The default number of edits, without `VERIFRAME_EDITS`.
const EDITS: usize = 240;

/// The most attempts to draw an edit that yields a program.
const DRAWS: usize = 12;

/// Longer programs get text edits only, because generating a mutant takes quadratic
/// time.
const SHORT: usize = 6_000;

/// A program to edit.
struct Original<'p> {
    program: &'p Program,
    tree: File,
}

impl Original<'_> {
    fn text(&self) -> &str {
        &self.program.text
    }

    /// The text with a part replaced.
    fn with(&self, range: Range<usize>, new: &str) -> Option<String> {
        let (before, after) = (
            self.text().get(..range.start)?,
            self.text().get(range.end..)?,
        );
        Some(format!("{before}{new}{after}"))
    }

    fn class(&self, random: &mut Random) -> Option<(Range<usize>, &str)> {
        let class = random.choose(&self.tree.classes)?;
        Some((range(class.span), &class.name.text))
    }

    fn member(&self, random: &mut Random) -> Option<(Range<usize>, &str)> {
        let class = random.choose(&self.tree.classes)?;
        let member = random.choose(&class.members)?;
        Some((range(member.span), &member.name.text))
    }
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// A kind of edit: returns the edited text, if the edit is applicable.
type Edit = fn(&Original<'_>, &mut Random) -> Option<String>;

const KINDS: [(&str, Edit); 13] = [
    ("delete a member", delete_member),
    ("copy a member", copy_member),
    ("add a field", add_field),
    ("delete a class", delete_class),
    ("add a class", add_class),
    ("add a class that tests classes", add_test),
    ("rename", rename),
    ("rename in one place", rename_once),
    ("replace an `instanceof`", replace_test),
    ("delete up to a semicolon", delete_statement),
    ("replace a token", replace_token),
    ("swap two members", swap_members),
    ("mutate", mutant),
];

fn delete_member(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let (place, _) = original.member(random)?;
    original.with(place, "")
}

fn copy_member(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let (place, name) = original.member(random)?;
    let text = original.text().get(place.clone())?;
    let renamed = |token: &Token<'_>| token.is_word(name).then(|| format!("{name}Copy"));
    let copy = replace(text, renamed);
    let at = random.choose(&[place.start, place.end]).copied()?;
    original.with(at..at, &format!("\n{copy}\n"))
}

fn add_field(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let (place, _) = original.member(random)?;
    let (ghost, java) = ("seq<int> added;\n", "//@ ghost seq<int> added;\n");
    let ghost = if original.tree.notation == Notation::Java {
        java
    } else {
        ghost
    };
    let fields = ["int added;\n", "boolean added;\n", ghost];
    let field = random.choose(&fields)?;
    original.with(place.start..place.start, field)
}

fn delete_class(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let (place, _) = original.class(random)?;
    original.with(place, "")
}

fn add_class(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let (_, name) = original.class(random)?;
    let texts = [
        "class Added { }".to_owned(),
        "class Added<T> { T v; }".to_owned(),
        format!("class Added extends {name} {{ }}"),
        format!("class Added implements {name} {{ }}"),
        format!("class Added {{ {name} field; Added next; }}"),
    ];
    insert_class(original, random.choose(&texts)?, random)
}

fn add_test(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let (_, name) = original.class(random)?;
    let text =
        format!("class Added {{ static boolean is(Object o) {{ return o instanceof {name}; }} }}");
    insert_class(original, &text, random)
}

/// Before or after another class.
fn insert_class(original: &Original<'_>, text: &str, random: &mut Random) -> Option<String> {
    let (place, _) = original.class(random)?;
    let at = random.choose(&[place.start, place.end]).copied()?;
    original.with(at..at, &format!("\n{text}\n"))
}

fn rename(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let (_, member) = original.member(random)?;
    let (_, class) = original.class(random)?;
    let old = *random.choose(&[member, class])?;
    let renamed = |token: &Token<'_>| token.is_word(old).then(|| format!("{old}New"));
    Some(replace(original.text(), renamed))
}

fn rename_once(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let all = tokens(original.text());
    let words: Vec<&Token<'_>> = all.iter().filter(|t| t.kind == Kind::Word).collect();
    let (place, new) = (random.choose(&words)?, random.choose(&words)?);
    original.with(place.range(), new.text)
}

fn replace_test(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let all = tokens(original.text());
    let tests: Vec<&[Token<'_>]> = all
        .windows(3)
        .filter(|window| window[1].is_word("instanceof"))
        .collect();
    let test = random.choose(&tests)?;
    let new = random.choose(&["true", "false"])?;
    original.with(test[0].start..test[2].range().end, new)
}

fn delete_statement(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let all = tokens(original.text());
    let begins = |at: usize| {
        at > 0
            && [';', '{', '}']
                .iter()
                .any(|sign| all[at - 1].is_sign(*sign))
    };
    let starts: Vec<usize> = (0..all.len()).filter(|&at| begins(at)).collect();
    let start = *random.choose(&starts)?;
    let end = all[start..].iter().find(|token| token.is_sign(';'))?;
    original.with(all[start].start..end.range().end, "")
}

fn replace_token(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let all = tokens(original.text());
    let token = random.choose(&all)?;
    let same: Vec<&Token<'_>> = all.iter().filter(|t| t.kind == token.kind).collect();
    original.with(token.range(), random.choose(&same)?.text)
}

fn swap_members(original: &Original<'_>, random: &mut Random) -> Option<String> {
    let (one, _) = original.member(random)?;
    let (other, _) = original.member(random)?;
    let (first, second) = if one.start < other.start {
        (one, other)
    } else {
        (other, one)
    };
    let text = original.text();
    let parts = [
        text.get(..first.start)?,
        text.get(second.clone())?,
        text.get(first.end..second.start)?,
        text.get(first)?,
        text.get(second.end..)?,
    ];
    Some(parts.concat())
}

fn mutant(original: &Original<'_>, random: &mut Random) -> Option<String> {
    if (original.tree.notation == Notation::Java) || original.text().len() > SHORT {
        return None;
    }
    let mutants = mutate::mutants(original.text(), &original.tree);
    Some(syntax::pretty(&random.choose(&mutants)?.file))
}

/// The statistics of the edits of one program.
#[derive(Default)]
struct Tried {
    /// The edits that yield a program.
    count: usize,
    /// Those after which some result came from the cache.
    recalled: usize,
    wrong: Vec<String>,
}

/// Tries edits of a program; only those that yield a different program count.
fn campaign(program: &Program, edits: usize) -> Tried {
    let mut tried = Tried::default();
    let file = SourceMap::default().add(program.name.clone(), program.text.clone());
    let notation = Notation::of(&program.name);
    let (tree, found) = on_large_stack(|| syntax::parse(file, &program.text, notation));
    if !found.is_empty() {
        return tried;
    }
    let original = Original { program, tree };
    let folder = tempfile::tempdir().unwrap();
    let options = options(program).unwrap();
    shown(program, &with(folder.path(), &options));
    let mut random = Random::new(seed(&program.name));
    for _ in 0..edits * DRAWS {
        if tried.count == edits {
            break;
        }
        let (what, edit) = *random.choose(&KINDS).unwrap();
        let Some(text) = edit(&original, &mut random) else {
            continue;
        };
        let name = program.name.clone();
        let edited = Program { name, text };
        let fresh = shown(&edited, &options);
        // Refused programs have no members.
        if edited.text == program.text || fresh.verified.is_empty() {
            continue;
        }
        let cached = shown(&edited, &with(folder.path(), &options));
        tried.count += 1;
        tried.recalled += usize::from(cached.verified.len() < fresh.verified.len());
        if cached.text != fresh.text {
            let Program { name, text } = edited;
            let (cached, fresh) = (cached.text, fresh.text);
            tried.wrong.push(format!(
                "{name}: {what}\n{text}\ncached:\n{cached}\nfresh:\n{fresh}"
            ));
        }
    }
    tried
}

/// A seed from a name: FNV-1a, 64 bits.
/// Source: <http://www.isthe.com/chongo/tech/comp/fnv/>.
fn seed(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn random_edits_show_what_a_run_without_cache_shows() {
    let asked = std::env::var("VERIFRAME_EDITS").ok();
    let asked = asked.map(|count| count.parse::<usize>().expect("VERIFRAME_EDITS is a number"));
    let mut all = [all_programs(), java_programs("tests/verify/java")].concat();
    if asked.is_none() {
        // These take long and add no coverage.
        all.retain(|program| !program.name.starts_with("tests/verify/programs/"));
        all.retain(|program| program.text.len() < SHORT);
    }
    // In an order independent of names, so that a prefix is a sample.
    all.sort_by_key(|program| Random::new(seed(&program.name)).next());
    let wanted = asked.unwrap_or(EDITS);
    let (each, more) = (wanted / all.len(), wanted % all.len());
    let shares = all.iter().enumerate();
    let shares: Vec<(usize, &Program)> = shares
        .map(|(at, program)| (each + usize::from(at < more), program))
        .collect();
    let all = in_parallel(&shares, |(edits, program)| match edits {
        0 => Tried::default(),
        edits => campaign(program, *edits),
    });
    let count: usize = all.iter().map(|tried| tried.count).sum();
    let recalled: usize = all.iter().map(|tried| tried.recalled).sum();
    let wrong: Vec<String> = all.into_iter().flat_map(|tried| tried.wrong).collect();
    println!(
        "{count} edits, after {recalled} of which results came from the cache; {} shown differently",
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // Some programs are refused, as are most of their edits.
    assert!(count * 4 >= wanted * 3, "only {count} edits are programs");
}
