//! The programs in `docs/`: each yields exactly the expected diagnostics. Every code
//! has a page with an example that yields it and a repair that verifies, and each step of the tutorial
//! its two programs.

use crate::support;

use support::{Program, expect, options, programs, run};
use veriframe::Code;
use veriframe::report::pages::page;

/// Codes whose pages have no runnable example, with the reason.
const WITHOUT_EXAMPLE: [(Code, &str); 4] = [
    (Code::Signals, "only Java has exceptions"),
    (Code::UncontractedLibrary, "only Java has a library"),
    (
        Code::Unknown,
        "what a solver gives up on differs from one version to the next",
    ),
    (
        Code::Internal,
        "a program that yields it is a defect to be repaired",
    ),
];

#[test]
fn every_page_has_its_parts() {
    for &code in Code::ALL {
        let text = page(code);
        assert!(
            text.starts_with(&format!("# `{}`\n", code.name())),
            "{}: the heading",
            code.name()
        );
        assert!(
            text.contains("\n## Repair\n"),
            "{}: how to repair it",
            code.name()
        );
        assert!(
            text.ends_with('\n') && !text.ends_with("\n\n"),
            "{}: the end",
            code.name()
        );
        let with_example = !WITHOUT_EXAMPLE.iter().any(|(without, _)| *without == code);
        assert_eq!(
            text.contains("\n## Example\n"),
            with_example,
            "{}: the example",
            code.name()
        );
        assert_eq!(
            !examples(code).is_empty(),
            with_example,
            "{}: the example",
            code.name()
        );
    }
}

#[test]
fn every_example_yields_its_code_and_every_repair_verifies() {
    let mut wrong = Vec::new();
    for &code in Code::ALL {
        for (at, program) in examples(code).iter().enumerate() {
            if let Err(message) = check(code, at, program) {
                wrong.push(message);
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The first example yields the code; the following ones are repairs.
fn check(code: Code, at: usize, program: &Program) -> Result<(), String> {
    let marks = expect::marks(program)?;
    let shows = marks
        .iter()
        .any(|mark| mark.code == code || mark.reason == Some(code));
    if shows != (at == 0) {
        return Err(format!(
            "{}: the first example, and no other, shows the code",
            program.name
        ));
    }
    let (sources, report) = run(program, &options(program)?);
    expect::compare(program, &marks, &sources, &report)
}

#[test]
fn every_program_of_the_reference_does_what_it_says() {
    let text = std::fs::read_to_string(support::root().join("docs/language.md")).unwrap();
    let programs = blocks("docs/language.md", &text);
    assert!(programs.len() >= 15, "the reference has its examples");
    let outcome = |program: &Program| {
        let (sources, report) = run(program, &options(program)?);
        expect::compare(program, &expect::marks(program)?, &sources, &report)
    };
    let wrong: Vec<String> = programs.iter().filter_map(|p| outcome(p).err()).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Each step of the tutorial has a program that verifies and one that does not, as the page says, and
/// what the page quotes is in one of them. `tests/programs` verifies them, and `tests/cli` runs the
/// sessions.
#[test]
fn the_tutorial_and_its_programs_fit_together() {
    const PAGE: &str = "docs/tutorial.md";
    let page = std::fs::read_to_string(support::root().join(PAGE)).unwrap();
    let steps = programs("docs/tutorial");
    assert_eq!(steps.len(), 24, "twelve steps, of two programs each");
    let mut wrong = Vec::new();
    for step in &steps {
        let is_first = step.name.ends_with("-first.idf");
        if is_first == expect::marks(step).unwrap().is_empty() {
            wrong.push(format!("{}: what is first fails, no other", step.name));
        }
        let (_, name) = step.name.split_once('/').unwrap();
        if !page.contains(name) {
            wrong.push(format!("{PAGE} does not name {name}"));
        }
    }
    let quoted = |line: &str| line.split("//~").next().unwrap_or("").trim().to_owned();
    let known: Vec<String> = steps
        .iter()
        .flat_map(|step| step.text.lines().map(quoted))
        .collect();
    for block in blocks(PAGE, &page) {
        let missing = block.text.lines().map(quoted);
        let missing = missing.filter(|line| !line.is_empty() && !known.contains(line));
        wrong.extend(missing.map(|line| format!("{}: in no step: {line}", block.name)));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The `idf` blocks of a code's page.
fn examples(code: Code) -> Vec<Program> {
    blocks(&format!("docs/codes/{}.md", code.name()), page(code))
}

/// The `idf` blocks of a page, named by the page and a number.
fn blocks(page: &str, text: &str) -> Vec<Program> {
    let mut programs: Vec<Program> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (inside, line) {
            (false, "```idf") => {
                let name = format!("{page}, example {}", programs.len() + 1);
                let text = String::new();
                programs.push(Program { name, text });
                inside = true;
            }
            (true, "```") => inside = false,
            (true, line) => {
                let text = &mut programs.last_mut().unwrap().text;
                text.push_str(line);
                text.push('\n');
            }
            (false, _) => {}
        }
    }
    programs
}
