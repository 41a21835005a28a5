//! The HTML page of a run: what it contains, that the program's text is escaped, its size, and a
//! headless browser that steps through it (skipped without Chromium or npm).
//! `VERIFRAME_SHOTS=DIR` keeps screenshots.

use crate::support;

use std::fs;
use std::path::Path;
use std::process::Command;
use support::{folder, veriframe};

/// The page of some files, and the exit code.
fn page(paths: &[&str], options: &[&str]) -> (String, i32) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.html");
    let output = veriframe()
        .arg("verify")
        .args(paths)
        .args(options)
        .arg("--html")
        .arg(&file)
        .output()
        .unwrap();
    let code = output.status.code().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let text = fs::read_to_string(&file).unwrap_or_else(|_| panic!("{error}"));
    (text, code)
}

#[test]
fn the_page_has_sources_executions_and_counterexamples() {
    let (text, code) = page(&["tests/page/list.idf"], &[]);
    assert_eq!(code, 1);
    for part in [
        "<!DOCTYPE html>",
        "b.value = old(a.value)",
        "class=\"execution\"",
        "<svg class=\"heap\"",
        "class=\"counterexample\"",
        "path condition",
        "confirmed: a run with this input violates it",
        "if <code>a.value",
    ] {
        assert!(text.contains(part), "{part} is missing");
    }
    // The same as a format, and the same each time.
    let output = veriframe()
        .args([
            "verify",
            "tests/page/list.idf",
            "--format",
            "html",
            "--jobs",
            "1",
        ])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), text);
}

#[test]
fn the_page_refers_to_nothing_else() {
    let (text, _) = page(&["tests/page/list.idf", "tests/page/Hostile.java"], &[]);
    for attribute in [" src=\"", "url(http", "@import", "<iframe", "<img"] {
        assert!(!text.contains(attribute), "{attribute}");
    }
    let links = text.split("href=\"").skip(1);
    for link in links {
        let target = link.split('"').next().unwrap();
        assert!(target.starts_with('#') || target == "data:,", "{target}");
    }
    // Links have their targets.
    for link in text.split("href=\"#").skip(1) {
        let target = link.split('"').next().unwrap();
        assert!(text.contains(&format!("id=\"{target}\"")), "#{target}");
    }
}

#[test]
fn the_text_of_programs_is_escaped() {
    let (text, _) = page(&["tests/page/Hostile.java"], &[]);
    assert_eq!(text.matches("</script>").count(), 1);
    assert_eq!(text.matches("<script>").count(), 1);
    assert!(text.contains("&lt;/script&gt;&lt;script&gt;document.title"));
    assert!(text.contains("&amp;amp;") && text.contains("&amp;lt;"));
    // Names of files, too.
    let files = folder(&[(
        "a\"<b>&.idf",
        "class C { static void m() { assert false; } }",
    )]);
    let name = files.path().join("a\"<b>&.idf");
    let (text, code) = page(&[name.to_str().unwrap()], &[]);
    assert_eq!(code, 1);
    assert!(text.contains("a&quot;&lt;b&gt;&amp;.idf"), "{text}");
    assert!(!text.contains("<b>"));
}

#[test]
fn errors_of_the_front_end_and_verified_programs_have_pages() {
    let files = folder(&[
        ("bad.idf", "class C { static void m( { } }"),
        (
            "good.idf",
            "class D { static int m() ensures result = 1; { return 1; } }",
        ),
    ]);
    let (text, code) = page(&[files.path().to_str().unwrap()], &[]);
    assert_eq!(code, 2);
    assert!(
        text.contains("good.idf") && text.contains("bad.idf"),
        "{text}"
    );
    assert!(text.contains("class=\"badge verified\""));
    assert!(text.contains("class=\"explanation error\""));
}

/// A folder gets a page for each file.
#[test]
fn a_project_has_a_folder_of_pages() {
    let folder = tempfile::tempdir().unwrap();
    let output = veriframe()
        .args([
            "verify",
            "tests/page/list.idf",
            "tests/page/Hostile.java",
            "--html",
        ])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let index = read("index.html");
    let links = index.split("<a href=\"").skip(1);
    let links: Vec<&str> = links.map(|link| link.split('"').next().unwrap()).collect();
    assert_eq!(links.len(), 2, "{links:?}");
    let pages: String = links.into_iter().map(read).collect();
    assert!(pages.contains("b.value = old(a.value)") && pages.contains("Hostile.set"));
    // Nothing else is left in it.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

/// A page replaces a link in its place, and not what it points to.
#[cfg(unix)]
#[test]
fn a_page_is_not_written_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let precious = folder.path().join("precious");
    fs::write(&precious, "text").unwrap();
    let pages = folder.path().join("pages");
    fs::create_dir(&pages).unwrap();
    for name in ["1-list.idf.html", "index.html"] {
        std::os::unix::fs::symlink(&precious, pages.join(name)).unwrap();
    }
    let output = veriframe()
        .args(["verify", "tests/page/list.idf", "--html"])
        .arg(&pages)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(fs::read_to_string(&precious).unwrap(), "text");
    for name in ["1-list.idf.html", "index.html"] {
        let page = fs::read_to_string(pages.join(name)).unwrap();
        assert!(page.contains("</html>"), "{name}");
    }
}

/// Many failing members with many paths: the page says what it leaves out.
#[test]
fn large_projects_have_pages_of_bounded_size() {
    let member = |n: usize| {
        let branches: String = (0..7)
            .map(|b| format!("    if (a[{b}] > {n}) {{ s := s + {b}; }}\n"))
            .collect();
        format!(
            "  static int m{n}(int[] a) requires acc(a.elems) * a.length = 9; ensures result = -1; {{\n    int s := 0;\n{branches}    return s;\n  }}\n"
        )
    };
    let members: String = (0..160).map(member).collect();
    let files = folder(&[("large.idf", &format!("class C {{\n{members}}}\n"))]);
    let path = files.path().join("large.idf");
    let (text, code) = page(&[path.to_str().unwrap()], &["--explain", "off"]);
    assert_eq!(code, 1);
    assert!(text.len() < 32 << 20, "{} bytes", text.len());
    assert!(
        text.contains("Not all paths are shown") || text.contains("left out"),
        "{} bytes",
        text.len()
    );
}

/// Where Chromium is installed, if it is.
fn chromium() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut names = names.into_iter();
    names.find(|name| {
        let output = Command::new(name).arg("--version").output();
        output.is_ok_and(|output| output.status.success())
    })
}

/// The path of a program.
fn path_of(name: &str) -> Option<String> {
    let path = std::env::var_os("PATH")?;
    let mut folders = std::env::split_paths(&path);
    let found = folders.find(|folder| folder.join(name).is_file())?;
    Some(found.join(name).to_string_lossy().into_owned())
}

#[test]
fn a_browser_steps_through_the_page() {
    let Some(browser) = chromium().and_then(path_of) else {
        return support::tools::skip("chromium", "there is no Chromium to open pages in");
    };
    let Some(folder) = support::npm_client("tests/page/client") else {
        return;
    };
    let write = |name: &str, path: &str| {
        let (text, _) = page(&[path], &[]);
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        file
    };
    let list = write("list.html", "tests/page/list.idf");
    let hostile = write("hostile.html", "tests/page/Hostile.java");
    let mut node = Command::new("node");
    node.arg("client.js").arg(browser).arg(list).arg(hostile);
    node.arg(write("long.html", "tests/page/long.idf"));
    if let Some(shots) = std::env::var_os("VERIFRAME_SHOTS") {
        node.arg(Path::new(&shots));
    }
    let output = node.current_dir(folder.path()).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{error}");
    assert!(text.contains("101 checks passed"), "{text}{error}");
}
