//! Random programs that use the library: what their runs violate is found by contracts, too.

use super::support::random::Random;
use super::{answer, loaded, tree};
use veriframe::{Loaded, RunEnd, RunRequest, Stop};

/// The statements of random programs: calls of lists, a map, texts and an iterator.
const STATEMENTS: [&str; 26] = [
    "l.add(c);",
    "m.add(d);",
    "k.add(c);",
    "k.add(d);",
    "if (l.size() > 0) { l.remove(0); }",
    "if (!k.isEmpty()) { k.set(0, d); }",
    "if (k.size() > 1) { e = k.get(1); }",
    "if (0 <= i && i < l.size()) { e = l.get(i); }",
    "if (which) { l.add(d); } else { m.add(c); }",
    "k.clear();",
    "m = l;",
    "l = new ArrayList<>();",
    "e = k.get(i);",
    "c.v = i;",
    "if (e != null) { e.v = 3; }",
    "n = l.size();",
    "n = n + m.size();",
    "if (e == c) { n = n + 10; }",
    "h.put(\"a\", c);",
    "if (h.size() == 0) { n = n + 1; }",
    "if (h.containsKey(\"a\")) { e = h.get(\"a\"); }",
    "t = t + \"x\";",
    "if (0 <= i && i <= 2) { t = \"ab\".substring(i); }",
    "if (which) { t = \"abc\".substring(1); } else { t = \"abc\".substring(2); }",
    "n = n + t.length();",
    "{ Iterator<Cell> j = k.iterator(); if (j.hasNext()) { e = j.next(); } }",
];

/// What is asserted at the end, but for the number.
const ASSERTED: [&str; 6] = [
    "n != ",
    "l.size() != ",
    "l.size() + m.size() != ",
    "e == null || e.v != ",
    "c.v + d.v != ",
    "t.length() != ",
];

fn random_program(random: &mut Random) -> String {
    let mut text = "import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
class Cell { int v; }
class A {
  static void m(boolean which, int i) {
    ArrayList<Cell> l = new ArrayList<>();
    ArrayList<Cell> m = new ArrayList<>();
    ArrayList<Cell> k = which ? l : m;
    HashMap<String, Cell> h = new HashMap<>();
    Cell c = new Cell();
    Cell d = new Cell();
    Cell e = null;
    String t = \"\";
    int n = 0;
"
    .to_owned();
    for _ in 0..random.within(3, 8) {
        text.push_str(&format!("    {}\n", random.pick(&STATEMENTS)));
    }
    let (what, number) = (random.pick(&ASSERTED), random.within(0, 3));
    text.push_str(&format!("    assert {what}{number};\n  }}\n}}\n"));
    text
}

/// Whether a run of some input violates something.
fn is_violated(loaded: &Loaded) -> bool {
    let inputs = (-1..=3).flat_map(|i| [(true, i), (false, i)]);
    inputs.into_iter().any(|(which, i)| {
        let request = RunRequest {
            entry: Some("A.m".to_owned()),
            args: vec![which.to_string(), i.to_string()],
            input: Vec::new(),
            contracts: true,
            steps: 100_000,
            memory: 10_000_000,
        };
        let report = loaded.run(&request, &Stop::default(), &mut |_| true);
        matches!(report.unwrap().end, RunEnd::Violation(..))
    })
}

/// What a run violates, `bmc` does not call correct, and `explore` has a leaf for. A bug needs no
/// second run: `bmc` has replayed it.
#[test]
fn random_programs_that_use_the_library_violate_what_runs_violate() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let (count, seed) = (number("VERIFRAME_PROGRAMS"), number("VERIFRAME_SEED"));
    let (count, seed) = (count.unwrap_or(40), seed.unwrap_or(0));
    let (mut bugs, mut correct, mut violated) = (0, 0, 0);
    for at in seed..seed + count {
        let text = random_program(&mut Random::new(at));
        let loaded = loaded(&text, None);
        let answer = answer(&loaded, "A.m");
        bugs += u32::from(answer.starts_with("bug"));
        correct += u32::from(answer == "correct");
        if !is_violated(&loaded) {
            continue;
        }
        violated += 1;
        assert!(answer != "correct", "program {at}:\n{text}");
        let report = tree(&loaded, "A.m");
        let fails = |leaf: &veriframe::ExploredLeaf| leaf.why.is_some();
        assert!(report.leaves.iter().any(fails), "program {at}:\n{text}");
    }
    println!("of {count}: {violated} violated by few inputs, {bugs} bugs, {correct} correct");
    assert!(bugs > 0 && correct > 0 && violated > 0);
}
