//! Java support for users: the guide `docs/java.md` with its steps, and the projects in
//! `examples/`, which are verified, compiled and run.

use crate::support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::tools::{skip, there_is_java};
use support::{Program, expect, in_parallel, java_programs, options, program, root, run, search};

/// The guide, from the project's root.
const GUIDE: &str = "docs/java.md";

#[test]
fn every_step_of_the_guide_yields_what_it_is_marked_with() {
    let steps = java_programs("docs/java");
    assert!(steps.len() >= 10, "the guide has its ten steps");
    nothing(&failures(&steps, |step| {
        let (sources, report) = run(step, &options(step)?);
        expect::compare(step, &expect::marks(step)?, &sources, &report)
    }));
}

/// The outputs quoted in the guide are the tool's outputs.
#[test]
fn the_sessions_of_the_guide_are_up_to_date() {
    let cases = trycmd::TestCases::new();
    cases.env("VERIFRAME_CACHE", "off").case(GUIDE);
}

/// Each step is named, and the Java quoted in the guide is in some step.
#[test]
fn the_guide_and_its_steps_fit_together() {
    let guide = fs::read_to_string(root().join(GUIDE)).unwrap();
    let steps = java_programs("docs/java");
    let mut wrong: Vec<String> = steps
        .iter()
        .filter(|step| !guide.contains(&step.name))
        .map(|step| format!("{GUIDE} does not name {}", step.name))
        .collect();
    let mut inside = false;
    for (at, line) in guide.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```java";
        } else if inside && !matches!(line.trim(), "" | "…") {
            let is_it = |text: &str| without_mark(text) == line.trim();
            if !steps.iter().any(|step| step.text.lines().any(is_it)) {
                wrong.push(format!("{GUIDE}:{}: in no step: {line}", at + 1));
            }
        }
    }
    nothing(&wrong);
}

/// A line of a program without expectations.
fn without_mark(line: &str) -> &str {
    line.split("//~").next().unwrap_or("").trim()
}

/// A step does not refer to others, so it can be compiled by itself.
#[test]
fn every_step_of_the_guide_compiles() {
    let steps = java_programs("docs/java");
    if !there_is_java("the steps of the guide") {
        return;
    }
    nothing(&failures(&steps, |step| {
        let folder = tempfile::tempdir().unwrap();
        let mut javac = Command::new("javac");
        for jar in support::class_path(step) {
            javac.arg("-cp").arg(jar);
        }
        javac
            .arg("-d")
            .arg(folder.path())
            .arg(root().join(&step.name));
        succeeds(&mut javac)
    }));
}

#[test]
fn every_project_is_verified() {
    let failed = failures(&projects(), |project| {
        let mut command = support::veriframe();
        command.args(["verify", "--deny", "assume"]).arg(project);
        succeeds(&mut command)
    });
    nothing(&failed);
}

#[test]
fn every_project_compiles_and_runs() {
    if !there_is_java("the projects in examples") {
        return;
    }
    let failed = failures(&projects(), |project| {
        let folder = tempfile::tempdir().unwrap();
        let sources = sources(project);
        compile(&sources, folder.path())?;
        let mains: Vec<String> = sources.iter().filter_map(|path| main_class(path)).collect();
        if mains.is_empty() {
            return Err("no class has a `main`".to_owned());
        }
        for class in mains {
            let mut java = Command::new("java");
            succeeds(java.arg("-ea").arg("-cp").arg(folder.path()).arg(class))?;
        }
        Ok(())
    });
    nothing(&failed);
}

/// The folders with a Java program each.
fn projects() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root().join("examples/java"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders.extend(
        ["examples/bank"]
            .map(|folder| root().join(folder))
            .into_iter()
            .filter(|path| path.is_dir()),
    );
    let relative = |path: PathBuf| path.strip_prefix(root()).unwrap().to_owned();
    let folders: Vec<PathBuf> = folders.into_iter().map(relative).collect();
    assert!(!folders.is_empty(), "there are projects");
    folders
}

/// The `.java` files of a project.
fn sources(project: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    search(&root().join(project), "java", &mut paths);
    paths
}

/// The full name of the class named after a file, if it has a `main`.
fn main_class(path: &Path) -> Option<String> {
    let Program { text, .. } = program(path);
    let stem = path.file_stem()?.to_str()?;
    let package = text.lines().find_map(|line| {
        let name = line.trim().strip_prefix("package ")?;
        name.strip_suffix(';').map(str::trim)
    });
    text.contains("public static void main(String[]")
        .then(|| package.map_or(stem.to_owned(), |package| format!("{package}.{stem}")))
}

fn compile(sources: &[PathBuf], to: &Path) -> Result<(), String> {
    let mut javac = Command::new("javac");
    succeeds(javac.arg("-d").arg(to).args(sources))
}

/// The output of a command, unless its exit code is 0.
fn succeeds(command: &mut Command) -> Result<(), String> {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    if status.success() {
        return Ok(());
    }
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Err(format!(
        "{command:?}: {status}\n{}{}",
        text(&stdout),
        text(&stderr)
    ))
}

/// Applies `work` to every item and collects the errors.
fn failures<T: Sync>(items: &[T], work: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    in_parallel(items, work)
        .into_iter()
        .filter_map(Result::err)
        .collect()
}

/// Fails with a list of violations, if there are any.
fn nothing(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn the_index_of_java_s_classes_is_that_of_its_modules() {
    if !there_is_java("the modules of Java") {
        return;
    }
    let version = Command::new("java").arg("-version").output().unwrap();
    let version = String::from_utf8_lossy(&version.stderr).into_owned();
    if !version.contains("version \"17.") {
        return skip("java 17", "the index is of Java 17, and this is another");
    }
    let root = env!("CARGO_MANIFEST_DIR");
    let script = format!("{root}/build/java/ClassIndex.java");
    let made = Command::new("java").arg(script).output().unwrap();
    assert!(
        made.status.success(),
        "{}",
        String::from_utf8_lossy(&made.stderr)
    );
    let ours = std::fs::read(format!("{root}/library/java-17.txt")).unwrap();
    assert!(
        made.stdout == ours,
        "make library/java-17.txt again, as build/java/ClassIndex.java says"
    );
}

/// Whatever the members of a class are called, its declaration has no error, which would refuse the program.
#[test]
fn every_class_of_the_index_can_be_declared() {
    let index = fs::read_to_string(root().join("library/java-17.txt")).unwrap();
    let (with, without): (Vec<&str>, Vec<&str>) =
        index.lines().partition(|line| line.contains('\t'));
    let groups = with
        .chunks(4)
        .chain(without.chunks(100))
        .map(|lines| lines.join("\n"));
    let programs: Vec<Program> = groups
        .map(|lines| {
            let names = lines.lines().filter_map(|line| line.split(' ').next());
            let fields = names
                .enumerate()
                .map(|(at, name)| format!("  {name}[] f{at};\n"));
            let fields = fields.collect::<String>();
            let lines = lines.replace("*/", "");
            let one = "/*@ ensures \\result == 1; @*/ int one() { return 1; }";
            Program {
                name: "Declared.java".to_owned(),
                text: format!("/* new {lines} */\nclass Declared {{\n  {one}\n{fields}}}\n"),
            }
        })
        .collect();
    nothing(&failures(&programs, |program| {
        let (_, report) = run(program, &options(program)?);
        let one = report
            .members
            .iter()
            .find(|member| member.name == "Declared.one");
        match one.map(|one| format!("{:?}", one.status)).as_deref() {
            Some("Verified") => Ok(()),
            _ => Err(format!("{}\n{:?}", program.text, report.diagnostics)),
        }
    }));
}
