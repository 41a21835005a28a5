//! Changes of contracts as JUnit XML: a suite for each file, a case for each member.

use super::{Ruling, place};
use crate::driver::ContractChanges;
use crate::gate::{Change, MemberChange};
use crate::report::junit::as_text;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::io::{self, Write};

/// Writes the report. There is a ruling for each member; the case of a denied change fails.
///
/// # Errors
/// If `out` cannot be written.
pub fn write(out: &mut dyn Write, changes: &ContractChanges, rulings: &[Ruling]) -> io::Result<()> {
    let mut suites: Vec<(&str, Vec<TestCase>)> = Vec::new();
    for (member, ruling) in changes.members.iter().zip(rulings) {
        let (file, line) = place(&changes.sources, member.span);
        let case = case(file, line, member, ruling);
        match suites.iter_mut().find(|(name, _)| *name == file) {
            Some((_, cases)) => cases.push(case),
            None => suites.push((file, vec![case])),
        }
    }
    let mut report = Report::new("veriframe contracts");
    for (file, cases) in suites {
        let mut suite = TestSuite::new(file);
        suite.add_test_cases(cases);
        report.add_test_suite(suite);
    }
    out.write_all(as_text(&report)?.as_bytes())
}

fn case(file: &str, line: usize, member: &MemberChange, ruling: &Ruling) -> TestCase {
    let (name, change) = (member.member.as_str(), member.change.name());
    let text = format!("{file}:{line}: {name} {change}: {}", member.why);
    let mut case = match ruling {
        Ruling::Denied => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
            status.set_type(change).set_message(&member.why);
            status.set_description(text);
            TestCase::new(name, status)
        }
        Ruling::Allowed | Ruling::Warned | Ruling::Accepted(_) => {
            let mut case = TestCase::new(name, TestCaseStatus::success());
            if member.change != Change::Kept {
                let more = match ruling {
                    Ruling::Warned => "warning: ".to_owned(),
                    Ruling::Accepted(reason) => format!("accepted ({reason}): "),
                    Ruling::Allowed | Ruling::Denied => String::new(),
                };
                case.set_system_out(format!("{more}{text}"));
            }
            case
        }
    };
    case.set_classname(file);
    case
}
