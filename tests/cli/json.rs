//! `--format json`: the output for every program conforms to the schema in `docs`.

use crate::support;

use jsonschema::Validator;
use serde_json::Value;
use std::time::Duration;
use support::{Program, all_programs, in_parallel, options, root, run};
use veriframe::TraceMode;
use veriframe::report::json::{Detail, render};

/// A program's object.
fn object(program: &Program, detail: Detail) -> Value {
    let mut options = options(program).unwrap();
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

/// The schema violations of an object, one line each.
fn errors(validator: &Validator, name: &str, object: &Value) -> Vec<String> {
    validator
        .iter_errors(object)
        .map(|error| format!("{name}: {error} at {}", error.instance_path()))
        .collect()
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
            .flat_map(|&detail| errors(&validator, &program.name, &object(program, detail)))
            .collect()
    });
    let wrong: Vec<Vec<String>> = wrong;
    assert_eq!(wrong.concat(), [""; 0]);
}

#[test]
fn a_run_of_many_files_is_one_object_that_fits_the_schema() {
    let output = support::veriframe()
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
    let all = ["verified", "failed", "unknown", "refused"].map(count);
    let all: u64 = all.iter().sum();
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
    let good = object(&program, Detail::default());
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
    let names: Vec<&str> = veriframe::Code::ALL
        .iter()
        .map(|code| code.name())
        .collect();
    assert_eq!(schema["$defs"]["code"]["enum"], serde_json::json!(names));
}
