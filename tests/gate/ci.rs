//! The workflows in `docs/ci/`: they have the shape of their schemas, and each line for a shell runs.

use crate::support;

use std::env;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};
use support::{git, pip, root, said, write};
use tempfile::TempDir;

/// The files, and the built-in schemas of check-jsonschema that they have.
const SCHEMAS: [(&str, &str); 3] = [
    ("github-workflow.yml", "vendor.github-workflows"),
    ("github-shards.yml", "vendor.github-workflows"),
    ("gitlab-ci.yml", "vendor.gitlab-ci"),
];

fn read(name: &str) -> String {
    fs::read_to_string(root().join("docs/ci").join(name)).unwrap()
}

/// A project in a repository with the branch `origin/main`, and a folder with the commands that the
/// lines call.
struct Project {
    folder: TempDir,
    commands: TempDir,
}

const PROGRAM: &str = "class C { static int id(int n) ensures result = n; { return n; } \
                       static int twice(int n) ensures result = n + n; { return n + n; } }\n";

impl Project {
    fn new() -> Project {
        let project = Project {
            folder: git::repository(&[
                ("src/c.idf", PROGRAM),
                ("veriframe.toml", "paths = [\"src\"]\n"),
            ]),
            commands: tempfile::tempdir().unwrap(),
        };
        let commands = project.commands.path();
        symlink(env!("CARGO_BIN_EXE_veriframe"), commands.join("veriframe")).unwrap();
        // The package is this program, which is there already.
        let pip = commands.join("pip");
        fs::write(&pip, "#!/bin/sh\n[ \"$*\" = 'install veriframe' ]\n").unwrap();
        fs::set_permissions(&pip, fs::Permissions::from_mode(0o755)).unwrap();
        let main = ["update-ref", "refs/remotes/origin/main", "HEAD"];
        git::git(project.folder.path(), &main);
        project
    }

    fn write(&self, name: &str, text: &str) {
        write(self.folder.path(), &[(name, text)]);
    }

    /// Runs a line with `sh -e`, as the services do.
    fn sh(&self, line: &str, variables: &[(&str, &str)]) -> Output {
        self.sh_in("", line, variables)
    }

    /// Runs a line in a folder of the project.
    fn sh_in(&self, folder: &str, line: &str, variables: &[(&str, &str)]) -> Output {
        let mut paths = vec![self.commands.path().to_owned()];
        paths.extend(env::split_paths(&env::var_os("PATH").unwrap()));
        let mut command = Command::new("sh");
        command
            .args(["-e", "-c", line])
            .current_dir(self.folder.path().join(folder));
        command.env("PATH", env::join_paths(paths).unwrap());
        command.env(
            "VERIFRAME_CACHE",
            self.folder.path().join(".veriframe-cache"),
        );
        command.envs(variables.iter().copied()).output().unwrap()
    }

    fn runs(&self, line: &str, variables: &[(&str, &str)]) {
        let found = self.sh(line, variables);
        assert!(found.status.success(), "{line}: {}", said(&found));
    }
}

/// The values of `run:` in a workflow.
fn run_lines(workflow: &str) -> Vec<&str> {
    let lines = workflow
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("run: "));
    let lines: Vec<&str> = lines.collect();
    assert!(!lines.is_empty() && !lines.iter().any(|line| line.starts_with('|')));
    lines
}

#[test]
fn each_line_of_the_workflow_runs() {
    let project = Project::new();
    for line in run_lines(&read("github-workflow.yml")) {
        project.runs(line, &[]);
    }
    assert!(project.folder.path().join("veriframe.sarif").is_file());
    // The gate is one.
    project.write("src/c.idf", &PROGRAM.replace("return n + n", "return n"));
    let workflow = read("github-workflow.yml");
    let failed = run_lines(&workflow)
        .into_iter()
        .any(|line| !project.sh(line, &[]).status.success());
    assert!(failed);
}

#[test]
fn each_line_of_the_workflow_in_shards_runs() {
    let project = Project::new();
    let workflow = read("github-shards.yml");
    let (of_shards, of_merge) = workflow.split_once("\n  merge:\n").unwrap();
    let shards = |project: &Project| {
        for shard in 1..=3 {
            for line in run_lines(of_shards) {
                project.runs(line, &[("SHARD", &format!("{shard}/3"))]);
            }
            let artifact = project.folder.path().join(format!("shard-{shard}"));
            fs::create_dir_all(&artifact).unwrap();
            let report = project.folder.path().join("veriframe.json");
            fs::rename(report, artifact.join("veriframe.json")).unwrap();
        }
    };
    shards(&project);
    for line in run_lines(of_merge) {
        project.runs(line, &[]);
    }
    project.write("src/c.idf", &PROGRAM.replace("return n + n", "return n"));
    shards(&project);
    let merge = run_lines(of_merge).pop().unwrap();
    assert_eq!(project.sh(merge, &[]).status.code(), Some(1));
    fs::remove_dir_all(project.folder.path().join("shard-2")).unwrap();
    assert_eq!(project.sh(merge, &[]).status.code(), Some(2));
}

#[test]
fn each_line_of_the_gitlab_template_runs() {
    let project = Project::new();
    let template = read("gitlab-ci.yml");
    let (_, script) = template.split_once("\n  script:\n").unwrap();
    let lines = script.lines().take_while(|line| line.starts_with("    "));
    let lines = lines.filter_map(|line| line.strip_prefix("    - "));
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 4);
    let run = |line: &&str| {
        project
            .sh(line, &[("CI_DEFAULT_BRANCH", "main")])
            .status
            .success()
    };
    assert!(lines.iter().all(run));
    assert!(project.folder.path().join("veriframe.xml").is_file());
    let before = fs::read_to_string(project.folder.path().join("src/c.idf")).unwrap();
    project.write(
        "src/c.idf",
        &PROGRAM.replace("ensures result = n;", "ensures result >= n;"),
    );
    assert!(!lines.iter().all(run));
    // Results that a merge request brings along are not believed.
    project.write("src/c.idf", &before);
    project.write(".veriframe-cache/forged.pack", "");
    git::git(
        project.folder.path(),
        &["add", "-f", ".veriframe-cache/forged.pack"],
    );
    assert!(!lines.iter().all(run));
}

#[test]
fn the_hook_runs() {
    let project = Project::new();
    let hook = read("pre-commit-config.yaml");
    let entry = hook
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("entry: "));
    let entry = entry.unwrap();
    // The results are outside of the checkout, where a change cannot bring any.
    let home = tempfile::tempdir().unwrap();
    let variables = [
        ("VERIFRAME_CACHE", ""),
        ("HOME", home.path().to_str().unwrap()),
    ];
    project.runs(entry, &variables);
    assert!(home.path().join(".cache/veriframe/CACHEDIR.TAG").is_file());
    assert!(!project.folder.path().join(".veriframe-cache").exists());
    project.runs(entry, &[]);
    project.write("src/c.idf", &PROGRAM.replace("return n + n", "return n"));
    let found = project.sh(entry, &[]);
    assert_eq!(found.status.code(), Some(1), "{}", said(&found));
    assert!(said(&found).contains("postcondition"));
}

#[test]
fn the_job_array_runs() {
    let project = Project::new();
    let script = root().join("docs/ci/slurm-array.sh");
    let line = format!("sh {}", script.display());
    for task in ["1", "2"] {
        project.runs(
            &line,
            &[
                ("SLURM_ARRAY_TASK_ID", task),
                ("SLURM_ARRAY_TASK_COUNT", "2"),
            ],
        );
    }
    let text = read("slurm-array.sh");
    let (_, merge) = text.split_once("--wrap '").unwrap();
    project.runs(merge.split_once('\'').unwrap().0, &[]);
    assert!(project.folder.path().join("joined.json").is_file());
    // A task that does not exist leaves no report to join.
    let wrong = [
        ("SLURM_ARRAY_TASK_ID", "3"),
        ("SLURM_ARRAY_TASK_COUNT", "2"),
    ];
    project.sh(&line, &wrong);
    assert!(!project.folder.path().join("shard-3.json").exists());
}

#[test]
fn each_line_of_the_guide_runs() {
    let project = Project::new();
    let guide = read("README.md");
    let mut lines = 0;
    for block in guide.split("```sh\n").skip(1) {
        for line in block.split_once("```").unwrap().0.lines() {
            project.runs(line, &[]);
            lines += 1;
        }
    }
    assert_eq!(lines, 8);
}

fn action() -> String {
    fs::read_to_string(root().join("action.yml")).unwrap()
}

#[test]
fn each_line_of_the_action_runs() {
    let project = Project::new();
    let action = action();
    let lines = run_lines(&action);
    assert_eq!(lines.len(), 4);
    let [guard, install, verify, compare] = [lines[0], lines[1], lines[2], lines[3]];
    project.runs(guard, &[]);
    project.runs(install, &[("VERSION", "")]);
    // Another version is asked for as such, which the package here is not.
    assert!(!project.sh(install, &[("VERSION", "9.9")]).status.success());
    project.runs(verify, &[("ARGS", ""), ("SINCE", "")]);
    project.runs(
        verify,
        &[("ARGS", "--deny vacuous src"), ("SINCE", "origin/main")],
    );
    for report in ["veriframe.sarif", "veriframe.xml"] {
        assert!(project.folder.path().join(report).is_file());
    }
    project.runs(compare, &[("AGAINST", "origin/main")]);
    project.write("src/c.idf", &PROGRAM.replace("return n + n", "return n"));
    let failed = project.sh(verify, &[("ARGS", ""), ("SINCE", "")]);
    assert_eq!(failed.status.code(), Some(1), "{}", said(&failed));
    assert!(
        said(&failed).contains("::error file=src/c.idf"),
        "{}",
        said(&failed)
    );
    project.write("src/c.idf", &PROGRAM.replace("result = n;", "result >= n;"));
    let weaker = project.sh(compare, &[("AGAINST", "origin/main")]);
    assert_eq!(weaker.status.code(), Some(1), "{}", said(&weaker));
}

/// A change can make the folder of the project a submodule, in which `origin/main` is another revision.
#[test]
fn the_action_compares_nothing_within_a_submodule() {
    let action = action();
    let lines = run_lines(&action);
    let project = Project::new();
    let at = project.folder.path();
    let weak = PROGRAM.replace("ensures result = n;", "ensures result >= n;");
    for (name, text) in [("proj/src/c.idf", PROGRAM), ("proj/deep/d.idf", PROGRAM)] {
        project.write(name, text);
    }
    project.write("proj/veriframe.toml", "paths = [\"src\"]\n");
    git::git(at, &["add", "."]);
    git::git(at, &["commit", "-q", "-m", "proj"]);
    git::git(at, &["update-ref", "refs/remotes/origin/main", "HEAD"]);
    assert!(project.sh_in("proj", lines[0], &[]).status.success());
    let workspace = at.to_string_lossy();
    let in_workspace = [("GITHUB_WORKSPACE", &*workspace)];
    assert!(
        project
            .sh_in("proj", lines[0], &in_workspace)
            .status
            .success()
    );
    // A link to another repository.
    let elsewhere = git::repository(&[("src/c.idf", PROGRAM)]);
    symlink(elsewhere.path(), at.join("away")).unwrap();
    let found = project.sh_in("away", lines[0], &in_workspace);
    assert_eq!(found.status.code(), Some(2), "{}", said(&found));
    fs::remove_file(at.join("away")).unwrap();
    // A link to another folder of the repository, which would be compared with itself.
    symlink("proj", at.join("other")).unwrap();
    project.write("proj/deep/e.idf", PROGRAM);
    for (folder, code) in [("other", 2), ("other/deep", 2), ("./proj/deep/", 0)] {
        let variables = [in_workspace[0], ("FOLDER", folder)];
        let found = project.sh_in(folder, lines[0], &variables);
        assert_eq!(
            found.status.code(),
            Some(code),
            "{folder}: {}",
            said(&found)
        );
    }
    fs::remove_file(at.join("other")).unwrap();
    // The change.
    git::git(at, &["rm", "-r", "-q", "--cached", "proj"]);
    project.write("proj/src/c.idf", &weak);
    let inner = at.join("proj");
    for args in [
        &["init", "-q"][..],
        &["add", "."],
        &["commit", "-q", "-m", "inner"],
        &["update-ref", "refs/remotes/origin/main", "HEAD"],
    ] {
        git::git(&inner, args);
    }
    symlink("proj/deep", at.join("link")).unwrap();
    git::git(at, &["add", "."]);
    git::git(at, &["commit", "-q", "-m", "submodule"]);
    let passes = project.sh_in("proj", lines[3], &[("AGAINST", "origin/main")]);
    assert!(passes.status.success(), "{}", said(&passes));
    for folder in ["proj", "proj/src", "link"] {
        let found = project.sh_in(folder, lines[0], &[]);
        assert_eq!(found.status.code(), Some(2), "{folder}: {}", said(&found));
        let begin = "::error::The working directory belongs to a submodule";
        assert!(
            said(&found).starts_with(begin),
            "{folder}: {}",
            said(&found)
        );
    }
    // Beside it, the submodule is compared with what was in its place.
    assert!(project.sh(lines[0], &[]).status.success());
    let found = project.sh("veriframe contracts --against origin/main proj/src", &[]);
    assert_eq!(found.status.code(), Some(1), "{}", said(&found));
    // What is no repository cannot be compared.
    let nowhere = tempfile::tempdir().unwrap();
    let found = project.sh_in(nowhere.path().to_str().unwrap(), lines[0], &[]);
    assert_eq!(found.status.code(), Some(2), "{}", said(&found));
    // It comes before all that compares, whose failure is that of the job.
    let at = |text: &str| action.find(text).unwrap();
    assert!(at("id: folder") < at("name: Verify"));
    assert!(action.contains("if: inputs.since != '' || inputs.against != ''\n"));
    assert!(action.contains("inputs.against != '' && steps.folder.outcome == 'success'\n"));
}

#[test]
fn no_input_of_the_action_is_run_as_a_command() {
    let action = action();
    let lines = run_lines(&action);
    for line in &lines {
        assert!(!line.contains("${{"), "{line}");
    }
    let project = Project::new();
    let evil = "$(touch evil); touch evil; `touch evil` \" && touch evil && \" --since=v9";
    let variables = ["VERSION", "ARGS", "SINCE", "AGAINST"].map(|name| (name, evil));
    for line in lines {
        project.sh(line, &variables);
    }
    assert!(!project.folder.path().join("evil").exists());
}

#[test]
fn caches_of_pull_requests_are_not_in_the_checkout() {
    for text in [action(), read("github-workflow.yml")] {
        let paths = text.lines().filter_map(|l| l.trim().strip_prefix("path: "));
        let paths: Vec<&str> = paths.collect();
        assert!(!paths.is_empty());
        for path in paths {
            assert!(path.starts_with("~/.cache/") || path.starts_with("${{ runner.temp }}/"));
        }
    }
}

/// From PyPI; it has the schemas of these services.
const LINTER: &str = "check-jsonschema==0.39.0";

#[test]
fn workflows_have_the_shape_of_their_schemas() {
    let folder = tempfile::tempdir().unwrap();
    if !pip::installs(LINTER, folder.path()) {
        return;
    }
    let check = |schema: &str, file: &Path| {
        let mut command = Command::new("python3");
        command.args(["-m", "check_jsonschema", "--builtin-schema", schema]);
        command
            .arg(file)
            .env("PYTHONPATH", folder.path())
            .output()
            .unwrap()
    };
    let found = check("vendor.github-actions", &root().join("action.yml"));
    assert!(found.status.success(), "action.yml: {}", said(&found));
    let wrong = folder.path().join("action.yml");
    fs::write(&wrong, action().replace("using:", "uses:")).unwrap();
    assert!(!check("vendor.github-actions", &wrong).status.success());
    for (name, schema) in SCHEMAS {
        let found = check(schema, &root().join("docs/ci").join(name));
        assert!(found.status.success(), "{name}: {}", said(&found));
        // The check finds what is wrong.
        let wrong = folder.path().join(name);
        let broken = if schema.contains("gitlab") {
            read(name).replace("script:", "skript:")
        } else {
            read(name).replace("runs-on:", "runs_on:")
        };
        fs::write(&wrong, broken).unwrap();
        assert!(!check(schema, &wrong).status.success(), "{name}");
    }
}
