//! The README and the index of `docs/`: short, with programs that exist, a picture of what is
//! really printed, the commands of `--help` in its order, and links that lead somewhere. Its
//! sessions are run by `tests/cli/sessions.rs`. `VERIFRAME_UPDATE=1` draws the picture again.

use crate::support;

use std::fmt::Write;
use std::fs;
use std::path::Path;
use support::{root, said, veriframe};

const PICTURE: &str = "docs/failed-proof.svg";
/// The most words, so that a stranger reads to the end.
const WORDS: usize = 1200;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

#[test]
fn the_readme_is_short() {
    let words = read("README.md").split_whitespace().count();
    assert!(words <= WORDS, "the README has {words} words");
}

#[test]
fn the_programs_of_the_readme_are_files() {
    let text = read("README.md");
    for (name, path) in [
        ("text", "docs/first/counter.idf"),
        ("java", "docs/first/Account.java"),
    ] {
        assert!(
            text.contains(&format!("```{name}\n{}```\n", read(path))),
            "{path}"
        );
    }
}

/// The commands of `--help`, in its order, without `help`.
fn commands() -> Vec<String> {
    let help = said(&veriframe().arg("--help").output().unwrap());
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let lines = list.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names.filter(|n| *n != "help").map(str::to_owned).collect()
}

#[test]
fn the_table_has_the_commands_in_the_order_of_the_help() {
    let text = read("README.md");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| [`"));
    let names: Vec<&str> = rows.map(|row| row.split('`').next().unwrap()).collect();
    assert_eq!(names, commands());
}

/// The places of the links in a text, without code.
fn links(text: &str) -> Vec<String> {
    let prose = text.split("```").step_by(2).collect::<String>();
    let prose = prose.split('`').step_by(2).collect::<String>();
    let links = prose.split("](").skip(1);
    let links = links.map(|link| link.split(')').next().unwrap().to_owned());
    links.filter(|link| !link.contains("://")).collect()
}

/// The anchors of a page: its headings as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = kept
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut pages = vec!["README.md".to_owned(), "docs/ci/README.md".to_owned()];
    pages.extend(pages_of_docs());
    let mut wrong = Vec::new();
    for page in pages {
        let folder = Path::new(&page).parent().unwrap();
        let text = read(&page);
        for link in links(&text) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let to = match path {
                "" => Path::new(&page).to_owned(),
                path => folder.join(path),
            };
            let exists = root().join(&to).exists();
            let found = || anchors(&read(&to.to_string_lossy())).contains(&anchor.to_owned());
            if !exists || !anchor.is_empty() && !found() {
                wrong.push(format!("{page}: {link}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn pages_of_docs() -> Vec<String> {
    let entries = fs::read_dir(root().join("docs")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> = names
        .filter(|name| name.ends_with(".md"))
        .map(|name| format!("docs/{name}"))
        .collect();
    pages.sort();
    pages
}

#[test]
fn the_index_names_every_page() {
    let links = links(&read("docs/README.md"));
    for page in pages_of_docs() {
        let name = page.strip_prefix("docs/").unwrap().to_owned();
        assert!(name == "README.md" || links.contains(&name), "{page}");
    }
}

#[test]
fn the_picture_is_what_the_program_prints() {
    let mut command = veriframe();
    command.args(["verify", "-q", "--color", "always"]);
    let output = command.arg("docs/first/wrong/Account.java").output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let drawn = drawn(&said(&output));
    if std::env::var_os("VERIFRAME_UPDATE").is_some() {
        fs::write(root().join(PICTURE), &drawn).unwrap();
    }
    assert_eq!(drawn, read(PICTURE), "VERIFRAME_UPDATE=1 draws it again");
}

/// A terminal with a command and its output, as an SVG.
fn drawn(output: &str) -> String {
    const LINE: usize = 17;
    let command = "$ veriframe verify -q docs/first/wrong/Account.java";
    let lines: Vec<&str> = output.trim_end().lines().collect();
    let height = (lines.len() + 1) * LINE + 26;
    let width = 860;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, \
         Consolas, monospace\" font-size=\"13\" xml:space=\"preserve\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#16191f\"/>\n"
    );
    let mut style = Style::default();
    for (at, line) in std::iter::once(command).chain(lines).enumerate() {
        let y = 28 + at * LINE;
        let spans = style.spans(line);
        let _ = writeln!(
            svg,
            "<text x=\"16\" y=\"{y}\" fill=\"#d7dae0\">{spans}</text>"
        );
    }
    svg + "</svg>\n"
}

/// What the escape sequences so far have set.
#[derive(Default)]
struct Style {
    color: &'static str,
    bold: bool,
}

impl Style {
    /// A line with its escape sequences replaced.
    fn spans(&mut self, line: &str) -> String {
        let mut text = String::new();
        for (at, part) in line.split("\u{1b}[").enumerate() {
            let rest = match part.split_once('m') {
                Some((codes, rest)) if at > 0 => {
                    self.set(codes);
                    rest
                }
                _ => part,
            };
            if rest.is_empty() {
                continue;
            }
            let shown = rest
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .replace(' ', "\u{a0}");
            let bold = if self.bold {
                " font-weight=\"bold\""
            } else {
                ""
            };
            let _ = match (self.color, bold) {
                ("", "") => write!(text, "{shown}"),
                ("", _) => write!(text, "<tspan{bold}>{shown}</tspan>"),
                (color, _) => write!(text, "<tspan fill=\"{color}\"{bold}>{shown}</tspan>"),
            };
        }
        text
    }

    fn set(&mut self, codes: &str) {
        if codes.starts_with("38;5;") {
            self.color = match codes.rsplit(';').next() {
                Some("9") => "#ff7b72",
                Some("12") => "#79c0ff",
                Some("11") => "#e3b341",
                _ => "",
            };
            return;
        }
        match codes {
            "0" => *self = Style::default(),
            "1" => self.bold = true,
            "31" | "91" => self.color = "#ff7b72",
            "33" | "93" => self.color = "#e3b341",
            "34" | "36" | "94" | "96" => self.color = "#79c0ff",
            "32" | "92" => self.color = "#7ee787",
            _ => {}
        }
    }
}
