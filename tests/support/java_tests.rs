//! Regression tests in Java, compiled and run with a stub of JUnit.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use veriframe::TestReport;

const STUBS: [(&str, &str); 4] = [
    // An annotation of another tool, in a program about such ones.
    ("Ensures.java", "@interface Ensures { String value(); }"),
    (
        "org/junit/jupiter/api/Test.java",
        "package org.junit.jupiter.api;
@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
public @interface Test { }",
    ),
    (
        "org/junit/jupiter/api/Assertions.java",
        "package org.junit.jupiter.api;
public class Assertions {
  public static void assertTrue(boolean condition, String message) {
    if (!condition) throw new AssertionError(message);
  }
}",
    ),
    (
        "Driver.java",
        "public class Driver {
  public static void main(String[] args) throws Exception {
    for (String name : args) {
      Class<?> of = Class.forName(name);
      java.lang.reflect.Constructor<?> made = of.getDeclaredConstructor();
      made.setAccessible(true);
      java.lang.reflect.Method test = of.getDeclaredMethod(\"isNotViolated\");
      test.setAccessible(true);
      String end = \"passes\";
      try { test.invoke(made.newInstance()); }
      catch (java.lang.reflect.InvocationTargetException e) { end = e.getCause().toString(); }
      System.out.println(end);
    }
  }
}",
    ),
];

/// The regression tests of a program, by file without `_Test.java`: how each ends.
pub fn ends(files: &[(&str, &str)], report: &TestReport) -> BTreeMap<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let mut sources = Vec::new();
    for (name, text) in files.iter().chain(&STUBS) {
        write(name, text);
        sources.push((*name).to_owned());
    }
    let findings = report.members.iter().flat_map(|member| &member.findings);
    let mut classes = Vec::new();
    for regression in findings.filter_map(|finding| finding.regression.as_ref()) {
        write(&regression.file, &regression.text);
        sources.push(regression.file.clone());
        let class = regression.file.strip_suffix(".java").unwrap();
        classes.push(class.replace('/', "."));
    }
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "-d", "."]).args(&sources);
    succeeds(&mut javac, folder.path());
    let mut java = Command::new("java");
    java.args(["-ea", "-cp", ".", "Driver"]).args(&classes);
    let printed = succeeds(&mut java, folder.path());
    let names = classes.iter().map(|class| {
        let name = class.rsplit('.').next().unwrap();
        name.strip_suffix("_Test").unwrap().to_owned()
    });
    names.zip(printed.lines().map(str::to_owned)).collect()
}

fn succeeds(command: &mut Command, folder: &Path) -> String {
    let output = command.current_dir(folder).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}{}", text(&output.stderr));
    printed
}
