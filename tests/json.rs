//! `--format json`: what every program yields fits the schema in `docs`, and
//! nothing but times differs between two runs or with the number of workers.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod support;

use jsonschema::Validator;
use serde_json::Value;
use std::time::Duration;
use support::{Program, all_programs, in_parallel, options, root, run};
use veriframe::report::json::{Detail, render};
use veriframe::verify::outcome::TraceMode;

/// A program's object.
fn object(program: &Program, jobs: usize, detail: Detail) -> Value {
    let mut options = options(program).unwrap();
    options.jobs = jobs;
    options.trace = detail.trace;
    let (sources, report) = run(program, &options);
    let text = render(&sources, &[report], Duration::from_millis(7), detail).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn validator() -> Validator {
    let text = std::fs::read_to_string(root().join("docs/veriframe.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    jsonschema::draft202012::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

/// What is wrong with an object, one line an error.
fn errors(validator: &Validator, name: &str, object: &Value) -> Vec<String> {
    validator
        .iter_errors(object)
        .map(|error| format!("{name}: {error} at {}", error.instance_path()))
        .collect()
}

/// Takes every time out of an object.
fn without_times(mut value: Value) -> Value {
    match &mut value {
        Value::Object(entries) => {
            entries.remove("time_ms");
            entries
                .values_mut()
                .for_each(|entry| *entry = without_times(entry.take()));
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| *item = without_times(item.take())),
        _ => {}
    }
    value
}

#[test]
fn every_program_fits_the_schema() {
    let validator = validator();
    let details = [
        Detail::default(),
        Detail {
            trace: TraceMode::Failing,
            stats: false,
        },
        Detail {
            trace: TraceMode::All,
            stats: true,
        },
    ];
    let wrong = in_parallel(&all_programs(), |program| {
        details
            .iter()
            .flat_map(|&detail| errors(&validator, &program.name, &object(program, 1, detail)))
            .collect()
    });
    let wrong: Vec<Vec<String>> = wrong;
    assert_eq!(wrong.concat(), [""; 0]);
}

#[test]
fn runs_and_worker_counts_differ_in_times_alone() {
    let detail = Detail {
        trace: TraceMode::Failing,
        stats: true,
    };
    // The larger programs are run with other workers by `stability`.
    let mut programs = all_programs();
    programs.retain(|program| !program.name.starts_with("tests/verify/programs/"));
    let wrong = in_parallel(&programs, |program| {
        let first = without_times(object(program, 1, detail));
        let again = without_times(object(program, 1, detail));
        let by_two = without_times(object(program, 2, detail));
        let mut wrong = Vec::new();
        if first != again {
            wrong.push(format!("{}: two runs differ", program.name));
        }
        if first != by_two {
            wrong.push(format!(
                "{}: two workers say something else than one",
                program.name
            ));
        }
        wrong
    });
    assert_eq!(wrong.concat(), [""; 0]);
}

#[test]
fn a_run_of_many_files_is_one_object_that_fits_the_schema() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_veriframe"))
        .current_dir(root())
        .args([
            "verify",
            "examples",
            "tests/verify/paper/swap_and.idf",
            "--format=json",
        ])
        .output()
        .unwrap();
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(errors(&validator(), "examples", &object), [""; 0]);
    let count = |name: &str| object["summary"][name].as_u64().unwrap();
    let members = object["members"].as_array().unwrap();
    let all = count("verified") + count("failed") + count("unknown");
    assert_eq!(all, members.len() as u64);
    let files: std::collections::BTreeSet<&str> = members
        .iter()
        .map(|member| member["file"].as_str().unwrap())
        .collect();
    assert!(files.len() > 5, "{files:?}");
}

#[test]
fn the_schema_refuses_what_it_does_not_know() {
    let program = Program {
        name: "a.idf".to_owned(),
        text: "int n := 3;\nassert n = 4;\n".to_owned(),
    };
    let good = object(&program, 1, Detail::default());
    let validator = validator();
    assert!(validator.is_valid(&good), "{good}");
    let spoil: [fn(&mut Value); 4] = [
        |object| object["more"] = Value::Null,
        |object| object["version"] = 2.into(),
        |object| object["members"][0]["status"] = "perhaps".into(),
        |object| object["diagnostics"][0]["code"] = "no-such-code".into(),
    ];
    for spoil in spoil {
        let mut bad = good.clone();
        spoil(&mut bad);
        assert!(!validator.is_valid(&bad), "{bad}");
    }
}

#[test]
fn the_schema_names_every_code() {
    let text = std::fs::read_to_string(root().join("docs/veriframe.schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let names: Vec<&str> = veriframe::diagnostics::Code::ALL
        .iter()
        .map(|code| code.name())
        .collect();
    assert_eq!(schema["$defs"]["code"]["enum"], serde_json::json!(names));
}
