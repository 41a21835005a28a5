//! One broken declaration in a folder of files: each member that does not depend on it by name keeps its
//! verdict, and the cause is said once. The programs are random ones whose names tell what depends on what;
//! `VERIFRAME_PROGRAMS=3000` takes more of them, and `VERIFRAME_SEED` others.

use crate::support::random::Random;
use crate::support::{in_parallel, veriframe};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

/// The class that nobody declares.
const MISSING: &str = "Missing";

/// A declaration in a class: its text, without what it says of others but by name.
#[derive(Clone)]
struct Declared {
    name: String,
    text: String,
    /// Whether it is verified.
    is_member: bool,
}

#[derive(Clone)]
struct Class {
    name: String,
    supers: String,
    parts: Vec<Declared>,
}

impl Class {
    fn text(&self) -> String {
        let mut text = format!("class {}{} {{\n", self.name, self.supers);
        for part in &self.parts {
            text.push_str(&part.text);
        }
        text + "}\n"
    }
}

/// Classes of which each calls members of earlier ones.
fn program(random: &mut Random) -> Vec<Class> {
    let mut classes: Vec<Class> = Vec::new();
    let mut callable: Vec<(String, String)> = Vec::new();
    for c in 0..3 + random.below(4) {
        let name = format!("K{c}");
        let mut parts = Vec::new();
        let field = format!("f{c}");
        parts.push(Declared {
            text: format!("  int {field};\n"),
            name: field.clone(),
            is_member: false,
        });
        let setter = format!("set{c}");
        // Half of them say what is not so.
        let told = if random.chance(2) { "x" } else { "x + 1" };
        parts.push(Declared {
            text: format!(
                "  //@ requires acc({field});\n  //@ ensures acc({field}) * {field} == {told};\n  \
                 void {setter}(int x) {{ {field} = x; }}\n"
            ),
            name: setter,
            is_member: true,
        });
        for m in 0..1 + random.below(4) {
            let own = format!("s{c}_{m}");
            let called = random.choose(&callable).cloned();
            let value = match called.filter(|_| !random.chance(3)) {
                Some((class, method)) => format!("{class}.{method}(x)"),
                None => "x".to_owned(),
            };
            let promised = if random.chance(4) { "x + 1" } else { "x" };
            parts.push(Declared {
                text: format!(
                    "  //@ ensures \\result == {promised};\n  static int {own}(int x) {{ return {value}; }}\n"
                ),
                name: own.clone(),
                is_member: true,
            });
            callable.push((name.clone(), own));
        }
        let above = random
            .choose(&classes)
            .map(|above: &Class| above.name.clone());
        let supers = match above.filter(|_| random.chance(4)) {
            Some(above) => format!(" extends {above}"),
            None => String::new(),
        };
        classes.push(Class {
            name,
            supers,
            parts,
        });
    }
    classes
}

/// Breaks a declaration, and returns the names of what is broken: those of a class, if its supertype is.
fn broken(classes: &mut [Class], random: &mut Random) -> Vec<String> {
    let at = random.below(classes.len());
    let class = &mut classes[at];
    if random.chance(5) && class.supers.is_empty() {
        class.supers = format!(" extends {MISSING}");
        let parts = class.parts.iter().map(|part| part.name.clone());
        return parts.chain([class.name.clone()]).collect();
    }
    let at = random.below(class.parts.len());
    let part = &mut class.parts[at];
    let (header, of_method) = (
        part.text
            .rfind("  static int ")
            .or(part.text.rfind("  void ")),
        part.is_member,
    );
    let header = header.unwrap_or(0);
    let (before, declaration) = part.text.split_at(header);
    let places: Vec<usize> = declaration
        .match_indices("int ")
        .map(|(place, _)| place)
        .collect();
    let place = places[random.below(places.len())];
    let declaration = format!(
        "{}{MISSING} {}",
        &declaration[..place],
        &declaration[place + 4..]
    );
    part.text = match of_method && random.chance(3) {
        // The body alone: callers rely on the contract.
        true => {
            let text = part.text.replacen("{ ", "{ missing(); ", 1);
            part.text = text;
            return vec![format!("{}!", part.name)];
        }
        false => before.to_owned() + &declaration,
    };
    vec![part.name.clone()]
}

/// The members that depend on what is broken by name, transitively.
fn dependents(classes: &[Class], broken: &[String]) -> BTreeSet<String> {
    let body_only = broken.iter().filter_map(|name| name.strip_suffix('!'));
    let mut found: BTreeSet<String> = broken.iter().cloned().collect();
    loop {
        let before = found.len();
        for class in classes {
            let is_below = class.supers.split(' ').any(|word| found.contains(word));
            for part in &class.parts {
                let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let mut words = part.text.split(|c| !is_word(c));
                if is_below || words.any(|word| found.contains(word)) {
                    found.insert(part.name.clone());
                }
            }
            if is_below {
                found.insert(class.name.clone());
            }
        }
        if found.len() == before {
            break;
        }
    }
    found.extend(body_only.map(str::to_owned));
    found
}

/// The verdicts by the names of members without their classes, and the errors of the front end.
fn run(classes: &[Class]) -> (BTreeMap<String, String>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    for class in classes {
        fs::write(
            folder.path().join(format!("{}.java", class.name)),
            class.text(),
        )
        .unwrap();
    }
    let output = veriframe()
        .args(["verify", "--format", "json", "--explain", "off"])
        .arg(folder.path())
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let members = report["members"].as_array().unwrap().iter();
    let verdicts = members.map(|member| {
        let name = member["name"].as_str().unwrap();
        let simple = name.rsplit('.').next().unwrap().to_owned();
        (simple, member["status"].as_str().unwrap().to_owned())
    });
    let diagnostics = report["diagnostics"].as_array().unwrap().iter();
    let front_end = [
        "unknown-name",
        "type-mismatch",
        "unsupported",
        "syntax",
        "not-allowed-here",
    ];
    let errors = diagnostics
        .filter(|found| front_end.iter().any(|code| found["code"] == *code))
        .map(|found| {
            format!(
                "{}:{} {}",
                found["file"], found["start"]["line"], found["message"]
            )
        });
    (verdicts.collect(), errors.collect())
}

#[test]
fn a_broken_declaration_takes_along_what_names_it() {
    let number = |variable: &str, default: u64| {
        let text = std::env::var(variable).ok();
        text.and_then(|text| text.parse().ok()).unwrap_or(default)
    };
    let (count, seed) = (
        number("VERIFRAME_PROGRAMS", 300),
        number("VERIFRAME_SEED", 1),
    );
    let seeds: Vec<u64> = (0..count).map(|at| seed * 1_000_000 + at).collect();
    let found = in_parallel(&seeds, |seed| wrong(*seed));
    let kept: usize = found.iter().map(|(kept, _)| kept).sum();
    let wrong: Vec<&str> = found
        .iter()
        .filter_map(|(_, wrong)| wrong.as_deref())
        .collect();
    println!("{count} programs, {kept} verdicts kept");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(kept as u64 > 3 * count, "{kept}");
}

/// The number of members that keep their verdicts, and what is wrong with a program.
fn wrong(seed: u64) -> (usize, Option<String>) {
    let mut random = Random::new(seed);
    let whole = program(&mut random);
    let mut changed = whole.clone();
    let names = broken(&mut changed, &mut random);
    let affected = dependents(&changed, &names);
    let (before, none) = run(&whole);
    let (after, errors) = run(&changed);
    let mut text = String::new();
    if !none.is_empty() || errors.len() != 1 {
        let _ = writeln!(text, "errors: {none:?} {errors:?}");
    }
    let mut kept = 0;
    for (name, verdict) in before {
        // A constructor depends on all fields of its class and those above, without their names.
        let is_constructor = changed.iter().any(|class| class.name == name);
        if is_constructor || affected.contains(&name) {
            continue;
        }
        kept += 1;
        if after.get(&name) != Some(&verdict) {
            let _ = writeln!(text, "{name}: {verdict}, then {:?}", after.get(&name));
        }
    }
    if text.is_empty() {
        return (kept, None);
    }
    let files: String = changed.iter().map(Class::text).collect();
    (
        kept,
        Some(format!("{seed}: {names:?} broken\n{text}{files}")),
    )
}
